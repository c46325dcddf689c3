/* heddle solve: the winners of a parity game, and their strategies. */
#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "cli/common.h"
#include "cli/front.h"
#include "api/output_name.h"
#include "cli/program.h"
#include "cli/result_rows.h"
#include "cli/solver_side.h"
#include "cli/spm_rows.h"
#include "explorer/backend.h"
#include "frontend/formats/game_read.h"
#include "frontend/formats/game_write.h"
#include "parity/solve_auto.h"

struct solve_command_options {
    struct run_options run;
    struct game_read_options reading;
    const char *output;
    uint64_t start; /* an id; UINT64_MAX: the start of the file */
    int solver;     /* enum solver */
    int verify;
    int keep_loops, keep_cycles, keep_priorities, keep_whole, preprocess_first;
    struct spm_command_options spm;
};

#define OPTION(member) offsetof(struct solve_command_options, member)

static const struct option_row rows[] = {
    {"solver", 's', OPTION_CHOICE, OPTION(solver), SOLVER_CHOICES, 0, 0,
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
     "where to solve: on the CPU, on GPU number K, or (auto, the default) on both at once. --memory bounds "
     "the memory of the named side"},
    JOB_ROWS(struct solve_command_options, "print no rows or progress"),
};

static const struct option_row advanced_rows[] = {
    {"keep-loops", 0, OPTION_FLAG, OPTION(keep_loops), NULL, 0, 0,
     "do not decide edges of vertices to themselves first"},
    {"keep-cycles", 0, OPTION_FLAG, OPTION(keep_cycles), NULL, 0, 0,
     "do not decide cycles that one player controls first"},
    {"keep-priorities", 0, OPTION_FLAG, OPTION(keep_priorities), NULL, 0, 0, "do not compress priorities"},
    {"keep-whole", 0, OPTION_FLAG, OPTION(keep_whole), NULL, 0, 0,
     "do not solve strongly connected components one by one"},
    {"preprocess-first", 0, OPTION_FLAG, OPTION(preprocess_first), NULL, 0, 0,
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

/* The result; a time that does not apply is negative, a count that does not apply is STATISTIC_ABSENT. */
struct result {
    const char *command, *input, *device, *solver, *winner, *written;
    int complete, verified;
    uint64_t threads, vertices, edges, priorities, even, odd, start;
    uint64_t rounds, promotions, tangles, lifts, preprocessed, memory_bytes;
    double lifts_per_second, read_seconds, seconds, verify_seconds, total_seconds;
};

#define AT(member) offsetof(struct result, member)

static const struct statistic_row result_rows[] = {
    COMMAND_ROWS(struct result, "input"),
    DEVICE_ROWS(struct result),
    {"solver", "solver", NULL, STATISTIC_TEXT, AT(solver)},
    {"complete", "complete", NULL, STATISTIC_TRUTH, AT(complete)},
    {"vertices", "vertices", NULL, STATISTIC_COUNT, AT(vertices)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(edges)},
    {"priorities", "priorities", NULL, STATISTIC_COUNT, AT(priorities)},
    {"even", "won by Even", NULL, STATISTIC_COUNT, AT(even)},
    {"odd", "won by Odd", NULL, STATISTIC_COUNT, AT(odd)},
    {"start", "start", NULL, STATISTIC_COUNT, AT(start)},
    {"winner", "winner there", NULL, STATISTIC_TEXT, AT(winner)},
    {"verified", "verified", NULL, STATISTIC_TRUTH, AT(verified)},
    {"rounds", "attractors", NULL, STATISTIC_COUNT, AT(rounds)},
    {"promotions", "promotions", NULL, STATISTIC_COUNT, AT(promotions)},
    {"tangles", "tangles", NULL, STATISTIC_COUNT, AT(tangles)},
    {"lifts", "lifts", NULL, STATISTIC_COUNT, AT(lifts)},
    {"lifts_per_second", "speed", "lifts/s", STATISTIC_RATE, AT(lifts_per_second)},
    {"preprocessed", "preprocessed", NULL, STATISTIC_COUNT, AT(preprocessed)},
    {"read_seconds", "reading time", NULL, STATISTIC_SECONDS, AT(read_seconds)},
    {"seconds", "time", NULL, STATISTIC_SECONDS, AT(seconds)},
    {"verify_seconds", "verifying time", NULL, STATISTIC_SECONDS, AT(verify_seconds)},
    COST_ROWS(struct result),
    {"output", "written", NULL, STATISTIC_TEXT, AT(written)},
};

#define RESULT_ROWS LENGTH(result_rows)

struct solve_job {
    struct job *job;
    const struct solve_command_options *options;
    const char *path;
    struct game_store store;
    struct solution solution;
    struct result result;
};

static const char *player_name(enum player player) {
    return player == PLAYER_EVEN ? "even" : "odd";
}

static int add_output(struct solve_job *solving) {
    static const enum file_format formats[] = {FILE_SOL, FILE_UNKNOWN};
    const struct job_output output = {{"--output", solving->options->output, formats, NULL, -1}, 1};
    return job_output(solving->job, &output, NULL);
}

static int read_game(struct solve_job *solving) {
    struct job *job = solving->job;
    const struct solve_command_options *options = solving->options;
    struct game_store *store = &solving->store;
    struct result *result = &solving->result;
    double begun = run_clock();
    backend_expect_file(job->backend, solving->path, &job->run);
    if (game_read(solving->path, &options->reading, &job->run, store, &job->error) != 0 ||
        job_outputs_spared(job) != 0) {
        return -1;
    }
    result->read_seconds = run_clock() - begun;
    result->vertices = store->game.vertices;
    result->edges = store->game.edges;
    if (options->start != UINT64_MAX && game_store_find(store, options->start, &store->game.start) != 0) {
        return error_set(&job->error, ERROR_USAGE, "--start %" PRIu64 ": the game has no such vertex",
                         options->start);
    }
    result->start = game_store_id(store, store->game.start);
    return game_count_priorities(&store->game, &job->memory, &result->priorities, &job->error);
}

/* Solves the game on the job's engine: the CPU, a GPU, or either under auto. */
static int solve_where_named(struct solve_job *solving, struct solve_report *report) {
    struct job *job = solving->job;
    const struct solve_command_options *options = solving->options;
    const struct solve_options how = {.solver = (enum solver)options->solver,
                                      .spm = spm_command_take(&options->spm),
                                      .keep_loops = options->keep_loops,
                                      .keep_cycles = options->keep_cycles,
                                      .keep_priorities = options->keep_priorities,
                                      .keep_whole = options->keep_whole,
                                      .preprocess_first = options->preprocess_first};
    const struct solve_task task = {.game = &solving->store.game,
                                    .options = &how,
                                    .run = &job->run,
                                    .solution = &solving->solution,
                                    .report = report,
                                    .error = &job->error};
    return job->backend->is_auto     ? solve_auto(&task)
           : job->backend->on_device ? solve_device_engine()->solve(&task)
                                     : solve_cpu(&task);
}

static void take_solution(struct result *result, const struct game *game, const struct solution *solution) {
    result->even = result->odd = 0;
    for (uint64_t v = 0; v < game->vertices; v++) {
        result->even += solution->winner[v] == PLAYER_EVEN;
        result->odd += solution->winner[v] == PLAYER_ODD;
    }
    result->winner = player_name((enum player)solution->winner[game->start]);
}

static int solve_game(struct solve_job *solving) {
    struct job *job = solving->job;
    struct result *result = &solving->result;
    struct solve_report report = {.solver = (enum solver)solving->options->solver};
    const struct game *game = &solving->store.game;
    if (solution_create(&solving->solution, game->vertices, &job->memory, &job->error) != 0) {
        return -1;
    }
    int failed = solve_where_named(solving, &report);
    result->device = report.engine != NULL ? report.engine : result->device;
    result->solver = solver_name(report.solver);
    if (failed != 0) {
        return -1;
    }
    result->seconds = report.seconds;
    result->rounds = report.rounds;
    result->promotions = report.solver == SOLVER_PROMOTION || report.solver == SOLVER_TANGLES ||
                                 report.solver == SOLVER_REGIONS
                             ? report.promotions
                             : STATISTIC_ABSENT;
    result->tangles = report.solver == SOLVER_TANGLES ? report.tangles : STATISTIC_ABSENT;
    if (report.solver == SOLVER_SPM) {
        result->lifts = report.lifts;
        result->lifts_per_second = report.seconds > 0 ? (double)report.lifts / report.seconds : -1;
    }
    result->preprocessed = report.preprocessed;
    result->complete = 1;
    take_solution(result, game, &solving->solution);
    return 0;
}

/* Verifies the solution. Returns 1 if it is right or need not be verified; 0 with the reason printed; or
 * -1. */
static int verify(struct solve_job *solving) {
    struct job *job = solving->job;
    const char *wrong;
    uint64_t vertex;
    double begun = run_clock();
    if (!solving->options->verify) {
        return 1;
    }
    int right =
        solution_verify(&solving->store.game, &solving->solution, &job->run, &wrong, &vertex, &job->error);
    if (right >= 0) {
        solving->result.verify_seconds = run_clock() - begun;
        solving->result.verified = right;
    }
    if (right == 0) {
        job_message(job, "the solution is wrong at vertex %" PRIu64 ": %s",
                    game_store_id(&solving->store, vertex), wrong);
    }
    return right;
}

static int write_solution(struct solve_job *solving) {
    struct job *job = solving->job;
    const char *path = solving->options->output;
    if (path == NULL) {
        return 0;
    }
    job_end_progress_for(job, path);
    if (solution_write(&solving->store, &solving->solution, path, &job->run, &job->error) != 0) {
        return -1;
    }
    solving->result.written = output_name_shown(path);
    return 0;
}

/* Reads, solves, verifies and writes; returns the exit code. */
static int run_solving(struct solve_job *solving) {
    struct job *job = solving->job;
    int right = -1;
    if (spm_command_check(&solving->options->spm, solving->options->solver == SOLVER_SPM, &job->error) != 0 ||
        solver_side_check(job, (enum solver)solving->options->solver, 0) != 0 || add_output(solving) != 0 ||
        read_game(solving) != 0 || solve_game(solving) != 0 || (right = verify(solving)) < 0) {
        solving->result.complete = 0;
        return job_fail(job);
    }
    if (right == 1 && write_solution(solving) != 0) {
        return job_fail(job); /* the solution is right: only the file is missing */
    }
    return right ? EXIT_DONE : EXIT_VIOLATED;
}

static int solve(struct job *job, const struct option_list *operands, void *values) {
    const struct solve_command_options *options = values;
    const char *path = operands->items[0];
    front_begin(options->run.device);
    if (job_configure(job, &options->run) != 0) {
        return job_fail(job);
    }
    struct solve_job solving = {.job = job, .options = options, .path = path};
    statistics_clear(result_rows, RESULT_ROWS, &solving.result);
    solving.result.command = "solve";
    solving.result.input = path;
    solving.result.device = job_device(job);
    solving.result.complete = 0;
    solving.result.threads = job->run.threads;
    int code = run_solving(&solving);
    solving.result.total_seconds = run_clock() - job->started;
    solving.result.memory_bytes = memory_peak(&job->memory);
    if (code != EXIT_ERROR && job_print_statistics(job, result_rows, RESULT_ROWS, &solving.result, 0) != 0) {
        code = job_fail(job);
    }
    solution_free(&solving.solution, solving.store.game.vertices, &job->memory);
    if (solving.store.memory != NULL) {
        game_store_free(&solving.store);
    }
    return code;
}

int solve_main(int argc, char **argv) {
    struct solve_command_options options = {
        .run = {.timeout = -1, .device = "auto"}, .start = UINT64_MAX, .spm = SPM_COMMAND_DEFAULTS};
    return job_command(&solve_command, argc, argv, &options, solve);
}
