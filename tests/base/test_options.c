/* The options table: parsing, errors, and the texts made from it. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options/options.h"
#include "base/options/options_text.h"
#include "base/quantity.h"
#include "tests/support/testing.h"

struct values {
    int flag, other, choice;
    uint64_t number, size, bucket;
    double duration;
    const char *text, *labels;
    struct option_list list, extra, label, formula;
};

static const struct option_row rows[] = {
    {"flag", 'f', OPTION_FLAG, offsetof(struct values, flag), NULL, 0, 0, "a flag"},
    {"other", 'o', OPTION_FLAG, offsetof(struct values, other), NULL, 0, 0, "another flag"},
    {"threads", 'j', OPTION_NUMBER, offsetof(struct values, number), "N", 1, 1024, "how many threads"},
    {"memory", 'm', OPTION_SIZE, offsetof(struct values, size), "SIZE", 1024, UINT64_MAX, "how much memory"},
    {"timeout", 't', OPTION_DURATION, offsetof(struct values, duration), "TIME", 0, 0, "how long"},
    {"regex", 0, OPTION_CHOICE, offsetof(struct values, choice), "basic|extended", 0, 0, "which expressions"},
    {"output", 'O', OPTION_TEXT, offsetof(struct values, text), "FILE", 0, 0, "where to"},
    {"internal", 'i', OPTION_LIST, offsetof(struct values, list), "NAME", 0, 0, "a name"},
    {"labels", 0, OPTION_TEXT, offsetof(struct values, labels), "L,..", 0, 0, "some labels"},
    {"label", 0, OPTION_LIST, offsetof(struct values, label), "L", 0, 0, "a label"},
    {"formula", 0, OPTION_LIST, offsetof(struct values, formula), "F", 0, 0, "a formula"},
};

static const struct option_row advanced_rows[] = {
    {"bucket", 0, OPTION_NUMBER, offsetof(struct values, bucket), "N", 1, 32, "how wide buckets are"},
    {"extra", 'x', OPTION_LIST, offsetof(struct values, extra), "NAME", 0, 0, "one more"},
};

static const struct options_hint hints[] = {{"strong", "use --regex"}, {NULL, NULL}};

static const struct option_argument arguments[] = {{"labels", COMPLETION_LABELS, NULL},
                                                   {"label", COMPLETION_LABEL, NULL},
                                                   {"formula", COMPLETION_FORMULA, NULL},
                                                   {NULL, COMPLETION_FILES, NULL}};

static const struct options_old_name old_names[] = {{"sundry", "labels"}, {NULL, NULL}};

static const char *advise(const char *operand) {
    return strstr(operand, ".mcl") != NULL ? "it is a formula" : NULL;
}

static const struct options_command command = {
    .name = "work",
    .operands = "NET",
    .fewest_operands = 1,
    .most_operands = 2,
    .summary = "does work",
    .description = "Does work.\n\n.Even with a dot in front.",
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
    .hints = hints,
    .arguments = arguments,
    .old_names = old_names,
    .operand_advice = advise,
};

struct parsed {
    int result;
    struct values values;
    struct options_line line;
    struct error error;
    struct memory memory;
};

/* Splits `line` at blanks and parses it. */
static void parse_for(const struct options_command *command, const struct options_program *program,
                      struct parsed *parsed, char *line) {
    char *argv[32] = {"work"};
    int argc = 1;
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
        argv[argc++] = word;
    }
    memset(parsed, 0, sizeof *parsed);
    memory_init(&parsed->memory, UINT64_MAX);
    parsed->line.memory = &parsed->memory;
    parsed->line.program = program;
    parsed->result = options_parse(command, argc, argv, &parsed->values, &parsed->line, &parsed->error);
}

static void parse(struct parsed *parsed, char *line) {
    parse_for(&command, NULL, parsed, line);
}

static void release(struct parsed *parsed) {
    options_free(&command, &parsed->values, &parsed->line);
    CU_ASSERT_EQUAL(memory_used(&parsed->memory), 0);
}

static void test_forms(void) {
    char line[] =
        "-fo a --threads=7 -m 4K --memory 1.5M -t5m --regex extended -Oout -i x --internal=y --internal= b "
        "--bucket 8 -xmore";
    struct parsed parsed;
    parse(&parsed, line);
    CU_ASSERT_EQUAL_FATAL(parsed.result, OPTIONS_PARSED);
    CU_ASSERT(parsed.values.flag && parsed.values.other);
    CU_ASSERT_EQUAL(parsed.values.number, 7);
    CU_ASSERT_EQUAL(parsed.values.size, 3 << 19);
    CU_ASSERT_EQUAL(parsed.values.duration, 300);
    CU_ASSERT_EQUAL(parsed.values.choice, 1);
    CU_ASSERT_STRING_EQUAL(parsed.values.text, "out");
    CU_ASSERT_EQUAL_FATAL(parsed.values.list.count, 3);
    CU_ASSERT_STRING_EQUAL(parsed.values.list.items[0], "x");
    CU_ASSERT_STRING_EQUAL(parsed.values.list.items[1], "y");
    CU_ASSERT_STRING_EQUAL(parsed.values.list.items[2], "");
    CU_ASSERT_EQUAL(parsed.values.bucket, 8);
    CU_ASSERT_EQUAL_FATAL(parsed.values.extra.count, 1);
    CU_ASSERT_STRING_EQUAL(parsed.values.extra.items[0], "more");
    CU_ASSERT_EQUAL_FATAL(parsed.line.operands.count, 2);
    CU_ASSERT_STRING_EQUAL(parsed.line.operands.items[0], "a");
    CU_ASSERT_STRING_EQUAL(parsed.line.operands.items[1], "b");
    release(&parsed);
}

/* Options are noted each time they are given, whatever their kind and form; operands are not. */
static void test_order(void) {
    static const char *const expected[] = {"internal", "flag", "memory", "internal", "other", "flag"};
    char line[] = "-i x a -fm 4K --internal=y -of -- -f";
    struct parsed parsed;
    parse(&parsed, line);
    CU_ASSERT_EQUAL(parsed.result, OPTIONS_PARSED);
    CU_ASSERT_EQUAL_FATAL(parsed.line.given.count, LENGTH(expected));
    for (size_t i = 0; i < parsed.line.given.count; i++) {
        CU_ASSERT_STRING_EQUAL(parsed.line.given.items[i], expected[i]);
    }
    release(&parsed);
}

/* An old name works, is noted by the new one, and is in no text. */
static void test_old_names(void) {
    char line[] = "--sundry a,b net", again[] = "--sundry=c net";
    struct parsed parsed;
    parse(&parsed, line);
    CU_ASSERT_EQUAL_FATAL(parsed.result, OPTIONS_PARSED);
    CU_ASSERT_STRING_EQUAL(parsed.values.labels, "a,b");
    CU_ASSERT_STRING_EQUAL(parsed.line.given.items[0], "labels");
    release(&parsed);
    parse(&parsed, again);
    CU_ASSERT_STRING_EQUAL(parsed.values.labels, "c");
    release(&parsed);
}

static void test_grouped_letters(void) {
    char line[] = "-foj3 -";
    struct parsed parsed;
    parse(&parsed, line);
    CU_ASSERT_EQUAL(parsed.result, OPTIONS_PARSED);
    CU_ASSERT(parsed.values.flag && parsed.values.other);
    CU_ASSERT_EQUAL(parsed.values.number, 3);
    CU_ASSERT_EQUAL_FATAL(parsed.line.operands.count, 1);
    CU_ASSERT_STRING_EQUAL(parsed.line.operands.items[0], "-");
    release(&parsed);
}

static void test_operands_after_dashes(void) {
    char line[] = "-f -- -o --threads";
    struct parsed parsed;
    parse(&parsed, line);
    CU_ASSERT_EQUAL(parsed.result, OPTIONS_PARSED);
    CU_ASSERT_EQUAL(parsed.values.other, 0);
    CU_ASSERT_EQUAL_FATAL(parsed.line.operands.count, 2);
    CU_ASSERT_STRING_EQUAL(parsed.line.operands.items[1], "--threads");
    release(&parsed);
}

static void test_help_and_version(void) {
    static const struct {
        const char *line;
        int result;
    } cases[] = {{"--help", OPTIONS_HELP},
                 {"-h", OPTIONS_HELP},
                 {"--version", OPTIONS_VERSION},
                 {"-fV", OPTIONS_VERSION},
                 {"-f x --help", OPTIONS_HELP}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char line[64];
        strcpy(line, cases[i].line);
        struct parsed parsed;
        parse(&parsed, line);
        CU_ASSERT_EQUAL(parsed.result, cases[i].result);
        release(&parsed);
    }
}

static void test_errors(void) {
    static const char *const cases[][2] = {
        {"", "an argument is missing: NET"},
        {"a b c", "unexpected argument 'c'"},
        {"--label /", "an argument is missing: NET ('/' is the L of --label)"},
        {"--label no.exp", "an argument is missing: NET"},
        {"-i /", "an argument is missing: NET"},
        {"a --threads", "--threads: the argument (N) is missing"},
        {"a -j", "--threads: the argument (N) is missing"},
        {"a --threads=0", "--threads: 0 is out of range (1..1024)"},
        {"a -j 1025", "--threads: 1025 is out of range (1..1024)"},
        {"a -j 99999999999999999999", "--threads: 99999999999999999999 is out of range (1..1024)"},
        {"a -j -1", "--threads: '-1' is not a number (1000, 1e6)"},
        {"a -j 1x", "--threads: '1x' is not a number (1000, 1e6)"},
        {"a -j 1e", "--threads: '1e' is not a number (1000, 1e6)"},
        {"a -j 1e2e2", "--threads: '1e2e2' is not a number (1000, 1e6)"},
        {"a -j 1e400", "--threads: '1e400' is not a number (1000, 1e6)"},
        {"a -j 1e4", "--threads: 1e4 is out of range (1..1024)"},
        {"a --threads=", "--threads: '' is not a number (1000, 1e6)"},
        {"a --memory=12", "--memory: 12 is out of range (at least 1.00 KiB)"},
        {"a --memory=4X", "--memory: '4X' is not a size (512M, 4G, 1.5G or bytes)"},
        {"a --timeout=5d", "--timeout: '5d' is not a duration (90, 90s, 5m, 2h)"},
        {"a --regex=perl", "--regex: 'perl' is not one of basic|extended"},
        {"a --regex=extendde", "--regex: 'extendde' is not one of basic|extended; did you mean extended?"},
        {"a --regex=BASIC", "--regex: 'BASIC' is not one of basic|extended; did you mean basic?"},
        {"a --regex=bas", "--regex: 'bas' is not one of basic|extended"},
        {"a --output=", "--output: the argument is empty"},
        {"a --flag=1", "--flag takes no argument"},
        {"a --treads=3", "unknown option --treads; did you mean --threads?"},
        {"a --thread", "unknown option --thread; did you mean --threads?"},
        {"a --hlep", "unknown option --hlep; did you mean --help?"},
        {"a --mem 4K", "unknown option --mem; did you mean --memory?"},
        {"a --nonsense", "unknown option --nonsense"},
        {"a -fy", "unknown option -y"},
        {"a -threads", "unknown option -threads; did you mean --threads?"},
        {"a -other", "unknown option -other; did you mean --other?"},
        {"a -regex=basic", "unknown option -regex; did you mean --regex?"},
        {"a -fabric", "unknown option -a"},
        {"a -treads", "unknown option -treads; did you mean --threads?"},
        {"a -mem", "--memory: 'em' is not a size (512M, 4G, 1.5G or bytes)"},
        {"a -memor", "unknown option -memor; did you mean --memory?"},
        {"a -strong", "there is no option -strong: use --regex"},
        {"a --strong", "there is no option --strong: use --regex"},
        {"a --ftag", "unknown option --ftag; did you mean --flag?"},
        {"a --flip", "unknown option --flip"},
        {"--labels b c no.exp x", "unexpected argument 'c': the labels of --labels have commas between them, "
                                  "and no blanks: --labels b,c"},
        {"--labels b, c d no.exp", "unexpected argument 'c': the labels of --labels have commas between "
                                   "them, and no blanks: --labels b,c"},
        {"--label SEND !1 no.exp other",
         "unexpected argument '!1': --label takes one label, in quotes of the shell if it has blanks "
         "(--label 'SEND !1'), and may be given several times"},
        {"--formula=[a] false no.exp other",
         "unexpected argument 'false': --formula takes one formula: put all of it in quotes of the shell"},
        {"--labels b / . /", "unexpected argument '/'"},
        {"/ . no.exp", "unexpected argument 'no.exp'"},
        {"/ no.exp .", "unexpected argument 'no.exp'"},
        {"/ no.mcl / .", "unexpected argument 'no.mcl': it is a formula"},
        {"a --output --flag", "--output: the argument (FILE) is missing: '--flag' is the next option"},
        {"a -i --threads=3", "--internal: the argument (NAME) is missing: '--threads=3' is the next option"},
        {"a --buckets=8", "unknown option --buckets; did you mean --bucket?"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char line[128];
        strcpy(line, cases[i][0]);
        struct parsed parsed;
        parse(&parsed, line);
        CU_ASSERT_EQUAL(parsed.result, -1);
        CU_ASSERT_EQUAL(parsed.error.code, ERROR_USAGE);
        if (strcmp(parsed.error.text, cases[i][1]) != 0) {
            printf("\n  '%s' gave '%s'", cases[i][0], parsed.error.text);
            CU_FAIL("wrong message");
        }
        release(&parsed);
    }
}

static void test_rules(void) {
    static const struct option_rule rules[] = {{"labels", OPTION_NEEDS, "label formula", "names some"},
                                               {"label", OPTION_EXCLUDES, "extra flag", "does all"},
                                               {NULL, OPTION_NEEDS, NULL, NULL}};
    static const char *const cases[][2] = {
        {"a --labels x --bucket 8", "--labels names some: give --label or --formula, too"},
        {"-x 1 a --label x -f", "--label does all, so it excludes --extra: give one of them"},
        {"a --label x --labels y -f", "--label does all, so it excludes --flag: give one of them"},
        {"a -fx1", NULL},
        {"a --sundry x --formula f -f", NULL},
        {"--label x a --labels x", NULL},
    };
    struct options_command ruled = command;
    ruled.rules = rules;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char line[128];
        strcpy(line, cases[i][0]);
        struct parsed parsed;
        parse_for(&ruled, NULL, &parsed, line);
        CU_ASSERT_EQUAL(parsed.result, cases[i][1] == NULL ? OPTIONS_PARSED : -1);
        if (cases[i][1] != NULL) {
            CU_ASSERT_STRING_EQUAL(parsed.error.text, cases[i][1]);
        }
        release(&parsed);
    }
}

/* An option that other commands have: by its name, an old name or its letter. */
static void test_foreign(void) {
    static const char *const cases[][2] = {
        {"--threads=3 a", "`rest` has no option --threads; work has it"},
        {"-threads=3 a", "`rest` has no option --threads; work has it"},
        {"a -j 3", "`rest` has no option -j; work has it"},
        {"a --longer", "`rest` has no option --longer; nap and doze have it"},
        {"a --deep", "`rest` has no option --deep; work, nap and doze have it"},
        {"a --flip", "unknown option --flip"},
        {"a -%", "unknown option -%"},
        {"a --soft", "unknown option --soft; did you mean --softly?"},
    };
    static const struct option_row work[] = {{"threads", 'j', OPTION_FLAG, 0, NULL, 0, 0, ""},
                                             {"deep", 0, OPTION_FLAG, 0, NULL, 0, 0, ""}};
    static const struct option_row naps[] = {{"long", 0, OPTION_FLAG, 0, NULL, 0, 0, ""},
                                             {"deep", 0, OPTION_FLAG, 0, NULL, 0, 0, ""}};
    static const struct option_row softly[] = {{"softly", 0, OPTION_FLAG, 0, NULL, 0, 0, ""}};
    static const struct options_old_name old[] = {{"longer", "long"}, {NULL, NULL}};
    static const struct options_command commands[] = {
        {.name = "work", .options = OPTIONS_TABLE(work)},
        {.name = "nap", .options = OPTIONS_TABLE(naps), .old_names = old},
        {.name = "doze", .options = OPTIONS_TABLE(naps), .old_names = old},
        {.name = "rest", .operands = "BED", .options = OPTIONS_TABLE(softly)}};
    static const struct options_subcommand list[] = {
        {&commands[0], NULL}, {&commands[1], NULL}, {&commands[2], NULL}, {&commands[3], NULL}};
    static const struct options_program program = {.commands = list, .command_count = LENGTH(list)};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char line[128];
        strcpy(line, cases[i][0]);
        struct parsed parsed;
        parse_for(&commands[3], &program, &parsed, line);
        CU_ASSERT_EQUAL(parsed.result, -1);
        CU_ASSERT_STRING_EQUAL(parsed.error.text, cases[i][1]);
        options_free(&commands[3], &parsed.values, &parsed.line);
    }
}

static void test_long_garbage(void) {
    char *line = malloc(100001);
    memset(line, 'x', 100000);
    line[100000] = '\0';
    memcpy(line, "--", 2);
    struct parsed parsed;
    parse(&parsed, line);
    CU_ASSERT_EQUAL(parsed.result, -1);
    CU_ASSERT_EQUAL(strncmp(parsed.error.text, "unknown option --xxx", 20), 0);
    release(&parsed);
    free(line);
}

static void test_sizes(void) {
    static const struct {
        const char *text;
        uint64_t bytes;
    } good[] = {{"0", 0},
                {"4096", 4096},
                {"4k", 4096},
                {"512M", (uint64_t)512 << 20},
                {"4G", (uint64_t)4 << 30},
                {"1.5G", (uint64_t)3 << 29},
                {"2GiB", (uint64_t)2 << 30},
                {"2gb", (uint64_t)2 << 30},
                {".5T", (uint64_t)1 << 39},
                {"18446744073709551615", UINT64_MAX}};
    static const char *const bad[] = {"",
                                      "G",
                                      ".",
                                      "1.2.3",
                                      "4GG",
                                      "-4G",
                                      " 4G",
                                      "1e9",
                                      "0x10",
                                      "4Gi ",
                                      "inf",
                                      "99999999T",
                                      "18446744073709551616",
                                      "4ii",
                                      "nan"};
    uint64_t bytes;
    for (size_t i = 0; i < LENGTH(good); i++) {
        CU_ASSERT_EQUAL(quantity_parse_size(good[i].text, &bytes), 0);
        CU_ASSERT_EQUAL(bytes, good[i].bytes);
    }
    for (size_t i = 0; i < LENGTH(bad); i++) {
        bytes = 77;
        CU_ASSERT_EQUAL(quantity_parse_size(bad[i], &bytes), -1);
        CU_ASSERT_EQUAL(bytes, 77);
    }
}

static void test_counts(void) {
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = {{"0", 0},   {"12", 12}, {"1e0", 1}, {"25E3", 25000}, {"1e19", 10000000000000000000u},
                {"0e99", 0}};
    static const char *const bad[] = {"", "e3", "1e", "1e-1", "1e+1", "1.5e3", "1e20", "1e3x", " 1e3"};
    uint64_t value = 7;
    for (size_t i = 0; i < LENGTH(good); i++) {
        CU_ASSERT_EQUAL(quantity_parse_count(good[i].text, &value), 0);
        CU_ASSERT_EQUAL(value, good[i].value);
    }
    for (size_t i = 0; i < LENGTH(bad); i++) {
        CU_ASSERT_EQUAL(quantity_parse_count(bad[i], &value), -1);
        CU_ASSERT_EQUAL(value, 0);
    }
    CU_ASSERT_EQUAL(quantity_parse_number("1e3", &value), -1);
}

static void test_durations(void) {
    static const struct {
        const char *text;
        double seconds;
    } good[] = {{"90", 90}, {"90s", 90}, {"5m", 300}, {"2h", 7200}, {"0.5", 0.5}, {"1.5h", 5400}, {"0", 0}};
    static const char *const bad[] = {"", "s", "5x", "-5", "1:30", "5ms", "5 m"};
    double seconds;
    for (size_t i = 0; i < LENGTH(good); i++) {
        CU_ASSERT_EQUAL(quantity_parse_duration(good[i].text, &seconds), 0);
        CU_ASSERT_DOUBLE_EQUAL(seconds, good[i].seconds, 1e-9);
    }
    for (size_t i = 0; i < LENGTH(bad); i++) {
        CU_ASSERT_EQUAL(quantity_parse_duration(bad[i], &seconds), -1);
    }
}

static void test_quantities_as_text(void) {
    char buffer[QUANTITY_TEXT];
    CU_ASSERT_STRING_EQUAL(quantity_number(0, buffer), "0");
    CU_ASSERT_STRING_EQUAL(quantity_number(999, buffer), "999");
    CU_ASSERT_STRING_EQUAL(quantity_number(34012224, buffer), "34 012 224");
    CU_ASSERT_STRING_EQUAL(quantity_number(UINT64_MAX, buffer), "18 446 744 073 709 551 615");
    CU_ASSERT_STRING_EQUAL(quantity_bytes(512, buffer), "512 B");
    CU_ASSERT_STRING_EQUAL(quantity_bytes((uint64_t)3 << 29, buffer), "1.50 GiB");
    CU_ASSERT_STRING_EQUAL(quantity_bytes(UINT64_MAX, buffer), "16.0 EiB");
    CU_ASSERT_STRING_EQUAL(quantity_seconds(0.0123, buffer), "0.012 s");
    CU_ASSERT_STRING_EQUAL(quantity_seconds(125, buffer), "2 min 05 s");
    CU_ASSERT_STRING_EQUAL(quantity_seconds(7500, buffer), "2 h 05 min");
    CU_ASSERT_STRING_EQUAL(quantity_rough(53200, buffer), "53.2 k");
    CU_ASSERT_STRING_EQUAL(quantity_rough(999999, buffer), "1.00 M");
}

static void test_significant(void) {
    static const struct {
        double number;
        const char *text;
    } cases[] = {{0, "0"},
                 {9e-10, "0"},
                 {1e-9, "0.000000001"},
                 {0.00003124, "0.0000312"},
                 {0.00005, "0.00005"},
                 {0.09996, "0.1"},
                 {0.0996, "0.0996"},
                 {1, "1"},
                 {1.2, "1.2"},
                 {9.996, "10"},
                 {53.25, "53.2"},
                 {99.96, "100"},
                 {120, "120"},
                 {999.4, "999"},
                 {999.5, "1000"},
                 {3741.87, "3742"},
                 {1e17, "100000000000000000"}};
    char buffer[QUANTITY_TEXT];
    for (size_t i = 0; i < LENGTH(cases); i++) {
        CU_ASSERT_STRING_EQUAL(quantity_significant(cases[i].number, buffer), cases[i].text);
    }
    uint64_t state = number_from_environment("HEDDLE_SEED", 1), wrong = 0;
    for (int i = 0; i < 10000; i++) { /* up to half of the third digit */
        double number =
            (double)(random_next(&state) % 1000000 + 1) * pow(10, -(double)(random_next(&state) % 10));
        const char *point = strchr(quantity_significant(number, buffer), '.');
        int is_small = number < 1e-9;
        wrong += !is_small && fabs(strtod(buffer, NULL) - number) > number * 0.005000001;
        wrong += strspn(buffer, "0123456789.") != strlen(buffer);
        wrong += point != NULL && strchr("0.", buffer[strlen(buffer) - 1]) != NULL;
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static const struct options_subcommand commands[] = {{&command, NULL}};

static const struct options_program program = {
    .name = "weave",
    .version = "1.2",
    .summary = "weaves",
    .description = "Weaves\\unweaves.",
    .commands = commands,
    .command_count = 1,
    .self = &command,
};

/* Whether advanced options, and no others, come after `heading`, which is there once. */
static int has_advanced_section(const char *text, const char *heading, const char *dashes) {
    const char *section = strstr(text, heading);
    int right = section != NULL && strstr(section + 1, heading) == NULL;
    for (unsigned i = 0; right && i < options_row_count(&command); i++) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", dashes, options_row(&command, i)->name);
        right = (strstr(section, name) != NULL) == (i >= options_advanced(&command));
    }
    return right;
}

/* What `write` writes, as a string to be freed. */
static char *written(void (*write)(const struct options_program *, FILE *)) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    write(&program, stream);
    fclose(stream);
    return text;
}

static void write_command_help(const struct options_program *of, FILE *stream) {
    options_write_help(of->name, &command, stream);
}

static void write_command_manual(const struct options_program *of, FILE *stream) {
    options_write_command_manual(of, &command, stream);
}

static void test_generated_texts(void) {
    char *help = written(write_command_help), *overview = written(options_write_overview);
    char *manual = written(options_write_manual), *completion = written(options_write_bash);
    char *zsh = written(options_write_zsh), *fish = written(options_write_fish),
         *page = written(write_command_manual);
    char *markdown = written(options_write_markdown);
    for (unsigned i = 0; i < options_row_count(&command); i++) {
        const struct option_row *row = options_row(&command, i);
        char name[64];
        snprintf(name, sizeof name, "--%s", row->name);
        CU_ASSERT_PTR_NOT_NULL(strstr(help, name));
        CU_ASSERT_PTR_NOT_NULL(strstr(overview, name));
        CU_ASSERT_PTR_NOT_NULL(strstr(completion, name));
        CU_ASSERT_PTR_NOT_NULL(strstr(zsh, name));
        CU_ASSERT_PTR_NOT_NULL(strstr(help, row->help));
        snprintf(name, sizeof name, " -l %s ", row->name);
        CU_ASSERT_PTR_NOT_NULL(strstr(fish, name));
        snprintf(name, sizeof name, "\\-\\-%s", row->name);
        CU_ASSERT_PTR_NOT_NULL(strstr(manual, name));
        CU_ASSERT_PTR_NOT_NULL(strstr(manual, row->help));
        CU_ASSERT_PTR_NOT_NULL(strstr(page, name));
        CU_ASSERT_PTR_NOT_NULL(strstr(page, row->help));
    }
    CU_ASSERT_PTR_NULL(strstr(help, "sundry"));
    CU_ASSERT_PTR_NULL(strstr(manual, "sundry"));
    CU_ASSERT_PTR_NULL(strstr(completion, "sundry"));
    CU_ASSERT_EQUAL(strncmp(help, "usage: weave work [OPTION]... NET\n", 34), 0);
    CU_ASSERT_EQUAL(strncmp(manual, ".TH WEAVE 1 ", 12), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(manual, "Weaves\\eunweaves."));
    CU_ASSERT_PTR_NOT_NULL(strstr(manual, "\n\\&.Even with a dot"));
    CU_ASSERT_EQUAL(strncmp(page, ".TH WEAVE\\-WORK 1 ", 18), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(page, "\nweave\\-work \\- "));
    CU_ASSERT_PTR_NOT_NULL(strstr(page, ".SH SEE ALSO\n\\fBweave\\fR(1)\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(manual, ".SH SEE ALSO\n\\fBweave\\-work\\fR(1)\n"));
    CU_ASSERT(has_advanced_section(help, "\nAdvanced:\n", "--"));
    CU_ASSERT(has_advanced_section(page, ".SH ADVANCED\n", "\\-\\-"));
    CU_ASSERT_PTR_NOT_NULL(strstr(manual, ".PP\nAdvanced options:\n.TP\n\\fB\\-\\-bucket"));
    CU_ASSERT_PTR_NOT_NULL(strstr(markdown, "\n\n| advanced | |\n|---|---|\n| `--bucket N` |"));
    CU_ASSERT_PTR_NOT_NULL(strstr(completion, "words='basic extended'"));
    CU_ASSERT_EQUAL(strncmp(zsh, "#compdef weave\n", 15), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(zsh, ":(basic extended)'"));
    CU_ASSERT_PTR_NOT_NULL(strstr(fish, " -r -f -a 'basic extended' -d '"));
    free(help);
    free(overview);
    free(manual);
    free(completion);
    free(zsh);
    free(fish);
    free(page);
    free(markdown);
}

/* In Markdown, an option of several commands has one row; each command names it. */
static void test_shared_options(void) {
    static const struct options_command unweave = {.name = "unweave",
                                                   .options = {rows, 2},
                                                   .advanced = {advanced_rows, 1},
                                                   .operands = "",
                                                   .summary = "",
                                                   .description = ""};
    static const struct options_command rest = {
        .name = "rest", .options = {rows, 1}, .operands = "", .summary = "", .description = ""};
    static const struct options_subcommand three[] = {{&command, NULL}, {&unweave, NULL}, {&rest, NULL}};
    const struct options_program of_three = {.name = "weave",
                                             .summary = "",
                                             .description = "",
                                             .commands = three,
                                             .command_count = LENGTH(three),
                                             .self = &rest};
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    options_write_markdown(&of_three, stream);
    fclose(stream);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\n| of all commands | |\n|---|---|\n| `-f`, `--flag` | a flag |\n"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "\n| of several commands | |\n|---|---|\n| `-o`, `--other` | another flag |\n\n"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "\n| advanced | |\n|---|---|\n| `--bucket N` | how wide buckets are |\n\n## Without"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ": those of all commands, `--other`, `--bucket`.\n\n## weave rest"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ": those of all commands.\n\n## Common options"));
    CU_ASSERT_PTR_NULL(strstr(strstr(text, "how wide buckets are") + 1, "how wide buckets are"));
    free(text);
}

void suite_options(void) {
    suite_add("options", NULL, NULL, "long, short, attached and repeated options", test_forms,
              "the order of options", test_order, "old names", test_old_names, "grouped letters",
              test_grouped_letters, "operands after --", test_operands_after_dashes, "help and version",
              test_help_and_version, "each error has its message", test_errors, "which options go together",
              test_rules, "options of other commands", test_foreign, "a very long unknown option",
              test_long_garbage, "sizes", test_sizes, "counts", test_counts, "durations", test_durations,
              "quantities as text", test_quantities_as_text, "digits that signify", test_significant,
              "help, manual and completion name every option", test_generated_texts,
              "an option of several commands has one row", test_shared_options, NULL);
}
