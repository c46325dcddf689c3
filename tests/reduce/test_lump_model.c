/*
 * Classes of Markov chains and decision processes beside their definition: a naive refinement that adds
 * numbers as whole multiples of 1/30, on random models whose states were copied, with labels, rewards, names
 * of choices and states that are not reached; the models of the classes; and the rationals that doubles stand
 * for.
 */
#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/mdp.h"
#include "decompose/mdp/mdp_builder.h"
#include "decompose/mdp/mdp_state_labels.h"
#include "reduce/lump/lump_model.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"

#define CASES 3000u
#define BUDGET ((uint64_t)1 << 30)
#define UNITS 30u /* of the oracle: units of 1 */
#define MOST_STATES 20u
#define MOST_CHOICES 4u
#define MOST_DRAWN 4u
#define NAMES 3u /* the last one: no name */

enum kind { PROCESS, CHAIN, RATES, KINDS };

/* Numbers of units that sum to 1. */
static const uint32_t distributions[][MOST_DRAWN] = {
    {30}, {15, 15}, {10, 10, 10}, {20, 10}, {3, 27}, {3, 12, 15}, {10, 5, 15}, {6, 9, 5, 10}, {1, 29}};

struct choice {
    uint32_t name, reward, length;
    struct {
        uint32_t target, units;
    } drawn[MOST_DRAWN];
};

struct state {
    uint32_t label, reward, length;
    struct choice choices[MOST_CHOICES];
};

struct drawn {
    enum kind kind;
    uint32_t states, initial;
    struct state state[MOST_STATES];
};

struct trial {
    struct memory memory;
    struct run run;
    uint64_t mismatches, smaller, unreached, unequal, fewer_choices;
    uint64_t random;
};

static uint32_t draw(struct trial *trial, uint32_t below) {
    return random_draw(&trial->random, below);
}

static void complain(struct trial *trial, uint64_t seed, const char *what) {
    printf("\n  seed %llu: %s\n", (unsigned long long)seed, what);
    trial->mismatches++;
}

/* --- random models --- */

static void draw_choice(struct trial *trial, const struct drawn *drawn, struct choice *choice,
                        uint32_t palette) {
    const uint32_t *units = distributions[draw(trial, LENGTH(distributions))];
    choice->name = draw(trial, palette) == 0 ? draw(trial, NAMES) : NAMES - 1;
    choice->reward = draw(trial, palette) == 0 ? draw(trial, 3) : 0;
    const uint32_t first = draw(trial, drawn->states);
    for (choice->length = 0;
         choice->length < MOST_DRAWN && units[choice->length] > 0 && choice->length < drawn->states;
         choice->length++) {
        choice->drawn[choice->length].target = (first + choice->length) % drawn->states;
        choice->drawn[choice->length].units = units[choice->length];
    }
    /* rates have any sum; a distribution has all of its numbers */
    if (drawn->kind != RATES && (choice->length < MOST_DRAWN && units[choice->length] > 0)) {
        choice->length = 1;
        choice->drawn[0].units = UNITS;
    }
}

/* Draws some states, then copies of them; edges to a state may lead to its copy. */
static void draw_model(struct trial *trial, struct drawn *drawn) {
    const uint32_t states = 2 + draw(trial, 8), palette = 1 + draw(trial, 6);
    memset(drawn, 0, sizeof *drawn);
    drawn->kind = (enum kind)draw(trial, KINDS);
    drawn->states = states;
    for (uint32_t s = 0; s < states; s++) {
        struct state *state = &drawn->state[s];
        state->label = draw(trial, palette) == 0 ? draw(trial, 2) : 0;
        state->reward = draw(trial, palette) == 0 ? draw(trial, 3) : 0;
        state->length = drawn->kind == PROCESS ? draw(trial, MOST_CHOICES) : draw(trial, 6) > 0;
        for (uint32_t i = 0; i < state->length; i++) {
            draw_choice(trial, drawn, &state->choices[i], palette);
        }
    }
    for (uint32_t copies = draw(trial, MOST_STATES - states); copies > 0; copies--) {
        const uint32_t from = draw(trial, states), own = drawn->states++;
        drawn->state[own] = drawn->state[from];
        struct state *other = &drawn->state[draw(trial, own + 1)];
        for (uint32_t i = 0; i < other->length; i++) {
            for (uint32_t j = 0; j < other->choices[i].length; j++) {
                if (other->choices[i].drawn[j].target == from && draw(trial, 2) == 0) {
                    other->choices[i].drawn[j].target = own;
                }
            }
        }
    }
    drawn->initial = draw(trial, drawn->states);
}

static void add_reward(struct trial *trial, const struct drawn *drawn, struct mdp *mdp) {
    uint64_t choice = 0;
    mdp->earned = test_present(memory_allocate_zeroed(&trial->memory, sizeof *mdp->earned));
    mdp->earned_count = 1;
    mdp->earned->name = test_present(memory_allocate_zeroed(&trial->memory, 1));
    mdp->earned->states =
        test_present(memory_allocate(&trial->memory, mdp->states * sizeof *mdp->earned->states));
    if (mdp->choices > 0) {
        mdp->earned->choices =
            test_present(memory_allocate(&trial->memory, mdp->choices * sizeof *mdp->earned->choices));
    }
    for (uint32_t s = 0; s < drawn->states; s++) {
        mdp->earned->states[s] = drawn->state[s].reward / 3.0;
        for (uint32_t i = 0; i < drawn->state[s].length; i++) {
            mdp->earned->choices[choice++] = drawn->state[s].choices[i].reward * 0.1;
        }
    }
}

static struct mdp *make_model(struct trial *trial, const struct drawn *drawn) {
    static const char *const names[] = {"a", "b"};
    const struct mdp_place place = {0, 0};
    struct mdp_builder builder;
    struct mdp_state_labels labels;
    struct error error;
    CU_ASSERT_FATAL(mdp_builder_open(&builder, "model", 1, &trial->run, &error) == 0);
    builder.rates = drawn->kind == RATES;
    for (uint32_t s = 0; s < drawn->states; s++) {
        for (uint32_t i = 0; i < drawn->state[s].length; i++) {
            const struct choice *choice = &drawn->state[s].choices[i];
            const uint32_t name = choice->name == NAMES - 1
                                      ? MDP_NO_LABEL
                                      : mdp_builder_name(&builder, names[choice->name], 1, &error);
            CU_ASSERT_FATAL(mdp_builder_choice(&builder, s, i, place, &error) == 0);
            for (uint32_t j = 0; j < choice->length; j++) {
                CU_ASSERT_FATAL(mdp_builder_edge(&builder, choice->drawn[j].target,
                                                 choice->drawn[j].units / (double)UNITS, name, place,
                                                 &error) == 0);
            }
        }
    }
    struct mdp *mdp = test_present(mdp_builder_finish(&builder, drawn->states, &error));
    mdp_builder_close(&builder);
    mdp->chain = drawn->kind != PROCESS;
    mdp->rates = drawn->kind == RATES;
    CU_ASSERT_FATAL(mdp_state_labels_open(&labels, "model", &trial->memory, &error) == 0);
    const uint32_t init = mdp_state_labels_name(&labels, "init", 4, &error);
    const uint32_t good = mdp_state_labels_name(&labels, "good", 4, &error);
    CU_ASSERT_FATAL(mdp_state_labels_set(&labels, init, drawn->initial, &error) == 0);
    for (uint32_t s = 0; s < drawn->states; s++) {
        if (drawn->state[s].label) {
            CU_ASSERT_FATAL(mdp_state_labels_set(&labels, good, s, &error) == 0);
        }
    }
    CU_ASSERT_FATAL(mdp_state_labels_finish(&labels, mdp, &error) == 0);
    mdp_state_labels_close(&labels);
    add_reward(trial, drawn, mdp);
    return mdp;
}

/* --- the definition --- */

static void measure(const struct choice *choice, const uint32_t *class_of, uint32_t *units) {
    memset(units, 0, MOST_STATES * sizeof *units);
    for (uint32_t j = 0; j < choice->length; j++) {
        units[class_of[choice->drawn[j].target]] += choice->drawn[j].units;
    }
}

/* Whether t has all choices of s. */
static int answers(const struct drawn *drawn, const uint32_t *class_of, uint32_t s, uint32_t t) {
    const struct state *one = &drawn->state[s], *other = &drawn->state[t];
    uint32_t own[MOST_STATES], its[MOST_STATES];
    for (uint32_t i = 0; i < one->length; i++) {
        int found = 0;
        measure(&one->choices[i], class_of, own);
        for (uint32_t j = 0; j < other->length && !found; j++) {
            measure(&other->choices[j], class_of, its);
            found = memcmp(own, its, sizeof own) == 0 && one->choices[i].reward == other->choices[j].reward &&
                    (drawn->kind != PROCESS || one->choices[i].name == other->choices[j].name);
        }
        if (!found) {
            return 0;
        }
    }
    return one->label == other->label && one->reward == other->reward;
}

/* Classes of all states, by least states that are reached. Returns the number of these. */
static uint32_t refine_naively(const struct drawn *drawn, const int *reached, uint32_t *class_of) {
    uint32_t before = 0, classes = 1, next[MOST_STATES];
    memset(class_of, 0, MOST_STATES * sizeof *class_of);
    while (classes != before) {
        before = classes;
        classes = 0;
        for (uint32_t s = 0; s < drawn->states; s++) {
            uint32_t t = 0;
            while (t < s && !(reached[t] && class_of[s] == class_of[t] && answers(drawn, class_of, s, t) &&
                              answers(drawn, class_of, t, s))) {
                t++;
            }
            next[s] = !reached[s] ? MOST_STATES - 1 : t < s ? next[t] : classes++;
        }
        memcpy(class_of, next, drawn->states * sizeof *class_of);
    }
    for (uint32_t s = 0; s < drawn->states; s++) {
        class_of[s] = reached[s] ? class_of[s] : LUMP_NONE;
    }
    return classes;
}

static void reach(const struct drawn *drawn, uint32_t s, int *reached) {
    int more = 1;
    memset(reached, 0, MOST_STATES * sizeof *reached);
    reached[s] = 1;
    while (more) {
        more = 0;
        for (s = 0; s < drawn->states; s++) {
            for (uint32_t i = 0; reached[s] && i < drawn->state[s].length; i++) {
                for (uint32_t j = 0; j < drawn->state[s].choices[i].length; j++) {
                    int *target = &reached[drawn->state[s].choices[i].drawn[j].target];
                    more |= !*target;
                    *target = 1;
                }
            }
        }
    }
}

/* --- trials --- */

/* Whether two models are equivalent, or -1. */
static int compare(struct trial *trial, const struct mdp *first, const struct mdp *second) {
    const struct mdp *const models[2] = {first, second};
    struct model_lumping lumping;
    struct error error;
    int equal = -1;
    if (lump_models(models, 2, NULL, &trial->run, &lumping, &error) != 0 ||
        lump_models_equal(&lumping, &equal, &error) != 0) {
        equal = -1;
    }
    model_lumping_free(&lumping);
    return equal;
}

static void judge_quotient(struct trial *trial, uint64_t seed, const struct model_lumping *lumping) {
    struct model_lumping again = {.count = 0};
    struct model_size size, smaller;
    struct error error;
    const struct mdp *mdp = lumping->models[0];
    struct mdp *quotient = lump_model_quotient(lumping, &trial->run, &error);
    if (quotient == NULL || lump_model_size(lumping, 0, &trial->run, &size, &error) != 0) {
        complain(trial, seed, error.text);
        return;
    }
    if (size.states != quotient->states || size.choices != quotient->choices ||
        size.edges != quotient->edges || quotient->initial != lumping->class_of[0][mdp->initial]) {
        complain(trial, seed, "the quotient has another size or initial state");
    }
    if (compare(trial, mdp, quotient) != 1) {
        complain(trial, seed, "the quotient is not equivalent to the model");
    }
    const struct mdp *const models[1] = {quotient};
    if (lump_models(models, 1, NULL, &trial->run, &again, &error) != 0 || again.classes != quotient->states ||
        lump_model_size(&again, 0, &trial->run, &smaller, &error) != 0 ||
        smaller.choices != quotient->choices || smaller.edges != quotient->edges) {
        complain(trial, seed, "the quotient is not the smallest");
    }
    trial->fewer_choices += size.choices < mdp->choices;
    model_lumping_free(&again);
    mdp_free(quotient);
}

/* Another initial state is equivalent only if it is in the same class: of all states, as both are reached. */
static void judge_comparison(struct trial *trial, uint64_t seed, struct drawn *drawn, const struct mdp *mdp) {
    int all[MOST_STATES];
    uint32_t class_of[MOST_STATES];
    const uint32_t before = drawn->initial;
    for (uint32_t s = 0; s < MOST_STATES; s++) {
        all[s] = 1;
    }
    refine_naively(drawn, all, class_of);
    drawn->initial = draw(trial, drawn->states);
    struct mdp *other = make_model(trial, drawn);
    const int equal = class_of[before] == class_of[drawn->initial];
    if (compare(trial, mdp, other) != equal) {
        complain(trial, seed, "the comparison is wrong");
    }
    trial->unequal += !equal;
    mdp_free(other);
}

static void judge(uint64_t seed, void *context) {
    struct trial *trial = context;
    struct drawn drawn;
    struct model_lumping lumping;
    struct error error;
    uint32_t class_of[MOST_STATES];
    int reached[MOST_STATES];
    trial->random = seed * 0x9e3779b97f4a7c15ULL;
    trial->run.threads = 1 + (uint32_t)(seed % 3);
    draw_model(trial, &drawn);
    struct mdp *mdp = make_model(trial, &drawn);
    const struct mdp *const models[1] = {mdp};
    reach(&drawn, drawn.initial, reached);
    const uint32_t classes = refine_naively(&drawn, reached, class_of);
    if (lump_models(models, 1, NULL, &trial->run, &lumping, &error) != 0) {
        complain(trial, seed, error.text);
    } else if (lumping.classes != classes ||
               memcmp(lumping.class_of[0], class_of, drawn.states * sizeof *class_of) != 0) {
        complain(trial, seed, "the classes are not those of the definition");
    } else {
        judge_quotient(trial, seed, &lumping);
        judge_comparison(trial, seed, &drawn, mdp);
        trial->smaller += classes < lumping.reached[0];
        trial->unreached += lumping.reached[0] < drawn.states;
    }
    model_lumping_free(&lumping);
    mdp_free(mdp);
}

static void test_oracle(void) {
    struct trial trial = {.mismatches = 0};
    memory_init(&trial.memory, BUDGET);
    trial.run = (struct run){.memory = &trial.memory, .threads = 1};
    const uint64_t cases = judge_seeds(CASES, 1, judge, &trial, &trial.mismatches);
    report_counts("cases", cases, "smaller", trial.smaller, "with states that are not reached",
                  trial.unreached, "not equivalent", trial.unequal, NULL);
    if (cases >= CASES) {
        CU_ASSERT(trial.smaller > cases / 4);
        CU_ASSERT(trial.fewer_choices > cases / 4);
        CU_ASSERT(trial.unreached > cases / 10);
        CU_ASSERT(trial.unequal > cases / 4);
    }
    CU_ASSERT_EQUAL(memory_used(&trial.memory), 0);
}

/* The rational that a double stands for. */
static void test_numbers(void) {
    static const struct {
        double value;
        uint64_t numerator, denominator;
    } cases[] = {{0, 0, 1},
                 {1, 1, 1},
                 {0.1, 1, 10},
                 {0.1 + 0.2, 3, 10},
                 {1.0 / 3, 1, 3},
                 {1.0 / 3 + 1.0 / 3, 2, 3},
                 {1 - 1.0 / 7 - 2.0 / 7, 4, 7},
                 {0.123456789, 123456789, 1000000000},
                 {1e-9, 1, 1000000000},
                 {355.0 / 113, 355, 113},
                 {1234567, 1234567, 1},
                 {0.0009765625, 1, 1024},
                 {0.12345678901234559, 12345678901234559, 100000000000000000}};
    struct memory memory;
    struct lump_numbers numbers = {.exact = {NULL, 0, 0}};
    memory_init(&memory, BUDGET);
    for (uint32_t i = 0; i < LENGTH(cases); i++) {
        const uint32_t number = lump_numbers_find(&numbers, &memory, cases[i].value);
        CU_ASSERT_FATAL(number != LUMP_NO_KEY);
        const struct fraction *exact = &numbers.exact.data[number];
        if ((unsigned __int128)cases[i].numerator * exact->denominator !=
            (unsigned __int128)cases[i].denominator * exact->numerator) {
            printf("\n  %.17g is read as about %llu/%llu\n", cases[i].value,
                   (unsigned long long)exact->numerator, (unsigned long long)exact->denominator);
            CU_FAIL("another rational");
        }
    }
    CU_ASSERT_EQUAL(lump_numbers_find(&numbers, &memory, 0.3),
                    lump_numbers_find(&numbers, &memory, 0.1 + 0.2));
    CU_ASSERT_NOT_EQUAL(lump_numbers_find(&numbers, &memory, 0.3),
                        lump_numbers_find(&numbers, &memory, 0.3 + 1e-13));
    lump_numbers_free(&numbers, &memory);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* Doubles near decimals of 12 digits: they have one number exactly if they stand for one rational. */
static void test_same_numbers(void) {
    struct memory memory;
    struct lump_numbers numbers = {.exact = {NULL, 0, 0}};
    struct trial trial = {.random = 3};
    uint64_t steps = 0, same = 0, wrong = 0;
    memory_init(&memory, BUDGET);
    for (uint32_t i = 0; i < 20000; i++) {
        const double decimal = draw(&trial, 1000000000) / 1e9 + draw(&trial, 1000) / 1e12;
        double value = decimal;
        for (uint32_t k = 0; k < 12; k++) {
            value = nextafter(value, 4);
            const struct fraction near = fraction_near_double(value), one = fraction_of_double(value),
                                  other = fraction_of_double(decimal);
            const int is_same = fraction_compare(one, other) == 0;
            wrong += is_same != (lump_numbers_find(&numbers, &memory, value) ==
                                 lump_numbers_find(&numbers, &memory, decimal));
            same += is_same;
            steps += is_same && fraction_compare(near, one) != 0; /* by way of another rational */
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(same > 1000 && steps > 10);
    report_counts("the same", same, "by way of another", steps, NULL);
    lump_numbers_free(&numbers, &memory);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* With any limit of memory: the classes and their model or ERROR_MEMORY, and nothing is lost. */
static void test_limits(void) {
    struct trial trial = {.random = 7};
    struct drawn drawn;
    struct error error;
    struct shortage shortage = {
        .memory = &trial.memory, .error = &error, .more = 64, .step = 1, .part = 16, .enough = 10};
    memory_init(&trial.memory, BUDGET);
    trial.run = (struct run){.memory = &trial.memory, .threads = 1};
    do {
        draw_model(&trial, &drawn);
    } while (drawn.states < 18 || drawn.kind != PROCESS);
    struct mdp *mdp = make_model(&trial, &drawn);
    const struct mdp *const models[1] = {mdp};
    while (shortage_goes_on(&shortage)) {
        struct model_lumping lumping;
        struct mdp *quotient = lump_models(models, 1, NULL, &trial.run, &lumping, &error) != 0
                                   ? NULL
                                   : lump_model_quotient(&lumping, &trial.run, &error);
        shortage.done = quotient != NULL;
        mdp_free(quotient);
        model_lumping_free(&lumping);
    }
    CU_ASSERT(shortage.failures > 10);
    mdp_free(mdp);
}

void suite_lump_model(void) {
    suite_add("lump_model", NULL, NULL, "classes and their models are those of the definition", test_oracle,
              "numbers of doubles", test_numbers, "numbers of one rational", test_same_numbers, "limits",
              test_limits, NULL);
}
