"""Texts that try to break out of where they are shown, and reports that are full of them."""

import functools
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import msgspec

import jax_viz
from jax_viz.document import Constant, Fault, Report, decode, encode

MARKUP = {
    "script": "</script><script>window.hacked=1</script>",
    "style": "</style></title></textarea></template></noscript><script>window.hacked=2</script>",
    "image": "<img src=x onerror=window.hacked=3>",
    "vector": "<svg onload=window.hacked=4><script>window.hacked=5</script></svg>",
    "comment": "<!--<script>",
    "section": "]]><script>window.hacked=6</script>",
    "attribute": "\" onmouseover='window.hacked=7' autofocus onfocus=window.hacked=8 x=\"' y='",
    "address": "javascript:window.hacked=9",
    "frame": "<iframe srcdoc='<script>parent.hacked=10</script>'></iframe>",
    "template": "{{constructor.constructor('window.hacked=11')()}}${window.hacked=12}",
    "entity": "&lt;img&#x3e;&amp;&#0;",
    "network": "<link rel=stylesheet href=http://127.0.0.1:9/a><img src=http://127.0.0.1:9/b>",
    "formula": "=cmd|' /C calc'!A0 @import url(http://127.0.0.1:9/c);",
}
"""What would be code, were it markup."""

UNSEEN = {
    "override": "a\u202eb\u202cc",
    "isolate": "a\u2066b\u2069\u2067c\u2069",
    "marks": "a\u200eb\u200fc\u061cd",
    "no width": "a\u200bb\ufeffc\u2060d\u00ade",
    "joiner": "a\u200db",
    "ansi": "\x1b[31mred\x1b[0m\x1b]0;title\x07\x9b2J",
    "controls": "a\x00b\x08c\x7fd\re",
    "separators": "a\u2028b\u2029c\x85d\x0ce",
    "tag": "a\U000e0041b",
    "fillers": "a\u3164b\u115fc",
}
"""What nobody sees, or what changes how the rest is seen."""

SEEN = {
    "lines": "first\nsecond\tthird",
    "emoji": "👩\u200d💻 naïve 🇪🇸",
    "marks": "e\u0301 Z\u0351\u0363\u036f\u035aalgo",
    "right to left": "שלום עולם مرحبا",
    "ideographs": "漢字ｗｉｄｅ",
    "slashes": "C:\\new\\x41 %s {0} \\N $&",
}
"""What is unusual and good."""

LONG = "long_" + "x" * 10_000
HALF = "half\ud800pair"

TEXTS = [*MARKUP.values(), *UNSEEN.values(), *SEEN.values(), LONG]
NASTY = " ".join([*MARKUP.values(), *UNSEEN.values(), *SEEN.values()])
"""All at once."""

SOURCE = '''
"""A file that tries: {comment}"""
import jax
import jax.numpy as jnp

WORDS = {{"script": "{script}", "override": "{override}", "isolate": "{isolate}", "rtl": "{rtl}", "ansi": "{ansi}"}}


def inner(x):
    y = jnp.sin(x) * 2.0  # {script} {image} {ansi}
    return y if "{override}" else {{"{isolate}": y}}  # {vector}


def program(tree, x):
    with jax.named_scope("""{attribute}"""):
        total = sum(inner(leaf) for leaf in jax.tree.leaves(tree)); "{rtl}"; total = total + jnp.cos(x)
    return jax.lax.scan(lambda c, r: (c + r, c * r), total, jnp.stack([x, x]))
'''


def traced(folder: Path) -> jax_viz.Report:
    """Return what JAX and the real trace make of a file in `folder` whose every name and line tries to break out."""
    words = {name: text.replace('"', "'").replace("\\", "") for name, text in MARKUP.items()}
    words |= {name: UNSEEN[name] for name in ("override", "isolate")}
    words |= {"rtl": SEEN["right to left"], "ansi": "\x1b[31mred\x9b2J"}
    # No name of a file holds a slash.
    path = folder / (MARKUP["image"] + UNSEEN["override"] + "\x1b[31m.py")
    path.write_text(SOURCE.format(**words), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("hostile_module", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["hostile_module"] = module
    spec.loader.exec_module(module)

    # A function is renamed, as decorators do it; its code object too, which tracebacks name.
    inner = module.inner
    inner.__code__ = inner.__code__.replace(co_name=MARKUP["vector"], co_qualname=MARKUP["vector"] + UNSEEN["override"])
    called = jax.jit(functools.update_wrapper(lambda x: jnp.tanh(x) * 3.0, inner))
    called.__name__ = called.__qualname__ = MARKUP["script"]

    def whole(tree, x):
        return module.program(tree, x)[0] + called(x) + jnp.asarray(captured) @ x

    captured = jnp.ones((4, 4))
    whole.__name__ = whole.__qualname__ = MARKUP["image"] + UNSEEN["override"] + UNSEEN["ansi"]
    whole.__code__ = whole.__code__.replace(co_name=NASTY, co_qualname=NASTY)
    tree = {text: jnp.ones(4) for text in TEXTS}
    report = jax_viz.trace(whole)(tree, jnp.ones(4))
    report.wait()
    return report


def filled(document: Report) -> Report:
    """Return a copy of `document` in which every text that anything may say says something hostile.

    Only what tells kinds apart stays: the version, the kinds of files, the names of cached steps, hints.
    """
    copy = decode(encode(document))
    rows = {row for program in copy.programs for stage in program.stages for row in stage.equations.hint}
    for row in range(1, len(copy.strings)):
        if row not in rows:
            copy.strings[row] = f"{TEXTS[row % len(TEXTS)]} {row}"
    for number, file in enumerate(copy.sources.files):
        file.name = f"{TEXTS[number % len(TEXTS)]}{number}.py"
        for excerpt in file.excerpts:
            excerpt.lines = [f"{line}  # {TEXTS[k % len(TEXTS)]}" for k, line in enumerate(excerpt.lines)]
    for program in copy.programs:
        program.name, program.signature = NASTY, f"{NASTY}({NASTY})"
        program.static_arguments = {text: text for text in TEXTS}
        for leaf in (*program.arguments, *program.results, *program.constants):
            leaf.path = leaf.text = leaf.dtype = NASTY
        program.constants.append(Constant(NASTY, NASTY, [2], NASTY, 8, "0"))
        for stage in program.stages:
            stage.transform, stage.options = NASTY, {NASTY: NASTY}
    copy.faults = [Fault(text, text) for text in TEXTS]
    copy.producer = msgspec.structs.replace(copy.producer, jax_viz=NASTY, jax=NASTY, python=NASTY)
    copy.created = NASTY
    return copy


def unseen_in(text: str) -> list[str]:
    """Return the characters of `text` that nobody sees, each as its number, found without jax_viz."""
    import unicodedata

    allowed = {"\n", "\t"}
    found = []
    for at, sign in enumerate(text):
        if sign == "\u200d" and at and ord(text[at - 1]) > 127:
            continue
        if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and sign not in allowed:
            found.append(f"U+{ord(sign):04X}")
    return found


def as_json(report: Any) -> Any:
    """Return a document as plain data."""
    return json.loads(encode(report))


__all__ = ["HALF", "LONG", "MARKUP", "NASTY", "SEEN", "TEXTS", "UNSEEN", "as_json", "filled", "traced", "unseen_in"]
