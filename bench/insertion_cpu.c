/* Find-or-put of a sequence of keys by threads of the CPU. */
#include "bench/insertion.h"

#include "base/parallel.h"
#include "base/run.h"
#include "bench/median.h"
#include "hashtable/table.h"

#define BATCH 192u /* keys whose buckets are fetched together, as the search does */

struct insertion_cpu_work {
    const struct insertion *insertion;
    const struct run *run;
    struct insertion_result *result;
    struct table_view view;
    unsigned threads;
    uint64_t fresh, full;
};

static void put_batch(const struct insertion_cpu_work *work, uint32_t first, uint32_t count, uint64_t *fresh,
                      uint64_t *full) {
    const struct table_view *view = &work->view;
    const struct key_sequence *sequence = &work->insertion->sequence;
    uint64_t keys[BATCH][TABLE_MOST_WORDS], hashes[BATCH];
    const uint32_t words = view->words;
    for (uint32_t i = 0; i < count; i++) {
        key_of_number(key_sequence_number(sequence, first + i), words, keys[i]);
        hashes[i] = table_hash_key(keys[i], words);
        table_prefetch(view, hashes[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        enum table_result result = table_put(view, keys[i], words, hashes[i], NULL);
        *fresh += result == TABLE_NEW;
        *full += result == TABLE_FULL;
    }
}

static void put_part(void *context, unsigned thread) {
    struct insertion_cpu_work *work = context;
    uint64_t total = work->insertion->sequence.total, fresh = 0, full = 0;
    uint64_t at = total * thread / work->threads, end = total * (thread + 1) / work->threads;
    for (uint64_t batch = 0; at < end; batch++, at += BATCH) {
        if (batch % BENCH_BATCHES_UNTIL_LOOK == 0 && run_should_stop(work->run)) {
            break;
        }
        put_batch(work, (uint32_t)at, end - at < BATCH ? (uint32_t)(end - at) : BATCH, &fresh, &full);
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

static int run_once(void *context, double *seconds, struct error *error) {
    struct insertion_cpu_work *work = context;
    const struct insertion *insertion = work->insertion;
    uint64_t slots = insertion->table_bytes / 8 / insertion->words;
    table *table =
        table_create(work->run->memory, insertion->words, insertion->bucket_integers, slots, 0, error);
    if (table == NULL) {
        return -1;
    }
    work->view = table_view_of(table);
    work->view.alone = work->threads == 1;
    work->fresh = work->full = 0;
    double begin = run_clock();
    parallel_run(work->threads, put_part, work);
    *seconds = run_clock() - begin;
    work->result->fresh = work->fresh;
    work->result->full = work->full;
    work->result->used = run_should_stop(work->run) ? 0 : count_used(&work->view);
    work->result->load = (double)work->fresh / (double)table_slots(table);
    table_free(table);
    return 0;
}

int insertion_run_cpu(const struct insertion *insertion, const struct run *run,
                      struct insertion_result *result, struct error *error) {
    struct insertion_cpu_work work = {
        .insertion = insertion, .run = run, .result = result, .threads = run->threads};
    return bench_repeat(run, run_once, &work, &result->seconds, error);
}
