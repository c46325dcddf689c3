/* Code that all algorithms share: their names, and reports of progress. */
#include "decompose/scc/scc.h"

#include "base/array.h"
#include "base/run.h"
#include "decompose/scc/scc_internal.h"

const char *scc_algorithm_name(enum scc_algorithm algorithm) {
    static const char *const names[] = {[SCC_AUTO] = "auto",
                                        [SCC_TARJAN] = "tarjan",
                                        [SCC_FBT] = "fbt",
                                        [SCC_BFBT] = "bfbt",
                                        [SCC_ECL] = "ecl"};
    _Static_assert(LENGTH(names) == SCC_ALGORITHMS, "a name for each algorithm");
    return names[algorithm];
}

void scc_tell_progress(const struct run *run, uint64_t done, uint64_t vertices) {
    run_tell(run, "decomposing", done, vertices, "states");
}
