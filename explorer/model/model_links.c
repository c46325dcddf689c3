/*
 * Compiling links: rules of two participants in different blocks become tables that are indexed by the local
 * state of the second one (struct model_link).
 */
#include "explorer/model/model_build.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "explorer/model/network.h"

#define LINK_STATES (1u << MODEL_BLOCK_BITS) /* most states of a linked component */
#define LINK_EFFORT (1u << 24)               /* limit of moves that are looked at */

/* A rule of two components of different blocks, not linked yet; first < second. */
struct link_candidate {
    uint32_t first, second, rule;
};

/*
 * The candidates [begin, end) of one pair of components, which of the two leads their links, and the size of
 * these links with a table for each local state of the leader (joint), or for each class of the partner.
 */
struct pair {
    uint64_t begin, end, bytes, joint_bytes;
    uint8_t second_leads, accepted, joint;
};

struct model_linked_rule {
    uint32_t leader, class_index, partner, partner_class, label;
    int joint; /* one table for all rules of a local state of the leader and this partner */
};

static int compare_candidates(const void *a, const void *b) {
    const struct link_candidate *left = a, *right = b;
    return left->first != right->first     ? sort_compare(left->first, right->first)
           : left->second != right->second ? sort_compare(left->second, right->second)
                                           : sort_compare(left->rule, right->rule);
}

static int compare_pairs(const void *a, const void *b) {
    const struct pair *left = a, *right = b;
    return left->joint_bytes != right->joint_bytes ? sort_compare(left->joint_bytes, right->joint_bytes)
                                                   : sort_compare(left->begin, right->begin);
}

static int compare_linked(const void *a, const void *b) {
    const struct model_linked_rule *left = a, *right = b;
    return left->leader != right->leader             ? sort_compare(left->leader, right->leader)
           : left->class_index != right->class_index ? sort_compare(left->class_index, right->class_index)
           : left->partner != right->partner         ? sort_compare(left->partner, right->partner)
                                             : sort_compare(left->partner_class, right->partner_class);
}

/* Whether the rule can be linked: two small components in different blocks, whose words have small numbers.
 */
static int can_be_linked(const struct model_build *build, const struct network_rule *rule) {
    const struct network_participant *participant = build->network->participants + rule->participants_begin;
    const struct model_component *component = build->component.data;
    if (rule->participants_end - rule->participants_begin != 2 ||
        build->block_of[participant[0].component] == build->block_of[participant[1].component]) {
        return 0;
    }
    for (int i = 0; i < 2; i++) {
        const struct lts *lts = build->network->components[participant[i].component].lts;
        if (lts->states > LINK_STATES || component[participant[i].component].word >= MODEL_LINK_WORDS) {
            return 0;
        }
    }
    return 1;
}

static const struct network_participant *participants_of(const struct model_build *build, uint32_t rule) {
    return build->network->participants + build->network->rules[rule].participants_begin;
}

/*
 * Counts for one participant of the pair's rules: the rows with such moves, which it returns, and in
 * class_moves[class] one more than the moves of each class.
 */
static uint64_t count_share(const struct model_build *build, const struct link_candidate *candidates,
                            uint64_t count, unsigned side, uint64_t *class_moves) {
    const struct network_participant *any = participants_of(build, candidates[0].rule) + side;
    const struct network_component *component = build->network->components + any->component;
    const struct lts *lts = component->lts;
    uint64_t *moves = class_moves + build->class_base[any->component], rows = 0;
    for (uint64_t i = 0; i < count; i++) {
        moves[participants_of(build, candidates[i].rule)[side].class_index] = 1;
    }
    for (uint32_t state = 0; state < lts->row_states; state++) {
        uint64_t found = 0;
        for (uint64_t move = lts->row[state]; move < lts->row[state + 1]; move++) {
            uint32_t class_index = component->class_of[lts->label[move]];
            if (class_index != NETWORK_DEAD_CLASS && moves[class_index] != 0) {
                moves[class_index]++;
                found = 1;
            }
        }
        rows += found;
    }
    return rows;
}

/* Decides which component leads a pair's links, the one that has them in a smaller share of its states, and
 * computes their size. class_moves: zeroed, and zeroed again at the end. */
static void weigh_pair(const struct model_build *build, const struct link_candidate *candidates,
                       struct pair *pair, uint64_t *class_moves) {
    const struct link_candidate *first = candidates + pair->begin;
    const uint64_t count = pair->end - pair->begin;
    const uint64_t states[2] = {build->network->components[first->first].lts->states,
                                build->network->components[first->second].lts->states};
    const uint32_t *base = build->class_base;
    uint64_t rows[2], targets = 0, links = 0, tables = 0;
    for (unsigned side = 0; side < 2; side++) {
        rows[side] = count_share(build, first, count, side, class_moves);
    }
    const unsigned leader = rows[1] * states[0] < rows[0] * states[1];
    for (uint64_t i = 0; i < count; i++) {
        const struct network_participant *leads = participants_of(build, first[i].rule) + leader;
        const struct network_participant *joins = participants_of(build, first[i].rule) + !leader;
        const uint64_t leader_moves = class_moves[base[leads->component] + leads->class_index] - 1;
        const uint64_t partner_moves = class_moves[base[joins->component] + joins->class_index] - 1;
        targets += leader_moves * partner_moves;
        links += leader_moves;
        tables += states[!leader] + partner_moves;
    }
    for (uint64_t i = 0; i < count; i++) {
        const struct network_participant *participant = participants_of(build, first[i].rule);
        class_moves[base[participant[0].component] + participant[0].class_index] = 0;
        class_moves[base[participant[1].component] + participant[1].class_index] = 0;
    }
    pair->second_leads = (uint8_t)leader;
    pair->bytes = tables * sizeof(uint32_t) + links * sizeof(struct model_link);
    pair->joint_bytes = (rows[leader] * states[!leader] + targets) * sizeof(uint32_t) +
                        rows[leader] * sizeof(struct model_link);
}

/* Links the pair's rules. The blocks of both need tables that say exactly who leads other rules. */
static void accept_pair(struct model_build *build, const struct link_candidate *candidates,
                        const struct pair *pair) {
    struct model_block *block = build->block.data;
    block[build->block_of[candidates[pair->begin].first]].fused = 1;
    block[build->block_of[candidates[pair->begin].second]].fused = 1;
    for (uint64_t i = pair->begin; i < pair->end; i++) {
        const struct network_participant *participant = participants_of(build, candidates[i].rule);
        const struct network_participant *leader = participant + pair->second_leads;
        const struct network_participant *partner = participant + !pair->second_leads;
        build->rule_linked[candidates[i].rule] = 1;
        build->linked[build->linked_count++] =
            (struct model_linked_rule){leader->component,
                                       leader->class_index,
                                       partner->component,
                                       partner->class_index,
                                       build->network->rules[candidates[i].rule].label,
                                       pair->joint};
    }
}

/* Links pairs as long as there is room, with joint tables as long as there is room for these. */
static void accept_pairs(struct model_build *build, const struct link_candidate *candidates,
                         struct pair *pairs, uint64_t count) {
    uint64_t bytes = 0;
    qsort(pairs, count, sizeof *pairs, compare_pairs);
    for (uint64_t i = 0; i < count; i++) {
        pairs[i].accepted = bytes + pairs[i].bytes <= build->link_bytes;
        bytes += pairs[i].accepted ? pairs[i].bytes : 0;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (pairs[i].accepted) {
            pairs[i].joint = bytes - pairs[i].bytes + pairs[i].joint_bytes <= build->link_bytes;
            bytes += pairs[i].joint ? pairs[i].joint_bytes - pairs[i].bytes : 0;
            accept_pair(build, candidates, pairs + i);
        }
    }
    sort_items(build->linked, build->linked_count, sizeof *build->linked, compare_linked);
}

/* Groups the candidates by pairs. */
static int choose_pairs(struct model_build *build, const struct link_candidate *candidates, uint64_t count) {
    const struct network_component *components = build->network->components;
    struct pair *pairs = model_scratch(build, count, sizeof *pairs);
    uint64_t classes = build->class_base[build->network->component_count];
    uint64_t *class_moves = model_scratch(build, classes, sizeof *class_moves);
    uint64_t pair_count = 0, effort = 0;
    if (pairs == NULL || class_moves == NULL) {
        return -1;
    }
    for (uint64_t begin = 0, end; begin < count && effort < LINK_EFFORT; begin = end) {
        const struct link_candidate *first = candidates + begin;
        for (end = begin;
             end < count && candidates[end].first == first->first && candidates[end].second == first->second;
             end++) {
        }
        pairs[pair_count] = (struct pair){.begin = begin, .end = end};
        weigh_pair(build, candidates, &pairs[pair_count++], class_moves);
        effort += components[first->first].lts->moves + components[first->second].lts->moves;
    }
    accept_pairs(build, candidates, pairs, pair_count);
    return 0;
}

int model_plan_links(struct model_build *build) {
    const struct network *network = build->network;
    if (build->block_of == NULL) {
        return 0;
    }
    uint64_t count = 0;
    for (uint64_t r = 0; r < network->rule_count; r++) {
        count += (uint64_t)can_be_linked(build, network->rules + r);
    }
    struct link_candidate *candidates = model_scratch(build, count, sizeof *candidates);
    build->linked = model_scratch(build, count, sizeof *build->linked);
    build->rule_linked = model_scratch(build, network->rule_count, sizeof *build->rule_linked);
    if (candidates == NULL || build->linked == NULL || build->rule_linked == NULL) {
        return -1;
    }
    count = 0;
    for (uint64_t r = 0; r < network->rule_count; r++) {
        if (can_be_linked(build, network->rules + r)) {
            const struct network_participant *participant = participants_of(build, (uint32_t)r);
            candidates[count++] =
                (struct link_candidate){participant[0].component, participant[1].component, (uint32_t)r};
        }
    }
    if (count == 0) {
        return 0;
    }
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    return choose_pairs(build, candidates, count);
}

/* --- tables --- */

/* A rule that a local state of the leader is ready for, with the leader's entry. */
struct ready {
    const struct model_linked_rule *rule;
    uint32_t entry;
};

static int compare_ready(const void *a, const void *b) {
    const struct ready *left = a, *right = b;
    return left->rule->partner != right->rule->partner
               ? sort_compare(left->rule->partner, right->rule->partner)
               : sort_compare((uintptr_t)left->rule, (uintptr_t)right->rule);
}

/* The entry of a class in a component's row, or MODEL_NONE. */
static uint32_t find_entry(const struct model_build *build, const struct model_component *component,
                           uint32_t local, uint32_t class_index) {
    const struct model_row *row = (const struct model_row *)build->row.data + component->row + local;
    const struct model_entry *entries = build->entry.data;
    if (local >= component->rows) {
        return MODEL_NONE;
    }
    for (uint32_t entry = row[0].begin; entry < row[1].begin; entry++) {
        if (entries[entry].class_index == class_index) {
            return entry;
        }
    }
    return MODEL_NONE;
}

/* Appends the partner's moves by one rule to a table; joint: each together with each of the leader's. */
static int add_link_targets(struct model_build *build, const struct ready *ready, uint32_t local, int joint) {
    const struct model_component *partner =
        (const struct model_component *)build->component.data + ready->rule->partner;
    const struct model_entry *entry = build->entry.data;
    const uint32_t *target = build->target.data;
    uint32_t joins = find_entry(build, partner, local, ready->rule->partner_class);
    uint32_t begin = entry[ready->entry].targets, end = joint ? entry[ready->entry + 1].targets : begin + 1;
    for (uint32_t i = begin; joins != MODEL_NONE && i < end; i++) {
        for (uint32_t j = entry[joins].targets; j < entry[joins + 1].targets; j++) {
            uint32_t *at = model_table_add(build, &build->link_target, 1);
            uint32_t *label = !build->labelled ? at : model_table_add(build, &build->link_target_label, 1);
            if (at == NULL || label == NULL) {
                return -1;
            }
            *label = ready->rule->label;
            *at = (joint ? target[i] : 0) | target[j] << 16;
        }
    }
    return 0;
}

/* Appends a table with a row for each state of the partner. 0 or -1. */
static int add_link_rows(struct model_build *build, const struct ready *ready, uint32_t count, int joint) {
    const uint32_t states = build->network->components[ready->rule->partner].lts->states;
    for (uint32_t local = 0; local < states; local++) {
        uint32_t begin = (uint32_t)build->link_target.count;
        for (uint32_t i = 0; i < count; i++) {
            if (add_link_targets(build, ready + i, local, joint) != 0) {
                return -1;
            }
        }
        uint32_t *row = model_table_add(build, &build->link_row, 1);
        if (row == NULL) {
            return -1;
        }
        *row = begin << 16 | ((uint32_t)build->link_target.count - begin);
    }
    return 0;
}

/* The most targets of one of `count` rows. */
static uint32_t most_in_rows(const struct model_build *build, uint32_t row, uint32_t count) {
    const uint32_t *rows = build->link_row.data;
    uint32_t most = 0;
    for (uint32_t i = row; i < row + count; i++) {
        most = (rows[i] & 0xffff) > most ? rows[i] & 0xffff : most;
    }
    return most;
}

/*
 * Appends a link for the rule to its partner's table at `row`; with the rule's label, or MODEL_NONE if other
 * rules share the table. 0 or -1.
 */
static int add_link(struct model_build *build, const struct model_linked_rule *rule, uint32_t row,
                    uint32_t to, uint32_t label) {
    const struct model_component *component =
        (const struct model_component *)build->component.data + rule->partner;
    struct model_link *link = model_table_add(build, &build->link, 1);
    uint32_t *labels = !build->labelled ? &label : model_table_add(build, &build->link_label, 1);
    if (link == NULL || labels == NULL) {
        return -1;
    }
    *labels = label;
    build->state_linked += most_in_rows(build, row, build->network->components[rule->partner].lts->states);
    link->row = (uint16_t)row;
    link->to = (uint16_t)to;
    link->place = model_link_place((uint32_t)component->mask, component->shift, component->word);
    return 0;
}

/* Appends the links for one rule, one for each move of the leader, to a table that the class shares. 0 or -1.
 */
static int add_class_links(struct model_build *build, const struct ready *ready) {
    const struct model_linked_rule *rule = ready->rule;
    uint32_t *row = build->class_link_row + build->class_base[rule->partner] + rule->partner_class;
    const struct model_entry *entry = (const struct model_entry *)build->entry.data + ready->entry;
    if (*row == 0) {
        *row = (uint32_t)build->link_row.count + 1;
        if (add_link_rows(build, ready, 1, 0) != 0) {
            return -1;
        }
    }
    for (uint32_t i = entry[0].targets; i < entry[1].targets; i++) {
        if (add_link(build, rule, *row - 1, ((const uint32_t *)build->target.data)[i], rule->label) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Appends the links to one partner, by `count` rules. 0 or -1. */
static int add_partner(struct model_build *build, const struct ready *ready, uint32_t count) {
    const struct model_entry *entry = (const struct model_entry *)build->entry.data + ready->entry;
    if (ready->rule->joint && (count > 1 || entry[1].targets - entry[0].targets > 1)) {
        uint32_t row = (uint32_t)build->link_row.count;
        return add_link_rows(build, ready, count, 1) != 0 ||
                       add_link(build, ready->rule, row, 0, MODEL_NONE) != 0
                   ? -1
                   : 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (add_class_links(build, ready + i) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Appends the links of one local state of a component that leads linked rules [first, end). 0 or -1. */
static int add_state(struct model_build *build, const struct model_linked_rule *first,
                     const struct model_linked_rule *end, uint32_t local, struct ready *ready) {
    const struct model_component *leader =
        (const struct model_component *)build->component.data + first->leader;
    const struct model_row *row = (const struct model_row *)build->row.data + leader->row + local;
    const struct model_entry *entries = build->entry.data;
    uint32_t count = 0;
    if (local >= leader->rows) {
        return 0;
    }
    for (uint32_t entry = row[0].begin; entry < row[1].begin; entry++) {
        const struct model_linked_rule key = {.leader = first->leader,
                                              .class_index = entries[entry].class_index};
        const struct model_linked_rule *low = first, *high = end;
        while (low < high) {
            const struct model_linked_rule *middle = low + (high - low) / 2;
            if (compare_linked(middle, &key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (; low < end && low->class_index == key.class_index; low++) {
            ready[count++] = (struct ready){low, entry};
        }
    }
    qsort(ready, count, sizeof *ready, compare_ready);
    for (uint32_t begin = 0, next; begin < count; begin = next) {
        for (next = begin + 1; next < count && ready[next].rule->partner == ready[begin].rule->partner;
             next++) {
        }
        if (add_partner(build, ready + begin, next - begin) != 0) {
            return -1;
        }
    }
    return 0;
}

int model_build_links(struct model_build *build, struct model_header *header) {
    const struct model_component *component = build->component.data;
    const uint32_t classes = build->class_base[build->network->component_count];
    struct ready *ready = model_scratch(build, build->linked_count, sizeof *ready);
    build->class_link_row = model_scratch(build, classes, sizeof *build->class_link_row);
    if (ready == NULL || build->class_link_row == NULL) {
        return -1;
    }
    for (uint64_t first = 0, end; first < build->linked_count; first = end) {
        const struct model_linked_rule *rules = build->linked;
        const uint32_t leader = rules[first].leader;
        const uint32_t states = build->network->components[leader].lts->states;
        for (end = first + 1; end < build->linked_count && rules[end].leader == leader; end++) {
        }
        struct model_linker *linker = model_table_add(build, &build->linker, 1);
        uint32_t *begins = linker == NULL ? NULL : model_table_add(build, &build->link_begin, states + 1);
        if (begins == NULL) {
            return -1;
        }
        *linker = (struct model_linker){component[leader].word, component[leader].shift,
                                        (uint32_t)component[leader].mask,
                                        (uint32_t)build->link_begin.count - states - 1};
        uint32_t most = 0;
        for (uint32_t local = 0; local < states; local++) {
            begins[local] = (uint32_t)build->link.count;
            build->state_linked = 0;
            if (add_state(build, rules + first, rules + end, local, ready) != 0) {
                return -1;
            }
            most = build->state_linked > most ? build->state_linked : most;
        }
        begins[states] = (uint32_t)build->link.count;
        build->most_linked += most;
    }
    header->linkers = (uint32_t)build->linker.count;
    return 0;
}
