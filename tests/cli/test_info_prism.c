/* `heddle info` of PRISM models: rows and JSON, with all constants and without. */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/testing.h"

static const char model[] = "ctmc\n"
                            "const int N;\n"
                            "const double pace = 3/N;\n"
                            "const bool fast;\n"
                            "const unused;\n"
                            "const int most = max(N, 2);\n"
                            "formula idle = jobs=0;\n"
                            "global on : bool init fast;\n"
                            "module queue\n"
                            "	jobs : [-1..most] init 0;\n"
                            "	[put] jobs<most -> pace : (jobs'=jobs+1);\n"
                            "	[] on & !idle -> (jobs'=jobs-1);\n"
                            "endmodule\n"
                            "module other = queue [ jobs=more, put=take ] endmodule\n"
                            "module one_value z : [2..2]; endmodule\n"
                            "label \"idle\" = idle;\n"
                            "rewards on : 1; [put] true : 2; endrewards\n"
                            "rewards \"taken\" [take] true : 1; endrewards\n";

/* What follows the rows, with or without constants. */
static const char tables_open[] = "\nconstant  type    value\n"
                                  "N         int     missing: --const N=..\n"
                                  "pace      double  3/N\n"
                                  "fast      bool    missing: --const fast=..\n"
                                  "unused    int     not given, not needed\n"
                                  "most      int     max(N, 2)\n"
                                  "\nmodule     variables  commands  renamed from\n"
                                  "queue      1          2\n"
                                  "other      1          2         queue\n"
                                  "one_value  1          0\n"
                                  "\nvariable  module     range     initial  bits\n"
                                  "on        global     bool      fast\n"
                                  "jobs      queue      -1..most  0\n"
                                  "more      other      -1..most  0\n"
                                  "z         one_value  2..2      2        0\n"
                                  "\nlabel  holds if\n"
                                  "idle   idle\n"
                                  "\nrewards    items\n"
                                  "(no name)  2\n"
                                  "taken      1\n";
static const char tables_given[] = "\nconstant  type    value\n"
                                   "N         int     4\n"
                                   "pace      double  0.75\n"
                                   "fast      bool    true\n"
                                   "unused    int     not given, not needed\n"
                                   "most      int     4\n"
                                   "\nmodule     variables  commands  renamed from\n"
                                   "queue      1          2\n"
                                   "other      1          2         queue\n"
                                   "one_value  1          0\n"
                                   "\nvariable  module     range  initial  bits\n"
                                   "on        global     bool   true     1\n"
                                   "jobs      queue      -1..4  0        3\n"
                                   "more      other      -1..4  0        3\n"
                                   "z         one_value  2..2   2        0\n"
                                   "\nlabel  holds if\n"
                                   "idle   idle\n"
                                   "\nrewards    items\n"
                                   "(no name)  2\n"
                                   "taken      1\n"
                                   "\naction\n"
                                   "put\n"
                                   "take\n";

static void expect_tables(const struct process *process, const char *tables) {
    const char *found = strstr(process->out, "\nconstant ");
    if (found == NULL || strcmp(found, tables) != 0) {
        printf("\n%s\ninstead of\n%s", found == NULL ? process->out : found, tables);
        CU_FAIL("other tables");
    }
}

static void test_rows(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("model.sm", model);
    command_run(&process, "info", command_path("model.sm", path));
    command_expect(&process, 0, NULL);
    command_prints(&process, "kind                         ctmc", "constants that miss a value  2",
                   "commands                     4", "variables                    4");
    CU_ASSERT_PTR_NULL(strstr(process.out, "bits of a state"));
    expect_tables(&process, tables_open);
    process_free(&process);
    command_run(&process, "info", "--labels", "--const", "N=4", "--const", "fast=true", path);
    command_expect(&process, 0, NULL);
    command_prints(&process, "bits of a state              7", "constants that miss a value  0");
    expect_tables(&process, tables_given);
    process_free(&process);
    command_run(&process, "info", "--labels-only", path);
    CU_ASSERT_STRING_EQUAL(process.out, "i\nput\ntake\n");
    command_ends(&process, 0, NULL);
}

static const json_t *item(const json_t *object, const char *list, size_t index) {
    return json_array_get(json_object_get(object, list), index);
}

static void test_json(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("model.sm", model);
    command_run(&process, "info", "--json", "--const=N=0, fast = false", command_path("model.sm", path));
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_STRING_EQUAL(command_text(object, "language"), "prism");
    CU_ASSERT_EQUAL(command_number(object, "bits"), 1 + 2 + 2);
    CU_ASSERT_EQUAL(command_number(object, "missing_count"), 0);
    CU_ASSERT_STRING_EQUAL(command_text(item(object, "constants", 1), "value"), "Infinity");
    CU_ASSERT_STRING_EQUAL(command_text(item(object, "constants", 1), "expression"), "3/N");
    CU_ASSERT(json_is_false(json_object_get(item(object, "constants", 2), "value")));
    CU_ASSERT_PTR_NULL(json_object_get(item(object, "constants", 3), "value"));
    CU_ASSERT(json_is_false(json_object_get(item(object, "constants", 3), "needed")));
    CU_ASSERT_EQUAL(command_number(item(object, "variables", 1), "high"), 2);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(item(object, "variables", 1), "low")), -1);
    CU_ASSERT_PTR_NULL(json_object_get(item(object, "variables", 0), "module"));
    CU_ASSERT_PTR_NULL(json_object_get(item(object, "variables", 0), "low"));
    CU_ASSERT(json_is_false(json_object_get(item(object, "variables", 0), "initial")));
    CU_ASSERT_STRING_EQUAL(command_text(item(object, "modules", 1), "base"), "queue");
    CU_ASSERT_EQUAL(command_number(item(object, "modules", 1), "commands"), 2);
    CU_ASSERT_STRING_EQUAL(command_text(item(object, "state_labels", 0), "expression"), "idle");
    CU_ASSERT_PTR_NULL(json_object_get(item(object, "rewards", 0), "name"));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "actions")), 2);
    json_decref(object);
    process_free(&process);
    command_put_file("many.prism", "mdp module m x:[0..1]; b:bool; endmodule init x=1 | b endinit");
    command_run(&process, "info", "--json", command_path("many.prism", path));
    object = command_json(process.out);
    CU_ASSERT_STRING_EQUAL(command_text(object, "initial_states"), "by a condition");
    CU_ASSERT_PTR_NULL(json_object_get(item(object, "variables", 0), "initial"));
    json_decref(object);
    process_free(&process);
}

/* Of long lists, the first rows. */
static void test_long(void) {
    char path[PATH_BYTES], text[4000] = "mdp module m ";
    struct process process;
    for (unsigned i = 0; i < 100; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "x%u:bool; ", i);
    }
    strcat(text, "endmodule");
    command_put_file("long.prism", text);
    command_run(&process, "info", command_path("long.prism", path));
    command_expect(&process, 0, NULL);
    command_prints(&process, "x59 ", "\n... and 40 more (--json lists all)\n");
    CU_ASSERT_PTR_NULL(strstr(process.out, "x60 "));
    process_free(&process);
}

static void test_wrong(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("model.sm", model);
    command_path("model.sm", path);
    command_run(&process, "info", "--const", "M=4", path);
    command_ends(&process, 2, "declares no constant M");
    command_run(&process, "info", "--const", "pace=4", path);
    command_ends(&process, 2, "'pace'");
    command_run(&process, "info", "--const", "N=2.5", path);
    command_ends(&process, 2, "'N=2.5': the constant 'N' is an int of 32 bits");
    command_run(&process, "info", "--const", "N=1,N=2", path);
    command_ends(&process, 2, "'N' has two values: give it one");
}

void suite_info_prism(void) {
    command_suite("info of PRISM models", "rows", test_rows, "JSON", test_json, "long lists", test_long,
                  "wrong constants", test_wrong, NULL);
}
