"""Text that files hold, made fit to be shown: what would move the cursor, break a line or turn text round is escaped.

A title with a line break in it could pass for a verdict. Everything that is printed goes through `say` of `terminal`;
reports in other forms use `printable` where they put a text in.
"""

from __future__ import annotations

import json
import unicodedata
from typing import Any

# Control and format characters, line and paragraph separators, and halves of characters.
_UNFIT = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str, keep: str = "") -> str:
    """Give a text with an escape for each character that does more than be seen.

    text: from a file, or anything that holds such text. keep: characters that are left as they are. It does not
    promise that two texts stay different: a backslash stands for itself.

    >>> printable("a bear\\n3: proved"), printable("two\\nlines", keep="\\n")
    ('a bear\\\\n3: proved', 'two\\nlines')
    """
    if text.isprintable():
        return text
    return "".join(each if each in keep or unicodedata.category(each) not in _UNFIT else _escape(each) for each in text)


def _escape(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def printable_json(data: Any) -> str:
    """Give plain data as JSON that can be shown as it is and means the same.

    >>> print(printable_json(["caf\\u00e9", "\\x9b"]))
    [
     "café",
     "\\u009b"
    ]
    """
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return "".join(
        each if each == "\n" or unicodedata.category(each) not in _UNFIT else json.dumps(each)[1:-1] for each in text
    )
