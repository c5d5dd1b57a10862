"""The document on the wire: round trip, versions, and errors that say what to do."""

import json
import typing

import jax
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jax_viz
from jax_viz import document
from jax_viz.document import Producer, Report, ReportFileError, decode, encode, envelope, unwrap_envelope
from jax_viz.document.integrity import fault_in


def a_report(**changes) -> Report:
    fields = {
        "version": "1.0",
        "id": "abc",
        "created": "2026-12-01T00:00:00+00:00",
        "producer": Producer("0", "0", "3"),
    }
    return Report(**(fields | changes))


def integer_columns(struct, prefix=()):
    """Yield the way to every list of numbers in a document."""
    for field in struct.__struct_fields__:
        value = getattr(struct, field)
        items = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for number, item in items:
            if isinstance(item, msgspec.Struct):
                yield from integer_columns(item, (*prefix, field) if number is None else (*prefix, field, number))
        if isinstance(value, list) and value and all(type(item) is int for item in value):
            yield (*prefix, field)


def column_at(report, way):
    for step in way:
        report = report[step] if isinstance(step, int) else getattr(report, step)
    return report


# Any number is right there: a leaf's shape, sizes and weak types are shown and never followed.
FREE = {"shape", "bytes", "weak_type"}


@pytest.mark.parametrize("bad", [-7, 2**53])
def test_a_row_number_that_names_nothing_is_refused_in_every_column(mlp_report, bad):
    checked = 0
    for way in integer_columns(mlp_report.document):
        if way[-1] in FREE:
            continue
        report = decode(encode(mlp_report.document))
        column_at(report, way)[-1] = bad
        with pytest.raises(ReportFileError, match="does not fit"):
            decode(encode(report))
        checked += 1
    assert checked > 35


@pytest.mark.parametrize("change", ["stack", "region"])
def test_a_circle_is_refused(change):
    report = jax_viz.trace(lambda x: jax.lax.fori_loop(0, 3, lambda _, v: v * 2, x), compile=False)(1.0).document
    stage = report.programs[0].stages[0]
    if change == "stack":
        report.sources.stacks.parent[0] = 0
    else:
        stage.equations.region[stage.regions.equation[1]] = 1
    with pytest.raises(ReportFileError, match="comes before"):
        decode(encode(report))


def test_round_trip_of_a_real_report(mlp_report):
    again = decode(encode(mlp_report.document))
    assert again == mlp_report.document
    assert encode(again) == encode(mlp_report.document)


def values_of(kind):
    """Return a strategy for any value of a field's type, msgspec's structs included."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return st.builds(kind, **{field.name: values_of(field.type) for field in msgspec.structs.fields(kind)})
    if typing.get_origin(kind) is list:
        return st.lists(values_of(typing.get_args(kind)[0]), max_size=3)
    if kind is int:
        return st.integers(-(2**53), 2**53)
    if kind is float or kind == float | None:
        return st.floats(allow_nan=False, allow_infinity=False)
    return st.from_type(kind)


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(values_of(Report))
def test_any_report_round_trips_or_is_refused_as_inconsistent(report):
    report.version = document.FORMAT_VERSION
    if fault_in(report) is not None:
        with pytest.raises(ReportFileError, match="does not fit"):
            decode(encode(report))
        return
    assert decode(encode(report)) == report


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text()))
def test_envelope_round_trip_keeps_any_text(strings):
    report = a_report(strings=["", *strings])
    packed = envelope(report, "summary")
    assert json.loads(json.dumps(packed)) == packed
    assert unwrap_envelope(packed) == report


def test_a_minor_version_may_add_fields():
    data = json.loads(encode(a_report()))
    data["version"] = "1.7"
    data["not_known_yet"] = {"x": [1]}
    assert decode(json.dumps(data)).version == "1.7"


def test_an_older_document_without_newer_fields_opens():
    """`faults` and `strings` have defaults, as every field that a minor version adds must."""
    data = json.loads(encode(a_report()))
    del data["faults"], data["strings"]
    assert decode(json.dumps(data)).faults == []


def test_every_field_but_those_of_the_first_version_has_a_default():
    """What keeps the rule of versions: readers fill what an older writer did not know."""
    first = {"version", "id", "created", "producer"}
    required = {field.encode_name for field in msgspec.structs.fields(Report) if field.required}
    assert required == first


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", ["not a jax_viz report"]),
        (b"hello", ["not a jax_viz report", "report.save"]),
        (b"\x89PNG\r\n", ["not a jax_viz report"]),
        (b"[]", ["not a jax_viz report"]),
        (b'{"cells": []}', ["not a jax_viz report"]),
        (b'{"version": "x", "id": "a", "programs": []}', ["not a jax_viz report"]),
        (b'{"version": "2.0", "id": "a", "programs": {}}', ["format 2.0", "pip install -U jupyterlab-jax-viz"]),
        (b'{"version": "1.0", "id": "a", "programs": 3}', ["does not fit", "save"]),
    ],
)
def test_what_is_not_a_report_says_so(data, words):
    with pytest.raises(ReportFileError) as caught:
        decode(data, name="thing.json")
    message = str(caught.value)
    assert message.startswith("thing.json")
    assert "\n" not in message, "one paragraph"
    for word in words:
        assert word in message


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_truncated_report_says_that_it_was_cut(mlp_report, share):
    data = encode(mlp_report.document)
    with pytest.raises(ReportFileError, match="cut short"):
        decode(data[: int(len(data) * share)], name="r.json")


@pytest.mark.parametrize("value", [{}, {"gzip": 3}, {"gzip": "!!"}, {"gzip": "AAAA"}])
def test_a_damaged_envelope_is_refused(value):
    with pytest.raises(ReportFileError):
        unwrap_envelope(value)


def test_bytes_that_are_no_text_are_damage_and_a_byte_order_mark_is_not(mlp_report):
    data = encode(mlp_report.document)
    with pytest.raises(ReportFileError, match="cut short or"):
        decode(data.replace(b"sin", b"s\xffn", 1).replace(b"dot", b"d\xff", 1))
    assert decode(b"\xef\xbb\xbf" + data) == mlp_report.document
