#include "tests/support/same_trace.h"

#include <string.h>

int same_trace(const struct trace *a, const struct trace *b) {
    if (a->steps != b->steps || a->components != b->components || a->lasso != b->lasso ||
        (a->states == NULL) != (b->states == NULL)) {
        return 0;
    }
    for (uint64_t i = 0; i < a->steps; i++) {
        if (strcmp(a->labels[i], b->labels[i]) != 0) {
            return 0;
        }
    }
    return a->states == NULL ||
           memcmp(a->states, b->states, (a->steps + 1) * a->components * sizeof *a->states) == 0;
}
