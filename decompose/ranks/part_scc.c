/* Strongly connected components of a graph of which each rank has a part (part_scc.h). */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "decompose/ranks/part_scc_internal.h"

#define FEW_EDGES ((uint64_t)1 << 20) /* of all ranks: so many are gathered */
#define NO_REGION UINT64_MAX

int part_send_forward(struct part_work *work, uint64_t vertex, uint64_t *item) {
    const struct graph_part *part = work->part;
    int failed = 0;
    for (uint64_t edge = part->offsets[vertex]; edge < part->offsets[vertex + 1] && !failed; edge++) {
        if (part_is_live(work, edge)) {
            item[0] = graph_part_index(part->targets[edge]);
            failed = mail_send(work->mail, graph_part_rank(part->targets[edge]), item) != 0;
        }
    }
    return failed;
}

int part_send_backward(struct part_work *work, uint64_t vertex, uint64_t *item) {
    int failed = 0;
    for (uint64_t i = work->in_offsets[vertex]; i < work->in_offsets[vertex + 1] && !failed; i++) {
        item[0] = graph_part_index(work->in_sources[i]);
        failed = mail_send(work->mail, graph_part_rank(work->in_sources[i]), item) != 0;
    }
    return failed;
}

/* --- the core --- */

/* Vertices that are alive, and live edges from them, of all ranks. 0 or -1. */
static int count_left(struct part_work *work, uint64_t *left) {
    const struct graph_part *part = work->part;
    left[0] = left[1] = 0;
    for (uint64_t v = 0; v < part->vertices; v++) {
        left[0] += (uint64_t)bitmap_has(work->alive, v);
        for (uint64_t edge = part->offsets[v]; edge < part->offsets[v + 1] && bitmap_has(work->alive, v);
             edge++) {
            left[1] += (uint64_t)part_is_live(work, edge);
        }
    }
    mail_begin(work->mail, NULL, NULL);
    return mail_end(work->mail, 0, left, 2);
}

/* Decides what trimming has left. */
static int decide_core(struct part_work *work, int keep_apart, struct part_scc_report *report) {
    for (;;) {
        uint64_t left[2];
        if (count_left(work, left) != 0) {
            return -1;
        }
        run_tell(work->run, "decomposing", 0, 0, NULL);
        if (left[0] == 0) {
            return 0;
        }
        if (left[1] <= FEW_EDGES && !keep_apart) {
            report->gathered = left[0];
            return part_gather(work);
        }
        report->rounds++;
        if (part_colour(work) != 0) {
            return -1;
        }
    }
}

/* --- edges within components --- */

/* An item: the source of an edge, its target, and the component of that. */
static int take_target_component(void *context, const uint64_t *item) {
    struct part_work *work = context;
    const struct graph_part *part = work->part;
    const uint64_t vertex = item[0];
    if (work->component[vertex] != item[2]) {
        return 0;
    }
    for (uint64_t edge = part->offsets[vertex]; edge < part->offsets[vertex + 1]; edge++) {
        if (part->targets[edge] == item[1] && part_is_live(work, edge)) {
            bitmap_set(work->inside, edge);
        }
    }
    return 0;
}

/* Each vertex of the core tells the sources of its edges its component. */
static int tell_components(struct part_work *work, const uint32_t *core) {
    const struct graph_part *part = work->part;
    int failed = 0;
    mail_begin(work->mail, take_target_component, work);
    for (uint64_t v = 0; v < part->vertices && !failed; v++) {
        uint64_t item[3] = {0, graph_part_vertex(part->rank, v), work->component[v]};
        failed = bitmap_has(core, v) && part_send_backward(work, v, item) != 0;
    }
    return mail_end(work->mail, failed, NULL, 0);
}

/* --- the whole --- */

static int decompose(struct part_work *work, const struct part_scc_options *options,
                     struct part_components *components, struct part_scc_report *report) {
    const uint64_t vertices = work->part->vertices;
    uint64_t core = 0;
    if (part_trim(work) != 0) {
        return -1;
    }
    memcpy(components->core, work->alive, bitmap_bytes(vertices));
    for (uint64_t v = 0; v < vertices; v++) {
        core += (uint64_t)bitmap_has(work->alive, v);
        work->region[v] = NO_REGION;
    }
    uint64_t trimmed = vertices - core;
    ranks_sum(work->run->ranks, &trimmed, 1);
    report->trimmed = trimmed;
    work->mail = mail_create(work->run, 3, 0, work->error);
    const int failed = work->mail == NULL || decide_core(work, options->keep_apart, report) != 0 ||
                       tell_components(work, components->core) != 0;
    mail_free(work->mail);
    return failed ? -1 : 0;
}

/* 0, or -1 in all ranks if one has no memory. */
static int open_work(struct part_work *work, struct part_components *components) {
    struct scope *scope = &work->scope, *kept = &components->scope;
    const uint64_t vertices = work->part->vertices, edges = work->part->edges;
    scope->memory = kept->memory = work->run->memory;
    work->component = components->component = scope_array(kept, vertices, sizeof *work->component);
    components->core = scope_zeroed(kept, 1, bitmap_bytes(vertices));
    work->inside = components->inside = scope_zeroed(kept, 1, bitmap_bytes(edges));
    work->alive = scope_zeroed(scope, 1, bitmap_bytes(vertices));
    work->queued = scope_zeroed(scope, 1, bitmap_bytes(vertices));
    work->degree = scope_zeroed(scope, vertices, sizeof *work->degree);
    work->region = scope_array(scope, vertices, sizeof *work->region);
    work->in_offsets = scope_array(scope, vertices + 1, sizeof *work->in_offsets);
    const int queues = spread_open(&work->spread, vertices, scope->memory);
    work->colour = work->degree; /* when all is trimmed */
    const int failed = scope->failed || kept->failed || queues != 0;
    for (uint64_t v = 0; v < vertices && !failed; v++) {
        bitmap_set(work->alive, v);
        work->component[v] = graph_part_vertex(work->part->rank, v);
    }
    return ranks_meet(work->run->ranks, RANKS_GRAPH, 0,
                      failed ? error_memory(work->error, "for the components") : 0, work->error);
}

int part_scc(const struct graph_part *part, const struct part_scc_options *options, const struct run *run,
             struct part_components *components, struct part_scc_report *report, struct error *error) {
    struct part_work work = {
        .part = part, .live = options->live, .dead = options->dead, .run = run, .error = error};
    *components = (struct part_components){0};
    *report = (struct part_scc_report){0};
    int failed = open_work(&work, components) != 0 || decompose(&work, options, components, report) != 0;
    scope_close(&work.scope);
    spread_close(&work.spread);
    return failed ? -1 : 0;
}

void part_components_free(struct part_components *components) {
    scope_close(&components->scope);
    *components = (struct part_components){0};
}
