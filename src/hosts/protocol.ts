/**
 * Of requests and answers between front ends and kernels; its twin is in `jax_viz/hosts/protocol.py`.
 *
 * Raised together with the kernel's, whenever one could misunderstand the other.
 */
export const PROTOCOL = 1;
