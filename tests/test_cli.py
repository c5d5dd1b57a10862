"""The command `jax-viz`."""

import sys
import webbrowser
from pathlib import Path

import jax.numpy as jnp
import pytest

import jax_viz
from jax_viz.hosts.cli import main
from jax_viz.hosts.shapes import ShapeError, parse_shape

MODULE = """\
import jax, jax.numpy as jnp

W = jnp.ones((3, 4))

def predict(w, x):
    return jnp.tanh(w @ x)

class Model:
    @staticmethod
    def apply(x):
        return x * 2

def broken(x):
    return x.reshape(7)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "model_under_test.py").write_text(MODULE)
    monkeypatch.delitem(sys.modules, "model_under_test", raising=False)
    yield tmp_path
    sys.modules.pop("model_under_test", None)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


def test_demo_prints_the_path_of_its_page(capsys, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    status, out, _ = run(capsys, "demo", "--no-browser", "-o", "demo.html")
    assert status == 0
    assert opened == []
    assert Path(out.strip()) == tmp_path / "demo.html"
    page = Path(out.strip()).read_text(encoding="utf-8")
    assert "<title>update(params, images, targets): " in page
    run(capsys, "demo")
    assert opened == [(tmp_path / "jax_viz_demo.html").as_uri()]


def test_trace_with_shapes(capsys):
    status, out, _ = run(capsys, "trace", "model_under_test:predict", "--shape", "f32[3,4]", "--shape", "f32[4]")
    assert status == 0
    assert out.startswith("predict(w, x): 2 equations")
    assert "compile" in out


def test_trace_with_an_expression_into_a_file(capsys, tmp_path):
    status, out, _ = run(
        capsys, "trace", "model_under_test.py:predict", "--args", "(W, np.ones(4))", "-o", "p.json", "--no-compile"
    )
    assert (status, Path(out.strip())) == (0, tmp_path / "p.json")
    program = jax_viz.load(tmp_path / "p.json").programs[0]
    assert [leaf.text for leaf in program.arguments] == ["f32[3,4]", "f32[4]"]
    assert program.timings.compile is None


def test_trace_of_an_attribute(capsys):
    assert run(capsys, "trace", "model_under_test:Model.apply", "--args", "1.0")[1].startswith("apply(x): 1 equation")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["model_under_test"], "names no function. Write MODULE:FUNCTION"),
        (["no_such_module:f"], "There is no module 'no_such_module'"),
        (["no_such_file.py:f"], "There is no file no_such_file.py"),
        (["model_under_test:predic"], "has no 'predic'. Its functions: Model, broken, predict."),
        (["model_under_test:W"], "is not a function but ArrayImpl"),
        (["model_under_test:predict", "--shape", "f32[3"], "'f32[3' is not the shape of an array"),
        (["model_under_test:predict", "--shape", "f32[3,4]"], "missing a required argument: 'x'"),
        (["model_under_test:predict", "--args", "nothing"], "--args could not be evaluated: NameError"),
        (["model_under_test:Model.apply", "--args", "1.0", "-o", "p.txt"], "must end in one of .html"),
        (["model_under_test:Model.apply", "--args", "1.0", "-o", "none/p.json"], "there is no such folder"),
    ],
)
def test_mistakes(capsys, arguments, message):
    status, out, err = run(capsys, "trace", *arguments)
    assert status == 2
    assert out == ""
    assert message in err
    assert err.startswith("jax-viz: ")
    assert "Traceback" not in err


@pytest.mark.parametrize("target", ["model_under_test:broken", "model_under_test.py:broken"])
def test_error_of_the_function_itself_shows_the_users_frames_alone(capsys, target):
    status, out, err = run(capsys, "trace", target, "--shape", "f32[3]")
    assert (status, out) == (1, "")
    assert "return x.reshape(7)" in err
    assert "TypeError: " in err
    assert [line for line in err.splitlines() if line.startswith("  File ")] == [
        line for line in err.splitlines() if "model_under_test.py" in line
    ]


def test_error_of_the_module_shows_the_users_frames_alone(capsys, tmp_path):
    (tmp_path / "fails_on_import.py").write_text("def f(): pass\n1 / 0\n")
    status, _, err = run(capsys, "trace", "fails_on_import:f")
    assert status == 1
    assert err.count("  File ") == 1
    assert err.endswith("ZeroDivisionError: division by zero\n")


@pytest.mark.parametrize("arguments", [[], ["--shape", "f32[3,4]"], ["--args", "(W, 1.0, 2.0)"]])
def test_arguments_that_do_not_fit_name_the_options(capsys, arguments):
    status, _, err = run(capsys, "trace", "model_under_test.py:predict", *arguments)
    assert status == 2
    assert "predict(w, x) cannot be called with" in err
    assert "--shape 'f32[128,784]'" in err
    assert "--args '(params, x)'" in err
    assert "jax_viz.trace" not in err


@pytest.mark.parametrize("output", ["s.pdf", "none/s.html"])
def test_a_name_that_cannot_be_saved_stops_before_the_users_code(capsys, tmp_path, output):
    (tmp_path / "never_run.py").write_text("raise SystemExit('was run')")
    status, _, err = run(capsys, "trace", "never_run:f", "-o", output)
    assert status == 2
    assert "cannot be saved" in err
    assert run(capsys, "demo", "--no-browser", "-o", output)[0] == 2


def test_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"jax-viz {jax_viz.__version__} (JAX ")


@pytest.mark.parametrize("arguments", [[], ["nothing"], ["trace", "a:b", "--shape", "f32", "--args", "1"]])
def test_usage(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: jax-viz" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "shape", "dtype"),
    [
        ("f32[128,784]", (128, 784), jnp.float32),
        ("bf16[8]", (8,), jnp.bfloat16),
        ("i32[]", (), jnp.int32),
        ("i32", (), jnp.int32),
        ("pred[2]", (2,), jnp.bool_),
        ("bool[2]", (2,), jnp.bool_),
        ("float32[ 2, 3 ]", (2, 3), jnp.float32),
        ("c64[1]", (1,), jnp.complex64),
        ("u8[1]", (1,), jnp.uint8),
    ],
)
def test_shape(text, shape, dtype):
    parsed = parse_shape(text)
    assert (parsed.shape, parsed.dtype) == (shape, dtype)


@pytest.mark.parametrize("text", ["", "f32[", "f32[a]", "q7[1]", "[1]", "f32[1,,2]", "f32[1] f32[2]"])
def test_not_a_shape(text):
    with pytest.raises(ShapeError, match="is not the shape of an array"):
        parse_shape(text)
