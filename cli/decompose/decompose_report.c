/* The output of decompositions: rows with a histogram of sizes, JSON, and the file of components. */
#include <inttypes.h>
#include <jansson.h>

#include "base/array.h"
#include "base/stream/output.h"
#include "base/quantity.h"
#include "base/options/statistics.h"
#include "cli/decompose/decompose.h"
#include "api/output_name.h"
#include "cli/result_rows.h"

#define AT(member) offsetof(struct decompose_result, member)
#define EXACT_SIZES 10u             /* if there are more different sizes, the histogram shows ranges */
#define LINES_BETWEEN_LOOKS 1048576 /* lines between two checks of the stop flag */

static const struct statistic_row result_rows[] = {
    COMMAND_ROWS(struct decompose_result, "input"),
    DEVICE_ROWS(struct decompose_result),
    {"ranks", NULL, NULL, STATISTIC_COUNT, AT(ranks)},
    {"bytes_exchanged", "exchanged", NULL, STATISTIC_BYTES, AT(bytes_exchanged)},
    {"algorithm", "algorithm", NULL, STATISTIC_TEXT, AT(found.algorithm)},
    OUTCOME_ROWS(struct decompose_result),
    {"states", "states", NULL, STATISTIC_COUNT, AT(states)},
    {"transitions", "transitions", NULL, STATISTIC_COUNT, AT(transitions)},
    {"choices", "choices", NULL, STATISTIC_COUNT, AT(found.choices)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(found.edges)},
    {"components", "components", NULL, STATISTIC_COUNT, AT(found.counts.components)},
    {"trivial", "  trivial", NULL, STATISTIC_COUNT, AT(found.counts.trivial)},
    {"bottom", "  bottom", NULL, STATISTIC_COUNT, AT(found.counts.bottom)},
    {"largest", "states in largest", NULL, STATISTIC_COUNT, AT(found.counts.largest)},
    {"states_in_components", "states in components", NULL, STATISTIC_COUNT,
     AT(found.counts.states_in_components)},
    {"rounds", "rounds", NULL, STATISTIC_COUNT, AT(found.rounds)},
    {"trimmed", "trimmed states", NULL, STATISTIC_COUNT, AT(found.trimmed)},
    {"search_seconds", "search time", NULL, STATISTIC_SECONDS, AT(search_seconds)},
    {"graph_seconds", "graph time", NULL, STATISTIC_SECONDS, AT(found.graph_seconds)},
    {"seconds", "decomposition time", NULL, STATISTIC_SECONDS, AT(found.seconds)},
    {"scc_seconds", "  for SCCs", NULL, STATISTIC_SECONDS, AT(found.scc_seconds)},
    {NULL, "writing time", NULL, STATISTIC_SECONDS, AT(writing_seconds)},
    {NULL, "other time", NULL, STATISTIC_SECONDS, AT(other_seconds)},
    COST_ROWS(struct decompose_result),
    {"output", "written", NULL, STATISTIC_TEXT, AT(written)},
    {"evidence", "evidence", NULL, STATISTIC_TEXT, AT(evidence)},
};

#define RESULT_ROWS LENGTH(result_rows)

void decompose_clear_result(struct decomposition *work) {
    struct decompose_result *result = &work->result;
    statistics_clear(result_rows, RESULT_ROWS, result);
    components_clear(&result->found);
    result->command = work->task.mec ? "mec" : "scc";
    result->input = work->path;
    result->device = job_device(work->job);
    result->threads = work->job->run.threads;
    result->bytes_exchanged = STATISTIC_ABSENT;
    result->complete = 0;
    result->outcome = "failed";
}

/* --- the histogram --- */

static void print_size(uint64_t from, uint64_t to, uint64_t count, FILE *stream) {
    char first[QUANTITY_TEXT], last[QUANTITY_TEXT], number[QUANTITY_TEXT], range[2 * QUANTITY_TEXT + 4];
    quantity_number(from, first);
    quantity_number(to, last);
    snprintf(range, sizeof range, from == to ? "%s" : "%s to %s", first, last);
    fprintf(stream, "%*s  %*s\n", 29, range, 15, quantity_number(count, number));
}

/* Prints each size if there are few, otherwise ranges by powers of ten. */
static void print_sizes(const struct component_counts *counts, FILE *stream) {
    if (counts->size_count == 0) {
        return;
    }
    fprintf(stream, "\n%*s  %*s\n", 29, "states of a component", 15, "components");
    uint64_t i = 0, end = 10;
    while (i < counts->size_count) {
        uint64_t first = counts->sizes[i].size, last = first, count = counts->sizes[i].count;
        for (; first >= end; end *= 10) {
        }
        for (i++; counts->size_count > EXACT_SIZES && i < counts->size_count && counts->sizes[i].size < end;
             i++) {
            last = counts->sizes[i].size;
            count += counts->sizes[i].count;
        }
        print_size(first, last, count, stream);
    }
}

static json_t *sizes_json(const struct component_counts *counts) {
    json_t *sizes = json_object();
    char text[32];
    for (uint64_t i = 0; i < counts->size_count; i++) {
        snprintf(text, sizeof text, "%" PRIu64, counts->sizes[i].size);
        if (json_object_set_new(sizes, text, json_integer((json_int_t)counts->sizes[i].count)) != 0) {
            json_decref(sizes);
            return NULL;
        }
    }
    return sizes;
}

int decompose_print(struct decomposition *work) {
    struct job *job = work->job;
    progress_clear(&console_of(job)->progress);
    if (!work->options->run.json) {
        if (!console_of(job)->quiet) {
            statistics_print(result_rows, RESULT_ROWS, &work->result, work->result.cut_short,
                             console_results(job));
            print_sizes(&work->result.found.counts, console_results(job));
        }
        return 0;
    }
    json_t *object = json_object();
    if (statistics_json(&job->memory, result_rows, RESULT_ROWS, &work->result, object) != 0 ||
        (work->result.found.counts.components != STATISTIC_ABSENT &&
         json_object_set_new(object, "sizes", sizes_json(&work->result.found.counts)) != 0)) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

/* --- the file --- */

static int write_lines(struct decomposition *work, output *file) {
    struct job *job = work->job;
    struct error *error = &job->error;
    const struct components *found = &work->result.found;
    for (uint64_t state = 0; state < found->vertices; state++) {
        uint32_t component = found->component[state];
        if (state % LINES_BETWEEN_LOOKS == 0) {
            run_tell(&job->run, "writing", state, found->vertices, "states");
            if (run_should_stop(&job->run)) {
                return error_set(error, ERROR_INTERRUPTED, "interrupted");
            }
        }
        if (output_number(file, state, error) != 0 || output_text(file, " ", error) != 0 ||
            (component == COMPONENT_NONE ? output_text(file, "-", error)
                                         : output_number(file, component, error)) != 0 ||
            output_text(file, "\n", error) != 0) {
            return -1;
        }
    }
    return 0;
}

int decompose_write(struct decomposition *work) {
    struct job *job = work->job;
    const char *path = work->options->output;
    double begun = run_clock();
    job_end_progress_for(job, path);
    output *file = output_create(&job->run, path, &job->error);
    if (file == NULL) {
        return -1;
    }
    if (write_lines(work, file) != 0) {
        output_discard(file);
        return -1;
    }
    if (output_finish(file, &job->error) != 0) {
        return -1;
    }
    work->result.written = output_name_shown(path);
    decompose_note_writing(work, begun);
    return 0;
}
