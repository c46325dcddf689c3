#ifndef HEDDLE_CHECKER_CHECK_H
#define HEDDLE_CHECKER_CHECK_H

#include <stdint.h>

#include "base/error.h"
#include "checker/property/property.h"
#include "explorer/search/explore.h"
#include "model/trace.h"
#include "parity/solve.h"
#include "space/game.h"

struct backend;
struct check_game_evidence;
struct evidence_subject;
struct strategy;
struct network;
struct run;
struct walker;
struct text_buffer;

enum verdict { VERDICT_HOLDS, VERDICT_VIOLATED, VERDICT_UNDECIDED };

struct check_options {
    const struct backend *backend;  /* runs the searches */
    struct explore_options explore; /* limits and layout; check_run sets the rest */
    uint32_t words;                 /* words of a state vector (explorer/model/model.h) */
    int keep_going;                 /* continue the search after every property is decided */
    int no_traces;                  /* compute only the lengths of traces; a certificate still keeps levels */
    const char *certificate; /* file for the reachable states of searches whose properties hold; or NULL */
    char *const
        *certificates; /* files for the same, one by property, some NULL; or NULL. Give one of the two. */
    uint64_t certificate_window; /* as certificate_create has it */
    const char *scheduler; /* output file for the evidence of the only property about schedulers; or NULL */
    const char *write_product; /* file for the product of the only formula about schedulers; or NULL */
    int shortest;              /* after searches with explore.partial_order: look for shortest traces */
    int keep_races; /* for properties about schedulers: rates remain next to internal transitions */
    const struct evidence_subject
        *subject;    /* head of certificate and scheduler files; its options say how patterns are read */
    int witnesses;   /* also make traces of formulas that hold because something is reachable */
    int strategies;  /* also make evidence of formulas that hold by a game */
    int games;       /* decide every formula by a game, even if a search could decide it */
    int vacuity;     /* search for what antecedents of properties that hold may be met by */
    int lacks_steps; /* the network is one that lacks steps which the properties do not see */
    struct solve_options solve; /* how games are solved */
    int no_files; /* no trace, strategy or page is written: strategies of many nodes are not looked for */
    const char *write_game; /* file for the game of the only formula, which a game then decides; or NULL */
    struct walker *walker;  /* used to make evidence of games; NULL: no evidence is made .. */
    const struct error *no_walker; /* .. for this reason, if evidence was requested; or NULL */
    int keep_apart; /* for tests, of several ranks: small graphs and games stay in parts, too */
};

/* Counts and resources of one search: the shared search of the properties without observer, or the search
 * of one monitor, of one part of a formula, or of one game. */
struct check_search {
    struct explore_result result; /* without label_level */
    struct explore_effort effort; /* the device is empty if the search could not begin */
    int product;                  /* the states are those of the product with an observer */
    int is_first; /* a short search of the whole network, before smaller ones (composed/composed_check.h) */
    uint64_t *several; /* exploration.several; owned, NULL or of several_bytes */
    uint64_t several_bytes;
};

/* The reason for the verdict on a formula. */
enum check_grounds {
    GROUNDS_REACHED, /* something was reached: a trace leads there and proves the verdict */
    GROUNDS_ABSENT,  /* something cannot be reached: no trace can show that */
    GROUNDS_SEVERAL, /* several of these reasons together */
    GROUNDS_LABELS,  /* no label of the network matches the formula's actions: there was nothing to search */
    GROUNDS_TRIVIAL, /* the formula's form alone decides it: there was nothing to search */
    GROUNDS_GAME     /* the solution of a parity game */
};

/* The parity game that decided a formula. */
struct check_game {
    struct game_figures made; /* check_game_solver names the solver */
    uint32_t alternation_depth;
    int written;              /* the game was written to options.write_game */
    struct error write_error; /* why it could not be written; code ERROR_NONE: nothing failed */
};

/* Why a property holds that says nothing about the network. */
enum check_vacuity {
    VACUITY_NONE,    /* it says something */
    VACUITY_LABELS,  /* the network's labels alone make it hold: no transition can have those that it needs */
    VACUITY_FORM,    /* the formula's form alone makes it hold */
    VACUITY_UNFIRED, /* starvation, cycles with labels: one of its labels never occurs */
    VACUITY_ANTECEDENT /* a formula: an antecedent is never met (specs/automata/formula_antecedents.h) */
};

/* What is never met, for UNFIRED and ANTECEDENT. */
struct check_antecedent {
    const struct property *label;    /* UNFIRED: the label or pattern: the property, or a part of it */
    const struct formula *part;      /* ANTECEDENT: the box, or the implication */
    const struct formula *condition; /* its left side, if it is an implication; or NULL */
    const struct formula *never; /* the stronger formula that holds, too: [R] false, or [R] not CONDITION */
    const struct ltl_tree_node *implication; /* ANTECEDENT of linear time: the implication; or NULL */
    const struct ltl_tree_node *left;        /* .. its left side */
    const struct action *action; /* the label, if `never` says that this label does not occur; or NULL */
    const formula_text *formula; /* ANTECEDENT: to which it belongs */
};

struct check_result {
    enum verdict verdict;
    uint32_t search; /* index into searches of the search that decided the property; CHECK_NO_SEARCH if none
                        was needed */
    uint64_t length; /* VIOLATED: steps of a shortest trace, or of the lasso for a property of cycles. For
                        formulas with GROUNDS_REACHED: steps of a shortest trace, whatever the verdict. */
    int reduced; /* a search of fewer states or a smaller network found the trace: it may not be a shortest
                    one */
    int is_unlocated; /* a smaller network showed the violation, and there is neither a trace nor a length */
    int ends_in_deadlock;  /* the trace, which a search found, leads to a deadlock */
    uint64_t cycle_length; /* properties of cycles: steps of the cycle that ends the lasso; otherwise 0 */
    enum check_vacuity vacuous; /* HOLDS */
    int needs_no_fairness;      /* HOLDS: it does so without the fairness that is assumed, too */
    struct check_antecedent antecedent;
    enum check_grounds grounds; /* for a formula that is decided */
    struct check_game game;     /* for a formula */
    const char *class;          /* of a formula of linear time (tgba_class_name); or NULL */
    uint32_t automaton_states;  /* .. of the automaton of its negation; about schedulers, of what they do */
    int is_unsatisfiable;       /* .. no run whatever satisfies it */
    double goal_seconds;        /* for a property of an MDP in a file (check_mdp) */
    int certified;              /* HOLDS: the certificate contains the property */
    int has_trace;              /* there is a trace: a counterexample, or a witness if the property HOLDS */
    struct trace trace;
    struct check_game_evidence *evidence; /* evidence from a game; or NULL. It then owns the trace. */
    struct error why; /* why there is no trace although one was requested (VIOLATED), or why the search could
                         not begin or its graph could not be made (UNDECIDED); otherwise code ERROR_NONE */
};

#define CHECK_NO_SEARCH UINT32_MAX

struct check {
    struct check_result *results; /* one per property */
    struct check_search *searches;
    uint32_t property_count, search_count, search_capacity;
    double graph_seconds;           /* time to make the graph of all states and decide properties on it */
    double evidence_seconds;        /* time to make traces and strategies, without writing them */
    double vacuity_seconds;         /* time of the searches for antecedents; 0: there were none */
    int scheduled;                  /* evidence of a scheduler was written */
    struct error scheduler_error;   /* why it could not be written; code ERROR_NONE: nothing failed */
    int produced;                   /* the product of a formula was written */
    struct error product_error;     /* why it could not be written; code ERROR_NONE: nothing failed */
    int certified;                  /* a certificate was written */
    struct error certificate_error; /* why it could not be written; code ERROR_NONE: nothing failed */
};

/* Marks the formulas whose actions have arguments that must be computed, or compared by value with labels of
 * the network, as those that have data (formula_has_data). check_plan_formulas does so, too. Returns 0, or -1
 * with *error filled: ERROR_MEMORY. */
int check_mark_data(const struct network *network, const struct property *properties, uint32_t count,
                    const struct run *run, struct error *error);
/* Writes out the data of the formulas among the properties for the labels of the network, and plans how
 * searches decide them. Call it before check_run, which decides a
 * formula without a plan by a game. Returns 1 if some formula needs a game, 0 if none does, or -1 with *error
 * filled: ERROR_MEMORY, ERROR_INTERRUPTED. */
int check_plan_formulas(const struct network *network, struct property *properties, uint32_t count,
                        const struct run *run, struct error *error);
/* Whether the property is a formula that needs a game, after check_plan_formulas: it has no plan, or there
 * are several initial states, of which a search can tell only whether something is reached from any. */
int check_formula_needs_game(const struct network *network, const struct property *property);
/*
 * Checks the properties on the network. One shared search decides the properties without observer; then each
 * monitor has a search of its own, in this order. A formula of a recognised shape
 * (specs/automata/formula_observer.h) is decided by what searches reach: the shared search if that is a
 * deadlock or a label, otherwise a search of its own; it needs no search if its verdict is clear already.
 * Parity games decide all other formulas. A search ends when all its properties are decided. Properties of
 * cycles and about schedulers are decided after the search, on the graph of all states
 * (decompose/cycles/cycle.h, checker/check_schedulers.h); they have no certificates.
 *
 * When a search reaches a limit, properties that are not violated remain undecided. When a search cannot even
 * begin, its properties are undecided, and their `why` gives the reason. Returns NULL with *error filled if
 * nothing could be checked: no memory for the properties, a certificate that cannot be made, a pattern that
 * cannot be matched, an error of a model with data in a state that a search met (ERROR_INPUT), or a
 * property that models with data cannot have (ERROR_USAGE).
 * check_free frees the result.
 */
struct check *check_run(const struct network *network, const struct property *properties,
                        uint32_t property_count, const struct check_options *options, const struct run *run,
                        struct error *error);
void check_free(struct check *check, const struct run *run);
/* Writes an antecedent of a formula, its parts as the user wrote them: its condition, or the expression that
 * no path matches. Appends to a text that is empty; the caller frees it. Returns 0, or -1 if memory runs out.
 */
int check_antecedent_write(const struct check_antecedent *antecedent, struct memory *memory,
                           struct text_buffer *text);
/* Whether it is the condition of an implication, and where the part is. */
int check_antecedent_is_condition(const struct check_antecedent *antecedent);
struct formula_position check_antecedent_place(const struct check_antecedent *antecedent);
/* Whether the trace is only the beginning of a strategy, up to where the other side can choose. */
int check_path_divides(const struct check_result *result);
/* The name of the solver. */
const char *check_game_solver(const struct check_game *game);
/* The strategy in the evidence; NULL without evidence. */
const struct strategy *check_formula_strategy(const struct check_game_evidence *evidence);

#endif
