#ifndef HEDDLE_SPECS_AUTOMATA_LABEL_SETS_H
#define HEDDLE_SPECS_AUTOMATA_LABEL_SETS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/index.h"
#include "specs/syntax/formula.h"

struct run;

/*
 * Finds the labels that an action matches. Labels that an action names are looked up, so that an action of k
 * names takes time for k labels and not for all labels of the network; a pattern is still matched with each.
 */
struct label_finder {
    const struct run *run;
    struct memory *memory; /* of the run */
    const struct label_texts *labels;
    struct index by_text; /* labels, by their texts as multi-actions in normal form */
    struct error *error;
};

/* Labels in ascending order, each once: those that an action matches, or all that it does not match. */
struct label_set {
    uint32_t *label;
    uint64_t count, capacity;
    int is_complement;
};

/* Returns 0, or -1 with *error filled: ERROR_MEMORY. Close it in any case. */
int label_finder_open(struct label_finder *finder, const struct label_texts *labels, const struct run *run,
                      struct error *error);
void label_finder_close(struct label_finder *finder);
/* Finds the set of an action. Returns 0, or -1 with the finder's error filled: ERROR_MEMORY,
 * ERROR_INTERRUPTED, or what a pattern reports. Free the set in any case. */
int label_finder_find(const struct label_finder *finder, const struct action *action, struct label_set *set);
void label_set_free(const struct label_finder *finder, struct label_set *set);

/* --- classes (label_classes.c) --- */

#define LABELS_NONE UINT32_MAX

/* Classes of labels that some actions do not distinguish, numbered by their first labels. */
struct label_classes {
    uint32_t *class_of_label; /* accounted; the caller frees it */
    uint32_t *first_label; /* [class]: its first label; LABELS_NONE: the class has no label. In the arena */
    uint32_t count;        /* at least 1 */
};
/* Returns 0, or -1 with the finder's error filled, as label_finder_find. */
int label_classes_make(const struct label_finder *finder, const struct action *const *actions,
                       uint64_t action_count, arena *arena, struct label_classes *classes);

#endif
