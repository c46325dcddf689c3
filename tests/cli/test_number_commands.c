/*
 * Numbers that models cannot have, and labels that should have one, as users of the command meet them: too
 * small for a double, misspelled; and mCRL2's distributions in minimise and compare.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define CASES 25u

/* --- range --- */

#define CHAIN(weights)                                                                                       \
    "dtmc\nconst double p;\nmodule m\n x:[0..2000] init 1; s:[0..3];\n [] s<3 -> " weights "\n [] s=3 -> "   \
    "true;\nendmodule\n"
#define SPLIT(weight) CHAIN(weight ":(s'=s+1) + 1-(" weight "):true;")

/* A branch is never left out without a word. */
static void test_range(void) {
    static const struct {
        const char *name, *text, *constants, *message; /* NULL: it is kept, and four states are found */
    } cases[] = {
        {"a.prism", SPLIT("1e-400"), "p=1", "a.prism:5:12: this number is too small for a double"},
        {"a.prism", SPLIT("p"), "p=1e-400",
         "a.prism:2:14: 'p=1e-400': this number is too small for a double"},
        {"a.prism", SPLIT("p"), "p=1e400", "a.prism:2:14: 'p=1e400': this number is too large for a double"},
        {"a.prism", SPLIT("p*p"), "p=1e-200", "a.prism:5:12: the probability p*p is too small for a double"},
        {"a.prism", SPLIT("pow(p, 3)"), "p=1e-200", "the probability pow(p, 3) is too small for a double"},
        {"a.prism", SPLIT("1e-200/1e200"), "p=1", "the probability 1e-200/1e200 is too small for a double"},
        {"a.prism", SPLIT("x*p*p"), "p=1e-200",
         "a.prism:5:12: x*p*p: the result is 0 as a double, but the exact number may be too small for a "
         "double, in the"},
        {"a.prism", SPLIT("pow(0.5, x+1100)"), "p=1", "pow(0.5, x+1100): the result is 0 as a double"},
        {"a.prism", SPLIT("pow(0.5, x)"), "p=1", NULL},
        {"a.prism", SPLIT("(1-p)"), "p=0.99999999999999999999999", NULL},
        {"a.prism", SPLIT("4e-320"), "p=1", NULL},
        {"a.prism", SPLIT("x/1e300"), "p=1", NULL},
        {"a.prism", CHAIN("1e-200*x:(s'=s+1) + 1:true;"), "p=1", NULL},
        {"a.prism",
         "dtmc module m s:[0..3]; [] s<3 -> (s'=s+1); [] s=3 -> true; endmodule const double p; "
         "rewards s=1 : 1e-200*p; endrewards",
         "p=1e-200", "the reward 1e-200*p is too small for a double"},
        {"a.prism", "mdp module m s:[0..3] init p; [] s<3 -> (s'=s+1); endmodule const int p;",
         "p=4294967296", "the constant 'p' is an int of 32 bits"},
    };
    char path[PATH_BYTES];
    struct process process;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        command_put_file(cases[i].name, cases[i].text);
        command_run(&process, "explore", command_path(cases[i].name, path), "--const", cases[i].constants);
        command_expect(&process, cases[i].message == NULL ? 0 : 2, cases[i].message);
        if (cases[i].message == NULL) {
            command_prints(&process, "states          4");
        }
        process_free(&process);
        command_run(&process, "simulate", "-q", "--random=20", path, "--const", cases[i].constants);
        command_ends(&process, cases[i].message == NULL ? 0 : 2, cases[i].message);
        command_run(&process, "check", "-q", "--deadlock", path, "--const", cases[i].constants);
        command_ends(&process, cases[i].message == NULL ? 0 : 2, cases[i].message);
    }
    command_put_file("part.prism", SPLIT("x*p*p"));
    command_put_file("net.exp", "part.prism ||| stop");
    command_run(&process, "explore", command_path("net.exp", path), "--const=p=1e-200");
    command_ends(&process, 2, "x*p*p: the result is 0 as a double");
}

/* The same in files of graphs and Markov models. */
static void test_files(void) {
    static const struct {
        const char *name, *text, *message;
    } cases[] = {
        {"r.aut", "des (0,1,2)\n(0,\"rate 1e-400\",1)\n",
         "r.aut:2:5: 'rate 1e-400': the number is too small for a double"},
        {"r.aut", "des (0,2,2)\n(0,\"go; prob 1e-400\",1)\n(0,\"go; prob 1\",0)\n",
         "r.aut:2:5: 'go; prob 1e-400': the number is too small for a double"},
        {"r.aut", "des (0,1,2)\n(0,\"rate 1e400\",1)\n",
         "r.aut:2:5: 'rate 1e400': the number is too large for a double"},
        {"r.aut", "des (0,1,2)\n(0,\"a\",1 1e-400 0)\n",
         "r.aut:2:10: a probability is too small for a double"},
        {"r.tra", "2 1 2\n0 0 1 1e-400\n0 0 0 1\n", "r.tra:2:7: a probability is too small for a double"},
        {"r.tra", "2 1 2\n0 0 1 1e400\n0 0 0 1\n", "r.tra:2:7: a probability is too large for a double"},
        {"r.drn",
         "@type: MDP\n@parameters\n\n@reward_models\n\n@nr_states\n1\n@nr_choices\n1\n@model\nstate 0 "
         "init\n\taction 0\n\t\t0 : 1e-400\n",
         "r.drn:13:7: a probability is too small for a double"},
    };
    char path[PATH_BYTES];
    struct process process;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        command_put_file(cases[i].name, cases[i].text);
        command_run(&process, "mec", "-q", command_path(cases[i].name, path));
        command_ends(&process, 2, cases[i].message);
    }
}

/* --- labels that should have a number --- */

static void test_slips(void) {
    static const char *const commands[][3] = {{"info", NULL, NULL},
                                              {"mec", "-q", NULL},
                                              {"explore", "-q", NULL},
                                              {"check", "-q", "--deadlock"},
                                              {"minimise", "-eprobabilistic", NULL}};
    static const struct {
        const char *label, *right; /* NULL: there is nothing wrong */
    } cases[] = {
        {"rate -1", "'rate -1' has no rate that can be read, so it is a label like any other: write it as in "
                    "'rate 0.5' or"},
        {"prob nan", "write it as in 'prob 0.5' or 'prob 1/3'"},
        {"go; prob 0,5", "has no probability that can be read, so it is a label like any other: write it as "
                         "in 'L; prob 0.5'"},
        {"go; prob 1/0", "'L; prob 0.5' or 'L; prob 1/3'"},
        {"go;  Rate 2 per s", "'L; rate 0.5' or 'L; rate 1/3'"},
        {"prob=0.5", "'prob 0.5'"},
        {"PROB(1/2)", "'prob 0.5'"},
        {"rate +3", "'rate 0.5'"},
        {"rate inf", "'rate 0.5'"},
        {"rate", NULL},
        {"rate limit", NULL},
        {"rate !3", NULL},
        {"rates 3", NULL},
        {"probe 1", NULL},
        {"prob_1", NULL},
        {"set rate 3", NULL},
        {"rate 3", NULL},
        {"L; prob 1", NULL},
    };
    char path[PATH_BYTES], text[PATH_BYTES];
    struct process process;
    command_path("slip.aut", path);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        snprintf(text, sizeof text, "des (0,2,2)\n(1, b, 0)\n(0, \"%s\", 1)\n", cases[i].label);
        command_put_file("slip.aut", text);
        for (size_t k = 0; k < LENGTH(commands); k++) {
            command_run_to(NULL, &process, commands[k][0], path, commands[k][1], commands[k][2],
                           (const char *)NULL);
            const int warned = strstr(process.err, "slip.aut:3:6: ") != NULL;
            if (warned != (cases[i].right != NULL) ||
                (warned && strstr(process.err, cases[i].right) == NULL)) {
                printf("\n%s %s: %s", commands[k][0], cases[i].label, process.err);
                CU_FAIL("another warning");
            }
            process_free(&process);
        }
    }
    command_run(&process, "mec", "--strict", path);
    command_ends(&process, 0, NULL);
    command_put_file("renamed.exp",
                     "total rename \"L; prob 1\" -> \"L; prob 1,0\" in \"slip.aut\" end rename");
    command_run(&process, "explore", "-q", command_path("renamed.exp", text));
    command_ends(&process, 0,
                 "renamed.exp:1:29: warning: the label 'L; prob 1,0' has no probability that can be read");
    command_put_file("slip.aut", "des (0,1,1)\n(0, \"prob 0,5\", 0)\n");
    command_run(&process, "mec", "--strict", path);
    command_ends(&process, 2, "--strict: 1 warning is an error");
    command_run(&process, "info", "--strict", path, "--ignore-case");
    command_ends(&process, 2, "--strict: 1 warning is an error");
}

/* --- labels whose number cannot be used --- */

/* The label is in line 3 of a file, which is also the process of a network. */
static void test_unusable(void) {
    static const char *const mec[] = {"mec", "-q", NULL};
    static const char *const minimise[] = {"minimise", "-q", "-eprobabilistic"};
    static const char *const check[] = {"check", "-q", "--almost-surely=go"};
    static const struct {
        const char *label, *const *command;
        int code;
        const char *message;
    } cases[] = {
        {"go; prob 0", mec, 2, "'go; prob 0': the number must be positive"},
        {"rate 0/3", mec, 2, "'rate 0/3': the number must be positive"},
        {"prob 1e-400", mec, 2, "'prob 1e-400': the number is too small for a double"},
        {"rate 1e9999", mec, 2, "'rate 1e9999': the number is too large for a double"},
        {"go; prob 0", minimise, 2, "'go; prob 0': the number must be positive"},
        {"prob 1e-200", minimise, 3, "'prob 1e-200': the number has too many digits for exact sums"},
        {"go; prob 0", check, 2, "'go; prob 0': the number must be positive"},
    };
    char path[PATH_BYTES], text[PATH_BYTES];
    struct process process;
    command_put_file("unusable.exp", "\"unusable.aut\"");
    for (size_t i = 0; i < 2 * LENGTH(cases); i++) {
        const char *const *command = cases[i / 2].command;
        snprintf(text, sizeof text, "des (0,3,2)\n(1, b, 0)\n(0, \"%s\", 1)\n(0, rate 2, 1)\n",
                 cases[i / 2].label);
        command_put_file("unusable.aut", text);
        command_path(i % 2 ? "unusable.exp" : "unusable.aut", path);
        snprintf(text, sizeof text, "unusable.aut:3:6: %s", cases[i / 2].message);
        command_run_to(NULL, &process, command[0], path, command[1], command[2], (const char *)NULL);
        command_ends(&process, cases[i / 2].code, text);
    }
    command_put_file("unusable.exp", "rename \"go\" -> \"prob 0\" in \"go.aut\" end rename");
    command_put_file("go.aut", "des (0,1,1)\n(0, go, 0)\n");
    command_run(&process, "mec", command_path("unusable.exp", path));
    command_ends(&process, 2, "unusable.exp: 'prob 0': the number must be positive");
    command_put_file("sum.aut", "des (0,1,1)\n(0, prob 1/2, 0)\n");
    command_put_file("sum.exp", "\"sum.aut\"");
    command_run(&process, "mec", command_path("sum.exp", path));
    command_ends(&process, 2, "sum.exp: state 0: the probabilities sum to 0.5");
    command_put_file("both.aut", "des (0,2,1)\n(0, rate 1e-30, 0)\n(0, rate 3e30, 0)\n");
    command_run(&process, "minimise", "-e", "probabilistic", command_path("both.aut", path));
    command_ends(&process, 3, "both.aut: 'rate 3e30' and the numbers of other labels have too many digits");
}

/* --- distributions --- */

/* A random MDP in mCRL2's dialect: probabilities are multiples of 1/8. */
static void put_distributions(uint64_t seed, const char *name) {
    uint64_t random = seed;
    char text[4000];
    const uint32_t states = 2 + random_draw(&random, 5), transitions = 1 + random_draw(&random, 12);
    int used =
        snprintf(text, sizeof text, "des (%u,%u,%u)\n", random_draw(&random, states), transitions, states);
    for (uint32_t i = 0; i < transitions; i++) {
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "(%u,\"%c\",%u", random_draw(&random, states),
                     "abi"[random_draw(&random, 3)], random_draw(&random, states));
        for (uint32_t left = 8; left > 1 && random_draw(&random, 3) > 0;) {
            const uint32_t part = 1 + random_draw(&random, left - 1);
            left -= part;
            used += snprintf(text + used, sizeof text - (size_t)used, " %u/8 %u", part,
                             random_draw(&random, states));
        }
        used += snprintf(text + used, sizeof text - (size_t)used, ")\n");
    }
    command_put_file(name, text);
}

static void expect_equal(const char *first, const char *second, int code) {
    char paths[3][PATH_BYTES];
    struct process process;
    command_run(&process, "compare", "-q", "-e", "probabilistic", command_path(first, paths[0]),
                command_path(second, paths[1]), "--evidence", command_path("compared.json", paths[2]));
    command_ends(&process, code, NULL);
    command_confirms(paths[2], code == 0 ? "both inputs are equivalent (probabilistic)"
                                         : "they are not equivalent (probabilistic)");
}

/* The smallest model is equivalent, in all formats, and so is the same model in DRN. */
static void judge_distributions(uint64_t seed, void *context) {
    uint64_t *mismatches = context;
    const unsigned before = CU_get_number_of_failures();
    char paths[2][PATH_BYTES];
    struct process process;
    put_distributions(seed, "drawn.aut");
    command_run(&process, "convert", "-q", command_path("drawn.aut", paths[0]),
                command_path("drawn.drn", paths[1]));
    command_ends(&process, 0, NULL);
    expect_equal("drawn.aut", "drawn.drn", 0);
    command_run(&process, "minimise", "-q", "-e", "probabilistic", paths[0], "-o",
                command_path("less.aut", paths[1]));
    command_ends(&process, 0, NULL);
    expect_equal("drawn.aut", "less.aut", 0);
    *mismatches += CU_get_number_of_failures() > before;
}

static void test_distributions(void) {
    char path[PATH_BYTES];
    struct process process;
    uint64_t mismatches = 0;
    command_put_file("hop.aut", "des(0, 2, 2)\n(0,\"hop(7)\",0 1/3 1)\n(1,\"hop(7)\",1 1/4 0)\n");
    command_put_file("stop.aut", "des(0, 1, 2)\n(0,\"hop(7)\",0 1/3 1)\n");
    command_put_file("plain.aut", "des(0, 1, 1)\n(0,\"hop(7)\",0)\n");
    command_put_file("prob.aut", "des(0, 2, 2)\n(0,\"hop(7); prob 2/3\",1)\n(0,\"hop(7); prob 1/3\",0)\n");
    command_run(&process, "minimise", "-e", "probabilistic", command_path("hop.aut", path));
    command_expect(&process, 0, NULL);
    command_prints(&process, "minimised states       1");
    process_free(&process);
    expect_equal("hop.aut", "plain.aut", 0);
    expect_equal("hop.aut", "stop.aut", 1);
    expect_equal("stop.aut", "prob.aut", 0);
    expect_equal("plain.aut", "stop.aut", 1);
    command_run(&process, "minimise", path);
    command_ends(&process, 2,
                 "a graph with distributions: minimise and compare need -e probabilistic for it");
    judge_seeds(CASES, 1, judge_distributions, &mismatches, &mismatches);
}

/* --- labels that are keywords --- */

static void test_keywords(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("words.prism",
                     "dtmc module m x:[0..1]; [] true -> (x'=1-x); endmodule label \"S\" = x=1; "
                     "label \"min\" = x=0; rewards \"R\" true : 1; endrewards");
    command_run(&process, "check", "-q", command_path("words.prism", path), "-f",
                "[true*]({\"S\"} or {\"min\"})");
    command_ends(&process, 0, NULL);
}

void suite_number_commands(void) {
    command_suite("number_commands", "numbers beyond doubles", test_range, "in files", test_files,
                  "labels that should have a number", test_slips, "labels whose number cannot be used",
                  test_unusable, "mCRL2's distributions", test_distributions, "keywords in quotes",
                  test_keywords, NULL);
}
