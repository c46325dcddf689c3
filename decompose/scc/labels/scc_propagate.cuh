#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_PROPAGATE_CUH
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_PROPAGATE_CUH

/* Sweeps of a propagation over the vertices, and when it ends. */
#include "decompose/scc/labels/scc_news.cuh"

#define BLOCK_SWEEPS 16u /* most repeated visits of a block to its vertices, while they change */
#define MOST_SAMPLED_SWEEPS 24u
#define SAMPLED_SHARE 64u /* sampling ends when fewer than one vertex in SAMPLED_SHARE changed */
#define GROWS_LEAST 64u   /* saturated vertices, from which on growth says that one component is large: */
#define GROWS_SHARE 16u   /* more than one in so many of them are new, or half as many vertices change */
#define NEWS_SWEEPS 16u   /* so many sweeps without news cost as much as one over all chunks */

/* Marks in the bitmap which of a warp's 32 neighbouring vertices are saturated; returns how many are new. */
static __device__ unsigned note_saturated(const struct propagate_arguments *arguments, int active,
                                          uint32_t vertex, uint32_t word) {
    int full = 0;
    if (active && !(word >> vertex % 32 & 1)) {
        full = load_pair(arguments->pairs, vertex) == pair_of(arguments->best, arguments->best);
    }
    uint32_t more = __ballot_sync(ALL_LANES, full);
    if (more != 0 && threadIdx.x % 32 == 0) {
        arguments->saturated[vertex / 32] = word | more;
    }
    return (unsigned)__popc(more);
}

struct sweep_sums {
    unsigned changes, saturated, chunks;
};

/* Visits each vertex of a chunk once, or several times if `by_block`. Called by whole blocks. */
template <int WITH_NEWS>
static __device__ void visit_chunk(const struct propagate_arguments *arguments, uint64_t chunk,
                                   uint32_t sample, int is_sampled, struct sweep_sums *sums) {
    uint64_t i = chunk * PROPAGATE_THREADS + threadIdx.x;
    int active = i < arguments->count,
        has_word = arguments->saturated != NULL && i / 32 * 32 < arguments->count;
    uint32_t vertex = active ? arguments->list == NULL ? (uint32_t)i : arguments->list[i] : 0;
    uint32_t word = has_word ? arguments->saturated[i / 32] : 0;
    int is_saturated = active && word >> threadIdx.x % 32 & 1;
    unsigned changes = visit_vertices<WITH_NEWS>(arguments, active, vertex, sample, is_sampled, is_saturated);
    sums->changes += changes;
    for (unsigned again = 0;
         arguments->by_block && again < arguments->most_visits && __syncthreads_or((int)changes); again++) {
        changes = visit_vertices<WITH_NEWS>(arguments, active, vertex, sample + again + 1, is_sampled, 0);
        sums->changes += changes;
    }
    if (has_word) {
        unsigned more = note_saturated(arguments, active, (uint32_t)i, word);
        sums->saturated += threadIdx.x % 32 == 0 ? more : 0;
    }
}

/* Ends a sweep. Called by one thread, when all blocks have added their sums. */
static __device__ void end_sweep(const struct propagate_arguments *arguments, int was_sampled) {
    struct propagate_control *control = arguments->control;
    unsigned long long changes = atomicExch(&control->changes, 0ull);
    unsigned long long saturated = atomicAdd(&control->saturated, 0ull);
    uint32_t sweeps = ++control->sweeps;
    if (was_sampled) {
        control->sampled += changes * SAMPLED_SHARE > arguments->count;
    } else {
        control->converged = changes == 0;
    }
    if (arguments->saturated != NULL && saturated == arguments->graph.vertices) {
        control->converged = 1;
    }
    int dwindles = changes * 2 <= control->before || changes * 8 >= arguments->count;
    /* An eighth that is left may be other components; half may be, if there is no other way. */
    uint64_t left = arguments->graph.vertices - saturated;
    int is_nearly_done =
        arguments->saturated != NULL && left < arguments->graph.vertices / (arguments->resumes ? 8 : 2);
    int grows = saturated > GROWS_LEAST && (saturated - control->saturated_before > saturated / GROWS_SHARE ||
                                            changes * 2 <= control->before);
    uint32_t spent = sweeps;
    if (arguments->news.changed != NULL) {
        spent = (uint32_t)(atomicAdd(&control->visited, 0ull) / arguments->chunks) + sweeps / NEWS_SWEEPS;
    }
    int had_enough =
        arguments->most_sweeps != 0 && spent >= arguments->most_sweeps && !is_nearly_done && !grows;
    control->saturated_before = saturated;
    control->ended = control->converged || had_enough || (arguments->must_dwindle && sweeps > 1 && !dwindles);
    control->before = changes;
    control->blocks = 0;
}

/* Adds a thread's sums to the control block's; the last block ends the sweep. */
static __device__ void add_sums(const struct propagate_arguments *arguments, struct sweep_sums sums,
                                int was_sampled) {
    struct propagate_control *control = arguments->control;
    __shared__ unsigned changes, saturated;
    if (threadIdx.x == 0) {
        changes = saturated = 0;
    }
    __syncthreads();
    unsigned warp_changes = __reduce_add_sync(ALL_LANES, sums.changes);
    unsigned warp_saturated = __reduce_add_sync(ALL_LANES, sums.saturated);
    if (threadIdx.x % 32 == 0 && (warp_changes | warp_saturated) != 0) {
        atomicAdd(&changes, warp_changes);
        atomicAdd(&saturated, warp_saturated);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        if (changes != 0) {
            atomicAdd(&control->changes, (unsigned long long)changes);
        }
        if (saturated != 0) {
            atomicAdd(&control->saturated, (unsigned long long)saturated);
        }
        if (arguments->news.changed != NULL && sums.chunks != 0) {
            atomicAdd(&control->visited, (unsigned long long)sums.chunks);
        }
        __threadfence();
        if (atomicAdd(&control->blocks, 1u) == gridDim.x - 1) {
            __threadfence();
            end_sweep(arguments, was_sampled);
        }
    }
}

/*
 * A sweep over the vertices. Each is a launch of its own, so that it sees what the previous one wrote:
 * first-level caches are emptied only between launches.
 */
template <int WITH_NEWS>
static __global__ void __launch_bounds__(PROPAGATE_THREADS)
    propagate_labels(const __grid_constant__ struct propagate_arguments arguments) {
    const struct propagate_control *control = arguments.control;
    if (control->ended) {
        return;
    }
    int is_sampled = control->sampled == control->sweeps && control->sampled < arguments.most_sampled;
    uint32_t sample = control->sweeps;
    struct sweep_sums sums = {0, 0, 0};
    int is_run = (arguments.in_runs & sample) != 0;
    uint32_t chunks = (uint32_t)arguments.chunks, run = (chunks + gridDim.x - 1) / gridDim.x;
    struct chunk_share share = {blockIdx.x, chunks, gridDim.x, 0};
    share.is_descending = arguments.in_turns && sample % 2 == 0;
    if (is_run) {
        share.n = blockIdx.x * run;
        share.end = share.n + run < chunks ? share.n + run : chunks;
        share.step = 1;
    }
    for (; share.n < share.end; share.n += share.step) {
        if (WITH_NEWS) {
            skip_to_news(&arguments, &share);
            if (share.n >= share.end) {
                break;
            }
        }
        uint32_t chunk = chunk_at(&arguments, &share, share.n);
        if (WITH_NEWS) {
            note_visit(&arguments, chunk);
            sums.chunks++;
        }
        visit_chunk<WITH_NEWS>(&arguments, chunk, sample, is_sampled, &sums);
    }
    add_sums(&arguments, sums, is_sampled);
}

#endif
