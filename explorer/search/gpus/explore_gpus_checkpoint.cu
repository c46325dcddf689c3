/*
 * Checkpoints of a search on several GPUs, in the form of any search: the states of a level are those of all
 * parts, one after the other. Of one process, the first part writes them all, while the others wait; of
 * several processes, they go to rank 0 (gathering.h). When the search is continued, each part reads the whole
 * checkpoint, and takes the states that it owns; or it takes the share that one GPU has handed over
 * (handover.h). Then the level of the checkpoint has begun in all parts.
 */
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include <string.h>

#include "base/array.h"
#include "base/device/device_check.cuh"
#include "base/ranks/ranks.h"
#include "explorer/search/cuda/explore_cuda_saved.cuh"
#include "explorer/search/handover.h"

/* What is written, and where it goes. */
struct gpus_saving {
    struct gpus *all;
    uint64_t *begin;            /* [level + 2]: of all parts */
    struct words_sink sink;     /* of this process */
    struct gathering gathering; /* of several processes */
    int done;                   /* the states of this process were given */
};

/* --- opening --- */

int part_open_checkpoint(struct gpus_part *part) {
    struct checkpoint *checkpoint = part->all->options->checkpoint;
    if (checkpoint != NULL && !is_first(part)) {
        part->followed = *checkpoint;
        part->followed.follows_rank = 1;
        part->followed.tell = NULL;
        checkpoint = &part->followed;
    }
    return search_open_checkpoint_of(&part->search, checkpoint);
}

/* --- continuing --- */

/* The header of what is continued, of all parts; NULL: nothing is. */
static const struct checkpoint_header *resumed(const struct gpus_part *part) {
    const struct search_checkpoint *own = part->search.checkpoint;
    return own == NULL           ? NULL
           : own->reader != NULL ? checkpoint_reader_header(own->reader)
           : own->checkpoint->held != NULL && own->checkpoint->held->devices.count != 0
               ? &own->checkpoint->held->header
               : NULL;
}

int part_is_resumed(const struct gpus_part *part) {
    return resumed(part) != NULL;
}

uint64_t part_resumed_level(const struct gpus_part *part) {
    return resumed(part)->level;
}

uint64_t part_resumed_next(const struct gpus_part *part) {
    return resumed(part)->next;
}

int part_restore(struct gpus_part *part) {
    struct cuda_search *search = &part->search;
    struct search_control *state = &search->state;
    const struct search_share share = {part->all->owners, part->index, part->all->found->owner_mask};
    if ((search->checkpoint->reader != NULL ? search_restore_share(search, share)
                                            : search_restore_handed(search, part->index)) != 0) {
        return -1;
    }
    if (part->index != 0) { /* what was counted before is counted once */
        state->transitions = state->choices = state->deadlocks = 0;
    }
    part->level_states = state->level_end - state->level_first;
    return device_upload(search->control, state, sizeof *state, &part->error) != 0 ? -1 : part_finish(part);
}

uint64_t part_resumed_sum(const struct gpus_part *part) {
    const struct checkpoint_header *header = part->failed ? NULL : resumed(part);
    return header == NULL ? 0 : ranks_fingerprint(0, header, sizeof *header);
}

/* Parts that have failed say nothing. */
int gpus_resumed_same(const struct gpus_part *part) {
    const struct owners_word *heard = gpus_heard(part);
    uint64_t sum = 0;
    int same = 1, any = 0;
    for (unsigned i = 0; i < part->all->owners; i++) {
        if (!heard[i].failed) {
            same &= !any || heard[i].keys[0] == sum;
            sum = heard[i].keys[0];
            any = 1;
        }
    }
    return same;
}

/* --- when it is written --- */

void part_note_level(struct gpus_part *part, uint64_t level) {
    part->begin_transitions = part->report->transitions;
    part->begin_deadlocks = part->report->deadlocks;
    if (is_first(part)) {
        part->all->level = level;
    }
}

int part_checkpoint_is_due(const struct gpus_part *part) {
    return part->search.checkpoint != NULL && search_checkpoint_is_due(part->search.checkpoint);
}

int part_checkpoint_is_wanted(const struct gpus_part *part, uint64_t states) {
    const struct search_checkpoint *own = part->search.checkpoint;
    own->exploration->result.outcome = part->all->found->result.outcome;
    return search_checkpoint_is_wanted(own, states);
}

/* --- what is written --- */

/* Puts the keys of a level, or with level == UINT64_MAX the visited sets, of the parts here. */
static int put_parts(const struct gpus_saving *saving, uint64_t level, struct error *error) {
    const struct gpus *all = saving->all;
    int failed = 0;
    for (unsigned i = all->first; i < all->first + all->here && !failed; i++) {
        const struct cuda_search *search = &all->parts[i].search;
        failed = DEVICE_CHECK(cudaSetDevice(search->device->number), error) != 0 ||
                 (level == UINT64_MAX ? search_put_visited(search, saving->sink, error)
                                      : search_put_level(search, saving->sink, level, error)) != 0;
    }
    return failed ? -1 : 0;
}

/* Puts all keys; of several processes, collective. 0 in all, or -1 with *error filled here. */
static int put_keys(struct gpus_saving *saving, const struct checkpoint_header *header, struct error *error) {
    struct gpus *all = saving->all;
    int failed = 0;
    saving->done = 1;
    for (uint64_t level = header->levels_kept ? 0 : UINT64_MAX; level != header->level + 2;
         level = level == UINT64_MAX ? header->level : level + 1) {
        failed = failed || put_parts(saving, level, error) != 0;
        if (all->ranks != NULL) { /* the others do the same */
            gathering_end(&saving->gathering);
        }
    }
    (void)cudaSetDevice(all->parts[all->first].search.device->number);
    if (all->ranks != NULL) {
        uint64_t able = !failed;
        ranks_least(all->ranks, &able, 1);
        failed = failed ? failed
                 : able ? saving->gathering.failed
                        : error_set(error, ERROR_LIMIT, "the states of another process cannot be read") != 0;
    }
    return failed ? -1 : 0;
}

static int put_states(void *context, checkpoint_writer *writer, const struct checkpoint_header *header,
                      struct error *error) {
    struct gpus_saving *saving = (struct gpus_saving *)context;
    if (saving->all->ranks == NULL) {
        saving->sink = search_checkpoint_sink(writer);
    } else {
        saving->gathering.to = search_checkpoint_sink(writer);
        saving->gathering.error = error;
    }
    return put_keys(saving, header, error);
}

/* The header, and saving->begin; collective. */
static struct checkpoint_header sum_header(struct gpus_saving *saving, uint64_t level) {
    const struct gpus *all = saving->all;
    const struct explore_result *result = &all->found->result;
    struct checkpoint_header header;
    uint64_t sums[3] = {0, 0, 0}, in_order = 1;
    memset(&header, 0, sizeof header);
    memset(saving->begin, 0, (level + 2) * sizeof *saving->begin);
    for (unsigned p = all->first; p < all->first + all->here; p++) {
        const struct gpus_part *part = &all->parts[p];
        sums[0] += part->search.state.tail;
        sums[1] += part->begin_transitions;
        sums[2] += part->begin_deadlocks;
        in_order &= (uint64_t)search_is_in_order(&part->search);
        for (uint64_t i = 0; i < level + 2; i++) {
            saving->begin[i] += search_level_begin(&part->search, i);
        }
    }
    if (all->ranks != NULL) {
        ranks_sum(all->ranks, sums, LENGTH(sums));
        ranks_sum(all->ranks, saving->begin, level + 2);
        ranks_least(all->ranks, &in_order, 1);
    }
    header.key_words = all->parts[all->first].search.header->key_words;
    header.levels_kept = in_order;
    header.states = sums[0];
    header.level = level;
    header.next = sums[0] - saving->begin[level + 1];
    header.transitions = sums[1];
    header.deadlocks = sums[2];
    header.deadlock_level = result->deadlock_level;
    header.error_level = result->error_level;
    header.several_level = UINT64_MAX;
    return header;
}

static void write_all(struct gpus_saving *saving, uint64_t level) {
    struct gpus *all = saving->all;
    struct gpus_part *first = &all->parts[all->first];
    gpus_merge_events(all);
    if (all->found->result.label_level != NULL) { /* those of all are written */
        memcpy(first->search.result->label_level, all->found->result.label_level,
               first->search.header->labels * 8);
    }
    struct checkpoint_header header = sum_header(saving, level);
    if (first->search.checkpoint->writer != NULL) {
        const struct search_content content = {&header, saving->begin, put_states, saving};
        search_checkpoint_write(first->search.checkpoint, &content);
    }
    if (!saving->done && all->ranks != NULL) { /* other ranks; or rank 0, if it could not begin to write */
        struct error error;
        (void)put_keys(saving, &header, &error);
    }
}

/* Writes the search, by the first part of each process. */
static void write_together(struct gpus *all) {
    struct gpus_part *first = &all->parts[all->first];
    struct memory *memory = all->run->memory;
    struct gpus_saving saving;
    memset(&saving, 0, sizeof saving);
    saving.all = all;
    saving.begin = (uint64_t *)memory_allocate_array(memory, all->level + 2, sizeof *saving.begin);
    uint64_t able = saving.begin != NULL;
    if (all->ranks != NULL) {
        able &= gathering_open(&saving.gathering, all->ranks, memory, first->search.header->key_words) == 0;
        saving.sink = gathering_sink(&saving.gathering);
        ranks_least(all->ranks, &able, 1);
    }
    if (able) {
        write_all(&saving, all->level);
    } else {
        search_checkpoint_tell(first->search.checkpoint, 1,
                               "no checkpoint: memory ran out; the last one, if any, stays");
    }
    if (all->ranks != NULL) {
        gathering_close(&saving.gathering);
    }
    memory_free(memory, saving.begin, (all->level + 2) * sizeof *saving.begin);
}

void gpus_write_checkpoint(struct gpus_part *part) {
    struct owners_word word = gpus_word(part);
    if (!part->failed && search_take_levels(&part->search) != 0) {
        gpus_fail(part);
    }
    if (gpus_meet(part, &word).failed) {
        return;
    }
    if (is_first(part)) {
        write_together(part->all);
    }
    gpus_meet(part, &word); /* the others wait until it is written */
}
