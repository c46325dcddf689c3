/* Random PRISM models: what is shown reads as the same; initial states beside all tuples; Storm's states. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "frontend/prism/syntax/prism_evaluate.h"
#include "frontend/prism/syntax/prism_show.h"
#include "tests/oracle/prism_space.h"
#include "tests/random/random_prism.h"
#include "tests/support/prism_example.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/place_model.h"
#include "tests/support/workplace.h"

#define MOST_STATES 20000
#define CASES 400
#define STORM_CASES 340
#define STORM_MOST 6000 /* states of an example */
#define STORM_MOST_LONG MOST_STATES
#define SHOWN_BYTES 100000

struct judgement {
    struct random_prism random;
    uint64_t mismatches, models, explored, states, errors, large, choices, labels, tuples;
};

static void mismatch(struct judgement *judgement, uint64_t seed, const char *text, const char *what) {
    printf("\nHEDDLE_SEED=%" PRIu64 ": %s%s%s\n%s\n", seed, what, place.error.code == ERROR_NONE ? "" : ": ",
           place.error.code == ERROR_NONE ? "" : place.error.text, text);
    judgement->mismatches++;
}

/* --- what is shown --- */

/* Appends labels that compare an expression of each command with itself, as it is shown. */
static char *with_labels(const struct prism_model *model, const char *text) {
    static char shown[SHOWN_BYTES];
    char *result = NULL;
    size_t size;
    unsigned number = 0;
    FILE *out = open_memstream(&result, &size);
    fputs(text, test_present(out));
    for (uint32_t i = 0; i < model->module_count; i++) {
        for (uint32_t j = 0; j < model->modules[i].command_count; j++) {
            const struct prism_command *command = &model->modules[i].commands[j];
            prism_show_expression(model, command->guard, shown, sizeof shown);
            fprintf(out, "label \"z%u\" = %s;\n", number++, shown);
            for (uint32_t k = 0; k < command->updates[0].assignment_count; k++) {
                prism_show_expression(model, command->updates[0].assignments[k].value, shown, sizeof shown);
                fprintf(out, "label \"z%u\" = (%s) = (%s);\n", number++, shown, shown);
            }
        }
    }
    fclose(out);
    return result;
}

/* Whether an expression has the same value, or failure, as one of another reading, in some states. */
static int agree(const struct prism_model *model, const struct prism_expression *one,
                 const struct prism_model *again, const struct prism_expression *other, uint64_t seed) {
    int32_t state[32];
    for (unsigned round = 0; round < 8; round++) {
        struct prism_value left, right;
        struct prism_failure failure;
        for (uint32_t i = 0; i < model->variable_count; i++) {
            const struct prism_variable *variable = &model->variables[i];
            uint64_t values = (uint64_t)((int64_t)variable->high - variable->low) + 1;
            uint32_t most = values > UINT32_MAX ? UINT32_MAX : (uint32_t)values;
            state[i] = (int32_t)((int64_t)variable->low + random_draw(&seed, most));
        }
        int failed = prism_evaluate(model, one, state, &left, &failure);
        if (failed != prism_evaluate(again, other, state, &right, &failure) ||
            (!failed && (left.type != right.type || left.integer != right.integer ||
                         memcmp(&left.real, &right.real, sizeof left.real) != 0))) {
            return 0;
        }
    }
    return 1;
}

static int judge_labels(struct judgement *judgement, const struct prism_model *model,
                        const struct prism_model *again, uint64_t seed) {
    uint32_t number = model->label_count;
    for (uint32_t i = 0; i < model->module_count; i++) {
        for (uint32_t j = 0; j < model->modules[i].command_count; j++) {
            const struct prism_command *command = &model->modules[i].commands[j];
            judgement->labels++;
            if (!agree(model, command->guard, again, again->labels[number++].expression, seed)) {
                return 0;
            }
            for (uint32_t k = 0; k < command->updates[0].assignment_count; k++) {
                const struct prism_expression *label = again->labels[number++].expression;
                if (!agree(model, command->updates[0].assignments[k].value, again, label->operands[1],
                           seed)) {
                    return 0;
                }
            }
        }
    }
    return number == again->label_count;
}

static void judge_shown(struct judgement *judgement, const prism_tree *tree, const char *text,
                        const char *given, uint64_t seed) {
    const struct prism_model *model = prism_tree_model(tree);
    char *longer = with_labels(model, text);
    prism_tree *again = prism_text_read(longer, given);
    if (again == NULL) {
        mismatch(judgement, seed, longer, "what is shown is refused");
    } else if (!judge_labels(judgement, model, prism_tree_model(again), seed)) {
        mismatch(judgement, seed, longer, "what is shown has another value");
    }
    prism_tree_free(again);
    free(longer);
}

/* --- initial states --- */

struct tuples {
    const struct prism_model *model;
    GROWING(int32_t) values;
    struct memory *memory;
};

static int add_tuple(void *context, const int32_t *state) {
    struct tuples *tuples = context;
    for (uint32_t i = 0; i < tuples->model->variable_count; i++) {
        if (GROWING_ADD(tuples->memory, tuples->values, state[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* All tuples that satisfy the condition, in order; -1 at the first that has no value. */
static int enumerate_all(struct tuples *tuples) {
    const struct prism_model *model = tuples->model;
    int32_t state[32];
    for (uint32_t i = 0; i < model->variable_count; i++) {
        state[i] = model->variables[i].low;
    }
    for (;;) {
        struct prism_value value;
        struct prism_failure failure;
        if (prism_evaluate(model, model->initial, state, &value, &failure) != 0) {
            return -1;
        }
        if (value.integer && add_tuple(tuples, state) != 0) {
            return -1;
        }
        uint32_t at = model->variable_count;
        while (at > 0 && state[at - 1] == model->variables[at - 1].high) {
            state[at - 1] = model->variables[at - 1].low;
            at--;
        }
        if (at == 0) {
            return 0;
        }
        state[at - 1]++;
    }
}

static void judge_initial(struct judgement *judgement, const prism_tree *tree, const char *text,
                          uint64_t seed) {
    const struct prism_model *model = prism_tree_model(tree);
    struct error *error = &place.error;
    struct tuples found = {.model = model, .memory = &place.memory}, all = found;
    if (model->initial == NULL) {
        return;
    }
    prism_walk *walk = prism_walk_create(tree, &place.run, error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walk);
    int failed = prism_walk_initial(walk, add_tuple, &found, error);
    int wanted = enumerate_all(&all);
    /* Where a tuple has no value, the search may have excluded it earlier. */
    int is_empty = wanted == 0 && all.values.count == 0;
    if (is_empty) { /* which is an error, by name */
        failed = failed == 0 || strcmp(error->text, "no state satisfies init .. endinit") != 0;
    }
    if (wanted == 0 && (failed != 0 || found.values.count != all.values.count ||
                        (found.values.count > 0 && memcmp(found.values.data, all.values.data,
                                                          found.values.count * sizeof(int32_t)) != 0))) {
        mismatch(judgement, seed, text, "other initial states");
    }
    judgement->tuples += all.values.count / model->variable_count;
    GROWING_FREE(&place.memory, found.values);
    GROWING_FREE(&place.memory, all.values);
    prism_walk_free(walk);
}

/* --- exploring --- */

static int explore(struct judgement *judgement, const prism_tree *tree, struct prism_space *space) {
    struct error *error = &place.error;
    error->code = ERROR_NONE;
    int failed = prism_space_explore(space, tree, MOST_STATES, &place.run, error);
    judgement->models++;
    judgement->explored += failed == 0;
    judgement->errors += failed != 0;
    judgement->states += space->states;
    judgement->choices += space->choices;
    judgement->large += space->states >= 20;
    return failed;
}

static void judge(uint64_t seed, void *context) {
    struct judgement *judgement = context;
    char given[64];
    char *text = random_prism_model(&judgement->random, seed, given);
    prism_tree *tree = prism_text_read(text, given);
    struct prism_space space;
    if (tree == NULL) {
        mismatch(judgement, seed, text, "refused");
        free(text);
        return;
    }
    if (explore(judgement, tree, &space) != 0 && place.error.code != ERROR_LIMIT && /* of this test */
        (place.error.code != ERROR_INPUT || place.error.line == 0)) {
        mismatch(judgement, seed, text, "an error without a place");
    }
    prism_space_free(&space);
    judge_initial(judgement, tree, text, seed);
    judge_shown(judgement, tree, text, given, seed);
    prism_tree_free(tree);
    free(text);
}

static void test_models(void) {
    struct judgement judgement = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &judgement, &judgement.mismatches);
    report_counts("models", judgement.models, "explored", judgement.explored, "states", judgement.states,
                  "choices", judgement.choices, "with an error", judgement.errors, "of 20 states",
                  judgement.large, "expressions shown", judgement.labels, "initial states", judgement.tuples,
                  NULL);
    for (unsigned i = 0; i < RANDOM_PRISM_COUNT && cases >= CASES; i++) {
        if (judgement.random.drawn[i] < cases / 40) {
            printf("\n%s: in %" PRIu64 " models", random_prism_name((enum random_prism_construct)i),
                   judgement.random.drawn[i]);
            CU_FAIL("a construct is rare");
        }
    }
    CU_ASSERT(cases < CASES || (judgement.large > cases / 5 && judgement.errors > 5));
}

/* --- Storm --- */

/* Writes a model and its states, and adds them to the list. */
static void add_case(struct judgement *judgement, FILE *list, uint64_t number, const char *text,
                     const char *given) {
    char name[64];
    struct prism_space space;
    prism_tree *tree = prism_text_read(text, given);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    if (explore(judgement, tree, &space) == 0 && space.states > 0) {
        snprintf(name, sizeof name, "%" PRIu64 ".prism", number);
        fprintf(list, "%s\t%s", test_folder_write(&place.folder, name, text), *given == '\0' ? "-" : given);
        snprintf(name, sizeof name, "%" PRIu64 ".states", number);
        FILE *states = test_present(fopen(test_folder_path(&place.folder, name), "w"));
        fprintf(list, "\t%s\n", place.folder.file);
        if (prism_space_write(&space, tree, &place.run, states, &place.error) != 0) {
            mismatch(judgement, number, text, "no labels or rewards");
        }
        fclose(states);
    }
    prism_space_free(&space);
    prism_tree_free(tree);
}

struct listing {
    struct judgement *judgement;
    FILE *list;
    uint64_t number;
};

static void add_example(const struct prism_example *example, void *context) {
    struct listing *listing = context;
    char *text = prism_example_text(example, &place.folder);
    add_case(listing->judgement, listing->list, ++listing->number, text, example->constants);
    free(text);
}

/* Models that Storm refuses, for it has no state or more than one: at most a fifth. */
static void judge_results(struct judgement *judgement, const char *path, uint64_t cases, unsigned examples) {
    char line[2000];
    uint64_t same = 0, refused = 0;
    FILE *results = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(results);
    while (fgets(line, sizeof line, results) != NULL) {
        same += strcmp(line, "same\n") == 0;
        refused += strncmp(line, "Storm: ", 7) == 0;
        if (strncmp(line, "different: ", 11) == 0) {
            printf("\nmodel %" PRIu64 ": %s", same + refused, line);
            judgement->mismatches++;
        }
    }
    fclose(results);
    report_counts("models", cases + examples, "same", same, "refused by Storm", refused, "states",
                  judgement->states, NULL);
    CU_ASSERT_EQUAL(judgement->mismatches, 0);
    CU_ASSERT(same >= examples && refused <= cases / 5 + 2 && (cases < STORM_CASES || same >= 300));
}

static void test_storm(void) {
    struct judgement judgement = {.mismatches = 0};
    judgement.random.for_storm = 1;
    char list_path[600], results[600];
    snprintf(list_path, sizeof list_path, "%s", test_folder_path(&place.folder, "list"));
    snprintf(results, sizeof results, "%s", test_folder_path(&place.folder, "results"));
    FILE *list = test_present(fopen(list_path, "w"));
    struct listing listing = {&judgement, list, 0};
    unsigned examples =
        prism_example_each(test_is_long() ? STORM_MOST_LONG : STORM_MOST, add_example, &listing);
    CU_ASSERT(examples >= 25);
    uint64_t cases = number_of_cases(STORM_CASES), seed = number_from_environment("HEDDLE_SEED", 1);
    for (uint64_t i = 0; i < cases; i++) {
        char given[64];
        char *text = random_prism_model(&judgement.random, seed + i, given);
        add_case(&judgement, list, 100 + i, text, given);
        free(text);
    }
    fclose(list);
    const char *const arguments[] = {storm_python(), "tests/oracle/prism_storm.py", list_path, results, NULL};
    struct process process;
    char out[600], err[600];
    snprintf(out, sizeof out, "%s", test_folder_path(&place.folder, "out"));
    snprintf(err, sizeof err, "%s", test_folder_path(&place.folder, "err"));
    process_finish(process_start(arguments, out, err), out, err, &process);
    CU_ASSERT_EQUAL(process.code, 0);
    process_free(&process);
    judge_results(&judgement, results, cases, examples);
}

void suite_prism_random(void) {
    CU_pSuite suite = suite_add("random PRISM models", workplace_open, workplace_close,
                                "read, walked and shown", test_models, NULL);
    if (storm_python() == NULL) {
        test_skip("PRISM models in Storm",
                  "there is no build/storm (make build/storm.done, which needs stormpy)");
    } else {
        CU_add_test(suite, "Storm's states", test_storm);
    }
}
