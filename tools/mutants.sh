#!/bin/sh
# usage: mutants.sh [NAME ..]
# Plants the deliberate faults of tests/mutants, one at a time, in a copy of the tree, builds the tests there and runs
# the suites that should notice, each on its own. A suite that does not notice is a hole in the tests.
#
# tests/mutants/NAME.sed says where and how (tools/plant.sh), by which suites a fault must be noticed, and which programs
# they need for that: a fault whose programs are not all there is skipped.
#
# Exit status: 0 all faults are caught; 1 some are missed; 2 something is broken and says nothing about the tests: a
# script that changes nothing any more, a fault that does not compile, a suite that does not end, does not run or
# fails without any fault.
#
# HEDDLE_CASES (default below) is how many random networks a suite draws; MUTANT_SECONDS how long a suite may take;
# MUTANT_SAMPLE=N takes every N-th fault alone, from one that the commit chooses, and MUTANT_LIMIT=S begins none after S
# seconds.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
work=build/mutants
tree=$work/tree
build=build/cpu
begun=$(date +%s)
HEDDLE_CASES=${HEDDLE_CASES:-400} # fewer than 500: the worth of the generator is not the question here
export HEDDLE_CASES

mkdir -p "$work"
if [ $# -eq 0 ]; then
    commit=$(git rev-parse --short=6 HEAD 2>/dev/null || echo 0)
    set -- $(ls tests/mutants | sed -n 's/\.sed$//p' |
        awk -v every="${MUTANT_SAMPLE:-1}" -v from="$((0x$commit))" '(NR + from) % every == 0')
fi

# The copy keeps time stamps, so that only what a fault touches is built again. Objects are linked, not copied:
# compilers and linkers replace them.
fresh_copy() {
    rm -rf "$tree"
    mkdir -p "$tree"
    # A file that was deleted but not committed is in the list: nothing to copy, the build tells what it misses.
    git ls-files -z --cached --others --exclude-standard | xargs -0 cp -a --parents -t "$tree" 2>/dev/null || true
    find $build -type f \( -name '*.o' -o -name '*.a' \) -print0 | xargs -0 cp -al --parents -t "$tree"
    find $build -type f ! -name '*.o' ! -name '*.a' -print0 | xargs -0 cp -a --parents -t "$tree"
    cp -a build/dependencies.done "$tree/build/"
    [ ! -d build/plot ] || ln -s "$here/build/plot" "$tree/build/"
}

field() { # key script
    sed -n "s/^# $1: *//p" "$2"
}

# Runs a suite in a tree: 0 it passes, 1 it fails, 2 it is broken.
run_suite() { # tree suite log
    status=0
    (cd "$1" && HEDDLE=$here/$1/$build/heddle EXAMPLES=$here/build/examples \
        timeout -k 5 "${MUTANT_SECONDS:-120}" "$build/heddle-tests" "$2") >"$3" 2>&1 || status=$?
    case $status in
    0 | 1) return $status ;;
    134 | 135 | 136 | 139) return 1 ;; # abort, bus, arithmetic, segment: it was noticed, if not politely
    *) return 2 ;;
    esac
}

# What is wrong with a script, or nothing.
plant() { # name
    script=tests/mutants/$1.sed
    [ -f "$script" ] || { echo "there is no $script"; return; }
    file=$(tools/plant.sh --name "$script")
    if [ -z "$(field fault "$script")" ] || [ -z "$(field suites "$script")" ]; then
        echo "its fault or suites line is wrong"
        return
    fi
    fresh_copy
    if ! tools/plant.sh "$script" >"$work/planted" 2>"$work/$1.log"; then
        cat "$work/$1.log"
    else
        cp "$work/planted" "$tree/$file"
        make -C "$tree" BUILD=$build CUDA=0 $build/heddle-tests $build/heddle $build/heddle-bench CFLAGS=-Wno-error >"$work/$1.log" 2>&1 ||
            echo "does not compile; see $work/$1.log"
    fi
}

# The first program that a fault needs and that is not there, or nothing.
missing_program() { # script
    for program in $(field needs "$1" 2>/dev/null); do
        if ! command -v "$program" >/dev/null 2>&1; then
            echo "$program"
            return
        fi
    done
}

broken=0
caught=0
missed=0
skipped=0

# Without faults, every suite that is asked must pass: otherwise a failure says nothing.
sound=' '
check_sound() { # suite
    case $sound in
    *" $1 "*) return 0 ;;
    esac
    ln -sfn "$here" "$work/whole"
    if ! run_suite "$work/whole" "$1" "$work/sound-$1.log"; then
        echo "BROKEN  suite $1 does not pass without any fault; see $work/sound-$1.log"
        broken=$((broken + 1))
    fi
    sound="$sound$1 "
}

for name; do
    [ ! -f "tests/mutants/$name.sed" ] || [ -n "${MUTANT_LIMIT:-}" ] || for suite in $(field suites "tests/mutants/$name.sed"); do
        check_sound "$suite"
    done
done
if [ $broken -ne 0 ]; then
    exit 2
fi

left=$#
for name; do
    if [ -n "${MUTANT_LIMIT:-}" ] && [ $(($(date +%s) - begun)) -ge "$MUTANT_LIMIT" ]; then
        echo "$left faults are left out after $MUTANT_LIMIT s"
        break
    fi
    left=$((left - 1))
    script=tests/mutants/$name.sed
    missing=$(missing_program "$script")
    if [ -n "$missing" ]; then
        echo "skipped $name: there is no $missing"
        skipped=$((skipped + 1))
        continue
    fi
    cases=$(field cases "$script" 2>/dev/null) || true
    wrong=$(plant "$name")
    if [ -n "$wrong" ]; then
        echo "BROKEN  $name: $wrong"
        broken=$((broken + 1))
        continue
    fi
    by=
    holes=
    ended=1
    for suite in $(field suites "$script"); do
        verdict=0
        (
            HEDDLE_CASES=${cases:-$HEDDLE_CASES}
            run_suite "$tree" "$suite" "$work/$name-$suite.log"
        ) || verdict=$?
        case $verdict in
        0) holes="$holes $suite" ;;
        1) by="$by $suite" ;;
        *)
            echo "BROKEN  $name: suite $suite does not end or does not run; see $work/$name-$suite.log"
            ended=0
            ;;
        esac
    done
    if [ $ended -eq 0 ]; then
        broken=$((broken + 1))
    elif [ -n "$holes" ]; then
        missed=$((missed + 1))
        echo "MISSED  $name: $(field fault "$script"): not noticed by$holes${by:+, but by$by}"
    else
        caught=$((caught + 1))
        echo "caught  $name: $(field fault "$script"):$by"
    fi
done
rm -rf "$tree" "$work/whole"
echo "$caught caught, $missed missed, $broken broken, $skipped skipped"
if [ $broken -ne 0 ]; then
    exit 2
fi
[ $missed -eq 0 ]
