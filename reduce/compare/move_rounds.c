/* Refinement of states with moves. In each round the moves of a state become numbers, one for each form with
 * the sums that it gives to blocks; the set of these numbers decides the part of the block. Only states with
 * a draw to a state that has changed its block are looked at: the signatures of the others stay as they were,
 * and are equal in a block. */
#include "reduce/compare/move_rounds.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/sort.h"
#include "base/word_lists.h"

#define NONE UINT32_MAX
#define MOST_WORK ((uint64_t)100000000) /* states that are looked at, and their draws: some 10 s */

/* A block keeps its number for one of its parts in each split; the other parts get new numbers. */
struct round_block {
    uint32_t parent, born; /* of which it was a part, or NONE; and the round */
    uint32_t member;       /* some state that is in it in the end */
    uint64_t size;
    uint32_t group;     /* in a round: the first group of it; NONE */
    uint64_t looked_at; /* in a round: how many of its states */
};

/* States of a block that were looked at in a round and have one signature, whose number is the group's. */
struct round_group {
    uint32_t block, next; /* the block's next group; NONE */
    uint32_t made;        /* the block that it becomes */
    uint64_t size;
};

struct move_rounds {
    const struct moves *moves;
    const struct run *run;
    uint32_t round;
    uint64_t work;
    struct scope scope;         /* of the next five */
    uint32_t *block, *group_of; /* [states] */
    uint32_t *seen;             /* [states]: 1 + the last round that has looked at it */
    uint64_t *offsets;          /* [states + 1]: of the states that have a draw to a state, .. */
    uint32_t *sources;          /* .. perhaps several times */
    GROWING(uint32_t)
    looked_at; /* states of a round: those with a draw to a state that has changed its block */
    GROWING(uint32_t) changed; /* in the round before */
    GROWING(struct round_block) blocks;
    GROWING(struct round_group) groups;
    struct word_lists sums, signatures; /* of a round */
    GROWING(struct moves_given) given;  /* of a move */
    GROWING(uint64_t) list;             /* that is being made */
    GROWING(uint64_t) numbers;          /* of the moves of a state */
};

static int no_memory(struct error *error) {
    return error_memory(error, "for the difference");
}

/* --- a round --- */

static int add_word(struct move_rounds *rounds, uint64_t word) {
    return GROWING_ADD(rounds->run->memory, rounds->list, word);
}

static int compare_given(const void *a, const void *b) {
    return sort_compare(((const struct moves_given *)a)->block, ((const struct moves_given *)b)->block);
}

/* Adds up what the move gives to each block. 0, or -1 when memory runs out. */
static int add_up(struct move_rounds *rounds, const struct moves_move *move) {
    const struct moves *moves = rounds->moves;
    uint64_t kept = 0;
    rounds->given.count = 0;
    for (uint64_t at = move[0].begin; at < move[1].begin; at++) {
        const struct moves_given given = {rounds->block[moves->draws.data[at].target],
                                          moves->draws.data[at].weight};
        if (GROWING_ADD(rounds->run->memory, rounds->given, given) != 0) {
            return -1;
        }
    }
    struct moves_given *given = rounds->given.data;
    sort_items(given, rounds->given.count, sizeof *given, compare_given);
    for (uint64_t i = 0; i < rounds->given.count; i++) {
        if (kept > 0 && given[kept - 1].block == given[i].block) {
            given[kept - 1].weight += given[i].weight;
        } else {
            given[kept++] = given[i];
        }
    }
    rounds->given.count = kept;
    return 0;
}

/* The number of the move's sums; NONE when memory runs out. */
static uint32_t number_move(struct move_rounds *rounds, const struct moves_move *move) {
    int failed = add_up(rounds, move) != 0;
    rounds->list.count = 0;
    failed = failed || add_word(rounds, move->form) != 0;
    for (uint64_t i = 0; i < rounds->given.count && !failed; i++) {
        const struct moves_given *given = &rounds->given.data[i];
        failed = add_word(rounds, given->block) != 0 || add_word(rounds, (uint64_t)given->weight) != 0 ||
                 add_word(rounds, (uint64_t)(given->weight >> 64)) != 0;
    }
    return failed
               ? NONE
               : word_lists_find(&rounds->sums, rounds->list.data, rounds->list.count, rounds->run->memory);
}

static int add_number(struct move_rounds *rounds, uint64_t number) {
    return GROWING_ADD(rounds->run->memory, rounds->numbers, number);
}

static uint32_t end_signature(struct move_rounds *rounds) {
    return word_lists_find(&rounds->signatures, rounds->numbers.data, rounds->numbers.count,
                           rounds->run->memory);
}

/* The number of the state's signature, its block included; NONE when memory runs out. */
static uint32_t sign_moves(struct move_rounds *rounds, uint32_t state) {
    const struct moves *moves = rounds->moves;
    rounds->numbers.count = 0;
    for (uint64_t at = moves->offsets.data[state]; at < moves->offsets.data[state + 1]; at++) {
        const uint32_t number = number_move(rounds, &moves->moves.data[at]);
        if (number == NONE || add_number(rounds, number) != 0) {
            return NONE;
        }
        rounds->work += rounds->given.count;
    }
    rounds->numbers.count = sort_unique_long(rounds->numbers.data, rounds->numbers.count);
    return add_number(rounds, (uint64_t)rounds->block[state] << 32 | NONE) != 0 ? NONE
                                                                                : end_signature(rounds);
}

/* In round 0, by the values of properties. */
static uint32_t sign_properties(struct move_rounds *rounds, uint32_t state) {
    const struct moves *moves = rounds->moves;
    rounds->numbers.count = 0;
    for (uint64_t i = 0; i < moves->properties.count; i++) {
        if (add_number(rounds, moves->properties.data[i].values[state]) != 0) {
            return NONE;
        }
    }
    return end_signature(rounds);
}

/* Puts a state that was looked at into the group of its signature. 0, or -1 when memory runs out. */
static int add_to_group(struct move_rounds *rounds, uint32_t state, uint32_t signature) {
    struct round_block *block = rounds->round == 0 ? NULL : &rounds->blocks.data[rounds->block[state]];
    if (signature == rounds->groups.count) {
        const struct round_group group = {rounds->block[state], block == NULL ? NONE : block->group, NONE, 0};
        if (GROWING_ADD(rounds->run->memory, rounds->groups, group) != 0) {
            return -1;
        }
        if (block != NULL) {
            block->group = signature;
        }
    }
    if (block != NULL) {
        block->looked_at++;
    }
    rounds->groups.data[signature].size++;
    rounds->group_of[state] = signature;
    return 0;
}

/* The number of a new block; NONE when memory runs out. */
static uint32_t make_block(struct move_rounds *rounds, uint32_t parent, uint64_t size) {
    const struct round_block block = {parent, rounds->round, NONE, size, NONE, 0};
    return GROWING_ADD(rounds->run->memory, rounds->blocks, block) != 0 ? NONE
                                                                        : (uint32_t)rounds->blocks.count - 1;
}

/* The largest group of the block. */
static uint32_t largest_group(const struct move_rounds *rounds, const struct round_block *block) {
    const struct round_group *groups = rounds->groups.data;
    uint32_t largest = block->group;
    for (uint32_t at = block->group; at != NONE; at = groups[at].next) {
        largest = groups[at].size > groups[largest].size ? at : largest;
    }
    return largest;
}

/* Gives the groups of a block numbers. The block keeps its own for the states that were not looked at, whose
 * signatures differ from all others, or for its largest group. 0, or -1 when memory runs out. */
static int split_block(struct move_rounds *rounds, uint32_t number) {
    struct round_block *block = &rounds->blocks.data[number];
    const uint32_t kept = block->looked_at == block->size ? largest_group(rounds, block) : NONE;
    uint32_t at = block->group;
    block->group = NONE;
    block->looked_at = 0;
    for (; at != NONE; at = rounds->groups.data[at].next) {
        struct round_group *group = &rounds->groups.data[at];
        group->made = at == kept ? number : make_block(rounds, number, group->size);
        if (group->made == NONE) {
            return -1;
        }
        rounds->blocks.data[number].size -= at == kept ? 0 : group->size;
    }
    return 0;
}

/* 0, or -1 when memory runs out. */
static int split(struct move_rounds *rounds) {
    int failed = 0;
    for (uint64_t i = 0; i < rounds->groups.count && !failed; i++) {
        struct round_group *group = &rounds->groups.data[i];
        if (rounds->round == 0) {
            group->made = make_block(rounds, NONE, group->size);
            failed = group->made == NONE;
        } else if (rounds->blocks.data[group->block].group != NONE) {
            failed = split_block(rounds, group->block) != 0;
        }
    }
    rounds->changed.count = 0;
    for (uint64_t i = 0; i < rounds->looked_at.count && !failed; i++) {
        const uint32_t state = rounds->looked_at.data[i];
        const uint32_t made = rounds->groups.data[rounds->group_of[state]].made;
        if (rounds->round == 0 || made != rounds->block[state]) {
            rounds->block[state] = made;
            failed = GROWING_ADD(rounds->run->memory, rounds->changed, state) != 0;
        }
    }
    return failed ? -1 : 0;
}

/* Lists a state, unless it is there. 0, or -1 when memory runs out. */
static int look_at(struct move_rounds *rounds, uint32_t state) {
    if (rounds->seen[state] == rounds->round + 1) {
        return 0;
    }
    rounds->seen[state] = rounds->round + 1;
    return GROWING_ADD(rounds->run->memory, rounds->looked_at, state);
}

/* Lists the states whose signatures may differ from those of others in their blocks: all in the first rounds.
 */
static int choose_states(struct move_rounds *rounds) {
    int failed = 0;
    rounds->looked_at.count = 0;
    for (uint64_t state = 0; state < rounds->moves->states && rounds->round <= 1 && !failed; state++) {
        failed = look_at(rounds, (uint32_t)state) != 0;
    }
    for (uint64_t i = 0; i < rounds->changed.count && rounds->round > 1 && !failed; i++) {
        const uint32_t state = rounds->changed.data[i];
        for (uint64_t at = rounds->offsets[state]; at < rounds->offsets[state + 1] && !failed; at++) {
            failed = look_at(rounds, rounds->sources[at]) != 0;
        }
    }
    return failed ? -1 : 0;
}

/* 0, or -1 with *error filled. */
static int do_round(struct move_rounds *rounds, struct error *error) {
    word_lists_clear(&rounds->sums);
    word_lists_clear(&rounds->signatures);
    rounds->groups.count = 0;
    if (choose_states(rounds) != 0) {
        return no_memory(error);
    }
    for (uint64_t i = 0; i < rounds->looked_at.count; i++) {
        const uint32_t state = rounds->looked_at.data[i];
        if (run_stops_at(rounds->run, i, 4096)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted");
        }
        const uint32_t signature =
            rounds->round == 0 ? sign_properties(rounds, state) : sign_moves(rounds, state);
        if (signature == NONE || add_to_group(rounds, state, signature) != 0) {
            return no_memory(error);
        }
    }
    rounds->work += rounds->looked_at.count;
    return split(rounds) != 0 ? no_memory(error) : 0;
}

/* --- rounds --- */

/* Whether some initial state of input k is in a block without one of the other. */
static int is_alone(const struct move_rounds *rounds, int k, const uint8_t *has_other) {
    const struct moves *moves = rounds->moves;
    int alone = 0;
    for (uint64_t i = 0; i < moves->initial[k].count; i++) {
        alone |= !has_other[rounds->block[moves->initial[k].data[i]]];
    }
    return alone;
}

/* 1, 0, or -1 when memory runs out. */
static int differ(const struct move_rounds *rounds) {
    const struct moves *moves = rounds->moves;
    struct memory *memory = rounds->run->memory;
    int found = 0;
    if (moves->initial[0].count == 1 && moves->initial[1].count == 1) {
        return rounds->block[moves->initial[0].data[0]] != rounds->block[moves->initial[1].data[0]];
    }
    for (int k = 0; k < 2 && found == 0; k++) {
        uint8_t *has = memory_allocate_zeroed(memory, rounds->blocks.count);
        if (has == NULL) {
            return -1;
        }
        for (uint64_t i = 0; i < moves->initial[!k].count; i++) {
            has[rounds->block[moves->initial[!k].data[i]]] = 1;
        }
        found = is_alone(rounds, k, has);
        memory_free(memory, has, rounds->blocks.count);
    }
    return found;
}

static int refine(struct move_rounds *rounds, uint32_t most_rounds, struct error *error) {
    for (int found = 0; found == 0; rounds->round++) {
        if (rounds->round > 0 && rounds->changed.count == 0) {
            return error_set(error, ERROR_USAGE, "all initial states have equivalent ones");
        }
        if (rounds->round > most_rounds) {
            return error_set(error, ERROR_LIMIT, "the formula has more than %u nodes", most_rounds);
        }
        if (rounds->work > MOST_WORK) {
            return error_set(error, ERROR_LIMIT, "the formula takes too long to find");
        }
        if (do_round(rounds, error) != 0) {
            return -1;
        }
        found = differ(rounds);
        if (found < 0) {
            return no_memory(error);
        }
    }
    for (uint64_t state = rounds->moves->states; state-- > 0;) {
        rounds->blocks.data[rounds->block[state]].member = (uint32_t)state;
    }
    return 0;
}

/* Finds the sources of draws, by their targets. */
static void find_sources(struct move_rounds *rounds) {
    const struct moves *moves = rounds->moves;
    for (uint64_t i = 0; i < moves->draws.count; i++) {
        rounds->offsets[moves->draws.data[i].target + 1]++;
    }
    for (uint64_t state = 0; state < moves->states; state++) {
        rounds->offsets[state + 1] += rounds->offsets[state];
    }
    for (uint64_t state = 0; state < moves->states; state++) {
        for (uint64_t at = moves->offsets.data[state]; at < moves->offsets.data[state + 1]; at++) {
            for (uint64_t i = moves->moves.data[at].begin; i < moves->moves.data[at + 1].begin; i++) {
                rounds->sources[rounds->offsets[moves->draws.data[i].target]++] = (uint32_t)state;
            }
        }
    }
    for (uint64_t state = moves->states; state > 0; state--) {
        rounds->offsets[state] = rounds->offsets[state - 1];
    }
    rounds->offsets[0] = 0;
}

move_rounds *move_rounds_make(const struct moves *moves, uint32_t most_rounds, const struct run *run,
                              struct error *error) {
    struct memory *memory = run->memory;
    struct move_rounds *made = memory_allocate_zeroed(memory, sizeof *made);
    if (made == NULL) {
        no_memory(error);
        return NULL;
    }
    made->moves = moves;
    made->run = run;
    made->scope.memory = memory;
    made->block = scope_zeroed(&made->scope, moves->states, sizeof *made->block);
    made->group_of = scope_array(&made->scope, moves->states, sizeof *made->group_of);
    made->seen = scope_zeroed(&made->scope, moves->states, sizeof *made->seen);
    made->offsets = scope_zeroed(&made->scope, moves->states + 1, sizeof *made->offsets);
    made->sources = scope_array(&made->scope, moves->draws.count + 1, sizeof *made->sources);
    int failed = made->scope.failed ? no_memory(error) : 0;
    if (!failed) {
        find_sources(made);
        failed = refine(made, most_rounds, error);
    }
    if (failed) {
        move_rounds_free(made);
        return NULL;
    }
    return made;
}

void move_rounds_free(move_rounds *rounds) {
    if (rounds != NULL) {
        struct memory *memory = rounds->run->memory;
        scope_close(&rounds->scope);
        GROWING_FREE(memory, rounds->looked_at);
        GROWING_FREE(memory, rounds->changed);
        GROWING_FREE(memory, rounds->blocks);
        GROWING_FREE(memory, rounds->groups);
        word_lists_free(&rounds->sums, memory);
        word_lists_free(&rounds->signatures, memory);
        GROWING_FREE(memory, rounds->given);
        GROWING_FREE(memory, rounds->list);
        GROWING_FREE(memory, rounds->numbers);
        memory_free(memory, rounds, sizeof *rounds);
    }
}

/* --- the tree --- */

uint32_t move_rounds_block(const move_rounds *rounds, uint32_t state) {
    return rounds->block[state];
}

uint32_t move_rounds_member(const move_rounds *rounds, uint32_t block) {
    return rounds->blocks.data[block].member;
}

uint32_t move_rounds_parting(const move_rounds *rounds, uint32_t *one, uint32_t *other) {
    const struct round_block *blocks = rounds->blocks.data;
    for (;;) {
        const uint32_t left = blocks[*one].born, right = blocks[*other].born;
        const uint32_t first = left >= right ? blocks[*one].parent : *one;
        const uint32_t second = right >= left ? blocks[*other].parent : *other;
        if (first == second) {
            return left > right ? left : right;
        }
        *one = first;
        *other = second;
    }
}

uint32_t move_rounds_before(const move_rounds *rounds, uint32_t block, uint32_t round) {
    while (rounds->blocks.data[block].born > round) {
        block = rounds->blocks.data[block].parent;
    }
    return block;
}
