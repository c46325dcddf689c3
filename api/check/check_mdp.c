/* Checks of Markov decision processes in files: goals that some scheduler achieves with probability 1. */
#include "api/check/check_mdp.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "api/check.h"
#include "api/check/check_warn.h"
#include "base/error_system.h"
#include "base/text/spelling.h"
#include "checker/check_mdp.h"
#include "checker/check_schedulers.h"
#include "checker/evidence/component_evidence.h"
#include "model/mdp.h"
#include "frontend/formats/mdp_read.h"

static int refuse_others(struct job *job, const char *path, const struct property_list *properties) {
    if (access(path, F_OK) != 0 && !file_format_is_stream(path)) {
        return error_in(&job->error, error_of_system(errno), path, "cannot open: %s", strerror(errno));
    }
    if (properties->entries.count != property_list_count(properties, PROPERTY_BY_SCHEDULERS)) {
        return error_set(
            &job->error, ERROR_USAGE,
            "of a Markov decision process in a file, --almost-surely, --almost-surely-repeatedly and "
            "--almost-surely-ltl are checked; the other properties are those of networks");
    }
    return 0;
}

int check_mdp_read(struct checked *checked) {
    struct job *job = checked->job;
    const char *path = checked->request->path;
    struct error warning = {.code = ERROR_NONE};
    const struct mdp_read_options how = {.label_path = checked->request->labels,
                                         .keep = checked->request->write_product != NULL,
                                         .warning = &warning};
    if (refuse_others(job, path, checked->request->properties) != 0) {
        return -1;
    }
    checked->mdp = mdp_read_as(path, &how, &job->run, &job->error);
    return checked->mdp == NULL ? -1 : job_accept_warning_of_reading(job, &warning);
}

/* --- labels --- */

static int has_text(char *const *texts, uint32_t count, const char *text) {
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(texts[i], text) == 0) {
            return 1;
        }
    }
    return 0;
}

/* The text with the most similar spelling, or NULL. */
static const char *nearest_text(char *const *texts, uint32_t count, const char *text) {
    struct spelling_guess guess = {.text = text};
    for (uint32_t i = 0; i < count; i++) {
        spelling_consider(&guess, texts[i]);
    }
    return guess.word;
}

/* A label of choices: warns if none has it. */
static int look_for_choice(struct checked *checked, uint32_t index) {
    const struct property *property = &checked->properties[index];
    const struct mdp *mdp = checked->mdp;
    const struct absent_label absent = {.text = property->text, .guess = ""};
    if (property->pattern != NULL || has_text(mdp->label_text, mdp->label_count, property->text)) {
        return 0;
    }
    const char *guess = nearest_text(mdp->label_text, mdp->label_count, property->text);
    char hint[SPELLING_HINT];
    job_warning(checked->job, "%s: no choice of %s has this label%s", property->name, checked->request->path,
                spelling_hint(hint, "'", guess));
    return absent_labels_add(&checked->absent[index], &checked->job->memory, &absent) == 0
               ? 0
               : error_memory(&checked->job->error, "for the properties");
}

static int look_for_state(struct checked *checked, const struct property *property) {
    struct error *error = &checked->job->error;
    const struct mdp *mdp = checked->mdp;
    if (property_row(property->kind)->repeatedly && checked->request->scheduler != NULL) {
        return error_set(error, ERROR_USAGE, "%s", check_no_repeated_evidence);
    }
    return has_text(mdp->state_label_text, mdp->state_label_count, property->text)
               ? 0
               : error_set(error, ERROR_INPUT,
                           "%s has no label of states '%.200s': see its .lab file (--labels FILE)",
                           checked->request->path, property->text);
}

/* The labels of states in a formula, and the labels of choices. */
static int look_in_formula(struct checked *checked, uint32_t index) {
    struct property *property = &checked->properties[index];
    struct error *error = &checked->job->error;
    const struct label_warner warner = {.job = checked->job, .absent = &checked->absent[index]};
    uint64_t count;
    const struct formula_predicate *predicates = formula_predicates(property->formula, &count);
    for (uint64_t i = 0; i < count; i++) {
        const char *name = predicates[i].formula->name;
        if (!check_mdp_has_label(checked->mdp, name)) {
            return error_at(error, ERROR_INPUT, property_position(property, predicates[i].place),
                            "%s has no label of states '%.200s': {..} has one such label, of its .lab file "
                            "(--labels FILE)",
                            checked->request->path, name);
        }
    }
    check_warn_mdp_formula(&warner, checked->mdp, property);
    return 0;
}

int check_mdp_labels(struct checked *checked) {
    int failed = 0;
    for (uint32_t i = 0; i < checked->count && !failed; i++) {
        const struct property *property = &checked->properties[i];
        failed = property->formula != NULL  ? look_in_formula(checked, i)
                 : property->is_state_label ? look_for_state(checked, property)
                                            : look_for_choice(checked, i);
    }
    return failed;
}

int check_mdp_run(struct checked *checked) {
    const struct check_request *request = checked->request;
    const struct component_subject subject = {.mdp = request->path, .labels = request->labels};
    const struct mdp_evidence evidence = {&subject, request->scheduler, request->write_product};
    checked->check = check_mdp(checked->mdp, checked->properties, checked->count, &evidence,
                               &checked->job->run, &checked->job->error);
    return checked->check == NULL ? -1 : 0;
}
