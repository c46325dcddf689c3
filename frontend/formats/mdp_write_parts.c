/*
 * Files with something for each state of an MDP: threads make the text of ranges of states at the same time,
 * each in memory of its own, and it is written in the order of states.
 */
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/pipeline.h"
#include "frontend/formats/mdp_writer.h"

#define RANGE_ITEMS 8192u /* states and edges of a range */
/* About what a thread needs beside its table of names: no more threads than memory has sixteen times that. */
#define THREAD_BYTES ((uint64_t)4 << 20)

/* A range of states, and the writer of a thread. */
struct state_range {
    struct mdp_writer writer;
    struct mdp_valuations valuations;
    struct error error;
    uint64_t begin, end;
    int failed;
};

struct mdp_parts {
    struct mdp_writer *writer; /* of the whole file */
    int (*write)(struct mdp_writer *writer, uint64_t state);
    struct state_range *parts; /* one for each thread */
    uint64_t states, taken;
    uint64_t choice; /* choices of the states that were taken */
};

static uint64_t name_bytes(const struct mdp *mdp) {
    return ((uint64_t)mdp->label_count + 1) * sizeof(uint32_t);
}

static uint64_t count_choices(const struct digraph *graph, uint64_t begin, uint64_t end) {
    uint64_t count = 0;
    for (uint64_t state = begin; state < end; state++) {
        uint64_t row_end = graph->offsets[state + 1];
        for (uint64_t edge = graph->offsets[state]; edge < row_end; count++) {
            edge = digraph_choice_end(graph, edge, row_end);
        }
    }
    return count;
}

static int take_range(void *context, unsigned place) {
    struct mdp_parts *parts = context;
    struct state_range *part = &parts->parts[place];
    const struct mdp *mdp = parts->writer->mdp;
    uint64_t end = parts->taken, items = 0;
    if (end == parts->states) {
        return 0;
    }
    for (; end < parts->states && items < RANGE_ITEMS; end++) {
        items += 1 + mdp->offsets[end + 1] - mdp->offsets[end];
    }
    part->begin = parts->taken;
    part->end = parts->taken = end;
    part->writer.choice = parts->choice;
    if (mdp->earned_count > 0) { /* nobody else asks */
        parts->choice += count_choices(&parts->writer->graph, part->begin, end);
    }
    return 1;
}

static void make_text(void *context, unsigned place) {
    struct mdp_parts *parts = context;
    struct state_range *part = &parts->parts[place];
    output_clear(part->writer.output);
    for (uint64_t state = part->begin; state < part->end && !part->failed; state++) {
        part->failed = parts->write(&part->writer, state);
    }
}

static int give_text(void *context, unsigned place) {
    struct mdp_parts *parts = context;
    struct state_range *part = &parts->parts[place];
    struct mdp_writer *writer = parts->writer;
    size_t size;
    const char *text = output_contents(part->writer.output, &size);
    if (part->failed) {
        *writer->error = part->error;
        return -1;
    }
    return write_progress_now(writer->run, part->begin, parts->states, "states", writer->error) != 0 ||
                   output_write(writer->output, text, size, writer->error) != 0
               ? -1
               : 0;
}

/* --- threads --- */

static void close_part(struct state_range *part, const struct mdp_writer *writer) {
    if (writer->options.valuations != NULL) {
        mdp_valuations_close(&part->valuations);
    }
    output_discard(part->writer.output);
    memory_free(writer->run->memory, part->writer.used, name_bytes(writer->mdp));
}

static int open_part(struct state_range *part, const struct mdp_writer *writer) {
    struct memory *memory = writer->run->memory;
    const struct mdp_valuations *valuations = writer->options.valuations;
    part->writer = *writer;
    part->writer.error = &part->error;
    part->writer.output = output_in_memory(writer->run, writer->path, &part->error);
    part->writer.used = memory_allocate(memory, name_bytes(writer->mdp));
    int failed = part->writer.output == NULL ||
                 (part->writer.used == NULL && error_memory(&part->error, "to write the graph") != 0) ||
                 (valuations != NULL && mdp_valuations_open(&part->valuations, valuations->network,
                                                            valuations->states, memory, &part->error) != 0);
    if (failed) {
        close_part(part, writer);
        return -1;
    }
    memset(part->writer.used, 0xff, name_bytes(writer->mdp)); /* no state has this number */
    part->writer.options.valuations = valuations != NULL ? &part->valuations : NULL;
    return 0;
}

/* How many threads: not more than there is work for, and than memory allows. */
static unsigned thread_count(const struct mdp_writer *writer, uint64_t states) {
    uint64_t fit = memory_left(writer->run->memory) / 16 / (THREAD_BYTES + name_bytes(writer->mdp));
    uint64_t ranges = (states + writer->mdp->edges) / RANGE_ITEMS + 1;
    fit = fit < ranges ? fit : ranges;
    return fit > writer->run->threads ? writer->run->threads : fit < 1 ? 1 : (unsigned)fit;
}

int mdp_writer_each_state(struct mdp_writer *writer, uint64_t states,
                          int (*write)(struct mdp_writer *writer, uint64_t state)) {
    static const struct pipeline steps = {take_range, make_text, give_text, NULL};
    unsigned threads = thread_count(writer, states), have = 0;
    struct mdp_parts parts = {.writer = writer, .write = write, .states = states};
    parts.parts = memory_allocate_zeroed(writer->run->memory, threads * sizeof *parts.parts);
    if (parts.parts == NULL) {
        return error_memory(writer->error, "to write the graph");
    }
    while (have < threads && open_part(&parts.parts[have], writer) == 0) {
        have++;
    }
    int failed = -1;
    if (have == 0) {
        *writer->error = parts.parts[0].error;
    } else {
        failed = pipeline_run(have, &steps, &parts);
    }
    for (unsigned i = 0; i < have; i++) {
        close_part(&parts.parts[i], writer);
    }
    memory_free(writer->run->memory, parts.parts, threads * sizeof *parts.parts);
    return failed;
}
