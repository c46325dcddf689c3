#!/bin/sh
# usage: generate.sh N DIR [--swap]
# Writes DIR/filter.exp and the monitor DIR/mutex.aut: mutual exclusion of N processes (N >= 2) by Peterson's filter
# (1981). To enter, a process climbs N-1 levels:
#
#     for l := 1 to N-1 do
#         level[me] := l; victim[l] := me;
#         wait until level[k] < l for all k /= me, or victim[l] /= me
#     enter; leave;
#     level[me] := 0
#
# Every read and every write is a step of its own. With --swap, a process writes victim[l] before level[me], which
# lets two processes in.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N DIR [--swap]   (N processes, N >= 2)" --swap 2 -- "$@"

# The states of a level: before the first write, before the second, before reading level[k] of each other
# process, before reading victim. After the last level: to enter, inside, to go back to level 0.
process() { # N ME
    awk -v n="$1" -v me="$2" -v swap="$option" '
        function move(from, label, to) { lines[count++] = "(" from ", \"" label "\", " to ")" }
        BEGIN {
            for (l = 1; l < n; l++) {
                base = (l - 1) * (n + 2)
                scan = base + 2
                victims = base + n + 1
                passed = base + n + 2
                level = "set_level !" me " !" l
                victim = "set_victim !" l " !" me
                move(base, swap ? victim : level, base + 1)
                move(base + 1, swap ? level : victim, scan)
                at = scan
                for (k = 1; k <= n; k++) if (k != me) {
                    below = at + 1 < victims ? at + 1 : passed
                    for (v = 0; v < n; v++) move(at, "get_level !" k " !" v, v < l ? below : victims)
                    at++
                }
                for (v = 1; v <= n; v++) move(victims, "get_victim !" l " !" v, v == me ? scan : passed)
            }
            top = (n - 1) * (n + 2)
            move(top, "enter !" me, top + 1)
            move(top + 1, "collide", top + 1)
            move(top + 1, "leave !" me, top + 2)
            move(top + 2, "set_level !" me " !0", 0)
            printf "des (0, %d, %d)\n", count, top + 3
            for (i = 0; i < count; i++) print lines[i]
        }'
}

# A shared variable with values `first` to `last`: its state is its value less FIRST.
variable() { # FIRST LAST
    awk -v first="$1" -v last="$2" '
        BEGIN {
            values = last - first + 1
            printf "des (0, %d, %d)\n", values * (values + 1), values
            for (v = 0; v < values; v++) {
                printf "(%d, \"get !%d\", %d)\n", v, v + first, v
                for (w = 0; w < values; w++) printf "(%d, \"set !%d\", %d)\n", v, w + first, w
            }
        }'
}

i=1
while [ "$i" -le "$1" ]; do
    process "$1" "$i" >"$2/process_$i.aut"
    i=$((i + 1))
done
variable 0 $(($1 - 1)) >"$2/level.aut"
variable 1 "$1" >"$2/victim.aut"

awk -v n="$1" -v swap="$option" '
    # A variable whose gates get and set become get_NAME !INDEX and set_NAME !INDEX.
    function shared(name, index_) {
        printf "%s   total rename \"\\\\([gs]et\\\\) \\\\(.*\\\\)\" -> \"\\\\1_%s !%d \\\\2\" in %s.aut end rename\n", \
            (variables++ > 0 ? "|||" : "   "), name, index_, name
    }
    BEGIN {
        printf "(* %d processes climb through Peterson\047s filter to be alone%s.\n", n, (swap ? ", wrongly" : "")
        print "   collide#2: any two processes that are both inside can do collide; this must never happen. *)"
        print "par collide#2 in"
        for (i = 1; i <= n; i++) printf "%s  process_%d.aut\n", (i > 1 ? "||" : "  "), i
        print "end par"
        print "|[ get_level, set_level, get_victim, set_victim ]|"
        print "("
        for (i = 1; i <= n; i++) shared("level", i)
        for (l = 1; l < n; l++) shared("victim", l)
        print ")"
    }' >"$2/filter.exp"

# Nobody inside 0, somebody inside 1, two inside 2.
awk -v n="$1" '
    BEGIN {
        printf "des (0, %d, 3)\n", 3 * n + 1
        for (i = 1; i <= n; i++) {
            printf "(0, \"enter !%d\", 1)\n", i
            printf "(1, \"leave !%d\", 0)\n", i
            printf "(1, \"enter !%d\", 2)\n", i
        }
        print "(2, ERROR, 2)"
    }' >"$2/mutex.aut"
