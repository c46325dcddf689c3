/*
 * heddle bench parity: parity games of many families, by every solver of every engine; the options of small
 * progress measures; and which of the published statements about them hold here.
 */
#include <stddef.h>
#include <string.h>

#include "base/array.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/parity_table.h"
#include "parity/solve_auto.h"

/* --- the ways --- */

#define HOST 0
#define GPU 1
#define ONE .sides = SPM_SIDES_ONE
#define BOTH .sides = SPM_SIDES_BOTH

/* LIFT: without preprocessing, which would hide the effect of the options. LIFT_BY: by a function instead of
 * an engine, for ways that run on both sides. */
/* clang-format off */
#define SOLVE(name, label, side, kind) {name, label, side, NULL, kind == SOLVER_SPM && side == HOST, {.solver = kind}}
#define LIFT(name, label, side, ...) LIFT_BY(NULL, name, label, side, __VA_ARGS__)
#define LIFT_BY(function, name, label, side, ...)                                                            \
    {name, label, side, function, 0,                                                                         \
     {.solver = SOLVER_SPM, .keep_loops = 1, .keep_cycles = 1, .keep_whole = 1, .spm = {__VA_ARGS__}}}
/* clang-format on */

static const struct parity_way solvers[] = {
    SOLVE("cpu_attractor", "attr", HOST, SOLVER_ATTRACTOR),
    SOLVE("cpu_promotion", "prom", HOST, SOLVER_PROMOTION),
    SOLVE("cpu_tangles", "tang", HOST, SOLVER_TANGLES),
    SOLVE("cpu_spm", "spm", HOST, SOLVER_SPM),
    SOLVE("cuda_attractor", "Gattr", GPU, SOLVER_ATTRACTOR),
    SOLVE("cuda_regions", "Greg", GPU, SOLVER_REGIONS),
    SOLVE("cuda_spm", "Gspm", GPU, SOLVER_SPM),
};

static const struct parity_way queues[] = {
    LIFT("fifo_one", "fifo", HOST, ONE, .queue = SPM_QUEUE_FIFO),
    LIFT("stack_one", "stack", HOST, ONE, .queue = SPM_QUEUE_STACK),
    LIFT("random_one", "drawn", HOST, ONE, .queue = SPM_QUEUE_RANDOM),
    LIFT("fifo_both", "fifo2", HOST, BOTH, .queue = SPM_QUEUE_FIFO),
    LIFT("stack_both", "stack2", HOST, BOTH, .queue = SPM_QUEUE_STACK),
    LIFT("random_both", "drawn2", HOST, BOTH, .queue = SPM_QUEUE_RANDOM),
};

#define IMPLICIT(work) .queueing = SPM_QUEUEING_IMPLICIT, .kernels = SPM_KERNELS_##work
#define EXPLICIT(work) .queueing = SPM_QUEUEING_EXPLICIT, .kernels = SPM_KERNELS_##work

static const struct parity_way kernels[] = {
    LIFT("implicit_split_one", "im/sp", GPU, ONE, IMPLICIT(SPLIT)),
    LIFT("explicit_split_one", "ex/sp", GPU, ONE, EXPLICIT(SPLIT)),
    LIFT("implicit_fused_one", "im/fu", GPU, ONE, IMPLICIT(FUSED)),
    LIFT("explicit_fused_one", "ex/fu", GPU, ONE, EXPLICIT(FUSED)),
    LIFT("implicit_split_both", "im/sp2", GPU, BOTH, IMPLICIT(SPLIT)),
    LIFT("explicit_split_both", "ex/sp2", GPU, BOTH, EXPLICIT(SPLIT)),
    LIFT("implicit_fused_both", "im/fu2", GPU, BOTH, IMPLICIT(FUSED)),
    LIFT("explicit_fused_both", "ex/fu2", GPU, BOTH, EXPLICIT(FUSED)),
};

static const struct parity_way intervals[] = {
    LIFT("split_1", "sp 1", GPU, ONE, EXPLICIT(SPLIT), .interval = 1),
    LIFT("split_8", "sp 8", GPU, ONE, EXPLICIT(SPLIT), .interval = 8),
    LIFT("split_32", "sp 32", GPU, ONE, EXPLICIT(SPLIT), .interval = 32),
    LIFT("split_128", "sp 128", GPU, ONE, EXPLICIT(SPLIT), .interval = 128),
    LIFT("fused_1", "fu 1", GPU, ONE, EXPLICIT(FUSED), .interval = 1),
    LIFT("fused_8", "fu 8", GPU, ONE, EXPLICIT(FUSED), .interval = 8),
    LIFT("fused_32", "fu 32", GPU, ONE, EXPLICIT(FUSED), .interval = 32),
    LIFT("fused_128", "fu 128", GPU, ONE, EXPLICIT(FUSED), .interval = 128),
};

static const struct parity_way together[] = {
    LIFT("cpu_one", "CPU", HOST, ONE),
    LIFT("cpu_both", "CPU2", HOST, BOTH),
    LIFT("cuda_one", "GPU", GPU, ONE),
    LIFT("cuda_both", "GPU2", GPU, BOTH),
    LIFT_BY(solve_together, "together", "both", GPU, BOTH),
};

static const struct parity_way shortcuts[] = {
    LIFT("cpu_0", "CPU 0", HOST, .shortcuts = 0), LIFT("cpu_1", "CPU 1", HOST, .shortcuts = 1),
    LIFT("cpu_2", "CPU 2", HOST, .shortcuts = 2), LIFT("cuda_0", "GPU 0", GPU, .shortcuts = 0),
    LIFT("cuda_1", "GPU 1", GPU, .shortcuts = 1), LIFT("cuda_2", "GPU 2", GPU, .shortcuts = 2),
};

#define ORDERS(side)                                                                                         \
    LIFT("input", "input", side, .order = SPM_ORDER_INPUT),                                                  \
        LIFT("reversed", "rever.", side, .order = SPM_ORDER_REVERSED),                                       \
        LIFT("degree", "degree", side, .order = SPM_ORDER_DEGREE),                                           \
        LIFT("priority", "prio.", side, .order = SPM_ORDER_PRIORITY),                                        \
        LIFT("bfs", "BFS", side, .order = SPM_ORDER_BFS), LIFT("dfs", "DFS", side, .order = SPM_ORDER_DFS)

static const struct parity_way orders_cpu[] = {ORDERS(HOST)};
static const struct parity_way orders_cuda[] = {ORDERS(GPU)};

/* --- the tables --- */

#define TABLE(part, name, title, games, ways, beside)                                                        \
    { part, name, title, &parity_games_##games, ways, LENGTH(ways), beside }

static const struct parity_table tables[] = {
    TABLE("games", "games",
          "Parity games, in milliseconds. pass: edges turned around and one descent of attractors, on the\n"
          "host. attr, prom, tang, spm: attractors, priority promotion, tangle learning, small progress\n"
          "measures, on the host; G: attractors, regions, small progress measures on a GPU. M/s: million\n"
          "lifts a second on the host. zlk, npp, tl after them: Oink's recursive solver, priority promotion\n"
          "and tangle learning, as measured elsewhere.\n"
          "shuffled: the game above with vertices numbered at random.",
          usual, solvers, 1),
    TABLE("large", "large", "Larger parity games, in milliseconds.", large, solvers, 1),
    TABLE("spm-queues", "spm-queues",
          "Small progress measures on the host, in milliseconds: a queue, a stack, and vertices drawn at\n"
          "random (Bootsma, Figures 8.3 and 8.4). 2: both players' measures in turn; else one's after the\n"
          "other's. Here and below, loops, cycles and components are not decided beforehand.",
          measure, queues, 0),
    TABLE("spm-kernels", "spm-kernels",
          "Small progress measures on a GPU, in milliseconds: implicit and explicit queues, in split and in\n"
          "fused kernels (Bootsma, Figure 8.7). 2: both players' measures in turn.",
          measure, kernels, 0),
    TABLE("spm-kernels", "spm-intervals",
          "The same with explicit queues rebuilt every 1, 8, 32 and 128 rounds (Bootsma, Figure 8.6).",
          measure, intervals, 0),
    TABLE("spm-together", "spm-together",
          "Small progress measures by host and GPU, in milliseconds (Bootsma, Figures 8.9 to 8.11). 2: both\n"
          "players' measures in turn.",
          measure, together, 0),
    TABLE("spm-shortcuts", "spm-shortcuts",
          "Small progress measures without shortcuts, with one level, with two, in milliseconds\n"
          "(Bootsma, Figures 8.12 and 8.13).",
          measure, shortcuts, 0),
    TABLE("spm-orders", "spm-orders-cpu",
          "Small progress measures on the host by the order of vertices, in milliseconds (Bootsma,\n"
          "Figure 8.14).",
          measure, orders_cpu, 0),
    TABLE("spm-orders", "spm-orders-cuda", "The same on a GPU.", measure, orders_cuda, 0),
};

static int bench_part(struct bench *bench) {
    int failed = 0;
    for (unsigned i = 0; i < LENGTH(tables) && !failed; i++) {
        failed = strcmp(tables[i].part, bench->part) == 0 && parity_table_run(bench, &tables[i]) != 0;
    }
    return failed ? -1 : 0;
}

const struct benchmark bench_parity = {"parity",
                                       {{"games", bench_part, {1, 200, 3, 600}, 0},
                                        {"large", bench_part, {60, 600, 30, 900}, 1},
                                        {"spm-queues", bench_part, {3, 170, 3, 300}, 0},
                                        {"spm-kernels", bench_part, {0.1, 0.1, 5, 600}, 0},
                                        {"spm-together", bench_part, {1, 45, 3, 200}, 0},
                                        {"spm-shortcuts", bench_part, {1, 30, 5, 200}, 0},
                                        {"spm-orders", bench_part, {1, 80, 5, 300}, 0}},
                                       0};
