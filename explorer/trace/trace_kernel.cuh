#ifndef HEDDLE_EXPLORER_TRACE_TRACE_KERNEL_CUH
#define HEDDLE_EXPLORER_TRACE_TRACE_KERNEL_CUH

/*
 * Kernels that go backwards from the goal of a trace (trace_cuda.cu). A pass over a level expands each of its
 * states and finds the least vector that qualifies. Each thread keeps its least vector in its row, which no
 * other thread reads until this one is done. Then it offers the row: if its vector is less than the least
 * offered so far, it replaces the number of the thread that offered that by its own, with a compare-and-swap.
 * Offered rows no longer change, so other threads read them correctly (with a fence before the exchange, one
 * after reading the number, and loads that bypass the L1 cache). If vectors are equal, it does not matter
 * which wins.
 *
 * search_piece: all blocks over a part of one level. walk_levels: one block backwards over many narrow
 * levels.
 */
#include "base/device/device_grid.cuh"
#include "base/device/device_watch.cuh"
#include "explorer/model/fold_core.h"
#include "explorer/model/successors_core.h"
#include "explorer/trace/trace_path.h"

#define TRACE_THREADS 256u

/* Passed to kernels by value. */
struct trace_arguments {
    const void *image;
    const uint64_t *pairs;  /* pairs of the interner; NULL if vectors are not folded */
    const uint64_t *keys;   /* keys of the states */
    const uint8_t *labels;  /* TRACE_PASS_LABEL: [labels], non-zero for those of the goal */
    const uint64_t *wanted; /* TRACE_PASS_PREDECESSOR: the target, a vector */
    uint64_t *rows;         /* scratch of each thread: trace_row_words words */
    uint64_t row_words;
    const int *stop; /* host memory; non-zero: end early */
    enum trace_pass pass;
};

/*
 * What a thread keeps: whether it found a result (over all pieces of a level), the result, guards, and for
 * folded vectors the source with its foldings and scratch.
 */
static inline uint64_t trace_row_words(const struct model_header *header) {
    return 1 + header->words + fold_scratch_words(header, 1);
}

struct trace_finder {
    struct model_view model;
    const struct trace_arguments *arguments;
    const uint64_t *source, *wanted;
    uint64_t *best;
    uint32_t words;
    int there, stopped;
    uint64_t steps;
};

static __device__ __forceinline__ uint64_t *trace_row(const struct trace_arguments *arguments,
                                                      uint64_t thread) {
    return arguments->rows + thread * arguments->row_words;
}

/* Compares two vectors: -1, 0, 1. Other threads may have written the words of either. */
static __device__ __forceinline__ int compare_vectors(const volatile uint64_t *a, const volatile uint64_t *b,
                                                      uint32_t words) {
    for (uint32_t w = 0; w < words; w++) {
        uint64_t left = a[w], right = b[w];
        if (left != right) {
            return left < right ? -1 : 1;
        }
    }
    return 0;
}

static __device__ __forceinline__ void take_vector(struct trace_finder *finder, const uint64_t *vector,
                                                   uint32_t words) {
    for (uint32_t w = 0; w < words; w++) {
        finder->best[w] = vector[w];
    }
    finder->there = 1;
}

/*
 * Compares `fixed` words, or if that is 0 as many as the model has. Sources come here only if they are less
 * than the thread's result.
 */
template <uint32_t fixed>
static __device__ int visit_transition(void *context, uint32_t label, uint32_t choice,
                                       const uint64_t *target) {
    struct trace_finder *finder = (struct trace_finder *)context;
    const struct trace_arguments *arguments = finder->arguments;
    const uint32_t words = fixed != 0 ? fixed : finder->words;
    (void)choice;
    finder->steps++;
    if (finder->stopped || watch_is_stopped(arguments->stop, finder->steps)) {
        finder->stopped = 1;
        return 1;
    }
    switch (arguments->pass) {
    case TRACE_PASS_DEADLOCK:
        return 1; /* one transition is enough */
    case TRACE_PASS_LABEL:
        if (label == MODEL_NONE || !arguments->labels[label]) {
            return 0;
        }
        break;
    case TRACE_PASS_PREDECESSOR:
        for (uint32_t w = 0; w < words; w++) {
            if (target[w] != finder->wanted[w]) {
                return 0;
            }
        }
        break;
    case TRACE_PASS_ERROR:
        if (model_is_error(&finder->model, target) &&
            (!finder->there || compare_vectors(target, finder->best, words) < 0)) {
            take_vector(finder, target, words);
        }
        return 0;
    }
    take_vector(finder, finder->source, words);
    return 1;
}

/* Expands one state, a vector. */
template <uint32_t fixed>
static __device__ __forceinline__ void search_state(struct trace_finder *finder, const uint64_t *source,
                                                    uint64_t *scratch, uint64_t *work) {
    const uint32_t words = fixed != 0 ? fixed : finder->words;
    enum trace_pass pass = finder->arguments->pass;
    if (finder->there && pass != TRACE_PASS_ERROR && compare_vectors(source, finder->best, words) >= 0) {
        return; /* no transition from here is less */
    }
    finder->source = source;
    const struct successors_source from = {
        &finder->model, source, scratch, work, successors_have_tables(finder->model.header, 1, 0), 0};
    int moves = successors_all(&from, words, visit_transition<fixed>, finder);
    if (pass == TRACE_PASS_DEADLOCK && !moves) {
        take_vector(finder, source, words);
    }
}

/*
 * Searches from every `step`th of the states [first, end) of arguments->keys. A state that is `alone` in its
 * level is the predecessor, without expansion. fixed: words of vectors that are not folded, or 0.
 */
template <uint32_t fixed>
static __device__ __forceinline__ void search_keys(struct trace_finder *finder, const uint64_t *wanted,
                                                   int alone, uint64_t first, uint64_t end, uint64_t step) {
    const struct trace_arguments *arguments = finder->arguments;
    const struct model_header *header = finder->model.header;
    uint64_t *work = finder->best + header->words;
    finder->wanted = wanted;
    for (uint64_t i = first; i < end && !finder->stopped; i += step) {
        finder->steps++;
        finder->stopped = watch_is_stopped(arguments->stop, finder->steps);
        if constexpr (fixed == 0) {
            uint64_t *source = work + header->work_words;
            fold_undo(header, arguments->pairs, arguments->keys + i * header->key_words, source);
            if (alone) {
                take_vector(finder, source, header->words);
            } else {
                search_state<fixed>(finder, source, source + fold_stride(header), work);
            }
        } else {
            uint64_t source[fixed], scratch[2 * fixed];
            for (uint32_t w = 0; w < fixed; w++) {
                source[w] = arguments->keys[i * fixed + w] & ~TABLE_USED;
            }
            if (alone) {
                take_vector(finder, source, fixed);
            } else {
                search_state<fixed>(finder, source, scratch, work);
            }
        }
    }
}

/* Offers the thread's row, which is final. *winner: a thread's number plus one, 0 if there is none. */
static __device__ void offer_row(const struct trace_finder *finder, unsigned *winner) {
    const struct trace_arguments *arguments = finder->arguments;
    unsigned mine = (unsigned)device_grid_thread() + 1;
    if (!finder->there) {
        return;
    }
    __threadfence();
    unsigned seen = *(volatile unsigned *)winner;
    for (;;) {
        __threadfence();
        if (seen != 0 &&
            compare_vectors(finder->best, trace_row(arguments, seen - 1) + 1, finder->words) >= 0) {
            return;
        }
        unsigned was = atomicCAS(winner, seen, mine);
        if (was == seen) {
            return;
        }
        seen = was;
    }
}

static __device__ __forceinline__ struct trace_finder open_finder(const struct trace_arguments *arguments) {
    struct trace_finder finder;
    finder.model = model_view_of(arguments->image);
    finder.arguments = arguments;
    finder.source = finder.wanted = NULL;
    finder.best = trace_row(arguments, device_grid_thread()) + 1;
    finder.words = finder.model.header->words;
    finder.there = finder.stopped = 0;
    finder.steps = 0;
    return finder;
}

/* Does `count` states of a level; `fresh`: these are the first of the level. *winner must be 0 at first. */
template <uint32_t fixed>
static __global__ void __launch_bounds__(TRACE_THREADS)
    search_piece(const __grid_constant__ struct trace_arguments arguments, uint64_t count, int fresh,
                 unsigned *winner) {
    struct trace_finder finder = open_finder(&arguments);
    uint64_t *there = trace_row(&arguments, device_grid_thread());
    finder.there = !fresh && *there != 0;
    search_keys<fixed>(&finder, arguments.wanted, 0, device_grid_thread(), count, device_grid_step());
    *there = (uint64_t)finder.there;
    offer_row(&finder, winner);
}

/*
 * One block walks backwards from arguments.wanted over `levels` levels, the last one first; level i has the
 * states [begin[i], begin[i + 1]) of arguments.keys. Predecessors are written to `path` in the order of the
 * walk; *found becomes their number, which is less than `levels` if one was missing or the run stopped.
 */
template <uint32_t fixed>
static __global__ void __launch_bounds__(TRACE_THREADS)
    walk_levels(const __grid_constant__ struct trace_arguments arguments, const uint64_t *begin,
                uint64_t levels, uint64_t *path, uint64_t *found) {
    /* Two words are used in turns: one is cleared while the other may still be read. */
    __shared__ unsigned winner[2];
    struct trace_finder finder = open_finder(&arguments);
    const uint64_t *wanted = arguments.wanted;
    const uint32_t words = finder.words;
    uint64_t done = 0;
    if (threadIdx.x < 2) {
        winner[threadIdx.x] = 0;
    }
    __syncthreads();
    for (; done < levels; done++) {
        uint64_t level = levels - 1 - done;
        unsigned *here = &winner[done % 2];
        finder.there = 0;
        uint64_t first = begin[level] - begin[0], end = begin[level + 1] - begin[0];
        search_keys<fixed>(&finder, wanted, end - first == 1, first + threadIdx.x, end, blockDim.x);
        offer_row(&finder, here);
        __syncthreads();
        unsigned number = *(volatile unsigned *)here;
        if (number == 0) {
            break;
        }
        const volatile uint64_t *row = trace_row(&arguments, number - 1) + 1;
        for (uint32_t w = threadIdx.x; w < words; w += blockDim.x) {
            path[done * words + w] = row[w];
        }
        if (threadIdx.x == 0) {
            winner[(done + 1) % 2] = 0;
        }
        wanted = path + done * words;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        *found = done;
    }
}

/* The kernels search_piece and walk_levels for a model with data (trace_data_cuda.cu). */
typedef void (*trace_piece_kernel)(const struct trace_arguments, uint64_t, int, unsigned *);
typedef void (*trace_walk_kernel)(const struct trace_arguments, const uint64_t *, uint64_t, uint64_t *,
                                  uint64_t *);
trace_piece_kernel trace_data_piece(const struct model_header *header);
trace_walk_kernel trace_data_walk(const struct model_header *header);

#endif
