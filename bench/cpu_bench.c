/* heddle bench cpu: the speed of this machine's memory, how near the search comes to it, and AUT files. */
#include <stddef.h>

#include "base/array.h"
#include "base/error.h"
#include "base/run.h"
#include "bench/aut_bench.h"
#include "bench/bench.h"
#include "bench/median.h"
#include "bench/memory_rate.h"
#include "bench/subject.h"

/* --- memory --- */

struct rate_line {
    uint64_t bytes, duplication;
    double one, two;
};

static const struct statistic_row memory_columns[] = {
    COLUMN_OF(rate_line, "bytes", "table", BYTES, bytes),
    COLUMN_OF(rate_line, "one_thread", "1 thread", RATE, one),
    COLUMN_OF(rate_line, "two_threads", "2 threads", RATE, two),
};

static int bench_memory(struct bench *bench) {
    static const uint64_t mebibytes[] = {64, 256, 1024};
    static const struct bench_table table = {"memory", "Prefetched random 8-byte reads, a second and thread.",
                                             memory_columns, LENGTH(memory_columns)};
    if (bench_begin(bench, &table) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < LENGTH(mebibytes) - (unsigned)bench->quick; i++) {
        struct rate_line line = {.bytes = mebibytes[i] << 20};
        if (memory_read_rate(bench->run, line.bytes, 1, &line.one, bench->error) != 0 ||
            memory_read_rate(bench->run, line.bytes, 2, &line.two, bench->error) != 0 ||
            bench_line(bench, &line) != 0) {
            return -1;
        }
    }
    return 0;
}

static const struct statistic_row put_columns[] = {
    COLUMN_OF(rate_line, "duplication", "each key", COUNT, duplication),
    COLUMN_OF(rate_line, "puts_per_second", "puts/s", RATE, one),
};

static int bench_puts(struct bench *bench) {
    static const uint32_t duplications[] = {1, 4, 10, 100};
    static const struct bench_table table = {
        "puts", "Find-or-put of keys in random order into a growing table, one thread.", put_columns,
        LENGTH(put_columns)};
    uint64_t count = bench->quick ? (uint64_t)1 << 22 : (uint64_t)1 << 25;
    if (bench_begin(bench, &table) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < LENGTH(duplications); i++) {
        struct rate_line line = {.duplication = duplications[i]};
        if (memory_put_rate(bench->run, count, duplications[i], &line.one, bench->error) != 0 ||
            bench_line(bench, &line) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- search --- */

struct search_line {
    const char *network;
    uint64_t states, transitions;
    double rate, reads, ratio, two_rate, speedup, bytes_a_state, kept_bytes_a_state;
    int exact;
};

static const struct statistic_row search_columns[] = {
    COLUMN_OF(search_line, "network", "network", TEXT, network),
    COLUMN_OF(search_line, "states", "states", COUNT, states),
    COLUMN_OF(search_line, "transitions", NULL, COUNT, transitions),
    COLUMN_OF(search_line, "transitions_per_second", "transitions/s", RATE, rate),
    COLUMN_OF(search_line, "reads_per_second", "reads/s", RATE, reads),
    COLUMN_OF(search_line, "ratio", "ratio", NUMBER, ratio),
    COLUMN_OF(search_line, "transitions_per_second_2", "2 threads", RATE, two_rate),
    COLUMN_OF(search_line, "speedup", "speedup", NUMBER, speedup),
    COLUMN_OF(search_line, "bytes_per_state", "B/state", NUMBER, bytes_a_state),
    COLUMN_OF(search_line, "kept_bytes_per_state", "kept", NUMBER, kept_bytes_a_state),
    COLUMN_OF(search_line, "exact", "exact", TRUTH, exact),
};

/* Explores with the given number of threads. Running out of memory is an error here. */
static int explore_with(struct bench *bench, const struct subject *subject, unsigned threads, int keep,
                        struct subject_result *result) {
    struct run run = *bench->run;
    struct bench own = *bench;
    struct subject_search search = {.keep_levels = keep, .repeats = keep ? 1 : BENCH_REPEATS};
    run.threads = threads;
    own.run = &run;
    if (subject_explore(&own, subject, &search, result) != 0) {
        return -1;
    }
    bench->wrong = own.wrong;
    return result->outcome == NULL ? 0 : error_memory(bench->error, "to search");
}

static int measure_searches(struct bench *bench, const struct named_shape *which,
                            const struct subject *subject) {
    struct subject_result one, two, kept;
    double reads;
    if (explore_with(bench, subject, 1, 0, &one) != 0 || explore_with(bench, subject, 2, 0, &two) != 0 ||
        explore_with(bench, subject, 1, 1, &kept) != 0 ||
        memory_read_rate(bench->run, one.table_bytes, 1, &reads, bench->error) != 0) {
        return -1;
    }
    double states = (double)one.states, rate = one.transitions_rate;
    struct search_line line = {.network = which->name,
                               .states = one.states,
                               .transitions = one.transitions,
                               .rate = rate,
                               .reads = reads,
                               .ratio = rate / reads,
                               .two_rate = two.transitions_rate,
                               .speedup = one.seconds / two.seconds,
                               .bytes_a_state = (double)one.memory_bytes / states,
                               .kept_bytes_a_state = (double)kept.memory_bytes / states,
                               .exact = one.exact && two.exact && kept.exact};
    return bench_line(bench, &line);
}

static int bench_search(struct bench *bench) {
    static const struct named_shape sizes[2][3] = {
        {{"ring 10", {NETWORK_RING, .size = 10}},
         {"gas station 7", {NETWORK_GAS_STATION, .size = 7}},
         {"counters 5 of 10", {NETWORK_CYCLES, .size = 10, .groups = 5, .members = 1}}},
        {{"ring 12", {NETWORK_RING, .size = 12}},
         {"gas station 9", {NETWORK_GAS_STATION, .size = 9}},
         {"counters 7 of 10", {NETWORK_CYCLES, .size = 10, .groups = 7, .members = 1}}}};
    static const struct bench_table table = {"search",
                                             "The search against the read rate of a table of the same size, "
                                             "one thread; two threads; memory with two\n"
                                             "levels and with all levels kept.",
                                             search_columns, LENGTH(search_columns)};
    return subject_each(bench, &table, sizes[!bench->quick], LENGTH(sizes[0]), measure_searches);
}

const struct benchmark bench_cpu = {"cpu",
                                    {{"memory", bench_memory, {2, 10, 2, 10}, 0},
                                     {"puts", bench_puts, {1, 10, 1, 10}, 0},
                                     {"search", bench_search, {2, 10, 2, 10}, 0},
                                     {"aut", bench_aut, {1, 25, 1, 25}, 0}},
                                    1};
