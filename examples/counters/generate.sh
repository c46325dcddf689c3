#!/bin/sh
# usage: generate.sh N K DIR
# Writes DIR/counters.exp: N independent counters modulo K (K >= 2). K^N states, N K^N transitions.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N K DIR   (N >= 1 counters modulo K >= 2)" - 1 2 -- "$@"

awk -v k="$2" '
    BEGIN {
        printf "des (0, %d, %d)\n", k, k
        for (i = 0; i < k; i++) printf "(%d, tick, %d)\n", i, (i + 1) % k
    }' >"$3/counter.aut"

awk -v n="$1" -v k="$2" '
    BEGIN {
        printf "(* %d counters modulo %d, side by side. *)\n", n, k
        for (i = 0; i < n; i++) {
            printf "%s rename tick -> tick_%d in counter.aut end rename\n", (i == 0 ? "   " : "|||"), i
        }
    }' >"$3/counters.exp"
