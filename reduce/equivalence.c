/* Names of equivalences. */
#include "reduce/equivalence.h"

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
