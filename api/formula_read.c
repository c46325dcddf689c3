/* Reads formulas of linear temporal logic and automata, and makes automata over the atoms of all. */
#include <string.h>

#include "api/formula_work.h"
#include "base/text/text_buffer.h"

int formula_no_memory(struct formula_work *work) {
    return error_memory(&work->job->error, "for the formula");
}

void formula_meaning_free(struct formula_meaning *meaning) {
    tgba_free(&meaning->yes);
    tgba_free(&meaning->no);
    hoa_free(&meaning->hoa);
    formula_text_free(meaning->text);
}

/* --- atoms --- */

/* A text between two signs, the second of which is escaped in it. */
static int write_between(struct formula_work *work, const char *begin, const char *inside, const char *end,
                         struct text_buffer *text) {
    struct memory *memory = &work->job->memory;
    int failed = text_buffer_add(memory, text, begin) != 0;
    for (const char *at = inside; *at != '\0' && !failed; at++) {
        failed = (*end == '"' && (*at == '"' || *at == '\\') && text_buffer_add(memory, text, "\\") != 0) ||
                 text_buffer_append(memory, text, at, 1) != 0;
    }
    return failed || text_buffer_add(memory, text, end) != 0 ? -1 : 0;
}

static int is_word(const char *text) {
    static const char digits[] = "0123456789",
                      bytes[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    const size_t length = strlen(text);
    return length > 0 && strspn(text, digits) == 0 && strspn(text, bytes) == length &&
           !ltl_word_is_reserved(text, length);
}

/* An atom as it is written. */
static int write_atom(struct formula_work *work, const struct ltl_atom *atom, struct text_buffer *text) {
    if (atom->predicate != NULL) {
        return write_between(work, "{", atom->predicate->name, "}", text);
    }
    if (atom->action == NULL) {
        return text_buffer_add(&work->job->memory, text, "deadlock");
    }
    const struct action *action = atom->action;
    const char *sign = action->kind == ACTION_PATTERN                           ? "'"
                       : action->kind == ACTION_LABEL && !is_word(action->text) ? "\""
                                                                                : "";
    return write_between(work, sign, action->kind == ACTION_INTERNAL ? "i" : action->text, sign, text);
}

/* The number of an atom, by its text, among those of both; an atom of the same text is of the same kind. */
static int number_text(struct formula_work *work, const char *text, uint8_t kind, uint32_t *number) {
    uint32_t found = 0;
    if (run_ask(&work->job->run, &work->job->error, "interrupted while atoms were compared") != 0) {
        return -1;
    }
    while (found < work->atom.count && strcmp(work->atom.data[found], text) != 0) {
        found++;
    }
    *number = found;
    if (found < work->atom.count) {
        return 0;
    }
    const char *copy = arena_copy(work->texts, text, strlen(text));
    return copy == NULL || GROWING_ADD(&work->job->memory, work->atom, copy) != 0 ||
                   GROWING_ADD(&work->job->memory, work->kind, kind) != 0
               ? formula_no_memory(work)
               : 0;
}

static int number_atom(struct formula_work *work, const struct ltl_atom *atom, uint32_t *number) {
    struct text_buffer text = {0};
    uint8_t kind;
    tgba_atom_kinds(atom, 1, &kind);
    const int failed = write_atom(work, atom, &text) != 0 ? formula_no_memory(work)
                                                          : number_text(work, text.data, kind, number);
    text_buffer_free(&work->job->memory, &text);
    return failed;
}

/* --- formulas --- */

static int is_automaton(const char *text) {
    return file_format_of_name(text, NULL) == FILE_HOA;
}

static int read_formula(struct formula_work *work, unsigned which) {
    const struct formula_options options = {.dialect = FORMULA_DIALECT_LTL,
                                            .extended = work->request->extended};
    const char *text = work->request->formula[which];
    const int is_file = strcmp(text, "-") == 0 || file_format_of_name(text, NULL) == FILE_LTL;
    const struct formula_source source = {is_file      ? text
                                          : which == 0 ? "formula"
                                                       : "second formula",
                                          is_file ? NULL : text, is_file ? 0 : strlen(text)};
    struct error warning;
    struct formula_meaning *meaning = &work->meaning[which];
    meaning->text = formula_read(source, &options, &work->job->run, &warning, &work->job->error);
    return meaning->text == NULL ? -1 : job_accept_warning_of_reading(work->job, &warning);
}

/* The formula, over the atoms of both; LTL_NONE with job->error. */
static ltl convert(struct formula_work *work, const struct ltl_tree *tree) {
    struct memory *memory = &work->job->memory;
    uint32_t *number = memory_allocate_array(memory, tree->atom.count, sizeof *number);
    int failed = number == NULL ? formula_no_memory(work) : 0;
    for (uint64_t a = 0; a < tree->atom.count && !failed; a++) {
        failed = number_atom(work, &tree->atom.data[a], &number[a]) != 0;
    }
    const ltl formula = failed ? LTL_FALSE : ltl_of_tree(&work->store, tree, number);
    memory_free(memory, number, tree->atom.count * sizeof *number);
    return failed || work->store.failed ? LTL_NONE : formula;
}

/* Automata of a formula and of its negation. */
static int translate(struct formula_work *work, struct formula_meaning *meaning, ltl formula) {
    run_tell(&work->job->run, "translating", 0, 0, NULL);
    meaning->has_opposite = 1;
    return tgba_of_formula(&work->store, &work->pool, formula, (uint32_t)work->atom.count, &meaning->yes,
                           &meaning->no);
}

/* --- automata --- */

/* The number of an atom of an automaton: of the atom as a formula would have it, or else of the name that it
 * is. */
static int number_name(struct formula_work *work, const char *name, uint32_t *number) {
    const struct formula_options options = {.dialect = FORMULA_DIALECT_LTL,
                                            .extended = work->request->extended};
    struct error warning, error = {.code = ERROR_NONE};
    formula_text *text = formula_read((struct formula_source){"atom", name, strlen(name)}, &options,
                                      &work->job->run, &warning, &error);
    const struct ltl_tree *tree = text == NULL ? NULL : formula_ltl(text);
    const int is_atom = tree != NULL && tree->node.data[tree->root].kind == LTL_TREE_ATOM;
    int failed = 0;
    if (text == NULL && error.code != ERROR_INPUT) {
        work->job->error = error;
        failed = -1;
    } else {
        failed = is_atom ? number_atom(work, &tree->atom.data[tree->node.data[tree->root].left], number)
                         : number_text(work, name, TGBA_EVENT, number);
    }
    formula_text_free(text);
    return failed;
}

/* An automaton over the atoms of both. */
static int convert_automaton(struct formula_work *work, struct formula_meaning *meaning) {
    struct memory *memory = &work->job->memory;
    struct hoa *hoa = &meaning->hoa;
    bdd *function = memory_allocate_array(memory, hoa->atoms, sizeof *function);
    int failed = function == NULL ? formula_no_memory(work) : 0;
    for (uint32_t a = 0; a < hoa->atoms && !failed; a++) {
        uint32_t number = 0;
        failed = number_name(work, hoa->atom[a], &number) != 0;
        function[a] = failed ? BDD_FALSE : bdd_variable(&work->pool, number);
    }
    failed = failed || hoa_rename(hoa, function) != 0;
    memory_free(memory, function, hoa->atoms * sizeof *function);
    return failed ? -1 : 0;
}

static int reduce_automaton(struct formula_work *work, struct formula_meaning *meaning, const char *name) {
    const uint32_t atoms = (uint32_t)work->atom.count;
    run_tell(&work->job->run, "reducing", 0, 0, NULL);
    if (hoa_to_tgba(&meaning->hoa, &meaning->yes) != 0 || tgba_reduce(&meaning->yes) != 0) {
        error_name_file(&work->job->error, name);
        return -1;
    }
    const int found = hoa_opposite(&meaning->hoa, &meaning->yes, &meaning->no);
    meaning->has_opposite = found > 0;
    return found < 0 || (found > 0 && (tgba_shrink(&meaning->yes, &meaning->no, atoms) != 0 ||
                                       tgba_shrink(&meaning->no, &meaning->yes, atoms) != 0))
               ? -1
               : 0;
}

/* --- both --- */

/* All atoms have their numbers before automata are made. */
int formula_read_all(struct formula_work *work, unsigned count) {
    ltl formula[2] = {LTL_NONE, LTL_NONE};
    int failed = 0;
    for (unsigned i = 0; i < count && !failed; i++) {
        const char *text = work->request->formula[i];
        failed = is_automaton(text)
                     ? hoa_read(&work->meaning[i].hoa, &work->pool, (struct formula_source){.name = text})
                     : read_formula(work, i);
    }
    for (unsigned i = 0; i < count && !failed; i++) {
        struct formula_meaning *meaning = &work->meaning[i];
        if (meaning->text == NULL) {
            failed = convert_automaton(work, meaning);
        } else {
            formula[i] = convert(work, formula_ltl(meaning->text));
            failed = formula[i] == LTL_NONE;
        }
    }
    for (unsigned i = 0; i < count && !failed; i++) {
        struct formula_meaning *meaning = &work->meaning[i];
        failed = meaning->text == NULL ? reduce_automaton(work, meaning, work->request->formula[i])
                                       : translate(work, meaning, formula[i]);
    }
    return failed ? -1 : 0;
}
