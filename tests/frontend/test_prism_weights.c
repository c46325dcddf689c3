/*
 * Probabilities that are 0 as doubles alone: what the reader decides, against fractions, on random
 * expressions over two variables. HEDDLE_CASES and HEDDLE_SEED choose other ones.
 */
#include <CUnit/CUnit.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "frontend/prism/syntax/prism_evaluate.h"
#include "frontend/prism/syntax/prism_weight.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 3000u
#define TEXT_BYTES 4096u
#define LOW (-2)
#define HIGH 5

/* A number, a variable (0 or 1), or an operator. */
struct drawn {
    char operator; /* n, v, + - * / m (min) M (max) p (pow) ? */
    unsigned variable;
    const char *text;
    long numerator, denominator, tens; /* of a number: numerator / denominator * 10^tens */
    struct drawn *left, *right;
};

static const struct drawn numbers[] = {
    {.operator= 'n', .text = "1", .numerator = 1, .denominator = 1},
    {.operator= 'n', .text = "2", .numerator = 2, .denominator = 1},
    {.operator= 'n', .text = "0.1", .numerator = 1, .denominator = 10},
    {.operator= 'n', .text = "0.3", .numerator = 3, .denominator = 10},
    {.operator= 'n', .text = "0.7", .numerator = 7, .denominator = 10},
    {.operator= 'n', .text = "0.5", .numerator = 1, .denominator = 2},
    {.operator= 'n', .text = "2.5e-1", .numerator = 1, .denominator = 4},
    {.operator= 'n', .text = "0.00", .numerator = 0, .denominator = 1},
    {.operator= 'n', .text = "1e-200", .numerator = 1, .denominator = 1, .tens = -200},
    {.operator= 'n', .text = "3e-160", .numerator = 3, .denominator = 1, .tens = -160},
    {.operator= 'n', .text = "1e-20", .numerator = 1, .denominator = 1, .tens = -20},
    {.operator= 'n', .text = "1e200", .numerator = 1, .denominator = 1, .tens = 200},
};

struct drawing {
    uint64_t random;
    struct drawn nodes[200];
    unsigned used;
};

static struct drawn *draw(struct drawing *drawing, unsigned depth, int has_variables) {
    static const char operators[] = "++---***/mMp?";
    struct drawn *node = &drawing->nodes[drawing->used++];
    const uint32_t kind = random_draw(&drawing->random, 8);
    if (depth == 0 || kind == 0) {
        *node = numbers[random_draw(&drawing->random, LENGTH(numbers))];
    } else if (kind <= 2 && has_variables) {
        *node = (struct drawn){.operator= 'v', .variable = random_draw(&drawing->random, 2)};
    } else {
        *node = (struct drawn){.operator= operators[random_draw(&drawing->random, sizeof operators - 1)] };
        node->left = draw(drawing, depth - 1, has_variables);
        node->right = draw(drawing, depth - 1, has_variables);
        if (node->operator== 'p') { /* an int is the exponent, and a double the base */
            *node->left = numbers[2 + random_draw(&drawing->random, LENGTH(numbers) - 2)];
            *node->right = has_variables ? (struct drawn){.operator= 'v', .variable = 0} : numbers[1];
        }
    }
    return node;
}

static void write(const struct drawn *node, FILE *to) {
    switch (node->operator) {
    case 'n':
        fputs(node->text, to);
        return;
    case 'v':
        fputs(node->variable == 0 ? "x" : "y", to);
        return;
    default:
        fputs(node->operator== 'm'   ? "min("
              : node->operator== 'M' ? "max("
              : node->operator== 'p' ? "pow("
              : node->operator== '?' ? "(x>0 ? "
                                     : "(",
              to);
    }
    write(node->left, to);
    fputs(node->operator== '?'                      ? " : "
          : strchr("mMp", node->operator) != NULL ? ", "
                                                    : (const char[]){node->operator, '\0'},
          to);
    write(node->right, to);
    fputc(')', to);
}

/* 0, or -1 if there is no value: a divisor or a base with a negative exponent is 0. */
static int evaluate(const struct drawn *node, const long *values, mpq_t value) {
    mpq_t right;
    int status = 0;
    if (node->operator== 'v') {
        mpq_set_si(value, values[node->variable], 1);
        return 0;
    }
    if (node->operator== 'n') {
        mpq_set_si(value, node->numerator, (unsigned long)node->denominator);
        for (long i = 0; i < labs(node->tens); i++) {
            mpz_mul_ui(node->tens > 0 ? mpq_numref(value) : mpq_denref(value),
                       node->tens > 0 ? mpq_numref(value) : mpq_denref(value), 10);
        }
        mpq_canonicalize(value);
        return 0;
    }
    if (node->operator== '?') {
        return evaluate(values[0] > 0 ? node->left : node->right, values, value);
    }
    mpq_init(right);
    status = evaluate(node->left, values, value) != 0 || evaluate(node->right, values, right) != 0 ? -1 : 0;
    if (status == 0 && node->operator== 'p') {
        mpq_t base;
        const long exponent = mpz_get_si(mpq_numref(right));
        mpq_init(base);
        mpq_set(base, value);
        status = exponent < 0 && mpq_sgn(base) == 0 ? -1 : 0;
        mpq_set_ui(value, 1, 1);
        for (long i = 0; i < labs(exponent) && status == 0; i++) {
            (exponent > 0 ? mpq_mul : mpq_div)(value, value, base);
        }
        mpq_clear(base);
    } else if (status == 0) {
        switch (node->operator) {
        case '+':
            mpq_add(value, value, right);
            break;
        case '-':
            mpq_sub(value, value, right);
            break;
        case '*':
            mpq_mul(value, value, right);
            break;
        case '/':
            status = mpq_sgn(right) == 0 ? -1 : 0;
            if (status == 0) {
                mpq_div(value, value, right);
            }
            break;
        default:
            if ((mpq_cmp(right, value) < 0) == (node->operator== 'm')) {
                mpq_set(value, right);
            }
        }
    }
    mpq_clear(right);
    return status;
}

struct counts {
    uint64_t constant, refused, vanishing, zeros, sure, mismatches;
};

static void complain(struct counts *counts, uint64_t seed, const char *text, const char *what) {
    printf("\nseed %llu: %s\n%s\n", (unsigned long long)seed, what, text);
    counts->mismatches++;
}

/* The sign of a constant is that of the number; what is too small is refused. */
static void judge_constant(const struct drawn *node, const prism_tree *tree, const char *text, uint64_t seed,
                           struct counts *counts) {
    static const long none[2] = {0, 0};
    mpq_t number;
    mpq_init(number);
    if (evaluate(node, none, number) == 0) {
        if (tree == NULL) {
            counts->refused++;
            if (mpq_sgn(number) == 0 || mpq_get_d(number) != 0 ||
                strstr(place.error.text, "too small") == NULL) {
                complain(counts, seed, text, place.error.text);
            }
        } else {
            const struct prism_weight *weight =
                &prism_tree_model(tree)->modules[0].commands[0].updates[0].weight;
            const double value = weight->constant;
            const int sign = mpq_sgn(number);
            counts->constant++;
            if (weight->kind == PRISM_WEIGHT_CONSTANT &&
                (value > 0) - (value < 0) != (sign > 0) - (sign < 0)) {
                complain(counts, seed, text, "a constant has another sign");
            }
        }
    }
    mpq_clear(number);
}

/* Whether the double vanishes, but not the number, in some state; *zeros: both do. */
static int find_vanishing(const struct drawn *node, const struct prism_model *model, int *zeros) {
    const struct prism_expression *expression = model->modules[0].commands[0].updates[0].weight.expression;
    int found = 0;
    for (long x = LOW; x <= HIGH; x++) {
        for (long y = LOW; y <= HIGH; y++) {
            const long values[2] = {x, y};
            const int32_t state[2] = {(int32_t)x, (int32_t)y};
            struct prism_value value;
            struct prism_failure failure;
            mpq_t number;
            mpq_init(number);
            if (prism_evaluate(model, expression, state, &value, &failure) == 0 &&
                prism_value_number(&value) == 0) {
                const int has_number = evaluate(node, values, number) == 0;
                found |= !has_number || mpq_sgn(number) != 0;
                *zeros |= has_number && mpq_sgn(number) == 0;
            }
            mpq_clear(number);
        }
    }
    return found;
}

static void judge_weight(uint64_t seed, void *context) {
    struct counts *counts = context;
    struct drawing drawing = {.random = seed * 2 + 1};
    char text[TEXT_BYTES];
    const int has_variables = seed % 3 != 0;
    const struct drawn *node = draw(&drawing, 3, has_variables);
    FILE *to = fmemopen(text, sizeof text, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(to);
    fprintf(to, "mdp\nmodule m\nx:[%d..%d]; y:[%d..%d];\n[] true -> ", LOW, HIGH, LOW, HIGH);
    write(node, to);
    fprintf(to, ":true;\nendmodule\n");
    fclose(to);
    prism_tree *tree = prism_tree_read(test_folder_write(&place.folder, "weight.prism", text), NULL,
                                       &place.run, &place.error);
    if (tree == NULL && has_variables && strstr(place.error.text, "too small") == NULL) {
        complain(counts, seed, text, place.error.text);
    } else if (tree == NULL ||
               prism_tree_model(tree)->modules[0].commands[0].updates[0].weight.expression->variables_end ==
                   0) {
        judge_constant(node, tree, text, seed, counts);
    } else {
        const struct prism_model *model = prism_tree_model(tree);
        const enum prism_weight_kind kind = model->modules[0].commands[0].updates[0].weight.kind;
        int zeros = 0;
        const int vanishes = find_vanishing(node, model, &zeros);
        counts->vanishing += (uint64_t)vanishes;
        counts->zeros += (uint64_t)zeros;
        counts->sure += kind == PRISM_WEIGHT_COMPUTED;
        if ((kind == PRISM_WEIGHT_IN_DOUBT) != vanishes) {
            complain(counts, seed, text, vanishes ? "a probability vanishes" : "none vanishes");
        }
    }
    prism_tree_free(tree);
}

static void test_random(void) {
    struct counts counts = {0};
    const uint64_t cases = judge_seeds(CASES, 1, judge_weight, &counts, &counts.mismatches);
    report_counts("constants", counts.constant, "too small", counts.refused, "vanishing", counts.vanishing,
                  "with zeros", counts.zeros, "sure", counts.sure, NULL);
    CU_ASSERT(cases < CASES || (counts.refused > 10 && counts.vanishing > 50 && counts.zeros > 100 &&
                                counts.sure > counts.vanishing && counts.constant > 100));
}

/* Weights over more values than can be tried are sure by bounds. */
static void test_bounds(void) {
    static const struct {
        const char *weight;
        enum prism_weight_kind kind;
    } cases[] = {
        {"x/1000000", PRISM_WEIGHT_COMPUTED},
        {"1-x/1000000", PRISM_WEIGHT_COMPUTED},
        {"1-0.000001*x", PRISM_WEIGHT_COMPUTED},
        {"(x*y)/(1+x+y)", PRISM_WEIGHT_COMPUTED},
        {"0.25*x*(y+0.1)", PRISM_WEIGHT_COMPUTED},
        {"max(0.1, x/7)*min(1, y)", PRISM_WEIGHT_COMPUTED},
        {"x>3 ? 0.2*x : y/3", PRISM_WEIGHT_COMPUTED},
        {"pow(0.999999, x/2)", PRISM_WEIGHT_IN_DOUBT}, /* half an exponent: nothing is known */
        {"pow(0.99999, x)", PRISM_WEIGHT_COMPUTED},
        {"pow(0.5, x)", PRISM_WEIGHT_IN_DOUBT},
        {"1e-300*x*1e-20", PRISM_WEIGHT_IN_DOUBT},
        {"1-x/(x+y+1)", PRISM_WEIGHT_IN_DOUBT},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "ctmc module m x:[0..1000000]; y:[0..1000000]; [] true -> %s:true; endmodule",
                 cases[i].weight);
        prism_tree *tree = test_present(prism_tree_read(
            test_folder_write(&place.folder, "bounds.prism", text), NULL, &place.run, &place.error));
        const enum prism_weight_kind kind =
            prism_tree_model(tree)->modules[0].commands[0].updates[0].weight.kind;
        if (kind != cases[i].kind) {
            printf("\n%s: %d\n", cases[i].weight, kind);
            CU_FAIL("another kind");
        }
        prism_tree_free(tree);
    }
}

void suite_prism_weights(void) {
    suite_add("prism_weights", workplace_open, workplace_close, "random weights, against fractions",
              test_random, "weights that read large variables", test_bounds, NULL);
}
