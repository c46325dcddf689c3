/*
 * `heddle check --almost-surely` and `--almost-surely-repeatedly` on models with data: random models, each
 * verdict compared with the nested fixpoint over the walker's choices, from its formula, and confirmed by
 * its evidence where there is some; evidence of components, too. A label that has no value in some state
 * leaves its property undecided.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "explorer/backend.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/prism_space.h"
#include "tests/random/random_prism.h"
#include "tests/support/backend_test.h"
#include "tests/support/evidence_file.h"
#include "tests/support/place_model.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 400
#define MOST_STATES 600

/* What is asked: once or repeatedly by some scheduler, once by every one. */
enum aim { ONCE, REPEATEDLY, EVERY, AIMS };

/* --- the oracle --- */

/* A choice of an mdp, or all that happens in a state of a chain. */
struct naive_choice {
    uint32_t state, begin, end; /* in `branches` */
};

struct naive_branch {
    uint32_t target;
    int is_goal;
};

/* What is to happen: an action, or a state with a label, whose predicate it is. */
struct goal {
    const char *text;
    int is_state_label;
    uint32_t predicate;
};

struct naive {
    const struct prism_space *space;
    const struct goal *goal;
    int is_undefined; /* the goal has no value in some state */
    GROWING(struct naive_choice) choices;
    GROWING(struct naive_branch) branches;
};

static int is_goal_action(const struct prism_model *model, uint32_t action, const char *goal) {
    return strcmp(action == PRISM_NONE ? "i" : model->actions[action], goal) == 0;
}

static void note_branch(struct naive *naive, uint32_t target, int is_goal) {
    const struct naive_branch branch = {target, is_goal};
    CU_ASSERT_EQUAL_FATAL(GROWING_ADD(&place.memory, naive->branches, branch), 0);
}

static void note_choice(struct naive *naive, const struct prism_choice *choice) {
    const struct prism_space *space = naive->space;
    const struct goal *goal = naive->goal;
    for (uint64_t i = 0; i < choice->branch_count; i++) {
        note_branch(naive, (uint32_t)prism_space_find(space, choice->branches[i].target),
                    !goal->is_state_label && is_goal_action(space->model, choice->action, goal->text));
    }
}

static int is_goal_state(struct naive *naive, prism_walk *walk, uint32_t state, int is_deadlock) {
    const struct goal *goal = naive->goal;
    if (!goal->is_state_label || goal->predicate == LANGUAGE_DEADLOCK) {
        return goal->is_state_label && is_deadlock;
    }
    int holds =
        prism_walk_predicate(walk, goal->predicate, prism_space_state(naive->space, state), &place.error);
    CU_ASSERT(holds >= 0 || place.error.code == ERROR_INPUT);
    naive->is_undefined |= holds < 0;
    return holds == 1;
}

static void end_choice(struct naive *naive, uint32_t state, uint32_t begin) {
    const struct naive_choice choice = {state, begin, (uint32_t)naive->branches.count};
    CU_ASSERT_EQUAL_FATAL(GROWING_ADD(&place.memory, naive->choices, choice), 0);
}

static void note_state(struct naive *naive, prism_walk *walk, uint32_t state) {
    int is_mdp = naive->space->model->kind == PRISM_MDP;
    uint32_t begin = (uint32_t)naive->branches.count;
    const uint64_t first = begin;
    struct prism_choices choices;
    CU_ASSERT_EQUAL_FATAL(
        prism_walk_choices(walk, prism_space_state(naive->space, state), &choices, &place.error), 0);
    const uint64_t count = choices.count;
    for (uint64_t i = 0; i < count; i++) {
        note_choice(naive, &choices.items[i]);
        if (is_mdp || i + 1 == count) {
            end_choice(naive, state, begin);
            begin = (uint32_t)naive->branches.count;
        }
    }
    if (count == 0) { /* the loop of a deadlock */
        note_branch(naive, state, 0);
        end_choice(naive, state, begin);
    }
    if (is_goal_state(naive, walk, state, count == 0)) { /* to visit it is to take one of its choices */
        for (uint64_t i = first; i < naive->branches.count; i++) {
            naive->branches.data[i].is_goal = 1;
        }
    }
}

/* Whether the choice stays in X (after the goal: only if REPEATEDLY), and may reach the goal or Y. */
static int is_good(const struct naive *naive, const struct naive_choice *choice, const char *x, const char *y,
                   enum aim aim) {
    int stays = 1, nears = 0;
    for (uint32_t i = choice->begin; i < choice->end; i++) {
        const struct naive_branch *branch = &naive->branches.data[i];
        stays &= x[branch->target] || (branch->is_goal && aim != REPEATEDLY);
        nears |= y[branch->target] || branch->is_goal;
    }
    return stays && nears;
}

/* Adds the states to Y of which some choice is good, or every one; returns whether there are new ones. The
 * choices of a state are neighbours. */
static int add_good(const struct naive *naive, const char *x, char *y, enum aim aim) {
    const struct naive_choice *choices = naive->choices.data;
    int changed = 0;
    for (uint64_t i = 0, end; i < naive->choices.count; i = end) {
        int some = 0, all = 1;
        for (end = i; end < naive->choices.count && choices[end].state == choices[i].state; end++) {
            const int good = is_good(naive, &choices[end], x, y, aim);
            some |= good;
            all &= good;
        }
        if (!y[choices[i].state] && (aim == EVERY ? all : some)) {
            y[choices[i].state] = 1;
            changed = 1;
        }
    }
    return changed;
}

/* nu X . mu Y . { s : some choice of s (or every one) is good }, over all states; whether all initial ones
 * are in it. */
static int decide_naively(const struct naive *naive, enum aim aim) {
    uint64_t states = naive->space->states, before = UINT64_MAX, in = states;
    char *x = test_allocate(states, 1), *y = test_allocate(states, 1);
    memset(x, 1, states);
    while (in < before) {
        memset(y, 0, states);
        while (add_good(naive, x, y, aim)) {
        }
        before = in;
        in = 0;
        for (uint64_t i = 0; i < states; i++) {
            in += (uint64_t)(x[i] = y[i]);
        }
    }
    int holds = 1;
    for (uint64_t i = 0; i < naive->space->initial; i++) { /* they were found first */
        holds &= x[i];
    }
    free(x);
    free(y);
    return holds;
}

static enum verdict naive_verdict(const struct prism_space *space, const prism_tree *tree,
                                  const struct goal *goal, enum aim aim) {
    struct naive naive = {.space = space, .goal = goal};
    prism_walk *walk = prism_walk_create(tree, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walk);
    for (uint64_t i = 0; i < space->states; i++) {
        note_state(&naive, walk, (uint32_t)i);
    }
    const enum verdict verdict = naive.is_undefined            ? VERDICT_UNDECIDED
                                 : decide_naively(&naive, aim) ? VERDICT_HOLDS
                                                               : VERDICT_VIOLATED;
    GROWING_FREE(&place.memory, naive.choices);
    GROWING_FREE(&place.memory, naive.branches);
    prism_walk_free(walk);
    return verdict;
}

/* --- random models --- */

struct tally {
    struct random_prism random;
    uint64_t mismatches, models, chains, several, undefined, holds[2 * AIMS], violated[2 * AIMS];
};

struct question {
    struct placed_model placed;
    const struct prism_space *space;
    struct goal goal;
    const char *path;
    uint64_t seed;
    int is_chain;
};

/* What is wrong with the evidence, or NULL. */
static const char *judge_evidence(const struct question *question, int holds) {
    static char reason[sizeof(struct verification) + 64];
    struct verification verification;
    if (evidence_file_verify(question->path, NULL, &place.run, &verification) != 1) {
        snprintf(reason, sizeof reason, "the scheduler is not confirmed: %.4095s", verification.reason);
        return reason;
    }
    if (verification.counts.initial != holds) {
        return "the evidence says otherwise";
    }
    /* Whether there is a scheduler from a state is determined. */
    struct evidence_file *file = test_present(calloc(1, sizeof *file));
    uint64_t random = question->seed;
    evidence_file_load(file, question->path);
    uint64_t state = random_draw(&random, (uint32_t)question->space->states);
    int had = evidence_file_number(file, state, 1) != UINT32_MAX;
    json_t *row = file->lines[state + 1], *own = json_incref(json_array_get(row, 0));
    json_array_clear(row);
    json_array_append_new(row, own);
    json_array_append_new(row, had ? json_null() : json_integer(0));
    json_array_append_new(row, had ? json_integer(1) : json_null());
    evidence_file_save(file, question->path);
    evidence_file_free(file);
    free(file);
    return evidence_file_verify(question->path, NULL, &place.run, &verification) == 0
               ? NULL
               : "changed evidence is confirmed";
}

/* Makes the property, and the predicate of its label of states. */
static void make_goal(struct question *question, enum aim aim, struct property *property) {
    struct property_maker maker = {.tree = question->placed.tree,
                                   .run = &place.run,
                                   .error = &place.error,
                                   .state_labels = question->goal.is_state_label,
                                   .every_scheduler = aim == EVERY};
    CU_ASSERT_EQUAL_FATAL(
        property_make(&maker, aim == REPEATEDLY ? PROPERTY_ALMOST_SURELY_REPEATEDLY : PROPERTY_ALMOST_SURELY,
                      question->goal.text, property),
        0);
    question->goal.predicate = property->predicate;
    CU_ASSERT_EQUAL_FATAL(language_compile_predicates(question->placed.tree, question->placed.network,
                                                      &place.run, &place.error),
                          0);
}

/* Whether the verdict is this one; without a verdict, whether an error of the model is the reason. */
static int has_verdict(const struct check *check, enum verdict expected) {
    const struct check_result *result = &check->results[0];
    return result->verdict == expected &&
           (expected != VERDICT_UNDECIDED ||
            (result->why.code == ERROR_INPUT && result->why.line > 0 && !check->scheduled));
}

/* Asks GPUs, if there are any: NULL, or what is wrong. */
static const char *ask_there(const struct question *question, const struct property *property,
                             const struct evidence_subject *about, enum verdict expected) {
    const char *what = NULL;
    for (const struct backend *const *backend = backends; *backend != NULL && what == NULL; backend++) {
        if (!(*backend)->on_device || question->seed % 4 != 0 ||
            !backend_takes(*backend, question->placed.network)) {
            continue;
        }
        struct check_options options = {
            .backend = *backend, .explore = {.max_depth = UINT64_MAX}, .subject = about};
        place.run.device_bytes = TEST_DEVICE_BYTES;
        struct check *check =
            check_run(question->placed.network, property, 1, &options, &place.run, &place.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(check);
        what = has_verdict(check, expected) ? NULL : "another verdict on a GPU";
        check_free(check, &place.run);
    }
    return what;
}

static const char *ask(struct tally *tally, struct question *question, enum aim aim) {
    const int of_states = question->goal.is_state_label,
              has_evidence = !question->is_chain && !(of_states && aim == REPEATEDLY);
    const int slot = AIMS * of_states + (int)aim;
    struct property property = {0};
    make_goal(question, aim, &property);
    walker *walker = language_walk(question->placed.tree, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walker);
    const struct evidence_subject about = {test_folder_path(&place.folder, "model.prism"),
                                           language_options(question->placed.tree), walker_names(walker),
                                           walker_components(walker), walker};
    struct check_options options = {.backend = backends[0],
                                    .explore = {.max_depth = UINT64_MAX},
                                    .scheduler = has_evidence ? question->path : NULL,
                                    .subject = &about};
    const char *what = NULL;
    struct check *check =
        check_run(question->placed.network, &property, 1, &options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    const enum verdict expected =
        naive_verdict(question->space, language_prism(question->placed.tree), &question->goal, aim);
    if (!has_verdict(check, expected)) {
        what = aim == REPEATEDLY ? "repeatedly: another verdict"
               : aim == EVERY    ? "every scheduler: another verdict"
                                 : "another verdict";
    } else if (has_evidence && expected != VERDICT_UNDECIDED) {
        what = check->scheduled ? judge_evidence(question, expected == VERDICT_HOLDS) : "no evidence";
    }
    what = what == NULL ? ask_there(question, &property, &about, expected) : what;
    tally->holds[slot] += expected == VERDICT_HOLDS;
    tally->violated[slot] += expected == VERDICT_VIOLATED;
    tally->undefined += expected == VERDICT_UNDECIDED;
    check_free(check, &place.run);
    property_free(&property, &place.run);
    walker_free(walker);
    return what;
}

/* A label of states: of the model, built in, or an expression, which may have no value in some states. */
static const char *draw_state_label(const struct prism_model *model, uint64_t *random, char text[256]) {
    const struct prism_variable *variable = &model->variables[random_draw(random, model->variable_count)];
    const uint32_t kind = random_draw(random, 8);
    if (kind < 2) {
        return kind == 0 ? "deadlock" : "init";
    }
    if (kind < 4 && model->label_count > 0) {
        return model->labels[random_draw(random, model->label_count)].name.text;
    }
    if (variable->type == PRISM_BOOL) {
        snprintf(text, 256, "{%s%s}", random_draw(random, 2) ? "!" : "", variable->name.text);
    } else {
        const int64_t span = (int64_t)variable->high - variable->low + 1;
        const char *relation = random_draw(random, 2) ? ">=" : "=";
        const int64_t value = variable->low + (int64_t)random_draw(random, (uint32_t)(span < 8 ? span : 8));
        snprintf(text, 256, kind == 4 ? "{mod(7, %s%s%" PRId64 " ? 2 : 0)=1}" : "{%s%s%" PRId64 "}",
                 variable->name.text, relation, value);
    }
    return text;
}

static const char *ask_all(struct tally *tally, struct question *question) {
    const char *what = NULL;
    for (int aim = 0; aim < AIMS && what == NULL; aim++) {
        what = ask(tally, question, (enum aim)aim);
    }
    return what;
}

static const char *judge_model(struct tally *tally, struct question *question, uint64_t seed) {
    const struct prism_model *model = question->space->model;
    uint64_t random = seed;
    uint32_t action = random_draw(&random, model->action_count + 1);
    const char *path = test_folder_path(&place.folder, "scheduler.json");
    char own[512], label[256];
    snprintf(own, sizeof own, "%s", path);
    question->goal.text = action == model->action_count ? "i" : model->actions[action];
    question->path = own;
    question->is_chain = model->kind != PRISM_MDP;
    question->seed = random;
    tally->models++;
    tally->chains += (uint64_t)question->is_chain;
    tally->several += question->space->initial > 1;
    place.run.threads = 1 + (unsigned)(seed % 3);
    const char *what = ask_all(tally, question);
    if (what == NULL && model->variable_count > 0) {
        question->goal = (struct goal){.text = draw_state_label(model, &random, label), .is_state_label = 1};
        what = ask_all(tally, question);
    }
    if (what != NULL) {
        printf("\n%s:", question->goal.text);
    }
    place.run.threads = 1;
    return what;
}

static void judge(uint64_t seed, void *context) {
    struct tally *tally = context;
    struct question question = {.seed = seed};
    struct prism_space space;
    struct error walked = {.code = ERROR_NONE};
    if (placed_model_draw(&question.placed, &tally->random, seed) == 0) {
        prism_space_explore(&space, language_prism(question.placed.tree), MOST_STATES, &place.run, &walked);
        question.space = &space;
        const char *what = walked.code == ERROR_NONE ? judge_model(tally, &question, seed) : NULL;
        tally->mismatches += placed_model_tell(&question.placed, seed, what);
        prism_space_free(&space);
    }
    placed_model_free(&question.placed);
}

static void test_random(void) {
    struct tally tally = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("models", tally.models, "chains", tally.chains, "several initial states", tally.several,
                  "labels without a value", tally.undefined, "once", tally.holds[0], "not", tally.violated[0],
                  "repeatedly", tally.holds[1], "not", tally.violated[1], "every", tally.holds[2], "not",
                  tally.violated[2], "labels of states: once", tally.holds[3], "not", tally.violated[3],
                  "repeatedly", tally.holds[4], "not", tally.violated[4], "every", tally.holds[5], "not",
                  tally.violated[5], NULL);
    CU_ASSERT(cases < CASES || (tally.models > cases / 2 && tally.chains > cases / 10 && tally.several > 5 &&
                                tally.undefined > 10));
    for (int k = 0; k < 2 * AIMS; k++) {
        CU_ASSERT(cases < CASES || (tally.holds[k] > cases / 20 && tally.violated[k] > cases / 20));
    }
}

void suite_check_chance(void) {
    suite_add("almost-sure properties of models with data", workplace_open, workplace_close, "random models",
              test_random, NULL);
}
