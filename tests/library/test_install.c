/*
 * What `make install` puts somewhere, and what one can do with it: programs are compiled with nothing but
 * pkg-config, the libraries have no names but the header's, the manual pages can be read, command lines are
 * completed; a Debian package has all of it; and `make uninstall` leaves nothing. $HEDDLE_BUILD is the folder
 * of the build, as the Makefile calls it; the tests run where the Makefile is.
 */
#include <CUnit/CUnit.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define SCRIPT_BYTES 2048
#ifdef HEDDLE_SANITIZED
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif

/* Runs a make that takes no options from the make that may run the tests. */
#define MAKE "env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s BUILD=\"$HEDDLE_BUILD\" "

/* Runs a script of sh, in which $P is the prefix of the installation and $F the suite's folder. */
static void shell(struct process *process, const char *script) {
    char out[PATH_BYTES], err[PATH_BYTES];
    command_path("stdout", out);
    command_path("stderr", err);
    process_finish(process_start((const char *[]){"/bin/sh", "-c", script, NULL}, out, err), out, err,
                   process);
}

/* It must exit with `code`, with exactly this on standard output (NULL: anything), and be silent otherwise if
 * that is 0. */
static void expect(const char *script, int code, const char *out) {
    struct process process;
    shell(&process, script);
    if (process.code != code || (out != NULL && strcmp(process.out, out) != 0) ||
        (code == 0 && process.err[0] != '\0')) {
        printf("\n  %s\n  exit status %d\n%s%s", script, process.code, process.out, process.err);
        CU_FAIL("another result");
    } else {
        CU_PASS("as expected");
    }
    process_free(&process);
}

static int has_tool(const char *tool) {
    char script[SCRIPT_BYTES];
    struct process process;
    snprintf(script, sizeof script, "command -v %s", tool);
    shell(&process, script);
    int found = process.code == 0;
    process_free(&process);
    return found;
}

static int open_folder(void) {
    char prefix[PATH_BYTES];
    if (command_open() != 0) {
        return 1;
    }
    command_path("prefix", prefix);
    setenv("P", prefix, 1);
    setenv("F", command_folder(), 1);
    setenv("LC_ALL", "C", 1);
    return 0;
}

/* --- installing --- */

static void test_install(void) {
    static const char *const files[] = {"bin/heddle",
                                        "lib/heddle/heddle-bench",
                                        "lib/heddle/heddle-bench-results/__main__.py",
                                        "include/heddle.h",
                                        "lib/libheddle.a",
                                        "lib/libheddle.so",
                                        "lib/pkgconfig/heddle.pc",
                                        "share/man/man1/heddle.1",
                                        "share/man/man1/heddle-explore.1",
                                        "share/man/man1/heddle-verify.1",
                                        "share/bash-completion/completions/heddle",
                                        "share/zsh/site-functions/_heddle",
                                        "share/fish/vendor_completions.d/heddle.fish",
                                        "share/doc/heddle/README.md",
                                        "share/doc/heddle/CHANGELOG.md",
                                        "share/doc/heddle/COPYING",
                                        "share/doc/heddle/docs/images/report.png",
                                        "share/doc/heddle/docs/library.md",
                                        "share/doc/heddle/docs/formats/check.schema.json",
                                        "share/doc/heddle/examples/README.md",
                                        "share/doc/heddle/examples/library/explore.c",
                                        "share/doc/heddle/examples/tutorial/peterson.exp"};
    expect(MAKE "install PREFIX=\"$P\"", 0, "");
    for (size_t i = 0; i < LENGTH(files); i++) {
        char name[PATH_BYTES];
        snprintf(name, sizeof name, "prefix/%s", files[i]);
        if (!command_has_file(name)) {
            printf("\n  %s", files[i]);
            CU_FAIL("not there");
        }
    }
    expect("\"$P\"/bin/heddle --version", 0, "heddle " HEDDLE_VERSION "\n");
    expect("\"$P\"/bin/heddle bench cpu --quick --quiet --only puts", 0, "");
    expect("find \"$P\" -type d ! -perm 755 -o -type f -perm /022", 0, "");
}

/* A heddle alone has the options of heddle bench, and says what it lacks. */
static void test_no_bench(void) {
    expect(
        "mkdir \"$F\"/alone && cp \"$P\"/bin/heddle \"$F\"/alone && \"$F\"/alone/heddle bench --help | head "
        "-n 1 | cut -c 1-19",
        0, "usage: heddle bench\n");
    expect(
        "\"$F\"/alone/heddle bench cpu 2>&1", 2,
        "heddle: the benchmarks are a program of their own, heddle-bench, and it is not here: `make bench` "
        "builds it in the source tree, and `make install` installs it\n");
    expect("\"$F\"/alone/heddle bench cpu --before 2>&1 | head -n 1", 0,
           "heddle bench: --before: the argument (OLD.json) is missing\n");
}

/* The installed pages can be followed without the source tree: the examples are there, and generators run. */
static void test_examples(void) {
    expect("cd \"$P\"/share/doc/heddle && for link in $(sed -n 's/.*](\\([^)#:]*\\)).*/\\1/p' README.md); do "
           "[ -e $link ] || echo $link; done && for link in $(sed -n 's/.*](\\([^)#:]*\\)).*/\\1/p' "
           "docs/*.md); do "
           "[ -e docs/$link ] || echo $link; done",
           0, "");
    expect("\"$P\"/share/doc/heddle/examples/ring/generate.sh 3 \"$F\"/ring && \"$P\"/bin/heddle explore -q "
           "\"$F\"/ring/ring.exp",
           0, "");
}

/* The folder that stands for the root of a file system is in no file. */
static void test_staged(void) {
    expect(MAKE "install DESTDIR=\"$F/stage\" PREFIX=/opt/heddle LIBDIR=/opt/heddle/lib64", 0, "");
    expect("ls \"$F/stage\" \"$F/stage/opt\"", 0, NULL);
    expect("cd \"$F/stage/opt/heddle\" && ls bin lib64/libheddle.a && head -2 lib64/pkgconfig/heddle.pc", 0,
           "lib64/libheddle.a\n\nbin:\nheddle\nprefix=/opt/heddle\nlibdir=/opt/heddle/lib64\n");
    expect("grep -rlF \"$F/stage\" \"$F/stage\"", 1, "");
    expect(MAKE "uninstall DESTDIR=\"$F/stage\" PREFIX=/opt/heddle LIBDIR=/opt/heddle/lib64", 0, "");
    expect("find \"$F/stage\" ! -type d", 0, "");
}

static void test_uninstall(void) {
    command_put_file("prefix/lib/libother.so", "");
    command_put_file("prefix/share/man/man1/other.1", "");
    expect(MAKE "uninstall PREFIX=\"$P\"", 0, "");
    expect("cd \"$P\" && find . ! -type d | sort", 0, "./lib/libother.so\n./share/man/man1/other.1\n");
    expect("find \"$P\" -name heddle", 0, "");
}

/* Compilations are shown as short lines; V=1 shows the commands. */
static void test_lines(void) {
    static const char make[] = "env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make BUILD=\"$F/short\" CUDA=0 ";
    char script[SCRIPT_BYTES];
    snprintf(script, sizeof script,
             "%s \"$F/short/base/error.o\" >\"$F/lines\" && grep -c \"^cc $F/short/base/error.o\\$\" "
             "\"$F/lines\" && "
             "grep -v \"^[a-z]* $F/short/[a-z0-9_/.-]*\\$\" \"$F/lines\"; rm \"$F/short/base/error.o\"",
             make);
    expect(script, 0, "1\n");
    snprintf(script, sizeof script,
             "%s V=1 \"$F/short/base/error.o\" | grep -c -- '-O.* -c -o'; rm \"$F/short/base/error.o\"",
             make);
    expect(script, 0, "1\n");
    snprintf(script, sizeof script, "%s -s \"$F/short/base/error.o\"; rm -rf \"$F/short\"", make);
    expect(script, 0, "");
}

/* --- the libraries --- */

/* Lists the functions of the header, sorted, one per line. */
#define DECLARED                                                                                             \
    "sed -n 's/^[a-z][a-z0-9_ ]*[ *]\\(heddle_[a-z_]*\\)(.*/\\1/p' \"$P\"/include/heddle.h | sort "          \
    ">\"$F\"/declared"

static void test_symbols(void) {
    expect(DECLARED " && wc -l <\"$F\"/declared | tr -d ' '", 0, "39\n");
    expect("nm -g --defined-only \"$P\"/lib/libheddle.a | sed -n 's/.* [A-Za-z] //p' | sort | "
           "diff - \"$F\"/declared",
           0, "");
    expect(
        "nm -D --defined-only \"$P\"/lib/libheddle.so | sed -n 's/.* [B-Zb-z] //p' | sed 's/@.*//' | sort | "
        "diff - \"$F\"/declared",
        0, "");
}

static void test_header(void) {
    expect("printf '#include <heddle.h>\\nint main(void) { return heddle_version()[0] == 0; }\\n' "
           ">\"$F\"/header.c && $CC -std=c99 -Wall -Wextra -pedantic -Werror -I\"$P\"/include -c "
           "\"$F\"/header.c -o \"$F\"/header.o",
           0, "");
    if (!has_tool("c++")) {
        test_skip("install: the header in C++", "there is no c++");
        return;
    }
    expect("c++ -std=c++11 -Wall -Wextra -pedantic -Werror -I\"$P\"/include -x c++ -fsyntax-only "
           "\"$F\"/header.c",
           0, "");
}

/* The example that was installed, against what was installed; $1: flags for it and for pkg-config. */
#define COMPILE(flags, pkg_config_flags, name)                                                               \
    "export PKG_CONFIG_PATH=\"$P\"/lib/pkgconfig; $CC -std=c99 -Wall -Wextra -pedantic -Werror " flags       \
    " \"$P\"/share/doc/heddle/examples/library/explore.c -o \"$F\"/" name " $(pkg-config " pkg_config_flags  \
    " --cflags --libs heddle)"

static void run_example(const char *program) {
    char script[SCRIPT_BYTES];
    snprintf(script, sizeof script,
             "%s \"$EXAMPLES\"/producer/network.exp 'mu X . [true] X' | sed -n '1,2p; 34,$p'", program);
    expect(script, 0,
           "8 states, 24 transitions, 0 deadlocks, searched by cpu\n"
           "state 0: producer 0 consumer 0 consumer#2 0\n"
           "deadlock holds\nmu X . [true] X is violated\n"
           "  again and again:\n  generate_work\n  trans\n  done_1\n");
    snprintf(script, sizeof script, "%s \"$EXAMPLES\"/producer/network.exp '<true* . trans> true'", program);
    expect(script, 0, NULL);
    snprintf(script, sizeof script, "%s \"$EXAMPLES\"/gas_station-2/gas_station.exp 2>&1", program);
    expect(script, 1, NULL);
    snprintf(script, sizeof script, "%s \"$EXAMPLES\"/producer/network.exp '[true' 2>&1 >/dev/null", program);
    expect(script, 2,
           "explore: formula:1:6: unexpected end, expected an operator or ']' (for the '[' of line 1, column "
           "1)\n");
}

static void test_shared(void) {
    if (!has_tool("pkg-config")) {
        test_skip("install: a program with the shared library", "there is no pkg-config");
        return;
    }
    expect(COMPILE("", "", "shared"), 0, "");
    expect("LD_LIBRARY_PATH=\"$P\"/lib ldd \"$F\"/shared | grep -c \"libheddle.so.* => $P/lib/libheddle.so\"",
           0, "1\n");
    run_example("LD_LIBRARY_PATH=\"$P\"/lib \"$F\"/shared");
}

static void test_static(void) {
    if (!has_tool("pkg-config")) {
        test_skip("install: a program with the static library", "there is no pkg-config");
        return;
    }
    struct process process;
    shell(&process, "grep -q cudart \"$P\"/lib/pkgconfig/heddle.pc");
    int with_gpu = process.code == 0;
    process_free(&process);
    if (with_gpu) { /* the driver's library is loaded at run time, which static programs cannot */
        expect("mkdir \"$P\"/lib/away && mv \"$P\"/lib/libheddle.so* \"$P\"/lib/away", 0, "");
        expect(COMPILE("", "--static", "static"), 0, "");
        expect("mv \"$P\"/lib/away/* \"$P\"/lib && rmdir \"$P\"/lib/away", 0, "");
    } else {
        expect(COMPILE("-static", "--static", "static"), 0, "");
    }
    expect("readelf -d \"$F\"/static | grep -c libheddle", 1, "0\n");
    run_example("\"$F\"/static");
}

/* The program that docs/library.md begins with. */
static void test_documented(void) {
    if (!has_tool("pkg-config")) {
        test_skip("install: the program in docs/library.md", "there is no pkg-config");
        return;
    }
    expect(
        "sed -n '/^## A first program/,/^## Contexts/s/^    //p' \"$P\"/share/doc/heddle/docs/library.md "
        ">\"$F\"/first.c && export PKG_CONFIG_PATH=\"$P\"/lib/pkgconfig && $CC -std=c99 -Wall -Wextra "
        "-pedantic "
        "-Werror -Wno-unused-parameter \"$F\"/first.c -o \"$F\"/first $(pkg-config --cflags --libs heddle)",
        0, "");
    expect("cd \"$EXAMPLES\"/producer && LD_LIBRARY_PATH=\"$P\"/lib \"$F\"/first", 0, "deadlock: holds\n");
    expect("cd \"$F\" && LD_LIBRARY_PATH=\"$P\"/lib \"$F\"/first 2>&1 | grep -c 'network.exp: cannot open'",
           0, "1\n");
}

/* --- manual pages, completion --- */

static void test_manual(void) {
    expect("cd \"$P\"/share/man/man1 && head -qn 1 *.1 | cut -d ' ' -f 1-3 | sort -u | wc -l | tr -d ' '", 0,
           "14\n");
    expect("cd \"$P\"/share/man/man1 && for page in *.1; do grep -q '^.SH NAME$' $page && grep -q '^.SH SEE "
           "ALSO$' "
           "$page && grep -q '^.SH SYNOPSIS$' $page || echo $page; done",
           0, "");
    /* Every page that one refers to is there. */
    expect("cd \"$P\"/share/man/man1 && for page in $(sed -n '/^.SH SEE "
           "ALSO/,$s/^.fB\\(heddle.*\\).fR(1),*$/\\1/p' "
           "*.1 | tr -d '\\\\' | sort -u); do [ -f $page.1 ] || echo $page; done",
           0, "");
    if (!has_tool("groff")) {
        test_skip("install: manual pages without a warning", "there is no groff");
        return;
    }
    expect("cd \"$P\"/share/man/man1 && for page in *.1; do groff -man -ww -Tascii $page || echo $page; done "
           "2>&1 "
           ">/dev/null",
           0, "");
    expect("groff -man -Tascii -P-cbu \"$P\"/share/man/man1/heddle-explore.1 | grep -c -e '--max-states N'",
           0, "1\n");
}

static void complete(const char *words, const char *offer) {
    char script[SCRIPT_BYTES];
    snprintf(
        script, sizeof script,
        "bash -c 'source \"$P\"/share/bash-completion/completions/heddle; complete -p heddle >/dev/null && "
        "COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _heddle; echo \"${COMPREPLY[@]##*/}\"'",
        words);
    expect(script, 0, offer);
}

static void test_completion(void) {
    if (!has_tool("bash")) {
        test_skip("install: completion in bash", "there is no bash");
    } else {
        complete("heddle ver", "verify\n");
        complete("heddle check --star", "--starvation\n");
        complete("heddle solve --solver att", "attractor\n");
        complete("heddle bench par", "parity\n");
        complete("heddle hel", "help\n");
        complete("heddle help so", "solve\n");
        complete("heddle --man expl", "explore\n");
        complete("heddle --completion z", "zsh\n");
        complete("heddle explore --threads 2 --js", "--json\n");
        complete("heddle explore --threads \"\"", "\n");
        expect("mkdir -p \"$F\"/files/folder && cd \"$F\"/files && touch a.exp a.c a.aut.gz a.pg a.json", 0,
               "");
        complete("heddle explore \"$F/files/a\"", "a.aut.gz a.exp\n");
        complete("heddle explore \"$F/files/f\"", "folder\n");
        complete("heddle solve \"$F/files/a\"", "a.pg\n");
        complete("heddle verify \"$F/files/a\"", "a.aut.gz a.json a.exp\n");
        complete("heddle check --monitor \"$F/files/a\"", "a.aut.gz\n");
        complete("heddle explore -o \"$F/files/a\"", "a.aut.gz\n");
        complete("heddle simulate --script \"$F/files/a.c\"", "a.c\n");
    }
    if (!has_tool("zsh")) {
        test_skip("install: completion in zsh", "there is no zsh");
    } else {
        expect("zsh -n \"$P\"/share/zsh/site-functions/_heddle", 0, "");
    }
    if (!has_tool("fish")) {
        test_skip("install: completion in fish", "there is no fish");
    } else {
        expect("PATH=\"$P\"/bin:$PATH XDG_CONFIG_HOME=\"$F\" XDG_DATA_HOME=\"$F\" XDG_DATA_DIRS=\"$P\"/share "
               "fish -c \"complete -C "
               "'heddle check --star'\" | cut -f 1",
               0, "--starvation\n");
    }
}

/* --- the Debian package --- */

static void test_package(void) {
    if (!has_tool("dpkg-deb") || !has_tool("dpkg-shlibdeps")) {
        test_skip("install: the Debian package", "there is no dpkg-deb or dpkg-shlibdeps (dpkg-dev)");
        return;
    }
    expect(MAKE "deb DEB_FOLDER=\"$F\"/deb >/dev/null", 0, "");
    expect("cd \"$F\"/deb && dpkg-deb -f heddle_*.deb Package Version", 0,
           "Package: heddle\nVersion: " HEDDLE_VERSION "\n");
    expect(
        "cd \"$F\"/deb && dpkg-deb -f heddle_*.deb Depends | grep -c 'libc6.*libjansson4.*libzstd1.*zlib1g'",
        0, "1\n");
    /* Terminal libraries, if the build has them. */
    expect("cd \"$F\"/deb && for library in libedit libncurses; do ! ldd \"$HEDDLE\" | grep -q $library || "
           "dpkg-deb -f heddle_*.deb Depends | grep -q $library || echo $library; done",
           0, "");
    expect("cd \"$F\"/deb && dpkg-deb -c heddle_*.deb | grep -vc ' root/root '", 1, "0\n");
    expect("cd \"$F\"/deb && dpkg-deb -c heddle_*.deb | grep -c -e bash-completion/completions/heddle$ "
           "-e vendor-completions/_heddle$ -e fish/vendor_completions.d/heddle.fish$",
           0, "3\n");
    expect("cd \"$F\"/deb && dpkg-deb -c heddle_*.deb | grep -cE 'doc/heddle/(copyright|changelog.gz)$'", 0,
           "2\n");
    expect("cd \"$F\"/deb && dpkg-deb -f heddle_*.deb Maintainer | grep -c localhost", 1, "0\n");
    /* The size in KiB: it has the kernels for GPUs four times, compressed: both programs and both libraries.
     */
    expect("[ $(dpkg-deb -f \"$F\"/deb/heddle_*.deb Installed-Size) -lt 40000 ]", 0, "");
    expect(
        "cd \"$F\"/deb && dpkg-deb -x heddle_*.deb out && dpkg-deb -e heddle_*.deb out/DEBIAN && cd out && "
        "md5sum --quiet -c DEBIAN/md5sums && find usr -type f | wc -l >../files && wc -l <DEBIAN/md5sums | "
        "diff -w - ../files",
        0, "");
    expect("cd \"$F\"/deb/out/usr && bin/heddle --version && find . -name '*.1.gz' | wc -l | tr -d ' ' && "
           "find . -name heddle.pc -exec head -1 {} +",
           0, "heddle " HEDDLE_VERSION "\n14\nprefix=/usr\n");
    /* The same package has the same programs, without their debug information. */
    expect("bin=$(\"$F\"/deb/out/usr/bin/heddle --help | cksum); [ \"$bin\" = \"$(\"$P\"/bin/heddle --help | "
           "cksum)\" ]",
           0, "");
}

void suite_install(void) {
    if (IS_SANITIZED) {
        test_skip("install", "builds with sanitizers are not installed");
        return;
    }
    if (getenv("HEDDLE_BUILD") == NULL || getenv("CC") == NULL || !command_available()) {
        test_skip("install", "HEDDLE_BUILD (the build's folder), CC, HEDDLE and EXAMPLES are not set");
        return;
    }
    suite_add(
        "install", open_folder, command_close, "make install", test_install, "heddle without heddle-bench",
        test_no_bench, "short lines", test_lines, "the pages and examples that were installed", test_examples,
        "make install into a staging folder, and away", test_staged, "only the header's names are visible",
        test_symbols, "the header in C and C++", test_header, "a program with the shared library",
        test_shared, "a program with the static library", test_static, "the program in docs/library.md",
        test_documented, "manual pages", test_manual, "completion", test_completion, "the Debian package",
        test_package, "make uninstall leaves what is not ours", test_uninstall, NULL);
}
