#ifndef HEDDLE_CHECKER_VERIFY_EVIDENCE_OBJECT_H
#define HEDDLE_CHECKER_VERIFY_EVIDENCE_OBJECT_H

#include <jansson.h>
#include <stdint.h>

#include "checker/verify/evidence_read.h"

/* A JSON object, with its name in messages; the whole value has none. If `json` is no object, it has no keys.
 */
struct evidence_object {
    evidence_reader *reader;
    const json_t *json;
    const char *name;
};

/*
 * What fails reports an error of the reader, and returns -1 or NULL. What is copied or allocated is the
 * reader's.
 */

/* Reports what the value of a key, or the object itself if the key is NULL, should be. Returns -1. */
int evidence_expected(const struct evidence_object *object, const char *key, const char *expected);
/* Reports that memory has run out. Returns -1. */
int evidence_no_memory(const struct evidence_object *object);
/* Zeroed elements, as many as a JSON array has. */
void *evidence_allocate(const struct evidence_object *object, uint64_t count, uint64_t size);
/* The value of a key, or NULL. */
const json_t *evidence_get(const struct evidence_object *object, const char *key);

/* Which of several keys, NULL after the last, the object has. If it has none or several, the error says that
 * `what` is expected. */
int evidence_take_key(const struct evidence_object *object, const char *const *keys, const char *what,
                      int *which);
int evidence_take_text(const struct evidence_object *object, const char *key, const char **text);
/* The text of a label, or of a pattern for labels; the object must have exactly one of them. */
int evidence_take_label(const struct evidence_object *object, const char **text, int *is_pattern);
/* The texts of a list. */
const char **evidence_copy_texts(const struct evidence_object *object, const char *key, uint32_t *count);
int evidence_take_texts(const struct evidence_object *object, const char *key, const char ***texts,
                        uint32_t *count);
/* One of two words; *second: whether it is the second. */
int evidence_take_word(const struct evidence_object *object, const char *key, const char *const words[2],
                       int *second);
/* A flag; if it is absent, *flag stays. */
int evidence_take_flag(const struct evidence_object *object, const char *key, int *flag);
/* A number of at least 0: `value`, which belongs to the key, or the key's value. */
int evidence_take_natural(const struct evidence_object *object, const char *key, const json_t *value,
                          uint64_t *number);
int evidence_take_number(const struct evidence_object *object, const char *key, uint64_t *number);
/* The local states of `length` processes. */
int evidence_take_tuple(const struct evidence_object *object, const char *key, uint32_t length,
                        uint32_t *tuple);
/* A state: values of variables, or local states. The initial state, under "initial", decides which, and the
 * types of variables. */
int evidence_take_state(const struct evidence_object *object, const char *key, struct evidence *evidence,
                        uint32_t *tuple);
int evidence_take_initial(const struct evidence_object *root, struct evidence *evidence, uint32_t *tuple);

/* "inputs" of the kind evidence->kind, which is set (evidence_convert.c). */
int evidence_take_inputs(const struct evidence_object *root, struct evidence *evidence);
/* What is about two inputs, but for "inputs" and "components" of the first (evidence_comparison.c). */
int evidence_take_comparison(const struct evidence_object *root, struct evidence *evidence);
int evidence_take_difference(const struct evidence_object *root, struct evidence *evidence);

/* "properties", and "property" of a trace, where it may be absent, or of a strategy (evidence_property.c). */
int evidence_take_properties(const struct evidence_object *root, struct evidence *evidence);
/* "runs" of a certificate, after its properties: of one property of runs, or none (evidence_runs.c). */
int evidence_take_runs(const struct evidence_object *root, struct evidence *evidence);
int evidence_take_only_property(const struct evidence_object *root, struct evidence *evidence);

#endif
