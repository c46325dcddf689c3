/* Reading a PRISM model: the file, the parser, and the passes after it. */
#include "frontend/prism/syntax/prism_tree.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/input.h"
#include "base/text/text_buffer.h"
#include "frontend/prism/syntax/prism_syntax.h"

struct prism_tree {
    struct memory *memory;
    arena *arena;
    struct prism_model model;
    GROWING(struct prism_predicate) added;
    GROWING(struct source_position) places; /* of these */
};

static int check_kind(struct prism_syntax *syntax) {
    if (syntax->has_kind) {
        return 0;
    }
    return prism_syntax_error(syntax, (struct source_position){syntax->path, 1, 1},
                              "the model has no kind: add dtmc, mdp or ctmc");
}

static int parse_text(struct prism_syntax *syntax, struct text_buffer *text,
                      struct definitions *definitions) {
    uint64_t skip = text->length >= 3 && memcmp(text->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    return prism_syntax_parse(syntax, text->data + skip, text->length - skip) != 0 ||
                   check_kind(syntax) != 0 || prism_expand_formulas(syntax) != 0 ||
                   prism_rename_modules(syntax) != 0 || prism_resolve_names(syntax) != 0 ||
                   prism_check_types(syntax) != 0 || prism_compute_constants(syntax, definitions) != 0 ||
                   prism_check_commands(syntax) != 0 || prism_check_system(syntax) != 0 ||
                   prism_judge_weights(syntax) != 0
               ? -1
               : 0;
}

static int read_tree(prism_tree *tree, const char *path, struct definitions *definitions,
                     const struct run *run, struct error *error) {
    struct text_buffer text = {0};
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    struct prism_syntax syntax = {.memory = run->memory,
                                  .run = run,
                                  .arena = tree->arena,
                                  .error = error,
                                  .path = arena_copy(tree->arena, name, strlen(name)),
                                  .model = &tree->model};
    if (syntax.path == NULL) {
        return error_memory(error, "to read the model");
    }
    tree->model.path = syntax.path;
    input *input = input_open(run, path, error);
    int status = input == NULL || input_read_text(input, &text, error) != 0 ? -1 : 0;
    input_close(input);
    if (status == 0) {
        status = parse_text(&syntax, &text, definitions);
    }
    prism_syntax_free(&syntax);
    text_buffer_free(run->memory, &text);
    return status;
}

prism_tree *prism_tree_read(const char *path, struct definitions *definitions, const struct run *run,
                            struct error *error) {
    prism_tree *tree = memory_allocate_zeroed(run->memory, sizeof *tree);
    error->code = ERROR_NONE;
    if (tree != NULL) {
        tree->memory = run->memory;
        tree->arena = arena_create(run->memory);
    }
    if (tree == NULL || tree->arena == NULL) {
        prism_tree_free(tree);
        error_memory(error, "to read the model");
        return NULL;
    }
    if (read_tree(tree, path, definitions, run, error) != 0) {
        if (error->code == ERROR_NONE) {
            error_memory(error, "to read the model");
        }
        prism_tree_free(tree);
        return NULL;
    }
    return tree;
}

void prism_tree_free(prism_tree *tree) {
    if (tree != NULL) {
        GROWING_FREE(tree->memory, tree->added);
        GROWING_FREE(tree->memory, tree->places);
        arena_free(tree->arena);
        memory_free(tree->memory, tree, sizeof *tree);
    }
}

const struct prism_model *prism_tree_model(const prism_tree *tree) {
    return &tree->model;
}

/* --- predicates --- */

uint32_t prism_tree_predicate_count(const prism_tree *tree) {
    return tree->model.label_count + (uint32_t)tree->added.count;
}

struct prism_predicate prism_tree_predicate(const prism_tree *tree, uint32_t number) {
    const struct prism_model *model = &tree->model;
    if (number >= model->label_count) {
        return tree->added.data[number - model->label_count];
    }
    return (struct prism_predicate){model->labels[number].name.text, model->labels[number].expression};
}

static int is_same_place(struct source_position one, struct source_position other) {
    return one.line == other.line && one.column == other.column && strcmp(one.path, other.path) == 0;
}

/* The number of a predicate with this text, or PRISM_NONE. Where it may have no value, for its text has
 * arithmetic, predicates of several places are not one: an error has the place of its own. */
static uint32_t find_predicate(const prism_tree *tree, const char *text, struct source_position place) {
    const int always_has_value = strpbrk(text, "+-*/^(") == NULL;
    for (uint64_t i = 0; i < tree->added.count; i++) {
        if (strcmp(tree->added.data[i].text, text) == 0 &&
            (always_has_value || is_same_place(tree->places.data[i], place))) {
            return tree->model.label_count + (uint32_t)i;
        }
    }
    return PRISM_NONE;
}

int prism_tree_add_predicate(prism_tree *tree, const char *text, size_t length,
                             struct source_position position, uint32_t *number, struct error *error) {
    struct prism_predicate added = {.text = arena_copy(tree->arena, text, length)};
    struct prism_syntax syntax = {.memory = tree->memory,
                                  .arena = tree->arena,
                                  .error = error,
                                  .path = arena_copy(tree->arena, position.path, strlen(position.path)),
                                  .model = &tree->model,
                                  .is_single = 1};
    if (added.text == NULL || syntax.path == NULL) {
        return error_memory(error, "to read the formula");
    }
    position.path = syntax.path;
    *number = find_predicate(tree, added.text, position);
    if (*number != PRISM_NONE) {
        return 0;
    }
    int status = prism_read_single(&syntax, text, length, position);
    prism_syntax_free(&syntax);
    if (status == 0 && syntax.needs_deadlock) {
        *number = PRISM_PREDICATE_DEADLOCK;
        return 0;
    }
    added.expression = syntax.single;
    *number = prism_tree_predicate_count(tree);
    return status != 0 ? -1
           : GROWING_ADD(tree->memory, tree->places, position) != 0 ||
                   GROWING_ADD(tree->memory, tree->added, added) != 0
               ? error_memory(error, "to read the formula")
               : 0;
}

/* --- constants --- */

static int is_missing(const struct prism_constant *constant) {
    return constant->is_needed && constant->expression == NULL && !constant->has_value;
}

int prism_tree_complete(const prism_tree *tree, struct error *error) {
    static const char *const types[] = {
        [PRISM_BOOL] = "bool", [PRISM_INT] = "int", [PRISM_DOUBLE] = "double"};
    const struct prism_model *model = &tree->model;
    const struct prism_constant *first = NULL;
    char names[600];
    size_t used = 0;
    uint32_t listed = 0;
    for (uint32_t i = 0; i < model->constant_count && used < sizeof names; i++) {
        if (is_missing(&model->constants[i])) {
            first = first == NULL ? &model->constants[i] : first;
            listed++;
            used += (size_t)snprintf(names + used, sizeof names - used, "%s'%s' (%s)",
                                     listed == 1                      ? ""
                                     : listed == model->missing_count ? " and "
                                                                      : ", ",
                                     model->constants[i].name.text, types[model->constants[i].type]);
        }
    }
    return first == NULL
               ? 0
               : error_at(error, ERROR_INPUT, first->name.position,
                          "the constant%s %s %s no value: give %s with --const %.100s=VALUE%s",
                          listed == 1 ? "" : "s", names, listed == 1 ? "has" : "have",
                          listed == 1 ? "it one" : "them", first->name.text, listed == 1 ? "" : ",..");
}
