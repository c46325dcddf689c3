/*
 * The stress of a visited set in slots of 32 bits on a GPU: keys by the hundred million, from a tiny table
 * on, first of whole keys where they do not fit into the slots.
 */
#include <string.h>

#include "hashtable/half_device.cuh"
#include "hashtable/half_device.h"
#include "tests/support/table_stress.cuh"

/* The table in one of its forms. */
struct half_forms {
    table_device *whole; /* NULL after conversion */
    half_device *half;
};

struct forms_view {
    struct table_view whole;
    struct half_view half; /* used if it has slots */
    uint32_t key_bits;
};

/* A bijection of words of `bits` bits. */
static __device__ __forceinline__ uint64_t spread_number(uint64_t number, uint32_t bits) {
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    number = (number * 0x9fb21c651e98df25u) & mask;
    number ^= number >> (bits + 1) / 2;
    return (number * 0xd6e8feb86659fd93u) & mask;
}

static __device__ enum table_result put_number(const struct forms_view *view, uint32_t number) {
    const uint64_t key = spread_number(number, view->key_bits) | TABLE_USED;
    uint64_t slot;
    return view->half.first.slots != NULL ? half_device_put(&view->half, half_hash(&view->half, key))
                                          : table_device_put(&view->whole, &key, 1, table_hash_1(key), &slot);
}

static __global__ void put_batch(const __grid_constant__ struct forms_view view,
                                 const __grid_constant__ struct stress_batch batch) {
    for (uint64_t own = device_grid_thread(); own < batch.count; own += device_grid_step()) {
        uint32_t index = stress_index(&batch, own);
        stress_count(&batch, index, put_number(&view, key_sequence_number(&batch.sequence, index)));
    }
}

/* Puts the keys with numbers first .. end - 1 again. */
static __global__ void put_again(const __grid_constant__ struct forms_view view, uint64_t first, uint64_t end,
                                 struct stress_counts *counts) {
    for (uint64_t own = first + device_grid_thread(); own < end; own += device_grid_step()) {
        atomicAdd(put_number(&view, (uint32_t)own) == TABLE_FOUND ? &counts->found : &counts->fresh, 1ULL);
    }
}

static __global__ void count_words(const uint32_t *slots, uint64_t count, uint32_t each,
                                   unsigned long long *used) {
    for (uint64_t at = device_grid_thread(); at < count; at += device_grid_step()) {
        uint32_t word = 0;
        for (uint32_t i = 0; i < each; i++) {
            word |= slots[at * each + i];
        }
        if (word != 0) {
            atomicAdd(used, 1ULL);
        }
    }
}

/* --- the host --- */

static struct forms_view view_of(const struct half_stress *stress, const struct half_forms *forms) {
    struct forms_view view;
    memset(&view, 0, sizeof view);
    view.key_bits = stress->key_bits;
    if (forms->half != NULL) {
        view.half = half_device_view(forms->half);
    } else {
        view.whole = table_device_view(forms->whole);
    }
    return view;
}

static int grow(struct device *device, const struct half_stress *stress, struct half_forms *forms,
                struct half_stress_result *result, struct error *error) {
    int lost;
    result->counts.growths++;
    if (forms->half != NULL) {
        return half_device_grow(forms->half, &lost, error);
    }
    if (half_device_least_bytes(stress->key_bits) <= 8 * table_device_bytes(forms->whole)) {
        forms->half = half_device_convert(device, stress->key_bits, forms->whole, error);
        table_device_free(forms->whole);
        forms->whole = NULL;
        result->conversions++;
        return forms->half == NULL ? -1 : 0;
    }
    return table_device_grow(forms->whole, &lost, error);
}

static int put_all(const struct half_stress *stress, struct key_sequence sequence, struct stress_work *work,
                   struct half_forms *forms, struct half_stress_result *result, struct error *error) {
    uint64_t done = 0, redo = 0;
    while (done < stress->insertions || redo != 0) {
        struct stress_counts counts;
        uint64_t slots =
            forms->half != NULL ? half_device_slots(forms->half) : table_device_slots(forms->whole);
        uint64_t most = (uint64_t)((double)slots * stress->load), fresh = result->counts.fresh;
        struct stress_batch batch =
            stress_next(work, sequence, redo, done, slots, most > fresh ? most - fresh : 0);
        if (device_clear(work->counts, sizeof *work->counts, error) != 0) {
            return -1;
        }
        put_batch<<<stress_blocks(work), STRESS_THREADS>>>(view_of(stress, forms), batch);
        if (DEVICE_CHECK(cudaGetLastError(), error) ||
            device_download(&counts, work->counts, sizeof counts, error) != 0) {
            return -1;
        }
        done += redo == 0 ? batch.count : 0;
        redo = counts.full;
        result->counts.fresh += counts.fresh;
        double load = (double)result->counts.fresh / (double)slots;
        result->counts.peak_load = load > result->counts.peak_load ? load : result->counts.peak_load;
        uint32_t *swap = work->lists[0];
        work->lists[0] = work->lists[1];
        work->lists[1] = swap;
        if ((redo != 0 || (result->counts.fresh > most && done < stress->insertions)) &&
            grow(work->device, stress, forms, result, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int find_numbers(struct stress_work *work, const struct forms_view *view, uint64_t first, uint64_t end,
                        unsigned long long *found, struct error *error) {
    struct stress_counts counts;
    if (device_clear(work->counts, sizeof *work->counts, error) != 0) {
        return -1;
    }
    put_again<<<stress_blocks(work), STRESS_THREADS>>>(*view, first, end, work->counts);
    if (DEVICE_CHECK(cudaGetLastError(), error) ||
        device_download(&counts, work->counts, sizeof counts, error) != 0) {
        return -1;
    }
    *found = counts.found;
    return 0;
}

static int count_used(struct stress_work *work, const struct table_view *table, uint32_t each, uint64_t *used,
                      struct error *error) {
    struct stress_counts counts;
    uint64_t words = (table->buckets + table->pad) << table->bucket_bits;
    if (device_clear(work->counts, sizeof *work->counts, error) != 0) {
        return -1;
    }
    count_words<<<stress_blocks(work), STRESS_THREADS>>>((const uint32_t *)table->slots, words * 2 / each,
                                                         each, &work->counts->used);
    if (DEVICE_CHECK(cudaGetLastError(), error) ||
        device_download(&counts, work->counts, sizeof counts, error) != 0) {
        return -1;
    }
    *used = counts.used;
    return 0;
}

static int check_all(const struct half_stress *stress, struct stress_work *work,
                     const struct half_forms *forms, struct half_stress_result *result, struct error *error) {
    const struct forms_view view = view_of(stress, forms);
    const uint64_t distinct = stress->distinct;
    uint64_t first = 0;
    unsigned long long found = 0, strange = 0;
    if ((forms->half != NULL && (count_used(work, &view.half.first, 1, &first, error) != 0 ||
                                 count_used(work, &view.half.second, 2, &result->second, error) != 0)) ||
        (forms->half == NULL && count_used(work, &view.whole, 2, &first, error) != 0) ||
        find_numbers(work, &view, 0, distinct, &found, error) != 0 ||
        find_numbers(work, &view, distinct, distinct + distinct / 64 + 1, &strange, error) != 0) {
        return -1;
    }
    result->counts.used = first + result->second;
    result->counts.strange = strange;
    result->counts.lost = distinct - found;
    return 0;
}

int half_stress_run(const struct half_stress *stress, struct half_stress_result *result,
                    struct error *error) {
    struct key_sequence sequence = key_sequence_of(stress->insertions, stress->distinct, 1);
    struct half_forms forms = {NULL, NULL};
    struct stress_work work;
    memset(result, 0, sizeof *result);
    memset(&work, 0, sizeof work);
    sequence.adjacent = stress->adjacent != 0;
    int failed = stress_open(&work, stress->insertions, error);
    if (failed == 0) {
        if (half_device_least_bytes(stress->key_bits) <= stress->first_bytes) {
            forms.half = half_device_create(work.device, stress->key_bits, stress->first_bytes, error);
        } else {
            forms.whole = table_device_create(work.device, 1, 8, stress->first_bytes / 8, 0, error);
        }
        failed = (forms.half == NULL && forms.whole == NULL) ||
                         put_all(stress, sequence, &work, &forms, result, error) != 0 ||
                         check_all(stress, &work, &forms, result, error) != 0
                     ? -1
                     : 0;
    }
    half_device_free(forms.half);
    table_device_free(forms.whole);
    result->counts.left = stress_close(&work);
    return failed;
}
