"""Templates that have been compiled stand beside them, where Python keeps compiled modules too."""

from __future__ import annotations

import contextlib
import os
import sys
from importlib.util import cache_from_source
from pathlib import Path

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from inexreport.version import code_version


class CompiledTemplates(BytecodeCache):
    """Spares a build the compiling of all templates, which takes half a second.

    They are as trustworthy as the package itself, whose folder they are in; what is kept of campaigns is
    elsewhere and never executed. Where that folder cannot be written to, each build compiles them.
    """

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the path of a compiled template."""
        return cache_from_source(filename or name)

    def get_source_checksum(self, source: str) -> str:
        """Return a checksum of all that a compiled template is made from."""
        return f"{super().get_source_checksum(source)} {code_version()}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was compiled from the same source, if there is such a thing."""
        # Whatever is wrong with it, the template is compiled again.
        with contextlib.suppress(Exception), Path(bucket.key).open("rb") as file:
            bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what has been compiled, unless Python is told not to."""
        if sys.dont_write_bytecode:
            return
        path = Path(bucket.key)
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with beside.open("xb") as file:
                bucket.write_bytecode(file)
            beside.replace(path)
