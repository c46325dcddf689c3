#!/bin/sh
# usage: generate.sh N DIR
# Writes DIR/test_and_set.exp: N processes (N >= 2) that enter a critical section by setting a bit; a process that finds it set waits
# for a random time. After a visit a process begins again or retires.
# 7^N + N 7^(N-1) - 3^N states, no deadlock; 2^N maximal end components, by the processes that have retired.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N DIR   (N processes, N >= 2)" - 2 -- "$@"

# 0 idle, 1 tries, 2 is in, 3 to 5 wait, 6 is out again, 7 has retired.
cat >"$2/process.aut" <<'END'
des (0, 12, 8)
(0, try, 1)
(1, enter, 2)
(1, fail, 3)
(3, prob 0.5, 1)
(3, prob 0.25, 4)
(3, prob 0.25, 5)
(4, wait, 1)
(5, wait, 4)
(2, leave, 6)
(6, again, 0)
(6, retire, 7)
(7, rest, 7)
END
cat >"$2/bit.aut" <<'END'
des (0, 3, 2)
(0, enter, 1)
(1, fail, 1)
(1, leave, 0)
END

awk -v n="$1" '
    # One vector: process `at`, and the bit where it takes part.
    function vector(at, label, bit,    i, line) {
        for (i = 0; i <= n; i++) line = line (i > 0 ? " * " : "") (i == at || (bit && i == n) ? label : "_")
        printf "    %s -> %s_%d,\n", line, label, at
    }
    BEGIN {
        printf "(* Mutual exclusion of %d processes by a bit that they test and set. *)\npar using\n", n
        for (i = 0; i < n; i++) {
            vector(i, "try", 0)
            vector(i, "wait", 0)
            vector(i, "again", 0)
            vector(i, "retire", 0)
            vector(i, "enter", 1)
            vector(i, "fail", 1)
            vector(i, "leave", 1)
        }
        printf "    "
        for (i = 0; i < n; i++) printf "rest * "
        print "_ -> rest\nin"
        for (i = 0; i < n; i++) print (i > 0 ? "||" : "  ") "  process.aut"
        print "||  bit.aut\nend par"
    }' >"$2/test_and_set.exp"
