/*
 * Builds the edges of a graph on the GPU, in batches of vertices: the batch's states are expanded again and
 * their successors looked up in the visited set; the edges, packed into integers (graph_kernel.cuh), are
 * sorted, duplicates are removed, and the rest is appended to the graph's arrays, which grow only at their
 * end. A batch with too many edges is repeated with fewer vertices, or with a larger buffer if a single
 * vertex has too many.
 *
 * Rows without choices are sorted in shared memory instead, as long as all are short (graph_thin.cuh).
 */
#include "explorer/graph/graph_work.h"

#include <string.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "explorer/search/cuda/space_device.h"
#include "explorer/search/explore.h"
#include "explorer/graph/graph_device.h"
#include "explorer/graph/graph_kernel.cuh"
#include "explorer/graph/graph_thin.cuh"

#define BLOCKS_PER_PROCESSOR 8u
#define BATCH_EDGES ((uint64_t)1 << 26)
#define BATCH_ROWS ((uint64_t)1 << 26)
#define FEW_ROWS ((uint64_t)1 << 16) /* too few for a batch, unless edges are wide */

/* Results of the kernels. */
struct batch_state {
    unsigned long long total, kept;
    unsigned lost, wide;
};

struct edge_work {
    struct graph_work *work;
    struct device_watch watch;
    struct edge_arguments arguments;
    unsigned blocks;
    uint64_t rows_bytes;
    uint64_t most_rows; /* most vertices of a batch */
    uint32_t bits;      /* bits of an edge, with those of the vertex */
    uint64_t capacity;  /* edges that fit into a buffer */
    uint64_t *buffers[2];
    struct graph_temporary temporary;
    struct batch_state *state; /* on the device */
    int thin;                  /* all rows so far were short */
};

static uint64_t edge_bytes(const struct edge_work *edges) {
    return edges->arguments.packing.wide ? 16 : 8;
}

/* --- opening and closing --- */

/*
 * The edges before duplicates are removed: for networks, an upper bound. In a game, each state may have an
 * edge to itself. Transitions of models with data are entries of a matrix: there may be more edges, with
 * other labels.
 */
static uint64_t usual_edges(const struct edge_work *edges) {
    const struct exploration *exploration = edges->work->exploration;
    return exploration->result.transitions +
           (edges->work->graph->observer != NULL ? exploration->result.states : 0);
}

static uint64_t most_edges(const struct edge_work *edges) {
    return edges->work->header->kind == MODEL_DATA ? UINT64_MAX : usual_edges(edges);
}

static void plan_packing(struct edge_work *edges, unsigned which) {
    const struct graph_work *work = edges->work;
    const struct model_header *header = work->header;
    struct edge_packing *packing = &edges->arguments.packing;
    uint64_t vertices = work->exploration->result.states;
    packing->no_label = header->labels;
    packing->no_choice = header->choices;
    packing->target_bits = model_field_bits(vertices);
    packing->label_bits = which & GRAPH_LABELS ? model_field_bits((uint64_t)header->labels + 1) : 0;
    packing->choice_bits =
        which & GRAPH_CHOICES && header->choices != 0 ? model_field_bits((uint64_t)header->choices + 1) : 0;
    uint32_t bits = packing->label_bits + packing->target_bits + packing->choice_bits;
    edges->most_rows = vertices < BATCH_ROWS ? vertices : BATCH_ROWS;
    if (bits < 64 && bits + model_field_bits(edges->most_rows) > 64 &&
        (uint64_t)1 << (64 - bits) >= FEW_ROWS) {
        edges->most_rows = (uint64_t)1 << (64 - bits); /* smaller batches are cheaper than wide edges */
    }
    edges->bits = bits + model_field_bits(edges->most_rows);
    packing->wide = edges->bits > 64;
}

template <typename packed_edge>
static int sort_edges(struct graph_temporary *temporary, cub::DoubleBuffer<packed_edge> *buffers,
                      uint64_t count, uint32_t bits, struct error *error) {
    return DEVICE_CHECK(cub::DeviceRadixSort::SortKeys(temporary->block, temporary->bytes, *buffers, count, 0,
                                                       bits != 0 ? (int)bits : 1),
                        error);
}

template <typename packed_edge>
static int select_edges(struct graph_temporary *temporary, cub::DoubleBuffer<packed_edge> *buffers,
                        uint64_t count, unsigned long long *kept, struct error *error) {
    return DEVICE_CHECK(cub::DeviceSelect::Unique(temporary->block, temporary->bytes,
                                                  (const packed_edge *)buffers->Current(),
                                                  buffers->Alternate(), kept, count),
                        error);
}

/* Turns the lengths of `rows` rows, stored from the second row's offset on, into offsets. */
static int add_lengths(struct graph_temporary *temporary, uint64_t *offsets, uint64_t rows,
                       struct error *error) {
    return DEVICE_CHECK(
        cub::DeviceScan::InclusiveSum(temporary->block, temporary->bytes, offsets, offsets, rows + 1), error);
}

template <typename packed_edge> static int measure_temporary(struct edge_work *edges) {
    packed_edge *none = NULL;
    cub::DoubleBuffer<packed_edge> buffers(none, none);
    struct graph_temporary sort = {NULL, 0}, select = {NULL, 0}, add = {NULL, 0};
    if (sort_edges(&sort, &buffers, edges->capacity, edges->bits, edges->work->error) ||
        select_edges(&select, &buffers, edges->capacity, NULL, edges->work->error) ||
        add_lengths(&add, NULL, edges->most_rows, edges->work->error) != 0) {
        return -1;
    }
    size_t most = sort.bytes > select.bytes ? sort.bytes : select.bytes;
    edges->temporary.bytes = most > add.bytes ? most : add.bytes;
    return 0;
}

static void close_buffers(struct edge_work *edges) {
    struct device *device = edges->work->device;
    for (int i = 0; i < 2; i++) {
        device_free(device, edges->buffers[i], edges->capacity * edge_bytes(edges));
        edges->buffers[i] = NULL;
    }
    device_free(device, edges->temporary.block, edges->temporary.bytes);
    edges->temporary.block = NULL;
}

static int open_buffers(struct edge_work *edges, uint64_t capacity) {
    struct graph_work *work = edges->work;
    close_buffers(edges);
    edges->capacity = capacity;
    if (edges->arguments.packing.wide ? measure_temporary<edge_wide>(edges)
                                      : measure_temporary<uint64_t>(edges)) {
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        edges->buffers[i] =
            (uint64_t *)device_allocate(work->device, capacity * edge_bytes(edges), work->error);
    }
    edges->temporary.block = device_allocate(work->device, edges->temporary.bytes, work->error);
    return edges->buffers[0] == NULL || edges->buffers[1] == NULL || edges->temporary.block == NULL ? -1 : 0;
}

/* Allocates scratch memory for as many threads as can run at a time, or as fit into a part of the memory. */
static int open_rows(struct edge_work *edges) {
    struct graph_work *work = edges->work;
    uint64_t row_words = fold_scratch_words(work->header, 2), block = EDGE_THREADS * row_words * 8;
    uint64_t blocks = BLOCKS_PER_PROCESSOR * (uint64_t)work->device->processors;
    uint64_t fit = block == 0 ? blocks : memory_left(&work->device->memory) / 8 / block;
    blocks = fit < blocks ? fit : blocks;
    if (blocks == 0) {
        return error_memory(work->error, "on the GPU within its budget");
    }
    edges->blocks = (unsigned)blocks;
    edges->rows_bytes = blocks * block;
    edges->arguments.rows = (uint64_t *)device_allocate(work->device, edges->rows_bytes, work->error);
    edges->arguments.row_words = row_words;
    return edges->arguments.rows == NULL ? -1 : 0;
}

static int open_range(struct edge_work *edges, struct device_range *range) {
    struct graph_work *work = edges->work;
    uint64_t most = work->device->total_bytes, transitions = most_edges(edges);
    uint64_t bytes = transitions < most / 4 ? transitions * 4 : most;
    return device_range_open(work->device, range, bytes != 0 ? bytes : 4, work->error);
}

static int open_graph(struct edge_work *edges, unsigned which) {
    struct graph_work *work = edges->work;
    struct graph_device *graph = work->graph;
    graph->offsets = (uint64_t *)device_allocate(work->device, (graph->vertices + 1) * 8, work->error);
    if (graph->offsets == NULL || open_range(edges, &graph->target_range) != 0 ||
        (which & GRAPH_LABELS && open_range(edges, &graph->label_range) != 0) ||
        (edges->arguments.packing.choice_bits != 0 && open_range(edges, &graph->choice_range) != 0)) {
        return -1;
    }
    graph->targets = (uint32_t *)graph->target_range.base;
    graph->labels = (uint32_t *)graph->label_range.base;
    graph->choices = (uint32_t *)graph->choice_range.base;
    return 0;
}

static int open_edges(struct edge_work *edges, unsigned which) {
    struct graph_work *work = edges->work;
    struct edge_arguments *arguments = &edges->arguments;
    uint64_t transitions = usual_edges(edges);
    plan_packing(edges, which);
    edges->state = (struct batch_state *)device_allocate(work->device, sizeof *edges->state, work->error);
    if (edges->state == NULL || device_watch_open(&edges->watch, work->run, work->error) != 0 ||
        open_graph(edges, which) != 0 || open_rows(edges) != 0) {
        return -1;
    }
    arguments->image = work->space->image;
    arguments->tables = (const struct data_tables_header *)work->space->tables;
    arguments->table = table_device_view(work->space->table);
    arguments->intern = space_device_interner(work->space, 1);
    arguments->vertex_of = work->vertex_of;
    arguments->observer = work->graph->observer;
    arguments->total = &edges->state->total;
    arguments->lost = &edges->state->lost;
    arguments->stop = edges->watch.stop;
    uint64_t fit = memory_left(&work->device->memory) / 8 / edge_bytes(edges);
    uint64_t capacity = transitions < BATCH_EDGES ? transitions : BATCH_EDGES;
    capacity = capacity < fit ? capacity : fit;
    edges->thin = arguments->packing.choice_bits == 0 && work->header->kind == MODEL_NETWORK &&
                  work->exploration->result.transitions / THIN_EDGES < work->exploration->result.states;
    return open_buffers(edges, capacity != 0 ? capacity : 1);
}

static void close_edges(struct edge_work *edges) {
    close_buffers(edges);
    device_free(edges->work->device, edges->arguments.rows, edges->rows_bytes);
    device_free(edges->work->device, edges->state, sizeof *edges->state);
    device_watch_close(&edges->watch);
}

/* --- batches --- */

static void launch_batch(struct edge_work *edges, unsigned blocks) {
    const struct model_header *header = edges->work->header;
    auto kernel = header->kind == MODEL_DATA ? graph_data_kernel(header)
                  : header->words > 2        ? expand_batch<0>
                  : header->words == 1       ? expand_batch<1>
                                             : expand_batch<2>;
    kernel<<<blocks, EDGE_THREADS>>>(edges->arguments);
}

/* The arrays fit into the buffers: there are no more groups than rows, and no more rows than edges. */
static struct thin_rows thin_view(const struct edge_work *edges) {
    struct thin_rows thin;
    thin.targets = (uint32_t *)edges->buffers[0];
    thin.labels = edges->work->graph->labels != NULL ? thin.targets + edges->capacity : NULL;
    thin.groups = (uint32_t *)edges->buffers[1];
    thin.lengths = edges->work->graph->offsets + edges->arguments.first + 1;
    thin.wide = &edges->state->wide;
    return thin;
}

/* Launches as many threads as `blocks` blocks of other kernels have. */
template <uint32_t fixed, bool labelled> static void launch_thin(struct edge_work *edges, unsigned blocks) {
    const unsigned threads = thin_threads(labelled);
    expand_thin<fixed, labelled>
        <<<blocks *(EDGE_THREADS / threads), threads>>>(edges->arguments, thin_view(edges));
}

template <uint32_t fixed> static void launch_thin_of(struct edge_work *edges, unsigned blocks) {
    if (edges->work->graph->labels != NULL) {
        launch_thin<fixed, true>(edges, blocks);
    } else {
        launch_thin<fixed, false>(edges, blocks);
    }
}

static void launch_rows(struct edge_work *edges, unsigned blocks) {
    const struct model_header *header = edges->work->header;
    if (!edges->thin) {
        launch_batch(edges, blocks);
    } else if (header->words > 2) {
        launch_thin_of<0>(edges, blocks);
    } else if (header->words == 1) {
        launch_thin_of<1>(edges, blocks);
    } else {
        launch_thin_of<2>(edges, blocks);
    }
}

/* Expands the vertices [first, first + rows); the result is in *state. */
static int expand_rows(struct edge_work *edges, uint64_t first, uint64_t rows, struct batch_state *state) {
    struct graph_work *work = edges->work;
    struct edge_arguments *arguments = &edges->arguments;
    uint64_t blocks = (rows + EDGE_THREADS - 1) / EDGE_THREADS;
    blocks = blocks < edges->blocks ? blocks : edges->blocks;
    arguments->keys = work->keys + first * work->header->key_words;
    arguments->first = first;
    arguments->count = rows;
    arguments->packed = edges->buffers[0];
    arguments->capacity = edges->capacity;
    if (DEVICE_CHECK(cudaMemsetAsync(edges->state, 0, sizeof *edges->state), work->error)) {
        return -1;
    }
    launch_rows(edges, (unsigned)blocks);
    if (DEVICE_CHECK(cudaGetLastError(), work->error) ||
        device_watch_finish(&edges->watch, "interrupted while building the graph", work->error) != 0 ||
        device_download(state, edges->state, sizeof *state, work->error) != 0) {
        return -1;
    }
    return state->lost ? error_set(work->error, ERROR_DEVICE,
                                   "the GPU lost a state: a successor is not among those found")
                       : 0;
}

/* Makes room for `edges` edges in total in the graph's arrays. */
static int extend_graph(struct graph_work *work, uint64_t edges) {
    struct graph_device *graph = work->graph;
    struct device_range *ranges[3] = {&graph->target_range, &graph->label_range, &graph->choice_range};
    for (int i = 0; i < 3; i++) {
        if (ranges[i]->base != NULL &&
            device_range_extend(work->device, ranges[i], edges * 4, work->error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Sorts `total` edges of the vertices [first, first + rows) and appends them to the graph. */
template <typename packed_edge>
static int append_edges(struct edge_work *edges, uint64_t first, uint64_t rows, uint64_t total) {
    struct graph_work *work = edges->work;
    struct graph_device *graph = work->graph;
    const struct edge_packing packing = edges->arguments.packing;
    unsigned long long kept = 0;
    cub::DoubleBuffer<packed_edge> buffers((packed_edge *)edges->buffers[0],
                                           (packed_edge *)edges->buffers[1]);
    if (total != 0 && (sort_edges(&edges->temporary, &buffers, total, edges->bits, work->error) ||
                       select_edges(&edges->temporary, &buffers, total, &edges->state->kept, work->error) ||
                       device_download(&kept, &edges->state->kept, sizeof kept, work->error) != 0 ||
                       extend_graph(work, graph->edges + kept) != 0)) {
        return -1;
    }
    const packed_edge *packed = buffers.Alternate();
    if (kept != 0) {
        uint64_t at = graph->edges;
        unpack_edges<<<device_grid_blocks(kept, EDGE_THREADS), EDGE_THREADS>>>(
            packed, kept, packing, graph->targets + at, graph->labels == NULL ? NULL : graph->labels + at,
            graph->choices == NULL ? NULL : graph->choices + at);
    }
    place_rows<<<device_grid_blocks(rows, EDGE_THREADS), EDGE_THREADS>>>(
        packed, kept, packing, rows, graph->edges, graph->offsets + first);
    graph->edges += kept;
    return DEVICE_CHECK(cudaGetLastError(), work->error) || device_finish(work->error) ? -1 : 0;
}

/* Appends the rows of the vertices [first, first + rows): `total` edges that are already sorted. */
static int append_thin(struct edge_work *edges, uint64_t first, uint64_t rows, uint64_t total) {
    struct graph_work *work = edges->work;
    struct graph_device *graph = work->graph;
    uint64_t *offsets = graph->offsets + first;
    if ((first == 0 && device_clear(offsets, sizeof *offsets, work->error) != 0) ||
        add_lengths(&edges->temporary, offsets, rows, work->error) != 0 ||
        extend_graph(work, graph->edges + total) != 0) {
        return -1;
    }
    place_thin<<<device_grid_blocks(rows, EDGE_THREADS), EDGE_THREADS>>>(thin_view(edges), offsets, rows,
                                                                         graph->targets, graph->labels);
    graph->edges += total;
    return DEVICE_CHECK(cudaGetLastError(), work->error) || device_finish(work->error) ? -1 : 0;
}

/*
 * The estimated number of vertices whose edges fill a buffer, given that the last `rows` vertices had
 * `total`.
 */
static uint64_t next_rows(const struct edge_work *edges, uint64_t rows, uint64_t total) {
    double each = (double)total / (double)rows;
    if (most_edges(edges) <= edges->capacity) {
        return edges->most_rows;
    }
    double next = 0.9 * (double)edges->capacity / (each > 0 ? each : 0.5);
    return next < 1 ? 1 : next < (double)edges->most_rows ? (uint64_t)next : edges->most_rows;
}

/* Does a batch of vertices from `first` on; *rows: the number to try, then the number done. */
static int do_batch(struct edge_work *edges, uint64_t first, uint64_t *rows, uint64_t *total) {
    struct batch_state state;
    *rows = edges->thin && *rows > edges->capacity ? edges->capacity : *rows;
    for (;;) {
        if (expand_rows(edges, first, *rows, &state) != 0) {
            return -1;
        }
        *total = state.total;
        if (edges->thin && state.wide) {
            edges->thin = 0;
            continue;
        }
        if (state.total <= edges->capacity) {
            break;
        }
        if (*rows == 1) {
            if (open_buffers(edges, state.total) != 0) {
                return -1;
            }
        } else {
            uint64_t fewer = next_rows(edges, *rows, state.total);
            *rows = fewer < *rows / 2 ? fewer : *rows / 2;
        }
    }
    if (edges->thin) {
        return append_thin(edges, first, *rows, state.total);
    }
    return edges->arguments.packing.wide ? append_edges<edge_wide>(edges, first, *rows, state.total)
                                         : append_edges<uint64_t>(edges, first, *rows, state.total);
}

static int build_edges(struct edge_work *edges) {
    struct graph_work *work = edges->work;
    struct graph_device *graph = work->graph;
    uint64_t total, next = next_rows(edges, graph->vertices, usual_edges(edges));
    for (uint64_t first = 0, rows; first < graph->vertices; first += rows) {
        uint64_t left = graph->vertices - first;
        rows = next < left ? next : left;
        if (do_batch(edges, first, &rows, &total) != 0) {
            return -1;
        }
        next = next_rows(edges, rows, total);
        run_tell(work->run, "building the graph", first + rows, graph->vertices, "states");
    }
    return device_upload(graph->offsets + graph->vertices, &graph->edges, 8, work->error);
}

int graph_work_edges(struct graph_work *work, unsigned which) {
    struct edge_work edges;
    memset(&edges, 0, sizeof edges);
    edges.work = work;
    int failed = open_edges(&edges, which) != 0 || build_edges(&edges) != 0;
    close_edges(&edges);
    return failed ? -1 : 0;
}
