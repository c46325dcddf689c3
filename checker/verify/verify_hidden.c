/* Labels that evidence hides: a label becomes internal if the evidence names it, or does not name it among
 * those that stay. */
#include "checker/verify/verify_hidden.h"

#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

#define UNKNOWN 2u /* whether a label is hidden */

static int no_memory(const struct hidden_labels *labels) {
    return error_memory(labels->error, "to check the evidence");
}

int hidden_labels_open(struct hidden_labels *labels, const struct evidence *evidence, const struct run *run,
                       struct error *error) {
    struct memory *memory = run->memory;
    const struct exp_options *options = &evidence->options;
    const unsigned flags =
        (options->regex_extended ? PATTERN_EXTENDED : 0) | (options->ignore_case ? PATTERN_IGNORE_CASE : 0);
    labels->evidence = evidence;
    labels->memory = memory;
    labels->error = error;
    labels->labels = label_table_create(memory, 0, NULL, 0);
    labels->patterns = memory_allocate_zeroed(memory, evidence->property_count * sizeof(pattern *));
    if (labels->labels == NULL || labels->patterns == NULL) {
        return no_memory(labels);
    }
    for (uint32_t k = 0; k < evidence->property_count; k++) {
        const struct evidence_property *hidden = &evidence->properties[k];
        if (hidden->is_pattern) {
            labels->patterns[k] = pattern_compile(run, hidden->text, flags, error);
            if (labels->patterns[k] == NULL) {
                return error_prefix(error, "the pattern %.200s of the evidence: ", hidden->text);
            }
        }
    }
    return 0;
}

void hidden_labels_close(struct hidden_labels *labels) {
    const uint32_t count = labels->patterns == NULL ? 0 : labels->evidence->property_count;
    for (uint32_t k = 0; k < count; k++) {
        pattern_free(labels->patterns[k]);
    }
    if (labels->memory != NULL) {
        memory_free(labels->memory, labels->patterns, count * sizeof(pattern *));
        GROWING_FREE(labels->memory, labels->hidden);
        label_table_free(labels->labels);
    }
}

/* Whether the label, or pattern, of this number matches. 1, 0 or -1. */
static int matches(const struct hidden_labels *labels, uint32_t number, const char *label) {
    const struct exp_options *options = &labels->evidence->options;
    const char *text = labels->evidence->properties[number].text;
    if (labels->patterns[number] != NULL) {
        return pattern_match_total(labels->patterns[number], label, strlen(label), labels->error);
    }
    return options->ignore_case ? strcasecmp(text, label) == 0 : strcmp(text, label) == 0;
}

int hidden_labels_hide(const struct hidden_labels *labels, const char *text) {
    const struct evidence *evidence = labels->evidence;
    int match = 0;
    for (uint32_t k = 0; k < evidence->property_count && match == 0; k++) {
        match = matches(labels, k, text);
    }
    return match < 0 || !evidence->hides ? match : match != evidence->hides_others;
}

int hidden_labels_find(struct hidden_labels *labels, const char *text, uint32_t *label) {
    *label = HIDDEN_INTERNAL;
    if (strcmp(text, "i") == 0) {
        return 0;
    }
    const uint32_t number = label_intern(labels->labels, text, strlen(text));
    if (number == LABEL_NONE) {
        return no_memory(labels);
    }
    while (number >= labels->hidden.count) { /* the table may have labels of its own, too */
        if (GROWING_ADD(labels->memory, labels->hidden, UNKNOWN) != 0) {
            return no_memory(labels);
        }
    }
    if (labels->hidden.data[number] == UNKNOWN) {
        const int hidden = hidden_labels_hide(labels, text);
        if (hidden < 0) {
            return -1;
        }
        labels->hidden.data[number] = (uint8_t)hidden;
    }
    *label = labels->hidden.data[number] ? HIDDEN_INTERNAL : number + 1;
    return 0;
}

const char *hidden_labels_text(const struct hidden_labels *labels, uint32_t label) {
    return label == HIDDEN_INTERNAL ? "i" : label_text(labels->labels, label - 1);
}
