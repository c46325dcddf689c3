/* Fills a visited set on the host with the keys that a search on GPUs has found (graph_table.h). */
#include "explorer/graph/graph_table.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/run.h"
#include "explorer/model/model_core.h"
#include "explorer/search/explore.h"
#include "hashtable/table.h"

#define RUN_KEYS 4096u
#define BATCH_KEYS 256u /* whose places in memory are asked for at a time */

struct table_filling {
    struct table_view view;
    const uint64_t *keys;
    uint64_t count;
    uint64_t cursor; /* next run that no thread has taken */
    int full;
};

/* Puts the keys [first, last), at most BATCH_KEYS. 0, or -1 if the table has no place for one. */
static int put_batch(const struct table_filling *filling, uint64_t first, uint64_t last) {
    const struct table_view *view = &filling->view;
    const uint64_t *keys = filling->keys + first * view->words;
    uint64_t hashes[BATCH_KEYS];
    int full = 0;
    for (uint64_t i = 0; i < last - first; i++) {
        hashes[i] = table_hash(view, keys + i * view->words);
        table_prefetch(view, hashes[i]);
    }
    for (uint64_t i = 0; i < last - first; i++) {
        full |= table_put(view, keys + i * view->words, view->words, hashes[i], NULL) == TABLE_FULL;
    }
    return full ? -1 : 0;
}

static void fill(void *context, unsigned thread) {
    struct table_filling *filling = context;
    (void)thread;
    for (;;) {
        const uint64_t first = shared64_add(&filling->cursor, RUN_KEYS);
        if (first >= filling->count) {
            return;
        }
        const uint64_t last = first + RUN_KEYS < filling->count ? first + RUN_KEYS : filling->count;
        for (uint64_t at = first; at < last; at += BATCH_KEYS) {
            const uint64_t end = at + BATCH_KEYS < last ? at + BATCH_KEYS : last;
            if (put_batch(filling, at, end) != 0) {
                __atomic_store_n(&filling->full, 1, __ATOMIC_RELAXED);
                return;
            }
        }
    }
}

int graph_restore_table(struct exploration *exploration, const uint64_t *keys, uint64_t count,
                        const struct run *run, struct error *error) {
    struct state_space *space = &exploration->space;
    if (space->table != NULL) {
        return 0;
    }
    space->table = table_create(run->memory, model_header(exploration->model)->key_words, TABLE_HOST_INTEGERS,
                                count + count / 2 + 64, 0, error);
    if (space->table == NULL) {
        return -1;
    }
    struct table_filling filling = {.view = table_view_of(space->table), .keys = keys, .count = count};
    parallel_run(run->threads, fill, &filling);
    if (filling.full) {
        exploration_drop_table(exploration);
        return error_memory(error, "for the hash table");
    }
    return 0;
}
