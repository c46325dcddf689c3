/*
 * `heddle solve` on large games: options that take effect, limits; and with engines that are not there.
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

/* A game on which each option changes the number of lifts shows that the options take effect. */
static void test_spm_lifts(void) {
    static const char *const options[] = {"--spm-queue=random", "--spm-seed=5",    "--spm-queue=stack",
                                          "--spm-order=input",  "--spm-order=dfs", "--spm-order=degree",
                                          "--spm-sides=one",    "--spm-first=odd", "--spm-shortcuts=1",
                                          "--spm-shortcuts=2"};
    char path[PATH_BYTES];
    struct random_game game;
    uint64_t lifts[LENGTH(options)];
    uint64_t seed = 210;
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

static void refuses(int code, const char *in_stderr, const char *first, const char *second,
                    const char *third) {
    struct process process;
    command_run(&process, "solve", first, second, third);
    command_expect(&process, code, in_stderr);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);
}

/* Each engine names the other, where it is not there; both say alike why the attractor solver refuses a game,
 * of which a GPU takes fewer. */
static void test_devices(void) {
    char path[PATH_BYTES], falling[PATH_BYTES];
    const char *reason, *alternates = "this one has a strongly connected component with cycles won by either";
    command_put_file("hard.pg", "0 1 0 1,0;1 2 1 0,1;");
    command_put_file("falling.pg", "0 4 0 1;1 4 1 0,2;2 1 0 3;3 1 1 2;");
    command_path("hard.pg", path);
    command_path("falling.pg", falling);
    refuses(2, alternates, "--solver=attractor", "--device=cpu", path);
    command_exits(0, NULL, "solve", "-q", "--solver=attractor", "--device=cpu", "--verify", falling);
    if (backend_find("cuda") == NULL || !backend_find("cuda")->available(&reason)) {
        refuses(2, "--device cuda", "--device=cuda", "-q", path);
        refuses(2, "--solver regions runs on a GPU", "--solver=regions", "-q", path);
    } else {
        refuses(2, "--solver promotion runs on the CPU: leave --device cuda out", "--solver=promotion",
                "--device=cuda", path);
        refuses(2, alternates, "--solver=attractor", "--device=cuda", path);
        refuses(2, "on a GPU, the attractor solver needs priorities that never fall along an edge",
                "--solver=attractor", "--device=cuda", falling);
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
    command_exits(0, NULL, "solve", "-q", "--verify", path);
}

void suite_solve_command(void) {
    command_suite("heddle solve", "options of small progress measures", test_spm_lifts, "devices",
                  test_devices, "limits", test_limits, NULL);
}
