/* heddle convert as a command: which format becomes which, what is lost, files, streams and limits. */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static const char bit_aut[] = "des (1, 4, 2)\n(1, tau, 0)\n(0, \"set !1\", 1)\n(0, get, 0)\n(0,get,0)\n";
static const char bit_cadp[] = "des (1, 3, 2)\n(0,\"get\",0)\n(0,\"set !1\",1)\n(1,i,0)\n";
static const char bit_mcrl2[] = "des (1, 3, 2)\n(0,\"get\",0)\n(0,\"set !1\",1)\n(1,\"tau\",0)\n";
static const char model_tra[] = "3 4 5\n0 0 0 1 stay\n0 1 1 0.5 go\n0 1 2 0.5 go\n1 0 0 1\n2 0 2 1\n";
static const char model_lab[] = "0=\"init\" 1=\"goal\"\n1: 0\n2: 1\n";
static const char model_drn[] =
    "@type: MDP\n@parameters\n\n@reward_models\n\n@nr_states\n3\n@nr_choices\n4\n@model\n"
    "state 0\n\taction stay\n\t\t0 : 1\n\taction go\n\t\t1 : 0.5\n\t\t2 : 0.5\n"
    "state 1 init\n\taction __NOLABEL__\n\t\t0 : 1\n"
    "state 2 goal\n\taction __NOLABEL__\n\t\t2 : 1\n";
static const char game_pg[] = "parity 9;\nstart 4;\n4 1 1 9,4;\n9 2 0 4 \"nine\";\n";

/* Runs `heddle convert ARGUMENTS` (as a shell has them) in the suite's folder. */
static void convert(struct process *process, const char *arguments) {
    char script[1024], out[PATH_BYTES], err[PATH_BYTES];
    snprintf(script, sizeof script, "cd '%s' && exec \"$HEDDLE\" convert %s", command_folder(), arguments);
    const char *argv[] = {"/bin/sh", "-c", script, NULL};
    command_path("stdout", out);
    command_path("stderr", err);
    process_finish(process_start(argv, out, err), out, err, process);
}

/* `heddle convert ARGUMENTS` must exit with `code` and print `says` (NULL: anything), and the file `name`
 * (NULL: not checked) must then have this content (NULL: no file). */
static void converts(const char *arguments, int code, const char *says, const char *name,
                     const char *content) {
    struct process process;
    char path[PATH_BYTES];
    if (name != NULL) {
        unlink(command_path(name, path));
    }
    convert(&process, arguments);
    command_expect(&process, code, says);
    if (name != NULL) {
        char *text = process_read_file(path, NULL);
        int right = content == NULL ? text == NULL : text != NULL && strcmp(text, content) == 0;
        CU_ASSERT(right);
        if (!right) {
            printf("\n  %s\n  expected: %s\n  found:    %s\n", arguments,
                   content == NULL ? "no file" : content, text == NULL ? "no file" : text);
        }
        free(text);
    }
    process_free(&process);
}

static void put_files(void) {
    command_put_file("bit.aut", bit_aut);
    command_put_file("model.tra", model_tra);
    command_put_file("model.lab", model_lab);
    command_put_file("game.pg", game_pg);
    command_put_file("strange.xyz", "?");
}

/* --- formats --- */

static void test_graphs(void) {
    char path[PATH_BYTES];
    put_files();
    converts("bit.aut out.aut", 0, NULL, "out.aut", bit_cadp);
    converts("--dialect mcrl2 bit.aut out.aut", 0, NULL, "out.aut", bit_mcrl2);
    converts("out.aut again.aut", 0, NULL, "again.aut", bit_cadp);
    converts("bit.aut packed.aut.zst", 0, NULL, NULL, NULL);
    converts("packed.aut.zst again.aut", 0, NULL, "again.aut", bit_cadp);
    converts("bit.aut packed.AUT.gz", 0, NULL, NULL, NULL);
    converts("packed.AUT.gz again.aut", 0, NULL, "again.aut", bit_cadp);
    converts("bit.aut out.dot", 0, NULL, NULL, NULL);
    char *text = process_read_file(command_path("out.dot", path), NULL);
    CU_ASSERT(text != NULL && strstr(text, "start -> 1;\n  1 [style=filled") != NULL &&
              strstr(text, "  1 -> 0 [label=\"i\"];\n") != NULL && strstr(text, "[label=\"get\"]") != NULL);
    free(text);
    /* Levels are counted from the initial state, whatever its number: 12 of one state each go down the page.
     */
    command_put_file("chain.aut",
                     "des (11,11,12)\n(11,a,10)\n(10,a,9)\n(9,a,8)\n(8,a,7)\n(7,a,6)\n(6,a,5)\n(5,a,4)\n"
                     "(4,a,3)\n(3,a,2)\n(2,a,1)\n(1,a,0)\n");
    converts("chain.aut out.dot", 0, NULL, NULL, NULL);
    text = process_read_file(command_path("out.dot", path), NULL);
    CU_ASSERT(text != NULL && strstr(text, "rankdir=TB;") != NULL && strstr(text, "start -> 11;") != NULL);
    free(text);
    converts("bit.aut out.drn", 2, "the label \"set !1\" of state 0 cannot be the name of an action in DRN",
             "out.drn", NULL);
    converts("bit.aut out.tra", 2, "out.tra: not written: the label \"set !1\" of state 0", "out.tra", NULL);
}

static void test_models(void) {
    char path[PATH_BYTES];
    put_files();
    converts("model.tra out.drn", 0, NULL, "out.drn", model_drn);
    converts("out.drn out.tra", 0, NULL, "out.tra", model_tra);
    char *text = process_read_file(command_path("out.lab", path), NULL);
    CU_ASSERT(text != NULL && strcmp(text, model_lab) == 0);
    free(text);
    converts("model.tra out.aut", 0, "warning: model.tra: 1 label of states is not carried over", "out.aut",
             "des (1, 4, 3)\n(0,\"stay\",0)\n(0,\"go\",1 1/2 2)\n(1,\"tau\",0)\n(2,\"tau\",2)\n");
    converts(
        "--dialect cadp model.tra out.aut", 0, NULL, "out.aut",
        "des (1, 5, 3)\n(0,\"stay\",0)\n(0,\"go; prob 0.5\",1)\n(0,\"go; prob 0.5\",2)\n(1,i,0)\n(2,i,2)\n");
    /* Labels stay as they are, unless another dialect is asked for. */
    converts(
        "out.aut again.aut", 0, NULL, "again.aut",
        "des (1, 5, 3)\n(0,\"go; prob 0.5\",1)\n(0,\"go; prob 0.5\",2)\n(0,\"stay\",0)\n(1,i,0)\n(2,i,2)\n");
    converts("--dialect mcrl2 out.aut again.aut", 0, NULL, "again.aut",
             "des (1, 4, 3)\n(0,\"stay\",0)\n(0,\"go\",1 1/2 2)\n(1,\"tau\",0)\n(2,\"tau\",2)\n");
    /* A Markov chain stays one. */
    command_put_file("chain.tra", "2 3\n0 0 1/3\n0 1 2/3\n1 1 1\n");
    converts("chain.tra chain.drn", 0, NULL, NULL, NULL);
    converts("chain.drn again.tra", 0, NULL, "again.tra",
             "2 3\n0 0 0.3333333333333333\n0 1 0.6666666666666666\n1 1 1\n");
    /* The file of labels has another name. */
    command_put_file("other.lab", "0=\"init\"\n2: 0\n");
    converts("--labels other.lab model.tra out.drn", 0, NULL, NULL, NULL);
    text = process_read_file(command_path("out.drn", path), NULL);
    CU_ASSERT(text != NULL && strstr(text, "state 2 init\n") != NULL && strstr(text, "goal") == NULL);
    free(text);
}

static void test_games(void) {
    put_files();
    converts("game.pg out.pg", 0, NULL, "out.pg", "parity 9;\n4 1 1 9,4;\n9 2 0 4 \"nine\";\n");
    converts("--to-min game.pg min.pg", 0, NULL, "min.pg", "parity 9;\n4 1 1 9,4;\n9 0 0 4 \"nine\";\n");
    converts("--min min.pg out.gm", 0, NULL, "out.gm", "parity 9;\n4 1 1 9,4;\n9 2 0 4 \"nine\";\n");
    converts("--min --to-min min.pg out.pg", 0, NULL, "out.pg", "parity 9;\n4 1 1 9,4;\n9 0 0 4 \"nine\";\n");
    command_put_file("dead.pg", "0 4 0 1;\n1 2 1 ;\n");
    converts("dead.pg out.pg", 2, "dead.pg:2:1: vertex 1 has no successors (with --dead-loses", "out.pg",
             NULL);
    converts("--dead-loses dead.pg out.pg", 0, NULL, "out.pg", "parity 1;\n0 4 0 1;\n1 0 1 1;\n");
    converts("--dead-loses --to-min dead.pg out.pg", 0, NULL, "out.pg", "parity 1;\n0 0 0 1;\n1 4 1 1;\n");
    command_put_file("high.pg", "0 2147483647 0 0;\n");
    converts("high.pg out.pg", 0, NULL, "out.pg", "parity 0;\n0 2147483647 0 0;\n");
    converts("--to-min high.pg out.pg", 3, "at most 2147483646", "out.pg", NULL);
    command_put_file("high.pg", "0 2147483646 0 0;\n");
    converts("--to-min high.pg out.pg", 0, NULL, "out.pg", "parity 0;\n0 0 0 0;\n");
}

/* --- information that is lost --- */

static void test_losses(void) {
    put_files();
    command_put_file("rewards.drn",
                     "@type: DTMC\n@nr_states\n1\n@nr_choices\n1\n@model\nstate 0 [1] init\n\taction 0 "
                     "[2]\n\t\t0 : 1\n");
    converts("rewards.drn out.tra", 0, "warning: rewards.drn: rewards are not carried over", "out.tra",
             "1 1\n0 0 1\n");
    command_put_file("model.sta", "(x)\n0:(0)\n1:(1)\n2:(2)\n");
    converts("model.tra out.drn", 0, "the values of variables (.sta) are not carried over", "out.drn",
             model_drn);
    char path[PATH_BYTES];
    unlink(command_path("model.sta", path));
    command_put_file("drawn.aut", "des (0 1/4 1, 1, 2)\n(0,a,1)\n");
    converts("drawn.aut out.aut", 0, NULL, "out.aut", "des (0 1/4 1, 1, 2)\n(0,\"a\",1)\n");
    converts("drawn.aut out.drn", 0, "the distribution over initial states becomes a state of its own, 2",
             NULL, NULL);
    converts("drawn.aut out.dot", 2, "only graphs without probabilities", "out.dot", NULL);
    command_put_file("rate.aut", "des (0,1,1)\n(0,\"rate 3\",0)\n");
    converts("rate.aut out.aut", 0, NULL, "out.aut", "des (0, 1, 1)\n(0,\"rate 3\",0)\n");
    converts("rate.aut out.tra", 2, "rate.aut: \"rate 3\" is a rate", "out.tra", NULL);
    converts("--dialect mcrl2 rate.aut out.aut", 2, "is a rate", "out.aut", NULL);
    /* Labels `prob` cannot distinguish two choices of one label. */
    command_put_file("same.tra", "2 2 4\n0 0 0 0.5\n0 0 1 0.5\n0 1 0 0.25\n0 1 1 0.75\n");
    converts("--dialect cadp same.tra out.aut", 2, "--dialect mcrl2 does", "out.aut", NULL);
    converts("same.tra out.aut", 0, NULL, "out.aut",
             "des (0, 2, 2)\n(0,\"tau\",0 1/2 1)\n(0,\"tau\",0 1/4 1)\n");
    converts("same.tra out.dot", 2, "only graphs without probabilities", "out.dot", NULL);
}

/* --- networks --- */

/* Two components toss at once, which AUT cannot distinguish. Where both stay by `tail`, there is one
 * transition. */
static void test_networks(void) {
    struct process process;
    char network[PATH_BYTES], path[PATH_BYTES];
    command_put_file("coin.aut",
                     "des (0,4,3)\n(0,\"prob 1/4\",1)\n(0,\"prob 0.75\",2)\n(1,head,0)\n(2,tail,2)\n");
    command_put_file("coins.exp", "coin ||| coin");
    command_path("coins.exp", network);
    static const char *const names[] = {"coins.drn", "coins.tra", "coins.tra.zst"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        command_run(&process, "explore", "--json", network, "-o", command_path(names[i], path));
        command_expect(&process, 0, NULL);
        json_t *object = command_json(process.out);
        CU_ASSERT(command_number(object, "states") == 9 && command_number(object, "choices") == 17);
        CU_ASSERT_EQUAL(command_number(object, "edges"), 23);
        CU_ASSERT_STRING_EQUAL(command_text(object, "output"), path);
        json_decref(object);
        process_free(&process);
        command_run(&process, "mec", "-q", "-o", "-", path);
        struct process of_network;
        command_run(&of_network, "mec", "-q", "-o", "-", network);
        CU_ASSERT(of_network.code == 0 && strcmp(process.out, of_network.out) == 0);
        process_free(&of_network);
        process_free(&process);
    }
    char *text = process_read_file(command_path("coins.drn", path), NULL);
    CU_ASSERT(text != NULL &&
              strstr(text, "state 0 init\n\taction __NOLABEL__\n\t\t3 : 0.25\n\t\t4 : 0.75\n\taction "
                           "__NOLABEL__\n\t\t1 : 0.25\n\t\t2 : 0.75\nstate 1") != NULL);
    free(text);
    text = process_read_file(command_path("coins.lab", path), NULL);
    CU_ASSERT(text != NULL && strcmp(text, "0=\"init\"\n0: 0\n") == 0);
    free(text);
    converts("coins.drn coins_again.aut", 0, NULL, NULL, NULL);
    converts("--dialect cadp coins.drn coins_again.aut", 2, "--dialect mcrl2 does", NULL, NULL);
    command_run(&process, "explore", network, "-o", command_path("coins.aut", path));
    command_ends(&process, 0, NULL);
    converts("coins.aut coins_again.drn", 2, "coins.aut: state 0: the probabilities sum to 2",
             "coins_again.drn", NULL);
    /* An input is not replaced, and a conversion that the format has no place for is refused. */
    command_put_file("never.aut",
                     "des (0,2,3)\n(0,a,1)\n(2,\"rate 3\",0)\n"); /* a rate that is not reached */
    command_run(&process, "explore", command_path("never.aut", network), "-o", command_path("out.drn", path));
    command_ends(&process, 0, NULL);
    command_put_file("rate.aut", "des (0,1,1)\n(0,\"rate 3\",0)\n");
    command_run(&process, "explore", command_path("rate.aut", network), "-o", command_path("out.drn", path));
    command_ends(&process, 2, "\"rate 3\" is a rate");
    command_put_file("drawn.aut", "des (0,1,2)\n(0,a,0 1/2 1)\n");
    command_run(&process, "explore", command_path("drawn.aut", network), "-o", path);
    command_ends(&process, 2, "`heddle convert`");
    command_run(&process, "explore", "--max-states", "2", command_path("coins.exp", network), "-o",
                command_path("cut.drn", path));
    command_ends(&process, 3, "cut.drn: not written");
    CU_ASSERT(!command_has_file("cut.drn"));
}

/* Labels of states and loops, of a network and of a graph. */
static void test_options(void) {
    struct process process;
    char network[PATH_BYTES], path[PATH_BYTES];
    command_put_file("way.aut", "des (0, 3, 3)\n(0, go, 1)\n(0, stay, 0)\n(1, go, 2)\n");
    command_run(&process, "explore", "--state-labels", "--deadlock-loops", command_path("way.aut", network),
                "-o", command_path("way.tra", path));
    command_ends(&process, 0, NULL);
    char *text = process_read_file(path, NULL);
    CU_ASSERT(text != NULL && strcmp(text, "3 4 4\n0 0 1 1 go\n0 1 0 1 stay\n1 0 2 1 go\n2 0 2 1\n") == 0);
    free(text);
    text = process_read_file(command_path("way.lab", path), NULL);
    CU_ASSERT(text != NULL &&
              strcmp(text, "0=\"init\" 1=\"deadlock\" 2=\"go\" 3=\"stay\"\n0: 0 2 3\n1: 2\n2: 1\n") == 0);
    free(text);
    converts("--state-labels way.aut way.drn", 0, NULL, "way.drn",
             "@type: MDP\n@parameters\n\n@reward_models\n\n@nr_states\n3\n@nr_choices\n4\n@model\n"
             "state 0 init go stay\n\taction go\n\t\t1 : 1\n\taction stay\n\t\t0 : 1\n"
             "state 1 go\n\taction go\n\t\t2 : 1\nstate 2 deadlock\n\taction 0\n\t\t2 : 0\n");
    converts("--deadlock-loops way.tra out.tra", 0, NULL, NULL, NULL);
    command_run(&process, "explore", "--state-labels", network, "-o", command_path("out.aut", path));
    command_ends(&process, 2, "--state-labels is for writing .drn and .tra");
    command_run(&process, "explore", "--state-labels", "--format", "tra", network, "-o", "-");
    command_ends(&process, 2, "whose name ends in .tra");
}

/* --- refused conversions --- */

static void test_refused(void) {
    static const struct {
        const char *arguments, *says;
    } cases[] = {
        {"bit.aut", "heddle convert: an argument is missing: OUT"},
        {"", "heddle convert: an argument is missing: IN OUT"},
        {"bit.aut a.aut b.aut", "unexpected argument 'b.aut'"},
        {"nothing.aut out.aut", "nothing.aut: "},
        {"bit.aut out.xyz", "'out.xyz' does not end in .aut, .tra, .drn, .pg or .dot (.gz or .zst may "
                            "follow): --to FORMAT chooses the format whatever"},
        {"in.xyz out.aut", "in.xyz: cannot open: No such file"},
        {"strange.xyz out.aut",
         "neither the name nor the first bytes of 'strange.xyz' say which format it has"},
        {"x.bcg out.aut", "run `bcg_io x.bcg x.aut`"},
        {"bit.aut x.bcg", "write x.aut, and run `bcg_io x.aut x.bcg`"},
        {"x.lts out.aut", "run `ltsconvert x.lts x.aut`"},
        {"x.exp out.drn", "x.exp is a network: `heddle explore x.exp -o out.drn`"},
        {"bit.aut x.exp",
         "'x.exp' does not end in .aut, .tra, .drn, .pg or .dot (.gz or .zst may follow): networks are"},
        {"x.dot out.aut", ".dot is written, and not read"},
        {"game.pg out.aut", "can only become a parity game"},
        {"bit.aut out.pg", "`heddle check --write-game`"},
        {"--min bit.aut out.aut", "--min is for parity games"},
        {"--to-min bit.aut out.aut", "--to-min is for parity games"},
        {"--dead-loses model.tra out.drn", "--dead-loses is for parity games"},
        {"--labels model.lab bit.aut out.aut", "--labels is for .tra files"},
        {"--dialect cadp model.tra out.drn", "--dialect is for writing .aut"},
        {"--state-labels model.tra out.drn", "--state-labels is for .aut files"},
        {"--deadlock-loops bit.aut out.aut", "--deadlock-loops is for writing .drn and .tra"},
        {"--state-labels --to tra bit.aut -", "whose name ends in .tra"},
        {"--from drn model.tra out.aut", "model.tra:1:1: expected DRN"},
        {"--from tra bit.aut out.drn", "bit.aut:1:1: expected explicit transitions"},
        {"--from aut model.tra out.aut", "model.tra:1:1: expected des (FIRST, TRANSITIONS, STATES)"},
        {"bit.aut bit.aut", "bit.aut would be replaced, and it is read"},
        {"bit.aut ./bit.aut", "would be replaced, and it is read"},
        {"model.tra model.tra.gz", "model.lab would be replaced, and it is read"},
        {"--labels out.lab model.tra out.tra", "out.lab would be replaced"},
        {"bit.aut nowhere/out.aut", "nowhere/out.aut: cannot be written"},
        {"--to tra model.tra -", "state 1 is initial, which a .lab file says"},
    };
    put_files();
    command_put_file("out.lab", model_lab);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        converts(cases[i].arguments, 2, cases[i].says, NULL, NULL);
    }
    converts("bit.aut again.aut", 0, NULL, "again.aut", bit_cadp); /* the old file is still there */
}

/* A bad file is reported with its place, and an old file OUT stays. */
static void test_bad_files(void) {
    static const struct {
        const char *name, *text, *arguments, *says;
    } cases[] = {
        {"bad.aut", "des (0,1,1)\n(0,a,1)\n", "bad.aut out.aut",
         "bad.aut:2:6: state 1 is beyond the 1 state"},
        {"bad.tra", "1 1 1\n0 0 0 0.5\n", "bad.tra out.aut", "bad.tra:2:1: the probabilities of choice 0"},
        {"bad.drn", "@type: MA\n", "bad.drn out.aut", "bad.drn:1:8: Markov automata"},
        {"bad.pg", "0 1 0 1;\n", "bad.pg out.aut --to pg", "bad.pg:1:1: vertex 0 has the successor 1"},
        {"bad.aut", "", "bad.aut out.aut", "bad.aut:1:1: expected des"},
    };
    char path[PATH_BYTES];
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct process process;
        command_put_file("out.aut", "as it was");
        command_put_file(cases[i].name, cases[i].text);
        convert(&process, cases[i].arguments);
        command_ends(&process, 2, cases[i].says);
        char *text = process_read_file(command_path("out.aut", path), NULL);
        CU_ASSERT(text != NULL && strcmp(text, "as it was") == 0);
        free(text);
    }
    CU_ASSERT_EQUAL(command_temporaries(1), 0);
}

/* --- streams, JSON, limits --- */

static void test_streams(void) {
    struct process process;
    put_files();
    convert(&process, "- - <bit.aut");
    command_expect(&process, 0, "states");
    CU_ASSERT_STRING_EQUAL(process.out, bit_cadp);
    process_free(&process);
    convert(&process, "-q --from tra --to drn - - <chain.tra 2>&1");
    CU_ASSERT_EQUAL(process.code, 0);
    CU_ASSERT(strncmp(process.out, "@type: DTMC\n", 12) == 0);
    process_free(&process);
    convert(&process, "--from pg --to pg - - <game.pg");
    command_expect(&process, 0, "vertices");
    CU_ASSERT(strncmp(process.out, "parity 9;\n", 10) == 0);
    process_free(&process);
    convert(&process, "--to aut model.tra -");
    command_ends(&process, 0, "1 label of states is not carried over");
    command_put_file("first.tra", model_tra);
    command_put_file("first.lab", "0=\"init\" 1=\"goal\"\n0: 0\n2: 1\n");
    convert(&process, "--to tra first.tra -");
    command_expect(&process, 0, "they are written beside a file whose name ends in .tra");
    CU_ASSERT_STRING_EQUAL(process.out, model_tra);
    process_free(&process);
}

static void test_json(void) {
    struct process process;
    put_files();
    convert(&process, "--json model.tra out.aut");
    json_t *object = command_json(process.out);
    CU_ASSERT_STRING_EQUAL(command_text(object, "command"), "convert");
    CU_ASSERT_STRING_EQUAL(command_text(object, "from"), "tra");
    CU_ASSERT_STRING_EQUAL(command_text(object, "to"), "aut");
    CU_ASSERT_STRING_EQUAL(command_text(object, "dialect"), "mcrl2");
    CU_ASSERT_STRING_EQUAL(command_text(object, "output"), "out.aut");
    CU_ASSERT_EQUAL(command_number(object, "states"), 3);
    CU_ASSERT_EQUAL(command_number(object, "choices"), 4);
    CU_ASSERT_EQUAL(command_number(object, "edges"), 5);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "warnings")), 1);
    CU_ASSERT(json_is_true(json_object_get(object, "complete")));
    json_decref(object);
    process_free(&process);
    convert(&process, "-q game.pg out.pg");
    CU_ASSERT(process.code == 0 && *process.out == '\0' && *process.err == '\0');
    process_free(&process);
}

static void test_limits(void) {
    struct process process;
    char path[PATH_BYTES];
    FILE *file = fopen(command_path("large.aut", path), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fprintf(file, "des (0, 200000, 100000)\n");
    for (unsigned i = 0; i < 200000; i++) {
        fprintf(file, "(%u, a%u, %u)\n", i / 2, i % 7, (i * 7919u) % 100000);
    }
    fclose(file);
    converts("--timeout 0 large.aut out.aut", 3, "--timeout", "out.aut", NULL);
    converts("--memory 1M large.aut out.aut", 3, "memory", "out.aut", NULL);
    converts("--memory 64M large.aut out.aut", 0, NULL, NULL, NULL);
    convert(&process, "--json --timeout 0 large.aut out.aut");
    command_expect(&process, 3, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT(json_is_false(json_object_get(object, "complete")));
    CU_ASSERT_PTR_NULL(json_object_get(object, "output"));
    json_decref(object);
    process_free(&process);
    converts("large.aut out.dot", 3, "too many for a picture", "out.dot", NULL);
}

void suite_convert(void) {
    command_suite("convert", "graphs", test_graphs, "Markov decision processes", test_models, "parity games",
                  test_games, "what is lost", test_losses, "networks as Markov decision processes",
                  test_networks, "labels of states and loops", test_options, "what is refused", test_refused,
                  "bad files", test_bad_files, "streams", test_streams, "JSON and --quiet", test_json,
                  "limits", test_limits, NULL);
}
