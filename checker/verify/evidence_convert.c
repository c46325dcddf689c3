/* Converts JSON values to evidence; every value that is used is checked for its type. */
#include "checker/verify/evidence_scan.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

/* A JSON object, with its name in messages; the whole value has none. If `json` is no object, it has no keys.
 */
struct object {
    evidence_reader *reader;
    const json_t *json;
    const char *name;
};

/* Reports what the value of a key, or the object itself if the key is NULL, should be. Returns -1. */
static int fail(const struct object *object, const char *key, const char *expected) {
    const evidence_reader *reader = object->reader;
    const char *name = object->name == NULL ? "" : object->name;
    return error_at(reader->error, ERROR_INPUT, (struct source_position){reader->path, reader->tuple_line, 1},
                    "%s%s%s: expected %s", name, name[0] == '\0' || key == NULL ? "" : ".",
                    key == NULL ? "" : key, expected);
}

static int fail_memory(const struct object *object) {
    return error_memory(object->reader->error, "to read the evidence");
}

/* Allocates zeroed elements, as many as a JSON array has. */
static void *allocate(const struct object *object, uint64_t count, uint64_t size) {
    void *block = arena_allocate(object->reader->arena, count * size);
    if (block == NULL) {
        fail_memory(object);
    }
    return block;
}

static const json_t *get(const struct object *object, const char *key) {
    return json_object_get(object->json, key);
}

/* --- simple values --- */

static int hex_digit(char digit) {
    const char *digits = "0123456789abcdef", *found = digit == '\0' ? NULL : strchr(digits, digit);
    return found == NULL ? -1 : (int)(found - digits);
}

/* Converts {"hex": ".."}, which has bytes that are not UTF-8. NULL on failure. */
static const char *copy_hex(const struct object *object, const char *key, const json_t *text) {
    const char *hex = json_string_value(json_object_get(text, "hex"));
    size_t length = hex == NULL ? 1 : strlen(hex);
    char *bytes = allocate(object, length / 2 + 1, 1);
    for (size_t k = 0; k < length / 2 && bytes != NULL; k++) {
        int high = hex_digit(hex[2 * k]), low = hex_digit(hex[2 * k + 1]);
        bytes[k] = (char)(high * 16 + low);
        length = high < 0 || low < 0 || bytes[k] == '\0' ? 1 : length;
    }
    if (length % 2 != 0) {
        fail(object, key, "a string, or an object with bytes as hexadecimal digits, hex");
        return NULL;
    }
    return bytes;
}

/* Copies a text, which the key has or is in the list that it has, byte by byte. NULL on failure. */
static const char *copy_text(const struct object *object, const char *key, const json_t *text) {
    if (json_is_object(text)) {
        return copy_hex(object, key, text);
    }
    if (!json_is_string(text)) {
        fail(object, key, "a string");
        return NULL;
    }
    const char *copy = arena_copy(object->reader->arena, json_string_value(text), json_string_length(text));
    if (copy == NULL) {
        fail_memory(object);
    }
    return copy;
}

static int take_text(const struct object *object, const char *key, const char **text) {
    *text = copy_text(object, key, get(object, key));
    return *text == NULL ? -1 : 0;
}

/* NULL on failure. */
static const char **copy_texts(const struct object *object, const char *key, uint32_t *count) {
    const json_t *array = get(object, key);
    size_t size = json_array_size(array);
    if (!json_is_array(array) || size >= UINT32_MAX) {
        fail(object, key, "a list of strings");
        return NULL;
    }
    const char **texts = allocate(object, size, sizeof *texts);
    for (size_t k = 0; k < size && texts != NULL; k++) {
        texts[k] = copy_text(object, key, json_array_get(array, k));
        texts = texts[k] == NULL ? NULL : texts;
    }
    *count = (uint32_t)size;
    return texts;
}

static int take_texts(const struct object *object, const char *key, const char ***texts, uint32_t *count) {
    *texts = copy_texts(object, key, count);
    return *texts == NULL ? -1 : 0;
}

/* Converts one of two words; *second: whether it is the second. */
static int take_word(const struct object *object, const char *key, const char *const words[2], int *second) {
    const char *word = json_string_value(get(object, key));
    char expected[64];
    *second = word != NULL && strcmp(word, words[1]) == 0;
    if (*second || (word != NULL && strcmp(word, words[0]) == 0)) {
        return 0;
    }
    snprintf(expected, sizeof expected, "\"%s\" or \"%s\"", words[0], words[1]);
    return fail(object, key, expected);
}

/* Converts a flag; an absent flag keeps its value. */
static int take_flag(const struct object *object, const char *key, int *flag) {
    const json_t *value = get(object, key);
    if (value != NULL) {
        *flag = json_is_true(value);
    }
    return value != NULL && !json_is_boolean(value) ? fail(object, key, "true or false") : 0;
}

static int take_natural(const struct object *object, const char *key, const json_t *value, uint64_t *number) {
    *number = (uint64_t)json_integer_value(value);
    return !json_is_integer(value) || json_integer_value(value) < 0 ? fail(object, key, "a natural number")
                                                                    : 0;
}

static int take_number(const struct object *object, const char *key, uint64_t *number) {
    return take_natural(object, key, get(object, key), number);
}

/* Converts a tuple of local states. */
static int take_tuple(const struct object *object, const char *key, uint32_t length, uint32_t *tuple) {
    const json_t *array = get(object, key);
    int is_tuple = json_is_array(array) && json_array_size(array) == length;
    char expected[64];
    for (uint32_t k = 0; k < length && is_tuple; k++) {
        const json_t *number = json_array_get(array, k);
        json_int_t state = json_integer_value(number);
        is_tuple = json_is_integer(number) && state >= 0 && state <= UINT32_MAX;
        tuple[k] = (uint32_t)state;
    }
    snprintf(expected, sizeof expected, "a list of %u local states", length);
    return is_tuple ? 0 : fail(object, key, expected);
}

/*
 * Converts a state of variables, {"x": 3, "b": true}: the values as int32_t. All states of a trace must have
 * the same types, which `initial` decides.
 */
static int take_values(const struct object *object, const char *key, struct evidence *evidence,
                       int is_initial, uint32_t *values) {
    const json_t *state = get(object, key);
    int is_state = json_is_object(state) && json_object_size(state) == evidence->component_count;
    for (uint32_t k = 0; k < evidence->component_count && is_state; k++) {
        const json_t *value = json_object_get(state, evidence->components[k]);
        json_int_t number = json_is_true(value) ? 1 : json_integer_value(value);
        int is_bool = json_is_boolean(value);
        is_state = (is_bool || (json_is_integer(value) && number >= INT32_MIN && number <= INT32_MAX)) &&
                   (is_initial || is_bool == evidence->values[k]);
        evidence->values[k] = (uint8_t)is_bool;
        values[k] = (uint32_t)(int32_t)number;
    }
    return is_state ? 0 : fail(object, key, "an object with a value of each variable");
}

/* Converts a state: values of variables, or local states; the first state decides which. */
static int take_state(const struct object *object, const char *key, struct evidence *evidence,
                      uint32_t *tuple) {
    return evidence->values != NULL ? take_values(object, key, evidence, 0, tuple)
                                    : take_tuple(object, key, evidence->component_count, tuple);
}

static int take_initial(const struct object *root, struct evidence *evidence, uint32_t *tuple) {
    if (!json_is_object(get(root, "initial"))) {
        return take_state(root, "initial", evidence, tuple);
    }
    evidence->values = allocate(root, evidence->component_count, sizeof *evidence->values);
    return evidence->values == NULL ? -1 : take_values(root, "initial", evidence, 1, tuple);
}

/* --- inputs --- */

/* Converts the values of constants, if there are some. */
static int take_constants(const struct object *inputs, struct evidence *evidence) {
    const json_t *object = get(inputs, "constants");
    const char *name;
    json_t *value;
    if (object == NULL) {
        return 0;
    }
    if (!json_is_object(object)) {
        return fail(inputs, "constants", "an object");
    }
    evidence->definitions.memory = inputs->reader->run->memory;
    evidence->options.definitions = &evidence->definitions;
    json_object_foreach((json_t *)object, name, value) {
        char text[600];
        struct error error;
        const char *given = json_string_value(value);
        int length = given == NULL ? -1 : snprintf(text, sizeof text, "%s=%s", name, given);
        if (length < 0 || (size_t)length >= sizeof text || strchr(text, ',') != NULL ||
            definitions_add(&evidence->definitions, text, &error) != 0) {
            return fail(inputs, "constants", "names with values, as --const has them");
        }
    }
    return 0;
}

static int take_inputs(const struct object *root, struct evidence *evidence) {
    static const char *const names[] = {"network", "graph", "mdp"}, *const syntaxes[] = {"basic", "extended"};
    const struct object inputs = {root->reader, get(root, "inputs"), "inputs"};
    struct exp_options *options = &evidence->options;
    int some = 0, of_network = evidence->kind < EVIDENCE_SCC || evidence->kind == EVIDENCE_PARITY;
    if (!json_is_object(inputs.json)) {
        return fail(&inputs, NULL, "an object");
    }
    for (int k = 0; k < 3; k++) {
        if (get(&inputs, names[k]) != NULL) {
            evidence->input = (enum evidence_input)k;
            some++;
        }
    }
    if (some > 1 || (some == 1 && evidence->input != EVIDENCE_NETWORK && of_network)) {
        return fail(&inputs, NULL, of_network ? "a network" : "one of network, graph and mdp");
    }
    if (take_text(&inputs, names[evidence->input], &evidence->network) != 0 ||
        take_flag(&inputs, "ignore_case", &options->ignore_case) != 0 ||
        take_flag(&inputs, "independent", &options->independent) != 0 ||
        (evidence->input == EVIDENCE_MDP && get(&inputs, "labels") != NULL &&
         take_text(&inputs, "labels", &evidence->label_file) != 0) ||
        (get(&inputs, "regex") != NULL &&
         take_word(&inputs, "regex", syntaxes, &options->regex_extended) != 0)) {
        return -1;
    }
    if (take_constants(&inputs, evidence) != 0) {
        return -1;
    }
    if (get(&inputs, "internal") != NULL) {
        options->internal = copy_texts(&inputs, "internal", &options->internal_count);
        return options->internal == NULL ? -1 : 0;
    }
    return 0;
}

/* --- properties --- */

static int take_error_states(const struct object *object, struct evidence_property *property) {
    const json_t *array = get(object, "error_states");
    size_t size = json_array_size(array);
    if (array != NULL && !json_is_array(array)) {
        return fail(object, "error_states", "a list of numbers");
    }
    property->error_states = allocate(object, size, sizeof *property->error_states);
    property->error_state_count = size;
    int failed = property->error_states == NULL;
    for (size_t k = 0; k < size && !failed; k++) {
        failed = take_natural(object, "error_states", json_array_get(array, k), &property->error_states[k]);
    }
    return failed ? -1 : 0;
}

/* Converts a label or a pattern; exactly one of them must be there. */
static int take_label(const struct object *object, struct evidence_property *property) {
    property->is_pattern = get(object, "label") == NULL;
    return property->is_pattern == (get(object, "pattern") == NULL)
               ? fail(object, NULL, "either a label or a pattern")
               : take_text(object, property->is_pattern ? "pattern" : "label", &property->text);
}

static int take_parts(const struct object *object, struct evidence_property *property) {
    const json_t *array = get(object, "labels");
    size_t size = json_array_size(array);
    if (!json_is_array(array) || size == 0 || size >= UINT32_MAX) {
        return fail(object, "labels", "a list of labels and patterns");
    }
    property->parts = allocate(object, size, sizeof *property->parts);
    property->part_count = (uint32_t)size;
    int failed = property->parts == NULL;
    for (size_t k = 0; k < size && !failed; k++) {
        struct object part = {object->reader, json_array_get(array, k), object->name};
        property->parts[k] = (struct evidence_property){.kind = PROPERTY_NEVER};
        failed = take_label(&part, &property->parts[k]);
    }
    return failed ? -1 : 0;
}

static int take_formula(const struct object *object, struct evidence_property *property) {
    static const char *const dialects[] = {"mcl", "mcf"};
    int is_mcf;
    if (take_word(object, "dialect", dialects, &is_mcf) != 0) {
        return -1;
    }
    property->dialect = is_mcf ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL;
    return take_text(object, "formula", &property->text);
}

static int take_property(const struct object *root, const json_t *json, struct evidence_property *property) {
    const struct object object = {root->reader, json, "property"};
    const char *name = json_string_value(get(&object, "kind"));
    int kind = 0;
    if (name == NULL) {
        return fail(&object, NULL, "an object with a kind");
    }
    while (kind < PROPERTY_KINDS && strcmp(property_kind_name((enum property_kind)kind), name) != 0) {
        kind++;
    }
    property->kind = (enum property_kind)kind;
    switch (kind) {
    case PROPERTY_DEADLOCK:
    case PROPERTY_LIVELOCK:
        return 0;
    case PROPERTY_NEVER:
    case PROPERTY_STARVATION:
        return take_label(&object, property);
    case PROPERTY_FAIR_CYCLE:
        return take_parts(&object, property);
    case PROPERTY_MONITOR:
        return take_text(&object, "file", &property->text) != 0 ? -1 : take_error_states(&object, property);
    case PROPERTY_FORMULA:
        return take_formula(&object, property);
    default:
        return fail(&object, "kind",
                    "\"deadlock\", \"never\", \"livelock\", \"starvation\", \"fair-cycle\", \"monitor\" or "
                    "\"formula\"");
    }
}

static int take_properties(const struct object *root, struct evidence *evidence) {
    const json_t *array = get(root, "properties");
    size_t size = json_array_size(array), monitors = 0, others = 0;
    if (!json_is_array(array) || size >= UINT32_MAX) {
        return fail(root, "properties", "a list of properties");
    }
    evidence->properties = allocate(root, size, sizeof *evidence->properties);
    if (evidence->properties == NULL) {
        return -1;
    }
    for (size_t k = 0; k < size; k++) {
        struct evidence_property *property = &evidence->properties[k];
        if (take_property(root, json_array_get(array, k), property) != 0) {
            return -1;
        }
        monitors += property->kind == PROPERTY_MONITOR;
        others += property_is_of_cycles(property->kind) || property->kind == PROPERTY_FORMULA;
    }
    evidence->property_count = (uint32_t)size;
    return others > 0 || monitors > 1 || (monitors == 1 && size > 1)
               ? fail(root, "properties", "one monitor alone, or deadlock freedom and labels")
               : 0;
}

/* Converts the only property of a trace, if any, or of a strategy. */
static int take_only_property(const struct object *root, struct evidence *evidence) {
    const json_t *property = get(root, "property");
    evidence->properties = allocate(root, 1, sizeof *evidence->properties);
    evidence->property_count = property != NULL && !json_is_null(property);
    return evidence->properties == NULL    ? -1
           : evidence->property_count == 0 ? 0
                                           : take_property(root, property, evidence->properties);
}

static int has_formula(const struct evidence *evidence) {
    return evidence->property_count > 0 && evidence->properties[0].kind == PROPERTY_FORMULA;
}

/* --- strategies and traces --- */

/* Copies the explanation of a path, if there is one. */
static int take_explanation(const struct object *root, struct evidence *evidence) {
    const json_t *explanation = get(root, "explanation");
    if (explanation == NULL) {
        return 0;
    }
    if (!json_is_object(explanation)) {
        return fail(root, "explanation", "an object");
    }
    char *text = json_dumps(explanation, EVIDENCE_EXPLANATION_FLAGS);
    evidence->explanation = text == NULL ? NULL : arena_copy(root->reader->arena, text, strlen(text));
    free(text);
    return evidence->explanation == NULL ? fail_memory(root) : 0;
}

/* Converts the part of the head of a strategy that precedes its nodes. */
static int take_strategy(const struct object *root, struct evidence *evidence) {
    if (!has_formula(evidence)) {
        return fail(root, "property", "a formula, because there is a strategy");
    }
    if (get(root, "holds") == NULL) {
        return fail(root, "holds", "true or false");
    }
    evidence->has_strategy = 1;
    return take_flag(root, "holds", &evidence->holds) != 0 || take_explanation(root, evidence) != 0 ||
                   take_texts(root, "labels", &evidence->labels, &evidence->label_count) != 0 ||
                   take_texts(root, "subformulas", &evidence->subformulas, &evidence->subformula_count) != 0
               ? -1
               : take_number(root, "nodes", &evidence->states);
}

/* Takes the labels that processes have of their own in the last step; there may be none. */
static int take_local(const struct object *step, struct evidence *evidence) {
    const json_t *list = get(step, "local");
    if (list != NULL && !json_is_null(list) && !json_is_array(list)) {
        return fail(step, "local", "a list of processes with their labels");
    }
    for (size_t k = 0; k < json_array_size(list); k++) {
        char name[96];
        snprintf(name, sizeof name, "%s.local[%llu]", step->name, (unsigned long long)k);
        const struct object item = {step->reader, json_array_get(list, k), name};
        struct evidence_own_label own = {.step = evidence->trace.steps - 1};
        if (take_text(&item, "process", &own.process) != 0 || take_text(&item, "label", &own.label) != 0) {
            return -1;
        }
        if (GROWING_ADD(step->reader->run->memory, evidence->own_labels, own) != 0) {
            return fail_memory(step);
        }
    }
    return 0;
}

static int take_step(const struct object *step, struct evidence *evidence, uint32_t *tuple) {
    const char *label;
    if (take_text(step, "label", &label) != 0 || take_state(step, "to", evidence, tuple) != 0) {
        return -1;
    }
    return trace_append(step->reader->run->memory, &evidence->trace, label, tuple) != 0
               ? fail_memory(step)
               : take_local(step, evidence);
}

static int take_steps(const struct object *root, struct evidence *evidence) {
    const json_t *steps = get(root, "steps");
    uint32_t *tuple = allocate(root, evidence->component_count, sizeof *tuple);
    if (tuple == NULL) {
        return -1;
    }
    if (!json_is_array(steps)) {
        return fail(root, "steps", "a list of steps");
    }
    if (take_initial(root, evidence, tuple) != 0) {
        return -1;
    }
    int failed =
        trace_append(root->reader->run->memory, &evidence->trace, NULL, tuple) != 0 ? fail_memory(root) : 0;
    for (size_t k = 0; k < json_array_size(steps) && !failed; k++) {
        char name[64];
        snprintf(name, sizeof name, "steps[%llu]", (unsigned long long)k);
        failed = take_step(&(struct object){root->reader, json_array_get(steps, k), name}, evidence, tuple);
    }
    return failed;
}

/* Converts the steps of a path, and where it returns. */
static int take_path(const struct object *root, struct evidence *evidence) {
    const json_t *lasso = get(root, "lasso");
    struct trace *trace = &evidence->trace;
    evidence->has_path = 1;
    trace->components = evidence->component_count;
    trace->lasso = TRACE_NO_LASSO;
    if (take_steps(root, evidence) != 0) {
        return -1;
    }
    if (lasso != NULL && !json_is_null(lasso)) {
        if (take_number(root, "lasso", &trace->lasso) != 0) {
            return -1;
        }
        if (trace->lasso > trace->steps) {
            return fail(root, "lasso", "the number of a state of the trace");
        }
    }
    return 0;
}

static int take_observer(const struct object *root, struct evidence *evidence) {
    uint64_t states = evidence->trace.steps + 1;
    if (evidence->property_count == 0 || evidence->properties[0].kind != PROPERTY_MONITOR) {
        return fail(root, "observer", "no states, because the property is no monitor");
    }
    if (json_array_size(get(root, "observer")) != states || states > UINT32_MAX) {
        return fail(root, "observer", "a state of the monitor before the first step and after each step");
    }
    evidence->observer = allocate(root, states, sizeof *evidence->observer);
    return evidence->observer == NULL ? -1
                                      : take_tuple(root, "observer", (uint32_t)states, evidence->observer);
}

static int take_trace(const struct object *root, struct evidence *evidence) {
    if (take_only_property(root, evidence) != 0 || take_path(root, evidence) != 0 ||
        (get(root, "observer") != NULL && take_observer(root, evidence) != 0)) {
        return -1;
    }
    if (get(root, "nodes") != NULL) {
        return take_strategy(root, evidence);
    }
    if (take_flag(root, "holds", &evidence->holds) != 0) {
        return -1;
    }
    return evidence->holds && !has_formula(evidence)
               ? fail(root, "property", "a formula, because the trace shows that it holds")
               : 0;
}

/* --- packed certificates --- */

#define PACKED_VERSION 2 /* of a file that has one; older readers refuse it */
#define MOST_WIDTH 32

static int take_width(const struct object *root, uint32_t k, struct evidence *evidence, uint64_t *bits) {
    const json_t *width = json_array_get(get(root, "packed"), k);
    json_int_t value = json_is_integer(width) ? json_integer_value(width) : -1;
    if (value < 0 || value > MOST_WIDTH) {
        return fail(root, "packed", "numbers of bits, 0 to 32");
    }
    evidence->packed[k] = (uint8_t)value;
    *bits += (uint64_t)value;
    return 0;
}

/* Converts the layout of packed states, if there is one. */
static int take_packed(const struct object *root, struct evidence *evidence) {
    int has_monitor = evidence->property_count > 0 && evidence->properties[0].kind == PROPERTY_MONITOR;
    uint32_t fields = evidence->component_count + (uint32_t)has_monitor;
    int is_packed = json_integer_value(get(root, "heddle_evidence")) == PACKED_VERSION;
    uint64_t bits = 0;
    if (!is_packed) {
        return 0;
    }
    if (json_array_size(get(root, "packed")) != fields) {
        return fail(root, "packed",
                    "the bits of each number of a state: of each process, and of the monitor");
    }
    evidence->packed = allocate(root, fields, sizeof *evidence->packed);
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

static int take_goal(const struct object *root, struct evidence_goal *result) {
    static const char *const names[] = {"label", "pattern", "state_label"};
    const struct object goal = {root->reader, get(root, "goal"), "goal"};
    int some = 0;
    for (int k = 0; k < 3; k++) {
        if (get(&goal, names[k]) != NULL) {
            result->is_pattern = k == 1;
            result->is_state_label = k == 2;
            some += take_text(&goal, names[k], &result->text) == 0;
        }
    }
    if (some != 1) {
        return fail(&goal, NULL, "an object with one of label, pattern and state_label");
    }
    if (take_flag(&goal, "repeatedly", &result->repeatedly) != 0) {
        return -1;
    }
    return result->repeatedly && result->is_state_label
               ? fail(&goal, NULL, "a label or pattern, because the goal is repeated")
               : 0;
}

static int take_decomposition(const struct object *root, struct evidence *evidence) {
    evidence->maximal_progress = 1;
    if (evidence->kind == EVIDENCE_SCC) {
        return 0;
    }
    if (take_flag(root, "maximal_progress", &evidence->maximal_progress) != 0 ||
        take_texts(root, "labels", &evidence->labels, &evidence->label_count) != 0) {
        return -1;
    }
    return evidence->kind == EVIDENCE_SCHEDULER ? take_goal(root, &evidence->goal) : 0;
}

/* --- the conversion --- */

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

int evidence_convert(evidence_reader *reader, const json_t *json) {
    const struct object root = {reader, json, NULL};
    struct evidence *evidence = &reader->evidence;
    const json_t *version = get(&root, "heddle_evidence");
    const char *kind = json_string_value(get(&root, "kind"));
    if (!json_is_integer(version)) {
        return fail(&root, "heddle_evidence", "the number 1 or 2: this is not evidence");
    }
    if (json_integer_value(version) != 1 && json_integer_value(version) != PACKED_VERSION) {
        return fail(&root, "heddle_evidence", "the number 1 or 2: this is evidence of another version");
    }
    int found = kind == NULL ? -1 : evidence_kind_find(kind);
    if (found < 0) {
        return fail(&root, "kind",
                    "\"trace\", \"certificate\", \"scc\", \"mec\", \"scheduler\" or \"parity\"");
    }
    evidence->kind = (enum evidence_kind)found;
    if (json_integer_value(version) == PACKED_VERSION && evidence->kind != EVIDENCE_CERTIFICATE) {
        return fail(&root, "heddle_evidence", "the number 1, because only certificates have version 2");
    }
    if (take_inputs(&root, evidence) != 0 ||
        (evidence->input == EVIDENCE_NETWORK &&
         take_texts(&root, "components", &evidence->components, &evidence->component_count) != 0)) {
        return -1;
    }
    if (evidence->kind == EVIDENCE_TRACE) {
        return take_trace(&root, evidence);
    }
    if (evidence->kind == EVIDENCE_PARITY) {
        return take_only_property(&root, evidence) != 0 ||
                       (get(&root, "steps") != NULL && take_path(&root, evidence) != 0)
                   ? -1
                   : take_strategy(&root, evidence);
    }
    if (take_number(&root, "states", &evidence->states) != 0) {
        return -1;
    }
    if (evidence->kind == EVIDENCE_CERTIFICATE) {
        return take_properties(&root, evidence) != 0 ? -1 : take_packed(&root, evidence);
    }
    return take_decomposition(&root, evidence);
}
