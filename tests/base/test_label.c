/* Labels: interning, what texts mean, case folding; and the numbers of probabilities and rates. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/text/label.h"
#include "base/text/ratio.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

static uint32_t intern(label_table *table, const char *text) {
    return label_intern(table, text, strlen(text));
}

static uint32_t find(const label_table *table, const char *text) {
    return label_find(table, text, strlen(text));
}

static void test_interning(void) {
    label_table *table = label_table_create(&place.memory, 0, NULL, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    CU_ASSERT_EQUAL(label_count(table), 1);
    CU_ASSERT_EQUAL(intern(table, "a"), 1);
    CU_ASSERT_EQUAL(intern(table, "A"), 2);
    CU_ASSERT_EQUAL(intern(table, ""), 3);
    CU_ASSERT_EQUAL(intern(table, " "), 4);
    CU_ASSERT_EQUAL(intern(table, "a "), 5);
    CU_ASSERT_EQUAL(intern(table, "a"), 1);
    CU_ASSERT_EQUAL(label_intern(table, "abc", 1), 1); /* a view: no NUL needed after it */
    CU_ASSERT_EQUAL(find(table, ""), 3);
    CU_ASSERT_EQUAL(find(table, "b"), LABEL_NONE);
    CU_ASSERT_EQUAL(label_count(table), 6);
    CU_ASSERT_STRING_EQUAL(label_text(table, 3), "");
    CU_ASSERT_EQUAL(label_length(table, 3), 0);
    CU_ASSERT_EQUAL(label_gate_length(table, 3), 0);
    CU_ASSERT_EQUAL(label_kind(table, 3), LABEL_PLAIN);
    CU_ASSERT_STRING_EQUAL(label_text(table, 5), "a ");
    CU_ASSERT_FALSE(label_table_ignores_case(table));
    label_table_free(table);
    label_table_free(NULL);
}

static void test_internal(void) {
    static const char *const more[] = {"Step", "", "i"};
    label_table *table = label_table_create(&place.memory, 0, more, 3);
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    static const char *const same[] = {"i", "tau", "Step", ""};
    static const char *const other[] = {"I", "TAU", "step", "tau ", " i", "ii", "i !1", "ta", "taux"};
    for (size_t k = 0; k < LENGTH(same); k++) {
        CU_ASSERT_EQUAL(find(table, same[k]), LABEL_INTERNAL_ID);
        CU_ASSERT_EQUAL(intern(table, same[k]), LABEL_INTERNAL_ID);
        CU_ASSERT_EQUAL(label_text_kind(table, same[k], strlen(same[k])), LABEL_INTERNAL);
    }
    for (uint32_t k = 0; k < LENGTH(other); k++) {
        CU_ASSERT_EQUAL(find(table, other[k]), LABEL_NONE);
        CU_ASSERT_EQUAL(intern(table, other[k]), k + 1);
        CU_ASSERT_EQUAL(label_kind(table, k + 1), LABEL_PLAIN);
        CU_ASSERT_STRING_EQUAL(label_text(table, k + 1), other[k]);
    }
    CU_ASSERT_STRING_EQUAL(label_text(table, 0), "i");
    CU_ASSERT_EQUAL(label_length(table, 0), 1);
    CU_ASSERT_EQUAL(label_gate_length(table, 0), 1);
    CU_ASSERT_EQUAL(label_kind(table, 0), LABEL_INTERNAL);
    CU_ASSERT_FALSE(label_is_exit(table, 0));
    label_table_free(table);
}

static void test_ignore_case(void) {
    static const char *const more[] = {"Hidden!x"};
    label_table *table = label_table_create(&place.memory, 1, more, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    CU_ASSERT(label_table_ignores_case(table));
    CU_ASSERT_EQUAL(intern(table, "I"), 0);
    CU_ASSERT_EQUAL(intern(table, "Tau"), 0);
    CU_ASSERT_EQUAL(intern(table, "hIDDEN!X"), 0);
    CU_ASSERT_STRING_EQUAL(label_text(table, 0), "i");
    /* Every length around the words in which texts are hashed; only ASCII letters fold. */
    char text[64], mixed[64], upper[64];
    for (uint32_t length = 1; length < 40; length++) {
        for (uint32_t k = 0; k < length; k++) {
            static const char bytes[] = "az@[`{\xe4 mQ";
            text[k] = bytes[(k * 7 + length) % 10];
            upper[k] = text[k] >= 'a' && text[k] <= 'z' ? (char)(text[k] - 32) : text[k];
            mixed[k] = k % 2 ? upper[k] : text[k];
        }
        uint32_t id = label_intern(table, text, length);
        CU_ASSERT_EQUAL(id, length);
        CU_ASSERT_EQUAL(label_intern(table, mixed, length), id);
        CU_ASSERT_EQUAL(label_intern(table, upper, length), id);
        CU_ASSERT_EQUAL(label_find(table, mixed, length), id);
        CU_ASSERT_EQUAL(memcmp(label_text(table, id), upper, length), 0);
        CU_ASSERT_EQUAL(label_text(table, id)[length], '\0');
    }
    CU_ASSERT(label_is_exit(table, intern(table, "Exit !1")));
    CU_ASSERT_STRING_EQUAL(label_text(table, find(table, "exit !1")), "EXIT !1");
    CU_ASSERT_EQUAL(label_kind(table, intern(table, "a; Prob 1/2")), LABEL_PROB);
    CU_ASSERT_EQUAL(label_text_kind(table, "RaTe 1E2", 8), LABEL_RATE);
    label_table_free(table);
}

static void test_gates(void) {
    static const struct {
        const char *text;
        uint32_t gate;
    } cases[] = {{"send", 4},         {"send !1", 4},   {"send!1", 4}, {"send?x", 4}, {"send(1,2)", 4},
                 {"send; prob 1", 4}, {"!x", 0},        {" send", 0},  {"a\tb", 1},   {"a,b", 3},
                 {"a\"b c", 3},       {"a.b_c-d+e", 9}, {"", 0}};
    label_table *table = label_table_create(&place.memory, 0, NULL, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        CU_ASSERT_EQUAL(label_gate_length(table, intern(table, cases[k].text)), cases[k].gate);
        CU_ASSERT_EQUAL(label_text_gate_length(cases[k].text, strlen(cases[k].text)), cases[k].gate);
    }
    static const char *const ends[] = {"exit", "exit !1", "exit(2)", "exit; rate 3", "exit?x", "exit!0"};
    static const char *const not_ends[] = {"exits", "EXIT", " exit", "exi", "", "!exit", "exit.a"};
    for (size_t k = 0; k < LENGTH(ends); k++) {
        CU_ASSERT(label_is_exit(table, intern(table, ends[k])));
    }
    for (size_t k = 0; k < LENGTH(not_ends); k++) {
        CU_ASSERT_FALSE(label_is_exit(table, intern(table, not_ends[k])));
    }
    label_table_free(table);
}

static void test_kinds(void) {
    static const struct {
        const char *text;
        enum label_kind kind;
        size_t action;
    } cases[] = {{"prob 0.5", LABEL_PROB, 0},    {"prob 1", LABEL_PROB, 0},
                 {"prob .5", LABEL_PROB, 0},     {"prob 1/3", LABEL_PROB, 0},
                 {"prob  1e-3 ", LABEL_PROB, 0}, {"rate 2.5", LABEL_RATE, 0},
                 {"a; prob 0.5", LABEL_PROB, 1}, {"send !1 ; rate 7/2", LABEL_RATE, 7},
                 {"a;prob 1", LABEL_PROB, 1},    {"a;b; prob 1", LABEL_PROB, 3},
                 {"; prob 1", LABEL_PROB, 0},    {"prob", LABEL_PLAIN, 0},
                 {"prob ", LABEL_PLAIN, 0},      {"prob0.5", LABEL_PLAIN, 0},
                 {"prob 0.5x", LABEL_PLAIN, 0},  {"prob -1", LABEL_PLAIN, 0},
                 {"prob x", LABEL_PLAIN, 0},     {"prob 1/0", LABEL_PLAIN, 0},
                 {"prob 1; a", LABEL_PLAIN, 0},  {"PROB 1", LABEL_PLAIN, 0},
                 {"probe 1", LABEL_PLAIN, 0},    {"rate !1", LABEL_PLAIN, 0},
                 {"a rate 1", LABEL_PLAIN, 0},   {";", LABEL_PLAIN, 0},
                 {"pro", LABEL_PLAIN, 0}};
    label_table *table = label_table_create(&place.memory, 0, NULL, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        size_t length = strlen(cases[k].text);
        CU_ASSERT_EQUAL(label_text_kind(table, cases[k].text, length), cases[k].kind);
        CU_ASSERT_EQUAL(label_kind(table, intern(table, cases[k].text)), cases[k].kind);
        CU_ASSERT_EQUAL(label_text_action_length(table, cases[k].text, length), cases[k].action);
        if (label_text_kind(table, cases[k].text, length) >= LABEL_PROB) {
            size_t action;
            const size_t number = label_text_number(cases[k].text, length, &action);
            CU_ASSERT_EQUAL(action, cases[k].action);
            CU_ASSERT(strchr("0123456789.", cases[k].text[number]) != NULL);
        }
    }
    label_table_free(table);
}

/* Many labels: ids are dense, texts stay where they are, memory errors leave the table usable. */
static void test_many(void) {
    struct memory memory;
    memory_init(&memory, UINT64_MAX);
    label_table *table = label_table_create(&memory, 0, NULL, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    char text[64];
    const uint32_t count = 200000;
    const char *first = NULL;
    int wrong = 0;
    for (uint32_t k = 1; k <= count; k++) {
        int length = snprintf(text, sizeof text, "label %u of a longer text", k);
        wrong += label_intern(table, text, (size_t)length) != k;
        first = k == 1 ? label_text(table, 1) : first;
    }
    for (uint32_t k = 1; k <= count; k++) {
        int length = snprintf(text, sizeof text, "label %u of a longer text", k);
        wrong += label_find(table, text, (size_t)length) != k || strcmp(label_text(table, k), text) != 0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_PTR_EQUAL(label_text(table, 1), first);
    CU_ASSERT_EQUAL(label_count(table), count + 1);
    size_t large = (size_t)10 << 20;
    char *huge = malloc(large);
    memset(huge, 'x', large);
    CU_ASSERT_EQUAL(label_intern(table, huge, large), count + 1);
    CU_ASSERT_EQUAL(label_intern(table, huge, large - 1), count + 2);
    CU_ASSERT_EQUAL(label_length(table, count + 1), large);
    CU_ASSERT_EQUAL(label_gate_length(table, count + 1), large);
    memory.limit = memory.used + ((uint64_t)5 << 20);
    huge[0] = 'y';
    CU_ASSERT_EQUAL(label_intern(table, huge, large), LABEL_NONE);
    CU_ASSERT_EQUAL(label_find(table, huge, large), LABEL_NONE);
    CU_ASSERT_EQUAL(label_count(table), count + 3);
    CU_ASSERT_EQUAL(intern(table, "still works"), count + 3);
    free(huge);
    label_table_free(table);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_no_memory(void) {
    static const char *const more[] = {"x"};
    int refused = 0, made = 0;
    for (uint64_t limit = 0; limit < 200000; limit += 97) {
        struct memory memory;
        memory_init(&memory, limit);
        label_table *table = label_table_create(&memory, 0, more, 1);
        refused += table == NULL;
        if (table != NULL) {
            char text[16];
            uint32_t expected = 1;
            for (uint32_t k = 0; k < 1000; k++) {
                int length = snprintf(text, sizeof text, "%u", k);
                uint32_t id = label_intern(table, text, (size_t)length);
                CU_ASSERT(id == LABEL_NONE || id == expected);
                expected += id != LABEL_NONE;
            }
            made += expected == 1001;
            CU_ASSERT_EQUAL(label_count(table), expected);
        }
        label_table_free(table);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    CU_ASSERT(refused > 0 && made > 0);
}

static void test_ratios(void) {
    static const struct {
        const char *text;
        size_t length;
        long double value;
    } cases[] = {{"0", 1, 0},
                 {"1", 1, 1},
                 {"0.5", 3, 0.5L},
                 {".25", 3, 0.25L},
                 {"1.", 2, 1},
                 {"1/3", 3, 1 / 3.0L},
                 {"10/4x", 4, 2.5L},
                 {"1e2", 3, 100},
                 {"1.5E-1", 6, 0.15L},
                 {"1e", 1, 1},
                 {"1e+", 1, 1},
                 {"2/", 1, 2},
                 {"1/2/3", 3, 0.5L},
                 {"0.1", 3, 0.1L},
                 {"1/0", 0, 0},
                 {".", 0, 0},
                 {"", 0, 0},
                 {"x", 0, 0},
                 {"-1", 0, 0},
                 {"e5", 0, 0},
                 {"0/5", 3, 0},
                 {"000000000000000000000000000001", 30, 1},
                 {"0.0000000000000000000000000000010", 33, 1e-30L},
                 {"100000000000000000000000000000/300000000000000000000000000000", 61, 1 / 3.0L},
                 {"12345678901234567890123", 23, 12345678901234567890123.0L}};
    for (size_t k = 0; k < LENGTH(cases); k++) {
        long double value = 0;
        CU_ASSERT_EQUAL(ratio_parse(cases[k].text, strlen(cases[k].text), &value), cases[k].length);
        CU_ASSERT(fabsl(value - cases[k].value) <= 1e-18L * fabsl(cases[k].value));
        CU_ASSERT_EQUAL(ratio_parse(cases[k].text, strlen(cases[k].text), NULL), cases[k].length);
    }
    long double value = 0;
    CU_ASSERT_EQUAL(ratio_parse("0.5", 2, &value), 2); /* the length counts, not a NUL */
    CU_ASSERT_EQUAL(value, 0);
    CU_ASSERT_EQUAL(ratio_parse("1e999999999999999999999", 23, &value), 23);
    CU_ASSERT(isinf(value));
    CU_ASSERT_EQUAL(ratio_parse("1e-999999999999999999999", 24, &value), 24);
    CU_ASSERT_EQUAL(value, 0);
}

void suite_label(void) {
    suite_add("label", workplace_open, workplace_close, "interning", test_interning,
              "the internal action's names", test_internal, "ignoring case", test_ignore_case,
              "gates and termination", test_gates, "stochastic labels", test_kinds, "many and long labels",
              test_many, "not enough memory", test_no_memory, "decimals and fractions", test_ratios, NULL);
}
