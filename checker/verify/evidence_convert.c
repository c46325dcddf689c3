/* Converts JSON values to evidence; every value that is used is checked for its type. */
#include "checker/verify/evidence_scan.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/evidence_object.h"

/* --- inputs --- */

/* Converts the values of constants, if there are some. */
static int take_constants(const struct evidence_object *inputs, struct evidence *evidence) {
    const json_t *object = evidence_get(inputs, "constants");
    const char *name;
    json_t *value;
    if (object == NULL) {
        return 0;
    }
    if (!json_is_object(object)) {
        return evidence_expected(inputs, "constants", "an object");
    }
    evidence->definitions.memory = inputs->reader->run->memory;
    evidence->options.definitions = &evidence->definitions;
    json_object_foreach((json_t *)object, name, value) {
        char text[600];
        struct error error = {.code = ERROR_NONE};
        const char *given = json_string_value(value);
        int length = given == NULL ? -1 : snprintf(text, sizeof text, "%s=%s", name, given);
        if (length < 0 || (size_t)length >= sizeof text || strchr(text, ',') != NULL ||
            definitions_add(&evidence->definitions, text, &error) != 0) {
            return error.code == ERROR_MEMORY
                       ? evidence_no_memory(inputs)
                       : evidence_expected(inputs, "constants", "names with values, as --const has them");
        }
    }
    return 0;
}

int evidence_take_inputs(const struct evidence_object *root, struct evidence *evidence) {
    static const char *const keys[] = {"network", "graph", "mdp", NULL}, *const syntaxes[] = {"basic",
                                                                                              "extended"};
    const struct evidence_object inputs = {root->reader, evidence_get(root, "inputs"), "inputs"};
    struct exp_options *options = &evidence->options;
    const int of_network = evidence->kind < EVIDENCE_SCC || evidence->kind == EVIDENCE_PARITY;
    const int of_two = evidence->kind == EVIDENCE_COMPARISON || evidence->kind == EVIDENCE_DIFFERENCE;
    const char *expected = of_network ? "a network"
                           : of_two   ? "a network or an mdp"
                                      : "one of network, graph and mdp";
    int which;
    if (!json_is_object(inputs.json)) {
        return evidence_expected(&inputs, NULL, "an object");
    }
    if (evidence_take_key(&inputs, keys, expected, &which) != 0) {
        return -1;
    }
    evidence->input = (enum evidence_input)which;
    if ((of_network && which != EVIDENCE_NETWORK) || (of_two && which == EVIDENCE_GRAPH)) {
        return evidence_expected(&inputs, NULL, expected);
    }
    if (evidence_take_text(&inputs, keys[which], &evidence->network) != 0 ||
        evidence_take_flag(&inputs, "ignore_case", &options->ignore_case) != 0 ||
        evidence_take_flag(&inputs, "independent", &options->independent) != 0 ||
        (evidence->input == EVIDENCE_MDP && evidence_get(&inputs, "labels") != NULL &&
         evidence_take_text(&inputs, "labels", &evidence->label_file) != 0) ||
        (evidence_get(&inputs, "regex") != NULL &&
         evidence_take_word(&inputs, "regex", syntaxes, &options->regex_extended) != 0)) {
        return -1;
    }
    if (take_constants(&inputs, evidence) != 0) {
        return -1;
    }
    if (evidence_get(&inputs, "internal") != NULL) {
        options->internal = evidence_copy_texts(&inputs, "internal", &options->internal_count);
        return options->internal == NULL ? -1 : 0;
    }
    return 0;
}

/* --- strategies and traces --- */

/* Whether the first property is written with this. */
static int first_takes(const struct evidence *evidence, enum property_takes what) {
    return evidence->property_count > 0 && property_row(evidence->properties[0].kind)->takes == what;
}

/* Copies the explanation of a path, if there is one. */
static int take_explanation(const struct evidence_object *root, struct evidence *evidence) {
    const json_t *explanation = evidence_get(root, "explanation");
    if (explanation == NULL) {
        return 0;
    }
    if (!json_is_object(explanation)) {
        return evidence_expected(root, "explanation", "an object");
    }
    char *text = json_dumps(explanation, EVIDENCE_EXPLANATION_FLAGS);
    evidence->explanation = text == NULL ? NULL : arena_copy(root->reader->arena, text, strlen(text));
    free(text);
    return evidence->explanation == NULL ? evidence_no_memory(root) : 0;
}

/* Converts the part of the head of a strategy that precedes its nodes. */
static int take_strategy(const struct evidence_object *root, struct evidence *evidence) {
    if (!first_takes(evidence, PROPERTY_TAKES_FORMULA)) {
        return evidence_expected(root, "property", "a formula, because there is a strategy");
    }
    if (evidence_get(root, "holds") == NULL) {
        return evidence_expected(root, "holds", "true or false");
    }
    evidence->has_strategy = 1;
    return evidence_take_flag(root, "holds", &evidence->holds) != 0 ||
                   take_explanation(root, evidence) != 0 ||
                   evidence_take_texts(root, "labels", &evidence->labels, &evidence->label_count) != 0 ||
                   evidence_take_texts(root, "subformulas", &evidence->subformulas,
                                       &evidence->subformula_count) != 0
               ? -1
               : evidence_take_number(root, "nodes", &evidence->states);
}

/* Takes the labels that processes have of their own in the last step; there may be none. */
static int take_local(const struct evidence_object *step, struct evidence *evidence) {
    const json_t *list = evidence_get(step, "local");
    if (list != NULL && !json_is_null(list) && !json_is_array(list)) {
        return evidence_expected(step, "local", "a list of processes with their labels");
    }
    for (size_t k = 0; k < json_array_size(list); k++) {
        char name[96];
        snprintf(name, sizeof name, "%s.local[%llu]", step->name, (unsigned long long)k);
        const struct evidence_object item = {step->reader, json_array_get(list, k), name};
        struct evidence_own_label own = {.step = evidence->trace.steps - 1};
        if (evidence_take_text(&item, "process", &own.process) != 0 ||
            evidence_take_text(&item, "label", &own.label) != 0) {
            return -1;
        }
        if (GROWING_ADD(step->reader->run->memory, evidence->own_labels, own) != 0) {
            return evidence_no_memory(step);
        }
    }
    return 0;
}

static int take_step(const struct evidence_object *step, struct evidence *evidence, uint32_t *tuple) {
    const char *label;
    if (evidence_take_text(step, "label", &label) != 0 ||
        evidence_take_state(step, "to", evidence, tuple) != 0) {
        return -1;
    }
    return trace_append(step->reader->run->memory, &evidence->trace, label, tuple) != 0
               ? evidence_no_memory(step)
               : take_local(step, evidence);
}

static int take_steps(const struct evidence_object *root, struct evidence *evidence) {
    const json_t *steps = evidence_get(root, "steps");
    uint32_t *tuple = evidence_allocate(root, evidence->component_count, sizeof *tuple);
    if (tuple == NULL) {
        return -1;
    }
    if (!json_is_array(steps)) {
        return evidence_expected(root, "steps", "a list of steps");
    }
    if (evidence_take_initial(root, evidence, tuple) != 0) {
        return -1;
    }
    int failed = trace_append(root->reader->run->memory, &evidence->trace, NULL, tuple) != 0
                     ? evidence_no_memory(root)
                     : 0;
    for (size_t k = 0; k < json_array_size(steps) && !failed; k++) {
        char name[64];
        snprintf(name, sizeof name, "steps[%llu]", (unsigned long long)k);
        failed = take_step(&(struct evidence_object){root->reader, json_array_get(steps, k), name}, evidence,
                           tuple);
    }
    return failed;
}

/* Converts the steps of a path, and where it returns. */
static int take_path(const struct evidence_object *root, struct evidence *evidence) {
    const json_t *lasso = evidence_get(root, "lasso");
    struct trace *trace = &evidence->trace;
    evidence->has_path = 1;
    trace->components = evidence->component_count;
    trace->lasso = TRACE_NO_LASSO;
    if (take_steps(root, evidence) != 0) {
        return -1;
    }
    if (lasso != NULL && !json_is_null(lasso)) {
        if (evidence_take_number(root, "lasso", &trace->lasso) != 0) {
            return -1;
        }
        if (trace->lasso > trace->steps) {
            return evidence_expected(root, "lasso", "the number of a state of the trace");
        }
    }
    return 0;
}

static int take_observer(const struct evidence_object *root, struct evidence *evidence) {
    uint64_t states = evidence->trace.steps + 1;
    if (!first_takes(evidence, PROPERTY_TAKES_MONITOR)) {
        return evidence_expected(root, "observer", "no states, because the property is no monitor");
    }
    if (json_array_size(evidence_get(root, "observer")) != states || states > UINT32_MAX) {
        return evidence_expected(root, "observer",
                                 "a state of the monitor before the first step and after each step");
    }
    evidence->observer = evidence_allocate(root, states, sizeof *evidence->observer);
    return evidence->observer == NULL
               ? -1
               : evidence_take_tuple(root, "observer", (uint32_t)states, evidence->observer);
}

static int take_trace(const struct evidence_object *root, struct evidence *evidence) {
    if (evidence_take_only_property(root, evidence) != 0 || take_path(root, evidence) != 0 ||
        (evidence_get(root, "observer") != NULL && take_observer(root, evidence) != 0)) {
        return -1;
    }
    if (evidence_get(root, "nodes") != NULL) {
        return take_strategy(root, evidence);
    }
    if (evidence_take_flag(root, "holds", &evidence->holds) != 0) {
        return -1;
    }
    return evidence->holds && !first_takes(evidence, PROPERTY_TAKES_FORMULA)
               ? evidence_expected(root, "property", "a formula, because the trace shows that it holds")
               : 0;
}

/* --- packed certificates --- */

#define PACKED_VERSION 2 /* of a file that has one; older readers refuse it */
#define MOST_WIDTH 32

static int take_width(const struct evidence_object *root, uint32_t k, struct evidence *evidence,
                      uint64_t *bits) {
    const json_t *width = json_array_get(evidence_get(root, "packed"), k);
    json_int_t value = json_is_integer(width) ? json_integer_value(width) : -1;
    if (value < 0 || value > MOST_WIDTH) {
        return evidence_expected(root, "packed", "numbers of bits, 0 to 32");
    }
    evidence->packed[k] = (uint8_t)value;
    *bits += (uint64_t)value;
    return 0;
}

/* Converts the layout of packed states, if there is one. */
static int take_packed(const struct evidence_object *root, struct evidence *evidence) {
    uint32_t fields = evidence->component_count + (uint32_t)first_takes(evidence, PROPERTY_TAKES_MONITOR) +
                      (evidence->runs != NULL ? EVIDENCE_RUN_NUMBERS : 0);
    int is_packed = json_integer_value(evidence_get(root, "heddle_evidence")) == PACKED_VERSION;
    uint64_t bits = 0;
    if (!is_packed) {
        return 0;
    }
    if (json_array_size(evidence_get(root, "packed")) != fields) {
        return evidence_expected(root, "packed",
                                 "the bits of each number of a state: of each process, and of the monitor "
                                 "or the run");
    }
    evidence->packed = evidence_allocate(root, fields, sizeof *evidence->packed);
    if (evidence->packed == NULL) {
        return -1;
    }
    for (uint32_t k = 0; k < fields; k++) {
        if (take_width(root, k, evidence, &bits) != 0) {
            return -1;
        }
    }
    evidence->packed_bytes = bits == 0 ? 1 : (uint32_t)((bits + 7) / 8);
    return 0;
}

/* --- components and schedulers --- */

/* "schedulers": "some" or "all"; without it, some. */
static int take_schedulers(const struct evidence_object *goal, struct evidence_goal *result) {
    const json_t *given = evidence_get(goal, "schedulers");
    const char *text = given == NULL ? "some" : json_is_string(given) ? json_string_value(given) : "";
    result->every = strcmp(text, "all") == 0;
    if (!result->every && strcmp(text, "some") != 0) {
        return evidence_expected(goal, "schedulers", "\"some\" or \"all\"");
    }
    return result->every && result->repeatedly && !result->is_formula
               ? evidence_expected(goal, "schedulers", "\"some\", because the goal is repeated")
               : 0;
}

static int take_goal(const struct evidence_object *root, struct evidence_goal *result) {
    static const char *const keys[] = {"label", "pattern", "state_label", "ltl", NULL};
    const struct evidence_object goal = {root->reader, evidence_get(root, "goal"), "goal"};
    int which;
    if (evidence_take_key(&goal, keys, "an object with one of label, pattern, state_label and ltl", &which) !=
            0 ||
        evidence_take_text(&goal, keys[which], &result->text) != 0) {
        return -1;
    }
    result->is_pattern = which == 1;
    result->is_state_label = which == 2;
    result->is_formula = which == 3;
    if (evidence_take_flag(&goal, "repeatedly", &result->repeatedly) != 0 ||
        take_schedulers(&goal, result) != 0) {
        return -1;
    }
    if (result->is_formula && !result->repeatedly) {
        return evidence_expected(&goal, "repeatedly", "true, because the goal is a formula");
    }
    return result->repeatedly && result->is_state_label
               ? evidence_expected(&goal, NULL, "a label or pattern, because the goal is repeated")
               : 0;
}

static int take_decomposition(const struct evidence_object *root, struct evidence *evidence) {
    evidence->maximal_progress = 1;
    if (evidence->kind == EVIDENCE_SCC) {
        return 0;
    }
    if (evidence_take_flag(root, "maximal_progress", &evidence->maximal_progress) != 0 ||
        evidence_take_texts(root, "labels", &evidence->labels, &evidence->label_count) != 0) {
        return -1;
    }
    return evidence->kind == EVIDENCE_SCHEDULER ? take_goal(root, &evidence->goal) : 0;
}

/* --- the conversion --- */

static const char *const kinds[EVIDENCE_KINDS] = {"trace",     "certificate", "scc",        "mec",
                                                  "scheduler", "parity",      "comparison", "difference"};

const char *evidence_kind_name(enum evidence_kind kind) {
    return kinds[kind];
}

int evidence_kind_find(const char *name) {
    for (int kind = 0; kind < EVIDENCE_KINDS; kind++) {
        if (strcmp(kinds[kind], name) == 0) {
            return kind;
        }
    }
    return -1;
}

int evidence_convert(evidence_reader *reader, const json_t *json) {
    const struct evidence_object root = {reader, json, NULL};
    struct evidence *evidence = &reader->evidence;
    const json_t *version = evidence_get(&root, "heddle_evidence");
    const char *kind = json_string_value(evidence_get(&root, "kind"));
    if (!json_is_integer(version)) {
        return evidence_expected(&root, "heddle_evidence", "the number 1 or 2: this is not evidence");
    }
    if (json_integer_value(version) != 1 && json_integer_value(version) != PACKED_VERSION) {
        return evidence_expected(&root, "heddle_evidence",
                                 "the number 1 or 2: this is evidence of another version");
    }
    int found = kind == NULL ? -1 : evidence_kind_find(kind);
    if (found < 0) {
        return evidence_expected(&root, "kind",
                                 "\"trace\", \"certificate\", \"scc\", \"mec\", \"scheduler\", \"parity\", "
                                 "\"comparison\" or \"difference\"");
    }
    evidence->kind = (enum evidence_kind)found;
    if (json_integer_value(version) == PACKED_VERSION && evidence->kind != EVIDENCE_CERTIFICATE) {
        return evidence_expected(&root, "heddle_evidence",
                                 "the number 1, because only certificates have version 2");
    }
    if (evidence_take_inputs(&root, evidence) != 0 ||
        (evidence->input == EVIDENCE_NETWORK &&
         evidence_take_texts(&root, "components", &evidence->components, &evidence->component_count) != 0)) {
        return -1;
    }
    if (evidence->kind == EVIDENCE_TRACE) {
        return take_trace(&root, evidence);
    }
    if (evidence->kind == EVIDENCE_PARITY) {
        return evidence_take_only_property(&root, evidence) != 0 ||
                       (evidence_get(&root, "steps") != NULL && take_path(&root, evidence) != 0)
                   ? -1
                   : take_strategy(&root, evidence);
    }
    if (evidence->kind == EVIDENCE_DIFFERENCE) {
        return evidence_take_difference(&root, evidence);
    }
    if (evidence_take_number(&root, "states", &evidence->states) != 0) {
        return -1;
    }
    if (evidence->kind == EVIDENCE_CERTIFICATE) {
        return evidence_take_properties(&root, evidence) != 0 || evidence_take_runs(&root, evidence) != 0
                   ? -1
                   : take_packed(&root, evidence);
    }
    return evidence->kind == EVIDENCE_COMPARISON ? evidence_take_comparison(&root, evidence)
                                                 : take_decomposition(&root, evidence);
}
