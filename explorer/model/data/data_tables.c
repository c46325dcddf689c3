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

/* Evaluates an item of a row, and changes the sets of enabled and odd moves. */
static void judge_item(struct data_table_maker *maker, struct data_scratch *scratch, uint64_t item_number,
                       uint32_t row, uint64_t *sets) {
    const struct data_item *item = &maker->items.data[item_number];
    uint64_t *enabled = sets, *odd = sets + DATA_MOVE_WORDS_MOST, bits = 0;
    const enum data_verdict verdict =
        data_judge(maker->image, maker->code.data, &item->check, scratch, &bits);
    const uint32_t assignment = item->check.assignment;
    if (item->check.kind == DATA_CHECK_ATOM) {
        const uint32_t bit = maker->atom_bit[item->unit];
        enabled[bit / 64] &= ~((uint64_t)(verdict != DATA_IS_FINE) << bit % 64);
        return;
    }
    if (item->check.kind == DATA_CHECK_VALUE && maker->values[assignment] != NULL &&
        maker->value_group[assignment] == item->group) {
        maker->values[assignment][row] = bits;
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

/* --- the tables --- */

static void *copy_array(struct arena *arena, const void *data, uint64_t bytes) {
    void *copy = arena_allocate(arena, bytes + 1);
    if (copy != NULL && bytes > 0) {
        memcpy(copy, data, bytes);
    }
    return copy;
}

/* Runs of the state's bits that are next to each other in the row number, too. */
static const struct data_piece *make_pieces(struct data_table_maker *maker,
                                            const struct data_group_plan *group, uint32_t *count) {
    struct data_piece *pieces = arena_allocate(maker->arena, (group->set.count + 1) * sizeof *pieces);
    *count = 0;
    for (uint32_t i = 0; i < group->set.count && pieces != NULL; i++) {
        const struct data_variable *variable = &data_variables(maker->image)[group->set.variables[i]];
        const uint32_t bits = (uint32_t)__builtin_popcountll(variable->mask);
        struct data_piece *last = &pieces[*count == 0 ? 0 : *count - 1];
        if (*count > 0 && last->word == variable->word && last->shift == variable->shift + bits) {
            last->mask = last->mask << bits | variable->mask;
            last->shift = variable->shift;
            last->to = group->at[i];
        } else {
            pieces[(*count)++] =
                (struct data_piece){variable->mask, variable->word, variable->shift, group->at[i]};
        }
    }
    return pieces;
}

/*
 * Room for the values that are looked up: for each assignment a number for each row of its group, or a slot.
 */
static int open_values(struct data_table_maker *maker) {
    const uint64_t count = maker->image->assignments.count + 1;
    const struct data_assignment *assignments = data_assignments(maker->image);
    maker->values = arena_allocate(maker->scratch, count * sizeof *maker->values);
    maker->value_group = arena_allocate(maker->scratch, count * sizeof *maker->value_group);
    for (uint64_t i = 0; i < maker->items.count && !arena_failed(maker->scratch); i++) {
        const struct data_item *item = &maker->items.data[i];
        const uint32_t number = item->check.assignment;
        if (item->check.kind == DATA_CHECK_VALUE && maker->values[number] == NULL &&
            !data_assigns_sum(&assignments[number])) {
            maker->value_group[number] = item->group;
            maker->values[number] =
                arena_allocate(maker->arena, maker->groups[item->group].rows * sizeof(uint64_t));
        }
    }
    for (uint64_t i = 0; i < maker->evaluated.count && !arena_failed(maker->scratch); i++) {
        struct data_evaluated_plan *plan = &maker->evaluated.data[i];
        const uint32_t number = plan->check.assignment;
        if (plan->check.kind == DATA_CHECK_VALUE && !data_assigns_sum(&assignments[number])) {
            maker->value_group[number] += maker->value_group[number] == 0 ? ++maker->slots : 0;
            plan->slot = maker->value_group[number] - 1;
        }
    }
    return arena_failed(maker->scratch) || arena_failed(maker->arena) || maker->slots > DATA_SLOTS_MOST ? -1
                                                                                                        : 0;
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

/* The rows of all groups, made with room for odd moves, and packed if there are none. */
static int make_groups(struct data_table_maker *maker, struct data_tables *tables) {
    struct data_group *groups = arena_allocate(maker->arena, maker->group_count * sizeof *groups);
    int has_odd = 0;
    for (uint32_t i = 0; i < maker->group_count && groups != NULL; i++) {
        const uint64_t rows = maker->groups[i].rows;
        uint64_t *words = arena_allocate(maker->arena, rows * 2 * tables->move_words * sizeof(uint64_t));
        groups[i].pieces = make_pieces(maker, &maker->groups[i], &groups[i].piece_count);
        if (maker->groups[i].set.by_steps && maker->groups[i].step_count == 0) {
            groups[i].piece_count = 0; /* the value does not matter: there is one row */
        }
        groups[i].rows = words;
        groups[i].step_count = maker->groups[i].step_count;
        groups[i].steps = copy_array(maker->arena, maker->groups[i].steps, sizeof maker->groups[i].steps);
        if (words == NULL || groups[i].pieces == NULL || fill_rows(maker, i, words, &has_odd) != 0) {
            return -1;
        }
    }
    tables->groups = groups;
    tables->row_words = 2 * tables->move_words;
    for (uint32_t i = 0; i < maker->group_count && groups != NULL && !has_odd; i++) {
        uint64_t *words = (uint64_t *)groups[i].rows;
        for (uint64_t row = 0; row < maker->groups[i].rows; row++) {
            memmove(words + row * tables->move_words, words + row * tables->row_words,
                    tables->move_words * sizeof *words);
        }
    }
    tables->row_words = has_odd ? tables->row_words : tables->move_words;
    return groups == NULL ? -1 : 0;
}

/* Gives bits to atoms, those of a clause in one word. 0, or -1 if there are too many. */
static int place_atoms(struct data_table_maker *maker) {
    uint64_t next = maker->moves.count;
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

static int make_clauses(struct data_table_maker *maker, struct data_tables *tables) {
    struct data_clause *clauses = arena_allocate(maker->arena, (maker->clauses.count + 1) * sizeof *clauses);
    uint64_t *all_moves = arena_allocate(maker->arena, maker->move_words * sizeof *all_moves);
    for (uint64_t i = 0; i < maker->clauses.count && clauses != NULL; i++) {
        const struct data_clause_plan *plan = &maker->clauses.data[i];
        uint64_t *moves = arena_allocate(maker->arena, maker->move_words * sizeof *moves);
        clauses[i].word = maker->atom_bit[plan->atoms] / 64;
        clauses[i].moves = moves;
        for (uint32_t j = 0; j < plan->atom_count; j++) {
            clauses[i].atoms |= UINT64_C(1) << maker->atom_bit[plan->atoms + j] % 64;
        }
        if (moves != NULL) {
            bitset_unite(moves, maker->moves_of + (uint64_t)plan->unit * DATA_MOVE_WORDS_MOST,
                         maker->move_words);
        }
    }
    for (uint64_t i = 0; i < maker->moves.count && all_moves != NULL; i++) {
        bitset_add(all_moves, (uint32_t)i);
    }
    tables->clause_count = (uint32_t)maker->clauses.count;
    tables->clauses = clauses;
    tables->all_moves = all_moves;
    return arena_failed(maker->arena) ? -1 : 0;
}

static const struct data_evaluated *make_evaluated(struct data_table_maker *maker) {
    struct data_evaluated *all = arena_allocate(maker->arena, (maker->evaluated.count + 1) * sizeof *all);
    for (uint64_t i = 0; i < maker->evaluated.count && all != NULL; i++) {
        const struct data_evaluated_plan *plan = &maker->evaluated.data[i];
        all[i] = (struct data_evaluated){
            plan->check, plan->slot,
            copy_array(maker->arena, maker->moves_of + (uint64_t)plan->unit * DATA_MOVE_WORDS_MOST,
                       maker->move_words * sizeof(uint64_t))};
    }
    return all;
}

static const struct data_tables *make_tables(struct data_table_maker *maker) {
    struct data_tables *tables = arena_allocate(maker->arena, sizeof *tables);
    if (tables == NULL || maker->image->commands.count > COMMANDS_MOST) {
        return NULL;
    }
    data_items_make(maker);
    if (maker->failed || data_groups_make(maker) != 0 || open_values(maker) != 0 ||
        data_moves_make(maker) != 0 || maker->moves.count == 0 || place_atoms(maker) != 0) {
        return NULL;
    }
    tables->group_count = maker->group_count;
    tables->move_words = maker->move_words;
    tables->by_choices = maker->image->kind == DATA_MDP;
    if (!is_small(maker) || make_groups(maker, tables) != 0 || make_clauses(maker, tables) != 0) {
        return NULL;
    }
    tables->image = maker->image;
    tables->run_count = maker->products.count > 0 ? (uint32_t)maker->runs.count : 0;
    tables->evaluated = make_evaluated(maker);
    tables->evaluated_count = (uint32_t)maker->evaluated.count;
#define COPY(name)                                                                                           \
    tables->name = copy_array(maker->arena, maker->name.data, maker->name.count * sizeof *maker->name.data)
    COPY(code);
    COPY(runs);
    COPY(products);
    COPY(participants);
    COPY(moves);
    COPY(outcomes);
    COPY(parts);
    COPY(looked_up);
#undef COPY
    return arena_failed(maker->arena) ? NULL : tables;
}

static void free_maker(struct data_table_maker *maker) {
    GROWING_FREE(maker->memory, maker->code);
    GROWING_FREE(maker->memory, maker->items);
    GROWING_FREE(maker->memory, maker->evaluated);
    GROWING_FREE(maker->memory, maker->odd);
    GROWING_FREE(maker->memory, maker->clauses);
    GROWING_FREE(maker->memory, maker->runs);
    GROWING_FREE(maker->memory, maker->products);
    GROWING_FREE(maker->memory, maker->participants);
    GROWING_FREE(maker->memory, maker->moves);
    GROWING_FREE(maker->memory, maker->outcomes);
    GROWING_FREE(maker->memory, maker->parts);
    GROWING_FREE(maker->memory, maker->looked_up);
    arena_free(maker->scratch);
    memory_free(maker->memory, maker, sizeof *maker);
}

const struct data_tables *data_tables_create(struct arena *arena, struct memory *memory,
                                             const struct data_header *image, uint32_t words,
                                             uint32_t rule_outcomes) {
    if (image->kind == DATA_NETWORK) { /* components with locations have tables of their own */
        return NULL;
    }
    struct data_table_maker *maker = memory_allocate_zeroed(memory, sizeof *maker);
    const struct data_tables *tables = NULL;
    if (maker == NULL) {
        return NULL;
    }
    maker->arena = arena;
    maker->scratch = arena_create(memory);
    maker->memory = memory;
    maker->image = image;
    maker->words = words;
    maker->rule_outcomes = rule_outcomes == 0 ? RULE_OUTCOMES : rule_outcomes;
    if (maker->scratch != NULL) {
        tables = make_tables(maker);
    }
    free_maker(maker);
    return tables != NULL || rule_outcomes != 0 ? tables : data_tables_create(arena, memory, image, words, 1);
}
