"""heddle-bench-results: makes of what heddle-bench measured what it does not measure.

Standard input is a JSON object:
  result   what `heddle bench --json` prints of what was measured (docs/formats/bench.schema.json)
  shown    what people read of each table (bench/record.h)
  version  of heddle
  scale    a sentence about the sizes, or null
  before   the tables of an earlier run, or null
  failed   whether the benchmark did not end
  wrong    whether some result is wrong
"""

import argparse
import json
import sys

import conclusions
import earlier
import files
import page
import published
from tables import Table, csv_of, text_of


def read_tables(data):
    """The measured tables."""
    return [Table(public, shown["columns"], shown["cells"])
            for public, shown in zip(data["result"]["tables"], data["shown"])]


def all_tables(data):
    """The measured tables with those that are made of them, and the latter alone."""
    measured = read_tables(data)
    is_all = data["result"]["name"] == "all"
    remarks = [data["scale"]] if is_all and data["scale"] else []
    tables = conclusions.added(measured, remarks)
    if is_all:
        tables[-1:-1] = published.tables(measured, remarks)
    if data["before"] is not None:
        tables.append(earlier.table(data["result"]["name"], tables, data["before"]))
    return tables, [table for table in tables if table not in measured]


def json_of(data, tables):
    result = dict(data["result"], tables=[table.public for table in tables])
    result["warnings"] = result.pop("warnings", [])
    return json.dumps(result, indent=2, ensure_ascii=False) + "\n"


def main():
    parser = argparse.ArgumentParser(prog="heddle-bench-results")
    parser.add_argument("--check", action="store_true", help="only make the folder of --page")
    parser.add_argument("--rows", action="store_true", help="print the tables that are made")
    parser.add_argument("--json", action="store_true", help="print all tables as JSON")
    parser.add_argument("--csv", metavar="FILE", help="write all tables to FILE, or - for standard output")
    parser.add_argument("--page", metavar="DIR", help="write a page and its files into DIR")
    options = parser.parse_args()
    if options.page is not None:
        files.prepare(options.page)
    if options.check:
        return
    data = json.load(sys.stdin.buffer)
    tables, made = all_tables(data)
    if options.rows:
        files.write("-", "".join("\n" + text_of(table) for table in made))
    if options.csv is not None:
        files.write(options.csv, "\n".join(csv_of(table) for table in tables))
    if options.page is not None:
        page.write(options.page, data, tables)
    if options.json:
        files.write("-", json_of(data, tables), sys.stderr if options.csv == "-" else sys.stdout)


try:
    main()
except OSError as error:
    where = f"{error.filename}: " if error.filename else ""
    print(f"heddle: {where}{error.strerror or error}", file=sys.stderr)
    sys.exit(2)
