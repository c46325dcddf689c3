/* What runs are assumed to be (fairness.h). */
#include "checker/property/fairness.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

const char *const fairness_names[] = {"none", "weak", "strong", NULL};

int fairness_is_assumed(const struct fairness *fairness) {
    return fairness != NULL && (fairness->processes != FAIRNESS_NONE || fairness->count != 0);
}

/* What comes after the word and a colon; NULL if the text does not begin with these. */
static const char *after(const char *text, const char *word) {
    const size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && text[length] == ':' ? text + length + 1 : NULL;
}

/* The end of an item: a comma outside of quotes, or the end. */
static const char *item_end(const char *text) {
    char quote = '\0';
    for (; *text != '\0' && (quote != '\0' || *text != ','); text++) {
        quote = quote == '\0' && strchr("'\"", *text) != NULL ? *text : *text == quote ? '\0' : quote;
    }
    return text;
}

/* Makes the set of an item of `length` bytes. */
static int make_set(const struct property_maker *maker, const char *text, size_t length,
                    struct fairness_labels *labels) {
    struct memory *memory = maker->run->memory;
    char *copy = memory_allocate(memory, length + 1);
    if (copy == NULL) {
        return error_memory(maker->error, "for the labels");
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    const int failed = property_make(maker, PROPERTY_NEVER, copy, &labels->set);
    if (failed && length != 0) {
        error_prefix(maker->error, "%.200s: ", copy);
    }
    memory_free(memory, copy, length + 1);
    return failed;
}

static int read_item(const struct property_maker *maker, const char *text, struct fairness *fairness) {
    struct memory *memory = maker->run->memory;
    const char *weak = after(text, fairness_names[FAIRNESS_WEAK]),
               *strong = after(text, fairness_names[FAIRNESS_STRONG]);
    const char *set = weak != NULL ? weak : strong, *end = item_end(text);
    if (set == NULL) {
        return error_set(maker->error, ERROR_USAGE,
                         "'%.*s' does not say how fair: write weak:LABEL or strong:LABEL",
                         (int)(end - text < 200 ? end - text : 200), text);
    }
    const char *each = after(set, "each");
    struct fairness_labels labels = {.strength = weak != NULL ? FAIRNESS_WEAK : FAIRNESS_STRONG,
                                     .each = each != NULL};
    set = each != NULL ? each : set;
    if (MEMORY_GROW(memory, &fairness->labels, &fairness->capacity, fairness->count + 1) != 0) {
        return error_memory(maker->error, "for the labels");
    }
    const int failed = make_set(maker, set, (size_t)(end - set), &labels);
    fairness->labels[fairness->count++] = labels;
    return failed;
}

int fairness_read(const struct property_maker *maker, const char *text, struct fairness *fairness) {
    int failed = read_item(maker, text, fairness);
    fairness->text = text;
    for (text = item_end(text); *text != '\0' && !failed; text = item_end(text)) {
        failed = read_item(maker, ++text, fairness);
    }
    return failed;
}

void fairness_free(struct fairness *fairness, const struct run *run) {
    for (uint64_t i = 0; i < fairness->count; i++) {
        property_free(&fairness->labels[i].set, run);
    }
    memory_free(run->memory, fairness->labels, fairness->capacity * sizeof *fairness->labels);
    *fairness = (struct fairness){.processes = FAIRNESS_NONE};
}
