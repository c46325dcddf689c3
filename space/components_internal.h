#ifndef HEDDLE_SPACE_COMPONENTS_INTERNAL_H
#define HEDDLE_SPACE_COMPONENTS_INTERNAL_H

#include "space/components.h"

/* Shared by the files that find components. */
struct components_work {
    const struct components_task *task;
    const struct run *run;
    struct components *found;
    struct error *error;
};

void components_note_scc(struct components *found, const struct scc_report *report);
void components_note_mec(struct components *found, const struct mec_report *report);
/* Allocates found->component. 0 or -1. */
int components_want(struct components_work *work, uint64_t vertices);
/* Forgets what a side has found that failed: all but the graph's figures and found->component. */
void components_forget(struct components_work *work);

/*
 * Decomposes the graph of the search on the GPU that has its states. 0; 1 if the host should do it: *graph is
 * then the graph in host memory, or NULL, and space_graph must make it; or -1.
 */
int components_there(struct components_work *work, struct space *space, struct graph **graph);

#endif
