# fault: edges that close a cycle inside a component below them are taken for right
# file: parity/game/solution_verify.c
# suites: solution_verify
s/} else if (is_bad(verification, &edge)) {/} else if (0) {/
