/*
 * `heddle check --almost-surely` and `--almost-surely-repeatedly`: random networks with choices of chance,
 * each verdict confirmed by its evidence, which the verifier judges by itself, both where there is a
 * scheduler and where there is none.
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
        report_counts(k == ONCE    ? "once"
                      : k == EVERY ? "every"
                                   : "repeatedly",
                      world->holds[k], "not", world->violated[k], NULL);
        CU_ASSERT(world->holds[k] > cases / 10 && world->violated[k] > cases / 10);
    }
    free(world);
}

void suite_check_schedulers(void) {
    suite_add("schedulers", NULL, NULL, "random networks", test_random_networks, NULL);
}
