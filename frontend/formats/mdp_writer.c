/* What the writers of MDPs share. */
#include "frontend/formats/mdp_writer.h"

#include <string.h>

#include "base/error.h"
#include "base/run.h"

#define CHECK_STATES 65536u

int mdp_writer_file(struct mdp_writer *writer, const char *path, int (*write)(struct mdp_writer *writer)) {
    writer->path = path;
    writer->graph = mdp_digraph(writer->mdp);
    writer->output = output_create(writer->run, path, writer->error);
    if (writer->output == NULL) {
        return -1;
    }
    if (write(writer) != 0) {
        output_discard(writer->output);
        return -1;
    }
    return output_finish(writer->output, writer->error);
}

int mdp_writer_go_on(struct mdp_writer *writer, uint64_t state) {
    if (state % CHECK_STATES != 0) {
        return 0;
    }
    if (run_should_stop(writer->run)) {
        return error_set(writer->error, ERROR_INTERRUPTED, "interrupted while writing");
    }
    run_tell(writer->run, "writing", state, writer->mdp->states, "states");
    return 0;
}

double mdp_writer_probability(const struct mdp_writer *writer, uint64_t edge, uint64_t count) {
    return writer->mdp->probabilities != NULL ? writer->mdp->probabilities[edge] : 1.0 / (double)count;
}

int mdp_put_probability(struct mdp_writer *writer, double probability) {
    if (probability != writer->last) {
        writer->last = probability;
        (writer->fractions ? ratio_write_fraction : ratio_write_decimal)(probability, writer->text);
    }
    return mdp_put(writer, writer->text);
}

const char *mdp_writer_name(const struct mdp_writer *writer, uint64_t edge) {
    const struct mdp *mdp = writer->mdp;
    return mdp->labels == NULL || mdp->labels[edge] == MDP_NO_LABEL ? NULL
                                                                    : mdp->label_text[mdp->labels[edge]];
}

int mdp_writer_fail_name(struct mdp_writer *writer, uint64_t state, uint64_t edge, const char *format,
                         const char *why) {
    return error_at(
        writer->error, ERROR_INPUT, writer->path, 0, 0,
        "not written: the label \"%.200s\" of state %llu cannot be the name of an action in %s, %s: "
        "rename it in a network first",
        mdp_writer_name(writer, edge), (unsigned long long)state, format, why);
}

int mdp_writer_check_state_labels(struct mdp_writer *writer) {
    const struct mdp *mdp = writer->mdp;
    for (uint32_t label = 0; label < mdp->state_label_count; label++) {
        if (strchr(mdp->state_label_text[label], '"') != NULL) {
            return error_at(
                writer->error, ERROR_INPUT, writer->path, 0, 0,
                "not written: the label %.200s of states has a quote, which no label can have there",
                mdp->state_label_text[label]);
        }
    }
    return 0;
}
