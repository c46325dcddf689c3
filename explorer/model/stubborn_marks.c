/*
 * Finds moves of processes that close a cycle: in a depth-first search of the local states of each process,
 * from its initial state and then from all others, the moves whose target is on the stack. Each cycle of the
 * process has such a move. Processes that share rows share marks.
 */
#include "explorer/model/stubborn_internal.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

enum colour { UNSEEN, ON_STACK, LEFT };

/* A local state on the stack, and the next of its moves: those that it makes alone, then those of entries. */
struct local_visit {
    uint32_t local, move, entry, target;
};

struct cycle_marking {
    const struct model_view *model;
    const struct run *run;
    uint8_t *entries, *rows;
    uint8_t *colour; /* [local states with moves] */
    struct local_visit *stack;
    uint64_t stack_capacity, colour_capacity, depth, moves;
    uint32_t first, count; /* the process's first row and its number of rows */
};

static int push(struct cycle_marking *marking, uint32_t local) {
    const struct model_row *row = marking->model->row + marking->first + local;
    if (MEMORY_GROW(marking->run->memory, &marking->stack, &marking->stack_capacity, marking->depth + 1) !=
        0) {
        return -1;
    }
    marking->colour[local] = ON_STACK;
    marking->stack[marking->depth++] =
        (struct local_visit){local, row->moves, row->begin, marking->model->entry[row->begin].targets};
    return 0;
}

/* Takes the next move of the state on top: its target in *to. Returns a place for its mark, or NULL. */
static uint8_t *next_move(const struct cycle_marking *marking, struct local_visit *top, uint32_t *to) {
    const struct model_view *model = marking->model;
    const struct model_row *row = model->row + marking->first + top->local;
    if (top->move < row[1].moves) {
        *to = model->move_target[top->move++];
        return &marking->rows[marking->first + top->local];
    }
    while (top->entry < row[1].begin && top->target == model->entry[top->entry + 1].targets) {
        top->entry++;
    }
    if (top->entry == row[1].begin) {
        return NULL;
    }
    *to = model->target[top->target++];
    return &marking->entries[top->entry];
}

/* Searches from a local state. 0, -1 when memory runs out, or 1 if the run must stop. */
static int mark_from(struct cycle_marking *marking, uint32_t local) {
    if (marking->colour[local] != UNSEEN) {
        return 0;
    }
    if (push(marking, local) != 0) {
        return -1;
    }
    while (marking->depth > 0) {
        struct local_visit *top = &marking->stack[marking->depth - 1];
        uint32_t to = 0;
        uint8_t *mark = next_move(marking, top, &to);
        if (run_stops_after(marking->run, &marking->moves, 1, 65536)) {
            return 1;
        }
        if (mark == NULL) {
            marking->colour[top->local] = LEFT;
            marking->depth--;
        } else if (to < marking->count && marking->colour[to] == ON_STACK) {
            *mark = 1;
        } else if (to < marking->count && marking->colour[to] == UNSEEN && push(marking, to) != 0) {
            return -1;
        }
    }
    return 0;
}

static int mark_component(struct cycle_marking *marking, uint32_t number) {
    const struct model_view *model = marking->model;
    const struct model_component *component = model->component + number;
    uint32_t initial = model_field(component, model->initial);
    marking->first = component->row;
    marking->count = component->rows;
    if (MEMORY_GROW(marking->run->memory, &marking->colour, &marking->colour_capacity,
                    (uint64_t)marking->count + 1) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < marking->count; i++) {
        marking->colour[i] = UNSEEN;
    }
    int status = initial < marking->count ? mark_from(marking, initial) : 0;
    for (uint32_t i = 0; i < marking->count && status == 0; i++) {
        status = mark_from(marking, i);
    }
    return status;
}

int stubborn_mark(const struct model_view *model, uint8_t *entries, uint8_t *rows, const struct run *run,
                  struct error *error) {
    struct cycle_marking marking = {.model = model, .run = run, .entries = entries, .rows = rows};
    uint32_t most_row = 0;
    int status = 0;
    for (uint32_t c = 0; c < model->header->components && status == 0; c++) {
        if (model->component[c].row >= most_row) { /* no earlier process has the same rows */
            status = mark_component(&marking, c);
            most_row = model->component[c].row + model->component[c].rows;
        }
    }
    memory_free(run->memory, marking.stack, marking.stack_capacity * sizeof *marking.stack);
    memory_free(run->memory, marking.colour, marking.colour_capacity);
    return status == 0  ? 0
           : status < 0 ? error_memory(error, "for the reduction")
                        : error_set(error, ERROR_INTERRUPTED, "interrupted before the search");
}
