/*
 * The rounds of a decomposition by labels on a GPU: set labels, propagate them to a fixpoint, decide
 * vertices, and divide the others into classes (Alabandi, Sands, Biros, Burtscher 2023, Algorithm 1). Instead
 * of removing edges from a list, vertices have classes: an edge counts while both its ends are in one class.
 * Decided vertices leave the list of vertices.
 */
#include "decompose/scc/labels/scc_state.cuh"

#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/run.h"
#include "decompose/scc/scc_names.cuh"

/* Sweeps launched between two readings of the control block. */
#define FIRST_SWEEPS 4u
#define MOST_SWEEPS 32u

/* --- memory --- */

static uint64_t aligned(uint64_t bytes) {
    return (bytes + 255) & ~(uint64_t)255;
}

/* Carves a part out of the state's block; only counts bytes if the block is NULL. */
static void *carve_part(struct scc_state *state, uint64_t *at, uint64_t bytes) {
    void *part = state->block == NULL ? NULL : state->block + *at;
    *at += aligned(bytes);
    return part;
}

static uint64_t lay_out(struct scc_state *state, uint64_t vertices) {
    uint64_t at = 0;
    state->pairs = (label_pair *)carve_part(state, &at, vertices * sizeof *state->pairs);
    state->classes = (uint32_t *)carve_part(state, &at, vertices * sizeof *state->classes);
    state->lists[0] = (uint32_t *)carve_part(state, &at, vertices * sizeof *state->lists[0]);
    state->lists[1] = (uint32_t *)carve_part(state, &at, vertices * sizeof *state->lists[1]);
    state->saturated = (uint32_t *)carve_part(state, &at, bitmap_bytes(vertices));
    state->control = (struct propagate_control *)carve_part(state, &at, sizeof *state->control);
    state->counters = (struct round_counters *)carve_part(state, &at, sizeof *state->counters);
    return at;
}

uint64_t scc_state_bytes(uint64_t vertices) {
    struct scc_state state = {};
    return lay_out(&state, vertices);
}

int scc_state_open(struct scc_state *state, struct device *device, const struct scc_task *task,
                   struct error *error) {
    uint64_t vertices = task->graph->vertices;
    int per_processor = 0;
    memset(state, 0, sizeof *state);
    state->device = device;
    state->graph = *task->graph;
    state->run = task->run;
    state->error = error;
    state->report = task->report;
    state->component = task->component;
    state->left = vertices;
    state->all_left = 1;
    state->bytes = scc_state_bytes(vertices);
    state->block = (char *)device_allocate(device, state->bytes, error);
    if (state->block == NULL || DEVICE_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                                                 &per_processor, propagate_labels<0>, PROPAGATE_THREADS, 0),
                                             error) != 0) {
        return -1;
    }
    state->blocks = (unsigned)per_processor * device->processors;
    lay_out(state, vertices);
    return 0;
}

void scc_state_close(struct scc_state *state) {
    device_free(state->device, state->block, state->bytes);
}

/* --- a round --- */

/* Chooses the next order; no vertex has the greatest label, which is that of decided vertices. */
struct scc_labels scc_state_next_labels(struct scc_state *state, enum scc_order order) {
    struct scc_labels labels = {order, 0};
    uint32_t vertex;
    do {
        labels.seed = state->seed++ * 0x2545f491u;
        vertex = order == SCC_ORDER_RANDOM ? label_vertex(labels, UINT32_MAX) : UINT32_MAX;
    } while (vertex < state->graph.vertices && state->seed % 64 != 0);
    labels.seed = vertex < state->graph.vertices ? labels.seed ^ vertex ^ UINT32_MAX : labels.seed;
    return labels;
}

struct propagate_arguments scc_state_arguments(const struct scc_state *state, const struct scc_round *round) {
    struct propagate_arguments arguments = {};
    arguments.graph = state->graph;
    arguments.pairs = state->pairs;
    arguments.classes = state->divided ? state->classes : NULL;
    arguments.list = state->all_left ? NULL : state->lists[0];
    arguments.count = state->left;
    arguments.saturated = round->saturates && state->all_left && !state->divided ? state->saturated : NULL;
    arguments.looks_ahead = round->looks_ahead && state->all_left && !state->divided;
    /* Labels of another order are no numbers of vertices in this one. */
    arguments.keeps_out =
        round->keeps_out && round->order != SCC_ORDER_RANDOM && round->order == state->labels.order;
    arguments.compress = !round->no_compression;
    arguments.by_block = round->by_block;
    arguments.contracts = round->contracts;
    arguments.in_runs = round->in_runs;
    arguments.resumes = round->resumes;
    arguments.in_turns = round->in_turns;
    arguments.only_out = round->only_out;
    arguments.must_dwindle = round->must_dwindle;
    arguments.most_sweeps = round->most_sweeps;
    arguments.most_sampled = round->most_sampled;
    arguments.most_visits = round->most_visits != 0 ? round->most_visits : BLOCK_SWEEPS;
    arguments.control = state->control;
    return arguments;
}

/*
 * The marks of chunks lie in the lists of vertices, which a round of all vertices does not use: at most 17
 * numbers for each 256 vertices.
 */
static int begin_news(struct scc_state *state, struct propagate_arguments *arguments) {
    if (!state->all_left) {
        return 0;
    }
    arguments->news.changed = state->lists[0];
    arguments->news.visited = state->lists[0] + arguments->chunks;
    arguments->news.targets = state->lists[1];
    return DEVICE_CHECK(cudaMemsetAsync(state->lists[0], 0, arguments->chunks * 2 * sizeof(uint32_t)),
                        state->error);
}

int scc_state_begin_propagation(struct scc_state *state, const struct propagate_arguments *arguments) {
    struct error *error = state->error;
    uint64_t bytes = bitmap_bytes(state->graph.vertices);
    unsigned blocks = device_grid_blocks(state->left, STATE_THREADS);
    if (DEVICE_CHECK(cudaMemsetAsync(state->control, 0, sizeof *state->control), error) != 0 ||
        (arguments->saturated != NULL &&
         DEVICE_CHECK(cudaMemsetAsync(state->saturated, 0, bytes), error) != 0)) {
        return -1;
    }
    begin_round<<<blocks, STATE_THREADS>>>(*arguments);
    if (arguments->looks_ahead) {
        offer_label_ahead<<<blocks, STATE_THREADS>>>(*arguments);
    }
    return DEVICE_CHECK(cudaGetLastError(), error);
}

static int resume_propagation(struct scc_state *state, const struct propagate_arguments *arguments) {
    struct propagate_control control = {};
    control.saturated = control.saturated_before = state->saturated_count;
    resume_round<<<device_grid_blocks(state->left, STATE_THREADS), STATE_THREADS>>>(*arguments);
    return DEVICE_CHECK(cudaGetLastError(), state->error) != 0
               ? -1
               : device_upload(state->control, &control, sizeof control, state->error);
}

/* Launches sweeps and reads the control block. A sweep after the end does nothing. */
static int launch_sweeps(struct scc_state *state, const struct propagate_arguments *arguments,
                         unsigned sweeps, struct propagate_control *control) {
    unsigned blocks = arguments->chunks < state->blocks ? (unsigned)arguments->chunks : state->blocks;
    for (unsigned i = 0; i < sweeps; i++) {
        if (arguments->news.changed != NULL) {
            propagate_labels<1><<<blocks, PROPAGATE_THREADS>>>(*arguments);
        } else {
            propagate_labels<0><<<blocks, PROPAGATE_THREADS>>>(*arguments);
        }
    }
    if (DEVICE_CHECK(cudaGetLastError(), state->error) != 0) {
        return -1;
    }
    return device_download(control, state->control, sizeof *control, state->error);
}

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The stride of chunks: forwards, backwards, or scattered. */
static uint64_t stride_of(const struct scc_round *round, uint64_t chunks) {
    if (round->order != SCC_ORDER_RANDOM) {
        return round->only_out ? chunks - 1 : 1;
    }
    uint64_t stride = (uint64_t)((double)chunks * 0.6180339887) | 1;
    while (greatest_common_divisor(stride, chunks) != 1) {
        stride += 2;
    }
    return stride;
}

static int propagate(struct scc_state *state, const struct scc_round *round, int is_resumed) {
    struct propagate_arguments arguments = scc_state_arguments(state, round);
    struct propagate_control control = {};
    arguments.labels = state->labels =
        round->has_best ? scc_labels_best(round->best) : scc_state_next_labels(state, round->order);
    arguments.best = round->has_best                      ? 0
                     : round->order == SCC_ORDER_GREATEST ? ~(uint32_t)(state->graph.vertices - 1)
                                                          : 0;
    arguments.chunks = (state->left + PROPAGATE_THREADS - 1) / PROPAGATE_THREADS;
    arguments.stride = arguments.chunks < 3 ? 1 : stride_of(round, arguments.chunks);
    if ((round->with_news && begin_news(state, &arguments) != 0) ||
        (is_resumed ? resume_propagation(state, &arguments)
                    : scc_state_begin_propagation(state, &arguments)) != 0) {
        return -1;
    }
    for (unsigned sweeps = FIRST_SWEEPS; !control.ended;
         sweeps = sweeps < MOST_SWEEPS ? 2 * sweeps : MOST_SWEEPS) {
        if (run_should_stop(state->run)) {
            return error_set(state->error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
        }
        run_tell(state->run, "decomposing", state->graph.vertices - state->left, state->graph.vertices,
                 "states");
        if (launch_sweeps(state, &arguments, sweeps, &control) != 0) {
            return -1;
        }
    }
    state->saturated_count = control.saturated;
    return (int)control.converged;
}

int scc_state_propagate(struct scc_state *state, const struct scc_round *round) {
    return propagate(state, round, 0);
}

int scc_state_resume(struct scc_state *state, const struct scc_round *round) {
    return propagate(state, round, 1);
}

/* All vertices are in one component. */
static int settle_as_one(struct scc_state *state) {
    state->report->rounds++;
    state->left = 0;
    state->all_left = 0;
    state->is_named = 1;
    return DEVICE_CHECK(cudaMemsetAsync(state->component, 0, state->graph.vertices * sizeof(uint32_t)),
                        state->error);
}

int scc_state_settle(struct scc_state *state, const struct scc_round *round) {
    struct propagate_arguments arguments = scc_state_arguments(state, round);
    struct round_counters counters = {};
    struct error *error = state->error;
    unsigned blocks = device_grid_blocks(state->left, STATE_THREADS);
    arguments.labels = state->labels;
    if (arguments.saturated != NULL && state->saturated_count == state->graph.vertices) {
        return settle_as_one(state);
    }
    if (DEVICE_CHECK(cudaMemsetAsync(state->counters, 0, sizeof *state->counters), error) != 0) {
        return -1;
    }
    if (round->contracts) {
        take_standing_pairs<<<blocks, STATE_THREADS>>>(arguments);
    }
    settle_round<<<blocks, STATE_THREADS>>>(arguments, state->component, state->lists[1], state->counters);
    if (DEVICE_CHECK(cudaGetLastError(), error) != 0 ||
        device_download(&counters, state->counters, sizeof counters, error) != 0) {
        return -1;
    }
    state->report->rounds++;
    state->report->trimmed += counters.trivial;
    if (counters.left != 0) {
        if (!state->divided &&
            DEVICE_CHECK(cudaMemsetAsync(state->classes, 0, state->graph.vertices * 4), error) != 0) {
            return -1;
        }
        divide_classes<<<device_grid_blocks(counters.left, STATE_THREADS), STATE_THREADS>>>(
            arguments, state->lists[1], counters.left, state->classes);
        retire_decided<<<blocks, STATE_THREADS>>>(state->component, arguments.list, state->left,
                                                  state->pairs);
        if (DEVICE_CHECK(cudaGetLastError(), error) != 0) {
            return -1;
        }
        state->divided = 1;
    }
    if (counters.left != state->left) {
        uint32_t *list = state->lists[0];
        state->lists[0] = state->lists[1];
        state->lists[1] = list;
        state->left = counters.left;
        state->all_left = 0;
    }
    return 0;
}

int scc_state_finish(struct scc_state *state) {
    uint64_t vertices = state->graph.vertices;
    unsigned blocks = device_grid_blocks(vertices, STATE_THREADS);
    uint32_t *least = (uint32_t *)state->pairs;
    if (state->is_named) {
        return device_finish(state->error);
    }
    if (DEVICE_CHECK(cudaMemsetAsync(least, 0xff, vertices * sizeof *least), state->error) != 0) {
        return -1;
    }
    scc_find_least<<<blocks, STATE_THREADS>>>(state->component, vertices, least);
    scc_name_by_least<<<blocks, STATE_THREADS>>>(state->component, vertices, least);
    return DEVICE_CHECK(cudaGetLastError(), state->error) != 0 || device_finish(state->error) != 0 ? -1 : 0;
}
