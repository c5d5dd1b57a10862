"""Write src/report/schema.ts and src/report/shapes.ts, the document's types for the compiler and for checks.

Both come from the Python structs. `--check` writes nothing and fails when a file is not current.
"""

import json
import subprocess
import sys
from pathlib import Path

from jax_viz.document import schema

ROOT = Path(__file__).parent.parent
REPORT = ROOT / "src" / "report"
BANNER = "// Made from jax_viz/document by tools/make_types.py. Do not edit."


def main() -> int:
    """Return the exit status."""
    types = subprocess.run(
        [ROOT / "node_modules/.bin/json2ts", f"--bannerComment={BANNER}", "--additionalProperties=false"],
        input=json.dumps(_as_written(schema())),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    status = 0
    for target, made in ((REPORT / "schema.ts", types), (REPORT / "shapes.ts", _shapes(schema()))):
        if "--check" not in sys.argv:
            target.write_text(made)
        elif target.read_text() != made:
            print(f"src/report/{target.name} is not current: run `make types`.")
            status = 1
    return status


def _shapes(document_schema: dict) -> str:
    """Return the table that `src/report/shape.ts` reads: struct, field, and what it holds.

    A field that has a default may be missing in documents of older versions: its name ends in a question mark.
    """
    lines = [BANNER, "", "export const SHAPES = {"]
    structs = document_schema["$defs"].items()
    for number, (name, struct) in enumerate(structs, 1):
        lines.append(f"  {name}: {{")
        required = set(struct.get("required", ()))
        fields = [
            (field if field in required else f"{field}?", _shape(kind)) for field, kind in struct["properties"].items()
        ]
        for position, (field, shape) in enumerate(fields, 1):
            key = f"'{field}'" if field.endswith("?") else field
            lines.append(f"    {key}: '{shape}'{',' if position < len(fields) else ''}")
        lines.append(f"  }}{',' if number < len(structs) else ''}")
    return "\n".join([*lines, "} as const;", ""])


def _shape(kind: dict) -> str:
    if "$ref" in kind:
        return kind["$ref"].rpartition("/")[2]
    if "anyOf" in kind:
        (inner,) = (one for one in kind["anyOf"] if one != {"type": "null"})
        return f"{_shape(inner)}?"
    if "enum" in kind:
        return "|".join(json.dumps(value) for value in kind["enum"])
    if kind["type"] == "array":
        return f"{_shape(kind['items'])}[]"
    if kind["type"] == "object":
        return f"{_shape(kind['additionalProperties'])}{{}}"
    return {"string": "text"}.get(kind["type"], kind["type"])


def _as_written(document_schema: dict) -> dict:
    """Return the schema for the generator: the root inline, as it wants it, and every field required.

    Every field is there in what this version writes; only a reader of older documents may miss some.
    """
    structs = document_schema["$defs"]
    for struct in structs.values():
        struct["required"] = list(struct["properties"])
        for field in struct["properties"].values():
            field.pop("default", None)
    root = structs.pop("Report")
    return {**root, "$defs": structs}


if __name__ == "__main__":
    sys.exit(main())
