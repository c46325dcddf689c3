#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_TABLES_CORE_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_TABLES_CORE_H

/*
 * The successors of a state of a model with data by tables, without evaluating a program.
 *
 * A *move* is a combination of commands that a rule fires; it has a bit. Variables are in *groups*, so small
 * that a table has a row for each combination of their values: the moves whose conditions on these variables
 * hold. The AND of a row of each group is the set of moves that are enabled. Where a condition is a
 * disjunction over several groups, each alternative is an *atom*, which has a bit, too, and a *clause* blocks
 * moves where no atom holds. An *outcome* of a move is a combination of branches; its target is, in each
 * word that it changes, the bits of `keep` of the state, plus `add`, plus, for values that are no sums of a
 * variable and a constant, what tables say. What depends on too many variables is *evaluated*, if it is of an
 * enabled move; a comparison of sums whose *terms* are of one group each needs no program, but a value of
 * each group. Where a move may need more (a value out of range, a weight of 0), rows mark it as odd; states
 * with an odd move are left to data_choices_core.h.
 */
#include "explorer/model/data/data_checks_core.h"

#define DATA_GROUPS_MOST 32u
#define DATA_MOVE_WORDS_MOST 32u /* 64 moves each */
#define DATA_SLOTS_MOST 64u      /* values that are evaluated */
#define DATA_PARTICIPANTS_MOST 64u
#define DATA_PRODUCT_WORDS_MOST 4u /* of a state, where there are products */

/* What a lane of a GPU loads at once. */
#define DATA_TABLE_ALIGNED __attribute__((aligned(16)))

/* Bits of the state that are bits of a group's row number. */
struct DATA_TABLE_ALIGNED data_piece {
    uint64_t mask; /* before the shift `to` */
    uint16_t word;
    uint8_t shift, to;
};

struct DATA_TABLE_ALIGNED data_group {
    uint32_t rows; /* of row_words words: enabled moves, then, if there are odd moves, those */
    uint32_t pieces;
    /* Of one variable with many values: its row is the number of these that its field is not below. */
    uint32_t steps;
    uint16_t piece_count, step_count;
};

struct data_move {
    uint32_t label;
    uint32_t outcomes, outcome_count;
};

/* Where none of the atoms is true, moves are not enabled. */
struct data_clause {
    uint64_t atoms; /* bits of `word` */
    uint32_t word;
    uint32_t moves; /* one of the sets */
};

/* What an outcome makes of a word: its bits of `keep`, plus `add`. */
struct data_word_change {
    uint64_t keep, add;
    uint32_t word;
};

/* What a group adds to a sum: values[values + row]. */
struct data_addend {
    uint32_t values, group;
};

/* A check that is evaluated if one of the moves is enabled. */
struct data_evaluated {
    struct data_check check;
    uint32_t addends, addend_count; /* SUM */
    uint32_t slot;                  /* VALUE: of the value's bits; or DATA_NONE */
    uint32_t moves;                 /* one of the sets */
};

/* The bits of a value: values[values + row of the group]; or in the slot `group`, if `values` is DATA_NONE.
 */
struct data_looked_up {
    uint32_t values;
    uint32_t group, word;
};

/* For vectors of one word, outcome i has part i alone. */
struct data_outcome {
    uint32_t parts, part_count;
    uint32_t looked_up, looked_up_count;
};

/*
 * A rule with too many combinations of commands or branches: the moves [first, end) of a participant are its
 * commands alone, and are combined where they are enabled.
 */
struct data_participant {
    uint32_t first, end;
};

struct data_product {
    uint32_t label;
    uint32_t participants, participant_count;
};

/* Moves in the order of rules: a product, or moves [first, end) if `product` is DATA_NONE. */
struct data_run {
    uint32_t product, first, end;
};

/* The arrays of the tables. All numbers in them are indices: groups[i].rows is one of `rows`. */
#define DATA_TABLE_ARRAYS(ONE)                                                                               \
    ONE(struct data_group, groups)                                                                           \
    ONE(struct data_piece, pieces)                                                                           \
    ONE(uint64_t, steps)                                                                                     \
    ONE(uint64_t, rows)                                                                                      \
    ONE(struct data_clause, clauses)                                                                         \
    ONE(struct data_evaluated, evaluated)                                                                    \
    ONE(struct data_addend, addends)                                                                         \
    ONE(struct program_instruction, code) /* of checks */                                                    \
    ONE(uint64_t, sets)                   /* of moves, of move_words words each; the first has all moves */  \
    ONE(struct data_run, runs)            /* none: no products */                                            \
    ONE(struct data_product, products)                                                                       \
    ONE(struct data_participant, participants)                                                               \
    ONE(struct data_move, moves)                                                                             \
    ONE(struct data_outcome, outcomes)                                                                       \
    ONE(struct data_word_change, parts)                                                                      \
    ONE(struct data_looked_up, looked_up)                                                                    \
    ONE(uint64_t, values)

#define DATA_TABLE_COUNTS(ONE)                                                                               \
    ONE(group_count)                                                                                         \
    ONE(move_words) /* with the atoms, which follow the moves */                                             \
    ONE(row_words)                                                                                           \
    ONE(by_choices) /* each move is a choice; else all moves of a state are one */                           \
    ONE(distinct)   /* no branches of a choice lead to the same state */                                     \
    ONE(evaluated_count)                                                                                     \
    ONE(clause_count)                                                                                        \
    ONE(run_count)

/* The tables are one block of memory, which goes to a GPU as it is: this, then the arrays. */
struct data_tables_header {
    uint64_t bytes; /* of the whole block */
#define ONE(name) uint32_t name;
    DATA_TABLE_COUNTS(ONE)
#undef ONE
#define ONE(type, name) uint64_t name; /* bytes from the beginning of the block */
    DATA_TABLE_ARRAYS(ONE)
#undef ONE
};

/* The same as pointers, which are valid only on the side that made them. */
struct data_tables {
    const struct data_tables_header *header;
    const struct data_header *image;
#define ONE(name) uint32_t name;
    DATA_TABLE_COUNTS(ONE)
#undef ONE
#define ONE(type, name) const type *name;
    DATA_TABLE_ARRAYS(ONE)
#undef ONE
};

/* `image`: of the model that the tables were made for. */
CORE_FUNCTION struct data_tables data_tables_of(const struct data_tables_header *header,
                                                const struct data_header *image) {
    struct data_tables tables;
    tables.header = header;
    tables.image = image;
#define ONE(name) tables.name = header->name;
    DATA_TABLE_COUNTS(ONE)
#undef ONE
#define ONE(type, name) tables.name = (const type *)((const char *)header + header->name);
    DATA_TABLE_ARRAYS(ONE)
#undef ONE
    return tables;
}

#define DATA_ODD (-1)
#define DATA_SEVERAL 3 /* SUCCESSORS_SEVERAL (successors_core.h) */

typedef int (*data_visit)(void *context, uint32_t label, uint32_t choice, const uint64_t *target);

/* The number of a group's row for the state, among its rows. */
CORE_FUNCTION uint32_t data_group_row(const struct data_tables *tables, const struct data_group *group,
                                      const uint64_t *state, const uint32_t words) {
    uint64_t row = 0;
    for (uint32_t i = 0; i < group->piece_count; i++) {
        const struct data_piece *piece = &tables->pieces[group->pieces + i];
        row |= (state[words == 1 ? 0 : piece->word] >> piece->shift & piece->mask) << piece->to;
    }
    if (group->step_count > 0) {
        const uint64_t field = row;
        row = 0;
        for (uint32_t i = 0; i < group->step_count; i++) {
            row += field >= tables->steps[group->steps + i];
        }
    }
    return (uint32_t)row;
}

/* --- what is evaluated --- */

CORE_FUNCTION int data_is_enabled(const uint64_t *enabled, const uint64_t *moves, uint32_t move_words) {
    uint64_t both = 0;
    for (uint32_t w = 0; w < move_words; w++) {
        both |= enabled[w] & moves[w];
    }
    return both != 0;
}

/* `rows`: [groups]: numbers of the state's rows. */
CORE_FUNCTION enum data_verdict data_judge_sum(const struct data_tables *tables,
                                               const struct data_evaluated *one, const uint32_t *rows) {
    int64_t sum = 0;
    int holds;
    for (uint32_t i = 0; i < one->addend_count; i++) {
        const struct data_addend *addend = &tables->addends[one->addends + i];
        sum += (int64_t)tables->values[addend->values + rows[addend->group]];
    }
    holds = one->check.relation == PROGRAM_EQUAL_INT  ? sum == 0
            : one->check.relation == PROGRAM_LESS_INT ? sum < 0
                                                      : sum <= 0;
    return holds != (one->check.negated != 0) ? DATA_IS_FINE : DATA_IS_BLOCKED;
}

/*
 * Removes enabled moves whose conditions do not hold, and fills the slots of the others; 0 if one is odd.
 * `rows`: as above.
 */
CORE_CALL int data_evaluate(const struct data_tables *tables, const uint64_t *state, const uint32_t *rows,
                            uint64_t *work, uint64_t *enabled, uint64_t *slots) {
    struct data_scratch scratch = data_scratch_at(tables->image, work);
    uint64_t bits = 0;
    int is_unpacked = 0;
    for (uint32_t i = 0; i < tables->evaluated_count; i++) {
        const struct data_evaluated *one = &tables->evaluated[i];
        const uint64_t *moves = tables->sets + one->moves;
        if (!data_is_enabled(enabled, moves, tables->move_words)) {
            continue;
        }
        if (one->check.kind != DATA_CHECK_SUM && !is_unpacked) {
            data_unpack(tables->image, state, scratch.fields);
            is_unpacked = 1;
        }
        switch (one->check.kind == DATA_CHECK_SUM
                    ? data_judge_sum(tables, one, rows)
                    : data_judge(tables->image, tables->code, &one->check, &scratch, &bits)) {
        case DATA_IS_ODD:
            return 0;
        case DATA_IS_BLOCKED:
            for (uint32_t w = 0; w < tables->move_words; w++) {
                enabled[w] &= ~moves[w];
            }
            break;
        default:
            if (one->slot != DATA_NONE) {
                slots[one->slot] = bits;
            }
        }
    }
    return 1;
}

/* --- successors --- */

/* Where values are that an outcome looks up. */
struct data_look_up {
    const uint32_t *rows; /* [groups]: numbers of the state's rows; NULL: they are made again */
    const uint64_t *slots;
};

/* Writes the target of an outcome. */
CORE_FUNCTION void data_outcome_target(const struct data_tables *tables, const struct data_look_up *values,
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
            const struct data_word_change *part = &tables->parts[outcome->parts + i];
            target[part->word] = (target[part->word] & part->keep) + part->add;
        }
    }
    for (uint32_t i = 0; i < outcome->looked_up_count; i++) {
        const struct data_looked_up *one = &tables->looked_up[outcome->looked_up + i];
        uint64_t *to = &target[words == 1 ? 0 : one->word];
        if (one->values == DATA_NONE) {
            *to += values->slots[one->group];
        } else if (values->rows != NULL) {
            *to += tables->values[one->values + values->rows[one->group]];
        } else {
            const uint32_t row = data_group_row(tables, &tables->groups[one->group], state, words);
            *to += tables->values[one->values + row];
        }
    }
}

/* What visits need; `choice` and `fired`, moves and combinations with an outcome, count. */
struct data_visitor {
    const struct data_tables *tables;
    const uint64_t *enabled, *state;
    struct data_look_up values;
    uint64_t *target; /* room for one */
    data_visit visit;
    void *context;
    uint32_t choice;
    int fired;
};

/* Visits the outcomes of a move. Non-zero: visits end. */
CORE_FUNCTION int data_visit_move(struct data_visitor *visitor, const uint32_t words, uint32_t number) {
    const struct data_tables *tables = visitor->tables;
    const struct data_move *move = &tables->moves[number];
    visitor->fired += move->outcome_count > 0;
    for (uint32_t i = 0; i < move->outcome_count; i++) {
        data_outcome_target(tables, &visitor->values, visitor->state, words, move->outcomes + i,
                            visitor->target);
        if (visitor->visit(visitor->context, move->label, visitor->choice, visitor->target)) {
            return 1;
        }
    }
    visitor->choice += tables->by_choices;
    return 0;
}

/* The first enabled move from `at` on; `end` if there is none. */
CORE_FUNCTION uint32_t data_next_enabled(const uint64_t *enabled, uint32_t at, uint32_t end) {
    while (at < end && !(enabled[at / 64] >> at % 64 & 1)) {
        at++;
    }
    return at;
}

/*
 * Visits all combinations of the outcomes of one move of each participant, the last one fastest. Those with
 * one outcome alone are a part of every target, so they come first.
 */
CORE_FUNCTION int data_visit_outcomes(struct data_visitor *visitor, const uint32_t words,
                                      const struct data_product *product, const uint32_t *chosen) {
    const struct data_tables *tables = visitor->tables;
    uint64_t targets[(DATA_PARTICIPANTS_MOST + 1) * DATA_PRODUCT_WORDS_MOST]; /* of the outcomes so far */
    uint32_t first[DATA_PARTICIPANTS_MOST], end[DATA_PARTICIPANTS_MOST], now[DATA_PARTICIPANTS_MOST];
    uint32_t count = 0, at = 0;
    for (uint32_t w = 0; w < words; w++) {
        targets[w] = visitor->state[w];
    }
    for (uint32_t i = 0; i < product->participant_count; i++) {
        const struct data_move *move = &tables->moves[chosen[i]];
        if (move->outcome_count == 0) {
            return 0;
        }
        if (move->outcome_count == 1) {
            data_outcome_target(tables, &visitor->values, targets, words, move->outcomes, targets);
        } else {
            now[count] = first[count] = move->outcomes;
            end[count++] = move->outcomes + move->outcome_count;
        }
    }
    visitor->fired++;
    for (;;) {
        for (; at < count; at++) {
            data_outcome_target(tables, &visitor->values, targets + at * words, words, now[at],
                                targets + (at + 1) * words);
        }
        if (visitor->visit(visitor->context, product->label, visitor->choice, targets + count * words)) {
            return 1;
        }
        while (at > 0 && ++now[at - 1] == end[at - 1]) {
            at--;
            now[at] = first[at];
        }
        if (at == 0) {
            return 0;
        }
        at--;
    }
}

/* Visits all combinations of enabled moves, the last one fastest. */
CORE_FUNCTION int data_visit_product(struct data_visitor *visitor, const uint32_t words,
                                     const struct data_product *product) {
    const struct data_participant *parts = visitor->tables->participants + product->participants;
    const uint32_t count = product->participant_count;
    uint32_t chosen[DATA_PARTICIPANTS_MOST], at;
    for (uint32_t i = 0; i < count; i++) {
        chosen[i] = data_next_enabled(visitor->enabled, parts[i].first, parts[i].end);
        if (chosen[i] == parts[i].end) {
            return 0;
        }
    }
    do {
        if (data_visit_outcomes(visitor, words, product, chosen)) {
            return 1;
        }
        visitor->choice += visitor->tables->by_choices;
        for (at = count; at > 0; at--) {
            chosen[at - 1] = data_next_enabled(visitor->enabled, chosen[at - 1] + 1, parts[at - 1].end);
            if (chosen[at - 1] < parts[at - 1].end) {
                break;
            }
            chosen[at - 1] = data_next_enabled(visitor->enabled, parts[at - 1].first, parts[at - 1].end);
        }
    } while (at > 0);
    return 0;
}

/* Non-zero: visits end. */
CORE_FUNCTION int data_visit_runs(struct data_visitor *visitor, const uint32_t words) {
    const struct data_tables *tables = visitor->tables;
    for (uint32_t i = 0; i < tables->run_count; i++) {
        const struct data_run *run = &tables->runs[i];
        if (run->product != DATA_NONE) {
            if (data_visit_product(visitor, words, &tables->products[run->product])) {
                return 1;
            }
            continue;
        }
        for (uint32_t move = run->first; move < run->end; move++) {
            if (visitor->enabled[move / 64] >> move % 64 & 1 && data_visit_move(visitor, words, move)) {
                return 1;
            }
        }
    }
    return 0;
}

/*
 * Visits the targets of a state (`words` words), in the order of data_choices_core.h: 1 if there are any,
 * DATA_SEVERAL if several moves or combinations have some, 0 if there are none, or DATA_ODD, with nothing
 * visited, if tables do not say all. `target`: room for one; `work`: for data_scratch_at.
 */
CORE_FUNCTION int data_tables_visit(const struct data_tables *tables, const uint64_t *state,
                                    const uint32_t words, uint64_t *target, uint64_t *work, data_visit visit,
                                    void *context) {
    const uint32_t move_words = tables->move_words, row_words = tables->row_words;
    uint64_t enabled[DATA_MOVE_WORDS_MOST], slots[DATA_SLOTS_MOST];
    const uint64_t *row_of[DATA_GROUPS_MOST];
    uint32_t rows[DATA_GROUPS_MOST];
    struct data_visitor visitor = {tables, enabled, state, {rows, slots}, target, visit, context, 0, 0};
    for (uint32_t i = 0; i < tables->group_count; i++) {
        const struct data_group *group = &tables->groups[i];
        rows[i] = data_group_row(tables, group, state, words);
        row_of[i] = tables->rows + group->rows + (uint64_t)rows[i] * row_words;
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
            enabled[w] &= ~tables->sets[clause->moves + w];
        }
    }
    if (tables->evaluated_count > 0 && !data_evaluate(tables, state, rows, work, enabled, slots)) {
        return DATA_ODD;
    }
    for (uint32_t w = 0; tables->clause_count > 0 && w < move_words; w++) {
        enabled[w] &= tables->sets[w];
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
    if (tables->run_count > 0) {
        return data_visit_runs(&visitor, words) ? 1 : visitor.fired > 1 ? DATA_SEVERAL : visitor.fired;
    }
    for (uint32_t w = 0; w < move_words; w++) {
        for (uint64_t bits = enabled[w]; bits != 0; bits &= bits - 1) {
            if (data_visit_move(&visitor, words, w * 64 + core_count_trailing_zeros_wide(bits))) {
                return 1;
            }
        }
    }
    return visitor.fired > 1 ? DATA_SEVERAL : visitor.fired;
}

#endif
