/*
 * What plays can visit in generated games: random networks and random observers, on every backend, with any
 * layout and from any vertex, against a naive search of the naive product; deep, wide and large games, whose
 * numbers are known; and with every budget of memory, the counts are right or memory ran out.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"
#include "parity/game/game_generate.h"
#include "parity/game/game_reach.h"
#include "tests/oracle/oracle_product.h"
#include "tests/random/random_observer.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_network.h"
#include "tests/support/folder.h"
#include "tests/support/small_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 150u
#else
#define DEFAULT_CASES 1500u
#endif
#define MOST_STATES 1200u
#define STARTS 3    /* vertices for each game */
#define STARVED 32u /* starts for each one that is tried with all budgets */

/* --- games --- */

/* A game, and the model that it was generated from. */
struct subject {
    model *model;
    struct generated_game generated;
};

static const char *subject_open(struct subject *subject, const struct backend *backend,
                                const struct network *network, const struct model_options *layout,
                                const struct run *run) {
    const struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    static struct error error;
    *subject = (struct subject){.model = model_compile(network, layout, run, &error)};
    struct exploration *found =
        subject->model == NULL ? NULL : backend->explore(subject->model, &options, run, &error);
    int failed = found == NULL || found->result.outcome != EXPLORE_DONE ||
                 game_generate(backend, found, 1, &subject->generated, run, &error) != 0;
    exploration_free(found);
    return failed ? error.text : NULL;
}

static void subject_close(struct subject *subject) {
    generated_game_free(&subject->generated);
    model_free(subject->model);
}

static struct solved_game solved_of(const struct subject *subject) {
    const struct generated_game *generated = &subject->generated;
    return (struct solved_game){.game = generated->device != NULL ? generated->there : generated->host,
                                .states = generated->states,
                                .device = generated->device};
}

/* --- the naive search --- */

struct expected {
    uint64_t vertices, states;
    int is_closed;
    uint8_t *visited; /* states */
    uint8_t *occurs;  /* labels */
    uint8_t *marks;   /* vertices */
};

static void expect_vertices(struct expected *expected, const struct oracle_product *product,
                            uint32_t vertex) {
    uint32_t *queue = test_allocate(product->vertices, sizeof *queue);
    uint64_t *begin = test_allocate(product->vertices + 1, sizeof *begin);
    for (uint64_t from = 0, edge = 0; from <= product->vertices; from++) { /* edges are sorted */
        while (edge < product->edge_count && product->edges[edge].from < from) {
            edge++;
        }
        begin[from] = edge;
    }
    queue[expected->vertices++] = vertex;
    expected->marks[vertex] = 1;
    for (uint64_t next = 0; next < expected->vertices; next++) {
        for (uint64_t edge = begin[queue[next]]; edge < begin[queue[next] + 1]; edge++) {
            uint32_t to = product->edges[edge].to;
            if (!expected->marks[to]) {
                expected->marks[to] = 1;
                queue[expected->vertices++] = to;
            }
        }
    }
    free(queue);
    free(begin);
}

static void expect(struct expected *expected, const struct oracle_product *product, uint32_t vertex,
                   uint32_t labels) {
    const struct oracle_graph *graph = product->graph;
    *expected = (struct expected){.is_closed = 1,
                                  .visited = test_allocate(graph->states, 1),
                                  .occurs = test_allocate(labels, 1),
                                  .marks = test_allocate(product->vertices, 1)};
    expect_vertices(expected, product, vertex);
    for (uint64_t k = 0; k < product->vertices; k++) {
        uint32_t state = product->queue[k] / product->observer->states;
        expected->states += expected->marks[k] && !expected->visited[state];
        expected->visited[state] |= expected->marks[k];
    }
    for (uint64_t state = 0; state < graph->states; state++) {
        for (uint64_t edge = graph->offsets[state];
             expected->visited[state] && edge < graph->offsets[state + 1]; edge++) {
            expected->occurs[product->label_of_edge[edge]] = 1;
            expected->is_closed &= expected->visited[graph->edge_target[edge]];
        }
    }
}

static void forget(struct expected *expected) {
    free(expected->visited);
    free(expected->occurs);
    free(expected->marks);
}

/* --- random cases --- */

struct totals {
    uint64_t compared, mismatches, open, several, lacking, part, budgets, devices, words[4];
    struct test_folder folder;
    struct error error;
    uint64_t random;
};

/* Counts and compares. Returns what is wrong, or NULL; "memory" when it ran out. */
static const char *compare(const struct subject *subject, const struct expected *expected, uint32_t vertex,
                           uint32_t labels, const struct run *run, struct totals *totals) {
    const struct solved_game solved = solved_of(subject);
    uint8_t *wanted = random_next(&totals->random) % 2 ? test_allocate(labels, 1) : NULL;
    struct game_reach reach = {.wanted = wanted, .occurs = test_allocate(labels, 1)};
    uint8_t *occurs = test_allocate(labels, 1);
    for (uint32_t label = 0; label < labels; label++) {
        occurs[label] = expected->occurs[label];
        if (wanted != NULL) {
            wanted[label] = random_next(&totals->random) % 3 == 0;
            occurs[label] &= wanted[label];
        }
    }
    uint64_t used = memory_used(run->memory);
    uint64_t used_there = solved.device == NULL ? 0 : memory_used(&solved.device->memory);
    int failed = game_reach_count(&solved, subject->model, vertex, run, &reach, &totals->error) != 0;
    const char *wrong = failed && totals->error.code == ERROR_MEMORY ? "memory"
                        : failed                                     ? totals->error.text
                        : reach.vertices != expected->vertices       ? "vertices"
                        : reach.states != expected->states           ? "states"
                        : reach.is_closed != expected->is_closed     ? "closed"
                        : memcmp(reach.occurs, occurs, labels)       ? "labels"
                                                                     : NULL;
    if (memory_used(run->memory) != used ||
        (solved.device != NULL && memory_used(&solved.device->memory) != used_there)) {
        wrong = "memory that was not given back";
    }
    free(reach.occurs);
    free(occurs);
    free(wanted);
    return wrong;
}

/* Tries all budgets up to one that suffices. Returns what is wrong, or NULL. */
static const char *starve(const struct subject *subject, const struct expected *expected, uint32_t vertex,
                          uint32_t labels, const struct run *run, struct totals *totals) {
    struct device *device = subject->generated.device;
    struct memory *memory = device == NULL ? run->memory : &device->memory;
    uint64_t limit = memory->limit, used = memory_used(memory);
    const char *wrong = "memory";
    for (uint64_t more = 64; wrong != NULL && strcmp(wrong, "memory") == 0; more += more / 4) {
        memory->limit = used + more;
        wrong = compare(subject, expected, vertex, labels, run, totals);
        totals->budgets++;
    }
    memory->limit = limit;
    return wrong;
}

static void note(const struct expected *expected, const struct oracle_product *product, uint32_t labels,
                 struct totals *totals) {
    totals->compared++;
    totals->open += !expected->is_closed;
    totals->several += expected->states < expected->vertices;
    totals->lacking += memchr(expected->occurs, 0, labels) != NULL;
    totals->part += expected->vertices < product->vertices;
}

static const char *check_game(const struct backend *backend, const struct network *network,
                              const struct oracle_product *product, uint64_t *random,
                              struct drawn_network *drawn, struct totals *totals) {
    static const uint32_t words[] = {0, 2, 4, 5};
    struct run run = {.memory = &drawn->memory,
                      .threads = 1 + (unsigned)(random_next(random) % 3),
                      .device_bytes = TEST_DEVICE_BYTES};
    struct model_options layout = {.words = words[random_next(random) % 4], .observer = product->observer};
    struct subject subject;
    const char *wrong = subject_open(&subject, backend, network, &layout, &run);
    totals->words[layout.words / 2 + layout.words % 2]++;
    totals->devices += subject.generated.device != NULL;
    for (int k = 0; k < STARTS && wrong == NULL; k++) {
        struct expected expected;
        uint32_t vertex = (uint32_t)(random_next(random) % product->vertices);
        expect(&expected, product, vertex, network->label_count);
        wrong = compare(&subject, &expected, vertex, network->label_count, &run, totals);
        if (wrong == NULL && totals->compared % STARVED == 0) {
            wrong = starve(&subject, &expected, vertex, network->label_count, &run, totals);
        }
        note(&expected, product, network->label_count, totals);
        forget(&expected);
    }
    subject_close(&subject);
    return wrong;
}

static void check_network(uint64_t seed, struct drawn_network *drawn, struct totals *totals) {
    static struct random_observer observer;
    const struct network *network = drawn->network;
    uint64_t random = seed * 37;
    uint32_t *labels = oracle_edge_labels(drawn->graph, network);
    struct oracle_product product;
    random_observer_draw(&observer, network->label_count, &random);
    oracle_product_make(&product, drawn->graph, &observer.observer, labels);
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        const char *wrong = backend_is_testable(*backend)
                                ? check_game(*backend, network, &product, &random, drawn, totals)
                                : NULL;
        if (wrong != NULL) {
            totals->mismatches++;
            printf("\n    seed %llu, %s: %s", (unsigned long long)seed, (*backend)->name, wrong);
        }
    }
    oracle_product_free(&product);
    free(labels);
}

static void judge_seed(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct drawn_network drawn;
    drawn_network_open(&drawn, seed, totals->folder.path, MOST_STATES);
    if (drawn.network != NULL && drawn.network->label_count <= RANDOM_OBSERVER_LABELS) {
        check_network(seed, &drawn, totals);
    }
    drawn_network_close(&drawn);
}

static void test_random(void) {
    struct totals totals = {0};
    test_folder_create(&totals.folder);
    uint64_t cases = judge_seeds(DEFAULT_CASES, 8111, judge_seed, &totals, &totals.mismatches);
    test_folder_remove(&totals.folder);
    report_counts("compared", totals.compared, "open", totals.open, "with a state several times",
                  totals.several, "without some label", totals.lacking, "a part of the game", totals.part,
                  "with budgets", totals.budgets, "on a GPU", totals.devices, NULL);
    if (cases >= 100) {
        CU_ASSERT_TRUE(totals.compared >= cases && totals.open >= cases / 20 && totals.several >= cases / 10);
        CU_ASSERT_TRUE(totals.lacking >= cases / 4 && totals.part >= cases / 4);
        CU_ASSERT_TRUE(totals.budgets >= cases / 2); /* about a dozen for each start that has them */
        for (int k = 0; k < 4; k++) {
            CU_ASSERT_TRUE(totals.words[k] >= cases / 16);
        }
    }
}

/* --- games with known numbers --- */

/* Follows all labels, and goes from state 0 to 1 on each: so most states of the network occur twice. */
static struct observer follower(void) {
    static const struct observer_state states[] = {{.kind = OBSERVER_STEP},
                                                   {.kind = OBSERVER_STEP, .owner = 1, .priority = 1}};
    static const uint32_t classes[16], targets[] = {1, 0};
    static const uint64_t rows[] = {0, 1, 2};
    return (struct observer){2, 0, states, 1, classes, rows, targets};
}

#define DEEP (test_is_short() ? 300u : 30000u)
#define WIDE (test_is_short() ? 2000u : 20000u)
#define ROUND (test_is_short() ? 11u : 41u)

/* A chain of very many states, a state with very many successors, and a cycle. */
static void write_files(struct test_folder *folder) {
    FILE *deep = fopen(test_folder_path(folder, "deep.aut"), "w");
    fprintf(deep, "des (0, %u, %u)\n", DEEP - 1, DEEP);
    for (unsigned k = 0; k + 1 < DEEP; k++) {
        fprintf(deep, "(%u, a, %u)\n", k, k + 1);
    }
    fclose(deep);
    FILE *wide = fopen(test_folder_path(folder, "wide.aut"), "w");
    fprintf(wide, "des (0, %u, %u)\n", WIDE, WIDE + 1);
    for (unsigned k = 1; k <= WIDE; k++) {
        fprintf(wide, "(0, a, %u)\n", k);
    }
    fclose(wide);
    FILE *round = fopen(test_folder_path(folder, "round.aut"), "w");
    fprintf(round, "des (0, %u, %u)\n", ROUND, ROUND);
    for (unsigned k = 0; k < ROUND; k++) {
        fprintf(round, "(%u, a, %u)\n", k, (k + 1) % ROUND);
    }
    fclose(round);
}

/* Counts from the start, on every backend and with any layout. */
static void expect_counts(const char *text, uint64_t vertices, uint64_t states) {
    const struct observer observer = follower();
    struct small_network network;
    small_network_open(&network);
    write_files(&network.folder);
    small_network_compose(&network, text);
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        for (uint32_t k = 0; k < 4 && backend_is_testable(*backend); k++) {
            const struct model_options layout = {.words = k < 3 ? 2 * k : 5, .observer = &observer};
            struct subject subject;
            uint8_t occurs[16] = {0};
            struct game_reach reach = {.occurs = occurs};
            network.run.threads = 1 + k;
            CU_ASSERT_PTR_NULL_FATAL(
                subject_open(&subject, *backend, network.network, &layout, &network.run));
            const struct solved_game solved = solved_of(&subject);
            CU_ASSERT_EQUAL(game_reach_count(&solved, subject.model, 0, &network.run, &reach, &network.error),
                            0);
            CU_ASSERT_EQUAL(reach.vertices, vertices);
            CU_ASSERT_EQUAL(reach.states, states);
            CU_ASSERT(reach.is_closed);
            subject_close(&subject);
        }
    }
    small_network_close(&network);
}

static void test_shapes(void) {
    uint64_t rounds = (uint64_t)ROUND * ROUND * ROUND;
    expect_counts("\"deep.aut\"", DEEP, DEEP);
    expect_counts("\"wide.aut\"", WIDE + 1, WIDE + 1);
    /* the length of a cycle is odd, so each state is reached after an even and an odd number of steps */
    expect_counts("\"round.aut\" ||| \"round.aut\" ||| \"round.aut\"", 2 * rounds, rounds);
}

void suite_game_reach(void) {
    suite_add("what plays of games can visit", NULL, NULL, "random networks and observers", test_random,
              "deep, wide and large games", test_shapes, NULL);
}
