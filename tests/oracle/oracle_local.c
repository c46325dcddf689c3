/* Steps of a network by the definition of each operator, from the moves of the leaves up. */
#include "tests/oracle/oracle_local.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/pattern.h"
#include "base/text/text_buffer.h"
#include "tests/support/testing.h"

#define MOST_LEAVES 64
#define MOST_LABELS 64 /* of one combination of moves at one node */
#define MOST_TRIES 2000u

/* The labels under which the chosen leaves of a node can move together. */
struct labels {
    uint32_t count;
    uint32_t ids[MOST_LABELS];
};

struct oracle {
    struct memory memory;
    const struct exp_options *options;
    const label_table *read; /* the labels of the leaves */
    label_table *table;
    const struct oracle_step *step;
    const struct exp_node *leaves[MOST_LEAVES];
    uint32_t leaf_count;
    int64_t chosen[MOST_LEAVES]; /* the move of each leaf; -1: it does not move */
    uint32_t tries;
};

static void add(struct labels *labels, uint32_t id) {
    if (labels->count == MOST_LABELS) {
        abort();
    }
    labels->ids[labels->count++] = id;
}

static int is_plain(const struct oracle *oracle, uint32_t id) {
    return label_kind(oracle->table, id) == LABEL_PLAIN;
}

/* Whether the label, or its gate, equals a text. */
static int equals(const struct oracle *oracle, uint32_t id, enum exp_mode mode, const char *text) {
    size_t length =
        mode == EXP_MODE_LABEL ? label_length(oracle->table, id) : label_gate_length(oracle->table, id);
    return strlen(text) == length && memcmp(text, label_text(oracle->table, id), length) == 0;
}

/* --- hide, cut, rename --- */

static pattern *compile(struct oracle *oracle, const char *text) {
    struct error error;
    unsigned flags = (oracle->options->regex_extended ? PATTERN_EXTENDED : 0) |
                     (oracle->options->ignore_case ? PATTERN_IGNORE_CASE : 0);
    return test_present(pattern_compile(&(struct run){.memory = &oracle->memory}, text, flags, &error));
}

static int is_listed(struct oracle *oracle, const struct exp_node *node, uint32_t id) {
    const char *text = label_text(oracle->table, id);
    size_t length =
        node->mode == EXP_MODE_GATE ? label_gate_length(oracle->table, id) : label_length(oracle->table, id);
    int found = 0;
    for (uint32_t k = 0; k < node->name_count; k++) {
        struct error error;
        pattern *pattern = compile(oracle, node->names[k].text);
        found |= node->mode == EXP_MODE_PARTIAL ? pattern_match_partial(pattern, text, length, &error)
                                                : pattern_match_total(pattern, text, length, &error);
        pattern_free(pattern);
    }
    return found;
}

static uint32_t intern(struct oracle *oracle, const char *text, size_t length) {
    uint32_t id = label_intern(oracle->table, text, length);
    if (id == LABEL_NONE) {
        abort();
    }
    return id;
}

/* The label that a clause makes of a label; LABEL_NONE if it does not apply. */
static uint32_t apply_clause(struct oracle *oracle, const struct exp_clause *clause, enum exp_mode mode,
                             uint32_t id) {
    const char *text = label_text(oracle->table, id);
    size_t length = label_length(oracle->table, id);
    size_t key = mode == EXP_MODE_GATE ? label_gate_length(oracle->table, id) : length;
    struct pattern_replacement replacement = {mode == EXP_MODE_SINGLE     ? PATTERN_REPLACE_SINGLE
                                              : mode == EXP_MODE_MULTIPLE ? PATTERN_REPLACE_MULTIPLE
                                                                          : PATTERN_REPLACE_TOTAL,
                                              clause->to.text};
    struct text_buffer result = {0};
    struct error error;
    pattern *pattern = compile(oracle, clause->from.text);
    uint32_t renamed = LABEL_NONE;
    if (pattern_replace(pattern, &replacement, text, key, &result, &error) == 1) {
        const char *made = result.data == NULL ? "" : result.data;
        if (label_text_kind(oracle->table, made, result.length) != LABEL_INTERNAL) {
            text_buffer_append(&oracle->memory, &result, text + key, length - key);
            made = result.data == NULL ? "" : result.data;
        }
        renamed = intern(oracle, made, result.length);
    }
    text_buffer_free(&oracle->memory, &result);
    pattern_free(pattern);
    return renamed;
}

static uint32_t rename_label(struct oracle *oracle, const struct exp_node *node, uint32_t id) {
    for (uint32_t k = 0; k < node->clause_count && id != LABEL_INTERNAL_ID; k++) {
        uint32_t renamed = apply_clause(oracle, &node->clauses[k], node->mode, id);
        if (renamed != LABEL_NONE) {
            return renamed;
        }
    }
    return id;
}

static void relabel(struct oracle *oracle, const struct exp_node *node, const struct labels *operand,
                    struct labels *result) {
    for (uint32_t k = 0; k < operand->count; k++) {
        uint32_t id = operand->ids[k];
        if (node->kind == EXP_RENAME) {
            add(result, rename_label(oracle, node, id));
            continue;
        }
        int listed = is_listed(oracle, node, id);
        int touched = id != LABEL_INTERNAL_ID && (node->all_but ? !listed && is_plain(oracle, id) : listed);
        if (!touched) {
            add(result, id);
        } else if (node->kind == EXP_HIDE) {
            add(result, LABEL_INTERNAL_ID);
        }
    }
}

/* --- operators that synchronise --- */

static int lists(const struct oracle *oracle, const struct exp_node *node, uint32_t branch, uint32_t id) {
    for (uint32_t g = 0; g < node->branch_gates[branch].count; g++) {
        if (equals(oracle, id, node->mode, node->branch_gates[branch].names[g].text)) {
            return 1;
        }
    }
    return 0;
}

/* Whether `par` lets exactly these branches (a bit each) perform the label together. */
static int par_allows(const struct oracle *oracle, const struct exp_node *node, uint64_t movers,
                      uint32_t id) {
    uint64_t candidates = 0,
             all = node->child_count == 64 ? UINT64_MAX : ((uint64_t)1 << node->child_count) - 1;
    int listed = 0, allowed = 0;
    for (uint32_t b = 0; b < node->child_count; b++) {
        candidates |= (uint64_t)lists(oracle, node, b, id) << b;
    }
    for (uint32_t g = 0; g < node->gate_count; g++) {
        listed |= equals(oracle, id, node->mode, node->gates[g].name.text);
    }
    uint32_t count = (uint32_t)__builtin_popcountll(movers);
    if (candidates == 0 && !listed) {
        return count == 1;
    }
    candidates = candidates == 0 ? all : candidates;
    if ((movers & ~candidates) != 0) {
        return count == 1;
    }
    for (uint32_t g = 0; g < node->gate_count; g++) {
        const struct exp_gate *gate = &node->gates[g];
        uint64_t degree = gate->has_degree ? gate->degree : (uint64_t)__builtin_popcountll(candidates);
        allowed |= equals(oracle, id, node->mode, gate->name.text) && count == degree;
    }
    return listed ? allowed : movers == candidates;
}

static int sync_allows(const struct oracle *oracle, const struct exp_node *node, uint64_t movers,
                       uint32_t id) {
    uint32_t count = (uint32_t)__builtin_popcountll(movers);
    if (!is_plain(oracle, id)) {
        return count == 1;
    }
    int all = label_is_exit(oracle->table, id) || node->kind == EXP_SYNC_ALL;
    for (uint32_t g = 0; node->kind == EXP_SYNC_GATES && g < node->name_count; g++) {
        all |= equals(oracle, id, EXP_MODE_GATE, node->names[g].text);
    }
    if (all) {
        return count == node->child_count;
    }
    return node->kind == EXP_PAR_GATES ? par_allows(oracle, node, movers, id) : count == 1;
}

/* The label that a vector makes of the labels of the branches that move; LABEL_NONE: it does not apply. */
static uint32_t apply_vector(struct oracle *oracle, const struct exp_node *node,
                             const struct exp_vector *vector, const uint32_t *ids) {
    const char *offers = NULL;
    for (uint32_t b = 0; b < node->child_count; b++) {
        const char *entry = vector->entries[b].text;
        if ((entry == NULL) != (ids[b] == LABEL_NONE)) {
            return LABEL_NONE;
        }
        if (entry == NULL) {
            continue;
        }
        if (!is_plain(oracle, ids[b]) || !equals(oracle, ids[b], node->mode, entry)) {
            return LABEL_NONE;
        }
        const char *own = label_text(oracle->table, ids[b]) + label_gate_length(oracle->table, ids[b]);
        if (node->mode == EXP_MODE_GATE && offers != NULL && strcmp(offers, own) != 0) {
            return LABEL_NONE;
        }
        offers = own;
    }
    struct text_buffer text = {0};
    const char *result = vector->result.text;
    text_buffer_add(&oracle->memory, &text, result);
    if (node->mode == EXP_MODE_GATE &&
        label_text_kind(oracle->table, result, strlen(result)) != LABEL_INTERNAL) {
        text_buffer_add(&oracle->memory, &text, offers);
    }
    uint32_t id = intern(oracle, text.data, text.length);
    text_buffer_free(&oracle->memory, &text);
    return id;
}

static int vectors_mention(const struct oracle *oracle, const struct exp_node *node, uint32_t branch,
                           uint32_t id) {
    for (uint32_t v = 0; v < node->vector_count; v++) {
        const char *entry = node->vectors[v].entries[branch].text;
        if (entry != NULL && equals(oracle, id, node->mode, entry)) {
            return 1;
        }
    }
    return 0;
}

/* Adds what the node makes of one label for each branch that moves. */
static void combine(struct oracle *oracle, const struct exp_node *node, const uint32_t *ids,
                    struct labels *result) {
    uint64_t movers = 0;
    uint32_t last = 0;
    int same = 1;
    for (uint32_t b = 0; b < node->child_count; b++) {
        if (ids[b] != LABEL_NONE) {
            same &= movers == 0 || ids[b] == ids[last];
            movers |= (uint64_t)1 << b;
            last = b;
        }
    }
    if (node->kind != EXP_PAR_VECTORS) {
        if (same && sync_allows(oracle, node, movers, ids[last])) {
            add(result, ids[last]);
        }
        return;
    }
    int alone = (movers & (movers - 1)) == 0;
    if (alone && (!is_plain(oracle, ids[last]) ||
                  (oracle->options->independent && !vectors_mention(oracle, node, last, ids[last])))) {
        add(result, ids[last]);
    }
    for (uint32_t v = 0; v < node->vector_count; v++) {
        uint32_t id = apply_vector(oracle, node, &node->vectors[v], ids);
        if (id != LABEL_NONE) {
            add(result, id);
        }
    }
}

/* --- the tree --- */

/* The labels of a node; *leaf counts leaves in the order of the tree. Returns whether a leaf of it moves. */
static int derive(struct oracle *oracle, const struct exp_node *node, uint32_t *leaf, struct labels *result) {
    result->count = 0;
    if (node->kind == EXP_LEAF) {
        int64_t move = oracle->chosen[*leaf];
        oracle->leaves[(*leaf)++] = node;
        if (move >= 0) {
            uint32_t id = node->lts->labels[node->lts->label[move]];
            add(result, intern(oracle, label_text(oracle->read, id), label_length(oracle->read, id)));
        }
        return move >= 0;
    }
    struct labels branches[MOST_LEAVES];
    uint32_t ids[MOST_LEAVES], index[MOST_LEAVES] = {0};
    int moves = 0, some[MOST_LEAVES];
    for (uint32_t b = 0; b < node->child_count; b++) {
        some[b] = derive(oracle, node->children[b], leaf, &branches[b]);
        moves |= some[b];
    }
    if (!moves) {
        return 0;
    }
    if (node->kind == EXP_HIDE || node->kind == EXP_CUT || node->kind == EXP_RENAME) {
        relabel(oracle, node, &branches[0], result);
        return 1;
    }
    if (node->kind == EXP_PRIO || node->kind == EXP_FILE) {
        *result = branches[0];
        return 1;
    }
    for (;;) { /* every choice of a label for each branch that moves */
        uint32_t b = 0;
        for (; b < node->child_count && (!some[b] || branches[b].count > 0); b++) {
            ids[b] = some[b] ? branches[b].ids[index[b]] : LABEL_NONE;
        }
        if (b < node->child_count) {
            return 1; /* a branch cannot do what its leaves would do */
        }
        combine(oracle, node, ids, result);
        for (b = 0; b < node->child_count && (!some[b] || ++index[b] == branches[b].count); b++) {
            index[b] = 0;
        }
        if (b == node->child_count) {
            return 1;
        }
    }
}

static int is_made(struct oracle *oracle, const struct exp_node *root) {
    struct labels labels;
    uint32_t leaf = 0;
    derive(oracle, root, &leaf, &labels);
    for (uint32_t k = 0; k < labels.count; k++) {
        if (strcmp(label_text(oracle->table, labels.ids[k]), oracle->step->label) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Tries all moves of the leaves from `leaf` on. */
static int search(struct oracle *oracle, const struct exp_node *root, uint32_t leaf) {
    const struct oracle_step *step = oracle->step;
    if (leaf == oracle->leaf_count) {
        return ++oracle->tries > MOST_TRIES ? -1 : is_made(oracle, root);
    }
    const struct lts *lts = oracle->leaves[leaf]->lts;
    uint32_t from = step->from[leaf], to = step->to[leaf];
    int found = 0;
    for (uint64_t m = from < lts->row_states ? lts->row[from] : 0;
         from < lts->row_states && m < lts->row[from + 1] && found == 0; m++) {
        const char *text = label_text(oracle->read, lts->labels[lts->label[m]]);
        if (lts->target[m] == to && (step->own[leaf] == NULL || strcmp(step->own[leaf], text) == 0)) {
            oracle->chosen[leaf] = (int64_t)m;
            found = search(oracle, root, leaf + 1);
        }
    }
    oracle->chosen[leaf] = -1;
    return found == 0 && from == to && step->own[leaf] == NULL ? search(oracle, root, leaf + 1) : found;
}

int oracle_step_exists(const exp_tree *tree, const struct oracle_step *step) {
    struct oracle *oracle = test_present(calloc(1, sizeof *oracle));
    struct labels labels;
    memory_init(&oracle->memory, UINT64_MAX);
    oracle->options = exp_tree_options(tree);
    oracle->read = exp_tree_labels(tree);
    oracle->step = step;
    oracle->table =
        test_present(label_table_create(&oracle->memory, oracle->options->ignore_case,
                                        oracle->options->internal, oracle->options->internal_count));
    memset(oracle->chosen, 0xff, sizeof oracle->chosen); /* no leaf moves */
    derive(oracle, exp_tree_root(tree), &oracle->leaf_count, &labels);
    int found = search(oracle, exp_tree_root(tree), 0);
    label_table_free(oracle->table);
    CU_ASSERT_EQUAL(memory_used(&oracle->memory), 0);
    free(oracle);
    return found;
}
