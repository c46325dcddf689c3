/*
 * Ranks of a product's pairs (run_ranks.h): its strongly connected components, in topological order, as many
 * of them in one group as have a common lack. A component that lacks only strong conditions becomes a part,
 * without the pairs where one of them is possible, and is decomposed again.
 */
#include "checker/run_ranks.h"

#include <string.h>

#include "base/bitset.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/tarjan.h"
#include "explorer/graph/graph.h"

#define UNRANKED UINT32_MAX

/* Pairs of `order` that are a part. */
struct segment {
    uint32_t part;
    uint64_t begin, end;
};

/*
 * Lacks are bitsets: word 0 has eventual obligations, the others have conditions.
 */
struct ranking {
    const struct run_product *product;
    const struct run_conditions *conditions;
    struct run_ranks *ranks;
    struct scope scope;
    uint64_t words;       /* of a set of conditions */
    uint64_t *moves;      /* by label: the conditions that have it */
    uint32_t *order;      /* pairs, those of a part together */
    uint32_t part;        /* which is decomposed */
    struct tarjan search; /* of the part */
    GROWING(struct segment) segment;
    uint64_t *all;                     /* possible lacks */
    uint64_t *common;                  /* lacks of the current group; none: it takes no more */
    uint64_t *inside, *joined;         /* lacks of a component, and of its edges into the current group */
    uint64_t *possible, *some, *moved; /* conditions: in a pair; in a component; on its edges */
    int has_edge;                      /* the component has one */
    uint64_t components;               /* so far */
};

static int no_memory(const struct ranking *ranking) {
    return error_memory(ranking->product->error, "for a certificate");
}

/* --- edges of a part --- */

static uint64_t row_begin(const void *graph, uint32_t pair) {
    return ((const struct ranking *)graph)->product->row.data[pair];
}

static uint64_t row_end(const void *graph, uint32_t pair) {
    return ((const struct ranking *)graph)->product->row.data[pair + 1];
}

static uint32_t edge_target(const void *graph, uint64_t edge) {
    const struct ranking *ranking = graph;
    const uint32_t target = ranking->product->edge.data[edge].target;
    return ranking->ranks->part[target] == ranking->part && ranking->ranks->number[target] != 0
               ? target
               : TARJAN_NO_EDGE;
}

static const struct tarjan_rows rows = {row_begin, row_end, edge_target, NULL};

/* Sorts the pairs of a segment by their component: edges lead to earlier ones. */
static int decompose(struct ranking *ranking, const struct segment *segment) {
    struct tarjan *search = &ranking->search;
    uint32_t *list = ranking->order + segment->begin;
    const uint64_t count = segment->end - segment->begin;
    uint64_t unasked = 0;
    search->graph = ranking;
    search->room = count;
    for (uint64_t i = 0; i < count; i++) {
        search->number[list[i]] = 0;
    }
    tarjan_start(search);
    for (uint64_t i = 0; i < count; i++) {
        if (search->number[list[i]] == 0) {
            tarjan_enter(search, &rows, list[i]);
        }
        while (search->depth > 0) {
            if (++unasked % 65536 == 0 && run_should_stop(ranking->product->run)) {
                return error_set(ranking->product->error, ERROR_INTERRUPTED,
                                 "interrupted while a certificate was made");
            }
            tarjan_step(search, &rows);
        }
    }
    memcpy(list, tarjan_sort(search, list, count), count * sizeof *list);
    return 0;
}

/* --- one component --- */

static void find_possible(const struct ranking *ranking, uint32_t pair) {
    const struct graph *graph = ranking->product->graph;
    const uint32_t vertex = ranking->product->pair.data[pair].vertex;
    memset(ranking->possible, 0, ranking->words * sizeof *ranking->possible);
    for (uint64_t e = graph->offsets[vertex]; e < graph->offsets[vertex + 1] && ranking->words != 0; e++) {
        bitset_unite(ranking->possible, ranking->moves + graph->labels[e] * ranking->words, ranking->words);
    }
}

/* Keeps those lacks that an edge has, from a pair with these possible conditions. */
static void restrict_lacks(const struct ranking *ranking, uint64_t *lacks, const struct run_edge *edge) {
    lacks[0] &= edge->unmet;
    for (uint64_t w = 0; w < ranking->words; w++) {
        lacks[1 + w] &= edge->label == RUN_END
                            ? 0
                            : ranking->possible[w] & ~ranking->moves[edge->label * ranking->words + w];
    }
}

static void look_at_edges(struct ranking *ranking, uint32_t pair) {
    const struct run_product *product = ranking->product;
    const struct run_ranks *ranks = ranking->ranks;
    for (uint64_t e = row_begin(ranking, pair); e < row_end(ranking, pair); e++) {
        const struct run_edge *edge = &product->edge.data[e];
        if (edge_target(ranking, e) == TARJAN_NO_EDGE) {
            continue;
        }
        if (ranking->search.number[edge->target] == ranking->search.number[pair]) {
            ranking->has_edge = 1;
            restrict_lacks(ranking, ranking->inside, edge);
            if (edge->label != RUN_END) {
                bitset_unite(ranking->moved, ranking->moves + edge->label * ranking->words, ranking->words);
            }
        } else if (ranks->number[edge->target] + 1 == ranks->lack.count) {
            restrict_lacks(ranking, ranking->joined, edge);
        }
    }
}

/* Finds what the component of these pairs lacks. */
static int look(struct ranking *ranking, const uint32_t *pairs, uint64_t count) {
    const uint64_t bytes = (1 + ranking->words) * sizeof *ranking->all;
    memcpy(ranking->inside, ranking->all, bytes);
    memcpy(ranking->joined, ranking->all, bytes);
    memset(ranking->some, 0, ranking->words * sizeof *ranking->some);
    memset(ranking->moved, 0, ranking->words * sizeof *ranking->moved);
    ranking->has_edge = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (run_stops_at(ranking->product->run, i + 1, 4096)) {
            return error_set(ranking->product->error, ERROR_INTERRUPTED,
                             "interrupted while a certificate was made");
        }
        find_possible(ranking, pairs[i]);
        bitset_unite(ranking->some, ranking->possible, ranking->words);
        look_at_edges(ranking, pairs[i]);
    }
    return 0;
}

/* --- groups --- */

/* The first lack of a set, as a number; 0: there is none. */
static uint32_t first_lack(const struct ranking *ranking, const uint64_t *lacks) {
    const uint32_t obligations = ranking->product->automaton.obligations;
    for (uint64_t w = 0; w < 1 + ranking->words; w++) {
        if (lacks[w] != 0) {
            const uint32_t bit = (uint32_t)__builtin_ctzll(lacks[w]);
            return w == 0 ? 1 + bit : 1 + obligations + (uint32_t)(w - 1) * 64 + bit;
        }
    }
    return 0;
}

/* Gives pairs the next number. */
static int begin_group(struct ranking *ranking, const uint32_t *pairs, uint64_t count) {
    struct run_ranks *ranks = ranking->ranks;
    for (uint64_t i = 0; i < count; i++) {
        ranks->number[pairs[i]] = (uint32_t)ranks->lack.count;
    }
    memset(ranking->common, 0, (1 + ranking->words) * sizeof *ranking->common);
    return GROWING_ADD(ranks->memory, ranks->lack, 0) != 0 ? no_memory(ranking) : 0;
}

/* Adds pairs to the current group if they have a lack in common with it. Returns whether they have. */
static int join_group(struct ranking *ranking, const uint32_t *pairs, uint64_t count) {
    struct run_ranks *ranks = ranking->ranks;
    uint64_t *joined = ranking->joined;
    for (uint64_t w = 0; w < 1 + ranking->words; w++) {
        joined[w] &= ranking->inside[w] & ranking->common[w];
    }
    const uint32_t lack = first_lack(ranking, joined);
    if (lack == 0) {
        return 0;
    }
    memcpy(ranking->common, joined, (1 + ranking->words) * sizeof *joined);
    ranks->lack.data[ranks->lack.count - 1] = lack;
    for (uint64_t i = 0; i < count; i++) {
        ranks->number[pairs[i]] = (uint32_t)ranks->lack.count - 1;
    }
    return 1;
}

/* The first strong condition that is possible in the component and not on its edges, of all; or UINT32_MAX.
 */
static uint32_t find_strong(const struct ranking *ranking) {
    const struct run_conditions *conditions = ranking->conditions;
    for (uint32_t c = conditions->weak_count; c < conditions->weak_count + conditions->strong_count; c++) {
        if (bitset_has(ranking->some, c) && !bitset_has(ranking->moved, c)) {
            return c;
        }
    }
    return UINT32_MAX;
}

/* Makes a part of a component: pairs where the condition is possible are removed. */
static int make_part(struct ranking *ranking, uint64_t begin, uint64_t end, uint32_t condition) {
    struct run_ranks *ranks = ranking->ranks;
    const uint32_t number = (uint32_t)ranks->lack.count, part = (uint32_t)ranks->parts.count + 1;
    uint64_t kept = begin;
    if (begin_group(ranking, ranking->order + begin, end - begin) != 0 ||
        GROWING_ADD(ranks->memory, ranks->parts, (struct run_part){ranking->part, number, condition}) != 0) {
        return no_memory(ranking);
    }
    for (uint64_t i = begin; i < end; i++) {
        const uint32_t pair = ranking->order[i];
        find_possible(ranking, pair);
        ranks->part[pair] = part;
        if (bitset_has(ranking->possible, condition)) {
            ranks->number[pair] = 0;
        } else {
            ranks->number[pair] = UNRANKED;
            ranking->order[kept++] = pair;
        }
    }
    return GROWING_ADD(ranks->memory, ranking->segment, (struct segment){part, begin, kept}) != 0
               ? no_memory(ranking)
               : 0;
}

static int place(struct ranking *ranking, uint64_t begin, uint64_t end) {
    const uint32_t *pairs = ranking->order + begin;
    if (look(ranking, pairs, end - begin) != 0) {
        return -1;
    }
    if (join_group(ranking, pairs, end - begin)) {
        return 0;
    }
    const uint32_t lack = first_lack(ranking, ranking->inside);
    if (lack != 0 || !ranking->has_edge) {
        if (begin_group(ranking, pairs, end - begin) != 0) {
            return -1;
        }
        memcpy(ranking->common, ranking->inside, (1 + ranking->words) * sizeof *ranking->common);
        ranking->ranks->lack.data[ranking->ranks->lack.count - 1] = lack;
        return 0;
    }
    const uint32_t condition = find_strong(ranking);
    ranking->ranks->is_refuted = condition == UINT32_MAX;
    return condition != UINT32_MAX ? make_part(ranking, begin, end, condition)
                                   : error_set(ranking->product->error, ERROR_LIMIT,
                                               "a run violates the formula by the definition of its "
                                               "operators, so that the verdict is wrong: please report this");
}

/* --- all together --- */

static int rank_segment(struct ranking *ranking, struct segment segment) {
    const struct tarjan *search = &ranking->search;
    ranking->part = segment.part;
    memset(ranking->common, 0, (1 + ranking->words) * sizeof *ranking->common);
    if (decompose(ranking, &segment) != 0) {
        return -1;
    }
    for (uint64_t begin = segment.begin, end = begin; begin < segment.end; begin = end) {
        const uint32_t component = search->number[ranking->order[begin]];
        while (end < segment.end && search->number[ranking->order[end]] == component) {
            end++;
        }
        if (run_stops_at(ranking->product->run, ++ranking->components, 4096)) {
            return error_set(ranking->product->error, ERROR_INTERRUPTED,
                             "interrupted while a certificate was made");
        }
        if (place(ranking, begin, end) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The conditions that have each label; and the lacks that there may be. */
static void find_moves(struct ranking *ranking) {
    const struct run_conditions *conditions = ranking->conditions;
    const uint32_t labels = ranking->product->graph->label_count;
    for (uint32_t c = 0; c < conditions->weak_count + conditions->strong_count; c++) {
        for (uint32_t label = 0; label < labels; label++) {
            if (conditions->set[c][label]) {
                bitset_add(ranking->moves + label * ranking->words, c);
            }
        }
        if (c < conditions->weak_count) {
            bitset_add(ranking->all + 1, c);
        }
    }
    ranking->all[0] = ranking->product->automaton.eventual;
}

static int open_ranking(struct ranking *ranking) {
    struct scope *scope = &ranking->scope;
    const uint64_t pairs = ranking->product->pair.count, words = ranking->words;
    ranking->moves = scope_zeroed(scope, ranking->product->graph->label_count * words, sizeof(uint64_t));
    ranking->order = scope_array(scope, pairs, sizeof *ranking->order);
    ranking->search.number = scope_array(scope, pairs, sizeof *ranking->search.number);
    ranking->search.vertices = scope_array(scope, pairs, sizeof *ranking->search.vertices);
    ranking->search.places = scope_array(scope, pairs, sizeof *ranking->search.places);
    uint64_t **const sets[] = {&ranking->all,      &ranking->common, &ranking->inside, &ranking->joined,
                               &ranking->possible, &ranking->some,   &ranking->moved};
    for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++) {
        *sets[i] = scope_zeroed(scope, 1 + words, sizeof(uint64_t));
    }
    struct run_ranks *ranks = ranking->ranks;
    ranks->part = memory_allocate_zeroed(ranks->memory, pairs * sizeof *ranks->part);
    ranks->number = memory_allocate_array(ranks->memory, pairs, sizeof *ranks->number);
    if (scope->failed || ranks->part == NULL || ranks->number == NULL ||
        GROWING_ADD(ranks->memory, ranks->lack, 0) != 0 || /* number 0 is for what is removed */
        GROWING_ADD(ranks->memory, ranking->segment, (struct segment){0, 0, pairs}) != 0) {
        return no_memory(ranking);
    }
    for (uint64_t i = 0; i < pairs; i++) {
        ranks->number[i] = UNRANKED;
        ranking->order[i] = (uint32_t)i;
    }
    find_moves(ranking);
    return 0;
}

int run_ranks_make(struct run_ranks *ranks, const struct run_product *product,
                   const struct run_conditions *conditions) {
    struct memory *memory = product->run->memory;
    struct ranking ranking = {.product = product,
                              .conditions = conditions,
                              .ranks = ranks,
                              .scope = {.memory = memory},
                              .words =
                                  bitset_words(conditions->weak_count + (uint64_t)conditions->strong_count)};
    *ranks = (struct run_ranks){.memory = memory, .pairs = product->pair.count};
    int failed = open_ranking(&ranking) != 0;
    for (uint64_t i = 0; i < ranking.segment.count && !failed; i++) {
        failed = rank_segment(&ranking, ranking.segment.data[i]) != 0;
    }
    GROWING_FREE(memory, ranking.segment);
    scope_close(&ranking.scope);
    return failed ? -1 : 0;
}

void run_ranks_free(struct run_ranks *ranks) {
    if (ranks->memory == NULL) {
        return;
    }
    memory_free(ranks->memory, ranks->part, ranks->pairs * sizeof *ranks->part);
    memory_free(ranks->memory, ranks->number, ranks->pairs * sizeof *ranks->number);
    GROWING_FREE(ranks->memory, ranks->lack);
    GROWING_FREE(ranks->memory, ranks->parts);
    *ranks = (struct run_ranks){.memory = NULL};
}
