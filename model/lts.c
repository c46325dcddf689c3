/* Frees labelled transition systems. */
#include "model/lts.h"

#include <string.h>

#include "base/memory.h"

void lts_free(struct memory *memory, struct lts *lts) {
    if (lts == NULL) {
        return;
    }
    if (lts->path != NULL) {
        memory_free(memory, lts->path, strlen(lts->path) + 1);
    }
    memory_free(memory, lts->row, lts->row_capacity * sizeof *lts->row);
    memory_free(memory, lts->label, lts->move_capacity * sizeof *lts->label);
    memory_free(memory, lts->target, lts->move_capacity * sizeof *lts->target);
    memory_free(memory, lts->choice, lts->choice_capacity * sizeof *lts->choice);
    memory_free(memory, lts->weight, lts->weight_capacity * sizeof *lts->weight);
    memory_free(memory, lts->weights, lts->weights_capacity * sizeof *lts->weights);
    memory_free(memory, lts->labels, lts->labels_capacity * sizeof *lts->labels);
    memory_free(memory, lts, sizeof *lts);
}
