/*
 * `heddle scc` as a user sees it: counts, files, limits, what is wrong. $HEDDLE is the binary, $EXAMPLES the
 * folder of models.
 */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/decompose_command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* Two cycles of two states, one after the other; a state without incoming edges; a state with an edge to
 * itself. */
static const char two_cycles[] =
    "des (0, 7, 6)\n(0, a, 1)\n(1, a, 0)\n(1, a, 2)\n(2, b, 3)\n(3, b, 2)\n(3, c, 2)\n(5, d, 5)\n";
static const char two_cycles_components[] = "0 0\n1 0\n2 2\n3 2\n4 4\n5 5\n";

static void test_networks(void) {
    static const struct {
        const char *path;
        uint64_t components, trivial, largest, bottom, states;
    } cases[] = {
        {"producer/network.exp", 1, 0, 8, 1, 8},
        {"ring-6/ring.exp", 1, 0, 2916, 1, 2916},
        {"philosophers-5/philosophers.exp", 2, 1, 241, 1, 242},
        {"counters-3-4/counters.exp", 1, 0, 64, 1, 64},
        {"gas_station-5/gas_station.exp", 19441, 19440, 18873, 800, 38313},
        {"zeroconf-2-2/zeroconf.exp", 1548, 1548, 1, 44, 1548},
        {"itai_rodeh-3/leader.exp", 448, 444, 173, 3, 812},
    };
    char path[PATH_BYTES];
    for (size_t i = 0; i < LENGTH(cases); i++) {
        for (size_t k = 0; k < DECOMPOSE_ALGORITHMS; k++) {
            json_t *object = decompose_json("scc", 0, command_example(cases[i].path, path),
                                            decompose_algorithms[k], "--device=cpu", "--threads=2");
            CU_ASSERT_EQUAL(command_number(object, "states"), cases[i].states);
            decompose_expect(object, cases[i].components, cases[i].trivial, cases[i].largest, cases[i].bottom,
                             cases[i].states);
            json_decref(object);
        }
    }
}

static void test_json_keys(void) {
    char net[PATH_BYTES];
    json_t *object = decompose_json("scc", 0, command_example("ring-4/ring.exp", net), "--algorithm=fbt",
                                    "--device=cpu", "--threads=2");
    static const char *const seconds[] = {"search_seconds", "graph_seconds", "seconds", "total_seconds"};
    for (size_t i = 0; i < LENGTH(seconds); i++) {
        CU_ASSERT(json_is_real(json_object_get(object, seconds[i])));
    }
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "input")), net);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "device")), "cpu");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "algorithm")), "fbt");
    CU_ASSERT_EQUAL(command_number(object, "threads"), 2);
    CU_ASSERT_EQUAL(command_number(object, "states"), 216);
    CU_ASSERT_EQUAL(command_number(object, "transitions"), 576);
    CU_ASSERT_EQUAL(command_number(object, "edges"), 576);
    CU_ASSERT(command_number(object, "memory_bytes") > 0);
    CU_ASSERT(json_is_array(json_object_get(object, "warnings")));
    json_decref(object);
}

static void test_file(void) {
    char graph[PATH_BYTES], out[PATH_BYTES];
    command_put_file("two.aut", two_cycles);
    command_path("two.aut", graph);
    for (size_t k = 0; k < DECOMPOSE_ALGORITHMS; k++) {
        json_t *object = decompose_json("scc", 0, graph, decompose_algorithms[k], "--device=cpu", "-o",
                                        command_path("two.txt", out));
        CU_ASSERT_EQUAL(command_number(object, "states"), 6);
        CU_ASSERT_EQUAL(command_number(object, "edges"), 7);
        CU_ASSERT_PTR_NULL(json_object_get(object, "transitions"));
        decompose_expect(object, 4, 2, 2, 3, 6);
        CU_ASSERT_EQUAL(json_object_size(json_object_get(object, "sizes")), 2);
        decompose_expect_text("two.txt", two_cycles_components);
        CU_ASSERT_EQUAL(unlink(out), 0);
        json_decref(object);
    }
}

/* The written graph numbers its states as the file of components does. */
static void test_written_graph(void) {
    static const char *const nets[] = {"gas_station-3/gas_station.exp", "philosophers-5/philosophers.exp",
                                       "multilevel/system.exp"};
    char net[PATH_BYTES], graph[PATH_BYTES], first[PATH_BYTES], second[PATH_BYTES];
    struct process process;
    for (size_t i = 0; i < LENGTH(nets); i++) {
        command_run(&process, "explore", command_example(nets[i], net), "--quiet", "-o",
                    command_path("graph.aut.gz", graph));
        command_ends(&process, 0, NULL);
        json_t *a = decompose_json("scc", 0, net, "-o", command_path("of_network.txt", first));
        json_t *b = decompose_json("scc", 0, graph, "-o", command_path("of_graph.txt", second), "-aecl");
        decompose_expect_same(a, b);
        decompose_expect_same_file("of_network.txt", "of_graph.txt");
        json_decref(a);
        json_decref(b);
    }
}

static void test_outputs(void) {
    char graph[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    command_put_file("two.aut", two_cycles);
    command_run(&process, "scc", command_path("two.aut", graph), "-o", "-");
    command_expect(&process, 0, "components");
    CU_ASSERT_STRING_EQUAL(process.out, two_cycles_components);
    process_free(&process);
    command_run(&process, "scc", graph, "-o", command_path("two.txt.gz", out), "--quiet");
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    CU_ASSERT(command_has_file("two.txt.gz"));
    process_free(&process);
    command_run(&process, "scc", graph);
    command_expect(&process, 0, NULL);
    command_prints(&process, "components            4\n", "states in components  6\n",
                   "\ndecomposition time ", "states of a component");
    process_free(&process);
}

/* The seconds in a row; 0 where it is not there. */
static double seconds_in_row(const char *rows, const char *name) {
    const char *row = strstr(rows, name);
    return row == NULL ? 0 : strtod(row + strlen(name), NULL);
}

/* Every part of the total time has a row. Each is rounded to a millisecond. */
static void test_times_add_up(void) {
    static const char *const parts[] = {"\nsearch time ", "\ngraph time ", "\ndecomposition time ",
                                        "\nwriting time ", "\nother time "};
    char evidence[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    double sum = 0;
    command_run(&process, "scc", "examples/locks/locks.exp", "-o", command_path("times.txt", out),
                "--evidence", command_path("times.json", evidence));
    command_expect(&process, 0, NULL);
    for (size_t k = 0; k < LENGTH(parts); k++) {
        command_prints(&process, parts[k]);
        sum += seconds_in_row(process.out, parts[k]);
    }
    CU_ASSERT_DOUBLE_EQUAL(sum, seconds_in_row(process.out, "\ntotal time "), 0.001 * LENGTH(parts));
    process_free(&process);
}

/* Many sizes are shown in ranges, all of them in JSON. */
static void test_histogram(void) {
    char path[PATH_BYTES], out[PATH_BYTES], line[64];
    struct process process;
    FILE *file = fopen(command_path("sizes.aut", path), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    unsigned state = 0;
    fprintf(file, "des (0, %u, %u)\n", 20 * 21 / 2, 20 * 21 / 2);
    for (unsigned size = 1; size <= 20; size++) {
        for (unsigned i = 0; i < size; i++) {
            fprintf(file, "(%u, a, %u)\n", state + i, state + (i + 1) % size);
        }
        state += size;
    }
    fclose(file);
    json_t *object = decompose_json("scc", 0, path, "-o", command_path("sizes.txt", out));
    decompose_expect(object, 20, 1, 20, 20, 210);
    CU_ASSERT_EQUAL(json_object_size(json_object_get(object, "sizes")), 20);
    json_decref(object);
    command_run(&process, "scc", path);
    command_expect(&process, 0, NULL);
    snprintf(line, sizeof line, "%29s  %15s\n", "1 to 9", "9");
    command_prints(&process, line);
    snprintf(line, sizeof line, "%29s  %15s\n", "10 to 20", "11");
    command_prints(&process, line);
    process_free(&process);
}

/* An incomplete graph is not decomposed, and nothing is written. */
static void test_limits(void) {
    static const char *const limits[] = {"--max-states=100", "--max-depth=3", "--timeout=0", "--memory=64K"};
    char net[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    for (size_t i = 0; i < LENGTH(limits); i++) {
        command_run(&process, "scc", command_example("ring-8/ring.exp", net), "--device=cpu", limits[i], "-o",
                    command_path("cut.txt", out));
        command_expect(&process, 3, "heddle: ");
        CU_ASSERT_PTR_NULL(strstr(process.out, "states of a component"));
        CU_ASSERT_FALSE(command_has_file("cut.txt"));
        process_free(&process);
    }
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
    json_t *object = decompose_json("scc", 3, net, "--device=cpu", limits[0]);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "outcome")), "limit");
    json_decref(object);
    command_put_file("two.aut", two_cycles);
    command_run(&process, "scc", command_path("two.aut", net), "--timeout=0", "-o", out);
    command_expect(&process, 3, "--timeout");
    CU_ASSERT_FALSE(command_has_file("cut.txt"));
    process_free(&process);
}

/* The search ended and the graph did not fit: the counts are complete. */
static void test_graph_too_large(void) {
    char net[PATH_BYTES], memory[32];
    unsigned seen = 0;
    command_example("ring-7/ring.exp", net);
    for (unsigned kibibytes = 600; kibibytes < 2000 && seen == 0; kibibytes += 100) {
        struct process process;
        snprintf(memory, sizeof memory, "--memory=%uK", kibibytes);
        command_run(&process, "scc", net, "--device=cpu", memory);
        if (strstr(process.err, "not enough memory for the graph") != NULL) {
            seen++;
            command_expect(&process, 3, "raise --memory");
            command_prints(&process, "10 206");
            CU_ASSERT_PTR_NULL(strstr(process.out, "at least"));
        }
        process_free(&process);
    }
    CU_ASSERT_EQUAL(seen, 1);
}

static void refused(const char *in_stderr, const char *path, const char *option, const char *other) {
    struct process process;
    command_run(&process, "scc", path, option, other);
    command_expect(&process, 2, in_stderr);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);
}

static void test_refusals(void) {
    char graph[PATH_BYTES], net[PATH_BYTES], text[PATH_BYTES + 8];
    command_put_file("two.aut", two_cycles);
    command_put_file("wrong.aut", "des (0, 1, 1)\n(0, a, 1)\n");
    command_path("two.aut", graph);
    command_example("producer/network.exp", net);
    refused("--algorithm", graph, "--algorithm=kosaraju", NULL);
    refused("does not end in .txt", graph, "-o", graph);
    refused("does not end in .txt", net, "-o", net);
    snprintf(text, sizeof text, "-o%s/", command_folder());
    refused("cannot be written", graph, text, NULL);
    refused("wrong.aut:2", command_path("wrong.aut", graph), NULL, NULL);
    refused("missing.aut", command_path("missing.aut", graph), NULL, NULL);
    refused("labels", net, "--labels=x.lab", NULL);
    refused("--out-degree-bound", net, "--out-degree-bound=33", NULL);
    CU_ASSERT(command_has_file("two.aut"));
    decompose_expect_text("two.aut", two_cycles);
}

static void test_evidence(void) {
    static const char *const nets[] = {"producer/network.exp", "gas_station-4/gas_station.exp",
                                       "multilevel/system.exp", "zeroconf-2-2/zeroconf.exp"};
    char path[PATH_BYTES], evidence[PATH_BYTES];
    struct process process;
    for (size_t i = 0; i < LENGTH(nets); i++) {
        for (size_t k = 0; k < DECOMPOSE_ALGORITHMS; k++) {
            decompose_expect_confirmed("scc", command_example(nets[i], path), decompose_algorithms[k]);
        }
    }
    command_put_file("two.aut", two_cycles);
    decompose_expect_confirmed("scc", command_path("two.aut", path), "-afbt");
    command_run(&process, "scc", command_example(nets[1], path), "--max-states=10", "--evidence",
                command_path("cut.json", evidence));
    command_expect(&process, 3, "cut.json: not written");
    CU_ASSERT_FALSE(command_has_file("cut.json"));
    process_free(&process);
    command_run(&process, "scc", path, "--evidence", evidence, "-o", evidence);
    command_ends(&process, 2, "does not end in .txt");
}

/* The same counts and the same file on every engine, with any options. */
static void test_gpu(void) {
    static const char *const nets[] = {"producer/network.exp", "gas_station-4/gas_station.exp",
                                       "philosophers-6/philosophers.exp", "zeroconf-2-2/zeroconf.exp",
                                       "ring-9/ring.exp"};
    static const char *const options[] = {
        "--out-degree-bound=7", "--cache-rounds=3", "--no-hybrid", "--single-pivots",
        "--no-compression",     "--synchronous",    NULL};
    for (size_t i = 0; i < LENGTH(nets) && decompose_has_gpu(); i++) {
        decompose_expect_gpu("scc", nets[i], options);
    }
}

void suite_scc_command(void) {
    command_suite("heddle scc", "components of networks", test_networks, "JSON", test_json_keys,
                  "components of a file", test_file, "times add up", test_times_add_up,
                  "a network and its written graph", test_written_graph, "outputs", test_outputs, "histogram",
                  test_histogram, "evidence", test_evidence, "limits", test_limits, "a graph too large",
                  test_graph_too_large, "refusals", test_refusals, "on a GPU", test_gpu, NULL);
}
