"""What the magics say when there is no report, another call was left out, or something fails."""

import pytest
from shell import Shell

import jax_viz

DEFINITIONS = """\
import dataclasses
n = 1
a, x = jnp.ones((3, 3)), jnp.ones(3)
@dataclasses.dataclass
class S:
    u: object
    v: object
class Plain:
    pass
def fs(s): return s.u + s.v
def train(steps): return jax.grad(lambda w: (w * steps) ** 2)(1.0)
def whole(): return jnp.ones(3) * 2
def opaque(model, name): return 1
async def q(v=None): return a @ a
@jax.jit
def cond_fn(x): return x + 1
def while_fn(x): return x * 2
def third(x): return x - 1
def branch(x):
    y = x.sum()
    if y > 0:
        return x
    return -x
def broken(x):
    return x.reshape(7)"""


@pytest.fixture
def shell(tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    running = Shell()
    assert running.run(DEFINITIONS).error is None
    yield running
    running.close()


# -- why there is none -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("b = a @ a.T", "Its operations on arrays (`a @ a.T`) run one by one"),
        ("b = a @ a.T", "or write %jaxviz a @ a.T."),
        ("x.sum()", "Its operations on arrays (`x.sum()`)"),
        ("fs(S(x, x))", "s of `fs(S(x, x))` is a S, which JAX does not take for a pytree"),
        ("fs(S(x, x))", "register it: jax.tree_util.register_dataclass(S)."),
        ("opaque(Plain(), 'n')", "register it: jax.tree_util.register_pytree_node(Plain, …)."),
        ("train(3)", "steps of `train(3)` is an int, not an array. To see it all the same: %jaxviz train(3)"),
        ("train(steps=3)", "steps of `train(steps=3)` is an int, not an array."),
        ("opaque('m', 3)", "model of `opaque('m', 3)` is a str, not an array and no other argument holds an array."),
        ("whole()", "`whole()` has no arguments"),
        ("await q()", "`q()` makes a coroutine, which JAX cannot trace. Put the work on arrays into a plain function"),
        ("await q(x)", "`q(x)` makes a coroutine"),
        ("", "It is empty. Write a call below the %%jaxviz line"),
        ("# only this", "It is empty."),
        ("def f(v):\n    return v @ a", "It defines f and does not call it. Call it in this cell"),
        ("n = 1 + 2", "It looks for the cell's last call"),
        ("n = 1 + 2", "Call the function in this cell, or write %jaxviz f(x)."),
        ("opaque([S(x, x)], 1)", "model[0] of `opaque([S(x, x)], 1)` is a S"),
        (
            "import enum, typing\nC = enum.Enum('C', 'RED')\nopaque(C.RED, 1)",
            "model of `opaque(C.RED, 1)` is a C, not an",
        ),
        ("if not n:\n    a @ a", "It looks for the cell's last call"),
        ("v = 1\nv + 1\nv = x", "It looks for the cell's last call"),
        ("n = unknown if False else 2 * 3", "It looks for the cell's last call"),
    ],
)
def test_the_cause_is_said(shell, code, cause):
    ran = shell.run(f"%%jaxviz\n{code}")
    assert ran.error is None, ran.printed
    assert ran.reports == []
    (message,) = [line for line in ran.printed.splitlines() if line.startswith("jax_viz: ")]
    assert message.startswith("jax_viz: this cell made no call that %%jaxviz can show. ")
    assert cause in message


@pytest.mark.parametrize(
    "advice",
    [
        "%jaxviz train(3)",
        "%jaxviz whole()",
        "%jaxviz opaque('m', 3)",
        "%jaxviz a @ a.T",
        "%jaxviz x.sum()",
        "jax.tree_util.register_dataclass(S)\n%jaxviz fs(S(x, x))",
    ],
)
def test_what_it_advises_works(shell, advice):
    ran = shell.run(advice)
    assert ran.error is None, ran.printed
    assert len(ran.reports) == 1


# -- what was left out -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "also"),
    [
        (
            "print(while_fn(cond_fn(jnp.ones(3))))",
            "while_fn (line 2). To see it: %jaxviz while_fn(cond_fn(jnp.ones(3)))",
        ),
        ("while_fn(x)\nthird(x)", "while_fn (line 2). To see it: %jaxviz while_fn(x)"),
        ("third(x)\nwhile_fn(x)\ncond_fn(x)", "third (line 2), while_fn (line 3). To see it: %jaxviz while_fn(x)"),
        ("%%time\nthird(x)\nwhile_fn(x)", "third. To see it: %jaxviz third(x)"),
    ],
)
def test_other_calls_are_named(shell, code, also):
    ran = shell.run(f"%%jaxviz --no-compile\n{code}")
    assert len(ran.reports) == 1
    assert f"jax_viz: also called: {also}\n" in ran.printed


@pytest.mark.parametrize("code", ["cond_fn(x); jnp.sin(x)", "for i in range(3):\n    cond_fn(x)"])
def test_nothing_is_said_of_what_nobody_misses(shell, code):
    assert "also called" not in shell.run(f"%%jaxviz --no-compile\n{code}").printed


# -- what fails --------------------------------------------------------------------------------------------------------


def test_a_value_that_is_not_there_names_line_argument_and_remedy(shell):
    shell.run(f"# one\n{DEFINITIONS[DEFINITIONS.index('def branch') :]}")
    ran = shell.run("%%jaxviz\nbranch(x);")
    (message,) = [line for line in ran.printed.splitlines() if line.startswith("jax_viz: ")]
    assert "`branch(x)` could not be traced: Attempted boolean conversion of traced array with shape bool[]." in message
    assert "because it depends on the value of the argument x." in message
    assert message.endswith("#jax.errors.TracerBoolConversionError")
    assert " It failed at Cell [3], line 4: `if y > 0:`. " in message


def test_our_own_errors_come_without_frames(shell):
    for line in ("branch(x, 1)", "", "--bogus f(x)", "branch", "y = branch(x)", "branch(x"):
        ran = shell.run(f"%jaxviz {line}")
        assert type(ran.error).__name__ == "UsageError"
        assert ran.printed.startswith("UsageError: ")
        assert "Traceback" not in ran.printed


@pytest.mark.parametrize("line", ["broken(x)", "nothing(x)", "branch(x)", "broken(x[0:2]) + 1"])
def test_errors_of_the_user_come_with_the_users_frames(shell, line):
    ran = shell.run(f"# first\n%jaxviz {line}")
    assert type(ran.error).__name__ in ran.printed
    assert ran.printed.count("Cell In[3], line 2") == 1
    assert "/jax_viz/" not in ran.printed
    assert "interactiveshell.py" not in ran.printed
    assert ("return x.reshape(7)" in ran.printed) == line.startswith("broken")


def test_a_fault_of_ours_keeps_its_frames(shell, monkeypatch):
    from jax_viz.hosts import trace_cell

    monkeypatch.setattr(trace_cell, "trace", lambda *_: object())  # what comes after it fails, in our code
    ran = shell.run("%jaxviz --name n branch(x)")
    assert isinstance(ran.error, AttributeError)
    assert "/jax_viz/hosts/magic.py" in ran.printed


# -- help --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cell",
    [
        "%%jaxviz --help\nran = 1",
        "%%jaxviz -h\nran = 1",
        "%%jaxviz --help",
        "%jaxviz -h",
        "# a\n%%jaxviz -h\n%%time\n1",
    ],
)
def test_help_lists_the_options_and_runs_nothing(shell, cell):
    ran = shell.run(cell)
    assert ran.error is None
    assert "--no-compile  trace only" in ran.printed
    assert "no option" not in ran.printed
    assert "ran" not in shell.shell.user_ns
    assert jax_viz.last_report() is None or ran.reports == []
