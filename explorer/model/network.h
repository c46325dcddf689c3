#ifndef HEDDLE_EXPLORER_MODEL_NETWORK_H
#define HEDDLE_EXPLORER_MODEL_NETWORK_H

#include <stddef.h>
#include <stdint.h>

#include "base/text/label.h"
#include "base/text/label_number.h"
#include "base/text/source.h"
#include "model/lts.h"

#ifdef __cplusplus
extern "C" {
#endif

struct data_header;
struct error;
struct memory;
struct run;
struct trace;

/*
 * A flat network: components that move by rules. Immutable.
 *
 * Local labels of a component are partitioned into classes (NETWORK_DEAD_CLASS: labels on which it never
 * moves). A rule fires when every participant has a move on a label of its class; each combination of such
 * moves is one transition. Participants of a rule are of distinct components, sorted by component.
 *
 * Guards (from prio). Rules [0, sub_rules) are sub-rules, by ascending stratum; they make no transitions but
 * decide whether guards hold. A guard holds in a state when no sub-rule that `falsifies` it is enabled there;
 * a rule or sub-rule is enabled when its participants can move and every guard that it `needs` holds. A
 * sub-rule of stratum s needs only guards whose sub-rules have strata below s; the final rules [sub_rules,
 * rules) have stratum `strata` - 1, which no sub-rule has. Without prio: strata 1, guards 0, sub_rules 0.
 *
 * A model with data (explorer/model/data/) has no rules of this kind. Each variable is a component, whose
 * local state is its value less the least one; `data` says how they change. In a network of tables and models
 * with data, the state of a table is such a variable.
 */
#define NETWORK_DEAD_CLASS UINT32_MAX

struct network_component {
    const char *name;      /* base name of its file; with "#2", "#3" .. if a file is used again; of a variable
                              its name */
    uint64_t states;       /* local states are 0 .. states-1 */
    const struct lts *lts; /* owned by the tree; NULL in a model with data */
    int is_process; /* of a model with data: it is not a variable, but a process, and has its local states */
    uint32_t initial; /* its local state in the initial state: lts->initial, or the state in which a caller
                         begins */
    uint32_t classes;
    uint32_t *class_of; /* [lts->label_count]: class, or NETWORK_DEAD_CLASS */
};

struct network_label {
    const char *text; /* NUL-terminated */
    uint32_t length;
    enum label_kind kind;
    int is_action_internal; /* for "L; prob P" and "L; rate R": whether L is the internal action */
};

struct network_participant {
    uint32_t component, class_index;
};

struct network_rule {
    uint32_t label; /* index into labels */
    uint32_t stratum;
    uint64_t participants_begin, participants_end; /* offset in participants */
    uint64_t needs_begin, needs_end;               /* offset in needs */
    uint64_t falsifies_begin, falsifies_end;       /* offset in falsifies; an empty range for final rules */
};

struct network {
    struct network_component *components;
    uint32_t component_count;
    struct network_label
        *labels; /* of final rules, in byte order of their texts; distinct, but see fair_network.h */
    uint32_t label_count;
    struct network_rule *rules; /* sub-rules, then final rules sorted by label */
    uint64_t rule_count, sub_rule_count;
    struct network_participant *participants;
    uint64_t participant_count;
    uint32_t *needs; /* guard numbers */
    uint64_t need_count;
    uint32_t *falsifies; /* guard numbers */
    uint64_t falsify_count;
    uint32_t guards;
    uint32_t strata;          /* at least 1 */
    struct data_header *data; /* owned; NULL: a network of tables */
    uint32_t *initial_states; /* of a model with data: [initial_count * component_count], in the order of
                                 tuples; else NULL: the components' initial states */
    uint64_t initial_count;   /* at least 1 */
    /* Of a model with data: names of its predicates, by number, and of its reward structures ("": none). The
     * first label_predicates predicates are labels of the model; the others are those of properties. */
    const char *const *predicate_names, *const *reward_names;
    uint32_t label_predicates;
    uint32_t reward_count;
    /* Writes the value of a variable's local state, as the language shows it; cut off at `size` bytes. */
    void (*show_value)(const struct network *network, uint32_t component, uint32_t local, char *text,
                       size_t size);
    /*
     * Fills *error, ERROR_INPUT, with the first label, weight or reward that has no value in a state of a
     * model with data, given by its local states. Returns -1.
     */
    int (*describe_values)(const struct network *network, const uint32_t *local, const struct run *run,
                           struct error *error);
    /* Fills *error, ERROR_PREDICATE, with why a predicate has no value in such a state. Returns -1. NULL: the
     * model has no predicates. */
    int (*describe_predicate)(const struct network *network, const uint32_t *local, uint32_t predicate,
                              const struct run *run, struct error *error);
    const struct source_warning *warnings; /* warnings of reading and composing, one line each */
    uint32_t warning_count;
    /*
     * Of a model with data: fills *error, ERROR_INPUT, with what is wrong with the model in the trace's last
     * state, where that is written, and the trace. Returns -1.
     */
    int (*describe_fault)(const struct network *network, const struct trace *trace, const struct run *run,
                          struct error *error);
    const void *maker; /* what these functions need, also in a copy of this struct; NULL: there are none */
    /* Frees the network, with all that its maker allocated. */
    void (*free)(struct memory *memory, struct network *network);
};

/* Whether it is a model with data that is a Markov chain: all that happens in a state is one choice. */
int network_is_chain(const struct network *network);
/* Whether it is a network with PRISM models: its processes are tables and models with data (DATA_NETWORK). */
int network_has_models(const struct network *network);
/* Whether it is an MDP or a chain by its commands: a model with data whose choices have probabilities or
 * rates. */
int network_is_weighted(const struct network *network);
/* Whether these choose what happens, and not only the nondeterminism of an MDP. */
int network_has_chances(const struct network *network);
/* Checks the numbers of labels with probabilities or rates. 0, or -1 with *error filled: in the file of a
 * process where the label is, or without a place (a rule made the label). */
int network_check_numbers(const struct network *network, enum label_numbers numbers, struct error *error);

/* The names of its components [component_count], which the caller frees but borrows; NULL if memory runs
 * out. */
const char **network_names(const struct network *network, struct memory *memory);

/* NULL is allowed. */
void network_free(struct memory *memory, struct network *network);

#ifdef __cplusplus
}
#endif
#endif
