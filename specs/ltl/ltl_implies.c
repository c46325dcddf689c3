/*
 * Whether one formula implies another by the form of both: sound, not complete. The recursion is bounded in
 * depth and in work, and what was found is remembered.
 */
#include "base/core.h"
#include "base/memory.h"
#include "specs/ltl/ltl.h"

#define MOST_DEPTH 100u
#define MOST_WORK 2000u
#define FIRST_SIZE (1u << 12)

struct implication {
    struct ltl_store *store;
    unsigned depth, work;
    int is_cut; /* an answer of 0 may be for want of work */
};

static int find(struct implication *implication, ltl a, ltl b);

/* Whether some operand of b is implied by a, or some of a implies b; or whether all do. */
static int find_in(struct implication *implication, ltl a, ltl b, int in_a, int all) {
    const struct ltl_store *store = implication->store;
    const ltl list = in_a ? a : b;
    const uint32_t count = ltl_at(store, list)->right;
    for (uint32_t i = 0; i < count; i++) {
        const ltl operand = ltl_operand(store, list, i);
        const int found = in_a ? find(implication, operand, b) : find(implication, a, operand);
        if (found != all) {
            return found;
        }
    }
    return all;
}

/* By the operator of a. */
static int find_left(struct implication *implication, ltl a, ltl b) {
    const struct ltl_node left = *ltl_at(implication->store, a), right = *ltl_at(implication->store, b);
    switch ((enum ltl_kind)left.kind) {
    case LTL_AND:
        return find_in(implication, a, b, 1, 0);
    case LTL_UNTIL: /* both sides imply b; or its right side does, and b is what holds before it, too */
        return (right.is_eventual && find(implication, left.right, b)) ||
               (find(implication, left.right, b) && find(implication, left.left, b));
    case LTL_RELEASE: /* the right side holds now */
        return find(implication, left.right, b);
    case LTL_NEXT:
        return right.is_eventual && find(implication, left.left, b);
    default:
        return 0;
    }
}

/* By the operator of b. */
static int find_right(struct implication *implication, ltl a, ltl b) {
    const struct ltl_node left = *ltl_at(implication->store, a), right = *ltl_at(implication->store, b);
    switch ((enum ltl_kind)right.kind) {
    case LTL_OR:
        return find_in(implication, a, b, 0, 0);
    case LTL_UNTIL:
        return find(implication, a, right.right);
    case LTL_RELEASE:
        return (left.is_universal && find(implication, a, right.right)) ||
               (find(implication, a, right.right) && find(implication, a, right.left));
    case LTL_NEXT:
        return left.is_universal && find(implication, a, right.left);
    default:
        return 0;
    }
}

static int find_by_form(struct implication *implication, ltl a, ltl b) {
    const struct ltl_node left = *ltl_at(implication->store, a), right = *ltl_at(implication->store, b);
    if (left.kind == LTL_OR) {
        return find_in(implication, a, b, 1, 1);
    }
    if (right.kind == LTL_AND) {
        return find_in(implication, a, b, 0, 1);
    }
    if (left.kind == right.kind && (left.kind == LTL_UNTIL || left.kind == LTL_RELEASE) &&
        find(implication, left.left, right.left) && find(implication, left.right, right.right)) {
        return 1;
    }
    if (left.kind == LTL_NEXT && right.kind == LTL_NEXT) {
        return find(implication, left.left, right.left);
    }
    return find_left(implication, a, b) || find_right(implication, a, b);
}

/* An entry of the table: a, b and the answer in one word, 0 if it is free; numbers are below 2^31. */
static uint64_t entry_of(ltl a, ltl b, int found) {
    return (uint64_t)a << 33 | (uint64_t)b << 2 | 2u | (uint64_t)found;
}

static int find(struct implication *implication, ltl a, ltl b) {
    struct ltl_store *store = implication->store;
    if (a == b || a == LTL_FALSE || b == LTL_TRUE) {
        return 1;
    }
    if (a == LTL_TRUE || b == LTL_FALSE) {
        return 0;
    }
    uint64_t *slot = &store->implied.data[core_mix((uint64_t)a << 32 | b) & (store->implied.capacity - 1)];
    if (*slot >> 1 == entry_of(a, b, 0) >> 1) {
        return (int)(*slot & 1);
    }
    if (implication->depth >= MOST_DEPTH || implication->work >= MOST_WORK) {
        implication->is_cut = 1;
        return 0;
    }
    implication->depth++;
    implication->work++;
    const int found = find_by_form(implication, a, b);
    implication->depth--;
    if (found || !implication->is_cut) {
        *slot = entry_of(a, b, found);
    }
    return found;
}

int ltl_implies(struct ltl_store *store, ltl a, ltl b) {
    struct implication implication = {.store = store};
    if (store->failed || ltl_step(store) != 0) {
        return 0;
    }
    if (store->implied.data == NULL) {
        store->implied.data = memory_allocate_zeroed(store->memory, FIRST_SIZE * sizeof *store->implied.data);
        if (store->implied.data == NULL) {
            ltl_no_memory(store);
            return 0;
        }
        store->implied.capacity = FIRST_SIZE;
    }
    return find(&implication, a, b);
}
