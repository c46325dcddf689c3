/* Follows the path of a strategy again, and notes the subformula from which each step is taken. */
#include "checker/strategy/strategy_lane.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/text/text_buffer.h"
#include "checker/strategy/strategy.h"
#include "specs/syntax/formula_show.h"

#define NONE UINT64_MAX

/* The nodes at which plays can be now, and after the next step. */
struct play_follower {
    const struct strategy *strategy;
    struct memory *memory;
    GROWING(uint32_t) now, next;
    uint64_t *seen_in; /* [node]: the last state of the path at which the node was added, or NONE */
    uint64_t state;    /* the current state of the path */
};

static int add_now(struct play_follower *follower, uint32_t node) {
    if (node >= follower->strategy->nodes || follower->seen_in[node] == follower->state) {
        return 0; /* nodes after the path may be left out */
    }
    follower->seen_in[node] = follower->state;
    return GROWING_ADD(follower->memory, follower->now, node);
}

static uint32_t observer_state(const struct strategy *strategy, uint32_t node) {
    return strategy_tuple(strategy, node)[strategy->components];
}

/* Whether an edge is the path's next step. */
static int is_step(const struct play_follower *follower, uint64_t edge) {
    const struct strategy *strategy = follower->strategy;
    const struct trace *trace = &strategy->trace;
    uint32_t label = strategy->edge_labels[edge];
    return label != STRATEGY_NO_LABEL && strategy->targets[edge] < strategy->nodes &&
           strategy->labels->text[label] == trace->labels[follower->state] &&
           memcmp(strategy_tuple(strategy, strategy->targets[edge]), trace_state(trace, follower->state + 1),
                  strategy->components * sizeof *strategy->tuples) == 0;
}

/* Adds the nodes that the observer's own moves reach, and collects the targets of the next step. *shown: the
 * least state of the observer at a node with such a step. 0, or -1 when memory runs out. */
static int follow_step(struct play_follower *follower, uint32_t *shown) {
    const struct strategy *strategy = follower->strategy;
    int failed = 0;
    follower->next.count = 0;
    for (uint64_t at = 0; at < follower->now.count && !failed; at++) {
        uint32_t node = follower->now.data[at], state = observer_state(strategy, node);
        for (uint64_t edge = strategy->offsets[node]; edge < strategy->offsets[node + 1] && !failed; edge++) {
            if (strategy->edge_labels[edge] == STRATEGY_NO_LABEL) {
                failed = add_now(follower, strategy->targets[edge]);
            } else if (is_step(follower, edge)) {
                *shown = state < *shown ? state : *shown;
                failed = GROWING_ADD(follower->memory, follower->next, strategy->targets[edge]);
            }
        }
    }
    return failed;
}

/* The state of the observer at the end of the path; UINT32_MAX if no play ends there. */
static uint32_t last_state(const struct strategy *strategy) {
    uint32_t last = UINT32_MAX;
    for (uint64_t k = 0; k < strategy->ends.count; k++) {
        const struct strategy_end *end = &strategy->ends.data[k];
        last = end->step == strategy->trace.steps && end->state < last ? end->state : last;
    }
    return last;
}

static int follow_path(struct play_follower *follower, struct strategy_lane *lane) {
    const struct strategy *strategy = follower->strategy;
    if (add_now(follower, 0) != 0) {
        return -1;
    }
    while (follower->state < strategy->trace.steps) {
        uint32_t shown = UINT32_MAX;
        if (follow_step(follower, &shown) != 0) {
            return -1;
        }
        lane->shown[follower->state++] = shown;
        follower->now.count = 0;
        for (uint64_t k = 0; k < follower->next.count; k++) {
            if (add_now(follower, follower->next.data[k]) != 0) {
                return -1;
            }
        }
    }
    lane->shown[strategy->trace.steps] = last_state(strategy);
    return 0;
}

/* Writes the texts of the subformulas that occur. */
static int write_texts(const struct strategy *strategy, const formula_text *formula, struct memory *memory,
                       struct strategy_lane *lane) {
    struct text_buffer text = {0};
    int failed = 0;
    for (uint64_t k = 0; k < lane->states && !failed; k++) {
        uint32_t state = lane->shown[k];
        if (state == UINT32_MAX || lane->texts[state] != NULL) {
            continue;
        }
        text.length = 0;
        failed = formula_show(formula, strategy->observer->meaning[state].formula, "", STRATEGY_TEXT, memory,
                              &text);
        lane->texts[state] = failed ? NULL : memory_reallocate_sized(memory, NULL, text.length + 1);
        failed = failed || lane->texts[state] == NULL;
        if (!failed) {
            memcpy(lane->texts[state], text.data, text.length + 1);
        }
    }
    text_buffer_free(memory, &text);
    return failed ? -1 : 0;
}

int strategy_lane_make(const struct strategy *strategy, const formula_text *formula, struct memory *memory,
                       struct strategy_lane *lane) {
    struct play_follower follower = {.strategy = strategy, .memory = memory};
    uint64_t bytes = strategy->nodes * sizeof *follower.seen_in;
    lane->states = strategy->trace.steps + 1;
    lane->holds = strategy->holds;
    lane->observer = strategy->observer->observer.states;
    lane->shown = memory_allocate_array(memory, lane->states, sizeof *lane->shown);
    lane->texts = memory_allocate_zeroed(memory, lane->observer * sizeof *lane->texts);
    follower.seen_in = memory_allocate(memory, bytes);
    int failed = lane->shown == NULL || lane->texts == NULL || follower.seen_in == NULL;
    if (!failed) {
        memset(follower.seen_in, 0xff, bytes);
        failed = follow_path(&follower, lane) != 0 || write_texts(strategy, formula, memory, lane) != 0;
    }
    GROWING_FREE(memory, follower.now);
    GROWING_FREE(memory, follower.next);
    memory_free(memory, follower.seen_in, bytes);
    return failed ? -1 : 0;
}

void strategy_lane_free(struct memory *memory, struct strategy_lane *lane) {
    for (uint32_t k = 0; lane->texts != NULL && k < lane->observer; k++) {
        memory_free_sized(memory, lane->texts[k]);
    }
    memory_free(memory, lane->texts, lane->observer * sizeof *lane->texts);
    memory_free(memory, lane->shown, lane->states * sizeof *lane->shown);
    *lane = (struct strategy_lane){0};
}

const char *strategy_lane_text(const struct strategy_lane *lane, uint64_t state) {
    uint32_t shown = lane->shown[state];
    return shown == UINT32_MAX ? "" : lane->texts[shown];
}
