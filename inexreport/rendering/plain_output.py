"""Jinja2's templates, with what they put out escaped as before, but not marked as safe piece by piece.

A page is joined of tens of thousands of pieces; that it is safe need be said once, of what a macro or the
page comes to, where Jinja2 itself says it of every piece.
"""

from __future__ import annotations

import re
from typing import Any

import jinja2
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from markupsafe import Markup, escape

_needs_escaping = re.compile("[&<>'\"]").search


def escaped(value: Any) -> str:
    """What `markupsafe.escape` makes of a value.

    Examples
    --------
    >>> "".join(map(escaped, ("a < b", Markup("<b>"), 7)))
    'a &lt; b<b>7'
    """
    kind = type(value)
    text: str = value
    if kind is Markup or (kind is str and not _needs_escaping(text)):
        return text
    return str(value) if kind is int else escape(value)


class PlainOutput(CodeGenerator):
    """Writes templates as Python that puts out plain text."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
            return
        self.write(f"environment.{escaped.__name__}(")
        if finalize.src is not None:
            self.write(finalize.src)


class PlainEnvironment(jinja2.Environment):
    """An environment of such templates."""

    code_generator_class = PlainOutput
    escaped = staticmethod(escaped)
