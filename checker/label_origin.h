#ifndef HEDDLE_CHECKER_LABEL_ORIGIN_H
#define HEDDLE_CHECKER_LABEL_ORIGIN_H

#include <stddef.h>

#include "base/text/label.h"

struct network;
struct property;
struct run;

/* The labels of processes that a text names. */
struct label_meant {
    const label_table *labels; /* where the labels of processes have their texts */
    const char *text;
    const struct property *property; /* which matches the labels; NULL: the text is their gate */
};

/*
 * Looks for labels of processes that are meant, where the network has none: writes which processes have them,
 * whether the network hides or renames them, and what to write instead: "; process a has it, which the
 * network renames to 'b': write 'b'". Returns whether there are any (none if the run should
 * stop, or comparing takes too long), or -1 when memory runs out. The buffer has `size` bytes.
 */
int label_origin_write(const struct network *network, const struct label_meant *meant, const struct run *run,
                       char *buffer, size_t size);

#endif
