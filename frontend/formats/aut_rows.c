/* Collects moves. Moves are three parallel columns (five with choices), two of them the LTS's own. */
#include "frontend/formats/aut_rows.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

int aut_rows_fail_memory(const struct aut_rows *rows, const char *what, uint64_t count, struct error *error) {
    return error_in(error, ERROR_MEMORY, rows->name, "not enough memory for %llu %s",
                    (unsigned long long)count, what);
}

int aut_rows_init(struct aut_rows *rows, const char *name, uint32_t known, const struct run *run,
                  struct error *error) {
    memset(rows, 0, sizeof *rows);
    rows->run = run;
    rows->name = name;
    rows->grouped = 1;
    rows->first_id = known;
    rows->lts = memory_allocate_zeroed(run->memory, sizeof *rows->lts);
    return rows->lts == NULL ? aut_rows_fail_memory(rows, "graph", 1, error) : 0;
}

void aut_rows_free_labels(struct aut_rows *rows) {
    index_free(&rows->index, rows->run->memory);
    memory_free(rows->run->memory, rows->locals, rows->local_capacity * sizeof *rows->locals);
    rows->locals = NULL;
    rows->local_count = rows->local_capacity = 0;
}

void aut_rows_free(struct aut_rows *rows) {
    struct memory *memory = rows->run->memory;
    if (rows->lts != NULL) {
        memory_free(memory, rows->from, rows->lts->move_capacity * sizeof *rows->from);
    }
    aut_rows_free_labels(rows);
    lts_free(memory, rows->lts);
}

/* --- labels --- */

/* Notes the local label of an id: 0, or -1 when memory runs out. */
static int note_label(struct aut_rows *rows, uint32_t id, uint32_t local) {
    struct memory *memory = rows->run->memory;
    if (id < rows->first_id) {
        return index_add(&rows->index, memory, index_hash_key(id), local);
    }
    uint64_t at = id - rows->first_id;
    if (MEMORY_GROW(memory, &rows->locals, &rows->local_capacity, at + 1) != 0) {
        return -1;
    }
    while (rows->local_count < at) {
        rows->locals[rows->local_count++] = LABEL_NONE;
    }
    if (rows->local_count == at) {
        rows->local_count++;
    }
    rows->locals[at] = local;
    return 0;
}

uint32_t aut_rows_label(struct aut_rows *rows, uint32_t id, struct error *error) {
    struct lts *lts = rows->lts;
    uint32_t known = aut_rows_find_label(rows, id);
    if (known != LABEL_NONE) {
        return known;
    }
    uint64_t need = (uint64_t)lts->label_count + 1;
    if (MEMORY_GROW(rows->run->memory, &lts->labels, &lts->labels_capacity, need) != 0 ||
        note_label(rows, id, lts->label_count) != 0) {
        aut_rows_fail_memory(rows, "labels", need, error);
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
int aut_rows_resize(struct aut_rows *rows, uint64_t count) {
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

int aut_rows_reserve(struct aut_rows *rows, uint64_t more, struct error *error) {
    struct lts *lts = rows->lts;
    uint64_t need = lts->moves + more, count = lts->move_capacity + lts->move_capacity / 2 + 64;
    if (need <= lts->move_capacity) {
        return 0;
    }
    count = count < need ? need : count;
    /* The header's count can make the first allocation smaller, never larger. */
    if (need <= rows->expected && count > rows->expected) {
        count = rows->expected;
    }
    return aut_rows_resize(rows, count) != 0 ? aut_rows_fail_memory(rows, "transitions", count, error) : 0;
}

int aut_rows_grow(struct aut_rows *rows, int with_choice, struct error *error) {
    struct lts *lts = rows->lts;
    if (aut_rows_reserve(rows, 1, error) != 0) {
        return -1;
    }
    if (with_choice) {
        uint64_t count = lts->move_capacity;
        lts->choice = memory_allocate_array(rows->run->memory, count, sizeof *lts->choice);
        lts->choice_capacity = lts->choice == NULL ? 0 : count;
        lts->weight = memory_allocate_array(rows->run->memory, count, sizeof *lts->weight);
        lts->weight_capacity = lts->weight == NULL ? 0 : count;
        if (lts->choice == NULL || lts->weight == NULL) {
            return aut_rows_fail_memory(rows, "transitions", count, error);
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
        return aut_rows_fail_memory(rows, "probabilities", lts->weight_count, error);
    }
    lts->weight[lts->moves - 1] = lts->weight_count;
    lts->weights[lts->weight_count++] = probability;
    return 0;
}
