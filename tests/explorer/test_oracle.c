/*
 * The oracle itself, on networks small enough to be followed by hand, and the random networks that it is used
 * on. Graphs are printed as "T<transitions> D<deadlocks> L<levels>: from label to, ..".
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "tests/support/folder.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define NETWORKS 400
#else
#define NETWORKS 1000
#endif
#define STATES_MAX 5000

struct world {
    struct memory memory;
    struct run run;
    struct test_folder folder;
    struct exp_options options;
    char graph[4096];
};

/* Writes NAME.aut with the moves "from label to, from label to, ..". */
static void component(struct world *world, const char *name, const char *moves) {
    char body[1024] = "";
    char file[1200];
    unsigned count = 0;
    unsigned states = 1;
    for (const char *at = moves; *at != '\0'; count++) {
        unsigned from;
        unsigned to;
        int begin;
        size_t length = strcspn(at, ",");
        const char *end = at + length;
        const char *last = end;
        while (last[-1] != ' ') {
            last--;
        }
        sscanf(at, "%u %n", &from, &begin);
        to = (unsigned)strtoul(last, NULL, 10);
        text_append(body, sizeof body, "(%u, \"%.*s\", %u)\n", from, (int)(last - 1 - at) - begin, at + begin,
                    to);
        states = from >= states ? from + 1 : states;
        states = to >= states ? to + 1 : states;
        at = *end == '\0' ? end : end + 2;
    }
    snprintf(file, sizeof file, "des (0, %u, %u)\n%s", count, states, body);
    char path[64];
    snprintf(path, sizeof path, "%s.aut", name);
    test_folder_write(&world->folder, path, file);
}

static void world_begin(struct world *world) {
    memset(world, 0, sizeof *world);
    memory_init(&world->memory, UINT64_MAX);
    world->run.memory = &world->memory;
    world->run.threads = 1;
    test_folder_create(&world->folder);
    component(world, "A", "0 a 1, 1 b 0");
    component(world, "B", "0 a 1, 1 c 0");
    component(world, "S", "0 a 1");
    component(world, "O", "0 a !1 1, 0 a !2 2");
    component(world, "P", "0 a !1 1");
    component(world, "I", "0 i 1, 1 a 0");
    component(world, "K", "0 a 1, 0 b 1, 0 c 1, 0 i 1");
    component(world, "Q", "0 prob 1/2 1, 0 a; prob 1/2 0, 1 a 0");
}

static void world_end(struct world *world) {
    test_folder_remove(&world->folder);
    CU_ASSERT_EQUAL(memory_used(&world->memory), 0);
}

static exp_tree *read_tree(struct world *world, const char *path, const struct exp_options *options) {
    struct error error;
    exp_tree *tree = exp_tree_read(path, options, &world->run, &error);
    if (tree == NULL) {
        char text[2048];
        printf("%s\n", error_describe(&error, text, sizeof text));
    }
    return tree;
}

static void print_graph(struct world *world, const struct oracle_graph *graph) {
    if (graph->outcome != ORACLE_DONE) {
        text_append(world->graph, sizeof world->graph, "%s",
                    graph->outcome == ORACLE_LIMIT ? "limit" : "cycle");
        return;
    }
    text_append(world->graph, sizeof world->graph, "T%u D%u L%u:", (unsigned)graph->transitions,
                (unsigned)graph->deadlocks, graph->levels);
    for (uint64_t s = 0; s < graph->states; s++) {
        for (uint64_t e = graph->offsets[s]; e < graph->offsets[s + 1]; e++) {
            text_append(world->graph, sizeof world->graph, "%s %u %s %u", e == 0 ? "" : ",", (unsigned)s,
                        graph->edge_label[e], graph->edge_target[e]);
        }
    }
}

static void explore(struct world *world, const char *expression, uint64_t max_states) {
    char path[512];
    world->graph[0] = '\0';
    snprintf(path, sizeof path, "%s", test_folder_write(&world->folder, "main.exp", expression));
    exp_tree *tree = read_tree(world, path, &world->options);
    if (tree != NULL) {
        struct oracle_graph *graph = oracle_explore(tree, max_states);
        print_graph(world, graph);
        oracle_free(graph);
    }
    exp_tree_free(tree);
}

static void expect(struct world *world, const char *expression, const char *expected) {
    explore(world, expression, 1000);
    CU_ASSERT_STRING_EQUAL(world->graph, expected);
    if (strcmp(world->graph, expected) != 0) {
        printf("%s\n    gives    %s\n    expected %s\n", expression, world->graph, expected);
    }
}

static void test_binary(void) {
    struct world world;
    world_begin(&world);
    component(&world, "N", "0 a 1, 0 a 2");
    expect(&world, "stop", "T0 D1 L1:");
    expect(&world, "A ||| stop", "T2 D0 L2: 0 a 1, 1 b 0");
    expect(&world, "A || stop", "T0 D1 L1:");
    expect(&world, "A || B", "T1 D1 L2: 0 a 1");
    expect(&world, "N || N", "T4 D4 L2: 0 a 1, 0 a 2, 0 a 3, 0 a 4");
    expect(&world, "I || I", "T5 D0 L3: 0 i 1, 0 i 2, 1 i 3, 2 i 3, 3 a 0");
    expect(&world, "A ||| B", "T8 D0 L3: 0 a 1, 0 a 2, 1 a 3, 1 c 0, 2 a 3, 2 b 0, 3 b 1, 3 c 2");
    expect(&world, "A |[a]| B", "T5 D0 L3: 0 a 1, 1 b 2, 1 c 3, 2 c 0, 3 b 0");
    expect(&world, "O |[a]| P", "T1 D1 L2: 0 a !1 1");
    /* by gates: "a !1" is no gate */
    expect(&world, "P |[\"a !1\"]| stop", "T1 D1 L2: 0 a !1 1");
    expect(&world, "A |[b, a]| B", "T2 D1 L3: 0 a 1, 1 c 2");
    /* operators associate to the left */
    expect(&world, "stop || S ||| S", "T1 D1 L2: 0 a 1");
    expect(&world, "stop || (S ||| S)", "T0 D1 L1:");
    world_end(&world);
}

static void test_exit(void) {
    struct world world;
    world_begin(&world);
    component(&world, "E", "0 exit 1");
    component(&world, "F", "0 x 1, 1 exit 0");
    component(&world, "G", "0 exit !1 1");
    expect(&world, "E ||| F", "T3 D1 L4: 0 x 1, 1 exit 2, 2 x 3");
    expect(&world, "E |[a]| F", "T3 D1 L4: 0 x 1, 1 exit 2, 2 x 3");
    expect(&world, "par E || F end par", "T3 D1 L4: 0 x 1, 1 exit 2, 2 x 3");
    expect(&world, "label par x in E || F end par", "T0 D1 L1:");
    expect(&world, "E ||| G", "T0 D1 L1:");
    expect(&world, "G ||| G", "T1 D1 L2: 0 exit !1 1");
    expect(&world, "E ||| E ||| stop", "T0 D1 L1:");
    expect(&world, "par using exit * _ -> exit in E || F end par", "T1 D1 L2: 0 exit 1");
    world_end(&world);
}

#define CUBE "T12 D1 L4: 0 a 1, 0 a 2, 0 a 3, 1 a 4, 1 a 5, 2 a 4, 2 a 6, 3 a 5, 3 a 6, 4 a 7, 5 a 7, 6 a 7"

static void test_par(void) {
    struct world world;
    world_begin(&world);
    expect(&world, "par S || S || S end par", CUBE);
    expect(&world, "par a in S || S || S end par", "T1 D1 L2: 0 a 1");
    expect(&world, "par a#3 in S || S || S end par", "T1 D1 L2: 0 a 1");
    expect(&world, "par a#2 in S || S || S end par", "T3 D3 L2: 0 a 1, 0 a 2, 0 a 3");
    expect(&world, "par a#1 in S || S || S end par", CUBE);
    expect(&world, "par a -> S || a -> S || S end par", "T4 D1 L3: 0 a 1, 0 a 2, 1 a 3, 2 a 3");
    expect(&world, "par a in a -> S || a -> S || S end par", "T4 D1 L3: 0 a 1, 0 a 2, 1 a 3, 2 a 3");
    expect(&world, "par a#1 in a -> S || a -> S || S end par", CUBE);
    expect(&world, "par a -> S || b, a -> stop || S end par", "T1 D1 L2: 0 a 1");
    expect(&world, "par a in a -> S || S end par", "T4 D1 L3: 0 a 1, 0 a 2, 1 a 3, 2 a 3");
    expect(&world, "par a in O || O end par", "T2 D2 L2: 0 a !1 1, 0 a !2 2");
    expect(&world, "label par \"a !1\" in O || O end par",
           "T5 D2 L3: 0 a !1 2, 0 a !2 1, 0 a !2 3, 1 a !2 4, 3 a !2 4");
    expect(&world, "label par a in P || P end par", "T4 D1 L3: 0 a !1 1, 0 a !1 2, 1 a !1 3, 2 a !1 3");
    expect(&world, "par a#2 in I || I end par", "T5 D0 L3: 0 i 1, 0 i 2, 1 i 3, 2 i 3, 3 a 0");
    world_end(&world);
}

static void test_vectors(void) {
    struct world world;
    world_begin(&world);
    component(&world, "U", "0 _ 1");
    component(&world, "X", "0 a 0, 0 b 0");
    expect(&world, "par using a * a -> m, a * _ -> l in A || B end par", "T2 D2 L2: 0 l 1, 0 m 2");
    expect(&world, "par using a * a -> m in O || P end par", "T1 D1 L2: 0 m !1 1");
    expect(&world, "par using a * _ -> m in O || P end par", "T2 D2 L2: 0 m !1 1, 0 m !2 2");
    expect(&world, "par using \"a !1\" * _ -> m in O || P end par", "T0 D1 L1:");
    expect(&world, "label par using \"a !2\" * \"a !1\" -> z in O || P end par", "T1 D1 L2: 0 z 1");
    expect(&world, "label par using a * _ -> z in O || P end par", "T0 D1 L1:");
    expect(&world, "par using a * a -> a, a * a -> a in S || S end par", "T2 D1 L2: 0 a 1");
    expect(&world, "par using a * b -> c, b * a -> c, b * b -> d in X || X end par",
           "T3 D0 L1: 0 c 0, 0 d 0");
    expect(&world, "par using a * a -> tau in O || P end par", "T1 D1 L2: 0 i 1");
    expect(&world, "label par using \"_\" * _ -> u in U || S end par", "T1 D1 L2: 0 u 1");
    expect(&world, "par using a * a -> z in I || I end par", "T5 D0 L3: 0 i 1, 0 i 2, 1 i 3, 2 i 3, 3 z 0");
    world.options.independent = 1;
    expect(&world, "par using a * a -> m, a * _ -> l in A || B end par",
           "T7 D0 L3: 0 l 1, 0 m 2, 1 b 0, 2 b 3, 2 c 1, 3 c 0, 3 l 2");
    expect(&world, "label par using \"a !1\" * \"a !1\" -> m in O || stop end par", "T1 D1 L2: 0 a !2 1");
    world_end(&world);
}

static void test_hide_and_cut(void) {
    struct world world;
    world_begin(&world);
    component(&world, "V", "0 a+ 1, 0 aa 2");
    expect(&world, "hide a in A end hide", "T2 D0 L2: 0 i 1, 1 b 0");
    expect(&world, "gate hide a in O end hide", "T2 D2 L2: 0 i 1, 0 i 2");
    expect(&world, "total hide a in O end hide", "T2 D2 L2: 0 a !1 1, 0 a !2 2");
    expect(&world, "total hide \"a !1\" in O end hide", "T2 D2 L2: 0 a !2 2, 0 i 1");
    expect(&world, "partial hide \"!2\" in O end hide", "T2 D2 L2: 0 a !1 1, 0 i 2");
    expect(&world, "hide all but a in A end hide", "T2 D0 L2: 0 a 1, 1 i 0");
    expect(&world, "total hide \"a+\" in V end hide", "T2 D2 L2: 0 aa 2, 0 i 1");
    expect(&world, "cut b in A end cut", "T1 D1 L2: 0 a 1");
    expect(&world, "cut all but b in A end cut", "T0 D1 L1:");
    expect(&world, "cut \".*\" in I end cut", "T1 D1 L2: 0 i 1");
    expect(&world, "partial cut \"1$\" in O end cut", "T1 D1 L2: 0 a !2 1");
    world.options.regex_extended = 1;
    expect(&world, "total hide \"a+\" in V end hide", "T2 D2 L2: 0 a+ 1, 0 i 2");
    expect(&world, "hide b, \"c|a\" in A end hide", "T2 D0 L2: 0 i 1, 1 i 0");
    world_end(&world);
}

static void test_stochastic(void) {
    struct world world;
    world_begin(&world);
    component(&world, "R", "0 rate 2 1");
    component(&world, "T", "0 a; prob 0.5 1");
    const char *square = "T4 D1 L3: 0 rate 2 1, 0 rate 2 2, 1 rate 2 3, 2 rate 2 3";
    const char *other = "T4 D1 L3: 0 a; prob 0.5 1, 0 a; prob 0.5 2, 1 a; prob 0.5 3, 2 a; prob 0.5 3";
    expect(&world, "R || R", square);
    expect(&world, "par using a * a -> a in R || R end par", square);
    expect(&world, "T |[a]| T", other);
    expect(&world, "par a in T || T end par", other);
    expect(&world, "par using a * a -> z in T || T end par", other);
    expect(&world, "hide all but b in Q end hide", "T3 D0 L2: 0 a; prob 1/2 0, 0 prob 1/2 1, 1 i 0");
    expect(&world, "cut all but b in Q end cut", "T2 D1 L2: 0 a; prob 1/2 0, 0 prob 1/2 1");
    expect(&world, "total hide \"prob.*\" in Q end hide", "T3 D0 L2: 0 a; prob 1/2 0, 0 i 1, 1 a 0");
    expect(&world, "rename a -> z in Q end rename", "T3 D0 L2: 0 prob 1/2 1, 0 z; prob 1/2 0, 1 z 0");
    expect(&world, "prio \"prob.*\" > \"a;.*\" in Q end prio", "T2 D0 L2: 0 prob 1/2 1, 1 a 0");
    world_end(&world);
}

static void test_rename(void) {
    struct world world;
    world_begin(&world);
    component(&world, "W", "0 baab 1");
    expect(&world, "rename a -> z in O end rename", "T2 D2 L2: 0 z !1 1, 0 z !2 2");
    expect(&world, "rename a -> i in O end rename", "T2 D2 L2: 0 i 1, 0 i 2");
    expect(&world, "rename a -> z, a -> y, b -> z in A end rename", "T2 D0 L2: 0 z 1, 1 z 0");
    expect(&world, "gate rename \"\\(.\\)\" -> \"x\\1\" in O end rename", "T2 D2 L2: 0 xa !1 1, 0 xa !2 2");
    expect(&world, "total rename a -> z in O end rename", "T2 D2 L2: 0 a !1 1, 0 a !2 2");
    expect(&world, "total rename \"\\(.\\) !\\(.\\)\" -> \"\\2\\1\" in O end rename",
           "T2 D2 L2: 0 1a 1, 0 2a 2");
    expect(&world, "total rename \"a !1\" -> tau in O end rename", "T2 D2 L2: 0 a !2 2, 0 i 1");
    expect(&world, "total rename \".*\" -> z in I end rename", "T2 D0 L2: 0 i 1, 1 z 0");
    expect(&world, "single rename a -> z in W end rename", "T1 D1 L2: 0 bzab 1");
    expect(&world, "multiple rename a -> z in W end rename", "T1 D1 L2: 0 bzzb 1");
    expect(&world, "single rename \"a*\" -> z in W end rename", "T1 D1 L2: 0 bzb 1");
    expect(&world, "multiple rename \"^b\" -> z, a -> y in W end rename", "T1 D1 L2: 0 zaab 1");
    expect(&world, "multiple rename \"\\([ab]\\)\" -> \"\\1c\" in W end rename", "T1 D1 L2: 0 bcacacbc 1");
    expect(&world, "single rename \"c*\" -> z, b -> y in W end rename", "T1 D1 L2: 0 yaab 1");
    expect(&world, "single rename baab -> i in W end rename", "T1 D1 L2: 0 i 1");
    expect(&world, "rename b -> a, c -> a in K end rename", "T4 D1 L2: 0 a 1, 0 i 1");
    world.options.regex_extended = 1;
    expect(&world, "total rename \"(a|b) !(.)\" -> \"\\2\" in O end rename", "T2 D2 L2: 0 1 1, 0 2 2");
    world_end(&world);
}

static void test_prio(void) {
    struct world world;
    world_begin(&world);
    component(&world, "H", "0 a 1, 0 c 1");
    component(&world, "J", "0 a 1, 0 c 1, 1 b1 0");
    component(&world, "X", "0 a 1, 0 b 1");
    component(&world, "R", "0 b 0, 1 a 0");
    expect(&world, "prio a > b in K end prio", "T3 D1 L2: 0 a 1, 0 c 1, 0 i 1");
    expect(&world, "prio b > i in K end prio", "T3 D1 L2: 0 a 1, 0 b 1, 0 c 1");
    expect(&world, "prio i > \"[bc]\" in K end prio", "T2 D1 L2: 0 a 1, 0 i 1");
    /* all at once: a removed transition removes others, too */
    expect(&world, "prio a > b, b > c in K end prio", "T2 D1 L2: 0 a 1, 0 i 1");
    expect(&world, "prio c > b > a in K end prio", "T2 D1 L2: 0 c 1, 0 i 1");
    /* the order is closed over labels of other components and over equal texts, not further */
    expect(&world, "prio a > \"b.\", b1 > c in J end prio", "T2 D0 L2: 0 a 1, 1 b1 0");
    expect(&world, "prio a > \"b.\", b1 > c in H end prio", "T2 D1 L2: 0 a 1, 0 c 1");
    expect(&world, "prio a > b, b > c in H end prio", "T1 D1 L2: 0 a 1");
    expect(&world, "prio a > \"b.\", b1 > c in (H ||| cut b1 in J end cut) end prio",
           "T8 D1 L3: 0 a 1, 0 a 2, 0 c 1, 0 c 2, 1 a 3, 1 c 3, 2 a 3, 2 c 3");
    expect(&world, "prio a > b, b > a in A end prio", "cycle");
    expect(&world, "prio a > \".\" in A end prio", "cycle");
    expect(&world, "prio a > b in (A ||| prio c > \"[ac]\" in B end prio) end prio", "cycle");
    expect(&world, "prio z > z in A end prio", "T2 D0 L2: 0 a 1, 1 b 0");
    expect(&world, "prio z > z, a > z, z > a in S end prio", "cycle");
    /* only labels that the operand can do count */
    expect(&world, "prio b > a in A ||| A end prio", "T4 D0 L2: 0 a 1, 0 a 2, 1 b 0, 2 b 0");
    expect(&world, "prio a > b in X |[a, b]| R end prio", "T1 D1 L2: 0 b 1");
    expect(&world, "prio a > b in X end prio |[a, b]| R", "T0 D1 L1:");
    expect(&world, "prio b > c in prio a > b in K end prio end prio", "T3 D1 L2: 0 a 1, 0 c 1, 0 i 1");
    /* "b" occurs in the operand although another prio always removes it */
    expect(&world, "prio c > \"b*\", \"b\" > i in prio a > b in K end prio end prio",
           "T2 D1 L2: 0 a 1, 0 c 1");
    world_end(&world);
}

static void test_names(void) {
    struct world world;
    world_begin(&world);
    component(&world, "C", "0 A 1");
    component(&world, "D", "0 TAU 1, 1 Silent 0");
    component(&world, "E", "0 Exit 1");
    const char *internal[] = {"silent"};
    expect(&world, "S || C", "T0 D1 L1:");
    expect(&world, "D", "T2 D0 L2: 0 TAU 1, 1 Silent 0");
    world.options.internal = internal;
    world.options.internal_count = 1;
    expect(&world, "rename a -> silent in S end rename", "T1 D1 L2: 0 i 1");
    world.options.ignore_case = 1;
    expect(&world, "S || C", "T1 D1 L2: 0 A 1");
    expect(&world, "D", "T2 D0 L2: 0 i 1, 1 i 0");
    expect(&world, "hide \"[a]\" in C end hide", "T1 D1 L2: 0 i 1");
    expect(&world, "rename A -> xy in S end rename", "T1 D1 L2: 0 XY 1");
    expect(&world, "par using a * A -> m in S || C end par", "T1 D1 L2: 0 M 1");
    expect(&world, "E ||| S", "T1 D1 L2: 0 A 1");
    expect(&world, "prio B > a in A ||| A end prio", "T4 D0 L2: 0 A 1, 0 A 2, 1 B 0, 2 B 0");
    world_end(&world);
}

static void test_files(void) {
    struct world world;
    world_begin(&world);
    test_folder_write(&world.folder, "pair.exp", "S ||| S");
    expect(&world, "pair || pair.exp", "T8 D1 L3: 0 a 1, 0 a 2, 0 a 3, 0 a 4, 1 a 5, 2 a 5, 3 a 5, 4 a 5");
    explore(&world, "S ||| S ||| S", 7);
    CU_ASSERT_STRING_EQUAL(world.graph, "limit");
    explore(&world, "S ||| S ||| S", 8);
    CU_ASSERT_STRING_EQUAL(world.graph, CUBE);
    world_end(&world);
}

static void test_tuples(void) {
    struct world world;
    world_begin(&world);
    const char *path = test_folder_write(&world.folder, "main.exp", "A ||| B");
    exp_tree *tree = read_tree(&world, path, &world.options);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    struct oracle_graph *graph = oracle_explore(tree, 100);
    exp_tree_free(tree);
    static const uint32_t tuples[] = {0, 0, 0, 1, 1, 0, 1, 1};
    static const uint32_t level[] = {0, 1, 1, 2};
    static const uint64_t level_begin[] = {0, 1, 3, 4};
    CU_ASSERT_EQUAL_FATAL(graph->states, 4);
    CU_ASSERT_EQUAL_FATAL(graph->levels, 3);
    CU_ASSERT_EQUAL(graph->leaves, 2);
    CU_ASSERT_EQUAL(memcmp(graph->tuples, tuples, sizeof tuples), 0);
    CU_ASSERT_EQUAL(memcmp(graph->level, level, sizeof level), 0);
    CU_ASSERT_EQUAL(memcmp(graph->level_begin, level_begin, sizeof level_begin), 0);
    oracle_free(graph);
    world_end(&world);
}

/* --- random networks --- */

static int edge_precedes(const struct oracle_graph *graph, uint64_t e) {
    int order = strcmp(graph->edge_label[e], graph->edge_label[e + 1]);
    return order < 0 || (order == 0 && graph->edge_target[e] < graph->edge_target[e + 1]);
}

/* Checks invariants of canonical graphs. Returns the number of violations. */
static unsigned check_graph(const struct oracle_graph *graph) {
    unsigned wrong = graph->offsets[graph->states] != graph->edges || graph->edges > graph->transitions;
    wrong += graph->level_begin[graph->levels] != graph->states;
    for (uint64_t s = 0; s < graph->states; s++) {
        uint32_t level = graph->level[s];
        wrong += s < graph->level_begin[level] || s >= graph->level_begin[level + 1];
        for (uint64_t e = graph->offsets[s]; e < graph->offsets[s + 1]; e++) {
            wrong +=
                graph->edge_target[e] >= graph->states || graph->level[graph->edge_target[e]] > level + 1;
            wrong += e + 1 < graph->offsets[s + 1] && !edge_precedes(graph, e);
        }
    }
    return wrong;
}

/* The generator is useful: most networks can be read and are not small, and every feature occurs. */
static void test_random(void) {
    static struct random_network network;
    struct world world;
    unsigned seen[RANDOM_FEATURES] = {0};
    unsigned outcomes[3] = {0};
    unsigned large = 0;
    world_begin(&world);
    for (uint64_t seed = 0; seed < NETWORKS; seed++) {
        CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, world.folder.path, &network), 0);
        exp_tree *tree = read_tree(&world, network.path, &network.options);
        CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
        struct oracle_graph *graph = oracle_explore(tree, STATES_MAX);
        outcomes[graph->outcome]++;
        large += graph->outcome == ORACLE_DONE && graph->states >= 50;
        for (unsigned f = 0; f < RANDOM_FEATURES && graph->outcome != ORACLE_LIMIT; f++) {
            seen[f] += network.features[f] > 0;
        }
        if (graph->outcome == ORACLE_DONE && check_graph(graph) != 0) {
            CU_FAIL("a graph is not canonical");
            printf("seed %llu\n", (unsigned long long)seed);
        }
        oracle_free(graph);
        exp_tree_free(tree);
    }
    CU_ASSERT(2 * large >= NETWORKS);
    CU_ASSERT(outcomes[ORACLE_LIMIT] <= NETWORKS / 5);
    CU_ASSERT(outcomes[ORACLE_PRIO_CYCLE] > 0 && outcomes[ORACLE_PRIO_CYCLE] <= NETWORKS / 20);
    for (unsigned f = 0; f < RANDOM_FEATURES; f++) {
        CU_ASSERT(seen[f] >= NETWORKS / 40);
        if (seen[f] < NETWORKS / 40) {
            printf("%s: in %u of %u networks\n", random_feature_name((enum random_feature)f), seen[f],
                   NETWORKS);
        }
    }
    world_end(&world);
}

static void read_back(const char *path, char *text, size_t size) {
    FILE *file = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void test_same_seed(void) {
    static struct random_network network;
    static char texts[3][65536];
    struct world world;
    world_begin(&world);
    for (unsigned k = 0; k < 3; k++) {
        CU_ASSERT_EQUAL_FATAL(random_network_generate(k == 1 ? 8 : 9, world.folder.path, &network), 0);
        read_back(network.path, texts[k], sizeof texts[k]);
    }
    CU_ASSERT_STRING_EQUAL(texts[0], texts[2]);
    CU_ASSERT_STRING_NOT_EQUAL(texts[0], texts[1]);
    world_end(&world);
}

void suite_oracle(void) {
    suite_add("oracle", NULL, NULL, "|| ||| |[..]|", test_binary, "exit", test_exit, "par", test_par,
              "par using", test_vectors, "hide and cut", test_hide_and_cut, "stochastic labels",
              test_stochastic, "rename", test_rename, "prio", test_prio, "ignore-case, internal names",
              test_names, "files, limit", test_files, "tuples and levels", test_tuples, "random networks",
              test_random, "random networks by seed", test_same_seed, NULL);
}
