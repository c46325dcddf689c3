/*
 * Evidence about probabilistic equivalence: of thousands of pairs of random networks and Markov models, half
 * of them equivalent, the comparison finds classes or a formula, which are right by their definitions and
 * confirmed by the verifier; with changes, the verifier agrees with the definitions.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "checker/evidence/comparison_evidence.h"
#include "checker/verify/verify.h"
#include "model/mdp.h"
#include "explorer/graph/graph.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "frontend/formats/graph_read.h"
#include "frontend/formats/mdp_read.h"
#include "reduce/compare/compare.h"
#include "reduce/lump/lump_model.h"
#include "reduce/prepare/prepare.h"
#include "tests/oracle/oracle_measured.h"
#include "tests/support/evidence_file.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 300u
#else
#define DEFAULT_CASES 4000u
#endif
#define CHANGES 4
#define NO_CLASS UINT32_MAX

struct totals {
    uint64_t mismatches, cases, related, different, confirmed, refuted, deep, bounds, at_most, several;
    uint64_t kinds[MEASURED_MOVES];
};

struct pair {
    uint64_t seed, random;
    struct totals *totals;
    struct drawn_measured drawn[2];
    struct oracle_measured both;
    uint32_t class_of[ORACLE_MEASURED_STATES]; /* as the evidence has them, or NO_CLASS */
    char paths[2][512];
    struct exp_options options;
    struct evidence_subject subjects[2];
    struct comparison comparison;
};

static void tell(const struct pair *pair, const char *what, const char *why) {
    pair->totals->mismatches++;
    fprintf(stderr, "seed %llu: %s: %s\n", (unsigned long long)pair->seed, what, why);
}

static uint32_t draw(struct pair *pair, uint32_t below) {
    return random_draw(&pair->random, below);
}

static uint32_t shift(const struct pair *pair, int side) {
    return side ? pair->drawn[0].states : 0;
}

/* --- comparing --- */

/* Classes of states from those of vertices. */
static void take_classes(struct pair *pair, const uint32_t *const vertex[2]) {
    const struct comparison *comparison = &pair->comparison;
    for (int side = 0; side < 2; side++) {
        for (uint32_t s = 0; s < pair->drawn[side].states; s++) {
            const uint32_t at = vertex[side] == NULL ? s : vertex[side][s];
            pair->class_of[s + shift(pair, side)] =
                at == PREPARE_NONE ? NO_CLASS : comparison->classes[side][at];
        }
    }
}

static void compare_networks(struct pair *pair) {
    const struct compare_options how = {
        .relation = COMPARE_PROBABILISTIC, .explain = 1, .internal = "i", .classes = 1};
    label_table *labels[2];
    struct prepared prepared[2];
    memset(prepared, 0, sizeof prepared);
    for (int side = 0; side < 2; side++) {
        labels[side] = test_present(label_table_create(&place.memory, 0, NULL, 0));
        struct graph *graph =
            test_present(graph_read(pair->paths[side], labels[side], NULL, &place.run, &place.error));
        CU_ASSERT_FATAL(prepare_graph(graph, NULL, &place.run, &prepared[side], &place.error) == 0);
    }
    const struct graph *const graphs[2] = {prepared[0].graph, prepared[1].graph};
    CU_ASSERT_FATAL(compare_graphs(graphs, &how, &place.run, &pair->comparison, &place.error) == 0);
    if (pair->comparison.related) {
        take_classes(pair, (const uint32_t *const[]){prepared[0].vertex, prepared[1].vertex});
    }
    for (int side = 0; side < 2; side++) { /* the formula does not need them */
        prepared_free(&prepared[side], &place.run);
        label_table_free(labels[side]);
    }
}

static void compare_models(struct pair *pair, struct mdp *models[2]) {
    const struct mdp_read_options how = {.keep = 1};
    struct model_lumping lumping;
    for (int side = 0; side < 2; side++) {
        models[side] = test_present(mdp_read_as(pair->paths[side], &how, &place.run, &place.error));
    }
    CU_ASSERT_FATAL(
        lump_models((const struct mdp *const *)models, 2, NULL, &place.run, &lumping, &place.error) == 0);
    CU_ASSERT_FATAL(lump_models_equal(&lumping, &pair->comparison.related, &place.error) == 0);
    for (int side = 0; side < 2; side++) {
        memcpy(pair->class_of + shift(pair, side), lumping.class_of[side],
               pair->drawn[side].states * sizeof *pair->class_of);
    }
    if (!pair->comparison.related) {
        struct difference *difference = &pair->comparison.difference;
        explain_moves(moves_of_models(&lumping, &place.run, &difference->moves, &place.error), difference,
                      &place.run, &place.error);
    }
    model_lumping_free(&lumping);
}

/* --- evidence --- */

struct side {
    const struct pair *pair;
    int number;
};

static int state_of(void *context, uint64_t state, uint32_t *tuple, uint32_t *class) {
    const struct side *side = context;
    *tuple = (uint32_t)state;
    *class = side->pair->class_of[state + shift(side->pair, side->number)];
    return *class != NO_CLASS;
}

/* Writes classes or, if there is one, the formula; and verifies. `truth`: the answer that is right. */
static void judge(struct pair *pair, const struct measured_formula *formula, int holds_in, int truth,
                  const char *what) {
    struct side sides[2] = {{pair, 0}, {pair, 1}};
    struct comparison_evidence evidence = {.relation = "probabilistic"};
    struct verification verification;
    char path[512];
    snprintf(path, sizeof path, "%s", test_folder_path(&place.folder, "evidence.json"));
    for (int k = 0; k < 2; k++) {
        evidence.sides[k] = (struct comparison_side){.subject = &pair->subjects[k],
                                                     .is_mdp = pair->drawn[k].kind != MEASURED_STEP,
                                                     .states = pair->drawn[k].states,
                                                     .state = state_of,
                                                     .context = &sides[k]};
    }
    CU_ASSERT_EQUAL_FATAL(
        formula == NULL
            ? evidence_write_comparison(path, &evidence, &place.run, &place.error)
            : evidence_write_difference(path, &evidence, formula, holds_in, &place.run, &place.error),
        0);
    const int status = evidence_file_verify(path, NULL, &place.run, &verification);
    if (status != truth) {
        tell(pair, what, verification.reason);
    }
    pair->totals->confirmed += status == 1;
    pair->totals->refuted += status == 0;
}

/* --- classes --- */

/* Whether the classes are evidence, by the definition: all states that are reached have one. */
static int classes_hold(const struct pair *pair) {
    const struct oracle_measured *both = &pair->both;
    uint32_t class_of[ORACLE_MEASURED_STATES];
    for (uint32_t s = 0; s < both->states; s++) { /* states that are not listed are in no class with others */
        class_of[s] = pair->class_of[s] == NO_CLASS ? ORACLE_MEASURED_STATES - 1 : pair->class_of[s];
    }
    for (uint32_t s = 0; s < both->states; s++) {
        for (uint32_t i = 0; i < both->state[s].length && pair->class_of[s] != NO_CLASS; i++) {
            for (uint32_t j = 0; j < both->state[s].moves[i].length; j++) {
                if (pair->class_of[both->state[s].moves[i].targets[j]] == NO_CLASS) {
                    return 0;
                }
            }
        }
        for (uint32_t t = 0; t < both->states; t++) {
            if (pair->class_of[s] != NO_CLASS && class_of[s] == class_of[t] &&
                pair->class_of[t] != NO_CLASS && !oracle_measured_answers(both, class_of, s, t)) {
                return 0;
            }
        }
    }
    return pair->class_of[both->initial[0]] != NO_CLASS &&
           pair->class_of[both->initial[0]] == pair->class_of[both->initial[1]];
}

static void change_classes(struct pair *pair) {
    uint32_t before[ORACLE_MEASURED_STATES], listed = 0;
    memcpy(before, pair->class_of, sizeof before);
    const uint32_t one = draw(pair, pair->both.states), other = draw(pair, pair->both.states);
    const uint32_t merged = before[one];
    switch (draw(pair, 4)) {
    case 0: /* another class */
        pair->class_of[one] = before[other];
        break;
    case 1: /* left out */
        pair->class_of[one] = NO_CLASS;
        break;
    case 2: /* two classes become one */
        for (uint32_t s = 0; s < pair->both.states && before[other] != NO_CLASS && merged != NO_CLASS; s++) {
            pair->class_of[s] = before[s] == merged ? before[other] : before[s];
        }
        break;
    default: /* a class of its own */
        pair->class_of[one] = merged == NO_CLASS ? NO_CLASS : 1000;
        break;
    }
    for (uint32_t s = 0; s < pair->both.states; s++) {
        listed += pair->class_of[s] != NO_CLASS;
    }
    for (uint32_t s = 0; s < pair->both.states; s++) { /* classes are below the number of states */
        if (pair->class_of[s] == 1000) {
            pair->class_of[s] = listed - 1;
        }
    }
    judge(pair, NULL, 0, classes_hold(pair), "changed classes");
    memcpy(pair->class_of, before, sizeof before);
}

/* --- formulas --- */

static int formula_holds(const struct pair *pair, const struct measured_formula *formula, int side) {
    return oracle_measured_holds(&pair->both, formula, (uint32_t)formula->nodes.count - 1,
                                 pair->both.initial[side]);
}

static int formula_tells(const struct pair *pair, const struct measured_formula *formula, int holds_in) {
    return formula_holds(pair, formula, holds_in - 1) && !formula_holds(pair, formula, 2 - holds_in);
}

/* Whether it is a bound of a step, which is always "at least 1". */
static int is_of_step(const struct measured_formula *formula, const struct measured_bound *bound) {
    const uint64_t at = (uint64_t)(bound - formula->bounds.data);
    for (uint64_t i = 0; i < formula->nodes.count; i++) {
        const struct measured_node *node = &formula->nodes.data[i];
        if (node->kind == MEASURED_MOVE && node->move == MEASURED_STEP && at >= node->begin &&
            at - node->begin < node->count) {
            return 1;
        }
    }
    return 0;
}

/* Changes a bound, an order or the claim. */
static void change_formula(struct pair *pair) {
    const struct difference *difference = &pair->comparison.difference;
    struct measured_formula formula = difference->measured;
    struct measured_bound *bound =
        formula.bounds.count == 0 ? NULL : &formula.bounds.data[draw(pair, (uint32_t)formula.bounds.count)];
    int holds_in = difference->holds_in;
    if (bound != NULL && is_of_step(&formula, bound)) {
        bound = NULL;
    }
    const struct measured_bound before = bound == NULL ? (struct measured_bound){0, 0, {0, 1}} : *bound;
    if (bound == NULL || draw(pair, 4) == 0) {
        holds_in = 3 - holds_in;
    } else if (draw(pair, 2) == 0) {
        bound->at_most = !bound->at_most;
    } else {
        const uint32_t units = 1 + draw(pair, 2 * MEASURED_UNITS);
        bound->bound = fraction_of(units, MEASURED_UNITS);
    }
    judge(pair, &formula, holds_in, formula_tells(pair, &formula, holds_in), "a changed formula");
    if (bound != NULL) {
        *bound = before;
    }
}

static void judge_formula(struct pair *pair, uint32_t parted) {
    const struct difference *difference = &pair->comparison.difference;
    const struct measured_formula *formula = &difference->measured;
    if (formula->nodes.count == 0) {
        tell(pair, "no formula", difference->why.text);
        return;
    }
    const uint32_t depth = oracle_measured_depth(formula, (uint32_t)formula->nodes.count - 1);
    if (!formula_tells(pair, formula, difference->holds_in)) {
        tell(pair, "a wrong formula", difference->formula.data);
    } else if (depth != parted) {
        tell(pair, "not the least depth", difference->formula.data);
    }
    judge(pair, formula, difference->holds_in, 1, "its own formula");
    pair->totals->deep += depth > 2;
    pair->totals->bounds += formula->bounds.count > 1;
    for (uint64_t i = 0; i < formula->bounds.count; i++) {
        pair->totals->at_most += formula->bounds.data[i].at_most != 0;
    }
    for (uint64_t i = 0; i < formula->nodes.count; i++) {
        const struct measured_node *node = &formula->nodes.data[i];
        pair->totals->kinds[node->move] += node->kind == MEASURED_MOVE;
        pair->totals->several += node->kind == MEASURED_MOVE && node->count > 1;
    }
    for (int k = 0; k < CHANGES; k++) {
        change_formula(pair);
    }
}

/* --- cases --- */

static void draw_pair(struct pair *pair) {
    random_measured_make(&pair->random, &pair->drawn[0]);
    pair->drawn[1] = pair->drawn[0];
    random_measured_unfold(&pair->random, &pair->drawn[1]);
    if (draw(pair, 2) == 0) {
        for (uint32_t changes = 1 + draw(pair, 3); changes > 0; changes--) {
            random_measured_change(&pair->random, &pair->drawn[1]);
        }
    }
    oracle_measured_join(&pair->drawn[0], &pair->drawn[1], &pair->both);
    for (int side = 0; side < 2; side++) {
        static const char *const names[] = {"first", "second"};
        static const char *const components[2][1] = {{"first"}, {"second"}};
        char name[32];
        snprintf(name, sizeof name, "%s.%s", names[side],
                 pair->drawn[0].kind == MEASURED_STEP ? "aut" : "drn");
        snprintf(pair->paths[side], sizeof pair->paths[side], "%s", test_folder_path(&place.folder, name));
        FILE *file = test_present(fopen(pair->paths[side], "w"));
        random_measured_write(&pair->random, &pair->drawn[side], file);
        CU_ASSERT_FATAL(fclose(file) == 0);
        pair->subjects[side] =
            (struct evidence_subject){pair->paths[side], &pair->options, components[side], 1, NULL};
    }
}

static void judge_pair(uint64_t seed, void *context) {
    struct pair pair = {.seed = seed, .random = seed * 0x9e3779b97f4a7c15u + 1, .totals = context};
    uint32_t class_of[ORACLE_MEASURED_STATES];
    struct mdp *models[2] = {NULL, NULL};
    draw_pair(&pair);
    const uint32_t parted = oracle_measured_refine(&pair.both, class_of);
    if (pair.drawn[0].kind == MEASURED_STEP) {
        compare_networks(&pair);
    } else {
        compare_models(&pair, models);
    }
    pair.totals->cases++;
    if (pair.comparison.related != (parted == UINT32_MAX)) {
        tell(&pair, "a wrong verdict", "");
    } else if (pair.comparison.related) {
        pair.totals->related++;
        judge(&pair, NULL, 0, 1, "its own classes");
        for (int k = 0; k < CHANGES; k++) {
            change_classes(&pair);
        }
    } else {
        pair.totals->different++;
        judge_formula(&pair, parted);
        memcpy(pair.class_of, class_of, sizeof class_of);
        judge(&pair, NULL, 0, 0, "classes of different inputs");
    }
    comparison_free(&pair.comparison, &place.memory);
    mdp_free(models[0]);
    mdp_free(models[1]);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

static void test_random(void) {
    struct totals totals = {0};
    if (judge_seeds(DEFAULT_CASES, 1, judge_pair, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_counts("pairs", totals.cases, "related", totals.related, "confirmed", totals.confirmed, "refuted",
                  totals.refuted, "deeper than 2", totals.deep, "several bounds", totals.several, "at most",
                  totals.at_most, NULL);
    if (totals.cases < DEFAULT_CASES) {
        return;
    }
    CU_ASSERT(totals.related * 3 >= totals.cases);
    CU_ASSERT(totals.different * 4 >= totals.cases);
    CU_ASSERT(totals.confirmed >= totals.cases);
    CU_ASSERT(totals.refuted >= totals.cases);
    CU_ASSERT(totals.deep * 50 >= totals.cases);
    CU_ASSERT(totals.several > 0 && totals.at_most > 0);
    for (int kind = 0; kind < MEASURED_MOVES; kind++) {
        CU_ASSERT(totals.kinds[kind] > totals.cases / 50);
    }
}

/* With any limit of memory: the verdict, or ERROR_MEMORY; a formula, or why there is none; and nothing is
 * lost. */
static void test_limits(void) {
    struct totals totals = {0};
    struct pair pair = {.random = 5, .totals = &totals};
    uint32_t class_of[ORACLE_MEASURED_STATES];
    uint64_t unexplained = 0, explained = 0;
    const struct mdp_read_options how = {.keep = 1};
    do {
        draw_pair(&pair);
    } while (pair.drawn[0].kind != MEASURED_DRAW ||
             oracle_measured_refine(&pair.both, class_of) == UINT32_MAX || pair.both.states < 20);
    struct mdp *models[2];
    for (int side = 0; side < 2; side++) {
        models[side] = test_present(mdp_read_as(pair.paths[side], &how, &place.run, &place.error));
    }
    struct model_lumping lumping;
    CU_ASSERT_FATAL(
        lump_models((const struct mdp *const *)models, 2, NULL, &place.run, &lumping, &place.error) == 0);
    const uint64_t before = memory_used(&place.memory), limit = place.memory.limit;
    for (uint64_t more = 64; more < 1 << 22; more += more / 16 + 1) {
        struct difference difference;
        memset(&difference, 0, sizeof difference);
        place.memory.limit = before + more;
        explain_moves(moves_of_models(&lumping, &place.run, &difference.moves, &place.error), &difference,
                      &place.run, &place.error);
        CU_ASSERT_EQUAL(difference.measured.nodes.count == 0, difference.why.code != ERROR_NONE);
        explained += difference.measured.nodes.count > 0;
        unexplained += difference.measured.nodes.count == 0;
        measured_formula_free(&difference.measured, &place.memory);
        text_buffer_free(&place.memory, &difference.formula);
        moves_free(&difference.moves, &place.memory);
        CU_ASSERT_EQUAL(memory_used(&place.memory), before);
    }
    place.memory.limit = limit;
    CU_ASSERT(unexplained > 10 && explained > 10);
    model_lumping_free(&lumping);
    mdp_free(models[0]);
    mdp_free(models[1]);
}

void suite_measured_evidence(void) {
    suite_add("evidence of probabilistic equivalence", workplace_open, workplace_close, "random inputs",
              test_random, "limits", test_limits, NULL);
}
