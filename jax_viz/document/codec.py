"""Encoding, decoding and the rule of versions.

A reader opens every document with its own major number or an older one, and
refuses a newer major number. A minor number may add fields: older readers
ignore those they do not know, newer readers fill those that are missing.
"""

import base64
import gzip
import json
import re
import zlib
from typing import Any

import msgspec

from jax_viz.document.integrity import fault_in
from jax_viz.document.report import Report
from jax_viz.document.visible import visible_line

FORMAT_VERSION = "1.1"

MOST_BYTES = 256 << 20
"""Of a document that comes packed: a few kilobytes can unpack to any size. 100,000 equations take tens of
megabytes. The twin of a number in `src/report/inflate.ts`."""

_decoder = msgspec.json.Decoder(Report)
_encoder = msgspec.json.Encoder()


class ReportFileError(ValueError):
    """A file or text is not a report that this version can read; the message says what to do."""


class _Head(msgspec.Struct):
    version: str
    id: str
    programs: msgspec.Raw


def encode(report: Report) -> bytes:
    """Return the plain JSON document, UTF-8.

    Half a surrogate pair, which Python's texts may hold and UTF-8 cannot, is written as U+FFFD.
    """
    try:
        return _encoder.encode(report)
    except UnicodeEncodeError:
        text = json.dumps(msgspec.to_builtins(report), ensure_ascii=False, separators=(",", ":"))
        return re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text).encode()


def decode(data: bytes | str, *, name: str = "this text") -> Report:
    """Return the report in `data`.

    Parameters
    ----------
    data
        What `encode` returned, of this version or an older one.
    name
        How messages name the source, say the file's path.

    Raises
    ------
    ReportFileError
        When `data` is cut short, is not a report, or has a newer major version.
    """
    name = visible_line(name)
    raw = data.encode() if isinstance(data, str) else bytes(data)
    raw = raw.removeprefix(b"\xef\xbb\xbf")  # an editor's byte order mark
    try:
        head = msgspec.json.decode(raw, type=_Head)
    except msgspec.ValidationError:
        raise ReportFileError(_not_ours(name)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ReportFileError(_damaged(raw, name)) from None
    version = re.fullmatch(r"(\d+)\.(\d+)", head.version)
    if version is None:
        raise ReportFileError(_not_ours(name))
    if int(version[1]) > int(FORMAT_VERSION.split(".", maxsplit=1)[0]):
        raise ReportFileError(
            f"{name} is a jax_viz report of format {head.version}, but this jax_viz reads formats up to "
            f"{FORMAT_VERSION}. Install the newest jax_viz (pip install -U jupyterlab-jax-viz) and load it again; "
            "the file itself is fine."
        )
    try:
        report = _decoder.decode(raw)
        fault = fault_in(report)
    except msgspec.ValidationError as error:
        fault = str(error)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ReportFileError(_damaged(raw, name)) from None
    if fault is not None:
        raise ReportFileError(
            f"{name} says that it is a jax_viz report of format {head.version}, but its content does not fit that "
            f"format ({fault}). It was probably edited or written by another program. Save the report again with "
            "report.save(...) where it was made."
        ) from None
    return report


def envelope(report: Report, summary: str) -> dict[str, str]:
    """Return the JSON value that a notebook output carries: the document compressed, with a text for people."""
    packed = gzip.compress(encode(report), compresslevel=6, mtime=0)
    return {
        "version": report.version,
        "id": report.id,
        "summary": summary,
        "gzip": base64.b64encode(packed).decode("ascii"),
    }


def unwrap_envelope(value: dict[str, Any]) -> Report:
    """Return the report in what `envelope` made.

    Raises
    ------
    ReportFileError
        As `decode`.
    """
    try:
        packed = base64.b64decode(value["gzip"], validate=True)
    except (KeyError, TypeError, ValueError):
        raise ReportFileError(_not_ours("this output")) from None
    return decode(_inflate(packed), name="this output")


def _inflate(packed: bytes) -> bytes:
    inflating = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)  # as gzip
    try:
        data = inflating.decompress(packed, MOST_BYTES + 1)
    except zlib.error:
        raise ReportFileError(_not_ours("this output")) from None
    if len(data) > MOST_BYTES:
        raise ReportFileError(
            f"this output unpacks to more than {MOST_BYTES >> 20} MiB, which no report of jax_viz does: it is not "
            "opened. Run the cell again."
        )
    if not inflating.eof:
        raise ReportFileError("this output was cut short: its report is not complete. Run the cell again.")
    return data


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the document; the TypeScript types are made from it."""
    return msgspec.json.schema(Report)


def _not_ours(name: str) -> str:
    return (
        f"{name} is not a jax_viz report: a report is a JSON document with the fields version, id and programs. "
        "Pass a file that report.save('name.json') wrote."
    )


def _damaged(raw: bytes, name: str) -> str:
    if raw.lstrip()[:1] != b"{":
        return _not_ours(name)
    return (
        f"{name} begins like a jax_viz report but is not complete JSON ({len(raw):,} bytes): it was cut short or "
        "changed on its way. Copy it again, or save the report again with report.save('name.json')."
    )
