#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_EXPLAIN_INTERNAL_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_EXPLAIN_INTERNAL_H

#include <jansson.h>

#include "base/text/text_buffer.h"
#include "checker/strategy/strategy.h"
#include "checker/strategy/strategy_region.h"

struct error;
struct memory;
struct strategy_moves;
struct strategy_named;

/* What the files that explain the ends of a path share. */
struct explainer {
    struct strategy *strategy;
    const formula_text *formula;
    struct strategy_moves *moves;
    struct strategy_counter counter; /* without a function: nobody counts */
    struct memory *memory;
    struct error *error;
    struct text_buffer text; /* of the current explanation */
    json_t *made;            /* the current explanation */
    int failed;              /* memory ran out */
};

/* Why a play is lost. */
enum reason {
    REASON_DECIDED,     /* a step of the path decides the subformula: true, or false, is reached */
    REASON_BLOCKED,     /* the loser must make a transition, and there is none */
    REASON_UNREACHABLE, /* only the loser moves, and never reaches what it needs */
    REASON_FORCED,      /* the loser moves, and the winner has one answer each time */
    REASON_LOOP,        /* the path goes round for ever */
    REASON_CHOICE       /* the loser can choose: the strategy goes on */
};

#define END_STEPS_MOST 100u

/* Ends of the path at which the same subformula is decided for the same reason. */
struct end_group {
    enum reason reason;
    uint32_t state; /* of the observer: what is decided */
    uint32_t node;  /* of the first end */
    /* The states of the path, ascending. DECIDED: the last step that leads there; 0: none does. */
    uint64_t step[END_STEPS_MOST];
    uint64_t steps, all_steps; /* in `step`, and all of them */
};

/* --- texts: they note in `failed` that memory ran out --- */

void explain_add(struct explainer *explainer, const char *text);
void explain_count(struct explainer *explainer, uint64_t count, const char *one, const char *several);
/* Adds `TEXT`. */
void explain_quote(struct explainer *explainer, const char *text);
/* Adds "`A`, `B` and `C`": the labels and patterns. */
void explain_actions(struct explainer *explainer, const struct strategy_named *named);
/* Adds the subformula of an observer's state, without and with what is true of it: "`F`", "`F` holds", "`F`
 * fails". */
void explain_subformula(struct explainer *explainer, uint32_t state);
void explain_verdict(struct explainer *explainer, uint32_t state);
/* Adds where the path is: "here", "in the initial state", "after step 3", "after steps 3, 5 and 7". */
void explain_place(struct explainer *explainer, const struct end_group *group);
/* Adds the numbers alone: "3, 5 and 7". */
void explain_numbers(struct explainer *explainer, const struct end_group *group);
/* Whether the place is where the path ends. */
int explain_is_here(const struct explainer *explainer, const struct end_group *group);
/* Sets a member of the current explanation, and takes the value. */
void explain_set(struct explainer *explainer, const char *key, json_t *value);
json_t *explain_tuple(const uint32_t *tuple, uint32_t width);
json_t *explain_json_actions(struct explainer *explainer, const struct strategy_named *named);

/* --- reasons: each adds its text and the members of the explanation; 0, or -1 with *error filled --- */

int explain_region(struct explainer *explainer, const struct end_group *group);
int explain_blocked(struct explainer *explainer, const struct end_group *group);
/* The ends of several groups at which a transition is needed that is not possible. */
void explain_all_blocked(struct explainer *explainer, const struct end_group *groups, uint64_t count);
void explain_decided(struct explainer *explainer, const struct end_group *group);
/* Explains an end from which a few transitions follow that nobody can choose, if there is one. */
int explain_line(struct explainer *explainer, const struct end_group *group, int *explained);
int explain_loop(struct explainer *explainer, const struct end_group *group);
/* The state of the observer at which the loser has the most transitions to choose from. */
uint32_t explain_choosing_state(const struct strategy *strategy);
void explain_choice(struct explainer *explainer, const struct end_group *group);

#endif
