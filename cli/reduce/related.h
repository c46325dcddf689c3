#ifndef HEDDLE_CLI_REDUCE_RELATED_H
#define HEDDLE_CLI_REDUCE_RELATED_H

#include "cli/reduce/compare.h"

/* Writes evidence that the operands are related, by the classes of the comparison. 0, or -1 with job->error.
 */
int related_write(struct compare_work *work, const char *path, const char *relation, int is_preorder);

#endif
