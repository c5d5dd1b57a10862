"""HTML parts that outputs and pages share. Every text from a report is escaped; nothing here runs code."""

import json
from html import escape
from typing import Any
from urllib.parse import quote

from jax_viz.document import Report, visible
from jax_viz.hosts.summary import ProgramSummary, count, headline, summarize
from jax_viz.hosts.text import LINES_SHOWN, arrays_text, size_text, timings_text

MIME_TYPE = "application/vnd.jaxviz.v1+json"

SCENE_TYPE = "application/vnd.jaxviz.scene+json"
"""Of the first scene in a page; the twin of a name in `src/hosts/page.ts`."""

_DATA_URI = "data:image/svg+xml,"
_PLAIN = " '/:=;,.!*()-_~[]{}|$+?@^`>"
"""What may stand in the data URI as it is. Base64 would be a third longer than the picture."""

# Some front ends align the cells of a table to the right by their own rules, and style sheets are stripped: what
# stands on the left says so by itself, what stands on the right may be short.
_TABLE_STYLE = "border-collapse:collapse;margin:.5em 0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere"
_CAPTION_STYLE = "text-align:left;font-weight:600;padding:.2em 0"
_RIGHT = ' align="right"'
_LEFT = ' style="text-align:left"'
_CELL_PADDING = 3
"""Pixels, where the front end has no opinion."""


def picture_image(svg: str, report: Report) -> str:
    """Return the picture as an image from a data URI: it stays when a front end strips scripts and SVG."""
    style = "max-width:100%;height:auto;background:#fff"
    return f'<img alt="{escape(headline(report))}" style="{style}" src="{_DATA_URI}{quote(svg, safe=_PLAIN)}">'


def tables(report: Report) -> str:
    """Return the report's figures as real tables: one summary, equations by primitive, equations by line."""
    return "".join(_program_tables(program) for program in summarize(report)) + _faults(report)


def still(report: Report, svg: str | None) -> str:
    """Return picture and tables: what is there without the viewer."""
    return (picture_image(svg, report) if svg else "") + tables(report)


def figure(report: Report, inner: str, *, height: int | None = None) -> str:
    """Return the place of a report, with what stands there until the viewer takes over where there is one.

    The viewer is `height` pixels high, or as high as it usually is.

    `src/hosts/page.ts` looks for `data-jax-viz`, and for the report of that identity beside it (`inert_json`).
    """
    high = "" if height is None else f' data-height="{height}"'
    return f'<div data-jax-viz="{escape(report.id)}"{high}>{inner}</div>'


def inert_json(value: Any, report_id: str, kind: str = MIME_TYPE) -> str:
    """Return `value` as data in the page: a script element of a type that no browser runs.

    `<` is written as an escape, so that no text in the report can end the element.
    """
    text = json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="{kind}" data-for="{escape(report_id)}">{text}</script>'


def _program_tables(program: ProgramSummary) -> str:
    facts = [
        ("size", size_text(program)),
        ("arguments", arrays_text(program.arguments, program.argument_bytes)),
        ("results", arrays_text(program.results, program.result_bytes)),
        ("captured constants", arrays_text(program.constants, program.constant_bytes) if program.constants else ""),
        ("timings", timings_text(program)),
    ]
    rows = "".join(_row(_header(name), _cell(escape(text))) for name, text in facts if text)
    by_count = sorted(program.lines, key=lambda place: -place.count)
    return (
        _table(program.signature, "", rows)
        + '<div style="display:flex;flex-wrap:wrap;gap:0 2em;align-items:flex-start">'
        + _table(
            "Equations by primitive",
            _row(_column("primitive"), _column("equations", _RIGHT)),
            "".join(_row(_cell(_code(name)), _number(number)) for name, number in program.primitives),
        )
        + _table(
            _line_caption(program),
            _row(_column("line"), _column("equations", _RIGHT), _column("code")),
            "".join(
                _row(_cell(escape(f"{place.file}:{place.line}")), _number(place.count), _cell(_code(place.text)))
                for place in by_count[:LINES_SHOWN]
            ),
        )
        + "</div>"
    )


def _line_caption(program: ProgramSummary) -> str:
    lines = len(program.lines)
    shown = f", the first {LINES_SHOWN} of {count(lines, 'line')}" if lines > LINES_SHOWN else ""
    return f"Equations by line{shown}"


def _faults(report: Report) -> str:
    if not report.faults:
        return ""
    items = "".join(f"<li>{escape(visible(f'{fault.section}: {fault.message}'))}</li>" for fault in report.faults)
    return f"<p>Not available:</p><ul>{items}</ul>"


def _table(caption: str, head: str, rows: str) -> str:
    if not rows:
        return ""
    header = f"<thead>{head}</thead>" if head else ""
    return (
        f'<table cellpadding="{_CELL_PADDING}" style="{_TABLE_STYLE}">'
        f'<caption style="{_CAPTION_STYLE}">{escape(caption)}</caption>'
        f"{header}<tbody>{rows}</tbody></table>"
    )


def _row(*cells: str) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def _header(name: str) -> str:
    return f'<th scope="row"{_LEFT}>{escape(name)}</th>'


def _column(name: str, look: str = _LEFT) -> str:
    return f'<th scope="col"{look}>{escape(name)}</th>'


def _cell(markup: str) -> str:
    return f"<td{_LEFT}>{markup}</td>"


def _number(number: int) -> str:
    return f"<td{_RIGHT}>{number:,}</td>"


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>" if text else ""
