/* What the walkers of all languages share: initial states, and the order of transitions. */
#include "frontend/walk/walker.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "base/sort.h"
#include "frontend/walk/walker_language.h"

int walker_memory(struct error *error) {
    return error_memory(error, "to walk the model's tree");
}

int walker_step(walker *walker, struct error *error) {
    if (run_stops_after(walker->run, &walker->work, 1, 4096)) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted");
    }
    return 0;
}

void walker_close(walker *walker) {
    struct memory *memory = walker->run->memory;
    GROWING_FREE(memory, walker->initial);
    GROWING_FREE(memory, walker->transitions);
    GROWING_FREE(memory, walker->scratch);
}

void walker_free(walker *walker) {
    if (walker != NULL) {
        walker->functions->free(walker);
    }
}

/* --- components --- */

uint32_t walker_components(const walker *walker) {
    return walker->components;
}

const char *walker_name(const walker *walker, uint32_t component) {
    return walker->names[component];
}

const char *const *walker_names(const walker *walker) {
    return walker->names;
}

/* --- processes --- */

uint32_t walker_processes(const walker *walker) {
    return walker->functions->process == NULL ? walker->components : walker->processes;
}

const char *walker_process_name(const walker *walker, uint32_t process) {
    return walker->functions->process == NULL ? walker->names[process] : walker->process_names[process];
}

uint32_t walker_process(const walker *walker, const struct walker_transition *transition, uint32_t number) {
    return walker->functions->process != NULL ? walker->functions->process(walker, transition, number)
           : number < transition->move_count  ? transition->moves[number].component
                                              : WALKER_NO_PROCESS;
}

/* --- components and values --- */

uint64_t walker_local_states(const walker *walker, uint32_t component) {
    return walker->functions->local_states(walker, component);
}

int walker_has_distributions(const walker *walker, uint32_t component) {
    return walker->functions->has_distributions != NULL &&
           walker->functions->has_distributions(walker, component);
}

int walker_has_choices(const walker *walker) {
    return walker != NULL && walker->has_choices;
}

int walker_is_chain(const walker *walker) {
    return walker->is_chain;
}

int walker_has_variables(const walker *walker) {
    return walker != NULL && walker->functions->variable != NULL;
}

struct walker_variable walker_variable(const walker *walker, uint32_t component) {
    return walker->functions->variable(walker, component);
}

int walker_find_value(const walker *walker, uint32_t component, int64_t value, uint32_t *state) {
    int64_t lowest = walker_variable(walker, component).lowest;
    if (value < lowest || (uint64_t)(value - lowest) >= walker_local_states(walker, component)) {
        return 0;
    }
    *state = (uint32_t)(value - lowest);
    return 1;
}

const char *walker_state_text(const walker *walker, uint32_t component, uint32_t state,
                              char text[WALKER_STATE_TEXT]) {
    int64_t value = state;
    if (walker_has_variables(walker)) {
        struct walker_variable variable = walker_variable(walker, component);
        if (variable.is_bool) {
            return state != 0 ? "true" : "false";
        }
        value += variable.lowest;
    }
    snprintf(text, WALKER_STATE_TEXT, "%lld", (long long)value);
    return text;
}

uint32_t walker_label_count(const walker *walker) {
    return walker->functions->label_count(walker);
}

const char *walker_label(const walker *walker, uint32_t index) {
    return walker->functions->label(walker, index);
}

const char *walker_own_label(const walker *walker, const struct walker_transition *transition,
                             const struct walker_move *move) {
    return walker->functions->own_label == NULL ? NULL
                                                : walker->functions->own_label(walker, transition, move);
}

int walker_holds(walker *walker, uint32_t predicate, const uint32_t *state, struct error *error) {
    return walker->functions->holds(walker, predicate, state, error);
}

uint32_t walker_lines(const walker *walker, const struct walker_transition *transition, uint64_t *lines,
                      uint32_t most) {
    return walker->functions->lines == NULL ? 0 : walker->functions->lines(walker, transition, lines, most);
}

/* --- initial states --- */

int walker_add_initial(walker *walker, const uint32_t *state) {
    uint64_t need = walker->initial.count + walker->components;
    /* There is a block of memory even if states are empty. */
    if (MEMORY_GROW(walker->run->memory, &walker->initial.data, &walker->initial.capacity, need + 1) != 0) {
        return -1;
    }
    if (walker->components > 0) {
        memcpy(walker->initial.data + walker->initial.count, state, walker->components * sizeof *state);
    }
    walker->initial.count = need;
    walker->initial_count++;
    return 0;
}

const uint32_t *walker_initial(const walker *walker, uint64_t *count) {
    *count = walker->initial_count;
    return walker->initial.data;
}

int walker_is_initial(const walker *walker, const uint32_t *state) {
    uint64_t low = 0, high = walker->initial_count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        int order =
            sort_compare_rows(walker->initial.data + middle * walker->components, state, walker->components);
        if (order == 0) {
            return 1;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return 0;
}

/* --- transitions in order --- */

static int compare_targets(const uint32_t *state, const struct walker_transition *a,
                           const struct walker_transition *b) {
    uint32_t i = 0, j = 0;
    while (i < a->move_count || j < b->move_count) {
        uint32_t left = i < a->move_count ? a->moves[i].component : UINT32_MAX;
        uint32_t right = j < b->move_count ? b->moves[j].component : UINT32_MAX;
        uint32_t x = left <= right ? a->moves[i++].to : state[right];
        uint32_t y = right <= left ? b->moves[j++].to : state[left];
        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return 0;
}

static int compare_numbers(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

/* Compares the processes that take part and their own labels, or choices and branches. */
static int compare_ways(const struct walker_transition *a, const struct walker_transition *b) {
    int order = compare_numbers(a->choice, b->choice);
    order = order == 0 ? compare_numbers(a->branch, b->branch) : order;
    order = order == 0 ? compare_numbers(a->move_count, b->move_count) : order;
    for (uint32_t i = 0; i < a->move_count && order == 0; i++) {
        order = compare_numbers(a->moves[i].component, b->moves[i].component);
        order = order == 0 ? compare_numbers(a->moves[i].label, b->moves[i].label) : order;
    }
    return order;
}

int walker_same_way(const struct walker_transition *a, const struct walker_transition *b) {
    return compare_ways(a, b) == 0;
}

static int compare_transitions(const uint32_t *state, const struct walker_transition *a,
                               const struct walker_transition *b) {
    int order = a->label == b->label ? 0 : strcmp(a->label, b->label);
    order = order == 0 ? compare_targets(state, a, b) : order;
    return order == 0 ? compare_ways(a, b) : order;
}

/* The sorted runs [begin, middle) and [middle, end). */
struct sorted_runs {
    uint64_t begin, middle, end;
};

static int merge_runs(walker *walker, const uint32_t *state, const struct sorted_runs *runs,
                      struct error *error) {
    const struct walker_transition *from = walker->transitions.data;
    struct walker_transition *to = walker->scratch.data;
    uint64_t left = runs->begin, right = runs->middle;
    for (uint64_t k = runs->begin; k < runs->end; k++) {
        if (walker_step(walker, error) != 0) {
            return -1;
        }
        int first = right == runs->end ||
                    (left < runs->middle && compare_transitions(state, &from[left], &from[right]) <= 0);
        to[k] = first ? from[left++] : from[right++];
    }
    memcpy(walker->transitions.data + runs->begin, to + runs->begin, (runs->end - runs->begin) * sizeof *to);
    return 0;
}

/* A stable merge sort, which ends when the run must stop. */
static int sort_transitions(walker *walker, const uint32_t *state, struct error *error) {
    uint64_t count = walker->transitions.count;
    if (MEMORY_GROW(walker->run->memory, &walker->scratch.data, &walker->scratch.capacity, count) != 0) {
        return walker_memory(error);
    }
    for (uint64_t width = 1; width < count; width *= 2) {
        for (uint64_t begin = 0; begin + width < count; begin += 2 * width) {
            uint64_t end = count - begin < 2 * width ? count : begin + 2 * width;
            if (merge_runs(walker, state, &(struct sorted_runs){begin, begin + width, end}, error) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

int walker_transitions(walker *walker, const uint32_t *state, const struct walker_transition **transitions,
                       uint64_t *count, struct error *error) {
    walker->calls++;
    walker->transitions.count = 0;
    if (walker->functions->derive(walker, state, error) != 0 || sort_transitions(walker, state, error) != 0) {
        walker->lacked_memory |= error->code == ERROR_MEMORY;
        return -1;
    }
    *transitions = walker->transitions.data;
    *count = walker->transitions.count;
    return 0;
}

const struct walker_numbers *walker_numbers(const walker *walker) {
    return walker->has_choices ? &walker->numbers : NULL;
}

int walker_weigh(walker *walker, const uint32_t *state, struct walker_weighed *weighed, struct error *error) {
    walker->calls++;
    return walker->functions->weigh(walker, state, weighed, error);
}

int walker_lacked_memory(const walker *walker) {
    return walker != NULL && walker->lacked_memory;
}

uint64_t walker_calls(const walker *walker) {
    return walker->calls;
}

void walker_target(const walker *walker, const uint32_t *state, const struct walker_transition *transition,
                   uint32_t *target) {
    if (walker->components > 0) {
        memcpy(target, state, walker->components * sizeof *target);
    }
    for (uint32_t k = 0; k < transition->move_count; k++) {
        target[transition->moves[k].component] = transition->moves[k].to;
    }
}
