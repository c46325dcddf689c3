#!/bin/sh
# usage: generate.sh N DIR
# Writes DIR/leader.exp: N nodes without names (2 <= N <= 9) on a ring elect a leader (Itai and Rodeh 1990). In each round
# those in the race draw bits and send them to the next; a node that drew 0 and gets 1 is out and only passes messages on. A
# message that has been sent N times has come round: no other node is in the race.
# No deadlock; the end components are the N states with a leader.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N DIR   (N nodes, 2 <= N <= 9)" - 2 -- "$@"
[ "$1" -le 9 ] || usage

# 0 draws, 1 and 2 send 0 or 1, 3 and 4 wait for the other bit, 5 is out, 6 and above pass on; the last one is the leader.
# Labels: put_BIT_TIMES and get_BIT_TIMES, where TIMES is how often the message has been sent.
awk -v n="$1" 'BEGIN {
    leader = 6 + 2 * (n - 1)
    printf "des (0, %d, %d)\n", 5 + 4 * n + 4 * (n - 1), leader + 1
    print "(0, prob 0.5, 1)\n(0, prob 0.5, 2)\n(1, put_0_1, 3)\n(2, put_1_1, 4)"
    for (times = 1; times <= n; times++) for (bit = 0; bit < 2; bit++) {
        passes = 6 + 2 * (times - 1) + bit
        printf "(3, get_%d_%d, %d)\n", bit, times, (times == n ? leader : bit == 0 ? 0 : 5)
        printf "(4, get_%d_%d, %d)\n", bit, times, (times == n ? leader : 0)
        if (times < n) printf "(5, get_%d_%d, %d)\n(%d, put_%d_%d, 5)\n", bit, times, passes, passes, bit, times + 1
    }
    printf "(%d, leader, %d)\n", leader, leader
}' >"$2/node.aut"

awk -v n="$1" 'BEGIN {
    printf "des (0, %d, %d)\n", 4 * n, 2 * n + 1
    for (i = 0; i < 2 * n; i++) {
        message = i % 2 "_" int(i / 2) + 1
        printf "(0, put_%s, %d)\n(%d, get_%s, 0)\n", message, i + 1, i + 1, message
    }
}' >"$2/channel.aut"

# Node i is component 2i, the channel from it to the next one 2i + 1.
awk -v n="$1" '
    function vector(at, channel, label,    i, line) {
        for (i = 0; i < 2 * n; i++) line = line (i > 0 ? " * " : "") (i == 2 * at || i == channel ? label : "_")
        printf "%s    %s -> %s_%d", (count++ > 0 ? ",\n" : ""), line, label, at
    }
    BEGIN {
        printf "(* %d nodes on a ring elect a leader by drawing bits. *)\npar using\n", n
        for (i = 0; i < n; i++) {
            for (times = 1; times <= n; times++) for (bit = 0; bit < 2; bit++) {
                vector(i, 2 * i + 1, "put_" bit "_" times)
                vector(i, (2 * i + 2 * n - 1) % (2 * n), "get_" bit "_" times)
            }
            vector(i, -1, "leader")
        }
        print "\nin"
        for (i = 0; i < n; i++) print (i > 0 ? "||" : "  ") "  node.aut\n||  channel.aut"
        print "end par"
    }' >"$2/leader.exp"
