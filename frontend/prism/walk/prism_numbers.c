/* Labels, rewards and rows of a state, together. */
#include "frontend/prism/walk/prism_numbers.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

static uint32_t name_count(const struct prism_model *model) {
    return model->label_count + 1 + model->reward_count;
}

int prism_numbers_open(struct prism_numbers *numbers, prism_walk *walk, struct memory *memory,
                       struct walker_numbers *names) {
    const struct prism_model *model = numbers->model;
    numbers->walk = walk;
    numbers->memory = memory;
    numbers->names = memory_allocate_array(memory, name_count(model), sizeof *numbers->names);
    numbers->labels = memory_allocate(memory, (uint64_t)model->label_count + 1);
    numbers->earned =
        memory_allocate_array(memory, (uint64_t)model->reward_count + 1, sizeof *numbers->earned);
    if (numbers->names == NULL || numbers->labels == NULL || numbers->earned == NULL) {
        return -1;
    }
    for (uint32_t i = 0; i < model->label_count; i++) {
        numbers->names[i] = model->labels[i].name.text;
    }
    numbers->names[model->label_count] = "deadlock";
    for (uint32_t i = 0; i < model->reward_count; i++) {
        const char *name = model->rewards[i].name.text;
        numbers->names[model->label_count + 1 + i] = name == NULL ? "" : name;
    }
    *names = (struct walker_numbers){.labels = numbers->names,
                                     .rewards = numbers->names + model->label_count + 1,
                                     .label_count = model->label_count + 1,
                                     .reward_count = model->reward_count,
                                     .has_rates = model->kind == PRISM_CTMC};
    return 0;
}

void prism_numbers_close(struct prism_numbers *numbers) {
    struct memory *memory = numbers->memory;
    if (memory != NULL) {
        const struct prism_model *model = numbers->model;
        memory_free(memory, numbers->names, name_count(model) * sizeof *numbers->names);
        memory_free(memory, numbers->labels, (uint64_t)model->label_count + 1);
        memory_free(memory, numbers->earned, ((uint64_t)model->reward_count + 1) * sizeof *numbers->earned);
        GROWING_FREE(memory, numbers->rows);
        GROWING_FREE(memory, numbers->entries);
        GROWING_FREE(memory, numbers->targets);
        GROWING_FREE(memory, numbers->rewards);
    }
}

/* What a row earns: of an mdp its choice's reward; of a dtmc the mean over the choices; of a ctmc the sum of
 * rate times reward. */
static int earn(struct prism_numbers *numbers, uint32_t structure, const int32_t *state,
                const struct prism_choices *choices, const struct prism_row *row, double *reward,
                struct error *error) {
    const enum prism_kind kind = numbers->model->kind;
    *reward = 0;
    for (uint64_t i = 0; i < choices->count; i++) {
        double one, weight = 0;
        if (row->choice != PRISM_NO_CHOICE && row->choice != i) {
            continue;
        }
        if (prism_walk_action_reward(numbers->walk, structure, state, choices->items[i].action, &one,
                                     error) != 0) {
            return -1;
        }
        for (uint64_t j = 0; j < choices->items[i].branch_count; j++) {
            weight += choices->items[i].branches[j].weight;
        }
        *reward += kind == PRISM_MDP ? one : kind == PRISM_DTMC ? one / (double)choices->count : one * weight;
    }
    return 0;
}

static int add_entry(struct prism_numbers *numbers, const struct prism_entry *entry) {
    const struct walker_entry own = {entry->weight, numbers->targets.count};
    int failed = GROWING_ADD(numbers->memory, numbers->entries, own) != 0;
    for (uint32_t i = 0; i < numbers->model->variable_count && !failed; i++) {
        const uint32_t local = (uint32_t)((int64_t)entry->target[i] - numbers->model->variables[i].low);
        failed = GROWING_ADD(numbers->memory, numbers->targets, local) != 0;
    }
    return failed ? -1 : 0;
}

static int add_row(struct prism_numbers *numbers, const int32_t *state, const char *const *label_of,
                   const struct prism_choices *choices, const struct prism_row *row, struct error *error) {
    const struct prism_model *model = numbers->model;
    const uint32_t action = row->choice == PRISM_NO_CHOICE ? PRISM_NONE : choices->items[row->choice].action;
    struct walker_row own = {.label = model->kind != PRISM_MDP
                                          ? NULL
                                          : label_of[action == PRISM_NONE ? model->action_count : action],
                             .begin = numbers->entries.count};
    int failed = 0;
    for (uint64_t i = 0; i < row->entry_count && !failed; i++) {
        failed = add_entry(numbers, &row->entries[i]) != 0;
    }
    own.end = numbers->entries.count;
    for (uint32_t i = 0; i < model->reward_count && !failed; i++) {
        double reward;
        if (earn(numbers, i, state, choices, row, &reward, error) != 0) {
            return -1;
        }
        failed = GROWING_ADD(numbers->memory, numbers->rewards, reward) != 0;
    }
    return failed || GROWING_ADD(numbers->memory, numbers->rows, own) != 0
               ? error_memory(error, "for the rows of a state")
               : 0;
}

int prism_numbers_find(struct prism_numbers *numbers, const int32_t *state, const char *const *label_of,
                       struct walker_weighed *weighed, struct error *error) {
    const struct prism_model *model = numbers->model;
    struct prism_choices choices;
    struct prism_rows rows;
    numbers->rows.count = numbers->entries.count = numbers->targets.count = numbers->rewards.count = 0;
    if (prism_walk_choices(numbers->walk, state, &choices, error) != 0 ||
        prism_walk_rows(numbers->walk, &rows, error) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < rows.count; i++) {
        if (add_row(numbers, state, label_of, &choices, &rows.items[i], error) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < rows.count && model->reward_count > 0; i++) {
        numbers->rows.data[i].rewards = numbers->rewards.data + i * model->reward_count;
    }
    numbers->labels[model->label_count] = (uint8_t)rows.is_deadlock;
    for (uint32_t i = 0; i < model->label_count; i++) {
        const int holds = prism_walk_predicate(numbers->walk, i, state, error);
        if (holds < 0) {
            return -1;
        }
        numbers->labels[i] = (uint8_t)holds;
    }
    for (uint32_t i = 0; i < model->reward_count; i++) {
        if (prism_walk_state_reward(numbers->walk, i, state, &numbers->earned[i], error) != 0) {
            return -1;
        }
    }
    *weighed = (struct walker_weighed){.rows = numbers->rows.data,
                                       .row_count = rows.count,
                                       .entries = numbers->entries.data,
                                       .targets = numbers->targets.data,
                                       .labels = numbers->labels,
                                       .rewards = numbers->earned};
    return 0;
}
