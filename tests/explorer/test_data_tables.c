/* Tables of models with data beside the interpreter: the same transitions, in the same order, in all states.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/memory.h"
#include "explorer/model/data/data_tables.h"
#include "explorer/model/model.h"
#include "explorer/model/successors_core.h"
#include "tests/random/random_prism.h"
#include "tests/support/place_model.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 1000
#define SUM_CASES 300
#define STATES 100u      /* states of each random model */
#define TRANSITIONS 512u /* most of a state that are compared */
#define WORDS 8u

/* --- the transitions of a state --- */

struct transitions {
    uint32_t words, count;
    int result;
    struct {
        uint32_t label, choice;
        uint64_t target[WORDS];
    } all[TRANSITIONS];
};

static int keep_transition(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct transitions *to = context;
    if (to->count == TRANSITIONS) {
        return 1;
    }
    to->all[to->count].label = label;
    to->all[to->count].choice = choice;
    memcpy(to->all[to->count++].target, target, to->words * sizeof *target);
    return 0;
}

static int is_same(const struct transitions *a, const struct transitions *b) {
    int same = a->result == b->result && a->count == b->count;
    for (uint32_t i = 0; i < a->count && same; i++) {
        same = a->all[i].label == b->all[i].label && a->all[i].choice == b->all[i].choice &&
               memcmp(a->all[i].target, b->all[i].target, a->words * sizeof(uint64_t)) == 0;
    }
    return same;
}

struct tally {
    struct random_prism random;
    uint64_t mismatches, models, tables, states, odd, faults, transitions, most_words, products, sums;
};

/* Any values in the ranges of the variables, reachable or not. */
static void draw_state(const struct model_view *view, uint64_t *seed, uint64_t *state) {
    const struct data_header *image = (const struct data_header *)view->data;
    int64_t *fields = memory_allocate_array(&place.memory, image->variables.count, sizeof *fields);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fields);
    for (uint64_t i = 0; i < image->variables.count; i++) {
        const struct data_variable *one = &data_variables(image)[i];
        uint64_t values = (uint64_t)(one->high - one->low) + 1;
        fields[i] =
            one->low + (int64_t)random_draw(seed, values < UINT32_MAX ? (uint32_t)values : UINT32_MAX);
    }
    memset(state, 0, view->header->words * sizeof *state);
    data_pack(image, fields, state);
    memory_free(&place.memory, fields, image->variables.count * sizeof *fields);
}

/* NULL, or what differs in a state. */
static const char *compare_state(struct tally *tally, const struct placed_model *subject,
                                 const struct data_tables *tables, const uint64_t *state) {
    static struct transitions right, found;
    const struct model_view view = model_view_of(model_image(subject->model));
    const uint32_t words = view.header->words;
    uint64_t room = 2 * words + view.header->work_words;
    uint64_t *scratch = memory_allocate_array(&place.memory, room, sizeof *scratch);
    CU_ASSERT_PTR_NOT_NULL_FATAL(scratch);
    struct successors_source from = {&view, state, scratch, scratch + 2 * words, 0, 0};
    right.words = found.words = words;
    right.count = found.count = 0;
    right.result = successors_all(&from, words, keep_transition, &right);
    found.result = data_tables_visit(tables, state, words, scratch, from.work, keep_transition, &found);
    memory_free(&place.memory, scratch, room * sizeof *scratch);
    tally->states++;
    tally->faults += right.result == SUCCESSORS_FAULT;
    tally->transitions += right.count;
    if (found.result == DATA_ODD) {
        tally->odd++;
        return found.count == 0 ? NULL : "transitions of an odd state";
    }
    return right.result == SUCCESSORS_FAULT ? "an error of the model is not seen"
           : !is_same(&right, &found)       ? "other transitions"
                                            : NULL;
}

/* In states that are drawn from the seed. products: all rules of several participants are. */
static const char *compare_states(struct tally *tally, const struct placed_model *subject, uint32_t states,
                                  uint64_t seed, int products) {
    const struct model_view view = model_view_of(model_image(subject->model));
    const char *what = NULL;
    uint64_t state[WORDS];
    CU_ASSERT_FATAL(view.header->words <= WORDS);
    tally->models++;
    arena *arena = arena_create(&place.memory);
    const struct data_tables *tables =
        products ? data_tables_create(arena, &place.memory, (const struct data_header *)view.data,
                                      view.header->words, 1)
                 : model_data_tables(subject->model);
    tally->tables += tables != NULL;
    tally->products += tables != NULL && tables->run_count > 0;
    for (uint32_t i = 0; tables != NULL && i < tables->evaluated_count; i++) {
        tally->sums += tables->evaluated[i].check.kind == DATA_CHECK_SUM;
    }
    tally->most_words = view.header->words > tally->most_words ? view.header->words : tally->most_words;
    for (uint32_t i = 0; i < states && what == NULL && tables != NULL; i++) {
        draw_state(&view, &seed, state);
        what = compare_state(tally, subject, tables, state);
    }
    arena_free(arena);
    return what;
}

/* --- random models --- */

static const char *judge_model(void *context, struct placed_model *subject, uint64_t seed) {
    static const uint32_t words[] = {0, 0, 2, 4, 5};
    const struct model_options layout = {.words = words[random_draw(&seed, LENGTH(words))]};
    placed_model_compile(subject, &layout);
    const int products = (int)random_draw(&seed, 2);
    return compare_states(context, subject, STATES, seed, products);
}

static void judge(uint64_t seed, void *context) {
    struct tally *tally = context;
    tally->mismatches += placed_model_judge(&tally->random, seed, judge_model, tally);
}

static void test_random(void) {
    struct tally tally = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("models", tally.models, "with tables", tally.tables, "with products", tally.products,
                  "states", tally.states, "odd", tally.odd, "faults", tally.faults, "transitions",
                  tally.transitions, NULL);
    CU_ASSERT(cases < CASES ||
              (tally.tables > tally.models * 4 / 5 && tally.odd < tally.states / 8 && tally.faults > 100 &&
               tally.products > 100 && tally.transitions > tally.states && tally.most_words > 4));
}

/* --- models of each kind --- */

enum expectation { NEVER_ODD, SOMETIMES_ODD, ALWAYS_ODD };

static void expect_tables(const char *text, enum expectation expected) {
    struct tally tally = {.mismatches = 0}, products = tally;
    struct placed_model subject;
    CU_ASSERT_EQUAL_FATAL(placed_model_load(&subject, text, ""), 0);
    placed_model_compile(&subject, &(struct model_options){0});
    const char *what = compare_states(&tally, &subject, 2000, 1, 0);
    if (what != NULL || (tally.odd == 0) != (expected == NEVER_ODD)) {
        printf("\n%s\n%s\n%" PRIu64 " odd states, %" PRIu64 " faults\n", what == NULL ? "" : what, text,
               tally.odd, tally.faults);
    }
    CU_ASSERT_PTR_NULL(what);
    CU_ASSERT_PTR_NULL(compare_states(&products, &subject, 2000, 2, 1));
    CU_ASSERT_EQUAL(tally.tables + products.tables, 2);
    CU_ASSERT_EQUAL(tally.odd == 0, expected == NEVER_ODD);
    CU_ASSERT_EQUAL(tally.odd == tally.states, expected == ALWAYS_ODD);
    placed_model_free(&subject);
}

#define SMALL "module m x:[0..3]; y:[-2..4]; b:bool;\n"
#define HUGE "module m x:[0..5000]; y:[-7..900000]; b:bool;\n"
#define WIDE "module m x:[0..1000]; y:[0..1000]; b:bool;\n"
#define LARGE "module m x:[0..3]; y:[-2..9000]; b:bool;\n"

static void test_kinds(void) {
    /* Sums, constants, values that are looked up. */
    expect_tables("mdp " SMALL "[] x<3 & y>0 -> (x'=x+1)&(y'=-2); [] b -> (y'=x); [] !b -> (y'=min(x+1,2));"
                  " [] x=3 -> (x'=b?1:0)&(b'=x>y); endmodule",
                  NEVER_ODD);
    /* Commands that are enabled always, and a model without variables that matter. */
    expect_tables("mdp module m x:[1..1]; [] true -> true; [] x=1 -> (x'=x); [] x=2 -> true; endmodule",
                  NEVER_ODD);
    /* Disjunctions and conditions inside conditions; a jump over a jump. */
    expect_tables("mdp " SMALL "[] (x=1 | (y=2 & b) | y=3) & !(x=2 & y=1) -> true;"
                  " [] (b ? x=1 : y=2) & (x>y => b) & (b <=> x=2 | y=0) -> true; endmodule",
                  NEVER_ODD);
    /* Disjunctions over variables of several groups. */
    expect_tables("mdp " WIDE "[] b & (x<300 | y>700 | !b) -> (b'=false); [] x<300 => y>700 -> true;"
                  " [] !(x<300 & y>700) & !(x>900 & y=5) -> true; [] x<600 | y<600 -> true; endmodule",
                  NEVER_ODD);
    /* A large variable beside one that has one value. */
    expect_tables(
        "mdp module m x:[0..3000000]; c:[1500000..1500000]; [] x>=c -> (x'=0); [] x!=c & x<2000000 -> true;"
        " [] c<=1500000 & x=c -> true; endmodule",
        NEVER_ODD);
    /* Conditions on one large variable that always hold, or never do, of 10, 12 and 31 bits. */
    expect_tables("mdp module m x:[0..1000]; [a] x<1001 -> (x'=mod(x+7,1001)); endmodule", NEVER_ODD);
    expect_tables(
        "mdp module m x:[0..1000]; [] x>-1 -> (x'=5); [] x=x -> (x'=3); [] x<x -> (x'=4); endmodule",
        NEVER_ODD);
    expect_tables(
        "mdp module m x:[5..3000]; c:[100000..100000]; [] x<c -> (x'=7); [] x>=c -> (x'=5); endmodule",
        NEVER_ODD);
    expect_tables("mdp module m x:[0..2000000000]; [a] x>-1 -> (x'=1); [b] x=x -> (x'=1900000000); endmodule",
                  NEVER_ODD);
    expect_tables(
        "mdp module m s:[0..1]; x:[0..70000]; [] s=0 & x!=-1 -> (s'=1); [] s=1 -> (s'=0); endmodule",
        NEVER_ODD);
    /* Values out of range where the guard allows it. */
    expect_tables("mdp " SMALL "[] y>0 -> (x'=x+1); endmodule", SOMETIMES_ODD);
    /* Weights of 0, negative, and with a wrong sum. */
    expect_tables("ctmc " SMALL "[] b -> x:(y'=0) + 2:(y'=1); [] !b -> y+2:true; endmodule", SOMETIMES_ODD);
    expect_tables("dtmc " SMALL "[] b & x>0 -> x/4:(y'=0) + 1-x/4:(y'=1); endmodule", NEVER_ODD);
    expect_tables("dtmc " SMALL "[] x>0 -> x/4:(y'=0) + 1/4:(y'=1); endmodule", SOMETIMES_ODD);
    /* Guards that may fail, with conditions before and after. */
    expect_tables("mdp " SMALL "[] x>0 & mod(y,x)=1 -> true; endmodule", NEVER_ODD);
    expect_tables("mdp " SMALL "[] mod(y,x)=1 & x>0 -> true; [] b -> true; endmodule", SOMETIMES_ODD);
    expect_tables("mdp " LARGE "[] b & mod(y,x)=1 -> true; [] true -> (b'=!b); endmodule", SOMETIMES_ODD);
    expect_tables("mdp " LARGE "[] mod(y,x)=1 & b -> true; endmodule", SOMETIMES_ODD);
    expect_tables("mdp " LARGE "[] mod(y,x)=1 & (b & x<4 | b & x<3 | b & x<2 | b & x<1 | b & x=0 | b & x=1)"
                  " -> true; endmodule",
                  SOMETIMES_ODD);
    expect_tables("mdp " LARGE "[] x>0 & (b | mod(y,x)=2) & y>50 -> true; endmodule", NEVER_ODD);
    /* .. of commands that no other one joins: the error is one all the same. */
    expect_tables("mdp " LARGE "[s] mod(y,x)=1 & (b & x<4 | b & x<3 | b & x<2 | b & x<1 | b & x=0 | b & x=1)"
                  " -> true; endmodule module n z:[0..1]; [s] z=2 -> true; [] true -> (z'=1-z); endmodule",
                  SOMETIMES_ODD);
    /* Large variables: compared with constants and counted, or looked at by programs. */
    expect_tables("mdp " HUGE "[] x<5000 -> (x'=x+1); [] x>2999 & !(x=4000) -> (x'=x-3000);"
                  " [] y=1 | y>700000 -> (y'=-7); [b] y>=0 & x!=7 -> (y'=y+0); endmodule",
                  NEVER_ODD);
    expect_tables("mdp " HUGE "[] x<4000 -> (x'=x+1500); [] y>7 -> (y'=y-9); endmodule", SOMETIMES_ODD);
    expect_tables("mdp " HUGE "[] x<y -> (x'=min(y,5000)); [] x+y>4000 & y<3*x & y>=0 -> (x'=floor(y/3));"
                  " [] true -> (y'=x); endmodule",
                  NEVER_ODD);
    expect_tables("mdp " HUGE "[] x>10 -> (x'=y); [] x<y -> true; endmodule", SOMETIMES_ODD);
    expect_tables("ctmc " HUGE "[] x<y & x>0 -> (x+y):(x'=0) + x:(y'=0); [] true -> (x'=1); endmodule",
                  NEVER_ODD);
    expect_tables("ctmc " HUGE "[] x>4000 -> x-y:(x'=0) + x:(y'=0); endmodule", SOMETIMES_ODD);
    expect_tables("dtmc " HUGE "[] y>x & x>0 -> x/y:(x'=0) + 1-x/y:(y'=0); endmodule", NEVER_ODD);
    expect_tables("dtmc " HUGE "[] y>x -> x/(x+y):(x'=0) + y/(x+y+1):(y'=0); endmodule", SOMETIMES_ODD);
    /* Two commands of each module together; the branches of both. */
    expect_tables("mdp module a x:[0..3]; [s] x<2 -> 0.5:(x'=x+1) + 0.5:(x'=x+2); [s] x>0 -> (x'=0);"
                  " [s] x=3 -> true; endmodule\n module b y:[0..9]; [s] y<9 -> 0.3:(y'=y+1) + 0.7:true;"
                  " [s] y>4 -> (y'=x); [t] y=0 -> true; endmodule",
                  NEVER_ODD);
    /* Thousands of outcomes. */
    expect_tables("dtmc module a x:[0..3]; [s] true -> 0.25:(x'=0)+0.25:(x'=1)+0.25:(x'=2)+0.25:(x'=3);"
                  " [] x=y -> true; endmodule module b=a[x=y,y=z] endmodule module c=a[x=z,y=x] endmodule"
                  " module d=a[x=u] endmodule module e=a[x=v] endmodule module f=a[x=w] endmodule",
                  NEVER_ODD);
    /* Hundreds of moves. */
    expect_tables("mdp module a x:[0..20]; [s] x<20 -> (x'=x+1); [s] x<15 -> (x'=x+2); [s] x>9 -> (x'=x-9);"
                  " [s] x>3 -> (x'=x-1); [s] x>4 -> (x'=x-2); [s] x>5 -> (x'=1); endmodule\n"
                  "module b=a[x=y] endmodule module c=a[x=z] endmodule",
                  NEVER_ODD);
}

/* --- sums --- */

#define SEVERAL "module m a:[0..9]; c:[-3..9]; d:[2..12]; e:[0..15]; b:bool;\n"

static void expect_sums(const char *text, uint64_t sums) {
    struct tally tally = {.mismatches = 0};
    struct placed_model subject;
    CU_ASSERT_EQUAL_FATAL(placed_model_load(&subject, text, ""), 0);
    placed_model_compile(&subject, &(struct model_options){0});
    const char *what = compare_states(&tally, &subject, 2000, 1, 0);
    if (what != NULL || tally.sums != sums || tally.tables == 0) {
        printf("\n%s\n%s\n%" PRIu64 " sums, %" PRIu64 " odd states\n", what == NULL ? "" : what, text,
               tally.sums, tally.odd);
    }
    CU_ASSERT_PTR_NULL(what);
    CU_ASSERT_EQUAL(tally.tables, 1);
    CU_ASSERT_EQUAL(tally.sums, sums);
    CU_ASSERT_EQUAL(tally.odd, 0);
    placed_model_free(&subject);
}

/* Comparisons of sums over more variables than a table has. */
static void test_sums(void) {
    expect_sums("mdp " SEVERAL "[] a+c+d+e>20 -> (b'=!b); [] a+c-d-e=0 -> (a'=0); [] !(a+c<d+e) -> true;"
                " [] 7-a!=c+d-(e-2) -> true; [] b & (b ? a : c)+d+e*2>=9+c -> true; endmodule",
                5);
    /* How many of several conditions hold; sides of one variable. */
    expect_sums("mdp " SEVERAL "[] (a>3 ? 1 : 0)+(d>5 ? 1 : 0)+(e<2 | c=1 ? 2 : 0)=1 -> (e'=0);"
                " [] a<(c<3 | d=2 ? e : 0)+d -> true; [] e>=d+c+a -> true; endmodule",
                3);
    /* A term of too many variables, reals, a sum that may be beyond 32 bits, alternatives: evaluated as
     * before. */
    expect_sums("mdp " SEVERAL "[] a*c*d*e+a>20 -> true; [] (a+c+d+e)/2>5 -> true; [] a+c+d+e>20 | b -> true;"
                " endmodule",
                0);
}

/* Terms that need more groups than there are: a program says it, and there are tables all the same. */
static void test_sum_of_many_groups(void) {
    char *text = NULL;
    size_t size;
    FILE *out = test_present(open_memstream(&text, &size));
    fprintf(out, "mdp module m b:bool;");
    for (unsigned i = 0; i < 66; i++) {
        fprintf(out, " x%u:[0..63];", i);
    }
    fprintf(out, "\n[] 0");
    for (unsigned i = 0; i < 66; i += 2) {
        fprintf(out, "+x%u*x%u", i, i + 1);
    }
    fprintf(out, ">30000 -> (b'=!b); endmodule");
    fclose(out);
    expect_sums(text, 0);
    free(text);
}

static void put_side(FILE *out, uint64_t *seed, unsigned variables) {
    for (unsigned i = 0; i < 3; i++) {
        fprintf(out, "%s", i == 0 ? "" : random_draw(seed, 3) ? "+" : "-");
        const unsigned one = random_draw(seed, variables), other = random_draw(seed, variables);
        switch (random_draw(seed, 6)) {
        case 0:
            fprintf(out, "%u", random_draw(seed, 5));
            break;
        case 1:
            fprintf(out, "(x%u>%u ? x%u : %u)", one, random_draw(seed, 5), other, random_draw(seed, 3));
            break;
        case 2:
            fprintf(out, "max(x%u, x%u)", one, other);
            break;
        case 3:
            fprintf(out, "(x%u-x%u)", one, other);
            break;
        default:
            fprintf(out, "x%u", one);
        }
    }
}

static char *random_sums(uint64_t seed) {
    static const char *const relations[] = {"=", "!=", "<", "<=", ">", ">="};
    char *text = NULL;
    size_t size;
    FILE *out = test_present(open_memstream(&text, &size));
    const unsigned variables = 4 + random_draw(&seed, 4);
    fprintf(out, "mdp module m");
    for (unsigned i = 0; i < variables; i++) {
        const int low = (int)random_draw(&seed, 6) - 3;
        fprintf(out, " x%u:[%d..%d];", i, low, low + 1 + (int)random_draw(&seed, 15));
    }
    for (unsigned i = 0; i < 4; i++) {
        fprintf(out, "\n[] x%u>0 & %s(", i, random_draw(&seed, 2) ? "!" : "");
        put_side(out, &seed, variables);
        fprintf(out, "%s", relations[random_draw(&seed, LENGTH(relations))]);
        put_side(out, &seed, variables);
        fprintf(out, ") -> (x%u'=x%u);", i, i);
    }
    fprintf(out, "\nendmodule");
    fclose(out);
    return text;
}

static void judge_sums(uint64_t seed, void *context) {
    struct tally *tally = context;
    struct placed_model subject;
    char *text = random_sums(seed);
    CU_ASSERT_EQUAL_FATAL(placed_model_load(&subject, text, ""), 0);
    subject.text = text;
    placed_model_compile(&subject, &(struct model_options){0});
    tally->mismatches += placed_model_tell(&subject, seed, compare_states(tally, &subject, STATES, seed, 0));
    placed_model_free(&subject);
}

static void test_random_sums(void) {
    struct tally tally = {.mismatches = 0};
    uint64_t cases = judge_seeds(SUM_CASES, 1, judge_sums, &tally, &tally.mismatches);
    report_counts("models", tally.models, "sums", tally.sums, "states", tally.states, "transitions",
                  tally.transitions, NULL);
    CU_ASSERT(cases < SUM_CASES ||
              (tally.sums > 2 * tally.models && tally.odd == 0 && tally.transitions > tally.states / 2));
}

void suite_data_tables(void) {
    suite_add("tables of models with data", workplace_open, workplace_close,
              "random models beside the interpreter", test_random, "models of each kind", test_kinds, "sums",
              test_sums, "a sum of many groups", test_sum_of_many_groups, "random sums", test_random_sums,
              NULL);
}
