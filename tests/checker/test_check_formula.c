/*
 * Formulas decided by parity games, from the network to the verdict: random networks and random formulas
 * against the evaluation of the formula on the naive explorer's graph, each with a backend, a layout, a
 * solver and its options drawn at random. A formula and its negation disagree.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/device/device_list.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_formula.h"
#include "parity/solve_generated.h"
#include "explorer/backend.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/model_core.h"
#include "explorer/model/network.h"
#include "tests/support/backend_test.h"
#include "tests/support/folder.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/oracle/oracle_game.h"
#include "tests/random/random_formula.h"
#include "tests/support/drawn_network.h"
#include "tests/support/small_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 200u
#else
#define DEFAULT_CASES 2800u
#endif
#define FORMULAS 6u /* a network */
#define MOST_STATES 60u
#define MOST_LABELS 64u

/* --- random cases --- */

struct totals {
    struct test_folder folder;
    uint64_t compared, mismatches, holds, violated, refused, kept, folded, solvers[SOLVERS];
    uint64_t alternation[4]; /* the depth, or more */
    uint64_t large;          /* 50 vertices or more */
    uint64_t parted;         /* by several parts of a GPU */
};

struct subject {
    uint64_t seed;
    const struct network *network;
    const struct oracle_lts *lts;
    const char *labels[MOST_LABELS + 1];
    uint32_t label_count;
    struct memory *memory;
    uint64_t *random;
    struct totals *totals;
};

/* Without a GPU, its solver is drawn only now and then, to be refused. */
static enum solver draw_solver(uint64_t *random) {
    enum solver solver = (enum solver)(random_next(random) % SOLVERS);
    const char *reason;
    int has_device = 0;
    for (const struct solve_engine *const *engine = solve_engines; *engine != NULL; engine++) {
        has_device |= (*engine)->on_device && (*engine)->available(&reason);
    }
    return solver == SOLVER_REGIONS && !has_device && random_next(random) % 8 != 0 ? SOLVER_AUTO : solver;
}

static struct check_formula_options draw_options(uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5};
    struct check_formula_options options = {.explore.max_depth = UINT64_MAX};
    options.words = words[random_next(random) % 4];
    options.explore.first_slots = random_next(random) % 2 ? 8 : 0;
    options.solve.solver = draw_solver(random);
    options.solve.keep_loops = random_next(random) % 4 == 0;
    options.solve.keep_cycles = random_next(random) % 4 == 0;
    options.solve.keep_priorities = random_next(random) % 4 == 0;
    options.solve.keep_whole = random_next(random) % 4 == 0;
    options.keep = random_next(random) % 2 == 0;
    options.forget_if_holds = random_next(random) % 4 == 0;
    return options;
}

/* Whether the solver may refuse the game. */
static int may_refuse(const struct check_formula *played, const struct check_formula_options *options) {
    return played->why.code == ERROR_USAGE &&
           (options->solve.solver == SOLVER_REGIONS ||
            (options->solve.solver == SOLVER_ATTRACTOR && played->figures.alternation_depth > 1));
}

/* Checks what a check keeps for evidence: the states of the game's vertices, and a correct solution. */
static const char *check_kept(const struct subject *subject, const struct check_formula *played) {
    uint32_t width = subject->network->component_count + 1, tuple[256];
    const struct game *game = &played->solved.game.host;
    const graph_states *states = played->solved.game.states;
    if (graph_states_vertices(states) != game->vertices || graph_states_width(states) != width ||
        width > LENGTH(tuple)) {
        return "states that are kept";
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        graph_states_tuple(states, v, tuple);
        if (tuple[width - 1] >= played->observer.observer.states ||
            played->observer.observer.state[tuple[width - 1]].owner != game->owner[v]) {
            return "owners of kept states";
        }
    }
    if (played->solved.solution.winner[game->start] != (played->verdict == VERDICT_VIOLATED)) {
        return "winners that are kept";
    }
    return oracle_solution_is_wrong(game, &played->solved.solution);
}

/* devices: several parts of GPU 0, or NULL. */
static const char *check_verdict(const struct subject *subject, const struct backend *backend,
                                 const struct device_list *devices, const struct formula *formula,
                                 int holds) {
    static char why[1024]; /* outlives the result */
    struct totals *totals = subject->totals;
    struct run run = {.memory = subject->memory,
                      .threads = 1 + (unsigned)(random_next(subject->random) % 3),
                      .devices = devices,
                      .device_bytes = TEST_DEVICE_BYTES};
    struct check_formula_options options = draw_options(subject->random);
    options.words = devices != NULL && options.words == 5 ? 0 : options.words; /* they do not fold */
    struct check_formula played;
    const char *what = NULL;
    check_formula(backend, subject->network, formula, &options, &run, &played);
    if (may_refuse(&played, &options)) {
        totals->refused++;
        what =
            played.verdict != VERDICT_UNDECIDED || played.kept ? "verdicts of games that are refused" : NULL;
    } else if (played.verdict != (holds ? VERDICT_HOLDS : VERDICT_VIOLATED)) {
        snprintf(why, sizeof why, "%s", played.why.code != ERROR_NONE ? played.why.text : "verdicts");
        what = why;
    } else if (played.kept != (options.keep && !(holds && options.forget_if_holds))) {
        what = "wishes to keep the game";
    } else if (played.kept) {
        totals->kept++;
        if (solve_generated_fetch(&played.solved.game, &played.solved.solution, &run, &played.why) != 0) {
            snprintf(why, sizeof why, "%s", played.why.text);
            what = why;
        } else {
            what = check_kept(subject, &played);
        }
    }
    if (what == NULL &&
        (played.figures.made.vertices == 0 || played.figures.made.edges < played.figures.made.vertices ||
         played.figures.made.priorities == 0 || played.search.result.states != played.figures.made.vertices ||
         (played.kept && played.observer.observer.states == 0))) {
        what = "counts";
    }
    totals->folded += options.words == 5;
    totals->solvers[options.solve.solver]++;
    totals->large += played.figures.made.vertices >= 50;
    totals->alternation[played.figures.alternation_depth < 3 ? played.figures.alternation_depth : 3]++;
    check_formula_free(&played);
    return what;
}

/* Whether state vectors may have more than four words with an observer, for which GPUs do not work together.
 */
static int is_long(const struct subject *subject) {
    const struct run run = {.memory = subject->memory, .threads = 1};
    struct error error;
    model *model = model_compile(subject->network, &(struct model_options){0}, &run, &error);
    const int is = model == NULL || model_header(model)->words > 3;
    model_free(model);
    return is;
}

/* The formula or its negation, on every engine, and sometimes on the one that chooses. */
static void check_one(const struct subject *subject, const struct formula *formula, int holds) {
    struct totals *totals = subject->totals;
    const char *what = NULL;
    for (const struct backend *const *backend = backends; *backend != NULL && what == NULL; backend++) {
        if (backend_is_testable(*backend)) {
            what = check_verdict(subject, *backend, NULL, formula, holds);
        }
    }
    if (what == NULL && random_next(subject->random) % 16 == 0) {
        what = check_verdict(subject, backend_find("auto"), NULL, formula, holds);
    }
    const struct device_list parts = {.count = 2 + (unsigned)(random_next(subject->random) % 3)};
    const struct backend *cuda = backend_find("cuda");
    if (what == NULL && cuda != NULL && backend_is_testable(cuda) && !is_long(subject) &&
        random_next(subject->random) % 4 == 0) {
        what = check_verdict(subject, cuda, &parts, formula, holds);
        totals->parted++;
    }
    totals->compared++;
    totals->holds += (uint64_t)holds;
    totals->violated += (uint64_t)!holds;
    if (what != NULL) {
        char *text = random_formula_print(formula, 0);
        totals->mismatches++;
        fprintf(stderr, "seed %llu: %s differ: %s\n", (unsigned long long)subject->seed, what, text);
        free(text);
    }
}

static void check_network(struct subject *subject) {
    uint8_t *holds = malloc(subject->lts->states);
    for (unsigned i = 0; i < FORMULAS; i++) {
        formula_text *text =
            random_formula_make(subject->random, subject->labels, subject->label_count, subject->memory);
        const struct formula *formula = formula_root(text);
        oracle_formula_evaluate(formula, subject->lts, holds);
        check_one(subject, formula, holds[0] != 0);
        if (i % 3 == 0) {
            struct formula *negation = formula_new(text, FORMULA_NOT, formula, NULL, NULL);
            check_one(subject, negation, holds[0] == 0);
        }
        formula_text_free(text);
    }
    free(holds);
}

static void take_labels(struct subject *subject) {
    for (uint32_t i = 0; i < subject->network->label_count && i < MOST_LABELS; i++) {
        subject->labels[subject->label_count++] = subject->network->labels[i].text;
    }
    subject->labels[subject->label_count++] = "i";
}

static void check_seed(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct drawn_network drawn;
    uint64_t random = seed * 97;
    drawn_network_open(&drawn, seed, totals->folder.path, MOST_STATES);
    if (drawn.network != NULL) {
        const struct oracle_graph *graph = drawn.graph;
        struct oracle_lts lts = {(uint32_t)graph->states, graph->offsets, graph->edge_label,
                                 graph->edge_target};
        struct subject subject = {.seed = seed,
                                  .network = drawn.network,
                                  .lts = &lts,
                                  .memory = &drawn.memory,
                                  .random = &random,
                                  .totals = totals};
        take_labels(&subject);
        check_network(&subject);
    }
    drawn_network_close(&drawn);
}

static void check_worth(const struct totals *totals, uint64_t cases) {
    CU_ASSERT_TRUE(cases != DEFAULT_CASES || cases < 2000 || totals->compared - totals->refused >= 5000);
    CU_ASSERT_TRUE(totals->holds >= totals->compared / 4 && totals->violated >= totals->compared / 4);
    CU_ASSERT_TRUE(totals->kept >= totals->compared / 4 && totals->folded >= totals->compared / 5);
    CU_ASSERT_TRUE(totals->refused <= totals->compared / 6);
    CU_ASSERT_TRUE(totals->large >= totals->compared / 10);
    for (unsigned i = 0; i < SOLVERS; i++) {
        CU_ASSERT_TRUE(totals->solvers[i] >= totals->compared / (i == SOLVER_REGIONS ? 100 : 8));
    }
    for (unsigned i = 1; i < 4; i++) {
        CU_ASSERT_TRUE(totals->alternation[i] >= totals->compared / 200);
    }
}

static void test_random_formulas(void) {
    struct totals totals = {0};
    uint64_t cases =
        judge_in_folder(&totals.folder, DEFAULT_CASES, 4401, check_seed, &totals, &totals.mismatches);
    report_counts("compared", totals.compared, "hold", totals.holds, "large", totals.large, "alternation 0",
                  totals.alternation[0], "1", totals.alternation[1], "2", totals.alternation[2], "more",
                  totals.alternation[3], "refused by the solver", totals.refused, "by parts of a GPU",
                  totals.parted, NULL);
    if (cases >= 200) {
        check_worth(&totals, cases);
    }
}

/* --- by hand --- */

static void open_scene(struct small_network *scene, const char *network) {
    small_network_open(scene);
    test_folder_write(&scene->folder, "loop.aut", "des (0, 2, 2)\n(0, a, 1)\n(1, b, 0)\n");
    test_folder_write(&scene->folder, "end.aut", "des (0, 2, 3)\n(0, a, 1)\n(0, b, 2)\n");
    test_folder_write(&scene->folder, "count.aut",
                      "des (0, 5, 5)\n(0, c, 1)\n(1, c, 2)\n(2, c, 3)\n(3, c, 4)\n(4, c, 0)\n");
    small_network_compose(scene, network);
}

static void play(struct small_network *scene, const struct backend *backend, const char *formula,
                 const struct check_formula_options *options, const struct run *run,
                 struct check_formula *played) {
    static const struct formula_options dialect = {.dialect = FORMULA_DIALECT_MCL};
    struct error warning;
    formula_text *text = formula_read((struct formula_source){"formula", formula, strlen(formula)}, &dialect,
                                      &scene->run, &warning, &scene->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    check_formula(backend, scene->network, formula_root(text), options, run, played);
    formula_text_free(text);
}

static const struct check_formula_options usual = {.explore = {.max_depth = UINT64_MAX}};

static void test_by_hand(void) {
    static const struct {
        const char *network, *formula;
        int holds;
    } cases[] = {
        {"stop", "true", 1},
        {"stop", "false", 0},
        {"stop", "[true] false", 1},
        {"stop", "<true> true", 0},
        {"stop", "nu X . [true] X", 1},
        {"stop", "nu X . <true> X", 0},
        {"stop", "mu X . [true] X", 1},
        {"stop", "nu X . X", 1},
        {"stop", "mu X . X", 0},
        {"\"loop.aut\"", "nu X . <a> <b> X", 1},
        {"\"loop.aut\"", "mu X . <a> <b> X", 0},
        {"\"loop.aut\"", "nu X . mu Y . ([a] X and [not a] Y and <true> true)", 1},
        {"\"loop.aut\"", "nu X . mu Y . ([c] X and [not c] Y and <true> true)", 0},
        {"\"loop.aut\" ||| \"end.aut\"", "nu X . mu Y . (<a> X or <true> Y)", 1},
        {"\"end.aut\"", "[true*] <true> true", 0},
        {"\"end.aut\"", "mu X . (<a> true and [true] X)", 0},
        {"\"end.aut\"", "mu X . ([true] X)", 1},
        {"\"loop.aut\" ||| \"loop.aut\"", "mu X . [true] X", 0},
    };
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        struct small_network scene;
        open_scene(&scene, cases[i].network);
        for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
            struct check_formula played;
            if (!backend_is_testable(*backend)) {
                continue;
            }
            play(&scene, *backend, cases[i].formula, &usual, &scene.run, &played);
            CU_ASSERT_EQUAL(played.verdict, cases[i].holds ? VERDICT_HOLDS : VERDICT_VIOLATED);
            CU_ASSERT_EQUAL(played.why.code, ERROR_NONE);
            check_formula_free(&played);
        }
        small_network_close(&scene);
    }
}

/* --- limits --- */

#define DEEP "nu X . mu Y . ([c] X and [not c] Y and <true> true)"

static void test_limits(void) {
    struct small_network scene;
    open_scene(&scene, "\"count.aut\" ||| \"count.aut\" ||| \"loop.aut\"");
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        struct check_formula played;
        struct check_formula_options options = usual;
        if (!backend_is_testable(*backend)) {
            continue;
        }
        options.explore.max_depth = 2;
        play(&scene, *backend, DEEP, &options, &scene.run, &played);
        CU_ASSERT_EQUAL(played.verdict, VERDICT_UNDECIDED);
        CU_ASSERT_EQUAL(played.why.code, ERROR_NONE);
        CU_ASSERT_EQUAL(played.search.result.outcome, EXPLORE_LIMIT);
        CU_ASSERT_TRUE(played.search.result.states > 1 && played.figures.made.vertices == 0);
        check_formula_free(&played);
        int stop = 1;
        struct run stopped = scene.run;
        stopped.stop = &stop;
        play(&scene, *backend, DEEP, &usual, &stopped, &played);
        CU_ASSERT_EQUAL(played.verdict, VERDICT_UNDECIDED);
        CU_ASSERT_TRUE(played.why.code == ERROR_INTERRUPTED ||
                       played.search.result.outcome == EXPLORE_INTERRUPTED);
        check_formula_free(&played);
    }
    small_network_close(&scene);
}

/* With every budget of memory from none to enough, the formula is undecided because memory ran out, or the
 * verdict is right. */
static void test_memory(void) {
    struct small_network scene;
    unsigned undecided = 0, decided = 0;
    open_scene(&scene, "\"count.aut\" ||| \"count.aut\" ||| \"loop.aut\"");
    struct memory *memory = &scene.memory;
    uint64_t before = memory_used(memory);
    for (uint64_t more = 1024; decided < 2 && more < (uint64_t)1 << 29; more += more / 12) {
        struct memory budget;
        struct run run = scene.run;
        struct check_formula played;
        struct check_formula_options options = usual;
        options.keep = 1;
        memory_init(&budget, more);
        run.memory = &budget;
        run.threads = 1;
        play(&scene, backends[0], DEEP, &options, &run, &played);
        if (played.verdict == VERDICT_UNDECIDED) {
            undecided++;
            CU_ASSERT_TRUE(played.why.code == ERROR_MEMORY ||
                           (played.why.code == ERROR_NONE && played.search.result.outcome == EXPLORE_FULL));
        } else {
            decided += played.kept != 0;
            CU_ASSERT_EQUAL(played.verdict, VERDICT_VIOLATED);
            CU_ASSERT_TRUE(played.kept || played.keep_error.code == ERROR_MEMORY);
        }
        check_formula_free(&played);
        CU_ASSERT_EQUAL(memory_used(&budget), 0);
    }
    CU_ASSERT_EQUAL(decided, 2);
    CU_ASSERT_TRUE(undecided >= 20);
    CU_ASSERT_EQUAL(memory_used(memory), before);
    small_network_close(&scene);
}

static void test_write(void) {
    struct small_network scene;
    struct check_formula played;
    struct check_formula_options options = usual;
    char path[1024];
    open_scene(&scene, "\"count.aut\" ||| \"loop.aut\"");
    snprintf(path, sizeof path, "%s", test_folder_path(&scene.folder, "game.pg"));
    options.write_game = path;
    play(&scene, backends[0], DEEP, &options, &scene.run, &played);
    CU_ASSERT_EQUAL(played.verdict, VERDICT_VIOLATED);
    CU_ASSERT_TRUE(played.figures.written);
    CU_ASSERT_EQUAL(played.figures.write_error.code, ERROR_NONE);
    CU_ASSERT_EQUAL(access(path, R_OK), 0);
    check_formula_free(&played);
    snprintf(path, sizeof path, "%s", test_folder_path(&scene.folder, "no/such/folder.pg"));
    play(&scene, backends[0], DEEP, &options, &scene.run, &played);
    CU_ASSERT_EQUAL(played.verdict, VERDICT_VIOLATED);
    CU_ASSERT_FALSE(played.figures.written);
    CU_ASSERT_EQUAL(played.figures.write_error.code, ERROR_IO);
    check_formula_free(&played);
    small_network_close(&scene);
}

void suite_check_formula(void) {
    suite_add("formulas by games", NULL, NULL, "by hand", test_by_hand, "limits", test_limits, "memory",
              test_memory, "games in files", test_write, "random networks and formulas", test_random_formulas,
              NULL);
}
