/*
 * The user's own text of subformulas. By hand: blanks, comments, macros, mCRL2's spelling, data, long texts.
 * For random formulas, with random blanks, comments and macros, the text of each subformula and each
 * expression is read again, and is the same tree. HEDDLE_CASES and HEDDLE_SEED choose other draws.
 */
#include <CUnit/CUnit.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/run.h"
#include "base/text/text_buffer.h"
#include "specs/data/expand.h"
#include "specs/syntax/formula_own.h"
#include "specs/syntax/formula_show.h"
#include "specs/syntax/formula_write.h"
#include "tests/random/random_formula.h"
#include "tests/support/formula_reading.h"
#include "tests/support/formula_shown.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define DEFAULT_CASES 3000
#define MOST_TEXT 65536
#define MOST_GROUPS 400

/* --- by hand --- */

/* The subformulas, each before its operands, in the order of the text, with " ; " between them. */
static void show_all(const formula_text *text, const struct formula *formula, uint64_t most,
                     struct memory *memory, struct text_buffer *shown) {
    if (formula == NULL) {
        return;
    }
    CU_ASSERT_EQUAL(text_buffer_add(memory, shown, shown->length == 0 ? "" : " ; "), 0);
    CU_ASSERT_EQUAL(formula_show(text, formula, "", most, memory, shown), 0);
    show_all(text, formula->left, most, memory, shown);
    show_all(text, formula->right, most, memory, shown);
}

static void expect(const char *text, enum formula_dialect dialect, uint64_t most, const char *shown) {
    const struct formula_options options = {.dialect = dialect};
    struct formula_reading reading;
    struct text_buffer all = {0};
    formula_reading_begin(&reading, text, &options);
    if (reading.text == NULL) {
        printf("\n%s: %s\n", text, reading.error.text);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.text);
    show_all(reading.text, formula_root(reading.text), most, &reading.memory, &all);
    if (strcmp(all.data, shown) != 0) {
        printf("\n%s: shown as\n%s\n", text, all.data);
    }
    CU_ASSERT_STRING_EQUAL(all.data, shown);
    text_buffer_free(&reading.memory, &all);
    formula_reading_end(&reading);
}

static void expect_mcl(const char *text, const char *shown) {
    expect(text, FORMULA_DIALECT_MCL, 1000, shown);
}

static void test_spelling(void) {
    expect_mcl("[ true* .\n\t\"a  b\" ]  <any>true", "[ true* . \"a  b\" ] <any>true ; <any>true ; true");
    expect_mcl("\xef\xbb\xbf  (( not(false) ))", "not(false) ; false");
    expect_mcl("% first\n(true (* or\nfalse *) and%x\n<'a%(*'> true)",
               "true and <'a%(*'> true ; true ; <'a%(*'> true ; true");
    expect_mcl("mu X.(true and(X or false))",
               "mu X.(true and(X or false)) ; true and(X or false) ; true ; X or "
               "false ; X ; false");
    expect_mcl("<f( \"a b\" ,%,(*) )> deadlock", "<f( \"a b\" ,%,(*) )> deadlock ; deadlock ; false");
    expect_mcl("<\"a\\\"%\"> true", "<\"a\\\"%\"> true ; true");
    expect("[!a&&  b|c]nu X'.  [tau]X' %", FORMULA_DIALECT_MCF, 1000,
           "[!a&& b|c]nu X'. [tau]X' ; nu X'. [tau]X' ; [tau]X' ; X'");
    expect("true||nu X. X => false", FORMULA_DIALECT_MCF, 1000,
           "true||nu X. X => false ; true||nu X. X ; true ; nu X. X ; X ; false");
}

static void test_macros(void) {
    expect_mcl("macro CAN (A) = <true* . A>  true end_macro\n[true*]  CAN (  \"a\" )",
               "[true*] CAN ( \"a\" ) ; CAN ( \"a\" ) ; true");
    expect_mcl("macro NO = [true] (* none *) false end_macro\nNO and (NO)",
               "NO and (NO) ; NO ; false ; NO ; false");
    /* parts of a body have what is given, in parentheses where they are needed */
    expect_mcl(
        "macro BOTH (F, A) = <A> F and [not A . A] F end_macro\nBOTH (true or false,\n 'b')",
        "BOTH (true or false, 'b') ; <'b'> (true or false) ; true or false ; true ; false ; [not 'b' . 'b'] "
        "(true or false) ; true or false ; true ; false");
    expect_mcl("macro M (F) = true and (F) and true end_macro\nM (mu X . X)",
               "M (mu X . X) ; true and (mu X . X) ; true ; mu X . X ; X ; true");
    expect_mcl("macro L (N) = <get (N)> true end_macro\nmacro T (N) = L (N) or L (7) end_macro\nT (3)",
               "T (3) ; L (3) ; true ; L (7) ; true");
    /* a word between operands is no label: what is given for F is in parentheses after `and (` */
    expect_mcl("macro M (F) = <\"a\"> true and (F and true) end_macro\nM (true or false)",
               "M (true or false) ; <\"a\"> true ; true ; (true or false) and true ; true or false ; true ; "
               "false ; true");
    /* an argument with a call, in the text of the formula and in that of a macro */
    expect_mcl("macro N (F) = not F end_macro\nmacro NN (F) = N (N (F)) end_macro\nNN (N (true))",
               "NN (N (true)) ; N (N (true)) ; N (true) ; true");
}

static void test_long(void) {
    expect("<\"abcdefghijklmnopqrstuvwxyz\"> true", FORMULA_DIALECT_MCL, 20, "<\"abcdefghijk...true ; true");
    expect("<\"abcdefghij\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\"> true", FORMULA_DIALECT_MCL, 20,
           "<\"abcdefghij...true ; true");
    char *text = text_repeated("<", "a . ", 3000, "a> true"); /* too long to look for its end */
    expect(text, FORMULA_DIALECT_MCL, 17, "<a . a . a . a... ; true");
    free(text);
}

/* --- data --- */

/* What all subformulas are shown as after the data is written out for labels. */
static void expect_data(const char *text, const char *const *labels, uint32_t count, const char *shown) {
    static const uint8_t is_internal[8];
    const struct formula_options options = {.dialect = FORMULA_DIALECT_MCF};
    struct formula_reading reading;
    struct text_buffer all = {0};
    struct error error;
    uint32_t length[8];
    formula_reading_begin(&reading, text, &options);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.text);
    struct run run = {.memory = &reading.memory};
    for (uint32_t i = 0; i < count; i++) {
        length[i] = (uint32_t)strlen(labels[i]);
    }
    const struct label_texts texts = {labels, length, is_internal, count};
    CU_ASSERT_EQUAL_FATAL(formula_expand(reading.text, &texts, "data", &run, &error), 0);
    show_all(reading.text, formula_root(reading.text), 1000, &reading.memory, &all);
    if (strcmp(all.data, shown) != 0) {
        printf("\n%s: shown as\n%s\n", text, all.data);
    }
    CU_ASSERT_STRING_EQUAL(all.data, shown);
    text_buffer_free(&reading.memory, &all);
    formula_reading_end(&reading);
}

static void test_data(void) {
    static const char *const labels[] = {"a(one)", "a(two)", "b"}, *const numbers[] = {"a(0)", "a(1)",
                                                                                       "b(0)"};
    expect_data(
        "sort D = struct one | two; act a: D;\nform forall d: D . [a(d)]\n  false;", labels, 3,
        "forall d: D . [a(d)] false ; [a(d)] false with d = one ; false ; [a(d)] false with d = two ; "
        "false");
    expect_data(
        "sort D = struct one | two; act a: D; b;\nform [b] (exists c, d: D . val(c != d) && <a(c)> <a(d)> "
        "true);",
        labels, 3,
        "[b] (exists c, d: D . val(c != d) && <a(c)> <a(d)> true) ; exists c, d: D . val(c != d) && <a(c)> "
        "<a(d)> true ; <a(c)> <a(d)> true with c = one, d = two ; <a(d)> true with d = two ; true ; "
        "<a(c)> <a(d)> true with c = two, d = one ; <a(d)> true with d = one ; true");
    expect_data("act a, b: Nat;\nform nu X(n: Nat = 0) . [a(n)] X(n) && [b(n)] false;", numbers, 3,
                "nu X(n: Nat = 0) . [a(n)] X(n) && [b(n)] false with n = 0 ; [a(n)] X(n) && [b(n)] false "
                "with n = 0 ; "
                "[a(n)] X(n) with n = 0 ; X(n) with n = 0 ; [b(n)] false with n = 0 ; false");
}

/* --- random formulas --- */

struct drawing {
    uint64_t random;
    char text[MOST_TEXT], macros[MOST_TEXT];
    unsigned macro_count;
    uint64_t checked, calls, bodies, arguments, comments;
};

static uint32_t draw(struct drawing *drawing, uint32_t bound) {
    return random_draw(&drawing->random, bound);
}

/* The end of a string, a pattern, a word, a number, or one byte. */
static const char *token_end(const char *at) {
    const char *next = at + 1;
    if (*at == '"' || *at == '\'') {
        for (; *next != *at; next++) {
            next += *next == '\\';
        }
        return next + 1;
    }
    while (strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'", *at) != NULL &&
           strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'", *next) != NULL &&
           *next != '\0') {
        next++;
    }
    return next;
}

static int is_operator(const char *word, size_t length) {
    static const char *const operators[] = {"and", "or", "not", "implies", "equ"};
    if (length > 2 && memcmp(word, "MM", 2) == 0) {
        return 1; /* a macro */
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (strlen(operators[i]) == length && memcmp(operators[i], word, length) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Puts blanks and comments between tokens: none in the arguments of labels, and none where it would make
 * another token. */
static void put_blanks(struct drawing *drawing, const char *text) {
    static const char *const blanks[] = {" ", "\n", "\t ", " (* a ( comment *) ", "% another )\n", "(**)"};
    size_t length = 0;
    unsigned depth = 0;
    int after_word = 0;
    for (const char *next; *text != '\0'; text = next) {
        next = token_end(text);
        depth += *text == '(' && (depth > 0 || after_word);
        depth -= *text == ')' && depth > 0;
        after_word =
            (isalpha((unsigned char)*text) || *text == '_') && !is_operator(text, (size_t)(next - text));
        memcpy(drawing->text + length, text, (size_t)(next - text));
        length += (size_t)(next - text);
        if (depth == 0 && !after_word && strchr("&|=-<", *text) == NULL && draw(drawing, 4) == 0) {
            const char *blank = blanks[draw(drawing, 6)];
            drawing->comments += strpbrk(blank, "%*") != NULL;
            memcpy(drawing->text + length, blank, strlen(blank));
            length += strlen(blank);
        }
    }
    drawing->text[length] = '\0';
}

/* Groups in parentheses, but not the arguments of labels. */
struct group {
    size_t begin, end; /* without the parentheses */
};

static const char *skip_comment(const char *at) {
    return *at == '%' ? strchr(at, '\n') : strncmp(at, "(*", 2) == 0 ? strstr(at + 2, "*)") + 2 : at;
}

static size_t find_groups(const char *text, struct group *group) {
    size_t open[MOST_GROUPS], opens = 0, count = 0;
    unsigned depth = 0;
    int after_word = 0, is_call = 0;
    for (const char *at = text, *next; *at != '\0'; at = next) {
        if (depth == 0 && skip_comment(at) != at) {
            next = skip_comment(at);
            continue;
        }
        next = token_end(at);
        if (*at == '(' && (depth > 0 || after_word)) {
            depth++;
        } else if (*at == '(' && opens < MOST_GROUPS) {
            open[opens++] = is_call ? SIZE_MAX : (size_t)(next - text);
        } else if (*at == ')' && depth > 0) {
            depth--;
        } else if (*at == ')' && count < MOST_GROUPS && open[--opens] != SIZE_MAX) {
            group[count++] = (struct group){open[opens], (size_t)(at - text)};
        }
        if (*at != ' ' && *at != '\n' && *at != '\t') {
            after_word = (isalpha((unsigned char)*at) || *at == '_') && !is_operator(at, (size_t)(next - at));
            is_call = strncmp(at, "MM", 2) == 0;
        }
    }
    return count;
}

/* Makes a macro of a group, perhaps with a group inside as what is given for a parameter. */
static void make_macro(struct drawing *drawing) {
    static char old[MOST_TEXT];
    struct group group[MOST_GROUPS], inner[MOST_GROUPS];
    size_t count = find_groups(drawing->text, group), inners = 0;
    if (count == 0) {
        return;
    }
    struct group of = group[draw(drawing, (uint32_t)count)];
    for (size_t i = 0; i < count; i++) {
        if (group[i].begin > of.begin && group[i].end < of.end) {
            inner[inners++] = group[i];
        }
    }
    strcpy(old, drawing->text);
    unsigned number = drawing->macro_count++;
    char *macros = drawing->macros + strlen(drawing->macros);
    if (inners > 0 && draw(drawing, 3) > 0) {
        struct group given = inner[draw(drawing, (uint32_t)inners)];
        int keeps = (int)draw(drawing, 2); /* the parentheses around the parameter */
        sprintf(macros, "macro MM%u (PP) = %.*sPP%.*s end_macro\n", number,
                (int)(given.begin - of.begin) - !keeps, old + of.begin, (int)(of.end - given.end) - !keeps,
                old + given.end + !keeps);
        sprintf(drawing->text, "%.*s MM%u (%.*s) %s", (int)of.begin - 1, old, number,
                (int)(given.end - given.begin), old + given.begin, old + of.end + 1);
        drawing->arguments++;
    } else {
        sprintf(macros, "macro MM%u = %.*s end_macro\n", number, (int)(of.end - of.begin), old + of.begin);
        sprintf(drawing->text, "%.*s MM%u %s", (int)of.begin - 1, old, number, old + of.end + 1);
    }
}

/* Reads a subformula's text inside of binders of its free variables. Returns whether it is the subformula. */
static int is_read_as(struct drawing *drawing, const struct formula *formula, const char *shown,
                      const struct formula_options *options, struct memory *memory) {
    struct free_variables unbound;
    struct text_buffer wanted = {0}, got = {0};
    struct formula_reading reading;
    const struct formula *binders[FREE_VARIABLES_MOST];
    free_variables_find(formula, &unbound);
    CU_ASSERT(!unbound.is_ambiguous);
    const struct formula *read =
        formula_read_shown(&reading, drawing->macros, shown, &unbound, options, binders);
    CU_ASSERT_EQUAL_FATAL(formula_write(formula, options->dialect, 0, memory, &wanted), 0);
    int same = read != NULL && formula_write(read, options->dialect, 0, memory, &got) == 0 &&
               strcmp(wanted.data, got.data) == 0;
    if (!same) {
        printf("\n%s%s\n%s\nshown as %s\nis %s\n%s\n", drawing->macros, drawing->text, wanted.data, shown,
               read == NULL ? "not read" : got.data, read == NULL ? reading.error.text : "");
    }
    text_buffer_free(memory, &wanted);
    text_buffer_free(memory, &got);
    formula_reading_end(&reading);
    return same;
}

/* The same of an expression, as <R> true. */
static int is_regular_read_as(struct drawing *drawing, const struct regular *regular, const char *shown,
                              const struct formula_options *options, struct memory *memory) {
    static char text[MOST_TEXT];
    const struct formula yes = {.kind = FORMULA_TRUE};
    const struct formula modal = {.kind = FORMULA_DIAMOND, .left = &yes, .regular = regular};
    sprintf(text, "<(%s\n)> true", shown);
    return is_read_as(drawing, &modal, text, options, memory);
}

static void check_regular(struct drawing *drawing, const formula_text *text, const struct regular *regular,
                          const struct formula_options *options, struct memory *memory) {
    struct text_buffer shown = {0};
    if (regular == NULL) {
        return;
    }
    CU_ASSERT(regular->extent.begin < regular->extent.end);
    CU_ASSERT_EQUAL_FATAL(formula_own_text(text, regular->extent, MOST_TEXT, memory, &shown), 0);
    CU_ASSERT(is_regular_read_as(drawing, regular, shown.data, options, memory));
    text_buffer_free(memory, &shown);
    check_regular(drawing, text, regular->left, options, memory);
    check_regular(drawing, text, regular->right, options, memory);
}

static void check_formula(struct drawing *drawing, const formula_text *text, const struct formula *formula,
                          const struct formula_options *options, struct memory *memory) {
    struct text_buffer shown = {0};
    if (formula == NULL || formula->extent.end == 0) { /* the `false` of a deadlock */
        return;
    }
    CU_ASSERT_EQUAL_FATAL(formula_own_text(text, formula->extent, MOST_TEXT, memory, &shown), 0);
    CU_ASSERT(is_read_as(drawing, formula, shown.data, options, memory));
    CU_ASSERT(strpbrk(shown.data, "\n\t") == NULL && strstr(shown.data, "comment") == NULL);
    drawing->checked++;
    drawing->calls += strstr(shown.data, "MM") != NULL;
    drawing->bodies += drawing->macro_count > 0 && strstr(shown.data, "MM") == NULL;
    text_buffer_free(memory, &shown);
    if (!(formula->kind == FORMULA_BOX && formula->left->extent.end == 0)) {
        check_regular(drawing, text, formula->regular, options, memory);
    }
    check_formula(drawing, text, formula->left, options, memory);
    check_formula(drawing, text, formula->right, options, memory);
}

static void test_random(void) {
    static const char *const labels[] = {"a", "b !1", "i", "send", "c(1)"};
    static struct drawing drawing;
    static char whole[2 * MOST_TEXT];
    uint64_t cases = number_of_cases(DEFAULT_CASES), seed = number_from_environment("HEDDLE_SEED", 91100);
    for (uint64_t k = 0; k < cases && CU_get_number_of_failures() < 10; k++) {
        const struct formula_options options = {.dialect =
                                                    k % 4 == 3 ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL};
        struct formula_reading reading;
        struct memory memory;
        memory_init(&memory, (uint64_t)1 << 30);
        drawing.random = (seed + k) * 77;
        drawing.macros[0] = '\0';
        drawing.macro_count = 0;
        formula_text *made = random_formula_make(&drawing.random, labels, 5, &memory);
        char *text = random_formula_print(formula_root(made), options.dialect == FORMULA_DIALECT_MCF);
        if (strlen(text) < 2000) {
            put_blanks(&drawing, text);
            for (uint32_t i = draw(&drawing, 4); i > 0; i--) {
                make_macro(&drawing);
            }
            sprintf(whole, "%s%s", drawing.macros, drawing.text);
            formula_reading_begin(&reading, whole, &options);
            if (reading.text == NULL) {
                if (strstr(reading.error.text, "mCRL2 refuses") == NULL) {
                    printf("\n%s\n%s\n", whole, reading.error.text);
                    CU_FAIL("not read");
                }
            } else {
                CU_ASSERT(is_read_as(&drawing, formula_root(reading.text), text, &options, &memory));
                check_formula(&drawing, reading.text, formula_root(reading.text), &options, &memory);
            }
            formula_reading_end(&reading);
        }
        free(text);
        formula_text_free(made);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    report_counts("subformulas", drawing.checked, "with calls", drawing.calls, "without, among macros",
                  drawing.bodies, "calls with arguments", drawing.arguments, "comments", drawing.comments,
                  NULL);
    if (cases >= DEFAULT_CASES) {
        CU_ASSERT(drawing.checked > 3 * cases && drawing.calls > cases / 2 && drawing.bodies > cases);
        CU_ASSERT(drawing.arguments > cases / 10 && drawing.comments > cases);
    }
}

/* With every budget, only memory is reported, and nothing stays allocated. */
static void test_memory(void) {
    static const struct formula_options options = {.dialect = FORMULA_DIALECT_MCL};
    struct formula_reading reading;
    formula_reading_begin(&reading, "macro M (F) = [a] (F) end_macro M (<b> true) and M (true)", &options);
    struct shortage shortage = {.memory = &place.memory, .step = 8};
    while (shortage_goes_on(&shortage)) {
        struct text_buffer shown = {0};
        shortage.done =
            formula_show(reading.text, formula_root(reading.text), "`", 1000, &place.memory, &shown) == 0;
        text_buffer_free(&place.memory, &shown);
    }
    CU_ASSERT(shortage.failures > 5);
    formula_reading_end(&reading);
}

void suite_formula_own(void) {
    suite_add("formula_own", workplace_open, workplace_close, "blanks, comments, spelling", test_spelling,
              "macros", test_macros, "long texts", test_long, "values of data", test_data,
              "random formulas with macros", test_random, "memory", test_memory, NULL);
}
