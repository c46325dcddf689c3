#ifndef HEDDLE_CHECKER_PROPERTY_PROPERTY_INTERNAL_H
#define HEDDLE_CHECKER_PROPERTY_PROPERTY_INTERNAL_H

#include "checker/property/property.h"

/* Shared by the files that make properties. Each returns 0, or -1 with the maker's error. */

/* Gives the predicates of the formula their numbers in the model. Errors have the places in the user's files,
 * also those in states. */
int property_bind_predicates(const struct property_maker *maker, const struct property *property);
/* Copies the name of the file. */
int property_set_file(const struct property_maker *maker, const char *file, struct property *property);
/* Makes a property of an automaton in a file, whose kind is set. */
int property_make_automaton(const struct property_maker *maker, const char *path, struct property *property);

#endif
