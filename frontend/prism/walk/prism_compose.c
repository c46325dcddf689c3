/*
 * Which enabled commands happen together, by the operators between modules: lists of combinations on a stack,
 * the results of a process above those of the processes before it.
 */
#include <string.h>

#include "base/error.h"
#include "frontend/prism/walk/prism_walk_internal.h"

#define BITS 64u

static int has_action(const uint64_t *set, uint32_t action) {
    return action != PRISM_NONE && (set[action / BITS] >> action % BITS & 1);
}

static void add_action(uint64_t *set, uint32_t action) {
    set[action / BITS] |= UINT64_C(1) << action % BITS;
}

/* --- alphabets --- */

static void add_module(const prism_walk *walk, struct walk_process *process) {
    const struct prism_module *module = &walk->model->modules[process->process->module];
    for (uint32_t i = 0; i < module->command_count; i++) {
        if (module->commands[i].action != PRISM_NONE) {
            add_action(process->alphabet, module->commands[i].action);
        }
    }
}

/* What the operator does together, and the actions that it shows. */
static void add_children(const prism_walk *walk, struct walk_process *process) {
    const struct prism_process *written = process->process;
    for (uint32_t i = 0; i < process->child_count; i++) {
        for (uint32_t word = 0; word < walk->action_words; word++) {
            if (written->kind == PRISM_PROCESS_PARALLEL) {
                process->common[i][word] = process->alphabet[word] & process->children[i]->alphabet[word];
            }
            process->alphabet[word] |= process->children[i]->alphabet[word];
        }
        for (uint32_t j = 0; j < written->name_count && written->kind == PRISM_PROCESS_SYNCHRONISED; j++) {
            add_action(process->common[i], written->actions[j]);
        }
    }
    for (uint32_t i = 0; i < written->name_count && written->kind == PRISM_PROCESS_HIDE; i++) {
        process->alphabet[written->actions[i] / BITS] &= ~(UINT64_C(1) << written->actions[i] % BITS);
    }
    if (written->kind == PRISM_PROCESS_RENAME) {
        memset(process->alphabet, 0, walk->action_words * sizeof *process->alphabet);
        for (uint32_t action = 0; action < walk->model->action_count; action++) {
            if (has_action(process->children[0]->alphabet, action)) {
                uint32_t shown = action;
                for (uint32_t i = 0; i < written->renaming_count; i++) {
                    shown = written->from[i] == action ? written->to[i] : shown;
                }
                add_action(process->alphabet, shown);
            }
        }
    }
}

struct walk_process *walk_process_create(prism_walk *walk, const struct prism_process *written,
                                         struct error *error) {
    uint64_t bytes = walk->action_words * sizeof(uint64_t);
    struct walk_process *process = arena_allocate(walk->arena, sizeof *process);
    uint64_t *alphabet = arena_allocate(walk->arena, bytes);
    struct walk_process **children = arena_allocate(walk->arena, written->child_count * sizeof *children);
    uint64_t **common = arena_allocate(walk->arena, written->child_count * sizeof *common);
    if (process == NULL || alphabet == NULL || children == NULL || common == NULL) {
        walk_memory(walk, error);
        return NULL;
    }
    *process = (struct walk_process){written, children, written->child_count, alphabet, common};
    if (written->kind == PRISM_PROCESS_MODULE) {
        add_module(walk, process);
        return process;
    }
    for (uint32_t i = 0; i < written->child_count; i++) {
        children[i] = walk_process_create(walk, written->children[i], error);
        common[i] = arena_allocate(walk->arena, bytes);
        if (children[i] == NULL || common[i] == NULL) {
            return children[i] == NULL ? NULL : (walk_memory(walk, error), NULL);
        }
    }
    add_children(walk, process);
    return process;
}

/* --- combinations --- */

static int compose_module(prism_walk *walk, uint32_t module) {
    for (uint64_t i = walk->enabled_begin[module]; i < walk->enabled_begin[module + 1]; i++) {
        const struct prism_command *command = walk->enabled.data[i];
        struct joint_commands one = {command->action, walk->members.count, 1};
        if (WALK_PUSH(walk, members, command) != 0 || WALK_PUSH(walk, combinations, one) != 0) {
            return -1;
        }
    }
    return 0;
}

static int push_pair(prism_walk *walk, const struct joint_commands *left,
                     const struct joint_commands *right) {
    struct joint_commands pair = {left->action, walk->members.count, left->count + right->count};
    const struct joint_commands parts[] = {*left, *right};
    for (size_t k = 0; k < LENGTH(parts); k++) {
        for (uint32_t i = 0; i < parts[k].count; i++) {
            const struct prism_command *member = walk->members.data[parts[k].begin + i];
            if (WALK_PUSH(walk, members, member) != 0) {
                return -1;
            }
        }
    }
    return WALK_PUSH(walk, combinations, pair);
}

/*
 * The combinations left .. right-1 of one side and right .. of the other become those of both: each pair of a
 * common action, and all others alone.
 */
static int join_combinations(prism_walk *walk, uint64_t left, uint64_t right, const uint64_t *common) {
    uint64_t end = walk->combinations.count;
    for (uint64_t i = left; i < end; i++) {
        const struct joint_commands one = walk->combinations.data[i];
        if (!has_action(common, one.action) && WALK_PUSH(walk, combinations, one) != 0) {
            return -1;
        }
    }
    for (uint64_t i = left; i < right; i++) {
        for (uint64_t j = right; j < end; j++) {
            if (walk_ask(walk, 1) != 0) {
                return -1;
            }
            const struct joint_commands a = walk->combinations.data[i], b = walk->combinations.data[j];
            if (a.action == b.action && has_action(common, a.action) && push_pair(walk, &a, &b) != 0) {
                return -1;
            }
        }
    }
    uint64_t count = walk->combinations.count - end;
    if (count > 0) {
        memmove(&walk->combinations.data[left], &walk->combinations.data[end],
                count * sizeof *walk->combinations.data);
    }
    walk->combinations.count = left + count;
    return 0;
}

static int show_actions(prism_walk *walk, const struct prism_process *process, uint64_t begin) {
    for (uint64_t i = begin; i < walk->combinations.count; i++) {
        struct joint_commands *one = &walk->combinations.data[i];
        if (walk_ask(walk, 1 + (uint64_t)process->name_count + process->renaming_count) != 0) {
            return -1;
        }
        for (uint32_t j = 0; j < process->name_count && process->kind == PRISM_PROCESS_HIDE; j++) {
            if (one->action == process->actions[j]) {
                one->action = PRISM_NONE;
                break;
            }
        }
        for (uint32_t j = 0; j < process->renaming_count; j++) {
            if (one->action == process->from[j]) {
                one->action = process->to[j];
                break;
            }
        }
    }
    return 0;
}

int walk_compose(prism_walk *walk, const struct walk_process *process) {
    uint64_t begin = walk->combinations.count;
    if (process->process->kind == PRISM_PROCESS_MODULE) {
        return compose_module(walk, process->process->module);
    }
    for (uint32_t i = 0; i < process->child_count; i++) {
        uint64_t right = walk->combinations.count;
        if (walk_compose(walk, process->children[i]) != 0 ||
            (i > 0 && join_combinations(walk, begin, right, process->common[i]) != 0)) {
            return -1;
        }
    }
    return show_actions(walk, process->process, begin);
}

/* --- what can happen at all --- */

/* Enables the first command of each action in each module. */
static int enable_actions(prism_walk *walk) {
    const struct prism_model *model = walk->model;
    const uint64_t slots = (uint64_t)model->action_count + 1; /* the last: without action */
    uint32_t *last_module = memory_allocate_array(walk->memory, slots, sizeof *last_module);
    int failed = last_module == NULL;
    for (uint64_t i = 0; i < slots && !failed; i++) {
        last_module[i] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < model->module_count && !failed; i++) {
        walk->enabled_begin[i] = walk->enabled.count;
        for (uint32_t j = 0; j < model->modules[i].command_count && !failed; j++) {
            const struct prism_command *command = &model->modules[i].commands[j];
            const uint64_t slot = command->action == PRISM_NONE ? slots - 1 : command->action;
            failed = last_module[slot] != i && WALK_PUSH(walk, enabled, command) != 0;
            last_module[slot] = i;
        }
    }
    walk->enabled_begin[model->module_count] = walk->enabled.count;
    memory_free(walk->memory, last_module, slots * sizeof *last_module);
    return failed ? -1 : 0;
}

int prism_walk_actions(prism_walk *walk, uint8_t *occurs, struct error *error) {
    uint32_t actions = walk->model->action_count;
    walk->enabled.count = walk->combinations.count = walk->members.count = 0;
    if (enable_actions(walk) != 0 || walk_compose(walk, walk->system) != 0) {
        return walk_memory(walk, error);
    }
    memset(occurs, 0, (uint64_t)actions + 1);
    for (uint64_t i = 0; i < walk->combinations.count; i++) {
        uint32_t action = walk->combinations.data[i].action;
        occurs[action == PRISM_NONE ? actions : action] = 1;
    }
    return 0;
}
