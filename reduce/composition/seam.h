#ifndef HEDDLE_REDUCE_COMPOSITION_SEAM_H
#define HEDDLE_REDUCE_COMPOSITION_SEAM_H

#include <stdint.h>

#include "base/array.h"
#include "reduce/composition/network_builder.h"
#include "reduce/composition/sequences.h"

struct error;
struct memory;
struct network;

/*
 * What the rest of a network sees of some of its components, the parts. Each rule in which a part takes part
 * has an *inside*, its participants among the parts, and a *context*: its label, its guards, and its other
 * participants. Insides with the same contexts are one *group*: the rest cannot tell them apart, so they are
 * one label of the sub-network of the parts. The group whose only context is the internal action, without
 * other participants and guards, is internal already.
 */
struct seam {
    const struct network *network; /* may be freed before seam_close */
    uint32_t component_count;
    struct memory *memory;
    const uint32_t *parts; /* numbers of components, ascending; not owned */
    uint32_t part_count;
    uint32_t *place;          /* [components of the network]: place among the parts, or UINT32_MAX */
    struct sequences insides; /* (place, class) .. */
    struct sequences
        contexts; /* a rule of the network that has it, stratum or 0, label, guards, participants */
    struct sequences groups; /* contexts, ascending */
    uint32_t *group_of;      /* [insides]: number in `groups` */
    uint64_t inside_count;
    uint32_t *inside_of; /* [rules of the network]: number in `insides`, or SEQUENCE_NONE without a part */
    uint64_t rule_count;
    uint32_t *label_of; /* [groups]: label of the sub-network; the internal group has the last */
    uint32_t group_count;
    int has_internal;             /* the last label of the sub-network is the internal action */
    int is_guarded;               /* a rule with a part needs or falsifies guards */
    int is_rated;                 /* a part or a rule with a part has probabilities or rates */
    char (*texts)[12];            /* of the sub-network's labels */
    struct network_label *labels; /* [group_count] of the sub-network */
};

/* 0, or -1 with *error filled (ERROR_MEMORY); seam_close in any case. */
int seam_open(struct seam *seam, const struct network *network, const uint32_t *parts, uint32_t part_count,
              struct memory *memory, struct error *error);
void seam_close(struct seam *seam);

/* The parts as a network, whose labels are the groups; for seams without guards, or with a single part, whose
 * guards it ignores. It must not outlive the seam. NULL with *error filled. */
struct network *seam_sub_network(const struct seam *seam, struct error *error);

/*
 * The network with the parts replaced by a component, whose classes are labels of the sub-network: `class_of`
 * has a class for each, or NETWORK_DEAD_CLASS for labels that do not occur. It takes the place of the first
 * part. NULL with *error filled.
 */
struct network *seam_replace(const struct seam *seam, const struct network_component *made,
                             const uint32_t *class_of, struct error *error);

#endif
