/*
 * Makes the tables of a model with data (data_tables.h): items, groups, moves, then the rows of each group,
 * for which all items of the group are evaluated on the values of its variables.
 */
#include "explorer/model/data/data_tables.h"

#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "explorer/model/data/data_tables_build.h"

#define COMMANDS_MOST 2048u      /* a model of more commands is not a case for tables */
#define TABLE_WORDS_MOST 524288u /* words of all rows */
#define EVALUATIONS_MOST 1048576u
#define RULE_OUTCOMES 256u /* products are slower for each transition, but have fewer moves */

/* --- rows --- */

/* The values that a row stands for, or the first ones; 0 if there is no state with them. */
static int decode_row(const struct data_table_maker *maker, const struct data_group_plan *group, uint32_t row,
                      int64_t *fields) {
    for (uint32_t i = 0; i < group->set.count; i++) {
        const struct data_variable *variable = &data_variables(maker->image)[group->set.variables[i]];
        uint64_t value = row >> group->at[i] & variable->mask;
        if (group->set.by_steps) {
            value = row == 0 ? 0 : group->steps[row - 1];
        }
        fields[group->set.variables[i]] = variable->low + (int64_t)value;
        if (fields[group->set.variables[i]] > variable->high) {
            return 0;
        }
    }
    return 1;
}

/* Adds a term's value to what its group adds to the sum. */
static void add_term(struct data_table_maker *maker, struct data_scratch *scratch,
                     const struct data_item *item, uint32_t row) {
    const uint32_t at = maker->sum_at[(uint64_t)item->unit * DATA_GROUPS_MOST + item->group];
    uint64_t value = 0;
    program_run(maker->made.code.data + item->check.program, data_constants(maker->image), scratch->fields,
                scratch->registers, &value);
    maker->made.values.data[at + row] += item->check.negative ? -value : value;
}

/* Evaluates an item of a row, and changes the sets of enabled and odd moves. */
static void judge_item(struct data_table_maker *maker, struct data_scratch *scratch, uint64_t item_number,
                       uint32_t row, uint64_t *sets) {
    const struct data_item *item = &maker->items.data[item_number];
    uint64_t *enabled = sets, *odd = sets + DATA_MOVE_WORDS_MOST, bits = 0;
    if (item->check.kind == DATA_CHECK_TERM) {
        add_term(maker, scratch, item, row);
        return;
    }
    const enum data_verdict verdict =
        data_judge(maker->image, maker->made.code.data, &item->check, scratch, &bits);
    const uint32_t assignment = item->check.assignment;
    if (item->check.kind == DATA_CHECK_ATOM) {
        const uint32_t bit = maker->atom_bit[item->unit];
        enabled[bit / 64] &= ~((uint64_t)(verdict != DATA_IS_FINE) << bit % 64);
        return;
    }
    if (item->check.kind == DATA_CHECK_VALUE && maker->value_at[assignment] != DATA_NONE &&
        maker->value_group[assignment] == item->group) {
        maker->made.values.data[maker->value_at[assignment] + row] = bits;
    }
    const uint64_t *moves = maker->moves_of + (uint64_t)item->unit * DATA_MOVE_WORDS_MOST;
    for (uint32_t w = 0; w < maker->move_words && verdict != DATA_IS_FINE; w++) {
        enabled[w] &= verdict == DATA_IS_BLOCKED ? ~moves[w] : UINT64_MAX;
        odd[w] |= verdict == DATA_IS_ODD ? moves[w] : 0;
    }
}

/* Fills a row; `sets`: two sets of moves as scratch and result, those enabled and those odd. */
static void fill_table_row(struct data_table_maker *maker, struct data_scratch *scratch, uint32_t group,
                           uint32_t row, uint64_t *sets) {
    memset(sets, 0xff, maker->move_words * sizeof *sets);
    memset(sets + DATA_MOVE_WORDS_MOST, 0, maker->move_words * sizeof *sets);
    for (uint64_t i = maker->groups[group].first_item; i < maker->groups[group].item_end; i++) {
        judge_item(maker, scratch, i, row, sets);
    }
    for (uint64_t unit = 0; unit < maker->odd.count && group == 0; unit++) {
        if (maker->odd.data[unit]) {
            bitset_unite(sets + DATA_MOVE_WORDS_MOST, maker->moves_of + unit * DATA_MOVE_WORDS_MOST,
                         maker->move_words);
        }
    }
}

/* Fills all rows, each with room for odd moves; *has_odd: there are some. 0 or -1. */
static int fill_rows(struct data_table_maker *maker, uint32_t group, uint64_t *rows, int *has_odd) {
    const uint32_t move_words = maker->move_words;
    struct data_scratch scratch;
    uint64_t sets[2 * DATA_MOVE_WORDS_MOST];
    uint64_t *words = arena_allocate(maker->scratch, data_scratch_words(maker->image) * sizeof *words);
    if (words == NULL) {
        return -1;
    }
    scratch = data_scratch_at(maker->image, words);
    for (uint64_t i = 0; i < maker->image->variables.count; i++) {
        scratch.fields[i] = data_variables(maker->image)[i].low;
    }
    for (uint32_t row = 0; row < maker->groups[group].rows; row++) {
        uint64_t *to = rows + (uint64_t)row * 2 * move_words;
        if (!decode_row(maker, &maker->groups[group], row, scratch.fields)) {
            continue;
        }
        fill_table_row(maker, &scratch, group, row, sets);
        for (uint32_t w = 0; w < move_words; w++) {
            to[w] = sets[w] & maker->used[w];
            to[move_words + w] = sets[DATA_MOVE_WORDS_MOST + w] & to[w];
            *has_odd |= to[move_words + w] != 0;
        }
    }
    return 0;
}

/* --- the arrays of the tables --- */

/* Appends zeroed elements to an array of the tables: the index of the first, or DATA_NONE if memory is short.
 */
#define EXTEND(maker, name, more)                                                                            \
    extend(maker, (void **)&(maker)->made.name.data, &(maker)->made.name.capacity,                           \
           &(maker)->made.name.count, (struct extension){more, sizeof *(maker)->made.name.data})

struct extension {
    uint64_t more, size;
};

static uint32_t extend(struct data_table_maker *maker, void **data, uint64_t *capacity, uint64_t *count,
                       struct extension by) {
    const uint64_t first = *count;
    if (memory_grow(maker->memory, data, capacity, first + by.more + 1, by.size) != 0) {
        maker->failed = 1;
        return DATA_NONE;
    }
    memset((char *)*data + first * by.size, 0, by.more * by.size);
    *count = first + by.more;
    return (uint32_t)first;
}

/* Runs of the state's bits that are next to each other in the row number, too. */
static void make_pieces(struct data_table_maker *maker, const struct data_group_plan *plan,
                        struct data_group *group) {
    struct data_piece *last = NULL;
    group->pieces = (uint32_t)maker->made.pieces.count;
    for (uint32_t i = 0; i < plan->set.count && !maker->failed; i++) {
        const struct data_variable *variable = &data_variables(maker->image)[plan->set.variables[i]];
        const uint32_t bits = (uint32_t)__builtin_popcountll(variable->mask);
        if (last != NULL && last->word == variable->word && last->shift == variable->shift + bits) {
            last->mask = last->mask << bits | variable->mask;
            last->shift = (uint8_t)variable->shift;
            last->to = (uint8_t)plan->at[i];
        } else {
            const struct data_piece piece = {variable->mask, (uint16_t)variable->word,
                                             (uint8_t)variable->shift, (uint8_t)plan->at[i]};
            maker->failed |= GROWING_ADD(maker->memory, maker->made.pieces, piece) != 0;
            last = maker->failed ? NULL : &maker->made.pieces.data[maker->made.pieces.count - 1];
        }
    }
    group->piece_count = (uint16_t)(maker->made.pieces.count - group->pieces);
    if (plan->set.by_steps && plan->step_count == 0) {
        group->piece_count = 0; /* the value does not matter: there is one row */
    }
}

/* Room for what groups add to sums: a number for each row. */
static int open_sums(struct data_table_maker *maker) {
    const uint64_t count = maker->sums * DATA_GROUPS_MOST + 1;
    maker->sum_at = arena_allocate(maker->scratch, count * sizeof *maker->sum_at);
    if (maker->sum_at == NULL) {
        return -1;
    }
    memset(maker->sum_at, 0xff, count * sizeof *maker->sum_at);
    for (uint64_t i = 0; i < maker->items.count; i++) {
        const struct data_item *item = &maker->items.data[i];
        const uint64_t number = (uint64_t)item->unit * DATA_GROUPS_MOST + item->group;
        if (item->check.kind == DATA_CHECK_TERM && maker->sum_at[number] == DATA_NONE) {
            maker->sum_at[number] = EXTEND(maker, values, maker->groups[item->group].rows);
        }
    }
    return maker->failed ? -1 : 0;
}

/*
 * Room for the values that are looked up: for each assignment a number for each row of its group, or a slot.
 */
static int open_values(struct data_table_maker *maker) {
    const uint64_t count = maker->image->assignments.count + 1;
    const struct data_assignment *assignments = data_assignments(maker->image);
    maker->value_at = arena_allocate(maker->scratch, count * sizeof *maker->value_at);
    maker->value_group = arena_allocate(maker->scratch, count * sizeof *maker->value_group);
    if (arena_failed(maker->scratch)) {
        return -1;
    }
    memset(maker->value_at, 0xff, count * sizeof *maker->value_at);
    for (uint64_t i = 0; i < maker->items.count; i++) {
        const struct data_item *item = &maker->items.data[i];
        const uint32_t number = item->check.assignment;
        if (item->check.kind == DATA_CHECK_VALUE && maker->value_at[number] == DATA_NONE &&
            !data_assigns_sum(&assignments[number])) {
            maker->value_group[number] = item->group;
            maker->value_at[number] = EXTEND(maker, values, maker->groups[item->group].rows);
        }
    }
    for (uint64_t i = 0; i < maker->evaluated.count; i++) {
        struct data_evaluated_plan *plan = &maker->evaluated.data[i];
        const uint32_t number = plan->check.assignment;
        if (plan->check.kind == DATA_CHECK_VALUE && !data_assigns_sum(&assignments[number])) {
            maker->value_group[number] += maker->value_group[number] == 0 ? ++maker->slots : 0;
            plan->slot = maker->value_group[number] - 1;
        }
    }
    return maker->failed || maker->slots > DATA_SLOTS_MOST ? -1 : 0;
}

/* Whether the rows are few enough to be made. */
static int is_small(const struct data_table_maker *maker) {
    uint64_t rows = 0, evaluations = 0;
    for (uint32_t i = 0; i < maker->group_count; i++) {
        rows += maker->groups[i].rows;
    }
    for (uint64_t i = 0; i < maker->items.count; i++) {
        evaluations += maker->groups[maker->items.data[i].group].rows;
    }
    return rows * 2 * maker->move_words <= TABLE_WORDS_MOST && evaluations <= EVALUATIONS_MOST;
}

/* The rows of all groups, made with room for odd moves, and packed if there are none. *row_words: of each. */
static int make_groups(struct data_table_maker *maker, uint32_t *row_words) {
    const uint32_t move_words = maker->move_words;
    int has_odd = 0;
    for (uint32_t i = 0; i < maker->group_count && !maker->failed; i++) {
        const struct data_group_plan *plan = &maker->groups[i];
        struct data_group group = {.step_count = (uint16_t)plan->step_count};
        make_pieces(maker, plan, &group);
        group.steps = EXTEND(maker, steps, plan->step_count);
        group.rows = EXTEND(maker, rows, (uint64_t)plan->rows * 2 * move_words);
        maker->failed = maker->failed || GROWING_ADD(maker->memory, maker->made.groups, group) != 0;
        if (maker->failed) {
            return -1;
        }
        memcpy(maker->made.steps.data + group.steps, plan->steps, plan->step_count * sizeof *plan->steps);
        if (fill_rows(maker, i, maker->made.rows.data + group.rows, &has_odd) != 0) {
            return -1;
        }
    }
    *row_words = has_odd ? 2 * move_words : move_words;
    if (!has_odd) {
        uint64_t *words = maker->made.rows.data, rows = maker->made.rows.count / (2 * move_words);
        for (uint64_t row = 1; row < rows; row++) {
            memmove(words + row * move_words, words + row * 2 * move_words, move_words * sizeof *words);
        }
        maker->made.rows.count = rows * move_words;
    }
    for (uint64_t i = 0; i < maker->made.groups.count && !has_odd; i++) {
        maker->made.groups.data[i].rows /= 2;
    }
    return maker->failed ? -1 : 0;
}

/* Gives bits to atoms, those of a clause in one word. 0, or -1 if there are too many. */
static int place_atoms(struct data_table_maker *maker) {
    uint64_t next = maker->made.moves.count;
    maker->atom_bit = arena_allocate(maker->scratch, (maker->atoms + 1) * sizeof *maker->atom_bit);
    if (maker->atom_bit == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < maker->clauses.count; i++) {
        const struct data_clause_plan *clause = &maker->clauses.data[i];
        next = next / 64 == (next + clause->atom_count - 1) / 64 ? next : (next + 63) / 64 * 64;
        for (uint32_t j = 0; j < clause->atom_count; j++) {
            maker->atom_bit[clause->atoms + j] = (uint32_t)next++;
        }
    }
    maker->move_words = (uint32_t)((next + 63) / 64);
    for (uint64_t i = 0; i < next && next <= DATA_MOVE_WORDS_MOST * 64; i++) {
        bitset_add(maker->used, (uint32_t)i);
    }
    return next <= DATA_MOVE_WORDS_MOST * 64 ? 0 : -1;
}

/* A set with the moves of a unit: its index, or DATA_NONE if memory is short. */
static uint32_t make_set(struct data_table_maker *maker, uint32_t unit) {
    const uint32_t set = EXTEND(maker, sets, maker->move_words);
    if (set != DATA_NONE) {
        bitset_unite(maker->made.sets.data + set, maker->moves_of + (uint64_t)unit * DATA_MOVE_WORDS_MOST,
                     maker->move_words);
    }
    return set;
}

/* The set of all moves, then clauses and evaluated checks with theirs. */
static int make_sets(struct data_table_maker *maker) {
    const uint32_t all = EXTEND(maker, sets, maker->move_words);
    for (uint64_t i = 0; i < maker->made.moves.count && !maker->failed; i++) {
        bitset_add(maker->made.sets.data + all, (uint32_t)i);
    }
    for (uint64_t i = 0; i < maker->clauses.count && !maker->failed; i++) {
        const struct data_clause_plan *plan = &maker->clauses.data[i];
        struct data_clause clause = {0, maker->atom_bit[plan->atoms] / 64, make_set(maker, plan->unit)};
        for (uint32_t j = 0; j < plan->atom_count; j++) {
            clause.atoms |= UINT64_C(1) << maker->atom_bit[plan->atoms + j] % 64;
        }
        maker->failed |= GROWING_ADD(maker->memory, maker->made.clauses, clause) != 0;
    }
    for (uint64_t i = 0; i < maker->evaluated.count && !maker->failed; i++) {
        const struct data_evaluated_plan *plan = &maker->evaluated.data[i];
        struct data_evaluated one = {.check = plan->check,
                                     .addends = (uint32_t)maker->made.addends.count,
                                     .slot = plan->slot,
                                     .moves = make_set(maker, plan->unit)};
        for (uint32_t group = 0; plan->sum != DATA_NONE && group < maker->group_count; group++) {
            const uint32_t at = maker->sum_at[(uint64_t)plan->sum * DATA_GROUPS_MOST + group];
            const struct data_addend addend = {at, group};
            maker->failed |= at != DATA_NONE && GROWING_ADD(maker->memory, maker->made.addends, addend) != 0;
        }
        one.addend_count = (uint32_t)maker->made.addends.count - one.addends;
        maker->failed |= GROWING_ADD(maker->memory, maker->made.evaluated, one) != 0;
    }
    return maker->failed ? -1 : 0;
}

/* --- the tables --- */

/* Copies the arrays into one block, after `header`. */
static const struct data_tables *pack_tables(struct data_table_maker *maker,
                                             struct data_tables_header *header) {
    header->bytes = (sizeof *header + 15) / 16 * 16;
#define ONE(type, name)                                                                                      \
    header->name = header->bytes;                                                                            \
    header->bytes += (maker->made.name.count * sizeof(type) + 15) / 16 * 16;
    DATA_TABLE_ARRAYS(ONE)
#undef ONE
    char *block = arena_allocate(maker->arena, header->bytes);
    struct data_tables *tables = arena_allocate(maker->arena, sizeof *tables);
    if (block == NULL || tables == NULL) {
        return NULL;
    }
    memcpy(block, header, sizeof *header);
#define ONE(type, name)                                                                                      \
    if (maker->made.name.count > 0) {                                                                        \
        memcpy(block + header->name, maker->made.name.data, maker->made.name.count * sizeof(type));          \
    }
    DATA_TABLE_ARRAYS(ONE)
#undef ONE
    *tables = data_tables_of((const struct data_tables_header *)block, maker->image);
    return tables;
}

static const struct data_tables *make_tables(struct data_table_maker *maker) {
    struct data_tables_header header = {.by_choices = maker->image->kind == DATA_MDP,
                                        .distinct = maker->image->distinct};
    if (maker->image->commands.count > COMMANDS_MOST || maker->words > UINT16_MAX) {
        return NULL;
    }
    data_items_make(maker);
    if (maker->failed || data_groups_make(maker) != 0 || open_sums(maker) != 0 || open_values(maker) != 0 ||
        data_moves_make(maker) != 0 || maker->made.moves.count == 0 || place_atoms(maker) != 0 ||
        !is_small(maker) || make_groups(maker, &header.row_words) != 0 || make_sets(maker) != 0) {
        return NULL;
    }
    header.group_count = maker->group_count;
    header.move_words = maker->move_words;
    header.evaluated_count = (uint32_t)maker->evaluated.count;
    header.clause_count = (uint32_t)maker->clauses.count;
    header.run_count = maker->made.products.count > 0 ? (uint32_t)maker->made.runs.count : 0;
    return pack_tables(maker, &header);
}

static void free_maker(struct data_table_maker *maker) {
    GROWING_FREE(maker->memory, maker->items);
    GROWING_FREE(maker->memory, maker->evaluated);
    GROWING_FREE(maker->memory, maker->odd);
    GROWING_FREE(maker->memory, maker->clauses);
#define ONE(type, name) GROWING_FREE(maker->memory, maker->made.name);
    DATA_TABLE_ARRAYS(ONE)
#undef ONE
    arena_free(maker->scratch);
    memory_free(maker->memory, maker, sizeof *maker);
}

/* How tables are made. */
struct attempt {
    uint32_t words, rule_outcomes;
    int programs_alone;
};

/* NULL if memory is short, or there are too many groups, moves or rows. *sums: there are some. */
static const struct data_tables *try_tables(struct arena *arena, struct memory *memory,
                                            const struct data_header *image, const struct attempt *how,
                                            int *sums) {
    struct data_table_maker *maker = memory_allocate_zeroed(memory, sizeof *maker);
    const struct data_tables *tables = NULL;
    *sums = 0;
    if (maker == NULL) {
        return NULL;
    }
    maker->arena = arena;
    maker->scratch = arena_create(memory);
    maker->memory = memory;
    maker->image = image;
    maker->words = how->words;
    maker->rule_outcomes = how->rule_outcomes;
    maker->programs_alone = how->programs_alone;
    if (maker->scratch != NULL) {
        tables = make_tables(maker);
    }
    *sums = maker->sums > 0;
    free_maker(maker);
    return tables;
}

const struct data_tables *data_tables_create(struct arena *arena, struct memory *memory,
                                             const struct data_header *image, uint32_t words,
                                             uint32_t rule_outcomes) {
    const struct data_tables *tables = NULL;
    int sums = 1;
    if (image->kind == DATA_NETWORK) { /* components with locations have tables of their own */
        return NULL;
    }
    for (int programs_alone = 0; programs_alone <= sums && tables == NULL; programs_alone++) {
        struct attempt how = {words, rule_outcomes == 0 ? RULE_OUTCOMES : rule_outcomes, programs_alone};
        tables = try_tables(arena, memory, image, &how, &sums);
        if (tables == NULL && rule_outcomes == 0) {
            how.rule_outcomes = 1;
            tables = try_tables(arena, memory, image, &how, &sums);
        }
    }
    return tables;
}
