/*
 * In-place most-significant-digit radix sort over parallel columns ("American flag sort": McIlroy, Bostic,
 * McIlroy, Engineering Radix Sort, Computing Systems 6(1), 1993). There is no second copy of the records, so
 * that reading a large LTS takes hardly more memory than keeping it. Threads sort different buckets.
 */
#include "frontend/formats/aut_sort.h"

#include "base/parallel.h"
#include "base/run.h"

#define LARGE ((uint64_t)1 << 17) /* enough records for several threads */
#define SMALL 32u
#define DIGITS 256u
#define CHECK_RECORDS ((uint64_t)1 << 16)

struct digit {
    const uint32_t *values;
    unsigned shift;
};

struct aut_sorter {
    const struct aut_columns *columns;
    unsigned first;
    uint64_t end;                         /* the end of all records */
    struct digit digits[AUT_COLUMNS * 4]; /* most significant first */
    unsigned digit_count;
    const struct run *run;
    int silent; /* another thread reports the progress */
};

static void swap_records(const struct aut_columns *columns, unsigned first, uint64_t a, uint64_t b) {
    for (unsigned c = first; c < columns->count; c++) {
        uint32_t value = columns->column[c][a];
        columns->column[c][a] = columns->column[c][b];
        columns->column[c][b] = value;
    }
}

static void insertion_sort(const struct aut_columns *columns, unsigned first, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin + 1; i < end; i++) {
        uint32_t key[AUT_COLUMNS];
        for (unsigned c = first; c < columns->count; c++) {
            key[c] = columns->column[c][i];
        }
        uint64_t at = i;
        for (; at > begin; at--) {
            unsigned c = first;
            while (c + 1 < columns->count && columns->column[c][at - 1] == key[c]) {
                c++;
            }
            if (columns->column[c][at - 1] <= key[c]) {
                break;
            }
            for (c = first; c < columns->count; c++) {
                columns->column[c][at] = columns->column[c][at - 1];
            }
        }
        for (unsigned c = first; at < i && c < columns->count; c++) {
            columns->column[c][at] = key[c];
        }
    }
}

static unsigned digit_of(const struct digit *digit, uint64_t record) {
    return digit->values[record] >> digit->shift & (DIGITS - 1);
}

/* Moves every record of [begin, end) to its bucket; bucket_end is filled in. Returns whether there is more
 * than one. */
static int distribute(const struct aut_sorter *sorter, const struct digit *digit, uint64_t begin,
                      uint64_t end, uint64_t *bucket_end) {
    uint64_t next[DIGITS] = {0};
    for (uint64_t i = begin; i < end; i++) {
        next[digit_of(digit, i)]++;
    }
    if (next[digit_of(digit, begin)] == end - begin) {
        return 0;
    }
    for (unsigned b = 0; b < DIGITS; b++) {
        uint64_t count = next[b];
        next[b] = b == 0 ? begin : bucket_end[b - 1];
        bucket_end[b] = next[b] + count;
    }
    for (unsigned b = 0; b < DIGITS; b++) {
        while (next[b] < bucket_end[b]) {
            unsigned home = digit_of(digit, next[b]);
            if (home == b) {
                next[b]++;
            } else {
                swap_records(sorter->columns, sorter->first, next[b], next[home]++);
            }
        }
    }
    return 1;
}

/* The recursion is as deep as the key has bytes. */
static int sort_records(const struct aut_sorter *sorter, unsigned level, uint64_t begin, uint64_t end) {
    uint64_t bucket_end[DIGITS];
    for (;; level++) {
        if (level == sorter->digit_count || end - begin < 2) {
            return 0;
        }
        if (end - begin <= SMALL) {
            insertion_sort(sorter->columns, sorter->first, begin, end);
            return 0;
        }
        if (end - begin >= CHECK_RECORDS) {
            if (run_should_stop(sorter->run)) {
                return -1;
            }
            if (!sorter->silent) {
                run_tell(sorter->run, "sorting", begin, sorter->end, "transitions");
            }
        }
        if (distribute(sorter, &sorter->digits[level], begin, end, bucket_end)) {
            break;
        }
    }
    for (unsigned b = 0; b < DIGITS; b++) {
        if (sort_records(sorter, level + 1, b == 0 ? begin : bucket_end[b - 1], bucket_end[b]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The buckets of a digit, which threads sort at the same time. */
struct buckets {
    const struct aut_sorter *sorter;
    unsigned level; /* of the digits after this one */
    uint64_t begin;
    uint64_t ends[DIGITS];
    unsigned next; /* the first one that no thread has */
    int failed;
};

static void sort_buckets(void *context, unsigned thread) {
    struct buckets *buckets = context;
    struct aut_sorter sorter = *buckets->sorter;
    unsigned bucket;
    sorter.silent = thread != 0;
    while ((bucket = __atomic_fetch_add(&buckets->next, 1, __ATOMIC_RELAXED)) < DIGITS) {
        uint64_t begin = bucket == 0 ? buckets->begin : buckets->ends[bucket - 1];
        if (sort_records(&sorter, buckets->level, begin, buckets->ends[bucket]) != 0) {
            __atomic_store_n(&buckets->failed, 1, __ATOMIC_RELAXED);
            return;
        }
    }
}

/* sort_records of all records by the run's threads: one distributes them, then all sort. */
static int sort_large(const struct aut_sorter *sorter, uint64_t begin, uint64_t end) {
    struct buckets buckets = {.sorter = sorter, .begin = begin};
    while (buckets.level < sorter->digit_count &&
           !distribute(sorter, &sorter->digits[buckets.level], begin, end, buckets.ends)) {
        buckets.level++;
    }
    if (buckets.level++ == sorter->digit_count) {
        return 0; /* they are all the same */
    }
    parallel_run(sorter->run->threads, sort_buckets, &buckets);
    return buckets.failed ? -1 : 0;
}

int aut_sort(const struct aut_columns *columns, unsigned first, uint64_t begin, uint64_t end,
             const struct run *run) {
    if (end - begin <= SMALL) { /* most rows: not worth the set-up */
        if (end > begin) {
            insertion_sort(columns, first, begin, end);
        }
        return 0;
    }
    struct aut_sorter sorter = {.columns = columns, .first = first, .end = end, .run = run};
    for (unsigned c = first; c < columns->count; c++) {
        for (unsigned shift = 32; shift > 0; shift -= 8) {
            if (columns->greatest[c] >> (shift - 8) != 0) {
                sorter.digits[sorter.digit_count++] = (struct digit){columns->column[c], shift - 8};
            }
        }
    }
    return run->threads > 1 && end - begin >= LARGE ? sort_large(&sorter, begin, end)
                                                    : sort_records(&sorter, 0, begin, end);
}
