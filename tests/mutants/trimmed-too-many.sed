# fault: a vertex is trimmed as soon as one that leads to it is
# file: parity/preprocess/solve_trimmed.c
# suites: solve
s/                if (solving->seen\[target\] == 0) {/                if (solving->seen[target] <= 1) {/
