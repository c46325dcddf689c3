#ifndef HEDDLE_CHECKER_EVIDENCE_FORMULA_COUNT_H
#define HEDDLE_CHECKER_EVIDENCE_FORMULA_COUNT_H

#include <stdint.h>

#include "base/array.h"
#include "explorer/model/model.h"
#include "parity/game/game_reach.h"
#include "specs/automata/formula_observer.h"

struct error;
struct game_part;
struct run;

/*
 * Counts what plays can still visit from vertices of a solved game, in the memory that holds it, and keeps
 * the results. No more is counted when all that was counted is as much as the whole game: so explanations
 * take no longer than a part of the search did, however many ends a path has.
 */
struct formula_count {
    const struct game_part *part;
    const model *model; /* of the game; NULL: nothing is counted */
    const struct formula_observer *observer;
    const struct label_texts *labels;
    const struct run *run;
    uint64_t vertices; /* counted so far */
    GROWING(struct counted_vertex {
        uint32_t vertex;
        struct game_reach reach;
    })
    counted;
};

/* Counts from a vertex on, which has this state of the observer, and finds out which of the labels occur that
 * the state's subformula names. *reach becomes NULL if that was not possible; it is valid until the next
 * call. Returns 0, or -1 with *error filled: ERROR_INTERRUPTED, ERROR_DEVICE. */
int formula_count_from(struct formula_count *count, uint32_t vertex, uint32_t state,
                       const struct game_reach **reach, struct error *error);
void formula_count_free(struct formula_count *count); /* with the run NULL: nothing */

#endif
