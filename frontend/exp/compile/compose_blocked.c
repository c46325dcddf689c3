/*
 * Warnings of gates that are blocked for ever: not all branches that must take part have the gate, or they
 * have no common label of it. Only what is blocked in every state is found; whether some state offers the
 * labels at the same time is unknown here.
 */
#include "frontend/exp/compile/compose.h"

#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"

#define KEY_BLOCKED 2 /* the key of a gate is this plus the gate's number */

void compose_name(struct compose_names *names, const char *label, uint32_t branch) {
    if (names->count++ < COMPOSE_NAMED) {
        int written = snprintf(names->text + names->used, sizeof names->text - names->used,
                               "%s'%.80s' of branch %u", names->count == 1 ? "" : ", ", label, branch + 1);
        names->used += written > 0 ? (size_t)written : 0;
    }
}

int compose_warn_names(struct composer *composer, const struct source_position *position, uint32_t key,
                       const char *before, const struct compose_names *names, const char *after) {
    char text[1200], more[60] = "";
    if (names->count > COMPOSE_NAMED) {
        snprintf(more, sizeof more, " and %llu more", (unsigned long long)(names->count - COMPOSE_NAMED));
    }
    snprintf(text, sizeof text, "%.300s%s%s%.80s", before, names->text, more, after);
    return compose_warn(composer, position, key, text);
}

/* --- two sides --- */

/*
 * A label of the gate that has rules, in an indexed map: the first that was added, which is the last of the
 * chain.
 */
static uint32_t label_of_gate(const struct rule_map *map, uint32_t gate) {
    const struct rule_gate *chain = rule_map_gate(map, gate);
    uint32_t label = LABEL_NONE;
    for (uint32_t at = chain == NULL ? RULE_NONE : chain->first; at != RULE_NONE;
         at = map->entries[at].gate_next) {
        label = map->entries[at].rules.count > 0 ? map->entries[at].label : label;
    }
    return label;
}

static int index_map(struct composer *composer, struct rule_map *map) {
    return compose_gate(composer, LABEL_INTERNAL_ID) == LABEL_NONE || /* makes gate_of complete */
                   rule_map_index(composer->memory, map, composer->gate_of) != 0
               ? compose_memory(composer)
               : 0;
}

static int warn_pair(struct composer *composer, const struct source_position *position, uint32_t one,
                     uint32_t other) {
    char text[900];
    uint32_t length = label_gate_length(composer->labels, one);
    snprintf(text, sizeof text,
             "gate '%.*s' is blocked: both sides have it, but no label of it is common to them ('%.200s' on "
             "one side, '%.200s' on the other)",
             length > 200 ? 200 : (int)length, label_text(composer->labels, one),
             label_text(composer->labels, one), label_text(composer->labels, other));
    return compose_warn(composer, position, KEY_BLOCKED + compose_gate(composer, one), text);
}

static int warn_single(struct composer *composer, const struct source_position *position, uint32_t label,
                       uint32_t gate) {
    char text[600];
    uint32_t length = label_gate_length(composer->labels, label);
    snprintf(text, sizeof text, "gate '%.*s' is blocked: only one side has it ('%.200s')",
             length > 200 ? 200 : (int)length, label_text(composer->labels, label),
             label_text(composer->labels, label));
    return compose_warn(composer, position, KEY_BLOCKED + gate, text);
}

int compose_warn_blocked(struct composer *composer, const struct source_position *position, uint32_t gate,
                         uint32_t label, struct rule_map *other) {
    if (index_map(composer, other) != 0) {
        return -1;
    }
    uint32_t found = label_of_gate(other, gate);
    if (label != LABEL_NONE && found != LABEL_NONE) {
        return warn_pair(composer, position, label, found);
    }
    label = label != LABEL_NONE ? label : found;
    return label == LABEL_NONE || other->count == 0 /* `stop` is there to block */
               ? 0
               : warn_single(composer, position, label, gate);
}

/* Whether a label of the chain has rules in both maps. */
static int is_common(const struct rule_map *map, const struct rule_gate *chain,
                     const struct rule_map *other) {
    for (uint32_t at = chain->first; at != RULE_NONE; at = map->entries[at].gate_next) {
        if (map->entries[at].rules.count > 0 && rule_map_find(other, map->entries[at].label) != NULL) {
            return 1;
        }
    }
    return 0;
}

int compose_warn_blocked_all(struct composer *composer, const struct exp_node *node, struct rule_map *a,
                             struct rule_map *b) {
    if (index_map(composer, a) != 0 || index_map(composer, b) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < a->count; i++) {
        uint32_t gate = composer->gate_of[a->entries[i].label];
        const struct rule_gate *chain = rule_map_gate(a, gate);
        if (chain->first != i || is_common(a, chain, b)) {
            continue; /* each chain once, at its first entry */
        }
        uint32_t one = label_of_gate(a, gate), other = label_of_gate(b, gate);
        if (one != LABEL_NONE && other != LABEL_NONE &&
            warn_pair(composer, &node->position, one, other) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- branches --- */

int compose_warn_blocked_branches(struct composer *composer, const struct exp_text *gate, uint32_t needed,
                                  int some, const struct compose_names *names) {
    char before[300];
    if (names->count < needed) {
        snprintf(before, sizeof before,
                 "gate '%.80s' is blocked: %llu of the %u branches that must take part %s it (", gate->text,
                 (unsigned long long)names->count, needed, names->count == 1 ? "has" : "have");
    } else {
        snprintf(before, sizeof before,
                 "gate '%.80s' is blocked: no label of it is common to %s%u branches%s (", gate->text,
                 some ? "" : "the ", needed, some ? "" : " that must take part");
    }
    return compose_warn_names(composer, &gate->position, KEY_BLOCKED, before, names, ")");
}

int compose_warn_blocked_vector(struct composer *composer, const struct exp_vector *vector,
                                const struct rule_set *branches, const uint32_t *moving,
                                const uint32_t *gates, uint32_t count) {
    struct compose_names names = {.used = 0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t label = label_of_gate(&branches[moving[i]].plain, gates[i]);
        compose_name(&names, label_text(composer->labels, label), moving[i]);
    }
    return compose_warn_names(composer, &vector->position, KEY_BLOCKED,
                              "this vector is blocked: no offers are common to all its gates (", &names, ")");
}
