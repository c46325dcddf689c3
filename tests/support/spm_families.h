#ifndef HEDDLE_TESTS_SUPPORT_SPM_FAMILIES_H
#define HEDDLE_TESTS_SUPPORT_SPM_FAMILIES_H

#include "bench/game_family.h"

/*
 * Games for the rounds of small progress measures, as a GPU does them: long rows, measures of one, two and
 * many words, many rounds; those for GPUs alone have many threads at work. Ordered by size, so that a part of
 * them is the first ones.
 */
#define SPM_FAMILIES_SMALL 4u
#define SPM_FAMILIES_HOST 13u /* where the host does what a GPU would */
#define SPM_FAMILIES 21u

extern const struct game_family spm_families[SPM_FAMILIES];

#endif
