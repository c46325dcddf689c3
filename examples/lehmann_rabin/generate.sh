#!/bin/sh
# usage: generate.sh N DIR
# Writes DIR/philosophers.exp: N philosophers (N >= 2) at a round table with a fork between neighbours. A hungry one
# tosses a coin for the fork to take first, and puts it back when the other one is taken (Lehmann and Rabin 1981).
# No deadlock; one strongly connected component, which is a maximal end component.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N DIR   (N philosophers, N >= 2)" - 2 -- "$@"

# 0 thinks, 1 tosses, 2 and 3 want the left or the right fork, 4 and 5 have it, 6 eats.
cat >"$2/philosopher.aut" <<'END'
des (0, 10, 7)
(0, hungry, 1)
(1, prob 0.5, 2)
(1, prob 0.5, 3)
(2, take_left, 4)
(3, take_right, 5)
(4, take_right, 6)
(4, give_left, 1)
(5, take_left, 6)
(5, give_right, 1)
(6, finish, 0)
END
cat >"$2/fork.aut" <<'END'
des (0, 3, 2)
(0, take, 1)
(1, busy, 1)
(1, drop, 0)
END

# Philosopher i is component 2i, the fork to the left 2i + 1, the one to the right that of the next philosopher.
awk -v n="$1" '
    # One vector: philosopher `at` and, where they are given, the forks to the left and to the right.
    function vector(at, label, left, right,    i, line, move) {
        for (i = 0; i < 2 * n; i++) {
            move = "_"
            if (i == 2 * at) move = label
            else if (i == 2 * at + 1 && left != "") move = left
            else if (i == (2 * at + 3) % (2 * n) && right != "") move = right
            line = line (i > 0 ? " * " : "") move
        }
        printf "%s    %s -> %s_%d", (count++ > 0 ? ",\n" : ""), line, label, at
    }
    BEGIN {
        printf "(* %d philosophers who toss a coin for the fork to take first. *)\npar using\n", n
        for (i = 0; i < n; i++) {
            vector(i, "hungry", "", "")
            vector(i, "take_left", "take", "")
            vector(i, "take_right", "", "take")
            vector(i, "give_left", "drop", "busy")
            vector(i, "give_right", "busy", "drop")
            vector(i, "finish", "drop", "drop")
        }
        print "\nin"
        for (i = 0; i < n; i++) print (i > 0 ? "||" : "  ") "  philosopher.aut\n||  fork.aut"
        print "end par"
    }' >"$2/philosophers.exp"
