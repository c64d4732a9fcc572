from __future__ import annotations

import pytest

from inexreport.report.licence import spdx_identifier


@pytest.mark.parametrize(
    ("licence", "identifier"),
    [
        ("MIT", "MIT"),
        ("cc-by-4.0", "CC-BY-4.0"),
        ("CC0-1.0", "CC0-1.0"),
        ("https://creativecommons.org/licenses/by-nc-sa/3.0/", "CC-BY-NC-SA-3.0"),
        ("https://creativecommons.org/licenses/by/4.0/deed.de", "CC-BY-4.0"),
        ("http://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0"),
        ("https://creativecommons.org/publicdomain/zero/1.0/legalcode", "CC0-1.0"),
        ("https://spdx.org/licenses/ODbL-1.0.html", "ODbL-1.0"),
        ("https://spdx.org/licenses/Apache-2.0", "Apache-2.0"),
    ],
)
def test_a_licence_is_identified_by_name_and_by_address(licence: str, identifier: str) -> None:
    assert spdx_identifier(licence) == identifier


@pytest.mark.parametrize(
    "licence",
    [
        "",
        "free",
        "CC0 1.0: free for any use",
        "MIT OR Apache-2.0",
        "LicenseRef-own",
        "licenseref-own",
        "https://creativecommons.org/licenses/by/9.9/",
        "https://creativecommons.org.example/licenses/by/4.0/",
        "https://licence.example/MIT",
        "https://spdx.org/licenses/own",
        "MIT\n",
    ],
)
def test_what_is_not_certain_has_no_identifier(licence: str) -> None:
    assert spdx_identifier(licence) == ""
