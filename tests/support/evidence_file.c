/* Files of evidence, value by value. */
#include "tests/support/evidence_file.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "tests/support/evidence_judge.h"

static void require(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "evidence file: %s\n", what);
        abort();
    }
}

/* The bytes of a file and a NUL; the caller frees them. */
static char *read_whole(const char *path, size_t *length) {
    FILE *stream = fopen(path, "r");
    char *bytes = NULL;
    size_t size = 0;
    *length = 0;
    require(stream != NULL, path);
    do {
        size += 65536;
        bytes = realloc(bytes, size + 1);
        require(bytes != NULL, "memory");
        *length += fread(bytes + *length, 1, size - *length, stream);
    } while (*length == size);
    bytes[*length] = '\0';
    fclose(stream);
    return bytes;
}

void evidence_file_load(struct evidence_file *file, const char *path) {
    size_t length, at = 0;
    char *bytes = read_whole(path, &length);
    for (file->count = 0; at < length; file->count++) {
        json_error_t error;
        require(file->count < EVIDENCE_LINES, "too many lines");
        file->lines[file->count] = json_loadb(bytes + at, length - at, JSON_DISABLE_EOF_CHECK, &error);
        require(file->lines[file->count] != NULL, error.text);
        at += (size_t)error.position;
        at += strspn(bytes + at, "\n");
    }
    free(bytes);
}

void evidence_file_save(const struct evidence_file *file, const char *path) {
    FILE *stream = fopen(path, "w");
    require(stream != NULL, path);
    for (uint64_t k = 0; k < file->count; k++) {
        require(json_dumpf(file->lines[k], stream, JSON_COMPACT) == 0 && fputc('\n', stream) != EOF, path);
    }
    require(fclose(stream) == 0, path);
}

void evidence_file_free(struct evidence_file *file) {
    for (uint64_t k = 0; k < file->count; k++) {
        json_decref(file->lines[k]);
    }
    file->count = 0;
}

void evidence_file_copy(struct evidence_file *file, const struct evidence_file *from) {
    for (file->count = 0; file->count < from->count; file->count++) {
        file->lines[file->count] = json_deep_copy(from->lines[file->count]);
        require(file->lines[file->count] != NULL, "copy");
    }
}

json_t *evidence_file_part(const struct evidence_file *file, uint64_t state, size_t place) {
    return json_array_get(file->lines[state + 1], place);
}

uint32_t evidence_file_number(const struct evidence_file *file, uint64_t state, size_t place) {
    json_t *part = evidence_file_part(file, state, place);
    return json_is_integer(part) ? (uint32_t)json_integer_value(part) : UINT32_MAX;
}

void evidence_file_set(struct evidence_file *file, uint64_t state, size_t place, uint64_t number) {
    require(json_array_set_new(file->lines[state + 1], place, json_integer((json_int_t)number)) == 0, "set");
}

void evidence_file_drop(struct evidence_file *file, uint64_t state) {
    json_decref(file->lines[state + 1]);
    memmove(file->lines + state + 1, file->lines + state + 2,
            (file->count - state - 2) * sizeof *file->lines);
    file->count--;
    const char *counted = json_object_get(file->lines[0], "nodes") != NULL ? "nodes" : "states";
    json_object_set_new(file->lines[0], counted, json_integer((json_int_t)file->count - 1));
}

static int verify(evidence_reader *reader, const struct verify_input *input, const struct run *run,
                  struct verification *verification, struct error *error) {
    struct evidence_inputs inputs = {.graph = NULL};
    const struct evidence *evidence;
    if (evidence_read(reader, &evidence, error) != 1) {
        return -1;
    }
    if (input == NULL) {
        CU_ASSERT_EQUAL_FATAL(evidence_inputs_read(evidence, run, &inputs, error), 0);
    }
    const struct verify_input own = evidence_inputs_view(&inputs);
    int failed = verify_evidence(reader, evidence, input == NULL ? &own : input, run, verification, error);
    failed = failed || (verification->confirmed && evidence_read(reader, &evidence, error) != 0);
    verification_free(verification, run);
    evidence_inputs_free(&inputs, run);
    return failed ? -1 : verification->confirmed;
}

int evidence_file_verify(const char *path, const struct verify_input *input, const struct run *run,
                         struct verification *verification) {
    struct error error = {.code = ERROR_NONE};
    evidence_reader *reader = evidence_open(path, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reader);
    *verification = (struct verification){0};
    int status = verify(reader, input, run, verification, &error);
    if (status < 0) {
        CU_ASSERT(error.code == ERROR_INPUT && error.line > 0);
        strcpy(verification->reason, error.text);
    }
    CU_ASSERT(verification->reason[0] != '\0');
    evidence_close(reader);
    return status;
}
