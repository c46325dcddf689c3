/*
 * Metamorphic checks: changes of a network that must not change what a search finds, without knowing what
 * that is. Random networks (random_network.h) are hidden, relabelled, written and read again, and searched
 * with other threads, layouts and buckets; small random components are composed in another order and with
 * their states renumbered. A case that fails leaves its files in the temporary directory, and its seed is
 * printed. HEDDLE_CASES and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_write.h"
#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/support/folder.h"
#include "tests/support/process.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 300u
#endif
#define MOST_STATES 8000u
#define BRANCHES 4u
#define MOST_LOCAL 6u /* states of a small component */
#define BUDGET ((uint64_t)1 << 30)

enum answer { ANSWER_COUNTED, ANSWER_LIMIT, ANSWER_ERROR };

struct counts {
    enum answer answer;
    uint64_t states, transitions, deadlocks, levels;
    char error[512];
};

struct configuration {
    unsigned threads;
    uint32_t words, bucket;
};

static const struct configuration plain = {1, 0, 0};

/* One case: its files, and how many of its checks failed. */
struct scene {
    struct test_folder folder;
    uint64_t seed, random;
    unsigned failures;
};

static void scene_begin(struct scene *scene, uint64_t seed) {
    memset(scene, 0, sizeof *scene);
    scene->seed = seed;
    scene->random = seed * 31 + 7;
    test_folder_create(&scene->folder);
}

/* Returns how many checks failed. */
static unsigned scene_end(struct scene *scene) {
    if (scene->failures == 0) {
        test_folder_remove(&scene->folder);
    }
    return scene->failures;
}

static void scene_fail(struct scene *scene, const char *what) {
    scene->failures++;
    fprintf(stderr, "\n  seed %llu: %s (%s)\n", (unsigned long long)scene->seed, what, scene->folder.path);
}

static uint64_t below(struct scene *scene, uint64_t bound) {
    return random_next(&scene->random) % bound;
}

/* The search of a network, and its graph in the file `output` unless NULL. Returns 0, or -1 with *error. */
static int search(const struct network *network, const struct configuration *configuration,
                  const char *output, const struct run *run, struct counts *counts, struct error *error) {
    struct model_options how = {.words = configuration->words};
    struct explore_options options = {.keep_levels = output != NULL,
                                      .max_states = MOST_STATES,
                                      .max_depth = UINT64_MAX,
                                      .bucket_integers = configuration->bucket};
    const struct backend *backend = backends[0];
    model *model = model_compile(network, &how, run, error);
    struct exploration *found = model == NULL ? NULL : backend->explore(model, &options, run, error);
    int failed = found == NULL;
    if (found != NULL) {
        counts->answer = found->result.outcome == EXPLORE_DONE ? ANSWER_COUNTED : ANSWER_LIMIT;
        failed = found->result.outcome != EXPLORE_DONE && found->result.outcome != EXPLORE_LIMIT;
        if (failed) {
            error_set(error, ERROR_LIMIT, "outcome %d", (int)found->result.outcome);
        }
        counts->states = found->result.states;
        counts->transitions = found->result.transitions;
        counts->deadlocks = found->result.deadlocks;
        counts->levels = found->result.levels;
    }
    if (!failed && output != NULL && counts->answer == ANSWER_COUNTED) {
        struct graph *graph = backend->graph(found, NULL, run, error);
        failed =
            graph == NULL || graph_write(graph, output, file_format_of_name(output, NULL), run, error) != 0;
        graph_free(graph);
    }
    exploration_free(found);
    model_free(model);
    return failed ? -1 : 0;
}

/* The counts of the network in a file of the scene. */
static struct counts count(struct scene *scene, const char *name, const struct exp_options *options,
                           const struct configuration *configuration, const char *output) {
    struct counts counts = {ANSWER_ERROR, 0, 0, 0, 0, ""};
    struct exp_options none = {0};
    struct memory memory;
    struct error error = {0};
    char path[512], out[512];
    snprintf(path, sizeof path, "%s", test_folder_path(&scene->folder, name));
    snprintf(out, sizeof out, "%s", output == NULL ? "" : test_folder_path(&scene->folder, output));
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = configuration->threads};
    exp_tree *tree = exp_tree_read(path, options == NULL ? &none : options, &run, &error);
    struct network *network = tree == NULL ? NULL : network_compose(tree, &run, &error);
    if (network == NULL ||
        search(network, configuration, output == NULL ? NULL : out, &run, &counts, &error)) {
        counts.answer = ANSWER_ERROR;
        snprintf(counts.error, sizeof counts.error, "%.500s", error.text);
    }
    network_free(&memory, network);
    exp_tree_free(tree);
    if (memory_used(&memory) != 0) {
        scene_fail(scene, "memory is left");
    }
    return counts;
}

static void expect_same(struct scene *scene, const struct counts *left, const struct counts *right,
                        const char *what) {
    int same = left->answer == right->answer;
    if (same && left->answer == ANSWER_COUNTED) {
        same = left->states == right->states && left->transitions == right->transitions &&
               left->deadlocks == right->deadlocks && left->levels == right->levels;
    }
    if (!same) {
        scene_fail(scene, what);
        fprintf(stderr, "  %llu states, %llu transitions, %llu deadlocks, %llu levels %s\n",
                (unsigned long long)left->states, (unsigned long long)left->transitions,
                (unsigned long long)left->deadlocks, (unsigned long long)left->levels, left->error);
        fprintf(stderr, "  %llu states, %llu transitions, %llu deadlocks, %llu levels %s\n",
                (unsigned long long)right->states, (unsigned long long)right->transitions,
                (unsigned long long)right->deadlocks, (unsigned long long)right->levels, right->error);
    }
}

static void expect_same_file(struct scene *scene, const char *left, const char *right, const char *what) {
    size_t sizes[2];
    char *texts[2];
    texts[0] = process_read_file(test_folder_path(&scene->folder, left), &sizes[0]);
    texts[1] = process_read_file(test_folder_path(&scene->folder, right), &sizes[1]);
    if (texts[0] == NULL || texts[1] == NULL || sizes[0] != sizes[1] ||
        memcmp(texts[0], texts[1], sizes[0]) != 0) {
        scene_fail(scene, what);
    }
    free(texts[0]);
    free(texts[1]);
}

static uint64_t cases(void) {
    return number_of_cases(DEFAULT_CASES);
}

static uint64_t first_seed(void) {
    return number_from_environment("HEDDLE_SEED", 4711);
}

/* --- random networks: wrapped, written, read again --- */

static void check_wrapped(struct scene *scene, const struct exp_options *options,
                          const struct counts *before) {
    /* Hiding everything, and one-to-one renaming: nothing but the labels changes. */
    int extended = options->regex_extended;
    char text[256];
    test_folder_write(&scene->folder, "hidden.exp", "total hide \".*\" in \"main.exp\" end hide\n");
    struct counts after = count(scene, "hidden.exp", options, &plain, NULL);
    expect_same(scene, before, &after, "hiding everything changes counts");
    snprintf(text, sizeof text, "total rename \"%s\" -> \"new_\\\\1\" in \"main.exp\" end rename\n",
             extended ? "(.*)" : "\\\\(.*\\\\)");
    test_folder_write(&scene->folder, "renamed.exp", text);
    after = count(scene, "renamed.exp", options, &plain, NULL);
    expect_same(scene, before, &after, "renaming every label changes counts");
    test_folder_write(&scene->folder, "neutral.exp",
                      "((total cut \"no such label\" in (\"main.exp\") end cut))\n");
    after = count(scene, "neutral.exp", options, &plain, NULL);
    expect_same(scene, before, &after, "a cut of nothing changes counts");
}

/* The transitions that the header of a written graph promises; choices are one label there. */
static uint64_t written_edges(struct scene *scene, const char *name) {
    unsigned long long edges = 0, states = 0;
    char *text = process_read_file(test_folder_path(&scene->folder, name), NULL);
    if (text == NULL || sscanf(text, "des (0, %llu, %llu)", &edges, &states) != 2) {
        scene_fail(scene, "a written graph has no header");
    }
    free(text);
    return edges;
}

static void check_written(struct scene *scene, const struct counts *before) {
    /* A written graph is a network of one component that is numbered canonically already. */
    struct counts again = count(scene, "a.aut", NULL, &plain, "b.aut.gz");
    struct counts thrice = count(scene, "b.aut.gz", NULL, &plain, "c.aut");
    if (again.answer != ANSWER_COUNTED || again.states != before->states ||
        again.transitions != written_edges(scene, "a.aut") || again.deadlocks != before->deadlocks ||
        again.levels != before->levels) {
        scene_fail(scene, "a written graph has other counts");
    }
    expect_same(scene, &again, &thrice, "a graph written twice has other counts");
    expect_same_file(scene, "a.aut", "c.aut", "a graph that is read and written again differs");
}

static void check_configurations(struct scene *scene, const struct exp_options *options,
                                 const struct counts *before) {
    static const struct configuration others[] = {{2, 0, 4},  {4, 0, 8},  {1, 2, 16}, {2, 2, 32},
                                                  {4, 4, 4},  {1, 5, 8},  {2, 5, 16}, {4, 5, 4},
                                                  {1, 4, 32}, {1, 0, 32}, {2, 4, 16}, {4, 2, 8}};
    for (unsigned i = 0; i < 3; i++) {
        const struct configuration *other = &others[below(scene, LENGTH(others))];
        struct counts counts = count(scene, "main.exp", options, other, "other.aut");
        char what[128];
        snprintf(what, sizeof what, "%u threads, %u words, buckets of %u: different", other->threads,
                 other->words, other->bucket);
        expect_same(scene, before, &counts, what);
        expect_same_file(scene, "a.aut", "other.aut", what);
    }
}

static void test_random_networks(void) {
    unsigned failures = 0;
    uint64_t counted = 0, large = 0, count_of_cases = cases();
    for (uint64_t i = 0; i < count_of_cases && failures < 10; i++) {
        struct scene scene;
        struct random_network network;
        scene_begin(&scene, first_seed() + i);
        CU_ASSERT_EQUAL_FATAL(random_network_generate(scene.seed, scene.folder.path, &network), 0);
        struct counts before = count(&scene, "main.exp", &network.options, &plain, "a.aut");
        if (before.answer == ANSWER_COUNTED) {
            counted++;
            large += before.states >= 50;
            check_wrapped(&scene, &network.options, &before);
            check_written(&scene, &before);
            check_configurations(&scene, &network.options, &before);
        }
        failures += scene_end(&scene);
    }
    CU_ASSERT_EQUAL(failures, 0);
    CU_ASSERT(2 * counted >= count_of_cases);
    CU_ASSERT(large >= counted / 2);
}

/* --- small components in another order --- */

struct component {
    uint32_t states, moves;
    struct {
        uint32_t from, label, to;
    } move[4 * MOST_LOCAL];
};

static const char *const labels[] = {"A", "A !1", "A !2", "B", "\"B !x !y\"", "C", "i", "exit"};

static void draw_component(struct scene *scene, struct component *component) {
    component->states = 2 + (uint32_t)below(scene, MOST_LOCAL - 1);
    component->moves = 0;
    for (uint32_t from = 0; from < component->states; from++) {
        /* One move leads on, so that most states are reached. */
        for (uint64_t n = 1 + below(scene, 3); n > 0; n--) {
            uint32_t to = n == 1 ? (from + 1) % component->states : (uint32_t)below(scene, component->states);
            uint64_t label = below(scene, 20);
            component->move[component->moves].from = from;
            component->move[component->moves].label = label < 7    ? (uint32_t)label
                                                      : label == 7 ? 7
                                                                   : label % 6;
            component->move[component->moves++].to = to;
        }
    }
}

/* Writes the component with its states renumbered by `number`. */
static void write_component(struct scene *scene, const char *name, const struct component *component,
                            const uint32_t *number) {
    char text[4096];
    snprintf(text, sizeof text, "des (%u, %u, %u)\n", number[0], component->moves, component->states);
    for (uint32_t i = 0; i < component->moves; i++) {
        text_append(text, sizeof text, "(%u, %s, %u)\n", number[component->move[i].from],
                    labels[component->move[i].label], number[component->move[i].to]);
    }
    test_folder_write(&scene->folder, name, text);
}

static void shuffle(struct scene *scene, uint32_t *numbers, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) {
        uint32_t other = (uint32_t)below(scene, i + 1);
        numbers[i] = numbers[other];
        numbers[other] = i;
    }
}

/* Synchronisation vectors in the order of the components; a second digit is the number of the label. */
struct vectors {
    uint32_t count;
    int8_t entry[8][BRANCHES]; /* -1: this one does not move */
};

static void draw_vectors(struct scene *scene, struct vectors *vectors) {
    vectors->count = 4 + (uint32_t)below(scene, 5);
    for (uint32_t v = 0; v < vectors->count; v++) {
        for (uint32_t b = 0; b < BRANCHES; b++) {
            uint64_t drawn = below(scene, 5);
            vectors->entry[v][b] = drawn < 3 ? (int8_t)drawn : -1;
        }
        vectors->entry[v][below(scene, BRANCHES)] = (int8_t)below(scene, 3);
    }
}

/* The operator number `kind` over the components in this order. */
static void write_network(struct scene *scene, const char *name, const char *prefix, unsigned kind,
                          const struct vectors *vectors, const uint32_t *order) {
    static const char *const heads[] = {
        "",     "",          "", "par A in ", "par A#2, C in ", "label par \"A !1\", \"B !x !y\"#3 in ",
        "par ", "par using "};
    static const char *const between[] = {"||", "|||", "|[A, C]|", "||", "||", "||", "||", "||"};
    static const char *const gates[] = {"A", "B", "C"};
    static const char *const branch_gates[BRANCHES] = {"A, B -> ", "A -> ", "B, C -> ", ""};
    char text[4096];
    snprintf(text, sizeof text, "%s", heads[kind]);
    for (uint32_t v = 0; kind == 7 && v < vectors->count; v++) {
        text_append(text, sizeof text, "%s", v == 0 ? "" : ", ");
        for (uint32_t b = 0; b < BRANCHES; b++) {
            int entry = vectors->entry[v][order[b]];
            text_append(text, sizeof text, "%s%s", b == 0 ? "" : " * ", entry < 0 ? "_" : gates[entry]);
        }
        text_append(text, sizeof text, " -> R%u", v);
    }
    text_append(text, sizeof text, "%s", kind == 7 ? " in " : "");
    for (uint32_t b = 0; b < BRANCHES; b++) {
        text_append(text, sizeof text, "%s %s%s%u.aut ", b == 0 ? "" : between[kind],
                    kind == 6 ? branch_gates[order[b]] : "", prefix, order[b]);
    }
    text_append(text, sizeof text, "%s\n", kind >= 3 ? "end par" : "");
    test_folder_write(&scene->folder, name, text);
}

static unsigned check_order(uint64_t seed, uint64_t *large) {
    struct scene scene;
    struct component components[BRANCHES];
    struct vectors vectors;
    static const uint32_t straight[MOST_LOCAL] = {0, 1, 2, 3, 4, 5};
    uint32_t order[BRANCHES], number[MOST_LOCAL];
    scene_begin(&scene, seed);
    draw_vectors(&scene, &vectors);
    shuffle(&scene, order, BRANCHES);
    for (uint32_t b = 0; b < BRANCHES; b++) {
        char name[16];
        draw_component(&scene, &components[b]);
        snprintf(name, sizeof name, "c%u.aut", b);
        write_component(&scene, name, &components[b], straight);
        shuffle(&scene, number, components[b].states);
        snprintf(name, sizeof name, "d%u.aut", b);
        write_component(&scene, name, &components[b], number);
    }
    for (unsigned kind = 0; kind < 8; kind++) {
        char what[64];
        write_network(&scene, "first.exp", "c", kind, &vectors, straight);
        write_network(&scene, "order.exp", "c", kind, &vectors, order);
        write_network(&scene, "numbers.exp", "d", kind, &vectors, straight);
        struct counts first = count(&scene, "first.exp", NULL, &plain, NULL);
        struct counts ordered = count(&scene, "order.exp", NULL, &plain, NULL);
        struct counts numbered = count(&scene, "numbers.exp", NULL, &plain, NULL);
        snprintf(what, sizeof what, "operator %u: components in another order", kind);
        expect_same(&scene, &first, &ordered, what);
        snprintf(what, sizeof what, "operator %u: states renumbered", kind);
        expect_same(&scene, &first, &numbered, what);
        if (first.answer == ANSWER_ERROR) {
            scene_fail(&scene, first.error);
        }
        *large += first.states >= 20;
    }
    return scene_end(&scene);
}

static void test_order(void) {
    unsigned failures = 0;
    uint64_t large = 0, count_of_cases = cases();
    for (uint64_t i = 0; i < count_of_cases && failures < 10; i++) {
        failures += check_order(first_seed() + i, &large);
    }
    CU_ASSERT_EQUAL(failures, 0);
    CU_ASSERT(large >= count_of_cases * 8 / 3);
}

void suite_metamorphic(void) {
    suite_add("metamorphic", NULL, NULL, "random networks hidden, renamed, written and searched otherwise",
              test_random_networks, "components in another order, states renumbered", test_order, NULL);
}
