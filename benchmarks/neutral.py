"""A program as a plain graph, for peers that know no JAX: one node an equation, flat, in the program's order."""

import json
from pathlib import Path
from typing import TypedDict

from jax_viz.document import Report


class Node(TypedDict):
    """`inputs` are numbers of nodes before it; what comes from arguments, constants and literals is left out."""

    operation: str
    shape: str
    inputs: list[int]


def graph_of(report: Report) -> list[Node]:
    """Return the equations of a program without nested jaxprs."""
    stage = report.programs[0].stages[0]
    strings, table, values = report.strings, stage.equations, stage.values
    maker: dict[int, int] = {}
    nodes: list[Node] = []
    for row, primitive in enumerate(table.primitive):
        read = table.inputs[table.input_offsets[row] : table.input_offsets[row + 1]]
        made = table.outputs[table.output_offsets[row] : table.output_offsets[row + 1]]
        shape = strings[stage.avals.text[values.aval[made[0]]]]
        inputs = sorted({maker[value] for value in read if value in maker})
        nodes.append({"operation": strings[primitive], "shape": shape, "inputs": inputs})
        maker.update(dict.fromkeys(made, row))
    return nodes


def write_graph(report: Report, path: Path) -> None:
    """Write the graph as JSON, and beside it in the format that Model Explorer reads."""
    nodes = graph_of(report)
    path.write_text(json.dumps(nodes))
    theirs = [
        {
            "id": str(number),
            "label": node["operation"],
            "namespace": "",
            "attrs": [{"key": "shape", "value": node["shape"]}],
            "incomingEdges": [
                {"sourceNodeId": str(source), "sourceNodeOutputId": "0", "targetNodeInputId": str(position)}
                for position, source in enumerate(node["inputs"])
            ],
        }
        for number, node in enumerate(nodes)
    ]
    collection = {"label": path.stem, "graphs": [{"id": "program", "nodes": theirs}]}
    path.with_suffix(".explorer.json").write_text(json.dumps(collection))
