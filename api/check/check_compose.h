#ifndef HEDDLE_API_CHECK_CHECK_COMPOSE_H
#define HEDDLE_API_CHECK_CHECK_COMPOSE_H

struct check_options;
struct checked;

/* Whether the network's properties are checked on smaller ones: 1; 0 if the request does not ask for it, or,
 * with a message, if its probabilities or rates forbid it; -1 with the job's error. */
int check_compose_applies(const struct checked *checked);
/* Checks the properties, and says what each step does. Returns 0, or -1 with the job's error. */
int check_compose_run(struct checked *checked, const struct check_options *how);

#endif
