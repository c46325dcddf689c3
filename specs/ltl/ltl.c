/*
 * Formulas of linear temporal logic (ltl.h). Each law stands once, for an operator and its dual: `is_dual`
 * exchanges U and R, AND and OR, true and false, eventual and universal, and the sides of implications.
 */
#include "specs/ltl/ltl.h"

#include <string.h>

#include "base/core.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"

#define MOST_NODES (1u << 26)
#define MOST_DEPTH 500u    /* of constructors inside each other; below that, operands stay as they are */
#define MOST_COMPARED 48u  /* operands of AND and OR that are compared with each other */
#define MOST_NEGATED 1000u /* nodes of a store up to which negations are made to compare with */
#define WORK_BETWEEN_LOOKS 0x1000u

/* --- the store --- */

static ltl fail(struct ltl_store *store, enum error_code code, const char *text) {
    if (!store->failed) {
        error_set(store->error, code, "%s", text);
    }
    store->failed = 1;
    return LTL_FALSE;
}

ltl ltl_no_memory(struct ltl_store *store) {
    return fail(store, ERROR_MEMORY, "not enough memory for the formula");
}

int ltl_step(struct ltl_store *store) {
    if (run_stops_at(store->run, ++store->work, WORK_BETWEEN_LOOKS)) {
        fail(store, ERROR_INTERRUPTED, "interrupted");
    }
    return store->failed ? -1 : 0;
}

static uint64_t hash_node(const struct ltl_node *node, const ltl *operand) {
    const int is_list = node->kind == LTL_AND || node->kind == LTL_OR;
    const uint64_t hash = core_mix(((uint64_t)(is_list ? 0 : node->left) << 32 | node->right) ^
                                   core_mix((uint64_t)node->kind + 1));
    return is_list ? hash_bytes(operand, node->right * sizeof *operand, hash) : hash;
}

static int is_equal(const struct ltl_store *store, const struct ltl_node *a, const struct ltl_node *b,
                    const ltl *operand) {
    if (a->kind != b->kind || a->right != b->right) {
        return 0;
    }
    return operand == NULL ? a->left == b->left
                           : memcmp(store->operand.data + a->left, operand, a->right * sizeof *operand) == 0;
}

/* operand: those of AND and OR, not in the store's list; NULL for others. */
static ltl intern(struct ltl_store *store, struct ltl_node node, const ltl *operand) {
    if (ltl_step(store) != 0) {
        return LTL_FALSE;
    }
    const uint64_t hash = hash_node(&node, operand);
    for (struct index_walk walk = index_find(&store->index, hash); index_next(&walk);) {
        if (is_equal(store, &store->node.data[walk.number], &node, operand)) {
            return walk.number;
        }
    }
    if (store->node.count >= MOST_NODES || store->operand.count + node.right >= UINT32_MAX) {
        return fail(store, ERROR_LIMIT, "the formula is too large");
    }
    const ltl number = (ltl)store->node.count;
    if (operand != NULL) {
        node.left = (uint32_t)store->operand.count;
    }
    for (uint32_t i = 0; operand != NULL && i < node.right; i++) {
        if (GROWING_ADD(store->memory, store->operand, operand[i]) != 0) {
            return ltl_no_memory(store);
        }
    }
    if (GROWING_ADD(store->memory, store->node, node) != 0 ||
        GROWING_ADD(store->memory, store->negation, LTL_NONE) != 0 ||
        index_add(&store->index, store->memory, hash, number) != 0) {
        return ltl_no_memory(store);
    }
    return number;
}

int ltl_open(struct ltl_store *store, const struct run *run, struct error *error) {
    *store = (struct ltl_store){.memory = run->memory, .run = run, .error = error};
    const struct ltl_node constant = {.kind = LTL_CONSTANT, .is_eventual = 1, .is_universal = 1};
    for (uint32_t i = LTL_FALSE; i <= LTL_TRUE && !store->failed; i++) {
        struct ltl_node node = constant;
        node.left = i;
        intern(store, node, NULL);
    }
    return store->failed ? -1 : 0;
}

void ltl_close(struct ltl_store *store) {
    GROWING_FREE(store->memory, store->node);
    GROWING_FREE(store->memory, store->operand);
    GROWING_FREE(store->memory, store->negation);
    GROWING_FREE(store->memory, store->implied);
    index_free(&store->index, store->memory);
}

ltl ltl_atom(struct ltl_store *store, uint32_t atom, int is_negated) {
    const ltl plain = intern(store, (struct ltl_node){.kind = LTL_ATOM, .left = atom}, NULL);
    const ltl negated = intern(store, (struct ltl_node){.kind = LTL_NOT_ATOM, .left = atom}, NULL);
    if (store->failed) {
        return LTL_FALSE;
    }
    store->negation.data[plain] = negated;
    store->negation.data[negated] = plain;
    return is_negated ? negated : plain;
}

/* --- laws for an operator and its dual --- */

static int is_eventual(const struct ltl_store *store, ltl of, int is_dual) {
    return is_dual ? ltl_at(store, of)->is_universal : ltl_at(store, of)->is_eventual;
}

static int implies(struct ltl_store *store, ltl a, ltl b, int is_dual) {
    return is_dual ? ltl_implies(store, b, a) : ltl_implies(store, a, b);
}

static ltl true_of(int is_dual) {
    return is_dual ? LTL_FALSE : LTL_TRUE;
}

static enum ltl_kind and_of(int is_dual) {
    return is_dual ? LTL_OR : LTL_AND;
}

static enum ltl_kind until_of(int is_dual) {
    return is_dual ? LTL_RELEASE : LTL_UNTIL;
}

static int is_kind(const struct ltl_store *store, ltl of, enum ltl_kind kind) {
    return ltl_at(store, of)->kind == kind;
}

static int may_negate(const struct ltl_store *store) {
    return store->node.count < MOST_NEGATED;
}

/* --- X --- */

ltl ltl_next(struct ltl_store *store, ltl a) {
    if (ltl_is_suspendable(store, a)) {
        return a;
    }
    const struct ltl_node *of = ltl_at(store, a);
    return intern(
        store,
        (struct ltl_node){
            .kind = LTL_NEXT, .left = a, .is_eventual = of->is_eventual, .is_universal = of->is_universal},
        NULL);
}

/* --- AND, OR --- */

/* The operands of an AND or OR while it is made. */
struct joining {
    struct ltl_store *store;
    int is_or;
    GROWING(ltl) operand;
    int is_decided; /* it is false, or true of an OR */
};

static void add_operand(struct joining *joining, ltl of) {
    struct ltl_store *store = joining->store;
    if (of == true_of(joining->is_or) || joining->is_decided) {
        return;
    }
    if (of == true_of(!joining->is_or)) {
        joining->is_decided = 1;
        return;
    }
    if (!is_kind(store, of, and_of(joining->is_or))) {
        if (GROWING_ADD(store->memory, joining->operand, of) != 0) {
            ltl_no_memory(store);
        }
        return;
    }
    for (uint32_t i = 0; i < ltl_at(store, of)->right; i++) {
        if (GROWING_ADD(store->memory, joining->operand, ltl_operand(store, of, i)) != 0) {
            ltl_no_memory(store);
            return;
        }
    }
}

static void sort_operands(struct joining *joining) {
    joining->operand.count = sort_unique_numbers(joining->operand.data, joining->operand.count);
}

/* What operands are joined by: a bucket of the same key becomes one formula. */
enum bucket { BUCKET_NONE, BUCKET_NEXT, BUCKET_LEFT, BUCKET_RIGHT, BUCKET_STABLE };

/* X f and X g; a R f and a R g; f U a and g U a; F G f and F G g; and the duals. */
static enum bucket bucket_of(const struct ltl_store *store, ltl of, int is_or, ltl *key) {
    const struct ltl_node *node = ltl_at(store, of);
    *key = LTL_NONE;
    if (node->kind == LTL_NEXT) {
        return BUCKET_NEXT;
    }
    if (node->kind == until_of(!is_or)) {
        *key = node->left;
        return BUCKET_LEFT;
    }
    if (node->kind != until_of(is_or)) {
        return BUCKET_NONE;
    }
    const struct ltl_node *right = ltl_at(store, node->right);
    if (node->left == true_of(is_or) && right->kind == until_of(!is_or) && right->left == true_of(!is_or)) {
        return BUCKET_STABLE;
    }
    *key = node->right;
    return node->left == true_of(is_or) ? BUCKET_NONE : BUCKET_RIGHT;
}

/* The part of an operand that is joined with those of others in its bucket. */
static ltl inner_of(const struct ltl_store *store, ltl of, enum bucket bucket) {
    const struct ltl_node *node = ltl_at(store, of);
    return bucket == BUCKET_NEXT || bucket == BUCKET_RIGHT ? node->left
           : bucket == BUCKET_LEFT                         ? node->right
                                                           : ltl_at(store, node->right)->right;
}

static ltl rebuild(struct ltl_store *store, enum bucket bucket, int is_or, ltl key, ltl inner) {
    switch (bucket) {
    case BUCKET_NEXT:
        return ltl_next(store, inner);
    case BUCKET_LEFT:
        return ltl_binary(store, until_of(!is_or), key, inner);
    case BUCKET_RIGHT:
        return ltl_binary(store, until_of(is_or), inner, key);
    default:
        return ltl_binary(store, until_of(is_or), true_of(is_or),
                          ltl_binary(store, until_of(!is_or), true_of(!is_or), inner));
    }
}

struct bucketed {
    uint32_t bucket;
    ltl key, operand;
};

static int compare_buckets(const void *left, const void *right) {
    const struct bucketed *a = left, *b = right;
    return a->bucket != b->bucket ? sort_compare(a->bucket, b->bucket)
           : a->key != b->key     ? sort_compare(a->key, b->key)
                                  : sort_compare(a->operand, b->operand);
}

/* Joins what a bucket of several operands has inside. */
static void join_bucket(struct joining *joining, const struct bucketed *first, uint64_t count) {
    struct ltl_store *store = joining->store;
    ltl *inner = memory_allocate_array(store->memory, count, sizeof *inner);
    if (inner == NULL) {
        ltl_no_memory(store);
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        inner[i] = inner_of(store, first[i].operand, (enum bucket)first->bucket);
    }
    const ltl joined = ltl_join(store, and_of(joining->is_or), inner, count);
    add_operand(joining, rebuild(store, (enum bucket)first->bucket, joining->is_or, first->key, joined));
    memory_free(store->memory, inner, count * sizeof *inner);
}

/* Joins operands of the same form. Whether some were. */
static int join_alike(struct joining *joining) {
    struct ltl_store *store = joining->store;
    const uint64_t count = joining->operand.count;
    struct bucketed *list = memory_allocate_array(store->memory, count, sizeof *list);
    int some = 0;
    if (list == NULL) {
        ltl_no_memory(store);
        return 0;
    }
    for (uint64_t i = 0; i < count; i++) {
        list[i].operand = joining->operand.data[i];
        list[i].bucket = bucket_of(store, list[i].operand, joining->is_or, &list[i].key);
    }
    sort_items(list, count, sizeof *list, compare_buckets);
    joining->operand.count = 0;
    for (uint64_t i = 0, end; i < count; i = end) {
        for (end = i + 1; list[i].bucket != BUCKET_NONE && end < count &&
                          list[end].bucket == list[i].bucket && list[end].key == list[i].key;) {
            end++;
        }
        if (end - i > 1) {
            join_bucket(joining, &list[i], end - i);
            some = 1;
        } else {
            add_operand(joining, list[i].operand);
        }
    }
    memory_free(store->memory, list, count * sizeof *list);
    return some;
}

/* Drops operands that others imply; decides where two exclude each other. */
static void drop_implied(struct joining *joining) {
    struct ltl_store *store = joining->store;
    const uint64_t count = joining->operand.count;
    ltl *operand = joining->operand.data;
    uint64_t kept = 0;
    if (count > MOST_COMPARED) {
        return;
    }
    for (uint64_t i = 0; i < count && !joining->is_decided; i++) {
        int is_implied = 0;
        for (uint64_t k = 0; k < count && !is_implied; k++) {
            is_implied =
                k != i && operand[k] != LTL_NONE && implies(store, operand[k], operand[i], joining->is_or);
        }
        const ltl negated = may_negate(store) && !is_implied ? ltl_negate(store, operand[i]) : LTL_NONE;
        for (uint64_t k = 0; k < count && negated != LTL_NONE && !joining->is_decided; k++) {
            joining->is_decided =
                k != i && operand[k] != LTL_NONE && implies(store, operand[k], negated, joining->is_or);
        }
        operand[i] = is_implied ? LTL_NONE : operand[i];
    }
    for (uint64_t i = 0; i < count; i++) {
        if (operand[i] != LTL_NONE) {
            operand[kept++] = operand[i];
        }
    }
    joining->operand.count = kept;
}

/* Decides where an atom and its negation are operands. */
static void find_opposites(struct joining *joining) {
    const struct ltl_store *store = joining->store;
    for (uint64_t i = 0; i < joining->operand.count && !joining->is_decided; i++) {
        const struct ltl_node *node = ltl_at(store, joining->operand.data[i]);
        if (node->kind == LTL_ATOM) {
            const ltl opposite = store->negation.data[joining->operand.data[i]];
            joining->is_decided =
                sort_find(joining->operand.data, joining->operand.count, opposite) < joining->operand.count;
        }
    }
}

static ltl finish(struct joining *joining) {
    struct ltl_store *store = joining->store;
    if (joining->is_decided) {
        return true_of(!joining->is_or);
    }
    if (joining->operand.count < 2) {
        return joining->operand.count == 0 ? true_of(joining->is_or) : joining->operand.data[0];
    }
    struct ltl_node node = {.kind = (uint8_t)and_of(joining->is_or),
                            .is_eventual = 1,
                            .is_universal = 1,
                            .right = (uint32_t)joining->operand.count};
    for (uint64_t i = 0; i < joining->operand.count; i++) {
        node.is_eventual &= ltl_at(store, joining->operand.data[i])->is_eventual;
        node.is_universal &= ltl_at(store, joining->operand.data[i])->is_universal;
    }
    return intern(store, node, joining->operand.data);
}

ltl ltl_join(struct ltl_store *store, enum ltl_kind kind, const ltl *operand, uint64_t count) {
    struct joining joining = {.store = store, .is_or = kind == LTL_OR};
    ltl result = LTL_FALSE;
    for (uint64_t i = 0; i < count && !store->failed; i++) {
        add_operand(&joining, operand[i]);
    }
    store->depth++;
    if (!joining.is_decided && !store->failed) {
        sort_operands(&joining);
        find_opposites(&joining);
    }
    if (store->depth <= MOST_DEPTH && !joining.is_decided && !store->failed) {
        while (join_alike(&joining) && !joining.is_decided && !store->failed) {
            sort_operands(&joining);
        }
        sort_operands(&joining);
        drop_implied(&joining);
    }
    result = store->failed ? LTL_FALSE : finish(&joining);
    store->depth--;
    GROWING_FREE(store->memory, joining.operand);
    return result;
}

ltl ltl_and(struct ltl_store *store, ltl a, ltl b) {
    return ltl_join(store, LTL_AND, (const ltl[]){a, b}, 2);
}

ltl ltl_or(struct ltl_store *store, ltl a, ltl b) {
    return ltl_join(store, LTL_OR, (const ltl[]){a, b}, 2);
}

/* --- U, R --- */

/* Splits an AND or OR (of the operator's kind) in two: the operands that `takes` says, and the others. */
static int split(struct ltl_store *store, ltl of, enum ltl_kind kind,
                 int (*takes)(struct ltl_store *store, ltl operand, ltl with, int is_dual), ltl with,
                 int is_dual, ltl *taken, ltl *rest) {
    if (!is_kind(store, of, kind)) {
        return 0;
    }
    const uint32_t count = ltl_at(store, of)->right;
    ltl *list = memory_allocate_array(store->memory, count, sizeof *list);
    uint32_t first = 0, last = count;
    if (list == NULL) {
        ltl_no_memory(store);
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        const ltl operand = ltl_operand(store, of, i);
        list[takes(store, operand, with, is_dual) ? first++ : --last] = operand;
    }
    const int is_split = first > 0;
    if (is_split) {
        *taken = ltl_join(store, kind, list, first);
        *rest = ltl_join(store, kind, list + first, count - first);
    }
    memory_free(store->memory, list, count * sizeof *list);
    return is_split && !store->failed;
}

static int takes_suspendable(struct ltl_store *store, ltl operand, ltl with, int is_dual) {
    (void)with, (void)is_dual;
    return ltl_is_suspendable(store, operand);
}

static int takes_eventual(struct ltl_store *store, ltl operand, ltl with, int is_dual) {
    (void)with;
    return is_eventual(store, operand, is_dual);
}

static int takes_implying(struct ltl_store *store, ltl operand, ltl with, int is_dual) {
    return implies(store, operand, with, is_dual);
}

/* F G (f and X g) is F G (f and g). */
static ltl without_next(struct ltl_store *store, ltl of, enum ltl_kind kind) {
    while (is_kind(store, of, LTL_NEXT)) {
        of = ltl_at(store, of)->left;
    }
    if (!is_kind(store, of, kind)) {
        return of;
    }
    const uint32_t count = ltl_at(store, of)->right;
    ltl *list = memory_allocate_array(store->memory, count, sizeof *list);
    if (list == NULL) {
        return ltl_no_memory(store);
    }
    for (uint32_t i = 0; i < count; i++) {
        list[i] = ltl_operand(store, of, i);
        while (is_kind(store, list[i], LTL_NEXT)) {
            list[i] = ltl_at(store, list[i])->left;
        }
    }
    const ltl result = ltl_join(store, kind, list, count);
    memory_free(store->memory, list, count * sizeof *list);
    return result;
}

/* F b, or G b: LTL_NONE if no law changes it. */
static ltl finally(struct ltl_store *store, ltl b, int is_dual) {
    const enum ltl_kind kind = until_of(is_dual);
    const struct ltl_node right = *ltl_at(store, b);
    ltl taken, rest;
    if (right.kind == LTL_NEXT) {
        return ltl_next(store, ltl_binary(store, kind, true_of(is_dual), right.left));
    }
    if (right.kind == kind) {
        return ltl_binary(store, kind, true_of(is_dual), right.right);
    }
    if (right.kind == until_of(!is_dual) && right.left == true_of(!is_dual)) { /* F G f */
        const ltl plain = without_next(store, right.right, and_of(is_dual));
        if (plain != right.right && !store->failed) {
            return ltl_binary(store, kind, true_of(is_dual),
                              ltl_binary(store, (enum ltl_kind)right.kind, right.left, plain));
        }
    }
    if (split(store, b, and_of(is_dual), takes_suspendable, b, is_dual, &taken, &rest)) {
        return ltl_join(store, and_of(is_dual),
                        (const ltl[]){taken, ltl_binary(store, kind, true_of(is_dual), rest)}, 2);
    }
    if (split(store, b, and_of(!is_dual), takes_eventual, b, is_dual, &taken, &rest)) {
        return ltl_join(store, and_of(!is_dual),
                        (const ltl[]){taken, ltl_binary(store, kind, true_of(is_dual), rest)}, 2);
    }
    return LTL_NONE;
}

/* a U b, or a R b, where a is not true: LTL_NONE if no law changes it. */
static ltl until(struct ltl_store *store, ltl a, ltl b, int is_dual) {
    const enum ltl_kind kind = until_of(is_dual);
    const struct ltl_node left = *ltl_at(store, a), right = *ltl_at(store, b);
    ltl taken, rest;
    if (implies(store, a, b, is_dual)) {
        return b;
    }
    if (may_negate(store) && implies(store, ltl_negate(store, b), a, is_dual)) {
        return ltl_binary(store, kind, true_of(is_dual), b);
    }
    if (right.kind == kind && implies(store, a, right.left, is_dual)) {
        return b;
    }
    if (left.kind == LTL_NEXT && right.kind == LTL_NEXT) {
        return ltl_next(store, ltl_binary(store, kind, left.left, right.left));
    }
    if (split(store, a, and_of(!is_dual), takes_implying, b, is_dual, &taken, &rest)) {
        return ltl_binary(store, kind, rest, b);
    }
    if (split(store, b, and_of(is_dual), takes_suspendable, b, is_dual, &taken, &rest)) {
        return ltl_join(store, and_of(is_dual), (const ltl[]){taken, ltl_binary(store, kind, a, rest)}, 2);
    }
    return LTL_NONE;
}

ltl ltl_binary(struct ltl_store *store, enum ltl_kind kind, ltl left, ltl right) {
    const int is_dual = kind == LTL_RELEASE;
    if (store->failed) {
        return LTL_FALSE;
    }
    if (right <= LTL_TRUE || left == true_of(!is_dual) || left == right ||
        is_eventual(store, right, is_dual)) {
        return right;
    }
    ltl result = LTL_NONE;
    store->depth++;
    if (store->depth <= MOST_DEPTH) {
        result =
            left == true_of(is_dual) ? finally(store, right, is_dual) : until(store, left, right, is_dual);
    }
    store->depth--;
    if (result != LTL_NONE || store->failed) {
        return store->failed ? LTL_FALSE : result;
    }
    const struct ltl_node a = *ltl_at(store, left), b = *ltl_at(store, right);
    struct ltl_node node = {.kind = (uint8_t)kind,
                            .left = left,
                            .right = right,
                            .is_eventual = a.is_eventual && b.is_eventual,
                            .is_universal = a.is_universal && b.is_universal};
    if (is_dual) {
        node.is_universal = left == LTL_FALSE || b.is_universal;
    } else {
        node.is_eventual = left == LTL_TRUE || b.is_eventual;
    }
    return intern(store, node, NULL);
}

/* --- negation --- */

/* The negation of a formula whose operands have theirs. */
static ltl negate_node(struct ltl_store *store, ltl of) {
    const struct ltl_node node = *ltl_at(store, of);
    const ltl *negation = store->negation.data;
    switch ((enum ltl_kind)node.kind) {
    case LTL_CONSTANT:
        return of == LTL_TRUE ? LTL_FALSE : LTL_TRUE;
    case LTL_ATOM:
    case LTL_NOT_ATOM:
        return ltl_atom(store, node.left, node.kind == LTL_ATOM);
    case LTL_NEXT:
        return ltl_next(store, negation[node.left]);
    case LTL_UNTIL:
    case LTL_RELEASE:
        return ltl_binary(store, node.kind == LTL_UNTIL ? LTL_RELEASE : LTL_UNTIL, negation[node.left],
                          negation[node.right]);
    default: {
        ltl *list = memory_allocate_array(store->memory, node.right, sizeof *list);
        if (list == NULL) {
            return ltl_no_memory(store);
        }
        for (uint32_t i = 0; i < node.right; i++) {
            list[i] = negation[ltl_operand(store, of, i)];
        }
        const ltl result = ltl_join(store, node.kind == LTL_AND ? LTL_OR : LTL_AND, list, node.right);
        memory_free(store->memory, list, node.right * sizeof *list);
        return result;
    }
    }
}

uint32_t ltl_operands(const struct ltl_store *store, ltl of) {
    switch ((enum ltl_kind)ltl_at(store, of)->kind) {
    case LTL_CONSTANT:
    case LTL_ATOM:
    case LTL_NOT_ATOM:
        return 0;
    case LTL_NEXT:
        return 1;
    case LTL_UNTIL:
    case LTL_RELEASE:
        return 2;
    default:
        return ltl_at(store, of)->right;
    }
}

/* A stack of formulas, each of which waits for its operands. */
ltl ltl_negate(struct ltl_store *store, ltl a) {
    struct waiting {
        ltl of;
        uint32_t next;
    };
    GROWING(struct waiting) stack = {0};
    if (!store->failed && store->negation.data[a] == LTL_NONE &&
        GROWING_ADD(store->memory, stack, (struct waiting){a, 0}) != 0) {
        ltl_no_memory(store);
    }
    while (stack.count > 0 && !store->failed) {
        struct waiting *top = &stack.data[stack.count - 1];
        if (top->next < ltl_operands(store, top->of)) {
            const ltl operand = ltl_operand(store, top->of, top->next++);
            if (store->negation.data[operand] == LTL_NONE &&
                GROWING_ADD(store->memory, stack, (struct waiting){operand, 0}) != 0) {
                ltl_no_memory(store);
            }
            continue;
        }
        const ltl of = top->of, negated = negate_node(store, of);
        stack.count--;
        if (!store->failed) {
            store->negation.data[of] = negated;
            store->negation.data[negated] =
                store->negation.data[negated] == LTL_NONE ? of : store->negation.data[negated];
        }
    }
    GROWING_FREE(store->memory, stack);
    return store->failed ? LTL_FALSE : store->negation.data[a];
}
