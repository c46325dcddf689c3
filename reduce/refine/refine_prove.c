/*
 * Proves that a partition is stable. The signature of a block is that of a bottom vertex, one without inert
 * edges. Every bottom vertex of the block must have exactly this signature, every other one a subset: as
 * inert edges lead it to a bottom vertex, the union of what it reaches is then the same. No hashes decide
 * here.
 *
 * A vertex with a pair that is not in the least signature of a bottom vertex belongs apart, and so does what
 * leads to it by inert edges: the others cannot have that pair.
 */
#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/shared_core.h"
#include "base/team.h"
#include "reduce/refine/refine_internal.h"

#define NO_PAIR UINT64_MAX

/* A pair of the signature of a block. */
struct known {
    uint64_t pair;  /* label << 32 | block */
    uint64_t epoch; /* of the signature */
    uint64_t mark;  /* of the last vertex that had the pair */
};

/* What a thread knows of the signature of a block. */
struct prover {
    struct refinement *refinement;
    struct known *table;
    uint64_t capacity; /* a power of two */
    uint64_t epoch, mark;
    uint64_t length; /* pairs of the signature */
    struct refine_batch batch;
};

struct proof {
    struct refinement *refinement;
    uint64_t longest;
    int exhausted;
};

/* The place of a pair in the table, or the free place where it belongs. */
static struct known *find_pair(const struct prover *prover, uint64_t pair) {
    uint64_t hash = pair * 0x9e3779b97f4a7c15ULL, mask = prover->capacity - 1;
    for (uint64_t at = (hash ^ hash >> 32) & mask;; at = (at + 1) & mask) {
        struct known *known = &prover->table[at];
        if (known->epoch != prover->epoch || known->pair == pair) {
            return known;
        }
    }
}

/* The pairs of a vertex, in any order, perhaps several times. Begins with `at` 0. */
struct pairs {
    const struct refinement *refinement;
    uint32_t vertex;
    uint64_t visible, inner;
    int diverges, is_bottom;
};

static struct pairs pairs_of(const struct refinement *refinement, uint32_t vertex) {
    const struct refine_input *input = refinement->input;
    return (struct pairs){.refinement = refinement,
                          .vertex = vertex,
                          .visible = input->visible.offsets[vertex],
                          .inner = input->inner_offsets == NULL ? 0 : input->inner_offsets[vertex],
                          .diverges = input->diverges != NULL && bitmap_has(input->diverges, vertex),
                          .is_bottom = 1};
}

/* The next pair, or NO_PAIR; then is_bottom is known. */
static inline uint64_t next_pair(struct pairs *pairs) {
    const struct refinement *refinement = pairs->refinement;
    const struct refine_input *input = refinement->input;
    if (pairs->visible < input->visible.offsets[pairs->vertex + 1]) {
        uint64_t edge = pairs->visible++;
        return (uint64_t)input->labels[edge] << 32 | refinement->block[input->visible.targets[edge]];
    }
    while (input->inner_offsets != NULL && pairs->inner < input->inner_offsets[pairs->vertex + 1]) {
        uint32_t target = input->inner_targets[pairs->inner++];
        if (!refine_is_inert(refinement, pairs->vertex, target)) {
            return (uint64_t)input->internal << 32 | refinement->block[target];
        }
        pairs->is_bottom = 0;
    }
    if (pairs->diverges) {
        pairs->diverges = 0;
        return (uint64_t)SKETCH_DIVERGES << 32;
    }
    return NO_PAIR;
}

/* Makes room for the pairs of a vertex. 0, or -1 when memory runs out. */
static int open_signature(struct prover *prover, uint32_t vertex) {
    const struct refine_input *input = prover->refinement->input;
    struct memory *memory = prover->refinement->run->memory;
    uint64_t most = input->visible.offsets[vertex + 1] - input->visible.offsets[vertex] + 1, capacity = 64;
    most +=
        input->inner_offsets == NULL ? 0 : input->inner_offsets[vertex + 1] - input->inner_offsets[vertex];
    while (capacity < 2 * most) {
        capacity *= 2;
    }
    prover->epoch++;
    prover->length = 0;
    if (capacity <= prover->capacity) {
        return 0;
    }
    memory_free(memory, prover->table, prover->capacity * sizeof *prover->table);
    prover->table = memory_allocate_zeroed(memory, capacity * sizeof *prover->table);
    prover->capacity = prover->table == NULL ? 0 : capacity;
    return prover->table == NULL ? -1 : 0;
}

/* Takes the signature of a bottom vertex as that of the block. 0, or -1 when memory runs out. */
static int take_signature(struct prover *prover, uint32_t vertex) {
    struct pairs pairs = pairs_of(prover->refinement, vertex);
    if (open_signature(prover, vertex) != 0) {
        return -1;
    }
    for (uint64_t pair = next_pair(&pairs); pair != NO_PAIR; pair = next_pair(&pairs)) {
        struct known *known = find_pair(prover, pair);
        prover->length += known->epoch != prover->epoch;
        *known = (struct known){pair, prover->epoch, 0};
    }
    return 0;
}

enum fit { FIT_EQUAL, FIT_SMALLER, FIT_APART };

/* How a vertex fits the signature. SMALLER is for bottom vertices, and a subset. */
static enum fit fit_vertex(struct prover *prover, uint32_t vertex) {
    struct pairs pairs = pairs_of(prover->refinement, vertex);
    uint64_t count = 0, mark = ++prover->mark;
    for (uint64_t pair = next_pair(&pairs); pair != NO_PAIR; pair = next_pair(&pairs)) {
        struct known *known = find_pair(prover, pair);
        if (known->epoch != prover->epoch) {
            return FIT_APART;
        }
        count += known->mark != mark;
        known->mark = mark;
    }
    return pairs.is_bottom && count < prover->length ? FIT_SMALLER : FIT_EQUAL;
}

static int is_bottom(const struct refinement *refinement, uint32_t vertex) {
    const struct refine_input *input = refinement->input;
    if (input->inner_offsets == NULL) {
        return 1;
    }
    for (uint64_t edge = input->inner_offsets[vertex]; edge < input->inner_offsets[vertex + 1]; edge++) {
        if (refine_is_inert(refinement, vertex, input->inner_targets[edge])) {
            return 0;
        }
    }
    return 1;
}

/*
 * Takes the least signature of the block's bottom vertices, as far as these are subsets of each other.
 * Returns whether a vertex does not fit; -1 when memory runs out.
 */
static int choose_signature(struct prover *prover, const uint32_t *member, uint32_t size) {
    uint32_t first = 0;
    while (!is_bottom(prover->refinement, member[first])) {
        first++;
    }
    if (take_signature(prover, member[first]) != 0) {
        return -1;
    }
    int apart = 0;
    for (uint32_t i = 0; i < size; i++) {
        enum fit fit = fit_vertex(prover, member[i]);
        if (fit == FIT_SMALLER && take_signature(prover, member[i]) != 0) {
            return -1;
        }
        apart |= fit != FIT_EQUAL;
    }
    return apart;
}

/* Proves one block, or lists the vertices that belong apart. 0, or -1 when memory runs out. */
static int prove_block(struct prover *prover, uint32_t block, uint64_t *longest) {
    struct refinement *refinement = prover->refinement;
    const uint32_t *member = refinement->member + refinement->begin[block];
    uint32_t size = refinement->size[block];
    int apart = choose_signature(prover, member, size);
    for (uint32_t i = 0; i < size && apart > 0; i++) {
        if (fit_vertex(prover, member[i]) == FIT_APART) {
            refine_add(refinement, &prover->batch, member[i]);
        }
    }
    if (apart > 0) {
        *longest = prover->length + 1 > *longest ? prover->length + 1 : *longest;
    }
    return apart < 0 ? -1 : 0;
}

static void prove_blocks(void *context, uint64_t begin, uint64_t end) {
    struct proof *proof = context;
    struct refinement *refinement = proof->refinement;
    struct prover prover = {.refinement = refinement};
    uint64_t longest = 0;
    int failed = 0;
    if (refinement->input->weights != NULL) {
        failed = refine_prove_weighted(refinement, begin, end, &longest) != 0;
        begin = end;
    }
    for (uint64_t block = begin; block < end && !failed; block++) {
        failed = refinement->size[block] > 1 && prove_block(&prover, (uint32_t)block, &longest) != 0;
    }
    refine_flush(refinement, &prover.batch);
    uint64_t seen = shared64_load(&proof->longest);
    while (seen < longest && !__atomic_compare_exchange_n(&proof->longest, &seen, longest, 1,
                                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    if (failed) {
        __atomic_store_n(&proof->exhausted, 1, __ATOMIC_RELAXED);
    }
    memory_free(refinement->run->memory, prover.table, prover.capacity * sizeof *prover.table);
}

int refine_prove(struct refinement *refinement, uint64_t *longest) {
    struct proof proof = {.refinement = refinement};
    if (team_for(refinement->team, refinement->blocks, prove_blocks, &proof) != 0) {
        return error_set(refinement->error, ERROR_INTERRUPTED, "interrupted");
    }
    *longest = proof.longest;
    if (proof.exhausted) {
        return error_memory(refinement->error, "to confirm the classes");
    }
    return refine_close(refinement);
}
