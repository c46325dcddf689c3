/* A table in a model with data: a component whose locations are its states. */
#include "base/memory.h"
#include "base/sort.h"
#include "frontend/exp/compile/compose_join.h"

/* Adds the entries of one state; moves of equal class and target are all members. */
static int add_row(struct joiner *joiner, uint32_t process, uint32_t state) {
    const struct network_component *component = &joiner->network->components[process];
    const struct lts *lts = component->lts;
    struct data_builder *builder = &joiner->builder;
    joiner->moves.count = 0;
    for (uint64_t m = lts->row[state]; m < lts->row[state + 1]; m++) {
        const uint64_t class_index = component->class_of[lts->label[m]];
        const uint64_t move = class_index << 32 | lts->target[m];
        if (class_index != NETWORK_DEAD_CLASS &&
            GROWING_ADD(joiner->composer->memory, joiner->moves, move) != 0) {
            return compose_memory(joiner->composer);
        }
    }
    sort_items(joiner->moves.data, joiner->moves.count, sizeof *joiner->moves.data, sort_compare_long);
    for (uint64_t i = 0; i < joiner->moves.count; i++) {
        const uint64_t one = joiner->moves.data[i];
        const uint32_t class_index = joiner->processes[process].classes + (uint32_t)(one >> 32);
        if (i == 0 || joiner->moves.data[i - 1] >> 32 != one >> 32) {
            const struct data_entry entry = {class_index, (uint32_t)builder->members.count, 0};
            if (JOIN_ADD(joiner, entries, entry) != 0) {
                return -1;
            }
        }
        builder->entries.data[builder->entries.count - 1].member_count++;
        if (JOIN_ADD(joiner, members, (uint32_t)one) != 0) {
            return -1;
        }
    }
    return 0;
}

int join_table(struct joiner *joiner, uint32_t process) {
    const struct network_component *component = &joiner->network->components[process];
    const struct lts *lts = component->lts;
    struct data_builder *builder = &joiner->builder;
    const struct data_located located = {joiner->processes[process].variable, (uint32_t)builder->rows.count,
                                         lts->row_states};
    joiner->processes[process].classes = (uint32_t)builder->classes.count;
    for (uint32_t i = 0; i < component->classes; i++) {
        const struct data_class one = {.located = (uint32_t)builder->located.count};
        if (JOIN_ADD(joiner, classes, one) != 0) {
            return -1;
        }
    }
    for (uint32_t state = 0; state < lts->row_states; state++) {
        if ((state & 65535) == 0 && compose_should_stop(joiner->composer) != 0) {
            return -1;
        }
        if (JOIN_ADD(joiner, rows, (uint32_t)builder->entries.count) != 0 ||
            add_row(joiner, process, state) != 0) {
            return -1;
        }
    }
    return JOIN_ADD(joiner, rows, (uint32_t)builder->entries.count) != 0 ? -1
                                                                         : JOIN_ADD(joiner, located, located);
}
