#ifndef HEDDLE_API_DECOMPOSE_DECOMPOSE_INTERNAL_H
#define HEDDLE_API_DECOMPOSE_DECOMPOSE_INTERNAL_H

#include "api/decompose.h"
#include "frontend/formats/table/file_format.h"

struct graph_states;
struct network;

/* The state of a decomposition. */
struct decomposition {
    struct job *job;
    const struct decompose_request *request;
    struct decompose_result *result;
    enum file_format format; /* format of the file, from its name or its first bytes */
    struct components_task task;
    /* For evidence about a network; otherwise NULL. */
    const language_tree *tree;
    const struct network *network;
    struct graph_states *states;
    struct error no_evidence; /* why there is none; the components are there nevertheless */
};

/* Each returns 0, or -1 with job->error filled. */

/* Reads and decomposes the graph or MDP of a file. */
int decompose_file(struct decomposition *work);
/* Writes the evidence; the callback components_task.use. context: the decomposition, which keeps the error.
 */
int decompose_write_evidence(void *context, const struct digraph *graph, const struct mdp *mdp,
                             const struct components *found, struct error *error);

/* Adds the time since `begun` to the time for writing. */
void decompose_note_writing(struct decomposition *work, double begun);

#endif
