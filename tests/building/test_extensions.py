"""Installed packages that add metrics and protocols: evaluated, recorded, and named where they are broken."""

from __future__ import annotations

import doctest
import json
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from extension_packages import PROTOCOL, WITH_PACKAGES, install, with_metric, with_protocol
from hostile.campaigns import write_campaign
from typer.testing import CliRunner

import inexreport
from inexreport import version
from inexreport.building.checking import check_campaign
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.cli.program import app
from inexreport.console.metrics import print_metrics
from inexreport.console.output import OutputFormat
from inexreport.formats import protocols
from inexreport.metrics import extension_metrics, registry
from inexreport.report.campaign_record import campaign_record, input_files
from inexreport.report.tables.scores import SCORES

EXAMPLE = Path(__file__).parents[2] / "docs" / "example-extension"


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    return write_campaign(tmp_path / "campaign", "2009")


@pytest.fixture
def part_of_sample(sample_campaign: Path, tmp_path: Path) -> Path:
    """Two runs of the Focused task of the sample campaign, and four topics."""
    tasks = ("Thorough", "RelevantInContext", "BestInContext", "Efficiency")
    hidden = shutil.ignore_patterns(
        *(*tasks, "scores", "second-judge", "11", "12", "23", "34", "ue-structure.xml")
    )
    copy = shutil.copytree(sample_campaign, tmp_path / "campaign", ignore=hidden)
    toml = (copy / "campaign.toml").read_text("utf-8")
    settings = toml.partition("[tasks.")[0].partition("[assessments.")[0].partition("[imported.")[0]
    (copy / "campaign.toml").write_text(settings, "utf-8")
    others = "20090(?:0[1-8]|1[3-5])"
    left_out = {"topics": f'<topic id="{others}".*?</topic>\n', "assessments/official": f"{others} .*?\n"}
    for name, item in left_out.items():
        (file,) = (copy / name).iterdir()
        file.write_text(re.sub(f"(?ms)^{item}", "", file.read_text("utf-8")), "utf-8")
    return copy


def with_settings(campaign: Path, protocol: str = "inex-2009", more: str = "") -> Path:
    toml = campaign / "campaign.toml"
    settings = toml.read_text("utf-8").replace('protocol = "inex-2009"', f'protocol = "{protocol}"')
    toml.write_text(settings + more, "utf-8")
    return campaign


def measured_by(campaign: Path, *metrics: str) -> Path:
    return with_settings(campaign, more=f"[tasks.Focused]\nmetrics = {json.dumps(['iP@0.01', *metrics])}\n")


# The example, installed as its documentation says


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("example")
    source = shutil.copytree(EXAMPLE, folder / "source")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--no-build-isolation", "--no-index", "--target", str(folder / "installed"), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "installed"


def test_the_documented_example_is_evaluated_and_recorded(
    example: Path, part_of_sample: Path, packages: Path, tmp_path: Path
) -> None:
    """By a command with workers, which are processes of their own."""
    campaign = with_settings(part_of_sample, "success-2009")
    shutil.copytree(example, packages, dirs_exist_ok=True)
    out, cache = tmp_path / "site", tmp_path / "cache"
    arguments = ["build", campaign, "--out", out, "--cache", cache, "--workers", "2"]
    built = CliRunner().invoke(app, [str(one) for one in arguments])
    assert built.exit_code == 0, built.stderr
    site = inexreport.open_site(tmp_path / "site" / "campaign")
    by_metric = site.scores.query("topic != 'all'").pivot_table(
        index=["run", "topic"], columns="metric", values="score"
    )
    assert len(by_metric) == 2 * 4
    assert 0 < by_metric["article-success@5"].mean() < 1
    assert by_metric["article-success@5"].tolist() == (by_metric["article-P@5"] > 0).astype(float).tolist()
    assert site.record["protocol"] == "success-2009"
    (recorded,) = site.record["extensions"]
    assert (recorded["name"], recorded["version"]) == ("inexreport-success", "1.0")
    assert "Success at a rank" in (site.folder / "metrics.html").read_text("utf-8")
    assert "article-success@rank" in set(inexreport.list_metrics()["identifier"])

    before = site.scores
    module = packages / "inexreport_success" / "__init__.py"

    def rewrite(old: str, new: str) -> None:
        module.write_text(module.read_text("utf-8").replace(old, new), "utf-8")
        del sys.modules["inexreport_success"]
        code_version_now()

    rewrite("Success at a rank:", "Success at one rank:")
    different = inexreport.verify(site.folder, campaign)
    assert different[["file", "column"]].to_numpy().tolist() == [
        ["data/campaign.json", "extensions[1].sha256"],
        ["ro-crate-metadata.json", ""],
    ]
    rewrite("[:cutoff]", "[1:cutoff]")
    changed, _ = evaluate_campaign(campaign, resources=Resources(cache=Cache(cache)))
    success = SCORES.build(changed).to_pandas().query("metric == 'article-success@5'")["score"]
    assert success.sum() < before.query("metric == 'article-success@5'")["score"].sum()


def test_the_documentation_shows_the_example_as_it_is() -> None:
    section = (EXAMPLE.parent / "extending.md").read_text("utf-8").partition("## Without a fork")[2]
    module, project = EXAMPLE / "inexreport_success/__init__.py", EXAMPLE / "pyproject.toml"
    for start, file in (("# pyproject.toml", project), ("# inexreport_success/__init__.py", module)):
        shown = section.partition(f"{start}\n")[2].partition("```")[0]
        lines = [line.partition("  #")[0].rstrip() for line in shown.splitlines()]
        assert len(lines) > 4
        assert set(lines) <= set(file.read_text("utf-8").splitlines())
    names = runpy.run_path(str(module))
    (examples,) = doctest.DocTestFinder().find(names["success_at_rank"], "success_at_rank", globs=names)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0


# Others, faked in this process


def refused(campaign: Path) -> list[tuple[str, int | None, str]]:
    """Codes, lines and messages of a campaign's errors."""
    with pytest.raises(inexreport.CampaignRefusedError) as error:
        inexreport.scores(campaign)
    assert {one.code for one in check_campaign(campaign).problems if one.is_error} >= {
        one.code for one in error.value.problems if one.is_error
    }
    return [(one.code, one.line, one.message) for one in error.value.problems if one.is_error]


def test_without_packages_the_record_names_none(campaign: Path, packages: Path) -> None:
    with_metric(packages, "pkg-unused")
    outcome, prepared = evaluate_campaign(campaign)
    assert campaign_record(outcome, prepared.metrics)["extensions"] == []


def test_metrics_of_a_package_are_scored_and_listed(campaign: Path, packages: Path) -> None:
    with_metric(packages, "pkg-metric", "half", "0.5")
    scores = inexreport.scores(measured_by(campaign, "half"))
    assert set(scores.query("metric == 'half'")["score"]) == {0.5}
    listed = inexreport.list_metrics()
    assert listed["identifier"].iloc[-1] == "half"
    assert listed["identifier"].is_unique
    assert len(listed) > len(registry.METRICS)


def test_a_protocol_of_a_package_is_named_and_recorded(campaign: Path, packages: Path) -> None:
    with_protocol(packages, "pkg-protocol", "inex-2099")
    assert protocols.protocol_names()[-2:] == ("inex-2099", "trec")
    outcome, prepared = evaluate_campaign(with_settings(campaign, "inex-2099"))
    assert outcome.tasks[0].task.metrics == ("MAiP",)
    (recorded,) = campaign_record(outcome, prepared.metrics)["extensions"]
    assert (recorded["name"], recorded["version"]) == ("pkg-protocol", "2.0")


def test_an_unknown_protocol_lists_those_of_packages(campaign: Path, packages: Path) -> None:
    with_protocol(packages, "pkg-protocol", "inex-2099")
    ((code, line, message),) = refused(with_settings(campaign, "inex-2098"))
    assert (code, line) == ("protocol-unknown", 3)
    assert all(name in message for name in ("inex-2010, inex-2099, trec", "meant?"))
    with pytest.raises(inexreport.UsageError, match="inex-2010, inex-2099, trec"):
        inexreport.check(next(campaign.rglob("*.run")), protocol="inex-2098")


def broken_import(packages: Path) -> None:
    with_metric(packages, "pkg-broken", value="1.0\nraise RuntimeError('no \\x1b[31m<b> day')")


def missing_module(packages: Path) -> None:
    install(packages, "pkg-broken", "1.0", {"inexreport.metrics": {"x": "nowhere_at_all:METRICS"}}, {})


def no_metric(packages: Path) -> None:
    entries = {"inexreport.metrics": {"x": "pkg_broken:METRICS"}}
    install(packages, "pkg-broken", "1.0", entries, {"pkg_broken.py": "METRICS = ['half']"})


def no_name(packages: Path) -> None:
    with_metric(packages, "pkg-broken", "a b@")


@pytest.mark.parametrize(
    ("break_it", "reason"),
    [
        (broken_import, "RuntimeError: no"),
        (missing_module, "No module named 'nowhere_at_all'"),
        (no_metric, "found str, expected a Metric or a sequence of them"),
        (no_name, "'a b@' is no name of a metric"),
    ],
)
def test_a_broken_package_is_named_where_its_metric_is_missing(
    campaign: Path,
    packages: Path,
    break_it: Callable[[Path], None],
    reason: str,
) -> None:
    break_it(packages)
    (fault,) = extension_metrics.extension_metrics().faults
    assert "of pkg-broken 1.0 cannot be used" in fault
    assert reason in fault
    ((code, line, message),) = refused(measured_by(campaign, "half"))
    assert code == "metric-unknown"
    assert line is not None
    assert "half" in message
    assert "pkg-broken 1.0" in message
    assert "\x1b" not in message


def test_the_list_of_metrics_ends_with_what_cannot_be_imported(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing_module(packages)
    reason = "The metrics 'nowhere_at_all:METRICS' of pkg-broken 1.0 cannot be used (ModuleNotFoundError: No "
    print_metrics((), OutputFormat.TEXT)
    assert capsys.readouterr().out.splitlines()[-1].startswith(reason)
    with pytest.raises(inexreport.UsageError, match="no metric 'half'") as error:
        print_metrics(("half",), OutputFormat.TEXT)
    assert reason.removeprefix("The ") in str(error.value)


def test_a_broken_package_does_not_stop_campaigns_without_it(campaign: Path, packages: Path) -> None:
    broken_import(packages)
    assert set(inexreport.scores(measured_by(campaign, "MAiP"))["metric"]) == {"iP@0.01", "MAiP"}


@pytest.mark.parametrize("identifier", ["BEPD(A=1)", "nDCG@10", "half"])
def test_two_packages_with_one_metric_are_both_named(campaign: Path, packages: Path, identifier: str) -> None:
    name = identifier.partition("(")[0].partition("@")[0]
    with_metric(packages, "pkg-one", name)
    other = "inexreport"
    if name == "half":
        with_metric(packages, "pkg-two", name, version="3.0")
        other = "pkg-two 3.0"
    ((code, _, message),) = refused(measured_by(campaign, identifier))
    assert code == "metric-unknown"
    assert "pkg-one 1.0" in message
    assert other in message
    names = {one.partition("@")[0].partition("(")[0] for one in inexreport.list_metrics()["identifier"]}
    assert names >= {metric.name for metric in registry.METRICS}
    assert "half" not in names
    assert set(inexreport.scores(with_settings_of_one_metric(campaign))["metric"]) == {"iP@0.01"}


def with_settings_of_one_metric(campaign: Path) -> Path:
    toml = campaign / "campaign.toml"
    toml.write_text(toml.read_text("utf-8").partition("[tasks.")[0], "utf-8")
    return measured_by(campaign)


@pytest.mark.parametrize("name", ["inex-2009", "inex-2099"])
def test_two_packages_with_one_protocol_are_both_named(campaign: Path, packages: Path, name: str) -> None:
    with_protocol(packages, "pkg-one", name)
    if name == "inex-2099":
        with_protocol(packages, "pkg-two", name)
    ((code, line, message),) = refused(with_settings(campaign, name))
    assert (code, line) == ("protocol-broken", 3)
    assert "pkg-one 2.0" in message
    assert ("inexreport" if name == "inex-2009" else "pkg-two 2.0") in message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[tasks.Focused\n", "inex-2099.toml:1"),
        (PROTOCOL + "cutof = 1\n", "inex-2099.toml:5"),
        (None, "FileNotFoundError"),
    ],
)
def test_a_broken_protocol_of_a_package_is_a_problem(
    campaign: Path, packages: Path, text: str | None, reason: str
) -> None:
    with_protocol(packages, "pkg-protocol", "inex-2099", text or "")
    if text is None:
        (packages / "pkg_protocol/inex-2099.toml").unlink()
    ((code, line, message),) = refused(with_settings(campaign, "inex-2099"))
    assert (code, line) == ("protocol-broken", 3)
    assert "pkg-protocol 2.0" in message
    assert reason in message


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("1 / 0", "failed: ZeroDivisionError: division by zero"),
        ("2.0", "returned 2.0, expected a value from 0 to 1, or NaN"),
        ("float('inf')", "returned inf, expected a value from 0 to 1, or NaN"),
        ("'x'", "returned str, expected a float"),
    ],
)
def test_a_metric_that_fails_is_named(campaign: Path, packages: Path, value: str, reason: str) -> None:
    with_metric(packages, "pkg-metric", "wrong", value)
    with pytest.raises(inexreport.InexreportError) as error:
        inexreport.scores(measured_by(campaign, "wrong"))
    assert str(error.value) == f"the metric wrong of pkg-metric 1.0 {reason}"


def test_a_metric_undefined_for_a_topic_has_no_score(campaign: Path, packages: Path) -> None:
    with_metric(packages, "pkg-metric", "undefined", "float('nan')")
    scores = inexreport.scores(measured_by(campaign, "undefined"))
    assert set(scores["metric"]) == {"iP@0.01"}


# What results are computed with


def changed_code(folder: Path) -> None:
    with (folder / "pkg_metric/__init__.py").open("a") as file:
        file.write("# changed\n")


def further_module(folder: Path) -> None:
    (folder / "pkg_metric/more.py").write_text("")


def further_data(folder: Path) -> None:
    (folder / "pkg_metric/table.csv").write_text("1")


def other_version(folder: Path) -> None:
    metadata = next(folder.glob("pkg_metric-*/METADATA"))
    metadata.write_text(metadata.read_text().replace("Version: 1.0", "Version: 1.1"))


def another_package(folder: Path) -> None:
    with_protocol(folder, "pkg-protocol", "inex-2099")


def code_version_now() -> str:
    for function in WITH_PACKAGES:
        function.cache_clear()
    return version.code_version()


@pytest.mark.parametrize(
    "change", [changed_code, further_module, further_data, other_version, another_package]
)
def test_every_change_of_a_package_changes_the_cache_keys(
    packages: Path, change: Callable[[Path], None]
) -> None:
    without = code_version_now()
    with_metric(packages, "pkg-metric")
    before = code_version_now()
    assert without != before == code_version_now()
    change(packages)
    assert code_version_now() != before


def test_compiled_modules_and_files_of_installers_change_nothing(packages: Path) -> None:
    about = with_metric(packages, "pkg-metric")
    before = code_version_now()
    (packages / "pkg_metric/__pycache__").mkdir()
    (packages / "pkg_metric/__pycache__/__init__.cpython-311.pyc").write_bytes(b"x")
    (about / "INSTALLER").write_text("any")
    assert code_version_now() == before


# A protocol in the campaign directory


def with_file(campaign: Path, text: str = PROTOCOL, name: str = "protocols/own.toml") -> Path:
    path = campaign / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return with_settings(campaign, name)


def test_a_file_beside_the_settings_may_be_the_protocol(campaign: Path) -> None:
    with_file(campaign, name="own.toml")
    outcome, _ = evaluate_campaign(campaign)
    assert outcome.tasks[0].task.metrics == ("MAiP",)
    assert [one.file for one in input_files(outcome)].count("own.toml") == 1
    assert not inexreport.check(campaign)["code"].isin(["file-unknown", "task-unknown"]).any()


def test_a_file_of_the_campaign_is_its_protocol_and_an_input(campaign: Path, tmp_path: Path) -> None:
    name = "protocols/own.toml"
    with_file(campaign, 'aliases = { Other = "Focused" }\n' + PROTOCOL, name)
    (campaign / "runs/Focused").rename(campaign / "runs/Other")
    site, cache = tmp_path / "site", tmp_path / "cache"
    scores = inexreport.build(campaign, site, cache=cache)
    assert set(scores["metric"]) == {"MAiP"}
    assert not inexreport.check(campaign)["code"].isin(["file-unknown", "task-unknown"]).any()
    record = inexreport.open_site(site / "campaign").record
    assert record["protocol"] == name
    assert [one["file"] for one in record["inputs"]].count(name) == 1
    (campaign / name).write_text((campaign / name).read_text("utf-8").replace("MAiP", "MAiP", 1) + "# new\n")
    differences = inexreport.verify(site / "campaign", campaign)
    assert set(differences["file"]) == {name}
    text = (campaign / name).read_text("utf-8")
    (campaign / name).write_text(text.replace('"MAiP"', '"iP@0.10"'), "utf-8")
    changed, _ = evaluate_campaign(campaign, resources=Resources(cache=Cache(cache)))
    assert changed.tasks[0].task.metrics == ("iP@0.10",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PROTOCOL + "cutof = 1\n", [("protocol-wrong", 5, "cutof")]),
        (
            PROTOCOL + "[tasks.Focused.rules]\noverlp = 'error'\n",
            [("protocol-wrong", 6, "scattered_articles")],
        ),
        ("[tasks.Focused\n", [("protocol-wrong", 1, "TOML")]),
        (PROTOCOL.replace('["MAiP"]', '["MAiPP"]'), [("metric-unknown", 4, "did you mean MAiP?")]),
    ],
)
def test_mistakes_in_the_file_have_their_place(
    campaign: Path, text: str, expected: list[tuple[str, int, str]]
) -> None:
    with_file(campaign, text)
    with pytest.raises(inexreport.CampaignRefusedError) as error:
        inexreport.scores(campaign)
    errors = [one for one in error.value.problems if one.is_error]
    assert [(one.code, one.file, one.line) for one in errors] == [
        (code, "protocols/own.toml", line) for code, line, _ in expected
    ]
    assert all(part in one.message for one, (_, _, part) in zip(errors, expected, strict=True))


@pytest.mark.parametrize(
    "name", ["nowhere.toml", "../own.toml", "runs/own.toml", "./own.toml", "topics/own.toml", ".toml"]
)
def test_a_file_that_cannot_be_a_protocol_is_refused(campaign: Path, name: str) -> None:
    for place in ("own.toml", "../own.toml", "runs/own.toml", "topics/own.toml"):
        (campaign / place).write_text(PROTOCOL, "utf-8")
    errors = refused(with_settings(campaign, name))
    assert ("protocol-unknown", 3) in {(code, line) for code, line, _ in errors}


def test_a_link_out_of_the_campaign_is_not_followed(campaign: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.toml").write_text(PROTOCOL)
    (campaign / "own.toml").symlink_to(tmp_path / "outside.toml")
    assert {code for code, *_ in refused(with_settings(campaign, "own.toml"))} == {"link-outside-folder"}
