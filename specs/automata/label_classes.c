/* Classes of labels that no action of a formula distinguishes. Each action splits the classes in turn. */
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "specs/automata/formula_automaton.h"

struct classing {
    const struct automaton *automaton;
    const struct label_texts *labels;
    uint32_t *class_of; /* by label */
    uint32_t
        *split[2]; /* by class: the next class of its labels that do not match, and of those that match */
    uint32_t classes;
};

/* Splits each class into the labels that match and those that do not. Classes are numbered by their first
 * labels. */
static int split_by(struct classing *classing, const struct action *action) {
    const struct label_texts *labels = classing->labels;
    uint32_t classes = 0;
    memset(classing->split[0], 0xff, classing->classes * sizeof(uint32_t));
    memset(classing->split[1], 0xff, classing->classes * sizeof(uint32_t));
    for (uint32_t label = 0; label < labels->count; label++) {
        int matches = action_matches(action, labels->text[label], labels->length[label],
                                     labels->is_internal[label], classing->automaton->error);
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

static int split_all(struct classing *classing, const struct action *const *actions, uint64_t action_count) {
    for (uint64_t i = 0; i < action_count; i++) {
        if (actions[i]->kind == ACTION_TRUE || actions[i]->kind == ACTION_FALSE) {
            continue;
        }
        if ((classing->labels->count != 0 && split_by(classing, actions[i]) != 0) ||
            automaton_check_stop(classing->automaton) != 0) {
            return -1;
        }
    }
    return 0;
}

int label_classes_make(const struct automaton *automaton, const struct action *const *actions,
                       uint64_t action_count, const struct label_texts *labels, arena *arena,
                       struct label_classes *classes) {
    uint64_t bytes = (uint64_t)labels->count * sizeof(uint32_t), split_bytes = bytes + sizeof(uint32_t);
    struct classing classing = {.automaton = automaton, .labels = labels, .classes = 1};
    classing.class_of = memory_allocate_zeroed(automaton->memory, bytes);
    classing.split[0] = arena_allocate(arena, split_bytes);
    classing.split[1] = arena_allocate(arena, split_bytes);
    int failed = classing.class_of == NULL || arena_failed(arena)
                     ? automaton_no_memory(automaton)
                     : split_all(&classing, actions, action_count);
    if (failed) {
        memory_free(automaton->memory, classing.class_of, bytes);
        return -1;
    }
    uint32_t *first = classing.split[0];
    memset(first, 0xff, classing.classes * sizeof *first);
    for (uint32_t label = labels->count; label-- > 0;) {
        first[classing.class_of[label]] = label;
    }
    *classes = (struct label_classes){classing.class_of, first, classing.classes};
    return 0;
}
