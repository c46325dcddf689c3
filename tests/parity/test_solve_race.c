/* Races of artificial sides, in all combinations of their actions and delays: which side answers, which is
 * stopped, which never begins, and which error is reported, as solve_race.h documents. */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/run.h"
#include "parity/solve_race.h"
#include "tests/support/testing.h"

#define NEVER 1e6  /* seconds */
#define SOON 0.002 /* seconds */

/* Sets of possible winners. */
#define NOBODY 1u
#define HOST 2u
#define DEVICE 4u

enum act {
    ANSWERS,
    STUCK,    /* works until it must stop; ERROR_INTERRUPTED */
    STUBBORN, /* works until it must stop, and answers then */
    FAILS,    /* ERROR_MEMORY */
    REFUSES,  /* ERROR_USAGE */
    ACTS
};

struct pretender {
    enum act act;
    const char *name;
    int begun, ended, stopped; /* atomic */
    int tells_progress;
    const int *stop_flag;
    int *raises;                   /* the caller's stop flag, in a race that no side ends; or NULL */
    const struct pretender *after; /* acts when this one has begun; or NULL */
};

static int get(const int *flag) {
    return __atomic_load_n(flag, __ATOMIC_ACQUIRE);
}

static void set(int *flag) {
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
}

static int is_stuck(enum act act) {
    return act == STUCK || act == STUBBORN;
}

static int pretend(void *context, const struct solve_task *task) {
    struct pretender *self = context;
    const struct run *run = task->run;
    set(&self->begun);
    self->tells_progress = run->progress != NULL;
    self->stop_flag = run->stop;
    task->report->engine = self->name;
    while (self->after != NULL && !get(&self->after->begun)) {
        usleep(200);
    }
    while (is_stuck(self->act)) {
        if (self->raises != NULL) {
            set(self->raises);
        }
        if (run_should_stop(run)) {
            set(&self->stopped);
            break;
        }
        usleep(200);
    }
    set(&self->ended);
    switch (self->act) {
    case STUCK:
        return error_set(task->error, ERROR_INTERRUPTED, "%s", self->name);
    case FAILS:
        return error_set(task->error, ERROR_MEMORY, "%s", self->name);
    case REFUSES:
        return error_set(task->error, ERROR_USAGE, "%s", self->name);
    default:
        return 0;
    }
}

static void show_nothing(void *context, const struct progress *progress) {
    (void)context;
    (void)progress;
}

struct outcome {
    int winner; /* 0: the host, 1: the device, -1: none */
    struct pretender side[2];
    struct solve_report report;
    struct error error;
};

static int fails(enum act act) {
    return act == FAILS || act == REFUSES;
}

/* Whether a side begins at some time, unless the other side ends the race before. */
static int may_begin(const enum act act[2], const double delay[2], int side) {
    return delay[side] < NEVER || act[!side] == FAILS || (side == 0 && act[1] == REFUSES);
}

/* Returns the sides that may win before the caller raises its flag; 0: only the flag ends the race. A side
 * that is stuck has begun when the other one acts. */
static unsigned first_winners(const enum act act[2], const double delay[2]) {
    int host = may_begin(act, delay, 0), device = may_begin(act, delay, 1);
    unsigned winners = 0;
    if (host && act[0] == ANSWERS) {
        winners |= HOST;
    }
    if (device && act[1] == ANSWERS) {
        winners |= host && act[0] == STUBBORN ? HOST : DEVICE;
    }
    if (host && act[0] == REFUSES) {
        winners |= device && act[1] == STUBBORN ? DEVICE : NOBODY;
    }
    return winners;
}

static unsigned possible_winners(const enum act act[2], const double delay[2]) {
    unsigned winners = first_winners(act, delay);
    if (winners != 0) {
        return winners;
    }
    return may_begin(act, delay, 0) && act[0] == STUBBORN   ? HOST
           : may_begin(act, delay, 1) && act[1] == STUBBORN ? DEVICE
                                                            : NOBODY;
}

static struct outcome race(const enum act act[2], const double delay[2], const int *stop, double deadline) {
    static const char *const names[2] = {"host", "device"};
    struct outcome outcome = {.winner = -1};
    int raised = 0;
    struct run run = {
        .threads = 1, .stop = stop != NULL ? stop : &raised, .deadline = deadline, .progress = show_nothing};
    struct solve_side sides[2];
    for (int i = 0; i < 2; i++) {
        outcome.side[i] = (struct pretender){
            .act = act[i],
            .name = names[i],
            .raises = first_winners(act, delay) == 0 ? &raised : NULL,
            .after = stop == NULL && is_stuck(act[!i]) && delay[!i] < NEVER ? &outcome.side[!i] : NULL};
        sides[i] = (struct solve_side){pretend, &outcome.side[i], delay[i]};
    }
    const struct solve_task task = {.run = &run, .report = &outcome.report, .error = &outcome.error};
    const struct solve_side *winner = solve_race(&sides[0], &sides[1], &task);
    outcome.winner = winner == NULL ? -1 : winner == &sides[0] ? 0 : 1;
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(outcome.side[i].begun, outcome.side[i].ended); /* solve_race has waited for both */
    }
    return outcome;
}

static void judge(const enum act act[2], const double delay[2], const struct outcome *outcome) {
    unsigned winners = possible_winners(act, delay);
    int winner = outcome->winner;
    int wrong = (winners >> (winner + 1) & 1) == 0;
    if (winner >= 0) {
        wrong |= !outcome->side[winner].begun || fails(act[winner]) || act[winner] == STUCK;
        wrong |= strcmp(outcome->report.engine, outcome->side[winner].name) != 0;
    } else if (outcome->side[0].begun) {
        wrong |= strcmp(outcome->error.text, "host") != 0;
    } else {
        wrong |= outcome->error.code != ERROR_INTERRUPTED;
    }
    for (int i = 0; i < 2; i++) {
        const struct pretender *side = &outcome->side[i];
        wrong |= !may_begin(act, delay, i) && side->begun;
        wrong |= side->begun && is_stuck(act[i]) && !side->stopped;
        wrong |= side->begun && side->tells_progress != (i == 0);
    }
    wrong |= outcome->side[0].begun && outcome->side[1].begun &&
             outcome->side[0].stop_flag == outcome->side[1].stop_flag;
    if (wrong) {
        printf("\n    host %d after %g s, device %d after %g s: %d", act[0], delay[0], act[1], delay[1],
               winner);
        CU_FAIL("a race");
    }
}

static void test_all(void) {
    static const double delays[] = {0, SOON, NEVER};
    const unsigned delay_count = LENGTH(delays);
    for (unsigned i = 0; i < ACTS * ACTS * delay_count * delay_count; i++) {
        enum act act[2] = {(enum act)(i % ACTS), (enum act)(i / ACTS % ACTS)};
        double delay[2] = {delays[i / (ACTS * ACTS) % delay_count], delays[i / (ACTS * ACTS) / delay_count]};
        if (delay[0] == NEVER && delay[1] == NEVER) {
            continue;
        }
        struct outcome outcome = race(act, delay, NULL, 0);
        judge(act, delay, &outcome);
    }
}

/* Cases with only one possible outcome. */
static void test_by_hand(void) {
    static const struct {
        enum act act[2];
        double delay[2];
        int winner;
        int begun[2];
    } cases[] = {
        {{ANSWERS, STUCK}, {0, NEVER}, 0, {1, 0}},   {{ANSWERS, ANSWERS}, {NEVER, 0}, 1, {0, 1}},
        {{ANSWERS, FAILS}, {NEVER, 0}, 0, {1, 1}},   {{ANSWERS, REFUSES}, {NEVER, 0}, 0, {1, 1}},
        {{FAILS, ANSWERS}, {0, NEVER}, 1, {1, 1}},   {{REFUSES, ANSWERS}, {0, NEVER}, -1, {1, 0}},
        {{ANSWERS, STUCK}, {SOON, 0}, 0, {1, 1}},    {{STUCK, ANSWERS}, {0, SOON}, 1, {1, 1}},
        {{FAILS, FAILS}, {0, NEVER}, -1, {1, 1}},    {{FAILS, FAILS}, {NEVER, 0}, -1, {1, 1}},
        {{REFUSES, STUCK}, {SOON, 0}, -1, {1, 1}},   {{ANSWERS, STUBBORN}, {SOON, 0}, 0, {1, 1}},
        {{STUBBORN, ANSWERS}, {0, SOON}, 0, {1, 1}},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct outcome outcome = race(cases[i].act, cases[i].delay, NULL, 0);
        CU_ASSERT_EQUAL(outcome.winner, cases[i].winner);
        CU_ASSERT_EQUAL(outcome.side[0].begun, cases[i].begun[0]);
        CU_ASSERT_EQUAL(outcome.side[1].begun, cases[i].begun[1]);
        if (outcome.winner == -1) {
            CU_ASSERT_STRING_EQUAL(outcome.error.text, "host");
        }
    }
}

/* With a raised flag or a passed deadline, no side with a delay begins, and the race ends. */
static void test_interruption(void) {
    static const int up = 1, down = 0;
    for (unsigned i = 0; i < 8; i++) {
        enum act act[2] = {STUCK, STUCK};
        double delay[2] = {i & 1 ? NEVER : 0, i & 1 ? 0 : i & 2 ? NEVER : 0};
        struct outcome outcome =
            race(act, delay, i & 4 ? &up : &down, i & 4 ? 0 : run_clock() + (i & 2 ? SOON : -1));
        CU_ASSERT_EQUAL(outcome.winner, -1);
        CU_ASSERT_EQUAL(outcome.error.code, ERROR_INTERRUPTED);
        CU_ASSERT_FALSE(outcome.side[0].begun && delay[0] == NEVER);
        CU_ASSERT_FALSE(outcome.side[1].begun && delay[1] == NEVER);
    }
}

void suite_solve_race(void) {
    suite_add("races", NULL, NULL, "all that may happen", test_all, "what must happen", test_by_hand,
              "interruption", test_interruption, NULL);
}
