/*
 * Continues a search on a GPU from a checkpoint with the older states in no order: all states go to the
 * visited set, the last two levels to the queue, too. A part of a search on several GPUs counts first how
 * many states of these levels it will take, so that it knows where they begin in its queue.
 */
#include "explorer/search/cuda/explore_cuda_restore.cuh"

/* Counts the states of the level and of the next one that are taken: a part reads the end of the file. */
static int count_last(struct restoration *restoration, checkpoint_reader *reader, uint64_t last[2]) {
    const struct cuda_search *search = restoration->search;
    const struct checkpoint_header *header = restoration->header;
    const uint64_t most = SEARCH_TRANSFER_WORDS / header->key_words;
    const uint64_t counts[2] = {restoration->all[header->level + 1] - restoration->all[header->level],
                                header->next};
    const uint64_t before = header->level + 2 + header->labels + header->several + 2 * header->pairs +
                            header->states * header->key_words;
    if (checkpoint_reader_skip(reader, before, search->error) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < 2; i++) {
        for (uint64_t at = 0, part; at < counts[i]; at += part) {
            part = counts[i] - at < most ? counts[i] - at : most;
            if (checkpoint_reader_get(reader, search->transfer.host, part * header->key_words,
                                      search->error) != 0) {
                return -1;
            }
            for (uint64_t k = 0; k < part; k++) {
                last[i] +=
                    (uint64_t)restore_takes(restoration, search->transfer.host + k * header->key_words);
            }
        }
    }
    return 0;
}

static int find_last(struct restoration *restoration, uint64_t last[2]) {
    const struct cuda_search *search = restoration->search;
    const struct search_checkpoint *own = search->checkpoint;
    if (restoration->share.owners == 1) {
        const uint64_t level = restoration->header->level;
        last[0] = restoration->all[level + 1] - restoration->all[level];
        last[1] = restoration->header->next;
        return 0;
    }
    checkpoint_reader *reader =
        checkpoint_reader_open(own->checkpoint, restoration->header->search, search->run, search->error);
    if (reader == NULL) {
        return search->error->code != ERROR_NONE
                   ? -1
                   : error_set(search->error, ERROR_IO, "the checkpoint was removed while it was read");
    }
    const int failed = count_last(restoration, reader, last);
    checkpoint_reader_close(reader);
    return failed;
}

/* All states in no order: to the visited set. last: how many of the last ones the queue will have. */
static int restore_visited(struct restoration *restoration, uint64_t last) {
    struct cuda_search *search = restoration->search;
    const struct checkpoint_header *header = restoration->header;
    struct search_control *state = &search->state;
    const uint64_t most = SEARCH_TRANSFER_WORDS / header->key_words;
    restoration->noted = header->level + 2; /* not by the order in which they are read */
    for (uint64_t at = 0, part, taken; at < header->states; at += part) {
        part = header->states - at < most ? header->states - at : most;
        if (restore_load(restoration, at, part, &taken) != 0) {
            return -1;
        }
        for (uint64_t done = 0, some; done < taken; done += some, restoration->taken += some) {
            /* The queue has no older levels: their part of it may leave the memory as soon as it is there. */
            state->level = header->level;
            state->tail = state->level_end = restoration->taken;
            state->level_first = restoration->taken > last ? restoration->taken - last : 0;
            search_release_levels(search, state->level_first);
            some = restore_room(restoration, taken - done);
            if (some == 0 || restore_upload(search, search->transfer.words, done, some) != 0 ||
                restore_insert(restoration, search->transfer.words, some) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* After restore_visited: the level and the next one, to the queue. */
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
            return restore_damaged(restoration, "its levels have other states");
        }
        if (restore_upload(restoration->search, restore_place(restoration->search, place), 0, taken) != 0) {
            return -1;
        }
        place += taken;
    }
    return 0;
}

int restore_unordered(struct restoration *restoration) {
    const struct checkpoint_header *header = restoration->header;
    const uint64_t level = header->level;
    uint64_t last[2] = {0, 0};
    if (find_last(restoration, last) != 0 || restore_visited(restoration, last[0] + last[1]) != 0) {
        return -1;
    }
    if (last[0] + last[1] > restoration->taken) {
        return restore_damaged(restoration, "its levels have other states");
    }
    const uint64_t first = restoration->taken - last[0] - last[1];
    for (uint64_t i = 0; i < level; i++) {
        restoration->begin[i] = restoration->share.self == 0 ? restoration->all[i] : 0;
    }
    restoration->begin[level] = first;
    restoration->begin[level + 1] = first + last[0];
    return restore_queue(restoration, first);
}
