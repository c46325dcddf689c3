/* What `check` says of violated formulas and of witnesses, word by word. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/testing.h"

/* After begin it may crash; then it never begins again. */
static const char crash[] =
    "des (0, 6, 4)\n(0, \"begin\", 1)\n(1, \"end\", 0)\n(1, \"crash\", 2)\n(2, \"log\", 3)\n"
    "(3, \"retry\", 2)\n(2, \"retry\", 2)\n";

/* A formula, and the explanations: one a line, the end of the path first. */
struct explained {
    const char *formula;
    int holds;
    const char *texts;
};

static void add_line(char *all, size_t size, const char *text) {
    size_t used = strlen(all);
    snprintf(all + used, size - used, "%s%s", used == 0 ? "" : "\n", text);
}

static void expect(const char *network, const char *dialect, const struct explained *given) {
    char path[PATH_BYTES], all[4096] = "";
    struct process process;
    command_run(&process, "check", "--json", "--dialect", dialect, "--witness", "-f", given->formula,
                command_path(network, path));
    command_expect(&process, given->holds ? 0 : 1, NULL);
    json_t *object = command_json(process.out);
    const json_t *explanation = json_object_get(command_property(object, 0), "explanation"), *also, *one;
    size_t index;
    add_line(all, sizeof all, command_text(explanation, "text"));
    also = json_object_get(explanation, "also");
    json_array_foreach(also, index, one) {
        add_line(all, sizeof all, command_text(one, "text"));
    }
    if (strcmp(all, given->texts) != 0) {
        printf("\n%s: explained as\n%s\n", given->formula, all);
    }
    CU_ASSERT_STRING_EQUAL(all, given->texts);
    json_decref(object);
    process_free(&process);
}

#define EXPECT(network, dialect, list)                                                                       \
    for (size_t k = 0; k < sizeof(list) / sizeof *(list); k++) {                                             \
        expect(network, dialect, &(list)[k]);                                                                \
    }

static void test_ends(void) {
    static const struct explained given[] = {
        {"[true*] <true* . \"begin\"> true", 0,
         "from here `begin` can no longer happen: 2 states remain reachable, and none of them has it; so "
         "`<true* . "
         "\"begin\"> true` fails"},
        {"[true*]\n (<\"begin\"> true or  <\"end\"> true or <'lo.'> true)", 0,
         "here `<\"begin\"> true or <\"end\"> true or <'lo.'> true` fails: only `retry` is possible"},
        /* what remains of an expression, and of several of them */
        {"[true* . \"begin\" . true] <\"end\" . \"begin\"> true and [true* . \"x\"] false", 0,
         "here `<\"end\" . \"begin\"> true` fails: only `begin` is possible"},
        {"[true*] ([\"begin\"] false or <\"end\"> true implies <\"log\" . \"end\"> true)", 0,
         "step 2, `end`, fulfils `<\"end\"> true`\n"
         "after step 1 `<\"log\" . \"end\"> true` fails: only `crash` and `end` are possible"},
        {"<\"begin\"> <\"log\"> true and [true*] <true> true", 0,
         "here `<\"begin\"> <\"log\"> true` fails: all that fits is `begin`, and then `<\"log\"> true` "
         "fails, as only "
         "`crash` and `end` are possible"},
        {"nu X . (<\"x\"> X and [true] X)", 0,
         "`nu X . (<\"x\"> X and [true] X)` fails in every state: the labels of the network alone decide it"},
    };
    command_put_file("crash.aut", crash);
    EXPECT("crash.aut", "mcl", given);
}

/* Seven diamonds fail at each step of the lasso. */
static void test_folded(void) {
    static const struct explained given[] = {
        {"[true* . \"crash\"] mu X . (<\"begin\"> true or (<\"end\"> true and <true> true) or [true] X)", 0,
         "`mu X . (<\"begin\"> true or (<\"end\"> true and <true> true) or [true] X)` fails, because the "
         "path goes round "
         "for ever without `begin` and `end`\n"
         "after step 2 no transition fits `<\"begin\"> true` or `<\"end\"> true`"},
        {"mu X . (<\"a\"> true or <\"b\"> true or <\"c\"> true or <\"d\"> true or <\"e\"> true or <\"f\"> "
         "true or <\"log\"> "
         "<\"end\"> true or [true] X)",
         0,
         "`mu X . (<\"a\"> true or <\"b\"> true or <\"c\"> true or <\"d\"> true or <\"e\"> true or <\"f\"> "
         "true or <\"log\"> "
         "<\"end\"> true or [true] X)` fails, because the path goes round for ever without `a`, `b`, "
         "`c`, `d`, `e`, `f` and `log`\n"
         "in the initial state and after step 1 `<\"log\"> <\"end\"> true` fails: none of the transitions "
         "that are "
         "possible there fits"},
        {"[true*] [not \"begin\"] -|", 0,
         "`[not \"begin\"] -|` fails, because the path goes round for ever without `begin`"},
    };
    command_put_file("crash.aut", crash);
    EXPECT("crash.aut", "mcl", given);
}

/* That some transition is possible explains nothing where there is more to say. */
static void test_witnesses(void) {
    static const struct explained given[] = {
        {"mu X . (<true> true and [not \"begin\"] X)", 1,
         "in the initial state `[not \"begin\"] X` holds: only `begin` is possible"},
        {"nu X . (<true> true and [true] X)", 1,
         "here the path divides: `crash`, `end`; whichever is taken, `[true] X` holds"},
        {"mu X . nu Y . (<\"begin\"> X or <not \"begin\"> Y)", 1,
         "`nu Y . (<\"begin\"> X or <not \"begin\"> Y)` holds, because the path goes round for ever without "
         "`begin`"},
    };
    command_put_file("crash.aut", crash);
    EXPECT("crash.aut", "mcl", given);
}

static void test_macros(void) {
    static const struct explained given[] = {
        {"macro CAN (A) = <true* . A>  true end_macro macro ALWAYS (F) = [true*] (F) end_macro\n"
         "ALWAYS ([ \"begin\" ] % now\n CAN (\"begin\") and\n [\"crash\"] CAN (\"end\"))",
         0,
         "from here `end` can no longer happen: 2 states remain reachable, and none of them has it; so `CAN "
         "(\"end\")` "
         "fails"},
        {"macro NEXT (A, B) = [true* . A] (<B . A> true or <B> <B> true) end_macro NEXT (\"begin\", 'e.*')",
         0, "here `<'e.*' . \"begin\"> true or <'e.*'> <'e.*'> true` fails: only `crash` is possible"},
    };
    command_put_file(
        "broken.aut",
        "des (0, 4, 3)\n(0, \"begin\", 1)\n(1, \"crash\", 2)\n(2, \"begin\", 0)\n(0, \"end\", 0)\n");
    command_put_file("crash.aut", crash);
    expect("crash.aut", "mcl", &given[0]);
    expect("broken.aut", "mcl", &given[1]);
}

static void test_data(void) {
    static const struct explained given[] = {
        {"sort D = struct one | two;\nact set, get: D;\nform [true*] (forall d: D . [set(d)]\n "
         "<get(d)>true);",
         0,
         "here `<get(d)>true` with d = two fails: only `get(one)`, `set(one)` and `set(two)` are possible"},
        {"[true*](<!set(one) && !get(one)>true)", 0,
         "here `<!set(one) && !get(one)>true` fails: this state is a deadlock"},
    };
    command_put_file("bit.aut",
                     "des (0, 5, 2)\n(0, \"get(one)\", 0)\n(0, \"set(one)\", 0)\n(0, \"set(two)\", 0)\n"
                     "(1, \"get(one)\", 1)\n(1, \"get(two)\", 1)\n");
    command_put_file("one.aut", "des (0, 2, 2)\n(0, \"get(one)\", 0)\n(0, \"get(two)\", 1)\n");
    expect("bit.aut", "mcf", &given[0]);
    expect("one.aut", "mcf", &given[1]);
}

void suite_explanations(void) {
    command_suite("explanations", "ends of paths", test_ends, "ends that are folded", test_folded,
                  "witnesses", test_witnesses, "macros", test_macros, "data and the spelling of mCRL2",
                  test_data, NULL);
}
