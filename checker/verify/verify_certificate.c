/* Checks certificates: a set of states that contains the initial state and that no transition leaves
 * contains every reachable state. The whole set is loaded, then each of its states is checked. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_internal.h"
#include "explorer/model/lts.h"

#define REPORT_STATES 4096u

/* A check of a certificate. With a monitor, the last number of a tuple is the monitor's state. */
struct closure {
    struct verifier *verifier;
    const struct evidence *evidence;
    const monitor *monitor; /* or NULL */
    uint32_t components;
    struct tuple_set set;
    uint32_t *state, *target; /* scratch: tuples of the set's width */
};

static int report(const struct closure *closure, const char *phase, uint64_t done) {
    const struct run *run = closure->verifier->run;
    if (done % REPORT_STATES != 0) {
        return 0;
    }
    if (run_should_stop(run)) {
        return error_set(closure->verifier->error, ERROR_INTERRUPTED, "interrupted");
    }
    run_tell(run, phase, done, closure->evidence->states, "states");
    return 0;
}

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
        verify_say(closure->verifier, "the monitor has no state %u: its states are 0 to %u",
                   tuple[closure->components], monitor_lts(closure->monitor)->states - 1);
        return 0;
    }
    return 1;
}

/* Loads the set. Returns 1, 0 with the reason, or -1. The whole file is read even if something is wrong,
 * because errors in form take precedence. */
static int load(struct closure *closure, evidence_reader *reader) {
    struct verifier *verifier = closure->verifier;
    int holds = 1;
    for (uint64_t k = 0; k < closure->evidence->states; k++) {
        if (report(closure, "loading", k) != 0 ||
            evidence_read_tuple(reader, closure->state, closure->set.width, verifier->error) < 0) {
            return -1;
        }
        if (holds && !in_range(closure, closure->state)) {
            verify_say(verifier, " (line %llu)", (unsigned long long)evidence_line(reader));
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
    verify_say(closure->verifier, " is missing");
    return 0;
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
    verify_say(closure->verifier, ", which is missing");
    return 0;
}

static int check_targets(struct closure *closure, const struct semantics_transition *transition) {
    const uint32_t *targets = NULL;
    semantics_target(closure->verifier->semantics, closure->state, transition, closure->target);
    if (closure->monitor == NULL) {
        return check_target(closure, transition->label);
    }
    uint32_t at = closure->state[closure->components];
    uint32_t count =
        monitor_moves(closure->monitor, at, transition->label, strlen(transition->label), &targets);
    int holds = 1;
    for (uint32_t t = 0; t < (count == 0 ? 1 : count) && holds; t++) {
        closure->target[closure->components] = count == 0 ? at : targets[t];
        holds = check_target(closure, transition->label);
    }
    return holds;
}

/* Whether no property forbids the label. Returns 1, 0 with the reason, or -1. */
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

/* Whether no transition leaves the set, and no state or label violates a property. Returns 1, 0 with the
 * reason, or -1. */
static int check_closed(struct closure *closure) {
    struct verifier *verifier = closure->verifier;
    const struct semantics_transition *transitions;
    uint64_t count;
    int holds = 1;
    for (uint64_t k = 0; k < closure->set.count && holds == 1; k++) {
        memcpy(closure->state, tuple_set_at(&closure->set, k), closure->set.width * sizeof *closure->state);
        if (report(closure, "verifying", k) != 0 ||
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

/* --- the whole --- */

static void say_confirmed(struct verifier *verifier) {
    verify_say(verifier, "no transition leads out of these %llu states",
               (unsigned long long)verifier->verification->states);
    for (uint32_t p = 0; p < verifier->property_count; p++) {
        verify_say(verifier, "%s%.300s", p == 0 ? ", and none of them violates: " : ", ",
                   verifier->properties[p].name);
    }
}

static int check(struct closure *closure, evidence_reader *reader) {
    uint64_t width = closure->set.width;
    struct memory *memory = closure->verifier->run->memory;
    closure->state = memory_allocate_array(memory, width, sizeof *closure->state);
    closure->target = memory_allocate_array(memory, width, sizeof *closure->target);
    int holds = -1;
    if (closure->state == NULL || closure->target == NULL) {
        error_memory(closure->verifier->error, "to check the certificate");
    } else {
        holds = load(closure, reader);
        holds = holds > 0 ? check_initial(closure) : holds;
        holds = holds > 0 ? check_closed(closure) : holds;
    }
    memory_free(memory, closure->state, width * sizeof *closure->state);
    memory_free(memory, closure->target, width * sizeof *closure->target);
    tuple_set_free(&closure->set);
    return holds;
}

int verify_certificate(evidence_reader *reader, const struct evidence *evidence, language_tree *tree,
                       const struct run *run, struct verification *verification, struct error *error) {
    struct verifier verifier = {.run = run, .verification = verification, .error = error};
    *verification = (struct verification){0};
    int holds = verify_begin(&verifier, tree) != 0 || verify_make_properties(&verifier, evidence, tree) != 0
                    ? -1
                    : verify_components(&verifier, evidence);
    if (holds > 0) {
        struct closure closure = {.verifier = &verifier, .evidence = evidence};
        closure.components = semantics_components(verifier.semantics);
        if (verifier.property_count > 0 && verifier.properties[0].kind == PROPERTY_MONITOR) {
            closure.monitor = verifier.properties[0].monitor;
        }
        closure.set.memory = run->memory;
        closure.set.width = closure.components + (closure.monitor != NULL);
        holds = check(&closure, reader);
    }
    if (holds > 0) {
        say_confirmed(&verifier);
    }
    verification->confirmed = holds > 0;
    verify_end(&verifier);
    return holds < 0 ? -1 : 0;
}
