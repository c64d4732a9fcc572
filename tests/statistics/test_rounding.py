"""Rounding many numbers at once, against Python's rounding of each."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from inexreport.statistics.rounding import FEW, rounded


def bits(values):
    return [struct.pack("d", value) for value in values]


@pytest.mark.parametrize("places", [2, 3, 4, 6])
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e7, 1e14])
def test_every_number_is_rounded_as_python_does(places, scale):
    drawn = np.random.default_rng(places).uniform(-scale, scale, 2000)
    halves = (np.arange(-1000, 1000) + 0.5) / 10.0**places
    values = np.concatenate((drawn, halves, halves.round(places), [0.0, -0.0, -1e-12]))
    one_by_one = [round(value, places) for value in values.tolist()]
    assert bits(rounded(values, places)) == bits(one_by_one)
    assert bits(rounded(values[:FEW], places)) == bits(one_by_one[:FEW])
    assert rounded(values[:0], places) == ()
