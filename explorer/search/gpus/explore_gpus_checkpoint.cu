/*
 * Checkpoints of a search on several GPUs, in the form of any search: the states of a level are those of all
 * parts, one after the other. Of one process, the first part writes them all, while the others wait; of
 * several processes, they go to rank 0 (gathering.h). When the search is continued, each part reads the whole
 * checkpoint, and takes the states that it owns; or it takes the share that one GPU has handed over
 * (handover.h). Then the level of the checkpoint has begun in all parts.
 */
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include <string.h>

#include "base/device/device_check.cuh"
#include "base/ranks/ranks.h"
#include "explorer/search/cuda/explore_cuda_saved.cuh"
#include "explorer/search/handover.h"

/* --- opening --- */

int part_open_checkpoint(struct gpus_part *part) {
    struct checkpoint *checkpoint = part->all->options->checkpoint;
    if (checkpoint != NULL && !is_first(part)) {
        part->followed = *checkpoint;
        part->followed.follows_rank = 1;
        part->followed.tell = NULL;
        checkpoint = &part->followed;
    }
    return search_open_checkpoint(&part->search, checkpoint);
}

/* --- continuing --- */

const struct checkpoint_header *part_resumed(const struct gpus_part *part) {
    const struct search_checkpoint *own = part->search.checkpoint;
    return own == NULL           ? NULL
           : own->reader != NULL ? checkpoint_reader_header(own->reader)
           : own->checkpoint->held != NULL && own->checkpoint->held->devices.count != 0
               ? &own->checkpoint->held->header
               : NULL;
}

int part_restore(struct gpus_part *part) {
    struct cuda_search *search = &part->search;
    struct search_control *state = &search->state;
    const struct search_share share = {part->all->owners, part->index, part->all->found->owner_mask};
    if (search_restore_share(search, share) != 0) {
        return -1;
    }
    if (part->index != 0) { /* what was counted before is counted once */
        state->transitions = state->choices = state->deadlocks = 0;
    }
    part->level_states = state->level_end - state->level_first;
    return device_upload(search->control, state, sizeof *state, &part->error) != 0 ? -1 : part_finish(part);
}

uint64_t part_resumed_sum(const struct gpus_part *part) {
    const struct checkpoint_header *header = part->failed ? NULL : part_resumed(part);
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
    part->begin_choices = part->report->choices;
    part->begin_deadlocks = part->report->deadlocks;
    if (is_first(part)) {
        part->all->level = level;
    }
}

int part_checkpoint_is_wanted(const struct gpus_part *part, uint64_t states) {
    const struct search_checkpoint *own = part->search.checkpoint;
    own->exploration->result.outcome = part->all->found->result.outcome;
    return search_checkpoint_is_wanted(own, states);
}

/* --- what is written --- */

static int put_visited(void *context, struct words_sink sink, struct error *error) {
    struct gpus *all = (struct gpus *)context;
    int failed = 0;
    for (unsigned i = all->first; i < all->first + all->here && !failed; i++) {
        const struct state_source part = search_source(&all->parts[i].search);
        failed = DEVICE_CHECK(cudaSetDevice(all->parts[i].search.device->number), error) != 0 ||
                 part.put_visited(part.context, sink, error) != 0;
    }
    return failed ? -1 : 0;
}

/* Of each level, those of all parts here. */
static int put_levels(void *context, uint64_t first, uint64_t end, struct words_sink sink,
                      struct error *error) {
    struct gpus *all = (struct gpus *)context;
    int failed = 0;
    for (uint64_t n = first * all->here; n < end * all->here && !failed; n++) {
        struct cuda_search *search = &all->parts[all->first + n % all->here].search;
        const struct state_source part = search_source(search);
        const uint64_t level = n / all->here;
        failed = DEVICE_CHECK(cudaSetDevice(search->device->number), error) != 0 ||
                 part.put_levels(part.context, level, level + 1, sink, error) != 0;
    }
    return failed ? -1 : 0;
}

/* The header, and begin [all->level + 2], of the parts here. */
static struct checkpoint_header sum_parts(const struct gpus *all, uint64_t *begin) {
    const struct explore_result *result = &all->found->result;
    struct checkpoint_header header;
    memset(&header, 0, sizeof header);
    memset(begin, 0, (all->level + 2) * sizeof *begin);
    header.levels_kept = 1;
    for (unsigned p = all->first; p < all->first + all->here; p++) {
        const struct gpus_part *part = &all->parts[p];
        header.states += part->search.state.tail;
        header.transitions += part->begin_transitions;
        header.choices += part->begin_choices;
        header.deadlocks += part->begin_deadlocks;
        header.levels_kept &= (uint64_t)search_is_in_order(&part->search);
        for (uint64_t i = 0; i < all->level + 2; i++) {
            begin[i] += search_level_begin(&part->search, i);
        }
    }
    header.key_words = all->parts[all->first].search.header->key_words;
    header.level = all->level;
    header.deadlock_level = result->deadlock_level;
    header.error_level = result->error_level;
    header.several_level = result->several_level;
    return header;
}

/* gathering: of several processes; or NULL. */
static void write_all(struct gpus *all, uint64_t *begin, struct gathering *gathering) {
    struct cuda_search *first = &all->parts[all->first].search;
    gpus_merge_events(all);
    if (all->found->result.label_level != NULL) { /* those of all are written */
        memcpy(first->result->label_level, all->found->result.label_level, first->header->labels * 8);
    }
    struct checkpoint_header header = sum_parts(all, begin);
    search_checkpoint_sum(&header, begin, all->ranks);
    struct search_content content = {&header, begin, {NULL, put_visited, put_levels, all}, gathering};
    if (gathering != NULL) {
        gathering->to = search_checkpoint_sink(first->checkpoint);
        content.sink = gathering_sink(gathering);
    }
    search_checkpoint_write(first->checkpoint, &content);
    (void)cudaSetDevice(first->device->number);
}

/* Writes the search, by the first part of each process. */
static void write_together(struct gpus *all) {
    const struct cuda_search *first = &all->parts[all->first].search;
    struct memory *memory = all->run->memory;
    struct gathering gathering;
    uint64_t *begin = (uint64_t *)memory_allocate_array(memory, all->level + 2, sizeof *begin);
    uint64_t able = begin != NULL;
    if (all->ranks != NULL) {
        able &= gathering_open(&gathering, all->ranks, memory, first->header->key_words) == 0;
        ranks_least(all->ranks, &able, 1);
    }
    if (able) {
        write_all(all, begin, all->ranks != NULL ? &gathering : NULL);
    } else {
        search_checkpoint_tell(first->checkpoint, 1,
                               "no checkpoint: memory ran out; the last one, if any, stays");
    }
    if (all->ranks != NULL) {
        gathering_close(&gathering);
    }
    memory_free(memory, begin, (all->level + 2) * sizeof *begin);
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
