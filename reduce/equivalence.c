/* Names of equivalences. */
#include "reduce/equivalence.h"

#include <string.h>

static const char *const names[EQUIVALENCES] = {
    [EQUIVALENCE_STRONG] = "strong",
    [EQUIVALENCE_BRANCHING] = "branching",
    [EQUIVALENCE_DIVBRANCHING] = "divbranching",
    [EQUIVALENCE_WEAK] = "weak",
    [EQUIVALENCE_TRACE] = "trace",
    [EQUIVALENCE_WEAKTRACE] = "weaktrace",
    [EQUIVALENCE_PROBABILISTIC] = "probabilistic",
};

const char *equivalence_name(enum equivalence equivalence) {
    return names[equivalence];
}

int equivalence_find(const char *name, enum equivalence *equivalence) {
    for (int i = 0; i < EQUIVALENCES; i++) {
        if (strcmp(names[i], name) == 0) {
            *equivalence = (enum equivalence)i;
            return 0;
        }
    }
    return -1;
}
