/* Colours of vertices of several ranks, and the components of their origins (part_scc.h). */
#include "decompose/ranks/part_scc_internal.h"

#define GOLDEN 0x9e3779b97f4a7c15u

/*
 * The place of a vertex in the order of colours, which differs from round to round: first about the order of
 * the vertices, for those of a rank are by level; then the reverse, so that a chain of components falls apart
 * in two rounds; then at random, so that others fall apart, too. Different vertices have different places.
 */
static uint64_t place_of(const struct part_work *work, uint64_t vertex) {
    uint64_t place = vertex << 32 | vertex >> 32;
    if (work->order < 2) {
        return work->order == 0 ? place : ~place;
    }
    place += work->order * GOLDEN;
    place = (place ^ place >> 30) * 0xbf58476d1ce4e5b9u;
    place = (place ^ place >> 27) * 0x94d049bb133111ebu;
    return place ^ place >> 31;
}

/* --- forward --- */

/* An item: the vertex, and the region and colour of a predecessor. */
static int take_colour(void *context, const uint64_t *item) {
    struct part_work *work = context;
    const uint64_t vertex = item[0];
    if (!bitmap_has(work->alive, vertex) || work->region[vertex] != item[1] ||
        place_of(work, item[2]) >= place_of(work, work->colour[vertex])) {
        return 0;
    }
    work->colour[vertex] = item[2];
    if (!bitmap_has(work->queued, vertex)) {
        bitmap_set(work->queued, vertex);
        spread_append(&work->spread, vertex);
    }
    return 0;
}

static int send_colour(void *context, uint64_t vertex) {
    struct part_work *work = context;
    uint64_t item[3] = {0, work->region[vertex], work->colour[vertex]};
    bitmap_clear(work->queued, vertex);
    return part_send_forward(work, vertex, item);
}

/* --- backward --- */

/* An item: the vertex, and the colour of a successor that is in the component of the colour's origin. */
static int take_found(void *context, const uint64_t *item) {
    struct part_work *work = context;
    const uint64_t vertex = item[0];
    if (bitmap_has(work->alive, vertex) && work->colour[vertex] == item[1]) {
        work->component[vertex] = item[1];
        bitmap_clear(work->alive, vertex);
        spread_append(&work->spread, vertex);
    }
    return 0;
}

static int send_found(void *context, uint64_t vertex) {
    struct part_work *work = context;
    uint64_t item[3] = {0, work->colour[vertex], 0};
    return part_send_backward(work, vertex, item);
}

/* The queue becomes the vertices that are alive, or of these the origins of a colour, which are decided. */
static void queue_alive(struct part_work *work, int origins) {
    for (uint64_t v = 0; v < work->part->vertices; v++) {
        const uint64_t vertex = graph_part_vertex(work->part->rank, v);
        if (!bitmap_has(work->alive, v) || (origins && work->colour[v] != vertex)) {
            continue;
        }
        if (origins) {
            work->component[v] = vertex;
            bitmap_clear(work->alive, v);
        } else {
            work->colour[v] = vertex;
            bitmap_set(work->queued, v);
        }
        spread_queue(&work->spread, v);
    }
}

int part_colour(struct part_work *work) {
    queue_alive(work, 0);
    if (spread_run(&work->spread, work->mail, send_colour, take_colour, work) != 0) {
        return -1;
    }
    queue_alive(work, 1);
    if (spread_run(&work->spread, work->mail, send_found, take_found, work) != 0) {
        return -1;
    }
    for (uint64_t v = 0; v < work->part->vertices; v++) {
        if (bitmap_has(work->alive, v)) {
            work->region[v] = work->colour[v];
        }
    }
    work->order++;
    return 0;
}
