/*
 * heddle under mpirun, several processes of one thread on this machine: counts, traces and exit statuses are
 * those of one process, limits end all, and what is for one process is refused. Suite `cluster_killed` kills
 * processes; suite `ranks` has the random cases, without a launcher.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/launch.h"
#include "tests/support/testing.h"

static int can_run(void) {
    return launch_possible("cluster");
}

static void expect_same_number(const json_t *a, const json_t *b, const char *key) {
    CU_ASSERT_EQUAL(command_number(a, key), command_number(b, key));
}

static void test_counts(void) {
    char path[PATH_BYTES];
    struct process process;
    if (!can_run()) {
        return;
    }
    json_t *alone =
        command_explore(command_example("gas_station-3/gas_station.exp", path), "--device=cpu", 0);
    LAUNCH(&process, "4", "explore", "--json", path);
    command_expect(&process, 0, NULL);
    json_t *ranks = command_json(process.out);
    expect_same_number(alone, ranks, "states");
    expect_same_number(alone, ranks, "transitions");
    expect_same_number(alone, ranks, "levels");
    expect_same_number(alone, ranks, "deadlocks");
    CU_ASSERT_EQUAL(command_number(ranks, "ranks"), 4);
    CU_ASSERT(command_number(ranks, "bytes_exchanged") > 0);
    process_free(&process);
    json_decref(alone);
    json_decref(ranks);
}

static void expect_same_files(const char *first, const char *second) {
    char *one = process_read_file(first, NULL), *other = process_read_file(second, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(one);
    CU_ASSERT_PTR_NOT_NULL_FATAL(other);
    CU_ASSERT_STRING_EQUAL(one, other);
    free(one);
    free(other);
}

/* A trace and a state space of several processes are, byte for byte, those of one. */
static void test_files(void) {
    char path[PATH_BYTES], first[PATH_BYTES], second[PATH_BYTES];
    struct process process;
    if (!can_run()) {
        return;
    }
    command_example("philosophers-4/philosophers.exp", path);
    command_exits(1, NULL, "check", "--deadlock", "--trace", command_path("one.json", first), path);
    LAUNCH(&process, "3", "check", "--deadlock", "--trace", command_path("three.json", second), path);
    command_ends(&process, 1, NULL);
    expect_same_files(first, second);
    command_example("ring-8/ring.exp", path);
    command_exits(0, NULL, "explore", "--device=cpu", "-o", command_path("one.aut", first), path);
    LAUNCH(&process, "3", "explore", "-o", command_path("three.aut", second), path);
    command_ends(&process, 0, NULL);
    expect_same_files(first, second);
}

static void test_limits_and_refusals(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    if (!can_run()) {
        return;
    }
    command_example("ring-12/ring.exp", path);
    LAUNCH(&process, "2", "explore", "--timeout", "0.3", path);
    command_ends(&process, 3, "stopped by --timeout");
    LAUNCH(&process, "2", "explore", "--memory", "2M", path);
    command_ends(&process, 3, "raise --memory");
    LAUNCH(&process, "2", "explore", "-o", command_path("out.dot", out), path);
    command_ends(&process, 2, "heddle explore: --output in a format but .aut is for one process");
    CU_ASSERT(!command_has_file("out.dot"));
    LAUNCH(&process, "2", "explore", "--profile", command_path("out.tsv", out), path);
    command_ends(&process, 2, "heddle explore: --profile is for one process");
    LAUNCH(&process, "2", "mec", path);
    command_ends(&process, 2, "only explore, check and scc run as several processes");
    LAUNCH(&process, "2", "check", "--almost-surely", "a", path);
    command_ends(&process, 2, "(it needs the graph of all states) is for one process");
    LAUNCH(&process, "2", "check", "--solver", "promotion", "-f", "nu X . mu Y . (<true> X or <\"a\"> Y)",
           path);
    command_ends(&process, 2, "heddle check: --solver is for one process");
    LAUNCH(&process, "2", "check", "--timeout", "0.3", "-f", "nu X . mu Y . (<true> X or <\"a\"> Y)", path);
    command_ends(&process, 3, "stopped by --timeout");
    LAUNCH(&process, "2", "scc", "--output", command_path("out.txt", out), path);
    command_ends(&process, 2, "heddle scc: --output is for one process");
    LAUNCH(&process, "2", "scc", "--algorithm", "ecl", path);
    command_ends(&process, 2, "heddle scc: --algorithm is for one process");
    LAUNCH(&process, "2", "scc", "--max-states", "1000", path);
    command_ends(&process, 3, NULL);
}

/* Lassos are, byte for byte, those of one process, and verify confirms them. */
static void test_cycles(void) {
    char path[PATH_BYTES], first[PATH_BYTES], second[PATH_BYTES];
    struct process process;
    if (!can_run()) {
        return;
    }
    command_example("alternating_bit-3/alternating_bit.exp", path);
    command_exits(1, NULL, "check", "--never-cycle", "acknowledged !0,timeout", "--starvation",
                  "acknowledged !1", "--livelock", "--trace", command_path("one_cycle.json", first), path);
    LAUNCH(&process, "3", "check", "--never-cycle", "acknowledged !0,timeout", "--starvation",
           "acknowledged !1", "--livelock", "--trace", command_path("three_cycle.json", second), path);
    command_ends(&process, 1, NULL);
    expect_same_files(first, second);
    command_exits(0, NULL, "verify", second);
    LAUNCH(&process, "2", "check", "--never-cycle", "no such label", path);
    command_ends(&process, 0, NULL);
}

/* The same of runs, which are fair or have predicates. */
static void test_runs(void) {
    char path[PATH_BYTES], first[PATH_BYTES], second[PATH_BYTES];
    struct process process;
    if (!can_run()) {
        return;
    }
    command_example("alternating_bit-3/alternating_bit.exp", path);
    command_exits(1, NULL, "check", "--fairness", "strong", "--ltl", "G F timeout", "--trace",
                  command_path("one_fair.json", first), path);
    LAUNCH(&process, "3", "check", "--fairness", "strong", "--ltl", "G F timeout", "--trace",
           command_path("three_fair.json", second), path);
    command_ends(&process, 1, NULL);
    expect_same_files(first, second);
    command_exits(0, NULL, "verify", second);
    command_example("prism/coin.prism", path);
    command_exits(1, NULL, "check", "--const", "K=2", "--ltl", "G (any -> {counter<=8})", "--ltl",
                  "F {counter=0}", "--ltl", "G {counter<=8}", "--trace", command_path("one_run.json", first),
                  path);
    LAUNCH(&process, "3", "check", "--const", "K=2", "--ltl", "G (any -> {counter<=8})", "--ltl",
           "F {counter=0}", "--ltl", "G {counter<=8}", "-f", "nu X . ({counter <= 5} or <true> X)", "--trace",
           command_path("three_run.json", second), path);
    command_ends(&process, 1, NULL);
    expect_same_files(first, second);
    expect_same_files(command_path("one_run-2.json", first), command_path("three_run-2.json", second));
}

/* The verdict, the game's counts and the counts of the search are those of one process. */
static void expect_same_game(const json_t *alone, const json_t *ranks) {
    static const char *const keys[] = {"vertices", "edges", "priorities", "alternation_depth"};
    const json_t *one = json_object_get(alone, "game"), *other = json_object_get(ranks, "game");
    CU_ASSERT(json_equal(json_object_get(alone, "verdict"), json_object_get(ranks, "verdict")));
    CU_ASSERT_EQUAL(one == NULL, other == NULL);
    if (one == NULL || other == NULL) {
        return;
    }
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        expect_same_number(one, other, keys[i]);
    }
    expect_same_number(alone, ranks, "product_states");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(other, "solver")), "recursive");
}

/* Formulas that need a game, beside other properties. A trace to what one of them violates is left out. */
static void test_games(void) {
    static const char holds[] =
        "[true* . 'put.*' . (not 'deliver.*')*] <(not 'deliver.*')* . 'deliver.*'> true",
                      violated[] = "nu X . mu Y . (['deliver.*'] X and [not 'deliver.*'] Y and <true> true)";
    char path[PATH_BYTES], trace[PATH_BYTES];
    struct process process;
    if (!can_run()) {
        return;
    }
    command_example("alternating_bit-3/alternating_bit.exp", path);
    json_t *alone = command_json_of(1, NULL, "check", "--json", "--device=cpu", "--deadlock", "-f", holds,
                                    "-f", violated, path);
    LAUNCH(&process, "3", "check", "--json", "--deadlock", "-f", holds, "-f", violated, "--trace",
           command_path("game.json", trace), path);
    command_expect(&process, 1, "several processes make no evidence from a parity game");
    json_t *ranks = command_json(process.out);
    process_free(&process);
    CU_ASSERT(!command_has_file("game.json"));
    const json_t *one = json_object_get(alone, "properties"), *other = json_object_get(ranks, "properties");
    CU_ASSERT_EQUAL(json_array_size(one), 3);
    for (size_t i = 0; i < json_array_size(one); i++) {
        expect_same_game(json_array_get(one, i), json_array_get(other, i));
    }
    expect_same_number(alone, ranks, "states");
    expect_same_number(alone, ranks, "product_states");
    json_decref(alone);
    json_decref(ranks);
}

static void test_components(void) {
    static const char *const keys[] = {"states",  "transitions", "edges",   "components",
                                       "trivial", "bottom",      "largest", "states_in_components"};
    char path[PATH_BYTES];
    struct process process;
    if (!can_run()) {
        return;
    }
    json_t *alone = command_json_of(0, NULL, "scc", "--json", "--device=cpu",
                                    command_example("gas_station-3/gas_station.exp", path));
    LAUNCH(&process, "3", "scc", "--json", path);
    command_expect(&process, 0, NULL);
    json_t *ranks = command_json(process.out);
    process_free(&process);
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        expect_same_number(alone, ranks, keys[i]);
    }
    CU_ASSERT(json_equal(json_object_get(alone, "sizes"), json_object_get(ranks, "sizes")));
    CU_ASSERT_EQUAL(command_number(ranks, "ranks"), 3);
    json_decref(alone);
    json_decref(ranks);
}

static void expect_same_file(const char *one, const char *other) {
    size_t size, other_size;
    char *bytes = process_read_file(one, &size), *others = process_read_file(other, &other_size);
    CU_ASSERT(bytes != NULL && others != NULL && size == other_size && memcmp(bytes, others, size) == 0);
    free(others);
    free(bytes);
}

/* Certificates, of states in lines or packed, are those of one process, and verify confirms them. Those of
 * formulas take one process. A file that rank 0 cannot write ends all processes. */
static void test_certificates(void) {
    static const struct {
        const char *example, *count;
    } cases[] = {{"alternating_bit-3/alternating_bit.exp", "3"}, {"ring-8/ring.exp", "4"}};
    char path[PATH_BYTES], first[PATH_BYTES], second[PATH_BYTES], folder[PATH_BYTES];
    struct process process;
    command_path("one_certificate.json", first);
    command_path("certificate.json", second);
    for (size_t i = 0; i < LENGTH(cases) && can_run(); i++) {
        command_example(cases[i].example, path);
        command_exits(0, NULL, "check", "--deadlock", "--never", "no such label", "--certificate", first,
                      path);
        LAUNCH(&process, cases[i].count, "check", "--deadlock", "--never", "no such label", "--certificate",
               second, path);
        command_ends(&process, 0, NULL);
        expect_same_file(first, second);
        command_exits(0, NULL, "verify", second);
    }
    if (can_run()) {
        snprintf(folder, sizeof folder, "%s/", command_path("certificates", second));
        LAUNCH(&process, "2", "check", "--deadlock", "--never", "no such label", "--certificate", folder,
               path);
        command_ends(&process, 0, NULL);
        command_exits(0, NULL, "verify", command_path("certificates/deadlock.json", second));
        LAUNCH(&process, "2", "check", "-f", "[true*] <true> true", "--certificate", first, path);
        command_ends(&process, 2, "heddle check: the certificate of a formula is for one process");
        LAUNCH(&process, "2", "check", "--deadlock", "--certificate", "/dev/full", path);
        command_ends(&process, 2, "/dev/full");
    }
}

/* Stopped, and continued by more processes and by one: the files are those of one process. Vectors are folded
 * or not. */
static void test_checkpoint(void) {
    static const char *const words[] = {"--words=1", "--words=5"};
    char path[PATH_BYTES], saved[PATH_BYTES], whole[PATH_BYTES], part[PATH_BYTES];
    struct process process;
    command_example("gas_station-3/gas_station.exp", path);
    command_path("part.aut", part);
    for (size_t i = 0; i < LENGTH(words) && can_run(); i++) {
        command_path(i == 0 ? "saved" : "saved folded", saved);
        command_exits(0, NULL, "explore", path, "--output", command_path("whole.aut", whole));
        LAUNCH(&process, "2", "explore", path, words[i], "--output", part, "--checkpoint", saved,
               "--max-depth=5");
        command_ends(&process, 3, "to continue, run the same command with --resume");
        LAUNCH(&process, "3", "explore", path, words[i], "--output", part, "--resume", saved);
        command_ends(&process, 0, "continued from ");
        expect_same_file(whole, part);
        command_exits(0, "continued from ", "explore", path, words[i], "--output", part, "--resume", saved);
        expect_same_file(whole, part);
    }
    if (can_run()) {
        LAUNCH(&process, "2", "explore", path, "--words=5", "--resume", saved);
        command_ends(&process, 2, "it was written for `explore --output --words 5`");
    }
}

/*
 * What launchers say by variables, without any: where several processes are promised and MPI sees one, as
 * with the mpirun of another MPI, nobody works. Where nobody says how many there are, MPI does.
 */
static void test_launchers(void) {
    static const struct {
        const char *variable;
        const char *value;
        int code;
    } cases[] = {{"OMPI_COMM_WORLD_SIZE", "2", 2}, {"PMI_SIZE", "2", 2},        {"MPI_LOCALNRANKS", "2", 2},
                 {"OMPI_COMM_WORLD_SIZE", "1", 0}, {"MPI_LOCALNRANKS", "1", 0}, {"PMIX_RANK", "0", 0}};
    char path[PATH_BYTES];
    struct process process;
    command_example("philosophers-4/philosophers.exp", path);
    for (size_t i = 0; i < LENGTH(cases) && can_run(); i++) {
        setenv(cases[i].variable, cases[i].value, 1);
        command_run(&process, "explore", path);
        unsetenv(cases[i].variable);
        command_ends(&process, cases[i].code, cases[i].code == 2 ? "each finds itself alone" : NULL);
    }
}

void suite_cluster(void) {
    suite_add("several processes", command_open, command_close, "counts", test_counts, "files", test_files,
              "cycles", test_cycles, "runs", test_runs, "components", test_components, "games", test_games,
              "limits and refusals", test_limits_and_refusals, "certificates", test_certificates,
              "checkpoints", test_checkpoint, "launchers", test_launchers, NULL);
}
