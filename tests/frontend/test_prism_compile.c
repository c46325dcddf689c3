/* The compiled form of PRISM models beside the walker: every reachable state of examples and random models.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "explorer/model/data/program.h"
#include "frontend/prism/compile/prism_code.h"
#include "frontend/prism/compile/prism_compile.h"
#include "frontend/prism/syntax/prism_show.h"
#include "tests/oracle/prism_space.h"
#include "tests/random/random_prism.h"
#include "tests/support/prism_example.h"
#include "tests/support/process.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"
#include "tests/support/place_model.h"
#include "tests/support/workplace.h"

#define CASES 600
#define MOST_STATES 3000
#define MOST_STATES_EXAMPLE 30000 /* of which the first MOST_STATES are compared */

struct comparison {
    struct random_prism random;
    uint64_t mismatches, models, states, choices, branches, failures, checks;
    /* of the model in hand */
    const struct prism_model *model;
    struct data_header *image;
    struct data_scratch scratch;
    prism_walk *walk;
    const char *why;
};

/* --- choices in an order that both sides have --- */

struct flat_choice {
    uint32_t action, commands[32], command_count;
    uint64_t branch_begin, branch_count;
};

/* All choices of a state with their branches; weights and targets in order. */
struct flat {
    struct memory *memory;
    GROWING(struct flat_choice) choices;
    GROWING(double) weights;
    GROWING(int64_t) targets;
};

static int compare_flat(const void *left, const void *right) {
    const struct flat_choice *a = left, *b = right;
    if (a->action != b->action) {
        return a->action + 1 < b->action + 1 ? -1 : 1;
    }
    for (uint32_t i = 0; i < a->command_count && i < b->command_count; i++) {
        if (a->commands[i] != b->commands[i]) {
            return a->commands[i] < b->commands[i] ? -1 : 1;
        }
    }
    return (a->command_count > b->command_count) - (a->command_count < b->command_count);
}

static void flat_free(struct flat *flat) {
    GROWING_FREE(flat->memory, flat->choices);
    GROWING_FREE(flat->memory, flat->weights);
    GROWING_FREE(flat->memory, flat->targets);
}

/* Of a command among all. */
static uint32_t number_of(const struct prism_model *model, const struct prism_command *command) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < command->module; i++) {
        first += model->modules[i].command_count;
    }
    return first + (uint32_t)(command - model->modules[command->module].commands);
}

static void add_walked(struct comparison *comparison, const struct prism_choices *choices,
                       struct flat *flat) {
    for (uint64_t i = 0; i < choices->count; i++) {
        const struct prism_choice *one = &choices->items[i];
        struct flat_choice choice = {.action = one->action,
                                     .command_count = one->command_count,
                                     .branch_begin = flat->weights.count,
                                     .branch_count = one->branch_count};
        for (uint32_t j = 0; j < one->command_count; j++) {
            choice.commands[j] = number_of(comparison->model, one->commands[j]);
        }
        for (uint64_t j = 0; j < one->branch_count; j++) {
            CU_ASSERT_FATAL(GROWING_ADD(flat->memory, flat->weights, one->branches[j].weight) == 0);
            for (uint32_t k = 0; k < comparison->model->variable_count; k++) {
                CU_ASSERT_FATAL(GROWING_ADD(flat->memory, flat->targets, one->branches[j].target[k]) == 0);
            }
        }
        CU_ASSERT_FATAL(GROWING_ADD(flat->memory, flat->choices, choice) == 0);
    }
}

/* The same by the compiled form: DATA_FINE, or the failure. */
static enum data_failure add_compiled(struct comparison *comparison, struct flat *flat,
                                      struct data_step *step) {
    const struct data_header *image = comparison->image;
    struct data_scratch *scratch = &comparison->scratch;
    enum data_failure failure = data_begin(image, scratch, step);
    while (failure == DATA_FINE && data_next_choice(image, scratch, step)) {
        struct flat_choice choice = {.action = data_rules(image)[step->rule].action,
                                     .command_count = data_rules(image)[step->rule].class_count,
                                     .branch_begin = flat->weights.count};
        for (uint32_t i = 0; i < choice.command_count; i++) {
            choice.commands[i] = data_chosen(image, scratch, i);
        }
        failure = data_check_weights(image, scratch, step);
        for (int found = 1; failure == DATA_FINE && found;) {
            failure = data_next_branch(image, scratch, step, &found);
            if (failure != DATA_FINE || !found) {
                break;
            }
            choice.branch_count++;
            CU_ASSERT_FATAL(GROWING_ADD(flat->memory, flat->weights, step->weight) == 0);
            for (uint32_t k = 0; k < comparison->model->variable_count; k++) {
                CU_ASSERT_FATAL(GROWING_ADD(flat->memory, flat->targets, scratch->target[k]) == 0);
            }
        }
        CU_ASSERT_FATAL(GROWING_ADD(flat->memory, flat->choices, choice) == 0);
    }
    return failure;
}

static int is_same(const struct comparison *comparison, const struct flat *one, const struct flat *other) {
    uint64_t variables = comparison->model->variable_count;
    if (one->choices.count != other->choices.count) {
        return 0;
    }
    for (uint64_t i = 0; i < one->choices.count; i++) {
        const struct flat_choice *a = &one->choices.data[i], *b = &other->choices.data[i];
        if (compare_flat(a, b) != 0 || a->branch_count != b->branch_count) {
            return 0;
        }
        for (uint64_t j = 0; j < a->branch_count; j++) {
            uint64_t x = a->branch_begin + j, y = b->branch_begin + j;
            if (one->weights.data[x] != other->weights.data[y] ||
                (variables > 0 &&
                 memcmp(&one->targets.data[x * variables], &other->targets.data[y * variables],
                        variables * sizeof(int64_t)) != 0)) {
                return 0;
            }
        }
    }
    return 1;
}

/* --- one state --- */

/* Where the walker's message points: into the command that the compiled form names. */
static int is_at(const struct comparison *comparison, const struct data_step *step,
                 const struct error *error) {
    for (uint32_t i = 0; i < comparison->model->module_count; i++) {
        for (uint32_t j = 0; j < comparison->model->modules[i].command_count; j++) {
            const struct prism_command *command = &comparison->model->modules[i].commands[j];
            char text[PRISM_SHOWN], place[PRISM_SHOWN + 100];
            if (number_of(comparison->model, command) == step->command) {
                snprintf(place, sizeof place, "in the command %s of '%s'",
                         prism_show_command(comparison->model, command, text, sizeof text),
                         comparison->model->modules[i].name.text);
                return strstr(error->text, place) != NULL;
            }
        }
    }
    return 0;
}

/* What the walker says of each failure. */
static int is_said(const struct data_step *step, enum data_failure failure, const struct error *error) {
    static const char *const programs[] = {"", "does not fit into 32 bits", "is negative", "is not positive",
                                           "does not fit into 32 bits"};
    const char *text = failure == DATA_WEIGHT_SIGN ? "it must be finite and not negative"
                       : failure == DATA_SUM       ? "the sum of the probabilities is"
                       : failure == DATA_RANGE     ? "is not in the range"
                                                   : programs[step->why];
    return strstr(error->text, text) != NULL;
}

static void compare_state(struct comparison *comparison, const int32_t *state) {
    struct prism_choices choices;
    struct flat walked = {.memory = &place.memory}, compiled = walked;
    struct data_step step = {0};
    uint64_t words[16];
    int64_t *fields = comparison->scratch.fields, *again = comparison->scratch.target;
    CU_ASSERT_FATAL(comparison->image->words <= LENGTH(words));
    for (uint32_t i = 0; i < comparison->model->variable_count; i++) {
        again[i] = state[i];
    }
    data_pack(comparison->image, again, words);
    data_unpack(comparison->image, words, fields);
    for (uint32_t i = 0; i < comparison->model->variable_count; i++) {
        comparison->why = fields[i] == state[i] ? comparison->why : "packed and unpacked";
    }
    place.error.code = ERROR_NONE;
    int failed = prism_walk_choices(comparison->walk, state, &choices, &place.error);
    enum data_failure failure = add_compiled(comparison, &compiled, &step);
    comparison->states++;
    comparison->failures += failed != 0;
    if ((failed != 0) != (failure != DATA_FINE)) {
        comparison->why = failed ? "the walker fails" : "the compiled form fails";
    } else if (failed && comparison->model->system_count == 0 &&
               (!is_at(comparison, &step, &place.error) || !is_said(&step, failure, &place.error))) {
        comparison->why = "another failure";
    } else if (!failed) {
        add_walked(comparison, &choices, &walked);
        if (comparison->model->system_count > 0 && compiled.choices.count > 1) {
            qsort(compiled.choices.data, compiled.choices.count, sizeof *compiled.choices.data, compare_flat);
        }
        comparison->why = is_same(comparison, &walked, &compiled) ? comparison->why : "other choices";
        comparison->choices += walked.choices.count;
        comparison->branches += walked.weights.count;
    }
    flat_free(&walked);
    flat_free(&compiled);
}

/* Labels, rewards and the condition of initial states: the same value, or both fail. */
static void compare_values(struct comparison *comparison, const int32_t *state) {
    const struct data_header *image = comparison->image;
    struct error *error = &place.error;
    struct data_scratch *scratch = &comparison->scratch;
    uint64_t value = 0, guard = 0;
    for (uint32_t i = 0; i < comparison->model->label_count; i++) {
        int holds = prism_walk_predicate(comparison->walk, i, state, error);
        enum program_failure failure =
            data_run(image, data_predicates(image)[i], scratch->fields, scratch->registers, &value);
        comparison->checks++;
        if ((holds < 0) != (failure != PROGRAM_FINE) || (holds >= 0 && (uint64_t)holds != value)) {
            comparison->why = "another label";
        }
    }
    for (uint32_t i = 0; i < comparison->model->reward_count; i++) {
        for (uint32_t action = 0; action <= comparison->model->action_count + 1; action++) {
            double reward, sum = 0;
            int is_state = action == comparison->model->action_count + 1, fails = 0;
            uint32_t wanted = action == comparison->model->action_count ? DATA_NONE : action;
            int failed = is_state
                             ? prism_walk_state_reward(comparison->walk, i, state, &reward, error)
                             : prism_walk_action_reward(comparison->walk, i, state, wanted, &reward, error);
            for (uint64_t j = 0; j < image->rewards.count; j++) {
                const struct data_reward *one = &data_rewards(image)[j];
                if (one->structure != i || (one->kind == DATA_REWARD_STATE) != is_state ||
                    (!is_state && one->action != wanted)) {
                    continue;
                }
                fails |=
                    data_run(image, one->guard, scratch->fields, scratch->registers, &guard) != PROGRAM_FINE;
                if (!fails && guard) {
                    fails |= data_run(image, one->value, scratch->fields, scratch->registers, &value) !=
                             PROGRAM_FINE;
                    double number = program_double(value);
                    fails |= !(number >= 0) || number - number != 0;
                    sum += number;
                }
            }
            comparison->checks++;
            if ((failed != 0) != fails || (!failed && sum != reward)) {
                comparison->why = "another reward";
            }
        }
    }
}

/* --- one model --- */

static void compare_model(struct comparison *comparison, prism_tree *tree) {
    struct run *run = &place.run;
    struct error *error = &place.error;
    struct prism_space space;
    comparison->model = prism_tree_model(tree);
    comparison->image = prism_compile(tree, run, error);
    comparison->walk = prism_walk_create(tree, run, error);
    CU_ASSERT_FATAL(comparison->image != NULL && comparison->walk != NULL);
    uint64_t *words = data_scratch_open(&place.memory, comparison->image, &comparison->scratch);
    CU_ASSERT_PTR_NOT_NULL_FATAL(words);
    comparison->models++;
    /* Up to the first state with an error, too. */
    prism_space_explore(&space, tree, MOST_STATES, run, error);
    for (uint64_t i = 0; i < space.states && comparison->why == NULL; i++) {
        compare_state(comparison, prism_space_state(&space, i));
        compare_values(comparison, prism_space_state(&space, i));
        if (comparison->model->initial != NULL && i < space.initial) {
            uint64_t holds = 0;
            enum program_failure failure =
                data_run(comparison->image, comparison->image->initial, comparison->scratch.fields,
                         comparison->scratch.registers, &holds);
            comparison->why = failure == PROGRAM_FINE && holds ? comparison->why : "no initial state";
        }
    }
    prism_space_free(&space);
    data_scratch_close(&place.memory, comparison->image, words);
    data_model_free(&place.memory, comparison->image);
    prism_walk_free(comparison->walk);
}

static void judge_text(struct comparison *comparison, const char *text, const char *given, uint64_t seed) {
    prism_tree *tree = prism_text_read(text, given);
    comparison->why = NULL;
    if (tree == NULL) {
        comparison->why = "refused";
    } else {
        compare_model(comparison, tree);
    }
    if (comparison->why != NULL) {
        printf("\nHEDDLE_SEED=%" PRIu64 ": %s (%s)\n%s\n", seed, comparison->why, place.error.text, text);
        comparison->mismatches++;
    }
    prism_tree_free(tree);
}

static void judge(uint64_t seed, void *context) {
    struct comparison *comparison = context;
    char given[64];
    char *text = random_prism_model(&comparison->random, seed, given);
    judge_text(comparison, text, given, seed);
    free(text);
}

static void test_models(void) {
    struct comparison comparison = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &comparison, &comparison.mismatches);
    report_counts("models", comparison.models, "states", comparison.states, "choices", comparison.choices,
                  "branches", comparison.branches, "failures", comparison.failures, "labels and rewards",
                  comparison.checks, NULL);
    CU_ASSERT(cases < CASES || (comparison.failures > 20 && comparison.states > 20 * cases));
}

static void judge_example(const struct prism_example *example, void *context) {
    struct comparison *comparison = context;
    char *text = prism_example_text(example, &place.folder);
    judge_text(comparison, text, example->constants, 0);
    free(text);
}

static void test_examples(void) {
    struct comparison comparison = {.mismatches = 0};
    unsigned examples = prism_example_each(MOST_STATES_EXAMPLE, judge_example, &comparison);
    CU_ASSERT_EQUAL(comparison.mismatches, 0);
    CU_ASSERT(examples >= 40 && comparison.states > 20000);
}

/* Models of which a state is wrong in a certain way, and the boundaries of ints. */
static void test_failures(void) {
    static const char *const models[] = {
        "dtmc module m x:[0..2]; [] true -> 0.5:(x'=x+1) + 0.4:(x'=0); endmodule",
        "dtmc module m x:[0..2]; [] x<2 -> 0.5:(x'=x+1) + 0.5:(x'=0); [] x=2 -> (x'=x+1); endmodule",
        "dtmc module m x:[0..2]; [] true -> 1.5:(x'=0) + -0.5:(x'=1); endmodule",
        "ctmc module m x:[0..2]; [] true -> 1/x:(x'=0); endmodule",
        "mdp module m x:[0..2]; [] mod(4, x)=0 -> true; endmodule",
        "mdp module m x:[0..2]; [] x>0 & mod(4, x)=0 -> (x'=0); [] true -> (x'=min(2,x+1)); endmodule",
        "mdp module m x:[0..2]; [] x=0 | mod(4, x)=0 -> (x'=x=2 ? 0 : x+1); endmodule",
        "mdp module m x:[0..2]; [] x>0 => mod(4, x)=0 -> (x'=x=2 ? 0 : x+1); endmodule",
        "mdp module m x:[-2147483647-1..2147483647] init 2147483647; [] x+1>0 -> true; endmodule",
        "mdp module m x:[-2147483648..2147483647] init -2147483648; [] -x>0 -> true; endmodule",
        "mdp module m x:[-2147483648..2147483647] init -2147483648; [] x=-2147483648 & x<-2147483648+0.5 & "
        "x-1.5<-2147483648 -> (x'=-2147483648+1); endmodule",
        "mdp module m x:[-2147483648..2147483647] init -2147483648; [] x--2147483648=0 -> "
        "(x'=-2147483648^1); "
        "endmodule",
        "mdp module m x:[-2147483647-1..2147483647] init -2147483647; [] -x>0 -> (x'=-x); endmodule",
        "mdp module m x:[0..65536] init 65536; [] x*x>0 -> true; endmodule",
        "mdp module m x:[0..46340] init 46340; [] x*x>0 -> true; endmodule",
        "mdp module m x:[-5..5] init -5; [] pow(2, x)>0 -> true; endmodule",
        "mdp module m x:[0..40] init 31; [] pow(2, x)>0 -> true; endmodule",
        "mdp module m x:[0..40] init 30; [] 2^x>0 -> true; endmodule",
        "mdp module m x:[0..40]; [] floor(1e9*(x+1)*3)>0 -> true; endmodule",
        "mdp module m x:[0..40]; [] x+1.5+2147483647>0 & x+2147483647+1.5>0 -> (x'=1-x); endmodule",
        "mdp module m x:[0..2]; [] true -> mod(4,x):true; endmodule",
        "mdp module m x:[0..2]; [] true -> (x'=mod(4,x)); endmodule",
        "mdp module m x:[0..2]; y:bool; [] true -> (y'=0/x=1)&(x'=1); endmodule label \"l\" = 0/x!=0/x;",
        "mdp module m x:[0..2]; [] min(0/x,1)=1 | max(1,0/x)=1 -> true; [] !(min(1/0,x)=x) -> true; "
        "endmodule",
        "mdp",
    };
    struct comparison comparison = {.mismatches = 0};
    for (size_t i = 0; i < LENGTH(models); i++) {
        judge_text(&comparison, models[i], "", i);
    }
    CU_ASSERT_EQUAL(comparison.mismatches, 0);
    CU_ASSERT(comparison.failures >= 13);
}

/* --- the checker of programs --- */

#define CODE(...)                                                                                            \
    {                                                                                                        \
        __VA_ARGS__, {                                                                                       \
            PROGRAM_RETURN, 0, 0, 0                                                                          \
        }                                                                                                    \
    }

static void test_checker(void) {
    static const struct {
        int is_right;
        char type;
        struct program_instruction code[5];
    } cases[] = {
        {1, 'i', CODE({PROGRAM_FIELD, 0, 1, 0})},
        {0, 'd', CODE({PROGRAM_FIELD, 0, 1, 0})},                                   /* the type */
        {0, 'i', CODE({PROGRAM_FIELD, 0, 2, 0})},                                   /* no such field */
        {0, 'i', CODE({PROGRAM_FIELD, 0, 0, 1})},                                   /* .. */
        {0, 'i', CODE({PROGRAM_FIELD, 3, 0, 0})},                                   /* no such register */
        {0, 'i', CODE({PROGRAM_FIELD, 1, 0, 0})},                                   /* 0 has no value */
        {0, 'i', CODE({PROGRAM_CONSTANT_INT, 0, 1, 0})},                            /* no such constant */
        {0, 'i', CODE({PROGRAM_OPERATION_COUNT, 0, 0, 0})},                         /* no such operation */
        {1, 'd', CODE({PROGRAM_FIELD, 0, 0, 0}, {PROGRAM_TO_DOUBLE, 0, 0, 0})},     /* */
        {0, 'd', CODE({PROGRAM_FIELD, 0, 0, 0}, {PROGRAM_NEGATE_DOUBLE, 0, 0, 0})}, /* an int */
        {0, 'i', CODE({PROGRAM_FIELD, 0, 0, 0}, {PROGRAM_ADD_INT, 0, 0, 1})},       /* 1 has no value */
        {1, 'i', CODE({PROGRAM_FIELD, 0, 0, 0}, {PROGRAM_JUMP_IF_ZERO, 0, 1, 0}, {PROGRAM_NOT, 0, 0, 0})},
        {0, 'i', CODE({PROGRAM_FIELD, 0, 0, 0}, {PROGRAM_JUMP_IF_ZERO, 0, 2, 0}, {PROGRAM_NOT, 0, 0, 0})},
        {0, 'i',
         CODE({PROGRAM_FIELD, 0, 0, 0}, {PROGRAM_JUMP_IF_ZERO, 0, 1, 0}, {PROGRAM_TO_DOUBLE, 0, 0, 0})},
        {0, 'i',
         CODE({PROGRAM_FIELD, 0, 0, 0}, {PROGRAM_JUMP, 0, 1, 0}, {PROGRAM_NOT, 0, 0, 0})},    /* unreached */
        {0, 'i', {{PROGRAM_FIELD, 0, 0, 0}, {PROGRAM_NOT, 0, 0, 0}, {PROGRAM_NOT, 0, 0, 0}}}, /* no end */
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        uint32_t count = 1, length;
        while (count < 5 && cases[i].code[count - 1].operation != PROGRAM_RETURN) {
            count++;
        }
        count = cases[i].code[count - 1].operation == PROGRAM_RETURN ? count : 3;
        struct program_bounds bounds = {cases[i].code, count, 1, 2, 3};
        if (program_check(&bounds, 0, cases[i].type, &length, &place.memory) != cases[i].is_right) {
            printf("\ncase %zu\n", i);
            CU_FAIL("the checker is wrong");
        }
    }
}

/* Compiling with less memory than it needs. */
static void test_memory(void) {
    size_t size;
    char *text = test_present(process_read_file("examples/prism/cluster.prism", &size));
    prism_tree *tree = prism_text_read(text, "N=2");
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    struct shortage shortage = {.memory = &place.memory, .error = &place.error, .step = 200};
    while (shortage_goes_on(&shortage)) {
        struct data_header *image = prism_compile(tree, &place.run, &place.error);
        shortage.done = image != NULL;
        data_model_free(&place.memory, image);
    }
    CU_ASSERT(shortage.failures > 20);
    prism_tree_free(tree);
    free(text);
}

/* Each of 23 pairs takes part with either of its modules: 2^23 synchronisations. */
static void test_many_rules(void) {
    char text[8000] = "mdp\n";
    for (unsigned i = 0; i < 46; i++) {
        text_append(text, sizeof text, "module m%u x%u : bool; [a] true -> (x%u'=true); endmodule\n", i, i,
                    i);
    }
    for (unsigned i = 0; i < 46; i += 2) {
        text_append(text, sizeof text, "%s(m%u ||| m%u)", i == 0 ? "system " : " || ", i, i + 1);
    }
    text_append(text, sizeof text, " endsystem\n");
    prism_tree *tree = prism_text_read(text, "");
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    CU_ASSERT_PTR_NULL(prism_compile(tree, &place.run, &place.error));
    CU_ASSERT_EQUAL(place.error.code, ERROR_LIMIT);
    CU_ASSERT_STRING_EQUAL(place.error.text, "the system has more than 4194304 synchronisations of modules");
    prism_tree_free(tree);
}

#define MODULES 20000u

/* Many modules; `action`: of all, "%u" is the number of the module. */
static char *many_modules(const char *action) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    fprintf(to, "mdp\nglobal g : bool;\n");
    for (unsigned i = 0; i < MODULES; i++) {
        fprintf(to, "module m%u x%u : bool; [", i, i);
        fprintf(to, action, i);
        fprintf(to, "] true -> (x%u'=!x%u); endmodule\n", i, i);
    }
    fclose(to);
    return text;
}

/* They are joined all at once: a rule for each action, with a part for each module that takes part. */
static void test_many_modules(void) {
    static const struct {
        const char *action;
        uint64_t rules;
    } cases[] = {{"", MODULES}, {"a", 1}, {"a%u", MODULES}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *text = many_modules(cases[i].action);
        prism_tree *tree = test_present(prism_text_read(text, ""));
        struct data_header *image = test_present(prism_compile(tree, &place.run, &place.error));
        CU_ASSERT_EQUAL(image->rules.count, cases[i].rules);
        CU_ASSERT_EQUAL(data_rules(image)[0].class_count, MODULES / cases[i].rules);
        data_model_free(&place.memory, image);
        /* Each step asks whether it must stop. */
        const int stop = 1;
        place.run.stop = &stop;
        CU_ASSERT_PTR_NULL(prism_compile(tree, &place.run, &place.error));
        CU_ASSERT_EQUAL(place.error.code, ERROR_INTERRUPTED);
        CU_ASSERT_PTR_NULL(prism_walk_create(tree, &place.run, &place.error));
        CU_ASSERT_EQUAL(place.error.code, ERROR_INTERRUPTED);
        prism_tree_free(tree);
        CU_ASSERT_PTR_NULL(prism_text_read(text, ""));
        CU_ASSERT_EQUAL(place.error.code, ERROR_INTERRUPTED);
        place.run.stop = NULL;
        free(text);
    }
}

void suite_prism_compile(void) {
    suite_add("compiled PRISM models", workplace_open, workplace_close, "random models beside the walker",
              test_models, "examples beside the walker", test_examples, "errors beside the walker",
              test_failures, "too many synchronisations", test_many_rules, "many modules", test_many_modules,
              "the checker of programs", test_checker, "little memory", test_memory, NULL);
}
