"""The recipes of docs/recipes do what docs/publishing.md says: their own commands run on a small campaign."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from served_commands import with_served_commands

ROOT = Path(__file__).parents[1]
RECIPES = ROOT / "docs" / "recipes"
WORKFLOWS = ("results.yml", "results-comment.yml")
CAMPAIGN = {
    "campaign.toml": (
        'title = "Tiny"\nyear = 2025\nprotocol = "trec"\n'
        '[tasks.adhoc]\nofficial = "RR"\nmetrics = ["RR", "P@5"]\n'
    ),
    "topics/topics.tsv": "1\tone\n",
    "assessments/official/all.qrels": "1 0 good 1\n1 0 bad 0\n",
    "runs/adhoc/11/first.run": "1 Q0 bad 1 2.0 first\n1 Q0 good 2 1.0 first\n",
    "runs/adhoc/11/same.run": "1 Q0 good 1 2.0 same\n",
}


def workflow(name: str) -> dict[Any, Any]:
    return yaml.safe_load((RECIPES / name).read_text("utf-8"))


def jobs() -> Iterator[tuple[str, dict[str, Any]]]:
    for name in WORKFLOWS:
        yield from workflow(name)["jobs"].items()


def steps() -> Iterator[dict[str, Any]]:
    for _, job in jobs():
        yield from job["steps"]


def step(name: str, job: str, of: str = "results.yml") -> dict[str, Any]:
    (found,) = (one for one in workflow(of)["jobs"][job]["steps"] if one.get("name") == name)
    return found


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def executable(file: Path, text: str) -> None:
    file.write_text(text, "utf-8")
    file.chmod(0o755)


@pytest.fixture
def commands(tmp_path: Path) -> Path:
    """A folder of the PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    return folder


def run(
    one: dict[str, Any], cwd: Path, commands: Path, github: dict[str, str], **further: str
) -> subprocess.CompletedProcess[str]:
    """Run a step as GitHub's runner does, with values for the expressions in its environment."""
    script = cwd.parent / "script"
    script.write_text(one["run"], "utf-8")
    shell = {
        "bash": ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
        "python": ["python", script],
    }
    expression = re.compile(r"\$\{\{ (.+) \}\}")
    values = {name: expression.sub(lambda found: github[found[1]], text) for name, text in one["env"].items()}
    environment = {
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(cwd.parent / "cache"),
        "HOME": str(cwd.parent),
        "GITHUB_STEP_SUMMARY": str(cwd.parent / "summary.md"),
    }
    return with_served_commands(
        lambda variables: subprocess.run(
            shell[one["shell"]], cwd=cwd, env=variables, capture_output=True, text=True, check=False
        ),
        environment | values | further,
    )


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=Tests", "-c", "user.email=tests@tests.invalid", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A checkout of organisers with the campaign that the workflow names."""
    folder = tmp_path / "checkout"
    campaign = folder / workflow("results.yml")["env"]["CAMPAIGN"]
    write(campaign, CAMPAIGN)
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "Main")
    return folder


def submit(repository: Path, files: dict[str, str]) -> None:
    """Check out what GitHub does for a pull request: its merge into main, whose first parent is main."""
    campaign = repository / workflow("results.yml")["env"]["CAMPAIGN"]
    git(repository, "checkout", "--quiet", "-b", "submission")
    write(campaign, files)
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--message", "Runs")
    git(repository, "checkout", "--quiet", "--detach", "main")
    git(repository, "merge", "--quiet", "--no-ff", "--message", "Merge", "submission")


def checked(repository: Path, commands: Path) -> tuple[subprocess.CompletedProcess[str], str]:
    one = step("Check and compare", "check")
    one = one | {"env": workflow("results.yml")["env"] | one["env"]}
    ended = run(one, repository, commands, {"github.event.number": "17"})
    report = (repository / "report" / "report.md").read_text("utf-8")
    assert (repository.parent / "summary.md").read_text("utf-8") == report
    assert (repository / "report" / "number").read_text("utf-8") == "17"
    return ended, report


def test_a_pull_request_is_told_the_scores_that_it_changes(repository: Path, commands: Path) -> None:
    submit(
        repository,
        {
            "runs/adhoc/11/first.run": "1 Q0 good 1 2.0 first\n1 Q0 bad 2 1.0 first\n",
            "runs/adhoc/12/new.run": "1 Q0 bad 1 3.0 new\n1 Q0 other 2 2.0 new\n1 Q0 good 3 1.0 new\n",
        },
    )
    ended, report = checked(repository, commands)
    assert ended.returncode == 0, ended.stderr
    check, _, scores = report.partition("### Scores before and now")
    assert "error" not in check
    rows = [line.split() for line in scores.partition("~~~text\n")[2].removesuffix("~~~\n").splitlines()]
    # The relevant document moves from rank 2 to 1; a new run has it at rank 3, alone among five: P@5 is 1/5.
    assert rows == [
        ["task", "run", "metric", "before", "now"],
        ["adhoc", "first", "RR", "0.5000", "1.0000"],
        ["adhoc", "new", "RR", "-", "0.3333"],
        ["adhoc", "new", "P@5", "-", "0.2000"],
    ]


def test_a_rejected_run_fails_the_check_and_cannot_write_markdown(repository: Path, commands: Path) -> None:
    document = "~~~</pre>**bold**$(touch${IFS}injected)`touch${IFS}injected`"
    line = f"1 Q0 {document} 1 2.0 run\n"
    submit(repository, {"runs/adhoc/12/twice.run": line + line})
    ended, report = checked(repository, commands)
    assert ended.returncode == 1
    assert "runs/adhoc/12/twice.run:2: error: found document" in report
    fences = [line for line in report.splitlines() if "~" in line]
    assert fences == ["~~~text", "~~~"]  # what the document contains closes none
    assert "No mean score changes." in report
    assert not list(repository.parent.rglob("injected"))


def test_a_campaign_that_is_refused_fails_the_check(repository: Path, commands: Path) -> None:
    submit(repository, {"campaign.toml": 'title = "Tiny"\nyear = "x"\n'})
    ended, report = checked(repository, commands)
    assert ended.returncode == 1
    assert "campaign.toml:2: error" in report
    assert "Traceback" not in ended.stderr


def test_what_main_has_is_built_and_verified(repository: Path, commands: Path) -> None:
    one = step("Build", "build") | {"env": workflow("results.yml")["env"]}
    ended = run(one, repository, commands, {})
    assert ended.returncode == 0, ended.stderr
    assert "Tiny" in (repository / "site" / "index.html").read_text("utf-8")
    (upload,) = (one for one in steps() if "upload-pages-artifact" in one.get("uses", ""))
    assert upload["with"]["path"] == "site"


GH = """\
#!/bin/sh
echo "$@" >>"$LOG"
case "$1 $2" in
    "run download") mkdir report && printf '%s' "$NUMBER" >report/number && echo x >report/report.md ;;
    "api repos/organisers/campaign/pulls/17") echo abc ;;
esac
"""


@pytest.mark.parametrize(
    ("number", "commit", "commented"),
    [
        ("17", "abc", True),
        ("17", "another", False),  # a report about another commit
        ("17 --repo organisers/other", "abc", False),
        ("", "abc", False),
    ],
)
def test_a_report_is_put_only_into_its_own_pull_request(
    tmp_path: Path, commands: Path, number: str, commit: str, commented: bool
) -> None:
    executable(commands / "gh", GH)
    work = tmp_path / "work"
    work.mkdir()
    github = {
        "github.token": "secret",
        "github.repository": "organisers/campaign",
        "github.event.workflow_run.id": "5",
        "github.event.workflow_run.head_sha": commit,
    }
    log = tmp_path / "log"
    one = step("Comment", "comment", "results-comment.yml")
    ended = run(one, work, commands, github, NUMBER=number, LOG=str(log))
    assert (ended.returncode == 0) == commented
    calls = log.read_text("utf-8").splitlines()
    assert calls[0] == "run download 5 --name report --dir report"
    comment = "pr comment 17 --body-file report/report.md --edit-last --create-if-none"
    assert (comment in calls) == commented
    assert any(call.startswith("pr comment") for call in calls) == commented


def test_every_installation_is_from_the_locked_packages(tmp_path: Path) -> None:
    installs = [one["run"] for one in steps() if one.get("name") == "Install"]
    assert len(installs) == 2
    assert len(set(installs)) == 1
    folder = tmp_path / ".github" / "inexreport"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "requirements" / "runtime.txt", folder)  # as docs/publishing.md says
    (folder / "inexreport-1.0-py3-none-any.whl").touch()
    executable(tmp_path / "python", '#!/bin/sh\nfor one in "$@"; do printf "%s\\n" "$one"; done\n')
    reported = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", installs[0]],
        cwd=tmp_path,
        env={"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    first, second = " ".join(reported).split("-m pip install")[1:]
    assert first.split() == ["--require-hashes", "--requirement", ".github/inexreport/runtime.txt"]
    assert second.split() == ["--no-deps", ".github/inexreport/inexreport-1.0-py3-none-any.whl"]
    named = [path for path in first.split() + second.split() if path.startswith(".github")]
    assert all((tmp_path / path).is_file() for path in named)


def test_jobs_may_do_no_more_than_they_need() -> None:
    assert [workflow(name)["permissions"] for name in WORKFLOWS] == [{}, {}]
    assert {name: job["permissions"] for name, job in jobs()} == {
        "check": {"contents": "read"},
        "build": {"contents": "read"},
        "publish": {"pages": "write", "id-token": "write"},
        "comment": {"actions": "read", "pull-requests": "write"},
    }
    # Nothing of a pull request is checked out with rights to write, and no token stays in a checkout.
    assert set(workflow("results.yml")[True]) == {"pull_request", "push"}  # YAML reads `on` as true
    assert not any("uses" in one for one in workflow("results-comment.yml")["jobs"]["comment"]["steps"])
    checkouts = [one for one in steps() if one.get("uses", "").startswith("actions/checkout@")]
    assert [one["with"]["persist-credentials"] for one in checkouts] == [False, False]


def test_actions_are_pinned_and_scripts_contain_no_expression() -> None:
    used = [one["uses"] for one in steps() if "uses" in one]
    assert used
    for action in used:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action)
    scripts = [one["run"] for one in steps() if "run" in one]
    assert scripts
    assert not any("${{" in script for script in scripts)  # values come as variables of the environment


def instructions() -> list[tuple[str, str]]:
    text = (RECIPES / "Containerfile").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


def test_a_container_has_what_the_locks_pin() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    images = [rest.split()[0] for name, rest in instructions() if name == "FROM"]
    oldest = project["requires-python"].removeprefix(">=")  # the version that locks are resolved for
    assert images == [f"docker.io/library/python:{oldest}-slim"] * 2
    copied: dict[str, str] = {}
    for name, rest in instructions():
        if name == "COPY" and not rest.startswith("--from"):
            *sources, target = rest.split()
            assert all((ROOT / source).exists() for source in sources)
            copied |= dict.fromkeys([target], sources[0])
    installs = [rest.split() for name, rest in instructions() if name == "RUN" and " pip install " in rest]
    locked = [one[one.index("--requirement") + 1] for one in installs if "--require-hashes" in one]
    assert [copied[path] for path in locked] == ["requirements/build.txt", "requirements/runtime.txt"]
    (wheel,) = (one for one in installs if "--require-hashes" not in one)
    assert {"--no-deps", "--no-index"} <= set(wheel)
    assert dict(instructions())["ENTRYPOINT"] == json.dumps(list(project["scripts"]))
    assert dict(instructions())["USER"] == "nobody"


def test_a_container_builds_the_wheel_from_the_files_that_it_copies(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    for name, rest in instructions():
        if name == "COPY" and not rest.startswith("--from"):
            *sources, target = rest.split()
            for source in sources:
                place = tmp_path / target.lstrip("/") / ("" if not target.endswith("/") else source)
                place.parent.mkdir(parents=True, exist_ok=True)
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, place, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(ROOT / source, place)
    (build,) = (rest for name, rest in instructions() if name == "RUN" and "hatchling" in rest)
    python, *arguments = build.replace("/wheel", str(tmp_path / "wheel")).split()
    assert python == "python"
    subprocess.run([sys.executable, *arguments], cwd=tmp_path / "source", check=True, capture_output=True)
    (wheel,) = (tmp_path / "wheel").iterdir()
    assert "inexreport/templates/base.html" in zipfile.ZipFile(wheel).namelist()


class Zenodo(BaseHTTPRequestHandler):
    """Answers as Zenodo does, and records what it was asked."""

    def log_message(self, *arguments: object) -> None:
        pass

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.requests.append((self.command, self.path, body))  # type: ignore[attr-defined]
        allowed = self.headers["Authorization"] == "Bearer secret"
        address = f"http://127.0.0.1:{self.server.server_port}"  # type: ignore[attr-defined]
        draft = {
            "id": 7,
            "links": {"bucket": f"{address}/api/files/bucket", "html": "https://zenodo.example/deposit/7"},
            "metadata": {"prereserve_doi": {"doi": "10.5281/zenodo.7"}},
        }
        content = json.dumps(draft if allowed else {"message": "no such token"}).encode()
        self.send_response(200 if allowed else 401)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = answer  # noqa: N815 (the base class names them so)


@pytest.fixture
def zenodo() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Zenodo) as server:
        server.requests = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def deposit(server: ThreadingHTTPServer, *arguments: str, token: str = "secret") -> Any:
    return subprocess.run(
        [RECIPES / "deposit-at-zenodo", *arguments],
        env={
            "PATH": os.environ["PATH"],
            "ZENODO": f"http://127.0.0.1:{server.server_port}",
            "ZENODO_TOKEN": token,
            "no_proxy": "127.0.0.1",
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(
    not all(map(shutil.which, ("curl", "jq", "zip"))), reason="the script needs curl, jq and zip"
)
def test_a_folder_is_put_into_a_draft_at_zenodo(tmp_path: Path, zenodo: Any) -> None:
    folder = tmp_path / "site" / "my campaign"
    metadata = {"title": "Results of École 2025", "upload_type": "dataset"}
    write(folder, {"data/zenodo.json": json.dumps(metadata), "index.html": "front"})
    ended = deposit(zenodo, str(folder))
    assert ended.returncode == 0, ended.stderr
    assert "https://zenodo.example/deposit/7" in ended.stdout
    assert "10.5281/zenodo.7" in ended.stdout
    made, described, uploaded = zenodo.requests
    assert made[:2] == ("POST", "/api/deposit/depositions")
    assert described[:2] == ("PUT", "/api/deposit/depositions/7")
    assert json.loads(described[2]) == {"metadata": metadata}
    assert uploaded[:2] == ("PUT", "/api/files/bucket/my%20campaign.zip")
    archive = zipfile.ZipFile(BytesIO(uploaded[2]))
    assert archive.read("my campaign/index.html") == b"front"

    zenodo.requests.clear()
    again = deposit(zenodo, str(folder), "7")
    assert again.returncode == 0, again.stderr
    assert [one[0] for one in zenodo.requests] == ["GET", "PUT", "PUT"]  # no further draft, nothing published

    refused = deposit(zenodo, str(folder), token="wrong")
    assert refused.returncode != 0
    assert "wrong" not in refused.stdout + refused.stderr
