/* Labels of states: a bitmap for each. */
#include "decompose/mdp/mdp_state_labels.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

static int fail_memory(const struct mdp_state_labels *labels, struct error *error) {
    return error_in(error, ERROR_MEMORY, labels->name, "not enough memory for the labels of states");
}

int mdp_state_labels_open(struct mdp_state_labels *labels, const char *name, struct memory *memory,
                          struct error *error) {
    *labels = (struct mdp_state_labels){.memory = memory, .name = name, .init = MDP_NO_NAME};
    labels->names = mdp_names_create(memory);
    return labels->names == NULL ? fail_memory(labels, error) : 0;
}

void mdp_state_labels_close(struct mdp_state_labels *labels) {
    for (uint64_t label = 0; labels->names != NULL && label < mdp_names_count(labels->names); label++) {
        struct mdp_state_bits *bits = &labels->bits[label];
        memory_free(labels->memory, bits->words, bits->capacity * sizeof *bits->words);
    }
    memory_free(labels->memory, labels->bits, labels->bits_capacity * sizeof *labels->bits);
    mdp_names_free(labels->names);
}

uint32_t mdp_state_labels_name(struct mdp_state_labels *labels, const char *text, size_t length,
                               struct error *error) {
    uint64_t count = mdp_names_count(labels->names);
    /* Makes room first, so that every name has bits. */
    if (MEMORY_GROW(labels->memory, &labels->bits, &labels->bits_capacity, count + 1) != 0) {
        fail_memory(labels, error);
        return MDP_NO_NAME;
    }
    uint32_t name = mdp_names_intern(labels->names, text, length);
    if (name == MDP_NO_NAME) {
        fail_memory(labels, error);
    } else if (name == count) {
        labels->bits[name] = (struct mdp_state_bits){NULL, 0};
        if (length == 4 && memcmp(text, "init", 4) == 0) {
            labels->init = name;
        }
    }
    return name;
}

/* Makes room for `words` words; new ones are 0. */
static int grow_bits(struct mdp_state_labels *labels, struct mdp_state_bits *bits, uint64_t words) {
    uint64_t had = bits->capacity;
    if (MEMORY_GROW(labels->memory, &bits->words, &bits->capacity, words) != 0) {
        return -1;
    }
    memset(bits->words + had, 0, (bits->capacity - had) * sizeof *bits->words);
    return 0;
}

int mdp_state_labels_set(struct mdp_state_labels *labels, uint32_t label, uint32_t state,
                         struct error *error) {
    struct mdp_state_bits *bits = &labels->bits[label];
    uint64_t words = bitmap_words((uint64_t)state + 1);
    if (words > bits->capacity && grow_bits(labels, bits, words) != 0) {
        return fail_memory(labels, error);
    }
    bitmap_set(bits->words, state);
    if (label == labels->init) {
        labels->has_several |= labels->has_initial && labels->initial != state;
        labels->initial = labels->has_initial && labels->initial < state ? labels->initial : state;
        labels->has_initial = 1;
    }
    return 0;
}

int mdp_state_labels_finish(struct mdp_state_labels *labels, struct mdp *mdp, struct error *error) {
    uint32_t count = mdp_names_count(labels->names);
    uint64_t words = bitmap_words(mdp->states);
    mdp->initial = labels->has_initial ? labels->initial : 0;
    if (count == 0) {
        return 0;
    }
    uint32_t *rank = memory_allocate_array(labels->memory, count, sizeof *rank);
    mdp->state_labels = memory_allocate_zeroed(labels->memory, count * sizeof *mdp->state_labels);
    int failed = rank == NULL || mdp->state_labels == NULL ||
                 (mdp->state_label_text = mdp_names_sorted(labels->names, rank)) == NULL;
    mdp->state_label_count = mdp->state_labels == NULL ? 0 : count;
    for (uint32_t label = 0; label < count && !failed; label++) {
        struct mdp_state_bits *bits = &labels->bits[label];
        failed = bits->capacity < words && grow_bits(labels, bits, words) != 0;
        uint32_t *exact = failed ? NULL
                                 : memory_reallocate(labels->memory, bits->words,
                                                     bits->capacity * sizeof *exact, words * sizeof *exact);
        failed = exact == NULL;
        if (!failed) {
            mdp->state_labels[rank[label]] = exact;
            *bits = (struct mdp_state_bits){NULL, 0};
        }
    }
    if (!failed && labels->has_several) {
        mdp->initials = mdp->state_labels[rank[labels->init]];
    }
    memory_free(labels->memory, rank, count * sizeof *rank);
    return failed ? fail_memory(labels, error) : 0;
}
