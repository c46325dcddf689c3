/* Formulas of linear temporal logic by themselves: their automata, their classes, and whether two are equal.
 */
#include "api/formula.h"

#include <string.h>

#include "api/formula_work.h"
#include "base/options/statistics.h"
#include "base/text/text_buffer.h"
#include "specs/ltl/tgba_write.h"

#define MOST_LETTERS 2000u /* of a word that is shown */

/* --- what is shown --- */

#define NO_OPPOSITE                                                                                          \
    "opposites are found of weak automata, of small ones, and of deterministic ones with few Rabin pairs"

static int describe_steps(struct formula_work *work, const struct tgba *shown, const struct tgba *other) {
    const formula_text *text = work->meaning[0].text;
    const int ignored = tgba_ignores_steps(shown, other, text == NULL ? NULL : formula_ltl(text),
                                           work->kind.data, (uint32_t)work->atom.count);
    work->result->steps = ignored == 1 ? "do not matter" : ignored == 0 ? "matter" : NULL;
    return ignored < 0 ? -1 : 0;
}

/* What depends on the opposite. */
static int describe_opposite(struct formula_work *work, const struct tgba *shown, const struct tgba *other) {
    struct formula_result *result = work->result;
    const int classes = tgba_classes(shown, other, (uint32_t)work->atom.count);
    if (classes < 0) {
        return -1;
    }
    result->class = tgba_class_name(classes);
    result->truth = shown->states == 0 ? "unsatisfiable" : other->states == 0 ? "valid" : NULL;
    result->other_states = other->states;
    return describe_steps(work, shown, other);
}

static void note_unknown(struct formula_work *work, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (!work->meaning[i].has_opposite) {
            job_note(work->job, "the class and the opposite of '%s' are not known: " NO_OPPOSITE,
                     work->request->formula[i]);
        }
    }
}

static int describe(struct formula_work *work) {
    struct formula_result *result = work->result;
    const struct formula_meaning *meaning = &work->meaning[0];
    const char *name = work->request->formula[0];
    const int negate = work->request->negate;
    const struct tgba *shown = negate ? &meaning->no : &meaning->yes;
    if (negate && !meaning->has_opposite) {
        return error_set(&work->job->error, ERROR_LIMIT, "the opposite of '%.200s' is not known", name);
    }
    result->atoms = work->atom.count;
    result->states = shown->states;
    result->edges = shown->edge.count;
    result->marks = shown->marks;
    result->deterministic = tgba_is_deterministic(shown);
    return meaning->has_opposite ? describe_opposite(work, shown, negate ? &meaning->yes : &meaning->no)
           : work->pool.failed   ? -1
                                 : 0;
}

/* Which atoms hold at a position. */
static int write_letter(struct formula_work *work, const uint8_t *value, struct text_buffer *text) {
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
static int write_word(struct formula_work *work, const struct tgba_word *word) {
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
    return work->result->word == NULL ? formula_no_memory(work) : 0;
}

/* Looks for a word that one of them has and the other has not: 1, 0 or -1. */
static int tell_apart(struct formula_work *work, int has) {
    struct tgba_word word;
    int found =
        tgba_common_word(&work->meaning[has].yes, &work->meaning[!has].no, (uint32_t)work->atom.count, &word);
    if (found > 0 && write_word(work, &word) != 0) {
        found = -1;
    }
    tgba_word_free(&word);
    return found;
}

/* Says what was not decided: whether the words of one of them are words of the other. */
static int leave_open(struct formula_work *work, int has) {
    const char *const *name = work->request->formula;
    if (work->meaning[has].has_opposite) {
        work->result->included = name[!has];
    }
    return error_set(&work->job->error, ERROR_LIMIT,
                     "not decided, whether all words of '%.200s' are words of '%.200s': this needs the "
                     "opposite of the latter",
                     name[has], name[!has]);
}

/* A word that one has and the other has not: each direction needs the opposite of one. */
static int compare(struct formula_work *work) {
    int open = -1;
    for (int has = 0; has < 2; has++) {
        const int found = work->meaning[!has].has_opposite ? tell_apart(work, has) : 0;
        if (found != 0) {
            work->result->equivalent = found > 0 ? 0 : -1;
            work->result->satisfies = found > 0 ? has : -1;
            return found > 0 ? 0 : -1;
        }
        open = work->meaning[!has].has_opposite ? open : has;
    }
    work->result->equivalent = open < 0 ? 1 : -1;
    return open < 0 ? 0 : leave_open(work, open);
}

static int write_automaton(struct formula_work *work, enum file_format format) {
    struct job *job = work->job;
    const struct formula_request *request = work->request;
    struct text_buffer name = {0};
    const struct formula_meaning *meaning = &work->meaning[0];
    const char *own = meaning->hoa.name != NULL ? meaning->hoa.name : request->formula[0];
    struct tgba_texts texts = {request->negate ? &meaning->no : &meaning->yes, NULL, work->atom.data,
                               (uint32_t)work->atom.count};
    if ((request->negate && text_buffer_add(&job->memory, &name, "!(") != 0) ||
        text_buffer_add(&job->memory, &name, own) != 0 ||
        (request->negate && text_buffer_add(&job->memory, &name, ")") != 0)) {
        text_buffer_free(&job->memory, &name);
        return formula_no_memory(work);
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

static int find_out(struct formula_work *work, enum file_format format) {
    const unsigned count = work->request->formula[1] == NULL ? 1 : 2;
    if (formula_read_all(work, count) != 0) {
        return -1;
    }
    note_unknown(work, count);
    return describe(work) != 0 || (work->request->output != NULL && write_automaton(work, format) != 0) ||
                   (count == 2 && compare(work) != 0)
               ? -1
               : 0;
}

int api_formula(struct job *job, const struct formula_request *request, struct formula_result *result) {
    static const enum file_format formats[] = {FILE_HOA, FILE_DOT, FILE_PROMELA, FILE_UNKNOWN};
    struct formula_work work = {.job = job, .request = request, .result = result};
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
        formula_meaning_free(&work.meaning[i]);
    }
    if (opened) {
        bdd_close(&work.pool);
    }
    ltl_close(&work.store);
    GROWING_FREE(&job->memory, work.atom);
    GROWING_FREE(&job->memory, work.kind);
    arena_free(work.texts);
    return failed ? -1 : 0;
}

void formula_result_free(struct formula_result *result, struct memory *memory) {
    memory_free(memory, result->word, result->word == NULL ? 0 : result->word_bytes);
}
