/*
 * Reads games in PGSolver's format. Vertices are kept in the order of the file, with its ids, until all are
 * known (game_read_number.c).
 */
#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/game_read_internal.h"
#include "frontend/formats/table/file_format.h"

#define PRIORITY_END ((uint32_t)1 << GAME_PRIORITY_BITS)
#define BEGINNING "'parity' or a vertex"

int game_reader_fail_memory(struct game_reader *reader) {
    return error_at(reader->error, ERROR_MEMORY,
                    (struct source_position){reader->lines.name, reader->scan.line, 0},
                    "not enough memory for a game of this size");
}

/* To the next byte that is not blank: 1, 0 at the end of the file, -1. */
static inline int skip_blanks(struct game_reader *reader) {
    scan_blanks(&reader->scan);
    return reader->scan.at < reader->scan.end ? 1
                                              : scan_next_line(&reader->lines, &reader->scan, reader->error);
}

/* skip_blanks where something must follow: 0 or -1. */
static inline int skip_to(struct game_reader *reader, const char *what) {
    int more = skip_blanks(reader);
    return more == 0 ? scan_fail_end(&reader->lines, what, reader->error) : more < 0 ? -1 : 0;
}

static inline int read_number(struct game_reader *reader, uint64_t *number, const char *what) {
    if (skip_to(reader, what) != 0) {
        return -1;
    }
    reader->number_at = reader->scan.at;
    return scan_number(&reader->scan, number, what);
}

/* Reports the number that was read last. */
static int fail_number(const struct game_reader *reader, const char *text) {
    return scan_fail(&reader->scan, ERROR_INPUT, reader->number_at, "%s", text);
}

static inline int read_byte(struct game_reader *reader, char byte, const char *what) {
    return skip_to(reader, what) != 0 ? -1 : scan_byte(&reader->scan, byte, what);
}

static inline int read_id(struct game_reader *reader, uint64_t *id, const char *what) {
    if (read_number(reader, id, what) != 0) {
        return -1;
    }
    return *id != GAME_NO_ID ? 0 : fail_number(reader, "this number is too large");
}

/* Whether the word stands here; if so, the place is after it. */
static int accept_word(struct game_reader *reader, const char *word) {
    size_t length = strlen(word);
    struct scan *scan = &reader->scan;
    if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, word, length) != 0 ||
        (scan->at + length < scan->end && isalnum((unsigned char)scan->at[length]))) {
        return 0;
    }
    scan->at += length;
    return 1;
}

static int fail_beginning(const struct game_reader *reader) {
    const struct scan *scan = &reader->scan;
    if (scan_is_comment(scan->at, scan->end)) {
        return scan_fail_expected(scan, BEGINNING);
    }
    scan_fail_expected(scan, BEGINNING);
    return file_format_refuse(scan->name, scan->at, (size_t)(scan->end - scan->at), FILE_PG, scan->error);
}

/* `parity N;` and `start V;`, if they are there. */
static int read_header(struct game_reader *reader) {
    uint64_t ignored;
    if (skip_to(reader, BEGINNING) != 0) {
        return -1;
    }
    const char *at = reader->scan.at;
    if (accept_word(reader, "paritysol")) {
        return scan_fail(&reader->scan, ERROR_INPUT, at, "this is the solution of a game, and not the game");
    }
    int parity = accept_word(reader, "parity");
    if (parity && (read_number(reader, &ignored, "a number") != 0 ||
                   read_byte(reader, ';', "';' after the number") != 0 || skip_to(reader, "a vertex") != 0)) {
        return -1;
    }
    if (!accept_word(reader, "start")) {
        return parity || scan_is_digit(*at) ? 0 : fail_beginning(reader);
    }
    if (read_id(reader, &reader->start, "the vertex to start from") != 0) {
        return -1;
    }
    reader->start_line = reader->scan.line;
    reader->start_column = (uint64_t)(reader->number_at - reader->scan.begin) + 1;
    return read_byte(reader, ';', "';' after the vertex") != 0 || skip_to(reader, "a vertex") != 0 ? -1 : 0;
}

static int read_priority(struct game_reader *reader, struct game_raw_vertex *vertex) {
    uint64_t priority;
    if (read_number(reader, &priority, "a priority") != 0) {
        return -1;
    }
    /* Turned around for min-parity, priorities must still fit. */
    uint32_t most = PRIORITY_END - (reader->options->min || reader->options->to_min ? 2 : 1);
    vertex->priority = (uint32_t)priority & (PRIORITY_END - 1);
    return priority <= most
               ? 0
               : scan_fail(&reader->scan, ERROR_INPUT, reader->number_at, "priorities are at most %u", most);
}

static int read_owner(struct game_reader *reader, struct game_raw_vertex *vertex) {
    uint64_t owner;
    if (read_number(reader, &owner, "an owner") != 0) {
        return -1;
    }
    vertex->owner = owner == 1;
    return owner <= 1 ? 0 : fail_number(reader, "an owner is 0 (Even) or 1 (Odd)");
}

static int read_successors(struct game_reader *reader, const struct game_raw_vertex *vertex) {
    if (skip_to(reader, "a successor") != 0) {
        return -1;
    }
    if (*reader->scan.at == ';' || *reader->scan.at == '"') {
        return reader->options->dead_loses
                   ? 0
                   : error_at(reader->error, ERROR_INPUT,
                              (struct source_position){reader->lines.name, vertex->line, vertex->column},
                              "vertex %llu has no successors (with --dead-loses its owner loses there)",
                              (unsigned long long)vertex->id);
    }
    for (;;) {
        if (reader->successor_count == reader->successor_capacity &&
            MEMORY_GROW(reader->memory, &reader->successors, &reader->successor_capacity,
                        reader->successor_count + 1) != 0) {
            return game_reader_fail_memory(reader);
        }
        if (read_id(reader, &reader->successors[reader->successor_count], "a successor") != 0) {
            return -1;
        }
        reader->successor_count++;
        if (skip_to(reader, "';' after the successors") != 0) {
            return -1;
        }
        if (*reader->scan.at != ',') {
            return 0;
        }
        reader->scan.at++;
    }
}

/* Reads a name in quotes, if there is one. It has no quotes inside and ends in its line. */
static int read_name(struct game_reader *reader) {
    struct scan *scan = &reader->scan;
    if (*scan->at != '"') {
        return 0;
    }
    const char *begin;
    size_t length;
    if (scan_quoted(scan, &begin, &length) != 0) {
        return -1;
    }
    if (MEMORY_GROW(reader->memory, &reader->names, &reader->name_capacity, reader->name_count + 1) != 0 ||
        MEMORY_GROW(reader->memory, &reader->text, &reader->text_capacity, reader->text_bytes + length + 1) !=
            0) {
        return game_reader_fail_memory(reader);
    }
    reader->names[reader->name_count++] = (struct game_raw_name){reader->vertex_count, reader->text_bytes};
    memcpy(reader->text + reader->text_bytes, begin, length);
    reader->text[reader->text_bytes + length] = '\0';
    reader->text_bytes += length + 1;
    return skip_to(reader, "';' after the name");
}

static int read_vertex(struct game_reader *reader) {
    struct scan *scan = &reader->scan;
    uint64_t column = (uint64_t)(scan->at - scan->begin) + 1;
    struct game_raw_vertex vertex = {.begin = reader->successor_count,
                                     .line = scan->line,
                                     .column = column < UINT32_MAX ? (uint32_t)column : UINT32_MAX};
    if (read_id(reader, &vertex.id, "a vertex") != 0 || read_priority(reader, &vertex) != 0 ||
        read_owner(reader, &vertex) != 0 || read_successors(reader, &vertex) != 0 || read_name(reader) != 0 ||
        read_byte(reader, ';', "';' after the successors") != 0) {
        return -1;
    }
    if (reader->vertex_count == GRAPH_MOST_VERTICES) {
        return error_at(reader->error, ERROR_LIMIT,
                        (struct source_position){reader->lines.name, vertex.line, vertex.column},
                        "the game has more than %llu vertices", (unsigned long long)GRAPH_MOST_VERTICES);
    }
    if (MEMORY_GROW(reader->memory, &reader->vertices, &reader->vertex_capacity, reader->vertex_count + 1) !=
        0) {
        return game_reader_fail_memory(reader);
    }
    reader->ascending &= reader->vertex_count == 0 || vertex.id > reader->highest_id;
    reader->highest_id = vertex.id > reader->highest_id ? vertex.id : reader->highest_id;
    reader->vertices[reader->vertex_count++] = vertex;
    return 0;
}

static int read_text(struct game_reader *reader) {
    if (read_header(reader) != 0) {
        return -1;
    }
    int more;
    while ((more = skip_blanks(reader)) == 1) {
        if (read_vertex(reader) != 0) {
            return -1;
        }
    }
    return more;
}

static void free_reader(struct game_reader *reader) {
    struct memory *memory = reader->memory;
    lines_close(&reader->lines);
    memory_free(memory, reader->vertices, reader->vertex_capacity * sizeof *reader->vertices);
    memory_free(memory, reader->successors, reader->successor_capacity * sizeof *reader->successors);
    memory_free(memory, reader->names, reader->name_capacity * sizeof *reader->names);
    memory_free(memory, reader->text, reader->text_capacity);
    memory_free(memory, reader->order, reader->vertex_count * sizeof *reader->order);
    memory_free(memory, reader->table, reader->table_size * sizeof *reader->table);
}

int game_read(const char *path, const struct game_read_options *options, const struct run *run,
              struct game_store *store, struct error *error) {
    struct game_reader reader = {
        .options = options, .memory = run->memory, .error = error, .start = GAME_NO_ID, .ascending = 1};
    *store = (struct game_store){0};
    int failed = lines_open(&reader.lines, path, run, error) != 0 || read_text(&reader) != 0;
    if (!failed && game_reader_make(&reader, store) != 0) {
        failed = 1;
        if (store->memory != NULL) {
            game_store_free(store);
        }
    }
    free_reader(&reader);
    return failed ? -1 : 0;
}
