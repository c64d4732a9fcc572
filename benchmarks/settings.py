"""What a call of the measuring program asks for."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from campaigns.generator.draws.campaign import DrawnCampaign, Size
from campaigns.generator.draws.protocols import PROTOCOLS

PROGRAMS = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Settings:
    """Sizes and places.

    Attributes
    ----------
    work : Path
        Where campaigns and sites are kept; campaigns are made once.
    peers : Path
        The Python of the environment that the other tools are installed in.
    turns : int
        How often everything is measured.
    documents, topics, runs, depth : int
        Of the generated campaigns.
    document_campaign : Path or None
        A campaign of documents judged by grade, which is measured instead of a generated one.
    """

    work: Path
    peers: Path
    turns: int
    documents: int
    topics: int
    runs: int
    depth: int
    document_campaign: Path | None = None
    cores: tuple[int, ...] = field(default_factory=lambda: tuple(sorted(os.sched_getaffinity(0))))

    @property
    def one_core(self) -> tuple[int, ...]:
        return self.cores[:1]

    @property
    def described(self) -> str:
        return f"{self.runs} runs x {self.topics} topics x {self.depth} results"

    def program(self, name: str) -> list[str | Path]:
        """The command of one of our own programs."""
        return [sys.executable, PROGRAMS / f"{name}.py"]

    def peer_program(self, name: str) -> list[str | Path]:
        """The command of a program that needs the other tools."""
        return [self.peers, PROGRAMS / f"{name}.py"]

    def has_peer(self, module: str) -> bool:
        """Whether a module can be imported in the environment of the other tools."""
        return any(self.peers.parent.parent.glob(f"lib/python3.*/site-packages/{module}"))

    def campaign(self, protocol: str, **changed: int) -> Path:
        """The directory of a generated campaign, made if it is not there."""
        size = Size(
            changed.get("documents", self.documents),
            changed.get("topics", self.topics),
            changed.get("runs", self.runs),
            changed.get("depth", self.depth),
            judged_twice=0 if protocol == "articles" else changed.get("topics", self.topics) // 10,
        )
        name = f"{protocol}-{size.documents}-{size.topics}-{size.runs}-{size.depth}"
        directory = self.work / "campaigns" / name
        if not directory.exists():
            half = directory.with_name(f".{name}.{os.getpid()}")
            sys.stderr.write(f"making {name} ...\n")
            campaign = DrawnCampaign(PROTOCOLS[protocol], size, seed=1)
            campaign.write(half, len(self.cores), lambda _: None)
            half.rename(directory)
        return directory
