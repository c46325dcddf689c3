/*
 * Writes graphs as AUT. Threads take ranges of edges and make their text at the same time, each in a buffer
 * of its own; buffers are written in the order of the edges. What does not fit in a buffer (long labels) is
 * made when it is the range's turn.
 */
#include "frontend/formats/graph_aut.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/pipeline.h"
#include "base/run.h"
#include "base/sort.h"
#include "base/text/number.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/aut_write.h"
#include "frontend/formats/write_progress.h"

#define BUFFER_BYTES ((uint64_t)512 << 10)
#define RANGE_BYTES (BUFFER_BYTES / 8 * 7) /* of text, about */
#define SAMPLES 1024u
#define PREFIX_BYTES 16u /* "(4294967295," and more, so that it can be copied whole */
/* A line without its label, and room after it. */
#define LINE_BYTES (PREFIX_BYTES + NUMBER_DIGITS + 8)
/* Threads cost a buffer each: no more of them than memory has sixteen times that. */
#define THREAD_SHARE (16 * BUFFER_BYTES)

/* A range of edges, and the text of its first ones. */
struct edge_range {
    uint64_t next, end; /* edges that are not in the text */
    uint64_t vertex;    /* of edge `next` */
    char *text;
    size_t filled;
};

struct aut_writer {
    const struct graph *graph;
    output *output;
    const struct run *run;
    struct error *error;
    struct edge_range *ranges; /* one for each thread */
    uint64_t taken;            /* edges */
    uint64_t step;             /* edges in a range */
};

/* `(FROM,"LABEL",TO)`, as aut_write_transition; returns where the line ends. */
static inline char *put_line(char *at, const char *prefix, size_t prefix_length, const char *label,
                             size_t length, uint32_t to) {
    int internal = length == 1 && *label == 'i';
    memcpy(at, prefix, PREFIX_BYTES);
    at += prefix_length;
    if (internal) {
        *at++ = 'i';
    } else {
        *at++ = '"';
        memcpy(at, label, length);
        at += length;
        *at++ = '"';
    }
    *at++ = ',';
    at = number_write(at, to);
    memcpy(at, ")\n", 2);
    return at + 2;
}

/* Makes text until the buffer is full or the range ends. */
static void make_text(void *context, unsigned place) {
    struct aut_writer *writer = context;
    const struct graph *graph = writer->graph;
    struct edge_range *range = &writer->ranges[place];
    char *at = range->text;
    const char *full = at + BUFFER_BYTES - LINE_BYTES;
    while (range->next < range->end) {
        char prefix[PREFIX_BYTES + NUMBER_DIGITS] = "(";
        while (range->next >= graph->offsets[range->vertex + 1]) {
            range->vertex++;
        }
        uint64_t row = graph->offsets[range->vertex], end = graph->offsets[range->vertex + 1];
        end = end < range->end ? end : range->end;
        char *prefix_end = number_write(prefix + 1, range->vertex);
        *prefix_end++ = ',';
        for (; range->next < end; range->next++) {
            const char *label = graph->label_text[graph->labels[range->next]];
            size_t length = strlen(label);
            if (graph_edge_is_repeated(graph, range->next, row)) {
                continue;
            }
            if (at > full || length > (size_t)(full - at)) {
                range->filled = (size_t)(at - range->text);
                return;
            }
            at = put_line(at, prefix, (size_t)(prefix_end - prefix), label, length,
                          graph->targets[range->next]);
        }
    }
    range->filled = (size_t)(at - range->text);
}

static int take_range(void *context, unsigned place) {
    struct aut_writer *writer = context;
    struct edge_range *range = &writer->ranges[place];
    uint64_t left = writer->graph->edges - writer->taken;
    if (left == 0) {
        return 0;
    }
    range->next = writer->taken;
    range->end = writer->taken += left < writer->step ? left : writer->step;
    range->vertex = sort_part(writer->graph->offsets, writer->graph->vertices, range->next);
    return 1;
}

/* An edge whose label is longer than the buffer. */
static int write_long_line(struct aut_writer *writer, struct edge_range *range) {
    const struct graph *graph = writer->graph;
    uint64_t edge = range->next++;
    return aut_write_transition(writer->output, range->vertex, graph->label_text[graph->labels[edge]],
                                graph->targets[edge], writer->error);
}

static int write_range(void *context, unsigned place) {
    struct aut_writer *writer = context;
    struct edge_range *range = &writer->ranges[place];
    int failed =
        write_progress_now(writer->run, range->vertex, writer->graph->vertices, "states", writer->error);
    for (;;) {
        failed = failed || output_write(writer->output, range->text, range->filled, writer->error);
        if (failed || range->next == range->end) {
            return failed ? -1 : 0;
        }
        if (range->filled == 0) {
            failed = write_long_line(writer, range);
        }
        make_text(writer, place);
    }
}

/* The number of edges whose text is about RANGE_BYTES. */
static uint64_t edges_of_range(const struct graph *graph) {
    char digits[NUMBER_DIGITS];
    uint64_t bytes = 8 + 2 * (uint64_t)(number_write(digits, graph->vertices) - digits), labels = 0;
    uint64_t step = graph->edges / SAMPLES + 1, samples = 0;
    for (uint64_t edge = 0; edge < graph->edges; edge += step, samples++) {
        labels += strlen(graph->label_text[graph->labels[edge]]);
    }
    return RANGE_BYTES / (bytes + (samples == 0 ? 0 : labels / samples)) + 1;
}

static int write_ranges(struct aut_writer *writer, unsigned threads) {
    static const struct pipeline steps = {take_range, make_text, write_range, NULL};
    struct memory *memory = writer->run->memory;
    unsigned have = 0;
    while (have < threads && (writer->ranges[have].text = memory_allocate(memory, BUFFER_BYTES)) != NULL) {
        have++;
    }
    int failed =
        have == 0 ? error_memory(writer->error, "to write the graph") : pipeline_run(have, &steps, writer);
    for (unsigned i = 0; i < have; i++) {
        memory_free(memory, writer->ranges[i].text, BUFFER_BYTES);
    }
    return failed;
}

int graph_aut_write(const struct graph *graph, output *output, const struct run *run, struct error *error) {
    struct aut_writer writer = {
        .graph = graph, .output = output, .run = run, .error = error, .step = edges_of_range(graph)};
    uint64_t threads = memory_left(run->memory) / THREAD_SHARE, ranges = graph->edges / writer.step + 1;
    threads = threads < ranges ? threads : ranges;
    threads = threads > run->threads ? run->threads : threads < 1 ? 1 : threads;
    writer.ranges = memory_allocate_zeroed(run->memory, threads * sizeof *writer.ranges);
    int failed = writer.ranges == NULL ? error_memory(error, "to write the graph")
                                       : aut_write_header(output, graph->initial, graph_distinct_edges(graph),
                                                          graph->vertices, error) ||
                                             write_ranges(&writer, (unsigned)threads);
    memory_free(run->memory, writer.ranges, threads * sizeof *writer.ranges);
    return failed ? -1 : 0;
}
