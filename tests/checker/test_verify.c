/*
 * Verifies evidence of random networks. Walks in the graph of the naive explorer, written and read as
 * evidence, are confirmed. With one change, they are refuted unless the graph has the changed path, too.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/evidence/evidence.h"
#include "checker/property/monitor_run.h"
#include "checker/verify/evidence_read.h"
#include "frontend/walk/walker.h"
#include "checker/verify/trace_follow.h"
#include "checker/verify/verify.h"
#include "tests/support/folder.h"
#include "tests/support/packed_tuples.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 250u
#endif
#define WALKS 6 /* the network */
#define LONGEST 12
#define MOST_STATES 400

/* The path that evidence claims. Targets are states of the graph. */
struct path {
    uint64_t steps;
    const char *labels[LONGEST];
    uint32_t states[LONGEST + 1];
};

/* A random monitor, which may have several moves on a label. Its last state is an error. */
#define MONITOR_STATES 3
#define MONITOR_MOVES 6
#define MONITOR_ERROR (MONITOR_STATES - 1)

struct random_monitor {
    struct {
        uint32_t from, to;
        const char *label;
    } moves[MONITOR_MOVES];
};

struct world {
    struct memory memory;
    struct run run;
    struct test_folder folder;
    const struct random_network *random;
    language_tree *tree;
    const struct oracle_graph *graph;
    const char *const *names;
    uint64_t random_state;
    uint64_t confirmed, refuted; /* how often each verdict was expected */
};

static uint64_t draw(struct world *world, uint64_t below) {
    return below == 0 ? 0 : random_next(&world->random_state) % below;
}

/* --- components of the graph --- */

static int has_edge(const struct oracle_graph *graph, uint32_t from, const char *label, uint32_t to) {
    for (uint64_t e = graph->offsets[from]; e < graph->offsets[from + 1]; e++) {
        if (graph->edge_target[e] == to && strcmp(graph->edge_label[e], label) == 0) {
            return 1;
        }
    }
    return 0;
}

static int is_deadlock(const struct oracle_graph *graph, uint32_t state) {
    return graph->offsets[state] == graph->offsets[state + 1];
}

static int is_path(const struct oracle_graph *graph, const struct path *path) {
    int holds = path->states[0] == 0;
    for (uint64_t k = 0; k < path->steps && holds; k++) {
        holds = has_edge(graph, path->states[k], path->labels[k], path->states[k + 1]);
    }
    return holds;
}

/* Whether some path has these labels; *deadlock: whether one of them ends in a deadlock. */
static int has_labels(const struct oracle_graph *graph, const struct path *path, int *deadlock) {
    unsigned char *now = calloc(graph->states, 2), *next = now + graph->states;
    uint64_t reached = 1;
    now[0] = 1;
    for (uint64_t k = 0; k < path->steps && reached > 0; k++) {
        reached = 0;
        memset(next, 0, graph->states);
        for (uint32_t s = 0; s < graph->states; s++) {
            for (uint64_t e = graph->offsets[s]; now[s] && e < graph->offsets[s + 1]; e++) {
                if (strcmp(graph->edge_label[e], path->labels[k]) == 0) {
                    reached += !next[graph->edge_target[e]];
                    next[graph->edge_target[e]] = 1;
                }
            }
        }
        memcpy(now, next, graph->states);
    }
    *deadlock = 0;
    for (uint32_t s = 0; s < graph->states; s++) {
        *deadlock |= now[s] && is_deadlock(graph, s);
    }
    free(now);
    return reached > 0;
}

/* The states of the monitor after a label, from a set of its states; bit k is state k. */
static unsigned monitor_after(const struct random_monitor *monitor, unsigned before, const char *label) {
    unsigned after = 0;
    for (uint32_t state = 0; state < MONITOR_STATES; state++) {
        unsigned targets = 0;
        for (int k = 0; k < MONITOR_MOVES; k++) {
            if (monitor->moves[k].from == state && strcmp(monitor->moves[k].label, label) == 0) {
                targets |= 1u << monitor->moves[k].to;
            }
        }
        after |= (before >> state & 1) == 0 ? 0 : targets != 0 ? targets : 1u << state;
    }
    return after;
}

static int ends_in_error(const struct random_monitor *monitor, const struct path *path) {
    unsigned states = 1;
    for (uint64_t k = 0; k < path->steps; k++) {
        states = monitor_after(monitor, states, path->labels[k]);
    }
    return states >> MONITOR_ERROR & 1;
}

/* For each state of the graph, the set of states of the monitor that are reached together with it. The caller
 * frees them.
 */
static unsigned *product(const struct oracle_graph *graph, const struct random_monitor *monitor) {
    unsigned *reached = calloc(graph->states, sizeof *reached);
    reached[0] = 1;
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint32_t s = 0; s < graph->states; s++) {
            for (uint64_t e = graph->offsets[s]; reached[s] != 0 && e < graph->offsets[s + 1]; e++) {
                unsigned *to = &reached[graph->edge_target[e]];
                unsigned all = *to | monitor_after(monitor, reached[s], graph->edge_label[e]);
                changed |= all != *to;
                *to = all;
            }
        }
    }
    return reached;
}

/* --- paths --- */

static void walk(struct world *world, struct path *path) {
    const struct oracle_graph *graph = world->graph;
    uint64_t length = draw(world, LONGEST);
    path->states[0] = 0;
    for (path->steps = 0; path->steps < length; path->steps++) {
        uint32_t at = path->states[path->steps];
        if (is_deadlock(graph, at)) {
            break;
        }
        uint64_t e = graph->offsets[at] + draw(world, graph->offsets[at + 1] - graph->offsets[at]);
        path->labels[path->steps] = graph->edge_label[e];
        path->states[path->steps + 1] = graph->edge_target[e];
    }
}

/* Changes one thing; the result may still be a path. */
static void corrupt(struct world *world, struct path *path) {
    const struct oracle_graph *graph = world->graph;
    uint64_t at = draw(world, path->steps);
    if (path->steps == 0) {
        path->states[0] = (uint32_t)draw(world, graph->states);
        return;
    }
    switch (draw(world, 4)) {
    case 0:
        path->labels[at] = graph->edge_label[draw(world, graph->edges)];
        break;
    case 1:
        path->states[at + 1] = (uint32_t)draw(world, graph->states);
        break;
    case 2: /* a step is left out */
        memmove(path->labels + at, path->labels + at + 1, (path->steps - at - 1) * sizeof *path->labels);
        memmove(path->states + at + 1, path->states + at + 2, (path->steps - at - 1) * sizeof *path->states);
        path->steps--;
        break;
    default: { /* two labels change places */
        uint64_t other = draw(world, path->steps);
        const char *label = path->labels[at];
        path->labels[at] = path->labels[other];
        path->labels[other] = label;
    }
    }
}

/* --- verifying --- */

static void report(const struct world *world, const char *what, const char *reason) {
    printf("\n    seed %llu: %s: %s\n", (unsigned long long)world->random->seed, what, reason);
    CU_FAIL("a wrong verdict");
}

static void expect(struct world *world, int confirmed, const char *what,
                   const struct verification *verification) {
    if (verification->confirmed != confirmed || verification->reason[0] == '\0') {
        report(world, what, verification->reason);
    }
    world->confirmed += confirmed != 0;
    world->refuted += confirmed == 0;
}

/* Writes the path as evidence in the format; returns the file's path. */
static const char *write_path(struct world *world, const struct path *path, enum file_format format,
                              const struct property *property) {
    const struct oracle_graph *graph = world->graph;
    struct trace trace = {.components = graph->leaves, .lasso = TRACE_NO_LASSO};
    struct evidence_subject subject = {world->random->path, &world->random->options, world->names,
                                       graph->leaves, NULL};
    struct error error;
    for (uint64_t k = 0; k <= path->steps; k++) {
        CU_ASSERT_EQUAL_FATAL(trace_append(&world->memory, &trace, k == 0 ? NULL : path->labels[k - 1],
                                           graph->tuples + (uint64_t)path->states[k] * graph->leaves),
                              0);
    }
    trace.lasso = TRACE_NO_LASSO;
    const char *file = test_folder_path(&world->folder, format == FILE_AUT ? "trace.aut" : "trace.json.gz");
    CU_ASSERT_EQUAL_FATAL(
        evidence_write(file, format,
                       &(struct evidence_claim){.subject = &subject, .property = property, .trace = &trace},
                       &world->run, &error),
        0);
    trace_free(&world->memory, &trace);
    return file;
}

static void verify_json(struct world *world, const struct path *path, const struct property *property,
                        int confirmed, const char *what) {
    const char *file = write_path(world, path, FILE_JSON, property);
    struct verification verification;
    struct error error;
    const struct evidence *evidence;
    evidence_reader *reader = evidence_open(file, &world->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reader);
    CU_ASSERT_EQUAL_FATAL(evidence_read(reader, &evidence, &error), 1);
    if (verify_evidence(reader, evidence, &(struct verify_input){.tree = world->tree}, &world->run,
                        &verification, &error) != 0) {
        report(world, what, error.text);
    } else {
        expect(world, confirmed, what, &verification);
    }
    verification_free(&verification, &world->run);
    CU_ASSERT_EQUAL(evidence_read(reader, &evidence, &error), 0);
    evidence_close(reader);
}

static void verify_aut(struct world *world, const struct path *path, const struct property *property,
                       int confirmed, const char *what) {
    const char *file = write_path(world, path, FILE_AUT, NULL);
    struct verification verification;
    struct error error;
    struct trace_labels labels;
    CU_ASSERT_EQUAL_FATAL(trace_read_labels(file, language_labels(world->tree), &world->run, &labels, &error),
                          0);
    CU_ASSERT_FALSE(labels.returns);
    if (verify_labels(&labels, property, world->tree, &world->run, &verification, &error) != 0) {
        report(world, what, error.text);
    } else {
        expect(world, confirmed, what, &verification);
    }
    verification_free(&verification, &world->run);
    trace_labels_free(&labels, &world->run);
}

static void verify_path(struct world *world, const struct path *path) {
    struct property deadlock, never = {0};
    struct error error;
    uint32_t end = path->states[path->steps];
    int some_deadlock, holds = is_path(world->graph, path);
    int labels = has_labels(world->graph, path, &some_deadlock);
    struct property_maker maker = {.tree = world->tree, .run = &world->run, .error = &error};
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_DEADLOCK, NULL, &deadlock), 0);
    verify_json(world, path, NULL, holds, "a path");
    verify_json(world, path, &deadlock, holds && is_deadlock(world->graph, end), "a path to a deadlock");
    verify_aut(world, path, NULL, labels, "labels");
    verify_aut(world, path, &deadlock, labels && some_deadlock, "labels to a deadlock");
    if (world->graph->edges > 0) {
        const char *label = world->graph->edge_label[draw(world, world->graph->edges)];
        int last = path->steps > 0 && strcmp(path->labels[path->steps - 1], label) == 0;
        CU_ASSERT_EQUAL_FATAL(property_make_of_label(&maker, PROPERTY_NEVER, label, 0, &never), 0);
        verify_json(world, path, &never, holds && last, "a path to a label");
        verify_aut(world, path, &never, labels && last, "labels to a label");
    }
    property_free(&deadlock, &world->run);
    property_free(&never, &world->run);
}

/* --- certificates --- */

static void write_tuple(FILE *file, const struct oracle_graph *graph, uint64_t state, int monitor) {
    fputc('[', file);
    for (uint32_t k = 0; k < graph->leaves; k++) {
        fprintf(file, "%s%u", k == 0 ? "" : ",", graph->tuples[state * graph->leaves + k]);
    }
    if (monitor >= 0) {
        fprintf(file, "%s%d", graph->leaves == 0 ? "" : ",", monitor);
    }
    fputs("]\n", file);
}

/* Writes the head of a certificate up to what tells its states. */
static void write_head(const struct world *world, FILE *file, int version, const char *properties) {
    fprintf(file,
            "{\"heddle_evidence\": %d, \"kind\": \"certificate\", \"inputs\": {\"network\": \"x\"}, "
            "\"properties\": [%s], \"components\": [",
            version, properties);
    for (uint32_t k = 0; k < world->graph->leaves; k++) {
        fprintf(file, "%s\"%s\"", k == 0 ? "" : ", ", world->names[k]);
    }
    fputs("], ", file);
}

/* Packs the tuples; some numbers have more bits than they need. */
static void write_packed(struct world *world, FILE *file, struct packed_tuples *tuples) {
    uint32_t most[PACKED_MOST_FIELDS] = {0};
    packed_tuples_sort(tuples);
    for (size_t i = 0; i < tuples->count * tuples->fields; i++) {
        size_t k = i % tuples->fields;
        most[k] = tuples->tuple[i] > most[k] ? tuples->tuple[i] : most[k];
    }
    fputs("\"packed\": [", file);
    for (size_t k = 0; k < tuples->fields; k++) {
        while (most[k] >> tuples->width[k] != 0) {
            tuples->width[k]++;
        }
        tuples->width[k] += draw(world, 4) == 0 ? (unsigned)draw(world, 9) : 0;
        fprintf(file, "%s%u", k == 0 ? "" : ", ", tuples->width[k]);
    }
    fprintf(file, "], \"states\": %llu}\n", (unsigned long long)tuples->count);
    packed_tuples_write(tuples, file);
    fputs(draw(world, 2) == 0 ? "\n" : "", file);
}

/* Writes a packed certificate of the graph's states, without one of them (UINT64_MAX: without none). */
static const char *write_packed_certificate(struct world *world, const char *properties,
                                            const unsigned *product, uint64_t without) {
    const struct oracle_graph *graph = world->graph;
    struct packed_tuples tuples = {.fields = graph->leaves + (product != NULL)};
    const char *path = test_folder_path(&world->folder, "packed.json");
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_FATAL(tuples.fields <= PACKED_MOST_FIELDS);
    tuples.tuple = test_allocate(graph->states * MONITOR_STATES * tuples.fields, sizeof *tuples.tuple);
    write_head(world, file, 2, properties);
    for (uint64_t s = 0; s < graph->states; s++) {
        for (uint32_t k = 0; s != without && k < MONITOR_STATES; k++) {
            if ((product == NULL ? 1 : product[s]) >> k & 1) {
                uint32_t *tuple = tuples.tuple + tuples.count++ * tuples.fields;
                memcpy(tuple, graph->tuples + s * graph->leaves, graph->leaves * sizeof *tuple);
                if (product != NULL) {
                    tuple[graph->leaves] = k;
                }
            }
        }
    }
    write_packed(world, file, &tuples);
    free(tuples.tuple);
    fclose(file);
    return path;
}

/* Writes a certificate of the graph's states in reverse order, each twice, without one of them (UINT64_MAX:
 * without none). product: the states of a monitor for each, or NULL.
 */
static const char *write_certificate(struct world *world, const char *properties, const unsigned *product,
                                     uint64_t without) {
    const struct oracle_graph *graph = world->graph;
    uint64_t tuples = 0;
    for (uint64_t s = 0; s < graph->states; s++) {
        unsigned with = product == NULL ? 1 : product[s];
        tuples += s == without ? 0 : 2 * (uint64_t)__builtin_popcount(with);
    }
    const char *path = test_folder_path(&world->folder, "certificate.json");
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    write_head(world, file, 1, properties);
    fprintf(file, "\"states\": %llu}\n", (unsigned long long)tuples);
    for (uint64_t line = 2 * graph->states; line-- > 0;) {
        uint64_t s = line % graph->states;
        for (int k = 0; s != without && k < MONITOR_STATES; k++) {
            if ((product == NULL ? 1 : product[s]) >> k & 1) {
                write_tuple(file, graph, s, product == NULL ? -1 : k);
            }
        }
    }
    fclose(file);
    return path;
}

/* Verifies a certificate; `times`: how often it has each state. */
static void verify_file(struct world *world, const char *path, unsigned times, int confirmed) {
    struct verification verification;
    struct error error;
    const struct evidence *evidence;
    evidence_reader *reader = evidence_open(path, &world->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reader);
    CU_ASSERT_EQUAL_FATAL(evidence_read(reader, &evidence, &error), 1);
    if (verify_evidence(reader, evidence, &(struct verify_input){.tree = world->tree}, &world->run,
                        &verification, &error) != 0) {
        report(world, "a certificate", error.text);
    } else {
        expect(world, confirmed, "a certificate", &verification);
        CU_ASSERT(!confirmed || times * verification.states == evidence->states);
    }
    verification_free(&verification, &world->run);
    CU_ASSERT_EQUAL(evidence_read(reader, &evidence, &error), 0);
    evidence_close(reader);
}

static void verify_set(struct world *world, const char *properties, const unsigned *product, uint64_t without,
                       int confirmed) {
    verify_file(world, write_certificate(world, properties, product, without), 2, confirmed);
    verify_file(world, write_packed_certificate(world, properties, product, without), 1, confirmed);
}

static void verify_certificates(struct world *world) {
    verify_set(world, "", NULL, UINT64_MAX, 1);
    verify_set(world, "{\"kind\": \"deadlock\", \"name\": \"\"}", NULL, UINT64_MAX,
               world->graph->deadlocks == 0);
    if (world->graph->states > 1) {
        verify_set(world, "", NULL, draw(world, world->graph->states), 0);
    }
}

/* --- monitors --- */

static const char *write_monitor(struct world *world, struct random_monitor *monitor) {
    const struct oracle_graph *graph = world->graph;
    char text[4096];
    snprintf(text, sizeof text, "des (0,%d,%d)\n", MONITOR_MOVES, MONITOR_STATES);
    for (int k = 0; k < MONITOR_MOVES; k++) {
        monitor->moves[k].from = (uint32_t)draw(world, MONITOR_STATES);
        monitor->moves[k].to = (uint32_t)draw(world, MONITOR_STATES);
        monitor->moves[k].label = graph->edge_label[draw(world, graph->edges)];
        text_append(text, sizeof text, "(%u,\"%s\",%u)\n", monitor->moves[k].from, monitor->moves[k].label,
                    monitor->moves[k].to);
    }
    return test_folder_write(&world->folder, "monitor.aut", text);
}

static void verify_monitor(struct world *world, const struct path *path) {
    struct random_monitor monitor;
    struct property property;
    struct error error;
    char properties[1024];
    uint64_t named = MONITOR_ERROR;
    const char *file = write_monitor(world, &monitor);
    snprintf(properties, sizeof properties,
             "{\"kind\": \"monitor\", \"name\": \"\", \"file\": \"%s\", \"error_states\": [%d]}", file,
             MONITOR_ERROR);
    struct property_maker maker = {.tree = world->tree,
                                   .run = &world->run,
                                   .error = &error,
                                   .error_states = &named,
                                   .error_state_count = 1};
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_MONITOR, file, &property), 0);
    int some_deadlock, error_reached = ends_in_error(&monitor, path);
    uint32_t run[LONGEST + 1];
    CU_ASSERT_EQUAL(
        monitor_run(property.monitor, &(struct monitor_path){path->labels, path->steps}, &world->memory, run),
        error_reached);
    verify_json(world, path, &property, is_path(world->graph, path) && error_reached, "a monitor's error");
    verify_aut(world, path, &property, has_labels(world->graph, path, &some_deadlock) && error_reached,
               "labels to a monitor's error");
    property_free(&property, &world->run);

    unsigned *reached = product(world->graph, &monitor), all = 0;
    for (uint64_t s = 0; s < world->graph->states; s++) {
        all |= reached[s];
    }
    verify_set(world, properties, reached, UINT64_MAX, (all >> MONITOR_ERROR & 1) == 0);
    verify_set(world, properties, reached, draw(world, world->graph->states), 0);
    free(reached);
}

/* --- networks --- */

static void verify_network(struct world *world) {
    struct error error;
    memory_init(&world->memory, UINT64_MAX);
    world->run = (struct run){.memory = &world->memory, .threads = 1};
    world->tree = language_read(world->random->path, &world->random->options, &world->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(world->tree);
    struct oracle_graph *graph = oracle_explore(language_exp(world->tree), MOST_STATES);
    world->graph = graph;
    if (graph->outcome == ORACLE_DONE) {
        walker *walker = language_walk(world->tree, &world->run, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(walker);
        world->names = walker_names(walker);
        for (int k = 0; k < WALKS; k++) {
            struct path path;
            walk(world, &path);
            CU_ASSERT(is_path(graph, &path));
            verify_path(world, &path);
            corrupt(world, &path);
            verify_path(world, &path);
            if (graph->edges > 0) {
                verify_monitor(world, &path);
            }
        }
        verify_certificates(world);
        walker_free(walker);
    }
    oracle_free(graph);
    language_free(world->tree);
    CU_ASSERT_EQUAL(memory_used(&world->memory), 0);
}

static void test_random_networks(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    cases = cases < DEFAULT_CASES ? cases : DEFAULT_CASES;
    struct world world = {0};
    struct test_folder folder;
    test_folder_create(&folder);
    test_folder_create(&world.folder);
    for (uint64_t seed = 0; seed < cases; seed++) {
        struct random_network random;
        CU_ASSERT_EQUAL_FATAL(random_network_generate(70000 + seed, folder.path, &random), 0);
        world.random = &random;
        world.random_state = seed;
        verify_network(&world);
    }
    test_folder_remove(&world.folder);
    test_folder_remove(&folder);
    printf("%llu confirmed, %llu refuted ", (unsigned long long)world.confirmed,
           (unsigned long long)world.refuted);
    CU_ASSERT(world.confirmed > 10 * cases && world.refuted > 10 * cases);
}

void suite_verify(void) {
    suite_add("verify", NULL, NULL, "walks and certificates of random networks", test_random_networks, NULL);
}
