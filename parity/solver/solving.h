#ifndef HEDDLE_PARITY_SOLVER_SOLVING_H
#define HEDDLE_PARITY_SOLVER_SOLVING_H

/*
 * The state that the solvers on the host share: the game with its transpose, the winners of decided vertices,
 * and the queue for the spread of decisions. Functions that return an int return 0, or -1 with *error filled,
 * unless they say otherwise. Private to these solvers.
 */
#include "base/core.h"
#include "base/run.h"
#include "parity/solver/level_set.h"
#include "parity/solver/solver.h"

struct error;

/* Further values in `winner`, in addition to the players. */
#define UNDECIDED 2u
#define UNDECIDED_SEEN 3u /* undecided, and in `seen` */

#define REGION_OUT UINT32_MAX /* outside the set that is being solved, or decided */

#define SOLVING_STACKS 3u

struct solving {
    const struct game *game;
    const struct solve_options *options;
    const struct run *run;
    struct solve_report *report;
    struct error *error;

    /* The solution: final for decided vertices; solvers may use the strategies of others. */
    uint8_t *winner;
    uint32_t *strategy;

    uint64_t *in_begin; /* vertices + 1 */
    uint32_t *sources;  /* edges: the other ends of edges to a vertex */

    /* Numbers with the parity of the priority, which order the vertices of a set that is solved together as
     * their priorities do. */
    uint32_t *level;
    uint32_t levels; /* greater than every level */
    /* Undecided vertices, and possibly others, each once; by level until the game is decomposed. */
    uint32_t *order;
    uint64_t in_order; /* number of vertices in `order` */
    uint32_t *queue;   /* decided vertices, in the order of decision */
    uint64_t decided;  /* number of decided vertices */
    uint64_t spread;   /* number of decided vertices whose effects have been spread */
    uint64_t loops;    /* number of vertices with an edge to themselves: they are in `seen` at first */
    /* While `is_counted`: for an undecided vertex, twice the number of its edges, without those to vertices
     * whose effects were spread, plus its owner; 0: decided. Otherwise, for a vertex with many edges: the
     * position in its row where the last search for a way out ended. */
    uint32_t *watch;
    int is_counted;
    unsigned reductions; /* how often the rest of a game was replaced by a smaller one (solve_reduced.c) */

    /* For the set that is being solved (promotion.c): the level of a vertex's region, or the vertex's own
     * level while it is in no region; REGION_OUT outside the set. */
    uint32_t *region;
    uint32_t *stack; /* room for all vertices SOLVING_STACKS times */
    uint32_t *seen;  /* vertices of the set that were left undecided while decisions spread */
    uint64_t seen_count;
    uint64_t lost; /* vertices of the set that were decided */
    /* The vertices of the queue before `won_end` were in a region of level `won_level`, so vertices in lower
     * regions lose no edge to a lower region with them. */
    uint64_t won_end;
    uint32_t won_level;
    struct level_set lost_in; /* the levels of regions that have just lost vertices, if has_regions */
    int has_regions;

    uint64_t work;      /* approximate number of vertices and edges examined */
    uint64_t next_look; /* the value of `work` for the next check of the stop flag */
    uint64_t bytes;     /* bytes allocated now */
    void *block;
    uint64_t block_bytes;
};

/* Allocates memory, transposes the game, and marks all vertices as undecided. Returns 0, or -1 with *error
 * filled; the caller closes it in any case. */
int solving_open(struct solving *solving);
/* Frees memory; undecided vertices stay undecided. */
void solving_close(struct solving *solving);

/* Allocates accounted memory, whose peak is in the report; NULL with *error filled. */
void *solving_allocate(struct solving *solving, uint64_t bytes);
/* Accounts for memory that was allocated otherwise, and will be freed by solving_free. */
void solving_account(struct solving *solving, uint64_t bytes);
void solving_free(struct solving *solving, void *block, uint64_t bytes);

/* Cuts an array from the rest of a block; each array takes a multiple of 64 bytes. */
static inline uint64_t solving_cut_bytes(uint64_t count, uint64_t size) {
    return (count * size + 63) / 64 * 64;
}

static inline void *solving_cut(char **rest, uint64_t count, uint64_t size) {
    void *array = *rest;
    *rest += solving_cut_bytes(count, size);
    return array;
}

/* Work between checks of the stop flag: a few milliseconds if every access misses the caches. */
#define WORK_BETWEEN_LOOKS ((uint64_t)1 << 14)

/* Reports progress. Returns -1 with *error filled when the run must stop. */
int solving_look(struct solving *solving);

/* solving_look now and then, in a pass over all items. */
static inline int solving_look_at_item(struct solving *solving, uint64_t item) {
    return item % WORK_BETWEEN_LOOKS == 0 ? solving_look(solving) : 0;
}

static inline int solving_should_end(struct solving *solving) {
    return solving->work >= solving->next_look && solving_look(solving) != 0;
}

/* Fills order and level for all vertices, by priority; levels have no gaps unless priorities are to be kept.
 */
void solving_sort(struct solving *solving);
/* Renumbers levels, which it gets in rising order, without gaps where that is allowed. */
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

typedef int solving_way(const struct solving *solving, uint32_t target, uint32_t bound);

/*
 * Whether the vertex has an edge that leads out of an attractor, to a target for which `is_way` returns 1. In
 * a long row the search begins where the last one ended: within one attractor, edges that were passed over
 * stay closed, so all searches together pass over the row at most once. Positions beyond 32 bits, in rows
 * that repeat their targets, are not stored.
 */
#define LONG_ROW 8u

CORE_FUNCTION int solving_has_way(struct solving *solving, uint32_t vertex, solving_way *is_way,
                                  uint32_t bound) {
    const uint32_t *row = solving->game->targets + solving->game->offsets[vertex];
    uint64_t degree = solving->game->offsets[vertex + 1] - solving->game->offsets[vertex];
    uint64_t place = degree > LONG_ROW ? solving->watch[vertex] : 0;
    for (uint64_t i = 0; i < degree; i++) {
        if (is_way(solving, row[place], bound)) {
            if (degree > LONG_ROW && place <= UINT32_MAX) {
                solving->watch[vertex] = (uint32_t)place;
            }
            return 1;
        }
        place = place + 1 == degree ? 0 : place + 1;
    }
    return 0;
}

/* Call when a vertex leaves the region of this level. */
static inline void solving_note_region(struct solving *solving, uint32_t level) {
    if (solving->has_regions) {
        level_set_add(&solving->lost_in, level);
    }
}

/*
 * While edges are counted: whether losing one more edge attracts an undecided vertex to a player. Reads only
 * one word of a vertex.
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

/* Decides the winner of a vertex; the strategy is used only when the winner owns the vertex. */
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
 * Attracts: decides all vertices whose winner follows from decided vertices, up to a fixpoint
 * (solve_decide.c). Vertices of the set that is being solved that could have gone to decided ones and stay
 * undecided are collected in `seen`.
 */
int solving_spread(struct solving *solving);
/* Decides vertices whose loop wins for the owner, or is the owner's only move and loses, and the vertices
 * that these attract (solve_by_parts.c). `seen` must be as solving_open left it. */
int solving_decide_loops(struct solving *solving);
/* Call when vertices were attracted that may stay undecided: from now on, rows are searched for edges that
 * lead out, instead of counting. */
void solving_stop_counting(struct solving *solving);
/* Removes decided vertices from `order`; the others stay sorted. */
void solving_forget_decided(struct solving *solving);
struct splitting;
/* Decides cycles that their owner wins alone, and removes decided vertices (solve_by_parts.c). Returns 0 or
 * -1. */
int solving_decide_cycles(struct splitting *splitting);

/* --- strongly connected components (solve_components.c) --- */

/*
 * A list of vertices in blocks: runs of vertices whose block[] is the position where the run begins in the
 * list. Vertices that have been dropped have NO_BLOCK.
 */
#define NO_BLOCK UINT32_MAX

struct splitting {
    struct solving *solving;
    uint32_t *block;    /* a vertex */
    uint32_t *number;   /* a vertex */
    uint32_t *vertices; /* stacks of the search */
    uint64_t *places;
    uint64_t work; /* number of vertices and edges examined */
    void *memory;
    uint64_t memory_bytes;
};

int splitting_open(struct splitting *splitting, struct solving *solving);
void splitting_close(struct splitting *splitting);

/* Makes list[begin .. end) one block. */
void splitting_join(struct splitting *splitting, const uint32_t *list, uint64_t begin, uint64_t end);
/* Returns the end of the block that begins at `begin`; `begin` where none does. */
uint64_t splitting_block_end(const struct splitting *splitting, const uint32_t *list, uint64_t begin,
                             uint64_t end);
/* Drops decided vertices of a block: the remaining ones move to its end, and the new block begins at the
 * position returned. */
uint64_t splitting_keep_undecided(struct splitting *splitting, uint32_t *list, uint64_t begin, uint64_t end);
/*
 * Replaces the block by one block for each strongly connected component of the graph inside it, in an order
 * in which edges lead to earlier ones; each keeps the order of its vertices.
 */
int splitting_split(struct splitting *splitting, uint32_t *list, uint64_t begin, uint64_t end);
/*
 * Solves all undecided vertices, component by component from the bottom up; a component is decomposed again
 * when part of it has been decided. `solve` decides at least one vertex of a block, and may then stop early
 * if `splits`. Returns 0 or -1.
 */
typedef int splitting_solver(void *context, const uint32_t *list, uint64_t count, int splits);
int splitting_solve(struct splitting *splitting, splitting_solver *solve, void *context);
/* Whether there is a cycle in a block that is a component. */
int splitting_has_cycle(const struct splitting *splitting, const uint32_t *list, uint64_t begin,
                        uint64_t end);

/*
 * Finds cycles (solve_cycles.c): in each block of the list, which is sorted by level, those whose highest
 * level has the required parity for its vertices. Calls `found` with blocks that are components with such a
 * highest level; `found` returns 1 to end, 0 to continue, -1 with *error filled. Gives up when it has done
 * `most` work, with CYCLES_GAVE_UP, although there may be more cycles. Otherwise returns the last result of
 * `found`, or 0.
 */
#define CYCLES_GAVE_UP 2

typedef int cycle_found(struct splitting *splitting, const uint32_t *list, uint64_t begin, uint64_t end);
int cycles_find(struct splitting *splitting, uint32_t *list, uint64_t count, const uint8_t *wanted,
                uint64_t most, cycle_found *found);

/* Decides all cycles that their owner wins alone, and the vertices that they attract. */
int cycles_decide(struct splitting *splitting);

/* --- the solvers --- */

/* Whether priorities never fall along an edge; -1 with *error filled. */
int solve_is_monotone(struct solving *solving);
/* Solves a monotone game. */
int solve_monotone(struct solving *solving);
/* Solves any game that meets the condition of ATTRACTOR; ERROR_USAGE for others. */
int solve_by_components(struct solving *solving);

/* Solves any game. */
int solve_promotion(struct solving *solving);
/* Solves all undecided vertices by promotion of a smaller game (solve_reduced.c). Decisions must have been
 * spread: each undecided vertex leads to another one. Overwrites the stack and `seen`. */
int solve_reduced(struct solving *solving);
int solve_spm(struct solving *solving);

#endif
