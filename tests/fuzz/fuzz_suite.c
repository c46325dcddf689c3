/*
 * Fuzzing the reader of suites: whatever the text is, there are properties whose names are different and
 * whose places are in the file, or one formula, or an error with a code and a position; and no memory is
 * left.
 */
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/text_buffer.h"
#include "checker/suite/suite.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((uint64_t)64 << 20)
#define MOST_COMPARED 50u /* properties whose names are compared */

static void check_property(const struct suite_property *property) {
    int is_of_label = property->kind != PROPERTY_DEADLOCK && property->kind != PROPERTY_LIVELOCK &&
                      property->kind != PROPERTY_FORMULA;
    require(property->name[0] != '\0' && property->path[0] != '\0', "name");
    require(property->named.line > 0 && property->where.line > 0 && property->where.column > 0, "place");
    require((property->text_count > 0) == is_of_label, "texts");
    require((property->kind == PROPERTY_FORMULA) == (property->formula != NULL), "formula");
    require(property->formula == NULL || strlen(property->formula) == property->length, "length");
    require(property->error_state_count == 0 || property->kind == PROPERTY_MONITOR, "error states");
}

static void check_suite(const suite *suite) {
    uint64_t count;
    const struct suite_property *all = suite_entries(suite, &count);
    for (uint64_t i = 0; i < count; i++) {
        check_property(&all[i]);
        for (uint64_t k = 0; k < i && i < MOST_COMPARED; k++) {
            require(strcmp(all[i].name, all[k].name) != 0, "names");
        }
    }
}

static void fill(const char *folder) {
    write_text(folder, "other", "property other: deadlock;\n");
    write_text(folder, "loop", "include \"suite\";\n");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct memory memory;
    char path[128];
    memory_init(&memory, MEMORY_LIMIT);
    struct run run = {.memory = &memory, .threads = 1};
    struct error error = {.code = ERROR_NONE};
    struct text_buffer text = {0};
    const char *folder = fuzz_folder(fill);
    write_file(folder, "suite", data, size);
    snprintf(path, sizeof path, "%s/suite", folder);
    suite *suite = suite_create(&run, size % 2 ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL);
    require(suite != NULL, "memory");
    enum suite_outcome outcome = suite_read(suite, path, &text, &error);
    if (outcome == SUITE_READ) {
        check_suite(suite);
    } else if (outcome == SUITE_FAILED) {
        require(error.code != ERROR_NONE && error.text[0] != '\0', "code");
        require_position(&error);
    }
    text_buffer_free(&memory, &text);
    suite_free(suite);
    require(memory_used(&memory) == 0, "memory left");
    return 0;
}
