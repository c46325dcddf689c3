/*
 * Checkpoints of a search, for all engines: when they are written, and all that is in them except for pairs
 * and keys. A checkpoint has all states, and the counts at the begin of the level; so it can be written
 * whenever the engine waits, also within a level. A search that is continued expands the level again. It
 * finds no state of the next level a second time, and counts the transitions once.
 */
#include "explorer/search/explore_checkpoint.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "explorer/model/model.h"
#include "explorer/model/model_core.h"
#include "explorer/search/explore.h"
#include "explorer/search/handover.h"
#include "hashtable/intern_core.h"

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

/* Opens the files; 0 or -1. */
static int open_files(struct search_checkpoint *own, const struct explore_options *options) {
    char sum[SHA256_DIGITS];
    exploration_sum(own->exploration->model, options, sum);
    if (own->checkpoint->folder != NULL && !own->checkpoint->follows_rank) {
        own->writer = checkpoint_writer_create(own->checkpoint, sum, own->run, own->error);
        if (own->writer == NULL) {
            return -1;
        }
    }
    if (own->checkpoint->resume != NULL) {
        own->reader = checkpoint_reader_open(own->checkpoint, sum, own->run, own->error);
        if (own->reader == NULL) {
            return own->error->code != ERROR_NONE ? -1 : 0;
        }
        own->header = *checkpoint_reader_header(own->reader);
    }
    return 0;
}

struct search_checkpoint *search_checkpoint_open(struct exploration *exploration,
                                                 const struct explore_options *options, const struct run *run,
                                                 struct error *error) {
    struct search_checkpoint *own = memory_allocate_zeroed(run->memory, sizeof *own);
    if (own == NULL) {
        error_memory(error, "for checkpoints");
        return NULL;
    }
    own->run = run;
    own->error = error;
    own->exploration = exploration;
    own->checkpoint = options->checkpoint;
    own->needs_levels = options->keep_levels && !options->may_forget;
    own->began = run_clock();
    own->due = own->began + own->checkpoint->interval;
    if (open_files(own, options) != 0) {
        search_checkpoint_close(own);
        return NULL;
    }
    return own;
}

void search_checkpoint_close(struct search_checkpoint *own) {
    if (own != NULL) {
        checkpoint_reader_close(own->reader);
        checkpoint_writer_free(own->writer);
        memory_free(own->run->memory, own, sizeof *own);
    }
}

/* --- when it is written --- */

int search_checkpoint_is_due(const struct search_checkpoint *own) {
    return own != NULL && own->writer != NULL && run_clock() >= own->due;
}

int search_checkpoint_is_wanted(const struct search_checkpoint *own, uint64_t states) {
    if (own->writer == NULL) {
        return 0;
    }
    switch (own->exploration->result.outcome) {
    case EXPLORE_LIMIT:
    case EXPLORE_FULL:
    case EXPLORE_INTERRUPTED:
    case EXPLORE_TIMEOUT:
        return states > model_header(own->exploration->model)->initial_count;
    case EXPLORE_DONE:
    case EXPLORE_VIOLATED:
        return own->checkpoint->follows &&
               (own->used || run_clock() - own->began >= own->checkpoint->interval);
    case EXPLORE_FAULT:
    case EXPLORE_LEFT:
        break;
    }
    return 0;
}

void search_checkpoint_tell(const struct search_checkpoint *own, int warns, const char *text) {
    if (own->checkpoint->tell != NULL) {
        own->checkpoint->tell(own->checkpoint->tell_context, warns, text);
    }
}

/* --- writing --- */

static int put_into_file(void *context, const uint64_t *words, uint64_t count, struct error *error) {
    return checkpoint_writer_put(context, words, count, error);
}

struct words_sink search_checkpoint_sink(const struct search_checkpoint *own) {
    return (struct words_sink){put_into_file, own->writer, NULL, NULL};
}

/* All that comes before the states. */
static int put_head(const struct search_checkpoint *own, const struct search_content *content) {
    const struct checkpoint_header *header = content->header;
    return checkpoint_writer_begin(own->writer, header, own->error) != 0 ||
           checkpoint_writer_put(own->writer, content->level_begin, header->level + 2, own->error) != 0 ||
           checkpoint_writer_put(own->writer, own->exploration->result.label_level, header->labels,
                                 own->error) != 0 ||
           checkpoint_writer_put(own->writer, own->exploration->several, header->several, own->error) != 0 ||
           (header->pairs != 0 && content->source.put_pairs(content->source.context, header->pairs,
                                                            search_checkpoint_sink(own), own->error) != 0);
}

/* The states. failed: there is no file, or it has failed; processes still gather. */
static int put_states(const struct search_checkpoint *own, const struct search_content *content, int failed) {
    struct gathering *gathering = content->gathering;
    if (gathering == NULL) {
        return failed ||
               state_source_put(&content->source, content->header, search_checkpoint_sink(own), own->error);
    }
    gathering->error = own->error;
    gathering->to.put = failed ? NULL : gathering->to.put;
    uint64_t able = state_source_put(&content->source, content->header, content->sink, own->error) == 0;
    failed |= !able || gathering->failed;
    ranks_least(gathering->ranks, &able, 1);
    return failed || able
               ? failed
               : error_set(own->error, ERROR_LIMIT, "the states of another process cannot be read");
}

static int put_all(const struct search_checkpoint *own, const struct search_content *content) {
    return put_states(own, content, put_head(own, content)) || checkpoint_writer_end(own->writer, own->error);
}

void search_checkpoint_sum(struct checkpoint_header *header, uint64_t *level_begin,
                           const struct ranks *ranks) {
    uint64_t *const sums[] = {&header->states, &header->transitions, &header->choices, &header->deadlocks};
    for (unsigned i = 0; i < LENGTH(sums); i++) {
        ranks_sum(ranks, sums[i], 1);
    }
    ranks_sum(ranks, level_begin, header->level + 2);
    ranks_least(ranks, &header->levels_kept, 1);
    header->next = header->states - level_begin[header->level + 1];
}

void search_checkpoint_write(struct search_checkpoint *own, const struct search_content *content) {
    struct checkpoint *checkpoint = own->checkpoint;
    if (own->writer == NULL) { /* another process has it */
        (void)put_states(own, content, 1);
        own->error->code = ERROR_NONE;
        return;
    }
    struct checkpoint_header *header = content->header;
    const struct model_header *model = model_header(own->exploration->model);
    char text[1400], states[QUANTITY_TEXT], bytes[QUANTITY_TEXT], seconds[QUANTITY_TEXT];
    double begun = run_clock();
    header->labels = own->exploration->result.label_level == NULL ? 0 : model->labels;
    header->several = own->exploration->several == NULL ? 0 : model->components;
    run_tell(own->run, "writing a checkpoint", header->states, 0, "states");
    int failed = put_all(own, content);
    double took = run_clock() - begun;
    if (failed) {
        size_t used = strlen(error_describe(own->error, text, sizeof text - 64));
        snprintf(text + used, sizeof text - used, "; the last checkpoint, if any, stays");
        own->error->code = ERROR_NONE; /* the search has not failed */
    } else {
        checkpoint->written++;
        own->used = 1;
        snprintf(text, sizeof text, "checkpoint in %.300s: %s states, %s in %s", checkpoint->folder,
                 quantity_number(header->states, states),
                 quantity_bytes(checkpoint_writer_bytes(own->writer), bytes),
                 quantity_seconds(took, seconds));
    }
    search_checkpoint_tell(own, failed, text);
    double wait = CHECKPOINT_SHARE * took;
    own->due = begun + took + (wait > checkpoint->interval ? wait : checkpoint->interval);
}

/* --- reading --- */

int search_checkpoint_damaged(const struct search_checkpoint *own, const char *what) {
    return own->reader != NULL ? checkpoint_reader_damaged(own->reader, what, own->error)
                               : error_set(own->error, ERROR_DEVICE, "states were lost: %s", what);
}

static int get_words(const struct search_checkpoint *own, uint64_t *words, uint64_t count) {
    if (own->reader != NULL) {
        return checkpoint_reader_get(own->reader, words, count, own->error);
    }
    handover_take(own->checkpoint->held, own->owner, words, count);
    return 0;
}

int search_checkpoint_read(const struct search_checkpoint *own, uint64_t *words, uint64_t count,
                           uint64_t fresh) {
    if (run_should_stop(own->run)) {
        return error_set(own->error, ERROR_INTERRUPTED, "interrupted while a checkpoint was read");
    }
    run_tell(own->run, own->reader != NULL ? "reading a checkpoint" : "taking states", fresh,
             own->header.states, "states");
    return get_words(own, words, count);
}

static int is_plausible(const struct search_checkpoint *own, const struct checkpoint_header *header) {
    const struct model_header *model = model_header(own->exploration->model);
    uint64_t labels = own->exploration->result.label_level == NULL ? 0 : model->labels;
    return header->key_words == model->key_words && header->labels == labels &&
           (header->several == 0 || header->several == model->components) &&
           (header->pairs != 0) == (model->fold_levels != 0) && header->states < UINT64_MAX / 2 &&
           header->level < header->states && header->next <= header->states &&
           header->pairs <= (uint64_t)1 << INTERN_ID_BITS;
}

static int restore_level_begin(struct search_checkpoint *own, const struct checkpoint_header *header) {
    struct state_space *space = &own->exploration->space;
    if (MEMORY_GROW(own->run->memory, &space->level_begin, &space->level_capacity, header->level + 2) != 0) {
        return error_memory(own->error, "to continue the search");
    }
    uint64_t *begin = space->level_begin;
    if (get_words(own, begin, header->level + 2) != 0) {
        return -1;
    }
    int wrong = begin[0] != 0 || begin[header->level + 1] + header->next != header->states;
    for (uint64_t i = 0; i <= header->level; i++) {
        wrong |= begin[i + 1] <= begin[i];
    }
    space->levels = header->level + 1;
    return wrong && own->reader != NULL ? search_checkpoint_damaged(own, "its levels are wrong") : 0;
}

static int restore_several(struct search_checkpoint *own, uint64_t count) {
    struct exploration *exploration = own->exploration;
    if (count == 0) {
        return 0;
    }
    exploration->several = memory_allocate(own->run->memory, count * sizeof *exploration->several);
    if (exploration->several == NULL) {
        return error_memory(own->error, "to continue the search");
    }
    return get_words(own, exploration->several, count);
}

/* What was noted in the level that is expanded again is forgotten; else the search could end before it. */
static void forget_level(struct explore_result *result, uint64_t level, uint64_t labels) {
    result->deadlock_level = result->deadlock_level < level ? result->deadlock_level : UINT64_MAX;
    result->several_level = result->several_level < level ? result->several_level : UINT64_MAX;
    result->error_level = result->error_level <= level ? result->error_level : UINT64_MAX;
    for (uint64_t i = 0; i < labels; i++) {
        result->label_level[i] = result->label_level[i] < level ? result->label_level[i] : UINT64_MAX;
    }
}

int search_checkpoint_restore(struct search_checkpoint *own, unsigned owner) {
    const struct checkpoint_header *header = &own->header;
    struct exploration *exploration = own->exploration;
    struct explore_result *result = &exploration->result;
    if (own->reader == NULL) {
        own->owner = owner;
        own->header = handover_header(own->checkpoint->held, owner);
    } else if (!is_plausible(own, header)) {
        return search_checkpoint_damaged(own, "its header does not suit this search");
    } else if (own->needs_levels && !header->levels_kept) {
        return error_in(own->error, ERROR_INPUT, own->checkpoint->resume,
                        "the search of this checkpoint dropped its older levels, which are needed here: "
                        "continue it with the --device that wrote it, or search again");
    }
    exploration->space.levels_kept &= header->levels_kept != 0;
    result->deadlock_level = header->deadlock_level;
    result->error_level = header->error_level;
    result->several_level = header->several_level;
    if (restore_level_begin(own, header) != 0 || get_words(own, result->label_level, header->labels) != 0 ||
        restore_several(own, header->several) != 0) {
        return -1;
    }
    forget_level(result, header->level, header->labels);
    return 0;
}

int search_checkpoint_restored(struct search_checkpoint *own, uint64_t fresh) {
    const struct checkpoint_header *header = &own->header;
    char text[400], states[QUANTITY_TEXT];
    if (own->reader != NULL && checkpoint_reader_end(own->reader, own->error) != 0) {
        return -1;
    }
    if (fresh != header->states) {
        return search_checkpoint_damaged(own, "it has a state twice");
    }
    if (own->reader == NULL) {
        return 0;
    }
    own->checkpoint->resumed += header->states;
    own->exploration->effort.resumed_states = header->states;
    own->exploration->effort.resumed_transitions = header->transitions;
    own->used = 1;
    snprintf(text, sizeof text, "continued from %.300s: %s states", own->checkpoint->resume,
             quantity_number(header->states, states));
    search_checkpoint_tell(own, 0, text);
    return 0;
}
