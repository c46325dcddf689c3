/*
 * Regions of more states than explanations visit, on every engine: they are counted where the game is, the
 * explanation says how many states there are, and evidence of it is confirmed; with another number, it is
 * refuted. Where nobody counts, the explanation says that there are more than it visits, and this is
 * confirmed, too.
 */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker/check_formula.h"
#include "checker/evidence/formula_evidence.h"
#include "checker/label_texts.h"
#include "checker/property/property.h"
#include "checker/strategy/strategy_explain.h"
#include "checker/strategy/strategy_region.h"
#include "checker/verify/verify.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/backend_test.h"
#include "tests/support/evidence_file.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define ROUND 41u
#define STATES (ROUND * ROUND * ROUND) /* of three rounds */
#define MOST_NODES (STATES + 1000u)    /* fewer than the game has vertices */

struct scene {
    struct workplace place;
    language_tree *tree;
    struct network *network;
    walker *walker;
    struct label_texts labels;
    struct property property;
    struct check_formula played;
};

/* --- networks and formulas --- */

static void open_scene(struct scene *scene, const char *text) {
    static const struct exp_options options;
    struct run *run = &scene->place.run;
    struct error *error = &scene->place.error;
    memset(scene, 0, sizeof *scene);
    workplace_begin(&scene->place, (uint64_t)1 << 30);
    scene->place.run.device_bytes = TEST_DEVICE_BYTES;
    FILE *round = fopen(test_folder_path(&scene->place.folder, "round.aut"), "w");
    fprintf(round, "des (0, %u, %u)\n", ROUND, ROUND);
    for (unsigned k = 0; k < ROUND; k++) {
        fprintf(round, "(%u, a, %u)\n", k, (k + 1) % ROUND);
    }
    fclose(round);
    test_folder_write(&scene->place.folder, "once.aut", "des (0, 1, 2)\n(0, b, 1)\n");
    test_folder_write(&scene->place.folder, "never.aut", "des (0, 1, 3)\n(1, none, 2)\n");
    scene->tree =
        language_read(test_folder_write(&scene->place.folder, "main.exp", text), &options, run, error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(scene->tree);
    scene->network = language_compile(scene->tree, run, error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(scene->network);
    CU_ASSERT_EQUAL_FATAL(label_texts_make(scene->network, run->memory, &scene->labels, error), 0);
    scene->walker = language_walk(scene->tree, run, error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(scene->walker);
}

static void close_scene(struct scene *scene) {
    walker_free(scene->walker);
    label_texts_free(&scene->labels, &scene->place.memory);
    network_free(&scene->place.memory, scene->network);
    language_free(scene->tree);
    workplace_end(&scene->place);
}

static void play(struct scene *scene, const struct backend *backend, const char *formula) {
    struct error error, warning;
    const struct check_formula_options options = {.explore.max_depth = UINT64_MAX, .keep = 1};
    struct property_maker maker = {.tree = scene->tree,
                                   .run = &scene->place.run,
                                   .error = &error,
                                   .dialect = FORMULA_DIALECT_MCL,
                                   .warning = &warning};
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_FORMULA, formula, &scene->property), 0);
    check_formula(backend, scene->network, formula_root(scene->property.formula), &options, &scene->place.run,
                  &scene->played);
    CU_ASSERT_FATAL(scene->played.kept && scene->played.verdict == VERDICT_VIOLATED);
}

static void make(struct scene *scene, int counts, uint64_t most_nodes, struct strategy *evidence) {
    const struct solved_game game = check_formula_solved(&scene->played);
    struct game_part part;
    struct solved_formula solved = {.part = &part,
                                    .observer = &scene->played.observer,
                                    .labels = &scene->labels,
                                    .walker = scene->walker,
                                    .model = counts ? scene->played.model : NULL,
                                    .formula = scene->property.formula,
                                    .usual_vertices = EVIDENCE_USUAL_VERTICES,
                                    .most_vertices = EVIDENCE_MOST_VERTICES};
    struct error *error = &scene->place.error;
    CU_ASSERT_EQUAL(game_part_open(&part, &game, EVIDENCE_FIRST_VERTICES, &scene->place.run, error), 0);
    CU_ASSERT_EQUAL_FATAL(formula_evidence_make(&solved, most_nodes, &scene->place.run, evidence, error), 0);
    game_part_close(&part);
}

/* --- what is said --- */

static int is_confirmed(struct scene *scene, const struct strategy *evidence) {
    struct error error;
    struct verification verification;
    struct evidence_subject about = {test_folder_path(&scene->place.folder, "main.exp"),
                                     language_options(scene->tree), walker_names(scene->walker),
                                     walker_components(scene->walker), NULL};
    const struct evidence_claim claim = {
        .subject = &about, .property = &scene->property, .strategy = evidence};
    char path[1024];
    snprintf(path, sizeof path, "%s", test_folder_path(&scene->place.folder, "e.json"));
    CU_ASSERT_EQUAL_FATAL(evidence_write(path, FILE_JSON, &claim, &scene->place.run, &error), 0);
    return evidence_file_verify(path, &(struct verify_input){.tree = scene->tree}, &scene->place.run,
                                &verification);
}

struct expected {
    uint64_t states;
    int more, closed;
    size_t labels;    /* how many are known to be absent */
    const char *text; /* some of it */
};

static void check_explanation(const struct strategy *evidence, const struct expected *expected) {
    const json_t *said = evidence->explanation, *labels = json_object_get(said, "labels");
    CU_ASSERT_EQUAL((uint64_t)json_integer_value(json_object_get(said, "states")), expected->states);
    CU_ASSERT_EQUAL(json_is_true(json_object_get(said, "more")), expected->more);
    CU_ASSERT_EQUAL(json_is_true(json_object_get(said, "closed")), expected->closed);
    CU_ASSERT_PTR_NULL(json_object_get(said, "graph"));
    CU_ASSERT_EQUAL_FATAL(json_array_size(labels), expected->labels);
    if (expected->labels != 0) {
        CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(labels, 0)), "none");
    }
    CU_ASSERT_PTR_NOT_NULL(strstr(strategy_explanation_text(evidence, 0), expected->text));
}

/* With another number, or less than is known, the evidence is refuted. */
static void check_changes(struct scene *scene, struct strategy *evidence, uint64_t states) {
    json_t *said = evidence->explanation;
    json_object_set_new(said, "states", json_integer((json_int_t)states - 1));
    CU_ASSERT_EQUAL(is_confirmed(scene, evidence), 0);
    json_object_set_new(said, "states", json_integer((json_int_t)evidence->nodes * 2));
    CU_ASSERT_EQUAL(is_confirmed(scene, evidence), 0);
    json_object_set_new(said, "states", json_integer((json_int_t)states));
    json_object_set_new(said, "more", json_true());
    CU_ASSERT_EQUAL(is_confirmed(scene, evidence), 0);
    json_object_set_new(said, "more", json_false());
    CU_ASSERT_EQUAL(is_confirmed(scene, evidence), 1);
}

static void check_counted(struct scene *scene, const struct expected *expected) {
    struct strategy whole, part;
    make(scene, 1, MOST_NODES, &whole);
    CU_ASSERT(scene->played.figures.made.vertices > MOST_NODES);
    CU_ASSERT(!whole.is_part && whole.nodes >= expected->states);
    check_explanation(&whole, expected);
    CU_ASSERT_EQUAL(is_confirmed(scene, &whole), 1);
    check_changes(scene, &whole, expected->states);
    make(scene, 1, STRATEGY_REGION_FEW, &part);
    CU_ASSERT(part.is_part && part.nodes < whole.nodes);
    CU_ASSERT(json_equal(part.explanation, whole.explanation));
    strategy_free(&part);
    strategy_free(&whole);
}

static void check_uncounted(struct scene *scene, const struct expected *expected) {
    struct strategy evidence;
    make(scene, 0, MOST_NODES, &evidence);
    check_explanation(&evidence, expected);
    CU_ASSERT_EQUAL(is_confirmed(scene, &evidence), 1);
    strategy_free(&evidence);
}

static void test_large(void) {
    static const struct {
        const char *network, *formula;
        struct expected counted, uncounted;
    } cases[] = {
        {"\"round.aut\" ||| \"round.aut\" ||| \"round.aut\"",
         "[true*] <true* . \"none\"> true",
         {STATES, 0, 1, 1, "68 921 states remain reachable, and none of them has it"},
         {STRATEGY_REGION_MOST, 1, 0, 1,
          "more than 50 000 states remain reachable, and none of them has it"}},
        /* no state of the game has the label, which the network has */
        {"\"round.aut\" ||| \"round.aut\" ||| \"round.aut\" ||| \"never.aut\"",
         "[true*] <true* . \"none\"> true",
         {STATES, 0, 1, 1, "68 921 states remain reachable, and none of them has it"},
         {STRATEGY_REGION_MOST, 1, 0, 1,
          "more than 50 000 states remain reachable, and none of them has it"}},
        /* the observer does not follow b, which leads to as many other states */
        {"\"round.aut\" ||| \"round.aut\" ||| \"round.aut\" ||| \"once.aut\"",
         "[true*] <(not b)* . \"none\"> true",
         {STATES, 0, 0, 1, "68 921 states remain reachable on the ways that matter, and none of them has it"},
         {STRATEGY_REGION_MOST, 1, 0, 0, "more than 50 000 states remain reachable, and none of the ways"}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
            static struct scene scene;
            if (!backend_is_testable(*backend)) {
                continue;
            }
            open_scene(&scene, cases[k].network);
            play(&scene, *backend, cases[k].formula);
            check_counted(&scene, &cases[k].counted);
            if (*backend == backends[0]) {
                check_uncounted(&scene, &cases[k].uncounted);
            }
            check_formula_free(&scene.played);
            property_free(&scene.property, &scene.place.run);
            close_scene(&scene);
        }
    }
}

void suite_formula_count(void) {
    suite_add("regions of very many states", NULL, NULL, "counted, confirmed, refuted", test_large, NULL);
}
