"""Text that tries to break out, in every form that Python makes. `ui-tests/test_hostile.py` opens them in a browser."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import hostile
import pytest
from shell import Shell

import jax_viz
from jax_viz.document import ReportFileError, decode, encode, envelope, unwrap_envelope, visible, visible_line
from jax_viz.document.visible import RANGES
from jax_viz.hosts import cli
from jax_viz.hosts.output import mimebundle, output_html
from jax_viz.hosts.page import page_html
from jax_viz.hosts.summary import headline
from jax_viz.hosts.text import plain_text
from jax_viz.picture import picture_png, picture_svg
from jax_viz.session import LiveReport

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def traced(tmp_path_factory):
    """Return the report of the real trace of a hostile file."""
    return hostile.traced(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module", params=["traced", "filled"])
def document(request, traced):
    """Return its document, and one in which everything that may be a text is hostile."""
    return traced.document if request.param == "traced" else hostile.filled(traced.document)


class Markup(HTMLParser):
    """Elements and texts of a page as a browser reads it."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.texts = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.cdata_elem is None:
            self.texts.append(data)


def test_the_trace_keeps_every_text_as_it_is(traced):
    """Else the tests below would try nothing."""
    document = traced.document
    texts = " ".join([*document.strings, *(file.name for file in document.sources.files)])
    for text in hostile.TEXTS:
        assert any(text in leaf.path or repr(text) in leaf.path for leaf in document.programs[0].arguments), text
    for name in ("script", "vector", "attribute", "image"):
        assert hostile.MARKUP[name] in texts, name
    assert hostile.UNSEEN["override"] in texts
    lines = "".join(line for file in document.sources.files for one in file.excerpts for line in one.lines)
    assert "\u202e" in lines
    assert "\x1b[31m" in lines
    assert document.programs[0].name.startswith(hostile.MARKUP["image"])


def test_the_document_round_trips(document):
    assert decode(encode(document)) == document
    assert unwrap_envelope(envelope(document, headline(document))) == document


def test_half_a_character_does_not_stop_the_report(mlp_report, tmp_path):
    copy = decode(encode(mlp_report.document))
    copy.programs[0].name = copy.programs[0].signature = hostile.HALF
    copy.strings[1] = hostile.HALF
    assert "[U+D800]" in plain_text(copy)
    again = decode(encode(copy))
    assert again.programs[0].name == "half\N{REPLACEMENT CHARACTER}pair"
    assert again.programs[0].stages == copy.programs[0].stages
    assert mimebundle(jax_viz.Report(LiveReport(copy))).keys() == mimebundle(mlp_report).keys()
    assert "half" in page_html(copy)


def test_text_for_terminals_is_seen_and_steers_nothing(document):
    for text in (plain_text(document), headline(document), repr(jax_viz.Report(LiveReport(document)))):
        assert hostile.unseen_in(text) == []
    report = jax_viz.Report(LiveReport(document))
    for program in report.programs:
        assert hostile.unseen_in(repr(program)) == []
        for stage in program.stages:
            assert hostile.unseen_in(repr(stage)) == []
            assert [text for text in map(repr, stage.equations) if hostile.unseen_in(text) or "\n" in text] == []
    summary = plain_text(document).partition("Not available")[0]
    assert max(map(len, summary.splitlines())) < 1_000  # a name of 10 kB is cut
    # What a name says stays readable.
    assert hostile.MARKUP["image"] in plain_text(document)
    assert "[U+202E]" in plain_text(document)


def test_html_member_holds_only_its_own_elements(document, mlp_report):
    svg = picture_svg(document)
    packed = envelope(document, headline(document))
    markup = Markup(output_html(document, svg, packed))
    usual = Markup(output_html(mlp_report.document, svg, packed))
    assert {tag for tag, _ in markup.elements} <= {tag for tag, _ in usual.elements} | {"p", "ul", "li"}
    for tag in ("script", "img", "svg"):
        assert [t for t, _ in markup.elements].count(tag) == [t for t, _ in usual.elements].count(tag), tag
    names = {name for _, attributes in markup.elements for name in attributes}
    assert names <= {
        *("style", "scope", "align", "cellpadding", "alt", "src", "type"),
        *("data-for", "data-jax-viz"),
    }
    assert hostile.unseen_in("".join(markup.texts)) == []
    assert hostile.MARKUP["script"] in "".join(markup.texts)
    assert hostile.unseen_in("".join(a.get("alt") or "" for _, a in markup.elements)) == []


def test_page_holds_only_its_own_elements(document, mlp_report):
    markup, usual = Markup(page_html(document)), Markup(page_html(mlp_report.document))
    for tag in ("script", "template", "style", "noscript", "img", "iframe", "link", "meta", "main"):
        assert [t for t, _ in markup.elements].count(tag) == [t for t, _ in usual.elements].count(tag), tag
    handlers = [name for _, attributes in markup.elements for name in attributes if name.startswith("on")]
    assert handlers == []
    hrefs = {attributes.get("href") or "#" for _, attributes in markup.elements}
    assert {href[0] for href in hrefs} == {"#"}
    assert hostile.unseen_in("".join(markup.texts)) == []
    shown = [a.get(name) or "" for _, a in markup.elements for name in ("title", "aria-label", "alt", "content")]
    assert hostile.unseen_in("".join(shown)) == []


def test_svg_is_well_formed_and_holds_nothing_that_runs(document):
    svg = picture_svg(document)
    tree = ET.fromstring(svg)
    tags = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in tree.iter()}
    assert tags <= {"svg", "g", "rect", "path", "text", "title"}
    names = {name for element in tree.iter() for name in element.attrib}
    assert not [name for name in names if name.startswith("on") or "href" in name]
    texts = "".join(tree.itertext()) + "".join(v for e in tree.iter() for v in e.attrib.values())
    assert hostile.unseen_in(texts) == []
    assert "\N{REPLACEMENT CHARACTER}" not in texts
    assert picture_png(document, zoom=1).startswith(b"\x89PNG")


def test_command_line_says_all_of_it_visibly(tmp_path, capsys):
    module = tmp_path / "hostile_command.py"
    nasty = repr(hostile.UNSEEN["ansi"] + hostile.UNSEEN["override"])
    module.write_text(
        f"import jax.numpy as jnp\ndef f(x):\n    return jnp.sin(x)\nf.__name__ = f.__qualname__ = {nasty}\n"
    )
    assert cli.main(["trace", f"{module}:f", "--shape", "f32[3]", "--no-compile"]) == 0
    said = capsys.readouterr().out
    assert "[U+001B][31mred" in said
    assert hostile.unseen_in(said) == []
    for arguments in (
        ["trace", "no\x1b[31m_module\u202e:f"],
        ["trace", f"{module}:no\x1b[31mname\u202e"],
        ["trace", f"{module}:f", "--shape", "f32[\x1b[31m]"],
        ["trace", f"{module}:f", "-o", str(tmp_path / "a\x1b[31m\u202e.txt")],
        ["trace", f"{module}:f", "--args", "undefined_\u202ename"],
    ):
        assert cli.main(arguments) == 2
        assert hostile.unseen_in(capsys.readouterr().err) == [], arguments


def test_messages_of_the_magic_are_seen_too():
    shell = Shell()
    try:
        ran = shell.run("def f(x):\n    raise ValueError('\\x1b[31m \\u202e')\nf.__name__ = 'a\\x1b[2J\\u202eb'")
        assert ran.error is None
        for cell in (
            "%jaxviz f(jnp.ones(3)",
            "%jaxviz g\u202e(jnp.ones(3))",
            "%%jaxviz --no\x1b[31m\u202esuch\nf(jnp.ones(3))",
            "%%jaxviz\nx = 1  # \u202e",
        ):
            printed = shell.run(cell).printed
            assert "\u202e" not in printed.replace(cell, ""), cell
    finally:
        shell.close()


def test_a_file_that_is_no_report_is_named_visibly(tmp_path):
    path = tmp_path / "a\x1b[31m\u202e.json"
    path.write_bytes(b"no")
    with pytest.raises(ReportFileError) as caught:
        jax_viz.load(path)
    assert hostile.unseen_in(str(caught.value)) == []


@pytest.mark.parametrize("text", hostile.SEEN.values())
def test_good_text_stays(text):
    assert visible(text) == text


@pytest.mark.parametrize("text", hostile.UNSEEN.values())
def test_what_cannot_be_seen_is_shown(text):
    assert visible(text) != text
    assert hostile.unseen_in(visible(text)) == []
    assert re.fullmatch(r"[ -~]*", visible(text))


def test_one_line_is_one_line():
    assert visible_line("a\n  b\tc") == "a[U+000A]  b[U+0009]c"


def test_both_languages_show_the_same_characters():
    source = (ROOT / "src" / "report" / "visible.ts").read_text(encoding="utf-8")
    table = source[source.index("RANGES") : source.index("];")]
    assert [(int(a, 16), int(b, 16)) for a, b in re.findall(r"\[(0x\w+), (0x\w+)\]", table)] == list(RANGES)


def test_every_format_character_of_unicode_is_among_them_or_joins():
    """Characters whose category says that they are not seen; those that shape text of their own script may stay."""
    import unicodedata

    covered = {code for first, last in RANGES for code in range(first, last + 1)} | {0x200C, 0x200D, 0x09, 0x0A}
    hidden = [
        code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    ]
    stay = {code for code in hidden if code not in covered}
    # Arabic, Syriac and Kaithi number signs, Egyptian joiners, shorthand and music: of their scripts.
    scripts = ("ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN", "SHORTHAND", "MUSICAL")
    assert {chr(code) for code in stay if not unicodedata.name(chr(code)).startswith(scripts)} == set()


def test_json_of_a_report_in_a_page_is_one_script_element(traced):
    made = page_html(hostile.filled(traced.document))
    scripts = re.findall(r"<script\b[^>]*>(.*?)</script>", made, re.DOTALL)
    assert len(scripts) == 4  # what arranges the first paint, its scene, the report, the viewer
    envelope_text = next(text for text in scripts if text.startswith('{"version"'))
    assert json.loads(envelope_text)["summary"] == headline(hostile.filled(traced.document))


def test_no_output_runs_in_a_python_that_reads_it(traced, tmp_path):
    """The saved JSON is data for whoever loads it, in a process of its own."""
    path = traced.save(tmp_path / "r.json")
    code = f"import jax_viz, sys; r = jax_viz.load({str(path)!r}); print(len(r.programs[0].stages[0].equations))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == len(traced.programs[0].stages[0].equations)
