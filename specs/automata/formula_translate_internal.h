#ifndef HEDDLE_SPECS_AUTOMATA_FORMULA_TRANSLATE_INTERNAL_H
#define HEDDLE_SPECS_AUTOMATA_FORMULA_TRANSLATE_INTERNAL_H

#include <stdint.h>

#include "base/array.h"
#include "base/index.h"
#include "specs/automata/formula_automaton.h"
#include "specs/automata/label_sets.h"

struct translation_task;

#define PART_NONE UINT32_MAX

enum fixpoint { FIXPOINT_NONE, FIXPOINT_MU, FIXPOINT_NU };

/* A state of the automaton before reduction: EPSILON or TEST with its targets, or STEP with one. */
struct automaton_part {
    const struct formula *origin;
    const struct formula *meaning; /* negated: as `negated` says of the origin */
    const struct action *action;   /* STEP */
    const struct formula *test;    /* TEST: its predicate; target[0] is where it does not hold */
    uint32_t target[2], targets;
    uint8_t kind, owner, negated;
    enum fixpoint fixpoint;
    uint32_t rank; /* of a fixpoint: how many others are around it, and itself */
};

struct translation {
    struct automaton *automaton;
    struct automaton_part *part;
    uint64_t parts, part_capacity;
    GROWING(struct translation_task) task;
    uint32_t most_rank;
    struct index by_formula; /* finds the parts of formulas, negated or not */
};

/* Makes the automaton of the parts, on the classes of the labels that their actions distinguish
 * (formula_assemble.c). 0, or -1 with the automaton's error filled. The caller frees classes->class_of_label.
 */
int translation_assemble(struct translation *translation, const struct label_texts *labels,
                         struct label_classes *classes);

#endif
