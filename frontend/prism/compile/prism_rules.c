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

#define BITS 64u
#define RULES_MOST (UINT64_C(1) << 22)

/* A rule that is being made: its parts are classes, in the order of modules. */
struct vector {
    uint32_t action;
    uint32_t begin, count; /* in parts */
};

struct rule_maker {
    struct prism_coder *coder;
    uint32_t words;            /* of a set of actions */
    uint32_t *first_class;     /* [module_count] */
    GROWING(uint32_t) actions; /* of classes */
    GROWING(struct vector) vectors;
    GROWING(uint32_t) parts;
    int is_too_large;
};

static int failed(const struct rule_maker *maker) {
    return maker->coder->failed || maker->is_too_large;
}

static void add_vector(struct rule_maker *maker, struct vector vector) {
    struct prism_coder *coder = maker->coder;
    maker->is_too_large |= maker->vectors.count >= RULES_MOST || maker->parts.count >= 16 * RULES_MOST;
    coder->failed |= failed(maker) || GROWING_ADD(coder->memory, maker->vectors, vector) != 0;
}

static void add_part(struct rule_maker *maker, uint32_t part) {
    struct prism_coder *coder = maker->coder;
    coder->failed |= GROWING_ADD(coder->memory, maker->parts, part) != 0;
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
    const struct data_class one = {.members = (uint32_t)builder->members.count, .located = DATA_NONE};
    if (begins) {
        coder->failed |= GROWING_ADD(coder->memory, builder->classes, one) != 0 ||
                         GROWING_ADD(coder->memory, maker->actions, command->action) != 0;
    }
    coder->failed |= failed(maker) || GROWING_ADD(coder->memory, builder->members,
                                                  prism_command_number(coder->model, command)) != 0;
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
    if (module->command_count > 1) {
        sort_items(members, module->command_count, sizeof *members, compare_members);
    }
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
        maker->first_class[i] = (uint32_t)maker->actions.count;
        classes_of(maker, &model->modules[i], first, members);
    }
    memory_free(memory, first, actions * sizeof *first);
    memory_free(memory, members, most * sizeof *members);
}

/* --- vectors of a process, after those that are there --- */

static int is_in(const uint64_t *set, uint32_t action) {
    return action != PRISM_NONE && (set[action / BITS] >> action % BITS & 1);
}

static void include(uint64_t *set, uint32_t action) {
    set[action / BITS] |= UINT64_C(1) << action % BITS;
}

static uint64_t *new_set(struct rule_maker *maker) {
    uint64_t *set = arena_allocate(maker->coder->arena, maker->words * sizeof *set);
    maker->coder->failed |= set == NULL;
    return set;
}

static void vectors_of_module(struct rule_maker *maker, uint32_t module, uint64_t *alphabet) {
    uint32_t end = module + 1 < maker->coder->model->module_count ? maker->first_class[module + 1]
                                                                  : (uint32_t)maker->actions.count;
    for (uint32_t i = maker->first_class[module]; i < end && !failed(maker); i++) {
        add_vector(maker, (struct vector){maker->actions.data[i], (uint32_t)maker->parts.count, 1});
        add_part(maker, i);
        if (maker->actions.data[i] != PRISM_NONE) {
            include(alphabet, maker->actions.data[i]);
        }
    }
}

static int compare_actions(const void *left, const void *right) {
    const struct vector *a = left, *b = right;
    return sort_compare(a->action, b->action);
}

static void add_pair(struct rule_maker *maker, struct vector one, struct vector other) {
    add_vector(maker, (struct vector){one.action, (uint32_t)maker->parts.count, one.count + other.count});
    for (uint32_t k = 0; k < one.count + other.count && !failed(maker); k++) {
        add_part(maker, maker->parts.data[k < one.count ? one.begin + k : other.begin + k - one.count]);
    }
}

/* The first of the vectors begin .. end-1, sorted by action, that has this action or a later one. */
static uint64_t first_of(const struct rule_maker *maker, uint64_t begin, uint64_t end, uint32_t action) {
    while (begin < end) {
        const uint64_t middle = begin + (end - begin) / 2;
        if (maker->vectors.data[middle].action < action) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/* Vectors left .. right-1 and right .. of two sides become those of both, in any order. */
static void join_vectors(struct rule_maker *maker, uint64_t left, uint64_t right, const uint64_t *common) {
    const uint64_t end = maker->vectors.count;
    if (!failed(maker) && end - right > 1) {
        qsort(&maker->vectors.data[right], end - right, sizeof *maker->vectors.data, compare_actions);
    }
    for (uint64_t i = left; i < end && !failed(maker); i++) {
        const struct vector one = maker->vectors.data[i];
        const int is_common = is_in(common, one.action);
        if (!is_common) {
            add_vector(maker, one);
        }
        for (uint64_t j = is_common && i < right ? first_of(maker, right, end, one.action) : end;
             j < end && maker->vectors.data[j].action == one.action && !failed(maker); j++) {
            add_pair(maker, one, maker->vectors.data[j]);
        }
    }
    if (!failed(maker)) {
        uint64_t count = maker->vectors.count - end;
        if (count > 0) {
            memmove(&maker->vectors.data[left], &maker->vectors.data[end],
                    count * sizeof *maker->vectors.data);
        }
        maker->vectors.count = left + count;
    }
}

static void relabel(struct rule_maker *maker, const struct prism_process *process, uint64_t begin,
                    uint64_t *alphabet) {
    uint64_t *before = new_set(maker);
    if (failed(maker)) {
        return;
    }
    memcpy(before, alphabet, maker->words * sizeof *before);
    memset(alphabet, 0, maker->words * sizeof *alphabet);
    for (uint32_t action = 0; action < maker->coder->model->action_count; action++) {
        uint32_t shown = action;
        for (uint32_t i = 0; i < process->renaming_count; i++) {
            shown = process->from[i] == action ? process->to[i] : shown;
        }
        for (uint32_t i = 0; i < process->name_count; i++) {
            shown = process->actions[i] == action ? PRISM_NONE : shown;
        }
        if (is_in(before, action) && shown != PRISM_NONE) {
            include(alphabet, shown);
        }
        for (uint64_t i = begin; i < maker->vectors.count && shown != action; i++) {
            /* Marked, so that no vector is relabelled twice. */
            struct vector *vector = &maker->vectors.data[i];
            if (vector->action == action && (vector->count & UINT32_C(1) << 31) == 0) {
                vector->action = shown;
                vector->count |= UINT32_C(1) << 31;
            }
        }
    }
    for (uint64_t i = begin; i < maker->vectors.count; i++) {
        maker->vectors.data[i].count &= ~(UINT32_C(1) << 31);
    }
}

static void vectors_of(struct rule_maker *maker, const struct prism_process *process, uint64_t *alphabet) {
    uint64_t begin = maker->vectors.count;
    if (process->kind == PRISM_PROCESS_MODULE) {
        vectors_of_module(maker, process->module, alphabet);
        return;
    }
    for (uint32_t i = 0; i < process->child_count && !failed(maker); i++) {
        uint64_t right = maker->vectors.count;
        uint64_t *other = new_set(maker), *common = new_set(maker);
        if (failed(maker)) {
            return;
        }
        vectors_of(maker, process->children[i], other);
        for (uint32_t word = 0; word < maker->words; word++) {
            common[word] = process->kind == PRISM_PROCESS_PARALLEL ? alphabet[word] & other[word] : 0;
            alphabet[word] |= other[word];
        }
        for (uint32_t j = 0; j < process->name_count && process->kind == PRISM_PROCESS_SYNCHRONISED; j++) {
            include(common, process->actions[j]);
        }
        if (i > 0) {
            join_vectors(maker, begin, right, common);
        }
    }
    if (process->kind == PRISM_PROCESS_HIDE || process->kind == PRISM_PROCESS_RENAME) {
        relabel(maker, process, begin, alphabet);
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
    for (uint64_t i = 0; i < maker->vectors.count; i++) {
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

int prism_code_rules(struct prism_coder *coder, struct error *error) {
    struct rule_maker maker = {.coder = coder, .words = (coder->model->action_count + BITS - 1) / BITS};
    maker.first_class = arena_allocate(coder->arena, coder->model->module_count * sizeof *maker.first_class);
    uint64_t *alphabet = new_set(&maker);
    if (maker.first_class != NULL && alphabet != NULL) {
        make_classes(&maker);
        vectors_of(&maker, coder->model->system, alphabet);
    }
    if (!failed(&maker)) {
        make_rules(&maker);
    }
    GROWING_FREE(coder->memory, maker.actions);
    GROWING_FREE(coder->memory, maker.vectors);
    GROWING_FREE(coder->memory, maker.parts);
    if (maker.is_too_large) {
        return error_set(error, ERROR_LIMIT, "the system has more than %llu synchronisations of modules",
                         (unsigned long long)RULES_MOST);
    }
    return coder->failed || maker.first_class == NULL ? error_memory(error, "to compile the model") : 0;
}
