# fault: after a vertex without a way back, cycles are given up
# function: try_back_edges
# suites: cycle
s/if (answer.least == UINT64_MAX) {/if (answer.least == UINT64_MAX || tries == 1) {/
