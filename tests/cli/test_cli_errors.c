/*
 * What is wrong with the input or the output, through the command: exit 2, a message with the file and, where
 * there is one, the line and column, nothing on standard output and no file. $HEDDLE is the binary.
 */
#include <CUnit/CUnit.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* Exploring the file of that name fails with `message` ("NAME:LINE:COLUMN: .."), and writes nothing. */
static void refused(const char *name, const char *message) {
    char path[PATH_BYTES], out[PATH_BYTES], expected[2 * PATH_BYTES];
    struct process process;
    snprintf(expected, sizeof expected, "heddle: %s/%s", command_folder(), message);
    command_run(&process, "explore", command_path(name, path), "-o", command_path("result.aut", out));
    command_expect(&process, 2, expected);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    CU_ASSERT(strlen(process.err) < 4096);
    CU_ASSERT_FALSE(command_has_file("result.aut"));
    process_free(&process);
    command_run(&process, "info", path);
    command_expect(&process, 2, expected);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);
}

static void refused_text(const char *name, const char *text, const char *message) {
    command_put_file(name, text);
    refused(name, message);
}

static void put_bytes(const char *name, const void *bytes, size_t size) {
    char path[PATH_BYTES];
    FILE *file = fopen(command_path(name, path), "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(bytes, 1, size, file), size);
    CU_ASSERT_EQUAL(fclose(file), 0);
}

static void put_components(void) {
    command_put_file("x.aut", "des (0, 3, 3)\n(0, \"A !1\", 1)\n(1, B, 2)\n(2, i, 0)\n");
}

/* Standard input has no name that shows its format. */
static void test_standard_input(void) {
    char in[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    put_components();
    const char *const argv[] = {getenv("HEDDLE"), "info", "-", NULL};
    command_path("x.aut", in);
    command_path("out", out);
    command_path("err", err);
    process_finish(process_start_reading(in, argv, out, err), out, err, &process);
    command_expect(&process, 0, ""); /* but its first bytes do */
    process_free(&process);
}

static void test_files(void) {
    char path[PATH_BYTES];
    struct process process;
    CU_ASSERT_EQUAL(mkdir(command_path("folder.aut", path), 0755), 0);
    refused("folder.aut", "folder.aut: is a directory");
    command_run(&process, "explore", command_path("missing.aut", path));
    command_ends(&process, 2, "missing.aut: cannot open: No such file or directory");
    command_run(&process, "explore", command_path("missing", path));
    command_ends(&process, 2, "missing.aut");
    put_components();
    refused_text("a.exp", "x ||| nowhere.aut", "a.exp:1:7: cannot open");
    refused_text("a.exp", "x |||\n X.aut", "a.exp:2:2: cannot open");
    refused_text("a.exp", "x |||\n nowhere", "a.exp:2:2: there is no");
    refused_text("a.exp", "x ||| \"folder.aut\"", "folder.aut: is a directory");
    refused_text("a.exp", "x ||| closed.bcg", "a.exp:1:7: ");
    refused_text("a.exp", "// two\nx", "a.exp:1:1: unexpected '//': comments are (* .. *) or --");
    refused_text("a.exp", "% two\nx", "a.exp:1:1: unexpected '%': comments are (* .. *) or --");
    refused_text("a.exp", "hide a in x end hide end hide",
                 "a.exp:1:26: unexpected 'hide': there is one 'end hide' too many");
    refused_text("a.exp", " \n", "a.exp:1:1: the file is empty");
    refused_text("model.tra", "1 0 0\n", "model.tra is not a network, but a Markov model: `heddle mec`");
    refused_text("model.drn", "@type: MDP\n", "model.drn is not a network, but a Markov model: `heddle mec`");
    refused_text("game.pg", "0 0 0 0;\n",
                 "game.pg is not a network, but a parity game: `heddle solve` reads it");
    refused_text("graph.lts", "", "graph.lts is not a network, but a graph of mCRL2: run `ltsconvert ");
    refused_text("graph.gcf", "", "graph.gcf is not a network, but a graph of LTSmin: run `ltsmin-convert ");
    refused_text("steps.svl", "", "steps.svl is not a network, but a script of CADP");
    refused_text("spec.lnt", "", "spec.lnt is not a network, but a specification: CADP's `generator` and");
    refused_text("trace.json", "{}\n", "trace.json is not a network, but evidence: `heddle verify` reads it");
    refused_text("graph.exp", "\n des (0, 0, 1)\n",
                 "graph.exp: this is an AUT graph: its name must end in .aut");
    refused_text("des.exp", "des |[a]| (", "des.exp:1:12: unexpected end of the file");
    refused_text("coin.jani", "{}\n", "coin.jani is not a network, but a specification: ");
    refused_text("safe.mcf", "[a] false\n", "safe.mcf is not a network, but a formula: `heddle check NET");
    command_put_file("model.txt", "1 0 0\n");
    command_run(&process, "mec", command_path("model.txt", path));
    command_expect(&process, 0, ""); /* by its first bytes */
    process_free(&process);
    command_put_file("one.exp", "x ||| two");
    refused_text("two.exp", "x |||\n one", "one.exp:1:7: cyclic");
    refused("one.exp", "two.exp:2:2: cyclic");
    refused_text("self.exp", "x |||\r\n  self.exp", "self.exp:2:3: cyclic");
}

/* A network in place of the command; the messages for a folder and for a .bcg file. */
static void test_names(void) {
    char path[PATH_BYTES];
    struct process process;
    put_components();
    command_run(&process, "net.exp");
    command_ends(&process, 2, "unknown command 'net.exp'; did you mean `heddle explore net.exp`?");
    command_put_file("network", "x");
    command_run(&process, command_path("network", path));
    command_ends(&process, 2, "/network`?");
    command_run(&process, "exlore");
    command_ends(&process, 2, "did you mean explore?");
    CU_ASSERT_EQUAL(mkdir(command_path("models", path), 0755), 0);
    command_put_file("models/one.exp", "stop");
    command_run(&process, "explore", path);
    command_ends(&process, 2, "models: is a directory; networks in it: one.exp\n");
    command_run(&process, "info", command_path("x.bcg", path));
    command_expect(&process, 0, "x.bcg: warning: reading ");
    CU_ASSERT_PTR_NULL(strstr(process.err, "null"));
    process_free(&process);
    command_run(&process, "info", command_path("closed.bcg", path));
    command_ends(&process, 2, "closed.aut, which would be read instead\n");
    /* An output cannot have the name of a BCG file, because heddle does not write BCG. */
    command_put_file("one.exp", "x");
    char network[PATH_BYTES];
    command_run(&process, "check", "--deadlock", "--trace", command_path("diag.bcg", path),
                command_path("one.exp", network));
    command_ends(&process, 2, "/diag.aut, and run `bcg_io ");
    command_run(&process, "explore", "-o", command_path("out.bcg", path), network);
    command_ends(&process, 2, "graph in CADP's closed format: write ");
    CU_ASSERT(!command_has_file("diag.bcg") && !command_has_file("out.bcg"));
}

static void refused_by(const char *command, const char *name, const char *text, const char *message) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file(name, text);
    command_run(&process, command, command_path(name, path));
    command_ends(&process, 2, message);
}

/* Comments of other languages, in files that have none, or others. */
static void test_comments(void) {
    static const char none[] = ": if this is a comment, this format has none such: remove it";
    char message[160];
    refused_by("info", "c.aut", "# two\ndes (0,1,2)\n(0,a,1)\n",
               "c.aut:1:1: AUT files have no comments: remove this one");
    refused_by("info", "c.aut", "des (0,1,2)\n(0,a,1) -- two\n",
               "c.aut:2:9: AUT files have no comments: remove this one");
    snprintf(message, sizeof message, "c.tra:1:1: expected a model (.tra, .drn or .aut), found '#'%s", none);
    refused_by("mec", "c.tra", "# two\nmdp\n", message);
    snprintf(message, sizeof message, "c.pg:1:1: expected 'parity' or a vertex, found '/'%s", none);
    refused_by("solve", "c.pg", "// two\nparity 1;\n", message);
    snprintf(message, sizeof message, "c.pg:2:10: expected a vertex, found '%%'%s", none);
    refused_by("solve", "c.pg", "parity 1;\n0 0 0 0; % two\n", message);
}

/* The command line: the argument that is blamed is the one to change. */
static void test_arguments(void) {
    char net[PATH_BYTES];
    struct process process;
    put_components();
    command_path("x.aut", net);
    command_run(&process, "minimise", "-e", "strong", "--hide-all-but", "B", "C", net);
    command_ends(&process, 2,
                 "unexpected argument 'C': the labels of --hide-all-but have commas between them, and no "
                 "blanks: --hide-all-but B,C\n");
    command_run(&process, "check", "--never", "A", "!1", net);
    command_ends(&process, 2,
                 "unexpected argument '!1': --never takes one label, in quotes of the shell if it has blanks "
                 "(--never 'A !1'), and may be given several times\n");
    command_run(&process, "check", "-f", "[true*]", "false", net);
    command_ends(
        &process, 2,
        "unexpected argument 'false': --formula takes one formula: put all of it in quotes of the shell\n");
    command_run(&process, "check", "--never", net);
    command_ends(&process, 2, "/x.aut' is the LABEL of --never)\n");
    command_run(&process, "check", "--never", "--deadlock", net);
    command_ends(&process, 2, "--never: the argument (LABEL) is missing: '--deadlock' is the next option\n");
    command_run(&process, "check", "-deadlock", net);
    command_ends(&process, 2, "unknown option -deadlock; did you mean --deadlock?\n");
    command_run(&process, "check", net, "-const", "K=3");
    command_ends(&process, 2, "unknown option -const; did you mean --const?\n");
    command_run(&process, "compare", "-strong", net, net);
    command_ends(&process, 2, "there is no option -strong: use --equivalence strong\n");
    command_run(&process, "check", net, "--pmin", "done");
    command_ends(&process, 2,
                 "there is no option --pmin: no probabilities are computed; --almost-surely LABEL asks for "
                 "probability 1\n");
    command_run(&process, "mec", net, "--pmin", "done");
    command_ends(&process, 2, "unknown option --pmin\n");
    command_run(&process, "minimise", "-e", "strong", "--hide", "B.*", net);
    command_ends(&process, 0,
                 "--hide: no label matches B.*: it is read as the text of a label: a regular expression "
                 "needs single quotes of its own: \"'B.*'\"\n");
}

/* A suite's labels are quoted as in formulas, and its monitors are named with their line. */
static void test_suite_places(void) {
    char net[PATH_BYTES], path[PATH_BYTES];
    struct process process;
    put_components();
    command_path("x.aut", net);
    command_put_file("s.suite", "property a: never \"B.*\";\n");
    command_run(&process, "check", "-p", command_path("s.suite", path), net);
    command_ends(&process, 0, "needs single quotes of its own: 'B.*'\n");
    command_put_file("s.suite", "property a: deadlock;\nproperty b: monitor \"no.aut\";\n");
    command_run(&process, "check", "-p", path, net);
    command_ends(&process, 2, "/no.aut: cannot open: No such file or directory\n");
    command_run(&process, "check", "-p", path, net);
    command_ends(&process, 2, "/s.suite:2:21: ");
}

static void test_truncated(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    static const char *const names[] = {"g.aut", "g.aut.gz", "g.aut.zst"};
    static const char *const messages[] = {"cut.aut:", "cut.aut.gz: damaged gzip data",
                                           "cut.aut.zst: damaged zstd data"};
    for (unsigned i = 0; i < 3; i++) {
        struct process process;
        char name[32];
        command_run(&process, "explore", "--quiet", command_example("multilevel/system.exp", path), "-o",
                    command_path(names[i], out));
        command_ends(&process, 0, NULL);
        size_t size;
        char *bytes = process_read_file(out, &size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
        snprintf(name, sizeof name, "cut%s", names[i] + 1);
        for (unsigned part = 1; part < 8; part++) {
            put_bytes(name, bytes, size * part / 8);
            refused(name, messages[i]);
        }
        free(bytes);
    }
    put_components();
    static const char text[] = "hide A in par B in x.aut || x.aut end par end hide";
    for (size_t size = 0; size < sizeof text - 1; size++) {
        put_bytes("cut.exp", text, size);
        if (strchr(" p", text[size]) != NULL || size < 4) {
            refused("cut.exp", "cut.exp:1:");
        }
    }
}

static void test_headers(void) {
    refused_text("h.aut", "des (0, 3, 2)\n(0, a, 1)\n", "h.aut:3:1: the file ends after 1 of the 3");
    refused_text("h.aut", "des (0, 1, 2)\n(0, a, 1)\n(0, a, 1)\n", "h.aut:3:1: a transition beyond the 1");
    refused_text("h.aut", "des (0, 1, 2)\n(0, a, 2)\n", "h.aut:2:8: state 2 is beyond");
    refused_text("h.aut", "des (0, 1, 2)\n(2, a, 0)\n", "h.aut:2:2: state 2 is beyond");
    refused_text("h.aut", "des (2, 1, 2)\n(0, a, 1)\n", "h.aut:1:6: state 2 is beyond");
    refused_text("h.aut", "des (0, 4000000000, 4000000000)\n(0, a, 1)\n",
                 "h.aut:3:1: the file ends after 1 of");
}

static void test_foreign(void) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"x | x", "f.exp:1:3: operator '|' of the CCS family"},
        {"x \\ {A}", "f.exp:1:3: operator '\\' of the CCS family"},
        {"x [| A |] x", "f.exp:1:3: operator '[|' of the CSP family"},
        {"x [[A <- B]]", "f.exp:1:3: operator '[[' of the CSP family"},
        {"x |||\n encap A in x end encap", "f.exp:2:2: operator 'encap' of the mCRL family"},
        {"allow({A}, x)", "f.exp:1:1: operator 'allow' of the mCRL2 family"},
        {"comm({A|B -> C}, x)", "f.exp:1:1: operator 'comm' of the mCRL family"},
        {"x [] x", "f.exp:1:3: operator '[]' of the LOTOS family"},
        {"x >> x", "f.exp:1:3: operator '>>' of the LOTOS family"},
        {"ccs behaviour x", "f.exp:1:1: the reference language 'ccs'"},
        {"csp behaviour x", "f.exp:1:1: the reference language 'csp'"},
        {"mcrl behaviour x", "f.exp:1:1: the reference language 'mcrl'"},
        {"x & x", "f.exp:1:3: "},
        {"x [A/B]", "f.exp:1:3: "},
        {"x ; x", "f.exp:1:3: "},
    };
    put_components();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        refused_text("f.exp", cases[i].text, cases[i].message);
    }
}

static void test_meaning(void) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"par using A * A * A -> R in x || x end par", "m.exp:1:11: this vector has 3 entries"},
        {"par using A * A -> R,\n A -> R in x || x end par",
         "m.exp:2:2: this vector has 1 entry, but there are 2 branches"},
        {"par A !1 in x || x end par", "m.exp:1:7: unexpected '!1': a label with blanks must be quoted"},
        {"hide in in x end hide", "m.exp:1:6: unexpected 'in', expected a name (a keyword: quote it"},
        {"par A#3 in x || x end par", "m.exp:1:5: 'A#3'"},
        {"par\nA#0 in x || x end par", "m.exp:2:1: 'A#0'"},
        {"par A#99999999999999999999 in x || x end par", "m.exp:1:5: 'A#9999"},
        {"par i in x || x end par", "m.exp:1:5: 'i'"},
        {"x |||\nprio \"A.*\" > B, B > \".*1\" in x end prio", "m.exp:2:1: label 'A !1' is above itself"},
        {"prio \".*\" > \"B\" in x end prio", "m.exp:1:1: label 'B' is above itself"},
        {"hide \"[a\" in x end hide", "m.exp:1:6: '[a': "},
        {"hide A, \"\\\\(a\" in x end hide", "m.exp:1:9: '\\(a': "},
        {"total rename \"A\" -> \"\\1\" in x end rename", "m.exp:1:21: "},
        {"prio B > \"a\\\\{3\" in x end prio", "m.exp:1:10: "},
    };
    put_components();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        refused_text("m.exp", cases[i].text, cases[i].message);
    }
}

/* `head`, ten million times `letter`, `tail`; or random bytes where `letter` is 0. */
static void refused_long(const char *name, const char *head, int letter, const char *tail,
                         const char *message) {
    size_t size = 10000000, before = strlen(head), after = strlen(tail);
    char *bytes = malloc(before + size + after);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    memcpy(bytes, head, before);
    memset(bytes + before, letter, size);
    uint64_t random = 12;
    for (size_t i = 0; i < size && letter == 0; i++) {
        bytes[before + i] = (char)random_next(&random);
    }
    memcpy(bytes + before + size, tail, after);
    put_bytes(name, bytes, before + size + after);
    free(bytes);
    refused(name, message);
}

static void test_garbage(void) {
    static const char *const names[] = {"l.aut", "l.exp", "l.aut.gz", "l.aut.zst"};
    put_components();
    for (unsigned i = 0; i < 4; i++) {
        char message[64];
        snprintf(message, sizeof message, "%s:1:", names[i]);
        refused_long(names[i], "", 0, "", message);
    }
    refused_long("l.aut", "\x1f\x8b\x08", 0, "", "l.aut: damaged gzip data");
    refused_long("l.aut", "\x28\xb5\x2f\xfd", 0, "", "l.aut: damaged zstd data");
    refused_long("l.aut", "", 'x', "", "l.aut:1:1: ");
    refused_long("l.aut", "des (0, 1, 2)\n(0, a, ", '9', ")\n", "l.aut:2:8: ");
    refused_long("l.aut", "des (0, 1, 2)\n(0, \"", 'a', "\n", "l.aut:2:");
    refused_long("l.exp", "x ||| ", 'x', "", "l.exp:1:7: there is no");
    refused_long("l.exp", "x ||| \"", 'x', "", "l.exp:1:7: this string does not end");
    refused_long("l.exp", "x (*", '(', "", "l.exp:1:3: this comment does not end");
    refused_long("l.exp", "x ||| ", '(', "", "l.exp:1:2007: nesting");
    refused_long("l.exp", "x ||| ", 1, "", "l.exp:1:7: ");
}

/* --- output --- */

static void test_small_disk(void) {
    char folder[PATH_BYTES], model[PATH_BYTES], small[PATH_BYTES];
    struct process process;
    CU_ASSERT_EQUAL(mkdir(command_path("disk", folder), 0755), 0);
    if (mount("heddle-test", folder, "tmpfs", 0, "size=64k") != 0) {
        test_skip("cli_errors: a small disk", strerror(errno));
        CU_ASSERT_EQUAL(rmdir(folder), 0);
        return;
    }
    static const char *const names[] = {"disk/g.aut", "disk/g.aut.gz", "disk/g.aut.zst", "disk/g.dot"};
    command_example("gas_station-5/gas_station.exp", model);
    command_example("ring-5/ring.exp", small);
    for (unsigned i = 0; i < 4; i++) {
        char path[PATH_BYTES];
        const char *net = i < 3 ? model : small; /* few enough states to be drawn, but too many bytes */
        command_run(&process, "explore", net, "-o", command_path(names[i], path));
        command_expect(&process, 2, "No space left on device");
        CU_ASSERT_FALSE(command_has_file(names[i]));
        process_free(&process);
    }
    /* The old file stays, and no temporary file remains. */
    char path[PATH_BYTES];
    command_put_file("disk/g.aut", "what was there before\n");
    command_run(&process, "explore", model, "-o", command_path("disk/g.aut", path));
    command_ends(&process, 2, "No space left on device");
    char *text = process_read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_STRING_EQUAL(text, "what was there before\n");
    free(text);
    CU_ASSERT_EQUAL(remove(path), 0);
    CU_ASSERT_EQUAL(umount(folder), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
}

/* A limit on the size of files is an error like a full disk, no death by a signal. */
static void test_file_size(void) {
    char model[PATH_BYTES], out[PATH_BYTES], command[3 * PATH_BYTES];
    command_example("gas_station-5/gas_station.exp", model);
    command_path("limited.aut", out);
    snprintf(command, sizeof command, "ulimit -f 8; exec \"$HEDDLE\" explore -q '%s' -o '%s' 2>'%s/message'",
             model, out, command_folder());
    int status = system(command);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    CU_ASSERT_FALSE(command_has_file("limited.aut"));
    char *text = process_read_file(command_path("message", model), NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "File too large"));
    free(text);
}

/* When threads cannot start, the message does not suggest --memory. */
static void test_threads(void) {
#ifndef HEDDLE_SANITIZED /* sanitizers need more addresses than are left */
    char model[PATH_BYTES], command[3 * PATH_BYTES];
    command_example("ring-4/ring.exp", model);
    snprintf(command, sizeof command,
             "ulimit -v 2000000; exec \"$HEDDLE\" explore -j 1024 -d cpu '%s' >/dev/null 2>'%s/message'",
             model, command_folder());
    int status = system(command);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    char *text = process_read_file(command_path("message", model), NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_STRING_EQUAL(text, "heddle: could not start 1024 threads: try fewer\n");
    free(text);
#endif
}

/* A deadline that passes before the search has begun is reported as such. */
static void test_timeout_while_reading(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    put_components();
    command_run(&process, "explore", "--timeout", "0", command_path("x.aut", path), "-o",
                command_path("late.aut", out));
    command_expect(&process, 3, "heddle: stopped by --timeout 0");
    CU_ASSERT_FALSE(command_has_file("late.aut"));
    process_free(&process);
}

void suite_cli_errors(void) {
    command_suite("cli_errors", "files that are missing, folders, cyclic", test_files,
                  "a graph on standard input", test_standard_input,
                  "names that are no command, folders, .bcg", test_names, "comments of other languages",
                  test_comments, "arguments", test_arguments, "places in suites", test_suite_places,
                  "truncated files", test_truncated, "headers that lie", test_headers,
                  "operators of other languages", test_foreign, "vectors, degrees, priorities, patterns",
                  test_meaning, "long lines and garbage", test_garbage, "--timeout while reading",
                  test_timeout_while_reading, "a disk that is too small", test_small_disk,
                  "a limit on the size of files", test_file_size, "too many threads", test_threads, NULL);
}
