#ifndef HEDDLE_SPECS_LTL_TGBA_WRITE_H
#define HEDDLE_SPECS_LTL_TGBA_WRITE_H

#include "base/stream/output.h"
#include "specs/ltl/tgba.h"

/* An automaton and the texts of its atoms, as users wrote them; of the whole formula, too. */
struct tgba_texts {
    const struct tgba *automaton;
    const char *formula;
    const char *const *atom;
    uint32_t atoms;
};

/* Each writes the automaton and returns 0, or -1 with *error filled: in the Hanoi format, version 1 (Babiak
 * et al. 2015); as a picture for Graphviz; as a never claim of PROMELA, a Büchi automaton with marks on
 * states, whose atoms are names for the user to define. */
int tgba_write_hoa(const struct tgba_texts *texts, output *output, struct error *error);
int tgba_write_dot(const struct tgba_texts *texts, output *output, struct error *error);
int tgba_write_never(const struct tgba_texts *texts, output *output, struct error *error);

#endif
