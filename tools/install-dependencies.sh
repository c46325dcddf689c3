#!/bin/sh
# Installs what the build needs and this machine lacks: Debian packages, as root or through sudo.
#   install-dependencies.sh           what the build needs
#   install-dependencies.sh tests     what the tests need beside it: a browser, MPI, compressors, shells, packaging;
#                                     what cannot be had is named, and its tests are skipped
#   install-dependencies.sh plot      what installs matplotlib, for the figures of heddle bench
#   install-dependencies.sh fresh     what tools/fresh_machine.sh needs
#   install-dependencies.sh format    what lays the sources out
#   install-dependencies.sh cache     what compiles nothing twice
#   install-dependencies.sh mpi       what searches on several machines, and their tests, need: Open MPI, or with
#                                     MPICC=mpicc.mpich in the environment MPICH
set -eu

missing=
need_command() { # command package
    command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}
need_header() { # header package
    for folder in /usr/include /usr/local/include "/usr/include/$(uname -m)-linux-gnu"; do
        [ -e "$folder/$1" ] && return
    done
    missing="$missing $2"
}

if [ "${1:-}" = tests ]; then
    need_command chromium chromium
    need_command mpirun openmpi-bin
    need_command mpicc libopenmpi-dev
    need_command zstd zstd
    need_command c++ g++
    need_command groff groff
    need_command zsh zsh
    need_command fish fish
    need_command dpkg-shlibdeps dpkg-dev
    python3 -m ensurepip --version >/dev/null 2>&1 || missing="$missing python3-venv"
elif [ "${1:-}" = plot ]; then
    python3 -m ensurepip --version >/dev/null 2>&1 || missing="$missing python3-venv"
elif [ "${1:-}" = fresh ]; then
    need_command debootstrap debootstrap
elif [ "${1:-}" = format ]; then
    need_command clang-format clang-format
elif [ "${1:-}" = cache ]; then
    need_command ccache ccache
elif [ "${1:-}" = mpi ] && [ "${MPICC:-}" = mpicc.mpich ]; then
    need_command mpirun.mpich mpich
    need_command mpicc.mpich libmpich-dev
elif [ "${1:-}" = mpi ]; then
    need_command mpirun openmpi-bin
    need_command mpicc libopenmpi-dev
else
    need_command gcc gcc
    need_command flex flex
    need_command bison bison
    need_command pkg-config pkg-config
    need_header stdio.h libc6-dev
    need_header CUnit/Basic.h libcunit1-dev
    need_header jansson.h libjansson-dev
    need_header zlib.h zlib1g-dev
    need_header zstd.h libzstd-dev
    need_header gmp.h libgmp-dev
    need_header histedit.h libedit-dev
    need_header curses.h libncurses-dev
fi

[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "heddle needs these Debian packages (or their like here):$missing" >&2
    echo "Install them with your package manager, then run make again." >&2
    exit 1
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "heddle needs these packages; run as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "installing:$missing"
install() { # package ..
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}
mkdir -p build
exec 9>build/install.lock # of two at a time, apt-get would refuse one
flock 9
$as_root apt-get update -q
# shellcheck disable=SC2086 -- one word a package
install $missing && exit 0

# Where one package is missing apt-get installs none, but tests can do without some.
[ "${1:-}" = tests ] || exit 1
for package in $missing; do
    install "$package" || echo "there is no $package here: the tests that need it are skipped" >&2
done
