#ifndef HEDDLE_FRONTEND_FORMATS_AUT_WRITE_H
#define HEDDLE_FRONTEND_FORMATS_AUT_WRITE_H

#include <stdint.h>

#include "base/stream/output.h"

struct error;

/* The lines of an AUT file (formats of CADP); each returns 0, or -1 with *error filled. */

/* des (INITIAL, TRANSITIONS, STATES) */
int aut_write_header(output *output, uint64_t initial, uint64_t transitions, uint64_t states,
                     struct error *error);
/*
 * (FROM, "LABEL", TO); the internal action stands without quotes. Labels are written byte for byte:
 * readers end it at the last quote before the last comma.
 */
int aut_write_transition(output *output, uint64_t from, const char *label, uint64_t to, struct error *error);

#endif
