/* The interner on the host: an index table and a reserved array of pairs that is committed as it fills. */
#include "hashtable/intern.h"

#include "base/error.h"
#include "base/memory.h"
#include "hashtable/growth.h"
#include "hashtable/table.h"

#define MOST_PAIRS ((uint64_t)1 << INTERN_ID_BITS)

struct interner {
    struct memory *memory;
    struct intern_view view;
    struct table *index;
    uint64_t next;             /* number of ids handed out; view.next points to it */
    struct memory_range range; /* memory of the pairs */
    int index_grows;
};

interner *interner_create(struct memory *memory, uint32_t bucket_integers, uint64_t pairs,
                          struct error *error) {
    interner *interner = memory_allocate_zeroed(memory, sizeof *interner);
    if (interner == NULL) {
        error_memory(error, "to fold long state vectors");
        return NULL;
    }
    interner->memory = memory;
    interner->index = table_create(memory, 1, bucket_integers, pairs * 2, 1, error);
    if (interner->index == NULL) {
        interner_free(interner);
        return NULL;
    }
    if (memory_range_open(memory, &interner->range, pairs * INTERN_PAIR_BYTES,
                          MOST_PAIRS * INTERN_PAIR_BYTES) != 0 ||
        memory_range_extend(memory, &interner->range, pairs * INTERN_PAIR_BYTES) != 0) {
        interner_free(interner);
        error_memory(error, "to fold long state vectors");
        return NULL;
    }
    interner->view.pairs = interner->range.base;
    interner->view.capacity = pairs;
    interner->view.stock = INTERN_STOCK;
    interner->view.next = &interner->next;
    interner->view.index = table_view_of(interner->index);
    return interner;
}

interner *interner_restore(struct memory *memory, uint32_t bucket_integers, uint64_t count,
                           int (*fill)(void *context, uint64_t *pairs, struct error *error), void *context,
                           struct error *error) {
    interner *interner = interner_create(memory, bucket_integers, count + 1, error);
    if (interner == NULL || fill(context, interner->view.pairs, error) != 0) {
        interner_free(interner);
        return NULL;
    }
    interner->next = count;
    interner->view.index.alone = 1;
    for (uint64_t id = 0; id < count; id++) {
        const uint64_t *pair = interner->view.pairs + 2 * id;
        uint64_t hash =
            intern_hash(intern_word(interner->view.pairs, id, 0), intern_word(interner->view.pairs, id, 1));
        uint64_t word = intern_tag(hash) | id;
        if (pair[0] != 0 &&
            table_place(&interner->view.index, &word, 1, table_hash_prefix(word)) == TABLE_FULL) {
            error_memory(error, "to fold long state vectors");
            interner_free(interner);
            return NULL;
        }
    }
    interner->view.index.alone = 0;
    return interner;
}

void interner_free(interner *interner) {
    if (interner != NULL) {
        memory_range_close(interner->memory, &interner->range);
        table_free(interner->index);
        memory_free(interner->memory, interner, sizeof *interner);
    }
}

const struct intern_view *interner_view(const interner *interner) {
    return &interner->view;
}

/* The number of ids handed out. */
static uint64_t interner_pairs(const interner *interner) {
    return shared64_load(&interner->next);
}

static int index_is_crowded(const interner *interner) {
    return interner_pairs(interner) > table_slots(interner->index) / 4 * 3;
}

static int array_is_crowded(const interner *interner) {
    return interner_pairs(interner) > interner->view.capacity / 8 * 7;
}

int interner_is_crowded(const interner *interner) {
    return index_is_crowded(interner) || array_is_crowded(interner);
}

static int grow_array(interner *interner) {
    uint64_t bytes = interner->view.capacity * INTERN_PAIR_BYTES;
    uint64_t wanted = growth_bytes(bytes, memory_left(interner->memory));
    wanted = wanted < interner->range.reserved ? wanted : interner->range.reserved;
    /* Limited so that the index keeps empty slots. */
    uint64_t most = table_slots(interner->index) / 16 * 15 * INTERN_PAIR_BYTES;
    wanted = wanted < most ? wanted : most;
    wanted -= wanted % INTERN_PAIR_BYTES;
    if (wanted <= bytes || memory_range_extend(interner->memory, &interner->range, wanted) != 0) {
        return -1;
    }
    interner->view.capacity = wanted / INTERN_PAIR_BYTES;
    return 0;
}

int interner_grow_begin(interner *interner, int all) {
    int grown = -1;
    interner->index_grows = 0;
    if (all || index_is_crowded(interner)) {
        if (table_grow_begin(interner->index, table_next_slots(interner->index)) == 0) {
            interner->index_grows = 1;
            grown = 0;
        }
    }
    if ((all || array_is_crowded(interner)) && grow_array(interner) == 0) {
        grown = 0;
    }
    return grown;
}

void interner_grow_work(interner *interner, unsigned thread, unsigned threads, struct barrier *barrier) {
    if (interner->index_grows) {
        table_grow_work(interner->index, thread, threads, barrier);
    }
}

int interner_grow_end(interner *interner) {
    int failed = 0;
    if (interner->index_grows) {
        failed = table_grow_end(interner->index);
        interner->view.index = table_view_of(interner->index);
        interner->index_grows = 0;
    }
    return failed;
}
