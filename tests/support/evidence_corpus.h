#ifndef HEDDLE_TESTS_SUPPORT_EVIDENCE_CORPUS_H
#define HEDDLE_TESTS_SUPPORT_EVIDENCE_CORPUS_H

#include <jansson.h>
#include <stddef.h>

/*
 * True evidence of every kind, which the command writes about small models, in the folder of
 * tests/support/command.h.
 */
#define EVIDENCE_CORPUS_MOST 96u

struct evidence_corpus {
    struct {
        const char *name; /* of the file */
        json_t *file;     /* its values */
        char *tail;       /* the bytes after them: packed states */
        size_t tail_bytes;
    } all[EVIDENCE_CORPUS_MOST];
    unsigned count;
};

/* Writes models and evidence; fails the test where the command writes none. */
void evidence_corpus_make(struct evidence_corpus *corpus);
void evidence_corpus_free(struct evidence_corpus *corpus);

#endif
