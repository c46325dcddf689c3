/*
 * Compiles rules. A rule with one participant and without guards is fast: it needs no record, only the label
 * of its class. Every other rule is stored with its leader, the participant that is enabled least often.
 */
#include "explorer/model/model_build.h"

#include <string.h>

#include "explorer/model/network.h"

/*
 * Whether participant a is enabled in a smaller share of its rows than b; on a tie, the smaller class wins.
 */
static int leads_better(const struct model_build *build, const struct network_participant *a,
                        const struct network_participant *b) {
    const struct network_component *components = build->network->components;
    uint64_t weight_a = build->class_weight[build->class_base[a->component] + a->class_index];
    uint64_t weight_b = build->class_weight[build->class_base[b->component] + b->class_index];
    uint64_t share_a = weight_a * components[b->component].lts->row_states;
    uint64_t share_b = weight_b * components[a->component].lts->row_states;
    return share_a != share_b ? share_a < share_b : a->class_index < b->class_index;
}

/*
 * A rule with one participant and without guards is its class's fast rule, unless the class already has one.
 */
static int make_fast(struct model_build *build, const struct network_rule *rule, uint32_t class_number) {
    uint32_t *fast_label = build->fast_label.data;
    if (rule->participants_end - rule->participants_begin != 1 || rule->needs_begin != rule->needs_end ||
        rule->stratum + 1 != build->network->strata || fast_label[class_number] != MODEL_NONE) {
        return 0;
    }
    fast_label[class_number] = rule->label;
    build->class_roles[class_number] |= MODEL_FAST;
    return 1;
}

int model_choose_leaders(struct model_build *build) {
    const struct network *network = build->network;
    uint32_t classes = build->class_base[network->component_count];
    uint32_t *fast_label = model_table_add(build, &build->fast_label, classes);
    if (fast_label == NULL) {
        return -1;
    }
    memset(fast_label, 0xff, classes * sizeof *fast_label);
    for (uint64_t r = 0; r < network->rule_count; r++) {
        const struct network_rule *rule = network->rules + r;
        const struct network_participant *first = network->participants + rule->participants_begin;
        uint64_t count = rule->participants_end - rule->participants_begin, leader = 0;
        for (uint64_t i = 1; i < count; i++) {
            if (leads_better(build, first + i, first + leader)) {
                leader = i;
            }
        }
        if (make_fast(build, rule, build->class_base[first->component] + first->class_index)) {
            build->rule_leader[r] = MODEL_NONE;
            continue;
        }
        build->rule_leader[r] = (uint32_t)leader;
        for (uint64_t i = 0; i < count; i++) {
            build->class_roles[build->class_base[first[i].component] + first[i].class_index] |=
                i == leader ? MODEL_LEADS : MODEL_JOINS;
        }
    }
    return 0;
}

static int add_guards(struct model_build *build, const uint32_t *guards, uint64_t count, uint32_t *at) {
    *at = (uint32_t)build->guard.count;
    uint32_t *copy = model_table_add(build, &build->guard, count);
    for (uint64_t i = 0; copy != NULL && i < count; i++) {
        copy[i] = guards[i];
    }
    return copy == NULL ? -1 : 0;
}

static int add_rule(struct model_build *build, uint64_t r, struct model_rule *rule) {
    const struct network *network = build->network;
    const struct network_rule *from = network->rules + r;
    uint64_t count = from->participants_end - from->participants_begin;
    rule->label = from->label;
    rule->others = (uint32_t)build->other.count;
    rule->other_count = (uint32_t)(count - 1);
    struct model_other *other = model_table_add(build, &build->other, count - 1);
    if (other == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        const struct network_participant *participant = network->participants + from->participants_begin + i;
        if (i != build->rule_leader[r]) {
            *other++ = (struct model_other){
                participant->component, participant->class_index,
                (build->class_roles[build->class_base[participant->component] + participant->class_index] &
                 MODEL_LEADS) != 0};
        }
    }
    rule->need_count = (uint32_t)(from->needs_end - from->needs_begin);
    rule->falsify_count = (uint32_t)(from->falsifies_end - from->falsifies_begin);
    return add_guards(build, network->needs + from->needs_begin, rule->need_count, &rule->needs) != 0 ||
                   add_guards(build, network->falsifies + from->falsifies_begin, rule->falsify_count,
                              &rule->falsifies) != 0
               ? -1
               : 0;
}

/* Whether all participants of rule `r` are in one fused block. */
static int stays_in_block(const struct model_build *build, uint64_t r) {
    const struct network_rule *rule = build->network->rules + r;
    const struct network_participant *participant = build->network->participants;
    const struct model_block *blocks = build->block.data;
    if (build->block_of == NULL) {
        return 0;
    }
    uint32_t block = build->block_of[participant[rule->participants_begin].component];
    for (uint64_t i = rule->participants_begin; i < rule->participants_end; i++) {
        if (build->block_of[participant[i].component] != block) {
            return 0;
        }
    }
    return blocks[block].fused != 0;
}

/* Who makes a rule, if not the search by its leader; the order of rules of one class. */
enum maker { MADE_BY_LEADER, MADE_BY_LINK, MADE_BY_BLOCK, MAKERS };

static enum maker maker_of(const struct model_build *build, uint64_t r) {
    return stays_in_block(build, r)                              ? MADE_BY_BLOCK
           : build->rule_linked != NULL && build->rule_linked[r] ? MADE_BY_LINK
                                                                 : MADE_BY_LEADER;
}

/* The place of the rule in the lead table, given by its stratum and its leading class. */
static uint32_t *lead_of(const struct model_build *build, uint64_t r, uint64_t stride) {
    const struct network_rule *rule = build->network->rules + r;
    const struct network_participant *leader =
        build->network->participants + rule->participants_begin + build->rule_leader[r];
    return (uint32_t *)build->lead.data + rule->stratum * stride + build->class_base[leader->component] +
           leader->class_index;
}

/* Places the rules with this maker at the lead table's offsets, and advances these. */
static int place_rules(struct model_build *build, uint64_t stride, enum maker maker) {
    struct model_rule *rules = build->rule.data;
    for (uint64_t r = 0; r < build->network->rule_count; r++) {
        if (build->rule_leader[r] == MODEL_NONE || maker_of(build, r) != maker) {
            continue;
        }
        uint32_t *at = lead_of(build, r, stride);
        if (add_rule(build, r, rules + (*at)++) != 0) {
            return -1;
        }
    }
    return 0;
}

/*
 * Sorts rules by (stratum, leading class, maker), with a counting sort; its offsets are the lead table.
 */
int model_build_rules(struct model_build *build) {
    const struct network *network = build->network;
    uint64_t classes = build->class_base[network->component_count], stride = classes + 1, slow = 0;
    uint64_t entries = stride * network->strata;
    uint32_t *lead = model_table_add(build, &build->lead, entries);
    uint32_t *cross = lead == NULL ? NULL : model_table_add(build, &build->lead_cross, stride);
    build->lead_inner = model_scratch(build, stride, sizeof *build->lead_inner);
    if (cross == NULL || build->lead_inner == NULL) {
        return -1;
    }
    for (uint64_t r = 0; r < network->rule_count; r++) {
        if (build->rule_leader[r] != MODEL_NONE) {
            ++*lead_of(build, r, stride);
            slow++;
        }
    }
    uint32_t sum = 0;
    for (uint64_t i = 0; i < entries;
         i++) { /* turns counts into begins; the last of each stratum counts nothing */
        uint32_t count = lead[i];
        lead[i] = sum;
        sum += count;
    }
    if (model_table_add(build, &build->rule, slow) == NULL) {
        return -1;
    }
    uint32_t *ends[MAKERS] = {cross, build->lead_inner, NULL};
    for (unsigned maker = 0; maker < MAKERS; maker++) {
        if (place_rules(build, stride, (enum maker)maker) != 0) {
            return -1;
        }
        if (ends[maker] != NULL) {
            memcpy(ends[maker], lead + entries - stride, stride * sizeof *lead);
        }
    }
    /* Each begin has moved to its end, which is the next begin. */
    memmove(lead + 1, lead, (entries - 1) * sizeof *lead);
    lead[0] = 0;
    return 0;
}
