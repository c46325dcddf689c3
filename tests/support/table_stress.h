#ifndef HEDDLE_TESTS_SUPPORT_TABLE_STRESS_H
#define HEDDLE_TESTS_SUPPORT_TABLE_STRESS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;

/* Who puts a key: a thread, a group of lanes, or the one in even and the other in odd warps of one launch. */
enum table_stress_by { BY_THREADS, BY_GROUPS, BY_BOTH };

/* Keys put into a table on GPU 0 that grows as it must (bench/keys_core.h says which keys). */
struct table_stress {
    uint64_t insertions, distinct;
    int adjacent; /* equal keys follow each other, so that the lanes of a warp fight for one slot */
    uint32_t words, bucket_integers;
    enum table_stress_by by;
    uint64_t first_slots;
    double load; /* the table grows above it; and wherever a key meets FULL */
};

/* The same for pairs and the interner. */
struct interner_stress {
    uint64_t insertions, distinct;
    int adjacent;
    uint32_t bucket_integers;
    uint64_t first_slots;
};

struct stress_result {
    uint64_t fresh;   /* keys that were NEW: as many as are distinct */
    uint64_t used;    /* used slots at the end; for the interner, those of its index */
    uint64_t lost;    /* keys that are not found again, by threads and by groups */
    uint64_t strange; /* keys that were never put but are found; pairs with another's id */
    uint64_t growths;
    uint64_t left; /* bytes on the GPU that were not given back */
    double peak_load;
};

/* Keys of `key_bits` bits in slots of 32 bits; of whole keys first if they do not fit into the first slots.
 */
struct half_stress {
    uint64_t insertions, distinct;
    int adjacent;
    uint32_t key_bits;
    uint64_t first_bytes;
    double load;
};

struct half_stress_result {
    struct stress_result counts;
    uint64_t second;      /* keys in the second table at the end */
    uint64_t conversions; /* from whole keys */
};

/* 0, or -1 with *error filled. */
int table_stress_run(const struct table_stress *stress, struct stress_result *result, struct error *error);
int interner_stress_run(const struct interner_stress *stress, struct stress_result *result,
                        struct error *error);
int half_stress_run(const struct half_stress *stress, struct half_stress_result *result, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
