/* Makes properties of automata in files of the Hanoi format: what their atoms mean is a formula, so that its
 * events and predicates are those of any property. */
#include "checker/property/property.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/input.h"
#include "base/text/text_buffer.h"
#include "checker/property/property_internal.h"
#include "specs/ltl/hoa.h"
#include "specs/syntax/ltl_tree.h"

struct making {
    const struct property_maker *maker;
    const char *path;
    struct property *property;
    struct text_buffer content, meaning; /* the file; the atoms, as a conjunction */
};

static int no_memory(const struct making *making) {
    return error_memory(making->maker->error, "for the automaton");
}

/* What an atom of the file means: its text, or what --ap says of that. */
static const char *meaning_of(struct making *making, const char *name) {
    const struct property_maker *maker = making->maker;
    const size_t length = strlen(name);
    for (uint64_t i = 0; i < maker->meaning_count; i++) {
        if (strncmp(maker->meaning[i], name, length) == 0 && maker->meaning[i][length] == '=') {
            if (maker->meaning_used != NULL) {
                maker->meaning_used[i] = 1;
            }
            return maker->meaning[i] + length + 1;
        }
    }
    return name;
}

static struct formula_options options_of(const struct making *making) {
    const struct exp_options *how = language_options(making->maker->tree);
    return (struct formula_options){.dialect = FORMULA_DIALECT_LTL,
                                    .extended = how->regex_extended,
                                    .ignore_case = how->ignore_case,
                                    .internal = how->internal,
                                    .internal_count = how->internal_count};
}

/* Whether a formula has temporal operators. */
static int is_temporal(const struct ltl_tree *tree) {
    uint64_t node = 0;
    while (node < tree->node.count && tree->node.data[node].kind < LTL_TREE_NEXT) {
        node++;
    }
    return node < tree->node.count;
}

/* Refuses what is no condition on one position, and says where it stands. */
static int check_atom(struct making *making, const char *name, const char *text) {
    const struct property_maker *maker = making->maker;
    const struct formula_options options = options_of(making);
    struct error warning, error = {.code = ERROR_NONE};
    formula_text *formula = formula_read((struct formula_source){"atom", text, strlen(text)}, &options,
                                         maker->run, &warning, &error);
    const int is_wrong = formula == NULL || is_temporal(formula_ltl(formula));
    formula_text_free(formula);
    if (!is_wrong) {
        return 0;
    }
    if (error.code != ERROR_NONE && error.code != ERROR_INPUT) {
        *maker->error = error;
        return -1;
    }
    return error_in(
        maker->error, ERROR_INPUT, making->path,
        "atom \"%.200s\" is no event, {E} or deadlock%s%.300s: say what it means, --ap '%.100s=ATOM'", name,
        error.code == ERROR_NONE ? "" : ": ", error.code == ERROR_NONE ? "" : error.text, name);
}

static int add_atom(struct making *making, const char *name) {
    struct memory *memory = making->maker->run->memory;
    const char *text = meaning_of(making, name);
    return check_atom(making, name, text) != 0 ? -1
           : text_buffer_add(memory, &making->meaning, making->meaning.length == 0 ? "(" : " && (") != 0 ||
                   text_buffer_add(memory, &making->meaning, text) != 0 ||
                   text_buffer_add(memory, &making->meaning, "\n)") != 0 /* after a comment, too */
               ? no_memory(making)
               : 0;
}

/* Reads the automaton, and writes what its atoms mean. */
static int read_automaton(struct making *making) {
    const struct property_maker *maker = making->maker;
    struct bdd_pool pool;
    struct hoa hoa = {.atoms = 0};
    int failed = bdd_open(&pool, maker->run, maker->error) != 0;
    if (!failed) {
        failed = hoa_read(&hoa, &pool,
                          (struct formula_source){making->path, making->content.data,
                                                  making->content.length}) != 0;
    }
    for (uint32_t a = 0; a < hoa.atoms && !failed; a++) {
        failed = add_atom(making, hoa.atom[a]);
    }
    if (!failed && property_row(making->property->kind)->is_of_good_runs && !hoa_is_deterministic(&hoa)) {
        failed = pool.failed ? -1
                             : error_in(maker->error, ERROR_INPUT, making->path,
                                        "the automaton is not deterministic, so that it is not known what it "
                                        "rejects: give the automaton of the opposite with --automaton");
    }
    hoa_free(&hoa);
    bdd_close(&pool);
    return failed ? -1 : 0;
}

/* Makes the formula. */
static int make_meaning(struct making *making) {
    const struct property_maker *maker = making->maker;
    struct property *property = making->property;
    const struct formula_options options = options_of(making);
    const char *text = making->meaning.length == 0 ? "true" : making->meaning.data;
    struct error warning;
    property->formula = formula_read((struct formula_source){making->path, text, strlen(text)}, &options,
                                     maker->run, &warning, maker->error);
    return property->formula == NULL || property_bind_predicates(maker, property) != 0 ? -1 : 0;
}

static int make(struct making *making) {
    const struct property_maker *maker = making->maker;
    input *input = input_open(maker->run, making->path, maker->error);
    const int failed = input == NULL || input_read_text(input, &making->content, maker->error) != 0;
    input_close(input);
    if (failed || read_automaton(making) != 0 || make_meaning(making) != 0) {
        return -1;
    }
    return property_set_file(maker, making->path, making->property) != 0 ||
                   property_set_text(maker, making->property, making->content.data, making->content.length) !=
                       0
               ? -1
               : property_set_name(making->property, maker->run, maker->error, "%s %s",
                                   property_row(making->property->kind)->name, making->path);
}

int property_make_automaton(const struct property_maker *maker, const char *path, struct property *property) {
    struct making making = {.maker = maker, .path = path, .property = property};
    property->dialect = FORMULA_DIALECT_LTL;
    property->meaning = maker->meaning;
    property->meaning_count = maker->meaning_count;
    const int failed = make(&making);
    text_buffer_free(maker->run->memory, &making.content);
    text_buffer_free(maker->run->memory, &making.meaning);
    return failed;
}
