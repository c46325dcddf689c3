#ifndef HEDDLE_DECOMPOSE_MDP_MDP_LABELS_H
#define HEDDLE_DECOMPOSE_MDP_MDP_LABELS_H

#include <stdint.h>

#include "model/mdp_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct memory;
struct network;
struct network_label;

/* The meaning of a graph's labels in its MDP, and the texts of choices. */
struct mdp_labels {
    struct memory *memory;
    struct mdp_label *labels; /* label_count, by the graph's ranks */
    uint32_t label_count;
    char **text; /* text_count names, sorted by bytes: for struct mdp's label_text */
    uint32_t text_count;
    int joins;  /* whether a choice may have several edges: there are `prob` or `rate` labels or distributions
                 */
    int named;  /* whether some label has a name */
    int rates;  /* whether there are `rate` labels */
    int cuts;   /* whether there are internal labels, which cut off races */
    int checks; /* whether there are probabilities or rates to check */
    int loops;  /* whether states without edges get a choice without a name that leads back to them */
};

/* What the labels are of, and so how they join edges to choices. */
enum mdp_origin {
    MDP_OF_NETWORK,
    MDP_OF_DISTRIBUTIONS, /* a file with mCRL2's distributions */
    MDP_OF_DATA,          /* a model with data, whose edges are numbered by choices */
    MDP_OF_DATA_TO_WRITE  /* the same, to be written: internal labels are no names */
};

/* Returns 0, or -1 with *error filled (ERROR_MEMORY, ERROR_LIMIT). The caller calls mdp_labels_free in any
 * case. */
int mdp_labels_make(const struct network_label *labels, uint32_t count, enum mdp_origin origin,
                    struct memory *memory, struct mdp_labels *out, struct error *error);
/* The same for the result labels of a network. */
int mdp_labels_of_network(const struct network *network, struct memory *memory, struct mdp_labels *out,
                          struct error *error);
void mdp_labels_free(struct mdp_labels *labels);

#ifdef __cplusplus
}
#endif
#endif
