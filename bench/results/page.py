"""The page of a run, which needs no other file, and beside it the files of each table and figure."""

import json
import os
import re
import stat
import sys
from html import escape as escape_all

import figures
import files
from tables import csv_of

HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width"/>
<style>
:root { color-scheme: light dark; }
body { font-family: sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em; line-height: 1.4; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 85%; font-variant-numeric: tabular-nums; }
th, td { padding: 0.15em 0.6em; text-align: right; white-space: nowrap; }
th { border-bottom: 1px solid; }
th.text, td.text { text-align: left; }
figure { margin: 1em 0; }
figure svg { max-width: 100%; height: auto; }
nav ul { columns: 2; }
</style>
"""
NO_MATPLOTLIB = "They need matplotlib, which this Python does not have: apt-get install python3-matplotlib."
NOT_MEASURED = "Their parts were not run or ended early, or they need a GPU."


def escape(text):
    return escape_all(text, quote=False)


def paragraph(text):
    """What stands between backquotes is code."""
    parts = escape(text).split("`")
    return "<p>" + "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts)) + "</p>\n"


# --- tables and figures ---

def row_of(table, values, tag):
    begin = {True: f'<{tag} class="text">', False: f"<{tag}>"}
    cells = "".join(f"{begin[is_text]}{escape(text)}</{tag}>" for text, is_text in table.shown(values))
    return f"<tr>{cells}</tr>\n"


def table_of(table):
    rows = "".join(row_of(table, cells, "td") for cells in table.cells)
    head = row_of(table, [label for _, label, _ in table.columns], "th")
    return (f'<h2 id="{table.file}">{table.file}</h2>\n{paragraph(table.title)}<div class="scroll"><table>\n'
            f'{head}{rows}</table></div>\n{"".join(map(paragraph, table.notes))}'
            f'<p><a href="{table.file}.csv">CSV</a>, <a href="{table.file}.json">JSON</a></p>\n')


def figure_of(figure, drawing):
    """With the drawing without its XML declaration, which HTML does not allow."""
    return (f'<figure id="{figure.file}">\n{drawing[drawing.index("<svg"):]}<figcaption>{escape(figure.remark)} '
            f'<a href="{figure.file}.svg">SVG</a></figcaption>\n</figure>\n')


def missing(figure_list, why):
    items = "".join(f"<li>{escape(figure.title)}</li>\n" for figure in figure_list)
    return f"<h2>Figures that are not here</h2>\n<p>{why}</p>\n<ul>\n{items}</ul>\n" if items else ""


# --- the top of the page ---

def outcome(parts):
    """How the parts of all ended."""
    said = [row["outcome"] for row in parts]
    cut, failed, left_out = (sum(one.startswith(word) for one in said) for word in ("cut", "failed", "not begun"))
    ends = f"{cut} cut short, {failed} failed, {left_out} not begun; the last table says which."
    return f"{len(said)} parts: {ends if cut + failed + left_out else 'all are done.'}"


def facts(data):
    """Sentences on the machine, the sizes, and what is missing."""
    result = data["result"]
    threads = result["threads"]
    yield (f"heddle {data['version']} on {result['device']}, with {threads} thread{'s' * (threads != 1)} of the CPU.")
    if data["scale"]:
        yield data["scale"]
    if result["name"] == "all" and not data["failed"]:
        yield outcome(result["tables"][-1]["rows"])
    if data["failed"]:
        yield "It did not finish, so tables may be missing or incomplete."
    if data["wrong"]:
        yield "Some results are wrong: their rows say so."


def page_of(data, tables, drawings):
    """drawings: of each figure that could be drawn, by its name."""
    title = f"heddle bench {data['result']['name']}"
    parts = [HEAD, f"<title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n"]
    parts += [f"<p>{escape(fact)}</p>\n" for fact in facts(data)]
    parts += ["<nav><ul>\n", *(f'<li><a href="#{one.file}">{one.file}</a></li>\n' for one in tables), "</ul></nav>\n"]
    drawn = list(figures.tables_of(tables))
    for one in tables:
        parts.append(table_of(one))
        parts += [figure_of(figure, drawings[figure.file]) for figure, table in drawn
                  if table is one and figure.file in drawings]
    parts.append(missing([figure for figure, table in drawn if table and figure.file not in drawings], NO_MATPLOTLIB))
    parts.append(missing([figure for figure, table in drawn if not table], NOT_MEASURED))
    return "".join(parts) + "</body>\n</html>\n"


# --- the folder ---

def draw_all(tables):
    """The drawings by name; none without matplotlib."""
    wanted = [(figure, table) for figure, table in figures.tables_of(tables) if table]
    try:
        from drawing import draw
    except ImportError:
        if wanted:
            print("heddle: no figures are drawn: this Python has no matplotlib (apt-get install python3-matplotlib, or "
                  "name another Python in HEDDLE_PYTHON)", file=sys.stderr)
        return {}
    return {figure.file: draw(figure, table) for figure, table in wanted}


def remove_earlier(folder, written):
    """Removes the tables and figures that the folder's page links to, and that are not written now."""
    path = os.path.join(folder, "index.html")
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError):
        return  # no page of ours
    if "<title>heddle bench " not in text:
        return
    for name in set(re.findall(r'<a href="([\w.-]+\.(?:csv|json|svg))"', text, re.ASCII)) - written:
        old = os.path.join(folder, name)
        if os.path.lexists(old) and stat.S_ISREG(os.lstat(old).st_mode):
            os.unlink(old)


def write(folder, data, tables):
    drawings = draw_all(tables)
    contents = {f"{name}.svg": drawing for name, drawing in drawings.items()}
    for table in tables:
        contents[f"{table.file}.csv"] = csv_of(table)
        contents[f"{table.file}.json"] = json.dumps(table.public, indent=2, ensure_ascii=False) + "\n"
    remove_earlier(folder, set(contents))
    for name, content in contents.items():
        files.write(os.path.join(folder, name), content)
    files.write(os.path.join(folder, "index.html"), page_of(data, tables, drawings))
