/*
 * Steps of pruning on the threads of the host. Steps of few items are done by the caller alone: a queue that
 * holds a few states a level is drained without a thread begun.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "decompose/prune.h"
#include "decompose/prune_item_core.h"

#define CHUNK ((uint64_t)4096) /* items that a thread takes at a time, and between two looks at the stop flag */

/* --- memory --- */

static void *host_allocate(struct prune *prune, uint64_t bytes) {
    void *block = memory_allocate(prune->memory, bytes);
    if (block == NULL) {
        error_set(prune->error, ERROR_MEMORY, "not enough memory to decompose the graph");
    }
    return block;
}

static void host_free(struct prune *prune, void *block, uint64_t bytes) {
    memory_free(prune->memory, block, bytes);
}

static int host_fill(struct prune *prune, void *block, int byte, uint64_t bytes) {
    (void)prune;
    memset(block, byte, bytes);
    return 0;
}

static int host_copy(struct prune *prune, void *to, const void *from, uint64_t bytes) {
    (void)prune;
    memcpy(to, from, bytes);
    return 0;
}

/* --- steps --- */

struct crew {
    const struct prune_view *view;
    const struct run *run;
    enum prune_step step;
    uint64_t next, end;
    uint64_t stopped;
};

/* Takes chunks until there are none. */
static void work_on_chunks(void *context, unsigned thread) {
    struct crew *crew = context;
    (void)thread;
    for (;;) {
        uint64_t begin = core_fetch_add(&crew->next, CHUNK);
        if (begin >= crew->end || core_load_relaxed(&crew->stopped)) {
            return;
        }
        uint64_t end = crew->end - begin < CHUNK ? crew->end : begin + CHUNK;
        for (uint64_t item = begin; item < end; item++) {
            prune_item(crew->view, crew->step, item, 0, 1);
        }
        if (run_should_stop(crew->run)) {
            core_store_relaxed(&crew->stopped, 1);
        }
    }
}

static int host_each(struct prune *prune, enum prune_step step, uint64_t first, uint64_t count) {
    struct crew crew = {&prune->view, prune->run, step, first, first + count, 0};
    uint64_t chunks = count / CHUNK + 1;
    unsigned threads = prune->run->threads;
    parallel_run(threads < chunks ? threads : (unsigned)chunks, work_on_chunks, &crew);
    if (crew.stopped) {
        return error_set(prune->error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
    }
    return 0;
}

static int host_drain(struct prune *prune, enum prune_step step) {
    const uint64_t *queued = &prune->view.counters->queued;
    uint64_t looked = 0; /* at the stop flag, so many places ago */
    for (uint64_t first = 0, end; first < *queued; first = end) {
        end = *queued;
        if (end - first > CHUNK || first - looked >= CHUNK) {
            looked = first;
            if (host_each(prune, step, first, end - first) != 0) {
                return -1;
            }
            continue;
        }
        for (uint64_t item = first; item < end; item++) {
            prune_item(&prune->view, step, item, 0, 1);
        }
    }
    return 0;
}

/* --- the transpose --- */

struct turning {
    const struct prune_view *view;
    const struct run *run;
    uint64_t vertices;
    uint64_t *places; /* of vertex v at v + 1: first edges counted, then where the next one goes */
    uint32_t *sources;
    uint64_t next, stopped;
};

static void turn_row(struct turning *turning, uint64_t vertex) {
    const struct digraph *graph = &turning->view->graph;
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
        if (digraph_is_live(graph, edge)) {
            uint64_t place = core_fetch_add(&turning->places[(uint64_t)graph->targets[edge] + 1], 1);
            if (turning->sources != NULL) {
                turning->sources[place] = (uint32_t)vertex;
            }
        }
    }
}

static void turn_rows(void *context, unsigned thread) {
    struct turning *turning = context;
    (void)thread;
    for (;;) {
        uint64_t begin = core_fetch_add(&turning->next, CHUNK);
        if (begin >= turning->vertices || core_load_relaxed(&turning->stopped)) {
            return;
        }
        for (uint64_t vertex = begin; vertex < begin + CHUNK && vertex < turning->vertices; vertex++) {
            turn_row(turning, vertex);
        }
        if (run_should_stop(turning->run)) {
            core_store_relaxed(&turning->stopped, 1);
        }
    }
}

/* From the degree of v at v + 1 to where its sources begin at v + 1; returns how many there are. */
static uint64_t sum_degrees(uint64_t *places, uint64_t vertices) {
    uint64_t sum = 0;
    for (uint64_t vertex = 1; vertex <= vertices; vertex++) {
        uint64_t degree = places[vertex];
        places[vertex] = sum;
        sum += degree;
    }
    return sum;
}

/* Filling moves the place of v, at v + 1, to where the sources of v + 1 begin: it ends as it should be. */
static int host_transpose(struct prune *prune, uint64_t **begin, uint32_t **sources, uint64_t *edges) {
    uint64_t vertices = prune->vertices, bytes = (vertices + 1) * sizeof **begin;
    struct turning turning = {.view = &prune->view, .run = prune->run, .vertices = vertices};
    turning.places = memory_allocate_zeroed(prune->memory, bytes);
    uint32_t *room = NULL;
    *edges = 0;
    if (turning.places != NULL) {
        parallel_run(prune->run->threads, turn_rows, &turning);
        *edges = sum_degrees(turning.places, vertices);
        room = turning.stopped ? NULL : memory_allocate_array(prune->memory, *edges, sizeof *room);
    }
    if (room != NULL) {
        turning.sources = room;
        turning.next = 0;
        parallel_run(prune->run->threads, turn_rows, &turning);
    }
    if (room == NULL || turning.stopped) {
        prune_note_bytes(prune, bytes + (room == NULL ? 0 : *edges * sizeof *room));
        memory_free(prune->memory, room, *edges * sizeof *room);
        memory_free(prune->memory, turning.places, bytes);
        return turning.stopped
                   ? error_set(prune->error, ERROR_INTERRUPTED, "interrupted while decomposing the graph")
                   : error_set(prune->error, ERROR_MEMORY, "not enough memory to transpose the graph");
    }
    *begin = turning.places;
    *sources = room;
    return 0;
}

const struct prune_side prune_cpu_side = {host_allocate, host_free, host_fill, host_copy, host_copy,
                                          host_copy,     host_each, host_drain, host_transpose};

struct prune prune_on_host(const struct run *run, struct error *error) {
    struct prune prune = {.side = &prune_cpu_side, .memory = run->memory, .run = run, .error = error};
    return prune;
}
