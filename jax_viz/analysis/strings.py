"""The report's table of texts."""


class Strings:
    """Interns texts: equal texts get one row. Row 0 is the empty text."""

    def __init__(self) -> None:
        self.rows: list[str] = [""]
        self._row: dict[str, int] = {"": 0}

    def __call__(self, text: str) -> int:
        """Return the row of `text`."""
        row = self._row.get(text)
        if row is None:
            row = self._row[text] = len(self.rows)
            self.rows.append(text)
        return row
