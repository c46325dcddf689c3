/*
 * Fuzzing the AUT reader: whatever the bytes are (plain, gzip, zstd), there is an LTS that keeps what lts.h
 * promises or an error with a code, the same in pieces by two threads, and no memory is left.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/aut_reader.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((uint64_t)256 << 20)

static int ordered(const struct lts *lts, uint64_t a, uint64_t b) {
    uint32_t first = lts->choice == NULL ? 0 : lts->choice[a],
             second = lts->choice == NULL ? 0 : lts->choice[b];
    if (lts->label[a] != lts->label[b]) {
        return lts->label[a] < lts->label[b];
    }
    return first != second ? first < second : lts->target[a] < lts->target[b];
}

static void check(const struct lts *lts, const label_table *labels) {
    require(lts->states > 0 && lts->initial < lts->states, "initial state");
    require(lts->row_states <= lts->states && lts->row_states > lts->initial, "row states");
    require(lts->row[0] == 0 && lts->row[lts->row_states] == lts->moves, "row ends");
    uint8_t *seen = calloc((size_t)lts->label_count + 1, 1);
    for (uint32_t state = 0; state < lts->row_states; state++) {
        require(lts->row[state] <= lts->row[state + 1], "rows");
        for (uint64_t move = lts->row[state]; move < lts->row[state + 1]; move++) {
            require(lts->label[move] < lts->label_count && lts->target[move] < lts->states, "move");
            require(move == lts->row[state] || ordered(lts, move - 1, move), "order of a row");
            require(lts->choice == NULL || lts->choice[move] == LTS_NO_CHOICE ||
                        lts->choice[move] < lts->choices,
                    "choice");
            seen[lts->label[move]] = 1;
        }
    }
    for (uint32_t label = 0; label < lts->label_count; label++) {
        uint32_t id = lts->labels[label];
        require(seen[label] && id < label_count(labels), "labels");
        require(label_find(labels, label_text(labels, id), label_length(labels, id)) == id, "label text");
        if (label_kind(labels, id) == LABEL_PROB) {
            require(lts->choices > 0 && lts->choice != NULL, "choices");
        }
    }
    free(seen);
}

/* In small pieces, by two threads, the file has the same moves, or the same error. */
static void read_again(const char *path, const struct lts *lts, uint64_t piece, int ignore_case,
                       const struct error *error) {
    struct memory memory;
    memory_init(&memory, MEMORY_LIMIT);
    struct run run = {.memory = &memory, .threads = 2};
    struct error other = {.code = ERROR_NONE};
    label_table *labels = label_table_create(&memory, ignore_case, NULL, 0);
    require(labels != NULL, "label table");
    struct lts *again = aut_read_pieces(path, piece, labels, &run, &other);
    require((lts == NULL) == (again == NULL), "pieces are read");
    if (again == NULL) {
        require(other.code == error->code && other.line == error->line && other.column == error->column &&
                    strcmp(other.text, error->text) == 0,
                "the error of pieces");
    } else {
        require(again->moves == lts->moves && again->row_states == lts->row_states &&
                    again->label_count == lts->label_count && again->choices == lts->choices &&
                    memcmp(again->label, lts->label, lts->moves * sizeof *lts->label) == 0 &&
                    memcmp(again->target, lts->target, lts->moves * sizeof *lts->target) == 0 &&
                    memcmp(again->row, lts->row, (lts->row_states + (size_t)1) * sizeof *lts->row) == 0,
                "the moves of pieces");
    }
    lts_free(&memory, again);
    label_table_free(labels);
    require(memory_used(&memory) == 0, "memory left by pieces");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct memory memory;
    memory_init(&memory, MEMORY_LIMIT);
    struct run run = {.memory = &memory, .threads = 1};
    struct error error = {.code = ERROR_NONE};
    char path[64];
    int fd = fuzz_open(data, size, path);
    /* Half of the inputs fold case. */
    label_table *labels = label_table_create(&memory, size % 2, NULL, 0);
    require(labels != NULL, "label table");
    struct lts *lts = aut_read(path, labels, &run, &error);
    if (lts != NULL) {
        check(lts, labels);
    } else {
        require_refusal(&error, path);
    }
    read_again(path, lts, 1 + size % 61, size % 2, &error);
    lts_free(&memory, lts);
    label_table_free(labels);
    require(memory_used(&memory) == 0, "memory left");
    close(fd);
    return 0;
}
