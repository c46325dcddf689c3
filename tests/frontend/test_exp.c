/* The EXP reader: trees, printed as terms, and the places of errors. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

static const char leaf[] = "des (0,2,2)\n(0,a,1)\n(1,b,0)\n";

struct reading {
    struct workplace place;
    char term[8192];
    size_t used;
};

static void reading_begin(struct reading *reading) {
    memset(reading, 0, sizeof *reading);
    workplace_begin(&reading->place, (uint64_t)1 << 30);
    test_folder_write(&reading->place.folder, "x.aut", leaf);
    test_folder_write(&reading->place.folder, "y.aut", leaf);
    test_folder_write(&reading->place.folder, "z.aut", leaf);
}

static void reading_end(struct reading *reading) {
    workplace_end(&reading->place);
}

static void put(struct reading *reading, const char *format, const char *text) {
    int written = snprintf(reading->term + reading->used, sizeof reading->term - reading->used, format, text);
    reading->used += (size_t)written < sizeof reading->term - reading->used ? (size_t)written : 0;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static void print_node(struct reading *reading, const struct exp_node *node);

static void print_children(struct reading *reading, const struct exp_node *node) {
    for (uint32_t i = 0; i < node->child_count; i++) {
        put(reading, "%s", " ");
        for (uint32_t j = 0; node->kind == EXP_PAR_GATES && j < node->branch_gates[i].count; j++) {
            put(reading, "%s:", node->branch_gates[i].names[j].text);
        }
        print_node(reading, node->children[i]);
    }
    put(reading, "%s", ")");
}

static void print_lists(struct reading *reading, const struct exp_node *node) {
    for (uint32_t i = 0; i < node->name_count; i++) {
        put(reading, " '%s'", node->names[i].text);
    }
    for (uint32_t i = 0; i < node->clause_count; i++) {
        put(reading, " '%s'", node->clauses[i].from.text);
        put(reading, "->'%s'", node->clauses[i].to.text);
    }
    for (uint32_t i = 0; i < node->chain_count; i++) {
        for (uint32_t j = 0; j < node->chains[i].count; j++) {
            put(reading, j == 0 ? " '%s'" : ">'%s'", node->chains[i].patterns[j].text);
        }
    }
    for (uint32_t i = 0; i < node->gate_count; i++) {
        char degree[32] = "";
        if (node->gates[i].has_degree) {
            snprintf(degree, sizeof degree, "#%u", (unsigned)node->gates[i].degree);
        }
        put(reading, " '%s'", node->gates[i].name.text);
        put(reading, "%s", degree);
    }
    for (uint32_t i = 0; i < node->vector_count; i++) {
        for (uint32_t j = 0; j < node->child_count; j++) {
            const char *text = node->vectors[i].entries[j].text;
            put(reading, j == 0 ? " <%s" : ",%s", text == NULL ? "-" : text);
        }
        put(reading, ">'%s'", node->vectors[i].result.text);
    }
}

static void print_node(struct reading *reading, const struct exp_node *node) {
    static const char *const kinds[] = {"stop", "leaf", "file",   "||",   "|||", "|[",
                                        "hide", "cut",  "rename", "prio", "par", "vectors"};
    static const char *const modes[] = {"", ".total", ".partial", ".gate", ".single", ".multiple", ".label"};
    if (node->kind == EXP_STOP || node->kind == EXP_LEAF) {
        put(reading, "%s", node->kind == EXP_STOP ? "stop" : base_name(node->path));
        return;
    }
    put(reading, "(%s", kinds[node->kind]);
    put(reading, "%s", modes[node->mode]);
    put(reading, "%s", node->all_but ? ".but" : "");
    print_lists(reading, node);
    print_children(reading, node);
}

/* Reads the text with these options and prints its tree. */
static void check_term_with(const char *text, const struct exp_options *options, const char *term) {
    struct reading reading;
    reading_begin(&reading);
    const char *path = test_folder_write(&reading.place.folder, "main.exp", text);
    exp_tree *tree = exp_tree_read(path, options, &reading.place.run, &reading.place.error);
    if (tree == NULL) {
        printf("\n%s\n%s:%d:%d: %s\n", text, reading.place.error.path, (int)reading.place.error.line,
               (int)reading.place.error.column, reading.place.error.text);
        CU_FAIL("the text is not read");
    } else {
        print_node(&reading, exp_tree_root(tree));
        if (strcmp(reading.term, term) != 0) {
            printf("\n%s\n  is      %s\n  but not %s\n", text, reading.term, term);
        }
        CU_ASSERT_STRING_EQUAL(reading.term, term);
    }
    exp_tree_free(tree);
    reading_end(&reading);
}

static void check_term(const char *text, const char *term) {
    struct exp_options options = {0};
    check_term_with(text, &options, term);
}

/* Reading fails at this line and column, and the message contains `part`. */
static void check_error_bytes(const char *text, size_t size, unsigned line, unsigned column,
                              const char *part) {
    struct reading reading;
    struct exp_options options = {0};
    reading_begin(&reading);
    const char *path = test_folder_write_bytes(&reading.place.folder, "main.exp", text, size);
    exp_tree *tree = exp_tree_read(path, &options, &reading.place.run, &reading.place.error);
    if (tree != NULL) {
        printf("\n%.300s\n  is read\n", text);
        CU_FAIL("the text is read");
    } else {
        int right = reading.place.error.line == line && reading.place.error.column == column &&
                    strstr(reading.place.error.text, part) != NULL;
        if (!right) {
            printf("\n%.300s\n  says %u:%u: %s\n  not  %u:%u: .. %s\n", text,
                   (unsigned)reading.place.error.line, (unsigned)reading.place.error.column,
                   reading.place.error.text, line, column, part);
        }
        CU_ASSERT(right);
        CU_ASSERT_EQUAL(reading.place.error.code, ERROR_INPUT);
        CU_ASSERT_STRING_EQUAL(base_name(reading.place.error.path), "main.exp");
    }
    exp_tree_free(tree);
    reading_end(&reading);
}

static void check_error(const char *text, unsigned line, unsigned column, const char *part) {
    check_error_bytes(text, strlen(text), line, column, part);
}

static void test_binary(void) {
    check_term("x.aut || y.aut ||| z.aut", "(||| (|| x.aut y.aut) z.aut)");
    check_term("x.aut ||| y.aut || z.aut", "(|| (||| x.aut y.aut) z.aut)");
    check_term("x.aut ||| (y.aut || z.aut)", "(||| x.aut (|| y.aut z.aut))");
    check_term("x.aut |[a, \"b c\"]| y.aut", "(|[ 'a' 'b c' x.aut y.aut)");
    check_term("x.aut |[]| y.aut|||stop", "(||| (|[ x.aut y.aut) stop)");
    check_term("((x.aut))", "x.aut");
    check_term("x", "x.aut");
    check_term("stop ||| \"./x\"", "(||| stop x.aut)");
}

static void test_prefix(void) {
    check_term("hide a, \"b.*\" in x.aut end hide", "(hide.gate 'a' 'b.*' x.aut)");
    check_term("TOTAL Hide All But a In x.aut || y.aut END HIDE", "(hide.total.but 'a' (|| x.aut y.aut))");
    check_term("partial cut a in x.aut end cut ||| y.aut", "(||| (cut.partial 'a' x.aut) y.aut)");
    check_term("rename a -> b, \"c\"->d in x.aut end rename", "(rename.gate 'a'->'b' 'c'->'d' x.aut)");
    check_term("multiple rename a->b in x.aut end rename", "(rename.multiple 'a'->'b' x.aut)");
    check_term("single rename \"\\(a\\)\"->\"<\\1>\" in x.aut end rename",
               "(rename.single '\\(a\\)'->'<\\1>' x.aut)");
    check_term("prio a > b > \"c d\", e>f in x.aut end prio", "(prio 'a'>'b'>'c d' 'e'>'f' x.aut)");
    check_term("hide a in hide b in x end hide end hide", "(hide.gate 'a' (hide.gate 'b' x.aut))");
    check_term("total rename \"i\" -> \"\\\\\\\"\" in x end rename", "(rename.total 'i'->'\\\"' x.aut)");
}

static void test_par(void) {
    check_term("par x.aut || y.aut end par", "(par.gate x.aut y.aut)");
    check_term("par x.aut end par", "(par.gate x.aut)");
    check_term("par a in x.aut || y.aut end par", "(par.gate 'a' x.aut y.aut)");
    check_term("par a, b#2, c in x || y || z end par", "(par.gate 'a' 'b'#2 'c' x.aut y.aut z.aut)");
    check_term("par a#1 in x || y end par", "(par.gate 'a'#1 x.aut y.aut)");
    check_term("label par \"a !1\" in x || y end par", "(par.label 'a !1' x.aut y.aut)");
    check_term("par a -> x || a, b -> y || z end par", "(par.gate a:x.aut a:b:y.aut z.aut)");
    check_term("par a, b -> x || y end par", "(par.gate a:b:x.aut y.aut)");
    check_term("par a in a->x || y end par", "(par.gate 'a' a:x.aut y.aut)");
    check_term("par a, b in x ||| y || z end par", "(par.gate 'a' 'b' (||| x.aut y.aut) z.aut)");
    check_term("par a -> x |[b]| y || (x || y) end par",
               "(par.gate a:(|[ 'b' x.aut y.aut) (|| x.aut y.aut))");
    check_term("par hide a in x || y end hide || z end par",
               "(par.gate (hide.gate 'a' (|| x.aut y.aut)) z.aut)");
    check_term("par par x || y end par || z end par", "(par.gate (par.gate x.aut y.aut) z.aut)");
    check_term("par x ||| par a in x || y end par || z end par",
               "(par.gate (||| x.aut (par.gate 'a' x.aut y.aut)) z.aut)");
}

static void test_vectors(void) {
    check_term("par a * b -> c in x || y end par", "(vectors.gate <a,b>'c' x.aut y.aut)");
    check_term("par using a * b -> c in x || y end par", "(vectors.gate <a,b>'c' x.aut y.aut)");
    check_term("par a * _ -> c, _*b->i in x || y end par", "(vectors.gate <a,->'c' <-,b>'i' x.aut y.aut)");
    check_term("par \"_\" * _ -> c in x || y end par", "(vectors.gate <_,->'c' x.aut y.aut)");
    check_term("label par \"a !1\" * \"b !1\" * _ -> \"c\" in x || y ||| x || z end par",
               "(vectors.label <a !1,b !1,->'c' x.aut (||| y.aut x.aut) z.aut)");
    check_term("par a -> b in x end par", "(vectors.gate <a>'b' x.aut)");
    check_term("par a -> b, b -> c in x end par", "(vectors.gate <a>'b' <b>'c' x.aut)");
    check_term("gate par using a -> b in x end par", "(vectors.gate <a>'b' x.aut)");
    check_term("par _ * a * _ -> b in x || par u * v -> a in x || y end par || z end par",
               "(vectors.gate <-,a,->'b' x.aut (vectors.gate <u,v>'a' x.aut y.aut) z.aut)");
}

static void test_words(void) {
    check_term("hide a--b\n in x end hide", "(hide.gate 'a' x.aut)");
    check_term("rename a-b->c-d, e-->f\n ->g in x end rename", "(rename.gate 'a-b'->'c-d' 'e'->'g' x.aut)");
    check_term("hide a- , -b, a-b in x end hide", "(hide.gate 'a-' '-b' 'a-b' x.aut)");
    check_term("(* a * comment ** of\n lines **) x.aut (**) -- end", "x.aut");
    check_term("\xef\xbb\xbfx.aut\r\n|||\r\n-- c\r\ny.aut\r\n", "(||| x.aut y.aut)");
    check_term("hide \"hide\", \"a\\\"b\", \"a\\\\.b\", \"a\\.b\" in x end hide",
               "(hide.gate 'hide' 'a\"b' 'a\\.b' 'a\\.b' x.aut)");
    check_term("lotos behaviour x end behaviour", "x.aut");
    check_term("ELOTOS BEHAVIOUR x", "x.aut");
    check_term("behaviour x ||| y end behaviour", "(||| x.aut y.aut)");
    check_term("hide _ in x end hide", "(hide.gate '_' x.aut)");
}

static void test_ignore_case(void) {
    struct exp_options options = {.ignore_case = 1};
    check_term_with("par a * b -> c in x || hide d in y end hide end par", &options,
                    "(vectors.gate <A,B>'C' x.aut (hide.gate 'd' y.aut))");
    check_term_with("par a in b->x |[c]| x || rename d->e in y end rename end par", &options,
                    "(par.gate 'A' B:(|[ 'C' x.aut x.aut) (rename.gate 'd'->'E' y.aut))");
}

static void test_syntax_errors(void) {
    check_error("", 1, 1, "the file is empty");
    check_error("x.aut ||", 1, 9, "end of the file");
    check_error("x.aut y.aut", 1, 7, "'y.aut'");
    check_error("x.aut |||\n || y.aut", 2, 2, "'||'");
    check_error("(x.aut", 1, 7, "')'");
    check_error("hide a in x.aut end cut", 1, 21, "'cut', expected 'hide'");
    check_error("hide in x.aut end hide", 1, 6, "'in'");
    check_error("hide a, in x.aut end hide", 1, 9, "'in'");
    check_error("single hide a in x end hide", 1, 8, "no mode 'single'");
    check_error("partial rename a->b in x end rename", 1, 9, "no mode 'partial'");
    check_error("total par x || y end par", 1, 7, "no mode 'total'");
    check_error("total prio a > b in x end prio", 1, 7, "no mode 'total'");
    check_error("label hide a in x end hide", 1, 7, "no mode 'label'");
    check_error("prio a in x end prio", 1, 8, "expected '>'");
    check_error("rename a in x end rename", 1, 10, "expected '->'");
    check_error("par a * b in x || y end par", 1, 11, "'in'");
    check_error("par using a in x end par", 1, 13, "'in'");
    check_error("par x || y end", 1, 15, "end of the file");
    check_error("par a#b in x end par", 1, 7, "number");
    check_error("x ||| \x01", 1, 7, "'\\x01'");
    check_error("x ||| {", 1, 7, "'{'");
    check_error("x\n(* never\n ends", 2, 1, "comment");
    check_error("x ||| \"y\nz\"", 1, 7, "string");
    check_error("\"x", 1, 1, "string");
    check_error_bytes("x |\0", 4, 1, 3, "");
    check_error_bytes("x \0 y", 5, 1, 3, "NUL");
    check_error_bytes("x (* \0 *)", 9, 1, 6, "NUL");
    check_error_bytes("x \"\0\"", 5, 1, 3, "string");
    check_error("_ ||| x", 1, 1, "file name");
    check_error("\"\"", 1, 1, "file name");
}

static void test_keywords(void) {
    static const char keyword[] = "expected a name (a keyword: quote it to use it as a name)";
    check_error("hide in in x end hide", 1, 6, keyword);
    check_error("rename a -> End in x end rename", 1, 13, keyword);
    check_error("prio a > in in x end prio", 1, 10, keyword);
    check_error("par using in * _ -> a in x || y end par", 1, 11, keyword);
    check_error("par a, gate in x || y end par", 1, 8, keyword);
    check_error("x |[in]| y", 1, 5, "(a keyword: quote it to use it as a name)");
    check_error("par in in x || y end par", 1, 5, "(a keyword: quote it to use it as a name)");
    check_term("par \"in\" in x || y end par", "(par.gate 'in' x.aut y.aut)");
}

/* The word that is blamed is the one to change. */
static void test_slips(void) {
    static const char quotes[] =
        ": in a network, labels and patterns are in double quotes, \"SEND !1\" and \"SEND .*\"";
    static const char *const quoted[][2] = {{"'snd.*'", "'snd.*'"},
                                            {"'a", "'"},
                                            {"`a`", "`"},
                                            {"\xe2\x80\x9c"
                                             "a\xe2\x80\x9d",
                                             "\xe2\x80\x9c"}};
    for (size_t i = 0; i < LENGTH(quoted); i++) {
        char text[80], message[160];
        snprintf(text, sizeof text, "hide %s in x end hide", quoted[i][0]);
        snprintf(message, sizeof message, "unexpected %s%s", quoted[i][1], quotes);
        check_error(text, 1, 6, message);
    }
    check_error("x |[snd rcv]| y", 1, 9,
                "unexpected 'rcv', expected ',' or ']|' (for the '|[' of line 1, column 3)");
    check_error("hide a in (x ||| y end hide", 1, 20,
                "unexpected 'end', expected '||', '|||', '|[' or ')' (for the '(' of line 1, column 11)");
    check_error(
        "\n (x |||\n(y)", 3, 4,
        "unexpected end of the file, expected '||', '|||', '|[' or ')' (for the '(' of line 2, column 2)");
    check_error("hide a in\n cut b in x end cut", 2, 20,
                "expected '||', '|||', '|[' or 'end' (for the 'hide' of line 1, column 1)");
    check_error("par x || y end", 1, 15,
                "unexpected end of the file, expected 'par' (for the 'par' of line 1, column 1)");
    check_error("x |[ a ) y", 1, 8,
                "unexpected ')', expected ',' or ']|' (for the '|[' of line 1, column 3)");
    check_error("x ||| y)", 1, 8, "unexpected ')', expected '||', '|||', '|[' or the end of the file");
    check_error("x [a] y", 1, 3, "unexpected '[': gates between two behaviours are written |[ A, B ]|");
    check_error("hidee a in x end hide", 1, 1, "'hidee' before 'a' is no operator: did you mean 'hide'?");
    check_error("hide a inn x end hide", 1, 8, "unexpected 'inn': did you mean 'in'?");
    check_error("hide a in x endd hide", 1, 13, "unexpected 'endd': did you mean 'end'?");
    check_error("hide a in x end hied", 1, 17, "unexpected 'hied': did you mean 'hide'?");
    check_error("behavior x", 1, 1, "'behavior' before 'x' is no operator: did you mean 'behaviour'?");
    check_error("hide snd.* in x end hide", 1, 10, "unexpected '*': a pattern must be quoted: \"snd.*..\"");
    check_error("hide snd_[12] in x end hide", 1, 10,
                "unexpected '[': a pattern must be quoted: \"snd_[..\"");
}

static void test_foreign_comments(void) {
    static const char comments[] = ": comments are (* .. *) or --";
    check_error("// two\nx", 1, 1, "unexpected '//': comments are (* .. *) or --");
    check_error("x //two", 1, 3, comments);
    check_error("x |||\n// end\ny", 2, 1, comments);
    check_error("/* two */ x", 1, 1, "unexpected '/*': comments are (* .. *) or --");
    check_error("x /* two */", 1, 3, comments);
    check_error("# two\nx", 1, 1, "unexpected '#': comments are (* .. *) or --");
    check_error("x |||\n  # two\ny", 2, 3, comments);
    check_error("x % two\n", 1, 3, "unexpected '%': comments are (* .. *) or --");
}

/* No message of this text speaks of keywords or quotes. */
static void check_plain(const char *text, unsigned column, const char *end) {
    check_error(text, 1, column, end);
    struct reading reading;
    struct exp_options options = {0};
    reading_begin(&reading);
    const char *path = test_folder_write(&reading.place.folder, "main.exp", text);
    CU_ASSERT_PTR_NULL(exp_tree_read(path, &options, &reading.place.run, &reading.place.error));
    CU_ASSERT_PTR_NULL(strstr(reading.place.error.text, "quote"));
    reading_end(&reading);
}

static void test_offers(void) {
    check_error("par PUT !1 in x || y end par", 1, 9,
                "unexpected '!1': a label with blanks must be quoted: \"PUT !1\"");
    check_error("hide A, PUT!1 !x in x end hide", 1, 12, "must be quoted: \"PUT !1 !x\"");
    check_error("rename PUT ?n -> a in x end rename", 1, 12, "must be quoted: \"PUT ?n\"");
    check_error("x |[\"PUT\" !1]| y", 1, 11, "must be quoted: \"PUT !1\"");
    check_error("par using PUT !1->a in x || y end par", 1, 15, "must be quoted: \"PUT !1\"");
    check_plain("!1 ||| x", 1, "unexpected '!1', expected a file");
    check_plain("x ||| !", 7, "unexpected '!', expected a file");
    check_plain("hide !1 in x end hide", 6, "unexpected '!1', expected a name");
    check_plain("hide a b in x end hide", 8, "unexpected 'b', expected 'in' or ','");
    check_plain("x ||| end", 7, "unexpected 'end', expected a file");
    check_plain("hide a in x end cut", 17, "unexpected 'cut', expected 'hide'");
}

static void test_foreign(void) {
    check_error("encap {a} in x end encap", 1, 1, "operator 'encap' of the mCRL family");
    check_error("encap a in x end encap", 1, 1, "operator 'encap' of the mCRL family");
    check_error("comm a | b -> c in x", 1, 1, "operator 'comm' of the mCRL family");
    check_error("allow({a}, x)", 1, 1, "'allow'");
    check_error("x ||| block a in x", 1, 7, "'block'");
    check_error("x \\ {a}", 1, 3, "operator '\\' of the CCS family");
    check_error("x >> y", 1, 3, "operator '>>' of the LOTOS family");
    check_error("x [] y", 1, 3, "operator '[]'");
    check_error("x [> y", 1, 3, "operator '[>'");
    check_error("x |[A, B| y", 1, 9, "unexpected '|': the gates after '|[' end with ']|'");
    check_error("x |[A, B|] y", 1, 9, "unexpected '|]': the gates after '|[' end with ']|'");
    check_error("x | y", 1, 3, "operator '|' of the CCS family");
    check_error("x [| a |] y", 1, 3, "operator '[|' of the CSP family");
    check_error("x *| y", 1, 3, "operator '*|' of the mCRL family");
    check_error("ccs behaviour x", 1, 1, "language 'ccs'");
    check_error("csp hide a in x end hide", 1, 1, "language 'csp'");
    check_error("x ||| mcrl2", 1, 7, "language 'mcrl2'");
    check_error("lotos hide a in x end hide", 1, 7, "'hide'");
    check_error("x ||| lotos hide a in x end hide", 1, 7, "'lotos' is allowed only");
}

static void test_checks(void) {
    check_error("par a * b * c -> d in x || y end par", 1, 5, "3 entries, but there are 2");
    check_error("par a * b -> d,\n c -> d in x || y end par", 2, 2, "1 entry, but there are 2 branches");
    check_error("par a * b -> d in x end par", 1, 5, "2 entries, but there is 1 branch");
    check_error("par _ * _ -> d in x || y end par", 1, 5, "no branch moves");
    check_error("par a * i -> d in x || y end par", 1, 9, "internal");
    check_error("par tau in x || y end par", 1, 5, "internal");
    check_error("x |[a, i]| y", 1, 8, "internal");
    check_error("par i -> x || y end par", 1, 5, "internal");
    check_error("label par a * \"a; prob 0.5\" -> d in x || y end par", 1, 15, "stochastic");
    check_error("par a * b -> \"rate 2\" in x || y end par", 1, 14, "stochastic");
    check_error("par a#0 in x || y end par", 1, 5, "'a#0': at least one branch takes part: write 1 to 2");
    check_error("par a#3 in x || y end par", 1, 5,
                "'a#3': at most 2 branches can take part: this 'par' has no other branches");
    check_error("par a#2 in a -> x || y end par", 1, 5,
                "'a#2': at most 1 branch can take part: no other branch lists this gate");
    check_error("par a#99999999999999999999999 in x || y end par", 1, 5, "at most 2 branches");
    check_error("par a, b, a in x || y end par", 1, 11, "twice");
    check_error("par exit#2 in x || y end par", 1, 5, "termination");
    check_error("par a in exit -> x || y end par", 1, 10, "termination");
    check_error("hide \"a[\" in x end hide", 1, 6, "'a['");
    check_error("total rename \"a\" -> \"\\1\" in x end rename", 1, 21, "group");
    check_error("prio a > \"\\(b\" in x end prio", 1, 10, "");
    check_term("par exit, a in a, a -> x || a -> y || z end par",
               "(par.gate 'exit' 'a' a:a:x.aut a:y.aut z.aut)");
}

/* --- files --- */

static exp_tree *read_main(struct reading *reading, const char *text) {
    struct exp_options options = {0};
    const char *path = test_folder_write(&reading->place.folder, "main.exp", text);
    return exp_tree_read(path, &options, &reading->place.run, &reading->place.error);
}

static void test_files(void) {
    struct reading reading;
    reading_begin(&reading);
    test_folder_write(&reading.place.folder, "sub.exp", "x ||| y");
    test_folder_write(&reading.place.folder, "x.exp", "z.aut");
    exp_tree *tree = read_main(&reading, "sub.exp ||| sub ||| x.aut");
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    print_node(&reading, exp_tree_root(tree));
    CU_ASSERT_STRING_EQUAL(
        reading.term, "(||| (||| (file (||| (file z.aut) y.aut)) (file (||| (file z.aut) y.aut))) x.aut)");
    const struct exp_node *left = exp_tree_root(tree)->children[0];
    CU_ASSERT_PTR_EQUAL(left->children[0]->children[0], left->children[1]->children[0]);
    exp_tree_free(tree);
    reading_end(&reading);
}

static void test_file_errors(void) {
    struct reading reading;
    reading_begin(&reading);
    CU_ASSERT_PTR_NULL(read_main(&reading, "x |||\n nowhere.aut"));
    CU_ASSERT_EQUAL(reading.place.error.code, ERROR_IO);
    CU_ASSERT_EQUAL(reading.place.error.line, 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(reading.place.error.text, "nowhere.aut"));
    CU_ASSERT_PTR_NULL(read_main(&reading, "nowhere"));
    CU_ASSERT_PTR_NOT_NULL(strstr(reading.place.error.text, "no "));
    CU_ASSERT_PTR_NOT_NULL(strstr(reading.place.error.text, "nowhere.exp"));
    CU_ASSERT_PTR_NULL(read_main(&reading, "x ||| m.bcg"));
    CU_ASSERT_PTR_NOT_NULL(strstr(reading.place.error.text, "m.bcg nor "));
    CU_ASSERT_PTR_NULL(strstr(reading.place.error.text, "bcg_io"));
    CU_ASSERT_EQUAL(reading.place.error.code, ERROR_IO);
    CU_ASSERT_EQUAL(reading.place.error.column, 7);
    test_folder_write(&reading.place.folder, "m.bcg", "");
    CU_ASSERT_PTR_NULL(read_main(&reading, "x ||| m.bcg"));
    CU_ASSERT_PTR_NOT_NULL(strstr(reading.place.error.text, "m.aut instead, which is made by `bcg_io "));
    CU_ASSERT_EQUAL(reading.place.error.column, 7);
    CU_ASSERT_PTR_NULL(read_main(&reading, "x ||| m")); /* as EXP.OPEN would find it */
    CU_ASSERT_PTR_NOT_NULL(strstr(reading.place.error.text, "m.aut instead, which is made by `bcg_io "));
    test_folder_write(&reading.place.folder, "bad.exp", "x\n  |||");
    CU_ASSERT_PTR_NULL(read_main(&reading, "x ||| bad.exp"));
    CU_ASSERT_STRING_EQUAL(base_name(reading.place.error.path), "bad.exp");
    CU_ASSERT_EQUAL(reading.place.error.line, 2);
    test_folder_write(&reading.place.folder, "one.exp", "x ||| two.exp");
    test_folder_write(&reading.place.folder, "two.exp", "y |||\n one");
    CU_ASSERT_PTR_NULL(read_main(&reading, "one.exp"));
    CU_ASSERT_PTR_NOT_NULL(strstr(reading.place.error.text, "cyclic"));
    CU_ASSERT_PTR_NOT_NULL(strstr(reading.place.error.text, "one.exp includes "));
    CU_ASSERT_PTR_NOT_NULL(strstr(reading.place.error.text, "two.exp includes "));
    CU_ASSERT_EQUAL(reading.place.error.line, 2);
    CU_ASSERT_EQUAL(reading.place.error.column, 2);
    CU_ASSERT_PTR_NULL(read_main(&reading, "main.exp"));
    CU_ASSERT_PTR_NOT_NULL(strstr(reading.place.error.text, "cyclic"));
    reading_end(&reading);
}

/* Reading fails with a message that ends in this. */
static void check_ending(struct reading *reading, const char *text, const char *end) {
    exp_tree *tree = read_main(reading, text);
    CU_ASSERT_PTR_NULL(tree);
    exp_tree_free(tree);
    size_t length = strlen(reading->place.error.text), size = strlen(end);
    int right = length >= size && strcmp(reading->place.error.text + length - size, end) == 0;
    if (!right) {
        printf("\n%s\n  says %s\n  not  .. %s\n", text, reading->place.error.text, end);
    }
    CU_ASSERT(right);
}

static void test_similar_names(void) {
    struct reading reading;
    reading_begin(&reading);
    test_folder_write(&reading.place.folder, "Net.exp", "x");
    check_ending(&reading, "X.aut", "No such file or directory; x.aut differs only in case");
    check_ending(&reading, "y ||| X", "X.aut; x.aut differs only in case");
    check_ending(&reading, "net", "net.aut; Net.exp differs only in case");
    check_ending(&reading, "./net.exp", "; Net.exp differs only in case");
    check_ending(&reading, "X.bcg", "; x.aut differs only in case");
    check_ending(&reading, "v.aut", "v.aut: No such file or directory");
    check_ending(&reading, "nowhere/x.aut", "nowhere/x.aut: No such file or directory");
    CU_ASSERT_EQUAL(symlink("nothing", test_folder_path(&reading.place.folder, "dead.aut")), 0);
    check_ending(&reading, "dead", "dead.aut");
    check_ending(&reading, "dead.aut", "dead.aut: No such file or directory");
    test_folder_write(&reading.place.folder, "X.bcg", "");
    check_ending(&reading, "X.bcg", "X.aut`; x.aut differs only in case");
    reading_end(&reading);
}

static void test_near_names(void) {
    struct reading reading;
    reading_begin(&reading);
    test_folder_write(&reading.place.folder, "process0.aut", "des (0,0,1)\n");
    test_folder_write(&reading.place.folder, "peterson.exp", "stop");
    check_ending(&reading, "proces0.aut", "No such file or directory; did you mean process0.aut?");
    check_ending(&reading, "proces0", "proces0.aut; did you mean process0.aut?");
    check_ending(&reading, "peterson.aut", "No such file or directory; did you mean peterson.exp?");
    check_ending(&reading, "peterson.ex", "; did you mean peterson.exp?");
    check_ending(&reading, "peters.aut", "; did you mean peterson.exp?");
    check_ending(&reading, "pets.gz", "pets.gz.aut");
    check_ending(&reading, "y1.aut", "No such file or directory");
    reading_end(&reading);
}

static void test_folders(void) {
    struct reading reading;
    reading_begin(&reading);
    check_ending(&reading, "\".\"", "/.: is a directory; networks in it: main.exp");
    test_folder_write(&reading.place.folder, "d.exp", "x");
    test_folder_write(&reading.place.folder, "a.EXP", "x");
    test_folder_write(&reading.place.folder, "e.exp", "x");
    test_folder_write(&reading.place.folder, "b.exp", "x");
    check_ending(&reading, "\".\"",
                 "/.: is a directory; networks in it: a.EXP, b.exp, d.exp, e.exp, main.exp");
    test_folder_write(&reading.place.folder, "c.exp", "x");
    test_folder_write(&reading.place.folder, "z.exp", "x");
    check_ending(&reading, "x ||| \".\"", ": a.EXP, b.exp, c.exp, d.exp, e.exp and 2 more");
    check_ending(&reading, "x ||| /proc/self/fd", "/proc/self/fd: is a directory");
    reading_end(&reading);
}

static void test_bcg(void) {
    struct reading reading;
    reading_begin(&reading);
    exp_tree *tree = read_main(&reading, "x.bcg ||| x.bcg ||| y.bcg");
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    print_node(&reading, exp_tree_root(tree));
    CU_ASSERT_STRING_EQUAL(reading.term, "(||| (||| x.aut x.aut) y.aut)");
    uint32_t count;
    const struct source_warning *warnings = exp_tree_warnings(tree, &count);
    CU_ASSERT_EQUAL(count, 2);
    CU_ASSERT_EQUAL(warnings[1].position.column, 21);
    CU_ASSERT_PTR_NOT_NULL(strstr(warnings[0].text, "x.bcg"));
    exp_tree_free(tree);
    test_folder_write(&reading.place.folder, "sub.exp", "\"x.bcg\" ||| \"./x.bcg\"");
    tree = read_main(&reading, "\"./x.bcg\" ||| sub ||| \"././sub\" ||| x.bcg");
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    exp_tree_warnings(tree, &count);
    CU_ASSERT_EQUAL(count, 1);
    exp_tree_free(tree);
    struct exp_options options = {0};
    char path[600];
    strcpy(path, test_folder_path(&reading.place.folder, "x.bcg"));
    tree = exp_tree_read(path, &options, &reading.place.run, &reading.place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    warnings = exp_tree_warnings(tree, &count);
    CU_ASSERT_EQUAL_FATAL(count, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(warnings[0].position.path);
    CU_ASSERT_STRING_EQUAL(warnings[0].position.path, path);
    exp_tree_free(tree);
    reading_end(&reading);
}

static void test_aut_alone(void) {
    struct reading reading;
    struct exp_options options = {0};
    reading_begin(&reading);
    char path[600];
    strcpy(path, test_folder_path(&reading.place.folder, "x.aut"));
    exp_tree *tree = exp_tree_read(path, &options, &reading.place.run, &reading.place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    CU_ASSERT_EQUAL(exp_tree_root(tree)->kind, EXP_LEAF);
    CU_ASSERT_EQUAL(exp_tree_root(tree)->lts->states, 2);
    exp_tree_free(tree);
    reading_end(&reading);
}

/* --- size --- */

static void test_long_chain(void) {
    struct reading reading;
    reading_begin(&reading);
    char *text = text_repeated("x", " ||| y", 100000, "");
    exp_tree *tree = read_main(&reading, text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    uint64_t depth = 0;
    for (const struct exp_node *node = exp_tree_root(tree); node->kind == EXP_INTERLEAVE;
         node = node->children[0]) {
        depth++;
    }
    CU_ASSERT_EQUAL(depth, 100000);
    exp_tree_free(tree);
    free(text);
    reading_end(&reading);
}

static void check_deep(const char *open, const char *middle, const char *close, size_t times, int allowed) {
    char *head = text_repeated("", open, times, middle);
    char *text = text_repeated(head, close, times, "");
    struct reading reading;
    reading_begin(&reading);
    exp_tree *tree = read_main(&reading, text);
    CU_ASSERT_EQUAL(tree != NULL, allowed);
    if (tree == NULL) {
        CU_ASSERT_PTR_NOT_NULL(
            strstr(reading.place.error.text, "deeper than 2000: write A ||| B ||| C without parentheses"));
        CU_ASSERT(reading.place.error.column > 2000);
    }
    exp_tree_free(tree);
    reading_end(&reading);
    free(head);
    free(text);
}

static void test_depth(void) {
    check_deep("(", "x", ")", 1900, 1);
    check_deep("(", "x", ")", 2001, 0);
    check_deep("(", "x", ")", 1000000, 0);
    check_deep("x ||| (", "x", ")", 1900, 1);
    check_deep("x ||| (", "x", ")", 300000, 0);
    check_deep("hide a in ", "x", " end hide", 1900, 1);
    check_deep("hide a in ", "x", " end hide", 100000, 0);
    check_deep("par a -> x || b -> x ||| ", "x", " end par", 1900, 1);
    check_deep("par using a * b -> c in x || ", "x", " end par", 100000, 0);
}

static void test_file_depth(void) {
    struct reading reading;
    reading_begin(&reading);
    char name[32], text[64];
    test_folder_write(&reading.place.folder, "f0.exp", "x.aut");
    for (int i = 1; i <= 1100; i++) {
        snprintf(name, sizeof name, "f%d.exp", i);
        snprintf(text, sizeof text, "f%d.exp", i - 1);
        test_folder_write(&reading.place.folder, name, text);
    }
    exp_tree *tree = read_main(&reading, "f900.exp");
    CU_ASSERT_PTR_NOT_NULL(tree);
    exp_tree_free(tree);
    CU_ASSERT_PTR_NULL(read_main(&reading, "f1100.exp"));
    CU_ASSERT_PTR_NOT_NULL(strstr(reading.place.error.text, "deeper than 2000: write A ||| B"));
    reading_end(&reading);
}

static void test_long_tokens(void) {
    struct reading reading;
    reading_begin(&reading);
    char *text = text_repeated("hide ", "ab", 5000000, " in x end hide");
    exp_tree *tree = read_main(&reading, text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    CU_ASSERT_EQUAL(strlen(exp_tree_root(tree)->names[0].text), 10000000);
    exp_tree_free(tree);
    free(text);
    text = text_repeated("hide \"", "\\\"", 5000000, "\" in x end hide oops");
    CU_ASSERT_PTR_NULL(read_main(&reading, text));
    CU_ASSERT_EQUAL(reading.place.error.column, 10000023);
    free(text);
    text = text_repeated("x ", "-", 10000000, "\n(");
    CU_ASSERT_PTR_NULL(read_main(&reading, text));
    CU_ASSERT_EQUAL(reading.place.error.line, 2);
    free(text);
    text = text_repeated("x ||| ", "\x80\xff", 1000000, "");
    CU_ASSERT_PTR_NULL(read_main(&reading, text));
    CU_ASSERT_EQUAL(reading.place.error.column, 7);
    free(text);
    reading_end(&reading);
}

/* Every limit of memory gives an error, and nothing is leaked. */
static void test_memory(void) {
    int refused = 0;
    for (uint64_t limit = 0; limit < 600000; limit += 3700) {
        struct reading reading;
        reading_begin(&reading);
        reading.place.memory.limit = limit;
        exp_tree *tree = read_main(&reading, "par a -> x || hide b in y end hide || (z ||| stop) end par");
        refused += tree == NULL;
        if (tree == NULL) {
            CU_ASSERT_EQUAL(reading.place.error.code, ERROR_MEMORY);
        }
        exp_tree_free(tree);
        reading_end(&reading);
    }
    CU_ASSERT(refused > 10);
}

void suite_exp(void) {
    suite_add("exp", NULL, NULL, "test_binary", test_binary, "test_prefix", test_prefix, "test_par", test_par,
              "test_vectors", test_vectors, "test_words", test_words, "test_ignore_case", test_ignore_case,
              "test_syntax_errors", test_syntax_errors, "test_slips", test_slips, "test_foreign_comments",
              test_foreign_comments, "test_keywords", test_keywords, "test_offers", test_offers,
              "test_foreign", test_foreign, "test_checks", test_checks, "test_files", test_files,
              "test_file_errors", test_file_errors, "test_similar_names", test_similar_names, "test_folders",
              test_folders, "test_near_names", test_near_names, "test_bcg", test_bcg, "test_aut_alone",
              test_aut_alone, "test_long_chain", test_long_chain, "test_depth", test_depth, "test_file_depth",
              test_file_depth, "test_long_tokens", test_long_tokens, "test_memory", test_memory, NULL);
}
