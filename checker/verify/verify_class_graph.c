/*
 * Checks relations on the graph of the classes, whose states are equivalent: sequences of labels by pairs of
 * sets of classes, simulation by pairs of classes that are dropped until nothing changes.
 */
#include <string.h>

#include "base/core.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/sort.h"
#include "checker/verify/verify_comparison_internal.h"

#define NO_LABEL UINT64_MAX

/* --- sequences of labels --- */

struct pair_of_sets {
    uint32_t sets[2];
};

struct tracing {
    struct comparison_check *check;
    int weak, inclusion;
    struct number_sets sets; /* of classes */
    GROWING(struct pair_of_sets) pairs;
    GROWING(uint64_t) moves[2]; /* label << 32 | class, of both sets, sorted, each once */
    GROWING(uint64_t) next;
    uint8_t *is_next; /* [states]: by class, whether `next` has it */
    struct index index;
    uint64_t work; /* steps that were looked at, and pairs */
};

static const uint64_t *row_of(const struct comparison_check *check, uint64_t class, uint64_t *count) {
    return number_sets_members(&check->sets, check->row_of[class], count);
}

/* Counts a unit of work. 0, or -1 with *error filled if the check must stop. */
static int work_on(struct tracing *tracing) {
    return verify_stopped(tracing->check->verifier, "comparing traces", tracing->work++, 0, "steps");
}

/* Adds a class to `next`, unless it is there. 0 or -1. */
static int add_next(struct tracing *tracing, uint64_t class) {
    const struct verifier *verifier = tracing->check->verifier;
    if (tracing->is_next[class]) {
        return 0;
    }
    tracing->is_next[class] = 1;
    return GROWING_ADD(verifier->run->memory, tracing->next, class) != 0 ? verify_memory(verifier) : 0;
}

/* Adds the classes that those in `next` reach by internal steps. 0 or -1. */
static int close_next(struct tracing *tracing) {
    for (uint64_t at = 0; at < tracing->next.count && tracing->weak; at++) {
        uint64_t count;
        const uint64_t *row = row_of(tracing->check, tracing->next.data[at], &count);
        for (uint64_t k = 0; k < count; k++) {
            if (work_on(tracing) != 0 ||
                (row[k] >> 32 == COMPARISON_INTERNAL && add_next(tracing, (uint32_t)row[k]) != 0)) {
                return -1;
            }
        }
    }
    return 0;
}

/* The set of the classes in `next`, which becomes empty. 0 or -1. */
static int end_next(struct tracing *tracing, uint32_t *set) {
    int failed = close_next(tracing);
    for (uint64_t at = 0; at < tracing->next.count; at++) {
        tracing->is_next[tracing->next.data[at]] = 0;
    }
    if (failed == 0 && number_sets_find(&tracing->sets, tracing->next.data, tracing->next.count, set) != 0) {
        failed = verify_memory(tracing->check->verifier);
    }
    tracing->next.count = 0;
    return failed;
}

static int add_pair(struct tracing *tracing, struct pair_of_sets pair) {
    const struct verifier *verifier = tracing->check->verifier;
    struct memory *memory = verifier->run->memory;
    const uint64_t hash = core_mix((uint64_t)pair.sets[0] << 32 | pair.sets[1]);
    for (struct index_walk walk = index_find(&tracing->index, hash); index_next(&walk);) {
        const struct pair_of_sets *known = &tracing->pairs.data[walk.number];
        if (known->sets[0] == pair.sets[0] && known->sets[1] == pair.sets[1]) {
            return 0;
        }
    }
    return tracing->pairs.count >= INDEX_NONE || GROWING_ADD(memory, tracing->pairs, pair) != 0 ||
                   index_add(&tracing->index, memory, hash, (uint32_t)tracing->pairs.count - 1) != 0
               ? verify_memory(verifier)
               : 0;
}

/* All steps of the classes in a set, each once, sorted; internal ones are left out if weak. 0 or -1. */
static int collect_moves(struct tracing *tracing, int side, uint32_t set) {
    const struct verifier *verifier = tracing->check->verifier;
    uint64_t members, count;
    const uint64_t *classes = number_sets_members(&tracing->sets, set, &members);
    tracing->moves[side].count = 0;
    for (uint64_t k = 0; k < members; k++) {
        const uint64_t *row = row_of(tracing->check, classes[k], &count);
        for (uint64_t at = 0; at < count; at++) {
            if (work_on(tracing) != 0) {
                return -1;
            }
            if (!(tracing->weak && row[at] >> 32 == COMPARISON_INTERNAL) &&
                GROWING_ADD(verifier->run->memory, tracing->moves[side], row[at]) != 0) {
                return verify_memory(verifier);
            }
        }
    }
    tracing->moves[side].count = sort_unique_long(tracing->moves[side].data, tracing->moves[side].count);
    return 0;
}

/* The label of a move; NO_LABEL after the last. */
static uint64_t label_at(const struct tracing *tracing, int side, uint64_t at) {
    return at < tracing->moves[side].count ? tracing->moves[side].data[at] >> 32 : NO_LABEL;
}

/* The set after the label of the move *at, which becomes the first one with another label. 0 or -1. */
static int follow(struct tracing *tracing, int side, uint64_t *at, uint32_t *set) {
    const uint64_t label = label_at(tracing, side, *at);
    for (; label_at(tracing, side, *at) == label; ++*at) {
        if (work_on(tracing) != 0 || add_next(tracing, (uint32_t)tracing->moves[side].data[*at]) != 0) {
            return -1;
        }
    }
    return end_next(tracing, set);
}

static int say_label(struct tracing *tracing, int side, uint64_t label) {
    struct verifier *verifier = tracing->check->verifier;
    const char *text = hidden_labels_text(&tracing->check->labels, (uint32_t)label);
    return verify_say(verifier, "after the same sequence of labels, only the %s input has \"%.200s\"",
                      side == 0 ? "first" : "second", text);
}

/* Whether both sets of a pair have the same labels; adds the pairs after these. */
static int check_pair(struct tracing *tracing, uint64_t number) {
    const struct pair_of_sets pair = tracing->pairs.data[number];
    uint64_t at[2] = {0, 0};
    if (work_on(tracing) != 0) {
        return -1;
    }
    if (pair.sets[0] == pair.sets[1]) {
        return 1;
    }
    if (collect_moves(tracing, 0, pair.sets[0]) != 0 || collect_moves(tracing, 1, pair.sets[1]) != 0) {
        return -1;
    }
    while (at[0] < tracing->moves[0].count || at[1] < tracing->moves[1].count) {
        const uint64_t first = label_at(tracing, 0, at[0]), second = label_at(tracing, 1, at[1]);
        struct pair_of_sets after;
        if (first < second) {
            return say_label(tracing, 0, first);
        }
        if (second < first) {
            if (!tracing->inclusion) {
                return say_label(tracing, 1, second);
            }
            at[1]++;
        } else if (follow(tracing, 0, &at[0], &after.sets[0]) != 0 ||
                   follow(tracing, 1, &at[1], &after.sets[1]) != 0 || add_pair(tracing, after) != 0) {
            return -1;
        }
    }
    return 1;
}

static int begin_traces(struct tracing *tracing) {
    struct comparison_check *check = tracing->check;
    struct memory *memory = check->verifier->run->memory;
    struct pair_of_sets start = {{0, 0}};
    for (int side = 0; side < 2; side++) {
        uint64_t *classes, count;
        int failed = comparison_initial_classes(check, side, &classes, &count) != 0
                         ? verify_memory(check->verifier)
                         : 0;
        for (uint64_t k = 0; k < count && failed == 0; k++) {
            failed = add_next(tracing, classes[k]);
        }
        memory_free(memory, classes, count * sizeof *classes);
        if (failed != 0 || end_next(tracing, &start.sets[side]) != 0) {
            return -1;
        }
    }
    return add_pair(tracing, start);
}

int comparison_check_traces(struct comparison_check *check) {
    const enum evidence_relation relation = check->evidence->relation;
    struct memory *memory = check->verifier->run->memory;
    struct tracing tracing = {.check = check,
                              .weak =
                                  relation == RELATION_WEAKTRACE || relation == RELATION_WEAKTRACE_INCLUSION,
                              .inclusion = relation >= RELATION_FIRST_PREORDER,
                              .sets = {.memory = memory},
                              .is_next = memory_allocate_zeroed(memory, check->states)};
    int holds = tracing.is_next == NULL       ? verify_memory(check->verifier)
                : begin_traces(&tracing) != 0 ? -1
                                              : 1;
    for (uint64_t number = 0; number < tracing.pairs.count && holds == 1; number++) {
        holds = check_pair(&tracing, number);
    }
    number_sets_free(&tracing.sets);
    GROWING_FREE(memory, tracing.pairs);
    GROWING_FREE(memory, tracing.moves[0]);
    GROWING_FREE(memory, tracing.moves[1]);
    GROWING_FREE(memory, tracing.next);
    memory_free(memory, tracing.is_next, check->states);
    index_free(&tracing.index, memory);
    return holds;
}

/* --- simulation --- */

struct simulating {
    struct comparison_check *check;
    uint32_t *place;    /* [states]: by class its place among those that have states */
    uint64_t *class_at; /* [classes] */
    uint64_t classes;
    uint8_t
        *simulated; /* [classes * classes]: whether the second one simulates the first, as far as is known */
};

/* Whether the second class answers all steps of the first. */
static int answers(const struct simulating *simulating, uint64_t first, uint64_t second) {
    const struct comparison_check *check = simulating->check;
    uint64_t steps, others;
    const uint64_t *row = row_of(check, simulating->class_at[first], &steps);
    const uint64_t *other = row_of(check, simulating->class_at[second], &others);
    for (uint64_t k = 0; k < steps; k++) {
        const uint64_t target = simulating->place[(uint32_t)row[k]];
        int answered = 0;
        for (uint64_t at = 0; at < others && !answered; at++) {
            answered =
                other[at] >> 32 == row[k] >> 32 &&
                simulating->simulated[target * simulating->classes + simulating->place[(uint32_t)other[at]]];
        }
        if (!answered) {
            return 0;
        }
    }
    return 1;
}

static int drop_pairs(struct simulating *simulating) {
    const struct verifier *verifier = simulating->check->verifier;
    const uint64_t classes = simulating->classes;
    uint64_t work = 0;
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint64_t first = 0; first < classes; first++) {
            for (uint64_t second = 0; second < classes; second++) {
                if (verify_stopped(verifier, "verifying", work++, 0, "pairs of classes") != 0) {
                    return -1;
                }
                uint8_t *is = &simulating->simulated[first * classes + second];
                if (*is && !answers(simulating, first, second)) {
                    *is = 0;
                    changed = 1;
                }
            }
        }
    }
    return 0;
}

/* Whether each initial class of the first input is simulated by one of the second. */
static int check_simulated(struct simulating *simulating) {
    struct comparison_check *check = simulating->check;
    struct memory *memory = check->verifier->run->memory;
    uint64_t *classes[2] = {NULL, NULL}, count[2] = {0, 0};
    int holds = comparison_initial_classes(check, 0, &classes[0], &count[0]) != 0 ||
                        comparison_initial_classes(check, 1, &classes[1], &count[1]) != 0
                    ? verify_memory(check->verifier)
                    : 1;
    for (uint64_t k = 0; k < count[0] && holds == 1; k++) {
        const uint64_t first = simulating->place[classes[0][k]];
        int found = 0;
        for (uint64_t at = 0; at < count[1]; at++) {
            found |= simulating->simulated[first * simulating->classes + simulating->place[classes[1][at]]];
        }
        holds = found ? 1
                      : verify_say(check->verifier,
                                   "no initial state of the second input simulates those of class %llu",
                                   (unsigned long long)classes[0][k]);
    }
    memory_free(memory, classes[0], count[0] * sizeof *classes[0]);
    memory_free(memory, classes[1], count[1] * sizeof *classes[1]);
    return holds;
}

int comparison_check_simulation(struct comparison_check *check) {
    struct scope scope = {.memory = check->verifier->run->memory};
    struct simulating simulating = {.check = check};
    simulating.place = scope_array(&scope, check->states, sizeof *simulating.place);
    simulating.class_at = scope_array(&scope, check->states, sizeof *simulating.class_at);
    int holds = scope.failed ? verify_memory(check->verifier) : 1;
    for (uint64_t class = 0; class < check->states && holds == 1; class ++) {
        if (check->row_of[class] != COMPARISON_NONE) {
            simulating.place[class] = (uint32_t)simulating.classes;
            simulating.class_at[simulating.classes++] = class;
        }
    }
    const uint64_t classes = simulating.classes;
    if (holds == 1) {
        simulating.simulated = scope_array(&scope, classes, classes);
        holds = scope.failed ? verify_memory(check->verifier) : 1;
    }
    if (holds == 1) {
        memset(simulating.simulated, 1, classes * classes);
        holds = drop_pairs(&simulating) != 0 ? -1 : check_simulated(&simulating);
    }
    scope_close(&scope);
    return holds;
}
