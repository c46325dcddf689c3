/*
 * Games out of PGSolver's files. What is read is first kept in the order of the file, with ids as they stand
 * there; at the end ids become vertex numbers, in the order of ids: through a table where they are dense, by
 * searching where they are not.
 */
#include "parity/game_read.h"

#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "explorer/graph.h"
#include "frontend/aut_lines.h"
#include "frontend/aut_scan.h"

#define PRIORITY_BITS 31
#define PRIORITY_END ((uint32_t)1 << PRIORITY_BITS)
#define NO_ID UINT64_MAX
#define SHORT_DIGITS 18 /* of a number that 64 bits have */
#define RADIX_BITS 16
#define RADIX ((uint64_t)1 << RADIX_BITS)

struct raw_vertex {
    uint64_t id;
    uint64_t begin; /* of its successors */
    uint64_t line;
    uint32_t column;
    uint32_t owner : 1, priority : PRIORITY_BITS;
};

struct raw_name {
    uint64_t vertex; /* in the order of the file */
    uint64_t begin;  /* in the text */
};

struct reader {
    const struct game_read_options *options;
    const struct run *run;
    struct memory *memory;
    struct error *error;
    struct aut_lines lines;
    struct aut_scan scan;
    uint64_t start, start_line, start_column; /* start: NO_ID when it is not said */
    uint64_t highest_id;
    int ascending; /* ids so far */
    struct raw_vertex *vertices;
    uint64_t vertex_count, vertex_capacity;
    uint64_t *successors; /* ids */
    uint64_t successor_count, successor_capacity;
    struct raw_name *names;
    uint64_t name_count, name_capacity;
    char *text;
    uint64_t text_bytes, text_capacity;
    /* At the end: */
    uint32_t *order;     /* the vertices by ascending ids; NULL: as they are */
    uint32_t *table;     /* the vertex number of each id; NULL: none */
    uint64_t table_size; /* ids */
};

static int fail_memory(struct reader *reader) {
    return error_at(reader->error, ERROR_MEMORY, reader->lines.name, reader->scan.line, 0,
                    "not enough memory for a game of this size");
}

/* --- the text --- */

/* To the next byte that is not blank: 1, 0 at the end of the file, -1. */
static inline int skip_blanks(struct reader *reader) {
    struct aut_scan *scan = &reader->scan;
    for (;;) {
        while (scan->at < scan->end && aut_is_blank(*scan->at)) {
            scan->at++;
        }
        if (scan->at < scan->end) {
            return 1;
        }
        struct aut_line line;
        int more = aut_lines_next(&reader->lines, &line, reader->error);
        if (more <= 0) {
            return more;
        }
        *scan = (struct aut_scan){reader->lines.name, line.begin,  line.end,
                                  line.begin,         line.number, reader->error};
        if (scan->line == 1 && scan->end - scan->begin >= 3 && memcmp(scan->begin, "\xef\xbb\xbf", 3) == 0) {
            scan->at += 3; /* the mark that some editors put in front of UTF-8 */
        }
    }
}

/* The same where something must follow: 0 or -1. */
static inline int skip_to(struct reader *reader, const char *what) {
    int more = skip_blanks(reader);
    if (more == 0) {
        return error_at(reader->error, ERROR_INPUT, reader->lines.name, reader->lines.line,
                        reader->lines.column, "expected %s, found the end of the file", what);
    }
    return more < 0 ? -1 : 0;
}

/* A number here, which aut_scan_number reads where it is none or so long that it might overflow. */
static inline int scan_number(struct aut_scan *scan, uint64_t *number, const char *what) {
    const char *at = scan->at, *end = scan->end - at > SHORT_DIGITS ? at + SHORT_DIGITS : scan->end;
    uint64_t value = 0;
    for (; at < end && aut_is_digit(*at); at++) {
        value = 10 * value + (uint64_t)(*at - '0');
    }
    if (at == scan->at || (at < scan->end && aut_is_digit(*at))) {
        return aut_scan_number(scan, number, what);
    }
    scan->at = at;
    *number = value;
    return 0;
}

static inline int read_number(struct reader *reader, uint64_t *number, const char *what) {
    return skip_to(reader, what) != 0 ? -1 : scan_number(&reader->scan, number, what);
}

static inline int read_byte(struct reader *reader, char byte, const char *what) {
    if (skip_to(reader, what) != 0) {
        return -1;
    }
    if (*reader->scan.at != byte) {
        return aut_scan_expected(&reader->scan, what);
    }
    reader->scan.at++;
    return 0;
}

static inline int read_id(struct reader *reader, uint64_t *id, const char *what) {
    if (skip_to(reader, what) != 0) {
        return -1;
    }
    const char *at = reader->scan.at;
    if (scan_number(&reader->scan, id, what) != 0) {
        return -1;
    }
    return *id != NO_ID ? 0 : aut_scan_fail(&reader->scan, ERROR_INPUT, at, "this number is too large");
}

/* Whether the word stands here; then it is behind the word. */
static int take_word(struct reader *reader, const char *word) {
    size_t length = strlen(word);
    struct aut_scan *scan = &reader->scan;
    if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, word, length) != 0 ||
        (scan->at + length < scan->end && !aut_is_blank(scan->at[length]))) {
        return 0;
    }
    scan->at += length;
    return 1;
}

/* `parity N;` and `start V;`, if they are there. */
static int read_header(struct reader *reader) {
    uint64_t ignored;
    if (skip_to(reader, "a vertex") != 0) {
        return -1;
    }
    if (take_word(reader, "parity") &&
        (read_number(reader, &ignored, "a number") != 0 ||
         read_byte(reader, ';', "';' behind the number") != 0 || skip_to(reader, "a vertex") != 0)) {
        return -1;
    }
    if (!take_word(reader, "start")) {
        return 0;
    }
    if (skip_to(reader, "a vertex") != 0) {
        return -1;
    }
    reader->start_line = reader->scan.line;
    reader->start_column = (uint64_t)(reader->scan.at - reader->scan.begin) + 1;
    return read_id(reader, &reader->start, "the vertex to start from") != 0 ||
                   read_byte(reader, ';', "';' behind the vertex") != 0 || skip_to(reader, "a vertex") != 0
               ? -1
               : 0;
}

static int read_priority(struct reader *reader, struct raw_vertex *vertex) {
    uint64_t priority;
    /* Turned around, priorities must still fit. */
    uint32_t most = PRIORITY_END - (reader->options->min ? 2 : 1);
    if (skip_to(reader, "a priority") != 0) {
        return -1;
    }
    const char *at = reader->scan.at;
    if (scan_number(&reader->scan, &priority, "a priority") != 0) {
        return -1;
    }
    if (priority > most) {
        return aut_scan_fail(&reader->scan, ERROR_INPUT, at, "priorities are at most %u", most);
    }
    vertex->priority = (uint32_t)priority & (PRIORITY_END - 1);
    return 0;
}

static int read_owner(struct reader *reader, struct raw_vertex *vertex) {
    uint64_t owner;
    if (skip_to(reader, "an owner") != 0) {
        return -1;
    }
    const char *at = reader->scan.at;
    if (scan_number(&reader->scan, &owner, "an owner") != 0) {
        return -1;
    }
    if (owner > 1) {
        return aut_scan_fail(&reader->scan, ERROR_INPUT, at, "an owner is 0 (Even) or 1 (Odd)");
    }
    vertex->owner = owner == 1;
    return 0;
}

static int read_successors(struct reader *reader, const struct raw_vertex *vertex) {
    if (skip_to(reader, "a successor") != 0) {
        return -1;
    }
    if (*reader->scan.at == ';' || *reader->scan.at == '"') {
        return reader->options->dead_loses
                   ? 0
                   : error_at(reader->error, ERROR_INPUT, reader->lines.name, vertex->line, vertex->column,
                              "vertex %llu has no successors (with --dead-loses its owner loses there)",
                              (unsigned long long)vertex->id);
    }
    for (;;) {
        if (reader->successor_count == reader->successor_capacity &&
            memory_grow(reader->memory, (void **)&reader->successors, &reader->successor_capacity,
                        reader->successor_count + 1, sizeof *reader->successors) != 0) {
            return fail_memory(reader);
        }
        if (read_id(reader, &reader->successors[reader->successor_count], "a successor") != 0) {
            return -1;
        }
        reader->successor_count++;
        if (skip_to(reader, "';' behind the successors") != 0) {
            return -1;
        }
        if (*reader->scan.at != ',') {
            return 0;
        }
        reader->scan.at++;
    }
}

/* A name in quotes, which has no quotes inside and ends in its line. */
static int read_name(struct reader *reader) {
    struct aut_scan *scan = &reader->scan;
    if (*scan->at != '"') {
        return 0;
    }
    const char *begin = scan->at + 1, *end = memchr(begin, '"', (size_t)(scan->end - begin));
    if (end == NULL) {
        return aut_scan_fail(scan, ERROR_INPUT, scan->at, "this name has no end");
    }
    uint64_t length = (uint64_t)(end - begin);
    if (memory_grow(reader->memory, (void **)&reader->names, &reader->name_capacity, reader->name_count + 1,
                    sizeof *reader->names) != 0 ||
        memory_grow(reader->memory, (void **)&reader->text, &reader->text_capacity,
                    reader->text_bytes + length + 1, 1) != 0) {
        return fail_memory(reader);
    }
    reader->names[reader->name_count++] = (struct raw_name){reader->vertex_count, reader->text_bytes};
    memcpy(reader->text + reader->text_bytes, begin, length);
    reader->text[reader->text_bytes + length] = '\0';
    reader->text_bytes += length + 1;
    scan->at = end + 1;
    return skip_to(reader, "';' behind the name");
}

static int read_vertex(struct reader *reader) {
    struct aut_scan *scan = &reader->scan;
    uint64_t column = (uint64_t)(scan->at - scan->begin) + 1;
    struct raw_vertex vertex = {.begin = reader->successor_count,
                                .line = scan->line,
                                .column = column < UINT32_MAX ? (uint32_t)column : UINT32_MAX};
    if (read_id(reader, &vertex.id, "a vertex") != 0 || read_priority(reader, &vertex) != 0 ||
        read_owner(reader, &vertex) != 0 || read_successors(reader, &vertex) != 0 || read_name(reader) != 0 ||
        read_byte(reader, ';', "';' behind the successors") != 0) {
        return -1;
    }
    if (reader->vertex_count == GRAPH_MOST_VERTICES) {
        return error_at(reader->error, ERROR_LIMIT, reader->lines.name, vertex.line, vertex.column,
                        "more than %llu vertices", (unsigned long long)GRAPH_MOST_VERTICES);
    }
    if (memory_grow(reader->memory, (void **)&reader->vertices, &reader->vertex_capacity,
                    reader->vertex_count + 1, sizeof *reader->vertices) != 0) {
        return fail_memory(reader);
    }
    reader->ascending &= reader->vertex_count == 0 || vertex.id > reader->highest_id;
    reader->highest_id = vertex.id > reader->highest_id ? vertex.id : reader->highest_id;
    reader->vertices[reader->vertex_count++] = vertex;
    return 0;
}

static int read_text(struct reader *reader) {
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

/* --- from ids to vertex numbers --- */

static const struct raw_vertex *in_order(const struct reader *reader, uint64_t number) {
    return &reader->vertices[reader->order != NULL ? reader->order[number] : number];
}

/* Digit by digit from the last on; vertices of one id stay in the order of the file. */
static void sort_by_digits(const struct reader *reader, uint32_t *order, uint32_t *other, uint64_t *begins) {
    uint64_t n = reader->vertex_count;
    unsigned digits = 0;
    for (uint64_t i = 0; i < n; i++) {
        order[i] = (uint32_t)i;
    }
    for (unsigned shift = 0; shift < 64 && (reader->highest_id >> shift != 0 || digits % 2 != 0);
         shift += RADIX_BITS, digits++) {
        memset(begins, 0, (RADIX + 1) * sizeof *begins);
        for (uint64_t i = 0; i < n; i++) {
            begins[(reader->vertices[i].id >> shift) % RADIX + 1]++;
        }
        for (uint64_t digit = 0; digit < RADIX; digit++) {
            begins[digit + 1] += begins[digit];
        }
        for (uint64_t i = 0; i < n; i++) {
            other[begins[(reader->vertices[order[i]].id >> shift) % RADIX]++] = order[i];
        }
        uint32_t *swapped = order;
        order = other;
        other = swapped;
    }
}

static int sort_vertices(struct reader *reader) {
    if (reader->ascending) {
        return 0;
    }
    uint64_t n = reader->vertex_count;
    uint32_t *other = memory_allocate_array(reader->memory, n, sizeof *other);
    uint64_t *begins = memory_allocate_array(reader->memory, RADIX + 1, sizeof *begins);
    reader->order = memory_allocate_array(reader->memory, n, sizeof *reader->order);
    int failed = other == NULL || begins == NULL || reader->order == NULL;
    if (!failed) {
        sort_by_digits(reader, reader->order, other, begins); /* an even number of times: ends in order */
    }
    memory_free(reader->memory, other, n * sizeof *other);
    memory_free(reader->memory, begins, (RADIX + 1) * sizeof *begins);
    return failed ? fail_memory(reader) : 0;
}

/* The first vertex of the file whose id was there before is an error. */
static int check_duplicates(struct reader *reader) {
    uint64_t again = UINT64_MAX;
    for (uint64_t i = 1; reader->order != NULL && i < reader->vertex_count; i++) {
        if (in_order(reader, i)->id == in_order(reader, i - 1)->id && reader->order[i] < again) {
            again = reader->order[i];
        }
    }
    if (again == UINT64_MAX) {
        return 0;
    }
    const struct raw_vertex *vertex = &reader->vertices[again];
    return error_at(reader->error, ERROR_INPUT, reader->lines.name, vertex->line, vertex->column,
                    "vertex %llu is there twice", (unsigned long long)vertex->id);
}

/* The table takes less than what was read, or there is none. */
static int make_table(struct reader *reader) {
    uint64_t n = reader->vertex_count;
    if (reader->highest_id == n - 1 || reader->highest_id / 4 > n) {
        return 0;
    }
    reader->table_size = reader->highest_id + 1;
    reader->table = memory_allocate_array(reader->memory, reader->table_size, sizeof *reader->table);
    if (reader->table == NULL) {
        return fail_memory(reader);
    }
    memset(reader->table, 0xff, reader->table_size * sizeof *reader->table);
    for (uint64_t i = 0; i < n; i++) {
        reader->table[in_order(reader, i)->id] = (uint32_t)i;
    }
    return 0;
}

/* The vertex of an id; UINT32_MAX for none. */
static uint32_t number_of(const struct reader *reader, uint64_t id) {
    if (id > reader->highest_id) {
        return UINT32_MAX;
    }
    if (reader->highest_id == reader->vertex_count - 1) {
        return (uint32_t)id; /* no id is missing */
    }
    if (reader->table != NULL) {
        return reader->table[id];
    }
    uint64_t begin = 0, end = reader->vertex_count;
    while (begin < end) {
        uint64_t middle = begin + (end - begin) / 2;
        if (in_order(reader, middle)->id < id) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return in_order(reader, begin)->id == id ? (uint32_t)begin : UINT32_MAX;
}

static uint64_t row_end(const struct reader *reader, const struct raw_vertex *vertex) {
    const struct raw_vertex *next = vertex + 1;
    return next < reader->vertices + reader->vertex_count ? next->begin : reader->successor_count;
}

/* The first successor of the file that is no vertex is an error; the others become vertex numbers. */
static int number_successors(struct reader *reader) {
    for (uint64_t i = 0; i < reader->vertex_count; i++) {
        const struct raw_vertex *vertex = &reader->vertices[i];
        for (uint64_t edge = vertex->begin; edge < row_end(reader, vertex); edge++) {
            uint32_t number = number_of(reader, reader->successors[edge]);
            if (number == UINT32_MAX) {
                return error_at(reader->error, ERROR_INPUT, reader->lines.name, vertex->line, vertex->column,
                                "vertex %llu has the successor %llu, which is no vertex",
                                (unsigned long long)vertex->id, (unsigned long long)reader->successors[edge]);
            }
            reader->successors[edge] = number;
        }
    }
    return 0;
}

static int find_start(struct reader *reader, struct game_store *store) {
    store->game.start = reader->start == NO_ID ? 0 : number_of(reader, reader->start);
    return store->game.start != UINT32_MAX
               ? 0
               : error_at(reader->error, ERROR_INPUT, reader->lines.name, reader->start_line,
                          reader->start_column, "the game starts from %llu, which is no vertex",
                          (unsigned long long)reader->start);
}

/* --- the game --- */

static void fill_rows(const struct reader *reader, struct game_store *store) {
    for (uint64_t v = 0; v < reader->vertex_count; v++) {
        const struct raw_vertex *vertex = in_order(reader, v);
        store->owner[v] = vertex->owner;
        store->priority[v] = vertex->priority;
        for (uint64_t edge = vertex->begin; edge < row_end(reader, vertex); edge++) {
            store->targets[store->game.edges++] = (uint32_t)reader->successors[edge];
        }
        store->offsets[v + 1] = store->game.edges;
    }
}

static int fill_ids(struct reader *reader, struct game_store *store) {
    uint64_t n = reader->vertex_count;
    if (reader->highest_id == n - 1) {
        return 0;
    }
    store->ids = memory_allocate_array(reader->memory, n, sizeof *store->ids);
    if (store->ids == NULL) {
        return fail_memory(reader);
    }
    for (uint64_t v = 0; v < n; v++) {
        store->ids[v] = in_order(reader, v)->id;
    }
    return 0;
}

/* The text goes over to the store. */
static int fill_names(struct reader *reader, struct game_store *store) {
    if (reader->name_count == 0) {
        return 0;
    }
    store->names = memory_allocate_zeroed(reader->memory, reader->vertex_count * sizeof *store->names);
    if (store->names == NULL) {
        return fail_memory(reader);
    }
    char *text = memory_reallocate(reader->memory, reader->text, reader->text_capacity, reader->text_bytes);
    if (text == NULL) {
        return fail_memory(reader);
    }
    store->name_text = text;
    store->name_bytes = reader->text_bytes;
    reader->text = NULL;
    for (uint64_t i = 0; i < reader->name_count; i++) {
        const struct raw_name *name = &reader->names[i];
        uint32_t v = number_of(reader, reader->vertices[name->vertex].id);
        store->names[v] = store->name_text + name->begin;
    }
    return 0;
}

static void turn_around(struct game_store *store) {
    uint32_t most = 0;
    for (uint64_t v = 0; v < store->game.vertices; v++) {
        most = store->priority[v] > most ? store->priority[v] : most;
    }
    most += most % 2;
    for (uint64_t v = 0; v < store->game.vertices; v++) {
        store->priority[v] = most - store->priority[v];
    }
}

static int make_game(struct reader *reader, struct game_store *store) {
    if (sort_vertices(reader) != 0 || check_duplicates(reader) != 0 || make_table(reader) != 0 ||
        number_successors(reader) != 0) {
        return -1;
    }
    if (game_store_create(store, reader->vertex_count, reader->successor_count, reader->memory,
                          reader->error) != 0) {
        return fail_memory(reader);
    }
    fill_rows(reader, store);
    if (find_start(reader, store) != 0 || fill_ids(reader, store) != 0 || fill_names(reader, store) != 0) {
        return -1;
    }
    if (reader->options->min) {
        turn_around(store);
    }
    return reader->options->dead_loses ? game_add_loops(store, reader->error) : 0;
}

static void free_reader(struct reader *reader) {
    struct memory *memory = reader->memory;
    aut_lines_close(&reader->lines);
    memory_free(memory, reader->vertices, reader->vertex_capacity * sizeof *reader->vertices);
    memory_free(memory, reader->successors, reader->successor_capacity * sizeof *reader->successors);
    memory_free(memory, reader->names, reader->name_capacity * sizeof *reader->names);
    memory_free(memory, reader->text, reader->text_capacity);
    memory_free(memory, reader->order, reader->vertex_count * sizeof *reader->order);
    memory_free(memory, reader->table, reader->table_size * sizeof *reader->table);
}

int game_read(const char *path, const struct game_read_options *options, const struct run *run,
              struct game_store *store, struct error *error) {
    struct reader reader = {.options = options,
                            .run = run,
                            .memory = run->memory,
                            .error = error,
                            .start = NO_ID,
                            .ascending = 1};
    *store = (struct game_store){0};
    int failed = aut_lines_open(&reader.lines, path, run, error) != 0 || read_text(&reader) != 0;
    if (!failed && make_game(&reader, store) != 0) {
        failed = 1;
        if (store->memory != NULL) {
            game_store_free(store);
        }
    }
    free_reader(&reader);
    return failed ? -1 : 0;
}
