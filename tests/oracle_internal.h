#ifndef HEDDLE_TESTS_ORACLE_INTERNAL_H
#define HEDDLE_TESTS_ORACLE_INTERNAL_H

#include <regex.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/memory.h"
#include "frontend/exp_tree.h"

/* What the files of the oracle share. Every function aborts where memory is spent. */

#define ORACLE_INTERNAL 0u /* the oracle's number of the internal action */
#define ORACLE_NO_LABEL UINT32_MAX

struct oracle_label {
    const char *text;
    uint32_t length, gate_length;
    int internal;   /* "i" */
    int stochastic; /* prob or rate: never synchronises */
    int is_exit;    /* termination */
};

/* The labels met so far; numbers of the oracle's own. */
struct oracle_labels {
    struct oracle_label *items;
    uint64_t count, capacity;
    uint32_t *slots; /* hash table of numbers + 1 */
    uint64_t slot_count;
    struct memory *memory;
    arena *arena;
    const struct exp_options *options;
};

/* One leaf that moves. */
struct oracle_step {
    uint32_t leaf, state;
};

struct oracle_transition {
    uint32_t label;
    uint64_t step_begin, step_end;
};

/* The transitions of a node in one state, and their steps. */
struct oracle_list {
    struct oracle_transition *transitions;
    uint64_t count, capacity;
    struct oracle_step *steps;
    uint64_t step_count, step_capacity;
};

/*
 * How an operator synchronises a label: the branches that may take part, and how many of them must, one
 * number per way of saying so; no number when branches do the label alone.
 */
struct oracle_sync {
    unsigned char *candidates; /* by branch */
    uint32_t *degrees;
    uint32_t degree_count;
};

/*
 * An operator or component of the unfolded tree (files included twice are there twice). What the patterns of
 * a node make of a label is worked out once: `mapped` has ORACLE_UNKNOWN or what oracle_map says.
 */
struct oracle_node {
    const struct exp_node *syntax;
    struct oracle_node **children;
    uint32_t child_count;
    uint32_t leaf;         /* number of the leaf, for EXP_LEAF */
    uint32_t *leaf_labels; /* the oracle's number of each local label */
    regex_t *patterns;     /* of names, clauses or all chains, one after the other */
    uint32_t pattern_count;
    uint32_t *mapped; /* by label */
    uint64_t mapped_capacity;
    uint32_t *static_labels; /* EXP_PRIO: labels of the operand, wherever they are possible */
    uint32_t static_count;
    unsigned char *above;       /* static_count squared: whether row is above column */
    struct oracle_sync **syncs; /* by label; worked out when first needed */
    uint64_t sync_capacity;
    struct oracle_list list;
};

#define ORACLE_UNKNOWN 0u
#define ORACLE_CUT 1u
#define ORACLE_MAPPED 2u /* + label */

struct oracle {
    struct memory *memory;
    arena *arena;
    struct oracle_labels labels;
    const struct exp_options *options;
    struct oracle_node *root;
    struct oracle_node **leaves; /* by number */
    uint64_t leaf_count, leaf_capacity;
    struct oracle_step *stack; /* steps of the combination that is being made */
    uint64_t stack_count, stack_capacity;
    int prio_cycle; /* some prio puts a label above itself */
    int too_many;   /* a state has more transitions than a test can want */
};

/* oracle_label.c */
void oracle_grow(struct memory *memory, void **data, uint64_t *capacity, uint64_t need, uint64_t size);
void *oracle_allocate(arena *arena, uint64_t bytes);
void oracle_labels_create(struct oracle_labels *labels, struct memory *memory, arena *arena,
                          const struct exp_options *options);
void oracle_labels_free(struct oracle_labels *labels);
/* The number of a label text; internal names all give ORACLE_INTERNAL. */
uint32_t oracle_label_number(struct oracle_labels *labels, const char *text, size_t length);
/* Whether the text is a name of the internal action. */
int oracle_is_internal(const struct oracle_labels *labels, const char *text, size_t length);
/* What modes compare: the gate of the label under EXP_MODE_GATE, else all of it; sets its length. */
uint32_t oracle_key_length(const struct oracle_label *label, enum exp_mode mode);
int oracle_key_equals(const struct oracle_label *label, enum exp_mode mode, const char *text);

/* oracle_pattern.c */
void oracle_pattern_compile(struct oracle *oracle, regex_t *pattern, const char *text);
/* Whether the pattern matches the label in mode TOTAL, PARTIAL or GATE. */
int oracle_pattern_matches(const regex_t *pattern, const struct oracle_label *label, enum exp_mode mode);
/* What hide, cut or rename makes of a label: ORACLE_CUT, or ORACLE_MAPPED + the resulting label. */
uint32_t oracle_map(struct oracle *oracle, struct oracle_node *node, uint32_t label);

/* oracle_prio.c */
/* Fills static_labels and above of an EXP_PRIO node whose child is ready; may set oracle->prio_cycle. */
void oracle_prio_prepare(struct oracle *oracle, struct oracle_node *node);
int oracle_prio_above(const struct oracle_node *node, uint32_t above, uint32_t below);

/* oracle_tree.c */
struct oracle_node *oracle_node_create(struct oracle *oracle, const struct exp_node *syntax,
                                       const label_table *labels);
void oracle_node_free(struct oracle *oracle, struct oracle_node *node);
/*
 * Fills node->list with the transitions in the global state. With state NULL: of a state in which each
 * component can do each of its labels and prio removes nothing; steps are left out and each label is there
 * once.
 */
void oracle_node_transitions(struct oracle *oracle, struct oracle_node *node, const uint32_t *state);

#endif
