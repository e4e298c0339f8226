"""The rooms of facts, questions and tests: how many modules a folder has, their names, no circle of imports."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Parts of which the rooms are laid out; the others follow.
LAID_OUT = ("kb", "queries", "tests")
MOST = 15
# Tests are imported by the names of their folders; they are no part of the package.
TESTS = "tests"
# The two directions of one subject, from rules text and back, have the same names.
DIRECTIONS = ("kb/oracle", "kb/wording")
# Modules of facts that import within functions, and why.
LATE = {
    "kb/cards/card_sources.py": "an installed card index is read without what imports card files",
    "kb/cards/embedded_facts.py": "a run that takes its cards from an index alone reads no YAML",
    "kb/oracle/compiled.py": "most questions need no compiler of rules text, which takes long to start",
    "kb/scenario/claims/quoted_words.py": "most claims quote no text, so that they need no compiler",
}
# Questions import within functions so that a command starts fast: only what their module does not load anyway.
QUESTIONS, MOST_LATE = "queries", 60
# What reads every module of the records, which lie below all else.
BY_NAME = {"queries/words/proof_records.py"}
# Records hold each other: an effect gives abilities, whose instructions begin effects. That is named for types alone.
RECORDS = "kb/model"


def modules(part: str) -> list[Path]:
    """List the modules of a part of the project."""
    return sorted((ROOT / part).rglob("*.py"))


def place(file: Path) -> str:
    """Write the path of a file from the root of the project."""
    return file.relative_to(ROOT).as_posix()


@cache
def by_dotted_name(parts: tuple[str, ...] = LAID_OUT) -> dict[str, Path]:
    """Give the modules of some parts, by default those laid out, by the names under which they are imported."""
    found = {}
    for file in (each for part in parts for each in modules(part)):
        names = file.relative_to(ROOT).with_suffix("").parts
        package = () if names[0] == TESTS else ("layerproof",)
        found[".".join((*package, *(names[:-1] if names[-1] == "__init__" else names)))] = file
    return found


def statements(body: ast.AST, late: bool = False, types: bool = False) -> Iterator[tuple[ast.stmt, bool, bool]]:
    """Give the imports below a node, with whether each stands within a function, and whether it is for types alone."""
    for node in ast.iter_child_nodes(body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, late, types
        inner = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for_types = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        yield from statements(node, inner, types or for_types)


def imports(code: str, parts: tuple[str, ...] = LAID_OUT) -> Iterator[tuple[str, bool, bool]]:
    """Give the modules of some parts that code imports, as `statements` gives the imports."""
    known = by_dotted_name(parts)
    for node, late, types in statements(ast.parse(code)):
        names = [alias.name for alias in getattr(node, "names", [])]
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name}" for name in names]
        for name in names:
            while name and name not in known:
                name = name.rpartition(".")[0]
            if name:
                yield name, late, types


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Find a circle in what imports what; nothing where there is none."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})
    assert not circle({"a": {"b", "c"}, "b": {"c"}})


def test_an_import_within_a_function_counts() -> None:
    code = (
        "from layerproof.kb.errors import Position\nfrom typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from layerproof.kb.model import ability\n"
        "def f():\n    if f:\n        import layerproof.kb.model.node as node\n"
    )
    assert list(imports(code)) == [
        ("layerproof.kb.errors", False, False),
        ("layerproof.kb.model.ability", False, True),
        ("layerproof.kb.model.node", True, False),
    ]


def test_imports_form_no_circle() -> None:
    """Nor do those within functions. Records may name the types of each other, which nothing imports as it runs."""
    edges: dict[str, set[str]] = {}
    for name, file in by_dotted_name().items():
        allowed = place(file).startswith(f"{RECORDS}/")
        found = imports(file.read_text(encoding="utf-8"))
        edges[name] = {other for other, _, types in found if other != name and not (types and allowed)}
    assert sum(map(len, edges.values())) > 500
    assert not circle(edges)


def test_folders_form_no_circle() -> None:
    """Each folder of a part rests on those below it; its rooms count as the folder that they are in."""
    folder = {name: ".".join(name.split(".")[: 2 if name.startswith(f"{TESTS}.") else 3]) for name in by_dotted_name()}
    edges: dict[str, set[str]] = defaultdict(set)
    for name, file in by_dotted_name().items():
        for other, _, types in imports(file.read_text(encoding="utf-8")):
            if not types and folder[other] != folder[name]:
                edges[folder[name]].add(folder[other])
    assert len(edges) > 5
    assert not circle(edges)


def test_nothing_is_imported_by_a_written_name() -> None:
    """Such an import would escape the tests of this file."""
    code = by_dotted_name(tuple(part for part in LAID_OUT if part != TESTS)).values()
    named = {place(file) for file in code if "importlib" in file.read_text(encoding="utf-8")}
    assert named == BY_NAME


def test_functions_import_nothing_without_a_reason() -> None:
    late = {
        place(file)
        for file in by_dotted_name(("kb",)).values()
        if any(late for _, late, _ in imports(file.read_text(encoding="utf-8")))
    }
    assert late == set(LATE), "import at the top of the module; what is shared belongs into a module below both"


@cache
def at_the_top() -> dict[str, set[str]]:
    """Give for each module of the project those that it imports as it is loaded."""
    parts = ("kb", "solver", "queries")
    return {
        name: {other for other, late, types in imports(file.read_text(encoding="utf-8"), parts) if not late | types}
        for name, file in by_dotted_name(parts).items()
    }


def loaded_with(name: str) -> set[str]:
    """Give the modules that are loaded once a module is, also the packages that they are in."""
    found: set[str] = set()
    left = [name]
    while left:
        each = left.pop()
        if each not in found and each in at_the_top():
            found.add(each)
            left += [*at_the_top()[each], each.rpartition(".")[0]]
    return found


def test_what_is_loaded_is_found() -> None:
    found = loaded_with("layerproof.queries.answer.claim_answers")
    assert {"layerproof.queries.words.reasons", "layerproof.queries.answer", "layerproof.kb.errors"} <= found
    assert "layerproof.solver.claims.over_worlds" in found and "layerproof.queries.commands.lookup" not in found


def test_questions_import_late_for_a_fast_start_alone() -> None:
    late, needless = 0, []
    for name, file in by_dotted_name((QUESTIONS,)).items():
        loaded, code = loaded_with(name), file.read_text(encoding="utf-8")
        late += sum(within for _, within, _ in statements(ast.parse(code)))
        for other, within, _ in imports(code, ("kb", "solver", "queries")):
            if within and other in loaded:
                needless.append(f"{place(file)} imports {other} in a function, though it is loaded with the module")
    assert not needless, "\n".join(needless)
    assert 0 < late <= MOST_LATE


@pytest.mark.parametrize("part", LAID_OUT)
def test_no_folder_is_crowded(part: str) -> None:
    count: dict[str, int] = defaultdict(int)
    for file in modules(part):
        count[place(file.parent)] += 1
    crowded = [f"{folder} has {number} modules: at most {MOST}" for folder, number in count.items() if number > MOST]
    assert not crowded, "\n".join(crowded)


def test_one_name_means_one_thing() -> None:
    """Modules have the same last name only where they read and write the same subject."""
    places = defaultdict(list)
    for file in by_dotted_name().values():
        if file.stem != "__init__":
            side = next((each for each in DIRECTIONS if place(file).startswith(f"{each}/")), "kb")
            places[file.stem].append((side, place(file)))
    twice = [
        [path for _, path in found]
        for found in places.values()
        if len(found) > 1 and sorted(side for side, _ in found) != list(DIRECTIONS)
    ]
    assert not twice
    assert any(len(found) == 2 for found in places.values())


def mapped() -> set[str]:
    """Read the folders and files of the laid out parts that the map of the architecture has a row for."""
    rows = re.findall(r"^\| (.+?) \|", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([\w/.]+)`", row)}
    return {name for name in named if name.partition("/")[0] in LAID_OUT}


def test_the_map_shows_every_folder() -> None:
    folders = {place(file.parent) for part in LAID_OUT for file in modules(part)} - set(LAID_OUT)
    assert not folders - mapped(), "docs/architecture.md has no row for these"


def test_the_map_names_nothing_that_is_not_there() -> None:
    assert not [name for name in sorted(mapped()) if not (ROOT / name).exists()]
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    paths = {name for name in re.findall(r"`(\w+/[\w/.]+)`", text) if name.partition("/")[0] in LAID_OUT}
    assert paths
    assert not [name for name in sorted(paths) if not (ROOT / name).exists()]
