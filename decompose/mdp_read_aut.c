/*
 * AUT files as MDPs, mCRL2's probabilistic variant included: like a network of that file alone, but that all
 * states of the header count.
 */
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/mdp_convert.h"
#include "decompose/mdp_read_internal.h"
#include "frontend/aut.h"
#include "frontend/network.h"

/* Headers may promise many more states than there are in the file. */
#define STATES_UNMENTIONED 65536u
#define STATES_PER_MENTION 8u

static int check_states(const struct lts *lts, const char *name, struct error *error) {
    if (lts->states > STATES_UNMENTIONED + STATES_PER_MENTION * 2 * (lts->moves + 1)) {
        return error_at(error, ERROR_INPUT, name, 0, 0,
                        "%u states in the header, of which at most %llu occur in the file", lts->states,
                        (unsigned long long)(2 * lts->moves + 1));
    }
    return 0;
}

static struct mdp *convert(const struct lts *lts, const label_table *table, const char *name,
                           const struct run *run, struct error *error) {
    struct memory *memory = run->memory;
    struct network_label *texts = memory_allocate_array(memory, lts->label_count, sizeof *texts);
    if (texts == NULL) {
        error_at(error, ERROR_MEMORY, name, 0, 0, "not enough memory for the labels");
        return NULL;
    }
    for (uint32_t label = 0; label < lts->label_count; label++) {
        uint32_t id = lts->labels[label];
        texts[label] =
            (struct network_label){label_text(table, id), label_length(table, id), label_kind(table, id)};
    }
    struct mdp_source source = {lts->states, lts->row_states, lts->initial, lts->row,
                                lts->target, lts->label,      lts->choice,  1};
    struct mdp_labels labels;
    struct mdp *mdp = NULL;
    if (mdp_labels_make(texts, lts->label_count, lts->distributions, memory, &labels, error) == 0) {
        mdp = mdp_convert(&source, &labels, 0, run, error);
    }
    mdp_labels_free(&labels);
    memory_free(memory, texts, lts->label_count * sizeof *texts);
    return mdp;
}

struct mdp *mdp_read_aut(struct aut_lines *lines, const char *path, const struct run *run,
                         struct error *error) {
    struct mdp *mdp = NULL;
    label_table *labels = label_table_create(run->memory, 0, NULL, 0);
    if (labels == NULL) {
        error_at(error, ERROR_MEMORY, lines->name, 0, 0, "not enough memory for the labels");
        aut_lines_close(lines);
        return NULL;
    }
    const char *name = lines->name;
    struct lts *lts = aut_read_lines(lines, path, labels, run, error);
    if (lts != NULL && check_states(lts, name, error) == 0) {
        struct error inner = {.code = ERROR_NONE};
        mdp = convert(lts, labels, name, run, &inner);
        if (mdp == NULL) {
            error_at(error, inner.code, name, 0, 0, "%s", inner.text);
        }
    }
    lts_free(run->memory, lts);
    label_table_free(labels);
    return mdp;
}
