/* What commands write: nothing that they read is replaced, and no signal leaves a temporary file. */
#include <CUnit/CUnit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

static int run(const char *arguments, const char *error) {
    char line[2048];
    struct process process;
    const char *const argv[] = {"/bin/sh", "-c", line, NULL};
    char out[PATH_BYTES], err[PATH_BYTES];
    snprintf(line, sizeof line, "cd %s && ${HEDDLE:?} %s", command_folder(), arguments);
    process_finish(process_start(argv, command_path("stdout", out), command_path("stderr", err)), out, err,
                   &process);
    int code = process.code;
    if (error != NULL && strstr(process.err, error) == NULL) {
        printf("\n  heddle %s: %s", arguments, process.err);
        CU_FAIL("another message");
    }
    process_free(&process);
    return code;
}

/* --- input files stay --- */

/* Another name of a file: one that may be written by its ending. */
static void put_link(const char *name, const char *other) {
    char from[PATH_BYTES], to[PATH_BYTES];
    remove(command_path(other, to));
    CU_ASSERT_EQUAL(link(command_path(name, from), to), 0);
}

static void put_inputs(void) {
    command_put_file("g.aut", "des (0, 1, 2)\n(0, a, 1)\n");
    command_put_file("in.exp", "g.aut ||| g.aut");
    command_put_file("n.exp", "in.exp");
    command_put_file("m.tra", "2 1 2\n0 0 0 0.5\n0 0 1 0.5\n");
    command_put_file("m.lab", "0=\"init\" 1=\"a\"\n0: 0\n1: 1\n");
    command_put_file("m.sta", "(x)\n0:(0)\n1:(1)\n");
    command_put_file("other.lab", "0=\"init\"\n0: 0\n");
    command_put_file("p.pg", "parity 1;\n0 0 0 0;\n");
    command_put_file("f.mcl", "<true> true\n");
    command_put_file("f.json", "<true> true\n");
    command_put_file("f.html", "<true> true\n");
    command_put_file("f.pg", "<true> true\n");
    command_put_file("l.json", "0=\"init\" 1=\"a\"\n0: 0\n1: 1\n");
    command_put_file("mon.aut", "des (0, 1, 2)\n(0, a, 1)\n");
    command_put_file("s.txt", "quit\n");
    command_put_file("t.json", "des (0, 1, 2)\n(0, a, 1)\n");
    put_link("m.tra", "tra.txt");
    put_link("m.lab", "lab.txt");
    put_link("m.lab", "lab.json");
    put_link("m.sta", "sta.txt");
    put_link("other.lab", "other.txt");
    put_link("g.aut", "g.txt");
    put_link("in.exp", "in.txt");
    put_link("p.pg", "p.sol");
}

static void test_spared(void) {
    static const struct {
        const char *arguments, *victim;
        int linked; /* the output is another name of the victim */
    } cases[] = {
        {"explore n.exp -o g.aut", "g.aut", 0},
        {"explore n.exp -o ./../$(basename $PWD)/g.aut", "g.aut", 0},
        {"mec m.tra -o tra.txt", "m.tra", 1},
        {"mec m.tra -o lab.txt", "m.lab", 1},
        {"mec m.tra -o sta.txt", "m.sta", 1},
        {"mec m.tra --evidence lab.json", "m.lab", 1},
        {"mec m.tra --labels other.lab -o other.txt", "other.lab", 1},
        {"scc m.tra -o lab.txt", "m.lab", 1},
        {"scc g.aut -o g.txt", "g.aut", 1},
        {"scc n.exp -o in.txt", "in.exp", 1},
        {"mec n.exp -o g.txt", "g.aut", 1},
        {"check m.tra --labels l.json --almost-surely a --state-label --scheduler l.json", "l.json", 0},
        {"check n.exp -f true --property f.mcl --trace f.mcl --format txt", "f.mcl", 0},
        {"check n.exp --property f.json --certificate f.json", "f.json", 0},
        {"check n.exp --monitor mon.aut --trace mon.aut", "mon.aut", 0},
        {"check n.exp --property f.html --report f.html", "f.html", 0},
        {"check n.exp --property f.pg --write-game f.pg", "f.pg", 0},
        {"explore n.exp -o n.exp --format aut", "n.exp", 0},
        {"explore n.exp -o in.exp --format aut", "in.exp", 0},
        {"simulate n.exp -s s.txt -o s.txt", "s.txt", 0},
        {"simulate n.exp --trace t.json -s s.txt -o t.json", "t.json", 0},
        {"simulate n.exp -s s.txt -o g.aut", "g.aut", 0},
        {"solve p.pg -o p.sol", "p.pg", 1},
        {"convert m.tra m.tra", "m.tra", 0},
        {"convert --labels m.lab m.tra m.lab --to aut", "m.lab", 0},
        {"convert --labels other.lab m.tra other.tra", "other.lab", 0},
        {"convert m.tra m.sta --to drn", "m.sta", 0},
        {"convert --from aut - g.aut < g.aut", "g.aut", 0},
    };
    char path[PATH_BYTES];
    for (size_t i = 0; i < LENGTH(cases); i++) {
        put_inputs();
        char *before = process_read_file(command_path(cases[i].victim, path), NULL);
        CU_ASSERT_EQUAL(run(cases[i].arguments, cases[i].linked
                                                    ? "leads to a file that is read: choose another"
                                                    : "would be replaced, and it is read"),
                        2);
        char *after = process_read_file(path, NULL);
        CU_ASSERT_STRING_EQUAL(before, after);
        free(before);
        free(after);
        CU_ASSERT_FALSE(command_has_file("other.tra"));
    }
    CU_ASSERT_EQUAL(run("convert none.tra none.tra", "cannot open: No such file"), 2);
    CU_ASSERT_EQUAL(run("mec -q m.tra -o new.txt", NULL), 0); /* its own name */
    CU_ASSERT_EQUAL(run("convert -q --from aut - new.aut < g.aut", NULL), 0);
}

/* An ending of another format may be that of a file that matters, whether it is read or not. */
static void test_names(void) {
    static const char *const cases[] = {"scc g.aut -o in.exp",           "mec m.tra -o x",
                                        "scc g.aut --evidence g2.aut",   "mec m.tra --evidence x.txt",
                                        "solve p.pg -o in.exp",          "solve p.pg -o x.pg.gz",
                                        "bench cpu --quick --csv in.exp"};
    put_inputs();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        CU_ASSERT_EQUAL(run(cases[i], "does not end in ."), 2);
    }
    CU_ASSERT_EQUAL(run("explore g.aut -o a.aut -o b.aut", "--output is given 2 times"), 2);
    CU_ASSERT_EQUAL(run("explore g.aut --format dot", "--format says what --output writes"), 2);
    CU_ASSERT_EQUAL(run("check g.aut -D --format aut", "--format says what --trace writes"), 2);
    CU_ASSERT_FALSE(command_has_file("a.aut") || command_has_file("b.aut"));
}

/* --- links --- */

static int leads_to(const char *link, const char *target) {
    char path[PATH_BYTES], text[PATH_BYTES];
    ssize_t length = readlink(command_path(link, path), text, sizeof text - 1);
    text[length < 0 ? 0 : length] = '\0';
    return strcmp(text, target) == 0;
}

static void test_links(void) {
    char path[PATH_BYTES];
    put_inputs();
    command_put_file("there.aut", "old");
    CU_ASSERT_EQUAL(symlink("there.aut", command_path("link.aut", path)), 0);
    CU_ASSERT_EQUAL(symlink("nowhere.aut", command_path("dangling.aut", path)), 0);
    CU_ASSERT_EQUAL(symlink("loop.aut", command_path("loop.aut", path)), 0);
    CU_ASSERT_EQUAL(run("explore -q n.exp -o link.aut", NULL), 0);
    CU_ASSERT(leads_to("link.aut", "there.aut"));
    char *text = process_read_file(command_path("there.aut", path), NULL);
    CU_ASSERT_EQUAL(strncmp(text, "des (0,", 7), 0);
    free(text);
    CU_ASSERT_EQUAL(run("explore -q n.exp -o dangling.aut", NULL), 0);
    CU_ASSERT(leads_to("dangling.aut", "nowhere.aut"));
    CU_ASSERT(command_has_file("nowhere.aut"));
    CU_ASSERT_EQUAL(run("explore -q n.exp -o loop.aut", "Too many levels of symbolic links"), 2);
}

/* --- signals --- */

/* A preloaded library under which the file system has no O_TMPFILE. */
static const char *make_shim(char *path) {
    char source[PATH_BYTES], line[3 * PATH_BYTES];
    command_put_file("shim.c",
                     "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <errno.h>\n"
                     "int open(const char *path, int flags, int mode) {\n"
                     "    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, \"open\");\n"
                     "    if ((flags & 020200000) == 020200000) { errno = EOPNOTSUPP; return -1; }\n"
                     "    return real(path, flags, mode);\n}\n");
    snprintf(line, sizeof line, "${CC:-cc} -w -shared -fPIC -U_FORTIFY_SOURCE -o %s %s -ldl",
             command_path("shim.so", path), command_path("shim.c", source));
    return system(line) == 0 ? path : NULL;
}

/* Whether the signals (the second 0 for none) end the command while it writes, leaving nothing. */
static void end_with(int first, int second, int named) {
    char net[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], graph[PATH_BYTES];
    struct process process;
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), "explore", "-q",
                              command_example("ring-10/ring.exp", net), "-o",
                              command_path("ended.aut.gz", graph), (const char *)NULL);
    command_await_temporary(pid);
    CU_ASSERT_EQUAL(command_temporaries(0), named ? 1 : 0);
    kill(pid, first);
    if (second != 0) {
        usleep(1000);
        kill(pid, second);
    }
    process_finish(pid, out, err, &process);
    CU_ASSERT(process.signal == (second != 0 ? second : first) || (second != 0 && process.code == 3));
    CU_ASSERT_EQUAL(command_temporaries(1), 0);
    CU_ASSERT_FALSE(command_has_file("ended.aut.gz"));
    remove(graph);
    process_free(&process);
}

static void end_with_all(int named) {
    static const int fatal[] = {SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGUSR1, SIGALRM, SIGABRT};
    for (size_t i = 0; i < LENGTH(fatal); i++) {
        end_with(fatal[i], 0, named);
    }
    end_with(SIGRTMIN, 0, named);
#ifndef HEDDLE_SANITIZED /* the sanitizers handle this signal */
    end_with(SIGSEGV, 0, named);
#endif
    end_with(SIGINT, SIGINT, named);
    end_with(SIGTERM, SIGINT, named);
}

static void test_signals(void) {
    end_with_all(0);
#ifndef HEDDLE_SANITIZED /* its own library must be loaded first */
    char shim[PATH_BYTES];
    CU_ASSERT_PTR_NOT_NULL_FATAL(make_shim(shim));
    setenv("LD_PRELOAD", shim, 1);
    end_with_all(1);
    CU_ASSERT_EQUAL(run("explore -q n.exp -o named.aut", NULL), 0);
    unsetenv("LD_PRELOAD");
    CU_ASSERT(command_has_file("named.aut"));
#else
    (void)make_shim;
#endif
}

void suite_outputs(void) {
    command_suite("outputs", "what is read stays", test_spared, "names of other formats", test_names, "links",
                  test_links, "signals", test_signals, NULL);
}
