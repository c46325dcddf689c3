/* heddle mec: maximal end components. */
#include "cli/decompose/decompose.h"
#include "cli/program.h"

static const struct option_row rows[] = {
    {"labels", 'l', OPTION_TEXT, offsetof(struct decompose_options, labels), "FILE.lab", 0, 0,
     "labels of the states of a .tra file (default: the file of that name beside it, if there is one)"},
    {"no-maximal-progress", 0, OPTION_FLAG, offsetof(struct decompose_options, no_maximal_progress), NULL, 0,
     0, "rates count in states with internal transitions, too (of networks)"},
    DECOMPOSE_ROWS("write a line `STATE COMPONENT` for each state to FILE (.gz or .zst: compressed; -: "
                   "standard output); a component is named by its smallest state, and - stands for none"),
    ENGINE_ROWS(struct decompose_options),
    JOB_ROWS(struct decompose_options, "print no rows, warnings or progress"),
    READER_ROWS(struct decompose_options),
    SEARCH_ROWS(struct decompose_options),
};

static const struct option_row advanced_rows[] = {
    {"pivots-from-j", 0, OPTION_FLAG, offsetof(struct decompose_options, pivots_from_j), NULL, 0, 0,
     "fbt and bfbt: after the first round, begin only at states that lost a choice or a successor"},
    DECOMPOSE_ADVANCED_ROWS,
};

const struct options_command mec_command = {
    .name = "mec",
    .operands = "NET|MDP",
    .endings = "exp aut tra drn",
    .operands_minimum = 1,
    .operands_maximum = 1,
    .summary = "find the maximal end components of a Markov decision process",
    .description =
        "An end component is a set of states, each with at least one choice that stays inside for certain, "
        "in which those choices lead from every state to every other; the maximal ones are told. The Markov "
        "decision process is a network with `prob` and `rate` labels, whose state space is searched and on a "
        "GPU stays there, or a file: .tra with .lab (PRISM's and Storm's), .drn, .aut of mCRL2 with "
        "distributions or with `prob` labels, plain or compressed.\n\n"
        "The states of a network are numbered as in the file that `heddle explore -o` writes, those of a "
        "file as they are. When a limit is reached, nothing is decomposed and written, and the exit status "
        "is 3.",
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .advanced_rows = advanced_rows,
    .advanced_count = sizeof advanced_rows / sizeof *advanced_rows,
};

int mec_main(int argc, char **argv) {
    struct job job;
    struct decompose_options options = DECOMPOSE_DEFAULTS;
    struct option_list operands = {0};
    job_begin(&job, "mec");
    int code = job_options(&job, &mec_command, argc, argv, &options, &operands);
    if (code < 0) {
        code = decompose_command(&job, operands.items[0], &options, 1);
    }
    options_free(&job.arguments, &mec_command, &options, &operands);
    job_end(&job);
    return code;
}
