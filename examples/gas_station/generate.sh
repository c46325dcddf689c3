#!/bin/sh
# usage: generate.sh N DIR [--refuse]
# Writes DIR/gas_station.exp: an operator, two pumps and N customers (N >= 1).
# 3^(N-2) (8 N^3 + 12 N^2 + 22 N + 9) states; deadlocks: the operator waits for a busy pump while that pump
# waits to charge. With --refuse the operator may turn a customer away: no deadlock remains.
set -eu

. "$(dirname "$0")/../arguments.sh"
read_arguments "N DIR [--refuse]   (N customers, N >= 1)" --refuse 1 -- "$@"

# idle 0; want 1, 2; paid 3, 4; go 5, 6; done 7 (first pump 1, then pump 2)
awk -v refuse="$option" '
    BEGIN {
        printf "des (0, %d, 8)\n", 9 + 2 * refuse
        for (p = 1; p <= 2; p++) {
            printf "(0, choose_%d, %d)\n", p, p
            printf "(%d, prepay_%d, %d)\n", p, p, 2 + p
            printf "(%d, go_%d, %d)\n", 2 + p, p, 4 + p
            printf "(%d, pump_%d, 7)\n", 4 + p, p
            if (refuse) printf "(%d, refuse_%d, %d)\n", 2 + p, p, p
        }
        print "(7, change, 0)"
    }' >"$2/customer.aut"

# off 0; on(c) c; stopped(c) n + c
awk -v n="$1" '
    BEGIN {
        printf "des (0, %d, %d)\n", 3 * n, 2 * n + 1
        for (c = 1; c <= n; c++) {
            printf "(0, activate_%d, %d)\n", c, c
            printf "(%d, pump_%d, %d)\n", c, c, n + c
            printf "(%d, charge_%d, 0)\n", n + c, c
        }
    }' >"$2/pump.aut"

# idle 0; then for each customer and pump: prepaid, recorded, limited, active, charged
awk -v n="$1" -v refuse="$option" '
    BEGIN {
        printf "des (0, %d, %d)\n", 2 * n * (7 + refuse), 10 * n + 1
        for (c = 1; c <= n; c++) for (p = 1; p <= 2; p++) {
            first = 1 + 5 * (2 * (c - 1) + p - 1)
            name = c "_" p
            printf "(0, prepay_%s, %d)\n", name, first
            printf "(%d, record_%s, %d)\n", first, name, first + 1
            printf "(%d, limit_%s, %d)\n", first + 1, name, first + 2
            printf "(%d, activate_%s, %d)\n", first + 2, name, first + 3
            printf "(%d, go_%s, 0)\n", first + 3, name
            printf "(0, charge_%s, %d)\n", name, first + 4
            printf "(%d, change_%d, 0)\n", first + 4, c
            if (refuse) printf "(%d, refuse_%s, 0)\n", first + 2, name
        }
    }' >"$2/operator.aut"

awk -v n="$1" -v refuse="$option" '
    # Components: 0 the operator, 1 and 2 the pumps, 2 + c the customers. `moves` is a list "component label ..".
    function vector(moves, result,    parts, count, entry, i, line) {
        count = split(moves, parts, " ")
        for (i = 0; i < n + 3; i++) entry[i] = "_"
        for (i = 1; i < count; i += 2) entry[parts[i]] = parts[i + 1]
        for (i = 0; i < n + 3; i++) line = line (i > 0 ? " * " : "") entry[i]
        printf "%s    %s -> %s", (vectors++ > 0 ? ",\n" : ""), line, result
    }
    BEGIN {
        printf "(* A gas station: an operator, two pumps, %d customer%s%s. *)\npar using\n", n, (n > 1 ? "s" : ""), \
            (refuse ? "; the operator may refuse" : "")
        for (c = 1; c <= n; c++) {
            for (p = 1; p <= 2; p++) {
                both = c "_" p
                customer = 2 + c
                vector(customer " choose_" p, "choose_" both)
                vector("0 prepay_" both " " customer " prepay_" p, "prepay_" both)
                vector("0 record_" both, "record_" both)
                vector("0 limit_" both, "limit_" both)
                vector("0 activate_" both " " p " activate_" c, "activate_" both)
                vector("0 go_" both " " customer " go_" p, "go_" both)
                vector(p " pump_" c " " customer " pump_" p, "pump_" both)
                vector("0 charge_" both " " p " charge_" c, "charge_" both)
                if (refuse) vector("0 refuse_" both " " customer " refuse_" p, "refuse_" both)
            }
            vector("0 change_" c " " customer " change", "change_" c)
        }
        print "\nin"
        print "    operator.aut"
        print "||  pump.aut"
        print "||  pump.aut"
        for (c = 1; c <= n; c++) print "||  customer.aut"
        print "end par"
    }' >"$2/gas_station.exp"
