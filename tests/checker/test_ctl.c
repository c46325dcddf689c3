/*
 * Formulas of CTL: what they mean in the mu-calculus, their mistakes, and random ones on random models and
 * networks, which the definition (tests/oracle/oracle_ctl.h) and every engine must decide alike; all evidence
 * is verified.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "specs/automata/formula_observer.h"
#include "specs/syntax/formula_write.h"
#include "tests/oracle/oracle_ctl.h"
#include "tests/random/random_ctl.h"
#include "tests/random/random_network.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_network.h"
#include "tests/support/evidence_file.h"
#include "tests/support/formula_reading.h"
#include "tests/support/place_model.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

/* Models and networks; of each that is small enough, several formulas. */
#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 150u
#else
#define DEFAULT_CASES 1200u
#endif
#define FORMULAS 4u
#define MOST_STATES 120u
#define MOST_EDGES 4000u
#define MOST_LABELS 40u
#define MOST_WIDTH 32u
#define MOST_OPERATORS 6u

static const struct formula_options CTL = {.dialect = FORMULA_DIALECT_CTL},
                                    MCL = {.dialect = FORMULA_DIALECT_MCL};

/* --- what formulas mean --- */

/* Formulas of CTL, and those of the mu-calculus that they are. */
static const char *const meanings[][2] = {
    {"true", "true"},
    {"deadlock", "[true] false"},
    {"<a> true", "<a> true"},
    {"['a.*' or not b] false", "['a.*' or not b] false"},
    {"<any and i> true", "<true and i> true"},
    {"EX(a) deadlock", "<a> [true] false"},
    {"AX(not a -> send(1, 2)) {x=1}", "[not a implies send(1,2)] {x=1}"},
    {"E X (true) false", "<true> false"},
    {"EX {x=1}", "<true> {x=1} or [true] false and {x=1}"},
    {"AX {x=1}", "[true] {x=1} and (<true> true or {x=1})"},
    /* In a state without transitions, events are impossible, and what remains is a condition, or a constant.
     */
    {"EX <a> true", "<true> <a> true"},
    {"AX <a> true", "[true] <a> true and <true> true"},
    {"EX [a] false", "<true> [a] false or [true] false"},
    {"AX [a] false", "[true] [a] false"},
    {"EX (a) (<b> true)", "<a> <b> true"},
    {"EX (deadlock)", "<true> [true] false or [true] false"},
    {"AX (deadlock -> {p})", "[true] ([true] false implies {p}) and (<true> true or {p})"},
    {"EX EX {p}", "<true> (<true> {p} or [true] false and {p}) or [true] false and {p}"},
    {"EX (A ({p} U {q}) <-> (E ({p} W {q}) xor E ({p} M {q})))", NULL},
    {"EF {p}", "<true*> {p}"},
    {"E <> <a> true", "<true*> <a> true"},
    {"AG !deadlock", "[true*] not [true] false"},
    {"A[]{p}", "[true*] {p}"},
    {"AF {p}", "mu X . {p} or <true> true and [true] X"},
    {"EG {p}", "nu X . {p} and (<true> X or [true] false)"},
    {"E ({p} U {q})", "mu X . {q} or {p} and <true> X"},
    {"A [{p} U {q}]", "mu X . {q} or {p} and (<true> true and [true] X)"},
    {"E [{p} W {q}]", "nu X . {q} or {p} and (<true> X or [true] false)"},
    {"A ({p} W {q})", "nu X . {q} or {p} and [true] X"},
    {"E ({p} R {q})", "nu X . {q} and ({p} or (<true> X or [true] false))"},
    {"A ({p} V {q})", "nu X . {q} and ({p} or [true] X)"},
    {"E ({p} M {q})", "mu X . {q} and ({p} or <true> X)"},
    {"A ({p} M {q})", "mu X . {q} and ({p} or <true> true and [true] X)"},
    {"E (true U {q})", "<true*> {q}"},
    {"A ({q} M true)", "mu X . {q} or <true> true and [true] X"},
    {"A ({p} W false)", "[true*] {p}"},
    {"A (false R {p})", "[true*] {p}"},
    {"E (false R {p})", "nu X . {p} and (<true> X or [true] false)"},
    {"AGEF {p}", "[true*] <true*> {p}"},
    {"AG EF AF {p}", "[true*] <true*> (mu X . {p} or <true> true and [true] X)"},
    {"AG (<request> true -> AF [request] false)",
     "[true*] (<request> true implies (mu X . [request] false or <true> true and [true] X))"},
    {"{p} xor {q}", "not ({p} equ {q})"},
    {"! {p} && AG {q} || {r}", "not {p} and [true*] {q} or {r}"},
    {"EX (\"EX\") true", "<EX> true"},
    {"<AXE or GE or AB> true", "<AXE or GE or AB> true"},
    {"macro NEVER (F) = AG ! (F) end_macro NEVER (<a> true || {p})", "[true*] not (<a> true or {p})"},
    {"macro N (F) = AG F && {q} end_macro N ({p} || {r})", "[true*] ({p} or {r}) and {q}"},
    {"macro N (F) = AG (F && {q}) end_macro N ({p} || {r})", "[true*] (({p} or {r}) and {q})"},
};

/* The formula of the mu-calculus, which must be read back as itself. */
static void judge_meaning(const char *const *pair) {
    struct formula_reading reading, again;
    struct text_buffer text = {0}, twice = {0};
    formula_reading_begin(&reading, pair[0], &CTL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.text);
    struct memory *memory = &reading.memory;
    CU_ASSERT_EQUAL_FATAL(formula_write(formula_root(reading.text), FORMULA_DIALECT_CTL, 0, memory, &text),
                          0);
    if (pair[1] != NULL && strcmp(text.data, pair[1]) != 0) {
        printf("\n%s is %s\n", pair[0], text.data);
        CU_FAIL("another meaning");
    }
    formula_reading_begin(&again, text.data, &MCL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(again.text);
    CU_ASSERT_EQUAL_FATAL(formula_write(formula_root(again.text), FORMULA_DIALECT_MCL, 0, memory, &twice), 0);
    CU_ASSERT_STRING_EQUAL(text.data, twice.data);
    text_buffer_free(memory, &text);
    text_buffer_free(memory, &twice);
    formula_reading_end(&again);
    formula_reading_end(&reading);
}

static void test_meanings(void) {
    for (size_t i = 0; i < LENGTH(meanings); i++) {
        judge_meaning(meanings[i]);
    }
}

/* A position, a formula, and a part of the message. */
static void check_refused(char *const *field, const struct formula_options *options) {
    struct formula_reading reading;
    char where[32];
    (void)options;
    formula_reading_begin(&reading, field[1], &CTL);
    const struct error *error = &reading.error;
    snprintf(where, sizeof where, "%u:%u", (unsigned)error->line, (unsigned)error->column);
    const int same = reading.text == NULL && error->code == ERROR_INPUT && strcmp(where, field[0]) == 0 &&
                     strstr(error->text, field[2]) != NULL;
    if (!same) {
        printf("\n%s: %s '%s' instead of %s '%s'\n", field[1], where, error->text, field[0], field[2]);
    }
    CU_ASSERT(same);
    formula_reading_end(&reading);
}

static void test_refused(void) {
    CU_ASSERT(formula_table_check("tests/specs/ctl_errors.txt", 3, check_refused) >= 60);
}

/* --- formulas that are long --- */

#define OPERATORS 100000u

static void judge_long(const char *head, const char *part, const char *middle, const char *end) {
    const size_t closing = *end == '\0' ? 0 : OPERATORS;
    char *begun = text_repeated(head, part, OPERATORS, middle);
    char *text = text_repeated(begun, end, closing, "");
    struct formula_reading reading;
    formula_reading_begin(&reading, text, &CTL);
    if (reading.text == NULL) {
        printf("\n%.40s..: %s\n", text, reading.error.text);
    }
    CU_ASSERT_PTR_NOT_NULL(reading.text);
    formula_reading_end(&reading);
    free(text);
    free(begun);
}

static void test_long(void) {
    judge_long("", "EX ", "{p}", "");
    judge_long("", "AX (", "deadlock", ")");
    judge_long("", "E ({p} U ", "deadlock", ")");
    judge_long("", "A [ [a] false R ", "{p}", "]");
    judge_long("{p}", " && EX(a or b) {q}", "", "");
    judge_long("<a", " or a", "> true", "");
    judge_long("", "EX ({p} && ", "deadlock", ")");
}

static void attempt(const char *written, const struct run *run, struct error *error, int *done) {
    const struct formula_source source = {"formula", written, strlen(written)};
    struct error warning;
    formula_text *text = formula_read(source, &CTL, run, &warning, error);
    *done = text != NULL;
    formula_text_free(text);
}

static void test_memory(void) {
    struct memory memory;
    struct error error;
    memory_init(&memory, (uint64_t)1 << 30);
    const struct run run = {.memory = &memory, .threads = 1};
    for (struct shortage shortage = {.memory = &memory, .error = &error, .step = 64, .part = 50};
         shortage_goes_on(&shortage);) {
        attempt("macro N (F) = AG F end_macro N (<a or 'b.*'> true -> AF {p}) && "
                "A (AX ({p} <-> {q}) W EX(s(1)) EG (E ({q} M deadlock) xor {r}))",
                &run, &error, &shortage.done);
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* --- a model and its graph --- */

struct subject {
    struct placed_model placed;
    struct random_network network; /* to which the tree of a network points */
    const char *file;
    walker *walker;
    struct oracle_ctl_graph graph;
    uint64_t initial, edges;
    uint64_t offsets[MOST_STATES + 1];
    uint32_t tuples[MOST_STATES * MOST_WIDTH], target[MOST_EDGES];
    const char *label[MOST_EDGES];
    /* for random formulas */
    struct random_ctl_model drawn;
    const char *labels[MOST_LABELS + 2];
    int64_t lowest[MOST_WIDTH];
    uint32_t values[MOST_WIDTH];
    int is_bool[MOST_WIDTH];
};

static int draw_network(struct subject *subject, uint64_t seed) {
    struct random_network *network = &subject->network;
    struct placed_model *placed = &subject->placed;
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, test_folder_name(&place.folder), network), 0);
    placed->tree = language_read(network->path, &network->options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(placed->tree);
    placed->network = language_compile(placed->tree, &place.run, &place.error);
    return placed->network == NULL ? -1 : 0;
}

/* The number of a state, which is added if there is room; UINT32_MAX if not. */
static uint32_t number_of(struct subject *subject, const uint32_t *tuple) {
    struct oracle_ctl_graph *graph = &subject->graph;
    const uint64_t bytes = graph->width * sizeof *tuple;
    uint32_t number = 0;
    while (number < graph->lts.states && memcmp(subject->tuples + number * graph->width, tuple, bytes) != 0) {
        number++;
    }
    if (number == MOST_STATES) {
        return UINT32_MAX;
    }
    if (number == graph->lts.states) {
        memcpy(subject->tuples + number * graph->width, tuple, bytes);
        graph->lts.states++;
    }
    return number;
}

static int expand(struct subject *subject, uint32_t state) {
    const struct walker_transition *transitions;
    uint32_t source[MOST_WIDTH], target[MOST_WIDTH];
    uint64_t count;
    memcpy(source, subject->tuples + state * subject->graph.width, subject->graph.width * sizeof *source);
    subject->offsets[state] = subject->edges;
    if (walker_transitions(subject->walker, source, &transitions, &count, &place.error) != 0 ||
        subject->edges + count > MOST_EDGES) {
        return 0;
    }
    for (uint64_t t = 0; t < count; t++) {
        walker_target(subject->walker, source, &transitions[t], target);
        subject->label[subject->edges] = transitions[t].label;
        subject->target[subject->edges] = number_of(subject, target);
        if (subject->target[subject->edges++] == UINT32_MAX) {
            return 0;
        }
    }
    return 1;
}

/* Finds all states and transitions. Returns 0 if there are too many, or one has an error. */
static int explore(struct subject *subject) {
    struct oracle_ctl_graph *graph = &subject->graph;
    const uint32_t *initial = walker_initial(subject->walker, &subject->initial);
    graph->width = walker_components(subject->walker);
    if (graph->width > MOST_WIDTH) {
        return 0;
    }
    for (uint64_t i = 0; i < subject->initial; i++) {
        if (number_of(subject, initial + i * graph->width) == UINT32_MAX) {
            return 0;
        }
    }
    for (uint32_t s = 0; s < graph->lts.states; s++) {
        if (!expand(subject, s)) {
            return 0;
        }
    }
    subject->offsets[graph->lts.states] = subject->edges;
    graph->tuples = subject->tuples;
    graph->lts.offsets = subject->offsets;
    graph->lts.edge_label = subject->label;
    graph->lts.edge_target = subject->target;
    return 1;
}

/* What formulas are drawn of. */
static void describe(struct subject *subject) {
    struct random_ctl_model *drawn = &subject->drawn;
    const uint32_t labels = walker_label_count(subject->walker);
    for (uint32_t i = 0; i < labels && drawn->label_count < MOST_LABELS; i++) {
        subject->labels[drawn->label_count++] = walker_label(subject->walker, i);
    }
    subject->labels[drawn->label_count++] = "i";
    subject->labels[drawn->label_count++] = "nowhere";
    drawn->labels = subject->labels;
    drawn->variables = walker_names(subject->walker);
    drawn->variable_count = walker_has_variables(subject->walker) ? subject->graph.width : 0;
    for (uint32_t i = 0; i < drawn->variable_count; i++) {
        const struct walker_variable of = walker_variable(subject->walker, i);
        const uint64_t states = walker_local_states(subject->walker, i);
        subject->lowest[i] = of.lowest;
        subject->is_bool[i] = of.is_bool;
        subject->values[i] = states < 6 ? (uint32_t)states : 6;
    }
    drawn->lowest = subject->lowest;
    drawn->values = subject->values;
    drawn->is_bool = subject->is_bool;
}

/* --- what is compared --- */

struct tally {
    struct random_prism random;
    uint64_t mismatches, models, networks, several, formulas, predicates, dead, holding, violated, games,
        searched, confirmed, engines;
};

static int holds_in(void *context, const struct formula *predicate, uint32_t state) {
    struct subject *subject = context;
    return walker_holds(subject->walker, predicate->predicate, subject->tuples + state * subject->graph.width,
                        &place.error) == 1;
}

/* Whether the formula of the mu-calculus holds where the definition says so, in all states. */
static int same_everywhere(struct subject *subject, const struct property *property, const uint8_t *truth) {
    const struct oracle_predicates predicates = {holds_in, subject};
    uint8_t holds[MOST_STATES];
    oracle_formula_evaluate_with(formula_root(property->formula), &subject->graph.lts, &predicates, holds);
    return memcmp(holds, truth, subject->graph.lts.states) == 0;
}

/* Writes and verifies the evidence of a result. NULL, or what is wrong. */
static const char *judge_evidence(struct tally *tally, const struct subject *subject,
                                  const struct property *property, const struct check_result *result) {
    char model[600];
    struct verification verification;
    snprintf(model, sizeof model, "%s", test_folder_path(&place.folder, subject->file));
    const char *path = test_folder_path(&place.folder, "evidence.json");
    const struct evidence_subject about = {model, language_options(subject->placed.tree),
                                           walker_names(subject->walker), subject->graph.width,
                                           subject->walker};
    const struct evidence_claim claim = {&about, property, result->verdict == VERDICT_HOLDS, &result->trace,
                                         check_formula_strategy(result->evidence)};
    if (evidence_write(path, FILE_JSON, &claim, &place.run, &place.error) != 0) {
        return "the evidence was not written";
    }
    const int status = evidence_file_verify(path, NULL, &place.run, &verification);
    tally->confirmed += status == 1;
    if (status != 1) {
        printf("\n%s", verification.reason);
    }
    return status == 1 ? NULL : "the evidence is not confirmed";
}

static const char *judge_check(struct tally *tally, struct subject *subject, const struct property *property,
                               const struct check *check, int truth) {
    const struct check_result *result = &check->results[0];
    tally->games += result->grounds == GROUNDS_GAME;
    tally->searched += result->grounds != GROUNDS_GAME;
    if (result->verdict != (truth ? VERDICT_HOLDS : VERDICT_VIOLATED)) {
        return truth ? "it holds" : "it is violated";
    }
    return result->has_trace || result->evidence != NULL ? judge_evidence(tally, subject, property, result)
                                                         : NULL;
}

static const char *judge_engine(struct tally *tally, struct subject *subject, const struct property *property,
                                const struct backend *backend, int truth, uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5};
    const struct check_options options = {.backend = backend,
                                          .explore.max_depth = UINT64_MAX,
                                          .words = words[random_draw(random, LENGTH(words))],
                                          .keep_going = (int)random_draw(random, 2),
                                          .witnesses = 1,
                                          .strategies = 1,
                                          .games = random_draw(random, 3) == 0,
                                          .vacuity = (int)random_draw(random, 2),
                                          .walker = subject->walker};
    place.run.threads = 1 + random_draw(random, 3);
    place.run.device_bytes = TEST_DEVICE_BYTES;
    struct check *check = check_run(subject->placed.network, property, 1, &options, &place.run, &place.error);
    place.run.threads = 1;
    tally->engines++;
    const char *what =
        check == NULL ? "the check failed" : judge_check(tally, subject, property, check, truth);
    check_free(check, &place.run);
    return what;
}

static const char *judge_engines(struct tally *tally, struct subject *subject,
                                 const struct property *property, int truth, uint64_t *random) {
    const char *what = NULL;
    for (const struct backend *const *backend = backends; *backend != NULL && what == NULL; backend++) {
        if (backend_takes(*backend, subject->placed.network)) {
            what = judge_engine(tally, subject, property, *backend, truth, random);
        }
    }
    return what;
}

static const char *judge_formula(struct tally *tally, struct subject *subject,
                                 const struct oracle_ctl *formula, const char *text, uint64_t *random) {
    struct property property = {.kind = PROPERTY_CTL};
    struct error warning = {.code = ERROR_NONE};
    const struct property_maker maker = {
        .tree = subject->placed.tree, .run = &place.run, .error = &place.error, .warning = &warning};
    const char *what = NULL;
    uint8_t truth[MOST_STATES];
    int all = 1;
    uint64_t predicates;
    oracle_ctl_evaluate(formula, &subject->graph, truth);
    for (uint64_t i = 0; i < subject->initial; i++) {
        all &= truth[i];
    }
    if (property_make(&maker, PROPERTY_CTL, text, &property) != 0 ||
        language_compile_predicates(subject->placed.tree, subject->placed.network, &place.run,
                                    &place.error) != 0 ||
        check_plan_formulas(subject->placed.network, &property, 1, &place.run, &place.error) < 0) {
        what = "the formula was not read";
    } else {
        formula_predicates(property.formula, &predicates);
        tally->formulas++;
        tally->predicates += predicates > 0;
        tally->holding += all != 0;
        tally->violated += all == 0;
        what = same_everywhere(subject, &property, truth)
                   ? judge_engines(tally, subject, &property, all, random)
                   : "it means something else";
    }
    property_free(&property, &place.run);
    return what;
}

static void judge_formulas(struct tally *tally, struct subject *subject, uint64_t seed) {
    uint64_t random = seed;
    describe(subject);
    for (uint32_t i = 0; i < FORMULAS; i++) {
        arena *drawing = arena_create(&place.memory);
        const struct oracle_ctl *formula =
            random_ctl(&random, drawing, &subject->drawn, 1 + random_draw(&random, MOST_OPERATORS));
        char *text = random_ctl_print(&random, &subject->drawn, formula);
        const char *what = judge_formula(tally, subject, formula, text, &random);
        if (placed_model_tell(&subject->placed, seed, what)) {
            puts(text);
            tally->mismatches++;
        }
        free(text);
        arena_free(drawing);
    }
}

static void judge(uint64_t seed, void *context) {
    static struct subject subject;
    struct tally *tally = context;
    const int is_network = seed % 2 == 0;
    memset(&subject, 0, sizeof subject);
    subject.file = is_network ? "main.exp" : "model.prism";
    const int failed =
        is_network ? draw_network(&subject, seed) : placed_model_draw(&subject.placed, &tally->random, seed);
    subject.walker = failed ? NULL : language_walk(subject.placed.tree, &place.run, &place.error);
    const int usable = subject.walker != NULL && network_has_plain_labels(subject.placed.network) &&
                       !language_options(subject.placed.tree)->ignore_case && explore(&subject);
    if (usable) {
        int is_dead = 0;
        for (uint32_t s = 0; s < subject.graph.lts.states; s++) {
            is_dead |= subject.offsets[s] == subject.offsets[s + 1];
        }
        tally->dead += (uint64_t)is_dead;
        tally->models += !is_network;
        tally->networks += (uint64_t)is_network;
        tally->several += subject.initial > 1;
        judge_formulas(tally, &subject, seed);
    }
    walker_free(subject.walker);
    placed_model_free(&subject.placed);
}

static void test_random(void) {
    struct tally tally = {.mismatches = 0};
    const uint64_t cases = judge_seeds(DEFAULT_CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("models", tally.models, "networks", tally.networks, "with several initial states",
                  tally.several, "with deadlocks", tally.dead, "formulas", tally.formulas, "with predicates",
                  tally.predicates, "that hold", tally.holding, "violated", tally.violated, "checks",
                  tally.engines, "by games", tally.games, "by searches", tally.searched, "evidence confirmed",
                  tally.confirmed, NULL);
    CU_ASSERT(cases < DEFAULT_CASES ||
              (tally.formulas * 2 > cases * 3 && tally.models * 4 > cases && tally.networks * 8 > cases &&
               tally.dead * 10 > cases && tally.predicates > cases / 2 && tally.holding > cases / 2 &&
               tally.violated > cases / 2 && tally.games > cases / 2 && tally.searched > cases / 6 &&
               tally.confirmed > cases));
}

/* --- what searches decide --- */

static void test_plans(void) {
    static const struct {
        const char *formula;
        int is_planned;
    } cases[] = {
        {"AG !deadlock", 1},
        {"EF deadlock", 1},
        {"AG {x<5}", 1},
        {"AG ({x<5} && [a] false)", 1},
        {"EF <a> true", 1},
        {"!EF (<a> true || {x=1})", 1},
        {"AG [a] false", 1},
        {"EF EX(a) EF <b> true", 1},
        {"AX AX [b] false", 1},
        {"EX <a> true", 1},
        {"A (true W {x=1})", 0},
        {"E (true U <a> true)", 1},
        {"A ([a] false W false)", 1},
        {"A (false R {x<5})", 1},
        {"AG EF <a> true", 0},
        {"AF <a> true", 0},
        {"E ({x=1} U <a> true)", 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct formula_reading reading;
        const struct formula_plan *plan = NULL;
        formula_reading_begin(&reading, cases[i].formula, &CTL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(reading.text);
        CU_ASSERT_EQUAL(formula_plan_make(reading.text, formula_root(reading.text), &plan, &reading.error),
                        0);
        if ((plan != NULL) != cases[i].is_planned) {
            printf("\n%s: %d\n", cases[i].formula, plan != NULL);
        }
        CU_ASSERT_EQUAL(plan != NULL, cases[i].is_planned);
        formula_reading_end(&reading);
    }
}

void suite_ctl(void) {
    suite_add("computation tree logic", workplace_open, workplace_close, "what formulas mean", test_meanings,
              "what is no formula", test_refused, "long formulas", test_long, "too little memory",
              test_memory, "what searches decide", test_plans, "random formulas beside the definition",
              test_random, NULL);
}
