"""Ratios that publications state about their figures, beside the same ratios of our measurements.

Statements about small progress measures are in conclusions.py.
"""

from dataclasses import dataclass, field

from tables import CELL, COUNT, NUMBER, TEXT, find, make, mean, meets, number

GPUEXPLORE, DECOMPOSITION, ECL = "Cassee et al.", "Wijs et al.", "Alabandi et al."
NATURAL = {"scrambled": False}
MEAN, MOST = mean, max


@dataclass
class Claim:
    """The ratio of two columns (of the first one and `unit` if there is no second one) in the rows that meet the
    conditions."""
    paper: str
    where: str
    statement: str
    published: str
    benchmark: str
    table: str
    first: str
    second: str
    unit: float = 1
    summary: object = MEAN
    conditions: dict = field(default_factory=dict)


CLAIMS = [
    Claim(GPUEXPLORE, "Fig. 6", "buckets of 4 over 32 integers, keys occur once: slower", "< 1",
          "hashtable", "insertions", "speedup_over_32", None, summary=MOST,
          conditions={"bucket_integers": 4, "words": 1, "duplication": 1}),
    Claim(GPUEXPLORE, "Fig. 6", "the same, keys occur 100 times: up to 3 times as fast", "3",
          "hashtable", "insertions", "speedup_over_32", None, summary=MOST,
          conditions={"bucket_integers": 4, "words": 1, "duplication": 100}),
    Claim(GPUEXPLORE, "Fig. 7", "search with buckets of 4: up to 30 % slower than of 32", "1.3",
          "hashtable", "buckets", "relative", None, summary=MOST,
          conditions={"bucket_integers": 4}),
    Claim(GPUEXPLORE, "Table 1", "million states a second on the gas station, at most", "5.51",
          "explore", "gas_station", "states_per_second", None, unit=1e6, summary=MOST),
    Claim(GPUEXPLORE, "Table 1", "million states a second on the token ring, at most", "2.13",
          "explore", "ring", "states_per_second", None, unit=1e6, summary=MOST),
    Claim(DECOMPOSITION, "Fig. 6", "SCCs: times as fast as Tarjan, one component", "30",
          "scc", "published", "tarjan_seconds", "fbt_seconds", conditions={"scrambled": False, "components": 1}),
    Claim(DECOMPOSITION, "Fig. 6", "SCCs: times as fast as Tarjan, most cases", "15",
          "scc", "published", "tarjan_seconds", "fbt_seconds", conditions=NATURAL),
    Claim(DECOMPOSITION, "Fig. 7", "restructured input: times as fast as without", "> 1",
          "scc", "options", "f01_ms", "f07_ms"),
    Claim(DECOMPOSITION, "Fig. 7", "local caches: times as fast as without", "< 1",
          "scc", "options", "f01_ms", "f31_ms"),
    Claim(DECOMPOSITION, "Fig. 7", "hybrid search: times as fast as separate searches", "about 1",
          "scc", "options", "f07_no_hybrid_ms", "f07_ms"),
    Claim(DECOMPOSITION, "Fig. 8", "MECs: times as fast as Tarjan, at most", "79",
          "mec", "networks", "tarjan_seconds", "auto_seconds", summary=MOST),
    Claim(DECOMPOSITION, "Fig. 9", "warp aggregation: times as fast as single pivots", "> 1",
          "mec", "options", "f07_single_pivots_ms", "f07_ms"),
    Claim(DECOMPOSITION, "Fig. 9", "pivots from the set J: times as fast as from all", "< 1",
          "mec", "options", "f07_ms", "f07_j_ms"),
    Claim(DECOMPOSITION, "Fig. 9", "bounded searches (BFBT): times as fast as FBT", "< 1",
          "mec", "options", "f07_ms", "b07_ms"),
    Claim(ECL, "5 and 8", "meshes: times as fast as forward-backward, Titan V", "6.2, 6.0",
          "scc", "meshes", "fbt_seconds", "ecl_seconds", conditions=NATURAL),
    Claim(ECL, "6 and 9", "meshes: times as fast as forward-backward, A100", "6.5, 8.4",
          "scc", "meshes", "fbt_seconds", "ecl_seconds", conditions=NATURAL),
    Claim(ECL, "Fig. 11", "power laws: times as fast as forward-backward, Titan V", "1.18",
          "scc", "power_law", "fbt_seconds", "ecl_seconds", conditions=NATURAL),
    Claim(ECL, "Fig. 12", "power laws: times as fast as forward-backward, A100", "2.07",
          "scc", "power_law", "fbt_seconds", "ecl_seconds", conditions=NATURAL),
    Claim(ECL, "Fig. 14", "path compression: times as fast as without", "> 1",
          "scc", "options", "ecl_no_compression_ms", "ecl_ms"),
    Claim(ECL, "Fig. 14", "asynchronous: times as fast as in lockstep", "> 1",
          "scc", "options", "ecl_synchronous_ms", "ecl_ms"),
]

COLUMNS = [("published", "published", CELL), ("ours", "ours", NUMBER), ("rows", "of", COUNT),
           ("figure", "in their", CELL), ("paper", "by", TEXT), ("statement", "what", TEXT)]


def line(claim, rows):
    ratios = [number(row, claim.first) / (number(row, claim.second) if claim.second else claim.unit)
              for row in rows if meets(row, claim.conditions) and number(row, claim.second or claim.first) > 0]
    ratios = [ratio for ratio in ratios if ratio > 0]
    return {"paper": claim.paper, "figure": claim.where, "statement": claim.statement,
            "published": claim.published, "ours": claim.summary(ratios) if ratios else None, "rows": len(ratios)}


def tables(measured, notes):
    """One table of the claims whose tables were measured; or none."""
    found = [(claim, find(measured, claim.benchmark, claim.table)) for claim in CLAIMS]
    lines = [line(claim, table.rows) for claim, table in found if table]
    return [make("published", None, "claims",
                 "What is published of figures (Cassee, Neele, Wijs 2017; Wijs, Katoen, Bosnacki 2016; Alabandi, Sands,\n"
                 "Biros, Burtscher 2023), and the same of ours: the geometric mean of so many rows of the tables above, or\n"
                 "the most of them. Published ratios to Tarjan and between algorithms are of GPUs.",
                 COLUMNS, lines, notes)] if lines else []
