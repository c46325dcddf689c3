/* heddle info of PRISM models: what the syntax tree says, so that constants may be missing. */
#include <jansson.h>
#include <string.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "base/text/json_text.h"
#include "cli/info/info.h"
#include "cli/result_rows.h"
#include "frontend/prism/syntax/prism_exact.h"
#include "frontend/prism/syntax/prism_show.h"

#define ROWS_SHOWN 60
#define CELLS 6
#define CELL 120

struct prism_info {
    const char *command, *input, *language, *kind, *start;
    uint64_t modules, variables, bits, commands, actions, labels, rewards, constants, missing, memory_bytes;
    double seconds;
};

#define AT(member) offsetof(struct prism_info, member)

static const struct statistic_row info_rows[] = {
    COMMAND_ROWS(struct prism_info, "model"),
    {"language", NULL, NULL, STATISTIC_TEXT, AT(language)},
    {"kind", "kind", NULL, STATISTIC_TEXT, AT(kind)},
    {"module_count", "modules", NULL, STATISTIC_COUNT, AT(modules)},
    {"variable_count", "variables", NULL, STATISTIC_COUNT, AT(variables)},
    {"bits", "bits of a state", NULL, STATISTIC_COUNT, AT(bits)},
    {"initial_states", "initial states", NULL, STATISTIC_TEXT, AT(start)},
    {"command_count", "commands", NULL, STATISTIC_COUNT, AT(commands)},
    {"action_count", "actions", NULL, STATISTIC_COUNT, AT(actions)},
    {"state_label_count", "labels", NULL, STATISTIC_COUNT, AT(labels)},
    {"reward_count", "reward structures", NULL, STATISTIC_COUNT, AT(rewards)},
    {"constant_count", "constants", NULL, STATISTIC_COUNT, AT(constants)},
    {"missing_count", "constants that miss a value", NULL, STATISTIC_COUNT, AT(missing)},
    {"total_seconds", "time", NULL, STATISTIC_SECONDS, AT(seconds)},
    {"memory_bytes", "memory", NULL, STATISTIC_BYTES, AT(memory_bytes)},
};

/* --- what the model has --- */

static const char *kind_name(enum prism_kind kind) {
    static const char *const names[] = {"dtmc", "mdp", "ctmc"};
    return names[kind];
}

static const char *type_name(enum prism_type type) {
    static const char *const names[] = {"bool", "int", "double"};
    return names[type];
}

/* The bits of a variable whose range is known. */
static uint32_t variable_bits(const struct prism_variable *variable) {
    uint64_t span = (uint64_t)((int64_t)variable->high - variable->low);
    uint32_t bits = 0;
    while (span >> bits > 0) {
        bits++;
    }
    return bits;
}

static int has_unlabelled(const struct prism_model *model) {
    for (uint32_t i = 0; i < model->module_count; i++) {
        for (uint32_t j = 0; j < model->modules[i].command_count; j++) {
            if (model->modules[i].commands[j].action == PRISM_NONE) {
                return 1;
            }
        }
    }
    return 0;
}

static struct prism_info measure(const struct prism_model *model, const char *path) {
    struct prism_info info = {.command = "info",
                              .input = path,
                              .language = "prism",
                              .kind = kind_name(model->kind),
                              .start = model->initial != NULL ? "by a condition" : "one",
                              .modules = model->module_count,
                              .variables = model->variable_count,
                              .actions = model->action_count,
                              .labels = model->label_count,
                              .rewards = model->reward_count,
                              .constants = model->constant_count,
                              .missing = model->missing_count};
    for (uint32_t i = 0; i < model->module_count; i++) {
        info.commands += model->modules[i].command_count;
    }
    for (uint32_t i = 0; i < model->variable_count && info.bits != STATISTIC_ABSENT; i++) {
        info.bits = model->variables[i].has_range ? info.bits + variable_bits(&model->variables[i])
                                                  : STATISTIC_ABSENT;
    }
    return info;
}

/* --- tables for people --- */

/* A list: the heads of its columns, and what fills the cells of a row. */
struct table {
    const char *heads[CELLS];
    uint32_t count;
    void (*fill)(const struct prism_model *model, uint32_t row, char cells[CELLS][CELL]);
};

static void fill_constant(const struct prism_model *model, uint32_t row, char cells[CELLS][CELL]) {
    const struct prism_constant *constant = &model->constants[row];
    snprintf(cells[0], CELL, "%s", constant->name.text);
    snprintf(cells[1], CELL, "%s", type_name(constant->type));
    if (constant->has_value) {
        const struct prism_value value = prism_constant_value(constant);
        prism_show_value(&value, cells[2], CELL);
    } else if (constant->expression != NULL) {
        prism_show_expression(model, constant->expression, cells[2], CELL);
    } else if (constant->is_needed) {
        snprintf(cells[2], CELL, "missing: --const %s=..", constant->name.text);
    } else {
        snprintf(cells[2], CELL, "not given, not needed");
    }
}

static void fill_module(const struct prism_model *model, uint32_t row, char cells[CELLS][CELL]) {
    const struct prism_module *module = &model->modules[row];
    snprintf(cells[0], CELL, "%s", module->name.text);
    snprintf(cells[1], CELL, "%u", module->variables_end - module->variables_begin);
    snprintf(cells[2], CELL, "%u", module->command_count);
    snprintf(cells[3], CELL, "%s", module->base.text == NULL ? "" : module->base.text);
}

/* The low bound, the high bound or the initial value as text: a number where it is known. */
static void show_bound(const struct prism_model *model, const struct prism_variable *variable,
                       const struct prism_expression *expression, int32_t value, char *text) {
    if (variable->has_range) {
        prism_show_variable(variable, value, text, CELL);
    } else if (expression != NULL) {
        prism_show_expression(model, expression, text, CELL);
    } else {
        snprintf(text, CELL, "false"); /* bounds of an int are written */
    }
}

static void show_initial(const struct prism_model *model, const struct prism_variable *variable, char *text) {
    const struct prism_expression *written =
        variable->initial_value != NULL ? variable->initial_value : variable->low_bound;
    *text = '\0';
    if (model->initial == NULL) {
        show_bound(model, variable, written, variable->initial, text);
    }
}

static void fill_variable(const struct prism_model *model, uint32_t row, char cells[CELLS][CELL]) {
    const struct prism_variable *variable = &model->variables[row];
    snprintf(cells[0], CELL, "%s", variable->name.text);
    snprintf(cells[1], CELL, "%s",
             variable->module == PRISM_NONE ? "global" : model->modules[variable->module].name.text);
    if (variable->type == PRISM_BOOL) {
        snprintf(cells[2], CELL, "bool");
    } else {
        char low[CELL], high[CELL];
        show_bound(model, variable, variable->low_bound, variable->low, low);
        show_bound(model, variable, variable->high_bound, variable->high, high);
        snprintf(cells[2], CELL, "%.55s..%.55s", low, high);
    }
    show_initial(model, variable, cells[3]);
    if (variable->has_range) {
        snprintf(cells[4], CELL, "%u", variable_bits(variable));
    }
}

static void fill_label(const struct prism_model *model, uint32_t row, char cells[CELLS][CELL]) {
    snprintf(cells[0], CELL, "%s", model->labels[row].name.text);
    prism_show_expression(model, model->labels[row].expression, cells[1], CELL);
}

static void fill_reward(const struct prism_model *model, uint32_t row, char cells[CELLS][CELL]) {
    const char *name = model->rewards[row].name.text;
    snprintf(cells[0], CELL, "%s", name == NULL ? "(no name)" : name);
    snprintf(cells[1], CELL, "%u", model->rewards[row].reward_count);
}

static void fill_action(const struct prism_model *model, uint32_t row, char cells[CELLS][CELL]) {
    snprintf(cells[0], CELL, "%s", model->actions[row]);
}

static void print_cells(const char *const *texts, const size_t *widths) {
    unsigned last = CELLS;
    while (last > 1 && (texts[last - 1] == NULL || *texts[last - 1] == '\0')) {
        last--;
    }
    for (unsigned i = 0; i < last; i++) {
        const char *text = texts[i] == NULL ? "" : texts[i];
        printf("%s%-*s", i > 0 ? "  " : "", i + 1 < last ? (int)widths[i] : 0, text);
    }
    putchar('\n');
}

static void print_table(const struct prism_model *model, const struct table *table) {
    uint32_t shown = table->count > ROWS_SHOWN + 10 ? ROWS_SHOWN : table->count;
    size_t widths[CELLS] = {0};
    char cells[CELLS][CELL];
    const char *texts[CELLS];
    for (unsigned i = 0; i < CELLS; i++) {
        widths[i] = table->heads[i] == NULL ? 0 : strlen(table->heads[i]);
        texts[i] = cells[i];
    }
    for (uint32_t row = 0; row < shown; row++) {
        memset(cells, 0, sizeof cells);
        table->fill(model, row, cells);
        for (unsigned i = 0; i < CELLS; i++) {
            widths[i] = strlen(cells[i]) > widths[i] ? strlen(cells[i]) : widths[i];
        }
    }
    if (table->count > 0) {
        putchar('\n');
        print_cells(table->heads, widths);
    }
    for (uint32_t row = 0; row < shown; row++) {
        memset(cells, 0, sizeof cells);
        table->fill(model, row, cells);
        print_cells(texts, widths);
    }
    if (shown < table->count) {
        printf("... and %u more (--json lists all)\n", table->count - shown);
    }
}

static void print_rows(const struct prism_model *model, const struct prism_info *info, int actions) {
    const struct table tables[] = {
        {{"constant", "type", "value"}, model->constant_count, fill_constant},
        {{"module", "variables", "commands", "renamed from"}, model->module_count, fill_module},
        {{"variable", "module", "range", "initial", "bits"}, model->variable_count, fill_variable},
        {{"label", "holds if"}, model->label_count, fill_label},
        {{"rewards", "items"}, model->reward_count, fill_reward},
        {{"action"}, actions ? model->action_count : 0, fill_action},
    };
    statistics_print(info_rows, LENGTH(info_rows), info, 0, stdout);
    for (unsigned i = 0; i < LENGTH(tables); i++) {
        print_table(model, &tables[i]);
    }
}

/* The labels of transitions: the actions, and i for commands that have none. */
static void print_actions(const struct prism_model *model) {
    if (has_unlabelled(model)) {
        info_print_label("i");
    }
    for (uint32_t i = 0; i < model->action_count; i++) {
        info_print_label(model->actions[i]);
    }
}

/* --- JSON --- */

static json_t *json_value(const struct prism_value *value) {
    char text[CELL];
    switch (value->type) {
    case PRISM_BOOL:
        return json_boolean(value->integer != 0);
    case PRISM_INT:
        return json_integer(value->integer);
    case PRISM_DOUBLE:
        break;
    }
    /* Infinity and NaN are no numbers of JSON. */
    return value->real - value->real == 0 ? json_real(value->real)
                                          : json_string(prism_show_value(value, text, sizeof text));
}

static json_t *json_expression(const struct prism_model *model, const struct prism_expression *expression) {
    char text[4096];
    return expression == NULL ? NULL
                              : json_string(prism_show_expression(model, expression, text, sizeof text));
}

/* In each object, a key whose value is NULL is left out. */
static json_t *json_constant(const struct prism_model *model, uint32_t row) {
    const struct prism_constant *constant = &model->constants[row];
    const struct prism_value value = prism_constant_value(constant);
    return json_pack("{s:s, s:s, s:b, s:o*, s:o*}", "name", constant->name.text, "type",
                     type_name(constant->type), "needed", constant->is_needed, "value",
                     constant->has_value ? json_value(&value) : NULL, "expression",
                     json_expression(model, constant->expression));
}

static json_t *json_module(const struct prism_model *model, uint32_t row) {
    const struct prism_module *module = &model->modules[row];
    return json_pack("{s:s, s:I, s:I, s:s*}", "name", module->name.text, "variables",
                     (json_int_t)(module->variables_end - module->variables_begin), "commands",
                     (json_int_t)module->command_count, "base", module->base.text);
}

/* A bound or an initial value: a number or a bool, or its text. */
static json_t *json_bound(const struct prism_model *model, const struct prism_variable *variable,
                          const struct prism_expression *expression, int32_t value) {
    if (!variable->has_range && expression != NULL) {
        return json_expression(model, expression);
    }
    return variable->type == PRISM_BOOL ? json_boolean(value != 0) : json_integer(value);
}

static json_t *json_variable(const struct prism_model *model, uint32_t row) {
    const struct prism_variable *variable = &model->variables[row];
    const struct prism_expression *initial =
        variable->initial_value != NULL ? variable->initial_value : variable->low_bound;
    int is_int = variable->type == PRISM_INT;
    return json_pack(
        "{s:s, s:s, s:s*, s:o*, s:o*, s:o*, s:o*}", "name", variable->name.text, "type",
        type_name(variable->type), "module",
        variable->module == PRISM_NONE ? NULL : model->modules[variable->module].name.text, "low",
        is_int ? json_bound(model, variable, variable->low_bound, variable->low) : NULL, "high",
        is_int ? json_bound(model, variable, variable->high_bound, variable->high) : NULL, "initial",
        model->initial == NULL ? json_bound(model, variable, initial, variable->initial) : NULL, "bits",
        variable->has_range ? json_integer(variable_bits(variable)) : NULL);
}

static json_t *json_label(const struct prism_model *model, uint32_t row) {
    return json_pack("{s:s, s:o}", "name", model->labels[row].name.text, "expression",
                     json_expression(model, model->labels[row].expression));
}

static json_t *json_reward(const struct prism_model *model, uint32_t row) {
    return json_pack("{s:s*, s:I}", "name", model->rewards[row].name.text, "items",
                     (json_int_t)model->rewards[row].reward_count);
}

static json_t *json_action(const struct prism_model *model, uint32_t row) {
    return json_string(model->actions[row]);
}

static int add_list(json_t *object, const char *key, const struct prism_model *model, uint32_t count,
                    json_t *(*make)(const struct prism_model *model, uint32_t row)) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        if (json_array_append_new(list, make(model, i)) != 0) {
            json_decref(list);
            return -1;
        }
    }
    return json_object_set_new(object, key, list);
}

static int print_json(struct job *job, const struct prism_model *model, const struct prism_info *info,
                      const struct estimates *estimates) {
    json_t *object = json_object();
    if (statistics_json(&job->memory, info_rows, LENGTH(info_rows), info, object) != 0 ||
        add_list(object, "constants", model, model->constant_count, json_constant) != 0 ||
        add_list(object, "modules", model, model->module_count, json_module) != 0 ||
        add_list(object, "variables", model, model->variable_count, json_variable) != 0 ||
        add_list(object, "state_labels", model, model->label_count, json_label) != 0 ||
        add_list(object, "rewards", model, model->reward_count, json_reward) != 0 ||
        add_list(object, "actions", model, model->action_count, json_action) != 0 ||
        estimates_add_json(estimates, object) != 0) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

int info_prism(struct job *job, const struct info_options *options, const struct info_result *result) {
    const struct prism_model *model = prism_tree_model(language_prism(result->tree));
    struct prism_info info = measure(model, options->request.path);
    info.seconds = run_clock() - job->started;
    info.memory_bytes = memory_peak(&job->memory);
    if (options->request.run.json) {
        return print_json(job, model, &info, &result->estimates);
    }
    if (options->labels_only) {
        print_actions(model);
    } else {
        print_rows(model, &info, options->labels);
        estimates_print(&result->estimates);
    }
    return 0;
}
