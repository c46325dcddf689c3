/* The table of command lines, and the cases that it makes. */
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
    {SEARCHES "P", "--json", "oamng"},
    {"EFMP", "-q", "og"},
    {"EFmP", "--timeout 1h", "og"},
    {"EFcP", "--strict", "og"},
    {"EFcP", "--memory 512M", "og"},
    {"ECMK", "--internal deliver", "o"},
    {"ECMK", "--ignore-case", "o"},
    {"ECMK", "--regex extended", "o"},
    {"ECM", "--independent", "en"},
    {SEARCHES, "--words 2", "e"},
    {SEARCHES, "--words 4", "m"},
    {SEARCHES, "--words 5", "mn"},
    {"ESFm", "--bucket 4", "em"},
    {"ESFm", "--bucket 32", "em"},
    {"ESFm", "--cache 4K", "em"},
    {SEARCHES, "--spill 0", "m"},
    {SEARCHES, "--spill-dir .", "o"},
    {SEARCHES, "--max-depth 4", "n"},
    {"EcmM", "--max-states 20", FEW},
    {"E", "-o o.aut", NULL},
    {"E", "-o o.aut.zst", "o"},
    {"E", "-o o.dot", "eadhn"},
    {"E", "-o o.drn", "omcrsdhn"},
    {"E", "-o o.tra --state-labels", "omcrsdhn"},
    {"E", "-o o.drn --deadlock-loops --state-labels", "omrsn"},
    {"E", "-o o.aut --minimise strong", NULL},
    {"E", "-o o.aut --minimise branching", "eoapn"},
    {"E", "-o o.aut --minimise divbranching", "eoapn"},
    {"E", "-o o.dot --minimise branching", FEW},
    {"E", "-o o.drn --minimise probabilistic", MODELS},
    {"E", "-o o.aut --compose --minimise strong", "eop"},
    {"E", "-o o.aut --compose --minimise branching", "eop"},
    {"ESCFM", "--compose", NETWORKS},
    {"ESCFM", "--compose --compose-limit 12", "eo"},
    {"ESM", "--compose --write-plan plan.txt", "eo"},
    {"ESCF", "--partial-order", "eopmn"},
    {"ESCF", "--checkpoint kept --resume kept", FEW},
    {"E", "--profile profile.csv", "om"},
    {"E", "--profile profile.svg", "om"},
    {CHECKS, "-T t.json", "eoapmn"},
    {CHECKS, "-T t.aut", "on"},
    {CHECKS, "-T t.txt", "om"},
    {CHECKS, "-T t/", FEW},
    {CHECKS, "-C c.json", "eamn"},
    {CHECKS, "-C c.json.zst", "em"},
    {CHECKS, "-C c/", FEW},
    {CHECKS "A", "-R r.html", FEW},
    {CHECKS "A", "--junit j.xml", "om"},
    {CHECKS, "-k", "om"},
    {CHECKS, "--no-vacuity", "om"},
    {CHECKS, "--compose --shortest", "eo"},
    {"S", "--partial-order --shortest", "on"},
    {"SF", "-w", "emn"},
    {"F", "-w -T t.json", NULL},
    {"F", "--write-game g.pg", NULL},
    {"FP", "--solver attractor", "eomngG"},
    {"FP", "--solver promotion", "eomngG"},
    {"FP", "--solver tangles", "omgG"},
    {"FP", "--solver regions", "eomngG"},
    {"FP", "--solver spm", "eomngG"},
    {"FP", "--solver spm --spm-queue random --spm-seed 7", "og"},
    {"FP", "--solver spm --spm-order degree --spm-first odd", "og"},
    {"FP", "--solver spm --spm-sides one --spm-shortcuts 1", "og"},
    {"FP", "--solver spm --spm-queueing explicit --spm-interval 4", "ogG"},
    {"FP", "--solver spm --spm-kernels split --spm-layout together", "ogG"},
    {"A", "--scheduler s.json", NULL},
    {"Am", "--no-maximal-progress", "mrs"},
    {"cm", "-a tarjan", "omt"},
    {"cm", "-a fbt", "omnrt"},
    {"cm", "-a bfbt", "omnrt"},
    {"cm", "-a ecl", "omnrt"},
    {"cm", "-a fbt --out-degree-bound 8 --cache-rounds 2", "om"},
    {"cm", "-a fbt --no-hybrid --single-pivots", "om"},
    {"cm", "-a ecl --no-compression", "om"},
    {"cm", "-a ecl --synchronous", "om"},
    {"m", "-a bfbt --pivots-from-j", "mrsD"},
    {"cm", "-o o.txt", NULL},
    {"cm", "-o o.txt.gz", "m"},
    {"cmK", "--evidence e.json", NULL},
    {"MK", "-e branching", "efoapnm"},
    {"MK", "-e divbranching", "efoapn"},
    {"MK", "-e weak", "efon"},
    {"MK", "-e trace", "efonm"},
    {"MK", "-e weaktrace", "efon"},
    {"MK", "-e probabilistic", "omrs"},
    {"K", "--preorder simulation", "efoa"},
    {"K", "--preorder trace", "efoa"},
    {"K", "--preorder weaktrace", "efoa"},
    {"MK", "--hide \"'pay|put.*',deliver\"", "eoan"},
    {"MK", "--hide-all-but \"'log.*',deliver,done\"", "eom"},
    {"M", "-o o.aut", NULL},
    {"M", "-o o.dot", "en"},
    {"M", "-o o.drn", "omctD"},
    {"M", "--classes c.txt", NULL},
    {"M", "--canonical", "eoapmnh"},
    {"P", "-o o.sol", NULL},
    {"P", "--verify", NULL},
    {"P", "--start 1", NULL},
    {"P", "--min", NULL},
    {"P", "--dead-loses", "G"},
    {"P", "--keep-loops", NULL},
    {"P", "--keep-cycles", NULL},
    {"P", "--keep-priorities", NULL},
    {"P", "--keep-whole", NULL},
    {"P", "--preprocess-first", "G"},
};

static const struct {
    enum grid_side side;
    const char *kinds, *words, *message;
} refusals[] = {
    {GRID_CPU, "FP", "--solver regions", "--solver regions runs on a GPU: leave --device cpu out"},
    {GRID_CUDA, "P", "--solver promotion", "--solver promotion runs on the CPU: leave --device cuda out"},
    {GRID_CUDA, "P", "--solver tangles", "--solver tangles runs on the CPU: leave --device cuda out"},
};

/* Cases in which not all is the same on both sides. */
static const struct {
    const char *kinds, *words;
    const char *beside; /* only with these words, too; NULL: always */
    enum grid_compared compared;
} exceptions[] = {
    {SEARCHES, "--max-states", NULL, GRID_EXIT}, /* the limit is approximate */
    /* A GPU needs a search of its own for a predicate: pages and messages that count states differ, too. */
    {"S", "{counter>0}", NULL, GRID_FILES},
    {"S", "{counter>0}", "-R", GRID_EXIT},
    {"S", "{counter>0}", "--checkpoint", GRID_EXIT},
    {"F", "--solver", NULL, GRID_WINNERS}, /* solvers choose other strategies, on each side */
};

/* --- cases --- */

/* Whether the option is for this base and input, and the base does not have it already. */
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

/* Adds the cases of one input: all pairs of options, or the cases of at most one option. */
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

/* Whether the base or an option has the words. */
static int has_words(const struct grid_case *one, const char *kinds, const char *words) {
    return strchr(kinds, one->base->kind) != NULL &&
           (strstr(one->base->words, words) != NULL || strstr(words_of(one, 0), words) != NULL ||
            strstr(words_of(one, 1), words) != NULL);
}

enum grid_compared grid_compared_of(const struct grid_case *one) {
    enum grid_compared least = GRID_ALL;
    for (size_t i = 0; i < LENGTH(exceptions); i++) {
        if (exceptions[i].compared > least && has_words(one, exceptions[i].kinds, exceptions[i].words) &&
            (exceptions[i].beside == NULL || has_words(one, exceptions[i].kinds, exceptions[i].beside))) {
            least = exceptions[i].compared;
        }
    }
    return least;
}

const char *grid_refusal(const struct grid_case *one, enum grid_side side) {
    for (size_t i = 0; i < LENGTH(refusals); i++) {
        if (refusals[i].side == side && has_words(one, refusals[i].kinds, refusals[i].words)) {
            return refusals[i].message;
        }
    }
    return NULL;
}
