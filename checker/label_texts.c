/* Label texts of a network, for formulas. */
#include "checker/label_texts.h"

#include "base/error.h"
#include "base/memory.h"
#include "explorer/model/network.h"

int label_texts_make(const struct network *network, struct memory *memory, struct label_texts *labels,
                     struct error *error) {
    uint32_t count = network->label_count;
    const char **text = memory_allocate_array(memory, count, sizeof *text);
    uint32_t *length = memory_allocate_array(memory, count, sizeof *length);
    uint8_t *is_internal = memory_allocate_array(memory, count, sizeof *is_internal);
    *labels = (struct label_texts){text, length, is_internal, count};
    if (text == NULL || length == NULL || is_internal == NULL) {
        label_texts_free(labels, memory);
        return error_memory(error, "for the labels");
    }
    for (uint32_t i = 0; i < count; i++) {
        text[i] = network->labels[i].text;
        length[i] = network->labels[i].length;
        is_internal[i] = network->labels[i].kind == LABEL_INTERNAL;
    }
    return 0;
}

void label_texts_free(struct label_texts *labels, struct memory *memory) {
    memory_free(memory, (void *)labels->text, labels->count * sizeof *labels->text);
    memory_free(memory, (void *)labels->length, labels->count * sizeof *labels->length);
    memory_free(memory, (void *)labels->is_internal, labels->count * sizeof *labels->is_internal);
    *labels = (struct label_texts){0};
}
