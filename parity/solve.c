/* The choice of a solver on the host. */
#include "parity/solve.h"

#include "base/error.h"
#include "base/run.h"
#include "parity/solver/solving.h"

static int solve_on_host(struct solving *solving) {
    struct solve_report *report = solving->report;
    if (solving->game->vertices == 0) {
        report->solver = report->solver == SOLVER_AUTO ? SOLVER_ATTRACTOR : report->solver;
        return 0;
    }
    if (solving_open(solving) != 0) {
        return -1;
    }
    if (report->solver == SOLVER_SPM) {
        solving_sort(solving);
        return solve_spm(solving);
    }
    int promotes = report->solver == SOLVER_PROMOTION || report->solver == SOLVER_TANGLES;
    int is_monotone = !promotes ? solve_is_monotone(solving) : 0;
    if (is_monotone < 0) {
        return -1;
    }
    if (report->solver == SOLVER_AUTO) {
        report->solver = is_monotone ? SOLVER_ATTRACTOR : SOLVER_PROMOTION;
    }
    solving_sort(solving);
    if (solving_look(solving) != 0) {
        return -1;
    }
    if (report->solver == SOLVER_PROMOTION || report->solver == SOLVER_TANGLES) {
        return solve_promotion(solving);
    }
    return is_monotone ? solve_monotone(solving) : solve_by_components(solving);
}

int solve_cpu(const struct solve_task *task) {
    struct solving solving = {.game = task->game,
                              .options = task->options,
                              .run = task->run,
                              .report = task->report,
                              .error = task->error,
                              .winner = task->solution->winner,
                              .strategy = task->solution->strategy};
    enum solver solver = task->options->solver;
    *task->report = (struct solve_report){.solver = solver, .engine = "cpu"};
    if (solver == SOLVER_REGIONS) {
        return error_set(task->error, ERROR_USAGE, "the solver regions runs on a GPU");
    }
    double begin = run_clock();
    int result = solve_on_host(&solving);
    solving_close(&solving);
    task->report->seconds = run_clock() - begin;
    return result;
}
