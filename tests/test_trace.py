"""`jax_viz.trace`: what a report says of a program, and what bad input gets."""

import functools
import traceback

import jax
import jax.extend
import jax.numpy as jnp
import numpy as np
import pytest

import jax_viz


def equations(f, *args, **kwargs):
    return jax_viz.trace(f, compile=False)(*args, **kwargs).programs[0].stages[0].equations


def test_equations_have_path_primitive_params_and_avals():
    found = equations(lambda x: jnp.sum(x, axis=1), jnp.ones((2, 3)))
    (only,) = found
    assert only.path == (0,)
    assert only.primitive == "reduce_sum"
    assert only.params["axes"] == "(1,)"
    assert [(v.shape, v.dtype, v.weak_type, v.bytes) for v in only.inputs] == [((2, 3), "float32", False, 24)]
    assert [v.text for v in only.outputs] == ["f32[2]"]


def test_weak_types_and_literals():
    found = equations(lambda x: x * 2.0, 3.0)
    assert found[0].inputs[0].weak_type
    assert found[0].inputs[1].literal == "2.0"


def test_paths_lead_through_branches_and_bodies():
    def f(x):
        return jax.lax.cond(x > 0, lambda v: jnp.sin(v), lambda v: jnp.cos(v) + 1, x)

    found = equations(f, 1.0)
    by_path = {e.path: e.primitive for e in found}
    cond = next(e for e in found if e.primitive == "cond")
    assert by_path[(*cond.path, ("branches", 1), 0)] == "sin"
    assert by_path[(*cond.path, ("branches", 0), 0)] == "cos"
    nested = found.at(f"{cond.path[0]}/branches.0/1")
    assert nested.primitive == "add"
    assert nested.path_text == f"{cond.path[0]}/branches.0/1"
    with pytest.raises(KeyError):
        found.at("99")


def test_source_is_the_exact_span_of_the_users_call():
    def f(x):
        return jnp.sin(x) + jnp.cos(x)

    sin, cos, add = equations(f, 1.0)
    line = f.__code__.co_firstlineno + 1
    text = "        return jnp.sin(x) + jnp.cos(x)"
    assert text[sin.source.column : sin.source.end_column] == "jnp.sin(x)"
    assert text[cos.source.column : cos.source.end_column] == "jnp.cos(x)"
    assert text[add.source.column : add.source.end_column] == "jnp.sin(x) + jnp.cos(x)"
    assert {e.source.line for e in (sin, cos, add)} == {line}
    assert sin.source.file.endswith("test_trace.py")
    assert sin.source.function == "f"


def test_columns_count_characters_not_bytes():
    def f(x):
        é, ß = jnp.sin(x), jnp.cos(x)
        return é + ß

    text = "        é, ß = jnp.sin(x), jnp.cos(x)"
    _, cos, _ = equations(f, 1.0)
    assert text[cos.source.column : cos.source.end_column] == "jnp.cos(x)"


def test_call_stack_goes_from_the_outermost_user_frame_inwards():
    def inner(x):
        return jnp.tanh(x)

    def outer(x):
        return inner(x) * 2

    tanh, mul = equations(outer, 1.0)
    names = [frame.function.rsplit(".", 1)[-1] for frame in tanh.call_stack]
    assert names == ["outer", "inner"]
    assert len(mul.call_stack) == 1


def test_inside_a_library_function_the_source_is_the_line_that_called_it():
    def f(x):
        return jax.nn.softplus(x)

    found = equations(f, jnp.ones(3))
    assert len(found) > 5
    assert {e.source.line for e in found} == {f.__code__.co_firstlineno + 1}
    assert {e.via for e in found} == {"jax.nn.softplus"}


def test_via_names_the_public_function_and_never_the_users():
    @jax.jit
    def block(x):
        return jnp.dot(x, x)

    def f(x):
        return block(x) @ x + jnp.where(x > 0, x, 0)

    vias = {(e.primitive, e.name): e.via for e in equations(f, jnp.ones((3, 3)))}
    assert vias["jit", "block"] == ""
    assert vias["dot_general", ""] in {"jnp.dot", "jnp.matmul"}
    assert vias["add", ""] == "jnp.add"
    assert vias["jit", "_where"] == "jnp.where"


def test_phases_and_batching_come_from_the_name_stack():
    def loss(w, x):
        return jnp.sum(jnp.tanh(x * w))

    found = equations(jax.vmap(jax.grad(loss), (None, 0)), 1.0, jnp.ones((5, 3)))
    assert {e.phase for e in found} == {"forward", "backward"}
    assert all(e.batched for e in found)
    assert {e.phase for e in equations(loss, 1.0, jnp.ones(3))} == {None}
    remat = equations(jax.grad(jax.checkpoint(lambda x: jnp.sin(jnp.sin(x)))), 1.0)
    assert "recompute" in {e.phase for e in remat}


def test_scopes():
    def f(x):
        with jax.named_scope("outer"), jax.named_scope("inner"):
            return jnp.sin(x)

    assert equations(f, 1.0)[0].scopes == ("outer", "inner")


def test_arguments_and_results_by_pytree_path():
    def f(params, x):
        return {"y": params[0]["w"] * x, "z": (x, 1.0)}

    program = jax_viz.trace(f, compile=False)([{"w": jnp.ones(3)}], np.ones(3, np.float32)).programs[0]
    assert [leaf.path for leaf in program.arguments] == ["params[0]['w']", "x"]
    assert [leaf.path for leaf in program.results] == ["['y']", "['z'][0]", "['z'][1]"]
    assert program.signature == "f(params, x)"


def test_constants_at_any_depth_with_name_and_bytes():
    table = jnp.arange(100.0)

    @jax.jit
    def inner(x):
        return x + table

    def f(x):
        return inner(x) * table

    constants = jax_viz.trace(f, compile=False)(jnp.ones(100)).programs[0].constants
    assert [(c.name, c.shape, c.bytes) for c in constants] == [("table", [100], 400)]


def test_shapes_are_enough():
    report = jax_viz.trace(lambda x: x @ x, compile=False)(jax.ShapeDtypeStruct((4, 4), jnp.bfloat16))
    assert report.programs[0].results[0].text == "bf16[4,4]"


def test_a_jitted_function_is_its_own_program_without_an_outer_jit():
    found = equations(jax.jit(lambda x: jnp.sin(x)), 1.0)
    assert [e.primitive for e in found] == ["sin"]


def test_static_arguments():
    def f(x, n, *, mode):
        return x**n if mode == "power" else x

    report = jax_viz.trace(f, static_argnums=1, static_argnames="mode", compile=False)(2.0, 3, mode="power")
    assert report.programs[0].static_arguments == {"mode": "'power'", "n": "3"}


def test_bound_methods_partials_and_callable_objects():
    class Model:
        def __call__(self, x):
            return jnp.sin(x)

        def step(self, x):
            return jnp.cos(x)

    assert [e.primitive for e in equations(Model().step, 1.0)] == ["cos"]
    assert [e.primitive for e in equations(Model(), 1.0)] == ["sin"]
    report = jax_viz.trace(functools.partial(jnp.power, 2.0), compile=False)(3.0)
    assert report.programs[0].name == "power"


def test_timings_are_measured_and_cached_steps_are_named():
    f = jax.jit(lambda x: jnp.sin(x) @ x)
    x = jnp.ones((8, 8))
    first = jax_viz.trace(f)(x).programs[0].timings
    assert first.cached == []
    assert first.trace > 0
    assert first.lower > 0
    assert first.compile > 0
    second = jax_viz.trace(f)(x).programs[0].timings
    assert set(second.cached) == {"trace", "lower", "compile"}


def test_without_compile_nothing_is_lowered():
    timings = jax_viz.trace(lambda x: x + 1, compile=False)(1.0).programs[0].timings
    assert (timings.lower, timings.compile) == (None, None)


def test_the_function_is_traced_once_and_never_run_on_data():
    runs = []

    def f(x):
        runs.append(type(x).__name__)
        return x + 1

    jax_viz.trace(f)(1.0).wait()
    assert len(runs) == 1
    assert "Tracer" in runs[0]


def test_tracing_changes_no_result_and_no_cache_of_the_users_function():
    f = jax.jit(lambda x: jnp.sin(x))
    x = jnp.arange(3.0)
    before = f(x)
    size = f._cache_size()
    jax_viz.trace(f)(x).wait()
    assert f._cache_size() == size
    assert (f(x) == before).all()


# Bad input


@pytest.mark.parametrize("thing", [[1, 2], 3.0, jnp.ones(2), None])
def test_what_cannot_be_called(thing):
    with pytest.raises(TypeError) as caught:
        jax_viz.trace(thing)
    message = str(caught.value)
    assert "needs a function" in message
    assert "jax_viz.trace(f)(x)" in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("args", "kwargs", "word"),
    [((), {}, "missing"), ((1.0, 2.0, 3.0), {}, "too many"), ((1.0, 2.0), {"z": 1.0}, "unexpected")],
)
def test_wrong_arguments(args, kwargs, word):
    def f(x, y):
        return x + y

    with pytest.raises(TypeError) as caught:
        jax_viz.trace(f)(*args, **kwargs)
    message = str(caught.value)
    assert word in message
    assert "f(x, y)" in message
    assert "\n" not in message


@pytest.mark.parametrize("value", ["relu", object(), np.array(["a"]), {1, 2}])
def test_an_argument_that_is_no_array_gets_the_static_hint(value):
    def f(x, mode):
        return x

    with pytest.raises(TypeError) as caught:
        jax_viz.trace(f)(1.0, value)
    message = str(caught.value)
    assert "mode of f" in message
    assert "static_argnames=('mode',)" in message
    assert "\n" not in message


def test_a_leaf_that_is_no_array_is_named_by_its_path():
    with pytest.raises(TypeError, match=r"params\['name'\] of f_of_params is a str"):
        jax_viz.trace(f_of_params)({"name": "adam"})


def f_of_params(params):
    return params


def test_an_exception_of_the_function_comes_through_untouched():
    class Oops(Exception):
        pass

    def f(x):
        raise Oops("mine")

    with pytest.raises(Oops, match="mine") as caught:
        jax_viz.trace(f)(1.0)
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert frames[-1].lineno == f.__code__.co_firstlineno + 1
    assert frames[-1].name == "f"


def test_jaxs_own_errors_come_through_untouched():
    def f(x):
        return x if x > 0 else -x

    with pytest.raises(jax.errors.TracerBoolConversionError):
        jax_viz.trace(f)(1.0)


def test_a_compile_error_stays_in_its_section():
    unknown = jax.extend.core.Primitive("not_for_this_machine")
    unknown.def_abstract_eval(lambda x: x)
    report = jax_viz.trace(lambda x: unknown.bind(x))(1.0)
    assert report.wait(60)
    assert [fault.section for fault in report.faults] == ["compile"]
    assert report.programs[0].timings.compile is None
    assert "not_for_this_machine" in report.faults[0].message
    assert [e.primitive for e in report.programs[0].stages[0].equations] == ["not_for_this_machine"]


def test_an_equation_that_no_line_asked_for_is_placed_at_the_definition():
    """The cotangent of a scalar under an explicit mesh: JAX makes `reshard 1.0` without a traceback of the user's."""
    mesh = jax.make_mesh((1,), ("data",), axis_types=(jax.sharding.AxisType.Explicit,))

    def loss(x):
        return jnp.sum(x * x)

    def f(x):
        return jax.grad(loss)(x)

    with jax.set_mesh(mesh):
        found = equations(f, jnp.ones(4))
    made = [e for e in found if e.primitive == "reshard"]
    assert all(e.source is not None for e in found)
    assert all(e.source.line >= f.__code__.co_firstlineno for e in made)


class Holder:
    def __init__(self):
        self.weight = jnp.ones(7)


def test_captured_constants_are_named_the_way_the_user_reaches_them():
    tables = {"a": jnp.ones(5), "b": (jnp.ones(6),)}
    holder = Holder()

    def inner(x):
        return x + tables["a"].sum() + tables["b"][0].sum()

    def f(x):
        return jax.lax.fori_loop(0, 3, lambda _, v: inner(v) + holder.weight.sum(), x)

    constants = jax_viz.trace(f, compile=False)(1.0).programs[0].constants
    assert {c.name for c in constants} == {"tables['a']", "tables['b'][0]", "holder.weight"}


def test_a_program_that_doubles_at_each_level_is_refused_before_it_fills_the_memory():
    f = jax.jit(jnp.sin)
    for _ in range(24):
        f = jax.jit(lambda x, f=f: f(f(x)))
    report = jax_viz.trace(f, compile=False)(1.0)
    assert report.programs == []
    (fault,) = report.faults
    assert "50,331,646 equations" in fault.message
    assert "100,000" in fault.message


def test_equations_of_a_partial_of_a_jitted_function_have_a_place():
    def power(a, x):
        return a**x

    found = equations(functools.partial(jax.jit(power), 2.0), 3.0)
    assert all(e.source is not None for e in found)


def test_a_long_file_is_shown_by_whole_statements(tmp_path, monkeypatch):
    text = "import jax.numpy as jnp\n" + "# filler\n" * 500
    text += "def helper(\n    x,\n    k=3,\n):\n    y = jnp.sin(x)\n\n    return y * k\n\n\nAFTER = 1\n"
    (tmp_path / "long_module.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    import long_module

    document = jax_viz.trace(long_module.helper, compile=False)(1.0).document
    (excerpt,) = next(file for file in document.sources.files if file.name == "long_module.py").excerpts
    assert excerpt.first_line == 502
    assert excerpt.lines[0] == "def helper("
    assert excerpt.lines[-1] == "    return y * k"


@pytest.mark.parametrize("name", ["x.txt", "x", "missing/x.html"])
def test_what_cannot_be_saved_is_refused_at_once(name, tmp_path):
    report = jax_viz.trace(lambda x: x + 1, compile=False)(1.0)
    report.wait = None  # it must not be waited for
    with pytest.raises((ValueError, FileNotFoundError), match="cannot be saved"):
        report.save(tmp_path / name)


def test_save_knows_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    saved = jax_viz.trace(lambda x: x + 1, compile=False)(1.0).save("~/x.json")
    assert saved == tmp_path / "x.json"
    assert jax_viz.load(saved).programs[0].name == "<lambda>"
