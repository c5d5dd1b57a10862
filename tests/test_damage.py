"""Damaged and crafted reports: each opens, or one message says what is wrong; nothing hangs or fails elsewhere."""

import base64
import copy
import gzip
import html
import json
import tracemalloc

import hostile
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jax_viz
from jax_viz.document import ReportFileError, decode, encode, envelope, unwrap_envelope
from jax_viz.document.codec import MOST_BYTES
from jax_viz.hosts.output import TOO_LARGE, mimebundle
from jax_viz.hosts.text import plain_text
from jax_viz.session import LiveReport


@pytest.fixture(scope="module")
def document():
    """Return a real report with nested regions, of a program small enough to try it often."""
    import jax
    import jax.numpy as jnp

    def program(x):
        total, rows = jax.lax.scan(lambda c, r: (c + jnp.sin(r), c * r), x[0], x)
        return jax.lax.cond(total.sum() > 0, lambda v: v * 2.0, lambda v: v, rows)

    return jax_viz.trace(program, compile=False)(jnp.ones((3, 2))).document


def places(value, way=()):
    """Yield the way to each place of plain data."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield (*way, name)
        yield from places(item, (*way, name))


def holder_of(data, way):
    for step in way[:-1]:
        data = data[step]
    return data


def opens(text):
    """Return whether a text opens; what opens is shown in every form that needs no browser."""
    try:
        report = jax_viz.Report(LiveReport(decode(text)))
        message = ""
    except ReportFileError as error:
        message = str(error)
    if message:
        assert message.startswith("this text")
        assert "\n" not in message
        return False
    plain_text(report.document)
    for program in report.programs:
        for stage in program.stages:
            for equation in stage.equations:
                repr(equation)
                equation.call_stack, equation.params, equation.trips
    bundle = mimebundle(report)
    # No member may be missing: a report that opens can be drawn.
    assert "not made" not in bundle["text/plain"], bundle["text/plain"]
    return True


anything = st.one_of(
    st.sampled_from([None, True, "", "x", [], {}, -1, 0, 1, 1.5, 2**31, -(2**31), 2**53, 1e300, [[]], [None]]),
    st.integers(-3, 40),
    st.lists(st.integers(-2, 14), max_size=20),
    st.dictionaries(st.text(max_size=2), st.none(), max_size=2),
)

often = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@often
@given(st.data())
def test_whatever_stands_in_a_place(document, data):
    plain = hostile.as_json(document)
    way = data.draw(st.sampled_from(list(places(plain))))
    holder_of(plain, way)[way[-1]] = data.draw(anything)
    opens(json.dumps(plain))


@often
@given(st.data())
def test_places_left_out_and_rows_exchanged(document, data):
    plain = hostile.as_json(document)
    every = list(places(plain))
    for way in data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=4)):
        try:
            holder = holder_of(plain, way)
            other = data.draw(st.integers(0, 30))
            if isinstance(holder, dict) or other % 2:
                del holder[way[-1]]
            else:
                holder[way[-1]], holder[other % len(holder)] = holder[other % len(holder)], holder[way[-1]]
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took the place away
    opens(json.dumps(plain))


def test_a_wrong_type_is_refused_in_every_field(document):
    plain = hostile.as_json(document)
    for way in places(plain):
        damaged = copy.deepcopy(plain)
        holder_of(damaged, way)[way[-1]] = [[0.5]]
        with pytest.raises(ReportFileError):
            decode(json.dumps(damaged))


@often
@given(st.data())
def test_a_text_cut_or_changed_anywhere(document, data):
    text = encode(document)
    at = data.draw(st.integers(0, len(text) - 1))
    assert not opens(text[:at])
    opens(text[:at] + data.draw(st.binary(max_size=3)) + text[at + 1 :])


@often
@given(st.data())
def test_an_envelope_cut_or_changed_anywhere(document, data):
    packed = envelope(document, "")["gzip"]
    at = data.draw(st.integers(0, len(packed) - 1))
    with pytest.raises(ReportFileError):
        unwrap_envelope({"gzip": packed[:at]})
    changed = packed[:at] + ("A" if packed[at] != "A" else "B") + packed[at + 1 :]
    try:
        opened = unwrap_envelope({"gzip": changed})
    except ReportFileError:
        return
    assert opened == document  # the head of a gzip file holds what nobody reads


@pytest.mark.parametrize(
    "packed", [b"", b"no gzip", gzip.compress(b"{}"), gzip.compress(b"\xff\xfe"), gzip.compress(b"")]
)
def test_what_is_packed_and_no_report(packed):
    with pytest.raises(ReportFileError):
        unwrap_envelope({"gzip": base64.b64encode(packed).decode()})


def test_a_bomb_is_not_unpacked():
    bomb = gzip.compress(b" " * (MOST_BYTES + (1 << 20)))
    assert len(bomb) < 400_000
    value = {"gzip": base64.b64encode(bomb).decode()}
    del bomb
    tracemalloc.start()
    try:
        with pytest.raises(ReportFileError, match="unpacks to more than 256 MiB"):
            unwrap_envelope(value)
        assert tracemalloc.get_traced_memory()[1] < 3 * MOST_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("place", ["programs", "faults", "id", "strings"])
def test_nesting_deeper_than_any_parser_likes(place):
    fields = {"version": '"1.0"', "id": '"a"', "created": '""', "producer": "{}", "programs": "[]"}
    fields[place] = "[" * 200_000 + "]" * 200_000
    text = "{" + ", ".join(f'"{name}": {value}' for name, value in fields.items()) + "}"
    with pytest.raises(ReportFileError):
        decode(text)


def test_a_program_of_very_deep_nesting_opens_and_says_what_cannot_be_drawn(document):
    """Each equation holds the next: the figures are there, and the picture is or says why not."""
    plain = hostile.as_json(document)
    stage = plain["programs"][0]["stages"][0]
    depth = 20_000
    values = len(stage["values"]["aval"])
    assert values
    equations, regions = stage["equations"], stage["regions"]
    for name, column in equations.items():
        equations[name] = [0] * (depth + 1) if name.endswith("offsets") else [0] * depth
        if name in {"param_names", "param_values", "inputs", "outputs"}:
            equations[name] = []
        del column
    equations["region"] = list(range(depth))
    equations["source"] = equations["stack"] = [-1] * depth
    for name in list(regions):
        regions[name] = [0] * (depth + 1) if name.endswith("offsets") else [0] * depth
        if name in {"inputs", "input_role", "operand", "outputs", "output_role", "result"}:
            regions[name] = []
    regions["equation"] = [-1, *range(depth - 1)]
    regions["trips"] = [-1] * depth
    report = jax_viz.Report(LiveReport(decode(json.dumps(plain))))
    bundle = mimebundle(report)
    assert f"{depth:,} equations" in bundle["text/plain"]
    assert "image/svg+xml" in bundle or "nested too deep" in bundle["text/plain"]


def test_an_output_larger_than_jupyter_carries_says_so(document, tmp_path):
    """Jupyter drops messages of more than a few megabytes a second: then nothing at all would be shown."""
    import random

    large = decode(encode(document))
    noise = random.Random(0)  # what does not pack
    large.strings.append(noise.randbytes(TOO_LARGE).hex())
    bundle = mimebundle(jax_viz.Report(LiveReport(large)))
    assert sum(len(str(member)) for member in bundle.values()) < TOO_LARGE
    for name in ("text/plain", "text/html"):
        said = html.unescape(bundle[name])
        assert "too large for a notebook's output" in said
        assert "save('report.html')" in said
    assert "<img" in bundle["text/html"]
