#ifndef HEDDLE_CHECKER_PROPERTY_PROPERTY_INTERNAL_H
#define HEDDLE_CHECKER_PROPERTY_PROPERTY_INTERNAL_H

#include "checker/property/property.h"

/* Shared by the files that make properties. Each returns 0, or -1 with the maker's error. */

/* Gives the predicates of the formula their numbers in the model. Errors have the places in the user's files,
 * also those in states. */
int property_bind_predicates(const struct property_maker *maker, const struct property *property);
/* How labels and patterns of the model are read; of an MDP in a file, plainly. */
const struct exp_options *property_options(const struct property_maker *maker);
/* Notes whether a property about schedulers is about every scheduler; not all kinds may be. */
int property_take_schedulers(const struct property_maker *maker, enum property_kind kind,
                             struct property *property);
/* Copies the name of the file. */
int property_set_file(const struct property_maker *maker, const char *file, struct property *property);
/* Makes a property of an automaton in a file, whose kind is set. */
int property_make_automaton(const struct property_maker *maker, const char *path, struct property *property);

#endif
