#ifndef HEDDLE_FRONTEND_EXP_COMPILE_COMPOSE_H
#define HEDDLE_FRONTEND_EXP_COMPILE_COMPOSE_H

#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/memory.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "explorer/model/network.h"
#include "base/text/pattern.h"
#include "frontend/exp/compile/ruleset.h"

struct error;
struct run;

/* Declarations that the files of composing share; internal to network_compose. */

#define COMPOSE_MAX_RULES ((uint64_t)10000000)
#define COMPOSE_MAX_PROCESSES ((uint32_t)1 << 20)
#define COMPOSE_MAX_NODES ((uint64_t)1 << 24)
#define COMPOSE_MAX_WARNINGS 1000
#define COMPOSE_NAMED 5 /* most labels in one warning */

/* A PRISM model that processes of the network run. */
struct compose_model {
    const prism_tree *tree;
    struct data_header *image; /* owned */
    /* The labels of its rules, without duplicates, and the number of each rule's own among these; owned. */
    GROWING(uint32_t) labels;
    uint32_t *label_of;
};

/* A process under construction. Its classes are provisional; the composer owns `class_of`. */
struct compose_process {
    const struct exp_node *leaf;
    uint32_t model; /* of a PRISM model: its number in the composer */
    uint32_t label_count;
    uint32_t classes;
    uint32_t *class_of; /* [label_count] */
};

/* A rule that falsifies guards: falsifies[begin, end) of the composer. */
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
    label_table *gates;  /* the texts of gates */
    label_table *warned; /* warnings already made, so that a file used twice warns once */
    label_table *names;  /* names of processes */
    arena *arena;        /* names and warnings of the network */
    uint32_t *gate_of;   /* [gate_known], by label */
    uint64_t gate_known, gate_capacity;
    uint32_t *marks; /* by label or gate; compose_marks explains stamps */
    uint64_t mark_capacity;
    uint32_t stamp;
    struct rule_store store;
    GROWING(struct compose_process) processes;
    GROWING(struct compose_model) models;
    GROWING(struct compose_subrule) subrules;
    GROWING(uint32_t) falsifies;
    GROWING(uint32_t) guard_stratum; /* [guard]: its stratum */
    GROWING(struct source_warning) warnings;
    uint64_t nodes;          /* nodes visited so far */
    struct text_buffer text; /* scratch buffer */
};

/*
 * A composed subtree: its rules; or, for a leaf under hide, cut and rename only, the new label of every local
 * label of the process (LABEL_NONE: cut), so that labels that become equal share a class.
 */
struct composed_operand {
    int is_leaf;
    uint32_t process;
    uint32_t *label_of; /* one per local label; owned */
    uint32_t label_count;
    struct rule_set set;
};

/* All functions return 0, or -1 with the error filled. */
int compose_relabel(struct composer *composer, const struct exp_node *node, struct composed_operand *operand);
int compose_prio(struct composer *composer, const struct exp_node *node, struct rule_set *set);
/* Consumes the rules of the branches. */
int compose_par_gates(struct composer *composer, const struct exp_node *node, struct rule_set *branches,
                      struct rule_set *result);
int compose_par_vectors(struct composer *composer, const struct exp_node *node, struct rule_set *branches,
                        struct rule_set *result);
/* Makes the network of the composed tree (network.c). */
struct network *compose_finish(struct composer *composer, const struct rule_set *set);
/* The number of a PRISM model, which is compiled if new (compose_model.c); -1 with the error filled. */
int64_t compose_model(struct composer *composer, const struct exp_node *leaf);
void compose_models_free(struct composer *composer);

/* Set errors. compose_check_rules fails if `count` exceeds the limit of rules. */
int compose_memory(struct composer *composer);
int compose_fail(struct composer *composer, const struct source_position *position, const char *text);
int compose_check_rules(struct composer *composer, const struct exp_node *node, uint64_t count);
int compose_should_stop(struct composer *composer);

/* Adds rules of a label to the set's map for such labels, and checks the count. */
int compose_add(struct composer *composer, const struct exp_node *node, struct rule_set *set, uint32_t label,
                const struct rule_list *rules);
/* The gate of a label (an id of composer->gates); LABEL_NONE when memory runs out. */
uint32_t compose_gate(struct composer *composer, uint32_t label);
/* The id of the label head + tail, which is added if new; LABEL_NONE when memory runs out. */
uint32_t compose_intern(struct composer *composer, const char *head, const char *tail);
/* *label becomes the id of the label head + tail, or LABEL_NONE if it is unknown. 0 or -1. */
int compose_find(struct composer *composer, const char *head, const char *tail, uint32_t *label);
/*
 * Makes room for `count` marks; a mark is set if it equals the stamp. Returns a new stamp, or 0 when memory
 * runs out.
 */
uint32_t compose_marks(struct composer *composer, uint64_t count);

/* Add warnings. The caller formats the text; warnings are the same if position and `key` are equal. */
int compose_warn(struct composer *composer, const struct source_position *position, uint32_t key,
                 const char *text);
/*
 * Adds a warning "matches nothing", with what the user may have meant: a gate or label (by kind) of the sets
 * that differs only in case, the gate of a label, or a label of the gate.
 */
enum compose_item { COMPOSE_GATE, COMPOSE_LABEL };
int compose_warn_item(struct composer *composer, const struct exp_text *item, enum compose_item kind,
                      const struct rule_set *sets, uint32_t set_count, uint32_t key);
/*
 * Like compose_warn_item, for a pattern that matches none of the labels; the mode is EXP_MODE_NONE for
 * prio. Overwrites marks.
 */
int compose_warn_pattern(struct composer *composer, const struct exp_text *item, enum exp_mode mode,
                         const uint32_t *labels, uint64_t count);
/* A list "'A' of branch 1, 'B' of branch 2" of at most COMPOSE_NAMED items; initially zeroed. */
struct compose_names {
    char text[700];
    size_t used;
    uint64_t count;
};
void compose_name(struct compose_names *names, const char *label, uint32_t branch);
/* Adds a warning of the list between two texts. */
int compose_warn_names(struct composer *composer, const struct source_position *position, uint32_t key,
                       const char *before, const struct compose_names *names, const char *after);
/*
 * Warnings of blocked gates (compose_blocked.c): not all that must take part have the gate, or they have no
 * common label. Here no label of the gate has a partner; `label` is one that a side has, or LABEL_NONE. Warns
 * if either side has the gate.
 */
int compose_warn_blocked(struct composer *composer, const struct source_position *position, uint32_t gate,
                         uint32_t label, struct rule_map *other);
/* The same for every gate, for operators where all labels synchronise. */
int compose_warn_blocked_all(struct composer *composer, const struct exp_node *node, struct rule_map *a,
                             struct rule_map *b);
/* For par: the list has the branches' labels; `some`: any `needed` of the branches are enough. */
int compose_warn_blocked_branches(struct composer *composer, const struct exp_text *gate, uint32_t needed,
                                  int some, const struct compose_names *names);
/* Every moving branch has its gate of `gates`, in the same order; the branches' maps are indexed. */
int compose_warn_blocked_vector(struct composer *composer, const struct exp_vector *vector,
                                const struct rule_set *branches, const uint32_t *moving,
                                const uint32_t *gates, uint32_t count);
/* The flags for patterns that the options ask for. */
unsigned compose_pattern_flags(const struct composer *composer);
pattern *compose_pattern(struct composer *composer, const struct exp_text *text);
/* The length of what patterns of this mode are compared with: the gate or the whole label. */
uint32_t compose_matched_length(const struct composer *composer, enum exp_mode mode, uint32_t label);
/* Whether the pattern matches the label in this mode: 1 or 0, or -1 on failure. */
int compose_match(struct composer *composer, const pattern *pattern, const struct exp_text *text,
                  enum exp_mode mode, uint32_t label);

#endif
