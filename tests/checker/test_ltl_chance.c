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
#include "checker/evidence/component_evidence.h"
#include "checker/verify/verify.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/language/compile/language_compile.h"
#include "frontend/walk/walker.h"
#include "model/mdp.h"
#include "tests/oracle/oracle_almost_sure.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define DEFAULT_CASES 900u
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

/* opposite: of the formula's negation. */
static int expected(const struct oracle *oracle, const struct combination *formula, int every, int opposite) {
    static const unsigned char none[MOST_COMMANDS + MOST_STATES];
    uint32_t rank[ORACLE_STATES];
    if (every) {
        return (reach(&oracle->mdp, 1, UINT64_MAX) & winning_states(oracle, formula, opposite)) == 0;
    }
    return (int)(oracle_reach(&oracle->mdp, none, winning_states(oracle, formula, !opposite), rank) & 1);
}

/* --- the checks --- */

#define EVIDENCE_BYTES 200000u

/* A model that is read, for evidence. */
struct subject {
    language_tree *tree;
    struct mdp *mdp;
};

/* Judges the evidence: 1 with *initial, what it says of the initial states; 0 if it is refuted or malformed.
 */
static int confirms(const struct subject *subject, const char *path, int *initial) {
    struct verification verification;
    struct error error;
    const struct evidence *evidence;
    const struct verify_input input = {.tree = subject->tree, .mdp = subject->mdp};
    evidence_reader *reader = evidence_open(path, &place.run, &error);
    int confirmed = 0;
    if (reader != NULL && evidence_read(reader, &evidence, &error) == 1) {
        const int failed = verify_evidence(reader, evidence, &input, &place.run, &verification, &error) != 0;
        confirmed = !failed && verification.confirmed;
        *initial = verification.counts.initial;
        verification_free(&verification, &place.run);
    }
    evidence_close(reader);
    return confirmed;
}

/* Of the formula and its opposite, whether it holds. */
struct truth {
    int holds, opposite_holds;
};

/* Changes a digit, or the formula to its opposite: what is confirmed then is true. */
static int check_damaged(uint64_t *random, const struct subject *subject, const char *path,
                         const struct truth *truth) {
    static char text[EVIDENCE_BYTES], changed[EVIDENCE_BYTES + 10];
    char damaged[700];
    FILE *file = test_present(fopen(path, "r"));
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    char *head = test_present(strstr(text, "\"ltl\":\"")), *rows = test_present(strchr(text, '\n'));
    const int turned = random_draw(random, 2) == 0;
    char *formula = head + strlen("\"ltl\":\""), *end = test_present(strstr(formula, "\",\"repeatedly"));
    if (turned) {
        snprintf(changed, sizeof changed, "%.*s!(%.*s)%s", (int)(formula - text), text, (int)(end - formula),
                 formula, end);
    } else {
        const size_t span = (size_t)(text + length - rows);
        for (int tries = 0; tries < 50; tries++) {
            char *at = rows + random_next(random) % span;
            if (*at >= '0' && *at <= '9') {
                *at = (char)('0' + (*at - '0' + 1 + random_draw(random, 3)) % 10);
                break;
            }
        }
        memcpy(changed, text, length + 1);
    }
    snprintf(damaged, sizeof damaged, "%s", test_folder_write(&place.folder, "damaged.json", changed));
    int initial = 0;
    return !confirms(subject, damaged, &initial) ||
           initial == (turned ? truth->opposite_holds : truth->holds);
}

/* Whether the evidence of a model that was read is confirmed, and says what is true. */
static int check_evidence(uint64_t *random, const struct subject *subject, const char *path,
                          const struct truth *truth) {
    int initial = 0;
    return confirms(subject, path, &initial) && initial == truth->holds &&
           check_damaged(random, subject, path, truth);
}

struct judged {
    const char *formula, *evidence; /* evidence: a path, or NULL for none */
    struct truth truth;
    int every, is_wrong; /* is_wrong: the evidence is */
};

static int check_model(uint64_t *random, const char *path, struct judged *judged) {
    const char *formula = judged->formula;
    const int every = judged->every;
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
    walker *walker = language_walk(tree, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walker);
    const struct evidence_subject about = {path, &plain, walker_names(walker), walker_components(walker),
                                           NULL};
    char drn[600]; /* which does not change the verdict */
    snprintf(drn, sizeof drn, "%s", test_folder_path(&place.folder, "product.drn"));
    const char *product = judged->evidence != NULL && random_draw(random, 2) == 0 ? drn : NULL;
    const struct check_options options = {.backend = backends[0],
                                          .explore = {.max_depth = UINT64_MAX},
                                          .scheduler = judged->evidence,
                                          .write_product = product,
                                          .subject = &about};
    struct check *check = check_run(network, &property, 1, &options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    const int verdict = (int)check->results[0].verdict;
    const struct subject subject = {.tree = tree};
    judged->is_wrong |=
        judged->evidence != NULL &&
        (!check->scheduled || !check_evidence(random, &subject, judged->evidence, &judged->truth));
    walker_free(walker);
    check_free(check, &place.run);
    property_free(&property, &place.run);
    network_free(&place.memory, network);
    language_free(tree);
    return verdict;
}

static int check_file(uint64_t *random, const char *path, struct judged *judged) {
    struct error warning;
    struct property property = {0};
    const struct mdp_read_options how = {.warning = &warning};
    const struct property_maker maker = {
        .run = &place.run, .error = &place.error, .warning = &warning, .every_scheduler = judged->every};
    struct mdp *mdp = mdp_read_as(path, &how, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_ALMOST_SURELY_LTL, judged->formula, &property), 0);
    const struct component_subject about = {.mdp = path};
    const struct mdp_evidence evidence = {&about, judged->evidence, NULL};
    struct check *check = check_mdp(mdp, &property, 1, &evidence, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    const int verdict = (int)check->results[0].verdict;
    const struct subject subject = {.mdp = mdp};
    judged->is_wrong |=
        !check->scheduled || !check_evidence(random, &subject, judged->evidence, &judged->truth);
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
    char model[4000], file[4000], text[1000], path[600], evidence[600];
    uint64_t random = seed;
    const int every = (int)random_draw(&random, 2);
    draw_model(&random, &drawn);
    draw_formula(&random, &formula);
    write_prism(&drawn, model, sizeof model);
    write_drn(&drawn, file, sizeof file);
    write_formula(&random, &formula, text, sizeof text);
    make_oracle(&drawn, &oracle);
    const int holds = expected(&oracle, &formula, every, 0),
              verdict = holds ? VERDICT_HOLDS : VERDICT_VIOLATED;
    snprintf(evidence, sizeof evidence, "%s", test_folder_path(&place.folder, "scheduler.json"));
    struct judged judged = {.formula = text,
                            .evidence = drawn.is_chain ? NULL : evidence,
                            .truth = {holds, expected(&oracle, &formula, every, 1)},
                            .every = every};
    place.run.threads = 1 + random_draw(&random, 2);
    snprintf(path, sizeof path, "%s", test_folder_write(&place.folder, "m.prism", model));
    const int of_model = check_model(&random, path, &judged);
    snprintf(path, sizeof path, "%s", test_folder_write(&place.folder, "m.drn", file));
    const int of_file = drawn.is_chain ? verdict : check_file(&random, path, &judged);
    if (of_model != verdict || of_file != verdict || judged.is_wrong) {
        totals->mismatches++;
        printf("\nseed %llu: %s, schedulers %s: %s%s in\n%s", (unsigned long long)seed, text,
               every ? "all" : "some", holds ? "holds" : "is violated",
               judged.is_wrong ? ", but the evidence is wrong" : "", model);
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

/* --- any formulas --- */

static void draw_any(uint64_t *random, unsigned operators, char *text, size_t size) {
    static const char *const atoms[] = {"a", "b", "c", "{\"p\"}", "deadlock", "any", "'[ab]'"},
                             *const one[] = {"!", "X ", "F ", "G ", "G F ", "F G "},
                             *const two[] = {" && ", " || ", " -> ", " U ", " W ", " R ", " M "};
    if (operators == 0) {
        text_append(text, size, "%s", atoms[random_draw(random, 7)]);
    } else if (random_draw(random, 2) == 0) {
        text_append(text, size, "%s", one[random_draw(random, 6)]);
        draw_any(random, operators - 1, text, size);
    } else {
        const unsigned left = random_draw(random, operators);
        text_append(text, size, "(");
        draw_any(random, left, text, size);
        text_append(text, size, "%s", two[random_draw(random, 7)]);
        draw_any(random, operators - 1 - left, text, size);
        text_append(text, size, ")");
    }
}

/* The verdicts of a model and of a file are the same, and each has evidence, which is believed only where it
 * is true. */
static void judge_any(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct drawn drawn;
    char model[4000], file[4000], text[1000] = "", opposite[1010], path[600], evidence[600];
    uint64_t random = seed;
    const int every = (int)random_draw(&random, 2);
    draw_model(&random, &drawn);
    drawn.is_chain = 0;
    draw_any(&random, 1 + random_draw(&random, 7), text, sizeof text);
    snprintf(opposite, sizeof opposite, "!(%s)", text);
    write_prism(&drawn, model, sizeof model);
    write_drn(&drawn, file, sizeof file);
    snprintf(evidence, sizeof evidence, "%s", test_folder_path(&place.folder, "scheduler.json"));
    snprintf(path, sizeof path, "%s", test_folder_write(&place.folder, "m.prism", model));
    struct judged judged = {.formula = text, .every = every}, turned = {.formula = opposite, .every = every};
    judged.truth.holds = check_model(&random, path, &judged) == VERDICT_HOLDS;
    judged.truth.opposite_holds = check_model(&random, path, &turned) == VERDICT_HOLDS;
    judged.evidence = evidence;
    check_model(&random, path, &judged);
    snprintf(path, sizeof path, "%s", test_folder_write(&place.folder, "m.drn", file));
    const int of_file = check_file(&random, path, &judged) == VERDICT_HOLDS;
    if (of_file != judged.truth.holds || judged.is_wrong) {
        totals->mismatches++;
        printf("\nseed %llu: %s, schedulers %s: %s in\n%s", (unsigned long long)seed, text,
               every ? "all" : "some", judged.is_wrong ? "the evidence is wrong" : "the file differs", model);
    }
    totals->holds[every] += (uint64_t)judged.truth.holds;
    totals->violated[every] += (uint64_t)!judged.truth.holds;
}

static void test_any(void) {
    struct totals totals = {0};
    const uint64_t cases = judge_seeds(DEFAULT_CASES / 2, 45000, judge_any, &totals, &totals.mismatches);
    report_counts("some", totals.holds[0], "not", totals.violated[0], "all", totals.holds[1], "not",
                  totals.violated[1], NULL);
    CU_ASSERT(totals.holds[0] + totals.holds[1] >= cases / 4);
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
                                "combinations beside all end components", test_random,
                                "evidence of any formula", test_any, NULL);
    if (storm_python() == NULL || getenv("HEDDLE") == NULL) {
        test_skip("formulas of linear time beside Storm",
                  "there is no build/storm (make build/storm.done, which needs stormpy)");
    } else {
        CU_add_test(suite, "formulas beside Storm", test_storm);
    }
}
