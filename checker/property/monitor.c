/* Monitors: reads them from files and finds their moves. */
#include "checker/property/monitor.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "frontend/formats/aut.h"

/* A label of the monitor, found by its id in the label table. */
struct label_index {
    uint32_t id, local;
};

struct monitor {
    struct memory *memory;
    const label_table *labels;
    struct lts *lts;
    struct label_index *index; /* lts->label_count, sorted by id */
    GROWING(uint32_t) errors;  /* ascending */
};

static int compare_index(const void *a, const void *b) {
    const struct label_index *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

static int add_error(monitor *monitor, uint32_t state) {
    return GROWING_ADD(monitor->memory, monitor->errors, state);
}

/* Collects the states with an ERROR transition and the named ones, sorted and distinct. */
static int find_errors(monitor *monitor, const uint64_t *named, uint64_t named_count, struct error *error) {
    const struct lts *lts = monitor->lts;
    uint32_t id = label_find(monitor->labels, MONITOR_ERROR_LABEL, strlen(MONITOR_ERROR_LABEL));
    int failed = 0;
    for (uint32_t state = 0; state < lts->row_states && id != LABEL_NONE && !failed; state++) {
        for (uint64_t move = lts->row[state]; move < lts->row[state + 1] && !failed; move++) {
            if (lts->labels[lts->label[move]] == id) {
                failed = add_error(monitor, state) != 0;
                break;
            }
        }
    }
    for (uint64_t i = 0; i < named_count && !failed; i++) {
        if (named[i] >= lts->states) {
            return error_in(error, ERROR_INPUT, lts->path,
                            "there is no error state %llu: the states are 0 to %u",
                            (unsigned long long)named[i], lts->states - 1);
        }
        failed = add_error(monitor, (uint32_t)named[i]) != 0;
    }
    if (failed) {
        return error_set(error, ERROR_MEMORY, "not enough memory for the monitor %s", lts->path);
    }
    monitor->errors.count = sort_unique_numbers(monitor->errors.data, monitor->errors.count);
    return 0;
}

static int index_labels(monitor *monitor, struct error *error) {
    const struct lts *lts = monitor->lts;
    monitor->index = memory_allocate_array(monitor->memory, lts->label_count, sizeof *monitor->index);
    if (monitor->index == NULL) {
        return error_set(error, ERROR_MEMORY, "not enough memory for the monitor %s", lts->path);
    }
    for (uint32_t i = 0; i < lts->label_count; i++) {
        monitor->index[i] = (struct label_index){lts->labels[i], i};
    }
    qsort(monitor->index, lts->label_count, sizeof *monitor->index, compare_index);
    return 0;
}

monitor *monitor_read(const char *path, const uint64_t *error_states, uint64_t error_state_count,
                      label_table *labels, const struct run *run, struct error *error) {
    monitor *monitor = memory_allocate_zeroed(run->memory, sizeof *monitor);
    if (monitor == NULL) {
        error_set(error, ERROR_MEMORY, "not enough memory for the monitor %s", path);
        return NULL;
    }
    monitor->memory = run->memory;
    monitor->labels = labels;
    monitor->lts = aut_read(path, labels, run, error);
    int failed = monitor->lts == NULL;
    if (!failed && monitor->lts->distributions) {
        failed = error_in(error, ERROR_INPUT, path,
                          "a monitor cannot have distributions (mCRL2's probabilistic AUT)");
    }
    if (failed || find_errors(monitor, error_states, error_state_count, error) != 0 ||
        index_labels(monitor, error) != 0) {
        monitor_free(monitor);
        return NULL;
    }
    return monitor;
}

void monitor_free(monitor *monitor) {
    if (monitor != NULL) {
        struct memory *memory = monitor->memory;
        uint64_t labels = monitor->lts == NULL ? 0 : monitor->lts->label_count;
        memory_free(memory, monitor->index, labels * sizeof *monitor->index);
        GROWING_FREE(memory, monitor->errors);
        lts_free(memory, monitor->lts);
        memory_free(memory, monitor, sizeof *monitor);
    }
}

const struct lts *monitor_lts(const monitor *monitor) {
    return monitor->lts;
}

const char *monitor_path(const monitor *monitor) {
    return monitor->lts->path;
}

const uint32_t *monitor_errors(const monitor *monitor, uint32_t *count) {
    *count = (uint32_t)monitor->errors.count;
    return monitor->errors.data;
}

int monitor_is_error(const monitor *monitor, uint32_t state) {
    return sort_find(monitor->errors.data, monitor->errors.count, state) < monitor->errors.count;
}

uint32_t monitor_find_label(const monitor *monitor, const char *text, size_t length) {
    struct label_index wanted = {label_find(monitor->labels, text, length), 0};
    if (wanted.id == LABEL_NONE || monitor->lts->label_count == 0) {
        return LABEL_NONE;
    }
    const struct label_index *found =
        bsearch(&wanted, monitor->index, monitor->lts->label_count, sizeof wanted, compare_index);
    return found == NULL ? LABEL_NONE : found->local;
}

uint32_t monitor_moves_on(const monitor *monitor, uint32_t state, uint32_t label, const uint32_t **targets) {
    const struct lts *lts = monitor->lts;
    if (label == LABEL_NONE || state >= lts->row_states) {
        return 0;
    }
    const uint64_t row = lts->row[state];
    const uint64_t first = row + sort_first(lts->label + row, lts->row[state + 1] - row, label);
    uint64_t begin = first;
    while (begin < lts->row[state + 1] && lts->label[begin] == label) {
        begin++;
    }
    *targets = lts->target + first;
    return (uint32_t)(begin - first);
}

const char *monitor_label(const monitor *monitor, uint32_t label) {
    return label_text(monitor->labels, monitor->lts->labels[label]);
}

uint32_t monitor_moves(const monitor *monitor, uint32_t state, const char *text, size_t length,
                       const uint32_t **targets) {
    return monitor_moves_on(monitor, state, monitor_find_label(monitor, text, length), targets);
}
