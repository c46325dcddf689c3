/* Partition refinement on CPU threads: rounds that split, then a proof; another seed where the proof fails.
 */
#include "reduce/refine/refine.h"

#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/team.h"
#include "explorer/graph/graph.h"
#include "reduce/refine/refine_internal.h"

#define WORDS_PER_PAIRS 8u /* pairs of a signature for which a word of its sketch is enough */
#define NO_BLOCK UINT32_MAX

struct refine_work {
    const struct graph *graph;
    enum equivalence equivalence;
    const struct refine_options *options;
    struct partition *partition;
    struct refine_input input;
    struct refinement refinement;
};

/* --- memory --- */

static const char purpose[] = "to refine classes";

/* The arrays that have an element for each vertex. */
#define ARRAYS 9
static void list_arrays(struct refinement *refinement, uint32_t **arrays[ARRAYS]) {
    uint32_t **all[ARRAYS] = {&refinement->block, &refinement->member, &refinement->place,
                              &refinement->begin, &refinement->size,   &refinement->list,
                              &refinement->next,  &refinement->touch,  &refinement->parent};
    memcpy(arrays, all, sizeof all);
}

static int open_arrays(struct refinement *refinement) {
    struct memory *memory = refinement->run->memory;
    uint64_t vertices = refinement->input->vertices, bytes = vertices * sizeof(uint32_t);
    uint32_t **arrays[ARRAYS];
    list_arrays(refinement, arrays);
    int failed = 0;
    for (int i = 0; i < ARRAYS; i++) {
        failed |= (*arrays[i] = memory_allocate_zeroed(memory, bytes)) == NULL;
    }
    refinement->slot_of = memory_allocate(memory, bytes);
    refinement->dirty = memory_allocate_zeroed(memory, bitmap_bytes(vertices));
    if (refinement->input->inner_offsets != NULL) {
        refinement->sketch =
            memory_allocate_array(memory, vertices, refinement->how.words * sizeof *refinement->sketch);
        failed |= refinement->sketch == NULL;
    }
    return failed || refinement->slot_of == NULL || refinement->dirty == NULL
               ? error_memory(refinement->error, purpose)
               : 0;
}

static void close_arrays(struct refinement *refinement) {
    struct memory *memory = refinement->run->memory;
    uint64_t vertices = refinement->input->vertices, bytes = vertices * sizeof(uint32_t);
    uint32_t **arrays[ARRAYS];
    list_arrays(refinement, arrays);
    for (int i = 0; i < ARRAYS; i++) {
        memory_free(memory, *arrays[i], bytes);
    }
    memory_free(memory, refinement->slot_of, bytes);
    memory_free(memory, refinement->dirty, bitmap_bytes(vertices));
    memory_free(memory, refinement->sketch, vertices * refinement->how.words * sizeof *refinement->sketch);
    memory_free(memory, refinement->slots, refinement->slot_capacity * sizeof *refinement->slots);
    memory_free(memory, refinement->touched, refinement->touched_capacity * sizeof *refinement->touched);
    graph_reverse_free(&refinement->visible_back, memory);
    graph_reverse_free(&refinement->inner_back, memory);
}

static int reverse(struct refinement *refinement, const struct digraph *graph,
                   struct graph_reverse *reverse) {
    int failed = graph_reverse_make(refinement->team, graph, refinement->run, reverse);
    return failed < 0   ? error_set(refinement->error, ERROR_INTERRUPTED, "interrupted")
           : failed > 0 ? error_memory(refinement->error, purpose)
                        : 0;
}

/* Lays out the blocks to begin with. */
static void begin_blocks(struct refinement *refinement, const struct refine_options *options) {
    const struct refine_input *input = refinement->input;
    refinement->blocks = options->start == NULL ? 1 : options->start_blocks;
    for (uint64_t vertex = 0; vertex < input->graph_vertices && options->start != NULL; vertex++) {
        refinement->block[input->vertex == NULL ? vertex : input->vertex[vertex]] = options->start[vertex];
    }
    for (uint64_t vertex = 0; vertex < input->vertices; vertex++) {
        refinement->size[refinement->block[vertex]]++;
    }
    for (uint32_t block = 1; block < refinement->blocks; block++) {
        refinement->begin[block] = refinement->begin[block - 1] + refinement->size[block - 1];
    }
    uint32_t *at = refinement->touch; /* where the next member goes */
    memcpy(at, refinement->begin, refinement->blocks * sizeof *at);
    for (uint64_t vertex = 0; vertex < input->vertices; vertex++) {
        uint32_t place = at[refinement->block[vertex]]++;
        refinement->place[vertex] = place;
        refinement->member[place] = (uint32_t)vertex;
    }
    memset(at, 0, refinement->blocks * sizeof *at);
}

static int open_refinement(struct refinement *refinement, const struct refine_options *options) {
    const struct refine_input *input = refinement->input;
    if (open_arrays(refinement) != 0 ||
        reverse(refinement, &input->visible, &refinement->visible_back) != 0 ||
        (input->inner_offsets != NULL && reverse(refinement, &input->inner, &refinement->inner_back) != 0)) {
        return -1;
    }
    begin_blocks(refinement, options);
    return 0;
}

/* --- rounds --- */

/* Another seed, and longer sketches if signatures are long and there is memory. */
static void sketch_anew(struct refinement *refinement, uint64_t longest) {
    struct memory *memory = refinement->run->memory;
    uint32_t words = refinement->how.words;
    uint64_t vertices = refinement->input->vertices;
    refinement->how.seed = sketch_hash(refinement->how.seed, 1, 1);
    while (words < SKETCH_MOST_WORDS && longest > (uint64_t)words * WORDS_PER_PAIRS) {
        words *= 2;
    }
    if (refinement->sketch != NULL && words != refinement->how.words) {
        uint64_t *sketch = memory_allocate_array(memory, vertices, words * sizeof *sketch);
        if (sketch == NULL) {
            return;
        }
        memory_free(memory, refinement->sketch, vertices * refinement->how.words * sizeof *sketch);
        refinement->sketch = sketch;
    }
    refinement->how.words = words;
}

static uint32_t find_block(const struct refine_work *work, uint32_t vertex) {
    return work->refinement.block[work->input.vertex == NULL ? vertex : work->input.vertex[vertex]];
}

/* Whether the watched vertices are apart, so that the rest does not matter. */
static int has_parted(const struct refine_work *work) {
    const uint32_t *watched = work->options->watched;
    return watched != NULL && find_block(work, watched[0]) != find_block(work, watched[1]);
}

/* Splits once, and finds what to look at next. */
static int do_round(struct refine_work *work) {
    struct refinement *refinement = &work->refinement;
    run_tell(refinement->run, "refining", refinement->blocks, 0, "classes");
    if (run_ask(refinement->run, refinement->error, "interrupted") != 0 || refine_split(refinement, 0) != 0) {
        return -1;
    }
    work->partition->rounds++;
    if (!work->options->full_rounds) {
        return refine_mark(refinement);
    }
    refinement->list_count = 0;
    if (refinement->blocks != refinement->blocks_before) {
        refine_list_all(refinement);
    }
    return 0;
}

/* Rounds until nothing splits, and a proof. Returns 1 if there is more to do, 0 or -1. */
static int do_rounds(struct refine_work *work) {
    struct refinement *refinement = &work->refinement;
    uint64_t longest;
    refine_list_all(refinement);
    while (refinement->list_count > 0) {
        if (do_round(work) != 0) {
            return -1;
        }
        if (has_parted(work)) {
            return 0;
        }
    }
    if (refine_prove(refinement, &longest) != 0) {
        return -1;
    }
    if (longest == 0) {
        return 0;
    }
    sketch_anew(refinement, longest);
    return refine_split(refinement, 1) != 0 ? -1 : !has_parted(work);
}

/* --- the result --- */

/* Numbers the blocks by their least vertices, and notes which diverge. */
static int number_blocks(struct refine_work *work) {
    struct refinement *refinement = &work->refinement;
    struct partition *partition = work->partition;
    struct memory *memory = refinement->run->memory;
    uint32_t *number = refinement->touch; /* no longer needed */
    uint64_t next = 0;
    memset(number, 0xff, work->input.vertices * sizeof *number);
    for (uint64_t vertex = 0; vertex < partition->vertices; vertex++) {
        uint32_t block = find_block(work, (uint32_t)vertex);
        number[block] = number[block] == NO_BLOCK ? (uint32_t)next++ : number[block];
        partition->block[vertex] = number[block];
    }
    partition->blocks = next;
    partition->parted = has_parted(work);
    if (work->equivalence != EQUIVALENCE_DIVBRANCHING) {
        return 0;
    }
    partition->divergent = memory_allocate_zeroed(memory, bitmap_bytes(next));
    if (partition->divergent == NULL) {
        return error_memory(refinement->error, purpose);
    }
    for (uint64_t vertex = 0; vertex < work->input.vertices && work->input.diverges != NULL; vertex++) {
        uint32_t block = number[refinement->block[vertex]];
        if (bitmap_has(work->input.diverges, vertex) && !bitmap_has(partition->divergent, block)) {
            bitmap_set(partition->divergent, block);
            partition->divergent_blocks++;
        }
    }
    return 0;
}

static int lead(struct team *team, void *context) {
    struct refine_work *work = context;
    struct refinement *refinement = &work->refinement;
    refinement->team = team;
    if (refine_input_make(work->graph, work->equivalence, team, refinement->run, &work->input,
                          refinement->error) != 0) {
        return -1;
    }
    refinement->input = &work->input;
    work->input.weights = work->options->weights;
    int more = open_refinement(refinement, work->options) != 0 ? -1 : 1;
    while (more > 0) {
        more = do_rounds(work);
    }
    more = more == 0 ? number_blocks(work) : more;
    close_arrays(refinement);
    return more;
}

int refine_cpu(const struct graph *graph, enum equivalence equivalence, const struct refine_options *options,
               const struct run *run, struct partition *partition, struct error *error) {
    static const struct refine_options defaults;
    struct refine_work work = {
        .graph = graph,
        .equivalence = equivalence,
        .options = options == NULL ? &defaults : options,
        .partition = partition,
        .refinement = {.run = run, .error = error, .how = {.words = SKETCH_LEAST_WORDS}}};
    *partition = (struct partition){.vertices = graph->vertices};
    if (equivalence > EQUIVALENCE_DIVBRANCHING) {
        return error_set(error, ERROR_USAGE, "there is no refinement for the equivalence %s",
                         equivalence_name(equivalence));
    }
    partition->block = memory_allocate_array(run->memory, graph->vertices, sizeof *partition->block);
    if (partition->block == NULL) {
        return error_memory(error, purpose);
    }
    work.refinement.how.bits = work.options->sketch_bits;
    work.refinement.how.seed = sketch_hash(1, 1, 1);
    int failed = team_run(run, run->threads, lead, &work);
    refine_input_free(&work.input, run->memory);
    return failed;
}

uint64_t partition_initial_classes(const struct partition *partition, uint64_t initial_count) {
    uint64_t classes = 1;
    for (uint64_t vertex = 0; vertex < initial_count && initial_count > 1; vertex++) {
        const uint64_t end = (uint64_t)partition->block[vertex] + 1;
        classes = end > classes ? end : classes;
    }
    return classes;
}

void partition_free(struct partition *partition, struct memory *memory) {
    memory_free(memory, partition->block, partition->vertices * sizeof *partition->block);
    memory_free(memory, partition->divergent, bitmap_bytes(partition->blocks));
    *partition = (struct partition){.vertices = 0};
}
