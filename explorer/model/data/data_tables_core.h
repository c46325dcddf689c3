#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_TABLES_CORE_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_TABLES_CORE_H

/*
 * The successors of a state of a model with data by tables, without evaluating a program.
 *
 * A *move* is a combination of commands that a rule fires; it has a bit. Variables are in *groups*, so small
 * that a table has a row for each combination of their values: the moves whose conditions on these variables
 * hold. The AND of a row of each group is the set of moves that are enabled. Where a condition is a
 * disjunction over several groups, each alternative is an *atom*, which has a bit, too, and a *clause* blocks
 * moves where no atom holds. An *outcome* of a move is a combination of branches; its target is (state &
 * keep)
 * + add in each word that it changes, plus, for values that are no sums of a variable and a constant, what
 * tables say. Where a command may need more (a value out of range, a weight of 0, an expression of too many
 * variables), rows mark its moves as odd; states with an odd move are left to data_choices_core.h.
 */
#include <stdint.h>

#include "base/core.h"

#define DATA_GROUPS_MOST 32u
#define DATA_MOVE_WORDS_MOST 32u /* 64 moves each */

/* Bits of the state that are bits of a group's row number. */
struct data_piece {
    uint64_t mask; /* before the shift `to` */
    uint32_t word, shift, to;
};

struct data_group {
    const uint64_t *rows; /* of row_words words: enabled moves, then, if there are odd moves, those */
    const struct data_piece *pieces;
    uint32_t piece_count;
};

struct data_move {
    uint32_t label;
    uint32_t outcomes, outcome_count;
};

/* Where none of the atoms is true, moves are not enabled. */
struct data_clause {
    uint64_t atoms; /* bits of `word` */
    uint32_t word;
    const uint64_t *moves; /* [move_words] */
};

struct data_part {
    uint64_t keep, add;
    uint32_t word;
};

/* The bits of a value: values[row of the group]. */
struct data_looked_up {
    const uint64_t *values;
    uint32_t group, word;
};

/* For vectors of one word, outcome i has part i alone. */
struct data_outcome {
    uint32_t parts, part_count;
    uint32_t looked_up, looked_up_count;
};

struct data_tables {
    uint32_t group_count;
    uint32_t move_words, row_words;
    uint32_t by_choices; /* each move is a choice; else all moves of a state are one */
    uint32_t looks_up;   /* some outcome does */
    const struct data_group *groups;
    uint32_t clause_count;
    const struct data_clause *clauses;
    const uint64_t *all_moves; /* [move_words]: bits of moves, not of atoms */
    const struct data_move *moves;
    const struct data_outcome *outcomes;
    const struct data_part *parts;
    const struct data_looked_up *looked_up;
};

#define DATA_ODD (-1)

typedef int (*data_visit)(void *context, uint32_t label, uint32_t choice, const uint64_t *target);

CORE_FUNCTION uint32_t data_group_row(const struct data_group *group, const uint64_t *state,
                                      const uint32_t words) {
    uint32_t row = 0;
    for (uint32_t i = 0; i < group->piece_count; i++) {
        const struct data_piece *piece = &group->pieces[i];
        row |= (uint32_t)(state[words == 1 ? 0 : piece->word] >> piece->shift & piece->mask) << piece->to;
    }
    return row;
}

/* Writes the target of an outcome. */
CORE_FUNCTION void data_outcome_target(const struct data_tables *tables, const uint32_t *rows,
                                       const uint64_t *state, const uint32_t words, uint32_t number,
                                       uint64_t *target) {
    const struct data_outcome *outcome = &tables->outcomes[number];
    if (words == 1) {
        target[0] = (state[0] & tables->parts[number].keep) + tables->parts[number].add;
    } else {
        for (uint32_t i = 0; i < words; i++) {
            target[i] = state[i];
        }
        for (uint32_t i = 0; i < outcome->part_count; i++) {
            const struct data_part *part = &tables->parts[outcome->parts + i];
            target[part->word] = (target[part->word] & part->keep) + part->add;
        }
    }
    for (uint32_t i = 0; i < outcome->looked_up_count; i++) {
        const struct data_looked_up *one = &tables->looked_up[outcome->looked_up + i];
        target[words == 1 ? 0 : one->word] += one->values[rows[one->group]];
    }
}

/*
 * Visits the targets of a state (`words` words), in the order of data_choices_core.h: 1 if there are any, 0
 * if not, or DATA_ODD, with nothing visited, if tables do not say all. `target`: room for one.
 */
CORE_FUNCTION int data_tables_visit(const struct data_tables *tables, const uint64_t *state,
                                    const uint32_t words, uint64_t *target, data_visit visit, void *context) {
    const uint32_t move_words = tables->move_words, row_words = tables->row_words;
    uint64_t enabled[DATA_MOVE_WORDS_MOST];
    const uint64_t *row_of[DATA_GROUPS_MOST];
    uint32_t rows[DATA_GROUPS_MOST], choice = 0;
    int fired = 0;
    for (uint32_t i = 0; i < tables->group_count; i++) {
        const struct data_group *group = &tables->groups[i];
        rows[i] = data_group_row(group, state, words);
        row_of[i] = group->rows + (uint64_t)rows[i] * row_words;
    }
    for (uint32_t w = 0; w < move_words; w++) {
        uint64_t bits = row_of[0][w];
        for (uint32_t i = 1; i < tables->group_count; i++) {
            bits &= row_of[i][w];
        }
        enabled[w] = bits;
    }
    for (uint32_t i = 0; i < tables->clause_count; i++) {
        const struct data_clause *clause = &tables->clauses[i];
        for (uint32_t w = 0; (enabled[clause->word] & clause->atoms) == 0 && w < move_words; w++) {
            enabled[w] &= ~clause->moves[w];
        }
    }
    for (uint32_t w = 0; tables->clause_count > 0 && w < move_words; w++) {
        enabled[w] &= tables->all_moves[w];
    }
    if (row_words > move_words) {
        uint64_t odd = 0;
        for (uint32_t w = 0; w < move_words; w++) {
            for (uint32_t i = 0; i < tables->group_count; i++) {
                odd |= row_of[i][move_words + w] & enabled[w];
            }
        }
        if (odd != 0) {
            return DATA_ODD;
        }
    }
    for (uint32_t w = 0; w < move_words; w++) {
        for (uint64_t bits = enabled[w]; bits != 0; bits &= bits - 1) {
            const struct data_move *move = &tables->moves[w * 64 + (uint32_t)__builtin_ctzll(bits)];
            for (uint32_t i = 0; i < move->outcome_count; i++) {
                fired = 1;
                data_outcome_target(tables, rows, state, words, move->outcomes + i, target);
                if (visit(context, move->label, choice, target)) {
                    return 1;
                }
            }
            choice += tables->by_choices;
        }
    }
    return fired;
}

#endif
