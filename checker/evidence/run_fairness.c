/*
 * Finds out why a cycle is fair. Several transitions may be the same step; a run that goes round the cycle
 * for ever may take each of them in turn, so that all of them count.
 */
#include "checker/evidence/run_fairness.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text/text_buffer.h"
#include "checker/evidence/evidence.h"
#include "checker/property/fairness.h"
#include "frontend/walk/walker.h"
#include "model/trace.h"

#define NEVER UINT64_MAX

/* What is looked for on the cycle. */
struct sought {
    const char *name;
    char quote;
    enum fairness_strength strength;
    uint32_t process;           /* if quote is '\0' */
    const struct property *set; /* of labels; or NULL */
    const char *label;          /* or one label, by its pointer: equal texts are equal pointers */
    uint64_t taken, impossible; /* the first positions, or NEVER */
    int is_possible;            /* at some position */
    int is_possible_here;
};

struct search {
    const struct evidence_claim *claim;
    struct memory *memory;
    GROWING(struct sought) sought;
    uint32_t *target;
    uint64_t work; /* comparisons */
};

#define MOST_WORK ((uint64_t)1 << 24) /* beyond, no reasons are shown */

/* Counts comparisons: whether they are too many. */
static int is_too_much(struct search *search, uint64_t more) {
    search->work += more;
    return search->work > MOST_WORK;
}

static int stops(const struct error *error) {
    return error->code == ERROR_MEMORY ? -1 : 1;
}

/* Whether the transition is one of these: 1, 0 or -1. */
static int is_one(const walker *walker, const struct sought *sought,
                  const struct walker_transition *transition, struct error *error) {
    if (sought->set != NULL) {
        return property_matches(sought->set, transition->label, strlen(transition->label), error);
    }
    if (sought->label != NULL) {
        return transition->label == sought->label;
    }
    uint32_t number = 0, process = walker_process(walker, transition, 0);
    while (process != WALKER_NO_PROCESS && process != sought->process) {
        process = walker_process(walker, transition, ++number);
    }
    return process == sought->process;
}

static int is_step(const struct search *search, const struct walker_transition *transition,
                   uint64_t position) {
    const struct trace *trace = search->claim->trace;
    const uint32_t *next = trace_state(trace, position + 1);
    walker_target(search->claim->subject->walker, trace_state(trace, position), transition, search->target);
    return strcmp(transition->label, trace->labels[position]) == 0 &&
           memcmp(search->target, next, trace->components * sizeof *next) == 0;
}

/* Notes the labels that are conditions of their own. */
static int add_label(struct search *search, const struct fairness_labels *labels, const char *label) {
    struct error error;
    const int matches = property_matches(&labels->set, label, strlen(label), &error);
    uint64_t k = 0;
    while (k < search->sought.count &&
           (search->sought.data[k].label != label || search->sought.data[k].strength != labels->strength)) {
        k++;
    }
    if (matches <= 0 || k < search->sought.count) {
        return matches < 0 && error.code == ERROR_MEMORY ? -1 : 0;
    }
    return GROWING_ADD(search->memory, search->sought,
                       (struct sought){.name = label,
                                       .quote = '"',
                                       .strength = labels->strength,
                                       .label = label,
                                       .taken = NEVER,
                                       .impossible = NEVER});
}

/* 0, 1 if the walker fails, or -1. */
static int look(struct search *search, uint64_t position) {
    const struct evidence_claim *claim = search->claim;
    const struct walker_transition *transitions;
    struct error error;
    uint64_t count;
    if (walker_transitions(claim->subject->walker, trace_state(claim->trace, position), &transitions, &count,
                           &error) != 0) {
        return stops(&error);
    }
    if (is_too_much(search, count * (search->sought.count + 1))) {
        return 1;
    }
    for (uint64_t k = 0; k < search->sought.count; k++) {
        search->sought.data[k].is_possible_here = 0;
    }
    for (uint64_t t = 0; t < count; t++) {
        const int takes = is_step(search, &transitions[t], position);
        for (uint64_t k = 0; k < search->sought.count; k++) {
            struct sought *sought = &search->sought.data[k];
            const int is = is_one(claim->subject->walker, sought, &transitions[t], &error);
            if (is < 0) {
                return stops(&error);
            }
            sought->is_possible_here |= is;
            sought->taken = is && takes && sought->taken == NEVER ? position : sought->taken;
        }
    }
    for (uint64_t k = 0; k < search->sought.count; k++) {
        struct sought *sought = &search->sought.data[k];
        sought->is_possible |= sought->is_possible_here;
        sought->impossible =
            !sought->is_possible_here && sought->impossible == NEVER ? position : sought->impossible;
    }
    return 0;
}

/* Adds the labels of the cycle that are conditions of their own. As look. */
static int add_each(struct search *search, const struct fairness_labels *labels) {
    const struct evidence_claim *claim = search->claim;
    for (uint64_t position = claim->trace->lasso; position < claim->trace->steps; position++) {
        const struct walker_transition *transitions;
        struct error error;
        uint64_t count;
        if (walker_transitions(claim->subject->walker, trace_state(claim->trace, position), &transitions,
                               &count, &error) != 0) {
            return stops(&error);
        }
        if (is_too_much(search, count * (search->sought.count + 1))) {
            return 1;
        }
        for (uint64_t t = 0; t < count; t++) {
            if (add_label(search, labels, transitions[t].label) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* Adds what is assumed. As look. */
static int add_conditions(struct search *search) {
    const struct fairness *assumed = search->claim->property->fairness;
    walker *walker = search->claim->subject->walker;
    int stopped = 0;
    for (uint32_t p = 0; p < walker_processes(walker) && assumed->processes != FAIRNESS_NONE && !stopped;
         p++) {
        stopped = GROWING_ADD(search->memory, search->sought,
                              (struct sought){.name = walker_process_name(walker, p),
                                              .strength = assumed->processes,
                                              .process = p,
                                              .taken = NEVER,
                                              .impossible = NEVER});
    }
    for (uint64_t i = 0; i < assumed->count && !stopped; i++) {
        const struct fairness_labels *labels = &assumed->labels[i];
        stopped = labels->each
                      ? add_each(search, labels)
                      : GROWING_ADD(search->memory, search->sought,
                                    (struct sought){.name = labels->set.text,
                                                    .quote = labels->set.pattern != NULL ? '\'' : '"',
                                                    .strength = labels->strength,
                                                    .set = &labels->set,
                                                    .taken = NEVER,
                                                    .impossible = NEVER});
    }
    return stopped;
}

/* Why a condition is satisfied; 0 if it is not. */
static int find_reason(const struct sought *sought, struct run_condition *condition) {
    *condition = (struct run_condition){.name = sought->name, .quote = sought->quote};
    if (sought->taken != NEVER) {
        condition->reason = RUN_TAKEN;
        condition->step = sought->taken + 1;
    } else if (!sought->is_possible) {
        condition->reason = RUN_NOT_POSSIBLE;
    } else {
        condition->reason = RUN_IMPOSSIBLE;
        condition->step = sought->impossible;
    }
    return condition->reason != RUN_IMPOSSIBLE ||
           (sought->strength == FAIRNESS_WEAK && sought->impossible != NEVER);
}

int run_fairness_find(const struct evidence_claim *claim, struct memory *memory,
                      struct run_fairness *fairness) {
    struct search search = {.claim = claim, .memory = memory};
    const struct trace *trace = claim->trace;
    *fairness = (struct run_fairness){.condition = {.data = NULL}};
    if (claim->property == NULL || !fairness_is_assumed(claim->property->fairness) || trace == NULL ||
        claim->subject->walker == NULL || trace->lasso >= trace->steps) {
        return 0;
    }
    search.target = memory_allocate_array(memory, trace->components, sizeof *search.target);
    int stopped = search.target == NULL ? -1 : add_conditions(&search);
    for (uint64_t position = trace->lasso; position < trace->steps && !stopped; position++) {
        stopped = look(&search, position);
    }
    for (uint64_t k = 0; k < search.sought.count && !stopped; k++) {
        struct run_condition condition;
        stopped = find_reason(&search.sought.data[k], &condition) &&
                          GROWING_ADD(memory, fairness->condition, condition) != 0
                      ? -1
                      : 0;
    }
    GROWING_FREE(memory, search.sought);
    memory_free(memory, search.target, trace->components * sizeof *search.target);
    return stopped < 0 ? -1 : 0;
}

void run_fairness_free(struct memory *memory, struct run_fairness *fairness) {
    GROWING_FREE(memory, fairness->condition);
    *fairness = (struct run_fairness){.condition = {.data = NULL}};
}

/* --- text --- */

/* "p (step 2)", "r (after step 2)", "s" */
static int add_condition(const struct run_condition *condition, struct memory *memory,
                         struct text_buffer *text) {
    const char quote[] = {condition->quote, '\0'};
    char step[64] = "";
    if (condition->reason == RUN_TAKEN) {
        snprintf(step, sizeof step, " (step %llu)", (unsigned long long)condition->step);
    } else if (condition->reason == RUN_IMPOSSIBLE && condition->step == 0) {
        snprintf(step, sizeof step, " (at the start)");
    } else if (condition->reason == RUN_IMPOSSIBLE) {
        snprintf(step, sizeof step, " (after step %llu)", (unsigned long long)condition->step);
    }
    return text_buffer_add(memory, text, quote) != 0 || text_buffer_add(memory, text, condition->name) != 0 ||
                   text_buffer_add(memory, text, quote) != 0 || text_buffer_add(memory, text, step) != 0
               ? -1
               : 0;
}

static int write_text(const struct run_fairness *fairness, enum run_reason reason, uint64_t most,
                      struct memory *memory, struct text_buffer *text) {
    static const char *const heads[] = {[RUN_TAKEN] = "taken: ",
                                        [RUN_IMPOSSIBLE] = "not possible: ",
                                        [RUN_NOT_POSSIBLE] = "not possible on the cycle: "};
    uint64_t count = 0;
    int failed = 0;
    for (uint64_t k = 0; k < fairness->condition.count && !failed; k++) {
        const struct run_condition *condition = &fairness->condition.data[k];
        if (condition->reason == reason && count++ < most) {
            failed = text_buffer_add(memory, text, count == 1 ? heads[reason] : ", ") != 0 ||
                     add_condition(condition, memory, text) != 0;
        }
    }
    if (count > most && !failed) {
        char more[64];
        snprintf(more, sizeof more, " and %llu more", (unsigned long long)(count - most));
        failed = text_buffer_add(memory, text, more) != 0;
    }
    return failed ? -1 : 0;
}

int run_fairness_explain(const struct evidence_claim *claim, uint64_t most, struct memory *memory,
                         struct text_buffer *texts) {
    struct run_fairness fairness;
    int failed = run_fairness_find(claim, memory, &fairness) != 0;
    for (enum run_reason reason = RUN_TAKEN; reason < RUN_REASONS && !failed; reason++) {
        failed = write_text(&fairness, reason, most, memory, &texts[reason]) != 0;
    }
    run_fairness_free(memory, &fairness);
    return failed ? -1 : 0;
}
