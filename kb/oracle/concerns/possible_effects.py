"""The detector: what a piece of text could touch, told from its words alone and not from the grammar.

It decides how text that was not understood is treated: what it might change makes an answer undecided. It is wide on
purpose: a word too many costs an answer, a word too few would cost the truth.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from layerproof.kb.keywords.keyword_lines import written_names
from layerproof.kb.oracle.concerns.unclear_words import breaks_off, does_something, is_strange
from layerproof.kb.oracle.words.lexicon import subtype_words

KINDS = ("copy", "control", "text", "type", "color", "ability", "set_pt", "modify_pt")
_GETS = r"[gG]ets?|[hH]as|[hH]ave|[gG]ains?|[lL]oses?|[gG]ot|[hH]ad|[gG]iv(?:e|es|ing)"
_TYPES = r"artifact|creature|enchantment|land|planeswalker|battle|instant|sorcery|kindred"
_COLORS = (
    r"white|blue|black|red|green|colorless|all colors|(?:the|that|any|a|each|chosen) colors?|multicolored|monocolored"
)
_BE = r"is|are|isn't|aren't|'s|'re|becomes?|becoming"
_LEAD = r"(?: still| also| not| no longer| each| your choice of)? (?:an? |the |every |all )?"
# Words that may stand between "becomes a" and a type.
_DESCRIBE = (
    r"(?:[0-9X*]+/[0-9X*]+|white|blue|black|red|green|colorless|legendary|snow|basic|nonlegendary|"
    r"chosen|and|or|artifact|"
    r"enchantment|creature|land|token|[A-Z][\w'-]*|non-?\w+)[, ]+(?:and )?"
)


@lru_cache(maxsize=65536)
def _kinds(text: str) -> tuple[str, ...]:
    text = _ASIDES.sub(" ", text)
    kinds = {kind for kind, pattern in _patterns() if pattern.search(text)}
    if "switch_pt" in kinds:
        kinds = (kinds - {"switch_pt"}) | {"set_pt", "modify_pt"}
    return tuple(kind for kind in KINDS if kind in kinds)


# Keyword abilities that the rules do not define.
_PLAYED = "double team|triple strike"


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    keywords = "|".join(sorted((re.escape(word) for word in written_names()), key=len, reverse=True))
    subtypes = "|".join(sorted((re.escape(word) for word in subtype_words()), key=len, reverse=True))
    rows = {
        "modify_pt": (
            r"[+-](?:[0-9]+½?|[XYZ])/[+-](?:[0-9]+½?|[XYZ])(?! counter)|\b[gG]ets? (?:an additional )?[+-][0-9XYZ]",
            r"\b[dD]ouble (?:the |its |~|target|his|her|their)[^.]*\b(?:power|toughness)|\btriple the power|"
            r"power and toughness (?:\S+ ){0,4}(?:doubled|increase)|\b[rR]ound [^.]*(?:power|toughness)",
        ),
        "switch_pt": (
            r"\b[sS]witch(?:es|ed)?\b[^.]*(?:power|toughness)",
            r"[eE]xchange[^.]*\b(?:power|toughness)|[pP]owers? and toughness(?:es)? [^.]*reversed",
        ),
        "set_pt": (
            r"\bbase (?:power|toughness)\b",
            r"(?:~|'s|[iI]ts|[tT]heir|base) (?:power|toughness|power and toughness|power and its toughness) (?:is|"
            r"are|becomes?|equal)",
            r"(?:power|toughness)[^.]*\b(?:is|are|become) (?:each )?(?:equal|changed)",
            rf"\b(?:{_BE})\b (?:an? )?[^.\"]*(?<![+\-\w])(?:[0-9]+|X|\*)/(?:[0-9]+|X|\*)(?![^.]*\btokens?\b)",
            r"devotion to each|\b(?:has|have) power and toughness\b",
        ),
        "ability": (
            rf"\b(?:{_GETS}|lose|grant)\b(?: [\w,'{{}}/]+){{0,12}}? (?:(?i:{keywords})|{_PLAYED})(?!\w)(?! counter)",
            rf"\b(?:{_GETS})\b[^.\"]*\"",
            r"\b(?:all|no|any|other|activated|triggered|mana|loyalty|this|that|those|these|an?|keyword) "
            r"abilit(?:y|ies)\b(?=[^.]*\b(?:has|have|gains?|loses?|removed)\b)",
            r"\b(?:has|have|gains?|loses?|lose|had)\b[^.\"]*\babilit(?:y|ies)\b",
            r"\b(?:gains?|has|have) (?:your choice of|the chosen) |\b(?:gains?|has|have) that (?!much|many)\w+ abilit",
            rf"^(?i:{keywords}) until end of turn",
            # A keyword that other text follows, which is no line of keywords.
            rf"^(?i:{keywords})(?: (?:\{{[^ }}]+\}})+)?[.;] ",
            rf"\b(?i:{keywords}) cost is\b",
            r"\b[sS]uspect|\bgoad(?!ed)|^[pP]rotection from\b|\b(?:gets?|gains?|ha(?:s|ve)) \w*cycling\b",
        ),
        "type": (
            rf"\b(?:{_BE})\b{_LEAD}(?:{_DESCRIBE}){{0,6}}(?:{_TYPES}|permanent)s?\b(?! (?:card|spell|token|"
            rf"source)s?\b)",
            rf"\b(?:{_BE})\b{_LEAD}(?:{_DESCRIBE}){{0,6}}(?:{subtypes})\b",
            r"in addition to (?:its|their|his|her) other(?! costs)",
            r"\b(?:creature|land|card|basic land|chosen|permanent) types?\b[^.]*\b(?:becomes?|gains?|loses?)\b",
            r"\b(?:becomes?|gains?|loses?|is|are)\b[^.]*\b(?:creature|land|card|basic land|chosen) types?\b(?! among)",
            r"\b(?:isn't|aren't|is|are|becomes?|lose|loses|'s|'re) (?:not |no longer )?(?:legendary|snow|"
            r"basic|world)\b",
            r"\b(?:loses?|gains?) all (?:other )?(?:card|creature|land)",
            r"(?<!its )\b[bB]estow|\b[eE]arthbend|\b(?:is|are|becomes?) (?:a )?Wastes\b",
            r"\b(?:becomes?|are|is) (?:that type|both types|tokens?\b)",
        ),
        "color": (
            rf"\b(?:{_BE}|becoming)\b(?: also| the| all| still)? (?:an? )?(?:[\w/]+ )?(?:{_COLORS})\b",
            r"other colors|color or colors|change the color|\bbecomes? (?:a|the|that) (?:random |chosen )?color",
        ),
        "control": (
            r"\b(?:gains?|[eE]xchanges?|[gG]ain|loses) control\b(?! of target (?:player|opponent)\b)",
            r"(?:^|[.,:] |\")[yY]ou control (?:enchanted|equipped|target|that|~)(?! (?:player|opponent)\b)"
            r"|\band you control (?:target|that)",
            r"\bcontrols? (?:enchanted|equipped)\b",
            r"under (?:your|its owner's|their|that player's|an opponent's|target \w+'s) control instead",
        ),
        "copy": (
            r"\b(?:as|becomes?|become|is|are|be|into) (?:a )?cop(?:y|ies) of\b",
            r"\benter(?:s)?[^.]*\bas a copy\b|copiable|\b(?:it's|they're) (?:a copy|copies) of\b|"
            r"\bbecomes? (?:that card|~,)",
            r"\bmutate\b",
        ),
        "text": (
            r"\b[cC]hange the text\b|\btext box|\bfull text\b|\b(?:the|its|rules) text\b|color word|\bis "
            r"named\b|name is |\bthe name\b[^.]*\b(?:becomes|is)\b|\bnames? (?:becomes|of)\b|named [^.]* "
            r"in addition|\ball (?:card )?names\b",
        ),
    }
    return tuple((kind, re.compile("|".join(parts))) for kind, parts in rows.items())


# What only says when, which or how much: it changes nothing by itself.
_ASIDES = re.compile(
    r"\b(?:[iI]f|[uU]nless|[aA]s long as|[wW]hile|[wW]here X is|only as) [^,.\"]*?(?=,|\.|\"|$)"
    r"|\b(?:that|who)(?:'s| are| is|'re| was| were| weren't| isn't| aren't) (?!an? copy|cop|still|in addition)[^,.\"]*?"
    r"(?=,|\.|\"|$| (?:gets?|gains?|has|have|becomes?|loses?|is|are)\b)"
    r"|\bthat (?:doesn't|don't) have [^.,]*|\bthat (?:has|have) (?:an?|no|one) [^.,]*counters?\b"
    r"|\bas though (?:it|they|he|she|~|those creatures) (?:each )?(?:had|have|has|didn't have) [^,.]*"
    r"|\bthat mana becomes \w+"
    r"|\b(?:spells?|cards?|creatures?|permanents?) that have \w+"
    r"|\b[pP]revent (?:all|the next)[^.]*"
    r"|\bas you (?:activate this ability|cast ~)|\bwho (?:doesn't|don't) have [^.,]*|\bthat mana is spent [^.,]*"
    r"|\bloses? all unspent mana|\bis permanent\b|\bthat name is\b|\bwith the chosen name\b"
    # Names that are written down or chosen, and words that a text has: nothing is named so, and no text changes.
    r"|\b(?:writes?|wrote) down the names? of [^.]*|\bchooses? the name of [^.]*"
    r"|\b(?:with|(?:that|which) (?:refer to|mention)) [^.\"]*? in (?:its|their) (?:text box(?:es)?|rules text)\b"
    r"|\bspell that has \w+|\bthat has an activated ability[^.]*"
    # Numbers that are compared, and letters.
    r"|\bwith base (?:power|toughness)(?: (?:or|and) (?:base )?toughness)? [0-9X]+\b(?!/)(?: or (?:less|greater))?"
    r"|\bwith power (?:greater|less) than (?:its|their|(?:~|th(?:at|is) \w+)'s) base power\b"
    r"|\bwhose power and toughness are equal\b"
    r"|\b[wW]hen its power becomes [0-9]+ this way\b|\bshares? a card type with the card you discarded\b"
    r"|\bha(?:s|ve) the chosen letter\b|\bas though none of [^,.]*"
    # Names that are said, marks that are counted, counters and abilities that are only spoken of.
    r"|\b(?:announce|[sS]ay|[tT]ell them|reveal) the name of [^,.]*?(?= and\b|,|\.|$)|\bthe name of an? creature card\b"
    r"|\bthe first letters of the names of [^,.]*|\bpunctuation marks in [^.]*?text box\b"
    r"|\b[cC]hoose a kind of counter (?:at random )?(?:that ~ doesn't have on it )?from among [^.]*"
    r"|\bfor the rest of the game from this ability\b"
    r"|\bhave (?:defending|target|that) player activate [^,.]*?(?= and\b|,|\.|$)|\bcards? that has \w+"
)
_FACES = re.compile(
    r"\b[tT]ransform|\b[fF]ace[- ](?:down|up)\b|\b[fF]lip (?:~|it|that)|\b[mM]anifest|\b[cC]loak\b|"
    r"\b[mM]eld|\b[cC]onvert\b|\bRing tempts\b|\b[eE]nd the turn\b|"
    r"\b[sS]ame is true for\b|\b[rR]epeats? (?:this|that|the(?: following)?) process|\b(?:[dD]o|does) the same\b|"
    r"\b[dD]o all of the above\b|\b[eE]rase any\b|"
    r"\b[bB]ecomes? (?:day|night)\b|\bescapes with\b|\b[pP]laneswalks?\b|\b[cC]haos ensues\b|\berrata\b|"
    r"\b[dD]oubles? the value of X\b|\b(?:[uU]nl|[lL])ocks? [^.]*\bdoors?\b|\b(?:unspecializ|[sS]pecializ)|"
    r"\b[iI]ncrease or decrease a number\b|^[nN]ame it\b|\bstops? being \w+|\bclick\b|^[hH]ead to\b|\bnew rule\b|"
    r"\bno longer your commander|^[hH]arness\b|\bbecomes? a modal\b|^[aA]ccept one of\b"
)
_COUNTERS = re.compile(
    # "[+2]" within an ability is loyalty counters.
    r"\[ ?[+-] ?[0-9X]+ ?\]|"
    r"\b[cC]ounters?\b(?! target| that| it\b)|\b[pP]roliferate|\b[aA]dapt|\b[bB]olster|\b[sS]upport\b|"
    r"\b[aA]mass|\b[eE]xplore|\b[mM]onstro(?:us|sity)\b|\b[tT]ime travel|\b[bB]lights?\b|\b[eE]ndures?\b"
)
_PLAYERS = re.compile(
    r"\b[lL]ife\b|\b[hH]ands?\b|\b[dD]raws?\b|\b[dD]iscards?\b|\bpoison\b|\bwins? the game|\bloses? "
    r"the game|\b[dD]amage\b|energy|experience|\b[dD]rafts?\b|^[iI]t becomes [0-9X]+$"
)
_OBJECTS = re.compile(
    r"\b([dD]estroy|[eE]xile|[sS]acrific|[rR]eturn|[pP]uts?\b|[cC]reate|[tT]aps?\b|[uU]ntaps?\b|"
    r"[dD]ies|[sS]earch|[mM]ill|"
    r"[sS]cr(?:y|ies)|[sS]urveil|[rR]egenerat|[dD]amage|[cC]ounter|[cC]ast|[pP]lay|[eE]nter|[rR]eveal|[tT]oken|"
    r"[pP]hase|[fF]ight|"
    r"[aA]ttach|[uU]nattach|[cC]op(?:y|ies)|[sS]huffle|[lL]ook|[dD]iscard|[dD]raw|[dD]iscover|[cC]onnive|[lL]earn|"
    r"[vV]enture|[iI]nvestigate|[pP]opulate|[iI]ncubate|[fF]orage|[cC]ollect|[cC]lash|[pP]layers?|"
    r"[pP]ermanents?|[cC]reatures?|[sS]addled|[pP]repared|[pP]lotted|[fF]oretold|[eE]mblem|"
    r"[cC]onjures?\b|[sS]eeks?\b|[hH]eists?\b|[tT]apped and|(?:[rR]ea|[aA])ssembl|[oO]pens? [^.]*\bAttractions?|"
    r"[dD]rafts?\b|[iI]ntensif|[cC]laims? the prize|[cC]hanges? [^.]*\btargets?\b|[rR]emoves? [^.]* from the game|"
    r"[bB]ecomes? solved|goaded|[nN]ew targets?\b|[rR]eselect|[rR]emoves? all of (?:it|them)\b|[fF]ateseal|[eE]xchange|"
    r"\b[aA]ntes?\b|[rR]ansom|\b[lL]ibrary in\b|[tT]ear ~|[oO]pen [^.]*\bbooster|"
    r"[tT]akes? the initiative\b|[tT]hrows?\b|[sS]catter|[sS]lides?\b|[pP]lace\b|into [^.]*\bgraveyard|"
    r"(?:[iI]t|[tT]hey|[tT]hose|[aA]bility|[aA]bilities) triggers?\b(?! only)|[tT]hose trigger\b|"
    r"\benchanted this way\b)"
)
# What changes what happens to objects, as long as an ability says so, though nothing enters or is replaced.
_COURSE = re.compile(
    r"^[uU]ntap |\b[sS]kips? (?:your|their|the|its) untap|untap only|untap step is skipped|doesn't untap|"
    r"\bcan't (?:have|become|be) [^.]*(?:\bcounters?\b[^.]*\bput\b|untapped)|\bcan't have more than|"
    r"[dD]amage isn't removed|[lL]ethal damage|\blegend rule\b|\bcan't become (?:night|day)|\bcan't be removed from|"
    r"\b(?:is|are) indestructible\b|\bnumber of [^.]* counters on ~ is\b|\benchantments can be attached\b"
)
# What an object counts as, and what is printed on it.
_COUNTS_AS = re.compile(
    r"\bcounts as (?:an?|one|two|three|four|five)\b|\bmana cost (?:is|becomes)\b|\bin ~'s mana cost\b"
    r"|\bcount (?:it|them|~) as\b|\beffects don't end\b|\b(?:[eE]nchanted|[eE]quipped) \w+ (?:is|becomes) an? [A-Z]"
    r"|\baffects? [^.]*\bas though\b|\b[sS]tate-based actions\b"
    r"|\beffects\b[^.]*\bas though there (?:was|were)\b|\bare on the battlefield under\b"
    r"|\bcounts? (?:it|them|~) as\b|\b[tT]reat (?:it|them|\w+ \w+) as\b|\bas though (?:it|they) were "
    r"(?:other cards|the card |\w+ tokens)|^~ \w+s and \w+s enchanted \w+\."
    r"|\b[gG]ains? all bonuses\b|\beffects don't end\b"
    r"|\b[tT]reat [^.]* like they're\b|\b[dD]ouble all your\b|\bis in effect\b|\babilities apply\b"
    r"|\b[gG]raveyards are also\b|\b[yY]our party consists\b|\b[dD]ouble any effect\b"
    r"|^[eE]nchanted \w+ is an? [A-Z]\w+ [A-Z]|^[A-Z][^.]* → |\bartifacts? (?:is|are) (?:mono|poly|continuous)\b"
)
# An ability by a name that the rules don't know.
_NAMELESS = re.compile(
    r"\b(?:you control|[eE]quipped creature|[eE]nchanted creature|graveyard|hand|library) (?:has|have) "
    r"(?!no\b|been\b|an?\b|cost\b)[a-z]+\b"
)
# A name of an ability or of a card, which nothing here tells the meaning of; those that follow are known to be inert.
_ABILITY_NAME = re.compile(
    r"(?!(?:Teamwork|Starting intensity|Commander ninjutsu|Emerge from|Add|Pay)\b)"
    r"[A-Z][\w'\u0300-\u036f-]*(?: [\w'\u0300-\u036f-]+){0,3}(?: \+[0-9]+)?!?(?: (?:\{[^}]+\})+)?"
)
_CARD_NAME = re.compile(
    r"(?!(?:Add|Pay|You|Untap|Tap)\b)[A-Z][\w'-]*(?:(?: (?:of|in|the))* [A-Z][\w'-]*)*(?: (?:\{[^}]+\})+)?"
)


@cache
def _keyword_behind() -> re.Pattern[str]:
    keywords = "|".join(sorted((re.escape(word) for word in written_names()), key=len, reverse=True))
    return re.compile(rf", (?:{keywords})(?: [0-9X]+| \{{[^ ]+)?\.?$")


# Behind words that forbid or allow: another effect, a triggered ability, another event than the one that is allowed.
_GOES_FURTHER = re.compile(
    r", and (?:prevent all|at the (?:beginning|end) of)\b|\binstead\b(?! of just\b)|\bceases? to exist\b"
    r"|\bas though (?:it|they) (?:was|were) a copy\b"
)


def says_more(text: str) -> bool:
    """Whether words that forbid or allow something say more than that: what changes an event, or what an object is.

    >>> says_more("can't attack, and prevent all damage it would deal")
    True
    >>> says_more("can't be blocked by creatures with flying")
    False
    """
    return (
        _GOES_FURTHER.search(text) is not None
        or _COUNTS_AS.search(text) is not None
        or _keyword_behind().search(text) is not None
    )


def touched(text: str, quoted: bool = True) -> tuple[str, ...]:
    """The kinds of modification that a piece of rules text could make, by its words alone.

    text: normalised text that was not understood. quoted: whether what stands in quotation marks counts too. Returns
    kinds in the order of the layers, empty when the text can touch no characteristic of any object. It does not
    promise that the text does what it could do.

    >>> touched("Target creature gets +1/+1 until end of turn.")
    ('modify_pt',)
    """
    if not quoted:
        text = re.sub(r'"[^"]*"', '""', text)
    return _kinds(text)


def touches_of(text: str) -> tuple[str, ...]:
    """What an instruction that was not understood could touch: kinds of modification, `objects`, `players`.

    >>> touches_of("Scry 1.")
    ('objects',)
    """
    kinds = touched(text)
    if _FACES.search(text) or (kinds == () and _CARD_NAME.fullmatch(text)):
        kinds = ("any",)
    out = [*kinds]
    if _OBJECTS.search(text) or _COUNTERS.search(text):
        out.append("objects")
    if _PLAYERS.search(text):
        out.append("players")
    if not set(out) - {"players"} and is_strange(text):
        out.insert(0, "any")
    return tuple(out)


# What changes draws, life and losing, as long as an ability says so.
_PLAYERS_COURSE = re.compile(
    r"\bdraw cards from\b|\bgains? life rather\b|\blife total can't\b|\bdoesn't cause [^.]*\blose life\b"
    r"|\bdon't lose the game\b|\bcauses that player to lose\b"
)


def opaque_touches(text: str) -> tuple[str, ...]:
    """What an ability that was not understood could touch by existing.

    >>> opaque_touches("Creatures can't attack you.")
    ()
    """
    kinds = touched(text)
    if kinds == () and _keyword_behind().search(text):
        return ("ability",)
    if _FACES.search(text) or (_COUNTERS.search(text) and re.search(r"\b(?:enters?|would|instead|as )\b", text)):
        kinds = ("any",)
    if kinds == () and (_COUNTS_AS.search(text) or _ABILITY_NAME.fullmatch(text) or is_strange(text)):
        return ("any",)
    if kinds == () and breaks_off(text):
        return ("any",)
    if kinds == () and _NAMELESS.search(text):
        return ("ability",)
    events = r"\binstead\b|\bwould\b|\benters?\b"
    if kinds == () and (_COURSE.search(text) or re.search(events, text) or does_something(text)):
        return ("objects",)
    if kinds == () and _PLAYERS_COURSE.search(text):
        return ("players",)
    return kinds
