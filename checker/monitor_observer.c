/* The observer that follows a network like a monitor. */
#include "checker/monitor_observer.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/lts.h"
#include "explorer/model/network.h"
#include "model/observer.h"

/* An observer and its arrays, writable while they are made. */
struct owned_observer {
    struct observer observer; /* the first field, to which the caller has a pointer */
    struct observer_state *state;
    uint32_t *class_of_label;
    uint64_t *row;
    uint32_t *target;
    uint32_t *label_of_class; /* the monitor's label of each class */
    uint64_t labels, target_count, target_capacity;
};

/* Class 0 has all labels that the monitor does not have; every other label has a class of its own. */
static void make_classes(struct owned_observer *owned, const monitor *monitor,
                         const struct network *network) {
    owned->observer.classes = 1;
    owned->label_of_class[0] = LABEL_NONE;
    for (uint32_t i = 0; i < network->label_count; i++) {
        uint32_t local = monitor_find_label(monitor, network->labels[i].text, network->labels[i].length);
        owned->class_of_label[i] = local == LABEL_NONE ? 0 : owned->observer.classes;
        if (local != LABEL_NONE) {
            owned->label_of_class[owned->observer.classes++] = local;
        }
    }
}

/* Adds the moves of a state on a class: those of the monitor, or the monitor stays. An error state has no
 * moves. */
static int add_moves(struct owned_observer *owned, struct memory *memory, const monitor *monitor,
                     uint32_t state, uint32_t class_index) {
    const uint32_t *targets;
    uint32_t count = monitor_moves_on(monitor, state, owned->label_of_class[class_index], &targets);
    if (count == 0) {
        targets = &state;
        count = 1;
    }
    count = owned->state[state].error ? 0 : count;
    if (MEMORY_GROW(memory, &owned->target, &owned->target_capacity, owned->target_count + count) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        owned->target[owned->target_count++] = targets[i];
    }
    return 0;
}

static int fail_memory(const monitor *monitor, struct error *error) {
    return error_set(error, ERROR_MEMORY, "not enough memory to follow the monitor %s",
                     monitor_path(monitor));
}

static int make_rows(struct owned_observer *owned, const monitor *monitor, const struct run *run,
                     struct error *error) {
    uint64_t at = 0;
    for (uint32_t state = 0; state < owned->observer.states; state++) {
        if (run_should_stop(run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while the monitor was prepared");
        }
        int is_error = monitor_is_error(monitor, state);
        owned->state[state] = (struct observer_state){.kind = is_error ? OBSERVER_STOP : OBSERVER_STEP,
                                                      .error = (uint8_t)is_error};
        for (uint32_t k = 0; k < owned->observer.classes; k++) {
            owned->row[at++] = owned->target_count;
            if (add_moves(owned, run->memory, monitor, state, k) != 0) {
                return fail_memory(monitor, error);
            }
        }
    }
    owned->row[at] = owned->target_count;
    return 0;
}

static uint64_t row_count(const struct owned_observer *owned) {
    return (uint64_t)owned->observer.states * owned->observer.classes + 1;
}

/* Number of states that matter: states from 0 to the greatest that has a move, is the target of a move, or
 * is initial. A greater state cannot be reached, even if it is an error state. */
static uint32_t observed_states(const struct lts *lts) {
    uint32_t states = lts->row_states;
    for (uint64_t move = 0; move < lts->moves; move++) {
        states = lts->target[move] >= states ? lts->target[move] + 1 : states;
    }
    return states;
}

static int make_observer(struct owned_observer *owned, const monitor *monitor, const struct network *network,
                         const struct run *run, struct error *error) {
    struct memory *memory = run->memory;
    owned->labels = network->label_count;
    owned->observer.states = observed_states(monitor_lts(monitor));
    owned->observer.initial = monitor_lts(monitor)->initial;
    owned->state = memory_allocate_array(memory, owned->observer.states, sizeof *owned->state);
    owned->class_of_label = memory_allocate_array(memory, owned->labels, sizeof *owned->class_of_label);
    owned->label_of_class = memory_allocate_array(memory, owned->labels + 1, sizeof *owned->label_of_class);
    if (owned->state == NULL || owned->class_of_label == NULL || owned->label_of_class == NULL) {
        return fail_memory(monitor, error);
    }
    make_classes(owned, monitor, network);
    owned->row = memory_allocate_array(memory, row_count(owned), sizeof *owned->row);
    if (owned->row == NULL) {
        return fail_memory(monitor, error);
    }
    if (make_rows(owned, monitor, run, error) != 0) {
        return -1;
    }
    owned->observer.state = owned->state;
    owned->observer.class_of_label = owned->class_of_label;
    owned->observer.row = owned->row;
    owned->observer.target = owned->target;
    return 0;
}

struct observer *monitor_observer(const monitor *monitor, const struct network *network,
                                  const struct run *run, struct error *error) {
    struct owned_observer *owned = memory_allocate_zeroed(run->memory, sizeof *owned);
    if (owned == NULL) {
        fail_memory(monitor, error);
        return NULL;
    }
    if (make_observer(owned, monitor, network, run, error) != 0) {
        monitor_observer_free(&owned->observer, run);
        return NULL;
    }
    return &owned->observer;
}

void monitor_observer_free(struct observer *observer, const struct run *run) {
    if (observer != NULL) {
        struct owned_observer *owned = (struct owned_observer *)observer;
        struct memory *memory = run->memory;
        memory_free(memory, owned->state, owned->observer.states * sizeof *owned->state);
        memory_free(memory, owned->class_of_label, owned->labels * sizeof *owned->class_of_label);
        memory_free(memory, owned->label_of_class, (owned->labels + 1) * sizeof *owned->label_of_class);
        memory_free(memory, owned->row, row_count(owned) * sizeof *owned->row);
        memory_free(memory, owned->target, owned->target_capacity * sizeof *owned->target);
        memory_free(memory, owned, sizeof *owned);
    }
}
