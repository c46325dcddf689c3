/* The winners of a parity game, and their strategies. */
#include "api/solve.h"

#include <inttypes.h>

#include "api/output_name.h"
#include "api/solver_side.h"
#include "base/options/statistics.h"
#include "explorer/backend.h"
#include "frontend/formats/game_write.h"
#include "parity/solve_auto.h"

static int add_output(struct job *job, const struct solve_request *request) {
    static const enum file_format formats[] = {FILE_SOL, FILE_UNKNOWN};
    const struct job_output output = {{"--output", request->output, formats, NULL, -1}, 1};
    return job_output(job, &output, NULL);
}

static int read_game(struct job *job, const struct solve_request *request, struct solve_result *result) {
    struct game_store *store = &result->store;
    double begun = run_clock();
    backend_expect_file(job->backend, request->path, &job->run);
    if (game_read(request->path, &request->reading, &job->run, store, &job->error) != 0 ||
        job_outputs_spared(job) != 0) {
        return -1;
    }
    result->read_seconds = run_clock() - begun;
    result->vertices = store->game.vertices;
    result->edges = store->game.edges;
    if (request->start != UINT64_MAX && game_store_find(store, request->start, &store->game.start) != 0) {
        return error_set(&job->error, ERROR_USAGE, "--start %" PRIu64 ": the game has no such vertex",
                         request->start);
    }
    result->start = game_store_id(store, store->game.start);
    return game_count_priorities(&store->game, &job->memory, &result->priorities, &job->error);
}

/* If the GPU refuses a game for the attractor solver, the host, which takes more of them, says what it finds
 * wrong with it. */
static int solve_on_gpu(const struct solve_task *task) {
    if (solve_device_engine()->solve(task) == 0) {
        return 0;
    }
    if (task->options->solver == SOLVER_ATTRACTOR && task->error->code == ERROR_USAGE) {
        const struct error refusal = *task->error;
        struct solve_report unused;
        struct solve_task here = *task;
        here.report = &unused;
        if (solve_cpu(&here) == 0) {
            *task->error = refusal;
        }
    }
    return -1;
}

/* Solves the game on the job's engine: the CPU, a GPU, or either under auto. */
static int solve_where_named(struct job *job, const struct solve_request *request,
                             struct solve_result *result, struct solve_report *report) {
    const struct solve_task task = {.game = &result->store.game,
                                    .options = &request->how,
                                    .run = &job->run,
                                    .solution = &result->solution,
                                    .report = report,
                                    .error = &job->error};
    return job->backend->is_auto     ? solve_auto(&task)
           : job->backend->on_device ? solve_on_gpu(&task)
                                     : solve_cpu(&task);
}

static void take_report(struct solve_result *result, const struct solve_report *report) {
    const enum solver solver = report->solver;
    result->report = *report;
    if (solver != SOLVER_PROMOTION && solver != SOLVER_TANGLES && solver != SOLVER_REGIONS) {
        result->report.promotions = STATISTIC_ABSENT;
    }
    if (solver != SOLVER_TANGLES) {
        result->report.tangles = STATISTIC_ABSENT;
    }
    if (solver != SOLVER_SPM) {
        result->report.lifts = STATISTIC_ABSENT;
    }
}

static void take_solution(struct solve_result *result) {
    const struct game *game = &result->store.game;
    const uint8_t *winner = result->solution.winner;
    result->even = result->odd = 0;
    for (uint64_t v = 0; v < game->vertices; v++) {
        result->even += winner[v] == PLAYER_EVEN;
        result->odd += winner[v] == PLAYER_ODD;
    }
    result->winner = winner[game->start] == PLAYER_EVEN ? "even" : "odd";
}

static int solve_game(struct job *job, const struct solve_request *request, struct solve_result *result) {
    struct solve_report report = {.solver = request->how.solver};
    if (solution_create(&result->solution, result->vertices, &job->memory, &job->error) != 0) {
        return -1;
    }
    const int failed = solve_where_named(job, request, result, &report);
    result->report.engine = report.engine;
    result->solver = solver_name(report.solver);
    if (failed != 0) {
        return -1;
    }
    take_report(result, &report);
    take_solution(result);
    return 0;
}

static int verify(struct job *job, struct solve_result *result) {
    const char *wrong;
    uint64_t vertex;
    double begun = run_clock();
    const int right =
        solution_verify(&result->store.game, &result->solution, &job->run, &wrong, &vertex, &job->error);
    if (right < 0) {
        return -1;
    }
    result->verify_seconds = run_clock() - begun;
    result->verified = right;
    if (!right) {
        job_message(job, "the solution is wrong at vertex %" PRIu64 ": %s",
                    game_store_id(&result->store, vertex), wrong);
    }
    return 0;
}

static int write_solution(struct job *job, const struct solve_request *request, struct solve_result *result) {
    const char *path = request->output;
    if (path == NULL || result->verified == 0) {
        return 0;
    }
    job_end_progress_for(job, path);
    if (solution_write(&result->store, &result->solution, path, &job->run, &job->error) != 0) {
        return -1;
    }
    result->written = output_name_shown(path);
    return 0;
}

int api_solve(struct job *job, const struct solve_request *request, struct solve_result *result) {
    *result = (struct solve_result){.report = {.seconds = -1,
                                               .rounds = STATISTIC_ABSENT,
                                               .promotions = STATISTIC_ABSENT,
                                               .tangles = STATISTIC_ABSENT,
                                               .lifts = STATISTIC_ABSENT,
                                               .preprocessed = STATISTIC_ABSENT},
                                    .verified = -1,
                                    .vertices = STATISTIC_ABSENT,
                                    .edges = STATISTIC_ABSENT,
                                    .priorities = STATISTIC_ABSENT,
                                    .even = STATISTIC_ABSENT,
                                    .odd = STATISTIC_ABSENT,
                                    .start = STATISTIC_ABSENT,
                                    .read_seconds = -1,
                                    .verify_seconds = -1};
    if (solver_side_check(job, request->how.solver, 0) != 0 || add_output(job, request) != 0 ||
        read_game(job, request, result) != 0 || solve_game(job, request, result) != 0 ||
        (request->verify && verify(job, result) != 0)) {
        return -1;
    }
    result->complete = 1;
    return write_solution(job, request, result);
}

void solve_result_free(struct solve_result *result, struct memory *memory) {
    solution_free(&result->solution, result->store.game.vertices, memory);
    game_store_free(&result->store);
}
