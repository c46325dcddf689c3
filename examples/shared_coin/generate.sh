#!/bin/sh
# usage: generate.sh N K DIR
# Writes DIR/coin.exp: N processes (N >= 2) that agree on a random bit (Aspnes and Herlihy 1990). Each flips a coin and
# moves a shared counter up or down, until the counter is K N (K >= 1) or more away from where it began.
# No deadlock; the end components are the states in which all have decided.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N K DIR   (N processes, N >= 2; K >= 1)" - 2 1 -- "$@"

# 0 flips, 1 and 2 move the counter, 3 looks at it, 4 and 5 have decided.
cat >"$3/process.aut" <<'END'
des (0, 9, 6)
(0, prob 0.5, 1)
(0, prob 0.5, 2)
(1, up, 3)
(2, down, 3)
(3, low, 4)
(3, high, 5)
(3, middle, 0)
(4, done, 4)
(5, done, 5)
END

awk -v n="$1" -v k="$2" 'BEGIN {
    most = 2 * (k + 1) * n
    printf "des (%d, %d, %d)\n", most / 2, 3 * most + 1, most + 1
    for (value = 0; value <= most; value++) {
        printf "(%d, %s, %d)\n", value, (value <= n ? "low" : value + n >= most ? "high" : "middle"), value
        if (value < most) printf "(%d, up, %d)\n(%d, down, %d)\n", value, value + 1, value + 1, value
    }
}' >"$3/counter.aut"

awk -v n="$1" '
    function vector(at, label,    i, line) {
        for (i = 0; i <= n; i++) line = line (i > 0 ? " * " : "") (i == at || i == n ? label : "_")
        printf "    %s -> %s_%d,\n", line, label, at
    }
    BEGIN {
        printf "(* A shared coin of %d processes. *)\npar using\n", n
        for (i = 0; i < n; i++) {
            vector(i, "up")
            vector(i, "down")
            vector(i, "low")
            vector(i, "high")
            vector(i, "middle")
        }
        printf "    "
        for (i = 0; i < n; i++) printf "done * "
        print "_ -> done\nin"
        for (i = 0; i < n; i++) print (i > 0 ? "||" : "  ") "  process.aut"
        print "||  counter.aut\nend par"
    }' >"$3/coin.exp"
