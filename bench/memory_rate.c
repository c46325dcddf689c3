/* The speed of this machine's memory: prefetched random reads, and find-or-put. */
#include "bench/memory_rate.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "bench/keys_core.h"
#include "bench/median.h"
#include "hashtable/table.h"

#define READS ((uint64_t)1 << 24)
#define BATCH 192u /* as the search batches */
#define MOST_THREADS 64u
#define FIRST_SLOTS 16384u

/* Looks at the stop flag now and then; `number` is that of the first key of a batch. */
static int stops(const struct run *run, uint64_t number) {
    return number / BATCH % BENCH_BATCHES_UNTIL_LOOK == 0 && run_should_stop(run);
}

struct rate_reading {
    const struct run *run;
    uint64_t *block;
    uint64_t words, seed;
    unsigned threads;
    double seconds[MOST_THREADS];
    uint64_t sums[MOST_THREADS]; /* kept, so that the reads are made */
};

static void read_block(void *context, unsigned thread) {
    struct rate_reading *reading = context;
    uint64_t at[BATCH], next = reading->seed + thread * READS, sum = 0;
    double begin = run_clock();
    for (uint64_t i = 0; i < READS && !stops(reading->run, i); i += BATCH) {
        for (uint32_t j = 0; j < BATCH; j++) {
            at[j] = core_multiply_high(core_mix(next++), reading->words);
            __builtin_prefetch(reading->block + at[j]);
        }
        for (uint32_t j = 0; j < BATCH; j++) {
            sum += reading->block[at[j]];
        }
    }
    reading->seconds[thread] = run_clock() - begin;
    reading->sums[thread] = sum;
}

/* The seconds of the slowest thread. */
static int read_once(void *context, double *seconds, struct error *error) {
    struct rate_reading *reading = context;
    (void)error;
    parallel_run(reading->threads, read_block, reading);
    *seconds = 0;
    for (unsigned i = 0; i < reading->threads; i++) {
        *seconds = reading->seconds[i] > *seconds ? reading->seconds[i] : *seconds;
        *(volatile uint64_t *)reading->block = reading->sums[i];
    }
    reading->seed += MOST_THREADS * READS;
    return 0;
}

int memory_read_rate(const struct run *run, uint64_t bytes, unsigned threads, double *rate,
                     struct error *error) {
    struct memory_range range = {0};
    double seconds;
    if (memory_range_open(run->memory, &range, bytes, bytes) != 0 ||
        memory_range_extend(run->memory, &range, bytes) != 0) {
        memory_range_close(run->memory, &range);
        return error_memory(error, "to read from");
    }
    struct rate_reading reading = {.run = run,
                                   .block = range.base,
                                   .words = bytes / sizeof *reading.block,
                                   .threads = threads < MOST_THREADS ? threads : MOST_THREADS};
    for (uint64_t i = 0; i < reading.words && !stops(run, i); i++) {
        reading.block[i] = i;
    }
    int failed = bench_repeat(run, read_once, &reading, &seconds, error);
    memory_range_close(run->memory, &range);
    *rate = failed == 0 ? (double)READS / seconds : 0;
    return failed;
}

/* --- find-or-put --- */

/* A sequence to put into a table that grows. */
struct putting {
    const struct run *run;
    struct key_sequence sequence;
};

static int grow(table *table, struct table_view *view, struct error *error) {
    int failed = table_grow_begin(table, 2 * table_slots(table));
    if (failed == 0) {
        table_grow_work(table, 0, 1, NULL);
        failed = table_grow_end(table);
    }
    *view = table_view_of(table);
    return failed != 0 ? error_memory(error, "for the table to grow") : 0;
}

static int put_all(table *table, const struct putting *putting, struct error *error) {
    const struct key_sequence *sequence = &putting->sequence;
    struct table_view view = table_view_of(table);
    uint64_t keys[BATCH][2], hashes[BATCH], fresh = 0;
    for (uint32_t i = 0; i < sequence->total; i += BATCH) {
        if (stops(putting->run, i)) {
            return 0;
        }
        uint32_t count = sequence->total - i < BATCH ? sequence->total - i : BATCH;
        for (uint32_t j = 0; j < count; j++) {
            key_of_number(key_sequence_number(sequence, i + j), 1, keys[j]);
            hashes[j] = table_hash_key(keys[j], 1);
            table_prefetch(&view, hashes[j]);
        }
        for (uint32_t j = 0; j < count; j++) {
            fresh += table_put(&view, keys[j], 1, hashes[j], NULL) == TABLE_NEW;
        }
        if (fresh > table_slots(table) / 4 * 3 && grow(table, &view, error) != 0) {
            return -1;
        }
    }
    return fresh == sequence->distinct ? 0 : error_set(error, ERROR_FULL, "the table has lost keys");
}

static int put_once(void *context, double *seconds, struct error *error) {
    const struct putting *putting = context;
    table *table = table_create(putting->run->memory, 1, TABLE_HOST_INTEGERS, FIRST_SLOTS, 0, error);
    if (table == NULL) {
        return -1;
    }
    double begin = run_clock();
    int failed = put_all(table, putting, error);
    *seconds = run_clock() - begin;
    table_free(table);
    return failed;
}

int memory_put_rate(const struct run *run, uint64_t count, uint32_t duplication, double *rate,
                    struct error *error) {
    struct putting putting = {run, key_sequence_of(count, count / duplication, 1)};
    double seconds;
    int failed = bench_repeat(run, put_once, &putting, &seconds, error);
    *rate = failed == 0 ? (double)count / seconds : 0;
    return failed;
}
