#ifndef HEDDLE_PARITY_GAME_GAME_PAINT_H
#define HEDDLE_PARITY_GAME_GAME_PAINT_H

/*
 * Replaces the observer's state of each vertex (struct graph, `observer`) by owner and priority, with a
 * palette, on the host and on a GPU.
 */
#include "base/shared_core.h"
#include "explorer/graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct arena;
struct device;
struct error;
struct exploration;
struct memory;

/*
 * Owner and priority by the observer's state: at [0, states) for vertices with successors, at [states, 2 *
 * states) for others. On the host; game_paint_cuda makes a copy.
 */
struct game_palette {
    uint32_t states;
    uint32_t *priority;
    uint8_t *owner;
    uint64_t *met; /* not 0: there is such a vertex; zeros at first */
};

/* How many entries the arrays have. */
CORE_FUNCTION uint64_t game_palette_colours(const struct game_palette *palette) {
    return 2 * (uint64_t)palette->states;
}

/*
 * The palette of an exploration's observer, in memory of the arena. Vertices without successors have one of
 * two priorities above all others, by which their owner loses. Returns 0, or -1 with *error filled:
 * ERROR_LIMIT if priorities are too large, ERROR_MEMORY.
 */
int game_palette_make(const struct exploration *exploration, struct arena *arena,
                      struct game_palette *palette, struct error *error);
/* Counts the different priorities that occur; overwrites those of the palette. Returns 0, or -1 with *error
 * filled (ERROR_MEMORY). */
int game_palette_count(struct game_palette *palette, struct memory *memory, uint64_t *count,
                       struct error *error);

/* *vertex: the observer's state before, the priority afterwards. */
CORE_FUNCTION void game_paint_vertex(const struct game_palette *palette, uint32_t *vertex, uint8_t *owner) {
    uint32_t state = *vertex & ~GRAPH_DEAD_END;
    uint32_t colour = *vertex & GRAPH_DEAD_END ? palette->states + state : state;
    *vertex = palette->priority[colour];
    *owner = palette->owner[colour];
    if (shared64_load(&palette->met[colour]) == 0) { /* saves needless writes */
        shared64_store(&palette->met[colour], 1);
    }
}

/* Paints `count` vertices in the memory of a GPU, and marks on the host which entries occurred. Returns 0, or
 * -1 with *error filled: ERROR_MEMORY with nothing painted, ERROR_DEVICE. */
int game_paint_cuda(struct device *device, const struct game_palette *palette, uint32_t *vertices,
                    uint8_t *owners, uint64_t count, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
