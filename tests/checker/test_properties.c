/*
 * The verdicts of examples/properties.tsv, on the models in the folder $EXAMPLES (make examples): worked out
 * naively where the naive explorer can, and by the command that $HEDDLE names.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <jansson.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "tests/support/command.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_cycle.h"
#include "tests/oracle/oracle_property.h"
#include "tests/support/testing.h"

#define MOST_STATES 10000
#ifdef HEDDLE_SANITIZED
#define MOST_STATES_OF_COMMAND 20000
#else
#define MOST_STATES_OF_COMMAND 1000000
#endif
#define HOLDS UINT64_MAX /* a length: there is no trace */
#define PROPERTIES_HEADER "model\tproperty\targument\tverdict\tlength\n"

struct row {
    char model[128], property[16], argument[256], path[256];
    uint64_t states; /* states of the model */
    uint64_t length; /* HOLDS where the property holds; of a property of cycles, steps before the cycle */
    uint64_t cycle;  /* steps of the cycle; 0 for other properties */
};

static int is_of_cycles(const struct row *row) {
    return strcmp(row->property, "livelock") == 0 || strcmp(row->property, "starvation") == 0 ||
           strcmp(row->property, "never-cycle") == 0;
}

/* --- the tables --- */

static void parse_row(const char *line, struct row *row) {
    char verdict[16], length[32];
    int fields = sscanf(line, "%127[^\t]\t%15[^\t]\t%255[^\t]\t%15[^\t]\t%31[^\n]", row->model, row->property,
                        row->argument, verdict, length);
    CU_ASSERT_EQUAL_FATAL(fields, 5);
    row->states = command_model(row->model, row->path);
    if (strcmp(verdict, "holds") == 0) {
        CU_ASSERT_STRING_EQUAL(length, "-");
        row->length = HOLDS;
        row->cycle = 0;
    } else {
        CU_ASSERT_STRING_EQUAL_FATAL(verdict, "violated");
        row->cycle = 0;
        CU_ASSERT_EQUAL_FATAL(sscanf(length, "%" SCNu64 "+%" SCNu64, &row->length, &row->cycle),
                              1 + is_of_cycles(row));
    }
}

/* Calls `check` for every row whose model has at most `most` states. Returns the number of these rows. */
static unsigned for_each_row(uint64_t most, void (*check)(const struct row *row)) {
    char path[PATH_BYTES], line[1024];
    unsigned checked = 0;
    FILE *table = fopen(command_example("properties.tsv", path), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    CU_ASSERT_PTR_NOT_NULL(fgets(line, sizeof line, table));
    CU_ASSERT_STRING_EQUAL(line, PROPERTIES_HEADER);
    while (fgets(line, sizeof line, table) != NULL) {
        struct row row;
        parse_row(line, &row);
        if (row.states > most)
            continue;
        check(&row);
        checked++;
    }
    fclose(table);
    return checked;
}

static void expect_length(const struct row *row, uint64_t length) {
    if (length == row->length)
        return;
    printf("\n  %s, %s %s: ", row->model, row->property, row->argument);
    if (length == HOLDS) {
        printf("holds");
    } else {
        printf("violated after %" PRIu64 " steps", length);
    }
    CU_FAIL("another verdict or length than in the table");
}

/* --- naively --- */

/* The text between the quotes, if there are any: a regular expression that matches whole labels, or a string.
 */
struct wanted {
    char text[300];
    regex_t expression;
    int is_pattern;
};

static void wanted_open(struct wanted *wanted, const char *text) {
    size_t length = strlen(text);
    int quoted = length >= 2 && (text[0] == '\'' || text[0] == '"') && text[length - 1] == text[0];
    wanted->is_pattern = quoted && text[0] == '\'';
    snprintf(wanted->text, sizeof wanted->text, wanted->is_pattern ? "^\\(%.*s\\)$" : "%.*s",
             (int)length - 2 * quoted, text + quoted);
    if (wanted->is_pattern) {
        CU_ASSERT_EQUAL_FATAL(regcomp(&wanted->expression, wanted->text, REG_NOSUB), 0);
    }
}

static void wanted_close(struct wanted *wanted) {
    if (wanted->is_pattern) {
        regfree(&wanted->expression);
    }
}

static int wanted_forbids(void *context, const char *label) {
    const struct wanted *wanted = context;
    return wanted->is_pattern ? regexec(&wanted->expression, label, 0, NULL, 0) == 0
                              : strcmp(wanted->text, label) == 0;
}

static void find_verdict(const struct row *row, const struct oracle_graph *graph,
                         const struct exp_options *options, struct oracle_verdict *verdict) {
    char path[PATH_BYTES];
    struct oracle_goal goal = {.kind = ORACLE_DEADLOCK};
    if (strcmp(row->property, "deadlock") == 0) {
        CU_ASSERT_STRING_EQUAL(row->argument, "-");
        oracle_verdict_find(graph, &goal, verdict);
    } else if (strcmp(row->property, "never") == 0) {
        struct wanted wanted;
        wanted_open(&wanted, row->argument);
        goal = (struct oracle_goal){.kind = ORACLE_NEVER, .forbids = wanted_forbids, .context = &wanted};
        oracle_verdict_find(graph, &goal, verdict);
        wanted_close(&wanted);
    } else {
        CU_ASSERT_STRING_EQUAL(row->property, "monitor");
        struct oracle_monitor *monitor =
            oracle_monitor_read(command_example(row->argument, path), options, NULL, 0);
        goal = (struct oracle_goal){.kind = ORACLE_ERROR, .automaton = oracle_monitor_automaton(monitor)};
        oracle_verdict_find(graph, &goal, verdict);
        oracle_monitor_free(monitor);
    }
}

/* Labels that a cycle may have, and labels that it must have. */
struct cycle_wanted {
    struct wanted wanted[4];
    uint32_t count;
    const char *property;
};

static int cycle_live(void *context, const char *label) {
    struct cycle_wanted *cycle = context;
    return strcmp(cycle->property, "livelock") == 0     ? strcmp(label, "i") == 0
           : strcmp(cycle->property, "starvation") == 0 ? !wanted_forbids(&cycle->wanted[0], label)
                                                        : 1;
}

static int cycle_needed(void *context, uint32_t set, const char *label) {
    struct cycle_wanted *cycle = context;
    return wanted_forbids(&cycle->wanted[set], label);
}

/* Checks the verdict and lengths, except for the length of a fair cycle, which need not be the shortest. */
static void expect_cycle(const struct row *row, const struct oracle_graph *graph) {
    char texts[256], *rest = texts;
    struct cycle_wanted cycle = {.property = row->property};
    int fair = strcmp(row->property, "never-cycle") == 0;
    snprintf(texts, sizeof texts, "%s", row->argument);
    for (char *text = strtok_r(texts, ",", &rest); text != NULL && strcmp(text, "-") != 0;
         text = strtok_r(NULL, ",", &rest)) {
        CU_ASSERT_FATAL(cycle.count < 4);
        wanted_open(&cycle.wanted[cycle.count++], text);
    }
    struct oracle_cycle_goal goal = {cycle_live, cycle_needed, fair ? cycle.count : 0, &cycle};
    struct oracle_cycle truth = oracle_cycle_find(graph, &goal);
    expect_length(row, truth.violated ? truth.before : HOLDS);
    if (truth.violated && !fair) {
        CU_ASSERT_EQUAL(truth.length, row->cycle);
    }
    for (uint32_t i = 0; i < cycle.count; i++) {
        wanted_close(&cycle.wanted[i]);
    }
}

static void check_naively(const struct row *row) {
    char path[PATH_BYTES], text[2048];
    struct memory memory;
    struct error error;
    struct exp_options options = {0};
    memory_init(&memory, UINT64_MAX);
    struct run run = {.memory = &memory, .threads = 1};
    exp_tree *tree = exp_tree_read(command_example(row->path, path), &options, &run, &error);
    if (tree == NULL) {
        printf("\n  %s", error_describe(&error, text, sizeof text));
        CU_FAIL("not read");
        return;
    }
    struct oracle_graph *graph = oracle_explore(tree, MOST_STATES);
    struct oracle_verdict verdict;
    CU_ASSERT_EQUAL_FATAL(graph->outcome, ORACLE_DONE);
    if (is_of_cycles(row)) {
        expect_cycle(row, graph);
    } else {
        find_verdict(row, graph, &options, &verdict);
        expect_length(row, verdict.violated ? verdict.length : HOLDS);
        oracle_verdict_free(&verdict);
    }
    oracle_free(graph);
    exp_tree_free(tree);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_naively(void) {
    CU_ASSERT(for_each_row(MOST_STATES, check_naively) >= 50);
}

/* --- by the command --- */

static void run_check(const struct row *row, struct process *process) {
    char path[PATH_BYTES], monitor[PATH_BYTES], option[PATH_BYTES];
    command_example(row->path, path);
    if (strcmp(row->argument, "-") == 0) {
        snprintf(option, sizeof option, "--%s", row->property);
        command_run(process, "check", path, "--json", "--threads=2", option);
    } else if (strcmp(row->property, "monitor") != 0) {
        snprintf(option, sizeof option, "--%s=%s", row->property, row->argument);
        command_run(process, "check", path, "--json", "--threads=2", option);
    } else {
        command_run(process, "check", path, "--json", "--threads=2", "--monitor",
                    command_example(row->argument, monitor));
    }
}

/* The text of a key, or one that no test expects. */
static void check_by_command(const struct row *row) {
    struct process process;
    run_check(row, &process);
    command_expect(&process, row->length == HOLDS ? 0 : 1, NULL);
    json_t *object = command_json(process.out);
    const json_t *properties = json_object_get(object, "properties");
    CU_ASSERT_EQUAL(json_array_size(properties), 1);
    const json_t *property = json_array_get(properties, 0);
    const json_t *trace = json_object_get(property, "trace");
    CU_ASSERT_STRING_EQUAL(command_text(property, "kind"), row->property);
    if (strcmp(command_text(property, "verdict"), "violated") == 0) {
        CU_ASSERT(json_is_array(trace));
        expect_length(row, is_of_cycles(row) ? command_number(property, "lasso") : json_array_size(trace));
        if (is_of_cycles(row)) {
            CU_ASSERT_EQUAL(json_array_size(trace), row->length + row->cycle);
        }
    } else {
        CU_ASSERT_STRING_EQUAL(command_text(property, "verdict"), "holds");
        expect_length(row, HOLDS);
    }
    json_decref(object);
    process_free(&process);
}

static void test_by_command(void) {
    CU_ASSERT(for_each_row(MOST_STATES_OF_COMMAND, check_by_command) >= 50);
}

void suite_properties(void) {
    command_suite("properties", "examples/properties.tsv by the naive explorer", test_naively,
                  "examples/properties.tsv by heddle check", test_by_command, NULL);
}
