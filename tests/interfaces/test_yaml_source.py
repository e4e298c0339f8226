"""The YAML reader: plain values, positions, and a clear refusal of everything else."""

from __future__ import annotations

import json
import os
import pickle
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from layerproof.kb.errors import KnowledgeError, Position
from layerproof.kb.files import yaml_reader, yaml_source
from layerproof.kb.files.yaml_source import Plain, parse_documents, read_document, read_documents

SCENARIO = """\
scenario: A leveled-up creature and an older Godhead of Awe
timeline:
  - {enters: Godhead of Awe, as: godhead, controller: opponent}
  - {put: {level: 1}, on: beast}
claims:
  - beast: {pt: 4/4}
    id: level-03
"""


def value(text: str) -> Plain:
    """Read a text that holds one document without a fault."""
    (document,) = parse_documents(text, "t.yaml").checked()
    return document.value


def error(text: str) -> KnowledgeError:
    """Read a text with exactly one fault."""
    (found,) = parse_documents(text, "t.yaml").errors
    return found


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("true", True),
        ("false", False),
        ("True", "True"),
        ("on", "on"),
        ("no", "no"),
        ("yes", "yes"),
        ("y", "y"),
        ("null", None),
        ("~", None),
        ("", None),
        ("none", "none"),
        ("0", 0),
        ("12", 12),
        ("+1", 1),
        ("-3", -3),
        ("012", "012"),
        ("0x1f", "0x1f"),
        ("0o17", "0o17"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("1.5", "1.5"),
        ("1e3", "1e3"),
        (".inf", ".inf"),
        ("2012-10-01", "2012-10-01"),
        ("4/4", "4/4"),
        ("+1/+1", "+1/+1"),
        ("0..8", "0..8"),
        ("=", "="),
        ("\u0663", "\u0663"),
        ("'true'", "true"),
        ('"1"', "1"),
        ("''", ""),
        ("|\n  one\n  two", "one\ntwo\n"),
        ("!!str 1", "1"),
        ("! 1", "1"),
        ("!!int 1", 1),
        ("!!null ~", None),
        ('"{T}: Add {C}"', "{T}: Add {C}"),
    ],
)
def test_scalars(written: str, read: Plain) -> None:
    result = value(f"a: {written}\n")
    assert result == {"a": read}
    assert isinstance(result, dict) and type(result["a"]) is type(read)


def test_keys_are_words() -> None:
    assert value("2: a\ntrue: b\non: c\n'': d\n2012-10-01: e\n+1/+1: f\n") == {
        "2": "a",
        "true": "b",
        "on": "c",
        "": "d",
        "2012-10-01": "e",
        "+1/+1": "f",
    }


def test_positions() -> None:
    (document,) = parse_documents(SCENARIO, "s.yaml")
    assert document.where() == Position("s.yaml", 1, 1)
    assert document.where(("scenario",)) == Position("s.yaml", 1, 11)
    assert document.where_key(("timeline",)) == Position("s.yaml", 2, 1)
    assert document.where(("timeline", 1)) == Position("s.yaml", 4, 5)
    assert document.where_key(("timeline", 1)) == Position("s.yaml", 4, 5)
    assert document.where(("timeline", 0, "as")) == Position("s.yaml", 3, 34)
    assert document.where_key(("timeline", 0, "as")) == Position("s.yaml", 3, 30)
    assert document.where(("claims", 0, "beast", "pt")) == Position("s.yaml", 6, 17)
    assert str(document.where(("claims", 0, "id"))) == "s.yaml:7"


def test_positions_fall_back_to_the_nearest_enclosing_value() -> None:
    (document,) = parse_documents(SCENARIO, "s.yaml")
    enclosing = document.where(("timeline", 1))
    for path in [("timeline", 1, "as"), ("timeline", 1, "as", 0, "x"), ("timeline", 1, 7)]:
        assert document.where(path) == enclosing
        assert document.where_key(path) == enclosing
    assert document.where(("timeline", 5)) == document.where(("timeline",))
    assert document.where(("nothing",)) == document.where()


def test_several_documents() -> None:
    documents = parse_documents("a: é\n---\n# nothing here\n---\nb: 2\n", "t.yaml").checked()
    assert [document.value for document in documents] == [{"a": "é"}, {"b": 2}]
    assert documents[1].where(("b",)).line == 5
    assert parse_documents("", "t.yaml").checked().documents == ()
    assert parse_documents("# only a comment\n", "t.yaml").checked().documents == ()
    assert value("--- ''\n") == ""
    assert value("\ufeffa: 1\n") == {"a": 1}


def test_json_works() -> None:
    data: Plain = {"a": [1, "2", True, None, {"b": []}], "c": "Æther: {T}"}
    assert value(json.dumps(data, indent="\t")) == data


def test_aliases_share_what_they_name() -> None:
    (document,) = parse_documents("a: &x {p: 1}\nb: *x\nc: &k word\n*k : d\n", "t.yaml").checked()
    assert document.value == {"a": {"p": 1}, "b": {"p": 1}, "c": "word", "word": "d"}
    assert document.where(("b",)).line == 2
    assert document.where(("b", "p")).line == 1


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "the key 'a' is given twice (first in line 1)"),
        ("2: x\n'2': y\n", 2, "the key '2' is given twice"),
        ("a: {b: 1,\n  b: 2}\n", 2, "the key 'b' is given twice"),
        ("x:\n  {a: 1}: b\n", 2, "a mapping is used as a key"),
        ("[a]: b\n", 1, "a list is used as a key"),
        ("?\n: b\n", 1, "a key is missing"),
        ("a: &x {b: 1}\n<<: *x\n", 2, "merge keys"),
        ("a: !dice 6\n", 1, "the tag '!dice' is not used here"),
        ("a: !!python/object:os.system {}\n", 1, "the tag"),
        ("a: !!float 1.5\n", 1, "the tag"),
        ("!!str a: 1\n!!int 3: 4\n", 2, "the tag"),
        ("a: !!int one\n", 1, "does not fit its tag"),
        ("a: 1\nb: *x\n", 2, "nothing is named '&x'"),
        ("a: &x [1, *x]\n", 1, "stands inside what it names"),
        ("a: &x [1]\n*x : 2\n", 2, "an alias is used as a key"),
        ("a: 12345678901234567890\n", 1, "the number is too large"),
        ("a: 1\n\tb: 2\n", 2, "this is not YAML"),
        ("a: b: c\n", 1, "mapping values are not allowed"),
        ("a: {b\n", 2, "this is not YAML"),
        ("a: 'open\n", 2, "this is not YAML"),
        ("a: 1\nb: \0\n", 2, "the character U+0000"),
        ("a: 1\nb: \ud800\n", 2, "the character U+D800"),
    ],
)
def test_refused_with_its_line(text: str, line: int, what: str) -> None:
    found = error(text)
    assert found.line == line
    assert what in found.what
    assert str(found).startswith(f"t.yaml:{line}: ")


def test_the_mend_is_named() -> None:
    assert "quotation marks" in str(error("a: {T}: Add {C}\n"))
    assert "quotation marks" in str(error("a: b: c\n"))
    assert "spaces" in str(error("a:\n\tb: 2\n"))


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused(opening: str) -> None:
    assert error(opening * 100_000).what == "the nesting is too deep"


def test_nesting_up_to_the_limit_is_read() -> None:
    assert value("[" * 60 + "]" * 60)
    assert error("[" * 61 + "]" * 61).what == "the nesting is too deep"
    # An alias brings the depth of what it names.
    deep = "a: &x " + "[" * 40 + "]" * 40 + "\nb: " + "*x\n"
    assert value(deep)
    assert error(deep.replace("*x", "[" * 20 + "*x" + "]" * 20)).what == "the nesting is too deep"


def test_alias_bomb_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    assert "stand for too much" in error("\n".join(lines)).what


def test_a_broken_document_does_not_hide_the_others() -> None:
    text = "a: 1\n---\nb: {c: 1\n---\nd: 1\nd: 2\nd: 3\n---\ne: !x 1\nf: 1\n---\ng: 1\n"
    found = parse_documents(text, "t.yaml")
    assert [document.value for document in found] == [{"a": 1}, {"g": 1}]
    assert found[1].where(("g",)).line == 12
    assert [each.line for each in found.errors] == [4, 6, 7, 9]
    with pytest.raises(KnowledgeError) as raised:
        found.checked()
    assert raised.value.errors == found.errors
    assert str(raised.value).count("\n") == 3


def test_errors_of_one_file_are_bounded() -> None:
    started = time.perf_counter()
    assert len(parse_documents("---\n{\n" * 100_000, "t.yaml").errors) == yaml_reader.MAX_ERRORS
    assert len(parse_documents("a: 1\n" * 100_000, "t.yaml").errors) == yaml_reader.MAX_ERRORS
    assert time.perf_counter() - started < 10


def test_files(tmp_path: Path) -> None:
    def refused(path: str | Path) -> KnowledgeError:
        with pytest.raises(KnowledgeError) as raised:
            read_documents(path)
        return raised.value

    file = tmp_path / "a.yaml"
    assert "no such file" in str(refused(file))
    assert "folder" in str(refused(tmp_path))
    assert "cannot be opened" in str(refused("a\0b"))
    file.write_bytes(b"a: 1\nb: \xff\n")
    assert "byte 8 (0xff) is not UTF-8" in str(refused(file)) and refused(file).line == 2
    file.write_bytes(b"\xef\xbb\xbfa: \xff\n")
    assert "byte 6 (0xff)" in str(refused(file))
    file.write_bytes(b"#" * (yaml_source.MAX_BYTES + 1))
    assert "too large" in str(refused(file)) and "5 MB" in str(refused(file))
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert read_document(file).value == {"a": 1, "b": 2}
    assert read_document(file).where(("b",)) == Position(str(file), 2, 4)
    if os.geteuid() != 0:
        file.chmod(0)
        assert "permission denied" in str(refused(file))


def test_permission_denied(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("builtins.open", denied)
    with pytest.raises(KnowledgeError, match="permission denied"):
        read_documents("a.yaml")


@pytest.mark.parametrize(("text", "what"), [("", "empty"), ("a: 1\n---\nb: 2\n", "2 documents"), ("a: {", "YAML")])
def test_read_document_wants_one(tmp_path: Path, text: str, what: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(text)
    with pytest.raises(KnowledgeError, match=what):
        read_document(file)


def test_errors_can_be_sent_to_another_process() -> None:
    for found in (error("a: 1\na: 2\n"), KnowledgeError("plain")):
        again = pickle.loads(pickle.dumps(found))
        assert str(again) == str(found) and again.position == found.position


def test_a_scenario_is_read_fast() -> None:
    text = SCENARIO + "".join(f"  - beast: {{pt: {n}/{n}}}\n" for n in range(13))
    best = min(_seconds(text) for _ in range(20))
    assert best < 0.002  # measured 0.2 ms; the bound leaves room for a busy machine


def _seconds(text: str) -> float:
    started = time.perf_counter()
    parse_documents(text, "t.yaml")
    return time.perf_counter() - started


ALPHABET = st.sampled_from(
    [*"ab01 \n\n\t:-,[]{}&*!|>'\"#%@`?~<=.\\é\x85\u2028\ufeff\0\ud800", "\n---\n", "\n...\n", ": "]
)
TEXTS = st.one_of(st.text(max_size=80), st.lists(ALPHABET, max_size=60).map("".join))


@pytest.mark.parametrize("parser", ["fast", "pure"])
@settings(max_examples=600, deadline=None)
@given(text=TEXTS)
def test_any_text_is_read_or_refused(parser: str, text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if parser == "pure":
            patch.setattr(yaml_reader, "_PARSER", yaml.SafeLoader)
        found = parse_documents(text, "t.yaml")
    for each in found.errors:
        assert each.what and each.file == "t.yaml" and "\n" not in str(each)
    for document in found:
        _check_places(document.value, (), document)


def _check_places(part: Plain, path: tuple[str | int, ...], document: yaml_source.Document) -> None:
    assert (document.where(path).line or 0) > 0 and (document.where_key(path).column or 0) > 0
    steps = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for step, inner in steps:
        _check_places(inner, (*path, step), document)


@settings(max_examples=300, deadline=None)
@given(data=st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "bytes.yaml"
    file.write_bytes(data)
    try:
        read_documents(file)
    except KnowledgeError as refused:
        assert refused.file == str(file)


PLAIN: st.SearchStrategy[Plain] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**9), 10**9), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=4)),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None)
@given(data=st.dictionaries(st.text(max_size=5), PLAIN, max_size=4))
def test_what_is_written_is_read_again(data: dict[str, Plain]) -> None:
    assert value(yaml.safe_dump(data, allow_unicode=False)) == data
