/* Find-or-put of a sequence of keys on a GPU: a thread a key, or a group of lanes a key. */
#include "bench/insertion.h"

#include <assert.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"
#include "bench/median.h"
#include "hashtable/table_device.cuh"
#include "hashtable/table_device.h"
#include "bench/table_device_group.cuh"

#define THREADS 256u
#define BLOCKS_EACH 32u /* blocks a multiprocessor */

struct insertion_counts {
    unsigned long long fresh, full, used;
};

static __device__ __forceinline__ void add_counts(unsigned long long *to, unsigned own) {
    unsigned sum = __reduce_add_sync(ALL_LANES, own);
    if (threadIdx.x % 32 == 0 && sum != 0) {
        atomicAdd(to, (unsigned long long)sum);
    }
}

/* Warps take 32 keys at a time; all lanes stay to the end, as groups need them. */
template <uint32_t words, uint32_t slots, bool by_groups>
static __global__ void __launch_bounds__(THREADS)
    put_sequence(struct table_view view, struct key_sequence sequence, struct insertion_counts *counts) {
    const uint64_t step = device_grid_step();
    unsigned fresh = 0, full = 0;
    view.bucket_bits = __ffs((int)slots) - 1; /* the same value, but known to the compiler */
    uint64_t own = device_grid_thread();
    for (uint64_t first = own - threadIdx.x % 32; first < sequence.total; first += step, own += step) {
        uint64_t slot, key[words] = {0}, hash = 0;
        const int has_key = own < sequence.total;
        enum table_result result = TABLE_FOUND;
        if (has_key) {
            key_of_number(key_sequence_number(&sequence, (uint32_t)own), words, key);
            hash = table_hash_key(key, words);
        }
        if (by_groups) {
            __syncwarp();
            result = table_group_put_each(&view, key, words, slots, hash, has_key);
        } else if (has_key) {
            result = table_device_put(&view, key, words, hash, &slot);
        }
        fresh += result == TABLE_NEW;
        full += result == TABLE_FULL;
    }
    __syncwarp();
    add_counts(&counts->fresh, fresh);
    add_counts(&counts->full, full);
}

static __global__ void count_used(struct table_view view, struct insertion_counts *counts) {
    const uint64_t slots = (view.buckets + view.pad) << view.bucket_bits;
    const uint64_t step = device_grid_step();
    unsigned used = 0;
    for (uint64_t at = device_grid_thread(); at < slots; at += step) {
        used += view.slots[at * view.words] != 0;
    }
    __syncwarp();
    add_counts(&counts->used, used);
}

typedef void (*put_kernel)(struct table_view, struct key_sequence, struct insertion_counts *);

template <bool by_groups> static put_kernel kernel_of(const struct table_view *view) {
    static const put_kernel one_word[] = {put_sequence<1, 2, by_groups>, put_sequence<1, 4, by_groups>,
                                          put_sequence<1, 8, by_groups>, put_sequence<1, 16, by_groups>};
    static const put_kernel two_words[] = {put_sequence<2, 1, by_groups>, put_sequence<2, 2, by_groups>,
                                           put_sequence<2, 4, by_groups>, put_sequence<2, 8, by_groups>};
    static const put_kernel four_words[] = {put_sequence<4, 1, by_groups>, put_sequence<4, 2, by_groups>,
                                            put_sequence<4, 4, by_groups>};
    return view->words == 1   ? one_word[view->bucket_bits - 1]
           : view->words == 2 ? two_words[view->bucket_bits]
                              : four_words[view->bucket_bits];
}

/* What is measured, with the events before and after it. */
struct insertion_work {
    const struct insertion *insertion;
    struct device *device;
    table_device *table;
    struct insertion_counts *counts;
    cudaEvent_t events[2];
};

/* One put of the whole sequence into the cleared table. */
static int run_once(void *context, double *seconds, struct error *error) {
    const struct insertion_work *work = (const struct insertion_work *)context;
    struct table_view view = table_device_view(work->table);
    put_kernel kernel = work->insertion->by_groups ? kernel_of<true>(&view) : kernel_of<false>(&view);
    unsigned blocks = work->device->processors * BLOCKS_EACH;
    float milliseconds;
    if (device_clear(view.slots, table_device_bytes(work->table), error) != 0 ||
        device_clear(work->counts, sizeof *work->counts, error) != 0 ||
        DEVICE_CHECK(cudaEventRecord(work->events[0]), error)) {
        return -1;
    }
    kernel<<<blocks, THREADS>>>(view, work->insertion->sequence, work->counts);
    if (DEVICE_CHECK(cudaGetLastError(), error) || DEVICE_CHECK(cudaEventRecord(work->events[1]), error) ||
        DEVICE_CHECK(cudaEventSynchronize(work->events[1]), error) ||
        DEVICE_CHECK(cudaEventElapsedTime(&milliseconds, work->events[0], work->events[1]), error)) {
        return -1;
    }
    *seconds = milliseconds / 1000;
    return 0;
}

static int run_all(struct insertion_work *work, const struct run *run, struct insertion_result *result,
                   struct error *error) {
    struct insertion_counts found;
    if (bench_repeat(run, run_once, work, &result->seconds, error) != 0) {
        return -1;
    }
    count_used<<<work->device->processors * BLOCKS_EACH, THREADS>>>(table_device_view(work->table),
                                                                    work->counts);
    if (DEVICE_CHECK(cudaGetLastError(), error) ||
        device_download(&found, work->counts, sizeof found, error) != 0) {
        return -1;
    }
    result->fresh = found.fresh;
    result->full = found.full;
    result->used = found.used;
    result->load = (double)found.fresh / (double)table_device_slots(work->table);
    return 0;
}

int insertion_run_cuda(const struct insertion *insertion, const struct run *run,
                       struct insertion_result *result, struct error *error) {
    struct device *device = device_open((int)run->device, run->device_bytes, error);
    if (device == NULL) {
        return -1;
    }
    int failed = -1;
    uint64_t slots = insertion->table_bytes / 8 / insertion->words;
    struct insertion_work work = {insertion, device, NULL, NULL, {NULL, NULL}};
    work.table = table_device_create(device, insertion->words, insertion->bucket_integers, slots, 0, error);
    work.counts = work.table == NULL
                      ? NULL
                      : (struct insertion_counts *)device_allocate(device, sizeof *work.counts, error);
    if (work.counts != NULL && DEVICE_CHECK(cudaEventCreate(&work.events[0]), error) == 0 &&
        DEVICE_CHECK(cudaEventCreate(&work.events[1]), error) == 0) {
        failed = run_all(&work, run, result, error);
    }
    for (unsigned i = 0; i < 2; i++) {
        if (work.events[i] != NULL) {
            (void)cudaEventDestroy(work.events[i]);
        }
    }
    device_free(device, work.counts, sizeof *work.counts);
    table_device_free(work.table);
    assert(memory_used(&device->memory) == 0);
    device_close(device);
    return failed;
}
