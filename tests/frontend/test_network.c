/* Composing: the rules, classes, guards and warnings of small networks, printed; and the limits of large
 * ones. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define LARGE 19999u
#else
#define LARGE 99999u
#endif

struct composing {
    struct workplace place;
    exp_tree *tree;
    struct network *network;
    char text[16384];
    size_t used;
};

static void composing_begin(struct composing *composing) {
    memset(composing, 0, sizeof *composing);
    workplace_begin(&composing->place, (uint64_t)2 << 30);
    test_folder_write(&composing->place.folder, "x.aut", "des (0,3,2)\n(0,a,1)\n(1,b,0)\n(1,i,0)\n");
    test_folder_write(&composing->place.folder, "y.aut", "des (0,3,2)\n(0,a,1)\n(1,c,0)\n(1,exit,0)\n");
    test_folder_write(&composing->place.folder, "z.aut", "des (0,3,2)\n(0,a,1)\n(1,b,0)\n(1,exit,0)\n");
    test_folder_write(&composing->place.folder, "s.aut", "des (0,2,2)\n(0,\"G !1\",1)\n(1,\"G !2\",0)\n");
    test_folder_write(&composing->place.folder, "r.aut", "des (0,2,2)\n(0,\"H !1\",1)\n(1,\"H !3\",0)\n");
    test_folder_write(&composing->place.folder, "p.aut",
                      "des (0,2,2)\n(0,\"a; prob 0.5\",1)\n(1,\"rate 2\",0)\n");
    test_folder_write(&composing->place.folder, "d.aut", "des (0,1,2)\n(0,\"a\",1 1/2 0)\n");
}

static void composing_end(struct composing *composing) {
    network_free(&composing->place.memory, composing->network);
    exp_tree_free(composing->tree);
    workplace_end(&composing->place);
}

static void compose(struct composing *composing, const char *text, const struct exp_options *options) {
    const char *path = test_folder_write(&composing->place.folder, "main.exp", text);
    composing->tree = exp_tree_read(path, options, &composing->place.run, &composing->place.error);
    if (composing->tree != NULL) {
        composing->network = network_compose(composing->tree, &composing->place.run, &composing->place.error);
    }
    if (composing->network == NULL) {
        snprintf(composing->text, sizeof composing->text, "%d:%d: %s", (int)composing->place.error.line,
                 (int)composing->place.error.column, composing->place.error.text);
    }
}

static void put(struct composing *composing, const char *text) {
    size_t length = strlen(text);
    if (composing->used + length < sizeof composing->text) {
        memcpy(composing->text + composing->used, text, length + 1);
        composing->used += length;
    }
}

static void print_participants(struct composing *composing, const struct network_rule *rule) {
    const struct network *network = composing->network;
    const label_table *labels = exp_tree_labels(composing->tree);
    for (uint64_t i = rule->participants_begin; i < rule->participants_end; i++) {
        const struct network_participant *participant = &network->participants[i];
        const struct network_component *component = &network->components[participant->component];
        put(composing, " ");
        put(composing, component->name);
        const char *separator = ":";
        for (uint32_t j = 0; j < component->lts->label_count; j++) {
            if (component->class_of[j] == participant->class_index) {
                put(composing, separator);
                put(composing, label_text(labels, component->lts->labels[j]));
                separator = "+";
            }
        }
    }
}

static void print_guards(struct composing *composing, const char *mark, const uint32_t *guards,
                         uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; i++) {
        char number[24];
        snprintf(number, sizeof number, " %s%u", mark, guards[i]);
        put(composing, number);
    }
}

static void print_network(struct composing *composing) {
    const struct network *network = composing->network;
    for (uint64_t i = 0; network != NULL && i < network->rule_count; i++) {
        const struct network_rule *rule = &network->rules[i];
        char stratum[32];
        snprintf(stratum, sizeof stratum, "sub%u", rule->stratum);
        put(composing, i > 0 ? "; " : "");
        put(composing, i < network->sub_rule_count ? stratum : network->labels[rule->label].text);
        print_participants(composing, rule);
        print_guards(composing, "?", network->needs, rule->needs_begin, rule->needs_end);
        print_guards(composing, "!", network->falsifies, rule->falsifies_begin, rule->falsifies_end);
    }
    for (uint32_t i = 0; network != NULL && i < network->warning_count; i++) {
        put(composing, " | ");
        put(composing, network->warnings[i].text);
    }
}

/* Frees the composing, and reports its text unless it was as expected. */
static void judge(struct composing *composing, const char *of, int right, const char *expected) {
    if (!right) {
        printf("\n%s\n  is      %s\n  but not %s\n", of, composing->text, expected);
    }
    CU_ASSERT(right);
    composing_end(composing);
}

/* The network of the text must print as `expected`, or fail with this "line:column: " and part of a message.
 */
static void check_with(const char *text, const struct exp_options *options, const char *expected) {
    struct composing composing;
    composing_begin(&composing);
    compose(&composing, text, options);
    print_network(&composing);
    int right = composing.network != NULL ? strcmp(composing.text, expected) == 0
                                          : strstr(composing.text, expected) != NULL;
    judge(&composing, text, right, expected);
}

static void check(const char *text, const char *expected) {
    struct exp_options options = {0};
    check_with(text, &options, expected);
}

static void test_leaf(void) {
    check("x", "a x:a; b x:b; i x:i");
    check("stop", "");
    check("x ||| stop", "a x:a; b x:b; i x:i");
    check("x || stop", "i x:i");
}

static void test_binary(void) {
    check("x ||| x", "a x:a; a x#2:a; b x:b; b x#2:b; i x:i; i x#2:i");
    check("x || x", "a x:a x#2:a; b x:b x#2:b; i x:i; i x#2:i");
    check("x || y", "a x:a y:a; i x:i");
    check("x |[a]| y", "a x:a y:a; b x:b; c y:c; i x:i");
    check("x |[b]| y", "a x:a; a y:a; c y:c; i x:i | gate 'b' is blocked: only one side has it ('b')");
    check("y ||| z", "a y:a; a z:a; b z:b; c y:c; exit y:exit z:exit");
    check("(x ||| z) |[a]| y", "a x:a y:a; a z:a y:a; b x:b; b z:b; c y:c; i x:i");
    check("s || s", "G !1 s:G !1 s#2:G !1; G !2 s:G !2 s#2:G !2");
    check("s |[G]| x", "a x:a; b x:b; i x:i | gate 'G' is blocked: only one side has it ('G !1')");
    check("x |[G]| s", "a x:a; b x:b; i x:i | gate 'G' is blocked: only one side has it ('G !1')");
    check("p || p", "a; prob 0.5 p:a; prob 0.5; a; prob 0.5 p#2:a; prob 0.5; rate 2 p:rate 2; "
                    "rate 2 p#2:rate 2");
}

static void test_classes(void) {
    check("hide a, b in x end hide", "i x:a+b+i");
    check("rename a -> b in x end rename ||| z", "a z:a; b x:a+b; b z:b; i x:i");
    check("cut b in hide a in x end hide end cut", "i x:a+i");
    check("rename b -> a in cut a in x end cut end rename", "a x:b; i x:i");
    check("hide a in x ||| x end hide", "b x:b; b x#2:b; i x:a; i x:i; i x#2:a; i x#2:i");
}

static void test_relabel(void) {
    check("hide all but a in x end hide", "a x:a; i x:b+i");
    check("cut all but \"x\" in p end cut",
          "a; prob 0.5 p:a; prob 0.5; rate 2 p:rate 2 | pattern 'x' matches nothing");
    check("rename G -> F in s end rename", "F !1 s:G !1; F !2 s:G !2");
    check("rename G -> i in s end rename", "i s:G !1+G !2");
    check("rename a->b, \".\"->c in x end rename", "b x:a; c x:b; i x:i");
    check("total rename \"G !\\(.\\)\" -> \"\\1\" in s end rename", "1 s:G !1; 2 s:G !2");
    check("single rename \"[!1]\" -> \"-\" in s end rename", "G -1 s:G !1; G -2 s:G !2");
    check("multiple rename \"[!1]\" -> \"-\" in s end rename", "G -- s:G !1; G -2 s:G !2");
    check("total hide \"G !1\" in s end hide", "G !2 s:G !2; i s:G !1");
    check("partial hide 2 in s end hide", "G !1 s:G !1; i s:G !2");
    check("rename a->tau in x end rename", "b x:b; i x:a+i");
}

static void test_gates(void) {
    check("par x || x end par", "a x:a; a x#2:a; b x:b; b x#2:b; i x:i; i x#2:i");
    check("par a in x || x || y end par", "a x:a x#2:a y:a; b x:b; b x#2:b; c y:c; i x:i; i x#2:i");
    check("par a#2 in x || z || y end par", "a x:a z:a; a x:a y:a; a z:a y:a; b "
                                            "x:b; b z:b; c y:c; i x:i");
    check("par a#1 in x || z end par", "a x:a; a z:a; b x:b; b z:b; i x:i");
    check("par a -> x || z || a -> y end par", "a x:a y:a; a z:a; b x:b; b z:b; c y:c; i x:i");
    check("par a#1 in a -> x || z || a -> y end par", "a x:a; a z:a; a y:a; b x:b; b z:b; c y:c; i x:i");
    check("par c in x || y end par",
          "a x:a; a y:a; b x:b; i x:i | gate 'c' is blocked: 1 of the 2 branches that must "
          "take part has it ('c' of branch 2)");
    check("par y || z end par", "a y:a; a z:a; b z:b; c y:c; exit y:exit z:exit");
    check("label par \"G !1\" in s || s end par", "G !1 s:G !1 s#2:G !1; G !2 s:G !2; G !2 s#2:G !2");
    check("par a#3 in x || (x ||| z) || y || y end par",
          "a x:a x#2:a y:a; a x:a x#2:a y#2:a; a x:a z:a y:a; "
          "a x:a z:a y#2:a; a x:a y:a y#2:a; a x#2:a y:a y#2:a; "
          "a z:a y:a y#2:a; b x:b; b x#2:b; b z:b; c y:c; c y#2:c; i x:i; "
          "i x#2:i");
}

static void test_vectors(void) {
    check("par a * c -> d, b * _ -> i, _ * exit -> e, _ * a -> a in x || y end par",
          "a y:a; d x:a y:c; e y:exit; i x:b; i x:i");
    check("par G * H -> F in s || r end par", "F !1 s:G !1 r:H !1");
    check("par G * H -> i in s || r end par", "i s:G !1 r:H !1");
    check("label par \"G !2\" * \"H !3\" -> ok, \"G !1\" * _ -> ok, _ * \"H !1\" -> ok in s || r end par",
          "ok s:G !1; ok s:G !2 r:H !3; ok r:H !1");
    check("par a * a -> a in x || y end par", "a x:a y:a; i x:i | no vector mentions 'b' of "
                                              "branch 1, 'c' of branch 2, 'exit' of branch 2: "
                                              "blocked (--independent lets them move alone)");
    struct exp_options options = {.independent = 1};
    check_with("par a * a -> a in x || y end par", &options, "a x:a y:a; b x:b; c y:c; exit y:exit; i x:i");
    check("par a*_ -> d, a*_ -> d, b*_->d, _*a->d, _*b->d, _*exit->d in x || z end par",
          "d x:a; d x:a; d x:b; d z:a; d z:b; d z:exit; i x:i");
    check("par a * _ -> d, b*_->e in (x ||| x) || stop end par",
          "d x:a; d x#2:a; e x:b; e x#2:b; i x:i; i x#2:i");
}

static void test_prio(void) {
    check("prio a > b in x end prio", "sub0 x:a !0; a x:a; b x:b ?0; i x:i");
    check("prio a > b > i in x end prio", "sub0 x:a !0 !1; sub0 x:b !1; a x:a; b x:b ?0; i x:i ?1");
    check("prio a > b, b > i in x end prio", "sub0 x:a !0 !1; sub0 x:b !1; a x:a; b x:b ?0; i x:i ?1");
    check("prio a > nothing > i in x end prio",
          "sub0 x:a !0; a x:a; b x:b; i x:i ?0 | pattern 'nothing' matches nothing");
    check("prio a > \"[bq]\", \"[br]\" > i in x end prio",
          "sub0 x:a !0 !1; sub0 x:b !1; a x:a; b x:b ?0; i x:i ?1");
    check("prio a > b in prio b > i in x end prio end prio",
          "sub0 x:b !0; sub0 x:a !1; a x:a; b x:b ?1; i x:i ?0");
    check("prio i > a in prio b > i in x end prio end prio",
          "sub0 x:b !0; sub1 x:i ?0 !1; a x:a ?1; b x:b; i x:i ?0");
    check("prio a > b in prio i > a in prio b > i in x end prio end prio end prio",
          "sub0 x:b !0; sub1 x:i ?0 !1; sub2 x:a ?1 !2; a x:a ?1; b x:b ?2; i x:i ?0");
    check("cut i in prio b > i in x end prio end cut",
          "sub0 x:b !0; a x:a; b x:b; i x:i ?0 | pattern 'i' matches nothing");
    check("cut a in prio b > a in x end prio end cut", "b x:b; i x:i");
    check("hide a, b in prio a > b in x end prio end hide", "sub0 x:a !0; i x:a; i x:b ?0; i x:i");
    check("prio a > b in x end prio ||| z", "sub0 x:a !0; a x:a; a z:a; b x:b ?0; b z:b; i x:i");
    check("prio a > b > a in x end prio", "1:1: label 'a' is above itself");
    check("prio \".*\" > b in x end prio", "1:1: label 'b' is above itself");
    check("prio a > \"[bi]\", \"[b]\" > \"[a]\" in x end prio", "1:1: label 'a' is above itself");
}

static void test_warnings(void) {
    check("hide A, a, q in x end hide", "b x:b; i x:a+i | pattern 'A' matches nothing; 'a' differs "
                                        "only in case | pattern 'q' matches nothing");
    check("hide a, \"[a]\" in x end hide", "b x:b; i x:a+i");
    check("x |[A]| y", "a x:a; a y:a; b x:b; c y:c; i x:i | gate 'A' matches nothing; 'a' differs "
                       "only in case");
    check("par a in x end par",
          "a x:a; b x:b; i x:i | this par has one branch, so nothing synchronises in it: || "
          "separates branches");
    check("par B in x || y end par", "a x:a; a y:a; b x:b; c y:c; i x:i | gate 'B' matches nothing; "
                                     "'b' differs only in case");
    check("label par G, a in s || x end par",
          "G !1 s:G !1; G !2 s:G !2; b x:b; i x:i | label 'G' matches nothing: it is the gate of 2 labels, "
          "but `label par` takes whole labels");
    check("par a * C -> d, a * C -> e, b * a -> c, b * c -> c, _ * exit -> c in x || y end par",
          "c x:b y:a; c x:b y:c; c y:exit; i x:i | gate 'C' matches nothing; 'c' "
          "differs only "
          "in case");
    check("rename q -> r, a -> c in x end rename", "b x:b; c x:a; i x:i | pattern 'q' matches nothing");
    struct exp_options options = {.ignore_case = 1};
    check_with("hide A in x |[Exit, b]| z end hide", &options, "B x:B z:B; i x:A; i x:i; i z:A");
}

/* Composing warns of just this; "" for no warning. */
static void check_warning_with(const char *text, const struct exp_options *options, const char *warning) {
    struct composing composing;
    composing_begin(&composing);
    test_folder_write(&composing.place.folder, "t.aut", "des (0,2,2)\n(0,\"G !2\",1)\n(1,\"G !3\",0)\n");
    test_folder_write(&composing.place.folder, "u.aut", "des (0,1,1)\n(0,\"G !9\",0)\n");
    test_folder_write(&composing.place.folder, "m.aut", "des (0,2,1)\n(0,\"g(1+2)\",0)\n(0,H,0)\n");
    test_folder_write(&composing.place.folder, "w.aut", "des (0,2,1)\n(0,enter_0,0)\n(0,set_flag !1,0)\n");
    compose(&composing, text, options);
    CU_ASSERT_PTR_NOT_NULL(composing.network);
    for (uint32_t i = 0; composing.network != NULL && i < composing.network->warning_count; i++) {
        put(&composing, i > 0 ? " | " : "");
        put(&composing, composing.network->warnings[i].text);
    }
    judge(&composing, text, strcmp(composing.text, warning) == 0, warning);
}

static void check_warning(const char *text, const char *warning) {
    struct exp_options options = {0};
    check_warning_with(text, &options, warning);
}

#define WRONG(end) "pattern 'enter_" end "' matches nothing; did you mean 'enter_0'?"

/* Misspelt names. */
static void test_guesses(void) {
    check_warning("w |[set_flg]| w", "gate 'set_flg' matches nothing; did you mean 'set_flag'?");
    check_warning("hide enter0 in w end hide", "pattern 'enter0' matches nothing; did you mean 'enter_0'?");
    check_warning("rename entre_0 -> b in w end rename",
                  "pattern 'entre_0' matches nothing; did you mean 'enter_0'?");
    check_warning("label par enter0 in w || w end par",
                  "label 'enter0' matches nothing; did you mean 'enter_0'?");
    check_warning("hide leave in w end hide", "pattern 'leave' matches nothing");
    /* Of many misspelt names, only the first ones are compared. */
    check_warning(
        "hide enter_1, enter_2, enter_3, enter_4, enter_5, enter_6, enter_7, enter_8, enter_9, enter_A, "
        "enter_B "
        "in w end hide",
        WRONG("1") " | " WRONG("2") " | " WRONG("3") " | " WRONG("4") " | " WRONG("5") " | " WRONG(
            "6") " | " WRONG("7") " | " WRONG("8") " | " WRONG("9") " | " WRONG("A") " | "
                                                                                     "pattern 'enter_B' "
                                                                                     "matches nothing");
}

/* Gates where labels were meant, and the other way round. */
static void test_offers(void) {
    check_warning("s |[\"G !1\"]| s",
                  "gate 'G !1' matches nothing: a gate ends before its offers; did you mean "
                  "the gate 'G', or `label par`?");
    check_warning("par \"g !1\" in s || s end par",
                  "gate 'g !1' matches nothing: a gate ends before its offers; "
                  "did you mean the gate 'G', or `label par`?");
    check_warning(
        "par \"F !1\" in s || s end par",
        "gate 'F !1' matches nothing: a gate ends before its offers (`label par` takes whole labels)");
    check_warning("par G * G -> G, \"G !1\" * _ -> G in s || s end par",
                  "gate 'G !1' matches nothing: a gate ends before its offers; did you mean the gate 'G', or "
                  "`label par`?");
    check_warning("label par H in (r ||| m) || s end par", "");
    check_warning("label par G in u || x end par",
                  "label 'G' matches nothing: it is the gate of 1 label, but `label par` takes whole labels");
    static const char offers[] =
        "pattern 'G !1' matches nothing: a gate ends before its offers; did you mean the "
        "gate 'G', or the mode `total`?";
    check_warning("hide \"G !1\" in s end hide", offers);
    check_warning("cut \"G !1\" in s ||| r end cut", offers);
    check_warning("rename \"G !1\" -> a in s end rename", offers);
    check_warning("hide \"G !7\" in s end hide",
                  "pattern 'G !7' matches nothing: a gate ends before its offers; "
                  "did you mean the gate 'G', or the mode `total`?");
    check_warning(
        "hide \"[GF] .*\" in s end hide",
        "pattern '[GF] .*' matches nothing: a gate ends before its offers; did you mean the gate 'G', or "
        "the mode `total`?");
    check_warning("hide \"F !7\" in s end hide", "pattern 'F !7' matches nothing");
    check_warning("total hide G in s end hide",
                  "pattern 'G' matches nothing: it fits the gate of 2 labels, but "
                  "`total` patterns match whole labels: 'G.*'");
    check_warning(
        "total rename G -> F in u end rename",
        "pattern 'G' matches nothing: it fits the gate of 1 label, but `total` patterns match whole "
        "labels: 'G.*'");
    check_warning(
        "prio G > \"H.*\" in s ||| t ||| r end prio",
        "pattern 'G' matches nothing: it fits the gate of 3 labels, but prio patterns match whole labels: "
        "'G.*'");
    check_warning("prio \"G !1\" > \"H.*\" in s ||| r end prio", "");
    check_warning("partial hide q in s end hide", "pattern 'q' matches nothing");
}

static void test_extended(void) {
    struct exp_options extended = {.regex_extended = 1};
    check_warning("hide \"a|b\" in x end hide",
                  "pattern 'a|b' matches nothing; with --regex=extended it matches 'a'");
    check_warning_with("hide \"a|b\" in x end hide", &extended, "");
    check_warning("hide \"a|B\" in x end hide",
                  "pattern 'a|B' matches nothing; with --regex=extended it matches 'a'");
    check_warning("hide \"(G)\" in s end hide",
                  "pattern '(G)' matches nothing; with --regex=extended it matches 'G'");
    check_warning("total hide \"G !(1|2)\" in s end hide",
                  "pattern 'G !(1|2)' matches nothing; with --regex=extended it matches 'G !1'");
    check_warning("prio \"G !?1\" > \"G !2\" in s end prio",
                  "pattern 'G !?1' matches nothing; with --regex=extended it matches 'G !1'");
    check_warning("single rename \"q?\" -> b in x end rename", "pattern 'q?' matches nothing");
    check_warning("single rename \"q?a+\" -> b in x end rename",
                  "pattern 'q?a+' matches nothing; with --regex=extended it matches 'a'");
    check_warning("hide \"a|(\" in x end hide", "pattern 'a|(' matches nothing");
    check_warning("hide \"q|r\" in x end hide", "pattern 'q|r' matches nothing");
    check_warning("total hide \"g(1+2)\" in m end hide", "");
}

static void test_blocked(void) {
    check_warning("s |[G]| u",
                  "gate 'G' is blocked: both sides have it, but no label of it is common to them "
                  "('G !1' on one side, 'G !9' on the other)");
    check_warning("s |[G]| t", "");
    check_warning("s |[G]| stop", "");
    check_warning("(s |[G]| u) |[G]| t",
                  "gate 'G' is blocked: both sides have it, but no label of it is common to "
                  "them ('G !1' on one side, 'G !9' on the other) | gate 'G' is blocked: only one side has "
                  "it ('G !2')");
    check_warning("s ||| u", "");
    check_warning("(s ||| r) || (u ||| x)",
                  "gate 'G' is blocked: both sides have it, but no label of it is common "
                  "to them ('G !1' on one side, 'G !9' on the other)");
    check_warning("s || x", "");
    check_warning("s || t", "");
    check_warning(
        "par G in s || t || u end par",
        "gate 'G' is blocked: no label of it is common to the 3 branches that must take part ('G !1' of "
        "branch 1, 'G !2' of branch 2, 'G !9' of branch 3)");
    check_warning("par G in s || t || x end par",
                  "gate 'G' is blocked: 2 of the 3 branches that must take part have it ('G !1' of branch 1, "
                  "'G !2' of branch 2)");
    check_warning("par G -> s || G -> u || t end par",
                  "gate 'G' is blocked: no label of it is common to the 2 "
                  "branches that must take part ('G !1' of branch 1, 'G !9' "
                  "of branch 2)");
    check_warning("par G -> s || u || G -> t end par", "");
    check_warning(
        "par G#2 in s || u || x end par",
        "gate 'G' is blocked: no label of it is common to 2 branches ('G !1' of branch 1, 'G !9' of "
        "branch 2)");
    check_warning("par G#2 in s || u || t end par", "");
    check_warning("par G#3 in s || u || x end par",
                  "gate 'G' is blocked: 2 of the 3 branches that must take part have it ('G !1' of branch 1, "
                  "'G !9' of branch 2)");
    check_warning("label par \"G !9\" in s || u end par", "");
    check_warning("par H * G -> F in r || t end par", "");
    check_warning("par H * G -> F in r || u end par",
                  "this vector is blocked: no offers are common to all its "
                  "gates ('H !1' of branch 1, 'G !9' of branch 2)");
    check_warning("label par \"H !1\" * \"G !9\" -> F, \"H !3\" * _ -> F in r || u end par", "");
}

static void test_files(void) {
    struct composing composing;
    struct exp_options options = {0};
    composing_begin(&composing);
    test_folder_write(&composing.place.folder, "sub.exp", "hide a, nothing in x end hide");
    compose(&composing, "sub ||| sub", &options);
    print_network(&composing);
    CU_ASSERT_STRING_EQUAL(composing.text, "b x:b; b x#2:b; i x:a+i; i x#2:a+i | pattern 'nothing' "
                                           "matches nothing");
    composing_end(&composing);
    check("d ||| x", "1:1: ");
    check("d", "a d:a");
}

/* --- limits --- */

static void check_repeated(const char *head, const char *part, size_t times, const char *tail, uint64_t rules,
                           const char *message) {
    struct composing composing;
    struct exp_options options = {0};
    char *text = text_repeated(head, part, times, tail);
    composing_begin(&composing);
    compose(&composing, text, &options);
    if (composing.network != NULL) {
        CU_ASSERT_EQUAL(composing.network->rule_count, rules);
        CU_ASSERT_STRING_EQUAL(message, "");
    } else {
        if (*message == '\0' || strstr(composing.place.error.text, message) == NULL) {
            printf("\n%s\n", composing.text);
            CU_FAIL("not the error that was expected");
        }
        CU_ASSERT(composing.place.error.line > 0 && composing.place.error.column > 0);
    }
    CU_ASSERT(memory_peak(&composing.place.memory) < (uint64_t)1200 << 20);
    composing_end(&composing);
    free(text);
}

static void test_large(void) {
    check_repeated("x", " ||| x", LARGE, "", 3 * (LARGE + 1), "");
    check_repeated("x", " || x", LARGE, "", LARGE + 3, "");
    check_repeated("x", " |[a]| x", LARGE, "", 2 * (LARGE + 1) + 1, "");
    check_repeated("par a#2 in x", " || x", 999, " end par", 499500 + 2000, "");
    check_repeated("par a#999 in x", " || x", 999, " end par", 1000 + 2000, "");
    check_repeated("par a * _ -> b", ", a * b -> c", LARGE / 2, " in x || x end par", LARGE / 2 + 1 + 2, "");
}

/* Files that name the one before twice: the network has 2^59 processes, or as many operators. */
#ifndef HEDDLE_SANITIZED
static void check_nested_files(void) {
    struct composing composing;
    struct exp_options options = {0};
    composing_begin(&composing);
    for (int i = 1; i < 60; i++) {
        char name[32], text[64];
        snprintf(name, sizeof name, "f%d.exp", i);
        snprintf(text, sizeof text, i == 1 ? "x ||| x" : "f%d ||| f%d", i - 1, i - 1);
        test_folder_write(&composing.place.folder, name, text);
    }
    compose(&composing, "f59", &options);
    CU_ASSERT_PTR_NULL(composing.network);
    CU_ASSERT_PTR_NOT_NULL(strstr(composing.place.error.text, "1048576 processes"));
    exp_tree_free(composing.tree);
    test_folder_write(&composing.place.folder, "f1.exp", "stop ||| stop");
    compose(&composing, "f59", &options);
    CU_ASSERT_PTR_NULL(composing.network);
    CU_ASSERT_PTR_NOT_NULL(strstr(composing.place.error.text, "operators"));
    composing_end(&composing);
}
#endif

static void test_limits(void) {
    check_repeated("par a#500 in x", " || x", 999, " end par", 0, "10000000 rules");
    check_repeated("par a#2 in x", " || x", 9999, " end par", 0, "10000000 rules");
    check_repeated("par a#99999 in x", " || x", 99999, " end par", 0, "participants");
    check_repeated("(x ||| x ||| x) |[a]| (x", " ||| x) |[a]| (x", 60, " ||| x)", 0, "10000000 rules");
#ifndef HEDDLE_SANITIZED /* millions of processes and operators */
    check_nested_files();
#endif
}

static void check_nested(const char *open, const char *close, size_t times, uint64_t rules,
                         const char *message) {
    char *head = text_repeated("", open, times, "x");
    check_repeated(head, close, times, "", rules, message);
    free(head);
}

static void test_deep(void) {
    check_nested("x ||| (", ")", 1900, 3 * 1901, "");
    check_nested("hide b in ", " end hide", 1900, 2, "");
    check_nested("par (x) || y ||| ", " end par", 900, 900 * 5 + 3, "");
    check_nested("prio i > a in ", " end prio", 300, 3 + 300, "");
    check_nested("par a * _ -> a in ", " || stop end par", 1000, 2, "");
    check_nested("total rename \"\\(.*\\)\" -> \"\\1\\1\" in ", " end rename", 100, 0, "too long");
    char *clause = text_repeated("total rename \"a*\" -> \"", "a", 1 << 20, "\" in ");
    check_nested(clause, " end rename", 2, 0, "too long");
    free(clause);
}

/* Every limit of memory gives an error, and nothing is leaked. */
static void test_memory(void) {
    int refused = 0, done = 0;
    for (uint64_t room = 0; !done; room += 997) {
        struct composing composing;
        struct exp_options options = {0};
        composing_begin(&composing);
        const char *path = test_folder_write(
            &composing.place.folder, "main.exp",
            "par a * G -> b, Q * _ -> c, _ * \"G !1\" -> c in prio a > b in x ||| hide a, "
            "\"a|q\", \"c !1\" in y end hide end prio || par a#1, G in s || rename a -> b in z "
            "end rename || total rename \"G.*\" -> \"G !5\", G -> F in s end rename end par "
            "||| (s |[G]| (r || total rename \"G.*\" -> \"H !7\" in s end rename)) end par");
        composing.tree = exp_tree_read(path, &options, &composing.place.run, &composing.place.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(composing.tree);
        composing.place.memory.limit = memory_used(&composing.place.memory) + room;
        composing.network = network_compose(composing.tree, &composing.place.run, &composing.place.error);
        done = composing.network != NULL;
        refused += !done;
        if (!done) {
            CU_ASSERT_EQUAL(composing.place.error.code, ERROR_MEMORY);
        }
        composing_end(&composing);
    }
    CU_ASSERT(refused > 10);
}

/* A label that does not fit into memory is an error, not a label that matches nothing. */
static void test_memory_offers(void) {
    char *text = text_repeated("des (0,1,1)\n(0,\"G !", "o", 1 << 20, "\",0)\n");
    int refused = 0, done = 0;
    for (uint64_t room = 0; !done; room += 50000) {
        struct composing composing;
        struct exp_options options = {0};
        composing_begin(&composing);
        test_folder_write(&composing.place.folder, "long.aut", text);
        const char *path =
            test_folder_write(&composing.place.folder, "main.exp", "par G * G -> G in long || long end par");
        composing.tree = exp_tree_read(path, &options, &composing.place.run, &composing.place.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(composing.tree);
        composing.place.memory.limit = memory_used(&composing.place.memory) + room;
        composing.network = network_compose(composing.tree, &composing.place.run, &composing.place.error);
        done = composing.network != NULL;
        refused += !done && room > 500000; /* where the text alone is missing */
        CU_ASSERT(done ? composing.network->rule_count == 1 : composing.place.error.code == ERROR_MEMORY);
        composing_end(&composing);
    }
    CU_ASSERT(refused > 5);
    free(text);
}

static void test_stop(void) {
    struct composing composing;
    struct exp_options options = {0};
    int stop = 0;
    composing_begin(&composing);
    const char *path = test_folder_write(&composing.place.folder, "main.exp", "x ||| y");
    composing.tree = exp_tree_read(path, &options, &composing.place.run, &composing.place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(composing.tree);
    stop = 1;
    composing.place.run.stop = &stop;
    CU_ASSERT_PTR_NULL(network_compose(composing.tree, &composing.place.run, &composing.place.error));
    CU_ASSERT_EQUAL(composing.place.error.code, ERROR_INTERRUPTED);
    composing_end(&composing);
}

void suite_network(void) {
    suite_add("network", NULL, NULL, "test_leaf", test_leaf, "test_binary", test_binary, "test_classes",
              test_classes, "test_relabel", test_relabel, "test_gates", test_gates, "test_vectors",
              test_vectors, "test_prio", test_prio, "test_warnings", test_warnings, "test_guesses",
              test_guesses, "test_offers", test_offers, "test_extended", test_extended, "test_blocked",
              test_blocked, "test_files", test_files, "test_large", test_large, "test_limits", test_limits,
              "test_deep", test_deep, "test_memory", test_memory, "test_memory_offers", test_memory_offers,
              "test_stop", test_stop, NULL);
}
