/* The choice of a solver on the host. */
#include "parity/solve.h"

#include "base/error.h"
#include "base/run.h"
#include "parity/solver/solving.h"

/* --- what solves on the host, by solver --- */

static int attract(struct solving *solving) {
    const int is_monotone = solve_is_monotone(solving);
    enum solver *solver = &solving->report->solver;
    if (is_monotone < 0) {
        return -1;
    }
    if (*solver == SOLVER_AUTO) {
        *solver = is_monotone ? SOLVER_ATTRACTOR : SOLVER_PROMOTION;
    }
    solving_sort(solving);
    return solving_look(solving) != 0    ? -1
           : *solver == SOLVER_PROMOTION ? solve_promotion(solving)
           : is_monotone                 ? solve_monotone(solving)
                                         : solve_by_components(solving);
}

static int promote(struct solving *solving) {
    solving_sort(solving);
    return solving_look(solving) != 0 ? -1 : solve_promotion(solving);
}

static int measure(struct solving *solving) {
    solving_sort(solving);
    return solve_spm(solving);
}

typedef int (*host_solver)(struct solving *solving);
#define HOST_SOLVER(member, name, sides, host) host,
static const host_solver host_solvers[SOLVERS] = {SOLVER_LIST(HOST_SOLVER)};

static int solve_on_host(struct solving *solving) {
    struct solve_report *report = solving->report;
    if (solving->game->vertices == 0) {
        report->solver = report->solver == SOLVER_AUTO ? SOLVER_ATTRACTOR : report->solver;
        return 0;
    }
    return solving_open(solving) != 0 ? -1 : host_solvers[report->solver](solving);
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
    if (host_solvers[solver] == NULL) {
        return error_set(task->error, ERROR_USAGE, "the solver %s runs on a GPU", solver_name(solver));
    }
    double begin = run_clock();
    int result = solve_on_host(&solving);
    solving_close(&solving);
    task->report->seconds = run_clock() - begin;
    return result;
}
