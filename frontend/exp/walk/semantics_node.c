/* The nodes of the unfolded tree, and the possible labels of each. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "frontend/exp/walk/semantics_internal.h"

#define MAX_PROCESSES ((uint64_t)1 << 20)

/* --- labels of a node --- */

int semantics_set_labels(struct semantics *semantics, struct semantics_node *node) {
    uint32_t *ids = semantics->ids.data;
    const uint64_t kept = sort_unique_numbers(ids, semantics->ids.count);
    node->labels = semantics_allocate(semantics, kept, sizeof *node->labels);
    if (node->labels == NULL) {
        return -1;
    }
    if (kept > 0) {
        memcpy(node->labels, ids, kept * sizeof *ids);
    }
    node->label_count = (uint32_t)kept;
    semantics->ids.count = 0;
    return 0;
}

uint32_t semantics_find(const struct semantics_node *node, uint32_t id) {
    uint64_t at = sort_find(node->labels, node->label_count, id);
    return at < node->label_count ? (uint32_t)at : SEMANTICS_NONE;
}

void semantics_translate(struct semantics_node *node) {
    for (uint32_t b = 0; b < node->child_count; b++) {
        for (uint32_t l = 0; l < node->children[b]->label_count; l++) {
            if (node->up[b][l] != SEMANTICS_NONE) {
                node->up[b][l] = semantics_find(node, node->up[b][l]);
            }
        }
    }
}

int semantics_key_equals(const struct semantics *semantics, uint32_t id, enum exp_mode mode,
                         const char *text) {
    uint32_t length = mode == EXP_MODE_GATE ? label_gate_length(semantics->labels, id)
                                            : label_length(semantics->labels, id);
    return strlen(text) == length && memcmp(label_text(semantics->labels, id), text, length) == 0;
}

int semantics_is_plain(const struct semantics *semantics, uint32_t id) {
    return label_kind(semantics->labels, id) == LABEL_PLAIN;
}

/* --- nodes --- */

/* Adds the own labels of a graph to `ids`. */
static int add_own_labels(struct semantics *semantics, const struct lts *lts, const label_table *labels) {
    for (uint32_t l = 0; l < lts->label_count; l++) {
        uint32_t id = semantics_intern(semantics, label_text(labels, lts->labels[l]),
                                       label_length(labels, lts->labels[l]));
        if (id == LABEL_NONE || SEMANTICS_ADD(semantics, semantics->ids, id) != 0) {
            return -1;
        }
    }
    return 0;
}

static int make_leaf(struct semantics *semantics, struct semantics_node *node, const label_table *labels) {
    if (semantics->leaves.count >= MAX_PROCESSES) {
        const struct source_position *position = &node->syntax->position;
        return error_at(semantics->error, ERROR_INPUT, *position, "this is more than %llu processes",
                        (unsigned long long)MAX_PROCESSES);
    }
    node->leaf = (uint32_t)semantics->components.count;
    node->process = semantics->processes;
    node->up = semantics_allocate(semantics, 1, sizeof(uint32_t *));
    if (node->up == NULL || SEMANTICS_ADD(semantics, semantics->leaves, node) != 0) {
        return -1;
    }
    const struct semantics_component process = {.node = node};
    const struct lts *lts = node->syntax->lts;
    if (lts == NULL ? semantics_make_model(semantics, node) != 0
                    : SEMANTICS_ADD(semantics, semantics->components, process) != 0 ||
                          add_own_labels(semantics, lts, labels) != 0) {
        return -1;
    }
    semantics->processes += node->model == NULL ? 1 : node->model->tree->module_count;
    const uint64_t own = semantics->ids.count;
    uint64_t kept = 0;
    node->up[0] = semantics_allocate(semantics, own, sizeof *node->up[0]);
    if (node->up[0] == NULL) {
        return -1;
    }
    if (own > 0) {
        memcpy(node->up[0], semantics->ids.data, own * sizeof *node->up[0]);
    }
    for (uint64_t l = 0; l < own; l++) {
        if (node->up[0][l] != SEMANTICS_NONE) {
            semantics->ids.data[kept++] = node->up[0][l];
        }
    }
    semantics->ids.count = kept;
    if (semantics_set_labels(semantics, node) != 0) {
        return -1;
    }
    for (uint64_t l = 0; l < own; l++) {
        node->up[0][l] = semantics_find(node, node->up[0][l]);
    }
    return 0;
}

static int make_operator(struct semantics *semantics, struct semantics_node *node) {
    node->up = semantics_allocate(semantics, node->child_count, sizeof(uint32_t *));
    node->joins = semantics_allocate(semantics, node->child_count, sizeof(unsigned char *));
    if (node->up == NULL || node->joins == NULL) {
        return -1;
    }
    for (uint32_t b = 0; b < node->child_count; b++) {
        uint32_t count = node->children[b]->label_count;
        node->up[b] = semantics_allocate(semantics, count, sizeof *node->up[b]);
        node->joins[b] = semantics_allocate(semantics, count, 1);
        if (node->up[b] == NULL || node->joins[b] == NULL) {
            return -1;
        }
    }
    switch (node->syntax->kind) {
    case EXP_STOP:
    case EXP_LEAF:
    case EXP_FILE:
        break;
    case EXP_SYNC_ALL:
    case EXP_INTERLEAVE:
    case EXP_SYNC_GATES:
    case EXP_PAR_GATES:
        return semantics_make_sync(semantics, node);
    case EXP_HIDE:
    case EXP_CUT:
    case EXP_RENAME:
        return semantics_make_relabel(semantics, node);
    case EXP_PRIO:
        return semantics_make_prio(semantics, node);
    case EXP_PAR_VECTORS:
        return semantics_make_vectors(semantics, node);
    }
    return 0;
}

struct semantics_node *semantics_node_create(struct semantics *semantics, const struct exp_node *syntax,
                                             const label_table *labels) {
    while (syntax->kind == EXP_FILE) {
        syntax = syntax->children[0];
    }
    struct semantics_node *node = semantics_allocate(semantics, 1, sizeof *node);
    if (node == NULL || semantics_step(semantics) != 0 ||
        SEMANTICS_ADD(semantics, semantics->nodes, node) != 0) {
        return NULL;
    }
    node->syntax = syntax;
    node->child_count = syntax->child_count;
    node->children = semantics_allocate(semantics, node->child_count, sizeof(struct semantics_node *));
    for (uint32_t b = 0; node->children != NULL && b < node->child_count; b++) {
        node->children[b] = semantics_node_create(semantics, syntax->children[b], labels);
        if (node->children[b] == NULL) {
            return NULL;
        }
    }
    int failed = node->children == NULL || (syntax->kind == EXP_LEAF ? make_leaf(semantics, node, labels)
                                                                     : make_operator(semantics, node)) != 0;
    return failed ? NULL : node;
}

void semantics_nodes_free(struct semantics *semantics) {
    for (uint64_t k = 0; k < semantics->nodes.count; k++) {
        struct semantics_list *list = &semantics->nodes.data[k]->list;
        GROWING_FREE(semantics->memory, list->fired);
        GROWING_FREE(semantics->memory, list->moves);
    }
}
