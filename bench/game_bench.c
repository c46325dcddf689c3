/* heddle bench games: making and solving parity games of formulas, beside the search alone. */
#include <stddef.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/median.h"
#include "bench/subject.h"
#include "checker/check_formula.h"

const char *const bench_games_parts[] = {"formulas", NULL};

struct line {
    const char *formula, *solver, *outcome;
    uint64_t nodes, states, vertices, edges, priorities, memory;
    double explore_seconds, search_seconds, generate_seconds, solve_seconds;
    double states_rate, vertices_rate, of_explore;
    int exact;
};

#define AT(member) offsetof(struct line, member)

static const struct statistic_row columns[] = {
    {"formula", "formula", NULL, STATISTIC_TEXT, AT(formula)},
    {"nodes", "N", NULL, STATISTIC_COUNT, AT(nodes)},
    {"states", NULL, NULL, STATISTIC_COUNT, AT(states)},
    {"vertices", "vertices", NULL, STATISTIC_COUNT, AT(vertices)},
    {"edges", NULL, NULL, STATISTIC_COUNT, AT(edges)},
    {"priorities", NULL, NULL, STATISTIC_COUNT, AT(priorities)},
    {"explore_seconds", NULL, NULL, STATISTIC_SECONDS, AT(explore_seconds)},
    {"search_seconds", "search s", NULL, STATISTIC_SECONDS, AT(search_seconds)},
    {"generate_seconds", "game s", NULL, STATISTIC_SECONDS, AT(generate_seconds)},
    {"solve_seconds", "solve s", NULL, STATISTIC_SECONDS, AT(solve_seconds)},
    {"states_per_second", "states/s", NULL, STATISTIC_RATE, AT(states_rate)},
    {"vertices_per_second", "vertices/s", NULL, STATISTIC_RATE, AT(vertices_rate)},
    {"of_explore", "ratio", NULL, STATISTIC_NUMBER, AT(of_explore)},
    {"solver", NULL, NULL, STATISTIC_TEXT, AT(solver)},
    {"memory_bytes", NULL, NULL, STATISTIC_BYTES, AT(memory)},
    {"exact", "exact", NULL, STATISTIC_TRUTH, AT(exact)},
    {"outcome", "", NULL, STATISTIC_TEXT, AT(outcome)},
};

/* Formulas that hold in every ring. */
struct spoken {
    const char *name, *text;
};

static const struct spoken formulas[] = {
    {"fair reachability", "[true*] <true* . \"pass_0\"> true"},
    {"infinitely often", "nu X . mu Y . ([\"pass_0\"] X and [not \"pass_0\"] Y and <true> true)"},
};

/* The outcome to show for an error that is a line of the table (out of memory). */
static int take_failure(struct bench *bench, const struct check_formula *played, struct line *line) {
    int spent = played->search.outcome == EXPLORE_FULL || played->why.code == ERROR_MEMORY;
    if (played->why.code == ERROR_NONE && !spent) {
        return error_set(bench->error, ERROR_INTERRUPTED, "interrupted");
    }
    if (!spent) {
        *bench->error = played->why;
        return -1;
    }
    line->outcome = "memory is spent";
    bench->stopped++;
    return 0;
}

static int take_game(struct bench *bench, const struct check_formula *played, struct line *line) {
    double seconds = played->search.seconds + played->figures.generate_seconds;
    memcpy(bench->device, played->search.device, sizeof bench->device);
    line->search_seconds = played->search.seconds;
    line->memory = played->search.memory_peak;
    if (played->figures.vertices != 0) {
        line->vertices = played->figures.vertices;
        line->edges = played->figures.edges;
        line->priorities = played->figures.priorities;
        line->generate_seconds = played->figures.generate_seconds;
        line->vertices_rate = (double)played->figures.vertices / seconds;
        line->of_explore = line->vertices_rate / line->states_rate;
    }
    if (played->verdict == VERDICT_UNDECIDED) {
        return take_failure(bench, played, line);
    }
    line->solve_seconds = played->figures.solve_seconds;
    line->solver = solver_name(played->figures.solve.solver);
    line->exact = played->verdict == VERDICT_HOLDS;
    bench->wrong += !line->exact;
    return 0;
}

static int measure(struct bench *bench, const struct subject *subject, const struct spoken *spoken,
                   struct line *line) {
    static const struct formula_options dialect = {.dialect = FORMULA_DIALECT_MCL};
    static const struct check_formula_options options = {.explore = {.max_depth = UINT64_MAX}};
    struct error warning;
    struct check_formula played;
    formula_text *text =
        formula_read((struct formula_source){spoken->name, spoken->text, strlen(spoken->text)}, &dialect,
                     bench->run, &warning, bench->error);
    if (text == NULL) {
        return -1;
    }
    bench->run->memory->peak = memory_used(bench->run->memory); /* the peak of this game alone */
    check_formula(bench->backend, subject->network, formula_root(text), &options, bench->run, &played);
    int failed = take_game(bench, &played, line);
    check_formula_free(&played, bench->run);
    formula_text_free(text);
    return failed;
}

static int measure_ring(struct bench *bench, uint32_t nodes) {
    struct network_shape shape = {.kind = NETWORK_RING, .size = nodes};
    struct subject_search search = {.keep_levels = 1, .repeats = BENCH_REPEATS};
    struct subject_result found;
    struct subject subject;
    if (subject_open(bench, &shape, &subject) != 0) {
        return -1;
    }
    int failed = subject_explore(bench, &subject, &search, &found);
    for (unsigned i = 0; i < LENGTH(formulas) && !failed && found.outcome == NULL; i++) {
        struct line line = {.formula = formulas[i].name,
                            .nodes = nodes,
                            .states = found.states,
                            .vertices = STATISTIC_ABSENT,
                            .edges = STATISTIC_ABSENT,
                            .priorities = STATISTIC_ABSENT,
                            .memory = STATISTIC_ABSENT,
                            .explore_seconds = found.seconds,
                            .search_seconds = -1,
                            .generate_seconds = -1,
                            .solve_seconds = -1,
                            .states_rate = (double)found.states / found.seconds,
                            .vertices_rate = -1,
                            .of_explore = -1,
                            .exact = -1};
        failed = measure(bench, &subject, &formulas[i], &line) != 0 || bench_line(bench, &line) != 0;
    }
    subject_close(bench, &subject);
    return failed ? -1 : 0;
}

int bench_games(struct bench *bench) {
    static const uint32_t largest[BENCH_SIZES] = {7, 10, 12, 14};
    static const struct bench_table table = {
        "formulas",
        "Formulas on the token ring: its states are explored alone; then the product with the formula's\n"
        "observer is searched, made into a parity game where the search left it, and solved. States/s are\n"
        "of the exploration, vertices/s of search and game together, then their ratio. Exact: the formula\n"
        "holds, as it must.",
        columns, LENGTH(columns)};
    uint32_t last = largest[bench_size(bench)];
    if (bench_begin(bench, &table) != 0) {
        return -1;
    }
    for (uint32_t nodes = last - 4; nodes <= last; nodes += 2) {
        if (measure_ring(bench, nodes) != 0) {
            return -1;
        }
    }
    return 0;
}
