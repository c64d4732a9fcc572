"""Columns of published Parquet files have one type each, whatever the campaign."""

from io import BytesIO
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from evaluated_samples import evaluated_sample
from part_of_2006 import METRICS, copy_part

from inexreport.building.campaign import PreparedCampaign
from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.data_files import parquet_bytes
from inexreport.rendering.site import CampaignSite, participant_site, public_site
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.report.embargo import view_for_participant

AUDIENCES = (PUBLIC, Audience(Readers.ORGANISERS), Audience(Readers.PARTICIPANT, "12"))

NEARLY_EMPTY = {
    "campaign.toml": 'title = "Nearly empty"\nyear = 2009\nprotocol = "inex-2009"\n',
    "topics/topics.xml": '<inex-topic-file><topic id="1"><title>a</title></topic></inex-topic-file>',
    "assessments/official/all.qrels": "1 Q0 a 0 1000\n",
    "runs/Focused/12/empty.run": "",
}


@pytest.fixture(scope="module")
def evaluated(
    tmp_path_factory: pytest.TempPathFactory, sample_campaign: Path
) -> list[tuple[CampaignOutcome, PreparedCampaign]]:
    """One that leaves most tables without rows and most columns without values, and two samples."""
    folder = tmp_path_factory.mktemp("campaigns") / "nearly-empty"
    part = copy_part(sample_campaign, folder.with_name("c2006"), [*METRICS], runs=3, topics=3)
    for place, text in NEARLY_EMPTY.items():
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return [evaluated_sample(campaign) for campaign in (folder, part, sample_campaign)]


def site_for(audience: Audience, outcome: CampaignOutcome, prepared: PreparedCampaign) -> CampaignSite:
    if audience.readers is Readers.PARTICIPANT:
        return participant_site(view_for_participant(audience.participant, outcome, prepared.metrics))
    return public_site(outcome, prepared.metrics, audience)


@pytest.mark.parametrize("audience", AUDIENCES, ids=str)
def test_tables_of_all_campaigns_have_the_same_types(
    audience: Audience, evaluated: list[tuple[CampaignOutcome, PreparedCampaign]]
) -> None:
    sites = [site_for(audience, *one) for one in evaluated]
    names = [[table.name for table in site.tables] for site in sites]
    assert names[0] == names[1] == names[2]
    assert len(names[0]) > 15
    for name, *of_sites in zip(names[0], *(site.tables for site in sites), strict=True):
        tables = [
            pq.read_table(BytesIO(parquet_bytes(table.build(site.source))))
            for table, site in zip(of_sites, sites, strict=True)
        ]
        for table in tables[1:]:
            assert table.schema == tables[0].schema, name
        assert pa.null() not in tables[0].schema.types, name
        assert len(pa.concat_tables(tables)) == sum(map(len, tables))
