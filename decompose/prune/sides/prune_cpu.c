/*
 * Steps of pruning on the threads of the host. Steps of few items are done by the caller alone: a queue that
 * holds a few states a level is drained without a thread begun.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "explorer/graph/graph_reverse.h"
#include "decompose/prune/prune.h"
#include "decompose/prune/sides/prune_item_core.h"
#include "base/team.h"

#define CHUNK                                                                                                \
    ((uint64_t)4096) /* items that a thread takes at a time, and between two looks at the stop flag */

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
        uint64_t begin = shared64_add(&crew->next, CHUNK);
        if (begin >= crew->end || shared64_load(&crew->stopped)) {
            return;
        }
        uint64_t end = crew->end - begin < CHUNK ? crew->end : begin + CHUNK;
        for (uint64_t item = begin; item < end; item++) {
            prune_item(crew->view, crew->step, item, 0, 1);
        }
        if (run_should_stop(crew->run)) {
            shared64_store(&crew->stopped, 1);
        }
    }
}

static int host_each(struct prune *prune, enum prune_step step, uint64_t first, uint64_t count) {
    run_tell(prune->run, "pruning", prune->view.round, 0, "rounds");
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
    const struct prune *prune;
    struct graph_reverse reverse;
};

static int turn(struct team *team, void *context) {
    struct turning *turning = context;
    return graph_reverse_make(team, &turning->prune->view.graph, turning->prune->run, &turning->reverse);
}

static int host_transpose(struct prune *prune, uint64_t **begin, uint32_t **sources, uint64_t *edges) {
    struct turning turning = {.prune = prune};
    int result = team_run(prune->run, prune->run->threads, turn, &turning);
    if (result != 0) {
        prune_note_bytes(prune, turning.reverse.targets == NULL
                                    ? (prune->vertices + 1) * sizeof *turning.reverse.offsets
                                    : graph_reverse_bytes(&turning.reverse.graph));
        graph_reverse_free(&turning.reverse, prune->memory);
        return result > 0
                   ? error_set(prune->error, ERROR_MEMORY, "not enough memory to transpose the graph")
                   : error_set(prune->error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
    }
    *begin = turning.reverse.offsets;
    *sources = turning.reverse.targets;
    *edges = turning.reverse.graph.edges;
    return 0;
}

const struct prune_side prune_cpu_side = {host_allocate, host_free, host_fill,  host_copy,     host_copy,
                                          host_copy,     host_each, host_drain, host_transpose};

struct prune prune_on_host(const struct run *run, struct error *error) {
    struct prune prune = {.side = &prune_cpu_side, .memory = run->memory, .run = run, .error = error};
    return prune;
}
