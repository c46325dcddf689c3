/* Makes the tables of stubborn sets (stubborn.h) from the model image. */
#include "explorer/model/stubborn_internal.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/data/data_model_core.h"
#include "explorer/model/network.h"
#include "model/observer.h"
#include "explorer/model/stubborn_data.h"
#include "explorer/model/stubborn_wide_core.h"

const char *stubborn_refusal(const struct network *network) {
    if (network->data != NULL && network->data->kind == DATA_NETWORK) {
        return "processes of the network are PRISM models";
    }
    if (network->data != NULL) {
        return network->data->commands.count > STUBBORN_COMMANDS_MOST ? "the model has too many commands"
                                                                      : NULL;
    }
    if (network->guards != 0 || network->strata != 1) {
        return "the network has priorities";
    }
    for (uint32_t i = 0; i < network->label_count; i++) {
        if (network->labels[i].kind == LABEL_PROB || network->labels[i].kind == LABEL_RATE) {
            return network->labels[i].kind == LABEL_RATE ? "the network has rates"
                                                         : "the network has probabilities";
        }
    }
    return NULL;
}

const char *stubborn_device_refusal(const struct network *network) {
    return network->data == NULL && network->component_count > STUBBORN_WIDE_MOST
               ? "networks of more than 2048 processes"
               : NULL;
}

struct stubborn_build {
    struct stubborn *tables;
    struct model_view model;
    const struct run *run;
    uint8_t *visible;      /* [labels]; NULL: only deadlocks matter */
    uint8_t *marked_rows;  /* [rows of the image] */
    uint32_t *class_begin; /* [components + 1]: the first class of each */
    uint64_t *partners;    /* [classes * words]: partners in rules of two */
    uint64_t row_count;    /* rows of all components */
    struct error *error;
};

static void *make_array(struct stubborn_build *build, uint64_t count, uint64_t size) {
    void *array =
        size != 0 && count > UINT64_MAX / size ? NULL : arena_allocate(build->tables->arena, count * size);
    if (array == NULL) {
        error_memory(build->error, "for the reduction");
    }
    return array;
}

/* Makes an array of the view. 0 or -1. */
#define MAKE_ARRAY(build, name, count)                                                                       \
    ((build)->tables->bytes[STUBBORN_ARRAY_##name] = (uint64_t)(count) * sizeof *(build)->tables->view.name, \
     (build)->tables->view.name = make_array(build, count, sizeof *(build)->tables->view.name),              \
     (build)->tables->view.name == NULL ? -1 : 0)

static void set_bit(uint64_t *set, uint32_t bit) {
    set[bit / 64] |= (uint64_t)1 << (bit % 64);
}

/* --- visible labels --- */

/* Whether the observer does anything but stay where it is, in some state in which it follows the network. */
static int observer_moves(const struct model_view *model, uint32_t class_index) {
    for (uint32_t state = 0; state < model->header->observer_states; state++) {
        const struct model_observer_state *from = &model->observer_state[state];
        const uint32_t *row = model->observer_row + from->row + class_index;
        if (from->kind != OBSERVER_STEP) {
            continue;
        }
        int stays = row[0] < row[1];
        for (uint32_t i = row[0]; i < row[1]; i++) {
            stays &= model->observer_target[i] == state;
        }
        if (!stays) {
            return 1;
        }
    }
    return 0;
}

static int find_visible(struct stubborn_build *build, const uint8_t *watched) {
    const struct model_view *model = &build->model;
    const struct model_header *header = model->header;
    uint32_t labels = header->labels, classes = 0;
    if (watched == NULL && header->observer_states == 0) {
        return 0;
    }
    build->visible = make_array(build, labels, 1);
    if (build->visible == NULL) {
        return -1;
    }
    if (watched != NULL) {
        memcpy(build->visible, watched, labels);
    }
    for (uint32_t i = 0; i < labels && header->observer_states != 0; i++) {
        classes = model->observer_class[i] >= classes ? model->observer_class[i] + 1 : classes;
    }
    uint8_t *moves = make_array(build, classes, 1);
    if (moves == NULL) {
        return -1;
    }
    for (uint32_t i = 0; i < classes; i++) {
        moves[i] = (uint8_t)observer_moves(model, i);
    }
    for (uint32_t i = 0; i < labels && classes != 0; i++) {
        build->visible[i] |= moves[model->observer_class[i]];
    }
    return 0;
}

static int is_visible(const struct stubborn_build *build, uint32_t label) {
    return build->visible != NULL && build->visible[label] != 0;
}

/* --- rules --- */

/* Calls `visit` for each rule of several participants, in the order of their leading classes. */
static void visit_rules(struct stubborn_build *build,
                        void (*visit)(struct stubborn_build *build, uint32_t number,
                                      const struct model_other *leader, const struct model_rule *rule)) {
    const struct model_view *model = &build->model;
    uint32_t number = 0;
    for (uint32_t c = 0; c < model->header->components; c++) {
        for (uint32_t k = build->class_begin[c]; k < build->class_begin[c + 1]; k++) {
            const struct model_other leader = {c, k - build->class_begin[c], 1};
            for (uint32_t r = model->lead[k]; r < model->lead[k + 1]; r++) {
                if (model->rule[r].other_count != 0) {
                    visit(build, number++, &leader, model->rule + r);
                }
            }
        }
    }
}

static int is_pair(const struct stubborn_rule *rule) {
    return rule->count == 2;
}

/* Fills the record of a rule and counts where it is listed; `parts` of the rule before is its end. */
static void add_rule(struct stubborn_build *build, uint32_t number, const struct model_other *leader,
                     const struct model_rule *rule) {
    struct stubborn_view *tables = &build->tables->view;
    struct stubborn_rule *record = tables->rules + number;
    struct model_other *part = tables->parts + record->parts;
    record->count = rule->other_count + 1;
    record->visible = is_visible(build, rule->label) != 0;
    record[1].parts = record->parts + record->count;
    tables->has_wide_rules |= !is_pair(record);
    part[0] = *leader;
    memcpy(part + 1, build->model.other + rule->others, rule->other_count * sizeof *part);
    for (uint32_t i = 0; i < record->count; i++) {
        uint32_t class_number = build->class_begin[part[i].component] + part[i].class_index;
        if (i == 0 || !is_pair(record)) {
            tables->class_begin[class_number + 1]++;
        }
        if (is_pair(record)) {
            set_bit(build->partners + (uint64_t)class_number * tables->words, part[1 - i].component);
        }
    }
}

/* Lists a rule; class_begin[k + 1] is where class k goes on. */
static void list_rule(struct stubborn_build *build, uint32_t number, const struct model_other *leader,
                      const struct model_rule *rule) {
    struct stubborn_view *tables = &build->tables->view;
    const struct stubborn_rule *record = tables->rules + number;
    const struct model_other *part = tables->parts + record->parts;
    (void)leader;
    (void)rule;
    for (uint32_t i = 0; i < record->count && (i == 0 || !is_pair(record)); i++) {
        uint32_t class_number = build->class_begin[part[i].component] + part[i].class_index;
        tables->listed[tables->class_begin[class_number + 1]++] = 2 * number + (i == 0);
    }
}

/* The rules of several participants, and those to evaluate for each class. */
static int make_rules(struct stubborn_build *build) {
    struct stubborn_view *tables = &build->tables->view;
    const struct model_view *model = &build->model;
    uint32_t classes = model->header->classes, rules = model->lead[classes];
    uint64_t parts = 0;
    for (uint32_t r = 0; r < rules; r++) {
        parts += (uint64_t)model->rule[r].other_count + 1;
    }
    if (parts >= UINT32_MAX / 2) {
        return error_set(build->error, ERROR_LIMIT,
                         "the rules of the network have too many participants for --partial-order");
    }
    build->partners = make_array(build, (uint64_t)classes * tables->words, sizeof *build->partners);
    if (build->partners == NULL || MAKE_ARRAY(build, rules, (uint64_t)rules + 1) != 0 ||
        MAKE_ARRAY(build, parts, parts) != 0 || MAKE_ARRAY(build, class_begin, (uint64_t)classes + 2) != 0 ||
        MAKE_ARRAY(build, listed, parts) != 0) {
        return -1;
    }
    visit_rules(build, add_rule);
    uint32_t sum = 0;
    for (uint32_t k = 0; k <= classes; k++) { /* counts become begins, one place further on */
        uint32_t count = tables->class_begin[k + 1];
        tables->class_begin[k + 1] = sum;
        sum += count;
    }
    visit_rules(build, list_rule); /* each begin moves to its end, which is the next begin */
    return 0;
}

/* --- rows --- */

/* Fills the row of one local state of a component. */
static void describe_row(struct stubborn_build *build, uint32_t component, const struct model_row *row,
                         uint64_t number) {
    const struct model_view *model = &build->model;
    struct stubborn_view *tables = &build->tables->view;
    const uint32_t classes = build->class_begin[component], words = tables->words;
    uint64_t *needs = tables->needs + number * words, moves = row[1].moves - row[0].moves;
    int bad = build->visible != NULL && build->marked_rows[row - model->row];
    for (uint32_t i = row[0].moves; i < row[1].moves; i++) {
        bad |= is_visible(build, model->fast_label[classes + model->move_class[i]]);
    }
    for (uint32_t e = row[0].begin; e < row[1].begin; e++) {
        uint32_t k = classes + model->entry[e].class_index;
        for (uint32_t w = 0; w < words; w++) {
            needs[w] |= build->partners[(uint64_t)k * words + w];
        }
        for (uint32_t r = model->lead[k]; e < row[0].lead_end && r < model->lead[k + 1]; r++) {
            if (model->rule[r].other_count == 0) { /* a second rule of a class that has a fast one */
                moves += model->entry[e + 1].targets - model->entry[e].targets;
                bad |=
                    is_visible(build, model->rule[r].label) || (tables->marked != NULL && tables->marked[e]);
            }
        }
    }
    tables->moves[number] = bad || moves > STUBBORN_NEVER ? STUBBORN_NEVER : (uint32_t)moves;
}

static int make_rows(struct stubborn_build *build) {
    const struct model_view *model = &build->model;
    uint64_t number = 0;
    if (MAKE_ARRAY(build, moves, build->row_count) != 0 ||
        MAKE_ARRAY(build, needs, build->row_count * build->tables->view.words) != 0) {
        return -1;
    }
    for (uint32_t c = 0; c < model->header->components; c++) {
        for (uint32_t i = 0; i < model->component[c].rows; i++) {
            describe_row(build, c, model->row + model->component[c].row + i, number++);
            if (run_stops_at(build->run, number, 65536)) {
                return error_set(build->error, ERROR_INTERRUPTED, "interrupted before the search");
            }
        }
    }
    return 0;
}

/* --- the whole --- */

static int make_marks(struct stubborn_build *build) {
    const struct model_view *model = &build->model;
    uint64_t rows = 0, entries = 0;
    if (build->visible == NULL) {
        return 0;
    }
    for (uint32_t c = 0; c < model->header->components; c++) {
        uint64_t end = (uint64_t)model->component[c].row + model->component[c].rows;
        rows = end > rows ? end : rows;
        entries = model->row[end].begin > entries ? model->row[end].begin : entries;
    }
    build->marked_rows = make_array(build, rows, 1);
    return build->marked_rows == NULL || MAKE_ARRAY(build, marked, entries) != 0
               ? -1
               : stubborn_mark(model, build->tables->view.marked, build->marked_rows, build->run,
                               build->error);
}

/* Of a model with data: the tables of its commands. */
static int make_commands(struct stubborn_build *build) {
    const struct data_header *image = (const struct data_header *)build->model.data;
    struct stubborn *tables = build->tables;
    return stubborn_data_create(tables->arena, image, build->visible, &tables->view, tables->bytes) != 0
               ? error_memory(build->error, "for the reduction")
               : 0;
}

static int make_tables(struct stubborn_build *build, const uint8_t *visible) {
    const struct model_header *header = build->model.header;
    struct stubborn_view *tables = &build->tables->view;
    build->tables->model = build->model;
    if (header->kind == MODEL_DATA) {
        return find_visible(build, visible) != 0 || make_commands(build) != 0 ? -1 : 0;
    }
    tables->count = header->components;
    tables->words = (header->components + 63) / 64;
    build->class_begin = make_array(build, (uint64_t)header->components + 1, sizeof *build->class_begin);
    if (build->class_begin == NULL || MAKE_ARRAY(build, row, header->components) != 0) {
        return -1;
    }
    for (uint32_t c = 0; c < header->components; c++) {
        build->class_begin[c] = build->model.component[c].lead;
        tables->row[c] = (uint32_t)build->row_count;
        build->row_count += build->model.component[c].rows;
    }
    build->class_begin[header->components] = header->classes;
    if (build->row_count >= UINT32_MAX) {
        return error_set(build->error, ERROR_LIMIT,
                         "the processes of the network have too many states for --partial-order");
    }
    return find_visible(build, visible) != 0 || make_marks(build) != 0 || make_rules(build) != 0 ||
                   make_rows(build) != 0
               ? -1
               : 0;
}

stubborn *stubborn_create(const struct model_view *view, const uint8_t *visible, const struct run *run,
                          struct error *error) {
    struct arena *arena = arena_create(run->memory);
    struct stubborn *tables = arena_allocate(arena, sizeof *tables);
    struct stubborn_build build = {.tables = tables, .model = *view, .run = run, .error = error};
    if (tables == NULL) {
        arena_free(arena);
        error_memory(error, "for the reduction");
        return NULL;
    }
    tables->arena = arena;
    if (make_tables(&build, visible) != 0) {
        arena_free(arena);
        return NULL;
    }
    return tables;
}

void stubborn_free(stubborn *tables) {
    if (tables != NULL) {
        arena_free(tables->arena);
    }
}

const struct stubborn_view *stubborn_tables(const stubborn *tables) {
    return &tables->view;
}

const uint64_t *stubborn_array_bytes(const stubborn *tables) {
    return tables->bytes;
}
