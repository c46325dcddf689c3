/*
 * Judges the cycle of a path over sets of vertices: the winner wins it if no cycle of vertices on it has a
 * highest priority of the loser's parity.
 */
#include <string.h>

#include "base/memory.h"
#include "checker/evidence/formula_path_internal.h"

/* The vertices on the cycle. */
struct loop_vertices {
    struct path_search *search;
    uint32_t first, last; /* its first and its last set */
    const struct path_choice *closing;
    uint64_t closing_count;
    int stays;
    GROWING(uint32_t) vertices;         /* search->position_of says where each is */
    const struct path_choice **choices; /* of the winner at each of them; NULL if there is none */
    GROWING(uint32_t) queue;            /* positions in `vertices` */
    uint8_t *reached;
};

static int take_vertices(struct loop_vertices *loop) {
    struct path_search *search = loop->search;
    for (uint32_t set = loop->last;; set = search->sets.data[set].previous) {
        const struct path_set *at = &search->sets.data[set];
        if (path_spend(search, at->end - at->begin + 1) != 0) {
            return -1;
        }
        for (uint64_t k = at->begin; k < at->end; k++) {
            uint32_t vertex = search->members.data[k];
            if (search->position_of[vertex] != PATH_NONE) {
                continue;
            }
            if (GROWING_ADD(search->memory, loop->vertices, vertex) != 0) {
                return path_memory(search);
            }
            search->position_of[vertex] = (uint32_t)loop->vertices.count - 1;
        }
        if (set == loop->first) {
            return 0;
        }
    }
}

static void take_choice(struct loop_vertices *loop, const struct path_choice *choice) {
    const uint32_t position = loop->search->position_of[choice->vertex];
    if (position != PATH_NONE && loop->choices[position] == NULL) {
        loop->choices[position] = choice;
    }
}

/* Takes the winner's moves at the vertices, the latest of several. */
static void take_choices(struct loop_vertices *loop) {
    const struct path_search *search = loop->search;
    for (uint64_t k = 0; k < loop->closing_count; k++) {
        take_choice(loop, &loop->closing[k]);
    }
    for (uint32_t set = loop->last; set != loop->first; set = search->sets.data[set].previous) {
        const struct path_set *at = &search->sets.data[set];
        for (uint64_t k = at->choice_begin; k < at->choice_end; k++) {
            take_choice(loop, &search->choices.data[k]);
        }
    }
}

/* Marks a vertex as reached, unless its priority is too high. Returns 0 or -1. */
static int reach(struct loop_vertices *loop, uint32_t vertex, uint32_t priority) {
    if (path_spend(loop->search, 1) != 0) {
        return -1;
    }
    uint32_t position =
        vertex < loop->search->part->game.vertices ? loop->search->position_of[vertex] : PATH_NONE;
    if (position == PATH_NONE || loop->reached[position] ||
        loop->search->part->game.priority[vertex] > priority) {
        return 0;
    }
    loop->reached[position] = 1;
    return GROWING_ADD(loop->search->memory, loop->queue, position) != 0 ? path_memory(loop->search) : 0;
}

static int reach_all(struct loop_vertices *loop, uint32_t vertex, uint32_t priority) {
    const struct game *game = &loop->search->part->game;
    if (loop->stays && path_kind(loop->search, vertex) == OBSERVER_STEP) {
        return 0;
    }
    if (path_wins(loop->search, vertex)) {
        const struct path_choice *choice = loop->choices[loop->search->position_of[vertex]];
        return choice == NULL ? 0 : reach(loop, choice->target, priority);
    }
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        if (reach(loop, game->targets[edge], priority) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Whether the vertex lies on a cycle with no higher priority: 1, 0 or -1. */
static int is_highest(struct loop_vertices *loop, uint32_t vertex) {
    uint32_t priority = loop->search->part->game.priority[vertex];
    if (path_spend(loop->search, loop->vertices.count / 64) != 0) {
        return -1;
    }
    memset(loop->reached, 0, loop->vertices.count);
    loop->queue.count = 0;
    int failed = reach_all(loop, vertex, priority);
    for (uint64_t head = 0; head < loop->queue.count && !failed; head++) {
        failed = reach_all(loop, loop->vertices.data[loop->queue.data[head]], priority);
    }
    return failed ? -1 : loop->reached[loop->search->position_of[vertex]];
}

int path_wins_loop(struct path_search *search, const struct path_loop *given) {
    struct loop_vertices loop = {.search = search,
                                 .first = given->first,
                                 .last = given->last,
                                 .closing = given->choices,
                                 .closing_count = given->choice_count,
                                 .stays = given->stays};
    int status = take_vertices(&loop) != 0 ? -1 : 1;
    const uint64_t count = loop.vertices.count;
    loop.reached = memory_allocate(search->memory, count);
    loop.choices = memory_allocate_zeroed(search->memory, count * sizeof *loop.choices);
    if (status == 1 && (loop.reached == NULL || loop.choices == NULL)) {
        status = path_memory(search);
    }
    if (status == 1) {
        take_choices(&loop);
    }
    for (uint64_t k = 0; k < count && status == 1; k++) {
        uint32_t vertex = loop.vertices.data[k];
        if ((search->part->game.priority[vertex] & 1) != (uint32_t)search->part->winner) {
            int highest = is_highest(&loop, vertex);
            status = highest < 0 ? -1 : !highest;
        }
    }
    for (uint64_t k = 0; k < count; k++) {
        search->position_of[loop.vertices.data[k]] = PATH_NONE;
    }
    memory_free(search->memory, loop.reached, count);
    memory_free(search->memory, loop.choices, count * sizeof *loop.choices);
    GROWING_FREE(search->memory, loop.vertices);
    GROWING_FREE(search->memory, loop.queue);
    return status;
}
