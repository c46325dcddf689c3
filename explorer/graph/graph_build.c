/*
 * Builds the graph of an exploration on the CPU: numbers the keys (graph_order.c), writes each key's number
 * into an array parallel to the table's slots, then expands every state again and looks up its successors.
 * Threads take runs of vertices in order and append their rows in that order, so the arrays grow only at
 * their end.
 */
#include "explorer/graph/graph.h"

#include <pthread.h>
#include <string.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/search/expand.h"
#include "explorer/search/explore.h"
#include "explorer/model/fold_core.h"
#include "explorer/graph/graph_order.h"
#include "explorer/graph/graph_states.h"
#include "explorer/graph/graph_table.h"
#include "explorer/search/level_store.h"
#include "explorer/model/network.h"
#include "hashtable/intern.h"
#include "hashtable/table.h"

#define RUN_VERTICES 4096u
#define LOOKUP_BATCH 256u

/* An edge that is not in a row yet. */
struct pending_edge {
    uint32_t label, target, choice;
};

struct build {
    struct exploration *exploration;
    unsigned arrays; /* GRAPH_ bits; without GRAPH_CHOICES if the network has no choices */
    struct graph_states **states;
    struct graph *graph;
    const struct run *run;
    struct error *error;
    const uint64_t *keys; /* in canonical order */
    uint32_t key_words;
    uint32_t *numbers;  /* [slot]: the number of the slot's key */
    stubborn *stubborn; /* of a search that left out moves; NULL: it made all .. */
    uint64_t reduced;   /* .. from vertices below this number */
    uint64_t cursor;    /* next run of vertices that no thread has taken */
    uint64_t committed; /* number of runs whose rows are in the graph */
    pthread_mutex_t lock;
    pthread_cond_t turn;
    int failed;
};

struct builder {
    struct build *build;
    struct expansion expansion;
    struct pending_edge *edges;
    uint64_t count, capacity;
};

static struct table_view visited_set(const struct build *build) {
    return table_view_of(build->exploration->space.table);
}

/* --- numbers of slots --- */

static void number_slots(void *context, unsigned thread) {
    struct build *build = context;
    const struct table_view view = visited_set(build);
    uint64_t vertices = build->graph->vertices;
    (void)thread;
    for (;;) {
        uint64_t first = shared64_add(&build->cursor, RUN_VERTICES);
        if (first >= vertices) {
            return;
        }
        uint64_t last = first + RUN_VERTICES < vertices ? first + RUN_VERTICES : vertices;
        for (uint64_t at = first; at < last; at += LOOKUP_BATCH) {
            uint64_t hashes[LOOKUP_BATCH], slots[LOOKUP_BATCH];
            uint64_t count = last - at < LOOKUP_BATCH ? last - at : LOOKUP_BATCH;
            for (uint64_t i = 0; i < count; i++) {
                hashes[i] = table_hash(&view, build->keys + (at + i) * build->key_words);
                table_prefetch(&view, hashes[i]);
            }
            for (uint64_t i = 0; i < count; i++) {
                table_put(&view, build->keys + (at + i) * build->key_words, build->key_words, hashes[i],
                          &slots[i]);
                core_prefetch(build->numbers + slots[i]);
            }
            for (uint64_t i = 0; i < count; i++) {
                build->numbers[slots[i]] = (uint32_t)(at + i);
            }
        }
    }
}

/* --- rows --- */

static int compare_edges(const void *a, const void *b) {
    const struct pending_edge *left = a, *right = b;
    return left->label != right->label     ? sort_compare(left->label, right->label)
           : left->target != right->target ? sort_compare(left->target, right->target)
                                           : sort_compare(left->choice, right->choice);
}

static uint64_t sort_row(struct pending_edge *row, uint64_t count) {
    return sort_unique(row, count, sizeof *row, compare_edges);
}

/* Looks up the successors of the last batch, in two sweeps: first the slots, then their numbers. */
static void look_up(struct builder *builder, struct pending_edge *edges) {
    const struct expansion *expansion = &builder->expansion;
    const struct build *build = builder->build;
    uint64_t *slots = expansion->hashes; /* a hash is no longer needed once its slot is known */
    for (uint64_t i = 0; i < expansion->count; i++) {
        table_put(&expansion->table, expansion->keys + i * build->key_words, build->key_words,
                  expansion->hashes[i], &slots[i]);
        core_prefetch(build->numbers + slots[i]);
    }
    for (uint64_t i = 0; i < expansion->count; i++) {
        edges[i] = (struct pending_edge){build->arrays & GRAPH_LABELS ? expansion->labels[i] : 0,
                                         build->numbers[slots[i]],
                                         build->arrays & GRAPH_CHOICES ? expansion->choices[i] : UINT32_MAX};
    }
}

/* The observer's local state in a vertex. */
static uint32_t observer_state_of(const struct build *build, uint64_t vertex) {
    const struct exploration *exploration = build->exploration;
    const struct model_view model = model_view_of(model_image(exploration->model));
    return fold_field(model.header, model.component + model.header->components,
                      exploration_pairs(exploration), build->keys + vertex * build->key_words);
}

/*
 * Completes a vertex of a game: its observer's state, and an edge to itself if it has no other. Returns the
 * number of edges.
 */
static uint64_t complete_row(const struct build *build, uint64_t vertex, struct pending_edge *row,
                             uint64_t length) {
    uint32_t state = observer_state_of(build, vertex);
    build->graph->observer[vertex] = length == 0 ? state | GRAPH_DEAD_END : state;
    if (length == 0) {
        row[0] = (struct pending_edge){0, (uint32_t)vertex, UINT32_MAX};
    }
    return length == 0 ? 1 : length;
}

/*
 * Writes the rows of the vertices [first, last) to builder->edges, and their lengths to the graph's offsets.
 */
static int build_rows(struct builder *builder, uint64_t first, uint64_t last) {
    struct build *build = builder->build;
    struct expansion *expansion = &builder->expansion;
    builder->count = 0;
    for (uint64_t vertex = first; vertex < last;) {
        const uint64_t end = vertex < build->reduced && build->reduced < last ? build->reduced : last;
        expansion->stubborn = vertex < build->reduced ? build->stubborn : NULL;
        if (expansion_batch(expansion, build->keys + vertex * build->key_words, end - vertex) != 0 ||
            MEMORY_GROW(build->run->memory, &builder->edges, &builder->capacity,
                        builder->count + expansion->count + expansion->sources) != 0) {
            return -1;
        }
        /* New edges are placed after room for the edge to itself that each source may need. */
        struct pending_edge *fresh = builder->edges + builder->count, *found = fresh + expansion->sources;
        look_up(builder, found);
        uint64_t begin = 0, kept = 0;
        for (uint32_t source = 0; source < expansion->sources; source++) {
            uint64_t count = expansion->ends[source] - begin;
            if (count != 0) {
                memmove(fresh + kept, found + begin, count * sizeof *fresh);
            }
            uint64_t length = sort_row(fresh + kept, count);
            if (build->graph->observer != NULL) {
                length = complete_row(build, vertex, fresh + kept, length);
            }
            build->graph->offsets[vertex++ + 1] = length;
            begin = expansion->ends[source];
            kept += length;
        }
        builder->count += kept;
    }
    return 0;
}

int graph_add_choices(struct graph *graph) {
    const int failed = memory_range_open(graph->memory, &graph->choice_range, 1, UINT64_MAX) != 0;
    graph->choices = graph->choice_range.base;
    return failed ? -1 : 0;
}

int graph_extend(struct graph *graph, uint64_t edges) {
    struct memory *memory = graph->memory;
    uint64_t bytes = edges * sizeof(uint32_t);
    return memory_range_extend(memory, &graph->target_range, bytes) != 0 ||
                   (graph->labels != NULL && memory_range_extend(memory, &graph->label_range, bytes) != 0) ||
                   (graph->choices != NULL && memory_range_extend(memory, &graph->choice_range, bytes) != 0)
               ? -1
               : 0;
}

/* Waits for the run's turn, reserves the places of its edges, and lets the next run go on. 0 or -1. */
static int commit_run(struct builder *builder, uint64_t run_number, uint64_t first, uint64_t last,
                      unsigned thread) {
    struct build *build = builder->build;
    struct graph *graph = build->graph;
    pthread_mutex_lock(&build->lock);
    while (build->committed != run_number && !build->failed) {
        pthread_cond_wait(&build->turn, &build->lock);
    }
    uint64_t begin = graph->edges;
    int failed = build->failed || graph_extend(graph, begin + builder->count) != 0;
    if (!failed) {
        for (uint64_t vertex = first; vertex < last; vertex++) {
            graph->offsets[vertex + 1] += graph->offsets[vertex];
        }
        graph->edges += builder->count;
        build->committed++;
    } else {
        build->failed = 1;
    }
    if (thread == 0) {
        run_tell(build->run, "building the graph", last, graph->vertices, "states");
    }
    pthread_cond_broadcast(&build->turn);
    pthread_mutex_unlock(&build->lock);
    for (uint64_t i = 0; i < builder->count && !failed; i++) {
        graph->targets[begin + i] = builder->edges[i].target;
        if (graph->labels != NULL) {
            graph->labels[begin + i] = builder->edges[i].label;
        }
        if (graph->choices != NULL) {
            graph->choices[begin + i] = builder->edges[i].choice;
        }
    }
    return failed ? -1 : 0;
}

static void fail_build(struct build *build) {
    pthread_mutex_lock(&build->lock);
    build->failed = 1;
    pthread_cond_broadcast(&build->turn);
    pthread_mutex_unlock(&build->lock);
}

static void build_edges(void *context, unsigned thread) {
    struct build *build = context;
    uint64_t vertices = build->graph->vertices;
    struct builder builder = {.build = build};
    int failed = expansion_init(&builder.expansion, build->exploration, build->run,
                                (build->arrays & (GRAPH_LABELS | GRAPH_CHOICES)) != 0);
    failed =
        failed || (build->stubborn != NULL && expansion_reduce(&builder.expansion, build->stubborn) != 0);
    while (!failed) {
        uint64_t run_number = shared64_add(&build->cursor, 1);
        if (run_number > (vertices - 1) / RUN_VERTICES) {
            break;
        }
        uint64_t first = run_number * RUN_VERTICES;
        uint64_t last = first + RUN_VERTICES < vertices ? first + RUN_VERTICES : vertices;
        failed = run_should_stop(build->run) || build_rows(&builder, first, last) != 0 ||
                 commit_run(&builder, run_number, first, last, thread) != 0;
    }
    if (failed) {
        fail_build(build);
    }
    memory_free(build->run->memory, builder.edges, builder.capacity * sizeof *builder.edges);
    expansion_free(&builder.expansion);
}

/* --- the graph --- */

/* 0, or -1 when memory runs out. */
static int open_arrays(struct graph *graph, uint32_t label_count, unsigned arrays) {
    struct memory *memory = graph->memory;
    graph->label_text = memory_allocate_array(memory, label_count, sizeof *graph->label_text);
    if (graph->label_text == NULL) {
        return -1;
    }
    graph->label_count = label_count;
    if (memory_range_fill(memory, &graph->offset_range, (graph->vertices + 1) * sizeof *graph->offsets) !=
            0 ||
        memory_range_open(memory, &graph->target_range, 1, UINT64_MAX) != 0 ||
        (arrays & GRAPH_LABELS && memory_range_open(memory, &graph->label_range, 1, UINT64_MAX) != 0) ||
        (arrays & GRAPH_CHOICES && memory_range_open(memory, &graph->choice_range, 1, UINT64_MAX) != 0) ||
        (arrays & GRAPH_OBSERVER &&
         memory_range_fill(memory, &graph->observer_range, graph->vertices * sizeof *graph->observer) != 0)) {
        return -1;
    }
    graph->offsets = graph->offset_range.base;
    graph->targets = graph->target_range.base;
    graph->labels = graph->label_range.base;
    graph->choices = graph->choice_range.base;
    graph->observer = graph->observer_range.base;
    return 0;
}

/* Without the texts of its labels. */
static struct graph *create_graph(uint64_t vertices, uint32_t label_count, unsigned arrays,
                                  const struct run *run, struct error *error) {
    struct graph *graph = memory_allocate_zeroed(run->memory, sizeof *graph);
    if (graph != NULL) {
        graph->memory = run->memory;
        graph->vertices = vertices;
    }
    if (graph == NULL || open_arrays(graph, label_count, arrays) != 0) {
        graph_free(graph);
        error_memory(error, "for the graph");
        return NULL;
    }
    return graph;
}

struct graph *graph_create(uint64_t vertices, const struct network *network, unsigned arrays,
                           const struct run *run, struct error *error) {
    struct graph *graph = create_graph(vertices, network->label_count, arrays, run, error);
    for (uint32_t i = 0; graph != NULL && i < network->label_count; i++) {
        ((const char **)graph->label_text)[i] = network->labels[i].text;
    }
    if (graph != NULL) {
        graph->initial_count = network->initial_count;
    }
    return graph;
}

struct graph *graph_create_labelled(uint64_t vertices, const char *const *texts, uint32_t label_count,
                                    const struct run *run, struct error *error) {
    struct graph *graph = create_graph(vertices, label_count, GRAPH_LABELS, run, error);
    if (graph != NULL && label_count > 0) {
        memcpy((void *)graph->label_text, texts, label_count * sizeof *texts);
    }
    return graph;
}

static int number_and_expand(struct build *build) {
    struct memory *memory = build->run->memory;
    const struct table_view view = visited_set(build);
    struct memory_range numbers;
    uint64_t bytes = ((view.buckets + view.pad) << view.bucket_bits) * sizeof(uint32_t);
    build->failed = memory_range_fill(memory, &numbers, bytes) != 0;
    if (!build->failed) {
        build->numbers = numbers.base;
        parallel_run(build->run->threads, number_slots, build);
        build->cursor = 0;
        parallel_run(build->run->threads, build_edges, build);
    }
    memory_range_close(memory, &numbers);
    if (build->failed) {
        return run_should_stop(build->run)
                   ? error_set(build->error, ERROR_INTERRUPTED, "interrupted while building the graph")
                   : error_memory(build->error, "for the graph");
    }
    return 0;
}

/* Turns the keys and the interner into the states of the vertices. 0 or -1. */
static int leave_states(struct build *build, struct exploration *exploration, struct memory_range *keys) {
    graph_states *states =
        graph_states_create(exploration->model, exploration->result.states, build->run->memory, build->error);
    if (states == NULL) {
        return -1;
    }
    graph_states_take(states, keys, exploration->space.interner);
    exploration->space.interner = NULL;
    *build->states = states;
    return 0;
}

/* The same moves are left out as in the search. 0, or -1 with the error. */
static int open_reduction(struct build *build, const struct exploration *exploration) {
    const struct explore_result *result = &exploration->result;
    const struct model_view view = model_view_of(model_image(exploration->model));
    if (!exploration->partial_order) {
        return 0;
    }
    build->reduced = result->reduced_until < exploration->space.levels
                         ? exploration->space.level_begin[result->reduced_until]
                         : result->states;
    build->stubborn = stubborn_create(&view, exploration->watched, build->run, build->error);
    return build->stubborn == NULL ? -1 : 0;
}

static int build_graph(struct build *build, struct exploration *exploration) {
    struct memory_range keys = {0};
    int failed = open_reduction(build, exploration) != 0 ||
                 graph_order_keys(exploration, build->run, &keys, build->error) != 0;
    build->keys = keys.base;
    if (!failed) {
        build->graph = graph_create(exploration->result.states, model_network(exploration->model),
                                    build->arrays, build->run, build->error);
        failed = build->graph == NULL ||
                 graph_restore_table(exploration, build->keys, exploration->result.states, build->run,
                                     build->error) != 0 ||
                 number_and_expand(build) != 0 ||
                 (build->states != NULL && leave_states(build, exploration, &keys) != 0);
    }
    memory_range_close(build->run->memory, &keys);
    stubborn_free(build->stubborn);
    return failed ? -1 : 0;
}

int graph_check_size(const struct exploration *exploration, struct error *error) {
    uint64_t states = exploration->result.states;
    if (exploration->effort.ranks != 0) {
        return error_set(error, ERROR_USAGE,
                         "no graph is made of states that several processes have: start one");
    }
    return states <= GRAPH_MOST_VERTICES
               ? 0
               : error_set(error, ERROR_LIMIT,
                           "a graph has at most %llu states, not %llu: only --deadlock, --never and formulas "
                           "on reachability need no graph",
                           (unsigned long long)GRAPH_MOST_VERTICES, (unsigned long long)states);
}

struct graph_options graph_options_of(const struct graph_options *options) {
    return options != NULL ? *options : (struct graph_options){GRAPH_LABELS | GRAPH_CHOICES, NULL};
}

struct graph *graph_build_cpu(struct exploration *exploration, const struct graph_options *options,
                              const struct run *run, struct error *error) {
    const struct model_header *header = model_header(exploration->model);
    const struct graph_options chosen = graph_options_of(options);
    if (graph_check_size(exploration, error) != 0) {
        return NULL;
    }
    struct build build = {.exploration = exploration,
                          .arrays = header->choices != 0 ? chosen.arrays : chosen.arrays & ~GRAPH_CHOICES,
                          .states = chosen.states,
                          .run = run,
                          .error = error,
                          .key_words = header->key_words};
    pthread_mutex_init(&build.lock, NULL);
    pthread_cond_init(&build.turn, NULL);
    int failed = build_graph(&build, exploration);
    pthread_mutex_destroy(&build.lock);
    pthread_cond_destroy(&build.turn);
    exploration->effort.memory_peak =
        exploration->effort.on_device ? exploration->effort.memory_peak : memory_peak(run->memory);
    exploration_drop_states(exploration);
    if (failed) {
        graph_free(build.graph);
        return NULL;
    }
    return build.graph;
}

void graph_free(struct graph *graph) {
    if (graph != NULL) {
        struct memory *memory = graph->memory;
        memory_range_close(memory, &graph->offset_range);
        memory_range_close(memory, &graph->target_range);
        memory_range_close(memory, &graph->label_range);
        memory_range_close(memory, &graph->choice_range);
        memory_range_close(memory, &graph->observer_range);
        memory_free(memory, (void *)graph->label_text, graph->label_count * sizeof *graph->label_text);
        memory_free(memory, graph, sizeof *graph);
    }
}

int graph_edge_is_repeated(const struct graph *graph, uint64_t edge, uint64_t row_begin) {
    return graph->choices != NULL && edge > row_begin && graph->labels[edge - 1] == graph->labels[edge] &&
           graph->targets[edge - 1] == graph->targets[edge];
}

uint64_t graph_distinct_edges(const struct graph *graph) {
    uint64_t count = graph->edges;
    for (uint64_t vertex = 0; vertex < graph->vertices && graph->choices != NULL; vertex++) {
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            count -= graph_edge_is_repeated(graph, edge, graph->offsets[vertex]) ? 1 : 0;
        }
    }
    return count;
}
