/* Compiles a network into the model image (model_core.h): layout, plan of folding, and assembly. */
#include "explorer/model/model.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/data/data_model.h"
#include "explorer/model/data/data_tables.h"
#include "explorer/model/model_build.h"
#include "model/observer.h"
#include "explorer/model/network.h"
#include "explorer/model/successors_core.h"

struct model {
    struct memory *memory;
    const struct network *network;
    void *image;
    uint32_t bits, most_linked;
    struct arena *arena; /* of data_tables */
    const struct data_tables *data_tables;
};

void *model_scratch(struct model_build *build, uint64_t count, uint64_t size) {
    void *array = arena_allocate(build->arena, count * size);
    if (array == NULL) {
        error_memory(build->error, "to compile the network");
    }
    return array;
}

void *model_table_add(struct model_build *build, struct model_table *table, uint64_t count) {
    if (table->count + count >= UINT32_MAX) {
        error_set(build->error, ERROR_LIMIT,
                  "the network is too large: a table of its model would pass 2^32 entries");
        return NULL;
    }
    /* Allocates at least one element, so that the pointer is never NULL. */
    if (memory_grow(build->memory, &table->data, &table->capacity, table->count + count + 1, table->size) !=
        0) {
        error_memory(build->error, "to compile the network");
        return NULL;
    }
    void *first = (char *)table->data + table->count * table->size;
    memset(first, 0, count * table->size);
    table->count += count;
    return first;
}

uint32_t model_field_bits(uint64_t states) {
    uint32_t bits = 0;
    while (bits < 64 && ((uint64_t)1 << bits) < states) {
        bits++;
    }
    return bits;
}

/*
 * The number of words that the fields take if no word holds more than `room` bits; also places the fields if
 * requested.
 */
static uint32_t place_fields(const uint32_t *bits, uint32_t count, uint32_t room, uint32_t *words) {
    uint32_t word = 0, used = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (used + bits[i] > room) {
            word++;
            used = 0;
        }
        used += bits[i];
        if (words != NULL) {
            words[i] = word;
        }
    }
    return word + 1;
}

/*
 * Assigns words and shifts to the fields, right-aligned in their words. Returns W, never 3: such a vector has
 * an unused last word, so that keys do not cross the sectors of memory.
 */
static uint32_t lay_out(const uint32_t *bits, uint32_t count, uint32_t least_words, uint32_t *words,
                        struct model_component *component) {
    uint32_t room = MODEL_WORD_BITS, widest = 0, total = 0;
    for (uint32_t i = 0; i < count; i++) {
        widest = bits[i] > widest ? bits[i] : widest;
        total += bits[i];
    }
    if (least_words > 1) { /* for tests: spreads a small vector over more words than needed */
        room = (total + least_words - 1) / least_words;
        room = room > widest ? room : widest;
        room = room < MODEL_WORD_BITS ? room : MODEL_WORD_BITS;
        while (room < MODEL_WORD_BITS && place_fields(bits, count, room, NULL) > least_words) {
            room++;
        }
    }
    uint32_t used = place_fields(bits, count, room, words), shift = 0;
    for (uint32_t i = count; i-- > 0;) {
        shift = i + 1 < count && words[i + 1] == words[i] ? shift + bits[i + 1] : 0;
        component[i].word = words[i];
        component[i].shift = shift < 63 ? shift : 0; /* a field without bits at the top of a full word */
        component[i].mask = ((uint64_t)1 << bits[i]) - 1;
    }
    used = used > least_words ? used : least_words;
    return used == 3 ? 4 : used;
}

/*
 * Plans the levels of folding (fold_core.h); tail_bits: bits used in the vector's last word. 0, or -1 if the
 * vector is too long.
 */
static int plan_folding(struct model_header *header, uint32_t tail_bits) {
    uint32_t words = header->words, level = 0;
    header->fold_words[0] = words;
    while (words > MODEL_KEY_WORDS) {
        if (level == MODEL_FOLD_LEVELS) {
            return -1;
        }
        uint32_t pairs = words / 2, tail = words % 2;
        int joined = tail && pairs % 2 == 1 && tail_bits <= 32;
        header->fold_tail_joined[level] = (uint32_t)joined;
        words = (pairs + 1) / 2 + (tail && !joined);
        if (!tail || joined) {
            tail_bits = joined || pairs % 2 == 0 ? 63 : 31;
        }
        header->fold_words[++level] = words;
    }
    header->fold_levels = level;
    header->key_words = words == 3 ? 4 : words;
    header->fold_words[level] = header->key_words; /* an unused last word is 0 */
    return 0;
}

static void free_build(struct model_build *build) {
    for (uint32_t i = 0; i < MODEL_ARRAYS_COUNT; i++) {
        if (build->tables[i].capacity != 0) {
            memory_free(build->memory, build->tables[i].data,
                        build->tables[i].capacity * build->tables[i].size);
        }
    }
    arena_free(build->arena);
}

static int number_classes(struct model_build *build) {
    const struct network *network = build->network;
    uint64_t classes = 0;
    build->class_base =
        model_scratch(build, (uint64_t)network->component_count + 1, sizeof *build->class_base);
    if (build->class_base == NULL) {
        return -1;
    }
    for (uint32_t c = 0; c < network->component_count; c++) {
        classes += network->components[c].classes;
        if (classes >= UINT32_MAX) {
            return error_set(build->error, ERROR_LIMIT, "the network has more than 2^32 label classes");
        }
        build->class_base[c + 1] = (uint32_t)classes;
    }
    build->class_weight = model_scratch(build, classes, sizeof *build->class_weight);
    build->class_roles = model_scratch(build, classes, sizeof *build->class_roles);
    build->rule_leader = model_scratch(build, network->rule_count, sizeof *build->rule_leader);
    return build->class_weight == NULL || build->class_roles == NULL || build->rule_leader == NULL ? -1 : 0;
}

/* Fills the components' records, except rows and layout. */
static int add_components(struct model_build *build, int observer) {
    const struct network *network = build->network;
    struct model_component *component =
        model_table_add(build, &build->component, (uint64_t)network->component_count + (observer ? 1 : 0));
    if (component == NULL) {
        return -1;
    }
    if (network->data != NULL) {
        build->choices = data_model_most_choices(network->data); /* numbered from 0 in each state */
        return 0;
    }
    uint64_t choices = 0;
    for (uint32_t c = 0; c < network->component_count; c++) {
        component[c].lead = build->class_base[c];
        component[c].choice = (uint32_t)choices;
        choices += network->components[c].lts->choices;
        if (choices >= UINT32_MAX) {
            return error_set(build->error, ERROR_LIMIT,
                             "the network has more than 2^32 probabilistic choices");
        }
    }
    build->choices = (uint32_t)choices;
    return 0;
}

static int lay_out_model(struct model_build *build, const struct model_options *options,
                         struct model_header *header, uint32_t *total_bits) {
    const struct network *network = build->network;
    const struct observer *observer = options->observer;
    struct model_component *component = build->component.data;
    uint32_t fields = (uint32_t)build->component.count;
    uint32_t *bits = model_scratch(build, 2 * ((uint64_t)fields + 1), sizeof *bits);
    if (bits == NULL) {
        return -1;
    }
    *total_bits = 0;
    for (uint32_t i = 0; i < fields; i++) {
        uint64_t states = i < network->component_count ? network->components[i].states : observer->states;
        bits[i] = model_field_bits(states);
        *total_bits += bits[i];
    }
    header->words = lay_out(bits, fields, options->words, bits + fields, component);
    uint32_t tail_bits = 0;
    for (uint32_t i = 0; i < fields; i++) {
        if (component[i].word + 1 == header->words) {
            tail_bits += bits[i];
        }
    }
    return plan_folding(header, tail_bits) == 0
               ? 0
               : error_set(build->error, ERROR_LIMIT,
                           "the network has too many processes for a state vector");
}

/* --- the observer --- */

/* Uses an array that belongs to the caller. */
static void lend_table(struct model_table *table, const void *data, uint64_t count) {
    table->data = (void *)data;
    table->count = count;
}

/* Fills the observer's tables, with offsets narrowed to the image's 32 bits. */
static int build_observer(struct model_build *build, const struct observer *observer,
                          struct model_header *header) {
    uint64_t rows = (uint64_t)observer->states * observer->classes;
    const struct data_header *data = build->network->data;
    const uint64_t predicates = data == NULL ? 0 : data->predicates.count;
    struct model_observer_state *state = model_table_add(build, &build->observer_state, observer->states);
    uint32_t *row = state == NULL ? NULL : model_table_add(build, &build->observer_row, rows + 1);
    if (row == NULL) {
        return -1;
    }
    if (observer->row[rows] >= UINT32_MAX) {
        return error_set(build->error, ERROR_LIMIT, "the observer has more than 2^32 moves");
    }
    for (uint32_t i = 0; i < observer->states; i++) {
        if (run_should_stop(build->run)) {
            return error_set(build->error, ERROR_INTERRUPTED, "interrupted while compiling the network");
        }
        const struct observer_state *from = observer->state + i;
        int tests = from->kind == OBSERVER_TEST || from->kind == OBSERVER_PASS;
        if (tests && from->predicate >= predicates) {
            return error_set(build->error, ERROR_USAGE, "the model has no predicate %u of the formula",
                             from->predicate);
        }
        header->passes |= from->kind == OBSERVER_PASS;
        state[i] =
            (struct model_observer_state){.row = i * observer->classes,
                                          .priority = from->priority,
                                          .predicate = tests ? data_predicates(data)[from->predicate] : 0,
                                          .kind = from->kind,
                                          .owner = from->owner,
                                          .error = from->error,
                                          .quiet = from->quiet};
        for (uint64_t k = (uint64_t)i * observer->classes; k < (i + 1ull) * observer->classes; k++) {
            row[k] = (uint32_t)observer->row[k];
        }
    }
    row[rows] = (uint32_t)observer->row[rows];
    lend_table(&build->observer_class, observer->class_of_label, build->network->label_count);
    lend_table(&build->observer_target, observer->target, observer->row[rows]);
    return 0;
}

/* --- the image --- */

/* Passes states of the observer in those states in which the model begins. */
static int pass_initial(struct model_build *build, const struct model_header *header, uint64_t *initial) {
    const struct model_component *field =
        (const struct model_component *)build->component.data + build->network->component_count;
    const struct data_header *data = build->data.data;
    struct model_view view = {.observer_state = build->observer_state.data,
                              .observer_row = build->observer_row.data,
                              .observer_target = build->observer_target.data,
                              .header = header};
    struct data_scratch scratch;
    uint64_t *room = data_scratch_open(build->memory, data, &scratch);
    for (uint64_t i = 0; i < build->network->initial_count && room != NULL; i++, initial += header->words) {
        uint32_t state = model_field(field, initial);
        data_unpack(data, initial, scratch.fields);
        model_move(field, initial, state,
                   successors_pass(&view, data, scratch.fields, scratch.registers, state));
    }
    data_scratch_close(build->memory, data, room);
    return room == NULL ? error_memory(build->error, "to compile the network") : 0;
}

/* Writes initial state `index` of the network, with the observer in a state. */
static void write_initial(const struct model_build *build, uint64_t index, uint32_t observer,
                          uint64_t *vector) {
    const struct network *network = build->network;
    const struct model_component *component = build->component.data;
    uint32_t count = network->component_count;
    for (uint32_t c = 0; c < count; c++) {
        model_move(component + c, vector, 0,
                   network->initial_states == NULL ? network->components[c].initial
                                                   : network->initial_states[index * count + c]);
    }
    if (build->component.count > count) {
        model_move(component + count, vector, 0, observer);
    }
}

/* Computes the initial states, and those to which a ROOT state of the observer leads. */
static int add_initial(struct model_build *build, struct model_header *header,
                       const struct observer *observer) {
    const uint64_t count = build->network->initial_count;
    const uint32_t words = header->words, first = observer == NULL ? 0 : observer->initial;
    const int has_root = observer != NULL && observer->state[first].kind == OBSERVER_ROOT;
    uint64_t *initial = model_table_add(build, &build->initial, words * (count + (has_root ? 1 : 0)));
    if (initial == NULL) {
        return -1;
    }
    if (has_root) {
        header->initial_count = 1;
        header->root_count = count;
        write_initial(build, 0, first, initial);
        initial += words;
    }
    for (uint64_t i = 0; i < count; i++) {
        write_initial(build, i,
                      has_root ? observer->target[observer->row[(uint64_t)first * observer->classes]] : first,
                      initial + i * words);
    }
    return header->passes ? pass_initial(build, header, initial) : 0;
}

/* Copies the image of a model with data, with the places that its variables have in this layout. */
static int add_data(struct model_build *build, struct model_header *header) {
    const struct data_header *data = build->network->data;
    const struct model_component *component = build->component.data;
    uint64_t *copy = model_table_add(build, &build->data, (data->bytes + 7) / 8);
    if (copy == NULL) {
        return -1;
    }
    memcpy(copy, data, data->bytes);
    struct data_variable *variables = (struct data_variable *)((char *)copy + data->variables.offset);
    for (uint64_t i = 0; i < data->variables.count; i++) {
        variables[i].mask = component[i].mask;
        variables[i].word = component[i].word;
        variables[i].shift = component[i].shift;
    }
    header->kind = MODEL_DATA;
    header->work_words = (uint32_t)data_scratch_words(data);
    return 0;
}

/* Copies header and tables into one block. 0 or -1. */
static int assemble(struct model_build *build, struct model *model, struct model_header *header) {
    uint64_t bytes = (sizeof *header + 15) & ~(uint64_t)15;
    for (uint32_t i = 0; i < MODEL_ARRAYS_COUNT; i++) {
        header->at[i] = bytes;
        bytes += (build->tables[i].count * build->tables[i].size + 15) & ~(uint64_t)15;
    }
    header->bytes = bytes;
    char *image = memory_allocate_zeroed(build->memory, bytes);
    if (image == NULL) {
        return error_set(build->error, ERROR_MEMORY, "not enough memory for the model (%llu bytes)",
                         (unsigned long long)bytes);
    }
    memcpy(image, header, sizeof *header);
    for (uint32_t i = 0; i < MODEL_ARRAYS_COUNT; i++) {
        const struct model_table *table = &build->tables[i];
        if (table->count != 0) {
            memcpy(image + header->at[i], table->data, table->count * table->size);
        }
    }
    model->image = image;
    return 0;
}

static void fill_header(struct model_build *build, const struct observer *observer,
                        struct model_header *header) {
    const struct network *network = build->network;
    header->kind = MODEL_NETWORK;
    header->components = network->component_count;
    header->labels = network->label_count;
    header->strata = network->strata;
    header->work_words = (uint32_t)(((uint64_t)network->guards + 63) / 64);
    header->initial_count = network->initial_count;
    header->classes = network->data == NULL ? build->class_base[network->component_count] : 0;
    header->choices = build->choices;
    header->blocks = (uint32_t)build->block.count;
    header->labelled = build->labelled && build->block.count != 0;
    if (observer != NULL) {
        header->observer_states = observer->states;
    }
}

static void size_tables(struct model_build *build) {
#define MODEL_SIZE(name, type) build->name.size = sizeof(type);
    MODEL_ARRAYS(MODEL_SIZE)
#undef MODEL_SIZE
}

/* The tables of a network's rows and rules. */
static int build_moves(struct model_build *build, struct model_header *header) {
    return model_weigh_classes(build) != 0 || model_choose_leaders(build) != 0 ||
                   model_build_rows(build) != 0 || model_build_rules(build) != 0 ||
                   model_build_links(build, header) != 0 || model_build_blocks(build, header) != 0
               ? -1
               : 0;
}

static int build_tables(struct model_build *build, const struct model_options *options,
                        struct model_header *header, uint32_t *bits) {
    const int has_data = build->network->data != NULL;
    build->block_bits = options->block_bits != 0 ? options->block_bits : MODEL_BLOCK_BITS;
    build->link_bytes = options->link_bytes != 0 ? options->link_bytes : MODEL_LINK_BYTES;
    build->labelled = options->labels || options->observer != NULL;
    if ((!has_data && number_classes(build) != 0) || add_components(build, options->observer != NULL) != 0 ||
        lay_out_model(build, options, header, bits) != 0) {
        return -1;
    }
    if (!has_data && (model_plan_blocks(build) != 0 || model_plan_links(build) != 0)) {
        return -1;
    }
    fill_header(build, options->observer, header);
    return (has_data ? add_data(build, header) : build_moves(build, header)) != 0 ||
                   (options->observer != NULL && build_observer(build, options->observer, header) != 0) ||
                   add_initial(build, header, options->observer) != 0
               ? -1
               : 0;
}

static void add_data_tables(struct model *model) {
    const struct model_view view = model_view_of(model->image);
    model->arena = arena_create(model->memory);
    if (model->arena != NULL) {
        model->data_tables = data_tables_create(model->arena, model->memory,
                                                (const struct data_header *)view.data, view.header->words, 0);
    }
    if (model->data_tables == NULL) {
        arena_free(model->arena);
        model->arena = NULL;
    }
}

model *model_compile(const struct network *network, const struct model_options *options,
                     const struct run *run, struct error *error) {
    struct model_build build = {.network = network,
                                .run = run,
                                .memory = run->memory,
                                .arena = arena_create(run->memory),
                                .error = error};
    struct model_header header;
    memset(&header, 0, sizeof header);
    run_tell(run, "compiling the network", 0, 0, NULL);
    size_tables(&build);
    model *model = memory_allocate_zeroed(run->memory, sizeof *model);
    int failed = model == NULL;
    if (!failed) {
        model->memory = run->memory;
        model->network = network;
        failed = build_tables(&build, options, &header, &model->bits) != 0 ||
                 assemble(&build, model, &header) != 0;
        model->most_linked = header.linkers != 0 ? build.most_linked : 0;
        if (!failed && network->data != NULL) {
            add_data_tables(model);
        }
    } else {
        error_memory(error, "to compile the network");
    }
    free_build(&build);
    if (failed) {
        model_free(model);
        return NULL;
    }
    return model;
}

void model_free(model *model) {
    if (model != NULL) {
        if (model->image != NULL) {
            memory_free(model->memory, model->image, model_header(model)->bytes);
        }
        arena_free(model->arena);
        memory_free(model->memory, model, sizeof *model);
    }
}

const void *model_image(const model *model) {
    return model->image;
}

const struct model_header *model_header(const model *model) {
    return model->image;
}

const struct network *model_network(const model *model) {
    return model->network;
}

uint32_t model_most_linked(const model *model) {
    return model->most_linked;
}

const struct data_tables *model_data_tables(const model *model) {
    return model->data_tables;
}

uint32_t model_bits(const model *model) {
    return model->bits;
}

uint32_t model_word_bits(const model *model, uint32_t word) {
    struct model_view view = model_view_of(model->image);
    uint32_t fields = view.header->components + (view.header->observer_states != 0), bits = 0;
    for (uint32_t i = 0; i < fields; i++) {
        uint32_t top = view.component[i].shift + (uint32_t)__builtin_popcountll(view.component[i].mask);
        if (view.component[i].word == word && top > bits) {
            bits = top;
        }
    }
    return bits;
}
