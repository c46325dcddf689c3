/* Reads suites: finds files, and finds out whether a file is a suite or one formula. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/input.h"
#include "checker/suite/suite_syntax.h"

suite *suite_create(const struct run *run, enum formula_dialect dialect) {
    suite *suite = memory_allocate_zeroed(run->memory, sizeof *suite);
    if (suite != NULL) {
        suite->run = run;
        suite->dialect = dialect;
        suite->arena = arena_create(run->memory);
    }
    if (suite != NULL && suite->arena == NULL) {
        suite_free(suite);
        return NULL;
    }
    return suite;
}

void suite_free(suite *suite) {
    if (suite != NULL) {
        struct memory *memory = suite->run->memory;
        GROWING_FREE(memory, suite->properties);
        GROWING_FREE(memory, suite->definitions);
        GROWING_FREE(memory, suite->files);
        index_free(&suite->names, memory);
        index_free(&suite->macros, memory);
        arena_free(suite->arena);
        memory_free(memory, suite, sizeof *suite);
    }
}

const struct suite_property *suite_entries(const suite *suite, uint64_t *count) {
    *count = suite->properties.count;
    return suite->properties.data;
}

/* --- formula or suite --- */

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

/* The end of blanks and comments at the text, which ends with a NUL. */
static const char *skip_space(const char *text) {
    for (;;) {
        text += strspn(text, " \t\r\f\v\n");
        const char *end = *text == '%'                       ? strchr(text, '\n')
                          : text[0] == '(' && text[1] == '*' ? strstr(text + 2, "*)")
                                                             : text;
        if (end == text) {
            return text;
        }
        if (end == NULL) {
            return text + strlen(text);
        }
        text = *text == '%' ? end + 1 : end + 2;
    }
}

/* Skips comments of other languages at the beginning of lines, too: no formula begins with them. */
static const char *skip_foreign_comments(const char *text) {
    while (strncmp(text, "//", 2) == 0 || strncmp(text, "--", 2) == 0 || strncmp(text, "/*", 2) == 0 ||
           *text == '#') {
        const char *end = text[1] == '*' ? strstr(text, "*/") : NULL;
        text = skip_space(end != NULL ? end + 2 : text + strcspn(text, "\n"));
    }
    return text;
}

static int is_word(const char *text, const char *word) {
    size_t length = strlen(word);
    char next = strncmp(text, word, length) == 0 ? text[length] : 'a';
    return strchr(LETTERS, next) == NULL || next == '\0';
}

/* Whether the text begins with a word after which `next`, "" for a name, comes. */
static int begins_item(const char *text, const char *word, const char *next) {
    if (!is_word(text, word)) {
        return 0;
    }
    text = skip_space(text + strlen(word));
    return *next != '\0' ? *text == *next : *text != '\0' && strchr(":,;=.()", *text) == NULL;
}

static int begins_section(const char *text) {
    static const char *const words[] = {"sort", "cons", "map", "var", "eqn", "act"};
    for (size_t i = 0; i < LENGTH(words); i++) {
        if (is_word(text, words[i])) {
            return 1;
        }
    }
    return 0;
}

/* Whether the text begins as a property or an include does, but for its first word, which is misspelt: no
 * formula begins with two words and a colon, except for quantifiers and sections of declarations, or with a
 * word, a string and a semicolon. */
static int begins_misspelt(const char *text) {
    size_t length = strspn(text, LETTERS);
    const char *name = skip_space(text + length), *end = name;
    if (length == 0 || name == text + length || begins_section(text) || is_word(text, "forall") ||
        is_word(text, "exists")) {
        return 0;
    }
    if (*name == '"') {
        end = name + 1 + strcspn(name + 1, "\"\n");
        end += *end == '"';
    } else {
        end += strspn(name, LETTERS ".-");
    }
    return end > name && (*skip_space(end) == ':' || (*name == '"' && *skip_space(end) == ';'));
}

/* Whether an item begins with a word that is near `property`, `include` or `macro`: then the suite's reader
 * says which. No formula, and no section of declarations, has what follows. */
static int begins_near_item(const char *text) {
    const size_t length = strspn(text, LETTERS);
    const char *nearest = suite_nearest_item(text, length);
    if (nearest == NULL || strcmp(nearest, "macro") != 0) {
        return nearest != NULL && begins_misspelt(text);
    }
    const char *name = skip_space(text + length), *next = skip_space(name + strspn(name, LETTERS));
    return name > text + length && next > name && (*next == '(' || *next == '=');
}

int suite_ends_section(const char *text) {
    text = skip_space(text);
    return is_word(text, "property") || is_word(text, "include") || is_word(text, "macro") ||
           begins_section(text) || begins_near_item(text);
}

/* The text after the next semicolon outside comments; NULL if there is none. */
static const char *skip_entry(const char *text) {
    for (text = skip_space(text); *text != ';'; text = skip_space(text + 1)) {
        if (*text == '\0') {
            return NULL;
        }
    }
    return skip_space(text + 1);
}

/* Whether a text is a suite: the first item outside comments, macros and sections is a property or an
 * include. */
static int is_suite(const char *text) {
    text = skip_foreign_comments(skip_space(text));
    for (int in_section = 0; text != NULL;) {
        if (in_section ? begins_item(text, "property", "") || begins_item(text, "include", "\"")
                       : is_word(text, "property") || is_word(text, "include") || begins_misspelt(text)) {
            return 1;
        }
        if (!is_word(text, "macro") && begins_near_item(text)) {
            return 1;
        }
        in_section |= begins_section(text);
        if (is_word(text, "macro")) {
            const char *end = strstr(text, "end_macro");
            text = end == NULL ? NULL : skip_space(end + strlen("end_macro"));
        } else if (in_section && !is_word(text, "form")) {
            text = skip_entry(text);
        } else {
            return 0;
        }
    }
    return 0;
}

/* --- files --- */

const char *suite_path(suite *suite, const char *from, const char *name) {
    const char *slash = *name == '/' ? NULL : strrchr(from, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - from) + 1;
    char *path = arena_allocate(suite->arena, folder + strlen(name) + 1);
    if (path != NULL) {
        memcpy(path, from, folder);
        strcpy(path + folder, name);
    }
    return path;
}

/* The file that was read, or is being read, under this or another name; NULL if there is none. */
static struct suite_file *find_file(const suite *suite, const struct stat *status) {
    for (uint64_t i = 0; i < suite->files.count; i++) {
        struct suite_file *file = suite->files.data[i];
        if (file->device == status->st_dev && file->inode == status->st_ino) {
            return file;
        }
    }
    return NULL;
}

/* Reports that a file includes itself, with the files between. */
static int refuse_cycle(const struct suite_place *place, const struct suite_file *again,
                        struct error *error) {
    struct suite_syntax *syntax = place->syntax;
    const struct suite_file *chain[SUITE_MOST_INCLUDES];
    char text[700] = "";
    size_t used = 0, count = 0;
    for (const struct suite_file *file = syntax->file; file != again; file = file->from) {
        chain[count++] = file;
    }
    for (chain[count++] = again; count > 0 && used < sizeof text; count--) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%.100s includes ", chain[count - 1]->path);
    }
    return error_at(error, ERROR_INPUT,
                    (struct source_position){syntax->file->path, place->where.line, place->where.column},
                    "a file cannot include itself: %s%.100s", text, again->path);
}

static struct suite_file *add_file(suite *suite, const char *path, const struct stat *status,
                                   const struct suite_place *place) {
    struct suite_file *file = arena_allocate(suite->arena, sizeof *file);
    char *copy = arena_copy(suite->arena, path, strlen(path));
    if (file == NULL || copy == NULL || GROWING_ADD(suite->run->memory, suite->files, file) != 0) {
        return NULL;
    }
    *file = (struct suite_file){.path = copy,
                                .device = status->st_dev,
                                .inode = status->st_ino,
                                .is_open = 1,
                                .from = place == NULL ? NULL : place->syntax->file};
    return file;
}

static int parse(suite *suite, struct suite_file *file, const struct suite_place *place,
                 struct text_buffer *text, struct error *error) {
    struct memory *memory = suite->run->memory;
    uint64_t skip = text->length >= 3 && memcmp(text->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    struct suite_syntax syntax = {.suite = suite,
                                  .file = file,
                                  .depth = place == NULL ? 1 : place->syntax->depth + 1,
                                  .error = error,
                                  .dialect = formula_dialect_of(suite->dialect, file->path)};
    int failed = suite_syntax_parse(&syntax, text->data + skip, text->length - skip);
    GROWING_FREE(memory, syntax.texts);
    GROWING_FREE(memory, syntax.numbers);
    return failed;
}

static int read_text(const suite *suite, const char *path, struct text_buffer *text, struct error *error) {
    input *input = input_open(suite->run, path, error);
    int failed = input == NULL || input_read_text(input, text, error) != 0;
    input_close(input);
    return failed ? -1 : 0;
}

enum suite_outcome suite_read_from(suite *suite, const char *path, const struct suite_place *place,
                                   struct text_buffer *text, struct error *error) {
    struct stat status = {0};
    int is_file = strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
    struct suite_file *file = is_file ? find_file(suite, &status) : NULL;
    error->code = ERROR_NONE;
    if (file != NULL && file->is_open) {
        return refuse_cycle(place, file, error);
    }
    if (file != NULL) {
        return SUITE_READ;
    }
    if (place != NULL && place->syntax->depth >= SUITE_MOST_INCLUDES) {
        return error_set(error, ERROR_LIMIT, "more than %d files include each other", SUITE_MOST_INCLUDES);
    }
    if (read_text(suite, path, text, error) != 0) {
        return SUITE_FAILED;
    }
    if (!is_suite(text->data + (strncmp(text->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0))) {
        return SUITE_IS_FORMULA;
    }
    file = add_file(suite, strcmp(path, "-") == 0 ? "<stdin>" : path, &status, place);
    int failed =
        file == NULL ? error_memory(error, "to read the properties") : parse(suite, file, place, text, error);
    if (file != NULL) {
        file->is_open = 0;
    }
    return failed ? SUITE_FAILED : SUITE_READ;
}

enum suite_outcome suite_read(suite *suite, const char *path, struct text_buffer *text, struct error *error) {
    return suite_read_from(suite, path, NULL, text, error);
}
