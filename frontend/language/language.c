/* The common interface of modelling languages: every function is a switch over the languages. */
#include "frontend/language/language.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/exp/walk/semantics.h"
#include "frontend/formats/table/file_format.h"

struct language_tree {
    struct memory *memory;
    enum language language;
    union {
        exp_tree *exp;
    };
};

/* The language of a file, by the table of file formats. */
static enum language choose_language(const char *path) {
    switch (file_format_of_name(path, NULL)) {
    default: /* .exp, .aut, and names that the reader of EXP completes or refuses */
        return LANGUAGE_EXP;
    }
}

static int read_tree(language_tree *tree, const char *path, const struct exp_options *options,
                     const struct run *run, struct error *error) {
    switch (tree->language) {
    case LANGUAGE_EXP:
        tree->exp = exp_tree_read(path, options, run, error);
        return tree->exp == NULL ? -1 : 0;
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
    if (read_tree(tree, path, options, run, error) != 0) {
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
    }
    memory_free(tree->memory, tree, sizeof *tree);
}

enum language language_of(const language_tree *tree) {
    return tree->language;
}

label_table *language_labels(const language_tree *tree) {
    switch (tree->language) {
    case LANGUAGE_EXP:
        return exp_tree_labels(tree->exp);
    }
    return NULL;
}

const struct exp_options *language_options(const language_tree *tree) {
    switch (tree->language) {
    case LANGUAGE_EXP:
        return exp_tree_options(tree->exp);
    }
    return NULL;
}

const exp_tree *language_exp(const language_tree *tree) {
    return tree->language == LANGUAGE_EXP ? tree->exp : NULL;
}

walker *language_walk(const language_tree *tree, const struct run *run, struct error *error) {
    switch (tree->language) {
    case LANGUAGE_EXP:
        return semantics_create(exp_tree_root(tree->exp), exp_tree_labels(tree->exp),
                                exp_tree_options(tree->exp), run, error);
    }
    return NULL;
}
