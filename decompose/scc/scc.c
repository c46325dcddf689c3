/* Code that all algorithms share: their names, and reports of progress. */
#include "decompose/scc/scc.h"

#include "base/run.h"
#include "decompose/scc/scc_internal.h"

#define SCC_NAME(member, name, team, cuda) name,

const char *scc_algorithm_name(enum scc_algorithm algorithm) {
    static const char *const names[] = {SCC_LIST(SCC_NAME)};
    return names[algorithm];
}

void scc_tell_progress(const struct run *run, uint64_t done, uint64_t vertices) {
    run_tell(run, "decomposing", done, vertices, "states");
}
