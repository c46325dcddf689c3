/*
 * Continues a search on a GPU from a checkpoint: fills its visited set, queue, interner and levels. Keys go
 * to the queue in the order of levels, as if the search had just found them, so that the visited set grows,
 * and old levels leave the GPU, as they do in a search. If the checkpoint has its older states in no order,
 * all go to the visited set, and those of the last two levels to the queue, too.
 *
 * A part of a search on several GPUs reads all, and takes the states that it owns. Then it counts how many
 * of them each level has; of states in no order, it counts those of the last two levels first, so that it
 * knows where they begin in its queue.
 */
#include "explorer/search/cuda/explore_cuda_saved.cuh"

#include <string.h>

#include "base/device/device_check.cuh"
#include "base/run.h"
#include "explorer/distributed/owner.h"

#define UNKNOWN UINT64_MAX

struct restoration {
    struct cuda_search *search;
    struct search_share share;
    const struct checkpoint_header *header;
    uint64_t *all;    /* [header->level + 2]: a copy of level_begin, of the checkpoint */
    uint64_t *begin;  /* [header->level + 2]: of the states that are taken, or UNKNOWN */
    uint64_t noted;   /* levels of which `begin` is known */
    uint64_t taken;   /* states so far */
    uint64_t fresh;   /* different ones of them */
    uint64_t last[2]; /* of states in no order: those of the last two levels that are taken */
};

static int no_room(const struct restoration *restoration) {
    return error_memory(restoration->search->error, "to continue the search: raise --memory");
}

/* Reads words to the buffer on the host. */
static int read_words(struct restoration *restoration, uint64_t count) {
    const struct cuda_search *search = restoration->search;
    return search_checkpoint_read(search->checkpoint, search->transfer.host, count, restoration->fresh);
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
    return labels == 0
               ? 0
               : device_upload(search->label_level, search->result->label_level, labels * 8, search->error);
}

/* Uploads the begins of levels, up to that after the level which is being read. */
static int upload_begins(struct restoration *restoration) {
    struct cuda_search *search = restoration->search;
    const struct search_control *state = &search->state;
    return device_upload(search->level_begin, restoration->begin, (state->level + 1) * 8, search->error) !=
                       0 ||
                   device_upload(search->level_begin + state->level + 1, &state->level_end, 8,
                                 search->error) != 0
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
static uint64_t restore_room(struct restoration *restoration, uint64_t wanted) {
    struct cuda_search *search = restoration->search;
    if (!search_is_roomy(search) && (upload_begins(restoration) != 0 || search_grow(search) < 0)) {
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
static int restore_insert(struct restoration *restoration, const uint64_t *keys, uint64_t count) {
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
            const int more = upload_begins(restoration) != 0 ? -1 : search_grow(search);
            search->state.pause = 0;
            if (more <= 0) {
                return more < 0 ? -1 : no_room(restoration);
            }
        }
    } while (counts.full);
    return 0;
}

/* Whether a key is taken. */
static int restore_takes(const struct restoration *restoration, const uint64_t *key) {
    const struct search_share share = restoration->share;
    return share.owners == 1 || owner_of(owner_hash(key, share.mask, restoration->search->header->key_words),
                                         share.owners) == share.self;
}

/*
 * Reads `count` keys, of which the first one is key `at` of the checkpoint, to the buffer on the host. Those
 * that are taken stay there; *taken is their number. Begins of levels that become known are noted.
 */
static int restore_load(struct restoration *restoration, uint64_t at, uint64_t count, uint64_t *taken) {
    const struct cuda_search *search = restoration->search;
    const uint64_t words = search->header->key_words, levels = restoration->header->level + 2;
    uint64_t *keys = search->transfer.host, kept = 0;
    if (read_words(restoration, count * words) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        while (restoration->noted < levels && restoration->all[restoration->noted] <= at + i) {
            restoration->begin[restoration->noted++] = restoration->taken + kept;
        }
        if (restore_takes(restoration, keys + i * words)) {
            for (uint64_t w = 0; w < words; w++) {
                keys[kept * words + w] = keys[i * words + w] | TABLE_USED;
            }
            kept++;
        }
    }
    *taken = kept;
    return 0;
}

/* Sets the level to be expanded, as if `states` states had been found. */
static void set_level(struct restoration *restoration, uint64_t level, uint64_t states) {
    struct search_control *state = &restoration->search->state;
    state->level = level;
    state->level_first = restoration->begin[level];
    state->level_end = restoration->begin[level + 1] == UNKNOWN ? states : restoration->begin[level + 1];
    state->tail = states;
}

/* The place of a key in the queue. */
static uint64_t *restore_place(const struct cuda_search *search, uint64_t key) {
    return (uint64_t *)search->space->queue.base + key * search->header->key_words;
}

/* Copies keys from the buffer on the host, of which `first` is the first one. */
static int restore_upload(const struct cuda_search *search, uint64_t *to, uint64_t first, uint64_t count) {
    const uint64_t words = search->header->key_words;
    return device_upload(to, search->transfer.host + first * words, count * words * 8, search->error);
}

/* The level of the next key: with those that were taken, as in a search. */
static void enter_level(struct restoration *restoration) {
    const uint64_t last = restoration->last[0] + restoration->last[1], taken = restoration->taken;
    const struct checkpoint_header *header = restoration->header;
    struct search_control *state = &restoration->search->state;
    if (header->levels_kept) {
        uint64_t level = state->level;
        while (level < header->level && restoration->begin[level + 1] <= taken) {
            level++;
        }
        set_level(restoration, level, taken);
        return;
    }
    /* The queue has no older levels: their part of it may leave the memory as soon as it is there. */
    state->level = header->level;
    state->tail = state->level_end = taken;
    state->level_first = taken > last ? taken - last : 0;
    search_release_levels(restoration->search, state->level_first);
}

/* All states: to the visited set, and if they are in the order of levels, to the queue. */
static int restore_states(struct restoration *restoration) {
    struct cuda_search *search = restoration->search;
    const struct checkpoint_header *header = restoration->header;
    const uint64_t most = SEARCH_TRANSFER_WORDS / header->key_words;
    for (uint64_t at = 0, part, taken; at < header->states; at += part) {
        part = header->states - at < most ? header->states - at : most;
        if (restore_load(restoration, at, part, &taken) != 0) {
            return -1;
        }
        for (uint64_t done = 0, some; done < taken; done += some, restoration->taken += some) {
            enter_level(restoration);
            some = restore_room(restoration, taken - done);
            uint64_t *to =
                header->levels_kept ? restore_place(search, restoration->taken) : search->transfer.words;
            if (some == 0 || restore_upload(search, to, done, some) != 0 ||
                restore_insert(restoration, to, some) != 0) {
                return -1;
            }
        }
    }
    while (restoration->noted < header->level + 2) {
        restoration->begin[restoration->noted++] = restoration->taken;
    }
    return 0;
}

/* --- states in no order --- */

/* Counts the states of the level and of the next one that are taken: a part reads the end of the file. */
static int count_last(struct restoration *restoration, checkpoint_reader *reader) {
    const struct cuda_search *search = restoration->search;
    const struct checkpoint_header *header = restoration->header;
    const uint64_t most = SEARCH_TRANSFER_WORDS / header->key_words;
    const uint64_t next = restoration->all[header->level + 1];
    const uint64_t before = header->level + 2 + header->labels + header->several + 2 * header->pairs +
                            header->states * header->key_words;
    if (checkpoint_reader_skip(reader, before, search->error) != 0) {
        return -1;
    }
    for (uint64_t at = restoration->all[header->level], part; at < header->states; at += part) {
        part = header->states - at < most ? header->states - at : most;
        if (checkpoint_reader_get(reader, search->transfer.host, part * header->key_words, search->error) !=
            0) {
            return -1;
        }
        for (uint64_t i = 0; i < part; i++) {
            const uint64_t *key = search->transfer.host + i * header->key_words;
            restoration->last[at + i >= next] += (uint64_t)restore_takes(restoration, key);
        }
    }
    return 0;
}

static int find_last(struct restoration *restoration) {
    const struct cuda_search *search = restoration->search;
    const struct search_checkpoint *own = search->checkpoint;
    if (restoration->share.owners == 1) {
        const uint64_t level = restoration->header->level;
        restoration->last[0] = restoration->all[level + 1] - restoration->all[level];
        restoration->last[1] = restoration->header->next;
        return 0;
    }
    checkpoint_reader *reader =
        checkpoint_reader_open(own->checkpoint, restoration->header->search, search->run, search->error);
    if (reader == NULL) {
        return search->error->code != ERROR_NONE
                   ? -1
                   : error_set(search->error, ERROR_IO, "the checkpoint was removed while it was read");
    }
    const int failed = count_last(restoration, reader);
    checkpoint_reader_close(reader);
    return failed;
}

static int other_states(const struct restoration *restoration) {
    return search_checkpoint_damaged(restoration->search->checkpoint, "its levels have other states");
}

/* After restore_states: the level and the next one, to the queue. */
static int restore_queue(struct restoration *restoration, uint64_t first) {
    const struct checkpoint_header *header = restoration->header;
    const uint64_t most = SEARCH_TRANSFER_WORDS / header->key_words;
    uint64_t place = first;
    search_release_levels(restoration->search, first);
    for (uint64_t at = restoration->all[header->level], part, taken; at < header->states; at += part) {
        part = header->states - at < most ? header->states - at : most;
        if (restore_load(restoration, at, part, &taken) != 0) {
            return -1;
        }
        if (taken > restoration->taken - place) {
            return other_states(restoration);
        }
        if (restore_upload(restoration->search, restore_place(restoration->search, place), 0, taken) != 0) {
            return -1;
        }
        place += taken;
    }
    return 0;
}

/* Nobody knows whose states older levels had: the first share counts them all. */
static int restore_unordered(struct restoration *restoration) {
    const uint64_t level = restoration->header->level, *last = restoration->last;
    restoration->noted = level + 2; /* not by the order in which they are read */
    if (find_last(restoration) != 0 || restore_states(restoration) != 0) {
        return -1;
    }
    if (last[0] + last[1] > restoration->taken) {
        return other_states(restoration);
    }
    const uint64_t first = restoration->taken - last[0] - last[1];
    for (uint64_t i = 0; i < level; i++) {
        restoration->begin[i] = restoration->share.self == 0 ? restoration->all[i] : 0;
    }
    restoration->begin[level] = first;
    restoration->begin[level + 1] = first + last[0];
    return restore_queue(restoration, first);
}

static int restore_all(struct restoration *restoration) {
    struct cuda_search *search = restoration->search;
    const struct checkpoint_header *header = restoration->header;
    if (restore_levels(restoration) != 0 || restore_pairs(restoration) != 0 ||
        (header->levels_kept ? restore_states(restoration) : restore_unordered(restoration)) != 0) {
        return -1;
    }
    const uint64_t others = header->states - restoration->taken;
    return search_checkpoint_restored(search->checkpoint, restoration->fresh + others) != 0
               ? -1
               : device_upload(search->level_begin, restoration->begin, (header->level + 2) * 8,
                               search->error);
}

/* The counts, and what is known of the levels before. */
static void take_counts(struct restoration *restoration) {
    struct cuda_search *search = restoration->search;
    const struct checkpoint_header *header = restoration->header;
    struct search_control *state = &search->state;
    set_level(restoration, header->level, restoration->taken);
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
    const struct search_share all = {1, 0, NULL};
    return search_restore_share(search, all);
}

/* Allocates the begins of levels; 0 or -1. */
static int open_begins(struct restoration *restoration, uint64_t noted) {
    struct cuda_search *search = restoration->search;
    restoration->all = (uint64_t *)memory_allocate_array(search->run->memory, noted, 8);
    restoration->begin = (uint64_t *)memory_allocate_array(search->run->memory, noted, 8);
    if (restoration->all == NULL || restoration->begin == NULL) {
        return no_room(restoration);
    }
    memcpy(restoration->all, search->exploration->space.level_begin, noted * 8);
    for (uint64_t i = 0; i < noted; i++) {
        restoration->begin[i] = restoration->share.owners == 1 ? restoration->all[i] : UNKNOWN;
    }
    return 0;
}

int search_restore_share(struct cuda_search *search, struct search_share share) {
    const struct search_share all = {1, 0, NULL};
    struct memory *memory = search->run->memory;
    struct restoration restoration;
    memset(&restoration, 0, sizeof restoration);
    memset(&search->state, 0, sizeof search->state);
    search->state.deadlock_level = search->state.error_level = UINT64_MAX;
    search->state.fault_level = search->state.several_level = UINT64_MAX;
    if (search_checkpoint_restore(search->checkpoint, share.self) != 0) {
        return -1;
    }
    restoration.search = search;
    restoration.share =
        search->checkpoint->reader != NULL ? share : all; /* what was handed over is its own */
    restoration.header = &search->checkpoint->header;
    const uint64_t noted = restoration.header->level + 2;
    const int failed = open_begins(&restoration, noted) != 0 || restore_all(&restoration) != 0 ? -1 : 0;
    if (!failed) {
        take_counts(&restoration);
    }
    memory_free(memory, restoration.all, noted * 8);
    memory_free(memory, restoration.begin, noted * 8);
    return failed;
}
