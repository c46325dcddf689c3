/* Warnings of commands that reduce state spaces. */
#include "api/reduce_warn.h"

#include "api/job.h"
#include "explorer/model/network.h"

void reduce_warn_number(struct job *job, const char *path, const char *label) {
    job_warning(job,
                "%.200s: labels such as '%.200s' are compared as texts: probabilities and rates are not "
                "added (with -e probabilistic, minimise and compare add them)",
                path, label);
}

void reduce_warn_stochastic(struct job *job, const char *path, const struct network *network) {
    if (network_is_weighted(network)) {
        job_warning(job,
                    "%.200s: the probabilities and rates of the model are ignored: whatever has one above 0 "
                    "can happen",
                    path);
        return;
    }
    for (uint32_t label = 0; label < network->label_count; label++) {
        const struct network_label *text = &network->labels[label];
        if (text->kind == LABEL_PROB || text->kind == LABEL_RATE) {
            reduce_warn_number(job, path, text->text);
            return;
        }
    }
}
