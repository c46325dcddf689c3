#ifndef HEDDLE_REDUCE_ROUNDS_ROUNDS_CORE_H
#define HEDDLE_REDUCE_ROUNDS_ROUNDS_CORE_H

/*
 * The steps of a round of refinement (reduce/rounds/rounds.h) for a single vertex, on a GPU and, in tests, on
 * the host.
 *
 * Edges with the internal label are inner edges. They do not form cycles. An inner edge within a block is
 * inert. The sketch of a vertex is the OR of its own pairs and of the sketches that its inert edges lead to.
 * Each listed vertex first adds its own pairs. Then each vertex whose sketch is complete adds it to the
 * sources of its inert edges; the last listed target of a source makes that complete. Targets that are not
 * listed add nothing: they will be in another block than all listed vertices, so these need not have their
 * pairs.
 */
#include "base/steps/steps_core.h"
#include "reduce/refine/refine.h"
#include "reduce/refine/refine_core.h"

#define ROUNDS_NONE UINT32_MAX

/* Listed vertices of one block that have one sketch. */
struct rounds_slot {
    uint64_t key;   /* block << 32 | fold of the sketch; 0: free */
    uint32_t count; /* its vertices; then its number as a block */
    uint32_t first; /* the complement of its first place in the list */
};

/* Numbers that the host reads. */
struct rounds_counters {
    uint64_t moved;   /* vertices that got a new block */
    uint64_t queued;  /* vertices in the queue */
    uint64_t made;    /* new blocks of the round */
    uint64_t listed;  /* vertices in the list */
    uint64_t apart;   /* a vertex has a pair that the signature of its block has not */
    uint64_t smaller; /* a vertex without inert edges has fewer pairs than the signature of its block */
    uint64_t longest; /* pairs in the longest of these signatures, and one */
    uint64_t widest;  /* edges of the longest row, out or in */
    uint64_t loops;   /* blocks that begin an infinite run of internal steps */
    uint64_t longs;   /* signatures in the line of long ones */
};

struct rounds_view {
    struct step_huge huge;
    uint64_t vertices;
    const uint64_t *offsets;
    const uint32_t *targets, *labels;
    uint32_t internal;        /* label of the inner edges; ROUNDS_NONE: there are none */
    const uint32_t *diverges; /* bitmap of vertices that begin an infinite run of inner edges; NULL: none */
    /* The sources of edges, apart for visible and inner ones; inner_back is NULL if there are no inner edges
     */
    const uint64_t *visible_back, *inner_back;
    const uint32_t *visible_sources, *inner_sources;

    uint32_t *block;   /* [vertex] */
    uint32_t *size;    /* [block]: vertices */
    uint32_t *parent;  /* [block]: what it was part of */
    uint64_t *best;    /* [block]: vertices << 32 | complement of the first place, of its largest part; 0 */
    uint32_t *looked;  /* [block]: vertices that are listed; 0 between two rounds */
    uint32_t blocks;   /* before the round */
    uint32_t *dirty;   /* bitmap of the listed vertices, or of those to list */
    uint32_t *list;    /* ascending */
    uint64_t listed;   /* vertices in the list */
    uint32_t *rank;    /* [vertices + 1]: for prefix sums */
    uint32_t *slot_of; /* [place in the list] */
    struct rounds_slot *slots;
    uint64_t slot_count;
    uint32_t all;     /* the list has all vertices that are not alone */
    uint32_t exact;   /* listed vertices have one sketch, the others of their block another one */
    uint64_t *sketch; /* [vertices * how.words] */
    struct sketching how;
    /* If edges have weights (weights_core.h), by label: its part, its weight, and that modulo SKETCH_PRIME;
     * else NULL */
    const uint32_t *part;
    const refine_weight *weight;
    const uint64_t *residue;
    uint64_t *sums;  /* [2 * vertices]: halves of the sum of a vertex */
    uint32_t *waits; /* [vertex]: inert edges to listed vertices whose sketches are not complete */
    uint32_t *queue; /* of vertices */
    uint32_t *moved; /* vertices that got a new block */
    struct rounds_counters *counters;
};

/* clang-format off */
#define ROUNDS_STEPS(STEP)                                                                                   \
    /* sketches: cleared, own pairs */                                                                       \
    STEP(rounds, ROUNDS_BEGIN,  rounds_listed, step_one,     rounds_begin)                                   \
    STEP(rounds, ROUNDS_SKETCH, rounds_listed, rounds_edges, rounds_sketch)                                  \
    STEP(rounds, ROUNDS_WEIGH,  rounds_listed, rounds_edges, rounds_weigh)                                   \
    /* parts: found, compared, numbered */                                                                   \
    STEP(rounds, ROUNDS_PUT,    step_vertex,   step_one,     rounds_put)                                     \
    STEP(rounds, ROUNDS_LEAD,   step_vertex,   step_one,     rounds_lead)                                    \
    STEP(rounds, ROUNDS_NAME,   step_vertex,   step_one,     rounds_name)                                    \
    STEP(rounds, ROUNDS_NUMBER, step_vertex,   step_one,     rounds_number)                                  \
    /* the next list: counted and written, by words of the bitmap */                                         \
    STEP(rounds, ROUNDS_COUNT,  step_vertex,   step_one,     rounds_count)                                   \
    STEP(rounds, ROUNDS_EMIT,   step_vertex,   step_one,     rounds_emit)                                    \
    STEP(rounds, ROUNDS_WIDEST, step_vertex,   step_one,     rounds_widest)

/* Steps that append vertices. */
#define ROUNDS_LINE_STEPS(STEP)                                                                              \
    /* complete sketches, added to those that wait for them */                                               \
    STEP(rounds, ROUNDS_READY,  rounds_listed, step_one,       rounds_ready, step_no_end, rounds_queue)      \
    STEP(rounds, ROUNDS_PUSH,   rounds_queued, rounds_sources, rounds_push,  step_no_end, rounds_queue)      \
    /* vertices move to their new blocks; what leads to them may change */                                   \
    STEP(rounds, ROUNDS_ASSIGN, step_vertex,   step_one,       rounds_assign, step_no_end, rounds_moved)     \
    STEP(rounds, ROUNDS_MARK,   rounds_mover,  rounds_near,    rounds_mark,  step_no_end, rounds_queue)      \
    STEP(rounds, ROUNDS_CLOSE,  rounds_queued, rounds_sources, rounds_close, step_no_end, rounds_queue)
/* clang-format on */

enum rounds_step { ROUNDS_STEPS(STEPS_ENUM) ROUNDS_LINE_STEPS(STEPS_ENUM) };

/* --- items, rows and lines --- */

CORE_FUNCTION uint32_t rounds_listed(const struct rounds_view *view, uint64_t at) {
    return view->list[at];
}

CORE_FUNCTION uint32_t rounds_queued(const struct rounds_view *view, uint64_t at) {
    return shared_load(&view->queue[at]);
}

CORE_FUNCTION uint32_t rounds_mover(const struct rounds_view *view, uint64_t at) {
    return view->moved[at];
}

CORE_FUNCTION uint64_t rounds_edges(const struct rounds_view *view, uint32_t vertex) {
    return view->offsets[vertex + 1] - view->offsets[vertex];
}

CORE_FUNCTION uint64_t rounds_sources(const struct rounds_view *view, uint32_t vertex) {
    return view->inner_back[vertex + 1] - view->inner_back[vertex];
}

CORE_FUNCTION uint64_t rounds_near(const struct rounds_view *view, uint32_t vertex) {
    uint64_t near = view->visible_back[vertex + 1] - view->visible_back[vertex];
    return view->inner_back == NULL ? near : near + rounds_sources(view, vertex) + rounds_edges(view, vertex);
}

CORE_FUNCTION struct step_sink rounds_queue(const struct rounds_view *view) {
    const struct step_sink sink = {view->queue, &view->counters->queued, NULL, NULL, 0};
    return sink;
}

CORE_FUNCTION struct step_sink rounds_moved(const struct rounds_view *view) {
    const struct step_sink sink = {view->moved, &view->counters->moved, NULL, NULL, 0};
    return sink;
}

CORE_FUNCTION void rounds_widest(const struct rounds_view *view, uint32_t vertex, uint32_t lane,
                                 uint32_t lanes) {
    uint64_t widest = rounds_edges(view, vertex), other;
    (void)lane;
    (void)lanes;
    other = view->inner_back == NULL ? 0 : rounds_sources(view, vertex);
    widest = other > widest ? other : widest;
    other = view->visible_back == NULL ? 0 : view->visible_back[vertex + 1] - view->visible_back[vertex];
    widest = other > widest ? other : widest;
    if (widest > view->huge.least) {
        shared64_most(&view->counters->widest, widest);
    }
}

/* --- sketches --- */

CORE_FUNCTION void rounds_begin(const struct rounds_view *view, uint32_t vertex, uint32_t lane,
                                uint32_t lanes) {
    (void)lane;
    (void)lanes;
    for (uint32_t i = 0; i < view->how.words; i++) {
        view->sketch[(uint64_t)vertex * view->how.words + i] = 0;
    }
    if (view->sums != NULL) {
        view->sums[2 * (uint64_t)vertex] = view->sums[2 * (uint64_t)vertex + 1] = 0;
    }
    if (view->inner_back != NULL) {
        view->waits[vertex] = 0;
    }
}

/* Adds the lane's share of the vertex's own pairs. Returns how many of its inert edges lead to listed
 * vertices.
 */
CORE_FUNCTION uint32_t rounds_collect(const struct rounds_view *view, const struct sketching *how,
                                      uint32_t vertex, uint32_t lane, uint32_t lanes, uint64_t *sketch) {
    const uint32_t own = view->block[vertex];
    const uint64_t end = view->offsets[vertex + 1];
    uint32_t waits = 0;
    for (uint64_t edge = view->offsets[vertex] + lane; edge < end; edge += lanes) {
        const uint32_t label = view->labels[edge], target = view->targets[edge], to = view->block[target];
        if (label != view->internal || to != own) {
            sketch_add(how, sketch, label, to);
        } else {
            waits += (uint32_t)bitmap_has(view->dirty, target);
        }
    }
    if (lane == 0 && view->diverges != NULL && bitmap_has(view->diverges, vertex)) {
        sketch_add(how, sketch, SKETCH_DIVERGES, 0);
    }
    return waits;
}

CORE_FUNCTION void rounds_keep(const struct rounds_view *view, uint32_t vertex, const uint64_t *sketch,
                               uint32_t words, uint32_t lanes) {
    uint64_t *kept = view->sketch + (uint64_t)vertex * words;
    for (uint32_t i = 0; i < words; i++) {
        if (lanes == 1) {
            kept[i] = sketch[i];
        } else {
            shared64_set(&kept[i], sketch[i]);
        }
    }
}

/* With sketches of any length. */
CORE_CALL uint32_t rounds_sketch_any(const struct rounds_view *view, uint32_t vertex, uint32_t lane,
                                     uint32_t lanes) {
    uint64_t sketch[SKETCH_MOST_WORDS];
    for (uint32_t i = 0; i < view->how.words; i++) {
        sketch[i] = 0;
    }
    const uint32_t waits = rounds_collect(view, &view->how, vertex, lane, lanes, sketch);
    rounds_keep(view, vertex, sketch, view->how.words, lanes);
    return waits;
}

CORE_FUNCTION void rounds_sketch(const struct rounds_view *view, uint32_t vertex, uint32_t lane,
                                 uint32_t lanes) {
    uint32_t waits;
    if (view->how.words == SKETCH_LEAST_WORDS && view->how.bits == 0) {
        const struct sketching how = {view->how.seed, SKETCH_LEAST_WORDS, 0};
        uint64_t few[SKETCH_LEAST_WORDS] = {0, 0, 0, 0};
        waits = rounds_collect(view, &how, vertex, lane, lanes, few);
        rounds_keep(view, vertex, few, SKETCH_LEAST_WORDS, lanes);
    } else {
        waits = rounds_sketch_any(view, vertex, lane, lanes);
    }
    if (waits != 0) {
        shared_add(&view->waits[vertex], waits);
    }
}

CORE_FUNCTION uint32_t rounds_ready(const struct rounds_view *view, uint32_t vertex, uint32_t lane,
                                    uint32_t lanes, const struct step_sink *sink) {
    (void)lane;
    (void)lanes;
    if (view->waits[vertex] == 0) {
        step_append(sink, vertex);
    }
    return 0;
}

CORE_FUNCTION uint32_t rounds_push(const struct rounds_view *view, uint32_t vertex, uint32_t lane,
                                   uint32_t lanes, const struct step_sink *sink) {
    const uint32_t own = view->block[vertex], words = view->how.words;
    const uint64_t end = view->inner_back[vertex + 1];
    for (uint64_t edge = view->inner_back[vertex] + lane; edge < end; edge += lanes) {
        const uint32_t source = view->inner_sources[edge];
        if (view->block[source] != own || !bitmap_has(view->dirty, source)) {
            continue;
        }
        for (uint32_t i = 0; i < words; i++) {
            shared64_set(&view->sketch[(uint64_t)source * words + i],
                         shared64_load(&view->sketch[(uint64_t)vertex * words + i]));
        }
        if (shared_add(&view->waits[source], (uint32_t)-1) == 1) {
            step_append(sink, source);
        }
    }
    return 0;
}

/* --- parts --- */

/* The slot of a key; there is always a free one. */
CORE_FUNCTION uint32_t rounds_find(const struct rounds_view *view, uint64_t key) {
    uint64_t at = core_multiply_high(core_mix(key), view->slot_count);
    for (;;) {
        uint64_t seen = shared64_load(&view->slots[at].key);
        if (seen == 0) {
            seen = shared64_claim(&view->slots[at].key, key);
        }
        if (seen == 0 || seen == key) {
            return (uint32_t)at;
        }
        at = at + 1 == view->slot_count ? 0 : at + 1;
    }
}

/* `count` vertices, the first of which has this place in the list. */
CORE_FUNCTION uint32_t rounds_count_in(const struct rounds_view *view, uint64_t key, uint32_t place,
                                       uint32_t count) {
    const uint32_t at = rounds_find(view, key);
    shared_add(&view->slots[at].count, count);
    shared_most(&view->slots[at].first, ~place);
    return at;
}

/* A hash of the vertex's sketch and, with weights, of its sum: different hashes mean different sketches. */
CORE_FUNCTION uint32_t rounds_fold(const struct rounds_view *view, uint32_t vertex) {
    const uint32_t words = view->how.words,
                   fold = sketch_fold(view->sketch + (uint64_t)vertex * words, words);
    if (view->sums == NULL) {
        return fold;
    }
    const uint64_t low = view->sums[2 * (uint64_t)vertex], high = view->sums[2 * (uint64_t)vertex + 1];
    uint64_t sum = sketch_reduce(sketch_reduce(low) + sketch_times(sketch_reduce(high), (uint64_t)1 << 32));
    sum &= view->how.bits != 0 ? view->how.bits - 1 : UINT64_MAX;
    return (uint32_t)(core_mix(sum ^ (uint64_t)fold << 32) >> 32) | 1;
}

/* On a GPU, threads of a warp with the same key go there together: at first all vertices have few keys. */
CORE_FUNCTION void rounds_put(const struct rounds_view *view, uint32_t place, uint32_t lane, uint32_t lanes) {
    const uint32_t vertex = view->list[place], fold = view->exact ? 1 : rounds_fold(view, vertex);
    const uint64_t key = (uint64_t)view->block[vertex] << 32 | fold;
    (void)lane;
    (void)lanes;
#ifdef __CUDA_ARCH__
    const uint32_t same = __match_any_sync(__activemask(), (unsigned long long)key);
    const int leader = __ffs((int)same) - 1; /* the one with the first place */
    uint32_t at = 0;
    if ((int)(threadIdx.x % 32) == leader) {
        at = rounds_count_in(view, key, place, (uint32_t)__popc(same));
    }
    view->slot_of[place] = __shfl_sync(same, at, leader);
#else
    view->slot_of[place] = rounds_count_in(view, key, place, 1);
#endif
}

/* Adds; on a GPU, threads of a warp that add to the same word do it together. */
CORE_FUNCTION void rounds_add_together(uint32_t *word, uint32_t value) {
#ifdef __CUDA_ARCH__
    const uint32_t same = __match_any_sync(__activemask(), (unsigned long long)word);
    const uint32_t sum = __reduce_add_sync(same, value);
    if ((int)(threadIdx.x % 32) == __ffs((int)same) - 1) {
        shared_add(word, sum);
    }
#else
    shared_add(word, value);
#endif
}

CORE_FUNCTION int rounds_leads(const struct rounds_view *view, uint32_t place) {
    return view->slots[view->slot_of[place]].first == ~place;
}

/* The first vertex of each part tells its block of the part. */
CORE_FUNCTION void rounds_lead(const struct rounds_view *view, uint32_t place, uint32_t lane,
                               uint32_t lanes) {
    const struct rounds_slot *slot = &view->slots[view->slot_of[place]];
    (void)lane;
    (void)lanes;
    if (rounds_leads(view, place)) {
        const uint32_t block = view->block[view->list[place]];
        if (!view->all) {
            rounds_add_together(&view->looked[block], slot->count);
        }
        shared64_most(&view->best[block], (uint64_t)slot->count << 32 | slot->first);
    }
}

/* Whether a part gets a new number. Vertices that are not listed keep the block's; if all are, the largest
 * part does. */
CORE_FUNCTION void rounds_name(const struct rounds_view *view, uint32_t place, uint32_t lane,
                               uint32_t lanes) {
    (void)lane;
    (void)lanes;
    uint32_t is_new = 0;
    if (place < view->listed && rounds_leads(view, place)) {
        const uint32_t block = view->block[view->list[place]];
        const int has_others = !view->all && view->looked[block] != view->size[block];
        is_new = has_others || (uint32_t)view->best[block] != ~place;
    }
    view->rank[place] = is_new;
}

/* The ranks are sums of what came before. The number replaces the count of the slot: only the first vertex
 * reads that. */
CORE_FUNCTION void rounds_number(const struct rounds_view *view, uint32_t place, uint32_t lane,
                                 uint32_t lanes) {
    (void)lane;
    (void)lanes;
    if (place == 0) {
        view->counters->made = view->rank[view->listed];
    }
    if (!rounds_leads(view, place)) {
        return;
    }
    struct rounds_slot *slot = &view->slots[view->slot_of[place]];
    const uint32_t block = view->block[view->list[place]], rank = view->rank[place];
    shared_store(&view->looked[block], 0);
    shared64_store(&view->best[block], 0);
    if (view->rank[place + 1] == rank) {
        slot->count = block;
        return;
    }
    const uint32_t number = view->blocks + rank;
    view->size[number] = slot->count;
    rounds_add_together(&view->size[block], (uint32_t)-slot->count);
    if (view->inner_back != NULL) {
        view->parent[number] = block;
    }
    slot->count = number;
}

CORE_FUNCTION uint32_t rounds_assign(const struct rounds_view *view, uint32_t place, uint32_t lane,
                                     uint32_t lanes, const struct step_sink *sink) {
    const uint32_t vertex = view->list[place], number = view->slots[view->slot_of[place]].count;
    (void)lane;
    (void)lanes;
    if (view->block[vertex] != number) {
        view->block[vertex] = number;
        step_append(sink, vertex);
    }
    return 0;
}

#endif
