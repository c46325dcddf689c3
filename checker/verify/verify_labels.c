/* Checks traces of labels alone: follows all states that paths with these labels reach, together with the
 * states of a monitor. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_internal.h"
#include "checker/verify/verify_regular.h"
#include "explorer/model/lts.h"

/* The states that the labels reach so far (`now`) and with the next label (`next`): local states, then the
 * monitor's state. */
struct follow {
    struct verifier *verifier;
    const struct property *property; /* or NULL */
    struct tuple_set now, next;
    uint32_t *target;
    int shows_holding; /* formulas: whether the path proves that the formula holds */
};

/* Adds the targets of a transition of the state, with the monitor's moves. */
static int add_targets(struct follow *follow, const uint32_t *state,
                       const struct semantics_transition *transition) {
    struct verifier *verifier = follow->verifier;
    uint32_t components = semantics_components(verifier->semantics), count = 0;
    const uint32_t *targets = NULL;
    if (follow->property != NULL && follow->property->kind == PROPERTY_MONITOR) {
        count = monitor_moves(follow->property->monitor, state[components], transition->label,
                              strlen(transition->label), &targets);
    }
    semantics_target(verifier->semantics, state, transition, follow->target);
    for (uint32_t t = 0; t < (count == 0 ? 1 : count); t++) {
        follow->target[components] = count == 0 ? state[components] : targets[t];
        if (tuple_set_add(&follow->next, follow->target, verifier->error) < 0) {
            return -1;
        }
    }
    return 0;
}

/* Takes the label from all states of `now`. Returns 1, 0 with the reason if no state has such a transition,
 * or -1. */
static int follow_label(struct follow *follow, const char *label, uint64_t step) {
    struct verifier *verifier = follow->verifier;
    const struct semantics_transition *transitions;
    uint64_t count;
    tuple_set_clear(&follow->next);
    for (uint64_t k = 0; k < follow->now.count; k++) {
        const uint32_t *state = tuple_set_at(&follow->now, k);
        if (run_should_stop(verifier->run)) {
            return error_set(verifier->error, ERROR_INTERRUPTED, "interrupted");
        }
        if (semantics_transitions(verifier->semantics, state, &transitions, &count, verifier->error) != 0) {
            return -1;
        }
        for (uint64_t t = 0; t < count; t++) {
            if (strcmp(transitions[t].label, label) == 0 &&
                add_targets(follow, state, &transitions[t]) != 0) {
                return -1;
            }
        }
    }
    if (follow->next.count == 0) {
        const uint32_t *state = tuple_set_at(&follow->now, 0);
        if (semantics_transitions(verifier->semantics, state, &transitions, &count, verifier->error) != 0) {
            return -1;
        }
        verify_say(verifier,
                   "step %llu, \"%.200s\", is not possible in any of the %llu states after the labels before "
                   "it; in ",
                   (unsigned long long)step + 1, label, (unsigned long long)follow->now.count);
        verify_say_state(verifier, state);
        verify_say(verifier, " the network can do ");
        verify_say_labels(verifier, transitions, count);
        return 0;
    }
    struct tuple_set now = follow->now;
    follow->now = follow->next;
    follow->next = now;
    return 1;
}

/* Whether some reached state is a deadlock. */
static int some_deadlock(struct follow *follow) {
    struct verifier *verifier = follow->verifier;
    int holds = 0;
    for (uint64_t k = 0; k < follow->now.count && holds == 0; k++) {
        verifier->verification->reason[0] = '\0'; /* clears the reason that the previous state set */
        holds = verify_ends_in_deadlock(verifier, tuple_set_at(&follow->now, k));
    }
    return holds;
}

static int some_error(struct follow *follow) {
    uint32_t components = semantics_components(follow->verifier->semantics);
    for (uint64_t k = 0; k < follow->now.count; k++) {
        if (monitor_is_error(follow->property->monitor, tuple_set_at(&follow->now, k)[components])) {
            return 1;
        }
    }
    verify_say(follow->verifier,
               "%.300s is not violated: no run of it along the labels ends in an error state",
               follow->property->name);
    return 0;
}

/* Whether the path alone decides the formula, either way: a list of labels does not say which verdict it is
 * for. If one of the states at its end is a deadlock, that is taken into account. */
static int decides_formula(struct follow *follow, const char *const *labels, uint64_t count) {
    struct verifier *verifier = follow->verifier;
    int dead = some_deadlock(follow), value;
    verifier->verification->reason[0] = '\0';
    struct formula_path path = {labels, count, dead};
    if (dead < 0 || verify_formula_on_path(formula_root(follow->property->formula), &path, verifier->run,
                                           &value, verifier->error) != 0) {
        return -1;
    }
    follow->shows_holding = value > 0;
    if (value < 0) {
        verify_say(verifier,
                   "a path with these %llu labels alone does not show whether %.300s holds (if a game "
                   "decides it, verify the JSON file, which has the strategy)",
                   (unsigned long long)count, follow->property->name);
    }
    return value >= 0;
}

static int follow_end(struct follow *follow, const char *const *labels, uint64_t count) {
    if (follow->property == NULL) {
        return 1;
    }
    switch (follow->property->kind) {
    case PROPERTY_DEADLOCK:
        return some_deadlock(follow);
    case PROPERTY_NEVER:
        return verify_ends_with_label(follow->verifier, follow->property,
                                      count == 0 ? NULL : labels[count - 1]);
    case PROPERTY_MONITOR:
        return some_error(follow);
    case PROPERTY_FORMULA:
        return decides_formula(follow, labels, count);
    default:
        return error_set(follow->verifier->error, ERROR_INPUT,
                         "a cycle is verified by a trace with states: labels do not say where it returns");
    }
    return -1;
}

/* Follows all labels. Returns 1, 0 with the reason, or -1. */
static int follow_path(struct follow *follow, const char *const *labels, uint64_t count) {
    struct verifier *verifier = follow->verifier;
    uint32_t components = semantics_components(verifier->semantics);
    semantics_initial(verifier->semantics, follow->target);
    follow->target[components] = follow->property != NULL && follow->property->kind == PROPERTY_MONITOR
                                     ? monitor_lts(follow->property->monitor)->initial
                                     : 0;
    int holds = tuple_set_add(&follow->now, follow->target, verifier->error);
    for (uint64_t step = 0; step < count && holds == 1; step++) {
        verify_report_step(verifier->run, step, count);
        holds = follow_label(follow, labels[step], step);
        verifier->verification->steps += holds == 1;
    }
    return holds == 1 ? follow_end(follow, labels, count) : holds;
}

int verify_labels(const char *const *labels, uint64_t count, const struct property *property,
                  language_tree *tree, const struct run *run, struct verification *verification,
                  struct error *error) {
    struct verifier verifier = {.run = run, .verification = verification, .error = error};
    *verification = (struct verification){0};
    if ((property != NULL && verify_name_property(&verifier, property) != 0) ||
        verify_begin(&verifier, tree) != 0) {
        return -1;
    }
    uint32_t width = semantics_components(verifier.semantics) + 1;
    struct follow follow = {.verifier = &verifier,
                            .property = property,
                            .now = {.memory = run->memory, .width = width},
                            .next = {.memory = run->memory, .width = width}};
    follow.target = memory_allocate(run->memory, width * sizeof *follow.target);
    int holds = follow.target == NULL ? error_memory(error, "to follow the trace")
                                      : follow_path(&follow, labels, count);
    int status = verify_conclude(&verifier, property, follow.shows_holding, holds);
    memory_free(run->memory, follow.target, width * sizeof *follow.target);
    tuple_set_free(&follow.now);
    tuple_set_free(&follow.next);
    verify_end(&verifier);
    return status;
}
