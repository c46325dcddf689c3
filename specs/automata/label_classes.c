/*
 * Classes of labels that no action of a formula distinguishes. Each action splits the classes in turn (Paige
 * and Tarjan 1987: in time for the labels of the smaller side, those that the action names).
 */
#include <string.h>

#include "base/memory.h"
#include "base/error.h"
#include "base/run.h"
#include "specs/automata/label_sets.h"

struct classing {
    const struct label_finder *finder;
    uint32_t *class_of; /* by label */
    uint32_t *size;     /* by class: its labels */
    uint32_t *split;    /* by class: how many of its labels the action names; between splits 0 */
    uint32_t *part;     /* by class: the new class of these; LABELS_NONE: all stay */
    uint32_t classes;
};

/* Splits the classes that have both labels of the set and others. */
static void split_by(struct classing *classing, const struct label_set *set) {
    for (uint64_t i = 0; i < set->count; i++) {
        classing->split[classing->class_of[set->label[i]]]++;
    }
    for (uint64_t i = 0; i < set->count; i++) {
        uint32_t class = classing->class_of[set->label[i]];
        if (classing->split[class] != 0) { /* the first label of its class */
            uint32_t named = classing->split[class];
            classing->split[class] = 0;
            classing->part[class] = LABELS_NONE;
            if (named < classing->size[class]) {
                classing->part[class] = classing->classes++;
                classing->size[classing->part[class]] = named;
                classing->size[class] -= named;
            }
        }
        if (classing->part[class] != LABELS_NONE) {
            classing->class_of[set->label[i]] = classing->part[class];
        }
    }
}

static int split_all(struct classing *classing, const struct action *const *actions, uint64_t action_count) {
    int failed = 0;
    for (uint64_t i = 0; i < action_count && !failed; i++) {
        struct label_set set;
        failed = label_finder_find(classing->finder, actions[i], &set) != 0;
        if (!failed) {
            split_by(classing, &set);
        }
        label_set_free(classing->finder, &set);
        failed = failed || (i % 1024 == 0 && run_ask(classing->finder->run, classing->finder->error,
                                                     "interrupted while labels were compared") != 0);
    }
    return failed ? -1 : 0;
}

/* Numbers the classes by their first labels. */
static void number_classes(struct classing *classing, uint32_t labels, uint32_t *first) {
    uint32_t *number = classing->part, classes = 0;
    memset(number, 0xff, classing->classes * sizeof *number);
    memset(first, 0xff, classing->classes * sizeof *first);
    for (uint32_t label = 0; label < labels; label++) {
        uint32_t *own = &number[classing->class_of[label]];
        if (*own == LABELS_NONE) {
            *own = classes;
            first[classes++] = label;
        }
        classing->class_of[label] = *own;
    }
}

int label_classes_make(const struct label_finder *finder, const struct action *const *actions,
                       uint64_t action_count, arena *arena, struct label_classes *classes) {
    struct memory *memory = finder->memory;
    uint32_t labels = finder->labels->count;
    uint64_t bytes = labels * sizeof(uint32_t), class_bytes = bytes + sizeof(uint32_t);
    struct classing classing = {.finder = finder, .classes = 1};
    classing.class_of = memory_allocate_zeroed(memory, bytes);
    classing.size = arena_allocate(arena, class_bytes);
    classing.split = arena_allocate(arena, class_bytes);
    classing.part = arena_allocate(arena, class_bytes);
    uint32_t *first = arena_allocate(arena, class_bytes);
    int failed = classing.class_of == NULL || arena_failed(arena)
                     ? error_memory(finder->error, "for the labels of the formula")
                     : 0;
    if (!failed) {
        memset(classing.split, 0, class_bytes);
        classing.size[0] = labels;
        failed = split_all(&classing, actions, action_count);
    }
    if (failed) {
        memory_free(memory, classing.class_of, bytes);
        return -1;
    }
    number_classes(&classing, labels, first);
    *classes = (struct label_classes){classing.class_of, first, classing.classes};
    return 0;
}
