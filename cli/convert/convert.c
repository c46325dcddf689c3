/* heddle convert: converts graphs, Markov decision processes and parity games between formats. */
#include <string.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "cli/common.h"
#include "cli/convert/convert.h"
#include "api/output_name.h"
#include "cli/program.h"
#include "cli/result_rows.h"
#include "frontend/formats/file_content.h"

#define OPTION(member) offsetof(struct convert_options, member)

static const struct option_row rows[] = {
    {"from", 0, OPTION_CHOICE, OPTION(from), CONVERT_INPUTS, 0, 0,
     "what IN is (default: what its name ends in, .aut for -)"},
    {"to", 0, OPTION_CHOICE, OPTION(to), CONVERT_OUTPUTS, 0, 0,
     "format of OUT (default: by the ending of its name, .aut for -); dot is a picture for Graphviz"},
    {"dialect", 0, OPTION_CHOICE, OPTION(dialect), "cadp|mcrl2", 0, 0,
     "dialect of .aut in OUT: cadp has i for the internal action and labels `L; prob P`; mcrl2 has tau and "
     "distributions (default: mcrl2 for probabilities that are not labels, else cadp)"},
    {"labels", 'l', OPTION_TEXT, OPTION(labels), "FILE.lab", 0, 0,
     "labels of the states of a .tra file (default: the file of that name beside it, if there is one)"},
    {"min", 0, OPTION_FLAG, OPTION(reading.min), NULL, 0, 0,
     "IN is a min-parity game: the least priority that occurs infinitely often decides, not the highest"},
    {"to-min", 0, OPTION_FLAG, OPTION(to_min), NULL, 0, 0, "OUT becomes a min-parity game"},
    {"dead-loses", 0, OPTION_FLAG, OPTION(reading.dead_loses), NULL, 0, 0,
     "allow vertices of a game without successors: each gets an edge to itself on which its owner loses"},
    MDP_OUTPUT_ROWS(struct convert_options, writing),
    JOB_ROWS(struct convert_options, "print no rows or progress"),
};

const struct options_command convert_command = {
    .name = "convert",
    .operands = "IN OUT",
    .endings = "aut tra drn pg gm",
    .summary = "convert a graph, a Markov decision process or a parity game to another format",
    .description = "Reads IN and writes OUT in another format; both may be compressed (.gz, .zst) or - "
                   "(standard input and output). Graphs are .aut of CADP and mCRL2; Markov decision "
                   "processes and chains are .aut, .tra with .lab (PRISM) and .drn (Storm). Each of them can "
                   "be converted to each other: states keep their numbers, and transitions of a graph become "
                   "choices. Graphs without probabilities can be drawn, as .dot. Parity games (.pg, .gm) are "
                   "converted to parity games, with --min, --to-min and --dead-loses.\n\n"
                   "If OUT cannot hold something that matters to the model, that is an error; other losses "
                   "are warnings.",
    .options = OPTIONS_TABLE(rows),
};

#define AT(member) offsetof(struct convert_result, member)

static const struct statistic_row result_rows[] = {
    COMMAND_ROWS(struct convert_result, "input"),
    {"from", "from", NULL, STATISTIC_TEXT, AT(from)},
    {"to", "to", NULL, STATISTIC_TEXT, AT(to)},
    {"dialect", "dialect", NULL, STATISTIC_TEXT, AT(dialect)},
    {"complete", "complete", NULL, STATISTIC_TRUTH, AT(complete)},
    {"states", "states", NULL, STATISTIC_COUNT, AT(states)},
    {"choices", "choices", NULL, STATISTIC_COUNT, AT(choices)},
    {"vertices", "vertices", NULL, STATISTIC_COUNT, AT(vertices)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(edges)},
    COST_ROWS(struct convert_result),
    {"output", "written", NULL, STATISTIC_TEXT, AT(written)},
    {"labels", "labels", NULL, STATISTIC_TEXT, AT(labels)},
};

#define RESULT_ROWS LENGTH(result_rows)

/* --- checks of the options --- */

static int refuse(struct conversion *work, const char *option, const char *what) {
    return error_set(&work->job->error, ERROR_USAGE, "%s is for %s", option, what);
}

static int check_options(struct conversion *work) {
    const struct convert_options *options = work->options;
    int game = work->from == FILE_PG;
    if (game != (work->to == FILE_PG)) {
        return error_set(&work->job->error, ERROR_USAGE,
                         game
                             ? "%.200s is a parity game, and can only become a parity game (.pg)"
                             : "%.200s is no parity game, and cannot become one: `heddle check --write-game` "
                               "makes them of formulas",
                         work->input);
    }
    if (!game && (options->reading.min || options->reading.dead_loses || options->to_min)) {
        return refuse(work,
                      options->reading.min          ? "--min"
                      : options->reading.dead_loses ? "--dead-loses"
                                                    : "--to-min",
                      "parity games");
    }
    if (options->labels != NULL && work->from != FILE_TRA) {
        return refuse(work, "--labels", ".tra files");
    }
    if (options->writing.state_labels && work->from != FILE_AUT) {
        return refuse(work, "--state-labels", ".aut files: the states of others have labels of their own");
    }
    return options->dialect >= 0 && work->to != FILE_AUT ? refuse(work, "--dialect", "writing .aut") : 0;
}

/* --- the command --- */

static const enum file_format formats[] = {FILE_AUT, FILE_TRA, FILE_DRN, FILE_PG, FILE_DOT, FILE_UNKNOWN};
#define INPUTS 4

static int is_input(enum file_format format) {
    for (int i = 0; i < INPUTS; i++) {
        if (formats[i] == format) {
            return 1;
        }
    }
    return 0;
}

static int refuse_input(struct conversion *work, enum file_format format) {
    struct error *error = &work->job->error;
    char what[600];
    if (format == FILE_EXP) {
        return error_set(error, ERROR_USAGE,
                         "%.200s is a network: `heddle explore %.200s -o %.200s` writes its state space",
                         work->input, work->input, work->output);
    }
    if (format == FILE_UNKNOWN) {
        return error_set(error, ERROR_USAGE,
                         "neither the name nor the first bytes of '%.200s' say which format it has: give "
                         "--from " CONVERT_INPUTS,
                         work->input);
    }
    file_format_describe(format, work->input, what, sizeof what);
    return error_set(error, ERROR_USAGE, "%.200s is %s", work->input, what);
}

/* Finds the format of IN by --from, its name or its first bytes; streams are AUT. */
static int find_input(struct conversion *work) {
    struct job *job = work->job;
    work->from = work->options->from >= 0 ? formats[work->options->from]
                                          : file_format_of_file(work->input, &job->run, &job->error);
    if (job->error.code != ERROR_NONE) {
        return -1;
    }
    if (work->from == FILE_UNKNOWN && file_format_is_stream(work->input)) {
        work->from = FILE_AUT;
    }
    return is_input(work->from) ? 0 : refuse_input(work, work->from);
}

static int find_output(struct conversion *work) {
    const struct job_output output = {{"OUT", work->output, formats, "--to", work->options->to}, 1};
    return job_output(work->job, &output, &work->to);
}

static int convert(struct conversion *work) {
    if (find_input(work) != 0 || find_output(work) != 0) {
        return -1;
    }
    work->result.from = file_format_row(work->from)->name;
    work->result.to = file_format_row(work->to)->name;
    if (check_options(work) != 0 ||
        mdp_output_check(work->job, work->output, work->to, &work->options->writing, &work->labels_out) !=
            0 ||
        (work->from == FILE_PG ? convert_game(work) : convert_model(work)) != 0) {
        return -1;
    }
    work->result.written = output_name_shown(work->output);
    work->result.labels = work->labels_out.path;
    return 0;
}

static int run_conversion(struct job *job, const struct option_list *operands, void *values) {
    const struct convert_options *options = values;
    if (job_configure(job, &options->run) != 0) {
        return job_fail(job);
    }
    struct conversion work = {
        .job = job, .options = options, .input = operands->items[0], .output = operands->items[1]};
    statistics_clear(result_rows, RESULT_ROWS, &work.result);
    work.result.command = "convert";
    work.result.input = work.input;
    int code = convert(&work) == 0 ? EXIT_DONE : job_fail(job);
    work.result.complete = code == EXIT_DONE;
    work.result.total_seconds = run_clock() - job->started;
    work.result.memory_bytes = memory_peak(&job->memory);
    if (code != EXIT_ERROR && job_print_statistics(job, result_rows, RESULT_ROWS, &work.result, 0) != 0) {
        code = job_fail(job);
    }
    mdp_beside_free(&work.labels_out, &job->memory);
    return code;
}

int convert_main(int argc, char **argv) {
    struct convert_options options = {
        .run = {.timeout = -1, .device = "auto"}, .from = -1, .to = -1, .dialect = -1};
    return job_command(&convert_command, argc, argv, &options, run_conversion);
}
