"""Array shapes as people and jaxprs write them: `f32[128,784]`."""

import re

import jax
import jax.numpy as jnp

_SHAPE = re.compile(r"\s*([a-z]+\d*(?:_\w+)?)\s*(?:\[([\d\s,]*)\])?\s*")
_SHORT = {"f": "float", "i": "int", "u": "uint", "c": "complex", "bf": "bfloat"}


class ShapeError(ValueError):
    """A text is not a shape; the message shows one that is."""


def parse_shape(text: str) -> jax.ShapeDtypeStruct:
    """Return the abstract array that `text` describes.

    Parameters
    ----------
    text
        JAX's short form (`f32[128,784]`, `bf16[8]`, `i32[]`) or with NumPy's dtype names (`float32[128,784]`).

    Raises
    ------
    ShapeError
        When it is neither.
    """
    found = _SHAPE.fullmatch(text)
    if found is None:
        raise ShapeError(_message(text))
    name = _long_name(found[1])
    try:
        dtype = jnp.dtype(name)
    except TypeError:
        raise ShapeError(_message(text)) from None
    sizes = [part.strip() for part in (found[2] or "").split(",")]
    if sizes[-1] == "":
        sizes.pop()
    if not all(sizes):
        raise ShapeError(_message(text))
    if jax.dtypes.canonicalize_dtype(dtype) != dtype:
        raise ShapeError(
            f"{text!r} has 64 bits, which JAX gives only when asked: set JAX_ENABLE_X64=1, or write "
            f"{text.replace('64', '32', 1)!r}."
        )
    return jax.ShapeDtypeStruct(tuple(map(int, sizes)), dtype)


def _long_name(name: str) -> str:
    """Return NumPy's name of a dtype: `float32` for `f32`, `bool` for JAX's `bool` and HLO's `pred`."""
    if name == "pred":
        return "bool"
    short = re.fullmatch(r"([a-z]+?)(\d+(?:_\w+)?)", name)
    return _SHORT.get(short[1], short[1]) + short[2] if short else name


def _message(text: str) -> str:
    return f"{text!r} is not the shape of an array. Write the dtype and the sizes, such as f32[128,784] or i32[]."
