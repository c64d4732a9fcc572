"""Every form of result, with and without what is needed to find it."""

import numpy as np
import pytest
from by_hand import assessment

from inexreport.judging.location import locate
from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Collection
from inexreport.model.element_table import ElementTable
from inexreport.model.run import ABSENT, ResultForm, Results

PATHS = ("/article[1]", "/article[1]/sec[1]", "/article[1]/sec[2]", "/article[1]/sec[9]")
ELEMENTS = ElementTable.of(
    {
        ("A", "/article[1]"): (0, 200),
        ("A", "/article[1]/sec[1]"): (10, 50),
        ("A", "/article[1]/sec[2]"): (60, 100),
    }
)
ASSESSMENTS = Assessments("official", {"1": assessment({"B": [(0, 5)]}, lengths={"B": 700})})


def one_result(form, article, offset=0, length=0, path=ABSENT, end_path=ABSENT):
    return Results(
        topics=("1",),
        articles=(article,),
        paths=PATHS,
        topic=np.zeros(1, np.int32),
        article=np.zeros(1, np.int32),
        form=np.array([form], np.int8),
        offset=np.array([offset]),
        length=np.array([length]),
        path=np.array([path], np.int32),
        end_path=np.array([end_path], np.int32),
        rank=np.ones(1),
        score=np.ones(1),
        line=np.ones(1, np.int64),
    )


UNKNOWN_PLACE = (0, 18, False)


@pytest.mark.parametrize(
    ("result", "elements", "mean_length", "place"),
    [
        (one_result(ResultForm.PASSAGE, "X", 5, 7), None, None, (5, 7, True)),
        (one_result(ResultForm.PASSAGE, "X", -5, 7), None, None, (-5, 7, True)),
        (one_result(ResultForm.ENTRY_POINT, "X", 5), None, None, (5, 0, True)),
        (one_result(ResultForm.NOWHERE, "X"), ELEMENTS, 100.0, UNKNOWN_PLACE),
        (one_result(ResultForm.ELEMENT, "A", path=1), ELEMENTS, None, (10, 50, True)),
        (one_result(ResultForm.ELEMENT, "A", path=3), ELEMENTS, 100.0, UNKNOWN_PLACE),
        (one_result(ResultForm.ELEMENT, "A", path=1), None, 100.0, UNKNOWN_PLACE),
        (one_result(ResultForm.RANGE, "A", path=1, end_path=2), ELEMENTS, None, (10, 150, True)),
        (one_result(ResultForm.RANGE, "A", path=2, end_path=1), ELEMENTS, None, (60, 0, True)),
        (one_result(ResultForm.RANGE, "A", path=1, end_path=3), ELEMENTS, None, UNKNOWN_PLACE),
        (one_result(ResultForm.ARTICLE, "B"), None, None, (0, 700, True)),
        (one_result(ResultForm.ARTICLE, "A"), ELEMENTS, None, (0, 200, True)),
        (one_result(ResultForm.ARTICLE, "X"), None, 99.6, (0, 100, True)),
        (one_result(ResultForm.ARTICLE, "X"), None, None, UNKNOWN_PLACE),
        (one_result(ResultForm.ELEMENT, "B", path=0), None, None, (0, 700, True)),
        (one_result(ResultForm.ELEMENT, "X", path=0), None, 100.0, UNKNOWN_PLACE),
    ],
)
def test_places(result, elements, mean_length, place):
    collection = Collection(mean_document_length=mean_length)
    ((ranking,)) = locate(result, ASSESSMENTS, elements, collection).rankings
    found = (int(ranking.offset[0]), int(ranking.length[0]), bool(ranking.located[0]))
    assert found == place
