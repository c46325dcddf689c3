/* Texts as they are shown to people: each character as it must be, and random bytes. */
#include <CUnit/CUnit.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/array.h"
#include "base/text/text.h"
#include "tests/support/testing.h"

static char *shown(const char *text, size_t width) {
    char *result;
    size_t size;
    FILE *stream = open_memstream(&result, &size);
    text_print(text, width, stream);
    fclose(stream);
    return result;
}

static void expect_shown(const char *text, const char *expected, size_t width) {
    char *result = shown(text, 0);
    CU_ASSERT_STRING_EQUAL(result, expected);
    CU_ASSERT_EQUAL(text_shown_width(text), width);
    free(result);
}

static void test_examples(void) {
    expect_shown("", "", 0);
    expect_shown("send !0 \"x\\n\"", "send !0 \"x\\n\"", 13);
    expect_shown("\x1b[31mred\x07", "\\x1b[31mred\\x07", 15);
    expect_shown("a\tb\r\nc\x7f", "a\\x09b\\x0d\\x0ac\\x7f", 19);
    expect_shown("\xc3\xa9 \xc2\x9b \xc2\xa0", "\xc3\xa9 \\xc2\\x9b \xc2\xa0", 12);
    expect_shown("\xff\xc3", "\\xff\\xc3", 8);
    char *result = shown("\x01z", 8);
    CU_ASSERT_STRING_EQUAL(result, "\\x01z   ");
    free(result);
    result = shown("\xc3\xa9\xe2\x88\x80\xf0\x9f\x98\x80", 6); /* characters of one, one and two columns */
    CU_ASSERT_STRING_EQUAL(result, "\xc3\xa9\xe2\x88\x80\xf0\x9f\x98\x80  ");
    free(result);
    result = shown("too wide", 3);
    CU_ASSERT_STRING_EQUAL(result, "too wide");
    free(result);
}

/* UTF-8 from its definition; bytes of the character. */
static unsigned encode(uint32_t code, char *text) {
    unsigned length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (unsigned i = length - 1; i > 0; i--, code >>= 6) {
        text[i] = (char)(0x80 | (code & 0x3f));
    }
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    text[0] = (char)(first[length] | code);
    text[length] = '\0';
    return length;
}

/* Whether the character is no control (also of the direction of writing), separator of lines, tag or
 * character without width. */
static int is_printable(uint32_t code) {
    int is_unseen = code == 0x61c || code == 0x180e || (code >= 0x200b && code <= 0x200f) ||
                    (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) ||
                    code == 0xfeff || (code >= 0xfff9 && code <= 0xfffb) || (code & ~0x7fu) == 0xe0000;
    return code >= 0x20 && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000) && !is_unseen;
}

/* Every character, and codes that are not characters: surrogates, beyond the last one. */
static void test_characters(void) {
    uint64_t wrong = 0;
    for (uint32_t code = 1; code < 0x120000; code++) {
        char text[5];
        unsigned length = encode(code, text);
        unsigned expected = is_printable(code) && code < 0x110000 ? length : 0;
        wrong += text_printable_character(text) != expected;
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

/* Compares widths in columns with those of the C library, which knows each character; few differ. */
static void test_widths(void) {
    expect_shown("\xe6\xbc\xa2\xe5\xad\x97", "\xe6\xbc\xa2\xe5\xad\x97", 4); /* two wide ones */
    expect_shown("e\xcc\x81", "e\xcc\x81", 1);                               /* an accent that combines */
    expect_shown("\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80", 2);
    expect_shown("\xe2\x80\xae"
                 "a\xe2\x80\xac",
                 "\\xe2\\x80\\xaea\\xe2\\x80\\xac", 25); /* right to left */
    expect_shown("\xe2\x80\xa8\xe2\x80\x8b", "\\xe2\\x80\\xa8\\xe2\\x80\\x8b", 24);
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (utf8 == (locale_t)0) {
        test_skip("widths of characters", "there is no locale C.UTF-8");
        return;
    }
    locale_t before = uselocale(utf8);
    uint32_t same = 0, other = 0;
    for (uint32_t code = 1; code < 0x110000; code++) {
        char text[5];
        unsigned length = encode(code, text);
        int width = wcwidth((wchar_t)code);
        if (width >= 0 && is_printable(code)) {
            *(text_piece_width(text, length) == (size_t)width ? &same : &other) += 1;
        }
    }
    uselocale(before);
    freelocale(utf8);
    CU_ASSERT(same > 200000 && other < same / 100);
}

/* Bytes of the printable character that the text begins with, found by trying all that could be meant. */
static unsigned oracle_character(const char *text) {
    const unsigned char *byte = (const unsigned char *)text;
    for (unsigned length = 1; length <= 4; length++) {
        uint32_t code = length == 1 ? byte[0] : byte[0] & (0xffu >> (length + 1));
        for (unsigned i = 1; i < length && byte[i] != 0; i++) {
            code = code << 6 | (byte[i] & 0x3f);
        }
        char same[5];
        if (is_printable(code) && code < 0x110000 && encode(code, same) == length &&
            strncmp(same, text, length) == 0) {
            return length;
        }
    }
    return 0;
}

/* Printable characters are shown as they are, all other bytes as two digits each. */
static void test_random(void) {
    uint64_t cases = number_of_cases(2000), escaped = 0, kept = 0, wrong = 0;
    uint64_t state = number_from_environment("HEDDLE_SEED", 1);
    for (uint64_t i = 0; i < cases; i++) {
        static const char likely[] = "aZ \\\x1b\x7f\xc2\x9b\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xed\xa0\x80";
        char text[41], expected[4 * sizeof text] = "";
        size_t length = random_next(&state) % sizeof text, end = 0, width = 0;
        for (size_t k = 0; k < length; k++) {
            uint64_t next = random_next(&state);
            text[k] =
                next % 4 == 0 ? (char)(1 + (next >> 8) % 255) : likely[(next >> 8) % (sizeof likely - 1)];
        }
        text[length] = '\0';
        for (size_t k = 0; k < length;) {
            unsigned bytes = oracle_character(text + k);
            end += (size_t)(bytes > 0 ? sprintf(expected + end, "%.*s", (int)bytes, text + k)
                                      : sprintf(expected + end, "\\x%02x", (unsigned char)text[k]));
            width += bytes > 0 ? text_piece_width(text + k, bytes) : 4;
            *(bytes > 0 ? &kept : &escaped) += 1;
            k += bytes > 0 ? bytes : 1;
        }
        char *result = shown(text, 0);
        wrong += strcmp(result, expected) != 0 || text_shown_width(text) != width;
        free(result);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(escaped > cases && kept > cases);
}

void suite_text(void) {
    suite_add("text", NULL, NULL, "examples", test_examples, "every character", test_characters,
              "random bytes", test_random, "widths", test_widths, NULL);
}
