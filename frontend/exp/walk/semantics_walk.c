/* The transitions of each EXP operator in a state, by its definition. */
#include <string.h>

#include "frontend/exp/walk/semantics_internal.h"

/* --- lists of transitions --- */

int semantics_list_add(struct semantics *semantics, struct semantics_list *list,
                       const struct semantics_fired *fired, const struct walker_move *moves) {
    struct semantics_fired added = *fired;
    added.move_begin = list->moves.count;
    if (semantics_step(semantics) != 0 || SEMANTICS_ADD(semantics, list->fired, added) != 0 ||
        SEMANTICS_RESERVE(semantics, list->moves, list->moves.count + fired->move_count) != 0) {
        return -1;
    }
    if (fired->move_count > 0) {
        memcpy(list->moves.data + list->moves.count, moves, fired->move_count * sizeof *moves);
    }
    list->moves.count += fired->move_count;
    return 0;
}

int semantics_add(struct semantics *semantics, struct semantics_node *node, uint32_t branch,
                  const struct semantics_fired *fired, uint32_t label) {
    const struct semantics_list *from = &node->children[branch]->list;
    const struct semantics_fired added = {label, fired->move_count, 0, fired->fault, fired->chance};
    return semantics_list_add(semantics, &node->list, &added,
                              from->moves.data == NULL ? NULL : from->moves.data + fired->move_begin);
}

static int walk_leaf(struct semantics *semantics, struct semantics_node *node, const uint32_t *state) {
    const struct lts *lts = node->syntax->lts;
    uint32_t local = state[node->leaf];
    if (local >= lts->row_states) {
        return 0;
    }
    for (uint64_t m = lts->row[local]; m < lts->row[local + 1]; m++) {
        struct walker_move move = {node->leaf, lts->target[m], lts->label[m],
                                   lts->choice == NULL ? LTS_NO_CHOICE : lts->choice[m], 0};
        const int is_drawn = lts->weight != NULL && lts->choice[m] != LTS_NO_CHOICE;
        const struct semantics_fired fired = {node->up[0][lts->label[m]], 1, 0, 0,
                                              is_drawn ? lts->weights[lts->weight[m]] : 1};
        if (semantics_list_add(semantics, &node->list, &fired, &move) != 0) {
            return -1;
        }
    }
    return 0;
}

static int relabel_transitions(struct semantics *semantics, struct semantics_node *node) {
    const struct semantics_list *from = &node->children[0]->list;
    for (uint64_t t = 0; t < from->fired.count; t++) {
        uint32_t label = node->up[0][from->fired.data[t].label];
        if (semantics_step(semantics) != 0 ||
            (label != SEMANTICS_NONE &&
             semantics_add(semantics, node, 0, &from->fired.data[t], label) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* --- combinations --- */

static void clear_entries(struct semantics *semantics) {
    semantics->entries.count = 0;
    semantics->groups.count = 0;
}

static int begin_group(struct semantics *semantics) {
    return SEMANTICS_ADD(semantics, semantics->groups, semantics->entries.count);
}

static int push_entry(struct semantics *semantics, uint32_t branch, const struct semantics_fired *fired) {
    uint32_t group = (uint32_t)semantics->groups.count - 1;
    return SEMANTICS_ADD(semantics, semantics->entries, (struct semantics_entry){fired, branch, group});
}

static int choose_entry(struct semantics *semantics, struct semantics_node *node, uint64_t entry) {
    const struct semantics_entry *chosen = &semantics->entries.data[entry];
    const struct semantics_list *from = &node->children[chosen->branch]->list;
    uint64_t before = semantics->moves.count, count = chosen->fired->move_count;
    if (SEMANTICS_RESERVE(semantics, semantics->moves, before + count) != 0) {
        return -1;
    }
    if (count > 0) {
        memcpy(semantics->moves.data + before, from->moves.data + chosen->fired->move_begin,
               count * sizeof *from->moves.data);
    }
    semantics->moves.count += count;
    return SEMANTICS_ADD(semantics, semantics->choices, (struct semantics_choice){entry, before});
}

/* Undoes the last choice; returns the entry after it. */
static uint64_t undo_choice(struct semantics *semantics) {
    struct semantics_choice last = semantics->choices.data[--semantics->choices.count];
    semantics->moves.count = last.moves_before;
    return last.entry + 1;
}

/* Adds the combination that is chosen. It has an error if one of its transitions has. */
static int add_combination(struct semantics *semantics, struct semantics_node *node, uint32_t label) {
    struct semantics_fired fired = {label, (uint32_t)semantics->moves.count, 0, 0, 1};
    for (uint64_t c = 0; c < semantics->choices.count; c++) {
        const struct semantics_fired *part = semantics->entries.data[semantics->choices.data[c].entry].fired;
        fired.fault = fired.fault == 0 ? part->fault : fired.fault;
        fired.chance *= part->chance;
    }
    return semantics_list_add(semantics, &node->list, &fired, semantics->moves.data);
}

/*
 * Adds every combination of `degree` entries from different groups. The last group is closed; there are at
 * least `degree` groups, so that every choice can be completed.
 */
static int combine_entries(struct semantics *semantics, struct semantics_node *node, uint32_t label,
                           uint32_t degree) {
    const uint64_t *groups = semantics->groups.data;
    uint64_t spare = semantics->groups.count - 1 - degree; /* groups that may be skipped */
    uint64_t entry = 0;
    for (;;) {
        uint64_t taken = semantics->choices.count;
        if (taken < degree && entry < groups[taken + spare + 1]) {
            if (choose_entry(semantics, node, entry) != 0) {
                return -1;
            }
            entry = groups[semantics->entries.data[entry].group + 1];
            continue;
        }
        if (taken == degree && add_combination(semantics, node, label) != 0) {
            return -1;
        }
        if (taken == 0) {
            return 0;
        }
        entry = undo_choice(semantics);
    }
}

/* --- operators that synchronise equal labels --- */

static int push_link(struct semantics *semantics, struct semantics_node *node, uint32_t branch,
                     uint32_t label, const struct semantics_fired *fired) {
    struct semantics_link link = {fired, branch, label, node->meeting[label]};
    if (SEMANTICS_ADD(semantics, semantics->links, link) != 0) {
        return -1;
    }
    node->meeting[label] = semantics->links.count;
    return 0;
}

/*
 * Adds the transitions of branches that move alone, and links those that must join others, last branch first
 * so that chains ascend.
 */
static int find_partners(struct semantics *semantics, struct semantics_node *node) {
    semantics->links.count = 0;
    for (uint32_t b = node->child_count; b-- > 0;) {
        const struct semantics_list *from = &node->children[b]->list;
        for (uint64_t t = from->fired.count; t-- > 0;) {
            const struct semantics_fired *fired = &from->fired.data[t];
            uint32_t label = node->up[b][fired->label];
            int status = semantics_step(semantics);
            if (status == 0 && label != SEMANTICS_NONE) {
                status = node->joins[b][fired->label] ? push_link(semantics, node, b, label, fired)
                                                      : semantics_add(semantics, node, b, fired, label);
            }
            if (status != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* Collects the links of a label, from the latest on. */
static int join_links(struct semantics *semantics, struct semantics_node *node, uint32_t label) {
    clear_entries(semantics);
    uint32_t branch = SEMANTICS_NONE;
    for (uint64_t link = node->meeting[label]; link != 0; link = semantics->links.data[link - 1].next) {
        const struct semantics_link *at = &semantics->links.data[link - 1];
        if ((at->branch != branch && begin_group(semantics) != 0) ||
            push_entry(semantics, at->branch, at->fired) != 0) {
            return -1;
        }
        branch = at->branch;
    }
    node->meeting[label] = 0;
    if (begin_group(semantics) != 0) {
        return -1;
    }
    for (uint32_t d = 0; d < node->degree_count[label]; d++) {
        uint32_t degree = node->degrees[label][d];
        if (degree > 0 && degree < semantics->groups.count &&
            combine_entries(semantics, node, label, degree) != 0) {
            return -1;
        }
    }
    return 0;
}

static int synchronise(struct semantics *semantics, struct semantics_node *node) {
    int status = find_partners(semantics, node);
    for (uint64_t link = semantics->links.count; link > 0; link--) {
        uint32_t label = semantics->links.data[link - 1].label;
        if (status == 0 && node->meeting[label] != 0) {
            status = join_links(semantics, node, label);
        }
        node->meeting[label] = 0;
    }
    return status;
}

/* --- par using --- */

/* Adds the transitions of the ways whose first participant is `first`. */
static int follow_way(struct semantics *semantics, struct semantics_node *node,
                      const struct semantics_way *way, const struct semantics_fired *first) {
    clear_entries(semantics);
    if (begin_group(semantics) != 0 || push_entry(semantics, way->first.branch, first) != 0) {
        return -1;
    }
    for (uint32_t k = 0; k < way->more_count; k++) {
        const struct semantics_participant *other = &node->more[way->more_begin + k];
        const struct semantics_list *from = &node->children[other->branch]->list;
        uint64_t before = semantics->entries.count;
        if (begin_group(semantics) != 0) {
            return -1;
        }
        for (uint64_t t = 0; t < from->fired.count; t++) {
            if (semantics_step(semantics) != 0 ||
                (from->fired.data[t].label == other->label &&
                 push_entry(semantics, other->branch, &from->fired.data[t]) != 0)) {
                return -1;
            }
        }
        if (semantics->entries.count == before) {
            return 0; /* this branch cannot move now */
        }
    }
    return begin_group(semantics) != 0 ? -1
                                       : combine_entries(semantics, node, way->label, way->more_count + 1);
}

static int follow_vectors(struct semantics *semantics, struct semantics_node *node) {
    for (uint32_t b = 0; b < node->child_count; b++) {
        const struct semantics_list *from = &node->children[b]->list;
        for (uint64_t t = 0; t < from->fired.count; t++) {
            const struct semantics_fired *fired = &from->fired.data[t];
            uint32_t lone = node->up[b][fired->label];
            if (lone != SEMANTICS_NONE && semantics_add(semantics, node, b, fired, lone) != 0) {
                return -1;
            }
            const uint64_t *begin = node->way_begin[b] + fired->label;
            for (uint64_t w = begin[0]; w < begin[1]; w++) {
                if (follow_way(semantics, node, &node->ways[w], fired) != 0) {
                    return -1;
                }
            }
        }
    }
    return 0;
}

/* --- the tree --- */

int semantics_walk(struct semantics *semantics, struct semantics_node *node, const uint32_t *state) {
    node->list.fired.count = 0;
    node->list.moves.count = 0;
    for (uint32_t b = 0; b < node->child_count; b++) {
        if (semantics_walk(semantics, node->children[b], state) != 0) {
            return -1;
        }
    }
    /* Clears the remains of a failed walk. */
    semantics->choices.count = 0;
    semantics->moves.count = 0;
    switch (node->syntax->kind) {
    case EXP_STOP:
    case EXP_FILE: /* no node is a file */
        break;
    case EXP_LEAF:
        return node->model != NULL ? semantics_walk_model(semantics, node, state)
                                   : walk_leaf(semantics, node, state);
    case EXP_SYNC_ALL:
    case EXP_INTERLEAVE:
    case EXP_SYNC_GATES:
    case EXP_PAR_GATES:
        return synchronise(semantics, node);
    case EXP_HIDE:
    case EXP_CUT:
    case EXP_RENAME:
        return relabel_transitions(semantics, node);
    case EXP_PRIO:
        return semantics_prioritise(semantics, node);
    case EXP_PAR_VECTORS:
        return follow_vectors(semantics, node);
    }
    return 0;
}
