/*
 * Observers of formulas: thousands of random formulas on random explicit graphs. The product of graph and
 * observer is built by hand and solved by the textbook recursion; who wins in every state must be what the
 * naive evaluation of the formula says, and so for its negation. Priorities are looked at as the header
 * promises them. Then plans and monitors of regular expressions the same way. HEDDLE_CASES and HEDDLE_SEED
 * choose other cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/automata/formula_observer.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/oracle/oracle_game.h"
#include "tests/random/random_formula.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 700u
#else
#define DEFAULT_CASES 12000u
#endif
#define MOST_STATES 8u
#define WORTH_CASES 500u /* least number of cases for checks of the totals */

static const char *const label_list[] = {"a", "b", "c", "i", "x|y", "send(1,2)"};
#define LABELS 6u

static struct label_texts all_labels(uint32_t count) {
    static uint32_t lengths[LABELS];
    static uint8_t internal[LABELS];
    for (uint32_t i = 0; i < LABELS; i++) {
        lengths[i] = (uint32_t)strlen(label_list[i]);
        internal[i] = strcmp(label_list[i], "i") == 0;
    }
    return (struct label_texts){label_list, lengths, internal, count};
}

static uint64_t cases(void) {
    return number_of_cases(DEFAULT_CASES);
}

static struct run run_of(struct memory *memory) {
    memory_init(memory, (uint64_t)1 << 32);
    return (struct run){.memory = memory, .threads = 1};
}

/* --- the product as a game --- */

struct product {
    struct game game;
    uint64_t *offsets;
    uint32_t *targets;
    uint8_t *owner;
    uint32_t *priority;
};

/* The moves of vertex state * observer->states + at; targets may be NULL to count them. */
static uint64_t moves_of(const struct random_lts *lts, const struct observer *observer, uint32_t state,
                         uint32_t at, uint32_t *targets) {
    uint64_t count = 0;
    const uint64_t *row = observer->row + (uint64_t)at * observer->classes;
    if (observer->state[at].kind == OBSERVER_EPSILON) {
        for (uint64_t i = row[0]; i < row[1]; i++, count++) {
            if (targets != NULL) {
                targets[count] = state * observer->states + observer->target[i];
            }
        }
    }
    for (uint64_t edge = lts->offsets[state];
         observer->state[at].kind == OBSERVER_STEP && edge < lts->offsets[state + 1]; edge++) {
        uint32_t label_class = observer->class_of_label[lts->edge_number[edge]];
        for (uint64_t i = row[label_class]; i < row[label_class + 1]; i++, count++) {
            if (targets != NULL) {
                targets[count] = lts->edge_target[edge] * observer->states + observer->target[i];
            }
        }
    }
    return count;
}

/* Makes all vertices, reachable or not, and two more that Even and Odd win: a player without moves goes to
 * the one that the opponent wins.
 */
static void product_make(const struct random_lts *lts, const struct observer *observer, struct product *out) {
    uint32_t vertices = lts->view.states * observer->states, edges = 0;
    for (uint32_t v = 0; v < vertices; v++) {
        edges += (uint32_t)moves_of(lts, observer, v / observer->states, v % observer->states, NULL) + 1;
    }
    out->offsets = test_allocate(vertices + 3, sizeof *out->offsets);
    out->targets = test_allocate(edges + 2, sizeof *out->targets);
    out->owner = test_allocate(vertices + 2, 1);
    out->priority = test_allocate(vertices + 2, sizeof *out->priority);
    edges = 0;
    for (uint32_t v = 0; v < vertices + 2; v++) {
        out->offsets[v] = edges;
        if (v >= vertices) {
            out->priority[v] = v - vertices;
            out->targets[edges++] = v;
            continue;
        }
        const struct observer_state *state = &observer->state[v % observer->states];
        uint64_t count =
            moves_of(lts, observer, v / observer->states, v % observer->states, out->targets + edges);
        out->owner[v] = state->owner;
        out->priority[v] = state->priority;
        edges += (uint32_t)count;
        if (count == 0) {
            out->targets[edges++] = vertices + !state->owner;
        }
    }
    out->offsets[vertices + 2] = edges;
    out->game = (struct game){vertices + 2, edges, out->offsets, out->targets, out->owner, out->priority, 0};
}

static void product_free(struct product *product) {
    free(product->offsets);
    free(product->targets);
    free(product->owner);
    free(product->priority);
}

/* --- what the header promises of priorities --- */

/* reach[a * states + b]: a path of at least one move. */
static uint8_t *reachability(const struct observer *observer) {
    size_t n = observer->states;
    uint8_t *reach = test_allocate(n * n, 1);
    for (size_t s = 0; s < n; s++) {
        for (uint64_t i = observer->row[s * observer->classes];
             i < observer->row[(s + 1) * observer->classes]; i++) {
            reach[s * n + observer->target[i]] = 1;
        }
    }
    for (size_t m = 0; m < n; m++) {
        for (size_t s = 0; s < n; s++) {
            for (size_t t = 0; reach[s * n + m] && t < n; t++) {
                reach[s * n + t] |= reach[m * n + t];
            }
        }
    }
    return reach;
}

static const char *pair_fault(const struct formula_observer *made, size_t a, size_t b, int forth, int back) {
    const struct observer_state *x = &made->observer.state[a], *y = &made->observer.state[b];
    if (forth && !back && x->priority > y->priority) {
        return "priorities fall from component to component";
    }
    if (forth && made->alternation_depth <= 1 && x->priority > y->priority) {
        return "priorities of an alternation-free formula fall";
    }
    return NULL;
}

static const char *component_fault(const struct formula_observer *made, const uint8_t *reach, size_t a) {
    size_t n = made->observer.states;
    uint32_t least = UINT32_MAX, parities = 0, highest = 0;
    for (size_t b = 0; b < n; b++) {
        uint32_t priority = made->observer.state[b].priority;
        if (reach[a * n + b] && reach[b * n + a]) {
            least = priority < least ? priority : least;
            highest = priority > highest ? priority : highest;
            parities |= 1u << priority % 2;
        }
    }
    if (parities == 3 && made->alternation_depth < 2) {
        return "a component has both parities, but the formula does not alternate";
    }
    if (parities != 0 && parities != 3 && least != highest) {
        return "a component has several priorities of one parity";
    }
    if (parities == 3 && highest - least + 1 > made->alternation_depth) {
        return "a component has more priorities than the formula alternates";
    }
    return parities != 0 && made->alternation_depth == 0 ? "a cycle, but no fixpoint" : NULL;
}

static const char *priority_fault(const struct formula_observer *made) {
    size_t n = made->observer.states;
    uint8_t *reach = reachability(&made->observer);
    const char *fault = NULL;
    for (size_t a = 0; a < n && fault == NULL; a++) {
        fault = component_fault(made, reach, a);
        for (size_t b = 0; b < n && fault == NULL; b++) {
            fault = pair_fault(made, a, b, reach[a * n + b], reach[b * n + a]);
        }
    }
    free(reach);
    return fault;
}

/* Checks the tables of the observer, without a graph. */
static const char *table_fault(const struct formula_observer *made) {
    const struct observer *observer = &made->observer;
    uint64_t rows = (uint64_t)observer->states * observer->classes;
    if (observer->states == 0 || observer->initial >= observer->states || observer->classes == 0 ||
        observer->row[0] != 0 || observer->row[rows] != made->moves) {
        return "the tables do not fit";
    }
    for (uint32_t s = 0; s < observer->states; s++) {
        const uint64_t *row = observer->row + (uint64_t)s * observer->classes;
        uint64_t moves = row[observer->classes] - row[0];
        if (observer->state[s].kind == OBSERVER_STOP && moves != 0) {
            return "a state that stops has moves";
        }
        if (observer->state[s].kind == OBSERVER_EPSILON && row[1] - row[0] != moves) {
            return "a state that moves alone has classes";
        }
        if (observer->state[s].kind == OBSERVER_STEP && moves == 0) {
            return "a state that steps has no moves";
        }
    }
    return NULL;
}

/* --- one case --- */

struct totals {
    uint64_t cases, held, failed, states, alternating, alternation[5], deepest, mixed;
    uint64_t kinds[OBSERVER_STOP + 1], several_classes;
    struct random_formula_facts facts;
};

static const char *verdict_fault(const struct random_lts *lts, const struct formula_observer *made,
                                 const uint8_t *holds, int negated) {
    struct product product;
    uint32_t vertices = lts->view.states * made->observer.states;
    uint8_t *winner = test_allocate(vertices + 2, 1);
    const char *fault = NULL;
    product_make(lts, &made->observer, &product);
    oracle_game(&product.game, winner);
    for (uint32_t s = 0; s < lts->view.states && fault == NULL; s++) {
        int even = winner[s * made->observer.states + made->observer.initial] == PLAYER_EVEN;
        if (even != (holds[s] != negated)) {
            fault = negated ? "the verdict of the negation" : "the verdict";
        }
    }
    product_free(&product);
    free(winner);
    return fault;
}

static const char *observer_fault(const struct formula *formula, const struct random_lts *lts,
                                  const uint8_t *holds, int negated, struct totals *totals) {
    struct memory memory;
    struct run run = run_of(&memory);
    struct label_texts labels = all_labels(LABELS);
    struct formula_observer made;
    struct error error;
    if (formula_observer_make(formula, &labels, &made, &run, &error) != 0) {
        return error.text[0] != '\0' ? "it failed" : "it failed without a word";
    }
    const char *fault = table_fault(&made);
    fault = fault != NULL ? fault : priority_fault(&made);
    fault = fault != NULL ? fault : verdict_fault(lts, &made, holds, negated);
    totals->states += made.observer.states;
    totals->alternating += made.alternation_depth > 1;
    totals->alternation[made.alternation_depth > 4 ? 4 : made.alternation_depth]++;
    totals->deepest = made.observer.states > totals->deepest ? made.observer.states : totals->deepest;
    totals->several_classes += made.observer.classes > 2;
    for (uint32_t s = 0; s < made.observer.states; s++) {
        totals->kinds[made.observer.state[s].kind]++;
    }
    formula_observer_free(&made);
    return fault != NULL ? fault : memory_used(&memory) != 0 ? "memory that is not freed" : NULL;
}

static const char *run_case(uint64_t seed, struct totals *totals, char **text) {
    struct random_lts lts;
    uint64_t random = seed;
    uint8_t holds[MOST_STATES];
    random_lts_make(&random, MOST_STATES, label_list, LABELS, &lts);
    formula_text *formula = random_formula_make(&random, label_list, LABELS, &place.memory);
    const struct formula *root = formula_root(formula);
    oracle_formula_evaluate(root, &lts.view, holds);
    *text = random_formula_print(root, 1);
    random_formula_count(root, &totals->facts);
    const char *fault = observer_fault(root, &lts, holds, 0, totals);
    if (fault == NULL) {
        const struct formula *negation = formula_new(formula, FORMULA_NOT, root, NULL, NULL);
        fault = observer_fault(negation, &lts, holds, 1, totals);
    }
    uint64_t held = 0;
    for (uint32_t s = 0; s < lts.view.states; s++) {
        held += holds[s];
    }
    totals->cases++;
    totals->held += held;
    totals->failed += lts.view.states - held;
    totals->mixed += held != 0 && held != lts.view.states;
    formula_text_free(formula);
    random_lts_free(&lts);
    return fault;
}

/* Checks that the random formulas have verdicts of both kinds, every operator, and alternation. */
static void judge_worth(const struct totals *totals) {
    uint64_t verdicts = totals->held + totals->failed;
    report_counts("formulas", totals->cases, "percent of states that hold", 100 * totals->held / verdicts,
                  "percent of formulas that differ between states", 100 * totals->mixed / totals->cases,
                  "states on average", totals->states / (2 * totals->cases), "alternation 0",
                  totals->alternation[0], "1", totals->alternation[1], "2", totals->alternation[2], "3",
                  totals->alternation[3], "more", totals->alternation[4], "kinds", totals->kinds[0], "and",
                  totals->kinds[1], "and", totals->kinds[2], NULL);
    CU_ASSERT_TRUE(totals->held * 5 > verdicts && totals->failed * 5 > verdicts);
    CU_ASSERT_TRUE(totals->mixed * 6 > totals->cases);
    CU_ASSERT_TRUE(totals->alternation[2] * 10 > totals->cases);
    CU_ASSERT_TRUE(totals->alternation[3] * 100 > totals->cases);
    CU_ASSERT_TRUE(totals->facts.depth >= 6 && totals->facts.alternation >= 4);
    CU_ASSERT_TRUE(totals->facts.shadowed * 20 > totals->cases);
    CU_ASSERT_TRUE(totals->facts.negated_modalities * 4 > totals->cases);
    for (unsigned kind = 0; kind <= FORMULA_NU; kind++) {
        CU_ASSERT_TRUE(totals->facts.kinds[kind] * 20 > totals->cases);
    }
    for (unsigned kind = 0; kind <= REGULAR_OPTION; kind++) {
        CU_ASSERT_TRUE(totals->facts.regulars[kind] * 20 > totals->cases);
    }
    for (unsigned kind = 0; kind <= ACTION_IMPLIES; kind++) {
        CU_ASSERT_TRUE(totals->facts.actions[kind] * 20 > totals->cases);
    }
}

static void test_random_formulas(void) {
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1), mismatches = 0;
    struct totals totals = {0};
    for (uint64_t i = 0; i < cases() && mismatches < 5; i++) {
        char *text;
        const char *fault = run_case(seed + i, &totals, &text);
        if (fault != NULL) {
            printf("\nHEDDLE_SEED=%llu HEDDLE_CASES=1: %s of %s\n", (unsigned long long)(seed + i), fault,
                   text);
            mismatches++;
        }
        free(text);
    }
    CU_ASSERT_EQUAL(mismatches, 0);
    if (totals.cases >= WORTH_CASES) {
        judge_worth(&totals);
    }
}

/* --- regular expressions --- */

/* reached[state * observer->states + at] from the initial vertex at `from`; returns how many. */
static uint64_t search(const struct random_lts *lts, const struct observer *observer, uint32_t from,
                       uint8_t *reached) {
    uint32_t vertices = lts->view.states * observer->states, count = 0;
    uint32_t *queue = test_allocate(vertices, sizeof *queue), most = 1;
    for (uint32_t v = 0; v < vertices; v++) {
        uint32_t moves = (uint32_t)moves_of(lts, observer, v / observer->states, v % observer->states, NULL);
        most = moves > most ? moves : most;
    }
    uint32_t *targets = test_allocate(most, sizeof *targets);
    memset(reached, 0, vertices);
    queue[count++] = from * observer->states + observer->initial;
    reached[queue[0]] = 1;
    for (uint32_t done = 0; done < count; done++) {
        uint64_t moves =
            moves_of(lts, observer, queue[done] / observer->states, queue[done] % observer->states, targets);
        for (uint64_t i = 0; i < moves; i++) {
            if (!reached[targets[i]]) {
                reached[targets[i]] = 1;
                queue[count++] = targets[i];
            }
        }
    }
    free(queue);
    free(targets);
    return count;
}

/* Whether the monitor reaches an error exactly in the states to which a word leads. */
static const char *monitor_fault(const struct random_lts *lts, const struct regular *regular,
                                 const struct observer *observer, uint64_t *complete) {
    uint32_t states = lts->view.states;
    uint8_t words[MOST_STATES], *reached = test_allocate((size_t)states * observer->states, 1);
    const char *fault = NULL;
    for (uint32_t s = 0; s < observer->states; s++) {
        fault = observer->state[s].error && observer->state[s].kind != OBSERVER_STOP
                    ? "an error state goes on"
                    : fault;
    }
    for (uint32_t from = 0; from < states && fault == NULL; from++) {
        int found = 0, wanted = 0;
        oracle_regular_reaches(regular, &lts->view, from, words);
        search(lts, observer, from, reached);
        for (uint32_t v = 0; v < states * observer->states; v++) {
            int is_error = reached[v] && observer->state[v % observer->states].error;
            found |= is_error;
            fault = is_error && !words[v / observer->states] ? "an error where no word leads" : fault;
        }
        for (uint32_t s = 0; s < states; s++) {
            wanted |= words[s];
        }
        fault = fault == NULL && found != wanted ? "whether a word is found" : fault;
        *complete += found != 0;
    }
    free(reached);
    return fault;
}

static void test_random_regulars(void) {
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1), mismatches = 0, complete = 0, searches = 0;
    struct label_texts labels = all_labels(LABELS);
    for (uint64_t i = 0; i < cases() && mismatches < 5; i++) {
        struct memory memory;
        struct run run = run_of(&memory);
        struct random_lts lts;
        struct formula_observer made;
        struct error error;
        const struct regular *regular;
        uint64_t random = seed + i;
        random_lts_make(&random, MOST_STATES, label_list, LABELS, &lts);
        formula_text *text = random_regular_make(&random, label_list, LABELS, &memory, &regular);
        uint64_t before = memory_used(&memory);
        const char *fault = NULL;
        if (regular_observer_make(regular, &labels, &made, &run, &error) != 0) {
            fault = "it failed";
        } else {
            fault = monitor_fault(&lts, regular, &made.observer, &complete);
            formula_observer_free(&made);
        }
        fault = fault == NULL && memory_used(&memory) != before ? "memory that is not freed" : fault;
        if (fault != NULL) {
            char *words = random_regular_print(regular, 1);
            printf("\nHEDDLE_SEED=%llu HEDDLE_CASES=1: %s of %s\n", (unsigned long long)(seed + i), fault,
                   words);
            free(words);
            mismatches++;
        }
        searches += lts.view.states;
        formula_text_free(text);
        random_lts_free(&lts);
    }
    CU_ASSERT_EQUAL(mismatches, 0);
    if (cases() >= WORTH_CASES) {
        CU_ASSERT_TRUE(complete * 4 > searches && complete * 10 < searches * 9);
    }
}

/* --- plans --- */

static int reaches_deadlock(const struct random_lts *lts, uint32_t from) {
    uint8_t seen[MOST_STATES] = {0};
    uint32_t queue[MOST_STATES], count = 0;
    queue[count++] = from;
    seen[from] = 1;
    for (uint32_t done = 0; done < count; done++) {
        uint32_t state = queue[done];
        if (lts->offsets[state] == lts->offsets[state + 1]) {
            return 1;
        }
        for (uint64_t i = lts->offsets[state]; i < lts->offsets[state + 1]; i++) {
            if (!seen[lts->edge_target[i]]) {
                seen[lts->edge_target[i]] = 1;
                queue[count++] = lts->edge_target[i];
            }
        }
    }
    return 0;
}

struct plan_kinds {
    uint64_t of[PLAN_DEADLOCK + 1], leaves;
};

static int follow_plan(const struct formula_plan *plan, const struct random_lts *lts, uint32_t from,
                       struct plan_kinds *kinds) {
    uint8_t words[MOST_STATES];
    int left, right;
    kinds->of[plan->kind]++;
    kinds->leaves += plan->left == NULL;
    switch (plan->kind) {
    case PLAN_CONSTANT:
        return plan->value;
    case PLAN_DEADLOCK:
        return reaches_deadlock(lts, from);
    case PLAN_REACHES:
        oracle_regular_reaches(plan->regular, &lts->view, from, words);
        return memchr(words, 1, lts->view.states) != NULL;
    case PLAN_NOT:
        return !follow_plan(plan->left, lts, from, kinds);
    default:
        left = follow_plan(plan->left, lts, from, kinds);
        right = follow_plan(plan->right, lts, from, kinds);
        return plan->kind == PLAN_AND ? left && right : left || right;
    }
}

/* Counts plans; *missing: formulas without one. */
static const char *plan_fault(formula_text *text, const struct random_lts *lts, struct plan_kinds *kinds,
                              uint64_t *missing) {
    const struct formula_plan *plan;
    struct error error;
    uint8_t holds[MOST_STATES];
    if (formula_plan_make(text, formula_root(text), &plan, &error) != 0) {
        return "planning failed";
    }
    if (plan == NULL) {
        ++*missing;
        return NULL;
    }
    oracle_formula_evaluate(formula_root(text), &lts->view, holds);
    for (uint32_t s = 0; s < lts->view.states; s++) {
        if (follow_plan(plan, lts, s, kinds) != holds[s]) {
            return "what the plan finds";
        }
    }
    return NULL;
}

/* Even cases: formulas that must have a plan; odd cases: any formulas, few of which have a plan. */
static void test_random_plans(void) {
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1), mismatches = 0, missing[2] = {0, 0};
    struct plan_kinds kinds = {{0}, 0};
    for (uint64_t i = 0; i < cases() && mismatches < 5; i++) {
        struct memory memory;
        struct random_lts lts;
        uint64_t random = seed + i;
        int is_any = (int)(random % 2);
        memory_init(&memory, (uint64_t)1 << 32);
        random_lts_make(&random, MOST_STATES, label_list, LABELS, &lts);
        formula_text *text = is_any ? random_formula_make(&random, label_list, LABELS, &memory)
                                    : random_plan_formula_make(&random, label_list, LABELS, &memory);
        const char *fault = plan_fault(text, &lts, &kinds, &missing[is_any]);
        if (fault != NULL) {
            char *words = random_formula_print(formula_root(text), 1);
            printf("\nHEDDLE_SEED=%llu HEDDLE_CASES=1: %s of %s\n", (unsigned long long)(seed + i), fault,
                   words);
            free(words);
            mismatches++;
        }
        formula_text_free(text);
        random_lts_free(&lts);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    CU_ASSERT_EQUAL(mismatches, 0);
    CU_ASSERT_EQUAL(missing[0], 0);
    if (cases() >= WORTH_CASES) {
        CU_ASSERT_TRUE(missing[1] * 4 > cases());
        for (unsigned kind = 0; kind <= PLAN_DEADLOCK; kind++) {
            CU_ASSERT_TRUE(kinds.of[kind] * 20 > cases());
        }
    }
}

void suite_formula_observer(void) {
    suite_add("formula observers", workplace_open, workplace_close, "random formulas", test_random_formulas,
              "random regular expressions", test_random_regulars, "random plans", test_random_plans, NULL);
}
