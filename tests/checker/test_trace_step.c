/*
 * The own labels of the processes in the steps of traces, on random networks: those of each step make it, by
 * the definition of the operators; evidence with one label changed is confirmed iff that still makes the
 * step.
 */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text/json_text.h"
#include "base/text/text_buffer.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/trace_step.h"
#include "checker/evidence/trace_table.h"
#include "checker/verify/walk.h"
#include "frontend/language/language.h"
#include "frontend/exp/walk/semantics.h"
#include "tests/oracle/oracle_local.h"
#include "tests/random/random_network.h"
#include "tests/support/evidence_file.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 300u
#endif
#define LEAVES 64u
#define STEPS 12u

static struct counts { uint64_t networks, steps, own, confirmed, refuted, too_large; } counts;

struct world {
    language_tree *tree;
    walker *walker;
    walk *walk;
    struct evidence_subject subject;
    uint64_t random;
    uint64_t seed;
};

static void report(const struct world *world, const char *what) {
    printf("\n    seed %llu: %s\n", (unsigned long long)world->seed, what);
    CU_FAIL("a wrong own label");
}

/* --- the labels of each step --- */

/* Checks a step of the trace: all its own labels together make it. */
static void check_step(struct world *world, const struct trace *trace, uint64_t step) {
    const struct walker_transition *transition = trace_transition(trace, world->walker, step);
    const char *own[LEAVES] = {NULL};
    CU_ASSERT_PTR_NOT_NULL_FATAL(transition);
    for (uint32_t i = 0; i < transition->move_count; i++) {
        const char *label = walker_own_label(world->walker, transition, &transition->moves[i]);
        counts.own += label != NULL;
        own[transition->moves[i].component] = label == NULL ? transition->label : label;
    }
    struct oracle_step said = {trace_state(trace, step), trace_state(trace, step + 1), trace->labels[step],
                               own};
    int exists = oracle_step_exists(language_exp(world->tree), &said);
    if (exists == 0) {
        report(world, "no moves of processes with these labels make the step");
    }
    counts.steps++;
    counts.too_large += exists < 0;
}

/* --- evidence --- */

static const char *random_label(struct world *world, uint32_t component) {
    const struct lts *lts = semantics_lts(world->walker, component);
    return lts->label_count == 0 ? "none"
                                 : label_text(language_labels(world->tree),
                                              lts->labels[random_draw(&world->random, lts->label_count)]);
}

/* Replaces one own label of the evidence. Returns its step, or -1 if the evidence has none. */
static int64_t change_label(struct world *world, json_t *steps, uint32_t *component, const char **label) {
    size_t begin = random_draw(&world->random, (uint32_t)json_array_size(steps));
    for (size_t k = 0; k < json_array_size(steps); k++) {
        size_t step = (begin + k) % json_array_size(steps);
        json_t *local = json_object_get(json_array_get(steps, step), "local");
        if (json_array_size(local) > 0) {
            json_t *item =
                json_array_get(local, random_draw(&world->random, (uint32_t)json_array_size(local)));
            const char *name = json_string_value(json_object_get(item, "process"));
            for (*component = 0; strcmp(world->subject.components[*component], name) != 0;) {
                ++*component;
            }
            *label = random_label(world, *component);
            json_object_set_new(item, "label", json_bytes(&place.memory, *label));
            return (int64_t)step;
        }
    }
    return -1;
}

/* Whether the step can be made by the own labels that the evidence lists. */
static int listed_exists(struct world *world, const struct trace *trace, json_t *steps, int64_t step,
                         uint32_t component, const char *label) {
    const char *own[LEAVES] = {NULL};
    size_t k;
    json_t *item, *local = json_object_get(json_array_get(steps, (size_t)step), "local");
    json_array_foreach(local, k, item) {
        uint32_t c = 0;
        while (strcmp(world->subject.components[c], json_string_value(json_object_get(item, "process"))) !=
               0) {
            c++;
        }
        own[c] = c == component ? label : json_string_value(json_object_get(item, "label"));
    }
    struct oracle_step said = {trace_state(trace, (uint64_t)step), trace_state(trace, (uint64_t)step + 1),
                               trace->labels[step], own};
    return oracle_step_exists(language_exp(world->tree), &said);
}

static void check_evidence(struct world *world, const struct trace *trace, int priorities) {
    static struct evidence_file file;
    const char *path = test_folder_path(&place.folder, "trace.json"), *label;
    struct evidence_claim claim = {.subject = &world->subject, .trace = trace};
    struct verification verification;
    uint32_t component;
    CU_ASSERT_EQUAL_FATAL(evidence_write(path, FILE_JSON, &claim, &place.run, &place.error), 0);
    CU_ASSERT_EQUAL(evidence_file_verify(path, NULL, &place.run, &verification), 1);
    evidence_file_load(&file, path);
    json_t *steps = json_object_get(file.lines[0], "steps");
    int64_t step = trace->steps == 0 ? -1 : change_label(world, steps, &component, &label);
    int exists = step < 0 ? -1 : listed_exists(world, trace, steps, step, component, label);
    if (exists >= 0) {
        evidence_file_save(&file, path);
        int confirmed = evidence_file_verify(path, NULL, &place.run, &verification);
        /* A priority may remove a step that the oracle makes. */
        if (confirmed < 0 || (confirmed != exists && !(priorities && !confirmed))) {
            report(world, verification.reason);
        }
        counts.confirmed += confirmed == 1;
        counts.refuted += confirmed == 0;
    }
    evidence_file_free(&file);
}

/* --- networks --- */

static void check_network(struct world *world, const struct random_network *random) {
    int priorities = random->features[RANDOM_PRIO] > 0;
    for (uint32_t k = 0; k < STEPS; k++) {
        if (walk_take_random(world->walk, &world->random, &place.error) != 1) {
            break;
        }
    }
    struct trace trace = walk_trace(world->walk);
    for (uint64_t step = 0; step < trace.steps; step++) {
        check_step(world, &trace, step);
    }
    check_evidence(world, &trace, priorities);
    counts.networks++;
}

static void judge(uint64_t seed) {
    struct random_network random;
    struct world world = {.seed = seed, .random = seed};
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, place.folder.path, &random), 0);
    world.tree = language_read(random.path, &random.options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(world.tree);
    world.walker = language_walk(world.tree, &place.run, &place.error);
    if (world.walker != NULL && walker_components(world.walker) < LEAVES) {
        world.subject = (struct evidence_subject){random.path, &random.options, walker_names(world.walker),
                                                  walker_components(world.walker), world.walker};
        world.walk = test_present(walk_create(world.walker, &place.run, &place.error));
        check_network(&world, &random);
        walk_free(world.walk);
    }
    walker_free(world.walker);
    language_free(world.tree);
}

static void test_random(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES), seed = number_from_environment("HEDDLE_SEED", 81000);
    counts = (struct counts){0};
    test_folder_path(&place.folder, "");
    for (uint64_t k = 0; k < cases; k++) {
        judge(seed + k);
    }
    report_counts("networks", counts.networks, "steps", counts.steps, "own labels", counts.own, "confirmed",
                  counts.confirmed, "refuted", counts.refuted, "too large", counts.too_large, NULL);
    CU_ASSERT(counts.steps > 3 * cases && counts.own > cases && 2 * counts.refuted > cases / 4);
    CU_ASSERT(counts.confirmed > cases / 100 && counts.too_large < counts.steps / 20);
}

/* --- forms --- */

static const struct {
    const char *network, *text, *json, *table; /* table: without its first line */
} forms[] = {
    {"a ||| b", "", "null", "   1  X !1   a           0     1\n"},
    {"hide X in a ||| stop end hide", " (X !1)", "[[{\"process\": \"a\", \"label\": \"X !1\"}]]",
     "   1  i (X !1)  a           0     1\n"},
    {"hide X in a || a end hide", " (X !1)",
     "[[{\"process\": \"a\", \"label\": \"X !1\"}, {\"process\": \"a#2\", \"label\": \"X !1\"}]]",
     "   1  i (X !1)  a           0     1\n"
     "                a#2         0     1\n"},
    {"par using X * Y -> Z in a || b end par", " (a: X !1, b: Y !1)",
     "[[{\"process\": \"a\", \"label\": \"X !1\"}, {\"process\": \"b\", \"label\": \"Y !1\"}]]",
     "   1  Z !1 (X !1)  a           0     1\n"
     "      (Y !1)       b           0     1\n"},
    {"par using X * Y -> Y in a || b end par", " (a: X !1)", "[[{\"process\": \"a\", \"label\": \"X !1\"}]]",
     "   1  Y !1 (X !1)  a           0     1\n"
     "      (Y !1)       b           0     1\n"},
    {"par using Y * X -> Y in b || a end par", " (a: X !1)", "[[{\"process\": \"a\", \"label\": \"X !1\"}]]",
     "   1  Y !1    b           0     1\n"
     "      (X !1)  a           0     1\n"},
    {"par using X * X * Y -> Z in a || a || b end par", " (a: X !1, a#2: X !1, b: Y !1)",
     "[[{\"process\": \"a\", \"label\": \"X !1\"}, {\"process\": \"a#2\", \"label\": \"X !1\"}, "
     "{\"process\": \"b\", \"label\": \"Y !1\"}]]",
     "   1  Z !1 (X !1)  a           0     1\n"
     "      (X !1)       a#2         0     1\n"
     "      (Y !1)       b           0     1\n"},
    {"rename X -> Y in a end rename |[Y]| b", " (a: X !1)", "[[{\"process\": \"a\", \"label\": \"X !1\"}]]",
     "   1  Y !1 (X !1)  a           0     1\n"
     "      (Y !1)       b           0     1\n"},
    /* A PRISM model takes part, whether its variables change or not, or it has none. */
    {"total rename \"[qr]\" -> \"X !1\" in \"two.prism\" end rename |[X]| a", " (two.s: q)",
     "[[{\"process\": \"two.s\", \"label\": \"q\"}]]",
     "   1  X !1 (q)  two.s        3     3\n"
     "      (X !1)    a            0     1\n"},
    {"a |[X]| total rename \"[qr]\" -> \"X !1\" in \"none.prism\" end rename", " (none: q)",
     "[[{\"process\": \"none\", \"label\": \"q\"}]]",
     "   1  X !1   a            0     1\n"
     "      (q)    none         0     0\n"},
    {"hide r in \"ways.prism\" end hide", " (r)",
     "[[{\"process\": \"ways.s\", \"label\": \"r\"}, {\"process\": \"ways.t\", \"label\": \"r\"}]]",
     "   1  i (r)  ways.s        0      1\n"
     "             ways.t    false   true\n"},
};

/* The table of the trace, after its first line. */
static void expect_table(const struct evidence_subject *subject, const struct trace *trace,
                         const char *expected) {
    char text[2048] = "";
    FILE *stream = fmemopen(text, sizeof text, "w");
    CU_ASSERT_EQUAL(
        trace_print(&(struct trace_table){trace, subject, NULL, NULL, UINT64_MAX, NULL, NULL, NULL}, stream),
        0);
    fclose(stream);
    const char *lines = strchr(text, '\n');
    CU_ASSERT_STRING_EQUAL(lines == NULL ? "" : lines + 1, expected);
}

/* The first transition of each network, of a: X !1 and b: Y !1. */
static void test_forms(void) {
    struct exp_options options = {0};
    test_folder_write(&place.folder, "a.aut", "des (0, 1, 2)\n(0, \"X !1\", 1)\n");
    test_folder_write(&place.folder, "b.aut", "des (0, 1, 2)\n(0, \"Y !1\", 1)\n");
    test_folder_write(&place.folder, "two.prism",
                      "mdp module m s : [3..4]; t : bool; [q] true -> (s'=3); endmodule\n");
    test_folder_write(&place.folder, "none.prism", "mdp module m [q] true -> true; endmodule\n");
    test_folder_write(&place.folder, "ways.prism",
                      "mdp module m s : [0..1]; t : bool; [r] true -> (s'=1)&(t'=true); endmodule\n");
    for (uint64_t k = 0; k < LENGTH(forms); k++) {
        const char *path = test_folder_write(&place.folder, "net.exp", forms[k].network);
        language_tree *tree = language_read(path, &options, &place.run, &place.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
        walker *walker = language_walk(tree, &place.run, &place.error);
        struct evidence_subject subject = {path, &options, walker_names(walker), walker_components(walker),
                                           walker};
        walk *walk = test_present(walk_create(walker, &place.run, &place.error));
        CU_ASSERT_EQUAL_FATAL(walk_take(walk, 0, &place.error), 0);
        struct trace trace = walk_trace(walk);
        struct text_buffer text = {0};
        CU_ASSERT_EQUAL(trace_local_text(&subject, trace_transition(&trace, walker, 0), &place.memory, &text),
                        0);
        CU_ASSERT_STRING_EQUAL(text.data == NULL ? "" : text.data, forms[k].text);
        expect_table(&subject, &trace, forms[k].table);
        text_buffer_free(&place.memory, &text);
        json_t *json = trace_locals_json(&subject, &trace, json_text, &place.memory);
        char *dump = test_present(json_dumps(json, JSON_ENCODE_ANY));
        CU_ASSERT_STRING_EQUAL(dump, forms[k].json);
        free(dump);
        json_decref(json);
        walk_free(walk);
        walker_free(walker);
        language_free(tree);
    }
}

static const struct {
    const char *local, *reason; /* in the step of the evidence, and of the verdict */
    int confirmed;
} ways[] = {
    {"[{\"process\": \"c\", \"label\": \"X\"}]", "this path", 1},
    {"[{\"process\": \"c\", \"label\": \"Z\"}]", "this path", 1},
    {"[]", "this path", 1},
    {"null", "this path", 1},
    {"[{\"process\": \"c\", \"label\": \"Y\"}]", "step 1, \"i\": the label of the process c is not \"Y\"", 0},
    {"[{\"process\": \"d\", \"label\": \"X\"}]", "step 1, \"i\": the label of the process d is not \"X\"", 0},
    {"[{\"process\": \"c\", \"label\": \"X\"}, {\"process\": \"c\", \"label\": \"Z\"}]", "is not \"Z\"", 0},
    {"[{\"process\": \"c\"}]", "steps[0].local[0].label: expected a string", -1},
    {"[{\"label\": \"c\"}]", "steps[0].local[0].process: expected a string", -1},
    {"[[]]", "steps[0].local[0].process: expected a string", -1},
    {"{}", "steps[0].local: expected a list of processes with their labels", -1},
};

/* The step is a transition in two ways, with two own labels. */
static void test_ways(void) {
    char text[1024], network[sizeof place.folder.path + 16];
    struct verification verification;
    test_folder_write(&place.folder, "c.aut", "des (0, 3, 3)\n(0, X, 1)\n(0, Y, 2)\n(0, Z, 1)\n");
    snprintf(network, sizeof network, "%s",
             test_folder_write(&place.folder, "ways.exp", "hide X, Y, Z in c end hide ||| \"c.aut\""));
    for (uint64_t k = 0; k < LENGTH(ways); k++) {
        snprintf(text, sizeof text,
                 "{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {\"network\": \"%s\"}, "
                 "\"components\": [\"c\", \"c#2\"], \"property\": null, \"initial\": [0, 0], "
                 "\"steps\": [{\"label\": \"i\", \"to\": [1, 0], \"local\": %s}]}",
                 network, ways[k].local);
        const char *path = test_folder_write(&place.folder, "ways.json", text);
        CU_ASSERT_EQUAL(evidence_file_verify(path, NULL, &place.run, &verification), ways[k].confirmed);
        CU_ASSERT_PTR_NOT_NULL(strstr(verification.reason, ways[k].reason));
    }
}

static const struct {
    const char *observer, *reason;
    int confirmed;
} runs[] = {
    {"[0, 2, 3]", "this path", 1},
    {"[0, 1, 3]", "step 2, \"i\": the monitor does not go to state 3", 0},
    {"[0, 3, 3]", "step 1, \"i\": the monitor does not go to state 3", 0},
    {"[1, 2, 3]", "the monitor does not begin in state 1", 0},
    {"[0, 1, 1]", "step 2, \"i\": the monitor is in no error state, but in state 1", 0},
    {"[0, 2]", "observer: expected a state of the monitor before the first step and after each step", -1},
    {"[0, 2, -1]", "observer: expected a list of 3 local states", -1},
    {"7", "observer: expected a state of the monitor", -1},
};

/* The states of a monitor that has two runs along the trace, one of them to an error. */
static void test_runs(void) {
    char text[1024], network[sizeof place.folder.path + 16], file[sizeof place.folder.path + 16];
    struct verification verification;
    test_folder_write(&place.folder, "i.aut", "des (0, 1, 1)\n(0, i, 0)\n");
    snprintf(network, sizeof network, "%s", test_folder_write(&place.folder, "i.exp", "i.aut"));
    snprintf(
        file, sizeof file, "%s",
        test_folder_write(&place.folder, "monitor.aut", "des (0, 3, 4)\n(0, i, 1)\n(0, i, 2)\n(2, i, 3)\n"));
    for (uint64_t k = 0; k <= LENGTH(runs); k++) {
        int last = k == LENGTH(runs);
        snprintf(
            text, sizeof text,
            "{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {\"network\": \"%s\"}, "
            "\"components\": [\"i\"], \"property\": {\"kind\": \"%s\", \"label\": \"i\", \"file\": \"%s\", "
            "\"error_states\": [3]}, \"initial\": [0], "
            "\"steps\": [{\"label\": \"i\", \"to\": [0]}, {\"label\": \"i\", \"to\": [0]}], \"observer\": "
            "%s}",
            network, last ? "never" : "monitor", file, runs[last ? 0 : k].observer);
        const char *path = test_folder_write(&place.folder, "runs.json", text);
        CU_ASSERT_EQUAL(evidence_file_verify(path, NULL, &place.run, &verification),
                        last ? -1 : runs[k].confirmed);
        CU_ASSERT_PTR_NOT_NULL(
            strstr(verification.reason, last ? "the property is no monitor" : runs[k].reason));
    }
}

void suite_trace_step(void) {
    suite_add("trace_step", workplace_open, workplace_close, "own labels of random networks", test_random,
              "forms of own labels", test_forms, "evidence with several ways", test_ways,
              "evidence with a monitor", test_runs, NULL);
}
