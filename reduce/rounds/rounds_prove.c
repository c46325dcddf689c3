/* Numbers the blocks of a refinement on a side, proves them stable, and copies classes and quotient. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/rounds/rounds.h"

#define PIECE_PAIRS ((uint64_t)1 << 22) /* pairs of the quotient that are copied at a time */

static const char purpose[] = "for the quotient";

static int proof_do(struct rounds *rounds, enum proof_step step, uint64_t count) {
    return rounds->steps.side->each(&rounds->steps, rounds->side->proof[step], &rounds->proof, 0, count);
}

static int fill(struct rounds *rounds, void *block, int byte, uint64_t bytes) {
    return rounds->steps.side->fill(&rounds->steps, block, byte, bytes);
}

/* The arrays of rounds, which are free between them. */
static int open_proof(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    struct proof_view *proof = &rounds->proof;
    proof->rounds = *view;
    proof->graph_vertices = rounds->task->graph.vertices;
    proof->least = view->slot_of;
    proof->number = view->moved;
    proof->sizes = view->list;
    proof->bottom = view->slot_of;
    proof->length = view->moved;
    proof->other = view->rank;
    if (proof->result == NULL) {
        proof->result = rounds_allocate(rounds, (proof->graph_vertices + 1) * sizeof *proof->result);
    }
    return proof->result == NULL ? -1 : 0;
}

int rounds_number_blocks(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    struct proof_view *proof = &rounds->proof;
    if (open_proof(rounds) != 0) {
        return -1;
    }
    const uint64_t vertices = proof->graph_vertices, bytes = view->blocks * sizeof(uint32_t);
    return fill(rounds, proof->least, 0xff, bytes) != 0 || proof_do(rounds, PROOF_LEAST, vertices) != 0 ||
                   proof_do(rounds, PROOF_FIRST, vertices + 1) != 0 ||
                   rounds->side->sum(rounds, proof->result, vertices + 1) != 0 ||
                   proof_do(rounds, PROOF_NUMBER, view->blocks) != 0 ||
                   proof_do(rounds, PROOF_RENAME, view->vertices) != 0 ||
                   rounds->steps.side->copy(&rounds->steps, view->size, proof->sizes, bytes) != 0
               ? -1
               : proof_do(rounds, PROOF_RESULT, vertices);
}

/* Writes the signatures of the chosen bottom vertices. */
static int write_signatures(struct rounds *rounds) {
    struct proof_view *proof = &rounds->proof;
    const uint64_t blocks = proof->rounds.blocks;
    uint64_t pairs = 0;
    rounds_release(rounds, proof->pairs);
    proof->pairs = NULL;
    if (proof_do(rounds, PROOF_LENGTH, blocks + 1) != 0 ||
        rounds->side->sum_long(rounds, proof->begin, blocks + 1) != 0 ||
        rounds->steps.side->download(&rounds->steps, &pairs, proof->begin + blocks, sizeof pairs) != 0) {
        return -1;
    }
    proof->pairs = rounds_allocate(rounds, (pairs + 1) * sizeof *proof->pairs);
    return proof->pairs == NULL || proof_do(rounds, PROOF_WRITE, blocks) != 0 ||
                   proof_do(rounds, PROOF_SORT, blocks) != 0
               ? -1
               : 0;
}

/* Whether all vertices have the signatures; else those that belong apart are in the bitmap. */
static int check_signatures(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    struct proof_view *proof = &rounds->proof;
    return rounds_clear_counters(rounds) != 0 ||
                   fill(rounds, view->dirty, 0, bitmap_bytes(view->vertices)) != 0 ||
                   fill(rounds, proof->other, 0xff, view->blocks * sizeof *proof->other) != 0 ||
                   proof_do(rounds, PROOF_CHECK, view->vertices) != 0
               ? -1
               : rounds_read_counters(rounds);
}

int rounds_prove(struct rounds *rounds, int *stable) {
    struct rounds_view *view = &rounds->view;
    struct proof_view *proof = &rounds->proof;
    view->listed = 0;
    rounds_release(rounds, proof->begin);
    proof->begin = NULL;
    if (rounds_number_blocks(rounds) != 0) {
        return -1;
    }
    proof->begin = rounds_allocate(rounds, ((uint64_t)view->blocks + 1) * sizeof *proof->begin);
    if (proof->begin == NULL ||
        fill(rounds, proof->bottom, 0xff, view->blocks * sizeof *proof->bottom) != 0 ||
        proof_do(rounds, PROOF_BOTTOM, view->vertices) != 0) {
        return -1;
    }
    for (;;) {
        if (steps_check(&rounds->steps) != 0 || write_signatures(rounds) != 0 ||
            check_signatures(rounds) != 0) {
            return -1;
        }
        if (rounds->seen.smaller == 0) {
            *stable = rounds->seen.apart == 0;
            return 0;
        }
        /* A signature that is smaller takes the place of the other: then the latter's vertex is apart. */
        if (proof_do(rounds, PROOF_TAKE, view->blocks) != 0) {
            return -1;
        }
    }
}

/* --- the result --- */

struct fetching {
    struct rounds *rounds;
    struct rounds_result *result;
    struct memory *memory;
    uint64_t *begin;  /* [blocks + 1] */
    uint32_t *length; /* [blocks] */
    uint64_t *pairs;
    uint64_t capacity;
};

/* Adds the rows [first, end) of the quotient, whose pairs are in fetching->pairs. */
static int add_rows(struct fetching *fetching, uint32_t first, uint32_t end) {
    const struct rounds *rounds = fetching->rounds;
    struct graph *quotient = fetching->result->quotient;
    struct partition *partition = &fetching->result->partition;
    uint64_t edges = quotient->edges;
    for (uint32_t block = first; block < end; block++) {
        edges += fetching->length[block];
    }
    if (graph_extend(quotient, edges) != 0) {
        return error_memory(rounds->steps.error, purpose);
    }
    for (uint32_t block = first; block < end; block++) {
        const uint64_t *pairs = fetching->pairs + (fetching->begin[block] - fetching->begin[first]);
        const uint64_t loop = (uint64_t)rounds->view.internal << 32 | block;
        for (uint32_t i = 0; i < fetching->length[block]; i++) {
            quotient->labels[quotient->edges] = (uint32_t)(pairs[i] >> 32);
            quotient->targets[quotient->edges++] = (uint32_t)pairs[i];
            if (partition->divergent != NULL && pairs[i] == loop) {
                bitmap_set(partition->divergent, block);
                partition->divergent_blocks++;
            }
        }
        quotient->offsets[block + 1] = quotient->edges;
    }
    return 0;
}

/* Copies the pairs of some rows, and adds these. */
static int fetch_rows(struct fetching *fetching, uint32_t first, uint32_t end) {
    const struct rounds *rounds = fetching->rounds;
    const uint64_t *begin = fetching->begin, count = begin[end] - begin[first];
    if (steps_check(&rounds->steps) != 0) {
        return -1;
    }
    if (MEMORY_GROW(fetching->memory, &fetching->pairs, &fetching->capacity, count) != 0) {
        return error_memory(rounds->steps.error, purpose);
    }
    return rounds->steps.side->download(&rounds->steps, fetching->pairs, rounds->proof.pairs + begin[first],
                                        count * sizeof *fetching->pairs) != 0
               ? -1
               : add_rows(fetching, first, end);
}

static int fetch_quotient(struct fetching *fetching) {
    const struct rounds *rounds = fetching->rounds;
    const struct steps *steps = &rounds->steps;
    const uint32_t blocks = rounds->view.blocks;
    const uint64_t rows = ((uint64_t)blocks + 1) * sizeof *fetching->begin;
    fetching->begin = memory_allocate(fetching->memory, rows);
    fetching->length = memory_allocate_array(fetching->memory, blocks, sizeof *fetching->length);
    if (fetching->begin == NULL || fetching->length == NULL) {
        return error_memory(steps->error, purpose);
    }
    if (steps->side->download(steps, fetching->begin, rounds->proof.begin, rows) != 0 ||
        steps->side->download(steps, fetching->length, rounds->proof.length,
                              blocks * sizeof *fetching->length) != 0) {
        return -1;
    }
    for (uint32_t first = 0, end = 0; first < blocks; first = end) {
        do {
            end++;
        } while (end < blocks && fetching->begin[end + 1] - fetching->begin[first] <= PIECE_PAIRS);
        if (fetch_rows(fetching, first, end) != 0) {
            return -1;
        }
    }
    return 0;
}

int rounds_fetch(struct rounds *rounds, struct rounds_result *result) {
    const struct rounds_task *task = rounds->task;
    const struct run *run = rounds->steps.run;
    struct error *error = rounds->steps.error;
    struct partition *partition = &result->partition;
    struct fetching fetching = {.rounds = rounds, .result = result, .memory = run->memory};
    const uint32_t blocks = rounds->view.blocks;
    partition->blocks = blocks;
    partition->rounds = rounds->rounds;
    partition->block = memory_allocate_array(run->memory, partition->vertices, sizeof *partition->block);
    if (task->equivalence == EQUIVALENCE_DIVBRANCHING) {
        partition->divergent = memory_allocate_zeroed(run->memory, bitmap_bytes(blocks));
    }
    if (partition->block == NULL ||
        (task->equivalence == EQUIVALENCE_DIVBRANCHING && partition->divergent == NULL)) {
        return error_memory(error, purpose);
    }
    result->quotient = graph_create_labelled(blocks, task->label_text, task->label_count, run, error);
    int failed = result->quotient == NULL ||
                 rounds->steps.side->download(&rounds->steps, partition->block, rounds->proof.result,
                                              partition->vertices * sizeof *partition->block) != 0 ||
                 fetch_quotient(&fetching) != 0;
    memory_free(run->memory, fetching.begin, ((uint64_t)blocks + 1) * sizeof *fetching.begin);
    memory_free(run->memory, fetching.length, blocks * sizeof *fetching.length);
    memory_free(run->memory, fetching.pairs, fetching.capacity * sizeof *fetching.pairs);
    if (!failed) {
        result->quotient->initial = partition->block[task->initial];
    }
    return failed ? -1 : 0;
}
