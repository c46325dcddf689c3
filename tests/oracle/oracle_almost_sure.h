#ifndef HEDDLE_TESTS_ORACLE_ORACLE_ALMOST_SURE_H
#define HEDDLE_TESTS_ORACLE_ORACLE_ALMOST_SURE_H

#include "tests/oracle/oracle_mec.h"

/*
 * Deliberately naive. Choices have their numbers in the oracle_mdp; goal[choice] says whether it is to be
 * taken, `states` is the set of states that are to be visited. Most return the set of states from which some
 * scheduler succeeds with probability 1.
 */

/* How many memoryless deterministic schedulers there are, or `most` when there are as many or more. */
uint64_t oracle_schedulers(const struct oracle_mdp *mdp, uint64_t most);
/* By trying all of them. */
uint64_t oracle_reach_by_schedulers(const struct oracle_mdp *mdp, const unsigned char *goal, uint64_t states);
uint64_t oracle_repeat_by_schedulers(const struct oracle_mdp *mdp, const unsigned char *goal);
/* The states from which every scheduler reaches the goal with probability 1, by trying all of them. */
uint64_t oracle_certain_by_schedulers(const struct oracle_mdp *mdp, const unsigned char *goal,
                                      uint64_t states);
/* The others, by the definition: `rank` is the length of a shortest path without goals to a state where some
 * scheduler avoids the goal surely, UINT32_MAX if there is none. */
uint64_t oracle_avoid(const struct oracle_mdp *mdp, const unsigned char *goal, uint64_t states,
                      uint32_t *rank);
/* By the nested fixpoint, from its formula; rank: of the last inner one, UINT32_MAX outside. */
uint64_t oracle_reach(const struct oracle_mdp *mdp, const unsigned char *goal, uint64_t states,
                      uint32_t *rank);

#endif
