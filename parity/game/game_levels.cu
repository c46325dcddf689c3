/* The levels of a game on a GPU: its vertices sorted by priority, once. */
#include "parity/game/game_levels.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"

#define THREADS 256u

static __global__ void begin_order(const uint32_t *priority, uint64_t vertices, uint32_t *keys,
                                   uint32_t *order) {
    for (uint64_t i = device_grid_thread(); i < vertices; i += device_grid_step()) {
        keys[i] = priority[i];
        order[i] = (uint32_t)i;
    }
}

/* Writes 1 where the parity differs from that of the previous place. */
static __global__ void find_turns(const uint32_t *keys, uint64_t vertices, uint32_t *turns) {
    for (uint64_t i = device_grid_thread(); i < vertices; i += device_grid_step()) {
        turns[i] = i != 0 && ((keys[i] ^ keys[i - 1]) & 1);
    }
}

struct labelling {
    const uint32_t *group, *order;
    const uint8_t *owner;
    uint64_t vertices;
    uint32_t highest; /* level */
    uint32_t *base, *begin;
};

static __global__ void set_levels(const struct labelling labelling) {
    for (uint64_t i = device_grid_thread(); i < labelling.vertices; i += device_grid_step()) {
        uint32_t group = labelling.group[i], vertex = labelling.order[i];
        labelling.base[vertex] =
            (labelling.highest - group) << GAME_LEVEL_SHIFT | (labelling.owner[vertex] & 1u);
        if (i == 0 || labelling.group[i - 1] != group) {
            labelling.begin[group] = (uint32_t)i;
        }
    }
}

static void swap_arrays(uint32_t **a, uint32_t **b) {
    uint32_t *c = *a;
    *a = *b;
    *b = c;
}

/* Finds the number of bits of the largest priority. */
static int find_bits(const struct game *game, uint32_t *result, void *scratch, size_t bytes, int *bits,
                     struct error *error) {
    uint32_t largest;
    if (DEVICE_CHECK(cub::DeviceReduce::Max(scratch, bytes, game->priority, result, game->vertices), error) !=
            0 ||
        device_download(&largest, result, sizeof largest, error) != 0) {
        return -1;
    }
    for (*bits = 1; *bits < 32 && largest >> *bits != 0; ++*bits) {
    }
    return 0;
}

/* Sorts the vertices by falling priority: arrays->keys and arrays->order. */
static int sort_vertices(const struct game *game, struct game_order *arrays, void *scratch, size_t bytes,
                         struct error *error) {
    cub::DoubleBuffer<uint32_t> keys(arrays->keys, arrays->spare_keys);
    cub::DoubleBuffer<uint32_t> order(arrays->order, arrays->spare);
    int bits;
    if (find_bits(game, arrays->keys, scratch, bytes, &bits, error) != 0) {
        return -1;
    }
    begin_order<<<device_grid_blocks(game->vertices, THREADS), THREADS>>>(game->priority, game->vertices,
                                                                          arrays->keys, arrays->order);
    if (DEVICE_CHECK(cudaGetLastError(), error) != 0 ||
        DEVICE_CHECK(
            cub::DeviceRadixSort::SortPairsDescending(scratch, bytes, keys, order, game->vertices, 0, bits),
            error) != 0) {
        return -1;
    }
    if (keys.Current() != arrays->keys) {
        swap_arrays(&arrays->keys, &arrays->spare_keys);
    }
    if (order.Current() != arrays->order) {
        swap_arrays(&arrays->order, &arrays->spare);
    }
    return 0;
}

/* Writes the group of each place of the order to spare_keys. */
static int number_groups(const struct game *game, struct game_order *arrays, void *scratch, size_t bytes,
                         struct error *error) {
    find_turns<<<device_grid_blocks(game->vertices, THREADS), THREADS>>>(arrays->keys, game->vertices,
                                                                         arrays->spare_keys);
    return DEVICE_CHECK(cudaGetLastError(), error) != 0 ||
                   DEVICE_CHECK(cub::DeviceScan::InclusiveSum(scratch, bytes, arrays->spare_keys,
                                                              arrays->spare_keys, game->vertices),
                                error) != 0
               ? -1
               : 0;
}

/* Copies the beginnings of groups from `begin`, on the GPU, to the host. */
static int fetch_groups(const struct steps *steps, uint64_t vertices, const uint32_t *begin,
                        struct game_levels *levels) {
    uint64_t groups = levels->groups;
    levels->group_begin = (uint32_t *)memory_allocate_array(steps->run->memory, groups + 1, sizeof *begin);
    if (levels->group_begin == NULL) {
        return error_memory(steps->error, "for the game's priorities");
    }
    levels->group_begin[groups] = (uint32_t)vertices;
    return device_download(levels->group_begin, begin, groups * sizeof *begin, steps->error);
}

static int make_levels(const struct steps *steps, const struct game *game, const struct game_order *arrays,
                       uint32_t *base, struct game_levels *levels) {
    uint32_t last_group, lowest;
    struct labelling labelling = {arrays->spare_keys, arrays->order, game->owner, game->vertices, 0, base,
                                  arrays->spare};
    if (device_download(&last_group, arrays->spare_keys + game->vertices - 1, sizeof last_group,
                        steps->error) != 0 ||
        device_download(&lowest, arrays->keys + game->vertices - 1, sizeof lowest, steps->error) != 0) {
        return -1;
    }
    if (last_group >= GAME_MOST_LEVEL) {
        return error_set(steps->error, ERROR_LIMIT, "the GPU's solver is for less than 2^29 priorities");
    }
    levels->lowest_level = lowest & 1;
    levels->groups = (uint64_t)last_group + 1;
    labelling.highest = levels->lowest_level + last_group;
    set_levels<<<device_grid_blocks(game->vertices, THREADS), THREADS>>>(labelling);
    return DEVICE_CHECK(cudaGetLastError(), steps->error) != 0
               ? -1
               : fetch_groups(steps, game->vertices, labelling.begin, levels);
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Finds how much scratch memory CUB's algorithms need. Returns 0 or -1. */
static int scratch_bytes(uint64_t vertices, const struct game_order *arrays, size_t *bytes,
                         struct error *error) {
    cub::DoubleBuffer<uint32_t> keys(arrays->keys, arrays->spare_keys);
    cub::DoubleBuffer<uint32_t> order(arrays->order, arrays->spare);
    size_t of_sort = 0, of_scan = 0, of_maximum = 0;
    if (DEVICE_CHECK(cub::DeviceRadixSort::SortPairsDescending(NULL, of_sort, keys, order, vertices, 0, 32),
                     error) != 0 ||
        DEVICE_CHECK(cub::DeviceScan::InclusiveSum(NULL, of_scan, arrays->keys, arrays->keys, vertices),
                     error) != 0 ||
        DEVICE_CHECK(cub::DeviceReduce::Max(NULL, of_maximum, arrays->keys, arrays->keys, vertices), error) !=
            0) {
        return -1;
    }
    *bytes = larger(of_sort, larger(of_scan, of_maximum));
    return 0;
}

uint64_t game_levels_bytes(uint64_t vertices) {
    return vertices / 2 + ((uint64_t)4 << 20); /* CUB takes a tenth of that */
}

int game_levels_make(const struct steps *steps, const struct game *game, struct game_order *arrays,
                     uint32_t *base, struct game_levels *levels) {
    size_t bytes;
    if (scratch_bytes(game->vertices, arrays, &bytes, steps->error) != 0) {
        return -1;
    }
    void *scratch = device_allocate(steps->device, bytes, steps->error);
    int failed = scratch == NULL || sort_vertices(game, arrays, scratch, bytes, steps->error) != 0 ||
                 number_groups(game, arrays, scratch, bytes, steps->error) != 0 ||
                 make_levels(steps, game, arrays, base, levels) != 0;
    device_free(steps->device, scratch, bytes);
    return failed ? -1 : 0;
}

void game_levels_free(struct game_levels *levels, struct memory *memory) {
    memory_free(memory, levels->group_begin, (levels->groups + 1) * sizeof *levels->group_begin);
    levels->group_begin = NULL;
}
