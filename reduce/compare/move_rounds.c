/* Refinement of states with moves. In each round the moves of a state become numbers, one for each form with
 * the sums that it gives to blocks; the set of these numbers, with the block, decides the new block. */
#include "reduce/compare/move_rounds.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "base/word_lists.h"

#define NONE UINT32_MAX
#define MOST_WORK ((uint64_t)500000000) /* states and draws in all rounds: some 10 s */

struct block {
    uint32_t parent, born, member; /* parent: NONE for those of round 0 */
    uint64_t list;                 /* in a round: the first list of its states; what it becomes */
};

struct move_rounds {
    const struct moves *moves;
    const struct run *run;
    uint32_t round;
    uint64_t work;
    uint32_t *block, *next; /* [states] */
    GROWING(struct block) blocks;
    struct word_lists sums, signatures; /* of a round */
    GROWING(struct moves_given) given;  /* of a move */
    GROWING(uint64_t) list;             /* that is being made */
    GROWING(uint32_t) made;             /* by signature: its block; NONE */
};

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

/* The number of the state's signature; NONE when memory runs out. */
static uint32_t sign_moves(struct move_rounds *rounds, uint64_t state, uint64_t *numbers) {
    const struct moves *moves = rounds->moves;
    const uint64_t begin = moves->offsets.data[state], end = moves->offsets.data[state + 1];
    uint64_t kept = 0;
    for (uint64_t at = begin; at < end; at++) {
        numbers[at - begin] = number_move(rounds, &moves->moves.data[at]);
        if (numbers[at - begin] == NONE) {
            return NONE;
        }
    }
    sort_items(numbers, end - begin, sizeof *numbers, sort_compare_long);
    for (uint64_t i = 0; i < end - begin; i++) {
        if (kept == 0 || numbers[kept - 1] != numbers[i]) {
            numbers[kept++] = numbers[i];
        }
    }
    numbers[kept++] = (uint64_t)rounds->block[state] << 32 | NONE;
    return word_lists_find(&rounds->signatures, numbers, kept, rounds->run->memory);
}

/* In round 0, by the values of properties. */
static uint32_t sign_properties(struct move_rounds *rounds, uint64_t state, uint64_t *numbers) {
    const struct moves *moves = rounds->moves;
    for (uint64_t i = 0; i < moves->properties.count; i++) {
        numbers[i] = moves->properties.data[i].values[state];
    }
    numbers[moves->properties.count] = 0;
    return word_lists_find(&rounds->signatures, numbers, moves->properties.count + 1, rounds->run->memory);
}

/* The block of a state with this signature: that which it has if all of the block's states have the
 * signature. In round 0 and where a block splits, a new one. NONE when memory runs out. */
static uint32_t make_block(struct move_rounds *rounds, uint64_t state, uint32_t parent) {
    const struct block block = {parent, rounds->round, (uint32_t)state, NONE};
    return GROWING_ADD(rounds->run->memory, rounds->blocks, block) != 0 ? NONE
                                                                        : (uint32_t)rounds->blocks.count - 1;
}

/* Gives states with different signatures different blocks. A block whose states all have one keeps its
 * number. *split: whether some block has parts now. 0, or -1 when memory runs out. */
static int split(struct move_rounds *rounds, int *split) {
    struct memory *memory = rounds->run->memory;
    const uint64_t states = rounds->moves->states, signatures = word_lists_count(&rounds->signatures);
    rounds->made.count = 0;
    for (uint64_t i = 0; i < signatures; i++) {
        if (GROWING_ADD(memory, rounds->made, NONE) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < rounds->blocks.count; i++) {
        rounds->blocks.data[i].list = NONE;
    }
    /* NONE - 1: the states of the block differ */
    for (uint64_t state = 0; state < states && rounds->round > 0; state++) {
        struct block *block = &rounds->blocks.data[rounds->block[state]];
        block->list =
            block->list == NONE || block->list == rounds->next[state] ? rounds->next[state] : NONE - 1;
    }
    *split = 0;
    for (uint64_t state = 0; state < states; state++) {
        uint32_t *made = &rounds->made.data[rounds->next[state]];
        const uint32_t own = rounds->round == 0 ? NONE : rounds->block[state];
        if (own != NONE && rounds->blocks.data[own].list != NONE - 1) {
            continue;
        }
        if (*made == NONE) {
            *made = make_block(rounds, state, own);
        }
        if (*made == NONE) {
            return -1;
        }
        *split = 1;
        rounds->next[state] = *made;
    }
    for (uint64_t state = 0; state < states; state++) {
        const uint32_t own = rounds->round == 0 ? NONE : rounds->block[state];
        if (own == NONE || rounds->blocks.data[own].list == NONE - 1) {
            rounds->block[state] = rounds->next[state];
        }
    }
    return 0;
}

/* 0, or -1 with *error filled. */
static int do_round(struct move_rounds *rounds, uint64_t *numbers, int *has_split, struct error *error) {
    word_lists_clear(&rounds->sums);
    word_lists_clear(&rounds->signatures);
    for (uint64_t state = 0; state < rounds->moves->states; state++) {
        if (state % 4096 == 0 && run_should_stop(rounds->run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted");
        }
        rounds->next[state] =
            rounds->round == 0 ? sign_properties(rounds, state, numbers) : sign_moves(rounds, state, numbers);
        if (rounds->next[state] == NONE) {
            return error_memory(error, "for the difference");
        }
    }
    rounds->work += rounds->moves->states + rounds->moves->draws.count;
    return split(rounds, has_split) != 0 ? error_memory(error, "for the difference") : 0;
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

static int refine(struct move_rounds *rounds, uint32_t most_rounds, uint64_t *numbers, struct error *error) {
    for (int has_split = 1, found = 0; found == 0; rounds->round++) {
        if (!has_split) {
            return error_set(error, ERROR_USAGE, "all initial states have equivalent ones");
        }
        if (rounds->round > most_rounds || rounds->work > MOST_WORK) {
            return error_set(error, ERROR_LIMIT,
                             rounds->round > most_rounds ? "the formula has more than %u nodes"
                                                         : "the formula takes too long to find",
                             most_rounds);
        }
        if (do_round(rounds, numbers, &has_split, error) != 0) {
            return -1;
        }
        found = differ(rounds);
        if (found < 0) {
            return error_memory(error, "for the difference");
        }
    }
    return 0;
}

static uint64_t most_numbers(const struct moves *moves) {
    uint64_t most = moves->properties.count;
    for (uint64_t state = 0; state < moves->states; state++) {
        const uint64_t count = moves->offsets.data[state + 1] - moves->offsets.data[state];
        most = count > most ? count : most;
    }
    return most + 1;
}

move_rounds *move_rounds_make(const struct moves *moves, uint32_t most_rounds, const struct run *run,
                              struct error *error) {
    struct memory *memory = run->memory;
    const uint64_t most = most_numbers(moves);
    uint64_t *numbers = memory_allocate_array(memory, most, sizeof *numbers);
    struct move_rounds *made = memory_allocate_zeroed(memory, sizeof *made);
    int failed = numbers == NULL || made == NULL;
    if (!failed) {
        made->moves = moves;
        made->run = run;
        made->block = memory_allocate_zeroed(memory, moves->states * sizeof *made->block);
        made->next = memory_allocate_array(memory, moves->states, sizeof *made->next);
        failed = made->block == NULL || made->next == NULL;
    }
    failed = failed ? error_memory(error, "for the difference") : refine(made, most_rounds, numbers, error);
    memory_free(memory, numbers, most * sizeof *numbers);
    if (failed) {
        move_rounds_free(made);
        return NULL;
    }
    return made;
}

void move_rounds_free(move_rounds *rounds) {
    if (rounds != NULL) {
        struct memory *memory = rounds->run->memory;
        memory_free(memory, rounds->block, rounds->moves->states * sizeof *rounds->block);
        memory_free(memory, rounds->next, rounds->moves->states * sizeof *rounds->next);
        GROWING_FREE(memory, rounds->blocks);
        word_lists_free(&rounds->sums, memory);
        word_lists_free(&rounds->signatures, memory);
        GROWING_FREE(memory, rounds->given);
        GROWING_FREE(memory, rounds->list);
        GROWING_FREE(memory, rounds->made);
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
    const struct block *blocks = rounds->blocks.data;
    while (blocks[*one].parent != blocks[*other].parent) {
        uint32_t *later = blocks[*one].born >= blocks[*other].born ? one : other;
        *later = blocks[*later].parent;
    }
    return blocks[*one].born;
}

uint32_t move_rounds_before(const move_rounds *rounds, uint32_t block, uint32_t round) {
    while (rounds->blocks.data[block].born > round) {
        block = rounds->blocks.data[block].parent;
    }
    return block;
}
