#!/bin/sh
# usage: sanitize_gpu.sh TESTS HEDDLE EXAMPLES SUITE ..
# The GPU's side under compute-sanitizer: memcheck over the suites with few cases, then memcheck, synccheck and
# racecheck over a few small networks. Logs go to build/sanitize-gpu.
#
# racecheck's hazards are shown but fail nothing: the search keeps a block's cache of keys in shared memory without
# any order on purpose (explorer/search_warp.cuh), and racecheck cannot be told. Look at hazards elsewhere.
#
# Exit status: 0 nothing was found; 1 something was. Without a GPU or compute-sanitizer: SKIP, why, and 0.
set -u

if [ $# -lt 3 ]; then
    echo "usage: sanitize_gpu.sh TESTS HEDDLE EXAMPLES SUITE .." >&2
    exit 2
fi
tests=$1
HEDDLE=$2
EXAMPLES=$3
shift 3
HEDDLE_CASES=${HEDDLE_CASES:-12}
HEDDLE_INSERTIONS=${HEDDLE_INSERTIONS:-20000}
export HEDDLE EXAMPLES HEDDLE_CASES HEDDLE_INSERTIONS
logs=build/sanitize-gpu
passed=0
failed=0
rm -rf "$logs"
mkdir -p "$logs"

sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null)
reason=$("$HEDDLE" explore --device cuda --quiet "$EXAMPLES/producer/network.exp" 2>&1)
case $reason in
*'no cuda backend'* | *'no NVIDIA GPU'*)
    echo "SKIP sanitize-gpu: ${reason#heddle: }; nothing was tested"
    exit 0
    ;;
esac
if [ -z "$sanitizer" ]; then
    echo "SKIP sanitize-gpu: there is no compute-sanitizer; nothing was tested"
    exit 0
fi

# Runs a command under a tool; the status 9 is the sanitizer's.
sanitize() { # tool name command ..
    tool=$1
    name=$2
    shift 2
    start=$(date +%s)
    status=0
    timeout -k 5 "${SUITE_SECONDS:-300}" "$sanitizer" --tool "$tool" --error-exitcode 9 "$@" >"$logs/$tool-$name.log" 2>&1 ||
        status=$?
    took=$(($(date +%s) - start))
    if [ $status -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok    $tool $name ($took s)"
    elif [ "$tool" = racecheck ] && [ $status -eq 9 ]; then
        echo "note  racecheck $name ($took s): $(grep 'RACECHECK SUMMARY' "$logs/$tool-$name.log")"
        grep -A 2 'Race reported' "$logs/$tool-$name.log" | head -n 12 | sed 's/^/      /'
    else
        failed=$((failed + 1))
        echo "FAIL  $tool $name (status $status, $took s); $logs/$tool-$name.log has:"
        grep '=====' "$logs/$tool-$name.log" | head -n 20 | sed 's/^/      /'
        tail -n 5 "$logs/$tool-$name.log" | sed 's/^/      /'
    fi
}

for suite; do
    sanitize memcheck "$suite" "$tests" "$suite"
done
for tool in memcheck synccheck racecheck; do
    for model in producer/network ring-5/ring gas_station-3/gas_station; do
        for words in 0 2 3; do
            sanitize $tool "${model%%/*}-words-$words" "$HEDDLE" explore --device cuda --words $words --quiet \
                "$EXAMPLES/$model.exp"
        done
    done
done
for tool in synccheck racecheck; do
    sanitize $tool table_stress "$tests" table_stress
done

echo "sanitize-gpu: $passed passed, $failed failed"
[ $failed -eq 0 ]
