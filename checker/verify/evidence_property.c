/* The properties that evidence is about. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "checker/property/fairness.h"
#include "checker/verify/evidence_object.h"

static int take_error_states(const struct evidence_object *object, struct evidence_property *property) {
    const json_t *array = evidence_get(object, "error_states");
    size_t size = json_array_size(array);
    if (array != NULL && !json_is_array(array)) {
        return evidence_expected(object, "error_states", "a list of numbers");
    }
    property->error_states = evidence_allocate(object, size, sizeof *property->error_states);
    property->error_state_count = size;
    int failed = property->error_states == NULL;
    for (size_t k = 0; k < size && !failed; k++) {
        failed = evidence_take_natural(object, "error_states", json_array_get(array, k),
                                       &property->error_states[k]);
    }
    return failed ? -1 : 0;
}

static int take_parts(const struct evidence_object *object, struct evidence_property *property) {
    const json_t *array = evidence_get(object, "labels");
    size_t size = json_array_size(array);
    if (!json_is_array(array) || size == 0 || size >= UINT32_MAX) {
        return evidence_expected(object, "labels", "a list of labels and patterns");
    }
    property->parts = evidence_allocate(object, size, sizeof *property->parts);
    property->part_count = (uint32_t)size;
    int failed = property->parts == NULL;
    for (size_t k = 0; k < size && !failed; k++) {
        struct evidence_object part = {object->reader, json_array_get(array, k), object->name};
        property->parts[k] = (struct evidence_property){0};
        failed = evidence_take_label(&part, &property->parts[k].text, &property->parts[k].is_pattern);
    }
    return failed ? -1 : 0;
}

static int take_formula(const struct evidence_object *object, struct evidence_property *property) {
    static const char *const dialects[] = {"mcl", "mcf"};
    int is_mcf = 0;
    property->dialect = property_row(property->kind)->dialect;
    if (property->dialect == FORMULA_DIALECT_AUTO) {
        if (evidence_take_word(object, "dialect", dialects, &is_mcf) != 0) {
            return -1;
        }
        property->dialect = is_mcf ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL;
    }
    return evidence_take_text(object, "formula", &property->text);
}

static int expect_kind(const struct evidence_object *object) {
    char text[PROPERTY_KINDS * 32] = "";
    size_t length = 0;
    for (unsigned kind = 0; kind < PROPERTY_KINDS; kind++) {
        if (!property_is_of_schedulers((enum property_kind)kind)) {
            length += (size_t)snprintf(text + length, sizeof text - length, "%s\"%s\"",
                                       kind == 0                    ? ""
                                       : kind + 1 == PROPERTY_KINDS ? " or "
                                                                    : ", ",
                                       property_row((enum property_kind)kind)->name);
        }
    }
    return evidence_expected(object, "kind", text);
}

/* What properties of cycles and runs assume; others have no such members. */
static int take_assumption(const struct evidence_object *object, struct evidence_property *property) {
    const json_t *strength = evidence_get(object, "fairness"), *labels = evidence_get(object, "fair_labels");
    const int assumes = property_is_of_cycles(property->kind) || property_is_of_runs(property->kind);
    if (strength == NULL && labels == NULL) {
        return 0;
    }
    if (!assumes || !json_is_string(strength)) {
        return evidence_expected(object, assumes ? "fairness" : "kind",
                                 assumes ? "\"none\", \"weak\" or \"strong\""
                                         : "a property of cycles or runs");
    }
    while (fairness_names[property->fair_processes] != NULL &&
           strcmp(fairness_names[property->fair_processes], json_string_value(strength)) != 0) {
        property->fair_processes++;
    }
    return fairness_names[property->fair_processes] == NULL
               ? evidence_expected(object, "fairness", "\"none\", \"weak\" or \"strong\"")
           : labels == NULL ? 0
                            : evidence_take_text(object, "fair_labels", &property->fair_labels);
}

static int take_property(const struct evidence_object *root, const json_t *json,
                         struct evidence_property *property) {
    const struct evidence_object object = {root->reader, json, "property"};
    const char *name = json_string_value(evidence_get(&object, "kind"));
    if (name == NULL) {
        return evidence_expected(&object, NULL, "an object with a kind");
    }
    property->kind = property_kind_named(name, strlen(name));
    if (property->kind == PROPERTY_KINDS || property_is_of_schedulers(property->kind)) {
        return expect_kind(&object);
    }
    if (take_assumption(&object, property) != 0) {
        return -1;
    }
    switch (property_row(property->kind)->takes) {
    case PROPERTY_TAKES_LABEL:
        return evidence_take_label(&object, &property->text, &property->is_pattern);
    case PROPERTY_TAKES_LABELS:
        return take_parts(&object, property);
    case PROPERTY_TAKES_MONITOR:
        return evidence_take_text(&object, "file", &property->text) != 0
                   ? -1
                   : take_error_states(&object, property);
    case PROPERTY_TAKES_AUTOMATON:
        return evidence_take_text(&object, "file", &property->text) != 0
                   ? -1
                   : evidence_take_texts(&object, "atoms", &property->meaning, &property->meaning_count);
    case PROPERTY_TAKES_FORMULA:
        return take_formula(&object, property);
    default:
        return 0;
    }
}

int evidence_take_properties(const struct evidence_object *root, struct evidence *evidence) {
    const json_t *array = evidence_get(root, "properties");
    size_t size = json_array_size(array), alone = 0, others = 0;
    if (!json_is_array(array) || size >= UINT32_MAX) {
        return evidence_expected(root, "properties", "a list of properties");
    }
    evidence->properties = evidence_allocate(root, size, sizeof *evidence->properties);
    if (evidence->properties == NULL) {
        return -1;
    }
    for (size_t k = 0; k < size; k++) {
        struct evidence_property *property = &evidence->properties[k];
        if (take_property(root, json_array_get(array, k), property) != 0) {
            return -1;
        }
        const struct property_row *row = property_row(property->kind);
        const int is_of_runs = row->ground == PROPERTY_BY_RUNS && row->takes == PROPERTY_TAKES_FORMULA;
        alone += row->ground == PROPERTY_BY_ERROR || is_of_runs;
        others += row->ground == PROPERTY_BY_CYCLES || (row->ground == PROPERTY_BY_RUNS && !is_of_runs) ||
                  row->ground == PROPERTY_BY_FORMULA;
    }
    evidence->property_count = (uint32_t)size;
    return others > 0 || (alone > 0 && size > 1)
               ? evidence_expected(root, "properties",
                                   "one monitor, or one formula of linear time, or deadlock freedom and "
                                   "labels")
               : 0;
}

int evidence_take_only_property(const struct evidence_object *root, struct evidence *evidence) {
    const json_t *property = evidence_get(root, "property");
    evidence->properties = evidence_allocate(root, 1, sizeof *evidence->properties);
    evidence->property_count = property != NULL && !json_is_null(property);
    return evidence->properties == NULL    ? -1
           : evidence->property_count == 0 ? 0
                                           : take_property(root, property, evidence->properties);
}
