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
    view.bucket_bits = __ffs((int)slots) - 1; /* what it is, but known to the compiler */
    uint64_t own = device_grid_thread();
    for (uint64_t first = own - threadIdx.x % 32; first < sequence.total; first += step, own += step) {
        uint64_t slot, key[2] = {0, 0}, hash = 0;
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
    return view->words == 1 ? one_word[view->bucket_bits - 1] : two_words[view->bucket_bits];
}

/* One put of the whole sequence into the cleared table. */
static int run_once(const struct insertion *insertion, struct device *device, const table_device *table,
                    struct insertion_counts *counts, const cudaEvent_t *events, double *seconds,
                    struct error *error) {
    struct table_view view = table_device_view(table);
    put_kernel kernel = insertion->by_groups ? kernel_of<true>(&view) : kernel_of<false>(&view);
    unsigned blocks = device->processors * BLOCKS_EACH;
    float milliseconds;
    if (device_clear(view.slots, table_device_bytes(table), error) != 0 ||
        device_clear(counts, sizeof *counts, error) != 0 || DEVICE_CHECK(cudaEventRecord(events[0]), error)) {
        return -1;
    }
    kernel<<<blocks, THREADS>>>(view, insertion->sequence, counts);
    if (DEVICE_CHECK(cudaGetLastError(), error) || DEVICE_CHECK(cudaEventRecord(events[1]), error) ||
        DEVICE_CHECK(cudaEventSynchronize(events[1]), error) ||
        DEVICE_CHECK(cudaEventElapsedTime(&milliseconds, events[0], events[1]), error)) {
        return -1;
    }
    *seconds = milliseconds / 1000;
    return 0;
}

static int run_all(const struct insertion *insertion, const struct run *run, struct device *device,
                   const table_device *table, struct insertion_counts *counts, const cudaEvent_t *events,
                   struct insertion_result *result, struct error *error) {
    struct insertion_counts found;
    double seconds[BENCH_REPEATS];
    for (unsigned i = 0; i < BENCH_REPEATS; i++) {
        if (run_should_stop(run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted");
        }
        run_tell(run, "measuring", i, BENCH_REPEATS, "runs");
        if (run_once(insertion, device, table, counts, events, &seconds[i], error) != 0) {
            return -1;
        }
    }
    count_used<<<device->processors * BLOCKS_EACH, THREADS>>>(table_device_view(table), counts);
    if (DEVICE_CHECK(cudaGetLastError(), error) ||
        device_download(&found, counts, sizeof found, error) != 0) {
        return -1;
    }
    result->seconds = bench_median(seconds, BENCH_REPEATS);
    result->fresh = found.fresh;
    result->full = found.full;
    result->used = found.used;
    result->load = (double)found.fresh / (double)table_device_slots(table);
    return 0;
}

int insertion_run_cuda(const struct insertion *insertion, const struct run *run,
                       struct insertion_result *result, struct error *error) {
    struct device *device = device_open((int)run->device, run->device_bytes, error);
    if (device == NULL) {
        return -1;
    }
    int failed = -1;
    cudaEvent_t events[2] = {NULL, NULL};
    uint64_t slots = insertion->table_bytes / 8 / insertion->words;
    table_device *table =
        table_device_create(device, insertion->words, insertion->bucket_integers, slots, 0, error);
    struct insertion_counts *counts =
        table == NULL ? NULL : (struct insertion_counts *)device_allocate(device, sizeof *counts, error);
    if (counts != NULL && DEVICE_CHECK(cudaEventCreate(&events[0]), error) == 0 &&
        DEVICE_CHECK(cudaEventCreate(&events[1]), error) == 0) {
        failed = run_all(insertion, run, device, table, counts, events, result, error);
    }
    for (unsigned i = 0; i < 2; i++) {
        if (events[i] != NULL) {
            (void)cudaEventDestroy(events[i]);
        }
    }
    device_free(device, counts, sizeof *counts);
    table_device_free(table);
    assert(memory_used(&device->memory) == 0);
    device_close(device);
    return failed;
}
