"""Raw material: what JAX says of the user's code, before any analysis."""

from jax_viz.capture.arguments import ArgumentError, CallArguments, check_arguments
from jax_viz.capture.call import CapturedCall, capture_call
from jax_viz.capture.compilation import Compilation
from jax_viz.capture.files import FileKind, SourceFile, source_file

__all__ = [
    "ArgumentError",
    "CallArguments",
    "CapturedCall",
    "Compilation",
    "FileKind",
    "SourceFile",
    "capture_call",
    "check_arguments",
    "source_file",
]
