/* What `heddle check --json` says of verdicts that say less than they seem to. */
#include <jansson.h>
#include <string.h>

#include "api/check/check_vacuity.h"
#include "base/text/json_text.h"
#include "base/text/text_buffer.h"
#include "cli/check/check_report.h"

static json_t *json_absent(const struct absent_labels *absent, struct memory *memory) {
    json_t *list = json_array();
    for (uint64_t i = 0; i < absent->count; i++) {
        const struct absent_label *label = &absent->items[i];
        json_t *object =
            json_pack("{s:o, s:b}", "label", json_text(memory, label->text), "pattern", label->is_pattern);
        if (object != NULL && *label->guess != '\0') {
            json_object_set_new(object, "hint", json_text(memory, label->guess + strspn(label->guess, "; ")));
        }
        if (json_array_append_new(list, object) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

/* Adds an antecedent of a formula: its text and place. Returns 0, or -1 if memory runs out. */
static int add_antecedent(const struct check_antecedent *antecedent, struct memory *memory, json_t *object) {
    struct text_buffer text = {0};
    const struct formula_position where = check_antecedent_place(antecedent);
    int failed =
        check_antecedent_write(antecedent, memory, &text) != 0 ||
        json_object_set_new(object, check_antecedent_is_condition(antecedent) ? "condition" : "antecedent",
                            json_text(memory, text.data)) != 0 ||
        json_object_set_new(object, "line", json_integer(where.line)) != 0 ||
        json_object_set_new(object, "column", json_integer(where.column)) != 0;
    text_buffer_free(memory, &text);
    return failed ? -1 : 0;
}

/* {"reason": .., "labels": [..], ..}; NULL if memory runs out. */
static json_t *json_vacuous(const struct check_result *result, const struct absent_labels *absent,
                            struct memory *memory) {
    static const char *const reasons[] = {[VACUITY_LABELS] = "labels",
                                          [VACUITY_FORM] = "form",
                                          [VACUITY_UNFIRED] = "unfired",
                                          [VACUITY_ANTECEDENT] = "antecedent"};
    json_t *labels = json_array(), *object;
    int is_pattern, failed = 0;
    const char *unfired = check_unfired_label(&result->antecedent, &is_pattern);
    for (uint64_t i = 0; i < absent->count; i++) {
        failed |= json_array_append_new(labels, json_text(memory, absent->items[i].text));
    }
    if (unfired != NULL) {
        failed |= json_array_append_new(labels, json_text(memory, unfired));
    }
    object = json_pack("{s:s, s:o}", "reason", reasons[result->vacuous], "labels", labels);
    if (failed || object == NULL ||
        (result->vacuous == VACUITY_ANTECEDENT && add_antecedent(&result->antecedent, memory, object) != 0)) {
        json_decref(object);
        return NULL;
    }
    return object;
}

int check_vacuity_json(const struct checked *checked, uint32_t index, json_t *object) {
    const struct check_result *result = &checked->check->results[index];
    const struct absent_labels *absent = &checked->absent[index];
    struct memory *memory = &checked->job->memory;
    int failed = 0;
    if (result->verdict == VERDICT_HOLDS && result->vacuous != VACUITY_NONE) {
        failed |= json_object_set_new(object, "vacuous", json_vacuous(result, absent, memory));
    }
    if (result->verdict == VERDICT_HOLDS && result->needs_no_fairness) {
        failed |= json_object_set_new(object, "needs_no_fairness", json_true());
    }
    if (absent->count > 0) {
        failed |= json_object_set_new(object, "absent_labels", json_absent(absent, memory));
    }
    return failed ? -1 : 0;
}
