#!/bin/sh
# usage: generate.sh N A DIR
# Writes DIR/zeroconf.exp: N hosts (N >= 2) that look for an address. A host probes an address four times; with probability
# 0.1 a probe meets another owner, and the host goes on to the next of A addresses (A >= 1), or gives up. A clock counts
# the probes of all hosts.
# Every run ends, so all strongly connected components are trivial and there are no end components.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N A DIR   (N hosts, N >= 2; A addresses, A >= 1)" - 2 1 -- "$@"

# 2s before probe s, of address s / 4; 2s + 1 when it is sent; the last states have an address, or none.
awk -v a="$2" 'BEGIN {
    done = 8 * a
    given_up = done + 1
    printf "des (0, %d, %d)\n", 12 * a, given_up + 1
    for (s = 0; s < 4 * a; s++) {
        following = (int(s / 4) + 1) * 4
        printf "(%d, probe, %d)\n", 2 * s, 2 * s + 1
        printf "(%d, prob 0.9, %d)\n", 2 * s + 1, (s % 4 == 3 ? done : 2 * (s + 1))
        printf "(%d, prob 0.1, %d)\n", 2 * s + 1, (following < 4 * a ? 2 * following : given_up)
    }
}' >"$3/host.aut"

awk -v ticks=$(($1 * $2 * 4)) 'BEGIN {
    printf "des (0, %d, %d)\n", ticks, ticks + 1
    for (tick = 0; tick < ticks; tick++) printf "(%d, tick, %d)\n", tick, tick + 1
}' >"$3/clock.aut"

awk -v n="$1" 'BEGIN {
    printf "(* %d hosts that look for an address. *)\npar using\n", n
    for (at = 0; at < n; at++) {
        line = ""
        for (i = 0; i < n; i++) line = line (i == at ? "probe" : "_") " * "
        printf "    %stick -> probe_%d%s\n", line, at, (at + 1 < n ? "," : "")
    }
    print "in"
    for (i = 0; i < n; i++) print (i > 0 ? "||" : "  ") "  host.aut"
    print "||  clock.aut\nend par"
}' >"$3/zeroconf.exp"
