/* Networks with PRISM models as processes, beside networks with tables in their place. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text/definitions.h"
#include "model/mdp.h"
#include "decompose/mdp/mdp_network.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_write.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_mixed.h"
#include "tests/support/drawn_model.h"
#include "tests/support/backend_test.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 600
#define MOST_STATES 4000

/* What a search finds. */
struct found {
    struct explore_result result;
    int is_read, is_refused, is_whole;
    int labels_differ; /* the walker has labels that the network has not, or the other way round */
    char *graph;       /* as an AUT file; NULL: none */
    char *mdp;         /* its arrays, or why there is none */
    int has_chance;    /* it has a choice of several states */
    struct oracle_graph *walked;
    struct error error;
};

struct tally {
    uint64_t mismatches, networks, models, states, transitions, folded, refused, large, prio, chance, unsound;
};

static char *read_file(const char *path) {
    FILE *file = test_present(fopen(path, "r"));
    char *text = NULL;
    size_t size = 0;
    CU_ASSERT_FATAL(getdelim(&text, &size, EOF, file) >= 0);
    fclose(file);
    return text;
}

static void write_mdp(const struct graph *graph, const struct network *network, struct found *found) {
    size_t size;
    FILE *to = test_present(open_memstream(&found->mdp, &size));
    struct error error;
    struct mdp *mdp = mdp_from_graph(graph, network, 0, &place.run, &error);
    if (mdp == NULL) {
        fputs(error.text, to);
    }
    for (uint64_t s = 0; mdp != NULL && s < mdp->states; s++) {
        for (uint64_t e = mdp->offsets[s]; e < mdp->offsets[s + 1]; e++) {
            const int begins = mdp->begins == NULL || bitmap_has(mdp->begins, e);
            const uint32_t name = mdp->labels == NULL ? MDP_NO_LABEL : mdp->labels[e];
            fprintf(to, "%" PRIu64 "%c%s>%u\n", s, begins ? ' ' : '+',
                    name == MDP_NO_LABEL ? "" : mdp->label_text[name], mdp->targets[e]);
            found->has_chance |= !begins;
        }
    }
    fclose(to);
    mdp_free(mdp);
}

static void write_graph(const struct backend *backend, struct exploration *exploration, struct found *found) {
    char path[600];
    snprintf(path, sizeof path, "%s/found.aut", place.folder.path);
    struct graph *graph = backend->graph(exploration, NULL, &place.run, &found->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(graph);
    CU_ASSERT_EQUAL_FATAL(graph_write(graph, path, FILE_AUT, &place.run, &found->error), 0);
    write_mdp(graph, model_network(exploration->model), found);
    graph_free(graph);
    found->graph = read_file(path);
}

/* The CPU, or half of the time a GPU if there is one. */
static const struct backend *draw_backend(const struct network *network, uint64_t *seed) {
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if ((*backend)->on_device && backend_takes(*backend, network) && random_draw(seed, 2) == 0) {
            return *backend;
        }
    }
    return backends[0];
}

/* Searches up to so many states (0: all), in a layout and by threads drawn from the seed. */
static void search(struct tally *tally, const struct network *network, uint64_t most, struct found *found,
                   uint64_t *seed) {
    static const uint32_t words[] = {0, 0, 2, 4, 5};
    struct model_options layout = {.words = words[random_draw(seed, LENGTH(words))]};
    struct explore_options options = {.max_depth = UINT64_MAX,
                                      .max_states = most,
                                      .keep_levels = 1,
                                      .first_slots = random_draw(seed, 2) * 64};
    place.run.threads = 1 + (unsigned)random_draw(seed, 3);
    model *model = model_compile(network, &layout, &place.run, &found->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    tally->folded += model_header(model)->fold_levels != 0;
    const struct backend *backend = draw_backend(network, seed);
    place.run.device_bytes = TEST_DEVICE_BYTES;
    struct exploration *exploration = backend->explore(model, &options, &place.run, &found->error);
    if (exploration != NULL) {
        found->result = exploration->result;
        found->is_whole = exploration->result.outcome == EXPLORE_DONE;
        if (found->is_whole) {
            write_graph(backend, exploration, found);
        }
    }
    exploration_free(exploration);
    model_free(model);
    place.run.threads = 1;
}

/* Whether the walker has the labels of the network, and no others. */
static int same_labels(const language_tree *tree, const struct network *network) {
    struct error error;
    walker *walker = test_present(language_walk(tree, &place.run, &error));
    uint32_t found = 0;
    for (uint32_t i = 0; i < walker_label_count(walker); i++) {
        for (uint32_t j = 0; j < network->label_count; j++) {
            found += strcmp(walker_label(walker, i), network->labels[j].text) == 0;
        }
    }
    int same = found == walker_label_count(walker) && found == network->label_count;
    walker_free(walker);
    return same;
}

static void look(struct tally *tally, const struct random_network *drawn, struct found *found, uint64_t *seed,
                 int walks) {
    language_tree *tree;
    struct network *network;
    memset(found, 0, sizeof *found);
    tree = language_read(drawn->path, &drawn->options, &place.run, &found->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    network = language_compile(tree, &place.run, &found->error);
    if (network != NULL) {
        found->is_read = 1;
        found->labels_differ = walks && !same_labels(tree, network);
        search(tally, network, MOST_STATES, found, seed);
        if (walks && found->is_whole) {
            found->walked = oracle_explore_model(tree, MOST_STATES);
        }
    } else {
        found->is_refused = strstr(found->error.text, "PRISM models") != NULL;
    }
    network_free(&place.memory, network);
    language_free(tree);
}

static void clear(struct found *found) {
    free(found->graph);
    free(found->mdp);
    if (found->walked != NULL) {
        oracle_free(found->walked);
    }
}

/* Which label of a cycle of priorities an error names depends on the order in which labels are met. */
static int same_error(const char *left, const char *right) {
    static const char cycle[] = "is above itself";
    return strcmp(left, right) == 0 || (strstr(left, cycle) != NULL && strstr(right, cycle) != NULL);
}

/* NULL, or what differs. */
static const char *compare(const struct found *tables, const struct found *mixed) {
    const struct explore_result *a = &tables->result, *b = &mixed->result;
    if (mixed->is_refused || (tables->is_read && tables->graph == NULL)) {
        return NULL; /* too large, or refused */
    }
    if (tables->is_read != mixed->is_read) {
        return "one of both is wrong";
    }
    if (!tables->is_read) {
        return same_error(tables->error.text, mixed->error.text) ? NULL : "errors";
    }
    const struct oracle_graph *walked = mixed->walked;
    return mixed->labels_differ                       ? "labels of the walker"
           : a->outcome != b->outcome                 ? "outcome"
           : a->states != b->states                   ? "states"
           : a->transitions != b->transitions         ? "transitions"
           : a->levels != b->levels                   ? "levels"
           : a->deadlocks != b->deadlocks             ? "deadlocks"
           : mixed->graph == NULL                     ? "no graph"
           : strcmp(tables->graph, mixed->graph) != 0 ? "graph"
           : strcmp(tables->mdp, mixed->mdp) != 0     ? "MDP"
           : walked == NULL                           ? NULL
           : walked->outcome != ORACLE_DONE           ? "walker"
           : walked->states != b->states              ? "states of the walker"
           : walked->transitions != b->transitions    ? "transitions of the walker"
           : walked->deadlocks != b->deadlocks        ? "deadlocks of the walker"
                                                      : NULL;
}

static void judge(uint64_t seed, void *context) {
    struct tally *tally = context;
    struct random_network drawn;
    struct found tables, mixed;
    uint64_t random = seed;
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, test_folder_name(&place.folder), &drawn), 0);
    if (seed % 2 == 0) {
        random_mixed_halve(place.folder.path);
    }
    look(tally, &drawn, &tables, &random, 0);
    unsigned models = random_mixed_convert(&drawn, place.folder.path, seed);
    if (models > 0) {
        look(tally, &drawn, &mixed, &random, seed % 3 == 0);
        const char *what = compare(&tables, &mixed);
        tally->networks++;
        tally->models += models;
        tally->refused += (uint64_t)mixed.is_refused;
        tally->chance += (uint64_t)mixed.has_chance;
        tally->unsound += mixed.mdp != NULL && strstr(mixed.mdp, " sum to ") != NULL;
        tally->prio += drawn.features[RANDOM_PRIO] > 0 && mixed.graph != NULL;
        tally->large += tables.is_read && tables.graph == NULL;
        tally->states += tables.result.states;
        tally->transitions += tables.result.transitions;
        if (what != NULL) {
            printf("\nHEDDLE_SEED=%" PRIu64 ": %s (%s)\n", seed, what, mixed.error.text);
            tally->mismatches++;
        }
        clear(&mixed);
    }
    clear(&tables);
}

static void test_random(void) {
    struct tally tally = {0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("networks", tally.networks, "models", tally.models, "states", tally.states, "transitions",
                  tally.transitions, "folded", tally.folded, "with prio", tally.prio, "with chance",
                  tally.chance, "with wrong sums", tally.unsound, "refused", tally.refused, "too large",
                  tally.large, NULL);
    CU_ASSERT(cases < CASES || (tally.networks > cases / 2 && tally.prio > cases / 8 && tally.chance > 3 &&
                                tally.unsound > 3 && tally.states > 50 * cases));
}

/* --- networks of random PRISM models --- */

struct pair_tally {
    uint64_t mismatches, networks, faults, states, several;
};

static const char *compare_walked(const struct found *found) {
    const struct oracle_graph *walked = found->walked;
    if (walked->outcome == ORACLE_FAULT) {
        return found->error.code == ERROR_INPUT && found->error.line > 0 ? NULL : "no error is found";
    }
    return !found->is_whole                                   ? "the search did not end"
           : walked->states != found->result.states           ? "states"
           : walked->transitions != found->result.transitions ? "transitions"
           : walked->deadlocks != found->result.deadlocks     ? "deadlocks"
           : walked->levels != found->result.levels           ? "levels"
                                                              : NULL;
}

static void judge_pair(uint64_t seed, void *context) {
    struct pair_tally *tally = context;
    struct tally all = {0};
    struct drawn_model drawn;
    struct found found = {0};
    struct network *network = NULL;
    uint64_t random = seed;
    drawn_model_open(&drawn, 4 * seed + 3, test_folder_name(&place.folder));
    language_tree *tree = language_read(drawn.network.path, &drawn.network.options, &place.run, &found.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    found.walked = oracle_explore_model(tree, MOST_STATES);
    if (found.walked->outcome != ORACLE_LIMIT) {
        network = language_compile(tree, &place.run, &found.error);
    }
    if (network != NULL) {
        tally->networks++;
        tally->faults += found.walked->outcome == ORACLE_FAULT;
        tally->several += network->initial_count > 1;
        tally->states += found.walked->states;
        /* Where there are more initial states than the limit, a search may end before it expands the one with
         * the error. */
        search(&all, network, found.walked->outcome == ORACLE_FAULT ? 0 : MOST_STATES, &found, &random);
        const char *what = compare_walked(&found);
        if (what != NULL) {
            printf("\nHEDDLE_SEED=%" PRIu64 ": %s (%s)\n", seed, what, found.error.text);
            tally->mismatches++;
        }
    }
    clear(&found);
    network_free(&place.memory, network);
    language_free(tree);
    drawn_model_close(&drawn);
}

static void test_pairs(void) {
    struct pair_tally tally = {0};
    uint64_t cases = judge_seeds(CASES / 2, 1, judge_pair, &tally, &tally.mismatches);
    report_counts("networks", tally.networks, "states", tally.states, "with an error", tally.faults,
                  "with several initial states", tally.several, NULL);
    CU_ASSERT(cases < CASES / 2 || (tally.networks > cases / 2 && tally.faults > 10 && tally.several > 10));
}

/* --- messages --- */

/* The error of reading, compiling or searching a network in main.exp, with an engine and a layout drawn from
 * the seed; "" if there is none. */
static const char *error_drawn(const char *network, const char *given, uint64_t seed) {
    static struct found found;
    struct definitions definitions = {.memory = &place.memory};
    struct random_network drawn = {.options = {.definitions = &definitions}};
    struct tally tally = {0};
    language_tree *tree = NULL;
    struct network *made = NULL;
    memset(&found, 0, sizeof found);
    CU_ASSERT_FATAL(*given == '\0' || definitions_add(&definitions, given, &place.error) == 0);
    snprintf(drawn.path, sizeof drawn.path, "%s", test_folder_write(&place.folder, "main.exp", network));
    if (language_load(drawn.path, &drawn.options, &place.run, &tree, &made, &found.error) == 0) {
        found.error.text[0] = '\0';
        search(&tally, made, 0, &found, &seed);
        clear(&found);
    }
    network_free(&place.memory, made);
    language_free(tree);
    definitions_free(&definitions);
    place.error = found.error;
    return found.error.text;
}

static const char *error_of(const char *network, const char *given) {
    return error_drawn(network, given, 0);
}

#define COUNTER                                                                                              \
    "mdp const int N; module m x : [0..2]; [up] x<N -> (x'=x+1); [down] x>0 -> (x'=x-1); endmodule\n"

static void test_errors(void) {
    test_folder_write(&place.folder, "counter.prism", COUNTER);
    test_folder_write(&place.folder, "up.aut", "des (0, 3, 4)\n(0, up, 1)\n(1, up, 2)\n(2, up, 3)\n");
    test_folder_write(&place.folder, "two.aut", "des (0, 2, 3)\n(0, up, 1)\n(1, up, 2)\n");
    /* What the network does not let happen is no error. */
    CU_ASSERT_STRING_EQUAL(error_of("\"two.aut\" |[up, down]| \"counter.prism\"", "N=7"), "");
    CU_ASSERT_STRING_EQUAL(error_of("\"two.aut\" |[up, down]| \"counter.prism\"", "N=1"), "");
    CU_ASSERT_STRING_EQUAL(
        error_of("\"up.aut\" |[up, down]| \"counter.prism\"", "N=7"),
        "the value 3 of x+1 is not in the range 0..2 of the variable 'x', in the command [up] x<N -> "
        "(x'=x+1) of 'm', in the state x=2; the shortest path there has 2 steps: [up] up=1 counter.x=1, "
        "[up] up=2 counter.x=2");
    CU_ASSERT(place.error.line == 1 && place.error.column > 1);
    CU_ASSERT_STRING_EQUAL(error_of("\"up.aut\" ||| \"counter.prism\"", ""),
                           "the constant 'N' (int) has no value: give it one with --const N=VALUE");
    CU_ASSERT_PTR_NOT_NULL(
        strstr(error_of("\"up.aut\" ||| \"counter.prism\"", "N=1,M=2"), "main.exp declares no constant M"));
    /* Nor is what a priority blocks. What has no branch, for its rates are all 0, blocks nothing. */
    test_folder_write(&place.folder, "rated.prism",
                      "ctmc\nmodule m x : [0..2]; [up] true -> 1:(x'=x+1); [still] true -> x-x:true;\n"
                      "[both] x>=0 -> 2-x:true; [half] x>=0 -> 2:true; endmodule\n"
                      "module n y : [0..1]; [half] y=0 -> y:true; [half] y=0 -> y/2:true; endmodule\n");
    CU_ASSERT_STRING_EQUAL(error_of("prio both > up in \"rated.prism\" end prio", ""), "");
    CU_ASSERT_PTR_NOT_NULL(
        strstr(error_of("prio still > up in \"rated.prism\" end prio", ""), "the value 3 of x+1"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(error_of("prio half > up in \"rated.prism\" end prio", ""), "the value 3 of x+1"));
    CU_ASSERT_STRING_EQUAL(error_of("prio down > up in \"counter.prism\" end prio", "N=7"), "");
    CU_ASSERT_PTR_NOT_NULL(
        strstr(error_of("prio up > down in \"counter.prism\" end prio", "N=7"), "the value 3 of x+1"));
    CU_ASSERT_PTR_NOT_NULL(strstr(error_of("\"up.aut\" |||\n \"none.prism\"", ""), "none.prism"));
}

/* Every engine finds an error in the last one of more initial states than the limit of other tests. */
static void test_initial_error(void) {
    test_folder_write(&place.folder, "up.aut", "des (0, 1, 2)\n(0, up, 1)\n");
    test_folder_write(&place.folder, "wide.prism",
                      "mdp module m x : [0..99]; y : [0..99]; [] x=99&y=99 -> (x'=x+1); endmodule\n"
                      "init true endinit\n");
    for (uint64_t seed = 0; seed < 12; seed++) {
        const char *error = error_drawn("\"wide.prism\" ||| \"up.aut\"", "", seed);
        CU_ASSERT_PTR_NOT_NULL(strstr(error, "the value 100 of x+1"));
        CU_ASSERT_PTR_NOT_NULL(strstr(error, "in the state x=99, y=99; it is an initial state"));
    }
}

/* The MDP of a network with tables alone, and with a model in the place of one. */
static void compare_chances(const char *format) {
    static const char *const others[] = {"two.aut", "two.prism"};
    static struct found found[2];
    for (int i = 0; i < 2; i++) {
        char text[300];
        struct random_network drawn = {0};
        struct tally tally = {0};
        uint64_t random = 0;
        snprintf(text, sizeof text, format, others[i]);
        snprintf(drawn.path, sizeof drawn.path, "%s", test_folder_write(&place.folder, "main.exp", text));
        look(&tally, &drawn, &found[i], &random, 0);
        CU_ASSERT_PTR_NOT_NULL_FATAL(found[i].mdp);
    }
    CU_ASSERT_STRING_EQUAL(found[0].graph, found[1].graph);
    CU_ASSERT_STRING_EQUAL(found[0].mdp, found[1].mdp);
    CU_ASSERT(found[0].has_chance && found[1].has_chance);
    clear(&found[0]);
    clear(&found[1]);
}

static void test_chances(void) {
    test_folder_write(&place.folder, "two.aut", "des (0, 2, 2)\n(0, up, 1)\n(1, down, 0)\n");
    test_folder_write(&place.folder, "two.prism",
                      "mdp module m x : [0..1]; [up] x=0 -> (x'=1); [down] x=1 -> (x'=0); endmodule\n");
    test_folder_write(
        &place.folder, "chance.aut",
        "des (0, 9, 3)\n(0, prob 0.5, 0)\n(0, prob 1/2, 1)\n(1, \"a; prob 0.5\", 0)\n"
        "(1, \"a; prob 0.5\", 1)\n(1, \"b; prob 0.5\", 1)\n(1, \"b; prob 0.5\", 2)\n(1, up, 1)\n"
        "(2, down, 0)\n(2, \"b; prob 1\", 2)\n");
    compare_chances("\"chance.aut\" ||| \"%s\"");
    compare_chances("\"chance.aut\" |[up, down]| \"%s\"");
    compare_chances("(\"chance.aut\" ||| \"chance.aut\") |[up]| \"%s\"");
    /* Choices that get the same name stay two. */
    compare_chances(
        "total rename \"b; prob 0.5\" -> \"a; prob 0.5\" in \"chance.aut\" end rename ||| \"%s\"");
    compare_chances("hide \"b; prob 0.5\" in \"chance.aut\" end hide ||| \"%s\"");
}

static void test_names(void) {
    struct definitions definitions = {.memory = &place.memory};
    struct exp_options options = {.definitions = &definitions};
    static const char *const names[] = {"counter.x", "counter#2.x", "counter.x#2", "up#2", "up",
                                        "up#3",      "up#2#2",      "up#3#2",      "none", "none#2"};
    language_tree *tree;
    struct network *network;
    CU_ASSERT_EQUAL_FATAL(definitions_add(&definitions, "N=2", &place.error), 0);
    test_folder_write(&place.folder, "counter.prism", COUNTER);
    test_folder_write(&place.folder, "up.aut", "des (0, 1, 2)\n(0, up, 1)\n");
    test_folder_write(&place.folder, "counter.x.aut", "des (0, 1, 2)\n(0, up, 1)\n");
    test_folder_write(&place.folder, "up#2.aut", "des (0, 1, 2)\n(0, up, 1)\n");
    test_folder_write(&place.folder, "up#3.aut", "des (0, 1, 2)\n(0, up, 1)\n");
    test_folder_write(&place.folder, "none.prism", "mdp module m [up] true -> true; endmodule\n");
    const char *path =
        test_folder_write(&place.folder, "main.exp",
                          "\"counter.prism\" ||| \"counter.prism\" ||| \"counter.x.aut\" ||| "
                          "\"up#2.aut\" ||| \"up.aut\" ||| \"up.aut\" ||| \"up#2.aut\" ||| \"up#3.aut\" ||| "
                          "\"none.prism\" ||| \"none.prism\"");
    CU_ASSERT_EQUAL_FATAL(language_load(path, &options, &place.run, &tree, &network, &place.error), 0);
    walker *walker = language_walk(tree, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walker);
    CU_ASSERT_EQUAL_FATAL(network->component_count, LENGTH(names));
    CU_ASSERT_EQUAL_FATAL(walker_components(walker), LENGTH(names));
    for (uint32_t i = 0; i < LENGTH(names); i++) {
        CU_ASSERT_STRING_EQUAL(network->components[i].name, names[i]);
        CU_ASSERT_STRING_EQUAL(walker_name(walker, i), names[i]);
        CU_ASSERT_EQUAL(network->components[i].is_process, i > 1);
    }
    walker_free(walker);
    network_free(&place.memory, network);
    language_free(tree);
    definitions_free(&definitions);
}

/* A model whose constants have values of their own in each process. */
static void test_values(void) {
    static const struct {
        const char *network, *given, *error;
    } cases[] = {
        {"\"counter.prism\" with N=1 ||| \"counter.prism\" WITH N = 2", "", ""},
        {"\"counter.prism\" with N=1 ||| \"counter.prism\"", "N=2", ""},
        {"\"counter.prism\" with N=1 ||| \"counter.prism\"", "", "the constant 'N' (int) has no value"},
        {"\"counter.prism\" with N=1", "N=2",
         "main.exp, 'with' gives each model that declares N a value of its own"},
        {"\"counter.prism\" with M=1, N=2", "", "counter.prism declares no constant 'M'"},
        {"\"counter.prism\" with N=1, N=2", "", "'N' has two values: give it one"},
        {"\"counter.prism\" with N=x", "", "'N=x': the constant 'N' is an int of 32 bits"},
        {"\"counter.prism\" with N", "", "unexpected end of the file, expected '='"},
        {"up.aut with N=1", "", "'with' gives values to the constants of a PRISM model"},
        {"rename up -> with in up.aut end rename |[with]| up.aut", "", ""}, /* `with` is a name elsewhere */
    };
    test_folder_write(&place.folder, "counter.prism", COUNTER);
    test_folder_write(&place.folder, "up.aut", "des (0, 1, 2)\n(0, up, 1)\n");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *error = error_of(cases[i].network, cases[i].given);
        CU_ASSERT(*cases[i].error == '\0' ? *error == '\0' : strstr(error, cases[i].error) != NULL);
    }
    struct found found[2] = {{.is_read = 0}};
    struct tally tally = {0};
    const char *const networks[] = {"\"counter.prism\" with N=1 |[up]| \"counter.prism\" with N=2",
                                    "\"one.aut\" |[up]| \"counter.prism\" with N=2"};
    uint64_t random = 1;
    test_folder_write(&place.folder, "one.aut", "des (0, 2, 2)\n(0, up, 1)\n(1, down, 0)\n");
    for (size_t i = 0; i < LENGTH(found); i++) {
        struct random_network drawn = {.seed = 1};
        snprintf(drawn.path, sizeof drawn.path, "%s",
                 test_folder_write(&place.folder, "main.exp", networks[i]));
        look(&tally, &drawn, &found[i], &random, 1);
    }
    CU_ASSERT_STRING_EQUAL(found[0].graph, found[1].graph);
    CU_ASSERT_EQUAL(found[0].walked->states, found[0].result.states);
    clear(&found[0]);
    clear(&found[1]);
}

/* Memory that runs out at any allocation is an error, and nothing is lost. */
static void test_memory(void) {
    struct definitions definitions = {.memory = &place.memory};
    struct exp_options options = {.definitions = &definitions};
    CU_ASSERT_EQUAL_FATAL(definitions_add(&definitions, "N=2", &place.error), 0);
    test_folder_write(&place.folder, "counter.prism", COUNTER);
    test_folder_write(&place.folder, "up.aut", "des (0, 1, 2)\n(0, up, 1)\n");
    const char *path = test_folder_write(&place.folder, "main.exp", "\"up.aut\" |[up]| \"counter.prism\"");
    struct shortage shortage = {.memory = &place.memory, .error = &place.error, .more = 4096, .part = 16};
    while (shortage_goes_on(&shortage)) {
        language_tree *tree;
        struct network *network;
        if (language_load(path, &options, &place.run, &tree, &network, &place.error) == 0) {
            walker *walker = language_walk(tree, &place.run, &place.error);
            shortage.done = walker != NULL;
            walker_free(walker);
            network_free(&place.memory, network);
            language_free(tree);
        }
    }
    definitions_free(&definitions);
}

void suite_explore_mixed(void) {
    suite_add("networks of tables and PRISM models", workplace_open, workplace_close,
              "random networks beside tables", test_random, "random models beside the walker", test_pairs,
              "probabilities of tables", test_chances, "errors", test_errors, "an error among initial states",
              test_initial_error, "values of constants", test_values, "names", test_names, "little memory",
              test_memory, NULL);
}
