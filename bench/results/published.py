"""Tables that put published numbers beside ours. A publication without a table of ours is left out."""

import math

import claims
from published_tables import COMPARISONS, LARGEST, NEAREST
from tables import COUNT, ROUGH, TEXT, CELL, find, make, number


def value_of(kind, text):
    return None if text == "-" else text if kind in (TEXT, CELL) else int(text) if kind in (COUNT, ROUGH) \
        else float(text)


def published_line(comparison, text):
    """The published values, and how the names of ours begin: a tuple, or None if we have none."""
    columns = [column for column in comparison.columns if column.source == "given"]
    fields = text.split()
    line = {column.key: value_of(column.kind, one) for column, one in zip(columns, fields)}
    begin = " ".join(fields[len(columns):])
    return line, None if begin == "-" else tuple(begin.split("|"))


def is_natural(row):
    return not number(row, "scrambled") > 0


def own_name(source, row):
    return f"{source[3]}{row.get(source[2], '')}"


def fitness(comparison, line, begin, source, row):
    """How well the row fits the published one: the greatest is the best; None: not at all."""
    states = number(row, "states")
    if comparison.choice == NEAREST:
        is_complete = number(row, "seconds") > 0 and "outcome" not in row and states > 0
        return -abs(math.log(states / line["states"])) if is_complete else None
    if not str(row.get(source[2], "")).startswith(begin) or not is_natural(row):
        return None
    return states if comparison.choice == LARGEST else 0


def find_own(comparison, line, begin, measured):
    """(source, row) of the best row of all sources, or None."""
    best, most = None, None
    for source in comparison.sources if begin is not None else []:
        table = find(measured, source[0], source[1])
        for row in table.rows if table else []:
            fit = fitness(comparison, line, begin, source, row)
            if fit is not None and (most is None or fit > most):
                best, most = (source, row), fit
    return best


def fill(comparison, line, own):
    """Adds our values, and the ratios."""
    for column in comparison.columns:
        if own and column.source == "name":
            line[column.key] = own_name(*own)
        elif own and column.source == "ours":
            line[column.key] = own[1].get(column.first)
        elif column.source == "ratio":
            first, second = number(line, column.first), number(line, column.second)
            line[column.key] = first / second / column.unit if first >= 0 and second > 0 else None
    return line


def lines_of(comparison, measured):
    for text in comparison.rows.strip().splitlines():
        line, begin = published_line(comparison, text)
        yield fill(comparison, line, find_own(comparison, line, begin, measured))
    source = comparison.sources[-1]
    table = find(measured, source[0], source[1]) if comparison.rest else None
    for row in filter(is_natural, table.rows if table else []):
        yield fill(comparison, published_line(comparison, comparison.rest)[0], (source, row))


def tables(measured, notes):
    made = []
    for one in COMPARISONS:
        if any(find(measured, source[0], source[1]) for source in one.sources):
            made.append(make("published", None, one.name, one.title,
                             [(column.key, column.label, column.kind) for column in one.columns],
                             list(lines_of(one, measured)), ([one.note] if one.note else []) + notes))
    return made + claims.tables(measured, notes)
