/* Finds properties that hold vacuously because an antecedent is never met. "It is never met" is a property of
 * its own that searches decide, mostly early. The searches of one check decide those of all properties: a
 * check inside the check. None of its searches may find many more states than the largest search before. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "base/text/text_buffer.h"
#include "specs/automata/formula_antecedents.h"
#include "specs/syntax/formula_write.h"

#define FREE_STATES ((uint64_t)1 << 16)    /* a search may always find that many: it takes no time */
#define MOST_QUESTIONS ((uint64_t)1 << 16) /* most antecedents of all properties */

/* An antecedent, with the property that asks whether it is never met. */
struct question {
    struct property property; /* its texts are those of another */
    struct check_antecedent antecedent;
    enum check_vacuity vacuity;
    uint32_t owner; /* index of the property that has the antecedent */
};

struct vacuity_search {
    struct checking *checking;
    struct question *questions;
    uint64_t count, capacity;
    uint64_t most_states; /* that a search of antecedents may find */
};

static int ask(struct vacuity_search *search, const struct question *question) {
    if (search->count >= MOST_QUESTIONS || MEMORY_GROW(search->checking->run->memory, &search->questions,
                                                       &search->capacity, search->count + 1) != 0) {
        return -1;
    }
    search->questions[search->count++] = *question;
    return 0;
}

/* Asks whether a label never occurs. */
static int ask_label(struct vacuity_search *search, uint32_t owner, const struct property *label) {
    struct question question = {
        .property = *label, .antecedent.label = label, .vacuity = VACUITY_UNFIRED, .owner = owner};
    question.property.kind = PROPERTY_NEVER;
    return ask(search, &question);
}

static int ask_formula(struct vacuity_search *search, uint32_t owner, const struct property *property) {
    struct formula_antecedents found;
    if (formula_has_data(property->formula)) {
        return 0; /* that some value never occurs means nothing */
    }
    int failed = formula_antecedents_find(property->formula, &found);
    for (uint64_t i = 0; i < found.count && !failed; i++) {
        const struct formula_antecedent *item = &found.items[i];
        struct question question = {
            .property = *property,
            .antecedent = {NULL, item->part, item->condition, item->never, item->label},
            .vacuity = VACUITY_ANTECEDENT,
            .owner = owner};
        question.property.plan = item->plan;
        failed = ask(search, &question);
    }
    formula_antecedents_free(property->formula, &found);
    return failed;
}

static int ask_property(struct vacuity_search *search, uint32_t index) {
    const struct property *property = &search->checking->properties[index];
    int failed = 0;
    switch (property->kind) {
    case PROPERTY_STARVATION:
        return ask_label(search, index, property);
    case PROPERTY_FAIR_CYCLE:
        for (uint32_t i = 0; i < property->part_count && !failed; i++) {
            failed = ask_label(search, index, &property->parts[i]);
        }
        return failed;
    case PROPERTY_FORMULA:
        return ask_formula(search, index, property);
    default:
        return 0;
    }
}

/* Asks for the properties that hold after a search. Returns 0, or -1 if that takes too much memory. */
static int ask_all(struct vacuity_search *search) {
    const struct check *check = search->checking->check;
    int failed = 0;
    for (uint32_t i = 0; i < check->property_count && !failed; i++) {
        const struct check_result *result = &check->results[i];
        if (result->verdict == VERDICT_HOLDS && result->vacuous == VACUITY_NONE &&
            result->search != CHECK_NO_SEARCH) {
            uint64_t states = check->searches[result->search].result.states;
            search->most_states = states > search->most_states ? states : search->most_states;
            failed = ask_property(search, i);
        }
    }
    return failed;
}

/* Takes the first antecedent of each property that is never met. */
static void take_answers(struct vacuity_search *search, const struct check *answers) {
    for (uint64_t i = 0; i < search->count; i++) {
        const struct question *question = &search->questions[i];
        struct check_result *result = &search->checking->check->results[question->owner];
        if (answers->results[i].verdict == VERDICT_HOLDS && result->vacuous == VACUITY_NONE) {
            result->vacuous = question->vacuity;
            result->antecedent = question->antecedent;
        }
    }
}

static void answer(struct vacuity_search *search) {
    const struct checking *checking = search->checking;
    const struct run *run = checking->run;
    const struct check_options *given = checking->options;
    struct check_options options = {.backend = given->backend,
                                    .explore = given->explore,
                                    .words = given->words,
                                    .no_traces = 1,
                                    .subject = given->subject};
    struct error error;
    double begun = run_clock();
    struct property *properties = memory_allocate_array(run->memory, search->count, sizeof *properties);
    if (given->explore.max_states == 0 || given->explore.max_states > search->most_states) {
        options.explore.max_states = search->most_states;
    }
    if (properties == NULL) {
        return;
    }
    for (uint64_t i = 0; i < search->count; i++) {
        properties[i] = search->questions[i].property;
    }
    struct check *answers =
        check_run(checking->network, properties, (uint32_t)search->count, &options, run, &error);
    if (answers != NULL) {
        take_answers(search, answers);
        check_free(answers, run);
    }
    memory_free(run->memory, properties, search->count * sizeof *properties);
    checking->check->vacuity_seconds = run_clock() - begun;
}

int check_antecedent_write(const struct check_antecedent *antecedent, struct memory *memory,
                           struct text_buffer *text) {
    static const char after[] = "] not true";
    if (antecedent->condition != NULL) {
        return formula_write(antecedent->condition, FORMULA_DIALECT_MCL, 0, memory, text);
    }
    if (formula_write(antecedent->never, FORMULA_DIALECT_MCL, 0, memory, text) != 0) {
        return -1;
    }
    text->length -= sizeof after; /* with the bracket before the expression, and without the NUL */
    memmove(text->data, text->data + 1, text->length);
    text->data[text->length] = '\0';
    return 0;
}

void check_find_vacuity(struct checking *checking) {
    struct vacuity_search search = {.checking = checking, .most_states = FREE_STATES};
    if (!checking->options->vacuity) {
        return;
    }
    if (ask_all(&search) == 0 && search.count > 0) {
        answer(&search);
    }
    memory_free(checking->run->memory, search.questions, search.capacity * sizeof *search.questions);
}
