#ifndef HEDDLE_TESTS_SUPPORT_TABLE_STRESS_CUH
#define HEDDLE_TESTS_SUPPORT_TABLE_STRESS_CUH

/* Code on the GPU that the stress tests of tables and of the interner share: batches of work, and their
 * counts. */
#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "bench/keys_core.h"
#include "tests/support/table_stress.h"

#define STRESS_THREADS 256u
#define STRESS_BLOCKS_EACH 8u
#define STRESS_OVERFULL                                                                                      \
    ((uint64_t)1 << 20)    /* slots of tables that are small enough to be overfilled on purpose */
#define STRESS_LEAST 1024u /* keys of a batch */

struct stress_counts {
    unsigned long long fresh, found, full, used, strange;
};

/* Keys of a sequence: those at indices first .. first + count - 1, or at the indices in a list. Those that
 * meet FULL are listed in `redo`, as many as counts->full says. */
struct stress_batch {
    struct key_sequence sequence;
    const uint32_t *list; /* NULL for a range */
    uint64_t first, count;
    uint32_t *redo;
    struct stress_counts *counts;
};

static __device__ __forceinline__ uint32_t stress_index(const struct stress_batch *batch, uint64_t i) {
    return batch->list != NULL ? batch->list[i] : (uint32_t)(batch->first + i);
}

/* Counts a result. */
static __device__ __forceinline__ void stress_count(const struct stress_batch *batch, uint32_t index,
                                                    enum table_result result) {
    struct stress_counts *counts = batch->counts;
    if (result == TABLE_FULL) {
        batch->redo[atomicAdd(&counts->full, 1ULL)] = index;
    } else if (result == TABLE_NEW) {
        atomicAdd(&counts->fresh, 1ULL);
    } else {
        atomicAdd(&counts->found, 1ULL);
    }
}

/* The host's side: what a stress has on the device beside its table. */
struct stress_work {
    struct device *device;
    struct stress_counts *counts;
    uint32_t *lists[2]; /* lists of keys to do again */
    uint64_t list_bytes;
};

static inline unsigned stress_blocks(const struct stress_work *work) {
    return work->device->processors * STRESS_BLOCKS_EACH;
}

static inline int stress_open(struct stress_work *work, uint64_t insertions, struct error *error) {
    work->device = device_open(0, 0, error);
    work->list_bytes = insertions * sizeof *work->lists[0];
    if (work->device == NULL) {
        return -1;
    }
    work->counts = (struct stress_counts *)device_allocate(work->device, sizeof *work->counts, error);
    work->lists[0] = (uint32_t *)device_allocate(work->device, work->list_bytes, error);
    work->lists[1] = (uint32_t *)device_allocate(work->device, work->list_bytes, error);
    return work->counts == NULL || work->lists[0] == NULL || work->lists[1] == NULL ? -1 : 0;
}

/* Returns the number of bytes that are still allocated. */
static inline uint64_t stress_close(struct stress_work *work) {
    if (work->device == NULL) {
        return 0;
    }
    device_free(work->device, work->lists[1], work->list_bytes);
    device_free(work->device, work->lists[0], work->list_bytes);
    device_free(work->device, work->counts, sizeof *work->counts);
    uint64_t left = memory_used(&work->device->memory);
    device_close(work->device);
    return left;
}

/* The next batch: keys to do again, or new keys until the load is slightly exceeded. */
static inline struct stress_batch stress_next(const struct stress_work *work, struct key_sequence sequence,
                                              uint64_t redo, uint64_t done, uint64_t slots, uint64_t most) {
    struct stress_batch batch = {sequence, NULL, done, 0, work->lists[1], work->counts};
    if (redo != 0) {
        batch.list = work->lists[0];
        batch.count = redo;
        return batch;
    }
    batch.count = (most > slots / 16 ? most : slots / 16) + STRESS_LEAST;
    batch.count += slots <= STRESS_OVERFULL ? slots / 4 : 0;
    batch.count = batch.count < sequence.total - done ? batch.count : sequence.total - done;
    return batch;
}

#endif
