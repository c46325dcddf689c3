#ifndef HEDDLE_CHECKER_EVIDENCE_FORMULA_PATH_INTERNAL_H
#define HEDDLE_CHECKER_EVIDENCE_FORMULA_PATH_INTERNAL_H

#include "checker/evidence/formula_path.h"

#define PATH_NONE UINT32_MAX

/* A set of vertices on a path. */
struct path_set {
    uint64_t begin, end;               /* its vertices, sorted */
    uint64_t choice_begin, choice_end; /* the winner's moves that lead here from the previous set */
    uint32_t previous;                 /* PATH_NONE for the first */
    uint32_t steps;                    /* transitions from the start */
    uint32_t length;                   /* sets before it */
    uint32_t replaced;                 /* the vertex that this set has other vertices for, or PATH_NONE */
    uint8_t is_single;                 /* it and all sets before it have one vertex */
};

/* An edge between vertices that are sets alone. */
struct path_edge {
    uint32_t from, to;
    uint8_t steps; /* 0 or 1 */
};

struct path_search {
    const struct game_part *part;
    struct strategy_moves *moves;
    const struct run *run;
    struct memory *memory;
    struct error *error;
    uint8_t *lost;    /* vertices of the part: the loser has lost */
    uint32_t *set_of; /* vertices: the set that is this vertex alone, or PATH_NONE */
    GROWING(struct path_set) sets;
    GROWING(uint32_t) members;
    GROWING(struct path_choice) choices;
    GROWING(struct path_edge) edges;
    GROWING(uint32_t) now, later; /* sets to expand: with as many steps as the current one, with one more */
    int is_second;                /* the second search: no set counts as single */
    uint64_t several, walks;      /* sets that are not single; vertices whose transitions were derived */
    uint64_t work, unasked;       /* vertices that were looked at; since the run was asked */
    int given_up;                 /* there was too much work; what was found before that is used */
    uint32_t *position_of;        /* vertices: for the cycle that is judged; else PATH_NONE */
    uint64_t beyond;              /* fewest steps to a vertex beyond the part */
    uint32_t end;                 /* the set that ends the path, or PATH_NONE */
    struct path_returning {       /* the shortest lasso of several vertices */
        uint64_t steps;           /* UINT64_MAX: there is none */
        uint32_t last;            /* its last set, and the moves from there */
        GROWING(struct path_choice) choices;
    } lasso;
};

int path_memory(const struct path_search *search);
/* Asks after some work whether the run must stop: 0, or -1 with the error. */
int path_ask(struct path_search *search, uint64_t work);
/* Counts vertices that are looked at: 0; or -1 if the search is given up, or must stop, with the error. */
int path_spend(struct path_search *search, uint64_t work);
/* Whether the winner moves at a vertex of the part. */
int path_wins(const struct path_search *search, uint32_t vertex);

/* --- sets (formula_path_sets.c) --- */

/* A set that is being made: vertices, and the winner's moves that lead to it. */
struct path_draft {
    uint32_t replaced; /* as in struct path_set */
    GROWING(uint32_t) members;
    GROWING(struct path_choice) choices;
};

/* Adds a vertex, unless it is there or the loser has lost at it; members are sorted. Returns 0 or -1. */
int path_add_member(struct path_search *search, struct path_draft *draft, uint32_t vertex);
/* Adds the draft as a set that follows `previous`, unless it is known or contradicts the path so far. Returns
 * 0 or -1. */
int path_add_set(struct path_search *search, uint32_t previous, uint8_t steps,
                 const struct path_draft *draft);
void path_free_draft(struct path_search *search, struct path_draft *draft);

/* `count` targets that come in place of one vertex of a set (PATH_NONE: in place of all its vertices). */
struct path_replacement {
    uint32_t set, vertex;
    const uint32_t *targets;
    uint64_t count;
    uint8_t steps; /* of the network: 0 or 1 */
};

/* Adds the set with the replacement, and with a move of the winner or NULL. Returns 0 or -1. */
int path_add_replaced(struct path_search *search, const struct path_replacement *by,
                      const struct path_choice *choice);

/* --- moves (formula_path_moves.c); each returns 0 or -1 --- */

/* Replaces a vertex at which the observer moves alone. */
int path_replace_vertex(struct path_search *search, uint32_t set, uint32_t vertex);
/* Takes any transition from a single vertex of the winner. */
int path_step_alone(struct path_search *search, uint32_t set, uint32_t vertex);
/* Takes each transition that all vertices of a set can take. */
int path_step_together(struct path_search *search, uint32_t set);

/* --- what the search needs --- */

/* Finds the vertices of the part at which the loser has lost (formula_path_lost.c). Returns 0 or -1. */
int path_find_lost(struct path_search *search);

/* A cycle of sets: from the first to the last, each the previous of the next, and back by further choices. */
struct path_loop {
    uint32_t first, last;
    const struct path_choice *choices;
    uint64_t choice_count;
    int stays; /* only moves of the observer alone count */
};

/* The kind of the observer's state at a vertex. */
enum observer_kind path_kind(const struct path_search *search, uint32_t vertex);

/* Whether the winner wins the plays that stay on the cycle (formula_path_loop.c): 1, 0 or -1. */
int path_wins_loop(struct path_search *search, const struct path_loop *loop);

/* Finds a shortest lasso of single sets with fewer than `most` steps (formula_path_lasso.c): its choices in
 * *path, found and steps. Returns 0 or -1. */
int path_find_lasso(struct path_search *search, uint64_t most, struct formula_path *path);

#endif
