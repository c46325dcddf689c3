/*
 * Trims a graph of several ranks (part_scc.h): first vertices without predecessors, which needs the forward
 * edges alone, so that fewer edges need be turned; then vertices without successors. After that there are no
 * vertices without predecessors again, for those that went had no successors.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/ranks/part_scc_internal.h"

static int count_edge(void *context, const uint64_t *item) {
    struct part_work *work = context;
    work->degree[item[0]]++;
    return 0;
}

/* A neighbour has gone. */
static int lose_edge(void *context, const uint64_t *item) {
    struct part_work *work = context;
    if (--work->degree[item[0]] == 0) {
        spread_append(&work->spread, item[0]);
    }
    return 0;
}

static int trim_to(void *context, uint64_t vertex) {
    struct part_work *work = context;
    uint64_t item[1];
    bitmap_clear(work->alive, vertex);
    return part_send_forward(work, vertex, item);
}

static int trim_from(void *context, uint64_t vertex) {
    struct part_work *work = context;
    uint64_t item[1];
    bitmap_clear(work->alive, vertex);
    return part_send_backward(work, vertex, item);
}

/* The queue becomes the vertices that are alive and have no edge. */
static void queue_bare(struct part_work *work) {
    for (uint64_t v = 0; v < work->part->vertices; v++) {
        if (work->degree[v] == 0 && bitmap_has(work->alive, v)) {
            spread_queue(&work->spread, v);
        }
    }
}

static int trim_forward(struct part_work *work) {
    int failed = 0;
    work->mail = mail_create(work->run, 1, 0, work->error);
    if (work->mail == NULL) {
        return -1;
    }
    mail_begin(work->mail, count_edge, work);
    for (uint64_t v = 0; v < work->part->vertices && !failed; v++) {
        uint64_t item[1];
        failed = part_send_forward(work, v, item) != 0;
    }
    failed = mail_end(work->mail, failed, NULL, 0) != 0;
    if (!failed) {
        queue_bare(work);
        failed = spread_run(&work->spread, work->mail, trim_to, lose_edge, work) != 0;
    }
    mail_free(work->mail);
    return failed ? -1 : 0;
}

/* An edge comes to its target, whose place for it is counted down. */
static int turn_edge(void *context, const uint64_t *item) {
    struct part_work *work = context;
    work->in_sources[work->in_offsets[item[0]] + --work->degree[item[0]]] = item[1];
    return 0;
}

/* Turns the live edges of vertices that are alive: so are their targets. */
static int turn_edges(struct part_work *work) {
    const struct graph_part *part = work->part;
    int failed = 0;
    work->in_offsets[0] = 0;
    for (uint64_t v = 0; v < part->vertices; v++) {
        work->in_offsets[v + 1] = work->in_offsets[v] + work->degree[v];
    }
    work->in_count = work->in_offsets[part->vertices];
    work->in_sources = scope_array(&work->scope, work->in_count, sizeof *work->in_sources);
    if (work->in_sources == NULL) {
        failed = error_memory(work->error, "for the edges to vertices");
    }
    work->mail = mail_create(work->run, 2, failed, work->error);
    if (work->mail == NULL) {
        return -1;
    }
    mail_begin(work->mail, turn_edge, work);
    for (uint64_t v = 0; v < part->vertices && !failed; v++) {
        uint64_t item[2] = {0, graph_part_vertex(part->rank, v)};
        failed = bitmap_has(work->alive, v) && part_send_forward(work, v, item) != 0;
    }
    failed = mail_end(work->mail, failed, NULL, 0) != 0;
    mail_free(work->mail);
    return failed ? -1 : 0;
}

static int trim_backward(struct part_work *work) {
    const struct graph_part *part = work->part;
    for (uint64_t v = 0; v < part->vertices; v++) {
        work->degree[v] = 0;
        for (uint64_t edge = part->offsets[v]; edge < part->offsets[v + 1]; edge++) {
            work->degree[v] += (uint64_t)part_is_live(work, edge);
        }
    }
    queue_bare(work);
    work->mail = mail_create(work->run, 1, 0, work->error);
    const int failed =
        work->mail == NULL || spread_run(&work->spread, work->mail, trim_from, lose_edge, work) != 0;
    mail_free(work->mail);
    return failed ? -1 : 0;
}

int part_trim(struct part_work *work) {
    return trim_forward(work) != 0 || turn_edges(work) != 0 || trim_backward(work) != 0 ? -1 : 0;
}
