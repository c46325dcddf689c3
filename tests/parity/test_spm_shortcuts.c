/*
 * Shortcuts of small progress measures: their rows against the definition; measures over shortcuts, which are
 * nowhere above those of the game, have the same tops, and become the same by lifting over the game's own
 * edges; too little memory for rows, and interruption while they are made. HEDDLE_CASES and HEDDLE_SEED
 * choose the games.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "parity/solve.h"
#include "parity/measures/spm.h"
#include "tests/random/random_game.h"
#include "tests/support/solve_judge.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 800u
#else
#define DEFAULT_CASES 6000u
#endif
#define VERTICES 40u
#define LARGE 600u
#define BUDGET ((uint64_t)1 << 32)

/* --- a whole game as a set --- */

struct set {
    struct memory memory;
    struct run run;
    struct error error;
    struct solve_options options;
    struct solve_report report;
    struct solution solution;
    struct solving solving;
    struct spm spm;
};

static void open_set(struct set *set, const struct game *game, const struct spm_options *options) {
    *set = (struct set){.options = {.solver = SOLVER_SPM, .spm = *options}};
    memory_init(&set->memory, BUDGET);
    set->run = (struct run){.memory = &set->memory, .threads = 1};
    CU_ASSERT_EQUAL_FATAL(solution_create(&set->solution, game->vertices, &set->memory, &set->error), 0);
    set->solving = (struct solving){.game = game,
                                    .options = &set->options,
                                    .run = &set->run,
                                    .report = &set->report,
                                    .error = &set->error,
                                    .winner = set->solution.winner,
                                    .strategy = set->solution.strategy};
    CU_ASSERT_EQUAL_FATAL(solving_open(&set->solving), 0);
    solving_sort(&set->solving);
    memset(set->solving.stack, 0xff, game->vertices * sizeof *set->solving.stack); /* SPM_NOT_IN_SET */
    set->spm = (struct spm){.solving = &set->solving, .place = set->solving.stack};
    CU_ASSERT_EQUAL_FATAL(spm_open(&set->spm, set->solving.order, game->vertices), 0);
}

static void close_set(struct set *set) {
    spm_close(&set->spm);
    solving_close(&set->solving);
    solution_free(&set->solution, set->solving.game->vertices, &set->memory);
    CU_ASSERT_EQUAL(memory_used(&set->memory), 0);
}

static struct spm_options draw_options(uint64_t *random) {
    return (struct spm_options){.queue = (enum spm_queue_kind)(random_next(random) % SPM_QUEUE_KINDS),
                                .order = (enum spm_order)(random_next(random) % SPM_ORDERS),
                                .seed = random_next(random),
                                .shortcuts = 1 + (unsigned)(random_next(random) % SPM_MOST_SHORTCUTS)};
}

static void report_case(uint64_t seed, const struct random_game *game, unsigned shortcuts,
                        const char *wrong) {
    fprintf(stderr, "\n    %u levels of shortcuts:", shortcuts);
    random_game_report(game, seed, "spm-shortcuts", wrong);
}

/* --- rows, against the definition --- */

#define NO_EDGE INT64_MIN

/* The worth of an edge of each level: the higher, the better for Even. */
static int64_t worth(uint32_t level) {
    return level % 2 == 0 ? (int64_t)level + 1 : -((int64_t)level + 1);
}

static uint32_t level_worth(int64_t worth) {
    return (uint32_t)((worth < 0 ? -worth : worth) - 1);
}

/* Edges as a matrix of their worths; of several edges, the best one for the owner. */
struct edges {
    int64_t worth[VERTICES][VERTICES];
    uint64_t degree[VERTICES];
};

static void add(struct edges *edges, const struct game *game, uint64_t u, uint64_t w, int64_t value) {
    int64_t *there = &edges->worth[u][w];
    if (*there == NO_EDGE || (game->owner[u] == PLAYER_EVEN ? value > *there : value < *there)) {
        *there = value;
    }
}

static void no_edges(struct edges *edges) {
    for (uint64_t i = 0; i < VERTICES * VERTICES; i++) {
        edges->worth[i / VERTICES][i % VERTICES] = NO_EDGE;
    }
}

static void pass_naively(const struct game *game, const struct edges *from, struct edges *to) {
    uint64_t n = game->vertices;
    no_edges(to);
    for (uint64_t u = 0; u < n; u++) {
        for (uint64_t v = 0; v < n; v++) {
            int64_t x = from->worth[u][v];
            int replaced = v != u && (from->degree[v] == 1 || game->owner[u] == game->owner[v]);
            if (x != NO_EDGE && !replaced) {
                add(to, game, u, v, x);
            }
            for (uint64_t w = 0; x != NO_EDGE && replaced && w < n; w++) {
                int64_t y = from->worth[v][w];
                if (y != NO_EDGE) {
                    add(to, game, u, w, level_worth(x) > level_worth(y) ? x : y);
                }
            }
        }
        to->degree[u] = 0;
        for (uint64_t w = 0; w < n; w++) {
            to->degree[u] += to->worth[u][w] != NO_EDGE;
        }
    }
}

/* Compares rows and transposed rows with the matrix. */
static const char *compare_rows(const struct spm_game *game, const struct edges *edges) {
    uint64_t expected = 0;
    for (uint32_t i = 0; i < game->count; i++) {
        expected += edges->degree[game->number[i]];
        for (uint64_t e = game->out_begin[i]; e < game->out_begin[i + 1]; e++) {
            if (edges->worth[game->number[i]][game->number[game->targets[e]]] !=
                worth(game->target_levels[e])) {
                return "a row";
            }
        }
        for (uint64_t e = game->in_begin[i]; e < game->in_begin[i + 1]; e++) {
            if (edges->worth[game->number[game->sources[e]]][game->number[i]] !=
                worth(game->source_levels[e])) {
                return "a row of incoming edges";
            }
        }
        for (uint64_t e = game->out_begin[i]; e < game->out_begin[i + 1]; e++) {
            for (uint64_t f = game->out_begin[i]; f < e; f++) {
                if (game->targets[e] == game->targets[f]) {
                    return "a target twice";
                }
            }
        }
        for (uint64_t e = game->in_begin[i]; e < game->in_begin[i + 1]; e++) {
            for (uint64_t f = game->in_begin[i]; f < e; f++) {
                if (game->sources[e] == game->sources[f]) {
                    return "a source twice";
                }
            }
        }
    }
    return game->edges == expected && game->out_begin[game->count] == expected &&
                   game->in_begin[game->count] == expected
               ? NULL
               : "how many edges there are";
}

static void expect_rows(const struct solving *solving, unsigned passes, struct edges *edges) {
    const struct game *game = solving->game;
    struct edges before;
    no_edges(edges);
    for (uint64_t u = 0; u < game->vertices; u++) {
        edges->degree[u] = game->offsets[u + 1] - game->offsets[u];
        for (uint64_t e = game->offsets[u]; e < game->offsets[u + 1]; e++) {
            add(edges, game, u, game->targets[e], worth(solving->level[u]));
        }
    }
    for (unsigned i = 0; i < passes; i++) {
        before = *edges;
        pass_naively(game, &before, edges);
    }
}

static void test_rows(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES), failures = 0, more = 0, fewer = 0;
    uint64_t first = number_from_environment("HEDDLE_SEED", 6001);
    for (uint64_t seed = first; seed < first + cases && failures < 10; seed++) {
        struct random_game game;
        struct edges edges;
        struct set set;
        uint64_t random = seed * 17 + 3;
        struct spm_options options = draw_options(&random);
        random_game_make(seed, seed % 3 == 0 ? 6 : VERTICES, &game);
        open_set(&set, &game.game, &options);
        expect_rows(&set.solving, options.shortcuts, &edges);
        const char *wrong = compare_rows(&set.spm.shortcuts, &edges);
        if (wrong != NULL) {
            report_case(seed, &game, options.shortcuts, wrong);
            failures++;
        }
        more += set.spm.shortcuts.edges > game.game.edges;
        fewer += set.spm.shortcuts.edges < game.game.edges;
        close_set(&set);
        random_game_free(&game);
    }
    CU_ASSERT_EQUAL(failures, 0);
    CU_ASSERT_TRUE(cases < 500 || failures > 0 || (4 * more >= cases && 20 * fewer >= cases));
}

/* --- measures --- */

#define MOST_WORK 60000u /* games that take more work are skipped */

struct totals {
    uint64_t compared, left_out, lifted_later, tops, words[3];
};

/* Whether each vertex below the top has a witness: an edge that requires no more than its measure. */
static int has_strategy(const struct spm_side *side, const struct spm_game *game) {
    uint32_t words = side->layout.words;
    for (uint32_t i = 0; i < game->count; i++) {
        uint64_t edge = game->out_begin[i];
        if (spm_owner(game->label[i]) != side->climber || spm_is_top(spm_measure(side, i, words))) {
            continue;
        }
        while (edge < game->out_begin[i + 1] && game->targets[edge] != side->witness[i]) {
            edge++;
        }
        if (edge == game->out_begin[i + 1] || !spm_suffices(side, game, i, side->witness[i], words)) {
            return 0;
        }
    }
    return 1;
}

/* Compares measures over shortcuts: they are no higher than the others, and have the same tops. */
static const char *compare_below(const struct spm_side *below, const struct spm_side *least, uint32_t count,
                                 struct totals *totals) {
    uint32_t words = least->layout.words;
    uint64_t lower = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct spm_measure a = spm_measure(below, i, words), b = spm_measure(least, i, words);
        if (spm_is_greater(a, b, words)) {
            return "a measure over shortcuts is above the game's";
        }
        if (spm_is_top(a) != spm_is_top(b)) {
            return "over shortcuts another player wins";
        }
        totals->tops += spm_is_top(a);
        lower += spm_is_greater(b, a, words);
    }
    totals->lifted_later += lower > 0;
    return NULL;
}

/* Compares a climber's measures with those without shortcuts, in `plain`. */
static const char *compare_sides(struct set *plain, struct set *set, enum player climber, uint64_t random,
                                 struct totals *totals) {
    struct spm_side *least = &plain->spm.side[climber], *side = &set->spm.side[climber];
    const struct spm_game *game = &set->spm.game;
    const char *wrong = NULL;
    CU_ASSERT_EQUAL_FATAL(spm_side_open(least, &plain->spm, climber), 0);
    CU_ASSERT_EQUAL_FATAL(spm_side_lift(least, &plain->spm, MOST_WORK), 0);
    if (!spm_side_is_done(least)) {
        totals->left_out++;
        return NULL;
    }
    CU_ASSERT_EQUAL_FATAL(spm_side_open(side, &set->spm, climber), 0);
    if (side->graph != &set->spm.shortcuts || side->layout.words != least->layout.words) {
        return "how it begins";
    }
    while (!spm_side_is_done(side) && wrong == NULL) {
        /* Lifts over shortcuts one vertex at a time, so that it stops when none is left. */
        if (side->graph == &set->spm.shortcuts && side->queue.size == 0) {
            wrong = compare_below(side, least, game->count, totals);
        }
        uint64_t most = side->graph == &set->spm.shortcuts ? 1 : 1 + random_next(&random) % 50;
        CU_ASSERT_EQUAL_FATAL(spm_side_lift(side, &set->spm, most), 0);
        if (set->spm.work > 20 * MOST_WORK) { /* low measures climb in small steps */
            totals->left_out++;
            return NULL;
        }
    }
    totals->compared++;
    totals->words[side->layout.words < 3 ? side->layout.words - 1 : 2]++;
    uint64_t bytes = (uint64_t)game->count * side->layout.words * sizeof *side->measures;
    if (wrong == NULL && memcmp(side->measures, least->measures, bytes) != 0) {
        wrong = "other measures than without shortcuts";
    }
    return wrong != NULL || has_strategy(side, game) ? wrong : "a witness";
}

static void test_measures(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES), failures = 0;
    uint64_t first = number_from_environment("HEDDLE_SEED", 6201);
    struct totals totals = {0};
    for (uint64_t seed = first; seed < first + cases && failures < 10; seed++) {
        struct random_game game;
        struct set plain, set;
        uint64_t random = seed * 13 + 5;
        struct spm_options options = draw_options(&random), without = options;
        without.shortcuts = 0;
        random_game_make(seed, seed % 8 == 0 ? LARGE : VERTICES, &game);
        for (uint64_t v = 0; seed % 8 == 0 && v < game.game.vertices; v++) { /* measures of several words */
            game.priority[v] = (uint32_t)(random_next(&random) % game.game.vertices);
        }
        open_set(&plain, &game.game, &without);
        open_set(&set, &game.game, &options);
        for (unsigned climber = 0; climber < 2; climber++) {
            const char *wrong = compare_sides(&plain, &set, (enum player)climber, random, &totals);
            if (wrong != NULL) {
                report_case(seed, &game, options.shortcuts, wrong);
                failures++;
            }
        }
        close_set(&plain);
        close_set(&set);
        random_game_free(&game);
    }
    printf(
        "\n    %llu compared, %llu of them lower over shortcuts, %llu of two words, %llu of more; %llu left "
        "out ",
        (unsigned long long)totals.compared, (unsigned long long)totals.lifted_later,
        (unsigned long long)totals.words[1], (unsigned long long)totals.words[2],
        (unsigned long long)totals.left_out);
    CU_ASSERT_EQUAL(failures, 0);
    if (cases >= 500 && failures == 0) { /* the drawn games are varied enough */
        CU_ASSERT_TRUE(3 * totals.compared >= 4 * cases);
        CU_ASSERT_TRUE(2 * totals.lifted_later >= cases);
        CU_ASSERT_TRUE(totals.tops >= cases);
        CU_ASSERT_TRUE(500 * totals.words[1] >= cases && 500 * totals.words[2] >= cases);
    }
}

/* --- too little memory, and interruption --- */

#define SPOKES 3000u

/* A hub with edges to all others, each of which has an edge back; all are Even's. Shortcuts lead from each
 * vertex to each. */
static void make_wheel(struct random_game *wheel) {
    uint64_t n = SPOKES, edges = 0;
    *wheel = (struct random_game){.offsets = malloc((n + 2) * sizeof *wheel->offsets),
                                  .targets = malloc(2 * n * sizeof *wheel->targets),
                                  .owner = calloc(n + 1, 1),
                                  .priority = malloc((n + 1) * sizeof *wheel->priority)};
    CU_ASSERT_FATAL(wheel->offsets != NULL && wheel->targets != NULL && wheel->owner != NULL &&
                    wheel->priority != NULL);
    for (uint64_t v = 0; v <= n; v++) {
        wheel->offsets[v] = edges;
        wheel->priority[v] = v == n ? 1 : (uint32_t)(v % 3);
        for (uint64_t w = 0; v == n && w < n; w++) {
            wheel->targets[edges++] = (uint32_t)w;
        }
        if (v < n) {
            wheel->targets[edges++] = (uint32_t)n;
        }
    }
    wheel->offsets[n + 1] = edges;
    wheel->game = (struct game){.vertices = n + 1,
                                .edges = edges,
                                .offsets = wheel->offsets,
                                .targets = wheel->targets,
                                .owner = wheel->owner,
                                .priority = wheel->priority};
}

/* Makes shortcuts with limited memory, and stops at one of the checks of the stop flag. */
static enum error_code solve_wheel(const struct game *game, uint64_t limit, unsigned shortcuts, int looks,
                                   struct error *error) {
    struct memory memory, kept;
    struct solution solution;
    struct solve_report report;
    struct solve_countdown countdown = {.looks = looks};
    memory_init(&memory, limit);
    memory_init(&kept, BUDGET);
    struct run run = {.memory = &memory,
                      .threads = 1,
                      .stop = &countdown.stop,
                      .progress = solve_count_down,
                      .progress_context = &countdown};
    const struct solve_options options = {
        .solver = SOLVER_SPM, .keep_loops = 1, .keep_cycles = 1, .keep_whole = 1, .spm.shortcuts = shortcuts};
    CU_ASSERT_EQUAL_FATAL(solution_create(&solution, game->vertices, &kept, error), 0);
    int failed = solve_cpu(&(struct solve_task){game, &options, &run, &solution, &report, error});
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    for (uint64_t v = 0; failed == 0 && v < game->vertices; v++) {
        CU_ASSERT_EQUAL(solution.winner[v], PLAYER_EVEN);
    }
    solution_free(&solution, game->vertices, &kept);
    return failed == 0 ? ERROR_NONE : error->code;
}

#define MOST_LOOKS 100000

static void test_wheel(void) {
    struct random_game wheel;
    struct error error;
    int looks = 1;
    make_wheel(&wheel);
    for (unsigned shortcuts = 1; shortcuts <= SPM_MOST_SHORTCUTS; shortcuts++) {
        CU_ASSERT_EQUAL(solve_wheel(&wheel.game, (uint64_t)SPOKES * SPOKES * 8, shortcuts, 0, &error),
                        ERROR_MEMORY);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.text, "shortcuts"));
    }
    CU_ASSERT_EQUAL(solve_wheel(&wheel.game, (uint64_t)SPOKES * SPOKES * 8, 0, 0, &error), ERROR_NONE);
    CU_ASSERT_EQUAL(solve_wheel(&wheel.game, BUDGET, 1, 0, &error), ERROR_NONE);
    /* At most a million edges are between two checks of the flag: so counting and writing stop, too. */
    while (solve_wheel(&wheel.game, BUDGET, 1, looks, &error) == ERROR_INTERRUPTED && looks < MOST_LOOKS) {
        looks += 1 + looks / 4;
    }
    CU_ASSERT_TRUE(looks > (int)(2 * SPOKES * SPOKES / 1000000) && looks < MOST_LOOKS);
    random_game_free(&wheel);
}

void suite_spm_shortcuts(void) {
    suite_add("spm shortcuts", NULL, NULL, "rows, against the definition", test_rows,
              "measures, against those without", test_measures, "a wheel: memory and interruption",
              test_wheel, NULL);
}
