"""Options: what a player may do as something resolves, of which a scenario answers one."""

from __future__ import annotations

import msgspec

from layerproof.kb.model.expression import Chose, OpaqueCondition
from layerproof.kb.model.instruction import Body, If, Instruction, Modes, Pays, Reflexive

_MAY = Chose("may")
_ANOTHER = OpaqueCondition("another option is taken")


def one_option(body: Body, asked: bool = False) -> tuple[Body, bool]:
    """Instructions in which only one option is asked about, since one answer (`choices: {may: …}`) is told.

    asked: whether there was one before. Options behind it become conditions of which only words are known. Returns also
    whether an option was asked about. What a reflexive ability asks about is its own.

    >>> made, _ = one_option((If(_MAY, ()), If(_MAY, ())))
    >>> [each.condition for each in made]
    [Chose(option='may'), OpaqueCondition(gloss='another option is taken')]
    """
    out: list[Instruction] = []
    for each in body:
        if isinstance(each, If):
            condition = _ANOTHER if asked and each.condition == _MAY else each.condition
            before = asked or each.condition == _MAY
            then, one = one_option(each.then, before)
            other, two = one_option(each.else_, before)
            out.append(If(condition, then, other))
            asked = one or two
        elif isinstance(each, Pays):
            then, one = one_option(each.then, asked)
            other, two = one_option(each.else_, asked)
            out.append(msgspec.structs.replace(each, then=then, else_=other))
            asked = one or two
        elif isinstance(each, Modes):
            done = [one_option(mode.body, asked) for mode in each.modes]
            modes = [msgspec.structs.replace(mode, body=one[0]) for mode, one in zip(each.modes, done, strict=True)]
            out.append(msgspec.structs.replace(each, modes=tuple(modes)))
            asked = asked or any(one[1] for one in done)
        elif isinstance(each, Reflexive):
            out.append(msgspec.structs.replace(each, body=one_option(each.body)[0]))
        else:
            out.append(each)
    return tuple(out), asked
