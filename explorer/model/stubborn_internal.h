#ifndef HEDDLE_EXPLORER_MODEL_STUBBORN_INTERNAL_H
#define HEDDLE_EXPLORER_MODEL_STUBBORN_INTERNAL_H

/* The tables of stubborn sets, which stubborn.c makes and stubborn_choose.c reads. */
#include "explorer/model/model_core.h"
#include "explorer/model/stubborn.h"
#include "explorer/model/stubborn_core.h"

struct stubborn {
    struct arena *arena;
    struct model_view model;
    struct stubborn_view view;
    uint64_t bytes[STUBBORN_ARRAYS_COUNT]; /* of the arrays of the view; 0: there is none */
};

/*
 * stubborn_marks.c: finds the marked moves. entries: [entries], zeroed; rows: [rows of the image], zeroed:
 * some move that the process makes alone is marked. 0, or -1 with *error filled.
 */
int stubborn_mark(const struct model_view *model, uint8_t *entries, uint8_t *rows, const struct run *run,
                  struct error *error);

#endif
