#ifndef HEDDLE_SPACE_CLASSES_THERE_H
#define HEDDLE_SPACE_CLASSES_THERE_H

#include "space/classes.h"

/*
 * The sides of classes.c that use a GPU. 0; 1 if the host is to do the work, as it is not for a GPU, or one
 * has failed (classes->fallback); or -1 with *error filled.
 */
int classes_copy_and_find(const struct backend *backend, const struct graph *graph,
                          const struct classes_task *task, const struct run *run, struct classes *classes,
                          struct error *error);
/* Refines with weights. */
int classes_copy_and_refine(struct classes_refining *refining, const struct graph *graph,
                            const struct refine_options *options, const struct run *run,
                            struct partition *partition, struct error *error);

#endif
