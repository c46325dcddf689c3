/* Shows subformulas to people. */
#include "specs/syntax/formula_show.h"

#include <string.h>

#include "base/memory.h"
#include "specs/syntax/formula_own.h"
#include "specs/syntax/formula_write.h"

#define MOST_VALUES 12u
static const char dots[] = "...";

/* Whether a byte is not the first one of a character of UTF-8. */
static int is_inside(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Leaves out the middle of the text from `begin` on, or its end, if that was left out before. */
static void shorten(struct text_buffer *text, uint64_t begin, uint64_t most) {
    uint64_t length = text->length - begin, points = sizeof dots - 1;
    int is_cut = length > FORMULA_OWN_MOST;
    uint64_t head = is_cut ? most - points : most * 2 / 3, tail = is_cut ? 0 : most - points - head;
    char *bytes = text->data + begin;
    while (head > 0 && is_inside(bytes[head])) {
        head--;
    }
    while (tail > 0 && is_inside(bytes[length - tail])) {
        tail--;
    }
    memcpy(bytes + head, dots, points);
    memmove(bytes + head + points, bytes + length - tail, tail);
    text->length = begin + head + points + tail;
    text->data[text->length] = '\0';
}

/* " with d = 2, e = true" */
static int add_values(const struct formula_values *values, struct memory *memory,
                      struct text_buffer *result) {
    int failed = 0;
    for (uint32_t i = 0; i < values->count && i < MOST_VALUES && !failed; i++) {
        failed = text_buffer_add(memory, result, i == 0 ? " with " : ", ") != 0 ||
                 text_buffer_add(memory, result, values->value[i].name) != 0 ||
                 text_buffer_add(memory, result, " = ") != 0 ||
                 text_buffer_add(memory, result, values->value[i].text) != 0;
    }
    return failed || (values->count > MOST_VALUES && text_buffer_add(memory, result, ", ...") != 0) ? -1 : 0;
}

int formula_show(const formula_text *text, const struct formula *formula, const char *quote, uint64_t most,
                 struct memory *memory, struct text_buffer *result) {
    int failed = text_buffer_add(memory, result, quote) != 0;
    uint64_t begin = result->length;
    int is_own = formula->extent.begin < formula->extent.end;
    failed = failed ? -1
             : !is_own && formula_is_expanded(text)
                 ? formula_write(formula, formula_dialect_read(text), FORMULA_OWN_MOST, memory, result)
                 : formula_write_own(text, formula, FORMULA_OWN_MOST, memory, result);
    if (!failed && result->length - begin > most) {
        shorten(result, begin, most);
    }
    return failed || text_buffer_add(memory, result, quote) != 0 ||
                   (is_own && formula->values != NULL && add_values(formula->values, memory, result) != 0)
               ? -1
               : 0;
}
