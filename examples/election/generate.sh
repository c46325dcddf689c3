#!/bin/sh
# usage: generate.sh N DIR [--twins]
# Writes DIR/election.exp and the monitor DIR/one_leader.aut: N nodes (N >= 2) on a one-way ring elect a leader by the
# algorithm of Chang and Roberts (1979). Node p has the identity N+1-p, so that node 1 wins, and sends to node p+1 over
# a link that holds one message. With --twins node N has the identity of node 1, and both can win.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N DIR [--twins]   (N nodes, N >= 2)" --twins 2 -- "$@"

# The node with identity `me`: asleep 0, about to send its identity 1, watching 2, leader 3, and for each m above
# its own identity about to pass m on, 3 + m - me. A node that hears of a greater one while it is asleep never stands
# itself.
node() { # N ME
    awk -v n="$1" -v me="$2" '
        function move(from, label, to) { lines[count++] = "(" from ", \"" label "\", " to ")" }
        BEGIN {
            move(0, "wake", 1)
            move(1, "put !" me, 2)
            for (m = 1; m < me; m++) {
                move(0, "get !" m, 1)
                move(2, "get !" m, 2)
            }
            move(2, "get !" me, 3)
            move(3, "leader", 3)
            for (m = me + 1; m <= n; m++) {
                move(0, "get !" m, 3 + m - me)
                move(2, "get !" m, 3 + m - me)
                move(3 + m - me, "put !" m, 2)
            }
            printf "des (0, %d, %d)\n", count, 4 + n - me
            for (i = 0; i < count; i++) print lines[i]
        }'
}
me=1
while [ "$me" -le "$1" ]; do
    node "$1" "$me" >"$2/node_$me.aut"
    me=$((me + 1))
done

awk -v n="$1" '
    BEGIN {
        printf "des (0, %d, %d)\n", 2 * n, n + 1
        for (m = 1; m <= n; m++) printf "(0, \"put !%d\", %d)\n(%d, \"get !%d\", 0)\n", m, m, m, m
    }' >"$2/link.aut"

awk -v n="$1" -v twins="$option" '
    # Components: 1 to n the nodes, n+1 to 2n the links. `one` moves on `gate`, and `two` with it unless it is 0.
    # Items are gates: both have the same offers, and the result has them, too.
    function vector(gate, one, two, result,    i, line) {
        for (i = 1; i <= 2 * n; i++) line = line (i > 1 ? " * " : "") (i == one || i == two ? gate : "_")
        printf "%s    %s -> %s", (vectors++ > 0 ? ",\n" : ""), line, result
    }
    BEGIN {
        printf "(* %d nodes on a ring elect the greatest%s: node p puts messages on link p, from which node p+1 gets them.\n", \
            n, (twins ? ", of which there are two" : "")
        print "   A leader says so again and again: a deadlock would be an election without a result. *)"
        print "par using"
        for (p = 1; p <= n; p++) {
            vector("wake", p, 0, "wake_" p)
            vector("put", p, n + p, "put_" p)
            vector("get", p % n + 1, n + p, "get_" (p % n + 1))
            vector("leader", p, 0, "leader_" p)
        }
        print "\nin"
        for (p = 1; p <= n; p++)
            printf "%s  node_%d.aut\n", (p > 1 ? "||" : "  "), (twins && p == n ? n : n + 1 - p)
        for (p = 1; p <= n; p++) print "||  link.aut"
        print "end par"
    }' >"$2/election.exp"

# No leader 0, node p 1 to n, a second one n+1.
awk -v n="$1" '
    BEGIN {
        printf "des (0, %d, %d)\n", n * n + 1, n + 2
        for (p = 1; p <= n; p++) {
            printf "(0, leader_%d, %d)\n", p, p
            for (q = 1; q <= n; q++) if (q != p) printf "(%d, leader_%d, %d)\n", p, q, n + 1
        }
        printf "(%d, ERROR, %d)\n", n + 1, n + 1
    }' >"$2/one_leader.aut"
