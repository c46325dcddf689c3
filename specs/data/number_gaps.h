#ifndef HEDDLE_SPECS_DATA_NUMBER_GAPS_H
#define HEDDLE_SPECS_DATA_NUMBER_GAPS_H

#include "specs/data/sort_class.h"

/*
 * Numbers that occur nowhere, by their place in the order. A class has one region if its numbers are of one
 * sort and are only compared for equality. Any other class has points: 0 and, if numbers are ordered, all
 * numbers that occur. Gap g is between the points g - 1 and g, without these; the first gap has no lower end,
 * and the last gap no upper end. Gap g has two regions: 2 g, of integers, and 2 g + 1, of other numbers. But
 * if only Reals are in the class, region 2 g has both.
 *
 * Numbers of one region are exchangeable, as long as they are only compared for equality, and ordered against
 * the points. So as many of them as there are variables, or all that the region has, stand for all others.
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
