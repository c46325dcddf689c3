/*
 * Reading an EXP network: every file is parsed or read once, by its real path, and its references are
 * resolved from an explicit stack, so that neither long chains of inclusions nor cycles overflow the
 * machine's stack.
 */
#include "frontend/exp/syntax/exp_tree.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/stream/input.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/definitions.h"
#include "base/text/text_buffer.h"
#include "base/text/syntax_message.h"
#include "frontend/formats/aut.h"
#include "frontend/formats/aut_label.h"
#include "frontend/exp/syntax/exp_file.h"
#include "frontend/exp/syntax/exp_syntax.h"
#include "frontend/exp/syntax/exp_tree_internal.h"
#include "frontend/formats/file_content.h"

/* --- the tree --- */

static exp_tree *tree_create(const struct exp_options *options, const struct run *run, struct error *error) {
    exp_tree *tree = memory_allocate_zeroed(run->memory, sizeof *tree);
    if (tree == NULL) {
        return NULL;
    }
    tree->memory = run->memory;
    tree->error = error;
    tree->run = run;
    tree->options = *options;
    tree->definitions.memory = run->memory;
    tree->options.definitions = &tree->definitions;
    tree->given = options->definitions;
    tree->arena = arena_create(run->memory);
    tree->labels =
        label_table_create(run->memory, options->ignore_case, options->internal, options->internal_count);
    if (tree->arena == NULL || tree->labels == NULL ||
        (tree->given != NULL && definitions_copy(&tree->definitions, tree->given, error) != 0)) {
        exp_tree_free(tree);
        return NULL;
    }
    return tree;
}

void exp_tree_free(exp_tree *tree) {
    if (tree == NULL) {
        return;
    }
    struct memory *memory = tree->memory;
    for (uint64_t i = 0; i < tree->files.count; i++) {
        lts_free(memory, tree->files.data[i].lts);
        prism_tree_free(tree->files.data[i].prism);
    }
    definitions_free(&tree->definitions);
    GROWING_FREE(memory, tree->files);
    index_free(&tree->by_path, memory);
    GROWING_FREE(memory, tree->open);
    GROWING_FREE(memory, tree->warnings);
    GROWING_FREE(memory, tree->predicates);
    label_table_free(tree->labels);
    arena_free(tree->arena);
    memory_free(memory, tree, sizeof *tree);
}

const struct exp_node *exp_tree_root(const exp_tree *tree) {
    return tree->root;
}

label_table *exp_tree_labels(const exp_tree *tree) {
    return tree->labels;
}

const struct exp_options *exp_tree_options(const exp_tree *tree) {
    return &tree->options;
}

int exp_tree_has_models(const exp_tree *tree) {
    for (uint64_t i = 0; i < tree->files.count; i++) {
        if (tree->files.data[i].prism != NULL) {
            return 1;
        }
    }
    return 0;
}

int exp_tree_gives(const exp_tree *tree, const char *name) {
    const size_t length = strlen(name);
    for (uint64_t i = 0; i < tree->files.count; i++) {
        for (const char *at = tree->files.data[i].values; at != NULL; at = strchr(at, ',')) {
            at += *at == ',';
            if (strncmp(at, name, length) == 0 && at[length] == '=') {
                return 1;
            }
        }
    }
    return 0;
}

const char *exp_leaf_name(const char *path, size_t *length) {
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    size_t stem;
    enum file_format format = file_format_of_name(base, &stem);
    *length = (format == FILE_AUT || format == FILE_PRISM) && stem > 0 ? stem : strlen(base);
    return base;
}

const struct source_warning *exp_tree_warnings(const exp_tree *tree, uint32_t *count) {
    *count = (uint32_t)tree->warnings.count;
    return tree->warnings.data;
}

/* --- one .exp file --- */

static int is_empty(const char *text, uint64_t length) {
    while (length > 0 && strchr(" \t\r\n\v\f", text[length - 1]) != NULL && text[length - 1] != '\0') {
        length--;
    }
    return length == 0;
}

static int parse_text(exp_tree *tree, struct exp_source *file, struct text_buffer *text) {
    const char *name = strcmp(file->path, "-") == 0 ? "<stdin>" : file->path;
    struct exp_syntax syntax = {.run = tree->run,
                                .memory = tree->memory,
                                .arena = tree->arena,
                                .labels = tree->labels,
                                .options = &tree->options,
                                .error = tree->error,
                                .path = name};
    uint64_t skip = text->length >= 3 && memcmp(text->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    if (is_empty(text->data + skip, text->length - skip)) {
        return error_at(tree->error, ERROR_INPUT, (struct source_position){name, 1, 1}, "the file is empty");
    }
    int status = exp_syntax_parse(&syntax, text->data + skip, text->length - skip);
    if (status == 0) {
        uint64_t bytes = syntax.references.count * sizeof *syntax.references.data;
        file->root = syntax.root;
        file->reference_count = syntax.references.count;
        file->references = arena_allocate(tree->arena, bytes);
        if (file->references == NULL) {
            status = exp_tree_no_memory(tree->error);
        } else if (bytes > 0) {
            memcpy(file->references, syntax.references.data, bytes);
        }
    }
    exp_syntax_free(&syntax);
    if (status != 0 && tree->error->code == ERROR_INPUT &&
        file_format_of_bytes(text->data, text->length) == FILE_AUT) {
        return error_in(tree->error, ERROR_INPUT, name,
                        "this is an AUT graph: its name must end in .aut, .aut.gz or .aut.zst");
    }
    return status;
}

static int parse_file(exp_tree *tree, struct exp_source *file, input *input) {
    struct text_buffer text = {0};
    int status = input_read_text(input, &text, tree->error);
    if (status == 0) {
        status = parse_text(tree, file, &text);
    }
    text_buffer_free(tree->memory, &text);
    return status;
}

/* --- inclusion --- */

static int cycle_error(const exp_tree *tree, uint32_t first, struct source_position position) {
    char text[900];
    size_t used = 0;
    uint64_t at = 0;
    while (tree->open.data[at] != first) {
        at++;
    }
    uint64_t length = tree->open.count - at;
    for (uint64_t i = 0; i < length && used < sizeof text - 100; i++) {
        const char *path = tree->files.data[tree->open.data[at + i]].path;
        size_t cut = strlen(path) > 200 ? strlen(path) - 200 : 0;
        int written = snprintf(text + used, sizeof text - used, "%s includes ", path + cut);
        used += written > 0 ? (size_t)written : 0;
        if (used > 500 && length - i > 2) {
            used += (size_t)snprintf(text + used, sizeof text - used, ".. includes ");
            break;
        }
    }
    const char *path = tree->files.data[first].path;
    return error_at(tree->error, ERROR_INPUT, position, "cyclic inclusion: %s%s", text,
                    path + (strlen(path) > 200 ? strlen(path) - 200 : 0));
}

/* Pushes an .exp file on the stack of open files. */
static int enter_exp(exp_tree *tree, uint32_t index, input *input, struct source_position position) {
    struct exp_source *file = &tree->files.data[index];
    if (tree->open.count > EXP_MAX_DEPTH) {
        return error_at(tree->error, ERROR_INPUT, position,
                        "files nested deeper than %d: let one file include the others", EXP_MAX_DEPTH);
    }
    if (GROWING_ADD(tree->memory, tree->open, index) != 0) {
        return exp_tree_no_memory(tree->error);
    }
    file->state = EXP_SOURCE_OPEN;
    return parse_file(tree, file, input);
}

/* Warns once if labels stand in quotes that do not count in AUT. */
static int warn_quotes(exp_tree *tree, const struct exp_source *file) {
    const struct lts *lts = file->lts;
    if (lts->quotes.line == 0) {
        return 0;
    }
    const char *label = lts->quotes.text;
    char text[256], shown[60];
    syntax_message_show(label, strlen(label), shown, sizeof shown);
    snprintf(text, sizeof text,
             "the quotes are part of the label %s: in AUT, a label is quoted with \"\", or not at all",
             shown);
    return exp_tree_warn(tree, (struct source_position){file->path, lts->quotes.line, lts->quotes.column},
                         text);
}

/* Warns once of a label that probably should have a number. */
static int warn_number(exp_tree *tree, const struct exp_source *file) {
    struct error warning;
    return aut_number_slip(file->lts, tree->labels, file->path, &warning)
               ? exp_tree_warn(tree, (struct source_position){file->path, warning.line, warning.column},
                               warning.text)
               : 0;
}

/* Reads an AUT file. Warns if its header counts states that do not occur: often the count is wrong. */
static int enter_aut(exp_tree *tree, struct exp_source *file, input *input) {
    uint32_t state;
    char text[256];
    file->lts = aut_read_input(input, file->path, tree->labels, tree->run, tree->error);
    file->state = EXP_SOURCE_DONE;
    if (file->lts == NULL || warn_quotes(tree, file) != 0 || warn_number(tree, file) != 0) {
        return -1;
    }
    int found = aut_find_unmentioned(file->lts, tree->memory, &state);
    if (found <= 0) {
        return found == 0 ? 0 : exp_tree_no_memory(tree->error);
    }
    snprintf(text, sizeof text,
             "the header counts %u states, but no transition mentions state %u (states are numbered from 0)",
             file->lts->states - (uint32_t)file->lts->drawn_initial, state);
    return exp_tree_warn(tree, (struct source_position){.path = file->path}, text);
}

/* Whether the model declares the first `own` of the values; marks the others that it declares as used. */
static int check_values(exp_tree *tree, const struct exp_source *file, const struct definitions *values,
                        uint64_t own, struct source_position position) {
    for (uint64_t i = 0; i < values->list.count; i++) {
        const struct definition *one = &values->list.data[i];
        if (i < own && !one->is_used) {
            return error_at(tree->error, ERROR_INPUT, position, "%s declares no constant '%.100s'",
                            file->path, one->name);
        }
        if (i >= own && one->is_used) {
            definitions_take(tree->given, one->name);
        }
    }
    return 0;
}

/* Reads a PRISM model with values of its own, which go before those that are given to all models. */
static int read_with_values(exp_tree *tree, struct exp_source *file, struct source_position position) {
    struct definitions values = {.memory = tree->memory};
    int status = definitions_add(&values, file->values, tree->error);
    const uint64_t own = values.list.count;
    if (status != 0 && tree->error->code == ERROR_USAGE) {
        tree->error->code = ERROR_INPUT;
        error_place(tree->error, position);
    }
    status =
        status != 0 || tree->given == NULL ? status : definitions_copy(&values, tree->given, tree->error);
    if (status == 0) {
        file->prism = prism_tree_read(file->path, &values, tree->run, tree->error);
        status = file->prism == NULL ? -1 : check_values(tree, file, &values, own, position);
    }
    definitions_free(&values);
    return status;
}

static int enter_prism(exp_tree *tree, struct exp_source *file, struct source_position position) {
    file->state = EXP_SOURCE_DONE;
    if (file->values != NULL) {
        return read_with_values(tree, file, position);
    }
    file->prism = prism_tree_read(file->path, tree->given, tree->run, tree->error);
    return file->prism == NULL ? -1 : 0;
}

/* Reads a file at its first use. If its name does not show the format, its first bytes do. */
static int enter_file(exp_tree *tree, uint32_t index, struct source_position position,
                      struct source_position values) {
    struct exp_source *file = &tree->files.data[index];
    enum file_format format = file_format_of_name(file->path, NULL);
    const char *bytes;
    if (format == FILE_PRISM) {
        return enter_prism(tree, file, values);
    }
    size_t count;
    input *input = input_open(tree->run, file->path, tree->error);
    if (input == NULL ||
        (!exp_file_is_network(format) && input_first(input, &bytes, &count, tree->error) != 0)) {
        input_close(input);
        return -1;
    }
    if (exp_file_is_network(format) ? format == FILE_AUT : file_format_of_bytes(bytes, count) == FILE_AUT) {
        return enter_aut(tree, file, input);
    }
    int status = enter_exp(tree, index, input, position);
    input_close(input);
    return status;
}

static int is_process(const struct exp_source *file) {
    return file->lts != NULL || file->prism != NULL;
}

/* Links a finished file to a reference, and updates the nesting depth. */
static int link_reference(exp_tree *tree, struct exp_source *owner, const struct exp_reference *reference,
                          const struct exp_source *target) {
    struct exp_node *node = reference->node;
    node->path = target->path;
    uint64_t depth = reference->depth + (is_process(target) ? 0 : target->depth + 1);
    if (is_process(target)) {
        node->kind = EXP_LEAF;
        node->lts = target->lts;
        node->prism = target->prism;
    } else {
        node->children = arena_allocate(tree->arena, sizeof *node->children);
        if (node->children == NULL) {
            return exp_tree_no_memory(tree->error);
        }
        node->children[0] = target->root;
        node->child_count = 1;
    }
    owner->depth = depth > owner->depth ? depth : owner->depth;
    if (depth > EXP_MAX_DEPTH) {
        return error_at(tree->error, ERROR_INPUT, node->position, EXP_TOO_DEEP " (included files count)",
                        EXP_MAX_DEPTH);
    }
    return 0;
}

/* Handles the next reference: links its file, or first enters it. */
static int resolve_next(exp_tree *tree, struct exp_source *owner) {
    const struct exp_reference *reference = &owner->references[owner->next];
    struct source_position position = reference->node->position;
    const char *owner_path = owner->path;
    const char *path = exp_tree_resolve(tree, strcmp(owner_path, "-") == 0 ? NULL : owner_path,
                                        reference->node->path, position);
    const char *values = reference->node->values;
    const struct source_position values_position = reference->node->values_position;
    if (path != NULL && values != NULL && file_format_of_name(path, NULL) != FILE_PRISM) {
        return error_at(tree->error, ERROR_INPUT, values_position,
                        "'with' gives values to the constants of a PRISM model, and %s is none", path);
    }
    int64_t found =
        path == NULL ? -1 : exp_tree_find(tree, path, values, position); /* this may move tree->files */
    if (found < 0) {
        return -1;
    }
    uint32_t index = (uint32_t)found;
    owner = &tree->files.data[tree->open.data[tree->open.count - 1]];
    if (tree->files.data[index].state == EXP_SOURCE_OPEN) {
        return cycle_error(tree, index, position);
    }
    if (tree->files.data[index].state == EXP_SOURCE_NEW) {
        if (enter_file(tree, index, position, values_position) != 0) {
            return -1;
        }
        if (tree->files.data[index].state == EXP_SOURCE_OPEN) {
            return 0;
        }
    }
    owner->next++;
    return link_reference(tree, owner, reference, &tree->files.data[index]);
}

static int resolve_all(exp_tree *tree) {
    while (tree->open.count > 0) {
        struct exp_source *file = &tree->files.data[tree->open.data[tree->open.count - 1]];
        if (run_should_stop(tree->run)) {
            return error_set(tree->error, ERROR_INTERRUPTED, "interrupted");
        }
        if (file->next < file->reference_count) {
            if (resolve_next(tree, file) != 0) {
                return -1;
            }
        } else {
            file->state = EXP_SOURCE_DONE;
            tree->open.count--;
        }
    }
    return 0;
}

/* Makes a tree of one process. */
static int make_leaf(exp_tree *tree, const struct exp_source *file) {
    struct exp_node *node = arena_allocate(tree->arena, sizeof *node);
    if (node == NULL) {
        return exp_tree_no_memory(tree->error);
    }
    node->kind = EXP_LEAF;
    node->position = (struct source_position){file->path, 1, 1};
    node->path = file->path;
    node->lts = file->lts;
    node->prism = file->prism;
    tree->root = node;
    return 0;
}

static int read_tree(exp_tree *tree, const char *name) {
    struct source_position nowhere = {NULL, 0, 0};
    const char *path = exp_tree_resolve(tree, NULL, name, nowhere);
    int64_t index = path == NULL ? -1 : exp_tree_find(tree, path, NULL, nowhere);
    if (index < 0 || enter_file(tree, (uint32_t)index, nowhere, nowhere) != 0 || resolve_all(tree) != 0) {
        return -1;
    }
    const struct exp_source *file = &tree->files.data[index];
    if (is_process(file)) {
        return make_leaf(tree, file);
    }
    tree->root = file->root;
    return 0;
}

exp_tree *exp_tree_read(const char *path, const struct exp_options *options, const struct run *run,
                        struct error *error) {
    exp_tree *tree = tree_create(options, run, error);
    if (tree == NULL) {
        exp_tree_no_memory(error);
        return NULL;
    }
    if (read_tree(tree, path) != 0) {
        exp_tree_free(tree);
        return NULL;
    }
    return tree;
}
