/*
 * Builds the graph of a CUDA search on the GPU that holds its states: numbers the keys (graph_order_cuda.cu),
 * writes each key's number into an array parallel to the visited set's slots, then expands every state again
 * and looks up its successors (graph_edges_cuda.cu).
 */
#include "explorer/graph/graph_device.h"

#include <string.h>

#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"
#include "explorer/search/cuda/space_device.h"
#include "explorer/search/explore.h"
#include "explorer/model/fold_core.h"
#include "explorer/graph/graph_states.h"
#include "explorer/graph/graph_work.h"
#include "explorer/search/level_store.h"
#include "hashtable/intern.h"
#include "hashtable/table_device.cuh"

#define THREADS 256u
#define PIECE_BYTES ((uint64_t)1 << 28) /* bytes copied between two checks of the stop flag */

/* --- keys and their numbers --- */

/* Collects all keys in the order of levels: from the levels on the host, and from the queue. */
static int gather_keys(struct graph_work *work) {
    const struct exploration *exploration = work->exploration;
    uint64_t words = work->header->key_words;
    const uint64_t *queue = (const uint64_t *)work->space->queue.base;
    work->keys =
        (uint64_t *)device_allocate(work->device, exploration->result.states * words * 8, work->error);
    if (work->keys == NULL) {
        return -1;
    }
    uint64_t *at = work->keys, level = 0;
    for (; exploration->space.level_begin[level] < work->space->queue_first; level++) {
        uint64_t count;
        const struct level_segment *segments =
            level_store_segments(exploration->space.level_store, level, &count);
        for (uint64_t i = 0; i < count; i++) {
            if (segments[i].count != 0 &&
                device_upload(at, segments[i].keys, segments[i].count * words * 8, work->error) != 0) {
                return -1;
            }
            at += segments[i].count * words;
        }
    }
    uint64_t begin = exploration->space.level_begin[level];
    return DEVICE_CHECK(cudaMemcpy(at, queue + begin * words,
                                   (exploration->result.states - begin) * words * 8,
                                   cudaMemcpyDeviceToDevice),
                        work->error);
}

template <uint32_t words>
static __global__ void number_slots(struct table_view table, const uint64_t *keys, uint64_t count,
                                    uint32_t *vertex_of, unsigned *lost) {
    const uint64_t step = device_grid_step();
    for (uint64_t i = device_grid_thread(); i < count; i += step) {
        const uint64_t *key = keys + i * words;
        uint64_t slot = table_device_find(&table, key, words, table_hash_key(key, words));
        if (slot == UINT64_MAX) {
            *lost = 1;
        } else {
            vertex_of[slot] = (uint32_t)i;
        }
    }
}

/* The number of slots of the visited set, with overflow buckets. */
static uint64_t all_slots(const struct graph_work *work) {
    struct table_view table = table_device_view(work->space->table);
    return (table.buckets + table.pad) << table.bucket_bits;
}

static int number_vertices(struct graph_work *work) {
    struct table_view table = table_device_view(work->space->table);
    uint64_t count = work->exploration->result.states;
    unsigned blocks = device_grid_blocks(count, THREADS), lost = 0;
    work->vertex_of = (uint32_t *)device_allocate(work->device, all_slots(work) * 4, work->error);
    unsigned *flag = (unsigned *)device_allocate(work->device, sizeof lost, work->error);
    int failed = work->vertex_of == NULL || flag == NULL || device_clear(flag, sizeof lost, work->error) != 0;
    if (!failed) {
        const auto number = table.words == 1   ? number_slots<1>
                            : table.words == 2 ? number_slots<2>
                                               : number_slots<4>;
        number<<<blocks, THREADS>>>(table, work->keys, count, work->vertex_of, flag);
        failed = DEVICE_CHECK(cudaGetLastError(), work->error) ||
                 device_download(&lost, flag, sizeof lost, work->error) != 0;
    }
    device_free(work->device, flag, sizeof lost);
    if (!failed && lost) {
        return error_set(work->error, ERROR_DEVICE, "the GPU lost a state: it is not in the visited set");
    }
    return failed ? -1 : 0;
}

/* --- the observer's states --- */

static __global__ void observe_keys(const void *image, const uint64_t *pairs, const uint64_t *keys,
                                    uint64_t count, uint32_t *observer) {
    const struct model_view model = model_view_of(image);
    const uint64_t step = device_grid_step();
    for (uint64_t i = device_grid_thread(); i < count; i += step) {
        observer[i] = fold_field(model.header, model.component + model.header->components, pairs,
                                 keys + i * model.header->key_words);
    }
}

static int observe_vertices(struct graph_work *work) {
    struct graph_device *graph = work->graph;
    graph->observer = (uint32_t *)device_allocate(work->device, graph->vertices * 4, work->error);
    if (graph->observer == NULL) {
        return -1;
    }
    observe_keys<<<device_grid_blocks(graph->vertices, THREADS), THREADS>>>(
        work->space->image, (const uint64_t *)work->space->pairs.base, work->keys, graph->vertices,
        graph->observer);
    return DEVICE_CHECK(cudaGetLastError(), work->error);
}

/* --- copying to the host, in pieces --- */

static int download_array(void *to, const void *from, uint64_t bytes, const struct run *run,
                          struct error *error) {
    for (uint64_t at = 0; at < bytes; at += PIECE_BYTES) {
        uint64_t piece = bytes - at < PIECE_BYTES ? bytes - at : PIECE_BYTES;
        if (run_should_stop(run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while building the graph");
        }
        run_tell(run, "copying from the GPU", at, bytes, "bytes");
        if (device_download((char *)to + at, (const char *)from + at, piece, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- building the graph --- */

static void close_arrays(struct device *device, struct graph_device *graph) {
    device_free(device, graph->offsets, (graph->vertices + 1) * 8);
    device_free(device, graph->observer, graph->vertices * 4);
    device_range_close(device, &graph->target_range);
    device_range_close(device, &graph->label_range);
    device_range_close(device, &graph->choice_range);
    memory_free(graph->memory, graph, sizeof *graph);
}

void graph_device_free(struct graph_device *graph) {
    if (graph != NULL) {
        struct device *device = graph->device;
        close_arrays(device, graph);
        device_close(device);
    }
}

/* Turns keys and pairs into the states of the vertices. They stay on the device, or go to the host if the
 * keys are no longer in the queue, because the device had too little memory for them. 0 or -1. */
static int leave_states(struct graph_work *work, graph_states **states_at) {
    struct exploration *exploration = work->exploration;
    struct space_device *space = work->space;
    unsigned long long pairs = 0;
    uint64_t *keys_at, *pairs_at;
    if (space->next_pair != NULL &&
        device_download(&pairs, space->next_pair, sizeof pairs, work->error) != 0) {
        return -1;
    }
    graph_states *states =
        graph_states_create(exploration->model, exploration->result.states, work->run->memory, work->error);
    if (states == NULL) {
        return -1;
    }
    if (work->keys == (uint64_t *)space->queue.base) {
        graph_states_stay(states, work->device, &space->queue, &space->pairs, pairs);
    } else if (graph_states_room(states, pairs, &keys_at, &pairs_at, work->error) != 0 ||
               download_array(keys_at, work->keys, exploration->result.states * work->header->key_words * 8,
                              work->run, work->error) != 0 ||
               download_array(pairs_at, space->pairs.base, pairs * INTERN_PAIR_BYTES, work->run,
                              work->error) != 0) {
        graph_states_free(states);
        return -1;
    }
    *states_at = states;
    return 0;
}

static int do_work(struct graph_work *work, struct graph_options options) {
    const uint64_t keys_bytes = work->exploration->result.states * work->header->key_words * 8;
    int spilled = work->space->queue_first != 0;
    int failed = 0;
    if (spilled) {
        failed = gather_keys(work);
    } else {
        work->keys = (uint64_t *)work->space->queue.base;
    }
    failed = failed || graph_work_order(work) != 0 || number_vertices(work) != 0 ||
             (options.arrays & GRAPH_OBSERVER && observe_vertices(work) != 0) ||
             graph_work_edges(work, options.arrays) != 0 ||
             (options.states != NULL && leave_states(work, options.states) != 0);
    device_free(work->device, work->vertex_of, all_slots(work) * 4);
    if (spilled) {
        device_free(work->device, work->keys, keys_bytes);
    }
    return failed ? -1 : 0;
}

/* Moves what the graph keeps of the exploration to the graph, and frees the rest. */
static void consume_exploration(struct exploration *exploration, struct graph_device *graph) {
    exploration->effort.memory_peak = memory_peak(&exploration->space.device->device->memory);
    graph->device = space_device_release(exploration->space.device);
    exploration->space.device = NULL;
    exploration_drop_states(exploration);
}

struct graph_device *graph_device_build(struct exploration *exploration, const struct graph_options *options,
                                        const struct run *run, struct error *error) {
    struct graph_work work;
    if (graph_check_size(exploration, error) != 0) {
        return NULL;
    }
    if (!exploration->space.levels_kept) {
        error_memory(error, "for the graph");
        return NULL;
    }
    struct graph_device *graph = (struct graph_device *)memory_allocate_zeroed(run->memory, sizeof *graph);
    if (graph == NULL) {
        error_memory(error, "for the graph");
        return NULL;
    }
    graph->memory = run->memory;
    graph->vertices = exploration->result.states;
    graph->network = model_network(exploration->model);
    memset(&work, 0, sizeof work);
    work.exploration = exploration;
    work.space = exploration->space.device;
    work.device = exploration->space.device->device;
    work.header = model_header(exploration->model);
    work.run = run;
    work.error = error;
    work.graph = graph;
    if (do_work(&work, graph_options_of(options)) != 0) {
        close_arrays(work.device, graph);
        return NULL;
    }
    consume_exploration(exploration, graph);
    return graph;
}

/* --- copying the graph to the host --- */

static int download_arrays(const struct graph_device *graph, struct graph *copy, const struct run *run,
                           struct error *error) {
    uint64_t bytes = graph->edges * 4;
    return download_array(copy->offsets, graph->offsets, (graph->vertices + 1) * 8, run, error) != 0 ||
                   download_array(copy->targets, graph->targets, bytes, run, error) != 0 ||
                   (graph->labels != NULL &&
                    download_array(copy->labels, graph->labels, bytes, run, error) != 0) ||
                   (graph->choices != NULL &&
                    download_array(copy->choices, graph->choices, bytes, run, error) != 0) ||
                   (graph->observer != NULL &&
                    download_array(copy->observer, graph->observer, graph->vertices * 4, run, error) != 0)
               ? -1
               : 0;
}

struct graph *graph_device_download(const struct graph_device *graph, const struct run *run,
                                    struct error *error) {
    unsigned arrays = (graph->labels != NULL ? GRAPH_LABELS : 0) |
                      (graph->choices != NULL ? GRAPH_CHOICES : 0) |
                      (graph->observer != NULL ? GRAPH_OBSERVER : 0);
    struct graph *copy = graph_create(graph->vertices, graph->network, arrays, run, error);
    if (copy == NULL) {
        return NULL;
    }
    copy->edges = graph->edges;
    if (graph_extend(copy, graph->edges) != 0) {
        error_memory(error, "for the graph");
    } else if (download_arrays(graph, copy, run, error) == 0) {
        return copy;
    }
    graph_free(copy);
    return NULL;
}
