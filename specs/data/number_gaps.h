#ifndef HEDDLE_SPECS_DATA_NUMBER_GAPS_H
#define HEDDLE_SPECS_DATA_NUMBER_GAPS_H

#include "specs/data/sort_class.h"

/*
 * Numbers that occur nowhere, by where they are. A class whose numbers are only compared for equality, and
 * all of one sort, has one region. Any other one has points: 0 and, if numbers are ordered, all numbers that
 * occur. Gap g is between the points g - 1 and g, without them; the first and the last one have no end. Gap g
 * has two regions, of integers (2 g) and of other numbers (2 g + 1), unless only Reals are in the class: then
 * 2 g has both.
 *
 * Numbers of one region are exchangeable, as long as they are compared for equality, and ordered only against
 * the points. So as many of them as there are variables, or as many as the region has, stand for all.
 */

/* After everything is collected: makes the points. Small gaps between ordered numbers are filled: their
 * integers become values of the class, so that the formula can compute with them. Returns 0, or -1 when
 * memory runs out. */
int number_gaps_complete(struct sort_classes *classes, uint32_t class);
uint32_t number_gaps_regions(const struct sort_class *class);
/* How many values a variable of a sort takes in a region, at most. *is_uncertain: the sort may have none
 * there, because it is not declared. */
uint32_t number_gaps_room(const struct sort_classes *classes, const struct sort_class *class, uint32_t region,
                          enum number_sort sort, int *is_uncertain);
/* Whether the numbers of a region are of a sort: TRUE_VALUE, FALSE_VALUE or UNKNOWN. */
uint32_t number_gaps_fit(const struct sort_classes *classes, const struct sort_class *class, uint32_t region,
                         enum number_sort sort);
/* Whether a number may be in a region. */
int number_gaps_may_have(const struct sort_classes *classes, const struct sort_class *class, uint32_t region,
                         uint32_t number);
/* -1 or 1 if all numbers of a region are less or greater than a number, 0 if that is not known. */
int number_gaps_compare(const struct sort_classes *classes, const struct sort_class *class, uint32_t region,
                        uint32_t number);

#endif
