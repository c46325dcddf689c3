#!/bin/sh
# usage: build_demo.sh MAKE BUILD CUDA
# Builds the command and the examples for `make demo`, and shows how far it is: MAKE's lines are counted, of as many as
# it will print.
set -eu

make=$1
build=$2
cuda=$3
# shellcheck disable=SC2086 -- MAKE may have options
build_all() {
    $make --no-print-directory BUILD="$build" CUDA="$cuda" "$@" "$build/heddle" examples
}
total=$(build_all -n 2>/dev/null | grep -c "^echo '[a-z]* ") || true
if [ "$total" -gt 20 ]; then
    if [ "$cuda" = 0 ]; then
        echo "building $build/heddle for this machine's cores (no GPU; CUDA=1 builds for one): less than two minutes"
    else
        echo "building $build/heddle with its kernels for GPUs: several minutes"
    fi
fi
mkdir -p build
rm -f build/demo.failed
{ build_all 2>&1 || touch build/demo.failed; } | awk -v total="$total" -v terminal="$([ -t 1 ] && echo 1 || echo 0)" '
    /^(cc|nvcc|ar|link|bison|flex|od) / {
        done++
        if (terminal) { printf "\r\033[K  %d of %d: %s", done, total, $0 }
        else if (done % 50 == 0) { printf "  %d of %d: %s\n", done, total, $0 }
        fflush()
        next
    }
    !/^sh examples/ { if (terminal) { printf "\r\033[K" } ; print }
    END { if (terminal) { printf "\r\033[K" } ; printf "  built\n" }'
[ ! -e build/demo.failed ]
