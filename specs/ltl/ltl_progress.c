/* What a formula says of the rest of a word (ltl_progress.h): parts are taken from the smallest on. */
#include "specs/ltl/ltl_progress.h"

#include "base/memory.h"
#include "base/sort.h"

/* Adds a part, unless it is one. */
static void add_part(struct ltl_progression *progression, ltl of) {
    struct ltl_store *store = progression->store;
    if (progression->value.data[of] != LTL_NONE) {
        return;
    }
    progression->value.data[of] = 0;
    if (GROWING_ADD(store->memory, progression->part, of) != 0) {
        ltl_no_memory(store);
    }
}

/* Lists the parts. past_next: also those below X. */
static void find_parts(struct ltl_progression *progression, ltl formula, int past_next) {
    struct ltl_store *store = progression->store;
    while (progression->value.count <= formula && !store->failed) {
        if (GROWING_ADD(store->memory, progression->value, LTL_NONE) != 0) {
            ltl_no_memory(store);
        }
    }
    if (store->failed) {
        return;
    }
    add_part(progression, formula);
    for (uint64_t i = 0; i < progression->part.count && ltl_step(store) == 0; i++) {
        const ltl of = progression->part.data[i];
        const int is_passed = ltl_at(store, of)->kind == LTL_NEXT && !past_next;
        for (uint32_t k = 0; k < (is_passed ? 0 : ltl_operands(store, of)) && !store->failed; k++) {
            add_part(progression, ltl_operand(store, of, k));
        }
    }
    progression->part.count = sort_unique_numbers(progression->part.data, progression->part.count);
}

/* Finds a value of each part from those of its operands; returns that of the formula. */
static uint32_t fold(struct ltl_progression *progression, ltl formula, int past_next,
                     uint32_t (*find)(struct ltl_progression *progression, ltl of, const void *context),
                     const void *context) {
    struct ltl_store *store = progression->store;
    uint32_t result = 0;
    find_parts(progression, formula, past_next);
    for (uint64_t i = 0; i < progression->part.count && !store->failed; i++) {
        const ltl of = progression->part.data[i];
        result = progression->value.data[of] = find(progression, of, context);
    }
    for (uint64_t i = 0; i < progression->part.count; i++) {
        progression->value.data[progression->part.data[i]] = LTL_NONE;
    }
    progression->part.count = 0;
    return store->failed ? 0 : result;
}

static uint32_t value_of(const struct ltl_progression *progression, ltl of, uint32_t which) {
    return progression->value.data[ltl_operand(progression->store, of, which)];
}

static int atom_holds(const struct ltl_node *node, const uint8_t *holds) {
    return (holds[node->left] != 0) == (node->kind == LTL_ATOM);
}

/* --- the rest --- */

static ltl join(struct ltl_progression *progression, ltl of) {
    struct ltl_store *store = progression->store;
    const uint32_t count = ltl_operands(store, of);
    progression->operand.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (GROWING_ADD(store->memory, progression->operand, value_of(progression, of, i)) != 0) {
            return ltl_no_memory(store);
        }
    }
    return ltl_join(store, (enum ltl_kind)ltl_at(store, of)->kind, progression->operand.data, count);
}

static uint32_t rest_after(struct ltl_progression *progression, ltl of, const void *holds) {
    struct ltl_store *store = progression->store;
    const struct ltl_node *node = ltl_at(store, of);
    switch ((enum ltl_kind)node->kind) {
    case LTL_CONSTANT:
        return of;
    case LTL_ATOM:
    case LTL_NOT_ATOM:
        return atom_holds(node, holds) ? LTL_TRUE : LTL_FALSE;
    case LTL_NEXT:
        return node->left;
    case LTL_UNTIL: {
        const ltl now = value_of(progression, of, 1), still = value_of(progression, of, 0);
        return ltl_or(store, now, ltl_and(store, still, of));
    }
    case LTL_RELEASE: {
        const ltl now = value_of(progression, of, 1), released = value_of(progression, of, 0);
        return ltl_and(store, now, ltl_or(store, released, of));
    }
    default:
        return join(progression, of);
    }
}

ltl ltl_progress(struct ltl_progression *progression, ltl formula, const uint8_t *holds) {
    return fold(progression, formula, 0, rest_after, holds);
}

/* --- the same letter for ever --- */

/* What holds at a position holds at all of them. */
static uint32_t find_truth(struct ltl_progression *progression, ltl of, const void *holds) {
    const struct ltl_node *node = ltl_at(progression->store, of);
    const uint32_t count = ltl_operands(progression->store, of);
    uint32_t held = 0;
    switch ((enum ltl_kind)node->kind) {
    case LTL_CONSTANT:
        return of == LTL_TRUE;
    case LTL_ATOM:
    case LTL_NOT_ATOM:
        return (uint32_t)atom_holds(node, holds);
    case LTL_NEXT:
        return value_of(progression, of, 0);
    case LTL_UNTIL:
    case LTL_RELEASE:
        return value_of(progression, of, 1);
    default:
        for (uint32_t i = 0; i < count; i++) {
            held += value_of(progression, of, i);
        }
        return node->kind == LTL_AND ? held == count : held != 0;
    }
}

int ltl_holds_for_ever(struct ltl_progression *progression, ltl formula, const uint8_t *holds) {
    return (int)fold(progression, formula, 1, find_truth, holds);
}

/* --- sizes --- */

static uint32_t find_operators(struct ltl_progression *progression, ltl of, const void *most) {
    const uint32_t count = ltl_operands(progression->store, of), limit = *(const uint32_t *)most;
    const enum ltl_kind kind = (enum ltl_kind)ltl_at(progression->store, of)->kind;
    uint64_t operators = kind == LTL_NOT_ATOM || count == 1 ? 1 : count == 0 ? 0 : count - 1;
    for (uint32_t i = 0; i < count; i++) {
        operators += value_of(progression, of, i);
    }
    return operators > limit ? limit + 1 : (uint32_t)operators;
}

uint32_t ltl_count_operators(struct ltl_progression *progression, ltl formula, uint32_t most) {
    return fold(progression, formula, 1, find_operators, &most);
}

void ltl_progression_free(struct ltl_progression *progression) {
    struct memory *memory = progression->store->memory;
    GROWING_FREE(memory, progression->part);
    GROWING_FREE(memory, progression->value);
    GROWING_FREE(memory, progression->operand);
}
