/*
 * Writes a search on a GPU to a checkpoint, between launches (explore_checkpoint.h). The queue, with the
 * level store before it, has all keys in the order of levels; if older levels were dropped, the visited set
 * has them. They are copied to the host a buffer at a time. The buffers are there from the beginning, so that
 * a search without memory can still be written.
 */
#include "explorer/search/cuda/explore_cuda_saved.cuh"

#include "base/device/device_check.cuh"
#include "base/run.h"
#include "explorer/search/owners_core.h"
#include "explorer/search/level_store.h"

/* Of the buffer on the device: twice the words, and counters, if the search may be handed over. */
static uint64_t buffer_bytes(const struct cuda_search *search) {
    return (search->checkpoint->checkpoint->held == NULL ? SEARCH_TRANSFER_WORDS
                                                         : 2 * SEARCH_TRANSFER_WORDS + OWNERS_MOST) *
           8;
}

int search_open_checkpoint(struct cuda_search *search, struct checkpoint *checkpoint) {
    struct search_transfer *transfer = &search->transfer;
    struct explore_options options = *search->options;
    if (checkpoint == NULL) {
        return 0;
    }
    options.checkpoint = checkpoint;
    search->checkpoint = search_checkpoint_open(search->exploration, &options, search->run, search->error);
    if (search->checkpoint == NULL) {
        return -1;
    }
    transfer->host = (uint64_t *)memory_allocate_array(search->run->memory, SEARCH_TRANSFER_WORDS, 8);
    if (transfer->host == NULL) {
        return error_memory(search->error, "for checkpoints");
    }
    transfer->words = (uint64_t *)device_allocate(search->device, buffer_bytes(search), search->error);
    transfer->counts =
        (struct keys_device_counts *)device_allocate(search->device, sizeof *transfer->counts, search->error);
    return transfer->words == NULL || transfer->counts == NULL ? -1 : 0;
}

void search_close_checkpoint(struct cuda_search *search) {
    struct search_transfer *transfer = &search->transfer;
    if (search->checkpoint != NULL) {
        memory_free(search->run->memory, transfer->host, SEARCH_TRANSFER_WORDS * 8);
        device_free(search->device, transfer->words, buffer_bytes(search));
        device_free(search->device, transfer->counts, sizeof *transfer->counts);
        search_checkpoint_close(search->checkpoint);
        search->checkpoint = NULL;
    }
}

struct keys_device_set search_visited(const struct cuda_search *search) {
    const struct keys_device_set set = {search->space->table, search->space->half};
    return set;
}

uint64_t search_level_begin(const struct cuda_search *search, uint64_t level) {
    const struct state_space *space = &search->exploration->space;
    return space->level_begin[level < space->levels ? level : space->levels];
}

/* The number of levels that are read from the level store, and not from the queue. */
static uint64_t stored_levels(const struct cuda_search *search) {
    const level_store *store = search->exploration->space.level_store;
    return search->space->queue_first == 0 || store == NULL ? 0 : level_store_levels(store);
}

/* Not levels_kept: that is 0, too, if levels could not be copied to the host, and are still in the queue. */
int search_is_in_order(const struct cuda_search *search) {
    return search->space->queue_first <= search_level_begin(search, stored_levels(search));
}

/* Puts words that are in device memory. */
static int put_words(const struct cuda_search *search, struct words_sink sink, const uint64_t *from,
                     uint64_t count, struct error *error) {
    if (sink.put_device != NULL) {
        return sink.put_device(sink.context, from, count, error);
    }
    for (uint64_t at = 0, part; at < count; at += part) {
        part = count - at < SEARCH_TRANSFER_WORDS ? count - at : SEARCH_TRANSFER_WORDS;
        if (device_download(search->transfer.host, from + at, part * 8, error) != 0 ||
            sink.put(sink.context, search->transfer.host, part, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int put_visited(void *context, struct words_sink sink, struct error *error) {
    const struct cuda_search *search = (const struct cuda_search *)context;
    const struct search_transfer *transfer = &search->transfer;
    const struct keys_device_set set = search_visited(search);
    const uint64_t slots = keys_device_slots(set), words = search->header->key_words;
    for (uint64_t first = 0, end; first < slots; first = end) {
        struct keys_device_counts counts;
        end = slots - first < SEARCH_TRANSFER_WORDS / words ? slots : first + SEARCH_TRANSFER_WORDS / words;
        if (device_clear(transfer->counts, sizeof counts, error) != 0 ||
            keys_device_collect(set, first, end, transfer->words, transfer->counts, error) != 0 ||
            device_download(&counts, transfer->counts, sizeof counts, error) != 0 ||
            put_words(search, sink, transfer->words, counts.keys * words, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int put_pairs(void *context, uint64_t pairs, struct words_sink sink, struct error *error) {
    const struct cuda_search *search = (const struct cuda_search *)context;
    return put_words(search, sink, (const uint64_t *)search->space->pairs.base, 2 * pairs, error);
}

/* The level store has the first levels, the queue the others. */
static int put_levels(void *context, uint64_t first, uint64_t end, struct words_sink sink,
                      struct error *error) {
    const struct cuda_search *search = (const struct cuda_search *)context;
    const uint64_t words = search->header->key_words, stored = stored_levels(search);
    int failed = 0;
    for (; first < end && first < stored && !failed; first++) {
        failed = level_store_put(search->exploration->space.level_store, first, sink, error);
    }
    const uint64_t from = search_level_begin(search, first), to = search_level_begin(search, end);
    return failed || first == end
               ? failed
               : put_words(search, sink, (const uint64_t *)search->space->queue.base + from * words,
                           (to - from) * words, error);
}

struct state_source search_source(struct cuda_search *search) {
    const struct state_source source = {put_pairs, put_visited, put_levels, search};
    return source;
}

int search_describe(struct cuda_search *search, struct checkpoint_header *header) {
    const struct search_control *state = &search->state;
    const struct explore_result *result = search->result;
    unsigned long long pairs = 0;
    memset(header, 0, sizeof *header);
    if (search_take_levels(search) != 0 ||
        (search->space->index != NULL &&
         device_download(&pairs, search->space->next_pair, sizeof pairs, search->error) != 0) ||
        (result->label_level != NULL && device_download(result->label_level, search->label_level,
                                                        search->header->labels * 8, search->error) != 0)) {
        return -1;
    }
    header->key_words = search->header->key_words;
    header->levels_kept = (uint64_t)search_is_in_order(search);
    header->states = state->tail;
    header->level = state->level;
    header->next = state->tail - search->exploration->space.level_begin[state->level + 1];
    header->pairs = pairs;
    header->transitions = state->begin_transitions;
    header->choices = state->begin_choices;
    header->deadlocks = state->begin_deadlocks;
    header->deadlock_level = state->deadlock_level;
    header->error_level = state->error_level;
    header->several_level = state->several_level;
    return 0;
}

int search_write_checkpoint(struct cuda_search *search) {
    struct checkpoint_header header;
    if (search_describe(search, &header) != 0) {
        return -1;
    }
    const struct search_content content = {&header, search->exploration->space.level_begin,
                                           search_source(search)};
    search_checkpoint_write(search->checkpoint, &content);
    return 0;
}

int search_write_last_checkpoint(struct cuda_search *search) {
    return search->checkpoint != NULL && search_checkpoint_is_wanted(search->checkpoint, search->state.tail)
               ? search_write_checkpoint(search)
               : 0;
}
