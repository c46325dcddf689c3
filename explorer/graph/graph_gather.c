/* Small graphs of several ranks, brought together in all of them (graph_gather.h). */
#include "explorer/graph/graph_gather.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "explorer/graph/graph_part.h"

static int open_words(struct graph_gather *gather, const uint64_t *own) {
    struct memory *memory = gather->run->memory;
    const struct ranks *ranks = gather->run->ranks;
    uint64_t most_edges = 0;
    ranks_gather(ranks, own, gather->counts, 2);
    for (uint32_t r = 0; r < ranks->count; r++) {
        const uint64_t *theirs = gather->counts + 2 * r;
        gather->vertices += theirs[0];
        gather->edges += theirs[1];
        gather->most_vertices = theirs[0] > gather->most_vertices ? theirs[0] : gather->most_vertices;
        most_edges = theirs[1] > most_edges ? theirs[1] : most_edges;
    }
    gather->own_words = gather->most_vertices + 2 * most_edges;
    gather->own = memory_allocate_zeroed(memory, gather->own_words * sizeof *gather->own);
    gather->all = memory_allocate_array(memory, ranks->count * gather->own_words, sizeof *gather->all);
    return gather->own == NULL || gather->all == NULL
               ? error_memory(gather->error, "to gather the rest of the graph")
               : 0;
}

int graph_gather_open(struct graph_gather *gather, uint64_t vertices, uint64_t edges, mail *mail,
                      const struct run *run, struct error *error) {
    const uint64_t own[2] = {vertices, edges};
    *gather = (struct graph_gather){.run = run, .error = error, .mail = mail};
    gather->counts =
        memory_allocate_array(run->memory, 2 * (uint64_t)run->ranks->count, sizeof *gather->counts);
    const int lacks = gather->counts == NULL ? error_memory(error, "to gather the rest of the graph") : 0;
    return graph_gather_agree(gather, lacks) != 0 ? -1 : graph_gather_agree(gather, open_words(gather, own));
}

uint64_t *graph_gather_own_vertices(const struct graph_gather *gather) {
    return gather->own;
}

uint64_t *graph_gather_own_edges(const struct graph_gather *gather) {
    return gather->own + gather->most_vertices;
}

void graph_gather_share(struct graph_gather *gather) {
    ranks_gather(gather->run->ranks, gather->own, gather->all, gather->own_words);
}

int graph_gather_agree(const struct graph_gather *gather, int failed) {
    mail_begin(gather->mail, NULL, NULL);
    return mail_end(gather->mail, failed, NULL, 0);
}

void graph_gather_close(struct graph_gather *gather) {
    struct memory *memory = gather->run->memory;
    const uint64_t ranks = gather->run->ranks->count;
    memory_free(memory, gather->own, gather->own_words * sizeof *gather->own);
    memory_free(memory, gather->all, ranks * gather->own_words * sizeof *gather->all);
    memory_free(memory, gather->counts, 2 * ranks * sizeof *gather->counts);
}

const uint64_t *graph_gather_vertices(const struct graph_gather *gather, uint32_t rank) {
    return gather->all + rank * gather->own_words;
}

const uint64_t *graph_gather_edges(const struct graph_gather *gather, uint32_t rank) {
    return gather->all + rank * gather->own_words + gather->most_vertices;
}

uint64_t graph_gather_first(const struct graph_gather *gather, uint32_t rank) {
    uint64_t first = 0;
    for (uint32_t r = 0; r < rank; r++) {
        first += gather->counts[2 * r];
    }
    return first;
}

uint64_t graph_gather_place(const struct graph_gather *gather, uint64_t vertex) {
    const uint32_t rank = graph_part_rank(vertex);
    const uint64_t *words = graph_gather_vertices(gather, rank), number = graph_part_index(vertex);
    uint64_t begin = 0, end = gather->counts[2 * rank];
    while (begin < end) {
        const uint64_t middle = begin + (end - begin) / 2;
        if (graph_part_index(words[middle]) < number) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin < gather->counts[2 * rank] && graph_part_index(words[begin]) == number
               ? graph_gather_first(gather, rank) + begin
               : UINT64_MAX;
}

uint64_t graph_gather_vertex(const struct graph_gather *gather, uint64_t place) {
    uint32_t rank = 0;
    for (; place >= gather->counts[2 * rank]; rank++) {
        place -= gather->counts[2 * rank];
    }
    return graph_part_vertex(rank, graph_part_index(graph_gather_vertices(gather, rank)[place]));
}
