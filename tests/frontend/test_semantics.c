/*
 * The walker over the syntax tree: order and names, and what happens where memory or time is short. What the
 * operators mean is the matter of the suites `oracle` and `explore_oracle`.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/exp/walk/semantics.h"
#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/support/folder.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"

#define CASES 300
#define WALK 40 /* states of a random walk */

static const struct exp_options no_options = {0};

/* A network that is read, and its walker; all in one memory. */
struct world {
    struct memory memory;
    struct run run;
    struct error error;
    exp_tree *tree;
    walker *walker; /* NULL if creating it failed: see `error` */
};

static void world_open(struct world *world, const char *path, const struct exp_options *options) {
    memset(world, 0, sizeof *world);
    memory_init(&world->memory, UINT64_MAX);
    world->run = (struct run){.memory = &world->memory, .threads = 1};
    world->tree = exp_tree_read(path, options, &world->run, &world->error);
    if (world->tree == NULL) {
        printf("\n%s: %s\n", path, world->error.text);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(world->tree);
}

static void world_walk(struct world *world) {
    world->walker = semantics_create(exp_tree_root(world->tree), exp_tree_labels(world->tree),
                                     exp_tree_options(world->tree), &world->run, &world->error);
}

static void copy_initial(const walker *walker, uint32_t *state) {
    uint64_t count;
    const uint32_t *initial = walker_initial(walker, &count);
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT(walker_is_initial(walker, initial));
    memcpy(state, initial, walker_components(walker) * sizeof *state);
}

static void world_close(struct world *world) {
    walker_free(world->walker);
    exp_tree_free(world->tree);
    CU_ASSERT_EQUAL(memory_used(&world->memory), 0);
}

/* "LABEL (TARGET) LABEL (TARGET) .." of the initial state. */
static void describe(struct world *world, char *text, size_t size) {
    uint32_t state[64], target[64];
    const struct walker_transition *transitions;
    uint64_t count;
    text[0] = '\0';
    CU_ASSERT_PTR_NOT_NULL_FATAL(world->walker);
    copy_initial(world->walker, state);
    CU_ASSERT_EQUAL_FATAL(walker_transitions(world->walker, state, &transitions, &count, &world->error), 0);
    for (uint64_t t = 0; t < count; t++) {
        walker_target(world->walker, state, &transitions[t], target);
        text_append(text, size, "%s%s (", t == 0 ? "" : " ", transitions[t].label);
        for (uint32_t k = 0; k < walker_components(world->walker); k++) {
            text_append(text, size, "%s%u", k == 0 ? "" : ",", target[k]);
        }
        text_append(text, size, ")");
    }
}

static void test_order(void) {
    struct test_folder folder;
    struct world world;
    char text[1024];
    test_folder_create(&folder);
    test_folder_write(&folder, "a.aut", "des (0,4,3)\n(0,x,2)\n(0,x,1)\n(0,\"B !1\",0)\n(0,i,1)\n");
    test_folder_write(&folder, "b.aut", "des (1,2,3)\n(1,x,0)\n(1,x,2)\n");
    world_open(&world, test_folder_write(&folder, "main.exp", "a ||| b ||| a"), &no_options);
    world_walk(&world);
    describe(&world, text, sizeof text);
    /* Transitions are sorted by the bytes of the label, then by the target; a component whose state stays the
     * same takes part. */
    CU_ASSERT_STRING_EQUAL(text, "B !1 (0,1,0) B !1 (0,1,0) i (0,1,1) i (1,1,0) x (0,0,0) x (0,1,1) "
                                 "x (0,1,2) x (0,2,0) x (1,1,0) x (2,1,0)");
    const struct walker_transition *transitions;
    uint64_t count;
    uint32_t state[3] = {0, 1, 0};
    CU_ASSERT_EQUAL(walker_transitions(world.walker, state, &transitions, &count, &world.error), 0);
    CU_ASSERT_EQUAL(transitions[0].move_count, 1);
    CU_ASSERT_PTR_EQUAL(transitions[0].label, transitions[1].label);
    CU_ASSERT(transitions[0].moves[0].component != transitions[1].moves[0].component);
    world_close(&world);

    world_open(&world, test_folder_write(&folder, "none.exp", "stop"), &no_options);
    world_walk(&world);
    describe(&world, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "");
    CU_ASSERT_EQUAL(walker_components(world.walker), 0);
    world_close(&world);
    test_folder_remove(&folder);
}

static void test_names(void) {
    static const char *const expected[] = {"x", "i", "x#2", "x#3", "x.aut", "i#2"};
    struct test_folder folder;
    struct world world;
    test_folder_create(&folder);
    test_folder_write(&folder, "x.aut", "des (0,1,1)\n(0,a,0)\n");
    test_folder_write(&folder, "i.aut", "des (0,1,1)\n(0,a,0)\n");
    test_folder_write(&folder, "x.aut.aut", "des (0,1,1)\n(0,a,0)\n");
    test_folder_write(&folder, "sub.exp", "x ||| \"x.aut.aut\"");
    const char *path = test_folder_write(&folder, "main.exp", "x ||| i ||| x ||| (sub.exp ||| i.aut)");
    world_open(&world, path, &no_options);
    world_walk(&world);
    CU_ASSERT_PTR_NOT_NULL_FATAL(world.walker);
    CU_ASSERT_EQUAL_FATAL(walker_components(world.walker), 6);
    for (uint32_t k = 0; k < 6; k++) {
        CU_ASSERT_STRING_EQUAL(walker_name(world.walker, k), expected[k]);
    }
    world_close(&world);
    test_folder_remove(&folder);
}

/* Components as the flat network has them. */
static void compare_components(struct world *world, const struct network *network) {
    uint32_t count = walker_components(world->walker);
    CU_ASSERT_EQUAL_FATAL(count, network->component_count);
    for (uint32_t k = 0; k < count; k++) {
        CU_ASSERT_STRING_EQUAL(walker_name(world->walker, k), network->components[k].name);
        CU_ASSERT_PTR_EQUAL(semantics_lts(world->walker, k), network->components[k].lts);
        CU_ASSERT_EQUAL(walker_local_states(world->walker, k), network->components[k].lts->states);
    }
}

static int compare_targets(const uint32_t *a, const uint32_t *b, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        if (a[k] != b[k]) {
            return a[k] < b[k] ? -1 : 1;
        }
    }
    return 0;
}

static int is_label(const struct network *network, const char *label) {
    for (uint32_t k = 0; k < network->label_count; k++) {
        if (strcmp(network->labels[k].text, label) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Walks about, and looks at the order of all transitions on the way. Returns whether memory sufficed. */
static int walk_about(struct world *world, const struct network *network, unsigned seed) {
    uint32_t components = walker_components(world->walker);
    uint32_t *tuples = malloc((3 * (uint64_t)components + 1) * sizeof *tuples);
    uint32_t *state = tuples, *before = tuples + components, *target = before + components;
    int whole = 1;
    copy_initial(world->walker, state);
    for (int k = 0; k < WALK; k++) {
        const struct walker_transition *transitions;
        uint64_t count;
        if (walker_transitions(world->walker, state, &transitions, &count, &world->error) != 0) {
            CU_ASSERT_EQUAL(world->error.code, ERROR_MEMORY); /* too many for the budget */
            whole = 0;
            break;
        }
        int sorted = 1;
        for (uint64_t t = 0; t < count; t++) {
            walker_target(world->walker, state, &transitions[t], target);
            int order = t == 0 ? -1 : strcmp(transitions[t - 1].label, transitions[t].label);
            sorted &= order < 0 || (order == 0 && transitions[t - 1].label == transitions[t].label &&
                                    compare_targets(before, target, components) <= 0);
            memcpy(before, target, components * sizeof *target);
        }
        CU_ASSERT(sorted);
        if (count == 0) {
            break;
        }
        seed = seed * 1103515245u + 12345u;
        uint64_t chosen = (seed >> 8) % count;
        CU_ASSERT(is_label(network, transitions[chosen].label));
        walker_target(world->walker, state, &transitions[chosen], target);
        memcpy(state, target, components * sizeof *target);
    }
    free(tuples);
    return whole;
}

static void test_random_networks(void) {
    struct test_folder folder;
    test_folder_create(&folder);
    int cycles = 0, walks = 0, broken = 0;
    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct random_network random;
        struct world world;
        struct error error;
        CU_ASSERT_EQUAL_FATAL(random_network_generate(90000 + seed, folder.path, &random), 0);
        world_open(&world, random.path, &random.options);
        struct network *network = network_compose(world.tree, &world.run, &error);
        world.memory.limit = memory_used(&world.memory) + ((uint64_t)16 << 20);
        world_walk(&world);
        if (world.walker == NULL && world.error.code == ERROR_INPUT) {
            CU_ASSERT_PTR_NULL(network); /* both refuse a label above itself */
            CU_ASSERT(world.error.line > 0 && world.error.column > 0);
            CU_ASSERT_PTR_NOT_NULL(strstr(world.error.text, "above itself"));
            cycles++;
        } else if (network != NULL && world.walker != NULL) {
            compare_components(&world, network);
            broken += !walk_about(&world, network, (unsigned)seed);
            walks++;
        } else {
            CU_FAIL("one refuses what the other takes");
        }
        network_free(&world.memory, network);
        world_close(&world);
    }
    printf("%d walks, %d broken off for memory ", walks, broken);
    CU_ASSERT(cycles > 0);
    CU_ASSERT(walks - broken >= 9 * (int)CASES / 10);
    test_folder_remove(&folder);
}

static void test_prio_cycle(void) {
    struct test_folder folder;
    struct world world;
    test_folder_create(&folder);
    test_folder_write(&folder, "x.aut", "des (0,3,1)\n(0,a,0)\n(0,b,0)\n(0,c,0)\n");
    world_open(
        &world,
        test_folder_write(&folder, "main.exp", "x |||\n  prio \"a\" > \"b\", \"[bc]\" > \"a\" in x end prio"),
        &no_options);
    world_walk(&world);
    CU_ASSERT_PTR_NULL(world.walker);
    CU_ASSERT_EQUAL(world.error.code, ERROR_INPUT);
    CU_ASSERT_EQUAL(world.error.line, 2);
    CU_ASSERT_EQUAL(world.error.column, 3);
    CU_ASSERT_PTR_NOT_NULL(strstr(world.error.text, "above itself"));
    world_close(&world);
    test_folder_remove(&folder);
}

/* A tree with every operator, and the bytes that its walker takes at most. */
static void open_everything(struct world *world, struct test_folder *folder) {
    test_folder_create(folder);
    test_folder_write(folder, "x.aut",
                      "des (0,5,2)\n(0,a,1)\n(0,\"g !1\",1)\n(1,b,0)\n(1,i,0)\n(0,exit,1)\n");
    test_folder_write(folder, "sub.exp",
                      "par using a * a -> c, \"b\" * _ -> b, g * g -> h in x || x end par");
    world_open(world,
               test_folder_write(folder, "main.exp",
                                 "hide b in rename \"c\\(.*\\)\" -> \"d\\1\" in "
                                 "prio \"d\" > \"i\", \"a\" > \"b\" in "
                                 "cut \"zz\" in "
                                 "par a#2, b, g in sub.exp || x || (x |[g]| sub.exp) || (x || x) end par "
                                 "end cut end prio end rename end hide"),
               &no_options);
}

static void test_memory(void) {
    struct test_folder folder;
    struct world world;
    char expected[4096], text[4096];
    open_everything(&world, &folder);
    uint64_t before = memory_used(&world.memory);
    world_walk(&world);
    describe(&world, expected, sizeof expected);
    CU_ASSERT(strlen(expected) > 20);
    uint64_t needed = memory_peak(&world.memory) - before;
    walker_free(world.walker);
    CU_ASSERT_EQUAL(memory_used(&world.memory), before);
    uint64_t failures = 0;
    for (uint64_t bytes = 0; bytes <= needed; bytes += 8 + bytes / 256) {
        world.memory.limit = before + bytes;
        world_walk(&world);
        if (world.walker != NULL) {
            const struct walker_transition *transitions;
            uint64_t count;
            uint32_t state[64];
            copy_initial(world.walker, state);
            world.error.code = ERROR_NONE;
            if (walker_transitions(world.walker, state, &transitions, &count, &world.error) != 0) {
                CU_ASSERT_EQUAL(world.error.code, ERROR_MEMORY);
                failures++;
            }
            /* With more memory, the same walker goes on. */
            world.memory.limit = UINT64_MAX;
            describe(&world, text, sizeof text);
            CU_ASSERT_STRING_EQUAL(text, expected);
        } else {
            CU_ASSERT_EQUAL(world.error.code, ERROR_MEMORY);
            failures++;
        }
        walker_free(world.walker);
        CU_ASSERT_EQUAL(memory_used(&world.memory), before);
    }
    CU_ASSERT(failures > 100);
    world.walker = NULL;
    world_close(&world);
    test_folder_remove(&folder);
}

/* 16 components with 8 moves each, all together: 2^48 transitions in one state. */
static void test_many_transitions(void) {
    struct test_folder folder;
    struct world world;
    char text[512] = "x";
    test_folder_create(&folder);
    test_folder_write(
        &folder, "x.aut",
        "des (0,8,8)\n(0,a,0)\n(0,a,1)\n(0,a,2)\n(0,a,3)\n(0,a,4)\n(0,a,5)\n(0,a,6)\n(0,a,7)\n");
    for (int k = 1; k < 16; k++) {
        strcat(text, " || x");
    }
    world_open(&world, test_folder_write(&folder, "main.exp", text), &no_options);
    world_walk(&world);
    CU_ASSERT_PTR_NOT_NULL_FATAL(world.walker);
    const struct walker_transition *transitions;
    uint64_t count;
    uint32_t state[16] = {0};
    world.memory.limit = (uint64_t)8 << 20;
    CU_ASSERT_EQUAL(walker_transitions(world.walker, state, &transitions, &count, &world.error), -1);
    CU_ASSERT_EQUAL(world.error.code, ERROR_MEMORY);
    int stop = 1;
    world.memory.limit = UINT64_MAX;
    world.run.stop = &stop;
    CU_ASSERT_EQUAL(walker_transitions(world.walker, state, &transitions, &count, &world.error), -1);
    CU_ASSERT_EQUAL(world.error.code, ERROR_INTERRUPTED);
    world.run.stop = NULL;
    world.run.deadline = run_clock() + 0.05;
    CU_ASSERT_EQUAL(walker_transitions(world.walker, state, &transitions, &count, &world.error), -1);
    CU_ASSERT_EQUAL(world.error.code, ERROR_INTERRUPTED);
    world_close(&world);
    test_folder_remove(&folder);
}

/* 40 branches of which 25 must join and 24 can: no search through the ways in which they cannot. */
static void test_no_dead_ends(void) {
    struct test_folder folder;
    struct world world;
    char text[1024] = "par a#25 in x";
    test_folder_create(&folder);
    test_folder_write(&folder, "x.aut", "des (0,2,3)\n(0,a,1)\n(0,a,2)\n");
    test_folder_write(&folder, "y.aut", "des (0,1,2)\n(1,a,0)\n");
    for (int k = 1; k < 40; k++) {
        strcat(text, k < 24 ? " || x" : " || y");
    }
    strcat(text, " end par");
    world_open(&world, test_folder_write(&folder, "main.exp", text), &no_options);
    world_walk(&world);
    describe(&world, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "");
    world_close(&world);
    test_folder_remove(&folder);
}

void suite_semantics(void) {
    suite_add("semantics", NULL, NULL, "order of transitions", test_order, "names", test_names,
              "names, order and labels of random networks", test_random_networks, "a label above itself",
              test_prio_cycle, "memory", test_memory, "more transitions than memory or time",
              test_many_transitions, "no dead ends", test_no_dead_ends, NULL);
}
