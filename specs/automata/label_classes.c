/* Classes of labels that no action of a formula distinguishes: each action in turn splits them. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/automata/formula_automaton.h"

struct classing {
    const struct label_texts *labels;
    uint32_t *class_of; /* by label */
    uint32_t *split[2]; /* by class: its next name, of labels that do not match and that do */
    uint32_t classes;
    struct error *error;
};

/* Every class becomes one or two, numbered by their first labels. */
static int split_by(struct classing *classing, const struct action *action) {
    const struct label_texts *labels = classing->labels;
    uint32_t classes = 0;
    memset(classing->split[0], 0xff, classing->classes * sizeof(uint32_t));
    memset(classing->split[1], 0xff, classing->classes * sizeof(uint32_t));
    for (uint32_t label = 0; label < labels->count; label++) {
        int matches = action_matches(action, labels->text[label], labels->length[label],
                                     labels->is_internal[label], classing->error);
        if (matches < 0) {
            return -1;
        }
        uint32_t *name = &classing->split[matches != 0][classing->class_of[label]];
        if (*name == LABELS_NONE) {
            *name = classes++;
        }
        classing->class_of[label] = *name;
    }
    classing->classes = classes;
    return 0;
}

static int split_all(struct classing *classing, const struct action *const *actions, uint64_t action_count,
                     const struct run *run) {
    for (uint64_t i = 0; i < action_count; i++) {
        if (actions[i]->kind == ACTION_TRUE || actions[i]->kind == ACTION_FALSE) {
            continue;
        }
        if (classing->labels->count != 0 && split_by(classing, actions[i]) != 0) {
            return -1;
        }
        if (run_should_stop(run)) {
            return error_set(classing->error, ERROR_INTERRUPTED,
                             "interrupted while making the observer of the formula");
        }
    }
    return 0;
}

static int find_first_labels(const struct classing *classing, struct memory *memory, uint32_t **first_label) {
    uint32_t *first = memory_allocate_array(memory, classing->classes, sizeof *first);
    if (first == NULL) {
        return automaton_no_memory(classing->error);
    }
    memset(first, 0xff, classing->classes * sizeof *first);
    for (uint32_t label = classing->labels->count; label-- > 0;) {
        first[classing->class_of[label]] = label;
    }
    *first_label = first;
    return 0;
}

int label_classes_make(const struct action *const *actions, uint64_t action_count,
                       const struct label_texts *labels, const struct run *run, uint32_t **class_of_label,
                       uint32_t **first_label, uint32_t *classes, struct error *error) {
    struct memory *memory = run->memory;
    uint64_t bytes = (uint64_t)labels->count * sizeof(uint32_t), split_bytes = bytes + sizeof(uint32_t);
    struct classing classing = {.labels = labels, .classes = 1, .error = error};
    classing.class_of = memory_allocate_zeroed(memory, bytes);
    classing.split[0] = memory_allocate(memory, split_bytes);
    classing.split[1] = memory_allocate(memory, split_bytes);
    int failed;
    if (classing.class_of == NULL || classing.split[0] == NULL || classing.split[1] == NULL) {
        failed = automaton_no_memory(error);
    } else {
        failed = split_all(&classing, actions, action_count, run) != 0 ||
                 find_first_labels(&classing, memory, first_label) != 0;
    }
    memory_free(memory, classing.split[0], split_bytes);
    memory_free(memory, classing.split[1], split_bytes);
    if (failed) {
        memory_free(memory, classing.class_of, bytes);
        return -1;
    }
    *class_of_label = classing.class_of;
    *classes = classing.classes;
    return 0;
}
