/* Goes through the tree of a formula, with a stack of its own, and collects the actions that it names. */
#include "checker/strategy/strategy_named.h"

#include "base/memory.h"

#define MOST_NAMED 20u
#define MOST_VISITS 100000u /* shared nodes are visited once for each path to them */

/* A node to visit: one of the three. */
struct pending_node {
    const struct formula *formula;
    const struct regular *regular;
    const struct action *action;
};

struct name_search {
    struct memory *memory;
    GROWING(struct pending_node) stack;
    struct strategy_named *named;
    int negated;
};

static int push(struct name_search *search, struct pending_node place) {
    if (place.formula == NULL && place.regular == NULL && place.action == NULL) {
        return 0;
    }
    return GROWING_ADD(search->memory, search->stack, place);
}

static int add_action(struct name_search *search, const struct action *action) {
    for (uint64_t k = 0; k < search->named->actions.count; k++) {
        if (search->named->actions.data[k] == action) {
            return 0;
        }
    }
    return search->named->actions.count == MOST_NAMED
               ? 0
               : GROWING_ADD(search->memory, search->named->actions, action);
}

static int visit_action(struct name_search *search, const struct action *action) {
    switch (action->kind) {
    case ACTION_LABEL:
    case ACTION_PATTERN:
    case ACTION_MULTIACTION:
        return add_action(search, action);
    case ACTION_AND:
    case ACTION_OR:
        return push(search, (struct pending_node){NULL, NULL, action->right}) |
               push(search, (struct pending_node){NULL, NULL, action->left});
    case ACTION_TRUE:
    case ACTION_FALSE:
    case ACTION_INTERNAL:
        break;
    case ACTION_NOT:
        return search->negated ? push(search, (struct pending_node){NULL, NULL, action->left}) : 0;
    case ACTION_IMPLIES:
    case ACTION_VALUE: /* data: expansion replaces these */
    case ACTION_FORALL:
    case ACTION_EXISTS:
        break;
    }
    return 0;
}

static int visit_node(struct name_search *search, struct pending_node place) {
    if (place.action != NULL) {
        return visit_action(search, place.action);
    }
    if (place.regular != NULL) {
        return push(search, (struct pending_node){NULL, place.regular->right, NULL}) |
               push(search, (struct pending_node){NULL, place.regular->left, NULL}) |
               push(search, (struct pending_node){NULL, NULL, place.regular->action});
    }
    return push(search, (struct pending_node){place.formula->right, NULL, NULL}) |
           push(search, (struct pending_node){place.formula->left, NULL, NULL}) |
           push(search, (struct pending_node){NULL, place.formula->regular, NULL});
}

int strategy_find_named(const struct formula *formula, int negated, struct memory *memory,
                        struct strategy_named *named) {
    struct name_search search = {.memory = memory, .named = named, .negated = negated};
    int failed = push(&search, (struct pending_node){formula, NULL, NULL});
    for (uint32_t visits = 0; search.stack.count > 0 && !failed && visits < MOST_VISITS; visits++) {
        failed = visit_node(&search, search.stack.data[--search.stack.count]);
    }
    GROWING_FREE(memory, search.stack);
    return failed ? -1 : 0;
}
