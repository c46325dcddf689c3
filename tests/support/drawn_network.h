#ifndef HEDDLE_TESTS_SUPPORT_DRAWN_NETWORK_H
#define HEDDLE_TESTS_SUPPORT_DRAWN_NETWORK_H

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/network.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_network.h"

/* A random network with the graph that the naive explorer makes of it. */
struct drawn_network {
    struct memory memory; /* 1 GiB */
    exp_tree *tree;
    struct oracle_graph *graph;
    struct network *network; /* NULL where the graph is too large or has an error */
    struct error error;
};

/* Its files lie in the folder; a graph of more than `most_states` states is too large. */
void drawn_network_open(struct drawn_network *drawn, uint64_t seed, const char *folder, uint64_t most_states);
/* The same of a network that is not random. */
void drawn_network_read(struct drawn_network *drawn, const char *path, const struct exp_options *options,
                        uint64_t most_states);
/* Nothing may be left in its memory. */
void drawn_network_close(struct drawn_network *drawn);

/*
 * Calls `check` with number_of_cases(cases) random networks, from $HEDDLE_SEED or else `seed` on, until an
 * assertion fails: then it prints the seed, and the network's files stay. Returns the number of cases, 0 if
 * one failed.
 */
uint64_t drawn_networks_check(uint64_t cases, uint64_t seed,
                              void (*check)(const struct random_network *drawn, void *context),
                              void *context);

/* Whether all labels of a network can be quoted in formulas and on the command line. */
int network_has_plain_labels(const struct network *network);
/* The first labels of a network, and "i", for random formulas; at most `most`. Returns how many. */
uint32_t network_label_texts(const struct network *network, const char **texts, uint32_t most);
/* Whether its state vectors are folded, for which GPUs do not work together; also if it cannot be compiled.
 */
int network_is_folded(const struct network *network, const struct run *run);
/* The same where an observer may be added: vectors may have more than four words then. */
int network_is_long(const struct network *network, const struct run *run);

#endif
