# What all transcripts may use; README.md describes it.
export LC_ALL=C.UTF-8 # for sort
lines() { printf '%s\n' "$@"; }
reason() { heddle verify "$@" | sed -n 's/^reason *//p'; }
verdicts() { heddle check "$@" | sed -nE '/  (holds|violated|undecided)/p'; }
counts() { heddle explore "$@" | sed -nE 's/^(states|transitions|deadlocks)  +/\1 /p' | paste -sd' '; }
json() { heddle "$2" --json "${@:3}" | sed -nE 's/^ *("('"$1"')": .*)/\1/p' | paste -sd' '; }
change() {
    local text=$(<"$1")
    [[ $text == *"$2"* ]] || echo "$1 has no $2" >&2
    printf '%s\n' "${text/"$2"/"$3"}"
}
same() {
    local command=() argument text status last=
    while [[ $1 != -- ]]; do command+=("$1") && shift; done
    for argument in "${@:2}"; do
        text=$("${command[@]}" "$argument" 2>&1)
        status=$?
        [[ $status\ $text == "$last" ]] || echo "$text"
        last="$status $text"
    done
    return $status
}
