#!/bin/sh
# usage: mutants.sh [NAME ..]
# Plants the deliberate faults of tests/mutants, one at a time, in a copy of the tree, builds the tests there and runs
# the suites that should notice. A fault that no suite notices is a hole in the tests: exit status 1.
#
# tests/mutants/NAME.sed begins with three comment lines, and the rest is the sed script:
#   # fault: what is wrong
#   # file: where
#   # suites: which suites to run
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
target=build/mutants/tree
mkdir -p build/mutants
if [ $# -eq 0 ]; then
    set -- $(ls tests/mutants | sed -n 's/\.sed$//p')
fi

# The copy keeps time stamps, objects included, so that only what a fault touches is built again.
fresh_copy() {
    rm -rf "$target"
    mkdir -p "$target/build"
    git ls-files -z --cached --others --exclude-standard | xargs -0 cp -a --parents -t "$target"
    cp -a build/release "$target/build/release"
    cp -a build/dependencies.done "$target/build/"
    ln -s "$here/build/examples" "$target/build/examples"
}

field() { # key file
    sed -n "s/^# $1: *//p" "$2"
}

caught=0
missed=
for name; do
    script=tests/mutants/$name.sed
    file=$(field file "$script")
    suites=$(field suites "$script")
    fresh_copy
    sed -i -f "$script" "$target/$file"
    if cmp -s "$file" "$target/$file"; then
        echo "BROKEN  $name: the script does not change $file" >&2
        exit 2
    fi
    touch "$target/$file"
    if ! make -C "$target" -j2 build/release/heddle-tests build/release/heddle CFLAGS=-Wno-error >build/mutants/$name.log 2>&1; then
        echo "BROKEN  $name: does not compile; see build/mutants/$name.log" >&2
        exit 2
    fi
    status=0
    # shellcheck disable=SC2086 -- a list of words
    (cd "$target" && HEDDLE=$PWD/build/release/heddle EXAMPLES=$here/build/examples HEDDLE_CASES=${HEDDLE_CASES:-1500} \
        timeout 300 build/release/heddle-tests $suites) >>build/mutants/$name.log 2>&1 || status=$?
    if [ $status -eq 0 ]; then
        missed="$missed $name"
        echo "MISSED  $name: $(field fault "$script")"
    else
        caught=$((caught + 1))
        echo "caught  $name: $(field fault "$script")"
    fi
done
rm -rf "$target"
echo "$caught caught, $(echo $missed | wc -w) missed"
[ -z "$missed" ]
