/* Converts JSON values to evidence; every value that is used is checked for its type. */
#include "checker/verify/evidence_convert.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

static int fail(const struct evidence_value *value, const char *part, const char *expected) {
    return error_at(value->error, ERROR_INPUT, (struct source_position){value->path, value->line, 1},
                    "%s: expected %s", part, expected);
}

static int fail_memory(const struct evidence_value *value) {
    return error_memory(value->error, "to read the evidence");
}

static void *allocate(const struct evidence_value *value, uint64_t count, uint64_t size) {
    void *block = arena_allocate(value->arena, count * size); /* count: elements of a JSON array */
    if (block == NULL) {
        fail_memory(value);
    }
    return block;
}

/* --- texts --- */

static int hex_digit(char digit) {
    const char *digits = "0123456789abcdef", *found = digit == '\0' ? NULL : strchr(digits, digit);
    return found == NULL ? -1 : (int)(found - digits);
}

/* Converts {"hex": ".."}, which has bytes that are not UTF-8. NULL on failure. */
static const char *copy_hex(const struct evidence_value *value, const json_t *object, const char *part) {
    const char *hex = json_string_value(json_object_get(object, "hex"));
    size_t length = hex == NULL ? 1 : strlen(hex);
    char *bytes = allocate(value, length / 2 + 1, 1);
    for (size_t k = 0; k < length / 2 && bytes != NULL; k++) {
        int high = hex_digit(hex[2 * k]), low = hex_digit(hex[2 * k + 1]);
        bytes[k] = (char)(high * 16 + low);
        length = high < 0 || low < 0 || bytes[k] == '\0' ? 1 : length;
    }
    if (length % 2 != 0) {
        fail(value, part, "a string, or an object with bytes as hexadecimal digits, hex");
        return NULL;
    }
    return bytes;
}

/* Copies a text into the arena, byte by byte; NULL on failure. */
static const char *copy_text(const struct evidence_value *value, const json_t *text, const char *part) {
    if (json_is_object(text)) {
        return copy_hex(value, text, part);
    }
    if (!json_is_string(text)) {
        fail(value, part, "a string");
        return NULL;
    }
    const char *copy = arena_copy(value->arena, json_string_value(text), json_string_length(text));
    if (copy == NULL) {
        fail_memory(value);
    }
    return copy;
}

static const char **copy_texts(const struct evidence_value *value, const json_t *array, const char *part,
                               uint32_t *count) {
    size_t size = json_array_size(array);
    if (!json_is_array(array) || size >= UINT32_MAX) {
        fail(value, part, "a list of strings");
        return NULL;
    }
    const char **texts = allocate(value, size, sizeof *texts);
    for (size_t k = 0; k < size && texts != NULL; k++) {
        texts[k] = copy_text(value, json_array_get(array, k), part);
        texts = texts[k] == NULL ? NULL : texts;
    }
    *count = (uint32_t)size;
    return texts;
}

/* Converts a flag; an absent flag is false. */
static int take_flag(const struct evidence_value *value, const json_t *flag, const char *part, int *result) {
    if (flag != NULL && !json_is_boolean(flag)) {
        return fail(value, part, "true or false");
    }
    *result = json_is_true(flag);
    return 0;
}

static int take_number(const struct evidence_value *value, const json_t *number, const char *part,
                       uint64_t *result) {
    if (!json_is_integer(number) || json_integer_value(number) < 0) {
        return fail(value, part, "a natural number");
    }
    *result = (uint64_t)json_integer_value(number);
    return 0;
}

static int take_inputs(const struct evidence_value *value, const json_t *inputs, struct evidence *evidence) {
    if (!json_is_object(inputs)) {
        return fail(value, "inputs", "an object");
    }
    static const char *const names[] = {"network", "graph", "mdp"};
    struct exp_options *options = &evidence->options;
    int some = 0, of_network = evidence->kind < EVIDENCE_SCC || evidence->kind == EVIDENCE_PARITY;
    for (int k = 0; k < 3; k++) {
        if (json_object_get(inputs, names[k]) != NULL) {
            evidence->input = (enum evidence_input)k;
            some++;
        }
    }
    if (some > 1 || (some == 1 && evidence->input != EVIDENCE_NETWORK && of_network)) {
        return fail(value, "inputs", of_network ? "a network" : "one of network, graph and mdp");
    }
    const json_t *regex = json_object_get(inputs, "regex"), *internal = json_object_get(inputs, "internal");
    evidence->network = copy_text(value, json_object_get(inputs, names[evidence->input]),
                                  evidence->input == EVIDENCE_NETWORK ? "inputs.network" : "inputs.graph");
    if (evidence->network == NULL ||
        take_flag(value, json_object_get(inputs, "ignore_case"), "inputs.ignore_case",
                  &options->ignore_case) != 0 ||
        take_flag(value, json_object_get(inputs, "independent"), "inputs.independent",
                  &options->independent) != 0) {
        return -1;
    }
    const json_t *label_file = json_object_get(inputs, "labels");
    if (evidence->input == EVIDENCE_MDP && label_file != NULL) {
        evidence->label_file = copy_text(value, label_file, "inputs.labels");
        if (evidence->label_file == NULL) {
            return -1;
        }
    }
    const char *syntax = regex == NULL ? "basic" : json_string_value(regex);
    options->regex_extended = syntax != NULL && strcmp(syntax, "extended") == 0;
    if (syntax == NULL || (!options->regex_extended && strcmp(syntax, "basic") != 0)) {
        return fail(value, "inputs.regex", "\"basic\" or \"extended\"");
    }
    if (internal != NULL) {
        options->internal = copy_texts(value, internal, "inputs.internal", &options->internal_count);
    }
    return internal != NULL && options->internal == NULL ? -1 : 0;
}

/* --- properties --- */

static int take_error_states(const struct evidence_value *value, const json_t *array,
                             struct evidence_property *property) {
    size_t size = json_array_size(array);
    if (array == NULL) {
        return 0;
    }
    if (!json_is_array(array)) {
        return fail(value, "property.error_states", "a list of numbers");
    }
    property->error_states = allocate(value, size, sizeof *property->error_states);
    property->error_state_count = size;
    for (size_t k = 0; k < size && property->error_states != NULL; k++) {
        if (take_number(value, json_array_get(array, k), "property.error_states",
                        &property->error_states[k]) != 0) {
            return -1;
        }
    }
    return property->error_states == NULL ? -1 : 0;
}

/* Converts a label or a pattern; exactly one of them must be there. */
static int take_label(const struct evidence_value *value, const json_t *object,
                      struct evidence_property *property) {
    const json_t *label = json_object_get(object, "label"), *pattern = json_object_get(object, "pattern");
    property->is_pattern = label == NULL;
    if ((label == NULL) == (pattern == NULL)) {
        return fail(value, "property", "either a label or a pattern");
    }
    property->text = copy_text(value, label == NULL ? pattern : label,
                               label == NULL ? "property.pattern" : "property.label");
    return property->text == NULL ? -1 : 0;
}

static int take_parts(const struct evidence_value *value, const json_t *array,
                      struct evidence_property *property) {
    size_t size = json_array_size(array);
    if (!json_is_array(array) || size == 0 || size >= UINT32_MAX) {
        return fail(value, "property.labels", "a list of labels and patterns");
    }
    property->parts = allocate(value, size, sizeof *property->parts);
    property->part_count = (uint32_t)size;
    if (property->parts == NULL) {
        return -1;
    }
    for (size_t k = 0; k < size; k++) {
        property->parts[k] = (struct evidence_property){.kind = PROPERTY_NEVER};
        if (take_label(value, json_array_get(array, k), &property->parts[k]) != 0) {
            return -1;
        }
    }
    return 0;
}

static int take_formula(const struct evidence_value *value, const json_t *object,
                        struct evidence_property *property) {
    const char *dialect = json_string_value(json_object_get(object, "dialect"));
    if (dialect == NULL || (strcmp(dialect, "mcl") != 0 && strcmp(dialect, "mcf") != 0)) {
        return fail(value, "property.dialect", "\"mcl\" or \"mcf\"");
    }
    property->dialect = strcmp(dialect, "mcf") == 0 ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL;
    property->text = copy_text(value, json_object_get(object, "formula"), "property.formula");
    return property->text == NULL ? -1 : 0;
}

static int take_property(const struct evidence_value *value, const json_t *object,
                         struct evidence_property *property) {
    const char *kind = json_string_value(json_object_get(object, "kind"));
    if (!json_is_object(object) || kind == NULL) {
        return fail(value, "property", "an object with a kind");
    }
    if (strcmp(kind, "deadlock") == 0 || strcmp(kind, "livelock") == 0) {
        property->kind = strcmp(kind, "deadlock") == 0 ? PROPERTY_DEADLOCK : PROPERTY_LIVELOCK;
        return 0;
    }
    if (strcmp(kind, "never") == 0 || strcmp(kind, "starvation") == 0) {
        property->kind = strcmp(kind, "never") == 0 ? PROPERTY_NEVER : PROPERTY_STARVATION;
        return take_label(value, object, property);
    }
    if (strcmp(kind, "fair-cycle") == 0) {
        property->kind = PROPERTY_FAIR_CYCLE;
        return take_parts(value, json_object_get(object, "labels"), property);
    }
    if (strcmp(kind, "monitor") == 0) {
        property->kind = PROPERTY_MONITOR;
        property->text = copy_text(value, json_object_get(object, "file"), "property.file");
        return property->text == NULL
                   ? -1
                   : take_error_states(value, json_object_get(object, "error_states"), property);
    }
    if (strcmp(kind, "formula") == 0) {
        property->kind = PROPERTY_FORMULA;
        return take_formula(value, object, property);
    }
    return fail(value, "property.kind",
                "\"deadlock\", \"never\", \"livelock\", \"starvation\", \"fair-cycle\", \"monitor\" "
                "or \"formula\"");
}

static int take_properties(const struct evidence_value *value, const json_t *array,
                           struct evidence *evidence) {
    size_t size = json_array_size(array), monitors = 0, others = 0;
    if (!json_is_array(array) || size >= UINT32_MAX) {
        return fail(value, "properties", "a list of properties");
    }
    evidence->properties = allocate(value, size, sizeof *evidence->properties);
    if (evidence->properties == NULL) {
        return -1;
    }
    for (size_t k = 0; k < size; k++) {
        if (take_property(value, json_array_get(array, k), &evidence->properties[k]) != 0) {
            return -1;
        }
        monitors += evidence->properties[k].kind == PROPERTY_MONITOR;
        others += property_is_of_cycles(evidence->properties[k].kind) ||
                  evidence->properties[k].kind == PROPERTY_FORMULA;
    }
    evidence->property_count = (uint32_t)size;
    return others > 0 || monitors > 1 || (monitors == 1 && size > 1)
               ? fail(value, "properties", "one monitor alone, or deadlock freedom and labels")
               : 0;
}

/* --- strategies --- */

/* Converts the part of the head of a strategy that precedes its nodes. */
static int take_strategy(const struct evidence_value *value, const json_t *root, struct evidence *evidence) {
    const json_t *holds = json_object_get(root, "holds");
    if (evidence->property_count == 0 || evidence->properties[0].kind != PROPERTY_FORMULA) {
        return fail(value, "property", "a formula, because there is a strategy");
    }
    if (!json_is_boolean(holds)) {
        return fail(value, "holds", "true or false");
    }
    evidence->has_strategy = 1;
    evidence->holds = json_is_true(holds);
    evidence->labels = copy_texts(value, json_object_get(root, "labels"), "labels", &evidence->label_count);
    if (evidence->labels == NULL) {
        return -1;
    }
    evidence->subformulas =
        copy_texts(value, json_object_get(root, "subformulas"), "subformulas", &evidence->subformula_count);
    return evidence->subformulas == NULL ||
                   take_number(value, json_object_get(root, "nodes"), "nodes", &evidence->states) != 0
               ? -1
               : 0;
}

/* Converts the only property of a trace, if any, or of a strategy. */
static int take_only_property(const struct evidence_value *value, const json_t *property,
                              struct evidence *evidence) {
    evidence->properties = allocate(value, 1, sizeof *evidence->properties);
    if (evidence->properties == NULL) {
        return -1;
    }
    if (property == NULL || json_is_null(property)) {
        return 0;
    }
    evidence->property_count = 1;
    return take_property(value, property, evidence->properties);
}

/* --- traces --- */

/* Converts a tuple of local states. part: its name in messages, with the number of the step unless that is
 * UINT64_MAX. */
static int take_tuple(const struct evidence_value *value, const json_t *array, uint32_t length, uint64_t step,
                      uint32_t *tuple) {
    char part[64], expected[64];
    snprintf(part, sizeof part, step == UINT64_MAX ? "initial" : "steps[%llu].to", (unsigned long long)step);
    snprintf(expected, sizeof expected, "a list of %u local states", length);
    if (!json_is_array(array) || json_array_size(array) != length) {
        return fail(value, part, expected);
    }
    for (uint32_t k = 0; k < length; k++) {
        const json_t *number = json_array_get(array, k);
        json_int_t state = json_integer_value(number);
        if (!json_is_integer(number) || state < 0 || state > UINT32_MAX) {
            return fail(value, part, expected);
        }
        tuple[k] = (uint32_t)state;
    }
    return 0;
}

static int take_step(const struct evidence_value *value, const json_t *object, uint64_t step,
                     struct evidence *evidence, uint32_t *tuple) {
    char part[64];
    snprintf(part, sizeof part, "steps[%llu].label", (unsigned long long)step);
    const char *label = copy_text(value, json_object_get(object, "label"), part);
    if (label == NULL ||
        take_tuple(value, json_object_get(object, "to"), evidence->component_count, step, tuple) != 0) {
        return -1;
    }
    return trace_append(value->memory, &evidence->trace, label, tuple) != 0 ? fail_memory(value) : 0;
}

static int take_trace(const struct evidence_value *value, const json_t *root, struct evidence *evidence) {
    const json_t *steps = json_object_get(root, "steps"), *lasso = json_object_get(root, "lasso");
    struct trace *trace = &evidence->trace;
    trace->components = evidence->component_count;
    trace->lasso = TRACE_NO_LASSO;
    uint32_t *tuple = allocate(value, evidence->component_count, sizeof *tuple);
    if (tuple == NULL || take_only_property(value, json_object_get(root, "property"), evidence) != 0) {
        return -1;
    }
    if (!json_is_array(steps)) {
        return fail(value, "steps", "a list of steps");
    }
    if (take_tuple(value, json_object_get(root, "initial"), evidence->component_count, UINT64_MAX, tuple) !=
        0) {
        return -1;
    }
    if (trace_append(value->memory, trace, NULL, tuple) != 0) {
        return fail_memory(value);
    }
    for (size_t k = 0; k < json_array_size(steps); k++) {
        if (take_step(value, json_array_get(steps, k), k, evidence, tuple) != 0) {
            return -1;
        }
    }
    if (lasso != NULL && !json_is_null(lasso)) {
        if (take_number(value, lasso, "lasso", &trace->lasso) != 0) {
            return -1;
        }
        if (trace->lasso > trace->steps) {
            return fail(value, "lasso", "the number of a state of the trace");
        }
    }
    if (json_object_get(root, "nodes") != NULL) {
        return take_strategy(value, root, evidence);
    }
    if (take_flag(value, json_object_get(root, "holds"), "holds", &evidence->holds) != 0) {
        return -1;
    }
    return evidence->holds &&
                   (evidence->property_count == 0 || evidence->properties[0].kind != PROPERTY_FORMULA)
               ? fail(value, "property", "a formula, because the trace shows that it holds")
               : 0;
}

/* --- components and schedulers --- */

static int take_goal(const struct evidence_value *value, const json_t *goal, struct evidence_goal *result) {
    static const char *const names[] = {"label", "pattern", "state_label"};
    int some = 0;
    for (int k = 0; k < 3; k++) {
        const json_t *text = json_object_get(goal, names[k]);
        if (text != NULL) {
            result->is_pattern = k == 1;
            result->is_state_label = k == 2;
            result->text = copy_text(value, text, "goal");
            some += result->text != NULL;
        }
    }
    if (!json_is_object(goal) || some != 1) {
        return fail(value, "goal", "an object with one of label, pattern and state_label");
    }
    if (take_flag(value, json_object_get(goal, "repeatedly"), "goal.repeatedly", &result->repeatedly) != 0) {
        return -1;
    }
    return result->repeatedly && result->is_state_label
               ? fail(value, "goal", "a label or pattern, because the goal is repeated")
               : 0;
}

static int take_decomposition(const struct evidence_value *value, const json_t *root,
                              struct evidence *evidence) {
    const json_t *progress = json_object_get(root, "maximal_progress");
    evidence->maximal_progress = 1;
    if (evidence->kind == EVIDENCE_SCC) {
        return 0;
    }
    if (progress != NULL &&
        take_flag(value, progress, "maximal_progress", &evidence->maximal_progress) != 0) {
        return -1;
    }
    evidence->labels = copy_texts(value, json_object_get(root, "labels"), "labels", &evidence->label_count);
    if (evidence->labels == NULL) {
        return -1;
    }
    return evidence->kind == EVIDENCE_SCHEDULER
               ? take_goal(value, json_object_get(root, "goal"), &evidence->goal)
               : 0;
}

/* --- all together --- */

static const char *const kinds[EVIDENCE_KINDS] = {"trace", "certificate", "scc",
                                                  "mec",   "scheduler",   "parity"};

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

int evidence_convert(const struct evidence_value *value, const json_t *root, struct evidence *evidence) {
    const json_t *version = json_object_get(root, "heddle_evidence");
    const char *kind = json_string_value(json_object_get(root, "kind"));
    if (!json_is_integer(version)) {
        return fail(value, "heddle_evidence", "the number 1: this is not evidence");
    }
    if (json_integer_value(version) != 1) {
        return fail(value, "heddle_evidence", "the number 1: this is evidence of another version");
    }
    int found = kind == NULL ? -1 : evidence_kind_find(kind);
    if (found < 0) {
        return fail(value, "kind",
                    "\"trace\", \"certificate\", \"scc\", \"mec\", \"scheduler\" or \"parity\"");
    }
    evidence->kind = (enum evidence_kind)found;
    if (take_inputs(value, json_object_get(root, "inputs"), evidence) != 0) {
        return -1;
    }
    if (evidence->input == EVIDENCE_NETWORK) {
        evidence->components =
            copy_texts(value, json_object_get(root, "components"), "components", &evidence->component_count);
        if (evidence->components == NULL) {
            return -1;
        }
    }
    if (evidence->kind == EVIDENCE_TRACE) {
        return take_trace(value, root, evidence);
    }
    if (evidence->kind == EVIDENCE_PARITY) {
        return take_only_property(value, json_object_get(root, "property"), evidence) != 0 ||
                       take_strategy(value, root, evidence) != 0
                   ? -1
                   : 0;
    }
    if (take_number(value, json_object_get(root, "states"), "states", &evidence->states) != 0) {
        return -1;
    }
    return evidence->kind == EVIDENCE_CERTIFICATE
               ? take_properties(value, json_object_get(root, "properties"), evidence)
               : take_decomposition(value, root, evidence);
}
