/* Reads networks, and describes them. */
#include "explorer/model/data/data_model_core.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"

#include <stdio.h>
#include <string.h>

#include "library/library.h"

/* Copies the path and the context's names of the internal action. Returns 0, or -1 with the context's error.
 */
static int copy_texts(struct heddle_network *network, const char *path) {
    const struct heddle_context *context = network->context;
    const struct option_list *internal = &context->reader.internal;
    uint64_t bytes = internal->count * sizeof *network->internal;
    network->texts = arena_create(&network->context->job.memory);
    network->path = arena_copy(network->texts, path, strlen(path));
    network->internal = arena_allocate(network->texts, bytes);
    if (arena_failed(network->texts)) {
        return error_memory(&network->context->job.error, "for the names");
    }
    if (bytes != 0) {
        memcpy(network->internal, internal->items, bytes);
    }
    return 0;
}

static int read_network(struct heddle_network *network, const char *path) {
    struct heddle_context *context = network->context;
    struct reader_options reader = context->reader;
    if (copy_texts(network, path) != 0) {
        return -1;
    }
    reader.internal.items = network->internal;
    if (job_read(&context->job, path, &reader, &network->tree, &network->network) != 0) {
        return -1;
    }
    const struct network *made = network->network;
    network->names = arena_allocate(network->texts, made->component_count * sizeof *network->names);
    if (network->names == NULL) {
        return error_memory(&context->job.error, "for the names");
    }
    for (uint32_t i = 0; i < made->component_count; i++) {
        network->names[i] = made->components[i].name;
    }
    return 0;
}

heddle_network *heddle_network_open(heddle_context *context, const char *path) {
    if (path == NULL) {
        error_set(&context->job.error, ERROR_USAGE, "a network needs a file");
        return NULL;
    }
    if (library_begin(context) != 0) {
        return NULL;
    }
    struct heddle_network *network = memory_allocate_zeroed(&context->job.memory, sizeof *network);
    if (network == NULL) {
        error_memory(&context->job.error, "for a network");
        return NULL;
    }
    network->context = context;
    if (read_network(network, path) != 0) {
        heddle_network_close(network);
        return NULL;
    }
    return network;
}

void heddle_network_close(heddle_network *network) {
    if (network == NULL) {
        return;
    }
    struct memory *memory = &network->context->job.memory;
    network_free(memory, network->network);
    language_free(network->tree);
    arena_free(network->texts);
    memory_free(memory, network, sizeof *network);
}

uint32_t heddle_network_components(const heddle_network *network) {
    return network->network->component_count;
}

const char *heddle_network_component(const heddle_network *network, uint32_t component) {
    return component < network->network->component_count ? network->names[component] : NULL;
}

uint64_t heddle_network_component_states(const heddle_network *network, uint32_t component) {
    return component < network->network->component_count ? network->network->components[component].states : 0;
}

int heddle_network_variable(const heddle_network *network, uint32_t component, int64_t *lowest) {
    const struct data_header *data = network->network->data;
    if (component >= network->network->component_count || data == NULL ||
        network->network->components[component].is_process) {
        return 0;
    }
    if (lowest != NULL) {
        *lowest = data_variables(data)[component].low;
    }
    return 1;
}

uint32_t heddle_network_state_labels(const heddle_network *network) {
    return network->network->label_predicates;
}

const char *heddle_network_state_label(const heddle_network *network, uint32_t label) {
    return label < network->network->label_predicates ? network->network->predicate_names[label] : NULL;
}

int heddle_network_value(const heddle_network *network, uint32_t component, uint32_t local_state, char *text,
                         uint64_t size) {
    const struct network *made = network->network;
    char shown[32];
    if (component >= made->component_count) {
        return error_set(&network->context->job.error, ERROR_USAGE, "there is no component %u", component);
    }
    if (made->show_value != NULL) {
        made->show_value(made, component, local_state, shown, sizeof shown);
    } else {
        snprintf(shown, sizeof shown, "%u", local_state);
    }
    return snprintf(text, size, "%s", shown) < (int64_t)size
               ? 0
               : error_set(&network->context->job.error, ERROR_USAGE, "the text is too short for %s", shown);
}
