#!/bin/sh
# usage: check_gpu.sh TESTS HEDDLE EXAMPLES SUITE ..
# On a machine with a GPU: runs the suites and the benchmarks at their small sizes, explores every
# example and checks every property and formula of the examples with --device cuda, and prints one summary. Logs go to
# build/check-gpu.
#
# Exit status: 0 nothing failed; 1 something failed. Without a GPU nothing is run: a line says SKIP and why, and the
# status is 0, as nothing is known to be wrong; only the summary says that all was tested.
#
# HEDDLE_CASES (random networks a suite draws), HEDDLE_INSERTIONS (keys of a table's stress) and HEDDLE_COMMANDS (command
# lines that are compared with the CPU) make it shorter or longer; SUITE_SECONDS is how long one suite may take.
set -u

. "$(dirname "$0")/gpu_begin.sh"
HEDDLE_CASES=${HEDDLE_CASES:-600}
export HEDDLE EXAMPLES HEDDLE_CASES
at_once=8 # as most of the time of a suite, and all of an example's, passes without the GPU
tab=$(printf '\t')
begun=$(date +%s)
passed=0
failed=0
skipped=0

fail() { # what
    failed=$((failed + 1))
    echo "FAIL  $1"
}

# At most at_once commands run side by side: each takes a line out of a pipe and puts it back.
mkfifo "$logs/places"
exec 9<>"$logs/places"
seq $at_once >&9

beside() { # command
    read -r place <&9
    {
        "$@"
        echo "$place" >&9
    } &
}

wait_for_all() {
    for place in $(seq $at_once); do
        read -r place <&9
    done
    seq $at_once >&9
}

# Writes the output of a suite to a log, and its status and seconds to another file.
begin_suite() { # suite
    start=$(date +%s)
    status=0
    timeout -k 5 "${SUITE_SECONDS:-300}" "$tests" "$1" >"$logs/$1.log" 2>&1 || status=$?
    echo "$status $(($(date +%s) - start))" >"$logs/$1.status"
}

end_suite() { # suite
    read -r status took <"$logs/$1.status"
    if [ "$status" -ne 0 ]; then
        [ "$status" -ne 124 ] || echo "it took longer than ${SUITE_SECONDS:-300} s" >>"$logs/$1.log"
        fail "suite $1 (status $status, $took s); $logs/$1.log begins and ends:"
        grep -v -e 'passed$' -e '^ *$' -e CUnit "$logs/$1.log" | head -n 20 | sed 's/^/      /'
        echo '      ..'
        tail -n 15 "$logs/$1.log" | sed 's/^/      /'
    elif grep -q 'SKIP ' "$logs/$1.log"; then
        skipped=$((skipped + 1))
        echo "SKIP  suite $1 ($took s): $(sed -n 's/.*SKIP //p' "$logs/$1.log" | tr '\n' ';')"
    else
        passed=$((passed + 1))
        echo "ok    suite $1 ($took s)"
    fi
}

# A benchmark at its small sizes: its exit status says whether all counts are right.
run_bench() { # name
    start=$(date +%s)
    status=0
    timeout -k 5 "${SUITE_SECONDS:-120}" "$HEDDLE" bench "$1" --quick --device cuda >"$logs/bench-$1.log" 2>&1 || status=$?
    took=$(($(date +%s) - start))
    if [ $status -ne 0 ]; then
        fail "heddle bench $1 --quick (status $status, $took s); $logs/bench-$1.log ends:"
        tail -n 10 "$logs/bench-$1.log" | sed 's/^/      /'
    else
        passed=$((passed + 1))
        echo "ok    heddle bench $1 --quick ($took s)"
    fi
}

number() { # key file
    sed -n "s/^ *\"$1\": \\([0-9]*\\),*\$/\\1/p" "$2"
}

# The path of a model.
path_of() { # model
    awk -F "$tab" -v model="$1" '$1 == model { print $3 }' "$EXAMPLES/expected.tsv"
}

# Prints what is wrong with one example, if anything. The graphs of small ones are compared with the CPU's.
check_example() { # name model class path command states transitions deadlocks
    file=$logs/$1
    set -- "$2" "$EXAMPLES/$4" "$6" "$7" "$8"
    [ -f "$2" ] || return
    if [ "$3" -le 10000 ]; then
        "$HEDDLE" explore --device cuda --memory 4G --json "$2" -o "$file.cuda.aut" >"$file.json" 2>"$file.err" &&
            "$HEDDLE" explore --device cpu --quiet "$2" -o "$file.cpu.aut" 2>>"$file.err"
    else
        "$HEDDLE" explore --device cuda --memory 4G --json "$2" >"$file.json" 2>"$file.err"
    fi || {
        echo "$1: status $?: $(tail -n 1 "$file.err")"
        return
    }
    found="$(number states "$file.json") $(number transitions "$file.json") $(number deadlocks "$file.json")"
    [ "$found" = "$3 $4 $5" ] || echo "$1: states, transitions, deadlocks are $found, not $3 $4 $5"
    if [ "$3" -le 10000 ]; then
        cmp -s "$file.cuda.aut" "$file.cpu.aut" || echo "$1: another graph than the CPU's"
        rm -f "$file.cuda.aut" "$file.cpu.aut"
    fi
}

# Prints what is wrong with a verdict, if anything. told: what the output says after "violated", as a pattern.
check_verdict() { # what file verdict told option ..
    what=$1
    file=$2
    verdict=$3
    told=$4
    shift 4
    status=0
    "$HEDDLE" check --device cuda --memory 4G "$@" >"$file.out" 2>"$file.err" || status=$?
    if [ "$verdict" = holds ]; then
        [ $status -eq 0 ] || echo "$what: status $status, but it holds; $(tail -n 1 "$file.err")"
    elif [ $status -ne 1 ]; then
        echo "$what: status $status, but it is violated; $(tail -n 1 "$file.err")"
    else
        grep -Eq "violated$told\$" "$file.out" || echo "$what: not violated$told: $(tail -n 1 "$file.out")"
    fi
}

check_property() { # name model property argument verdict length
    case $6 in
    0+*) told=" by a cycle of ${6#*+} steps? in the initial state" ;;
    *+*) told=" by a cycle of ${6#*+} steps? after ${6%+*} steps?" ;;
    *) told=" after $6 steps?" ;;
    esac
    what="$2: --$3 $4"
    file=$logs/$1
    verdict=$5
    path=$EXAMPLES/$(path_of "$2")
    case $3 in
    deadlock | livelock) set -- "--$3" ;;
    never | starvation | never-cycle) set -- "--$3" "$4" ;;
    *) set -- --monitor "$EXAMPLES/$4" ;;
    esac
    check_verdict "$what" "$file" "$verdict" "$told" "$@" "$path"
}

check_formula() { # name model formula verdict length
    told=" after $5 steps?"
    [ "$5" != - ] || told='.*'
    check_verdict "$2: $3" "$logs/$1" "$4" "$told" -p "$EXAMPLES/formulas/$3" "$EXAMPLES/$(path_of "$2")"
}

# Makes a check for each row of a table of the examples; then counts and shows the failures.
check_rows() { # check table
    tail -n +2 "$EXAMPLES/$2" >"$logs/$1.rows"
    row=0
    while IFS=$tab read -r a b c d e f g; do
        row=$((row + 1))
        beside "check_$1" "$1-$row" "$a" "$b" "$c" "$d" "$e" "$f" "$g" >"$logs/$1-$row.verdict" 2>&1
    done <"$logs/$1.rows"
    wait_for_all
    bad=0
    for verdict in "$logs/$1"-*.verdict; do
        [ ! -s "$verdict" ] || {
            bad=$((bad + 1))
            sed 's/^/      /' "$verdict"
        }
    done
    if [ $bad -ne 0 ] || [ $row -lt 25 ]; then
        fail "$2 on --device cuda: $bad of $row"
    else
        passed=$((passed + 1))
        echo "ok    $2 on --device cuda: $row"
    fi
}

# The one that runs a thousand commands waits for CUDA to start in each: it runs beside all that needs no quiet, from the
# beginning. The one that fills the GPU's memory is alone, at the end.
case " $* " in
*' every_command '*)
    SUITE_SECONDS=${EVERY_SECONDS:-600} begin_suite every_command &
    ;;
esac
for suite; do
    case $suite in
    every_command | table_stress) ;;
    *) beside begin_suite "$suite" ;;
    esac
done
wait_for_all
for name in explore hashtable graph games scc mec parity; do
    run_bench $name
done
check_rows example expected.tsv
check_rows property properties.tsv
check_rows formula formulas.tsv
wait
case " $* " in
*' table_stress '*) begin_suite table_stress ;;
esac
for suite; do
    end_suite "$suite"
done

echo "check-gpu: $passed passed, $failed failed, $skipped skipped, in $(($(date +%s) - begun)) s"
[ $failed -eq 0 ]
