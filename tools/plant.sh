#!/bin/sh
# usage: plant.sh SCRIPT                 prints the file in which SCRIPT plants its fault, with the fault
#        plant.sh --name SCRIPT          prints the name of that file
#        plant.sh --check [SCRIPT ..]    names those scripts, of all, that change nothing
#
# A script begins with comment lines, and the rest is for sed:
#   # fault: what is wrong
#   # function: NAME ..    where: sed changes the lines of the functions, tables or macros of these names alone
#   # file: FILE           which file, if several define such a name (its last part will do); or without a
#                          function: where
#   # suites: every one of these must notice
#   # cases: N              how many random cases they draw; without this line, as many as tools/mutants.sh says
#   # needs: PROGRAM ..     what they notice it with; tools/mutants.sh skips the fault where one is not there
#
# Exit status: 0 a fault is planted; 1 nothing changes; 2 the place is not there, or not one place.
set -eu
cd "$(dirname "$0")/.."

# For each script a line: the script, the file and ranges of lines; or the script, "-" and the mistake.
locate() { # SCRIPT ..
    find . \( -path ./build -o -path ./.git -o -path ./tests \) -prune -o \
        -type f \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' \) -print |
        sed 's|^\./||' | LC_ALL=C sort | xargs -s 1000000 awk '
        function field() { sub(/^# [a-z]+: */, ""); return $0 }
        function note(last) {
            places[name]++
            file[name, places[name]] = FILENAME
            lines[name, places[name]] = first "," last
            state = OUTSIDE
        }
        # The name that a line at the margin defines: the word before the first "(", "[" or " =".
        function defined(line) {
            while (match(line, /[A-Za-z0-9_]+(\(|\[| =)/)) {
                name = substr(line, RSTART, RLENGTH)
                line = substr(line, RSTART + RLENGTH)
                sub(/(\(|\[| =)$/, "", name)
                if (name !~ /^__/) { return name }
            }
            return ""
        }
        function ends_with(path, tail) {
            return substr("/" path, length(path) + 1 - length(tail)) == "/" tail
        }
        # Where the functions of a script are, or the mistake.
        function place(s, names, number, i, k, found, of, ranges) {
            if (functions[s] == "") { return hint[s] " 1,$" }
            number = split(functions[s], names, " ")
            for (i = 1; i <= number; i++) {
                found = 0
                for (k = 1; k <= places[names[i]]; k++) {
                    if (places[names[i]] == 1 || hint[s] != "" && ends_with(file[names[i], k], hint[s])) {
                        found++
                        of = file[names[i], k]
                        ranges = ranges " " lines[names[i], k]
                    }
                }
                if (found != 1) { return "- " places[names[i]] + 0 " places define " names[i] }
            }
            return of ranges
        }
        BEGIN { OUTSIDE = 0; HEAD = 1; BODY = 2; MACRO = 3 }
        FNR == 1 { state = OUTSIDE; is_script = FILENAME ~ /\.sed$/ }
        is_script && FNR == 1 { script[++scripts] = FILENAME }
        is_script && /^# function:/ { functions[scripts] = field() }
        is_script && /^# file:/ { hint[scripts] = field() }
        is_script { next }
        state == OUTSIDE && /^#define / { name = $2; sub(/\(.*/, "", name); first = FNR; state = MACRO }
        state == MACRO && !/\\$/ { note(FNR) }
        state == OUTSIDE && /^[A-Z0-9_]+\(.*\)$/ { next } # a macro, which defines something
        state == OUTSIDE && /^[A-Za-z_]/ { name = defined($0); first = FNR; state = name == "" ? OUTSIDE : HEAD }
        state == HEAD && /(=.*|\});$/ { note(FNR) }
        state == HEAD && /;$/ { state = OUTSIDE }
        state == HEAD && /\{$/ { state = BODY; next }
        state == BODY && /^\}/ { note(FNR) }
        END { for (s = 1; s <= scripts; s++) { print script[s], place(s) } }' "$@"
}

# Prints the file with the fault, for one line of locate.
plant() { # SCRIPT FILE RANGE ..
    planted=$1
    source=$2
    shift 2
    for range; do
        set -- "$@" -e "${range}bfault"
        shift
    done
    sed "$@" -e b -e :fault -f "$planted" "$source"
}

# What is wrong with a script, as a message and a status.
judge() { # SCRIPT FILE RANGE ..
    status=0
    script=$1
    if [ "$2" = - ]; then
        status=2
        shift 2
        echo "planted fault $script: $*" >&2
    elif [ ! -f "$2" ]; then
        status=2
        echo "planted fault $1: there is no file $2" >&2
    elif plant "$@" | cmp -s - "$2"; then
        status=1
        echo "planted fault $1 changes nothing in $2" >&2
    fi
    return $status
}

case ${1:-} in
--check)
    shift
    [ $# -gt 0 ] || set -- tests/mutants/*.sed
    locate "$@" | {
        worst=0
        while read -r script file ranges; do
            # shellcheck disable=SC2086 -- several words
            judge "$script" "$file" $ranges || worst=$((worst > $? ? worst : $?))
        done
        exit $worst
    }
    ;;
--name) locate "$2" | cut -d ' ' -f 2 ;;
*)
    [ $# -eq 1 ] && [ -f "$1" ] || { sed -n '/^# usage/,/^set /s/^# \{0,1\}//p' "$0" >&2; exit 2; }
    # shellcheck disable=SC2046 -- several words
    set -- $(locate "$1")
    judge "$@"
    plant "$@"
    ;;
esac
