/*
 * Rewards of PRISM models in the files that `heddle explore -o` writes: .srew and .trew as PRISM's manual
 * describes them, DRN as Storm's, computed by hand; values that are no rewards.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static void explore(const char *text, const char *output) {
    struct process process;
    char path[PATH_BYTES], to[PATH_BYTES];
    command_put_file("model.prism", text);
    command_run(&process, "explore", "-q", command_path("model.prism", path), "-o", command_path(output, to));
    command_ends(&process, 0, NULL);
}

static void expect_file(const char *name, const char *wanted) {
    char path[PATH_BYTES];
    size_t size;
    char *text = test_present(process_read_file(command_path(name, path), &size));
    CU_ASSERT_STRING_EQUAL(text, wanted);
    free(text);
}

/* State 0 has the choices [] and [go], states 1 and 2 are x=1 and x=2; x=2 is a deadlock, whose loop earns
 * nothing, and whose state does. */
static const char mdp[] = "mdp\n"
                          "module m\n"
                          "  x : [0..2];\n"
                          "  [go] x=0 -> 0.5:(x'=1) + 0.5:(x'=2);\n"
                          "  [] x=0 -> (x'=2);\n"
                          "  [go] x=1 -> (x'=0);\n"
                          "endmodule\n"
                          "rewards \"a\"\n"
                          "  x>0 : 1.5;\n"
                          "  true : 0;\n"
                          "  x=2 : 1/4;\n"
                          "  [go] true : 3;\n"
                          "  [go] x=1 : 0.5;\n"
                          "  [go] x=2 : 8;\n"
                          "endrewards\n"
                          "rewards [] true : 7; x=3 : -1; endrewards\n";

static void test_mdp(void) {
    explore(mdp, "model.tra");
    expect_file("model.tra", "3 4 5\n0 0 2 1\n0 1 1 0.5 go\n0 1 2 0.5 go\n1 0 0 1 go\n2 0 2 1\n");
    expect_file("model1.srew", "# Reward structure \"a\"\n# State rewards\n3 2\n1 1.5\n2 1.75\n");
    expect_file("model1.trew",
                "# Reward structure \"a\"\n# Transition rewards\n3 4 3\n0 1 1 3\n0 1 2 3\n1 0 0 3.5\n");
    expect_file("model2.srew", "# State rewards\n3 0\n");
    expect_file("model2.trew", "# Transition rewards\n3 4 1\n0 0 2 7\n");
    explore(mdp, "model.drn");
    expect_file("model.drn", "@type: MDP\n@parameters\n\n@reward_models\na  \n@nr_states\n3\n@nr_choices\n4\n"
                             "@model\n"
                             "state 0 [0, 0] init\n//[x=0]\n"
                             "\taction __NOLABEL__ [0, 7]\n\t\t2 : 1\n"
                             "\taction go [3, 0]\n\t\t1 : 0.5\n\t\t2 : 0.5\n"
                             "state 1 [1.5, 0]\n//[x=1]\n"
                             "\taction go [3.5, 0]\n\t\t0 : 1\n"
                             "state 2 [1.75, 0] deadlock\n//[x=2]\n"
                             "\taction __NOLABEL__ [0, 0]\n\t\t2 : 1\n");
}

/* In state 0 of the dtmc each command is taken with probability 1/2: a step earns (4 + 0) / 2. */
static void test_dtmc(void) {
    explore("dtmc\n"
            "module m\n"
            "  x : [0..2];\n"
            "  [go] x=0 -> (x'=1);\n"
            "  [] x=0 -> 0.25:(x'=1) + 0.75:(x'=2);\n"
            "  [go] x>0 -> true;\n"
            "endmodule\n"
            "rewards \"r\" [go] true : 4; x=2 : 1; endrewards\n",
            "model.tra");
    expect_file("model.tra", "3 4\n0 1 0.625\n0 2 0.375\n1 1 1 go\n2 2 1 go\n");
    expect_file("model.srew", "# Reward structure \"r\"\n# State rewards\n3 1\n2 1\n");
    expect_file("model.trew",
                "# Reward structure \"r\"\n# Transition rewards\n3 4\n0 1 2\n0 2 2\n1 1 4\n2 2 4\n");
}

/* State 0 of the ctmc leaves by [up] with rate 4, which earns 8, and by [go] with rate 12, which earns 2. */
static const char ctmc[] = "ctmc\n"
                           "module m\n"
                           "  x : [0..2];\n"
                           "  [go] x=0 -> 3:(x'=1) + 9:(x'=2);\n"
                           "  [up] x=0 -> 4:(x'=2);\n"
                           "  [] x>0 -> 2:(x'=0);\n"
                           "endmodule\n"
                           "rewards \"r\" [go] true : 2; [up] true : 8; x=1 : 0.5; endrewards\n";

static void test_ctmc(void) {
    explore(ctmc, "model.tra");
    expect_file("model.tra", "3 4\n0 1 3\n0 2 13\n1 0 2\n2 0 2\n");
    expect_file("model.srew", "# Reward structure \"r\"\n# State rewards\n3 1\n1 0.5\n");
    expect_file("model.trew", "# Reward structure \"r\"\n# Transition rewards\n3 2\n0 1 3.5\n0 2 3.5\n");
    explore(ctmc, "model.drn");
    expect_file("model.drn",
                "@type: CTMC\n@parameters\n\n@reward_models\nr \n@nr_states\n3\n@nr_choices\n3\n"
                "@model\n"
                "state 0 !16 [0] init\n//[x=0]\n\taction __NOLABEL__ [3.5]\n\t\t1 : 3\n\t\t2 : 13\n"
                "state 1 !2 [0.5]\n//[x=1]\n\taction __NOLABEL__ [0]\n\t\t0 : 2\n"
                "state 2 !2 [0]\n//[x=2]\n\taction __NOLABEL__ [0]\n\t\t0 : 2\n");
}

/* Items of a structure of the mdp above, and what is said of them; NULL: they are right. */
static const struct {
    const char *items, *says;
} items[] = {
    {"x=1 : -1;", ":2:7: the reward -1 is -1: it must be finite and not negative, in the state x=1"},
    {"x=2 : -1;", "in the state x=2"},
    {"x=1 : 0/0;", "the reward 0/0 is NaN"},
    {"x=1 : 1/(x-1);", "the reward 1/(x-1) is Infinity"},
    {"x=1 : pow(10.0, 400);", "is Infinity"},
    {"x=1 : mod(3, x-1);", "the divisor 0 is not positive, in a reward, in the state x=1"},
    {"mod(3, x-1)=0 : 1;", "the divisor -1 is not positive, in a reward, in the state x=0"},
    {"[go] x=1 : -0.5;", ":2:12: the reward -0.5 is -0.5"},
    {"[] true : log(x-1, 2);", "is NaN"},
    {"x=1 : 1e308; x=1 : 1.7e308;",
     ":2:20: with the reward 1.7e308, the rewards add up to Infinity, in the state x=1"},
    {"[go] x=1 : 1e308; [go] true : 1.7e308;", ":2:31: with the reward 1.7e308"},
    {"x=1 : ;", "unexpected ';', expected an expression"},
    {"x=1 : true;", "a reward must be a number, but true is a bool"},
    {"x : 1;", "a guard must be a bool, but x is an int"},
    {"[stop] true : 1;", "no command has the action 'stop'"},
    {"x=1 : 0*(-1);", NULL},
    {"x=1 : -0.0;", NULL},
    {"x=5 : -1;", NULL},      /* in no state */
    {"[go] x=2 : -1;", NULL}, /* there is no choice */
    {"[] x=1 : 1/(x-1);", NULL},
    {"x=1 : 1e308; x=2 : 1.7e308; [go] x=1 : 1e308;", NULL},
};

static void test_wrong_values(void) {
    static const char *const endings[] = {"model.drn", "model.tra"};
    const char *end = strstr(mdp, "rewards \"a\"");
    char path[PATH_BYTES], to[PATH_BYTES];
    for (size_t i = 0; i < LENGTH(items); i++) {
        char text[1024];
        struct process process;
        snprintf(text, sizeof text, "rewards \"r\"\n%s\nendrewards %.*s", items[i].items, (int)(end - mdp),
                 mdp);
        command_put_file("model.prism", text);
        command_run(&process, "explore", "-q", command_path("model.prism", path), "-o",
                    command_path(endings[i % 2], to));
        int right = items[i].says == NULL ? process.code == 0
                                          : process.code == 2 && strstr(process.err, items[i].says) != NULL;
        if (!right) {
            printf("\n  %s: %d, %s", items[i].items, process.code, process.err);
        }
        CU_ASSERT(right);
        process_free(&process);
    }
    /* Rates times rewards. */
    command_put_file("model.prism", "ctmc\nmodule m\n  x : bool;\n  [a] !x -> 9:(x'=true);\n"
                                    "  [b] !x -> (x'=true);\nendmodule\n"
                                    "rewards [a] true : 1e308; endrewards\n");
    struct process process;
    command_run(&process, "explore", "-q", command_path("model.prism", path), "-o",
                command_path("model.drn", to));
    command_ends(&process, 2, "the rewards of all that can happen add up to Infinity, in the state x=false");
}

void suite_prism_rewards(void) {
    command_suite("rewards of PRISM models", "an mdp", test_mdp, "a dtmc", test_dtmc, "a ctmc", test_ctmc,
                  "values that are no rewards", test_wrong_values, NULL);
}
