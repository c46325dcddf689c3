/* heddle convert: converts graphs, Markov decision processes and parity games between formats. */
#include "api/convert.h"

#include "base/array.h"
#include "base/options/statistics.h"
#include "cli/common.h"
#include "cli/mdp_output_rows.h"
#include "cli/program.h"
#include "cli/result_rows.h"

#define OPTION(member) offsetof(struct convert_request, member)

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
    {"to-min", 0, OPTION_FLAG, OPTION(reading.to_min), NULL, 0, 0, "OUT becomes a min-parity game"},
    {"dead-loses", 0, OPTION_FLAG, OPTION(reading.dead_loses), NULL, 0, 0,
     "allow vertices of a game without successors: each gets an edge to itself on which its owner loses"},
    MDP_OUTPUT_ROWS(struct convert_request, writing),
    JOB_ROWS(struct convert_request, "print no rows or progress"),
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

/* What is shown. */
struct shown {
    const char *command, *input;
    int complete;
    uint64_t memory_bytes;
    double total_seconds;
    struct convert_result result;
};

#define AT(member) offsetof(struct shown, member)

static const struct statistic_row result_rows[] = {
    COMMAND_ROWS(struct shown, "input"),
    {"from", "from", NULL, STATISTIC_TEXT, AT(result.from)},
    {"to", "to", NULL, STATISTIC_TEXT, AT(result.to)},
    {"dialect", "dialect", NULL, STATISTIC_TEXT, AT(result.dialect)},
    {"complete", "complete", NULL, STATISTIC_TRUTH, AT(complete)},
    {"states", "states", NULL, STATISTIC_COUNT, AT(result.states)},
    {"choices", "choices", NULL, STATISTIC_COUNT, AT(result.choices)},
    {"vertices", "vertices", NULL, STATISTIC_COUNT, AT(result.vertices)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(result.edges)},
    COST_ROWS(struct shown),
    {"output", "written", NULL, STATISTIC_TEXT, AT(result.written)},
    {"labels", "labels", NULL, STATISTIC_TEXT, AT(result.labels)},
};

#define RESULT_ROWS LENGTH(result_rows)

static int convert(struct job *job, const struct option_list *operands, void *values) {
    struct convert_request *request = values;
    if (job_configure(job, &request->run) != 0) {
        return job_fail(job);
    }
    request->input = operands->items[0];
    request->output = operands->items[1];
    struct shown shown = {.command = "convert", .input = request->input};
    int code = api_convert(job, request, &shown.result) == 0 ? EXIT_DONE : job_fail(job);
    shown.complete = code == EXIT_DONE;
    shown.total_seconds = run_clock() - job->started;
    shown.memory_bytes = memory_peak(&job->memory);
    if (code != EXIT_ERROR && job_print_statistics(job, result_rows, RESULT_ROWS, &shown, 0) != 0) {
        code = job_fail(job);
    }
    convert_result_free(&shown.result, &job->memory);
    return code;
}

int convert_main(int argc, char **argv) {
    struct convert_request request = CONVERT_DEFAULTS;
    return job_command(&convert_command, argc, argv, &request, convert);
}
