"""All figures: the tables that they are drawn from, and what has been published."""

from dataclasses import dataclass, field

from tables import find, meets, number

LINES = "lines"  # x and the series' values are numbers
BARS = "bars"    # x is a name; one group of bars for each name
PAIRS = "pairs"  # one mark a row: the first series' value against the second's
ROWS = "rows"    # a line a row, x the series' `at`; the first rows that have a value there


@dataclass
class Series:
    key: str
    name: str
    published: bool = False  # not ours: lines are dashed, bars are pale
    at: float = 0            # of ROWS: its place on the x axis
    conditions: dict = field(default_factory=dict)


@dataclass
class Figure:
    file: str
    title: str
    benchmark: str
    table: str
    kind: str
    x: str  # the key of the x value or of the row's name
    x_title: str
    y_title: str
    series: list
    remark: str  # the publication's statement, and data that it does not give
    x_logarithmic: bool = False
    y_logarithmic: bool = True
    mark: dict = field(default_factory=dict)  # names of rows that meet this get an asterisk
    conditions: dict = field(default_factory=dict)  # for all series

    def value(self, series, row):
        """NAN if the row has no value for that series."""
        return number(row if meets(row, self.conditions) and meets(row, series.conditions) else {}, series.key)

    def rows(self, table):
        """The rows that have a value."""
        return [row for row in table.rows if any(self.value(series, row) > 0 for series in self.series)]

    def name(self, row):
        return f"{row.get(self.x, '')}{' *' if self.mark and meets(row, self.mark) else ''}"


def tables_of(tables):
    """(figure, its table or None if there is nothing to draw)."""
    for figure in FIGURES:
        table = find(tables, figure.benchmark, figure.table)
        yield figure, table if table and figure.rows(table) else None


LOST = "The values of the published figure are not in the paper's text; these are ours alone. "
AMONG = LOST + "What is published of it is among the conclusions."
PUBLISHED = True


def series(*pairs):
    return [Series(*pair) for pair in pairs]


def growth(file, title, table, key):
    return Figure(file, title, "explore", table, LINES, key, key, "seconds",
                  series(("seconds", "ours"), ("published_seconds", "GPUexplore 2.0 (published)", PUBLISHED),
                         ("published_seconds_h200", "the same, on an H200", PUBLISHED)),
                  "Table 1 as a figure: ours is the search alone, theirs the total time on another machine.")


def insertions(bucket, probing):
    return Series("seconds", f"{bucket}, {probing}",
                  conditions={"words": 1, "bucket_integers": bucket, "probing": probing})


def ecl(file, title, of):
    """The series that the paper's Figures 5 to 13 have."""
    return Figure(file, title, "published", "ecl", BARS, "graph", "mesh or graph", "million vertices a second",
                  series(("our_auto_rate", "ours, auto"), ("our_ecl_rate", "ours, ecl"),
                         ("ecl_a100_rate", "ECL A100", PUBLISHED), ("ecl_titan_v_rate", "ECL Titan V", PUBLISHED),
                         ("gpu_scc_a100_rate", "GPU-SCC A100", PUBLISHED),
                         ("ispan_xeon_rate", "iSpan Xeon", PUBLISHED)),
                  "Published rates are vertices over published seconds (Tables 5 to 7); ours are of a graph of the same "
                  "kind, often of another size, which CSV and JSON have.", conditions={"set": of})


def options(file, title, benchmark, x, remark, *pairs):
    """Bars of the options of a decomposition."""
    return Figure(file, title, benchmark, "options", BARS, x, x, "milliseconds", series(*pairs), LOST + remark)


def games(file, title, table, pairs, remark=AMONG, y_title="milliseconds"):
    """Bars of ways to solve games."""
    return Figure(file, title, "parity", table, BARS, "game", "game (* vertices numbered at random)", y_title,
                  series(*pairs), remark, mark={"numbers": "shuffled"})


def queue_and_stack(file, title, side):
    return Figure(file, title, "parity", "spm-queues", PAIRS, "game", "queue, milliseconds", "stack, milliseconds",
                  series((f"fifo_{side}_ms", "queue"), (f"stack_{side}_ms", "stack")),
                  LOST + "A game above the line is solved faster with the queue.", x_logarithmic=True)


def orders(side, name, table):
    return games(f"measures-figure-8.14-{side}", f"Orders of vertices, on {name} (Bootsma 2013, Figure 8.14)", table,
                 (("input_ms", "as given"), ("reversed_ms", "reversed"), ("degree_ms", "degree"),
                  ("priority_ms", "priority"), ("bfs_ms", "BFS"), ("dfs_ms", "DFS")),
                 LOST + "The text says that breadth-first and depth-first orders are over 10 times slower.")


FIGURES = [
    growth("scalability-table-1-ring", "Token rings (Cassee et al. 2017, Table 1)", "ring", "nodes"),
    growth("scalability-table-1-gas-station", "Gas stations (Cassee et al. 2017, Table 1)", "gas_station", "customers"),
    Figure("scalability-table-2", "States a second (Cassee et al. 2017, Table 2)", "published", "gpuexplore", BARS,
           "model", "model", "states a second",
           series(("our_states_per_second", "ours, on the network nearest in states"),
                  ("pascal_states_per_second", "GPUexplore 2.0, Titan X (Pascal)", PUBLISHED)),
           "The models are not here: ours is the network that the table names, theirs the model's states over the "
           "published seconds."),
    Figure("scalability-figure-6", "The hash table alone (Cassee et al. 2017, Figure 6)", "hashtable", "insertions",
           LINES, "duplication", "how often each key occurs (integers a bucket, a key by a group of lanes or a thread)",
           "seconds", [insertions(32, "group"), insertions(4, "group"), insertions(32, "thread"),
                       insertions(4, "thread"), insertions(8, "thread"), insertions(16, "thread")],
           LOST + "The text says that buckets of 4 integers are slower than buckets of 32 where keys occur a few times, "
           "faster from 21 on, and up to 3 times as fast. Keys are of one word here.",
           x_logarithmic=True, y_logarithmic=False),
    Figure("scalability-figure-7", "Bucket sizes inside the search (Cassee et al. 2017, Figure 7)", "hashtable",
           "buckets", BARS, "network", "network", "time relative to buckets of 32",
           [Series("relative", f"{size} integers", conditions={"bucket_integers": size}) for size in (4, 8, 16, 32)],
           LOST + "The text reports a small gain with 4 integers for two models, and up to 30 % more time for the others.",
           y_logarithmic=False),
    Figure("decomposition-figure-6", "SCCs by Tarjan and by the best configuration (Wijs et al. 2016, Figure 6)",
           "scc", "published", BARS, "graph", "graph", "seconds",
           series(("tarjan_seconds", "Tarjan, one core"), ("fbt_seconds", "fbt"), ("auto_seconds", "auto"),
                  ("published_seconds", "ECL-SCC 1.0 on an H200", PUBLISHED)),
           LOST + "The text reports about 30 times Tarjan's speed where there is one component, and 15 times in most "
           "cases. The graphs are those of the table, not PRISM's.", conditions={"scrambled": False}),
    options("decomposition-figure-7", "Options of SCC decomposition (Wijs et al. 2016, Figure 7)", "scc", "graph",
            "The text says that restructured input (F0,7) helps much, that caches (F3,1 and F3,7) mostly cost time, and "
            "that the hybrid search makes little difference.",
            ("f01_ms", "F0,1"), ("f07_ms", "F0,7"), ("f31_ms", "F3,1"), ("f37_ms", "F3,7"),
            ("f07_no_hybrid_ms", "F0,7-nh"), ("f07_single_pivots_ms", "F0,7-sp"), ("b07_ms", "B0,7")),
    Figure("decomposition-figure-8", "MECs by Tarjan and by the best configuration (Wijs et al. 2016, Figure 8)",
           "mec", "networks", BARS, "network", "network", "seconds",
           series(("tarjan_seconds", "Tarjan, one core"), ("fbt_seconds", "fbt"), ("auto_seconds", "auto")),
           LOST + "The text reports up to 79 times the speed of one core."),
    options("decomposition-figure-9", "Pivots in MEC decomposition (Wijs et al. 2016, Figure 9)", "mec", "network",
            "Published are small differences: warp aggregation mostly helps, pivots from the set J and BFBT mostly do "
            "not.",
            ("f07_ms", "F0,7"), ("f07_single_pivots_ms", "F0,7-sp"), ("f07_j_ms", "F0,7-j"),
            ("f07_single_pivots_j_ms", "F0,7-sp-j"), ("b07_ms", "B0,7"), ("b07_j_ms", "B0,7-j")),
    ecl("ecl-figures-5-to-7", "Small meshes (Alabandi et al. 2023, Figures 5 to 7)", "small"),
    ecl("ecl-figures-8-to-10", "Large meshes (Alabandi et al. 2023, Figures 8 to 10)", "large"),
    ecl("ecl-figures-11-to-13", "Power laws (Alabandi et al. 2023, Figures 11 to 13)", "power"),
    options("ecl-figure-14", "Options of ECL-SCC (Alabandi et al. 2023, Figure 14)", "scc", "graph",
            "The text says that path compression and asynchronous work help on all graphs.",
            ("ecl_ms", "all"), ("ecl_no_compression_ms", "no path compression"), ("ecl_synchronous_ms", "synchronous")),
    games("measures-figure-8.3", "Strategies on the host, one side (Bootsma 2013, Figure 8.3)", "spm-queues",
          (("fifo_one_ms", "queue"), ("stack_one_ms", "stack"), ("random_one_ms", "drawn at random"))),
    games("measures-figure-8.4", "One side and both in turn, on the host (Bootsma 2013, Figure 8.4)", "spm-queues",
          (("fifo_one_ms", "queue, one"), ("fifo_both_ms", "queue, both"), ("stack_one_ms", "stack, one"),
           ("stack_both_ms", "stack, both"))),
    queue_and_stack("measures-figure-8.5a", "Queue and stack, one side (Bootsma 2013, Figure 8.5a)", "one"),
    queue_and_stack("measures-figure-8.5b", "Queue and stack, both sides in turn (Bootsma 2013, Figure 8.5b)", "both"),
    Figure("measures-figure-8.6", "Rounds between two explicit queues, split kernels (Bootsma 2013, Figure 8.6)",
           "parity", "spm-intervals", ROWS, "game", "rounds", "milliseconds",
           [Series(f"split_{rounds}_ms", str(rounds), at=rounds) for rounds in (1, 8, 32, 128)],
           LOST + "The text says that 32 to 128 rounds are best. Here, lifting and making queues are not timed apart.",
           x_logarithmic=True, conditions={"numbers": "natural"}),
    games("measures-figure-8.7", "Strategies on a GPU (Bootsma 2013, Figure 8.7)", "spm-kernels",
          (("explicit_split_one_ms", "explicit, one"), ("implicit_split_one_ms", "implicit, one"),
           ("explicit_split_both_ms", "explicit, both"), ("implicit_split_both_ms", "implicit, both"))),
    games("measures-figure-8.10", "Host and GPU (Bootsma 2013, Figures 8.9 and 8.10)", "spm-together",
          (("cpu_one_ms", "host, one"), ("cpu_both_ms", "host, both"), ("cuda_one_ms", "GPU, one"),
           ("cuda_both_ms", "GPU, both"), ("together_ms", "together"))),
    games("measures-figure-8.11", "Lifts a second (Bootsma 2013, Figure 8.11)", "spm-together",
          (("cpu_one_lifts_per_second", "host"), ("cuda_one_lifts_per_second", "GPU")),
          LOST + "The text says that the GPU lifts over 20 times as many a second.", "lifts a second"),
    games("measures-figure-8.12", "Shortcuts (Bootsma 2013, Figures 8.12 and 8.13)", "spm-shortcuts",
          (("cpu_0_ms", "host, none"), ("cpu_1_ms", "one level"), ("cpu_2_ms", "two"), ("cuda_0_ms", "GPU, none"),
           ("cuda_1_ms", "one level"), ("cuda_2_ms", "two")), AMONG + " Times have preprocessing in them."),
    orders("host", "the host", "spm-orders-cpu"),
    orders("gpu", "a GPU", "spm-orders-cuda"),
    games("measures-figure-8.15", "Small progress measures and other solvers (after Bootsma 2013, Figure 8.15)",
          "games", (("cpu_spm_ms", "ours, host"), ("cuda_spm_ms", "ours, GPU"), ("cpu_promotion_ms", "our promotion"),
                    ("oink_spm_ms", "Oink's measures", PUBLISHED), ("oink_promotion_ms", "its promotion", PUBLISHED)),
          LOST + "In place of the thesis's tools stands what Oink took for the same games at full size, measured "
          "elsewhere."),
]
