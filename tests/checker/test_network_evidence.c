/*
 * Evidence of components of random networks and examples is written from the graph and its decomposition, and
 * verified with nothing but the network's files. This compares the tuples of the walker with those of the
 * search. Networks by hand have races, `prob` choices and maximal progress. Evidence of more, fewer or other
 * states is refuted, and so are wrong components.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "checker/evidence/component_evidence.h"
#include "base/text/definitions.h"
#include "checker/verify/verify.h"
#include "decompose/almost_sure/almost_sure.h"
#include "model/digraph_core.h"
#include "decompose/mdp/mdp_network.h"
#include "decompose/mec/mec.h"
#include "decompose/scc/scc.h"
#include "explorer/backend.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/random/random_network.h"
#include "tests/random/random_prism.h"
#include "tests/support/drawn_model.h"
#include "tests/support/evidence_file.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 100u
#endif
#define MOST_STATES 1500u
#define CHANGES 6 /* for each file */

struct world {
    struct workplace place;
    uint64_t seed, random;
    language_tree *tree;
    struct network *network;
    struct graph *graph;
    graph_states *states;
    walker *walker;
    const uint32_t *counting; /* the states of the MDP that count, or NULL */
    struct evidence_subject about;
    struct component_subject subject;
    uint64_t networks, confirmed, refuted, stochastic, schedulers, won, cut_off;
};

static void report(const struct world *world, const char *what, const char *reason) {
    printf("\n    seed %llu: %s: %s\n", (unsigned long long)world->seed, what, reason);
    CU_FAIL("wrong");
}

static void tuple(void *context, uint64_t vertex, uint32_t *tuple) {
    graph_states_tuple(context, vertex, tuple);
}

/* Makes tree, graph, states and names of a network. Returns 0 if it is wrong or too large. */
static int open_network(struct world *world, const char *path, const struct exp_options *options) {
    struct error error;
    struct explore_options how = {.keep_levels = 1, .max_depth = UINT64_MAX, .max_states = MOST_STATES};
    struct model_options layout = {0};
    world->tree = language_read(path, options, &world->place.run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(world->tree);
    world->network = language_compile(world->tree, &world->place.run, &error);
    model *model =
        world->network == NULL ? NULL : model_compile(world->network, &layout, &world->place.run, &error);
    struct exploration *found =
        model == NULL ? NULL : backend_find("cpu")->explore(model, &how, &world->place.run, &error);
    if (found != NULL && found->result.outcome == EXPLORE_DONE) {
        struct graph_options wanted = {GRAPH_LABELS | GRAPH_CHOICES, &world->states};
        world->graph = backend_find("cpu")->graph(found, &wanted, &world->place.run, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(world->graph);
        world->walker = language_walk(world->tree, &world->place.run, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(world->walker);
        world->about =
            (struct evidence_subject){path, language_options(world->tree), walker_names(world->walker),
                                      walker_components(world->walker), NULL};
        world->subject =
            (struct component_subject){.network = &world->about, .tuple = tuple, .context = world->states};
    }
    exploration_free(found);
    model_free(model);
    return world->graph != NULL;
}

static void close_network(struct world *world) {
    walker_free(world->walker);
    graph_states_free(world->states);
    graph_free(world->graph);
    network_free(&world->place.memory, world->network);
    language_free(world->tree);
    world->walker = NULL;
    world->states = NULL;
    world->graph = NULL;
    world->network = NULL;
    world->tree = NULL;
    CU_ASSERT_EQUAL(memory_used(&world->place.memory), 0);
}

/* The verifier must not confirm the file. */
static void expect(struct world *world, const struct evidence_file *file, const char *what) {
    struct verification verification;
    const char *path = test_folder_path(&world->place.folder, "changed.json");
    evidence_file_save(file, path);
    if (evidence_file_verify(path, NULL, &world->place.run, &verification) != 0) {
        report(world, what, verification.reason);
    }
    world->refuted++;
}

/* --- changes that are always wrong --- */

static void change(struct world *world, struct evidence_file *file, int mec) {
    uint64_t states = file->count - 1, state = random_next(&world->random) % states;
    json_t *parts = evidence_file_part(file, state, 0);
    uint32_t component = evidence_file_number(file, state, 1);
    switch (random_next(&world->random) % 6) {
    case 0: /* evidence claims nothing about states that maximal progress cuts off */
        if (!mec || world->counting == NULL || bitmap_has(world->counting, state)) {
            evidence_file_drop(file, state);
            expect(world, file, "a state less");
        }
        break;
    case 1:
        file->lines[file->count++] = json_deep_copy(file->lines[state + 1]);
        json_object_set_new(file->lines[0], "states", json_integer((json_int_t)states + 1));
        expect(world, file, "a state twice");
        break;
    case 2: { /* a local state that the process does not have */
        size_t at = random_next(&world->random) % (json_array_size(parts) + 1);
        uint64_t local_states =
            at < json_array_size(parts) ? walker_local_states(world->walker, (uint32_t)at) : UINT64_MAX;
        if (local_states <= UINT32_MAX) { /* else no evidence has the number */
            json_array_set_new(parts, at, json_integer((json_int_t)local_states));
            expect(world, file, "a local state that is none");
        }
        break;
    }
    case 3: /* a component that is larger than it can be: state 0's, for a state that has another */
        if (component != UINT32_MAX && component != evidence_file_number(file, 0, 1)) {
            evidence_file_set(file, state, 1, 0);
            expect(world, file, "a state in another component");
        }
        break;
    case 4: /* a component that is smaller */
        if (component != UINT32_MAX && component != state) {
            evidence_file_set(file, state, 1, state);
            expect(world, file, "a state in a component of its own");
        }
        break;
    default:
        if (component != UINT32_MAX && component != state) {
            size_t depth = mec ? 5 : 4;
            evidence_file_set(file, state, depth, evidence_file_number(file, state, depth) + 1);
            expect(world, file, "a depth");
        }
    }
}

static void verify_written(struct world *world, const char *path, const struct component_counts *expected,
                           int mec) {
    static struct evidence_file file, changed;
    struct verification verification;
    if (evidence_file_verify(path, NULL, &world->place.run, &verification) != 1) {
        report(world, mec ? "MECs" : "SCCs", verification.reason);
        return;
    }
    const struct verified_counts counts = verification.counts;
    world->confirmed++;
    CU_ASSERT(counts.components == expected->components && counts.trivial == expected->trivial &&
              counts.bottom == expected->bottom && counts.largest == expected->largest &&
              counts.states_in_components == expected->states_in_components);
    evidence_file_load(&file, path);
    for (int k = 0; k < CHANGES; k++) {
        evidence_file_copy(&changed, &file);
        change(world, &changed, mec);
        evidence_file_free(&changed);
    }
    evidence_file_free(&file);
}

/* --- kinds --- */

static void verify_scc(struct world *world) {
    struct error error;
    struct component_counts counts = {0};
    struct scc_options options = {0};
    struct scc_report done;
    const struct graph *graph = world->graph;
    struct digraph view = {graph->vertices, graph->edges, graph->offsets, graph->targets, NULL, NULL};
    uint32_t *component = calloc(graph->vertices, sizeof *component);
    const char *path = test_folder_path(&world->place.folder, "scc.json");
    CU_ASSERT_EQUAL_FATAL(scc_cpu(&view, &options, &world->place.run, component, &done, &error), 0);
    CU_ASSERT_EQUAL_FATAL(component_counts_make(&view, component, &world->place.run, &counts, &error), 0);
    CU_ASSERT_EQUAL_FATAL(
        evidence_write_scc(path, &world->subject, &view, component, &world->place.run, &error), 0);
    verify_written(world, path, &counts, 0);
    component_counts_free(&counts, &world->place.memory);
    free(component);
}

static void verify_mec(struct world *world, const struct mdp *mdp) {
    struct error error;
    struct component_counts counts = {0};
    struct mec_options options = {0};
    struct mec_report done;
    struct digraph view = mdp_digraph(mdp);
    uint32_t *component = calloc(mdp->states, sizeof *component);
    const struct mec_result found = {.component = component};
    const char *path = test_folder_path(&world->place.folder, "mec.json");
    CU_ASSERT_EQUAL_FATAL(mec_cpu(&view, &options, &world->place.run, &found, &done, &error), 0);
    CU_ASSERT_EQUAL_FATAL(component_counts_make(&view, component, &world->place.run, &counts, &error), 0);
    CU_ASSERT_EQUAL_FATAL(
        evidence_write_mec(path, &world->subject, mdp, component, &world->place.run, &error), 0);
    verify_written(world, path, &counts, 1);
    component_counts_free(&counts, &world->place.memory);
    free(component);
}

/* A scheduler for a random label is confirmed; if a state's claim is reversed, it is refuted. */
static void verify_scheduler(struct world *world, const struct mdp *mdp) {
    struct error error;
    struct digraph view = mdp_digraph(mdp);
    struct evidence_goal goal = {.repeatedly = (int)(random_next(&world->random) % 2)};
    struct almost_sure_goal what = {.repeatedly = goal.repeatedly};
    struct almost_sure_report done;
    struct verification verification;
    uint32_t *edges = calloc(bitmap_words(mdp->edges) + 1, sizeof *edges);
    uint32_t *rank = calloc(mdp->states, sizeof *rank), *inside = calloc(mdp->states, sizeof *inside);
    uint64_t *choice = calloc(mdp->states, sizeof *choice);
    struct almost_sure_plan plan = {rank, choice, inside};
    const char *path = test_folder_path(&world->place.folder, "scheduler.json");
    goal.text = mdp->label_text[random_next(&world->random) % mdp->label_count];
    what.edges = edges;
    CU_ASSERT_EQUAL_FATAL(evidence_mark_goal(mdp, &goal, NULL, &world->place.run,
                                             &(struct evidence_goal_marks){edges, NULL}, &error),
                          0);
    CU_ASSERT_EQUAL_FATAL(almost_sure_cpu(&view, &what, &world->place.run, &plan, &done, &error), 0);
    CU_ASSERT_EQUAL_FATAL(evidence_write_scheduler(path, &world->subject,
                                                   &(struct scheduler_evidence){mdp, &goal, &plan},
                                                   &world->place.run, &error),
                          0);
    if (evidence_file_verify(path, NULL, &world->place.run, &verification) != 1) {
        report(world, "a scheduler", verification.reason);
    } else {
        int initial = 1;
        for (uint64_t k = 0; k < world->network->initial_count; k++) {
            initial &= rank[k] != ALMOST_SURE_NONE;
        }
        CU_ASSERT_EQUAL(verification.counts.initial, initial);
        world->won += (uint64_t)verification.counts.initial;
        world->schedulers++;
    }
    static struct evidence_file file;
    evidence_file_load(&file, path);
    uint64_t state = random_next(&world->random) % mdp->states;
    if (mdp->reachable == NULL || bitmap_has(mdp->reachable, state)) {
        /* Whether the scheduler reaches the goal from a state is determined. */
        json_t *row = json_incref(file.lines[state + 1]), *own = json_incref(json_array_get(row, 0));
        json_array_clear(row);
        json_array_append_new(row, own);
        json_array_append_new(row, rank[state] == ALMOST_SURE_NONE ? json_integer(0) : json_null());
        json_array_append_new(row, rank[state] == ALMOST_SURE_NONE ? json_null() : json_integer(1));
        json_decref(row);
        expect(world, &file, "another beginning");
    }
    evidence_file_free(&file);
    free(edges);
    free(rank);
    free(inside);
    free(choice);
}

static void verify_network(struct world *world) {
    struct error error;
    world->networks++;
    world->counting = NULL;
    verify_scc(world);
    int keep_races = (int)(random_next(&world->random) % 2);
    world->subject.keep_races = keep_races;
    struct mdp *mdp = mdp_from_graph(world->graph, world->network, keep_races, &world->place.run, &error);
    if (mdp == NULL) { /* probabilities that do not sum to 1 */
        CU_ASSERT_EQUAL(error.code, ERROR_INPUT);
        return;
    }
    world->stochastic += mdp->begins != NULL;
    world->cut_off += mdp->reachable != NULL;
    world->counting = mdp->reachable;
    verify_mec(world, mdp);
    if (mdp->label_count > 0) {
        verify_scheduler(world, mdp);
    }
    world->counting = NULL;
    mdp_free(mdp);
}

/* --- tests --- */

/* Returns the number of cases. */
static uint64_t open_world(struct world *world) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    *world = (struct world){.seed = 0};
    workplace_begin(&world->place, UINT64_MAX);
    return cases < DEFAULT_CASES ? cases : DEFAULT_CASES;
}

static void test_random_networks(void) {
    struct test_folder folder = {0};
    struct world world;
    uint64_t cases = open_world(&world);
    for (uint64_t k = 0; k < cases; k++) {
        struct random_network random;
        world.random = world.seed = number_from_environment("HEDDLE_SEED", 4000000) + k;
        CU_ASSERT_EQUAL_FATAL(random_network_generate(world.seed, test_folder_name(&folder), &random), 0);
        if (open_network(&world, random.path, &random.options)) {
            verify_network(&world);
        }
        close_network(&world);
    }
    test_folder_remove(&folder);
    workplace_end(&world.place);
    report_counts("networks", world.networks, "with choices of several edges", world.stochastic, "confirmed",
                  world.confirmed, "refuted", world.refuted, "schedulers", world.schedulers,
                  "from the initial state", world.won, NULL);
    CU_ASSERT(world.networks > cases / 3 && world.refuted > world.confirmed);
    CU_ASSERT(world.schedulers > cases / 10 && world.won > 0 && world.won < world.schedulers);
}

/* Writes a process with `prob` choices, races and internal actions. */
static void write_component(struct world *world, const char *name) {
    static const char *const labels[] = {"prob 1/2", "a; prob 0.5", "rate 2", "b; rate 1", "rate 3",
                                         "i",        "i",           "a",      "c"};
    char text[2048];
    uint32_t states = 2 + (uint32_t)(random_next(&world->random) % 5), moves = 0;
    char body[1536] = "";
    for (uint32_t state = 0; state < states; state++) {
        for (int k = (int)(random_next(&world->random) % 4); k > 0; k--) {
            const char *label = labels[random_next(&world->random) % LENGTH(labels)];
            uint32_t first = (uint32_t)(random_next(&world->random) % states);
            int pairs = strstr(label, "prob") != NULL;
            for (int p = 0; p <= pairs; p++) { /* transitions of probability 1/2 come in pairs */
                text_append(body, sizeof body, "(%u,\"%s\",%u)\n", state, label,
                            (first + (uint32_t)p) % states);
                moves++;
            }
            if (pairs) {
                break;
            }
        }
    }
    snprintf(text, sizeof text, "des (0,%u,%u)\n%s", moves, states, body);
    test_folder_write(&world->place.folder, name, text);
}

static void test_stochastic_networks(void) {
    static const char *const networks[] = {
        "x.aut ||| y.aut",
        "x.aut |[a]| y.aut",
        "hide c in x.aut |[c]| y.aut end hide",
        "total rename \"a; prob 0.5\" -> \"z; prob 0.5\" in x.aut end rename ||| y.aut",
        "total rename \"b; rate 1\" -> \"rate 1\" in x.aut end rename |[a, c]| x.aut",
        "prio c > a in x.aut ||| y.aut end prio",
    };
    struct exp_options options = {0};
    struct world world;
    uint64_t cases = open_world(&world);
    for (uint64_t k = 0; k < cases; k++) {
        char path[512];
        world.random = world.seed = number_from_environment("HEDDLE_SEED", 5000000) + k;
        write_component(&world, "x.aut");
        write_component(&world, "y.aut");
        const char *network = networks[random_next(&world.random) % LENGTH(networks)];
        snprintf(path, sizeof path, "%s", test_folder_write(&world.place.folder, "n.exp", network));
        if (open_network(&world, path, &options)) {
            verify_network(&world);
        }
        close_network(&world);
    }
    workplace_end(&world.place);
    report_counts("networks", world.networks, "with choices of several edges", world.stochastic, "cut off",
                  world.cut_off, "confirmed", world.confirmed, "refuted", world.refuted, NULL);
    CU_ASSERT(world.stochastic > cases / 3 && world.cut_off > cases / 40);
    CU_ASSERT(world.confirmed > cases && world.refuted > cases);
}

static void test_models_with_data(void) {
    struct random_prism random = {0};
    struct world world;
    uint64_t cases = open_world(&world), several = 0;
    for (uint64_t k = 0; k < cases; k++) {
        char given[64], path[512];
        struct error error;
        struct definitions definitions = {.memory = &world.place.memory};
        struct exp_options options = {.definitions = &definitions};
        world.random = world.seed = number_from_environment("HEDDLE_SEED", 6000000) + k;
        char *text = random_prism_model(&random, world.seed, given);
        snprintf(path, sizeof path, "%s", test_folder_write(&world.place.folder, "model.prism", text));
        CU_ASSERT_FATAL(*given == '\0' || definitions_add(&definitions, given, &error) == 0);
        if (open_network(&world, path, &options)) {
            several += world.network->initial_count > 1;
            verify_network(&world);
        }
        definitions_free(&definitions);
        close_network(&world);
        free(text);
    }
    workplace_end(&world.place);
    report_counts("models", world.networks, "with choices of several edges", world.stochastic,
                  "with several initial states", several, "confirmed", world.confirmed, "refuted",
                  world.refuted, "schedulers", world.schedulers, "from all initial states", world.won, NULL);
    CU_ASSERT(world.stochastic > cases / 3 && several > cases / 20);
    CU_ASSERT(world.confirmed > cases && world.refuted > cases);
    CU_ASSERT(world.schedulers > cases / 4 && world.won > 0 && world.won < world.schedulers);
}

/* Networks with PRISM models; some labels become rates, which maximal progress cuts off. */
static void test_mixed_networks(void) {
    static const char *const rates[] = {"a0", "a1"};
    struct test_folder folder = {0};
    struct world world;
    uint64_t cases = open_world(&world), deadlocks = 0, several = 0;
    for (uint64_t k = 0; k < cases; k++) {
        struct drawn_model drawn;
        char main[600], path[600], text[700];
        world.random = world.seed = number_from_environment("HEDDLE_SEED", 7000002) + k;
        drawn_model_open(&drawn, k % 2 == 0 ? 4 * k + 2 : 4 * k + 3, test_folder_name(&folder));
        snprintf(main, sizeof main, "%s", drawn.network.path);
        snprintf(path, sizeof path, "%s/rated.exp", test_folder_name(&folder));
        snprintf(text, sizeof text, "total rename \"%s\" -> \"rate 2\" in \"%s\" end rename\n",
                 rates[random_next(&world.random) % 2], strrchr(main, '/') + 1);
        if (random_next(&world.random) % 2 == 0 && strstr(main, ".exp") != NULL) {
            test_folder_write(&folder, "rated.exp", text);
            snprintf(main, sizeof main, "%s", path);
        }
        if (strstr(main, ".exp") != NULL && open_network(&world, main, &drawn.network.options)) {
            several += world.network->initial_count > 1;
            for (uint64_t v = 0; v < world.graph->vertices; v++) {
                deadlocks += world.graph->offsets[v] == world.graph->offsets[v + 1];
            }
            verify_network(&world);
        }
        close_network(&world);
        drawn_model_close(&drawn);
    }
    test_folder_remove(&folder);
    workplace_end(&world.place);
    report_counts("networks", world.networks, "with several initial states", several, "deadlocks", deadlocks,
                  "cut off", world.cut_off, "confirmed", world.confirmed, "refuted", world.refuted,
                  "schedulers", world.schedulers, "from the initial state", world.won, NULL);
    CU_ASSERT(world.networks > cases / 4 && deadlocks > 0);
    CU_ASSERT(world.confirmed > cases / 4 && world.refuted > cases / 4 && world.schedulers > cases / 20);
}

void suite_network_evidence(void) {
    suite_add("network_evidence", NULL, NULL, "components of random networks", test_random_networks,
              "stochastic networks", test_stochastic_networks, "models with data", test_models_with_data,
              "networks with PRISM models", test_mixed_networks, NULL);
}
