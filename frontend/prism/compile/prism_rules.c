/*
 * The operators between modules, as rules: each says which actions of which modules happen together, and what
 * action remains. The commands of a module with one action are a class.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "frontend/prism/compile/prism_code.h"

#define RULES_MOST (UINT64_C(1) << 22)
#define PARTS_MOST (UINT64_C(1) << 26)

/* A rule that is being made: its parts are classes, in the order of modules. */
struct vector {
    uint32_t action;
    uint32_t begin, count; /* in parts */
    uint32_t child;        /* of the process that is being made: where it comes from */
};

/* An action that a process has, in a command that may never be enabled. */
struct letter {
    uint32_t action, child;
};

/* The vectors of one child with one action. */
struct side {
    uint64_t begin, end, at; /* in vectors */
};

struct rule_maker {
    struct prism_coder *coder;
    uint32_t *first_class;     /* [module_count] */
    uint32_t *needed;          /* [action_count]: how many children do the action together; 1 between uses */
    uint32_t *shown;           /* [action_count]: what becomes of the action; itself between uses */
    GROWING(uint32_t) actions; /* of classes */
    /* Stacks: what belongs to a process is above what belongs to those before it. */
    GROWING(struct vector) vectors;
    GROWING(uint32_t) parts;
    GROWING(struct letter) letters;
    GROWING(struct side) sides;
    uint64_t vectors_below, parts_below; /* those of the children of a process while its own are made */
    const char *excess;                  /* what there is too much of, or NULL */
    uint64_t most;
};

static int failed(const struct rule_maker *maker) {
    return maker->coder->failed || maker->excess != NULL;
}

static void check_room(struct rule_maker *maker, uint64_t vectors) {
    if (maker->vectors.count - maker->vectors_below + vectors > RULES_MOST) {
        maker->excess = "synchronisations of modules";
        maker->most = RULES_MOST;
    }
}

static void add_vector(struct rule_maker *maker, struct vector vector) {
    struct prism_coder *coder = maker->coder;
    check_room(maker, 1);
    coder->failed |= failed(maker) || GROWING_ADD(coder->memory, maker->vectors, vector) != 0;
    prism_code_ask(coder);
}

static void add_part(struct rule_maker *maker, uint32_t part) {
    struct prism_coder *coder = maker->coder;
    if (maker->parts.count - maker->parts_below >= PARTS_MOST || maker->parts.count == UINT32_MAX) {
        maker->excess = "parts of synchronisations, one for each module that takes part";
        maker->most = PARTS_MOST;
    }
    coder->failed |= failed(maker) || GROWING_ADD(coder->memory, maker->parts, part) != 0;
    prism_code_ask(coder);
}

/* --- classes --- */

/* A command of a module, to be sorted by where its action occurs first. */
struct member {
    uint32_t first, command; /* the first command with this action; this one */
};

static int compare_members(const void *left, const void *right) {
    const struct member *a = left, *b = right;
    return a->first != b->first ? sort_compare(a->first, b->first) : sort_compare(a->command, b->command);
}

static void add_member(struct rule_maker *maker, const struct prism_command *command, int begins) {
    struct prism_coder *coder = maker->coder;
    struct data_builder *builder = &coder->builder;
    const struct data_class one = {
        .members = (uint32_t)builder->members.count, .located = DATA_NONE, .process = command->module};
    if (begins) {
        coder->failed |= GROWING_ADD(coder->memory, builder->classes, one) != 0 ||
                         GROWING_ADD(coder->memory, maker->actions, command->action) != 0;
    }
    coder->failed |= failed(maker) ||
                     GROWING_ADD(coder->memory, builder->members, prism_command_number(coder, command)) != 0;
    if (!failed(maker)) {
        builder->classes.data[builder->classes.count - 1].member_count++;
    }
}

/* The classes of a module, in the order in which their actions occur. first: room for a number for each
 * action and, at the end, one for commands without an action. */
static void classes_of(struct rule_maker *maker, const struct prism_module *module, uint32_t *first,
                       struct member *members) {
    const uint32_t actions = maker->coder->model->action_count;
    for (uint32_t i = 0; i < module->command_count; i++) {
        const uint32_t action = module->commands[i].action;
        first[action == PRISM_NONE ? actions : action] = PRISM_NONE;
    }
    for (uint32_t i = 0; i < module->command_count; i++) {
        const uint32_t action = module->commands[i].action;
        uint32_t *place = &first[action == PRISM_NONE ? actions : action];
        *place = *place == PRISM_NONE ? i : *place;
        members[i] = (struct member){*place, i};
    }
    sort_items(members, module->command_count, sizeof *members, compare_members);
    for (uint32_t i = 0; i < module->command_count && !failed(maker); i++) {
        add_member(maker, &module->commands[members[i].command],
                   i == 0 || members[i].first != members[i - 1].first);
    }
}

static void make_classes(struct rule_maker *maker) {
    const struct prism_model *model = maker->coder->model;
    struct memory *memory = maker->coder->memory;
    uint64_t most = 1;
    for (uint32_t i = 0; i < model->module_count; i++) {
        most = model->modules[i].command_count > most ? model->modules[i].command_count : most;
    }
    const uint64_t actions = (uint64_t)model->action_count + 1;
    uint32_t *first = memory_allocate_array(memory, actions, sizeof *first);
    struct member *members = memory_allocate_array(memory, most, sizeof *members);
    maker->coder->failed |= first == NULL || members == NULL;
    for (uint32_t i = 0; i < model->module_count && !failed(maker); i++) {
        prism_code_ask(maker->coder);
        maker->first_class[i] = (uint32_t)maker->actions.count;
        classes_of(maker, &model->modules[i], first, members);
    }
    memory_free(memory, first, actions * sizeof *first);
    memory_free(memory, members, most * sizeof *members);
}

/* --- vectors and letters of a process, after those that are there --- */

static void add_letter(struct rule_maker *maker, uint32_t action) {
    struct prism_coder *coder = maker->coder;
    const struct letter letter = {action, 0};
    coder->failed |= action != PRISM_NONE && GROWING_ADD(coder->memory, maker->letters, letter) != 0;
}

static void vectors_of_module(struct rule_maker *maker, uint32_t module) {
    uint32_t end = module + 1 < maker->coder->model->module_count ? maker->first_class[module + 1]
                                                                  : (uint32_t)maker->actions.count;
    for (uint32_t i = maker->first_class[module]; i < end && !failed(maker); i++) {
        add_vector(maker, (struct vector){maker->actions.data[i], (uint32_t)maker->parts.count, 1, 0});
        add_part(maker, i);
        add_letter(maker, maker->actions.data[i]);
    }
}

static int compare_letters(const void *left, const void *right) {
    const struct letter *a = left, *b = right;
    return a->action != b->action ? sort_compare(a->action, b->action) : sort_compare(a->child, b->child);
}

static int compare_sides(const void *left, const void *right) {
    const struct vector *a = left, *b = right;
    return a->action != b->action ? sort_compare(a->action, b->action)
           : a->child != b->child ? sort_compare(a->child, b->child)
                                  : sort_compare(a->begin, b->begin);
}

/* Keeps one letter for each action. How many children do it together, where all that have it do: to `needed`.
 */
static void join_letters(struct rule_maker *maker, const struct prism_process *process, uint64_t begin) {
    struct letter *letters = maker->letters.data;
    const uint64_t end = maker->letters.count;
    uint64_t kept = begin;
    sort_items(letters + begin, end - begin, sizeof *letters, compare_letters);
    for (uint64_t i = begin; i < end; i++) {
        const int is_new = i == begin || letters[i].action != letters[i - 1].action;
        if (!is_new && letters[i].child != letters[i - 1].child && process->kind == PRISM_PROCESS_PARALLEL) {
            maker->needed[letters[i].action]++;
        }
        if (is_new) {
            letters[kept++] = letters[i];
        }
    }
    maker->letters.count = kept;
}

/* A copy of a vector's parts, at the end. */
static void copy_parts(struct rule_maker *maker, const struct vector *vector) {
    const uint32_t begin = vector->begin, count = vector->count;
    for (uint32_t i = 0; i < count && !failed(maker); i++) {
        add_part(maker, maker->parts.data[begin + i]);
    }
}

/* Goes to the next choice of a vector from each side: 1, or 0 after the last one. */
static int next_choice(struct rule_maker *maker) {
    for (uint64_t i = maker->sides.count; i-- > 0;) {
        struct side *side = &maker->sides.data[i];
        if (++side->at < side->end) {
            return 1;
        }
        side->at = side->begin;
    }
    return 0;
}

/* Adds a vector for each choice of a vector from each child, of begin .. end-1, which have one action and are
 * sorted by child; none if a child that is needed has none. */
static void add_products(struct rule_maker *maker, uint64_t begin, uint64_t end, uint32_t needed) {
    struct prism_coder *coder = maker->coder;
    uint64_t products = 1;
    maker->sides.count = 0;
    for (uint64_t i = begin; i < end && !coder->failed; i++) {
        if (i == begin || maker->vectors.data[i].child != maker->vectors.data[i - 1].child) {
            const struct side side = {i, i + 1, i};
            coder->failed |= GROWING_ADD(coder->memory, maker->sides, side) != 0;
        } else {
            maker->sides.data[maker->sides.count - 1].end = i + 1;
        }
    }
    if (coder->failed || maker->sides.count < needed) {
        return;
    }
    for (uint64_t i = 0; i < maker->sides.count && products <= RULES_MOST; i++) {
        products *= maker->sides.data[i].end - maker->sides.data[i].begin;
    }
    check_room(maker, products);
    while (!failed(maker)) {
        struct vector joint = {.action = maker->vectors.data[begin].action,
                               .begin = (uint32_t)maker->parts.count};
        for (uint64_t i = 0; i < maker->sides.count && !failed(maker); i++) {
            copy_parts(maker, &maker->vectors.data[maker->sides.data[i].at]);
        }
        joint.count = (uint32_t)(maker->parts.count - joint.begin);
        add_vector(maker, joint);
        if (!next_choice(maker)) {
            return;
        }
    }
}

/* The vectors of the children, from `begin` on, become those of the process; their parts are from `parts` on.
 */
static void join_vectors(struct rule_maker *maker, uint64_t begin, uint64_t parts) {
    const uint64_t end = maker->vectors.count, parts_end = maker->parts.count;
    sort_items(maker->vectors.data + begin, end - begin, sizeof *maker->vectors.data, compare_sides);
    maker->vectors_below = end;
    maker->parts_below = parts_end;
    for (uint64_t i = begin, next; i < end && !failed(maker); i = next) {
        const uint32_t action = maker->vectors.data[i].action;
        const uint32_t needed = action == PRISM_NONE ? 1 : maker->needed[action];
        for (next = i + 1; needed > 1 && next < end && maker->vectors.data[next].action == action;) {
            next++;
        }
        add_products(maker, i, next, needed);
    }
    if (failed(maker)) {
        return;
    }
    maker->vectors_below = maker->parts_below = 0;
    const uint64_t count = maker->vectors.count - end, part_count = maker->parts.count - parts_end;
    for (uint64_t i = 0; i < count; i++) {
        maker->vectors.data[begin + i] = maker->vectors.data[end + i];
        maker->vectors.data[begin + i].begin -= (uint32_t)(parts_end - parts);
    }
    maker->vectors.count = begin + count;
    if (part_count > 0) {
        memmove(maker->parts.data + parts, maker->parts.data + parts_end,
                part_count * sizeof *maker->parts.data);
    }
    maker->parts.count = parts + part_count;
}

/* What is above these numbers of elements belongs to the children. */
static void join(struct rule_maker *maker, const struct prism_process *process, uint64_t vectors,
                 uint64_t parts, uint64_t letters) {
    const uint32_t listed = process->kind == PRISM_PROCESS_SYNCHRONISED ? process->name_count : 0;
    for (uint32_t i = 0; i < listed; i++) {
        maker->needed[process->actions[i]] = process->child_count;
    }
    join_letters(maker, process, letters);
    join_vectors(maker, vectors, parts);
    for (uint32_t i = 0; i < listed; i++) {
        maker->needed[process->actions[i]] = 1;
    }
    for (uint64_t i = letters; i < maker->letters.count; i++) {
        maker->needed[maker->letters.data[i].action] = 1;
    }
}

static void relabel(struct rule_maker *maker, const struct prism_process *process, uint64_t vectors,
                    uint64_t letters) {
    uint64_t kept = letters;
    for (uint32_t i = 0; i < process->renaming_count; i++) {
        maker->shown[process->from[i]] = process->to[i];
    }
    for (uint32_t i = 0; i < process->name_count; i++) {
        maker->shown[process->actions[i]] = PRISM_NONE;
    }
    for (uint64_t i = vectors; i < maker->vectors.count; i++) {
        const uint32_t action = maker->vectors.data[i].action;
        maker->vectors.data[i].action = action == PRISM_NONE ? PRISM_NONE : maker->shown[action];
    }
    for (uint64_t i = letters; i < maker->letters.count; i++) {
        const uint32_t shown = maker->shown[maker->letters.data[i].action];
        if (shown != PRISM_NONE) {
            maker->letters.data[kept++].action = shown;
        }
    }
    maker->letters.count = kept;
    for (uint32_t i = 0; i < process->renaming_count; i++) {
        maker->shown[process->from[i]] = process->from[i];
    }
    for (uint32_t i = 0; i < process->name_count; i++) {
        maker->shown[process->actions[i]] = process->actions[i];
    }
}

static void vectors_of(struct rule_maker *maker, const struct prism_process *process) {
    const uint64_t vectors = maker->vectors.count, parts = maker->parts.count, letters = maker->letters.count;
    if (process->kind == PRISM_PROCESS_MODULE) {
        vectors_of_module(maker, process->module);
        return;
    }
    for (uint32_t i = 0; i < process->child_count && !failed(maker); i++) {
        uint64_t vector = maker->vectors.count, letter = maker->letters.count;
        vectors_of(maker, process->children[i]);
        for (; vector < maker->vectors.count; vector++) {
            maker->vectors.data[vector].child = i;
        }
        for (; letter < maker->letters.count; letter++) {
            maker->letters.data[letter].child = i;
        }
    }
    if (!failed(maker) && process->child_count > 1) {
        join(maker, process, vectors, parts, letters);
    }
    if (!failed(maker) && (process->kind == PRISM_PROCESS_HIDE || process->kind == PRISM_PROCESS_RENAME)) {
        relabel(maker, process, vectors, letters);
    }
}

/* --- rules --- */

static int compare_parts(const void *left, const void *right) {
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Without action first, as PRISM_NONE + 1 is 0. */
static int compare_vectors(const void *left, const void *right, void *context) {
    const struct rule_maker *maker = context;
    const struct vector *a = left, *b = right;
    if (a->action != b->action) {
        return a->action + 1 < b->action + 1 ? -1 : 1;
    }
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        int order = compare_parts(&maker->parts.data[a->begin + i], &maker->parts.data[b->begin + i]);
        if (order != 0) {
            return order;
        }
    }
    return (a->count > b->count) - (a->count < b->count);
}

static void make_rules(struct rule_maker *maker) {
    struct prism_coder *coder = maker->coder;
    struct data_builder *builder = &coder->builder;
    for (uint64_t i = 0; i < maker->vectors.count && !coder->failed; i++) {
        prism_code_ask(coder);
        qsort(&maker->parts.data[maker->vectors.data[i].begin], maker->vectors.data[i].count,
              sizeof *maker->parts.data, compare_parts);
    }
    if (maker->vectors.count > 1) {
        qsort_r(maker->vectors.data, maker->vectors.count, sizeof *maker->vectors.data, compare_vectors,
                maker);
    }
    for (uint64_t i = 0; i < maker->vectors.count && !coder->failed; i++) {
        const struct vector *one = &maker->vectors.data[i];
        struct data_rule rule = {.action = one->action,
                                 .classes = (uint32_t)builder->rule_classes.count,
                                 .class_count = one->count};
        coder->failed |= GROWING_ADD(coder->memory, builder->rules, rule) != 0;
        for (uint32_t j = 0; j < one->count; j++) {
            coder->failed |=
                GROWING_ADD(coder->memory, builder->rule_classes, maker->parts.data[one->begin + j]) != 0;
        }
    }
}

static void make_all(struct rule_maker *maker) {
    const struct prism_model *model = maker->coder->model;
    arena *arena = maker->coder->arena;
    maker->first_class = arena_allocate(arena, model->module_count * sizeof *maker->first_class);
    maker->needed = arena_allocate(arena, model->action_count * sizeof *maker->needed);
    maker->shown = arena_allocate(arena, model->action_count * sizeof *maker->shown);
    if (arena_failed(arena)) {
        maker->coder->failed = 1;
        return;
    }
    for (uint32_t i = 0; i < model->action_count; i++) {
        maker->needed[i] = 1;
        maker->shown[i] = i;
    }
    make_classes(maker);
    vectors_of(maker, model->system);
    if (!failed(maker)) {
        make_rules(maker);
    }
}

int prism_code_rules(struct prism_coder *coder, struct error *error) {
    struct rule_maker maker = {.coder = coder};
    make_all(&maker);
    GROWING_FREE(coder->memory, maker.actions);
    GROWING_FREE(coder->memory, maker.vectors);
    GROWING_FREE(coder->memory, maker.parts);
    GROWING_FREE(coder->memory, maker.letters);
    GROWING_FREE(coder->memory, maker.sides);
    if (maker.excess != NULL) {
        return error_in(error, ERROR_LIMIT, coder->model->path, "the system has more than %llu %s",
                        (unsigned long long)maker.most, maker.excess);
    }
    return coder->failed ? prism_code_failure(coder, error) : 0;
}
