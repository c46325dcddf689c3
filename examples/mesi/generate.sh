#!/bin/sh
# usage: generate.sh N DIR [--race]
# Writes DIR/mesi.exp and the monitor DIR/one_writer.aut: N caches (N >= 2) of one memory line, kept coherent by
# snooping on a bus with the states modified, exclusive, shared and invalid (Papamarcos and Patel 1984). With --race the
# bus takes the next request while memory still has to answer the last one: two caches can then think that they alone
# have the line.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N DIR [--race]   (N caches, N >= 2)" --race 2 -- "$@"

# invalid 0, shared 1, exclusive 2, modified 3, waiting for the line 4
cat >"$2/cache.aut" <<'END'
des (0, 26, 5)
(0, read, 4)
(0, own, 4)
(0, "snoop !miss", 0)
(0, invalidate, 0)
(1, load, 1)
(1, own, 4)
(1, evict, 0)
(1, "snoop !hit", 1)
(1, invalidate, 0)
(2, load, 2)
(2, store, 3)
(2, evict, 0)
(2, "snoop !hit", 1)
(2, invalidate, 0)
(2, conflict, 2)
(3, load, 3)
(3, store, 3)
(3, evict, 0)
(3, "snoop !hit", 1)
(3, invalidate, 0)
(3, conflict, 3)
(4, "snoop !miss", 4)
(4, invalidate, 4)
(4, "fill !shared", 1)
(4, "fill !exclusive", 2)
(4, "fill !modified", 3)
END

# idle 0; for each cache: a read being snooped (at each other cache, nobody or somebody has it), an invalidation
# (at each other cache), the answer (shared, exclusive, modified), the wait for memory. Without the wait (--race)
# the bus is idle again.
awk -v n="$1" -v race="$option" '
    function move(from, label, to) { lines[count++] = "(" from ", \"" label "\", " to ")" }
    function answer(i, line) { move(free, "answer !" i " !" line, race ? 0 : wait); return free++ }
    BEGIN {
        free = 1
        for (i = 1; i <= n; i++) {
            if (!race) {
                wait = free++
                move(wait, "fill !" i " !shared", 0)
                move(wait, "fill !" i " !exclusive", 0)
                move(wait, "fill !" i " !modified", 0)
            }
            # from the last cache that is asked back to the first
            shared = answer(i, "shared")
            alone = answer(i, "exclusive")
            modified = answer(i, "modified")
            for (j = n; j >= 1; j--) if (j != i) {
                move(free, "snoop !" j " !hit", shared)
                move(free, "snoop !" j " !miss", shared)
                move(free + 1, "snoop !" j " !hit", shared)
                move(free + 1, "snoop !" j " !miss", alone)
                move(free + 2, "invalidate !" j, modified)
                shared = free
                alone = free + 1
                modified = free + 2
                free += 3
            }
            move(0, "read !" i, alone)
            move(0, "own !" i, modified)
        }
        printf "des (0, %d, %d)\n", count, free
        for (i = 0; i < count; i++) print lines[i]
    }' >"$2/bus.aut"

# free 0, and for each cache the line that it is to get
awk -v n="$1" '
    BEGIN {
        printf "des (0, %d, %d)\n", 6 * n, 3 * n + 1
        split("shared exclusive modified", line, " ")
        for (i = 1; i <= n; i++) for (k = 1; k <= 3; k++) {
            state = 3 * (i - 1) + k
            printf "(0, \"answer !%d !%s\", %d)\n", i, line[k], state
            printf "(%d, \"fill !%d !%s\", 0)\n", state, i, line[k]
        }
    }' >"$2/memory.aut"

awk -v n="$1" -v race="$option" '
    BEGIN {
        printf "(* %d caches of one line, a bus, and memory.\n", n
        print "   A cache reads a line (read), or makes it its own (own); the bus asks the other caches in turn whether they"
        print "   have it (snoop) or has them drop it (invalidate); memory, told by the bus (answer), hands it over (fill)."
        if (race) print "   The bus does not wait for fill: a race."
        print "   Two caches that both have the line for themselves can do conflict, which must never happen. *)"
        print "par"
        print "    read, own, snoop, invalidate, fill ->"
        print "        par conflict#2 in"
        for (i = 1; i <= n; i++) {
            if (i > 1) print "        ||"
            print "            -- \"read\" becomes \"read !" i "\", \"fill !shared\" becomes \"fill !" i " !shared\""
            print "            total rename"
            print "                conflict -> conflict,"
            print "                \"\\\\([a-z]*\\\\)\\\\(.*\\\\)\" -> \"\\\\1 !" i "\\\\2\""
            print "            in cache.aut end rename"
        }
        print "        end par"
        printf "||  read, own, snoop, invalidate, answer%s -> bus.aut\n", (race ? "" : ", fill")
        print "||  answer, fill -> memory.aut"
        print "end par"
    }' >"$2/mesi.exp"

# Nobody has written 0; cache i has written 1 to n, until it is snooped, drops the line or has to drop it; another
# cache loads or stores nevertheless n+1.
awk -v n="$1" '
    function move(from, label, to) { lines[count++] = "(" from ", \"" label "\", " to ")" }
    BEGIN {
        for (i = 1; i <= n; i++) {
            move(0, "store !" i, i)
            move(i, "snoop !" i " !hit", 0)
            move(i, "invalidate !" i, 0)
            move(i, "evict !" i, 0)
            for (j = 1; j <= n; j++) if (j != i) {
                move(i, "load !" j, n + 1)
                move(i, "store !" j, n + 1)
            }
        }
        printf "des (0, %d, %d)\n", count + 1, n + 2
        for (i = 0; i < count; i++) print lines[i]
        print "(" n + 1 ", ERROR, " n + 1 ")"
    }' >"$2/one_writer.aut"
