# Arguments of the generators, which source this file.
#
# read_arguments USAGE OPTION LEAST .. -- ARGUMENT ..
#
# The arguments must be a number of at least LEAST for each LEAST, a folder, and perhaps OPTION (- for none).
# Makes the folder and sets `option` to 1 if OPTION was given, else to 0. Prints USAGE and exits with 2 otherwise.
usage() {
    echo "usage: generate.sh $usage" >&2
    exit 2
}

is_number() { # text least
    case $1 in '' | *[!0-9]*) return 1 ;; esac
    [ "$1" -ge "$2" ]
}

read_arguments() {
    usage=$1
    known=$2
    leasts=
    shift 2
    while [ "$1" != -- ]; do
        leasts="$leasts $1"
        shift
    done
    shift
    for least in $leasts; do
        [ $# -gt 0 ] && is_number "$1" "$least" || usage
        shift
    done
    [ $# -eq 1 ] || [ $# -eq 2 ] || usage
    option=$(($# - 1))
    [ "$option" -eq 0 ] || [ "$2" = "$known" ] || usage
    mkdir -p "$1"
}
