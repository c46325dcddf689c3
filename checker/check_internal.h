#ifndef HEDDLE_CHECKER_CHECK_INTERNAL_H
#define HEDDLE_CHECKER_CHECK_INTERNAL_H

#include "explorer/trace/trace_rebuild.h"
#include "checker/evidence/certificate.h"
#include "checker/check.h"
#include "checker/fair_network.h"

struct check_ltl;
struct exploration;
struct formula_plan;
struct label_goal;
struct space;
struct graph;
struct graph_states;
struct network;
struct observer;
struct regular;

/* Shared by the files that implement check_run. */

/* What a search looks for. A property other than a formula has one target, and is violated if the target is
 * reached; a formula of a recognised shape is a combination of several targets. */
enum finding {
    FINDING_UNKNOWN,
    FINDING_ABSENT,
    FINDING_REACHED,
    FINDING_WRONG /* a predicate has no value in a state, as `why` says; the search looks for it no more */
};

/* A predicate that is evaluated in a state, and the test that follows where it does not hold (0) and where it
 * does (1), or what the state then is. */
struct check_test {
    uint32_t predicate, next[2];
};
#define CHECK_MET (UINT32_MAX - 1)
#define CHECK_UNMET UINT32_MAX

struct check_target {
    uint32_t property;
    enum trace_goal_kind kind;
    uint8_t *labels; /* TRACE_TO_LABEL: marks the labels that reach the target, one byte per label; owned */
    const struct observer *observer; /* of a property of linear time, whose search it needs; or NULL */
    const struct regular *
        regular; /* TRACE_TO_ERROR: words of this expression reach the target; NULL: the property's monitor */
    struct check_test *tests; /* TRACE_TO_STATE: a state that meets them reaches the target; owned */
    uint32_t first_test;      /* .. the first one, or CHECK_MET or CHECK_UNMET */
    uint64_t test_count, test_capacity;
    uint64_t level, *vector; /* TRACE_TO_STATE, REACHED or WRONG: the first level's least such state; owned */
    uint64_t vector_words;
    uint32_t wrong;  /* WRONG: the predicate */
    int impossible;  /* no label of the network reaches the target: it is absent without any search */
    uint32_t search; /* index of the search; CHECK_NO_SEARCH: none yet, or none is needed */
    enum finding finding;
    uint64_t length; /* REACHED: steps of the trace, which is a shortest one unless `reduced` */
    int reduced;     /* REACHED: a search with fewer states found it, so there may be shorter traces */
    int has_trace;
    struct trace trace;
    struct error why; /* why there is no trace or no finding; code ERROR_NONE: no reason is known */
};

/* A condition is a circuit of nodes: the operands of a node come before it. */
enum check_node_kind { NODE_CONSTANT, NODE_TARGET, NODE_NOT, NODE_AND, NODE_OR };
enum truth { TRUTH_FALSE, TRUTH_TRUE, TRUTH_UNKNOWN };

/* What the value of a node rests on; target: for GROUNDS_REACHED. */
struct check_reason {
    enum check_grounds grounds;
    uint32_t target;
};

struct check_node {
    enum check_node_kind kind;
    uint32_t left, right; /* operands, as nodes; NODE_TARGET: left is the target */
    enum truth value;     /* fixed for NODE_CONSTANT; otherwise the result of the last evaluation */
    struct check_reason reason;
};

/* The nodes of a property, and its targets. The value of the last node says whether the property holds. A
 * property without nodes is decided by a graph or a game. */
struct check_condition {
    uint32_t first, count;
    uint64_t first_target, target_count;
};

/* The labels of a property of cycles, one byte for each label of the network. */
struct cycle_labels {
    uint8_t *live;    /* a cycle may have these */
    uint8_t **needed; /* NEVER_CYCLE: it has one label of each set, and there is one set for each part */
};

struct checking {
    const struct network *network; /* with labels as `fair` has them */
    struct fair_network fair;
    const struct property *properties;
    uint32_t count;
    const struct check_options *options;
    const struct run *run;
    struct check *check;
    certificate *certificate; /* NULL if none was requested, or after it failed */
    uint8_t *watched;         /* the labels of all targets of the shared search; NULL if there are none */
    struct cycle_labels *cycle_labels; /* one per property; zeros unless it is a property of cycles */
    struct check_ltl *ltl;             /* one per property; zeros unless it is of linear time */
    struct check_target *targets;
    uint64_t target_count, target_capacity;
    struct check_node *nodes;
    uint64_t node_count, node_capacity;
    struct check_condition *conditions; /* one per property */
    struct error fault; /* an error of the model, which ends the check; code ERROR_NONE: there is none */
};

/* --- check_data.c --- */

/* Whether the properties can be checked if the network is a model with data: 0, or -1 with *error filled:
 * ERROR_USAGE. */
int check_accept_data(const struct checking *checking, struct error *error);
/* Whether a formula holds unless something is reached. If so, one search from all initial states decides it:
 * it holds in all of them if nothing is reached from any. */
int check_forbids_only(const struct formula_plan *plan);
/* Notes why a search failed, if that is an error of a model with data. One in a predicate (ERROR_PREDICATE)
 * is an error of the property alone, becomes an ERROR_INPUT, and ends nothing. */
void check_note_fault(struct checking *checking, struct error *error);

/* --- check.c --- */

/* For loops over properties or searches: looks at the stop flag now and then. 0, or -1 with *error filled. */
int check_stops(const struct checking *checking, uint64_t number, struct error *error);

/* --- check_plan.c, check_labels.c --- */

/* Makes targets and conditions, and decides which properties the shared search, number 0, has to decide.
 * Returns 0, or -1 with *error filled. The caller frees the plan with check_plan_free, even after an error.
 */
int check_plan(struct checking *checking, struct error *error);
void check_plan_free(struct checking *checking);
/* Evaluates a property's condition from the findings so far; *reason: what the value rests on. */
enum truth check_evaluate(struct checking *checking, uint32_t property, struct check_reason *reason);
/* Whether a parity game decides the property. */
int check_needs_game(const struct checking *checking, uint32_t property);
/* Whether the property is decided on the graph of all states. */
int check_needs_graph(const struct checking *checking, uint32_t property);
/* Whether a graph, that of all states or of its own product, must still decide the property. */
int check_is_open(const struct checking *checking, uint32_t property);
/* The same, and it is the graph of this search. */
int check_is_open_in(const struct checking *checking, uint32_t property, uint32_t search);

/* Size of an array with one byte per label of the network; at least one byte. */
uint64_t check_label_bytes(const struct checking *checking);
/* Labels of the network: those that the property matches; without property, those that one of the actions
 * matches, and the internal ones if `internal`. */
struct label_choice {
    const struct property *property;
    const struct regular *const *actions;
    uint64_t action_count;
    int internal;
    int others; /* all labels but those */
};
/* Marks labels in a new array of check_label_bytes, which the caller frees even after an error. Returns 1 if
 * some label is marked, 0 if none is, or -1 with *error filled. */
int check_mark_labels(const struct checking *checking, const struct label_choice *choice, uint8_t **marks,
                      struct error *error);
/* Makes the target that transitions with such a label reach. Returns 0, or -1 with *error filled. */
int check_find_labels(struct checking *checking, struct check_target *target,
                      const struct label_choice *choice, struct error *error);
/* Makes the target of a regular expression. If some labels reach it from every state, the target is these
 * labels; otherwise it is an error state of an observer. Returns 0, or -1 with *error filled. */
int check_find_steps(struct checking *checking, struct check_target *target, const struct regular *regular,
                     struct error *error);

/* --- check_cycles.c, check_schedulers.c, check_chain.c --- */

/* Finds the labels of a property of cycles. Returns 1 if a cycle can have the labels that it needs; 0 if not,
 * so that the property holds; or -1 with *error filled. The caller frees them with check_free_cycle_labels,
 * even after an error. */
int check_find_cycle_labels(struct checking *checking, uint32_t property, struct error *error);
void check_free_cycle_labels(struct checking *checking, uint32_t property);
/* Decides the properties that need the graph of a complete search, which it consumes (space_ask). If a
 * property cannot be decided, its result is undecided, and `why` gives the reason. */
void check_graph_properties(struct checking *checking, uint32_t search, struct space *space);
/* Decides those about schedulers by almost-sure reachability, on the Markov decision process of the network
 * (docs/mdp.md). The graph is in host memory and has choices. states: the states of its vertices; NULL if no
 * evidence is written. Also wrong probabilities are a reason: ERROR_INPUT. */
void check_schedulers(struct checking *checking, const struct graph *graph,
                      const struct graph_states *states);
/* The goals of these properties, which a GPU may decide where it has the graph; none if their labels are not
 * those of choices. goals, contexts: room for all properties; contexts outlive the goals. Returns how many
 * there are. */
struct scheduler_goal {
    const struct checking *checking;
    uint32_t property;
};
uint32_t check_make_goals(const struct checking *checking, struct scheduler_goal *contexts,
                          struct label_goal *goals);
/* Sets the verdicts of goals that are done, or the reasons why there are none. */
void check_take_goals(struct checking *checking, const struct label_goal *goals, uint32_t count);
/* The same for a property of a model with data that is a Markov chain (network_is_chain): whether it takes a
 * transition with such a label, or visits a state in the bitmap `goal` (NULL: the property has labels of
 * transitions), with probability 1. There is no evidence. Returns 1, 0, or -1 with *error filled. */
int check_chain(const struct checking *checking, uint32_t property, const struct graph *graph,
                const uint32_t *goal, struct error *error);

/* --- check_states.c --- */

/* Marks the states in which a predicate of the model holds, or deadlocks, on run->threads threads. states:
 * those of the graph's vertices, in host memory; marks: a bitmap of the vertices, zeroed. Returns 0, or -1
 * with *error filled: ERROR_PREDICATE if it has no value in a state. */
int check_mark_states(const struct checking *checking, uint32_t predicate, const struct graph *graph,
                      const struct graph_states *states, uint32_t *marks, struct error *error);

/* --- check_conclude.c --- */

/* Whether the trace or witness of a property with this value is wanted. */
int check_shows_value(const struct checking *checking, uint32_t property, enum truth value);
/* Sets the verdict of a property, or of all, as far as the findings of the searches decide it. */
void check_conclude(struct checking *checking, uint32_t index);
void check_conclude_all(struct checking *checking);

/* --- check_certify.c --- */

/* Whether properties that hold get certificates. */
int check_certifies(const struct checking *checking);
/* Writes certificates of the properties that a complete search has shown to hold. */
void check_certify(struct checking *checking, uint32_t search, struct space *space);
/* Adds these states to the certificate, with the properties that they prove, or writes each property's own
 * certificate. */
void check_certify_these(struct checking *checking, const struct records *states,
                         const struct certificate_runs *runs, const struct property *const *held,
                         uint32_t count);
/* Sets why these properties have none. */
void check_certify_not(struct checking *checking, const struct error *why, const struct property *const *held,
                       uint32_t count);

/* --- check_certify_runs.c --- */

/* Writes certificates of the formulas of linear time that hold, in the end: they need a graph of their own.
 */
void check_certify_runs(struct checking *checking);

/* --- check_search.c --- */

/* The goal of the trace to a target. */
struct trace_goal check_target_goal(const struct check_target *target);
/* Makes the trace to a target, or sets the reason why there is none. */
void check_find_trace(struct checking *checking, struct check_target *target, struct space *space);

/* Runs the shared search, then a search for each target that needs an observer, and adds complete searches
 * to the certificate. */
void check_search_all(struct checking *checking);
/* Runs the search of the product for a property of linear time, and concludes. */
void check_search_run(struct checking *checking, uint32_t property);
/* Copies the counts of a search; and its engine, which may change later: if a GPU fails at a trace or a
 * game, the CPU searches again. */
void check_search_take_counts(struct check_search *search, const struct exploration *exploration);
void check_search_take_engine(struct check_search *search, struct exploration *exploration);

/* --- check_reduction.c --- */

/* After a search with partial-order reduction: marks its targets that were reached as `reduced`, if states
 * were left out. */
void check_note_reduction(struct checking *checking, uint32_t search, const struct exploration *exploration);
/* Looks for shortest traces of these targets of `reduced`, by a search of all states up to the length that is
 * known. Where it cannot end, the traces stay as they are. */
void check_shorten(struct checking *checking, uint32_t search, const struct space *reduced);

/* --- check_vacuity.c --- */

/* Finds the properties that hold because an antecedent is never met, if options.vacuity says so. */
void check_find_vacuity(struct checking *checking);

/* --- check_games.c --- */

/* Decides the formulas that need a game. */
void check_play_all(struct checking *checking);
void check_game_evidence_free(struct check_game_evidence *evidence,
                              const struct run *run); /* evidence may be NULL */

#endif
