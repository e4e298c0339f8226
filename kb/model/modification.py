"""Modifications: what one part of a continuous effect does to the characteristics of an object.

Every modification has a *kind*; the edition says which layer or sublayer accepts which kind. A word in a list of
colors or subtypes may be `chosen` (the color, creature type or land type chosen for the source or in the resolution);
in lists of subtypes also `every creature type`, `every land type`, `every basic land type`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from layerproof.kb.model.expression import Filter, Player, Ref, Value
from layerproof.kb.model.node import Node
from layerproof.kb.model.permissions.rule_effect import Allows as Allows
from layerproof.kb.model.permissions.rule_effect import Forbids as Forbids
from layerproof.kb.model.permissions.rule_effect import Limits as Limits
from layerproof.kb.model.permissions.rule_effect import MoreLoyalty as MoreLoyalty
from layerproof.kb.model.permissions.rule_effect import Requires as Requires
from layerproof.kb.model.permissions.rule_effect import Says as Says
from layerproof.kb.model.replacement import Instead, Would

if TYPE_CHECKING:
    from layerproof.kb.model.ability import Ability
    from layerproof.kb.model.card import Card
    from layerproof.kb.model.instruction import Body


class BecomeCopy(Node, frozen=True, tag="become_copy"):
    """The object has the copiable values of the one referred to, with exceptions.

    exceptions: modifications that apply to the copied values and are copiable themselves. keep: characteristics that
    are not copied but stay the object's own (`color`, `name`, `abilities`…; `other abilities` are those than the one
    that copies). An exception that states power and toughness, colors or subtypes keeps the characteristic-defining
    abilities that define these from being copied.
    """

    kind: ClassVar[str] = "copy"
    of: Ref
    exceptions: tuple[Modification, ...] = ()
    keep: tuple[str, ...] = ()


class TakeValues(Node, frozen=True, tag="take_values"):
    """The object has these copiable values: what BecomeCopy came to when the effect began. Not written on cards."""

    kind: ClassVar[str] = "copy"
    card: Card
    keep: tuple[str, ...] = ()


class EnteringShape(Node, frozen=True, tag="entering_shape"):
    """The modifications chosen as the object entered or was turned face up, where they set power and toughness."""

    kind: ClassVar[str] = "entering_choice"
    mods: tuple[Modification, ...]


class SetController(Node, frozen=True, tag="set_controller"):
    """The player controls the object."""

    kind: ClassVar[str] = "control"
    player: Player


class ReplaceWord(Node, frozen=True, tag="replace_word"):
    """All instances of one word in the text of the object are replaced by another.

    family: `color`, `basic land type`, `creature type` (which words may be named). from_ and to are `chosen` where
    the resolution chooses them. never: what cannot be chosen as the new word. Words in mana symbols and in names stay.
    """

    kind: ClassVar[str] = "text"
    family: tuple[str, ...]
    from_: str = "chosen"
    to: str = "chosen"
    never: tuple[str, ...] = ()


class ExchangeText(Node, frozen=True, tag="exchange_text"):
    """The affected objects, two of them, exchange their text boxes: the abilities that come from rules text."""

    kind: ClassVar[str] = "text"


class FullTextOf(Node, frozen=True, tag="full_text_of"):
    """The object has the full text of the one referred to (name, mana cost, type line, rules text, power, toughness).

    Where that object does not fit the filter nothing happens. and_has: abilities it has besides.
    """

    kind: ClassVar[str] = "text"
    of: Ref
    where: Filter
    and_has: tuple[Ability, ...] = ()


class SetName(Node, frozen=True, tag="set_name"):
    """The object has this name and no other; None takes the name away."""

    kind: ClassVar[str] = "text"
    name: str | None


class SetManaCost(Node, frozen=True, tag="set_mana_cost"):
    """An exception of a copy: it has this mana cost and no other; None takes the mana cost away, so that only an
    exception, a color indicator or an effect gives the copy a color."""

    kind: ClassVar[str] = "copy"
    mana_cost: str | None = None


class AddName(Node, frozen=True, tag="add_name"):
    """The object has this name besides its others."""

    kind: ClassVar[str] = "text"
    name: str


class AddTypes(Node, frozen=True, tag="add_types"):
    """The object has these card types, subtypes and supertypes in addition to those it has."""

    kind: ClassVar[str] = "type"
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()


class SetTypes(Node, frozen=True, tag="set_types"):
    """The object has exactly these card types; subtypes that go with none of them are lost. Supertypes stay."""

    kind: ClassVar[str] = "type"
    types: tuple[str, ...]


class SetSubtypes(Node, frozen=True, tag="set_subtypes"):
    """The given subtypes replace all subtypes of the same families.

    family names the family to empty where the words alone do not (an empty list, a chosen word): `creature`, `land`,
    `artifact`, `enchantment`… Setting a basic land type takes from a land the abilities of its own rules text.
    """

    kind: ClassVar[str] = "type"
    subtypes: tuple[str, ...]
    family: str | None = None


class RemoveTypes(Node, frozen=True, tag="remove_types"):
    """The object loses these card types and supertypes, and the subtypes that go with no type it still has."""

    kind: ClassVar[str] = "type"
    types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()


class RemoveSubtypes(Node, frozen=True, tag="remove_subtypes"):
    """The object loses these subtypes, or all subtypes of a family."""

    kind: ClassVar[str] = "type"
    subtypes: tuple[str, ...] = ()
    family: str | None = None


class SetColors(Node, frozen=True, tag="set_colors"):
    """The object has exactly these colors; no color in the list makes it colorless."""

    kind: ClassVar[str] = "color"
    colors: tuple[str, ...]


class AddColors(Node, frozen=True, tag="add_colors"):
    """The object has these colors in addition to those it has."""

    kind: ClassVar[str] = "color"
    colors: tuple[str, ...]


class AddAbilities(Node, frozen=True, tag="add_abilities"):
    """The object has these abilities besides those it has."""

    kind: ClassVar[str] = "ability"
    abilities: tuple[Ability, ...]


class RemoveKeyword(Node, frozen=True, tag="remove_keyword"):
    """The object loses every instance of this keyword ability."""

    kind: ClassVar[str] = "ability"
    keyword: str


class RemoveAllAbilities(Node, frozen=True, tag="remove_all_abilities"):
    """The object loses all abilities, except those named: `mana` (mana abilities), or keywords."""

    kind: ClassVar[str] = "ability"
    except_: tuple[str, ...] = ()


class RemoveAbilities(Node, frozen=True, tag="remove_abilities"):
    """The object loses these abilities, every instance of each; `this`: also the one that the effect comes from."""

    kind: ClassVar[str] = "ability"
    abilities: tuple[Ability, ...] = ()
    this: bool = False


class CantHave(Node, frozen=True, tag="cant_have"):
    """The object loses the keyword ability and can't have or gain it."""

    kind: ClassVar[str] = "ability"
    keyword: str


class AddKeyword(Node, frozen=True, tag="add_keyword"):
    """The object has a keyword ability with this number, besides the abilities it has."""

    kind: ClassVar[str] = "ability"
    keyword: str
    number: Value


class AddForEach(Node, frozen=True, tag="add_for_each"):
    """The object has a keyword ability once for each word of a category that the objects have which fit.

    keyword: `protection`, `hexproof` or `landwalk`; what: `color`, `card type`, `basic land type` or `mana value`, the
    quality of the ability. among: `{same: it}` for the words of the object itself.
    """

    kind: ClassVar[str] = "ability"
    keyword: str
    what: str
    among: Filter
    zones: tuple[str, ...] = ("battlefield",)


class CopyAbilities(Node, frozen=True, tag="copy_abilities"):
    """The object has all abilities of a class that the objects have which fit the filter.

    abilities: `activated`, `triggered`, `loyalty`, `mana`, `activated except mana`,
    `activated except loyalty`, `all`, or `keywords` with the
    listed ones. of: one object instead of a filter.
    """

    kind: ClassVar[str] = "ability"
    abilities: str
    among: Filter | None = None
    zones: tuple[str, ...] = ("battlefield",)
    of: Ref | None = None
    keywords: tuple[str, ...] = ()


class DefinePT(Node, frozen=True, tag="define_pt"):
    """A characteristic-defining ability states the power or the toughness or both."""

    kind: ClassVar[str] = "define_pt"
    power: Value | None = None
    toughness: Value | None = None


class SetBasePT(Node, frozen=True, tag="set_base_pt"):
    """The base power or toughness or both become these values."""

    kind: ClassVar[str] = "set_pt"
    power: Value | None = None
    toughness: Value | None = None


class ModifyPT(Node, frozen=True, tag="modify_pt"):
    """Power and toughness are changed by these amounts.

    doubles: the amounts are what doubling adds, so that one below zero is dealt with as doubling has it (rule key
    power_toughness.doubled_negative).
    """

    kind: ClassVar[str] = "modify_pt"
    power: Value = 0
    toughness: Value = 0
    doubles: bool = False


class SwitchPT(Node, frozen=True, tag="switch_pt"):
    """Power and toughness are switched."""

    kind: ClassVar[str] = "switch_pt"


class Regeneration(Node, frozen=True, tag="regeneration"):
    """A shield: the next time the object would be destroyed, instead it is tapped and damage on it is removed."""

    kind: ClassVar[str] = "rule"


class PreventDamage(Node, frozen=True, tag="prevent_damage"):
    """Damage to the object, or by it, is prevented.

    It is written of objects, or of players. amount: that much in all, then no more; None: all. to: whether damage dealt
    to it is meant, else damage it would deal. combat: combat damage only. each: that much of the damage of each source
    each time, without end. source: only damage by such a source. next: only the next time. then: what is done besides,
    in which `that_much` is how much was prevented.
    """

    kind: ClassVar[str] = "rule"
    amount: Value | None = None
    to: bool = True
    combat: bool = False
    each: bool = False
    source: Filter | None = None
    next: bool = False
    then: Body = ()


class Replace(Node, frozen=True, tag="replace"):
    """A replacement effect: an event that fits happens otherwise, or not at all where nothing is said of `instead`.

    next: only the next time. optional: only if a player chooses it (`replacement` under the choices).
    """

    kind: ClassVar[str] = "rule"
    would: Would
    instead: tuple[Instead, ...] = ()
    next: bool = False
    optional: bool = False


class Cant(Node, frozen=True, tag="cant"):
    """An event that fits can't happen, whatever else says that it does."""

    kind: ClassVar[str] = "rule"
    would: Would


class MoreDevotion(Node, frozen=True, tag="more_devotion"):
    """The devotion of the source's controller to each color and each combination of colors is so much greater."""

    kind: ClassVar[str] = "rule"
    number: int = 1


class StaysAway(Node, frozen=True, tag="stays_away"):
    """The object, in exile, returns to the battlefield under its owner's control when the effect ends. Not written on
    cards: it is what an instruction to exile until the source leaves comes to."""

    kind: ClassVar[str] = "rule"


class RuleEffect(Node, frozen=True, tag="rule"):
    """An effect on what players and objects may do, which changes no characteristic; the gloss says it in our words.

    says: what it forbids, allows, requires and limits, where the words are understood; empty where only the words are
    known.
    """

    kind: ClassVar[str] = "rule"
    gloss: str
    says: tuple[Says, ...] = ()


Modification = (
    BecomeCopy | TakeValues | EnteringShape | SetController | ReplaceWord | ExchangeText | FullTextOf | SetName
    | AddName | SetManaCost | AddTypes | SetTypes | SetSubtypes | RemoveTypes | RemoveSubtypes | SetColors | AddColors
    | AddAbilities | AddKeyword | AddForEach | RemoveKeyword | RemoveAllAbilities | RemoveAbilities | CantHave
    | CopyAbilities | DefinePT | SetBasePT | ModifyPT | SwitchPT | Regeneration | PreventDamage | Replace | Cant
    | MoreDevotion | StaysAway | RuleEffect
)  # fmt: skip
