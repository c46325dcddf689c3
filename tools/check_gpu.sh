#!/bin/sh
# usage: check_gpu.sh TESTS HEDDLE EXAMPLES SUITE ..
# On a machine with a GPU: runs the suites and the benchmarks at their small sizes, explores every
# example and checks every property and formula of the examples with --device cuda, and prints one summary. Logs go to
# build/check-gpu.
#
# Exit status: 0 nothing failed; 1 something failed. Without a GPU nothing is run: a line says SKIP and why, and the
# status is 0, as nothing is known to be wrong; only the summary says that all was tested.
#
# HEDDLE_CASES (random networks a suite draws) and HEDDLE_INSERTIONS (keys of a table's stress) make it shorter or
# longer; SUITE_SECONDS is how long one suite may take.
set -u

. "$(dirname "$0")/gpu_begin.sh"
HEDDLE_CASES=${HEDDLE_CASES:-600}
export HEDDLE EXAMPLES HEDDLE_CASES
at_once=8 # examples, as most of their time is the start of CUDA
suites_at_once=6
tab=$(printf '\t')
begun=$(date +%s)
passed=0
failed=0
skipped=0

fail() { # what
    failed=$((failed + 1))
    echo "FAIL  $1"
}

# What a suite says goes to a log; its status and seconds to another file.
begin_suite() { # suite
    start=$(date +%s)
    status=0
    timeout -k 5 "${SUITE_SECONDS:-150}" "$tests" "$1" >"$logs/$1.log" 2>&1 || status=$?
    echo "$status $(($(date +%s) - start))" >"$logs/$1.status"
}

end_suite() { # suite
    read -r status took <"$logs/$1.status"
    if [ "$status" -ne 0 ]; then
        [ "$status" -ne 124 ] || echo "it took longer than ${SUITE_SECONDS:-150} s" >>"$logs/$1.log"
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

# What is wrong with one example, or nothing. The graphs of small ones are compared with the CPU's.
check_example() { # name model path states transitions deadlocks
    file=$logs/$1
    set -- "$file" "$2" "$EXAMPLES/$3" "$4" "$5" "$6"
    if [ "$4" -le 10000 ]; then
        "$HEDDLE" explore --device cuda --memory 4G --json "$3" -o "$file.cuda.aut" >"$file.json" 2>"$file.err" &&
            "$HEDDLE" explore --device cpu --quiet "$3" -o "$file.cpu.aut" 2>>"$file.err"
    else
        "$HEDDLE" explore --device cuda --memory 4G --json "$3" >"$file.json" 2>"$file.err"
    fi || {
        echo "$2: status $?: $(tail -n 1 "$file.err")"
        return
    }
    found="$(number states "$file.json") $(number transitions "$file.json") $(number deadlocks "$file.json")"
    [ "$found" = "$4 $5 $6" ] || echo "$2: states, transitions, deadlocks are $found, not $4 $5 $6"
    if [ "$4" -le 10000 ]; then
        cmp -s "$file.cuda.aut" "$file.cpu.aut" || echo "$2: another graph than the CPU's"
        rm -f "$file.cuda.aut" "$file.cpu.aut"
    fi
}

# What is wrong with the verdict on one property, or nothing.
check_property() { # name model path property argument verdict length
    file=$logs/$1
    what="$2: --$4 $5"
    case $4 in
    deadlock | livelock) set -- "$EXAMPLES/$3" "$6" "$7" "--$4" ;;
    never | starvation | fair-cycle) set -- "$EXAMPLES/$3" "$6" "$7" "--$4" "$5" ;;
    *) set -- "$EXAMPLES/$3" "$6" "$7" --monitor "$EXAMPLES/$5" ;;
    esac
    path=$1
    verdict=$2
    length=$3
    shift 3
    status=0
    "$HEDDLE" check --device cuda --memory 4G "$@" "$path" >"$file.out" 2>"$file.err" || status=$?
    if [ "$verdict" = holds ]; then
        [ $status -eq 0 ] || echo "$what: status $status, but it holds; $(tail -n 1 "$file.err")"
    elif [ $status -ne 1 ]; then
        echo "$what: status $status, but it is violated; $(tail -n 1 "$file.err")"
    else
        case $length in
        0+*) told="by a cycle of ${length#*+} steps? in the initial state" ;;
        *+*) told="by a cycle of ${length#*+} steps? after ${length%+*} steps?" ;;
        *) told="after $length steps?" ;;
        esac
        grep -Eq "violated $told\$" "$file.out" ||
            echo "$what: not violated $told: $(tail -n 1 "$file.out")"
    fi
}

# What is wrong with the verdict on one formula, or nothing.
check_formula() { # name model path formula verdict length
    file=$logs/$1
    what="$2: $4"
    status=0
    "$HEDDLE" check --device cuda --memory 4G -p "$EXAMPLES/formulas/$4" "$EXAMPLES/$3" >"$file.out" 2>"$file.err" || status=$?
    if [ "$5" = holds ]; then
        [ $status -eq 0 ] || echo "$what: status $status, but it holds; $(tail -n 1 "$file.err")"
    elif [ $status -ne 1 ]; then
        echo "$what: status $status, but it is violated; $(tail -n 1 "$file.err")"
    elif [ "$6" != - ]; then
        grep -Eq "violated after $6 steps?\$" "$file.out" ||
            echo "$what: not violated after $6 steps: $(tail -n 1 "$file.out")"
    fi
}

# Counts and names what a set of checks, each with a file of its own, has left.
collect() { # what prefix
    bad=0
    count=0
    for verdict in "$logs/$2"-*.verdict; do
        count=$((count + 1))
        [ ! -s "$verdict" ] || {
            bad=$((bad + 1))
            sed 's/^/      /' "$verdict"
        }
    done
    if [ $bad -ne 0 ] || [ $count -lt 25 ]; then
        fail "$1: $bad of $count"
    else
        passed=$((passed + 1))
        echo "ok    $1: $count"
    fi
}

# The one that fills the GPU's memory is alone; of the others some run side by side, for their GPU waits most of the time.
running=0
for suite; do
    if [ "$suite" = table_stress ]; then
        wait
        begin_suite "$suite"
        running=0
    else
        begin_suite "$suite" &
        running=$((running + 1))
        [ $((running % suites_at_once)) -ne 0 ] || wait
    fi
done
wait
for suite; do
    end_suite "$suite"
done
run_bench explore
run_bench hashtable
run_bench graph
run_bench games
run_bench scc
run_bench mec
run_bench parity

tail -n +2 "$EXAMPLES/expected.tsv" >"$logs/models"
row=0
while IFS=$tab read -r model class path command states transitions deadlocks; do
    [ -f "$EXAMPLES/$path" ] || continue
    row=$((row + 1))
    check_example "example-$row" "$model" "$path" "$states" "$transitions" "$deadlocks" \
        >"$logs/example-$row.verdict" 2>&1 &
    [ $((row % at_once)) -ne 0 ] || wait
done <"$logs/models"
wait
collect "examples on --device cuda" example

tail -n +2 "$EXAMPLES/properties.tsv" >"$logs/properties"
row=0
while IFS=$tab read -r model property argument verdict length; do
    path=$(awk -F "$tab" -v model="$model" '$1 == model { print $3 }' "$logs/models")
    row=$((row + 1))
    check_property "property-$row" "$model" "$path" "$property" "$argument" "$verdict" "$length" \
        >"$logs/property-$row.verdict" 2>&1 &
    [ $((row % at_once)) -ne 0 ] || wait
done <"$logs/properties"
wait
collect "properties on --device cuda" property

tail -n +2 "$EXAMPLES/formulas.tsv" >"$logs/formulas"
row=0
while IFS=$tab read -r model formula verdict length; do
    path=$(awk -F "$tab" -v model="$model" '$1 == model { print $3 }' "$logs/models")
    row=$((row + 1))
    check_formula "formula-$row" "$model" "$path" "$formula" "$verdict" "$length" >"$logs/formula-$row.verdict" 2>&1 &
    [ $((row % at_once)) -ne 0 ] || wait
done <"$logs/formulas"
wait
collect "formulas on --device cuda" formula

echo "check-gpu: $passed passed, $failed failed, $skipped skipped, in $(($(date +%s) - begun)) s"
[ $failed -eq 0 ]
