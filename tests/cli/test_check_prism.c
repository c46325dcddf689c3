/*
 * `heddle check`, `verify` and `simulate` on PRISM models, as a user sees them: traces with values of
 * variables, evidence, errors of the model, what is refused. $HEDDLE is the binary.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static const char model[] = "mdp\n"
                            "const int N;\n"
                            "module m\n"
                            "  x : [-2..N] init -1;\n"
                            "  b : bool;\n"
                            "  [] true -> 0.25:(x'=3) + 0.25:true + 0.5:(x'=3);\n"
                            "  [go] x<0 -> (x'=-2)&(b'=true);\n"
                            "  [stop] b & x=3 -> (x'=1);\n"
                            "endmodule\n"
                            "module n\n"
                            "  y : [0..4];\n"
                            "  [go] y<4 -> (y'=y+1);\n"
                            "  [stop] true -> (y'=0);\n"
                            "  [bad] y=4 -> true;\n"
                            "endmodule\n";

static const char several[] = "dtmc\n"
                              "module m\n"
                              "  x : [0..5];\n"
                              "  [up] x<5 -> (x'=x+1);\n"
                              "  [top] x=5 -> true;\n"
                              "endmodule\n"
                              "init x>=2 & x!=4 endinit\n";

#define PATHS                                                                                                \
    char path[PATH_BYTES];                                                                                   \
    struct process process

static void put_models(char *path) {
    command_put_file("model.prism", model);
    command_put_file("several.pm", several);
    command_path("model.prism", path);
}

static void test_traces(void) {
    PATHS;
    char trace[PATH_BYTES], closed[PATH_BYTES];
    put_models(path);
    command_run(&process, "check", path, "--const", "N=3", "--deadlock", "--never", "stop", "-f",
                "<true* . \"bad\"> true");
    command_prints(&process, "step  label  variable   from     to\n", "   1  go     x            -1     -2\n",
                   "             b         false   true\n", "   3  stop   x             3      1\n",
                   "no deadlock           holds\n", "never stop            violated after 3 steps\n",
                   "<true* . \"bad\"> true  holds after 5 steps\n");
    command_ends(&process, 1, NULL);
    command_path("trace.json", trace);
    command_run(&process, "check", "-q", path, "--const", "N=3", "--never", "stop", "--trace", trace);
    command_ends(&process, 1, NULL);
    command_confirms(trace, "the network has this path of 3 steps");
    command_path("closed.json", closed);
    command_run(&process, "check", "-q", path, "--const", "N=3", "--deadlock", "--certificate", closed);
    command_ends(&process, 0, NULL);
    command_confirms(closed, "no transition leads out of these 12 states");
    command_run(&process, "check", "-q", path, "--const", "N=3", "-f", "[true*] <true* . \"stop\"> true",
                "--trace", trace);
    command_ends(&process, 1, NULL);
    command_confirms(trace, "a strategy of 4 nodes");
}

/* Actions that the system of a model in a network hides, renames or blocks are no labels of the network; a
 * model takes part in a step whether its variables change or not. */
static void test_own_actions(void) {
    PATHS;
    char file[PATH_BYTES];
    command_put_file("flip.prism", "mdp module m x : [0..1]; [a] true -> (x'=1-x); endmodule\n");
    command_put_file("blocked.prism", "mdp module m x:[0..1]; [a] true -> true; [b] true -> true; endmodule\n"
                                      "system \"all\" endsystem system \"all\" m/{a} endsystem\n");
    command_put_file("flip.exp", "\"flip.prism\"\n");
    command_put_file("prio.exp", "prio \"a\" > \"a\" in \"blocked.prism\" end prio\n");
    command_path("e.json", file);
    command_run(&process, "check", "-q", command_path("flip.exp", path), "-f", "[true*] <true*> <\"a\"> true",
                "--certificate", file);
    command_ends(&process, 0, NULL);
    command_confirms(file, "a strategy of 8 nodes");
    command_run(&process, "check", "-q", command_path("prio.exp", path), "--never", "b", "--trace", file);
    command_ends(&process, 1, NULL);
    command_confirms(file, "this path of 1 step");
    command_run(&process, "check", path, "--never", "b");
    command_prints(&process, "   1  b      blocked.x     0     0\n");
    command_ends(&process, 1, NULL);
}

/* Predicates say which of several models they are about. */
static void test_network_predicates(void) {
    static const struct {
        const char *formula;
        int code;
        const char *text;
    } cases[] = {
        {"[true*] {up: x<=1}", 0, NULL},
        {"[true*] {up#2 : x<=1}", 1, NULL},
        {"<true*> ({up: x=N} and {up#2: x=N})", 0, NULL},
        {"[true*] not {\"deadlock\"}", 1, NULL},
        {"[true*] {x<=1}", 2, "with PROCESS as in traces (up, up#2)"},
        {"[true*] {up#3: x<=1}", 2, "no process up#3 is a PRISM model; the PRISM models are: up, up#2\n"},
        {"[true*] {up: y<=1}", 2, "formula:1:14: 'y' is not declared"},
        {"[true*] {up: \"deadlock\"}", 2, "a deadlock is one of the whole network"},
    };
    PATHS;
    command_put_file("up.prism", "mdp const int N; module m x : [0..3]; [a] x<N -> (x'=x+1); endmodule\n");
    command_put_file("ups.exp", "\"up.prism\" with N=1 ||| \"up.prism\"\n");
    command_path("ups.exp", path);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        command_run(&process, "check", "-q", path, "--const=N=2", "-f", cases[i].formula);
        command_ends(&process, cases[i].code, cases[i].text);
    }
    command_put_file("up.aut", "des (0,0,1)\n");
    command_put_file("ups.exp", "\"up.aut\" ||| \"up.prism\" ||| \"up.prism\" ||| \"ups.aut\" ||| "
                                "\"up.prism\" ||| \"up.prism\" ||| \"up.prism\" ||| \"up.prism\"\n");
    command_put_file("ups.aut", "des (0,0,1)\n");
    command_run(&process, "check", "-q", path, "--const=N=2", "-f", "{ups: x<=1}");
    command_ends(&process, 2,
                 "no process ups is a PRISM model; the PRISM models are: up#2, up#3, up#4, up#5, up#6, ..");
}

/* A text of the file is replaced; verify then refutes it, or refuses it, and says why. */
static const struct {
    const char *from, *to;
    int code;
    const char *says;
} changes[] = {
    {"\"to\": {\"x\":1,", "\"to\": {\"x\":2,", 1, "is not a transition of (x=3, b=true, y=1)"},
    {"\"to\": {\"x\":1,", "\"to\": {\"x\":4,", 1, "x is -2 to 3 in the model, and 4 in the evidence"},
    {"\"b\":true", "\"b\":1", 2, "expected an object with a value of each variable"},
    {"\"b\":true,", "", 2, "expected an object with a value of each variable"},
    {"\"initial\": {\"x\":-1,", "\"initial\": {\"x\":0,", 1, "x begins in -1, not in 0"},
    {"{\"x\":-1,\"b\":false,\"y\":0}", "[1,0,0]", 2, "steps[0].to: expected a list of 3 local states"},
    {"{\"N\":\"3\"}", "{\"N\":\"4\"}", 0, "the network has this path"},
    {"{\"N\":\"3\"}", "{\"M\":\"3\"}", 2, "declares no constant M"},
    {"{\"N\":\"3\"}", "{\"N\":3}", 2, "expected names with values"},
    {"[\"x\",\"b\",\"y\"]", "[\"x\",\"y\",\"b\"]", 1,
     "variable 2 is 'y' in the evidence and 'b' in the model"},
};

/* The caller frees it. */
static char *replaced(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    size_t bytes = strlen(text) + strlen(to) + 1;
    char *result = test_present(malloc(bytes));
    snprintf(result, bytes, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return result;
}

static void test_changed_evidence(void) {
    PATHS;
    char trace[PATH_BYTES], changed[PATH_BYTES];
    size_t size;
    put_models(path);
    command_path("trace.json", trace);
    command_path("changed.json", changed);
    command_run(&process, "check", "-q", path, "--const", "N=3", "--never", "stop", "--trace", trace);
    command_ends(&process, 1, NULL);
    char *text = test_present(process_read_file(trace, &size));
    for (size_t i = 0; i < LENGTH(changes); i++) {
        char *other = replaced(text, changes[i].from, changes[i].to);
        command_put_file("changed.json", other);
        command_run(&process, "verify", changed);
        int says = strstr(changes[i].code == 2 ? process.err : process.out, changes[i].says) != NULL;
        if (!says || process.code != changes[i].code) {
            printf("\n%s: exit %d\n%s%s", changes[i].to, process.code, process.out, process.err);
        }
        CU_ASSERT(says && process.code == changes[i].code);
        process_free(&process);
        free(other);
    }
    free(text);
}

/* An error is one of the model, not of a property that it leaves undecided. */
static void test_errors_of_the_model(void) {
    static const char *const formulas[] = {"[true* . \"bad\"] false", "[true*] <true> true",
                                           "[true* . \"stop\"] <true* . \"go\"> true"};
    PATHS;
    put_models(path);
    command_run(&process, "check", path, "--const", "N=2", "--never", "bad");
    CU_ASSERT_PTR_NULL(strstr(process.err, "undecided"));
    command_ends(&process, 2, "the value 3 of 3 is not in the range -2..2 of the variable 'x'");
    for (size_t i = 0; i < LENGTH(formulas); i++) {
        command_run(&process, "check", path, "--const", "N=2", "--never", "bad", "-f", formulas[i]);
        CU_ASSERT_PTR_NULL(strstr(process.err, "undecided"));
        command_ends(&process, 2, "it is an initial state");
    }
    command_run(&process, "check", path, "--never", "bad");
    command_ends(&process, 2, "N");
    command_run(&process, "simulate", path, "--const", "N=2", "-r", "1");
    command_ends(&process, 2, "the value 3 of 3 is not in the range");
}

/* A trace may end in a state whose own commands have an error: they are not steps of it. */
static void test_error_after_the_end(void) {
    static const char text[] = "mdp module m\n x : [0..3];\n [up] x<3 -> (x'=x+1);\n"
                               " [up] x=3 -> (x'=x+1);\n [no] mod(6, 3-x)=5 -> true;\nendmodule\n";
    static const struct {
        const char *formula, *shows, *says;
    } ends[] = {
        {"[true*] {x<3}", "--trace", "this path of 3 steps, which violates"},
        {"<true*> {x=3}", "--witness", "proves it along this path of 3 steps"},
        {"nu X . ({x<3} && [true] X)", "--trace", "the formula is violated: a strategy"},
        {"mu X . ({x=3} || <true> X)", "--certificate", "the formula holds: a strategy"},
    };
    PATHS;
    char evidence[PATH_BYTES];
    command_put_file("end.prism", text);
    command_path("end.prism", path);
    command_path("end.json", evidence);
    for (size_t i = 0; i < LENGTH(ends); i++) {
        const char *shows = strcmp(ends[i].shows, "--witness") == 0 ? "--trace" : ends[i].shows;
        const char *more = shows == ends[i].shows ? NULL : ends[i].shows;
        command_run(&process, "check", path, "-f", ends[i].formula, shows, evidence, more);
        command_ends(&process, strcmp(shows, "--trace") == 0 && more == NULL, NULL);
        command_confirms(evidence, ends[i].says);
    }
    /* what the last state can do is not known, so nothing is shown about it */
    command_put_file("labels.aut", "des (0,3,4)\n(0,\"up\",1)\n(1,\"up\",2)\n(2,\"up\",3)\n");
    command_path("labels.aut", evidence);
    command_run(&process, "verify", evidence, path, "-f", "<\"up\" . \"up\" . \"up\"> [\"no\"] false");
    command_prints(&process, "alone does not show whether");
    command_ends(&process, 1, NULL);
}

static void test_refused(void) {
    static const char *const properties[] = {"P=? [ F x=3 ]",
                                             "Pmax>=0.5 [ F x=3 ]",
                                             "Pmax =? [ F x=3 ]",
                                             " R{\"a\"}min=? [ C ]",
                                             "R {1}=? [ C ]",
                                             "Rmin<5 [ F b ]",
                                             "filter(max, P=? [ X b ])",
                                             "multi(Pmax=? [ F b ], P>0.5 [ F b ])",
                                             "S>0.1 [ b ]"};
    static const char *const branching[] = {"A [ G x<3 ]", "E[ F b ]", "\nA\n[ F b ]"};
    static const char *const formulas[] = {"mu P. <true> P || {b}", "nu E. [true] E",
                                           "mu filter. <true> filter"};
    PATHS;
    put_models(path);
    for (size_t i = 0; i < LENGTH(properties); i++) {
        command_run(&process, "check", path, "--const", "N=3", "-f", properties[i]);
        command_ends(&process, 2, "P, R and S of PRISM's property language cannot be checked yet");
    }
    for (size_t i = 0; i < LENGTH(branching); i++) {
        command_run(&process, "check", path, "--const", "N=3", "-f", branching[i]);
        command_ends(&process, 2, "A and E of PRISM's property language are written as formulas");
    }
    for (size_t i = 0; i < LENGTH(formulas); i++) {
        command_run(&process, "check", path, "--const", "N=2", "-f", formulas[i]);
        CU_ASSERT_PTR_NULL(strstr(process.err, "property language"));
        process_free(&process);
    }
}

/* What formulas say of states, and what is wrong with it. */
static void test_predicates(void) {
    static const struct {
        const char *formula, *says;
    } wrong[] = {
        {"[true*] {y+1}", "formula:1:10: a predicate must be a bool, but y+1 is an int"},
        {"true &&\n {b &\n z=1}",
         "formula:3:2: 'z' is not declared: no constant, formula, variable or label has this name"},
        {"{\"none\"}", "formula:1:2: the model has no label \"none\""},
        {"{x=}", "formula:1:4: unexpected '}', expected an expression"},
        {"{x=1 b}", "formula:1:6: unexpected 'b', expected '}'"},
        {"{}", "formula:1:2: unexpected '}', expected an expression"},
        {"{x=1", "formula:1:1: these braces do not end: a '}' is missing"},
        {"{b=1}", "formula:1:4: '=' takes two bools or two numbers, but b is a bool and 1 is an int"},
        {"{x==1}", "formula:1:3: unexpected '==': equality is written '='"},
        {"{'none'}", "formula:1:2: unexpected ''': a label of states is in double quotes: {\"LABEL\"}"},
        {"{(x=1}", "formula:1:6: unexpected '}', expected ')' (for the '(' of line 1, column 2)"},
        {"{x=1 and b}", "formula:1:6: unexpected 'and': 'and' is written '&'"},
        {"x=1", "formula:1:2: unexpected '=': write a condition on states of a PRISM model in braces, {x=1}"},
        {"{\"deadlock\" | b}",
         "formula:1:2: \"deadlock\" stands alone in its braces: write {\"deadlock\"} && "
         "{..}, with the operators of formulas"},
        {"<{x=1}> true", "formula:1:2: unexpected '{': MCL data: action patterns"},
        {"[true*] {mod(4,y)=1}",
         "formula:1:10: mod(4, y): the divisor 0 is not positive, in a formula, in the "
         "state x=-1, b=false, y=0; it is an initial state"},
    };
    PATHS;
    char trace[PATH_BYTES];
    put_models(path);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        command_run(&process, "check", path, "--const", "N=3", "-f", wrong[i].formula);
        command_ends(&process, 2, wrong[i].says);
    }
    command_path("trace.json", trace);
    command_run(&process, "check", path, "--const", "N=3", "-f", "[true*] {y<4 | !b}", "--trace", trace);
    command_prints(&process, "[true*] {y<4 | !b}  violated after 4 steps, trace in");
    command_ends(&process, 1, NULL);
    command_confirms(trace, "the network has this path of 4 steps, which violates: [true*] {y<4 | !b}");
    command_run(&process, "check", path, "--const", "N=3", "-f", "nu X . ({x<=N} && [true] X)",
                "--certificate", trace);
    command_prints(&process, "nu X . ({x<=N} && [true] X)  holds");
    command_ends(&process, 0, NULL);
    command_confirms(trace, "the formula holds: a strategy of");
    command_run(&process, "check", path, "--const", "N=3", "-f", "mu X . ({x=2} || <true> true && [true] X)",
                "--trace", trace);
    command_prints(&process, "violated by a cycle of");
    command_ends(&process, 1, NULL);
    command_confirms(trace, "the formula is violated: a strategy of");
    command_run(&process, "check", path, "--const", "N=3", "-f", "{x=1} && nu X . (<true> X && {b})");
    command_prints(&process,
                   "`{x=1} && nu X . (<true> X && {b})` fails in the initial state: the values of its "
                   "variables decide it\n");
    command_ends(&process, 1, NULL);
    command_put_file("net.aut", "des (0,1,2)\n(0,\"a\",1)\n");
    command_path("net.aut", path);
    command_run(&process, "check", path, "-f", "[true*]\n  {x=1}");
    command_ends(&process, 2,
                 "formula:2:4: {..} is about PRISM models, and no process of the network is one: say it with "
                 "labels, as <\"LABEL\"> true");
}

/* A predicate without a value is an error of its property alone; one that need not be evaluated is none. */
static void test_wrong_predicates(void) {
    static const char text[] = "mdp module m\n x : [0..3];\n [up] x<3 -> (x'=x+1);\n [down] x=3 -> (x'=0);\n"
                               "endmodule\nlabel \"l\" = mod(4, 3-x)=0;\n";
    static const char suite[] = "macro M (A) =\n  [true*] {mod(5,\n x)=A}\nend_macro\n"
                                "property fine: [true*] {x<9};\nproperty one: M(0);\n"
                                "property two: nu X . ({x<3 | mod(6,\n 3-x)=0} && [true] X);\nproperty "
                                "three: <true*> {\"l\" & x=3};\n";
    static const char *const undecided[] = {
        "wrong.mcl:7:30: mod(6, 3-x): the divisor 0 is not positive, in a formula, in "
        "the state x=3; the shortest path there has 3 steps: [up] x=1",
        "wrong.prism:6:13: mod(4, 3-x): the divisor 0",
    };
    PATHS;
    char twice[PATH_BYTES];
    char properties[PATH_BYTES];
    command_put_file("wrong.prism", text);
    command_put_file("wrong.mcl", suite);
    command_path("wrong.prism", path);
    command_path("wrong.mcl", properties);
    command_run(&process, "check", path, "-f", "[true*] {mod(7, x)=0}", "-f", "[true*] {x<2}", "-n", "down",
                "-f", "nu X . ({mod(8, x)=0} && [true] X)");
    command_prints(&process, "[true*] {mod(7, x)=0}               undecided\n", "violated after 2 steps\n",
                   "violated after 4 steps\n", "undecided\n");
    command_ends(&process, 2, "undecided: formula:1:10: mod(7, x): the divisor 0 is not positive");
    /* Equal predicates of two properties have places of their own. */
    command_put_file("twice.mcl",
                     "property one: [true*] {mod(7, x)=0};\nproperty two:\n <true*> {mod(7, x)=0};\n");
    command_run(&process, "check", path, "-p", command_path("twice.mcl", twice));
    CU_ASSERT_PTR_NOT_NULL(strstr(process.err, "one: undecided: "));
    CU_ASSERT_PTR_NOT_NULL(strstr(process.err, "twice.mcl:1:24: mod(7, x)"));
    command_ends(&process, 2, "twice.mcl:3:11: mod(7, x)");
    command_run(&process, "check", path, "-p", properties);
    command_prints(&process, "fine   holds\n", "one    undecided\n", "two    undecided\n");
    for (size_t i = 0; i < LENGTH(undecided); i++) {
        CU_ASSERT_PTR_NOT_NULL(strstr(process.err, undecided[i]));
    }
    command_ends(&process, 2, "wrong.mcl:2:12: mod(5, x): the divisor 0 is not positive");
    /* decided before: by another part of the formula, by a state of the same level, by another label */
    command_run(&process, "check", path, "--keep-going", "-f", "[true*] {x<2} && [true*] {mod(9, 3-x)>=0}",
                "-f", "[true*] (<true> true && {x=0 | mod(9, 2-x)=1})", "-n", "nothing");
    command_prints(&process, "violated after 2 steps\n", "violated after 1 step\n");
    command_ends(&process, 1, NULL);
    command_run(&process, "check", path, "--state-label", "--almost-surely", "l", "--almost-surely", "{x=3}",
                "-f", "[true*] ({x=3} || {mod(9, 3-x)>=0})");
    command_prints(&process, "almost-surely state l ", "undecided\n", "almost-surely state {x=3} ",
                   "holds\n");
    command_ends(&process, 2, "wrong.prism:6:13: mod(4, 3-x): the divisor 0 is not positive");
}

static void test_schedulers(void) {
    PATHS;
    char scheduler[PATH_BYTES], components[PATH_BYTES];
    put_models(path);
    command_path("scheduler.json", scheduler);
    command_path("components.json", components);
    command_run(&process, "check", path, "--const", "N=3", "--almost-surely", "stop", "--scheduler",
                scheduler);
    command_prints(&process, "almost-surely stop  holds\n");
    command_ends(&process, 0, NULL);
    command_confirms(scheduler, "the initial state is one of them");
    command_run(&process, "check", path, "--const", "N=3", "--almost-surely-repeatedly", "go", "-q",
                "--scheduler", scheduler);
    command_ends(&process, 1, NULL);
    command_confirms(scheduler, "the initial state is not among them");
    command_run(&process, "mec", path, "--const", "N=3", "-q", "--evidence", components);
    command_ends(&process, 0, NULL);
    command_confirms(components, "maximal end component");
    command_run(&process, "scc", path, "--const", "N=3", "-q", "--evidence", components);
    command_ends(&process, 0, NULL);
    command_confirms(components, "strongly connected component");
    command_put_file("race.sm", "mdp\nmodule m\n  x : [0..1];\n  [up] x=0 -> true;\nendmodule\n"
                                "init true endinit\n");
    command_path("race.sm", path);
    command_run(&process, "check", path, "-q", "--almost-surely", "up", "--scheduler", scheduler);
    command_ends(&process, 1, NULL);
    command_confirms(scheduler, "from 1 of 2 states");
    /* Transitions, not choices, of a Markov chain with several initial states. */
    command_put_file("race.sm", "ctmc\nmodule m\n  x : [0..2];\n  [up] x<2 -> 2:(x'=x+1);\n"
                                "  [down] x=1 -> (x'=0);\nendmodule\ninit true endinit\n");
    command_path("race.sm", path);
    command_run(&process, "check", path, "--almost-surely", "up", "--almost-surely", "down");
    command_prints(&process, "almost-surely up    violated\n", "almost-surely down  violated\n");
    command_ends(&process, 1, NULL);
    command_put_file("race.sm", "ctmc\nmodule m\n  x : [0..2];\n  [up] x<2 -> 2:(x'=x+1);\n"
                                "  [down] x=1 -> (x'=0);\n  [back] x=2 -> (x'=1);\nendmodule\n");
    command_run(&process, "check", path, "--almost-surely-repeatedly", "up", "--almost-surely", "down");
    command_prints(&process, "almost-surely-repeatedly up  holds\n", "almost-surely down           holds\n");
    command_ends(&process, 0, NULL);
    command_run(&process, "check", path, "--almost-surely", "up", "--scheduler", scheduler);
    command_ends(&process, 2, "the model is a Markov chain, which has no choices for a scheduler");
}

/* --state-label: labels of states, and expressions. */
static void test_state_labels(void) {
    static const struct {
        const char *label, *says;
    } wrong[] = {
        {"none", "label of states:1:1: the model has no label \"none\""},
        {"{y=z}", "label of states:1:4: 'z' is not declared"},
        {"{y+1}", "label of states:1:2: a predicate must be a bool"},
        {"to\"p", "a label of states has no quotes: to\"p"},
        {"'t.*'", "--state-label takes whole labels, not patterns like 't.*'"},
        {"{mod(4,y)=1}",
         "mod(4, y): the divisor 0 is not positive, in a formula, in the state x=-1, b=false, "
         "y=0"},
    };
    PATHS;
    char out[PATH_BYTES];
    put_models(path);
    command_path("out.json", out);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        command_run(&process, "check", path, "--const", "N=3", "--state-label", "--almost-surely",
                    wrong[i].label);
        command_ends(&process, 2, wrong[i].says);
    }
    command_run(&process, "check", path, "--const", "N=3", "--state-label", "--almost-surely", "{x=1}",
                "--scheduler", out);
    command_prints(&process, "almost-surely state {x=1}  holds\n");
    command_ends(&process, 0, NULL);
    command_confirms(out, "reaches states with the label \"{x=1}\"");
    command_run(&process, "check", path, "--const", "N=3", "--state-label", "--almost-surely-repeatedly",
                "init", "--scheduler", out);
    command_ends(&process, 2, "there is no evidence for states that are visited again and again");
    command_run(&process, "check", path, "--const", "N=3", "--labels", out, "--almost-surely", "go");
    command_ends(&process, 2, "a PRISM model has its labels in it");
    /* In a deadlock, the state stays. */
    command_put_file("end.sm", "ctmc\nmodule m\n  x : [0..2];\n  [up] x<2 -> (x'=x+1);\nendmodule\n"
                               "label \"top\" = x=2;\nlabel \"down\" = x<2;\n");
    command_path("end.sm", path);
    command_run(&process, "check", path, "--state-label", "--almost-surely-repeatedly", "top",
                "--almost-surely-repeatedly", "down", "--almost-surely", "deadlock", "--json");
    command_prints(&process, "\"name\": \"almost-surely-repeatedly state top\"", "\"state_label\": true");
    command_ends(&process, 1, NULL);
}

/* Each command of a dtmc has the same probability, which is said once. */
static void test_several_commands(void) {
    static const char says[] =
        "warning: several commands are enabled in a state of this dtmc, such as x=1, b=true: "
        "each is taken with the same probability\n";
    PATHS;
    char out[PATH_BYTES];
    command_put_file("chain.pm", "dtmc\nmodule m\n  x : [0..3];\n  b : bool init true;\n  [] x=0 -> (x'=1);\n"
                                 "  [a] x>0 & x<3 -> (x'=x+1);\n  [b] x>0 -> (x'=0);\nendmodule\n");
    command_path("chain.pm", path);
    command_path("chain.drn", out);
    command_run(&process, "explore", path, "-o", out);
    const char *at = strstr(process.err, says);
    CU_ASSERT(at != NULL && strstr(at + 1, says) == NULL);
    command_ends(&process, 0, NULL);
    command_run(&process, "explore", "-q", path);
    command_ends(&process, 0, says);
    command_run(&process, "check", "-q", path, "--deadlock", "-f", "[true*] <true* . \"b\"> true", "-f",
                "[true*] {x<3 | b}");
    at = strstr(process.err, says);
    CU_ASSERT(at != NULL && strstr(at + 1, says) == NULL);
    command_ends(&process, 0, NULL);
    command_run(&process, "check", "-q", path, "--strict", "--deadlock");
    command_ends(&process, 2, "--strict: 1 warning is an error");
    command_put_file("chain.pm", "dtmc\nmodule m\n  x : [0..3];\n  [] x=0 -> 0.5:(x'=1) + 0.5:(x'=2);\n"
                                 "  [a] x>0 -> true;\nendmodule\n");
    command_run(&process, "explore", path, "--strict");
    command_ends(&process, 0, NULL);
}

/* --state-labels of explore: actions as labels of states. */
static void test_action_labels(void) {
    PATHS;
    char out[PATH_BYTES];
    size_t size;
    command_put_file("end.sm",
                     "ctmc\nmodule m\n  x : [0..2];\n  [up] x<2 -> (x'=x+1);\n  [to] x<2 -> x:true;\n"
                     "endmodule\nlabel \"top\" = x=2;\n");
    command_path("end.sm", path);
    command_path("end.tra", out);
    command_run(&process, "explore", "-q", path, "--state-labels", "-o", out);
    command_ends(&process, 0, NULL);
    char *text = test_present(process_read_file(command_path("end.lab", out), &size));
    CU_ASSERT_STRING_EQUAL(text,
                           "0=\"init\" 1=\"deadlock\" 2=\"to\" 3=\"top\" 4=\"up\"\n0: 0 4\n1: 2 4\n2: 1 3\n");
    free(text);
    command_put_file("end.sm", "ctmc\nmodule m\n  x : [0..2];\n  [up] x<2 -> (x'=x+1);\nendmodule\n"
                               "label \"up\" = x=2;\n");
    command_path("end.drn", out);
    command_run(&process, "explore", "-q", path, "--state-labels", "-o", out);
    command_ends(&process, 2, "the action up would be taken for the label \"up\" of states");
}

/* Properties hold if they hold from each initial state. */
static void test_several_initial_states(void) {
    PATHS;
    char trace[PATH_BYTES];
    put_models(path);
    command_path("several.pm", path);
    command_path("trace.json", trace);
    command_run(&process, "check", path, "--never", "up", "--trace", trace, "-q");
    command_ends(&process, 1, NULL);
    command_confirms(trace, "the network has this path of 1 step");
    command_run(&process, "check", path, "-f", "[true* . \"down\"] false and [true*] <true> true");
    command_ends(&process, 0, NULL);
    command_run(&process, "check", path, "-f", "[true* . \"top\"] false", "--livelock");
    command_prints(&process, "[true* . \"top\"] false  violated after 1 step", "no livelock");
    command_ends(&process, 1, NULL);
    command_run(&process, "check", path, "-f", "<true* . \"top\"> true", "--certificate", trace);
    command_ends(&process, 0, NULL);
    command_confirms(trace, "the formula holds: a strategy of");
    command_run(&process, "check", path, "-f", "<\"up\"> true", "--trace", trace);
    command_prints(&process, "violated in the initial state");
    command_ends(&process, 1, NULL);
    command_confirms(trace, "the formula is violated: a strategy of");
    /* The antecedent is met from x=2 alone: the formula is not vacuous. */
    command_run(&process, "check", path, "--strict", "-f", "([true] {x<=3}) => <\"up\"> true");
    command_ends(&process, 0, NULL);
    command_run(&process, "check", path, "-f", "{x<5} && {\"init\"}", "--trace", trace);
    command_ends(&process, 1, NULL);
    command_confirms(trace, "the network has this path of 0 steps");
}

/* A path from one initial state does not show that a formula holds in all of them. */
/* An error that a search with an observer finds has the path from the initial state from which it is reached.
 */
static void test_error_from_several(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("first.prism", "mdp\nmodule m\n  x : [0..3];\n  [] x=2 -> (x'=x+5);\nendmodule\n"
                                    "init true endinit\n");
    command_run(&process, "check", "-q", "-f", "<true*> {x=5}", command_path("first.prism", path));
    command_ends(&process, 2,
                 "first.prism:4:14: the value 7 of x+5 is not in the range 0..3 of the variable "
                 "'x', in the command [] x=2 -> (x'=x+5) of 'm', in the state x=2; it is an "
                 "initial state\n");
    command_put_file("later.prism", "mdp\nmodule m\n  x : [0..1];\n  y : [0..2];\n"
                                    "  [] x=1 & y=2 -> (x'=x+1);\n  [] y<2 -> (y'=y+1);\nendmodule\n"
                                    "init y<2 endinit\n");
    command_run(&process, "check", "-q", "-f", "<true*> {x=5}", command_path("later.prism", path));
    command_ends(&process, 2, "in the state x=1, y=2; the shortest path there has 1 step: [i] y=2\n");
}

static void test_witness_of_one_state(void) {
    PATHS;
    char trace[PATH_BYTES];
    size_t size;
    put_models(path);
    command_path("several.pm", path);
    command_path("trace.json", trace);
    command_run(&process, "check", path, "-f", "[true* . \"top\"] false", "--trace", trace, "-q");
    command_ends(&process, 1, NULL);
    command_confirms(trace, "which violates");
    char *text = test_present(process_read_file(trace, &size));
    char *other = replaced(text, "\"formula\":\"[true* . \\\"top\\\"] false\"",
                           "\"formula\":\"<true* . \\\"top\\\"> true\"");
    char *witness = replaced(other, "\"lasso\": null", "\"lasso\": null, \"holds\": true");
    command_put_file("witness.json", witness);
    command_path("witness.json", trace);
    command_run(&process, "verify", trace);
    command_prints(&process, "does not show that");
    command_ends(&process, 1, NULL);
    free(text);
    free(other);
    free(witness);
}

static void test_simulate(void) {
    PATHS;
    char trace[PATH_BYTES], script[PATH_BYTES];
    put_models(path);
    command_path("trace.json", trace);
    command_put_file("script", "next\nnext\ngoto bad\n");
    command_path("script", script);
    command_run(&process, "check", "-q", path, "--const", "N=3", "--never", "stop", "--trace", trace);
    command_ends(&process, 1, NULL);
    command_run(&process, "simulate", path, "--const", "N=3", "--trace", trace, "-s", script);
    command_prints(&process, "step 1: go  x -1 -> -2, b false -> true, y 0 -> 1\n", "step 2: i  x -2 -> 3\n");
    command_ends(&process, 2, "bad cannot be reached from here");
    command_put_file("script", "go\ngoto bad\n");
    command_run(&process, "simulate", path, "--const", "N=3", "-s", script);
    command_prints(&process, "state  x=-2, b=true, y=4\n", "  1  bad  choice 2: 1     (the state stays)\n",
                   "  3  i    choice 1: 0.25  x -2 -> 3\n");
    command_ends(&process, 0, NULL);
    command_run(&process, "simulate", path, "--const", "N=3", "-r", "0", "--json");
    json_t *object = command_json(process.out), *state = json_object_get(object, "state");
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(state, "x")), -1);
    CU_ASSERT(json_is_false(json_object_get(state, "b")));
    json_decref(object);
    command_ends(&process, 0, NULL);
}

static void test_simulate_initial(void) {
    PATHS;
    char script[PATH_BYTES], trace[PATH_BYTES];
    put_models(path);
    command_path("several.pm", path);
    command_path("trace.json", trace);
    command_put_file("script", "initial\nup\ninitial 3\ntop\ninitial 2\nup\nup\n");
    command_path("script", script);
    command_run(&process, "simulate", path, "-s", script, "-o", trace);
    command_prints(&process,
                   "3 initial states; `initial K` begins in the K-th\n  1  x=2\n  2  x=3\n  3  x=5\n",
                   "step 1: up  x 2 -> 3\n", "in the initial state 3\nstep 1: top", "step 1: up  x 3 -> 4\n");
    command_ends(&process, 0, NULL);
    command_confirms(trace, "the network has this path of 2 steps");
    command_put_file("script", "up\ninitial 4\n");
    command_run(&process, "simulate", path, "-s", script);
    command_ends(&process, 2, ":2: there is no initial state 4, but 3 in all");
    command_put_file("script", "initial 0\n");
    command_run(&process, "simulate", path, "-s", script);
    command_ends(&process, 2, "there is no initial state 0");
    command_path("model.prism", path);
    command_put_file("script", "go\ninitial\ninitial 1\n");
    command_run(&process, "simulate", path, "--const", "N=3", "-s", script);
    command_prints(&process, "1 initial state\n  1  x=-1, b=false, y=0\n", "state  x=-1, b=false, y=0\n");
    command_ends(&process, 0, NULL);
}

/* A network with a PRISM model is a network as any other: no loops in deadlocks, one initial state in files.
 */
static void confirm_initial(const char *name, const char *text) {
    char path[PATH_BYTES], *content = process_read_file(command_path(name, path), NULL);
    CU_ASSERT(content != NULL && strstr(content, text) != NULL);
    free(content);
}

/* What maximal progress cuts off is what no initial state reaches. */
static void test_cut_off(void) {
    struct process process;
    char path[PATH_BYTES], evidence[PATH_BYTES];
    command_put_file("cut.prism", "mdp module m\n x : [0..4];\n [] x=0 -> (x'=2);\n [b] x=0 -> (x'=3);\n"
                                  " [c] x=1 -> (x'=4);\n [d] x=4 -> (x'=1);\nendmodule\ninit x<2 endinit\n");
    command_put_file("cut.exp", "total rename b -> \"rate 1\" in \"cut.prism\" end rename\n");
    command_path("cut.exp", path);
    command_path("cut.json", evidence);
    command_run(&process, "mec", path, "--evidence", evidence);
    command_prints(&process, "states                5\n", "components            1\n",
                   "states in components  2\n");
    command_ends(&process, 0, NULL);
    command_confirms(evidence, "2 of 4 states are in 1 maximal end component");
    command_run(&process, "scc", path, "--evidence", evidence);
    command_ends(&process, 0, NULL);
    command_confirms(evidence, "5 of 5 states are in 4 strongly connected components");
}

/* What an .aut file does not have. */
static void test_aut_note(void) {
    struct process process;
    char path[PATH_BYTES], out[PATH_BYTES];
    command_put_file("one.prism", "mdp module m x:[0..1]; [] x=0 -> (x'=1); endmodule");
    command_put_file("loop.prism", "ctmc module m x:[0..1]; [a] true -> 2:(x'=1-x); endmodule");
    command_path("out.aut", out);
    command_path("one.prism", path);
    command_run(&process, "explore", path, "-o", out);
    command_ends(
        &process, 0,
        "out.aut: .aut has no probabilities or rates, and deadlocks get no loops; .drn and .tra have");
    command_path("loop.prism", path);
    command_run(&process, "explore", path, "-o", out);
    command_ends(&process, 0, "out.aut: .aut has no probabilities or rates; .drn and .tra have them");
    command_run(&process, "explore", path, "-q", "-o", out);
    CU_ASSERT_STRING_EQUAL(process.err, "");
    process_free(&process);
}

static void test_networks(void) {
    static const char *const files[] = {"out.aut", "out.dot", "out.drn", "out.tra"};
    struct process process;
    char path[PATH_BYTES], out[PATH_BYTES];
    command_put_file("one.prism", "mdp\nmodule m\n  x : [0..2];\n  [a] x<2 -> (x'=x+1);\nendmodule\n");
    command_put_file("many.prism", "mdp\nmodule m\n  x : [0..2];\n  [a] x<2 -> (x'=x+1);\nendmodule\n"
                                   "init x<2 endinit\n");
    command_put_file("one.exp", "\"one.prism\"\n");
    command_put_file("many.exp", "\"many.prism\" |[a]| \"one.prism\"\n");
    for (size_t i = 0; i < LENGTH(files); i++) {
        command_path("one.exp", path);
        command_path(files[i], out);
        command_run(&process, "explore", path, "-o", out);
        command_ends(&process, 0, NULL);
        CU_ASSERT_TRUE(command_has_file(files[i]));
        unlink(out);
        command_path("many.exp", path);
        command_run(&process, "explore", path, "-o", out);
        command_ends(&process, i == 0 ? 2 : 0,
                     i == 0 ? ".aut has one initial state, and the model has 2: write .drn" : NULL);
        CU_ASSERT_EQUAL(command_has_file(files[i]), i != 0);
    }
    confirm_initial("out.lab", "0=\"init\"\n0: 0\n1: 0\n");
    confirm_initial("out.drn", "state 1 init\n");
    confirm_initial("out.dot", "start -> 1;");
    command_path("out.txt", out);
    command_run(&process, "explore", path, "--format", "tra", "-o", out);
    command_ends(&process, 2, "2 initial states, which a .lab file says");
    command_path("out.aut", out);
    command_run(&process, "explore", path, "--minimise", "strong", "-o", out);
    command_ends(&process, 2, "--minimise writes only .dot if there are several initial states");
    command_run(&process, "minimise", path, "-o", out);
    command_ends(&process, 2, "there are 2 initial states: a file in AUT has one");
    command_run(&process, "minimise", path);
    command_ends(&process, 0, NULL);
    command_path("one.exp", out);
    command_run(&process, "compare", out, path);
    command_ends(&process, 1, NULL);
    test_cut_off();
    command_path("one.exp", path);
    command_path("state.drn", out);
    command_run(&process, "explore", path, "--state-labels", "-o", out);
    command_ends(&process, 0, NULL);
    command_run(&process, "mec", path);
    command_prints(&process, "transitions           2\n", "components            0\n");
    command_ends(&process, 0, NULL);
    command_path("many.exp", path);
    command_run(&process, "check", path, "--almost-surely", "a", "--deadlock");
    command_prints(&process, "almost-surely a  holds\n", "no deadlock      violated after 1 step\n");
    command_ends(&process, 1, NULL);
}

void suite_check_prism(void) {
    command_suite("check of PRISM models", "traces", test_traces, "predicates of networks",
                  test_network_predicates, "actions of a model's text", test_own_actions, "changed evidence",
                  test_changed_evidence, "errors of the model", test_errors_of_the_model,
                  "error after the end", test_error_after_the_end, "refused", test_refused,
                  "predicates without value", test_wrong_predicates, "predicates", test_predicates,
                  "schedulers", test_schedulers, "labels of states", test_state_labels, "actions as labels",
                  test_action_labels, "several commands", test_several_commands, "several initial states",
                  test_several_initial_states, "an error from several initial states",
                  test_error_from_several, "witness of one initial state", test_witness_of_one_state,
                  "simulate", test_simulate, "simulate from several initial states", test_simulate_initial,
                  "what .aut has not", test_aut_note, "networks", test_networks, NULL);
}
