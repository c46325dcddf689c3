/*
 * Makes the tables of a model with data (data_tables.h): items, groups, moves, then the rows of each group,
 * for which all items of the group are evaluated on the values of its variables.
 */
#include "explorer/model/data/data_tables.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "explorer/model/data/data_tables_build.h"

#define COMMANDS_MOST 2048u      /* a model of more commands is not a case for tables */
#define TABLE_WORDS_MOST 524288u /* words of all rows */
#define EVALUATIONS_MOST 1048576u

/* --- values of items in a row --- */

enum verdict { FINE, BLOCKED, ODD };

static enum verdict judge_condition(const struct data_table_maker *maker, const struct data_scratch *scratch,
                                    const struct data_item *item) {
    uint64_t holds = 0;
    enum program_failure why = program_run(maker->code.data + item->program, data_constants(maker->image),
                                           scratch->fields, scratch->registers, &holds);
    int wanted = item->kind == DATA_ITEM_FAILS ? why != PROGRAM_FINE : why == PROGRAM_FINE && holds != 0;
    return wanted != item->negated ? FINE : BLOCKED;
}

static enum verdict judge_weights(const struct data_table_maker *maker, struct data_scratch *scratch,
                                  const struct data_item *item) {
    const struct data_branch *branches =
        data_branches(maker->image) + data_commands(maker->image)[item->unit].branches + item->branches;
    struct data_step step;
    double sum = 0;
    for (uint32_t i = 0; i < item->branch_count; i++) {
        double weight;
        if (data_weigh(maker->image, scratch, &step, item->unit, item->branches + i, &weight) != DATA_FINE ||
            (weight == 0 && !data_is_left_out(maker->image, branches + i))) {
            return ODD;
        }
        sum += weight;
    }
    return item->sums && !(fabs(sum - 1) <= DATA_SUM_TOLERANCE) ? ODD : FINE;
}

static enum verdict judge_value(const struct data_table_maker *maker, const struct data_scratch *scratch,
                                const struct data_item *item, uint32_t row) {
    const struct data_assignment *assignment = &data_assignments(maker->image)[item->assignment];
    const struct data_variable *variable = &data_variables(maker->image)[assignment->variable];
    uint64_t bits;
    if (assignment->is_sum) {
        bits = (uint64_t)(assignment->add +
                          (assignment->from == DATA_NONE ? 0 : scratch->fields[assignment->from]));
    } else if (data_run(maker->image, assignment->program, scratch->fields, scratch->registers, &bits) !=
               PROGRAM_FINE) {
        return ODD;
    }
    if ((int64_t)bits < variable->low || (int64_t)bits > variable->high) {
        return ODD;
    }
    if (maker->values[item->assignment] != NULL && maker->value_group[item->assignment] == item->group) {
        maker->values[item->assignment][row] = (bits - (uint64_t)variable->low) << variable->shift;
    }
    return FINE;
}

static enum verdict judge_item(struct data_table_maker *maker, struct data_scratch *scratch,
                               const struct data_item *item, uint32_t row) {
    switch (item->kind) {
    case DATA_ITEM_WEIGHT:
        return judge_weights(maker, scratch, item);
    case DATA_ITEM_VALUE:
        return judge_value(maker, scratch, item, row);
    default:
        return judge_condition(maker, scratch, item);
    }
}

/* --- rows --- */

/* The values that a row stands for; 0 if there is no state with them. */
static int decode_row(const struct data_table_maker *maker, const struct data_group_plan *group, uint32_t row,
                      int64_t *fields) {
    for (uint32_t i = 0; i < group->set.count; i++) {
        const struct data_variable *variable = &data_variables(maker->image)[group->set.variables[i]];
        fields[group->set.variables[i]] = variable->low + (int64_t)(row >> group->at[i] & variable->mask);
        if (fields[group->set.variables[i]] > variable->high) {
            return 0;
        }
    }
    return 1;
}

/* Fills a row; `sets`: two sets of moves as scratch and result, those enabled and those odd. */
static void fill_table_row(struct data_table_maker *maker, struct data_scratch *scratch, uint32_t group,
                           uint32_t row, uint64_t *sets) {
    uint64_t *enabled = sets, *odd = sets + DATA_MOVE_WORDS_MOST;
    memset(odd, 0, maker->move_words * sizeof *odd);
    memset(enabled, 0xff, maker->move_words * sizeof *enabled);
    for (uint64_t i = maker->groups[group].first_item; i < maker->groups[group].item_end; i++) {
        const struct data_item *item = &maker->items.data[i];
        const uint64_t *moves = maker->moves_of + (uint64_t)item->unit * DATA_MOVE_WORDS_MOST;
        if (item->kind == DATA_ITEM_ATOM) {
            const uint32_t bit = maker->atom_bit[item->unit];
            enabled[bit / 64] &= ~((uint64_t)(judge_condition(maker, scratch, item) == BLOCKED) << bit % 64);
            continue;
        }
        enum verdict verdict = judge_item(maker, scratch, item, row);
        for (uint32_t w = 0; w < maker->move_words && verdict != FINE; w++) {
            enabled[w] &= verdict == BLOCKED ? ~moves[w] : UINT64_MAX;
            odd[w] |= verdict == ODD ? moves[w] : 0;
        }
    }
    for (uint64_t unit = 0; unit < maker->odd.count && group == 0; unit++) {
        if (maker->odd.data[unit]) {
            bitset_unite(odd, maker->moves_of + unit * DATA_MOVE_WORDS_MOST, maker->move_words);
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
    for (uint32_t row = 0; row < UINT32_C(1) << maker->groups[group].set.bits; row++) {
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

/* Room for the values that are looked up: for each assignment a number for each row of its group. */
static int open_values(struct data_table_maker *maker) {
    const uint64_t count = maker->image->assignments.count + 1;
    maker->values = arena_allocate(maker->scratch, count * sizeof *maker->values);
    maker->value_group = arena_allocate(maker->scratch, count * sizeof *maker->value_group);
    for (uint64_t i = 0; i < maker->items.count && !arena_failed(maker->scratch); i++) {
        const struct data_item *item = &maker->items.data[i];
        if (item->kind == DATA_ITEM_VALUE && maker->values[item->assignment] == NULL &&
            !data_assigns_sum(&data_assignments(maker->image)[item->assignment])) {
            maker->value_group[item->assignment] = item->group;
            maker->values[item->assignment] =
                arena_allocate(maker->arena, sizeof(uint64_t) << maker->groups[item->group].set.bits);
        }
    }
    return arena_failed(maker->scratch) || arena_failed(maker->arena) ? -1 : 0;
}

/* Whether the rows are few enough to be made. */
static int is_small(const struct data_table_maker *maker) {
    uint64_t rows = 0, evaluations = 0;
    for (uint32_t i = 0; i < maker->group_count; i++) {
        rows += UINT64_C(1) << maker->groups[i].set.bits;
    }
    for (uint64_t i = 0; i < maker->items.count; i++) {
        evaluations += UINT64_C(1) << maker->groups[maker->items.data[i].group].set.bits;
    }
    return rows * 2 * maker->move_words <= TABLE_WORDS_MOST && evaluations <= EVALUATIONS_MOST;
}

/* The rows of all groups, made twice as long as they need be if there are no odd moves. */
static int make_groups(struct data_table_maker *maker, struct data_tables *tables) {
    struct data_group *groups = arena_allocate(maker->arena, maker->group_count * sizeof *groups);
    int has_odd = 0;
    for (uint32_t i = 0; i < maker->group_count && groups != NULL; i++) {
        const uint64_t rows = UINT64_C(1) << maker->groups[i].set.bits;
        uint64_t *words = arena_allocate(maker->arena, rows * 2 * tables->move_words * sizeof(uint64_t));
        groups[i].pieces = make_pieces(maker, &maker->groups[i], &groups[i].piece_count);
        groups[i].rows = words;
        if (words == NULL || groups[i].pieces == NULL || fill_rows(maker, i, words, &has_odd) != 0) {
            return -1;
        }
    }
    tables->groups = groups;
    tables->row_words = 2 * tables->move_words;
    for (uint32_t i = 0; i < maker->group_count && groups != NULL && !has_odd; i++) {
        uint64_t *words = (uint64_t *)groups[i].rows;
        for (uint64_t row = 0; row < UINT64_C(1) << maker->groups[i].set.bits; row++) {
            memmove(words + row * tables->move_words, words + row * tables->row_words,
                    tables->move_words * sizeof *words);
        }
    }
    tables->row_words = has_odd ? tables->row_words : tables->move_words;
    return groups == NULL ? -1 : 0;
}

static void *copy_array(struct arena *arena, const void *data, uint64_t bytes) {
    void *copy = arena_allocate(arena, bytes + 1);
    if (copy != NULL && bytes > 0) {
        memcpy(copy, data, bytes);
    }
    return copy;
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
#define COPY(name)                                                                                           \
    tables->name = copy_array(maker->arena, maker->name.data, maker->name.count * sizeof *maker->name.data)
    COPY(moves);
    COPY(outcomes);
    COPY(parts);
    COPY(looked_up);
#undef COPY
    return arena_failed(maker->arena) ? NULL : tables;
}

const struct data_tables *data_tables_create(struct arena *arena, struct memory *memory,
                                             const struct data_header *image, uint32_t words) {
    if (image->located.count > 0) { /* components with locations have tables of their own */
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
    if (maker->scratch != NULL) {
        tables = make_tables(maker);
    }
    GROWING_FREE(memory, maker->code);
    GROWING_FREE(memory, maker->items);
    GROWING_FREE(memory, maker->odd);
    GROWING_FREE(memory, maker->clauses);
    GROWING_FREE(memory, maker->moves);
    GROWING_FREE(memory, maker->outcomes);
    GROWING_FREE(memory, maker->parts);
    GROWING_FREE(memory, maker->looked_up);
    arena_free(maker->scratch);
    memory_free(memory, maker, sizeof *maker);
    return tables;
}
