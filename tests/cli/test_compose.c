/* `heddle explore --compose`: what it finds, its log, plans, and what it leaves alone. */
#include <CUnit/Basic.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/testing.h"

/* A chain of six buffers of two places, whose inner moves are hidden: as a whole a buffer of twelve places.
 */
static const char buffer[] = "des (0, 4, 3)\n(0, get, 1)\n(1, put, 0)\n(1, get, 2)\n(2, put, 1)\n";
static const char chain[] =
    "hide m1, m2, m3, m4, m5 in par using\n"
    "get * _ * _ * _ * _ * _ -> get, put * get * _ * _ * _ * _ -> m1, _ * put * get * _ * _ * _ -> m2,\n"
    "_ * _ * put * get * _ * _ -> m3, _ * _ * _ * put * get * _ -> m4, _ * _ * _ * _ * put * get -> m5,\n"
    "_ * _ * _ * _ * _ * put -> put in\n"
    "\"buffer.aut\" || \"buffer.aut\" || \"buffer.aut\" || \"buffer.aut\" || \"buffer.aut\" || "
    "\"buffer.aut\"\n"
    "end par end hide\n";

static void put_chain(char *path) {
    command_put_file("buffer.aut", buffer);
    command_put_file("chain.exp", chain);
    command_path("chain.exp", path);
}

static void test_chain(void) {
    char path[PATH_BYTES];
    struct process process;
    put_chain(path);
    json_t *plain = command_explore(path, NULL, 0), *composed = command_explore(path, "--compose", 0);
    CU_ASSERT_EQUAL(command_number(plain, "states"), 729);
    CU_ASSERT(command_number(composed, "states") <= 45 && command_number(composed, "largest_product") <= 30);
    CU_ASSERT_PTR_NULL(json_object_get(plain, "composition"));
    CU_ASSERT(json_array_size(json_object_get(composed, "composition")) > 6);
    json_decref(plain);
    json_decref(composed);
    command_run(&process, "explore", "--compose", path);
    command_prints(&process, "largest product");
    command_ends(&process, 0,
                 "heddle: @1 = buffer, buffer#2: 9 states, 16 transitions; minimised (divbranching): "
                 "5 states, 8 transitions\n");
}

/* Plans of a check: written, read again, and one that names what is not there. */
static void test_plans_of_checks(void) {
    char path[PATH_BYTES], plan[PATH_BYTES], other[PATH_BYTES];
    struct process first, second;
    put_chain(path);
    command_path("checked.txt", plan);
    command_path("again.txt", other);
    command_run(&first, "check", "--compose", "--deadlock", path, "--write-plan", plan);
    command_run(&second, "check", "--compose", "--deadlock", path, "--plan", plan, "--write-plan", other);
    CU_ASSERT(first.code == 0 && second.code == 0 && strcmp(first.err, second.err) == 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(first.err, "heddle: @1 = buffer"));
    process_free(&first);
    process_free(&second);
    command_put_file("wrong.txt", "\"all\" = \"buffer\" \"nobody\"\n");
    command_path("wrong.txt", plan);
    command_run(&first, "check", "--compose", "--deadlock", path, "--plan", plan);
    CU_ASSERT(first.code == 2 && strstr(first.err, "wrong.txt:1:") != NULL);
    process_free(&first);
    command_run(&first, "check", "--compose", "--deadlock", "--never", "put", path, "--write-plan", other);
    CU_ASSERT(first.code == 2 && strstr(first.err, "check one property") != NULL);
    process_free(&first);
}

/* A plan that was written, read again, gives the same; one by hand decides. */
static void test_plans(void) {
    char path[PATH_BYTES], plan[PATH_BYTES], other[PATH_BYTES];
    struct process first, second;
    put_chain(path);
    command_path("plan.txt", plan);
    command_path("other.txt", other);
    command_run(&first, "explore", "--compose", path, "--write-plan", plan);
    command_run(&second, "explore", "--compose", path, "--plan", plan, "--write-plan", other);
    CU_ASSERT(first.code == 0 && second.code == 0 && strcmp(first.err, second.err) == 0);
    process_free(&first);
    process_free(&second);
    command_put_file("mine.txt", "# from the left\n\n\"left\" = \"buffer\" \"buffer#2\" \"buffer#3\"\r\n"
                                 "\"more\" = \"buffer#4\" \"left\"\n");
    command_path("mine.txt", plan);
    command_run(&first, "explore", "--compose", path, "--plan", plan);
    CU_ASSERT_PTR_NOT_NULL(strstr(first.err, "heddle: left = buffer, buffer#2, buffer#3: 27 states"));
    command_ends(&first, 0, "heddle: more = left, buffer#4: 21 states");
}

static void test_bad_plans(void) {
    static const char *const cases[][2] = {
        {"buffer buffer#2\n", "plan.txt:1:1: expected a name in double quotes"},
        {"\n\"a\" \"buffer\"\n", "plan.txt:2:5: expected '=' and the names of two or more processes"},
        {"\"a\" = \"buffer\"\n", "plan.txt:1:15: a line joins two or more processes: name another one"},
        {"\"a\" = \"buffer\" \"buffer\"\n", "plan.txt:1:16: this line names buffer twice"},
        {"\"a\" = \"buffer\" \"buffer#7\"\n", "plan.txt:1:16: there is no process \"buffer#7\" at this line"},
        {"\"a\" = \"buffer\" \"buffer#2\"\n\"b\" = \"a\" \"buffer\"\n",
         "plan.txt:2:11: there is no process \"buffer\" at this line"},
        {"\"a\" = \"buffer\n", "plan.txt:1:7: expected '\"' after the name"},
        {"\"buffer#3\" = \"buffer\" \"buffer#2\"\n", "plan.txt:1:1: there is another process \"buffer#3\""},
    };
    char path[PATH_BYTES], plan[PATH_BYTES];
    put_chain(path);
    command_path("plan.txt", plan);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct process process;
        command_put_file("plan.txt", cases[i][0]);
        command_run(&process, "explore", "--compose", path, "--plan", plan);
        command_ends(&process, 2, cases[i][1]);
    }
    struct process process;
    command_run(&process, "explore", path, "--plan", plan);
    command_ends(&process, 2, "--plan needs --compose");
    command_run(&process, "explore", path, "--write-plan", plan);
    command_ends(&process, 2, "--write-plan needs --compose");
    command_run(&process, "explore", path, "--compose-limit", "7");
    command_ends(&process, 2, "--compose-limit needs --compose");
}

/* What must not be joined, or not be minimised beyond strong equivalence. */
static void test_left_alone(void) {
    char path[PATH_BYTES], plan[PATH_BYTES];
    struct process process;
    command_put_file("a.aut", "des (0, 4, 4)\n(0, i, 1)\n(0, b, 2)\n(1, b, 2)\n(1, a, 3)\n");
    command_put_file("b.aut", "des (0, 2, 2)\n(0, b, 1)\n(1, c, 0)\n");
    command_put_file("r.aut", "des (0, 2, 2)\n(0, \"rate 2\", 1)\n(1, \"rate 2\", 0)\n");
    command_put_file("prio.exp", "prio a > b in \"a.aut\" ||| \"b.aut\" ||| \"b.aut\" end prio\n");
    command_put_file("rate.exp", "\"r.aut\" ||| \"r.aut\" ||| \"b.aut\"\n");
    command_put_file("plan.txt", "\"x\" = \"a\" \"b\"\n");
    command_path("prio.exp", path);
    command_path("plan.txt", plan);
    command_run(&process, "explore", "--compose", path, "--plan", plan);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, " 12\ntransitions"));
    command_ends(&process, 0, "heddle: a, b: not joined: rules with prio decide about transitions");
    command_path("rate.exp", path);
    command_run(&process, "explore", "--compose", path);
    command_ends(&process, 0, "heddle: r: left as it is: there are probabilities or rates");
    put_chain(path);
    command_put_file("plan.txt", "\"x\" = \"buffer\" \"buffer#2\" \"buffer#3\"\n");
    command_run(&process, "explore", "--compose", path, "--plan", plan, "--compose-limit", "20");
    command_ends(&process, 0, "not joined: more states than --compose-limit");
    command_put_file("coin.prism", "mdp module coin x : [0..1]; [] x=0 -> (x'=1); endmodule\n");
    command_run(&process, "explore", "--compose", command_path("coin.prism", path));
    command_ends(&process, 2, "--compose takes networks of AUT graphs, and this one has a PRISM model");
}

/* --- check --- */

#define PLACES 12u
#define ITEMS 8u

/* A pipeline of buffers with two places each, whose reader takes some items and stops: a deadlock after 24 +
 * 8 items, beyond the search that comes before composing. */
static void put_pipeline(char *path) {
    char text[4000], name[32], model[4000] = "hide ";
    size_t used = strlen(model);
    for (unsigned i = 0; i < PLACES; i++) {
        snprintf(text, sizeof text, "des (0, 4, 3)\n(0, g%u, 1)\n(1, g%u, 0)\n(1, g%u, 2)\n(2, g%u, 1)\n", i,
                 i + 1, i, i + 1);
        snprintf(name, sizeof name, "buffer-%u.aut", i);
        command_put_file(name, text);
        used += (size_t)snprintf(model + used, sizeof model - used, "%sg%u", i == 0 ? "" : ", ", i + 1);
    }
    used += (size_t)snprintf(model + used, sizeof model - used, " in \"buffer-0.aut\"");
    for (unsigned i = 1; i < PLACES; i++) {
        used += (size_t)snprintf(model + used, sizeof model - used, " |[g%u]| \"buffer-%u.aut\"", i, i);
    }
    snprintf(model + used, sizeof model - used, " |[g%u]| \"reader.aut\" end hide\n", PLACES);
    used = (size_t)snprintf(text, sizeof text, "des (0, %u, %u)\n", ITEMS + 1, ITEMS + 2);
    for (unsigned i = 0; i < ITEMS; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "(%u, g%u, %u)\n", i, PLACES, i + 1);
    }
    snprintf(text + used, sizeof text - used, "(%u, end, %u)\n", ITEMS, ITEMS + 1);
    command_put_file("reader.aut", text);
    command_put_file("pipeline.exp", model);
    command_path("pipeline.exp", path);
}

static void test_check(void) {
    char path[PATH_BYTES], trace[PATH_BYTES];
    struct process process;
    put_pipeline(path);
    command_path("trace.json", trace);
    command_run(&process, "check", "--compose", "--deadlock", path, "--trace", trace);
    command_prints(&process, "composing time", "perhaps not the fewest");
    command_ends(&process, 1, "composing for deadlock: 2 of 2 labels hidden, divbranching");
    command_confirms(trace, "deadlock");
    command_run(&process, "check", "--compose", "--shortest", "--deadlock", path);
    command_prints(&process, "no deadlock  violated after 261 steps\n");
    command_ends(&process, 1, NULL);
    command_run(&process, "check", "--compose", path, "--never", "nothing", "--never", "end", "-f",
                "[true* . end] mu X . (<true> true and [not end] X)", "--json");
    json_t *json = command_json(process.out);
    const json_t *properties = json_object_get(json, "properties");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(properties, 0), "verdict")),
                           "holds");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(properties, 1), "verdict")),
                           "violated");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(properties, 2), "verdict")),
                           "violated");
    CU_ASSERT_PTR_NULL(json_object_get(json_array_get(properties, 2), "length"));
    CU_ASSERT(json_array_size(json_object_get(json, "compositions")) >= 2);
    json_decref(json);
    command_ends(&process, 1, "there is no trace: a smaller network decided the property");
}

static void test_check_usage(void) {
    char path[PATH_BYTES];
    struct process process;
    put_chain(path);
    command_run(&process, "check", "--compose", "--deadlock", path, "--certificate", "c.json");
    command_ends(&process, 2, "--compose checks smaller networks, and --certificate is about the states");
    command_run(&process, "check", "--deadlock", path, "--compose-limit", "7");
    command_ends(&process, 2, "--compose-limit needs --compose");
    command_run(&process, "check", "--compose", "--deadlock", path);
    command_prints(&process, "states", "729");
    command_ends(&process, 0, NULL);
    command_put_file("rate.aut", "des (0, 2, 2)\n(0, \"rate 2\", 1)\n(1, \"rate 2\", 0)\n");
    command_put_file("rate.exp", "\"rate.aut\" ||| \"rate.aut\"\n");
    command_run(&process, "check", "--compose", "--deadlock", command_path("rate.exp", path));
    command_ends(&process, 0, "the network has probabilities or rates, so it is checked as a whole");
}

/* --- minimise --- */

static void test_minimise(void) {
    static const char *const equivalences[] = {"strong", "branching", "divbranching", "trace", "weaktrace"};
    char path[PATH_BYTES], plain[PATH_BYTES], composed[PATH_BYTES];
    struct process first, second;
    put_chain(path);
    command_path("plain.aut", plain);
    command_path("composed.aut", composed);
    for (unsigned i = 0; i < sizeof equivalences / sizeof *equivalences; i++) {
        command_run(&first, "minimise", "-q", path, "-e", equivalences[i], "--hide", "get", "-o", plain,
                    "--canonical");
        command_run(&second, "minimise", "-q", path, "-e", equivalences[i], "--hide", "get", "-o", composed,
                    "--compose");
        command_ends(&first, 0, NULL);
        command_ends(&second, 0, NULL);
        command_run(&first, "convert", plain, "-");
        command_run(&second, "convert", composed, "-");
        CU_ASSERT(first.code == 0 && strlen(first.out) > 10 && strcmp(first.out, second.out) == 0);
        process_free(&first);
        process_free(&second);
    }
    command_run(&first, "minimise", path, "--compose", "-e", "divbranching", "--hide", "get,absent");
    command_prints(&first, "largest product", "composing time", "minimised states       1");
    command_ends(&first, 0, "--hide: no label matches absent");
    command_run(&first, "minimise", plain, "--compose");
    command_ends(&first, 2, "--compose is for networks: a graph has no processes to join");
    command_run(&first, "minimise", path, "--compose", "-e", "weak");
    command_ends(&first, 2, "--compose: choose strong, branching, divbranching, trace or weaktrace");
    command_run(&first, "minimise", path, "--compose", "--classes", "c.txt");
    command_ends(&first, 2, "--classes: with --compose, the states of the network are not searched");
}

void suite_compose(void) {
    command_suite("compose", "a chain of buffers", test_chain, "plans", test_plans, "plans of checks",
                  test_plans_of_checks, "bad plans", test_bad_plans, "what is left alone", test_left_alone,
                  "properties", test_check, "what check refuses", test_check_usage, "minimise", test_minimise,
                  NULL);
}
