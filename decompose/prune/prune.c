/* Pruning to a fixpoint, over the steps of one side. */
#include "decompose/prune/prune.h"

#include "base/error.h"
#include "base/run.h"

/* --- memory --- */

void prune_note_bytes(struct prune *prune, uint64_t bytes) {
    uint64_t sum = prune->bytes + bytes;
    prune->most_bytes = sum > prune->most_bytes ? sum : prune->most_bytes;
}

int prune_fill(struct prune *prune, void *block, int byte, uint64_t bytes) {
    return prune->steps.side->fill(&prune->steps, block, byte, bytes);
}

void *prune_allocate(struct prune *prune, uint64_t bytes) {
    void *block = prune->steps.side->allocate(&prune->steps, bytes);
    if (block != NULL) {
        prune->bytes += bytes;
        prune_note_bytes(prune, 0);
    }
    return block;
}

void *prune_allocate_cleared(struct prune *prune, uint64_t bytes) {
    void *block = prune_allocate(prune, bytes);
    if (block != NULL && prune_fill(prune, block, 0, bytes) != 0) {
        prune_release(prune, block, bytes);
        return NULL;
    }
    return block;
}

void prune_release(struct prune *prune, void *block, uint64_t bytes) {
    if (block != NULL) {
        prune->steps.side->release(&prune->steps, block, bytes);
        prune->bytes -= bytes;
    }
}

/* --- opening and closing --- */

/* The mask at the beginning; bits after the last edge are clear. */
static int open_mask(struct prune *prune, const struct digraph *graph) {
    uint64_t bytes = bitmap_bytes(graph->edges), rest = graph->edges % BITMAP_WORD_BITS;
    uint32_t *live = prune_allocate(prune, bytes);
    prune->view.live = live;
    if (live == NULL) {
        return -1;
    }
    if (graph->live != NULL) {
        return prune->steps.side->copy(&prune->steps, live, graph->live, bytes);
    }
    uint32_t last = ~0u >> (rest == 0 ? 0 : BITMAP_WORD_BITS - rest);
    return prune_fill(prune, live, 0xff, bytes) != 0 ||
                   (bytes != 0 && prune->steps.side->upload(&prune->steps, live + bytes / sizeof *live - 1,
                                                            &last, sizeof last) != 0)
               ? -1
               : 0;
}

static uint64_t heavy_bytes(const struct digraph *graph) {
    return graph->edges / PRUNE_HEAVY_ROW * sizeof(uint32_t);
}

int prune_open(struct prune *prune, const struct digraph *graph) {
    struct prune_view *view = &prune->view;
    uint64_t bitmap = bitmap_bytes(graph->vertices), words = graph->vertices * sizeof(uint32_t);
    view->graph = *graph;
    if (open_mask(prune, graph) != 0) {
        return -1;
    }
    view->graph.live = view->live;
    view->choices = prune_allocate_cleared(prune, words);
    view->fallen = prune_allocate_cleared(prune, bitmap);
    view->waits = prune_allocate_cleared(prune, bitmap);
    view->queue = prune_allocate(prune, words);
    view->heavy = prune_allocate(prune, heavy_bytes(graph));
    view->counters = prune_allocate_cleared(prune, sizeof *view->counters);
    return view->choices == NULL || view->fallen == NULL || view->waits == NULL || view->queue == NULL ||
                   view->heavy == NULL || view->counters == NULL
               ? -1
               : 0;
}

void prune_close(struct prune *prune) {
    struct prune_view *view = &prune->view;
    uint64_t bitmap = bitmap_bytes(view->graph.vertices), words = view->graph.vertices * sizeof(uint32_t);
    prune_drop_transpose(prune);
    prune_release(prune, view->live, bitmap_bytes(view->graph.edges));
    prune_release(prune, view->choices, words);
    prune_release(prune, view->fallen, bitmap);
    prune_release(prune, view->waits, bitmap);
    prune_release(prune, view->queue, words);
    prune_release(prune, view->heavy, heavy_bytes(&view->graph));
    prune_release(prune, view->counters, sizeof *view->counters);
}

/* --- steps --- */

int prune_each(struct prune *prune, step_function step, const void *view, uint64_t first, uint64_t count) {
    run_tell(prune->steps.run, "pruning", prune->view.round, 0, "rounds");
    return prune->steps.side->each(&prune->steps, step, view, first, count);
}

int prune_each_vertex(struct prune *prune, step_function step, const void *view) {
    return prune_each(prune, step, view, 0, prune->view.graph.vertices);
}

int prune_read(struct prune *prune, struct prune_counters *counters) {
    return prune->steps.side->download(&prune->steps, counters, prune->view.counters, sizeof *counters);
}

int prune_forget_queue(struct prune *prune) {
    return prune_fill(prune, prune->view.counters, 0, sizeof *prune->view.counters);
}

int prune_ask_vertices(struct prune *prune, step_function step, const void *view) {
    struct prune_counters counters;
    uint64_t *flag = &prune->view.counters->flag;
    if (prune_fill(prune, flag, 0, sizeof *flag) != 0 || prune_each_vertex(prune, step, view) != 0 ||
        prune_read(prune, &counters) != 0) {
        return -1;
    }
    return counters.flag != 0;
}

int prune_begin(struct prune *prune) {
    struct prune_counters counters;
    if (prune_read(prune, &counters) != 0) {
        return -1;
    }
    if (counters.crowded) {
        return error_set(prune->steps.error, ERROR_LIMIT, "a state with 2^31 choices or more is too large");
    }
    return prune_each_vertex(prune, prune->side->prune[PRUNE_EMPTY], &prune->view);
}

/* --- the transpose --- */

static uint64_t offset_bytes(const struct prune *prune) {
    return (prune->view.graph.vertices + 1) * sizeof *prune->view.sources_begin;
}

static void forget_transpose(struct prune *prune) {
    prune->view.sources_begin = NULL;
    prune->view.sources = NULL;
}

void prune_drop_transpose(struct prune *prune) {
    prune_release(prune, prune->view.sources_begin, offset_bytes(prune));
    prune_release(prune, prune->view.sources, prune->source_count * sizeof *prune->view.sources);
    forget_transpose(prune);
}

int prune_transpose(struct prune *prune) {
    if (prune->view.sources_begin != NULL || prune->transpose_refused) {
        return 0;
    }
    if (prune->side->transpose(prune) == 0) {
        prune->bytes += offset_bytes(prune) + prune->source_count * sizeof *prune->view.sources;
        prune_note_bytes(prune, 0);
        return 0;
    }
    forget_transpose(prune);
    if (prune->steps.error->code != ERROR_MEMORY) {
        return -1;
    }
    prune->transpose_refused = 1;
    prune->steps.error->code = ERROR_NONE;
    return 0;
}

/* --- to the fixpoint --- */

/* Empties the queue, then once goes over the long rows that waited; *some: whether there were any. */
static int prune_heavy_rows(struct prune *prune, int *some) {
    struct prune_counters counters;
    if (prune_read(prune, &counters) != 0) {
        return -1;
    }
    *some = counters.heavy != 0;
    if (!*some) {
        return 0;
    }
    /* The rows of the list are not appended to it again meanwhile. */
    return prune_forget_queue(prune) != 0 ||
                   prune_each(prune, prune->side->prune[PRUNE_HEAVY], &prune->view, 0, counters.heavy) != 0
               ? -1
               : 0;
}

static int settle_by_transpose(struct prune *prune) {
    int more = 1;
    while (more) {
        if (prune->side->drain_falls(prune, &prune->view) != 0 || prune_heavy_rows(prune, &more) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Nothing is read from the queue, to which a state is still added only once. */
static int settle_by_sweeps(struct prune *prune) {
    int more = 1;
    while (more > 0) {
        more = prune_ask_vertices(prune, prune->side->prune[PRUNE_SWEEP], &prune->view);
    }
    return more;
}

int prune_settle(struct prune *prune) {
    struct prune_counters counters;
    if (prune_read(prune, &counters) != 0) {
        return -1;
    }
    if (counters.queued != 0 &&
        (prune_transpose(prune) != 0 ||
         (prune->view.sources_begin != NULL ? settle_by_transpose(prune) : settle_by_sweeps(prune)) != 0)) {
        return -1;
    }
    return prune_forget_queue(prune);
}
