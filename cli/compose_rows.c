/* The steps of composing as JSON. */
#include "cli/compose_rows.h"

#include <jansson.h>

#include "base/text/json_text.h"

/* Why parts are left alone. */
static const char *const skips[] = {
    [COMPOSITION_GUARDED] = "prio", [COMPOSITION_RATED] = "rates", [COMPOSITION_TOO_LARGE] = "too_large"};

/* Adds a key; the object takes the value. 0 or -1. */
static int add_member(json_t *object, const char *key, json_t *value) {
    return json_object_set_new(object, key, value);
}

static int fill_step(struct memory *memory, json_t *object, const struct composition_step *step) {
    if (add_member(object, "name", json_text(memory, step->name)) != 0 ||
        add_member(object, "parts", json_texts(memory, step->parts, step->part_count)) != 0) {
        return -1;
    }
    if (step->skip != COMPOSITION_DONE) {
        return add_member(object, "skipped", json_string(skips[step->skip]));
    }
    return add_member(object, "equivalence", json_string(equivalence_name(step->equivalence))) != 0 ||
                   add_member(object, "states", json_count(step->states)) != 0 ||
                   add_member(object, "transitions", json_count(step->transitions)) != 0 ||
                   add_member(object, "minimised_states", json_count(step->minimised_states)) != 0 ||
                   add_member(object, "minimised_transitions", json_count(step->minimised_transitions)) != 0
               ? -1
               : 0;
}

json_t *compose_steps_json(const composition *composition, struct memory *memory) {
    uint64_t count = 0;
    const struct composition_step *steps = composition_steps(composition, &count);
    json_t *array = json_array();
    int failed = array == NULL;
    for (uint64_t i = 0; i < count && !failed; i++) {
        json_t *step = json_object();
        failed =
            step == NULL || fill_step(memory, step, &steps[i]) != 0 || json_array_append(array, step) != 0;
        json_decref(step);
    }
    if (failed) {
        json_decref(array);
        return NULL;
    }
    return array;
}

int compose_add_json(const struct compose_work *work, struct memory *memory, json_t *object) {
    return work->composition == NULL
               ? 0
               : add_member(object, "composition", compose_steps_json(work->composition, memory));
}
