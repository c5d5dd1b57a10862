"""The page: one file, a strict policy, complete without scripts. `ui-tests/` opens it in a browser."""

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path

import msgspec
import pytest
from test_output import Elements

import jax_viz
from jax_viz import picture
from jax_viz.document import encode
from jax_viz.hosts import bundle, page
from jax_viz.picture import PictureError

MIME_TYPE = "application/vnd.jaxviz.v1+json"


@pytest.fixture(scope="module")
def text(mlp_report, tmp_path_factory):
    path = mlp_report.save(tmp_path_factory.mktemp("page") / "mlp.html")
    return path.read_text(encoding="utf-8")


def test_one_file_without_addresses(text):
    for tag, attributes in Elements(text).elements:
        for name in ("src", "href", "action", "data"):
            assert (attributes.get(name) or "data:").startswith(("data:", "#")), (tag, attributes)


def test_policy_allows_the_viewer_and_nothing_else(text):
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    arrange = re.search(r'<script id="jax-viz-arranged">(.*?)</script>', text, re.DOTALL)[1].encode()
    packed = re.search(r'<script type="application/vnd.jaxviz.viewer\+gzip">(.*?)</script>', text)[1]
    viewer = gzip.decompress(base64.b64decode(packed))
    assert viewer == (Path(jax_viz.__file__).parent / "static" / "viewer.js").read_bytes()
    hashes = [base64.b64encode(hashlib.sha256(script).digest()).decode() for script in (arrange, viewer)]
    allowed = {part.split()[0]: part.split()[1:] for part in policy.split("; ")}
    assert allowed["script-src"] == [f"'sha256-{one}'" for one in hashes]
    assert "default-src 'none'" in policy
    assert "worker-src blob:" in policy
    assert "connect-src" not in policy  # falls back to default-src
    assert "unsafe-eval" not in policy
    assert "unsafe-inline" not in policy
    assert allowed["require-trusted-types-for"] == ["'script'"]


def test_policy_is_the_one_that_the_docs_explain(text):
    """`docs/security.md` quotes it, with a row for each rule."""
    docs = (Path(__file__).parent.parent / "docs" / "security.md").read_text(encoding="utf-8")
    quoted = re.search(r"```text\n(.*?)```", docs, re.DOTALL)[1]
    assert " ".join(quoted.split()) == page.POLICY.format(scripts="SCRIPTS", styles="STYLES")
    for rule in page.POLICY.split("; "):
        assert f"| `{rule.split()[0]}` |" in docs, rule


def test_static_part_comes_first(text, mlp_report):
    parts = (
        "data-jax-viz-first",
        '<script id="jax-viz-arranged">',
        "<noscript>",
        "<img",
        "Equations by primitive",
        "</noscript>",
        '<script type="application/vnd.jaxviz.viewer+gzip">',
    )
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert '<html lang="en">' in text
    assert "<title>update(params, images, targets): " in text
    report = Elements(text).elements
    assert sum(tag == "main" and attrs.get("data-jax-viz") == mlp_report.id for tag, attrs in report) == 1
    of_report = [attrs["type"] for tag, attrs in report if tag == "script" and attrs.get("data-for") == mlp_report.id]
    assert sorted(of_report) == ["application/vnd.jaxviz.scene+json", "application/vnd.jaxviz.v1+json"]


def test_the_first_scene_stands_for_every_equation(text, mlp_report):
    found = re.search(r'<script type="application/vnd\.jaxviz\.scene\+json"[^>]*>(.*?)</script>', text, re.DOTALL)
    first = json.loads(found[1])
    assert sorted(first["scene"]["rows"]) == list(range(len(mlp_report.programs[0].stages[0].equations)))
    assert first["request"]["opened"] == first["request"]["closed"] == []


def test_text_of_a_report_is_never_markup_in_the_first_paint(text, mlp_report, tmp_path):
    nasty = '</template></style></script><script>alert(1)</script><img src=x onerror="alert(2)">'
    document = mlp_report.document
    program = msgspec.structs.replace(document.programs[0], name=nasty, signature=nasty)
    excerpts = [msgspec.structs.replace(e, lines=[nasty for _ in e.lines]) for e in document.sources.files[0].excerpts]
    crafted = msgspec.structs.replace(document.sources.files[0], name=nasty, excerpts=excerpts)
    sources = msgspec.structs.replace(document.sources, files=[crafted, *document.sources.files[1:]])
    page_text = page.page_html(msgspec.structs.replace(document, programs=[program], sources=sources))
    assert "data-jax-viz-first" in page_text
    usual, seen = ([tag for tag, _ in Elements(one).elements] for one in (text, page_text))
    for tag in ("script", "template", "style", "noscript", "img"):
        assert seen.count(tag) == usual.count(tag), tag
    assert not any("onerror" in attributes for _, attributes in Elements(page_text).elements)


def test_without_first_paint_the_picture_waits_for_the_viewer(mlp_report, monkeypatch):
    def fail(_json):
        raise PictureError("none")

    monkeypatch.setattr(picture, "first_paint", fail)
    made = page.page_html(mlp_report.document)
    assert "data-jax-viz-first=" not in made
    viewer = made.index('<script type="application/vnd.jaxviz.viewer+gzip">')
    assert made.index("<img") < made.index("Equations by primitive") < viewer
    assert "<noscript>" not in made


def test_missing_viewer_says_how_to_build_it(mlp_report, monkeypatch, tmp_path):
    monkeypatch.setattr(bundle, "files", lambda _package: tmp_path)
    with pytest.raises(bundle.ViewerMissingError, match="npm run build"):
        page.page_html(mlp_report.document)


def test_viewer_that_would_end_its_script_is_refused(mlp_report, monkeypatch, tmp_path):
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "viewer.js").write_text("const a = '</script>';")
    monkeypatch.setattr(bundle, "files", lambda _package: tmp_path)
    with pytest.raises(bundle.ViewerMissingError, match="end its script"):
        page.page_html(mlp_report.document)


def test_other_forms(mlp_report, tmp_path):
    assert mlp_report.save(tmp_path / "r.json").read_bytes() == encode(mlp_report.document)
    assert mlp_report.save(tmp_path / "r.svg").read_text().startswith("<svg")
    assert mlp_report.save(str(tmp_path / "r.png")).read_bytes().startswith(b"\x89PNG")
    assert jax_viz.load(tmp_path / "r.json").document == mlp_report.document
    with pytest.raises(ValueError, match=r"'r\.txt': a name must end in one of \.html, \.json, \.svg, \.png"):
        mlp_report.save(tmp_path / "r.txt")
