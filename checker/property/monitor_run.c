/* Runs of monitors along paths, found forwards, with the place from which each state was reached first. */
#include "checker/property/monitor_run.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "frontend/formats/aut.h"

#define NONE UINT64_MAX

/* A state that some run is in after a step. */
struct place {
    uint32_t state;
    uint64_t before; /* the place before the step */
};

struct runs {
    const monitor *monitor;
    struct memory *memory;
    GROWING(struct place) places; /* step by step */
    uint64_t *latest;             /* [state]: its last place, or NONE */
};

/* Adds a place after the step whose places begin at `begin`, unless the state has one there. 0 or -1. */
static int add_place(struct runs *runs, uint64_t begin, uint32_t state, uint64_t before) {
    if (runs->latest[state] != NONE && runs->latest[state] >= begin) {
        return 0;
    }
    runs->latest[state] = runs->places.count;
    return GROWING_ADD(runs->memory, runs->places, (struct place){state, before});
}

/* Adds the places after a label; those before it are [begin, end). 0 or -1. */
static int take_label(struct runs *runs, uint64_t begin, uint64_t end, const char *text) {
    uint32_t label = monitor_find_label(runs->monitor, text, strlen(text));
    for (uint64_t p = begin; p < end; p++) {
        uint32_t state = runs->places.data[p].state;
        const uint32_t *targets;
        uint32_t count = monitor_moves_on(runs->monitor, state, label, &targets);
        if (count == 0) { /* it stays in its state */
            targets = &state;
            count = 1;
        }
        for (uint32_t t = 0; t < count; t++) {
            if (add_place(runs, end, targets[t], p) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* Writes the run to the least error state of the places from `begin` on. Returns whether there is one. */
static int write_run(const struct runs *runs, uint64_t begin, uint64_t steps, uint32_t *states) {
    const struct place *places = runs->places.data;
    uint64_t end = NONE;
    for (uint64_t p = begin; p < runs->places.count; p++) {
        if (monitor_is_error(runs->monitor, places[p].state) &&
            (end == NONE || places[p].state < places[end].state)) {
            end = p;
        }
    }
    for (uint64_t step = steps + 1; end != NONE && step > 0; step--) {
        states[step - 1] = places[end].state;
        end = places[end].before;
        if (step == 1) {
            return 1;
        }
    }
    return 0;
}

static int find_run(struct runs *runs, const struct monitor_path *path, uint32_t *states) {
    uint64_t begin = 0;
    if (add_place(runs, 0, monitor_lts(runs->monitor)->initial, NONE) != 0) {
        return -1;
    }
    for (uint64_t step = 0; step < path->steps; step++) {
        uint64_t end = runs->places.count;
        if (take_label(runs, begin, end, path->labels[step]) != 0) {
            return -1;
        }
        begin = end;
    }
    return write_run(runs, begin, path->steps, states);
}

int monitor_run(const monitor *monitor, const struct monitor_path *path, struct memory *memory,
                uint32_t *states) {
    struct runs runs = {.monitor = monitor, .memory = memory};
    uint64_t bytes = monitor_lts(monitor)->states * sizeof *runs.latest;
    runs.latest = memory_allocate(memory, bytes);
    if (runs.latest == NULL) {
        return -1;
    }
    memset(runs.latest, 0xff, bytes);
    int found = find_run(&runs, path, states);
    GROWING_FREE(memory, runs.places);
    memory_free(memory, runs.latest, bytes);
    return found;
}
