/*
 * Checks classes of states by their signatures, straight from the definitions. The signature of a state is a
 * set of pairs of a label and a class:
 * - strong: of its steps;
 * - branching: of the steps that are not inert, from all states that it reaches by inert steps, which are
 *   internal and stay in its class; divbranching: and whether inert steps can go on for ever;
 * - weak: the classes that it reaches by internal steps, and by a step after and before such steps.
 * If the states of each class have the same signature, states of a class are equivalent.
 */
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_comparison_internal.h"

#define REPORT_STATES 65536u

struct signing {
    struct comparison_check *check;
    enum evidence_relation relation;
    GROWING(uint64_t) pairs;
    uint8_t *diverges; /* [states] */
};

static int is_internal(uint64_t edge) {
    return edge >> 32 == COMPARISON_INTERNAL;
}

static int is_inert(const struct comparison_check *check, uint64_t state, uint64_t edge) {
    return is_internal(edge) && check->class_of.data[(uint32_t)edge] == check->class_of.data[state];
}

static int add_pair(struct signing *signing, uint64_t label, uint64_t class) {
    return GROWING_ADD(signing->check->verifier->run->memory, signing->pairs, label << 32 | class);
}

static int add_set(struct signing *signing, uint32_t set) {
    uint64_t count;
    const uint64_t *members = number_sets_members(&signing->check->sets, set, &count);
    for (uint64_t k = 0; k < count; k++) {
        if (GROWING_ADD(signing->check->verifier->run->memory, signing->pairs, members[k]) != 0) {
            return -1;
        }
    }
    return 0;
}

static int end_set(struct signing *signing, uint32_t *set) {
    const int failed =
        number_sets_find(&signing->check->sets, signing->pairs.data, signing->pairs.count, set);
    signing->pairs.count = 0;
    return failed;
}

static int stopped(const struct comparison_check *check, uint64_t state) {
    return state % REPORT_STATES == 0 &&
           verify_stopped(check->verifier, "verifying", state, check->states, "states") != 0;
}

/*
 * Adds to the set of each state those of the states that its steps lead to, until nothing changes; inert
 * steps alone, or all internal ones.
 */
static int spread(struct signing *signing, int inert, uint32_t *set_of) {
    struct comparison_check *check = signing->check;
    int changed = 1;
    for (uint64_t sweep = 0; changed; sweep++) {
        changed = 0;
        for (uint64_t k = 0; k < check->states; k++) {
            const uint64_t state = sweep % 2 == 0 ? check->states - 1 - k : k;
            int more = 0;
            if (stopped(check, k)) {
                return -1;
            }
            for (uint64_t at = check->offsets.data[state]; at < check->offsets.data[state + 1]; at++) {
                const uint64_t edge = check->edges.data[at];
                const uint32_t other = set_of[(uint32_t)edge];
                if (other != set_of[state] && (inert ? is_inert(check, state, edge) : is_internal(edge))) {
                    if (add_set(signing, other) != 0) {
                        return verify_memory(check->verifier);
                    }
                    more = 1;
                }
            }
            const uint32_t before = set_of[state];
            if (more && (add_set(signing, before) != 0 || end_set(signing, &set_of[state]) != 0)) {
                return verify_memory(check->verifier);
            }
            changed |= set_of[state] != before;
        }
    }
    return 0;
}

/* Which states begin an infinite run of inert steps: all, but those without an inert step to another such
 * state. */
static int find_divergence(struct signing *signing) {
    struct comparison_check *check = signing->check;
    memset(signing->diverges, 1, check->states);
    for (uint64_t sweep = 0, changed = 1; changed; sweep++) {
        changed = 0;
        for (uint64_t k = 0; k < check->states; k++) {
            const uint64_t state = sweep % 2 == 0 ? check->states - 1 - k : k;
            int goes_on = 0;
            if (stopped(check, k)) {
                return -1;
            }
            for (uint64_t at = check->offsets.data[state]; at < check->offsets.data[state + 1]; at++) {
                const uint64_t edge = check->edges.data[at];
                goes_on |= is_inert(check, state, edge) && signing->diverges[(uint32_t)edge];
            }
            changed |= signing->diverges[state] && !goes_on;
            signing->diverges[state] = signing->diverges[state] && goes_on;
        }
    }
    return 0;
}

/* The pairs of the steps of a state itself. */
static int sign_steps(struct signing *signing, uint64_t state) {
    const struct comparison_check *check = signing->check;
    const int strong = signing->relation == RELATION_STRONG;
    for (uint64_t at = check->offsets.data[state]; at < check->offsets.data[state + 1]; at++) {
        const uint64_t edge = check->edges.data[at];
        if ((strong || !is_inert(check, state, edge)) &&
            add_pair(signing, edge >> 32, check->class_of.data[(uint32_t)edge]) != 0) {
            return -1;
        }
    }
    return signing->relation == RELATION_DIVBRANCHING && signing->diverges[state]
               ? add_pair(signing, COMPARISON_DIVERGENCE, 0)
               : 0;
}

/* The pairs of a state's steps with other labels, and what is reached by internal ones after these; then
 * what it reaches by internal steps alone. reached[s]: the classes that s reaches by internal steps. */
static int sign_weak_steps(struct signing *signing, uint64_t state, const uint32_t *reached) {
    const struct comparison_check *check = signing->check;
    for (uint64_t at = check->offsets.data[state]; at < check->offsets.data[state + 1]; at++) {
        const uint64_t edge = check->edges.data[at];
        uint64_t count;
        if (is_internal(edge)) {
            continue;
        }
        const uint64_t *classes = number_sets_members(&check->sets, reached[(uint32_t)edge], &count);
        for (uint64_t k = 0; k < count; k++) {
            if (add_pair(signing, edge >> 32, (uint32_t)classes[k]) != 0) {
                return -1;
            }
        }
    }
    return add_set(signing, reached[state]);
}

/* In two passes: what internal steps reach, then the rest. */
static int sign_weak(struct signing *signing) {
    struct comparison_check *check = signing->check;
    struct memory *memory = check->verifier->run->memory;
    uint32_t *reached = memory_allocate_array(memory, check->states, sizeof *reached);
    int failed = reached == NULL ? verify_memory(check->verifier) : 0;
    for (uint64_t state = 0; state < check->states && failed == 0; state++) {
        failed = add_pair(signing, COMPARISON_INTERNAL, check->class_of.data[state]) != 0 ||
                         end_set(signing, &reached[state]) != 0
                     ? verify_memory(check->verifier)
                     : 0;
    }
    failed = failed == 0 ? spread(signing, 0, reached) : failed;
    for (uint64_t state = 0; state < check->states && failed == 0; state++) {
        failed =
            sign_weak_steps(signing, state, reached) != 0 || end_set(signing, &check->signature[state]) != 0
                ? verify_memory(check->verifier)
                : 0;
    }
    memory_free(memory, reached, check->states * sizeof *reached);
    return failed == 0 ? spread(signing, 0, check->signature) : failed;
}

static int sign(struct signing *signing) {
    struct comparison_check *check = signing->check;
    if (signing->relation == RELATION_WEAK) {
        return sign_weak(signing);
    }
    if (signing->relation == RELATION_DIVBRANCHING && find_divergence(signing) != 0) {
        return -1;
    }
    for (uint64_t state = 0; state < check->states; state++) {
        if (sign_steps(signing, state) != 0 || end_set(signing, &check->signature[state]) != 0) {
            return verify_memory(check->verifier);
        }
    }
    return signing->relation == RELATION_STRONG ? 0 : spread(signing, 1, check->signature);
}

static void say_state(struct comparison_check *check, uint64_t state) {
    const int side = state >= check->evidence->first_states;
    comparison_say_state(
        check, side, tuple_set_at(&check->tuples[side], state - (side ? check->evidence->first_states : 0)));
    verify_say(check->verifier, " of the %s input", side ? "second" : "first");
}

int comparison_compare_signatures(struct comparison_check *check) {
    const uint32_t *class_of = check->class_of.data;
    uint32_t *row_of = check->row_of;
    memset(row_of, 0xff, check->states * sizeof *row_of);
    for (uint64_t state = 0; state < check->states; state++) {
        uint32_t *row = &row_of[class_of[state]];
        *row = *row == COMPARISON_NONE ? check->signature[state] : *row;
        if (*row == check->signature[state]) {
            continue;
        }
        uint64_t other = 0;
        while (class_of[other] != class_of[state]) {
            other++;
        }
        say_state(check, other);
        verify_say(check->verifier, " and ");
        say_state(check, state);
        return verify_say(
            check->verifier,
            check->evidence->relation == RELATION_PROBABILISTIC
                ? " are in class %u, but do not have the same labels, rewards and moves to classes"
                : " are in class %u, but do not have the same steps to classes",
            class_of[state]);
    }
    return 1;
}

int comparison_check_classes(struct comparison_check *check, enum evidence_relation relation) {
    struct memory *memory = check->verifier->run->memory;
    struct signing signing = {.check = check, .relation = relation};
    signing.diverges = memory_allocate(memory, check->states);
    const int failed = signing.diverges == NULL ? verify_memory(check->verifier) : sign(&signing);
    memory_free(memory, signing.diverges, check->states);
    GROWING_FREE(memory, signing.pairs);
    return failed != 0 ? -1 : comparison_compare_signatures(check);
}
