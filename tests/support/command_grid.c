/* The table of command lines, and what becomes of it. */
#include "tests/support/command_grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/testing.h"

/* Kinds: E explore, S searches for properties, C cycles, F formulas whose games are solved, A schedulers, c
 * scc, m mec, M minimise, K compare, P solve. Inputs: see `inputs`. */
static const struct grid_base bases[] = {
    {'E', "explore", "", "eoapdhmcnrs"},
    {'S', "check", "-D", "eoapdhmcnrs"},
    {'S', "check", "-n deliver -n \"'pay|re.*'\" -n nothing", "oa"},
    {'S', "check", "-M ../in/monitor.aut", "a"},
    {'S', "check", "-p ../in/order.suite", "o"},
    {'S', "check", "-n put -f '[true*]<true>true'", "nd"},
    {'S', "check", "-f '[true*] {counter>0}' -n done", "m"},
    {'C', "check", "-L -s \"'put_a.*'\" -F fail,beep", "e"},
    {'C', "check", "-L -D -s deliver", "opr"},
    {'C', "check", "-L -D -s put -F put,get", "n"},
    {'C', "check", "-s done", "mc"},
    {'F', "check", "-f 'nu X . mu Y . ([deliver] X and [not deliver] Y)'", "oap"},
    {'F', "check", "-f 'nu X . (<true> X and mu Y . (<\"put_a.*\"> true or <true> Y))'", "e"},
    {'F', "check", "-f 'nu X . mu Y . (<done> X or <true> Y)'", "m"},
    {'F', "check", "-f '[true*] mu X . (<true> true and [not get] X)'", "n"},
    {'A', "check", "--almost-surely done", "mt"},
    {'A', "check", "--almost-surely-repeatedly done", "m"},
    {'A', "check", "--almost-surely finished --state-label", "mtd"},
    {'A', "check", "--almost-surely up_0", "r"},
    {'A', "check", "--almost-surely go", "s"},
    {'c', "scc", "", "eoapmhnrtD"},
    {'m', "mec", "", "mcdhrstD"},
    {'M', "minimise", "", "eoapmchnrs"},
    {'M', "minimise", "-e probabilistic", "mcdrstDC"},
    {'K', "compare", "../in/order/order.exp", "oap"},
    {'K', "compare", "../in/logger.exp", "ef"},
    {'K', "compare", "-e probabilistic ../in/coin.drn", "mtD"},
    {'P', "solve", "", "gG"},
};

static const struct {
    char letter;
    const char *words;
} inputs[] = {
    {'e', "../in/logger.exp"},                        /* a network with internal steps */
    {'f', "../in/small.aut"},                         /* it, minimised */
    {'o', "../in/order/order.exp"},                   /* one with deadlocks */
    {'a', "../in/space.aut"},                         /* its state space */
    {'p', "../in/order/mail_first.exp"},              /* one with prio */
    {'r', "../in/coin/coin.exp"},                     /* one with probabilities */
    {'s', "../in/rated.exp"},                         /* one with rates */
    {'n', "../in/mixed.exp"},                         /* one with a PRISM model */
    {'d', "--const runs=2 ../in/prism/crowds.prism"}, /* dtmc */
    {'h', "../in/prism/herman.prism"},                /* dtmc with many initial states */
    {'m', "--const K=2 ../in/prism/coin.prism"},      /* mdp */
    {'c', "--const c=3 ../in/prism/tandem.prism"},    /* ctmc */
    {'t', "../in/coin.tra"},
    {'D', "../in/coin.drn"},
    {'C', "../in/tandem.drn"},
    {'g', "../in/game.pg"},
    {'G', "../in/nested.pg"},
};

#define SEARCHES "ESCFAcmMK"
#define CHECKS "SCF"
/* Inputs for options that all treat alike; a network, a model with data, and one of both. */
#define FEW "omn"
#define NETWORKS "eoprsn"
#define MODELS "dhmcrst"

static const struct grid_option options[] = {
    {SEARCHES "P", "--json", "oamng", 0},
    {SEARCHES "P", "-q", "og", 0},
    {"EFmP", "--timeout 1h", "og", 0},
    {SEARCHES "P", "--strict", "og", 0},
    {"EFcP", "--memory 512M", "og", 0},
    {"ECMK", "--internal deliver", "o", 0},
    {"ECMK", "--ignore-case", "o", 0},
    {"ECMK", "--regex extended", "o", 0},
    {"ECM", "--independent", "en", 0},
    {SEARCHES, "--words 2", "en", 0},
    {SEARCHES, "--words 4", "m", 0},
    {SEARCHES, "--words 5", FEW, 0},
    {"ESFm", "--bucket 4", "em", 0},
    {"ESFm", "--bucket 32", "em", 0},
    {"ESFm", "--cache 4K", "em", 0},
    {SEARCHES, "--spill 0", "em", 0},
    {SEARCHES, "--spill-dir .", "o", 0},
    {SEARCHES, "--max-depth 4", "om", 0},
    {"EcmM", "--max-states 20", FEW, 1},
    {"E", "-o o.aut", NULL, 0},
    {"E", "-o o.aut.zst", "o", 0},
    {"E", "-o o.dot", "eadhn", 0},
    {"E", "-o o.drn", "omcrsdhn", 0},
    {"E", "-o o.tra --state-labels", "omcrsdhn", 0},
    {"E", "-o o.drn --deadlock-loops --state-labels", "omrsn", 0},
    {"E", "-o o.aut --minimise strong", NULL, 0},
    {"E", "-o o.aut --minimise branching", "eoapn", 0},
    {"E", "-o o.aut --minimise divbranching", "eoapn", 0},
    {"E", "-o o.dot --minimise branching", FEW, 0},
    {"E", "-o o.drn --minimise probabilistic", MODELS, 0},
    {"E", "-o o.aut --compose --minimise strong", "eop", 0},
    {"E", "-o o.aut --compose --minimise branching", "eop", 0},
    {"ESCFM", "--compose", NETWORKS, 0},
    {"ESCFM", "--compose --compose-limit 12", "eo", 0},
    {"ESM", "--compose --write-plan plan.txt", "eo", 0},
    {"ESCF", "--partial-order", "eoapmnd", 0},
    {"ESCF", "--checkpoint kept --resume kept", FEW, 0},
    {"E", "--profile profile.csv", "om", 0},
    {"E", "--profile profile.svg", "om", 0},
    {CHECKS, "-T t.json", "eoapmnd", 0},
    {CHECKS, "-T t.aut", "on", 0},
    {CHECKS, "-T t.txt", "om", 0},
    {CHECKS, "-T t/", "eomn", 0},
    {CHECKS, "-C c.json", "eapmnc", 0},
    {CHECKS, "-C c.json.zst", "em", 0},
    {CHECKS, "-C c/", "eomn", 0},
    {CHECKS "A", "-R r.html", "eomn", 0},
    {CHECKS "A", "--junit j.xml", "om", 0},
    {CHECKS, "-k", "eomn", 0},
    {CHECKS, "--no-vacuity", "om", 0},
    {CHECKS, "--compose --shortest", "eo", 0},
    {"S", "--partial-order --shortest", "on", 0},
    {"SF", "-w", "eoamn", 0},
    {"F", "-w -T t.json", NULL, 0},
    {"F", "--write-game g.pg", NULL, 0},
    {"FP", "--solver attractor", "eomngG", 0},
    {"FP", "--solver promotion", NULL, 0},
    {"FP", "--solver tangles", "omgG", 0},
    {"FP", "--solver regions", NULL, 0},
    {"FP", "--solver spm", NULL, 0},
    {"FP", "--solver spm --spm-queue random --spm-seed 7", "og", 0},
    {"FP", "--solver spm --spm-order degree --spm-first odd", "og", 0},
    {"FP", "--solver spm --spm-sides one --spm-shortcuts 1", "og", 0},
    {"FP", "--solver spm --spm-queueing explicit --spm-interval 4", "ogG", 0},
    {"FP", "--solver spm --spm-kernels split --spm-layout together", "ogG", 0},
    {"A", "--scheduler s.json", NULL, 0},
    {"Am", "--no-maximal-progress", "mrs", 0},
    {"cm", "-a tarjan", "omt", 0},
    {"cm", "-a fbt", "omnrt", 0},
    {"cm", "-a bfbt", "omnrt", 0},
    {"cm", "-a ecl", "omnrt", 0},
    {"cm", "-a fbt --out-degree-bound 8 --cache-rounds 2", "om", 0},
    {"cm", "-a fbt --no-hybrid --single-pivots", "om", 0},
    {"cm", "-a ecl --no-compression", "om", 0},
    {"cm", "-a ecl --synchronous", "om", 0},
    {"m", "-a bfbt --pivots-from-j", "mrsD", 0},
    {"cm", "-o o.txt", NULL, 0},
    {"cm", "-o o.txt.gz", "m", 0},
    {"cmK", "--evidence e.json", NULL, 0},
    {"MK", "-e branching", "efoapnm", 0},
    {"MK", "-e divbranching", "efoapnm", 0},
    {"MK", "-e weak", "efon", 0},
    {"MK", "-e trace", "efonm", 0},
    {"MK", "-e weaktrace", "efon", 0},
    {"MK", "-e probabilistic", "omrs", 0},
    {"K", "--preorder simulation", "efoa", 0},
    {"K", "--preorder trace", "efoa", 0},
    {"K", "--preorder weaktrace", "efoa", 0},
    {"MK", "--hide \"'pay|put.*',deliver\"", "eoan", 0},
    {"MK", "--hide-all-but \"'log.*',deliver,done\"", "eom", 0},
    {"M", "-o o.aut", NULL, 0},
    {"M", "-o o.dot", "en", 0},
    {"M", "-o o.drn", "omctD", 0},
    {"M", "--classes c.txt", NULL, 0},
    {"M", "--canonical", "eoapmnh", 0},
    {"P", "-o o.sol", NULL, 0},
    {"P", "--verify", NULL, 0},
    {"P", "--start 1", NULL, 0},
    {"P", "--min", NULL, 0},
    {"P", "--dead-loses", "G", 0},
    {"P", "--keep-loops", NULL, 0},
    {"P", "--keep-cycles", NULL, 0},
    {"P", "--keep-priorities", NULL, 0},
    {"P", "--keep-whole", NULL, 0},
    {"P", "--preprocess-first", "G", 0},
};

static const struct {
    enum grid_side side;
    const char *kinds, *words, *message;
} refusals[] = {
    {GRID_CPU, "FP", "--solver regions", "--solver regions runs on a GPU: leave --device cpu out"},
    {GRID_CUDA, "P", "--solver promotion", "--solver promotion runs on the CPU: leave --device cuda out"},
    {GRID_CUDA, "P", "--solver tangles", "--solver tangles runs on the CPU: leave --device cuda out"},
};

/* --- cases --- */

/* What a base says itself is not said twice. */
static int may_have(const struct grid_base *base, char input, const struct grid_option *option) {
    const size_t length = strcspn(option->words, " ");
    return strchr(option->kinds, base->kind) != NULL &&
           (option->inputs == NULL || strchr(option->inputs, input) != NULL) &&
           (length != strcspn(base->words, " ") || strncmp(option->words, base->words, length) != 0);
}

/* Whether the options begin with the same word. */
static int exclude_each_other(const struct grid_option *first, const struct grid_option *second) {
    const size_t length = strcspn(first->words, " ");
    return length == strcspn(second->words, " ") && strncmp(first->words, second->words, length) == 0;
}

struct growing {
    struct grid_case *cases;
    uint64_t count, capacity;
};

static void add_case(struct growing *growing, const struct grid_case *one) {
    if (growing->count == growing->capacity) {
        growing->capacity = 2 * growing->capacity + 1024;
        growing->cases = test_present(realloc(growing->cases, growing->capacity * sizeof *growing->cases));
    }
    growing->cases[growing->count++] = *one;
}

/* Those of one input with `options` options. */
static void add_cases(struct growing *growing, const struct grid_base *base, char input, int pairs) {
    if (!pairs) {
        add_case(growing, &(struct grid_case){base, input, {NULL, NULL}});
    }
    for (size_t i = 0; i < LENGTH(options); i++) {
        if (!may_have(base, input, &options[i])) {
            continue;
        }
        if (!pairs) {
            add_case(growing, &(struct grid_case){base, input, {&options[i], NULL}});
        }
        for (size_t j = i + 1; pairs && j < LENGTH(options); j++) {
            if (may_have(base, input, &options[j]) && !exclude_each_other(&options[i], &options[j])) {
                add_case(growing, &(struct grid_case){base, input, {&options[i], &options[j]}});
            }
        }
    }
}

struct grid_case *grid_cases(uint64_t *count, uint64_t *single) {
    struct growing growing = {NULL, 0, 0};
    for (int pairs = 0; pairs < 2; pairs++) {
        for (size_t i = 0; i < LENGTH(bases); i++) {
            for (const char *input = bases[i].inputs; *input != '\0'; input++) {
                add_cases(&growing, &bases[i], *input, pairs);
            }
        }
        *single = pairs ? *single : growing.count;
    }
    *count = growing.count;
    return growing.cases;
}

static const char *words_of(const struct grid_case *one, int option) {
    return one->options[option] == NULL ? "" : one->options[option]->words;
}

static const char *input_of(const struct grid_case *one) {
    for (size_t i = 0; i < LENGTH(inputs); i++) {
        if (inputs[i].letter == one->input) {
            return inputs[i].words;
        }
    }
    abort();
}

void grid_line(const struct grid_case *one, const char *side, char *line, size_t size) {
    snprintf(line, size, "%s %s %s %s %s %s", one->base->command, side, words_of(one, 0), words_of(one, 1),
             one->base->words, input_of(one));
}

int grid_is_loose(const struct grid_case *one) {
    return (one->options[0] != NULL && one->options[0]->loose) ||
           (one->options[1] != NULL && one->options[1]->loose);
}

const char *grid_refusal(const struct grid_case *one, enum grid_side side) {
    for (size_t i = 0; i < LENGTH(refusals); i++) {
        if (refusals[i].side == side && strchr(refusals[i].kinds, one->base->kind) != NULL &&
            (strstr(words_of(one, 0), refusals[i].words) != NULL ||
             strstr(words_of(one, 1), refusals[i].words) != NULL)) {
            return refusals[i].message;
        }
    }
    return NULL;
}
