/*
 * Finds the states of an MDP that remain when maximal progress cuts races off: breadth-first, level by level,
 * over the steps of one side.
 */
#include "base/run.h"
#include "decompose/mdp/mdp_convert.h"

/* Marks an initial state, and appends it to a queue of `queued` states. */
static int append_state(struct mdp_reach *reach, uint32_t initial, uint64_t queued) {
    const struct steps *steps = &reach->steps;
    uint32_t *word = reach->view.reached + initial / BITMAP_WORD_BITS, bits;
    uint64_t more = queued + 1;
    if (steps->side->download(steps, &bits, word, sizeof bits) != 0) {
        return -1;
    }
    bits |= 1u << initial % BITMAP_WORD_BITS;
    return steps->side->upload(steps, word, &bits, sizeof bits) != 0 ||
                   steps->side->upload(steps, reach->view.queue + queued, &initial, sizeof initial) != 0 ||
                   steps->side->upload(steps, reach->view.queued, &more, sizeof more) != 0
               ? -1
               : 0;
}

static int append_initial(struct mdp_reach *reach, uint64_t queued) {
    int failed = 0;
    for (uint32_t i = 0; i <= reach->more_initial && !failed; i++) {
        failed = append_state(reach, reach->initial + i, queued + i);
    }
    return failed;
}

/* Searches from the states in the queue; *count: states in it at the end. */
static int search_levels(struct mdp_reach *reach, uint64_t *count) {
    const struct steps *steps = &reach->steps;
    uint64_t first = 0;
    *count = 0;
    do {
        first = *count;
        if (steps->side->download(steps, count, reach->view.queued, sizeof *count) != 0 ||
            steps->side->each(steps, reach->functions[MDP_REACH], &reach->view, first, *count - first) != 0) {
            return -1;
        }
        run_tell(steps->run, "looking for reachable states", *count, reach->view.states, "states");
    } while (first < *count);
    return 0;
}

static int search(struct mdp_reach *reach, uint64_t *count) {
    const struct steps *steps = &reach->steps;
    *count = 0;
    if (reach->all_count) { /* what no path from the initial state leads to, with races, remains */
        reach->view.races = 1;
        if (append_initial(reach, 0) != 0 || search_levels(reach, count) != 0 ||
            steps->side->fill(steps, reach->view.queued, 0, sizeof *count) != 0 ||
            steps->side->each(steps, reach->functions[MDP_FLIP], &reach->view, 0,
                              bitmap_words(reach->view.states)) != 0 ||
            steps->side->download(steps, count, reach->view.queued, sizeof *count) != 0) {
            return -1;
        }
        reach->view.races = 0;
    }
    return append_initial(reach, *count) != 0 ? -1 : search_levels(reach, count);
}

int mdp_reach(struct mdp_reach *reach, uint64_t *count) {
    const struct steps *steps = &reach->steps;
    struct mdp_reach_view *view = &reach->view;
    uint64_t bitmap = bitmap_bytes(view->states), bytes = view->states * sizeof *view->queue;
    view->reached = steps->side->allocate(steps, bitmap);
    view->queue = steps->side->allocate(steps, bytes);
    view->queued = steps->side->allocate(steps, sizeof *view->queued);
    int failed = view->reached == NULL || view->queue == NULL || view->queued == NULL ||
                 steps->side->fill(steps, view->reached, 0, bitmap) != 0 ||
                 steps->side->fill(steps, view->queued, 0, sizeof *view->queued) != 0 ||
                 search(reach, count) != 0;
    steps->side->release(steps, view->queue, bytes);
    steps->side->release(steps, view->queued, sizeof *view->queued);
    if (failed || *count == view->states) {
        steps->side->release(steps, view->reached, bitmap);
        view->reached = NULL;
    }
    return failed ? -1 : 0;
}
