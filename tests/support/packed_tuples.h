#ifndef HEDDLE_TESTS_SUPPORT_PACKED_TUPLES_H
#define HEDDLE_TESTS_SUPPORT_PACKED_TUPLES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * The packed states of certificates, bit by bit as docs/evidence-format.md defines them: `count` tuples of
 * `fields` numbers, each with width[k] bits.
 */
#define PACKED_MOST_FIELDS 512
struct packed_tuples {
    unsigned width[PACKED_MOST_FIELDS];
    size_t fields;
    size_t count;
    uint32_t *tuple; /* count * fields */
};

/* The bytes of a tuple. */
size_t packed_tuple_bytes(const struct packed_tuples *tuples);
/* Sorts the tuples and drops all but one of equal ones. */
void packed_tuples_sort(struct packed_tuples *tuples);
/* Writes the bytes of all tuples. */
void packed_tuples_write(const struct packed_tuples *tuples, FILE *file);
/* Reads a file with one certificate: its head (without a NUL in it), then the tuples and a line end. Ends the
 * test if the file has another form. The caller frees tuples->tuple. */
void packed_tuples_read(struct packed_tuples *tuples, const char *path);

#endif
