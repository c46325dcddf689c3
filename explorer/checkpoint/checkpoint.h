#ifndef HEDDLE_EXPLORER_CHECKPOINT_CHECKPOINT_H
#define HEDDLE_EXPLORER_CHECKPOINT_CHECKPOINT_H

#include <stdint.h>

#include "base/sha256.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct handover;
struct run;

#define CHECKPOINT_INTERVAL 1800.0 /* seconds between checkpoints, by default */
/* A checkpoint is not begun before the search has run this many times as long as the last one took. */
#define CHECKPOINT_SHARE 20.0

/* What a command does, as far as its searches and results depend on it. */
struct checkpoint_identity {
    const char *input;           /* the model's file, for messages */
    char network[SHA256_DIGITS]; /* of the network's image (checkpoint_sum) */
    const char *options;         /* the command and those of its options that matter, for people */
};

/*
 * Checkpoints of the searches of a command: where they are written and read, and what was done so far. Each
 * search has one file, which is named after its image; so a command with several searches continues each of
 * them. The caller owns it, and keeps it during all searches.
 */
struct checkpoint {
    const char *folder; /* where checkpoints are written; NULL: nowhere */
    const char *resume; /* where they are read; NULL: nowhere */
    double interval;    /* seconds between checkpoints of a search */
    int follows;        /* long work follows the search: its end is written, too, if it took an interval */
    int follows_rank;   /* another process, rank 0, writes for this one, too */
    /* Of a search of `auto`, instead of folders: where a search on one GPU whose memory is full leaves its
     * states, and from where one on several GPUs continues (explorer/search/handover.h); or NULL. */
    struct handover *held;
    struct checkpoint_identity identity;
    void (*tell)(void *context, int warns, const char *text); /* called by one thread at a time; or NULL */
    void *tell_context;
    int lock;                  /* descriptor of the folder; 0: not open */
    uint64_t written, resumed; /* checkpoints written; states that were read */
};

/* A search as its checkpoint has it. */
struct checkpoint_header {
    char search[SHA256_DIGITS]; /* of its image and options (checkpoint_sum) */
    uint64_t key_words;
    uint64_t levels_kept;                     /* non-zero: states are in the order of levels */
    uint64_t states;                          /* all that were found */
    uint64_t level;                           /* the level that is expanded; all levels before it are done */
    uint64_t next;                            /* states of the next level, found so far */
    uint64_t pairs;                           /* of the interner; 0 if vectors are not folded */
    uint64_t labels;                          /* length of label_level; 0: none was watched */
    uint64_t several;                         /* components of exploration.several; 0: there is none */
    uint64_t transitions, choices, deadlocks; /* before the level */
    uint64_t deadlock_level, error_level;     /* as in struct explore_result */
    uint64_t several_level;                   /* likewise; UINT64_MAX if `several` is not 0 */
};

/*
 * The words of a checkpoint, one section after the other, each of which may be empty: level_begin
 * [level + 2], label_level [labels], several [several], pairs [2 * pairs], and keys of key_words words: those
 * of levels before `level` if levels are kept, else all states in any order; those of the level; those of the
 * next level.
 */
/* SHA-256 of `count` parts. */
struct checkpoint_part {
    const void *bytes;
    uint64_t length;
};
void checkpoint_sum(const struct checkpoint_part *parts, unsigned count, char digits[SHA256_DIGITS]);

/*
 * Prepares the folders, before any search. The one to be written is made if it is not there; it must not have
 * checkpoints unless they are resumed, and no other process may write there. All checkpoints that are resumed
 * must be whole in their headers and of this network and these options; there must be one, unless the command
 * also writes to that folder. 0, or -1 with *error filled: ERROR_USAGE, ERROR_INPUT, ERROR_IO.
 */
int checkpoint_open(struct checkpoint *checkpoint, struct error *error);
void checkpoint_close(struct checkpoint *checkpoint);

/*
 * Writes checkpoints of a search. A new file appears under its name when it is whole and on the disk; until
 * then, and after a failure, the old one stays.
 */
typedef struct checkpoint_writer checkpoint_writer;

/* Allocates what writing takes, so that a search without memory can still be written. search: its sum. NULL
 * with *error filled when memory runs out. */
checkpoint_writer *checkpoint_writer_create(const struct checkpoint *checkpoint, const char *search,
                                            const struct run *run, struct error *error);
void checkpoint_writer_free(checkpoint_writer *writer); /* NULL is allowed */
/* A checkpoint: begin, all words in their order, end. Each returns 0, or -1 with *error filled; after that
 * only checkpoint_writer_begin and _free are useful. */
int checkpoint_writer_begin(checkpoint_writer *writer, const struct checkpoint_header *header,
                            struct error *error);
int checkpoint_writer_put(checkpoint_writer *writer, const uint64_t *words, uint64_t count,
                          struct error *error);
int checkpoint_writer_end(checkpoint_writer *writer, struct error *error);
/* Bytes of the checkpoint written so far. */
uint64_t checkpoint_writer_bytes(const checkpoint_writer *writer);

/* Reads the checkpoint of a search. */
typedef struct checkpoint_reader checkpoint_reader;

/* search: its sum. NULL if there is none, with *error cleared, or with *error filled: ERROR_INPUT if it is
 * damaged, ERROR_IO, ERROR_MEMORY. */
checkpoint_reader *checkpoint_reader_open(const struct checkpoint *checkpoint, const char *search,
                                          const struct run *run, struct error *error);
void checkpoint_reader_close(checkpoint_reader *reader); /* NULL is allowed */
const struct checkpoint_header *checkpoint_reader_header(const checkpoint_reader *reader);
/* Reads the next words. 0, or -1 with *error filled. */
int checkpoint_reader_get(checkpoint_reader *reader, uint64_t *words, uint64_t count, struct error *error);
/* Leaves the next words out, whose checksums it need not read. 0, or -1 with *error filled. */
int checkpoint_reader_skip(checkpoint_reader *reader, uint64_t count, struct error *error);
/* Fills *error for a file whose content cannot be that of a checkpoint. -1. */
int checkpoint_reader_damaged(const checkpoint_reader *reader, const char *what, struct error *error);
/* After the last word: whether this was all. 0, or -1 with *error filled. */
int checkpoint_reader_end(checkpoint_reader *reader, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
