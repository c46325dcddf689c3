/* heddle solve: the winners of a parity game, and their strategies. */
#include "api/solve.h"
#include "base/array.h"
#include "base/options/statistics.h"
#include "cli/common.h"
#include "cli/front.h"
#include "cli/program.h"
#include "cli/result_rows.h"
#include "cli/spm_rows.h"

struct solve_command_options {
    struct solve_request request; /* first: its rows have its offsets */
    int solver;                   /* enum solver */
    struct spm_command_options spm;
};

#define OPTION(member) offsetof(struct solve_request, member)

static const struct option_row rows[] = {
    {"solver", 's', OPTION_CHOICE, offsetof(struct solve_command_options, solver), SOLVER_CHOICES, 0, 0,
     "attractor: games without alternation. promotion: priority promotion, on the CPU. tangles: tangle "
     "learning, on the CPU. regions: promotion of many vertices at once, on a GPU. spm: small progress "
     "measures, on the CPU, a GPU, or both. auto (the default): the best of these, on the CPU and on a GPU "
     "at the same time; the first one to finish gives the solution"},
    {"output", 'o', OPTION_TEXT, OPTION(output), "FILE", 0, 0,
     "write the solution to FILE: winner and strategy of each vertex (.gz or .zst: compressed; -: standard "
     "output)"},
    {"verify", 0, OPTION_FLAG, OPTION(verify), NULL, 0, 0,
     "check the solution vertex by vertex and cycle by cycle, without any solver"},
    {"start", 0, OPTION_NUMBER, OPTION(start), "ID", 0, UINT64_MAX - 1,
     "the vertex whose winner is reported (default: the one that the file names, else the lowest id)"},
    {"min", 0, OPTION_FLAG, OPTION(reading.min), NULL, 0, 0,
     "the game is a min-parity game: the least priority that occurs infinitely often decides, not the "
     "highest"},
    {"dead-loses", 0, OPTION_FLAG, OPTION(reading.dead_loses), NULL, 0, 0,
     "allow vertices without successors: the owner loses there"},
    {"threads", 'j', OPTION_NUMBER, OPTION(run.threads), "N", 1, 1024,
     "CPU threads (default: as many as there are)"},
    {"device", 'd', OPTION_TEXT, OPTION(run.device), "auto|cpu|cuda[:K]", 0, 0,
     "auto (default): the CPU and a GPU at the same time; cpu; cuda or cuda:K: GPU 0 or K"},
    JOB_ROWS(struct solve_request, "print no rows or progress"),
};

static const struct option_row advanced_rows[] = {
    {"keep-loops", 0, OPTION_FLAG, OPTION(how.keep_loops), NULL, 0, 0,
     "do not decide edges of vertices to themselves first"},
    {"keep-cycles", 0, OPTION_FLAG, OPTION(how.keep_cycles), NULL, 0, 0,
     "do not decide cycles that one player controls first"},
    {"keep-priorities", 0, OPTION_FLAG, OPTION(how.keep_priorities), NULL, 0, 0,
     "do not compress priorities"},
    {"keep-whole", 0, OPTION_FLAG, OPTION(how.keep_whole), NULL, 0, 0,
     "do not solve strongly connected components one by one"},
    {"preprocess-first", 0, OPTION_FLAG, OPTION(how.preprocess_first), NULL, 0, 0,
     "promotion: decide such cycles and split the game into components at once, not only if the game is "
     "hard"},
    SPM_ROWS(struct solve_command_options, spm),
};

static const struct option_argument arguments[] = {
    {"output", COMPLETION_FILES, "sol"},
    {NULL, COMPLETION_FILES, NULL},
};

const struct options_command solve_command = {
    .name = "solve",
    .operands = "GAME",
    .endings = "pg gm",
    .summary = "solve a parity game",
    .description = "Reads the game GAME (PGSolver's format: .pg, .gm, plain or compressed; -: standard "
                   "input) and finds the winner of each vertex, with a strategy. Even wins a play if the "
                   "highest priority that occurs infinitely often is even.\n\n"
                   "The exit status is 0 if the game is solved, whether Even or Odd wins; 1 if --verify "
                   "refutes the solution; 3 if time or memory did not suffice.",
    .arguments = arguments,
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
};

/* What is shown. */
struct shown {
    const char *command, *input, *device;
    uint64_t threads, memory_bytes;
    double lifts_per_second, total_seconds;
    struct solve_result result;
};

#define AT(member) offsetof(struct shown, member)

static const struct statistic_row result_rows[] = {
    COMMAND_ROWS(struct shown, "input"),
    DEVICE_ROWS(struct shown),
    {"solver", "solver", NULL, STATISTIC_TEXT, AT(result.solver)},
    {"complete", "complete", NULL, STATISTIC_TRUTH, AT(result.complete)},
    {"vertices", "vertices", NULL, STATISTIC_COUNT, AT(result.vertices)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(result.edges)},
    {"priorities", "priorities", NULL, STATISTIC_COUNT, AT(result.priorities)},
    {"even", "won by Even", NULL, STATISTIC_COUNT, AT(result.even)},
    {"odd", "won by Odd", NULL, STATISTIC_COUNT, AT(result.odd)},
    {"start", "start", NULL, STATISTIC_COUNT, AT(result.start)},
    {"winner", "winner there", NULL, STATISTIC_TEXT, AT(result.winner)},
    {"verified", "verified", NULL, STATISTIC_TRUTH, AT(result.verified)},
    {"rounds", "attractors", NULL, STATISTIC_COUNT, AT(result.report.rounds)},
    {"promotions", "promotions", NULL, STATISTIC_COUNT, AT(result.report.promotions)},
    {"tangles", "tangles", NULL, STATISTIC_COUNT, AT(result.report.tangles)},
    {"lifts", "lifts", NULL, STATISTIC_COUNT, AT(result.report.lifts)},
    {"lifts_per_second", "speed", "lifts/s", STATISTIC_RATE, AT(lifts_per_second)},
    {"preprocessed", "preprocessed", NULL, STATISTIC_COUNT, AT(result.report.preprocessed)},
    {"read_seconds", "reading time", NULL, STATISTIC_SECONDS, AT(result.read_seconds)},
    {"seconds", "time", NULL, STATISTIC_SECONDS, AT(result.report.seconds)},
    {"verify_seconds", "verifying time", NULL, STATISTIC_SECONDS, AT(result.verify_seconds)},
    COST_ROWS(struct shown),
    {"output", "written", NULL, STATISTIC_TEXT, AT(result.written)},
};

#define RESULT_ROWS LENGTH(result_rows)

/* The request that the options are. Returns 0, or -1 with job->error. */
static int make_request(struct job *job, struct solve_command_options *options) {
    options->request.how.solver = (enum solver)options->solver;
    options->request.how.spm = spm_command_take(&options->spm);
    return job_configure(job, &options->request.run) != 0
               ? -1
               : spm_command_check(&options->spm, options->solver == SOLVER_SPM, &job->error);
}

static int solve(struct job *job, const struct option_list *operands, void *values) {
    struct solve_command_options *options = values;
    options->request.path = operands->items[0];
    front_begin(options->request.run.device);
    if (make_request(job, options) != 0) {
        return job_fail(job);
    }
    struct shown shown = {.command = "solve", .input = options->request.path};
    struct solve_result *result = &shown.result;
    int code = api_solve(job, &options->request, result) != 0 ? job_fail(job)
               : result->verified == 0                        ? EXIT_VIOLATED
                                                              : EXIT_DONE;
    shown.device = result->report.engine != NULL ? result->report.engine : job_device(job);
    shown.threads = job->run.threads;
    shown.lifts_per_second = result->report.lifts != STATISTIC_ABSENT && result->report.seconds > 0
                                 ? (double)result->report.lifts / result->report.seconds
                                 : -1;
    shown.total_seconds = run_clock() - job->started;
    shown.memory_bytes = memory_peak(&job->memory);
    if ((code != EXIT_ERROR || result->complete) &&
        job_print_statistics(job, result_rows, RESULT_ROWS, &shown, 0) != 0) {
        code = job_fail(job);
    }
    solve_result_free(result, &job->memory);
    return code;
}

int solve_main(int argc, char **argv) {
    struct solve_command_options options = {.request = SOLVE_DEFAULTS, .spm = SPM_COMMAND_DEFAULTS};
    return job_command(&solve_command, argc, argv, &options, solve);
}
