/*
 * Fuzzing the reader, the compiler and the walker of PRISM models: whatever the text is, there is a model
 * whose numbers are in their arrays, and whose first states have choices or an error with a place; or an
 * error with a code and a position; and no memory is left.
 */
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/definitions.h"
#include "frontend/prism/compile/prism_compile.h"
#include "frontend/prism/syntax/prism_show.h"
#include "frontend/prism/walk/prism_walk.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((uint64_t)128 << 20)
#define SECONDS 4.0
#define INITIAL_MOST 20u

static void check_command(const struct prism_model *model, const struct prism_command *command,
                          uint32_t module) {
    char text[400];
    require(command->module == module && command->position.line > 0, "command");
    require(command->action == PRISM_NONE || command->action < model->action_count, "action");
    require(command->guard->type == PRISM_BOOL && command->update_count > 0, "guard");
    for (uint32_t i = 0; i < command->update_count; i++) {
        const struct prism_update *update = &command->updates[i];
        for (uint32_t j = 0; j < update->assignment_count; j++) {
            require(update->assignments[j].variable < model->variable_count, "variable");
            require(model->variables[update->assignments[j].variable].type ==
                        update->assignments[j].value->type,
                    "type");
        }
    }
    require(strlen(prism_show_command(model, command, text, sizeof text)) < sizeof text, "text");
}

static void check_model(const struct prism_model *model) {
    require(model->system != NULL, "system");
    for (uint32_t i = 0; i < model->variable_count; i++) {
        const struct prism_variable *variable = &model->variables[i];
        require(!variable->has_range ||
                    (variable->low <= variable->initial && variable->initial <= variable->high),
                "range");
        require((variable->module == PRISM_NONE) == (i < model->global_count), "globals");
    }
    for (uint32_t i = 0; i < model->module_count; i++) {
        for (uint32_t j = 0; j < model->modules[i].command_count; j++) {
            check_command(model, &model->modules[i].commands[j], i);
        }
    }
}

struct walking {
    const struct prism_model *model;
    struct data_header *image; /* NULL: too large */
    struct data_scratch scratch;
    prism_walk *walk, *inner;
    struct error error;
    unsigned count;
};

/* The compiled form has as many choices and branches, or fails, too. */
static void check_compiled(struct walking *walking, const int32_t *state, int failed,
                           const struct prism_choices *choices) {
    struct data_step step = {0};
    uint64_t count = 0, branches = 0, wanted = 0;
    if (walking->image == NULL) {
        return;
    }
    for (uint32_t i = 0; i < walking->model->variable_count; i++) {
        walking->scratch.fields[i] = state[i];
    }
    enum data_failure failure = data_begin(walking->image, &walking->scratch, &step);
    while (failure == DATA_FINE && data_next_choice(walking->image, &walking->scratch, &step)) {
        failure = data_check_weights(walking->image, &walking->scratch, &step);
        for (int found = 1; failure == DATA_FINE && found; branches += (uint64_t)found) {
            failure = data_next_branch(walking->image, &walking->scratch, &step, &found);
        }
        count++;
    }
    require((failure != DATA_FINE) == failed, "failures of both");
    for (uint64_t i = 0; !failed && i < choices->count; i++) {
        wanted += choices->items[i].branch_count;
    }
    require(failed || (count == choices->count && branches == wanted), "choices of both");
}

static void check_choices(struct walking *walking, prism_walk *walk, const int32_t *state, unsigned depth) {
    struct prism_choices choices;
    struct prism_rows rows;
    int failed = prism_walk_choices(walk, state, &choices, &walking->error) != 0;
    if (!failed || walking->error.code == ERROR_INPUT) {
        check_compiled(walking, state, failed, &choices);
    }
    if (failed) {
        require(walking->error.code != ERROR_NONE && walking->error.text[0] != '\0', "error of a state");
        require_position(&walking->error);
        return;
    }
    require(prism_walk_rows(walk, &rows, &walking->error) == 0 || walking->error.code == ERROR_MEMORY,
            "rows");
    for (uint64_t i = 0; i < choices.count && i < 4 && depth > 0; i++) {
        if (choices.items[i].branch_count > 0) {
            check_choices(walking, walking->inner, choices.items[i].branches[0].target, depth - 1);
        }
    }
}

static int visit(void *context, const int32_t *state) {
    struct walking *walking = context;
    check_choices(walking, walking->walk, state, 1);
    return ++walking->count == INITIAL_MOST;
}

static void check_states(const prism_tree *tree, const struct run *run) {
    struct walking walking = {.error = {.code = ERROR_NONE}};
    walking.model = prism_tree_model(tree);
    walking.image = prism_compile(tree, run, &walking.error);
    require(walking.image != NULL || strstr(walking.error.text, "report this") == NULL, "compiled");
    uint64_t *words =
        walking.image == NULL ? NULL : data_scratch_open(run->memory, walking.image, &walking.scratch);
    if (walking.image != NULL && words == NULL) {
        data_model_free(run->memory, walking.image);
        walking.image = NULL;
    }
    walking.walk = prism_walk_create(tree, run, &walking.error);
    walking.inner = prism_walk_create(tree, run, &walking.error);
    if (walking.walk != NULL && walking.inner != NULL) {
        prism_walk_initial(walking.walk, visit, &walking, &walking.error);
    } else {
        require(walking.error.code != ERROR_NONE, "walker");
    }
    prism_walk_free(walking.walk);
    prism_walk_free(walking.inner);
    if (walking.image != NULL) {
        data_scratch_close(run->memory, walking.image, words);
        data_model_free(run->memory, walking.image);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct memory memory;
    char path[64];
    memory_init(&memory, MEMORY_LIMIT);
    struct run run = {.memory = &memory, .threads = 1, .deadline = run_clock() + SECONDS};
    struct error error = {.code = ERROR_NONE};
    struct definitions definitions = {.memory = &memory};
    require(definitions_add(&definitions, "N=2,p=0.5,b=true", &error) == 0, "definitions");
    int file = fuzz_open(data, size, path);
    prism_tree *tree = prism_tree_read(path, &definitions, &run, &error);
    if (tree != NULL) {
        check_model(prism_tree_model(tree));
        check_states(tree, &run);
    } else {
        require(error.code != ERROR_NONE && error.code != ERROR_USAGE && error.text[0] != '\0', "error");
        require_position(&error);
    }
    prism_tree_free(tree);
    definitions_free(&definitions);
    close(file);
    require(memory_used(&memory) == 0, "memory left");
    return 0;
}
