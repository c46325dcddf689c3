/* From a formula as it was written to one in negation normal form (ltl_of_tree.h). */
#include "specs/ltl/ltl_of_tree.h"

#include "base/memory.h"
#include "specs/syntax/ltl_tree.h"

struct conversion {
    struct ltl_store *store;
    const struct ltl_tree *tree;
    const uint32_t *number; /* by atom; or NULL */
    ltl *made;              /* by node */
    uint8_t *is_part;       /* by node: it is joined with the operands of the AND or OR above it */
    GROWING(uint32_t) stack;
    GROWING(ltl) operand;
};

static int is_list(enum ltl_tree_kind kind) {
    return kind == LTL_TREE_AND || kind == LTL_TREE_OR;
}

/* Whole chains of AND or OR are one list. */
static void find_parts(struct conversion *conversion) {
    const struct ltl_tree_node *node = conversion->tree->node.data;
    for (uint64_t i = 0; i < conversion->tree->node.count; i++) {
        if (is_list(node[i].kind)) {
            conversion->is_part[node[i].left] = node[node[i].left].kind == node[i].kind;
            conversion->is_part[node[i].right] = node[node[i].right].kind == node[i].kind;
        }
    }
}

static ltl join(struct conversion *conversion, uint32_t top) {
    struct ltl_store *store = conversion->store;
    const struct ltl_tree_node *node = conversion->tree->node.data;
    conversion->operand.count = conversion->stack.count = 0;
    int failed = GROWING_ADD(store->memory, conversion->stack, top) != 0;
    while (conversion->stack.count > 0 && !failed) {
        const uint32_t n = conversion->stack.data[--conversion->stack.count];
        if (n != top && !conversion->is_part[n]) {
            failed = GROWING_ADD(store->memory, conversion->operand, conversion->made[n]) != 0;
        } else {
            failed = GROWING_ADD(store->memory, conversion->stack, node[n].left) != 0 ||
                     GROWING_ADD(store->memory, conversion->stack, node[n].right) != 0;
        }
    }
    return failed ? ltl_no_memory(store)
                  : ltl_join(store, node[top].kind == LTL_TREE_AND ? LTL_AND : LTL_OR,
                             conversion->operand.data, conversion->operand.count);
}

static ltl equivalent(struct ltl_store *store, ltl a, ltl b) {
    const ltl not_a = ltl_negate(store, a), not_b = ltl_negate(store, b);
    return ltl_or(store, ltl_and(store, a, b), ltl_and(store, not_a, not_b));
}

static ltl convert(struct conversion *conversion, uint32_t number) {
    struct ltl_store *store = conversion->store;
    const struct ltl_tree_node *node = &conversion->tree->node.data[number];
    const ltl a = node->kind <= LTL_TREE_ATOM ? LTL_FALSE : conversion->made[node->left];
    const ltl b = node->kind <= LTL_TREE_ATOM ? LTL_FALSE : conversion->made[node->right];
    switch (node->kind) {
    case LTL_TREE_TRUE:
        return LTL_TRUE;
    case LTL_TREE_FALSE:
        return LTL_FALSE;
    case LTL_TREE_ATOM:
        return ltl_atom(store, conversion->number == NULL ? node->left : conversion->number[node->left], 0);
    case LTL_TREE_NOT:
        return ltl_negate(store, a);
    case LTL_TREE_AND:
    case LTL_TREE_OR:
        return conversion->is_part[number] ? LTL_FALSE : join(conversion, number);
    case LTL_TREE_IMPLIES:
        return ltl_or(store, ltl_negate(store, a), b);
    case LTL_TREE_EQUIVALENT:
        return equivalent(store, a, b);
    case LTL_TREE_XOR:
        return equivalent(store, a, ltl_negate(store, b));
    case LTL_TREE_EXISTS: /* of CTL */
    case LTL_TREE_FORALL:
    case LTL_TREE_DIAMOND:
    case LTL_TREE_BOX:
        break;
    case LTL_TREE_NEXT:
        return ltl_next(store, a);
    case LTL_TREE_FINALLY:
        return ltl_binary(store, LTL_UNTIL, LTL_TRUE, a);
    case LTL_TREE_GLOBALLY:
        return ltl_binary(store, LTL_RELEASE, LTL_FALSE, a);
    case LTL_TREE_UNTIL:
        return ltl_binary(store, LTL_UNTIL, a, b);
    case LTL_TREE_WEAK_UNTIL:
        return ltl_binary(store, LTL_RELEASE, b, ltl_or(store, a, b));
    case LTL_TREE_RELEASE:
        return ltl_binary(store, LTL_RELEASE, a, b);
    case LTL_TREE_STRONG_RELEASE:
        return ltl_binary(store, LTL_UNTIL, b, ltl_and(store, a, b));
    }
    return LTL_FALSE;
}

ltl ltl_of_tree(struct ltl_store *store, const struct ltl_tree *tree, const uint32_t *number) {
    struct memory *memory = store->memory;
    const uint64_t nodes = tree->node.count;
    struct conversion conversion = {.store = store, .tree = tree, .number = number};
    ltl result = LTL_FALSE;
    conversion.made = memory_allocate_array(memory, nodes, sizeof *conversion.made);
    conversion.is_part = memory_allocate_zeroed(memory, nodes);
    if (conversion.made == NULL || conversion.is_part == NULL) {
        ltl_no_memory(store);
    } else {
        find_parts(&conversion);
        for (uint64_t i = 0; i < nodes && !store->failed; i++) {
            conversion.made[i] = convert(&conversion, (uint32_t)i);
        }
        result = store->failed ? LTL_FALSE : conversion.made[tree->root];
    }
    memory_free(memory, conversion.made, nodes * sizeof *conversion.made);
    memory_free(memory, conversion.is_part, nodes);
    GROWING_FREE(memory, conversion.stack);
    GROWING_FREE(memory, conversion.operand);
    return result;
}

/* --- functions --- */

static bdd function_of(struct bdd_pool *pool, const struct ltl_tree_node *node, const bdd *made) {
    const bdd a = node->kind <= LTL_TREE_ATOM ? BDD_FALSE : made[node->left];
    const bdd b = node->kind <= LTL_TREE_NOT ? BDD_FALSE : made[node->right];
    switch (node->kind) {
    case LTL_TREE_TRUE:
        return BDD_TRUE;
    case LTL_TREE_ATOM:
        return bdd_variable(pool, node->left);
    case LTL_TREE_NOT:
        return bdd_not(pool, a);
    case LTL_TREE_AND:
        return bdd_and(pool, a, b);
    case LTL_TREE_OR:
        return bdd_or(pool, a, b);
    case LTL_TREE_IMPLIES:
        return bdd_or(pool, bdd_not(pool, a), b);
    case LTL_TREE_EQUIVALENT:
        return bdd_or(pool, bdd_and(pool, a, b), bdd_not(pool, bdd_or(pool, a, b)));
    case LTL_TREE_XOR:
        return bdd_or(pool, bdd_without(pool, a, b), bdd_without(pool, b, a));
    default:
        return BDD_FALSE;
    }
}

int ltl_functions_of_tree(struct bdd_pool *pool, const struct ltl_tree *tree, uint32_t count, bdd *function) {
    bdd *made = memory_allocate_array(pool->memory, tree->node.count, sizeof *made);
    uint32_t node = tree->root;
    if (made == NULL) {
        return bdd_no_memory(pool);
    }
    for (uint64_t n = 0; n < tree->node.count && bdd_step(pool); n++) {
        made[n] = function_of(pool, &tree->node.data[n], made);
    }
    for (uint32_t a = count; a-- > 0 && !pool->failed;) { /* the first parts are joined first */
        function[a] = made[a == 0 ? node : tree->node.data[node].right];
        node = a == 0 ? node : tree->node.data[node].left;
    }
    memory_free(pool->memory, made, tree->node.count * sizeof *made);
    return pool->failed ? -1 : 0;
}
