"""Draws figures as SVG, with matplotlib."""

import io
import itertools
import math

import matplotlib
from matplotlib.figure import Figure as Picture
from matplotlib.ticker import FuncFormatter

from figures import BARS, LINES, PAIRS

GREY = "#767676"  # a contrast of more than 4.5 to both black and white
MOST_LINES = 10
NAME = 18  # most characters of a name below an axis

STYLE = {"svg.fonttype": "none", "font.size": 9, "axes.titlesize": 10, "axes.edgecolor": GREY, "text.color": GREY,
         "axes.labelcolor": GREY, "xtick.color": GREY, "ytick.color": GREY, "grid.color": GREY, "grid.alpha": 0.25,
         "legend.framealpha": 0, "savefig.transparent": True, "text.parse_math": False}


def line_of(axes, points, name, published=False):
    """A line, of which missing values are left out."""
    points = [(x, y) for x, y in points if math.isfinite(x) and y > 0]
    if points:
        axes.plot(*zip(*points), label=name, marker="o", markersize=3, linestyle="--" if published else "-")


def lines(axes, figure, rows):
    for series in figure.series:
        line_of(axes, [(float(row.get(figure.x, math.nan)), figure.value(series, row)) for row in rows], series.name,
                series.published)


def bars(axes, figure, rows):
    """Rows of the same name that follow one another form one group."""
    groups = [(name, list(of)) for name, of in itertools.groupby(rows, key=figure.name)]
    values = {series.key + series.name: [max((value for value in (figure.value(series, row) for row in of)
                                              if value > 0), default=math.nan) for _, of in groups]
              for series in figure.series}
    shown = [series for series in figure.series if any(map(math.isfinite, values[series.key + series.name]))]
    width = 0.8 / len(shown)
    for index, series in enumerate(shown):
        places = [group - 0.4 + (index + 0.5) * width for group in range(len(groups))]
        axes.bar(places, values[series.key + series.name], width, label=series.name,
                 alpha=0.45 if series.published else 1)
    names = [name if len(name) <= NAME else name[:NAME - 1] + "\u2026" for name, _ in groups]
    axes.set_xticks(range(len(groups)), names, rotation=30, rotation_mode="anchor",
                    horizontalalignment="right")


def pairs(axes, figure, rows):
    """Marks, and the line on which both values are the same."""
    points = [tuple(figure.value(series, row) for series in figure.series[:2]) for row in rows]
    points = [(x, y) for x, y in points if x > 0 and y > 0]
    if points:
        ends = [min(map(min, points)), max(map(max, points))]
        axes.scatter(*zip(*points), s=12, label="a game")
        axes.plot(ends, ends, "--", color=GREY, label="as fast")


def rows_as_lines(axes, figure, rows):
    for row in rows[:MOST_LINES]:
        line_of(axes, [(series.at, figure.value(series, row)) for series in figure.series], figure.name(row))


def draw(figure, table):
    """The figure as SVG."""
    kinds = {LINES: lines, BARS: bars, PAIRS: pairs}
    with matplotlib.rc_context(dict(STYLE, **{"svg.hashsalt": figure.file})):
        picture = Picture(figsize=(9, 3.8), layout="constrained")
        axes = picture.add_subplot()
        for axis, scale, is_logarithmic in ((axes.xaxis, axes.set_xscale, figure.x_logarithmic),
                                            (axes.yaxis, axes.set_yscale, figure.y_logarithmic)):
            if is_logarithmic:
                scale("log")
                axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        kinds.get(figure.kind, rows_as_lines)(axes, figure, figure.rows(table))
        axes.set(title=figure.title, xlabel=figure.x_title, ylabel=figure.y_title)
        axes.grid(axis="y")
        picture.legend(loc="outside right upper", fontsize=8)
        text = io.StringIO()
        picture.savefig(text, format="svg", metadata={"Date": None})
        return text.getvalue()
