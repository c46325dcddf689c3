#!/bin/sh
# usage: sanitize_gpu.sh TESTS HEDDLE EXAMPLES SUITE ..
# The GPU's side under compute-sanitizer: memcheck over the suites with few cases, then memcheck, synccheck and
# racecheck over a few small networks. Logs go to build/sanitize-gpu.
#
# racecheck's hazards are shown but fail nothing: the search keeps a block's cache of keys in shared memory without
# any order on purpose (explorer/search/cuda/search_warp.cuh; --cache, off by default), and racecheck cannot be made to ignore them. Look at hazards elsewhere.
#
# Without any SUITE: the networks and games alone. All of it takes ten minutes or more.
#
# Exit status: 0 nothing was found; 1 something was. Without a GPU or compute-sanitizer: SKIP, why, and 0.
set -u

. "$(dirname "$0")/gpu_begin.sh"
HEDDLE_CASES=${HEDDLE_CASES:-12}
HEDDLE_INSERTIONS=${HEDDLE_INSERTIONS:-20000}
export HEDDLE EXAMPLES HEDDLE_CASES HEDDLE_INSERTIONS
at_once=8

sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null)
if [ -z "$sanitizer" ]; then
    echo "SKIP sanitize-gpu: there is no compute-sanitizer; nothing was tested"
    exit 0
fi

# Runs a command under a tool, beside others; the status 9 is the sanitizer's. Writes the outcome to a file.
sanitize() { # tool name expected-status command ..
    tool=$1
    name=$2
    expected=$3
    shift 3
    start=$(date +%s)
    status=0
    timeout -k 5 "${SUITE_SECONDS:-300}" "$sanitizer" --tool "$tool" --error-exitcode 9 "$@" >"$logs/$tool-$name.log" 2>&1 ||
        status=$?
    took=$(($(date +%s) - start))
    if [ $status -eq "$expected" ]; then
        echo "ok    $tool $name ($took s)"
    elif [ "$tool" = racecheck ] && [ $status -eq 9 ]; then
        echo "note  racecheck $name ($took s): $(grep 'RACECHECK SUMMARY' "$logs/$tool-$name.log")"
        grep -A 2 'Race reported' "$logs/$tool-$name.log" | head -n 12 | sed 's/^/      /'
    else
        echo "FAIL  $tool $name (status $status, $took s); $logs/$tool-$name.log has:"
        grep '=====' "$logs/$tool-$name.log" | head -n 20 | sed 's/^/      /'
        tail -n 5 "$logs/$tool-$name.log" | sed 's/^/      /'
    fi >"$logs/$tool-$name.verdict"
    cat "$logs/$tool-$name.verdict"
}

# Starts one beside the others; a racecheck is alone on the GPU: with others there it took minutes, not seconds.
started=0
begin() { # as sanitize
    started=$((started + 1))
    if [ "$1" = racecheck ]; then
        wait
        sanitize "$@"
    else
        sanitize "$@" &
        [ $((started % at_once)) -ne 0 ] || wait
    fi
}

for suite; do
    begin memcheck "$suite" 0 "$tests" "$suite"
done
begin synccheck table_stress 0 "$tests" table_stress
for words in 0 2 3; do
    begin memcheck "graph-words-$words" 0 "$HEDDLE" explore --device cuda --memory 64M --words $words --quiet \
        -o "$logs/graph-$words.aut" "$EXAMPLES/gas_station-3/gas_station.exp"
    begin memcheck "monitor-words-$words" 1 "$HEDDLE" check --device cuda --words $words --quiet \
        --monitor "$EXAMPLES/monitors/in_turn-4-100.aut" --never a_0 "$EXAMPLES/ring-5/ring.exp"
done
for tool in memcheck racecheck; do
    begin $tool trace 1 "$HEDDLE" check --device cuda --quiet --deadlock -k --certificate "$logs/$tool-certificate.json" \
        "$EXAMPLES/gas_station-3/gas_station.exp"
done
for tool in memcheck synccheck racecheck; do
    for model in producer/network ring-5/ring gas_station-3/gas_station; do
        for words in 0 2 3; do
            begin $tool "${model%%/*}-words-$words" 0 "$HEDDLE" explore --device cuda --memory 64M --words $words --quiet \
                "$EXAMPLES/$model.exp"
        done
    done
done
for tool in memcheck synccheck racecheck; do
    for algorithm in auto fbt bfbt ecl; do
        begin $tool "scc-$algorithm" 0 "$HEDDLE" scc --device cuda --memory 1G --quiet -a $algorithm \
            -o "$logs/$tool-scc-$algorithm.txt" "$EXAMPLES/itai_rodeh-3/leader.exp"
        begin $tool "mec-$algorithm" 0 "$HEDDLE" mec --device cuda --memory 1G --quiet -a $algorithm --pivots-from-j \
            -o "$logs/$tool-mec-$algorithm.txt" "$EXAMPLES/test_and_set-4/test_and_set.exp"
    done
    begin $tool scc-options 0 "$HEDDLE" scc --device cuda --memory 1G --quiet -a fbt --out-degree-bound 7 \
        --cache-rounds 3 --no-hybrid --single-pivots -o "$logs/$tool-options.txt" "$EXAMPLES/test_and_set-4/test_and_set.exp"
    begin $tool cycles 1 "$HEDDLE" check --device cuda --memory 1G --quiet --starvation send --never-cycle a,b \
        "$EXAMPLES/producer/network.exp"
done
# Games: a formula's whole way, every way of the measures' rounds (the second game's measures have several words),
# and regions (of the third, one with more vertices than a block has room for).
fair='[true*]<true*.b_1>true'
"$HEDDLE" check --device cpu --quiet -f "$fair" --write-game "$logs/fair.pg" "$EXAMPLES/ring-5/ring.exp" >"$logs/fair.txt"
awk 'BEGIN { srand(5); n = 800; print "parity " n - 1 ";"
             for (i = 0; i < n; i++) {
                 print i, int(rand() * 200), int(rand() * 2), int(rand() * n) "," int(rand() * n) ";"
             } }' >"$logs/random.pg"
awk 'BEGIN { n = 5000; print "parity " n ";"; print "0 0 0 0;"
             for (i = 1; i <= n; i++) print i, i % 3, i % 2, "0," i % 100 ";" }' >"$logs/hub.pg"
for tool in memcheck synccheck racecheck; do
    begin $tool formula 0 "$HEDDLE" check --device cuda --memory 1G --quiet -f "$fair" "$EXAMPLES/ring-5/ring.exp"
    for game in fair random hub; do
        begin $tool "regions-$game" 0 "$HEDDLE" solve --device cuda --quiet --solver regions "$logs/$game.pg"
        for options in '' '--spm-queueing explicit' '--spm-sides one' '--spm-shortcuts 2' '--spm-order dfs'; do
            [ "$game$options" != 'random--spm-sides one' ] || continue # its measures grow for too long
            begin $tool "spm-$game$(echo "$options" | tr -d ' ')" 0 \
                "$HEDDLE" solve --device cuda --quiet --solver spm $options "$logs/$game.pg"
        done
    done
done
wait

failed=$(cat "$logs"/*.verdict | grep -c '^FAIL')
noted=$(cat "$logs"/*.verdict | grep -c '^note')
echo "sanitize-gpu: $((started - failed - noted)) passed, $failed failed, $noted with hazards to look at"
[ "$failed" -eq 0 ]
