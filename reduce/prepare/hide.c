/* Which labels patterns hide. */
#include "reduce/prepare/hide.h"

#include <string.h>

#include "base/error.h"
#include "base/text/pattern.h"
#include "explorer/graph/graph.h"

/* Adds 2 to the labels that the pattern matches. Returns whether there is one; -1 with *error filled. */
static int match_labels(const struct hide_patterns *patterns, const char *text, const struct graph *graph,
                        struct memory *memory, uint8_t *hidden, struct error *error) {
    pattern *pattern = pattern_compile(memory, text, patterns->flags, error);
    int found = pattern == NULL ? -1 : 0;
    for (uint32_t label = 0; label < graph->label_count && found >= 0; label++) {
        const char *name = graph->label_text[label];
        int match = pattern_match_total(pattern, name, strlen(name), error);
        found = match < 0 ? -1 : found | match;
        hidden[label] |= match > 0 ? 2 : 0;
    }
    pattern_free(pattern);
    return found;
}

int hide_select(const struct hide_patterns *patterns, const struct graph *graph, struct memory *memory,
                uint8_t *hidden, const char **unmatched, struct error *error) {
    *unmatched = NULL;
    for (uint32_t i = 0; i < patterns->count; i++) {
        int found = match_labels(patterns, patterns->texts[i], graph, memory, hidden, error);
        if (found < 0) {
            return -1;
        }
        *unmatched = found || *unmatched != NULL ? *unmatched : patterns->texts[i];
    }
    for (uint32_t label = 0; label < graph->label_count; label++) {
        int matched = (hidden[label] & 2) != 0;
        hidden[label] =
            (uint8_t)((hidden[label] & 1) | (patterns->count > 0 && matched != patterns->all_but));
        if (strcmp(graph->label_text[label], "i") == 0) {
            hidden[label] = 0;
        }
    }
    return 0;
}
