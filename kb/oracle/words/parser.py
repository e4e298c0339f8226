"""The grammar engine: patterns of words, and a memoised parser that finds every reading of a phrase.

A rule is a pattern such as `gets|get <pt> [for each <np>]` with a function that builds the meaning from what stands at
the angle brackets. Every way to read a phrase is found, so that two readings can be told from one; there is no order
of precedence among rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from layerproof.kb.oracle.words.lexical_tokens import Token

Readings = tuple[tuple[Any, int], ...]
Primitive = Callable[["Parse", int], Iterable[tuple[Any, int]]]

# What a build function gives back for a combination of parts that means nothing.
NO = object()

_ELEMENT = re.compile(r"<([\w:]+)>|([()\[\]|])|([^\s<>()\[\]|]+)")


class _Node:
    """A place in the trie of all patterns of one name."""

    __slots__ = ("ends", "names", "words")

    def __init__(self) -> None:
        self.words: dict[str, _Node] = {}
        self.names: dict[str, _Node] = {}
        self.ends: list[tuple[Callable[..., Any], tuple[int, ...], int]] = []


class Grammar:
    """Rules by name; the patterns of one name share their beginnings."""

    def __init__(self) -> None:
        self.roots: dict[str, _Node] = {}
        self.primitives: dict[str, Primitive] = {}

    def rule(self, name: str, pattern: str, build: Callable[..., Any] | None = None) -> None:
        """Add a rule. Without `build` the meaning is what stands at its one angle bracket.

        pattern: words; `a|b` for one of several words; `(a b|c)` for one of several phrases; `[a]` for what may be left
        out; `<name>` for what another rule reads, handed to `build` in order, None where it is left out.
        """
        sequences, captures = _expand(pattern)
        root = self.roots.setdefault(name, _Node())
        make = build or _first
        for sequence in sequences:
            node, slots = root, []
            for kind, text, slot in sequence:
                if kind == "word":
                    node = node.words.setdefault(text, _Node())
                else:
                    node = node.names.setdefault(text, _Node())
                    slots.append(slot)
            node.ends.append((make, tuple(slots), captures))

    def primitive(self, name: str) -> Callable[[Primitive], Primitive]:
        """Register a function that reads a phrase of this name by itself."""

        def keep(function: Primitive) -> Primitive:
            self.primitives[name] = function
            return function

        return keep


def _first(*parts: Any) -> Any:
    return next((each for each in parts if each is not None), None)


class Parse:
    """The reading of one piece of text: its tokens, what was found where, and the targets that it names."""

    def __init__(self, grammar: Grammar, tokens: tuple[Token, ...]) -> None:
        self.grammar = grammar
        self.tokens = tokens
        self.words = [token.word for token in tokens]
        self.targets: list[tuple[int, Any]] = []
        self.choices: list[tuple[int, Any]] = []
        self._found: dict[tuple[str, int], Readings] = {}
        self.loose = False

    def word(self, at: int) -> str:
        """The word at a place in lower case, empty behind the end."""
        return self.words[at] if at < len(self.words) else ""

    def target(self, at: int, what: Any) -> int:
        """The number of a target named at a place; the same target at the same place has one number."""
        key = (at, what)
        if key not in self.targets:
            self.targets.append(key)
        return self.targets.index(key)

    def choice(self, at: int, what: Any) -> int:
        """The number of an object chosen on resolution that is named at a place, behind all places."""
        key = (at, what)
        if key not in self.choices:
            self.choices.append(key)
        return len(self.tokens) + 1 + self.choices.index(key)

    def at(self, name: str, at: int) -> Readings:
        """All readings of the phrase of this name that begin at a place: meaning and end of each."""
        key = (name, at)
        found = self._found.get(key)
        if found is None:
            self._found[key] = ()  # A rule that begins with itself finds nothing.
            out: dict[tuple[Any, int], None] = {}
            primitive = self.grammar.primitives.get(name)
            if primitive is not None:
                for each in primitive(self, at):
                    out[each] = None
            root = self.grammar.roots.get(name)
            if root is not None:
                self._walk(root, at, (), out)
            found = self._found[key] = tuple(out)
        return found

    def whole(self, name: str, start: int = 0, end: int | None = None) -> tuple[Any, ...]:
        """All meanings of the tokens from start to end as one phrase of this name."""
        stop = len(self.tokens) if end is None else end
        return tuple(dict.fromkeys(value for value, reached in self.at(name, start) if reached == stop))

    def _walk(self, node: _Node, at: int, parts: tuple[Any, ...], out: dict[tuple[Any, int], None]) -> None:
        for build, slots, count in node.ends:
            given: list[Any] = [None] * count
            for slot, part in zip(slots, parts, strict=True):
                given[slot] = part
            value = build(*given)
            if value is not NO:
                out[(value, at)] = None
        if at < len(self.words):
            following = node.words.get(self.words[at])
            if following is not None:
                self._walk(following, at + 1, parts, out)
        for name, following in node.names.items():
            for value, end in self.at(name, at):
                self._walk(following, end, (*parts, value), out)


_Item = tuple[str, str, int]


def _bracketed(pattern: str) -> str:
    """The pattern with `gets|get` outside of all brackets written as `(gets|get)`."""
    depth, out = 0, []
    for part in pattern.split(" "):
        choice = depth == 0 and "|" in part and not set(part) & set("()[]<>")
        depth += part.count("(") + part.count("[") - part.count(")") - part.count("]")
        out.append(f"({part})" if choice else part)
    return " ".join(out)


def _expand(pattern: str) -> tuple[list[list[_Item]], int]:
    """All plain sequences that a pattern with choices and omissions stands for, and how many parts it captures."""
    elements = [(m[1], m[2], m[3]) for m in _ELEMENT.finditer(_bracketed(pattern))]
    captured = [index for index, (name, _, _) in enumerate(elements) if name]

    def choice(at: int) -> tuple[list[list[_Item]], int]:
        done: list[list[_Item]] = []
        current: list[list[_Item]] = [[]]
        while at < len(elements):
            name, mark, word = elements[at]
            if mark and mark in ")]":
                break
            if mark == "|":
                done, current, at = done + current, [[]], at + 1
                continue
            if mark:
                inner, at = choice(at + 1)
                inner = [[], *inner] if mark == "[" else inner
            elif name:
                inner = [[("name", name, captured.index(at))]]
            else:
                inner = [[("word", word, -1)]]
            current = [[*before, *after] for before in current for after in inner]
            at += 1
        return done + current, at

    return choice(0)[0], len(captured)
