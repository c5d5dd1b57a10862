"""Write src/report/schema.ts, the TypeScript types of the document, from the Python structs.

`--check` writes nothing and fails when the file is not current.
"""

import json
import subprocess
import sys
from pathlib import Path

from jax_viz.document import schema

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "src" / "report" / "schema.ts"
BANNER = "// Made from jax_viz/document by tools/make_types.py. Do not edit."


def main() -> int:
    """Return the exit status."""
    made = subprocess.run(
        [ROOT / "node_modules/.bin/json2ts", f"--bannerComment={BANNER}", "--additionalProperties=false"],
        input=json.dumps(_as_written(schema())),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    if "--check" in sys.argv:
        if TARGET.read_text() != made:
            print("src/report/schema.ts is not current: run `make types`.")
            return 1
        return 0
    TARGET.write_text(made)
    return 0


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
