"""Whether what Bootsma concludes on small progress measures holds in the tables of heddle bench parity.

Bootsma: Speeding up the small progress measures algorithm for parity games using the GPU, 2013, chapter 8. Where no
number is published, "slightly" is up to half as much again, and "no difference" as much either way.
"""

import math
from dataclasses import dataclass

from tables import CELL, COUNT, NUMBER, TEXT, find, make, mean

SLIGHTLY = 1.5
ANY = math.inf
ALIKE = 0.1
LEAST_MS = 0.1  # times below are too short to compare, and count as this

MEAN = "mean"    # the geometric mean of the ratios lies between low and high
EVERY = "every"  # every ratio lies there; it is too high if the first way alone did not solve the game in time
MOST = "most"    # the first way is faster in more than half of the games in which the two differ


@dataclass
class Conclusion:
    """A game's ratio is the best time of the first group of ways over the best one of the second; of rates, the
    lifts a second of the first over those of the second. games: how the names of the games begin."""
    table: str
    figure: str
    statement: str
    first: str
    second: str
    rule: str = MEAN
    low: float = 0
    high: float = ANY
    games: str = ""
    rates: bool = False


def shortcuts(side, key):
    one, none, two = f"{key}_1", f"{key}_0", f"{key}_2"
    return [Conclusion("spm-shortcuts", "8.12", f"{side}: {text}", *ways, **rest) for text, ways, rest in (
        ("one level of shortcuts is a good choice overall", (one, none), {"high": 1}),
        ("one level takes at most 3 times as long as none", (one, none), {"rule": EVERY, "high": 3}),
        ("one level makes propagation games faster", (one, none), {"high": 1, "games": "prop("}),
        ("one level makes the towers of Hanoi faster", (one, none), {"high": 1, "games": "hanoi("}),
        ("two levels are never faster than one", (two, one), {"rule": EVERY, "low": 1 - ALIKE}))]


def orders(side, key):
    same = {"low": 1 / SLIGHTLY, "high": SLIGHTLY}
    return [Conclusion("spm-orders-" + key, "8.14", f"{side}: {text}", *ways, **rest) for text, ways, rest in (
        ("numbers as given are the fastest in most games", ("input", "reversed degree priority bfs dfs"),
         {"rule": MOST}),
        ("breadth-first order is over 10 times slower", ("bfs", "input"), {"low": 10}),
        ("depth-first order is over 10 times slower", ("dfs", "input"), {"low": 10}),
        ("the reversed order makes no difference", ("reversed", "input"), same),
        ("the order by degree makes no difference", ("degree", "input"), same),
        ("the order by priority makes no difference", ("priority", "input"), same))]


CONCLUSIONS = [
    Conclusion("spm-queues", "8.3", "CPU, one side: a stack is better than a queue, if slightly",
               "stack_one", "fifo_one", high=1),
    Conclusion("spm-queues", "8.3", "CPU, one side: drawing is slightly slower than the better one",
               "random_one", "fifo_one stack_one", high=SLIGHTLY),
    Conclusion("spm-queues", "8.4", "CPU, both sides: a queue beats a stack on most games",
               "fifo_both", "stack_both", MOST),
    Conclusion("spm-queues", "8.4", "CPU, queue: both sides in turn are faster than one",
               "fifo_both", "fifo_one", high=1),
    Conclusion("spm-queues", "8.4", "CPU, stack: both sides in turn are faster than one",
               "stack_both", "stack_one", high=1),
    Conclusion("spm-queues", "8.4", "CPU: a queue with both sides is the best of all",
               "fifo_both", "fifo_one stack_one random_one stack_both random_both", high=1 + ALIKE),
    Conclusion("spm-kernels", "8.7", "GPU, one side: implicit and explicit are within a factor of 2",
               "implicit_split_one", "explicit_split_one", low=0.5, high=2),
    Conclusion("spm-kernels", "8.7", "GPU, explicit: both sides are slower than one on every game",
               "explicit_split_both", "explicit_split_one", EVERY, low=1),
    Conclusion("spm-kernels", "8.7", "GPU, implicit: both sides are slower than one",
               "implicit_split_both", "implicit_split_one", low=1),
    Conclusion("spm-kernels", "8.7", "GPU, both sides: implicit is slower than explicit",
               "implicit_split_both", "explicit_split_both", low=1),
    Conclusion("spm-intervals", "8.6", "GPU, two kernels: queues made every 32 to 128 rounds are best",
               "split_32 split_128", "split_1 split_8", high=1),
    Conclusion("spm-intervals", "8.6", "GPU, one kernel: queues made every 32 to 128 rounds are best",
               "fused_32 fused_128", "fused_1 fused_8", high=1),
    Conclusion("spm-together", "8.10", "the CPU is faster than the GPU on most games", "cpu_both", "cuda_one", MOST),
    Conclusion("spm-together", "8.10", "propagation games are 5 times as fast on the GPU",
               "cpu_both", "cuda_one", low=5, games="prop("),
    Conclusion("spm-together", "8.10", "propagation trees are 4 times as fast on the GPU",
               "cpu_both", "cuda_one", low=4, games="tprop("),
    Conclusion("spm-together", "8.10", "the towers of Hanoi are 50 times as fast on the GPU",
               "cpu_both", "cuda_one", low=50, games="hanoi("),
    Conclusion("spm-together", "8.11", "one side: the GPU lifts over 20 times as many a second",
               "cuda_one", "cpu_one", low=20, rates=True),
    Conclusion("spm-together", "8.10", "together is slightly slower than the better one on every game",
               "together", "cpu_both cuda_one", EVERY, low=1, high=SLIGHTLY),
    *shortcuts("CPU", "cpu"), *shortcuts("GPU", "cuda"), *orders("CPU", "cpu"), *orders("GPU", "cuda"),
]

# The tables of each part; those without a row on this machine have conclusions that are not measured.
PARTS = {"spm-queues": ["spm-queues"], "spm-kernels": ["spm-kernels", "spm-intervals"],
         "spm-together": ["spm-together"], "spm-shortcuts": ["spm-shortcuts"],
         "spm-orders": ["spm-orders-cpu", "spm-orders-cuda"]}

COLUMNS = [("holds", "holds", TEXT), ("ratio", "ratio", NUMBER), ("solved_by_both", None, COUNT),
           ("faster", "<", COUNT), ("slower", ">", COUNT), ("alike", "=", COUNT), ("figure", "fig.", CELL),
           ("statement", "published", TEXT)]

LOST = None  # in time


def standing(row, ways, rates):
    """The best of the ways for the game: least milliseconds, or most lifts a second. LOST if none of them solved it;
    raises KeyError if one was left out, or is wrong."""
    values = []
    for way in ways.split():
        if f"{way}_ms" in row:
            time = max(row[f"{way}_ms"], LEAST_MS)
            values.append(row.get(f"{way}_lifts", 0) / time if rates else time)
        elif row.get(f"{way}_outcome", "wrong") == "wrong":
            raise KeyError(way)
    return (max if rates else min)(values) if values else LOST


def compare(conclusion, row):
    """(the ratio, or 0 and ANY if the second or the first group alone has no result in time); None: nothing."""
    try:
        first = standing(row, conclusion.first, conclusion.rates)
        second = standing(row, conclusion.second, conclusion.rates)
    except KeyError:
        return None
    if conclusion.rates:
        return first / second if first and second else None
    if first is LOST or second is LOST:
        return None if first is second else ANY if first is LOST else 0
    return first / second


def is_between(conclusion, ratio):
    return conclusion.low <= ratio and (ratio <= conclusion.high if ratio < ANY else conclusion.high == ANY)


def conclude(conclusion, rows):
    """A line of the table."""
    line = {"figure": conclusion.figure, "statement": conclusion.statement, "holds": "not measured"}
    found = [compare(conclusion, row) for row in rows if row["game"].startswith(conclusion.games)]
    ratios = [ratio for ratio in found if ratio is not None]
    if not ratios:
        return line
    both = [ratio for ratio in ratios if 0 < ratio < ANY]
    slowness = [(1 / ratio if conclusion.rates else ratio) if 0 < ratio < ANY else ratio for ratio in ratios]
    slower = sum(one > 1 + ALIKE for one in slowness)
    faster = sum(one < 1 / (1 + ALIKE) for one in slowness)
    if conclusion.rule == MEAN:  # if both groups solved no game, one of them is out of reach
        holds = is_between(conclusion, mean(both) if both else 0 if faster > slower else ANY)
    elif conclusion.rule == EVERY:
        holds = all(is_between(conclusion, ratio) for ratio in ratios)
    else:
        holds = faster > slower
    return dict(line, holds="yes" if holds else "no", ratio=mean(both), solved_by_both=len(both), faster=faster,
                slower=slower, alike=len(ratios) - faster - slower)


def part_table(part, tables, notes):
    lines = []
    for conclusion in CONCLUSIONS:
        if conclusion.table in PARTS[part]:
            table = find(tables, "parity", conclusion.table)
            lines.append(conclude(conclusion, table.rows if table else []))
    return make("parity", part, "conclusions",
                "What has been published (Bootsma 2013, chapter 8) and whether it holds here. ratio: of the times of\n"
                "what is named first to those of what it is compared to (of lifts a second: of these), in the\n"
                "geometric mean of the games that both solved. <, >, =: games in which it was faster, slower, and\n"
                "as fast up to 10 %.", COLUMNS, lines, notes)


def added(tables, notes):
    """The tables, with the conclusions of each part of heddle bench parity after the tables of the part."""
    out = []
    for index, table in enumerate(tables):
        out.append(table)
        following = tables[index + 1] if index + 1 < len(tables) else None
        is_last = following is None or (following.benchmark, following.part) != (table.benchmark, table.part)
        if table.benchmark == "parity" and is_last and table.part in PARTS:
            out.append(part_table(table.part, tables, notes))
    return out
