/* The transitions of each operator of EXP, from its definition (formats.md 1, Semantics). */
#include <stdlib.h>
#include <string.h>

#include "tests/oracle_internal.h"

/* No test wants a state with more ways to move; whoever reaches this gives up. */
#define TRANSITIONS_MAX 20000u

/* --- lists of transitions --- */

static void list_clear(struct oracle_list *list) {
    list->count = 0;
    list->step_count = 0;
}

static void list_add(struct oracle *oracle, struct oracle_list *list, uint32_t label,
                     const struct oracle_step *steps, uint64_t count) {
    if (list->count >= TRANSITIONS_MAX) {
        oracle->too_many = 1;
        return;
    }
    oracle_grow(oracle->memory, (void **)&list->transitions, &list->capacity, list->count + 1,
                sizeof *list->transitions);
    oracle_grow(oracle->memory, (void **)&list->steps, &list->step_capacity, list->step_count + count,
                sizeof *list->steps);
    list->transitions[list->count++] =
        (struct oracle_transition){label, list->step_count, list->step_count + count};
    if (count > 0) {
        memcpy(list->steps + list->step_count, steps, count * sizeof *steps);
    }
    list->step_count += count;
}

/* A transition of a child as a transition of the node, under another label. */
static void list_add_child(struct oracle *oracle, struct oracle_node *node, const struct oracle_list *from,
                           const struct oracle_transition *transition, uint32_t label) {
    list_add(oracle, &node->list, label, from->steps + transition->step_begin,
             transition->step_end - transition->step_begin);
}

static void keep_each_label_once(struct oracle *oracle, struct oracle_list *list) {
    unsigned char *seen = calloc(oracle->labels.count, 1);
    if (seen == NULL) {
        abort();
    }
    uint64_t kept = 0;
    for (uint64_t t = 0; t < list->count; t++) {
        if (!seen[list->transitions[t].label]) {
            seen[list->transitions[t].label] = 1;
            list->transitions[kept++] = list->transitions[t];
        }
    }
    list->count = kept;
    free(seen);
}

/* Puts the steps of a child's transition on the stack; returns what to give to pop. */
static uint64_t push(struct oracle *oracle, const struct oracle_list *list,
                     const struct oracle_transition *transition) {
    uint64_t before = oracle->stack_count;
    uint64_t count = transition->step_end - transition->step_begin;
    oracle_grow(oracle->memory, (void **)&oracle->stack, &oracle->stack_capacity, before + count,
                sizeof *oracle->stack);
    if (count > 0) {
        memcpy(oracle->stack + before, list->steps + transition->step_begin, count * sizeof *oracle->stack);
    }
    oracle->stack_count += count;
    return before;
}

static void pop(struct oracle *oracle, uint64_t before) {
    oracle->stack_count = before;
}

/* --- leaves and operators of one operand --- */

static void leaf_moves(struct oracle *oracle, struct oracle_node *node, const uint32_t *state) {
    const struct lts *lts = node->syntax->lts;
    if (state == NULL) {
        for (uint32_t l = 0; l < lts->label_count; l++) {
            list_add(oracle, &node->list, node->leaf_labels[l], NULL, 0);
        }
        return;
    }
    uint32_t local = state[node->leaf];
    if (local >= lts->row_states) {
        return;
    }
    for (uint64_t m = lts->row[local]; m < lts->row[local + 1]; m++) {
        struct oracle_step step = {node->leaf, lts->target[m]};
        list_add(oracle, &node->list, node->leaf_labels[lts->label[m]], &step, 1);
    }
}

static void relabel(struct oracle *oracle, struct oracle_node *node) {
    const struct oracle_list *from = &node->children[0]->list;
    for (uint64_t t = 0; t < from->count; t++) {
        uint32_t mapped = oracle_map(oracle, node, from->transitions[t].label);
        if (mapped != ORACLE_CUT) {
            list_add_child(oracle, node, from, &from->transitions[t], mapped - ORACLE_MAPPED);
        }
    }
}

static void prioritise(struct oracle *oracle, struct oracle_node *node, const uint32_t *state) {
    const struct oracle_list *from = &node->children[0]->list;
    for (uint64_t t = 0; t < from->count; t++) {
        int removed = 0;
        for (uint64_t u = 0; state != NULL && u < from->count && !removed; u++) {
            removed = oracle_prio_above(node, from->transitions[u].label, from->transitions[t].label);
        }
        if (!removed) {
            list_add_child(oracle, node, from, &from->transitions[t], from->transitions[t].label);
        }
    }
}

/* --- operators that synchronise equal labels --- */

static uint32_t all_candidates(const struct oracle_node *node, struct oracle_sync *sync) {
    memset(sync->candidates, 1, node->child_count);
    return node->child_count;
}

/* The degrees that `par` gives to a label (several when its gate is listed several times), and its
 * candidates. */
static void par_sync(const struct oracle_node *node, const struct oracle_label *label,
                     struct oracle_sync *sync) {
    const struct exp_node *syntax = node->syntax;
    uint32_t listing = 0;
    for (uint32_t b = 0; b < node->child_count; b++) {
        for (uint32_t g = 0; g < syntax->branch_gates[b].count && !sync->candidates[b]; g++) {
            const char *gate = syntax->branch_gates[b].names[g].text;
            sync->candidates[b] = (unsigned char)oracle_key_equals(label, syntax->mode, gate);
        }
        listing += sync->candidates[b];
    }
    for (uint32_t g = 0; g < syntax->gate_count; g++) {
        if (oracle_key_equals(label, syntax->mode, syntax->gates[g].name.text)) {
            if (listing == 0) {
                listing = all_candidates(node, sync);
            }
            sync->degrees[sync->degree_count++] =
                syntax->gates[g].has_degree ? (uint32_t)syntax->gates[g].degree : listing;
        }
    }
    if (sync->degree_count == 0 && listing > 0) {
        sync->degrees[sync->degree_count++] = listing;
    }
}

static struct oracle_sync *create_sync(struct oracle *oracle, const struct oracle_node *node,
                                       const struct oracle_label *label) {
    const struct exp_node *syntax = node->syntax;
    struct oracle_sync *sync = oracle_allocate(oracle->arena, sizeof *sync);
    sync->candidates = oracle_allocate(oracle->arena, node->child_count);
    sync->degrees =
        oracle_allocate(oracle->arena, ((uint64_t)syntax->gate_count + 1) * sizeof *sync->degrees);
    if (label->internal || label->stochastic) {
        return sync;
    }
    int all = label->is_exit || syntax->kind == EXP_SYNC_ALL;
    for (uint32_t g = 0; syntax->kind == EXP_SYNC_GATES && g < syntax->name_count; g++) {
        all |= oracle_key_equals(label, EXP_MODE_GATE, syntax->names[g].text);
    }
    if (all) {
        sync->degrees[sync->degree_count++] = all_candidates(node, sync);
    } else if (syntax->kind == EXP_PAR_GATES) {
        par_sync(node, label, sync);
    }
    return sync;
}

static const struct oracle_sync *sync_of(struct oracle *oracle, struct oracle_node *node, uint32_t label) {
    if (label >= node->sync_capacity) {
        uint64_t old = node->sync_capacity;
        oracle_grow(oracle->memory, (void **)&node->syncs, &node->sync_capacity, (uint64_t)label + 1,
                    sizeof(struct oracle_sync *));
        memset(node->syncs + old, 0, (node->sync_capacity - old) * sizeof(struct oracle_sync *));
    }
    if (node->syncs[label] == NULL) {
        node->syncs[label] = create_sync(oracle, node, &oracle->labels.items[label]);
    }
    return node->syncs[label];
}

/* Adds every way in which `wanted` candidates from `branch` on join what is on the stack. */
static void join(struct oracle *oracle, struct oracle_node *node, uint32_t label,
                 const struct oracle_sync *sync, uint32_t branch, uint32_t wanted) {
    if (wanted == 0) {
        list_add(oracle, &node->list, label, oracle->stack, oracle->stack_count);
        return;
    }
    uint32_t left = 0;
    for (uint32_t b = branch; b < node->child_count; b++) {
        left += sync->candidates[b];
    }
    for (uint32_t b = branch; left >= wanted && !oracle->too_many; b++) {
        if (!sync->candidates[b]) {
            continue;
        }
        const struct oracle_list *from = &node->children[b]->list;
        for (uint64_t t = 0; t < from->count; t++) {
            if (from->transitions[t].label == label) {
                uint64_t before = push(oracle, from, &from->transitions[t]);
                join(oracle, node, label, sync, b + 1, wanted - 1);
                pop(oracle, before);
            }
        }
        left--;
    }
}

static void synchronise(struct oracle *oracle, struct oracle_node *node) {
    for (uint32_t b = 0; b < node->child_count; b++) {
        const struct oracle_list *from = &node->children[b]->list;
        for (uint64_t t = 0; t < from->count; t++) {
            uint32_t label = from->transitions[t].label;
            const struct oracle_sync *sync = sync_of(oracle, node, label);
            if (sync->degree_count == 0 || !sync->candidates[b]) {
                list_add_child(oracle, node, from, &from->transitions[t], label);
                continue;
            }
            for (uint32_t d = 0; d < sync->degree_count; d++) { /* b is the first one that takes part */
                uint64_t before = push(oracle, from, &from->transitions[t]);
                join(oracle, node, label, sync, b + 1, sync->degrees[d] - 1);
                pop(oracle, before);
            }
        }
    }
}

/* --- par using --- */

static int is_mentioned(const struct exp_node *syntax, uint32_t branch, const struct oracle_label *label) {
    for (uint32_t v = 0; v < syntax->vector_count; v++) {
        const char *entry = syntax->vectors[v].entries[branch].text;
        if (entry != NULL && oracle_key_equals(label, syntax->mode, entry)) {
            return 1;
        }
    }
    return 0;
}

static int same_offers(const struct oracle_label *a, const struct oracle_label *b) {
    return a->length - a->gate_length == b->length - b->gate_length &&
           memcmp(a->text + a->gate_length, b->text + b->gate_length, a->length - a->gate_length) == 0;
}

static uint32_t vector_result(struct oracle *oracle, const struct exp_node *syntax, const char *result,
                              const struct oracle_label *participant) {
    size_t length = strlen(result);
    if (syntax->mode != EXP_MODE_GATE || oracle_is_internal(&oracle->labels, result, length)) {
        return oracle_label_number(&oracle->labels, result, length);
    }
    size_t offers = participant->length - participant->gate_length;
    char *text = malloc(length + offers + 1);
    if (text == NULL) {
        abort();
    }
    memcpy(text, result, length);
    memcpy(text + length, participant->text + participant->gate_length, offers);
    uint32_t number = oracle_label_number(&oracle->labels, text, length + offers);
    free(text);
    return number;
}

/* Adds every way in which the branches from `branch` on follow the vector; `first` is a participant's label.
 */
static void follow(struct oracle *oracle, struct oracle_node *node, const struct exp_vector *vector,
                   uint32_t branch, uint32_t first) {
    const struct exp_node *syntax = node->syntax;
    if (branch == node->child_count) {
        struct oracle_label participant = oracle->labels.items[first];
        uint32_t result = vector_result(oracle, syntax, vector->result.text, &participant);
        list_add(oracle, &node->list, result, oracle->stack, oracle->stack_count);
        return;
    }
    const char *entry = vector->entries[branch].text;
    if (entry == NULL) {
        follow(oracle, node, vector, branch + 1, first);
        return;
    }
    const struct oracle_list *from = &node->children[branch]->list;
    for (uint64_t t = 0; t < from->count && !oracle->too_many; t++) {
        uint32_t number = from->transitions[t].label;
        const struct oracle_label *label = &oracle->labels.items[number];
        if (label->internal || label->stochastic || !oracle_key_equals(label, syntax->mode, entry)) {
            continue;
        }
        if (syntax->mode == EXP_MODE_GATE && first != ORACLE_NO_LABEL &&
            !same_offers(label, &oracle->labels.items[first])) {
            continue;
        }
        uint64_t before = push(oracle, from, &from->transitions[t]);
        follow(oracle, node, vector, branch + 1, first == ORACLE_NO_LABEL ? number : first);
        pop(oracle, before);
    }
}

static void follow_vectors(struct oracle *oracle, struct oracle_node *node) {
    const struct exp_node *syntax = node->syntax;
    for (uint32_t b = 0; b < node->child_count; b++) {
        const struct oracle_list *from = &node->children[b]->list;
        for (uint64_t t = 0; t < from->count; t++) {
            const struct oracle_label *label = &oracle->labels.items[from->transitions[t].label];
            if (label->internal || label->stochastic ||
                (oracle->options->independent && !is_mentioned(syntax, b, label))) {
                list_add_child(oracle, node, from, &from->transitions[t], from->transitions[t].label);
            }
        }
    }
    for (uint32_t v = 0; v < syntax->vector_count; v++) {
        follow(oracle, node, &syntax->vectors[v], 0, ORACLE_NO_LABEL);
    }
}

/* --- the tree --- */

void oracle_node_transitions(struct oracle *oracle, struct oracle_node *node, const uint32_t *state) {
    list_clear(&node->list);
    for (uint32_t b = 0; b < node->child_count; b++) {
        oracle_node_transitions(oracle, node->children[b], state);
    }
    switch (node->syntax->kind) {
    case EXP_STOP:
        break;
    case EXP_LEAF:
        leaf_moves(oracle, node, state);
        break;
    case EXP_FILE:
        for (uint64_t t = 0; t < node->children[0]->list.count; t++) {
            const struct oracle_transition *transition = &node->children[0]->list.transitions[t];
            list_add_child(oracle, node, &node->children[0]->list, transition, transition->label);
        }
        break;
    case EXP_SYNC_ALL:
    case EXP_INTERLEAVE:
    case EXP_SYNC_GATES:
    case EXP_PAR_GATES:
        synchronise(oracle, node);
        break;
    case EXP_HIDE:
    case EXP_CUT:
    case EXP_RENAME:
        relabel(oracle, node);
        break;
    case EXP_PRIO:
        prioritise(oracle, node, state);
        break;
    case EXP_PAR_VECTORS:
        follow_vectors(oracle, node);
        break;
    }
    if (state == NULL) {
        keep_each_label_once(oracle, &node->list);
    }
}

static void compile_patterns(struct oracle *oracle, struct oracle_node *node) {
    const struct exp_node *syntax = node->syntax;
    uint32_t count = 0;
    for (uint32_t c = 0; c < syntax->chain_count; c++) {
        count += syntax->chains[c].count;
    }
    count += syntax->kind == EXP_RENAME ? syntax->clause_count : 0;
    count += syntax->kind == EXP_HIDE || syntax->kind == EXP_CUT ? syntax->name_count : 0;
    node->patterns = oracle_allocate(oracle->arena, count * sizeof *node->patterns);
    for (uint32_t k = 0; syntax->kind == EXP_RENAME && k < syntax->clause_count; k++) {
        oracle_pattern_compile(oracle, &node->patterns[node->pattern_count++], syntax->clauses[k].from.text);
    }
    for (uint32_t k = 0; (syntax->kind == EXP_HIDE || syntax->kind == EXP_CUT) && k < syntax->name_count;
         k++) {
        oracle_pattern_compile(oracle, &node->patterns[node->pattern_count++], syntax->names[k].text);
    }
    for (uint32_t c = 0; syntax->kind == EXP_PRIO && c < syntax->chain_count; c++) {
        for (uint32_t k = 0; k < syntax->chains[c].count; k++) {
            const char *text = syntax->chains[c].patterns[k].text;
            oracle_pattern_compile(oracle, &node->patterns[node->pattern_count++], text);
        }
    }
}

static void create_leaf(struct oracle *oracle, struct oracle_node *node, const label_table *labels) {
    const struct lts *lts = node->syntax->lts;
    node->leaf = (uint32_t)oracle->leaf_count;
    oracle_grow(oracle->memory, (void **)&oracle->leaves, &oracle->leaf_capacity, oracle->leaf_count + 1,
                sizeof(struct oracle_node *));
    oracle->leaves[oracle->leaf_count++] = node;
    node->leaf_labels = oracle_allocate(oracle->arena, lts->label_count * sizeof *node->leaf_labels);
    for (uint32_t l = 0; l < lts->label_count; l++) {
        const char *text = label_text(labels, lts->labels[l]);
        node->leaf_labels[l] = oracle_label_number(&oracle->labels, text, strlen(text));
    }
}

struct oracle_node *oracle_node_create(struct oracle *oracle, const struct exp_node *syntax,
                                       const label_table *labels) {
    struct oracle_node *node = oracle_allocate(oracle->arena, sizeof *node);
    node->syntax = syntax;
    node->child_count = syntax->child_count;
    node->children = oracle_allocate(oracle->arena, node->child_count * sizeof(struct oracle_node *));
    for (uint32_t b = 0; b < node->child_count; b++) {
        node->children[b] = oracle_node_create(oracle, syntax->children[b], labels);
    }
    if (syntax->kind == EXP_LEAF) {
        create_leaf(oracle, node, labels);
    }
    compile_patterns(oracle, node);
    if (syntax->kind == EXP_PRIO) {
        oracle_prio_prepare(oracle, node);
    }
    return node;
}

void oracle_node_free(struct oracle *oracle, struct oracle_node *node) {
    for (uint32_t b = 0; b < node->child_count; b++) {
        oracle_node_free(oracle, node->children[b]);
    }
    for (uint32_t k = 0; k < node->pattern_count; k++) {
        regfree(&node->patterns[k]);
    }
    struct oracle_list *list = &node->list;
    memory_free(oracle->memory, list->transitions, list->capacity * sizeof *list->transitions);
    memory_free(oracle->memory, list->steps, list->step_capacity * sizeof *list->steps);
    memory_free(oracle->memory, node->syncs, node->sync_capacity * sizeof(struct oracle_sync *));
    memory_free(oracle->memory, node->mapped, node->mapped_capacity * sizeof *node->mapped);
}
