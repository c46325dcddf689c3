#ifndef HEDDLE_FRONTEND_FORMATS_GAME_READ_INTERNAL_H
#define HEDDLE_FRONTEND_FORMATS_GAME_READ_INTERNAL_H

#include "frontend/formats/lines.h"
#include "frontend/formats/scan.h"
#include "frontend/formats/game_read.h"

#define GAME_PRIORITY_BITS 31
#define GAME_NO_ID UINT64_MAX

/* A vertex in the order of the file, with the ids of the file. */
struct game_raw_vertex {
    uint64_t id;
    uint64_t begin; /* where its successors begin */
    uint64_t line;
    uint32_t column;
    uint32_t owner : 1, priority : GAME_PRIORITY_BITS;
};

struct game_raw_name {
    uint64_t vertex; /* in the order of the file */
    uint64_t begin;  /* in the text */
};

struct game_reader {
    const struct game_read_options *options;
    struct memory *memory;
    struct error *error;
    struct lines lines;
    struct scan scan;
    const char *number_at;                    /* where the number begins that was read last */
    uint64_t start, start_line, start_column; /* start: GAME_NO_ID when the file has none */
    uint64_t highest_id;
    int ascending; /* the ids so far are ascending */
    struct game_raw_vertex *vertices;
    uint64_t vertex_count, vertex_capacity;
    uint64_t *successors; /* ids */
    uint64_t successor_count, successor_capacity;
    struct game_raw_name *names;
    uint64_t name_count, name_capacity;
    char *text;
    uint64_t text_bytes, text_capacity;
    /* At the end: */
    uint32_t *order;     /* the vertices by ascending ids; NULL: in the order of the file */
    uint32_t *table;     /* the vertex number of each id; NULL: none */
    uint64_t table_size; /* ids */
};

/* Fills reader->error; -1. */
int game_reader_fail_memory(struct game_reader *reader);

/* Makes the game from the rows that were read: ids become vertex numbers. 0, or -1 with reader->error filled;
 * the caller frees the store if it has a memory. */
int game_reader_make(struct game_reader *reader, struct game_store *store);

#endif
