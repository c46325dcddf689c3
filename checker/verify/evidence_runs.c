/* What a certificate of a property of runs has in its head. */
#include "checker/verify/evidence_object.h"

#define MOST_OBLIGATION 63

/* Reads the list of a key. 0 or -1. */
static int take_list(const struct evidence_object *runs, const char *key, const json_t **array,
                     uint64_t *count) {
    *array = evidence_get(runs, key);
    *count = json_array_size(*array);
    return json_is_array(*array) && *count < UINT32_MAX ? 0 : evidence_expected(runs, key, "a list");
}

static int take_set(const struct evidence_object *runs, const json_t *list, uint64_t *set) {
    int failed = json_is_array(list) ? 0 : evidence_expected(runs, "sets", "lists of obligations");
    for (size_t k = 0; k < json_array_size(list) && !failed; k++) {
        uint64_t number = 0;
        failed = evidence_take_natural(runs, "sets", json_array_get(list, k), &number);
        if (!failed && number > MOST_OBLIGATION) {
            failed = evidence_expected(runs, "sets", "obligations, 0 to 63");
        }
        *set |= failed ? 0 : (uint64_t)1 << number;
    }
    return failed ? -1 : 0;
}

static int take_sets(const struct evidence_object *object, struct evidence_runs *runs) {
    const json_t *array;
    if (take_list(object, "sets", &array, &runs->set_count) != 0) {
        return -1;
    }
    runs->sets = evidence_allocate(object, runs->set_count, sizeof *runs->sets);
    int failed = runs->sets == NULL;
    for (uint64_t i = 0; i < runs->set_count && !failed; i++) {
        runs->sets[i] = 0;
        failed = take_set(object, json_array_get(array, i), &runs->sets[i]);
    }
    return failed ? -1 : 0;
}

static int take_condition(const struct evidence_object *object, struct evidence_condition *condition) {
    static const char *const keys[] = {"labels", "process", NULL};
    condition->label = NULL;
    if (evidence_take_key(object, keys, "an object with one of labels and process", &condition->is_process) !=
            0 ||
        evidence_take_number(object, keys[condition->is_process], &condition->number) != 0) {
        return -1;
    }
    return evidence_get(object, "label") == NULL ? 0 : evidence_take_text(object, "label", &condition->label);
}

static int take_conditions(const struct evidence_object *object, struct evidence_runs *runs) {
    const json_t *array;
    if (take_list(object, "conditions", &array, &runs->condition_count) != 0) {
        return -1;
    }
    runs->conditions = evidence_allocate(object, runs->condition_count, sizeof *runs->conditions);
    int failed = runs->conditions == NULL;
    for (uint64_t i = 0; i < runs->condition_count && !failed; i++) {
        const struct evidence_object condition = {object->reader, json_array_get(array, i), "conditions"};
        failed = take_condition(&condition, &runs->conditions[i]);
    }
    return failed ? -1 : 0;
}

/* Part `number` of [IN, NUMBER, CONDITION]. */
static int take_part(const struct evidence_object *object, const json_t *list, uint64_t number,
                     const struct evidence_runs *runs, struct evidence_part *part) {
    uint64_t value[3] = {0};
    int failed = json_array_size(list) == 3 ? 0 : 1;
    for (size_t k = 0; k < 3 && !failed; k++) {
        failed = evidence_take_natural(object, "parts", json_array_get(list, k), &value[k]) != 0 ? -1 : 0;
    }
    *part = (struct evidence_part){(uint32_t)value[0], (uint32_t)value[1], (uint32_t)value[2]};
    return failed < 0 ? -1
           : failed || value[0] >= number || value[1] == 0 || value[1] > UINT32_MAX ||
                   value[2] >= runs->condition_count
               ? evidence_expected(object, "parts",
                                   "lists of an earlier part, a number above 0, and a condition")
               : 0;
}

static int take_parts(const struct evidence_object *object, struct evidence_runs *runs) {
    const json_t *array;
    if (take_list(object, "parts", &array, &runs->part_count) != 0) {
        return -1;
    }
    runs->parts = evidence_allocate(object, runs->part_count, sizeof *runs->parts);
    int failed = runs->parts == NULL;
    for (uint64_t i = 0; i < runs->part_count && !failed; i++) {
        failed = take_part(object, json_array_get(array, i), i + 1, runs, &runs->parts[i]);
    }
    return failed ? -1 : 0;
}

int evidence_take_runs(const struct evidence_object *root, struct evidence *evidence) {
    const json_t *json = evidence_get(root, "runs");
    const struct evidence_object object = {root->reader, json, "runs"};
    if (evidence->property_count == 0 || !property_is_of_runs(evidence->properties[0].kind)) {
        return 0;
    }
    if (!json_is_object(json)) {
        return evidence_expected(root, "runs", "an object, because the property is of runs");
    }
    struct evidence_runs *runs = evidence_allocate(root, 1, sizeof *runs);
    if (runs == NULL) {
        return -1;
    }
    evidence->runs = runs;
    return take_sets(&object, runs) != 0 || take_conditions(&object, runs) != 0 ||
                   take_parts(&object, runs) != 0
               ? -1
               : 0;
}
