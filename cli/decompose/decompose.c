/* The commands `heddle scc` and `heddle mec`: their rows with a histogram of sizes, and JSON. */
#include <inttypes.h>
#include <jansson.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "base/quantity.h"
#include "cli/decompose/decompose.h"
#include "cli/front.h"
#include "cli/result_rows.h"

#define EXACT_SIZES 10u /* if there are more different sizes, the histogram shows ranges */

/* What is shown. */
struct decompose_shown {
    const char *command, *input, *device, *outcome;
    int complete;
    uint64_t threads, ranks, bytes_exchanged, memory_bytes;
    double other_seconds, total_seconds; /* other_seconds: what the result has no time of */
    struct decompose_result result;
};

#define AT(member) offsetof(struct decompose_shown, member)

static const struct statistic_row result_rows[] = {
    COMMAND_ROWS(struct decompose_shown, "input"),
    DEVICE_ROWS(struct decompose_shown),
    {"ranks", NULL, NULL, STATISTIC_COUNT, AT(ranks)},
    {"bytes_exchanged", "exchanged", NULL, STATISTIC_BYTES, AT(bytes_exchanged)},
    {"algorithm", "algorithm", NULL, STATISTIC_TEXT, AT(result.found.algorithm)},
    OUTCOME_ROWS(struct decompose_shown),
    {"states", "states", NULL, STATISTIC_COUNT, AT(result.search.states)},
    {"transitions", "transitions", NULL, STATISTIC_COUNT, AT(result.search.transitions)},
    {"choices", "choices", NULL, STATISTIC_COUNT, AT(result.found.choices)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(result.found.edges)},
    {"components", "components", NULL, STATISTIC_COUNT, AT(result.found.counts.components)},
    {"trivial", "  trivial", NULL, STATISTIC_COUNT, AT(result.found.counts.trivial)},
    {"bottom", "  bottom", NULL, STATISTIC_COUNT, AT(result.found.counts.bottom)},
    {"largest", "states in largest", NULL, STATISTIC_COUNT, AT(result.found.counts.largest)},
    {"states_in_components", "states in components", NULL, STATISTIC_COUNT,
     AT(result.found.counts.states_in_components)},
    {"rounds", "rounds", NULL, STATISTIC_COUNT, AT(result.found.rounds)},
    {"trimmed", "trimmed states", NULL, STATISTIC_COUNT, AT(result.found.trimmed)},
    {"search_seconds", "search time", NULL, STATISTIC_SECONDS, AT(result.effort.seconds)},
    {"graph_seconds", "graph time", NULL, STATISTIC_SECONDS, AT(result.found.graph_seconds)},
    {"seconds", "decomposition time", NULL, STATISTIC_SECONDS, AT(result.found.seconds)},
    {"scc_seconds", "  for SCCs", NULL, STATISTIC_SECONDS, AT(result.found.scc_seconds)},
    {NULL, "writing time", NULL, STATISTIC_SECONDS, AT(result.writing_seconds)},
    {NULL, "other time", NULL, STATISTIC_SECONDS, AT(other_seconds)},
    COST_ROWS(struct decompose_shown),
    {"output", "written", NULL, STATISTIC_TEXT, AT(result.written)},
    {"evidence", "evidence", NULL, STATISTIC_TEXT, AT(result.evidence)},
};

#define RESULT_ROWS LENGTH(result_rows)

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

/* Prints rows and a histogram, or JSON. 0, or -1 with job->error. */
static int print(struct job *job, const struct decompose_shown *shown) {
    const struct component_counts *counts = &shown->result.found.counts;
    progress_clear(&console_of(job)->progress);
    if (!console_of(job)->json) {
        if (!console_of(job)->quiet) {
            statistics_print(result_rows, RESULT_ROWS, shown, shown->result.search.outcome != EXPLORE_DONE,
                             console_results(job));
            print_sizes(counts, console_results(job));
        }
        return 0;
    }
    json_t *object = json_object();
    if (statistics_json(&job->memory, result_rows, RESULT_ROWS, shown, object) != 0 ||
        (counts->components != STATISTIC_ABSENT &&
         json_object_set_new(object, "sizes", sizes_json(counts)) != 0)) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

/* --- the command --- */

/* The memory of the engine's own side. */
static uint64_t memory_of(const struct decompose_result *result) {
    const struct explore_effort *effort = &result->effort;
    const uint64_t searched = effort->on_device || effort->ranks != 0 ? effort->memory_peak : 0;
    const uint64_t found = result->found.memory_bytes;
    return effort->seconds < 0 || found == STATISTIC_ABSENT ? searched
           : effort->ranks != 0 || found > searched         ? found
                                                            : searched;
}

/* The rest of the total time, so that the parts add up to the total. */
static double other_seconds(const struct decompose_result *result, double total) {
    const double parts[] = {result->effort.seconds, result->found.graph_seconds, result->found.seconds,
                            result->writing_seconds};
    for (unsigned i = 0; i < LENGTH(parts); i++) {
        total -= parts[i] > 0 ? parts[i] : 0;
    }
    return total > 0 ? total : 0;
}

/* Where the components were found, if they were; several processes keep the name of their engine. */
static void note_engine(const struct job *job, struct decompose_shown *shown) {
    const struct explore_effort *effort = &shown->result.effort;
    const struct components *found = &shown->result.found;
    shown->device = found->device != NULL ? found->device
                    : effort->ranks != 0  ? effort->device
                                          : job_device(job);
    shown->threads = found->device != NULL ? found->threads : job->run.threads;
    shown->ranks = shown->bytes_exchanged = STATISTIC_ABSENT;
    if (effort->ranks != 0) {
        shown->ranks = effort->ranks;
        shown->bytes_exchanged = effort->bytes_exchanged +
                                 (found->bytes_exchanged != STATISTIC_ABSENT ? found->bytes_exchanged : 0);
    }
    shown->memory_bytes = memory_of(&shown->result);
    if (shown->memory_bytes == 0) {
        shown->memory_bytes = memory_peak(&job->memory);
    }
}

static void say_not_written(struct job *job, const char *path) {
    if (path != NULL) {
        job_message(job, "%s: not written: the state space is incomplete", path);
    }
}

/* The exit code of a decomposition that returned `failed`. */
static int conclude(struct job *job, int failed, const struct decompose_request *request,
                    const struct decompose_result *result) {
    if (failed) {
        return job_fail(job);
    }
    if (result->complete) {
        return EXIT_DONE;
    }
    say_not_written(job, request->output);
    say_not_written(job, request->evidence);
    return EXIT_UNDECIDED;
}

static int decompose(struct job *job, const struct option_list *operands, void *values) {
    struct decompose_request *request = values;
    front_begin(request->run.device);
    if (job_configure(job, &request->run) != 0) {
        return job_fail(job);
    }
    request->path = operands->items[0];
    struct decompose_shown shown = {.command = job->command, .input = request->path};
    const int failed = api_decompose(job, request, &shown.result);
    shown.complete = shown.result.complete;
    shown.outcome = failed ? job_outcome(job) : search_outcome_name(shown.result.search.outcome);
    int code = conclude(job, failed, request, &shown.result);
    note_engine(job, &shown);
    shown.total_seconds = run_clock() - job->started;
    shown.other_seconds = other_seconds(&shown.result, shown.total_seconds);
    if ((code != EXIT_ERROR || shown.complete) && print(job, &shown) != 0) {
        code = job_fail(job);
    }
    decompose_result_free(&shown.result, &job->memory);
    return code;
}

int decompose_main(const struct options_command *command, int mec, int argc, char **argv) {
    struct decompose_request request = DECOMPOSE_DEFAULTS;
    request.mec = mec;
    return job_command(command, argc, argv, &request, decompose);
}
