# fault: an edge of a cycle is refuted by its own priority, whatever else is on the cycle
# file: parity/game/solution_verify.c
# suites: solution_verify
s/if (weight_of(verification, edge) == level \&\& is_bad(verification, edge)) {/if (level + 1 != 0 \&\& is_bad(verification, edge)) {/
