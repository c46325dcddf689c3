/* The stress of the interner on a GPU: pairs by the hundred million, through an index that is a prefix table.
 */
#include <string.h>

#include "hashtable/intern_core.h"
#include "hashtable/table_device.h"
#include "tests/support/table_stress.cuh"

#define LOAD 0.75
#define SPARE_IDS ((uint64_t)1 << 20)

/* Pairs that share word 0, as those of neighbouring states do. */
static __device__ __forceinline__ void pair_of_number(uint32_t number, uint64_t *word) {
    word[0] = key_spread(number / 4);
    word[1] = key_spread(number % 4 + 1);
}

static __global__ void intern_batch(struct intern_view view, struct stress_batch batch) {
    const uint64_t step = device_grid_step();
    struct intern_stock stock = {0, 0};
    for (uint64_t i = device_grid_thread(); i < batch.count; i += step) {
        uint64_t id, word[2];
        uint32_t index = stress_index(&batch, i);
        pair_of_number(key_sequence_number(&batch.sequence, index), word);
        stress_count(&batch, index,
                     intern_put(&view, &stock, word[0], word[1], intern_hash(word[0], word[1]), &id));
    }
}

/* Every pair again: it must be found, under an id that leads back to it and that no other pair has. */
static __global__ void intern_again(struct intern_view view, uint64_t distinct, unsigned *seen,
                                    struct stress_counts *counts) {
    const uint64_t step = device_grid_step();
    struct intern_stock stock = {0, 0};
    for (uint64_t i = device_grid_thread(); i < distinct; i += step) {
        uint64_t id, word[2];
        pair_of_number((uint32_t)i, word);
        if (intern_put(&view, &stock, word[0], word[1], intern_hash(word[0], word[1]), &id) != TABLE_FOUND) {
            atomicAdd(&counts->fresh, 1ULL);
            continue;
        }
        unsigned bit = 1u << id % 32;
        if (intern_word(view.pairs, id, 0) != word[0] || intern_word(view.pairs, id, 1) != word[1] ||
            (atomicOr(&seen[id / 32], bit) & bit) != 0) {
            atomicAdd(&counts->strange, 1ULL);
        }
    }
}

static __global__ void count_index(struct table_view view, struct stress_counts *counts) {
    const uint64_t slots = (view.buckets + view.pad) << view.bucket_bits;
    const uint64_t step = device_grid_step();
    for (uint64_t at = device_grid_thread(); at < slots; at += step) {
        if (view.slots[at] != 0) {
            atomicAdd(&counts->used, 1ULL);
        }
    }
}

/* --- the host --- */

struct stressed_interner {
    table_device *index;
    struct device_range pairs;
    uint64_t *next;
};

static struct intern_view view_of(const struct stressed_interner *interner) {
    struct intern_view view;
    uint64_t capacity = interner->pairs.committed / INTERN_PAIR_BYTES, most = (uint64_t)1 << INTERN_ID_BITS;
    view.index = table_device_view(interner->index);
    view.pairs = (uint64_t *)interner->pairs.base;
    view.next = interner->next;
    view.capacity = capacity < most ? capacity : most;
    view.stock = 1;
    return view;
}

/* Makes room for one pair per slot of the index, and for ids that launches leave unused. */
static int extend_pairs(struct device *device, struct stressed_interner *interner, struct error *error) {
    uint64_t pairs = table_device_slots(interner->index) + SPARE_IDS, most = (uint64_t)1 << INTERN_ID_BITS;
    return device_range_extend(device, &interner->pairs, (pairs < most ? pairs : most) * INTERN_PAIR_BYTES,
                               error);
}

static int open_interner(const struct interner_stress *stress, struct device *device,
                         struct stressed_interner *interner, struct error *error) {
    interner->index = table_device_create(device, 1, stress->bucket_integers, stress->first_slots, 1, error);
    interner->next = (uint64_t *)device_allocate(device, sizeof *interner->next, error);
    return interner->index == NULL || interner->next == NULL ||
                   device_clear(interner->next, sizeof *interner->next, error) != 0 ||
                   device_range_open(device, &interner->pairs,
                                     ((uint64_t)1 << INTERN_ID_BITS) * INTERN_PAIR_BYTES, error) != 0 ||
                   extend_pairs(device, interner, error) != 0
               ? -1
               : 0;
}

static void close_interner(struct device *device, struct stressed_interner *interner) {
    device_range_close(device, &interner->pairs);
    device_free(device, interner->next, sizeof *interner->next);
    table_device_free(interner->index);
}

static int grow(struct device *device, struct stressed_interner *interner, struct error *error) {
    int lost;
    return table_device_grow(interner->index, &lost, error) != 0 || extend_pairs(device, interner, error) != 0
               ? -1
               : 0;
}

static int intern_all(const struct interner_stress *stress, struct key_sequence sequence,
                      struct stress_work *work, struct stressed_interner *interner,
                      struct stress_result *result, struct error *error) {
    uint64_t done = 0, redo = 0;
    while (done < stress->insertions || redo != 0) {
        struct stress_counts counts;
        uint64_t slots = table_device_slots(interner->index), most = (uint64_t)((double)slots * LOAD);
        struct stress_batch batch =
            stress_next(work, sequence, redo, done, slots, most > result->fresh ? most - result->fresh : 0);
        if (device_clear(work->counts, sizeof *work->counts, error) != 0) {
            return -1;
        }
        intern_batch<<<stress_blocks(work), STRESS_THREADS>>>(view_of(interner), batch);
        if (DEVICE_CHECK(cudaGetLastError(), error) ||
            device_download(&counts, work->counts, sizeof counts, error) != 0) {
            return -1;
        }
        done += redo == 0 ? batch.count : 0;
        redo = counts.full;
        result->fresh += counts.fresh;
        uint32_t *swap = work->lists[0];
        work->lists[0] = work->lists[1];
        work->lists[1] = swap;
        if (redo != 0 || (result->fresh > most && done < stress->insertions)) {
            if (grow(work->device, interner, error) != 0) {
                return -1;
            }
            result->growths++;
        }
    }
    return 0;
}

static int check_all(const struct interner_stress *stress, struct stress_work *work,
                     const struct stressed_interner *interner, struct stress_result *result,
                     struct error *error) {
    struct stress_counts counts;
    uint64_t bytes = (view_of(interner).capacity + 31) / 32 * sizeof(unsigned);
    unsigned *seen = (unsigned *)device_allocate(work->device, bytes, error);
    if (seen == NULL) {
        return -1;
    }
    int failed =
        device_clear(seen, bytes, error) != 0 || device_clear(work->counts, sizeof *work->counts, error) != 0;
    if (!failed) {
        count_index<<<stress_blocks(work), STRESS_THREADS>>>(view_of(interner).index, work->counts);
        intern_again<<<stress_blocks(work), STRESS_THREADS>>>(view_of(interner), stress->distinct, seen,
                                                              work->counts);
        failed = DEVICE_CHECK(cudaGetLastError(), error) ||
                 device_download(&counts, work->counts, sizeof counts, error) != 0;
    }
    if (!failed) {
        result->used = counts.used;
        result->lost = counts.fresh;
        result->strange = counts.strange;
    }
    device_free(work->device, seen, bytes);
    return failed ? -1 : 0;
}

int interner_stress_run(const struct interner_stress *stress, struct stress_result *result,
                        struct error *error) {
    struct key_sequence sequence = key_sequence_of(stress->insertions, stress->distinct, 1);
    struct stress_work work;
    struct stressed_interner interner;
    memset(result, 0, sizeof *result);
    memset(&work, 0, sizeof work);
    memset(&interner, 0, sizeof interner);
    sequence.adjacent = stress->adjacent != 0;
    int failed = stress_open(&work, stress->insertions, error);
    if (failed == 0) {
        failed = open_interner(stress, work.device, &interner, error) != 0 ||
                         intern_all(stress, sequence, &work, &interner, result, error) != 0 ||
                         check_all(stress, &work, &interner, result, error) != 0
                     ? -1
                     : 0;
        close_interner(work.device, &interner);
    }
    result->left = stress_close(&work);
    return failed;
}
