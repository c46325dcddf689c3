/* Collects moves and makes rows of them. Moves are three parallel columns (five with choices), sorted in
 * place. Two of them are the LTS's own, so the peak of memory is the LTS and one number for each move. */
#include "frontend/formats/aut_rows.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/aut_sort.h"

#define CHECK_ROWS 65536u

static int fail_memory(const struct aut_rows *rows, const char *what, uint64_t count, struct error *error) {
    return error_in(error, ERROR_MEMORY, rows->name, "not enough memory for %llu %s",
                    (unsigned long long)count, what);
}

int aut_rows_init(struct aut_rows *rows, const char *name, const struct run *run, struct error *error) {
    memset(rows, 0, sizeof *rows);
    rows->run = run;
    rows->name = name;
    rows->grouped = 1;
    rows->lts = memory_allocate_zeroed(run->memory, sizeof *rows->lts);
    return rows->lts == NULL ? fail_memory(rows, "graph", 1, error) : 0;
}

void aut_rows_free(struct aut_rows *rows) {
    struct memory *memory = rows->run->memory;
    if (rows->lts != NULL) {
        memory_free(memory, rows->from, rows->lts->move_capacity * sizeof *rows->from);
    }
    index_free(&rows->index, memory);
    lts_free(memory, rows->lts);
}

/* --- labels --- */

uint32_t aut_rows_label(struct aut_rows *rows, uint32_t id, struct error *error) {
    struct lts *lts = rows->lts;
    uint32_t known = index_find_key(&rows->index, id);
    if (known != INDEX_NONE) {
        return known;
    }
    uint64_t need = (uint64_t)lts->label_count + 1;
    if (MEMORY_GROW(rows->run->memory, &lts->labels, &lts->labels_capacity, need) != 0 ||
        index_add(&rows->index, rows->run->memory, index_hash_key(id), lts->label_count) != 0) {
        fail_memory(rows, "labels", need, error);
        return LABEL_NONE;
    }
    lts->labels[lts->label_count] = id;
    return lts->label_count++;
}

/* --- moves --- */

uint32_t aut_rows_choice(struct aut_rows *rows, struct error *error) {
    if (rows->lts->choices == LTS_NO_CHOICE) {
        error_in(error, ERROR_LIMIT, rows->name, "more than %u probabilistic choices", LTS_NO_CHOICE);
        return LTS_NO_CHOICE;
    }
    return rows->lts->choices++;
}

static int resize(struct memory *memory, uint32_t **column, uint64_t old_count, uint64_t new_count) {
    uint32_t *moved =
        memory_reallocate(memory, *column, old_count * sizeof **column, new_count * sizeof **column);
    if (moved == NULL) {
        return -1;
    }
    *column = moved;
    return 0;
}

/* All columns of the moves; when one fails, those before it go back to the old size. */
static int resize_moves(struct aut_rows *rows, uint64_t count) {
    struct lts *lts = rows->lts;
    uint32_t **columns[] = {&rows->from, &lts->label, &lts->target, &lts->choice, &lts->weight};
    unsigned have = lts->choice == NULL ? 3 : 5; /* choice and weight are there together, or neither is */
    for (unsigned c = 0; c < have; c++) {
        if (resize(rows->run->memory, columns[c], lts->move_capacity, count) != 0) {
            while (c-- > 0) {
                resize(rows->run->memory, columns[c], count, lts->move_capacity);
            }
            return -1;
        }
    }
    lts->move_capacity = count;
    lts->choice_capacity = lts->weight_capacity = lts->choice == NULL ? 0 : count;
    return 0;
}

int aut_rows_grow(struct aut_rows *rows, int with_choice, struct error *error) {
    struct lts *lts = rows->lts;
    if (lts->moves == lts->move_capacity) {
        uint64_t count = lts->move_capacity + lts->move_capacity / 2 + 64;
        /* The header's count can make the first allocation smaller, never larger. */
        if (lts->moves < rows->expected && count > rows->expected) {
            count = rows->expected;
        }
        if (resize_moves(rows, count) != 0) {
            return fail_memory(rows, "transitions", count, error);
        }
    }
    if (with_choice) {
        uint64_t count = lts->move_capacity;
        lts->choice = memory_allocate_array(rows->run->memory, count, sizeof *lts->choice);
        lts->choice_capacity = lts->choice == NULL ? 0 : count;
        lts->weight = memory_allocate_array(rows->run->memory, count, sizeof *lts->weight);
        lts->weight_capacity = lts->weight == NULL ? 0 : count;
        if (lts->choice == NULL || lts->weight == NULL) {
            return fail_memory(rows, "transitions", count, error);
        }
        memset(lts->choice, 0xff, lts->moves * sizeof *lts->choice); /* LTS_NO_CHOICE */
        memset(lts->weight, 0, lts->moves * sizeof *lts->weight);
    }
    return 0;
}

int aut_rows_weigh(struct aut_rows *rows, double probability, struct error *error) {
    struct lts *lts = rows->lts;
    if (lts->weight_count == UINT32_MAX) {
        return error_in(error, ERROR_LIMIT, rows->name, "more than %u states in distributions", UINT32_MAX);
    }
    if (lts->weight_count == lts->weights_capacity &&
        MEMORY_GROW(rows->run->memory, &lts->weights, &lts->weights_capacity,
                    (uint64_t)lts->weight_count + 1) != 0) {
        return fail_memory(rows, "probabilities", lts->weight_count, error);
    }
    lts->weight[lts->moves - 1] = lts->weight_count;
    lts->weights[lts->weight_count++] = probability;
    return 0;
}

/* --- rows --- */

static int fail_stopped(const struct aut_rows *rows, struct error *error) {
    return error_in(error, ERROR_INTERRUPTED, rows->name, "interrupted while sorting");
}

/* Moves that came grouped by state, the usual case, are sorted row by row; other moves all at once. */
static int sort_moves(struct aut_rows *rows, struct error *error) {
    struct lts *lts = rows->lts;
    struct aut_columns columns = {0, {rows->from, lts->label}, {rows->greatest_from, lts->label_count}};
    columns.count = 2;
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
    if (!rows->grouped) {
        return aut_sort(&columns, 0, 0, lts->moves, rows->run) != 0 ? fail_stopped(rows, error) : 0;
    }
    uint64_t done = 0;
    for (uint64_t begin = 0, end; begin < lts->moves; begin = end) {
        for (end = begin + 1; end < lts->moves && rows->from[end] == rows->from[begin]; end++) {
        }
        int look = ++done % CHECK_ROWS == 0;
        if (aut_sort(&columns, 1, begin, end, rows->run) != 0 || (look && run_should_stop(rows->run))) {
            return fail_stopped(rows, error);
        }
        if (look) {
            run_tell(rows->run, "sorting", end, lts->moves, "transitions");
        }
    }
    return 0;
}

static int is_same_move(const struct lts *lts, uint64_t a, uint64_t b) {
    return lts->label[a] == lts->label[b] && lts->target[a] == lts->target[b] &&
           (lts->choice == NULL || lts->choice[a] == lts->choice[b]);
}

static int has_weight(const struct lts *lts, uint64_t move) {
    return lts->weight != NULL && lts->choice[move] != LTS_NO_CHOICE;
}

/* Fills the row offsets and drops duplicates in one pass over the sorted moves. */
static void make_rows(struct aut_rows *rows) {
    struct lts *lts = rows->lts;
    uint64_t kept = 0, next = 0;
    for (uint32_t state = 0; state < lts->row_states; state++) {
        lts->row[state] = kept;
        for (; next < lts->moves && rows->from[next] == state; next++) {
            if (kept > lts->row[state] && is_same_move(lts, kept - 1, next)) {
                if (has_weight(lts, next)) { /* a state that a distribution has twice */
                    lts->weights[lts->weight[kept - 1]] += lts->weights[lts->weight[next]];
                }
                continue;
            }
            lts->label[kept] = lts->label[next];
            lts->target[kept] = lts->target[next];
            if (lts->choice != NULL) {
                lts->choice[kept] = lts->choice[next];
            }
            if (lts->weight != NULL) {
                lts->weight[kept] = lts->weight[next];
            }
            kept++;
        }
    }
    lts->row[lts->row_states] = kept;
    lts->moves = kept;
}

static int allocate_rows(struct aut_rows *rows, struct error *error) {
    struct lts *lts = rows->lts;
    uint32_t last = lts->initial;
    if (lts->moves > 0 && rows->greatest_from > last) {
        last = rows->greatest_from;
    }
    lts->row_states = last + 1;
    lts->row = memory_allocate_array(rows->run->memory, (uint64_t)lts->row_states + 1, sizeof *lts->row);
    if (lts->row == NULL) {
        return fail_memory(rows, "states", lts->row_states, error);
    }
    lts->row_capacity = (uint64_t)lts->row_states + 1;
    return 0;
}

struct lts *aut_rows_finish(struct aut_rows *rows, const label_table *labels, struct error *error) {
    struct memory *memory = rows->run->memory;
    struct lts *lts = rows->lts;
    index_free(&rows->index, memory);
    /* Frees the room for more moves before the offsets are allocated. */
    if (resize_moves(rows, lts->moves) != 0) {
        fail_memory(rows, "transitions", lts->moves, error);
        return NULL;
    }
    if (sort_moves(rows, error) != 0 || allocate_rows(rows, error) != 0) {
        return NULL;
    }
    make_rows(rows);
    if (resize_moves(rows, lts->moves) != 0 ||
        (lts->labels != NULL && resize(memory, &lts->labels, lts->labels_capacity, lts->label_count) != 0)) {
        fail_memory(rows, "transitions", lts->moves, error);
        return NULL;
    }
    lts->labels_capacity = lts->labels == NULL ? 0 : lts->label_count;
    memory_free(memory, rows->from, lts->move_capacity * sizeof *rows->from);
    rows->from = NULL;
    if (aut_choices_assign(rows, labels, error) != 0) {
        return NULL;
    }
    rows->lts = NULL;
    return lts;
}
