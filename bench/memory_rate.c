/* What the memory of this machine gives: prefetched random reads, and find-or-put. */
#include "bench/bench.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/barrier.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "hashtable/table.h"

#define READS ((uint64_t)1 << 24)
#define BATCH 192u /* as the search batches */

struct reader {
    const uint64_t *block;
    uint64_t words, seed, sum;
    struct barrier *barrier;
    double seconds;
};

static void *read_block(void *argument) {
    struct reader *reader = argument;
    uint64_t at[BATCH], next = reader->seed, sum = 0;
    barrier_wait(reader->barrier);
    double begin = run_clock();
    for (uint64_t i = 0; i < READS; i += BATCH) {
        for (uint32_t j = 0; j < BATCH; j++) {
            at[j] = core_multiply_high(core_mix(next++), reader->words);
            __builtin_prefetch(reader->block + at[j]);
        }
        for (uint32_t j = 0; j < BATCH; j++) {
            sum += reader->block[at[j]];
        }
    }
    reader->seconds = run_clock() - begin;
    reader->sum = sum;
    return NULL;
}

double bench_median(double *values, unsigned count) {
    for (unsigned i = 1; i < count; i++) {
        for (unsigned j = i; j > 0 && values[j - 1] > values[j]; j--) {
            double swap = values[j];
            values[j] = values[j - 1];
            values[j - 1] = swap;
        }
    }
    return values[count / 2];
}

double bench_read_rate(uint64_t bytes, unsigned threads) {
    struct memory memory;
    struct memory_range range;
    double rates[BENCH_REPEATS];
    memory_init(&memory, UINT64_MAX);
    if (memory_range_open(&memory, &range, bytes, bytes) != 0 ||
        memory_range_extend(&memory, &range, bytes) != 0) {
        fprintf(stderr, "not enough memory\n");
        exit(1);
    }
    uint64_t *block = range.base, words = bytes / sizeof *block;
    for (uint64_t i = 0; i < words; i++) {
        block[i] = i;
    }
    for (unsigned repeat = 0; repeat < BENCH_REPEATS; repeat++) {
        struct barrier barrier;
        struct reader readers[64];
        pthread_t handles[64];
        barrier_init(&barrier, threads);
        for (unsigned i = 0; i < threads; i++) {
            readers[i] = (struct reader){block, words, (repeat * 64 + i) * READS, 0, &barrier, 0};
            if (i > 0) {
                pthread_create(&handles[i], NULL, read_block, &readers[i]);
            }
        }
        read_block(&readers[0]);
        double slowest = readers[0].seconds;
        for (unsigned i = 1; i < threads; i++) {
            pthread_join(handles[i], NULL);
            slowest = readers[i].seconds > slowest ? readers[i].seconds : slowest;
        }
        /* The sum is used, so that the reads are made. */
        rates[repeat] = (double)READS / slowest + (readers[0].sum == 1 ? 1e-9 : 0);
    }
    memory_range_close(&memory, &range);
    return bench_median(rates, BENCH_REPEATS);
}

static void grow(table *table, struct table_view *view) {
    if (table_grow_begin(table, 2 * table_slots(table)) != 0) {
        fprintf(stderr, "the table does not grow\n");
        exit(1);
    }
    table_grow_work(table, 0, 1, NULL);
    table_grow_end(table);
    *view = table_view_of(table);
}

static double put_once(uint64_t count, unsigned duplication) {
    struct memory memory;
    struct error error;
    memory_init(&memory, (uint64_t)16 << 30);
    table *table = table_create(&memory, 1, 16, 16384, 0, &error);
    struct table_view view = table_view_of(table);
    uint64_t keys[BATCH], hashes[BATCH], fresh = 0, distinct = count / duplication;
    double begin = run_clock();
    for (uint64_t i = 0; i < count; i += BATCH) {
        for (uint32_t j = 0; j < BATCH; j++) {
            keys[j] = core_mix((i + j) % distinct) | TABLE_USED;
            hashes[j] = table_hash_1(keys[j]);
            table_prefetch(&view, hashes[j]);
        }
        for (uint32_t j = 0; j < BATCH; j++) {
            fresh += table_put(&view, &keys[j], 1, hashes[j], NULL) == TABLE_NEW;
        }
        if (fresh > table_slots(table) / 4 * 3) {
            grow(table, &view);
        }
    }
    double seconds = run_clock() - begin;
    table_free(table);
    return (double)count / seconds;
}

double bench_put_rate(uint64_t count, unsigned duplication) {
    double rates[BENCH_REPEATS];
    for (unsigned repeat = 0; repeat < BENCH_REPEATS; repeat++) {
        rates[repeat] = put_once(count, duplication);
    }
    return bench_median(rates, BENCH_REPEATS);
}
