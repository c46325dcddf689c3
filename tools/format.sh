#!/bin/sh
# usage: format.sh -i | --dry-run --Werror
# Runs clang-format 14, which .clang-format is for, on all sources, also those that are not committed yet: other versions
# lay them out in other ways. Where there is another version, or none, says SKIP and why, with status 3 and nothing
# changed.
set -eu

for program in clang-format-14 clang-format; do
    case $($program --version 2>/dev/null) in
    *' version 14.'*)
        git ls-files -z --cached --others --exclude-standard '*.c' '*.h' '*.cu' '*.cuh' | xargs -0 "$program" "$@"
        exit
        ;;
    esac
done
found=$(clang-format --version 2>/dev/null | sed -n 's/.* version \([0-9.]*\).*/\1/p')
echo "SKIP format: this needs clang-format 14, here is ${found:-none}" >&2
exit 3
