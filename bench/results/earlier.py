"""The times of a run beside those of an earlier one."""

import math

from tables import COUNT, NUMBER, TEXT, make, mean

SLOWER = 1.05  # less may be chance

COLUMNS = [("benchmark", "benchmark", TEXT), ("table", "table", TEXT), ("times", "times", COUNT),
           ("ratio", "ratio", NUMBER), ("slower", "slower", COUNT), ("worst_ratio", "worst", NUMBER),
           ("worst_row", "row", TEXT), ("worst_time", "time", TEXT)]


def is_time(key):
    return key.endswith(("seconds", "_ms")) and not key.startswith(("published", "oink"))


def as_time(value):
    """A time that can be compared, or None."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return value if is_number and 0 < value < math.inf else None


def rows_of(before, table):
    """The rows of that table of the earlier run; whatever the file holds."""
    for one in before:
        if isinstance(one, dict) and (one.get("benchmark"), one.get("name")) == (table.benchmark, table.name):
            rows = one.get("rows")
            return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return []


def pairs(table, before):
    """(row's name, key, time now / time then). Rows are the same if they begin with the same value, and as many
    rows with this value come before them."""
    name = table.keys[0]
    old = rows_of(before, table)
    for index, row in enumerate(table.rows):
        value = row.get(name)
        same = [other for other in old if name in other and other[name] == value]
        place = sum(other.get(name) == value for other in table.rows[:index])
        for key in filter(is_time, table.keys if place < len(same) else []):
            now, then = as_time(row.get(key)), as_time(same[place].get(key))
            if now and then:
                yield str(value), key, now / then


def table(benchmark, tables, before):
    """The table of comparisons, for each table that both runs have."""
    lines, ratios = [], []
    for one in (one for one in tables if one.benchmark != "published"):
        found = list(pairs(one, before))
        if found:
            own = [ratio for _, _, ratio in found]
            row, time, worst = max(found, key=lambda pair: pair[2])
            lines.append({"benchmark": one.benchmark, "table": one.name, "times": len(own), "ratio": mean(own),
                          "slower": sum(ratio > SLOWER for ratio in own), "worst_ratio": worst,
                          "worst_row": row, "worst_time": time})
            ratios += own
    note = "the earlier run has none of these times"
    if ratios:
        slower = sum(ratio > SLOWER for ratio in ratios)
        note = f"{len(ratios)} times, geometric mean {mean(ratios):.3f}, {slower} grew by more than 5 %"
    return make(benchmark, None, "earlier",
                "Beside the earlier run: geometric mean of time now / time before, how many times grew by more than\n"
                "5 %, and the one that grew most.", COLUMNS, lines, [note])
