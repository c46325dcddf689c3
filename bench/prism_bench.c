/* The part `prism` of heddle bench explore: searches of PRISM models, beside the speed at which Storm builds
 * them. */
#include "bench/prism_bench.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>

#include "base/array.h"
#include "bench/bench.h"
#include "bench/median.h"
#include "bench/prism_model.h"
#include "explorer/backend.h"

#define STORM_STATES 3000000u /* larger models are not given to Storm */

struct prism_line {
    char name[64];
    const char *model;
    struct subject_result found;
    double storm, times_storm;
};

static const struct statistic_row columns[] = {
    COLUMN_OF(prism_line, "model", "PRISM model", TEXT, model),
    COLUMN_OF(prism_line, "bits", NULL, COUNT, found.bits),
    COLUMN_OF(prism_line, "states", "states", COUNT, found.states),
    COLUMN_OF(prism_line, "transitions", "transitions", COUNT, found.transitions),
    COLUMN_OF(prism_line, "levels", "levels", COUNT, found.levels),
    COLUMN_OF(prism_line, "seconds", "seconds", SECONDS, found.seconds),
    COLUMN_OF(prism_line, "states_per_second", "states/s", RATE, found.states_rate),
    COLUMN_OF(prism_line, "transitions_per_second", "trans/s", RATE, found.transitions_rate),
    COLUMN_OF(prism_line, "storm_seconds", "Storm s", SECONDS, storm),
    COLUMN_OF(prism_line, "speedup", "faster", NUMBER, times_storm),
    COLUMN_OF(prism_line, "table_load", NULL, SHARE, found.load),
    COLUMN_OF(prism_line, "memory_bytes", NULL, BYTES, found.memory_bytes),
    COLUMN_OF(prism_line, "exact", "exact", TRUTH, found.exact),
    COLUMN_OF(prism_line, "outcome", "", TEXT, found.outcome),
};

/* A model, and the sizes of a benchmark (bench_size) that it belongs to. */
struct sized_subject {
    struct prism_subject subject;
    unsigned from, to;
};

/* Counts are those of PRISM's and Storm's logs, where they have the model; else Storm's. Storm has not built
 * coin-8: its transitions are those of the search on the CPU. */
static const struct sized_subject subjects[] = {
    {{"coin-4", "K=2", {22656, 75232, 0, 0}}, 0, 0},
    {{"coin-6", "K=2", {1258240, 6236736, 0, 0}}, 1, 3},
    {{"coin-8", "K=2", {61018112, 403856384, 0, 0}}, 3, 3},
    {{"kanban", "t=2", {4600, 28120, 0, 0}}, 0, 0},
    {{"kanban", "t=4", {454475, 3979850, 0, 0}}, 1, 1},
    {{"kanban", "t=5", {2546432, 24460016, 0, 0}}, 2, 2},
    {{"kanban", "t=7", {41644800, 450455040, 0, 0}}, 3, 3},
    {{"cluster", "N=16", {10132, 48160, 0, 0}}, 0, 0},
    {{"cluster", "N=128", {597012, 2908192, 0, 0}}, 1, 1},
    {{"cluster", "N=256", {2373652, 11583520, 0, 0}}, 2, 2},
    {{"cluster", "N=512", {9465876, 46235680, 0, 0}}, 3, 3},
    {{"tandem", "c=63", {8128, 27971, 0, 0}}, 0, 0},
    {{"tandem", "c=511", {523776, 1829379, 0, 0}}, 1, 1},
    {{"tandem", "c=1023", {2096128, 7328771, 0, 0}}, 2, 2},
    {{"tandem", "c=4095", {33550336, 117395459, 0, 0}}, 3, 3},
    {{"wlan", "BOFF=0,TRANS_TIME_MAX=10", {4952, 8856, 0, 0}}, 0, 0},
    {{"wlan", "BOFF=2,TRANS_TIME_MAX=10", {53136, 103830, 0, 0}}, 1, 3},
    {{"philosophers-5", "", {93068, 599600, 0, 0}}, 0, 3},
};

static int bench_model(struct bench *bench, const struct prism_subject *which) {
    const struct subject_search search = {.repeats = BENCH_REPEATS};
    struct prism_line line = {.storm = -1, .times_storm = -1};
    struct subject subject;
    snprintf(line.name, sizeof line.name, "%s%s%s", which->text, *which->constants == '\0' ? "" : " ",
             which->constants);
    line.model = line.name;
    if (prism_subject_open(bench, which, &subject) != 0) {
        return -1;
    }
    int failed = subject_explore(bench, &subject, &search, &line.found);
    subject_close(bench, &subject);
    if (failed == 0 && line.found.outcome == NULL && which->counts.states <= STORM_STATES) {
        line.storm = prism_storm_seconds(which);
        line.times_storm = line.storm > 0 && line.found.seconds > 0 ? line.storm / line.found.seconds : -1;
    }
    return failed == 0 ? bench_line(bench, &line) : -1;
}

int bench_prism(struct bench *bench) {
    static const struct bench_table table = {
        "prism",
        "PRISM models of growing size (examples/prism). `Storm s`: seconds in which Storm 2.0 builds the\n"
        "model, with its sparse engine, on one thread, if stormpy is there (build/storm, or the Python in\n"
        "HEDDLE_STORM); `faster`: those seconds by ours.",
        columns, LENGTH(columns)};
    unsigned size = bench_size(bench);
    int failed = bench_begin(bench, &table);
    for (unsigned i = 0; i < LENGTH(subjects) && failed == 0; i++) {
        assert(prism_subject_exists(&subjects[i].subject));
        if (subjects[i].from <= size && size <= subjects[i].to) {
            failed = bench_model(bench, &subjects[i].subject);
        }
    }
    return failed;
}
