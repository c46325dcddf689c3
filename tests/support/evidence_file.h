#ifndef HEDDLE_TESTS_SUPPORT_EVIDENCE_FILE_H
#define HEDDLE_TESTS_SUPPORT_EVIDENCE_FILE_H

#include <jansson.h>
#include <stdint.h>

#include "checker/verify/verify.h"

/* A file of evidence as JSON values, one after the other, to be changed and written again. */
#define EVIDENCE_LINES 4096u

struct evidence_file {
    json_t *lines[EVIDENCE_LINES]; /* the head, then a row for each state or node */
    uint64_t count;
};

/* Ends the test run if the file does not have this form. */
void evidence_file_load(struct evidence_file *file, const char *path);
void evidence_file_save(const struct evidence_file *file, const char *path);
void evidence_file_free(struct evidence_file *file);
/* Copies the lines of another file. */
void evidence_file_copy(struct evidence_file *file, const struct evidence_file *from);

/* Element `place` of a state's row; as a number, UINT32_MAX for null and for an element that does not exist.
 */
json_t *evidence_file_part(const struct evidence_file *file, uint64_t state, size_t place);
uint32_t evidence_file_number(const struct evidence_file *file, uint64_t state, size_t place);
void evidence_file_set(struct evidence_file *file, uint64_t state, size_t place, uint64_t number);
/* Removes a row, and adapts the number of rows in the head. */
void evidence_file_drop(struct evidence_file *file, uint64_t state);

/* Judges the only piece of a file as `heddle verify` does; input: NULL if the evidence names a network, which
 * is read then. Returns 1 if it is confirmed, 0 if it is refuted, -1 if its form is wrong; and the reason or
 * the error in verification->reason. There is nothing to free. */
int evidence_file_verify(const char *path, const struct verify_input *input, const struct run *run,
                         struct verification *verification);

#endif
