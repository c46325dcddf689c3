#ifndef HEDDLE_API_CHECK_CHECK_MDP_H
#define HEDDLE_API_CHECK_CHECK_MDP_H

struct checked;

/* Reads the Markov decision process in a file. Returns 0, or -1 with the job's error. */
int check_mdp_read(struct checked *checked);
/* Warns of labels that no choice has. Returns 0, or -1 with the job's error if there is a property that
 * cannot be checked. */
int check_mdp_labels(struct checked *checked);
/* Checks the properties. Returns 0, or -1 with the job's error. */
int check_mdp_run(struct checked *checked);

#endif
