/* Reads AUT files as MDPs, mCRL2's probabilistic variant included: like a network of that file alone, except
 * that all states of the header count. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/mdp/mdp_convert.h"
#include "frontend/formats/mdp_read_internal.h"
#include "frontend/formats/aut.h"
#include "frontend/formats/aut_label.h"
#include "explorer/model/network.h"

/* Headers may promise many more states than there are in the file. */
#define STATES_UNMENTIONED 65536u
#define STATES_PER_MENTION 8u

static int check_states(const struct lts *lts, const char *name, struct error *error) {
    if (lts->states > STATES_UNMENTIONED + STATES_PER_MENTION * 2 * (lts->moves + 1)) {
        return error_in(error, ERROR_INPUT, name,
                        "%u states in the header, of which at most %llu occur in the file", lts->states,
                        (unsigned long long)(2 * lts->moves + 1));
    }
    return 0;
}

/* Sorts local labels by their texts, in the labels of moves, too: rows are sorted by them in the end. */
struct ranked_label {
    const char *text;
    uint32_t id, local;
};

static int compare_ranked(const void *a, const void *b) {
    return strcmp(((const struct ranked_label *)a)->text, ((const struct ranked_label *)b)->text);
}

static int sort_labels(struct lts *lts, const label_table *table, struct memory *memory) {
    uint32_t count = lts->label_count;
    struct ranked_label *ranked = memory_allocate_array(memory, count, sizeof *ranked);
    uint32_t *rank = memory_allocate_array(memory, count, sizeof *rank);
    int enough = ranked != NULL && rank != NULL;
    for (uint32_t local = 0; local < count && enough; local++) {
        ranked[local] =
            (struct ranked_label){label_text(table, lts->labels[local]), lts->labels[local], local};
    }
    if (enough && count > 0) {
        qsort(ranked, count, sizeof *ranked, compare_ranked);
        for (uint32_t i = 0; i < count; i++) {
            rank[ranked[i].local] = i;
            lts->labels[i] = ranked[i].id;
        }
        for (uint64_t move = 0; move < lts->moves; move++) {
            lts->label[move] = rank[lts->label[move]];
        }
    }
    memory_free(memory, ranked, count * sizeof *ranked);
    memory_free(memory, rank, count * sizeof *rank);
    return enough ? 0 : -1;
}

/* Describes the labels; a rate that cannot be kept is an error. 0 or -1. */
static int describe_labels(const struct lts *lts, const label_table *table,
                           const struct mdp_read_options *options, struct network_label *texts,
                           struct error *error) {
    int plain = options->plain && !lts->distributions;
    for (uint32_t label = 0; label < lts->label_count; label++) {
        uint32_t id = lts->labels[label];
        enum label_kind kind = label_kind(table, id);
        if (kind == LABEL_RATE && options->keep && !plain) {
            return error_set(error, ERROR_INPUT,
                             "\"%.200s\" is a rate: models in continuous time are written as .aut with the "
                             "labels that they have, and as .dot",
                             label_text(table, id));
        }
        kind = plain && kind != LABEL_INTERNAL ? LABEL_PLAIN : kind;
        const char *text = label_text(table, id);
        uint32_t length = label_length(table, id);
        texts[label] =
            (struct network_label){text, length, kind, label_text_action_is_internal(table, text, length)};
    }
    return 0;
}

static struct mdp *convert(struct lts *lts, const label_table *table, const struct mdp_read_options *options,
                           const struct run *run, struct error *error) {
    struct memory *memory = run->memory;
    struct network_label *texts = memory_allocate_array(memory, lts->label_count, sizeof *texts);
    struct mdp_labels labels = {.memory = memory};
    struct mdp *mdp = NULL;
    if (texts == NULL || (options->keep && sort_labels(lts, table, memory) != 0)) {
        error_memory(error, "for the labels");
    } else if (describe_labels(lts, table, options, texts, error) == 0 &&
               mdp_labels_make(texts, lts->label_count,
                               lts->distributions ? MDP_OF_DISTRIBUTIONS : MDP_OF_NETWORK, memory, &labels,
                               error) == 0) {
        struct mdp_source source = {.states = lts->states,
                                    .row_states = lts->row_states,
                                    .initial = lts->initial,
                                    .offsets = lts->row,
                                    .targets = lts->target,
                                    .labels = lts->label,
                                    .choices = lts->choice,
                                    .all_count = 1,
                                    .keep = options->keep,
                                    .weight = lts->weight,
                                    .weights = lts->weights};
        mdp = mdp_convert(&source, &labels, 0, run, error);
    }
    if (mdp != NULL) {
        mdp->drawn_initial = lts->drawn_initial;
    }
    mdp_labels_free(&labels);
    memory_free(memory, texts, lts->label_count * sizeof *texts);
    return mdp;
}

struct mdp *mdp_of_aut(struct lts *lts, const label_table *labels, const char *path,
                       const struct mdp_read_options *options, const struct run *run, struct error *error) {
    struct error inner = {.code = ERROR_NONE};
    if (check_states(lts, path, error) != 0 ||
        (!options->plain && aut_number_check(lts, path, LABEL_DOUBLES, error) != 0)) {
        return NULL;
    }
    if (options->warning != NULL && !options->plain) {
        aut_number_slip(lts, labels, path, options->warning);
    }
    struct mdp *mdp = convert(lts, labels, options, run, &inner);
    if (mdp == NULL) {
        error_in(error, inner.code, path, "%s", inner.text);
    }
    return mdp;
}

struct mdp *mdp_read_aut(struct lines *lines, const char *path, const struct mdp_read_options *options,
                         const struct run *run, struct error *error) {
    struct mdp *mdp = NULL;
    label_table *labels =
        label_table_create(run->memory, options->ignore_case, options->internal, options->internal_count);
    if (labels == NULL) {
        error_in(error, ERROR_MEMORY, lines->name, "not enough memory for the labels");
        lines_close(lines);
        return NULL;
    }
    const char *name = lines->name;
    struct lts *lts = aut_read_lines(lines, path, labels, run, error);
    if (lts != NULL) {
        mdp = mdp_of_aut(lts, labels, name, options, run, error);
    }
    lts_free(run->memory, lts);
    label_table_free(labels);
    return mdp;
}
