/*
 * Continues a search on a GPU from a checkpoint: fills its visited set, queue, interner and levels. Keys go
 * to the queue in the order of levels, as if the search had just found them, so that the visited set grows,
 * and old levels leave the GPU, as they do in a search. If the checkpoint has the older states in no order,
 * they are only in the visited set.
 */
#include "explorer/search/explore_cuda_internal.cuh"

#include <string.h>

#include "base/device/device_check.cuh"
#include "base/run.h"
#include "explorer/search/explore_checkpoint.h"

struct restoration {
    struct cuda_search *search;
    checkpoint_reader *reader;
    const struct checkpoint_header *header;
    uint64_t *begin; /* [header->level + 2]: a copy of level_begin */
    uint64_t fresh;  /* different states so far */
};

static int no_room(const struct restoration *restoration) {
    return error_memory(restoration->search->error, "to continue the search: raise --memory");
}

/* Reads words to the buffer on the host. */
static int read_words(struct restoration *restoration, uint64_t count) {
    const struct cuda_search *search = restoration->search;
    if (run_should_stop(search->run)) {
        return error_set(search->error, ERROR_INTERRUPTED, "interrupted while a checkpoint was read");
    }
    run_tell(search->run, "reading a checkpoint", restoration->fresh, restoration->header->states, "states");
    return checkpoint_reader_get(restoration->reader, search->transfer.host, count, search->error);
}

/* --- what is beside the states --- */

static int restore_levels(struct restoration *restoration) {
    struct cuda_search *search = restoration->search;
    const uint64_t noted = restoration->header->level + 2, labels = restoration->header->labels;
    while (search->level_capacity <= noted) {
        const int more = search_grow_levels(search);
        if (more <= 0) {
            return more < 0 ? -1 : no_room(restoration);
        }
    }
    return device_upload(search->level_begin, restoration->begin, noted * 8, search->error) != 0 ||
                   (labels != 0 && device_upload(search->label_level, search->result->label_level, labels * 8,
                                                 search->error) != 0)
               ? -1
               : 0;
}

static int grow_interner(struct restoration *restoration) {
    const int more = search_grow_interner(restoration->search);
    return more == 0 ? no_room(restoration) : more < 0 ? -1 : 0;
}

/* Puts the pairs [first, end), which are in device memory, into the interner's index. */
static int index_pairs(struct restoration *restoration, uint64_t first, uint64_t end) {
    struct cuda_search *search = restoration->search;
    const uint64_t *pairs = (const uint64_t *)search->space->pairs.base;
    struct keys_device_counts counts;
    do {
        if (device_clear(search->transfer.counts, sizeof counts, search->error) != 0 ||
            keys_device_index(search->space->index, pairs, first, end, search->transfer.counts,
                              search->error) != 0 ||
            device_download(&counts, search->transfer.counts, sizeof counts, search->error) != 0 ||
            (counts.full && grow_interner(restoration) != 0)) {
            return -1;
        }
    } while (counts.full);
    return 0;
}

static int restore_pairs(struct restoration *restoration) {
    struct cuda_search *search = restoration->search;
    unsigned long long count = restoration->header->pairs;
    if (count == 0) {
        return 0;
    }
    while (search_pairs(search) <= count) {
        if (grow_interner(restoration) != 0) {
            return -1;
        }
    }
    for (uint64_t first = 0, part; first < count; first += part) {
        part = count - first < SEARCH_TRANSFER_WORDS / 2 ? count - first : SEARCH_TRANSFER_WORDS / 2;
        if (read_words(restoration, 2 * part) != 0 ||
            device_upload((uint64_t *)search->space->pairs.base + 2 * first, search->transfer.host, 16 * part,
                          search->error) != 0 ||
            index_pairs(restoration, first, first + part) != 0) {
            return -1;
        }
    }
    return device_upload(search->space->next_pair, &count, sizeof count, search->error);
}

/* --- states --- */

/* Grows what must grow. `wanted`, or fewer keys, for which there is room then; 0 with the error filled. */
static uint64_t make_room(struct restoration *restoration, uint64_t wanted) {
    struct cuda_search *search = restoration->search;
    if (!search_is_roomy(search) && search_grow(search) < 0) {
        return 0;
    }
    const uint64_t most = search_room(search), tail = search->state.tail;
    const uint64_t room = most > tail ? most - tail : 0;
    if (room == 0) {
        no_room(restoration);
    }
    return wanted < room ? wanted : room;
}

/* Puts keys that are in device memory into the visited set. */
static int insert(struct restoration *restoration, const uint64_t *keys, uint64_t count) {
    struct cuda_search *search = restoration->search;
    struct keys_device_counts counts;
    do {
        if (device_clear(search->transfer.counts, sizeof counts, search->error) != 0 ||
            keys_device_put(search_visited(search), keys, count, search->transfer.counts, search->error) !=
                0 ||
            device_download(&counts, search->transfer.counts, sizeof counts, search->error) != 0) {
            return -1;
        }
        restoration->fresh += counts.keys;
        if (counts.full) {
            search->state.pause = SEARCH_TABLE_FULL;
            const int more = search_grow(search);
            search->state.pause = 0;
            if (more <= 0) {
                return more < 0 ? -1 : no_room(restoration);
            }
        }
    } while (counts.full);
    return 0;
}

/* Reads `count` keys to `to` in device memory. */
static int load(struct restoration *restoration, uint64_t *to, uint64_t count) {
    const struct cuda_search *search = restoration->search;
    const uint64_t words = count * search->header->key_words;
    if (read_words(restoration, words) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < words; i++) {
        search->transfer.host[i] |= TABLE_USED;
    }
    return device_upload(to, search->transfer.host, words * 8, search->error);
}

/* Sets the level to be expanded, as if `states` states had been found. */
static void set_level(struct restoration *restoration, uint64_t level, uint64_t states) {
    struct search_control *state = &restoration->search->state;
    state->level = level;
    state->level_first = restoration->begin[level];
    state->level_end = restoration->begin[level + 1];
    state->tail = states;
}

/* The place of a key in the queue. */
static uint64_t *queue_at(const struct cuda_search *search, uint64_t key) {
    return (uint64_t *)search->space->queue.base + key * search->header->key_words;
}

/* All states in the order of levels: to the queue and the visited set. */
static int restore_in_order(struct restoration *restoration) {
    struct cuda_search *search = restoration->search;
    const struct checkpoint_header *header = restoration->header;
    const uint64_t most = SEARCH_TRANSFER_WORDS / header->key_words;
    for (uint64_t at = 0, level = 0, part; at < header->states; at += part) {
        while (level < header->level && restoration->begin[level + 1] <= at) {
            level++;
        }
        set_level(restoration, level, at);
        part = make_room(restoration, header->states - at < most ? header->states - at : most);
        if (part == 0 || load(restoration, queue_at(search, at), part) != 0 ||
            insert(restoration, queue_at(search, at), part) != 0) {
            return -1;
        }
    }
    return 0;
}

/* All states in no order: to the visited set. */
static int restore_visited(struct restoration *restoration) {
    struct cuda_search *search = restoration->search;
    const struct checkpoint_header *header = restoration->header;
    const uint64_t most = SEARCH_TRANSFER_WORDS / header->key_words, kept = restoration->begin[header->level];
    for (uint64_t at = 0, part; at < header->states; at += part) {
        set_level(restoration, header->level, at);
        /* The queue has no older levels: their part of it may leave the memory as soon as it is there. */
        search->state.level_first = at < kept ? at : kept;
        search_release_levels(search, search->state.level_first);
        part = make_room(restoration, header->states - at < most ? header->states - at : most);
        if (part == 0 || load(restoration, search->transfer.words, part) != 0 ||
            insert(restoration, search->transfer.words, part) != 0) {
            return -1;
        }
    }
    search_release_levels(search, kept);
    return 0;
}

/* After restore_visited: the level and the next one, to the queue. */
static int restore_queue(struct restoration *restoration) {
    const struct checkpoint_header *header = restoration->header;
    const uint64_t most = SEARCH_TRANSFER_WORDS / header->key_words;
    for (uint64_t at = restoration->begin[header->level], part; at < header->states; at += part) {
        part = header->states - at < most ? header->states - at : most;
        if (load(restoration, queue_at(restoration->search, at), part) != 0) {
            return -1;
        }
    }
    return 0;
}

static int restore_all(struct restoration *restoration) {
    return restore_levels(restoration) != 0 || restore_pairs(restoration) != 0 ||
                   (restoration->header->levels_kept
                        ? restore_in_order(restoration)
                        : restore_visited(restoration) != 0 || restore_queue(restoration) != 0) != 0 ||
                   search_checkpoint_restored(restoration->search->checkpoint, restoration->fresh) != 0
               ? -1
               : 0;
}

/* The counts, and what is known of the levels before. */
static void take_counts(struct restoration *restoration) {
    struct cuda_search *search = restoration->search;
    const struct checkpoint_header *header = restoration->header;
    struct search_control *state = &search->state;
    set_level(restoration, header->level, header->states);
    state->cursor = state->level_first;
    state->transitions = state->begin_transitions = header->transitions;
    state->choices = state->begin_choices = header->choices;
    state->deadlocks = state->begin_deadlocks = header->deadlocks;
    state->deadlock_level = search->result->deadlock_level;
    state->error_level = search->result->error_level;
    state->several_level = search->result->several_level;
    if (search->exploration->several != NULL) {
        search->data.seeks_several = 0;
    }
}

int search_is_resumed(const struct cuda_search *search) {
    return search->checkpoint != NULL && search->checkpoint->reader != NULL;
}

int search_restore(struct cuda_search *search) {
    struct memory *memory = search->run->memory;
    struct restoration restoration;
    memset(&restoration, 0, sizeof restoration);
    memset(&search->state, 0, sizeof search->state);
    search->state.deadlock_level = search->state.error_level = UINT64_MAX;
    search->state.fault_level = search->state.several_level = UINT64_MAX;
    if (search_checkpoint_restore(search->checkpoint) != 0) {
        return -1;
    }
    restoration.search = search;
    restoration.reader = search->checkpoint->reader;
    restoration.header = checkpoint_reader_header(restoration.reader);
    const uint64_t noted = restoration.header->level + 2;
    restoration.begin = (uint64_t *)memory_allocate_array(memory, noted, 8);
    if (restoration.begin == NULL) {
        return no_room(&restoration);
    }
    memcpy(restoration.begin, search->exploration->space.level_begin, noted * 8);
    const int failed = restore_all(&restoration);
    if (!failed) {
        take_counts(&restoration);
    }
    memory_free(memory, restoration.begin, noted * 8);
    return failed;
}
