/* AUT graphs: well-formed files are read correctly, malformed ones are rejected with their place. */
#include <sys/wait.h>

#include "base/array.h"
#include "base/stream/output.h"
#include "tests/support/aut_reading.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

/* "initial/states/rows: 0 a 1, 0 b 2#choice, ..." */
static void dump(const struct lts *lts, char *text, size_t size) {
    snprintf(text, size, "%u/%u/%u:", lts->initial, lts->states, lts->row_states);
    CU_ASSERT(lts->row[0] == 0 && lts->row[lts->row_states] == lts->moves);
    for (uint32_t state = 0; state < lts->row_states; state++) {
        for (uint64_t move = lts->row[state]; move < lts->row[state + 1]; move++) {
            text_append(text, size, " %u %s %u", state, label_text(labels, lts->labels[lts->label[move]]),
                        lts->target[move]);
            if (lts->choice != NULL && lts->choice[move] != LTS_NO_CHOICE) {
                text_append(text, size, "#%u", lts->choice[move]);
            }
            text_append(text, size, ",");
        }
    }
}

static void reads(const char *bytes, const char *expected) {
    char text[4096] = "";
    struct lts *lts = read_bytes(bytes, strlen(bytes));
    if (lts == NULL) {
        error_describe(&place.error, text, sizeof text);
    } else {
        dump(lts, text, sizeof text);
        CU_ASSERT_STRING_EQUAL(lts->path, in_folder("x.aut"));
    }
    CU_ASSERT_STRING_EQUAL(text, expected);
    if (strcmp(text, expected) != 0) {
        printf("\n  of: %s\n  expected: %s\n  found:    %s\n", bytes, expected, text);
    }
    done(lts);
}

/* --- well-formed --- */

static void test_plain(void) {
    reads("des (0,0,1)\n", "0/1/1:");
    reads("des (0,0,1)", "0/1/1:");
    reads("des (2,0,5)\n", "2/5/3:");
    reads("des (0,2,3)\n(0,a,1)\n(1,\"b\",2)\n", "0/3/2: 0 a 1, 1 b 2,");
    reads("des (0,2,3)\n(0,a,1)\n(1,\"b\",2)", "0/3/2: 0 a 1, 1 b 2,");
    reads("des (0,2,3)\r\n(0,a,1)\r\n(1,\"b\",2)\r\n", "0/3/2: 0 a 1, 1 b 2,");
    reads("des (0,4,9)\n(5,b,1)\n(0,a,8)\n(5,a,1)\n(0,a,2)\n", "0/9/6: 0 a 2, 0 a 8, 5 b 1, 5 a 1,");
    /* a state that moves nowhere needs no row */
    reads("des (0,1,4294967294)\n(0,a,4294967293)\n", "0/4294967294/1: 0 a 4294967293,");
    reads("des (0000000000000000000000000,1,002)\n(000000000000000000000,a,00000000000000001)\n",
          "0/2/1: 0 a 1,");
}

static void test_blanks(void) {
    reads(" \t des\t ( 0 , 2 , 3 ) \t\r\n( 0 , a , 1 ) \n\t(\t1\t,\t\"b\"\t,\t2\t)\t\n",
          "0/3/2: 0 a 1, 1 b 2,");
    reads("\n \n\r\ndes(0,1,2)\n\n\t\n(0,a,1)\n\n \r\n", "0/2/1: 0 a 1,");
    reads("\xef\xbb\xbf"
          "des (0,1,2)\n(0,a,1)\n",
          "0/2/1: 0 a 1,");
    reads("\xef\xbb\xbf des (0,1,2)\n(0,a,1)\n", "0/2/1: 0 a 1,");
    reads("des (0,1,2)\n(0,a,1)\n\n\n  ", "0/2/1: 0 a 1,");
}

static void test_labels(void) {
    reads("des (0,1,2)\n(0, a  b , 1)\n", "0/2/1: 0 a  b 1,");
    reads("des (0,1,2)\n(0,f(1,2),1)\n", "0/2/1: 0 f(1,2) 1,");
    reads("des (0,1,2)\n(0,,,1)\n", "0/2/1: 0 , 1,");
    reads("des (0,1,2)\n(0,\"f(1,2)\",1)\n", "0/2/1: 0 f(1,2) 1,");
    reads("des (0,1,2)\n(0,\" a \",1)\n", "0/2/1: 0  a  1,");
    reads("des (0,1,2)\n(0,\"\",1)\n", "0/2/1: 0  1,");
    reads("des (0,1,2)\n(0,\"say \"hi\", twice\",1)\n", "0/2/1: 0 say \"hi\", twice 1,");
    reads("des (0,1,2)\n(0,\"\"\"\",1)\n", "0/2/1: 0 \"\" 1,");
    reads("des (0,1,2)\n(0,\"a\\\"b\",1)\n", "0/2/1: 0 a\\\"b 1,");
    reads("des (0,1,2)\n(0,a\"b\",1)\n", "0/2/1: 0 a\"b\" 1,");
    reads("des (0,1,2)\n(0,(,1)\n", "0/2/1: 0 ( 1,");
    reads("des (0,1,2)\n(0,\xc3\xa4\xff,1)\n", "0/2/1: 0 \xc3\xa4\xff 1,");
    reads("des (0,2,2)\n(0,\"a\",1)\n(0,a,1)\n", "0/2/1: 0 a 1,");
}

static void test_internal(void) {
    reads("des (0,4,2)\n(0,tau,1)\n(0,i,1)\n(0,\"tau\",1)\n(1,TAU,0)\n", "0/2/2: 0 i 1, 1 TAU 0,");
    put_text(in_folder("x.aut"), "des (0,4,2)\n(0,Tau,1)\n(0,I,1)\n(0,mine,1)\n(1,Ab,0)\n");
    static const char *const more[] = {"MINE"};
    labels = label_table_create(&place.memory, 1, more, 1);
    struct lts *lts = aut_read(in_folder("x.aut"), labels, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lts);
    char text[256];
    dump(lts, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "0/2/2: 0 i 1, 1 AB 0,");
    done(lts);
}

/* Local labels count from 0 in the order of the file, whatever the table held before. */
static void test_shared_table(void) {
    labels = label_table_create(&place.memory, 0, NULL, 0);
    label_intern(labels, "other", 5);
    label_intern(labels, "c", 1);
    put_text(in_folder("x.aut"), "des (0,4,2)\n(1,b,1)\n(0,c,0)\n(1,b,0)\n(0,a,1)\n");
    struct lts *lts = aut_read(in_folder("x.aut"), labels, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lts);
    static const char *const texts[] = {"b", "c", "a"};
    CU_ASSERT_EQUAL_FATAL(lts->label_count, 3);
    for (uint32_t local = 0; local < 3; local++) {
        CU_ASSERT_STRING_EQUAL(label_text(labels, lts->labels[local]), texts[local]);
    }
    CU_ASSERT_EQUAL(lts->labels[1], 2);
    CU_ASSERT_PTR_NULL(lts->choice);
    CU_ASSERT_EQUAL(lts->choices, 0);
    CU_ASSERT_FALSE(lts->distributions);
    done(lts);
}

static void test_prob_labels(void) {
    reads("des (0,5,3)\n(0,prob 0.5,1)\n(0,\"prob 1/2\",2)\n(1,a; prob .3,0)\n(1,a;prob .7,2)\n(1,b; prob "
          "1,2)\n",
          "0/3/2: 0 prob 0.5 1#0, 0 prob 1/2 2#0, 1 a; prob .3 0#1, 1 a;prob .7 2#1, 1 b; prob 1 2#2,");
    reads("des (0,4,3)\n(2,prob 1,1)\n(0,prob 1,1)\n(0,a,1)\n(0,rate 2,0)\n",
          "0/3/3: 0 prob 1 1#0, 0 a 1, 0 rate 2 0, 2 prob 1 1#1,");
    reads("des (0,2,2)\n(0,i; prob 0.5,1)\n(0,tau; prob 0.5,0)\n",
          "0/2/1: 0 i; prob 0.5 1#0, 0 tau; prob 0.5 0#0,");
    struct lts *lts = read_text("des (0,1,1)\n(0,prob 1,0)\n");
    CU_ASSERT(lts != NULL && !lts->distributions && lts->choices == 1);
    done(lts);
}

static void test_distributions(void) {
    reads("des (0,2,4)\n(0,\"a\",1 1/3 2 1/3 3)\n(1,b,0 0.5 1)\n",
          "0/4/2: 0 a 1#0, 0 a 2#0, 0 a 3#0, 1 b 0#1, 1 b 1#1,");
    reads("des (0,2,4)\n(0,a,1 .5 2)\n(0,a,1 .5 3)\n", "0/4/1: 0 a 1#0, 0 a 2#0, 0 a 1#1, 0 a 3#1,");
    reads("des (0,1,4)\n( 0 , a,b , 2\t0.1 1  0.1\t2 )\n", "0/4/1: 0 a,b 1#0, 0 a,b 2#0,");
    reads("des (0 1/4 1 1/4 2,1,3)\n(0,a,1)\n", "3/4/4: 0 a 1, 3 i 0#0, 3 i 1#0, 3 i 2#0,");
    reads("des ( 2 1e-3 1 , 1 , 3 )\n(0,i,1)\n", "3/4/4: 0 i 1, 3 i 1#0, 3 i 2#0,");
    reads("des (0,2,3)\n(0,a,1)\n(0,a,1 0.5 2)\n", "0/3/1: 0 a 1#0, 0 a 2#0, 0 a 1,");
    reads("des (0,2,3)\n(0,prob 1,1)\n(0,a,1 0.5 2)\n", "0/3/1: 0 prob 1 1#1, 0 a 1#0, 0 a 2#0,");
    /* sums just below 1 */
    reads("des (0,1,3)\n(0,a,0 0.5 1 0.4999999999999999 2)\n", "0/3/1: 0 a 0#0, 0 a 1#0, 0 a 2#0,");
    reads("des (0,1,2)\n(0,a,0 999999999999999/1000000000000000 1)\n", "0/2/1: 0 a 0#0, 0 a 1#0,");
    struct lts *lts = read_text("des (0,1,2)\n(0,a,0 1/2 1)\n");
    CU_ASSERT(lts != NULL && lts->distributions && lts->choices == 1);
    done(lts);
}

/* --- malformed --- */

struct bad {
    const char *bytes;
    size_t size;
    uint64_t line, column;
    const char *text;
};

#define BAD(bytes, line, column, text)                                                                       \
    { bytes, sizeof bytes - 1, line, column, text }

static void reject_all(const struct bad *cases, size_t count) {
    for (size_t k = 0; k < count; k++) {
        rejects(cases[k].bytes, cases[k].size, cases[k].line, cases[k].column, ERROR_INPUT, cases[k].text);
    }
}

static void test_bad_headers(void) {
    static const struct bad cases[] = {
        BAD("", 1, 1, "expected des (FIRST, TRANSITIONS, STATES), found the end of the file"),
        BAD("\n\n", 3, 1, "found the end of the file"),
        BAD("  ", 1, 3, "found the end of the file"),
        BAD("d", 1, 1, "expected des (FIRST, TRANSITIONS, STATES), found 'd'"),
        BAD("DES (0,0,1)", 1, 1, "found 'D'"),
        BAD("\n  hello", 2, 3, "found 'h'"),
        BAD("(0,a,1)\n", 1, 1, "found '('"),
        BAD("\x01", 1, 1, "found the byte 0x01"),
        BAD("\x89PNG\r\n", 1, 1, "found the byte 0x89"),
        BAD("des", 1, 4, "expected '(' of des"),
        BAD("des 0,0,1", 1, 5, "expected '(' of des"),
        BAD("descr (0,0,1)", 1, 4, "expected '(' of des"),
        BAD("des (", 1, 6, "expected the initial state, found the end of the line"),
        BAD("des (x,0,1)", 1, 6, "expected the initial state, found 'x'"),
        BAD("des (-1,0,1)", 1, 6, "expected the initial state, found '-'"),
        BAD("des (,0,1)", 1, 6, "expected the initial state, found ','"),
        BAD("des (0", 1, 7, "expected ',' after the initial state"),
        BAD("des (0;0,1)", 1, 7, "expected ',' after the initial state, found ';'"),
        BAD("des (0,", 1, 8, "expected the number of transitions"),
        BAD("des (0,\n0,1)", 1, 8, "expected the number of transitions"),
        BAD("des (0,0x1,1)", 1, 9, "expected ',' after the number of transitions, found 'x'"),
        BAD("des (0,0,", 1, 10, "expected the number of states"),
        BAD("des (0,0,1", 1, 11, "expected ')' after the number of states"),
        BAD("des (0,0,1,2)", 1, 11, "expected ')' after the number of states, found ','"),
        BAD("des (0,0,1) x", 1, 13, "expected the end of the line after the header, found 'x'"),
        BAD("des (0,1,2)(0,a,1)", 1, 12, "expected the end of the line after the header"),
        BAD("des (0,0,0)", 1, 10, "at least one state"),
        BAD("des (1,0,1)", 1, 6, "state 1 is beyond the 1 state of the header"),
        BAD("des ( 77 , 0 , 3 )", 1, 7, "state 77 is beyond the 3 states"),
        BAD("des (99999999999999999999999,0,3)", 1, 6, "beyond the 3 states"),
        BAD("des (0 0.5 3,0,3)", 1, 12, "state 3 is beyond the 3 states"),
        BAD("des (0 0.5,0,3)", 1, 11, "expected a state, found ','"),
        BAD("des (0 1 1,0,3)", 1, 8, "sum to 1 or more"),
        BAD("des (0 2 2)", 1, 7, "expected ',' after the initial state: des (0, 2, 2)"),
        BAD("des ( 1  20, 3 )", 1, 8, "expected ',' after the initial state: des (1, 20, 3)"),
        BAD("des (0 2)", 1, 7, "expected ',' after the initial state: des (FIRST, TRANSITIONS, STATES)"),
        BAD("parity 1;", 0, 0, "this is a parity game (.pg), not a graph: `heddle solve` reads it"),
        BAD("de\0s", 1, 3, "NUL"),
        BAD("\0", 1, 1, "NUL"),
        BAD("\n\0", 2, 1, "NUL")};
    reject_all(cases, LENGTH(cases));
}

static void test_bad_transitions(void) {
#define H "des (0,2,3)\n"
    static const struct bad cases[] = {
        BAD(H "0,a,1)", 2, 1, "expected '(' of a transition, found '0'"),
        BAD(H "(0,a,1)\n  x", 3, 3, "expected '(' of a transition, found 'x'"),
        BAD(H "(", 2, 2, "expected the source state, found the end of the line"),
        BAD(H "(a,a,1)", 2, 2, "expected the source state, found 'a'"),
        BAD(H "(-1,a,1)", 2, 2, "expected the source state, found '-'"),
        BAD(H "(0", 2, 3, "expected ',' after the source state"),
        BAD(H "(0 1,a,1)", 2, 4, "expected ',' after the source state, found '1'"),
        BAD(H "(0,", 2, 4, "expected ',' and the target state, found the end of the line"),
        BAD(H "(0,a)", 2, 5, "expected ',' and the target state, found ')'"),
        BAD(H "(0,1)", 2, 5, "expected ',' and the target state, found ')'"),
        BAD(H "(0,a", 2, 5, "expected ',' and the target state, found the end of the line"),
        BAD(H "(0,a,", 2, 6, "expected the target state, found the end of the line"),
        BAD(H "(0,a,)", 2, 6, "expected the target state, found ')'"),
        BAD(H "(0,a,b)", 2, 6, "expected the target state, found 'b'"),
        BAD(H "(0,a,-1)", 2, 6, "expected the target state, found '-'"),
        BAD(H "(0,a,1", 2, 7, "expected ')' after the target state, found the end of the line"),
        BAD(H "(0,a,1.5)", 2, 7, "expected ')' after the target state, found '.'"),
        BAD(H "(0,a,1x)", 2, 7, "expected ')' after the target state, found 'x'"),
        BAD(H "(0,a,1) x", 2, 9, "expected the end of the line after the transition, found 'x'"),
        BAD(H "(0,a,1))", 2, 8, "expected the end of the line after the transition, found ')'"),
        BAD(H "(0,,1)", 2, 4, "expected a label"),
        BAD(H "(0, \t,1)", 2, 6, "expected a label"),
        BAD(H "(0,\"a,1)", 2, 4, "not closed"),
        BAD(H "(0, \",1)", 2, 5, "not closed"),
        BAD(H "(0,\"a\" b,1)", 2, 8, "text after the closing quote"),
        BAD(H "(0,\"a\"b,1)", 2, 7, "text after the closing quote"),
        BAD(H "(3,a,1)", 2, 2, "state 3 is beyond the 3 states of the header"),
        BAD(H "(  3,a,1)", 2, 4, "state 3 is beyond the 3 states of the header"),
        BAD(H "(0,a,3)", 2, 6, "state 3 is beyond the 3 states of the header"),
        BAD(H "(0,a, 4294967296 )", 2, 7, "state 4294967296 is beyond the 3 states of the header"),
        BAD(H "(0,a,18446744073709551616)", 2, 6, "beyond the 3 states of the header"),
        BAD(H "(18446744073709551616,a,0)", 2, 2, "beyond the 3 states of the header"),
        BAD(H "(0,a\0b,1)", 2, 5, "NUL"),
        BAD(H "(0,a,1)\n\n(0,b,1)\0", 4, 8, "NUL"),
        BAD(H "(0,a,1)\n\0", 3, 1, "NUL"),
        BAD(H "(0,x,9)\n\0", 2, 6, "state 9 is beyond"), /* the first error, not the worst */
        BAD(H "\r\n\x7f\x45\x4c\x46", 3, 1, "expected '(' of a transition, found the byte 0x7f")};
    reject_all(cases, LENGTH(cases));
}

#define NO_COMMENTS "AUT files have no comments: remove this one"

static void test_comments(void) {
    static const struct bad cases[] = {
        BAD("// a, b\n" H, 1, 1, NO_COMMENTS),
        BAD("des (0,2,3) # a\n", 1, 13, NO_COMMENTS),
        BAD(H "\n-- a\n(0,a,1)\n", 3, 1, NO_COMMENTS),
        BAD(H "(* a, b *)\n", 2, 1, NO_COMMENTS),
        BAD(H "(0,a,1)\n  % a\n", 3, 3, NO_COMMENTS),
        BAD(H "(0,a,1) // a\n", 2, 9, NO_COMMENTS),
        BAD(H "(0,a,1 )/* a, 1) */\n", 2, 9, NO_COMMENTS),
        BAD(H "(0,a,1)\n(0,b,1)\n; end\n", 4, 1, NO_COMMENTS),
        BAD(H "(0,\"a) // b\",q)\n", 2, 14, "expected the target state, found 'q'"),
    };
    reject_all(cases, LENGTH(cases));
}

/* CADP has one transition on each line; labels may hold almost anything else. */
static void test_one_transition(void) {
#define SECOND "a second transition on this line: AUT has one on each line"
    static const struct bad cases[] = {
        BAD(H "(0,\"a\",1)(1,\"b\",2)", 2, 10, SECOND),
        BAD(H "(0, \"a\" , 1 ) ( 1 , \"b\", 2)", 2, 15,
            SECOND " (else the label of the first would be \"a\" , 1 ) ( 1 , \"b\")"),
        BAD(H "(0,a,1) (1,b,2)", 2, 9, SECOND " (else the label of the first would be a,1) (1,b)"),
        BAD(H "(0,f(x),1) (1,\"b\",2)", 2, 12, SECOND),
        BAD(H "(0,\"a\",1) (1,b,2)", 2, 11, SECOND),
        BAD(H "(0,c,1)\n(0,a,1) (1,b,2) (2,a,0)", 3, 9, SECOND)};
    reject_all(cases, LENGTH(cases));
    reads(H "(0,f(1,2)(3,4),1)\n(1,\"g,2)(3,h\",0)\n", "0/3/2: 0 f(1,2)(3,4) 1, 1 g,2)(3,h 0,");
#undef SECOND
}

static void test_bad_counts(void) {
    static const struct bad cases[] = {
        BAD(H "(0,a,1)\n", 3, 1, "the file ends after 1 of the 2 transitions"),
        BAD(H "(0,a,1)", 2, 8, "the file ends after 1 of the 2 transitions"),
        BAD(H "(0,a,1)\n\n  \n", 5, 1, "the file ends after 1 of the 2 transitions"),
        BAD(H "(0,a,1)\n  ", 3, 3, "the file ends after 1 of the 2 transitions"),
        BAD("des (0,2,3)", 1, 12, "the file ends after 0 of the 2 transitions"),
        BAD(H, 2, 1, "the file ends after 0 of the 2 transitions"),
        BAD(H "(0,a,1)\n(0,a,1)\n(0,a,1)\n", 4, 1,
            "a transition beyond the 2 of the header: the file has 3: write des (0, 3, 3)"),
        BAD(H "(0,a,1)\n(0,b,1)\n\n  (0,a,1", 5, 3, "a transition beyond the 2 of the header"),
        BAD(H "(0,a,1)\n(0,b,1)\n end", 4, 2, "text after the last of the 2 transitions"),
        BAD("des (0,0,1)\n(0,a,0)\n", 2, 1, "a transition beyond the 0 of the header")};
    reject_all(cases, LENGTH(cases));
}

static void test_bad_distributions(void) {
    static const struct bad cases[] = {
        BAD(H "(0,a,0 0.5)", 2, 11, "expected a state, found ')'"),
        BAD(H "(0,a,0 0.5", 2, 11, "expected a state, found the end of the line"),
        BAD(H "(0,a,0 0.5 x)", 2, 12, "expected a state, found 'x'"),
        BAD(H "(0,a,0 0 1)", 2, 8, "must be positive"),
        BAD(H "(0,a,0 0/7 1)", 2, 8, "must be positive"),
        BAD(H "(0,a,0 0.0 1)", 2, 8, "must be positive"),
        BAD(H "(0,a,0 1/0 1)", 2, 8, "expected a probability"),
        BAD(H "(0,a,0 . 1)", 2, 8, "expected a probability"),
        BAD(H "(0,a,0 1 1)", 2, 8, "sum to 1 or more"),
        BAD(H "(0,a,0 3/2 1)", 2, 8, "sum to 1 or more"),
        BAD(H "(0,a,0 1/2 1 1/2 2)", 2, 14, "sum to 1 or more"),
        BAD(H "(0,a,0 1/3 1 1/3 2 1/3 0)", 2, 20, "sum to 1 or more"),
        BAD(H "(0,a,0 .1 0 .1 0 .1 0 .1 0 .1 0 .1 0 .1 0 .1 0 .1 0 .1 1)", 2, 53, "sum to 1 or more"),
        BAD(H "(0,a,0 1e9999999 1)", 2, 8, "a probability is too large for a double"),
        BAD(H "(0,a,0 -0.5 1)", 2, 8, "expected ')' after the target state, found '-'"),
        BAD(H "(0,a,0 0.5.5 1)", 2, 11, "expected a state, found '.'"),
        BAD(H "(0,a,0 1/2/2 1)", 2, 11, "expected a state, found '/'"),
        BAD(H "(0,a,3 1/2 1)", 2, 6, "state 3 is beyond the 3 states"),
        BAD(H "(0,a,0 1/2 3)", 2, 12, "state 3 is beyond the 3 states"),
        BAD(H "(0 1/2 1,a,0)", 2, 4, "expected ',' after the source state"),
        BAD(H "(0,prob 0.5,1 1/2 0)", 2, 4, "a distribution cannot follow a prob or rate label"),
        BAD(H "(0,\"a; rate 2\",1 1/2 0)", 2, 5, "a distribution cannot follow a prob or rate label")};
    reject_all(cases, LENGTH(cases));
}
#undef H

static void rejects_text(const char *text, uint64_t line, uint64_t column, enum error_code code,
                         const char *message) {
    rejects(text, strlen(text), line, column, code, message);
}

static void test_limits(void) {
    rejects_text("des (0,4294967294,4294967295)", 1, 19, ERROR_LIMIT, "more than 4294967294 states");
    rejects_text("des (0 1/2 1,5000000000,4294967294)", 1, 25, ERROR_LIMIT, "more than 4294967293 states");
    /* A number that no state space with so few transitions has is wrong, not too large. */
    rejects_text(
        "des (0,4294967293,4294967295)", 1, 19, ERROR_INPUT,
        "more than 4294967294 states, but the header's transitions (4294967293) can lead to 4294967294 "
        "at most");
    rejects_text("des (0,1,99999999999999999999999)", 1, 10, ERROR_INPUT,
                 "transitions (1) can lead to 2 at most");
    rejects_text("des (0,99999999999999999999999,1)", 1, 8, ERROR_INPUT,
                 "more transitions than a file can hold");
    /* A large number in the header takes no memory. */
    memory_init(&place.memory, (uint64_t)1 << 20);
    rejects_text("des (0,18446744073709551614,4294967294)\n(1,a,4294967293)\n", 3, 1, ERROR_INPUT,
                 "the file ends after 1 of the 18446744073709551614 transitions");
    /* Memory is taken for rows up to the last state with a transition, or the initial state. */
    rejects_text("des (0,1,4294967294)\n(4294967293,a,0)\n", 0, 0, ERROR_MEMORY, "4294967294 states");
    rejects_text("des (4294967293,0,4294967294)\n", 0, 0, ERROR_MEMORY, "4294967294 states");
    memory_init(&place.memory, UINT64_MAX);
}

/* --- streams --- */

static void write_text(const char *path, const char *bytes, size_t size) {
    output *output = output_create(&place.run, path, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(output);
    CU_ASSERT_EQUAL(output_write(output, bytes, size, &place.error), 0);
    CU_ASSERT_EQUAL(output_finish(output, &place.error), 0);
}

static void test_streams(void) {
    static const char *const names[] = {"s.aut", "s.aut.gz", "s.aut.zst"};
    char moved[128];
    snprintf(moved, sizeof moved, "%s/moved", place.folder.path);
    static const char text[] = "des (0,2,3)\n(0,a,1)\n(1,b,2)\n";
    for (size_t n = 0; n < 3; n++) {
        write_text(in_folder(names[n]), text, sizeof text - 1);
        struct lts *lts = read_path(in_folder(names[n]));
        CU_ASSERT(lts != NULL && lts->moves == 2 && lts->states == 3);
        done(lts);
        /* the content counts, not the name */
        CU_ASSERT_EQUAL(rename(in_folder(names[n]), moved), 0);
        lts = read_path(moved);
        CU_ASSERT(lts != NULL && lts->moves == 2);
        done(lts);
        CU_ASSERT_EQUAL(unlink(moved), 0);
        write_text(in_folder(names[n]), "des (0,1,2)\n(0,a,2)\n", 20);
        CU_ASSERT_PTR_NULL(read_path(in_folder(names[n])));
        CU_ASSERT(place.error.line == 2 && place.error.column == 6 && place.error.code == ERROR_INPUT);
        done(NULL);
    }
    CU_ASSERT_PTR_NULL(read_path(in_folder("missing.aut")));
    CU_ASSERT_EQUAL(place.error.code, ERROR_IO);
    done(NULL);
    CU_ASSERT_PTR_NULL(read_path(place.folder.path));
    CU_ASSERT_EQUAL(place.error.code, ERROR_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, "directory"));
    done(NULL);
    put_text(in_folder("x.aut"), "\x1f\x8b\x08 is no gzip");
    CU_ASSERT_PTR_NULL(read_path(in_folder("x.aut")));
    CU_ASSERT_EQUAL(place.error.code, ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, "damaged gzip data"));
    done(NULL);
}

static void test_standard_input(void) {
    put_text(in_folder("x.aut"), "des (0,1,2)\n(0,a,1)\n");
    put_text(in_folder("y.aut"), "des (0,1,2)\n(0,a,7)\n");
    for (int bad = 0; bad < 2; bad++) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            int failed = freopen(in_folder(bad ? "y.aut" : "x.aut"), "r", stdin) == NULL;
            struct lts *lts = read_path("-");
            if (bad) {
                failed |= lts != NULL || strcmp(place.error.path, "<stdin>") != 0 || place.error.line != 2;
            } else {
                failed |= lts == NULL || lts->moves != 1 || strcmp(lts->path, "-") != 0;
            }
            _exit(failed);
        }
        int result = -1;
        CU_ASSERT_EQUAL(waitpid(child, &result, 0), child);
        CU_ASSERT_EQUAL(result, 0);
    }
}

void suite_aut(void) {
    suite_add("aut", workplace_open, workplace_close, "plain files", test_plain, "blanks and line ends",
              test_blanks, "labels and quotes", test_labels, "the internal action", test_internal,
              "a label table that is shared", test_shared_table, "prob labels", test_prob_labels,
              "distributions", test_distributions, "malformed headers", test_bad_headers,
              "malformed transitions", test_bad_transitions, "comments", test_comments, "wrong counts",
              test_bad_counts, "one transition on each line", test_one_transition, "malformed distributions",
              test_bad_distributions, "limits", test_limits, "compressed and missing files", test_streams,
              "standard input", test_standard_input, NULL);
}
