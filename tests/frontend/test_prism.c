/* The reader and the walker of PRISM models: errors with their places, values, texts, and known counts. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text/definitions.h"
#include "frontend/prism/syntax/prism_exact.h"
#include "frontend/prism/syntax/prism_show.h"
#include "frontend/prism/syntax/prism_evaluate.h"
#include "tests/oracle/prism_space.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define MOST_STATES 1000000

/* A model that is read from a text with constants ("N=4,K=2", or ""). */
struct reading {
    struct workplace place;
    struct definitions definitions;
    struct error error;
    prism_tree *tree;
};

static void reading_open(struct reading *reading, const char *path, const char *constants) {
    reading->definitions = (struct definitions){.memory = &reading->place.memory};
    reading->error.code = ERROR_NONE;
    CU_ASSERT_FATAL(*constants == '\0' ||
                    definitions_add(&reading->definitions, constants, &reading->error) == 0);
    reading->tree = prism_tree_read(path, &reading->definitions, &reading->place.run, &reading->error);
}

static void reading_begin(struct reading *reading, const char *text, const char *constants) {
    memset(reading, 0, sizeof *reading);
    workplace_begin(&reading->place, (uint64_t)1 << 30);
    reading_open(reading, test_folder_write(&reading->place.folder, "model.prism", text), constants);
}

static void reading_end(struct reading *reading) {
    prism_tree_free(reading->tree);
    definitions_free(&reading->definitions);
    workplace_end(&reading->place);
}

static void explore(struct reading *reading, struct prism_space *space) {
    if (prism_space_explore(space, reading->tree, MOST_STATES, &reading->place.run, &reading->error) != 0 &&
        reading->error.code == ERROR_NONE) {
        CU_FAIL("an error without a code");
    }
}

/* --- errors --- */

static void unescape(char *text) {
    for (char *at = text; (at = strstr(at, "\\n")) != NULL;) {
        *at = '\n';
        memmove(at + 1, at + 2, strlen(at + 2) + 1);
    }
}

/* A place, constants, a model, and the message. */
static void check_refused(char *const *field) {
    struct reading reading;
    unescape(field[2]);
    reading_begin(&reading, field[2], field[1]);
    if (reading.tree != NULL) {
        struct prism_space space;
        explore(&reading, &space);
        prism_space_free(&space);
    }
    char where[40];
    snprintf(where, sizeof where, "%u:%u", (unsigned)reading.error.line, (unsigned)reading.error.column);
    if (reading.error.code != ERROR_INPUT || strcmp(where, field[0]) != 0 ||
        strcmp(reading.error.text, field[3]) != 0) {
        printf("\n%s:\n    %s '%s'\n    instead of %s '%s'\n", field[2], where, reading.error.text, field[0],
               field[3]);
        CU_FAIL("another error");
    }
    reading_end(&reading);
}

static void test_refused(void) {
    char line[2000], *field[4];
    unsigned rows = 0;
    FILE *file = fopen("tests/frontend/prism_errors.txt", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char *rest = line;
        unsigned count = 0;
        line[strcspn(line, "\n")] = '\0';
        if (*line == '#' || *line == '\0') {
            continue;
        }
        for (char *part; count < LENGTH(field) && (part = strsep(&rest, "\t")) != NULL;
             field[count++] = part) {
        }
        CU_ASSERT_EQUAL_FATAL(count, LENGTH(field));
        check_refused(field);
        rows++;
    }
    fclose(file);
    CU_ASSERT(rows >= 280);
}

/* Bytes and nesting that a table of lines cannot show. */
static void test_limits(void) {
    static const struct {
        const char *head, *part, *tail, *message;
        size_t times;
    } cases[] = {
        {"mdp const int x = 1;\n", "", "\x01", "unexpected '\\x01'", 1},
        {"mdp const bool b = ", "!", "true;", "nesting deeper than 1000: write (a+b)+(c+d) for a+b+c+d",
         1001},
        {"mdp const bool b = ", "(", "true;", "too much is open here: write (a+b)+(c+d)", 100000},
        {"mdp const int x = ", "1-", "1;", "nesting deeper than 1000", 1000},
        {"mdp const bool b = ", "true=>", "true;", "nesting deeper than 1000", 1000},
        {"mdp module m endmodule system ", "(", "m endsystem",
         "too much is open here: write all actions in one {..}", 100000},
        {"mdp module m endmodule system m", "{a<-a}", " endsystem",
         "nesting deeper than 1000: write all actions", 1000},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *text = text_repeated(cases[i].head, cases[i].part, cases[i].times, cases[i].tail);
        struct reading reading;
        reading_begin(&reading, text, "");
        CU_ASSERT_PTR_NULL(reading.tree);
        if (strncmp(reading.error.text, cases[i].message, strlen(cases[i].message)) != 0) {
            printf("\n%zu: %s instead of %s\n", i, reading.error.text, cases[i].message);
            CU_FAIL("another error");
        }
        reading_end(&reading);
        free(text);
    }
}

/* Long sums are not deep; formulas that double are refused before they are expanded. */
static void test_sizes(void) {
    char *sum = text_repeated("mdp const int x = 0", "+1", 100000, ";");
    struct reading reading;
    reading_begin(&reading, sum, "");
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.tree);
    CU_ASSERT_EQUAL(prism_tree_model(reading.tree)->constants[0].value.integer, 100000);
    reading_end(&reading);
    free(sum);
    char text[4000] = "mdp formula f0 = 1;\n";
    for (unsigned i = 1; i < 40; i++) {
        text_append(text, sizeof text, "formula f%u = f%u+f%u;\n", i, i - 1, i - 1);
    }
    reading_begin(&reading, text, "");
    CU_ASSERT_PTR_NULL(reading.tree);
    CU_ASSERT_STRING_EQUAL(reading.error.text, "this expression has more than 1048576 parts when its "
                                               "formulas are expanded");
    reading_end(&reading);
}

static void test_definitions(void) {
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"N", "'N' gives no name a value: write NAME=VALUE"},
        {"N=", "'N=' gives no name a value: write NAME=VALUE"},
        {"=4", "'=4' gives no name a value: write NAME=VALUE"},
        {"2=4", "'2=4' gives no name a value: write NAME=VALUE"},
        {"N=4,M=0,5", "'N=4,M=0,5': commas separate constants: write a number with a point, as in 0.5"},
        {"N=4,,M=1", "'' gives no name a value: write NAME=VALUE"},
        {"N=4,N=5", "'N' has two values: give it one"},
    };
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        struct definitions definitions = {.memory = &place.memory};
        CU_ASSERT_EQUAL(definitions_add(&definitions, wrong[i].text, &place.error), -1);
        CU_ASSERT_EQUAL(place.error.code, ERROR_USAGE);
        CU_ASSERT_STRING_EQUAL(place.error.text, wrong[i].message);
        definitions_free(&definitions);
    }
    struct definitions definitions = {.memory = &place.memory};
    CU_ASSERT_EQUAL(definitions_add(&definitions, " N = 4 ,p=1e-3", &place.error), 0);
    CU_ASSERT_EQUAL(definitions_add(&definitions, "b=true", &place.error), 0);
    CU_ASSERT_STRING_EQUAL(definitions_take(&definitions, "N")->value, "4");
    CU_ASSERT_STRING_EQUAL(definitions_take(&definitions, "b")->value, "true");
    CU_ASSERT_PTR_NULL(definitions_take(&definitions, "M"));
    CU_ASSERT_PTR_NULL(definitions_take(NULL, "M"));
    CU_ASSERT_STRING_EQUAL(definitions_unused(&definitions)->name, "p");
    definitions_take(&definitions, "p");
    CU_ASSERT_PTR_NULL(definitions_unused(&definitions));
    definitions_free(&definitions);
}

/* Plain and compressed; without the constant that only properties use. */
static void test_files(void) {
    struct reading reading;
    char command[1200];
    reading_begin(
        &reading,
        "\xef\xbb\xbfmdp // kind\r\nconst int N; const int unused;\r\nmodule m x:[0..N]; endmodule\r\n",
        "N=3");
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.tree);
    CU_ASSERT_EQUAL(prism_tree_model(reading.tree)->variables[0].high, 3);
    CU_ASSERT_EQUAL(prism_tree_complete(reading.tree, &reading.error), 0);
    prism_tree_free(reading.tree);
    definitions_free(&reading.definitions);
    const char *folder = test_folder_name(&reading.place.folder);
    snprintf(command, sizeof command, "gzip -k %s/model.prism && zstd -q %s/model.prism", folder, folder);
    CU_ASSERT_EQUAL_FATAL(system(command), 0);
    reading_open(&reading, test_folder_path(&reading.place.folder, "model.prism.gz"), "N=4");
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.tree);
    CU_ASSERT_EQUAL(prism_tree_model(reading.tree)->variables[0].high, 4);
    prism_tree_free(reading.tree);
    definitions_free(&reading.definitions);
    reading_open(&reading, test_folder_path(&reading.place.folder, "model.prism.zst"), "");
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.tree);
    CU_ASSERT_EQUAL(prism_tree_model(reading.tree)->missing_count, 1);
    CU_ASSERT_EQUAL(prism_tree_model(reading.tree)->variables[0].has_range, 0);
    CU_ASSERT_EQUAL(prism_tree_complete(reading.tree, &reading.error), -1);
    prism_tree_free(reading.tree);
    definitions_free(&reading.definitions);
    reading_open(&reading, test_folder_path(&reading.place.folder, "none.prism"), "");
    CU_ASSERT_PTR_NULL(reading.tree);
    CU_ASSERT_EQUAL(reading.error.code, ERROR_IO);
    reading_end(&reading);
}

/* --- expressions --- */

/* Expressions, their values, and how they are shown; a type is the letter before. */
static const struct {
    const char *text, *value, *shown; /* shown NULL: like the text */
} expressions[] = {
    {"i -2^2", "4", "-2^2"},
    {"i -(2^2)", "-4", NULL},
    {"i 2^3^2", "512", NULL},
    {"i (2^3)^2", "64", NULL},
    {"i 1-2-3", "-4", NULL},
    {"i 1-(2-3)", "2", NULL},
    {"i 2*3+4*5", "26", NULL},
    {"i 2*(3+4)*5", "70", NULL},
    {"i ((2+3))+4", "9", "2+3+4"},
    {"i 2+(3+4)", "9", NULL},
    {"d 7/2", "3.5", NULL},
    {"d 8/2/2", "2", NULL},
    {"d 8/(2/2)", "8", NULL},
    {"d 1-1/2", "0.5", NULL},
    {"d -1/2", "-0.5", NULL},
    {"i --3", "3", NULL},
    {"i 2- -3", "5", "2--3"},
    {"b !1=2", "true", NULL},
    {"b 1<2=3<4", "true", NULL},
    {"b 1=1.0", "true", NULL},
    /* Numbers are rounded once, at the end. */
    {"b 0.1+0.2=0.3", "true", NULL},
    {"d 0.1+0.2", "0.3", NULL},
    {"d 1e16+1-1e16", "1", NULL},
    {"d (1-(1-1e-17))/1e-17", "1", NULL},
    {"d 1e-300*1e-300*1e300*1e300", "1", NULL},
    {"d 1e300*1e300/1e300", "1e+300", NULL},
    {"d min(1e-300*1e-300, 1)*1e300*1e300", "1", NULL},
    {"d pow(1e-200, 2)/1e-200", "1e-200", NULL},
    {"d 9007199254740992.0+1", "9007199254740992", NULL},
    {"d 9007199254740992.0+3", "9007199254740996", NULL},
    {"d -(1e16+1-1e16)", "-1", NULL},
    {"d 1e16+1>1e16 ? 1e16+1-1e16 : 5", "1", NULL},
    {"b 1e-300*1e-300>0", "true", NULL},
    {"b 1e16+1>1e16 & !1e16+1<=1e16 & 1e16+1!=1e16", "true", NULL},
    {"i floor(1e16+1-1e16)", "1", NULL},
    {"i ceil(1e16+1.5-1e16)", "2", NULL},
    {"i round(1e16+1.5-1e16)", "2", NULL},
    {"i floor(2147483647.9999999999)", "2147483647", NULL},
    {"d pow(1e-200, 2.5)", "0", NULL},
    {"d log(2^0.5, 2)+1e16+1-1e16", "1.5", NULL},
    {"d 1/0-1e16+1+1e16", "Infinity", NULL},
    {"b 0*-1.0=0 & 1/(0*-1.0)<0", "true", NULL},
    /* With a variable, doubles are as they are. */
    {"b x+0.1+0.2=0.3", "false", NULL},
    {"b 1!=2", "true", NULL},
    {"b !true&false", "false", "!true & false"},
    {"b !(true&false)", "true", "!(true & false)"},
    {"b true|false&false", "true", "true | false & false"},
    {"b (true|false)&false", "false", "(true | false) & false"},
    {"b false=>true=>false", "true", "false => true => false"},
    {"b (false=>true)=>false", "false", "(false => true) => false"},
    {"b true<=>false<=>false", "true", "true <=> false <=> false"},
    {"b true<=>(false<=>false)", "true", "true <=> (false <=> false)"},
    {"b true|false=>false", "false", "true | false => false"},
    {"b true=true", "true", NULL},
    {"i true?1:2", "1", "true ? 1 : 2"},
    {"i false?1:true?2:3", "2", "false ? 1 : true ? 2 : 3"},
    {"i (false?1:2)+3", "5", "(false ? 1 : 2)+3"},
    {"i (true?false:true)?1:2", "2", "(true ? false : true) ? 1 : 2"},
    {"d true?1:2.5", "1", "true ? 1 : 2.5"},
    {"d (true?1:2.5)/2", "0.5", "(true ? 1 : 2.5)/2"},
    {"i mod(7,3)", "1", "mod(7, 3)"},
    {"i mod(-7,3)", "2", "mod(-7, 3)"},
    {"i mod(-6,3)", "0", "mod(-6, 3)"},
    {"i round(2.5)", "3", NULL},
    {"i round(x+2.5)", "3", NULL},
    {"i round(x-2.5)", "-2", NULL},
    {"i floor(x-2.5)", "-3", NULL},
    {"i ceil(x-2.5)", "-2", NULL},
    {"i round(-2.5)", "-2", NULL},
    {"i round(0.49999999999999994)", "0", NULL},
    {"i floor(-0.5)", "-1", NULL},
    {"i ceil(-0.5)", "0", NULL},
    {"i ceil(2)", "2", NULL},
    {"i min(3)", "3", NULL},
    {"i min(3,1,2)", "1", "min(3, 1, 2)"},
    {"d max(3,1.5)", "3", "max(3, 1.5)"},
    {"d max(3,1.5)/2", "1.5", "max(3, 1.5)/2"},
    {"i func(max,1,2)", "2", "max(1, 2)"},
    {"i pow(2,10)", "1024", "pow(2, 10)"},
    {"i pow(-1,2147483647)", "-1", "pow(-1, 2147483647)"},
    {"i 0^0", "1", NULL},
    {"i pow(0,5)", "0", "pow(0, 5)"},
    {"i -2147483647-1", "-2147483648", NULL},
    {"i pow(-2,31)", "-2147483648", "pow(-2, 31)"},
    {"d pow(2,-1.0)", "0.5", "pow(2, -1.0)"},
    {"d 2^0.5", "1.4142135623730951", NULL},
    {"d log(8,2)", "3", "log(8, 2)"},
    {"d 3/0", "Infinity", NULL},
    {"d 0/0", "NaN", NULL},
    {"d 007", "7", NULL},
    {"d .5", "0.5", NULL},
    {"d 1e-3", "0.001", NULL},
    {"d 1.5E+200", "1.5e+200", NULL},
    {"d 2147483647+1.0", "2147483648", NULL},
    {"b x>0 & mod(1,x)=1", "false", "x>0 & mod(1, x)=1"},
    {"b x=0 | mod(1,x)=1", "true", "x=0 | mod(1, x)=1"},
    {"b x>0 => mod(1,x)=1", "true", "x>0 => mod(1, x)=1"},
    {"b (x>0 ? mod(1,x) : 4)=4", "true", "(x>0 ? mod(1, x) : 4)=4"},
    {"b x<-1", "false", "x<-1"},
    {"b f & x=0", "true", NULL},
    {"i g+1", "4", NULL},
    {"i -g^2", "9", NULL},
};

static void test_expressions(void) {
    static const char *const types[] = {"bool", "int", "double"};
    for (size_t i = 0; i < LENGTH(expressions); i++) {
        const char *source = expressions[i].text + 2;
        enum prism_type type = *expressions[i].text == 'b'   ? PRISM_BOOL
                               : *expressions[i].text == 'i' ? PRISM_INT
                                                             : PRISM_DOUBLE;
        char text[400], shown[200], value[60];
        struct reading reading;
        snprintf(text, sizeof text,
                 "mdp formula f = 1<2; formula g = 3; module m x:[0..1]; endmodule\nlabel \"l\" = %s(%s) = "
                 "(%s);\n",
                 type == PRISM_BOOL ? "" : "1*", source, source);
        reading_begin(&reading, text, "");
        CU_ASSERT_PTR_NOT_NULL_FATAL(reading.tree);
        const struct prism_model *model = prism_tree_model(reading.tree);
        const struct prism_expression *expression = model->labels[0].expression->operands[1];
        const int32_t state[] = {0};
        struct prism_value result;
        struct prism_failure failure;
        CU_ASSERT_EQUAL_FATAL(prism_evaluate(model, expression, state, &result, &failure), 0);
        if (expression->fraction != NULL && mpq_sgn(expression->fraction->number) != 0) { /* -0 stays */
            result.real = prism_exact_double(expression->fraction->number);
        }
        prism_show_value(&result, value, sizeof value);
        prism_show_expression(model, expression, shown, sizeof shown);
        const char *wanted = expressions[i].shown != NULL ? expressions[i].shown : source;
        if (expression->type != type || result.type != type || strcmp(value, expressions[i].value) != 0 ||
            strcmp(shown, wanted) != 0) {
            printf("\n%s is %s %s, shown %s\n", source, types[result.type], value, shown);
            CU_FAIL("another value");
        }
        reading_end(&reading);
    }
}

/* --- what is read --- */

static const char show_model[] = "dtmc\n"
                                 "const int N = 2;\n"
                                 "formula busy = x=N | y;\n"
                                 "module m\n"
                                 "  x : [-1..N] init 0;\n"
                                 "  y : bool;\n"
                                 "  [a] !busy -> 0.5:(x'=min(x+1,N)) + 1-0.5:(x'=0)&(y'=true);\n"
                                 "  [] busy -> true;\n"
                                 "endmodule\n"
                                 "module n = m [x=v, y=w, a=b, min=max] endmodule\n"
                                 "rewards \"r\" [b] w : 2; endrewards\n";

static void test_shown(void) {
    struct reading reading;
    char text[300];
    reading_begin(&reading, show_model, "");
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.tree);
    const struct prism_model *model = prism_tree_model(reading.tree);
    CU_ASSERT_STRING_EQUAL(prism_show_command(model, &model->modules[0].commands[0], text, sizeof text),
                           "[a] !busy -> 0.5:(x'=min(x+1, N)) + 1-0.5:(x'=0)&(y'=true)");
    CU_ASSERT_STRING_EQUAL(prism_show_command(model, &model->modules[1].commands[0], text, sizeof text),
                           "[b] !(v=N | w) -> 0.5:(v'=max(v+1, N)) + 1-0.5:(v'=0)&(w'=true)");
    CU_ASSERT_STRING_EQUAL(prism_show_command(model, &model->modules[0].commands[1], text, sizeof text),
                           "[] busy -> true");
    CU_ASSERT_STRING_EQUAL(prism_show_command(model, &model->modules[0].commands[0], text, 12),
                           "[a] !busy..");
    const int32_t state[] = {-1, 1, 2, 0};
    CU_ASSERT_STRING_EQUAL(prism_show_state(model, state, text, sizeof text), "x=-1, y=true, v=2, w=false");
    CU_ASSERT_EQUAL(model->modules[1].commands[0].position.line, 7);
    CU_ASSERT_EQUAL(model->variables[2].name.position.line, 10);
    CU_ASSERT_STRING_EQUAL(model->actions[model->rewards[0].rewards[0].action], "b");
    reading_end(&reading);
}

/* --- counts --- */

/* Small models, by the definitions: STATES CHOICES TRANSITIONS DEADLOCKS INITIAL. */
static const struct {
    const char *text, *counts;
} small[] = {
    {"mdp", "1 1 1 1 1"},
    /* a and b do both; c is alone; a command that is never enabled takes part in d, and blocks it. */
    {"mdp module m x:[0..3]; [a] x=0 -> (x'=1); [d] false -> true; endmodule\n"
     "module n y:[0..3]; [a] y=0 -> (y'=1); [d] true -> (y'=3); endmodule",
     "2 2 2 1 1"},
    /* Equal choices are kept; one target twice in a choice is one transition. */
    {"mdp module m x:[0..1]; [] x=0 -> (x'=1); [] x=0 -> (x'=1); [] x=1 -> 0.5:(x'=0) + 0.5:(x'=0); "
     "endmodule",
     "2 3 3 0 1"},
    {"dtmc module m x:[0..1]; [] x=0 -> (x'=1); [] x=0 -> (x'=1); [] x=1 -> 0.5:(x'=0) + 0.5:(x'=0); "
     "endmodule",
     "2 2 2 0 1"},
    /* A branch of probability 0 is not taken: its value is out of range. */
    {"dtmc module m x:[0..1]; [] true -> x:(x'=0) + 1-x:(x'=x+1); endmodule", "2 2 2 0 1"},
    /* Rates of 0: a deadlock. */
    {"ctmc module m x:[0..1]; [] x=0 -> 2:(x'=1); [] x=1 -> 0:(x'=0); endmodule", "2 2 2 1 1"},
    {"ctmc module m x:[0..1]; [] true -> 0:(x'=1) + x:(x'=2); endmodule", "1 1 1 1 1"},
    /* All read the old state. */
    {"mdp module m x:[0..1]; y:[0..1] init 1; [] true -> (x'=y)&(y'=x); endmodule", "2 2 2 0 1"},
    {"mdp module m x:[0..9]; y:[0..9]; endmodule init x+y=3 & x<y endinit", "2 2 2 2 2"},
    {"mdp module m a:[0..1000000]; b:[0..1000000]; c:[0..1000000]; endmodule\n"
     "init (a=7 & b=a+1 & c=b*b) | (b=5 & a=2 & c=1000000) endinit",
     "2 2 2 2 2"},
    {"mdp module m a:[0..9]; b:bool; endmodule init a<2 => b & (mod(4,max(1,a))=0 | b) endinit",
     "18 18 18 18 18"},
    {"mdp module m a:[0..9]; b:[0..9]; endmodule init (a>8 ? b=1 : b>=8) <=> true endinit", "19 19 19 19 19"},
    {"mdp module m a:[0..2]; b:[0..2]; endmodule init a>0 & mod(2,a)=b endinit", "2 2 2 2 2"},
    {"mdp module m x:[0..1]; endmodule init false endinit", "no state satisfies init .. endinit"},
    /* Operators between modules. */
    {"mdp module m x:[0..1]; [a] x=0 -> (x'=1); endmodule module n = m [x=y] endmodule", "2 2 2 1 1"},
    {"mdp module m x:[0..1]; [a] x=0 -> (x'=1); endmodule module n = m [x=y] endmodule system m ||| n "
     "endsystem",
     "4 5 5 1 1"},
    {"mdp module m x:[0..1]; [a] x=0 -> (x'=1); endmodule module n = m [x=y] endmodule system m |[]| n "
     "endsystem",
     "4 5 5 1 1"},
    {"mdp module m x:[0..1]; [a] x=0 -> (x'=1); endmodule module n = m [x=y] endmodule\n"
     "system m/{a} || n endsystem",
     "4 5 5 1 1"},
    {"mdp module m x:[0..1]; [a] x=0 -> (x'=1); endmodule module n = m [x=y,a=b] endmodule\n"
     "system m{a<-c} || n{b<-c} endsystem",
     "2 2 2 1 1"},
    {"mdp module m x:[0..1]; [a] x=0 -> (x'=1); endmodule module n = m [x=y] endmodule module o = m [x=z] "
     "endmodule\n"
     "system (m ||| n) || o endsystem",
     "3 4 4 2 1"},
    {"mdp module m x:[0..1]; [a] x=0 -> (x'=1); endmodule module n = m [x=y] endmodule module o = m [x=z] "
     "endmodule\n"
     "system \"mn\" |[a]| o endsystem system \"mn\" m ||| n endsystem",
     "3 4 4 2 1"},
    {"mdp module m x:[0..1]; [a] x=0 -> (x'=1); endmodule module n y:[0..1]; [b] y=0 -> (y'=1); endmodule\n"
     "system m |[a]| n endsystem",
     "2 2 2 1 1"},
    /* m and o assign g, but n blocks a. */
    {"mdp global g:[0..1]; module m [a] true -> (g'=1); endmodule module n [b] true -> true; endmodule\n"
     "module o [a] true -> (g'=0); endmodule system (m |[a]| n) || o endsystem",
     "1 1 1 0 1"},
};

static void test_small(void) {
    for (size_t i = 0; i < LENGTH(small); i++) {
        struct reading reading;
        struct prism_space space;
        char found[100];
        reading_begin(&reading, small[i].text, "");
        CU_ASSERT_PTR_NOT_NULL_FATAL(reading.tree);
        explore(&reading, &space);
        snprintf(found, sizeof found, "%llu %llu %llu %llu %llu", (unsigned long long)space.states,
                 (unsigned long long)space.choices, (unsigned long long)space.transitions,
                 (unsigned long long)space.deadlocks, (unsigned long long)space.initial);
        if (reading.error.code != ERROR_NONE) {
            snprintf(found, sizeof found, "%.99s", reading.error.text);
        }
        if (strcmp(found, small[i].counts) != 0) {
            printf("\n%s:\n    %s instead of %s\n", small[i].text, found, small[i].counts);
            CU_FAIL("other counts");
        }
        prism_space_free(&space);
        reading_end(&reading);
    }
}

/* --- rewards, and memory --- */

static void test_rewards(void) {
    static const char text[] =
        "mdp module m x:[0..3]; [a] x=0 -> (x'=1); [] x=0 -> (x'=2); endmodule\n"
        "rewards x<2 : 1.5; true : x; [a] true : 10; [] x=0 : 5; [a] x=0 : 1; endrewards\n"
        "rewards \"wrong\" x=1 : 0-1; [a] true : 1/x; endrewards";
    struct reading reading;
    double reward;
    const int32_t zero[] = {0}, one[] = {1};
    reading_begin(&reading, text, "");
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.tree);
    struct error *error = &reading.error;
    prism_walk *walk = prism_walk_create(reading.tree, &reading.place.run, error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walk);
    CU_ASSERT(prism_walk_state_reward(walk, 0, zero, &reward, error) == 0 && reward == 1.5);
    CU_ASSERT(prism_walk_state_reward(walk, 0, one, &reward, error) == 0 && reward == 2.5);
    CU_ASSERT(prism_walk_action_reward(walk, 0, zero, 0, &reward, error) == 0 && reward == 11);
    CU_ASSERT(prism_walk_action_reward(walk, 0, zero, PRISM_NONE, &reward, error) == 0 && reward == 5);
    CU_ASSERT(prism_walk_action_reward(walk, 0, one, PRISM_NONE, &reward, error) == 0 && reward == 0);
    CU_ASSERT_EQUAL(prism_walk_state_reward(walk, 1, one, &reward, error), -1);
    CU_ASSERT_STRING_EQUAL(error->text,
                           "the reward 0-1 is -1: it must be finite and not negative, in the state x=1");
    CU_ASSERT_EQUAL(prism_walk_action_reward(walk, 1, zero, 0, &reward, error), -1);
    CU_ASSERT_STRING_EQUAL(
        error->text, "the reward 1/x is Infinity: it must be finite and not negative, in the state x=0");
    prism_walk_free(walk);
    reading_end(&reading);
}

/* Reading and walking with less memory than they need: an error of that code, and nothing is left. */
static void test_memory(void) {
    unsigned failed = 0;
    for (uint64_t limit = 1000; limit < 400000; limit += limit / 20) {
        struct reading reading;
        struct prism_space space;
        memset(&reading, 0, sizeof reading);
        workplace_begin(&reading.place, limit);
        reading_open(&reading, test_folder_write(&reading.place.folder, "model.prism", show_model), "");
        if (reading.tree != NULL) {
            explore(&reading, &space);
            prism_space_free(&space);
        }
        CU_ASSERT(reading.error.code == ERROR_NONE || reading.error.code == ERROR_MEMORY);
        failed += reading.error.code == ERROR_MEMORY;
        reading_end(&reading);
    }
    CU_ASSERT(failed > 10);
}

void suite_prism(void) {
    suite_add("PRISM models", workplace_open, workplace_close, "errors in models and in states", test_refused,
              "nesting", test_limits, "long sums and many formulas", test_sizes, "values of constants",
              test_definitions, "files, compressed or not", test_files, "expressions", test_expressions,
              "commands and states as text", test_shown, "small models", test_small, "rewards", test_rewards,
              "little memory", test_memory, NULL);
}
