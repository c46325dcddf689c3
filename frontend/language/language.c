/* The common interface of modelling languages: every function is a switch over the languages. */
#include "frontend/language/language.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/definitions.h"
#include "frontend/exp/walk/semantics.h"
#include "frontend/prism/walk/prism_walker.h"
#include "frontend/formats/table/file_format.h"

struct language_tree {
    struct memory *memory;
    enum language language;
    union {
        exp_tree *exp;
        struct {
            prism_tree *prism;
            label_table *labels;
            struct definitions definitions; /* the values of constants, which the options name */
            struct exp_options options;
        };
    };
};

/* The language of a file, by the table of file formats. */
static enum language choose_language(const char *path) {
    switch (file_format_of_name(path, NULL)) {
    case FILE_PRISM:
        return LANGUAGE_PRISM;
    default: /* .exp, .aut, and names that the reader of EXP completes or refuses */
        return LANGUAGE_EXP;
    }
}

/* A table without labels, by the options of reading; NULL with *error filled. */
static label_table *make_labels(const struct exp_options *options, const struct run *run,
                                struct error *error) {
    label_table *labels =
        label_table_create(run->memory, options->ignore_case, options->internal, options->internal_count);
    if (labels == NULL) {
        error_memory(error, "to read the model");
    }
    return labels;
}

/* A PRISM model and its labels, which are none before compilation. */
static int read_prism(language_tree *tree, const char *path, const struct exp_options *options,
                      const struct run *run, struct error *error) {
    tree->options = *options;
    tree->definitions.memory = run->memory;
    tree->options.definitions = &tree->definitions;
    if (options->definitions != NULL &&
        definitions_copy(&tree->definitions, options->definitions, error) != 0) {
        return -1;
    }
    tree->prism = prism_tree_read(path, options->definitions, run, error);
    if (tree->prism == NULL) {
        return -1;
    }
    tree->labels = make_labels(options, run, error);
    return tree->labels == NULL ? -1 : 0;
}

/* Whether the model declares all constants that the caller gives values: 0, or -1 with the error filled. */
static int check_definitions(const language_tree *tree, const char *path,
                             const struct definitions *definitions, struct error *error) {
    const struct definition *unused = definitions == NULL ? NULL : definitions_unused(definitions);
    if (unused != NULL && tree->language == LANGUAGE_EXP && exp_tree_gives(tree->exp, unused->name)) {
        return error_set(error, ERROR_USAGE,
                         "--const %s=%s: in %s, 'with' gives each model that declares %s a value of its own",
                         unused->name, unused->value, path, unused->name);
    }
    return unused == NULL ? 0
                          : error_set(error, ERROR_USAGE, "--const %s=%s: %s declares no constant %s",
                                      unused->name, unused->value, path, unused->name);
}

static int read_tree(language_tree *tree, const char *path, const struct exp_options *options,
                     const struct run *run, struct error *error) {
    switch (tree->language) {
    case LANGUAGE_EXP:
        tree->exp = exp_tree_read(path, options, run, error);
        return tree->exp == NULL ? -1 : 0;
    case LANGUAGE_PRISM:
        return read_prism(tree, path, options, run, error);
    }
    return -1;
}

language_tree *language_read(const char *path, const struct exp_options *options, const struct run *run,
                             struct error *error) {
    language_tree *tree = memory_allocate_zeroed(run->memory, sizeof *tree);
    if (tree == NULL) {
        error_memory(error, "to read the model");
        return NULL;
    }
    tree->memory = run->memory;
    tree->language = choose_language(path);
    if (read_tree(tree, path, options, run, error) != 0 ||
        check_definitions(tree, path, options->definitions, error) != 0) {
        language_free(tree);
        return NULL;
    }
    return tree;
}

void language_free(language_tree *tree) {
    if (tree == NULL) {
        return;
    }
    switch (tree->language) {
    case LANGUAGE_EXP:
        exp_tree_free(tree->exp);
        break;
    case LANGUAGE_PRISM:
        prism_tree_free(tree->prism);
        definitions_free(&tree->definitions);
        label_table_free(tree->labels);
        break;
    }
    memory_free(tree->memory, tree, sizeof *tree);
}

enum language language_of(const language_tree *tree) {
    return tree->language;
}

int language_has_variables(const language_tree *tree) {
    return tree->language == LANGUAGE_PRISM || exp_tree_has_models(tree->exp);
}

label_table *language_labels(const language_tree *tree) {
    switch (tree->language) {
    case LANGUAGE_EXP:
        return exp_tree_labels(tree->exp);
    case LANGUAGE_PRISM:
        return tree->labels;
    }
    return NULL;
}

const struct exp_options *language_options(const language_tree *tree) {
    switch (tree->language) {
    case LANGUAGE_EXP:
        return exp_tree_options(tree->exp);
    case LANGUAGE_PRISM:
        return &tree->options;
    }
    return NULL;
}

const exp_tree *language_exp(const language_tree *tree) {
    return tree->language == LANGUAGE_EXP ? tree->exp : NULL;
}

const prism_tree *language_prism(const language_tree *tree) {
    return tree->language == LANGUAGE_PRISM ? tree->prism : NULL;
}

int language_predicate(language_tree *tree, const char *text, size_t length, struct source_position position,
                       uint32_t *number, struct error *error) {
    switch (tree->language) {
    case LANGUAGE_EXP:
        return exp_tree_add_predicate(tree->exp, text, length, position, number, error);
    case LANGUAGE_PRISM:
        return prism_tree_add_predicate(tree->prism, text, length, position, number, error);
    }
    return -1;
}

walker *language_walk(const language_tree *tree, const struct run *run, struct error *error) {
    label_table *labels;
    switch (tree->language) {
    case LANGUAGE_EXP:
        return semantics_create_of(tree->exp, run, error);
    case LANGUAGE_PRISM:
        labels = make_labels(&tree->options, run, error);
        return labels == NULL ? NULL : prism_walker_create(tree->prism, labels, run, error);
    }
    return NULL;
}
