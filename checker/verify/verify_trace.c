/*
 * Checks traces: follows the states that paths with the labels of the trace reach, each together with a state
 * of the monitor. If the trace has states, only those count, and every step must be a transition between
 * them. For a property of cycles, the trace must return to one of its states, and the labels of the network
 * from that state on are checked. A formula is evaluated along the path.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/property/fairness.h"
#include "checker/verify/verify_internal.h"
#include "checker/verify/verify_regular.h"
#include "model/lts.h"

#define INTERNAL "i" /* the label of internal actions, and of no other action */

/* A check of a trace. */
struct follow {
    struct verifier *verifier;
    const struct property *property; /* or NULL */
    const monitor *monitor;          /* the property's monitor, or NULL */
    const char *const *labels;
    uint64_t steps;
    const struct trace *trace; /* NULL: labels alone */
    /* The states that the labels reach so far (`now`) and with the next label (`next`): local states, then
     * the monitor's state. */
    struct tuple_set now, next;
    uint32_t components;
    uint32_t *target;
    uint8_t *has;       /* NEVER_CYCLE: the labels found on the cycle */
    int label_is_there; /* a transition has the label of the step */
    int allowed;        /* the step may be where it is: anywhere, or on the cycle */
    int shows_holding;  /* FORMULA: the path is to prove that it holds */
};

/* --- saying --- */

static unsigned long long number(uint64_t count) {
    return count;
}

/* Adds what the network can do in the state, each label once. Returns 0 or -1. */
static int say_possible(struct follow *follow, const uint32_t *state) {
    struct verifier *verifier = follow->verifier;
    const struct walker_transition *transitions;
    uint64_t count, distinct = 0;
    if (walker_transitions(verifier->walker, state, &transitions, &count, verifier->error) != 0) {
        return -1;
    }
    for (uint64_t t = 0; t < count; t++) {
        if (t == 0 || transitions[t].label != transitions[t - 1].label) {
            if (distinct < VERIFY_MOST_SAID) {
                verify_say(verifier, "%s\"%.60s\"", distinct == 0 ? "" : ", ", transitions[t].label);
            }
            distinct++;
        }
    }
    if (distinct > VERIFY_MOST_SAID) {
        verify_say(verifier, " and %llu other labels", number(distinct - VERIFY_MOST_SAID));
    }
    return verify_say(verifier, count == 0 ? "nothing" : "");
}

/* Refutes a step: no state has such a transition. */
static int refute_step(struct follow *follow, uint64_t step) {
    struct verifier *verifier = follow->verifier;
    const uint32_t *state = tuple_set_at(&follow->now, 0);
    verify_say(verifier, "step %llu, \"%.200s\"", number(step + 1), follow->labels[step]);
    if (follow->trace == NULL) {
        verify_say(verifier, ", is not possible in any of the %llu states after the labels before it; in ",
                   number(follow->now.count));
        verify_say_state(verifier, state);
        verify_say(verifier, " the network can do ");
        return say_possible(follow, state);
    }
    verify_say(verifier, " to ");
    verify_say_state(verifier, trace_state(follow->trace, step + 1));
    verify_say(verifier, ", is not a transition of ");
    verify_say_state(verifier, state);
    verify_say(verifier, follow->label_is_there
                             ? ": with this label the network goes to another state; it can do "
                             : ": the network can do ");
    return say_possible(follow, state) != 0 ? -1 : verify_say(verifier, " there");
}

static int say_confirmed(struct follow *follow) {
    struct verifier *verifier = follow->verifier;
    verifier->verification->reason[0] = '\0'; /* states before the last one may have left a reason */
    verify_say(verifier, "the network has this path of %llu step%s", number(follow->steps),
               follow->steps == 1 ? "" : "s");
    if (follow->property != NULL) {
        verify_say(verifier, ", which %s: %.300s", follow->shows_holding ? "shows that it holds" : "violates",
                   follow->property->name);
    }
    return 1;
}

/* --- steps --- */

/* Whether a label may be on the cycle: 1, 0, or -1. Notes which of the parts has it. */
static int take_cycle_label(struct follow *follow, const char *label) {
    const struct property *property = follow->property;
    int forbids;
    switch (property_row(property->kind)->cycle) {
    case PROPERTY_CYCLE_INTERNAL:
        return strcmp(label, INTERNAL) == 0;
    case PROPERTY_CYCLE_WITHOUT:
        forbids = property_matches(property, label, strlen(label), follow->verifier->error);
        return forbids < 0 ? -1 : !forbids;
    default:
        for (uint32_t k = 0; k < property->part_count; k++) {
            int is = property_matches(&property->parts[k], label, strlen(label), follow->verifier->error);
            if (is < 0) {
                return -1;
            }
            follow->has[k] |= (uint8_t)is;
        }
        return 1;
    }
}

static int is_on_cycle(const struct follow *follow, uint64_t step) {
    return follow->trace != NULL && follow->property != NULL &&
           property_is_of_cycles(follow->property->kind) && step >= follow->trace->lasso;
}

/* Adds the targets of a transition of the state, with the monitor's moves. Returns 0 or -1. */
static int add_targets(struct follow *follow, const uint32_t *state,
                       const struct walker_transition *transition, uint64_t step) {
    struct verifier *verifier = follow->verifier;
    const uint32_t *targets = &state[follow->components];
    uint32_t components = follow->components, count = 1;
    walker_target(verifier->walker, state, transition, follow->target);
    if (follow->trace != NULL &&
        memcmp(follow->target, trace_state(follow->trace, step + 1), components * sizeof *targets) != 0) {
        return 0;
    }
    int may_be = is_on_cycle(follow, step) ? take_cycle_label(follow, transition->label) : 1;
    if (may_be < 0) {
        return -1;
    }
    follow->allowed |= may_be;
    if (follow->monitor != NULL) {
        count = verify_monitor_moves(follow->monitor, targets, transition->label, &targets);
    }
    for (uint32_t t = 0; t < count; t++) {
        follow->target[components] = targets[t];
        if (tuple_set_add(&follow->next, follow->target, verifier->error) < 0) {
            return -1;
        }
    }
    return 0;
}

/* Takes the label of a step from all states of `now`. */
static int follow_label(struct follow *follow, uint64_t step) {
    struct verifier *verifier = follow->verifier;
    const struct walker_transition *transitions;
    uint64_t count;
    follow->label_is_there = follow->allowed = 0;
    tuple_set_clear(&follow->next);
    for (uint64_t k = 0; k < follow->now.count; k++) {
        const uint32_t *state = tuple_set_at(&follow->now, k);
        if (run_ask(verifier->run, verifier->error, "interrupted") != 0 ||
            walker_transitions(verifier->walker, state, &transitions, &count, verifier->error) != 0) {
            return -1;
        }
        for (uint64_t t = 0; t < count; t++) {
            int same = strcmp(transitions[t].label, follow->labels[step]) == 0;
            follow->label_is_there |= same;
            if (same && add_targets(follow, state, &transitions[t], step) != 0) {
                return -1;
            }
        }
    }
    if (follow->next.count == 0) {
        return refute_step(follow, step);
    }
    if (!follow->allowed) {
        return verify_say(verifier, "%.300s is not violated: step %llu, on the cycle, is \"%.200s\"",
                          follow->property->name, number(step + 1), follow->labels[step]);
    }
    struct tuple_set now = follow->now;
    follow->now = follow->next;
    follow->next = now;
    return 1;
}

/* --- the end --- */

/* Whether some reached state is a deadlock. */
static int check_deadlock(struct follow *follow) {
    struct verifier *verifier = follow->verifier;
    const struct walker_transition *transitions;
    const uint32_t *state = NULL;
    uint64_t count = 1;
    for (uint64_t k = 0; k < follow->now.count && count > 0; k++) {
        state = tuple_set_at(&follow->now, k);
        if (walker_transitions(verifier->walker, state, &transitions, &count, verifier->error) != 0) {
            return -1;
        }
    }
    if (count == 0) {
        return 1;
    }
    verify_say(verifier, "the trace does not end in a deadlock: in ");
    verify_say_state(verifier, state);
    verify_say(verifier, " the network can do ");
    return say_possible(follow, state);
}

/* Whether the property forbids the last label. */
static int check_last_label(struct follow *follow) {
    const char *label = follow->steps == 0 ? NULL : follow->labels[follow->steps - 1];
    if (label == NULL) {
        return verify_say(follow->verifier, "the trace has no steps, so no step has such a label: %.300s",
                          follow->property->name);
    }
    int forbidden = property_matches(follow->property, label, strlen(label), follow->verifier->error);
    return forbidden != 0
               ? forbidden
               : verify_say(follow->verifier, "%.300s is not violated: the last label is \"%.200s\"",
                            follow->property->name, label);
}

static int check_monitor(struct follow *follow) {
    for (uint64_t k = 0; k < follow->now.count; k++) {
        if (monitor_is_error(follow->monitor, tuple_set_at(&follow->now, k)[follow->components])) {
            return 1;
        }
    }
    return verify_say(
        follow->verifier,
        "%.300s is not violated: no run of it along the labels ends in an error state, but in %u%s",
        follow->property->name, tuple_set_at(&follow->now, 0)[follow->components],
        follow->now.count == 1 ? "" : " or another state");
}

/* Whether the lasso violates a property of cycles. Whether the trace really returns is checked for every
 * lasso, elsewhere. */
static int check_cycle(struct follow *follow) {
    const struct property *property = follow->property;
    if (follow->trace == NULL) {
        return error_set(follow->verifier->error, ERROR_INPUT,
                         "a cycle is verified by a trace with states: labels do not say where it returns");
    }
    if (follow->trace->lasso == TRACE_NO_LASSO) {
        return verify_say(follow->verifier,
                          "%.300s is not violated: the trace does not return to any of its states",
                          property->name);
    }
    for (uint32_t k = 0; k < property->part_count; k++) {
        if (!follow->has[k]) {
            return verify_say(follow->verifier, "%.300s is not violated: there is no \"%.200s\" on the cycle",
                              property->name, property->parts[k].text);
        }
    }
    if (fairness_is_assumed(property->fairness) && follow->trace->lasso < follow->trace->steps) {
        return verify_fairness(follow->verifier, property, follow->trace);
    }
    return 1;
}

/* What the path alone shows of the formula: *value is 1, 0, or -1 for nothing. */
static int value_on_path(struct follow *follow, const struct network_path *path, int *value) {
    struct verifier *verifier = follow->verifier;
    const formula_text *text = follow->property->formula;
    if (verify_formula_on_path(formula_root(text), path, verifier->run, value, verifier->error) != 0) {
        return -1;
    }
    if (formula_doubt(text) != NULL && *value <= 0) { /* only the weaker formula shows a violation */
        if (verify_formula_on_path(formula_weaker(text), path, verifier->run, value, verifier->error) != 0) {
            return -1;
        }
        *value = *value == 0 ? 0 : -1;
    }
    return 0;
}

/* Whether the path is known to end in a deadlock: 1, 0, or -1. The commands of its last state are not steps
 * of it, so an error of the model in them does not count: the path still shows what it shows. */
static int ends_in_deadlock(struct follow *follow) {
    int dead = check_deadlock(follow);
    follow->verifier->verification->reason[0] = '\0';
    return dead < 0 && follow->verifier->error->code == ERROR_INPUT ? 0 : dead;
}

/* Whether the path alone proves the verdict that the trace is for. A list of labels does not say which
 * verdict that is: it may prove either. If one of the states at its end is a deadlock, that is taken into
 * account. */
static int check_formula(struct follow *follow) {
    struct verifier *verifier = follow->verifier;
    int dead = ends_in_deadlock(follow), value;
    struct network_path path = {.labels = follow->labels,
                                .steps = follow->steps,
                                .ends_in_deadlock = dead,
                                .states = follow->trace == NULL ? NULL : follow->trace->states,
                                .components = follow->components,
                                .walker = verifier->walker};
    uint64_t initial;
    walker_initial(verifier->walker, &initial);
    if (dead < 0 || value_on_path(follow, &path, &value) != 0) {
        return -1;
    }
    /* A path from one initial state refutes a formula, but only shows that it holds there. */
    value = value > 0 && initial > 1 ? -1 : value;
    if (follow->trace == NULL) {
        follow->shows_holding = value > 0;
        return value >= 0
                   ? 1
                   : verify_say(verifier,
                                "a path with these %llu labels alone does not show whether %.300s holds (if "
                                "a game decides it, verify the JSON file, which has the strategy)",
                                number(follow->steps), follow->property->name);
    }
    if (value == follow->shows_holding) {
        return 1;
    }
    return verify_say(verifier, "this path of %llu steps does not show that %.300s %s%s",
                      number(follow->steps), follow->property->name,
                      follow->shows_holding ? "holds" : "is violated",
                      value < 0               ? ""
                      : follow->shows_holding ? ": it shows that it is violated"
                                              : ": it shows that it holds");
}

static int check_end(struct follow *follow) {
    if (follow->property == NULL) {
        return 1;
    }
    switch (property_row(follow->property->kind)->ground) {
    case PROPERTY_BY_DEADLOCK:
        return check_deadlock(follow);
    case PROPERTY_BY_LABEL:
        return check_last_label(follow);
    case PROPERTY_BY_ERROR:
        return check_monitor(follow);
    case PROPERTY_BY_FORMULA:
        return check_formula(follow);
    case PROPERTY_BY_RUNS:
        return follow->shows_holding
                   ? verify_say(follow->verifier,
                                "one run does not show that %.300s holds: all runs would have to",
                                follow->property->name)
                   : verify_ltl(follow->verifier, follow->property, follow->trace);
    default:
        return check_cycle(follow);
    }
}

/* Whether a lasso ends in the state to which it returns. */
static int check_lasso(struct follow *follow) {
    struct verifier *verifier = follow->verifier;
    const struct trace *trace = follow->trace;
    if (trace == NULL || trace->lasso == TRACE_NO_LASSO) {
        return 1;
    }
    if (trace->lasso == trace->steps) {
        return verify_say(verifier, "the lasso has no step");
    }
    const uint32_t *back = trace_state(trace, trace->lasso), *end = trace_state(trace, trace->steps);
    if (memcmp(back, end, follow->components * sizeof *end) == 0) {
        return 1;
    }
    verify_say(verifier, "the trace does not return to its state %llu, ", number(trace->lasso));
    verify_say_state(verifier, back);
    verify_say(verifier, ": it ends in ");
    verify_say_state(verifier, end);
    return 0;
}

/* --- the trace --- */

/* Says that the trace does not begin in the only initial state. */
static int refute_initial(struct follow *follow, const uint32_t *initial) {
    const walker *walker = follow->verifier->walker;
    const uint32_t *first = follow->trace->states;
    uint32_t k = 0;
    while (first[k] == initial[k]) {
        k++;
    }
    char right[WALKER_STATE_TEXT], wrong[WALKER_STATE_TEXT];
    return verify_say(follow->verifier,
                      "the first state of the trace is not the initial one: %.200s begins in %s, not in %s",
                      walker_name(walker, k), walker_state_text(walker, k, initial[k], right),
                      walker_state_text(walker, k, first[k], wrong));
}

/* Begins in the initial states, or in the first state of the trace, which must be one of them. */
static int begin_path(struct follow *follow) {
    const struct verifier *verifier = follow->verifier;
    uint64_t count;
    const uint32_t *initial = walker_initial(verifier->walker, &count);
    if (follow->trace != NULL && !walker_is_initial(verifier->walker, follow->trace->states)) {
        return count == 1 ? refute_initial(follow, initial)
                          : verify_say(follow->verifier,
                                       "the trace does not begin in one of the model's %llu initial states",
                                       number(count));
    }
    if (follow->trace != NULL) {
        initial = follow->trace->states;
        count = 1;
    }
    follow->target[follow->components] = follow->monitor == NULL ? 0 : monitor_lts(follow->monitor)->initial;
    for (uint64_t k = 0; k < count; k++) {
        memcpy(follow->target, initial + k * follow->components, follow->components * sizeof *initial);
        if (tuple_set_add(&follow->now, follow->target, verifier->error) < 0) {
            return -1;
        }
    }
    return 1;
}

static int follow_all(struct follow *follow) {
    struct verifier *verifier = follow->verifier;
    int holds = begin_path(follow);
    for (uint64_t step = 0; step < follow->steps && holds == 1; step++) {
        holds = verify_stopped(verifier, "verifying", step, follow->steps, "steps") != 0
                    ? -1
                    : follow_label(follow, step);
        verifier->verification->steps += holds == 1;
    }
    holds = holds == 1 ? check_end(follow) : holds;
    holds = holds == 1 ? check_lasso(follow) : holds;
    return holds == 1 ? say_confirmed(follow) : holds;
}

static int check_path(struct verifier *verifier, struct follow *follow) {
    struct memory *memory = verifier->run->memory;
    uint32_t width = walker_components(verifier->walker) + 1;
    uint64_t parts = follow->property == NULL ? 0 : follow->property->part_count;
    follow->verifier = verifier;
    follow->components = width - 1;
    follow->monitor = follow->property == NULL ? NULL : follow->property->monitor;
    follow->now = follow->next = (struct tuple_set){.memory = memory, .width = width};
    follow->target = memory_allocate_array(memory, width, sizeof *follow->target);
    follow->has = memory_allocate_zeroed(memory, parts);
    int holds = follow->target == NULL || follow->has == NULL ? verify_memory(verifier) : follow_all(follow);
    memory_free(memory, follow->target, width * sizeof *follow->target);
    memory_free(memory, follow->has, parts);
    tuple_set_free(&follow->now);
    tuple_set_free(&follow->next);
    return holds;
}

int verify_trace(struct verifier *verifier) {
    const struct trace *trace = &verifier->evidence->trace;
    struct follow follow = {.property = verifier->property_count == 0 ? NULL : verifier->properties,
                            .labels = trace->labels,
                            .steps = trace->steps,
                            .trace = trace,
                            .shows_holding = verifier->evidence->holds};
    return check_path(verifier, &follow);
}

int verify_path(struct verifier *verifier, const struct property *property, const char *const *labels,
                uint64_t count) {
    struct follow follow = {.property = property, .labels = labels, .steps = count};
    return check_path(verifier, &follow);
}
