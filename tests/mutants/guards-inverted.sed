# fault: a guard holds when it was falsified
# file: explorer/model/successors_core.h
# suites: explore_oracle
s/if (falsified\[guard \/ 64\] >> (guard % 64) & 1) {/if (~falsified[guard \/ 64] >> (guard % 64) \& 1) {/
