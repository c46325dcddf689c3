/* Find-or-put of a sequence of keys by threads of the CPU. */
#include "bench/insertion.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "bench/median.h"
#include "hashtable/table.h"

#define BATCH 192u /* keys whose buckets are fetched together, as the search does */

struct insertion_work {
    const struct insertion *insertion;
    struct table_view view;
    unsigned threads;
    uint64_t fresh, full;
};

static void put_batch(const struct insertion_work *work, uint32_t first, uint32_t count, uint64_t *fresh,
                      uint64_t *full) {
    uint64_t keys[BATCH][2], hashes[BATCH];
    const uint32_t words = work->view.words;
    for (uint32_t i = 0; i < count; i++) {
        key_of_number(key_sequence_number(&work->insertion->sequence, first + i), words, keys[i]);
        hashes[i] = table_hash_key(keys[i], words);
        table_prefetch(&work->view, hashes[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        enum table_result result = table_put(&work->view, keys[i], words, hashes[i], NULL);
        *fresh += result == TABLE_NEW;
        *full += result == TABLE_FULL;
    }
}

static void put_part(void *context, unsigned thread) {
    struct insertion_work *work = context;
    uint64_t total = work->insertion->sequence.total, fresh = 0, full = 0;
    uint64_t at = total * thread / work->threads, end = total * (thread + 1) / work->threads;
    while (at < end) {
        uint32_t count = end - at < BATCH ? (uint32_t)(end - at) : BATCH;
        put_batch(work, (uint32_t)at, count, &fresh, &full);
        at += count;
    }
    shared64_add(&work->fresh, fresh);
    shared64_add(&work->full, full);
}

static uint64_t count_used(const struct table_view *view) {
    uint64_t slots = (view->buckets + view->pad) << view->bucket_bits, used = 0;
    for (uint64_t i = 0; i < slots; i++) {
        used += view->slots[i * view->words] != 0;
    }
    return used;
}

static int run_once(const struct insertion *insertion, const struct run *run, double *seconds,
                    struct insertion_result *result, struct error *error) {
    uint64_t slots = insertion->table_bytes / 8 / insertion->words;
    table *table = table_create(run->memory, insertion->words, insertion->bucket_integers, slots, 0, error);
    if (table == NULL) {
        return -1;
    }
    struct insertion_work work = {
        .insertion = insertion, .view = table_view_of(table), .threads = run->threads};
    work.view.alone = run->threads == 1;
    double begin = run_clock();
    parallel_run(run->threads, put_part, &work);
    *seconds = run_clock() - begin;
    result->fresh = work.fresh;
    result->full = work.full;
    result->used = count_used(&work.view);
    result->load = (double)work.fresh / (double)table_slots(table);
    table_free(table);
    return 0;
}

int insertion_run_cpu(const struct insertion *insertion, const struct run *run,
                      struct insertion_result *result, struct error *error) {
    double seconds[BENCH_REPEATS];
    for (unsigned i = 0; i < BENCH_REPEATS; i++) {
        if (run_should_stop(run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted");
        }
        run_tell(run, "measuring", i, BENCH_REPEATS, "runs");
        if (run_once(insertion, run, &seconds[i], result, error) != 0) {
            return -1;
        }
    }
    result->seconds = bench_median(seconds, BENCH_REPEATS);
    return 0;
}
