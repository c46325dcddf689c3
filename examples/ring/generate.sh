#!/bin/sh
# usage: generate.sh N DIR
# Writes DIR/ring.exp: a ring of N nodes (N >= 2) that pass a token round; node 0 has it first.
# 2 N 3^(N-1) states, 4 N^2 3^(N-2) transitions, no deadlock.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N DIR   (N nodes, N >= 2)" - 2 -- "$@"

# The node without and with the token differ in their initial state alone:
# 0, 1, 2 are idle0 to idle2, 3 and 4 are tok0 and tok1.
for start in 0:node 3:first; do
    {
        echo "des (${start%%:*}, 5, 5)"
        echo '(0, a, 1)'
        echo '(1, b, 2)'
        echo '(2, receive, 3)'
        echo '(3, c, 4)'
        echo '(4, send, 0)'
    } >"$2/${start##*:}.aut"
done

awk -v n="$1" '
    # One vector: `first` moves of node `at` and, where it is given, `second` of the next node.
    function vector(at, first, second, result,    i, line) {
        for (i = 0; i < n; i++) {
            line = line (i > 0 ? " * " : "")
            if (i == at) line = line first
            else if (second != "" && i == (at + 1) % n) line = line second
            else line = line "_"
        }
        printf "%s    %s -> %s_%d", (count++ > 0 ? ",\n" : ""), line, result, at
    }
    BEGIN {
        printf "(* A token ring of %d nodes: the send of each is the receive of the next. *)\npar using\n", n
        for (i = 0; i < n; i++) {
            vector(i, "a", "", "a")
            vector(i, "b", "", "b")
            vector(i, "c", "", "c")
            vector(i, "send", "receive", "pass")
        }
        print "\nin"
        print "    first.aut"
        for (i = 1; i < n; i++) print "||  node.aut"
        print "end par"
    }' >"$2/ring.exp"
