/* Formulas of linear temporal logic by themselves: their automata, their classes, and whether two are equal.
 */
#include "api/formula.h"

#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/options/statistics.h"
#include "base/text/text_buffer.h"
#include "specs/ltl/ltl_of_tree.h"
#include "specs/ltl/tgba_write.h"
#include "specs/syntax/ltl_tree.h"

#define MOST_LETTERS 2000u /* of a word that is shown */

struct meaning {
    formula_text *text;
    struct tgba yes, no; /* automata of the formula and of its negation */
};

struct work {
    struct job *job;
    const struct formula_request *request;
    struct formula_result *result;
    struct ltl_store store;
    struct bdd_pool pool;
    arena *texts;
    struct meaning meaning[2];
    GROWING(const char *) atom; /* texts of the atoms of both formulas */
};

static int no_memory(struct work *work) {
    return error_memory(&work->job->error, "for the formula");
}

/* --- atoms --- */

/* A text between two signs, the second of which is escaped in it. */
static int write_between(struct work *work, const char *begin, const char *inside, const char *end,
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
static int write_atom(struct work *work, const struct ltl_atom *atom, struct text_buffer *text) {
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

/* The number of an atom among those of both formulas. */
static int number_atom(struct work *work, const struct ltl_atom *atom, uint32_t *number) {
    struct memory *memory = &work->job->memory;
    struct text_buffer text = {0};
    uint32_t found = 0;
    if (write_atom(work, atom, &text) != 0) {
        text_buffer_free(memory, &text);
        return no_memory(work);
    }
    if (run_ask(&work->job->run, &work->job->error, "interrupted while atoms were compared") != 0) {
        text_buffer_free(memory, &text);
        return -1;
    }
    while (found < work->atom.count && strcmp(work->atom.data[found], text.data) != 0) {
        found++;
    }
    *number = found;
    if (found < work->atom.count) {
        text_buffer_free(memory, &text);
        return 0;
    }
    const char *copy = arena_copy(work->texts, text.data, text.length);
    const int failed = copy == NULL || GROWING_ADD(memory, work->atom, copy) != 0;
    text_buffer_free(memory, &text);
    return failed ? no_memory(work) : 0;
}

/* --- formulas --- */

static int read_formula(struct work *work, unsigned which) {
    const struct formula_options options = {.dialect = FORMULA_DIALECT_LTL,
                                            .extended = work->request->extended};
    const char *text = work->request->formula[which];
    const int is_file = strcmp(text, "-") == 0 || file_format_of_name(text, NULL) == FILE_LTL;
    const struct formula_source source = {is_file      ? text
                                          : which == 0 ? "formula"
                                                       : "second formula",
                                          is_file ? NULL : text, is_file ? 0 : strlen(text)};
    struct error warning;
    struct meaning *meaning = &work->meaning[which];
    meaning->text = formula_read(source, &options, &work->job->run, &warning, &work->job->error);
    return meaning->text == NULL ? -1 : job_accept_warning_of_reading(work->job, &warning);
}

/* The formula, over the atoms of both; LTL_NONE with job->error. */
static ltl convert(struct work *work, const struct ltl_tree *tree) {
    struct memory *memory = &work->job->memory;
    uint32_t *number = memory_allocate_array(memory, tree->atom.count, sizeof *number);
    int failed = number == NULL ? no_memory(work) : 0;
    for (uint64_t a = 0; a < tree->atom.count && !failed; a++) {
        failed = number_atom(work, &tree->atom.data[a], &number[a]) != 0;
    }
    const ltl formula = failed ? LTL_FALSE : ltl_of_tree(&work->store, tree, number);
    memory_free(memory, number, tree->atom.count * sizeof *number);
    return failed || work->store.failed ? LTL_NONE : formula;
}

/* Automata over the atoms of all formulas, which are numbered before. */
static int make_automata(struct work *work, unsigned formulas) {
    ltl formula[2] = {LTL_NONE, LTL_NONE};
    for (unsigned i = 0; i < formulas; i++) {
        formula[i] = convert(work, formula_ltl(work->meaning[i].text));
        if (formula[i] == LTL_NONE) {
            return -1;
        }
    }
    for (unsigned i = 0; i < formulas; i++) {
        run_tell(&work->job->run, "translating", 0, 0, NULL);
        if (tgba_of_formula(&work->store, &work->pool, formula[i], (uint32_t)work->atom.count,
                            &work->meaning[i].yes, &work->meaning[i].no) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- what is shown --- */

static int describe(struct work *work) {
    struct formula_result *result = work->result;
    const struct meaning *meaning = &work->meaning[0];
    const struct tgba *shown = work->request->negate ? &meaning->no : &meaning->yes;
    const struct tgba *other = work->request->negate ? &meaning->yes : &meaning->no;
    const int classes = tgba_classes(shown, other, (uint32_t)work->atom.count);
    if (classes < 0) {
        return -1;
    }
    result->class = tgba_class_name(classes);
    result->truth = shown->states == 0 ? "unsatisfiable" : other->states == 0 ? "valid" : NULL;
    result->atoms = work->atom.count;
    result->states = shown->states;
    result->edges = shown->edge.count;
    result->marks = shown->marks;
    result->other_states = other->states;
    result->deterministic = tgba_is_deterministic(shown);
    return work->pool.failed ? -1 : 0;
}

/* Which atoms hold at a position. */
static int write_letter(struct work *work, const uint8_t *value, struct text_buffer *text) {
    struct memory *memory = &work->job->memory;
    int failed = 0, some = 0;
    for (uint64_t a = 0; a < work->atom.count && !failed; a++) {
        if (value[a]) {
            failed = (some && text_buffer_add(memory, text, " && ") != 0) ||
                     text_buffer_add(memory, text, work->atom.data[a]) != 0;
            some = 1;
        }
    }
    return failed || (!some && text_buffer_add(memory, text, "none") != 0) ? -1 : 0;
}

/* a; a && b; for ever: b; none */
static int write_word(struct work *work, const struct tgba_word *word) {
    struct memory *memory = &work->job->memory;
    struct text_buffer text = {0};
    int failed = 0;
    for (uint64_t i = 0; i < word->length && !failed; i++) {
        failed = (i > 0 && text_buffer_add(memory, &text, "; ") != 0) ||
                 (i == word->loop && text_buffer_add(memory, &text, "for ever: ") != 0) ||
                 (i == MOST_LETTERS ? text_buffer_add(memory, &text, "..")
                                    : write_letter(work, word->value + i * word->atoms, &text)) != 0;
        if (i == MOST_LETTERS) {
            break;
        }
    }
    work->result->word_bytes = text.length + 1;
    work->result->word = failed ? NULL : memory_allocate(memory, work->result->word_bytes);
    if (work->result->word != NULL) {
        memcpy(work->result->word, text.data, text.length + 1);
    }
    text_buffer_free(memory, &text);
    return work->result->word == NULL ? no_memory(work) : 0;
}

/* A word that one formula has and the other has not. */
static int compare(struct work *work) {
    const uint32_t atoms = (uint32_t)work->atom.count;
    work->result->equivalent = 1;
    for (int i = 0; i < 2 && work->result->equivalent; i++) {
        struct tgba_word word;
        const int found = tgba_common_word(&work->meaning[i].yes, &work->meaning[!i].no, atoms, &word);
        const int failed = found < 0 || (found > 0 && write_word(work, &word) != 0);
        tgba_word_free(&word);
        if (failed) {
            work->result->equivalent = -1;
            return -1;
        }
        work->result->equivalent = !found;
        work->result->satisfies = found ? i : -1;
    }
    return 0;
}

static int write_automaton(struct work *work, enum file_format format) {
    struct job *job = work->job;
    const struct formula_request *request = work->request;
    struct text_buffer name = {0};
    const struct meaning *meaning = &work->meaning[0];
    struct tgba_texts texts = {request->negate ? &meaning->no : &meaning->yes, NULL, work->atom.data,
                               (uint32_t)work->atom.count};
    if ((request->negate && text_buffer_add(&job->memory, &name, "!(") != 0) ||
        text_buffer_add(&job->memory, &name, request->formula[0]) != 0 ||
        (request->negate && text_buffer_add(&job->memory, &name, ")") != 0)) {
        text_buffer_free(&job->memory, &name);
        return no_memory(work);
    }
    texts.formula = name.data;
    output *output = output_create(&job->run, request->output, &job->error);
    const int failed =
        output == NULL || (format == FILE_HOA   ? tgba_write_hoa(&texts, output, &job->error)
                           : format == FILE_DOT ? tgba_write_dot(&texts, output, &job->error)
                                                : tgba_write_never(&texts, output, &job->error)) != 0;
    text_buffer_free(&job->memory, &name);
    if (output_end(output, failed, &job->error) != 0) {
        return -1;
    }
    work->result->written = output_name_shown(request->output);
    return 0;
}

/* --- all --- */

static int find_out(struct work *work, enum file_format format) {
    const unsigned formulas = work->request->formula[1] == NULL ? 1 : 2;
    for (unsigned i = 0; i < formulas; i++) {
        if (read_formula(work, i) != 0) {
            return -1;
        }
    }
    return make_automata(work, formulas) != 0 || describe(work) != 0 ||
                   (formulas == 2 && compare(work) != 0) ||
                   (work->request->output != NULL && write_automaton(work, format) != 0)
               ? -1
               : 0;
}

int api_formula(struct job *job, const struct formula_request *request, struct formula_result *result) {
    static const enum file_format formats[] = {FILE_HOA, FILE_DOT, FILE_PROMELA, FILE_UNKNOWN};
    struct work work = {.job = job, .request = request, .result = result};
    enum file_format format;
    *result = (struct formula_result){.atoms = STATISTIC_ABSENT,
                                      .states = STATISTIC_ABSENT,
                                      .edges = STATISTIC_ABSENT,
                                      .marks = STATISTIC_ABSENT,
                                      .other_states = STATISTIC_ABSENT,
                                      .deterministic = -1,
                                      .equivalent = -1,
                                      .satisfies = -1};
    const struct job_output output = {
        .file = {.option = "--output", .path = request->output, .formats = formats, .chosen = -1},
        .names = 1};
    if (job_output(job, &output, &format) != 0) {
        return -1;
    }
    work.texts = arena_create(&job->memory);
    const int opened = ltl_open(&work.store, &job->run, &job->error) == 0;
    const int failed =
        !opened || bdd_open(&work.pool, &job->run, &job->error) != 0 || find_out(&work, format) != 0;
    for (unsigned i = 0; i < 2; i++) {
        tgba_free(&work.meaning[i].yes);
        tgba_free(&work.meaning[i].no);
        formula_text_free(work.meaning[i].text);
    }
    if (opened) {
        bdd_close(&work.pool);
    }
    ltl_close(&work.store);
    GROWING_FREE(&job->memory, work.atom);
    arena_free(work.texts);
    return failed ? -1 : 0;
}

void formula_result_free(struct formula_result *result, struct memory *memory) {
    memory_free(memory, result->word, result->word == NULL ? 0 : result->word_bytes);
}
