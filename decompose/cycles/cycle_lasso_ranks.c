/*
 * Builds a lasso step by step, as cycle.c does, in a graph of which each rank has a part: each looks at its
 * own vertices, and all take the least of those that they find, by level and vector, which is the order of
 * vertices in the graph of one process.
 */
#include "decompose/cycles/cycle_lasso_ranks.h"

#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "decompose/cycles/cycle_tour.h"
#include "explorer/graph/graph_part.h"
#include "explorer/model/model.h"

/* What a rank shows: whether it has no vertex, the level, the vector, the vertex, the note. */
#define SHOWN_EXTRA 4u

static uint64_t shown_words(const struct lasso_search *search) {
    return search->part->header->words + SHOWN_EXTRA;
}

/* Collective: all go on if none has failed. */
static int agree(struct lasso_search *search, int failed) {
    mail_begin(search->mail, NULL, NULL);
    return mail_end(search->mail, failed, NULL, 0);
}

/* The components say that there is a way, so only a rank that lost a message gets here: all do. */
static int fail_lost(struct lasso_search *search) {
    return error_set(search->error, ERROR_IO, "a transition was lost: a cycle that is there is not found");
}

int lasso_open(struct lasso_search *search) {
    const uint64_t vertices = search->part->vertices, words = shown_words(search);
    struct scope *scope = &search->scope;
    scope->memory = search->run->memory;
    search->own = scope_zeroed(scope, words, sizeof *search->own);
    search->all = scope_array(scope, words * search->part->ranks, sizeof *search->all);
    search->queue = scope_array(scope, vertices, sizeof *search->queue);
    search->visited = scope_zeroed(scope, 1, bitmap_bytes(vertices));
    search->mail =
        mail_create(search->run, 1, scope_check(scope, "for the trace", search->error), search->error);
    return search->mail == NULL ? -1 : 0;
}

void lasso_close(struct lasso_search *search) {
    struct memory *memory = search->run->memory;
    mail_free(search->mail);
    scope_close(&search->scope);
    memory_free(memory, search->begin, search->begin_capacity * sizeof *search->begin);
    memory_free(memory, search->vertices, search->vertex_capacity * sizeof *search->vertices);
    memory_free(memory, search->vectors, search->vector_capacity * sizeof *search->vectors);
}

/* --- choices --- */

struct ranks_vertex lasso_choose(struct lasso_search *search, uint64_t index, uint64_t note) {
    const struct graph_part *part = search->part;
    const uint64_t words = shown_words(search), vector_words = part->header->words;
    const uint64_t *best = search->all;
    memset(search->own, 0, words * sizeof *search->own);
    search->own[0] = index == UINT64_MAX;
    if (index != UINT64_MAX) {
        search->own[1] = graph_part_level(part, index);
        graph_part_vector(part, index, search->own + 2);
        search->own[2 + vector_words] = graph_part_vertex(part->rank, index);
        search->own[3 + vector_words] = note;
    }
    ranks_gather(search->run->ranks, search->own, search->all, words);
    for (uint32_t r = 1; r < part->ranks; r++) {
        const uint64_t *theirs = search->all + r * words;
        int order = 0;
        for (uint64_t w = 0; w < words && order == 0; w++) {
            order = theirs[w] < best[w] ? -1 : theirs[w] > best[w];
        }
        best = order < 0 ? theirs : best;
    }
    return (struct ranks_vertex){.vertex = best[0] ? GRAPH_PART_NONE : best[2 + vector_words],
                                 .level = best[1],
                                 .note = best[3 + vector_words],
                                 .vector = best + 2};
}

/* Makes room for `steps` steps. Collective. */
static int reserve_steps(struct lasso_search *search, uint64_t steps) {
    struct cycle *cycle = search->cycle;
    struct memory *memory = search->run->memory;
    const int failed = MEMORY_GROW(memory, &search->vertices, &search->vertex_capacity, steps + 1) != 0 ||
                       MEMORY_GROW(memory, &search->vectors, &search->vector_capacity,
                                   (steps + 1) * search->part->header->words) != 0 ||
                       MEMORY_GROW(memory, &cycle->labels, &cycle->label_capacity, steps) != 0;
    return agree(search, failed ? error_memory(search->error, "for the trace") : 0);
}

static void put_vertex(struct lasso_search *search, uint64_t at, struct ranks_vertex vertex) {
    const uint64_t words = search->part->header->words;
    search->vertices[at] = vertex.vertex;
    memcpy(search->vectors + at * words, vertex.vector, words * sizeof *vertex.vector);
}

static int is_inside(const struct lasso_search *search, uint64_t edge) {
    return bitmap_has(search->components->inside, edge);
}

/* Whether the vertex has no edge of the set. */
static int is_idle(const struct graph_part *part, const uint8_t *set, uint64_t vertex) {
    uint64_t edge = part->offsets[vertex];
    while (edge < part->offsets[vertex + 1] && !set[part->labels[edge]]) {
        edge++;
    }
    return edge == part->offsets[vertex + 1];
}

void lasso_want(struct lasso_search *search, const uint8_t *set, int or_idle) {
    search->wanted_set = set;
    search->or_idle = or_idle;
    if (or_idle) {
        memset(search->idle, 0, bitmap_bytes(search->part->vertices));
    }
    for (uint64_t vertex = 0; or_idle && vertex < search->part->vertices; vertex++) {
        if (is_idle(search->part, set, vertex)) {
            bitmap_set(search->idle, vertex);
        }
    }
}

int lasso_wants(const struct lasso_search *search, uint64_t vertex, uint64_t edge) {
    const struct graph_part *part = search->part;
    return search->wanted_set != NULL ? search->wanted_set[part->labels[edge]] != 0 ||
                                            (search->or_idle && bitmap_has(search->idle, vertex))
                                      : part->targets[edge] == search->target;
}

/* The least label of the vertex's edges to `target`, of those inside unless `all_edges`; or UINT64_MAX. */
static uint64_t label_to(const struct lasso_search *search, uint64_t vertex, uint64_t target, int all_edges) {
    const struct graph_part *part = search->part;
    for (uint64_t edge = part->offsets[vertex]; edge < part->offsets[vertex + 1]; edge++) {
        if (part->targets[edge] == target && (all_edges || is_inside(search, edge))) {
            return part->labels[edge];
        }
    }
    return UINT64_MAX;
}

/*
 * Prepends a step, at `at` - 1: the least of vertices with an edge to the lasso's vertex `at`, and the least
 * label of such an edge. The vertices are those of the queue in [first, end), or for all_edges these numbers.
 */
static int find_before(struct lasso_search *search, uint64_t first, uint64_t end, uint64_t at,
                       int all_edges) {
    const uint64_t target = search->vertices[at];
    uint64_t least = UINT64_MAX, label = 0;
    for (uint64_t i = first; i < end; i++) {
        const uint64_t vertex = all_edges ? i : search->queue[i];
        const uint64_t found = vertex < least ? label_to(search, vertex, target, all_edges) : UINT64_MAX;
        least = found != UINT64_MAX ? vertex : least;
        label = found != UINT64_MAX ? found : label;
    }
    const struct ranks_vertex before = lasso_choose(search, least, label);
    if (before.vertex == GRAPH_PART_NONE) {
        return fail_lost(search);
    }
    put_vertex(search, at - 1, before);
    search->cycle->labels[at - 1] = (uint32_t)before.note;
    return 0;
}

/* --- search from a vertex --- */

static int take_visit(void *context, const uint64_t *item) {
    struct lasso_search *search = context;
    if (!bitmap_has(search->visited, item[0])) {
        bitmap_set(search->visited, item[0]);
        search->queue[search->count++] = (uint32_t)item[0];
        search->appended++;
    }
    return 0;
}

/* Sends the targets of the vertex's edges inside. Returns 0 or -1; *found: whether an edge is wanted. */
static int visit_targets(struct lasso_search *search, uint64_t vertex, int *found) {
    const struct graph_part *part = search->part;
    int failed = 0;
    *found = 0;
    for (uint64_t edge = part->offsets[vertex]; edge < part->offsets[vertex + 1] && !failed; edge++) {
        if (is_inside(search, edge)) {
            const uint64_t item[1] = {graph_part_index(part->targets[edge])};
            *found |= lasso_wants(search, vertex, edge);
            failed = mail_send(search->mail, graph_part_rank(part->targets[edge]), item) != 0;
        }
    }
    return failed;
}

/* The least label of the vertex's wanted edges inside; 0 without a vertex. */
static uint64_t wanted_label(const struct lasso_search *search, uint64_t vertex) {
    const struct graph_part *part = search->part;
    if (vertex == UINT64_MAX) {
        return 0;
    }
    uint64_t edge = part->offsets[vertex];
    while (!is_inside(search, edge) || !lasso_wants(search, vertex, edge)) {
        edge++;
    }
    return part->labels[edge];
}

/* One level of the search: from the entries [first, end) of the queue. sums: vertices found, and ranks with a
 * wanted edge; *least: of this rank. */
static int search_level(struct lasso_search *search, uint64_t first, uint64_t end, uint64_t *least,
                        uint64_t *sources) {
    uint64_t sums[2] = {0, 0};
    int failed = 0;
    *least = UINT64_MAX;
    mail_begin(search->mail, take_visit, search);
    for (uint64_t i = first; i < end && !failed; i++) {
        int found;
        failed = visit_targets(search, search->queue[i], &found);
        *least = found && search->queue[i] < *least ? search->queue[i] : *least;
    }
    sums[1] = *least != UINT64_MAX;
    /* What arrives is counted when all has. */
    if (mail_end(search->mail, failed, sums, 2) != 0) {
        return -1;
    }
    *sources = sums[1];
    return 0;
}

/*
 * Searches within the component: *distance of the nearest wanted edges, and the least source of them, with
 * its least wanted label as note; GRAPH_PART_NONE if there are none.
 */
static int search_nearest(struct lasso_search *search, uint64_t from, uint64_t *distance,
                          struct ranks_vertex *source) {
    const struct graph_part *part = search->part;
    memset(search->visited, 0, bitmap_bytes(part->vertices));
    search->count = 0;
    if (graph_part_rank(from) == part->rank) {
        const uint64_t item[1] = {graph_part_index(from)};
        take_visit(search, item);
    }
    for (uint64_t first = 0;; ++*distance) {
        const uint64_t end = search->count;
        uint64_t least, sources, more;
        const int grown =
            MEMORY_GROW(search->run->memory, &search->begin, &search->begin_capacity, *distance + 2) != 0
                ? error_memory(search->error, "for the trace")
                : 0;
        if (agree(search, grown) != 0) {
            return -1;
        }
        search->begin[*distance] = first;
        search->begin[*distance + 1] = end;
        if (search_level(search, first, end, &least, &sources) != 0) {
            return -1;
        }
        if (sources != 0) {
            *source = lasso_choose(search, least, wanted_label(search, least));
            return 0;
        }
        more = search->count - end;
        ranks_sum(search->run->ranks, &more, 1);
        if (more == 0) {
            source->vertex = GRAPH_PART_NONE;
            return 0;
        }
        first = end;
    }
}

static int take_nearest(void *context, const uint64_t *item) {
    struct lasso_search *search = context;
    search->nearest = item[0] < search->nearest ? item[0] : search->nearest;
    return 0;
}

/* Puts the least target of the source's wanted edges with the label into the lasso. */
static int put_target(struct lasso_search *search, uint64_t source, uint64_t label, uint64_t at) {
    const struct graph_part *part = search->part;
    int failed = 0;
    search->nearest = UINT64_MAX;
    mail_begin(search->mail, take_nearest, search);
    if (graph_part_rank(source) == part->rank) {
        const uint64_t vertex = graph_part_index(source);
        for (uint64_t edge = part->offsets[vertex]; edge < part->offsets[vertex + 1] && !failed; edge++) {
            const uint64_t item[1] = {graph_part_index(part->targets[edge])};
            if (part->labels[edge] == label && is_inside(search, edge) && lasso_wants(search, vertex, edge)) {
                failed = mail_send(search->mail, graph_part_rank(part->targets[edge]), item) != 0;
            }
        }
    }
    if (mail_end(search->mail, failed, NULL, 0) != 0) {
        return -1;
    }
    const struct ranks_vertex target = lasso_choose(search, search->nearest, 0);
    if (target.vertex == GRAPH_PART_NONE) {
        return fail_lost(search);
    }
    put_vertex(search, at, target);
    return 0;
}

/* --- the lasso --- */

static int find_way(struct lasso_search *search, struct ranks_vertex start) {
    const uint64_t *begin = search->part->level_begin;
    uint64_t level = start.level;
    if (reserve_steps(search, level) != 0) {
        return -1;
    }
    search->cycle->steps = search->cycle->back = level;
    put_vertex(search, level, start);
    for (; level > 0; level--) {
        if (find_before(search, begin[level - 1], begin[level], level, 1) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The functions of the tour (cycle_tour.h). */

static int extend_path(void *context, int must, uint32_t *label) {
    struct lasso_search *search = context;
    struct cycle *cycle = search->cycle;
    const uint64_t at = cycle->steps;
    uint64_t distance = 0;
    struct ranks_vertex source;
    if (search_nearest(search, search->vertices[at], &distance, &source) != 0) {
        return -1;
    }
    if (source.vertex == GRAPH_PART_NONE) {
        return must ? fail_lost(search) : 1;
    }
    if (reserve_steps(search, at + distance + 1) != 0) {
        return -1;
    }
    const uint64_t vertex = source.vertex;
    *label = (uint32_t)source.note;
    cycle->labels[at + distance] = *label;
    put_vertex(search, at + distance, source);
    if (put_target(search, vertex, *label, at + distance + 1) != 0) {
        return -1;
    }
    for (uint64_t d = distance; d > 0; d--) {
        if (find_before(search, search->begin[d - 1], search->begin[d], at + d, 0) != 0) {
            return -1;
        }
    }
    cycle->steps = at + distance + 1;
    return 0;
}

static int want_set(void *context, const uint8_t *set, int or_idle) {
    lasso_want(context, set, or_idle);
    return 0;
}

/* Collective: each rank looks at its own vertices. */
static int lasso_rests(void *context) {
    const struct lasso_search *search = context;
    uint64_t idle = 0;
    for (uint64_t at = search->cycle->back; at <= search->cycle->steps; at++) {
        const uint64_t vertex = search->vertices[at];
        idle += graph_part_rank(vertex) == search->part->rank &&
                bitmap_has(search->idle, graph_part_index(vertex));
    }
    ranks_sum(search->run->ranks, &idle, 1);
    return idle != 0;
}

static void want_start(void *context) {
    struct lasso_search *search = context;
    lasso_want(search, NULL, 0);
    search->target = search->vertices[search->cycle->back];
}

static int lasso_is_closed(const void *context) {
    const struct lasso_search *search = context;
    return search->vertices[search->cycle->steps] == search->vertices[search->cycle->back];
}

int lasso_find(struct lasso_search *search, struct ranks_vertex start) {
    struct scope scope = {.memory = search->run->memory};
    const struct cycle_tour tour = {.goal = search->goal,
                                    .cycle = search->cycle,
                                    .label_count = search->label_count,
                                    .has = scope_zeroed(&scope, (uint64_t)search->goal->needed_count + 1, 1),
                                    .set = scope_zeroed(&scope, search->label_count + 1, 1),
                                    .context = search,
                                    .want_set = want_set,
                                    .rests = lasso_rests,
                                    .want_start = want_start,
                                    .is_closed = lasso_is_closed,
                                    .extend = extend_path};
    const int failed = scope_check(&scope, "for the trace", search->error);
    const int result =
        find_way(search, start) != 0 || agree(search, failed) != 0 || cycle_tour_make(&tour) != 0 ? -1 : 0;
    scope_close(&scope);
    return result;
}
