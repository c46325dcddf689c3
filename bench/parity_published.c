/*
 * Published conclusions on small progress measures, as ratios of columns of the tables of heddle bench
 * parity. Where no number is published, "slightly" is up to half as much again, and "no difference" as much
 * either way.
 */
#include "bench/parity_conclusion.h"

#include <stddef.h>

#include "base/array.h"

#define SLIGHTLY 1.5
#define ANY 0 /* no bound */

#define MEAN PARITY_RULE_MEAN
#define EVERY PARITY_RULE_EVERY
#define MOST PARITY_RULE_MOST

/* clang-format off */
/* Conclusions on the same columns of the CPU's table and of the GPU's: `side` names it, `key` is its key. */
#define SHORTCUTS(side, key)                                                                                 \
    {"spm-shortcuts", "8.12", side ": one level of shortcuts is a good choice overall",                      \
     NULL, key "_1", key "_0", 0, MEAN, ANY, 1},                                                             \
    {"spm-shortcuts", "8.12", side ": one level takes at most 3 times as long as none",                      \
     NULL, key "_1", key "_0", 0, EVERY, ANY, 3},                                                            \
    {"spm-shortcuts", "8.12", side ": one level makes propagation games faster",                             \
     "prop(", key "_1", key "_0", 0, MEAN, ANY, 1},                                                          \
    {"spm-shortcuts", "8.12", side ": one level makes the towers of Hanoi faster",                           \
     "hanoi(", key "_1", key "_0", 0, MEAN, ANY, 1},                                                         \
    {"spm-shortcuts", "8.12", side ": two levels are never faster than one",                                 \
     NULL, key "_2", key "_1", 0, EVERY, 1 - PARITY_ALIKE, ANY}
#define ORDERS(side, key)                                                                                    \
    {"spm-orders-" key, "8.14", side ": numbers as given are the fastest in most games",                     \
     NULL, "input", "reversed degree priority bfs dfs", 0, MOST, 0, 0},                                      \
    {"spm-orders-" key, "8.14", side ": breadth-first order is over 10 times slower",                        \
     NULL, "bfs", "input", 0, MEAN, 10, ANY},                                                                \
    {"spm-orders-" key, "8.14", side ": depth-first order is over 10 times slower",                          \
     NULL, "dfs", "input", 0, MEAN, 10, ANY},                                                                \
    {"spm-orders-" key, "8.14", side ": the reversed order makes no difference",                             \
     NULL, "reversed", "input", 0, MEAN, 1 / SLIGHTLY, SLIGHTLY},                                            \
    {"spm-orders-" key, "8.14", side ": the order by degree makes no difference",                            \
     NULL, "degree", "input", 0, MEAN, 1 / SLIGHTLY, SLIGHTLY},                                              \
    {"spm-orders-" key, "8.14", side ": the order by priority makes no difference",                          \
     NULL, "priority", "input", 0, MEAN, 1 / SLIGHTLY, SLIGHTLY}

const struct parity_conclusion parity_published[] = {
    {"spm-queues", "8.3", "CPU, one side: a stack is better than a queue, if slightly",
     NULL, "stack_one", "fifo_one", 0, MEAN, ANY, 1},
    {"spm-queues", "8.3", "CPU, one side: drawing is slightly slower than the better one",
     NULL, "random_one", "fifo_one stack_one", 0, MEAN, ANY, SLIGHTLY},
    {"spm-queues", "8.4", "CPU, both sides: a queue beats a stack on most games",
     NULL, "fifo_both", "stack_both", 0, MOST, 0, 0},
    {"spm-queues", "8.4", "CPU, queue: both sides in turn are faster than one",
     NULL, "fifo_both", "fifo_one", 0, MEAN, ANY, 1},
    {"spm-queues", "8.4", "CPU, stack: both sides in turn are faster than one",
     NULL, "stack_both", "stack_one", 0, MEAN, ANY, 1},
    {"spm-queues", "8.4", "CPU: a queue with both sides is the best of all",
     NULL, "fifo_both", "fifo_one stack_one random_one stack_both random_both", 0, MEAN, ANY, 1 + PARITY_ALIKE},
    {"spm-kernels", "8.7", "GPU, one side: implicit and explicit are within a factor of 2",
     NULL, "implicit_split_one", "explicit_split_one", 0, MEAN, 0.5, 2},
    {"spm-kernels", "8.7", "GPU, explicit: both sides are slower than one on every game",
     NULL, "explicit_split_both", "explicit_split_one", 0, EVERY, 1, ANY},
    {"spm-kernels", "8.7", "GPU, implicit: both sides are slower than one",
     NULL, "implicit_split_both", "implicit_split_one", 0, MEAN, 1, ANY},
    {"spm-kernels", "8.7", "GPU, both sides: implicit is slower than explicit",
     NULL, "implicit_split_both", "explicit_split_both", 0, MEAN, 1, ANY},
    {"spm-intervals", "8.6", "GPU, two kernels: queues made every 32 to 128 rounds are best",
     NULL, "split_32 split_128", "split_1 split_8", 0, MEAN, ANY, 1},
    {"spm-intervals", "8.6", "GPU, one kernel: queues made every 32 to 128 rounds are best",
     NULL, "fused_32 fused_128", "fused_1 fused_8", 0, MEAN, ANY, 1},
    {"spm-together", "8.10", "the CPU is faster than the GPU on most games",
     NULL, "cpu_both", "cuda_one", 0, MOST, 0, 0},
    {"spm-together", "8.10", "propagation games are 5 times as fast on the GPU",
     "prop(", "cpu_both", "cuda_one", 0, MEAN, 5, ANY},
    {"spm-together", "8.10", "propagation trees are 4 times as fast on the GPU",
     "tprop(", "cpu_both", "cuda_one", 0, MEAN, 4, ANY},
    {"spm-together", "8.10", "the towers of Hanoi are 50 times as fast on the GPU",
     "hanoi(", "cpu_both", "cuda_one", 0, MEAN, 50, ANY},
    {"spm-together", "8.11", "one side: the GPU lifts over 20 times as many a second",
     NULL, "cuda_one", "cpu_one", 1, MEAN, 20, ANY},
    {"spm-together", "8.10", "together is slightly slower than the better one on every game",
     NULL, "together", "cpu_both cuda_one", 0, EVERY, 1, SLIGHTLY},
    SHORTCUTS("CPU", "cpu"),
    SHORTCUTS("GPU", "cuda"),
    ORDERS("CPU", "cpu"),
    ORDERS("GPU", "cuda"),
};
/* clang-format on */

const unsigned parity_published_count = LENGTH(parity_published);
