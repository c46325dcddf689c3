/* Random walks take branches by probability, races by rate, and choices evenly: the shares in the initial
 * state. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "checker/verify/walk.h"
#include "frontend/language/language.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define STEPS 20000u
#define MOST 8u

/* A transition: its label, and the state that it leads to; how many of all steps take it. */
struct share {
    const char *label;
    uint32_t target;
    double share;
};

static const struct model {
    const char *name, *text;
    struct share shares[MOST];
} models[] = {
    {"chain.prism",
     "dtmc module m s:[0..2]; [a] s=0 -> 0.99:(s'=0)+0.01:(s'=1); [a] s>0 -> true; endmodule",
     {{"a", 0, 0.99}, {"a", 1, 0.01}}},
    {"two.prism",
     "dtmc module m s:[0..3]; [a] s=0 -> 0.9:(s'=0)+0.1:(s'=1); [b] s=0 -> 0.5:(s'=2)+0.5:(s'=3); endmodule",
     {{"a", 0, 0.45}, {"a", 1, 0.05}, {"b", 2, 0.25}, {"b", 3, 0.25}}},
    {"choices.prism",
     "mdp module m s:[0..3]; [a] s=0 -> 0.9:(s'=0)+0.1:(s'=1); [b] s=0 -> true; [b] s=0 -> (s'=2); endmodule",
     {{"a", 0, 0.3}, {"a", 1, 1 / 30.0}, {"b", 0, 1 / 3.0}, {"b", 2, 1 / 3.0}}},
    {"race.prism",
     "ctmc module m s:[0..3]; [a] s=0 -> 1:(s'=1)+2:(s'=2); [b] s=0 -> 7:(s'=3); endmodule",
     {{"a", 1, 0.1}, {"a", 2, 0.2}, {"b", 3, 0.7}}},
    {"labels.aut",
     "des (0,5,4)\n(0,\"go; prob 0.9\",0)\n(0,\"go; prob 1/10\",1)\n(0,\"to; prob 1/4\",2)\n(0,\"to; prob "
     "0.75\",3)\n(0,\"a\",1)\n",
     {{"go; prob 0.9", 0, 0.3},
      {"go; prob 1/10", 1, 1 / 30.0},
      {"to; prob 1/4", 2, 1 / 12.0},
      {"to; prob 0.75", 3, 0.25},
      {"a", 1, 1 / 3.0}}},
    {"rates.aut",
     "des (0,3,3)\n(0,\"rate 1\",0)\n(0,\"b; rate 3\",1)\n(0,\"a\",2)\n",
     {{"rate 1", 0, 0.125}, {"b; rate 3", 1, 0.375}, {"a", 2, 0.5}}},
    {"progress.aut", "des (0,3,3)\n(0,\"rate 1\",0)\n(0,i,1)\n(0,\"a\",2)\n", {{"i", 1, 0.5}, {"a", 2, 0.5}}},
    {"distributions.aut",
     "des (0,2,3)\n(0,\"a\",0 9/10 1)\n(0,\"b\",2)\n",
     {{"a", 0, 0.45}, {"a", 1, 0.05}, {"b", 2, 0.5}}},
    {"network.exp",
     "par \"a\" -> choices.prism || \"a\" -> plain.aut || loop.aut end par",
     {{"a", 0, 0.45 / 2},
      {"a", 1, 0.05 / 2},
      {"b", 0, 0.25},
      {"b", 2, 0.25},
      {"c; prob 0.2", 0, 0.05},
      {"c; prob 0.8", 1, 0.2}}},
    /* Two commands with one label and one target are one transition, and two choices. */
    {"merged.exp", "merged.prism ||| stop", {{"a", 1, 0.75}, {"a", 0, 0.25}}},
    {"races.exp", "race.prism ||| stop", {{"a", 1, 0.1}, {"a", 2, 0.2}, {"b", 3, 0.7}}},
};

static void write_parts(void) {
    test_folder_write(&place.folder, "choices.prism", models[2].text);
    test_folder_write(&place.folder, "race.prism", models[3].text);
    test_folder_write(&place.folder, "plain.aut", "des (0,1,1)\n(0,a,0)\n");
    test_folder_write(&place.folder, "loop.aut",
                      "des (0,2,2)\n(0,\"c; prob 0.2\",0)\n(0,\"c; prob 0.8\",1)\n");
    test_folder_write(&place.folder, "merged.prism",
                      "mdp module m s:[0..1]; [a] s=0 -> (s'=1); [a] s=0 -> 0.5:(s'=1)+0.5:true; endmodule");
}

/* The part of the model that the transition is, or MOST. Of a network, the first number that changes counts.
 */
static size_t part_of(const struct model *model, const walk *walk, const uint32_t *state, const char *label,
                      uint32_t components) {
    const uint32_t *before = walk_whole(walk)->states;
    uint32_t target = state[0];
    for (uint32_t i = 0; i < components; i++) {
        target = state[i] != before[i] ? state[i] : target;
    }
    for (size_t i = 0; i < MOST && model->shares[i].label != NULL; i++) {
        if (strcmp(model->shares[i].label, label) == 0 && model->shares[i].target == target) {
            return i;
        }
    }
    return MOST;
}

/* Chi-square of the counts; the seeds are fixed, so that it is the same in each run. */
static double deviation(const struct model *model, const uint64_t *counts) {
    double sum = 0;
    for (size_t i = 0; i < MOST && model->shares[i].label != NULL; i++) {
        const double expected = model->shares[i].share * STEPS;
        sum += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    }
    return sum;
}

static void walk_model(const struct model *model) {
    static const struct exp_options none = {.ignore_case = 0};
    const char *path = test_folder_write(&place.folder, model->name, model->text);
    language_tree *tree = test_present(language_read(path, &none, &place.run, &place.error));
    walker *walker = test_present(language_walk(tree, &place.run, &place.error));
    walk *walk = test_present(walk_create(walker, &place.run, &place.error));
    uint64_t counts[MOST + 1] = {0}, random = 7;
    for (unsigned i = 0; i < STEPS; i++) {
        walk_goto(walk, 0);
        CU_ASSERT_EQUAL_FATAL(walk_take_random(walk, &random, &place.error), 1);
        counts[part_of(model, walk, walk_state(walk), walk_whole(walk)->labels[0],
                       walker_components(walker))]++;
    }
    const double sum = deviation(model, counts);
    if (counts[MOST] > 0 || sum > 18.5) { /* of five degrees of freedom, one in 400 is larger */
        printf("\n%s: chi-square %g, others %llu:", model->name, sum, (unsigned long long)counts[MOST]);
        for (size_t i = 0; i < MOST && model->shares[i].label != NULL; i++) {
            printf(" %llu (%g)", (unsigned long long)counts[i], model->shares[i].share * STEPS);
        }
        CU_FAIL("other shares");
    }
    walk_free(walk);
    walker_free(walker);
    language_free(tree);
}

static void test_shares(void) {
    write_parts();
    for (size_t i = 0; i < LENGTH(models); i++) {
        walk_model(&models[i]);
    }
}

void suite_walk_chances(void) {
    suite_add("walk_chances", workplace_open, workplace_close, "shares of transitions", test_shares, NULL);
}
