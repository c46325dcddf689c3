/* Checks maximal end components; the proof is in decompose/components/component_certificate.h. The least
 * cut between two ranks is found in a binary tree, in which node k has the children 2k and 2k+1. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "checker/verify/verify_components_internal.h"

#define NO_OWNER UINT32_MAX
#define NO_CUT UINT32_MAX

/* --- ranks and cuts --- */

static int take_rank(struct component_check *check, uint32_t state) {
    const struct evidence_row *row = &check->rows[state];
    uint32_t owner = row->component == EVIDENCE_NULL ? state : row->component;
    if (row->rank >= check->states) {
        verify_say(check->verifier, "the rank %u of state ", row->rank);
        check_say_state(check, state);
        return verify_say(check->verifier, " is not below the number of states");
    }
    uint32_t *owned = &check->rank_owner[row->rank];
    if (*owned != NO_OWNER && *owned != owner) {
        return check_refute(check, state, " has the rank %u of state %u, but is not in the same component",
                            row->rank, *owned);
    }
    *owned = owner;
    check->cuts[check->states + row->rank] = row->cut;
    return 1;
}

int check_mec_begin(struct component_check *check) {
    check->cuts = scope_array(&check->scope, 2 * check->states, sizeof *check->cuts);
    check->rank_owner = scope_array(&check->scope, check->states, sizeof *check->rank_owner);
    if (check->scope.failed) {
        return verify_memory(check->verifier);
    }
    memset(check->cuts, 0xff, 2 * check->states * sizeof *check->cuts); /* NO_CUT */
    memset(check->rank_owner, 0xff, check->states * sizeof *check->rank_owner);
    int holds = check_members(check);
    for (uint64_t state = 0; state < check->states && holds == 1; state++) {
        holds = take_rank(check, (uint32_t)state);
    }
    for (uint64_t node = check->states; node-- > 1;) {
        uint32_t left = check->cuts[2 * node], right = check->cuts[2 * node + 1];
        check->cuts[node] = left < right ? left : right;
    }
    return holds;
}

/* The least cut between the leaves of two ranks, low < high; NO_CUT if there is none. */
static uint32_t least_cut(const struct component_check *check, uint64_t low, uint64_t high) {
    uint32_t least = NO_CUT;
    uint64_t begin = check->states + low + 1, end = check->states + high + 1;
    for (; begin < end; begin /= 2, end /= 2) {
        if (begin % 2 == 1) {
            least = check->cuts[begin] < least ? check->cuts[begin] : least;
            begin++;
        }
        if (end % 2 == 1) {
            end--;
            least = check->cuts[end] < least ? check->cuts[end] : least;
        }
    }
    return least;
}

/* --- choices --- */

static int is_internal(const struct component_check *check, uint32_t state,
                       const struct verified_choice *choice) {
    uint32_t component = check->rows[state].component;
    for (uint64_t k = choice->begin; k < choice->end; k++) {
        if (check->rows[check->choices.targets[k]].component != component) {
            return 0;
        }
    }
    return component != EVIDENCE_NULL;
}

/* Whether a choice that is not internal separates the state from smaller ranks before it does from greater
 * ones, as the proof requires. */
static int check_excluded(struct component_check *check, uint32_t state,
                          const struct verified_choice *choice) {
    const struct evidence_row *rows = check->rows;
    uint32_t rank = rows[state].rank, low = rank, high = rank;
    for (uint64_t k = choice->begin; k < choice->end; k++) {
        uint32_t other = rows[check->choices.targets[k]].rank;
        low = other < low ? other : low;
        high = other > high ? other : high;
    }
    if (low < rank && (high == rank || least_cut(check, low, rank) < least_cut(check, rank, high))) {
        return 1;
    }
    return check_refute_choice(
        check, state, choice, check->choices.targets,
        low == rank
            ? "is not internal, and has no target of smaller rank"
            : "is not internal, and is not separated from a state of smaller rank before its other targets");
}

/* --- the internal choices that are listed --- */

static int compare_keys(const void *left, const void *right) {
    const struct choice_key *a = left, *b = right;
    if (a->name != b->name) {
        return a->name < b->name ? -1 : 1;
    }
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    return sort_compare_rows(a->targets, b->targets, a->count);
}

int check_take_listed(struct component_check *check, uint32_t state, uint64_t *at,
                      struct verified_choice *choice) {
    uint32_t *numbers = check->listed.numbers + *at, label = numbers[0], count = numbers[1];
    uint32_t *targets = numbers + 2, kept = 0;
    sort_numbers(targets, count);
    for (uint32_t k = 0; k < count; k++) {
        if (targets[k] >= check->states) {
            return check_refute(check, state, ": a choice leads to state %u, which does not exist",
                                targets[k]);
        }
        if (kept == 0 || targets[kept - 1] != targets[k]) {
            targets[kept++] = targets[k];
        }
    }
    choice->name = label == EVIDENCE_NULL ? CHOICE_NO_NAME : check->label_name[label];
    choice->begin = *at + 2;
    choice->end = choice->begin + kept;
    *at += 2 + (uint64_t)count;
    return 1;
}

static struct choice_key key_of(const struct verified_choice *choice, const uint32_t *targets) {
    struct choice_key key = {targets + choice->begin, choice->end - choice->begin, choice->name};
    return key;
}

/* Gathers the internal choices, then the listed choices: `internal` and row->choice_count of them. */
static int gather(struct component_check *check, uint32_t state, uint64_t internal) {
    uint64_t listed = check->rows[state].choice_count, at = check->rows[state].choices;
    if (MEMORY_GROW(check->verifier->run->memory, &check->keys, &check->key_capacity, internal + listed) !=
        0) {
        return verify_memory(check->verifier);
    }
    struct choice_key *keys = check->keys;
    uint64_t count = 0;
    for (uint64_t k = 0; k < check->choices.count; k++) {
        if (is_internal(check, state, &check->choices.choices[k])) {
            keys[count++] = key_of(&check->choices.choices[k], check->choices.targets);
        }
    }
    for (uint64_t k = 0; k < listed; k++) {
        struct verified_choice choice;
        if (!check_take_listed(check, state, &at, &choice)) {
            return 0;
        }
        keys[count++] = key_of(&choice, check->listed.numbers);
    }
    sort_items(keys, internal, sizeof *keys, compare_keys);
    sort_items(keys + internal, listed, sizeof *keys, compare_keys);
    return 1;
}

/* The index after the keys that are equal to the key at `at`. */
static uint64_t skip_equal(const struct choice_key *keys, uint64_t at, uint64_t end) {
    uint64_t next = at + 1;
    while (next < end && compare_keys(&keys[at], &keys[next]) == 0) {
        next++;
    }
    return next;
}

/* Whether the row lists exactly the internal choices. */
static int check_listed(struct component_check *check, uint32_t state, uint64_t internal) {
    int holds = gather(check, state, internal);
    if (holds != 1) {
        return holds;
    }
    const struct choice_key *keys = check->keys;
    uint64_t i = 0, j = internal, end = internal + check->rows[state].choice_count;
    while (i < internal || j < end) {
        int order = i == internal ? 1 : j == end ? -1 : compare_keys(&keys[i], &keys[j]);
        if (order != 0) {
            const struct choice_key *key = order < 0 ? &keys[i] : &keys[j];
            struct verified_choice choice = {key->name, 0, key->count};
            return check_refute_choice(check, state, &choice, key->targets,
                                       order < 0 ? "is internal, but not listed"
                                                 : "is listed, but is not an internal choice of the state");
        }
        i = skip_equal(keys, i, internal);
        j = skip_equal(keys, j, end);
    }
    return 1;
}

/* --- states --- */

int check_mec_state(struct component_check *check, uint32_t state) {
    const struct choices *choices = &check->choices;
    uint32_t component = check->rows[state].component;
    uint64_t internal = 0;
    for (uint64_t k = 0; k < choices->count; k++) {
        const struct verified_choice *choice = &choices->choices[k];
        int inside = is_internal(check, state, choice);
        internal += (uint64_t)inside;
        for (uint64_t t = choice->begin; inside && t < choice->end; t++) {
            check_inner_edge(check, state, choices->targets[t]);
        }
        if (!inside && !check_excluded(check, state, choice)) {
            return 0;
        }
        if (!inside && component != EVIDENCE_NULL) {
            check->found[component] |= CHECK_LEFT;
        }
    }
    if (component != EVIDENCE_NULL && internal == 0) {
        return check_refute(check, state, " has no choice that stays in its component, %u", component);
    }
    return component == EVIDENCE_NULL ? 1 : check_listed(check, state, internal);
}
