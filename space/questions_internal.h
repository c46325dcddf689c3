#ifndef HEDDLE_SPACE_QUESTIONS_INTERNAL_H
#define HEDDLE_SPACE_QUESTIONS_INTERNAL_H

#include "space/questions.h"

struct graph_device;

/* Shared by the files that answer questions. */
struct asking {
    struct space *space;
    const struct space_questions *questions;
    struct cycle_levels levels;
    int coloured;                /* the graph is, or need not be */
    uint32_t done;               /* cycles [0, done) are decided, or cannot be */
    struct graph_states *states; /* of the graph's vertices; NULL: not requested */
    const struct run *run;
    struct error *error;
};

/* The arrays of the graph that the questions need (GRAPH_). */
unsigned ask_arrays(const struct space_questions *questions);
/* Decides the cycles that are not done yet, in a graph in host memory, which is coloured if need be. */
void ask_graph(struct asking *asking, struct graph *graph);
/* Copies the states of a cycle if they are requested and there is one. If memory does not suffice, the
 * verdict stands without them. Returns 0, or -1 with the query's error filled: ERROR_DEVICE. */
int ask_take_states(const struct asking *asking, struct cycle_query *query);
void ask_drop_states(struct graph_states **states);

/* Answers on the GPU that has the states. 0; 1 if the host should answer what is left; or -1. */
int ask_there(struct asking *asking);
/* Decides goals in the graph on a GPU, which it consumes, until one fails there. *peak: the most bytes of the
 * GPU's memory. 0; or -1 with the error if the host should do what is left: ERROR_MEMORY, ERROR_DEVICE. */
int ask_goals_there(const struct asking *asking, struct graph_device *graph, uint64_t *peak);

#endif
