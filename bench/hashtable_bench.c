/* heddle bench hashtable: the table in isolation, and its bucket sizes inside the search. */
#include <stddef.h>
#include <stdio.h>

#include "base/array.h"
#include "base/error.h"
#include "base/quantity.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/insertion.h"
#include "bench/median.h"
#include "bench/subject.h"
#include "explorer/backend.h"
#include "hashtable/table_core.h"

#define TABLE_BYTES_GPU 5000000000u /* the size of the paper's table */
#define BYTES_A_KEY 50u             /* the same number of bytes per key, for fewer keys */
#define BUCKETS 4u
#define DUPLICATIONS 7u

static const uint32_t bucket_sizes[BUCKETS] = {4, 8, 16, 32};
static const uint32_t duplications[DUPLICATIONS] = {1, 2, 5, 10, 20, 50, 100};

/* --- insertions (Figure 6) --- */

struct insertion_line {
    uint64_t words, duplication, distinct, bucket;
    const char *probing;
    double seconds, rate, against_groups, load;
    int exact;
};

static const struct statistic_row insertion_columns[] = {
    COLUMN_OF(insertion_line, "words", "words", COUNT, words),
    COLUMN_OF(insertion_line, "duplication", "each key", COUNT, duplication),
    COLUMN_OF(insertion_line, "distinct", "distinct", COUNT, distinct),
    COLUMN_OF(insertion_line, "bucket_integers", "bucket", COUNT, bucket),
    COLUMN_OF(insertion_line, "probing", "a key by", TEXT, probing),
    COLUMN_OF(insertion_line, "seconds", "seconds", SECONDS, seconds),
    COLUMN_OF(insertion_line, "insertions_per_second", "insertions/s", RATE, rate),
    COLUMN_OF(insertion_line, "speedup_over_32", "over 32", NUMBER, against_groups),
    COLUMN_OF(insertion_line, "table_load", "load", SHARE, load),
    COLUMN_OF(insertion_line, "exact", "exact", TRUTH, exact),
};

/* Times at one rate of duplicates, by bucket size and probing. */
struct insertion_times {
    double seconds[2][BUCKETS];
};

static int run_insertion(struct bench *bench, const struct insertion *insertion,
                         struct insertion_result *result) {
#ifdef HEDDLE_CUDA
    if (bench->backend->on_device) {
        return insertion_run_cuda(insertion, bench->run, result, bench->error);
    }
#endif
    return insertion_run_cpu(insertion, bench->run, result, bench->error);
}

static uint64_t insertions_of(const struct bench *bench) {
    static const uint64_t sizes[BENCH_SIZES] = {1000000, 10000000, 10000000, 100000000};
    return sizes[bench_size(bench)];
}

/* Measures the line's words, duplication and bucket. */
static int insert_keys(struct bench *bench, int by_groups, struct insertion_line *line) {
    uint64_t total = insertions_of(bench), bytes = total * BYTES_A_KEY;
    struct insertion_result result;
    struct insertion insertion = {.sequence = key_sequence_of(total, total / line->duplication, 1),
                                  .words = (uint32_t)line->words,
                                  .bucket_integers = (uint32_t)line->bucket,
                                  .by_groups = by_groups,
                                  .table_bytes = bytes < TABLE_BYTES_GPU ? bytes : TABLE_BYTES_GPU};
    if (run_insertion(bench, &insertion, &result) != 0) {
        return -1;
    }
    line->distinct = result.fresh;
    line->probing = by_groups ? "group" : "thread";
    line->seconds = result.seconds;
    line->rate = (double)total / result.seconds;
    line->load = result.load;
    line->exact =
        result.fresh == insertion.sequence.distinct && result.used == result.fresh && result.full == 0;
    bench->wrong += !line->exact;
    return 0;
}

/* All bucket sizes and ways of probing for one duplication. The widest is first: the others are compared with
 * it. */
static int insert_duplication(struct bench *bench, uint32_t words, uint32_t duplication,
                              struct insertion_times *times) {
    int groups = bench->backend->on_device;
    for (int by_groups = groups; by_groups >= 0; by_groups--) {
        for (unsigned bucket = BUCKETS; bucket-- > 0;) {
            struct insertion_line line = {
                .words = words, .duplication = duplication, .bucket = bucket_sizes[bucket]};
            if (insert_keys(bench, by_groups, &line) != 0) {
                return -1;
            }
            times->seconds[by_groups][bucket] = line.seconds;
            line.against_groups = times->seconds[groups][BUCKETS - 1] / line.seconds;
            if (bench_line(bench, &line) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* Compares our curve with what the paper says about its Figure 6. */
static void compare_shapes(struct bench *bench, uint32_t words, const struct insertion_times *times) {
    int groups = bench->backend->on_device;
    unsigned faster = 0, always_from = DUPLICATIONS;
    char from[32] = "";
    for (unsigned d = DUPLICATIONS; d-- > 0;) {
        int is_faster = times[d].seconds[groups][0] < times[d].seconds[groups][BUCKETS - 1];
        faster += (unsigned)is_faster;
        if (is_faster && always_from == d + 1) {
            always_from = d;
        }
    }
    if (always_from != 0 && always_from < DUPLICATIONS) {
        snprintf(from, sizeof from, ", all from %u on", duplications[always_from]);
    }
    bench_note(
        bench,
        "%u word%s, buckets of 4 against 32 integers, %s a key: %.2f times as fast where keys occur once, "
        "%.2f times where they occur 100 times; faster in %u of %u cases%s. The paper, with a group a key "
        "and keys of one integer: slower where keys occur a few times, faster from 21 on, up to 3 times.",
        words, words == 1 ? "" : "s", groups ? "a group" : "a thread",
        times[0].seconds[groups][BUCKETS - 1] / times[0].seconds[groups][0],
        times[DUPLICATIONS - 1].seconds[groups][BUCKETS - 1] / times[DUPLICATIONS - 1].seconds[groups][0],
        faster, DUPLICATIONS, from);
}

static int bench_insertions(struct bench *bench) {
    static const struct bench_table table = {
        "insertions",
        "Find-or-put of a sequence of keys (after Cassee, Neele, Wijs 2017, Figure 6). Keys are made\n"
        "from their index: a Feistel network permutes the sequence, the remainder modulo the distinct\n"
        "keys is the key's number, a bijection makes words of it. Buckets in 32-bit integers; a\n"
        "thread a key, or a group of lanes a key; `over 32`: speed over buckets of 32 by groups (by\n"
        "threads on a CPU), the paper's first table. The time has the making of keys in it, not the\n"
        "clearing of the table. `exact`: new keys and used slots are as many as the sequence has\n"
        "distinct keys.",
        insertion_columns, LENGTH(insertion_columns)};
    if (bench_begin(bench, &table) != 0) {
        return -1;
    }
    for (uint32_t words = 1; words <= TABLE_MOST_WORDS; words *= 2) {
        struct insertion_times times[DUPLICATIONS];
        for (unsigned d = 0; d < DUPLICATIONS; d++) {
            if (insert_duplication(bench, words, duplications[d], &times[d]) != 0) {
                return -1;
            }
        }
        compare_shapes(bench, words, times);
    }
    if (!bench->backend->on_device) {
        char total[QUANTITY_TEXT];
        bench_note(bench,
                   "On %u threads of the CPU, sequences of %s keys; the paper has 100 000 000, on a GPU.",
                   bench->run->threads, quantity_number(insertions_of(bench), total));
    }
    return 0;
}

/* --- bucket sizes inside the search (Figure 7) --- */

struct line {
    const char *network;
    uint64_t bucket;
    struct subject_result found;
    double relative;
};

static const struct statistic_row bucket_columns[] = {
    COLUMN("network", "network", TEXT, network),
    COLUMN("bucket_integers", "bucket", COUNT, bucket),
    COLUMN("states", "states", COUNT, found.states),
    COLUMN("seconds", "seconds", SECONDS, found.seconds),
    COLUMN("relative", "of 32's", NUMBER, relative),
    COLUMN("states_per_second", "states/s", RATE, found.states_rate),
    COLUMN("exact", "exact", TRUTH, found.exact),
    COLUMN("outcome", "", TEXT, found.outcome),
};

static int measure_buckets(struct bench *bench, const struct named_shape *which,
                           const struct subject *subject) {
    double widest = -1;
    int failed = 0;
    for (unsigned bucket = BUCKETS; failed == 0 && bucket-- > 0;) {
        struct subject_search search = {.bucket_integers = bucket_sizes[bucket], .repeats = BENCH_REPEATS};
        struct line line = {.network = which->name, .bucket = bucket_sizes[bucket], .relative = -1};
        failed = subject_explore(bench, subject, &search, &line.found);
        if (failed == 0 && line.found.outcome == NULL) {
            widest = bucket == BUCKETS - 1 ? line.found.seconds : widest;
            line.relative = widest > 0 ? line.found.seconds / widest : -1;
        }
        failed = failed != 0 ? failed : bench_line(bench, &line);
    }
    return failed;
}

static int bench_buckets(struct bench *bench) {
    static const struct named_shape sizes[BENCH_SIZES][3] = {
        {{"ring 10", {NETWORK_RING, .size = 10}},
         {"gas station 7", {NETWORK_GAS_STATION, .size = 7}},
         {"counters 5 of 10", {NETWORK_CYCLES, .size = 10, .groups = 5, .members = 1}}},
        {{"ring 12", {NETWORK_RING, .size = 12}},
         {"gas station 8", {NETWORK_GAS_STATION, .size = 8}},
         {"counters 6 of 10", {NETWORK_CYCLES, .size = 10, .groups = 6, .members = 1}}},
        {{"ring 13", {NETWORK_RING, .size = 13}},
         {"gas station 9", {NETWORK_GAS_STATION, .size = 9}},
         {"counters 7 of 10", {NETWORK_CYCLES, .size = 10, .groups = 7, .members = 1}}},
        {{"ring 16", {NETWORK_RING, .size = 16}},
         {"gas station 12", {NETWORK_GAS_STATION, .size = 12}},
         {"counters 9 of 10", {NETWORK_CYCLES, .size = 10, .groups = 9, .members = 1}}}};
    static const struct bench_table table = {
        "buckets",
        "Bucket sizes inside the search (after Figure 7): time relative to buckets of 32 integers. In\n"
        "the paper only two of its models gain from narrower buckets, and those a little, with 4;\n"
        "others lose up to 30 %.",
        bucket_columns, LENGTH(bucket_columns)};
    return subject_each(bench, &table, sizes[bench_size(bench)], LENGTH(sizes[0]), measure_buckets);
}

const struct benchmark bench_hashtable = {
    "hashtable",
    {{"insertions", bench_insertions, {12, 100, 5, 60}, 0}, {"buckets", bench_buckets, {5, 30, 2, 30}, 0}},
    0};
