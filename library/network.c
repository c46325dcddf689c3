/* Reads networks, and describes them. */
#include "explorer/model/data/data_model_core.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"

#include <stdio.h>
#include <string.h>

#include "library/library.h"

static void warn_all(struct heddle_network *network) {
    for (uint32_t i = 0; i < network->network->warning_count; i++) {
        const struct source_warning *warning = &network->network->warnings[i];
        struct error error;
        error_at(&error, ERROR_INPUT, warning->position, "%s", warning->text);
        library_warn(network->context, &error);
    }
}

/* Copies the path and the context's names of the internal action. Returns 0, or -1 with the context's error.
 */
static int copy_texts(struct heddle_network *network, const char *path) {
    const struct heddle_context *context = network->context;
    uint64_t bytes = context->internal_count * sizeof *network->internal;
    network->texts = arena_create(&network->context->memory);
    network->path = arena_copy(network->texts, path, strlen(path));
    network->internal = arena_allocate(network->texts, bytes);
    if (arena_failed(network->texts)) {
        return error_memory(&network->context->error, "for the names");
    }
    if (bytes != 0) {
        memcpy(network->internal, context->internal, bytes);
    }
    return 0;
}

static int read_network(struct heddle_network *network, const char *path) {
    struct heddle_context *context = network->context;
    struct exp_options reading = library_reading(context);
    if (copy_texts(network, path) != 0) {
        return -1;
    }
    struct definitions constants = {.memory = &context->memory}; /* reading marks those that are used */
    reading.internal = network->internal;
    reading.definitions = &constants;
    int failed = definitions_copy(&constants, &context->constants, &context->error) != 0 ||
                 language_load(path, &reading, &network->reading, &network->tree, &network->network,
                               &context->error) != 0;
    definitions_free(&constants);
    if (failed) {
        return -1;
    }
    const struct network *made = network->network;
    network->names = arena_allocate(network->texts, made->component_count * sizeof *network->names);
    if (network->names == NULL) {
        return error_memory(&context->error, "for the names");
    }
    for (uint32_t i = 0; i < made->component_count; i++) {
        network->names[i] = made->components[i].name;
    }
    return 0;
}

heddle_network *heddle_network_open(heddle_context *context, const char *path) {
    struct run run;
    if (path == NULL) {
        error_set(&context->error, ERROR_USAGE, "a network needs a file");
        return NULL;
    }
    if (library_begin(context, &run) != 0) {
        return NULL;
    }
    struct heddle_network *network = memory_allocate_zeroed(&context->memory, sizeof *network);
    if (network == NULL) {
        error_memory(&context->error, "for a network");
        return NULL;
    }
    network->context = context;
    network->reading = run;
    if (read_network(network, path) != 0) {
        heddle_network_close(network);
        return NULL;
    }
    warn_all(network);
    return network;
}

void heddle_network_close(heddle_network *network) {
    if (network == NULL) {
        return;
    }
    struct memory *memory = &network->context->memory;
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
        return error_set(&network->context->error, ERROR_USAGE, "there is no component %u", component);
    }
    if (made->show_value != NULL) {
        made->show_value(made, component, local_state, shown, sizeof shown);
    } else {
        snprintf(shown, sizeof shown, "%u", local_state);
    }
    return snprintf(text, size, "%s", shown) < (int64_t)size
               ? 0
               : error_set(&network->context->error, ERROR_USAGE, "the text is too short for %s", shown);
}
