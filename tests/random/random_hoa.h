#ifndef HEDDLE_TESTS_RANDOM_RANDOM_HOA_H
#define HEDDLE_TESTS_RANDOM_RANDOM_HOA_H

#include "base/arena.h"
#include "tests/oracle/oracle_hoa.h"

/* How a random automaton is written, in the Hanoi format. Each state's edges have labels, or the state has
 * one, or there is an edge for each letter. */
enum random_hoa_labels { RANDOM_HOA_EDGE_LABELS, RANDOM_HOA_STATE_LABEL, RANDOM_HOA_IMPLICIT };

struct random_hoa {
    struct oracle_hoa automaton;
    enum random_hoa_labels labels[ORACLE_HOA_STATES];
    int is_deterministic; /* it was drawn so */
};

/* Its condition is in the arena. */
void random_hoa(uint64_t *random, arena *arena, struct random_hoa *made);
const struct oracle_hoa_condition *random_hoa_condition(uint64_t *random, arena *arena, unsigned sets);
/* Of Streett: sets / 2 pairs, of which some share sets. */
const struct oracle_hoa_condition *random_hoa_streett(uint64_t *random, arena *arena, unsigned sets);
/* Writes it in one of the ways in which it can be written: a text of at most `size` bytes. */
void random_hoa_write(uint64_t *random, const struct random_hoa *made, char *text, size_t size);
void random_hoa_write_condition(uint64_t *random, const struct oracle_hoa_condition *condition, char *text,
                                size_t size);
/* A word of at most 7 positions. */
struct oracle_word random_hoa_word(uint64_t *random, const struct oracle_hoa *automaton);

#endif
