/*
 * A distinguishing formula from the splits of a refinement. Two blocks X and Y that a round parted have
 * different signatures in the blocks of the round before, where they were one block D. Let (a, C) be a pair
 * that X has and Y has not (or the other way round: then the formula is negated). Strong: some step with a
 * leads to C, and each block V to which Y has such a step parted from C before: <a> of the conjunction over V
 * of what C has and V has not. Branching: vertices of X reach C by a, after internal steps within D. Each
 * block U to which vertices of Y leave D by an internal step parted from D before, so `before` is the
 * conjunction of what D has and U has not; the step with a is as above. Where a is the internal label, the
 * vertex that is reached must not be in D, either. The pair of divergence says that such steps go on for
 * ever.
 */
#include "reduce/compare/distinguish.h"

#include "base/core.h"
#include "base/error.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/compare/formula_dag.h"
#include "reduce/compare/splits.h"
#include "reduce/prepare/prepare.h"

/* Two blocks; the node says what the first one has, and the second has not. */
struct pair_of_blocks {
    uint32_t has, lacks;
};

struct distinction {
    const struct run *run;
    splits *splits;
    struct formula_dag *dag;
    uint32_t internal;                     /* PREPARE_NONE for strong equivalence */
    GROWING(struct pair_of_blocks) wanted; /* by node */
    struct index index;
};

static int no_memory(struct error *error) {
    return error_memory(error, "for the distinguishing formula");
}

/* --- the choice of a pair --- */

struct pair_choice {
    uint64_t pair;
    uint64_t parts; /* how many blocks the other side reaches with this label */
};

static uint64_t count_label(const struct parting *parting, int side, uint64_t label) {
    uint64_t count = 0;
    for (uint64_t at = 0; at < parting->counts[side]; at++) {
        count += parting->pairs[side][at] >> 32 == label;
    }
    return count;
}

/* The pair that one side has and the other has not, with the fewest parts; 0 if there is none. */
static int choose(const struct parting *parting, int side, struct pair_choice *choice) {
    const uint64_t *other = parting->pairs[!side];
    uint64_t others = parting->counts[!side], beside = 0;
    int found = 0;
    for (uint64_t at = 0; at < parting->counts[side]; at++) {
        uint64_t pair = parting->pairs[side][at];
        while (beside < others && other[beside] < pair) {
            beside++;
        }
        if (beside < others && other[beside] == pair) {
            continue;
        }
        uint64_t parts = count_label(parting, !side, pair >> 32);
        if (!found || parts < choice->parts) {
            *choice = (struct pair_choice){pair, parts};
            found = 1;
        }
    }
    return found;
}

/* --- nodes --- */

/*
 * The reference to what one of the two blocks has and the other has not, in terms of the two blocks when they
 * parted: that decides which of them has the pair. UINT32_MAX when memory runs out or there are too many
 * nodes.
 */
static uint32_t refer(struct distinction *distinction, uint32_t has, uint32_t lacks) {
    struct memory *memory = distinction->run->memory;
    struct parting parting = splits_parting(distinction->splits, has, lacks);
    struct pair_choice left, right;
    int on_left = choose(&parting, 0, &left), on_right = choose(&parting, 1, &right);
    int is_negated = !on_left || (on_right && right.parts < left.parts);
    struct pair_of_blocks pair = {parting.blocks[is_negated], parting.blocks[!is_negated]};
    uint64_t hash = core_mix((uint64_t)pair.has << 32 | pair.lacks);
    for (struct index_walk walk = index_find(&distinction->index, hash); index_next(&walk);) {
        const struct pair_of_blocks *known = &distinction->wanted.data[walk.number];
        if (known->has == pair.has && known->lacks == pair.lacks) {
            return walk.number | (is_negated ? FORMULA_NOT : 0);
        }
    }
    uint32_t number = (uint32_t)distinction->wanted.count;
    return number >= DISTINGUISH_MOST_NODES || GROWING_ADD(memory, distinction->wanted, pair) != 0 ||
                   index_add(&distinction->index, memory, hash, number) != 0
               ? UINT32_MAX
               : number | (is_negated ? FORMULA_NOT : 0);
}

/* Adds a reference to the node that is made last, unless it has it. 0 or -1. */
static int add_reference(struct distinction *distinction, uint64_t begin, uint32_t has, uint32_t lacks) {
    struct formula_dag *dag = distinction->dag;
    uint32_t reference = refer(distinction, has, lacks);
    for (uint64_t at = begin; at < dag->references.count; at++) {
        if (dag->references.data[at] == reference) {
            return 0;
        }
    }
    return reference == UINT32_MAX ? -1 : GROWING_ADD(distinction->run->memory, dag->references, reference);
}

/* What `has` has and the blocks do not have to which the pairs with this label lead. 0 or -1. */
static int add_references(struct distinction *distinction, const struct parting *parting, int side,
                          uint32_t label, uint32_t has) {
    uint64_t begin = distinction->dag->references.count;
    for (uint64_t at = 0; at < parting->counts[side]; at++) {
        uint64_t pair = parting->pairs[side][at];
        if (pair >> 32 == label && add_reference(distinction, begin, has, (uint32_t)pair) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Makes the node of a pair of blocks. 0 or -1. */
static int make_node(struct distinction *distinction, struct pair_of_blocks pair) {
    struct formula_dag *dag = distinction->dag;
    struct parting parting = splits_parting(distinction->splits, pair.has, pair.lacks);
    uint32_t whole = parting.whole;
    struct pair_choice choice = {0, 0};
    choose(&parting, 0, &choice);
    uint32_t label = (uint32_t)(choice.pair >> 32), target = (uint32_t)choice.pair;
    struct formula_node node = {label, 0, 0, dag->references.count};
    int failed = distinction->internal != PREPARE_NONE &&
                 add_references(distinction, &parting, 1, distinction->internal, whole) != 0;
    node.before_count = (uint32_t)(dag->references.count - node.begin);
    uint64_t after = dag->references.count;
    if (!failed && label != SPLITS_DIVERGENCE) {
        failed = add_references(distinction, &parting, 1, label, target) != 0 ||
                 (label == distinction->internal && add_reference(distinction, after, target, whole) != 0);
    }
    node.after_count = (uint32_t)(dag->references.count - after);
    return failed || GROWING_ADD(distinction->run->memory, dag->nodes, node) != 0 ? -1 : 0;
}

static int make_nodes(struct distinction *distinction, struct error *error) {
    for (uint64_t at = 0; at < distinction->wanted.count; at++) {
        if (run_should_stop(distinction->run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted");
        }
        if (make_node(distinction, distinction->wanted.data[at]) != 0) {
            return distinction->wanted.count >= DISTINGUISH_MOST_NODES
                       ? error_set(error, ERROR_LIMIT, "the formula has more than %u nodes",
                                   DISTINGUISH_MOST_NODES)
                       : no_memory(error);
        }
    }
    return 0;
}

int distinguish(const struct graph *graph, enum equivalence equivalence, const uint32_t vertices[2],
                const struct run *run, struct formula_dag *dag, uint32_t *reference, struct error *error) {
    struct distinction distinction = {
        .run = run,
        .dag = dag,
        .internal = equivalence == EQUIVALENCE_STRONG ? PREPARE_NONE : prepare_internal_label(graph)};
    distinction.splits = splits_make(graph, equivalence, vertices, DISTINGUISH_MOST_NODES, run, error);
    int failed = distinction.splits == NULL;
    if (!failed) {
        *reference = refer(&distinction, splits_block(distinction.splits, vertices[0]),
                           splits_block(distinction.splits, vertices[1]));
        failed = *reference == UINT32_MAX ? no_memory(error) : make_nodes(&distinction, error);
    }
    splits_free(distinction.splits);
    GROWING_FREE(run->memory, distinction.wanted);
    index_free(&distinction.index, run->memory);
    return failed ? -1 : 0;
}
