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
 * A parity game, as a view: the creator of the arrays frees them. They are in host memory, or in a GPU's
 * memory for the functions that say so. Max-parity: the parity of the highest priority that occurs infinitely
 * often decides the winner of a play. Total: every vertex has a successor (game_add_loops). Immutable:
 * solvers copy what they change.
 */
struct game {
    uint64_t vertices;        /* at most GRAPH_MOST_VERTICES (explorer/graph/graph.h) */
    uint64_t edges;           /* may exceed 2^32 */
    const uint64_t *offsets;  /* vertices + 1 */
    const uint32_t *targets;  /* edges; a row has any order, and may have a target several times */
    const uint8_t *owner;     /* enum player */
    const uint32_t *priority; /* any numbers below 2^31 */
    uint32_t start;           /* the initial vertex, whose winner is in question */
};

/* The winner of each vertex, and the successor that wins: SOLUTION_NONE where the owner does not win. */
#define SOLUTION_NONE UINT32_MAX

struct solution {
    uint8_t *winner;
    uint32_t *strategy;
};

/* A game on the host that owns its arrays; `memory` accounts for them. */
struct game_store {
    struct memory *memory;
    struct game game; /* a view of the arrays below */
    uint64_t *offsets;
    uint32_t *targets;
    uint8_t *owner;
    uint32_t *priority;
    uint64_t edge_capacity; /* room for targets */
    /* For games from a file: */
    uint64_t *ids;   /* id of each vertex, ascending; NULL when ids are vertex numbers */
    char **names;    /* offset of each vertex's name in name_text, or NULL; NULL when nothing has a name */
    char *name_text; /* name_bytes bytes: each name with its NUL */
    uint64_t name_bytes;
};

/* Allocates a game, all zeros. Returns 0, or -1 with *error filled and nothing to free. */
int game_store_create(struct game_store *store, uint64_t vertices, uint64_t edge_capacity,
                      struct memory *memory, struct error *error);
void game_store_free(struct game_store *store); /* a game of zeros is allowed */
/* Makes a game total: a vertex without successors gets a loop, and a priority with which its owner loses
 * there. Returns 0, or -1 with *error filled (ERROR_MEMORY) and an unchanged game. */
int game_add_loops(struct game_store *store, struct error *error);

/* Turns min-parity into max-parity, and vice versa: with E the least even number that no priority exceeds, a
 * priority p becomes E - p. The highest number of a priority may not occur (game_read refuses it). */
void game_turn_priorities(struct game_store *store);

/* Counts the different priorities. Returns 0, or -1 with *error filled (ERROR_MEMORY). */
int game_count_priorities(const struct game *game, struct memory *memory, uint64_t *count,
                          struct error *error);

/* Returns the id of a vertex in the file. */
uint64_t game_store_id(const struct game_store *store, uint64_t vertex);
/* Finds the vertex of an id: 0, or -1 when there is none. */
int game_store_find(const struct game_store *store, uint64_t id, uint32_t *vertex);

int solution_create(struct solution *solution, uint64_t vertices, struct memory *memory, struct error *error);
void solution_free(struct solution *solution, uint64_t vertices, struct memory *memory);

/*
 * Checks a solution of a game on the host: every vertex has a winner; a winner's strategy is an edge of the
 * vertex and stays in the winner's region, and the loser cannot leave this region; and every cycle of plays
 * that follow the strategies has the winner's parity (by strongly connected components of the strategy's
 * graph, from the highest priority down). Uses no code of the solvers. Returns 1 when the solution is right;
 * 0 with *wrong (a text without a full stop) and *vertex filled; -1 with *error filled: ERROR_MEMORY,
 * ERROR_INTERRUPTED.
 */
int solution_verify(const struct game *game, const struct solution *solution, const struct run *run,
                    const char **wrong, uint64_t *vertex, struct error *error);

/* --- on a GPU (game_device.cu) --- */

struct game_device {
    struct device *device; /* not owned */
    struct game game;      /* its arrays are on the GPU and owned */
};

/* Copies a game from the host. Returns 0, or -1 with *error filled and nothing to free: ERROR_MEMORY,
 * ERROR_DEVICE. */
int game_device_create(struct device *device, const struct game *game, struct game_device *copy,
                       struct error *error);
void game_device_free(struct game_device *copy); /* a game of zeros is allowed */

/* Allocates a solution on the GPU. Returns 0, or -1 with *error filled and nothing to free: ERROR_MEMORY,
 * ERROR_DEVICE. */
int solution_device_create(struct device *device, uint64_t vertices, struct solution *there,
                           struct error *error);
void solution_device_free(struct device *device, uint64_t vertices,
                          struct solution *there); /* a solution of NULLs is allowed */
/* Copies to a solution on the host, whose arrays exist. Returns 0, or -1 with *error filled (ERROR_DEVICE).
 */
int solution_device_download(const struct solution *there, uint64_t vertices, const struct solution *here,
                             struct error *error);

#ifdef __cplusplus
}
#endif
#endif
