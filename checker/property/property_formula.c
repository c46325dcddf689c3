/* Properties that are formulas: reads their texts, makes their names, and takes over their plans. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/property/property.h"
#include "specs/syntax/formula_write.h"

static char *copy(const char *text, size_t length, uint64_t *bytes, const struct run *run,
                  struct error *error) {
    char *result = memory_allocate(run->memory, length + 1);
    if (result == NULL) {
        error_memory(error, "for the property");
        return NULL;
    }
    memcpy(result, text, length);
    result[length] = '\0';
    *bytes = length + 1;
    return result;
}

#define MOST_NAME 1000u /* bytes of a name that is the formula's text */

/* Whether a text can be printed on one line as it is: without line ends, comments, and runs of blanks. */
static int is_line(const char *text, size_t length) {
    return length > 0 && length <= MOST_NAME && strpbrk(text, "\t\r\n\v\f%") == NULL &&
           strstr(text, "(*") == NULL && strstr(text, "  ") == NULL && text[0] != ' ' &&
           text[length - 1] != ' ' && strlen(text) == length;
}

/* Sets the name of a formula without a file. If its text does not fit on a line, the name is printed from
 * its tree. */
static int name_formula(struct property *property, const char *text, size_t length, const struct run *run,
                        struct error *error) {
    if (is_line(text, length)) {
        property->name = copy(text, length, &property->name_bytes, run, error);
        return property->name == NULL ? -1 : 0;
    }
    struct pattern_text written = {0};
    if (formula_write(formula_root(property->formula), property->dialect, MOST_NAME, run->memory, &written) !=
        0) {
        error_memory(error, "for the property");
    } else {
        property->name = copy(written.data, written.length, &property->name_bytes, run, error);
    }
    pattern_text_free(run->memory, &written);
    return property->name == NULL ? -1 : 0;
}

/* `from`: a file ("-": standard input), or the text of the formula. */
static int make(struct property *property, const char *from, int in_file, enum formula_dialect dialect,
                language_tree *tree, const struct run *run, struct error *warning, struct error *error) {
    const struct exp_options *how = language_options(tree);
    struct formula_options options = {.dialect =
                                          formula_dialect_of(dialect, in_file ? from : PROPERTY_FORMULA_TEXT),
                                      .extended = how->regex_extended,
                                      .ignore_case = how->ignore_case,
                                      .internal = how->internal,
                                      .internal_count = how->internal_count};
    *warning = (struct error){.code = ERROR_NONE};
    *property = (struct property){.kind = PROPERTY_FORMULA, .dialect = options.dialect, .in_file = in_file};
    property->formula =
        in_file ? formula_read_file(from, &options, run, warning, error)
                : formula_read_text(from, strlen(from), PROPERTY_FORMULA_TEXT, &options, run, warning, error);
    if (property->formula == NULL) {
        return -1;
    }
    size_t length;
    const char *text = formula_source(property->formula, &length);
    property->text = copy(text, length, &property->text_bytes, run, error);
    if (property->text == NULL) {
        return -1;
    }
    if (!in_file) {
        return name_formula(property, text, length, run, error);
    }
    property->name = copy(from, strlen(from), &property->name_bytes, run, error);
    return property->name == NULL ? -1 : 0;
}

int property_make_formula(struct property *property, const char *text, enum formula_dialect dialect,
                          language_tree *tree, const struct run *run, struct error *warning,
                          struct error *error) {
    return make(property, text, 0, dialect, tree, run, warning, error);
}

int property_make_formula_file(struct property *property, const char *path, enum formula_dialect dialect,
                               language_tree *tree, const struct run *run, struct error *warning,
                               struct error *error) {
    return make(property, path, 1, dialect, tree, run, warning, error);
}

const char *property_formula_file(const struct property *property) {
    return property->in_file ? property->name : PROPERTY_FORMULA_TEXT;
}
