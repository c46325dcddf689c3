#ifndef HEDDLE_BASE_RECORDS_H
#define HEDDLE_BASE_RECORDS_H

#include <stdint.h>

#include "base/memory.h"

struct error;
struct run;

/*
 * Tuples of numbers, packed into records of fixed size. A record is one number: the fields of its tuple one
 * after the other, the first field in the highest bits. So records have the order of their tuples. In memory
 * a record is `words` 64-bit words, the highest first; in files it is `bytes` bytes, the highest first.
 */
struct records {
    const struct run *run;
    uint8_t *width; /* bits of each field, at most 32 */
    uint32_t fields;
    uint32_t bits, words, bytes; /* of a record; at least one word and one byte */
    struct memory_range range;
    uint64_t *at; /* count * words */
    uint64_t count;
    uint64_t *begin; /* index: the records whose highest bits are p are begin[p] to begin[p + 1] - 1 */
    uint32_t index_bits;
};

/* The least width of a field with values 0 to most. */
uint32_t records_width(uint32_t most);

/* An empty list whose fields have these widths, which are copied. Returns 0, or -1 with *error filled; the
 * caller frees the records in either case. */
int records_open(struct records *records, const struct run *run, const uint8_t *width, uint32_t fields,
                 struct error *error);
/* Zeros are allowed. */
void records_free(struct records *records);

/* Makes room for `count` records; at most `most` are ever needed, of which the first call decides. Returns 0,
 * or -1 with *error filled. */
int records_reserve(struct records *records, uint64_t count, uint64_t most, struct error *error);

/* Packs a tuple. Returns 1, or 0 if a value has too many bits for its field. */
int records_pack(const struct records *records, const uint32_t *tuple, uint64_t *record);
void records_unpack(const struct records *records, const uint64_t *record, uint32_t *tuple);
/* A record as the bytes of a file, and back. The unused bits of the first byte are 0; returns 0 if they are
 * not. */
void records_to_bytes(const struct records *records, const uint64_t *record, uint8_t *bytes);
int records_from_bytes(const struct records *records, const uint8_t *bytes, uint64_t *record);
/* -1, 0 or 1 */
int records_compare(const struct records *records, const uint64_t *a, const uint64_t *b);
static inline uint64_t *records_at(const struct records *records, uint64_t index) {
    return records->at + index * records->words;
}

/* Sorts the records and keeps one of equal ones, on all threads of the run: a least-significant-digit radix
 * sort (Knuth, The Art of Computer Programming 3, 5.2.5). Needs memory for the records a second time.
 * Returns 0, or -1 with *error filled (ERROR_MEMORY, ERROR_INTERRUPTED). */
int records_sort(struct records *records, struct error *error);
/* Makes the index of sorted records, for records_has and records_find. Returns 0, or -1 with *error filled.
 */
int records_make_index(struct records *records, struct error *error);
/* Whether the record is in the list, which has an index. */
int records_has(const struct records *records, const uint64_t *record);
/* The first record of the list, which has an index, that is not less than this one; their number if all are.
 */
uint64_t records_find(const struct records *records, const uint64_t *record);

#endif
