"""JAX's settings at a call: `with jax.enable_x64(True):` is over when the call is traced after its cell."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

import jax

from jax_viz import internals


class SettingGoneError(Exception):
    """The call ran under a setting that cannot be set again; traced now it would be another program."""


@dataclass(frozen=True)
class Settings:
    """What a program depends on besides its call."""

    context: Any
    x64: bool
    matmul_precision: Any

    @classmethod
    def now(cls) -> Self:
        """Return the settings of this thread."""
        return cls(
            internals.trace_context(),
            bool(jax.config.jax_enable_x64),  # type: ignore[attr-defined,unused-ignore]
            jax.config.jax_default_matmul_precision,  # type: ignore[attr-defined,unused-ignore]
        )

    @contextmanager
    def again(self) -> Iterator[None]:
        """Set what can be set again: 64 bits and the precision of matrix products.

        Raises
        ------
        SettingGoneError
            When the settings still differ, a mesh for one.
        """
        if self == Settings.now():
            yield
            return
        with jax.enable_x64(self.x64), jax.default_matmul_precision(self.matmul_precision):
            if self != Settings.now():
                raise SettingGoneError
            yield
