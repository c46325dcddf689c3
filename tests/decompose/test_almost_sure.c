/*
 * Almost-sure reachability and repetition on thousands of random MDPs, against all memoryless schedulers
 * where there are few, and against the nested fixpoint as it is written; the plans are verified from the
 * definition alone. HEDDLE_CASES and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "decompose/engine.h"
#include "tests/oracle/oracle_almost_sure.h"
#include "tests/random/random_mdp.h"
#include "tests/support/engine_case.h"
#include "tests/support/testing.h"

#define STATES RANDOM_MDP_STATES
#define MOST_SCHEDULERS 3000u
#define DEVICE_SHARE 7u /* one MDP in DEVICE_SHARE has plans on a GPU, which is opened for each plan */
#define BUDGET ((uint64_t)1 << 30)

/* --- one case --- */

struct test_case {
    uint64_t seed;
    struct random_mdp mdp;
    struct oracle_mdp oracle;
    unsigned char goal[4096]; /* by the oracle's choices */
    uint64_t states;          /* that are to be visited; 0 when only choices count */
    struct almost_sure_goal once, repeatedly, every;
    uint64_t reach_set, repeat_set, avoid_set, inside;
    uint32_t reach_rank[STATES], avoid_rank[STATES], inner_rank[STATES], outer_rank[STATES], mec[STATES],
        fell[STATES];
};

struct plan {
    uint32_t rank[STATES + 1], inside[STATES / 32 + 1];
    uint64_t choice[STATES + 1];
};

struct totals {
    uint64_t cases, mismatches, by_schedulers, reach_some, reach_partly, reach_rounds, repeat_some,
        repeat_partly, avoid_partly;
};

/* Makes an MDP of the choices that are internal to MECs, and notes which of them are goals. */
static void restrict_to_mecs(const struct test_case *test, struct oracle_mdp *inner, unsigned char *goal) {
    inner->states = test->oracle.states;
    inner->choice_count = 0;
    for (uint64_t i = 0; i < test->oracle.choice_count; i++) {
        const struct oracle_choice *choice = &test->oracle.choices[i];
        int internal = test->mec[choice->state] != COMPONENT_NONE;
        for (uint64_t v = 0; v < test->oracle.states; v++) {
            internal = internal && (!(choice->support >> v & 1) || test->mec[v] == test->mec[choice->state]);
        }
        if (internal) {
            goal[inner->choice_count] = test->goal[i];
            inner->choices[inner->choice_count++] = *choice;
        }
    }
}

static void make_case(uint64_t seed, struct test_case *test) {
    static struct oracle_mdp inner;
    unsigned char inner_goal[4096], none[4096] = {0};
    memset(test, 0, sizeof *test);
    test->seed = seed;
    random_mdp_make(seed, seed % 2 == 0 ? 8 : STATES, &test->mdp);
    oracle_mdp_make(&test->mdp.graph, &test->oracle);
    if (seed % 3 != 0) {
        test->once.edges = test->mdp.label;
    }
    if (seed % 3 != 1) {
        test->once.states = test->mdp.states;
    }
    test->repeatedly = (struct almost_sure_goal){
        .edges = test->mdp.label, .repeatedly = 1, .mec.pivots_from_j = (int)(seed % 2)};
    for (uint64_t v = 0; v < test->oracle.states && test->once.states != NULL; v++) {
        test->states |= (uint64_t)bitmap_has(test->mdp.states, v) << v;
    }
    for (uint64_t i = 0; i < test->oracle.choice_count; i++) {
        test->goal[i] = (unsigned char)bitmap_has(test->mdp.label, test->oracle.choices[i].begin);
    }
    test->reach_set = oracle_reach(&test->oracle, test->once.edges != NULL ? test->goal : none, test->states,
                                   test->reach_rank);
    test->every = test->once;
    test->every.every = 1;
    test->avoid_set = oracle_avoid(&test->oracle, test->once.edges != NULL ? test->goal : none, test->states,
                                   test->avoid_rank);
    oracle_mec(&test->oracle, test->mec, test->fell);
    restrict_to_mecs(test, &inner, inner_goal);
    test->inside = oracle_reach(&inner, inner_goal, 0, test->inner_rank);
    test->repeat_set = oracle_reach(&test->oracle, none, test->inside, test->outer_rank);
}

static void tell(struct totals *totals, const struct test_case *test, const char *engine, const char *wrong) {
    totals->mismatches++;
    fprintf(stderr, "seed %llu (%s, %llu states, %llu edges%s) on %s: %s\n", (unsigned long long)test->seed,
            random_mdp_shape_name(test->mdp.shape), (unsigned long long)test->oracle.states,
            (unsigned long long)test->mdp.graph.edges, test->mdp.graph.live != NULL ? ", some dead" : "",
            engine, wrong);
}

static uint64_t all_states(const struct test_case *test) {
    return test->oracle.states == 0 ? 0 : ~(uint64_t)0 >> (64 - test->oracle.states);
}

static void compare_oracles(const struct test_case *test, struct totals *totals) {
    static const unsigned char none[4096];
    if (oracle_schedulers(&test->oracle, MOST_SCHEDULERS) < MOST_SCHEDULERS) {
        totals->by_schedulers++;
        if (oracle_reach_by_schedulers(&test->oracle, test->once.edges != NULL ? test->goal : none,
                                       test->states) != test->reach_set) {
            tell(totals, test, "no engine", "the oracles disagree on reaching");
        }
        if ((oracle_certain_by_schedulers(&test->oracle, test->once.edges != NULL ? test->goal : none,
                                          test->states) &
             all_states(test)) != (all_states(test) & ~test->avoid_set)) {
            tell(totals, test, "no engine", "the oracles disagree on avoiding");
        }
        if (oracle_repeat_by_schedulers(&test->oracle, test->goal) != test->repeat_set) {
            tell(totals, test, "no engine", "the oracles disagree on repeating");
        }
    }
}

/* --- plans --- */

/* The choice of the oracle that begins with the edge, in the state; NULL when there is none. */
static const struct oracle_choice *choice_at(const struct test_case *test, uint64_t state, uint64_t edge) {
    for (uint64_t i = 0; i < test->oracle.choice_count; i++) {
        if (test->oracle.choices[i].begin == edge && test->oracle.choices[i].state == state) {
            return &test->oracle.choices[i];
        }
    }
    return NULL;
}

/* Whether all edges lead into the set, one of them to a rank below this. */
static int descends(const struct oracle_choice *choice, uint64_t set, const uint32_t *rank, uint32_t below) {
    int some = 0;
    for (uint64_t v = 0; v < STATES; v++) {
        some = some || ((choice->support >> v & 1) && rank[v] < below);
    }
    return some && (choice->support & ~set) == 0;
}

static const char *verify_state(const struct test_case *test, const struct plan *plan, uint64_t v,
                                uint64_t set, const uint32_t *rank, int by_states) {
    const struct oracle_choice *choice = choice_at(test, v, plan->choice[v]);
    if (rank[v] != 0) {
        return choice != NULL && descends(choice, set, rank, rank[v]) ? NULL : "a choice leads nowhere";
    }
    if (choice == NULL) {
        return by_states && (test->states >> v & 1) && plan->choice[v] == ALMOST_SURE_NO_CHOICE
                   ? NULL
                   : "a goal is none";
    }
    return test->goal[choice - test->oracle.choices] ? NULL : "a choice does not perform the goal";
}

static const char *verify_reach(const struct test_case *test, const struct plan *plan) {
    const char *wrong = NULL;
    for (uint64_t v = 0; v < test->oracle.states && wrong == NULL; v++) {
        if (plan->rank[v] != test->reach_rank[v]) {
            wrong = "a rank";
        } else if (plan->rank[v] == ALMOST_SURE_NONE) {
            wrong = plan->choice[v] == ALMOST_SURE_NO_CHOICE ? NULL : "a choice without rank";
        } else {
            wrong = verify_state(test, plan, v, test->reach_set, plan->rank, test->once.states != NULL);
        }
    }
    return wrong;
}

/* What a state does to avoid the goal. */
static const char *verify_avoiding(const struct test_case *test, const struct plan *plan, uint64_t v) {
    const struct oracle_choice *choice = choice_at(test, v, plan->choice[v]);
    uint64_t lower = 0;
    if (plan->choice[v] == ALMOST_SURE_NO_CHOICE) {
        for (uint64_t i = 0; i < test->oracle.choice_count; i++) {
            if (test->oracle.choices[i].state == v) {
                return "a choice is missing";
            }
        }
        return plan->rank[v] == 0 ? NULL : "a deadlock leads nowhere";
    }
    if (choice == NULL || (test->once.edges != NULL && test->goal[choice - test->oracle.choices])) {
        return "a choice performs the goal";
    }
    for (uint64_t w = 0; w < test->oracle.states; w++) {
        lower |= plan->rank[w] < plan->rank[v] || plan->rank[w] == 0 ? (uint64_t)1 << w : 0;
    }
    return (plan->rank[v] == 0 ? (choice->support & ~lower) == 0 : (choice->support & lower) != 0)
               ? NULL
               : "a choice does not avoid the goal";
}

static const char *verify_avoid(const struct test_case *test, const struct plan *plan) {
    const char *wrong = NULL;
    for (uint64_t v = 0; v < test->oracle.states && wrong == NULL; v++) {
        wrong = plan->rank[v] != test->avoid_rank[v]       ? "a rank of avoiding"
                : plan->rank[v] != ALMOST_SURE_NONE        ? verify_avoiding(test, plan, v)
                : plan->choice[v] != ALMOST_SURE_NO_CHOICE ? "a choice without rank"
                                                           : NULL;
    }
    return wrong;
}

/* The states of a MEC as a set. */
static uint64_t members(const struct test_case *test, uint64_t state) {
    uint64_t set = 0;
    for (uint64_t v = 0; v < test->oracle.states; v++) {
        set |= test->mec[v] == test->mec[state] ? (uint64_t)1 << v : 0;
    }
    return set;
}

static const char *verify_repeat(const struct test_case *test, const struct plan *plan) {
    uint32_t outer[STATES];
    const char *wrong = NULL;
    for (uint64_t v = 0; v < test->oracle.states; v++) {
        outer[v] = bitmap_has(plan->inside, v) ? 0 : plan->rank[v];
    }
    for (uint64_t v = 0; v < test->oracle.states && wrong == NULL; v++) {
        int inside = bitmap_has(plan->inside, v);
        const struct oracle_choice *choice = choice_at(test, v, plan->choice[v]);
        if (inside != (int)(test->inside >> v & 1)) {
            wrong = "a state inside";
        } else if (plan->rank[v] != (inside ? test->inner_rank[v] : test->outer_rank[v])) {
            wrong = "a rank of a repetition";
        } else if (inside) {
            wrong = choice == NULL || (choice->support & ~members(test, v)) != 0
                        ? "a choice leaves its MEC"
                        : verify_state(test, plan, v, members(test, v), plan->rank, 0);
        } else if (plan->rank[v] != ALMOST_SURE_NONE) {
            wrong = choice != NULL && descends(choice, test->repeat_set, outer, plan->rank[v])
                        ? NULL
                        : "a choice leads to no MEC";
        }
    }
    return wrong;
}

/* Runs one of the three on one engine; returns a fault, or NULL. With limited memory it may fail. */
enum aim { REACH, REPEAT, AVOID, AIMS };
static const char *judge(const struct decompose_engine *engine, const struct test_case *test, enum aim aim,
                         unsigned threads, uint64_t limit, uint64_t *peak) {
    struct memory memory;
    struct error error;
    struct plan plan;
    struct almost_sure_report report;
    memory_init(&memory, limit != 0 ? limit : BUDGET);
    struct run run = {.memory = &memory, .threads = threads, .device_bytes = BUDGET};
    const struct almost_sure_goal *const goals[AIMS] = {&test->once, &test->repeatedly, &test->every};
    const struct almost_sure_plan wanted = {plan.rank, plan.choice, aim == REPEAT ? plan.inside : NULL};
    memset(&plan, 0x55, sizeof plan);
    int failed = engine->almost_sure(&test->mdp.graph, goals[aim], &run, &wanted, &report, &error);
    *peak = memory_peak(&memory);
    if (memory_used(&memory) != 0) {
        return "memory is left";
    }
    if (failed) {
        return limit != 0 && error.code == ERROR_MEMORY ? NULL : "it failed";
    }
    if (plan.rank[test->oracle.states] != 0x55555555u ||
        plan.choice[test->oracle.states] != 0x5555555555555555u) {
        return "it writes after the states";
    }
    if (!engine->on_device && *peak > report.bytes) {
        return "it reports less memory than it took";
    }
    return aim == REPEAT  ? verify_repeat(test, &plan)
           : aim == AVOID ? verify_avoid(test, &plan)
                          : verify_reach(test, &plan);
}

static void weigh(const struct test_case *test, struct totals *totals) {
    uint64_t all = all_states(test);
    totals->cases++;
    totals->avoid_partly += test->avoid_set != 0 && (test->avoid_set | test->states) != all;
    totals->reach_some += test->reach_set != 0;
    totals->reach_partly += test->reach_set != test->states && test->reach_set != 0 && test->reach_set != all;
    totals->repeat_some += test->repeat_set != 0;
    totals->repeat_partly += test->repeat_set != 0 && test->repeat_set != all;
}

static void judge_case(uint64_t seed, void *context) {
    struct totals *totals = context;
    static struct test_case test;
    uint64_t random = seed * 17 + 3, peak = 0;
    make_case(seed, &test);
    compare_oracles(&test, totals);
    weigh(&test, totals);
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        int skipped = (*engine)->on_device && seed % DEVICE_SHARE != 0;
        for (int part = 0; part < 2 * AIMS && !skipped && decompose_engine_is_testable(*engine); part++) {
            unsigned threads = random_next(&random) % 4 == 0 ? 2 + (unsigned)(random_next(&random) % 3) : 1;
            uint64_t limit = part % 2 == 0 || peak == 0 ? 0 : 1 + peak * (1 + random_next(&random) % 16) / 16;
            const char *wrong = judge(*engine, &test, (enum aim)(part / 2), threads, limit, &peak);
            if (wrong != NULL) {
                tell(totals, &test, (*engine)->name, wrong);
            }
        }
    }
}

static void test_random_mdps(void) {
    struct totals totals = {0};
    uint64_t cases = judge_seeds(RANDOM_MDP_CASES, 20262, judge_case, &totals, &totals.mismatches);
    report_counts("MDPs", totals.cases, "judged by all schedulers", totals.by_schedulers, "some states reach",
                  totals.reach_some, "not all", totals.reach_partly, "some repeat", totals.repeat_some,
                  "not all", totals.repeat_partly, "some are certain, not all", totals.avoid_partly, NULL);
    if (cases >= 500) {
        CU_ASSERT_TRUE(3 * totals.by_schedulers >= totals.cases);
        CU_ASSERT_TRUE(3 * totals.reach_partly >= totals.cases);
        CU_ASSERT_TRUE(5 * totals.repeat_partly >= totals.cases);
        CU_ASSERT_TRUE(10 * totals.avoid_partly >= totals.cases);
    }
}

/* --- a long way --- */

/*
 * State v > 0 goes to v - 1 or v + 1, by chance. Where the last one stays for ever, all fall one after the
 * other; where it comes back all win, with ranks up to their number.
 */
static void test_chains(void) {
    uint64_t *offsets = malloc((RANDOM_MDP_DEEP + 1) * sizeof *offsets),
             *choice = malloc(RANDOM_MDP_DEEP * sizeof *choice);
    uint32_t *targets = malloc(2 * RANDOM_MDP_DEEP * sizeof *targets),
             *rank = malloc(RANDOM_MDP_DEEP * sizeof *rank);
    uint32_t *begins = calloc(bitmap_words(2 * RANDOM_MDP_DEEP), sizeof *begins);
    uint32_t *states = calloc(bitmap_words(RANDOM_MDP_DEEP), sizeof *states);
    for (uint64_t v = 0; v < RANDOM_MDP_DEEP; v++) {
        offsets[v] = 2 * v;
        targets[2 * v] = v == 0 ? 0 : (uint32_t)v - 1;
        targets[2 * v + 1] = v + 1 < RANDOM_MDP_DEEP ? (uint32_t)v + 1 : (uint32_t)v;
        bitmap_set(begins, 2 * v);
    }
    offsets[RANDOM_MDP_DEEP] = 2 * RANDOM_MDP_DEEP;
    bitmap_set(states, 0);
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        uint64_t depth = (*engine)->on_device ? RANDOM_MDP_DEEP / 10 : RANDOM_MDP_DEEP;
        for (int trap = 0; trap < 2; trap++) {
            struct digraph graph = {depth, 2 * depth, offsets, targets, NULL, begins};
            /* the last state goes back, or stays where it is */
            targets[2 * (depth - 1)] = (uint32_t)depth - (trap ? 1 : 2);
            targets[2 * (depth - 1) + 1] = (uint32_t)depth - 1;
            struct memory memory;
            struct error error;
            struct almost_sure_report report;
            memory_init(&memory, BUDGET);
            struct run run = {.memory = &memory, .threads = 2, .device_bytes = BUDGET};
            const struct almost_sure_goal goal = {.states = states};
            const struct almost_sure_plan plan = {rank, choice, NULL};
            if (!decompose_engine_is_testable(*engine)) {
                continue;
            }
            CU_ASSERT_EQUAL((*engine)->almost_sure(&graph, &goal, &run, &plan, &report, &error), 0);
            CU_ASSERT_EQUAL(rank[0], 0);
            CU_ASSERT_EQUAL(rank[depth - 1], trap ? ALMOST_SURE_NONE : depth - 1);
            CU_ASSERT_EQUAL(rank[1], trap ? ALMOST_SURE_NONE : 1);
            CU_ASSERT_EQUAL(report.rounds, trap ? 2 : 1);
            CU_ASSERT_EQUAL(memory_used(&memory), 0);
        }
    }
    free(offsets);
    free(choice);
    free(targets);
    free(rank);
    free(begins);
    free(states);
}

static void test_failures(void) {
    uint64_t offsets[3] = {0, 1, 2};
    uint32_t targets[2] = {1, 0}, label[1] = {2}, rank[2], inside[1];
    uint64_t choice[2];
    const int stop = 1;
    struct digraph graph = {2, 2, offsets, targets, NULL, NULL};
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        struct memory memory;
        struct error error;
        struct almost_sure_report report;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 1, .device_bytes = BUDGET, .stop = &stop};
        const struct almost_sure_goal goal = {.edges = label};
        const struct almost_sure_plan plan = {rank, choice, inside};
        const struct almost_sure_goal repeated = {.edges = label, .repeatedly = 1};
        if (!decompose_engine_is_testable(*engine)) {
            continue;
        }
        CU_ASSERT_EQUAL((*engine)->almost_sure(&graph, &goal, &run, &plan, &report, &error), -1);
        CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
        CU_ASSERT_EQUAL((*engine)->almost_sure(&graph, &repeated, &run, &plan, &report, &error), -1);
        CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
        run.stop = NULL;
        CU_ASSERT_EQUAL((*engine)->almost_sure(&graph, &repeated, &run, &plan, &report, &error), 0);
        CU_ASSERT_EQUAL(inside[0], 3);
        CU_ASSERT_EQUAL(rank[0], 1);
        CU_ASSERT_EQUAL(rank[1], 0);
        CU_ASSERT_EQUAL(choice[1], 1);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

void suite_almost_sure(void) {
    suite_add("almost-sure reachability", NULL, NULL, "random MDPs", test_random_mdps, "long ways",
              test_chains, "failures", test_failures, NULL);
}
