/* Goes through all expressions of a model, before and after its arrays are filled. */
#include "frontend/prism/syntax/prism_syntax.h"

typedef int visitor(struct prism_syntax *syntax, struct prism_expression *expression);

static int visit_one(struct prism_syntax *syntax, visitor *visit, struct prism_expression *expression) {
    return prism_syntax_ask(syntax) != 0 ? -1 : expression == NULL ? 0 : visit(syntax, expression);
}

static int visit_variables(struct prism_syntax *syntax, visitor *visit,
                           const struct prism_variable *variables, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        if (visit_one(syntax, visit, variables[i].low_bound) != 0 ||
            visit_one(syntax, visit, variables[i].high_bound) != 0 ||
            visit_one(syntax, visit, variables[i].initial_value) != 0) {
            return -1;
        }
    }
    return 0;
}

static int visit_command(struct prism_syntax *syntax, visitor *visit, const struct prism_command *command) {
    if (visit_one(syntax, visit, command->guard) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < command->update_count; i++) {
        const struct prism_update *update = &command->updates[i];
        if (visit_one(syntax, visit, update->weight.expression) != 0) {
            return -1;
        }
        for (uint32_t j = 0; j < update->assignment_count; j++) {
            if (visit_one(syntax, visit, update->assignments[j].value) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int visit_modules(struct prism_syntax *syntax, visitor *visit) {
    for (uint64_t i = 0; i < syntax->modules.count; i++) {
        const struct prism_written_module *written = &syntax->modules.data[i];
        if (visit_variables(syntax, visit, written->variables, written->variable_count) != 0) {
            return -1;
        }
        for (uint32_t j = 0; j < written->module.command_count; j++) {
            if (visit_command(syntax, visit, &written->module.commands[j]) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int visit_structures(struct prism_syntax *syntax, visitor *visit,
                            const struct prism_reward_structure *structures, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < structures[i].reward_count; j++) {
            const struct prism_reward *reward = &structures[i].rewards[j];
            if (visit_one(syntax, visit, reward->guard) != 0 ||
                visit_one(syntax, visit, reward->value.expression) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* The parser's lists move to the model's arrays: one of the two has no elements. */
int prism_each_use(struct prism_syntax *syntax, visitor *visit) {
    const struct prism_model *model = syntax->model;
    if (visit_variables(syntax, visit, syntax->globals.data, syntax->globals.count) != 0 ||
        visit_modules(syntax, visit) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < syntax->labels.count + model->label_count; i++) {
        const struct prism_label *labels = model->label_count > 0 ? model->labels : syntax->labels.data;
        if (visit_one(syntax, visit, labels[i].expression) != 0) {
            return -1;
        }
    }
    return visit_structures(syntax, visit, syntax->structures.data, syntax->structures.count) != 0 ||
                   visit_structures(syntax, visit, model->rewards, model->reward_count) != 0
               ? -1
               : visit_one(syntax, visit, syntax->initial);
}

int prism_each_expression(struct prism_syntax *syntax, visitor *visit) {
    const struct prism_model *model = syntax->model;
    for (uint64_t i = 0; i < syntax->constants.count + model->constant_count; i++) {
        const struct prism_constant *constants =
            model->constant_count > 0 ? model->constants : syntax->constants.data;
        if (visit_one(syntax, visit, constants[i].expression) != 0) {
            return -1;
        }
    }
    return prism_each_use(syntax, visit);
}
