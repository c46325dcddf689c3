/*
 * Finds the vertices at which the loser has lost: those that the winner wins, and from which it can reach no
 * vertex where it has a choice. Where only states of the observer can be reached in which the winner has
 * none, this is clear without the game; otherwise the part of the game is searched backwards, from the
 * vertices at which the winner has a choice and from those that lead beyond the part.
 */
#include <string.h>

#include "base/memory.h"
#include "checker/evidence/formula_path_internal.h"
#include "model/transpose.h"

/* --- the observer --- */

/* Whether the winner has a choice in a state of the observer, or may have one: of a transition or an initial
 * state of the network, or of a move of the observer. */
static int may_choose(const struct observer *observer, uint32_t state, enum player winner) {
    const struct observer_state *of = &observer->state[state];
    uint64_t row = (uint64_t)state * observer->classes;
    return of->owner == winner && of->kind != OBSERVER_STOP &&
           (of->kind == OBSERVER_STEP || of->kind == OBSERVER_ROOT ||
            observer->row[row + 1] - observer->row[row] > 1);
}

/* Marks the states from which one with a choice can be reached: repeats until nothing changes, because
 * observers are small. */
static void mark_states(const struct observer *observer, enum player winner, uint8_t *chooses) {
    for (uint32_t state = 0; state < observer->states; state++) {
        chooses[state] = (uint8_t)may_choose(observer, state, winner);
    }
    for (int more = 1; more;) {
        more = 0;
        for (uint32_t state = observer->states; state-- > 0;) {
            uint64_t row = (uint64_t)state * observer->classes;
            for (uint64_t k = observer->row[row];
                 k < observer->row[row + observer->classes] && !chooses[state]; k++) {
                chooses[state] = chooses[observer->target[k]];
                more |= chooses[state];
            }
        }
    }
}

/* --- the game --- */

struct backward_game {
    struct path_search *search;
    uint64_t *begin; /* vertices + 1: where the predecessors of a vertex begin */
    uint32_t *predecessors;
    uint32_t *queue;
    uint64_t queued;
};

/* Whether the winner has a choice at a vertex, or the rest of the game after it is unknown. */
static int is_open(const struct path_search *search, uint32_t vertex) {
    const struct game *game = &search->part->game;
    uint64_t begin = game->offsets[vertex];
    for (uint64_t edge = begin; edge < game->offsets[vertex + 1]; edge++) {
        if (game->targets[edge] >= game->vertices ||
            (path_wins(search, vertex) && game->targets[edge] != game->targets[begin])) {
            return 1;
        }
    }
    return 0;
}

/* lost[vertex] is 0 for those that are not searched, and 1 for all others at first. */
static void search_backward(struct backward_game *backward) {
    uint8_t *lost = backward->search->lost;
    for (uint64_t vertex = 0; vertex < backward->search->part->game.vertices; vertex++) {
        if (lost[vertex] == 1 && is_open(backward->search, (uint32_t)vertex)) {
            lost[vertex] = 0;
            backward->queue[backward->queued++] = (uint32_t)vertex;
        }
    }
    for (uint64_t head = 0; head < backward->queued; head++) {
        uint32_t vertex = backward->queue[head];
        for (uint64_t k = backward->begin[vertex]; k < backward->begin[vertex + 1]; k++) {
            uint32_t before = backward->predecessors[k];
            if (lost[before] == 1) {
                lost[before] = 0;
                backward->queue[backward->queued++] = before;
            }
        }
    }
}

#define LOST_SURELY 2 /* by the state of the observer alone */

/* Sets lost[vertex] to LOST_SURELY, to 1 until something else is found, or to 0 if the winner does not win.
 */
static int begin_lost(struct path_search *search) {
    const struct observer *observer = search->moves->observer;
    const struct game_part *part = search->part;
    uint32_t width = game_part_width(part);
    uint8_t *chooses = memory_allocate(search->memory, observer->states);
    uint32_t *tuple = memory_allocate_array(search->memory, width, sizeof *tuple);
    int failed = chooses == NULL || tuple == NULL;
    if (!failed) {
        mark_states(observer, part->winner, chooses);
    }
    for (uint64_t vertex = 0; vertex < part->game.vertices && !failed; vertex++) {
        game_part_tuple(part, (uint32_t)vertex, tuple);
        uint32_t state = tuple[width - 1];
        search->lost[vertex] = part->solution.winner[vertex] != part->winner ? 0
                               : state < observer->states && !chooses[state] ? LOST_SURELY
                                                                             : 1;
    }
    memory_free(search->memory, chooses, observer->states);
    memory_free(search->memory, tuple, width * sizeof *tuple);
    return failed ? path_memory(search) : 0;
}

int path_find_lost(struct path_search *search) {
    struct memory *memory = search->memory;
    const struct game *game = &search->part->game;
    struct backward_game backward = {.search = search};
    backward.begin = memory_allocate_array(memory, game->vertices + 1, sizeof *backward.begin);
    backward.predecessors = memory_allocate_array(memory, game->edges, sizeof *backward.predecessors);
    backward.queue = memory_allocate_array(memory, game->vertices, sizeof *backward.queue);
    int failed = backward.begin == NULL || backward.predecessors == NULL || backward.queue == NULL
                     ? path_memory(search)
                     : begin_lost(search);
    if (!failed) {
        transpose_rows(game->vertices, game->edges, game->offsets, game->targets, backward.begin,
                       backward.predecessors);
        search_backward(&backward);
    }
    memory_free(memory, backward.begin, (game->vertices + 1) * sizeof *backward.begin);
    memory_free(memory, backward.predecessors, game->edges * sizeof *backward.predecessors);
    memory_free(memory, backward.queue, game->vertices * sizeof *backward.queue);
    return failed ? -1 : 0;
}
