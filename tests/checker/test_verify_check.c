/* Random properties of random networks are checked, and the verifier confirms the results: every trace, as
 * JSON and as labels, and the certificates of all properties that hold.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "frontend/walk/walker.h"
#include "checker/verify/trace_follow.h"
#include "checker/verify/verify.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/drawn_model.h"
#include "tests/support/folder.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_network.h"
#include "tests/random/random_property.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 50u
#else
#define DEFAULT_CASES 250u
#endif
#define MOST_STATES 1500u
#define PROPERTIES 5u /* the most for each network */

/* A network with its properties. */
struct subject {
    struct test_folder folder, results;
    const struct random_network *drawn; /* the network or model */
    struct memory memory;
    struct run run;
    language_tree *tree;
    struct network *network;
    struct random_property random_properties[PROPERTIES];
    struct property properties[PROPERTIES];
    struct evidence_subject about;
    uint64_t random, traces, certificates;
};

static void require(const struct subject *subject, int holds, const char *what, const char *why) {
    if (!holds) {
        printf("\n    seed %llu: %s: %s\n", (unsigned long long)subject->drawn->seed, what, why);
    }
    CU_ASSERT(holds);
}

/* Verifies all pieces of a file. */
static void confirm_file(struct subject *subject, const char *path, const char *what) {
    struct error error = {.code = ERROR_NONE};
    struct verification verification;
    const struct evidence *evidence;
    evidence_reader *reader = evidence_open(path, &subject->run, &error);
    int status = reader == NULL ? -1 : evidence_read(reader, &evidence, &error);
    while (status == 1) {
        int failed = verify_evidence(reader, evidence, &(struct verify_input){.tree = subject->tree},
                                     &subject->run, &verification, &error);
        require(subject, failed == 0 && verification.confirmed, what,
                failed ? error.text : verification.reason);
        subject->certificates += evidence->kind == EVIDENCE_CERTIFICATE;
        verification_free(&verification, &subject->run);
        status = failed || !verification.confirmed ? 0 : evidence_read(reader, &evidence, &error);
    }
    require(subject, status == 0, what, error.text);
    evidence_close(reader);
}

static void confirm_labels(struct subject *subject, const char *path, const struct property *property) {
    struct error error;
    struct verification verification;
    struct trace_labels labels;
    CU_ASSERT_EQUAL_FATAL(
        trace_read_labels(path, language_labels(subject->tree), &subject->run, &labels, &error), 0);
    CU_ASSERT_FALSE(labels.returns);
    int failed = verify_labels(&labels, property, subject->tree, &subject->run, &verification, &error);
    require(subject, failed == 0 && verification.confirmed, property->name,
            failed ? error.text : verification.reason);
    verification_free(&verification, &subject->run);
    trace_labels_free(&labels, &subject->run);
}

static void confirm_trace(struct subject *subject, const struct check_result *result,
                          const struct property *property) {
    static const enum file_format formats[] = {FILE_JSON, FILE_AUT};
    for (int k = 0; k < 2; k++) {
        struct error error;
        const char *path = test_folder_path(&subject->results, k == 0 ? "trace.json" : "trace.aut");
        CU_ASSERT_EQUAL_FATAL(evidence_write(path, formats[k],
                                             &(struct evidence_claim){.subject = &subject->about,
                                                                      .property = property,
                                                                      .trace = &result->trace},
                                             &subject->run, &error),
                              0);
        if (k == 0) {
            confirm_file(subject, path, property->name);
        } else {
            confirm_labels(subject, path, property);
        }
    }
    subject->traces++;
}

static void check_and_confirm(struct subject *subject) {
    char certificate[512];
    snprintf(certificate, sizeof certificate, "%s", test_folder_path(&subject->results, "certificate.json"));
    struct check_options options = {.backend = backends[0],
                                    .explore = {.max_depth = UINT64_MAX},
                                    .certificate = certificate,
                                    .subject = &subject->about};
    struct error error;
    remove(certificate);
    struct check *check =
        check_run(subject->network, subject->properties, PROPERTIES, &options, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    for (uint32_t k = 0; k < PROPERTIES; k++) {
        const struct check_result *result = &check->results[k];
        if (result->verdict == VERDICT_VIOLATED) {
            CU_ASSERT_FATAL(result->has_trace);
            confirm_trace(subject, result, &subject->properties[k]);
        }
    }
    if (check->certified) {
        confirm_file(subject, certificate, "a certificate");
    }
    check_free(check, &subject->run);
}

/* Whether the network has a suitable size. */
static int open_network(struct subject *subject) {
    struct error error;
    memory_init(&subject->memory, UINT64_MAX);
    subject->run = (struct run){.memory = &subject->memory, .threads = 1};
    subject->tree = language_read(subject->drawn->path, &subject->drawn->options, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->tree);
    subject->network = language_compile(subject->tree, &subject->run, &error);
    struct oracle_graph *graph = oracle_explore_model(subject->tree, MOST_STATES);
    int usable = subject->network != NULL && graph->outcome == ORACLE_DONE;
    for (uint32_t k = 0; k < PROPERTIES && usable; k++) {
        char name[16];
        snprintf(name, sizeof name, "m%u.aut", k);
        random_property_draw(&subject->random, graph, subject->network, &subject->drawn->options,
                             test_folder_path(&subject->folder, name), &subject->random_properties[k]);
        CU_ASSERT_EQUAL_FATAL(random_property_make(&subject->random_properties[k], subject->tree,
                                                   &subject->run, &subject->properties[k], &error),
                              0);
    }
    oracle_free(graph);
    return usable;
}

static void check_network(struct subject *subject) {
    if (open_network(subject)) {
        struct error error;
        walker *walker = language_walk(subject->tree, &subject->run, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(walker);
        subject->about = (struct evidence_subject){.network = subject->drawn->path,
                                                   .options = &subject->drawn->options,
                                                   .components = walker_names(walker),
                                                   .component_count = walker_components(walker),
                                                   .walker = walker};
        check_and_confirm(subject);
        walker_free(walker);
        for (uint32_t k = 0; k < PROPERTIES; k++) {
            property_free(&subject->properties[k], &subject->run);
            random_property_free(&subject->random_properties[k]);
        }
    }
    network_free(&subject->memory, subject->network);
    language_free(subject->tree);
    CU_ASSERT_EQUAL(memory_used(&subject->memory), 0);
}

static void test_random(int of_models) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    cases = cases < DEFAULT_CASES ? cases : DEFAULT_CASES;
    struct subject *subject = calloc(1, sizeof *subject);
    test_folder_create(&subject->folder);
    test_folder_create(&subject->results);
    for (uint64_t k = 0; k < cases; k++) {
        struct random_network network;
        struct drawn_model model;
        subject->random = k;
        if (of_models) {
            drawn_model_open(&model, k, subject->folder.path);
            subject->drawn = &model.network;
            check_network(subject);
            drawn_model_close(&model);
        } else {
            CU_ASSERT_EQUAL_FATAL(random_network_generate(50000 + k, subject->folder.path, &network), 0);
            subject->drawn = &network;
            check_network(subject);
        }
    }
    test_folder_remove(&subject->folder);
    test_folder_remove(&subject->results);
    printf("%llu traces, %llu certificates ", (unsigned long long)subject->traces,
           (unsigned long long)subject->certificates);
    CU_ASSERT(of_models ? subject->traces > cases / 4 && 8 * subject->certificates > cases
                        : subject->traces > cases && 2 * subject->certificates > cases);
    free(subject);
}

static void test_random_checks(void) {
    test_random(0);
}

static void test_random_models(void) {
    test_random(1);
}

void suite_verify_check(void) {
    suite_add("checks are confirmed", NULL, NULL, "random properties of random networks", test_random_checks,
              "random properties of models with data", test_random_models, NULL);
}
