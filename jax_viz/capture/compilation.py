"""Lower and compile one traced call, timed; compiling goes on in a thread of its own."""

import threading
from collections.abc import Callable

import jax

from jax_viz.capture.stopwatch import Stopwatch


class Compilation:
    """The second half of a call. A failure is kept in `error`, never raised into the user's cell.

    Lowering reads JAX's thread-local configuration (x64, matmul precision, meshes), so it runs in the
    caller's thread; XLA's compilation does not and releases the GIL. The thread is no daemon: an
    interpreter that ends while XLA compiles in one aborts.
    """

    def __init__(self, lower: Callable[[], jax.stages.Lowered]) -> None:
        self._lower = lower
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self.lowered: jax.stages.Lowered | None = None
        self.compiled: jax.stages.Compiled | None = None
        self.lower_seconds: float | None = None
        self.compile_seconds: float | None = None
        self.cached: list[str] = []
        self.error: str | None = None

    @property
    def started(self) -> bool:
        """Whether compiling was begun, ever."""
        return self._thread is not None

    def start(self, on_done: Callable[[], None]) -> None:
        """Lower now, compile in a thread, then call `on_done` from there. Does nothing the second time."""
        with self._lock:
            if self._thread is not None:
                return
            self._thread = threading.Thread(target=self._compile, args=(on_done,), name="jax_viz compile")
        self._lower_now()
        self._thread.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until compiling is done, at most `seconds`; return whether it is."""
        if self._thread is None:
            return True
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def lowered_now(self) -> jax.stages.Lowered:
        """Return the lowered program, lowering it when nobody has.

        Raises
        ------
        Exception
            Whatever JAX raises for a program that cannot be lowered.
        """
        if self.lowered is None:
            self.lowered = self._lower()
        return self.lowered

    def _lower_now(self) -> None:
        try:
            with Stopwatch("lower") as watch:
                self.lowered = self._lower()
        except Exception as error:  # noqa: BLE001 - a fault of this section stays in this section
            self.error = f"JAX could not lower this program: {type(error).__name__}: {error}"
            return
        self.lower_seconds = watch.seconds
        if watch.cached:
            self.cached.append("lower")

    def _compile(self, on_done: Callable[[], None]) -> None:
        if self.lowered is not None:
            try:
                with Stopwatch("compile") as watch:
                    self.compiled = self.lowered.compile()
                self.compile_seconds = watch.seconds
                if watch.cached:
                    self.cached.append("compile")
            except Exception as error:  # noqa: BLE001 - as above
                self.error = f"XLA could not compile this program: {type(error).__name__}: {error}"
        on_done()
