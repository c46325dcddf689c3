/* Finds properties that hold vacuously because an antecedent is never met. "It is never met" is a property of
 * its own that searches decide, mostly early: a check inside the check. One search decides all those that ask
 * for labels alone; the others have one each. Together they may find as many states as the searches before.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "base/text/text_buffer.h"
#include "explorer/model/network.h"
#include "checker/check_steps.h"
#include "specs/automata/formula_antecedents.h"
#include "specs/ltl/ltl_antecedents.h"
#include "specs/syntax/formula_own.h"
#include "specs/syntax/formula_write.h"
#include "specs/syntax/ltl_tree.h"

#define FREE_STATES                                                                                          \
    ((uint64_t)1 << 16) /* a search may find so many whatever the limits: it takes no time                   \
                         */
#define MOST_QUESTIONS ((uint64_t)1 << 16) /* most antecedents of all properties */

/* An antecedent, with the property that asks whether it is never met. */
struct question {
    struct property property; /* its texts are those of another */
    struct check_antecedent antecedent;
    enum check_vacuity vacuity;
    int is_of_labels; /* a search without observer decides it */
    uint32_t owner;   /* index of the property that has the antecedent */
};

struct vacuity_search {
    struct checking *checking;
    struct question *questions;
    uint64_t count, capacity;
    uint64_t states; /* how many the searches of antecedents may still find */
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
    struct question question = {.property = *label,
                                .antecedent.label = label,
                                .vacuity = VACUITY_UNFIRED,
                                .is_of_labels = 1,
                                .owner = owner};
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
        struct question question = {.property = *property,
                                    .antecedent = {.part = item->part,
                                                   .condition = item->condition,
                                                   .never = item->never,
                                                   .action = item->label,
                                                   .formula = property->formula},
                                    .vacuity = VACUITY_ANTECEDENT,
                                    .is_of_labels = item->is_of_labels,
                                    .owner = owner};
        question.property.plan = item->plan;
        if (search->checking->network->initial_count == 1 || check_forbids_only(item->plan)) {
            failed = ask(search, &question);
        }
    }
    formula_antecedents_free(property->formula, &found);
    return failed;
}

/* Asks about an implication of a formula of linear time; 0, or -1. Smaller networks may lack steps that the
 * question would see. */
static int ask_implication(struct vacuity_search *search, uint32_t owner, uint32_t node) {
    const struct checking *checking = search->checking;
    const struct property *property = &checking->properties[owner];
    const struct ltl_tree *tree = formula_ltl(property->formula);
    struct question question = {.property = *property,
                                .antecedent = {.implication = &tree->node.data[node],
                                               .left = &tree->node.data[tree->node.data[node].left],
                                               .formula = property->formula},
                                .vacuity = VACUITY_ANTECEDENT,
                                .owner = owner};
    struct error error = {.code = ERROR_NONE};
    question.property.unmet = node + 1;
    if (checking->options->lacks_steps &&
        check_ignores_steps(&question.property, checking->run, &error) != 1) {
        return 0;
    }
    return ask(search, &question);
}

static int ask_runs(struct vacuity_search *search, uint32_t owner, const struct property *property) {
    struct ltl_antecedents found;
    struct memory *memory = search->checking->run->memory;
    if (property->unmet != 0 || formula_has_data(property->formula)) {
        return 0;
    }
    int failed = ltl_antecedents_find(formula_ltl(property->formula), memory, &found);
    for (uint64_t i = 0; i < found.node.count && !failed; i++) {
        failed = ask_implication(search, owner, found.node.data[i]);
    }
    ltl_antecedents_free(&found, memory);
    return failed;
}

/* A property of cycles holds vacuously if one of its labels never occurs. */
static int ask_property(struct vacuity_search *search, uint32_t index) {
    const struct property *property = &search->checking->properties[index];
    int failed = 0;
    if (property_is_formula(property)) {
        return ask_formula(search, index, property);
    }
    if (property_is_ltl(property->kind)) {
        return ask_runs(search, index, property);
    }
    if (!property_is_of_cycles(property->kind)) {
        return 0;
    }
    for (uint32_t i = 0; i < property->part_count && !failed; i++) {
        failed = ask_label(search, index, &property->parts[i]);
    }
    return property->text != NULL ? ask_label(search, index, property) : failed;
}

/* Asks for the properties that hold after a search. Returns 0, or -1 if that takes too much memory. */
static int ask_all(struct vacuity_search *search) {
    const struct check *check = search->checking->check;
    int failed = 0;
    for (uint32_t i = 0; i < check->search_count; i++) {
        search->states += check->searches[i].result.states;
    }
    for (uint32_t i = 0; i < check->property_count && !failed; i++) {
        const struct check_result *result = &check->results[i];
        if (result->verdict == VERDICT_HOLDS && result->vacuous == VACUITY_NONE &&
            (result->search != CHECK_NO_SEARCH || property_is_ltl(search->checking->properties[i].kind))) {
            failed = ask_property(search, i);
        }
    }
    return failed;
}

/* Takes an answer; of several antecedents of a property, the first that is never met counts. */
static void take_answer(struct vacuity_search *search, const struct question *question,
                        enum verdict verdict) {
    struct check_result *result = &search->checking->check->results[question->owner];
    if (verdict == VERDICT_HOLDS && result->vacuous == VACUITY_NONE) {
        result->vacuous = question->vacuity;
        result->antecedent = question->antecedent;
    }
}

/* Checks `count` properties, made of the questions with these numbers. */
static void answer(struct vacuity_search *search, const struct property *properties, const uint64_t *numbers,
                   uint32_t count) {
    const struct checking *checking = search->checking;
    const struct check_options *given = checking->options;
    struct check_options options = {.backend = given->backend,
                                    .explore = given->explore,
                                    .words = given->words,
                                    .no_traces = 1,
                                    .subject = given->subject};
    struct error error;
    if (given->explore.max_states == 0 || given->explore.max_states > search->states) {
        options.explore.max_states = search->states;
    }
    struct check *answers =
        count == 0 || search->states == 0
            ? NULL
            : check_run(checking->network, properties, count, &options, checking->run, &error);
    for (uint32_t i = 0; i < count && answers != NULL; i++) {
        take_answer(search, &search->questions[numbers[i]], answers->results[i].verdict);
    }
    for (uint32_t i = 0; answers != NULL && i < answers->search_count; i++) {
        uint64_t states = answers->searches[i].result.states;
        search->states -= states < search->states ? states : search->states;
    }
    check_free(answers, checking->run);
}

static void answer_all(struct vacuity_search *search) {
    struct memory *memory = search->checking->run->memory;
    struct property *properties = memory_allocate_array(memory, search->count, sizeof *properties);
    uint64_t *numbers = memory_allocate_array(memory, search->count, sizeof *numbers);
    uint32_t shared = 0;
    for (uint64_t i = 0; i < search->count && properties != NULL && numbers != NULL; i++) {
        if (search->questions[i].is_of_labels) {
            properties[shared] = search->questions[i].property;
            numbers[shared++] = i;
        }
    }
    answer(search, properties, numbers, shared);
    for (uint64_t i = 0; i < search->count && numbers != NULL; i++) {
        const struct question *question = &search->questions[i];
        if (!question->is_of_labels &&
            search->checking->check->results[question->owner].vacuous == VACUITY_NONE) {
            answer(search, &question->property, &i, 1);
        }
    }
    memory_free(memory, properties, search->count * sizeof *properties);
    memory_free(memory, numbers, search->count * sizeof *numbers);
}

int check_antecedent_write(const struct check_antecedent *antecedent, struct memory *memory,
                           struct text_buffer *text) {
    static const char after[] = "] not true";
    if (antecedent->left != NULL) {
        return formula_own_text(antecedent->formula, antecedent->left->extent, FORMULA_OWN_MOST, memory,
                                text);
    }
    if (antecedent->condition != NULL) {
        return formula_write_own(antecedent->formula, antecedent->condition, 0, memory, text);
    }
    if (formula_write_own(antecedent->formula, antecedent->never, 0, memory, text) != 0) {
        return -1;
    }
    text->length -= sizeof after; /* with the bracket before the expression, and without the NUL */
    memmove(text->data, text->data + 1, text->length);
    text->data[text->length] = '\0';
    return 0;
}

int check_antecedent_is_condition(const struct check_antecedent *antecedent) {
    return antecedent->implication != NULL || antecedent->condition != NULL;
}

struct formula_position check_antecedent_place(const struct check_antecedent *antecedent) {
    return antecedent->implication != NULL ? antecedent->implication->where : antecedent->part->where;
}

void check_find_vacuity(struct checking *checking) {
    struct vacuity_search search = {.checking = checking, .states = FREE_STATES};
    double begun = run_clock();
    if (!checking->options->vacuity) {
        return;
    }
    if (ask_all(&search) == 0 && search.count > 0) {
        answer_all(&search);
        checking->check->vacuity_seconds = run_clock() - begun;
    }
    memory_free(checking->run->memory, search.questions, search.capacity * sizeof *search.questions);
}
