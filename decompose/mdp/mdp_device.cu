/* Makes the MDP of a graph that is on a GPU, there. */
#include "decompose/mdp/mdp_device.h"

#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_scan.cuh"
#include "base/run.h"
#include "base/steps/steps.cuh"
#include "model/mdp.h"
#include "decompose/mdp/mdp_convert.h"
#include "decompose/mdp/mdp_device_rows.cuh"
#include "decompose/mdp/mdp_labels.h"
#include "model/mdp_names.h"
#include "explorer/graph/graph_device.h"
#include "explorer/model/network.h"

#define MARK_THREADS 256u

struct mdp_reach_machine : steps_machine<struct mdp_reach_view> {
    static constexpr unsigned MOST_PARTS = 1024;
    static constexpr unsigned BLOCKS = 32;
};

MDP_REACH_STEPS(STEPS_TYPE)

static const step_function reach_steps[] = {MDP_REACH_STEPS(STEPS_LAUNCH)};

struct mdp_making {
    struct graph_device *graph;
    struct device *device;
    const struct run *run;
    struct error *error;
    struct mdp_labels labels;
    struct mdp_rows rows;
    struct mdp_label *meaning; /* on the GPU */
    struct row_totals *totals; /* on the GPU */
    struct mdp_device *mdp;
};

static int check_stop(const struct mdp_making *making) {
    run_tell(making->run, "making the MDP", 0, 0, NULL);
    return run_should_stop(making->run)
               ? error_set(making->error, ERROR_INTERRUPTED, "interrupted while making the MDP")
               : 0;
}

/* --- the struct --- */

static struct mdp_device *create_mdp(struct memory *memory, struct device *device, struct error *error) {
    struct mdp_device *mdp = (struct mdp_device *)memory_allocate_zeroed(memory, sizeof *mdp);
    if (mdp == NULL) {
        error_memory(error, "for the MDP");
        return NULL;
    }
    mdp->memory = memory;
    mdp->device = device;
    return mdp;
}

/* Frees everything except for the GPU. */
static void free_arrays(struct mdp_device *mdp) {
    struct device *device = mdp->device;
    device_free(device, mdp->offsets, (mdp->states + 1) * sizeof *mdp->offsets);
    device_free(device, mdp->reachable, bitmap_bytes(mdp->states));
    device_free(device, mdp->begins, bitmap_bytes(mdp->edges));
    device_range_close(device, &mdp->target_range);
    device_range_close(device, &mdp->label_range);
    mdp_texts_free(mdp->memory, mdp->label_text, mdp->label_count);
    memory_free(mdp->memory, mdp, sizeof *mdp);
}

void mdp_device_free(struct mdp_device *mdp) {
    if (mdp != NULL) {
        struct device *device = mdp->device;
        free_arrays(mdp);
        device_close(device);
    }
}

/* Allocates an array of edges, as a range. NULL with the error filled. */
static uint32_t *open_edges(struct device *device, struct device_range *range, uint64_t edges,
                            struct error *error) {
    uint64_t bytes = edges == 0 ? 4 : edges * sizeof(uint32_t);
    return device_range_open(device, range, bytes, error) != 0 ||
                   device_range_extend(device, range, bytes, error) != 0
               ? NULL
               : (uint32_t *)range->base;
}

/* Finds the states that maximal progress cuts off; if there are none, mdp->reachable stays NULL. */
static int find_reachable(struct mdp_making *making) {
    struct mdp_device *mdp = making->mdp;
    const struct mdp_rows *rows = &making->rows;
    struct mdp_reach reach;
    memset(&reach, 0, sizeof reach);
    reach.steps.side = &steps_cuda_side;
    reach.steps.memory = &making->device->memory;
    reach.steps.device = making->device;
    reach.steps.run = making->run;
    reach.steps.error = making->error;
    reach.steps.task = "making the MDP";
    reach.functions = reach_steps;
    reach.view.states = reach.view.rows = rows->states;
    reach.view.offsets = rows->offsets;
    reach.view.targets = rows->targets;
    reach.view.labels = rows->labels;
    reach.view.meaning = rows->meaning;
    reach.initial = mdp->initial;
    reach.more_initial = (uint32_t)(making->graph->network->initial_count - 1);
    mdp->reachable_states = mdp->states;
    int failed = rows->progress && mdp->states != 0 && mdp_reach(&reach, &mdp->reachable_states) != 0;
    making->rows.reachable = mdp->reachable = reach.view.reached;
    return failed ? -1 : 0;
}

/* --- rows --- */

/* Reports the error of a faulty state: the host makes an MDP of one state from its row. */
static int fail_state(struct mdp_making *making, uint64_t state) {
    const struct graph_device *graph = making->graph;
    struct memory *memory = making->run->memory;
    struct error *error = making->error;
    uint64_t row[2], offsets[2] = {0, 0};
    if (device_download(row, graph->offsets + state, sizeof row, error) != 0) {
        return -1;
    }
    uint64_t count = row[1] - row[0], bytes = count * sizeof(uint32_t);
    uint32_t *arrays = (uint32_t *)memory_allocate_zeroed(memory, 3 * bytes); /* targets are all 0 */
    int failed = arrays == NULL;
    if (failed) {
        error_memory(error, "for the MDP");
    }
    failed = failed || device_download(arrays + count, graph->labels + row[0], bytes, error) != 0 ||
             (graph->choices != NULL &&
              device_download(arrays + 2 * count, graph->choices + row[0], bytes, error) != 0);
    offsets[1] = count;
    if (!failed) {
        struct mdp_source source = {
            1, 1, 0, 0, offsets, arrays, arrays + count, graph->choices == NULL ? NULL : arrays + 2 * count};
        struct error of_row = {ERROR_NONE, 0, 0, "", ""};
        struct mdp *mdp = mdp_convert(&source, &making->labels, !making->rows.progress, making->run, &of_row);
        const char *colon = strchr(of_row.text, ':'); /* after "state 0" */
        error_set(error, mdp == NULL ? of_row.code : ERROR_INPUT, "state %llu%s", (unsigned long long)state,
                  mdp == NULL && colon != NULL ? colon : ": its probabilities are wrong");
        mdp_free(mdp);
    }
    memory_free(memory, arrays, 3 * bytes);
    return -1;
}

/* Fills mdp->offsets with lengths, then with their sums. */
static int measure_all_rows(struct mdp_making *making) {
    struct mdp_device *mdp = making->mdp;
    struct device *device = making->device;
    struct row_totals totals = {0, UINT64_MAX};
    mdp->offsets =
        (uint64_t *)device_allocate(device, (mdp->states + 1) * sizeof *mdp->offsets, making->error);
    if (mdp->offsets == NULL || device_clear(mdp->offsets, sizeof *mdp->offsets, making->error) != 0 ||
        device_upload(making->totals, &totals, sizeof totals, making->error) != 0) {
        return -1;
    }
    measure_rows<<<device_grid_blocks(mdp->states, ROW_THREADS), ROW_THREADS>>>(making->rows, mdp->offsets,
                                                                                making->totals);
    if (DEVICE_CHECK(cudaGetLastError(), making->error) ||
        device_download(&totals, making->totals, sizeof totals, making->error) != 0) {
        return -1;
    }
    if (totals.wrong != UINT64_MAX) {
        return fail_state(making, totals.wrong);
    }
    mdp->choices = totals.choices;
    return device_scan<true>(device, mdp->offsets, mdp->states + 1, making->error) != 0
               ? -1
               : device_download(&mdp->edges, mdp->offsets + mdp->states, sizeof mdp->edges, making->error);
}

static int write_all_rows(struct mdp_making *making) {
    struct mdp_device *mdp = making->mdp;
    struct device *device = making->device;
    struct error *error = making->error;
    mdp->targets = open_edges(device, &mdp->target_range, mdp->edges, error);
    if (mdp->targets == NULL) {
        return -1;
    }
    if (making->labels.named) {
        mdp->labels = open_edges(device, &mdp->label_range, mdp->edges, error);
        if (mdp->labels == NULL) {
            return -1;
        }
    }
    if (mdp->choices != mdp->edges) {
        mdp->begins = (uint32_t *)device_allocate(device, bitmap_bytes(mdp->edges), error);
        if (mdp->begins == NULL || device_clear(mdp->begins, bitmap_bytes(mdp->edges), error) != 0) {
            return -1;
        }
    }
    write_rows<<<device_grid_blocks(mdp->states, ROW_THREADS), ROW_THREADS>>>(
        making->rows, mdp->offsets, mdp->targets, mdp->begins, mdp->labels);
    return DEVICE_CHECK(cudaGetLastError(), error) || device_finish(error) ? -1 : 0;
}

static int sort_all_rows(struct mdp_making *making) {
    sort_rows<<<device_grid_blocks(making->rows.states, ROW_THREADS), ROW_THREADS>>>(making->rows);
    return DEVICE_CHECK(cudaGetLastError(), making->error) || device_finish(making->error) ? -1 : 0;
}

static int make_rows(struct mdp_making *making) {
    return find_reachable(making) != 0 || check_stop(making) != 0 || sort_all_rows(making) != 0 ||
                   check_stop(making) != 0 || measure_all_rows(making) != 0 || check_stop(making) != 0 ||
                   write_all_rows(making) != 0
               ? -1
               : 0;
}

/* --- the MDP --- */

static int open_making(struct mdp_making *making, int keep_races) {
    const struct graph_device *graph = making->graph;
    uint64_t bytes = making->labels.label_count * sizeof *making->meaning;
    making->meaning = (struct mdp_label *)device_allocate(making->device, bytes, making->error);
    making->totals =
        (struct row_totals *)device_allocate(making->device, sizeof *making->totals, making->error);
    struct mdp_rows rows = {graph->vertices,
                            graph->offsets,
                            graph->targets,
                            graph->labels,
                            graph->choices,
                            making->meaning,
                            NULL,
                            making->labels.rates && making->labels.cuts && !keep_races,
                            making->labels.loops};
    making->rows = rows;
    return making->meaning == NULL || making->totals == NULL ||
                   device_upload(making->meaning, making->labels.labels, bytes, making->error) != 0
               ? -1
               : 0;
}

static void close_making(struct mdp_making *making) {
    device_free(making->device, making->meaning, making->labels.label_count * sizeof *making->meaning);
    device_free(making->device, making->totals, sizeof *making->totals);
}

/* Every edge is a choice of its own, and every label has a name of its own: the arrays stay as they are. */
static void take_graph(struct mdp_making *making) {
    struct mdp_device *mdp = making->mdp;
    struct graph_device *graph = making->graph;
    static const struct device_range none = {NULL, 0, 0, 0, NULL, 0, 0};
    mdp->choices = mdp->edges = graph->edges;
    mdp->reachable_states = mdp->states;
    mdp->offsets = graph->offsets;
    mdp->target_range = graph->target_range;
    mdp->targets = graph->targets;
    if (making->labels.named) {
        mdp->label_range = graph->label_range;
        mdp->labels = graph->labels;
        graph->label_range = none;
    }
    graph->offsets = NULL;
    graph->target_range = none;
}

/* Frees the rest of the graph; the MDP owns its GPU now. */
static void free_rest_of_graph(struct graph_device *graph) {
    struct device *device = graph->device;
    device_free(device, graph->offsets, (graph->vertices + 1) * sizeof *graph->offsets);
    device_range_close(device, &graph->target_range);
    device_range_close(device, &graph->label_range);
    device_range_close(device, &graph->choice_range);
    memory_free(graph->memory, graph, sizeof *graph);
}

static int make_mdp(struct mdp_making *making, int keep_races) {
    if (!making->labels.joins && making->graph->choices == NULL) {
        take_graph(making);
        return 0;
    }
    int failed = open_making(making, keep_races) != 0 || make_rows(making) != 0;
    close_making(making);
    return failed ? -1 : 0;
}

struct mdp_device *mdp_device_from_graph(struct graph_device *graph, int keep_races, const struct run *run,
                                         struct error *error) {
    struct mdp_making making;
    memset(&making, 0, sizeof making);
    making.graph = graph;
    making.device = graph->device;
    making.run = run;
    making.error = error;
    making.mdp = create_mdp(run->memory, graph->device, error);
    if (making.mdp == NULL) {
        return NULL;
    }
    making.mdp->states = graph->vertices;
    if (mdp_labels_of_network(graph->network, run->memory, &making.labels, error) != 0 ||
        make_mdp(&making, keep_races) != 0) {
        mdp_labels_free(&making.labels);
        free_arrays(making.mdp);
        return NULL;
    }
    if (making.mdp->labels != NULL) {
        making.mdp->label_text = making.labels.text;
        making.mdp->label_count = making.labels.text_count;
        making.labels.text = NULL;
        making.labels.text_count = 0;
    }
    mdp_labels_free(&making.labels);
    free_rest_of_graph(graph);
    return making.mdp;
}

/* --- marks --- */

/* Called by whole warps, each for a word of the bitmap. */
static __global__ void mark_labels(const uint32_t *labels, uint64_t edges, const unsigned char *matches,
                                   uint32_t *marks) {
    uint64_t rounded = (edges + 31) / 32 * 32;
    for (uint64_t edge = device_grid_thread(); edge < rounded; edge += device_grid_step()) {
        uint32_t label = edge < edges ? labels[edge] : MDP_NO_LABEL;
        uint32_t word = __ballot_sync(ALL_LANES, label != MDP_NO_LABEL && matches[label]);
        if (threadIdx.x % 32 == 0) {
            marks[edge / 32] = word;
        }
    }
}

int mdp_device_mark_labels(const struct mdp_device *mdp, const unsigned char *matches, uint32_t *edges,
                           struct error *error) {
    struct device *device = mdp->device;
    if (mdp->labels == NULL) {
        return device_clear(edges, bitmap_bytes(mdp->edges), error);
    }
    unsigned char *there = (unsigned char *)device_allocate(device, mdp->label_count, error);
    int failed = there == NULL || device_upload(there, matches, mdp->label_count, error) != 0;
    if (!failed) {
        mark_labels<<<device_grid_blocks(mdp->edges, MARK_THREADS), MARK_THREADS>>>(mdp->labels, mdp->edges,
                                                                                    there, edges);
        failed = DEVICE_CHECK(cudaGetLastError(), error) != 0 || device_finish(error) != 0;
    }
    device_free(device, there, mdp->label_count);
    return failed ? -1 : 0;
}
