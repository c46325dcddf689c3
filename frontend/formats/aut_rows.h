#ifndef HEDDLE_FRONTEND_FORMATS_AUT_ROWS_H
#define HEDDLE_FRONTEND_FORMATS_AUT_ROWS_H

#include <stdint.h>

#include "base/index.h"
#include "base/text/label.h"
#include "model/lts.h"

struct error;
struct run;

/* Collects moves in the order of a file, and makes the rows of an LTS. */
struct aut_rows {
    const struct run *run;
    const char *name;  /* the file's name, for messages */
    struct lts *lts;   /* its arrays grow with the moves */
    uint32_t *from;    /* [move]: its source */
    uint64_t expected; /* the number of moves in the header: arrays do not grow beyond it in advance */
    int grouped;       /* all moves so far came by ascending state */
    uint32_t greatest_from;
    uint32_t first_id; /* ids in the label table from here on are of labels that came with this file */
    uint32_t *locals;  /* [id - first_id]: their local labels, LABEL_NONE for none */
    uint64_t local_count, local_capacity;
    struct index index; /* of the other local labels, by their ids */
};

/* Borrows run and name; `known`: the labels that the table has. Always followed by aut_rows_free, also after
 * failures. */
int aut_rows_init(struct aut_rows *rows, const char *name, uint32_t known, const struct run *run,
                  struct error *error);
void aut_rows_free(struct aut_rows *rows);

/* The local label of a label table id if it has one, else LABEL_NONE. */
static inline uint32_t aut_rows_find_label(const struct aut_rows *rows, uint32_t id) {
    if (id < rows->first_id) {
        return index_find_key(&rows->index, id);
    }
    return id - rows->first_id < rows->local_count ? rows->locals[id - rows->first_id] : LABEL_NONE;
}
/* The local label of a label table id, new or known; LABEL_NONE with *error filled. */
uint32_t aut_rows_label(struct aut_rows *rows, uint32_t id, struct error *error);

/* A new choice number; LTS_NO_CHOICE with *error filled. */
uint32_t aut_rows_choice(struct aut_rows *rows, struct error *error);

/* The probability of the move that was added last, which has a choice. 0 or -1. */
int aut_rows_weigh(struct aut_rows *rows, double probability, struct error *error);

/* Makes room for `count` more moves. 0 or -1. */
int aut_rows_reserve(struct aut_rows *rows, uint64_t count, struct error *error);
/* Makes room for one more move, which has a choice if `with_choice`. 0 or -1. */
int aut_rows_grow(struct aut_rows *rows, int with_choice, struct error *error);

/* Adds a move. choice is LTS_NO_CHOICE or from aut_rows_choice. */
static inline int aut_rows_add(struct aut_rows *rows, uint32_t from, uint32_t label, uint32_t choice,
                               uint32_t target, struct error *error) {
    struct lts *lts = rows->lts;
    int with_choice = choice != LTS_NO_CHOICE && lts->choice == NULL;
    if ((lts->moves == lts->move_capacity || with_choice) && aut_rows_grow(rows, with_choice, error) != 0) {
        return -1;
    }
    rows->grouped &= from >= rows->greatest_from;
    rows->greatest_from = from > rows->greatest_from ? from : rows->greatest_from;
    rows->from[lts->moves] = from;
    lts->label[lts->moves] = label;
    lts->target[lts->moves] = target;
    if (lts->choice != NULL) {
        lts->choice[lts->moves] = choice;
        lts->weight[lts->moves] = 0;
    }
    lts->moves++;
    return 0;
}

/*
 * Sorts, drops duplicates, numbers the choices of `prob` labels. lts->states and lts->initial are set. The
 * LTS then passes to the caller; NULL with *error filled.
 */
struct lts *aut_rows_finish(struct aut_rows *rows, const label_table *labels, struct error *error);

/* --- for the files that implement this --- */

/* Frees what finds local labels. */
void aut_rows_free_labels(struct aut_rows *rows);

/* "not enough memory for COUNT WHAT". -1. */
int aut_rows_fail_memory(const struct aut_rows *rows, const char *what, uint64_t count, struct error *error);
/* All columns of the moves get this many elements. 0, or -1 with nothing changed. */
int aut_rows_resize(struct aut_rows *rows, uint64_t count);

/* For aut_rows_finish: in each state, moves whose `prob` labels have the same L get one choice number. */
int aut_choices_assign(struct aut_rows *rows, const label_table *labels, struct error *error);

#endif
