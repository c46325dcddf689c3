#ifndef HEDDLE_API_CHECK_CHECK_REFUSE_H
#define HEDDLE_API_CHECK_CHECK_REFUSE_H

struct checked;

/* Refuses planned properties that several processes or GPUs, or searches of fewer states cannot decide.
 * games: some formula needs a game. Returns 0, or -1 with the job's error. */
int check_refuse(const struct checked *checked, int games);

#endif
