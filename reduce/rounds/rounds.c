/* Refinement on a side: memory, rounds, and what to look at next. */
#include "reduce/rounds/rounds.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/prepare.h"

#define WORDS_PER_PAIRS 8u /* pairs of a signature for which a word of its sketch is enough */
#define FEW_VERTICES 512u  /* a round of so few takes as long as its launches */
#define LEAST_PATIENCE 256u
#define ITEMS_OF_A_SMALL_ROUND 1300u /* vertices and edges that the host does in that time */
#define MANY_SHARE 4u                /* if more than this share of the vertices moved, all are looked at */

/* --- memory --- */

void *rounds_allocate(struct rounds *rounds, uint64_t bytes) {
    void *block = rounds->steps.side->allocate(&rounds->steps, bytes);
    if (block != NULL) {
        rounds->blocks[rounds->block_count].block = block;
        rounds->blocks[rounds->block_count++].bytes = bytes;
    }
    return block;
}

void rounds_release(struct rounds *rounds, void *block) {
    for (unsigned i = 0; i < rounds->block_count && block != NULL; i++) {
        if (rounds->blocks[i].block == block) {
            rounds->steps.side->release(&rounds->steps, block, rounds->blocks[i].bytes);
            rounds->blocks[i] = rounds->blocks[--rounds->block_count];
            return;
        }
    }
}

static void release_transpose(struct rounds *rounds, struct digraph_transpose *transpose) {
    const struct steps *steps = &rounds->steps;
    steps->side->release(steps, transpose->offsets, (rounds->view.vertices + 1) * sizeof *transpose->offsets);
    steps->side->release(steps, transpose->sources, transpose->edges * sizeof *transpose->sources);
    memset(transpose, 0, sizeof *transpose);
}

static void release_all(struct rounds *rounds) {
    release_transpose(rounds, &rounds->visible_back);
    release_transpose(rounds, &rounds->inner_back);
    while (rounds->block_count > 0) {
        rounds_release(rounds, rounds->blocks[0].block);
    }
}

/* A zeroed array of words; *failed is set if there is no memory. */
static void *new_array(struct rounds *rounds, uint64_t bytes, int *failed) {
    void *block = *failed ? NULL : rounds_allocate(rounds, bytes);
    *failed = block == NULL || rounds->steps.side->fill(&rounds->steps, block, 0, bytes) != 0;
    return block;
}

static uint64_t most_slots(uint64_t listed) {
    return listed + listed / 2 + 64;
}

static int open_arrays(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    const uint64_t vertices = view->vertices, bytes = vertices * sizeof(uint32_t);
    const int has_inner = view->internal != ROUNDS_NONE;
    int failed = 0;
    view->block = new_array(rounds, bytes, &failed);
    view->size = new_array(rounds, bytes, &failed);
    view->looked = new_array(rounds, bytes, &failed);
    view->best = new_array(rounds, 2 * bytes, &failed);
    view->dirty = new_array(rounds, bitmap_bytes(vertices), &failed);
    view->list = new_array(rounds, bytes, &failed);
    view->rank = new_array(rounds, bytes + sizeof(uint32_t), &failed);
    view->slot_of = new_array(rounds, bytes, &failed);
    view->slots = new_array(rounds, most_slots(vertices) * sizeof *view->slots, &failed);
    view->sketch = new_array(rounds, vertices * view->how.words * sizeof *view->sketch, &failed);
    /* These take turns: sketches, numbers of parts, moves and marks, the next list. */
    view->waits = view->moved = view->rank;
    if (has_inner) {
        view->parent = new_array(rounds, bytes, &failed);
        view->queue = new_array(rounds, bytes, &failed);
    }
    return failed ? -1 : 0;
}

/* --- steps and counters --- */

int rounds_do(struct rounds *rounds, enum rounds_step step, uint64_t count) {
    return rounds->steps.side->each(&rounds->steps, rounds->side->rounds[step], &rounds->view, 0, count);
}

int rounds_clear_counters(struct rounds *rounds) {
    return rounds->steps.side->fill(&rounds->steps, rounds->view.counters, 0, sizeof rounds->seen);
}

int rounds_read_counters(struct rounds *rounds) {
    return rounds->steps.side->download(&rounds->steps, &rounds->seen, rounds->view.counters,
                                        sizeof rounds->seen);
}

/* Whether there are rows that are put off, and room for these. */
static int find_huge(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    const uint64_t most = rounds->side->most_parts;
    if (most == UINT64_MAX || view->huge.tail != NULL) {
        return 0;
    }
    view->huge.least = most / 3; /* a step may look at three rows of a vertex */
    if (rounds_clear_counters(rounds) != 0 || rounds_do(rounds, ROUNDS_WIDEST, view->vertices) != 0 ||
        rounds_read_counters(rounds) != 0) {
        return -1;
    }
    return rounds->seen.widest != 0 ? rounds_open_huge(rounds, &view->huge, 3 * rounds->made_edges) : 0;
}

int rounds_open_huge(struct rounds *rounds, struct step_huge *huge, uint64_t parts) {
    uint64_t *tail = rounds_allocate(rounds, sizeof *tail);
    huge->line = rounds_allocate(rounds, (parts / rounds->side->most_parts + 1) * sizeof *huge->line);
    if (tail == NULL || huge->line == NULL ||
        rounds->steps.side->fill(&rounds->steps, tail, 0, sizeof *tail) != 0) {
        return -1;
    }
    huge->tail = tail;
    return 0;
}

/* --- sources of edges --- */

/* Transposes the edges that are internal, or all others. */
static int make_back(struct rounds *rounds, uint32_t wants_visible, struct digraph_transpose *transpose) {
    struct rounds_view *view = &rounds->view;
    struct digraph graph = {view->vertices, rounds->made_edges, view->offsets, view->targets, NULL, NULL};
    uint32_t *live = NULL;
    if (view->internal != ROUNDS_NONE) {
        live = rounds_allocate(rounds, bitmap_bytes(rounds->made_edges));
        if (live == NULL || rounds_select(rounds, wants_visible, live) != 0) {
            rounds_release(rounds, live);
            return -1;
        }
        graph.live = live;
    }
    const int failed = rounds->side->transpose(rounds, &graph, transpose);
    rounds_release(rounds, live);
    return failed;
}

/* The sources of visible edges, once they are needed. 0, also where there is no memory for them, or -1. */
static int need_visible_back(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    struct error *error = rounds->steps.error;
    if (rounds->has_visible_back != 0) {
        return 0;
    }
    if (make_back(rounds, 1, &rounds->visible_back) != 0) {
        rounds->has_visible_back = -1;
        if (error->code != ERROR_MEMORY) {
            return -1;
        }
        error->code = ERROR_NONE;
        return 0;
    }
    rounds->has_visible_back = 1;
    view->visible_back = rounds->visible_back.offsets;
    view->visible_sources = rounds->visible_back.sources;
    return find_huge(rounds);
}

/* --- lists --- */

static int make_list(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    const uint64_t words = bitmap_words(view->vertices);
    if (rounds_do(rounds, ROUNDS_COUNT, words + 1) != 0 ||
        rounds->side->sum(rounds, view->rank, words + 1) != 0 ||
        rounds_do(rounds, ROUNDS_EMIT, words + 1) != 0 || rounds_read_counters(rounds) != 0) {
        return -1;
    }
    view->listed = rounds->seen.listed;
    view->all = 0;
    return 0;
}

static int list_all(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    if (rounds->steps.side->fill(&rounds->steps, view->dirty, 0xff, bitmap_bytes(view->vertices)) != 0 ||
        make_list(rounds) != 0) {
        return -1;
    }
    view->all = 1;
    return 0;
}

int rounds_close_list(struct rounds *rounds) {
    return (rounds->view.inner_back != NULL && rounds->side->drain(rounds, ROUNDS_CLOSE) != 0)
               ? -1
               : make_list(rounds);
}

/* Lists the vertices whose signatures the round may have changed. */
static int list_next(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    const uint64_t moved = rounds->seen.moved;
    const struct refine_options *options = rounds->task->options;
    view->listed = 0;
    if (rounds->seen.made == 0) {
        return 0;
    }
    if ((options != NULL && options->full_rounds) ||
        (moved > view->vertices / MANY_SHARE && !rounds->task->sparing)) {
        return list_all(rounds);
    }
    if (need_visible_back(rounds) != 0) {
        return -1;
    }
    if (rounds->has_visible_back < 0) {
        return list_all(rounds);
    }
    return rounds_clear_counters(rounds) != 0 ||
                   rounds->steps.side->fill(&rounds->steps, view->dirty, 0, bitmap_bytes(view->vertices)) !=
                       0 ||
                   rounds_do(rounds, ROUNDS_MARK, moved) != 0
               ? -1
               : rounds_close_list(rounds);
}

/* --- rounds --- */

/* Sketches the listed vertices. */
static int sketch_list(struct rounds *rounds) {
    const uint64_t listed = rounds->view.listed;
    const enum rounds_step sketch = rounds->view.sums == NULL ? ROUNDS_SKETCH : ROUNDS_WEIGH;
    if (rounds_do(rounds, ROUNDS_BEGIN, listed) != 0 || rounds_do(rounds, sketch, listed) != 0) {
        return -1;
    }
    return rounds->view.inner_back != NULL &&
                   (rounds_clear_counters(rounds) != 0 || rounds_do(rounds, ROUNDS_READY, listed) != 0 ||
                    rounds->side->drain(rounds, ROUNDS_PUSH) != 0)
               ? -1
               : 0;
}

/* Splits blocks by the sketches of the listed vertices. */
static int split(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    const uint64_t listed = view->listed;
    view->slot_count = most_slots(listed);
    if (rounds->steps.side->fill(&rounds->steps, view->slots, 0, view->slot_count * sizeof *view->slots) !=
            0 ||
        rounds_do(rounds, ROUNDS_PUT, listed) != 0 || rounds_do(rounds, ROUNDS_LEAD, listed) != 0 ||
        rounds_do(rounds, ROUNDS_NAME, listed + 1) != 0 ||
        rounds->side->sum(rounds, view->rank, listed + 1) != 0 || rounds_clear_counters(rounds) != 0 ||
        rounds_do(rounds, ROUNDS_NUMBER, listed) != 0 || rounds_do(rounds, ROUNDS_ASSIGN, listed) != 0 ||
        rounds_read_counters(rounds) != 0) {
        return -1;
    }
    view->blocks += (uint32_t)rounds->seen.made;
    return 0;
}

/*
 * Whether rounds of few vertices have taken as long as the host would need to begin again with the blocks so
 * far. There such rounds take no longer than their vertices.
 */
static int is_host_better(const struct rounds *rounds) {
    const uint64_t items = rounds->task->graph.vertices + rounds->task->graph.edges;
    const uint64_t patience = rounds->task->patience;
    return rounds->small_rounds >=
           (patience != 0 ? patience : LEAST_PATIENCE + items / ITEMS_OF_A_SMALL_ROUND);
}

/* Rounds until nothing splits, or the host does better. */
static int do_rounds(struct rounds *rounds) {
    if (list_all(rounds) != 0) {
        return -1;
    }
    while (rounds->view.listed > 0 && !is_host_better(rounds)) {
        rounds->small_rounds += rounds->view.listed < FEW_VERTICES;
        run_tell(rounds->steps.run, "refining", rounds->view.blocks, 0, "classes");
        if (steps_check(&rounds->steps) != 0 || sketch_list(rounds) != 0 || split(rounds) != 0 ||
            list_next(rounds) != 0) {
            return -1;
        }
        rounds->rounds++;
    }
    return 0;
}

/* Another seed, and longer sketches if signatures are long and there is memory. */
static int sketch_anew(struct rounds *rounds, uint64_t longest) {
    struct rounds_view *view = &rounds->view;
    struct error *error = rounds->steps.error;
    uint32_t words = view->how.words;
    view->how.seed = sketch_hash(view->how.seed, 1, 1);
    while (words < SKETCH_MOST_WORDS && longest > (uint64_t)words * WORDS_PER_PAIRS) {
        words *= 2;
    }
    if (words == view->how.words) {
        return 0;
    }
    uint64_t *sketch = rounds_allocate(rounds, view->vertices * words * sizeof *sketch);
    if (sketch == NULL) {
        const int is_memory = error->code == ERROR_MEMORY;
        error->code = is_memory ? ERROR_NONE : error->code;
        return is_memory ? 0 : -1;
    }
    rounds_release(rounds, view->sketch);
    view->sketch = sketch;
    view->how.words = words;
    return 0;
}

/* The proof has listed vertices that belong apart: they get blocks of their own. */
static int split_apart(struct rounds *rounds) {
    const uint64_t longest = rounds->seen.longest;
    if (rounds_close_list(rounds) != 0) {
        return -1;
    }
    rounds->view.exact = 1;
    const int failed = split(rounds);
    rounds->view.exact = 0;
    if (failed == 0 && rounds->seen.made == 0) { /* else it would never end */
        return error_set(rounds->steps.error, ERROR_DEVICE,
                         "classes that are not stable were not split: this is a fault of heddle");
    }
    return failed != 0 ? -1 : sketch_anew(rounds, longest);
}

static int refine(struct rounds *rounds, struct rounds_result *result) {
    for (;;) {
        int stable;
        if (do_rounds(rounds) != 0) {
            return -1;
        }
        if (is_host_better(rounds) || rounds_is_wide(rounds)) {
            return rounds_leave(rounds, result);
        }
        if (rounds_prove(rounds, &stable) != 0) {
            return -1;
        }
        if (stable) {
            return rounds_fetch(rounds, result);
        }
        if (split_apart(rounds) != 0) {
            return -1;
        }
    }
}

/* The blocks to begin with. */
static int open_blocks(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    const struct steps_side *side = rounds->steps.side;
    const struct refine_options *options = rounds->task->options;
    const uint32_t all = (uint32_t)view->vertices;
    if (options == NULL || options->start == NULL) {
        view->blocks = 1;
        return side->upload(&rounds->steps, view->size, &all, sizeof all);
    }
    struct memory *memory = rounds->steps.run->memory;
    const uint64_t bytes = options->start_blocks * sizeof(uint32_t);
    uint32_t *size = memory_allocate_zeroed(memory, bytes);
    if (size == NULL) {
        return error_memory(rounds->steps.error, "to refine classes");
    }
    view->blocks = options->start_blocks;
    for (uint64_t vertex = 0; vertex < view->vertices; vertex++) {
        size[options->start[vertex]]++;
    }
    const int failed =
        side->upload(&rounds->steps, view->size, size, bytes) != 0 ||
        side->upload(&rounds->steps, view->block, options->start, view->vertices * sizeof(uint32_t)) != 0;
    memory_free(memory, size, bytes);
    return failed ? -1 : 0;
}

static int open_rounds(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    const struct refine_options *options = rounds->task->options;
    view->how.words = SKETCH_LEAST_WORDS;
    view->how.bits = options == NULL ? 0 : options->sketch_bits;
    view->how.seed = sketch_hash(1, 1, 1);
    if (open_arrays(rounds) != 0 || open_blocks(rounds) != 0 || rounds_open_weights(rounds) != 0) {
        return -1;
    }
    if (view->internal == ROUNDS_NONE) {
        return find_huge(rounds);
    }
    if (make_back(rounds, 0, &rounds->inner_back) != 0) {
        return -1;
    }
    view->inner_back = rounds->inner_back.offsets;
    view->inner_sources = rounds->inner_back.sources;
    return find_huge(rounds);
}

struct rounds_task rounds_task_of(const struct graph *graph, enum equivalence equivalence) {
    return (struct rounds_task){.initial = graph->initial,
                                .equivalence = equivalence,
                                .label_text = graph->label_text,
                                .label_count = graph->label_count,
                                .internal = prepare_internal_label(graph)};
}

void rounds_task_hide(struct rounds_task *task, const struct prepared_labels *labels) {
    task->label_text = labels->texts;
    task->label_count = labels->count;
    task->internal = labels->internal;
    task->rank = labels->rank;
    task->rank_count = labels->before;
}

int rounds_reduce(struct rounds *rounds, const struct rounds_task *task, struct rounds_result *result) {
    memset(result, 0, sizeof *result);
    rounds->task = task;
    result->partition.vertices = task->graph.vertices;
    int failed = (rounds->view.counters = rounds_allocate(rounds, sizeof rounds->seen)) == NULL ||
                 rounds_clear_counters(rounds) != 0 || rounds_contract(rounds, result) != 0 ||
                 open_rounds(rounds) != 0 || refine(rounds, result) != 0;
    release_all(rounds);
    return failed ? -1 : 0;
}

void rounds_result_free(struct rounds_result *result, struct memory *memory) {
    partition_free(&result->partition, memory);
    graph_free(result->quotient);
    memset(result, 0, sizeof *result);
}
