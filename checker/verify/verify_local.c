/*
 * Checks what the steps of a trace say beyond labels and states, once it is known that they are transitions:
 * the labels that processes have of their own, and the states of the monitor (docs/evidence-format.md).
 */
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_internal.h"

struct local_check {
    struct verifier *verifier;
    const struct trace *trace;
    uint32_t *target; /* scratch: a state */
};

/*
 * The first of the own labels [begin, end) that the transition does not have; `end` if it has all. Processes
 * are usually listed in the order of the moves, so each search goes on after the last move.
 */
static uint64_t first_wrong(const struct verifier *verifier, const struct walker_transition *transition,
                            uint64_t begin, uint64_t end) {
    const walker *walker = verifier->walker;
    uint32_t at = 0;
    for (uint64_t k = begin; k < end; k++) {
        const struct evidence_own_label *own = &verifier->evidence->own_labels.data[k];
        uint32_t tried = 0;
        for (; tried < transition->move_count; tried++, at++) {
            at = at < transition->move_count ? at : 0;
            const struct walker_move *move = &transition->moves[at];
            if (strcmp(walker_name(walker, move->component), own->process) == 0) {
                const char *label = walker_own_label(walker, transition, move);
                if (strcmp(label == NULL ? transition->label : label, own->label) != 0) {
                    return k;
                }
                break;
            }
        }
        if (tried == transition->move_count) {
            return k;
        }
    }
    return end;
}

/* Checks the own labels [begin, end), which are those of one step: some transition of the step has them. */
static int check_step(struct local_check *check, uint64_t begin, uint64_t end) {
    struct verifier *verifier = check->verifier;
    const struct evidence_own_label *own = verifier->evidence->own_labels.data;
    uint64_t step = own[begin].step, count, wrong = begin;
    const uint32_t *from = trace_state(check->trace, step), *to = trace_state(check->trace, step + 1);
    const struct walker_transition *transitions;
    if (walker_transitions(verifier->walker, from, &transitions, &count, verifier->error) != 0) {
        return -1;
    }
    for (uint64_t t = 0; t < count; t++) {
        walker_target(verifier->walker, from, &transitions[t], check->target);
        if (strcmp(transitions[t].label, check->trace->labels[step]) == 0 &&
            memcmp(check->target, to, check->trace->components * sizeof *to) == 0) {
            uint64_t first = first_wrong(verifier, &transitions[t], begin, end);
            if (first == end) {
                return 1;
            }
            wrong = first > wrong ? first : wrong;
        }
    }
    verifier->verification->reason[0] = '\0';
    return verify_say(verifier, "step %llu, \"%.200s\": the label of the process %.200s is not \"%.200s\"",
                      (unsigned long long)step + 1, check->trace->labels[step], own[wrong].process,
                      own[wrong].label);
}

static int refute_observer(struct verifier *verifier, uint64_t step, const char *reason) {
    const struct trace *trace = &verifier->evidence->trace;
    const uint32_t *observer = verifier->evidence->observer;
    verifier->verification->reason[0] = '\0';
    if (step == 0) {
        return verify_say(verifier, "the monitor does not begin in state %u", observer[0]);
    }
    return verify_say(verifier, "step %llu, \"%.200s\": the monitor%s %u", (unsigned long long)step,
                      trace->labels[step - 1], reason, observer[step]);
}

/* Checks that the monitor's states are a run of it that ends in an error state. */
static int check_observer(struct verifier *verifier) {
    const struct evidence *evidence = verifier->evidence;
    const struct trace *trace = &evidence->trace;
    const uint32_t *observer = evidence->observer;
    const monitor *monitor = verifier->properties[0].monitor;
    if (observer[0] != monitor_lts(monitor)->initial) {
        return refute_observer(verifier, 0, "");
    }
    for (uint64_t step = 0; step < trace->steps; step++) {
        const uint32_t *targets;
        uint32_t count = verify_monitor_moves(monitor, &observer[step], trace->labels[step], &targets), t = 0;
        while (t < count && targets[t] != observer[step + 1]) {
            t++;
        }
        if (t == count) {
            return refute_observer(verifier, step + 1, " does not go to state");
        }
    }
    return monitor_is_error(monitor, observer[trace->steps])
               ? 1
               : refute_observer(verifier, trace->steps, " is in no error state, but in state");
}

int verify_local(struct verifier *verifier) {
    const struct evidence *evidence = verifier->evidence;
    struct memory *memory = verifier->run->memory;
    struct local_check check = {.verifier = verifier, .trace = &evidence->trace};
    uint64_t bytes = ((uint64_t)check.trace->components + 1) * sizeof *check.target, count;
    check.target = memory_allocate(memory, bytes);
    int holds = check.target == NULL ? verify_memory(verifier) : 1;
    count = evidence->own_labels.count;
    for (uint64_t begin = 0, end; begin < count && holds == 1; begin = end) {
        for (end = begin; end < count; end++) {
            if (evidence->own_labels.data[end].step != evidence->own_labels.data[begin].step) {
                break;
            }
        }
        holds = verify_stopped(verifier, "verifying", begin, count, "labels") != 0
                    ? -1
                    : check_step(&check, begin, end);
    }
    memory_free(memory, check.target, bytes);
    return holds == 1 && evidence->observer != NULL ? check_observer(verifier) : holds;
}
