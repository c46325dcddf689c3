/* Finds the choices that labels `prob P` and `L; prob P` make: in each state, the moves of equal L. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/aut_rows.h"

/* Groups of local labels with equal L, and the last choice of each group. */
struct groups {
    struct memory *memory;
    uint32_t local_count;
    uint32_t *of_label; /* local label -> group; LABEL_NONE for no `prob` label */
    uint32_t group_count;
    uint32_t *state;      /* group -> the state that last used it */
    uint32_t *choice;     /* group -> its choice there */
    label_table *actions; /* the Ls; ids are the groups */
};

static void free_groups(struct groups *groups) {
    memory_free(groups->memory, groups->of_label, groups->local_count * sizeof *groups->of_label);
    memory_free(groups->memory, groups->state, groups->group_count * sizeof *groups->state);
    memory_free(groups->memory, groups->choice, groups->group_count * sizeof *groups->choice);
    label_table_free(groups->actions);
}

static int make_groups(struct groups *groups, const struct lts *lts, const label_table *labels) {
    groups->of_label = memory_allocate_array(groups->memory, lts->label_count, sizeof *groups->of_label);
    groups->local_count = groups->of_label == NULL ? 0 : lts->label_count;
    groups->actions = label_table_create(groups->memory, label_table_ignores_case(labels), NULL, 0);
    if (groups->of_label == NULL || groups->actions == NULL) {
        return -1;
    }
    for (uint32_t local = 0; local < lts->label_count; local++) {
        uint32_t id = lts->labels[local];
        groups->of_label[local] = LABEL_NONE;
        if (label_kind(labels, id) == LABEL_PROB) {
            const char *text = label_text(labels, id);
            uint32_t length = label_length(labels, id);
            groups->of_label[local] =
                label_text_action_is_internal(labels, text, length)
                    ? LABEL_INTERNAL_ID
                    : label_intern(groups->actions, text, label_text_action_length(labels, text, length));
            if (groups->of_label[local] == LABEL_NONE) {
                return -1;
            }
        }
    }
    uint32_t count = label_count(groups->actions);
    groups->state = memory_allocate_array(groups->memory, count, sizeof *groups->state);
    groups->choice = memory_allocate_array(groups->memory, count, sizeof *groups->choice);
    if (groups->state == NULL || groups->choice == NULL) {
        memory_free(groups->memory, groups->state, count * sizeof *groups->state);
        memory_free(groups->memory, groups->choice, count * sizeof *groups->choice);
        groups->state = groups->choice = NULL;
        return -1;
    }
    groups->group_count = count;
    memset(groups->state, 0xff, count * sizeof *groups->state); /* no state has this number */
    return 0;
}

static int number_choices(struct aut_rows *rows, struct groups *groups, struct error *error) {
    struct lts *lts = rows->lts;
    for (uint32_t state = 0; state < lts->row_states; state++) {
        for (uint64_t move = lts->row[state]; move < lts->row[state + 1]; move++) {
            uint32_t group = groups->of_label[lts->label[move]];
            if (group == LABEL_NONE) {
                continue;
            }
            if (groups->state[group] != state) {
                groups->state[group] = state;
                groups->choice[group] = aut_rows_choice(rows, error);
                if (groups->choice[group] == LTS_NO_CHOICE) {
                    return -1;
                }
            }
            lts->choice[move] = groups->choice[group];
        }
    }
    return 0;
}

static int has_probabilities(const struct lts *lts, const label_table *labels) {
    for (uint32_t local = 0; local < lts->label_count; local++) {
        if (label_kind(labels, lts->labels[local]) == LABEL_PROB) {
            return 1;
        }
    }
    return 0;
}

int aut_choices_assign(struct aut_rows *rows, const label_table *labels, struct error *error) {
    struct lts *lts = rows->lts;
    struct groups groups = {.memory = rows->run->memory};
    if (!has_probabilities(lts, labels)) {
        return 0;
    }
    if (lts->choice == NULL) {
        lts->choice = memory_allocate_array(groups.memory, lts->moves, sizeof *lts->choice);
        if (lts->choice != NULL) {
            lts->choice_capacity = lts->moves;
            memset(lts->choice, 0xff, lts->moves * sizeof *lts->choice); /* LTS_NO_CHOICE */
        }
    }
    int result = -1;
    if (lts->choice == NULL || make_groups(&groups, lts, labels) != 0) {
        error_in(error, ERROR_MEMORY, rows->name, "not enough memory for the probabilistic choices");
    } else {
        result = number_choices(rows, &groups, error);
    }
    free_groups(&groups);
    return result;
}
