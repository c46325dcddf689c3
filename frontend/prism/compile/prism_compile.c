/* From the syntax tree to the form with variables, commands and rules. */
#include "frontend/prism/compile/prism_compile.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/prism/compile/prism_code.h"

#define ADD(coder, list, ...)                                                                                \
    ((coder)->failed |= GROWING_ADD((coder)->memory, (coder)->builder.list, __VA_ARGS__) != 0)

void prism_code_ask(struct prism_coder *coder) {
    if (run_stops_after(coder->run, &coder->unasked, 1, 4096)) {
        coder->stopped = coder->failed = 1;
    }
}

int prism_code_failure(const struct prism_coder *coder, struct error *error) {
    return coder->stopped ? error_set(error, ERROR_INTERRUPTED, "interrupted")
                          : error_memory(error, "to compile the model");
}

uint32_t prism_command_number(const struct prism_coder *coder, const struct prism_command *command) {
    const struct prism_module *module = &coder->model->modules[command->module];
    return coder->first_command[command->module] + (uint32_t)(command - module->commands);
}

static void number_commands(struct prism_coder *coder) {
    const struct prism_model *model = coder->model;
    uint32_t first = 0;
    coder->first_command = arena_allocate(coder->arena, model->module_count * sizeof *coder->first_command);
    coder->failed |= coder->first_command == NULL;
    for (uint32_t i = 0; i < model->module_count && !coder->failed; i++) {
        coder->first_command[i] = first;
        first += model->modules[i].command_count;
    }
}

static void add_variables(struct prism_coder *coder) {
    for (uint32_t i = 0; i < coder->model->variable_count; i++) {
        const struct prism_variable *one = &coder->model->variables[i];
        ADD(coder, variables,
            (struct data_variable){.low = one->low, .high = one->high, .initial = one->initial});
    }
}

static void add_branch(struct prism_coder *coder, const struct prism_update *update,
                       struct data_branch *branch) {
    branch->weight =
        update->weight.expression == NULL ? DATA_NONE : prism_code_weight(coder, &update->weight);
    branch->assignments = (uint32_t)coder->builder.assignments.count;
    branch->assignment_count = update->assignment_count;
    for (uint32_t i = 0; i < update->assignment_count; i++) {
        const struct prism_assignment *one = &update->assignments[i];
        uint32_t program = prism_code_program(coder, one->value, one->value->type);
        ADD(coder, assignments, (struct data_assignment){.variable = one->variable, .program = program});
    }
}

static void add_command(struct prism_coder *coder, const struct prism_command *command) {
    struct data_command one = {.component = command->module,
                               .guard = prism_code_program(coder, command->guard, PRISM_BOOL),
                               .branches = (uint32_t)coder->builder.branches.count,
                               .branch_count = command->update_count,
                               .is_rated = coder->model->kind == PRISM_CTMC};
    for (uint32_t i = 0; i < command->update_count && !coder->failed; i++) {
        struct data_branch branch = {0};
        add_branch(coder, &command->updates[i], &branch);
        ADD(coder, branches, branch);
    }
    ADD(coder, commands, one);
}

static void add_rewards(struct prism_coder *coder, uint32_t structure) {
    const struct prism_reward_structure *items = &coder->model->rewards[structure];
    for (uint32_t i = 0; i < items->reward_count && !coder->failed; i++) {
        const struct prism_reward *item = &items->rewards[i];
        struct data_reward one = {.structure = structure,
                                  .kind = item->kind == PRISM_REWARD_STATE ? DATA_REWARD_STATE
                                                                           : DATA_REWARD_ACTION,
                                  .action = item->kind == PRISM_REWARD_ACTION ? item->action : DATA_NONE};
        one.guard = prism_code_program(coder, item->guard, PRISM_BOOL);
        one.value = prism_code_weight(coder, &item->value);
        ADD(coder, rewards, one);
    }
}

static int add_all(struct prism_coder *coder, struct error *error) {
    const struct prism_model *model = coder->model;
    number_commands(coder);
    add_variables(coder);
    for (uint32_t i = 0; i < model->module_count; i++) {
        for (uint32_t j = 0; j < model->modules[i].command_count && !coder->failed; j++) {
            prism_code_ask(coder);
            add_command(coder, &model->modules[i].commands[j]);
        }
    }
    for (uint32_t i = 0; i < prism_tree_predicate_count(coder->tree) && !coder->failed; i++) {
        uint32_t program =
            prism_code_program(coder, prism_tree_predicate(coder->tree, i).expression, PRISM_BOOL);
        ADD(coder, predicates, program);
    }
    for (uint32_t i = 0; i < model->reward_count && !coder->failed; i++) {
        add_rewards(coder, i);
    }
    coder->builder.initial =
        model->initial == NULL ? DATA_NONE : prism_code_program(coder, model->initial, PRISM_BOOL);
    return coder->failed ? prism_code_failure(coder, error) : prism_code_rules(coder, error);
}

struct data_header *prism_compile(const prism_tree *tree, const struct run *run, struct error *error) {
    struct prism_coder coder = {
        .tree = tree, .model = prism_tree_model(tree), .memory = run->memory, .run = run};
    struct data_header *image = NULL;
    if (prism_tree_complete(tree, error) != 0) {
        return NULL;
    }
    coder.builder.memory = run->memory;
    coder.builder.kind = coder.model->kind == PRISM_CTMC   ? DATA_CTMC
                         : coder.model->kind == PRISM_DTMC ? DATA_DTMC
                                                           : DATA_MDP;
    coder.arena = arena_create(run->memory);
    if (coder.arena == NULL) {
        error_memory(error, "to compile the model");
    } else if (add_all(&coder, error) == 0) {
        image = data_model_create(&coder.builder, error);
    }
    index_free(&coder.constants, run->memory);
    data_builder_free(&coder.builder);
    arena_free(coder.arena);
    return image;
}
