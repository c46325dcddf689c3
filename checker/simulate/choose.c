/* Finds the transitions that a user names. */
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

const char *choose_named(const walk *walk, const label_table *labels, const char *text,
                         enum choose_match found, const struct walker_transition *choice) {
    static const enum choose_match of_own[] = {[CHOOSE_OWN_LABEL] = CHOOSE_LABEL,
                                               [CHOOSE_OWN_GATE] = CHOOSE_GATE,
                                               [CHOOSE_OWN_PREFIX] = CHOOSE_PREFIX,
                                               [CHOOSE_SEVERAL] = CHOOSE_NONE};
    enum choose_match match = of_own[found];
    if (match == CHOOSE_NONE) {
        return is_named(labels, text, choice->label, found) ? choice->label : NULL;
    }
    for (uint32_t i = 0; i < choice->move_count; i++) {
        const char *own = walker_own_label(walk_walker(walk), choice, &choice->moves[i]);
        if (own != NULL && is_named(labels, text, own, match)) {
            return own;
        }
    }
    return NULL;
}

int choose_find(walk *walk, const label_table *labels, const char *text, int may_shorten,
                struct choose_result *result, struct error *error) {
    const struct walker_transition *choices;
    const char *first = NULL;
    uint64_t count;
    int differ = 0;
    *result = (struct choose_result){.match = CHOOSE_NONE};
    if (walk_choices(walk, &choices, &count, error) != 0) {
        return -1;
    }
    enum choose_match last = may_shorten && text[0] != '\0' ? CHOOSE_OWN_PREFIX : CHOOSE_OWN_GATE;
    for (enum choose_match match = CHOOSE_LABEL; match <= last && result->count == 0; match++) {
        for (uint64_t i = 0; i < count; i++) {
            const char *named = choose_named(walk, labels, text, match, &choices[i]);
            if (named != NULL) {
                result->first = result->count++ == 0 ? i : result->first;
                first = first == NULL ? named : first;
                differ |= named != first;
            }
        }
        result->found = result->count == 0 ? CHOOSE_NONE : match;
    }
    result->match = differ ? CHOOSE_SEVERAL : result->found;
    return 0;
}
