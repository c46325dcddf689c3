/*
 * Whether a loop is fair, by the definition (docs/fairness.md). Several transitions may be the same step; a
 * run that goes round the loop for ever may take each of them in turn, so that all of them count.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/property/fairness.h"
#include "checker/verify/verify_internal.h"

/* What is known of a process, a set of labels, or a label, on the loop. */
struct loop_item {
    const char *label; /* NULL: a process or a set */
    uint64_t possible; /* in how many states of the loop */
    int is_taken;
};

struct loop {
    struct verifier *verifier;
    const struct property *property;
    const struct trace *trace;
    GROWING(struct loop_item) item; /* processes, then sets, in their order; then labels as they are met */
    GROWING(uint64_t) last;         /* by item: the last state in which it was possible, from 1 on */
    uint32_t *target;
};

static uint64_t loop_length(const struct loop *loop) {
    return loop->trace->steps - loop->trace->lasso;
}

/* The item of the first set, and that of the first label. */
static uint64_t first_set(const struct loop *loop) {
    return walker_processes(loop->verifier->walker);
}

static uint64_t first_label(const struct loop *loop) {
    return first_set(loop) + loop->property->fairness->count;
}

static void note(struct loop *loop, uint64_t item, uint64_t position, int is_step) {
    loop->item.data[item].possible += loop->last.data[item] != position + 1;
    loop->last.data[item] = position + 1;
    loop->item.data[item].is_taken |= is_step;
}

/* The item of a label, by its pointer: equal texts are equal pointers. */
static int note_label(struct loop *loop, const char *label, uint64_t position, int is_step) {
    struct memory *memory = loop->verifier->run->memory;
    uint64_t item = first_label(loop);
    while (item < loop->item.count && loop->item.data[item].label != label) {
        item++;
    }
    if (item == loop->item.count &&
        (GROWING_ADD(memory, loop->item, (struct loop_item){.label = label}) != 0 ||
         GROWING_ADD(memory, loop->last, 0) != 0)) {
        return verify_memory(loop->verifier);
    }
    note(loop, item, position, is_step);
    return 0;
}

/* Notes the sets that have the label. */
static int note_sets(struct loop *loop, const char *label, uint64_t position, int is_step) {
    const struct fairness *fairness = loop->property->fairness;
    int matches = 0;
    for (uint64_t i = 0; i < fairness->count && matches >= 0; i++) {
        matches = property_matches(&fairness->labels[i].set, label, strlen(label), loop->verifier->error);
        if (matches > 0) {
            note(loop, first_set(loop) + i, position, is_step);
        }
    }
    return matches < 0 ? -1 : 0;
}

/* Notes the processes that take part in the transition. */
static void note_processes(struct loop *loop, const struct walker_transition *transition, uint64_t position,
                           int is_step) {
    const walker *walker = loop->verifier->walker;
    uint32_t number = 0, process = walker_process(walker, transition, 0);
    for (; process != WALKER_NO_PROCESS; process = walker_process(walker, transition, ++number)) {
        note(loop, process, position, is_step);
    }
}

/* Notes what is possible at a position, and what the step from there may be. */
static int look(struct loop *loop, uint64_t position) {
    struct verifier *verifier = loop->verifier;
    const struct trace *trace = loop->trace;
    const uint32_t *state = trace_state(trace, position), *next = trace_state(trace, position + 1);
    const struct walker_transition *transitions;
    uint64_t count;
    int failed = walker_transitions(verifier->walker, state, &transitions, &count, verifier->error) != 0;
    for (uint64_t t = 0; t < count && !failed; t++) {
        walker_target(verifier->walker, state, &transitions[t], loop->target);
        const int is_step = strcmp(transitions[t].label, trace->labels[position]) == 0 &&
                            memcmp(loop->target, next, trace->components * sizeof *next) == 0;
        note_processes(loop, &transitions[t], position, is_step);
        failed = note_sets(loop, transitions[t].label, position, is_step) != 0 ||
                 note_label(loop, transitions[t].label, position, is_step) != 0;
    }
    return failed ? -1 : 0;
}

/* --- conditions --- */

static int is_satisfied(const struct loop *loop, enum fairness_strength strength,
                        const struct loop_item *item) {
    return item->is_taken || strength == FAIRNESS_NONE ||
           (strength == FAIRNESS_WEAK ? item->possible < loop_length(loop) : item->possible == 0);
}

/* Checks a condition; `what` and `name` are what a message calls it. */
static int check_item(const struct loop *loop, enum fairness_strength strength, uint64_t item,
                      const char *what, const char *name) {
    return is_satisfied(loop, strength, &loop->item.data[item])
               ? 1
               : verify_say(loop->verifier,
                            "the loop is not fair: %s%.200s is possible in %s of its states, and never taken",
                            what, name, strength == FAIRNESS_WEAK ? "all" : "some");
}

static int check_processes(const struct loop *loop) {
    const walker *walker = loop->verifier->walker;
    int holds = 1;
    for (uint32_t p = 0; p < walker_processes(walker) && holds == 1; p++) {
        holds = check_item(loop, loop->property->fairness->processes, p, "a move of ",
                           walker_process_name(walker, p));
    }
    return holds;
}

static int check_each(const struct loop *loop, const struct fairness_labels *labels) {
    int holds = 1;
    for (uint64_t i = first_label(loop); i < loop->item.count && holds == 1; i++) {
        const char *label = loop->item.data[i].label;
        if (verify_stopped(loop->verifier, "verifying", i, loop->item.count, "labels") != 0) {
            return -1;
        }
        const int is = property_matches(&labels->set, label, strlen(label), loop->verifier->error);
        holds = is < 0 ? -1 : is == 0 ? 1 : check_item(loop, labels->strength, i, "", label);
    }
    return holds;
}

static int check_all(struct loop *loop) {
    const struct fairness *fairness = loop->property->fairness;
    for (uint64_t position = loop->trace->lasso; position < loop->trace->steps; position++) {
        if (verify_stopped(loop->verifier, "verifying", position, loop->trace->steps, "steps") != 0 ||
            look(loop, position) != 0) {
            return -1;
        }
    }
    int holds = check_processes(loop);
    for (uint64_t i = 0; i < fairness->count && holds == 1; i++) {
        const struct fairness_labels *labels = &fairness->labels[i];
        holds = labels->each ? check_each(loop, labels)
                             : check_item(loop, labels->strength, first_set(loop) + i, "", labels->set.text);
    }
    return holds;
}

int verify_fairness(struct verifier *verifier, const struct property *property, const struct trace *trace) {
    struct memory *memory = verifier->run->memory;
    const uint32_t components = walker_components(verifier->walker);
    struct loop loop = {.verifier = verifier, .property = property, .trace = trace};
    loop.target = memory_allocate_array(memory, components, sizeof *loop.target);
    int failed = loop.target == NULL ? verify_memory(verifier) : 0;
    for (uint64_t i = 0; i < first_label(&loop) && !failed; i++) {
        failed = GROWING_ADD(memory, loop.item, (struct loop_item){.label = NULL}) != 0 ||
                         GROWING_ADD(memory, loop.last, 0) != 0
                     ? verify_memory(verifier)
                     : 0;
    }
    const int holds = failed ? -1 : check_all(&loop);
    memory_free(memory, loop.target, components * sizeof *loop.target);
    GROWING_FREE(memory, loop.item);
    GROWING_FREE(memory, loop.last);
    return holds;
}
