/*
 * Checks relations on the graph of the classes, whose states are equivalent: sequences of labels by pairs of
 * sets of classes, simulation by pairs of classes that are dropped until nothing changes.
 */
#include <string.h>

#include "base/core.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_comparison_internal.h"

#define REPORT_PAIRS 4096u

/* --- sequences of labels --- */

struct pair_of_sets {
    uint32_t sets[2];
};

struct tracing {
    struct comparison_check *check;
    int weak, inclusion;
    struct number_sets sets; /* of classes */
    GROWING(struct pair_of_sets) pairs;
    GROWING(uint64_t) moves[2]; /* label << 32 | class, of both sets */
    GROWING(uint64_t) next;
    uint8_t *is_next; /* [states]: by class, whether `next` has it */
    struct index index;
};

static const uint64_t *row_of(const struct comparison_check *check, uint64_t class, uint64_t *count) {
    return number_sets_members(&check->sets, check->row_of[class], count);
}

/* Adds a class to `next`, unless it is there. 0, or -1 when memory runs out. */
static int add_next(struct tracing *tracing, uint64_t class) {
    if (tracing->is_next[class]) {
        return 0;
    }
    tracing->is_next[class] = 1;
    return GROWING_ADD(tracing->check->verifier->run->memory, tracing->next, class);
}

/* Adds the classes that those in `next` reach by internal steps. */
static int close_next(struct tracing *tracing) {
    for (uint64_t at = 0; at < tracing->next.count && tracing->weak; at++) {
        uint64_t count;
        const uint64_t *row = row_of(tracing->check, tracing->next.data[at], &count);
        for (uint64_t k = 0; k < count; k++) {
            if (row[k] >> 32 == COMPARISON_INTERNAL && add_next(tracing, (uint32_t)row[k]) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int end_next(struct tracing *tracing, uint32_t *set) {
    const int failed = close_next(tracing);
    for (uint64_t at = 0; at < tracing->next.count; at++) {
        tracing->is_next[tracing->next.data[at]] = 0;
    }
    const int lost =
        failed != 0 || number_sets_find(&tracing->sets, tracing->next.data, tracing->next.count, set) != 0;
    tracing->next.count = 0;
    return lost;
}

static int add_pair(struct tracing *tracing, struct pair_of_sets pair) {
    struct memory *memory = tracing->check->verifier->run->memory;
    const uint64_t hash = core_mix((uint64_t)pair.sets[0] << 32 | pair.sets[1]);
    for (struct index_walk walk = index_find(&tracing->index, hash); index_next(&walk);) {
        const struct pair_of_sets *known = &tracing->pairs.data[walk.number];
        if (known->sets[0] == pair.sets[0] && known->sets[1] == pair.sets[1]) {
            return 0;
        }
    }
    return tracing->pairs.count >= INDEX_NONE || GROWING_ADD(memory, tracing->pairs, pair) != 0 ||
                   index_add(&tracing->index, memory, hash, (uint32_t)tracing->pairs.count - 1) != 0
               ? -1
               : 0;
}

/* All steps of the classes in a set, sorted; internal ones are left out if weak. */
static int collect_moves(struct tracing *tracing, int side, uint32_t set) {
    struct memory *memory = tracing->check->verifier->run->memory;
    uint64_t members, count;
    tracing->moves[side].count = 0;
    number_sets_members(&tracing->sets, set, &members);
    for (uint64_t k = 0; k < members; k++) {
        const uint64_t class = number_sets_members(&tracing->sets, set, &members)[k];
        const uint64_t *row = row_of(tracing->check, class, &count);
        for (uint64_t at = 0; at < count; at++) {
            if (!(tracing->weak && row[at] >> 32 == COMPARISON_INTERNAL) &&
                GROWING_ADD(memory, tracing->moves[side], row[at]) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* The set after a label; *some: whether there is a step with it. */
static int follow(struct tracing *tracing, int side, uint64_t label, uint32_t *set, int *some) {
    for (uint64_t at = 0; at < tracing->moves[side].count; at++) {
        const uint64_t move = tracing->moves[side].data[at];
        if (move >> 32 == label && add_next(tracing, (uint32_t)move) != 0) {
            return -1;
        }
    }
    *some = tracing->next.count > 0;
    return *some ? end_next(tracing, set) : 0;
}

static int say_label(struct tracing *tracing, int side, uint64_t label) {
    struct verifier *verifier = tracing->check->verifier;
    const char *text =
        label == COMPARISON_INTERNAL ? "i" : label_text(tracing->check->labels, (uint32_t)label - 1);
    return verify_say(verifier, "after some labels, only the %s input can do \"%.200s\"",
                      side == 0 ? "first" : "second", text);
}

/* Whether both sets of a pair have the same labels; adds the pairs after these. */
static int check_pair(struct tracing *tracing, uint64_t number) {
    const struct pair_of_sets pair = tracing->pairs.data[number];
    if (pair.sets[0] == pair.sets[1]) {
        return 1;
    }
    if (collect_moves(tracing, 0, pair.sets[0]) != 0 || collect_moves(tracing, 1, pair.sets[1]) != 0) {
        return verify_memory(tracing->check->verifier);
    }
    for (int side = 0; side < (tracing->inclusion ? 1 : 2); side++) {
        for (uint64_t at = 0; at < tracing->moves[side].count; at++) {
            const uint64_t label = tracing->moves[side].data[at] >> 32;
            struct pair_of_sets after;
            int some[2];
            for (int k = 0; k < 2; k++) {
                if (follow(tracing, k, label, &after.sets[k], &some[k]) != 0) {
                    return verify_memory(tracing->check->verifier);
                }
            }
            if (!some[!side]) {
                return say_label(tracing, side, label);
            }
            if (add_pair(tracing, after) != 0) {
                return verify_memory(tracing->check->verifier);
            }
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
        int failed = comparison_initial_classes(check, side, &classes, &count);
        for (uint64_t k = 0; k < count && failed == 0; k++) {
            failed = add_next(tracing, classes[k]);
        }
        memory_free(memory, classes, count * sizeof *classes);
        if (failed != 0 || end_next(tracing, &start.sets[side]) != 0) {
            return verify_memory(check->verifier);
        }
    }
    return add_pair(tracing, start) != 0 ? verify_memory(check->verifier) : 0;
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
        holds = number % REPORT_PAIRS == 0 &&
                        verify_stopped(check->verifier, "comparing traces", number, 0, "pairs of sets") != 0
                    ? -1
                    : check_pair(&tracing, number);
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
    const uint64_t classes = simulating->classes;
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint64_t first = 0; first < classes; first++) {
            if (verify_stopped(simulating->check->verifier, "verifying", first, classes, "classes") != 0) {
                return -1;
            }
            for (uint64_t second = 0; second < classes; second++) {
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
    struct memory *memory = check->verifier->run->memory;
    struct simulating simulating = {.check = check};
    simulating.place = memory_allocate_array(memory, check->states, sizeof *simulating.place);
    simulating.class_at = memory_allocate_array(memory, check->states, sizeof *simulating.class_at);
    int holds = simulating.place == NULL || simulating.class_at == NULL ? verify_memory(check->verifier) : 1;
    for (uint64_t class = 0; class < check->states && holds == 1; class ++) {
        if (check->row_of[class] != COMPARISON_NONE) {
            simulating.place[class] = (uint32_t)simulating.classes;
            simulating.class_at[simulating.classes++] = class;
        }
    }
    const uint64_t classes = simulating.classes;
    if (holds == 1) {
        simulating.simulated = memory_allocate_array(memory, classes, classes);
        holds = simulating.simulated == NULL ? verify_memory(check->verifier) : 1;
    }
    if (holds == 1) {
        memset(simulating.simulated, 1, classes * classes);
        holds = drop_pairs(&simulating) != 0 ? -1 : check_simulated(&simulating);
    }
    memory_free(memory, simulating.simulated, classes * classes);
    memory_free(memory, simulating.place, check->states * sizeof *simulating.place);
    memory_free(memory, simulating.class_at, check->states * sizeof *simulating.class_at);
    return holds;
}
