/*
 * Checks traces with states: every step must be a transition. The possible states of a monitor are followed
 * as a set. For a property of cycles, the trace must return to one of its states, and the labels of the
 * network from that state on are checked. A formula is evaluated along the path.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_internal.h"
#include "checker/verify/verify_regular.h"
#include "explorer/model/lts.h"

#define INTERNAL "i" /* the label of internal actions, and of no other action */

/* Adds to `after` the states that the monitor can reach with the label from the states in `before`. */
static int follow_monitor(struct verifier *verifier, const monitor *monitor, const char *label,
                          const struct tuple_set *before, struct tuple_set *after) {
    for (uint64_t k = 0; k < before->count; k++) {
        const uint32_t *state = tuple_set_at(before, k), *targets;
        uint32_t count = monitor_moves(monitor, *state, label, strlen(label), &targets);
        for (uint32_t t = 0; t < (count == 0 ? 1 : count); t++) {
            if (tuple_set_add(after, count == 0 ? state : &targets[t], verifier->error) < 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* A check of a trace. */
struct trace_check {
    struct verifier *verifier;
    const struct trace *trace;
    const struct property *property; /* or NULL */
    uint32_t *target;
    struct tuple_set monitor, monitor_next; /* states of the property's monitor */
    uint8_t *has;                           /* FAIR_CYCLE: the labels found on the cycle */
    const char **labels;                    /* FORMULA: labels of the steps, in the network's texts */
    int shows_holding;                      /* FORMULA: the trace is a witness */
};

static int is_on_cycle(const struct trace_check *check, uint64_t step) {
    return check->property != NULL && property_is_of_cycles(check->property->kind) &&
           step >= check->trace->lasso;
}

/* Whether a label may be on the cycle: 1, 0, or -1. For a FAIR_CYCLE, notes which of its labels that is. */
static int take_cycle_label(struct trace_check *check, const char *label) {
    const struct property *property = check->property;
    int forbids;
    switch (property->kind) {
    case PROPERTY_LIVELOCK:
        return strcmp(label, INTERNAL) == 0;
    case PROPERTY_STARVATION:
        forbids = property_matches(property, label, strlen(label), check->verifier->error);
        return forbids < 0 ? -1 : !forbids;
    default:
        for (uint32_t k = 0; k < property->part_count; k++) {
            int is = property_matches(&property->parts[k], label, strlen(label), check->verifier->error);
            if (is < 0) {
                return -1;
            }
            check->has[k] |= (uint8_t)is;
        }
        return 1;
    }
}

/* Whether some transition of the state is the step; the monitor follows all such transitions. *allowed:
 * such a transition that may be on the cycle, if the step is on it. Returns 1, 0, or -1. */
static int find_step(struct trace_check *check, uint64_t step, const struct semantics_transition *transitions,
                     uint64_t count, int *label_is_there, int *allowed) {
    struct verifier *verifier = check->verifier;
    const uint32_t *from = trace_state(check->trace, step), *to = trace_state(check->trace, step + 1);
    uint32_t components = semantics_components(verifier->semantics);
    const char *followed = NULL;
    int found = 0;
    for (uint64_t t = 0; t < count; t++) {
        int same = strcmp(transitions[t].label, check->trace->labels[step]) == 0;
        *label_is_there |= same;
        if (!same) {
            continue;
        }
        semantics_target(verifier->semantics, from, &transitions[t], check->target);
        if (memcmp(check->target, to, components * sizeof *to) != 0) {
            continue;
        }
        found = 1;
        if (check->labels != NULL) {
            check->labels[step] = transitions[t].label;
        }
        int may_be = is_on_cycle(check, step) ? take_cycle_label(check, transitions[t].label) : 1;
        if (may_be < 0) {
            return -1;
        }
        *allowed |= may_be;
        /* Different labels can look the same in evidence, if they differ in bytes that are not UTF-8. */
        if (check->property != NULL && check->property->kind == PROPERTY_MONITOR &&
            transitions[t].label != followed &&
            follow_monitor(verifier, check->property->monitor, transitions[t].label, &check->monitor,
                           &check->monitor_next) != 0) {
            return -1;
        }
        followed = transitions[t].label;
    }
    return found;
}

static void say_step(struct trace_check *check, uint64_t step, const struct semantics_transition *transitions,
                     uint64_t count, int label_is_there) {
    struct verifier *verifier = check->verifier;
    verify_say(verifier, "step %llu, \"%.200s\" to ", (unsigned long long)step + 1,
               check->trace->labels[step]);
    verify_say_state(verifier, trace_state(check->trace, step + 1));
    verify_say(verifier, ", is not a transition of ");
    verify_say_state(verifier, trace_state(check->trace, step));
    verify_say(verifier, label_is_there ? ": with this label the network goes to another state; it can do "
                                        : ": the network can do ");
    verify_say_labels(verifier, transitions, count);
    verify_say(verifier, " there");
}

/* Checks a step. Returns 1, 0 with the reason, or -1. */
static int check_step(struct trace_check *check, uint64_t step) {
    struct verifier *verifier = check->verifier;
    const struct semantics_transition *transitions;
    uint64_t count;
    int label_is_there = 0, allowed = 0;
    if (run_should_stop(verifier->run)) {
        return error_set(verifier->error, ERROR_INTERRUPTED, "interrupted");
    }
    if (semantics_transitions(verifier->semantics, trace_state(check->trace, step), &transitions, &count,
                              verifier->error) != 0) {
        return -1;
    }
    tuple_set_clear(&check->monitor_next);
    int found = find_step(check, step, transitions, count, &label_is_there, &allowed);
    if (found == 0) {
        say_step(check, step, transitions, count, label_is_there);
    } else if (found > 0 && !allowed) {
        verify_say(verifier, "%.300s is not violated: step %llu, on the cycle, is \"%.200s\"",
                   check->property->name, (unsigned long long)step + 1, check->trace->labels[step]);
        found = 0;
    }
    struct tuple_set monitor = check->monitor;
    check->monitor = check->monitor_next;
    check->monitor_next = monitor;
    return found;
}

static int check_initial(struct trace_check *check) {
    struct verifier *verifier = check->verifier;
    for (uint32_t k = 0; k < semantics_components(verifier->semantics); k++) {
        uint32_t initial = semantics_lts(verifier->semantics, k)->initial, said = check->trace->states[k];
        if (said != initial) {
            verify_say(verifier,
                       "the first state of the trace is not the initial one: %.200s begins in %u, not in %u",
                       semantics_name(verifier->semantics, k), initial, said);
            return 0;
        }
    }
    return 1;
}

static int check_lasso(struct trace_check *check) {
    const struct trace *trace = check->trace;
    uint64_t back = trace->lasso;
    if (back == TRACE_NO_LASSO) {
        return 1;
    }
    if (back == trace->steps) {
        verify_say(check->verifier, "the lasso has no step");
        return 0;
    }
    if (memcmp(trace_state(trace, back), trace_state(trace, trace->steps),
               trace->components * sizeof *trace->states) != 0) {
        verify_say(check->verifier, "the trace does not return to its state %llu, ",
                   (unsigned long long)back);
        verify_say_state(check->verifier, trace_state(trace, back));
        verify_say(check->verifier, ": it ends in ");
        verify_say_state(check->verifier, trace_state(trace, trace->steps));
        return 0;
    }
    return 1;
}

static int check_monitor(struct trace_check *check) {
    for (uint64_t k = 0; k < check->monitor.count; k++) {
        if (monitor_is_error(check->property->monitor, *tuple_set_at(&check->monitor, k))) {
            return 1;
        }
    }
    verify_say(check->verifier,
               "%.300s is not violated: no run of it along the labels ends in an error state, ",
               check->property->name);
    verify_say(check->verifier, check->monitor.count == 1 ? "but in %u" : "but in %u or another state",
               *tuple_set_at(&check->monitor, 0));
    return 0;
}

/* Whether the lasso violates a property of cycles. Whether the trace really returns is checked for every
 * lasso, elsewhere. */
static int check_cycle(struct trace_check *check) {
    const struct property *property = check->property;
    if (check->trace->lasso == TRACE_NO_LASSO) {
        verify_say(check->verifier, "%.300s is not violated: the trace does not return to any of its states",
                   property->name);
        return 0;
    }
    for (uint32_t k = 0; k < property->part_count; k++) {
        if (!check->has[k]) {
            verify_say(check->verifier, "%.300s is not violated: there is no \"%.200s\" on the cycle",
                       property->name, property->parts[k].text);
            return 0;
        }
    }
    return 1;
}

/* Whether the path proves the verdict that the trace is for. */
static int check_formula(struct trace_check *check) {
    const struct trace *trace = check->trace;
    const struct semantics_transition *transitions;
    uint64_t count;
    int value;
    if (semantics_transitions(check->verifier->semantics, trace_state(trace, trace->steps), &transitions,
                              &count, check->verifier->error) != 0) {
        return -1;
    }
    struct formula_path path = {check->labels, trace->steps, count == 0};
    if (verify_formula_on_path(formula_root(check->property->formula), &path, check->verifier->run, &value,
                               check->verifier->error) != 0) {
        return -1;
    }
    if (value == check->shows_holding) {
        return 1;
    }
    verify_say(check->verifier, "this path of %llu steps does not show that %.300s %s%s",
               (unsigned long long)trace->steps, check->property->name,
               check->shows_holding ? "holds" : "is violated",
               value < 0              ? ""
               : check->shows_holding ? ": it shows that it is violated"
                                      : ": it shows that it holds");
    return 0;
}

static int check_end(struct trace_check *check) {
    const struct trace *trace = check->trace;
    if (check->property == NULL) {
        return 1;
    }
    switch (check->property->kind) {
    case PROPERTY_DEADLOCK:
        return verify_ends_in_deadlock(check->verifier, trace_state(trace, trace->steps));
    case PROPERTY_NEVER:
        return verify_ends_with_label(check->verifier, check->property,
                                      trace->steps == 0 ? NULL : trace->labels[trace->steps - 1]);
    case PROPERTY_MONITOR:
        return check_monitor(check);
    case PROPERTY_FORMULA:
        return check_formula(check);
    default:
        return check_cycle(check);
    }
}

/* Checks the whole trace. Returns 1, 0 with the reason, or -1. */
static int check_trace(struct trace_check *check) {
    int holds = check_initial(check);
    for (uint64_t step = 0; step < check->trace->steps && holds == 1; step++) {
        verify_report_step(check->verifier->run, step, check->trace->steps);
        holds = check_step(check, step);
        check->verifier->verification->steps += holds == 1;
    }
    holds = holds == 1 ? check_end(check) : holds;
    return holds == 1 ? check_lasso(check) : holds;
}

int verify_trace(const struct evidence *evidence, language_tree *tree, const struct run *run,
                 struct verification *verification, struct error *error) {
    struct verifier verifier = {.run = run, .verification = verification, .error = error};
    *verification = (struct verification){0};
    struct trace_check check = {.verifier = &verifier,
                                .trace = &evidence->trace,
                                .monitor = {.memory = run->memory, .width = 1},
                                .monitor_next = {.memory = run->memory, .width = 1}};
    uint64_t bytes = evidence->component_count * sizeof *check.target;
    int holds = verify_begin(&verifier, tree) != 0 || verify_make_properties(&verifier, evidence, tree) != 0
                    ? -1
                    : verify_components(&verifier, evidence);
    if (holds > 0) {
        check.property = verifier.property_count == 0 ? NULL : verifier.properties;
        check.target = memory_allocate(run->memory, bytes);
        if (check.target == NULL) {
            holds = error_memory(error, "to follow the trace");
        } else if (check.property != NULL && check.property->kind == PROPERTY_MONITOR) {
            uint32_t initial = monitor_lts(check.property->monitor)->initial;
            holds = tuple_set_add(&check.monitor, &initial, error);
        } else if (check.property != NULL && check.property->kind == PROPERTY_FORMULA) {
            check.shows_holding = evidence->holds;
            check.labels = memory_allocate_array(run->memory, check.trace->steps, sizeof *check.labels);
            if (check.labels == NULL) {
                holds = error_memory(error, "to follow the trace");
            }
        }
    }
    uint64_t parts = check.property == NULL ? 0 : check.property->part_count;
    check.has = memory_allocate_zeroed(run->memory, parts);
    if (holds > 0 && check.has == NULL) {
        holds = error_memory(error, "to follow the trace");
    }
    holds = holds > 0 ? check_trace(&check) : holds;
    int status = verify_conclude(&verifier, check.property, check.shows_holding, holds);
    memory_free(run->memory, (void *)check.labels, check.trace->steps * sizeof *check.labels);
    memory_free(run->memory, check.has, parts);
    memory_free(run->memory, check.target, bytes);
    tuple_set_free(&check.monitor);
    tuple_set_free(&check.monitor_next);
    verify_end(&verifier);
    return status;
}
