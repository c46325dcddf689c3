/* Games in PGSolver's format: numbers vertices in the order of their ids, and makes the game. Dense ids are
 * looked up in a table, other ids by binary search. */
#include <string.h>

#include "base/error.h"
#include "frontend/formats/game_read_internal.h"

#define RADIX_BITS 16
#define RADIX ((uint64_t)1 << RADIX_BITS)

static const struct game_raw_vertex *in_order(const struct game_reader *reader, uint64_t number) {
    return &reader->vertices[reader->order != NULL ? reader->order[number] : number];
}

/* Radix sort from the last digit on; vertices of one id stay in the order of the file. */
static void sort_by_digits(const struct game_reader *reader, uint32_t *order, uint32_t *other,
                           uint64_t *begins) {
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

static int sort_vertices(struct game_reader *reader) {
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
    return failed ? game_reader_fail_memory(reader) : 0;
}

/* Reports the first vertex of the file whose id occurred before. */
static int check_duplicates(struct game_reader *reader) {
    uint64_t again = UINT64_MAX;
    for (uint64_t i = 1; reader->order != NULL && i < reader->vertex_count; i++) {
        if (in_order(reader, i)->id == in_order(reader, i - 1)->id && reader->order[i] < again) {
            again = reader->order[i];
        }
    }
    if (again == UINT64_MAX) {
        return 0;
    }
    const struct game_raw_vertex *vertex = &reader->vertices[again];
    return error_at(reader->error, ERROR_INPUT,
                    (struct source_position){reader->lines.name, vertex->line, vertex->column},
                    "vertex %llu is there twice", (unsigned long long)vertex->id);
}

/* Makes the table if it takes less memory than the rows that were read. */
static int make_table(struct game_reader *reader) {
    uint64_t n = reader->vertex_count;
    if (reader->highest_id == n - 1 || reader->highest_id / 4 > n) {
        return 0;
    }
    reader->table_size = reader->highest_id + 1;
    reader->table = memory_allocate_array(reader->memory, reader->table_size, sizeof *reader->table);
    if (reader->table == NULL) {
        return game_reader_fail_memory(reader);
    }
    memset(reader->table, 0xff, reader->table_size * sizeof *reader->table);
    for (uint64_t i = 0; i < n; i++) {
        reader->table[in_order(reader, i)->id] = (uint32_t)i;
    }
    return 0;
}

/* The vertex of an id; UINT32_MAX for none. */
static uint32_t number_of(const struct game_reader *reader, uint64_t id) {
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

static uint64_t row_end(const struct game_reader *reader, const struct game_raw_vertex *vertex) {
    const struct game_raw_vertex *next = vertex + 1;
    return next < reader->vertices + reader->vertex_count ? next->begin : reader->successor_count;
}

/* Turns successors into vertex numbers; reports the first one that is no vertex. */
static int number_successors(struct game_reader *reader) {
    for (uint64_t i = 0; i < reader->vertex_count; i++) {
        const struct game_raw_vertex *vertex = &reader->vertices[i];
        for (uint64_t edge = vertex->begin; edge < row_end(reader, vertex); edge++) {
            uint32_t number = number_of(reader, reader->successors[edge]);
            if (number == UINT32_MAX) {
                return error_at(reader->error, ERROR_INPUT,
                                (struct source_position){reader->lines.name, vertex->line, vertex->column},
                                "vertex %llu has the successor %llu, which is no vertex",
                                (unsigned long long)vertex->id, (unsigned long long)reader->successors[edge]);
            }
            reader->successors[edge] = number;
        }
    }
    return 0;
}

static int find_start(struct game_reader *reader, struct game_store *store) {
    store->game.start = reader->start == GAME_NO_ID ? 0 : number_of(reader, reader->start);
    return store->game.start != UINT32_MAX
               ? 0
               : error_at(
                     reader->error, ERROR_INPUT,
                     (struct source_position){reader->lines.name, reader->start_line, reader->start_column},
                     "the game starts from %llu, which is no vertex", (unsigned long long)reader->start);
}

/* --- the game --- */

static void fill_rows(const struct game_reader *reader, struct game_store *store) {
    for (uint64_t v = 0; v < reader->vertex_count; v++) {
        const struct game_raw_vertex *vertex = in_order(reader, v);
        store->owner[v] = vertex->owner;
        store->priority[v] = vertex->priority;
        for (uint64_t edge = vertex->begin; edge < row_end(reader, vertex); edge++) {
            store->targets[store->game.edges++] = (uint32_t)reader->successors[edge];
        }
        store->offsets[v + 1] = store->game.edges;
    }
}

static int fill_ids(struct game_reader *reader, struct game_store *store) {
    uint64_t n = reader->vertex_count;
    if (reader->highest_id == n - 1) {
        return 0;
    }
    store->ids = memory_allocate_array(reader->memory, n, sizeof *store->ids);
    if (store->ids == NULL) {
        return game_reader_fail_memory(reader);
    }
    for (uint64_t v = 0; v < n; v++) {
        store->ids[v] = in_order(reader, v)->id;
    }
    return 0;
}

/* Moves the names to the store. */
static int fill_names(struct game_reader *reader, struct game_store *store) {
    if (reader->name_count == 0) {
        return 0;
    }
    store->names = memory_allocate_zeroed(reader->memory, reader->vertex_count * sizeof *store->names);
    if (store->names == NULL) {
        return game_reader_fail_memory(reader);
    }
    char *text = memory_reallocate(reader->memory, reader->text, reader->text_capacity, reader->text_bytes);
    if (text == NULL) {
        return game_reader_fail_memory(reader);
    }
    store->name_text = text;
    store->name_bytes = reader->text_bytes;
    reader->text = NULL;
    for (uint64_t i = 0; i < reader->name_count; i++) {
        const struct game_raw_name *name = &reader->names[i];
        uint32_t v = number_of(reader, reader->vertices[name->vertex].id);
        store->names[v] = store->name_text + name->begin;
    }
    return 0;
}

int game_reader_make(struct game_reader *reader, struct game_store *store) {
    if (sort_vertices(reader) != 0 || check_duplicates(reader) != 0 || make_table(reader) != 0 ||
        number_successors(reader) != 0) {
        return -1;
    }
    if (game_store_create(store, reader->vertex_count, reader->successor_count, reader->memory,
                          reader->error) != 0) {
        return game_reader_fail_memory(reader);
    }
    fill_rows(reader, store);
    if (find_start(reader, store) != 0 || fill_ids(reader, store) != 0 || fill_names(reader, store) != 0) {
        return -1;
    }
    if (reader->options->min) {
        game_turn_priorities(store);
    }
    return reader->options->dead_loses ? game_add_loops(store, reader->error) : 0;
}
