#ifndef HEDDLE_CLI_REDUCE_RELATED_H
#define HEDDLE_CLI_REDUCE_RELATED_H

#include "cli/reduce/compare.h"

/* Write evidence, which becomes a row of the result: that the operands are related, by the classes of the
 * comparison; or that they are not, by its formula with numbers. 0, or -1 with job->error. */
int related_write(struct compare_work *work, const char *path, const char *relation, int is_preorder);
int related_write_difference(struct compare_work *work, const char *path);

#endif
