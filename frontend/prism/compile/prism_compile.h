#ifndef HEDDLE_FRONTEND_PRISM_COMPILE_PRISM_COMPILE_H
#define HEDDLE_FRONTEND_PRISM_COMPILE_PRISM_COMPILE_H

#include "explorer/model/data/data_model.h"
#include "frontend/prism/syntax/prism_tree.h"

struct error;
struct run;

/*
 * Compiles a model, all of whose constants have values, to the form that searches know. Variables, labels
 * (predicates) and actions have the numbers that they have in the tree; commands are numbered in the order of
 * modules. Rules are in the order of prism_walk_choices where no system composes the modules. NULL with
 * *error filled; the caller frees the image with data_model_free.
 */
struct data_header *prism_compile(const prism_tree *tree, const struct run *run, struct error *error);

#endif
