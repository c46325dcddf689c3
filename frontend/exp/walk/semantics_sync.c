/*
 * Operators that synchronise equal labels: for every label of the operands, the branches that must take part
 * and their number; for `par using`, all ways to follow a vector.
 */
#include <stdlib.h>
#include <string.h>

#include "frontend/exp/walk/semantics_internal.h"
#include "base/sort.h"

/* --- equal labels --- */

/* Whether `par` lists the label's gate (or the label) in front of the branch. */
static int branch_lists(const struct semantics *semantics, const struct semantics_node *node, uint32_t branch,
                        uint32_t id) {
    const struct exp_gate_list *gates = &node->syntax->branch_gates[branch];
    for (uint32_t g = 0; g < gates->count; g++) {
        if (semantics_key_equals(semantics, id, node->syntax->mode, gates->names[g].text)) {
            return 1;
        }
    }
    return 0;
}

/* The degrees that `par` gives to a label: several when its gate is listed several times. */
static int par_degrees(struct semantics *semantics, struct semantics_node *node, uint32_t own, int *all) {
    const struct exp_node *syntax = node->syntax;
    uint32_t id = node->labels[own], candidates = 0, listed = 0;
    for (uint32_t b = 0; b < node->child_count; b++) {
        candidates += (uint32_t)branch_lists(semantics, node, b, id);
    }
    for (uint32_t g = 0; g < syntax->gate_count; g++) {
        listed += (uint32_t)semantics_key_equals(semantics, id, syntax->mode, syntax->gates[g].name.text);
    }
    if (candidates == 0 && listed == 0) {
        return 0;
    }
    *all = candidates == 0;
    candidates = *all ? node->child_count : candidates;
    uint32_t *degrees = semantics_allocate(semantics, listed == 0 ? 1 : listed, sizeof *degrees);
    if (degrees == NULL) {
        return -1;
    }
    degrees[0] = candidates;
    uint32_t count = 0;
    for (uint32_t g = 0; g < syntax->gate_count; g++) {
        const struct exp_gate *gate = &syntax->gates[g];
        if (semantics_key_equals(semantics, id, syntax->mode, gate->name.text)) {
            degrees[count++] = gate->has_degree ? (uint32_t)gate->degree : candidates;
        }
    }
    node->degrees[own] = degrees;
    node->degree_count[own] = listed == 0 ? 1 : listed;
    return 0;
}

/* How a label synchronises; *all: every branch is a candidate. */
static int find_degrees(struct semantics *semantics, struct semantics_node *node, uint32_t own, int *all) {
    const struct exp_node *syntax = node->syntax;
    uint32_t id = node->labels[own];
    if (!semantics_is_plain(semantics, id)) {
        return 0;
    }
    *all = label_is_exit(semantics->labels, id) || syntax->kind == EXP_SYNC_ALL;
    for (uint32_t g = 0; syntax->kind == EXP_SYNC_GATES && g < syntax->name_count; g++) {
        *all |= semantics_key_equals(semantics, id, EXP_MODE_GATE, syntax->names[g].text);
    }
    if (!*all) {
        return syntax->kind == EXP_PAR_GATES ? par_degrees(semantics, node, own, all) : 0;
    }
    node->degrees[own] = semantics_allocate(semantics, 1, sizeof *node->degrees[own]);
    if (node->degrees[own] == NULL) {
        return -1;
    }
    node->degrees[own][0] = node->child_count;
    node->degree_count[own] = 1;
    return 0;
}

/* Marks which branches join which on a label; returns whether the label can occur. */
static int mark_branches(const struct semantics *semantics, struct semantics_node *node, uint32_t own,
                         int all) {
    uint32_t id = node->labels[own], movers = 0, alone = 0;
    for (uint32_t b = 0; b < node->child_count; b++) {
        uint32_t l = semantics_find(node->children[b], id);
        if (l != SEMANTICS_NONE) {
            node->up[b][l] = id;
            node->joins[b][l] = node->degree_count[own] > 0 && (all || branch_lists(semantics, node, b, id));
            movers += node->joins[b][l];
            alone += !node->joins[b][l];
        }
    }
    int possible = alone > 0;
    for (uint32_t d = 0; d < node->degree_count[own]; d++) {
        possible |= node->degrees[own][d] <= movers;
    }
    return possible;
}

static void forget_label(struct semantics_node *node, uint32_t id) {
    for (uint32_t b = 0; b < node->child_count; b++) {
        uint32_t l = semantics_find(node->children[b], id);
        if (l != SEMANTICS_NONE) {
            node->up[b][l] = SEMANTICS_NONE;
        }
    }
}

static int push_labels_of_children(struct semantics *semantics, const struct semantics_node *node) {
    for (uint32_t b = 0; b < node->child_count; b++) {
        for (uint32_t l = 0; l < node->children[b]->label_count; l++) {
            if (SEMANTICS_ADD(semantics, semantics->ids, node->children[b]->labels[l]) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

int semantics_make_sync(struct semantics *semantics, struct semantics_node *node) {
    if (push_labels_of_children(semantics, node) != 0 || semantics_set_labels(semantics, node) != 0) {
        return -1;
    }
    uint64_t count = node->label_count;
    node->degrees = semantics_allocate(semantics, count, sizeof(uint32_t *));
    node->degree_count = semantics_allocate(semantics, count, sizeof *node->degree_count);
    node->meeting = semantics_allocate(semantics, count, sizeof *node->meeting);
    if (node->degrees == NULL || node->degree_count == NULL || node->meeting == NULL) {
        return -1;
    }
    uint32_t kept = 0;
    for (uint32_t own = 0; own < count; own++) {
        int all = 0;
        if (semantics_step(semantics) != 0 || find_degrees(semantics, node, own, &all) != 0) {
            return -1;
        }
        if (!mark_branches(semantics, node, own, all)) {
            forget_label(node, node->labels[own]);
            continue;
        }
        node->labels[kept] = node->labels[own];
        node->degrees[kept] = node->degrees[own];
        node->degree_count[kept++] = node->degree_count[own];
    }
    node->label_count = kept;
    semantics_translate(node);
    return 0;
}

/* --- par using --- */

static int is_mentioned(const struct semantics *semantics, const struct exp_node *syntax, uint32_t branch,
                        uint32_t id) {
    for (uint32_t v = 0; v < syntax->vector_count; v++) {
        const char *entry = syntax->vectors[v].entries[branch].text;
        if (entry != NULL && semantics_key_equals(semantics, id, syntax->mode, entry)) {
            return 1;
        }
    }
    return 0;
}

/* Finds the labels on which a branch moves alone. */
static int find_lone_labels(struct semantics *semantics, struct semantics_node *node) {
    for (uint32_t b = 0; b < node->child_count; b++) {
        for (uint32_t l = 0; l < node->children[b]->label_count; l++) {
            uint32_t id = node->children[b]->labels[l];
            int alone = !semantics_is_plain(semantics, id) ||
                        (semantics->options->independent && !is_mentioned(semantics, node->syntax, b, id));
            node->up[b][l] = alone ? id : SEMANTICS_NONE;
            if (semantics_step(semantics) != 0 ||
                (alone && SEMANTICS_ADD(semantics, semantics->ids, id) != 0)) {
                return -1;
            }
        }
    }
    return 0;
}

/* Writes the text to semantics->text; in mode GATE, the participant's offers follow. */
static int with_offers(struct semantics *semantics, enum exp_mode mode, const char *text,
                       uint32_t participant) {
    size_t length = strlen(text);
    uint32_t gate = label_gate_length(semantics->labels, participant);
    size_t offers = mode == EXP_MODE_GATE ? label_length(semantics->labels, participant) - gate : 0;
    if (SEMANTICS_RESERVE(semantics, semantics->text, length + offers + 1) != 0) {
        return -1;
    }
    memcpy(semantics->text.data, text, length);
    memcpy(semantics->text.data + length, label_text(semantics->labels, participant) + gate, offers);
    semantics->text.count = length + offers;
    return 0;
}

/*
 * Finds the participants other than the first, whose label is `id`: 1, 0 if some branch cannot take part, or
 * -1.
 */
static int find_others(struct semantics *semantics, const struct semantics_node *node,
                       const struct exp_vector *vector, uint32_t first, uint32_t id) {
    enum exp_mode mode = node->syntax->mode;
    for (uint32_t b = first + 1; b < node->child_count; b++) {
        const char *entry = vector->entries[b].text;
        if (entry == NULL) {
            continue;
        }
        if (with_offers(semantics, mode, entry, id) != 0) {
            return -1;
        }
        uint32_t other = label_find(semantics->labels, semantics->text.data, semantics->text.count);
        uint32_t label = other == LABEL_NONE ? SEMANTICS_NONE : semantics_find(node->children[b], other);
        if (label == SEMANTICS_NONE || !semantics_is_plain(semantics, other) ||
            !semantics_key_equals(semantics, other, mode, entry)) {
            return 0;
        }
        if (SEMANTICS_ADD(semantics, semantics->more, (struct semantics_participant){b, label}) != 0) {
            return -1;
        }
    }
    return 1;
}

/* The resulting label L; in mode GATE with the offers, unless it is internal. LABEL_NONE on failure. */
static uint32_t result_of(struct semantics *semantics, enum exp_mode mode, const char *result, uint32_t id) {
    size_t length = strlen(result);
    if (mode != EXP_MODE_GATE || label_text_kind(semantics->labels, result, length) == LABEL_INTERNAL) {
        return semantics_intern(semantics, result, length);
    }
    return with_offers(semantics, mode, result, id) != 0
               ? LABEL_NONE
               : semantics_intern(semantics, semantics->text.data, semantics->text.count);
}

static int add_way(struct semantics *semantics, struct semantics_node *node, const struct exp_vector *vector,
                   uint32_t branch, uint32_t label) {
    uint32_t id = node->children[branch]->labels[label];
    uint64_t before = semantics->more.count;
    int follows = find_others(semantics, node, vector, branch, id);
    if (follows <= 0) {
        semantics->more.count = before;
        return follows;
    }
    uint32_t result = result_of(semantics, node->syntax->mode, vector->result.text, id);
    struct semantics_way way = {{branch, label}, result, (uint32_t)(semantics->more.count - before), before};
    return result == LABEL_NONE || SEMANTICS_ADD(semantics, semantics->ids, result) != 0 ||
                   SEMANTICS_ADD(semantics, semantics->ways, way) != 0
               ? -1
               : 0;
}

static int find_ways(struct semantics *semantics, struct semantics_node *node) {
    const struct exp_node *syntax = node->syntax;
    semantics->ways.count = 0;
    semantics->more.count = 0;
    for (uint32_t v = 0; v < syntax->vector_count; v++) {
        const struct exp_vector *vector = &syntax->vectors[v];
        uint32_t first = 0;
        while (vector->entries[first].text == NULL) {
            first++;
        }
        for (uint32_t l = 0; l < node->children[first]->label_count; l++) {
            uint32_t id = node->children[first]->labels[l];
            if (semantics_step(semantics) != 0 ||
                (semantics_is_plain(semantics, id) &&
                 semantics_key_equals(semantics, id, syntax->mode, vector->entries[first].text) &&
                 add_way(semantics, node, vector, first, l) != 0)) {
                return -1;
            }
        }
    }
    return 0;
}

static int compare_ways(const void *left, const void *right) {
    const struct semantics_way *a = left, *b = right;
    if (a->first.branch != b->first.branch) {
        return a->first.branch < b->first.branch ? -1 : 1;
    }
    if (a->first.label != b->first.label) {
        return a->first.label < b->first.label ? -1 : 1;
    }
    return a->more_begin < b->more_begin ? -1 : a->more_begin > b->more_begin;
}

/* For each label of each branch, finds where its ways begin: those with it as the first participant. */
static int index_ways(struct semantics *semantics, struct semantics_node *node) {
    node->way_begin = semantics_allocate(semantics, node->child_count, sizeof(uint64_t *));
    if (node->way_begin == NULL) {
        return -1;
    }
    uint64_t way = 0;
    for (uint32_t b = 0; b < node->child_count; b++) {
        uint32_t count = node->children[b]->label_count;
        node->way_begin[b] = semantics_allocate(semantics, (uint64_t)count + 1, sizeof **node->way_begin);
        if (node->way_begin[b] == NULL) {
            return -1;
        }
        for (uint32_t l = 0; l <= count; l++) {
            node->way_begin[b][l] = way;
            while (way < node->way_count && node->ways[way].first.branch == b &&
                   node->ways[way].first.label == l) {
                way++;
            }
        }
    }
    return 0;
}

int semantics_make_vectors(struct semantics *semantics, struct semantics_node *node) {
    if (find_lone_labels(semantics, node) != 0 || find_ways(semantics, node) != 0 ||
        semantics_set_labels(semantics, node) != 0) {
        return -1;
    }
    semantics_translate(node);
    node->way_count = semantics->ways.count;
    node->ways = semantics_allocate(semantics, node->way_count, sizeof *node->ways);
    node->more = semantics_allocate(semantics, semantics->more.count, sizeof *node->more);
    if (node->ways == NULL || node->more == NULL) {
        return -1;
    }
    if (semantics->more.count > 0) {
        memcpy(node->more, semantics->more.data, semantics->more.count * sizeof *node->more);
    }
    for (uint64_t w = 0; w < node->way_count; w++) {
        node->ways[w] = semantics->ways.data[w];
        node->ways[w].label = semantics_find(node, node->ways[w].label);
    }
    sort_items(node->ways, node->way_count, sizeof *node->ways, compare_ways);
    return index_ways(semantics, node);
}
