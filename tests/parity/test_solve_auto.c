/* Both sides at once: with artificial engines that answer, fail, or only end when they are stopped: which
 * side answers, which is stopped, and which error is reported; with real engines: whether the solution is
 * right. */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/device/device_start.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "parity/solve_auto.h"
#include "tests/oracle/oracle_game.h"
#include "tests/random/random_game.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define CASES 60u
#else
#define CASES 300u
#endif
#define VERTICES 3u
#define SOLUTION_BYTES (5 * VERTICES)
#define NEVER 1e6 /* seconds */

enum behaviour {
    ANSWERS,
    ANSWERS_MET,     /* when the other side has begun */
    ANSWERS_STARTED, /* when the device is being made ready */
    ANSWERS_LAST,    /* when the other side has ended */
    ANSWERS_STOPPED, /* when it must stop */
    WAITS,           /* when it must stop; it fails with ERROR_INTERRUPTED */
    RAISES,          /* the caller's stop flag, then as WAITS */
    NEEDS_ROOM,      /* it has no memory while the other side works */
    FAILS,
    FAILS_LAST
};

/* An artificial engine; engines take no context. */
struct actor {
    enum behaviour behaviour;
    enum error_code code;
    int absent; /* it is not available */
    int calls, ended, stopped, progress;
    int attempts;
    int exchanges; /* measures with the other side, at the last attempt */
};

static struct actor actors[2]; /* host, device */
static int raised;             /* the caller's stop flag */
static struct device_start start;
static int may_be_ready, start_fails;
static struct memory memory;
static struct run run;

static int get(const int *flag) {
    return __atomic_load_n(flag, __ATOMIC_ACQUIRE);
}

static void set(int *flag) {
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
}

static int end_with(struct actor *actor, int side, enum error_code code, struct error *error) {
    set(&actor->ended);
    return error_set(error, code, side == 0 ? "the host failed" : "the device failed");
}

static int act(int side, const struct game *game, const struct run *own, struct solution *solution,
               struct solve_report *report, struct error *error) {
    struct actor *actor = &actors[side];
    const struct actor *other = &actors[!side];
    set(&actor->calls);
    actor->attempts++;
    actor->progress = own->progress != NULL;
    *report = (struct solve_report){.engine = side == 0 ? "host" : "device"};
    while ((actor->behaviour == ANSWERS_MET || actor->behaviour == NEEDS_ROOM ||
            (actor->behaviour == RAISES && (other->behaviour == WAITS || other->behaviour == FAILS))) &&
           !get(&other->calls)) {
        usleep(500);
    }
    if (actor->behaviour == RAISES) {
        set(&raised);
    }
    while (actor->behaviour == WAITS || actor->behaviour == RAISES || actor->behaviour == ANSWERS_STOPPED) {
        if (run_should_stop(own)) {
            set(&actor->stopped);
            break;
        }
        usleep(500);
    }
    while (actor->behaviour == ANSWERS_STARTED && device_start_state(&start) == DEVICE_IDLE) {
        usleep(500);
    }
    while ((actor->behaviour == ANSWERS_LAST || actor->behaviour == FAILS_LAST) && !get(&other->ended)) {
        usleep(500);
    }
    if (actor->behaviour == NEEDS_ROOM && !get(&other->ended)) {
        return end_with(actor, side, ERROR_MEMORY, error);
    }
    switch (actor->behaviour) {
    case WAITS:
    case RAISES:
        return end_with(actor, side, ERROR_INTERRUPTED, error);
    case FAILS:
    case FAILS_LAST:
        return end_with(actor, side, actor->code, error);
    default:
        break;
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        solution->winner[v] = (uint8_t)side;
        solution->strategy[v] = (uint32_t)(10 + side);
    }
    set(&actor->ended);
    return 0;
}

static int act_host(const struct solve_task *task) {
    actors[0].exchanges = task->options->spm.exchange != NULL;
    return act(0, task->game, task->run, task->solution, task->report, task->error);
}

static int act_device(const struct solve_task *task) {
    actors[1].exchanges = task->options->spm.exchange != NULL;
    return act(1, task->game, task->run, task->solution, task->report, task->error);
}

static int host_available(const char **reason) {
    *reason = NULL;
    return 1;
}

static int device_available(const char **reason) {
    *reason = "there is no such device";
    return !actors[1].absent;
}

static const struct solve_engine host = {"host", 0, host_available, act_host, NULL, NULL};
static const struct solve_engine device = {"device", 1, device_available, act_device, NULL, NULL};

/* A device that takes until `may_be_ready` is set to start. */
static int warm_up(unsigned number, struct error *error) {
    while (!get(&may_be_ready)) {
        usleep(500);
    }
    return start_fails ? error_set(error, ERROR_DEVICE, "device %u does not start", number) : 0;
}

static const struct solve_engine late_device = {"device", 1, device_available, act_device, &start, warm_up};
static const struct solve_engine *device_engine = &device;

static void show_nothing(void *context, const struct progress *progress) {
    (void)context;
    (void)progress;
}

/* The outcome of a race for a small game. */
struct outcome {
    int result;
    uint8_t winner[VERTICES];
    uint32_t strategy[VERTICES];
    struct solve_report report;
    struct error error;
};

static struct outcome race(enum behaviour of_host, enum error_code host_code, enum behaviour of_device,
                           enum error_code device_code, double delay, enum solver solver) {
    static const uint64_t offsets[] = {0, 1, 2, 3};
    static const uint32_t targets[] = {0, 1, 2}, priority[] = {0, 0, 0};
    static const uint8_t owner[] = {0, 0, 0};
    static const struct game game = {VERTICES, 3, offsets, targets, owner, priority, 0};
    struct outcome outcome;
    struct solution solution;
    struct solve_options options = {.solver = solver};
    memset(&outcome, 0x55, sizeof outcome);
    outcome.error.code = ERROR_NONE;
    CU_ASSERT_EQUAL_FATAL(solution_create(&solution, VERTICES, &memory, &outcome.error), 0);
    int absent = actors[1].absent;
    memset(actors, 0, sizeof actors);
    raised = 0;
    actors[0] = (struct actor){.behaviour = of_host, .code = host_code};
    actors[1] = (struct actor){.behaviour = of_device, .code = device_code, .absent = absent};
    outcome.result = solve_auto_with(
        &host, device_engine, delay,
        &(struct solve_task){&game, &options, &run, &solution, &outcome.report, &outcome.error});
    CU_ASSERT_EQUAL(memory_used(&memory), SOLUTION_BYTES);
    memcpy(outcome.winner, solution.winner, sizeof outcome.winner);
    memcpy(outcome.strategy, solution.strategy, sizeof outcome.strategy);
    solution_free(&solution, VERTICES, &memory);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    return outcome;
}

static void set_run(void) {
    memory_init(&memory, UINT64_MAX);
    run = (struct run){.memory = &memory, .threads = 1, .stop = &raised, .progress = show_nothing};
    actors[1].absent = 0;
}

static void answered(const struct outcome *outcome, int side) {
    CU_ASSERT_EQUAL(outcome->result, 0);
    for (uint64_t v = 0; v < VERTICES; v++) {
        CU_ASSERT_EQUAL(outcome->winner[v], side);
        CU_ASSERT_EQUAL(outcome->strategy[v], (uint32_t)(10 + side));
    }
    CU_ASSERT_STRING_EQUAL(outcome->report.engine, side == 0 ? "host" : "device");
}

static void failed(const struct outcome *outcome, enum error_code code, const char *text) {
    CU_ASSERT_EQUAL(outcome->result, -1);
    CU_ASSERT_EQUAL(outcome->error.code, code);
    CU_ASSERT_STRING_EQUAL(outcome->error.text, text);
}

static void test_first_answers(void) {
    set_run();
    struct outcome outcome = race(ANSWERS_MET, 0, WAITS, 0, 0, SOLVER_AUTO);
    answered(&outcome, 0);
    CU_ASSERT_TRUE(actors[1].stopped);
    CU_ASSERT_TRUE(actors[0].progress);
    outcome = race(WAITS, 0, ANSWERS_MET, 0, 0, SOLVER_AUTO);
    answered(&outcome, 1);
    CU_ASSERT_TRUE(actors[0].stopped);
    CU_ASSERT_TRUE(!actors[1].progress);
    /* An engine that answers although it is stopped. */
    outcome = race(ANSWERS_STOPPED, 0, ANSWERS_MET, 0, 0, SOLVER_AUTO);
    answered(&outcome, 0);
    outcome = race(ANSWERS_MET, 0, ANSWERS_STOPPED, 0, 0, SOLVER_AUTO);
    answered(&outcome, 0);
}

static void test_failures(void) {
    set_run();
    struct outcome outcome = race(ANSWERS_LAST, 0, FAILS, ERROR_MEMORY, 0, SOLVER_AUTO);
    answered(&outcome, 0);
    outcome = race(FAILS, ERROR_MEMORY, ANSWERS_LAST, 0, 0, SOLVER_AUTO);
    answered(&outcome, 1);
    outcome = race(FAILS, ERROR_MEMORY, FAILS_LAST, ERROR_DEVICE, 0, SOLVER_AUTO);
    failed(&outcome, ERROR_MEMORY, "the host failed");
    outcome = race(FAILS_LAST, ERROR_MEMORY, FAILS, ERROR_DEVICE, 0, SOLVER_AUTO);
    failed(&outcome, ERROR_MEMORY, "the host failed");
    /* If the solver refuses the game, no other side solves it. */
    outcome = race(FAILS, ERROR_USAGE, WAITS, 0, 0, SOLVER_ATTRACTOR);
    failed(&outcome, ERROR_USAGE, "the host failed");
    actors[1].absent = 1;
    outcome = race(ANSWERS, 0, ANSWERS, 0, 0, SOLVER_AUTO);
    answered(&outcome, 0);
    CU_ASSERT_FALSE(actors[1].calls);
    outcome = race(FAILS, ERROR_MEMORY, ANSWERS, 0, 0, SOLVER_AUTO);
    failed(&outcome, ERROR_MEMORY, "the host failed");
    actors[1].absent = 0;
    /* There is no memory for another solution. */
    memory_init(&memory, 2 * SOLUTION_BYTES - 1);
    outcome = race(FAILS, ERROR_MEMORY, ANSWERS, 0, 0, SOLVER_AUTO);
    failed(&outcome, ERROR_MEMORY, "the host failed");
    CU_ASSERT_FALSE(actors[1].calls);
    memory_init(&memory, 2 * SOLUTION_BYTES);
    outcome = race(FAILS, ERROR_MEMORY, ANSWERS, 0, 0, SOLVER_AUTO);
    answered(&outcome, 1);
}

static void test_delay(void) {
    set_run();
    struct outcome outcome = race(ANSWERS, 0, ANSWERS, 0, NEVER, SOLVER_AUTO);
    answered(&outcome, 0);
    CU_ASSERT_FALSE(actors[1].calls);
    CU_ASSERT_EQUAL(memory_peak(&memory), SOLUTION_BYTES);
    /* If the host fails, the device begins at once. */
    outcome = race(FAILS, ERROR_MEMORY, ANSWERS, 0, NEVER, SOLVER_AUTO);
    answered(&outcome, 1);
    /* If the host does not end, the device begins after its delay. */
    outcome = race(WAITS, 0, ANSWERS_MET, 0, 0.02, SOLVER_AUTO);
    answered(&outcome, 1);
    CU_ASSERT_TRUE(actors[0].stopped);
}

static void test_interruption(void) {
    set_run();
    struct outcome outcome = race(RAISES, 0, WAITS, 0, 0, SOLVER_AUTO);
    failed(&outcome, ERROR_INTERRUPTED, "the host failed");
    outcome = race(RAISES, 0, ANSWERS, 0, NEVER, SOLVER_AUTO);
    failed(&outcome, ERROR_INTERRUPTED, "the host failed");
    CU_ASSERT_FALSE(actors[1].calls);
    outcome = race(WAITS, 0, RAISES, 0, 0, SOLVER_AUTO);
    failed(&outcome, ERROR_INTERRUPTED, "the host failed");
    CU_ASSERT_TRUE(actors[0].stopped && actors[1].stopped);
    outcome = race(FAILS, ERROR_MEMORY, RAISES, 0, 0, SOLVER_AUTO);
    failed(&outcome, ERROR_MEMORY, "the host failed");
    CU_ASSERT_TRUE(actors[1].stopped);
    run.deadline = run_clock() + 0.02; /* also if the deadline passes before they begin */
    outcome = race(WAITS, 0, WAITS, 0, 0, SOLVER_AUTO);
    CU_ASSERT_EQUAL(outcome.result, -1);
    CU_ASSERT_EQUAL(outcome.error.code, ERROR_INTERRUPTED);
}

static void begin_late(int fails) {
    set_run();
    memset(&start, 0, sizeof start);
    may_be_ready = 0;
    start_fails = fails;
    device_engine = &late_device;
}

/* No thread uses `start` any more. */
static void end_late(enum device_state expected) {
    set(&may_be_ready);
    while (device_start_state(&start) == DEVICE_STARTING) {
        usleep(500);
    }
    CU_ASSERT_EQUAL(device_start_state(&start), expected);
    device_engine = &device;
}

static void test_start(void) {
    begin_late(0);
    /* The host does not wait for a device that is not ready, whether it succeeds or not. */
    struct outcome outcome = race(ANSWERS_STARTED, 0, ANSWERS, 0, 0, SOLVER_AUTO);
    answered(&outcome, 0);
    CU_ASSERT_FALSE(actors[1].calls);
    CU_ASSERT_EQUAL(device_start_state(&start), DEVICE_STARTING);
    outcome = race(RAISES, 0, ANSWERS, 0, 0, SOLVER_AUTO);
    failed(&outcome, ERROR_INTERRUPTED, "the host failed");
    run.deadline = run_clock() + 0.01;
    outcome = race(ANSWERS, 0, ANSWERS, 0, 0, SOLVER_REGIONS);
    CU_ASSERT_EQUAL(outcome.result, -1);
    CU_ASSERT_EQUAL(outcome.error.code, ERROR_INTERRUPTED);
    CU_ASSERT_FALSE(actors[1].calls);
    run.deadline = 0;
    end_late(DEVICE_READY);
    device_engine = &late_device; /* it is ready now */
    outcome = race(WAITS, 0, ANSWERS, 0, 0, SOLVER_AUTO);
    answered(&outcome, 1);
    begin_late(1);
    set(&may_be_ready);
    outcome = race(ANSWERS_STARTED, 0, ANSWERS, 0, 0, SOLVER_AUTO);
    answered(&outcome, 0);
    outcome = race(ANSWERS, 0, ANSWERS, 0, 0, SOLVER_REGIONS);
    failed(&outcome, ERROR_DEVICE, "device 0 does not start");
    end_late(DEVICE_FAILED);
    begin_late(0);
    actors[1].absent = 1;
    outcome = race(FAILS, ERROR_MEMORY, ANSWERS, 0, NEVER, SOLVER_AUTO);
    failed(&outcome, ERROR_MEMORY, "the host failed");
    outcome = race(ANSWERS, 0, ANSWERS, 0, 0, SOLVER_REGIONS);
    failed(&outcome, ERROR_DEVICE, "there is no such device");
    end_late(DEVICE_ABSENT);
}

/* If the host fails because the device has taken the memory, it solves the game again afterwards. */
static void test_memory_of_the_other(void) {
    set_run();
    struct outcome outcome = race(NEEDS_ROOM, 0, FAILS_LAST, ERROR_DEVICE, 0, SOLVER_AUTO);
    answered(&outcome, 0);
    CU_ASSERT_EQUAL(actors[0].attempts, 2);
    outcome = race(NEEDS_ROOM, 0, ANSWERS_LAST, 0, 0, SOLVER_AUTO);
    answered(&outcome, 1);
    CU_ASSERT_EQUAL(actors[0].attempts, 1);
}

/* It exchanges no measures then, because the exchange takes memory. */
static void test_memory_of_an_exchange(void) {
    set_run();
    struct outcome outcome = race(NEEDS_ROOM, 0, FAILS_LAST, ERROR_DEVICE, 0, SOLVER_SPM);
    answered(&outcome, 0);
    CU_ASSERT_EQUAL(actors[0].attempts, 2);
    CU_ASSERT_TRUE(actors[1].exchanges && !actors[0].exchanges);
    outcome = race(NEEDS_ROOM, 0, ANSWERS_LAST, 0, 0, SOLVER_SPM);
    answered(&outcome, 1);
    CU_ASSERT_TRUE(actors[1].exchanges && actors[0].exchanges);
}

static void test_named_solvers(void) {
    set_run();
    struct outcome outcome = race(ANSWERS, 0, ANSWERS, 0, 0, SOLVER_PROMOTION);
    answered(&outcome, 0);
    CU_ASSERT_FALSE(actors[1].calls);
    outcome = race(ANSWERS, 0, ANSWERS, 0, 0, SOLVER_TANGLES);
    answered(&outcome, 0);
    CU_ASSERT_FALSE(actors[1].calls);
    outcome = race(ANSWERS, 0, ANSWERS, 0, NEVER, SOLVER_REGIONS);
    answered(&outcome, 1);
    CU_ASSERT_FALSE(actors[0].calls);
    actors[1].absent = 1;
    outcome = race(ANSWERS, 0, ANSWERS, 0, 0, SOLVER_REGIONS);
    failed(&outcome, ERROR_DEVICE, "there is no such device");
    actors[1].absent = 0;
    outcome = race(ANSWERS, 0, FAILS, ERROR_MEMORY, 0, SOLVER_REGIONS);
    failed(&outcome, ERROR_MEMORY, "the device failed");
    struct solve_options options = {.solver = SOLVER_REGIONS};
    struct game game = {0};
    struct solution solution = {NULL, NULL};
    CU_ASSERT_EQUAL(solve_auto_with(&host, NULL, 0,
                                    &(struct solve_task){&game, &options, &run, &solution, &outcome.report,
                                                         &outcome.error}),
                    -1);
    CU_ASSERT_EQUAL(outcome.error.code, ERROR_DEVICE);
}

/* Both sides are real: the solution is right, whichever side answers. */
static void test_real_engines(void) {
    uint64_t wrong = 0;
    set_run();
    raised = 0;
    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct random_game random_game;
        struct solution solution;
        struct solve_options options = {.solver = SOLVER_AUTO};
        struct solve_report report;
        struct error error;
        random_game_make(seed, 40, &random_game);
        const struct game *game = &random_game.game;
        CU_ASSERT_EQUAL_FATAL(solution_create(&solution, game->vertices, &memory, &error), 0);
        const struct solve_engine *twin = seed % 3 == 0 ? NULL : solve_engines[0];
        wrong +=
            solve_auto_with(solve_engines[0], twin, 0,
                            &(struct solve_task){game, &options, &run, &solution, &report, &error}) != 0 ||
            oracle_solution_is_wrong(game, &solution) != NULL;
        wrong += solve_auto(&(struct solve_task){game, &options, &run, &solution, &report, &error}) != 0 ||
                 oracle_solution_is_wrong(game, &solution) != NULL || report.engine == NULL;
        solution_free(&solution, game->vertices, &memory);
        random_game_free(&random_game);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    while (device_start_is_busy()) { /* the process must not end while a driver starts */
        usleep(500);
    }
}

void suite_solve_auto(void) {
    suite_add("solving on both sides", NULL, NULL, "the first one answers", test_first_answers, "failures",
              test_failures, "a late beginning", test_delay, "interruption", test_interruption,
              "a device that takes long to start", test_start, "memory that the other side had",
              test_memory_of_the_other, "memory of an exchange", test_memory_of_an_exchange,
              "solvers by name", test_named_solvers, "real engines", test_real_engines, NULL);
}
