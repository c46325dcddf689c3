#!/bin/sh
# usage: demo.sh HEDDLE EXAMPLES OUT
# Explores two real networks, finds a deadlock and confirms it, decomposes a state space and a Markov decision
# process, then writes a small state space as a graph.
set -eu

heddle=$1
examples=$2
out=$3
mkdir -p "$out"

show() { # title, then a command
    printf '\n== %s\n' "$1"
    shift
    printf '$ %s\n' "$*"
    "$@"
}

show 'A token ring of 11 nodes' "$heddle" explore "$examples/ring-11/ring.exp"
show 'A gas station with 6 customers, which can deadlock' "$heddle" explore "$examples/gas_station-6/gas_station.exp"
printf '\n== How it deadlocks: a shortest trace, and a second opinion on it\n'
printf '$ %s check --deadlock %s\n' "$heddle" "$examples/gas_station-2/gas_station.exp"
"$heddle" check --deadlock "$examples/gas_station-2/gas_station.exp" && exit 1
printf '\n$ %s check --quiet --deadlock --trace %s %s\n' "$heddle" "$out/deadlock.json" "$examples/gas_station-2/gas_station.exp"
"$heddle" check --quiet --deadlock --trace "$out/deadlock.json" "$examples/gas_station-2/gas_station.exp" && exit 1
show 'The trace, re-checked against the syntax tree' "$heddle" verify "$out/deadlock.json"
show 'Its strongly connected components' "$heddle" scc "$examples/gas_station-2/gas_station.exp"
show 'Maximal end components of a shared coin, a Markov decision process' "$heddle" mec \
    "$examples/shared_coin-2-1/coin.exp" --evidence "$out/mecs.json"
show 'These, confirmed' "$heddle" verify "$out/mecs.json"
show 'What a small network is made of' "$heddle" info "$examples/producer/network.exp"
show 'Its state space as a graph' "$heddle" explore --quiet "$examples/producer/network.exp" -o "$out/producer.aut"
cat "$out/producer.aut"
"$heddle" explore --quiet "$examples/producer/network.exp" -o "$out/producer.dot"
printf '\n%s/producer.dot is the same for Graphviz' "$out"
if command -v dot >/dev/null 2>&1; then
    dot -Tsvg "$out/producer.dot" -o "$out/producer.svg"
    printf ', %s/producer.svg its picture' "$out"
fi
printf '.\n'
printf '\nTo call it heddle in this shell: export PATH="%s:$PATH"\n' "$(cd "$(dirname "$heddle")" && pwd)"
