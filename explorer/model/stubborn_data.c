/* Stubborn sets of commands (stubborn_data.h). */
#include "explorer/model/stubborn_data.h"

#include "base/arena.h"
#include "base/bitset.h"
#include "explorer/model/data/data_conjuncts.h"

/* One class of a rule that a command is in. */
struct part {
    uint32_t rule, place;
};

struct stubborn_data {
    const struct data_header *image;
    uint32_t words;           /* of a set of commands */
    uint32_t variable_words;  /* of a set of variables */
    uint64_t *reads, *writes; /* [commands * variable_words] */
    uint64_t *conflicts;      /* [commands * words] */
    uint64_t *enablers;       /* [tests * words]: commands that can make the test true */
    uint64_t *guard_enablers; /* [commands * words]: that assign to a variable of the guard */
    uint64_t *members;        /* [classes * words] */
    uint32_t *part_begin;     /* [commands + 1] */
    struct part *parts;
    uint8_t *bad;     /* [commands] */
    uint8_t *visible; /* [rules] */
};

/* --- what commands read and assign --- */

static void add_program(const struct data_header *image, uint32_t program, uint64_t *set) {
    const struct program_instruction *code = data_code(image);
    const uint32_t end = data_condition_of(code, program).end;
    for (uint32_t i = program; i < end; i++) {
        if (code[i].operation == PROGRAM_FIELD) {
            bitset_add(set, program_wide(code[i]));
        }
    }
}

static void add_guard(const struct data_header *image, const struct data_command *command, uint64_t *set) {
    for (uint32_t i = 0; i < command->test_count; i++) {
        bitset_add(set, data_tests(image)[command->tests + i].variable);
    }
    if (!command->is_tested) {
        add_program(image, command->guard, set);
    }
}

static void add_branches(const struct data_header *image, const struct data_command *command, uint64_t *reads,
                         uint64_t *writes) {
    for (uint32_t i = 0; i < command->branch_count; i++) {
        const struct data_branch *branch = &data_branches(image)[command->branches + i];
        if (branch->weight != DATA_NONE) {
            add_program(image, branch->weight, reads);
        }
        for (uint32_t j = 0; j < branch->assignment_count; j++) {
            const struct data_assignment *one = &data_assignments(image)[branch->assignments + j];
            bitset_add(writes, one->variable);
            if (!one->is_sum) {
                add_program(image, one->program, reads);
            } else if (one->from != DATA_NONE) {
                bitset_add(reads, one->from);
            }
        }
    }
}

/* The values that a variable can have where the guard of a command holds. */
static void bound(const struct data_header *image, const struct data_command *command, uint32_t variable,
                  int64_t *low, int64_t *high) {
    *low = data_variables(image)[variable].low;
    *high = data_variables(image)[variable].high;
    for (uint32_t i = 0; i < command->test_count; i++) {
        const struct data_test *test = &data_tests(image)[command->tests + i];
        if (test->variable == variable && !test->outside) {
            *low = test->low > *low ? test->low : *low;
            *high = test->high < *high ? test->high : *high;
        }
    }
}

/* The values that an assignment of the command can give. */
static void bound_value(const struct data_header *image, const struct data_command *command,
                        const struct data_assignment *one, int64_t *low, int64_t *high) {
    *low = data_variables(image)[one->variable].low;
    *high = data_variables(image)[one->variable].high;
    if (one->is_sum) {
        int64_t least = 0, most = 0;
        if (one->from != DATA_NONE) {
            bound(image, command, one->from, &least, &most);
        }
        *low = least + one->add > *low ? least + one->add : *low;
        *high = most + one->add < *high ? most + one->add : *high;
    }
}

/* --- marks --- */

/* Whether a branch decreases no variable, and increases one. */
static int increases(const struct data_header *image, const struct data_command *command,
                     const struct data_branch *branch) {
    int some = 0;
    for (uint32_t j = 0; j < branch->assignment_count; j++) {
        const struct data_assignment *one = &data_assignments(image)[branch->assignments + j];
        if (one->is_sum && one->from == one->variable) {
            if (one->add < 0) {
                return 0;
            }
            some |= one->add > 0;
            continue;
        }
        int64_t low, high, least, most;
        bound(image, command, one->variable, &low, &high);
        bound_value(image, command, one, &least, &most);
        if (least < high) {
            return 0;
        }
        some |= least > high;
    }
    return some;
}

static int is_marked(const struct data_header *image, const struct data_command *command) {
    for (uint32_t i = 0; i < command->branch_count; i++) {
        if (!increases(image, command, &data_branches(image)[command->branches + i])) {
            return 1;
        }
    }
    return 0;
}

/* --- relations of commands --- */

static int guards_exclude(const struct data_header *image, const struct data_command *one,
                          const struct data_command *other) {
    for (uint32_t i = 0; i < one->test_count; i++) {
        const struct data_test *a = &data_tests(image)[one->tests + i];
        for (uint32_t j = 0; j < other->test_count; j++) {
            const struct data_test *b = &data_tests(image)[other->tests + j];
            if (a->variable == b->variable && !a->outside && !b->outside &&
                (a->high < b->low || b->high < a->low)) {
                return 1;
            }
        }
    }
    return 0;
}

static int conflict(const struct stubborn_data *tables, uint32_t one, uint32_t other) {
    const uint32_t words = tables->variable_words;
    const uint64_t *reads = tables->reads, *writes = tables->writes;
    return bitset_intersect(writes + one * words, writes + other * words, words) ||
           bitset_intersect(writes + one * words, reads + other * words, words) ||
           bitset_intersect(reads + one * words, writes + other * words, words);
}

/* Whether the command can assign a value for which the test holds. */
static int can_enable(const struct data_header *image, const struct data_command *command,
                      const struct data_test *test) {
    for (uint32_t i = 0; i < command->branch_count; i++) {
        const struct data_branch *branch = &data_branches(image)[command->branches + i];
        for (uint32_t j = 0; j < branch->assignment_count; j++) {
            const struct data_assignment *one = &data_assignments(image)[branch->assignments + j];
            int64_t low, high;
            if (one->variable != test->variable) {
                continue;
            }
            bound_value(image, command, one, &low, &high);
            if (test->outside ? low < test->low || high > test->high
                              : low <= test->high && high >= test->low) {
                return 1;
            }
        }
    }
    return 0;
}

static void relate(struct stubborn_data *tables) {
    const struct data_header *image = tables->image;
    const struct data_command *commands = data_commands(image);
    const uint32_t count = (uint32_t)image->commands.count;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < count; j++) {
            if (conflict(tables, i, j) && !guards_exclude(image, &commands[i], &commands[j])) {
                bitset_add(tables->conflicts + (uint64_t)i * tables->words, j);
            }
        }
    }
    for (uint32_t t = 0; t < image->tests.count; t++) {
        for (uint32_t j = 0; j < count; j++) {
            if (can_enable(image, &commands[j], &data_tests(image)[t])) {
                bitset_add(tables->enablers + (uint64_t)t * tables->words, j);
            }
        }
    }
}

/* --- making --- */

static void describe_commands(struct stubborn_data *tables, int marks, uint64_t *guard) {
    const struct data_header *image = tables->image;
    const uint32_t words = tables->variable_words, count = (uint32_t)image->commands.count;
    for (uint32_t i = 0; i < count; i++) {
        const struct data_command *command = &data_commands(image)[i];
        add_guard(image, command, tables->reads + i * words);
        add_branches(image, command, tables->reads + i * words, tables->writes + i * words);
        tables->bad[i] =
            command->branch_count == 0 || !command->certain || (marks && is_marked(image, command));
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t w = 0; w < words; w++) {
            guard[w] = 0;
        }
        add_guard(image, &data_commands(image)[i], guard);
        for (uint32_t j = 0; j < count; j++) {
            if (bitset_intersect(guard, tables->writes + j * words, words)) {
                bitset_add(tables->guard_enablers + (uint64_t)i * tables->words, j);
            }
        }
    }
}

/* Lists the rules of each command: counted first, then entered. */
static void list_parts(struct stubborn_data *tables, int enters) {
    const struct data_header *image = tables->image;
    for (uint32_t r = 0; r < image->rules.count; r++) {
        const struct data_rule *rule = &data_rules(image)[r];
        for (uint32_t i = 0; i < rule->class_count; i++) {
            const struct data_class *class =
                &data_classes(image)[data_rule_classes(image)[rule->classes + i]];
            for (uint32_t m = class->members; m < class->members + class->member_count; m++) {
                const uint32_t command = data_members(image)[m];
                if (enters) {
                    tables->parts[tables->part_begin[command + 1]++] = (struct part){r, i};
                } else {
                    tables->part_begin[command + 2]++;
                }
            }
        }
    }
}

static int make_parts(struct stubborn_data *tables, struct arena *arena) {
    const uint32_t count = (uint32_t)tables->image->commands.count;
    list_parts(tables, 0);
    for (uint32_t i = 0; i < count; i++) { /* ends of the lists before, one place further on */
        tables->part_begin[i + 2] += tables->part_begin[i + 1];
    }
    tables->parts =
        arena_allocate(arena, ((uint64_t)tables->part_begin[count + 1] + 1) * sizeof *tables->parts);
    if (tables->parts == NULL) {
        return -1;
    }
    list_parts(tables, 1);
    return 0;
}

struct stubborn_data *stubborn_data_create(struct arena *arena, const struct data_header *image,
                                           const uint8_t *visible) {
    struct stubborn_data *tables = arena_allocate(arena, sizeof *tables);
    const uint64_t count = image->commands.count, word = sizeof(uint64_t);
    if (tables == NULL) {
        return NULL;
    }
    *tables = (struct stubborn_data){.image = image,
                                     .words = (uint32_t)bitset_words(count),
                                     .variable_words = (uint32_t)bitset_words(image->variables.count)};
    const uint64_t set = tables->words * word, variables = tables->variable_words * word;
    uint64_t *guard = arena_allocate(arena, variables + 1);
    tables->reads = arena_allocate(arena, count * variables + 1);
    tables->writes = arena_allocate(arena, count * variables + 1);
    tables->conflicts = arena_allocate(arena, count * set + 1);
    tables->enablers = arena_allocate(arena, image->tests.count * set + 1);
    tables->guard_enablers = arena_allocate(arena, count * set + 1);
    tables->members = arena_allocate(arena, image->classes.count * set + 1);
    tables->part_begin = arena_allocate(arena, (count + 2) * sizeof *tables->part_begin);
    tables->bad = arena_allocate(arena, count + 1);
    tables->visible = arena_allocate(arena, image->rules.count + 1);
    if (guard == NULL || tables->reads == NULL || tables->writes == NULL || tables->conflicts == NULL ||
        tables->enablers == NULL || tables->guard_enablers == NULL || tables->members == NULL ||
        tables->part_begin == NULL || tables->bad == NULL || tables->visible == NULL ||
        make_parts(tables, arena) != 0) {
        return NULL;
    }
    describe_commands(tables, visible != NULL, guard);
    relate(tables);
    for (uint32_t c = 0; c < image->classes.count; c++) {
        const struct data_class *class = &data_classes(image)[c];
        for (uint32_t m = class->members; m < class->members + class->member_count; m++) {
            bitset_add(tables->members + (uint64_t)c * tables->words, data_members(image)[m]);
        }
    }
    for (uint32_t r = 0; r < image->rules.count && visible != NULL; r++) {
        tables->visible[r] = visible[data_rules(image)[r].label];
    }
    return tables;
}

/* --- states --- */

uint64_t stubborn_data_words(const struct stubborn_data *tables) {
    return data_scratch_words(tables->image);
}

int stubborn_data_begin(const struct stubborn_data *tables, const uint64_t *state, uint64_t *room) {
    struct data_scratch scratch = data_scratch_at(tables->image, room);
    struct data_step step;
    data_unpack(tables->image, state, scratch.fields);
    return data_begin(tables->image, &scratch, &step) == DATA_FINE ? 0 : -1;
}

static int is_enabled(const struct data_scratch *scratch, uint32_t command) {
    return (int)(scratch->enabled[command / 32] >> command % 32 & 1);
}

int stubborn_data_can_lead(const struct stubborn_data *tables, uint64_t *room, uint32_t number) {
    const struct data_scratch scratch = data_scratch_at(tables->image, room);
    return is_enabled(&scratch, number);
}

/* The set of commands of which one must be first, before the guard of the command can hold. */
static const uint64_t *enablers_of(const struct stubborn_data *tables, const struct data_scratch *scratch,
                                   uint32_t number) {
    const struct data_command *command = &data_commands(tables->image)[number];
    for (uint32_t i = 0; i < command->test_count; i++) {
        const struct data_test *test = &data_tests(tables->image)[command->tests + i];
        if (!data_test_holds(test, scratch->fields[test->variable])) {
            return tables->enablers + (uint64_t)(command->tests + i) * tables->words;
        }
    }
    return tables->guard_enablers + (uint64_t)number * tables->words;
}

static uint64_t count_enabled(const struct stubborn_data *tables, const struct data_scratch *scratch,
                              uint32_t class_index) {
    const struct data_class *class = &data_classes(tables->image)[class_index];
    uint64_t count = 0;
    for (uint32_t m = class->members; m < class->members + class->member_count; m++) {
        count += (uint64_t)is_enabled(scratch, data_members(tables->image)[m]);
    }
    return count;
}

/* Adds what an enabled command needs for a rule. Returns the combinations with it that are enabled. */
static uint64_t combine(const struct stubborn_data *tables, const struct data_scratch *scratch,
                        const struct part *part, uint64_t *needs, uint32_t words) {
    const struct data_rule *rule = &data_rules(tables->image)[part->rule];
    const uint32_t *classes = data_rule_classes(tables->image) + rule->classes;
    uint64_t moves = 1;
    for (uint32_t i = 0; i < rule->class_count; i++) {
        const uint64_t enabled = i == part->place ? 1 : count_enabled(tables, scratch, classes[i]);
        if (enabled == 0) {
            bitset_unite(needs, tables->members + (uint64_t)classes[i] * words, words);
            return 0;
        }
        moves = successors_multiply(moves, enabled);
    }
    for (uint32_t i = 0; i < rule->class_count; i++) {
        if (i != part->place) {
            bitset_unite(needs, tables->members + (uint64_t)classes[i] * words, words);
        }
    }
    return moves;
}

struct stubborn_command stubborn_data_look_at(const struct stubborn_data *tables, uint64_t *room,
                                              uint32_t number, uint64_t *needs, uint32_t words) {
    const struct data_scratch scratch = data_scratch_at(tables->image, room);
    struct stubborn_command command = {0, 0};
    int moves = 0;
    for (uint32_t w = 0; w < words; w++) {
        needs[w] = 0;
    }
    if (!is_enabled(&scratch, number)) {
        bitset_unite(needs, enablers_of(tables, &scratch, number), words);
        return command;
    }
    for (uint32_t i = tables->part_begin[number]; i < tables->part_begin[number + 1]; i++) {
        const uint64_t count = combine(tables, &scratch, &tables->parts[i], needs, words);
        if (count != 0) {
            command.moves += tables->parts[i].place == 0 ? count : 0;
            command.bad |= tables->bad[number] | tables->visible[tables->parts[i].rule];
            moves = 1;
        }
    }
    if (moves) {
        bitset_unite(needs, tables->conflicts + (uint64_t)number * words, words);
    }
    return command;
}

/* Makes the transitions of a rule in which the command leads. Returns as stubborn_data_move. */
static int move_by_rule(const struct stubborn_data *tables, const struct stubborn_moving *moving,
                        uint32_t number, uint32_t rule, uint32_t *choice) {
    const struct data_header *image = tables->image;
    const struct successors_source *from = moving->from;
    struct data_scratch scratch = data_scratch_at(image, moving->room);
    struct data_step step = {.rule = rule - 1, .rule_end = rule + 1, .way = DATA_NONE};
    while (data_next_choice(image, &scratch, &step)) {
        int found = 1;
        if (data_chosen(image, &scratch, 0) != number) {
            continue;
        }
        if (data_check_weights(image, &scratch, &step) != DATA_FINE) {
            return SUCCESSORS_FAULT;
        }
        while (found) {
            if (data_next_branch(image, &scratch, &step, &found) != DATA_FINE) {
                return SUCCESSORS_FAULT;
            }
            if (found) {
                successors_assign(from, &scratch, from->model->header->words);
                if (moving->visit(moving->context, data_rules(image)[rule].label, *choice, from->scratch)) {
                    return 1;
                }
            }
        }
        *choice += image->kind == DATA_MDP;
    }
    return 1;
}

int stubborn_data_move(const struct stubborn_data *tables, const struct stubborn_moving *moving,
                       const uint64_t *set) {
    uint32_t choice = 0;
    int status = 1;
    for (uint32_t w = 0; w < tables->words; w++) {
        for (uint64_t left = set[w]; left != 0; left &= left - 1) {
            const uint32_t number = 64 * w + (uint32_t)__builtin_ctzll(left);
            const uint32_t end = tables->part_begin[number + 1];
            for (uint32_t i = tables->part_begin[number]; i < end && status == 1; i++) {
                if (tables->parts[i].place == 0 && stubborn_data_can_lead(tables, moving->room, number)) {
                    status = move_by_rule(tables, moving, number, tables->parts[i].rule, &choice);
                }
            }
        }
    }
    return status;
}
