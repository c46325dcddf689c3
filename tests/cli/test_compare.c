/*
 * `heddle compare` as a user sees it: verdicts that other tools agree on, differences and their evidence,
 * limits, errors. $HEDDLE is the binary, $EXAMPLES the folder of models.
 */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static const char *const equivalences[] = {"strong", "branching", "divbranching",
                                           "weak",   "trace",     "weaktrace"};

/* A buffer of one place. */
static const char buffer_aut[] =
    "des (0, 4, 3)\n(0, \"put !a\", 1)\n(1, \"deliver !a\", 0)\n(0, \"put !b\", 2)\n"
    "(2, \"deliver !b\", 0)\n";

/* Verdicts of mCRL2, by equivalence: T or F. Files without a folder are in the suite's folder. */
static const struct {
    const char *first, *second, *visible, *verdicts;
} pairs[] = {
    {"cadp/system.exp", "cadp/vectors.exp", NULL, "TTTTTT"},
    {"cadp/system.exp", "cadp/priority.exp", NULL, "FFFFFF"},
    {"alternating_bit-3/alternating_bit.exp", "buffer.aut", "'put.*','deliver.*'", "FTFTFT"},
    {"alternating_bit-1/alternating_bit.exp", "alternating_bit_patient-1/alternating_bit.exp",
     "'put.*','deliver.*'", "FTFTFT"},
    {"alternating_bit-1/alternating_bit.exp", "alternating_bit_no_bit-1/alternating_bit.exp",
     "'put.*','deliver.*'", "FFFFFF"},
    {"locks/locks.exp", "locks/ordered.exp", NULL, "FTFTFT"},
    {"locks/ordered.exp", "locks/turns.exp", NULL, "FFFFFF"},
    {"ring-5/ring.exp", "ring-6/ring.exp", "pass_0", "FTTTFT"},
    {"mesi-2/mesi.exp", "mesi-5/mesi.exp", "load !1,store !1,evict !1", "FTTTFT"},
    {"peterson/peterson.exp", "peterson/late.exp", "'enter.*','leave.*'", "FFFFFF"},
    {"filter-2/filter.exp", "filter-3/filter.exp", "enter !1,leave !1", "FTTTFT"},
    {"order/order.exp", "order/mail_first.exp", NULL, "FFFFFF"},
};

static const char *place_of(const char *name, char *path) {
    return strchr(name, '/') == NULL ? command_path(name, path) : command_example(name, path);
}

static void compare_pair(size_t i, size_t k, const char *evidence) {
    char first[PATH_BYTES], second[PATH_BYTES];
    struct process process;
    int holds = pairs[i].verdicts[k] == 'T';
    place_of(pairs[i].first, first);
    place_of(pairs[i].second, second);
    if (pairs[i].visible != NULL) {
        command_run(&process, "compare", "--json", first, second, "-e", equivalences[k], "--evidence",
                    evidence, "--hide-all-but", pairs[i].visible);
    } else {
        command_run(&process, "compare", "--json", first, second, "-e", equivalences[k], "--evidence",
                    evidence);
    }
    command_expect(&process, holds ? 0 : 1, NULL);
    json_t *object = command_json(process.out);
    const json_t *diagnostic = json_object_get(object, "diagnostic");
    CU_ASSERT_EQUAL(json_is_true(json_object_get(object, "equivalent")), holds);
    CU_ASSERT_EQUAL(diagnostic == NULL, holds);
    CU_ASSERT(holds || json_is_true(json_object_get(diagnostic, "checked")));
    CU_ASSERT_STRING_EQUAL(command_text(object, "evidence"), evidence);
    json_decref(object);
    process_free(&process);
    command_run(&process, "verify", "-q", evidence);
    command_ends(&process, 0, NULL);
}

static void test_verdicts(void) {
    char evidence[PATH_BYTES];
    command_put_file("buffer.aut", buffer_aut);
    command_path("difference.json", evidence);
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        /* Those that tell most; both orders of the inputs are in the table. */
        for (size_t k = i % 2; k < LENGTH(equivalences); k += 2) {
            compare_pair(i, k, evidence);
        }
    }
}

/* Small graphs whose differences are known. */
static const struct {
    const char *first, *second, *option;
    int code;
    const char *printed; /* in standard output */
} small[] = {
    {"(0, a, 1)\n(1, b, 2)", "(0, a, 1)\n(1, b, 2)", "-estrong", 0, "equivalent               yes"},
    {"(0, a, 1)\n(1, b, 2)", "(0, a, 1)\n(1, c, 2)", "-estrong", 1, "<\"a\" . \"b\"> true\n"},
    {"(0, a, 1)\n(0, i, 2)", "(0, a, 1)\n(0, i, 0)", "-edivbranching", 1, "<i*> <i> @\n"},
    {"(0, a, 1)\n(0, a, 2)\n(1, b, 0)\n(2, b, 0)\n(2, c, 0)", "(0, a, 1)\n(1, b, 0)\n(1, c, 0)", "-estrong",
     1, "<\"a\"> [\"c\"] false\n"},
    {"(0, a, 1)\n(0, i, 2)\n(2, b, 1)", "(0, a, 1)\n(0, b, 1)", "-ebranching", 1, "<i*> "},
    {"(0, a, 1)\n(0, i, 2)\n(2, b, 1)", "(0, a, 1)\n(0, b, 1)", "-eweak", 1, "<i*> "},
    {"(0, a, 1)\n(0, i, 2)\n(2, b, 1)", "(0, a, 1)\n(0, b, 1)", "-eweaktrace", 0, "yes"},
    {"(0, a, 1)\n(0, a, 2)\n(1, b, 0)", "(0, a, 1)\n(1, b, 0)", "-estrong", 1, "<\"a\"> [true] false\n"},
    {"(0, a, 1)\n(1, b, 0)\n(1, c, 0)", "(0, a, 1)\n(0, a, 2)\n(1, b, 0)\n(2, c, 0)", "--preorder=simulation",
     1, "<\"a\"> (<\"c\"> true and <\"b\"> true)\n"},
    {"(0, a, 1)\n(0, a, 2)\n(1, b, 0)\n(2, c, 0)", "(0, a, 1)\n(1, b, 0)\n(1, c, 0)", "--preorder=simulation",
     0, "included                 yes"},
    {"(0, a, 1)", "(0, i, 1)\n(1, a, 2)", "--preorder=trace", 1, "<\"a\"> true\n"},
    {"(0, a, 1)", "(0, i, 1)\n(1, a, 2)", "--preorder=weaktrace", 0, "yes"},
    {"(0, a, 1)", "(0, a, 1)\n(0, b, 1)", "--preorder=trace", 0, "yes"},
    {"(0, \"a\\b\", 1)", "(0, c, 1)", "-estrong", 1, "<\"a\\\\b\"> true\n"},
    {"(0, tau, 1)\n(1, a, 0)", "(0, i, 1)\n(1, a, 0)", "-estrong", 0, "yes"},
};

static void put_graph(const char *name, const char *transitions) {
    char text[1024];
    uint64_t count = 1;
    for (const char *at = transitions; *at != '\0'; at++) {
        count += *at == '\n';
    }
    snprintf(text, sizeof text, "des (0, %u, 3)\n%s\n", (unsigned)count, transitions);
    command_put_file(name, text);
}

static void test_small(void) {
    char first[PATH_BYTES], second[PATH_BYTES], evidence[PATH_BYTES];
    struct process process;
    command_path("first.aut", first);
    command_path("second.aut", second);
    command_path("small.json", evidence);
    for (size_t i = 0; i < LENGTH(small); i++) {
        put_graph("first.aut", small[i].first);
        put_graph("second.aut", small[i].second);
        command_run(&process, "compare", first, second, small[i].option, "--evidence", evidence);
        command_expect(&process, small[i].code, NULL);
        CU_ASSERT_PTR_NOT_NULL(strstr(process.out, small[i].printed));
        if (strstr(process.out, small[i].printed) == NULL) {
            fprintf(stderr, "%s\n%s: %s\n", small[i].first, small[i].option, process.out);
        }
        CU_ASSERT(small[i].code == 0 ||
                  strstr(process.out, "checked                  on both inputs") != NULL);
        command_verify("small.json", 0, small[i].code == 0 ? "are in" : "", small[i].printed);
        process_free(&process);
    }
}

/* Evidence of a difference is refuted by inputs that are the same. */
static void test_evidence(void) {
    char first[PATH_BYTES], second[PATH_BYTES], evidence[PATH_BYTES];
    struct process process;
    command_path("first.aut", first);
    command_path("second.aut", second);
    put_graph("first.aut", "(0, a, 1)\n(1, b, 2)");
    put_graph("second.aut", "(0, a, 1)\n(1, c, 2)");
    command_run(&process, "compare", "-q", first, second, "--evidence", command_path("both.json", evidence));
    command_ends(&process, 1, NULL);
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    command_prints(&process, "2 pieces of evidence: 2 confirmed");
    process_free(&process);
    put_graph("second.aut", "(0, a, 1)\n(1, b, 2)");
    command_run(&process, "verify", evidence);
    command_expect(&process, 1, NULL);
    command_prints(&process, "1 confirmed, 1 refuted");
    process_free(&process);
}

/* Evidence that two inputs are related: refuted by other inputs, other classes, other initial states. */
static void test_related(void) {
    char first[PATH_BYTES], second[PATH_BYTES], evidence[PATH_BYTES];
    struct process process;
    command_path("first.aut", first);
    command_path("second.aut", second);
    command_path("related.json", evidence);
    put_graph("first.aut", "(0, a, 1)\n(1, b, 2)");
    put_graph("second.aut", "(0, a, 1)\n(1, b, 0)");
    command_run(&process, "compare", "-q", first, second, "--preorder=weaktrace", "--evidence", evidence);
    command_ends(&process, 0, NULL);
    command_verify("related.json", 0, "the second input has all sequences of labels of the first (weaktrace)",
                   "weak traces");
    put_graph("second.aut", "(0, a, 1)\n(1, c, 0)");
    command_verify("related.json", 1, "after the same sequence of labels, only the first input has \"b\"",
                   "another label");
    put_graph("second.aut", "(0, a, 1)\n(1, b, 0)\n(1, b, 2)");
    command_verify("related.json", 1, "which is missing", "a state more");
    command_run(&process, "verify", evidence, first);
    command_ends(&process, 2, "this piece is about two inputs");
    put_graph("first.aut", "(0, \"x1\", 1)\n(1, a, 0)");
    put_graph("second.aut", "(0, y, 1)\n(1, a, 0)");
    command_run(&process, "compare", "-q", first, second, "-ebranching", "--hide", "'x.*',\"y\"",
                "--evidence", evidence);
    command_ends(&process, 0, NULL);
    command_verify("related.json", 0,
                   "both inputs are equivalent (branching) after hiding 'x.*', y: ", "hidden");
    put_graph("first.aut", "(0, \"x1\", 1)\n(1, a, 0)\n(1, y2, 1)");
    command_verify("related.json", 1, "do not have the same steps", "a label that is not hidden");
    command_put_file("first.prism",
                     "mdp module m x : [0..2]; [a] x<2 -> (x'=x+1); endmodule init x<2 endinit\n");
    command_put_file("second.prism",
                     "mdp module m x : [0..2]; [a] x<2 -> (x'=x+1); endmodule init x<1 endinit\n");
    command_path("first.prism", first);
    command_path("second.prism", second);
    command_run(&process, "compare", "-q", first, first, "-estrong", "--evidence", evidence);
    command_ends(&process, 0, NULL);
    command_verify("related.json", 0, "both inputs are equivalent (strong)", "several initial states");
    command_run(&process, "compare", "-q", first, second, "-etrace", "--evidence", evidence);
    command_ends(&process, 0, NULL);
    command_verify("related.json", 0, "both inputs are equivalent (trace)",
                   "traces of several initial states");
    command_put_file("first.prism",
                     "mdp module m x : [0..2]; [a] x<2 -> (x'=x+1); endmodule init x>0 endinit\n");
    command_verify("related.json", 1, "only the second input has", "other initial states");
}

/* Evidence that the classes of first.aut and second.aut are all 0, with these options of both, and `more` in
 * the head. */
static void put_claim(const char *first_options, const char *second_options, const char *more) {
    char first[PATH_BYTES], second[PATH_BYTES], text[3 * PATH_BYTES];
    snprintf(text, sizeof text,
             "{\"heddle_evidence\":1,\"kind\":\"comparison\",\"inputs\":{\"network\":\"%s\"%s},"
             "\"components\":[\"first\"],\"second\":{\"inputs\":{\"network\":\"%s\"%s},"
             "\"components\":[\"second\"]},%s,\"first_states\":2,\"states\":4}\n"
             "[[0],0]\n[[1],0]\n[[0],0]\n[[1],0]\n",
             command_path("first.aut", first), first_options, command_path("second.aut", second),
             second_options, more);
    command_put_file("claim.json", text);
}

/* The verdict says what is claimed: the relation, what is hidden, how both inputs are read. */
static void test_claim(void) {
    char evidence[PATH_BYTES], first[PATH_BYTES], second[PATH_BYTES], hidden[1024] = "", list[1200];
    struct process process;
    command_path("claim.json", evidence);
    command_path("first.aut", first);
    command_path("second.aut", second);
    command_put_file("first.aut", "des (0, 1, 2)\n(0, a, 1)\n");
    command_put_file("second.aut", "des (0, 1, 2)\n(0, b, 1)\n");
    put_claim("", "", "\"equivalence\":\"branching\",\"hidden\":{\"all_but\":true,\"labels\":[]}");
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    command_prints(
        &process, "property  branching, hiding all labels\n",
        "both inputs are equivalent (branching) after hiding all labels: 2 states of the first and "
        "2 of the second are in 1 class\n");
    process_free(&process);
    put_claim("", "",
              "\"equivalence\":\"weak\",\"hidden\":{\"all_but\":false,\"labels\":[{\"label\":\"a\"},"
              "{\"pattern\":\"b.*\"},{\"label\":\"c,d\"},{\"pattern\":\"x', 'y\"}]}");
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    command_prints(&process, "property  weak, hiding a, 'b.*', \"c,d\", 'x'', ''y'\n",
                   "after hiding a, 'b.*', \"c,d\", 'x'', ''y': 2 ");
    process_free(&process);
    put_claim("", "", "\"equivalence\":\"branching\"");
    command_verify("claim.json", 1, "do not have the same steps", "nothing is hidden");
    put_claim(
        "", "",
        "\"equivalence\":\"weak\",\"hidden\":{\"all_but\":false,\"labels\":[{\"pattern\":\"a\\\\(\"}]}");
    command_verify("claim.json", 2, "the pattern a\\( of the evidence: ", "a wrong pattern");
    for (int k = 0; k < 60; k++) {
        snprintf(hidden + strlen(hidden), sizeof hidden - strlen(hidden), "%slabel_%d", k == 0 ? "" : ",", k);
    }
    snprintf(list, sizeof list, "%s,a,b", hidden);
    command_run(&process, "compare", "-q", first, second, "-ebranching", "--hide", list, "--evidence",
                evidence);
    command_ends(&process, 0, NULL);
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    command_prints(&process, "label_21, .. and 40 more (--json lists all)\n", "label_21, .. and 40 more: 2 ");
    process_free(&process);
    command_run(&process, "verify", "--json", evidence);
    command_expect(&process, 0, NULL);
    command_prints(&process, "label_59, a, b\"", "label_21, .. and 40 more: 2 ");
    process_free(&process);
}

static void test_claim_of_preorder(void) {
    char evidence[PATH_BYTES], first[PATH_BYTES], second[PATH_BYTES];
    struct process process;
    command_path("claim.json", evidence);
    command_path("first.aut", first);
    command_path("second.aut", second);
    command_put_file("first.aut", "des (0, 1, 2)\n(0, a, 1)\n");
    command_put_file("second.aut", "des (0, 2, 2)\n(0, a, 1)\n(0, b, 1)\n");
    command_run(&process, "compare", "-q", first, second, "--preorder=trace", "--evidence", evidence);
    command_ends(&process, 0, NULL);
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    command_prints(&process, "property  preorder trace\n",
                   "the second input has all sequences of labels of the first (trace): 2 ");
    process_free(&process);
    command_run(&process, "compare", "-q", first, second, "--preorder=simulation", "--hide", "b",
                "--evidence", evidence);
    command_ends(&process, 0, NULL);
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    command_prints(&process, "property  preorder simulation, hiding b\n",
                   "the second input simulates the first (simulation) after hiding b: 2 ");
    process_free(&process);
    command_put_file("second.aut", "des (0, 1, 2)\n(0, a, 1)\n");
    command_run(&process, "compare", "-q", first, second, "-etrace", "--evidence", evidence);
    command_ends(&process, 0, NULL);
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    command_prints(&process, "property  trace\n", "both inputs are equivalent (trace): 2 ");
    process_free(&process);
}

/* A piece says how each input is read, if the second is not read as the first. */
static void test_second_reading(void) {
    static const char claim[] = "\"equivalence\":\"branching\",\"hidden\":{\"all_but\":true,\"labels\":[]}";
    char evidence[PATH_BYTES];
    struct process process;
    command_path("claim.json", evidence);
    put_claim(",\"ignore_case\":true", ",\"ignore_case\":true,\"independent\":true", claim);
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    command_prints(&process, "read with         --ignore-case\n",
                   "second read with  --ignore-case --independent\n");
    process_free(&process);
    put_claim(",\"independent\":true", "", claim);
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    command_prints(&process, "read with         --independent\n", "second read with  default options\n");
    process_free(&process);
    put_claim("", ",\"independent\":true", claim);
    command_run(&process, "verify", "--json", evidence);
    command_expect(&process, 0, NULL);
    command_prints(&process, "\"second_reading\": \"--independent\"", "\"verdict\": \"confirmed\"");
    CU_ASSERT_PTR_NULL(strstr(process.out, "\"reading\""));
    process_free(&process);
    put_claim(",\"independent\":true", ",\"independent\":true", claim);
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    command_prints(&process, "read with  --independent\n", NULL);
    CU_ASSERT_PTR_NULL(strstr(process.out, "second read with"));
    process_free(&process);
    put_claim("", ",\"constants\":{\"N\":\"2\"}", claim);
    command_run(&process, "verify", evidence);
    command_ends(&process, 2, NULL);
}

static void test_hidden(void) {
    char first[PATH_BYTES], second[PATH_BYTES];
    struct process process;
    put_graph("first.aut", "(0, x1, 1)\n(1, \"a,b\", 2)\n(2, y, 0)");
    put_graph("second.aut", "(0, \"a,b\", 1)\n(1, z, 2)");
    command_path("first.aut", first);
    command_path("second.aut", second);
    command_run(&process, "compare", first, second, "-eweaktrace", "--hide", "'x.*','z'");
    command_expect(&process, 1, NULL);
    command_prints(&process, "<(i or 'x.*' or 'z')* . \"a,b\" . (i or 'x.*' or 'z')* . \"y\"> true\n",
                   "trace, of the first alone", "on both inputs");
    process_free(&process);
    command_run(&process, "compare", first, second, "-eweaktrace", "--hide-all-but", "\"a,b\"");
    command_expect(&process, 1, NULL);
    command_prints(&process, "labels                   a,b, a,b\n",
                   "<(i or not (\"a,b\"))* . \"a,b\" . (i or not (\"a,b\"))* . \"a,b\"> true\n");
    process_free(&process);
}

/* Values of constants are for the inputs that declare them. */
static void test_constants(void) {
    static const char text[] =
        "dtmc\nconst int N;\n%smodule m\n x : [0..N] init 0;\n [up] x<N%s -> (x'=x+1);\n"
        " [zero] x=N -> (x'=0);\nendmodule\n";
    char first[PATH_BYTES], second[PATH_BYTES], other[PATH_BYTES], model[sizeof text + 32];
    char evidence[PATH_BYTES];
    struct process process;
    snprintf(model, sizeof model, text, "", "");
    command_put_file("first.prism", model);
    snprintf(model, sizeof model, text, "const int M;\n", "+M-1");
    command_put_file("other.prism", model);
    put_graph("second.aut", "(0, up, 1)\n(1, up, 2)\n(2, zero, 0)");
    command_path("first.prism", first);
    command_path("other.prism", other);
    command_path("second.aut", second);
    command_path("evidence.json", evidence);
    command_run(&process, "compare", first, second, "--const", "N=2", "--evidence", evidence);
    command_expect(&process, 0, NULL);
    process_free(&process);
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    process_free(&process);
    command_run(&process, "compare", second, first, "--const", "N=3", "--evidence", evidence);
    command_expect(&process, 1, NULL);
    process_free(&process);
    command_run(&process, "verify", evidence);
    command_expect(&process, 0, NULL);
    process_free(&process);
    command_run(&process, "compare", first, other, "--const", "N=2,M=1");
    command_expect(&process, 0, NULL);
    process_free(&process);
    command_run(&process, "compare", first, other, "--const", "N=2");
    command_ends(&process, 2, "the constant 'M' (int) has no value");
    command_run(&process, "compare", first, second, "--const", "N=2,K=1");
    command_ends(&process, 2, "--const K=1: no input declares a constant K");
    command_run(&process, "compare", second, second, "--const", "N=2");
    command_ends(&process, 2, "--const N=2: no input declares a constant N");
}

/* A chain of 120,000 steps: its word is found and said to be too long. */
static void test_long(void) {
    char first[PATH_BYTES], second[PATH_BYTES];
    struct process process;
    FILE *files[2] = {fopen(command_path("first.aut", first), "w"),
                      fopen(command_path("second.aut", second), "w")};
    for (int k = 0; k < 2; k++) {
        fprintf(files[k], "des (0, 120000, 120001)\n");
        for (unsigned i = 0; i < 120000; i++) {
            fprintf(files[k], "(%u, %s, %u)\n", i, k == 1 && i == 119999 ? "b" : "a", i + 1);
        }
        fclose(files[k]);
    }
    command_run(&process, "compare", "--json", first, second);
    command_expect(&process, 1, "no formula: the formula has more than 10000 nodes");
    json_t *object = command_json(process.out);
    json_t *diagnostic = json_object_get(object, "diagnostic");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(diagnostic, "trace")), 120000);
    CU_ASSERT_PTR_NULL(json_object_get(diagnostic, "formula"));
    json_decref(object);
    process_free(&process);
    command_run(&process, "compare", first, second);
    command_expect(&process, 1, NULL);
    command_prints(&process, "trace, of the ", ", .. and 119 800 more (--json lists all)");
    process_free(&process);
}

static void test_limits(void) {
    char path[PATH_BYTES];
    struct process process;
    command_example("filter-3/filter.exp", path);
    command_run(&process, "compare", path, path, "--max-states=100");
    command_ends(&process, 3, NULL);
    command_run(&process, "compare", path, path, "--timeout=0");
    command_ends(&process, 3, NULL);
    command_run(&process, "compare", path, path, "--memory=300K");
    command_ends(&process, 3, NULL);
}

static void test_errors(void) {
    char path[PATH_BYTES], other[PATH_BYTES];
    struct process process;
    put_graph("first.aut", "(0, a, 1)\n(1, b, 2)");
    command_path("first.aut", path);
    command_run(&process, "compare", path);
    command_ends(&process, 2, NULL);
    command_run(&process, "compare", path, path, "-e", "trace", "--preorder", "trace");
    command_ends(&process, 2, "--equivalence and --preorder exclude each other");
    command_run(&process, "compare", path, path, "-e", "stochastic");
    command_ends(&process, 2, "'stochastic' is not one of strong|branching");
    command_run(&process, "compare", path, "-");
    command_ends(&process, 2, "standard input cannot be compared");
    command_run(&process, "compare", path, command_path("absent.aut", other));
    command_ends(&process, 2, "absent.aut");
    command_put_file("wrong.aut", "des (0, 1, 1)\n(0, a)\n");
    command_run(&process, "compare", path, command_path("wrong.aut", other));
    command_ends(&process, 2, "wrong.aut:2:");
}

void suite_compare(void) {
    command_suite("compare", "verdicts on example networks", test_verdicts, "small graphs", test_small,
                  "evidence", test_evidence, "evidence of what is related", test_related,
                  "what evidence claims", test_claim, "what evidence of preorders claims",
                  test_claim_of_preorder, "how inputs of evidence are read", test_second_reading,
                  "hidden labels", test_hidden, "constants of one input", test_constants, "a long word",
                  test_long, "limits", test_limits, "errors", test_errors, NULL);
}
