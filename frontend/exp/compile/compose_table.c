/* A table in a model with data: a component whose locations are its states. */
#include "base/memory.h"
#include "base/sort.h"
#include "frontend/exp/compile/compose_join.h"

static int compare_moves(const void *left, const void *right) {
    const struct joined_move *a = left, *b = right;
    return a->class_index != b->class_index ? sort_compare(a->class_index, b->class_index)
           : a->target != b->target         ? sort_compare(a->target, b->target)
                                            : sort_compare(a->choice, b->choice);
}

static int add_member(struct joiner *joiner, const struct joined_move *move) {
    return JOIN_ADD(joiner, members, move->target) != 0 ||
                   (joiner->choices > 0 && JOIN_ADD(joiner, member_choices, move->choice) != 0)
               ? -1
               : 0;
}

/* Adds the entries of one state; moves of equal class and target are all members. */
static int add_row(struct joiner *joiner, uint32_t process, uint32_t state) {
    const struct network_component *component = &joiner->network->components[process];
    const struct lts *lts = component->lts;
    struct data_builder *builder = &joiner->builder;
    joiner->moves.count = 0;
    for (uint64_t m = lts->row[state]; m < lts->row[state + 1]; m++) {
        const uint32_t choice = lts->choice == NULL ? LTS_NO_CHOICE : lts->choice[m];
        const struct joined_move move = {
            component->class_of[lts->label[m]], lts->target[m],
            choice == LTS_NO_CHOICE ? DATA_NONE : joiner->processes[process].choices + choice};
        if (move.class_index != NETWORK_DEAD_CLASS &&
            GROWING_ADD(joiner->composer->memory, joiner->moves, move) != 0) {
            return compose_memory(joiner->composer);
        }
    }
    sort_items(joiner->moves.data, joiner->moves.count, sizeof *joiner->moves.data, compare_moves);
    for (uint64_t i = 0; i < joiner->moves.count; i++) {
        const struct joined_move *one = &joiner->moves.data[i];
        if (i == 0 || one[-1].class_index != one->class_index) {
            const struct data_entry entry = {joiner->processes[process].classes + one->class_index,
                                             (uint32_t)builder->members.count, 0};
            if (JOIN_ADD(joiner, entries, entry) != 0) {
                return -1;
            }
        }
        builder->entries.data[builder->entries.count - 1].member_count++;
        if (add_member(joiner, one) != 0) {
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
        const struct data_class one = {.located = (uint32_t)builder->located.count,
                                       .process = joiner->processes[process].mover};
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
