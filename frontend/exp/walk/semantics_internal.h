#ifndef HEDDLE_FRONTEND_EXP_WALK_SEMANTICS_INTERNAL_H
#define HEDDLE_FRONTEND_EXP_WALK_SEMANTICS_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "frontend/exp/walk/semantics.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "base/text/label.h"

/*
 * What the files of the walker share. Every operator and component of the unfolded tree (a file that is
 * included twice is there twice) is a node. When it is made, a node learns which labels it can have at all,
 * and what becomes of each label of its operands; a walk then only looks up and combines.
 *
 * Functions that can fail return 0, or -1 (NULL) with *semantics->error filled.
 */

#define SEMANTICS_NONE UINT32_MAX

/* A transition of a node: its label as an index into the node's labels, its moves in the list's. */
struct semantics_fired {
    uint32_t label;
    uint32_t move_count;
    uint64_t move_begin;
};

/* The transitions of a node in one state. */
struct semantics_list {
    struct semantics_fired *fired;
    uint64_t count, capacity;
    struct semantics_move *moves; /* of one transition, by component */
    uint64_t move_count, move_capacity;
};

/* A branch and an index into its labels. */
struct semantics_participant {
    uint32_t branch, label;
};

/* One way to follow a vector of `par using`: the first participant, and where the others are. */
struct semantics_way {
    struct semantics_participant first;
    uint32_t label; /* that results */
    uint32_t more_count;
    uint64_t more_begin; /* into `more` of the node */
};

struct semantics_node {
    const struct exp_node *syntax;
    struct semantics_node **children;
    uint32_t child_count;
    uint32_t leaf;    /* number of the component, for EXP_LEAF */
    uint32_t *labels; /* label ids that the node can have, ascending; what prio removes included */
    uint32_t label_count;
    /* by branch (EXP_LEAF: one) and label there: own label when the branch moves alone on it or (`joins`) has
     * to join others; or SEMANTICS_NONE */
    uint32_t **up;
    unsigned char **joins;
    /* operators that synchronise equal labels: how many branches take part, one number per way of saying so
     */
    uint32_t **degrees; /* by own label; NULL when branches do it alone */
    uint32_t *degree_count;
    uint64_t
        *meeting; /* by own label: 1 + the first of the links that meet on it, while the node is walked */
    /* par using */
    struct semantics_way *ways; /* sorted by their first participant */
    uint64_t way_count;
    uint64_t **way_begin; /* by branch and its label, and one more */
    struct semantics_participant *more;
    /* prio: sets of `words` words over the distinct patterns */
    uint64_t words;
    uint64_t *matches; /* by label: the patterns that it matches */
    uint64_t *below;   /* by label: the patterns below one of these */
    uint64_t *removed; /* those below what is there, while the node is walked */
    struct semantics_list list;
};

/* A transition of a branch that meets others under one label. */
struct semantics_link {
    const struct semantics_fired *fired;
    uint32_t branch, label;
    uint64_t next; /* 1 + number of the next link of the label */
};

/* Links of one label side by side: those of the k-th branch that takes part are `group` k. */
struct semantics_entry {
    const struct semantics_fired *fired;
    uint32_t branch, group;
};

/* An entry that is taken into the combination, and the moves below its own. */
struct semantics_choice {
    uint64_t entry, moves_before;
};

#define SEMANTICS_STACK(type)                                                                                \
    struct {                                                                                                 \
        type *data;                                                                                          \
        uint64_t count, capacity;                                                                            \
    }

struct semantics {
    struct memory *memory;
    const struct run *run;
    arena *arena;
    const struct exp_options *options;
    label_table *labels;
    struct error *error; /* of the call that runs */
    struct semantics_node *root;
    SEMANTICS_STACK(struct semantics_node *) nodes; /* all of them */
    SEMANTICS_STACK(struct semantics_node *) leaves;
    const char **names; /* by leaf */
    uint64_t work;      /* steps since the stop flag was last looked at */
    uint64_t calls;     /* of semantics_transitions */
    /* of the node that is made */
    SEMANTICS_STACK(uint32_t) ids;
    SEMANTICS_STACK(char) text;
    SEMANTICS_STACK(struct semantics_way) ways;
    SEMANTICS_STACK(struct semantics_participant) more;
    /* of the node that is walked */
    SEMANTICS_STACK(struct semantics_link) links;
    SEMANTICS_STACK(struct semantics_entry) entries;
    SEMANTICS_STACK(uint64_t) groups; /* where each group begins, and where the last one ends */
    SEMANTICS_STACK(struct semantics_choice) choices;
    SEMANTICS_STACK(struct semantics_move) moves;
    /* the result */
    SEMANTICS_STACK(struct semantics_transition) transitions;
    SEMANTICS_STACK(struct semantics_transition) scratch;
};

/* semantics.c */
int semantics_memory(struct semantics *semantics);
/* Counts a step of long work; fails now and then when the run is to stop. */
int semantics_step(struct semantics *semantics);
/* Zeroed, freed with the whole. */
void *semantics_allocate(struct semantics *semantics, uint64_t count, uint64_t size);
int semantics_grow(struct semantics *semantics, void **data, uint64_t *capacity, uint64_t need,
                   uint64_t size);
/* Makes room for `need` elements. */
#define SEMANTICS_RESERVE(semantics, stack, need)                                                            \
    ((need) <= (stack).capacity ? 0                                                                          \
                                : semantics_grow((semantics), (void **)&(stack).data, &(stack).capacity,     \
                                                 (need), sizeof *(stack).data))
/* Id of a text, LABEL_NONE on failure. */
uint32_t semantics_intern(struct semantics *semantics, const char *text, size_t length);

/* semantics_node.c */
struct semantics_node *semantics_node_create(struct semantics *semantics, const struct exp_node *syntax,
                                             const label_table *labels);
/* The lists of all nodes; the rest is in the arena. */
void semantics_nodes_free(struct semantics *semantics);
/* Gives the node the labels whose ids are on the stack (any order, repeated), and empties that. */
int semantics_take_labels(struct semantics *semantics, struct semantics_node *node);
int semantics_push_id(struct semantics *semantics, uint32_t id);
/* The node's index of a label id, or SEMANTICS_NONE. */
uint32_t semantics_find(const struct semantics_node *node, uint32_t id);
/* Turns `up` from label ids into indices. */
void semantics_translate(struct semantics_node *node);
/* Whether the text is what the mode compares: the gate of the label under EXP_MODE_GATE, else all of it. */
int semantics_key_equals(const struct semantics *semantics, uint32_t id, enum exp_mode mode,
                         const char *text);
/* Whether a label can synchronise: it is neither internal nor stochastic. */
int semantics_is_plain(const struct semantics *semantics, uint32_t id);

/* Each completes a node whose operands are there: labels, up, and what its operator needs. */
int semantics_make_relabel(struct semantics *semantics, struct semantics_node *node); /* hide, cut, rename */
int semantics_make_prio(struct semantics *semantics, struct semantics_node *node);
int semantics_make_sync(struct semantics *semantics, struct semantics_node *node);
int semantics_make_vectors(struct semantics *semantics, struct semantics_node *node);

/* semantics_relabel.c: whether the whole text of a label matches a pattern, for prio. */
int semantics_match_labels(struct semantics *semantics, const struct exp_text *text,
                           const struct semantics_node *operand, unsigned char *matches);

/* semantics_walk.c: fills node->list with the transitions in the global state. */
int semantics_walk(struct semantics *semantics, struct semantics_node *node, const uint32_t *state);
/* A transition of a branch as one of the node, under another label. */
int semantics_add(struct semantics *semantics, struct semantics_node *node, uint32_t branch,
                  const struct semantics_fired *fired, uint32_t label);
/* semantics_prio.c: the transitions of the operand that nothing is above. */
int semantics_prioritise(struct semantics *semantics, struct semantics_node *node);

#endif
