"""Saving a report: the suffix chooses the form."""

from pathlib import Path

from jax_viz.document import Report, encode

SUFFIXES = (".html", ".json", ".svg", ".png")


def check_path(path: Path) -> Path:
    """Return the path with `~` filled in; refuse at once what cannot be saved, before anybody waits for a compile.

    Raises
    ------
    ValueError
        When the suffix is none of `SUFFIXES`.
    FileNotFoundError
        When its folder does not exist.
    """
    path = path.expanduser()
    if path.suffix.lower() not in SUFFIXES:
        raise ValueError(
            f"A report cannot be saved as {path.name!r}: a name must end in one of {', '.join(SUFFIXES)}. "
            "Name it .html for a page, .json to load it again, .svg or .png for the picture."
        )
    if not path.parent.is_dir():
        raise FileNotFoundError(f"A report cannot be saved in {path.parent}: there is no such folder. Make it first.")
    return path


def save(document: Report, path: Path) -> Path:
    """Write the report to `path` and return the path.

    Parameters
    ----------
    document
        The report as data.
    path
        A name that ends in `.html` (one page, no network), `.json` (the document), `.svg` or `.png` (the picture).

    Raises
    ------
    ValueError
        For another suffix.
    OSError
        When its folder does not exist or the file cannot be written.
    """
    path = check_path(path)
    suffix = path.suffix.lower()
    # The heavier forms load what they need only when they are asked for.
    if suffix == ".json":
        path.write_bytes(encode(document))
    elif suffix == ".html":
        from jax_viz.hosts.page import page_html  # noqa: PLC0415

        path.write_text(page_html(document), encoding="utf-8", newline="\n")
    elif suffix == ".svg":
        from jax_viz.picture import picture_svg  # noqa: PLC0415

        path.write_text(picture_svg(document), encoding="utf-8", newline="\n")
    else:
        from jax_viz.picture import picture_png  # noqa: PLC0415

        path.write_bytes(picture_png(document))
    return path
