/*
 * Rounds by queues, for graphs in which labels go far. Vertices whose labels changed wait in a queue, so a
 * round takes time for each change of a label; a sweep over all vertices takes its time however few of them
 * change. Needs the transposed graph: labels move forward and backward from the vertices that changed.
 * Between rounds each region is trimmed: vertices without an edge from, or to, their region are components of
 * their own; once these are removed, others may follow.
 */
#include "decompose/scc/labels/scc_work_lists.cuh"

#include <string.h>

#include "base/device/device_check.cuh"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/scc/labels/scc_state.cuh"
#include "explorer/graph/digraph_device.h"

#define FIRST_STEPS 4u
#define MOST_STEPS 32u
#define HEAD_START 12u
#define STEPS_PER_FEW 4u /* steps of many blocks for one launch of a single block */

struct scc_work {
    struct scc_state *state;
    struct work_view view;
    struct digraph_transpose transpose;
    uint32_t *list;  /* view.left undecided vertices */
    char *more;      /* memory beyond that of the state */
    unsigned blocks; /* blocks of a step that run at once */
    int is_first;    /* nothing has been trimmed yet */
};

static int tell(const struct scc_work *work) {
    const struct scc_state *state = work->state;
    if (run_should_stop(state->run)) {
        return error_set(state->error, ERROR_INTERRUPTED, SCC_INTERRUPTED);
    }
    run_tell(state->run, "decomposing", state->graph.vertices - work->view.left, state->graph.vertices,
             "states");
    return 0;
}

/* Does steps until both queues are empty. */
template <class Visit> static int run_steps(struct scc_work *work) {
    struct error *error = work->state->error;
    struct work_control control;
    for (unsigned steps = FIRST_STEPS;; steps = steps < MOST_STEPS ? 2 * steps : MOST_STEPS) {
        if (tell(work) != 0) {
            return -1;
        }
        for (unsigned i = 0; i < steps; i++) {
            work_step<Visit><<<work->blocks, WORK_THREADS>>>(work->view);
            if (i % STEPS_PER_FEW == STEPS_PER_FEW - 1) {
                work_few<Visit><<<1, WORK_FEW_THREADS>>>(work->view);
            }
        }
        if (DEVICE_CHECK(cudaGetLastError(), error) != 0 ||
            device_download(&control, work->view.control, sizeof control, error) != 0) {
            return -1;
        }
        if (control.counts[0] + control.counts[1] == 0) {
            return 0;
        }
    }
}

static int clear_control(const struct scc_work *work) {
    return DEVICE_CHECK(cudaMemsetAsync(work->view.control, 0, sizeof *work->view.control),
                        work->state->error);
}

/* Makes the list of the vertices that are left, from `from`. */
static int list_again(struct scc_work *work, const uint32_t *from, uint64_t count) {
    struct scc_state *state = work->state;
    struct work_control control;
    uint32_t *to = work->view.queues[0];
    if (clear_control(work) != 0) {
        return -1;
    }
    list_left<<<device_grid_blocks(count, STATE_THREADS), STATE_THREADS>>>(work->view, from, count, to);
    if (DEVICE_CHECK(cudaGetLastError(), state->error) != 0 ||
        device_download(&control, work->view.control, sizeof control, state->error) != 0) {
        return -1;
    }
    work->view.queues[0] = work->list;
    work->list = to;
    work->view.left = control.left;
    return 0;
}

/* Trims all regions, and lists what is left. */
static int trim(struct scc_work *work) {
    struct scc_state *state = work->state;
    unsigned blocks = device_grid_blocks(2 * work->view.left, WORK_THREADS);
    uint64_t before = work->view.left;
    if (before == state->graph.vertices && work->is_first && state->graph.live == NULL) {
        count_degrees<<<blocks, WORK_THREADS>>>(work->view);
    } else {
        count_edges<<<blocks, WORK_THREADS>>>(work->view, work->list);
    }
    work->is_first = 0;
    if (clear_control(work) != 0) {
        return -1;
    }
    find_ends<<<blocks, WORK_THREADS>>>(work->view, work->list);
    if (DEVICE_CHECK(cudaGetLastError(), state->error) != 0 || run_steps<trim_vertices>(work) != 0 ||
        list_again(work, work->list, before) != 0) {
        return -1;
    }
    state->report->trimmed += before - work->view.left;
    return 0;
}

/* Spreads labels in a new order, decides vertices by them, and lists what is left. */
static int spread(struct scc_work *work) {
    struct scc_state *state = work->state;
    unsigned blocks = device_grid_blocks(work->view.left, STATE_THREADS);
    work->view.labels = scc_state_next_labels(state, SCC_ORDER_RANDOM);
    if (clear_control(work) != 0) {
        return -1;
    }
    begin_labels<<<blocks, STATE_THREADS>>>(work->view, work->list);
    if (DEVICE_CHECK(cudaGetLastError(), state->error) != 0 || run_steps<spread_labels>(work) != 0) {
        return -1;
    }
    settle_nodes<<<blocks, STATE_THREADS>>>(work->view, work->list);
    state->report->rounds++;
    return DEVICE_CHECK(cudaGetLastError(), state->error) != 0
               ? -1
               : list_again(work, work->list, work->view.left);
}

static int go_through_rounds(struct scc_work *work) {
    struct scc_state *state = work->state;
    work->is_first = 1;
    begin_nodes<<<device_grid_blocks(state->graph.vertices, STATE_THREADS), STATE_THREADS>>>(work->view);
    if (DEVICE_CHECK(cudaGetLastError(), state->error) != 0 ||
        list_again(work, NULL, state->graph.vertices) != 0 || trim(work) != 0) {
        return -1;
    }
    while (work->view.left != 0) {
        if (spread(work) != 0) {
            return -1;
        }
        if (work->view.left != 0 && trim(work) != 0) {
            return -1;
        }
    }
    state->left = 0;
    return 0;
}

/* Labels that wait, and two queues. */
static uint64_t more_bytes(const struct digraph *graph) {
    return graph->vertices * (sizeof(label_pair) + 2 * sizeof(uint32_t));
}

/* 0, 1 if there is too little memory, or -1. */
static int allocate(struct scc_work *work) {
    struct scc_state *state = work->state;
    int per_processor = 0;
    work->more = (char *)device_allocate(state->device, more_bytes(&state->graph), state->error);
    if (work->more == NULL || digraph_transpose_cuda(state->device, &state->graph, state->run,
                                                     &work->transpose, state->error) != 0) {
        return state->error->code == ERROR_MEMORY ? 1 : -1;
    }
    if (DEVICE_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, work_step<spread_labels>,
                                                                   WORK_THREADS, 0),
                     state->error) != 0) {
        return -1;
    }
    work->blocks = (unsigned)per_processor * state->device->processors;
    return 0;
}

static void open_view(struct scc_work *work) {
    struct scc_state *state = work->state;
    uint64_t vertices = state->graph.vertices;
    work->view.graph = state->graph;
    work->view.source_offsets = work->transpose.offsets;
    work->view.sources = work->transpose.sources;
    work->view.nodes = (struct work_node *)state->block;
    work->view.pending = (label_pair *)work->more;
    work->view.queues[0] = (uint32_t *)(work->view.pending + vertices);
    work->view.queues[1] = work->view.queues[0] + vertices;
    work->view.component = state->component;
    work->view.control = (struct work_control *)state->control;
    /* Nodes take the place of labels, classes and the first list. */
    work->list = state->lists[0] > state->lists[1] ? state->lists[0] : state->lists[1];
}

static void release(struct scc_work *work) {
    const struct scc_state *state = work->state;
    device_free(state->device, work->more, more_bytes(&state->graph));
    device_free(state->device, work->transpose.offsets,
                (state->graph.vertices + 1) * sizeof *work->transpose.offsets);
    device_free(state->device, work->transpose.sources,
                work->transpose.edges * sizeof *work->transpose.sources);
}

int scc_state_work(struct scc_state *state) {
    struct scc_work work;
    uint64_t bytes = more_bytes(&state->graph) + digraph_transpose_cuda_bytes(&state->graph);
    memset(&work, 0, sizeof work);
    work.state = state;
    if (state->graph.edges > UINT32_MAX || bytes > memory_left(&state->device->memory)) {
        return 0;
    }
    int failed = allocate(&work);
    if (failed == 0) {
        state->report->bytes = state->bytes + bytes;
        open_view(&work);
        failed = go_through_rounds(&work);
    }
    release(&work);
    return failed < 0 ? -1 : !failed;
}
