/* What most tests need, for one test or for a suite. */
#include "tests/support/workplace.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#define SUITE_BYTES ((uint64_t)1 << 30)

struct workplace place;

void workplace_begin(struct workplace *workplace, uint64_t bytes) {
    memset(workplace, 0, sizeof *workplace);
    memory_init(&workplace->memory, bytes);
    workplace->run = (struct run){.memory = &workplace->memory, .threads = 1};
}

void workplace_limit(struct workplace *workplace, uint64_t bytes) {
    CU_ASSERT_EQUAL(memory_used(&workplace->memory), 0);
    memory_init(&workplace->memory, bytes);
}

void workplace_end(struct workplace *workplace) {
    test_folder_remove(&workplace->folder);
    CU_ASSERT_EQUAL(memory_used(&workplace->memory), 0);
}

int workplace_open(void) {
    workplace_begin(&place, SUITE_BYTES);
    test_folder_create(&place.folder);
    return 0;
}

int workplace_close(void) {
    test_folder_remove(&place.folder);
    return memory_used(&place.memory) != 0;
}

void place_expect_error(const char *of, struct source_position position, enum error_code code,
                        const char *text) {
    const struct error *error = &place.error;
    int right = error->line == position.line && error->column == position.column && error->code == code &&
                strcmp(error->path, position.path) == 0 && strstr(error->text, text) != NULL;
    CU_ASSERT(right);
    if (!right) {
        char found[2048];
        printf("\n  of: %s\n  expected: %llu:%llu: %s\n  found:    %s\n", of,
               (unsigned long long)position.line, (unsigned long long)position.column, text,
               error_describe(error, found, sizeof found));
    }
}
