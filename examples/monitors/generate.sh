#!/bin/sh
# usage: generate.sh in_turn N STATES FILE    a ring of N nodes: the token goes round in order
#        generate.sh budget N LIMIT FILE      a ring of N nodes: less than LIMIT passes
#        generate.sh refusals N LIMIT FILE    a gas station of N customers: less than LIMIT refusals between two go
# Writes a monitor for networks of ring/generate.sh or gas_station/generate.sh as an AUT graph. in_turn needs a STATES
# that N divides: it follows the token for STATES passes, then begins again.
set -eu

usage() {
    echo "usage: generate.sh in_turn|budget|refusals N COUNT FILE" >&2
    exit 2
}
[ $# -eq 4 ] || usage
case $1 in in_turn | budget | refusals) ;; *) usage ;; esac
for number in "$2" "$3"; do
    case $number in '' | *[!0-9]*) usage ;; esac
    [ "$number" -ge 1 ] || usage
done
if [ "$1" = in_turn ] && [ $(($3 % $2)) -ne 0 ]; then usage; fi

awk -v kind="$1" -v n="$2" -v limit="$3" '
    function move(from, label, to) { lines[count++] = "(" from ", " label ", " to ")" }
    BEGIN {
        # The error state is `limit`, after the counting states 0 to limit - 1.
        for (s = 0; s < limit; s++) {
            if (kind == "in_turn")
                for (i = 0; i < n; i++) move(s, "pass_" i, i == s % n ? (s + 1) % limit : limit)
            if (kind == "budget")
                for (i = 0; i < n; i++) move(s, "pass_" i, s + 1)
            if (kind == "refusals")
                for (c = 1; c <= n; c++) for (p = 1; p <= 2; p++) {
                    move(s, "refuse_" c "_" p, s + 1)
                    if (s > 0) move(s, "go_" c "_" p, 0)
                }
        }
        move(limit, "ERROR", limit)
        printf "des (0, %d, %d)\n", count, limit + 1
        for (i = 0; i < count; i++) print lines[i]
    }' >"$4"
