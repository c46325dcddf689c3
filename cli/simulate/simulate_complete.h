#ifndef HEDDLE_CLI_SIMULATE_SIMULATE_COMPLETE_H
#define HEDDLE_CLI_SIMULATE_SIMULATE_COMPLETE_H

#include <stddef.h>
#include <stdint.h>

#include "base/array.h"

struct simulate_session;

/* How a line may go on before the cursor. A zeroed one is empty. */
struct completions {
    size_t begin;          /* each text may replace the line from this byte on */
    GROWING(char *) texts; /* distinct, in byte order */
};

/*
 * Finds commands and the labels that are possible, also those of processes (in quotes where they need them);
 * labels of the network after `goto` and `until`; files after `save`. Without memory some are missing. The
 * caller frees *completions with completions_free.
 */
void simulate_complete(struct simulate_session *session, const char *line, struct completions *completions);
void completions_free(struct simulate_session *session, struct completions *completions);
/* The number of bytes that all texts begin with. */
size_t completions_common(const struct completions *completions);

#endif
