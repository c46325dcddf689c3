/* Reading MDPs: known models in every format, and the errors in wrong files. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/mdp_write.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

static struct mdp *read_text(const char *name, const char *text) {
    memset(&place.error, 0, sizeof place.error);
    return mdp_read(test_folder_write(&place.folder, name, text), NULL, &place.run, &place.error);
}

static void done(struct mdp *mdp) {
    mdp_free(mdp);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

static void forget(const char *name) {
    unlink(test_folder_path(&place.folder, name));
}

/*
 * The MDP as text: `INITIAL|` and for each state its choices, "name{targets}" or "{targets}", states apart by
 * "|".
 */
static const char *shown(const struct mdp *mdp) {
    static char text[4096];
    if (mdp == NULL) {
        char message[2048];
        snprintf(text, sizeof text, "error: %s", error_describe(&place.error, message, sizeof message));
        return text;
    }
    struct digraph graph = mdp_digraph(mdp);
    size_t at = (size_t)snprintf(text, sizeof text, "%u", mdp->initial);
    for (uint64_t state = 0; state < mdp->states; state++) {
        text[at++] = '|';
        for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1]; edge++) {
            int begins = digraph_begins(&graph, edge);
            if (begins && edge > mdp->offsets[state]) {
                text[at++] = '}';
            }
            uint32_t label = mdp->labels == NULL ? MDP_NO_LABEL : mdp->labels[edge];
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%s%u",
                                   !begins || label == MDP_NO_LABEL ? "" : mdp->label_text[label],
                                   begins ? "{" : ",", mdp->targets[edge]);
        }
        if (mdp->offsets[state + 1] > mdp->offsets[state]) {
            text[at++] = '}';
        }
    }
    text[at] = '\0';
    return text;
}

static void is(struct mdp *mdp, const char *expected) {
    const char *found = shown(mdp);
    CU_ASSERT_STRING_EQUAL(found, expected);
    if (strcmp(found, expected) != 0) {
        printf("\n  expected: %s\n  found:    %s\n", expected, found);
    }
}

static void reads(const char *name, const char *text, const char *expected) {
    struct mdp *mdp = read_text(name, text);
    is(mdp, expected);
    done(mdp);
    forget(name);
}

static void rejects_code(const char *name, const char *text, uint64_t line, uint64_t column,
                         enum error_code code, const char *message) {
    struct mdp *mdp = read_text(name, text);
    CU_ASSERT_PTR_NULL(mdp);
    place_expect_error(text, (struct source_position){place.folder.file, line, column}, code, message);
    done(mdp);
    forget(name);
}

static void rejects(const char *name, const char *text, uint64_t line, uint64_t column, const char *message) {
    rejects_code(name, text, line, column, ERROR_INPUT, message);
}

/* --- PRISM and Storm --- */

static void test_prism(void) {
    /* States 0 to 2; in 0 a choice to 0 and one to 1 or 2; in 1 one to 0; in 2 one to 2. */
    const char *expected = "0|{0}{1,2}|{0}|{2}";
    reads("x.tra", "3 4 5\n0 0 0 1\n0 1 1 0.5\n0 1 2 0.5\n1 0 0 1\n2 0 2 1\n", expected);
    reads("x.tra", "3 4 5\r\n0 0 0 1\r\n\r\n0 1 1 .5\r\n0 1 2 5e-1\r\n1 0 0 1.0\r\n2 0 2 1", expected);
    reads("x.tra", "  3\t4 5 \n 0 0 0 1 \n0 1 1 1/2\n0  1\t2 1/2\n1 0 0 3/3\n2 0 2 1e0\n\n", expected);
    reads("noname", "3 4 5\n0 1 2 0.5\n2 0 2 1\n0 1 1 0.5\n1 0 0 1\n0 0 0 1\n", expected);
    reads("x.tra", "3 4 5\n0 0 0 1 go\n0 1 1 0.5 on\n0 1 2 0.5 on\n1 0 0 1\n2 0 2 1 go\n",
          "0|go{0}on{1,2}|{0}|go{2}");
    reads("x.tra", "3 4 5\n0 0 0 1\n2 0 2 1 z\n0 1 1 0.5 a\n0 1 2 0.5 a\n1 0 0 1\n", "0|{0}a{1,2}|{0}|z{2}");
    reads("chain.tra", "3 4\n0 0 0.25\n0 1 0.75\n1 0 1\n2 2 1\n", "0|{0,1}|{0}|{2}");
    reads("one.tra", "1 0 0\n", "0|");
    reads("none.tra", "4 1 1\n2 0 3 1\n", "0|||{3}|");
    /* Twice the same target; the sum is what counts. */
    reads("x.tra", "2 1 3\n0 0 1 0.5\n0 0 0 0.25\n0 0 1 0.25\n", "0|{0,1}|");
    /* Within the tolerance. */
    reads("x.tra", "2 1 3\n0 0 1 0.333333\n0 0 0 0.333333\n0 0 1 0.333334\n", "0|{0,1}|");
    reads("x.tra",
          "\xef\xbb\xbf"
          "1 1 1\n0 0 0 1\n",
          "0|{0}");
}

/* Figure 1 of the decomposition article (Wijs, Katoen, Bosnacki 2016), by its Examples 1 to 4 and Figure 3.
 */
static void test_article(void) {
    struct mdp *mdp =
        read_text("figure1.tra", "8 12 21\n0 0 1 1 alpha\n0 1 2 1/3 beta\n0 1 4 2/3 beta\n"
                                 "1 0 1 1/3 alpha\n1 0 2 1/3 alpha\n1 0 3 1/3 alpha\n1 1 2 0.5 beta\n"
                                 "1 1 3 0.5 beta\n2 0 2 1 alpha\n3 0 3 1 alpha\n4 0 5 0.5 alpha\n"
                                 "4 0 6 0.5 alpha\n5 0 4 0.5 alpha\n5 0 6 0.5 alpha\n5 1 2 0.5 beta\n"
                                 "5 1 7 0.5 beta\n6 0 5 0.5 alpha\n6 0 6 0.5 alpha\n6 1 4 1 beta\n"
                                 "7 0 2 0.5 alpha\n7 0 3 0.5 alpha\n");
    is(mdp, "0|alpha{1}beta{2,4}|alpha{1,2,3}beta{2,3}|alpha{2}|alpha{3}|alpha{5,6}|alpha{4,6}beta{2,7}|"
            "alpha{5,6}beta{4}|alpha{2,3}");
    CU_ASSERT(mdp != NULL && mdp->choices == 12 && mdp->edges == 21 && mdp->label_count == 2);
    done(mdp);
}

static void test_prism_errors(void) {
    rejects("x.tra", "", 1, 1, "expected a model");
    rejects("x.tra", "\n \n", 3, 1, "expected a model");
    rejects("x.tra", "?\n", 1, 1, "expected a model");
    rejects("x.tra", "3\n", 1, 2, "another number of the header");
    rejects("x.tra", "3 x\n", 1, 3, "a number of the header");
    rejects("x.tra", "3 4x 5\n", 1, 4, "a blank in the header");
    rejects("x.tra", "3 4 5 2\n", 1, 7, "partially observable");
    rejects("x.tra", "0 0 0\n", 1, 1, "at least one state");
    rejects_code("x.tra", "4294967295 0 4294967294\n", 1, 1, ERROR_LIMIT, "more than 4294967294 states");
    rejects_code("x.tra", "4294967295 0 0\n", 1, 1, ERROR_INPUT,
                 "the header's transitions (0) can lead to 1 at most");
    rejects("x.tra", "4294967294 1 1\n0 0 0 1\n", 0, 0, "occur in the file");
    rejects("x.tra", "4294967294 1 1\n4294967293 0 0 1\n", 0, 0, "occur in the file");
    rejects("x.tra", "1 1 2\n0 0 0 1\n", 3, 1, "after 1 of the 2 transitions");
    rejects("x.tra", "1 1 1\n0 0 0 1\n0 0 0 1\n", 3, 1, "beyond the 1 of the header");
    rejects("x.tra", "1 2 1\n0 0 0 1\n", 0, 0, "1 choices, but 2 in the header");
    rejects("x.tra", "1 2 2\n0 0 0 0.5\n0 0 0 0.5\n", 0, 0, "1 choices, but 2 in the header");
    rejects("x.tra", "1 1 1\n1 0 0 1\n", 2, 1, "beyond the 1");
    rejects("x.tra", "1 1 1\n0 1 0 1\n", 2, 3, "beyond the 1");
    rejects("x.tra", "1 1 1\n0 0 99999999999999999999 1\n", 2, 5, "beyond the 1");
    rejects("x.tra", "1 1 1\n0 0 0\n", 2, 6, "expected a probability, found the end");
    rejects("x.tra", "1 1 1\n0 0\n", 2, 4, "expected the target state");
    rejects("x.tra", "1 1 1\n0 0 0 0\n", 2, 7, "must be positive");
    rejects("x.tra", "1 1 1\n0 0 0 -1\n", 2, 7, "must be positive");
    rejects("x.tra", "1 1 1\n0 0 0 1e-99999\n", 2, 7, "a probability is too small for a double");
    rejects("x.tra", "1 1 1\n0 0 0 1e9999\n", 2, 7, "too large");
    rejects("x.tra", "1 1 1\n0 0 0 [0.2,0.3]\n", 2, 7, "interval");
    rejects("x.tra", "1 1 1\n0 0 0 p\n", 2, 7, "parametric");
    rejects("x.tra", "1 1 1\n0 0 0 1-p\n", 2, 8, "parametric");
    rejects("x.tra", "1 1 1\n0 0 0 1/0\n", 2, 7, "expected a probability");
    rejects("x.tra", "1 1 1\n0 0 0 1 a b\n", 2, 11, "the end of the line");
    rejects("x.tra", "2 1 2\n0 0 0 0.5\n0 0 1 0.4\n", 2, 1, "choice 0 of state 0 sum to 0.9");
    rejects("x.tra", "2 1 2\n 0 0 0 0.5\n0 0 1 0.50001\n", 2, 2, "sum to 1.00001");
    rejects("x.tra", "2 2 2\n0 0 0 0.5\n1 0 1 0.5\n", 2, 1, "choice 0 of state 0 sum to 0.5");
    rejects("x.tra", "2 2 3\n1 0 1 1\n0 0 0 0.5\n1 0 1 0.5\n", 3, 1, "choice 0 of state 0 sum to 0.5");
    rejects("x.tra", "2 2 3\n0 0 1 1\n1 0 0 1\n0 0 1 0.5\n", 4, 1, "choice 0 of state 0 sum to 1.5");
    rejects("x.tra", "1 1 2\n0 0 0 0.5 a\n0 0 0 0.5 b\n", 3, 1, "another action");
    rejects("x.tra", "2 2 3\n0 0 0 0.5 a\n1 0 0 1\n0 0 0 0.5 b\n", 4, 1, "another action");
    rejects("x.tra", "2 2\n0 0 3\n0 1 4\n", 2, 1, "sum to 7, not to 1 (are these rates?");
}

static void test_storm(void) {
    reads("x.tra", "mdp\n0 0 0 1\n0 1 1 0.5\n0 1 2 0.5\n1 0 0 1\n2 0 2 1\n", "0|{0}{1,2}|{0}|{2}");
    reads("x.tra", "dtmc\n0 1 0.5\n0 3 0.5\n", "0|{1,3}|||");
    reads("x.tra", "MDP\r\n", "0|");
    rejects("x.tra", "ma\n0 1 3\n", 1, 1, "Markov automata are not supported");
    rejects("x.tra", "ma\n", 1, 1, "Markov automata are not supported");
    rejects("x.tra", "pomdp\n", 1, 1, "partially observable MDPs are not supported");
    rejects("x.tra", "smg\n", 1, 1, "stochastic games are not supported");
    rejects("x.tra", "imdp\n", 1, 1, "interval models are not supported");
    rejects("x.tra", "mdps\n", 1, 1, "an unknown kind of model");
    rejects("x.tra", "mdp 3\n", 1, 5, "the end of the line");
    rejects("x.tra", "mdp\n0 0 4294967293 1\n", 0, 0, "occur in the file");
    rejects_code("x.tra", "mdp\n0 0 4294967294 1\n", 2, 5, ERROR_LIMIT, "more than");
    rejects("x.tra", "dtmc\n0 1 0.5\n", 2, 1, "sum to 0.5");
}

/* --- labels of states --- */

static int has_label(const struct mdp *mdp, const char *label, uint64_t state) {
    for (uint32_t i = 0; i < mdp->state_label_count; i++) {
        if (strcmp(mdp->state_label_text[i], label) == 0) {
            return bitmap_has(mdp->state_labels[i], state);
        }
    }
    return -1;
}

#define THREE "3 3 3\n0 0 1 1\n1 0 2 1\n2 0 0 1\n"

static void test_labels(void) {
    static const char *const texts[] = {
        "0=\"init\" 1=\"deadlock\" 2=\"far away\" 3=\"all\"\n2: 0 3\n1: 2 3\n0:3\n",
        "#DECLARATION\ninit deadlock\nall\nfar\n#END\n2 init all\n\n1 far all\n0 all\n"};
    for (int storm = 0; storm < 2; storm++) {
        const char *far = storm ? "far" : "far away";
        test_folder_write(&place.folder, "x.lab", texts[storm]);
        struct mdp *mdp = read_text("x.tra", THREE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
        CU_ASSERT(mdp->initial == 2 && mdp->state_label_count == 4);
        for (uint64_t state = 0; state < 3; state++) {
            CU_ASSERT_EQUAL(has_label(mdp, "init", state), state == 2);
            CU_ASSERT_EQUAL(has_label(mdp, far, state), state == 1);
            CU_ASSERT_EQUAL(has_label(mdp, "all", state), 1);
            CU_ASSERT_EQUAL(has_label(mdp, "deadlock", state), 0);
        }
        done(mdp);
        /* And back: the labels that were written are the ones that are read. */
        struct error ignored;
        mdp = read_text("x.tra", THREE);
        char label_path[600];
        snprintf(label_path, sizeof label_path, "%s/y.lab", place.folder.path);
        CU_ASSERT_EQUAL(mdp_write(mdp, test_folder_path(&place.folder, "y.tra"),
                                  &(struct mdp_write_options){.label_path = label_path}, &place.run,
                                  &ignored),
                        0);
        struct mdp *again =
            mdp_read(test_folder_path(&place.folder, "y.tra"), NULL, &place.run, &place.error);
        is(again, "2|{1}|{2}|{0}");
        CU_ASSERT(again != NULL && again->state_label_count == 4 && has_label(again, far, 1) == 1 &&
                  has_label(again, far, 0) == 0);
        mdp_free(again);
        done(mdp);
    }
    forget("x.lab");
    forget("y.lab");
    reads("x.tra", THREE, "0|{1}|{2}|{0}");
}

static void rejects_labels(const char *text, uint64_t line, uint64_t column, const char *message) {
    const char *path = test_folder_write(&place.folder, "other.lab", text);
    char label_path[600];
    snprintf(label_path, sizeof label_path, "%s", path);
    memset(&place.error, 0, sizeof place.error);
    struct mdp *mdp =
        mdp_read(test_folder_write(&place.folder, "x.tra", THREE), label_path, &place.run, &place.error);
    CU_ASSERT_PTR_NULL(mdp);
    int right = place.error.code == ERROR_INPUT && place.error.line == line && place.error.column == column &&
                strstr(place.error.text, message) != NULL && strcmp(place.error.path, label_path) == 0;
    CU_ASSERT(right);
    if (!right) {
        char found[2048];
        printf("\n  of: %s\n  expected: %llu:%llu: %s\n  found:    %s\n", text, (unsigned long long)line,
               (unsigned long long)column, message, error_describe(&place.error, found, sizeof found));
    }
    done(mdp);
}

static void test_label_errors(void) {
    rejects_labels("", 1, 1, "a declaration");
    rejects_labels("init\n", 1, 1, "a declaration");
    rejects_labels("0=init\n", 1, 3, "a declaration");
    rejects_labels("0=\"init\n", 1, 3, "not closed");
    rejects_labels("0=\"init\" 0=\"b\"\n", 1, 10, "has a label already");
    rejects_labels("99999999=\"init\"\n", 1, 1, "count from 0");
    rejects_labels("0=\"init\"\n3: 0\n", 2, 1, "beyond the 3");
    rejects_labels("0=\"init\"\n2 0\n", 2, 3, "':' after the state");
    rejects_labels("0=\"init\"\n2: 1\n", 2, 4, "no label has this number");
    rejects_labels("#DECLARATION\ninit\n", 3, 1, "expected #END");
    rejects_labels("#DECLARATION\n#init\n", 2, 1, "a label or #END");
    rejects_labels("#DECLARATION\ninit\n#END\n0 a\n", 4, 3, "a is not declared");
    rejects_labels("#DECLARATION\ninit\n#END\n0init\n", 4, 2, "a blank after the state");
    rejects_labels("#DECLARATION\ninit\n#END\n7 init\n", 4, 1, "beyond the 3");
    memset(&place.error, 0, sizeof place.error);
    CU_ASSERT_PTR_NULL(
        mdp_read(test_folder_path(&place.folder, "x.tra"), "/nonexistent.lab", &place.run, &place.error));
    CU_ASSERT_EQUAL(place.error.code, ERROR_IO);
    CU_ASSERT_PTR_NULL(mdp_read(test_folder_write(&place.folder, "x.aut", "des (0,0,1)\n"),
                                "/nonexistent.lab", &place.run, &place.error));
    CU_ASSERT_EQUAL(place.error.code, ERROR_USAGE);
    CU_ASSERT_PTR_NULL(mdp_read(test_folder_write(&place.folder, "x.drn", "@type: MDP\n"), "/nonexistent.lab",
                                &place.run, &place.error));
    CU_ASSERT_EQUAL(place.error.code, ERROR_USAGE);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

static void rejects_states(const char *text, uint64_t line, uint64_t column, const char *message) {
    test_folder_write(&place.folder, "s.sta", text);
    struct mdp *mdp = read_text("s.tra", THREE);
    CU_ASSERT_PTR_NULL(mdp);
    CU_ASSERT(place.error.line == line && place.error.column == column &&
              strstr(place.error.text, message) != NULL);
    done(mdp);
}

static void test_states(void) {
    test_folder_write(&place.folder, "s.sta", "(a,b)\n0:(1,2)\n1:(3,4)\n2:(5,6)\n");
    reads("s.tra", THREE, "0|{1}|{2}|{0}");
    rejects_states("", 1, 1, "the names of the variables");
    rejects_states("0:(1)\n", 1, 1, "the names of the variables");
    rejects_states("(a)\n0:(1)\n1:(3)\n", 4, 1, "2 states, but the transitions are of 3");
    rejects_states("(a)\n0:(1)\n1:(3)\n2:(4)\n3:(5)\n", 5, 1, "3 states only");
    rejects_states("(a)\n0:(1)\n2:(3)\n", 3, 1, "state 1 should stand here");
    rejects_states("(a)\n0:(1)\n1(3)\n", 3, 2, "':' after the state");
    forget("s.sta");
}

/* --- DRN --- */

static void test_drn(void) {
    reads(
        "x.drn",
        "// Exported by storm\n// Original model type: MDP\n@type: MDP\n@value_type: double\n@parameters\n\n"
        "@reward_models\nsteps \n@nr_states\n3\n@nr_choices\n4\n@model\n"
        "state 0 [0] start\n//[x=1]\n\taction 0 [1]\n\t\t0 : 1\n\taction go [2]\n\t\t1 : 0.5\n\t\t2 : 0.5\n"
        "state 1 [0]\n\taction __NOLABEL__ [0]\n\t\t0 : 1\nstate 2 [1] init \"two words\"\n\taction 0 [0]\n"
        "\t\t2 : 1\n",
        "2|{0}go{1,2}|{0}|{2}");
    reads("x.drn",
          "@type: DTMC\r\n@parameters\r\n\r\n@placeholders\r\n$0 : 1/3\r\n$two : 2/3\r\n$r : -4\r\n"
          "@reward_models\r\n\r\n@nr_states\r\n2\r\n@model\r\nstate 0 init\r\n\taction 0\r\n\t\t0 : $0\r\n"
          "\t\t1 : $two\r\nstate 1 [$r]\r\n",
          "0|{0,1}|");
    /* Without actions; with an action of nothing. */
    reads("noname", "@type: mdp\n@nr_states\n2\n@nr_choices\n2\n@model\nstate 0\n1 : 1\nstate 1\naction 0\n",
          "0|{1}|");
    reads("noname", "@type: mdp\n@nr_states\n2\n@nr_choices\n2\n@model\nstate 0\n1 : 1\nstate 1\n", "0|{1}|");
    reads("x.drn",
          "@type: mdp\n@nr_states\n1\n@nr_choices\n3\n@model\nstate 0\naction a\naction b\n0 : 1\n"
          "action c\n0:1\n",
          "0|b{0}c{0}");
    struct mdp *mdp = read_text(
        "x.drn", "@type: MDP\n@nr_states\n2\n@model\nstate 0 \"a b\" c\n 0 : 1\nstate 1 c\n 0 : 1\n");
    CU_ASSERT(mdp != NULL && mdp->state_label_count == 2 && has_label(mdp, "a b", 0) == 1 &&
              has_label(mdp, "a b", 1) == 0 && has_label(mdp, "c", 1) == 1);
    done(mdp);
}

/* Rates, whose sums are not 1, and two initial states. */
static void test_drn_rates(void) {
    const struct mdp_read_options how = {.keep = 1};
    const char *path =
        test_folder_write(&place.folder, "rates.drn",
                          "@type: CTMC\n@nr_states\n3\n@model\nstate 0 !2.5\n action 0\n  1 : 2\n  2 : 0.5\n"
                          "state 1 !1 init\n action 0\n  1 : 1\nstate 2 !0 init\n action 0\n  0 : 0\n");
    struct mdp *mdp = mdp_read_as(path, &how, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
    CU_ASSERT(mdp->chain && mdp->rates && mdp->edges == 3 && mdp->choices == 2);
    CU_ASSERT(mdp->probabilities[0] == 2 && mdp->probabilities[1] == 0.5 && mdp->probabilities[2] == 1);
    CU_ASSERT(!mdp_is_initial(mdp, 0) && mdp_is_initial(mdp, 1) && mdp_is_initial(mdp, 2));
    CU_ASSERT_EQUAL(mdp->initial, 1);
    CU_ASSERT_EQUAL(mdp_write_aut(mdp, test_folder_path(&place.folder, "rates.aut"), MDP_DIALECT_CADP,
                                  &place.run, &place.error),
                    -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, "rates"));
    mdp_free(mdp);
    memset(&place.error, 0, sizeof place.error);
}

#define DRN "@type: MDP\n@nr_states\n2\n@nr_choices\n2\n@model\n"

static void test_drn_errors(void) {
    rejects("x.drn", "@type: MDP\n", 2, 1, "expected @model");
    rejects("x.drn", "@type: Markov Automaton\n", 1, 8, "Markov automata are not supported");
    rejects("x.drn", "@type: POMDP\n", 1, 8, "partially observable MDPs are not supported");
    rejects("x.drn", "@type: MDP\n@type: MDP\n", 2, 8, "a second type");
    rejects("x.drn", "@type: MDP\n@value_type: double-interval\n", 2, 14, "interval models");
    rejects("x.drn", "@type: MDP\n@value_type: parametric\n", 2, 14, "parametric models");
    rejects("x.drn", "@type: MDP\n@value_type: x\n", 2, 14, "value type");
    rejects("x.drn", "@type: MDP\n@parameters\np q\n", 3, 1, "parametric models");
    rejects("x.drn", "@type: MDP\n@foo\n", 2, 1, "an unknown section");
    rejects("x.drn", "@type: MDP\nfoo\n", 2, 1, "a section of DRN");
    rejects("x.drn", "@nr_states\n1\n@model\n", 3, 1, "without @type");
    rejects("x.drn", "@type: MDP\n@model\n", 2, 1, "without @nr_states");
    rejects("x.drn", "@type: MDP\n@nr_states\n1\n@nr_states\n1\n", 5, 1, "a second number of states");
    rejects("x.drn", "@type: MDP\n@nr_states\nx\n", 3, 1, "expected number of states");
    rejects_code("x.drn", "@type: MDP\n@nr_states\n4294967295\n@model\n", 3, 1, ERROR_LIMIT,
                 "more than 4294967294 states");
    rejects_code("x.drn", "@type: MDP\n@nr_states\n18446744073709551615\n@model\n", 3, 1, ERROR_LIMIT,
                 "more than 4294967294 states");
    rejects("x.drn", "@type: MDP\n@nr_states\n0\n@model\n", 3, 1, "a model without states");
    rejects_code("x.drn", "@type: MDP\n@nr_states\n1\n@nr_choices\n18446744073709551615\n", 5, 1, ERROR_LIMIT,
                 "more than");
    rejects("x.drn", "@type: MDP\n@placeholders\nx : 1\n", 3, 1, "a placeholder");
    rejects("x.drn", "@type: MDP\n@placeholders\n$x : 1\n$x : 1\n", 4, 1, "defined already");
    rejects("x.drn", DRN "state 0\naction 0\n0 : 1\n", 10, 1, "after 1 of its 2 states");
    rejects("x.drn", DRN "state 1\n", 7, 7, "expected state 0");
    rejects("x.drn", DRN "state 0\nstate 0\n", 8, 7, "expected state 1");
    rejects("x.drn", DRN "state 0\nstate 1\nstate 2\n", 9, 7, "beyond the 2");
    rejects("x.drn", DRN "action 0\n", 7, 8, "expected a state");
    rejects("x.drn", DRN "0 : 1\n", 7, 1, "expected a state");
    rejects("x.drn", DRN "foo\n", 7, 1, "`state`, `action` or a transition");
    rejects("x.drn", DRN "state 0 !3\n", 7, 9, "an exit rate");
    rejects("x.drn", DRN "state 0 {3}\n", 7, 9, "observations");
    rejects("x.drn", DRN "state 0 [3\n", 7, 9, "bracket is not closed");
    rejects("x.drn", DRN "state 0 \"a\n", 7, 9, "quote is not closed");
    rejects("x.drn", DRN "state 0\naction 0\n2 : 1\n", 9, 1, "beyond the 2");
    rejects("x.drn", DRN "state 0\naction 0\n1 1\n", 9, 3, "':' after the target state");
    rejects("x.drn", DRN "state 0\naction 0\n1 : [0.1,0.2]\n", 9, 5, "interval models");
    rejects("x.drn", DRN "state 0\naction 0\n1 : $p\n", 9, 5, "an unknown placeholder");
    rejects("x.drn", "@placeholders\n$p : q+1\n" DRN "state 0\naction 0\n1 : $p\n", 11, 5, "parametric");
    rejects("x.drn", DRN "state 0\naction 0\n1 : 0.25\n0 : 0.25\nstate 1\n", 9, 1, "sum to 0.5");
    rejects("x.drn", DRN "state 0\naction 0\n1 : 1\nstate 1\naction 0\n0 : 1\naction 1\n0 : 1\n", 15, 1,
            "3 choices, but @nr_choices says 2");
    rejects("x.drn", "@type: DTMC\n@nr_states\n1\n@model\nstate 0\naction 0\n0 : 1\naction 1\n", 8, 8,
            "a second action in a state of a Markov chain");
    rejects("x.drn", DRN "state 0\naction\n", 8, 7, "the name of the action");
}

/* --- AUT --- */

static void test_aut(void) {
    reads("x.aut", "des (1, 4, 3)\n(0, a, 1)\n(0, a, 2)\n(1, \"b !1\", 0)\n(2, tau, 2)\n",
          "1|a{1}a{2}|b !1{0}|i{2}");
    reads("noname", "des (1, 1, 2)\n(0, a, 1)\n", "1|a{1}|");
    reads("x.aut", "des (0 1/2 1, 2, 3)\n(0,a,1 1/3 2)\n(1,b,0)\n", "3|a{1,2}|b{0}||i{0,1}");
    reads("x.aut", "des (0, 4, 3)\n(0,a,0 0.5 1 0.25 2)\n(0,a,1)\n(0,a,0 0.5 2)\n(1,a,1)\n",
          "0|a{1}a{0,1,2}a{0,2}|a{1}|");
    /* Stochastic labels: as in a network. */
    reads(
        "x.aut",
        "des (0, 5, 4)\n(0,\"a; prob 0.5\",1)\n(0,a; prob 1/2,2)\n(0,prob 1,3)\n(1,rate 2,0)\n(1,rate 1,3)\n",
        "0|a{1,2}{3}|{0,3}||");
    /* All states without an incoming edge count; states that only a cut race led to do not. */
    reads("x.aut", "des (0, 6, 6)\n(0,i,0)\n(0,rate 1,1)\n(1,a,5)\n(2,a,2)\n(3,a,2)\n(5,b,1)\n",
          "0|i{0}||a{2}|a{2}||");
    reads("x.aut", "des (0, 6, 4)\n(0,i,0)\n(0,rate 1,1)\n(1,a,1)\n(2,a,1)\n(2,i,2)\n(2,rate 1,3)\n",
          "0|i{0}|a{1}|i{2}a{1}|");
    rejects("x.aut", "des (0, 1, 2)\n(0,prob 0.5,1)\n", 0, 0, "state 0: the probabilities sum to 0.5");
    rejects("x.aut", "des (0, 2, 3)\n(1,a; prob 0.5,1)\n(1,a; prob 0.4,2)\n", 0, 0,
            "state 1: the probabilities of 'a' sum to 0.9");
    rejects("x.aut", "des (0, 1, 2)\n(0,prob 0,1)\n", 2, 4, "must be positive");
    rejects("x.aut", "des (0, 1, 2)\n(0,rate 0,1)\n", 2, 4, "must be positive");
    rejects("x.aut", "des (0, 1, 2)\n(0,a,3)\n", 2, 6, "beyond the 2 states");
    rejects("noname", "des (0, 2, 2)\n(0,a,1)\n", 3, 1, "ends after 1 of the 2");
    rejects("x.aut", "des (0, 1, 4294967294)\n(0,a,3)\n", 0, 0, "occur in the file");
    rejects("x.aut", "3 3 3\n", 1, 1, "expected des");
}

/* --- files and limits --- */

static void test_files(void) {
    static const char nul[] = "1 1 1\n0 0 \0 1\n";
    CU_ASSERT_PTR_NULL(mdp_read(test_folder_write_bytes(&place.folder, "x.tra", nul, sizeof nul - 1), NULL,
                                &place.run, &place.error));
    CU_ASSERT(place.error.code == ERROR_INPUT && place.error.line == 2 && place.error.column == 5);
    memset(&place.error, 0, sizeof place.error);
    CU_ASSERT_PTR_NULL(mdp_read("/nonexistent.tra", NULL, &place.run, &place.error));
    CU_ASSERT_EQUAL(place.error.code, ERROR_IO);
    CU_ASSERT_PTR_NULL(mdp_read("/nonexistent.aut", NULL, &place.run, &place.error));
    CU_ASSERT_EQUAL(place.error.code, ERROR_IO);
    CU_ASSERT_PTR_NULL(mdp_read(place.folder.path, NULL, &place.run, &place.error));
    CU_ASSERT_EQUAL(place.error.code, ERROR_IO);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
    /* Compressed, with its labels beside. */
    struct mdp *mdp = read_text("z.tra", THREE);
    CU_ASSERT_EQUAL(
        mdp_write(mdp, test_folder_path(&place.folder, "w.tra.zst"), NULL, &place.run, &place.error), 0);
    mdp_free(mdp);
    test_folder_write(&place.folder, "w.lab", "0=\"init\"\n1: 0\n");
    mdp = mdp_read(test_folder_path(&place.folder, "w.tra.zst"), NULL, &place.run, &place.error);
    is(mdp, "1|{1}|{2}|{0}");
    done(mdp);
}

/* With a stop flag, or with too little memory of any size, there is an error, never a crash or a leak. */
static void test_interrupted(void) {
    int stop = 1;
    place.run.stop = &stop;
    struct mdp *mdp = read_text("x.tra", THREE);
    CU_ASSERT(mdp == NULL && place.error.code == ERROR_INTERRUPTED);
    done(mdp);
    place.run.stop = NULL;
}

static void test_memory(void) {
    static const char *const texts[][2] = {
        {"m.tra", "3 4 5\n0 1 1 0.5 b\n0 1 2 0.5 b\n0 0 0 1 a\n1 0 0 1\n2 0 2 1\n"},
        {"n.tra", "3 4 5\n0 0 0 1 a\n0 1 1 0.5 b\n0 1 2 0.5 b\n1 0 0 1\n2 0 2 1\n"},
        {"m.drn", DRN "state 0 init a b\naction x\n1 : 0.5\n0 : 0.5\nstate 1\naction y\n1 : 1\n"},
        {"m.aut", "des (0, 3, 3)\n(0,a,0 0.5 1 0.25 2)\n(0,a,1)\n(1,rate 1,1)\n"},
    };
    test_folder_write(&place.folder, "m.lab", "0=\"init\" 1=\"a\"\n1: 0\n2: 1\n");
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct shortage shortage = {.memory = &place.memory, .error = &place.error};
        while (shortage_goes_on(&shortage)) {
            struct mdp *mdp = read_text(texts[i][0], texts[i][1]);
            shortage.done = mdp != NULL;
            mdp_free(mdp);
            /* The buffers of the file come first and are large: past them, in small steps. */
            shortage.step = shortage.more < (uint64_t)500 << 10 ? 4099 : 131;
        }
        CU_ASSERT(shortage.failures > 100);
    }
}

/*
 * The last choice of all, and the last one before lines come out of order. Each has more targets after its
 * first than fit into the pages of bits that the first alone needs.
 */
#define WIDE 150000u

static void reads_wide(int unordered) {
    char *text = malloc((uint64_t)WIDE * 32 + 256), *at = text;
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    at += sprintf(at, "%u %u %u\n", WIDE, unordered ? 3 : 2, WIDE + (unordered ? 2 : 1));
    at += sprintf(at, "1 0 1 1\n");
    for (unsigned target = 0; target < WIDE; target++) {
        at += sprintf(at, "2 0 %u 1/%u\n", target, WIDE);
    }
    sprintf(at, "%s", unordered ? "0 0 0 1\n" : "");
    struct mdp *mdp = read_text("x.tra", text);
    free(text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
    struct digraph graph = mdp_digraph(mdp);
    uint64_t begins = 0;
    for (uint64_t edge = 0; edge < mdp->edges; edge++) {
        begins += (uint64_t)digraph_begins(&graph, edge);
    }
    CU_ASSERT_EQUAL(begins, mdp->choices);
    CU_ASSERT_EQUAL(mdp->edges, WIDE + (unordered ? 2 : 1));
    done(mdp);
}

static void test_wide(void) {
    reads_wide(0);
    reads_wide(1);
}

void suite_mdp_read(void) {
    suite_add("mdp_read", workplace_open, workplace_close, "PRISM's explicit transitions", test_prism,
              "figure 1 of the decomposition article", test_article, "malformed explicit transitions",
              test_prism_errors, "Storm's dialect", test_storm, "labels of states, read and written",
              test_labels, "malformed labels", test_label_errors, ".sta files", test_states, "DRN", test_drn,
              "rates in DRN", test_drn_rates, "malformed DRN", test_drn_errors, "AUT", test_aut, "files",
              test_files, "a choice of many targets", test_wide, "interrupted", test_interrupted,
              "every budget of memory", test_memory, NULL);
}
