/* Checks properties about schedulers of a Markov decision process. */
#include "checker/check_mdp.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/check_ltl_chance.h"
#include "checker/check_schedulers.h"
#include "checker/evidence/component_evidence.h"
#include "checker/label_texts.h"
#include "checker/ltl_product.h"
#include "model/mdp.h"

/* --- formulas of linear time --- */

int check_mdp_has_label(const struct mdp *mdp, const char *predicate) {
    return mdp_state_label_of(mdp, predicate) != NULL || strcmp(predicate, "deadlock") == 0 ||
           strcmp(predicate, "\"deadlock\"") == 0;
}

/* The states with the label of a predicate. Without a label of that name, {deadlock} are those without
 * choices. */
static int mark_label(void *context, const struct formula *predicate, uint32_t *states, struct error *error) {
    const struct mdp *mdp = context;
    const uint32_t *labelled = mdp_state_label_of(mdp, predicate->name);
    (void)error;
    if (labelled != NULL) {
        memcpy(states, labelled, bitmap_bytes(mdp->states));
        return 0;
    }
    for (uint64_t s = 0; s < mdp->states; s++) {
        if (mdp->offsets[s] == mdp->offsets[s + 1]) {
            bitmap_set(states, s);
        }
    }
    return 0;
}

static int decide_ltl(const struct goal_check *how, const struct chance_file *product,
                      const struct property *property, struct check_result *result, const struct run *run,
                      struct error *error) {
    const struct mdp *mdp = how->mdp;
    const struct chance_files files = {.mdp = mdp,
                                       .weighed = mdp,
                                       .subject = how->subject,
                                       .evidence = {how->path, how->written, how->write_error},
                                       .product = *product};
    struct memory *memory = run->memory;
    struct chance_model model = {.graph = mdp_digraph(mdp),
                                 .labels = mdp->labels,
                                 .ends = mdp->offsets,
                                 .mark = mark_label,
                                 .context = (void *)(uintptr_t)mdp};
    uint32_t *initial = memory_allocate_zeroed(memory, bitmap_bytes(mdp->states));
    if (initial == NULL) {
        return error_memory(error, "to find a scheduler");
    }
    for (uint64_t s = 0; s < mdp->states; s++) {
        if (mdp_is_initial(mdp, s)) {
            bitmap_set(initial, s);
        }
    }
    model.initial = initial;
    const int failed = label_texts_of_mdp(mdp, memory, &model.texts, error);
    const int holds = failed || (formula_may_have_data(property->formula) &&
                                 property_expand(property, &model.texts, run, error) != 0)
                          ? -1
                          : check_ltl_chance(&model, property, &files, result, run, error);
    label_texts_free(&model.texts, memory);
    memory_free(memory, initial, bitmap_bytes(mdp->states));
    return holds;
}

/* --- all kinds --- */

/* Decides one property. Returns 0, or -1 with *error filled: no property can be checked. */
static int decide(const struct goal_check *how, const struct chance_file *product,
                  const struct property *property, const struct run *run, struct check_result *result,
                  struct error *error) {
    const double begun = run_clock();
    const int holds = property_is_of_likely_runs(property->kind)
                          ? decide_ltl(how, product, property, result, run, &result->why)
                          : check_goal(how, run, &result->why);
    result->goal_seconds = run_clock() - begun;
    result->search = CHECK_NO_SEARCH;
    result->verdict = holds < 0 ? VERDICT_UNDECIDED : holds ? VERDICT_HOLDS : VERDICT_VIOLATED;
    if (holds < 0 && (result->why.code == ERROR_INPUT || result->why.code == ERROR_USAGE)) {
        *error = result->why;
        return -1;
    }
    return 0;
}

struct check *check_mdp(const struct mdp *mdp, const struct property *properties, uint32_t count,
                        const struct mdp_evidence *evidence, const struct run *run, struct error *error) {
    struct check *check = memory_allocate_zeroed(run->memory, sizeof *check);
    int failed = check == NULL;
    if (!failed) {
        check->property_count = count;
        check->results = memory_allocate_zeroed(run->memory, count * sizeof *check->results);
        failed = check->results == NULL;
    }
    if (failed) {
        error_memory(error, "for the properties");
    }
    for (uint32_t i = 0; i < count && !failed; i++) {
        const struct property *property = &properties[i];
        const struct evidence_goal goal = {.text = property->text,
                                           .is_pattern = property->pattern != NULL,
                                           .is_state_label = property->is_state_label,
                                           .repeatedly = property_row(property->kind)->repeatedly,
                                           .every = property->by_every_scheduler};
        const struct goal_check how = {.mdp = mdp,
                                       .goal = &goal,
                                       .path = evidence->path,
                                       .subject = evidence->subject,
                                       .written = &check->scheduled,
                                       .write_error = &check->scheduler_error};
        const struct chance_file product = {evidence->product, &check->produced, &check->product_error};
        failed = decide(&how, &product, property, run, &check->results[i], error);
    }
    if (failed) {
        check_free(check, run);
        return NULL;
    }
    return check;
}
