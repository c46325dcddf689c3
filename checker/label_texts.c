/* Label texts of a network and of an MDP, for formulas (label_texts.h). */
#include "checker/label_texts.h"

#include "explorer/model/network.h"
#include "model/mdp.h"

int label_texts_make(const struct network *network, struct memory *memory, struct label_texts *labels,
                     struct error *error) {
    struct label_arrays arrays;
    const int failed = label_texts_open(network->label_count, memory, labels, &arrays, error);
    for (uint32_t i = 0; i < network->label_count && !failed; i++) {
        arrays.text[i] = network->labels[i].text;
        arrays.length[i] = network->labels[i].length;
        arrays.is_internal[i] = network->labels[i].kind == LABEL_INTERNAL;
    }
    return failed;
}

int label_texts_of_mdp(const struct mdp *mdp, struct memory *memory, struct label_texts *labels,
                       struct error *error) {
    struct label_arrays arrays;
    const int failed = label_texts_open(mdp->label_count, memory, labels, &arrays, error);
    for (uint32_t i = 0; i < mdp->label_count && !failed; i++) {
        label_arrays_put(&arrays, i, mdp->label_text[i]);
    }
    return failed;
}
