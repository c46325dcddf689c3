#!/bin/sh
# usage: generate.sh DIR
# Fills DIR with every model of expected.tsv, one folder a model; the paths in that table are relative to DIR. PRISM models
# go to DIR/prism.
set -eu

if [ $# -ne 1 ]; then
    echo "usage: generate.sh DIR" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
target=$(cd "$1" && pwd)

for model in producer multilevel peterson tutorial locks order cadp; do
    mkdir -p "$target/$model"
    cp "$here/$model"/*.exp "$here/$model"/*.aut "$target/$model/"
done

tab=$(printf '\t')
tail -n +2 "$here/expected.tsv" | while IFS=$tab read -r model class path command rest; do
    [ "$command" != - ] || continue
    # The command is "SCRIPT ARGUMENT ..", split into words on purpose; the argument DIR stands for the model's folder.
    # shellcheck disable=SC2086
    set -- $command
    script=$1
    shift
    for argument; do
        shift
        [ "$argument" != DIR ] || argument=$target/$model
        set -- "$@" "$argument"
    done
    sh "$here/$script" "$@"
    if [ ! -f "$target/$path" ]; then
        echo "generate.sh: $model ($class) did not make $path" >&2
        exit 1
    fi
done

mkdir -p "$target/prism" "$target/monitors"
cp "$here"/prism/*.prism "$target/prism/"
cp "$here"/monitors/*.aut "$target/monitors/"
sh "$here/monitors/generate.sh" in_turn 4 100 "$target/monitors/in_turn-4-100.aut"
sh "$here/monitors/generate.sh" budget 4 100 "$target/monitors/budget-4-100.aut"
sh "$here/monitors/generate.sh" refusals 2 100 "$target/monitors/refusals-2-100.aut"
mkdir -p "$target/formulas"
cp "$here"/formulas/*.mc[lf] "$target/formulas/"
cp "$here/properties.tsv" "$here/formulas.tsv" "$here/expected.tsv" "$target/"
