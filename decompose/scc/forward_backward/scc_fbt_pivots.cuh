#ifndef HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_PIVOTS_CUH
#define HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_PIVOTS_CUH

/*
 * Regions and their pivots. Union-find splits classes into weakly connected parts, each named by its least
 * vertex. So names of regions are unique, and the table in which vertices race to become the pivot of their
 * region (article, 5.3) has no collisions.
 */
#include "decompose/scc/forward_backward/scc_fbt_trim.cuh"

#define FBT_SCRAMBLE 4294967291u /* a prime above every number of shares of warps */

/* --- splitting --- */

/* Finds the least known vertex of a vertex's part, and shortens the path to it. */
static __device__ uint32_t fbt_find(uint32_t *parent, uint32_t vertex) {
    uint32_t last = vertex, at = fbt_load(&parent[vertex]);
    if (at == vertex) {
        return vertex;
    }
    for (;;) {
        uint32_t next = fbt_load(&parent[at]);
        if (next == at) {
            return at;
        }
        *(volatile uint32_t *)&parent[last] = next;
        last = at;
        at = next;
    }
}

template <>
__device__ __forceinline__ int fbt_visit<FBT_JOIN>(const struct fbt_work *work, const struct fbt_walk *walk,
                                                   struct fbt_source source, uint32_t target) {
    (void)walk;
    if (target == source.vertex || !fbt_same_class(work, source, target)) {
        return 0;
    }
    uint32_t a = fbt_find(work->parent, source.vertex), b = fbt_find(work->parent, target);
    while (a != b) {
        uint32_t low = a < b ? a : b, high = a < b ? b : a;
        if (atomicCAS(&work->parent[high], high, low) == high) {
            break; /* `high` was still the least of its part */
        }
        a = fbt_find(work->parent, high);
        b = fbt_find(work->parent, low);
    }
    return 0;
}

/* One cooperative launch; the control's turns are zeros before. All vertices on the list are undecided. */
static __global__ void __launch_bounds__(FBT_THREADS)
    fbt_split(const __grid_constant__ struct fbt_work work) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    for (uint64_t i = device_grid_thread(); i < work.active_count; i += device_grid_step()) {
        work.parent[work.active[i]] = work.active[i];
    }
    fbt_open_block(0);
    grid.sync();
    fbt_walk_active<FBT_JOIN>(&work, 1, grid);
    for (uint64_t i = device_grid_thread(); i < work.active_count; i += device_grid_step()) {
        uint32_t vertex = work.active[i];
        work.component[vertex] = fbt_find(work.parent, vertex);
        work.table[vertex] = FBT_NONE;
    }
}

/* --- pivots --- */

static __device__ __forceinline__ void fbt_run(const struct fbt_work *work, uint32_t region,
                                               uint32_t vertex) {
    if (fbt_load(&work->table[region]) == FBT_NONE) {
        atomicCAS(&work->table[region], FBT_NONE, vertex);
    }
}

/*
 * The race, after clearing the bits of undecided vertices. Warps take their shares in a scrambled order, and
 * a random lane runs for all lanes of its region, so that winning is independent of the order of vertices:
 * pivots at the end of a chain of components would remove one component a round.
 */
static __global__ void __launch_bounds__(FBT_THREADS) fbt_race(const __grid_constant__ struct fbt_work work) {
    const uint32_t lane = threadIdx.x % 32;
    const uint64_t shares = (work.active_count + 31) / 32;
    for (uint64_t i = device_grid_thread(); i < work.active_count; i += device_grid_step()) {
        const uint32_t vertex = work.active[i], word = vertex / 32 * 2;
        if (fbt_takes_word(&work, i, vertex)) {
            work.bits[word] = work.bits[word + 1] = work.bits[word] & work.bits[word + 1];
        }
    }
    for (uint64_t i = fbt_warp(); i < shares; i += fbt_warps()) {
        uint64_t share = (i * FBT_SCRAMBLE + work.round) % shares, at = share * 32 + lane;
        uint32_t vertex = at < work.active_count ? work.active[at] : FBT_NONE;
        int runs = vertex != FBT_NONE && (work.candidates == NULL || bitmap_has(work.candidates, vertex));
        uint32_t region = runs ? work.component[vertex] : 0;
        if (work.single_pivots) {
            if (runs) {
                fbt_run(&work, region, vertex);
            }
            continue;
        }
        const uint32_t mask = __ballot_sync(ALL_LANES, runs);
        if (runs) {
            const uint32_t same = __match_any_sync(mask, region);
            const uint32_t from = (uint32_t)core_mix(share + work.round + 1) % 32;
            const uint32_t drawn = ((uint32_t)__ffs((int)__funnelshift_r(same, same, from)) - 1 + from) % 32;
            if (lane == drawn) {
                fbt_run(&work, region, vertex);
            }
        }
        __syncwarp();
    }
}

/*
 * After the race, names regions by their pivots and starts the searches. A region without a candidate becomes
 * a component.
 */
static __global__ void __launch_bounds__(FBT_THREADS) fbt_name(const __grid_constant__ struct fbt_work work) {
    const uint32_t lane = threadIdx.x % 32;
    for (uint64_t i = fbt_warp(); i * 32 < work.active_count; i += fbt_warps()) {
        uint64_t at = i * 32 + lane;
        uint32_t vertex = at < work.active_count ? work.active[at] : FBT_NONE;
        uint32_t pivot = vertex == FBT_NONE ? FBT_NONE : work.table[work.component[vertex]];
        if (vertex != FBT_NONE) {
            work.component[vertex] = pivot == FBT_NONE ? work.component[vertex] : pivot;
            if (pivot == FBT_NONE || pivot == vertex) {
                fbt_reach(&work, FBT_FORWARD, vertex);
                fbt_reach(&work, FBT_BACKWARD, vertex);
            }
        }
        const int is_pivot = vertex != FBT_NONE && pivot == vertex;
        const uint64_t place = device_warp_places(&work.control->pivots, is_pivot);
        if (is_pivot) {
            work.queue[FBT_FORWARD][place] = vertex;
            work.queue[FBT_BACKWARD][place] = vertex;
        }
    }
}

#endif
