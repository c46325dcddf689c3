#ifndef HEDDLE_PARITY_PROMOTION_PROMOTION_H
#define HEDDLE_PARITY_PROMOTION_PROMOTION_H

/*
 * Priority promotion (Benerecetti, Dell'Erba, Mogavero 2016) of a part of a game; promotion.c describes it.
 * Functions that return an int return 0, or -1 with *error filled, unless they say otherwise. Private to
 * parity/promotion/.
 */
#include "parity/promotion/exit_heap.h"
#include "parity/solver/level_set.h"
#include "parity/solver/solving.h"

#define NO_EXTENT UINT32_MAX

/* A piece of the log, which belongs to one region. A vertex in it is in the region if its region[] is the
 * region's level now; it may be in the log several times. */
struct log_extent {
    uint64_t begin, end;
    uint32_t next; /* next extent of the same region */
};

struct region {
    uint64_t closed;      /* vertices before this place of extent `closed_in` are known to be closed */
    uint32_t closed_in;   /* NO_EXTENT: no vertex is */
    uint32_t exits;       /* heap of the known vertices with edges to higher regions, or NO_EXIT */
    uint32_t first, last; /* extents; NO_EXTENT: the region has been promoted or won */
    uint32_t level;
    uint32_t begun_in; /* the extent that the region began with, until the log is rewritten */
    uint64_t begun;    /* vertices before this place of `begun_in` are those that the region began with */
    uint64_t size;     /* places in the extents */
};

struct promotion {
    struct solving *solving;
    const uint32_t *list; /* the vertices of the set, by level */
    uint64_t count;
    int is_all; /* all vertices outside the set are decided */

    /* The regions, by falling levels. The levels of vertices in no region are below all of these. */
    struct region *regions;
    uint64_t region_count;
    int dissolves;             /* regions below one that grows by promotion are dissolved, not mended */
    struct level_set unlooked; /* levels of regions that changed since they were found not to be closed */

    uint64_t looks; /* examinations of `seen` vertices since promotion_settle began */

    uint32_t *log;
    uint64_t log_top, log_room;
    struct log_extent *extents;
    uint64_t extent_count, extent_room;

    /* Levels that may have vertices in no region. Levels below `looked` have not been examined: their
     * vertices are in list[begins[level] .. begins[level + 1]). The vertices of other levels are linked. */
    struct level_set pending;
    uint64_t *pending_words, *unlooked_words, *lost_words;
    uint32_t looked;
    uint32_t *begins;
    uint32_t *heads; /* levels: the first linked vertex, or LAST_LINK */
    uint32_t *links; /* vertices: the next vertex, UNLINKED, or LAST_LINK */
    int is_linked;   /* links and exits are filled, because there have been two regions at once */
    struct exit_heaps exits;

    void *memory;
    uint64_t memory_bytes;

    /* What a pause keeps of arrays that others use meanwhile (promotion_pause.c). */
    struct promotion_pause {
        int is_paused;
        uint64_t decided;   /* number of decided vertices */
        uint32_t *region;   /* by place in the list */
        uint32_t *strategy; /* by place in the list */
        uint32_t *log;
        void *memory;
        uint64_t memory_bytes;
    } pause;
};

#define UNLINKED UINT32_MAX
#define LAST_LINK (UINT32_MAX - 1)

/* Promotion gives up when it exceeds one of these. */
struct promotion_limits {
    uint64_t work;
    uint64_t promotions;
    uint64_t regions; /* number of regions at a time */
    int until_half;   /* give up when half of the list is decided */
    int pauses;       /* the next call with this list goes on, unless vertices were decided meanwhile */
};

#define PROMOTION_GAVE_UP 2

int promotion_open(struct promotion *promotion, struct solving *solving);
void promotion_close(struct promotion *promotion); /* may be called several times */

/*
 * Decides the undecided vertices of a list, sorted by level, that has no edge to an undecided vertex outside;
 * and other vertices, which these attract. Gives up at the limits, with the rest undecided. Returns 0, 1 when
 * half of the list is decided, PROMOTION_GAVE_UP at another limit, -1 with *error filled.
 */
int promotion_solve(struct promotion *promotion, const uint32_t *list, uint64_t count,
                    const struct promotion_limits *limits);

/* Attracts to the region of a level by log[from ..) and by the vertices that this appends. Marks changed
 * vertices below the region, from level `floor` on (0: all; UINT32_MAX: none), as seen (promotion_attract.c).
 */
int promotion_attract(struct promotion *promotion, uint64_t from, uint32_t level, uint32_t floor);
/* Repairs or dissolves regions below level `bound`, after the region of this level attracted vertices, or
 * after vertices were won (REGION_OUT; promotion_mend.c). */
int promotion_settle(struct promotion *promotion, uint32_t bound);

/* --- pauses (promotion_pause.c) --- */

/* Keeps the regions for promotion_resume, and removes all vertices of the list from the set. */
void promotion_pause(struct promotion *promotion);
/* Goes on after a pause if this is possible with the list; returns whether it is. */
int promotion_resume(struct promotion *promotion, const uint32_t *list);
/* Ends a pause, if there is one, without going on. */
void promotion_end_pause(struct promotion *promotion);

/* --- storage of regions (promotion_regions.c) --- */

/* Begins with no region. */
void promotion_begin_regions(struct promotion *promotion);
/* Removes all vertices of the list from the set. */
void promotion_end_regions(struct promotion *promotion);
/* Makes room in the log for all vertices of the set once more, and for four extents. */
void promotion_make_room(struct promotion *promotion);
/* Makes a new last region from the vertices of the highest pending level that are in no region; returns 0
 * when that level has no such vertices. */
int promotion_add_region(struct promotion *promotion);
/* Appends log[begin .. log_top) to a region. */
void promotion_append(struct promotion *promotion, struct region *region, uint64_t begin);
/* Returns the number of the first region of this level or a lower one. */
uint64_t promotion_find_region(const struct promotion *promotion, uint32_t level);
/* Returns one more than the highest level, among those that have had a region, with vertices in no region; 0:
 * there is none. */
uint32_t promotion_highest_pending(struct promotion *promotion);
/* Dissolves the regions from number `first` on. */
void promotion_dissolve(struct promotion *promotion, uint64_t first);
/* Rebuilds the heap of exits: with those that are in the region, or empty (`keep` is 0). */
void promotion_keep_exits(struct promotion *promotion, struct region *region, int keep);
/* Call when a vertex leaves its region for no other one. */
void promotion_release(struct promotion *promotion, uint32_t vertex);

typedef void promotion_visit(struct promotion *promotion, uint32_t vertex, uint32_t argument);

/* Calls `visit` with the vertices of the region of a level, whose extents begin with `first`. */
CORE_FUNCTION void promotion_each(struct promotion *promotion, uint32_t first, uint32_t level,
                                  promotion_visit *visit, uint32_t argument) {
    for (uint32_t at = first; at != NO_EXTENT; at = promotion->extents[at].next) {
        for (uint64_t place = promotion->extents[at].begin; place < promotion->extents[at].end; place++) {
            uint32_t vertex = promotion->log[place];
            if (promotion->solving->region[vertex] == level) {
                visit(promotion, vertex, argument);
            }
        }
    }
}

#endif
