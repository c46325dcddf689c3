#ifndef HEDDLE_FRONTEND_WALK_WALKER_H
#define HEDDLE_FRONTEND_WALK_WALKER_H

#include <stdint.h>

struct error;

/*
 * The walker of a model: its initial states and the transitions of a state, derived from the syntax tree
 * alone, as the modelling language defines them. Every language has one (frontend/language/language.h makes
 * it). It shares nothing with what compiles or searches: it is used to verify evidence and to simulate, and
 * the tests compare the search with it. It is much slower than the search.
 *
 * A state is a tuple of local states, one number for each component. Components are the processes of a
 * network, or the variables of a model with data, whose local state is the value above the lowest one.
 */
typedef struct walker walker;

struct walker_move {
    uint32_t component, to;
    uint32_t label;  /* the process's number of its own label; walker_own_label has the text */
    uint32_t choice; /* choice of the process's move (model/lts.h), or LTS_NO_CHOICE */
    uint32_t by;     /* the language's own: which modules of a PRISM model make it */
};

#define WALKER_NO_CHOICE UINT32_MAX

struct walker_transition {
    const char *label; /* equal texts are equal pointers, until walker_free; "i": internal */
    /* By component: of a network, the processes that take part, even if their state stays the same: of a
     * PRISM model its variables whose values change, or the first one if none does; of a model with data,
     * the variables whose values change */
    const struct walker_move *moves;
    uint32_t move_count;
    uint32_t choice; /* of a model with data: the number of the state's choice; else WALKER_NO_CHOICE */
    uint64_t branch; /* its number among the branches of the choice */
    double weight;   /* its probability, or rate; 1 if there is no choice */
    /* How often a random walk takes it, compared with other transitions of the state. The branches of a
     * choice share 1 by their probabilities. In a network, all rates of the state are one choice; in a model
     * in continuous time, each transition has its rate. */
    double chance;
};

/* NULL is allowed. */
void walker_free(walker *walker);

uint32_t walker_components(const walker *walker);
/* The name of a component; each is unique. The names are owned by the walker. */
const char *walker_name(const walker *walker, uint32_t component);
const char *const *walker_names(const walker *walker);
/*
 * Those of which fairness speaks: the processes of a network, and in place of each PRISM model its modules,
 * whose names are "process.module".
 */
uint32_t walker_processes(const walker *walker);
const char *walker_process_name(const walker *walker, uint32_t process);
/*
 * The processes that take part in a transition of the last result of walker_transitions, by `number` from 0
 * on; WALKER_NO_PROCESS after the last one. Where several ways are one transition, those of each way; so one
 * may be there again.
 */
#define WALKER_NO_PROCESS UINT32_MAX
uint32_t walker_process(const walker *walker, const struct walker_transition *transition, uint32_t number);
/* How many local states the component has: they are 0 to this number, exclusive. */
uint64_t walker_local_states(const walker *walker, uint32_t component);
/* Whether the component is a process whose choices are distributions, whatever their labels are. */
int walker_has_distributions(const walker *walker, uint32_t component);

/* Whether it is a model with data whose transitions are branches of choices; a state without transitions then
 * has a choice that leads back to it. (Networks with PRISM models have variables, but no such choices.) */
int walker_has_choices(const walker *walker);
/* Whether the model is a Markov chain of a model with data: all transitions of a state are one choice. */
int walker_is_chain(const walker *walker);

/* Whether components are the variables of a model with data; without a walker (NULL) they are processes. */
int walker_has_variables(const walker *walker);
/* What the local states of a variable stand for: the first one for `lowest`, each other one for 1 more. */
struct walker_variable {
    int is_bool; /* the values are 0 and 1, written false and true */
    int64_t lowest;
};
struct walker_variable walker_variable(const walker *walker, uint32_t component);
/* The local state of a variable's value: 1, or 0 if it cannot have this value. */
int walker_find_value(const walker *walker, uint32_t component, int64_t value, uint32_t *state);

/* A local state as people read it, written to `text`: its number, or the value of the variable. Without a
 * walker (NULL): the number. */
#define WALKER_STATE_TEXT 24
const char *walker_state_text(const walker *walker, uint32_t component, uint32_t state,
                              char text[WALKER_STATE_TEXT]);

/*
 * The initial states, at least one: their number to *count. A state after the other, each of
 * walker_components numbers, in order. Owned by the walker.
 */
const uint32_t *walker_initial(const walker *walker, uint64_t *count);
int walker_is_initial(const walker *walker, const uint32_t *state);

/* All labels that transitions have, each once, in no particular order; and perhaps others that never occur,
 * but only those that the network has, too. */
uint32_t walker_label_count(const walker *walker);
const char *walker_label(const walker *walker, uint32_t index);

/*
 * Whether a predicate holds in a state: 1 or 0; -1 with *error filled, ERROR_INPUT if it has no value there.
 * Predicates have the numbers that language_predicate (frontend/language/language.h) gives them.
 */
int walker_holds(walker *walker, uint32_t predicate, const uint32_t *state, struct error *error);

/*
 * The transitions of a state. Two ways to the same label and target are two transitions. Sorted by the bytes
 * of the label, then by the target tuple, then by the way: the processes and their own labels, or choice and
 * branch. Valid until the next call. 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, or
 * ERROR_INPUT if the model has an error in this state.
 */
int walker_transitions(walker *walker, const uint32_t *state, const struct walker_transition **transitions,
                       uint64_t *count, struct error *error);
/*
 * What a model with data says of its states: their labels (the model's, and `deadlock` for the state without
 * transitions), and reward structures, "" for one without a name. NULL if its transitions are no branches of
 * choices (walker_has_choices).
 */
struct walker_numbers {
    const char *const *labels, *const *rewards;
    uint32_t label_count, reward_count;
    int has_rates; /* weights are rates */
};
const struct walker_numbers *walker_numbers(const walker *walker);

/* An entry of a row: branches that lead to one state are added up. */
struct walker_entry {
    double weight;
    uint64_t target; /* where its local states begin in `targets` */
};

/* A choice; in a Markov chain all that happens in the state. */
struct walker_row {
    const char *label;     /* as a transition's; NULL in a Markov chain */
    uint64_t begin, end;   /* of its entries */
    const double *rewards; /* [reward_count]: what it earns */
};

/* A state in numbers. One without transitions has a row that leads back to it with weight 1. */
struct walker_weighed {
    const struct walker_row *rows;
    uint64_t row_count;
    const struct walker_entry *entries;
    const uint32_t *targets;
    const uint8_t *labels; /* [label_count]: whether the state has it */
    const double *rewards; /* [reward_count] */
};

/*
 * The numbers of a state, of a model that has some. Sums of doubles are in the order of choices and branches;
 * the weights of a chain in discrete time are divided by the number of choices, and it earns the mean of
 * theirs; one in continuous time earns the sum of rate times reward. Valid until the next call for this
 * walker. 0, or -1 with *error filled, as walker_transitions.
 */
int walker_weigh(walker *walker, const uint32_t *state, struct walker_weighed *weighed, struct error *error);
/* Whether a call of walker_transitions has failed for lack of memory; also 0 for NULL. */
int walker_lacked_memory(const walker *walker);
/* The number of calls of walker_transitions: results that the caller keeps are valid while it stays the same.
 */
uint64_t walker_calls(const walker *walker);
/*
 * The label of the process itself in a move of the transition, before hiding, renaming and vectors changed
 * it; NULL if it is the label of the transition, or the component is a variable.
 */
const char *walker_own_label(const walker *walker, const struct walker_transition *transition,
                             const struct walker_move *move);
/*
 * The lines of the model's text that make a transition of the last result of walker_transitions: those of the
 * commands that happen, in the order of modules. Writes up to `most` of them; returns how many there are, 0
 * if components are processes.
 */
uint32_t walker_lines(const walker *walker, const struct walker_transition *transition, uint64_t *lines,
                      uint32_t most);
/* Whether the same processes take part in both transitions, by the same labels of their own; of a model with
 * data: whether both are one branch of one choice. */
int walker_same_way(const struct walker_transition *a, const struct walker_transition *b);
/* Writes the target state of the transition. */
void walker_target(const walker *walker, const uint32_t *state, const struct walker_transition *transition,
                   uint32_t *target);

#endif
