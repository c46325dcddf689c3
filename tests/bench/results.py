"""Tests of bench/results on made-up tables: comparisons, files, the page, figures. Arguments: the folder of the program,
and names of tests (unittest)."""

import contextlib
import io
import json
import math
import os
import re
import sys
import tempfile
import unittest
import xml.dom.minidom

sys.path.insert(0, sys.argv.pop(1))
import claims
import conclusions
import earlier
import figures
import page
import published
from conclusions import ANY, EVERY, MEAN, MOST, Conclusion
from tables import Table, csv_of, describe, find, text_of

OVER, NONE, WRONG = "over the limit of time", None, "wrong"
GAMES = ["prop(1,2)", "prop(2,1)", "tprop(3)", "hanoi(4)"]


def measured(benchmark, part, name, rows):
    """A table as heddle-bench hands it over."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    public = {"name": name, "title": f"A <title> of `{name}` & more.", "rows": rows, "notes": ["as <it> is"],
              "benchmark": benchmark, "part": part}
    cells = [[str(row.get(key, "")) for key in keys] for row in rows]
    return Table(public, [[key, key, isinstance(rows[0].get(key), str)] for key in keys], cells)


def way_rows(**ways):
    """A row for each game; a way's seconds or outcomes."""
    rows = [{"game": game} for game in GAMES]
    for way, results in ways.items():
        for row, result in zip(rows, results):
            if isinstance(result, str):
                row[f"{way}_outcome"] = result
            elif result is not NONE:
                row.update({f"{way}_ms": 1000 * result, f"{way}_lifts": 1000})
    return rows


class Tables(unittest.TestCase):
    def test_cells(self):
        for kind, value, text in (("count", 1234567, "1 234 567"), ("rough", 9007199254740993, "9.01 P"),
                                  ("rate", 999.6, "1.00 k"), ("number", 0.09996, "0.1"), ("number", 28900.5, "28900"),
                                  ("number", 2.5, "2.5"), ("number", 0, "0"), ("cell", None, "")):
            self.assertEqual(describe(kind, value), text)

    def test_csv(self):
        table = measured("scc", "meshes", "meshes", [{"name": 'a, "b"', "n": 9007199254740993, "exact": True},
                                                     {"name": "c", "exact": False, "seconds": 0.25}])
        self.assertEqual(csv_of(table), 'name,n,exact,seconds\n"a, ""b""",9007199254740993,yes,\nc,,no,0.25\n')

    def test_text(self):
        table = measured("scc", "meshes", "meshes", [{"name": "a", "n": 9}, {"name": "long", "n": 1000}])
        self.assertEqual(text_of(table), "A <title> of `meshes` & more.\nname     n\na        9\nlong  1000\n"
                                         "as <it> is\n")


class Conclusions(unittest.TestCase):
    def expect(self, conclusion, rows, holds, ratio=None, counts=None):
        line = conclusions.conclude(conclusion, rows)
        self.assertEqual(line["holds"], holds)
        if ratio is not None:
            self.assertAlmostEqual(line["ratio"], ratio)
        if counts is not None:
            self.assertEqual((line["faster"], line["slower"], line["alike"]), counts)

    def about(self, rule=MEAN, low=0, high=ANY, **rest):
        return Conclusion("t", "8.1", "a against b", "a", "b", rule, low, high, **rest)

    def test_mean(self):
        rows = way_rows(a=[2, 1, 1.05, OVER], b=[1, 8, 1, 5])
        ratio = (2 / 8 * 1.05) ** (1 / 3)
        self.assertEqual(conclusions.conclude(self.about(), rows)["solved_by_both"], 3)
        for low, high, holds in ((0, 1, "yes"), (0.5, 2, "yes"), (0.7, ANY, "no"), (0, 0.6, "no")):
            self.expect(self.about(MEAN, low, high), rows, holds, ratio, (1, 2, 1))

    def test_every_and_most(self):
        rows = way_rows(a=[2, 1, 1.05, OVER], b=[1, 8, 1, 5])
        self.expect(self.about(EVERY, 0.1), rows, "yes")
        self.expect(self.about(EVERY, 0.2), rows, "no")
        self.expect(self.about(EVERY, 0, 9), rows, "no")  # a alone did not solve the last game in time
        self.expect(self.about(MOST), rows, "no")
        self.expect(self.about(MOST), way_rows(a=[1, 1, 1, 1], b=[2, 2, 0.5, OVER]), "yes")

    def test_lost(self):
        self.expect(self.about(), way_rows(a=[OVER] * 4, b=[OVER] * 4), "not measured")
        self.expect(self.about(high=5), way_rows(a=[OVER] * 4, b=[1] * 4), "no", counts=(0, 4, 0))
        self.expect(self.about(high=5), way_rows(a=[1] * 4, b=[OVER] * 4), "yes", counts=(4, 0, 0))

    def test_left_out(self):
        for result in (NONE, WRONG):
            rows = way_rows(a=[result] * 3 + [1], b=[1] * 4)
            self.expect(self.about(), rows, "yes", 1, (0, 0, 1))
        self.expect(self.about(), way_rows(a=[NONE] * 4, b=[1] * 4), "not measured")

    def test_groups_and_games(self):
        rows = way_rows(a=[4, 4, 4, 4], b=[2, 1, 2, 2], c=[8, OVER, 8, 8])
        group = Conclusion("t", "8.1", "a against the best of b and c", "a", "b c")
        self.expect(group, rows, "yes", (2 * 4 * 2 * 2) ** 0.25)
        group.games = "tprop("
        self.expect(group, rows, "yes", 2, (0, 1, 0))

    def test_rates_and_short_times(self):
        rows = way_rows(a=[1, 1, 1, 1], b=[21, 21, 21, OVER])
        self.expect(self.about(MEAN, 20, rates=True), rows, "yes", 21, (3, 0, 0))
        self.expect(self.about(), way_rows(a=[1e-6] * 4, b=[1e-4] * 4), "yes", 1, (0, 0, 4))

    def test_places(self):
        """A table of conclusions follows the tables of its part; each is about a table of some part."""
        tables = [measured("parity", part, name, way_rows(a=[1] * 4)) for part, name in
                  (("games", "games"), ("spm-orders", "spm-orders-cpu"), ("spm-orders", "spm-orders-cuda"))]
        names = [table.file for table in conclusions.added(tables, ["small"])]
        self.assertEqual(names, ["parity-games", "parity-spm-orders-cpu", "parity-spm-orders-cuda",
                                 "parity-spm-orders-conclusions"])
        known = {name for names in conclusions.PARTS.values() for name in names}
        self.assertEqual({one.table for one in conclusions.CONCLUSIONS}, known)
        self.assertTrue(all(len(one.statement) <= 64 for one in conclusions.CONCLUSIONS))


RECORD = [
    measured("explore", "ring", "ring", [{"nodes": n, "states": 10 ** n, "seconds": n / 10, "states_per_second": 5e6 * n,
                                          "published_seconds": n / 5} for n in (4, 5, 8)]),
    measured("scc", "meshes", "meshes",
             [{"graph": graph, "scrambled": mixed, "vertices": 1000, "edges": 4000, "components": 1,
               "fbt_seconds": fbt, "ecl_seconds": 0.5, "auto_seconds": 0.25}
              for graph, mixed, fbt in (("moebius", False, 1), ("moebius", True, 9), ("toroid", False, 4))]),
    measured("scc", "power_law", "power_law", [{"graph": "r-mat, 4", "scrambled": False, "vertices": 2000,
                                                "ecl_seconds": 1, "auto_seconds": 0.001}]),
    measured("mec", "prism", "prism", [{"network": name, "states": states, "edges": 2 * states, "mecs": 3}
                                       for name, states in (("coin-3", 500), ("coin-2-1", 90), ("wlan", 70))]),
    measured("parity", "spm-queues", "spm-queues",
             [{"game": game, "numbers": numbers, "vertices": 9, "edges": 12, "fifo_one_ms": 4, "stack_one_ms": 2,
               "fifo_both_ms": 1, "stack_both_ms": 3} for game, numbers in (("prop(1,2)", "natural"),
                                                                            ("prop(1,2)", "shuffled"))]),
    measured("parity", "spm-kernels", "spm-intervals",
             [{"game": f"one <game> {i}", "numbers": "shuffled" if i == 2 else "natural", "split_1_ms": 1,
               "split_8_ms": 2, "split_32_ms": 3, "split_128_ms": 4} for i in range(12)]),
    measured("all", None, "parts", [{"benchmark": "scc", "part": "meshes", "outcome": "done"},
                                    {"benchmark": "mec", "part": "prism", "outcome": "failed: no <folder>"}]),
]


def row_where(table, key, value, **rest):
    return next(row for row in table.rows if row.get(key) == value and rest.items() <= row.items())


class Published(unittest.TestCase):
    def setUp(self):
        self.tables = published.tables(RECORD, ["small"])

    def of(self, name):
        return find(self.tables, "published", name)

    def test_gpuexplore(self):
        models = self.of("gpuexplore")
        self.assertEqual(len(models.rows), 16)
        self.assertEqual(models.notes[-1], "small")
        peterson = row_where(models, "model", "peterson7")
        self.assertEqual([peterson[key] for key in ("states", "generator_seconds", "maxwell_seconds", "pascal_seconds")],
                         [142471098, 3741.87, 31.60, 15.74])
        self.assertEqual(peterson["our_network"], "ring 8")
        acs = row_where(models, "model", "acs")  # 4764 is nearer to 10^4 than to 10^5 or 10^8
        self.assertEqual(acs["our_network"], "ring 4")
        self.assertAlmostEqual(acs["times_pascal"], 1e4 / 0.4 / (4764 / 0.06))

    def test_ecl(self):
        ecl = self.of("ecl")
        self.assertEqual(len(ecl.rows), 23 + 1)
        strip = row_where(ecl, "graph", "mobius-strip")
        self.assertEqual([strip[key] for key in ("ecl_titan_v_seconds", "ecl_a100_seconds", "ispan_xeon_seconds")],
                         [0.7370, 0.3629, 1873.7461])
        self.assertAlmostEqual(strip["ecl_a100_rate"], 4194304 / 0.3629 / 1e6)
        self.assertEqual((strip["our_graph"], strip["our_vertices"], strip["our_ecl_seconds"]), ("moebius", 1000, 0.5))
        wedge = row_where(ecl, "graph", "toroid-wedge", set="large")
        self.assertNotIn("ispan_xeon_seconds", wedge)  # a published time of more than an hour
        self.assertNotIn("our_graph", wedge)
        power = row_where(ecl, "our_graph", "r-mat, 4")
        self.assertNotIn("vertices", power)
        self.assertAlmostEqual(power["our_auto_rate"], 2)

    def test_only_natural(self):
        scrambled = [measured("scc", "meshes", "meshes", list(reversed(RECORD[1].rows)))]
        line = row_where(published.tables(scrambled, [])[0], "graph", "mobius-strip")
        self.assertAlmostEqual(line["our_auto_rate"], 1000 / 0.25 / 1e6)
        scrambled[0].rows[:] = [dict(row, scrambled=True) for row in scrambled[0].rows]
        self.assertNotIn("our_graph", row_where(published.tables(scrambled, [])[0], "graph", "mobius-strip"))

    def test_others(self):
        models = self.of("decomposition")
        self.assertEqual(row_where(models, "model", "coin.8.3")["our_network"], "coin-3")  # the largest
        self.assertEqual(row_where(models, "model", "wlan.2500")["our_edges"], 140)
        self.assertEqual(row_where(self.of("measures"), "game", "prop50_1k")["our_game"], "prop(1,2)")

    def test_claims(self):
        table = self.of("claims")
        speed = row_where(table, "published", "2.13")
        self.assertEqual((speed["ours"], speed["rows"]), (40, 3))
        meshes = row_where(table, "published", "6.2, 6.0")  # in natural numbers alone
        self.assertEqual(meshes["rows"], 2)
        self.assertAlmostEqual(meshes["ours"], 4)
        self.assertNotIn("ours", row_where(table, "published", "1.18"))

    def test_none(self):
        self.assertEqual(published.tables([], []), [])


class Earlier(unittest.TestCase):
    ROWS = [{"name": "ring", "first_seconds": 2, "second_ms": 1, "published_seconds": 9},
            {"name": "ring", "first_seconds": 8, "second_ms": 0.5}, {"name": "torus", "first_seconds": 3}]
    OLD = [{"benchmark": "mec", "name": "shapes", "rows": [{"name": "ring", "first_seconds": 7}]},
           {"benchmark": "scc", "name": "shapes", "rows": [
               {"name": "ring", "first_seconds": 1, "second_ms": 1, "published_seconds": 1},
               {"name": "torus", "second_ms": 5}, {"name": "ring", "first_seconds": 2}]}]

    def table(self, old):
        return earlier.table("scc", [measured("scc", "shapes", "shapes", self.ROWS)], old)

    def test_ratios(self):
        """Half, a quarter and the same time, and one that was not measured."""
        table = self.table(self.OLD)
        self.assertEqual(table.rows, [{"benchmark": "scc", "table": "shapes", "times": 3, "ratio": 2.0, "slower": 2,
                                       "worst_ratio": 4, "worst_row": "ring", "worst_time": "first_seconds"}])
        self.assertEqual(table.notes, ["3 times, geometric mean 2.000, 2 grew by more than 5 %"])

    def test_others(self):
        """Whatever an array holds, nothing is compared with what is no table."""
        rows = [1, {}, {"name": 2}, {"name": ["ring"]}, {"name": "ring", "first_seconds": "1", "second_ms": 0}]
        for old in ([], [1, {"benchmark": "scc"}, []], [{"benchmark": "scc", "name": "shapes"}],
                    [{"benchmark": "scc", "name": "shapes", "rows": rows}]):
            table = self.table(old)
            self.assertEqual(table.rows, [])
            self.assertEqual(table.notes, ["the earlier run has none of these times"])


class Pages(unittest.TestCase):
    DATA = {"result": {"name": "all", "device": "cpu", "threads": 1, "tables": [table.public for table in RECORD]},
            "version": "1.2", "scale": "Sizes: <small>.", "failed": False, "wrong": True}

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def put(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def get(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def write(self, tables):
        with contextlib.redirect_stderr(io.StringIO()):  # there may be no matplotlib
            page.write(self.folder.name, self.DATA, tables)
        return self.get("index.html")

    def test_page(self):
        text = self.write(RECORD)
        xml.dom.minidom.parseString(text.split("\n", 1)[1])
        for part in ("<h1>heddle bench all</h1>", "heddle 1.2 on cpu, with 1 thread of the CPU.", "Sizes: &lt;small&gt;.",
                     "2 parts: 0 cut short, 1 failed, 0 not begun", "Some results are wrong", '<h2 id="explore-ring">',
                     "A &lt;title&gt; of <code>ring</code> &amp; more.", "<td class=\"text\">moebius</td>",
                     "<p>as &lt;it&gt; is</p>", "Figures that are not here"):
            self.assertIn(part, text)
        for table in RECORD:
            self.assertEqual(json.loads(self.get(f"{table.file}.json")), table.public)
            self.assertEqual(self.get(f"{table.file}.csv"), csv_of(table))

    def test_earlier_files(self):
        """Files of an earlier run go; files that are not known to be its own stay."""
        self.write(RECORD[:2])
        for name in ("own.csv", "scc-notes.json", "parity-spm-kernels.svg", "readme.txt"):
            self.put(name, "mine")
        self.write(RECORD[:1])
        self.assertFalse(os.path.exists(self.path("scc-meshes.csv")) or os.path.exists(self.path("scc-meshes.json")))
        self.put("index.html", "<title>heddle bench all</title>" + "".join(
            f'<a href="{name}">x</a>' for name in ("../x.csv", "link.csv", "readme.txt", "none.csv", "old.svg")))
        self.put("old.svg", "ours")
        os.symlink(self.path("own.csv"), self.path("link.csv"))
        self.write(RECORD[:1])
        self.assertFalse(os.path.exists(self.path("old.svg")))
        self.put("index.html", '<title>mine</title><a href="own.csv">CSV</a>')
        self.write(RECORD[:1])
        self.assertTrue(os.path.islink(self.path("link.csv")))
        for name in ("own.csv", "scc-notes.json", "parity-spm-kernels.svg", "readme.txt"):
            self.assertEqual(self.get(name), "mine")
        self.assertTrue(os.path.exists(self.path("explore-ring.csv")))


class Figures(unittest.TestCase):
    def test_names(self):
        names = [figure.file for figure in figures.FIGURES]
        self.assertEqual(len(names), len(set(names)))

    def test_tables(self):
        shown = [figure.file for figure, table in figures.tables_of(RECORD) if table]
        self.assertEqual(shown, ["scalability-table-1-ring", "measures-figure-8.3", "measures-figure-8.4",
                                 "measures-figure-8.5a", "measures-figure-8.5b", "measures-figure-8.6"])


class Drawings(unittest.TestCase):
    def drawing(self, name, tables=RECORD):
        from drawing import draw
        figure, table = next((figure, table) for figure, table in figures.tables_of(tables) if figure.file == name)
        text = draw(figure, table)
        xml.dom.minidom.parseString(text)
        self.assertEqual(text, draw(figure, table))
        return text

    def test_lines(self):
        text = self.drawing("scalability-table-1-ring")
        self.assertIn("GPUexplore 2.0 (published)", text)
        self.assertEqual(len(re.findall(r'<g id="line2d_\d+">\s*<path[^>]*stroke-dasharray', text)), 2)  # and in the legend
        self.assertNotIn("on an H200", text)  # has no value

    def test_bars(self):
        tables = RECORD + published.tables(RECORD, [])
        text = self.drawing("ecl-figures-8-to-10", tables)
        self.assertIn("mobius-strip", text)
        self.assertEqual(len(re.findall(r'<path d="[^"]*" clip-path="[^"]*" style="[^"]*opacity: 0.45', text)), 27)
        self.assertIn("prop(1,2) *", self.drawing("measures-figure-8.3"))

    def test_pairs(self):
        self.assertIn("as fast", self.drawing("measures-figure-8.5a"))

    def test_rows(self):
        text = self.drawing("measures-figure-8.6")
        self.assertEqual(len(re.findall("one &lt;game&gt; [0-9]+<", text)), 10)
        self.assertNotIn("one &lt;game&gt; 2<", text)  # shuffled


if __name__ == "__main__":
    unittest.main()
