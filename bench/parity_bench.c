/* heddle bench parity: parity games of many families, by every solver of every engine. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/attractor_pass.h"
#include "bench/bench.h"
#include "bench/game_family.h"
#include "bench/median.h"
#include "bench/published.h"
#include "explorer/backend.h"
#include "parity/solve.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define ONCE_SECONDS 2.0   /* what takes as long is measured once */
#define QUICK_SECONDS 10.0 /* most for a solver and a game */
#define FULL_SECONDS 60.0

const char *const bench_parity_parts[] = {"games", "large", NULL};

/* --- what is solved --- */

struct subject {
    const char *name, *quick_name;
    struct game_family family, quick;
    int same_shuffled; /* numbers are drawn anyway */
};

#define PROP(w, l)                                                                                           \
    { .kind = GAME_FAMILY_PROPAGATION, .width = w, .length = l }
#define TREE(l)                                                                                              \
    { .kind = GAME_FAMILY_TREE, .length = l }
#define JURD(l, w)                                                                                           \
    { .kind = GAME_FAMILY_JURDZINSKI, .length = l, .width = w }
#define RAND(n, least, most, p)                                                                              \
    { .kind = GAME_FAMILY_RANDOM, .vertices = n, .low = least, .high = most, .priorities = p, .seed = 1 }
#define HANOI(l)                                                                                             \
    { .kind = GAME_FAMILY_HANOI, .length = l }
#define FAIR(w)                                                                                              \
    { .kind = GAME_FAMILY_FAIRNESS, .width = w, .length = w, .seed = 1 }
#define INVARIANT(w)                                                                                         \
    { .kind = GAME_FAMILY_INVARIANT, .width = w, .length = w, .priorities = 100, .seed = 1 }

static const struct subject games[] = {
    {"prop(1000,1000)", "prop(100,100)", PROP(1000, 1000), PROP(100, 100), 0},
    {"prop(10,100000)", "prop(10,1000)", PROP(10, 100000), PROP(10, 1000), 0},
    {"prop(2,500000)", "prop(2,5000)", PROP(2, 500000), PROP(2, 5000), 0},
    {"tprop(20)", "tprop(13)", TREE(20), TREE(13), 0},
    {"jurd(3,10000)", "jurd(3,100)", JURD(3, 10000), JURD(3, 100), 0},
    {"jurd(10,3500)", "jurd(10,35)", JURD(10, 3500), JURD(10, 35), 0},
    {"rand(1M,1-4,2)", "rand(10k,1-4,2)", RAND(1000000, 1, 4, 2), RAND(10000, 1, 4, 2), 1},
    {"rand(1M,1-2,4)", "rand(10k,1-2,4)", RAND(1000000, 1, 2, 4), RAND(10000, 1, 2, 4), 1},
    {"rand(100k,1-2,n)", "rand(1k,1-2,n)", RAND(100000, 1, 2, 100000), RAND(1000, 1, 2, 1000), 1},
    {"hanoi(13)", "hanoi(8)", HANOI(13), HANOI(8), 0},
    {"fair(500)", "fair(50)", FAIR(500), FAIR(50), 0},
    {"invariant(700)", "invariant(70)", INVARIANT(700), INVARIANT(70), 0},
};

static const struct subject large[] = {
    {"rand(1M,1-2,n)", "rand(10k,1-2,n)", RAND(1000000, 1, 2, 1000000), RAND(10000, 1, 2, 10000), 1},
    {"rand(16M,1-4,4)", "rand(100k,1-4,4)", RAND(16000000, 1, 4, 4), RAND(100000, 1, 4, 4), 1},
    {"fair(3000)", "fair(150)", FAIR(3000), FAIR(150), 0},
    {"invariant(5000)", "invariant(200)", INVARIANT(5000), INVARIANT(200), 0},
};

/* --- the table --- */

/* Solvers as columns; engines are told by whether they work on a device. */
static const struct {
    int on_device;
    enum solver solver;
} solvers[] = {{0, SOLVER_ATTRACTOR}, {0, SOLVER_PROMOTION}, {1, SOLVER_ATTRACTOR}, {1, SOLVER_REGIONS}};

#define SOLVING_WAYS 4u

struct line {
    const char *game, *shown, *numbers, *outcome;
    uint64_t vertices, edges, even;
    double rough[2];                                                                /* sizes for people */
    double pass, solving[SOLVING_WAYS], times_pass, oink_recursive, oink_promotion; /* milliseconds */
    int exact;
};

#define AT(member) offsetof(struct line, member)
#define TIME(key, label, member)                                                                             \
    { key, label, NULL, STATISTIC_NUMBER, AT(member) }

static const struct statistic_row columns[] = {
    {"game", NULL, NULL, STATISTIC_TEXT, AT(game)},
    {"numbers", NULL, NULL, STATISTIC_TEXT, AT(numbers)},
    {NULL, "game", NULL, STATISTIC_TEXT, AT(shown)},
    {"vertices", NULL, NULL, STATISTIC_COUNT, AT(vertices)},
    {NULL, "vertices", NULL, STATISTIC_RATE, AT(rough[0])},
    {"edges", NULL, NULL, STATISTIC_COUNT, AT(edges)},
    {NULL, "edges", NULL, STATISTIC_RATE, AT(rough[1])},
    {"even", NULL, NULL, STATISTIC_COUNT, AT(even)},
    TIME("pass_ms", "pass", pass),
    TIME("cpu_attractor_ms", "attr", solving[0]),
    TIME("cpu_promotion_ms", "prom", solving[1]),
    TIME("cuda_attractor_ms", "GPU at", solving[2]),
    TIME("cuda_regions_ms", "GPU re", solving[3]),
    TIME("times_pass", "/pass", times_pass),
    TIME("oink_recursive_ms", "zlk", oink_recursive),
    TIME("oink_promotion_ms", "npp", oink_promotion),
    {"exact", "exact", NULL, STATISTIC_TRUTH, AT(exact)},
    {"outcome", NULL, NULL, STATISTIC_TEXT, AT(outcome)},
};

/* --- one game --- */

struct work {
    struct bench *bench;
    const struct game_family *family;
    struct game_store store;
    struct solution solution;
    uint8_t *expected; /* winners, once `known` */
    int known;
    struct line line;
};

static double most_seconds(const struct bench *bench) {
    return bench->quick ? QUICK_SECONDS : FULL_SECONDS;
}

static int run_pass(struct work *work) {
    double times[BENCH_REPEATS];
    for (unsigned i = 0; i < BENCH_REPEATS; i++) {
        if (attractor_pass(&work->store.game, work->bench->run, &times[i], work->bench->error) != 0) {
            return -1;
        }
    }
    work->line.pass = 1000 * bench_median(times, BENCH_REPEATS);
    return 0;
}

/* Every solution is verified, and all of them have the same winners. */
static int check(struct work *work) {
    const struct game *game = &work->store.game;
    struct error *error = work->bench->error;
    const char *wrong;
    uint64_t vertex, even = 0, known_even;
    int right = solution_verify(game, &work->solution, work->bench->run, &wrong, &vertex, error);
    if (right < 0) {
        return -1;
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        even += work->solution.winner[v] == PLAYER_EVEN;
    }
    if (!work->known) {
        memcpy(work->expected, work->solution.winner, game->vertices);
        work->known = 1;
        work->line.exact = 1;
        work->line.even = even;
        right = right && (!game_family_even(work->family, &known_even) || known_even == even);
    }
    if (!right || memcmp(work->expected, work->solution.winner, game->vertices) != 0) {
        work->line.exact = 0;
    }
    return 0;
}

/* What a solver that failed means: 0 when it is left out, -1 when the benchmark ends. */
static int take_failure(struct work *work, double deadline) {
    struct bench *bench = work->bench;
    switch (bench->error->code) {
    case ERROR_USAGE: /* it is not for such games */
        return 0;
    case ERROR_MEMORY:
        work->line.outcome = "memory is spent";
        bench->stopped++;
        return 0;
    case ERROR_INTERRUPTED:
        if (!run_should_stop(bench->run) && run_clock() >= deadline) {
            work->line.outcome = "a solver took too long";
            return 0;
        }
        return -1;
    default:
        return -1;
    }
}

static int run_solver(struct work *work, const struct solve_engine *engine, unsigned way) {
    struct bench *bench = work->bench;
    double times[BENCH_REPEATS];
    unsigned repeats = 0;
    struct solve_options options = {.solver = solvers[way].solver};
    do {
        struct run run = *bench->run;
        struct solve_report report;
        double deadline = run_clock() + most_seconds(bench);
        run.deadline = run.deadline > 0 && run.deadline < deadline ? run.deadline : deadline;
        if (engine->solve(&work->store.game, &options, &run, &work->solution, &report, bench->error) != 0) {
            return take_failure(work, deadline);
        }
        times[repeats++] = report.seconds;
    } while (repeats < BENCH_REPEATS && times[repeats - 1] < ONCE_SECONDS);
    work->line.solving[way] = 1000 * bench_median(times, repeats);
    return check(work);
}

static int run_solvers(struct work *work) {
    struct line *line = &work->line;
    double best = -1;
    for (const struct solve_engine *const *engine = solve_engines; *engine != NULL; engine++) {
        for (unsigned way = 0; way < SOLVING_WAYS; way++) {
            if ((*engine)->on_device != solvers[way].on_device ||
                ((*engine)->on_device && !work->bench->backend->on_device)) {
                continue;
            }
            if (run_solver(work, *engine, way) != 0) {
                return -1;
            }
            double time = line->solving[way];
            best = time >= 0 && (best < 0 || time < best) ? time : best;
        }
    }
    line->times_pass = best >= 0 && line->pass > 0 ? best / line->pass : -1;
    return 0;
}

static int measure_made(struct work *work) {
    struct bench *bench = work->bench;
    struct memory *memory = bench->run->memory;
    const struct game *game = &work->store.game;
    work->line.vertices = game->vertices;
    work->line.edges = game->edges;
    work->line.rough[0] = (double)game->vertices;
    work->line.rough[1] = (double)game->edges;
    if (solution_create(&work->solution, game->vertices, memory, bench->error) != 0) {
        return -1;
    }
    work->expected = memory_allocate(memory, game->vertices);
    int failed = work->expected == NULL
                     ? error_set(bench->error, ERROR_MEMORY, "not enough memory for winners")
                     : run_pass(work) != 0 || run_solvers(work) != 0;
    bench->wrong += work->line.exact == 0;
    memory_free(memory, work->expected, game->vertices);
    solution_free(&work->solution, game->vertices, memory);
    return failed ? -1 : 0;
}

static int measure_game(struct bench *bench, const struct subject *subject, int shuffled) {
    struct game_family family = bench->quick ? subject->quick : subject->family;
    const char *name = bench->quick ? subject->quick_name : subject->name;
    const struct published_solving *oink = published_solving_of(name, shuffled);
    family.shuffled = shuffled;
    struct work work = {.bench = bench,
                        .family = &family,
                        .line = {.game = name,
                                 .shown = shuffled && !subject->same_shuffled ? "  shuffled" : name,
                                 .numbers = shuffled ? "shuffled" : "natural",
                                 .outcome = "solved",
                                 .even = STATISTIC_ABSENT,
                                 .solving = {-1, -1, -1, -1},
                                 .pass = -1,
                                 .times_pass = -1,
                                 .oink_recursive = oink != NULL ? 1000 * oink->recursive : -1,
                                 .oink_promotion = oink != NULL ? 1000 * oink->promotion : -1,
                                 .exact = -1}};
    if (game_family_make(&family, bench->run, &work.store, bench->error) != 0) {
        return -1;
    }
    int failed = measure_made(&work);
    game_store_free(&work.store);
    if (failed && bench->error->code == ERROR_MEMORY) {
        work.line.outcome = "memory is spent";
        bench->stopped++;
        failed = 0;
    }
    return failed ? -1 : bench_line(bench, &work.line);
}

static int measure_games(struct bench *bench, const struct subject *subjects, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        for (int shuffled = subjects[i].same_shuffled; shuffled <= 1; shuffled++) {
            if (measure_game(bench, &subjects[i], shuffled) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

int bench_parity(struct bench *bench) {
    static const struct bench_table tables[] = {
        {"games",
         "Parity games, in milliseconds. pass: edges turned around and one descent of attractors, on the\n"
         "host. attr, prom: attractors, priority promotion, on the host; GPU at, GPU re: attractors, "
         "regions,\n"
         "on a GPU. /pass: the best one to the pass. zlk, npp: Oink's recursive solver and its priority\n"
         "promotion, as measured elsewhere. shuffled: the game above with vertices numbered at random.",
         columns, LENGTH(columns)},
        {"large", "Larger parity games, in milliseconds.", columns, LENGTH(columns)},
    };
    if (bench_wants(bench, "games") &&
        (bench_begin(bench, &tables[0]) != 0 || measure_games(bench, games, LENGTH(games)) != 0)) {
        return -1;
    }
    /* Larger ones where a GPU does it, or where they are asked for. */
    if (!bench_wants(bench, "large") || (bench->only == NULL && bench_size(bench) + 1 < BENCH_SIZES)) {
        return 0;
    }
    return bench_begin(bench, &tables[1]) != 0 ? -1 : measure_games(bench, large, LENGTH(large));
}
