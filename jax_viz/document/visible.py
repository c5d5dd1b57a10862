"""Text that shows what it holds: characters that cannot be seen become their numbers.

A report quotes code, names and messages of anybody. Control characters steer a terminal, direction marks let code read
otherwise than it runs (CVE-2021-42574), characters without width make two names look like one. Wherever a person reads
a report's text, such a character stands as `[U+202E]`. The document itself keeps the text as it is.
The twin of `src/report/visible.ts`.
"""

import re

RANGES = (
    (0x00, 0x08),  # control characters but tab and line feed
    (0x0B, 0x1F),
    (0x7F, 0x9F),
    (0xAD, 0xAD),  # soft hyphen
    (0x34F, 0x34F),
    (0x61C, 0x61C),  # direction marks
    (0x115F, 0x1160),  # fillers
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200B),
    (0x200E, 0x200F),
    (0x2028, 0x202E),  # line and paragraph separators, embeddings and overrides
    (0x2060, 0x206F),  # word joiner, invisible operators, isolates
    (0x2800, 0x2800),  # looks like a space and is a letter
    (0x3164, 0x3164),
    (0xD800, 0xDFFF),  # half a character
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0xE0000, 0xE0FFF),  # tags
)
"""Characters that are not seen, or change how others are."""

_UNSEEN = "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in RANGES)
# Joiners are part of some scripts and of emoji, and are left between such; beside ASCII they only hide.
_JOINERS = "(?<![^\\x00-\\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\\x00-\\x7f])"
_ANY = re.compile(f"[{_UNSEEN}]|{_JOINERS}")
_ONE_LINE = re.compile(f"[{_UNSEEN}\t\n]|{_JOINERS}")


def visible(text: str) -> str:
    """Return `text` with every character that cannot be seen as `[U+202E]`; tabs and line ends stay."""
    return text if text.isascii() and text.isprintable() else _ANY.sub(_number, text)


def visible_line(text: str) -> str:
    """Return `text` as one line: as `visible`, tabs and line ends shown too."""
    return text if text.isascii() and text.isprintable() else _ONE_LINE.sub(_number, text)


def _number(found: re.Match[str]) -> str:
    return f"[U+{ord(found[0]):04X}]"
