#ifndef HEDDLE_FRONTEND_FORMATS_AUT_H
#define HEDDLE_FRONTEND_FORMATS_AUT_H

#include "base/stream/input.h"
#include "base/text/label.h"
#include "model/lts.h"

struct lines;
struct error;
struct run;

/* Reads an AUT file (plain, .gz or .zst, which its first bytes show; "-" is standard input), mCRL2's
 * probabilistic variant included, streaming, in memory proportional to the LTS. Labels are
 * interned in `labels`. Counts and numbers are checked against the header. The caller frees the result with
 * lts_free and run->memory. NULL on failure with *error filled (position included).
 */
struct lts *aut_read(const char *path, label_table *labels, const struct run *run, struct error *error);
/* aut_read for an open stream, which it closes. NULL fails. */
struct lts *aut_read_input(input *input, const char *path, label_table *labels, const struct run *run,
                           struct error *error);
/* aut_read for open lines (frontend/formats/lines.h), which it closes. */
struct lts *aut_read_lines(struct lines *lines, const char *path, label_table *labels, const struct run *run,
                           struct error *error);

/*
 * Finds the first state that the header counts but that no transition mentions and that is not initial. 1 and
 * *state, 0 when there is none, or -1 when memory runs out. It takes at most a bit for each end of a move. */
int aut_find_unmentioned(const struct lts *lts, struct memory *memory, uint32_t *state);
#endif
