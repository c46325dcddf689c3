#ifndef HEDDLE_REDUCE_COMPARE_MOVE_VIEWS_H
#define HEDDLE_REDUCE_COMPARE_MOVE_VIEWS_H

#include <stdint.h>

#include "base/array.h"
#include "reduce/compare/move_rounds.h"

struct memory;

/* The moves of two states as a round saw them: what each gives to the blocks of the round before. */
struct move_view {
    uint32_t form;
    uint32_t count;
    const struct moves_given *given; /* [count], by block */
    uint64_t begin;                  /* of `given` among all */
    uint64_t move;                   /* the first of those that look like this */
};

/* Begins as zeros. */
struct move_views {
    GROWING(struct move_view) sides[2]; /* each once, by form and what is given */
    GROWING(struct moves_given) given;
};

/* 0, or -1 when memory runs out. */
int move_views_fill(struct move_views *views, const struct moves *moves, const move_rounds *rounds,
                    const uint32_t states[2], uint32_t round, struct memory *memory);
void move_views_free(struct move_views *views, struct memory *memory);

/* The views of a side with the form: the first one, and how many. */
uint64_t move_views_of_form(const struct move_views *views, int side, uint32_t form, uint64_t *count);
/* Of the views of a side that the other side has not, the one whose form the other side has in the fewest
 * moves; UINT64_MAX if there is none. *others: how many. */
uint64_t move_views_choose(const struct move_views *views, int side, uint64_t *others);

#endif
