/*
 * Published conclusions on small progress measures, as ratios of columns of the tables of heddle bench
 * parity. Where no number is published, "slightly" is up to half as much again, and "no difference" as much
 * either way.
 */
#include "bench/parity_published.h"

#define SLIGHTLY 1.5
#define ANY 0 /* no bound */

#define MEAN(from, to) .rule = PARITY_RULE_MEAN, .low = from, .high = to
#define EVERY(from, to) .rule = PARITY_RULE_EVERY, .low = from, .high = to
#define MOST .rule = PARITY_RULE_MOST
#define FIRST(...) .first = {__VA_ARGS__}
#define SECOND(...) .second = {__VA_ARGS__}

#define QUEUES(number, said, ...)                                                                            \
    { .table = "spm-queues", .figure = number, .statement = said, __VA_ARGS__ }
#define KERNELS(number, said, ...)                                                                           \
    { .table = "spm-kernels", .figure = number, .statement = said, __VA_ARGS__ }
#define INTERVALS(said, ...)                                                                                 \
    { .table = "spm-intervals", .figure = "8.6", .statement = said, __VA_ARGS__ }
#define TOGETHER(number, said, ...)                                                                          \
    { .table = "spm-together", .figure = number, .statement = said, __VA_ARGS__ }
#define SHORTCUTS(said, ...)                                                                                 \
    { .table = "spm-shortcuts", .figure = "8.12", .statement = said, __VA_ARGS__ }
#define ORDERS(side, said, ...)                                                                              \
    { .table = "spm-orders-" side, .figure = "8.14", .statement = said, __VA_ARGS__ }

const struct parity_conclusion parity_published[] = {
    QUEUES("8.3", "CPU, one side: a stack is better than a queue, if slightly", FIRST("stack_one"),
           SECOND("fifo_one"), MEAN(ANY, 1)),
    QUEUES("8.3", "CPU, one side: drawing is slightly slower than the better one", FIRST("random_one"),
           SECOND("fifo_one", "stack_one"), MEAN(ANY, SLIGHTLY)),
    QUEUES("8.4", "CPU, both sides: a queue beats a stack on most games", FIRST("fifo_both"),
           SECOND("stack_both"), MOST),
    QUEUES("8.4", "CPU, queue: both sides in turn are faster than one", FIRST("fifo_both"),
           SECOND("fifo_one"), MEAN(ANY, 1)),
    QUEUES("8.4", "CPU, stack: both sides in turn are faster than one", FIRST("stack_both"),
           SECOND("stack_one"), MEAN(ANY, 1)),
    QUEUES("8.4", "CPU: a queue with both sides is the best of all", FIRST("fifo_both"),
           SECOND("fifo_one", "stack_one", "random_one", "stack_both", "random_both"),
           MEAN(ANY, 1 + PARITY_ALIKE)),

    KERNELS("8.7", "GPU, one side: implicit and explicit are within a factor of 2",
            FIRST("implicit_split_one"), SECOND("explicit_split_one"), MEAN(0.5, 2)),
    KERNELS("8.7", "GPU, explicit: both sides are slower than one on every game",
            FIRST("explicit_split_both"), SECOND("explicit_split_one"), EVERY(1, ANY)),
    KERNELS("8.7", "GPU, implicit: both sides are slower than one", FIRST("implicit_split_both"),
            SECOND("implicit_split_one"), MEAN(1, ANY)),
    KERNELS("8.7", "GPU, both sides: implicit is slower than explicit", FIRST("implicit_split_both"),
            SECOND("explicit_split_both"), MEAN(1, ANY)),
    INTERVALS("GPU, two kernels: queues made every 32 to 128 rounds are best", FIRST("split_32", "split_128"),
              SECOND("split_1", "split_8"), MEAN(ANY, 1)),
    INTERVALS("GPU, one kernel: queues made every 32 to 128 rounds are best", FIRST("fused_32", "fused_128"),
              SECOND("fused_1", "fused_8"), MEAN(ANY, 1)),

    TOGETHER("8.10", "the CPU is faster than the GPU on most games", FIRST("cpu_both"), SECOND("cuda_one"),
             MOST),
    TOGETHER("8.10", "propagation games are 5 times as fast on the GPU", .games = "prop(", FIRST("cpu_both"),
             SECOND("cuda_one"), MEAN(5, ANY)),
    TOGETHER("8.10", "propagation trees are 4 times as fast on the GPU", .games = "tprop(", FIRST("cpu_both"),
             SECOND("cuda_one"), MEAN(4, ANY)),
    TOGETHER("8.10", "the towers of Hanoi are 50 times as fast on the GPU", .games = "hanoi(",
             FIRST("cpu_both"), SECOND("cuda_one"), MEAN(50, ANY)),
    TOGETHER("8.11", "one side: the GPU lifts over 20 times as many a second", .rates = 1, FIRST("cuda_one"),
             SECOND("cpu_one"), MEAN(20, ANY)),
    TOGETHER("8.10", "together is slightly slower than the better one on every game", FIRST("together"),
             SECOND("cpu_both", "cuda_one"), EVERY(1, SLIGHTLY)),

    SHORTCUTS("CPU: one level of shortcuts is a good choice overall", FIRST("cpu_1"), SECOND("cpu_0"),
              MEAN(ANY, 1)),
    SHORTCUTS("CPU: one level takes at most 3 times as long as none", FIRST("cpu_1"), SECOND("cpu_0"),
              EVERY(ANY, 3)),
    SHORTCUTS("CPU: one level makes propagation games faster", .games = "prop(", FIRST("cpu_1"),
              SECOND("cpu_0"), MEAN(ANY, 1)),
    SHORTCUTS("CPU: one level makes the towers of Hanoi faster", .games = "hanoi(", FIRST("cpu_1"),
              SECOND("cpu_0"), MEAN(ANY, 1)),
    SHORTCUTS("CPU: two levels are never faster than one", FIRST("cpu_2"), SECOND("cpu_1"),
              EVERY(1 - PARITY_ALIKE, ANY)),
    SHORTCUTS("GPU: one level of shortcuts is a good choice overall", FIRST("cuda_1"), SECOND("cuda_0"),
              MEAN(ANY, 1)),
    SHORTCUTS("GPU: one level takes at most 3 times as long as none", FIRST("cuda_1"), SECOND("cuda_0"),
              EVERY(ANY, 3)),
    SHORTCUTS("GPU: one level makes propagation games faster", .games = "prop(", FIRST("cuda_1"),
              SECOND("cuda_0"), MEAN(ANY, 1)),
    SHORTCUTS("GPU: one level makes the towers of Hanoi faster", .games = "hanoi(", FIRST("cuda_1"),
              SECOND("cuda_0"), MEAN(ANY, 1)),
    SHORTCUTS("GPU: two levels are never faster than one", FIRST("cuda_2"), SECOND("cuda_1"),
              EVERY(1 - PARITY_ALIKE, ANY)),

#define ORDERS_OF(side, name)                                                                                \
    ORDERS(side, name ": numbers as given are the fastest in most games", FIRST("input"),                    \
           SECOND("reversed", "degree", "priority", "bfs", "dfs"), MOST),                                    \
        ORDERS(side, name ": breadth-first order is over 10 times slower", FIRST("bfs"), SECOND("input"),    \
               MEAN(10, ANY)),                                                                               \
        ORDERS(side, name ": depth-first order is over 10 times slower", FIRST("dfs"), SECOND("input"),      \
               MEAN(10, ANY)),                                                                               \
        ORDERS(side, name ": the reversed order makes no difference", FIRST("reversed"), SECOND("input"),    \
               MEAN(1 / SLIGHTLY, SLIGHTLY)),                                                                \
        ORDERS(side, name ": the order by degree makes no difference", FIRST("degree"), SECOND("input"),     \
               MEAN(1 / SLIGHTLY, SLIGHTLY)),                                                                \
        ORDERS(side, name ": the order by priority makes no difference", FIRST("priority"), SECOND("input"), \
               MEAN(1 / SLIGHTLY, SLIGHTLY))
    ORDERS_OF("cpu", "CPU"),
    ORDERS_OF("cuda", "GPU"),
};

const unsigned parity_published_count = sizeof parity_published / sizeof *parity_published;
