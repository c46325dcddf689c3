#ifndef HEDDLE_TESTS_SUPPORT_AUT_READING_H
#define HEDDLE_TESTS_SUPPORT_AUT_READING_H

/* What the suites of the AUT reader share: a folder, an accounted memory, a run, and reading bytes as a file.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/formats/aut.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define CASES 300
#else
#define CASES 2000
#endif

static label_table *labels;

static inline const char *in_folder(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", place.folder.path, name);
    return path;
}

static inline void put(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(bytes, 1, size, file), size);
    CU_ASSERT_EQUAL(fclose(file), 0);
}

static inline void put_text(const char *path, const char *text) {
    put(path, text, strlen(text));
}

/* Reads with a fresh label table. */
static inline struct lts *read_path(const char *path) {
    memset(&place.error, 0, sizeof place.error);
    labels = label_table_create(&place.memory, 0, NULL, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(labels);
    return aut_read(path, labels, &place.run, &place.error);
}

static inline struct lts *read_bytes(const char *bytes, size_t size) {
    put(in_folder("x.aut"), bytes, size);
    return read_path(in_folder("x.aut"));
}

static inline void done(struct lts *lts) {
    lts_free(&place.memory, lts);
    label_table_free(labels);
    labels = NULL;
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

static inline struct lts *read_text(const char *text) {
    return read_bytes(text, strlen(text));
}

/* Every row is strictly ascending by label, choice, target. */
static inline int is_ordered(const struct lts *lts) {
    for (uint32_t state = 0; state < lts->row_states; state++) {
        for (uint64_t move = lts->row[state] + 1; move < lts->row[state + 1]; move++) {
            uint64_t before =
                (uint64_t)lts->label[move - 1] << 32 | (lts->choice == NULL ? 0 : lts->choice[move - 1]);
            uint64_t now = (uint64_t)lts->label[move] << 32 | (lts->choice == NULL ? 0 : lts->choice[move]);
            if (before > now || (before == now && lts->target[move - 1] >= lts->target[move])) {
                return 0;
            }
        }
    }
    return 1;
}

/* The bytes must be refused, by an error with exactly this place and code, and this text in its message. */
static inline void rejects(const char *bytes, size_t size, uint64_t line, uint64_t column,
                           enum error_code code, const char *text) {
    struct lts *lts = read_bytes(bytes, size);
    CU_ASSERT_PTR_NULL(lts);
    place_expect_error(bytes, (struct source_position){in_folder("x.aut"), line, column}, code, text);
    done(lts);
}

#endif
