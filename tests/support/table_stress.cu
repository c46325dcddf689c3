/* The stress of the visited set on a GPU: keys by the hundred million, from a tiny table on, by both
 * probings. */
#include <string.h>

#include "hashtable/table_device.cuh"
#include "hashtable/table_device.h"
#include "bench/table_device_group.cuh"
#include "tests/support/table_stress.cuh"

#define NEVER_PUT 64u /* for each NEVER_PUT distinct keys, one is looked for that was never put */

static __device__ __forceinline__ int is_by_groups(enum table_stress_by by) {
    return by == BY_GROUPS || (by == BY_BOTH && threadIdx.x / 32 % 2 == 1);
}

/* Puts one key per lane, by the lane alone or by groups of lanes as asked for; all lanes of the warp. */
template <uint32_t words, uint32_t slots>
static __device__ enum table_result put_number(const struct table_view *view, uint32_t number, int has_key,
                                               int by_groups) {
    uint64_t slot, key[words] = {0};
    key_of_number(number, words, key);
    uint64_t hash = table_hash_key(key, words);
    if (by_groups) {
        return table_group_put_each(view, key, words, slots, hash, has_key);
    }
    enum table_result result = has_key ? table_device_put(view, key, words, hash, &slot) : TABLE_FOUND;
    __syncwarp();
    return result;
}

template <uint32_t words, uint32_t slots>
static __global__ void put_batch(struct table_view view, struct stress_batch batch, enum table_stress_by by) {
    const uint64_t step = device_grid_step();
    uint64_t own = device_grid_thread();
    for (; own - threadIdx.x % 32 < batch.count; own += step) {
        const int has_key = own < batch.count;
        uint32_t index = has_key ? stress_index(&batch, own) : 0;
        uint32_t number = has_key ? key_sequence_number(&batch.sequence, index) : 0;
        __syncwarp();
        enum table_result result = put_number<words, slots>(&view, number, has_key, is_by_groups(by));
        if (has_key) {
            stress_count(&batch, index, result);
        }
        __syncwarp();
    }
}

/* Puts the keys with numbers first .. end - 1 again, by one probing, and counts the results. */
template <uint32_t words, uint32_t slots>
static __global__ void put_again(struct table_view view, uint64_t first, uint64_t end, int by_groups,
                                 struct stress_counts *counts) {
    const uint64_t step = device_grid_step();
    uint64_t own = first + device_grid_thread();
    for (; own - threadIdx.x % 32 < end; own += step) {
        const int has_key = own < end;
        enum table_result result = put_number<words, slots>(&view, (uint32_t)own, has_key, by_groups);
        if (has_key) {
            atomicAdd(result == TABLE_FOUND ? &counts->found : &counts->fresh, 1ULL);
        }
        __syncwarp();
    }
}

static __global__ void count_used(struct table_view view, struct stress_counts *counts) {
    const uint64_t slots = (view.buckets + view.pad) << view.bucket_bits;
    const uint64_t step = device_grid_step();
    for (uint64_t at = device_grid_thread(); at < slots; at += step) {
        if (view.slots[at * view.words] != 0) {
            atomicAdd(&counts->used, 1ULL);
        }
    }
}

typedef void (*put_kernel)(struct table_view, struct stress_batch, enum table_stress_by);
typedef void (*again_kernel)(struct table_view, uint64_t, uint64_t, int, struct stress_counts *);

static put_kernel put_kernel_of(const struct table_view *view) {
    static const put_kernel one_word[] = {put_batch<1, 2>, put_batch<1, 4>, put_batch<1, 8>,
                                          put_batch<1, 16>};
    static const put_kernel two_words[] = {put_batch<2, 1>, put_batch<2, 2>, put_batch<2, 4>,
                                           put_batch<2, 8>};
    static const put_kernel four_words[] = {put_batch<4, 1>, put_batch<4, 2>, put_batch<4, 4>};
    return view->words == 1   ? one_word[view->bucket_bits - 1]
           : view->words == 2 ? two_words[view->bucket_bits]
                              : four_words[view->bucket_bits];
}

static again_kernel again_kernel_of(const struct table_view *view) {
    static const again_kernel one_word[] = {put_again<1, 2>, put_again<1, 4>, put_again<1, 8>,
                                            put_again<1, 16>};
    static const again_kernel two_words[] = {put_again<2, 1>, put_again<2, 2>, put_again<2, 4>,
                                             put_again<2, 8>};
    static const again_kernel four_words[] = {put_again<4, 1>, put_again<4, 2>, put_again<4, 4>};
    return view->words == 1   ? one_word[view->bucket_bits - 1]
           : view->words == 2 ? two_words[view->bucket_bits]
                              : four_words[view->bucket_bits];
}

/* --- the host --- */

static int run_batch(struct stress_work *work, const table_device *table, const struct stress_batch *batch,
                     enum table_stress_by by, struct stress_counts *counts, struct error *error) {
    struct table_view view = table_device_view(table);
    if (device_clear(work->counts, sizeof *work->counts, error) != 0) {
        return -1;
    }
    put_kernel_of(&view)<<<stress_blocks(work), STRESS_THREADS>>>(view, *batch, by);
    return DEVICE_CHECK(cudaGetLastError(), error) ||
                   device_download(counts, work->counts, sizeof *counts, error) != 0
               ? -1
               : 0;
}

static int put_all(const struct table_stress *stress, struct key_sequence sequence, struct stress_work *work,
                   table_device *table, struct stress_result *result, struct error *error) {
    uint64_t done = 0, redo = 0;
    while (done < stress->insertions || redo != 0) {
        struct stress_counts counts;
        uint64_t slots = table_device_slots(table), most = (uint64_t)((double)slots * stress->load);
        struct stress_batch batch =
            stress_next(work, sequence, redo, done, slots, most > result->fresh ? most - result->fresh : 0);
        if (run_batch(work, table, &batch, stress->by, &counts, error) != 0) {
            return -1;
        }
        done += redo == 0 ? batch.count : 0;
        redo = counts.full;
        result->fresh += counts.fresh;
        double load = (double)result->fresh / (double)slots;
        result->peak_load = load > result->peak_load ? load : result->peak_load;
        uint32_t *swap = work->lists[0];
        work->lists[0] = work->lists[1];
        work->lists[1] = swap;
        if (redo != 0 || (result->fresh > most && done < stress->insertions)) {
            int lost;
            if (table_device_grow(table, &lost, error) != 0) {
                return -1;
            }
            result->growths++;
        }
    }
    return 0;
}

/* The numbers first .. end - 1, to be put again. */
struct again {
    uint64_t first, end;
    int by_groups;
    uint64_t found; /* result: number of keys that were there */
};

static int find_numbers(struct stress_work *work, const table_device *table, struct again *again,
                        struct error *error) {
    struct table_view view = table_device_view(table);
    struct stress_counts counts;
    if (device_clear(work->counts, sizeof *work->counts, error) != 0) {
        return -1;
    }
    again_kernel_of(&view)<<<stress_blocks(work), STRESS_THREADS>>>(view, again->first, again->end,
                                                                    again->by_groups, work->counts);
    if (DEVICE_CHECK(cudaGetLastError(), error) ||
        device_download(&counts, work->counts, sizeof counts, error) != 0) {
        return -1;
    }
    again->found = counts.found;
    return 0;
}

static int check_all(const struct table_stress *stress, struct stress_work *work, const table_device *table,
                     struct stress_result *result, struct error *error) {
    struct stress_counts counts;
    uint64_t distinct = stress->distinct;
    struct again alone = {0, distinct, 0, 0}, grouped = {0, distinct, 1, 0};
    struct again strange = {distinct, distinct + distinct / NEVER_PUT + 1, 1, 0};
    if (device_clear(work->counts, sizeof *work->counts, error) != 0) {
        return -1;
    }
    count_used<<<stress_blocks(work), STRESS_THREADS>>>(table_device_view(table), work->counts);
    if (DEVICE_CHECK(cudaGetLastError(), error) ||
        device_download(&counts, work->counts, sizeof counts, error) != 0 ||
        find_numbers(work, table, &alone, error) != 0 || find_numbers(work, table, &grouped, error) != 0 ||
        find_numbers(work, table, &strange, error) != 0) {
        return -1;
    }
    result->used = counts.used;
    result->strange = strange.found;
    result->lost = 2 * distinct - alone.found - grouped.found;
    return 0;
}

int table_stress_run(const struct table_stress *stress, struct stress_result *result, struct error *error) {
    struct key_sequence sequence = key_sequence_of(stress->insertions, stress->distinct, 1);
    struct stress_work work;
    table_device *table = NULL;
    memset(result, 0, sizeof *result);
    memset(&work, 0, sizeof work);
    sequence.adjacent = stress->adjacent != 0;
    int failed = stress_open(&work, stress->insertions, error);
    if (failed == 0) {
        table = table_device_create(work.device, stress->words, stress->bucket_integers, stress->first_slots,
                                    0, error);
        failed = table == NULL || put_all(stress, sequence, &work, table, result, error) != 0 ||
                         check_all(stress, &work, table, result, error) != 0
                     ? -1
                     : 0;
    }
    table_device_free(table);
    result->left = stress_close(&work);
    return failed;
}
