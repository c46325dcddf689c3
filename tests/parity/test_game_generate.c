/*
 * Games generated from searches: random networks and random observers, on every backend and with any layout,
 * against the naive product of the naive explorer's graph with the observer. Vertices have canonical numbers,
 * so the games must be equal: owners, priorities, rows, and the states of vertices.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/graph/graph_states.h"
#include "model/observer.h"
#include "explorer/model/network.h"
#include "parity/game/game_generate.h"
#include "parity/solve_generated.h"
#include "tests/support/backend_test.h"
#include "tests/support/folder.h"
#include "tests/oracle/oracle_product.h"
#include "tests/random/random_observer.h"
#include "tests/support/drawn_network.h"
#include "tests/support/small_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 150u
#else
#define DEFAULT_CASES 1200u
#endif
#define MOST_STATES 1200u

/* --- comparing --- */

struct totals {
    uint64_t compared, mismatches, large, dead_ends, own_loops, stopped, words[4];
    struct test_folder folder; /* the folder of the networks */
};

/* Returns the least priority above all priorities of the observer by which the owner loses. */
static uint32_t losing_priority(const struct observer *observer, uint8_t owner) {
    uint32_t priority = 0;
    for (uint32_t s = 0; s < observer->states; s++) {
        priority = observer->state[s].priority >= priority ? observer->state[s].priority + 1 : priority;
    }
    return priority % 2 == owner ? priority + 1 : priority;
}

/* Returns the error of a vertex, or NULL. Its edges in the product begin at *at. */
static const char *compare_vertex(const struct oracle_product *product, const struct game *game,
                                  uint64_t vertex, uint64_t *at, struct totals *totals) {
    const struct observer *observer = product->observer;
    const struct observer_state *state = &observer->state[product->queue[vertex] % observer->states];
    uint64_t begin = *at, row = game->offsets[vertex], length = game->offsets[vertex + 1] - row;
    for (; *at < product->edge_count && product->edges[*at].from == vertex; ++*at) {
        if (*at - begin >= length || game->targets[row + *at - begin] != product->edges[*at].to) {
            return "successors";
        }
    }
    int dead_end = *at == begin;
    if (length != *at - begin + (uint64_t)dead_end || (dead_end && game->targets[row] != vertex)) {
        return "rows";
    }
    totals->dead_ends += (uint64_t)dead_end;
    totals->own_loops += !dead_end && length == 1 && game->targets[row] == vertex;
    totals->stopped += vertex == 0 && state->kind == OBSERVER_STOP;
    if (game->owner[vertex] != state->owner) {
        return "owners";
    }
    uint32_t priority = dead_end ? losing_priority(observer, state->owner) : state->priority;
    return game->priority[vertex] != priority ? "priorities" : NULL;
}

static uint32_t count_priorities(const struct game *game) {
    uint8_t met[16] = {0};
    uint32_t count = 0;
    for (uint64_t i = 0; i < game->vertices; i++) {
        met[game->priority[i] % 16] = 1;
    }
    for (unsigned i = 0; i < sizeof met; i++) {
        count += met[i];
    }
    return count;
}

static const char *compare_states(const struct oracle_product *product, const graph_states *states) {
    uint32_t leaves = product->graph->leaves, tuple[256];
    uint32_t observer_states = product->observer->states;
    if (graph_states_vertices(states) != product->vertices || graph_states_width(states) != leaves + 1 ||
        leaves + 1 > LENGTH(tuple)) {
        return "numbers of states";
    }
    for (uint64_t i = 0; i < product->vertices; i++) {
        uint32_t pair = product->queue[i];
        const uint32_t *expected = product->graph->tuples + (uint64_t)(pair / observer_states) * leaves;
        graph_states_tuple(states, i, tuple);
        if ((leaves != 0 && memcmp(tuple, expected, leaves * sizeof *tuple) != 0) ||
            tuple[leaves] != pair % observer_states) {
            return "states";
        }
    }
    return NULL;
}

static const char *compare_games(const struct oracle_product *product, const struct generated_game *generated,
                                 const graph_states *states, struct totals *totals) {
    const struct game *game = &generated->host;
    uint64_t at = 0;
    if (game->vertices != product->vertices || generated->vertices != product->vertices ||
        game->edges != game->offsets[game->vertices] || generated->edges != game->edges || game->start != 0) {
        return "sizes";
    }
    for (uint64_t vertex = 0; vertex < product->vertices; vertex++) {
        const char *what = compare_vertex(product, game, vertex, &at, totals);
        if (what != NULL) {
            return what;
        }
    }
    if (generated->priorities != count_priorities(game)) {
        return "counts of priorities";
    }
    return states == NULL ? NULL : compare_states(product, states);
}

/* Copies a solution from where solve_generated left it. Returns 0 or -1. */
static int copy_solution(const struct generated_game *generated, const struct solution *solution,
                         struct solution *copy, const struct run *run, struct error *error) {
    uint64_t vertices = generated->vertices;
    if (solution_create(copy, vertices, run->memory, error) != 0) {
        return -1;
    }
#ifdef HEDDLE_CUDA
    if (generated->device != NULL) {
        return solution_device_download(solution, vertices, copy, error);
    }
#endif
    memcpy(copy->winner, solution->winner, vertices * sizeof *copy->winner);
    memcpy(copy->strategy, solution->strategy, vertices * sizeof *copy->strategy);
    return 0;
}

/* Solves the game where it is, by a solver of any side. Returns the error, or NULL. */
static const char *check_solving(struct generated_game *generated, uint64_t *random, const struct run *run) {
    static const enum solver solvers[] = {SOLVER_AUTO, SOLVER_PROMOTION, SOLVER_SPM};
    const struct solve_options options = {.solver = solvers[random_next(random) % 3]}, usual = {0};
    unsigned wanted = (unsigned)(random_next(random) % 4);
    struct solution solution, copy = {NULL, NULL}, other = {NULL, NULL};
    struct solve_report report;
    struct error error;
    enum player winner;
    uint64_t vertex, vertices = generated->vertices;
    const char *wrong = "a solution that cannot be verified";
    if (solve_generated(generated, &(struct solve_task){NULL, &options, run, &solution, &report, &error},
                        &winner, wanted) != 0 ||
        generated_game_fetch(generated, run, &error) != 0 ||
        solution_create(&other, vertices, run->memory, &error) != 0 ||
        solve_cpu(&(struct solve_task){&generated->host, &usual, run, &other, &report, &error}) != 0) {
        wrong = "no solution";
    } else if (winner != other.winner[generated->host.start]) {
        wrong = "who wins";
    } else if ((solution.winner != NULL) != (wanted >> winner & 1)) {
        wrong = "wishes for solutions";
    } else if (solution.winner == NULL) {
        wrong = NULL;
    } else if (copy_solution(generated, &solution, &copy, run, &error) == 0 &&
               solution_verify(&generated->host, &copy, run, &wrong, &vertex, &error) == 1) {
        wrong = memcmp(copy.winner, other.winner, vertices) == 0 ? NULL : "winners";
    }
    solution_free(&copy, vertices, run->memory);
    generated_game_free_solution(generated, &solution);
    solution_free(&other, vertices, run->memory);
    return wrong;
}

/* Generates and compares a game of the model. Returns what differs, or NULL. */
static const char *check_game(const struct backend *backend, const struct network *network,
                              const struct oracle_product *product, uint64_t *random, struct memory *memory,
                              struct totals *totals) {
    static const uint32_t words[] = {0, 2, 4, 5}, buckets[] = {4, 8, 16, 32};
    struct run run = {.memory = memory,
                      .threads = 1 + (unsigned)(random_next(random) % 3),
                      .device_bytes = TEST_DEVICE_BYTES};
    struct model_options layout = {.words = words[random_next(random) % 4], .observer = product->observer};
    struct explore_options options = {.keep_levels = 1,
                                      .max_depth = UINT64_MAX,
                                      .bucket_integers = buckets[random_next(random) % 4],
                                      .first_slots = random_next(random) % 2 ? 8 : 0};
    int wants_states = random_next(random) % 2 == 0;
    struct generated_game generated = {0};
    struct error error;
    const char *what = NULL;
    model *model = model_compile(network, &layout, &run, &error);
    struct exploration *found = model == NULL ? NULL : backend->explore(model, &options, &run, &error);
    if (found == NULL || found->result.outcome != EXPLORE_DONE) {
        what = "outcomes";
    } else if (game_generate(backend, found, wants_states, &generated, &run, &error) != 0) {
        what = error.text;
    } else if (wants_states != (generated.states != NULL)) {
        what = "wishes for states";
    }
    totals->words[layout.words / 2 + layout.words % 2]++;
    exploration_free(found);
    model_free(model);
    if (what == NULL && random_next(random) % 2 == 0) {
        what = check_solving(&generated, random, &run);
    }
    if (what == NULL && random_next(random) % 2 == 0 && generated_game_fetch(&generated, &run, &error) != 0) {
        what = "fetched games";
    }
    if (what == NULL && generated_game_leave_device(&generated, &run, &error) != 0) {
        what = "games that leave the device";
    }
    what = what != NULL ? what : compare_games(product, &generated, generated.states, totals);
    generated_game_free(&generated);
    return what;
}

/* --- random cases --- */

static void compare_network(uint64_t seed, const struct oracle_graph *graph, const struct network *network,
                            struct memory *memory, struct totals *totals) {
    static struct random_observer drawn;
    uint64_t random = seed * 31;
    uint32_t *labels = oracle_edge_labels(graph, network);
    for (unsigned again = 0; again < 2 && network->label_count <= RANDOM_OBSERVER_LABELS; again++) {
        struct oracle_product product;
        random_observer_draw(&drawn, network->label_count, &random);
        oracle_product_make(&product, graph, &drawn.observer, labels);
        for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
            const char *what = NULL;
            if (backend_is_testable(*backend)) {
                what = check_game(*backend, network, &product, &random, memory, totals);
            }
            if (what != NULL) {
                totals->mismatches++;
                fprintf(stderr, "seed %llu, observer %u, %s: %s differ\n", (unsigned long long)seed, again,
                        (*backend)->name, what);
            }
        }
        totals->compared++;
        totals->large += product.vertices >= 50;
        oracle_product_free(&product);
    }
    free(labels);
}

static void check_worth(const struct totals *totals, uint64_t cases) {
    CU_ASSERT_TRUE(totals->compared >= cases);
    CU_ASSERT_TRUE(totals->large >= totals->compared / 4);
    CU_ASSERT_TRUE(totals->dead_ends >= cases);
    CU_ASSERT_TRUE(totals->own_loops >= cases / 10);
    CU_ASSERT_TRUE(totals->stopped >= cases / 50);
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_TRUE(totals->words[i] >= cases / 8);
    }
}

static void judge_seed(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct drawn_network drawn;
    drawn_network_open(&drawn, seed, totals->folder.path, MOST_STATES);
    if (drawn.network != NULL) {
        compare_network(seed, drawn.graph, drawn.network, &drawn.memory, totals);
    }
    drawn_network_close(&drawn);
}

static void test_random_games(void) {
    struct totals totals = {0};
    uint64_t cases =
        judge_in_folder(&totals.folder, DEFAULT_CASES, 7301, judge_seed, &totals, &totals.mismatches);
    report_counts("compared", totals.compared, "with 50 vertices or more", totals.large, "dead ends",
                  totals.dead_ends, "vertices that have themselves alone", totals.own_loops, NULL);
    if (cases >= 100) {
        check_worth(&totals, cases);
    }
}

/* --- by hand --- */

/* fan: the text of fan.aut; or NULL. */
static void open_subject(struct small_network *subject, const char *text, const char *fan) {
    small_network_open(subject);
    test_folder_write(&subject->folder, "loop.aut", "des (0, 2, 2)\n(0, a, 1)\n(1, b, 0)\n");
    test_folder_write(&subject->folder, "end.aut", "des (0, 2, 3)\n(0, a, 1)\n(0, a, 2)\n");
    test_folder_write(&subject->folder, "self.aut", "des (0, 1, 1)\n(0, a, 0)\n");
    if (fan != NULL) {
        test_folder_write(&subject->folder, "fan.aut", fan);
    }
    small_network_compose(subject, text);
}

/* Explores, and returns the result of game_generate, which gets `run`. */
static int generate(struct small_network *subject, const struct backend *backend,
                    const struct observer *observer, int with_states, const struct run *run,
                    struct generated_game *generated) {
    struct model_options layout = {.observer = observer};
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    model *model = model_compile(subject->network, &layout, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    struct exploration *found = backend->explore(model, &options, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_DONE);
    int result = game_generate(backend, found, with_states, generated, run, &subject->error);
    exploration_free(found);
    model_free(model);
    return result;
}

/* An observer with one state, which may have a loop for every label. */
static struct observer one_state(const struct observer_state *state, int moves) {
    static const uint32_t classes[16], target[1];
    static const uint64_t rows[2][2] = {{0, 0}, {0, 1}};
    return (struct observer){1, 0, state, 1, classes, rows[moves], target};
}

/* Writes the game as text: "vertex owner priority: targets;" for each vertex. */
static void expect_game(const char *network, const struct observer_state *state, int moves,
                        const char *expected) {
    struct small_network subject;
    struct observer observer = one_state(state, moves);
    open_subject(&subject, network, NULL);
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        struct generated_game generated;
        char text[512] = "";
        if (!backend_is_testable(*backend)) {
            continue;
        }
        CU_ASSERT_EQUAL_FATAL(generate(&subject, *backend, &observer, 0, &subject.run, &generated), 0);
        CU_ASSERT_EQUAL_FATAL(generated_game_fetch(&generated, &subject.run, &subject.error), 0);
        const struct game *game = &generated.host;
        for (uint64_t v = 0; v < game->vertices; v++) {
            text_append(text, sizeof text, "%s%u %u:", v == 0 ? "" : "; ", game->owner[v], game->priority[v]);
            for (uint64_t e = game->offsets[v]; e < game->offsets[v + 1]; e++) {
                text_append(text, sizeof text, " %u", game->targets[e]);
            }
        }
        CU_ASSERT_STRING_EQUAL(text, expected);
        generated_game_free(&generated);
    }
    small_network_close(&subject);
}

static void test_by_hand(void) {
    static const struct observer_state step_even = {
        .kind = OBSERVER_STEP, .owner = PLAYER_EVEN, .priority = 4};
    static const struct observer_state step_odd = {.kind = OBSERVER_STEP, .owner = PLAYER_ODD, .priority = 5};
    static const struct observer_state stop_odd = {.kind = OBSERVER_STOP, .owner = PLAYER_ODD, .priority = 0};
    static const struct observer_state stop_even = {
        .kind = OBSERVER_STOP, .owner = PLAYER_EVEN, .priority = 0};
    static const struct observer_state alone = {.kind = OBSERVER_EPSILON, .owner = PLAYER_ODD, .priority = 3};
    expect_game("\"loop.aut\"", &step_even, 1, "0 4: 1; 0 4: 0");
    /* The owner of a vertex need not lose by a loop of the network. */
    expect_game("\"self.aut\"", &step_odd, 1, "1 5: 0");
    expect_game("\"self.aut\"", &step_odd, 0, "1 6: 0");
    expect_game("\"end.aut\"", &step_even, 1, "0 4: 1 2; 0 5: 1; 0 5: 2");
    expect_game("\"end.aut\"", &step_odd, 1, "1 5: 1 2; 1 6: 1; 1 6: 2");
    expect_game("stop", &step_even, 1, "0 5: 0");
    expect_game("stop", &step_odd, 1, "1 6: 0");
    expect_game("\"loop.aut\"", &stop_odd, 1, "1 2: 0");
    expect_game("\"loop.aut\"", &stop_even, 1, "0 1: 0");
    expect_game("\"loop.aut\"", &alone, 1, "1 3: 0");
    expect_game("\"loop.aut\"", &alone, 0, "1 4: 0");
}

#define WIDE 45u

/* Rows of up to 90 successors, after shorter ones. */
static void test_wide(void) {
    static const struct observer_state state = {.kind = OBSERVER_STEP, .owner = PLAYER_ODD, .priority = 1};
    struct observer observer = one_state(&state, 1);
    struct small_network subject;
    char text[64 * WIDE + 256];
    snprintf(text, sizeof text, "des (0, %u, %u)\n(0, a, 1)\n", WIDE + 1, WIDE + 2);
    for (unsigned i = 0; i < WIDE; i++) {
        text_append(text, sizeof text, "(1, a, %u)\n", WIDE + 1 - i);
    }
    open_subject(&subject, "\"fan.aut\" ||| \"fan.aut\"", text);
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        struct generated_game generated;
        uint64_t wrong = 0, widest = 0;
        if (!backend_is_testable(*backend)) {
            continue;
        }
        CU_ASSERT_EQUAL_FATAL(generate(&subject, *backend, &observer, 0, &subject.run, &generated), 0);
        CU_ASSERT_EQUAL_FATAL(generated_game_fetch(&generated, &subject.run, &subject.error), 0);
        const struct game *game = &generated.host;
        CU_ASSERT_EQUAL(game->vertices, (WIDE + 2) * (WIDE + 2));
        /* The moves of two processes, and a loop where neither has a move. */
        CU_ASSERT_EQUAL(game->edges, 2 * (WIDE + 1) * (WIDE + 2) + WIDE * WIDE);
        for (uint64_t v = 0; v < game->vertices; v++) {
            uint64_t degree = game->offsets[v + 1] - game->offsets[v];
            widest = degree > widest ? degree : widest;
            for (uint64_t e = game->offsets[v] + 1; e < game->offsets[v + 1]; e++) {
                wrong += game->targets[e - 1] >= game->targets[e];
            }
        }
        CU_ASSERT_EQUAL(widest, 2 * WIDE);
        CU_ASSERT_EQUAL(wrong, 0);
        generated_game_free(&generated);
    }
    small_network_close(&subject);
}

/* --- errors --- */

static void test_errors(void) {
    static const struct observer_state large = {
        .kind = OBSERVER_STEP, .owner = PLAYER_EVEN, .priority = 0x7ffffffeu};
    static const struct observer_state largest = {
        .kind = OBSERVER_STEP, .owner = PLAYER_EVEN, .priority = 0x7ffffffdu};
    static const struct observer_state usual = {.kind = OBSERVER_STEP, .owner = PLAYER_EVEN, .priority = 0};
    struct small_network subject;
    open_subject(&subject, "\"loop.aut\" ||| \"end.aut\"", NULL);
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        struct generated_game generated;
        if (!backend_is_testable(*backend)) {
            continue;
        }
        struct observer observer = one_state(&large, 1);
        CU_ASSERT_EQUAL(generate(&subject, *backend, &observer, 1, &subject.run, &generated), -1);
        CU_ASSERT_EQUAL(subject.error.code, ERROR_LIMIT);
        observer = one_state(&largest, 1);
        CU_ASSERT_EQUAL(generate(&subject, *backend, &observer, 1, &subject.run, &generated), 0);
        generated_game_free(&generated);
        observer = one_state(&usual, 1);
        int stop = 1;
        struct run stopped = subject.run;
        stopped.stop = &stop;
        CU_ASSERT_EQUAL(generate(&subject, *backend, &observer, 1, &stopped, &generated), -1);
        CU_ASSERT_EQUAL(subject.error.code, ERROR_INTERRUPTED);
        CU_ASSERT_PTR_NULL(generated.states);
        CU_ASSERT_PTR_NULL(generated.host.targets);
        generated_game_free(&generated);
    }
    small_network_close(&subject);
}

/* Every budget from 0 to enough: the only error is ERROR_MEMORY, and all memory is given back. */
static void test_memory(void) {
    static const struct observer_state usual = {.kind = OBSERVER_STEP, .owner = PLAYER_EVEN, .priority = 0};
    struct observer observer = one_state(&usual, 1);
    struct small_network subject;
    unsigned failures = 0, done = 0;
    open_subject(&subject, "\"loop.aut\" ||| \"end.aut\" ||| \"loop.aut\"", NULL);
    for (uint64_t more = 0; done == 0 && more < (uint64_t)1 << 30; more += more / 16 + 1024) {
        struct model_options layout = {.words = 5, .observer = &observer};
        struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
        struct generated_game generated;
        model *model = model_compile(subject.network, &layout, &subject.run, &subject.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(model);
        struct exploration *found = backends[0]->explore(model, &options, &subject.run, &subject.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(found);
        subject.memory.limit = memory_used(&subject.memory) + more;
        if (game_generate(backends[0], found, 1, &generated, &subject.run, &subject.error) != 0) {
            failures++;
            CU_ASSERT_EQUAL(subject.error.code, ERROR_MEMORY);
        } else {
            done++;
            generated_game_free(&generated);
        }
        subject.memory.limit = (uint64_t)1 << 30;
        exploration_free(found);
        model_free(model);
    }
    CU_ASSERT_TRUE(done == 1 && failures >= 10);
    small_network_close(&subject);
}

void suite_game_generate(void) {
    suite_add("games of searches", NULL, NULL, "by hand", test_by_hand, "rows that are long", test_wide,
              "errors", test_errors, "memory", test_memory, "random networks and observers",
              test_random_games, NULL);
}
