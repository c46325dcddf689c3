/* heddle bench games: making and solving parity games of formulas, compared with the search. */
#include <stddef.h>

#include "base/array.h"
#include "base/error.h"
#include "bench/bench.h"
#include "bench/median.h"
#include "bench/subject.h"

struct line {
    const char *formula, *solver, *outcome;
    uint64_t nodes, states, vertices, edges, priorities, memory;
    double explore_seconds, search_seconds, generate_seconds, solve_seconds;
    double states_rate, vertices_rate, of_explore;
    int exact;
};

static const struct statistic_row columns[] = {
    COLUMN("formula", "formula", TEXT, formula),
    COLUMN("nodes", "N", COUNT, nodes),
    COLUMN("states", NULL, COUNT, states),
    COLUMN("vertices", "vertices", COUNT, vertices),
    COLUMN("edges", NULL, COUNT, edges),
    COLUMN("priorities", NULL, COUNT, priorities),
    COLUMN("explore_seconds", NULL, SECONDS, explore_seconds),
    COLUMN("search_seconds", "search s", SECONDS, search_seconds),
    COLUMN("generate_seconds", "game s", SECONDS, generate_seconds),
    COLUMN("solve_seconds", "solve s", SECONDS, solve_seconds),
    COLUMN("states_per_second", "states/s", RATE, states_rate),
    COLUMN("vertices_per_second", "vertices/s", RATE, vertices_rate),
    COLUMN("of_explore", "ratio", NUMBER, of_explore),
    COLUMN("solver", NULL, TEXT, solver),
    COLUMN("memory_bytes", NULL, BYTES, memory),
    COLUMN("exact", "exact", TRUTH, exact),
    COLUMN("outcome", "", TEXT, outcome),
};

/* Formulas that hold in every ring. */
static const struct {
    const char *name, *text;
} formulas[] = {
    {"fair reachability", "[true*] <true* . \"pass_0\"> true"},
    {"infinitely often", "nu X . mu Y . ([\"pass_0\"] X and [not \"pass_0\"] Y and <true> true)"},
};

static void note_game(const struct check_formula *found, struct line *line) {
    double seconds = found->search.effort.seconds + found->figures.made.generate_seconds;
    line->search_seconds = found->search.effort.seconds;
    line->memory = found->search.effort.memory_peak;
    if (found->figures.made.vertices != 0) {
        line->vertices = found->figures.made.vertices;
        line->edges = found->figures.made.edges;
        line->priorities = found->figures.made.priorities;
        line->generate_seconds = found->figures.made.generate_seconds;
        line->vertices_rate = (double)found->figures.made.vertices / seconds;
        line->of_explore = line->vertices_rate / line->states_rate;
    }
    if (found->verdict != VERDICT_UNDECIDED) {
        line->solve_seconds = found->figures.made.solve_seconds;
        line->solver = solver_name(found->figures.made.solve.solver);
        line->exact = found->verdict == VERDICT_HOLDS;
    }
}

static int measure(struct bench *bench, const struct subject *subject, const char *formula,
                   struct line *line) {
    struct subject_play play;
    int failed = subject_play_open(bench, subject, formula, 0, &play);
    if (play.text != NULL) {
        note_game(&play.found, line);
    }
    subject_play_close(&play);
    if (failed != 0 && bench->error->code == ERROR_MEMORY) {
        line->outcome = bench_out_of_memory;
        bench->stopped++;
        failed = 0;
    }
    bench->wrong += line->exact == 0;
    return failed;
}

static int measure_ring(struct bench *bench, const struct named_shape *which, const struct subject *subject) {
    struct subject_search search = {.keep_levels = 1, .repeats = BENCH_REPEATS};
    struct subject_result found;
    int failed = subject_explore(bench, subject, &search, &found);
    for (unsigned i = 0; i < LENGTH(formulas) && !failed && found.outcome == NULL; i++) {
        struct line line;
        bench_clear(columns, LENGTH(columns), &line);
        line.formula = formulas[i].name;
        line.nodes = which->shape.size;
        line.states = found.states;
        line.explore_seconds = found.seconds;
        line.states_rate = found.states_rate;
        failed = measure(bench, subject, formulas[i].text, &line) != 0 || bench_line(bench, &line) != 0;
    }
    return failed ? -1 : 0;
}

static int bench_formulas(struct bench *bench) {
    static const uint32_t largest[BENCH_SIZES] = {7, 10, 12, 14};
    static const struct bench_table table = {
        "formulas",
        "Formulas on the token ring: its states are explored alone; then the product with the formula's\n"
        "observer is searched, made into a parity game where the search left it, and solved. States/s are\n"
        "of the exploration, vertices/s of search and game together, then their ratio. Exact: the formula\n"
        "holds, as it must.",
        columns, LENGTH(columns)};
    return subject_each_ring(bench, &table, largest[bench_size(bench)], measure_ring);
}

const struct benchmark bench_games = {"games", {{"formulas", bench_formulas, {0.2, 2, 1, 20}, 0}}, 0};
