/*
 * heddle under mpirun, several processes of one thread on this machine: counts, traces and exit statuses are
 * those of one process, limits end all, what is for one process is refused, and nobody waits for a process
 * that was killed. Suite `ranks` has the random cases, without a launcher.
 */
#include <CUnit/Basic.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define MOST_ARGUMENTS 24

/* Whether there is mpirun, and the program's part for MPI beside it. */
static int can_run(void) {
    static int told;
    char plugin[PATH_BYTES];
    const char *reason = NULL;
    if (!command_available()) {
        reason = "HEDDLE and EXAMPLES are not set";
    } else {
        snprintf(plugin, sizeof plugin, "%s", getenv("HEDDLE"));
        char *slash = strrchr(plugin, '/');
        strcpy(slash == NULL ? plugin : slash + 1, "heddle-mpi.so");
        reason = access(plugin, F_OK) != 0 ? "heddle was built without MPI" : NULL;
    }
    if (reason == NULL && system("command -v mpirun >/dev/null 2>&1") != 0) {
        reason = "there is no mpirun";
    }
    if (reason != NULL && !told) {
        told = 1;
        test_skip("cluster", reason);
    }
    return reason == NULL;
}

/* Containers run tests as root. Messages of mpirun about exit statuses are not wanted. */
static pid_t start(const char *count, const char *const *arguments) {
    static const char *const head[] = {"/usr/bin/env", "mpirun", "--oversubscribe", "--bind-to", "none",
                                       "-q",           "-np"};
    const char *argv[MOST_ARGUMENTS];
    char out[PATH_BYTES], err[PATH_BYTES];
    unsigned used = 0;
    for (; used < sizeof head / sizeof *head; used++) {
        argv[used] = head[used];
    }
    argv[used++] = count;
    argv[used++] = getenv("HEDDLE");
    while (*arguments != NULL) {
        argv[used++] = *arguments++;
    }
    argv[used] = NULL;
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    return process_start(argv, command_path("out", out), command_path("err", err));
}

static void finish(pid_t pid, struct process *process) {
    char out[PATH_BYTES], err[PATH_BYTES];
    process_finish(pid, command_path("out", out), command_path("err", err), process);
}

#define RUN(process, count, ...) finish(start(count, (const char *const[]){__VA_ARGS__, NULL}), process)

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
    RUN(&process, "4", "explore", "--json", path);
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
    command_run(&process, "check", "--deadlock", "--trace", command_path("one.json", first), path);
    command_ends(&process, 1, NULL);
    RUN(&process, "3", "check", "--deadlock", "--trace", command_path("three.json", second), path);
    command_ends(&process, 1, NULL);
    expect_same_files(first, second);
    command_example("ring-8/ring.exp", path);
    command_run(&process, "explore", "--device=cpu", "-o", command_path("one.aut", first), path);
    command_ends(&process, 0, NULL);
    RUN(&process, "3", "explore", "-o", command_path("three.aut", second), path);
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
    RUN(&process, "2", "explore", "--timeout", "0.3", path);
    command_ends(&process, 3, "stopped by --timeout");
    RUN(&process, "2", "explore", "--memory", "2M", path);
    command_ends(&process, 3, "raise --memory");
    RUN(&process, "2", "explore", "-o", command_path("out.dot", out), path);
    command_ends(&process, 2, "heddle explore: --output in a format but .aut is for one process");
    CU_ASSERT(!command_has_file("out.dot"));
    RUN(&process, "2", "explore", "--profile", command_path("out.tsv", out), path);
    command_ends(&process, 2, "heddle explore: --profile is for one process");
    RUN(&process, "2", "mec", path);
    command_ends(&process, 2, "only explore, check and scc run as several processes");
    RUN(&process, "2", "check", "--almost-surely", "a", path);
    command_ends(&process, 2, "(it needs the graph of all states) is for one process");
    RUN(&process, "2", "check", "--solver", "promotion", "-f", "nu X . mu Y . (<true> X or <\"a\"> Y)", path);
    command_ends(&process, 2, "heddle check: --solver is for one process");
    RUN(&process, "2", "check", "--timeout", "0.3", "-f", "nu X . mu Y . (<true> X or <\"a\"> Y)", path);
    command_ends(&process, 3, "stopped by --timeout");
    RUN(&process, "2", "check", "-f", "nu X . ({counter <= 5} or <true> X)", "--const", "K=2",
        command_example("prism/coin.prism", path));
    command_ends(&process, 2, "(it has predicates on states) is for one process");
    command_example("ring-12/ring.exp", path);
    RUN(&process, "2", "scc", "--output", command_path("out.txt", out), path);
    command_ends(&process, 2, "heddle scc: --output is for one process");
    RUN(&process, "2", "scc", "--algorithm", "ecl", path);
    command_ends(&process, 2, "heddle scc: --algorithm is for one process");
    RUN(&process, "2", "scc", "--max-states", "1000", path);
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
    command_run(&process, "check", "--fair-cycle", "acknowledged !0,timeout", "--starvation",
                "acknowledged !1", "--livelock", "--trace", command_path("one_cycle.json", first), path);
    command_ends(&process, 1, NULL);
    RUN(&process, "3", "check", "--fair-cycle", "acknowledged !0,timeout", "--starvation", "acknowledged !1",
        "--livelock", "--trace", command_path("three_cycle.json", second), path);
    command_ends(&process, 1, NULL);
    expect_same_files(first, second);
    command_run(&process, "verify", second);
    command_ends(&process, 0, NULL);
    RUN(&process, "2", "check", "--fair-cycle", "no such label", path);
    command_ends(&process, 0, NULL);
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
    command_run(&process, "check", "--json", "--device=cpu", "--deadlock", "-f", holds, "-f", violated, path);
    command_expect(&process, 1, NULL);
    json_t *alone = command_json(process.out);
    process_free(&process);
    RUN(&process, "3", "check", "--json", "--deadlock", "-f", holds, "-f", violated, "--trace",
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
    command_run(&process, "scc", "--json", "--device=cpu",
                command_example("gas_station-3/gas_station.exp", path));
    command_expect(&process, 0, NULL);
    json_t *alone = command_json(process.out);
    process_free(&process);
    RUN(&process, "3", "scc", "--json", path);
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

/* A child of mpirun; 0 as long as there is none. */
static pid_t child_of(pid_t pid) {
    char path[128];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    char *text = process_read_file(path, NULL);
    const pid_t child = text == NULL ? 0 : (pid_t)strtol(text, NULL, 10);
    free(text);
    return child;
}

/* A process that is killed within a level ends all, and nothing appears under the name of the output. */
static void test_killed(void) {
    char path[PATH_BYTES], trace[PATH_BYTES];
    struct process process;
    pid_t child = 0;
    if (!can_run()) {
        return;
    }
    command_example("ring-12/ring.exp", path);
    const char *arguments[] = {"check",        "--never", "no such label",
                               "--keep-going", "--trace", command_path("killed.json", trace),
                               path,           NULL};
    pid_t pid = start("3", arguments);
    for (unsigned i = 0; i < 2000 && child == 0; i++) {
        usleep(5000);
        child = child_of(pid);
    }
    CU_ASSERT_FATAL(child > 0);
    CU_ASSERT_EQUAL(process_await_memory(child, 24), 0);
    kill(child, SIGKILL);
    finish(pid, &process);
    CU_ASSERT(process.code != 0);
    CU_ASSERT(!command_has_file("killed.json"));
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);
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
        command_run(&process, "check", "--deadlock", "--never", "no such label", "--certificate", first,
                    path);
        command_ends(&process, 0, NULL);
        RUN(&process, cases[i].count, "check", "--deadlock", "--never", "no such label", "--certificate",
            second, path);
        command_ends(&process, 0, NULL);
        expect_same_file(first, second);
        command_run(&process, "verify", second);
        command_ends(&process, 0, NULL);
    }
    if (can_run()) {
        snprintf(folder, sizeof folder, "%s/", command_path("certificates", second));
        RUN(&process, "2", "check", "--deadlock", "--never", "no such label", "--certificate", folder, path);
        command_ends(&process, 0, NULL);
        command_run(&process, "verify", command_path("certificates/deadlock.json", second));
        command_ends(&process, 0, NULL);
        RUN(&process, "2", "check", "-f", "[true*] <true> true", "--certificate", first, path);
        command_ends(&process, 2, "heddle check: the certificate of a formula is for one process");
        RUN(&process, "2", "check", "--deadlock", "--certificate", "/dev/full", path);
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
        command_run(&process, "explore", path, "--output", command_path("whole.aut", whole));
        command_ends(&process, 0, NULL);
        RUN(&process, "2", "explore", path, words[i], "--output", part, "--checkpoint", saved,
            "--max-depth=5");
        command_ends(&process, 3, "to continue, run the same command with --resume");
        RUN(&process, "3", "explore", path, words[i], "--output", part, "--resume", saved);
        command_ends(&process, 0, "continued from ");
        expect_same_file(whole, part);
        command_run(&process, "explore", path, words[i], "--output", part, "--resume", saved);
        command_ends(&process, 0, "continued from ");
        expect_same_file(whole, part);
    }
    if (can_run()) {
        RUN(&process, "2", "explore", path, "--words=5", "--resume", saved);
        command_ends(&process, 2, "it was written for `explore --output --words 5`");
    }
}

void suite_cluster(void) {
    suite_add("several processes", command_open, command_close, "counts", test_counts, "files", test_files,
              "cycles", test_cycles, "components", test_components, "games", test_games,
              "limits and refusals", test_limits_and_refusals, "certificates", test_certificates,
              "a process is killed", test_killed, "checkpoints", test_checkpoint, NULL);
}
