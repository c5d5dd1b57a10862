"""Three rounds of message passing on a graph, and the gradient.

Source: google-deepmind/jraph, jraph/examples (basic.py, zacharys_karate_club.py). Re-expressed.
Gathers and scatter-adds; an argument that is a NamedTuple of arrays.
"""

import jax
import jax.numpy as jnp
import jraph


def make(nodes=34, edges=78):
    graph = jraph.GraphsTuple(
        nodes=jnp.ones((nodes, 8)),
        edges=jnp.ones((edges, 4)),
        senders=(jnp.arange(edges) * 7) % nodes,
        receivers=(jnp.arange(edges) * 5 + 3) % nodes,
        n_node=jnp.array([nodes]),
        n_edge=jnp.array([edges]),
        globals=jnp.zeros((1, 2)),
    )
    keys = jax.random.split(jax.random.key(0), 4)
    shapes = {"edge": (4 + 16 + 2, 4), "node": (8 + 8 + 2, 8), "global": (8 + 4 + 2, 2), "out": (8, 2)}
    params = {
        name: 0.2 * jax.random.normal(key, shape) for key, (name, shape) in zip(keys, shapes.items(), strict=True)
    }

    def loss(params, graph):
        def update_edge(edge, sender, receiver, of_graph):
            return jax.nn.relu(jnp.concatenate([edge, sender, receiver, of_graph], -1) @ params["edge"])

        def update_node(node, sent, received, of_graph):
            return jax.nn.relu(jnp.concatenate([node, sent, received, of_graph], -1) @ params["node"])

        def update_global(node, edge, of_graph):
            return jnp.concatenate([node, edge, of_graph], -1) @ params["global"]

        network = jraph.GraphNetwork(
            update_edge_fn=update_edge, update_node_fn=update_node, update_global_fn=update_global
        )
        for _ in range(3):
            graph = network(graph)
        return jax.nn.log_softmax(graph.nodes @ params["out"])[:, 0].mean()

    return jax.jit(jax.grad(loss)), (params, graph)
