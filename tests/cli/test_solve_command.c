/*
 * `heddle solve` as a user sees it: its output, files of solutions, options, limits, errors.
 * $HEDDLE is the binary.
 */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "explorer/backend.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/random/random_game.h"
#include "tests/support/testing.h"

/* Even wins from 3 and 5, by 5's loop; Odd wins from 7 and 20. */
static const char small_game[] = "parity 20;\nstart 5;\n3 1 0 7,5 \"choice\";\n5 4 1 5;\n7 3 0 20;\n"
                                 "20 2 1 3,7 \"back\";\n";
static const char small_solution[] = "paritysol 20;\n3 0 5;\n5 0;\n7 1;\n20 1 7;\n";

/* `heddle solve --json` with these arguments, which must exit with `code`; its JSON. */
static json_t *solve_json(int code, const char *first, const char *second, const char *third,
                          const char *path) {
    struct process process;
    command_run(&process, "solve", "--json", first, second, third, path);
    command_expect(&process, code, NULL);
    json_t *object = command_json(process.out);
    process_free(&process);
    return object;
}

static void expect_small(const json_t *object) {
    CU_ASSERT_STRING_EQUAL(command_text(object, "command"), "solve");
    CU_ASSERT_EQUAL(command_number(object, "vertices"), 4);
    CU_ASSERT_EQUAL(command_number(object, "edges"), 6);
    CU_ASSERT_EQUAL(command_number(object, "priorities"), 4);
    CU_ASSERT_EQUAL(command_number(object, "even"), 2);
    CU_ASSERT_EQUAL(command_number(object, "odd"), 2);
    CU_ASSERT_TRUE(json_is_true(json_object_get(object, "complete")));
    CU_ASSERT_TRUE(json_is_real(json_object_get(object, "seconds")));
    CU_ASSERT_TRUE(json_is_real(json_object_get(object, "total_seconds")));
    CU_ASSERT_TRUE(command_number(object, "memory_bytes") > 0);
}

/* Ids have 64 bits, and jansson's numbers 63. */
static void test_large_ids(void) {
    char path[PATH_BYTES];
    command_put_file("large.pg",
                     "parity 18446744073709551614;\n9223372036854775807 0 0 9223372036854775808;\n"
                     "9223372036854775808 1 1 9223372036854775807,18446744073709551614;\n"
                     "18446744073709551614 2 0 9223372036854775807;\n");
    command_path("large.pg", path);
    json_t *object = solve_json(0, "--start=9223372036854775807", path, NULL, NULL);
    CU_ASSERT_EQUAL(command_number(object, "start"), INT64_MAX);
    json_decref(object);
    object = solve_json(0, "--start=9223372036854775808", path, NULL, NULL);
    CU_ASSERT_STRING_EQUAL(command_text(object, "start"), "9223372036854775808");
    json_decref(object);
    object = solve_json(0, "--start=18446744073709551614", path, NULL, NULL);
    CU_ASSERT_STRING_EQUAL(command_text(object, "start"), "18446744073709551614");
    json_decref(object);
}

static void test_small(void) {
    static const char *const solvers[] = {"--solver=auto",     "--solver=promotion", "--solver=tangles",
                                          "--keep-loops",      "--solver=spm",       "--keep-cycles",
                                          "--keep-priorities", "--keep-whole",       "--preprocess-first"};
    char path[PATH_BYTES];
    command_put_file("small.pg", small_game);
    command_path("small.pg", path);
    for (size_t i = 0; i < LENGTH(solvers); i++) {
        json_t *object = solve_json(0, solvers[i], "--verify", "--device=cpu", path);
        expect_small(object);
        CU_ASSERT_EQUAL(command_number(object, "start"), 5);
        CU_ASSERT_STRING_EQUAL(command_text(object, "winner"), "even");
        CU_ASSERT_STRING_EQUAL(command_text(object, "device"), "cpu");
        CU_ASSERT_STRING_NOT_EQUAL(command_text(object, "solver"), "auto");
        CU_ASSERT_TRUE(json_is_true(json_object_get(object, "verified")));
        json_decref(object);
    }
    json_t *object = solve_json(0, "--start=20", "--threads=1", "--device=auto", path);
    expect_small(object);
    CU_ASSERT_EQUAL(command_number(object, "start"), 20);
    CU_ASSERT_STRING_EQUAL(command_text(object, "winner"), "odd");
    CU_ASSERT_PTR_NULL(json_object_get(object, "verified"));
    json_decref(object);
}

static void test_rows(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("small.pg", small_game);
    command_run(&process, "solve", "--verify", command_path("small.pg", path));
    command_expect(&process, 0, NULL);
    command_prints(&process, "vertices ", "won by Even ", "winner there ", "verified ");
    process_free(&process);
    command_run(&process, "solve", "-q", path);
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    CU_ASSERT_STRING_EQUAL(process.err, "");
    process_free(&process);
}

static void expect_file(const char *name, const char *expected) {
    char path[PATH_BYTES];
    char *text = process_read_file(command_path(name, path), NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_STRING_EQUAL(text, expected);
    free(text);
}

static void test_solutions(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    command_put_file("small.pg", small_game);
    command_run(&process, "solve", "-o", command_path("small.sol", out), command_path("small.pg", path));
    command_expect(&process, 0, NULL);
    command_prints(&process, "small.sol");
    process_free(&process);
    expect_file("small.sol", small_solution);
    /* To standard output; the rows go elsewhere then. */
    command_run(&process, "solve", "-o", "-", path);
    command_expect(&process, 0, "vertices");
    CU_ASSERT_STRING_EQUAL(process.out, small_solution);
    process_free(&process);
}

static void test_options(void) {
    char path[PATH_BYTES];
    command_put_file("min.pg", "0 3 0 1;1 2 0 0;2 5 0 2;");
    command_path("min.pg", path);
    json_t *object = solve_json(0, "--device=cpu", "--verify", "--keep-loops", path);
    CU_ASSERT_STRING_EQUAL(command_text(object, "winner"), "odd");
    CU_ASSERT_EQUAL(command_number(object, "odd"), 3);
    json_decref(object);
    object = solve_json(0, "--device=cpu", "--verify", "--min", path);
    CU_ASSERT_STRING_EQUAL(command_text(object, "winner"), "even");
    CU_ASSERT_EQUAL(command_number(object, "even"), 2);
    json_decref(object);
    command_put_file("dead.pg", "0 1 0 1,2;1 4 0;2 4 1;");
    command_path("dead.pg", path);
    object = solve_json(0, "--device=cpu", "--dead-loses", "--start=1", path);
    CU_ASSERT_EQUAL(command_number(object, "even"), 2);
    CU_ASSERT_EQUAL(command_number(object, "edges"), 4);
    CU_ASSERT_STRING_EQUAL(command_text(object, "winner"), "odd");
    json_decref(object);
}

/* All of small progress measures'. */
static const char *const spm_options[] = {
    "--spm-queue=fifo",        "--spm-queue=stack",       "--spm-queue=random",    "--spm-order=best",
    "--spm-order=bfs",         "--spm-order=dfs",         "--spm-order=input",     "--spm-order=reversed",
    "--spm-order=degree",      "--spm-order=priority",    "--spm-sides=best",      "--spm-sides=both",
    "--spm-sides=one",         "--spm-first=even",        "--spm-first=odd",       "--spm-shortcuts=0",
    "--spm-shortcuts=1",       "--spm-shortcuts=2",       "--spm-seed=0",          "--spm-seed=7",
    "--spm-queueing=implicit", "--spm-queueing=explicit", "--spm-interval=1",      "--spm-interval=1000000",
    "--spm-kernels=best",      "--spm-kernels=split",     "--spm-kernels=fused",   "--spm-layout=best",
    "--spm-layout=coalesced",  "--spm-layout=together",   "--spm-exchange=0.001s", "--spm-exchange=2"};

/* Options for a GPU are read, whichever engine solves. */
static void test_spm_options(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("small.pg", small_game);
    command_path("small.pg", path);
    for (size_t i = 0; i < LENGTH(spm_options); i++) {
        json_t *object = solve_json(0, "--solver=spm", spm_options[i], "--device=cpu", path);
        expect_small(object);
        CU_ASSERT_STRING_EQUAL(command_text(object, "solver"), "spm");
        CU_ASSERT_TRUE(json_is_integer(json_object_get(object, "lifts")));
        CU_ASSERT_TRUE(json_is_number(json_object_get(object, "lifts_per_second")));
        json_decref(object);
        command_run(&process, "solve", "--json", "--solver=promotion", spm_options[i], path);
        command_expect(&process, 2, "give --solver spm");
        CU_ASSERT_PTR_NOT_NULL(strstr(process.err, strndupa(spm_options[i], strcspn(spm_options[i], "="))));
        process_free(&process);
    }
    command_run(&process, "solve", "--device=cpu", "--solver=spm", "--keep-loops", path);
    command_expect(&process, 0, NULL);
    command_prints(&process, "lifts/s");
    process_free(&process);
    json_t *object = solve_json(0, "--solver=promotion", "--device=cpu", "-q", path);
    CU_ASSERT_PTR_NULL(json_object_get(object, "lifts_per_second"));
    json_decref(object);
}

/* A game on which each option changes the number of lifts shows that the options take effect. */
static void test_spm_lifts(void) {
    static const char *const options[] = {"--spm-queue=random", "--spm-seed=5",    "--spm-queue=stack",
                                          "--spm-order=input",  "--spm-order=dfs", "--spm-order=degree",
                                          "--spm-sides=one",    "--spm-first=odd", "--spm-shortcuts=1",
                                          "--spm-shortcuts=2"};
    char path[PATH_BYTES];
    struct random_game game;
    uint64_t lifts[LENGTH(options)];
    uint64_t seed = 1;
    while (random_game_make(seed++, 300, &game),
           game.game.vertices < 250 || game.shape != RANDOM_GAME_LOW_DEGREE) {
        random_game_free(&game);
    }
    random_game_tell(&game.game, command_path("lifts.pg", path));
    random_game_free(&game);
    for (size_t i = 0; i < LENGTH(options); i++) {
        struct process process;
        int is_seed = strncmp(options[i], "--spm-seed", 10) == 0;
        command_run(&process, "solve", "--json", "--solver=spm", "--verify", "--keep-cycles", options[i],
                    is_seed ? "--spm-queue=random" : "--keep-whole", "--keep-whole", "--device=cpu", path);
        command_expect(&process, 0, NULL);
        json_t *object = command_json(process.out);
        lifts[i] = (uint64_t)command_number(object, "lifts");
        for (size_t j = 0; j < i; j++) {
            CU_ASSERT_NOT_EQUAL(lifts[i], lifts[j]);
        }
        json_decref(object);
        process_free(&process);
    }
}

/* The same options of `heddle check`: they are read, belong to that solver, and arrive. */
static void test_spm_check(void) {
    static const char *const telling[] = {"--spm-queue=fifo", "--spm-queue=random", "--spm-queue=stack",
                                          "--spm-order=dfs",  "--spm-sides=one",    "--spm-first=odd",
                                          "--spm-shortcuts=1"};
    static const char formula[] = "nu X . mu Y . ['.*a.*'] X and [not '.*a.*'] Y";
    char path[PATH_BYTES];
    struct process process;
    uint64_t lifts[LENGTH(telling)];
    command_example("alternating_bit-2/alternating_bit.exp", path);
    for (size_t i = 0; i < LENGTH(spm_options) + LENGTH(telling); i++) {
        int tells = i >= LENGTH(spm_options);
        const char *option = tells ? telling[i - LENGTH(spm_options)] : spm_options[i];
        command_run(&process, "check", "--json", "--device=cpu", "--solver=spm", option, "-f", formula, path);
        command_expect(&process, 0, NULL);
        json_t *object = command_json(process.out);
        const json_t *game = json_object_get(command_property(object, 0), "game");
        CU_ASSERT_STRING_EQUAL(command_text(game, "solver"), "spm");
        for (size_t k = 0; tells && k <= i - LENGTH(spm_options); k++) {
            lifts[i - LENGTH(spm_options)] = command_number(game, "lifts");
            CU_ASSERT(k == i - LENGTH(spm_options) || lifts[k] != lifts[i - LENGTH(spm_options)]);
        }
        json_decref(object);
        process_free(&process);
        command_run(&process, "check", "--solver=promotion", option, "-f", formula, path);
        command_ends(&process, 2, "give --solver spm");
        command_run(&process, "check", option, "--deadlock", path);
        command_ends(&process, 2, "give --solver spm");
    }
    command_run(&process, "check", "--json", "--solver=promotion", "--device=cpu", "-f", formula, path);
    CU_ASSERT_PTR_NULL(strstr(process.out, "\"lifts\""));
    process_free(&process);
}

/* Standard input. */
static void test_input(void) {
    char path[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES];
    const char *const arguments[] = {getenv("HEDDLE"), "solve", "--json", "-", NULL};
    struct process process;
    command_put_file("small.pg", small_game);
    pid_t pid = process_start_reading(command_path("small.pg", path), arguments, command_path("out", out),
                                      command_path("err", err));
    process_finish(pid, out, err, &process);
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    expect_small(object);
    json_decref(object);
    process_free(&process);
}

static void refuses(int code, const char *in_stderr, const char *first, const char *second,
                    const char *third) {
    struct process process;
    command_run(&process, "solve", first, second, third);
    command_expect(&process, code, in_stderr);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);
}

static void test_refusals(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    command_put_file("small.pg", small_game);
    command_put_file("bad.pg", "0 1 0 1;\n1 x 0 0;\n");
    command_put_file("dead.pg", "0 1 0 1;\n1 2 1;\n");
    command_put_file("hard.pg", "0 1 0 1,0;1 2 1 0,1;");
    refuses(2, "bad.pg:2:3: expected a priority, found 'x'", "-q", "--verify", command_path("bad.pg", path));
    refuses(2, "dead.pg:2:1: vertex 1 has no successors", "-q", "--verify", command_path("dead.pg", path));
    refuses(2, "cannot open", "-q", "--verify", command_path("none.pg", path));
    refuses(2, "alternation", "--solver=attractor", "--device=cpu", command_path("hard.pg", path));
    refuses(2, "--solver regions runs on a GPU: leave --device cpu out", "--solver=regions", "--device=cpu",
            path);
    refuses(2, "is not one of auto|attractor", "--solver=zielonka", "-q", path);
    refuses(2, "--spm-order: 'random' is not one of best|bfs", "--solver=spm", "--spm-order=random", path);
    refuses(2, "--spm-shortcuts: 3 is out of range (0..2)", "--solver=spm", "--spm-shortcuts=3", path);
    refuses(2, "--spm-interval: 0 is out of range (1..1000000)", "--solver=spm", "--spm-interval=0", path);
    refuses(2, "--spm-exchange: 0 is out of range", "--solver=spm", "--spm-exchange=0", path);
    refuses(2, "--spm-exchange: '1x' is not a duration", "--solver=spm", "--spm-exchange=1x", path);
    refuses(2, "--spm-first is for small progress measures", "--solver=auto", "--spm-first=even", path);
    refuses(2, "--start 4: the game has no such vertex", "--start=4", "-q", command_path("small.pg", path));
    refuses(2, "does not end in .sol", "-o", path, path);
    CU_ASSERT_TRUE(command_has_file("small.pg"));
    refuses(2, "cannot be written", "-o", command_path("no/such/folder", out), path);
    refuses(2, "unexpected argument", "-q", path, path);
    const char *reason;
    if (backend_find("cuda") == NULL || !backend_find("cuda")->available(&reason)) {
        refuses(2, "--device cuda", "--device=cuda", "-q", path);
        refuses(2, "--solver regions runs on a GPU", "--solver=regions", "-q", path);
    } else {
        refuses(2, "--solver promotion runs on the CPU: leave --device cuda out", "--solver=promotion",
                "--device=cuda", path);
    }
}

static void test_limits(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    struct random_game random_game;
    uint64_t seed = 1;
    while (random_game_make(seed++, 20000, &random_game),
           random_game.game.vertices < 15000 || random_game.shape != RANDOM_GAME_FEW) {
        random_game_free(&random_game);
    }
    random_game_tell(&random_game.game, command_path("large.pg", path));
    random_game_free(&random_game);
    command_run(&process, "solve", "--json", "--memory=700K", "-o", command_path("large.sol", out), path);
    command_expect(&process, 3, "not enough memory");
    json_t *object = command_json(process.out);
    CU_ASSERT_TRUE(json_is_false(json_object_get(object, "complete")));
    CU_ASSERT_PTR_NULL(json_object_get(object, "winner"));
    CU_ASSERT_FALSE(command_has_file("large.sol"));
    json_decref(object);
    process_free(&process);
    command_run(&process, "solve", "--json", "--timeout=0", path);
    command_expect(&process, 3, "--timeout");
    object = command_json(process.out);
    CU_ASSERT_TRUE(json_is_false(json_object_get(object, "complete")));
    json_decref(object);
    process_free(&process);
    command_run(&process, "solve", "-q", "--verify", path);
    command_ends(&process, 0, NULL);
}

void suite_solve_command(void) {
    command_suite("heddle solve", "a small game", test_small, "ids of 64 bits", test_large_ids, "rows",
                  test_rows, "solutions", test_solutions, "options", test_options,
                  "options of small progress measures", test_spm_options, "that these arrive", test_spm_lifts,
                  "the same options of heddle check", test_spm_check, "standard input", test_input,
                  "refusals", test_refusals, "limits", test_limits, NULL);
}
