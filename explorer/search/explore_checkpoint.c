/*
 * Writes a search on the CPU to a checkpoint. That is possible whenever all threads wait, also within a
 * level: a checkpoint has all states, and the counts at the begin of the level. A search that is continued
 * expands the level again. It finds no state of the next level a second time, and counts the transitions
 * once.
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "base/run.h"
#include "explorer/checkpoint/checkpoint.h"
#include "explorer/search/explore_checkpoint.h"
#include "explorer/search/level_store.h"
#include "hashtable/intern.h"

#define SCAN_WORDS 4096u
#define INTERN_PAIR_WORDS 4u /* of an interner, with its index, for each pair; about */

void exploration_sum(const model *model, const struct explore_options *options, char digits[SHA256_DIGITS]) {
    const struct model_header *header = model_header(model);
    const uint64_t kept = options->keep_levels != 0;
    const struct checkpoint_part parts[] = {
        {model_image(model), header->bytes},
        {options->watched != NULL ? options->watched : (const uint8_t *)"",
         options->watched != NULL ? header->labels : 0},
        {&kept, sizeof kept},
    };
    checkpoint_sum(parts, sizeof parts / sizeof *parts, digits);
}

/* Slots for the states of a checkpoint: so many that the table need not grow soon, if there is memory. */
static uint64_t slots_for(const struct search *search, const struct checkpoint_header *header) {
    const uint64_t states = header->states, left = memory_left(search->run->memory) / 8 / search->key_words;
    uint64_t stored = header->levels_kept ? states : states / 4; /* keys of levels */
    stored += header->pairs / search->key_words * INTERN_PAIR_WORDS;
    const uint64_t room = left > stored ? left - stored : 0;
    return states < room / 4   ? 2 * states
           : states < room / 2 ? states / 2 * 3
                               : states / 15 * 16 + SCAN_WORDS;
}

int explore_checkpoint_open(struct search *search, uint64_t *slots) {
    const struct run *run = search->run;
    struct checkpoint *checkpoint = search->options->checkpoint;
    struct search_checkpoint *own = memory_allocate_zeroed(run->memory, sizeof *own);
    char sum[SHA256_DIGITS];
    if (own == NULL) {
        return error_memory(search->error, "for checkpoints");
    }
    search->checkpoint = own;
    own->checkpoint = checkpoint;
    own->began = run_clock();
    own->due = own->began + checkpoint->interval;
    exploration_sum(search->exploration->model, search->options, sum);
    if (checkpoint->folder != NULL) {
        own->writer = checkpoint_writer_create(checkpoint, sum, run, search->error);
        if (own->writer == NULL) {
            return -1;
        }
    }
    if (checkpoint->resume == NULL) {
        return 0;
    }
    own->reader = checkpoint_reader_open(checkpoint, sum, run, search->error);
    if (own->reader == NULL) {
        return search->error->code == ERROR_NONE ? 0 : -1;
    }
    uint64_t wanted = slots_for(search, checkpoint_reader_header(own->reader));
    *slots = *slots > wanted ? *slots : wanted;
    return 0;
}

void explore_checkpoint_close(struct search *search) {
    struct search_checkpoint *own = search->checkpoint;
    if (own != NULL) {
        checkpoint_reader_close(own->reader);
        checkpoint_writer_free(own->writer);
        memory_free(search->run->memory, own, sizeof *own);
        search->checkpoint = NULL;
    }
}

int explore_checkpoint_is_due(const struct search *search) {
    return search->checkpoint->writer != NULL && run_clock() >= search->checkpoint->due;
}

void explore_checkpoint_note_level(struct search *search) {
    struct search_checkpoint *own = search->checkpoint;
    own->transitions = own->choices = own->deadlocks = 0;
    for (unsigned i = 0; i < search->run->threads; i++) {
        own->transitions += search->workers[i].transitions;
        own->choices += search->workers[i].choices;
        own->deadlocks += search->workers[i].deadlocks;
    }
}

/* --- what is written --- */

/* The closed segments of the next level; the rest of it is in the writers. */
static const struct level_segment *next_segments(const struct search *search, uint64_t *count) {
    const level_store *store = search->space->level_store;
    if (level_store_levels(store) > search->level + 1) { /* it was ended, and is empty */
        *count = 0;
        return NULL;
    }
    return level_store_begun(store, count);
}

static uint64_t count_next(const struct search *search) {
    uint64_t count, keys = 0;
    const struct level_segment *segments = next_segments(search, &count);
    for (uint64_t i = 0; i < count; i++) {
        keys += segments[i].count;
    }
    for (unsigned i = 0; i < search->run->threads; i++) {
        keys += (uint64_t)(search->writers[i].at - search->writers[i].begin) / search->key_words;
    }
    return keys;
}

static struct checkpoint_header header_of(const struct search *search) {
    const struct search_checkpoint *own = search->checkpoint;
    const struct explore_result *result = search->result;
    const struct model_header *model = model_header(search->exploration->model);
    const struct interner *interner = search->space->interner;
    struct checkpoint_header header = {
        .key_words = search->key_words,
        .levels_kept = search->space->levels_kept != 0,
        .level = search->level,
        .next = count_next(search),
        .pairs = interner == NULL ? 0 : shared64_load(interner_view(interner)->next),
        .labels = result->label_level == NULL ? 0 : model->labels,
        .several = search->exploration->several == NULL ? 0 : model->components,
        .transitions = own->transitions,
        .choices = own->choices,
        .deadlocks = own->deadlocks,
        .deadlock_level = shared64_load(&result->deadlock_level),
        .error_level = shared64_load(&search->watch.error_level)};
    for (unsigned i = 0; i < search->run->threads; i++) {
        header.states += search->workers[i].states;
    }
    return header;
}

static int put_segments(const struct search *search, const struct level_segment *segments, uint64_t count) {
    int failed = 0;
    for (uint64_t i = 0; i < count && !failed; i++) {
        failed = checkpoint_writer_put(search->checkpoint->writer, segments[i].keys,
                                       segments[i].count * search->key_words, search->error);
    }
    return failed;
}

static int put_levels(const struct search *search, uint64_t first, uint64_t end) {
    int failed = 0;
    for (uint64_t level = first; level < end && !failed; level++) {
        uint64_t count;
        const struct level_segment *segments =
            level_store_segments(search->space->level_store, level, &count);
        failed = put_segments(search, segments, count);
    }
    return failed;
}

static int put_next(const struct search *search) {
    uint64_t count;
    const struct level_segment *segments = next_segments(search, &count);
    int failed = put_segments(search, segments, count);
    for (unsigned i = 0; i < search->run->threads && !failed; i++) {
        const struct level_writer *from = &search->writers[i];
        failed = checkpoint_writer_put(search->checkpoint->writer, from->begin,
                                       (uint64_t)(from->at - from->begin), search->error);
    }
    return failed;
}

/* All keys of the visited set. */
static int put_table(const struct search *search) {
    const struct table_view view = table_view_of(search->space->table);
    uint64_t slots = (view.buckets + view.pad) << view.bucket_bits, words[SCAN_WORDS], used = 0;
    int failed = 0;
    for (uint64_t slot = 0; slot < slots && !failed; slot++) {
        const uint64_t *key = view.slots + slot * view.words;
        for (uint32_t w = 0; w < view.words && key[0] != 0; w++) {
            words[used++] = key[w];
        }
        if (used == SCAN_WORDS) { /* keys have 1, 2 or 4 words */
            failed = checkpoint_writer_put(search->checkpoint->writer, words, used, search->error);
            used = 0;
        }
    }
    return failed ? failed : checkpoint_writer_put(search->checkpoint->writer, words, used, search->error);
}

static int put_several(const struct search *search, uint64_t count) {
    int failed = 0;
    for (uint64_t i = 0; i < count && !failed; i++) {
        uint64_t word = search->exploration->several[i];
        failed = checkpoint_writer_put(search->checkpoint->writer, &word, 1, search->error);
    }
    return failed;
}

static int put_all(const struct search *search, const struct checkpoint_header *header) {
    checkpoint_writer *writer = search->checkpoint->writer;
    const struct state_space *space = search->space;
    struct error *error = search->error;
    const uint64_t level = header->level;
    return checkpoint_writer_begin(writer, header, error) != 0 ||
                   checkpoint_writer_put(writer, space->level_begin, level + 2, error) != 0 ||
                   checkpoint_writer_put(writer, search->result->label_level, header->labels, error) != 0 ||
                   put_several(search, header->several) != 0 ||
                   checkpoint_writer_put(writer, exploration_pairs(search->exploration), 2 * header->pairs,
                                         error) != 0 ||
                   (header->levels_kept ? put_levels(search, 0, level) : put_table(search)) != 0 ||
                   put_levels(search, level, level + 1) != 0 || put_next(search) != 0 ||
                   checkpoint_writer_end(writer, error) != 0
               ? -1
               : 0;
}

/* --- when it is written --- */

static void tell(const struct search *search, int warns, const char *text) {
    const struct checkpoint *checkpoint = search->checkpoint->checkpoint;
    if (checkpoint->tell != NULL) {
        checkpoint->tell(checkpoint->tell_context, warns, text);
    }
}

void explore_checkpoint_tell_resumed(const struct search *search) {
    char text[400], states[QUANTITY_TEXT];
    snprintf(text, sizeof text, "continued from %.300s: %s states", search->checkpoint->checkpoint->resume,
             quantity_number(search->states, states));
    tell(search, 0, text);
}

void explore_checkpoint_write(struct search *search) {
    struct search_checkpoint *own = search->checkpoint;
    struct checkpoint *checkpoint = own->checkpoint;
    struct checkpoint_header header = header_of(search);
    char text[1400], states[QUANTITY_TEXT], bytes[QUANTITY_TEXT], seconds[QUANTITY_TEXT];
    double begun = run_clock();
    run_tell(search->run, "writing a checkpoint", header.states, 0, "states");
    int failed = put_all(search, &header);
    double took = run_clock() - begun;
    if (failed) {
        size_t used = strlen(error_describe(search->error, text, sizeof text - 64));
        snprintf(text + used, sizeof text - used, "; the last checkpoint, if any, stays");
        search->error->code = ERROR_NONE; /* the search has not failed */
    } else {
        checkpoint->written++;
        own->used = 1;
        snprintf(text, sizeof text, "checkpoint in %.300s: %s states, %s in %s", checkpoint->folder,
                 quantity_number(header.states, states),
                 quantity_bytes(checkpoint_writer_bytes(own->writer), bytes),
                 quantity_seconds(took, seconds));
    }
    tell(search, failed, text);
    double wait = CHECKPOINT_SHARE * took;
    own->due = begun + took + (wait > checkpoint->interval ? wait : checkpoint->interval);
}

void explore_checkpoint_write_end(struct search *search) {
    const struct search_checkpoint *own = search->checkpoint;
    const uint64_t initial = model_header(search->exploration->model)->initial_count;
    int wanted = 0;
    if (own->writer == NULL || search->space->levels == 0) {
        return;
    }
    if (search->torn && !search->space->levels_kept) { /* only the table has all states */
        tell(search, 1, "no checkpoint: memory ran out while the table grew; the last one, if any, stays");
        return;
    }
    switch (search->result->outcome) {
    case EXPLORE_LIMIT:
    case EXPLORE_FULL:
    case EXPLORE_INTERRUPTED:
    case EXPLORE_TIMEOUT:
        wanted = search->states > initial;
        break;
    case EXPLORE_DONE:
    case EXPLORE_VIOLATED:
        wanted =
            own->checkpoint->follows && (own->used || run_clock() - own->began >= own->checkpoint->interval);
        break;
    case EXPLORE_FAULT:
    case EXPLORE_LEFT:
        break;
    }
    if (wanted) {
        explore_checkpoint_write(search);
    }
}
