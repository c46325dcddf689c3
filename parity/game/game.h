#ifndef HEDDLE_PARITY_GAME_GAME_H
#define HEDDLE_PARITY_GAME_GAME_H

#include <stdint.h>

#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device;
struct error;
struct run;

enum player { PLAYER_EVEN = 0, PLAYER_ODD = 1 };

/*
 * A parity game, as a view: the creator of the arrays frees them. They lie in host memory, or in that of a
 * GPU for the functions that say so. Max-parity: a play is won by the parity of the highest priority that
 * occurs again and again. Total: every vertex has a successor (game_add_loops). Immutable: solvers copy what
 * they change.
 */
struct game {
    uint64_t vertices;        /* at most GRAPH_MOST_VERTICES (explorer/graph/graph.h) */
    uint64_t edges;           /* may be above 2^32 */
    const uint64_t *offsets;  /* vertices + 1 */
    const uint32_t *targets;  /* edges; a row in any order, may have a target several times */
    const uint8_t *owner;     /* enum player */
    const uint32_t *priority; /* any numbers below 2^31 */
    uint32_t start;           /* the vertex in question */
};

/* Who wins each vertex, and by which successor: SOLUTION_NONE where the owner does not win. */
#define SOLUTION_NONE UINT32_MAX

struct solution {
    uint8_t *winner;
    uint32_t *strategy;
};

/* A game on the host that owns its arrays, which are accounted in `memory`. */
struct game_store {
    struct memory *memory;
    struct game game; /* the view of the arrays below */
    uint64_t *offsets;
    uint32_t *targets;
    uint8_t *owner;
    uint32_t *priority;
    uint64_t edge_capacity; /* of targets */
    /* From a file: */
    uint64_t *ids;   /* of each vertex, ascending; NULL when ids are vertex numbers */
    char **names;    /* of each vertex, into name_text, or NULL; NULL when nothing has a name */
    char *name_text; /* name_bytes bytes: each name with its NUL */
    uint64_t name_bytes;
};

/* Room for a game, all zeros. 0, or -1 with *error filled and nothing to free. */
int game_store_create(struct game_store *store, uint64_t vertices, uint64_t edge_capacity,
                      struct memory *memory, struct error *error);
void game_store_free(struct game_store *store); /* of zeros is allowed */
/* Makes a game total: a vertex without successors gets a loop, and a priority with which its owner loses
 * there. 0, or -1 with *error filled (ERROR_MEMORY) and the game as it was. */
int game_add_loops(struct game_store *store, struct error *error);

/* Min-parity for max-parity, and the other way round: with E the least even number that no priority is above,
 * a priority p becomes E - p. 0, or -1 with *error filled (ERROR_LIMIT) when that is no priority any more. */
int game_turn_priorities(struct game_store *store, struct error *error);

/* How many different priorities there are. 0, or -1 with *error filled (ERROR_MEMORY). */
int game_count_priorities(const struct game *game, struct memory *memory, uint64_t *count,
                          struct error *error);

/* The id that the file has for a vertex. */
uint64_t game_store_id(const struct game_store *store, uint64_t vertex);
/* The vertex of an id: 0, or -1 when there is none. */
int game_store_find(const struct game_store *store, uint64_t id, uint32_t *vertex);

int solution_create(struct solution *solution, uint64_t vertices, struct memory *memory, struct error *error);
void solution_free(struct solution *solution, uint64_t vertices, struct memory *memory);

/*
 * Checks a solution of a game on the host: every vertex is won by someone; a winner's strategy is one of its
 * vertex's edges and stays in what it wins, the loser cannot leave it; and where both follow, every cycle is
 * of the winner's parity (by strongly connected components of the strategy's graph, from the highest priority
 * down). Uses nothing of the solvers. 1 when it is right; 0 with *wrong (a text without a stop) and *vertex
 * filled; -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int solution_verify(const struct game *game, const struct solution *solution, const struct run *run,
                    const char **wrong, uint64_t *vertex, struct error *error);

/* --- on a GPU (game_device.cu) --- */

struct game_device {
    struct device *device; /* not owned */
    struct game game;      /* the arrays lie on the GPU and are owned */
};

/* A copy of a host's game. 0, or -1 with *error filled and nothing to free: ERROR_MEMORY, ERROR_DEVICE. */
int game_device_create(struct device *device, const struct game *game, struct game_device *copy,
                       struct error *error);
void game_device_free(struct game_device *copy); /* of zeros is allowed */

/* Room for a solution on the GPU. 0, or -1 with *error filled and nothing to free: ERROR_MEMORY,
 * ERROR_DEVICE. */
int solution_device_create(struct device *device, uint64_t vertices, struct solution *there,
                           struct error *error);
void solution_device_free(struct device *device, uint64_t vertices,
                          struct solution *there); /* of NULLs is allowed */
/* To a solution on the host, which has its arrays. 0, or -1 with *error filled (ERROR_DEVICE). */
int solution_device_download(const struct solution *there, uint64_t vertices, const struct solution *here,
                             struct error *error);

#ifdef __cplusplus
}
#endif
#endif
