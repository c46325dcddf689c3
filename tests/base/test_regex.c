/*
 * Regular expressions: those of random cases are matched by regexec, too, which must find the same matches
 * and groups; and expressions for which regexec takes hours are matched, or end undecided, at once.
 */
#include <CUnit/CUnit.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/regex.h"
#include "tests/support/testing.h"

#define ROOM 512
#define GROUP_DEPTH 2u

/* --- random expressions --- */

struct writer {
    uint64_t random;
    int extended, references;
    unsigned groups;
    int vague;  /* regexec has views of its own on what the groups are */
    int hollow; /* a group may match the empty text */
    char text[ROOM];
};

static void put(struct writer *writer, const char *text) {
    size_t length = strlen(writer->text);
    if (length + strlen(text) + 64 < ROOM) {
        strcpy(writer->text + length, text);
    }
}

/* An operator that has a backslash in basic expressions. */
static void put_operator(struct writer *writer, const char *operator) {
    put(writer, writer->extended ? "" : "\\");
    put(writer, operator);
}

static int put_alternatives(struct writer *writer, unsigned depth);

/* Each returns whether what it has put may match the empty text. */
static int put_atom(struct writer *writer, unsigned depth) {
    static const char *const atoms[] = {
        "a",           "b",    "c",        "A",        ".",     "[ab]",         "[^a]", "[b-c]",
        "[[:upper:]]", "[]a]", "[^]b-c]",  "[a-]",     "\\w",   "\\W",          "\\s",  "\\.",
        "_",           " ",    "[[=a=]b]", "[[.-.]a]", "[A-C]", "[[:alnum:]_]", "\\S"};
    char reference[3] = {'\\', '1', '\0'};
    int is_empty = 0;
    uint32_t drawn = random_draw(&writer->random, 12);
    if (drawn < 3 && depth > 0 && writer->groups < 9) {
        writer->groups++;
        put_operator(writer, "(");
        is_empty = put_alternatives(writer, depth - 1);
        put_operator(writer, ")");
        writer->hollow |= is_empty;
    } else if (drawn == 3 && writer->references && depth == GROUP_DEPTH && writer->groups > 0) {
        reference[1] = (char)('1' + random_draw(&writer->random, writer->groups));
        put(writer, reference);
        is_empty = 1;
    } else {
        put(writer, atoms[random_draw(&writer->random, drawn < 9 ? 3 : LENGTH(atoms))]);
    }
    return is_empty;
}

static int put_repetition(struct writer *writer, int is_group, int is_empty) {
    static const char *const bounds[] = {"0,1", "2", "1,2", "0,", "1,", "2,", ",2", "0", "2,4", "0,3"};
    uint32_t drawn = random_draw(&writer->random, 12);
    if (is_group && writer->references) {
        return is_empty; /* it is not clear which repetition is referred to */
    }
    writer->vague |= is_group && ((is_empty && drawn < 6) || drawn == 5);
    if (drawn < 3) {
        put(writer, "*");
    } else if (drawn == 3) {
        put_operator(writer, "+");
    } else if (drawn == 4) {
        put_operator(writer, "?");
    } else if (drawn == 5) {
        put_operator(writer, "{");
        put(writer, bounds[random_draw(&writer->random, LENGTH(bounds))]);
        put_operator(writer, "}");
    }
    return is_empty || drawn < 3 || drawn == 4 || drawn == 5;
}

static int put_branch(struct writer *writer, unsigned depth) {
    static const char *const places[] = {"^", "$", "\\<", "\\>", "\\b", "\\B", "\\`", "\\'"};
    int is_empty = 1;
    for (uint32_t atoms = random_draw(&writer->random, 4); atoms-- > 0;) {
        /* Not in groups, whose copies lose them in glibc. */
        if (depth == GROUP_DEPTH && !writer->references && random_draw(&writer->random, 12) == 0) {
            writer->vague = 1;
            put(writer, places[random_draw(&writer->random, LENGTH(places))]);
        }
        const unsigned groups = writer->groups;
        int atom = put_atom(writer, depth);
        is_empty &= put_repetition(writer, writer->groups > groups, atom);
    }
    return is_empty;
}

static int put_alternatives(struct writer *writer, unsigned depth) {
    int is_empty = put_branch(writer, depth);
    while (random_draw(&writer->random, 4) == 0) {
        put_operator(writer, "|");
        is_empty |= put_branch(writer, depth);
        writer->vague |= is_empty;
    }
    return is_empty;
}

static void draw_text(uint64_t *random, char text[16]) {
    uint32_t length = random_draw(random, 12);
    for (uint32_t i = 0; i < length; i++) {
        text[i] = "aaabbbccA_ -]^$*"[random_draw(random, random_draw(random, 3) == 0 ? 16 : 6)];
    }
    text[length] = '\0';
}

/* --- comparison --- */

struct comparison {
    uint64_t mismatches, matches, grouped;
    int references;
};

static int same_matches(const regmatch_t *one, const regmatch_t *other, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (one[i].rm_so != other[i].rm_so || one[i].rm_eo != other[i].rm_eo) {
            return 0;
        }
    }
    return 1;
}

static void show(const char *who, int found, const regmatch_t *match, unsigned count) {
    printf(" %s %d", who, found);
    for (unsigned i = 0; i < count && found == 1; i++) {
        printf(" %d-%d", (int)match[i].rm_so, (int)match[i].rm_eo);
    }
}

/* Both on one text, from one of its places on. */
static void compare_on(struct comparison *comparison, regex *mine, const regex_t *theirs,
                       const struct writer *writer, const char *text, size_t from) {
    regmatch_t match[REGEX_GROUPS], expected[REGEX_GROUPS];
    struct error error;
    size_t length = strlen(text);
    expected[0] = (regmatch_t){(regoff_t)from, (regoff_t)length};
    /* With groups, regexec never ends for some expressions. */
    const unsigned groups = writer->vague ? 1 : REGEX_GROUPS;
    int wanted = regexec(theirs, text, groups, expected, REG_STARTEND | (from > 0 ? REG_NOTBOL : 0)) == 0;
    int found = regex_find(mine, REGEX_LEFTMOST, text, from, length, match, REGEX_GROUPS, &error);
    if (found != wanted || (found == 1 && !same_matches(match, expected, groups))) {
        comparison->mismatches++;
        printf("\n%s '%s' on '%s' from %zu:", writer->extended ? "extended" : "basic", writer->text, text,
               from);
        show("found", found, match, writer->groups + 1);
        show("expected", wanted, expected, writer->groups + 1);
    }
    int is_whole = wanted && (size_t)expected[0].rm_so == from && (size_t)expected[0].rm_eo == length;
    int whole = regex_find(mine, REGEX_WHOLE, text, from, length, match, REGEX_GROUPS, &error);
    comparison->mismatches += whole != is_whole || (whole == 1 && !same_matches(match, expected, groups));
    comparison->matches += (uint64_t)wanted;
    comparison->grouped += wanted && writer->groups > 0;
}

static void compare_random(uint64_t seed, void *context) {
    struct comparison *comparison = context;
    struct writer writer = {.random = seed};
    writer.extended = (int)random_draw(&writer.random, 2);
    writer.references = comparison->references;
    int ignores = random_draw(&writer.random, 4) == 0;
    put_alternatives(&writer, GROUP_DEPTH);
    regex_t theirs;
    struct memory memory;
    struct error error;
    memory_init(&memory, (uint64_t)1 << 24);
    regex *mine =
        regex_compile(&(struct run){.memory = &memory}, writer.text,
                      (writer.extended ? REGEX_EXTENDED : 0) | (ignores ? REGEX_IGNORE_CASE : 0), &error);
    int status =
        regcomp(&theirs, writer.text, (writer.extended ? REG_EXTENDED : 0) | (ignores ? REG_ICASE : 0));
    CU_ASSERT_EQUAL_FATAL(status == 0, mine != NULL);
    /* glibc matches references to groups that have no match yet. */
    const unsigned texts = writer.references && writer.hollow ? 0 : 6;
    for (unsigned i = 0; i < texts && mine != NULL; i++) {
        char text[16];
        draw_text(&writer.random, text);
        compare_on(comparison, mine, &theirs, &writer, text, i == 0 && *text != '\0');
    }
    if (mine != NULL) {
        regfree(&theirs);
    }
    regex_free(mine);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void compare_all(int references) {
    struct comparison comparison = {.references = references};
    judge_seeds(2000, 1, compare_random, &comparison, &comparison.mismatches);
    report_counts("matches:", comparison.matches, ", with groups:", comparison.grouped, NULL);
}

static void test_like_regexec(void) {
    compare_all(0);
}

static void test_references_like_regexec(void) {
    compare_all(1);
}

static int find_in(const char *expression, const char *text, enum regex_way way, uint64_t limit,
                   struct error *error) {
    struct memory memory;
    regmatch_t match[REGEX_GROUPS];
    memory_init(&memory, limit);
    regex *regex = regex_compile(&(struct run){.memory = &memory}, expression, 0, error);
    int found =
        regex == NULL ? -1 : regex_find(regex, way, text, 0, strlen(text), match, REGEX_GROUPS, error);
    regex_free(regex);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    return found;
}

/* In basic expressions, ^ is an anchor at the beginning of a part alone, and so not after another anchor. */
static void test_carets(void) {
    static const struct {
        const char *expression, *text;
        int found;
    } cases[] = {{"^^a", "^a", 1},  {"^^a", "a", 0},       {"\\(^^\\)*", "^", 1}, {"a\\|^^", "^", 1},
                 {"\\`^", "^", 1},  {"\\`^", "", 0},       {"^*a", "**a", 0},     {"^*a", "*a", 1},
                 {"a^b", "a^b", 1}, {"\\(a\\)^", "a^", 1}, {"a\\|^b", "b", 1},    {"\\(^b\\)", "b", 1},
                 {"a$$", "a$", 1},  {"a$b", "a$b", 1},     {"$", "$", 0}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct error error;
        CU_ASSERT_EQUAL(find_in(cases[i].expression, cases[i].text, REGEX_WHOLE, (uint64_t)1 << 24, &error),
                        cases[i].found);
    }
}

/* --- what may take long --- */

/* The steps are bounded, not the time: the processor may be busy. */
static void test_long_matches(void) {
    struct error error;
    const uint64_t enough = (uint64_t)1 << 28;
    char *text = text_repeated("", "a", 200, "b"), *longer = text_repeated("", "ab", 8000, "");
    clock_t begun = clock();
    CU_ASSERT_EQUAL(find_in("\\(a*\\)\\(a*\\)\\1\\2b", text, REGEX_WHOLE, enough, &error), 1);
    CU_ASSERT_EQUAL(find_in("\\(a*\\)\\(a*\\)\\1\\2c", text, REGEX_WHOLE, enough, &error), 0);
    CU_ASSERT_EQUAL(find_in("\\(\\(a*\\)*\\)*c", text, REGEX_WHOLE, enough, &error), 0);
    CU_ASSERT_EQUAL(find_in("\\(a\\|b\\)*a.\\{200\\}", longer, REGEX_LEFTMOST, enough, &error), 1);
    CU_ASSERT_EQUAL(find_in("\\(.*b\\|a*\\)*c", longer, REGEX_LEFTMOST, enough, &error), 0);
    CU_ASSERT_EQUAL(find_in("\\(a\\|aa\\)*\\1\\1c", text, REGEX_WHOLE, enough, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_LIMIT);
    CU_ASSERT(clock() - begun < 20 * CLOCKS_PER_SEC);
    free(text);
    free(longer);
}

static int find_whole_of(regex *regex, const char *text, struct error *error) {
    regmatch_t match;
    return regex_find(regex, REGEX_WHOLE, text, 0, strlen(text), &match, 1, error);
}

/* That groups take too long is no reason to give up a search without them. */
static void test_costly_groups(void) {
    struct memory memory;
    struct error error;
    regmatch_t match[REGEX_GROUPS];
    memory_init(&memory, (uint64_t)1 << 28);
    struct run run = {.memory = &memory};
    char *text = text_repeated("", "a", 200000, "b");
    regex *regex = test_present(regex_compile(&run, "\\(.*a.\\{200\\}c\\|.*b\\)", 0, &error));
    CU_ASSERT_EQUAL(regex_find(regex, REGEX_WHOLE, text, 0, strlen(text), match, REGEX_GROUPS, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_LIMIT);
    CU_ASSERT_EQUAL(find_whole_of(regex, text, &error), 1);
    regex_free(regex);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    free(text);
}

/* A match ends when its run is to stop; a text that took too long once does not take long again. */
static void test_stops(void) {
    int stop = 0;
    struct memory memory;
    struct error error;
    memory_init(&memory, (uint64_t)1 << 28);
    struct run run = {.memory = &memory, .stop = &stop};
    char *text = text_repeated("", "a", 200, "b");
    regex *regex = test_present(regex_compile(&run, "\\(a\\|aa\\)*\\1\\1c", 0, &error));
    CU_ASSERT_EQUAL(find_whole_of(regex, text, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_LIMIT);
    stop = 1;
    CU_ASSERT_EQUAL(find_whole_of(regex, text, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_LIMIT);
    CU_ASSERT_EQUAL(find_whole_of(regex, text + 1, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    regex_free(regex);
    stop = 0;
    run.deadline = run_clock() + 0.02;
    regex = test_present(regex_compile(&run, "\\(a\\|aa\\)*\\1\\1c", 0, &error));
    CU_ASSERT_EQUAL(find_whole_of(regex, text, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    regex_free(regex);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    free(text);
}

/* With too little memory, the answer is the same or there is none. */
static void test_little_memory(void) {
    static const struct {
        const char *expression, *text;
        int found;
    } cases[] = {{"S.*\\(2\\|3\\).*c*", "SEND !2 abc", 1},
                 {"\\(a*\\)b\\1", "aabaa", 1},
                 {"\\([ab]*\\)c\\{3\\}", "ababcc", 0}};
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        int least = 0;
        for (uint64_t limit = 0; limit < 8192; limit += 24) {
            struct error error;
            int found = find_in(cases[i].expression, cases[i].text, REGEX_WHOLE, limit, &error);
            CU_ASSERT(found == cases[i].found || (found == -1 && error.code == ERROR_MEMORY));
            least += found == -1;
        }
        CU_ASSERT(least > 10 && least < 8192 / 24);
    }
}

void suite_regex(void) {
    suite_add("regex", NULL, NULL, "random expressions match as those of regexec do", test_like_regexec,
              "expressions with back-references, too", test_references_like_regexec, "anchors of basic ones",
              test_carets, "no match takes long", test_long_matches, "costly groups", test_costly_groups,
              "stopping", test_stops, "little memory", test_little_memory, NULL);
}
