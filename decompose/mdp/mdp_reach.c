/*
 * Finds the states of an MDP when maximal progress cuts races off: breadth-first, each level on all threads.
 * Bits are set by atomic operations; the thread that sets one appends the state to the queue.
 */
#include "base/shared_core.h"
#include "base/parallel.h"
#include "base/run.h"
#include "explorer/graph/digraph_core.h"
#include "decompose/mdp/mdp_convert.h"
#include "decompose/mdp/mdp_internal.h"

#define CHUNK 256u
#define FOUND_MOST 1024u
#define PARALLEL_LEVEL 8192u
#define CHECK_STATES ((uint64_t)1 << 16)

struct mdp_search {
    const struct mdp_source *source;
    const struct mdp_labels *labels;
    const struct run *run;
    int races;            /* not cut off */
    uint32_t *reached;    /* bitmap */
    uint32_t *queue;      /* each state once */
    uint64_t cursor, end; /* of the level */
    uint64_t tail;
};

struct found_states {
    uint32_t states[FOUND_MOST];
    uint32_t count;
};

int mdp_state_progresses(const struct mdp_source *source, const struct mdp_labels *labels, uint64_t state) {
    for (uint64_t edge = source->offsets[state]; edge < source->offsets[state + 1]; edge++) {
        if (labels->labels[source->labels[edge]].kind == MDP_INTERNAL) {
            return 1;
        }
    }
    return 0;
}

static void append_found(struct mdp_search *reach, struct found_states *found) {
    uint64_t at = shared64_add(&reach->tail, found->count);
    for (uint32_t i = 0; i < found->count; i++) {
        reach->queue[at + i] = found->states[i];
    }
    found->count = 0;
}

static int mark_reached(struct mdp_search *reach, uint32_t state) {
    uint32_t *word = &reach->reached[state / BITMAP_WORD_BITS], bit = 1u << state % BITMAP_WORD_BITS;
    if (__atomic_load_n(word, __ATOMIC_RELAXED) & bit) {
        return 0;
    }
    return (__atomic_fetch_or(word, bit, __ATOMIC_RELAXED) & bit) == 0;
}

static void expand_state(struct mdp_search *reach, uint32_t state, struct found_states *found) {
    const struct mdp_source *source = reach->source;
    if (state >= source->row_states) {
        return;
    }
    int progresses = !reach->races && mdp_state_progresses(source, reach->labels, state);
    for (uint64_t edge = source->offsets[state]; edge < source->offsets[state + 1]; edge++) {
        if (progresses && reach->labels->labels[source->labels[edge]].kind == MDP_RATE) {
            continue;
        }
        if (mark_reached(reach, source->targets[edge])) {
            found->states[found->count++] = source->targets[edge];
            if (found->count == FOUND_MOST) {
                append_found(reach, found);
            }
        }
    }
}

static void expand_level(void *context, unsigned thread) {
    struct mdp_search *reach = context;
    struct found_states found = {.count = 0};
    (void)thread;
    for (;;) {
        uint64_t first = shared64_add(&reach->cursor, CHUNK);
        if (first >= reach->end || (first % CHECK_STATES < CHUNK && run_should_stop(reach->run))) {
            break;
        }
        uint64_t last = first + CHUNK < reach->end ? first + CHUNK : reach->end;
        for (uint64_t at = first; at < last; at++) {
            expand_state(reach, reach->queue[at], &found);
        }
    }
    append_found(reach, &found);
}

/* From the states in the queue on. 0, or -1 when the run is to stop. */
static int search_levels(struct mdp_search *reach) {
    uint64_t begin = 0, told = 0;
    while (begin < reach->tail) {
        reach->cursor = begin;
        reach->end = reach->tail;
        parallel_run(reach->end - begin >= PARALLEL_LEVEL ? reach->run->threads : 1, expand_level, reach);
        begin = reach->end;
        if (begin - told >= CHECK_STATES) {
            if (run_should_stop(reach->run)) {
                return -1;
            }
            run_tell(reach->run, "looking for reachable states", begin, reach->source->states, "states");
            told = begin;
        }
    }
    return run_should_stop(reach->run) ? -1 : 0;
}

/* All states that no path leads to take the place of those that were reached. */
static void queue_unreached(struct mdp_search *reach) {
    reach->tail = 0;
    for (uint64_t state = 0; state < reach->source->states; state++) {
        reach->reached[state / BITMAP_WORD_BITS] ^= 1u << state % BITMAP_WORD_BITS;
        if (bitmap_has(reach->reached, state)) {
            reach->queue[reach->tail++] = (uint32_t)state;
        }
    }
}

static int search_with_races(struct mdp_search *reach) {
    uint32_t initial = reach->source->initial;
    if (reach->source->all_count) {
        mark_reached(reach, initial);
        reach->queue[reach->tail++] = initial;
        reach->races = 1;
        if (search_levels(reach) != 0) {
            return -1;
        }
        queue_unreached(reach);
        reach->races = 0;
    }
    mark_reached(reach, initial);
    reach->queue[reach->tail++] = initial;
    return search_levels(reach);
}

uint32_t *mdp_reach(const struct mdp_source *source, const struct mdp_labels *labels, const struct run *run,
                    uint64_t *count) {
    struct mdp_search reach = {.source = source, .labels = labels, .run = run};
    struct memory_range queue = {0};
    uint64_t bytes = bitmap_words(source->states) * sizeof *reach.reached;
    reach.reached = memory_allocate_zeroed(run->memory, bytes);
    int failed = reach.reached == NULL ||
                 memory_range_fill(run->memory, &queue, source->states * sizeof *reach.queue) != 0;
    reach.queue = queue.base;
    failed = failed || search_with_races(&reach) != 0;
    memory_range_close(run->memory, &queue);
    if (failed) {
        memory_free(run->memory, reach.reached, bytes);
        return NULL;
    }
    *count = reach.tail;
    return reach.reached;
}
