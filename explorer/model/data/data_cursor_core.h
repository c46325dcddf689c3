#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_CURSOR_CORE_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_CURSOR_CORE_H

/*
 * The successors of a state by tables, one after the other, in the order of data_tables_visit. The lanes of a
 * warp go from one to the next together (explorer/search/cuda/search_tables.cuh), so there is no callback,
 * and what a lane keeps is small: the set of enabled moves is in words of the caller's, and row numbers are
 * made again where they are needed. For plain tables: those that evaluate nothing and have no products.
 */
#include "explorer/model/data/data_tables_core.h"

CORE_FUNCTION int data_tables_are_plain(const struct data_tables_header *header) {
    return header->evaluated_count == 0 && header->run_count == 0;
}

/* Enabled moves: word w is words[w * stride], for sets of several lanes take turns in memory. */
struct data_enabled {
    uint64_t *words; /* [(move_words - 1) * stride + 1] */
    uint32_t stride;
};

struct data_cursor {
    uint64_t bits;                 /* moves of the current word that are still to come */
    uint32_t word;                 /* the next word of moves */
    uint32_t outcome, outcome_end; /* of the move: those still to come */
    uint32_t label, choice;        /* of the move; choices count from 0 */
};

/* Removes moves where no atom of a clause is true, then the atoms. */
CORE_FUNCTION void data_enabled_by_clauses(const struct data_tables *tables,
                                           const struct data_enabled *enabled) {
    for (uint32_t i = 0; i < tables->clause_count; i++) {
        const struct data_clause *clause = &tables->clauses[i];
        if ((enabled->words[clause->word * enabled->stride] & clause->atoms) != 0) {
            continue;
        }
        for (uint32_t w = 0; w < tables->move_words; w++) {
            enabled->words[w * enabled->stride] &= ~tables->sets[clause->moves + w];
        }
    }
    for (uint32_t w = 0; w < tables->move_words; w++) {
        enabled->words[w * enabled->stride] &= tables->sets[w];
    }
}

/*
 * Word `word` of the rows of a state: the enabled moves, where `word` < move_words; from there on, what some
 * row marks as odd.
 */
CORE_FUNCTION uint64_t data_rows_word(const struct data_tables *tables, const uint64_t *state,
                                      const uint32_t words, uint32_t word) {
    const uint64_t all = word < tables->move_words ? UINT64_MAX : 0;
    uint64_t bits = all;
    for (uint32_t i = 0; i < tables->group_count; i++) {
        const struct data_group *group = &tables->groups[i];
        const uint64_t row = data_group_row(tables, group, state, words);
        const uint64_t one = tables->rows[group->rows + row * tables->row_words + word];
        bits = all != 0 ? bits & one : bits | one;
    }
    return bits;
}

/* Finds the enabled moves of a state: 1, or DATA_ODD if the tables do not say all. */
CORE_FUNCTION int data_enable(const struct data_tables *tables, const uint64_t *state, const uint32_t words,
                              const struct data_enabled *enabled) {
    const uint32_t move_words = tables->move_words;
    uint64_t odd = 0;
    for (uint32_t w = 0; w < move_words; w++) {
        enabled->words[w * enabled->stride] = data_rows_word(tables, state, words, w);
    }
    if (tables->clause_count > 0) {
        data_enabled_by_clauses(tables, enabled);
    }
    for (uint32_t w = 0; w < move_words && tables->row_words > move_words; w++) {
        const uint64_t bits = enabled->words[w * enabled->stride];
        if (bits != 0) {
            odd |= bits & data_rows_word(tables, state, words, move_words + w);
        }
    }
    return odd != 0 ? DATA_ODD : 1;
}

/* Whether several of the enabled moves have targets. */
CORE_FUNCTION int data_enabled_several(const struct data_tables *tables, const struct data_enabled *enabled) {
    uint32_t fired = 0;
    for (uint32_t w = 0; w < tables->move_words; w++) {
        for (uint64_t bits = enabled->words[w * enabled->stride]; bits != 0; bits &= bits - 1) {
            fired += tables->moves[w * 64 + core_count_trailing_zeros_wide(bits)].outcome_count > 0;
        }
    }
    return fired > 1;
}

/* Before the first successor; a cursor with `word` = move_words has none. */
CORE_FUNCTION struct data_cursor data_cursor_begin(const struct data_tables *tables) {
    struct data_cursor cursor;
    cursor.bits = 0;
    cursor.word = 0;
    cursor.outcome = cursor.outcome_end = 0;
    cursor.label = 0;
    cursor.choice = 0 - tables->by_choices;
    return cursor;
}

/* Goes to the next successor and writes it to `target`: 1, or 0 if there is none. */
CORE_FUNCTION int data_cursor_next(const struct data_tables *tables, const uint64_t *state,
                                   const uint32_t words, const struct data_enabled *enabled,
                                   struct data_cursor *cursor, uint64_t *target) {
    const struct data_look_up values = {NULL, NULL};
    while (cursor->outcome == cursor->outcome_end) {
        while (cursor->bits == 0) {
            if (cursor->word >= tables->move_words) {
                return 0;
            }
            cursor->bits = enabled->words[cursor->word++ * enabled->stride];
        }
        const struct data_move *move =
            &tables->moves[(cursor->word - 1) * 64 + core_count_trailing_zeros_wide(cursor->bits)];
        cursor->bits &= cursor->bits - 1;
        cursor->label = move->label;
        cursor->outcome = move->outcomes;
        cursor->outcome_end = move->outcomes + move->outcome_count;
        cursor->choice += tables->by_choices;
    }
    data_outcome_target(tables, &values, state, words, cursor->outcome++, target);
    return 1;
}

/* The number of choices of a state that was gone through; `fired`: it has a successor. */
CORE_FUNCTION uint32_t data_cursor_choices(const struct data_tables *tables, const struct data_cursor *cursor,
                                           int fired) {
    return tables->by_choices ? cursor->choice + 1 : (uint32_t)(fired != 0);
}

#endif
