/* What a check refuses once it knows what its properties need. */
#include "api/check/check_refuse.h"

#include <stdio.h>

#include "api/check.h"
#include "api/cluster_refuse.h"
#include "checker/check_steps.h"

/* What can decide the property, in CLUSTER_ bits. */
static unsigned able_to_decide(const struct network *network, const struct property *property) {
    return property_is_of_schedulers(property->kind)     ? CLUSTER_GPUS
           : check_formula_needs_game(network, property) ? CLUSTER_GPUS | CLUSTER_CPUS
                                                         : CLUSTER_GPUS | CLUSTER_PROCESSES;
}

/* What several processes or GPUs cannot do. */
static int refuse_several(const struct checked *checked) {
    struct job *job = checked->job;
    const struct property *properties = checked->properties;
    const struct cluster_wish certificate = {
        checked->request->certificate != NULL &&
            property_list_count(checked->request->properties, PROPERTY_BY_FORMULA) +
                    property_list_count(checked->request->properties, PROPERTY_BY_RUNS) !=
                0,
        "the certificate of a formula", CLUSTER_GPUS};
    int failed = cluster_refuse(job, &certificate, 1);
    for (uint32_t i = 0; i < checked->count && !failed; i++) {
        char text[400];
        snprintf(text, sizeof text, "the property '%.200s' (it %s)", properties[i].name,
                 property_is_formula(&properties[i]) ? "needs a parity game"
                                                     : "needs the graph of all states");
        const struct cluster_wish wish = {1, text, able_to_decide(checked->network, &properties[i])};
        failed = cluster_refuse(job, &wish, 1);
    }
    return failed;
}

/* Says which formula --partial-order cannot decide; there is one. */
static int refuse_games(const struct checked *checked) {
    uint32_t i = 0;
    while (!check_formula_needs_game(checked->network, &checked->properties[i])) {
        i++;
    }
    return error_set(&checked->job->error, ERROR_USAGE,
                     "--partial-order leaves out states, and the formula %.300s needs a parity game of all: "
                     "check that without it",
                     checked->properties[i].name);
}

/* Refuses formulas of linear time that see steps which --partial-order leaves out. */
static int refuse_steps(const struct checked *checked) {
    struct job *job = checked->job;
    for (uint32_t i = 0; i < checked->count; i++) {
        const struct property *property = &checked->properties[i];
        const int ignored = !property_is_of_runs(property->kind) || formula_doubt(property->formula) != NULL
                                ? 1
                                : check_ignores_steps(property, &job->run, &job->error);
        if (ignored <= 0) {
            return ignored < 0
                       ? -1
                       : error_set(&job->error, ERROR_USAGE,
                                   "--partial-order is for formulas to which invisible steps do not matter "
                                   "('heddle formula'), and it is not known of %.300s that it is one: check "
                                   "that without it",
                                   property->name);
        }
    }
    return 0;
}

int check_refuse_planned(const struct checked *checked, int games) {
    const int reduces = checked->request->search.partial_order;
    return refuse_several(checked) != 0 || (reduces && games && refuse_games(checked) != 0) ||
                   (reduces && refuse_steps(checked) != 0)
               ? -1
               : 0;
}
