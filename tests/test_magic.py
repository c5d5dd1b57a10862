"""`%%jaxviz` and `%jaxviz` in a real IPython shell: the cell is the user's, the report comes after it."""

import builtins
import gc
import re
import sys
import weakref

import pytest
from shell import Shell

import jax_viz

DEFINITIONS = """\
@jax.jit
def step(params, x):
    return {"w": params["w"] - 0.1 * x.sum(0)}

def plain(x, power=2):
    return jnp.sin(x) ** power

def boom(x):
    return x / 0

params, x = {"w": jnp.ones(3)}, jnp.ones((4, 3))"""


@pytest.fixture
def shell(tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    running = Shell()
    running.run(DEFINITIONS)
    yield running
    running.close()


def program(text: str) -> str:
    """Return the name of the program that a report's text is about."""
    return text.partition("(")[0]


# -- the cell stays the user's -----------------------------------------------------------------------------------------


def test_value_is_displayed_and_kept(shell):
    ran = shell.run("%%jaxviz --no-compile\nstep(params, x)\n40 + 2")
    assert ran.value == 42
    assert "42" in ran.printed
    assert shell.run("_").value == 42
    assert [program(text) for text in ran.reports] == ["step"]


def test_semicolon_hides_the_value(shell):
    ran = shell.run("%%jaxviz --no-compile\nstep(params, x);")
    assert "Array" not in ran.printed
    assert len(ran.reports) == 1


def test_top_level_await(shell):
    ran = shell.run("%%jaxviz --no-compile\nimport asyncio\nawait asyncio.sleep(0)\nstep(params, x)\n41")
    assert ran.error is None
    assert ran.value == 41
    assert len(ran.reports) == 1


def test_line_magics_in_the_body(shell):
    ran = shell.run("%%jaxviz --no-compile\n%time y = step(params, x)\n%pwd\nz = 5")
    assert ran.error is None
    assert "Wall time" in ran.printed
    assert shell.shell.user_ns["z"] == 5
    assert [program(text) for text in ran.reports] == ["step"]


@pytest.mark.parametrize(
    "cell",
    [
        "# a comment\n%%jaxviz --no-compile\nstep(params, x);",
        "\n\n%%jaxviz --no-compile\nstep(params, x);",
        "  %%jaxviz --no-compile\nstep(params, x);",
        "    # indented\n    %%jaxviz --no-compile\n    step(params, x);",
        "%%time\n%%jaxviz --no-compile\nstep(params, x);",
        "%%jaxviz --no-compile\n%%time\nstep(params, x);",
        "# above\n%%jaxviz --no-compile\n\n%%time\nstep(params, x);",
    ],
)
def test_where_the_magic_may_stand(shell, cell):
    ran = shell.run(cell)
    assert ran.error is None, ran.printed
    assert [program(text) for text in ran.reports] == ["step"]


def test_captured_output_holds_the_report(shell):
    ran = shell.run("%%capture held\n%%jaxviz --no-compile\nstep(params, x)")
    assert ran.reports == []
    assert "%%jaxviz" not in ran.printed
    held = shell.shell.user_ns["held"]
    assert sum("application/vnd.jaxviz.v1+json" in output.data for output in held.outputs) == 1


def test_each_call_happens_once_and_in_order(shell):
    shell.run("log = []\ndef note(v):\n    log.append(v)\n    return v")
    cell = "{}f = note(plain)\nf(note(x), *note([3]), **note({{}})); step(note(params), x=note(x)); note(note(7))"
    shell.run(cell.format(""))
    without = [repr(v) for v in shell.shell.user_ns["log"]]
    shell.run("log.clear()")
    assert shell.run(cell.format("%%jaxviz --no-compile\n")).error is None
    assert [repr(v) for v in shell.shell.user_ns["log"]] == without


def test_names_stay_and_nothing_is_added(shell):
    before = set(shell.shell.user_ns)
    ran = shell.run("%%jaxviz --no-compile\nnew = step(params, x)\nseen = dir(), list(globals())\n%who")
    after = {name for name in shell.shell.user_ns if not re.fullmatch(r"_i?\d+|_+|_i+", name)}
    assert after - before == {"new", "seen"}
    assert not [name for listing in shell.shell.user_ns["seen"] for name in listing if "jaxviz" in name]
    assert "jaxviz" not in ran.printed
    assert not [name for name in vars(builtins) if "jaxviz" in name]


def test_functions_keep_their_source_and_lines(shell):
    shell.run("\n# a comment\n%%jaxviz --no-compile\nimport inspect\ndef g(x):\n    return step(params, x)\ny = g(x)")
    assert shell.run("inspect.getsource(g)").value == "def g(x):\n    return step(params, x)\n"
    assert shell.run("g.__code__.co_firstlineno").value == 5


ERRORS = [
    "boom(1)",
    "y = boom(1) + boom(2)",
    "boom(undefined_name)",
    "boom()",
    "(x\n .reshape(3, 4)\n .reshape(5))",
    "boom(*[1])",
    "boom(*5)",
    "boom(1, **3)",
    "boom(x=1, **{'x': 2})",
    "z = [boom(i) for i in range(3)]",
    "for i in range(2):\n    boom(i)",
    "with open('/nonexistent') as f:\n    boom(f)",
    "jnp.dot(jnp.ones(3), jnp.ones(4))",
    "jax.jit(lambda x: x[5, 5])(jnp.ones(3))",
    'f"{boom(1)}"',
    "step(boom(\n  3), 1)",
    "x.nothing(1)",
    "import asyncio\nasync def c():\n    1 / 0\nawait c()",
    "raise ValueError(type(x))",
]


@pytest.mark.parametrize("code", ERRORS)
def test_errors_read_as_without_the_magic(shell, code):
    plain = shell.run(f"# %%jaxviz\n{code}")
    ours = shell.run(f"%%jaxviz\n{code}")
    assert type(ours.error) is type(plain.error)
    assert str(ours.error) == str(plain.error)
    numbered = re.compile(r"In ?\[\d+\]|0x[0-9a-f]+")
    assert numbered.sub("", ours.printed) == numbered.sub("", plain.printed)


def test_failed_cell_shows_the_call_that_was_begun(shell):
    ran = shell.run("%%jaxviz --no-compile\nstep(params, x)\n1 / 0\nlater = 1")
    assert isinstance(ran.error, ZeroDivisionError)
    assert "later" not in shell.shell.user_ns
    assert [program(text) for text in ran.reports] == ["step"]


def test_interrupted_cell_gives_the_kernel_back(shell):
    ran = shell.run("%%jaxviz\nstep(params, x)\nraise KeyboardInterrupt")
    assert isinstance(ran.error, KeyboardInterrupt)
    assert ran.reports == []
    assert not [name for name in vars(builtins) if "jaxviz" in name]


def test_syntax_error_gives_no_report(shell):
    ran = shell.run("%%jaxviz\ndef f(:\n    pass")
    assert isinstance(ran.error, SyntaxError)
    assert ran.reports == []
    assert "jax_viz:" not in ran.printed


def test_operands_are_not_kept(shell):
    shell.run("class Data:\n    pass")
    shell.run("%%jaxviz --no-compile\ntemporary = jnp.full((4, 3), 2.0)\nstep(params, temporary);")
    array = weakref.ref(shell.shell.user_ns["temporary"])
    shell.run("del temporary")
    gc.collect()
    assert array() is None


# -- which call --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("y = step(params, x)\nprint(y['w'].sum())", "step"),
        ("y = step(params, x)\njax.block_until_ready(y)", "step"),
        ("step(params, x); plain(x)", "step"),
        ("jnp.sin(x); plain(x); jnp.cos(x)", "plain"),
        ("jnp.sin(x); jnp.cos(x)", "cos"),
        ("jax.grad(lambda v: plain(v).sum())(x)", "<lambda>"),
        ("jax.vmap(plain)(x)", "plain"),
        ("for i in range(3):\n    params = step(params, x)", "step"),
        ("ys = [step(params, x) for i in range(3)]", "step"),
        ("if True:\n    with jax.named_scope('a'):\n        step(params, x)", "step"),
        ("step.lower(params, x).compile()", "step"),
        ("jax.make_jaxpr(plain)(x)", "plain"),
        ("import functools\nfunctools.partial(step, params)(x)", "step"),
        ("plain(x, power=3)", "plain"),
        ("step(*(params, x))", "step"),
        ("step(**{'params': params, 'x': x})", "step"),
        ("import numpy as np\nplain(np.ones(3))", "plain"),
    ],
)
def test_the_call_most_worth_it(shell, code, name):
    ran = shell.run(f"%%jaxviz --no-compile\n{code}")
    assert ran.error is None, ran.printed
    assert [program(text) for text in ran.reports] == [name]
    assert jax_viz.last_report().programs[0].name == name


@pytest.mark.parametrize(
    "code", ["a = 1", "print(len([1]))", "x.sum()", "def f(v):\n    return step(params, v)", "jnp.float32(3)"]
)
def test_nothing_to_show(shell, code):
    ran = shell.run(f"%%jaxviz\n{code}")
    assert ran.error is None
    assert ran.reports == []
    assert ran.printed.count("jax_viz: this cell made no call that %%jaxviz can show.") == 1


def test_number_whose_value_is_needed_is_static(shell):
    shell.run("def repeat(v, times):\n    for _ in range(times):\n        v = jnp.sin(v)\n    return v")
    ran = shell.run("%%jaxviz --no-compile\nrepeat(x, 3);")
    assert ran.reports[0].startswith("repeat(v, times): 3 equations")


def test_tracing_again_prints_nothing(shell):
    shell.run("def loud(v):\n    print('running')\n    return v * 2")
    assert shell.run("%%jaxviz --no-compile\nloud(x);").printed.count("running") == 1


def test_untraceable_call_gives_way_to_the_one_before(shell):
    shell.run("def host(v):\n    return float(v.sum())")
    ran = shell.run("%%jaxviz --no-compile\nplain(x); host(x)")
    assert [program(text) for text in ran.reports] == ["plain"]


def test_arguments_are_as_they_were(shell):
    """The trace is that of the call: weak types included, and JAX's cache serves it."""
    shell.run("count = []\n@jax.jit\ndef counted(v, k):\n    count.append(1)\n    return v * k")
    shell.run("%%jaxviz\ncounted(x, 3.0); counted(jnp.asarray(1.0) * 2, 2)")
    assert shell.run("len(count)").value == 2
    leaves = jax_viz.last_report().programs[0].arguments
    assert [(leaf.dtype, leaf.weak_type) for leaf in leaves] == [("float32", True), ("int32", True)]


def test_times_are_those_of_the_first_call(shell):
    shell.run("@jax.jit\ndef fresh(v):\n    return jnp.tanh(v) @ v.T")
    shell.run("%%jaxviz\nfor _ in range(3):\n    fresh(x)")
    times = jax_viz.last_report().programs[0].timings
    assert times.cached == []
    assert times.trace > 0
    assert times.lower > 0
    assert times.compile > 1e-3
    shell.run("%%jaxviz\nfresh(x)")
    assert set(jax_viz.last_report().programs[0].timings.cached) == {"trace", "lower", "compile"}


# -- options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--bogus", "no option --bogus"),
        ("step(params, x)", "does not know 'step(params, x)'"),
        ("--save", "--save needs a value"),
        ("--save x.txt", "must end in one of .html, .json, .svg, .png"),
        ("--name 'open", "not readable"),
        ("\\", "does not know"),
    ],
)
@pytest.mark.parametrize("above", ["", "# a comment\n\n"])
def test_wrong_options_leave_the_cell_unrun(shell, line, message, above):
    ran = shell.run(f"{above}%%jaxviz {line}\nran = True")
    assert type(ran.error).__name__ == "UsageError"
    assert message in ran.printed
    assert "ran" not in shell.shell.user_ns
    assert ran.reports == []


def test_save_and_name(shell, tmp_path):
    shell.run("n, folder = 3, 'out'")
    ran = shell.run("%%jaxviz --save=report-{n}.json --name 'my step' --no-compile\nstep(params, x);")
    assert ran.reports[0].startswith("my step(params, x)")
    assert "saved report-3.json" in ran.printed
    assert jax_viz.load(tmp_path / "report-3.json").programs[0].name == "my step"


# -- %jaxviz -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("plain(x)", "plain(x, power): 2 equations"),
        ("--no-compile plain(x, power=3)", "plain(x, power): "),
        ("jax.grad(lambda v: plain(v).sum())(x)", "<lambda>(v): "),
        ("--name total plain(x).sum() + x", "total(x): 4 equations"),
        ("x.sum()", "expression(x): 1 equation"),
        ("step({'w': params['w']}, x)", "step(params, x): "),
    ],
)
def test_expression(shell, line, start):
    ran = shell.run(f"before = 1\n%jaxviz {line}")
    assert ran.error is None, ran.printed
    assert ran.reports[0].startswith(start)


def test_expression_is_not_run(shell):
    shell.run("def effect(v):\n    assert isinstance(v, jax.core.Tracer)\n    return v * 2")
    ran = shell.run("%jaxviz effect(x)")
    assert ran.error is None
    assert ran.reports[0].startswith("effect(v)")


def test_expression_stands_where_it_was_typed(shell):
    shell.run("a = 1\n%jaxviz --no-compile jnp.sin(x) + jnp.cos(x)")
    source = next(e for e in jax_viz.last_report().programs[0].stages[0].equations if e.primitive == "cos").source
    line = "%jaxviz --no-compile jnp.sin(x) + jnp.cos(x)"
    assert (source.line, source.column, source.end_column) == (2, line.index("jnp.cos"), len(line))
    assert jax_viz.last_report().document.sources.files[0].excerpts[0].lines[-1] == line


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        ("", "UsageError", "needs an expression"),
        ("--bogus f(x)", "UsageError", "no option --bogus"),
        ("plain(x", "UsageError", "takes one expression"),
        ("nothing(x)", "NameError", "nothing"),
        ("boom(x, 1)", "UsageError", "boom"),
    ],
)
def test_wrong_expression(shell, line, error, message):
    ran = shell.run(f"%jaxviz {line}")
    assert type(ran.error).__name__ == error
    assert message in str(ran.error)


# -- loading -----------------------------------------------------------------------------------------------------------


def test_unload_leaves_nothing_behind(shell):
    inner = shell.shell
    inner.run_line_magic("unload_ext", "jax_viz")
    before = [list(inner.input_transformers_cleanup), list(inner.ast_transformers), dict(inner.events.callbacks)]
    before += [{kind: set(names) for kind, names in inner.magics_manager.magics.items()}]
    before[2] = {name: list(found) for name, found in before[2].items()}
    shell.run("%load_ext jax_viz")
    shell.run("%%jaxviz --no-compile\nstep(params, x);")
    shell.run("%unload_ext jax_viz")
    after = [list(inner.input_transformers_cleanup), list(inner.ast_transformers), dict(inner.events.callbacks)]
    after += [{kind: set(names) for kind, names in inner.magics_manager.magics.items()}]
    after[2] = {name: list(found) for name, found in after[2].items()}
    assert after == before
    assert not [name for name in vars(builtins) if "jaxviz" in name]
    assert type(shell.run("%%jaxviz\n1").error).__name__ == "UsageError"


def test_unload_inside_a_cell(shell):
    ran = shell.run("%%jaxviz\nstep(params, x)\n%unload_ext jax_viz\nstep(params, x)\n5")
    assert ran.error is None
    assert ran.value == 5
    assert not [name for name in vars(builtins) if "jaxviz" in name]


def test_called_by_another_magic(shell):
    shell.run("value = get_ipython().run_cell_magic('jaxviz', '--no-compile', 'y = step(params, x)\\n7')")
    assert shell.shell.user_ns["value"] == 7
    assert jax_viz.last_report().programs[0].name == "step"
    failed = shell.run("get_ipython().run_cell_magic('jaxviz', '', '1 / 0')")
    assert isinstance(failed.error, ZeroDivisionError)


def test_fault_of_ours_does_not_reach_the_cell(shell, monkeypatch):
    monkeypatch.setattr("jax_viz.hosts.magic.show", lambda *_: 1 / 0)
    ran = shell.run("%%jaxviz\nstep(params, x)\n11")
    assert ran.error is None
    assert ran.value == 11
    assert "jax_viz: the report could not be made: ZeroDivisionError" in ran.printed


def test_a_report_as_the_cells_value_shows_itself_with_its_compile_time():
    ran = Shell().run("jax_viz.trace(lambda x: x + 1)(1.0)")
    (text,) = ran.reports
    assert "compile" in text


# -- a second run leaves no traces -------------------------------------------------------------------------------------

STATEFUL = """\
import random, functools, collections
import numpy as np
w, cache, seen, book = jnp.ones(3), [], set(), {"a": jnp.ones(3)}
rng, counts = np.random.default_rng(0), np.zeros(2)
class Trainer:
    steps = 0
    def __init__(self):
        self.w, self.log = jnp.ones(3), []
    def step(self, x):
        self.w = self.w * x
        self.log.append(self.w)
        Trainer.steps += 1
        return self.w
    def __getattr__(self, name):
        asked.append(name)
        raise AttributeError(name)
class Slotted:
    __slots__ = ("w",)
    def __init__(self): self.w = jnp.ones(3)
    def __call__(self, x):
        self.w = self.w + x
        return self.w
asked, t, s, v = [], Trainer(), Slotted(), jnp.ones(3)
def train(x):
    global w
    w = w + x
    return inner(x)
def inner(x):
    book["a"] = x; book["b"] = x; seen.add(1000); counts[0] += 1
    return x
def keep(x):
    cache.append(x)
    return x
def noise(x):
    return x * np.random.rand() * random.random() * rng.normal()
def closure():
    total = 0
    def add(x):
        nonlocal total
        total = total + x
        add.total = total
        return total
    return add, lambda: total
add, total = closure()
"""


@pytest.mark.parametrize(
    ("call", "state", "named"),
    [
        ("train(v)", "w, book['a'], list(book), seen, counts.copy()", ["w", "book['a']", "counts"]),
        ("t.step(v)", "t.w, t.log, Trainer.steps", ["t.w", "t.log"]),
        ("s(v)", "s.w", ["s.w"]),
        ("keep(v)", "cache", ["cache"]),
        ("noise(v)", "np.random.rand(), random.random(), rng.normal()", ["NumPy's random state", "rng"]),
        ("add(v)", "total(), add.total", ["total", "add.total"]),
    ],
)
def test_second_run_leaves_the_session_as_it_was(shell, call, state, named):
    seed = "\nnp.random.seed(1); random.seed(1)"
    shell.run(STATEFUL + seed)
    shell.run(call)
    expected = repr(shell.run(state).value)
    shell.run(STATEFUL + seed)
    ran = shell.run(f"%%jaxviz --no-compile\n{call};")
    assert len(ran.reports) == 1
    assert repr(shell.run(state).value) == expected
    assert ran.printed.count("was put back") == 1
    for name in named:
        assert name in ran.printed
    assert shell.shell.user_ns["asked"] == []


def test_second_run_that_fails_leaves_the_session_as_it_was(shell):
    shell.run("kept = []\ndef host(v):\n    kept.append(v)\n    return float(v.sum())")
    ran = shell.run("%%jaxviz\nhost(x)")
    assert shell.run("len(kept)").value == 1
    assert "`host(x)` could not be traced" in ran.printed
    assert "kept" in ran.printed
    assert "made no call" not in ran.printed


def test_expression_leaves_the_session_as_it_was(shell):
    shell.run(STATEFUL)
    ran = shell.run("%jaxviz --no-compile keep(v)")
    assert shell.shell.user_ns["cache"] == []
    assert "cache" in ran.printed


# -- natural cells -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("define", "call"),
    [
        ("def f(key, shape):\n    return jax.random.normal(key, shape)", "f(jax.random.key(0), (3, 4))"),
        ("def f(v, shape):\n    return v.reshape(shape)", "f(x, shape=[3, 4])"),
        ("def f(v, o):\n    return v ** o['p'] if o['m'] == 'a' and o['p'] > 1 else v", "f(x, {'p': 2, 'm': 'a'})"),
        ("def f(v, axes, k):\n    return v.sum(axes[0]) * k", "f(x, ['a', 0][1:], 2.5)"),
    ],
)
def test_arguments_that_are_values(shell, define, call):
    shell.run(define)
    ran = shell.run(f"%%jaxviz --no-compile\n{call};")
    assert [program(text) for text in ran.reports] == ["f"], ran.printed
    assert "could not" not in ran.printed


def test_untraceable_call_is_named(shell):
    shell.run("def host(v):\n    return float(v.sum())")
    ran = shell.run("%%jaxviz --no-compile\nplain(x); host(x)")
    assert "`host(x)` could not be traced: " in ran.printed
    assert "The report shows `plain(x)` instead." in ran.printed


def test_settings_of_the_call(shell):
    shell.run("@jax.jit\ndef wide(v):\n    return v * jnp.arange(3.0)")
    shell.run("import numpy as np")
    ran = shell.run("%%jaxviz --no-compile\nwith jax.enable_x64(True):\n    wide(np.ones(3))")
    assert "f64" in ran.reports[0] or "float64" in str(jax_viz.last_report().programs[0].arguments), ran.printed
    ran = shell.run("%%jaxviz --no-compile\nwith jax.disable_jit():\n    wide(x[0])")
    assert ran.reports == []
    assert "jax_viz.trace inside the `with` block" in ran.printed


def test_other_threads_print_while_a_call_is_traced(shell):
    shell.run(
        "import threading\ndef talk(v):\n    print('mine')\n"
        "    other = threading.Thread(target=print, args=('theirs',)); other.start(); other.join()\n    return v * 2"
    )
    ran = shell.run("%%jaxviz --no-compile\ntalk(x);")
    assert (ran.printed.count("mine"), ran.printed.count("theirs")) == (1, 2)


def test_arrays_are_free_while_the_cell_runs(shell):
    shell.run("import gc, weakref")
    ran = shell.run(
        "%%jaxviz --no-compile\ntemporary = x * 2\ntemporary.sum()\nplain(temporary)\nheld = weakref.ref(temporary)\n"
        "del temporary\ngc.collect();\ngone = held() is None"
    )
    assert ran.error is None
    assert shell.shell.user_ns["gone"]


def test_a_loop_counts_its_last_call(shell):
    ran = shell.run("%%jaxviz --no-compile\nfor i in range(40):\n    jax.vmap\n    plain(x)\n    step(params, x)")
    assert [program(text) for text in ran.reports] == ["step"]
    shell.run("@jax.jit\ndef other(v):\n    return v")
    ran = shell.run("%%jaxviz --no-compile\nfor i in range(40):\n    other(x) if i < 38 else None\n    step(params, x)")
    assert [program(text) for text in ran.reports] == ["step"]


def test_builtins_are_called_as_they_are(shell):
    shell.run("%%jaxviz --no-compile\nfrom jax.numpy import abs\nabs(x);\nlen([1]);")
    assert jax_viz.last_report().programs[0].name == "absolute" or jax_viz.last_report().programs[0].name == "abs"


def test_path_that_cannot_be_saved(shell):
    ran = shell.run("%%jaxviz --no-compile --save /nope/x.html\nstep(params, x);")
    assert len(ran.reports) == 1
    assert "could not be saved" in ran.printed
    assert "could not be made" not in ran.printed


def test_two_magic_lines(shell):
    ran = shell.run("%%jaxviz --no-compile\n%%jaxviz --no-compile\na = 1")
    assert ran.printed.count("made no call") == 1
    ran = shell.run("%%jaxviz --no-compile\n%%jaxviz --no-compile\nstep(params, x);")
    assert [program(text) for text in ran.reports] == ["step"]
    assert "made no call" not in ran.printed


def test_magic_below_one_that_runs_nothing(shell, tmp_path):
    ran = shell.run("%%writefile cell.py\n%%jaxviz\nq = 1")
    assert "made no call" not in ran.printed
    assert (tmp_path / "cell.py").read_text() == "%%jaxviz\nq = 1\n"
    assert shell.run("%%time\n%%jaxviz\nq = 1").printed.count("made no call") == 1


def test_function_without_a_call(shell):
    ran = shell.run("%jaxviz plain")
    assert type(ran.error).__name__ == "UsageError"
    assert "write %jaxviz plain(x)" in ran.printed


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type aliases came with Python 3.12")
def test_type_alias_is_left_alone(shell):
    shell.run("%%jaxviz --no-compile\ntype V = list[step(params, x)['w'].shape]\nstep(params, x);")
    assert shell.run("V.__value__").error is None


def test_cleared_listeners(shell):
    ran = shell.run("%%jaxviz --no-compile\njax.monitoring.clear_event_listeners()\nstep(params, x);")
    assert ran.error is None
    assert [program(text) for text in ran.reports] == ["step"]
    assert not [name for name in vars(builtins) if "jaxviz" in name]
    assert not shell.shell.ast_transformers
