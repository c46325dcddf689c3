/* Observers of formulas and of regular expressions: turns the automaton, after reduction, into tables. */
#include "specs/automata/formula_observer.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/automata/formula_automaton.h"

/* Most rounds of all reductions. */
#define MOST_ROUNDS 16
/* Most moves after a reduction of states, for each move before, and in addition. */
#define MOVES_PER_MOVE 4
#define FREE_MOVES 16384
/* Most states after tests were moved before choices. */
#define STATES_PER_STATE 4
#define FREE_STATES 64

/* Applies all reductions until nothing changes. */
static int automaton_simplify(struct automaton *automaton, int is_monitor) {
    uint64_t most_moves = MOVES_PER_MOVE * automaton->moves + FREE_MOVES;
    uint64_t most_states = STATES_PER_STATE * automaton->states + FREE_STATES;
    int changed = 1;
    for (unsigned round = 0; changed && round < MOST_ROUNDS; round++) {
        changed = 0;
        if (automaton_lower_priorities(automaton, NULL) != 0 || automaton_decide(automaton, &changed) != 0 ||
            automaton_expand(automaton, most_moves, &changed) != 0 ||
            automaton_test_first(automaton, is_monitor, most_states, &changed) != 0 ||
            automaton_merge(automaton, &changed) != 0 || automaton_check_stop(automaton) != 0) {
            return -1;
        }
        if (!changed && automaton_determinise(automaton, &changed) != 0) {
            return -1;
        }
    }
    return automaton_prune(automaton);
}

/* --- the tables --- */

static uint64_t rows_of(const struct observer *observer) {
    return (uint64_t)observer->states * observer->classes + 1;
}

/* Allocates the tables of an automaton; formula_observer_free frees them, even after an error. */
static int create_tables(const struct automaton *automaton, struct formula_observer *result) {
    struct memory *memory = automaton->memory;
    struct observer *observer = &result->observer;
    observer->states = (uint32_t)automaton->states;
    observer->initial = automaton->initial;
    observer->classes = automaton->classes;
    observer->state = memory_allocate_array(memory, automaton->states, sizeof *observer->state);
    observer->row = memory_allocate_array(memory, rows_of(observer), sizeof *observer->row);
    observer->target = memory_allocate_array(memory, automaton->moves, sizeof *observer->target);
    result->origin = memory_allocate_array(memory, automaton->states, sizeof *result->origin);
    result->meaning = memory_allocate_array(memory, automaton->states, sizeof *result->meaning);
    result->moves = automaton->moves;
    if (observer->state == NULL || observer->row == NULL || observer->target == NULL ||
        result->origin == NULL || result->meaning == NULL) {
        return automaton_no_memory(automaton);
    }
    return 0;
}

static void fill_tables(const struct automaton *automaton, int is_monitor, struct formula_observer *result) {
    struct observer_state *state = (struct observer_state *)result->observer.state;
    uint64_t *row = (uint64_t *)result->observer.row, rows = 0, targets = 0;
    uint32_t *target = (uint32_t *)result->observer.target;
    for (uint64_t s = 0; s < automaton->states; s++) {
        const struct automaton_state *from = &automaton->state[s];
        uint64_t move = from->first, end = from->first + from->count;
        int complete = is_monitor && from->kind == OBSERVER_STOP && from->owner == OWNER_ODD;
        state[s] = (struct observer_state){.kind = from->kind,
                                           .owner = from->owner,
                                           .error = (uint8_t)complete,
                                           .priority = from->priority,
                                           .predicate = from->predicate};
        result->origin[s] = from->origin;
        result->meaning[s] = from->meaning;
        for (uint32_t label_class = 0; label_class < automaton->classes; label_class++) {
            row[rows++] = targets;
            for (; move < end && automaton->move[move].label_class == label_class; move++) {
                target[targets++] = automaton->move[move].target;
            }
        }
    }
    row[rows] = targets;
}

void formula_observer_free(struct formula_observer *observer) {
    struct memory *memory = observer->memory;
    struct observer *tables = &observer->observer;
    if (memory != NULL) {
        memory_free(memory, (void *)tables->state, tables->states * sizeof *tables->state);
        memory_free(memory, (void *)tables->row, rows_of(tables) * sizeof *tables->row);
        memory_free(memory, (void *)tables->target, observer->moves * sizeof *tables->target);
        memory_free(memory, (void *)tables->class_of_label,
                    observer->labels * sizeof *tables->class_of_label);
        memory_free(memory, observer->origin, tables->states * sizeof *observer->origin);
        memory_free(memory, observer->meaning, tables->states * sizeof *observer->meaning);
        arena_free(observer->made);
    }
    *observer = (struct formula_observer){.memory = NULL};
}

/* Adds a state from which all initial states of the model are asked. It has the priority of the state after
 * it: priorities do not fall. */
static int add_root(struct automaton *automaton, const struct formula *formula) {
    struct automaton_state root = {.origin = formula,
                                   .meaning = {formula, 0},
                                   .first = automaton->moves,
                                   .count = 1,
                                   .priority = automaton->state[automaton->initial].priority,
                                   .kind = OBSERVER_ROOT,
                                   .owner = OWNER_ODD};
    if (automaton_add_move(automaton, 0, automaton->initial) != 0 ||
        automaton_add_state(automaton, &root) != 0) {
        return -1;
    }
    automaton->initial = (uint32_t)automaton->states - 1;
    return 0;
}

/* What an observer is made of: a formula; or, if that is NULL, a regular expression, of which it is the
 * monitor. */
struct observed {
    const struct formula *formula;
    const struct regular *regular;
    int has_root;
};

static int make_observer(const struct observed *observed, const struct label_texts *labels,
                         struct formula_observer *result, const struct run *run, struct error *error) {
    const struct formula *formula = observed->formula;
    struct automaton automaton = {.memory = run->memory, .run = run, .error = error};
    uint32_t *class_of_label = NULL;
    automaton.made = formula == NULL ? NULL : arena_create(run->memory);
    *result =
        (struct formula_observer){.memory = run->memory, .labels = labels->count, .made = automaton.made};
    int failed = (formula != NULL && automaton.made == NULL) ? automaton_no_memory(&automaton) : 0;
    failed =
        failed || automaton_translate(&automaton, formula, observed->regular, labels, &class_of_label) != 0;
    result->observer.class_of_label = class_of_label;
    failed = failed || automaton_simplify(&automaton, formula == NULL) != 0 ||
             automaton_lower_priorities(&automaton, &result->alternation_depth) != 0 ||
             automaton_order_priorities(&automaton) != 0 ||
             (observed->has_root && add_root(&automaton, formula) != 0) ||
             automaton_pass_tests(&automaton, formula == NULL) != 0 || create_tables(&automaton, result) != 0;
    if (failed) {
        formula_observer_free(result);
    } else {
        fill_tables(&automaton, formula == NULL, result);
    }
    automaton_free(&automaton);
    return failed ? -1 : 0;
}

int formula_observer_make(const struct formula *formula, const struct label_texts *labels,
                          struct formula_observer *result, const struct run *run, struct error *error) {
    return make_observer(&(struct observed){.formula = formula}, labels, result, run, error);
}

int formula_observer_make_root(const struct formula *formula, const struct label_texts *labels,
                               struct formula_observer *result, const struct run *run, struct error *error) {
    return make_observer(&(struct observed){.formula = formula, .has_root = 1}, labels, result, run, error);
}

int regular_observer_make(const struct regular *regular, const struct label_texts *labels,
                          struct formula_observer *result, const struct run *run, struct error *error) {
    return make_observer(&(struct observed){.regular = regular}, labels, result, run, error);
}
