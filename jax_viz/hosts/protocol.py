"""What front ends and kernel agree on before they say anything else."""

PROTOCOL = 1
"""Of requests and answers, over comms and widgets alike; its twin is `src/hosts/protocol.ts`.

Raised whenever an older front end could misunderstand a kernel, or the other way round.
"""
