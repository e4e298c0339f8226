"""The house rules that a machine can check: who imports whom, length of files, keys instead of rule numbers."""

from __future__ import annotations

import ast
import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from layerproof.kb.cards.embedded_facts import card_names

ROOT = Path(__file__).resolve().parent.parent
FACTS, REASONING, QUESTIONS, FACADE = "kb", "solver", "queries", "layerproof"
CODE = (FACTS, REASONING, QUESTIONS, FACADE)
MAY_IMPORT = {FACTS: {FACTS}, REASONING: {FACTS, REASONING}, QUESTIONS: {FACTS, REASONING, QUESTIONS}}

RULEBOOK = ROOT / FACTS / "rulebook"

RULE_NUMBER = re.compile(r"\b[1-9][0-9]{2}\.[0-9]+[a-z]?\b")
DATE = re.compile(r"(19|20)[0-9]{2}-[0-9]{2}(-[0-9]{2})?")
ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def python_files(*folders: str) -> list[Path]:
    """List the Python files of these folders of the repository."""
    return sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))


def shown(file: Path, line: int, what: str) -> str:
    """Write where something was found."""
    return f"{file.relative_to(ROOT)}:{line}: {what}"


@cache
def tree(file: Path) -> ast.Module:
    """Read a Python file as a syntax tree."""
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def imported(file: Path) -> Iterator[tuple[int, str]]:
    """Give the line and the full dotted name of everything that a file imports, at its top or within a function."""
    package = ["layerproof", *file.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def imported_parts(file: Path) -> Iterator[tuple[int, str]]:
    """Give the line and the part of the project (`kb`, `solver`, `queries`, `layerproof`) of each import from it."""
    for line, name in imported(file):
        first, _, rest = name.partition(".")
        if first == "layerproof" and rest != "__version__":
            part = rest.partition(".")[0]
            yield line, part if part in MAY_IMPORT else FACADE


def texts(file: Path) -> Iterator[ast.Constant]:
    """Give the texts in the code of a file; docstrings, where examples stand, are not code."""
    docstrings = set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            if isinstance(node.body[0], ast.Expr):
                docstrings.add(node.body[0].value)
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            yield node


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_go_one_way(part: str) -> None:
    wrong = [
        shown(file, line, f"{part} imports {other}")
        for file in python_files(part)
        for line, other in imported_parts(file)
        if other not in MAY_IMPORT[part]
    ]
    assert not wrong, "\n".join(wrong)


def test_the_checker_imports_facts_alone() -> None:
    proof = ROOT / REASONING / "proof"
    of_checker = {*proof.glob("checker*.py"), *proof.rglob("checker*/**/*.py"), *proof.glob("check/**/*.py")}
    # What Python runs on the way to the checker must not bring the solver in either.
    on_the_way = {file for file in (ROOT / REASONING / "__init__.py", proof / "__init__.py") if file.exists()}
    wrong = [
        shown(file, line, f"the checker imports {name}")
        for file in sorted(of_checker | on_the_way)
        for line, name in imported(file)
        if name.partition(".")[0] in ("constraint", "networkx")
        or (name.startswith("layerproof.") and not name.startswith(("layerproof.kb.", "layerproof.solver.proof.check")))
    ]
    assert not wrong, "\n".join(wrong)


def test_parts_are_imported_under_the_name_of_the_project() -> None:
    wrong = [
        shown(file, line, f"imports {name}: write layerproof.{name}")
        for file in python_files(*CODE, "tests")
        for line, name in imported(file)
        if name.partition(".")[0] in MAY_IMPORT
    ]
    assert not wrong, "\n".join(wrong)


def test_no_file_is_long() -> None:
    long = [
        shown(file, count, "the file is over 400 lines")
        for file in python_files(*CODE, "tests", "benchmarks")
        if (count := len(file.read_text(encoding="utf-8").splitlines())) > 400
    ]
    assert not long, "\n".join(long)


def test_code_names_rule_keys_and_no_numbers() -> None:
    wrong = [
        shown(file, number, f"the rule number {found[0]}")
        for file in python_files(*CODE)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if (found := RULE_NUMBER.search(line))
    ]
    assert not wrong, "\n".join(wrong)


def is_date(node: ast.AST) -> bool:
    """Say whether a piece of code is, or holds, a written date."""
    return any(
        isinstance(part, ast.Constant) and isinstance(part.value, str) and DATE.fullmatch(part.value) is not None
        for part in ast.walk(node)
    )


def is_edition(node: ast.AST) -> bool:
    """Say whether a piece of code names an edition, or something of one."""
    if isinstance(node, ast.Attribute):
        return node.attr == "edition" or is_edition(node.value)
    return isinstance(node, ast.Name) and node.id == "edition"


def compares_with_date(node: ast.AST) -> bool:
    """Say whether a piece of code decides by a date that is written in it."""
    if isinstance(node, ast.match_case):
        return is_date(node.pattern)
    return isinstance(node, ast.Compare) and any(is_date(side) for side in (node.left, *node.comparators))


def orders_editions(node: ast.AST) -> bool:
    """Say whether a piece of code asks which edition is the later one."""
    if not isinstance(node, ast.Compare) or not any(isinstance(op, ORDERINGS) for op in node.ops):
        return False
    return any(is_edition(side) for side in (node.left, *node.comparators))


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("if edition < other: pass", True),
        ("x = world.edition.date >= day", True),
        ("if edition.name == '2012-10-01': pass", True),
        ("ok = name in ('2012-10-01', 'current')", True),
        ("match name:\n  case '2012-10-01': pass", True),
        ("if edition is None: pass", False),
        ("if edition.policy('legend') == 'choose': pass", False),
        ("since = '2012-10-01'", False),
    ],
)
def test_a_branch_on_an_edition_is_recognised(code: str, found: bool) -> None:
    assert any(compares_with_date(node) or orders_editions(node) for node in ast.walk(ast.parse(code))) is found


def test_no_code_branches_on_an_edition() -> None:
    wrong = [
        shown(file, getattr(node, "lineno", 0), "an edition is data: name a policy in it instead of comparing")
        for file in python_files(*CODE)
        for node in ast.walk(tree(file))
        # The editions themselves are put in order in one place, where they are found and derived.
        if compares_with_date(node) or (orders_editions(node) and RULEBOOK not in file.parents)
    ]
    assert not wrong, "\n".join(wrong)


def test_no_card_is_named_in_code() -> None:
    # A name such as "Counter" is a word of the rulebook first.
    names = [name for name in card_names() if " " in name or len(name) > 8]
    assert names, "there are no embedded cards"
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names)))})(?!\w)")
    wrong = [
        shown(file, node.lineno, f"names the card {found[0]}")
        for file in python_files(REASONING, QUESTIONS)
        for node in texts(file)
        if (found := pattern.search(str(node.value)))
    ]
    assert not wrong, "\n".join(wrong)


def readme_examples() -> list[tuple[str, str]]:
    """Read the commands of the README's console blocks, each with the output that is shown for it."""
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8") if readme.exists() else ""
    examples = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block.replace("\\\n", " "), flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("layerproof "):
                examples.append((command, output))
    return examples


def readme_files() -> dict[str, str]:
    """Read the scenario files that the README shows: YAML blocks whose first line is a comment with the file's name."""
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8") if readme.exists() else ""
    return dict(re.findall(r"^```yaml\n# (\S+\.yaml)\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


def test_readme_examples_print_what_is_shown(tmp_path: Path) -> None:
    examples = readme_examples()
    assert examples, "README has no runnable example"
    for entry in ROOT.iterdir():
        if not entry.name.startswith("."):
            (tmp_path / entry.name).symlink_to(entry)
    for name, content in readme_files().items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    script = Path(sys.executable).with_name("layerproof")
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120"}
    checker = doctest.OutputChecker()
    for command, output in examples:
        run = subprocess.run(
            [script, *shlex.split(command, comments=True)[1:]],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=120,
        )
        printed = "".join(f"{line.rstrip()}\n" for line in run.stdout.splitlines())
        same = checker.check_output(output.rstrip() + "\n", printed.rstrip() + "\n", doctest.ELLIPSIS)
        assert same, f"$ {command}\nprints\n{printed}\nbut the README shows\n{output}"
