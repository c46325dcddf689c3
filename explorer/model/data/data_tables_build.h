#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_TABLES_BUILD_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_TABLES_BUILD_H

/* What the parts of the maker of tables (data_tables.c) share. */
#include "base/array.h"
#include "base/bitset.h"
#include "explorer/model/data/data_choices_core.h"
#include "explorer/model/data/data_tables_core.h"

struct arena;
struct memory;

#define DATA_GROUP_BITS 12u /* most bits of a group's row number, so most variables in it, too */
#define DATA_JOIN_BITS 8u   /* sets are joined up to so many bits */
#define DATA_STEPS_MOST 32u

/* A few variables; one of a single value is in no set. */
struct data_set {
    uint32_t bits; /* of all their fields; more than DATA_GROUP_BITS: they are too many */
    uint32_t count;
    uint32_t variables[DATA_GROUP_BITS]; /* in order */
    int by_steps;                        /* one variable, of which only comparisons with constants matter */
};

/*
 * A check that rows of tables show. A unit is a command, or after these one that a guard needs that may fail:
 * it is enabled where this must be looked at, whatever else happens.
 */
struct data_item {
    struct data_check check;
    uint32_t unit; /* of an atom: its number; of a term: that of the sum */
    struct data_set set;
    uint32_t group;
};

/* A check that is evaluated, for there are too many variables in it. */
struct data_evaluated_plan {
    struct data_check check;
    uint32_t unit;
    uint32_t slot; /* DATA_NONE: none */
    uint32_t sum;  /* SUM: its number */
};

/* The unit can be enabled where one of the atoms is true. */
struct data_clause_plan {
    uint32_t unit;
    uint32_t atoms, atom_count;
};

struct data_group_plan {
    struct data_set set;
    uint32_t rows;
    uint32_t step_count;
    uint64_t steps[DATA_STEPS_MOST]; /* of a set by steps: distances from the low end, in order */
    uint32_t at[DATA_GROUP_BITS];    /* the lowest bit of each variable in a row number */
    uint64_t first_item, item_end;
};

struct data_table_maker {
    struct arena *arena, *scratch;
    struct memory *memory;
    const struct data_header *image;
    uint32_t words;
    uint32_t rule_outcomes;          /* rules of several participants and more outcomes are products */
    GROWING(struct data_item) items; /* by group, after data_groups_make */
    GROWING(struct data_evaluated_plan) evaluated;
    GROWING(uint8_t) odd; /* [units]: in all states */
    GROWING(struct data_clause_plan) clauses;
    uint64_t atoms, sums;
    int programs_alone; /* sums are evaluated by programs */
    uint32_t group_count;
    struct data_group_plan groups[DATA_GROUPS_MOST];
    uint32_t *value_at;    /* [assignments]: in `values`, by rows of value_group; DATA_NONE: keep and add say
                              it, or it is evaluated */
    uint32_t *value_group; /* [assignments]; one plus a slot, where values are evaluated */
    uint32_t slots;
    uint32_t *sum_at; /* [sums * DATA_GROUPS_MOST]: what a group adds, in `values`; DATA_NONE: nothing */
#define ONE(type, name) GROWING(type) name;
    struct {
        DATA_TABLE_ARRAYS(ONE)
    } made; /* the arrays of the tables */
#undef ONE
    uint32_t move_words;                 /* of moves and atoms */
    uint64_t used[DATA_MOVE_WORDS_MOST]; /* the bits of all moves and atoms */
    uint32_t *atom_bit;                  /* [atoms] */
    uint64_t *moves_of;                  /* [units * DATA_MOVE_WORDS_MOST]: sets of moves */
    int failed;                          /* memory has run out */
};

/* data_items.c: fills items, code and odd. */
void data_items_make(struct data_table_maker *maker);
/* data_groups.c: chooses the groups and that of each item, and sorts the items. 0, or -1 if there are too
 * many. */
int data_groups_make(struct data_table_maker *maker);
/* data_moves.c: fills moves, outcomes and what these consist of. 0, or -1 if there are too many. */
int data_moves_make(struct data_table_maker *maker);

/* The value is that of the variable plus a constant; or a constant: no table is needed for the target. */
static inline int data_assigns_sum(const struct data_assignment *assignment) {
    return assignment->is_sum && (assignment->from == DATA_NONE || assignment->from == assignment->variable);
}

#endif
