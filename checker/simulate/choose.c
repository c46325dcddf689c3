/* Finds the transitions that a user names. Choices are sorted by label: those of one label, gate or beginning
 * are neighbours. */
#include "checker/simulate/choose.h"

#include <string.h>
#include <strings.h>

/* Whether `text` is the label, its gate, or its beginning. */
static int is_named(const label_table *labels, const char *text, const char *label, enum choose_match match) {
    int fold = label_table_ignores_case(labels);
    size_t length = strlen(text);
    if (match == CHOOSE_LABEL) {
        return label_text_kind(labels, text, length) == LABEL_INTERNAL
                   ? strcmp(label, "i") == 0
                   : (fold ? strcasecmp : strcmp)(text, label) == 0;
    }
    int begins = (fold ? strncasecmp : strncmp)(text, label, length) == 0;
    return begins && (match == CHOOSE_PREFIX || label_text_gate_length(label, strlen(label)) == length);
}

int choose_find(walk *walk, const label_table *labels, const char *text, int may_shorten,
                struct choose_result *result, struct error *error) {
    const struct semantics_transition *choices;
    uint64_t count;
    *result = (struct choose_result){.match = CHOOSE_NONE};
    if (walk_choices(walk, &choices, &count, error) != 0) {
        return -1;
    }
    enum choose_match last = may_shorten && text[0] != '\0' ? CHOOSE_PREFIX : CHOOSE_GATE;
    for (enum choose_match match = CHOOSE_LABEL; match <= last && result->count == 0; match++) {
        for (uint64_t i = 0; i < count; i++) {
            if (is_named(labels, text, choices[i].label, match)) {
                result->first = result->count == 0 ? i : result->first;
                result->count++;
            }
        }
        result->match = result->count == 0 ? CHOOSE_NONE : match;
    }
    if (result->count > 1 &&
        choices[result->first].label != choices[result->first + result->count - 1].label) {
        result->match = CHOOSE_SEVERAL;
    }
    return 0;
}
