/* The words of formulas: keywords by dialect, words of related languages, and suggestions for misspelt words.
 */
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "specs/syntax/formula_parser.h"
#include "specs/syntax/formula_syntax.h"
#include "specs/syntax/ltl_tree.h"

static const struct {
    const char *word;
    int token;
    int mcl_only; /* the name of an action in mCRL2's dialect */
    unsigned places;
} keywords[] = {
    {"and", FORMULA_TOKEN_AND, 0, WORD_BETWEEN_FORMULAS | WORD_BETWEEN_ACTIONS},
    {"any", FORMULA_TOKEN_ANY, 1, 0},
    {"deadlock", FORMULA_TOKEN_DEADLOCK, 1, WORD_AS_FORMULA},
    {"equ", FORMULA_TOKEN_EQU, 0, WORD_BETWEEN_FORMULAS},
    {"exists", FORMULA_TOKEN_EXISTS, 0, WORD_BEFORE_FORMULA | WORD_BEFORE_ACTION},
    {"false", FORMULA_TOKEN_FALSE, 0, WORD_AS_FORMULA},
    {"forall", FORMULA_TOKEN_FORALL, 0, WORD_BEFORE_FORMULA | WORD_BEFORE_ACTION},
    {"i", FORMULA_TOKEN_INTERNAL, 1, 0},
    {"implies", FORMULA_TOKEN_IMPLIES, 0, WORD_BETWEEN_FORMULAS | WORD_BETWEEN_ACTIONS},
    {"mu", FORMULA_TOKEN_MU, 0, WORD_BEFORE_FORMULA},
    {"nil", FORMULA_TOKEN_NIL, 1, 0},
    {"not", FORMULA_TOKEN_NOT, 0, WORD_BEFORE_FORMULA | WORD_BEFORE_ACTION},
    {"nu", FORMULA_TOKEN_NU, 0, WORD_BEFORE_FORMULA},
    {"or", FORMULA_TOKEN_OR, 0, WORD_BETWEEN_FORMULAS | WORD_BETWEEN_ACTIONS},
    {"tau", FORMULA_TOKEN_TAU, 0, 0},
    {"true", FORMULA_TOKEN_TRUE, 0, WORD_AS_FORMULA},
};

static int equals(const char *word, const char *text, size_t length) {
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

int formula_word_is_reserved(enum formula_dialect dialect, const char *word, size_t length) {
    switch (dialect) {
    case FORMULA_DIALECT_LTL:
        return ltl_word_is_reserved(word, length);
    case FORMULA_DIALECT_CTL:
        return ctl_word_is_reserved(word, length);
    default:
        return formula_word_keyword(dialect, word, length) != 0;
    }
}

int formula_word_keyword(enum formula_dialect dialect, const char *word, size_t length) {
    for (size_t i = 0; i < LENGTH(keywords); i++) {
        if (equals(keywords[i].word, word, length)) {
            return keywords[i].mcl_only && dialect == FORMULA_DIALECT_MCF ? 0 : keywords[i].token;
        }
    }
    return 0;
}

#define MACROS "macros stand before the formula: macro NAME (PARAMETERS) = .. end_macro"
#define LIBRARIES "MCL libraries are not supported: write the formula out"
#define MCL_DATA "MCL data is not supported: write one formula for each value"
#define MCRL2_DATA "a truth value of data is written val(expression)"
#define MCRL2_TIME "mCRL2 time is not supported: write the formula without it"
#define MCRL2_SECTIONS                                                                                       \
    "sections of declarations are read in mCRL2's dialect (.mcf, --dialect mcf) only, before the word form"
#define MCRL2_PROCESSES "only sort, cons, map, var, eqn and act sections are read, before the word form"
#define MCRL2_NUMBERS "quantitative formulas are not supported"
#define PRISM_PROPERTY                                                                                       \
    "properties of PRISM are not read, and probabilities are not computed: --almost-surely asks for "        \
    "probability 1"
#define LTL "LTL is read with --ltl"

static const struct {
    const char *word, *text;
} foreign_words[] = {
    {"macro", MACROS},
    {"end_macro", MACROS},
    {"library", LIBRARIES},
    {"end_library", LIBRARIES},
    {"let", MCL_DATA},
    {"if", MCL_DATA},
    {"case", MCL_DATA},
    {"choice", MCL_DATA},
    {"while", MCL_DATA},
    {"for", MCL_DATA},
    {"loop", MCL_DATA},
    {"where", MCL_DATA},
    {"export", MCL_DATA},
    {"prob", "MCL's probabilities are not supported"},
    {"xor", "exclusive disjunction is written not (F equ G)"},
    {"val", MCRL2_DATA},
    {"delay", MCRL2_TIME},
    {"yaled", MCRL2_TIME},
    {"form", MCRL2_SECTIONS},
    {"act", MCRL2_SECTIONS},
    {"sort", MCRL2_SECTIONS},
    {"map", MCRL2_SECTIONS},
    {"var", MCRL2_SECTIONS},
    {"eqn", MCRL2_SECTIONS},
    {"glob", MCRL2_PROCESSES},
    {"proc", MCRL2_PROCESSES},
    {"inf", MCRL2_NUMBERS},
    {"sup", MCRL2_NUMBERS},
    {"sum", MCRL2_NUMBERS},
    {"tt", "the formula that always holds is written true"},
    {"ff", "the formula that never holds is written false"},
    {"P", PRISM_PROPERTY},
    {"Pmin", PRISM_PROPERTY},
    {"Pmax", PRISM_PROPERTY},
    {"F", LTL "; here F a (a happens on every path) is mu X . <true> true and [not a] X"},
    {"G", LTL "; here G F a (a happens again and again) is [true*] mu X . <true> true and [not a] X, and "
              "G f is [true*] f"},
    {"GF", LTL},
    {"FG", LTL},
    {"U", LTL},
    {"always", LTL},
    {"eventually", LTL},
    {"until", LTL},
    {"AG", "CTL is read with --ctl; here AG F is nu X . F and [true] X, or [true*] F"},
    {"EF", "CTL is read with --ctl; here EF F is mu X . F or <true> X, or <true*> F"},
    {"AF", "CTL is read with --ctl; here AF F is mu X . F or (<true> true and [true] X)"},
    {"EG", "CTL is read with --ctl; here EG F is nu X . F and (deadlock or <true> X)"},
    {"AX", "CTL is read with --ctl; here AX F is [true] F"},
    {"EX", "CTL is read with --ctl; here EX F is <true> F"},
};

const char *formula_word_foreign(const char *word, size_t length) {
    for (size_t i = 0; i < LENGTH(foreign_words); i++) {
        if (equals(foreign_words[i].word, word, length)) {
            return foreign_words[i].text;
        }
    }
    return NULL;
}

#define LONGEST 16u

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* The number of changes from one word to the other, of at most LONGEST bytes each: a letter is left out,
 * added, replaced, or exchanged with its neighbour (Damerau 1964). */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= a_length; i++) {
        for (size_t j = 0; j <= b_length; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a_length][b_length];
}

int formula_word_is_near(const char *word, size_t length, const char *other, size_t other_length) {
    if (length == other_length && strncasecmp(word, other, length) == 0) {
        return 1;
    }
    size_t shorter = least(length, other_length);
    if (length > LONGEST || other_length > LONGEST || shorter < 2) {
        return 0;
    }
    return distance(word, length, other, other_length) <= (shorter < 5 ? 1 : 2);
}

const char *formula_word_nearest(enum formula_dialect dialect, unsigned places, const char *word,
                                 size_t length) {
    for (size_t i = 0; i < LENGTH(keywords); i++) {
        if (keywords[i].places & places && !(keywords[i].mcl_only && dialect == FORMULA_DIALECT_MCF) &&
            formula_word_is_near(word, length, keywords[i].word, strlen(keywords[i].word))) {
            return keywords[i].word;
        }
    }
    return NULL;
}
