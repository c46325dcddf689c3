/*
 * Observers of formulas: thousands of random formulas on random explicit graphs. The product of graph and
 * observer is built by hand and solved by the textbook recursion; who wins in every state must be what the
 * naive evaluation of the formula says, and so for its negation. Priorities are looked at as the header
 * promises them. Then plans and monitors of regular expressions the same way, sizes, depth, spent memory and
 * interruption. HEDDLE_CASES and HEDDLE_SEED choose other cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/formula_observer.h"
#include "tests/oracle_formula.h"
#include "tests/oracle_game.h"
#include "tests/random_formula.h"
#include "tests/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 700u
#define DEEP 2000u
#else
#define DEFAULT_CASES 12000u
#define DEEP 50000u
#endif
#define MOST_STATES 8u
#define WORTH_CASES 500u /* from here on the draw as a whole is judged */

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
    return number_from_environment("HEDDLE_CASES", DEFAULT_CASES);
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

static void *allocate(size_t bytes) {
    void *block = calloc(bytes + 1, 1);
    if (block == NULL) {
        abort();
    }
    return block;
}

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

/* All vertices, reached or not; two more, on which even and odd win, are where a player without moves goes.
 */
static void product_make(const struct random_lts *lts, const struct observer *observer, struct product *out) {
    uint32_t vertices = lts->view.states * observer->states, edges = 0;
    for (uint32_t v = 0; v < vertices; v++) {
        edges += (uint32_t)moves_of(lts, observer, v / observer->states, v % observer->states, NULL) + 1;
    }
    out->offsets = allocate((vertices + 3) * sizeof *out->offsets);
    out->targets = allocate((edges + 2) * sizeof *out->targets);
    out->owner = allocate(vertices + 2);
    out->priority = allocate((vertices + 2) * sizeof *out->priority);
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
    uint8_t *reach = allocate(n * n);
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

/* The tables alone. */
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
    uint8_t *winner = allocate(vertices + 2);
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
    struct memory memory;
    struct random_lts lts;
    uint64_t random = seed;
    uint8_t holds[MOST_STATES];
    memory_init(&memory, (uint64_t)1 << 32);
    random_lts_make(&random, MOST_STATES, label_list, LABELS, &lts);
    formula_text *formula = random_formula_make(&random, label_list, LABELS, &memory);
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

/* The draw is worth it: verdicts of both kinds, every operator, alternation. */
static void judge_worth(const struct totals *totals) {
    uint64_t verdicts = totals->held + totals->failed;
    printf("\n  %llu formulas: %llu%% of states hold, %llu%% of formulas differ between states, "
           "%llu states on average, alternation %llu %llu %llu %llu %llu, kinds %llu %llu %llu ",
           (unsigned long long)totals->cases, (unsigned long long)(100 * totals->held / verdicts),
           (unsigned long long)(100 * totals->mixed / totals->cases),
           (unsigned long long)(totals->states / (2 * totals->cases)),
           (unsigned long long)totals->alternation[0], (unsigned long long)totals->alternation[1],
           (unsigned long long)totals->alternation[2], (unsigned long long)totals->alternation[3],
           (unsigned long long)totals->alternation[4], (unsigned long long)totals->kinds[0],
           (unsigned long long)totals->kinds[1], (unsigned long long)totals->kinds[2]);
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
    uint32_t *queue = allocate(vertices * sizeof *queue), most = 1;
    for (uint32_t v = 0; v < vertices; v++) {
        uint32_t moves = (uint32_t)moves_of(lts, observer, v / observer->states, v % observer->states, NULL);
        most = moves > most ? moves : most;
    }
    uint32_t *targets = allocate(most * sizeof *targets);
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

/* Whether the monitor comes to an error exactly where a word leads, and nowhere else. */
static const char *monitor_fault(const struct random_lts *lts, const struct regular *regular,
                                 const struct observer *observer, uint64_t *complete) {
    uint32_t states = lts->view.states;
    uint8_t words[MOST_STATES], *reached = allocate((size_t)states * observer->states);
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
    if (formula_plan_make(text, &plan, &error) != 0) {
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

/* Even cases: formulas that must have a plan; odd ones: any formulas, of which few have. */
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

/* --- what some formulas become --- */

struct shape {
    const char *text;
    uint32_t states, classes, alternation_depth;
};

static void test_shapes(void) {
    static const struct shape shapes[] = {
        {"true", 1, 1, 0},
        {"nu X . X", 1, 1, 0},
        {"<true> true", 2, 1, 0},
        {"<\"nowhere\"> true", 1, 1, 0},
        {"[false] false", 1, 1, 0},
        /* stars and boxes of one player are one state for each state of the network */
        {"[true*] [\"a\"] false", 2, 2, 1},
        {"[true* . \"a\"] false", 2, 2, 1},
        {"nu X . ([\"a\"] false and [true] X)", 2, 2, 1},
        {"not <true* . \"a\"> true", 2, 2, 1},
        {"[true*] ([\"a\"] false and [\"b\"] false)", 2, 3, 1},
        {"[true*] [\"a\"] false and [true*] [\"b\"] false", 2, 3, 1},
        {"<true*> <\"a\"> true", 2, 2, 1},
        {"<(\"a\" | \"b\")* . (\"b\" | nil)> <\"c\"> true", 3, 4, 1},
        /* deterministic: two more states, one behind a, one at the end */
        {"[true* . \"a\" . (not \"b\")* . \"c\"] false", 3, 4, 1},
        {"mu X . (<true> true and [not \"a\"] X)", 4, 2, 1},
        {"[true*] <true> true", 4, 1, 1},
        {"[true*] <true*> <\"a\"> true", 4, 2, 1},
        {"nu X . mu Y . (<\"a\"> X or <true> Y)", 2, 2, 2},
        {"<true* . \"a\"> @", 2, 2, 2},
        {"[true* . \"a\"] -|", 2, 2, 2},
        {"mu X . nu Y . ([\"a\"] X and [not \"a\"] Y)", 2, 2, 2},
        {"nu X . nu Y . mu Z . ([true] X and (<\"a\"> Y or <\"b\"> Z))", 4, 3, 2},
        {"[nil*] false", 1, 1, 0},
        {"<nil> @", 1, 1, 0},
        {"<((\"a\"*)*)*> <\"b\"> true", 2, 3, 1},
    };
    struct label_texts labels = all_labels(LABELS);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct memory memory;
        struct run run = run_of(&memory);
        struct formula_options options = {.dialect = FORMULA_DIALECT_MCL};
        struct formula_observer made;
        struct error warning, error = {.text = ""};
        formula_text *text = formula_read_text(shapes[i].text, strlen(shapes[i].text), "test", &options, &run,
                                               &warning, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        CU_ASSERT_EQUAL_FATAL(formula_observer_make(formula_root(text), &labels, &made, &run, &error), 0);
        if (made.observer.states != shapes[i].states || made.observer.classes != shapes[i].classes ||
            made.alternation_depth != shapes[i].alternation_depth) {
            printf("\n%s: %u states, %u classes, alternation %u\n", shapes[i].text, made.observer.states,
                   made.observer.classes, made.alternation_depth);
            CU_FAIL("another observer than expected");
        }
        formula_observer_free(&made);
        formula_text_free(text);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/* --- sizes --- */

struct building {
    struct memory memory;
    struct run run;
    formula_text *text;
};

static void begin_building(struct building *building) {
    building->run = run_of(&building->memory);
    building->text = formula_text_create(&building->memory);
    CU_ASSERT_PTR_NOT_NULL_FATAL(building->text);
}

static const struct regular *step_on(formula_text *text, const char *label) {
    const struct action *action = label == NULL ? formula_new_action(text, ACTION_TRUE, NULL, NULL)
                                                : formula_new_label(text, ACTION_LABEL, label, strlen(label));
    return formula_new_regular(text, REGULAR_ACTION, NULL, NULL, action);
}

/* The observer's states and moves; 0 when it cannot be made. */
static uint32_t build_observer(struct building *building, const struct formula *formula, uint64_t *moves) {
    struct label_texts labels = all_labels(LABELS);
    struct formula_observer made;
    struct error error;
    if (formula_observer_make(formula, &labels, &made, &building->run, &error) != 0) {
        return 0;
    }
    uint32_t states = made.observer.states;
    *moves = made.moves;
    CU_ASSERT_PTR_NULL(table_fault(&made));
    formula_observer_free(&made);
    return states;
}

static void end_building(struct building *building) {
    formula_text_free(building->text);
    CU_ASSERT_EQUAL(memory_used(&building->memory), 0);
}

/* [true* . a . true* . b ..] false of n stars: a state for each star at most, and the end. */
static void test_rows_of_stars(void) {
    for (uint32_t n = 1; n <= 400; n = 3 * n + 1) {
        struct building building;
        uint64_t moves;
        begin_building(&building);
        formula_text *text = building.text;
        const struct formula *behind = formula_new(text, FORMULA_FALSE, NULL, NULL, NULL);
        for (uint32_t i = 0; i < n; i++) {
            const struct regular *star =
                formula_new_regular(text, REGULAR_STAR, step_on(text, NULL), NULL, NULL);
            const struct regular *step = step_on(text, label_list[i % 3]);
            behind = formula_new(text, FORMULA_BOX, behind, NULL,
                                 formula_new_regular(text, REGULAR_CONCATENATION, star, step, NULL));
        }
        uint32_t states = build_observer(&building, behind, &moves);
        CU_ASSERT_TRUE(states != 0 && states <= n + 1);
        CU_ASSERT_TRUE(moves <= 5 * (uint64_t)n);
        end_building(&building);
    }
}

/* a* . a* . .. : each star leads to all that follow, which must not be written out for long rows. */
static void test_nullable_rows(void) {
    for (uint32_t n = 2; n <= 3000; n *= 5) {
        struct building building;
        uint64_t moves;
        begin_building(&building);
        formula_text *text = building.text;
        const struct regular *row = NULL;
        for (uint32_t i = 0; i < n; i++) {
            const struct regular *star =
                formula_new_regular(text, REGULAR_STAR, step_on(text, label_list[i % 3]), NULL, NULL);
            row = row == NULL ? star : formula_new_regular(text, REGULAR_CONCATENATION, row, star, NULL);
        }
        const struct formula *end =
            formula_new(text, FORMULA_DIAMOND, formula_new(text, FORMULA_TRUE, NULL, NULL, NULL), NULL,
                        step_on(text, "x|y"));
        uint32_t states =
            build_observer(&building, formula_new(text, FORMULA_DIAMOND, end, NULL, row), &moves);
        CU_ASSERT_TRUE(states != 0 && states <= 3 * n + 2);
        CU_ASSERT_TRUE(moves <= 16384 + 64 * (uint64_t)n);
        end_building(&building);
    }
}

/* Sides of `equ` are shared: nested ones are linear, although written out they are not. */
static void test_nested_equivalence(void) {
    struct building building;
    uint64_t moves;
    begin_building(&building);
    formula_text *text = building.text;
    const struct formula *formula = formula_new(text, FORMULA_TRUE, NULL, NULL, NULL);
    for (uint32_t i = 0; i < 200; i++) {
        const struct regular *step = step_on(text, label_list[i % 3]);
        const struct formula *side = formula_new(text, FORMULA_DIAMOND, formula, NULL, step);
        formula = formula_new(text, FORMULA_EQUIVALENT, formula, side, NULL);
    }
    uint32_t states = build_observer(&building, formula, &moves);
    CU_ASSERT_TRUE(states != 0 && states <= 8 * 200);
    formula_text_set_root(text, formula);
    const struct formula_plan *plan;
    struct error error;
    CU_ASSERT_EQUAL(formula_plan_make(text, &plan, &error), 0);
    CU_ASSERT_PTR_NULL(plan);
    end_building(&building);
}

enum depth_kind { DEEP_NOT, DEEP_AND, DEEP_CHOICE, DEEP_STEPS, DEEP_STARS, DEEP_FIXPOINTS, DEEP_KINDS };

static const struct formula *deepen(formula_text *text, enum depth_kind kind, const struct formula *inner,
                                    uint32_t level) {
    const struct regular *step = step_on(text, label_list[level % 3]);
    struct formula *binder;
    switch (kind) {
    case DEEP_NOT:
        return formula_new(text, FORMULA_NOT, inner, NULL, NULL);
    case DEEP_AND:
        return formula_new(text, level % 2 ? FORMULA_AND : FORMULA_OR,
                           formula_new(text, FORMULA_BOX, inner, NULL, step), inner, NULL);
    case DEEP_FIXPOINTS:
        binder = formula_new_named(text, level % 4 ? FORMULA_MU : FORMULA_NU, "X", 1, NULL);
        binder->left =
            formula_new(text, FORMULA_OR,
                        formula_new(text, FORMULA_DIAMOND,
                                    formula_new_named(text, FORMULA_VARIABLE, "X", 1, binder), NULL, step),
                        inner, NULL);
        return binder;
    default:
        return formula_new(text, FORMULA_DIAMOND, inner, NULL, step);
    }
}

static const struct formula *deep_formula(formula_text *text, enum depth_kind kind, uint32_t depth) {
    const struct formula *inner = formula_new(
        text, FORMULA_BOX, formula_new(text, FORMULA_FALSE, NULL, NULL, NULL), NULL, step_on(text, "a"));
    const struct regular *regular = step_on(text, "b");
    for (uint32_t level = 0; level < depth && (kind == DEEP_CHOICE || kind == DEEP_STARS); level++) {
        regular = kind == DEEP_CHOICE ? formula_new_regular(text, REGULAR_CHOICE, regular,
                                                            step_on(text, label_list[level % 3]), NULL)
                                      : formula_new_regular(text, REGULAR_STAR, regular, NULL, NULL);
    }
    if (kind == DEEP_CHOICE || kind == DEEP_STARS) {
        return formula_new(text, FORMULA_DIAMOND, inner, NULL, regular);
    }
    for (uint32_t level = 0; level < depth; level++) {
        inner = deepen(text, kind, inner, level);
    }
    return inner;
}

/* Depth is a matter of memory alone. */
static void test_deep_formulas(void) {
    for (int kind = 0; kind < DEEP_KINDS; kind++) {
        struct building building;
        uint64_t moves;
        struct error error;
        const struct formula_plan *plan;
        begin_building(&building);
        uint32_t depth = kind == DEEP_FIXPOINTS ? DEEP / 40 : DEEP;
        const struct formula *formula = deep_formula(building.text, (enum depth_kind)kind, depth);
        CU_ASSERT_PTR_NOT_NULL_FATAL(formula);
        uint32_t states = build_observer(&building, formula, &moves);
        CU_ASSERT_TRUE(states != 0 && states <= 5 * depth + 3);
        CU_ASSERT_TRUE(kind < DEEP_STEPS || kind == DEEP_STARS ? states != 0 : states >= depth);
        formula_text_set_root(building.text, formula);
        CU_ASSERT_EQUAL(formula_plan_make(building.text, &plan, &error), 0);
        end_building(&building);
    }
}

/* --- spent memory, interruption, no labels --- */

static int make_with(formula_text *text, uint64_t limit, const int *stop, struct error *error) {
    struct memory memory;
    struct run run = {.memory = &memory, .threads = 1, .stop = stop};
    struct label_texts labels = all_labels(LABELS);
    struct formula_observer made;
    memory_init(&memory, limit);
    memset(&made, 0x55, sizeof made);
    int result = formula_observer_make(formula_root(text), &labels, &made, &run, error);
    if (result == 0) {
        formula_observer_free(&made);
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    return result;
}

static void test_spent_memory(void) {
    uint64_t failed = 0, made = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct memory memory;
        struct error error = {.code = ERROR_NONE};
        uint64_t random = seed;
        memory_init(&memory, (uint64_t)1 << 32);
        formula_text *text = random_formula_make(&random, label_list, LABELS, &memory);
        for (uint64_t limit = 0; limit < 20000; limit += 97) {
            if (make_with(text, limit, NULL, &error) == 0) {
                made++;
            } else {
                failed++;
                CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
            }
        }
        formula_text_free(text);
    }
    CU_ASSERT_TRUE(failed > 1000 && made > 1000);
}

static void test_interruption(void) {
    struct memory memory;
    struct error error = {.code = ERROR_NONE};
    uint64_t random = 3;
    int stop = 1;
    memory_init(&memory, (uint64_t)1 << 32);
    formula_text *text = random_formula_make(&random, label_list, LABELS, &memory);
    CU_ASSERT_EQUAL(make_with(text, (uint64_t)1 << 32, &stop, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    formula_text_free(text);
}

/* A network without labels: a diamond never holds. */
static void test_no_labels(void) {
    struct building building;
    struct label_texts labels = all_labels(0);
    struct formula_observer made;
    struct error error;
    begin_building(&building);
    const struct formula *yes = formula_new(building.text, FORMULA_TRUE, NULL, NULL, NULL);
    const struct formula *formula =
        formula_new(building.text, FORMULA_DIAMOND, yes, NULL, step_on(building.text, NULL));
    CU_ASSERT_EQUAL_FATAL(formula_observer_make(formula, &labels, &made, &building.run, &error), 0);
    CU_ASSERT_EQUAL(made.observer.states, 1);
    CU_ASSERT_EQUAL(made.observer.classes, 1);
    CU_ASSERT_EQUAL(made.observer.state[0].kind, OBSERVER_STOP);
    CU_ASSERT_EQUAL(made.observer.state[0].owner, PLAYER_EVEN);
    formula_observer_free(&made);
    end_building(&building);
}

void suite_formula_observer(void) {
    CU_pSuite suite = CU_add_suite("formula observers", NULL, NULL);
    CU_add_test(suite, "random formulas", test_random_formulas);
    CU_add_test(suite, "random regular expressions", test_random_regulars);
    CU_add_test(suite, "random plans", test_random_plans);
    CU_add_test(suite, "what some formulas become", test_shapes);
    CU_add_test(suite, "rows of stars", test_rows_of_stars);
    CU_add_test(suite, "rows of what may be empty", test_nullable_rows);
    CU_add_test(suite, "nested equivalences", test_nested_equivalence);
    CU_add_test(suite, "deep formulas", test_deep_formulas);
    CU_add_test(suite, "spent memory", test_spent_memory);
    CU_add_test(suite, "interruption", test_interruption);
    CU_add_test(suite, "no labels", test_no_labels);
}
