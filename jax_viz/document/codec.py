"""Encoding, decoding and the rule of versions.

A reader opens every document with its own major number or an older one, and
refuses a newer major number. A minor number may add fields: older readers
ignore those they do not know, newer readers fill those that are missing.
"""

import base64
import gzip
import re
from typing import Any

import msgspec

from jax_viz.document.integrity import fault_in
from jax_viz.document.report import Report

FORMAT_VERSION = "1.0"

_decoder = msgspec.json.Decoder(Report)
_encoder = msgspec.json.Encoder()


class ReportFileError(ValueError):
    """A file or text is not a report that this version can read; the message says what to do."""


class _Head(msgspec.Struct):
    version: str
    id: str
    programs: msgspec.Raw


def encode(report: Report) -> bytes:
    """Return the plain JSON document, UTF-8."""
    return _encoder.encode(report)


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
    raw = data.encode() if isinstance(data, str) else bytes(data)
    raw = raw.removeprefix(b"\xef\xbb\xbf")  # an editor's byte order mark
    try:
        head = msgspec.json.decode(raw, type=_Head)
    except msgspec.ValidationError:
        raise ReportFileError(_not_ours(name)) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
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
    except (msgspec.DecodeError, UnicodeDecodeError):
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
        data = gzip.decompress(base64.b64decode(value["gzip"], validate=True))
    except (KeyError, TypeError, ValueError, OSError, EOFError):
        raise ReportFileError(_not_ours("this output")) from None
    return decode(data, name="this output")


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
