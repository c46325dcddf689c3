/* Pruning to a fixpoint, over the steps of one side. */
#include "decompose/prune/prune.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
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

static uint64_t bitmap_bytes(uint64_t bits) {
    return bitmap_words(bits) * sizeof(uint32_t);
}

/* The mask at the beginning; bits after the last edge are clear. */
static int open_mask(struct prune *prune, const struct digraph *graph) {
    uint64_t words = bitmap_words(graph->edges), rest = graph->edges % BITMAP_WORD_BITS;
    uint32_t *live = prune_allocate(prune, words * sizeof *live);
    prune->view.live = live;
    if (live == NULL) {
        return -1;
    }
    if (graph->live != NULL) {
        return prune->steps.side->copy(&prune->steps, live, graph->live, words * sizeof *live);
    }
    uint32_t last = ~0u >> (rest == 0 ? 0 : BITMAP_WORD_BITS - rest);
    return prune_fill(prune, live, 0xff, words * sizeof *live) != 0 ||
                   (words != 0 &&
                    prune->steps.side->upload(&prune->steps, live + words - 1, &last, sizeof last) != 0)
               ? -1
               : 0;
}

int prune_open(struct prune *prune, const struct digraph *graph) {
    struct prune_view *view = &prune->view;
    uint64_t bitmap = bitmap_bytes(graph->vertices), words = graph->vertices * sizeof(uint32_t);
    prune->vertices = graph->vertices;
    prune->edges = graph->edges;
    prune->heavy_capacity = graph->edges / PRUNE_HEAVY_ROW;
    view->graph = *graph;
    if (open_mask(prune, graph) != 0) {
        return -1;
    }
    view->graph.live = view->live;
    view->choices = prune_allocate_cleared(prune, words);
    view->fallen = prune_allocate_cleared(prune, bitmap);
    view->waits = prune_allocate_cleared(prune, bitmap);
    view->queue = prune_allocate(prune, words);
    view->heavy = prune_allocate(prune, prune->heavy_capacity * sizeof(uint32_t));
    view->counters = prune_allocate_cleared(prune, sizeof *view->counters);
    return view->choices == NULL || view->fallen == NULL || view->waits == NULL || view->queue == NULL ||
                   view->heavy == NULL || view->counters == NULL
               ? -1
               : 0;
}

void prune_close(struct prune *prune) {
    struct prune_view *view = &prune->view;
    uint64_t bitmap = bitmap_bytes(prune->vertices), words = prune->vertices * sizeof(uint32_t);
    prune_drop_transpose(prune);
    prune_release(prune, view->live, bitmap_bytes(prune->edges));
    prune_release(prune, view->choices, words);
    prune_release(prune, view->fallen, bitmap);
    prune_release(prune, view->waits, bitmap);
    prune_release(prune, view->queue, words);
    prune_release(prune, view->heavy, prune->heavy_capacity * sizeof(uint32_t));
    prune_release(prune, view->counters, sizeof *view->counters);
}

/* --- steps --- */

int prune_each(struct prune *prune, step_function step, const void *view, uint64_t first, uint64_t count) {
    run_tell(prune->steps.run, "pruning", prune->view.round, 0, "rounds");
    return prune->steps.side->each(&prune->steps, step, view, first, count);
}

int prune_each_vertex(struct prune *prune, step_function step, const void *view) {
    return prune_each(prune, step, view, 0, prune->vertices);
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

void prune_drop_transpose(struct prune *prune) {
    prune_release(prune, prune->sources_begin, (prune->vertices + 1) * sizeof *prune->sources_begin);
    prune_release(prune, prune->sources, prune->source_count * sizeof *prune->sources);
    prune->sources_begin = NULL;
    prune->sources = NULL;
    prune->view.sources_begin = NULL;
    prune->view.sources = NULL;
}

int prune_transpose(struct prune *prune, int *made) {
    *made = prune->sources_begin != NULL;
    if (*made || prune->transpose_refused) {
        return 0;
    }
    if (prune->side->transpose(prune, &prune->sources_begin, &prune->sources, &prune->source_count) != 0) {
        prune->sources_begin = NULL;
        prune->sources = NULL;
        if (prune->steps.error->code != ERROR_MEMORY) {
            return -1;
        }
        prune->transpose_refused = 1;
        prune->steps.error->code = ERROR_NONE;
        return 0;
    }
    prune->bytes +=
        (prune->vertices + 1) * sizeof *prune->sources_begin + prune->source_count * sizeof *prune->sources;
    prune_note_bytes(prune, 0);
    prune->view.sources_begin = prune->sources_begin;
    prune->view.sources = prune->sources;
    *made = 1;
    return 0;
}

/* --- to the fixpoint --- */

/* Long rows that waited, once; *some: whether there were any. */
static int prune_heavy_rows(struct prune *prune, int *some) {
    struct prune_counters counters;
    if (prune_read(prune, &counters) != 0) {
        return -1;
    }
    *some = counters.heavy != 0;
    if (!*some) {
        return 0;
    }
    /* The queue is done with, and the list's rows are not put into it again meanwhile. */
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

int prune_settle(struct prune *prune) {
    struct prune_counters counters;
    int made = 0, more = 1;
    if (prune_read(prune, &counters) != 0) {
        return -1;
    }
    if (counters.queued != 0) {
        if (prune_transpose(prune, &made) != 0 || (made && settle_by_transpose(prune) != 0)) {
            return -1;
        }
        while (!made && more) {
            /* The queue is only written: it must not have a state twice, and nothing is read from it. */
            more = prune_ask_vertices(prune, prune->side->prune[PRUNE_SWEEP], &prune->view);
            if (more < 0) {
                return -1;
            }
        }
    }
    return prune_forget_queue(prune);
}
