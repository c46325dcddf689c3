/*
 * The command from outside: exit codes, messages, counts, info and help, of the binary that $HEDDLE names, on
 * the models in the folder $EXAMPLES (make examples).
 */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define MOST_STATES 50000
#else
#define MOST_STATES 5000000
#endif

/* --- counts --- */

static void check_model(const char *name, const char *path, const uint64_t *counts) {
    static const char *const keys[] = {"states", "transitions", "deadlocks"};
    char full[PATH_BYTES];
    json_t *object = command_explore(command_example(path, full), "--threads=2", 0);
    CU_ASSERT(json_is_true(json_object_get(object, "complete")));
    for (unsigned i = 0; i < 3; i++) {
        uint64_t found = command_number(object, keys[i]);
        if (found != counts[i]) {
            printf("\n  %s: %llu %s, not %llu", name, (unsigned long long)found, keys[i],
                   (unsigned long long)counts[i]);
            CU_FAIL("wrong count");
        }
    }
    json_decref(object);
}

static void test_expected_counts(void) {
    char line[1024];
    unsigned checked = 0;
    FILE *table =
        command_table("expected.tsv", "model\tclass\tpath\tcommand\tstates\ttransitions\tdeadlocks\n");
    while (fgets(line, sizeof line, table) != NULL) {
        char model[128], class[16], file[256], command[256];
        unsigned long long states, transitions, deadlocks;
        int fields = sscanf(line, "%127[^\t]\t%15[^\t]\t%255[^\t]\t%255[^\t]\t%llu\t%llu\t%llu", model, class,
                            file, command, &states, &transitions, &deadlocks);
        CU_ASSERT_EQUAL_FATAL(fields, 7);
        if (strcmp(class, "check") == 0 && states <= MOST_STATES) {
            check_model(model, file, (const uint64_t[]){states, transitions, deadlocks});
            checked++;
        }
    }
    fclose(table);
    CU_ASSERT(checked >= 25);
}

static void test_json_keys(void) {
    char path[PATH_BYTES];
    json_t *object = command_explore(command_example("ring-6/ring.exp", path), "--threads=2", 0);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "command")), "explore");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "input")), path);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "device")), "cpu");
    CU_ASSERT_EQUAL(command_number(object, "threads"), 2);
    CU_ASSERT_EQUAL(command_number(object, "levels"), 32);
    CU_ASSERT(command_number(object, "memory_bytes") > 2916 * 8);
    CU_ASSERT(json_is_real(json_object_get(object, "seconds")));
    CU_ASSERT(json_real_value(json_object_get(object, "total_seconds")) >=
              json_real_value(json_object_get(object, "seconds")));
    double load = json_real_value(json_object_get(object, "table_load"));
    CU_ASSERT(load > 0 && load <= 1);
    CU_ASSERT_PTR_NULL(json_object_get(object, "edges"));
    json_decref(object);
}

static void test_rows(void) {
    char path[PATH_BYTES];
    struct process process;
    command_run(&process, "explore", command_example("ring-6/ring.exp", path));
    command_expect(&process, 0, NULL);
    command_prints(&process, "states", " 2 916\n", " 11 664\n");
    CU_ASSERT_PTR_NULL(strchr(process.out, '\033'));
    CU_ASSERT_STRING_EQUAL(process.err, "");
    process_free(&process);
    command_run(&process, "explore", "--quiet", path);
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);
}

/* --- usage and input errors --- */

static void test_usage_errors(void) {
    static const struct {
        const char *arguments[4];
        const char *message;
    } cases[] = {
        {{NULL}, "heddle: a command is missing"},
        {{"explroe", "x.exp"}, "heddle: unknown command 'explroe'; did you mean explore?"},
        {{"--vresion"}, "heddle: unknown option --vresion; did you mean --version?"},
        {{"explore"}, "heddle explore: an argument is missing: NET"},
        {{"explore", "a.exp", "b.exp"}, "heddle explore: unexpected argument 'b.exp'"},
        {{"explore", "--threads=0", "a.exp"}, "heddle explore: --threads: 0 is out of range (1..1024)"},
        {{"explore", "--thread=2", "a.exp"},
         "heddle explore: unknown option --thread; did you mean --threads?"},
        {{"explore", "--memory=lots", "a.exp"}, "--memory: 'lots' is not a size"},
        {{"explore", "--timeout=soon", "a.exp"}, "--timeout: 'soon' is not a duration"},
        {{"explore", "--bucket=7", "a.exp"}, "--bucket: '7' is not one of 4|8|16|32"},
        {{"explore", "--words=65", "a.exp"}, "--words: 65 is out of range (0..64)"},
        {{"explore", "--max-states=0", "a.exp"}, "--max-states: 0 is out of range"},
        {{"explore", "--device=gpu", "a.exp"}, "--device: 'gpu' is not one of auto, cpu, cuda"},
        {{"explore", "--output=a.txt", "a.exp"}, "--output: 'a.txt' does not end in .aut"},
        {{"explore", "--output=aut", "a.exp"}, "--output: 'aut' does not end in .aut"},
        {{"info", "--output=a.aut", "a.exp"}, "heddle info: `info` has no option --output; explore, scc,"},
        {{"explore", "--hide-all-but=a", "a.exp"},
         "`explore` has no option --hide-all-but; minimise and compare have it"},
        {{"explore", "-e", "strong", "a.exp"},
         "heddle explore: `explore` has no option -e; minimise and compare have it"},
        {{"explore", "-reader", "a.exp"}, "`explore` has no option -r; simulate has it"},
        {{"solve", "-never=a", "a.pg"}, "`solve` has no option --never; check and verify have it"},
        {{"explore", "-y", "a.exp"}, "heddle explore: unknown option -y"},
        {{"--deadlock", "a.exp"}, "heddle: there is no option --deadlock without a command; check and"},
        {{"info"}, "heddle info: an argument is missing: NET"},
        {{"min", "a.aut"}, "heddle: there is no command 'min': use `heddle minimise"},
        {{"help", "draw"}, "heddle: there is no command 'draw': write a picture with"},
        {{"check", "--fairness", "a.exp"}, "heddle check: there is no option --fairness: no run is assumed"},
        {{"check", "--ltl=G F a", "a.exp"}, "heddle check: there is no option --ltl: write a formula"},
        {{"explore", "--fairness", "a.exp"}, "heddle explore: unknown option --fairness"},
        {{"help", "chekc"}, "heddle: unknown command 'chekc'; did you mean check?"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct process process;
        const char *const *words = cases[i].arguments;
        command_run(&process, words[0], words[1], words[2], words[3]);
        command_expect(&process, 2, cases[i].message);
        CU_ASSERT_STRING_EQUAL(process.out, "");
        process_free(&process);
    }
}

static void test_device(void) {
    char path[PATH_BYTES];
    struct process process;
    command_example("producer/network.exp", path);
    command_run(&process, "explore", "--device", "cpu", path);
    command_ends(&process, 0, NULL);
    command_run(&process, "explore", "--device", "auto", path);
    command_ends(&process, 0, NULL);
    /* No machine has a hundred: an error with and without the backend. */
    command_run(&process, "explore", "--device", "cuda:100", path);
    command_ends(&process, 2, "cuda");
}

static void test_input_errors(void) {
    char path[PATH_BYTES], position[2 * PATH_BYTES];
    struct process process;
    command_run(&process, "explore", command_path("missing.exp", path));
    command_ends(&process, 2, path);

    command_path("folder.exp", path);
    CU_ASSERT_EQUAL(mkdir(path, 0755), 0);
    command_run(&process, "explore", path);
    command_ends(&process, 2, path);

    command_put_file("syntax.exp", "(* two lines *)\npar using a * -> b in x.aut end par\n");
    snprintf(position, sizeof position, "heddle: %s:2:", command_path("syntax.exp", path));
    command_run(&process, "info", path);
    command_expect(&process, 2, position);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);

    command_put_file("broken.aut", "des (0, 2, 2)\n(0, a, 1)\n(1, b, 7)\n");
    snprintf(position, sizeof position, "heddle: %s:3:", command_path("broken.aut", path));
    command_run(&process, "explore", path);
    command_ends(&process, 2, position);

    command_put_file("nested.exp", "broken.aut ||| broken.aut\n");
    command_run(&process, "explore", command_path("nested.exp", path));
    command_ends(&process, 2, "broken.aut:3:");
}

static void test_warnings(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("one.aut", "des (0, 2, 2)\n(0, go, 1)\n(1, forgotten, 0)\n");
    command_put_file("blocked.exp", "par using go * go -> go in one.aut || one.aut end par\n");
    command_run(&process, "explore", command_path("blocked.exp", path));
    command_expect(&process, 0, "warning:");
    command_ends(&process, 0, "forgotten");
    command_run(&process, "explore", "--quiet", path);
    command_expect(&process, 0, "warning:");
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);

    json_t *blocked = command_explore(path, "--threads=1", 0);
    CU_ASSERT_EQUAL(command_number(blocked, "states"), 2);
    CU_ASSERT_EQUAL(command_number(blocked, "deadlocks"), 1);
    json_decref(blocked);
    json_t *independent = command_explore(path, "--independent", 0);
    CU_ASSERT_EQUAL(command_number(independent, "states"), 4);
    CU_ASSERT_EQUAL(command_number(independent, "deadlocks"), 0);
    json_decref(independent);
}

/* Under --strict a warning ends each command before it works, and nothing is written; check works
 * nevertheless. */
static void test_strict(void) {
    static const char *const commands[] = {"info", "explore", "scc", "mec", "simulate", "check"};
    char path[PATH_BYTES], clean[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    command_put_file("one.aut", "des (0, 2, 2)\n(0, go, 1)\n(1, forgotten, 0)\n");
    command_put_file("blocked.exp", "par using go * go -> go in one.aut || one.aut end par\n");
    command_path("blocked.exp", path);
    command_path("one.aut", clean);
    for (unsigned i = 0; i < LENGTH(commands); i++) {
        const char *deadlock = strcmp(commands[i], "check") == 0 ? "--deadlock" : "--quiet";
        command_run(&process, commands[i], "--strict", deadlock, path);
        command_expect(&process, 2, "warning:");
        command_expect(&process, 2, "heddle: --strict: 1 warning is an error\n");
        CU_ASSERT_EQUAL(*process.out == '\0', strcmp(commands[i], "check") != 0);
        process_free(&process);
        command_run(&process, commands[i], "--strict", deadlock, clean);
        command_expect(&process, 0, NULL);
        CU_ASSERT_STRING_EQUAL(process.err, "");
        process_free(&process);
    }
    command_run(&process, "explore", "--strict", "-o", command_path("out.aut", out), path);
    command_expect(&process, 2, "--strict");
    CU_ASSERT_NOT_EQUAL(access(out, F_OK), 0);
    process_free(&process);
    command_run(&process, "check", "--strict", "--never", "gone", "--never", "og", clean);
    command_ends(&process, 2, "heddle: --strict: 2 warnings are errors\n");
    command_put_file("reward.drn", "@type: MDP\n@reward_models\nr\n@nr_states\n1\n@model\nstate 0 [1] init\n"
                                   "\taction a [2]\n\t\t0 : 1\n");
    command_run(&process, "convert", "--strict", command_path("reward.drn", path), out);
    command_expect(&process, 2, "heddle: --strict: ");
    CU_ASSERT_NOT_EQUAL(access(out, F_OK), 0);
    process_free(&process);
    command_run(&process, "check", "--strict", "--almost-surely", "b", path);
    command_ends(&process, 2, "no choice of");
}

static void test_reader_options(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("lower.aut", "des (0, 1, 2)\n(0, go, 1)\n");
    command_put_file("upper.aut", "des (0, 1, 2)\n(0, GO, 1)\n");
    command_put_file("case.exp", "lower.aut |[ go ]| upper.aut\n");
    command_path("case.exp", path);
    command_run(&process, "explore", "--quiet", "--json", path);
    json_t *object = command_json(process.out);
    CU_ASSERT_EQUAL(command_number(object, "states"), 2); /* GO is another label than go: it moves alone */
    json_decref(object);
    process_free(&process);
    command_run(&process, "explore", "--quiet", "--json", "--ignore-case", path, "-o", "-");
    object = command_json(process.err);
    CU_ASSERT_EQUAL(command_number(object, "states"), 2);
    command_prints(&process, "GO");
    CU_ASSERT_EQUAL(strncmp(process.out, "des (0, 1, 2)", 13), 0);
    json_decref(object);
    process_free(&process);

    command_put_file("hidden.exp", "lower.aut || lower.aut\n");
    command_path("hidden.exp", path);
    object = command_explore(path, "--threads=1", 0);
    CU_ASSERT_EQUAL(command_number(object, "states"), 2);
    json_decref(object);
    object = command_explore(path, "--internal=go", 0); /* the internal action never synchronises */
    CU_ASSERT_EQUAL(command_number(object, "states"), 4);
    json_decref(object);

    command_put_file("regex.exp", "hide \"(go|come)\" in lower.aut end hide\n");
    command_run(&process, "explore", "--quiet", command_path("regex.exp", path), "-o", "-");
    command_prints(&process, "go");
    process_free(&process);
    command_run(&process, "explore", "--quiet", "--regex=extended", path, "-o", "-");
    command_expect(&process, 0, NULL);
    CU_ASSERT_PTR_NULL(strstr(process.out, "go"));
    process_free(&process);
}

/* --- info, help --- */

static void test_info(void) {
    char path[PATH_BYTES];
    struct process process;
    command_run(&process, "info", "--json", "--labels",
                command_example("gas_station-2/gas_station.exp", path));
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "command")), "info");
    CU_ASSERT_EQUAL(command_number(object, "component_count"), 5);
    CU_ASSERT_EQUAL(command_number(object, "rules"), 34); /* 11 N of two components and 6 N of one */
    CU_ASSERT_EQUAL(command_number(object, "label_count"), 34);
    CU_ASSERT_EQUAL(command_number(object, "guards"), 0);
    CU_ASSERT_EQUAL(command_number(object, "bits"), 5 + 3 + 3 + 3 + 3);
    CU_ASSERT_EQUAL(command_number(object, "words"), 1);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "labels")), 34);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "warnings")), 0);
    const json_t *components = json_object_get(object, "components");
    CU_ASSERT_EQUAL_FATAL(json_array_size(components), 5);
    const json_t *operator= json_array_get(components, 0);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(operator, "name")), "operator");
    CU_ASSERT_EQUAL(command_number(operator, "states"), 21);
    CU_ASSERT_EQUAL(command_number(operator, "moves"), 28);
    CU_ASSERT_EQUAL(command_number(operator, "bits"), 5);
    CU_ASSERT_EQUAL(command_number(operator, "blocked_labels"), 0);
    CU_ASSERT_EQUAL(command_number(json_array_get(components, 4), "states"), 8);
    json_decref(object);
    process_free(&process);

    command_run(&process, "info", command_example("multilevel/system.exp", path));
    command_expect(&process, 0, NULL);
    command_prints(&process, "heartbeat", "recorder");
    process_free(&process);
}

static void test_info_warnings(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("two.aut", "des (0, 2, 2)\n(0, go, 1)\n(1, forgotten, 0)\n");
    command_put_file("warned.exp", "\n par using go * go -> go in two.aut || two.aut end par\n");
    command_run(&process, "info", "--json", command_path("warned.exp", path));
    command_expect(&process, 0, "warning:");
    json_t *object = command_json(process.out);
    const json_t *warnings = json_object_get(object, "warnings");
    CU_ASSERT_EQUAL_FATAL(json_array_size(warnings), 1);
    CU_ASSERT_EQUAL(command_number(json_array_get(warnings, 0), "line"), 2);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(json_string_value(json_object_get(json_array_get(warnings, 0), "text")), "forgotten"));
    CU_ASSERT_EQUAL(
        command_number(json_array_get(json_object_get(object, "components"), 1), "blocked_labels"), 1);
    json_decref(object);
    process_free(&process);
}

/* What is odd in an AUT file: a warning for each file that is a process. */
static void test_states_not_mentioned(void) {
    static const struct {
        const char *text, *warning;
    } cases[] = {
        {"des (0, 1, 9)\n(0, a, 1)\n", "the header counts 9 states, but no transition mentions state 2"},
        {"des (0, 1, 3)\n(0, a, 2)\n", "the header counts 3 states, but no transition mentions state 1"},
        {"des (3, 0, 4000000000)\n", "counts 4000000000 states, but no transition mentions state 0"},
        {"des (0 1/2 1, 1, 3)\n(0, a, 1)\n", "counts 3 states, but no transition mentions state 2"},
        {"des (0 1/2 1, 1, 2)\n(0, a, 1)\n", NULL},
        {"des (1, 1, 3)\n(0, a, 2)\n", NULL},
        {"des (0, 0, 1)\n", NULL},
        {"des (0, 2, 2)\n(0, a, 1)\n(0, 'b', 1)\n", "few.aut:3:5: warning: the quotes are part of the label "
                                                    "'b': in AUT, a label is quoted with \"\", or"},
        {"des (0, 2, 2)\n(0, \xe2\x80\x9c"
         "a\xe2\x80\x9d, 1)\n(0, 'b', 1)\n",
         "few.aut:2:5: warning: the quotes"},
        {"des (0, 2, 2)\n(0, \"'a'\", 1)\n(0, ', 1)\n", NULL},
    };
    char path[PATH_BYTES], network[PATH_BYTES];
    struct process process;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        command_put_file("few.aut", cases[i].text);
        command_run(&process, "info", "--json", command_path("few.aut", path));
        command_expect(&process, 0, cases[i].warning);
        json_t *object = command_json(process.out);
        CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "warnings")), cases[i].warning != NULL);
        json_decref(object);
        process_free(&process);
    }
    command_put_file("few.aut", cases[0].text);
    command_put_file("few.exp", "few.aut ||| few.aut\n");
    command_run(&process, "explore", "--json", command_path("few.exp", network));
    command_expect(&process, 0, cases[0].warning);
    json_t *object = command_json(process.out);
    const json_t *warnings = json_object_get(object, "warnings");
    CU_ASSERT_EQUAL_FATAL(json_array_size(warnings), 1);
    CU_ASSERT_STRING_EQUAL(command_text(json_array_get(warnings, 0), "path"), path);
    json_decref(object);
    process_free(&process);
}

static void test_info_wide_vector(void) {
    char path[PATH_BYTES], *text;
    struct process process;
    size_t size;
    command_put_file("bit.aut", "des (0, 2, 2)\n(0, up, 1)\n(1, down, 0)\n");
    FILE *stream = open_memstream(&text, &size);
    for (unsigned i = 0; i < 70; i++) {
        fprintf(stream, "%sbit.aut\n", i > 0 ? "||| " : "");
    }
    fclose(stream);
    command_put_file("wide.exp", text);
    free(text);
    command_run(&process, "info", "--json", command_path("wide.exp", path));
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_EQUAL(command_number(object, "component_count"), 70);
    CU_ASSERT_EQUAL(command_number(object, "bits"), 70);
    CU_ASSERT_EQUAL(command_number(object, "words"), 2);
    json_decref(object);
    process_free(&process);
    json_t *limited = command_explore(path, "--max-depth=2", 3);
    CU_ASSERT_EQUAL(command_number(limited, "states"), 1 + 70 + 70 * 69 / 2);
    json_decref(limited);
}

static void test_odd_bytes(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("odd.aut", "des (0, 1, 2)\n(0, \"caf\xe9 !\xc3\xa9\", 1)\n");
    command_run(&process, "info", "--json", "--labels", command_path("odd.aut", path));
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(json_object_get(object, "labels"), 0)),
                           "caf\xef\xbf\xbd !\xc3\xa9");
    json_decref(object);
    process_free(&process);
}

static void test_help(void) {
    static const char *const commands[] = {"info", "explore"};
    struct process process;
    command_run(&process, "--version");
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out, "heddle " HEDDLE_VERSION "\n");
    process_free(&process);
    command_run(&process, "--help");
    command_expect(&process, 0, NULL);
    command_prints(&process, "explore", "Exit status:");
    process_free(&process);
    for (unsigned i = 0; i < 2; i++) {
        char usage[64];
        snprintf(usage, sizeof usage, "usage: heddle %s ", commands[i]);
        command_run(&process, commands[i], "--help");
        command_expect(&process, 0, NULL);
        command_prints(&process, usage, "--ignore-case");
        process_free(&process);
        command_run(&process, commands[i], "-V");
        command_expect(&process, 0, NULL);
        CU_ASSERT_STRING_EQUAL(process.out, "heddle " HEDDLE_VERSION "\n");
        process_free(&process);
    }
    command_run(&process, "help");
    command_expect(&process, 0, NULL);
    command_prints(&process, "Exit status:");
    process_free(&process);
    command_run(&process, "help", "solve");
    command_expect(&process, 0, NULL);
    command_prints(&process, "usage: heddle solve ");
    process_free(&process);
    command_run(&process, "--man");
    command_expect(&process, 0, NULL);
    CU_ASSERT_EQUAL(strncmp(process.out, ".TH HEDDLE 1 ", 13), 0);
    command_prints(&process, "\\-\\-max\\-states");
    process_free(&process);
    command_run(&process, "--man", "explore");
    command_expect(&process, 0, NULL);
    CU_ASSERT_EQUAL(strncmp(process.out, ".TH HEDDLE\\-EXPLORE 1 ", 22), 0);
    command_prints(&process, "\\-\\-max\\-states");
    CU_ASSERT_PTR_NULL(strstr(process.out, "\\-\\-monitor"));
    process_free(&process);
    command_run(&process, "--man", "explain");
    command_ends(&process, 2, "unknown command 'explain'; did you mean explore?");
    command_run(&process, "--completion", "zsh", "explore");
    command_ends(&process, 2, "unexpected argument 'explore'");
    command_run(&process, "--completion", "zsh");
    command_expect(&process, 0, NULL);
    CU_ASSERT_EQUAL(strncmp(process.out, "#compdef heddle\n", 16), 0);
    process_free(&process);
    command_run(&process, "--completion", "bash");
    command_expect(&process, 0, NULL);
    command_prints(&process, "complete -F _heddle heddle");
    process_free(&process);
}

void suite_cli(void) {
    command_suite("cli", "every model of examples/expected.tsv", test_expected_counts, "JSON keys",
                  test_json_keys, "rows for people", test_rows, "usage errors", test_usage_errors, "devices",
                  test_device, "input errors and their positions", test_input_errors, "warnings",
                  test_warnings, "strict", test_strict, "options of the reader", test_reader_options, "info",
                  test_info, "info shows warnings", test_info_warnings, "states that no transition mentions",
                  test_states_not_mentioned, "a vector of two words", test_info_wide_vector,
                  "labels that are not UTF-8", test_odd_bytes, "help, version, manual", test_help, NULL);
}
