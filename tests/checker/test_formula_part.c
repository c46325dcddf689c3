/*
 * Evidence from parts of a game. For random networks and formulas, on every engine: a part that is copied
 * from the memory that holds the game gives the same evidence as a view of the whole game with the same
 * limits, however few vertices it has; a part that may grow without limit gives the same evidence as the
 * whole game; and all of it is confirmed.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker/check_formula.h"
#include "parity/solve_generated.h"
#include "checker/evidence/formula_evidence.h"
#include "checker/label_texts.h"
#include "checker/property/property.h"
#include "checker/verify/verify.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/random/random_formula.h"
#include "tests/random/random_network.h"
#include "tests/support/backend_test.h"
#include "tests/support/evidence_file.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 400u
#endif
#define FORMULAS 4 /* for each network */
#define STARVED 32 /* formulas for each one that is tried with all budgets */
#define MOST_STATES 2000u
#define MOST_NODES 5000u

struct scene {
    struct workplace place;
    uint64_t seed, random, mismatches;
    language_tree *tree;
    struct network *network;
    walker *walker;
    struct label_texts labels;
    struct property property;
    char *text;
    int starved; /* memory may run out */
    uint64_t budgets, compared, different, beyond, partial, verified, devices;
};

/* How a part of the game is read: from a copy or a view; and how many vertices it has at first, usually, and
 * at most. */
struct limits {
    int copy;
    uint64_t first, usual, most;
};

static void report(struct scene *scene, const char *what, const char *reason) {
    printf("\n    seed %llu, %s: %s: %s\n", (unsigned long long)scene->seed, scene->text, what, reason);
    scene->mismatches++;
    CU_FAIL("wrong");
}

/* Makes evidence, without nodes if it has too many. */
static void make(struct scene *scene, const struct check_formula *played, struct limits limits,
                 struct strategy *evidence) {
    struct solved_game game = check_formula_solved(played);
    struct game_part part;
    struct error error = {.code = ERROR_NONE};
    struct solved_formula solved = {.part = &part,
                                    .observer = &played->observer,
                                    .labels = &scene->labels,
                                    .walker = scene->walker,
                                    .formula = scene->property.formula,
                                    .model = played->model,
                                    .usual_vertices = limits.usual,
                                    .most_vertices = limits.most};
    game.copy = limits.copy;
    *evidence = (struct strategy){0};
    int failed = game_part_open(&part, &game, limits.first, &scene->place.run, &error) != 0 ||
                 formula_evidence_make(&solved, MOST_NODES, &scene->place.run, evidence, &error) != 0;
    scene->beyond += part.far_rows.count != 0;
    scene->partial += part.game.vertices < part.vertices;
    game_part_close(&part);
    int may_fail = error.code == ERROR_LIMIT || (error.code == ERROR_MEMORY && scene->starved);
    if (failed && !may_fail) {
        report(scene, "not made", error.text);
    }
}

/* With every budget, evidence is made or memory runs out; all memory is given back. The walker is a new one
 * each time, because it keeps the memory for the state with the most transitions that it has met. */
static void starve(struct scene *scene, const struct check_formula *played, struct limits limits) {
    struct memory *memory = &scene->place.memory;
    uint64_t used = memory_used(memory), limit = memory->limit, nodes = 0;
    walker *kept = scene->walker;
    scene->starved = 1;
    for (uint64_t more = 256; nodes == 0 && more < (uint64_t)1 << 23; more += more / 4) {
        struct strategy evidence;
        struct error error;
        scene->walker = language_walk(scene->tree, &scene->place.run, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(scene->walker);
        memory->limit = memory_used(memory) + more;
        make(scene, played, limits, &evidence);
        nodes = evidence.nodes;
        strategy_free(&evidence);
        walker_free(scene->walker);
        memory->limit = limit;
        CU_ASSERT_EQUAL(memory_used(memory), used);
        scene->budgets++;
    }
    scene->walker = kept;
    scene->starved = 0;
}

static int traces_equal(const struct trace *a, const struct trace *b) {
    int equal = a->steps == b->steps && a->lasso == b->lasso;
    for (uint64_t k = 0; k < a->steps && equal; k++) {
        equal = strcmp(a->labels[k], b->labels[k]) == 0;
    }
    return equal && (a->states == NULL ? b->states == NULL
                                       : memcmp(a->states, b->states,
                                                (a->steps + 1) * a->components * sizeof *a->states) == 0);
}

static int strategies_equal(const struct strategy *a, const struct strategy *b) {
    uint64_t width = a->components + 1;
    return a->holds == b->holds && a->shape == b->shape && a->nodes == b->nodes && a->edges == b->edges &&
           traces_equal(&a->trace, &b->trace) &&
           memcmp(a->tuples, b->tuples, a->nodes * width * sizeof *a->tuples) == 0 &&
           memcmp(a->offsets, b->offsets, (a->nodes + 1) * sizeof *a->offsets) == 0 &&
           (a->edges == 0 ||
            (memcmp(a->targets, b->targets, a->edges * sizeof *a->targets) == 0 &&
             memcmp(a->edge_labels, b->edge_labels, a->edges * sizeof *a->edge_labels) == 0));
}

static void verify(struct scene *scene, const struct strategy *evidence) {
    struct error error;
    struct verification verification;
    struct evidence_subject about = {test_folder_path(&scene->place.folder, "main.exp"),
                                     language_options(scene->tree), walker_names(scene->walker),
                                     walker_components(scene->walker), NULL};
    struct evidence_claim claim = {.subject = &about, .property = &scene->property, .strategy = evidence};
    char path[1024];
    snprintf(path, sizeof path, "%s", test_folder_path(&scene->place.folder, "part.json"));
    if (evidence_write(path, FILE_JSON, &claim, &scene->place.run, &error) != 0) {
        report(scene, "not written", error.text);
        return;
    }
    const struct verify_input input = {.tree = scene->tree};
    if (evidence_file_verify(path, &input, &scene->place.run, &verification) != 1) {
        report(scene, "not confirmed", verification.reason);
    }
    scene->verified++;
}

/* `grown`: evidence may differ, because another core was found. Frees the first. */
static void compare(struct scene *scene, struct strategy *evidence, const struct strategy *expected,
                    int grown) {
    int made = evidence->nodes != 0, expected_made = expected->nodes != 0;
    if (made != expected_made || (made && !strategies_equal(evidence, expected))) {
        scene->different += grown != 0;
        if (!grown) {
            report(scene, "a small part", "the evidence differs");
        }
    }
    scene->compared++;
    if (made) {
        verify(scene, evidence);
        strategy_free(evidence);
    }
}

static void check_played(struct scene *scene, struct check_formula *played) {
    uint64_t vertices = played->figures.made.vertices;
    uint64_t first = 1 + random_next(&scene->random) % (vertices < 40 ? vertices : 40);
    uint64_t most = first + random_next(&scene->random) % vertices;
    uint64_t usual = first + random_next(&scene->random) % (most - first + 1);
    struct strategy small, grown, small_view, whole;
    struct error error;
    int on_device = played->solved.game.device != NULL;
    make(scene, played, (struct limits){1, first, usual, most}, &small);
    make(scene, played, (struct limits){1, first, vertices, vertices}, &grown);
    scene->devices += on_device != 0;
    if (random_next(&scene->random) % STARVED == 0) {
        starve(scene, played, (struct limits){1, first, usual, most});
    }
    if (solve_generated_fetch(&played->solved.game, &played->solved.solution, &scene->place.run, &error) !=
        0) {
        report(scene, "not moved to the host", error.text);
    }
    make(scene, played, (struct limits){0, first, usual, most}, &small_view);
    make(scene, played, (struct limits){0, vertices, vertices, vertices}, &whole);
    compare(scene, &small, &small_view, 0);
    compare(scene, &grown, &whole, 1);
    strategy_free(&small_view);
    strategy_free(&whole);
}

static void check_text(struct scene *scene, const struct backend *backend) {
    static const enum solver solvers[] = {SOLVER_AUTO, SOLVER_AUTO, SOLVER_PROMOTION};
    struct error error, warning;
    struct check_formula played;
    struct check_formula_options options = {
        .explore.max_depth = UINT64_MAX, .keep = 1, .solve.solver = solvers[random_next(&scene->random) % 3]};
    struct property_maker maker = {.tree = scene->tree,
                                   .run = &scene->place.run,
                                   .error = &error,
                                   .dialect = FORMULA_DIALECT_MCL,
                                   .warning = &warning};
    static const uint32_t words[] = {0, 2, 4, 5};
    options.words = words[random_next(&scene->random) % 4];
    scene->place.run.device_bytes = TEST_DEVICE_BYTES;
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_FORMULA, scene->text, &scene->property), 0);
    check_formula(backend, scene->network, formula_root(scene->property.formula), &options, &scene->place.run,
                  &played);
    if (played.kept) {
        check_played(scene, &played);
    } else {
        report(scene, "not decided", played.why.text);
    }
    check_formula_free(&played);
    property_free(&scene->property, &scene->place.run);
}

static int open_network(struct scene *scene, const struct random_network *drawn) {
    struct error error;
    struct explore_options few = {.max_states = MOST_STATES, .max_depth = UINT64_MAX};
    struct run *run = &scene->place.run;
    int small = 0;
    scene->tree = language_read(drawn->path, &drawn->options, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(scene->tree);
    scene->network = language_compile(scene->tree, run, &error);
    if (scene->network == NULL) {
        return 0;
    }
    model *model = model_compile(scene->network, &(struct model_options){0}, run, &error);
    struct exploration *found = model == NULL ? NULL : backends[0]->explore(model, &few, run, &error);
    if (found != NULL) {
        small = found->result.outcome == EXPLORE_DONE;
        exploration_free(found);
    }
    model_free(model);
    return small;
}

static void check_seed(uint64_t seed, void *context) {
    struct scene *scene = context;
    struct random_network drawn;
    struct error error;
    scene->seed = seed;
    scene->random = seed * 131;
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, test_folder_name(&scene->place.folder), &drawn), 0);
    if (open_network(scene, &drawn)) {
        CU_ASSERT_EQUAL_FATAL(label_texts_make(scene->network, &scene->place.memory, &scene->labels, &error),
                              0);
        scene->walker = language_walk(scene->tree, &scene->place.run, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(scene->walker);
        for (int k = 0; k < FORMULAS; k++) {
            formula_text *made = random_formula_make(&scene->random, scene->labels.text, scene->labels.count,
                                                     &scene->place.memory);
            scene->text = random_formula_print(formula_root(made), 0);
            formula_text_free(made);
            for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
                if (backend_is_testable(*backend)) {
                    check_text(scene, *backend);
                }
            }
            free(scene->text);
        }
        walker_free(scene->walker);
        label_texts_free(&scene->labels, &scene->place.memory);
    }
    network_free(&scene->place.memory, scene->network);
    language_free(scene->tree);
    CU_ASSERT_EQUAL(memory_used(&scene->place.memory), 0);
}

static void test_random(void) {
    static struct scene scene;
    workplace_begin(&scene.place, (uint64_t)1 << 30);
    uint64_t cases = judge_seeds(DEFAULT_CASES, 5101, check_seed, &scene, &scene.mismatches);
    workplace_end(&scene.place);
    report_counts("compared", scene.compared, "different", scene.different, "beyond the part", scene.beyond,
                  "of a part", scene.partial, "confirmed", scene.verified, "with budgets", scene.budgets,
                  "on a GPU", scene.devices, NULL);
    if (cases >= 200) {
        CU_ASSERT_TRUE(scene.compared >= cases * 2 && scene.different <= scene.compared / 200);
        CU_ASSERT_TRUE(scene.beyond >= scene.compared / 50 && scene.partial >= scene.compared / 5);
    }
}

void suite_formula_part(void) {
    suite_add("evidence from parts of games", NULL, NULL, "random networks and formulas", test_random, NULL);
}
