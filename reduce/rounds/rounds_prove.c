/* Numbers the blocks of a refinement on a side, proves them stable, and copies classes and quotient. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/rounds/rounds.h"

#define PIECE_BYTES ((uint64_t)1 << 28) /* copied between two looks at the stop flag */

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
    proof->huge = view->huge;
    proof->most = rounds->side->most_pairs;
    proof->graph_vertices = rounds->task->graph.vertices;
    proof->least = view->slot_of;
    proof->number = view->moved;
    proof->sizes = view->list;
    proof->bottom = view->slot_of;
    proof->length = view->moved;
    proof->other = view->list;
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

/* Finds a bottom vertex of each block. */
static int choose_bottoms(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    struct proof_view *proof = &rounds->proof;
    const uint64_t bytes = bitmap_bytes(view->vertices);
    if (view->internal != ROUNDS_NONE) {
        if (proof->inert == NULL && (proof->inert = rounds_allocate(rounds, bytes)) == NULL) {
            return -1;
        }
        if (fill(rounds, proof->inert, 0, bytes) != 0 || proof_do(rounds, PROOF_INERT, view->vertices) != 0) {
            return -1;
        }
    }
    return fill(rounds, proof->bottom, 0xff, view->blocks * sizeof *proof->bottom) != 0
               ? -1
               : proof_do(rounds, PROOF_BOTTOM, view->vertices);
}

/* Sorts the pairs of a block with many. */
static int sort_long(struct rounds *rounds, uint64_t place) {
    const struct proof_view *proof = &rounds->proof;
    const struct steps *steps = &rounds->steps;
    uint32_t block, length;
    uint64_t begin[2], kept;
    if (steps_check(steps) != 0 ||
        steps->side->download(steps, &block, proof->longs + place, sizeof block) != 0 ||
        steps->side->download(steps, begin, proof->begin + block, sizeof begin) != 0 ||
        rounds->side->sort(rounds, proof->pairs + begin[0], begin[1] - begin[0], &kept) != 0) {
        return -1;
    }
    length = (uint32_t)kept;
    return steps->side->upload(steps, proof->length + block, &length, sizeof length);
}

static int sort_signatures(struct rounds *rounds, uint64_t pairs) {
    struct proof_view *proof = &rounds->proof;
    proof->longs = rounds_allocate(rounds, (pairs / proof->most + 1) * sizeof *proof->longs);
    if (proof->longs == NULL || rounds_clear_counters(rounds) != 0 ||
        proof_do(rounds, PROOF_SORT, proof->rounds.blocks) != 0 || rounds_read_counters(rounds) != 0) {
        return -1;
    }
    const uint64_t longs = rounds->seen.longs;
    for (uint64_t i = 0; i < longs; i++) {
        if (sort_long(rounds, i) != 0) {
            return -1;
        }
    }
    rounds_release(rounds, proof->longs);
    return 0;
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
    return proof->pairs == NULL || proof_do(rounds, PROOF_WRITE, blocks) != 0
               ? -1
               : sort_signatures(rounds, pairs);
}

/* Whether all vertices have the signatures; else those that belong apart are in the bitmap. */
static int check_signatures(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    struct proof_view *proof = &rounds->proof;
    return rounds_clear_counters(rounds) != 0 ||
                   fill(rounds, view->dirty, 0, bitmap_bytes(view->vertices)) != 0 ||
                   fill(rounds, proof->other, 0xff, view->blocks * sizeof *proof->other) != 0 ||
                   proof_do(rounds, PROOF_FIT, view->vertices) != 0 ||
                   proof_do(rounds, PROOF_LACKS, view->vertices) != 0
               ? -1
               : rounds_read_counters(rounds);
}

/* With weights: whether all vertices have the sums of the chosen ones. */
static int check_weights(struct rounds *rounds, int *stable) {
    struct rounds_view *view = &rounds->view;
    if (choose_bottoms(rounds) != 0 || rounds_clear_counters(rounds) != 0 ||
        fill(rounds, view->dirty, 0, bitmap_bytes(view->vertices)) != 0 ||
        proof_do(rounds, PROOF_WEIGH, view->vertices) != 0 || rounds_read_counters(rounds) != 0) {
        return -1;
    }
    *stable = rounds->seen.apart == 0;
    return 0;
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
    if (view->sums != NULL) {
        return check_weights(rounds, stable);
    }
    proof->begin = rounds_allocate(rounds, ((uint64_t)view->blocks + 1) * sizeof *proof->begin);
    if (proof->begin == NULL || choose_bottoms(rounds) != 0) {
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

/* Copies an array of the side to the host. */
static int fetch(const struct rounds *rounds, void *to, const void *from, uint64_t bytes) {
    const struct steps *steps = &rounds->steps;
    for (uint64_t at = 0; at < bytes; at += PIECE_BYTES) {
        const uint64_t piece = bytes - at < PIECE_BYTES ? bytes - at : PIECE_BYTES;
        if (steps_check(steps) != 0 ||
            steps->side->download(steps, (char *)to + at, (const char *)from + at, piece) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The blocks that begin an infinite run of internal steps. */
static int fetch_divergent(struct rounds *rounds, struct partition *partition) {
    struct proof_view *proof = &rounds->proof;
    const uint64_t bytes = bitmap_bytes(partition->blocks);
    partition->divergent = memory_allocate_zeroed(rounds->steps.run->memory, bytes);
    if (partition->divergent == NULL) {
        return error_memory(rounds->steps.error, purpose);
    }
    if (rounds->view.diverges == NULL) {
        return 0;
    }
    proof->divergent = rounds_allocate(rounds, bytes);
    if (proof->divergent == NULL || fill(rounds, proof->divergent, 0, bytes) != 0 ||
        rounds_clear_counters(rounds) != 0 || proof_do(rounds, PROOF_LOOPS, partition->blocks) != 0 ||
        rounds_read_counters(rounds) != 0) {
        return -1;
    }
    partition->divergent_blocks = rounds->seen.loops;
    return fetch(rounds, partition->divergent, proof->divergent, bytes);
}

/* What the quotient does not need makes room for it. */
static void release_rounds(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    rounds_release(rounds, view->slots);
    rounds_release(rounds, view->sketch);
    view->slots = NULL;
    view->sketch = NULL;
}

static int fetch_quotient(struct rounds *rounds, struct rounds_result *result) {
    struct proof_view *proof = &rounds->proof;
    const struct rounds_task *task = rounds->task;
    const struct steps *steps = &rounds->steps;
    const uint64_t blocks = rounds->view.blocks, bytes = result->transitions * sizeof(uint32_t);
    struct graph *quotient =
        graph_create_labelled(blocks, task->label_text, task->label_count, steps->run, steps->error);
    result->quotient = quotient;
    if (quotient == NULL) {
        return -1;
    }
    if (graph_extend(quotient, result->transitions) != 0) {
        return error_memory(steps->error, purpose);
    }
    release_rounds(rounds);
    proof->made_targets = rounds_allocate(rounds, bytes + sizeof *proof->made_targets);
    proof->made_labels = rounds_allocate(rounds, bytes + sizeof *proof->made_labels);
    if (proof->made_targets == NULL || proof->made_labels == NULL ||
        proof_do(rounds, PROOF_MAKE, blocks) != 0) {
        return -1;
    }
    quotient->edges = result->transitions;
    return fetch(rounds, quotient->offsets, proof->made_offsets, (blocks + 1) * sizeof *quotient->offsets) !=
                       0 ||
                   fetch(rounds, quotient->targets, proof->made_targets, bytes) != 0 ||
                   fetch(rounds, quotient->labels, proof->made_labels, bytes) != 0
               ? -1
               : 0;
}

/* The block of the initial vertex. */
static int fetch_initial(struct rounds *rounds, struct rounds_result *result) {
    return rounds->steps.side->download(&rounds->steps, &result->quotient->initial,
                                        rounds->proof.result + rounds->task->initial, sizeof(uint32_t));
}

static int fetch_blocks(struct rounds *rounds, struct partition *partition) {
    const uint64_t bytes = partition->vertices * sizeof *partition->block;
    partition->block = memory_allocate(rounds->steps.run->memory, bytes);
    return partition->block == NULL ? error_memory(rounds->steps.error, purpose)
                                    : fetch(rounds, partition->block, rounds->proof.result, bytes);
}

/* Counts the edges of the quotient, and lays out its rows. */
static int count_transitions(struct rounds *rounds, struct rounds_result *result) {
    struct proof_view *proof = &rounds->proof;
    const uint64_t blocks = rounds->view.blocks;
    proof->made_offsets = rounds_allocate(rounds, (blocks + 1) * sizeof *proof->made_offsets);
    return proof->made_offsets == NULL || proof_do(rounds, PROOF_COUNT, blocks + 1) != 0 ||
                   rounds->side->sum_long(rounds, proof->made_offsets, blocks + 1) != 0
               ? -1
               : rounds->steps.side->download(&rounds->steps, &result->transitions,
                                              proof->made_offsets + blocks, sizeof result->transitions);
}

int rounds_fetch(struct rounds *rounds, struct rounds_result *result) {
    const struct rounds_task *task = rounds->task;
    struct partition *partition = &result->partition;
    partition->blocks = rounds->view.blocks;
    partition->rounds = rounds->rounds;
    if (rounds->view.sums != NULL) {
        return fetch_blocks(rounds, partition);
    }
    return count_transitions(rounds, result) != 0 ||
                   (task->equivalence == EQUIVALENCE_DIVBRANCHING &&
                    fetch_divergent(rounds, partition) != 0) ||
                   (!task->skip_block && fetch_blocks(rounds, partition) != 0) ||
                   (!task->skip_quotient &&
                    (fetch_quotient(rounds, result) != 0 || fetch_initial(rounds, result) != 0))
               ? -1
               : 0;
}
