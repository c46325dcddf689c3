/* Compiles the rows of components: moves grouped by class; equal components share rows. */
#include "explorer/model/model_build.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/model/network.h"

/* Whether two components of one LTS have the same classes. */
static int same_classes(const struct network_component *a, const struct network_component *b) {
    return a->lts == b->lts && a->classes == b->classes &&
           memcmp(a->class_of, b->class_of, a->lts->label_count * sizeof *a->class_of) == 0;
}

static int same_roles(const struct model_build *build, uint32_t a, uint32_t b) {
    return memcmp(build->class_roles + build->class_base[a], build->class_roles + build->class_base[b],
                  build->network->components[a].classes) == 0;
}

/*
 * An earlier component that equals `c`, or c itself. `chain` links components of the same LTS backwards
 * (MODEL_NONE ends it), so only these are compared, and only one of each kind (`kind[c] == c`).
 */
static uint32_t find_twin(const struct model_build *build, uint32_t c, uint32_t *chain, const uint32_t *kind,
                          int roles) {
    const struct network_component *component = build->network->components;
    if (chain[c] != MODEL_NONE && kind[chain[c]] != chain[c]) {
        chain[c] = chain[chain[c]]; /* skips equal components, so that only distinct kinds are compared */
    }
    for (uint32_t other = chain[c]; other != MODEL_NONE; other = chain[other]) {
        if (kind[other] == other && same_classes(component + other, component + c) &&
            (!roles || same_roles(build, other, c))) {
            return other;
        }
    }
    return c;
}

struct lts_last {
    const struct lts *lts;
    uint32_t component;
};

static int compare_lts(const void *a, const void *b) {
    const struct lts_last *left = a, *right = b;
    return left->lts != right->lts ? sort_compare((uintptr_t)left->lts, (uintptr_t)right->lts)
                                   : sort_compare(left->component, right->component);
}

/* The previous component with the same LTS for each component; NULL (error filled) when memory runs out. */
static uint32_t *link_components(struct model_build *build) {
    uint32_t count = build->network->component_count;
    uint32_t *chain = model_scratch(build, count, sizeof *chain);
    struct lts_last *order = model_scratch(build, count, sizeof *order);
    if (chain == NULL || order == NULL) {
        return NULL;
    }
    for (uint32_t c = 0; c < count; c++) {
        order[c] = (struct lts_last){build->network->components[c].lts, c};
    }
    qsort(order, count, sizeof *order, compare_lts);
    for (uint32_t i = 0; i < count; i++) {
        int first = i == 0 || order[i - 1].lts != order[i].lts;
        chain[order[i].component] = first ? MODEL_NONE : order[i - 1].component;
    }
    return chain;
}

static void weigh_component(const struct network_component *component, uint32_t *weight, uint32_t *last_row) {
    const struct lts *lts = component->lts;
    memset(last_row, 0xff, component->classes * sizeof *last_row);
    for (uint32_t state = 0; state < lts->row_states; state++) {
        for (uint64_t move = lts->row[state]; move < lts->row[state + 1]; move++) {
            uint32_t class_index = component->class_of[lts->label[move]];
            if (class_index != NETWORK_DEAD_CLASS && last_row[class_index] != state) {
                last_row[class_index] = state;
                weight[class_index]++;
            }
        }
    }
}

int model_weigh_classes(struct model_build *build) {
    const struct network *network = build->network;
    uint32_t count = network->component_count, most_classes = 0;
    for (uint32_t c = 0; c < count; c++) {
        uint32_t classes = network->components[c].classes;
        most_classes = classes > most_classes ? classes : most_classes;
    }
    uint32_t *last_row = model_scratch(build, most_classes, sizeof *last_row);
    uint32_t *chain = link_components(build), *kind = model_scratch(build, count, sizeof *kind);
    if (chain == NULL || kind == NULL || last_row == NULL) {
        return -1;
    }
    for (uint32_t c = 0; c < count; c++) {
        uint32_t *weight = build->class_weight + build->class_base[c];
        kind[c] = find_twin(build, c, chain, kind, 0);
        if (kind[c] == c) {
            weigh_component(network->components + c, weight, last_row);
        } else {
            memcpy(weight, build->class_weight + build->class_base[kind[c]],
                   network->components[c].classes * sizeof *weight);
        }
    }
    return 0;
}

/* A move that is not in an entry yet. */
struct sorted_move {
    uint64_t place; /* leading classes first, then by class, then by number in the row */
    uint32_t target, choice;
};

static int compare_places(const void *a, const void *b) {
    const struct sorted_move *left = a, *right = b;
    return sort_compare(left->place, right->place);
}

/* Appends the fast moves of one local state to the move tables, in their order. */
static int add_fast_move(struct model_build *build, uint32_t class_index, uint32_t to,
                         uint32_t choice_number) {
    uint32_t *target = model_table_add(build, &build->move_target, 1);
    uint32_t *class_at = target == NULL ? NULL : model_table_add(build, &build->move_class, 1);
    uint32_t *choice = build->choices != 0 ? model_table_add(build, &build->move_choice, 1) : NULL;
    if (class_at == NULL || (build->choices != 0 && choice == NULL)) {
        return -1;
    }
    *target = to;
    *class_at = class_index;
    if (choice != NULL) {
        *choice = choice_number;
    }
    return 0;
}

static int begins_entry(const struct sorted_move *moves, uint64_t i) {
    return i == 0 || moves[i].place >> 31 != moves[i - 1].place >> 31;
}

/* Appends the entries of one local state, from its moves sorted by place. */
static int add_entries(struct model_build *build, struct model_row *row, const struct sorted_move *moves,
                       uint64_t count) {
    uint64_t distinct = 0, leading = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (begins_entry(moves, i)) {
            distinct++;
            leading += moves[i].place >> 63 == 0;
        }
    }
    row->begin = (uint32_t)build->entry.count;
    row->lead_end = row->begin + (uint32_t)leading;
    uint64_t first_target = build->target.count;
    struct model_entry *entry = model_table_add(build, &build->entry, distinct);
    uint32_t *target = model_table_add(build, &build->target, count);
    uint32_t *choice = build->choices != 0 ? model_table_add(build, &build->choice, count) : NULL;
    if (entry == NULL || target == NULL || (build->choices != 0 && choice == NULL)) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (begins_entry(moves, i)) {
            entry->class_index = (uint32_t)(moves[i].place >> 31);
            entry->targets = (uint32_t)(first_target + i);
            entry++;
        }
        target[i] = moves[i].target;
        if (choice != NULL) {
            choice[i] = moves[i].choice;
        }
    }
    return 0;
}

/* Builds the row of one local state; *moves is a buffer that grows. */
static int add_row(struct model_build *build, const struct network_component *component, const uint8_t *roles,
                   uint32_t state, struct sorted_move **moves, uint64_t *capacity) {
    const struct lts *lts = component->lts;
    uint64_t begin = lts->row[state], length = lts->row[state + 1] - begin, count = 0;
    struct model_row *row = model_table_add(build, &build->row, 1);
    if (row == NULL) {
        return -1;
    }
    if (MEMORY_GROW(build->memory, moves, capacity, length) != 0) {
        return error_memory(build->error, "to compile the network");
    }
    row->moves = (uint32_t)build->move_target.count;
    for (uint64_t move = begin; move < begin + length; move++) {
        uint32_t class_index = component->class_of[lts->label[move]];
        uint32_t choice = lts->choice == NULL ? LTS_NO_CHOICE : lts->choice[move];
        if (class_index == NETWORK_DEAD_CLASS) {
            continue;
        }
        if (roles[class_index] & MODEL_FAST &&
            add_fast_move(build, class_index, lts->target[move], choice) != 0) {
            return -1;
        }
        if (roles[class_index] & (MODEL_LEADS | MODEL_JOINS)) {
            uint64_t joins_only = (roles[class_index] & MODEL_LEADS) == 0;
            uint64_t place = joins_only << 63 | (uint64_t)class_index << 31 | ((move - begin) & 0x7fffffff);
            (*moves)[count++] = (struct sorted_move){place, lts->target[move], choice};
        }
    }
    sort_items(*moves, count, sizeof **moves, compare_places);
    return add_entries(build, row, *moves, count);
}

/* Appends one more row; its begin is the end of the last one. */
static int end_rows(struct model_build *build) {
    struct model_row *end = model_table_add(build, &build->row, 1);
    if (end == NULL) {
        return -1;
    }
    end->moves = (uint32_t)build->move_target.count;
    end->begin = end->lead_end = (uint32_t)build->entry.count;
    return 0;
}

static int add_rows(struct model_build *build, uint32_t c, struct sorted_move **moves, uint64_t *capacity) {
    const struct network_component *component = build->network->components + c;
    const uint8_t *roles = build->class_roles + build->class_base[c];
    for (uint32_t state = 0; state < component->lts->row_states; state++) {
        if (add_row(build, component, roles, state, moves, capacity) != 0) {
            return -1;
        }
        if (state % 65536 == 0) {
            if (run_should_stop(build->run)) {
                return error_set(build->error, ERROR_INTERRUPTED, "interrupted while compiling the network");
            }
            run_tell(build->run, "compiling the network", 0, 0, NULL);
        }
    }
    return end_rows(build);
}

int model_build_rows(struct model_build *build) {
    uint32_t count = build->network->component_count;
    struct model_component *component = build->component.data;
    uint32_t *chain = link_components(build), *kind = model_scratch(build, count, sizeof *kind);
    struct sorted_move *moves = NULL;
    uint64_t capacity = 0;
    int failed = chain == NULL || kind == NULL;
    for (uint32_t c = 0; c < count && !failed; c++) {
        kind[c] = find_twin(build, c, chain, kind, 1);
        component[c].rows = build->network->components[c].lts->row_states;
        component[c].row = kind[c] == c ? (uint32_t)build->row.count : component[kind[c]].row;
        if (kind[c] == c) {
            failed = add_rows(build, c, &moves, &capacity);
        }
    }
    memory_free(build->memory, moves, capacity * sizeof *moves);
    /* One more than there are moves, because code may read ahead before it knows whether there is a move. */
    failed = failed || model_table_add(build, &build->move_target, 1) == NULL;
    /* The begin of this entry's targets is the end of the last entry's. */
    struct model_entry *end = failed ? NULL : model_table_add(build, &build->entry, 1);
    if (end == NULL) {
        return -1;
    }
    end->targets = (uint32_t)build->target.count;
    return 0;
}
