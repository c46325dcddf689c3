/* `heddle scc` and `heddle mec` on a GPU: the same counts and the same file as on the CPU, by every algorithm
 * and with any options. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

static const char *const algorithms[] = {"-aauto", "-atarjan", "-afbt", "-abfbt", "-aecl"};

/* The JSON of a decomposition, whose components are in the file. */
static json_t *decompose(const char *command, const char *net, const char *device, const char *option,
                         const char *algorithm, const char *file) {
    char path[PATH_BYTES];
    json_t *object = command_json_of(0, NULL, command, "--json", net, device, "--memory=4G", "-o",
                                     command_path(file, path), algorithm, option);
    CU_ASSERT_PTR_NOT_NULL_FATAL(object);
    return object;
}

static void expect_same(const json_t *a, const json_t *b) {
    static const char *const keys[] = {"complete", "states",  "edges",  "components",           "trivial",
                                       "largest",  "choices", "bottom", "states_in_components", "sizes"};
    for (size_t i = 0; i < LENGTH(keys); i++) {
        json_t *first = json_object_get(a, keys[i]), *second = json_object_get(b, keys[i]);
        CU_ASSERT((first == NULL) == (second == NULL));
        CU_ASSERT(first == NULL || json_equal(first, second));
    }
}

static void expect_same_file(const char *name, const char *other) {
    char path[PATH_BYTES];
    char *first = test_present(process_read_file(command_path(name, path), NULL));
    char *second = test_present(process_read_file(command_path(other, path), NULL));
    CU_ASSERT(strlen(first) > 0);
    CU_ASSERT_STRING_EQUAL(first, second);
    free(first);
    free(second);
}

static void expect_gpu(const char *command, const char *model, const char *const *options) {
    char net[PATH_BYTES];
    command_example(model, net);
    json_t *host = decompose(command, net, "--device=cpu", NULL, "-aauto", "host.txt");
    for (const char *const *option = options; *option != NULL; option++) {
        for (size_t k = 0; k < LENGTH(algorithms); k++) {
            json_t *device = decompose(command, net, "--device=cuda", *option, algorithms[k], "device.txt");
            expect_same(host, device);
            expect_same_file("host.txt", "device.txt");
            json_decref(device);
        }
    }
    json_decref(host);
}

static int has_gpu(void) {
    const struct backend *cuda = backend_find("cuda");
    return cuda != NULL && backend_is_testable(cuda);
}

static void test_scc(void) {
    static const char *const nets[] = {"producer/network.exp", "gas_station-4/gas_station.exp",
                                       "philosophers-6/philosophers.exp", "zeroconf-2-2/zeroconf.exp",
                                       "ring-9/ring.exp"};
    static const char *const options[] = {
        "--out-degree-bound=7", "--cache-rounds=3", "--no-hybrid", "--single-pivots",
        "--no-compression",     "--synchronous",    NULL};
    for (size_t i = 0; i < LENGTH(nets) && has_gpu(); i++) {
        expect_gpu("scc", nets[i], options);
    }
}

static void test_mec(void) {
    static const char *const nets[] = {"lehmann_rabin-3/philosophers.exp", "lehmann_rabin-4/philosophers.exp",
                                       "shared_coin-2-1/coin.exp",         "itai_rodeh-3/leader.exp",
                                       "test_and_set-2/test_and_set.exp",  "test_and_set-4/test_and_set.exp",
                                       "zeroconf-2-2/zeroconf.exp",        "producer/network.exp"};
    static const char *const options[] = {"--pivots-from-j", "--out-degree-bound=7", "--single-pivots", NULL};
    for (size_t i = 0; i < LENGTH(nets) && has_gpu(); i++) {
        expect_gpu("mec", nets[i], options);
    }
}

void suite_decompose_gpu(void) {
    command_suite("scc and mec on a GPU", "scc", test_scc, "mec", test_mec, NULL);
}
