/* The labels of a walker, for actions to be matched against (walked_labels.h). */
#include "checker/verify/walked_labels.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

int walked_labels_make(const walker *walker, struct memory *memory, struct label_texts *labels,
                       struct error *error) {
    const uint32_t count = walker_label_count(walker);
    const char **text = memory_allocate_array(memory, count, sizeof *text);
    uint32_t *length = memory_allocate_array(memory, count, sizeof *length);
    uint8_t *is_internal = memory_allocate(memory, count);
    const int failed = text == NULL || length == NULL || is_internal == NULL;
    for (uint32_t k = 0; k < count && !failed; k++) {
        text[k] = walker_label(walker, k);
        length[k] = (uint32_t)strlen(text[k]);
        is_internal[k] = strcmp(text[k], "i") == 0;
    }
    *labels = (struct label_texts){text, length, is_internal, count};
    return failed ? error_memory(error, "for the labels") : 0;
}

void walked_labels_free(struct label_texts *labels, struct memory *memory) {
    memory_free(memory, (void *)(uintptr_t)labels->text, labels->count * sizeof *labels->text);
    memory_free(memory, (void *)(uintptr_t)labels->length, labels->count * sizeof *labels->length);
    memory_free(memory, (void *)(uintptr_t)labels->is_internal, labels->count);
}
