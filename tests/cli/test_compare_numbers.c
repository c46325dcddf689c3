/*
 * `heddle compare -e probabilistic` and its evidence as a user sees them: formulas, classes, damaged and
 * tampered evidence, limits; and random PRISM models with rewards, whose verdicts are those of the
 * definition.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "tests/oracle/oracle_measured.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define CASES 60u
#define FAILED_BYTES 64

/* --- pairs --- */

static const char coin[] = "dtmc module m s : [0..2]; [] s=0 -> 1/2 : (s'=1) + 1/2 : (s'=2); [] s>0 -> true; "
                           "endmodule label \"head\" = s=1;";
static const char bent_coin[] =
    "dtmc module m s : [0..2]; [] s=0 -> 2/5 : (s'=1) + 3/5 : (s'=2); [] s>0 -> true; "
    "endmodule label \"head\" = s=1;";
/* The same in more states; one more initial state, which throws the bent coin. */
static const char two_coins[] =
    "dtmc module m s : [0..3]; [] s=0 -> 1/2 : (s'=1) + 1/4 : (s'=2) + 1/4 : (s'=3); "
    "[] s>0 -> true; endmodule label \"head\" = s=1;";
static const char either_coin[] = "dtmc module m s : [0..3]; [] s=0 -> 1/2 : (s'=1) + 1/2 : (s'=2); "
                                  "[] s=3 -> 2/5 : (s'=1) + 3/5 : (s'=2); [] s>0&s<3 -> true; "
                                  "endmodule init s=0 | s=3 endinit label \"head\" = s=1;";
static const char choices[] =
    "mdp module m s : [0..2]; [go] s=0 -> 1/2 : (s'=1) + 1/2 : (s'=2); [stay] s=0 -> true; "
    "[go] s>0 -> true; endmodule label \"head\" = s=1;\n"
    "rewards \"cost\" [go] s=0 : 3/2; endrewards";
static const char cheap[] =
    "mdp module m s : [0..2]; [go] s=0 -> 1/2 : (s'=1) + 1/2 : (s'=2); [stay] s=0 -> true; "
    "[go] s>0 -> true; endmodule label \"head\" = s=1;\n"
    "rewards \"cost\" [go] s=0 : 1/3; endrewards";
static const char free_of_charge[] =
    "mdp module m s : [0..2]; [go] s=0 -> 1/2 : (s'=1) + 1/2 : (s'=2); [stay] s=0 -> true; "
    "[go] s>0 -> true; endmodule label \"head\" = s=1;\n"
    "rewards \"time\" s=7 : 1; endrewards";
static const char rates[] =
    "des (0, 4, 4)\n(0, \"rate 2\", 1)\n(0, \"rate 1\", 2)\n(1, \"a b\", 3)\n(2, c, 3)\n";
static const char other_rates[] =
    "des (0, 4, 4)\n(0, \"rate 1\", 1)\n(0, \"rate 2\", 2)\n(1, \"a b\", 3)\n(2, c, 3)\n";
static const char draws[] =
    "des (0, 3, 2)\n(0, \"go; prob 1/3\", 1)\n(0, \"go; prob 2/3\", 0)\n(1, stop, 1)\n";
static const char other_draws[] =
    "des (0, 4, 2)\n(0, \"go; prob 1/3\", 1)\n(0, \"go; prob 2/3\", 0)\n(1, stop, 1)\n(1, wait, 0)\n";

/* Several rewards without a name. */
#define UNNAMED(kind, one, other, third)                                                                     \
    kind " module m s : [0..2]; [] s=0 -> 1/2 : (s'=1) + 1/2 : (s'=2); [] s>0 -> true; endmodule\n"          \
         "rewards s=0 : 1; endrewards rewards \"cost\" s=1 : 7; s=2 : 7; endrewards\n"                       \
         "rewards s=1 : " one "; s=2 : " other "; endrewards rewards [] s>0 : " third "; endrewards"

static const struct {
    const char *first, *second, *ending, *more, *formula; /* formula NULL: equivalent */
    const char *of;
} pairs[] = {
    {coin, coin, "prism", NULL, NULL, NULL},
    {coin, two_coins, "prism", NULL, NULL, NULL},
    {coin, bent_coin, "prism", NULL, "P>=0.5 [\"head\"]", "first"},
    {either_coin, coin, "prism", NULL, "P>=0.6 [not \"head\"]", "first"},
    {coin, either_coin, "prism", NULL, "P>=0.6 [not \"head\"]", "second"},
    {choices, cheap, "prism", NULL, "<\"go\", reward \"cost\"=1.5> true", "first"},
    {free_of_charge, cheap, "prism", NULL, "<\"go\", reward \"time\"=0, reward \"cost\"=0> true", "first"},
    {choices, cheap, "prism", "--hide=go", "<i, reward \"cost\"=1.5> true", "first"},
    {UNNAMED("dtmc", "2", "2", "3"), UNNAMED("dtmc", "2", "2", "3"), "prism", NULL, NULL, NULL},
    {UNNAMED("dtmc", "2", "2", "3"), UNNAMED("dtmc", "4", "4", "3"), "prism", NULL, "P>=1 [reward \"#2\"=2]",
     "first"},
    {UNNAMED("dtmc", "2", "2", "3"), UNNAMED("dtmc", "2", "2", "4"), "prism", NULL, "choice reward \"#3\"=3",
     "first"},
    {UNNAMED("mdp", "2", "2", "3"), UNNAMED("mdp", "2", "2", "4"), "prism", NULL, "reward \"#3\"=3", "first"},
    {rates, other_rates, "aut", NULL, "<rate> R>=2 [<\"a b\"> true]", "first"},
    {rates, other_rates, "aut", "--hide-all-but=nothing", NULL, NULL},
    {draws, other_draws, "aut", NULL, "<prob \"go\"> P>=1 [not <\"wait\"> true]", "first"},
    {draws, other_draws, "aut", "--hide=stop,wait", "<prob \"go\">", "first"},
};

/* Compares two files of the suite's folder and verifies the evidence. */
static void compare_files(const char *first, const char *second, const char *more, int code,
                          struct process *process) {
    char paths[2][PATH_BYTES], evidence[PATH_BYTES];
    command_path(first, paths[0]);
    command_path(second, paths[1]);
    command_path("evidence.json", evidence);
    command_run(process, "compare", "-e", "probabilistic", paths[0], paths[1], "--evidence", evidence,
                more == NULL ? "--threads=1" : more);
    command_expect(process, code, NULL);
    command_confirms(evidence, code == 0 ? "both inputs are equivalent (probabilistic)"
                                         : "they are not equivalent (probabilistic)");
}

static void test_pairs(void) {
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        char names[2][32], said[256];
        struct process process;
        const int differ = pairs[i].of != NULL;
        snprintf(names[0], sizeof names[0], "first.%s", pairs[i].ending);
        snprintf(names[1], sizeof names[1], "second.%s", pairs[i].ending);
        command_put_file(names[0], pairs[i].first);
        command_put_file(names[1], pairs[i].second);
        compare_files(names[0], names[1], pairs[i].more, differ, &process);
        if (differ) {
            snprintf(said, sizeof said, "formula, of the %s alone", pairs[i].of);
            command_prints(&process, said, pairs[i].formula == NULL ? "formula" : pairs[i].formula);
        }
        process_free(&process);
    }
}

/* Between formats: a model and its files. */
static void test_formats(void) {
    static const char *const names[] = {"coin.prism", "coin.drn", "coin.tra"};
    char paths[2][PATH_BYTES];
    struct process process;
    command_put_file("coin.prism", coin);
    command_put_file("bent.prism", bent_coin);
    for (size_t i = 1; i < LENGTH(names); i++) {
        command_run(&process, "explore", "-q", command_path("coin.prism", paths[0]), "-o",
                    command_path(names[i], paths[1]));
        command_ends(&process, 0, NULL);
    }
    for (size_t i = 0; i < LENGTH(names); i++) {
        for (size_t j = 0; j < LENGTH(names); j++) {
            compare_files(names[i], names[j], NULL, 0, &process);
            process_free(&process);
        }
        compare_files(names[i], "bent.prism", NULL, 1, &process);
        process_free(&process);
    }
}

/* --- evidence that is wrong --- */

static const char inputs[] =
    "\"inputs\":{\"network\":\"%s/first.prism\"},\"components\":[\"s\"],\"second\":{\"inputs\":{\"network\":"
    "\"%s/second.prism\"},\"components\":[\"s\"]},\"equivalence\":\"probabilistic\",";

/* Formulas and claims about the coin and the bent one. */
static const struct {
    const char *rest, *expected;
    int code;
} claims[] = {
    {"\"holds_in\":1,\"formula\":[{\"label\":\"head\"},{\"move\":\"chain\",\"gives\":[[0,\">=\",\"1/2\"]]}]",
     "P>=0.5 [\"head\"] holds in the first input and not in the second", 0},
    {"\"holds_in\":2,\"formula\":[{\"label\":\"head\"},{\"move\":\"chain\",\"gives\":[[0,\"<=\",\"0.4\"]]}]",
     "holds in the second input and not in the first", 0},
    {"\"holds_in\":2,\"formula\":[{\"label\":\"head\"},{\"move\":\"chain\",\"gives\":[[0,\"<=\",\"0.39\"]]}]",
     "holds in no initial state of the second input", 1},
    {"\"holds_in\":1,\"formula\":[{\"label\":\"head\"},{\"move\":\"chain\",\"gives\":[[0,\">=\",\"0.4\"]]}]",
     "holds in initial states of both inputs", 1},
    {"\"holds_in\":1,\"formula\":[{\"label\":\"head\"},{\"move\":\"choice\",\"gives\":[[0,\">=\",\"1/2\"]]}]",
     "holds in no initial state of the first input", 1},
    {"\"holds_in\":1,\"formula\":[{\"label\":\"tail\"},{\"move\":\"chain\",\"gives\":[[0,\">=\",\"1/2\"]]}]",
     "holds in no initial state of the first input", 1},
    {"\"holds_in\":3,\"formula\":[{\"all\":[]}]", "holds_in: expected 1 or 2", 2},
    {"\"holds_in\":1,\"formula\":[]", "formula: expected a list of nodes", 2},
    {"\"holds_in\":1", "formula: expected a list of nodes", 2},
    {"\"holds_in\":1,\"formula\":[{\"not\":0}]", "formula[0].not: expected numbers of nodes before this one",
     2},
    {"\"holds_in\":1,\"formula\":[{\"all\":[-1]}]", "formula[0].all: expected a natural number", 2},
    {"\"holds_in\":1,\"formula\":[{\"all\":7}]", "formula[0].all: expected a list of nodes", 2},
    {"\"holds_in\":1,\"formula\":[{\"not\":[]}]", "formula[0].not: expected the number of a node", 2},
    {"\"holds_in\":1,\"formula\":[{}]", "formula[0]: expected an object with move, label", 2},
    {"\"holds_in\":1,\"formula\":[7]", "formula[0]: expected an object with move, label", 2},
    {"\"holds_in\":1,\"formula\":[{\"reward\":\"r\",\"value\":\"much\"}]",
     "formula[0].value: expected a number", 2},
    {"\"holds_in\":1,\"formula\":[{\"move\":\"jump\",\"gives\":[]}]", "formula[0].move: expected step, prob",
     2},
    {"\"holds_in\":1,\"formula\":[{\"move\":\"chain\"}]", "formula[0].gives: expected a list of bounds", 2},
    {"\"holds_in\":1,\"formula\":[{\"all\":[]},{\"move\":\"chain\",\"gives\":[[0,\">\",\"1\"]]}]",
     "formula[1].gives: expected bounds", 2},
    {"\"holds_in\":1,\"formula\":[{\"all\":[]},{\"move\":\"chain\",\"gives\":[[1,\">=\",\"1\"]]}]",
     "formula[1].gives: expected numbers of nodes before this one", 2},
    {"\"holds_in\":1,\"formula\":[{\"all\":[]},{\"move\":\"chain\",\"gives\":[[0,\">=\",\"1/0\"]]}]",
     "formula[1].gives: expected a number of at most 128 bits", 2},
    {"\"holds_in\":1,\"formula\":[{\"all\":[]},{\"move\":\"chain\",\"gives\":[[0,\">=\",\"1e-60\"]]}]",
     "formula[1].gives: expected a number of at most 128 bits", 2},
    {"\"holds_in\":1,\"formula\":[{\"move\":\"choice\",\"gives\":[],\"earns\":[]}]",
     "formula[0].earns: expected an object", 2},
    {"\"holds_in\":1,\"formula\":[{\"all\":[]},{\"move\":\"step\",\"label\":\"a\",\"gives\":[[0,\"<=\",\"0\"]"
     "]}]",
     "formula[1].gives: expected bounds [NODE, \">=\", \"1\"]", 2},
    {"\"holds_in\":1,\"formula\":[{\"all\":[]},{\"move\":\"step\",\"label\":\"a\",\"gives\":[[0,\"<=\",\"1\"]"
     "]}]",
     "formula[1].gives: expected bounds [NODE, \">=\", \"1\"]", 2},
    {"\"holds_in\":1,\"formula\":[{\"all\":[]},{\"move\":\"step\",\"label\":\"a\",\"gives\":[[0,\">=\",\"0."
     "5\"]]}]",
     "formula[1].gives: expected bounds [NODE, \">=\", \"1\"]", 2},
    {"\"holds_in\":1,\"formula\":[{\"move\":\"step\",\"gives\":[]}]",
     "formula[0].label: expected the label of the step", 2},
    {"\"holds_in\":1,\"formula\":[{\"move\":\"chain\",\"label\":\"a\",\"gives\":[]}]",
     "formula[0].label: expected none", 2},
    {"\"holds_in\":1,\"formula\":[{\"move\":\"race\",\"label\":\"a\",\"gives\":[]}]",
     "formula[0].label: expected none", 2},
    {"\"holds_in\":1,\"formula\":[{\"move\":\"chain\",\"earns\":{\"r\":\"2\"},\"gives\":[]}]",
     "formula[0].earns: expected none", 2},
    {"\"holds_in\":1,\"formula\":[{\"move\":\"prob\",\"earns\":{},\"gives\":[]}]",
     "formula[0].earns: expected none", 2},
};

static void test_claims(void) {
    command_put_file("first.prism", coin);
    command_put_file("second.prism", bent_coin);
    for (size_t i = 0; i < LENGTH(claims); i++) {
        char text[4096], about[2048];
        snprintf(about, sizeof about, inputs, command_folder(), command_folder());
        snprintf(text, sizeof text, "{\"heddle_evidence\":1,\"kind\":\"difference\",%s%s}", about,
                 claims[i].rest);
        command_put_file("claim.json", text);
        command_verify("claim.json", claims[i].code, claims[i].expected, claims[i].rest);
    }
}

/* Classes that are wrong, of the coin and the one in more states. */
static const struct {
    const char *rows, *expected;
    int code;
} classes[] = {
    {"[[0],0]\n[[1],1]\n[[2],2]\n[[0],0]\n[[1],1]\n[[2],2]\n[[3],2]\n", "both inputs are equivalent", 0},
    {"[[0],0]\n[[1],1]\n[[2],1]\n[[0],0]\n[[1],1]\n[[2],2]\n[[3],2]\n",
     "are in class 1, but do not have the same labels, rewards and moves to classes", 1},
    {"[[0],0]\n[[1],1]\n[[2],2]\n[[0],0]\n[[1],1]\n[[2],2]\n[[3],3]\n", "are in class 0, but do not", 1},
    {"[[0],0]\n[[1],1]\n[[2],2]\n[[0],4]\n[[1],1]\n[[2],2]\n[[3],3]\n",
     "no initial state of the second input is in it", 1},
    {"[[0],0]\n[[1],1]\n[[1],2]\n[[0],0]\n[[1],1]\n[[2],2]\n[[3],2]\n", "occurs twice", 1},
    {"[[0],0]\n[[1],1]\n[[2],7]\n[[0],0]\n[[1],1]\n[[2],2]\n[[3],2]\n", "not below the number of states", 1},
};

static void test_classes(void) {
    command_put_file("first.prism", coin);
    command_put_file("second.prism", two_coins);
    for (size_t i = 0; i < LENGTH(classes); i++) {
        char text[4096], about[2048];
        snprintf(about, sizeof about, inputs, command_folder(), command_folder());
        snprintf(text, sizeof text,
                 "{\"heddle_evidence\":1,\"kind\":\"comparison\",%s\"first_states\":3,\"states\":7}\n%s",
                 about, classes[i].rows);
        command_put_file("classes.json", text);
        command_verify("classes.json", classes[i].code, classes[i].expected, classes[i].rows);
    }
}

/* --- labels --- */

/* Writes claim.json about two inputs of the suite's folder, A and B: networks of one process of these names,
 * or Markov models. `options`: of their readers, ",.." or empty; `rest`: what is hidden and claimed. */
static void put_claim(const char *kind, const char *ending, const char *options, const char *rest) {
    const int is_model = strcmp(ending, "drn") == 0;
    char sides[2][1024], text[4096];
    for (int k = 0; k < 2; k++) {
        const char name = "AB"[k];
        char components[32];
        snprintf(components, sizeof components, ",\"components\":[\"%c\"]", name);
        snprintf(sides[k], sizeof sides[k], "\"inputs\":{\"%s\":\"%s/%c.%s\"%s}%s",
                 is_model ? "mdp" : "network", command_folder(), name, ending, options,
                 is_model ? "" : components);
    }
    snprintf(text, sizeof text,
             "{\"heddle_evidence\":1,\"kind\":\"%s\",%s,\"second\":{%s},\"equivalence\":\"probabilistic\",%s",
             kind, sides[0], sides[1], rest);
    command_put_file("claim.json", text);
}

/* Processes without numbers, which the networks give to their labels: each transition is a distribution by
 * itself, whose probability must be 1. */
static void test_renamed(void) {
    static const char sum[] = "the probabilities sum to 0.4, not to 1";
    char paths[2][PATH_BYTES], evidence[PATH_BYTES];
    struct process process;
    command_put_file("A.aut", "des (0, 2, 3)\n(0, p, 1)\n(0, q, 2)\n");
    command_put_file("B.aut", "des (0, 2, 2)\n(0, p, 1)\n(0, q, 1)\n");
    command_put_file("A.exp",
                     "total rename \"p\" -> \"prob 0.4\", \"q\" -> \"prob 0.6\" in \"A.aut\" end rename");
    command_put_file("B.exp",
                     "total rename \"p\" -> \"prob 0.4\", \"q\" -> \"prob 0.6\" in \"B.aut\" end rename");
    command_run(&process, "compare", "-e", "probabilistic", command_path("A.exp", paths[0]),
                command_path("B.exp", paths[1]));
    command_ends(&process, 2, sum);
    command_run(&process, "minimise", "-e", "probabilistic", paths[0]);
    command_ends(&process, 2, sum);
    put_claim("comparison", "exp", "",
              "\"first_states\":3,\"states\":5}\n[[0],0]\n[[1],1]\n[[2],1]\n[[0],0]\n[[1],1]\n");
    command_verify("claim.json", 2, sum, "probabilities of transitions alone");
    put_claim("difference", "exp", "",
              "\"holds_in\":1,\"formula\":[{\"all\":[]},"
              "{\"move\":\"prob\",\"gives\":[[0,\">=\",\"0.4\"]]}]}");
    command_verify("claim.json", 2, sum, "the same of a formula");
    command_put_file("A.exp",
                     "total rename \"p\" -> \"prob 1\", \"q\" -> \"prob 1.0\" in \"A.aut\" end rename");
    command_put_file("B.exp",
                     "total rename \"p\" -> \"prob 1\", \"q\" -> \"prob 1.0\" in \"B.aut\" end rename");
    command_run(&process, "compare", "-e", "probabilistic", paths[0], paths[1], "--evidence",
                command_path("renamed.json", evidence));
    command_ends(&process, 0, NULL);
    command_confirms(evidence, "both inputs are equivalent (probabilistic)");
}

/* Labels are read as both inputs are: in any case, with the names of the internal action. */
static void test_reading(void) {
    static const struct {
        const char *option, *json, *first, *second, *rows;
    } readings[] = {
        {"--ignore-case", ",\"ignore_case\":true", "des (0, 2, 3)\n(0, \"Rate 1\", 1)\n(0, \"rate 2\", 2)\n",
         "des (0, 1, 2)\n(0, \"RATE 3\", 1)\n",
         "\"first_states\":3,\"states\":5}\n[[0],0]\n[[1],1]\n[[2],1]\n[[0],0]\n[[1],1]\n"},
        {"--internal=foo", ",\"internal\":[\"foo\"]",
         "des (0, 2, 2)\n(0, \"foo; prob 0.5\", 0)\n(0, \"i; prob 0.5\", 1)\n",
         "des (0, 2, 2)\n(0, \"i; prob 0.5\", 0)\n(0, \"tau; prob 0.5\", 1)\n",
         "\"first_states\":2,\"states\":4}\n[[0],0]\n[[1],1]\n[[0],0]\n[[1],1]\n"},
    };
    char path[PATH_BYTES];
    struct process process;
    for (size_t i = 0; i < LENGTH(readings); i++) {
        command_put_file("A.aut", readings[i].first);
        command_put_file("B.aut", readings[i].second);
        compare_files("A.aut", "B.aut", readings[i].option, 0, &process);
        process_free(&process);
        put_claim("comparison", "aut", readings[i].json, readings[i].rows);
        command_verify("claim.json", 0, "both inputs are equivalent", readings[i].option);
    }
    command_run(&process, "minimise", "-q", "-e", "probabilistic", "--internal=foo",
                command_path("A.aut", path), "-o", "-");
    command_expect(&process, 0, NULL);
    command_prints(&process, "\"i; prob 0.5\"");
    process_free(&process);
}

/* Of rewards without a name, each parts states. */
static void test_unnamed(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("rewards.prism", UNNAMED("dtmc", "2", "4", "3"));
    command_run(&process, "minimise", "--json", "-e", "probabilistic", command_path("rewards.prism", path));
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_EQUAL(command_number(object, "minimised_states"), 3);
    json_decref(object);
    process_free(&process);
    command_put_file("rewards.prism", UNNAMED("dtmc", "2", "2", "3"));
    command_run(&process, "minimise", "--json", "-e", "probabilistic", path);
    object = command_json(process.out);
    CU_ASSERT_EQUAL(command_number(object, "minimised_states"), 2);
    json_decref(object);
    process_free(&process);
}

/* An action `i` of a file is not what `--hide` hides. */
static void test_internal_action(void) {
    static const char model[] =
        "@type: MDP\n@parameters\n\n@reward_models\n\n@nr_states\n2\n@nr_choices\n2\n"
        "@model\nstate 0 init\n\taction a\n\t\t1 : 1\nstate 1\n\taction %s\n\t\t1 : 1\n";
    char text[sizeof model + 16];
    struct process process;
    snprintf(text, sizeof text, model, "i");
    command_put_file("A.drn", text);
    snprintf(text, sizeof text, model, "__NOLABEL__");
    command_put_file("B.drn", text);
    compare_files("A.drn", "B.drn", "--hide='.*'", 1, &process);
    process_free(&process);
    compare_files("A.drn", "A.drn", "--hide='.*'", 0, &process);
    process_free(&process);
    put_claim(
        "comparison", "drn", "",
        "\"hidden\":{\"all_but\":false,\"labels\":[{\"pattern\":\".*\"}]},\"first_states\":2,\"states\":4}\n"
        "[[0],0]\n[[1],1]\n[[0],0]\n[[1],1]\n");
    command_verify("claim.json", 1, "are in class 1, but do not", "an action i");
}

/* Verdicts about files with rewards say that these do not count. */
static void test_file_rewards(void) {
    static const char model[] =
        "@type: DTMC\n@parameters\n\n@reward_models\nr\n@nr_states\n1\n@nr_choices\n1\n"
        "@model\nstate 0 [%u] init%s\n\taction 0 [0]\n\t\t0 : 1\n";
    static const char unread[] = "; the rewards of files are not read",
                      rows[] = "\"first_states\":1,\"states\":2}\n"
                               "[[0],0]\n[[0],0]\n";
    char text[sizeof model + 16];
    snprintf(text, sizeof text, model, 1u, "");
    command_put_file("A.drn", text);
    snprintf(text, sizeof text, model, 7u, "");
    command_put_file("B.drn", text);
    put_claim("comparison", "drn", "", rows);
    command_verify("claim.json", 0, unread, "rewards that differ");
    snprintf(text, sizeof text, model, 7u, " good");
    command_put_file("B.drn", text);
    put_claim("difference", "drn", "", "\"holds_in\":2,\"formula\":[{\"label\":\"good\"}]}");
    command_verify("claim.json", 0, unread, "rewards, and a label");
}

/* Labels with numbers are not hidden. */
static void test_hidden_numbers(void) {
    static const char rest[] = "\"hidden\":{\"all_but\":%s,\"labels\":[{\"pattern\":\"%s\"}]},"
                               "\"first_states\":2,\"states\":4}\n[[0],0]\n[[1],1]\n[[0],0]\n[[1],1]\n";
    static const char labels[] = "des (0, 2, 2)\n(0, \"go; prob 1\", 1)\n(1, \"rate 2\", 1)\n";
    static const struct {
        const char *all_but, *pattern, *expected;
        int code;
    } hidings[] = {
        {"false", ".*prob.*", "hides 'go; prob 1', which has a probability", 2},
        {"false", "rate 2", "hides 'rate 2', which has a rate", 2},
        {"false", "go", "both inputs are equivalent (probabilistic) after hiding 'go'", 0},
        {"true", "go", "both inputs are equivalent (probabilistic) after hiding all but 'go'", 0},
    };
    command_put_file("A.aut", labels);
    command_put_file("B.aut", labels);
    for (size_t i = 0; i < LENGTH(hidings); i++) {
        char text[1024];
        snprintf(text, sizeof text, rest, hidings[i].all_but, hidings[i].pattern);
        put_claim("comparison", "aut", "", text);
        command_verify("claim.json", hidings[i].code, hidings[i].expected, hidings[i].pattern);
    }
}

static void test_limits(void) {
    char paths[2][PATH_BYTES], evidence[PATH_BYTES];
    struct process process;
    command_put_file("first.prism", coin);
    command_put_file("second.prism", bent_coin);
    command_put_file("third.aut", rates);
    command_path("limit.json", evidence);
    command_run(&process, "compare", "-e", "probabilistic", command_path("first.prism", paths[0]),
                command_path("second.prism", paths[1]), "--evidence", evidence, "--max-states", "1");
    command_ends(&process, 3, "limit.json: not written: a state space is incomplete");
    CU_ASSERT_FALSE(command_has_file("limit.json"));
    command_run(&process, "compare", "-e", "probabilistic", paths[0], command_path("third.aut", paths[1]),
                "--evidence", evidence);
    command_ends(&process, 2, "only models of the same kind can be compared");
    CU_ASSERT_FALSE(command_has_file("limit.json"));
}

/* 1 - p is no double for these p, and the sum of both is not 1: no verdict may depend on that. */
static void test_rounded(void) {
    static const char *const chances[] = {"1e-20", "1e-16", "pow(0.9,20)"};
    char paths[2][PATH_BYTES], model[200];
    struct process process;
    command_put_file("loop.prism", "dtmc module m x : [0..1]; [] true -> true; endmodule");
    for (size_t i = 0; i < LENGTH(chances); i++) {
        snprintf(model, sizeof model,
                 "dtmc module m x : [0..1]; [] x=0 -> %s : (x'=1) + 1-%s : (x'=0); [] x=1 -> true; endmodule",
                 chances[i], chances[i]);
        command_put_file("rounded.prism", model);
        command_run(&process, "compare", "-q", "-e", "probabilistic", command_path("rounded.prism", paths[0]),
                    command_path("loop.prism", paths[1]));
        command_ends(&process, 3, "add up to nearly 1");
        command_run(&process, "minimise", "-q", "-e", "probabilistic", paths[0]);
        command_ends(&process, 3, "add up to nearly 1");
    }
}

/* Evidence that was made by hand, about models with such numbers, is not confirmed. `verify` ends with
 * `code`.
 */
static void verify_rounded(const char *ending, const char *move, int code, const char *said) {
    char rest[300];
    snprintf(rest, sizeof rest,
             "\"holds_in\":1,\"formula\":[{\"all\":[]},{\"move\":\"%s\",\"gives\":[[0,\">=\","
             "\"1.00000000000000000001\"]]}]}",
             move);
    put_claim("difference", ending, "", rest);
    command_verify("claim.json", code, said, "a bound above 1");
    put_claim("comparison", ending, "",
              "\"first_states\":2,\"states\":4}\n[[0],0]\n[[1],0]\n[[0],0]\n[[1],0]\n");
    command_verify("claim.json", code == 1 ? 0 : code, code == 1 ? "both inputs are equivalent" : said,
                   "classes");
}

static void test_rounded_evidence(void) {
    static const struct {
        const char *kind, *move, *first, *second;
        int code;
    } cases[] = {
        {"DTMC", "chain", "1e-20", "1", 3},  {"DTMC", "chain", "1e-16", "0.9999999999999999", 3},
        {"DTMC", "chain", "0.25", "3/4", 1}, {"DTMC", "chain", "1e-18", "1", 3},
        {"MDP", "choice", "1e-20", "1", 3},  {"MDP", "choice", "0.25", "3/4", 1},
        {"CTMC", "race", "0.25", "0.75", 1},
    };
    static const char nearly[] = "add up to nearly 1";
    char model[400];
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const int is_mdp = strcmp(cases[i].kind, "MDP") == 0;
        const char *action = is_mdp ? "action a\n\t\t" : "action 0\n\t\t";
        for (int k = 0; k < 2; k++) {
            snprintf(model, sizeof model,
                     "@type: %s\n@parameters\n\n@reward_models\n\n@nr_states\n2\n@model\nstate 0 init\n\t%s"
                     "0 : %s\n\t\t1 : %s\nstate 1\n\t%s1 : 1\n",
                     cases[i].kind, action, k == 0 ? cases[i].first : "0.5", k == 0 ? cases[i].second : "0.5",
                     action);
            command_put_file(k == 0 ? "A.drn" : "B.drn", model);
        }
        verify_rounded("drn", cases[i].move, cases[i].code,
                       cases[i].code == 3 ? nearly : "holds in no initial state of the first input");
    }
    command_put_file("first.prism", "dtmc module m x : [0..1]; [] x=0 -> 1e-20 : (x'=1) + 1-1e-20 : (x'=0); "
                                    "[] x=1 -> true; endmodule");
    command_put_file("second.prism", "dtmc module m x : [0..1]; [] true -> true; endmodule");
    char about[2048], text[4096];
    snprintf(about, sizeof about, inputs, command_folder(), command_folder());
    snprintf(text, sizeof text,
             "{\"heddle_evidence\":1,\"kind\":\"difference\",%s\"holds_in\":1,\"formula\":[{\"all\":[]},"
             "{\"move\":\"chain\",\"gives\":[[0,\">=\",\"1.00000000000000000001\"]]}]}",
             about);
    for (char *at = text; (at = strstr(at, "\"s\"")) != NULL;) {
        at[1] = 'x';
    }
    command_put_file("claim.json", text);
    command_verify("claim.json", 3, nearly, "a model in PRISM's language");
}

/* --- random models --- */

static void put_model(uint64_t *random, const struct drawn_measured *drawn, const char *name) {
    char path[PATH_BYTES];
    FILE *file = test_present(fopen(command_path(name, path), "w"));
    random_measured_write_prism(random, drawn, file);
    CU_ASSERT_FATAL(fclose(file) == 0);
}

static void judge_models(uint64_t seed, void *context) {
    uint64_t *counts = context, random = seed * 0x9e3779b97f4a7c15u + 7;
    uint32_t class_of[ORACLE_MEASURED_STATES];
    struct drawn_measured drawn[2];
    struct oracle_measured both;
    struct process process;
    do {
        random_measured_make(&random, &drawn[0]);
    } while (drawn[0].kind == MEASURED_STEP);
    random_measured_add_rewards(&random, &drawn[0]);
    drawn[1] = drawn[0];
    random_measured_unfold(&random, &drawn[1]);
    for (uint32_t changes = random_draw(&random, 2) == 0 ? 0 : 4; changes > 0; changes--) {
        random_measured_change(&random, &drawn[1]);
    }
    oracle_measured_join(&drawn[0], &drawn[1], &both);
    const int differ = oracle_measured_refine(&both, class_of) != UINT32_MAX;
    put_model(&random, &drawn[0], "one.prism");
    put_model(&random, &drawn[1], "other.prism");
    compare_files("one.prism", "other.prism", NULL, differ, &process);
    counts[0] += process.code != differ;
    counts[1 + differ]++;
    process_free(&process);
}

static void test_random(void) {
    uint64_t counts[3] = {0};
    const uint64_t cases = judge_seeds(CASES, 1, judge_models, counts, &counts[0]);
    report_counts("pairs", cases, "equivalent", counts[1], "different", counts[2], NULL);
    CU_ASSERT(cases < CASES || (counts[1] * 5 > cases && counts[2] * 5 > cases));
}

void suite_compare_numbers(void) {
    command_suite("compare with numbers", "pairs", test_pairs, "formats", test_formats, "claims", test_claims,
                  "classes", test_classes, "renamed labels", test_renamed, "hidden numbers",
                  test_hidden_numbers, "rewards of files", test_file_rewards, "unnamed rewards", test_unnamed,
                  "how labels are read", test_reading, "an action i", test_internal_action, "limits",
                  test_limits, "rounded probabilities", test_rounded,
                  "evidence about numbers that are rounded", test_rounded_evidence, "random models",
                  test_random, NULL);
}
