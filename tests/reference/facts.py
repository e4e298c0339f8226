"""A situation as facts for the answer-set program of the layers (layers.lp): records of the model, one for one.

Nothing is decided here but: what a text is about (words, numbers, references), what a keyword or level symbol stands
for (702, 711.2), which words a text would have if one word were replaced (612.2), and which row accepts which kind.
What the program does not state raises `NotStated`: face-down, merged and double-faced permanents, split cards, flipped
status, copies with kept characteristics, full text and exchanged texts, a few rare values and references.
"""

from __future__ import annotations

import re

from layerproof.kb.model import ability as ab
from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model import modification as mo
from layerproof.kb.model.card import Card
from layerproof.kb.model.costs.cost import TapSelf
from layerproof.kb.model.situation import GameObject, Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from tests.reference.facts_of_cards import ITSELF, classes_of, colors_of, mana_value, rewritten, star, statics
from tests.reference.facts_of_phrases import NotStated, PhraseFacts, quoted, strings

MANA = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}
GOES_WITH = {
    "creature": "creature", "kindred": "creature", "tribal": "creature", "land": "land", "artifact": "artifact",
    "enchantment": "enchantment", "planeswalker": "planeswalker", "battle": "battle", "instant": "spell",
    "sorcery": "spell",
}  # fmt: skip
# Stands for all creature types (land types) that nothing in the situation names.
OTHERS = {"creature": "all other creature types", "land": "all other land types"}
COUNTER = re.compile(r"([+-]\d+)/([+-]\d+)$")


class Facts(PhraseFacts):
    """The facts of one situation under one edition, as lines of the program."""

    def __init__(self, situation: Situation, edition: Edition, reading: str = "requeue") -> None:
        super().__init__(situation, edition)
        self.lines.append(f"reading({reading}).")
        self.items = [item for item in situation.objects if not item.phased_out]
        named = strings((self.items, situation.effects)) | {*edition.vocabulary.basic_land_types}
        self.universe = sorted(word for word in named if known_families(edition.vocabulary, word))
        self.swaps = sorted(
            {(mod.from_, mod.to) for each in situation.effects for mod in each.mods if isinstance(mod, mo.ReplaceWord)}
        )
        self.rows()
        self.words()
        for player in situation.players:
            self.fact("person", player.name)
            self.fact("life", player.name, player.life)
        self.fact("active", situation.active)
        for item in self.items:
            self.thing(item)
        self.in_force()

    # --- the edition -----------------------------------------------------------------------------------------------

    def rows(self) -> None:
        """The rows of the edition, by their numbers."""
        for number, row in enumerate(self.edition.layers):
            for kind in row.accepts:
                self.fact("accepts", number, kind)
            if row.cda_first:
                self.fact("cda_first", number)
            if "set_pt" in row.accepts:
                self.fact("set_row", number)

    def words(self) -> None:
        """The families of the subtypes that are named, and the card types they go with."""
        known = self.edition.vocabulary
        families = {word: known_families(known, word) for word in self.universe} | {
            word: (family,) for family, word in OTHERS.items()
        }
        for word, several in families.items():
            for family in several:
                self.fact("in_family", family, word)
        for kind, family in GOES_WITH.items():
            self.fact("goes_with", kind, family)
        for name, symbol in MANA.items():
            self.fact("basic_land_type", name)
            self.fact("land_mana", name, self.ability(ab.Activated((TapSelf(),), adds=ab.Mana(symbol))))
        lists = {
            "creature type": known.creature_types, "land type": known.land_types,
            "basic land type": known.basic_land_types,
        }  # fmt: skip
        for category, words in lists.items():
            for word in self.universe:
                if word in words:
                    self.fact("category_word", category, word)
        for family, all_words in (("creature", known.creature_types), ("land", known.land_types)):
            self.fact("category_word", f"{family} type", OTHERS[family])
            self.fact("stands_for", OTHERS[family], len({*all_words} - {*self.universe}))

    def listed(self, words: tuple[str, ...]) -> list[str]:
        """Words of a list of subtypes, with `every …` filled in from what is named and the one word for the others."""
        known, found = self.edition.vocabulary, list[str]()
        for word in words:
            match word:
                case "every creature type":
                    found += [each for each in self.universe if each in known.creature_types] + [OTHERS["creature"]]
                case "every land type":
                    found += [each for each in self.universe if each in known.land_types] + [OTHERS["land"]]
                case "every basic land type":
                    found += known.basic_land_types
                case _:
                    found.append(word)
        return found

    # --- objects ---------------------------------------------------------------------------------------------------

    def thing(self, item: GameObject) -> None:
        """An object with its status, counters and printed values."""
        if item.face_down or item.components or item.flipped or item.face or item.unlocked:
            raise NotStated("a face-down, merged, flipped or double-faced object")
        one = item.id
        self.fact("object", one)
        self.fact("zone", one, item.zone)
        self.fact("owner", one, item.owner)
        on_table = item.zone in ("battlefield", "stack")
        self.fact("first_controller", one, item.controller if on_table else item.owner)
        self.fact("timestamp", one, item.timestamp)
        if isinstance(item.attached_to, int):
            self.fact("attached", one, item.attached_to)
        self.fact("values_of", one, self.printed(item.card))
        for _, values in item.choices:
            for value in values:
                self.fact("chosen", one, str(value))
        self.fact("class_level", one, item.level)
        if item.solved:
            self.fact("solved", one)
        state = {
            "tapped": item.tapped, "untapped": not item.tapped, "token": item.token, "face_up": True,
            "card": not item.token and not item.copy, "spell": item.zone == "stack",
        }  # fmt: skip
        for word, so in state.items():
            if so:
                self.fact("state", one, word)
        for counters in item.counters:
            self.fact("counter", one, counters.kind, counters.number)
            mod = self.counter_mod(counters.kind, counters.number)
            if mod is not None:
                kind = "keyword_counter" if isinstance(mod, mo.AddAbilities) else "pt_counter"
                text = self.effect_text(ef.Effect(ITSELF, (mod,)), (), kind)
                self.fact("counters_do", one, counters.kind, text)
                self.fact("counters_timestamp", one, counters.kind, counters.timestamp)

    def counter_mod(self, kind: str, number: int) -> mo.Modification | None:
        """What counters do to characteristics (122.1a-b)."""
        found = COUNTER.match(kind)
        if found:
            return mo.ModifyPT(int(found[1]) * number, int(found[2]) * number)
        return mo.AddAbilities((ab.Keyword(kind),)) if kind in self.edition.vocabulary.keyword_counters else None

    def printed(self, card: Card) -> int:
        """The printed values of a card with one face (202.2, 202.3, 208.2)."""
        number, new = self.number("card", card)
        if not new:
            return number
        if len(card.faces) != 1:
            raise NotStated(f"a card of the layout {card.layout}")
        face = card.faces[0]
        lists = {"type": face.types, "supertype": face.supertypes, "subtype": tuple(self.listed(face.subtypes)),
                 "color": colors_of(face), "name": (face.name,) if face.name else ()}  # fmt: skip
        for category, words in lists.items():
            for word in words:
                self.line(f"printed_word({number},{category},{quoted(word)}).")
        for stat, value in (("power", face.power), ("toughness", face.toughness), ("mana_value", mana_value(face))):
            if value is not None:
                self.line(f"printed_num({number},{stat},{star(value)}).")
        for place, ability in enumerate(face.abilities):
            self.fact("printed_ability", number, place, self.ability(ability))
        return number

    # --- abilities and effects -------------------------------------------------------------------------------------

    def ability(self, ability: ab.Ability) -> int:
        """An ability: its keyword, its class, what effects it generates, and what other words would make of it."""
        number, new = self.number("ability", ability)
        if not new:
            return number
        if isinstance(ability, ab.Keyword):
            self.fact("keyword", number, ability.keyword)
        if isinstance(ability, ab.Opaque) and ability.touches:
            raise NotStated(f"an ability of unknown meaning: {ability.gloss}")
        for word in classes_of(ability):
            self.line(f"of_class({number},{word}).")
        for place, (static, effect, conditions) in enumerate(statics(ability)):
            text = self.effect_text(effect, conditions)
            self.fact("generates", number, place, text)
            if static.cda:
                self.fact("defining", number, place)
            for zone in static.zones:
                self.fact("works", number, place, zone)
        for old, new_word in self.swaps:
            other = rewritten(ability, old, new_word)
            if other != ability:
                self.fact("rewritten", number, old, new_word, self.ability(other))
        return number

    def effect_text(self, effect: ef.Effect, conditions: tuple[object, ...], kind: str | None = None) -> int:
        """The text of an effect: its conditions, its scope, its modifications in their order."""
        number, new = self.number("effect", (effect, conditions, kind))
        if new:
            self.line(f"scope({number},{self.scope(effect.affects)}).")
            for condition in (*conditions, effect.condition):
                if condition is not None:
                    self.fact("needs", number, self.condition(condition))
            self.mods(number, effect.mods, kind)
        return number

    def mods(self, effect: int, mods: tuple[mo.Modification, ...], kind: str | None) -> None:
        """The modifications of an effect, with the kind of each."""
        for place, mod in enumerate(mods):
            number, new = self.number("modification", (mod, kind))
            self.fact("says", effect, place, number)
            if new and mod.kind != "rule":
                first = kind or mod.kind
                self.fact("kind", number, 1, first)
                self.fact("kind", number, 0, "set_pt" if first == "define_pt" else first)
                self.modification(number, mod)

    def in_force(self) -> None:
        """The effects of resolutions (611.2), with sets, values and words as they were fixed."""
        for each in self.situation.effects:
            text, _ = self.number("effect", each)
            self.fact("inforce", each.id, text)
            self.fact("effect_timestamp", each.id, each.timestamp)
            self.fact("effect_controller", each.id, each.controller)
            if each.source is not None:
                self.fact("came_from", each.id, each.source)
            if each.condition is not None:
                self.fact("needs", text, self.condition(each.condition))
            for one in each.objects or ():
                self.fact("fixed_set", each.id, one)
            if each.scope is not None:
                self.line(f"scope({text},{self.scope(each.scope)}).")
            self.mods(text, each.mods, None)

    def modification(self, number: int, mod: mo.Modification) -> None:
        """What one modification says."""
        match mod:
            case mo.TakeValues(card, ()):
                self.fact("takes", number, self.printed(card))
            case mo.SetController(player):
                self.fact("new_controller", number, self.player(player))
            case mo.ReplaceWord(_, old, new):
                if "chosen" in (old, new):
                    raise NotStated("words that are not chosen yet")
                self.fact("replaces", number, old, new)
            case mo.SetName(name) | mo.AddName(name):
                if isinstance(mod, mo.SetName):
                    self.fact("renames", number)
                self.mod_words(number, "name", (name,) if name else ())
            case mo.AddTypes():
                self.fact("adds_words", number)
                self.mod_words(number, "type", mod.types)
                self.mod_words(number, "supertype", mod.supertypes)
                self.mod_words(number, "subtype", mod.subtypes)
            case mo.SetTypes(types):
                self.fact("sets_types", number)
                self.mod_words(number, "type", types)
            case mo.SetSubtypes(subtypes, family):
                self.fact("sets_subtypes", number)
                self.mod_words(number, "subtype", subtypes)
                if family is not None:
                    self.fact("of_family", number, family)
            case mo.RemoveTypes(types, supertypes):
                self.removed(number, "type", types)
                self.removed(number, "supertype", supertypes)
            case mo.RemoveSubtypes(subtypes, family):
                self.removed(number, "subtype", tuple(self.listed(subtypes)))
                if family is not None:
                    self.fact("removes_family", number, family)
            case mo.SetColors(colors) | mo.AddColors(colors):
                if isinstance(mod, mo.SetColors):
                    self.fact("sets_colors", number)
                self.mod_words(number, "color", colors)
            case mo.AddAbilities(abilities):
                for place, each in enumerate(abilities):
                    self.fact("grants", number, place, self.ability(each))
            case mo.RemoveKeyword(keyword) | mo.CantHave(keyword):
                self.fact("loses_keyword", number, keyword)
                if isinstance(mod, mo.CantHave):
                    self.fact("cant_have", number, keyword)
            case mo.RemoveAllAbilities(except_):
                self.fact("loses_all", number)
                for word in except_:
                    self.line(f"spares({number},{'mana' if word == 'mana' else quoted(word)}).")
            case mo.CopyAbilities(("activated" | "mana") as name, among, zones, None) if among is not None:
                self.line(f"copies_abilities({number},{name},{self.filter(among)}).")
                for zone in zones:
                    self.fact("copy_zone", number, zone)
            case mo.DefinePT(power, toughness) | mo.SetBasePT(power, toughness):
                self.fact("sets_numbers", number)
                self.amounts(number, power, toughness)
            case mo.ModifyPT(power, toughness):
                self.fact("adds_numbers", number)
                self.amounts(number, self.calculated(power), self.calculated(toughness))
            case mo.SwitchPT():
                self.fact("switches", number)
            case _:
                raise NotStated(f"{mod!r}")

    def amounts(self, number: int, power: ex.Value | None, toughness: ex.Value | None) -> None:
        """The values that a modification names."""
        for stat, value in (("power", power), ("toughness", toughness)):
            if value is not None:
                self.line(f"amount({number},{stat},{self.value(value)}).")

    def calculated(self, value: ex.Value) -> ex.Value:
        """107.1b: where the edition says so, a calculated amount below zero counts as zero (also one to subtract)."""
        if isinstance(value, int) or self.edition.policy("negative_modification") != "zero":
            return value
        return ex.Minus(self.calculated(value.value)) if isinstance(value, ex.Minus) else ex.AtLeast(value, 0)

    def mod_words(self, number: int, category: str, words: tuple[str, ...]) -> None:
        """Words of a modification; a chosen one is left to the source."""
        for word in self.listed(words) if category == "subtype" else words:
            if word == "chosen":
                self.line(f"mod_chosen({number},{category}).")
            else:
                self.line(f"mod_word({number},{category},{quoted(word)}).")

    def removed(self, number: int, category: str, words: tuple[str, ...]) -> None:
        """Words that a modification takes away."""
        for word in words:
            self.line(f"removes({number},{category},{quoted(word)}).")
