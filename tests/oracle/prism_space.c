/* Breadth-first search by the walker of PRISM models. */
#include "tests/oracle/prism_space.h"

#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/prism/syntax/prism_show.h"

#define VARIABLES_MOST 100

struct search {
    struct prism_space *space;
    uint64_t most;
    struct error *error;
};

const int32_t *prism_space_state(const struct prism_space *space, uint64_t number) {
    static const int32_t none = 0;
    return space->values.data == NULL ? &none : &space->values.data[number * space->model->variable_count];
}

static uint64_t state_bytes(const struct prism_space *space) {
    return space->model->variable_count * sizeof(int32_t);
}

uint64_t prism_space_find(const struct prism_space *space, const int32_t *state) {
    uint64_t hash = hash_bytes(state, state_bytes(space), 0);
    for (struct index_walk walk = index_find(&space->index, hash); index_next(&walk);) {
        if (memcmp(prism_space_state(space, walk.number), state, state_bytes(space)) == 0) {
            return walk.number;
        }
    }
    return UINT64_MAX;
}

/* Adds a state unless it is known. */
static int add_state(struct search *search, const int32_t *state) {
    struct prism_space *space = search->space;
    if (prism_space_find(space, state) != UINT64_MAX) {
        return 0;
    }
    if (space->states >= search->most) {
        return error_set(search->error, ERROR_LIMIT, "too many states");
    }
    for (uint32_t i = 0; i < space->model->variable_count; i++) {
        if (GROWING_ADD(space->memory, space->values, state[i]) != 0) {
            return error_memory(search->error, "for the states");
        }
    }
    return index_add(&space->index, space->memory, hash_bytes(state, state_bytes(space), 0),
                     (uint32_t)space->states++) != 0
               ? error_memory(search->error, "for the states")
               : 0;
}

static int add_initial(void *context, const int32_t *state) {
    struct search *search = context;
    search->space->initial++;
    return add_state(search, state);
}

/* The exact weights of all branches add up to nearly those of the entries. */
static int check_exact(const struct prism_space *space, const struct prism_choices *choices,
                       const struct prism_rows *rows) {
    struct exact sum = {0}, weight = {0};
    double entries = 0, divisor = space->model->kind == PRISM_DTMC ? (double)choices->count : 1;
    int status = 0;
    for (uint64_t i = 0; i < choices->count && status == 0; i++) {
        for (uint64_t j = 0; j < choices->items[i].branch_count && status == 0; j++) {
            const struct prism_choice *one = &choices->items[i];
            status = prism_walk_weight(one, &one->branches[j], space->memory, &weight) != 0
                         ? -1
                         : exact_add(space->memory, &sum, &weight);
        }
    }
    for (uint64_t i = 0; i < rows->count && !rows->is_deadlock; i++) {
        for (uint64_t j = 0; j < rows->items[i].entry_count; j++) {
            entries += rows->items[i].entries[j].weight;
        }
    }
    CU_ASSERT(status != 0 || fabs(exact_double(&sum) - entries * divisor) <= 1e-12 * entries * divisor);
    exact_free(space->memory, &sum);
    exact_free(space->memory, &weight);
    return status;
}

static int expand(struct search *search, prism_walk *walk, uint64_t number) {
    struct prism_space *space = search->space;
    struct prism_choices choices;
    struct prism_rows rows;
    int32_t state[VARIABLES_MOST]; /* the array of states may move */
    if (space->model->variable_count > VARIABLES_MOST) {
        return error_set(search->error, ERROR_LIMIT, "too many variables");
    }
    memcpy(state, prism_space_state(space, number), state_bytes(space));
    if (prism_walk_choices(walk, state, &choices, search->error) != 0 ||
        prism_walk_rows(walk, &rows, search->error) != 0) {
        return -1;
    }
    if (check_exact(space, &choices, &rows) != 0) {
        return error_memory(search->error, "for the states");
    }
    space->choices += rows.count;
    space->deadlocks += (uint64_t)rows.is_deadlock;
    for (uint64_t i = 0; i < rows.count; i++) {
        double sum = 0;
        space->transitions += rows.items[i].entry_count;
        for (uint64_t j = 0; j < rows.items[i].entry_count; j++) {
            sum += rows.items[i].entries[j].weight;
            if (add_state(search, rows.items[i].entries[j].target) != 0) {
                return -1;
            }
        }
        CU_ASSERT(space->model->kind == PRISM_CTMC || fabs(sum - 1) < 1e-4);
    }
    return 0;
}

int prism_space_explore(struct prism_space *space, const prism_tree *tree, uint64_t most,
                        const struct run *run, struct error *error) {
    struct search search = {space, most, error};
    memset(space, 0, sizeof *space);
    space->model = prism_tree_model(tree);
    space->memory = run->memory;
    prism_walk *walk = prism_walk_create(tree, run, error);
    int status = walk == NULL ? -1 : prism_walk_initial(walk, add_initial, &search, error);
    for (uint64_t i = 0; status == 0 && i < space->states; i++) {
        status = expand(&search, walk, i);
    }
    prism_walk_free(walk);
    return status;
}

void prism_space_free(struct prism_space *space) {
    GROWING_FREE(space->memory, space->values);
    index_free(&space->index, space->memory);
}

/* --- for the comparison with another tool --- */

/*
 * The reward of a row: of an mdp the choice's; of a dtmc the mean over its choices; of a ctmc the sum of rate
 * times reward.
 */
static int row_reward(prism_walk *walk, const struct prism_model *model, uint32_t structure,
                      const int32_t *state, const struct prism_choices *choices, const struct prism_row *row,
                      double *reward, struct error *error) {
    *reward = 0;
    for (uint64_t i = 0; i < choices->count; i++) {
        double one, weight = 0;
        if (row->choice != PRISM_NO_CHOICE && row->choice != i) {
            continue;
        }
        if (prism_walk_action_reward(walk, structure, state, choices->items[i].action, &one, error) != 0) {
            return -1;
        }
        for (uint64_t j = 0; j < choices->items[i].branch_count; j++) {
            weight += choices->items[i].branches[j].weight;
        }
        *reward += model->kind == PRISM_MDP    ? one
                   : model->kind == PRISM_DTMC ? one / (double)choices->count
                                               : one * weight;
    }
    return 0;
}

static int write_state(const struct prism_space *space, prism_walk *walk, uint64_t number, FILE *file,
                       struct error *error) {
    const struct prism_model *model = space->model;
    const int32_t *state = prism_space_state(space, number);
    struct prism_choices choices;
    struct prism_rows rows;
    fprintf(file, "state %" PRIu64, number);
    for (uint32_t i = 0; i < model->variable_count; i++) {
        fprintf(file, " %d", state[i]);
    }
    fprintf(file, "\nlabels");
    for (uint32_t i = 0; i < model->label_count; i++) {
        int holds = prism_walk_predicate(walk, i, state, error);
        if (holds < 0) {
            return -1;
        }
        fprintf(file, " %d", holds);
    }
    if (prism_walk_choices(walk, state, &choices, error) != 0 || prism_walk_rows(walk, &rows, error) != 0) {
        return -1;
    }
    fprintf(file, "\nrewards %d", rows.is_deadlock);
    for (uint32_t i = 0; i < model->reward_count; i++) {
        double reward;
        if (prism_walk_state_reward(walk, i, state, &reward, error) != 0) {
            return -1;
        }
        fprintf(file, " %.17g", reward);
    }
    fprintf(file, "\n");
    for (uint64_t i = 0; i < rows.count; i++) {
        fprintf(file, "row");
        for (uint32_t j = 0; j < model->reward_count; j++) {
            double reward = 0;
            if (row_reward(walk, model, j, state, &choices, &rows.items[i], &reward, error) != 0) {
                return -1;
            }
            fprintf(file, " %.17g", reward);
        }
        fprintf(file, " :");
        for (uint64_t j = 0; j < rows.items[i].entry_count; j++) {
            const struct prism_entry *entry = &rows.items[i].entries[j];
            fprintf(file, " %" PRIu64 " %.17g", prism_space_find(space, entry->target), entry->weight);
        }
        fprintf(file, "\n");
    }
    return 0;
}

int prism_space_write(const struct prism_space *space, const prism_tree *tree, const struct run *run,
                      FILE *file, struct error *error) {
    static const char *const kinds[] = {"dtmc", "mdp", "ctmc"};
    const struct prism_model *model = space->model;
    prism_walk *walk = prism_walk_create(tree, run, error);
    int status = walk == NULL ? -1 : 0;
    fprintf(file, "%s %" PRIu64 "\nvariables", kinds[model->kind], space->initial);
    for (uint32_t i = 0; i < model->variable_count; i++) {
        fprintf(file, " %s", model->variables[i].name.text);
    }
    fprintf(file, "\nlabels");
    for (uint32_t i = 0; i < model->label_count; i++) {
        fprintf(file, " %s", model->labels[i].name.text);
    }
    fprintf(file, "\nrewards %u\n", model->reward_count);
    for (uint64_t i = 0; status == 0 && i < space->states; i++) {
        status = write_state(space, walk, i, file, error);
    }
    prism_walk_free(walk);
    return status;
}
