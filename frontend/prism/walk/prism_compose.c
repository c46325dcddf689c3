/*
 * Which enabled commands happen together, by the operators between modules: lists of combinations on a stack,
 * the results of a process above those of the processes before it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/long_sort.h"
#include "base/run.h"
#include "base/sort.h"
#include "frontend/prism/walk/prism_walk_internal.h"

/* --- alphabets --- */

static int compare_shown(const void *left, const void *right) {
    const struct walk_shown *a = left, *b = right;
    return sort_compare(a->from, b->from);
}

/* What becomes of an action. */
static uint32_t show_action(const struct walk_process *process, uint32_t action) {
    const struct walk_shown key = {action, PRISM_NONE};
    const struct walk_shown *found =
        process->shown_count == 0
            ? NULL
            : bsearch(&key, process->shown, process->shown_count, sizeof key, compare_shown);
    return found == NULL ? action : found->to;
}

/* An action that a child of a process has, in a command that may never be enabled. */
struct letter {
    uint32_t action, child;
};
struct letters {
    prism_walk *walk;
    GROWING(struct letter) list; /* those of a process are above those of the processes before it */
};

static int compare_letters(const void *left, const void *right) {
    const struct letter *a = left, *b = right;
    return a->action != b->action ? sort_compare(a->action, b->action) : sort_compare(a->child, b->child);
}

static int compare_needs(const void *left, const void *right) {
    const struct walk_need *a = left, *b = right;
    return sort_compare(a->action, b->action);
}

static int add_module(struct letters *letters, uint32_t number) {
    const struct prism_module *module = &letters->walk->model->modules[number];
    int failed = 0;
    for (uint32_t i = 0; i < module->command_count && !failed; i++) {
        const struct letter letter = {module->commands[i].action, 0};
        failed =
            letter.action != PRISM_NONE && GROWING_ADD(letters->walk->memory, letters->list, letter) != 0;
    }
    return failed ? -1 : 0;
}

/* The actions that several children do together, and how many; keeps one letter for each action. */
static int join_letters(struct letters *letters, struct walk_process *process, uint64_t begin) {
    const struct prism_process *written = process->process;
    struct letter *list = letters->list.data;
    const uint64_t count = letters->list.count - begin;
    uint64_t kept = begin;
    process->needs =
        arena_allocate(letters->walk->arena, (count + written->name_count) * sizeof *process->needs);
    if (process->needs == NULL) {
        return -1;
    }
    sort_items(list + begin, count, sizeof *list, compare_letters);
    for (uint64_t i = begin, next; i < begin + count; i = next) {
        struct walk_need need = {list[i].action, 1};
        for (next = i + 1; next < begin + count && list[next].action == need.action; next++) {
            need.children += list[next].child != list[next - 1].child;
        }
        list[kept++] = list[i];
        if (written->kind == PRISM_PROCESS_PARALLEL && need.children > 1) {
            process->needs[process->need_count++] = need;
        }
    }
    letters->list.count = kept;
    for (uint32_t i = 0; i < written->name_count && written->kind == PRISM_PROCESS_SYNCHRONISED; i++) {
        process->needs[process->need_count++] = (struct walk_need){written->actions[i], written->child_count};
    }
    sort_items(process->needs, process->need_count, sizeof *process->needs, compare_needs);
    return 0;
}

/* What becomes of the actions that a process hides or renames. */
static int add_shown(prism_walk *walk, struct walk_process *process) {
    const struct prism_process *written = process->process;
    const uint32_t hidden = written->kind == PRISM_PROCESS_HIDE ? written->name_count : 0;
    process->shown =
        arena_allocate(walk->arena, ((uint64_t)hidden + written->renaming_count) * sizeof *process->shown);
    if (process->shown == NULL) {
        return -1;
    }
    for (uint32_t i = 0; i < hidden; i++) {
        process->shown[process->shown_count++] = (struct walk_shown){written->actions[i], PRISM_NONE};
    }
    for (uint32_t i = 0; i < written->renaming_count; i++) {
        process->shown[process->shown_count++] = (struct walk_shown){written->from[i], written->to[i]};
    }
    sort_items(process->shown, process->shown_count, sizeof *process->shown, compare_shown);
    return 0;
}

static int fill(struct letters *letters, struct walk_process *process) {
    const struct prism_process *written = process->process;
    prism_walk *walk = letters->walk;
    const uint64_t begin = letters->list.count;
    if (walk_ask(walk, 16) != 0) {
        return -1;
    }
    if (written->kind == PRISM_PROCESS_MODULE) {
        return add_module(letters, written->module);
    }
    process->children = arena_allocate(walk->arena, written->child_count * sizeof *process->children);
    for (uint32_t i = 0; i < written->child_count && process->children != NULL; i++) {
        uint64_t letter = letters->list.count;
        process->children[i].process = written->children[i];
        if (fill(letters, &process->children[i]) != 0) {
            return -1;
        }
        for (; letter < letters->list.count; letter++) {
            letters->list.data[letter].child = i;
        }
    }
    if (process->children == NULL || join_letters(letters, process, begin) != 0 ||
        add_shown(walk, process) != 0) {
        return -1;
    }
    uint64_t kept = begin;
    for (uint64_t i = begin; i < letters->list.count; i++) {
        const uint32_t shown = show_action(process, letters->list.data[i].action);
        if (shown != PRISM_NONE) {
            letters->list.data[kept++].action = shown;
        }
    }
    letters->list.count = kept;
    return 0;
}

struct walk_process *walk_process_create(prism_walk *walk, const struct prism_process *written,
                                         struct error *error) {
    struct letters letters = {.walk = walk};
    struct walk_process *process = arena_allocate(walk->arena, sizeof *process);
    if (process != NULL) {
        process->process = written;
    }
    const int failed = process == NULL || fill(&letters, process) != 0;
    GROWING_FREE(walk->memory, letters.list);
    if (failed) {
        walk_memory(walk, error);
        return NULL;
    }
    return process;
}

/* --- combinations --- */

static int compose_module(prism_walk *walk, uint32_t module) {
    for (uint64_t i = walk->enabled_begin[module]; i < walk->enabled_begin[module + 1]; i++) {
        const struct prism_command *command = walk->enabled.data[i];
        struct joint_commands one = {command->action, walk->members.count, 1, 0};
        if (WALK_PUSH(walk, members, command) != 0 || WALK_PUSH(walk, combinations, one) != 0) {
            return -1;
        }
    }
    return 0;
}

/* How many children do the action together; 1 for one that each does alone. */
static uint32_t children_needed(const struct walk_process *process, uint32_t action) {
    const struct walk_need key = {action, 0};
    const struct walk_need *found =
        process->need_count == 0
            ? NULL
            : bsearch(&key, process->needs, process->need_count, sizeof key, compare_needs);
    return found == NULL ? 1 : found->children;
}

static int compare_sides(const void *left, const void *right, void *context) {
    const struct joint_commands *a = left, *b = right;
    (void)context;
    return a->action != b->action ? sort_compare(a->action, b->action)
           : a->child != b->child ? sort_compare(a->child, b->child)
                                  : sort_compare(a->begin, b->begin);
}

/* Adds the commands of the combination that each side has chosen, as one combination. */
static int push_joint(prism_walk *walk) {
    struct joint_commands joint = {walk->combinations.data[walk->sides.data[0].at].action,
                                   walk->members.count, 0, 0};
    for (uint64_t i = 0; i < walk->sides.count; i++) {
        const struct joint_commands one = walk->combinations.data[walk->sides.data[i].at];
        for (uint32_t j = 0; j < one.count; j++) {
            const struct prism_command *member = walk->members.data[one.begin + j];
            if (WALK_PUSH(walk, members, member) != 0) {
                return -1;
            }
        }
        joint.count += one.count;
    }
    return walk_ask(walk, 1 + (uint64_t)joint.count) != 0 ? -1 : WALK_PUSH(walk, combinations, joint);
}

/* Adds all combinations of begin .. end-1, which have one action and are sorted by child, with each other;
 * none if a child that is needed has none. */
static int push_products(prism_walk *walk, uint64_t begin, uint64_t end, uint32_t needed) {
    uint64_t at;
    walk->sides.count = 0;
    for (uint64_t i = begin; i < end; i++) {
        if (i == begin || walk->combinations.data[i].child != walk->combinations.data[i - 1].child) {
            const struct walk_side side = {i, i + 1, i};
            if (WALK_PUSH(walk, sides, side) != 0) {
                return -1;
            }
        }
        walk->sides.data[walk->sides.count - 1].end = i + 1;
    }
    if (walk->sides.count < needed) {
        return 0;
    }
    do {
        if (push_joint(walk) != 0) {
            return -1;
        }
        for (at = walk->sides.count; at > 0; at--) {
            struct walk_side *side = &walk->sides.data[at - 1];
            if (++side->at < side->end) {
                break;
            }
            side->at = side->begin;
        }
    } while (at > 0);
    return 0;
}

/* The combinations of the children, from `begin` on, become those of the process. */
static int join_combinations(prism_walk *walk, const struct walk_process *process, uint64_t begin) {
    const uint64_t end = walk->combinations.count;
    if (process->need_count == 0) {
        return 0;
    }
    if (end - begin > 1 && long_sort(walk->combinations.data + begin, end - begin,
                                     sizeof *walk->combinations.data, compare_sides, NULL, walk->run) != 0) {
        walk->stopped = run_should_stop(walk->run);
        return -1;
    }
    for (uint64_t i = begin, next; i < end; i = next) {
        const struct joint_commands one = walk->combinations.data[i];
        const uint32_t needed = one.action == PRISM_NONE ? 1 : children_needed(process, one.action);
        for (next = i + 1; needed > 1 && next < end && walk->combinations.data[next].action == one.action;) {
            next++;
        }
        if (walk_ask(walk, 1) != 0 ||
            (needed == 1 ? WALK_PUSH(walk, combinations, one) : push_products(walk, i, next, needed)) != 0) {
            return -1;
        }
    }
    walk->combinations.count -= end - begin;
    if (walk->combinations.count > begin) {
        memmove(&walk->combinations.data[begin], &walk->combinations.data[end],
                (walk->combinations.count - begin) * sizeof *walk->combinations.data);
    }
    return 0;
}

int walk_compose(prism_walk *walk, const struct walk_process *process) {
    const uint64_t begin = walk->combinations.count;
    if (process->process->kind == PRISM_PROCESS_MODULE) {
        return compose_module(walk, process->process->module);
    }
    for (uint32_t i = 0; i < process->process->child_count; i++) {
        uint64_t one = walk->combinations.count;
        if (walk_compose(walk, &process->children[i]) != 0) {
            return -1;
        }
        for (; one < walk->combinations.count; one++) {
            walk->combinations.data[one].child = i;
        }
    }
    if (join_combinations(walk, process, begin) != 0) {
        return -1;
    }
    for (uint64_t i = begin; i < walk->combinations.count && process->shown_count > 0; i++) {
        struct joint_commands *one = &walk->combinations.data[i];
        one->action = show_action(process, one->action);
    }
    return 0;
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
