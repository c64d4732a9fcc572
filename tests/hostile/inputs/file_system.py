"""Links, pipes, sockets and folders where files are expected."""

from __future__ import annotations

from ..campaigns import HONEST
from ..hostile_input import (
    ABOUT,
    QRELS,
    RUN,
    SETTINGS,
    TOPICS,
    HostileInput,
    at,
    folder,
    instead,
    link,
    pipe,
    unix_socket,
    written,
)

LINK, PIPE, FOLDER = "symbolic link", "pipe or socket", "folder instead of a file"
OUTSIDE, UNREADABLE = "link-outside-folder", "file-unreadable"
TABLE = "elements.parquet"

FILE_SYSTEM = (
    HostileInput(LINK, "a run outside", {RUN: link("/etc/passwd")}, at(RUN, OUTSIDE)),
    HostileInput(LINK, "a run that is a device", {RUN: link("/dev/zero")}, at(RUN, OUTSIDE)),
    HostileInput(LINK, "a run that leads nowhere", {RUN: link("missing.run")}, at(RUN, OUTSIDE)),
    HostileInput(LINK, "a run that is itself", {RUN: link("hostile.run")}, at(RUN, OUTSIDE)),
    HostileInput(LINK, "a run inside", {RUN: link("honest.run")}, scored_as="honest"),
    HostileInput(
        LINK,
        "a participant's folder outside",
        {"runs/Focused/12": link("/etc")},
        at("runs/Focused/12", OUTSIDE),
    ),
    HostileInput(
        LINK, "a task's folder outside", {"runs/Thorough": link("/etc")}, at("runs/Thorough", OUTSIDE)
    ),
    HostileInput(
        LINK,
        "a task's folder that is all runs",
        {"runs/Thorough": link("../runs")},
        at("runs/Thorough", OUTSIDE),
    ),
    HostileInput(
        LINK,
        "a participant's folder that is another's",
        {"runs/Focused/23": folder, "runs/Focused/10": link("23")},
        at("runs/Focused/10", OUTSIDE),
    ),
    HostileInput(
        LINK,
        "a run of another participant",
        {"runs/Focused/10": folder, "runs/Focused/10/mine.run": link("../honest.run")},
        at("runs/Focused/10/mine.run", OUTSIDE),
    ),
    HostileInput(
        LINK,
        "a run as a judge's assessments",
        {"assessments/second": folder, "assessments/second/a.qrels": link("../../runs/Focused/honest.run")},
        at("assessments/second/a.qrels", OUTSIDE),
    ),
    HostileInput(
        LINK, "campaign.toml outside", {SETTINGS: instead(link("/etc/passwd"))}, at(SETTINGS, OUTSIDE)
    ),
    HostileInput(LINK, "topics outside", {TOPICS: instead(link("/etc/passwd"))}, at(TOPICS, OUTSIDE)),
    HostileInput(LINK, "assessments outside", {QRELS: instead(link("/etc/passwd"))}, at(QRELS, OUTSIDE)),
    HostileInput(
        LINK,
        "a judge's folder outside",
        {"assessments/second": link("/etc")},
        at("assessments/second", OUTSIDE),
    ),
    HostileInput(LINK, "about.md outside", {ABOUT: link("/etc/passwd")}, at(ABOUT, OUTSIDE)),
    HostileInput(LINK, "the element table outside", {TABLE: link("/etc/passwd")}, at(TABLE, OUTSIDE)),
    HostileInput(
        LINK,
        "a document outside",
        {"documents/1.xml": instead(link("/etc/passwd"))},
        (*at("documents/1.xml", OUTSIDE), "passages-unlocated campaign.toml"),
        base="2006",
    ),
    HostileInput(PIPE, "a run", {RUN: pipe}, at(RUN, UNREADABLE)),
    HostileInput(PIPE, "a run, a socket", {RUN: unix_socket}, at(RUN, UNREADABLE)),
    HostileInput(PIPE, "campaign.toml", {SETTINGS: instead(pipe)}, at(SETTINGS, UNREADABLE)),
    HostileInput(PIPE, "topics", {TOPICS: instead(pipe)}, at(TOPICS, UNREADABLE)),
    HostileInput(PIPE, "assessments", {QRELS: instead(pipe)}, at(QRELS, UNREADABLE)),
    HostileInput(PIPE, "about.md", {ABOUT: pipe}, at(ABOUT, UNREADABLE)),
    HostileInput(PIPE, "the element table", {TABLE: pipe}, at(TABLE, UNREADABLE)),
    HostileInput(
        PIPE,
        "a document",
        {"documents/1.xml": instead(pipe)},
        (*at("documents/1.xml", UNREADABLE), "passages-unlocated campaign.toml"),
        base="2006",
    ),
    HostileInput(
        PIPE, "a pool", {"pools/301.xml": instead(pipe)}, at("pools/301.xml", UNREADABLE), base="2006"
    ),
    HostileInput(FOLDER, "a run", {RUN: folder}, outcome="a participant's folder without runs"),
    HostileInput(
        FOLDER,
        "a run with folders in it",
        {RUN: folder, f"{RUN}/deep": folder},
        at(f"{RUN}/deep", "file-unknown"),
    ),
    HostileInput(
        FOLDER, "campaign.toml", {SETTINGS: instead(folder)}, at(SETTINGS, UNREADABLE, "file-unknown")
    ),
    HostileInput(FOLDER, "about.md", {ABOUT: folder}, at(ABOUT, UNREADABLE, "file-unknown")),
    HostileInput(FOLDER, "topics", {TOPICS: instead(folder)}, ("topics-missing topics",)),
    HostileInput(
        FOLDER, "assessments", {QRELS: instead(folder)}, ("assessments-missing assessments/official",)
    ),
    HostileInput(FOLDER, "the element table", {TABLE: folder}, at(TABLE, UNREADABLE, "file-unknown")),
    HostileInput(
        FOLDER,
        "a file instead of the folder of a task",
        {"runs/Thorough": written(HONEST.encode())},
        at("runs/Thorough", "file-unknown"),
    ),
    HostileInput(
        FOLDER,
        "a file instead of the folder of the documents",
        {"documents": written(b"x")},
        at("documents", "file-unknown"),
    ),
)
