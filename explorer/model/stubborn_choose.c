/*
 * Chooses stubborn sets (stubborn.h). Process k needs those processes that must be in each closed set that
 * has k; the smallest closed set with k is what can be reached from k. Tarjan's algorithm finds the strongly
 * connected components of this relation, those first that need no others. A component without moves that
 * needs only such components is dead and can be left out. Of the others, those that need none but themselves
 * and dead ones are the least closed sets with moves. Processes are looked at when the search meets them, and
 * it ends early, after all that a process needs, if a set has one move.
 */
#include "explorer/model/stubborn_internal.h"
#include "explorer/model/stubborn_data_core.h"
#include "explorer/model/successors_core.h"

/* A process that the search has met. */
struct met {
    uint32_t number, low;
    uint32_t moves; /* by rules that it leads, as far as they are enabled, or STUBBORN_NEVER */
    uint32_t unused;
};

/* Sets of processes: met; of closed components; of closed components that are not dead; the members of one
 * component; the best closed set so far. */
enum set { SET_MET, SET_CLOSED, SET_LIVE, SET_MEMBERS, SET_BEST, SETS };

struct choosing {
    const stubborn *tables;
    struct stubborn_state state;
    uint64_t small[SETS];   /* sets of one word, to have them in registers */
    uint64_t *large;        /* [SETS * words]: larger ones */
    uint64_t *room;         /* of the state of a model with data */
    uint64_t *needs, *todo; /* [processes * words] */
    struct met *met;        /* [processes] */
    uint32_t *stack, *path; /* [processes] */
    uint32_t stacked, depth, count;
    uint32_t root;                                /* the process from which the search began */
    uint32_t best_moves, best_root, best_process; /* best_process: the least one that has moves */
};

#define MET_WORDS (sizeof(struct met) / sizeof(uint64_t))

CORE_FUNCTION uint64_t *set_of(struct choosing *choosing, const enum set which, const uint32_t words) {
    return words == 1 ? &choosing->small[which] : choosing->large + (uint32_t)which * words;
}

uint32_t stubborn_set_words(const stubborn *tables) {
    return tables->view.words;
}

static int has_data(const stubborn *tables) {
    return tables->model.header->kind == MODEL_DATA;
}

static uint64_t room_words(const stubborn *tables) {
    return has_data(tables) ? data_scratch_words(stubborn_image(&tables->model)) : 0;
}

uint64_t stubborn_work_words(const stubborn *tables) {
    uint64_t words = SETS * (uint64_t)tables->view.words +
                     tables->view.count * (2 * (uint64_t)tables->view.words + MET_WORDS + 1);
    return words + room_words(tables);
}

CORE_FUNCTION int has_bit(const uint64_t *set, uint32_t bit, const uint32_t words) {
    return (int)(set[words == 1 ? 0 : bit / 64] >> (bit % 64) & 1);
}

/* The same as stubborn_look_at for a command. */
static uint32_t look_at_command(const struct choosing *choosing, uint32_t k, uint32_t words) {
    const struct data_header *image = stubborn_image(&choosing->tables->model);
    const struct data_scratch scratch = data_scratch_at(image, choosing->room);
    return stubborn_data_look_at(&choosing->tables->view, image, &scratch, k,
                                 choosing->needs + (uint64_t)k * words);
}

/* Finds the moves of a process and what it needs. */
CORE_FUNCTION void look_at(struct choosing *choosing, uint32_t k, const uint32_t words) {
    choosing->met[k].moves =
        choosing->room != NULL
            ? look_at_command(choosing, k, words)
            : stubborn_look_at(&choosing->state, k, choosing->needs + (uint64_t)k * words, words);
}

CORE_FUNCTION void meet(struct choosing *choosing, uint32_t k, const uint32_t words) {
    look_at(choosing, k, words);
    stubborn_put(set_of(choosing, SET_MET, words), k, words);
    choosing->met[k].number = choosing->met[k].low = choosing->count++;
    choosing->stack[choosing->stacked++] = k;
    choosing->path[choosing->depth++] = k;
    for (uint32_t w = 0; w < words; w++) {
        choosing->todo[(uint64_t)k * words + w] = choosing->needs[(uint64_t)k * words + w];
    }
}

/* Takes a strongly connected component off the stack, whose first process is k. */
CORE_FUNCTION void close_component(struct choosing *choosing, uint32_t k, const uint32_t words) {
    uint64_t *members = set_of(choosing, SET_MEMBERS, words), *live = set_of(choosing, SET_LIVE, words);
    uint64_t *closed = set_of(choosing, SET_CLOSED, words), *best = set_of(choosing, SET_BEST, words);
    uint32_t moves = 0, least = UINT32_MAX, member;
    int open = 0;
    for (uint32_t w = 0; w < words; w++) {
        members[w] = 0;
    }
    do {
        member = choosing->stack[--choosing->stacked];
        const uint32_t own = choosing->met[member].moves;
        moves = stubborn_add(moves, own);
        least = own != 0 && member < least ? member : least;
        stubborn_put(members, member, words);
        for (uint32_t w = 0; w < words; w++) {
            open |= (choosing->needs[(uint64_t)member * words + w] & live[w]) != 0;
        }
    } while (member != k);
    const int is_better = !open && moves != 0 &&
                          (moves < choosing->best_moves ||
                           (moves == choosing->best_moves && moves != STUBBORN_NEVER &&
                            choosing->root == choosing->best_root && least < choosing->best_process));
    for (uint32_t w = 0; w < words; w++) {
        closed[w] |= members[w];
        live[w] |= open || moves != 0 ? members[w] : 0;
        best[w] = is_better ? members[w] : best[w];
    }
    if (is_better) {
        choosing->best_moves = moves;
        choosing->best_root = choosing->root;
        choosing->best_process = least;
    }
}

/* The next process that the one on top of the path needs; MODEL_NONE if there is none. */
CORE_FUNCTION uint32_t next_need(struct choosing *choosing, uint32_t top, const uint32_t words) {
    uint64_t *todo = choosing->todo + (uint64_t)top * words;
    for (uint32_t w = 0; w < words; w++) {
        if (todo[w] != 0) {
            uint32_t bit = (uint32_t)__builtin_ctzll(todo[w]);
            todo[w] &= todo[w] - 1;
            return 64 * w + bit;
        }
    }
    return MODEL_NONE;
}

CORE_FUNCTION void search_from(struct choosing *choosing, uint32_t root, const uint32_t words) {
    choosing->root = root;
    meet(choosing, root, words);
    while (choosing->depth != 0) {
        uint32_t top = choosing->path[choosing->depth - 1], next = next_need(choosing, top, words);
        struct met *met = choosing->met;
        if (next == MODEL_NONE) {
            choosing->depth--;
            if (met[top].low == met[top].number) {
                close_component(choosing, top, words);
            } else {
                struct met *below = met + choosing->path[choosing->depth - 1];
                below->low = met[top].low < below->low ? met[top].low : below->low;
            }
        } else if (!has_bit(set_of(choosing, SET_MET, words), next, words)) {
            meet(choosing, next, words);
        } else if (!has_bit(set_of(choosing, SET_CLOSED, words), next, words) &&
                   met[next].number < met[top].low) {
            met[top].low = met[next].number;
        }
    }
}

/* Whether the process, or command, may lead a move. For processes that is not worth a look. */
CORE_FUNCTION int can_lead(const struct choosing *choosing, uint32_t k) {
    const struct data_header *image = stubborn_image(&choosing->tables->model);
    if (choosing->room == NULL) {
        return 1;
    }
    const struct data_scratch scratch = data_scratch_at(image, choosing->room);
    return stubborn_data_is_enabled(&scratch, k);
}

/* Whether a process outside the best set leads a move. */
CORE_FUNCTION int leaves_out(struct choosing *choosing, const uint32_t words) {
    const uint32_t count = choosing->tables->view.count;
    for (uint32_t k = 0; k < count; k++) {
        if (has_bit(set_of(choosing, SET_BEST, words), k, words) || !can_lead(choosing, k)) {
            continue;
        }
        if (!has_bit(set_of(choosing, SET_MET, words), k, words)) {
            look_at(choosing, k, words);
        }
        if (choosing->met[k].moves != 0) {
            return 1;
        }
    }
    return 0;
}

/* `room` is of the state, which has been read; NULL for networks. */
CORE_FUNCTION const uint64_t *choose(const stubborn *tables, const uint64_t *state, uint64_t *work,
                                     uint64_t *room, const uint32_t words) {
    const uint32_t processes = tables->view.count;
    struct choosing choosing = {.tables = tables,
                                .state = {&tables->view, &tables->model, state},
                                .large = work,
                                .room = room,
                                .best_moves = STUBBORN_NEVER};
    for (uint32_t i = 0; i < SETS * words && words != 1; i++) {
        work[i] = 0;
    }
    choosing.needs = work + SETS * words;
    choosing.todo = choosing.needs + (uint64_t)processes * words;
    choosing.met = (struct met *)(choosing.todo + (uint64_t)processes * words);
    choosing.stack = (uint32_t *)(choosing.met + processes);
    choosing.path = choosing.stack + processes;
    for (uint32_t k = 0; k < processes && choosing.best_moves != 1; k++) {
        if (!has_bit(set_of(&choosing, SET_MET, words), k, words) && can_lead(&choosing, k)) {
            search_from(&choosing, k, words);
        }
    }
    if (choosing.best_moves == STUBBORN_NEVER || !leaves_out(&choosing, words)) {
        return NULL;
    }
    uint64_t *best = set_of(&choosing, SET_BEST, words);
    for (uint32_t w = 0; w < words; w++) {
        work[w] = best[w];
    }
    return work;
}

/* Not inlined, because registers would not do for both. */
static __attribute__((noinline)) const uint64_t *choose_large(const stubborn *tables, const uint64_t *state,
                                                              uint64_t *work) {
    return choose(tables, state, work, NULL, tables->view.words);
}

static uint64_t *room_in(const stubborn *tables, uint64_t *work) {
    return work + stubborn_work_words(tables) - room_words(tables);
}

static __attribute__((noinline)) const uint64_t *choose_commands(const stubborn *tables,
                                                                 const uint64_t *state, uint64_t *work) {
    uint64_t *room = room_in(tables, work);
    if (stubborn_data_begin(stubborn_image(&tables->model), state, room) != 0) {
        return NULL;
    }
    return tables->view.words == 1 ? choose(tables, state, work, room, 1)
                                   : choose(tables, state, work, room, tables->view.words);
}

const uint64_t *stubborn_choose(const stubborn *tables, const uint64_t *state, uint64_t *work) {
    if (!stubborn_is_observed(&tables->model, state)) {
        return NULL;
    }
    return has_data(tables)          ? choose_commands(tables, state, work)
           : tables->view.words == 1 ? choose(tables, state, work, NULL, 1)
                                     : choose_large(tables, state, work);
}

int stubborn_move(const stubborn *tables, const struct successors_source *from, uint64_t *work,
                  successors_visit visit, void *context) {
    const struct stubborn_moving moving = {from, room_in(tables, work), visit, context};
    return stubborn_data_move(&tables->view, &moving, work);
}
