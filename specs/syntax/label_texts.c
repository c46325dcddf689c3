/* Label texts, for actions to be matched against (label_texts.h). */
#include "specs/syntax/label_texts.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

int label_texts_open(uint32_t count, struct memory *memory, struct label_texts *labels,
                     struct label_arrays *arrays, struct error *error) {
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

void label_arrays_put(const struct label_arrays *arrays, uint32_t label, const char *text) {
    arrays->text[label] = text;
    arrays->length[label] = (uint32_t)strlen(text);
    arrays->is_internal[label] = strcmp(text, "i") == 0;
}

void label_texts_free(struct label_texts *labels, struct memory *memory) {
    memory_free(memory, (void *)labels->text, labels->count * sizeof *labels->text);
    memory_free(memory, (void *)labels->length, labels->count * sizeof *labels->length);
    memory_free(memory, (void *)labels->is_internal, labels->count * sizeof *labels->is_internal);
    *labels = (struct label_texts){0};
}
