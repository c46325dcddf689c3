/*
 * Reads the transitions of an AUT file on several threads. Pieces of the file are taken in order and read at
 * the same time: plain transitions become records, whose labels are numbered within the piece. Then, again in
 * order, the labels that are new in the file get their numbers, as they would line by line, and the records a
 * place in the LTS, to which they are copied at the same time. From the first line on that is not plain (a
 * distribution, or an error), a piece is read line by line, in its turn.
 */
#include <pthread.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/pipeline.h"
#include "base/run.h"
#include "frontend/formats/aut_reader.h"

struct piece_record {
    uint32_t from, label, to; /* label: in the piece */
};

/* A label in a piece, with the line in which it first stands. */
struct piece_label {
    struct aut_label text;
    const char *line_begin;
    uint64_t line; /* from 0 in the piece */
    uint32_t local;
};

/* What a thread keeps for the piece that it has. */
struct piece_slot {
    struct lines_piece piece;
    uint64_t plain; /* bytes of the plain lines that the piece begins with */
    uint64_t lines; /* their number */
    struct piece_record *records;
    uint64_t count, capacity;
    struct piece_label *labels;
    uint64_t label_count, label_capacity;
    struct index index; /* of labels, by their texts */
    int grouped;        /* the records come by ascending state */
    uint32_t greatest_from;
    uint64_t first_move; /* the place of the first record */
};

struct aut_pieces {
    struct aut_reader *reader;
    struct memory *memory;
    struct piece_slot *slots;
    uint64_t seed;           /* of the indices */
    pthread_rwlock_t labels; /* the labels of the file: read by all, extended by the piece whose turn it is */
    pthread_mutex_t lock;
    pthread_cond_t copied;
    unsigned copying; /* pieces that are being copied: the LTS must not move meanwhile */
};

/* --- at the same time --- */

/* The number of the label in the piece, or LABEL_NONE when memory runs out. */
static uint32_t number_label(struct aut_pieces *pieces, struct piece_slot *slot, const struct aut_label *text,
                             const char *line_begin) {
    size_t length = (size_t)(text->end - text->begin);
    uint64_t hash = hash_bytes(text->begin, length, pieces->seed);
    for (struct index_walk walk = index_find(&slot->index, hash); index_next(&walk);) {
        const struct aut_label *known = &slot->labels[walk.number].text;
        if ((size_t)(known->end - known->begin) == length && memcmp(known->begin, text->begin, length) == 0) {
            return walk.number;
        }
    }
    uint32_t number = (uint32_t)slot->label_count;
    if (MEMORY_GROW(pieces->memory, &slot->labels, &slot->label_capacity, slot->label_count + 1) != 0 ||
        index_add(&slot->index, pieces->memory, hash, number) != 0) {
        return LABEL_NONE;
    }
    slot->labels[slot->label_count++] = (struct piece_label){*text, line_begin, slot->lines, LABEL_NONE};
    return number;
}

/* Adds the transition, if it is one and there is memory. 0 or -1. */
static int add_record(struct aut_pieces *pieces, struct piece_slot *slot, const char *begin,
                      const char *end) {
    struct aut_plain plain;
    enum aut_line kind = aut_line_plain(begin, end, &plain);
    if (kind == AUT_LINE_BLANK) {
        return 0;
    }
    uint64_t states = pieces->reader->states;
    if (kind == AUT_LINE_OTHER || plain.from >= states || plain.to >= states ||
        (slot->count == slot->capacity &&
         MEMORY_GROW(pieces->memory, &slot->records, &slot->capacity, slot->count + 1) != 0)) {
        return -1;
    }
    uint32_t label = number_label(pieces, slot, &plain.label, begin), from = (uint32_t)plain.from;
    if (label == LABEL_NONE) {
        return -1;
    }
    slot->grouped &= from >= slot->greatest_from;
    slot->greatest_from = from > slot->greatest_from ? from : slot->greatest_from;
    slot->records[slot->count++] = (struct piece_record){from, label, (uint32_t)plain.to};
    return 0;
}

/* Finds those labels that the file had before. */
static void find_known_labels(struct aut_pieces *pieces, struct piece_slot *slot) {
    const struct aut_reader *reader = pieces->reader;
    pthread_rwlock_rdlock(&pieces->labels);
    for (uint64_t i = 0; i < slot->label_count; i++) {
        struct piece_label *label = &slot->labels[i];
        size_t length = (size_t)(label->text.end - label->text.begin);
        uint32_t id = label_find(reader->labels, label->text.begin, length);
        label->local = id == LABEL_NONE ? LABEL_NONE : aut_rows_find_label(&reader->rows, id);
    }
    pthread_rwlock_unlock(&pieces->labels);
}

static void read_piece(void *context, unsigned place) {
    struct aut_pieces *pieces = context;
    struct piece_slot *slot = &pieces->slots[place];
    const char *at = slot->piece.text, *end = at + slot->piece.length, *newline;
    const char *nul = memchr(at, '\0', slot->piece.length);
    slot->lines = slot->count = slot->label_count = 0;
    slot->grouped = 1;
    slot->greatest_from = 0;
    index_clear(&slot->index);
    end = nul == NULL ? end : nul;
    while ((newline = memchr(at, '\n', (size_t)(end - at))) != NULL &&
           add_record(pieces, slot, at, newline) == 0) {
        at = newline + 1;
        slot->lines++;
    }
    slot->plain = (uint64_t)(at - slot->piece.text);
    find_known_labels(pieces, slot);
}

static void copy_records(void *context, unsigned place) {
    struct aut_pieces *pieces = context;
    struct piece_slot *slot = &pieces->slots[place];
    struct lts *lts = pieces->reader->rows.lts;
    uint32_t *from = pieces->reader->rows.from + slot->first_move;
    uint32_t *label = lts->label + slot->first_move, *target = lts->target + slot->first_move;
    for (uint64_t i = 0; i < slot->count; i++) {
        from[i] = slot->records[i].from;
        label[i] = slot->labels[slot->records[i].label].local;
        target[i] = slot->records[i].to;
    }
    if (lts->choice != NULL) {
        memset(lts->choice + slot->first_move, 0xff, slot->count * sizeof *lts->choice); /* LTS_NO_CHOICE */
        memset(lts->weight + slot->first_move, 0, slot->count * sizeof *lts->weight);
    }
    pthread_mutex_lock(&pieces->lock);
    if (--pieces->copying == 0) {
        pthread_cond_signal(&pieces->copied);
    }
    pthread_mutex_unlock(&pieces->lock);
}

/* --- in order --- */

static int take_piece(void *context, unsigned place) {
    struct aut_pieces *pieces = context;
    return lines_take(&pieces->reader->lines, &pieces->slots[place].piece);
}

static void wait_for_copies(struct aut_pieces *pieces) {
    pthread_mutex_lock(&pieces->lock);
    while (pieces->copying > 0) {
        pthread_cond_wait(&pieces->copied, &pieces->lock);
    }
    pthread_mutex_unlock(&pieces->lock);
}

static int add_new_labels(struct aut_pieces *pieces, struct piece_slot *slot) {
    struct aut_reader *reader = pieces->reader;
    int failed = 0, locked = 0;
    for (uint64_t i = 0; i < slot->label_count && !failed; i++) {
        struct piece_label *label = &slot->labels[i];
        if (label->local == LABEL_NONE) {
            struct scan scan = {.name = reader->lines.name,
                                .begin = label->line_begin,
                                .line = reader->lines.line + label->line + 1,
                                .error = reader->error};
            if (!locked) {
                pthread_rwlock_wrlock(&pieces->labels);
                locked = 1;
            }
            label->local = aut_find_label(reader, &scan, &label->text);
            failed = label->local == LABEL_NONE;
        }
    }
    if (locked) {
        pthread_rwlock_unlock(&pieces->labels);
    }
    return failed ? -1 : 0;
}

/* The plain transitions: their labels and their places. 0 or -1. */
static int add_records(struct aut_pieces *pieces, struct piece_slot *slot) {
    struct aut_reader *reader = pieces->reader;
    struct aut_rows *rows = &reader->rows;
    if (add_new_labels(pieces, slot) != 0) {
        return -1;
    }
    if (slot->count > rows->lts->move_capacity - rows->lts->moves) {
        wait_for_copies(pieces);
        if (aut_rows_reserve(rows, slot->count, reader->error) != 0) {
            return -1;
        }
    }
    slot->first_move = rows->lts->moves;
    rows->lts->moves += slot->count;
    rows->grouped &= slot->grouped && slot->records[0].from >= rows->greatest_from;
    rows->greatest_from =
        slot->greatest_from > rows->greatest_from ? slot->greatest_from : rows->greatest_from;
    reader->count += slot->count;
    return 0;
}

/* The lines after the plain ones, line by line. 0 or -1. */
static int read_rest(struct aut_pieces *pieces, const struct piece_slot *slot) {
    struct lines *lines = &pieces->reader->lines;
    char *text = slot->piece.text + slot->plain;
    uint64_t length = slot->piece.length - slot->plain;
    const char *nul = memchr(text, '\0', length);
    struct lines rest = {.run = lines->run,
                         .name = lines->name,
                         .buffer = text,
                         .end = length,
                         .nul = nul == NULL ? UINT64_MAX : (uint64_t)(nul - text),
                         .ended = 1,
                         .line = lines->line};
    wait_for_copies(pieces);
    pthread_rwlock_wrlock(&pieces->labels);
    int failed = aut_read_lines_of(pieces->reader, &rest);
    pthread_rwlock_unlock(&pieces->labels);
    /* Only at the end of the file a line ends without '\n'. */
    lines->line = rest.column == 1 ? rest.line - 1 : rest.line;
    lines->column = rest.column == 1 ? 0 : rest.column;
    return failed;
}

static int fail_piece(struct aut_pieces *pieces, const struct piece_slot *slot) {
    struct error *error = pieces->reader->error;
    *error = slot->piece.error;
    error->line += error->line > 0 ? pieces->reader->lines.line : 0;
    return -1;
}

static int give_piece(void *context, unsigned place) {
    struct aut_pieces *pieces = context;
    struct piece_slot *slot = &pieces->slots[place];
    struct aut_reader *reader = pieces->reader;
    if (slot->count > reader->transitions - reader->count) {
        slot->plain = slot->lines = slot->count = 0; /* an error is in one of the lines */
    }
    if (slot->count > 0 && add_records(pieces, slot) != 0) {
        return -1;
    }
    reader->lines.line += slot->lines;
    if (slot->plain < slot->piece.length && read_rest(pieces, slot) != 0) {
        return -1;
    }
    if (slot->piece.failed) {
        return fail_piece(pieces, slot);
    }
    pthread_mutex_lock(&pieces->lock);
    pieces->copying++;
    pthread_mutex_unlock(&pieces->lock);
    return 0;
}

/* --- all pieces --- */

static const struct pipeline steps = {take_piece, read_piece, give_piece, copy_records};

static int run_pieces(struct aut_pieces *pieces, unsigned threads) {
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    /* Else threads that look labels up could keep the one whose turn it is from adding some. */
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&pieces->labels, &attributes);
    pthread_rwlockattr_destroy(&attributes);
    pthread_mutex_init(&pieces->lock, NULL);
    pthread_cond_init(&pieces->copied, NULL);
    int failed = pipeline_run(threads, &steps, pieces);
    pthread_cond_destroy(&pieces->copied);
    pthread_mutex_destroy(&pieces->lock);
    pthread_rwlock_destroy(&pieces->labels);
    return failed;
}

static void free_slot(struct aut_pieces *pieces, struct piece_slot *slot) {
    memory_free(pieces->memory, slot->piece.text, slot->piece.capacity);
    memory_free(pieces->memory, slot->records, slot->capacity * sizeof *slot->records);
    memory_free(pieces->memory, slot->labels, slot->label_capacity * sizeof *slot->labels);
    index_free(&slot->index, pieces->memory);
}

int aut_read_in_pieces(struct aut_reader *reader, unsigned threads, uint64_t bytes) {
    struct lines *lines = &reader->lines;
    struct aut_pieces pieces = {.reader = reader, .memory = reader->run->memory};
    unsigned have = 0;
    pieces.slots = memory_allocate_zeroed(pieces.memory, threads * sizeof *pieces.slots);
    for (; pieces.slots != NULL && have < threads; have++) {
        struct lines_piece *piece = &pieces.slots[have].piece;
        piece->text = memory_allocate(pieces.memory, bytes);
        if (piece->text == NULL) {
            break;
        }
        piece->capacity = bytes;
    }
    pieces.seed = hash_combine((uint64_t)(uintptr_t)pieces.slots ^ 0xa0761d6478bd642fu,
                               (uint64_t)(run_clock() * 1e9) | 1);
    int failed = have == 0 ? aut_read_lines_of(reader, lines) : run_pieces(&pieces, have);
    if (lines->column == 0) { /* the place of the end */
        lines->line++;
        lines->column = 1;
    }
    for (unsigned i = 0; i < have; i++) {
        free_slot(&pieces, &pieces.slots[i]);
    }
    memory_free(pieces.memory, pieces.slots, threads * sizeof *pieces.slots);
    return failed;
}
