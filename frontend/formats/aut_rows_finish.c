/*
 * Makes rows of the moves of an AUT file, on several threads. The columns are sorted in place, so the peak of
 * memory is the LTS and one number for each move.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "frontend/formats/aut_rows.h"
#include "frontend/formats/aut_sort.h"

#define CHECK_MOVES ((uint64_t)1 << 18)
#define PART_MOVES ((uint64_t)1 << 14) /* fewer are not worth a thread */
#define MOST_PARTS 256u

/* The moves of some neighbouring states; the work of a thread. */
struct row_range {
    uint64_t begin, end;
    uint64_t kept; /* moves without duplicates, at `begin` and after it */
    int stopped;
};

struct finish {
    struct aut_rows *rows;
    struct aut_columns columns;
    unsigned count; /* parts */
    struct row_range parts[MOST_PARTS];
};

static struct aut_columns columns_of(const struct aut_rows *rows) {
    const struct lts *lts = rows->lts;
    struct aut_columns columns = {2, {rows->from, lts->label}, {rows->greatest_from, lts->label_count}};
    if (lts->choice != NULL) {
        columns.column[columns.count] = lts->choice;
        columns.greatest[columns.count++] = UINT32_MAX;
    }
    columns.column[columns.count] = lts->target;
    columns.greatest[columns.count++] = lts->states;
    if (lts->weight != NULL) {
        columns.column[columns.count] = lts->weight;
        columns.greatest[columns.count++] = lts->weight_count;
    }
    return columns;
}

/* Parts of about the same size that end where rows do. */
static void cut_parts(struct finish *finish) {
    const struct aut_rows *rows = finish->rows;
    uint64_t moves = rows->lts->moves, most = moves / PART_MOVES + 1, begin = 0;
    most = most < rows->run->threads ? most : rows->run->threads;
    finish->count = most > MOST_PARTS ? MOST_PARTS : most < 1 ? 1 : (unsigned)most;
    for (unsigned p = 0; p < finish->count; p++) {
        uint64_t end = p + 1 == finish->count ? moves : moves / finish->count * (p + 1);
        end = end < begin ? begin : end;
        while (end > begin && end < moves && rows->from[end] == rows->from[end - 1]) {
            end++;
        }
        finish->parts[p] = (struct row_range){.begin = begin, .end = end};
        begin = end;
    }
}

/* --- duplicates --- */

static int is_same_move(const struct lts *lts, uint64_t a, uint64_t b) {
    return lts->label[a] == lts->label[b] && lts->target[a] == lts->target[b] &&
           (lts->choice == NULL || lts->choice[a] == lts->choice[b]);
}

static int has_weight(const struct lts *lts, uint64_t move) {
    return lts->weight != NULL && lts->choice[move] != LTS_NO_CHOICE;
}

static void copy_move(const struct aut_columns *columns, uint64_t to, uint64_t from) {
    for (unsigned c = 0; c < columns->count && to != from; c++) {
        columns->column[c][to] = columns->column[c][from];
    }
}

/* Keeps the moves of a row, without duplicates, at `kept` and after it. Returns where they end. */
static uint64_t keep_row(const struct finish *finish, uint64_t begin, uint64_t end, uint64_t kept) {
    const struct lts *lts = finish->rows->lts;
    uint64_t row = kept;
    for (uint64_t next = begin; next < end; next++) {
        if (kept > row && is_same_move(lts, kept - 1, next)) {
            if (has_weight(lts, next)) { /* a state that a distribution has twice */
                lts->weights[lts->weight[kept - 1]] += lts->weights[lts->weight[next]];
            }
            continue;
        }
        copy_move(&finish->columns, kept++, next);
    }
    return kept;
}

/* Sorts the rows of a part, if all moves are not sorted yet, and drops duplicates. */
static void finish_part(void *context, unsigned thread) {
    struct finish *finish = context;
    struct row_range *part = &finish->parts[thread];
    struct run run = *finish->rows->run; /* a long row is sorted by this thread, and one thread reports */
    run.threads = finish->count == 1 ? run.threads : 1;
    run.progress = thread == 0 ? run.progress : NULL;
    const uint32_t *from = finish->rows->from;
    uint64_t kept = part->begin, look = part->begin + CHECK_MOVES;
    for (uint64_t begin = part->begin, end; begin < part->end && !part->stopped; begin = end) {
        for (end = begin + 1; end < part->end && from[end] == from[begin]; end++) {
        }
        part->stopped = finish->rows->grouped && aut_sort(&finish->columns, 1, begin, end, &run) != 0;
        kept = keep_row(finish, begin, end, kept);
        if (end >= look) {
            look = end + CHECK_MOVES;
            part->stopped |= run_should_stop(&run);
            run_tell(&run, "sorting", end * finish->count, finish->rows->lts->moves, "transitions");
        }
    }
    part->kept = kept - part->begin;
}

static int fail_stopped(const struct aut_rows *rows, struct error *error) {
    return error_in(error, ERROR_INTERRUPTED, rows->name, "interrupted while sorting");
}

/* Sorted moves without duplicates. 0 or -1. Moves that came grouped by state, the usual case, are sorted row
 * by row; other moves all at once. */
static int sort_moves(struct finish *finish, struct error *error) {
    struct aut_rows *rows = finish->rows;
    if (!rows->grouped && aut_sort(&finish->columns, 0, 0, rows->lts->moves, rows->run) != 0) {
        return fail_stopped(rows, error);
    }
    cut_parts(finish);
    parallel_run(finish->count, finish_part, finish);
    uint64_t kept = 0;
    for (unsigned p = 0; p < finish->count; p++) {
        struct row_range *part = &finish->parts[p];
        if (part->stopped) {
            return fail_stopped(rows, error);
        }
        for (unsigned c = 0; c < finish->columns.count && kept < part->begin; c++) {
            uint32_t *column = finish->columns.column[c];
            memmove(column + kept, column + part->begin, part->kept * sizeof *column);
        }
        part->begin = kept;
        part->end = kept += part->kept;
    }
    rows->lts->moves = kept;
    return 0;
}

/* --- rows --- */

static void fill_offsets(void *context, unsigned thread) {
    const struct finish *finish = context;
    const struct row_range *part = &finish->parts[thread];
    const uint32_t *from = finish->rows->from;
    const struct lts *lts = finish->rows->lts;
    uint64_t state = part->begin == 0 ? 0 : (uint64_t)from[part->begin - 1] + 1;
    for (uint64_t move = part->begin; move < part->end; move++) {
        for (; state <= from[move]; state++) {
            lts->row[state] = move;
        }
    }
    for (; thread + 1 == finish->count && state <= lts->row_states; state++) {
        lts->row[state] = lts->moves;
    }
}

static int make_rows(struct finish *finish, struct error *error) {
    struct lts *lts = finish->rows->lts;
    uint32_t last = lts->initial;
    if (lts->moves > 0 && finish->rows->greatest_from > last) {
        last = finish->rows->greatest_from;
    }
    lts->row_states = last + 1;
    uint64_t count = (uint64_t)lts->row_states + 1;
    lts->row = memory_allocate_array(finish->rows->run->memory, count, sizeof *lts->row);
    if (lts->row == NULL) {
        return aut_rows_fail_memory(finish->rows, "states", lts->row_states, error);
    }
    lts->row_capacity = count;
    parallel_run(finish->count, fill_offsets, finish);
    return 0;
}

static int shrink_labels(struct lts *lts, struct memory *memory) {
    uint32_t *moved = lts->labels == NULL
                          ? NULL
                          : memory_reallocate(memory, lts->labels, lts->labels_capacity * sizeof *lts->labels,
                                              lts->label_count * sizeof *lts->labels);
    if (lts->labels != NULL && moved == NULL) {
        return -1;
    }
    lts->labels = moved;
    lts->labels_capacity = moved == NULL ? 0 : lts->label_count;
    return 0;
}

struct lts *aut_rows_finish(struct aut_rows *rows, const label_table *labels, struct error *error) {
    struct memory *memory = rows->run->memory;
    struct lts *lts = rows->lts;
    struct finish finish = {.rows = rows};
    aut_rows_free_labels(rows);
    /* Frees the room for more moves before the offsets are allocated. */
    if (aut_rows_resize(rows, lts->moves) != 0) {
        aut_rows_fail_memory(rows, "transitions", lts->moves, error);
        return NULL;
    }
    finish.columns = columns_of(rows);
    if (sort_moves(&finish, error) != 0 || make_rows(&finish, error) != 0) {
        return NULL;
    }
    if (aut_rows_resize(rows, lts->moves) != 0 || shrink_labels(lts, memory) != 0) {
        aut_rows_fail_memory(rows, "transitions", lts->moves, error);
        return NULL;
    }
    memory_free(memory, rows->from, lts->move_capacity * sizeof *rows->from);
    rows->from = NULL;
    if (aut_choices_assign(rows, labels, error) != 0) {
        return NULL;
    }
    rows->lts = NULL;
    return lts;
}
