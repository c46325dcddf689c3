/* From the parts of a formula (formula_translate.c) to an automaton on classes of labels. */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "specs/automata/formula_translate_internal.h"
#include "specs/automata/label_sets.h"

/* Adds the moves of a STEP state. An action matches a class if it matches its first label. */
static int add_steps(struct automaton *automaton, const struct automaton_part *part,
                     const struct label_finder *finder, const struct label_classes *classes) {
    struct label_set set;
    int failed = label_finder_find(finder, part->action, &set) != 0;
    uint64_t at = 0; /* in the set, which has first labels of classes in the order of the classes */
    if (!set.is_complement) {
        for (; at < set.count && !failed; at++) {
            uint32_t label_class = classes->class_of_label[set.label[at]];
            failed = classes->first_label[label_class] == set.label[at] &&
                     automaton_add_move(automaton, label_class, part->target[0]) != 0;
        }
    }
    for (uint32_t label_class = 0; set.is_complement && label_class < classes->count && !failed;
         label_class++) {
        uint32_t label = classes->first_label[label_class];
        while (at < set.count && set.label[at] < label) {
            at++;
        }
        failed = label != LABELS_NONE && (at == set.count || set.label[at] != label) &&
                 automaton_add_move(automaton, label_class, part->target[0]) != 0;
    }
    label_set_free(finder, &set);
    return failed ? -1 : 0;
}

/* Adds moves on the classes on which another state with the same action has moves. */
static int copy_steps(struct automaton *automaton, uint64_t other, uint32_t target) {
    uint64_t first = automaton->state[other].first, count = automaton->state[other].count;
    for (uint64_t i = 0; i < count; i++) {
        if (automaton_add_move(automaton, automaton->move[first + i].label_class, target) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Adds the state of a part. Labels are matched only for the first part with an action. */
static int add_part(const struct translation *translation, uint64_t number, const uint32_t *first_part,
                    const struct label_finder *finder, const struct label_classes *classes) {
    const struct automaton_part *part = &translation->part[number];
    struct automaton *automaton = translation->automaton;
    struct automaton_state state = {
        .origin = part->origin, .first = automaton->moves, .kind = part->kind, .owner = part->owner};
    state.meaning = (struct formula_meaning){part->meaning, part->negated};
    int failed = 0;
    if (part->fixpoint != FIXPOINT_NONE) {
        state.priority =
            2 * (translation->most_rank - part->rank + 1) + (part->fixpoint == FIXPOINT_MU ? 1 : 0);
    }
    if (part->kind == OBSERVER_STEP) {
        uint32_t first = first_part[part->action->number];
        failed = first < number ? copy_steps(automaton, first, part->target[0])
                                : add_steps(automaton, part, finder, classes);
    } else {
        int tests = part->kind == OBSERVER_TEST;
        state.predicate = tests ? part->test->predicate : 0;
        for (uint32_t i = 0; i < part->targets && !failed; i++) {
            failed = automaton_add_move(automaton, tests ? i : 0, part->target[i]);
        }
        automaton_sort_moves(automaton, state.first);
    }
    state.count = automaton->moves - state.first;
    return failed ? -1 : automaton_add_state(automaton, &state);
}

static int tests_something(const struct translation *translation) {
    uint64_t i = 0;
    while (i < translation->parts && translation->part[i].kind != OBSERVER_TEST) {
        i++;
    }
    return i < translation->parts;
}

int translation_assemble(struct translation *translation, const struct label_texts *labels,
                         struct label_classes *classes) {
    struct automaton *automaton = translation->automaton;
    arena *arena = arena_create(automaton->memory);
    uint64_t numbers = 1, count = 0; /* one more than the highest number of an action; number of actions */
    for (uint64_t i = 0; i < translation->parts; i++) {
        const struct action *action = translation->part[i].action;
        numbers = action != NULL && action->number >= numbers ? (uint64_t)action->number + 1 : numbers;
    }
    const struct action **actions = arena_allocate(arena, numbers * sizeof *actions);
    uint32_t *first_part = arena_allocate(arena, numbers * sizeof *first_part); /* by number of action */
    int failed = arena_failed(arena) ? automaton_no_memory(automaton) : 0;
    if (!failed) {
        memset(first_part, 0xff, numbers * sizeof *first_part);
    }
    for (uint64_t i = 0; i < translation->parts && !failed; i++) {
        const struct action *action = translation->part[i].action;
        if (action != NULL && first_part[action->number] == PART_NONE) {
            first_part[action->number] = (uint32_t)i;
            actions[count++] = action;
        }
    }
    struct label_finder finder;
    failed = label_finder_open(&finder, labels, automaton->run, automaton->error) != 0 || failed ||
             label_classes_make(&finder, actions, count, arena, classes) != 0;
    automaton->classes = tests_something(translation) && classes->count < 2 ? 2 : classes->count;
    for (uint64_t i = 0; i < translation->parts && !failed; i++) {
        failed = add_part(translation, i, first_part, &finder, classes) != 0 ||
                 (i % 4096 == 0 && automaton_check_stop(automaton) != 0);
    }
    label_finder_close(&finder);
    arena_free(arena);
    return failed ? -1 : 0;
}
