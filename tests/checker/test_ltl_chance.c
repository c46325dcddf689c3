/*
 * Formulas of linear time on Markov decision processes: combinations of GF and FG on small random models, as
 * PRISM models, chains and files, against all end components by their definition; other formulas against
 * Storm (tests/oracle/ltl_storm.py).
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker/check.h"
#include "checker/check_mdp.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/language/compile/language_compile.h"
#include "model/mdp.h"
#include "tests/oracle/oracle_almost_sure.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define DEFAULT_CASES 1500u
#define MOST_STATES 5u
#define MOST_COMMANDS 9u
#define MOST_LEAVES 5u
#define STORM_MODELS "60"

/* --- models --- */

enum { ATOM_A, ATOM_B, ATOM_C, ATOM_P, ATOM_DEADLOCK, ATOMS };

struct command {
    unsigned state, action; /* action: an atom up to ATOM_C, or ATOM_P for none */
    unsigned to[2];         /* equally likely; may be equal */
};

struct drawn {
    unsigned states, count, p; /* p: bitmap of the states with the label */
    struct command command[MOST_COMMANDS];
    int is_chain; /* all commands of a state are one choice */
};

static void draw_model(uint64_t *random, struct drawn *drawn) {
    *drawn = (struct drawn){.states = 1 + random_draw(random, MOST_STATES)};
    drawn->p = random_draw(random, 32);
    drawn->is_chain = random_draw(random, 3) == 0;
    for (unsigned s = 0; s < drawn->states; s++) {
        for (unsigned k = random_draw(random, 8) % 4; k > 0 && drawn->count < MOST_COMMANDS; k--) {
            drawn->command[drawn->count++] =
                (struct command){s,
                                 random_draw(random, ATOM_P + 1),
                                 {random_draw(random, drawn->states), random_draw(random, drawn->states)}};
        }
    }
}

static const char *const names[] = {"a", "b", "c", ""};

static void write_prism(const struct drawn *drawn, char *text, size_t size) {
    *text = '\0';
    text_append(text, size, "%s\nmodule m\n x : [0..%u] init 0;\n", drawn->is_chain ? "dtmc" : "mdp",
                drawn->states);
    for (unsigned i = 0; i < drawn->count; i++) {
        const struct command *command = &drawn->command[i];
        text_append(text, size, " [%s] x=%u -> 0.5:(x'=%u) + 0.5:(x'=%u);\n", names[command->action],
                    command->state, command->to[0], command->to[1]);
    }
    text_append(text, size, "endmodule\nlabel \"p\" = false");
    for (unsigned s = 0; s < drawn->states; s++) {
        text_append(text, size, drawn->p >> s & 1 ? " | x=%u" : "", s);
    }
    text_append(text, size, ";\n");
}

/* A file of the same MDP; a last state has the label in any case. */
static void write_drn(const struct drawn *drawn, char *text, size_t size) {
    unsigned next = 0;
    *text = '\0';
    text_append(text, size, "@type: MDP\n@parameters\n\n@reward_models\n\n@nr_states\n%u\n@model\n",
                drawn->states + 1);
    for (unsigned s = 0; s <= drawn->states; s++) {
        text_append(text, size, "state %u%s%s\n", s, s == 0 ? " init" : "",
                    s == drawn->states || drawn->p >> s & 1 ? " p" : "");
        for (unsigned number = 0; next < drawn->count && drawn->command[next].state == s; number++, next++) {
            const struct command *command = &drawn->command[next];
            const unsigned one = command->to[0], other = command->to[1];
            if (command->action == ATOM_P) {
                text_append(text, size, "\taction %u\n", number);
            } else {
                text_append(text, size, "\taction %s\n", names[command->action]);
            }
            text_append(text, size, "\t\t%u : %s\n", one < other ? one : other, one == other ? "1" : "0.5");
            if (one != other) {
                text_append(text, size, "\t\t%u : 0.5\n", one < other ? other : one);
            }
        }
    }
}

/* --- formulas --- */

/* A combination of leaves, in the order of a tree: two children before an operator. */
struct leaf {
    unsigned atom;
    int again, negated; /* GF of the atom, or FG */
};

struct combination {
    unsigned leaves;
    struct leaf leaf[MOST_LEAVES];
    int is_or[MOST_LEAVES]; /* between what is before leaf i and it */
};

static void draw_formula(uint64_t *random, struct combination *formula) {
    formula->leaves = 1 + random_draw(random, MOST_LEAVES);
    for (unsigned i = 0; i < formula->leaves; i++) {
        formula->leaf[i] = (struct leaf){random_draw(random, ATOMS), (int)random_draw(random, 2),
                                         (int)random_draw(random, 2)};
        formula->is_or[i] = (int)random_draw(random, 2);
    }
}

static void write_formula(uint64_t *random, const struct combination *formula, char *text, size_t size) {
    static const char *const atoms[] = {"a", "b", "c", "{\"p\"}", "deadlock"}, *const around[] = {"", "F ",
                                                                                                  "G ", "X ",
                                                                                                  "X X "};
    char before[800] = "";
    for (unsigned i = 0; i < formula->leaves; i++) {
        const struct leaf *leaf = &formula->leaf[i];
        *text = '\0';
        text_append(text, size, "%s%s%s(%s%s%s%s)", before,
                    i == 0              ? ""
                    : formula->is_or[i] ? " || "
                                        : " && ",
                    around[random_draw(random, 5)], leaf->negated ? "!" : "", leaf->again ? "G F " : "F G ",
                    random_draw(random, 4) == 0 ? "X " : "", atoms[leaf->atom]);
        *before = '\0';
        text_append(before, sizeof before, "(%s)", text);
    }
}

/* Whether what goes on for ever with letters of these atoms, some and all, satisfies the formula. */
static int satisfies(const struct combination *formula, unsigned some, unsigned all) {
    int holds = 0;
    for (unsigned i = 0; i < formula->leaves; i++) {
        const struct leaf *leaf = &formula->leaf[i];
        const int own = (int)((leaf->again ? some : all) >> leaf->atom & 1) != leaf->negated;
        holds = i == 0 ? own : formula->is_or[i] ? holds || own : holds && own;
    }
    return holds;
}

/* --- by the definition --- */

struct oracle {
    struct oracle_mdp mdp;
    unsigned some[MOST_COMMANDS + MOST_STATES], all[MOST_COMMANDS + MOST_STATES]; /* atoms, by choice */
};

static void add_letter(struct oracle *oracle, const struct drawn *drawn, uint32_t state, unsigned atoms,
                       uint64_t support, int joins) {
    uint64_t at = oracle->mdp.choice_count;
    atoms |= drawn->p >> state & 1 ? 1u << ATOM_P : 0;
    if (joins && at > 0 && oracle->mdp.choices[at - 1].state == state) {
        oracle->mdp.choices[at - 1].support |= support;
        oracle->some[at - 1] |= atoms;
        oracle->all[at - 1] &= atoms;
        return;
    }
    oracle->mdp.choices[at] = (struct oracle_choice){.state = state, .support = support};
    oracle->some[at] = oracle->all[at] = atoms;
    oracle->mdp.choice_count++;
}

static void make_oracle(const struct drawn *drawn, struct oracle *oracle) {
    unsigned next = 0;
    oracle->mdp.states = drawn->states;
    oracle->mdp.choice_count = 0;
    for (unsigned s = 0; s < drawn->states; s++) {
        if (next == drawn->count || drawn->command[next].state != s) {
            add_letter(oracle, drawn, s, 1u << ATOM_DEADLOCK, (uint64_t)1 << s, 0);
        }
        for (; next < drawn->count && drawn->command[next].state == s; next++) {
            const struct command *command = &drawn->command[next];
            add_letter(oracle, drawn, s, command->action == ATOM_P ? 0 : 1u << command->action,
                       (uint64_t)1 << command->to[0] | (uint64_t)1 << command->to[1], drawn->is_chain);
        }
    }
}

/* What is reached from the states of a set by these choices. */
static uint64_t reach(const struct oracle_mdp *mdp, uint64_t from, uint64_t choices) {
    for (uint64_t before = 0; before != from;) {
        before = from;
        for (uint64_t i = 0; i < mdp->choice_count; i++) {
            from |= choices >> i & 1 && from >> mdp->choices[i].state & 1 ? mdp->choices[i].support : 0;
        }
    }
    return from;
}

/* The states of an end component of exactly these choices; 0 if they are none. */
static uint64_t component_of(const struct oracle_mdp *mdp, uint64_t choices) {
    uint64_t states = 0;
    for (uint64_t i = 0; i < mdp->choice_count; i++) {
        states |= choices >> i & 1 ? (uint64_t)1 << mdp->choices[i].state : 0;
    }
    for (uint64_t s = 0; s < mdp->states; s++) {
        if (states >> s & 1 && reach(mdp, (uint64_t)1 << s, choices) != states) {
            return 0;
        }
    }
    return states;
}

/* The states of end components all of whose choices, again and again, satisfy the formula, or do not. */
static uint64_t winning_states(const struct oracle *oracle, const struct combination *formula, int wanted) {
    uint64_t won = 0;
    for (uint64_t choices = 1; choices < (uint64_t)1 << oracle->mdp.choice_count; choices++) {
        unsigned some = 0, all = ~0u;
        for (uint64_t i = 0; i < oracle->mdp.choice_count; i++) {
            some |= choices >> i & 1 ? oracle->some[i] : 0;
            all &= choices >> i & 1 ? oracle->all[i] : ~0u;
        }
        if (satisfies(formula, some, all) == wanted) {
            won |= component_of(&oracle->mdp, choices);
        }
    }
    return won;
}

static int expected(const struct oracle *oracle, const struct combination *formula, int every) {
    static const unsigned char none[MOST_COMMANDS + MOST_STATES];
    uint32_t rank[ORACLE_STATES];
    if (every) {
        return (reach(&oracle->mdp, 1, UINT64_MAX) & winning_states(oracle, formula, 0)) == 0;
    }
    return (int)(oracle_reach(&oracle->mdp, none, winning_states(oracle, formula, 1), rank) & 1);
}

/* --- the checks --- */

static int check_model(const char *path, const char *formula, int every) {
    static const struct exp_options plain;
    struct error warning;
    struct property property = {0};
    language_tree *tree = language_read(path, &plain, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    const struct property_maker maker = {.tree = tree,
                                         .run = &place.run,
                                         .error = &place.error,
                                         .warning = &warning,
                                         .every_scheduler = every};
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_ALMOST_SURELY_LTL, formula, &property), 0);
    struct network *network = language_compile(tree, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    const struct check_options options = {.backend = backends[0], .explore = {.max_depth = UINT64_MAX}};
    struct check *check = check_run(network, &property, 1, &options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    const int verdict = (int)check->results[0].verdict;
    check_free(check, &place.run);
    property_free(&property, &place.run);
    network_free(&place.memory, network);
    language_free(tree);
    return verdict;
}

static int check_file(const char *path, const char *formula, int every) {
    struct error warning;
    struct property property = {0};
    const struct mdp_read_options how = {.warning = &warning};
    const struct property_maker maker = {
        .run = &place.run, .error = &place.error, .warning = &warning, .every_scheduler = every};
    struct mdp *mdp = mdp_read_as(path, &how, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_ALMOST_SURELY_LTL, formula, &property), 0);
    const struct mdp_evidence evidence = {NULL, NULL};
    struct check *check = check_mdp(mdp, &property, 1, &evidence, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    const int verdict = (int)check->results[0].verdict;
    check_free(check, &place.run);
    property_free(&property, &place.run);
    mdp_free(mdp);
    return verdict;
}

struct totals {
    uint64_t mismatches, holds[2], violated[2]; /* by `every` */
};

static void judge(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct drawn drawn;
    static struct oracle oracle;
    struct combination formula;
    char model[4000], file[4000], text[1000], path[600];
    uint64_t random = seed;
    const int every = (int)random_draw(&random, 2);
    draw_model(&random, &drawn);
    draw_formula(&random, &formula);
    write_prism(&drawn, model, sizeof model);
    write_drn(&drawn, file, sizeof file);
    write_formula(&random, &formula, text, sizeof text);
    make_oracle(&drawn, &oracle);
    const int holds = expected(&oracle, &formula, every), verdict = holds ? VERDICT_HOLDS : VERDICT_VIOLATED;
    place.run.threads = 1 + random_draw(&random, 2);
    snprintf(path, sizeof path, "%s", test_folder_write(&place.folder, "m.prism", model));
    const int of_model = check_model(path, text, every);
    snprintf(path, sizeof path, "%s", test_folder_write(&place.folder, "m.drn", file));
    const int of_file = drawn.is_chain ? verdict : check_file(path, text, every);
    if (of_model != verdict || of_file != verdict) {
        totals->mismatches++;
        printf("\nseed %llu: %s, schedulers %s: %s in\n%s", (unsigned long long)seed, text,
               every ? "all" : "some", holds ? "holds" : "is violated", model);
    }
    totals->holds[every] += (uint64_t)holds;
    totals->violated[every] += (uint64_t)!holds;
}

static void test_random(void) {
    struct totals totals = {0};
    const uint64_t cases = judge_seeds(DEFAULT_CASES, 41000, judge, &totals, &totals.mismatches);
    place.run.threads = 1;
    report_counts("some", totals.holds[0], "not", totals.violated[0], "all", totals.holds[1], "not",
                  totals.violated[1], NULL);
    for (int every = 0; every < 2; every++) {
        CU_ASSERT(totals.holds[every] >= cases / 8 && totals.violated[every] >= cases / 8);
    }
}

static void test_storm(void) {
    char out[600], err[600], folder[600];
    snprintf(out, sizeof out, "%s", test_folder_path(&place.folder, "out"));
    snprintf(err, sizeof err, "%s", test_folder_path(&place.folder, "err"));
    snprintf(folder, sizeof folder, "%s", test_folder_name(&place.folder));
    const char *const arguments[] = {
        storm_python(), "tests/oracle/ltl_storm.py", getenv("HEDDLE"), folder, "41", STORM_MODELS, NULL};
    struct process process;
    process_finish(process_start(arguments, out, err), out, err, &process);
    if (process.code != 0) {
        printf("\n%s%s", process.out, process.err);
    }
    CU_ASSERT_EQUAL(process.code, 0);
    process_free(&process);
}

void suite_ltl_chance(void) {
    CU_pSuite suite = suite_add("formulas of linear time on MDPs", workplace_open, workplace_close,
                                "combinations beside all end components", test_random, NULL);
    if (storm_python() == NULL || getenv("HEDDLE") == NULL) {
        test_skip("formulas of linear time beside Storm",
                  "there is no build/storm (make build/storm.done, which needs stormpy)");
    } else {
        CU_add_test(suite, "formulas beside Storm", test_storm);
    }
}
