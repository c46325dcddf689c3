#!/bin/sh
# usage: resize.sh MODEL.prism N
# Prints the model with N processes, or as it is where N is 0. Lines `//#` of the model say how, in the comment:
#   //# TEXT         the lines that follow and begin as TEXT does up to its first # are TEXT for each process: # is its number,
#                    #+ the next one's on the ring, #- the previous one's. A module is repeated from process 2 on.
#   //# A {TEXT op } B   the next line is A, TEXT for all processes with `op` between them, and B.
#   //# TEXT         without #: the next line is TEXT.
# In all of them @ is N, and `const int N` gets this value.
set -eu

case ${2:-} in '' | *[!0-9]*) echo "usage: resize.sh MODEL.prism N" >&2 && exit 2 ;; esac
if [ $# -ne 2 ] || [ "$2" -eq 1 ]; then
    echo "usage: resize.sh MODEL.prism N   (N >= 2, or 0)" >&2
    exit 2
fi
[ "$2" -gt 0 ] || exec cat "$1"
awk -v n="$2" '
    function fill(text, i) {
        gsub(/#\+/, i % n + 1, text)
        gsub(/#-/, (i + n - 2) % n + 1, text)
        gsub(/#/, i, text)
        return text
    }
    function join(text,    open, close_, inner, operator, i, all) {
        open = index(text, "{")
        close_ = index(text, "}")
        inner = substr(text, open + 1, close_ - open - 1)
        match(inner, / [^ ]+ $/)
        operator = substr(inner, RSTART)
        inner = substr(inner, 1, RSTART - 1)
        for (i = 1; i <= n; i++) all = all (i > 1 ? operator : "") fill(inner, i)
        return substr(text, 1, open - 1) all substr(text, close_ + 1)
    }
    skipping != "" && index($0, skipping) == 1 { next }
    { skipping = "" }
    one_line { one_line = 0; next }
    match($0, /^[ \t]*\/\/# /) {
        print
        match($0, /\/\/# /)
        text = substr($0, 1, RSTART - 1) substr($0, RSTART + 4)
        gsub(/@/, n, text)
        if (index(text, "{") > 0 || index(text, "#") == 0) {
            print (index(text, "{") > 0 ? join(text) : text)
            one_line = 1
        } else {
            skipping = substr(text, 1, index(text, "#") - 1)
            for (i = (text ~ /^module/ ? 2 : 1); i <= n; i++) print fill(text, i)
        }
        next
    }
    /^const int N = [0-9]+;/ { sub(/[0-9]+/, n) }
    { print }' "$1"
