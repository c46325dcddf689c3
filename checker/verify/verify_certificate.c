/* Checks certificates: a set of states that contains the initial state and that no transition leaves
 * contains every reachable state. The whole set is loaded, then each of its states is checked. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_internal.h"
#include "explorer/model/lts.h"

/* A check of a certificate. With a monitor, the last number of a tuple is the monitor's state. */
struct closure {
    struct verifier *verifier;
    const monitor *monitor; /* or NULL */
    uint32_t components;
    struct tuple_set set;
    uint32_t *state, *target; /* scratch: tuples of the set's width */
};

static void say_tuple(struct closure *closure, const uint32_t *tuple) {
    verify_say_state(closure->verifier, tuple);
    if (closure->monitor != NULL) {
        verify_say(closure->verifier, " with the monitor in %u", tuple[closure->components]);
    }
}

/* --- loading --- */

static int in_range(struct closure *closure, const uint32_t *tuple) {
    if (!verify_in_range(closure->verifier, tuple)) {
        return 0;
    }
    if (closure->monitor != NULL && tuple[closure->components] >= monitor_lts(closure->monitor)->states) {
        return verify_say(closure->verifier, "the monitor has no state %u: its states are 0 to %u",
                          tuple[closure->components], monitor_lts(closure->monitor)->states - 1);
    }
    return 1;
}

/* Loads the set. The whole file is read even if something is wrong, because errors in form take precedence.
 */
static int load(struct closure *closure) {
    struct verifier *verifier = closure->verifier;
    uint64_t states = verifier->evidence->states;
    int holds = 1;
    for (uint64_t k = 0; k < states; k++) {
        if (verify_stopped(verifier, "loading", k, states, "states") != 0 ||
            evidence_read_tuple(verifier->reader, closure->state, closure->set.width, verifier->error) < 0) {
            return -1;
        }
        if (holds && !in_range(closure, closure->state)) {
            verify_say_line(verifier);
            holds = 0;
        }
        if (holds && tuple_set_add(&closure->set, closure->state, verifier->error) < 0) {
            return -1;
        }
    }
    return holds;
}

static int check_initial(struct closure *closure) {
    semantics_initial(closure->verifier->semantics, closure->state);
    if (closure->monitor != NULL) {
        closure->state[closure->components] = monitor_lts(closure->monitor)->initial;
    }
    if (tuple_set_has(&closure->set, closure->state)) {
        return 1;
    }
    verify_say(closure->verifier, "the initial state ");
    say_tuple(closure, closure->state);
    return verify_say(closure->verifier, " is missing");
}

/* --- one state --- */

/* Whether the target, a complete tuple, is in the set. */
static int check_target(struct closure *closure, const char *label) {
    if (tuple_set_has(&closure->set, closure->target)) {
        return 1;
    }
    verify_say(closure->verifier, "\"%.200s\" leads from ", label);
    say_tuple(closure, closure->state);
    verify_say(closure->verifier, " to ");
    say_tuple(closure, closure->target);
    return verify_say(closure->verifier, ", which is missing");
}

static int check_targets(struct closure *closure, const struct semantics_transition *transition) {
    const uint32_t *targets;
    semantics_target(closure->verifier->semantics, closure->state, transition, closure->target);
    if (closure->monitor == NULL) {
        return check_target(closure, transition->label);
    }
    uint32_t count = verify_monitor_moves(closure->monitor, &closure->state[closure->components],
                                          transition->label, &targets);
    int holds = 1;
    for (uint32_t t = 0; t < count && holds; t++) {
        closure->target[closure->components] = targets[t];
        holds = check_target(closure, transition->label);
    }
    return holds;
}

/* Whether no property forbids the label. */
static int check_label(struct closure *closure, const char *label) {
    struct verifier *verifier = closure->verifier;
    for (uint32_t p = 0; p < verifier->property_count; p++) {
        const struct property *property = &verifier->properties[p];
        int forbidden = property->kind == PROPERTY_NEVER
                            ? property_matches(property, label, strlen(label), verifier->error)
                            : 0;
        if (forbidden < 0) {
            return -1;
        }
        if (forbidden) {
            verify_say(verifier, "%.300s is violated: \"%.200s\" is possible in ", property->name, label);
            say_tuple(closure, closure->state);
            return 0;
        }
    }
    return 1;
}

/* Checks the state itself; of its transitions, only the number matters. */
static int check_state(struct closure *closure, uint64_t transitions) {
    struct verifier *verifier = closure->verifier;
    for (uint32_t p = 0; p < verifier->property_count; p++) {
        const struct property *property = &verifier->properties[p];
        int violated = property->kind == PROPERTY_DEADLOCK ? transitions == 0
                       : property->kind == PROPERTY_MONITOR
                           ? monitor_is_error(property->monitor, closure->state[closure->components])
                           : 0;
        if (violated) {
            verify_say(verifier, "%.300s is violated in ", property->name);
            say_tuple(closure, closure->state);
            return 0;
        }
    }
    return 1;
}

/* Whether no transition leaves the set, and no state or label violates a property. */
static int check_closed(struct closure *closure) {
    struct verifier *verifier = closure->verifier;
    const struct semantics_transition *transitions;
    uint64_t count;
    int holds = 1;
    for (uint64_t k = 0; k < closure->set.count && holds == 1; k++) {
        memcpy(closure->state, tuple_set_at(&closure->set, k), closure->set.width * sizeof *closure->state);
        if (verify_stopped(verifier, "verifying", k, closure->set.count, "states") != 0 ||
            semantics_transitions(verifier->semantics, closure->state, &transitions, &count,
                                  verifier->error) != 0) {
            return -1;
        }
        holds = check_state(closure, count);
        for (uint64_t t = 0; t < count && holds == 1; t++) {
            int same = t > 0 && transitions[t].label == transitions[t - 1].label;
            holds = same ? 1 : check_label(closure, transitions[t].label);
            holds = holds == 1 ? check_targets(closure, &transitions[t]) : holds;
        }
        verifier->verification->states += holds == 1;
    }
    return holds;
}

/* --- the certificate --- */

static int check(struct closure *closure) {
    struct verifier *verifier = closure->verifier;
    int holds = load(closure);
    holds = holds > 0 ? check_initial(closure) : holds;
    holds = holds > 0 ? check_closed(closure) : holds;
    if (holds > 0) {
        verify_say(verifier, "no transition leads out of these %llu states",
                   (unsigned long long)verifier->verification->states);
        for (uint32_t p = 0; p < verifier->property_count; p++) {
            verify_say(verifier, "%s%.300s", p == 0 ? ", and none of them violates: " : ", ",
                       verifier->properties[p].name);
        }
    }
    return holds;
}

int verify_certificate(struct verifier *verifier) {
    struct memory *memory = verifier->run->memory;
    struct closure closure = {.verifier = verifier, .components = semantics_components(verifier->semantics)};
    if (verifier->property_count > 0 && verifier->properties[0].kind == PROPERTY_MONITOR) {
        closure.monitor = verifier->properties[0].monitor;
    }
    uint32_t width = closure.components + (closure.monitor != NULL);
    closure.set = (struct tuple_set){.memory = memory, .width = width};
    closure.state = memory_allocate_array(memory, width, sizeof *closure.state);
    closure.target = memory_allocate_array(memory, width, sizeof *closure.target);
    int holds = closure.state == NULL || closure.target == NULL ? verify_memory(verifier) : check(&closure);
    memory_free(memory, closure.state, width * sizeof *closure.state);
    memory_free(memory, closure.target, width * sizeof *closure.target);
    tuple_set_free(&closure.set);
    return holds;
}
