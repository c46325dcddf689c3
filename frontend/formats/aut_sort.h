#ifndef HEDDLE_FRONTEND_FORMATS_AUT_SORT_H
#define HEDDLE_FRONTEND_FORMATS_AUT_SORT_H

#include <stdint.h>

struct run;

#define AUT_COLUMNS 5

/* Records as parallel columns; column 0 is the most significant part of the key. */
struct aut_columns {
    unsigned count;
    uint32_t *column[AUT_COLUMNS];
    uint32_t greatest[AUT_COLUMNS]; /* no value of the column is above */
};

/*
 * Sorts records [begin, end), which agree in the columns before `first`, in place, in time linear in their
 * number (radix sort from the most significant byte on). 0, or -1 when the run must stop. */
int aut_sort(const struct aut_columns *columns, unsigned first, uint64_t begin, uint64_t end,
             const struct run *run);

#endif
