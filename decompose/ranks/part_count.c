/* Marks and counts components of several ranks (part_scc.h). */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/sort.h"
#include "decompose/components/components.h"
#include "decompose/ranks/part_scc_internal.h"

/* --- marks --- */

static int take_mark(void *context, const uint64_t *item) {
    const struct part_marking *marking = context;
    uint32_t *mark = &marking->marks[item[0]];
    if (*mark + 1 == marking->mark) {
        *mark = marking->mark;
    }
    return 0;
}

static int is_chosen(const struct graph_part *part, const struct part_marking *marking, uint64_t vertex) {
    for (uint64_t edge = part->offsets[vertex]; edge < part->offsets[vertex + 1]; edge++) {
        if (marking->wants(marking->context, vertex, edge)) {
            return 1;
        }
    }
    return 0;
}

int part_mark(const struct graph_part *part, const struct part_components *components,
              const struct part_marking *marking, const struct run *run, struct error *error) {
    uint64_t last = GRAPH_PART_NONE; /* neighbours are often in one component */
    int failed = 0;
    mail *mail = mail_create(run, 1, 0, error);
    if (mail == NULL) {
        return -1;
    }
    mail_begin(mail, take_mark, (void *)marking);
    for (uint64_t v = 0; v < part->vertices && !failed; v++) {
        const uint64_t name = components->component[v], item[1] = {graph_part_index(name)};
        if (name != last && is_chosen(part, marking, v)) {
            last = name;
            failed = mail_send(mail, graph_part_rank(name), item) != 0;
        }
    }
    failed = mail_end(mail, failed, NULL, 0) != 0;
    mail_free(mail);
    return failed ? -1 : 0;
}

/* --- counts --- */

struct part_counting {
    const struct graph_part *part;
    const struct part_components *components;
    const struct run *run;
    struct error *error;
    uint64_t *sizes; /* [vertices] of the components that they name */
    uint32_t *left;  /* [vertices] whether an edge leaves the component */
    GROWING(struct component_size) own;
};

static int take_size(void *context, const uint64_t *item) {
    const struct part_counting *counting = context;
    counting->sizes[item[0]] += item[1];
    return 0;
}

/* Sends the members of each component to the vertex that names it, as many as are neighbours together. */
static int sum_sizes(struct part_counting *counting) {
    const uint64_t *component = counting->components->component, vertices = counting->part->vertices;
    int failed = 0;
    mail *mail = mail_create(counting->run, 2, 0, counting->error);
    if (mail == NULL) {
        return -1;
    }
    mail_begin(mail, take_size, counting);
    for (uint64_t v = 0, same; v < vertices && !failed; v += same) {
        for (same = 1; v + same < vertices && component[v + same] == component[v]; same++) {
        }
        const uint64_t item[2] = {graph_part_index(component[v]), same};
        failed = mail_send(mail, graph_part_rank(component[v]), item) != 0;
    }
    failed = mail_end(mail, failed, NULL, 0) != 0;
    mail_free(mail);
    return failed ? -1 : 0;
}

static int leaves(const void *context, uint64_t vertex, uint64_t edge) {
    const struct part_counting *counting = context;
    (void)vertex;
    return !bitmap_has(counting->components->inside, edge);
}

/* The sizes of the components that this rank names, ascending, with how many have each. 0 or -1. */
static int list_sizes(struct part_counting *counting) {
    uint64_t *sizes = counting->sizes, count = 0;
    for (uint64_t v = 0; v < counting->part->vertices; v++) {
        if (sizes[v] != 0) {
            sizes[count++] = sizes[v];
        }
    }
    qsort(sizes, count, sizeof *sizes, sort_compare_long);
    for (uint64_t i = 0, same; i < count; i += same) {
        for (same = 1; i + same < count && sizes[i + same] == sizes[i]; same++) {
        }
        if (GROWING_ADD(counting->run->memory, counting->own, (struct component_size){sizes[i], same}) != 0) {
            return error_memory(counting->error, "to count components");
        }
    }
    return 0;
}

static int compare_sizes(const void *a, const void *b) {
    const struct component_size *left = a, *right = b;
    return sort_compare(left->size, right->size);
}

/* Adds the sizes of all ranks, `each` of a rank, of which those that are 0 do not count. */
static int add_sizes(const struct part_counting *counting, struct component_size *all, uint64_t count,
                     struct component_counts *counts) {
    sort_items(all, count, sizeof *all, compare_sizes);
    for (uint64_t i = 0, same; i < count; i += same) {
        uint64_t components = 0;
        for (same = 0; i + same < count && all[i + same].size == all[i].size; same++) {
            components += all[i + same].count;
        }
        if (all[i].size != 0 && component_counts_add(counts, all[i].size, components, counting->run->memory,
                                                     counting->error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Collective: the sizes of all ranks. 0, or -1 in all ranks. */
static int share_sizes(struct part_counting *counting, struct component_counts *counts) {
    struct ranks *ranks = counting->run->ranks;
    struct memory *memory = counting->run->memory;
    uint64_t most = ~counting->own.count;
    ranks_least(ranks, &most, 1);
    most = ~most;
    const uint64_t all_count = most * ranks->count;
    struct component_size *own = memory_allocate_zeroed(memory, most * sizeof *own);
    struct component_size *all = memory_allocate_zeroed(memory, all_count * sizeof *all);
    int failed = own == NULL || all == NULL ? error_memory(counting->error, "to count components") : 0;
    failed = ranks_meet(ranks, RANKS_GRAPH, most, failed, counting->error) != 0;
    if (!failed) {
        if (counting->own.count != 0) {
            memcpy(own, counting->own.data, counting->own.count * sizeof *own);
        }
        ranks_gather(ranks, (const uint64_t *)own, (uint64_t *)all, most * (sizeof *own / sizeof(uint64_t)));
        failed = add_sizes(counting, all, all_count, counts) != 0;
    }
    memory_free(memory, own, most * sizeof *own);
    memory_free(memory, all, all_count * sizeof *all);
    return ranks_meet(ranks, RANKS_GRAPH, 1, failed, counting->error);
}

/* Components that no edge leaves; then the sizes. */
static int count(struct part_counting *counting, struct component_counts *counts) {
    const struct part_marking marking = {
        .wants = leaves, .context = counting, .marks = counting->left, .mark = 1};
    if (part_mark(counting->part, counting->components, &marking, counting->run, counting->error) != 0 ||
        sum_sizes(counting) != 0) {
        return -1;
    }
    uint64_t bottom = 0;
    for (uint64_t v = 0; v < counting->part->vertices; v++) {
        bottom += counting->sizes[v] != 0 && !counting->left[v];
    }
    ranks_sum(counting->run->ranks, &bottom, 1);
    counts->bottom = bottom;
    return ranks_meet(counting->run->ranks, RANKS_GRAPH, 0, list_sizes(counting), counting->error) != 0
               ? -1
               : share_sizes(counting, counts);
}

int part_scc_count(const struct graph_part *part, const struct part_components *components,
                   const struct run *run, struct component_counts *counts, struct error *error) {
    struct memory *memory = run->memory;
    const uint64_t vertices = part->vertices;
    struct part_counting counting = {.part = part, .components = components, .run = run, .error = error};
    memset(counts, 0, sizeof *counts);
    counting.sizes = memory_allocate_zeroed(memory, vertices * sizeof *counting.sizes);
    counting.left = memory_allocate_zeroed(memory, vertices * sizeof *counting.left);
    int failed =
        counting.sizes == NULL || counting.left == NULL ? error_memory(error, "to count components") : 0;
    failed = ranks_meet(run->ranks, RANKS_GRAPH, 0, failed, error) != 0 || count(&counting, counts) != 0;
    memory_free(memory, counting.sizes, vertices * sizeof *counting.sizes);
    memory_free(memory, counting.left, vertices * sizeof *counting.left);
    GROWING_FREE(memory, counting.own);
    return failed ? -1 : 0;
}
