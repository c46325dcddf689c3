"""Tables of results: what a row says, for people, and as CSV."""

import csv
import io
import math
import textwrap

LINE = 96  # most characters of a line of a remark

# The kinds of columns of tables that are made here, as base/options/statistics.h has them.
COUNT, ROUGH, NUMBER, RATE, TEXT, CELL = "count", "rough", "number", "rate", "text", "cell"


def rough(number):
    """About three digits and a unit."""
    for unit in ("", " k", " M", " G", " T", " P", " E"):
        if number < 999.5 or unit == " E":
            break
        number /= 1000
    decimals = 0 if unit == "" or number >= 99.95 else 1 if number >= 9.995 else 2
    return f"{number:.{decimals}f}{unit}"


def significant(number):
    """Three significant digits, all digits of large numbers."""
    if number < 1e-9 or number >= 999.5:
        return f"{0 if number < 1e-9 else number:.0f}" if number < 1e18 else f"{number:.3g}"
    exponent = int(f"{number:.2e}".split("e")[1])
    text = f"{number:.{2 - exponent}f}"
    return text.rstrip("0").rstrip(".") if exponent < 2 else text


def describe(kind, value):
    """A value as people read it."""
    if value is None:
        return ""
    if kind == COUNT:
        return f"{value:,}".replace(",", " ")
    return rough(value) if kind in (ROUGH, RATE) else significant(value) if kind == NUMBER else value


class Table:
    """public: the table in JSON; columns: [key, label, whether it is a text]; cells: rows of texts."""

    def __init__(self, public, columns, cells):
        self.public, self.columns, self.cells = public, columns, cells
        self.name, self.title, self.rows = public["name"], public["title"], public["rows"]
        self.notes, self.benchmark, self.part = public["notes"], public["benchmark"], public.get("part")

    @property
    def file(self):
        """The name of its files: of the benchmark, the part and the table."""
        parts = [] if self.part is None or self.name.startswith(self.part) else [self.part]
        return "-".join([self.benchmark, *parts, self.name])

    @property
    def keys(self):
        return [key for key, _, _ in self.columns if key is not None]

    def shown(self, values):
        """Of values for all columns, those of columns that people read, with whether it is a text."""
        return [(value, is_text) for value, (_, label, is_text) in zip(values, self.columns) if label is not None]


def make(benchmark, part, name, title, columns, rows, notes):
    """A table of rows; columns: (key, label, kind)."""
    rows = [{key: row[key] for key, _, _ in columns if row.get(key) is not None} for row in rows]
    public = {"name": name, "title": title, "rows": rows, "notes": notes, "benchmark": benchmark}
    if part is not None:
        public["part"] = part
    cells = [[describe(kind, row.get(key)) for key, _, kind in columns] for row in rows]
    return Table(public, [[key, label, kind == TEXT] for key, label, kind in columns], cells)


def find(tables, benchmark, name):
    return next((table for table in tables if (table.benchmark, table.name) == (benchmark, name)), None)


def number(row, key):
    """NAN if the row has no such number."""
    value = row.get(key)
    return float(value) if isinstance(value, (int, float)) else math.nan


def meets(row, conditions):
    return all(row.get(key) == value for key, value in conditions.items())


def mean(ratios):
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None


def text_of(table):
    """The table for people."""
    heads = table.shown([label for _, label, _ in table.columns])
    lines = [heads] + [table.shown(cells) for cells in table.cells]
    widths = [max(len(line[i][0]) for line in lines) for i in range(len(heads))]
    out = [table.title]
    for line in lines:
        cells = [text.ljust(width) if is_text else text.rjust(width)
                 for (text, is_text), width in zip(line, widths)]
        out.append("  ".join(cells).rstrip())
    for note in table.notes:
        out.extend(textwrap.wrap(note, LINE))
    return "\n".join(out) + "\n"


def csv_of(table):
    """A heading, then the rows (RFC 4180)."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.keys)
    for row in table.rows:
        values = [row.get(key, "") for key in table.keys]
        writer.writerow([{True: "yes", False: "no"}[value] if isinstance(value, bool) else value
                         for value in values])
    return text.getvalue()
