/* The states of a graph's vertices: keys, which are unfolded on demand. */
#include "explorer/graph/graph_states_internal.h"

#include <string.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/run.h"
#include "base/shared_core.h"
#include "hashtable/intern.h"

#define SLICE_UNIT ((uint64_t)2 << 20) /* bytes: a huge page */

/* A copy without keys. NULL when memory runs out. */
static graph_states *copy_layout(const struct model_header *header, const struct model_component *components,
                                 struct memory *memory) {
    graph_states *states = memory_allocate_zeroed(memory, sizeof *states);
    if (states == NULL) {
        return NULL;
    }
    states->memory = memory;
    states->header = *header;
    states->width = header->components + (header->observer_states != 0);
    states->components = memory_allocate_array(memory, states->width, sizeof *states->components);
    if (states->components == NULL) {
        graph_states_free(states);
        return NULL;
    }
    if (states->width != 0) {
        memcpy(states->components, components, states->width * sizeof *states->components);
    }
    return states;
}

graph_states *graph_states_create(const model *model, uint64_t vertices, struct memory *memory,
                                  struct error *error) {
    struct model_view view = model_view_of(model_image(model));
    graph_states *states = copy_layout(view.header, view.component, memory);
    if (states == NULL) {
        error_memory(error, "for the states of the graph");
        return NULL;
    }
    states->vertices = vertices;
    return states;
}

void graph_states_take(graph_states *states, struct memory_range *keys, interner *interner) {
    states->key_range = *keys;
    *keys = (struct memory_range){0};
    states->keys = states->key_range.base;
    states->interner = interner;
    states->pairs = interner == NULL ? NULL : interner_view(interner)->pairs;
}

int graph_states_room(graph_states *states, uint64_t pairs, uint64_t **keys_at, uint64_t **pairs_at,
                      struct error *error) {
    uint64_t bytes = states->vertices * states->header.key_words * sizeof(uint64_t);
    if (memory_range_fill(states->memory, &states->key_range, bytes) != 0 ||
        (pairs != 0 &&
         memory_range_fill(states->memory, &states->pair_range, pairs * INTERN_PAIR_BYTES) != 0)) {
        return error_memory(error, "for the states of the graph");
    }
    states->keys = *keys_at = states->key_range.base;
    states->pairs = *pairs_at = states->pair_range.base;
    return 0;
}

/* --- on a GPU --- */

void graph_states_stay(graph_states *states, struct device *device, struct device_range *keys,
                       struct device_range *pairs, uint64_t pair_count) {
    states->device = device;
    states->keys_there = *keys;
    states->pairs_there = *pairs;
    states->pair_count = pair_count;
    states->keys = keys->base;
    states->pairs = pairs->base;
    *keys = *pairs = (struct device_range){0};
}

#ifdef HEDDLE_CUDA
/* Frees the keys and pairs on the device. */
static void leave_device(graph_states *states) {
    if (states->device != NULL) {
        device_range_close(states->device, &states->keys_there);
        device_range_close(states->device, &states->pairs_there);
        states->device = NULL;
    }
}

/* A copy to the host by several threads, because the pages of the host's memory are new, and slow to make. */
struct parallel_copy {
    const struct device *device;
    struct device_copy copy;
    const struct run *run;
    struct error *error;
    uint32_t failures;
};

/* Each thread copies a slice. */
static void copy_slice(void *context, unsigned thread) {
    struct parallel_copy *work = context;
    uint64_t slice = (work->copy.bytes / work->run->threads / SLICE_UNIT + 1) * SLICE_UNIT;
    uint64_t first = thread * slice, left = work->copy.bytes - first;
    struct error error;
    if (first >= work->copy.bytes) {
        return;
    }
    const struct device_copy copy = {(char *)work->copy.to + first, (const char *)work->copy.from + first,
                                     left < slice ? left : slice};
    if (device_download_beside(work->device, &copy, 1, work->run, &error) != 0 &&
        shared_add(&work->failures, 1) == 0) {
        *work->error = error;
    }
}

static int download(const struct device *device, struct device_copy copy, const struct run *run,
                    struct error *error) {
    struct parallel_copy work = {device, copy, run, error, 0};
    if (copy.bytes != 0) {
        parallel_run(run->threads, copy_slice, &work);
    }
    return work.failures != 0 ? -1 : 0;
}

int graph_states_fetch(graph_states *states, const struct run *run, struct error *error) {
    graph_states here = *states;
    uint64_t *keys = NULL, *pairs = NULL;
    if (states->device == NULL) {
        return 0;
    }
    if (graph_states_room(&here, states->pair_count, &keys, &pairs, error) != 0 ||
        device_finish(error) != 0 ||
        download(states->device,
                 (struct device_copy){keys, states->keys,
                                      states->vertices * states->header.key_words * sizeof *keys},
                 run, error) != 0 ||
        download(states->device,
                 (struct device_copy){pairs, states->pairs, states->pair_count * INTERN_PAIR_BYTES}, run,
                 error) != 0) {
        memory_range_close(here.memory, &here.key_range);
        memory_range_close(here.memory, &here.pair_range);
        return -1;
    }
    leave_device(states);
    states->key_range = here.key_range;
    states->pair_range = here.pair_range;
    states->keys = keys;
    states->pairs = pairs;
    return 0;
}
#else
static void leave_device(graph_states *states) {
    (void)states;
}

int graph_states_fetch(graph_states *states, const struct run *run, struct error *error) {
    (void)states;
    (void)run;
    (void)error;
    return 0;
}
#endif

void graph_states_free(graph_states *states) {
    if (states != NULL) {
        struct memory *memory = states->memory;
        leave_device(states);
        memory_free(memory, states->words, states->word_capacity * sizeof *states->words);
        interner_free(states->interner);
        memory_range_close(memory, &states->key_range);
        memory_range_close(memory, &states->pair_range);
        memory_free(memory, states->components, states->width * sizeof *states->components);
        memory_free(memory, states, sizeof *states);
    }
}

uint64_t graph_states_vertices(const graph_states *states) {
    return states->vertices;
}

uint32_t graph_states_width(const graph_states *states) {
    return states->width;
}

struct graph_states_keys graph_states_keys_of(const graph_states *states) {
    return (struct graph_states_keys){states->keys, states->pairs, states->device};
}

void graph_states_tuple(const graph_states *states, uint64_t vertex, uint32_t *tuple) {
    const uint64_t *key = states->keys + vertex * states->header.key_words;
    uint64_t word = 0;
    for (uint32_t i = 0; i < states->width; i++) { /* the order of components is that of words */
        const struct model_component *component = &states->components[i];
        if (i == 0 || component->word != states->components[i - 1].word) {
            word = fold_word(&states->header, states->pairs, key, component->word);
        }
        tuple[i] = (uint32_t)(word >> component->shift & component->mask);
    }
}

uint32_t graph_states_words(const graph_states *states) {
    return states->header.words;
}

void graph_states_vector(const graph_states *states, uint64_t vertex, uint64_t *words) {
    graph_states_unfold(&states->header, states->pairs, states->keys + vertex * states->header.key_words,
                        words);
    for (uint32_t i = 0; i < states->header.words; i++) {
        words[i] &= ~TABLE_USED;
    }
}

void graph_states_pack(const graph_states *states, const uint32_t *tuple, uint64_t *words) {
    memset(words, 0, states->header.words * sizeof *words);
    for (uint32_t i = 0; i < states->width; i++) {
        words[states->components[i].word] |= (uint64_t)tuple[i] << states->components[i].shift;
    }
}

/* --- parts --- */

graph_states *graph_states_part(const graph_states *whole, struct memory *memory, struct error *error) {
    graph_states *part = copy_layout(&whole->header, whole->components, memory);
    if (part == NULL) {
        error_memory(error, "for states of the graph");
        return NULL;
    }
    part->header.fold_levels = 0;
    part->header.key_words = part->header.words;
    return part;
}

graph_states *graph_states_of_vectors(const model *model, const uint64_t *vectors, uint64_t count,
                                      struct memory *memory, struct error *error) {
    const struct model_view view = model_view_of(model_image(model));
    const graph_states whole = {.header = *view.header,
                                .components = (struct model_component *)view.component};
    const uint64_t words = count * view.header->words;
    graph_states *states = graph_states_part(&whole, memory, error);
    if (states != NULL && MEMORY_GROW(memory, &states->words, &states->word_capacity, words) != 0) {
        error_memory(error, "for states of the graph");
        graph_states_free(states);
        states = NULL;
    }
    if (states != NULL) {
        memcpy(states->words, vectors, words * sizeof *vectors);
        states->keys = states->words;
        states->vertices = count;
    }
    return states;
}

static void gather_here(const graph_states *whole, const struct graph_selection *selection,
                        uint64_t *vectors) {
    const struct model_header *header = &whole->header;
    for (uint64_t k = 0; k < selection->count; k++) {
        uint64_t vertex = selection->list != NULL ? selection->list[k] : selection->first + k;
        graph_states_unfold(header, whole->pairs, whole->keys + vertex * header->key_words,
                            vectors + k * header->words);
    }
}

int graph_states_append(graph_states *part, const graph_states *whole,
                        const struct graph_selection *selection, struct error *error) {
    uint64_t words = part->header.words, count = part->vertices + selection->count;
    if (selection->count == 0) {
        return 0;
    }
    if (MEMORY_GROW(part->memory, &part->words, &part->word_capacity, count * words) != 0) {
        return error_memory(error, "for states of the graph");
    }
    part->keys = part->words;
    uint64_t *vectors = part->words + part->vertices * words;
#ifdef HEDDLE_CUDA
    if (whole->device != NULL && graph_states_gather(whole, selection, vectors, error) != 0) {
        return -1;
    }
#endif
    if (whole->device == NULL) {
        gather_here(whole, selection, vectors);
    }
    part->vertices = count;
    return 0;
}
