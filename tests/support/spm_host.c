/* A GPU's way to lift measures, imitated on the host. */
#include "tests/support/spm_host.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/steps/steps_host.h"
#include "parity/measures/spm_reorder.h"
#include "parity/measures/spm_rounds.h"
#include "tests/support/shuffled_steps.h"
#include "tests/support/testing.h"

#define MOST_BEFORE 100u /* rounds, before their numbers begin again at 0 */

/* The rounds are the first member, so that a pointer to them is one to the whole. */
struct host {
    struct spm_rounds rounds;
    struct shuffle shuffle;
    uint64_t copies; /* until one fails */
};

static void host_release(const struct steps *steps, void *block, uint64_t bytes) {
    steps_host_side.release(steps, block, bytes);
}

static int host_fill(const struct steps *steps, void *block, int byte, uint64_t bytes) {
    return steps_host_side.fill(steps, block, byte, bytes);
}

/* One that fails may have written anything. */
static int host_copy(const struct steps *steps, void *to, const void *from, uint64_t bytes) {
    struct host *host = (struct host *)steps;
    if (host->copies-- == 0) {
        host->copies = 0;
        memset(to, 0x5a, bytes);
        return error_set(steps->error, ERROR_DEVICE, "a copy failed");
    }
    memcpy(to, from, bytes);
    return 0;
}

#define HOST_GROUP(machine, name, is_wanted, queue_of, queued_of)                                            \
    static void name##_on_host(const struct steps *steps, const void *block, uint64_t first,                 \
                               uint64_t count) {                                                             \
        const struct machine##_view *view = block;                                                           \
        (void)steps;                                                                                         \
        for (uint64_t group = first; group < first + count; group++) {                                       \
            int wanted = 0;                                                                                  \
            for (uint64_t i = 0; i < SPM_GROUP; i++) {                                                       \
                wanted |= is_wanted(view, group * SPM_GROUP + i);                                            \
            }                                                                                                \
            if (wanted) {                                                                                    \
                view->queue_of[view->counters->queued_of++] = (uint32_t)group;                               \
            }                                                                                                \
        }                                                                                                    \
    }

#define HOST_LONG(machine, name, rows_of, waits_of, look_of, choose_of, end_of)                              \
    static void name##_on_host(const struct steps *steps, const void *block, uint64_t first,                 \
                               uint64_t count) {                                                             \
        const struct machine##_view *view = block;                                                           \
        uint32_t lanes = steps->lanes;                                                                       \
        for (uint64_t item = first; item < first + count && !spm_is_over(view); item++) {                    \
            uint32_t vertex = view->rows_of.longs[item], label = view->label[vertex];                        \
            int waits = 0;                                                                                   \
            for (uint32_t lane = 0; lane < lanes; lane++) {                                                  \
                waits |= waits_of(view, vertex, label, lane, lanes);                                         \
            }                                                                                                \
            if (waits) {                                                                                     \
                uint64_t best = look_of(view, vertex, label, 0, lanes);                                      \
                for (uint32_t lane = 1; lane < lanes; lane++) {                                              \
                    best = choose_of(view, label, best, look_of(view, vertex, label, lane, lanes));          \
                }                                                                                            \
                view->counters->lifts += end_of(view, vertex, label, best);                                  \
            }                                                                                                \
        }                                                                                                    \
    }

SPM_STEPS(STEPS_HOST_COUNTED)
SPM_GROUP_STEPS(HOST_GROUP)
SPM_LONG_STEPS(HOST_LONG)

static const step_function host_steps[] = {SPM_STEPS(STEPS_HOST_NAME) SPM_GROUP_STEPS(STEPS_HOST_NAME)
                                               SPM_LONG_STEPS(STEPS_HOST_NAME)};

static int host_each(const struct steps *steps, step_function step, const void *view, uint64_t first,
                     uint64_t count) {
    struct host *host = (struct host *)steps;
    return shuffled_each(&host->shuffle, steps, step, view, first, count);
}

SUM_ON_HOST(host_sum, struct spm_rounds, uint64_t)

static const struct steps_side steps_side = {shuffled_allocate, host_release, host_fill, host_copy,
                                             host_copy,         host_copy,    host_each};
static const struct spm_rounds_side side = {host_steps, host_sum};

/* --- levels --- */

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The level of each vertex, in the labels, and how many there are of each: neighbouring priorities of one
 * parity are one level. Returns the sizes, of game->vertices + 2 levels at most. */
static uint32_t *set_labels(const struct game *game, uint32_t *label, uint32_t *levels) {
    uint64_t n = game->vertices;
    uint32_t *sorted = test_allocate(n, sizeof *sorted), *level_of = test_allocate(n, sizeof *level_of);
    uint32_t *size = test_allocate(n + 2, sizeof *size);
    memcpy(sorted, game->priority, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare);
    for (uint64_t i = 0; i < n; i++) {
        level_of[i] = i == 0 ? sorted[0] & 1 : level_of[i - 1] + ((sorted[i] ^ sorted[i - 1]) & 1);
    }
    for (uint64_t v = 0; v < n; v++) {
        uint64_t low = 0, high = n - 1;
        while (low < high) {
            uint64_t middle = (low + high) / 2;
            if (sorted[middle] < game->priority[v]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        label[v] = level_of[low] << SPM_LEVEL_SHIFT | game->owner[v];
        size[level_of[low]]++;
    }
    *levels = level_of[n - 1] + 1;
    free(sorted);
    free(level_of);
    return size;
}

int spm_host_solve_until(const struct solve_task *task, uint64_t copies) {
    const struct game *game = task->game;
    struct host host = {.shuffle = {.seed = task->options->spm.seed}, .copies = copies};
    struct spm_rounds *rounds = &host.rounds;
    uint32_t *label = test_allocate(game->vertices, sizeof *label);
    *task->report = (struct solve_report){.solver = SOLVER_SPM};
    uint32_t *size = set_labels(game, label, &rounds->levels);
    rounds->side = &side;
    rounds->steps = (struct steps){.side = &steps_side,
                                   .memory = task->run->memory,
                                   .run = task->run,
                                   .error = task->error,
                                   .task = "solving the game"};
    rounds->report = task->report;
    rounds->options = &task->options->spm;
    rounds->level_size = size;
    rounds->round = UINT32_MAX - (uint32_t)(random_next(&host.shuffle.seed) % MOST_BEFORE);
    rounds->view.vertices = game->vertices;
    rounds->view.plain =
        (struct spm_rows){.edges = game->edges, .offsets = game->offsets, .targets = game->targets};
    rounds->view.label = label;
    rounds->view.winner = task->solution->winner;
    rounds->view.strategy = task->solution->strategy;
    int result = spm_rounds_solve(rounds, task->options->keep_loops);
    free(size);
    free(label);
    return result;
}

static int solve_as_it_is(const struct solve_task *task) {
    return spm_host_solve_until(task, UINT64_MAX);
}

int spm_host_solve(const struct solve_task *task, uint64_t seed) {
    struct solve_options options = *task->options;
    struct solve_task drawn = *task;
    options.spm.seed = seed;
    drawn.options = &options;
    return spm_solve_in_order(solve_as_it_is, &drawn);
}

void spm_host_draw(uint64_t *random, struct spm_options *options) {
    *options = (struct spm_options){.odd_first = random_next(random) % 2};
    options->order = (enum spm_order)(random_next(random) % SPM_ORDERS);
    options->sides = (enum spm_sides)(random_next(random) % SPM_SIDES);
    options->shortcuts = (unsigned)(random_next(random) % (SPM_MOST_SHORTCUTS + 1));
    options->queueing = (enum spm_queueing)(random_next(random) % SPM_QUEUEINGS);
    options->kernels = (enum spm_kernels)(random_next(random) % SPM_KERNELS);
    options->layout = (enum spm_layout_kind)(random_next(random) % SPM_LAYOUTS);
    options->interval = (unsigned)(random_next(random) % 4 * (random_next(random) % 10));
}
