/* The interner on the host: an index table and a reserved array of pairs that is committed as it fills. */
#include "hashtable/intern.h"

#include "base/error.h"
#include "base/memory.h"
#include "hashtable/growth.h"
#include "hashtable/table.h"

#define PAIR_BYTES 16u
#define MOST_PAIRS ((uint64_t)1 << INTERN_ID_BITS)

struct interner {
    struct memory *memory;
    struct intern_view view;
    struct table *index;
    uint64_t next;     /* ids handed out; what view.next points to */
    uint64_t reserved; /* bytes of addresses behind view.pairs */
    int index_grows;
};

interner *interner_create(struct memory *memory, uint32_t bucket_integers, uint64_t pairs, struct error *error) {
    interner *interner = memory_allocate_zeroed(memory, sizeof *interner);
    if (interner == NULL) {
        error_set(error, ERROR_MEMORY, "not enough memory to fold long state vectors");
        return NULL;
    }
    interner->memory = memory;
    interner->index = table_create(memory, 1, bucket_integers, pairs * 2, 1, error);
    if (interner->index == NULL) {
        interner_free(interner);
        return NULL;
    }
    uint64_t left = memory_left(memory);
    uint64_t reserved = MOST_PAIRS * PAIR_BYTES;
    while (reserved / 2 > left) {
        reserved /= 2;
    }
    for (; interner->view.pairs == NULL && reserved >= pairs * PAIR_BYTES; reserved /= 2) {
        interner->view.pairs = memory_reserve(reserved);
        interner->reserved = reserved;
    }
    if (interner->view.pairs == NULL ||
        memory_extend(memory, interner->view.pairs, 0, pairs * PAIR_BYTES) != 0) {
        interner_free(interner);
        error_set(error, ERROR_MEMORY, "not enough memory to fold long state vectors");
        return NULL;
    }
    interner->view.capacity = pairs;
    interner->view.next = &interner->next;
    interner->view.index = table_view_of(interner->index);
    return interner;
}

void interner_free(interner *interner) {
    if (interner != NULL) {
        memory_release(interner->memory, interner->view.pairs, interner->reserved,
                       interner->view.capacity * PAIR_BYTES);
        table_free(interner->index);
        memory_free(interner->memory, interner, sizeof *interner);
    }
}

const struct intern_view *interner_view(const interner *interner) {
    return &interner->view;
}

uint64_t interner_pairs(const interner *interner) {
    return core_load_relaxed(&interner->next);
}

uint64_t interner_bytes(const interner *interner) {
    return interner->view.capacity * PAIR_BYTES + table_bytes(interner->index);
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
    uint64_t bytes = interner->view.capacity * PAIR_BYTES;
    uint64_t wanted = growth_bytes(bytes, memory_left(interner->memory));
    if (wanted > interner->reserved) {
        wanted = interner->reserved;
    }
    wanted -= wanted % PAIR_BYTES;
    if (wanted <= bytes || memory_extend(interner->memory, interner->view.pairs, bytes, wanted) != 0) {
        return -1;
    }
    interner->view.capacity = wanted / PAIR_BYTES;
    return 0;
}

int interner_grow_begin(interner *interner, int all) {
    int grown = -1;
    if ((all || array_is_crowded(interner)) && grow_array(interner) == 0) {
        grown = 0;
    }
    interner->index_grows = 0;
    if (all || index_is_crowded(interner)) {
        uint64_t bytes = table_bytes(interner->index);
        uint64_t wanted = growth_bytes(bytes, memory_left(interner->memory));
        uint64_t slots = (uint64_t)((double)table_slots(interner->index) * (double)wanted / (double)bytes);
        if (table_grow_begin(interner->index, slots) == 0) {
            interner->index_grows = 1;
            grown = 0;
        }
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
