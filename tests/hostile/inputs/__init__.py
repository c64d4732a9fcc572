"""All hostile inputs."""

from ..hostile_input import HostileInput
from .encodings import ENCODINGS
from .file_system import FILE_SYSTEM
from .large import LARGE
from .names import NAMES
from .numbers import NUMBERS
from .packed import PACKED
from .texts import TEXTS
from .xml import XML

INPUTS: tuple[HostileInput, ...] = (
    *XML,
    *ENCODINGS,
    *PACKED,
    *FILE_SYSTEM,
    *NAMES,
    *TEXTS,
    *NUMBERS,
    *LARGE,
)
