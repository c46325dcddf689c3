#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_NEWS_CUH
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_NEWS_CUH

/*
 * Chunks with news. Where labels move through a mesh, layer by layer, a sweep changes few of them. So a sweep
 * visits a chunk of vertices only if it has news: a pair of its vertices, or of the vertices to which its
 * edges lead, has changed in or after the sweep of its last visit. Each edge is relaxed again after a change
 * at one of its ends, so when no chunk has news, nothing can change any more. Whether or not a visit sees a
 * change of its own sweep, the next sweep visits again.
 */
#include "decompose/scc/labels/scc_visits.cuh"

#define NEWS_NONE UINT32_MAX
#define NEWS_MANY (UINT32_MAX - 1)

static __device__ __forceinline__ int has_news(const struct chunk_news *news, uint32_t chunk) {
    const uint32_t *targets = news->targets + (uint64_t)chunk * NEWS_TARGETS;
    uint32_t visited = news->visited[chunk];
    int has = visited == 0 || targets[0] == NEWS_MANY || __ldcg(&news->changed[chunk]) >= visited;
    for (unsigned i = 0; i < NEWS_TARGETS && !has && targets[i] != NEWS_NONE; i++) {
        has = __ldcg(&news->changed[targets[i]]) >= visited;
    }
    return has;
}

/* Notes to which chunks the edges of a chunk lead. Called by whole blocks. */
static __device__ void find_target_chunks(const struct propagate_arguments *arguments, uint32_t chunk) {
    __shared__ uint32_t targets[NEWS_TARGETS];
    __shared__ int are_many;
    uint64_t i = (uint64_t)chunk * PROPAGATE_THREADS + threadIdx.x;
    uint64_t begin = i < arguments->count ? arguments->graph.offsets[i] : 0;
    uint64_t end = i < arguments->count ? arguments->graph.offsets[i + 1] : 0;
    __syncthreads();
    if (threadIdx.x < NEWS_TARGETS) {
        targets[threadIdx.x] = NEWS_NONE;
    }
    if (threadIdx.x == 0) {
        are_many = 0;
    }
    __syncthreads();
    for (uint64_t edge = begin; edge < end; edge++) {
        uint32_t there = arguments->graph.targets[edge] / PROPAGATE_THREADS;
        unsigned place = there == chunk ? NEWS_TARGETS : 0;
        for (; place < NEWS_TARGETS; place++) {
            uint32_t before = atomicCAS(&targets[place], NEWS_NONE, there);
            if (before == NEWS_NONE || before == there) {
                break;
            }
        }
        if (there != chunk && (place == NEWS_TARGETS || edge - begin >= WIDE_ROW)) {
            atomicOr(&are_many, 1);
            break;
        }
    }
    __syncthreads();
    if (threadIdx.x < NEWS_TARGETS) {
        arguments->news.targets[(uint64_t)chunk * NEWS_TARGETS + threadIdx.x] =
            are_many ? NEWS_MANY : targets[threadIdx.x];
    }
}

/* The chunks that a block visits: the n-th of the sweep, from n to `end`, each `step` after the last. */
struct chunk_share {
    uint32_t n, end, step;
    int is_descending;
};

static __device__ __forceinline__ uint32_t chunk_at(const struct propagate_arguments *arguments,
                                                    const struct chunk_share *share, uint32_t n) {
    uint32_t chunk = (uint32_t)(n * arguments->stride % arguments->chunks);
    return share->is_descending ? (uint32_t)arguments->chunks - 1 - chunk : chunk;
}

/* Moves on to the next chunk with news. Called by whole blocks. */
static __device__ void skip_to_news(const struct propagate_arguments *arguments, struct chunk_share *share) {
    __shared__ unsigned next;
    for (; share->n < share->end; share->n += PROPAGATE_THREADS * share->step) {
        uint64_t mine = share->n + (uint64_t)threadIdx.x * share->step;
        __syncthreads();
        if (threadIdx.x == 0) {
            next = PROPAGATE_THREADS;
        }
        __syncthreads();
        if (mine < share->end && has_news(&arguments->news, chunk_at(arguments, share, (uint32_t)mine))) {
            atomicMin(&next, threadIdx.x);
        }
        __syncthreads();
        if (next < PROPAGATE_THREADS) {
            share->n += next * share->step;
            return;
        }
    }
}

/* Before a visit of a chunk. Called by whole blocks. */
static __device__ void note_visit(const struct propagate_arguments *arguments, uint32_t chunk) {
    uint32_t *visited = &arguments->news.visited[chunk];
    if (*visited == 0) {
        find_target_chunks(arguments, chunk);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *visited = arguments->control->sweeps + 1;
    }
}

#endif
