/* heddle convert: from one format of graphs, Markov decision processes or parity games to another. */
#include <jansson.h>
#include <string.h>

#include "base/options/statistics.h"
#include "cli/common.h"
#include "cli/convert/convert.h"
#include "cli/convert/convert_format.h"
#include "cli/output_name.h"
#include "cli/program.h"
#include "frontend/formats/mdp_read.h"

#define OPTION(member) offsetof(struct convert_options, member)

static const struct option_row rows[] = {
    {"from", 0, OPTION_CHOICE, OPTION(from), CONVERT_INPUTS, 0, 0,
     "what IN is (default: what its name ends in, .aut for -)"},
    {"to", 0, OPTION_CHOICE, OPTION(to), CONVERT_FORMATS, 0, 0,
     "what OUT is to be (default: what its name ends in, .aut for -); dot is a picture for Graphviz"},
    {"dialect", 0, OPTION_CHOICE, OPTION(dialect), "cadp|mcrl2", 0, 0,
     "how .aut is written: cadp has i for the internal action and labels `L; prob P`, mcrl2 has tau and "
     "distributions (default: mcrl2 where there are probabilities that are no labels of an .aut file, else "
     "cadp)"},
    {"labels", 'l', OPTION_TEXT, OPTION(labels), "FILE.lab", 0, 0,
     "labels of the states of a .tra file (default: the file of that name beside it, if there is one)"},
    {"min", 0, OPTION_FLAG, OPTION(reading.min), NULL, 0, 0,
     "in the game IN the least priority that occurs again and again decides, not the highest"},
    {"to-min", 0, OPTION_FLAG, OPTION(to_min), NULL, 0, 0, "the same for the game OUT"},
    {"dead-loses", 0, OPTION_FLAG, OPTION(reading.dead_loses), NULL, 0, 0,
     "a vertex of a game without successors is no error: it gets an edge to itself, where its owner loses"},
    JOB_ROWS(struct convert_options, "print no rows, warnings or progress"),
};

const struct options_command convert_command = {
    .name = "convert",
    .operands = "IN OUT",
    .endings = "aut tra drn pg gm",
    .operands_minimum = 2,
    .operands_maximum = 2,
    .summary = "convert a graph, a Markov decision process or a parity game to another format",
    .description = "Reads IN and writes the same as OUT, both plain or compressed (.gz, .zst; -: standard "
                   "input and output). "
                   "Graphs are .aut of CADP and mCRL2, Markov decision processes and chains .aut, .tra with "
                   ".lab (PRISM) and .drn "
                   "(Storm); each of them becomes each other one, states keep their numbers, and transitions "
                   "of a graph become "
                   "choices. Graphs without probabilities can be drawn, as .dot. Parity games (.pg, .gm) "
                   "become parity games, for "
                   "--min, --to-min and --dead-loses.\n\n"
                   "What a format cannot express is an error when it matters to the model, and else a "
                   "warning. OUT appears under "
                   "its name only when it is complete.",
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
};

static const struct statistic_row result_rows[] = {
    {"command", NULL, NULL, STATISTIC_TEXT, offsetof(struct convert_result, command)},
    {"input", "input", NULL, STATISTIC_TEXT, offsetof(struct convert_result, input)},
    {"from", "from", NULL, STATISTIC_TEXT, offsetof(struct convert_result, from)},
    {"to", "to", NULL, STATISTIC_TEXT, offsetof(struct convert_result, to)},
    {"dialect", "dialect", NULL, STATISTIC_TEXT, offsetof(struct convert_result, dialect)},
    {"complete", "complete", NULL, STATISTIC_TRUTH, offsetof(struct convert_result, complete)},
    {"states", "states", NULL, STATISTIC_COUNT, offsetof(struct convert_result, states)},
    {"choices", "choices", NULL, STATISTIC_COUNT, offsetof(struct convert_result, choices)},
    {"vertices", "vertices", NULL, STATISTIC_COUNT, offsetof(struct convert_result, vertices)},
    {"edges", "edges", NULL, STATISTIC_COUNT, offsetof(struct convert_result, edges)},
    {"total_seconds", "total time", NULL, STATISTIC_SECONDS, offsetof(struct convert_result, total_seconds)},
    {"memory_bytes", "memory", NULL, STATISTIC_BYTES, offsetof(struct convert_result, memory_bytes)},
    {"output", "written", NULL, STATISTIC_TEXT, offsetof(struct convert_result, written)},
    {"labels", "labels", NULL, STATISTIC_TEXT, offsetof(struct convert_result, labels)},
};

#define RESULT_ROWS (sizeof result_rows / sizeof *result_rows)

/* --- what is asked for --- */

static int refuse(struct conversion *work, const char *option, const char *what) {
    return error_set(&work->job->error, ERROR_USAGE, "%s is for %s", option, what);
}

static int check_options(struct conversion *work) {
    const struct convert_options *options = work->options;
    int game = work->from == CONVERT_PG;
    if (game != (work->to == CONVERT_PG)) {
        return error_set(
            &work->job->error, ERROR_USAGE,
            game ? "%.200s is a parity game, and becomes one alone (.pg)"
                 : "%.200s is no parity game, and becomes none: `heddle check --write-game` makes them of "
                   "formulas",
            work->input);
    }
    if (!game && (options->reading.min || options->reading.dead_loses || options->to_min)) {
        return refuse(work,
                      options->reading.min          ? "--min"
                      : options->reading.dead_loses ? "--dead-loses"
                                                    : "--to-min",
                      "parity games");
    }
    if (options->labels != NULL && work->from != CONVERT_TRA) {
        return refuse(work, "--labels", ".tra files");
    }
    return options->dialect != CONVERT_NONE && work->to != CONVERT_AUT
               ? refuse(work, "--dialect", "writing .aut")
               : 0;
}

/* The name of the .lab file beside a .tra file; NULL where the name does not end so. 0 or -1. */
static int find_labels(struct conversion *work, const char *path, struct mdp_beside *beside) {
    return mdp_beside_find(path, ".lab", &work->job->memory, beside, &work->job->error);
}

static int check_names(struct conversion *work) {
    struct error *error = &work->job->error;
    if (work->to == CONVERT_TRA && find_labels(work, work->output, &work->labels_out) != 0) {
        return -1;
    }
    return output_name_writable(work->output, error) != 0 ||
                   (work->labels_out.path != NULL && output_name_writable(work->labels_out.path, error) != 0)
               ? -1
               : 0;
}

int convert_check_spared(struct conversion *work) {
    struct job *job = work->job;
    return files_read_spared(&job->run, work->output, &job->error) != 0 ||
                   files_read_spared(&job->run, work->labels_out.path, &job->error) != 0
               ? -1
               : 0;
}

/* --- the whole --- */

/* A network is explored: that writes the same formats. */
static int refuse_network(struct conversion *work) {
    return work->options->from == CONVERT_NONE && convert_format_ends(work->input, ".exp")
               ? error_set(&work->job->error, ERROR_USAGE,
                           "%.200s is a network: `heddle explore %.200s -o %.200s` writes its state space",
                           work->input, work->input, work->output)
               : 0;
}

static int convert(struct conversion *work) {
    struct job *job = work->job;
    const struct convert_options *options = work->options;
    if (refuse_network(work) != 0 ||
        (work->from = convert_format_of_input(work->input, options->from, &job->error)) == CONVERT_NONE ||
        (work->to = convert_format_of_output(work->output, options->to, &job->error)) == CONVERT_NONE) {
        return -1;
    }
    work->result.from = convert_format_name(work->from);
    work->result.to = convert_format_name(work->to);
    if (check_options(work) != 0 || check_names(work) != 0 ||
        (work->from == CONVERT_PG ? convert_game(work) : convert_model(work)) != 0) {
        return -1;
    }
    work->result.written = output_name_is_stdout(work->output) ? NULL : work->output;
    work->result.labels = work->labels_out.path;
    return 0;
}

static int print_result(struct conversion *work) {
    struct job *job = work->job;
    FILE *stream = output_name_is_stdout(work->output) ? stderr : stdout;
    progress_clear(&job->progress);
    if (!work->options->run.json) {
        if (!job->quiet) {
            statistics_print(result_rows, RESULT_ROWS, &work->result, 0, stream);
        }
        return 0;
    }
    json_t *object = json_object();
    if (statistics_json(&job->memory, result_rows, RESULT_ROWS, &work->result, object) != 0) {
        json_decref(object);
        return error_set(&job->error, ERROR_MEMORY, "out of memory for the JSON text");
    }
    job_print_json(job, object, stream);
    return 0;
}

static int run_conversion(struct job *job, const struct option_list *operands,
                          const struct convert_options *options) {
    if (job_configure(job, &options->run) != 0) {
        return job_fail(job);
    }
    struct conversion work = {.job = job,
                              .options = options,
                              .input = operands->items[0],
                              .output = operands->items[1],
                              .result = {.command = "convert",
                                         .input = operands->items[0],
                                         .states = STATISTIC_ABSENT,
                                         .choices = STATISTIC_ABSENT,
                                         .vertices = STATISTIC_ABSENT,
                                         .edges = STATISTIC_ABSENT}};
    int code = convert(&work) == 0 ? EXIT_DONE : job_fail(job);
    work.result.complete = code == EXIT_DONE;
    work.result.total_seconds = run_clock() - job->started;
    work.result.memory_bytes = memory_peak(&job->memory);
    if (code != EXIT_ERROR && print_result(&work) != 0) {
        code = job_fail(job);
    }
    mdp_beside_free(&work.labels_out, &job->memory);
    return code;
}

int convert_main(int argc, char **argv) {
    struct job job;
    struct convert_options options = {.run = {.timeout = -1, .device = "auto"},
                                      .from = CONVERT_NONE,
                                      .to = CONVERT_NONE,
                                      .dialect = CONVERT_NONE};
    struct option_list operands = {0};
    job_begin(&job, "convert");
    int code = job_options(&job, &convert_command, argc, argv, &options, &operands);
    if (code < 0) {
        code = run_conversion(&job, &operands, &options);
    }
    options_free(&job.arguments, &convert_command, &options, &operands);
    job_end(&job);
    return code;
}
