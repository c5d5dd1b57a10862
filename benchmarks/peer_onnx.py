"""Write a neutral graph (neutral.py) as an ONNX file, which Netron reads. Usage: peer_onnx.py GRAPH ONNX.

Runs in Netron's environment, with onnx and without jax_viz.
"""

import json
import sys
from pathlib import Path

import onnx


def main() -> None:
    """Read the one, write the other."""
    graph, target = map(Path, sys.argv[1:])
    nodes = json.loads(graph.read_text())
    tensor = onnx.helper.make_tensor_value_info
    made = [
        onnx.helper.make_node(
            node["operation"],
            [f"v{source}" for source in node["inputs"]] or ["argument"],
            [f"v{number}"],
            name=f"equation {number}",
            shape=node["shape"],
        )
        for number, node in enumerate(nodes)
    ]
    ends = [tensor(name, onnx.TensorProto.FLOAT, [8, 8]) for name in ("argument", f"v{len(nodes) - 1}")]
    onnx.save(onnx.helper.make_model(onnx.helper.make_graph(made, "program", ends[:1], ends[1:])), target)


if __name__ == "__main__":
    main()
