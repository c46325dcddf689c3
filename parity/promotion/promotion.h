#ifndef HEDDLE_PARITY_PROMOTION_PROMOTION_H
#define HEDDLE_PARITY_PROMOTION_PROMOTION_H

/*
 * Priority promotion (Benerecetti, Dell'Erba, Mogavero 2016) of a part of a game; promotion.c says how.
 * Private to parity/.
 */
#include "parity/promotion/exit_heap.h"
#include "parity/solver/level_set.h"
#include "parity/solver/solving.h"

#define NO_EXTENT UINT32_MAX

/* A piece of the log, which belongs to one region: the region contains those of its vertices whose region[]
 * says so now, even if they appear several times. */
struct extent {
    uint64_t begin, end;
    uint32_t next; /* next extent of the same region */
};

struct region {
    uint64_t closed;      /* in extent `closed_in`: all before it is known to be closed; */
    uint32_t closed_in;   /* NO_EXTENT: nothing is */
    uint32_t exits;       /* the known vertices by which the region can be left for higher regions, linked; or
                             LAST_LINK */
    uint32_t first, last; /* extents; NO_EXTENT: it has been promoted or won */
    uint32_t level;
    uint32_t begun_in; /* in this extent, as long as it is as it was made, */
    uint64_t begun;    /* vertices before this place are those that it began with */
    uint64_t size;     /* of the extents */
};

struct promotion {
    struct solving *solving;
    const uint32_t *list; /* the vertices of the set, by level */
    uint64_t count;
    int is_all; /* all vertices outside the set are decided */

    /* The regions, by falling levels. The levels of vertices in no region are below all of them. */
    struct region *regions;
    uint64_t region_count;
    struct level_set unlooked; /* levels of regions that changed since they were found not to be closed */

    uint64_t looks; /* at vertices that were seen, to find out what to mend, just */

    uint32_t *log; /* stack, at first the same array as the stack of solving */
    uint64_t log_top, log_room;
    struct extent *extents;
    uint64_t extent_count, extent_room;

    /* Levels that may have vertices in no region; which these are. Levels below `looked` have not been looked
     * at: theirs are in list[begins[level] .. begins[level + 1]). Those of others are linked. */
    struct level_set pending;
    uint64_t *pending_words, *unlooked_words, *lost_words;
    uint32_t looked;
    uint32_t *begins;
    uint32_t *heads; /* a level */
    uint32_t *links; /* a vertex; UNLINKED, or LAST_LINK */
    int is_linked;   /* links and exits are filled: there have been two regions at once */
    struct exit_heaps exits;

    void *memory;
    uint64_t memory_bytes;
};

#define UNLINKED UINT32_MAX
#define LAST_LINK (UINT32_MAX - 1)

/* When to give up. */
struct promotion_limits {
    uint64_t work;    /* when it has done more work than this */
    uint64_t regions; /* when there are more regions than this at a time */
    int until_half;   /* when half of the list is decided */
};

int promotion_open(struct promotion *promotion, struct solving *solving);
void promotion_close(struct promotion *promotion); /* once or several times */

/*
 * Decides the vertices of a list, sorted by level, that has no edge to an undecided vertex outside; and other
 * vertices, which these attract. Gives up at the limits, with the rest undecided. Returns 0, 1 when it gave
 * up, -1 with *error filled.
 */
int promotion_solve(struct promotion *promotion, const uint32_t *list, uint64_t count,
                    const struct promotion_limits *limits);

/* Attracts to the region of a level by log[from ..) and by the vertices that this appends. Notes changes to
 * vertices below the region, from level `floor` on (0: all of them; UINT32_MAX: none). Returns 0, or -1 with
 * *error filled (promotion_attract.c). */
int promotion_attract(struct promotion *promotion, uint64_t from, uint32_t level, uint32_t floor);
/* Repairs or dissolves regions below level `bound`, after the region there attracted vertices, or after some
 * were won (REGION_OUT). Returns 0, or -1 with *error filled (promotion_mend.c). */
int promotion_settle(struct promotion *promotion, uint32_t bound);

/* --- storage of regions (promotion_regions.c) --- */

/* Begins with no region. */
void promotion_begin_regions(struct promotion *promotion);
/* Removes all vertices of the list from the set. */
void promotion_end_regions(struct promotion *promotion);
/* Makes room in the log for all vertices of the set once more, and for an extent or two. */
void promotion_make_room(struct promotion *promotion);
/* Makes a new last region from the vertices of the highest level that are in no region; returns 0 when there
 * are none of that level after all. */
int promotion_add_region(struct promotion *promotion);
/* Appends log[begin .. log_top) to a region. */
void promotion_append(struct promotion *promotion, struct region *region, uint64_t begin);
/* Returns the number of the first region of this level or a lower one. */
uint64_t promotion_find_region(const struct promotion *promotion, uint32_t level);
/* Returns one more than the highest level, among those that have had a region, with vertices in no region; 0:
 * there is none.
 */
uint32_t promotion_highest_pending(struct promotion *promotion);
/* Dissolves the regions from number `first` on: their vertices are then in no region. */
void promotion_dissolve(struct promotion *promotion, uint64_t first);
/* Removes exits that are no longer in the region. */
void promotion_keep_exits(struct promotion *promotion, struct region *region);
/* Call when a vertex leaves its region and is in none. */
void promotion_release(struct promotion *promotion, uint32_t vertex);

#endif
