/* The processes of a composed tree in its network: their names, and the classes that rules use. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "frontend/exp/compile/network_internal.h"

/* --- names --- */

/* Names of processes and variables. */
struct process_namer {
    struct composer *composer;
    uint32_t *uses; /* of each text, by its number in the composer's names */
    uint64_t capacity;
};

/* Starts the scratch buffer with the text "=", because names are no labels, and a name. */
static int begin_name(struct composer *composer, const char *name, size_t length) {
    composer->text.length = 0;
    return text_buffer_add(composer->memory, &composer->text, "=") != 0 ||
                   text_buffer_append(composer->memory, &composer->text, name, length) != 0
               ? -1
               : 0;
}

/* The number of the text in the scratch buffer, and whether it is the first time that it is used. LABEL_NONE:
 * no memory. */
static uint32_t use_text(struct process_namer *namer, int *is_new) {
    struct composer *composer = namer->composer;
    const uint32_t known = label_count(composer->names);
    const uint32_t id = label_intern(composer->names, composer->text.data, composer->text.length);
    if (id == LABEL_NONE || MEMORY_GROW(composer->memory, &namer->uses, &namer->capacity, (uint64_t)id + 1)) {
        return LABEL_NONE;
    }
    *is_new = id >= known;
    namer->uses[id] = *is_new ? 1 : namer->uses[id];
    return id;
}

/* A copy of the name in the scratch buffer, with the next number that makes a new name if it is one already;
 * NULL: no memory. */
static const char *finish_name(struct process_namer *namer) {
    struct composer *composer = namer->composer;
    const size_t length = composer->text.length;
    int is_new = 0;
    const uint32_t base = use_text(namer, &is_new);
    uint32_t id = base;
    while (id != LABEL_NONE && !is_new) {
        char number[16];
        int digits = snprintf(number, sizeof number, "#%u", ++namer->uses[base]);
        composer->text.length = length;
        id = text_buffer_append(composer->memory, &composer->text, number, (size_t)digits) != 0
                 ? LABEL_NONE
                 : use_text(namer, &is_new);
    }
    return id == LABEL_NONE ? NULL
                            : arena_copy(composer->arena, composer->text.data + 1, composer->text.length - 1);
}

/* The base name of the file without its extension. */
static const char *name_process(struct process_namer *namer, const char *path) {
    size_t length;
    const char *base = exp_leaf_name(path, &length);
    return begin_name(namer->composer, base, length) != 0 ? NULL : finish_name(namer);
}

/* "process.x": what the variables of a PRISM model are called. */
static int name_variables(struct process_namer *namer, struct network_finish *finish, const char *process,
                          const struct prism_model *model) {
    struct composer *composer = namer->composer;
    for (uint32_t i = 0; i < model->variable_count; i++) {
        const char *name = NULL;
        if (begin_name(composer, process, strlen(process)) == 0 &&
            text_buffer_add(composer->memory, &composer->text, ".") == 0 &&
            text_buffer_add(composer->memory, &composer->text, model->variables[i].name.text) == 0) {
            name = finish_name(namer);
        }
        if (name == NULL || GROWING_ADD(composer->memory, finish->variable_names, name) != 0) {
            return compose_memory(finish->composer);
        }
    }
    return 0;
}

/* --- processes --- */

/* Fills one component: of a PRISM model, its name and its classes, which the composer keeps. */
static int make_process(struct network_finish *finish, struct process_namer *namer,
                        struct compose_process *from, struct network_component *to) {
    const struct exp_node *leaf = from->leaf;
    to->name = name_process(namer, leaf->path);
    to->class_of = from->class_of;
    if (leaf->prism == NULL) {
        to->lts = leaf->lts;
        to->states = leaf->lts->states;
        to->initial = leaf->lts->initial;
        from->class_of = NULL;
    }
    return to->name == NULL      ? compose_memory(finish->composer)
           : leaf->prism == NULL ? 0
                                 : name_variables(namer, finish, to->name, prism_tree_model(leaf->prism));
}

int network_make_processes(struct network_finish *finish) {
    struct composer *composer = finish->composer;
    struct network *network = finish->network;
    struct process_namer namer = {.composer = composer};
    uint64_t count = composer->processes.count;
    network->components = memory_allocate_zeroed(composer->memory, count * sizeof *network->components);
    if (network->components == NULL) {
        return compose_memory(finish->composer);
    }
    finish->owned->component_capacity = count;
    int status = 0;
    for (uint64_t i = 0; i < count && status == 0; i++) {
        struct compose_process *from = &composer->processes.data[i];
        const struct exp_node *leaf = from->leaf;
        if (leaf->lts != NULL && leaf->lts->distributions && count > 1) {
            status = error_at(
                composer->error, ERROR_INPUT, leaf->position,
                "%s has probabilistic transitions between distributions: not a process of a larger network",
                leaf->path);
            break;
        }
        status = make_process(finish, &namer, from, &network->components[i]);
        network->component_count = (uint32_t)i + 1;
    }
    memory_free(composer->memory, namer.uses, namer.capacity * sizeof *namer.uses);
    return status;
}

/* --- classes --- */

int network_number_classes(struct network_finish *finish) {
    struct composer *composer = finish->composer;
    struct network *network = finish->network;
    uint64_t total = 0, bytes = (composer->processes.count + 1) * sizeof(uint64_t);
    uint64_t *first = memory_allocate(composer->memory, bytes);
    if (first == NULL) {
        return compose_memory(finish->composer);
    }
    for (uint64_t i = 0; i < composer->processes.count; i++) {
        first[i] = total;
        total += composer->processes.data[i].classes;
    }
    uint32_t *numbers = memory_allocate_zeroed(composer->memory, total * sizeof *numbers);
    if (numbers != NULL) {
        for (uint64_t i = 0; i < network->participant_count; i++) {
            const struct network_participant *participant = &network->participants[i];
            numbers[first[participant->component] + participant->class_index] = 1;
        }
        for (uint64_t i = 0; i < composer->processes.count; i++) {
            uint32_t *own = numbers + first[i];
            for (uint32_t j = 0; j < composer->processes.data[i].classes; j++) {
                own[j] = own[j] != 0 ? network->components[i].classes++ : NETWORK_DEAD_CLASS;
            }
            for (uint32_t j = 0; j < composer->processes.data[i].label_count; j++) {
                uint32_t *class_of = &network->components[i].class_of[j];
                *class_of = *class_of == NETWORK_DEAD_CLASS ? NETWORK_DEAD_CLASS : own[*class_of];
            }
        }
        for (uint64_t i = 0; i < network->participant_count; i++) {
            struct network_participant *participant = &network->participants[i];
            participant->class_index = numbers[first[participant->component] + participant->class_index];
        }
    }
    memory_free(composer->memory, numbers, total * sizeof *numbers);
    memory_free(composer->memory, first, bytes);
    return numbers == NULL ? compose_memory(finish->composer) : 0;
}
