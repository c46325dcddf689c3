/*
 * `heddle check` on Markov decision processes in files, as a user sees it: verdicts on labels of choices and
 * of states, the scheduler as evidence, what is refused. $HEDDLE is the binary.
 */
#include <CUnit/CUnit.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* State 0 can stay, or toss a coin that leads to 1 or 2; 1 goes back, 2 stays for ever. 3, which no state
 * reaches, has a choice `again`. */
static const char model_tra[] = "4 5 6\n0 0 0 1 stay\n0 1 1 0.5 toss\n0 1 2 0.5 toss\n1 0 0 1 back\n"
                                "2 0 2 1 rest\n3 0 0 1 again\n";
static const char model_lab[] = "0=\"init\" 1=\"deadlock\" 2=\"heads\" 3=\"tails\"\n0: 0\n1: 2\n2: 3\n";

static const struct {
    const char *property, *label;
    int of_states, holds;
} cases[] = {
    {"--almost-surely", "stay", 0, 1},
    {"--almost-surely", "toss", 0, 1},
    {"--almost-surely", "rest", 0, 1},
    {"--almost-surely", "back", 0, 0},
    {"--almost-surely", "again", 0, 0},
    {"--almost-surely", "'b.*'", 0, 0},
    {"--almost-surely", "'[bs].*'", 0, 1},
    {"--almost-surely-repeatedly", "stay", 0, 1},
    {"--almost-surely-repeatedly", "toss", 0, 0},
    {"--almost-surely-repeatedly", "rest", 0, 1},
    {"--almost-surely-repeatedly", "back", 0, 0},
    {"--almost-surely", "init", 1, 1},
    {"--almost-surely", "tails", 1, 1},
    {"--almost-surely", "heads", 1, 0},
    {"--almost-surely-repeatedly", "init", 1, 1},
    {"--almost-surely-repeatedly", "tails", 1, 1},
    {"--almost-surely-repeatedly", "heads", 1, 0},
};

static void put_model(void) {
    command_put_file("model.tra", model_tra);
    command_put_file("model.lab", model_lab);
}

static void test_verdicts(void) {
    char path[PATH_BYTES];
    put_model();
    command_path("model.tra", path);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct process process;
        if (cases[i].of_states) {
            command_run(&process, "check", "--json", "--state-label", cases[i].property, cases[i].label,
                        path);
        } else {
            command_run(&process, "check", "--json", cases[i].property, cases[i].label, path);
        }
        command_expect(&process, cases[i].holds ? 0 : 1, NULL);
        json_t *object = command_json(process.out);
        json_t *verdict =
            json_object_get(json_array_get(json_object_get(object, "properties"), 0), "verdict");
        const char *text = json_is_string(verdict) ? json_string_value(verdict) : "none";
        CU_ASSERT_STRING_EQUAL(text, cases[i].holds ? "holds" : "violated");
        CU_ASSERT_EQUAL(command_number(object, "choices"), 5);
        json_decref(object);
        process_free(&process);
    }
}

/* Evidence of each case that can have some is confirmed. */
/* Verdicts are listed as the properties are given. */
static void test_order(void) {
    static const char *const expected[] = {"almost-surely-repeatedly stay", "almost-surely stay",
                                           "almost-surely-repeatedly toss", "almost-surely toss"};
    char path[PATH_BYTES];
    struct process process;
    put_model();
    command_run(&process, "check", "--json", "--almost-surely-repeatedly=stay", "--almost-surely=stay",
                "--almost-surely-repeatedly=toss", "--almost-surely=toss", command_path("model.tra", path));
    command_expect(&process, 1, NULL);
    json_t *object = command_json(process.out);
    for (size_t k = 0; k < LENGTH(expected); k++) {
        CU_ASSERT_STRING_EQUAL(command_text(command_property(object, k), "name"), expected[k]);
    }
    json_decref(object);
    process_free(&process);
}

static void test_schedulers(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    put_model();
    command_path("model.tra", path);
    command_path("scheduler.json", out);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct process process;
        if (cases[i].of_states && strcmp(cases[i].property, "--almost-surely") != 0) {
            command_run(&process, "check", "--state-label", cases[i].property, cases[i].label, "--scheduler",
                        out, path);
            command_ends(&process, 2, "no evidence for states that are visited again and again");
            continue;
        }
        if (cases[i].of_states) {
            command_run(&process, "check", "--state-label", cases[i].property, cases[i].label, "--scheduler",
                        out, path);
        } else {
            command_run(&process, "check", cases[i].property, cases[i].label, "--scheduler", out, path);
        }
        command_ends(&process, cases[i].holds ? 0 : 1, NULL);
        command_confirms(out, "confirmed");
    }
}

/* Of every scheduler: one may stay for ever; whatever is tossed, some label of the pattern happens. */
static void test_every_scheduler(void) {
    static const struct {
        const char *label;
        int of_states, holds;
    } every[] = {{"toss", 0, 0}, {"'[st].*'", 0, 1}, {"again", 0, 0}, {"tails", 1, 0}, {"init", 1, 1}};
    char path[PATH_BYTES], out[PATH_BYTES];
    put_model();
    command_path("model.tra", path);
    command_path("scheduler.json", out);
    for (size_t i = 0; i < LENGTH(every); i++) {
        struct process process;
        const char *option = every[i].of_states ? "--state-label" : "--quiet";
        command_run(&process, "check", path, "--almost-surely", every[i].label, "--schedulers=all", option,
                    "--scheduler", out);
        command_ends(&process, every[i].holds ? 0 : 1, NULL);
        command_confirms(out, every[i].holds ? "the initial state is one of them"
                                             : "the initial state is not among them");
        CU_ASSERT(command_has_file("scheduler.json"));
    }
    struct process process;
    command_run(&process, "check", path, "--almost-surely", "toss", "--schedulers=all");
    command_prints(&process, "almost-surely toss (all schedulers)  violated: some scheduler avoids it with "
                             "positive probability\n");
    command_ends(&process, 1, NULL);
}

/* Labels are in a file of another name; of several properties, the worst one decides the exit status. */
static void test_labels(void) {
    char path[PATH_BYTES], labels[PATH_BYTES];
    struct process process;
    command_put_file("plain.tra", model_tra);
    command_put_file("other.lab", "0=\"init\" 1=\"deadlock\" 2=\"done\"\n2: 2\n1: 0\n");
    command_path("plain.tra", path);
    command_path("other.lab", labels);
    command_run(&process, "check", "--state-label", "--almost-surely", "done", "--labels", labels, path);
    command_expect(&process, 0, NULL); /* from state 1, which is initial there */
    process_free(&process);
    command_run(&process, "check", "--almost-surely", "back", "--labels", labels, path);
    command_ends(&process, 0, NULL);
    command_run(&process, "check", "--almost-surely", "back", "--almost-surely", "again", "--labels", labels,
                path);
    command_expect(&process, 1, NULL);
    command_prints(&process, "almost-surely back   holds",
                   "almost-surely again  violated: no scheduler does this");
    process_free(&process);
}

/* The names of the internal action are internal before "; prob P", too: one choice, and called `i`. */
static void test_internal_choices(void) {
    static const char model[] = "des (0, 7, 5)\n(0, \"tau; prob 1/2\", 1)\n(0, \"i; prob 1/4\", 2)\n"
                                "(0, \"quiet; prob 1/4\", 3)\n(1, \"go; prob 1\", 0)\n"
                                "(2, \"tau; prob 1/3\", 4)\n(2, \"tau; prob 2/3\", 0)\n(3, quiet, 0)\n";
    static const char *const labels[] = {"i", "tau", "quiet"};
    char net[PATH_BYTES], path[PATH_BYTES], text[1024];
    struct process process;
    command_put_file("hidden.aut", model);
    command_put_file("hidden.exp", "hidden.aut\n");
    command_path("hidden.exp", net);
    command_run(&process, "explore", "-q", "--internal", "quiet", net, "-o",
                command_path("hidden.drn", path));
    command_ends(&process, 0, NULL);
    FILE *file = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "action i\n\t\t1 : 0.5\n\t\t2 : 0.25\n\t\t3 : 0.25\n"));
    CU_ASSERT_PTR_NULL(strstr(text, "tau"));
    CU_ASSERT_PTR_NULL(strstr(text, "quiet"));
    for (size_t k = 0; k < LENGTH(labels); k++) {
        command_run(&process, "check", "-q", "--internal", "quiet", "--almost-surely", labels[k], net,
                    "--scheduler", command_path("hidden.json", path));
        command_ends(&process, 0, NULL);
        command_confirms(path, "from 4 of 5 states");
    }
}

static void test_refusals(void) {
    char path[PATH_BYTES], network[PATH_BYTES];
    struct process process;
    put_model();
    command_path("model.tra", path);
    command_example("producer/network.exp", network);
    command_run(&process, "check", "--state-label", "--almost-surely", "nobody", path);
    command_ends(&process, 2, "has no label of states 'nobody'");
    command_run(&process, "check", "--almost-surely", "nobody", path);
    command_expect(&process, 1, "no choice of");
    command_prints(&process, "violated: no scheduler does this (no choice is ever labelled 'nobody')\n");
    process_free(&process);
    command_run(&process, "check", "--deadlock", "--almost-surely", "stay", path);
    command_ends(&process, 2, "the other properties are those of networks");
    command_run(&process, "check", "--state-label", "--almost-surely", "stay", network);
    command_ends(&process, 2, "networks have no labels of states");
    command_run(&process, "check", "--state-label", "--almost-surely", "'t.*'", path);
    command_ends(&process, 2, "whole labels");
    command_run(&process, "check", "--almost-surely", "stay", "--scheduler", path, path);
    command_ends(&process, 2, "does not end in .json");
    command_put_file("wrong.tra", "1 1 1\n0 0 0 0.5\n");
    command_path("wrong.tra", path);
    command_run(&process, "check", "--almost-surely", "stay", path);
    command_ends(&process, 2, "wrong.tra");
}

void suite_check_mdp(void) {
    command_suite("heddle check on MDPs in files", "verdicts", test_verdicts, "order", test_order,
                  "schedulers", test_schedulers, "every scheduler", test_every_scheduler, "labels",
                  test_labels, "internal choices", test_internal_choices, "refusals", test_refusals, NULL);
}
