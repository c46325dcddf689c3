/* PRISM models through libheddle: constants, counts, values of variables, files, properties, errors. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "include/heddle.h"
#include "library/library.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

static const char counters[] = "mdp\n"
                               "const int N;\n"
                               "const double p = 0.25;\n"
                               "module m\n"
                               "  x : [-2..N] init -1;\n"
                               "  b : bool;\n"
                               "  [] true -> p:(x'=3) + p:true + 1-2*p:(x'=3);\n"
                               "  [go] x<0 -> (x'=-2)&(b'=true);\n"
                               "  [stop] b & x=3 -> (x'=1);\n"
                               "endmodule\n"
                               "module n\n"
                               "  y : [0..4];\n"
                               "  [go] y<4 -> (y'=y+1);\n"
                               "  [stop] true -> (y'=0);\n"
                               "  [bad] y=4 -> true;\n"
                               "endmodule\n"
                               "label \"full\" = y=4;\n"
                               "rewards \"steps\" [go] true : 2; y=4 : 0.5; endrewards\n";

static const char several[] = "dtmc\n"
                              "module m\n"
                              "  x : [0..5];\n"
                              "  [up] x<5 -> (x'=x+1);\n"
                              "  [top] x=5 -> true;\n"
                              "endmodule\n"
                              "init x>=2 & x!=4 endinit\n";

static heddle_context *context;

static void begin(void) {
    context = heddle_create();
    CU_ASSERT_PTR_NOT_NULL_FATAL(context);
    CU_ASSERT_EQUAL(heddle_set_device(context, "cpu"), 0);
    command_put_file("model.prism", counters);
    command_put_file("several.pm", several);
}

static void end(void) {
    CU_ASSERT_EQUAL(memory_used(&context->job.memory), 0);
    heddle_free(context);
}

/* A file of the suite's folder; NULL if it cannot be opened. */
static heddle_network *open_file(const char *name, const char *constants) {
    char path[PATH_BYTES];
    CU_ASSERT_EQUAL(heddle_set_constants(context, constants), 0);
    return heddle_network_open(context, command_path(name, path));
}

static heddle_network *open_model(const char *constants) {
    heddle_network *network = open_file("model.prism", constants);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    return network;
}

static void expect_error(enum heddle_code code, const char *part) {
    const struct heddle_message *error = heddle_last_error(context);
    if (error->code != code || strstr(error->whole, part) == NULL) {
        printf("\n  not '%s' (%d): %s (%d)", part, code, error->whole, error->code);
        CU_FAIL("another error");
    }
}

/* --- variables --- */

static void test_variables(void) {
    static const char *const names[] = {"x", "b", "y"};
    static const int64_t lowest[] = {-2, 0, 0};
    static const uint64_t states[] = {6, 2, 5};
    char text[24];
    begin();
    heddle_network *network = open_model("N=3");
    CU_ASSERT_EQUAL_FATAL(heddle_network_components(network), 3);
    for (uint32_t i = 0; i < 3; i++) {
        int64_t least = 99;
        CU_ASSERT_STRING_EQUAL(heddle_network_component(network, i), names[i]);
        CU_ASSERT_EQUAL(heddle_network_component_states(network, i), states[i]);
        CU_ASSERT_EQUAL(heddle_network_variable(network, i, &least), 1);
        CU_ASSERT_EQUAL(least, lowest[i]);
    }
    CU_ASSERT_EQUAL(heddle_network_variable(network, 3, NULL), 0);
    CU_ASSERT_EQUAL(heddle_network_value(network, 0, 0, text, sizeof text), 0);
    CU_ASSERT_STRING_EQUAL(text, "-2");
    CU_ASSERT_EQUAL(heddle_network_value(network, 1, 1, text, sizeof text), 0);
    CU_ASSERT_STRING_EQUAL(text, "true");
    CU_ASSERT_EQUAL(heddle_network_value(network, 3, 0, text, sizeof text), -1);
    expect_error(HEDDLE_USAGE, "there is no component 3");
    CU_ASSERT_EQUAL(heddle_network_value(network, 1, 1, text, 4), -1);
    expect_error(HEDDLE_USAGE, "too short");
    heddle_network_close(network);
    command_put_file("one.aut", "des (0, 1, 1)\n(0, a, 0)\n");
    network = open_file("one.aut", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    CU_ASSERT_EQUAL(heddle_network_variable(network, 0, NULL), 0);
    CU_ASSERT_EQUAL(heddle_network_value(network, 0, 0, text, sizeof text), 0);
    CU_ASSERT_STRING_EQUAL(text, "0");
    heddle_network_close(network);
    end();
}

/* Constants are those of the last call, for each network that is opened. */
static void test_constants(void) {
    begin();
    CU_ASSERT_PTR_NULL(open_file("model.prism", NULL));
    expect_error(HEDDLE_INPUT, "the constant 'N' (int) has no value");
    CU_ASSERT_PTR_NULL(open_file("model.prism", "N=3,M=4"));
    expect_error(HEDDLE_USAGE, "declares no constant M");
    CU_ASSERT_PTR_NULL(open_file("model.prism", "N=3,p=0.5"));
    expect_error(HEDDLE_INPUT, "'p'");
    CU_ASSERT_EQUAL(heddle_set_constants(context, "N=5, M"), -1);
    expect_error(HEDDLE_USAGE, "M");
    CU_ASSERT_PTR_NULL(open_file("several.pm", "N=3"));
    expect_error(HEDDLE_USAGE, "declares no constant N");
    heddle_network *three = open_model(" N = 3 "), *five = open_model("N=5");
    CU_ASSERT_EQUAL(heddle_set_constants(context, "N=5, M"), -1);
    heddle_network *again = open_model("N=5");
    CU_ASSERT_EQUAL(heddle_network_component_states(three, 0), 6);
    CU_ASSERT_EQUAL(heddle_network_component_states(five, 0), 8);
    CU_ASSERT_EQUAL(heddle_network_component_states(again, 0), 8);
    heddle_network_close(three);
    heddle_network_close(five);
    heddle_network_close(again);
    end();
}

/* --- counts and state spaces --- */

struct seen {
    heddle_network *network;
    FILE *values; /* as a .sta file has them */
};

static int see_state(void *user, uint64_t state, const uint32_t *local_states, uint32_t components) {
    struct seen *seen = user;
    fprintf(seen->values, "%" PRIu64 ":(", state);
    for (uint32_t i = 0; i < components; i++) {
        char text[24];
        CU_ASSERT_EQUAL(heddle_network_value(seen->network, i, local_states[i], text, sizeof text), 0);
        fprintf(seen->values, "%s%s", i == 0 ? "" : ",", text);
    }
    fputs(")\n", seen->values);
    return 0;
}

/* The file must be the one that the command writes. */
static void expect_file(heddle_space *space, const char *ending, const char *path, const char *constants) {
    char name[32], mine[PATH_BYTES], theirs[PATH_BYTES];
    size_t size, other_size;
    struct process process;
    snprintf(name, sizeof name, "mine.%s", ending);
    CU_ASSERT_EQUAL(heddle_space_write(space, command_path(name, mine)), 0);
    snprintf(name, sizeof name, "theirs.%s", ending);
    command_path(name, theirs);
    if (constants == NULL) {
        command_run(&process, "explore", "-q", path, "-o", theirs);
    } else {
        command_run(&process, "explore", "-q", path, "-o", theirs, "--const", constants);
    }
    command_ends(&process, 0, NULL);
    char *text = test_present(process_read_file(mine, &size));
    char *other = test_present(process_read_file(theirs, &other_size));
    CU_ASSERT(size == other_size && memcmp(text, other, size) == 0);
    free(text);
    free(other);
}

static void compare_space(const char *name, const char *constants, int with_aut) {
    struct process process;
    struct heddle_counts counts;
    char path[PATH_BYTES], *values;
    size_t size;
    heddle_network *network = open_file(name, constants);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    command_path(name, path);
    if (constants == NULL) {
        command_run(&process, "explore", "--json", path);
    } else {
        command_run(&process, "explore", "--json", path, "--const", constants);
    }
    json_t *object = command_json(process.out);
    process_free(&process);
    heddle_space *space = heddle_space_create(network, &counts);
    CU_ASSERT_PTR_NOT_NULL_FATAL(space);
    CU_ASSERT_EQUAL(counts.states, command_number(object, "states"));
    CU_ASSERT_EQUAL(counts.choices, command_number(object, "choices"));
    CU_ASSERT_EQUAL(counts.transitions, command_number(object, "transitions"));
    CU_ASSERT_EQUAL(counts.initial, command_number(object, "initial"));
    CU_ASSERT_EQUAL(counts.deadlocks, command_number(object, "deadlocks"));
    CU_ASSERT_EQUAL(heddle_space_states(space), counts.states);
    CU_ASSERT_EQUAL(heddle_space_initial(space), counts.initial);
    json_decref(object);
    struct seen seen = {network, test_present(open_memstream(&values, &size))};
    fprintf(seen.values, "(");
    for (uint32_t i = 0; i < heddle_network_components(network); i++) {
        fprintf(seen.values, "%s%s", i == 0 ? "" : ",", heddle_network_component(network, i));
    }
    fprintf(seen.values, ")\n");
    CU_ASSERT_EQUAL(heddle_space_visit_states(space, see_state, &seen), 0);
    fclose(seen.values);
    expect_file(space, "drn", path, constants);
    expect_file(space, "dot", path, constants);
    if (with_aut) {
        expect_file(space, "aut", path, constants);
    } else {
        CU_ASSERT_EQUAL(heddle_space_write(space, "/tmp/several.aut"), -1);
        expect_error(HEDDLE_USAGE, ".aut has one initial state, and the model has 3: write .drn");
    }
    char tra[PATH_BYTES], sta[PATH_BYTES];
    if (constants == NULL) {
        command_run(&process, "explore", "-q", path, "-o", command_path("their.tra", tra));
    } else {
        command_run(&process, "explore", "-q", path, "-o", command_path("their.tra", tra), "--const",
                    constants);
    }
    command_ends(&process, 0, NULL);
    char *theirs = test_present(process_read_file(command_path("their.sta", sta), &size));
    CU_ASSERT_STRING_EQUAL(values, theirs);
    free(theirs);
    free(values);
    heddle_space_free(space);
    heddle_network_close(network);
}

/* The labels that the command writes in a .lab file. */
static void compare_labels(heddle_space *space, const char *path, const char *constants) {
    char name[PATH_BYTES], *mine = NULL;
    size_t size;
    command_exits(0, NULL, "explore", "-q", path, "-o", command_path("labels.tra", name), "--const",
                  constants);
    FILE *lines = test_present(open_memstream(&mine, &size));
    fputs("0=\"init\" 1=\"deadlock\" 2=\"full\" 3=\"low\"\n", lines);
    for (uint64_t state = 0; state < heddle_space_states(space); state++) {
        char numbers[40] = "";
        snprintf(numbers, sizeof numbers, "%s%s%s", state < heddle_space_initial(space) ? " 0" : "",
                 heddle_space_has_label(space, state, 1) == 1 ? " 2" : "",
                 heddle_space_has_label(space, state, 0) == 1 ? " 3" : "");
        if (*numbers != '\0') {
            fprintf(lines, "%llu:%s\n", (unsigned long long)state, numbers);
        }
    }
    fclose(lines);
    char *theirs = test_present(process_read_file(command_path("labels.lab", name), &size));
    CU_ASSERT_STRING_EQUAL(mine, theirs);
    free(theirs);
    free(mine);
}

static void test_labels(void) {
    static const char text[] =
        "mdp const int N; module m x : [-1..N] init -1; [a] x<N -> (x'=x+1); [b] true ->\n"
        "(x'=-1); endmodule label \"low\" = x<1; label \"full\" = x=N;\n";
    char path[PATH_BYTES];
    begin();
    command_put_file("labels.prism", text);
    command_put_file("wrong.prism", "mdp module m x : [0..2]; [a] x<2 -> (x'=x+1); endmodule\n"
                                    "label \"l\" = mod(4, 1-x)=0;\n");
    heddle_network *network = open_file("labels.prism", "N=3");
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    CU_ASSERT_EQUAL(heddle_network_state_labels(network), 2);
    CU_ASSERT_STRING_EQUAL(heddle_network_state_label(network, 0), "low");
    CU_ASSERT_STRING_EQUAL(heddle_network_state_label(network, 1), "full");
    CU_ASSERT_PTR_NULL(heddle_network_state_label(network, 2));
    heddle_space *space = heddle_space_create(network, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(space);
    compare_labels(space, command_path("labels.prism", path), "N=3");
    CU_ASSERT_EQUAL(heddle_space_has_label(space, 0, 2), -1);
    expect_error(HEDDLE_USAGE, "there is no label 2 of states");
    CU_ASSERT_EQUAL(heddle_space_has_label(space, 5, 0), -1);
    expect_error(HEDDLE_USAGE, "there is no state 5");
    heddle_space_free(space);
    heddle_network_close(network);
    network = open_file("wrong.prism", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    space = heddle_space_create(network, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(space);
    CU_ASSERT_EQUAL(heddle_space_has_label(space, 0, 0), 1);
    CU_ASSERT_EQUAL(heddle_space_has_label(space, 1, 0), -1);
    expect_error(HEDDLE_INPUT, "mod(4, 1-x): the divisor 0 is not positive");
    heddle_space_free(space);
    heddle_network_close(network);
    end();
}

static void test_spaces(void) {
    begin();
    compare_space("model.prism", "N=3", 1);
    compare_space("several.pm", NULL, 0);
    end();
}

/* --- warnings --- */

static void note_warning(void *user, const struct heddle_message *warning) {
    CU_ASSERT_EQUAL(warning->code, HEDDLE_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(warning->whole, "1 state where no command is enabled"));
    ++*(unsigned *)user;
}

/* Each call warns, also when its files or states are as before; the context forgets what calls have said. */
static void test_warnings(void) {
    unsigned warnings = 0;
    begin();
    command_put_file("ends.pm", "dtmc module m x : [0..2]; [] x<2 -> (x'=x+1); endmodule\n");
    heddle_set_warning(context, note_warning, &warnings);
    heddle_network *network = open_file("ends.pm", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    CU_ASSERT_EQUAL(heddle_explore(network, NULL), 0);
    CU_ASSERT_EQUAL(warnings, 1);
    heddle_space *space = heddle_space_create(network, NULL);
    CU_ASSERT_PTR_NOT_NULL(space);
    CU_ASSERT_EQUAL(warnings, 2);
    CU_ASSERT_EQUAL(context->job.warning_count, 1);
    heddle_space_free(space);
    heddle_network_close(network);
    end();
}

/* --- properties --- */

struct told {
    enum heddle_verdict verdicts[4];
    uint64_t steps;
    uint32_t last[3];
    const char *path;
};

static void tell(void *user, const struct heddle_result *result) {
    struct told *told = user;
    told->verdicts[result->property] = result->verdict;
    if (result->property == 0) {
        CU_ASSERT_PTR_NOT_NULL_FATAL(result->trace);
        CU_ASSERT_EQUAL_FATAL(result->trace->components, 3);
        told->steps = result->trace->steps;
        memcpy(told->last, result->trace->local_states + result->trace->steps * 3, sizeof told->last);
        CU_ASSERT_EQUAL(heddle_result_write(result, told->path), 0);
    }
}

static void test_properties(void) {
    static const struct heddle_property properties[] = {{HEDDLE_NEVER, "stop"},
                                                        {HEDDLE_DEADLOCK_FREE, NULL},
                                                        {HEDDLE_ALMOST_SURELY, "stop"},
                                                        {HEDDLE_FORMULA, "<true* . \"bad\"> true"}};
    char path[PATH_BYTES];
    struct told told = {.path = command_path("trace.json", path)};
    begin();
    heddle_network *network = open_model("N=3");
    CU_ASSERT_EQUAL(heddle_check(network, properties, LENGTH(properties), tell, &told), 0);
    CU_ASSERT_EQUAL(told.verdicts[0], HEDDLE_VIOLATED);
    CU_ASSERT_EQUAL(told.verdicts[1], HEDDLE_HOLDS);
    CU_ASSERT_EQUAL(told.verdicts[2], HEDDLE_HOLDS);
    CU_ASSERT_EQUAL(told.verdicts[3], HEDDLE_HOLDS);
    CU_ASSERT_EQUAL(told.steps, 3);
    CU_ASSERT(told.last[0] == 3 && told.last[1] == 1 && told.last[2] == 0); /* x=1, b=true, y=0 */
    command_confirms(path, "the network has this path of 3 steps");
    heddle_network_close(network);
    end();
}

/* An error of the model is an error of each call that meets it. */
static void test_faults(void) {
    static const struct heddle_property property = {HEDDLE_DEADLOCK_FREE, NULL};
    static const char fault[] = "the value 3 of 3 is not in the range -2..2 of the variable 'x'";
    struct heddle_counts counts;
    struct told told = {.path = NULL};
    begin();
    heddle_network *network = open_model("N=2");
    CU_ASSERT_EQUAL(heddle_explore(network, &counts), -1);
    expect_error(HEDDLE_INPUT, fault);
    CU_ASSERT_EQUAL(heddle_last_error(context)->line, 7);
    CU_ASSERT_PTR_NULL(heddle_space_create(network, NULL));
    expect_error(HEDDLE_INPUT, fault);
    CU_ASSERT_EQUAL(heddle_check(network, &property, 1, tell, &told), -1);
    expect_error(HEDDLE_INPUT, fault);
    heddle_network_close(network);
    end();
}

void suite_library_data(void) {
    command_suite("library_data", "variables", test_variables, "constants", test_constants, "state spaces",
                  test_spaces, "labels of states", test_labels, "properties", test_properties, "warnings",
                  test_warnings, "errors of the model", test_faults, NULL);
}
