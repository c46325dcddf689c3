/*
 * Formulas on the command line of `heddle check`, and what is written about them: order, names, dialects,
 * errors with their places, exit codes, JSON, games, traces, witnesses, certificates and what `heddle verify`
 * says of them.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "parity/solve_auto.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define MOST_OPTIONS 12

static const char *producer(void) {
    static char path[PATH_BYTES];
    return command_example("producer/network.exp", path);
}

/* `heddle check` on the producer with the options, which end with NULL; it must exit with `code`. */
static void check_with(struct process *process, int code, const char *in_stderr, const char *const *options) {
    const char *o[MOST_OPTIONS] = {NULL};
    for (int i = 0; i < MOST_OPTIONS && options[i] != NULL; i++) {
        o[i] = options[i];
    }
    command_run(process, "check", producer(), o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7], o[8], o[9],
                o[10], o[11]);
    command_expect(process, code, in_stderr);
}

/* `heddle check` must fail with this text on standard error, and print nothing on standard output. */
#define refused(in_stderr, ...) refused_with(in_stderr, (const char *[]){__VA_ARGS__, NULL})

static void refused_with(const char *in_stderr, const char *const *options) {
    struct process process;
    check_with(&process, 2, in_stderr, options);
    CU_ASSERT_EQUAL(process.out_size, 0);
    process_free(&process);
}

/* The JSON of a check, to be released. */
#define json_with(code, ...) json_of(code, (const char *[]){"--json", __VA_ARGS__, NULL})

static json_t *json_of(int code, const char *const *options) {
    struct process process;
    check_with(&process, code, NULL, options);
    json_t *object = command_json(process.out);
    process_free(&process);
    return object;
}

static void expect_property(const json_t *object, size_t index, const char *name, const char *verdict,
                            const char *grounds) {
    const json_t *one = command_property(object, index);
    CU_ASSERT_STRING_EQUAL(command_text(one, "name"), name);
    CU_ASSERT_STRING_EQUAL(command_text(one, "verdict"), verdict);
    CU_ASSERT_STRING_EQUAL(command_text(one, "grounds"), grounds);
    CU_ASSERT_STRING_EQUAL(command_text(one, "kind"), strcmp(name, "deadlock") == 0 ? "deadlock" : "formula");
}

/* Runs `heddle verify` on a file of the folder. */
static void verify(const char *name, int code, const char *in_output) {
    char path[PATH_BYTES];
    struct process process;
    command_run(&process, "verify", command_path(name, path));
    command_expect(&process, code, NULL);
    command_prints(&process, in_output);
    process_free(&process);
}

/* --- verdicts --- */

/* Several of both, with other properties: one verdict each, in order. */
static void test_order(void) {
    char mcl[PATH_BYTES], mcf[PATH_BYTES];
    command_put_file(
        "safe.mcl",
        "% nothing is sent before it is made\n[ (not \"generate_work\")* . \"trans\" ]\n  false\n");
    command_put_file("often.mcf", "nu X . mu Y . [trans] X && [!trans] Y && <true> true\n");
    command_path("safe.mcl", mcl);
    command_path("often.mcf", mcf);
    json_t *object = json_with(1, "-p", mcl, "-f", "[true*]  <true>\n true", "--deadlock", "--property", mcf,
                               "--formula=<true* . trans> true");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "properties")), 5);
    expect_property(object, 0, mcl, "holds", "absent");
    expect_property(object, 1, "[true*] <true> true", "holds", "absent");
    expect_property(object, 2, "deadlock", "holds", "");
    expect_property(object, 3, mcf, "violated", "game");
    expect_property(object, 4, "<true* . trans> true", "holds", "reached");
    CU_ASSERT_STRING_EQUAL(command_text(command_property(object, 1), "formula"), "[true*]  <true>\n true");
    CU_ASSERT_PTR_NOT_NULL(strstr(command_text(command_property(object, 0), "formula"), "% nothing is sent"));
    CU_ASSERT_TRUE(json_is_null(json_object_get(command_property(object, 4), "trace")));
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(command_property(object, 4), "length")), 2);
    CU_ASSERT_EQUAL(command_number(object, "states"), 8);
    json_decref(object);
}

/* A formula and its negation, a modality and its dual have opposite verdicts, by searches and by games. */
static void test_negations(void) {
    static const char *const pairs[][2] = {
        {"[true* . trans] false", "<true* . trans> true"},
        {"[true*] <true> true", "<true*> [true] false"},
        {"nu X . [true] X", "mu X . <true> X"},
        {"nu X . mu Y . ([trans] X and [not trans] Y)", "mu X . nu Y . (<trans> X or <not trans> Y)"},
        {"<true*> @", "[true*] -|"},
        {"true equ [true . true] false", "not (true equ [true . true] false)"}};
    for (unsigned i = 0; i < LENGTH(pairs); i++) {
        json_t *object = json_with(1, "-f", pairs[i][0], "-f", pairs[i][1]);
        int one = strcmp(command_text(command_property(object, 0), "verdict"), "holds") == 0;
        int other = strcmp(command_text(command_property(object, 1), "verdict"), "holds") == 0;
        CU_ASSERT_EQUAL(one + other, 1);
        command_decides(object, one, "violated");
        json_decref(object);
    }
}

/* Rows that say how a verdict was found. */
static void test_rows(void) {
    static const struct {
        const char *formula, *told;
        int code;
    } cases[] = {
        {"[true* . trans] false", "violated after 2 steps\n", 1},
        {"[trans] false", "holds\n", 0},
        {"<trans> true", "violated: something it speaks of is never reached\n", 1},
        {"<true* . nowhere> true", "violated (no transition is ever labelled 'nowhere')\n", 1},
        {"true", "holds vacuously: by its form alone\n", 0},
        {"not (<true* . trans> true and <true* . done_1> true)",
         "violated: by several of its parts together\n", 1},
        {"<true* . trans> true", "holds after 2 steps\n", 0},
        {"[nil] false", "violated in the initial state\n", 1},
        {"mu X . [true] X", "violated by a cycle of", 1},
    };
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        struct process process;
        check_with(&process, cases[i].code, NULL, (const char *[]){"-f", cases[i].formula, NULL});
        if (strstr(process.out, cases[i].told) == NULL) {
            printf("\n  %s: %s", cases[i].formula, process.out);
            CU_FAIL("another reason");
        }
        process_free(&process);
    }
}

/* A long formula is shortened in its middle in the table, not in JSON. */
static void test_names(void) {
    struct process process;
    char formula[512] = "[true* . trans] false";
    while (strlen(formula) < 300) {
        strcat(formula, " and [true* . \"nowhere at all\"] false");
    }
    check_with(&process, 1, NULL, (const char *[]){"-f", formula, NULL});
    CU_ASSERT_PTR_NULL(strstr(process.out, formula));
    command_prints(&process,
                   "[true* . trans] false and [t...e* . \"nowhere at all\"] false  violated after 2 steps");
    process_free(&process);
    json_t *object = json_with(1, "-f", formula);
    CU_ASSERT_STRING_EQUAL(command_text(command_property(object, 0), "name"), formula);
    json_decref(object);
}

static void test_dialects(void) {
    char mcl[PATH_BYTES], mcf[PATH_BYTES];
    command_put_file("either.mcl", "<generate_work | trans> true");
    command_put_file("either.mcf", "<generate_work | trans> true");
    json_t *object =
        json_with(1, "-p", command_path("either.mcl", mcl), "-p", command_path("either.mcf", mcf));
    command_decides(object, 0, "holds");
    command_decides(object, 1, "violated");
    json_decref(object);
    object = json_with(1, "--dialect", "mcf", "-p", mcl, "-f", "<generate_work + trans> true");
    command_decides(object, 0, "violated");
    command_decides(object, 1, "holds");
    json_decref(object);
}

static void test_limits(void) {
    static const char search[] = "[true* . trans . done_1] false", game[] = "nu X . [true] X";
    json_t *object =
        json_with(3, "--max-states", "2", "-f", search, "-f", game, "-f", "<generate_work> true");
    command_decides(object, 0, "undecided");
    command_decides(object, 1, "undecided");
    expect_property(object, 2, "<generate_work> true", "holds", "reached");
    CU_ASSERT_STRING_EQUAL(command_text(command_property(object, 0), "grounds"), "");
    json_decref(object);
    object = json_with(1, "--max-states", "2", "-f", search, "-f", "[generate_work] false");
    command_decides(object, 0, "undecided");
    command_decides(object, 1, "violated");
    json_decref(object);
}

/* Values that grow without end, and shared parts that a walk would meet 2^40 times: neither takes long. */
static void test_large_values(void) {
    char chain[4096] = "";
    for (unsigned i = 0; i < 40; i++) {
        size_t used = strlen(chain);
        snprintf(chain + used, sizeof chain - used, "sort S%u = struct s%u(x%u: S%u, y%u: S%u);\n", i, i, i,
                 i + 1, i, i + 1);
    }
    strcat(chain, "sort S40 = struct z;\nform forall x: S0 . val(x == x);\n");
    const char *const formulas[] = {
        "nu X(l: List(Nat) = [1]) . [true] X(l ++ l)",
        "sort T = struct leaf(x: Nat) | pair(l: T, r: T);\n"
        "form forall x: Nat . nu X(t: T = leaf(x)) . [true] X(pair(t, t));",
        chain,
    };
    for (unsigned i = 0; i < LENGTH(formulas); i++) {
        json_t *object = json_with(0, "--dialect", "mcf", "-f", formulas[i]);
        command_decides(object, 0, "holds");
        json_decref(object);
    }
    command_put_file("deep.mcf", "sort T = struct leaf(x: Nat) | next(l: T);\n"
                                 "form nu X(t: T = leaf(0)) . [true] X(next(t)) && val(t == t);\n");
    char path[PATH_BYTES];
    struct process process;
    check_with(&process, 3, "a value is nested more than 2000 levels deep",
               (const char *[]){"-p", command_path("deep.mcf", path), NULL});
    process_free(&process);
}

/* --- wrong formulas --- */

/* Whether games can be solved on a GPU. */
static int has_gpu(void) {
    const struct solve_engine *device = solve_device_engine();
    const char *reason;
    return device != NULL && device->available(&reason);
}

static void test_errors(void) {
    char path[PATH_BYTES], place[PATH_BYTES + 64], missing[PATH_BYTES], first[PATH_BYTES];
    command_put_file("wrong.mcl", "% two lines,\n[true* . trans] fals\n");
    command_path("wrong.mcl", path);
    refused("formula:1:7: ", "-f", "[true*");
    refused("formula 2:1:1: ", "-f", "true", "-f", "X");
    snprintf(place, sizeof place, "%s:2:17: ", path);
    refused(place, "-p", path);
    snprintf(place, sizeof place, "(the formula in a file: --property %s)", path);
    refused(place, "-f", path);
    refused("(the formula in a file: --property none.mcf)", "-f", "none.mcf");
    snprintf(place, sizeof place, "%s:2:17: ", path);
    refused(command_path("missing.mcl", missing), "-f", "true", "-p", path, "-p", missing);
    refused(missing, "-p", missing, "-p", path);
    refused("unexpected argument 'safe.mcl': a formula or suite in a file is given with --property",
            "safe.mcl");
    refused("unexpected argument 'b.exp'\n", "b.exp", "--deadlock");
    struct process process;
    command_run(&process, "check", "safe.mcl", producer());
    command_ends(&process, 2,
                 "unexpected argument 'safe.mcl': a formula or suite in a file is given with --property");
    refused("formula:", "-f", "");
    refused("/dev/zero:1:1: ", "-p", "/dev/zero");
    refused("the name of a file to be read is empty", "-p", "");
    command_put_file("wide.mcl", "\xff\xfet");
    refused(":1:1: this text is in UTF-16: save it in UTF-8", "-p", command_path("wide.mcl", missing));
    refused("standard input", "-p", "-", "-p", "-");
    refused("--dialect says", "--deadlock", "--dialect", "mcl");
    refused("--solver is for", "--deadlock", "--solver", "auto", "--solver", "promotion");
    refused("--solver promotion", "-f", "nu X . <true> X", "--solver", "regions", "--device", "cpu");
    if (!has_gpu()) { /* the error comes before any state is generated */
        refused("--solver promotion", "-f", "nu X . <true> X", "--solver", "regions");
    }
    refused("--write-game takes", "--deadlock", "--write-game", "/dev/null");
    refused("--write-game takes", "-f", "true", "-f", "true", "--write-game", "/dev/null");
    refused("certificate of a formula", "-f", "true", "--deadlock", "--certificate", "/dev/null");
    command_put_file("right.pg", "true\n");
    command_path("right.pg", path);
    refused("would be replaced, and it is read", "-p", path, "--trace", path, "--format=txt");
    refused("would be replaced, and it is read", "-p", path, "--write-game", path);
    /* The second trace has its own name. */
    command_put_file("two-2.txt", "[true*] <true> true\n");
    command_path("two-2.txt", path);
    refused("would be replaced, and it is read", "-f", "false", "-p", path, "--trace",
            command_path("two.txt", first));
    refused("does not end in .pg", "-f", "true", "--write-game", producer());
    refused("name the same file", "-f", "true", "--trace", "/tmp/one.pg", "--format=aut", "--write-game",
            "/tmp/one.pg");
    refused("name the same file", "-f", "true", "--certificate", "/tmp/one.json", "--trace", "/tmp/one.json");
}

/* A game that alternates: text, JSON and exit status agree that its formula is undecided. */
static void test_wrong_solver(void) {
    static const char formula[] = "nu X . mu Y . ([a] X and [b] Y)";
    char network[PATH_BYTES];
    struct process process;
    command_put_file("loops.aut", "des (0, 2, 1)\n(0, \"a\", 0)\n(0, \"b\", 0)\n");
    command_put_file("loops.exp", "\"loops.aut\"\n");
    command_path("loops.exp", network);
    command_run(&process, "check", network, "--solver", "attractor", "-D", "-f", formula);
    command_expect(&process, 3, "undecided: the attractor solver takes games without alternation");
    command_prints(&process, "undecided\n", "holds\n");
    process_free(&process);
    command_run(&process, "check", network, "--json", "--solver", "attractor", "-f", formula);
    command_expect(&process, 3, NULL);
    json_t *object = command_json(process.out);
    command_decides(object, 0, "undecided");
    json_decref(object);
    process_free(&process);
    /* A violation decides the exit code even if other formulas are undecided. */
    command_run(&process, "check", network, "--solver", "attractor", "-f", formula, "-n", "a");
    command_ends(&process, 1, NULL);
}

static void test_markov(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("chain.tra", "1 1\n0 0 1\n");
    command_run(&process, "check", command_path("chain.tra", path), "-f", "true");
    command_ends(&process, 2, "the other properties are those of networks");
}

static void test_warnings(void) {
    struct process process;
    check_with(&process, 0,
               "formula:1:10: 'Trans': no transition of the network has such a label; did you mean 'trans'?",
               (const char *[]){"-f", "[true* . Trans . \"Trans\"] false", NULL});
    const char *first = strstr(process.err, "'Trans'");
    CU_ASSERT_PTR_NULL(strstr(first + 8, "'Trans'")); /* told once */
    process_free(&process);
    check_with(&process, 0, "no transition of the network has such a label",
               (const char *[]){"-f", "[true* . 'nix.*'] false", NULL});
    process_free(&process);
    check_with(&process, 0, "formula 2:1:8: 'b': no transition of the network has such a label",
               (const char *[]){"-f", "[trans] false", "-f", "[true*.b] false", NULL});
    process_free(&process);
    check_with(&process, 0,
               "formula 3:1:", (const char *[]){"-f", "true", "-f", "true", "-f", "<true*> @", NULL});
    process_free(&process);
    check_with(&process, 0, "warning: ", (const char *[]){"-f", "<true*> @", NULL});
    process_free(&process);
    check_with(&process, 0, NULL,
               (const char *[]){"-f", "[true* . 'done_.' . not trans . work_3] true", NULL});
    CU_ASSERT_PTR_NULL(strstr(process.err, "'done_.'"));
    process_free(&process);
    /* The warning that a formula can be read otherwise is not hidden by --quiet. */
    check_with(&process, 0, "formula:1:9: as in mCRL2, this fixpoint ends before the '||' of line 1, ",
               (const char *[]){"-q", "--dialect", "mcf", "-f", "<trans> mu X . <trans> X || true", NULL});
    process_free(&process);
    check_with(&process, 1, "in this dialect 'i' is the name of an action",
               (const char *[]){"-q", "--dialect", "mcf", "-f", "<i> true", NULL});
    CU_ASSERT_PTR_NOT_NULL(strstr(process.err, "no transition of the network"));
    process_free(&process);
    check_with(&process, 0, "formula:1:10: 'tarns': no transition of the network has such a label",
               (const char *[]){"-q", "-f", "[true* . tarns] false", NULL});
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);
}

/* --- files --- */

static void test_traces(void) {
    char trace[PATH_BYTES], second[PATH_BYTES];
    json_t *object = json_with(1, "-f", "[true* . trans] false", "-f", "<true* . 'done_.'> true", "-f",
                               "<trans> true", "--trace", command_path("t.json", trace));
    CU_ASSERT_STRING_EQUAL(command_text(command_property(object, 0), "trace_file"), trace);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(command_property(object, 0), "trace")), 2);
    CU_ASSERT_STRING_EQUAL(command_text(command_property(object, 1), "trace_file"),
                           command_path("t-2.json", second));
    CU_ASSERT_TRUE(json_is_true(json_object_get(command_property(object, 1), "witness")));
    CU_ASSERT_PTR_NULL(json_object_get(command_property(object, 0), "witness"));
    CU_ASSERT_TRUE(json_is_null(json_object_get(command_property(object, 2), "trace")));
    CU_ASSERT_FALSE(command_has_file("t-3.json"));
    json_decref(object);
    verify("t.json", 0, "violates: [true* . trans] false");
    verify("t-2.json", 0, "shows that it holds: <true* . 'done_.'> true");
}

/* Replaces one text of the file by another of the same length, or by a shorter one and blanks. */
static void tamper(const char *name, const char *from, const char *to, const char *copy) {
    char path[PATH_BYTES];
    char *text = process_read_file(command_path(name, path), NULL);
    char *at = text == NULL ? NULL : strstr(text, from);
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    memset(at, ' ', strlen(from));
    memcpy(at, to, strlen(to));
    command_put_file(copy, text);
    free(text);
}

static void test_tampering(void) {
    char trace[PATH_BYTES];
    struct process process;
    check_with(&process, 1, NULL,
               (const char *[]){"-f", "[true* . trans . 'done_.'] false", "--trace",
                                command_path("u.json", trace), NULL});
    process_free(&process);
    verify("u.json", 0, "confirmed");
    tamper("u.json", "\"formula\":\"[true* . trans", "\"formula\":\"[true* . work_", "u1.json");
    verify("u1.json", 1, "does not show");
    tamper("u.json", "\"formula\":\"[true* . trans . 'done_.'] false",
           "\"formula\":\"<true* . trans . 'done_.'> true ", "u2.json");
    verify("u2.json", 1, "it shows that it holds");
    tamper("u.json", "\"lasso\": null", "\"holds\": true", "u3.json");
    verify("u3.json", 1, "it shows that it is violated");
    tamper("u.json", "\"kind\":\"formula\"", "\"kind\":\"nothing\"", "u4.json");
    command_run(&process, "verify", command_path("u4.json", trace));
    command_ends(&process, 2, "property.kind");
}

static void test_certificate(void) {
    static const char formula[] = "[true*] (<true> true and [true* . nowhere] false)";
    char path[PATH_BYTES];
    struct process process;
    check_with(&process, 0, NULL,
               (const char *[]){"-f", formula, "--certificate", command_path("c.json", path), NULL});
    process_free(&process);
    verify("c.json", 0, "proves it");
    check_with(&process, 1, "no property was found to hold",
               (const char *[]){"-f", "[true* . trans] false", "--certificate",
                                command_path("none.json", path), NULL});
    CU_ASSERT_FALSE(command_has_file("none.json"));
    process_free(&process);
}

/* The winner of the written game agrees with the formula's verdict, whatever the formula's shape. */
static void test_games(void) {
    static const char *const formulas[] = {"[true* . trans] false", "<true* . trans> true",
                                           "nu X . mu Y . ([trans] X and [not trans] Y)",
                                           "nu X . (<true> X and [trans] <true> true)"};
    char path[PATH_BYTES];
    command_path("game.pg", path);
    for (unsigned i = 0; i < LENGTH(formulas); i++) {
        struct process process;
        command_run(&process, "check", producer(), "-f", formulas[i], "--json", "--write-game", path);
        json_t *object = command_json(process.out);
        int holds = strcmp(command_text(command_property(object, 0), "verdict"), "holds") == 0;
        CU_ASSERT_EQUAL(process.code, holds ? 0 : 1);
        CU_ASSERT_STRING_EQUAL(command_text(command_property(object, 0), "grounds"), "game");
        process_free(&process);
        command_run(&process, "solve", "--json", path);
        command_expect(&process, 0, NULL);
        json_t *solved = command_json(process.out);
        CU_ASSERT_STRING_EQUAL(command_text(solved, "winner"), holds ? "even" : "odd");
        CU_ASSERT_EQUAL(command_number(solved, "vertices"),
                        command_number(json_object_get(command_property(object, 0), "game"), "vertices"));
        json_decref(solved);
        json_decref(object);
        process_free(&process);
    }
}

/* If a requested file cannot be written, the command fails, whatever the verdict. */
static void test_full_disk(void) {
    static const struct {
        const char *formula, *option;
    } cases[] = {{"nu X . <true> X", "--write-game"},
                 {"mu X . <true> X", "--write-game"},
                 {"nu X . <true> X", "--certificate"},
                 {"mu X . <true> X", "--trace"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct process process;
        check_with(&process, 2, "/dev/full: cannot write: ",
                   (const char *[]){"-f", cases[i].formula, cases[i].option, "/dev/full", NULL});
        process_free(&process);
    }
}

/* The counterexample divides at once: a hint says how to get it, unless a file has it. */
static void test_branching(void) {
    static const char formula[] = "<true*> [true*] <true* . nowhere> true";
    char trace[PATH_BYTES];
    struct process process;
    command_run(&process, "check", producer(), "-f", formula);
    command_expect(&process, 1, NULL);
    command_prints(&process, "violated: the path divides after 1 step (--trace FILE.json writes");
    process_free(&process);
    command_run(&process, "check", producer(), "-f", formula, "--trace", command_path("branch.json", trace));
    command_expect(&process, 1, NULL);
    command_prints(&process, "violated: the path divides after 1 step, strategy in ");
    process_free(&process);
}

/* The number of nodes in the head of a file of evidence; 0 without a file. */
static uint64_t nodes_of(const char *path) {
    static char head[8192];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return 0;
    }
    head[fread(head, 1, sizeof head - 1, file)] = '\0';
    fclose(file);
    const char *nodes = strstr(head, "\"nodes\": ");
    return nodes == NULL ? 0 : strtoull(nodes + strlen("\"nodes\": "), NULL, 10);
}

/* A strategy of more than 100,000 nodes, which is made if it is written; its path is shown in any case. */
static void test_large_strategy(void) {
    const char *formula = "[true*] <true* . 'nowhere.*'> true";
    char network[256] = "\"loop.aut\"", path[PATH_BYTES], trace[PATH_BYTES];
    struct process process;
    for (int k = 0; k < 16; k++) {
        strcat(network, " ||| \"loop.aut\"");
    }
    command_put_file("loop.aut", "des (0, 2, 2)\n(0, a, 1)\n(1, b, 0)\n");
    command_put_file("loops.exp", network);
    command_path("loops.exp", path);
    command_path("large.json", trace);
    command_run(&process, "check", path, "-f", formula);
    command_expect(&process, 1, NULL);
    command_prints(&process, " can no longer happen: ");
    process_free(&process);
    command_run(&process, "check", path, "-f", formula, "--trace", trace);
    command_expect(&process, 1, NULL);
    command_prints(&process, ", trace in ");
    CU_ASSERT_TRUE(nodes_of(trace) > 131072);
    process_free(&process);
}

/* --witness explains formulas that hold; a file has the path, which `verify` confirms. */
static void test_witness(void) {
    char network[PATH_BYTES], trace[PATH_BYTES];
    struct process process;
    command_put_file("crash.aut", "des (0, 4, 3)\n(0, begin, 1)\n(1, end, 0)\n(1, crash, 2)\n(2, log, 2)\n");
    command_run(&process, "check", command_path("crash.aut", network), "--witness", "-f",
                "<true*> [true* . begin] false");
    command_expect(&process, 0, NULL);
    command_prints(&process, "holds:\nstep  label", "   2  crash",
                   "from here `begin` can no longer happen: 1 state remains reachable, "
                   "which does not have it; so `[true* . begin] false` holds");
    process_free(&process);
    command_run(&process, "check", "-q", network, "--witness", "--trace", command_path("why.json", trace),
                "-f", "<true*> [true* . begin] false");
    command_ends(&process, 0, NULL);
    command_run(&process, "verify", trace);
    command_expect(&process, 0, NULL);
    command_prints(&process, "the formula holds", "along this path of 2 steps");
    process_free(&process);
}

static void test_standard_input(void) {
    char in[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    command_put_file("in.mcl", "[true*] <true> true");
    const char *const argv[] = {getenv("HEDDLE"), "check", producer(), "-p", "-", NULL};
    command_path("in.mcl", in);
    command_path("out", out);
    command_path("err", err);
    process_finish(process_start_reading(in, argv, out, err), out, err, &process);
    command_expect(&process, 0, NULL);
    command_prints(&process, "\n-  holds");
    process_free(&process);
}

void suite_formula_command(void) {
    command_suite("formulas on the command line", "several formulas and files", test_order,
                  "negations and duals", test_negations, "what verdicts rest on", test_rows, "names",
                  test_names, "dialects", test_dialects, "limits", test_limits, "large values",
                  test_large_values, "what is refused", test_errors, "a solver that does not fit",
                  test_wrong_solver, "Markov decision processes", test_markov, "warnings", test_warnings,
                  "traces and witnesses", test_traces, "tampered traces", test_tampering, "certificates",
                  test_certificate, "games", test_games, "a full disk", test_full_disk,
                  "a refutation that branches", test_branching, "a large strategy", test_large_strategy,
                  "witnesses", test_witness, "standard input", test_standard_input, NULL);
}
