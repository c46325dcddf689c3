/* The order of steps of solving by regions (parity/regions/region.h). */
#include "parity/regions/region.h"

#include "base/error.h"
#include "base/run.h"

/* Rounds begin from at least this part of what is left: a narrow front takes many. */
#define PULL_PART 8u

static uint32_t group_level(const struct region_solver *solver, uint64_t group) {
    return solver->levels.lowest_level + (uint32_t)(solver->levels.groups - 1 - group);
}

static void show_progress(const struct region_solver *solver) {
    run_tell(solver->steps.run, "solving", solver->view.vertices - solver->left, solver->view.vertices,
             "vertices");
}

int region_read(struct region_solver *solver) {
    return solver->steps.side->download(&solver->steps, &solver->counters, solver->view.counters,
                                        sizeof solver->counters);
}

int region_write(struct region_solver *solver) {
    return solver->steps.side->upload(&solver->steps, solver->view.counters, &solver->counters,
                                      sizeof solver->counters);
}

static int each_item(struct region_solver *solver, enum region_step step, uint64_t first, uint64_t count) {
    show_progress(solver);
    if (steps_check(&solver->steps) != 0) {
        return -1;
    }
    return count == 0 ? 0
                      : solver->steps.side->each(&solver->steps, solver->side->steps[step], &solver->view,
                                                 first, count);
}

/* Writes the counters, does a step, and reads the counters. */
static int count_items(struct region_solver *solver, enum region_step step, uint64_t first, uint64_t count) {
    return region_write(solver) != 0 || each_item(solver, step, first, count) != 0 ? -1 : region_read(solver);
}

static void set_level(struct region_solver *solver, uint32_t level, uint32_t player) {
    solver->view.level = level;
    solver->view.player = player;
}

/* Sets a line whose first `from` places are done. The caller writes the counters. */
static void set_line(struct region_solver *solver, enum region_line_name line, uint64_t from, uint64_t tail) {
    solver->counters.lines[line] = (struct region_line){from, tail, tail};
}

static uint64_t queued(const struct region_solver *solver) {
    return solver->counters.lines[REGION_QUEUE].tail;
}

/* Processes a line to its end, with the long rows that wait. Reads the counters. */
static int drain(struct region_solver *solver, enum region_step step, enum region_step long_step) {
    struct region_counters *counters = &solver->counters;
    for (;;) {
        if (solver->side->drain(solver, step) != 0) {
            return -1;
        }
        if (!counters->waits) {
            return 0;
        }
        counters->waits = 0;
        if (region_write(solver) != 0 || each_item(solver, long_step, 0, solver->longs) != 0) {
            return -1;
        }
    }
}

/* --- attraction --- */

/* Pays for a round over this many vertices; 0: that is too much, and sources would be cheaper. */
static int pay_round(struct region_solver *solver, uint64_t count) {
    uint64_t edges = count * (solver->edges / solver->view.vertices + 1), cost = edges + solver->round_cost;
    if (solver->effort != UINT64_MAX && cost > solver->effort) {
        return 0;
    }
    solver->effort -= solver->effort != UINT64_MAX ? cost : 0;
    return 1;
}

/* No more rounds, unless there is no other way. */
static void spend_all(struct region_solver *solver) {
    solver->effort = solver->effort == UINT64_MAX ? UINT64_MAX : 0;
}

/* The first place of the order with vertices that can be below the level. */
static uint64_t first_below(const struct region_solver *solver) {
    uint64_t highest = solver->levels.lowest_level + solver->levels.groups - 1;
    return solver->levels
        .group_begin[solver->view.level == REGION_DECIDED ? solver->first_group
                                                          : highest - solver->view.level + 1];
}

/*
 * Attracts to the vertices of the queue from its head on, without sources. Reads the counters. *done: 0 if
 * that takes too long: the front is narrow, or a round attracted fewer vertices than it left. What was
 * attracted is in the queue.
 */
static int pull(struct region_solver *solver, int *done) {
    struct region_line *queue = &solver->counters.lines[REGION_QUEUE];
    uint64_t attracted, left;
    *done = 1;
    if (region_read(solver) != 0) {
        return -1;
    }
    left = solver->left - queue->tail;
    if (queue->tail - queue->head < left / PULL_PART && queue->head != queue->tail) {
        spend_all(solver);
    }
    for (int any = queue->head != queue->tail && left != 0; any; any = attracted != 0 && left != 0) {
        uint64_t tail = queue->tail;
        *done = pay_round(solver, left);
        if (!*done) {
            return 0;
        }
        if (each_item(solver, REGION_PULL, 0, solver->view.vertices - first_below(solver)) != 0 ||
            region_read(solver) != 0) {
            return -1;
        }
        attracted = queue->tail - tail;
        left -= attracted;
        if (attracted != 0 && attracted < left) {
            spend_all(solver);
        }
    }
    queue->head = queue->end = queue->tail;
    return region_write(solver);
}

/* Makes sources if there is memory for them; else rounds may take as long as they need. */
static int find_sources(struct region_solver *solver) {
    int found = solver->side->find_sources(solver);
    solver->effort = found == 0 ? UINT64_MAX : solver->effort;
    return found < 0 ? -1 : 0;
}

/* Does a piece of work by `pull` while there are no sources, and by draining a line if that takes too long.
 */
static int pull_or_drain(struct region_solver *solver,
                         int (*pull_all)(struct region_solver *solver, int *done), enum region_step step,
                         enum region_step long_step) {
    while (solver->view.sources == NULL) {
        int done;
        if (pull_all(solver, &done) != 0) {
            return -1;
        }
        if (done) {
            return 0;
        }
        if (find_sources(solver) != 0) {
            return -1;
        }
    }
    return drain(solver, step, long_step);
}

static int attract(struct region_solver *solver) {
    solver->report->rounds++;
    return pull_or_drain(solver, pull, REGION_ATTRACT, REGION_ATTRACT_LONG);
}

/* Begins to solve, and lists the vertices with long rows. */
static int start_solver(struct region_solver *solver) {
    solver->counters = (struct region_counters){.escape = REGION_NO_ESCAPE};
    solver->left = solver->view.vertices;
    solver->frame_count = solver->first_group = 0;
    if (count_items(solver, REGION_FIND_LONG, 0, solver->view.vertices) != 0) {
        return -1;
    }
    solver->longs = solver->counters.lines[REGION_LONGS].tail;
    return 0;
}

/* Removes decided vertices from the game. */
static void leave_game(struct region_solver *solver) {
    solver->left -= queued(solver);
    solver->frame_count = 0;
    set_line(solver, REGION_QUEUE, 0, 0);
    show_progress(solver);
}

/* Decides vertices whose loop wins, and all that they attract. */
static int decide_loops(struct region_solver *solver) {
    for (uint32_t player = 0; player < 2; player++) {
        set_level(solver, REGION_DECIDED, player);
        if (region_write(solver) != 0 || each_item(solver, REGION_LOOPS, 0, solver->view.vertices) != 0 ||
            attract(solver) != 0) {
            return -1;
        }
        leave_game(solver);
    }
    solver->report->preprocessed = solver->view.vertices - solver->left;
    return region_write(solver);
}

/* Whether some edge leads to a lower level. */
static int look_for_falls(struct region_solver *solver, int *falls) {
    solver->counters.open = 0;
    if (count_items(solver, REGION_FALLS, 0, solver->view.vertices) != 0) {
        return -1;
    }
    *falls = solver->counters.open != 0;
    return 0;
}

/* Queues the remaining vertices of the group; does not read the counters. */
static int gather(struct region_solver *solver, uint64_t group) {
    uint32_t level = group_level(solver, group);
    uint64_t first = solver->levels.group_begin[group];
    set_level(solver, level, level & 1);
    return each_item(solver, REGION_GATHER, first, solver->levels.group_begin[group + 1] - first);
}

/*
 * Moves the vertices of the last region, queue[begin ..], to `level`: all, or those that are not tainted.
 * First dissolves all regions from place `to` of the queue on, so that the vertices can go there; then
 * attracts.
 */
static int raise_region(struct region_solver *solver, uint64_t begin, int all, uint32_t level, uint64_t to) {
    uint64_t end = queued(solver), listed;
    solver->view.all = (uint32_t)all;
    set_line(solver, REGION_LIST, 0, 0);
    if (count_items(solver, REGION_COLLECT, begin, end - begin) != 0) {
        return -1;
    }
    listed = solver->counters.lines[REGION_LIST].tail;
    if (each_item(solver, REGION_RESET, to, end - to) != 0) {
        return -1;
    }
    set_level(solver, level, solver->view.player);
    solver->view.begin = to;
    set_line(solver, REGION_QUEUE, to, to + listed);
    return region_write(solver) != 0 || each_item(solver, REGION_CONVERT, 0, listed) != 0 ? -1
                                                                                          : attract(solver);
}

/* Decides the vertices of the last region for its player: all, or those that are not tainted. */
static int decide_region(struct region_solver *solver, uint64_t begin, int all) {
    if (raise_region(solver, begin, all, REGION_DECIDED, 0) != 0) {
        return -1;
    }
    leave_game(solver);
    return region_write(solver);
}

/* Solves a game in which no edge falls: its player wins the highest remaining level. */
static int solve_rising(struct region_solver *solver) {
    for (uint64_t group = 0; group < solver->levels.groups && solver->left != 0; group++) {
        solver->first_group = group;
        if (gather(solver, group) != 0 || region_read(solver) != 0 ||
            (queued(solver) != 0 && decide_region(solver, 0, 1) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* --- promotion --- */

/* Taints vertices of the last region without sources; otherwise like pull. */
static int pull_taint(struct region_solver *solver, int *done) {
    uint64_t begin = solver->frames[solver->frame_count - 1].begin, count = queued(solver) - begin,
             tainted = 1;
    const struct region_line *list = &solver->counters.lines[REGION_LIST];
    if (region_read(solver) != 0) {
        return -1;
    }
    while (list->tail != 0 && tainted != 0) {
        uint64_t tail = list->tail;
        *done = pay_round(solver, count);
        if (!*done) {
            return 0;
        }
        if (each_item(solver, REGION_PULL_TAINT, begin, count) != 0 || region_read(solver) != 0) {
            return -1;
        }
        tainted = list->tail - tail;
    }
    *done = 1;
    return 0;
}

/* Taints the vertices of the last region from which the opponent can leave it. */
static int look_for_exits(struct region_solver *solver, uint64_t begin) {
    solver->counters.escape = REGION_NO_ESCAPE;
    solver->counters.open = 0;
    set_line(solver, REGION_LIST, 0, 0);
    return region_write(solver) != 0 || each_item(solver, REGION_SEED, begin, queued(solver) - begin) != 0 ||
                   pull_or_drain(solver, pull_taint, REGION_TAINT, REGION_TAINT_LONG) != 0
               ? -1
               : 0;
}

/* Joins the last region to the region of the level. */
static int promote(struct region_solver *solver, uint32_t level) {
    uint64_t begin = solver->frames[solver->frame_count - 1].begin;
    while (solver->frame_count > 1) {
        uint64_t end = solver->frames[--solver->frame_count].begin;
        if (group_level(solver, solver->frames[solver->frame_count - 1].group) == level) {
            solver->report->promotions++;
            return raise_region(solver, begin, 1, level, end);
        }
    }
    return error_set(solver->steps.error, ERROR_DEVICE, "the GPU lost a region of the game");
}

/* Promotes the last region as often as possible, until part of it is won, or it is open. */
static int finish_region(struct region_solver *solver) {
    for (;;) {
        uint64_t begin = solver->frames[solver->frame_count - 1].begin;
        if (look_for_exits(solver, begin) != 0) {
            return -1;
        }
        if (solver->counters.lines[REGION_LIST].tail < queued(solver) - begin) {
            return decide_region(solver, begin, 0);
        }
        if (solver->counters.open) {
            return 0;
        }
        if (promote(solver, solver->counters.escape) != 0) {
            return -1;
        }
    }
}

static int solve_promotion(struct region_solver *solver) {
    while (solver->left != 0) {
        uint64_t begin = queued(solver);
        uint64_t group = solver->frame_count == 0 ? solver->first_group
                                                  : solver->frames[solver->frame_count - 1].group + 1;
        do {
            if (group == solver->levels.groups) {
                return error_set(solver->steps.error, ERROR_DEVICE, "the GPU lost vertices of the game");
            }
            if (gather(solver, group++) != 0 || attract(solver) != 0) {
                return -1;
            }
        } while (queued(solver) == begin);
        if (solver->frame_count == 0) {
            solver->first_group = group - 1;
        }
        solver->frames[solver->frame_count++] = (struct region_frame){begin, group - 1};
        if (finish_region(solver) != 0) {
            return -1;
        }
    }
    return 0;
}

int region_solve(struct region_solver *solver, const struct solve_options *options) {
    int falls = 1;
    if (options->solver == SOLVER_PROMOTION || options->solver == SOLVER_TANGLES ||
        options->solver == SOLVER_SPM) {
        return error_set(solver->steps.error, ERROR_USAGE, "the solver %s runs on the host",
                         solver_name(options->solver));
    }
    if (start_solver(solver) != 0 || (!options->keep_loops && decide_loops(solver) != 0) ||
        (options->solver != SOLVER_REGIONS && look_for_falls(solver, &falls) != 0)) {
        return -1;
    }
    if (falls && options->solver == SOLVER_ATTRACTOR) {
        return error_set(solver->steps.error, ERROR_USAGE,
                         "on a GPU, the attractor solver needs priorities that never fall along an edge: "
                         "leave --device cuda out, or choose --solver regions");
    }
    solver->report->solver = falls ? SOLVER_REGIONS : SOLVER_ATTRACTOR;
    return falls ? solve_promotion(solver) : solve_rising(solver);
}
