#ifndef HEDDLE_API_REDUCE_WARN_H
#define HEDDLE_API_REDUCE_WARN_H

struct job;
struct network;

/* Warns if the network has `prob` or `rate` labels, for numbers in these are not added. */
void reduce_warn_stochastic(struct job *job, const char *path, const struct network *network);
/* Warns that a label has a number, which is not added. */
void reduce_warn_number(struct job *job, const char *path, const char *label);

#endif
