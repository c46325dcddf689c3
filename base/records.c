/* Packed tuples: packing, sorting by radix, and finding by an index over the highest bits. */
#include "base/records.h"

#include <string.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/run.h"
#include "base/sort.h"

#define WORD_BITS 64u
#define DIGIT_BITS 8u
#define DIGITS (1u << DIGIT_BITS)
#define MOST_INDEX_BITS 28u
#define RECORDS_PER_ENTRY_BITS 2u /* an entry of the index has about four records */

uint32_t records_width(uint32_t most) {
    return most == 0 ? 0 : 32u - (uint32_t)__builtin_clz(most);
}

int records_open(struct records *records, const struct run *run, const uint8_t *width, uint32_t fields,
                 struct error *error) {
    *records = (struct records){.run = run, .fields = fields};
    records->width = memory_allocate_array(run->memory, fields, sizeof *width);
    if (records->width == NULL) {
        return error_memory(error, "for the states");
    }
    for (uint32_t i = 0; i < fields; i++) {
        records->width[i] = width[i];
        records->bits += width[i];
    }
    records->words = records->bits == 0 ? 1 : (records->bits + WORD_BITS - 1) / WORD_BITS;
    records->bytes = records->bits == 0 ? 1 : (records->bits + 7) / 8;
    return 0;
}

void records_free(struct records *records) {
    if (records->run == NULL) {
        return;
    }
    struct memory *memory = records->run->memory;
    memory_range_close(memory, &records->range);
    memory_free(memory, records->begin, (((uint64_t)1 << records->index_bits) + 1) * sizeof *records->begin);
    memory_free(memory, records->width, records->fields * sizeof *records->width);
    *records = (struct records){0};
}

int records_reserve(struct records *records, uint64_t count, uint64_t most, struct error *error) {
    struct memory *memory = records->run->memory;
    uint64_t size = records->words * sizeof(uint64_t);
    if (records->range.base == NULL) {
        uint64_t bytes = most > UINT64_MAX / size ? UINT64_MAX : most * size;
        if (count > UINT64_MAX / size ||
            memory_range_open(memory, &records->range, count * size, bytes) != 0) {
            return error_memory(error, "for the states");
        }
        records->at = records->range.base;
    }
    uint64_t committed = records->range.committed, roomy = committed + committed / 2;
    if (count * size <= committed) {
        return 0;
    }
    roomy = roomy < records->range.reserved ? roomy : records->range.reserved;
    return (roomy <= count * size || memory_range_extend(memory, &records->range, roomy) != 0) &&
                   memory_range_extend(memory, &records->range, count * size) != 0
               ? error_memory(error, "for the states")
               : 0;
}

/* --- one record --- */

int records_pack(const struct records *records, const uint32_t *tuple, uint64_t *record) {
    uint32_t position = records->bits;
    memset(record, 0, records->words * sizeof *record);
    for (uint32_t i = 0; i < records->fields; i++) {
        uint32_t width = records->width[i];
        if ((uint64_t)tuple[i] >> width != 0) {
            return 0;
        }
        position -= width;
        uint64_t *word = record + records->words - 1 - position / WORD_BITS;
        uint32_t shift = position % WORD_BITS;
        if (width > 0) {
            *word |= (uint64_t)tuple[i] << shift;
        }
        if (shift + width > WORD_BITS) {
            word[-1] |= (uint64_t)tuple[i] >> (WORD_BITS - shift);
        }
    }
    return 1;
}

void records_unpack(const struct records *records, const uint64_t *record, uint32_t *tuple) {
    uint32_t position = records->bits;
    for (uint32_t i = 0; i < records->fields; i++) {
        uint32_t width = records->width[i];
        position -= width;
        const uint64_t *word = record + records->words - 1 - position / WORD_BITS;
        uint32_t shift = position % WORD_BITS;
        uint64_t value = width == 0 ? 0 : *word >> shift;
        if (shift + width > WORD_BITS) {
            value |= word[-1] << (WORD_BITS - shift);
        }
        tuple[i] = (uint32_t)(value & (((uint64_t)1 << width) - 1));
    }
}

void records_to_bytes(const struct records *records, const uint64_t *record, uint8_t *bytes) {
    for (uint32_t i = 0; i < records->bytes; i++) {
        uint32_t position = (records->bytes - 1 - i) * 8;
        bytes[i] = (uint8_t)(record[records->words - 1 - position / WORD_BITS] >> position % WORD_BITS);
    }
}

int records_from_bytes(const struct records *records, const uint8_t *bytes, uint64_t *record) {
    memset(record, 0, records->words * sizeof *record);
    for (uint32_t i = 0; i < records->bytes; i++) {
        uint32_t position = (records->bytes - 1 - i) * 8;
        record[records->words - 1 - position / WORD_BITS] |= (uint64_t)bytes[i] << position % WORD_BITS;
    }
    return bytes[0] >> (records->bits - (records->bytes - 1) * 8) == 0;
}

int records_compare(const struct records *records, const uint64_t *a, const uint64_t *b) {
    uint32_t word = 0;
    while (word + 1 < records->words && a[word] == b[word]) {
        word++;
    }
    return sort_compare(a[word], b[word]);
}

/* --- sorting --- */

/* One pass: moves the records to their places by one digit. Each thread takes a part of them. */
struct digit_pass {
    const uint64_t *from;
    uint64_t *to;
    uint64_t count;
    uint32_t words, word, shift; /* the digit is in this word, from this bit on */
    unsigned threads;
    uint64_t (*place)[DIGITS]; /* of each thread: first the numbers of its records, then their next places */
};

static uint64_t part_begin(const struct digit_pass *pass, unsigned thread) {
    return pass->count / pass->threads * thread +
           (thread < pass->count % pass->threads ? thread : pass->count % pass->threads);
}

static void count_digits(void *context, unsigned thread) {
    const struct digit_pass *pass = context;
    uint64_t *place = pass->place[thread], end = part_begin(pass, thread + 1);
    memset(place, 0, sizeof pass->place[thread]);
    for (uint64_t i = part_begin(pass, thread); i < end; i++) {
        place[pass->from[i * pass->words + pass->word] >> pass->shift & (DIGITS - 1)]++;
    }
}

static inline __attribute__((always_inline)) void move(const struct digit_pass *pass, unsigned thread,
                                                       uint32_t words) {
    uint64_t *place = pass->place[thread], end = part_begin(pass, thread + 1);
    for (uint64_t i = part_begin(pass, thread); i < end; i++) {
        const uint64_t *from = pass->from + i * words;
        uint64_t *to = pass->to + place[from[pass->word] >> pass->shift & (DIGITS - 1)]++ * words;
        for (uint32_t word = 0; word < words; word++) {
            to[word] = from[word];
        }
    }
}

static void move_part(void *context, unsigned thread) {
    const struct digit_pass *pass = context;
    if (pass->words == 1) {
        move(pass, thread, 1);
    } else if (pass->words == 2) {
        move(pass, thread, 2);
    } else {
        move(pass, thread, pass->words);
    }
}

/* Turns numbers of records into places. Returns whether all records have the same digit. */
static int find_places(const struct digit_pass *pass) {
    uint64_t sum = 0, largest = 0;
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        uint64_t before = sum;
        for (unsigned thread = 0; thread < pass->threads; thread++) {
            uint64_t here = pass->place[thread][digit];
            pass->place[thread][digit] = sum;
            sum += here;
        }
        largest = sum - before > largest ? sum - before : largest;
    }
    return largest == pass->count;
}

/* Sorts by all digits. Returns whether the result is in `other`. */
static int sort_digits(const struct records *records, struct digit_pass *pass, uint64_t *other) {
    uint64_t *lists[2] = {records->at, other};
    int in_other = 0;
    for (uint32_t position = 0; position < records->bits && !run_should_stop(records->run);
         position += DIGIT_BITS) {
        pass->from = lists[in_other];
        pass->to = lists[!in_other];
        pass->word = records->words - 1 - position / WORD_BITS;
        pass->shift = position % WORD_BITS;
        parallel_run(pass->threads, count_digits, pass);
        if (!find_places(pass)) {
            parallel_run(pass->threads, move_part, pass);
            in_other = !in_other;
        }
        run_tell(records->run, "sorting the states", position + DIGIT_BITS, records->bits, "bits");
    }
    return in_other;
}

static void drop_equal(struct records *records) {
    uint64_t kept = records->count == 0 ? 0 : 1;
    for (uint64_t i = 1; i < records->count; i++) {
        if (records_compare(records, records_at(records, kept - 1), records_at(records, i)) != 0) {
            memmove(records_at(records, kept++), records_at(records, i),
                    records->words * sizeof *records->at);
        }
    }
    records->count = kept;
}

int records_sort(struct records *records, struct error *error) {
    const struct run *run = records->run;
    struct memory_range other = {0};
    struct digit_pass pass = {.count = records->count, .words = records->words, .threads = run->threads};
    uint64_t bytes = records->count * records->words * sizeof *records->at;
    pass.place = memory_allocate_array(run->memory, pass.threads, sizeof *pass.place);
    int failed = pass.place == NULL || (bytes > 0 && memory_range_fill(run->memory, &other, bytes) != 0)
                     ? error_memory(error, "to sort the states")
                     : 0;
    if (!failed && sort_digits(records, &pass, other.base)) {
        struct memory_range swap = records->range;
        records->range = other;
        records->at = other.base;
        other = swap;
    }
    memory_range_close(run->memory, &other);
    memory_free(run->memory, pass.place, pass.threads * sizeof *pass.place);
    if (!failed && run_should_stop(run)) {
        failed = error_set(error, ERROR_INTERRUPTED, "interrupted while the states were sorted");
    }
    if (!failed) {
        drop_equal(records);
    }
    return failed;
}

/* --- finding --- */

/* The highest `bits` bits of a record, at most 32 and at most those that it has. */
static uint64_t highest(const struct records *records, const uint64_t *record, uint32_t bits) {
    uint32_t first = records->bits - (records->words - 1) * WORD_BITS; /* bits in the first word */
    if (bits == 0) {
        return 0;
    }
    return first >= bits ? record[0] >> (first - bits)
                         : record[0] << (bits - first) | record[1] >> (WORD_BITS - (bits - first));
}

int records_make_index(struct records *records, struct error *error) {
    uint32_t bits = 0;
    while (bits < records->bits && bits < MOST_INDEX_BITS &&
           records->count >> (bits + RECORDS_PER_ENTRY_BITS) != 0) {
        bits++;
    }
    uint64_t entries = (uint64_t)1 << bits, next = 0;
    uint64_t *begin = memory_allocate_array(records->run->memory, entries + 1, sizeof *begin);
    if (begin == NULL) {
        return error_memory(error, "for the states");
    }
    for (uint64_t i = 0; i < records->count; i++) {
        for (uint64_t entry = highest(records, records_at(records, i), bits); next <= entry; next++) {
            begin[next] = i;
        }
    }
    for (; next <= entries; next++) {
        begin[next] = records->count;
    }
    records->begin = begin;
    records->index_bits = bits;
    return 0;
}

uint64_t records_find(const struct records *records, const uint64_t *record) {
    uint64_t entry = highest(records, record, records->index_bits);
    uint64_t begin = records->begin[entry], end = records->begin[entry + 1];
    while (begin < end) {
        uint64_t middle = begin + (end - begin) / 2;
        if (records_compare(records, records_at(records, middle), record) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

int records_has(const struct records *records, const uint64_t *record) {
    const uint64_t at = records_find(records, record);
    return at < records->count && records_compare(records, records_at(records, at), record) == 0;
}
