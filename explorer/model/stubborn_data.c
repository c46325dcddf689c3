/* Stubborn sets of commands (stubborn_data.h). */
#include "explorer/model/stubborn_data.h"

#include "base/arena.h"
#include "base/bitset.h"
#include "explorer/model/data/data_conjuncts.h"
#include "explorer/model/stubborn_core.h"

/* The tables, while they are made. */
struct making_commands {
    const struct data_header *image;
    struct stubborn_view *view;
    uint32_t variable_words;  /* of a set of variables */
    uint64_t *reads, *writes; /* [commands * variable_words] */
    uint64_t *guard;          /* [variable_words] */
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

static int conflict(const struct making_commands *making, uint32_t one, uint32_t other) {
    const uint32_t words = making->variable_words;
    const uint64_t *reads = making->reads, *writes = making->writes;
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

static void relate(const struct making_commands *making) {
    const struct data_header *image = making->image;
    const struct stubborn_view *view = making->view;
    const struct data_command *commands = data_commands(image);
    for (uint32_t i = 0; i < view->count; i++) {
        for (uint32_t j = 0; j < view->count; j++) {
            if (conflict(making, i, j) && !guards_exclude(image, &commands[i], &commands[j])) {
                bitset_add(view->conflicts + (uint64_t)i * view->words, j);
            }
        }
    }
    for (uint32_t t = 0; t < image->tests.count; t++) {
        for (uint32_t j = 0; j < view->count; j++) {
            if (can_enable(image, &commands[j], &data_tests(image)[t])) {
                bitset_add(view->enablers + (uint64_t)t * view->words, j);
            }
        }
    }
}

/* --- making --- */

static void describe_commands(const struct making_commands *making, int marks) {
    const struct data_header *image = making->image;
    const struct stubborn_view *view = making->view;
    const uint32_t words = making->variable_words;
    for (uint32_t i = 0; i < view->count; i++) {
        const struct data_command *command = &data_commands(image)[i];
        add_guard(image, command, making->reads + i * words);
        add_branches(image, command, making->reads + i * words, making->writes + i * words);
        view->bad[i] =
            command->branch_count == 0 || !command->certain || (marks && is_marked(image, command));
    }
    for (uint32_t i = 0; i < view->count; i++) {
        for (uint32_t w = 0; w < words; w++) {
            making->guard[w] = 0;
        }
        add_guard(image, &data_commands(image)[i], making->guard);
        for (uint32_t j = 0; j < view->count; j++) {
            if (bitset_intersect(making->guard, making->writes + j * words, words)) {
                bitset_add(view->guard_enablers + (uint64_t)i * view->words, j);
            }
        }
    }
}

static void describe_classes(const struct making_commands *making) {
    const struct data_header *image = making->image;
    for (uint32_t c = 0; c < image->classes.count; c++) {
        const struct data_class *class = &data_classes(image)[c];
        for (uint32_t m = class->members; m < class->members + class->member_count; m++) {
            bitset_add(making->view->members + (uint64_t)c * making->view->words, data_members(image)[m]);
        }
    }
}

/* Lists the roles of each command: counted first, then entered. Returns their number. */
static uint64_t list_roles(const struct making_commands *making, int enters) {
    const struct data_header *image = making->image;
    const struct stubborn_view *view = making->view;
    uint64_t count = 0;
    for (uint32_t r = 0; r < image->rules.count; r++) {
        const struct data_rule *rule = &data_rules(image)[r];
        for (uint32_t i = 0; i < rule->class_count; i++) {
            const struct data_class *class =
                &data_classes(image)[data_rule_classes(image)[rule->classes + i]];
            for (uint32_t m = class->members; m < class->members + class->member_count; m++, count++) {
                const uint32_t command = data_members(image)[m];
                if (enters) {
                    view->roles[view->role_begin[command + 1]++] = (struct stubborn_role){r, i};
                } else {
                    view->role_begin[command + 2]++;
                }
            }
        }
    }
    return count;
}

/* Makes an array of the view. 0 or -1. */
#define MAKE_ARRAY(arena, view, bytes, name, length)                                                         \
    ((bytes)[STUBBORN_ARRAY_##name] = (uint64_t)(length) * sizeof *(view)->name,                             \
     (view)->name = arena_allocate(arena, (bytes)[STUBBORN_ARRAY_##name] + 1),                               \
     (view)->name == NULL ? -1 : 0)

int stubborn_data_create(struct arena *arena, const struct data_header *image, const uint8_t *visible,
                         struct stubborn_view *view, uint64_t *bytes) {
    const uint64_t count = image->commands.count, words = bitset_words(count);
    struct making_commands making = {
        .image = image, .view = view, .variable_words = (uint32_t)bitset_words(image->variables.count)};
    const uint64_t variables = making.variable_words * sizeof(uint64_t);
    view->count = (uint32_t)count;
    view->words = (uint32_t)words;
    making.guard = arena_allocate(arena, variables + 1);
    making.reads = arena_allocate(arena, count * variables + 1);
    making.writes = arena_allocate(arena, count * variables + 1);
    if (making.guard == NULL || making.reads == NULL || making.writes == NULL ||
        MAKE_ARRAY(arena, view, bytes, conflicts, count * words) != 0 ||
        MAKE_ARRAY(arena, view, bytes, enablers, image->tests.count * words) != 0 ||
        MAKE_ARRAY(arena, view, bytes, guard_enablers, count * words) != 0 ||
        MAKE_ARRAY(arena, view, bytes, members, image->classes.count * words) != 0 ||
        MAKE_ARRAY(arena, view, bytes, role_begin, count + 2) != 0 ||
        MAKE_ARRAY(arena, view, bytes, bad, count) != 0 ||
        MAKE_ARRAY(arena, view, bytes, seen, image->rules.count) != 0) {
        return -1;
    }
    const uint64_t roles = list_roles(&making, 0);
    if (MAKE_ARRAY(arena, view, bytes, roles, roles) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) { /* ends of the lists before, one place further on */
        view->role_begin[i + 2] += view->role_begin[i + 1];
    }
    (void)list_roles(&making, 1);
    describe_commands(&making, visible != NULL);
    describe_classes(&making);
    relate(&making);
    for (uint32_t r = 0; r < image->rules.count && visible != NULL; r++) {
        view->seen[r] = visible[data_rules(image)[r].label];
    }
    return 0;
}
