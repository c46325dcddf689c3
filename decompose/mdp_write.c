/* Writing PRISM's explicit files. */
#include "decompose/mdp_write.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/output.h"
#include "base/run.h"
#include "decompose/digraph_core.h"

#define CHECK_STATES 65536u

static int keep_going(const struct mdp *mdp, uint64_t state, const struct run *run, struct error *error) {
    if (state % CHECK_STATES != 0) {
        return 0;
    }
    if (run_should_stop(run)) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while writing");
    }
    run_tell(run, "writing", state, mdp->states, "states");
    return 0;
}

/* The choice's name, if a reader would take it for a word; NULL. */
static const char *name_of(const struct mdp *mdp, uint64_t edge) {
    if (mdp->labels == NULL || mdp->labels[edge] == MDP_NO_LABEL) {
        return NULL;
    }
    const char *text = mdp->label_text[mdp->labels[edge]];
    return *text != '\0' && strpbrk(text, " \t\r\n\v\f") == NULL ? text : NULL;
}

static int write_choice(const struct mdp *mdp, output *output, uint64_t state, uint64_t choice,
                        uint64_t begin, uint64_t end, struct error *error) {
    char probability[40];
    const char *name = name_of(mdp, begin);
    int failed = 0;
    snprintf(probability, sizeof probability, " %.17g", 1.0 / (double)(end - begin));
    for (uint64_t edge = begin; edge < end && !failed; edge++) {
        failed = output_number(output, state, error) || output_text(output, " ", error) ||
                 output_number(output, choice, error) || output_text(output, " ", error) ||
                 output_number(output, mdp->targets[edge], error) ||
                 output_text(output, probability, error) ||
                 (name != NULL && (output_text(output, " ", error) || output_text(output, name, error))) ||
                 output_text(output, "\n", error);
    }
    return failed;
}

static int write_transitions(const struct mdp *mdp, output *output, const struct run *run,
                             struct error *error) {
    const struct digraph graph = mdp_digraph(mdp);
    int failed = output_number(output, mdp->states, error) || output_text(output, " ", error) ||
                 output_number(output, mdp->choices, error) || output_text(output, " ", error) ||
                 output_number(output, mdp->edges, error) || output_text(output, "\n", error);
    for (uint64_t state = 0; state < mdp->states && !failed; state++) {
        uint64_t choice = 0, end = mdp->offsets[state + 1];
        failed = keep_going(mdp, state, run, error);
        for (uint64_t edge = mdp->offsets[state], next; edge < end && !failed; edge = next) {
            next = digraph_choice_end(&graph, edge, end);
            failed = write_choice(mdp, output, state, choice++, edge, next, error);
        }
    }
    return failed;
}

/* --- labels of states --- */

static int is_init(const struct mdp *mdp, uint32_t label) {
    return strcmp(mdp->state_label_text[label], "init") == 0;
}

/* `init` is number 0; the others follow in their order. */
static int write_declarations(const struct mdp *mdp, output *output, struct error *error) {
    int failed = output_text(output, "0=\"init\"", error);
    uint64_t number = 1;
    for (uint32_t label = 0; label < mdp->state_label_count && !failed; label++) {
        if (!is_init(mdp, label)) {
            failed = output_text(output, " ", error) || output_number(output, number++, error) ||
                     output_text(output, "=\"", error) ||
                     output_text(output, mdp->state_label_text[label], error) ||
                     output_text(output, "\"", error);
        }
    }
    return failed || output_text(output, "\n", error);
}

static int write_number(output *output, uint64_t state, int *any, uint64_t number, struct error *error) {
    int failed = 0;
    if (!*any) {
        *any = 1;
        failed = output_number(output, state, error) || output_text(output, ":", error);
    }
    return failed || output_text(output, " ", error) || output_number(output, number, error);
}

static int write_state(const struct mdp *mdp, output *output, uint64_t state, struct error *error) {
    int any = 0, failed = state == mdp->initial ? write_number(output, state, &any, 0, error) : 0;
    uint64_t number = 1;
    for (uint32_t label = 0; label < mdp->state_label_count && !failed; label++) {
        if (is_init(mdp, label)) {
            continue;
        }
        if (bitmap_has(mdp->state_labels[label], state)) {
            failed = write_number(output, state, &any, number, error);
        }
        number++;
    }
    return failed || (any && output_text(output, "\n", error));
}

static int write_labels(const struct mdp *mdp, output *output, const struct run *run, struct error *error) {
    int failed = write_declarations(mdp, output, error);
    for (uint64_t state = 0; state < mdp->states && !failed; state++) {
        failed = keep_going(mdp, state, run, error) || write_state(mdp, output, state, error);
    }
    return failed;
}

static int write_file(const struct mdp *mdp, const char *path,
                      int (*write)(const struct mdp *mdp, output *output, const struct run *run,
                                   struct error *error),
                      const struct run *run, struct error *error) {
    output *output = output_create(run->memory, path, error);
    if (output == NULL) {
        return -1;
    }
    if (write(mdp, output, run, error) != 0) {
        output_discard(output);
        return -1;
    }
    return output_finish(output, error);
}

int mdp_write(const struct mdp *mdp, const char *path, const char *label_path, const struct run *run,
              struct error *error) {
    if (label_path != NULL && write_file(mdp, label_path, write_labels, run, error) != 0) {
        return -1;
    }
    return write_file(mdp, path, write_transitions, run, error);
}
