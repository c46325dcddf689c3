/* Label texts of a network, for formulas. */
#include "checker/label_texts.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "explorer/model/network.h"
#include "model/mdp.h"

/* Arrays of labels, which the caller fills. */
struct label_arrays {
    const char **text;
    uint32_t *length;
    uint8_t *is_internal;
};

static int open_arrays(struct label_arrays *arrays, uint32_t count, struct memory *memory,
                       struct label_texts *labels, struct error *error) {
    arrays->text = memory_allocate_array(memory, count, sizeof *arrays->text);
    arrays->length = memory_allocate_array(memory, count, sizeof *arrays->length);
    arrays->is_internal = memory_allocate_array(memory, count, sizeof *arrays->is_internal);
    *labels = (struct label_texts){arrays->text, arrays->length, arrays->is_internal, count};
    if (arrays->text == NULL || arrays->length == NULL || arrays->is_internal == NULL) {
        label_texts_free(labels, memory);
        return error_memory(error, "for the labels");
    }
    return 0;
}

int label_texts_make(const struct network *network, struct memory *memory, struct label_texts *labels,
                     struct error *error) {
    struct label_arrays arrays;
    const int failed = open_arrays(&arrays, network->label_count, memory, labels, error);
    for (uint32_t i = 0; i < network->label_count && !failed; i++) {
        arrays.text[i] = network->labels[i].text;
        arrays.length[i] = network->labels[i].length;
        arrays.is_internal[i] = network->labels[i].kind == LABEL_INTERNAL;
    }
    return failed;
}

int label_texts_of_mdp(const struct mdp *mdp, struct memory *memory, struct label_texts *labels,
                       struct error *error) {
    struct label_arrays arrays;
    const int failed = open_arrays(&arrays, mdp->label_count, memory, labels, error);
    for (uint32_t i = 0; i < mdp->label_count && !failed; i++) {
        arrays.text[i] = mdp->label_text[i];
        arrays.length[i] = (uint32_t)strlen(mdp->label_text[i]);
        arrays.is_internal[i] = strcmp(mdp->label_text[i], "i") == 0;
    }
    return failed;
}

void label_texts_free(struct label_texts *labels, struct memory *memory) {
    memory_free(memory, (void *)labels->text, labels->count * sizeof *labels->text);
    memory_free(memory, (void *)labels->length, labels->count * sizeof *labels->length);
    memory_free(memory, (void *)labels->is_internal, labels->count * sizeof *labels->is_internal);
    *labels = (struct label_texts){0};
}
