/*
 * `heddle check --almost-surely` and `--almost-surely-repeatedly`: random networks with choices of chance,
 * each verdict confirmed by its evidence, which the verifier judges by itself, both where there is a
 * scheduler and where there is none; and the options as a user sees them.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "frontend/walk/walker.h"
#include "checker/verify/verify.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 500u
#endif
#define MOST_STATES 6u

/* Once or repeatedly by some scheduler, once by every one. */
enum aim { ONCE, REPEATEDLY, EVERY, AIMS };

struct world {
    struct test_folder folder;
    struct memory memory;
    struct run run;
    uint64_t seed, random;
    language_tree *tree;
    struct network *network;
    uint64_t holds[AIMS], violated[AIMS];
};

static uint64_t draw(struct world *world, uint64_t below) {
    return random_next(&world->random) % below;
}

/* Each state has up to three choices, each with a label of its own; half of them are of chance. */
static void write_component(struct world *world, const char *name) {
    char text[4096], body[2048], *at = body;
    uint64_t states = 2 + draw(world, MOST_STATES - 1), count = 0;
    for (uint64_t state = 0; state < states; state++) {
        for (int label = 'a'; label <= 'c'; label++) {
            uint64_t to = draw(world, states), other = draw(world, states);
            if (draw(world, 2) == 0) {
                continue;
            }
            if (draw(world, 2) == 0) {
                at += sprintf(at, "(%d, %c, %d)\n", (int)state, label, (int)to);
                count++;
            } else if (to != other) {
                at += sprintf(at, "(%d, \"%c; prob 1/3\", %d)\n(%d, \"%c; prob 2/3\", %d)\n", (int)state,
                              label, (int)to, (int)state, label, (int)other);
                count += 2;
            }
        }
    }
    *at = '\0';
    snprintf(text, sizeof text, "des (0, %d, %d)\n%s", (int)count, (int)states, body);
    test_folder_write(&world->folder, name, text);
}

/* Reads the evidence and judges it: 1 with *initial, whether the initial state has a scheduler; else 0. */
static int verify(struct world *world, const char *path, int *initial) {
    struct verification verification;
    struct error error;
    const struct evidence *evidence;
    struct verify_input input = {.tree = world->tree};
    evidence_reader *reader = evidence_open(path, &world->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reader);
    CU_ASSERT_EQUAL_FATAL(evidence_read(reader, &evidence, &error), 1);
    int failed = verify_evidence(reader, evidence, &input, &world->run, &verification, &error) != 0;
    int confirmed = !failed && verification.confirmed;
    if (!confirmed) {
        printf("\n    seed %llu: %s\n", (unsigned long long)world->seed,
               failed ? error.text : verification.reason);
    }
    *initial = verification.counts.initial;
    verification_free(&verification, &world->run);
    evidence_close(reader);
    return confirmed;
}

static void check_property(struct world *world, const struct backend *backend, enum aim aim, const char *text,
                           const struct evidence_subject *about) {
    struct error error;
    struct property property = {0};
    char path[512];
    snprintf(path, sizeof path, "%s", test_folder_path(&world->folder, "scheduler.json"));
    struct check_options options = {
        .backend = backend, .explore = {.max_depth = UINT64_MAX}, .scheduler = path, .subject = about};
    struct property_maker maker = {
        .tree = world->tree, .run = &world->run, .error = &error, .every_scheduler = aim == EVERY};
    enum property_kind kind = aim == REPEATEDLY ? PROPERTY_ALMOST_SURELY_REPEATEDLY : PROPERTY_ALMOST_SURELY;
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, kind, text, &property), 0);
    struct check *check = check_run(world->network, &property, 1, &options, &world->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    int initial = 0, holds = check->results[0].verdict == VERDICT_HOLDS;
    CU_ASSERT(check->scheduled && check->results[0].verdict != VERDICT_UNDECIDED);
    CU_ASSERT(check->scheduled && verify(world, path, &initial));
    CU_ASSERT_EQUAL(initial, holds);
    world->holds[aim] += (uint64_t)holds;
    world->violated[aim] += (uint64_t)!holds;
    check_free(check, &world->run);
    options.scheduler = NULL; /* then the graph stays on a GPU */
    check = check_run(world->network, &property, 1, &options, &world->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    CU_ASSERT_EQUAL(check->results[0].verdict, holds ? VERDICT_HOLDS : VERDICT_VIOLATED);
    check_free(check, &world->run);
    property_free(&property, &world->run);
}

static void check_network(struct world *world) {
    static const char *const texts[] = {"a", "\"b\"", "'[bc]'", "c"};
    static const char *const forms[] = {"x.aut", "x.aut ||| y.aut", "x.aut |[a]| y.aut"};
    struct error error;
    struct exp_options options = {0};
    write_component(world, "x.aut");
    write_component(world, "y.aut");
    memory_init(&world->memory, UINT64_MAX);
    world->run = (struct run){.memory = &world->memory, .threads = 1 + (unsigned)draw(world, 2)};
    world->run.device_bytes = TEST_DEVICE_BYTES;
    char net[512];
    snprintf(net, sizeof net, "%s", test_folder_write(&world->folder, "net.exp", forms[draw(world, 3)]));
    world->tree = language_read(net, &options, &world->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(world->tree);
    world->network = language_compile(world->tree, &world->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(world->network);
    walker *walker = language_walk(world->tree, &world->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walker);
    const struct evidence_subject about = {net, language_options(world->tree), walker_names(walker),
                                           walker_components(walker), NULL};
    const char *text = texts[draw(world, 4)];
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        for (int aim = 0; aim < AIMS && backend_is_testable(*backend); aim++) {
            check_property(world, *backend, (enum aim)aim, text, &about);
        }
    }
    walker_free(walker);
    network_free(&world->memory, world->network);
    language_free(world->tree);
    CU_ASSERT_EQUAL(memory_used(&world->memory), 0);
}

static void test_random_networks(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    struct world *world = calloc(1, sizeof *world);
    cases = cases < DEFAULT_CASES ? cases : DEFAULT_CASES;
    test_folder_create(&world->folder);
    for (uint64_t k = 0; k < cases; k++) {
        world->seed = world->random = 4000 + k;
        check_network(world);
    }
    test_folder_remove(&world->folder);
    for (int k = 0; k < AIMS; k++) {
        printf("%s %llu hold, %llu do not ",
               k == ONCE    ? "once"
               : k == EVERY ? "every"
                            : "repeatedly",
               (unsigned long long)world->holds[k], (unsigned long long)world->violated[k]);
        CU_ASSERT(world->holds[k] > cases / 10 && world->violated[k] > cases / 10);
    }
    free(world);
}

/* --- the command --- */

/* An MDP with a coin that can be tossed again until it wins, and a risk that can be taken once. */
static void put_coin(void) {
    command_put_file("coin.aut", "des (0, 6, 4)\n(0, \"flip; prob 1/2\", 0)\n(0, \"flip; prob 1/2\", 1)\n"
                                 "(0, risk, 2)\n(1, win, 0)\n(2, \"throw; prob 0.5\", 1)\n"
                                 "(2, \"throw; prob 0.5\", 3)\n");
}

static void test_verdicts(void) {
    static const struct {
        const char *option, *kind, *verdict;
        int code;
        const char *schedulers;
    } cases[] = {
        {"--almost-surely=win", "almost-surely", "holds", 0, "some"},
        {"--almost-surely=throw", "almost-surely", "holds", 0, "some"},
        {"--almost-surely='thr.*'", "almost-surely", "holds", 0, "some"},
        {"--almost-surely=nothing", "almost-surely", "violated", 1, "some"},
        {"--almost-surely=win", "almost-surely", "violated", 1, "all"},
        {"--almost-surely='flip|risk'", "almost-surely", "holds", 0, "all"},
        {"--almost-surely=win", "almost-surely", "holds", 0, "some"},
        {"--almost-surely-repeatedly=win", "almost-surely-repeatedly", "holds", 0, "some"},
        {"--almost-surely-repeatedly=throw", "almost-surely-repeatedly", "violated", 1, "some"},
        {"--almost-surely-repeatedly='[wt].*'", "almost-surely-repeatedly", "holds", 0, "some"},
    };
    char net[PATH_BYTES], path[PATH_BYTES];
    put_coin();
    command_path("coin.aut", net);
    command_path("scheduler.json", path);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct process process;
        command_run(&process, "check", net, "--json", "--regex=extended", cases[i].option, "--scheduler",
                    path, "--schedulers", cases[i].schedulers);
        command_expect(&process, cases[i].code, NULL);
        json_t *object = command_json(process.out);
        const json_t *property = command_property(object, 0);
        CU_ASSERT_STRING_EQUAL(command_text(property, "kind"), cases[i].kind);
        CU_ASSERT_STRING_EQUAL(command_text(property, "verdict"), cases[i].verdict);
        CU_ASSERT_STRING_EQUAL(command_text(property, "schedulers"), cases[i].schedulers);
        CU_ASSERT(json_is_null(json_object_get(property, "trace")));
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "scheduler")), path);
        json_decref(object);
        process_free(&process);
        command_confirms(path, cases[i].code == 0 ? "the initial state is one of them"
                                                  : "the initial state is not among them");
        remove(path);
    }
}

/* Warnings of labels that no choice has. */
static void test_warnings(void) {
    static const char *const cases[][2] = {
        {"--almost-surely=Win",
         "almost-surely Win: no transition of the network has such a label; did you mean "
         "'win'?\n"},
        {"--almost-surely=throw; prob 0.5", "no choice has such a label: the label of `L; prob P`"},
        {"--almost-surely-repeatedly='.*prob.*'", "no choice has such a label: the label of `L; prob P`"},
        {"--almost-surely=thr.*", "\"'thr.*'\"\n"},
    };
    char net[PATH_BYTES], path[PATH_BYTES];
    put_coin();
    command_path("coin.aut", net);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        command_exits(1, cases[i][1], "check", net, cases[i][0]);
    }
    struct process process;
    command_run(&process, "check", net, "--almost-surely=throw");
    command_expect(&process, 0, NULL);
    CU_ASSERT_PTR_NULL(strstr(process.err, "warning"));
    process_free(&process);
    /* Files that could not be written. */
    command_run(&process, "check", net, "--almost-surely-repeatedly=throw", "--trace",
                command_path("trace.json", path));
    command_expect(
        &process, 1,
        "throw: there is no scheduler, and a trace cannot show that: --scheduler FILE writes the evidence");
    CU_ASSERT_FALSE(command_has_file("trace.json"));
    process_free(&process);
    command_run(&process, "check", net, "--almost-surely=win", "--max-depth=1", "--scheduler",
                command_path("cut.json", path));
    command_expect(&process, 3, "cut.json: not written: it is undecided");
    CU_ASSERT_FALSE(command_has_file("cut.json"));
    process_free(&process);
}

/* Checks together with properties of cycles and safety; races of rates; undecided and refused checks. */
static void test_beside(void) {
    char net[PATH_BYTES], race[PATH_BYTES], bad[PATH_BYTES], path[PATH_BYTES];
    struct process process;
    put_coin();
    command_path("coin.aut", net);
    command_run(&process, "check", net, "--deadlock", "--starvation=win", "--almost-surely=win",
                "--almost-surely-repeatedly=throw");
    command_expect(&process, 1, NULL);
    command_prints(&process, "violated after 2 steps\n",
                   "violated by a cycle of 1 step in the initial state\n",
                   "almost-surely win               holds\n", "violated: no scheduler does this\n");
    process_free(&process);
    /* In states with an internal action, rates are dropped, unless an option keeps them. */
    command_put_file("race.aut", "des (0, 2, 3)\n(0, i, 1)\n(0, \"late; rate 2\", 2)\n");
    command_path("race.aut", race);
    command_exits(1, NULL, "check", race, "--quiet", "--almost-surely=late");
    command_exits(0, NULL, "check", race, "--quiet", "--almost-surely=late", "--no-maximal-progress");
    command_run(&process, "check", net, "--quiet", "--almost-surely=win", "--max-states=1", "--device=cpu",
                "--scheduler", command_path("none.json", path));
    command_expect(&process, 3, NULL);
    CU_ASSERT_FALSE(command_has_file("none.json"));
    process_free(&process);
    command_put_file("bad.aut", "des (0, 2, 2)\n(0, \"flip; prob 1/2\", 0)\n(0, \"flip; prob 1/3\", 1)\n");
    command_exits(2, "sum to 0.8333", "check", command_path("bad.aut", bad), "--almost-surely=flip");
    command_exits(2, "give one of them", "check", net, "--almost-surely=flip", "--almost-surely=win",
                  "--scheduler", path);
    command_exits(2, "--schedulers says which schedulers --almost-surely is about: give one, too", "check",
                  net, "--deadlock", "--schedulers=all");
    command_exits(2, "--schedulers all is for --almost-surely", "check", net, "--almost-surely=flip",
                  "--almost-surely-repeatedly=flip", "--schedulers=all");
    command_run(&process, "check", net, "--almost-surely=win", "--schedulers=all");
    command_prints(&process, "almost-surely win (all schedulers)  violated: some scheduler avoids it with "
                             "positive probability\n");
    command_ends(&process, 1, NULL);
    command_put_file("sure.suite", "property sure: almost-surely win expect violated;\n");
    command_exits(0, NULL, "check", net, "--property", command_path("sure.suite", race), "--schedulers=all");
    command_exits(2, "give one of them", "check", net, "--deadlock", "--scheduler", path);
    command_exits(2, "coin.aut", "check", net, "--almost-surely=flip", "--scheduler", net);
    command_exits(2, "--trace and --scheduler name the same file", "check", net, "--almost-surely=flip",
                  "--scheduler", path, "--trace", path);
    command_exits(2, "not of cycles and schedulers", "check", net, "--almost-surely=flip", "--certificate",
                  path);
}

void suite_check_schedulers(void) {
    command_suite("heddle check of schedulers", "random networks", test_random_networks, "verdicts",
                  test_verdicts, "labels that no choice has", test_warnings, "beside others, and refused",
                  test_beside, NULL);
}
