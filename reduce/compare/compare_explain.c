/*
 * Explains that two graphs are not related: by a word, by a word after which one of them diverges or has a
 * deadlock, or by a formula; each is a formula of `heddle check` in the end.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/compare/compare_internal.h"
#include "reduce/compare/distinguish.h"
#include "reduce/compare/set_pairs.h"
#include "reduce/prepare/prepare.h"
#include "reduce/weak/weak.h"

static int no_memory(const struct comparing *comparing) {
    return error_memory(comparing->error, "for the difference");
}

static struct formula_style style_of(const struct comparing *comparing, enum formula_steps steps) {
    return (struct formula_style){.steps = steps,
                                  .internal_label = prepare_internal_label(comparing->joined),
                                  .internal = comparing->options->internal,
                                  .label_text = comparing->joined->label_text,
                                  .most_nodes = COMPARE_MOST_NODES,
                                  .is_rooted = comparing->has_roots};
}

/* There is a difference, but no formula of it. */
static void explain_nothing(struct comparing *comparing, const char *why) {
    struct difference *difference = &comparing->comparison->difference;
    text_buffer_free(comparing->run->memory, &difference->formula);
    error_set(&difference->why, ERROR_LIMIT, "%s", why);
}

static void explain_too_large(struct comparing *comparing) {
    explain_nothing(comparing, "the formula has more than 10000 nodes");
}

/* --- words --- */

static int add_text(struct comparing *comparing, const char *text) {
    return text_buffer_add(comparing->run->memory, &comparing->comparison->difference.formula, text);
}

/* <"a" . "b">, or with weak <i* . "a" . i* . "b">; and what follows the word. 0 or -1. */
static int write_word(struct comparing *comparing, const struct set_pairs_answer *answer, int weak) {
    const struct formula_style style = style_of(comparing, FORMULA_STEPS_PLAIN);
    struct text_buffer *text = &comparing->comparison->difference.formula;
    int ends = answer->end == WORD_END_LABEL; /* no internal steps after the last label */
    int failed = comparing->has_roots && add_text(comparing, "not ") != 0;
    failed = failed || ((answer->length > 0 || (weak && !ends)) && add_text(comparing, "<") != 0);
    for (uint64_t at = 0; at < answer->length && !failed; at++) {
        failed = (at > 0 && add_text(comparing, " . ") != 0) ||
                 (weak && (add_text(comparing, style.internal) != 0 || add_text(comparing, "* . ") != 0)) ||
                 formula_write_label(&style, answer->word[at], comparing->run->memory, text) != 0;
    }
    if (weak && !ends && !failed) {
        failed = (answer->length > 0 && add_text(comparing, " . ") != 0) ||
                 add_text(comparing, style.internal) != 0 || add_text(comparing, "*") != 0;
    }
    failed = failed || ((answer->length > 0 || (weak && !ends)) && add_text(comparing, "> ") != 0);
    switch (answer->end) {
    case WORD_END_DIVERGENCE:
        return failed || add_text(comparing, "<") != 0 || add_text(comparing, style.internal) != 0 ||
                       add_text(comparing, "> @") != 0
                   ? -1
                   : 0;
    case WORD_END_DEADLOCK:
        return failed || add_text(comparing, "[true] false") != 0 ? -1 : 0;
    default:
        return failed || add_text(comparing, "true") != 0 ? -1 : 0;
    }
}

/* The graph, 1 or 2, that satisfies the formula of what one of them has; a formula of initial vertices is
 * a negation (formula_style.is_rooted). */
static int holder_of_formula(const struct comparing *comparing, int of) {
    return comparing->has_roots ? 3 - of : of;
}

int explain_word(struct comparing *comparing, const struct set_pairs_answer *found, int weak) {
    static const enum difference_kind kinds[] = {[WORD_END_LABEL] = DIFFERENCE_TRACE,
                                                 [WORD_END_DIVERGENCE] = DIFFERENCE_DIVERGENCE,
                                                 [WORD_END_DEADLOCK] = DIFFERENCE_DEADLOCK};
    struct difference *difference = &comparing->comparison->difference;
    struct set_pairs_answer rest = *found;
    const struct set_pairs_answer *answer = &rest;
    if (comparing->has_roots) { /* without the step from the root */
        rest.word++;
        rest.length--;
    }
    difference->kind = kinds[answer->end];
    difference->word_of = answer->holder + 1;
    difference->holds_in = holder_of_formula(comparing, answer->holder + 1);
    difference->word =
        memory_allocate_array(comparing->run->memory, answer->length, sizeof *difference->word);
    if (difference->word == NULL) {
        return no_memory(comparing);
    }
    difference->length = answer->length;
    for (uint64_t at = 0; at < answer->length; at++) {
        difference->word[at] = comparing->joined->label_text[answer->word[at]];
    }
    if (answer->length > COMPARE_MOST_NODES) {
        explain_too_large(comparing);
        return 0;
    }
    return write_word(comparing, answer, weak) != 0 ? no_memory(comparing) : 0;
}

/* --- formulas --- */

static int write_formula(struct comparing *comparing, const struct formula_dag *dag, uint32_t reference,
                         enum formula_steps steps) {
    const struct formula_style style = style_of(comparing, steps);
    struct difference *difference = &comparing->comparison->difference;
    difference->kind = DIFFERENCE_FORMULA;
    int written = formula_dag_write(dag, reference, &style, comparing->run->memory, &difference->formula);
    if (written == 0) {
        explain_too_large(comparing);
    }
    return written < 0 ? no_memory(comparing) : 0;
}

int explain_simulation(struct comparing *comparing, const struct formula_dag *dag) {
    struct difference *difference = &comparing->comparison->difference;
    difference->holds_in = holder_of_formula(comparing, 1);
    if (dag->nodes.count == 0) {
        difference->kind = DIFFERENCE_FORMULA;
        explain_too_large(comparing);
        return 0;
    }
    return write_formula(comparing, dag, 0, FORMULA_STEPS_PLAIN);
}

/* A word that shows the difference, if there are not too many sets. 1, 0 if there is none, or -1. */
static int explain_by_word(struct comparing *comparing, enum equivalence equivalence) {
    struct set_pairs_question question = {.graph = comparing->joined,
                                          .vertices = {comparing->vertices[0], comparing->vertices[1]},
                                          .weak = equivalence != EQUIVALENCE_STRONG,
                                          .divergences = equivalence == EQUIVALENCE_DIVBRANCHING,
                                          .deadlocks = equivalence == EQUIVALENCE_STRONG ||
                                                       equivalence == EQUIVALENCE_DIVBRANCHING,
                                          .most = COMPARE_MOST_SETS_TRIED + 2 * comparing->joined->vertices};
    struct set_pairs_answer answer;
    int found = set_pairs_compare(&question, comparing->run, &answer, comparing->error) != 0 ? -1
                : answer.end == WORD_END_NONE                                                ? 0
                                                                                             : 1;
    if (found == 1 && explain_word(comparing, &answer, question.weak) != 0) {
        found = -1;
    } else if (found == -1 && comparing->error->code == ERROR_LIMIT) {
        comparing->error->code = ERROR_NONE;
        found = 0;
    }
    set_pairs_answer_free(&answer, comparing->run->memory);
    return found;
}

/* A formula; a negation of the whole says the same of the other graph. */
static int explain_by_formula(struct comparing *comparing, enum equivalence equivalence) {
    struct difference *difference = &comparing->comparison->difference;
    int weak = equivalence == EQUIVALENCE_WEAK;
    struct graph *saturated =
        weak ? weak_saturate(comparing->joined, comparing->run, comparing->error) : NULL;
    struct formula_dag dag;
    uint32_t reference = 0;
    memset(&dag, 0, sizeof dag);
    int failed = weak && saturated == NULL;
    failed =
        failed || distinguish(weak ? saturated : comparing->joined, weak ? EQUIVALENCE_STRONG : equivalence,
                              comparing->vertices, comparing->run, &dag, &reference, comparing->error) != 0;
    graph_free(saturated);
    difference->kind = DIFFERENCE_FORMULA;
    difference->holds_in = holder_of_formula(comparing, (reference & FORMULA_NOT) != 0 ? 2 : 1);
    if (!failed) {
        failed = write_formula(comparing, &dag, reference & ~FORMULA_NOT,
                               weak                                ? FORMULA_STEPS_WEAK
                               : equivalence == EQUIVALENCE_STRONG ? FORMULA_STEPS_PLAIN
                                                                   : FORMULA_STEPS_BRANCHING) != 0;
    }
    formula_dag_free(&dag, comparing->run->memory);
    return failed ? -1 : 0;
}

void explain_bisimulation(struct comparing *comparing, enum equivalence equivalence) {
    struct difference *difference = &comparing->comparison->difference;
    int found = explain_by_word(comparing, equivalence);
    if (found == 0) {
        found = explain_by_formula(comparing, equivalence) != 0 ? -1 : 1;
    }
    if (found < 0) {
        memory_free(comparing->run->memory, (void *)difference->word,
                    difference->length * sizeof *difference->word);
        difference->word = NULL;
        difference->length = 0;
        difference->kind = DIFFERENCE_FORMULA;
        difference->holds_in = difference->word_of = 0;
        comparing->error->code = ERROR_NONE;
        explain_nothing(comparing, comparing->error->text);
    }
}
