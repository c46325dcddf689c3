#ifndef HEDDLE_CHECKER_CHECK_INTERNAL_H
#define HEDDLE_CHECKER_CHECK_INTERNAL_H

#include "explorer/trace/trace_rebuild.h"
#include "checker/evidence/certificate.h"
#include "checker/check.h"
#include "checker/check_cycles.h"

struct formula_plan;
struct network;
struct observer;
struct regular;

/* What the files of check_run share. */

/* What a search looks for. A property without formula has one, and is violated if that is reached; a formula
 * of a recognised shape is a combination of several. */
enum finding { FINDING_UNKNOWN, FINDING_ABSENT, FINDING_REACHED };

struct check_target {
    uint32_t property;
    enum trace_goal_kind kind;
    uint8_t *labels;               /* TRACE_TO_LABEL: the labels that reach it, one byte a label; owned */
    const struct regular *regular; /* TRACE_TO_ERROR: whose words reach it; NULL: the property's monitor */
    int impossible;                /* no label reaches it: it was absent before any search */
    uint32_t search;               /* CHECK_NO_SEARCH: none yet, or none that is needed */
    enum finding finding;
    uint64_t length; /* REACHED: steps of a shortest trace */
    int has_trace;
    struct trace trace;
    struct error why; /* why there is no trace, or no finding; code ERROR_NONE: no reason is known */
};

/* A combination, as a circuit: the parts of a node come before it. */
enum check_node_kind { NODE_CONSTANT, NODE_TARGET, NODE_NOT, NODE_AND, NODE_OR };
enum truth { TRUTH_FALSE, TRUTH_TRUE, TRUTH_UNKNOWN };

/* What the value of a node rests on; target: of GROUNDS_REACHED. */
struct check_reason {
    enum check_grounds grounds;
    uint32_t target;
};

struct check_node {
    enum check_node_kind kind;
    uint32_t left, right; /* nodes; NODE_TARGET: left is the target */
    enum truth value;     /* of NODE_CONSTANT always; of others when they were evaluated last */
    struct check_reason reason;
};

/* The nodes of a property; the last one says whether it holds. Without any, a graph or a game decides it. And
 * its targets. */
struct check_condition {
    uint32_t first, count;
    uint64_t first_target, target_count;
};

struct checking {
    const struct backend *backend;
    const struct network *network;
    const struct property *properties;
    uint32_t count;
    const struct check_options *options;
    const struct run *run;
    struct check *check;
    certificate *certificate; /* NULL when none is wanted, or after it failed */
    uint8_t *watched;         /* the labels of all targets of the shared search; NULL when there are none */
    struct cycle_labels *cycle_labels; /* one a property; zeros unless it is of cycles */
    struct check_target *targets;
    uint64_t target_count, target_capacity;
    struct check_node *nodes;
    uint64_t node_count, node_capacity;
    struct check_condition *conditions; /* one a property */
};

/* --- check_plan.c, check_labels.c --- */

/* Makes targets and conditions, and says which properties the shared search, number 0, is to decide. 0, or -1
 * with *error filled. What it made is freed by check_plan_free, whatever it returned. */
int check_plan(struct checking *checking, struct error *error);
void check_plan_free(struct checking *checking);
/* The value of a property's condition by what is found so far, and what it rests on. */
enum truth check_evaluate(struct checking *checking, uint32_t property, struct check_reason *reason);
/* Whether it is decided by a parity game. */
int check_needs_game(const struct checking *checking, uint32_t property);
/* Whether it is decided on the graph of all states. */
int check_needs_graph(const struct checking *checking, uint32_t property);

/* One byte a label of the network; at least one. */
uint64_t check_label_bytes(const struct checking *checking);
/* Fills the labels of a NEVER property's target. 0, or -1 with *error filled. */
int check_find_labels(struct checking *checking, struct check_target *target, struct error *error);
/*
 * Makes the target of a regular expression: the labels that reach it where some labels do, from any state; an
 * error of an observer otherwise. 0, or -1 with *error filled.
 */
int check_find_steps(struct checking *checking, struct check_target *target, const struct regular *regular,
                     struct error *error);

/* --- check_search.c --- */

/* The shared search; each target that needs an observer; then what the certificate takes. */
void check_search_all(struct checking *checking);
/* What a search counted; and its engine, which may change after it: when a GPU fails at a trace or at a game,
 * the CPU searches once more. */
void check_search_take_counts(struct check_search *search, const struct exploration *exploration);
void check_search_take_engine(struct check_search *search, const struct exploration *exploration);

/* --- check_games.c --- */

/* Decides the formulas that need a game. */
void check_play_all(struct checking *checking);
void check_game_evidence_free(struct check_game_evidence *evidence,
                              const struct run *run); /* NULL is allowed */

#endif
