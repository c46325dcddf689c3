#ifndef HEDDLE_PARITY_SOLVER_SOLVING_H
#define HEDDLE_PARITY_SOLVER_SOLVING_H

/*
 * What the solvers on the host share while they solve a game: the game with its rows transposed, the winners
 * of decided vertices, and the queue that decisions spread by. Private to solvers on the host.
 */
#include "base/run.h"
#include "parity/solver/level_set.h"
#include "parity/solver/solver.h"

struct error;

/* In `winner`, beside the players. */
#define UNDECIDED 2u
#define UNDECIDED_SEEN 3u /* undecided, and in `seen` */

#define REGION_OUT UINT32_MAX /* no vertex of the set that is being solved, or decided */

#define SOLVING_STACKS 3u

struct solving {
    const struct game *game;
    const struct solve_options *options;
    const struct run *run;
    struct solve_report *report;
    struct error *error;

    /* The solution: final for vertices that are decided; the strategy of others is a solver's own. */
    uint8_t *winner;
    uint32_t *strategy;

    uint64_t *in_begin; /* vertices + 1 */
    uint32_t *sources;  /* edges: the other ends of edges to a vertex */

    /* A number of the parity of the priority; vertices of a set that is solved together are ordered by it as
     * by their priorities. */
    uint32_t *level;
    uint32_t levels;   /* above all of them */
    uint32_t *order;   /* undecided vertices, and maybe others, each once; by level until it is decomposed */
    uint64_t in_order; /* how many */
    uint32_t *queue;   /* decided vertices, as they were decided */
    uint64_t decided;  /* how many */
    uint64_t spread;   /* how many of them have been spread from */
    uint64_t loops;    /* vertices with an edge to themselves: they are in `seen` at first */
    /* While `is_counted`: of an undecided vertex, twice the number of its edges but for those to vertices
     * that were spread from, and its owner; 0: decided. Else of one with many edges: the place in its row
     * where the last search for a way out ended. */
    uint32_t *watch;
    int is_counted;
    unsigned reductions; /* how often what was left of a game was made a smaller one (solve_reduced.c) */

    /* Of the set that is being solved (promotion.c): the level of the region that a vertex is in, or
     * the vertex's own level as long as it is in none; REGION_OUT outside the set. */
    uint32_t *region;
    uint32_t *stack; /* room for all vertices SOLVING_STACKS times */
    uint32_t *seen;  /* vertices of the set that were left undecided while decisions spread */
    uint64_t seen_count;
    uint64_t lost;            /* vertices of the set that were decided */
    uint64_t won_end;         /* the vertices before this one in the queue were in a region of this level: */
    uint32_t won_level;       /* for what is in lower ones, no way down is lost with them */
    struct level_set lost_in; /* the levels of regions that lost vertices, just */
    int has_regions;          /* or there are none, and nothing is noted there */

    uint64_t work;      /* vertices and edges looked at, roughly */
    uint64_t next_look; /* at the stop flag: when `work` is here */
    uint64_t bytes;     /* taken now */
    void *block;
    uint64_t block_bytes;
};

/* Takes memory, transposes the game, marks all vertices as undecided. 0, or -1 with *error filled; close it
 * in any case. */
int solving_open(struct solving *solving);
/* Gives back memory; whatever is undecided stays so. */
void solving_close(struct solving *solving);

/* Accounted memory of which the report says how much it was at most; NULL with *error filled. */
void *solving_allocate(struct solving *solving, uint64_t bytes);
void solving_free(struct solving *solving, void *block, uint64_t bytes);

#define WORK_BETWEEN_LOOKS                                                                                   \
    ((uint64_t)1 << 14) /* at the stop flag: a few milliseconds where each misses caches */

/* -1 with *error filled when it is time to stop. */
int solving_look(struct solving *solving);

/* Of a pass over all items, at this one. */
static inline int solving_look_at_item(struct solving *solving, uint64_t item) {
    return item % WORK_BETWEEN_LOOKS == 0 ? solving_look(solving) : 0;
}

static inline int solving_should_end(struct solving *solving) {
    return solving->work >= solving->next_look && solving_look(solving) != 0;
}

/* Fills order and level: all vertices, by priority; levels without gaps unless priorities are to be kept. */
void solving_sort(struct solving *solving);
/* Renumbers levels as they come, in rising order, without gaps where that is allowed. */
struct numbering {
    uint32_t before, now, gap;
    int is_begun;
};

static inline struct numbering solving_begin_numbers(const struct solving *solving) {
    return (struct numbering){.gap = solving->options->keep_priorities ? 2 : 0};
}

static inline uint32_t solving_next_number(struct numbering *numbering, uint32_t level) {
    if (!numbering->is_begun) {
        numbering->is_begun = 1;
        numbering->now = level & 1;
    } else if (level != numbering->before) {
        numbering->now += ((level ^ numbering->before) & 1) != 0 ? 1 : numbering->gap;
    }
    numbering->before = level;
    return numbering->now;
}

/* Renumbers the levels of `count` vertices, which are sorted by them, without gaps where that is allowed;
 * returns how many levels there are. */
uint32_t solving_number_levels(struct solving *solving, const uint32_t *vertices, uint64_t count);

static inline int is_undecided(const struct solving *solving, uint32_t vertex) {
    return solving->winner[vertex] >= UNDECIDED;
}

/*
 * A look for a way out of an attractor, in a long row, begins where the last one ended: within one attractor
 * what was passed over stays closed, so that all looks together walk round the row once at most.
 */
#define LONG_ROW 8u

static inline uint64_t row_first_place(const struct solving *solving, uint32_t vertex, uint64_t degree) {
    return degree > LONG_ROW ? solving->watch[vertex] : 0;
}

/* Places beyond 32 bits, in rows that repeat their targets, are not remembered. */
static inline void row_remember_place(struct solving *solving, uint32_t vertex, uint64_t degree,
                                      uint64_t place) {
    if (degree > LONG_ROW && place <= UINT32_MAX) {
        solving->watch[vertex] = (uint32_t)place;
    }
}

/* A vertex leaves the region of this level. */
static inline void solving_note_region(struct solving *solving, uint32_t level) {
    if (solving->has_regions) {
        level_set_add(&solving->lost_in, level);
    }
}

/*
 * While ways are counted: whether a vertex is attracted to a player by one more of its edges, so that nothing
 * more is asked of it. One word a vertex is looked at.
 */
static inline int is_drawn(struct solving *solving, uint32_t vertex, unsigned player) {
    uint32_t ways = solving->watch[vertex];
    if (ways == 0) {
        return 0;
    }
    int is_drawn = (ways & 1) == player || ways < 4;
    solving->watch[vertex] = is_drawn ? 0 : ways - 2;
    return is_drawn;
}

/* Decides the winner of a vertex; the strategy counts only when that is the owner. */
static inline void solving_decide(struct solving *solving, uint32_t vertex, unsigned winner,
                                  uint32_t strategy) {
    if (solving->region[vertex] != REGION_OUT) {
        solving_note_region(solving, solving->region[vertex]);
        solving->region[vertex] = REGION_OUT;
        solving->lost++;
    }
    solving->watch[vertex] = 0;
    solving->winner[vertex] = (uint8_t)winner;
    solving->strategy[vertex] = solving->game->owner[vertex] == winner ? strategy : SOLUTION_NONE;
    solving->queue[solving->decided++] = vertex;
}

/*
 * Attracts: decides what is decided because other vertices are, up to a fixpoint (solve_decide.c). Vertices
 * of the set that is being solved that could have gone to decided ones and stay undecided are collected in
 * `seen`. 0, or -1 with *error filled.
 */
int solving_spread(struct solving *solving);
/* Decides vertices that their owner wins, or loses for want of another way, by going round a loop, and what
 * they attract (solve_by_parts.c). As solving_open left `seen`. 0, or -1 with *error filled. */
int solving_decide_loops(struct solving *solving);
/* From now on rows are searched for ways out: something was attracted that may not be decided. */
void solving_stop_counting(struct solving *solving);
/* Takes decided vertices out of `order`; the others stay as they are sorted. */
void solving_forget_decided(struct solving *solving);
/*
 * Finds the undecided vertices that no cycle of undecided ones leads to, and says how many they are: they
 * fill the end of `queue`, in an order in which they lead to decided vertices, others, and earlier ones of
 * them. In `seen`, others have a number other than 0. 0, or -1 with *error filled
 * (solve_trimmed.c).
 */
int solving_trim(struct solving *solving, uint64_t *trimmed);
/* Decides these when all others are decided. */
void solving_decide_trimmed(struct solving *solving, uint64_t trimmed);
struct splitting;
/* Decides cycles that their owner wins alone, and forgets what is decided (solve_by_parts.c). 0 or -1. */
int solving_decide_cycles(struct splitting *splitting);

/* --- strongly connected components (solve_components.c) --- */

/*
 * A list of vertices in blocks: runs of vertices whose block[] is where the run begins in the list. Vertices
 * that have been dropped have NO_BLOCK.
 */
#define NO_BLOCK UINT32_MAX

struct splitting {
    struct solving *solving;
    uint32_t *block;    /* a vertex */
    uint32_t *number;   /* a vertex */
    uint32_t *vertices; /* stacks of the search */
    uint64_t *places;
    uint64_t work; /* vertices and edges looked at */
    void *memory;
    uint64_t memory_bytes;
};

int splitting_open(struct splitting *splitting, struct solving *solving);
void splitting_close(struct splitting *splitting);

/* Makes list[begin .. end) one block. */
void splitting_join(struct splitting *splitting, const uint32_t *list, uint64_t begin, uint64_t end);
/* Where the block that begins at `begin` ends; `begin` where none does. */
uint64_t splitting_block_end(const struct splitting *splitting, const uint32_t *list, uint64_t begin,
                             uint64_t end);
/* Drops decided vertices of a block: what is left is moved to its end and begins where this returns. */
uint64_t splitting_keep_undecided(struct splitting *splitting, uint32_t *list, uint64_t begin, uint64_t end);
/*
 * Replaces the block by one block for each strongly connected component of the graph inside it, in an order
 * in which edges lead to earlier ones; each keeps the order that its vertices were in. 0, or -1 with *error
 * filled.
 */
int splitting_split(struct splitting *splitting, uint32_t *list, uint64_t begin, uint64_t end);
/*
 * Solves what is undecided, component by component from the bottom up, each decomposed again when part of it
 * has been decided; `solve` decides some of a block at least, and may stop early then if `splits`. 0 or -1.
 */
typedef int splitting_solver(void *context, const uint32_t *list, uint64_t count, int splits);
int splitting_solve(struct splitting *splitting, splitting_solver *solve, void *context);
/* Whether there is a cycle in a block that is a component. */
int splitting_has_cycle(const struct splitting *splitting, const uint32_t *list, uint64_t begin,
                        uint64_t end);

/*
 * Finds cycles (solve_cycles.c): in each block of the list, which is sorted by level, those whose highest
 * level has the parity that is wanted of its vertices. `found` is called with blocks that are components
 * whose highest level is such; it returns 1 to end, 0 to go on, -1 with *error filled. Gives up where it
 * would take more than `most` work, as it need not find all. Returns what `found` did, 0 at the end. */
typedef int cycle_found(struct splitting *splitting, const uint32_t *list, uint64_t begin, uint64_t end);
int cycles_find(struct splitting *splitting, uint32_t *list, uint64_t count, const uint8_t *wanted,
                uint64_t most, cycle_found *found, int *gave_up);

/* Decides all cycles that their owner wins alone, and what they attract. 0, or -1 with *error filled. */
int cycles_decide(struct splitting *splitting);

/* --- the solvers: 0, or -1 with *error filled --- */

/* Whether priorities never fall along an edge; -1 with *error filled. */
int solve_is_monotone(struct solving *solving);
/* A monotone game. */
int solve_monotone(struct solving *solving);
/* Any game that is as ATTRACTOR wants it; ERROR_USAGE else. */
int solve_by_components(struct solving *solving);

/* Any game. */
int solve_promotion(struct solving *solving);
/* All that is undecided, by promotion of a smaller game (solve_reduced.c). Decisions must have been spread:
 * each undecided vertex leads to another one. The stack and `seen` are overwritten. */
int solve_reduced(struct solving *solving);
int solve_spm(struct solving *solving);

#endif
