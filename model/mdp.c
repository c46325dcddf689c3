/* Markov decision processes: code that all readers and conversions share. */
#include "model/mdp.h"

#include <string.h>

#include "model/mdp_internal.h"
#include "model/mdp_names.h"

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

static void free_rewards(struct mdp *mdp) {
    for (uint32_t i = 0; i < mdp->earned_count; i++) {
        struct mdp_reward *one = &mdp->earned[i];
        if (one->name != NULL) {
            memory_free(mdp->memory, one->name, strlen(one->name) + 1);
        }
        memory_free(mdp->memory, one->states, mdp->states * sizeof *one->states);
        memory_free(mdp->memory, one->choices, mdp->choices * sizeof *one->choices);
    }
    memory_free(mdp->memory, mdp->earned, mdp->earned_count * sizeof *mdp->earned);
}

void mdp_free(struct mdp *mdp) {
    if (mdp == NULL) {
        return;
    }
    struct memory *memory = mdp->memory;
    free_rewards(mdp);
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

const uint32_t *mdp_state_label(const struct mdp *mdp, const char *text) {
    for (uint32_t i = 0; i < mdp->state_label_count; i++) {
        if (strcmp(mdp->state_label_text[i], text) == 0) {
            return mdp->state_labels[i];
        }
    }
    return NULL;
}

const uint32_t *mdp_state_label_of(const struct mdp *mdp, const char *predicate) {
    const int quoted = *predicate == '"';
    for (uint32_t i = 0; i < mdp->state_label_count; i++) {
        const char *text = mdp->state_label_text[i];
        const size_t length = strlen(text);
        if (strncmp(predicate + quoted, text, length) == 0 &&
            strcmp(predicate + quoted + length, quoted ? "\"" : "") == 0) {
            return mdp->state_labels[i];
        }
    }
    return NULL;
}
