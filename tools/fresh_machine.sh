#!/bin/sh
# usage: fresh_machine.sh SUITE [FOLDER]
# Runs `make demo` and `make check` as on a fresh machine: in a bare Debian (SUITE: bookworm, trixie) that has git and
# make and nothing else, on a clone of what is committed here. Needs root, debootstrap and a network. FOLDER (build/fresh
# by default) gets the system, which is removed at the end, and the output of both commands, which stays.
#
# Exit status: 0 both passed and nothing was skipped but what needs a GPU, or SKIP was printed, as this machine cannot
# do it; 1 something failed or was skipped there; 2 the system could not be made.
set -eu

suite=$1
folder=${2:-build/fresh}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
system=$folder/$suite
tree=$(git rev-parse --show-toplevel)

skip() { # why
    echo "SKIP fresh_machine $suite: $1"
    exit 0
}
[ "$(id -u)" -eq 0 ] || skip 'debootstrap must run as root'
command -v debootstrap >/dev/null || sh tools/install-dependencies.sh fresh >/dev/null 2>&1 || skip 'there is no debootstrap'

close() {
    for mount in dev/pts dev/shm dev sys proc; do
        umount -l "$system/$mount" 2>/dev/null || true
    done
    rm -rf --one-file-system "$system"
}
close
trap close EXIT
trap 'exit 2' INT TERM

debootstrap --variant=minbase --include=git,make,ca-certificates "$suite" "$system" >"$folder/$suite.debootstrap" 2>&1 || {
    echo "fresh_machine: debootstrap failed; $folder/$suite.debootstrap ends:" >&2
    tail -n 5 "$folder/$suite.debootstrap" >&2
    exit 2
}
mount -t proc proc "$system/proc"
mount -t sysfs sysfs "$system/sys"
mount --bind /dev "$system/dev"
mount --bind /dev/pts "$system/dev/pts" # the terminals that tests open
mkdir -p "$system/dev/shm"
mount -t tmpfs tmpfs "$system/dev/shm"
cp /etc/resolv.conf "$system/etc/resolv.conf"
echo "127.0.0.1 localhost $(uname -n)" >"$system/etc/hosts" # Open MPI 4 looks its own name up, and waits
cp /etc/ssl/certs/ca-certificates.crt "$system/etc/ssl/certs/ca-certificates.crt" # networks with authorities of their own
git clone -q "$tree" "$system/root/heddle"

failed=0
run() { # name, command
    begun=$(date +%s)
    status=0
    chroot "$system" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb \
        PIP_CERT=/etc/ssl/certs/ca-certificates.crt sh -c "cd /root/heddle && $2" >"$folder/$suite.$1" 2>&1 </dev/null || status=$?
    echo "$suite: $2: status $status, $(($(date +%s) - begun)) s"
    [ $status -eq 0 ] || {
        failed=1
        tail -n 20 "$folder/$suite.$1" | sed 's/^/      /'
    }
}
run demo 'make demo'
run check 'make check'

# A skipped test tells what is missing; without a GPU those for GPUs are.
skipped=$(sed -n 's/.*SKIP  *//p' "$folder/$suite.check" | grep -viE 'cuda|GPU' || true)
if [ -n "$skipped" ]; then
    echo "$suite: skipped for want of something:"
    echo "$skipped" | sed 's/^/      /'
    failed=1
fi
exit $failed
