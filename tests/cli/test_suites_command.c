/*
 * Suites of properties on the command line: exit codes, and verdicts in JSON.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* A ring of three steps; `deep` is far away. */
static const char *network(void) {
    static char path[PATH_BYTES];
    command_put_file("net.aut", "des (0, 4, 4)\n(0, a, 1)\n(1, b, 2)\n(2, deep, 3)\n(3, a, 0)\n");
    return command_path("net.aut", path);
}

static const char *suite_file(const char *text) {
    static char path[PATH_BYTES];
    command_put_file("drawn.suite", text);
    return command_path("drawn.suite", path);
}

enum { HOLDS, VIOLATED, UNDECIDED };

/* Draws suites whose verdicts are known, and compares what the command says with the definition. */
static void test_exit_codes(void) {
    static const struct {
        const char *text;
        int verdict, limited; /* without limit, and with --max-states 2 */
    } properties[] = {{"deadlock", HOLDS, UNDECIDED},       {"never a", VIOLATED, VIOLATED},
                      {"never deep", VIOLATED, UNDECIDED},  {"never nothing", HOLDS, HOLDS},
                      {"starvation a", HOLDS, UNDECIDED},   {"starvation c", VIOLATED, UNDECIDED},
                      {"<a> true", HOLDS, HOLDS},           {"[true] false", VIOLATED, VIOLATED},
                      {"nu X . <true> X", HOLDS, UNDECIDED}};
    static const char *const expected[] = {"", " expect holds", " expect violated"}, *const verdicts[] = {
                                                                                         "holds", "violated",
                                                                                         "undecided"};
    uint64_t state = number_from_environment("HEDDLE_SEED", 11);
    for (int round = 0; round < 60; round++) {
        char text[1024] = "", *at = text;
        int count = 1 + (int)random_draw(&state, 5), limited = random_draw(&state, 3) == 0, failed = 0,
            undecided = 0, chosen[5], wanted[5];
        for (int i = 0; i < count; i++) {
            chosen[i] = (int)random_draw(&state, 9);
            wanted[i] = (int)random_draw(&state, 3);
            if (random_draw(&state, 2)) { /* so that some suites pass */
                wanted[i] = properties[chosen[i]].verdict == HOLDS ? 1 : 2;
            }
            int verdict = limited ? properties[chosen[i]].limited : properties[chosen[i]].verdict;
            undecided |= verdict == UNDECIDED;
            failed |= verdict != UNDECIDED && verdict != (wanted[i] == 2 ? VIOLATED : HOLDS);
            at += sprintf(at, "property p%d: %s%s;\n", i, properties[chosen[i]].text, expected[wanted[i]]);
        }
        struct process process;
        command_run(&process, "check", "--json", network(), "-p", suite_file(text),
                    limited ? "--max-states=2" : NULL);
        command_expect(&process, failed ? 1 : undecided ? 3 : 0, NULL);
        json_t *object = command_json(process.out);
        for (int i = 0; i < count; i++) {
            const json_t *one = command_property(object, (size_t)i);
            int verdict = limited ? properties[chosen[i]].limited : properties[chosen[i]].verdict;
            CU_ASSERT_STRING_EQUAL(command_text(one, "verdict"), verdicts[verdict]);
            CU_ASSERT_STRING_EQUAL(command_text(one, "expected"), wanted[i] == 2 ? "violated" : "holds");
            CU_ASSERT_EQUAL(json_is_true(json_object_get(one, "passed")),
                            verdict == (wanted[i] == 2 ? VIOLATED : HOLDS));
        }
        json_decref(object);
        process_free(&process);
    }
}

void suite_suites_command(void) {
    command_suite("suites on the command line", "exit codes", test_exit_codes, NULL);
}
