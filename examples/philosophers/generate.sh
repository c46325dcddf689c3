#!/bin/sh
# usage: generate.sh N DIR
# Writes DIR/philosophers.exp: N philosophers (N >= 2), each of whom takes the left fork first. They can all
# hold their left fork and starve: one deadlock.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N DIR   (N philosophers, N >= 2)" - 2 -- "$@"

# think 0, has the left fork 1, eats 2, has put back the left one 3
cat >"$2/philosopher.aut" <<'END'
des (0, 4, 4)
(0, take_left, 1)
(1, take_right, 2)
(2, drop_left, 3)
(3, drop_right, 0)
END

# on the table 0, with the philosopher whose left fork it is 1, with the other 2
cat >"$2/fork.aut" <<'END'
des (0, 4, 3)
(0, take_left, 1)
(1, drop_left, 0)
(0, take_right, 2)
(2, drop_right, 0)
END

awk -v n="$1" '
    # A branch of par: the gates of `file`, renamed so that left and right belong to philosophers `left`, `right`.
    function branch(file, left, right) {
        printf "%s take_left_%d, drop_left_%d, take_right_%d, drop_right_%d ->\n", \
            (branches++ > 0 ? "||" : "  "), left, left, right, right
        printf "    rename take_left -> take_left_%d, drop_left -> drop_left_%d,\n", left, left
        printf "           take_right -> take_right_%d, drop_right -> drop_right_%d\n", right, right
        printf "    in %s end rename\n", file
    }
    BEGIN {
        printf "(* %d philosophers; fork i lies to the left of philosopher i. *)\npar\n", n
        for (i = 0; i < n; i++) branch("philosopher.aut", i, i)
        for (i = 0; i < n; i++) branch("fork.aut", i, (i + n - 1) % n)
        print "end par"
    }' >"$2/philosophers.exp"
