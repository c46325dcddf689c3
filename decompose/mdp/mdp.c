/* Markov decision processes: code that all readers and conversions share. */
#include "decompose/mdp/mdp.h"

#include "decompose/mdp/mdp_internal.h"
#include "decompose/mdp/mdp_names.h"

struct mdp *mdp_create(struct memory *memory) {
    struct mdp *mdp = memory_allocate_zeroed(memory, sizeof *mdp);
    if (mdp != NULL) {
        mdp->memory = memory;
    }
    return mdp;
}

static void free_state_labels(struct mdp *mdp) {
    uint64_t bytes = bitmap_words(mdp->states) * sizeof **mdp->state_labels;
    for (uint32_t label = 0; mdp->state_labels != NULL && label < mdp->state_label_count; label++) {
        memory_free(mdp->memory, mdp->state_labels[label], bytes);
    }
    memory_free(mdp->memory, mdp->state_labels, mdp->state_label_count * sizeof *mdp->state_labels);
    mdp_texts_free(mdp->memory, mdp->state_label_text, mdp->state_label_count);
}

void mdp_free(struct mdp *mdp) {
    if (mdp == NULL) {
        return;
    }
    struct memory *memory = mdp->memory;
    memory_range_close(memory, &mdp->offset_range);
    memory_range_close(memory, &mdp->target_range);
    memory_range_close(memory, &mdp->begin_range);
    memory_range_close(memory, &mdp->label_range);
    memory_range_close(memory, &mdp->probability_range);
    memory_free(memory, mdp->reachable, bitmap_words(mdp->states) * sizeof *mdp->reachable);
    mdp_texts_free(memory, mdp->label_text, mdp->label_count);
    free_state_labels(mdp);
    memory_free(memory, mdp, sizeof *mdp);
}
