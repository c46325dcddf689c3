/* Plans what searches look for, and evaluates their findings. Each property that searches decide is a
 * circuit over the targets of the searches. The circuit is evaluated in three-valued logic, so that a
 * property may be decided before all targets are. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "checker/check_ltl.h"
#include "checker/label_texts.h"
#include "explorer/model/network.h"
#include "specs/automata/formula_observer.h"

int check_needs_graph(const struct checking *checking, uint32_t property) {
    enum property_kind kind = checking->properties[property].kind;
    return property_is_of_cycles(kind) || property_is_of_schedulers(kind);
}

int check_is_open(const struct checking *checking, uint32_t property) {
    const struct check_result *result = &checking->check->results[property];
    return (check_needs_graph(checking, property) && !result->vacuous) ||
           (check_ltl_has_cycles(checking, property) && result->verdict == VERDICT_UNDECIDED);
}

int check_is_open_in(const struct checking *checking, uint32_t property, uint32_t search) {
    return check_is_open(checking, property) && checking->check->results[property].search == search;
}

int check_formula_needs_game(const struct network *network, const struct property *property) {
    return property_is_formula(property) &&
           (property->plan == NULL || (network->initial_count > 1 && !check_forbids_only(property->plan)));
}

int check_needs_game(const struct checking *checking, uint32_t property) {
    const struct property *of = &checking->properties[property];
    return check_formula_needs_game(checking->network, of) ||
           (property_is_formula(of) && checking->options->games);
}

/* --- targets and nodes --- */

/* Adds a target, which the caller fills; NULL with *error filled. */
static struct check_target *add_target(struct checking *checking, uint32_t property, struct error *error) {
    if (MEMORY_GROW(checking->run->memory, &checking->targets, &checking->target_capacity,
                    checking->target_count + 1) != 0) {
        error_memory(error, "for the properties");
        return NULL;
    }
    struct check_target *target = &checking->targets[checking->target_count++];
    *target = (struct check_target){.property = property, .search = CHECK_NO_SEARCH};
    return target;
}

static int add_node(struct checking *checking, struct check_node node, struct error *error) {
    if (checking->node_count >= UINT32_MAX) {
        return error_set(error, ERROR_LIMIT, "the properties have too many parts");
    }
    if (MEMORY_GROW(checking->run->memory, &checking->nodes, &checking->node_capacity,
                    checking->node_count + 1) != 0) {
        return error_memory(error, "for the properties");
    }
    checking->nodes[checking->node_count++] = node;
    return 0;
}

static int add_target_node(struct checking *checking, struct error *error) {
    return add_node(checking,
                    (struct check_node){.kind = NODE_TARGET, .left = (uint32_t)checking->target_count - 1},
                    error);
}

/* Plans a property that holds unless its only target is reached. */
static int plan_simple(struct checking *checking, uint32_t property, struct error *error) {
    static const enum trace_goal_kind goals[] = {[PROPERTY_BY_DEADLOCK] = TRACE_TO_DEADLOCK,
                                                 [PROPERTY_BY_LABEL] = TRACE_TO_LABEL,
                                                 [PROPERTY_BY_ERROR] = TRACE_TO_ERROR};
    struct check_target *target = add_target(checking, property, error);
    if (target == NULL) {
        return -1;
    }
    target->kind = goals[property_row(checking->properties[property].kind)->ground];
    const struct label_choice choice = {.property = &checking->properties[property]};
    if ((target->kind == TRACE_TO_LABEL && check_find_labels(checking, target, &choice, error) != 0) ||
        add_target_node(checking, error) != 0) {
        return -1;
    }
    return add_node(checking,
                    (struct check_node){.kind = NODE_NOT, .left = (uint32_t)checking->node_count - 1}, error);
}

/* --- plans of formulas --- */

static int add_leaf(struct checking *checking, uint32_t property, const struct formula_plan *leaf,
                    struct error *error) {
    if (leaf->kind == PLAN_CONSTANT) {
        return add_node(checking,
                        (struct check_node){.kind = NODE_CONSTANT,
                                            .value = leaf->value ? TRUTH_TRUE : TRUTH_FALSE,
                                            .reason = {GROUNDS_TRIVIAL, 0}},
                        error);
    }
    struct check_target *target = add_target(checking, property, error);
    if (target == NULL) {
        return -1;
    }
    target->kind = TRACE_TO_DEADLOCK;
    if (leaf->kind == PLAN_REACHES && check_find_steps(checking, target, leaf->regular, error) != 0) {
        return -1;
    }
    return add_target_node(checking, error);
}

#define NO_NODE UINT32_MAX

/* Makes the node of a part after those of its operands. node_of: the nodes by numbers of parts, or NO_NODE.
 * Returns 1; 0 if an operand, set in *missing, has no node yet; or -1. */
static int add_part(struct checking *checking, uint32_t property, uint32_t *node_of,
                    const struct formula_plan *part, const struct formula_plan **missing,
                    struct error *error) {
    static const enum check_node_kind kinds[] = {
        [PLAN_NOT] = NODE_NOT, [PLAN_AND] = NODE_AND, [PLAN_OR] = NODE_OR};
    int failed;
    if (part->kind != PLAN_NOT && part->kind != PLAN_AND && part->kind != PLAN_OR) {
        failed = add_leaf(checking, property, part, error);
    } else {
        const struct formula_plan *right = part->kind != PLAN_NOT ? part->right : part->left;
        struct check_node node = {
            .kind = kinds[part->kind], .left = node_of[part->left->number], .right = node_of[right->number]};
        *missing = node.left == NO_NODE ? part->left : right;
        if (node.left == NO_NODE || node.right == NO_NODE) {
            return 0;
        }
        failed = add_node(checking, node, error);
    }
    node_of[part->number] = (uint32_t)checking->node_count - 1;
    return failed ? -1 : 1;
}

static int plan_formula(struct checking *checking, uint32_t property, struct error *error) {
    struct memory *memory = checking->run->memory;
    const struct formula_plan **stack = NULL, *part = checking->properties[property].plan;
    uint64_t capacity = 0, depth = 0, bytes = ((uint64_t)part->number + 1) * sizeof(uint32_t);
    uint32_t *node_of = memory_allocate(memory, bytes);
    int status = node_of == NULL ? error_memory(error, "for the properties") : 0;
    if (status == 0) {
        memset(node_of, 0xff, bytes);
    }
    while (part != NULL && status >= 0) {
        const struct formula_plan *missing = NULL;
        status = add_part(checking, property, node_of, part, &missing, error);
        if (status == 1) {
            part = depth > 0 ? stack[--depth] : NULL;
        } else if (status == 0) {
            if (MEMORY_GROW(memory, &stack, &capacity, depth + 1) != 0) {
                status = error_memory(error, "for the properties");
                break;
            }
            stack[depth++] = part;
            part = missing;
        }
    }
    memory_free(memory, stack, capacity * sizeof *stack);
    memory_free(memory, node_of, bytes);
    return status < 0 ? -1 : 0;
}

/* --- properties of linear time --- */

/* Adds a target of the property's own search, or of the shared one if there is no observer. */
static int add_reached(struct checking *checking, uint32_t property, enum trace_goal_kind kind,
                       const struct observer *observer, uint8_t *labels, struct error *error) {
    struct check_target *target = add_target(checking, property, error);
    if (target == NULL) {
        return -1;
    }
    target->kind = kind;
    target->observer = observer;
    target->labels = labels;
    return add_target_node(checking, error);
}

static int add_constant(struct checking *checking, struct check_reason reason, struct error *error) {
    const struct check_node node = {.kind = NODE_CONSTANT, .value = TRUTH_TRUE, .reason = reason};
    return add_node(checking, node, error);
}

/* It holds unless an error state, or a label that leads to one, or a deadlock is reached (and no cycle is
 * found later). */
static int plan_reached(struct checking *checking, uint32_t property, uint8_t *labels, int is_simple,
                        struct error *error) {
    const struct ltl_observer *made = &checking->ltl[property].observer;
    const struct observer *observer = is_simple ? NULL : &made->observer;
    const int ends = is_simple ? !made->observer.state[made->observer.initial].quiet : made->has_ends;
    const uint64_t first = checking->node_count;
    if (made->has_errors && add_reached(checking, property, is_simple ? TRACE_TO_LABEL : TRACE_TO_ERROR,
                                        observer, labels, error) != 0) {
        return -1;
    }
    if (ends && add_reached(checking, property, TRACE_TO_DEADLOCK, observer, NULL, error) != 0) {
        return -1;
    }
    const uint32_t last = (uint32_t)checking->node_count - 1;
    if (checking->node_count == first) {
        return add_constant(checking, (struct check_reason){GROUNDS_ABSENT, 0}, error);
    }
    return (checking->node_count == first + 2 &&
            add_node(checking, (struct check_node){.kind = NODE_OR, .left = last - 1, .right = last},
                     error) != 0)
               ? -1
               : add_node(checking,
                          (struct check_node){.kind = NODE_NOT, .left = (uint32_t)checking->node_count - 1},
                          error);
}

/* Plans a property that the shared search decides by the states that it meets. 1; 0 if it does not; or -1. */
static int plan_invariant(struct checking *checking, uint32_t property, struct error *error) {
    struct check_target found = {.property = property};
    const int status = check_ltl_find_tests(checking, property, &found, error);
    struct check_target *target = status == 1 ? add_target(checking, property, error) : NULL;
    if (target == NULL) {
        memory_free(checking->run->memory, found.tests, found.test_capacity * sizeof *found.tests);
        return status == 1 ? -1 : status;
    }
    *target = found;
    target->kind = TRACE_TO_STATE;
    target->level = UINT64_MAX;
    target->search = CHECK_NO_SEARCH;
    const int failed =
        add_target_node(checking, error) != 0 ||
        add_node(checking, (struct check_node){.kind = NODE_NOT, .left = (uint32_t)checking->node_count - 1},
                 error) != 0;
    return failed ? -1 : 1;
}

static int plan_ltl(struct checking *checking, uint32_t property, struct error *error) {
    const struct check_ltl *ltl = &checking->ltl[property];
    uint8_t *labels = NULL;
    if (check_ltl_plan(checking, property, error) != 0) {
        return -1;
    }
    if (!ltl->is_planned) {
        return 0;
    }
    if (ltl->is_valid) {
        return add_constant(checking, (struct check_reason){GROUNDS_TRIVIAL, 0}, error);
    }
    const int is_invariant = plan_invariant(checking, property, error);
    if (is_invariant != 0) {
        return is_invariant < 0 ? -1 : 0;
    }
    const int is_simple = check_ltl_is_simple(checking, property, &labels, error);
    if (!ltl->observer.has_errors || is_simple <= 0) {
        memory_free(checking->run->memory, labels, check_label_bytes(checking));
        labels = NULL;
    }
    return is_simple < 0 ? -1 : plan_reached(checking, property, labels, is_simple, error);
}

/* --- values --- */

static enum truth negate(enum truth value) {
    return value == TRUTH_UNKNOWN ? TRUTH_UNKNOWN : value == TRUTH_TRUE ? TRUTH_FALSE : TRUTH_TRUE;
}

/* Chooses between two reasons of which one suffices: the one that needs no search, then the one with the
 * shorter trace. */
static struct check_reason choose(const struct checking *checking, struct check_reason left,
                                  struct check_reason right) {
    static const int ranks[] = {
        [GROUNDS_TRIVIAL] = 0, [GROUNDS_REACHED] = 1, [GROUNDS_ABSENT] = 2, [GROUNDS_SEVERAL] = 3};
    if (ranks[left.grounds] != ranks[right.grounds]) {
        return ranks[left.grounds] < ranks[right.grounds] ? left : right;
    }
    int longer = left.grounds == GROUNDS_REACHED &&
                 checking->targets[left.target].length > checking->targets[right.target].length;
    return longer ? right : left;
}

/* Joins two reasons if both are needed. */
static struct check_reason join_reasons(struct check_reason left, struct check_reason right) {
    int absent = (left.grounds == GROUNDS_ABSENT || left.grounds == GROUNDS_LABELS) &&
                 (right.grounds == GROUNDS_ABSENT || right.grounds == GROUNDS_LABELS);
    if (left.grounds == GROUNDS_TRIVIAL || right.grounds == GROUNDS_TRIVIAL) {
        return left.grounds == GROUNDS_TRIVIAL ? right : left;
    }
    if (absent) {
        return left.grounds == GROUNDS_ABSENT ? left : right;
    }
    int same =
        left.grounds == GROUNDS_REACHED && right.grounds == GROUNDS_REACHED && left.target == right.target;
    return same ? left : (struct check_reason){GROUNDS_SEVERAL, 0};
}

static void evaluate_target(const struct checking *checking, struct check_node *node) {
    static const enum truth values[] = {[FINDING_UNKNOWN] = TRUTH_UNKNOWN,
                                        [FINDING_ABSENT] = TRUTH_FALSE,
                                        [FINDING_REACHED] = TRUTH_TRUE,
                                        [FINDING_WRONG] = TRUTH_UNKNOWN};
    const struct check_target *target = &checking->targets[node->left];
    node->value = values[target->finding];
    node->reason.grounds = target->finding == FINDING_REACHED ? GROUNDS_REACHED
                           : target->impossible               ? GROUNDS_LABELS
                                                              : GROUNDS_ABSENT;
    node->reason.target = node->left;
}

/* One value decides alone: false for AND, true for OR. */
static void evaluate_pair(const struct checking *checking, struct check_node *node) {
    const struct check_node *left = &checking->nodes[node->left], *right = &checking->nodes[node->right];
    enum truth alone = node->kind == NODE_AND ? TRUTH_FALSE : TRUTH_TRUE;
    if (left->value == alone || right->value == alone) {
        node->value = alone;
        node->reason = left->value != alone    ? right->reason
                       : right->value != alone ? left->reason
                                               : choose(checking, left->reason, right->reason);
    } else if (left->value == TRUTH_UNKNOWN || right->value == TRUTH_UNKNOWN) {
        node->value = TRUTH_UNKNOWN;
    } else {
        node->value = negate(alone);
        node->reason = join_reasons(left->reason, right->reason);
    }
}

enum truth check_evaluate(struct checking *checking, uint32_t property, struct check_reason *reason) {
    struct check_condition condition = checking->conditions[property];
    for (uint32_t i = condition.first; i < condition.first + condition.count; i++) {
        struct check_node *node = &checking->nodes[i];
        if (node->kind == NODE_TARGET) {
            evaluate_target(checking, node);
        } else if (node->kind == NODE_NOT) {
            node->value = negate(checking->nodes[node->left].value);
            node->reason = checking->nodes[node->left].reason;
        } else if (node->kind != NODE_CONSTANT) {
            evaluate_pair(checking, node);
        }
    }
    if (condition.count == 0) {
        return TRUTH_UNKNOWN;
    }
    const struct check_node *whole = &checking->nodes[condition.first + condition.count - 1];
    *reason = whole->reason;
    return whole->value;
}

/* --- the plan of all properties --- */

static int plan_property(struct checking *checking, uint32_t property, struct error *error) {
    struct check_result *result = &checking->check->results[property];
    struct check_condition *condition = &checking->conditions[property];
    enum property_kind kind = checking->properties[property].kind;
    result->verdict = VERDICT_UNDECIDED;
    result->search = CHECK_NO_SEARCH;
    condition->first = (uint32_t)checking->node_count;
    condition->first_target = checking->target_count;
    if (property_is_of_cycles(kind)) {
        int any = check_find_cycle_labels(checking, property, error);
        result->vacuous = any == 0 ? VACUITY_LABELS : VACUITY_NONE;
        result->verdict = any == 0 ? VERDICT_HOLDS : VERDICT_UNDECIDED;
        return any < 0 ? -1 : 0;
    }
    if (property_is_of_schedulers(kind) || check_needs_game(checking, property)) {
        return 0;
    }
    int failed = property_is_of_runs(kind) ? plan_ltl(checking, property, error)
                 : property_is_formula(&checking->properties[property])
                     ? plan_formula(checking, property, error)
                     : plan_simple(checking, property, error);
    condition->count = (uint32_t)checking->node_count - condition->first;
    condition->target_count = checking->target_count - condition->first_target;
    return failed;
}

/* Decides which properties and targets belong to the shared search. Those that are decided already do not,
 * unless the whole state space is explored anyway, or a certificate is requested. Certificates and graphs are
 * both made from what a search leaves, and nothing stays: with both, there are two searches. */
static void share(struct checking *checking) {
    const struct check_options *options = checking->options;
    int anyway = options->keep_going || check_certifies(checking), shared = 0, graphs = 0;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct check_target *target = &checking->targets[t];
        struct check_reason reason;
        if (target->kind != TRACE_TO_ERROR && target->observer == NULL &&
            (anyway || check_evaluate(checking, target->property, &reason) == TRUTH_UNKNOWN)) {
            target->search = 0;
            checking->check->results[target->property].search = 0;
            shared = 1;
        }
    }
    uint32_t of_graphs = shared && check_certifies(checking) ? 1 : 0;
    for (uint32_t i = 0; i < checking->count; i++) {
        struct check_result *result = &checking->check->results[i];
        if (check_needs_graph(checking, i) && (!result->vacuous || anyway)) {
            result->search = of_graphs;
            graphs = 1;
        }
    }
    checking->check->search_count = graphs ? of_graphs + 1 : (uint32_t)shared;
}

/* Collects the labels that the shared search watches. */
static int watch(struct checking *checking, struct error *error) {
    for (uint64_t t = 0; t < checking->target_count; t++) {
        const struct check_target *target = &checking->targets[t];
        if (target->labels == NULL || target->search != 0 || target->impossible) {
            continue;
        }
        if (checking->watched == NULL) {
            checking->watched = memory_allocate_zeroed(checking->run->memory, check_label_bytes(checking));
        }
        if (checking->watched == NULL) {
            return error_memory(error, "for the properties");
        }
        for (uint32_t i = 0; i < check_label_bytes(checking); i++) {
            checking->watched[i] |= target->labels[i];
        }
    }
    return 0;
}

int check_mark_data(const struct network *network, const struct property *properties, uint32_t count,
                    const struct run *run, struct error *error) {
    struct label_texts labels = {0};
    int failed = 0, made = 0;
    for (uint32_t i = 0; i < count && !failed; i++) {
        formula_text *formula = properties[i].formula;
        if (formula != NULL && formula_may_have_data(formula) && !formula_has_data(formula)) {
            failed = !made && label_texts_make(network, run->memory, &labels, error) != 0;
            made = !failed;
            if (made) {
                property_mark_data(&properties[i], &labels);
            }
        }
    }
    label_texts_free(&labels, run->memory);
    return failed ? -1 : 0;
}

/* Writes out the data of the formulas. */
static int expand_formulas(const struct network *network, const struct property *properties, uint32_t count,
                           const struct run *run, struct error *error) {
    struct label_texts labels = {0};
    int failed = 0, made = 0;
    for (uint32_t i = 0; i < count && !failed; i++) {
        if (properties[i].formula != NULL && formula_may_have_data(properties[i].formula)) {
            failed = !made && label_texts_make(network, run->memory, &labels, error) != 0;
            made = !failed;
            failed = failed || property_expand(&properties[i], &labels, run, error) != 0;
        }
    }
    label_texts_free(&labels, run->memory);
    return failed ? -1 : 0;
}

int check_plan_formulas(const struct network *network, struct property *properties, uint32_t count,
                        const struct run *run, struct error *error) {
    int games = 0;
    if (expand_formulas(network, properties, count, run, error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        struct property *property = &properties[i];
        if (property->formula != NULL) {
            if (property_is_formula(property) && formula_doubt(property->formula) == NULL &&
                formula_plan_make(property->formula, formula_root(property->formula), &property->plan,
                                  error) != 0) {
                return -1;
            }
            games |= check_formula_needs_game(network, property);
        }
    }
    return games;
}

int check_plan(struct checking *checking, struct error *error) {
    for (uint32_t i = 0; i < checking->count; i++) {
        if (check_stops(checking, i, error) != 0 || plan_property(checking, i, error) != 0) {
            return -1;
        }
    }
    share(checking);
    return watch(checking, error);
}

void check_plan_free(struct checking *checking) {
    struct memory *memory = checking->run->memory;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct check_target *target = &checking->targets[t];
        memory_free(memory, target->labels, check_label_bytes(checking));
        memory_free(memory, target->tests, target->test_capacity * sizeof *target->tests);
        memory_free(memory, target->vector, target->vector_words * sizeof *target->vector);
        trace_free(memory, &checking->targets[t].trace);
    }
    memory_free(memory, checking->watched, check_label_bytes(checking));
    memory_free(memory, checking->targets, checking->target_capacity * sizeof *checking->targets);
    memory_free(memory, checking->nodes, checking->node_capacity * sizeof *checking->nodes);
}
