/* Antecedents of formulas of linear time (ltl_antecedents.h). */
#include "specs/ltl/ltl_antecedents.h"

#include <string.h>

#include "base/memory.h"
#include "specs/ltl/ltl_of_tree.h"
#include "specs/syntax/ltl_tree.h"

struct seeking {
    const struct ltl_tree *tree;
    struct memory *memory;
    uint8_t *uses; /* by node: how many others have it as an operand, at most 2 */
    GROWING(uint32_t) stack;
    struct ltl_antecedents *found;
};

static void note_use(struct seeking *seeking, uint32_t node) {
    seeking->uses[node] += seeking->uses[node] < 2;
}

static void count_uses(struct seeking *seeking) {
    for (uint64_t i = 0; i < seeking->tree->node.count; i++) {
        const struct ltl_tree_node *node = &seeking->tree->node.data[i];
        if (ltl_tree_has_left(node->kind)) {
            note_use(seeking, node->left);
        }
        if (ltl_tree_has_right(node->kind)) {
            note_use(seeking, node->right);
        }
    }
}

/* A part that others have, too, may be elsewhere under a negation. */
static int go_into(struct seeking *seeking, uint32_t node) {
    return seeking->uses[node] > 1 ? 0 : GROWING_ADD(seeking->memory, seeking->stack, node);
}

static int look_at(struct seeking *seeking, uint32_t number) {
    const struct ltl_tree_node *node = &seeking->tree->node.data[number];
    switch (node->kind) {
    case LTL_TREE_AND: /* the left side is the first on the stack */
        return go_into(seeking, node->right) != 0 || go_into(seeking, node->left) != 0 ? -1 : 0;
    case LTL_TREE_GLOBALLY:
    case LTL_TREE_NEXT:
        return go_into(seeking, node->left);
    case LTL_TREE_IMPLIES:
        if (seeking->tree->node.data[node->right].kind == LTL_TREE_FALSE) {
            return 0;
        }
        return GROWING_ADD(seeking->memory, seeking->found->node, number) != 0 ||
                       go_into(seeking, node->right) != 0
                   ? -1
                   : 0;
    default:
        return 0;
    }
}

int ltl_antecedents_find(const struct ltl_tree *tree, struct memory *memory, struct ltl_antecedents *found) {
    struct seeking seeking = {.tree = tree, .memory = memory, .found = found};
    *found = (struct ltl_antecedents){.node = {0}};
    seeking.uses = memory_allocate_zeroed(memory, tree->node.count);
    int failed = seeking.uses == NULL;
    if (!failed) {
        count_uses(&seeking);
        failed = go_into(&seeking, tree->root) != 0;
    }
    while (!failed && seeking.stack.count > 0 && found->node.count < LTL_ANTECEDENTS_MOST) {
        failed = look_at(&seeking, seeking.stack.data[--seeking.stack.count]) != 0;
    }
    memory_free(memory, seeking.uses, tree->node.count);
    GROWING_FREE(memory, seeking.stack);
    return failed ? -1 : 0;
}

void ltl_antecedents_free(struct ltl_antecedents *found, struct memory *memory) {
    GROWING_FREE(memory, found->node);
}

ltl ltl_of_unmet_tree(struct ltl_store *store, const struct ltl_tree *tree, uint32_t implication) {
    const uint64_t bytes = tree->node.count * sizeof *tree->node.data;
    struct ltl_tree unmet = *tree;
    unmet.node.data = memory_allocate(store->memory, bytes);
    if (unmet.node.data == NULL) {
        return ltl_no_memory(store);
    }
    memcpy(unmet.node.data, tree->node.data, bytes);
    unmet.node.data[implication].kind = LTL_TREE_NOT;
    const ltl result = ltl_of_tree(store, &unmet, NULL);
    memory_free(store->memory, unmet.node.data, bytes);
    return result;
}
