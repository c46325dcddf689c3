/* Verdicts beside what is expected, and names in tables. */
#include "api/check/check_passing.h"

#include <string.h>

#include "base/text/text.h"

#define WIDEST 60 /* most columns of a name in a table */
#define ELLIPSIS "..."

int check_passes(const struct property *property, enum verdict verdict) {
    return verdict != VERDICT_UNDECIDED && property_passes(property, verdict == VERDICT_HOLDS);
}

const char *check_expected(const struct property *property) {
    return property->expected == EXPECTED_VIOLATED ? "violated" : "holds";
}

void check_print_expectation(const struct property *property, enum verdict verdict, FILE *stream) {
    if (property->expected == EXPECTED_BY_DEFAULT) {
        return;
    }
    if (check_passes(property, verdict)) {
        fputs(" (as expected)", stream);
    } else {
        fprintf(stream, " (expected: %s)", check_expected(property));
    }
}

double check_result_seconds(const struct check *check, uint32_t index) {
    const struct check_result *result = &check->results[index];
    double seconds =
        result->goal_seconds + result->game.made.generate_seconds + result->game.made.solve_seconds;
    return result->search == CHECK_NO_SEARCH ? seconds
                                             : seconds + check->searches[result->search].effort.seconds;
}

/* The columns of the first character as it is shown; its bytes. */
static size_t first_width(const char *text, size_t *bytes) {
    unsigned length = text_printable_character(text);
    *bytes = length == 0 ? 1 : length;
    return length == 0 ? TEXT_ESCAPE - 1 : text_piece_width(text, length);
}

/* The bytes of the longest beginning that has up to `most` columns. */
static size_t bytes_of_columns(const char *text, size_t most) {
    size_t at = 0, bytes;
    while (text[at] != '\0') {
        size_t width = first_width(text + at, &bytes);
        if (width > most) {
            break;
        }
        most -= width;
        at += bytes;
    }
    return at;
}

const char *check_shown_name(const char *name, char *buffer) {
    size_t width = text_shown_width(name), half = (WIDEST - strlen(ELLIPSIS)) / 2, bytes;
    if (width <= WIDEST) {
        return name;
    }
    size_t before = bytes_of_columns(name, half), rest = strlen(name);
    const char *end = name;
    for (; width > half; end += bytes) {
        width -= first_width(end, &bytes);
    }
    rest -= (size_t)(end - name);
    if (before + rest + sizeof ELLIPSIS > CHECK_NAME_BYTES) { /* many marks without width */
        return ELLIPSIS;
    }
    memcpy(buffer, name, before);
    strcpy(buffer + before, ELLIPSIS);
    strcat(buffer, end);
    return buffer;
}
