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
 * enabled move. Where a move may need more (a value out of range, a weight of 0), rows mark it as odd; states
 * with an odd move are left to data_choices_core.h.
 */
#include "explorer/model/data/data_checks_core.h"

#define DATA_GROUPS_MOST 32u
#define DATA_MOVE_WORDS_MOST 32u /* 64 moves each */
#define DATA_SLOTS_MOST 64u      /* values that are evaluated */
#define DATA_PARTICIPANTS_MOST 64u
#define DATA_PRODUCT_WORDS_MOST 4u /* of a state, where there are products */

/* Bits of the state that are bits of a group's row number. */
struct data_piece {
    uint64_t mask; /* before the shift `to` */
    uint32_t word, shift, to;
};

struct data_group {
    const uint64_t *rows; /* of row_words words: enabled moves, then, if there are odd moves, those */
    const struct data_piece *pieces;
    uint32_t piece_count;
    /* Of one variable with many values: its row is the number of these that its field is not below. */
    uint32_t step_count;
    const uint64_t *steps;
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

/* A check that is evaluated if one of the moves is enabled. */
struct data_evaluated {
    struct data_check check;
    uint32_t slot;         /* VALUE: of the value's bits; or DATA_NONE */
    const uint64_t *moves; /* [move_words] */
};

/* The bits of a value: values[row of the group]; or in the slot `group`, if values is NULL. */
struct data_looked_up {
    const uint64_t *values;
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

struct data_tables {
    uint32_t group_count;
    uint32_t move_words, row_words;
    uint32_t by_choices; /* each move is a choice; else all moves of a state are one */
    const struct data_header *image;
    const struct program_instruction *code; /* of checks */
    const struct data_group *groups;
    uint32_t evaluated_count;
    const struct data_evaluated *evaluated;
    uint32_t clause_count;
    const struct data_clause *clauses;
    const uint64_t *all_moves; /* [move_words]: bits of moves, not of atoms */
    uint32_t run_count;        /* 0: no products */
    const struct data_run *runs;
    const struct data_product *products;
    const struct data_participant *participants;
    const struct data_move *moves;
    const struct data_outcome *outcomes;
    const struct data_part *parts;
    const struct data_looked_up *looked_up;
};

#define DATA_ODD (-1)
#define DATA_SEVERAL 3 /* SUCCESSORS_SEVERAL (successors_core.h) */

typedef int (*data_visit)(void *context, uint32_t label, uint32_t choice, const uint64_t *target);

CORE_FUNCTION uint32_t data_group_row(const struct data_group *group, const uint64_t *state,
                                      const uint32_t words) {
    uint64_t row = 0;
    for (uint32_t i = 0; i < group->piece_count; i++) {
        const struct data_piece *piece = &group->pieces[i];
        row |= (state[words == 1 ? 0 : piece->word] >> piece->shift & piece->mask) << piece->to;
    }
    if (group->step_count > 0) {
        const uint64_t field = row;
        row = 0;
        for (uint32_t i = 0; i < group->step_count; i++) {
            row += field >= group->steps[i];
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

/* Removes enabled moves whose conditions do not hold, and fills the slots of the others; 0 if one is odd. */
CORE_CALL int data_evaluate(const struct data_tables *tables, const uint64_t *state, uint64_t *work,
                            uint64_t *enabled, uint64_t *slots) {
    struct data_scratch scratch = data_scratch_at(tables->image, work);
    uint64_t bits = 0;
    data_unpack(tables->image, state, scratch.fields);
    for (uint32_t i = 0; i < tables->evaluated_count; i++) {
        const struct data_evaluated *one = &tables->evaluated[i];
        if (!data_is_enabled(enabled, one->moves, tables->move_words)) {
            continue;
        }
        switch (data_judge(tables->image, tables->code, &one->check, &scratch, &bits)) {
        case DATA_IS_ODD:
            return 0;
        case DATA_IS_BLOCKED:
            for (uint32_t w = 0; w < tables->move_words; w++) {
                enabled[w] &= ~one->moves[w];
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
    const uint32_t *rows;
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
            const struct data_part *part = &tables->parts[outcome->parts + i];
            target[part->word] = (target[part->word] & part->keep) + part->add;
        }
    }
    for (uint32_t i = 0; i < outcome->looked_up_count; i++) {
        const struct data_looked_up *one = &tables->looked_up[outcome->looked_up + i];
        target[words == 1 ? 0 : one->word] +=
            one->values == NULL ? values->slots[one->group] : one->values[values->rows[one->group]];
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

/* Visits all combinations of the outcomes of one move of each participant, the last one fastest. */
CORE_FUNCTION int data_visit_outcomes(struct data_visitor *visitor, const uint32_t words,
                                      const struct data_product *product, const uint32_t *chosen) {
    const struct data_tables *tables = visitor->tables;
    const uint32_t count = product->participant_count;
    uint64_t targets[(DATA_PARTICIPANTS_MOST + 1) * DATA_PRODUCT_WORDS_MOST]; /* of the first outcomes */
    uint32_t outcomes[DATA_PARTICIPANTS_MOST], at = 0;
    for (uint32_t w = 0; w < words; w++) {
        targets[w] = visitor->state[w];
    }
    for (uint32_t i = 0; i < count; i++) {
        outcomes[i] = 0;
        if (tables->moves[chosen[i]].outcome_count == 0) {
            return 0;
        }
    }
    visitor->fired++;
    for (;;) {
        for (; at < count; at++) {
            data_outcome_target(tables, &visitor->values, targets + at * words, words,
                                tables->moves[chosen[at]].outcomes + outcomes[at],
                                targets + (at + 1) * words);
        }
        if (visitor->visit(visitor->context, product->label, visitor->choice, targets + count * words)) {
            return 1;
        }
        while (at > 0 && ++outcomes[at - 1] == tables->moves[chosen[at - 1]].outcome_count) {
            outcomes[--at] = 0;
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
    if (tables->evaluated_count > 0 && !data_evaluate(tables, state, work, enabled, slots)) {
        return DATA_ODD;
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
    if (tables->run_count > 0) {
        return data_visit_runs(&visitor, words) ? 1 : visitor.fired > 1 ? DATA_SEVERAL : visitor.fired;
    }
    for (uint32_t w = 0; w < move_words; w++) {
        for (uint64_t bits = enabled[w]; bits != 0; bits &= bits - 1) {
            if (data_visit_move(&visitor, words, w * 64 + (uint32_t)__builtin_ctzll(bits))) {
                return 1;
            }
        }
    }
    return visitor.fired > 1 ? DATA_SEVERAL : visitor.fired;
}

#endif
