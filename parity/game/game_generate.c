/*
 * Makes games of explorations. The graph builders (explorer/graph/graph_build.c, graph_device.cu) make rows
 * and an array of the observer's state of each vertex, which becomes the array of priorities.
 */
#include "parity/game/game_generate.h"

#include <stddef.h>

#include "base/arena.h"
#include "base/device/device.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/graph/graph_states.h"
#include "parity/game/game_paint.h"

#ifdef HEDDLE_CUDA
#include "explorer/search/cuda/space_device.h"
#include "explorer/graph/graph_device.h"
#endif

#define PAINT_VERTICES 65536u /* vertices that a thread takes at a time */

struct generation {
    struct generated_game *generated;
    struct game_palette palette;
    arena *arena; /* memory of the palette */
    struct graph_options options;
    const struct run *run;
    struct error *error;
    uint64_t cursor; /* next vertex to paint */
};

static void drop_states(struct generated_game *generated) {
    graph_states_free(generated->states);
    generated->states = NULL;
}

/* --- on the host --- */

static void paint_some(void *context, unsigned thread) {
    struct generation *work = context;
    const struct generated_game *generated = work->generated;
    uint64_t first, count = generated->vertices;
    (void)thread;
    while ((first = shared64_add(&work->cursor, PAINT_VERTICES)) < count) {
        uint64_t last = first + PAINT_VERTICES < count ? first + PAINT_VERTICES : count;
        for (uint64_t i = first; i < last; i++) {
            game_paint_vertex(&work->palette, &generated->graph->observer[i], &generated->host_owner[i]);
        }
    }
}

static void show_host(struct generated_game *generated) {
    const struct graph *graph = generated->graph;
    generated->host = (struct game){graph->vertices,
                                    graph->edges,
                                    graph->offsets,
                                    graph->targets,
                                    generated->host_owner,
                                    graph->observer,
                                    0};
}

static void drop_host(struct generated_game *generated) {
    memory_free(generated->memory, generated->host_owner, generated->vertices);
    graph_free(generated->graph);
    generated->host_owner = NULL;
    generated->graph = NULL;
}

/* Makes the game of a graph, which it owns then. NULL: the graph could not be built, as *error says. */
static int paint_host(struct generation *work, struct graph *graph) {
    struct generated_game *generated = work->generated;
    if (graph == NULL) {
        return -1;
    }
    generated->graph = graph;
    generated->vertices = graph->vertices;
    generated->edges = graph->edges;
    generated->host_owner = memory_allocate(work->run->memory, graph->vertices);
    if (generated->host_owner == NULL) {
        drop_host(generated);
        return error_memory(work->error, "for the game");
    }
    parallel_run(work->run->threads, paint_some, work);
    show_host(generated);
    return 0;
}

/* --- on a GPU --- */

#ifdef HEDDLE_CUDA
static void show_there(struct generated_game *generated) {
    const struct graph_device *graph = generated->graph_device;
    generated->device = graph->device;
    generated->there = (struct game){graph->vertices,
                                     graph->edges,
                                     graph->offsets,
                                     graph->targets,
                                     generated->device_owner,
                                     graph->observer,
                                     0};
}

static void drop_device(struct generated_game *generated) {
    if (generated->graph_device != NULL) {
        device_free(generated->graph_device->device, generated->device_owner, generated->vertices);
        graph_device_free(generated->graph_device);
    }
    generated->device_owner = NULL;
    generated->graph_device = NULL;
}

/* Makes the game of a graph on a GPU; on the host if the GPU has not enough memory for the owners. */
static int paint_there(struct generation *work, struct graph_device *graph) {
    struct generated_game *generated = work->generated;
    generated->graph_device = graph;
    generated->vertices = graph->vertices;
    generated->edges = graph->edges;
    generated->device_owner = device_allocate(graph->device, graph->vertices, work->error);
    if (generated->device_owner != NULL &&
        game_paint_cuda(graph->device, &work->palette, graph->observer, generated->device_owner,
                        graph->vertices, work->error) == 0) {
        show_there(generated);
        return 0;
    }
    struct graph *host = NULL;
    if (work->error->code == ERROR_MEMORY &&
        (generated->states == NULL || graph_states_fetch(generated->states, work->run, work->error) == 0)) {
        host = graph_device_download(graph, work->run, work->error);
    }
    if (host == NULL) {
        drop_states(generated);
    }
    drop_device(generated);
    return paint_host(work, host);
}

/* Makes the game on the GPU, where the visited set is; *here: 0 if it failed and the host can do it. */
static int generate_there(struct generation *work, struct exploration *exploration, int *here) {
    struct graph_device *graph = graph_device_build(exploration, &work->options, work->run, work->error);
    *here = graph != NULL || (work->error->code != ERROR_MEMORY && work->error->code != ERROR_DEVICE);
    if (graph == NULL) {
        return -1;
    }
    int failed = paint_there(work, graph);
    if (!failed && work->generated->device != NULL) {
        exploration->effort.memory_peak = memory_peak(&work->generated->device->memory);
    }
    return failed;
}
#endif

/* --- either way --- */

static int generate(struct generation *work, const struct backend *backend, struct exploration *exploration) {
#ifdef HEDDLE_CUDA
    if (exploration->space.device != NULL && exploration->space.device->table != NULL) {
        int here, failed = generate_there(work, exploration, &here);
        if (here) {
            return failed;
        }
    }
#endif
    return paint_host(work, backend->graph(exploration, &work->options, work->run, work->error));
}

int game_generate(const struct backend *backend, struct exploration *exploration, int with_states,
                  struct generated_game *generated, const struct run *run, struct error *error) {
    struct generation work = {.generated = generated,
                              .options = {GRAPH_OBSERVER, with_states ? &generated->states : NULL},
                              .run = run,
                              .error = error};
    *generated = (struct generated_game){.memory = run->memory};
    if (exploration_check_kept(exploration, "for the game", error) != 0) {
        return -1;
    }
    work.arena = arena_create(run->memory);
    int failed = game_palette_make(exploration, work.arena, &work.palette, error) != 0 ||
                 generate(&work, backend, exploration) != 0 ||
                 game_palette_count(&work.palette, run->memory, &generated->priorities, error) != 0;
    if (failed) {
        generated_game_free(generated);
    }
    arena_free(work.arena);
    return failed ? -1 : 0;
}

int generated_game_fetch(struct generated_game *generated, const struct run *run, struct error *error) {
    if (generated->host.targets != NULL) {
        return 0;
    }
#ifdef HEDDLE_CUDA
    generated->host_owner = memory_allocate(generated->memory, generated->vertices);
    if (generated->host_owner == NULL) {
        return error_memory(error, "for the game");
    }
    if (device_download(generated->host_owner, generated->device_owner, generated->vertices, error) == 0) {
        generated->graph = graph_device_download(generated->graph_device, run, error);
    }
    if (generated->graph == NULL) {
        drop_host(generated);
        return -1;
    }
    show_host(generated);
    return 0;
#else
    (void)run;
    return error_set(error, ERROR_USAGE, "there is no game on a GPU: this build has no cuda backend");
#endif
}

static void close_device(struct generated_game *generated) {
#ifdef HEDDLE_CUDA
    drop_device(generated);
#endif
    generated->device = NULL;
    generated->there = (struct game){0};
}

int generated_game_leave_device(struct generated_game *generated, const struct run *run,
                                struct error *error) {
    if (generated->device == NULL) {
        return 0;
    }
    if (generated_game_fetch(generated, run, error) != 0 ||
        (generated->states != NULL && graph_states_fetch(generated->states, run, error) != 0)) {
        return -1;
    }
    close_device(generated);
    return 0;
}

void generated_game_make_room(struct generated_game *generated, uint64_t bytes, const struct run *run) {
    struct error error;
    if (generated->device != NULL && generated->states != NULL &&
        memory_left(&generated->device->memory) < bytes &&
        graph_states_fetch(generated->states, run, &error) != 0) {
        drop_states(generated);
    }
}

void generated_game_free_solution(const struct generated_game *generated, struct solution *solution) {
#ifdef HEDDLE_CUDA
    if (generated->device != NULL) {
        solution_device_free(generated->device, generated->vertices, solution);
    }
#endif
    if (generated->device == NULL && generated->memory != NULL) {
        solution_free(solution, generated->vertices, generated->memory);
    }
    *solution = (struct solution){NULL, NULL};
}

void generated_game_free(struct generated_game *generated) {
    if (generated->memory != NULL) {
        drop_states(generated); /* before the GPU is released */
        close_device(generated);
        drop_host(generated);
    }
    *generated = (struct generated_game){0};
}
