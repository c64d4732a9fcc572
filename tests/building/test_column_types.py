"""Columns of published Parquet files have one type each, whatever the campaign."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inexreport.building.build import build
from inexreport.report.audience import PUBLIC, Audience, Readers

AUDIENCES = (PUBLIC, Audience(Readers.ORGANISERS), Audience(Readers.PARTICIPANT, "12"))

NEARLY_EMPTY = {
    "campaign.toml": 'title = "Nearly empty"\nyear = 2009\nprotocol = "inex-2009"\n',
    "topics/topics.xml": '<inex-topic-file><topic id="1"><title>a</title></topic></inex-topic-file>',
    "assessments/official/all.qrels": "1 Q0 a 0 1000\n",
    "runs/Focused/12/empty.run": "",
}


@pytest.fixture(scope="module")
def nearly_empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign that leaves most tables without rows and most columns without values."""
    folder = tmp_path_factory.mktemp("campaigns") / "nearly-empty"
    for place, text in NEARLY_EMPTY.items():
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


@pytest.mark.parametrize("audience", AUDIENCES, ids=str)
def test_tables_of_all_campaigns_have_the_same_types(
    audience: Audience, nearly_empty: Path, sample_campaign: Path, tmp_path: Path
) -> None:
    campaigns = (nearly_empty, sample_campaign.with_name("sample-2006"), sample_campaign)
    for campaign in campaigns:
        build(campaign, tmp_path, audience=audience)
    data = [tmp_path / campaign.name / "data" for campaign in campaigns]
    names = [{file.name for file in folder.glob("*.parquet")} for folder in data]
    assert names[0] == names[1] == names[2]
    assert len(names[0]) > 15
    for name in sorted(names[0]):
        tables = [pq.read_table(folder / name) for folder in data]
        for table in tables[1:]:
            assert table.schema == tables[0].schema, name
        assert pa.null() not in tables[0].schema.types, name
        assert len(pa.concat_tables(tables)) == sum(map(len, tables))
