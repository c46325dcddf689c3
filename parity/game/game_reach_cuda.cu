/* Counts what plays of a game can visit on a GPU, where the game is (parity/game/game_reach.h). */
#include "parity/game/game_reach_core.h"

#include "base/device/device_check.cuh"
#include "base/steps/steps.cuh"

#define BLOCKS_PER_PROCESSOR 8u

struct reach_machine : steps_machine<struct reach_view> {
    static constexpr unsigned MOST_PARTS = 64;
    static constexpr unsigned BLOCKS = BLOCKS_PER_PROCESSOR;
    static constexpr unsigned STAGED = 4;
};

REACH_STEPS(STEPS_TYPE_HALVES)
REACH_COUNTED_STEPS(STEPS_TYPE_COUNTED)

static int spread_all(const struct steps *steps, const struct reach_view *view) {
    uint64_t *at = (uint64_t *)steps->side->allocate(steps, sizeof *at);
    const struct steps_queue queue = {&view->counters->met, at};
    int failed = at == NULL || steps_drain<REACH_SPREAD_STEP>(steps, view, &queue) != 0;
    steps->side->release(steps, at, sizeof *at);
    return failed ? -1 : 0;
}

/* fixed: the words of a vector, or 0 for any number, which takes memory. */
template <uint32_t fixed>
static __global__ void __launch_bounds__(STEPS_THREADS)
    look_at_states(const __grid_constant__ struct reach_view view, uint64_t first, uint64_t count) {
    const uint64_t words = reach_scratch_words(view.header);
    uint64_t *scratch = view.scratch + device_grid_thread() * words;
    for (uint64_t at = first + device_grid_thread(); at < first + count; at += device_grid_step()) {
        if constexpr (fixed == 0) {
            reach_look(&view, at, scratch, scratch + view.words, scratch + 2 * view.words, view.words);
        } else {
            uint64_t vector[fixed], target[fixed];
            reach_look(&view, at, vector, target, scratch + 2 * fixed, fixed);
        }
    }
}

/* As many as can run at a time, or as fit into a part of the memory; at least one block. */
static uint64_t threads_of(const struct steps *steps, const struct model_header *header) {
    uint64_t blocks = BLOCKS_PER_PROCESSOR * (uint64_t)steps->device->processors;
    uint64_t block = STEPS_THREADS * reach_scratch_words(header) * sizeof(uint64_t);
    uint64_t fit = memory_left(&steps->device->memory) / 8 / block;
    return STEPS_THREADS * (fit == 0 ? 1 : fit < blocks ? fit : blocks);
}

static void launch_look(const struct steps *steps, const void *block, uint64_t first, uint64_t count) {
    const struct reach_view *view = (const struct reach_view *)block;
    uint64_t need = (count + STEPS_THREADS - 1) / STEPS_THREADS, most = view->threads / STEPS_THREADS;
    unsigned blocks = (unsigned)(need < most ? need : most);
    auto kernel = view->words == 1   ? look_at_states<1>
                  : view->words == 2 ? look_at_states<2>
                                     : look_at_states<0>;
    (void)steps;
    kernel<<<blocks, STEPS_THREADS>>>(*view, first, count);
}

const struct reach_side reach_side_cuda = {&steps_cuda_side, spread_all,
                                           steps_launch_counted<REACH_PLACE_STEP>, launch_look, threads_of};
