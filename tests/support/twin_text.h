#ifndef HEDDLE_TESTS_SUPPORT_TWIN_TEXT_H
#define HEDDLE_TESTS_SUPPORT_TWIN_TEXT_H

#include <stddef.h>

/*
 * Leaves out of a text that heddle wrote, in place, what depends on the engine or on the clock (device,
 * threads, memory, times, how the work was done): members of JSON, rows for people and attributes of XML.
 */
void twin_normalise(char *text);

/* Leaves the strategy out of the lines of a solution, `VERTEX WINNER STRATEGY;`, in place. */
void twin_cut_strategies(char *text);

#endif
