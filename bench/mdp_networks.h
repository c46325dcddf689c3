#ifndef HEDDLE_BENCH_MDP_NETWORKS_H
#define HEDDLE_BENCH_MDP_NETWORKS_H

#include <stdint.h>

#include "bench/network_shape.h"

struct error;

/*
 * Randomised algorithms as networks with `prob` labels, in the shape of the models that decompositions of
 * Markov decision processes are measured with (Wijs, Katoen, Bosnacki 2016, Table 2).
 *
 * PHILOSOPHERS: `size` philosophers that draw which fork to take first, and put it back when the other one is
 * taken (Lehmann, Rabin 1981); one component. COIN: `size` processes flip coins into a shared counter until
 * that is `bound` turns of all away from where it began (Aspnes, Herlihy 1990); with 8 and 3 it has the
 * states and edges of coin.8.3 there. LEADER: `size` nodes of a ring draw bits until only one is left in the
 * race (Itai, Rodeh 1990); messages count their hops. TEST_AND_SET: `size` processes that wait at random
 * between their attempts to get in; 2^size end components, by the processes that have retired. ZEROCONF:
 * `size` hosts that probe addresses, at most `bound` each, while a clock runs; every component is trivial,
 * and there are no end components. (The example models of the same names.)
 */
enum mdp_kind { MDP_PHILOSOPHERS, MDP_COIN, MDP_LEADER, MDP_TEST_AND_SET, MDP_ZEROCONF };

struct mdp_network {
    enum mdp_kind kind;
    uint32_t size;  /* 2 or more; LEADER: 9 at most */
    uint32_t bound; /* COIN, ZEROCONF: 1 or more */
};

/* The counts that a search must find; states are 0 if they are not known. Levels are not known. */
struct network_counts mdp_network_counts(const struct mdp_network *network);

/* Writes it as NETWORK_SHAPE_FILE and the components beside it into the folder. 0, or -1 with *error filled.
 */
int mdp_network_write(const struct mdp_network *network, const char *folder, struct error *error);

#endif
