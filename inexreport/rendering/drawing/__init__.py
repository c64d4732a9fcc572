"""Charts for papers as SVG: what the converter makes of the pages' charts, drawn here a hundred times faster.

Scales, ticks and numbers follow d3 and Vega to the last digit; only the title below small names may stand a
millionth of a pixel elsewhere.
"""
