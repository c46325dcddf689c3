#ifndef HEDDLE_FRONTEND_EXP_COMPILE_COMPOSE_H
#define HEDDLE_FRONTEND_EXP_COMPILE_COMPOSE_H

#include <stdint.h>

#include "base/arena.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "explorer/model/network.h"
#include "base/text/pattern.h"
#include "frontend/exp/compile/ruleset.h"

struct error;
struct run;

/* What the parts of composing share; internal to network_compose. */

#define COMPOSE_MAX_RULES ((uint64_t)10000000)
#define COMPOSE_MAX_COMPONENTS ((uint32_t)1 << 20)
#define COMPOSE_MAX_NODES ((uint64_t)1 << 24)
#define COMPOSE_MAX_WARNINGS 1000
#define COMPOSE_NAMED 5 /* labels that one warning names */

/* A component under construction: classes are provisional, `class_of` is the composer's. */
struct compose_component {
    const struct exp_node *leaf;
    uint32_t classes;
    uint32_t *class_of;
};

/* A rule or its like that falsifies guards: falsifies[begin, end) of the composer. */
struct compose_subrule {
    uint32_t rule;
    uint64_t falsifies_begin, falsifies_end;
};

struct composer {
    const exp_tree *tree;
    const struct exp_options *options;
    const struct run *run;
    struct memory *memory;
    struct error *error;
    label_table *labels;
    label_table *gates;  /* texts of gates */
    label_table *warned; /* what was warned of, so that a file used twice warns once */
    label_table *names;  /* of components */
    arena *arena;        /* of the network: names, warnings */
    uint32_t *gate_of;   /* by label, gate_known of them */
    uint64_t gate_known, gate_capacity;
    uint32_t *marks; /* by label or gate, stamped; see compose_marks */
    uint64_t mark_capacity;
    uint32_t stamp;
    struct rule_store store;
    struct compose_component *components;
    uint64_t component_count, component_capacity;
    struct compose_subrule *subrules;
    uint64_t subrule_count, subrule_capacity;
    uint32_t *falsifies;
    uint64_t falsify_count, falsify_capacity;
    uint32_t *guard_stratum;
    uint64_t guard_count, guard_capacity;
    struct source_warning *warnings;
    uint64_t warning_count, warning_capacity;
    uint64_t nodes;           /* visited */
    struct pattern_text text; /* scratch */
};

/*
 * A composed subtree: the rules, or, for a leaf under hide, cut and rename only, what every local label of
 * the component has become (LABEL_NONE: cut), so that labels that become equal share a class.
 */
struct operand {
    int is_leaf;
    uint32_t component;
    uint32_t *label_of; /* one per local label; owned */
    uint32_t label_count;
    struct rule_set set;
};

void operand_free(struct composer *composer, struct operand *operand);
/* Turns a leaf into rules; others stay. */
int operand_to_rules(struct composer *composer, struct operand *operand);

/* Composes a subtree; on failure the operand holds nothing. All functions return 0, or -1 with the error
 * filled. */
int compose_node(struct composer *composer, const struct exp_node *node, struct operand *result);
int compose_relabel(struct composer *composer, const struct exp_node *node, struct operand *operand);
int compose_prio(struct composer *composer, const struct exp_node *node, struct rule_set *set);
/* The branches' rules are consumed. */
int compose_par_gates(struct composer *composer, const struct exp_node *node, struct rule_set *branches,
                      struct rule_set *result);
int compose_par_vectors(struct composer *composer, const struct exp_node *node, struct rule_set *branches,
                        struct rule_set *result);
/* Makes the network of the whole; network.c. */
struct network *compose_finish(struct composer *composer, const struct rule_set *set);

/* Errors. compose_check_rules fails when `count` is more rules than there may be. */
int compose_memory(struct composer *composer);
int compose_fail(struct composer *composer, const struct source_position *position, const char *text);
int compose_check_rules(struct composer *composer, const struct exp_node *node, uint64_t count);
int compose_should_stop(struct composer *composer);

/* Adds rules of a label where they belong, and checks the count. */
int compose_add(struct composer *composer, const struct exp_node *node, struct rule_set *set, uint32_t label,
                const struct rule_list *rules);
/* The gate of a label (an id of composer->gates), LABEL_NONE when memory is spent. */
uint32_t compose_gate(struct composer *composer, uint32_t label);
/* The id of the label head + tail, new or known; LABEL_NONE when memory is spent. */
uint32_t compose_intern(struct composer *composer, const char *head, const char *tail);
/* *label is the id of the label head + tail, or LABEL_NONE when there is none. 0 or -1. */
int compose_find(struct composer *composer, const char *head, const char *tail, uint32_t *label);
/* Room for `count` marks; a mark is set when it equals the stamp. Returns a new stamp, or 0 when memory is
 * spent. */
uint32_t compose_marks(struct composer *composer, uint64_t count);

/* Warnings. Text as for printf is made by the caller; `key` tells equal ones apart beside the position. */
int compose_warn(struct composer *composer, const struct source_position *position, uint32_t key,
                 const char *text);
/* "matches nothing": looks among sets for what was meant: a gate or label (by kind) that differs only in
 * case, the gate of a label, a label's gate. */
enum compose_item { COMPOSE_GATE, COMPOSE_LABEL };
int compose_warn_item(struct composer *composer, const struct exp_text *item, enum compose_item kind,
                      const struct rule_set *sets, uint32_t set_count, uint32_t key);
/* The same for a pattern that matches none of the labels; EXP_MODE_NONE for prio. Overwrites marks. */
int compose_warn_pattern(struct composer *composer, const struct exp_text *item, enum exp_mode mode,
                         const uint32_t *labels, uint64_t count);
/* A list "'A' of branch 1, 'B' of branch 2", COMPOSE_NAMED of them; starts zeroed. */
struct compose_names {
    char text[700];
    size_t used;
    uint64_t count;
};
void compose_name(struct compose_names *names, const char *label, uint32_t branch);
/* The list between two texts. */
int compose_warn_names(struct composer *composer, const struct source_position *position, uint32_t key,
                       const char *before, const struct compose_names *names, const char *after);
/*
 * Blocked gates (compose_blocked.c), which not all have that must take part, or without a label in common. No
 * label of the gate has a partner; one side has the label, or LABEL_NONE. Warns if either side has the gate.
 */
int compose_warn_blocked(struct composer *composer, const struct source_position *position, uint32_t gate,
                         uint32_t label, struct rule_map *other);
/* The same for every gate, where all labels synchronise. */
int compose_warn_blocked_all(struct composer *composer, const struct exp_node *node, struct rule_map *a,
                             struct rule_map *b);
/* Of par: what the branches have; `some`: any `needed` of them would do. */
int compose_warn_blocked_branches(struct composer *composer, const struct exp_text *gate, uint32_t needed,
                                  int some, const struct compose_names *names);
/* Each of the moving branches has the gate in the same place of `gates`; their maps are indexed. */
int compose_warn_blocked_vector(struct composer *composer, const struct exp_vector *vector,
                                const struct rule_set *branches, const uint32_t *moving,
                                const uint32_t *gates, uint32_t count);
pattern *compose_pattern(struct composer *composer, const struct exp_text *text, unsigned flags);
/* Whether the pattern matches the label in this mode: 1 or 0, or -1. */
int compose_match(struct composer *composer, const pattern *pattern, const struct exp_text *text,
                  enum exp_mode mode, uint32_t label);

#endif
