/*
 * Ratios that publications state about their figures, beside the same ratios of our measurements. (heddle
 * bench parity itself checks the statements about small progress measures.)
 */
#include <math.h>

#include "base/array.h"
#include "bench/comparison.h"
#include "bench/record.h"

enum summary { MEAN /* geometric */, MOST };

/* The ratio of two cells (the first cell divided by `unit` if there is no second key) in the rows that meet
 * the conditions. */
struct claim {
    const char *paper, *where, *statement, *published;
    const char *benchmark, *table, *first, *second;
    double unit;
    enum summary summary;
    struct record_condition conditions[RECORD_CONDITIONS];
};

#define GPUEXPLORE "Cassee et al."
#define DECOMPOSITION "Wijs et al."
#define ECL "Alabandi et al."
#define NATURAL                                                                                              \
    {                                                                                                        \
        { "scrambled", "no" }                                                                                \
    }

/* clang-format off */
static const struct claim claims[] = {
    {GPUEXPLORE, "Fig. 6", "buckets of 4 over 32 integers, keys occur once: slower", "< 1",
     "hashtable", "insertions", "speedup_over_32", NULL, 1, MOST, {{"bucket_integers", "4"}, {"words", "1"}, {"duplication", "1"}}},
    {GPUEXPLORE, "Fig. 6", "the same, keys occur 100 times: up to 3 times as fast", "3",
     "hashtable", "insertions", "speedup_over_32", NULL, 1, MOST, {{"bucket_integers", "4"}, {"words", "1"}, {"duplication", "100"}}},
    {GPUEXPLORE, "Fig. 7", "search with buckets of 4: up to 30 % slower than of 32", "1.3",
     "hashtable", "buckets", "relative", NULL, 1, MOST, {{"bucket_integers", "4"}}},
    {GPUEXPLORE, "Table 1", "million states a second on the gas station, at most", "5.51",
     "explore", "gas_station", "states_per_second", NULL, 1e6, MOST, {{NULL, NULL}}},
    {GPUEXPLORE, "Table 1", "million states a second on the token ring, at most", "2.13",
     "explore", "ring", "states_per_second", NULL, 1e6, MOST, {{NULL, NULL}}},
    {DECOMPOSITION, "Fig. 6", "SCCs: times as fast as Tarjan, one component", "30",
     "scc", "published", "tarjan_seconds", "fbt_seconds", 1, MEAN, {{"scrambled", "no"}, {"components", "1"}}},
    {DECOMPOSITION, "Fig. 6", "SCCs: times as fast as Tarjan, most cases", "15",
     "scc", "published", "tarjan_seconds", "fbt_seconds", 1, MEAN, NATURAL},
    {DECOMPOSITION, "Fig. 7", "restructured input: times as fast as without", "> 1",
     "scc", "options", "f01_ms", "f07_ms", 1, MEAN, {{NULL, NULL}}},
    {DECOMPOSITION, "Fig. 7", "local caches: times as fast as without", "< 1",
     "scc", "options", "f01_ms", "f31_ms", 1, MEAN, {{NULL, NULL}}},
    {DECOMPOSITION, "Fig. 7", "hybrid search: times as fast as separate searches", "about 1",
     "scc", "options", "f07_no_hybrid_ms", "f07_ms", 1, MEAN, {{NULL, NULL}}},
    {DECOMPOSITION, "Fig. 8", "MECs: times as fast as Tarjan, at most", "79",
     "mec", "networks", "tarjan_seconds", "auto_seconds", 1, MOST, {{NULL, NULL}}},
    {DECOMPOSITION, "Fig. 9", "warp aggregation: times as fast as single pivots", "> 1",
     "mec", "options", "f07_single_pivots_ms", "f07_ms", 1, MEAN, {{NULL, NULL}}},
    {DECOMPOSITION, "Fig. 9", "pivots from the set J: times as fast as from all", "< 1",
     "mec", "options", "f07_ms", "f07_j_ms", 1, MEAN, {{NULL, NULL}}},
    {DECOMPOSITION, "Fig. 9", "bounded searches (BFBT): times as fast as FBT", "< 1",
     "mec", "options", "f07_ms", "b07_ms", 1, MEAN, {{NULL, NULL}}},
    {ECL, "5 and 8", "meshes: times as fast as forward-backward, Titan V", "6.2, 6.0",
     "scc", "meshes", "fbt_seconds", "ecl_seconds", 1, MEAN, NATURAL},
    {ECL, "6 and 9", "meshes: times as fast as forward-backward, A100", "6.5, 8.4",
     "scc", "meshes", "fbt_seconds", "ecl_seconds", 1, MEAN, NATURAL},
    {ECL, "Fig. 11", "power laws: times as fast as forward-backward, Titan V", "1.18",
     "scc", "power_law", "fbt_seconds", "ecl_seconds", 1, MEAN, NATURAL},
    {ECL, "Fig. 12", "power laws: times as fast as forward-backward, A100", "2.07",
     "scc", "power_law", "fbt_seconds", "ecl_seconds", 1, MEAN, NATURAL},
    {ECL, "Fig. 14", "path compression: times as fast as without", "> 1",
     "scc", "options", "ecl_no_compression_ms", "ecl_ms", 1, MEAN, {{NULL, NULL}}},
    {ECL, "Fig. 14", "asynchronous: times as fast as in lockstep", "> 1",
     "scc", "options", "ecl_synchronous_ms", "ecl_ms", 1, MEAN, {{NULL, NULL}}},
};
/* clang-format on */

struct line {
    const char *paper, *where, *statement, *published;
    double ours;
    uint64_t rows;
};

static const struct statistic_row columns[] = {
    COLUMN("published", "published", CELL, published),
    COLUMN("ours", "ours", NUMBER, ours),
    COLUMN("rows", "of", COUNT, rows),
    COLUMN("figure", "in their", CELL, where),
    COLUMN("paper", "by", TEXT, paper),
    COLUMN("statement", "what", TEXT, statement),
};

/* NAN where a cell is empty. */
static double ratio_of(const struct claim *claim, const struct record_table *table, uint64_t row) {
    return record_number(table, row, claim->first) /
           (claim->second != NULL ? record_number(table, row, claim->second) : claim->unit);
}

static int show(struct bench *bench, const struct record *record, const struct claim *claim) {
    const struct record_table *table = record_find(record, claim->benchmark, claim->table);
    struct line line = {claim->paper, claim->where, claim->statement, claim->published, -1, 0};
    double sum = 0, most = -1;
    for (uint64_t row = 0; table != NULL && row < table->row_count; row++) {
        double ratio = record_meets(table, row, claim->conditions) ? ratio_of(claim, table, row) : NAN;
        if (isfinite(ratio) && ratio > 0) {
            line.rows++;
            sum += log(ratio);
            most = ratio > most ? ratio : most;
        }
    }
    if (line.rows > 0) {
        line.ours = claim->summary == MOST ? most : exp(sum / (double)line.rows);
    }
    return bench_line(bench, &line);
}

int comparison_claims(struct bench *bench, const struct record *record) {
    static const struct bench_table shown = {
        "claims",
        "What is published of figures (Cassee, Neele, Wijs 2017; Wijs, Katoen, Bosnacki 2016; Alabandi, "
        "Sands,\n"
        "Biros, Burtscher 2023), and the same of ours: the geometric mean of so many rows of the tables "
        "above, or\n"
        "the most of them. Published ratios to Tarjan and between algorithms are of GPUs.",
        columns, LENGTH(columns)};
    int begun = 0;
    for (unsigned i = 0; i < LENGTH(claims); i++) {
        if (record_find(record, claims[i].benchmark, claims[i].table) == NULL) {
            continue;
        }
        if ((!begun && bench_begin(bench, &shown) != 0) || show(bench, record, &claims[i]) != 0) {
            return -1;
        }
        begun = 1;
    }
    return 0;
}
