"""One thing after the other, in a thread that lives as long as there is something to do."""

import threading
from collections.abc import Callable


class JobQueue:
    """Named jobs. One that has not begun can be cancelled."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._waiting: dict[str, Callable[[], None]] = {}
        self._running: str | None = None
        self._thread: threading.Thread | None = None

    def add(self, name: str, job: Callable[[], None]) -> bool:
        """Queue a job; return whether it was, which it is not while one of its name waits or runs."""
        with self._lock:
            if name in self._waiting or name == self._running:
                return False
            self._waiting[name] = job
            if self._thread is None:
                # No daemon: an interpreter that ends while XLA works aborts.
                self._thread = threading.Thread(target=self._work, name=self._name)
                self._thread.start()
            return True

    def cancel(self, name: str) -> bool:
        """Take a job out; return whether it had not begun."""
        with self._lock:
            return self._waiting.pop(name, None) is not None

    def _work(self) -> None:
        while True:
            with self._lock:
                self._running = next(iter(self._waiting), None)
                if self._running is None:
                    self._thread = None
                    return
                job = self._waiting.pop(self._running)
            job()
