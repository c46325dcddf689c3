#ifndef HEDDLE_CHECKER_EVIDENCE_RUN_LETTERS_H
#define HEDDLE_CHECKER_EVIDENCE_RUN_LETTERS_H

#include <stdint.h>

struct evidence_claim;
struct json_t;
struct memory;
struct text_buffer;

enum run_letter {
    RUN_LETTER_FALSE,
    RUN_LETTER_TRUE,
    RUN_LETTER_UNKNOWN /* a predicate that has no value in the state; an event that is not in the trace */
};

/*
 * What the atoms of a formula of linear time say on the run of a claim, by the walker. Position k has the
 * predicates of the state before step k + 1, and the event of this step. A trace into a state without
 * transitions has one more position: the end of the run, which repeats for ever. So has a trace that violates
 * the formula however the run goes on, if there are predicates, or no steps: only the state of this position
 * is known. A zeroed one says nothing.
 */
struct run_letters {
    int is_known; /* the claim is about runs, and there is a walker */
    int ends;     /* the last position is the end of the run */
    int is_open;  /* of the last position, the state alone is known */
    uint32_t atoms;
    uint64_t positions;
    struct text_buffer *text; /* [atoms]: in the order of the formula, as they are written */
    uint8_t *value;           /* [positions * atoms]: an enum run_letter; a position after the other */
};

/* 0, or -1 when memory runs out. Of a formula with very many atoms on a very long run nothing is known. The
 * caller frees in either case. */
int run_letters_make(const struct evidence_claim *claim, struct memory *memory, struct run_letters *letters);
void run_letters_free(struct memory *memory, struct run_letters *letters);
enum run_letter run_letters_at(const struct run_letters *letters, uint64_t position, uint32_t atom);
/* Whether an atom has different values at two positions. */
int run_letters_change(const struct run_letters *letters, uint32_t atom);
/* {"texts": [..], "values": [[0, 1, null], ..]}, a list for each position; null if nothing is known. NULL
 * when memory runs out. */
struct json_t *run_letters_json(const struct run_letters *letters, struct memory *memory);

#endif
