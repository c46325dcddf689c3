/*
 * Rebuilds the path of a trace from the passes of an engine, and converts it from vectors to local states and
 * label texts. Engines find states; the labels between them are found here, by expanding only the states of
 * the path.
 */
#include "explorer/trace/trace_path.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/model/successors_core.h"
#include "explorer/model/network.h"
#include "explorer/search/explore.h"

/* Adds a state in front, and the label of the step from it (MODEL_NONE for the last state). */
static int push_state(struct trace_path *path, const uint64_t *vector, uint32_t label) {
    uint32_t words = path->header->words;
    struct memory *memory = path->run->memory;
    if (MEMORY_GROW(memory, &path->vectors, &path->vector_capacity, (path->length + 1) * words) != 0 ||
        MEMORY_GROW(memory, &path->labels, &path->label_capacity, path->length + 1) != 0) {
        return error_memory(path->error, "for the trace");
    }
    memcpy(path->vectors + path->length * words, vector, words * sizeof *vector);
    path->labels[path->length++] = label;
    return 0;
}

uint64_t *trace_path_first(const struct trace_path *path) {
    return path->vectors + (path->length - 1) * path->header->words;
}

void trace_path_tell(const struct trace_path *path, uint64_t level) {
    uint64_t levels = path->exploration->space.levels;
    run_tell(path->run, "rebuilding the trace", levels - level, levels, "levels");
}

int trace_path_is_broken(const struct trace_path *path, uint64_t level) {
    return error_set(path->error, ERROR_LIMIT,
                     "the trace cannot be rebuilt: no state of level %llu leads to the next level",
                     (unsigned long long)level);
}

/* --- one step --- */

struct transition_search {
    const struct trace_goal *goal; /* NULL: find a transition to the target */
    uint64_t *target;
    uint32_t words, label;
    int there, stopped;
    uint64_t visits;
    const struct run *run;
};

static int visit_step(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct transition_search *step = context;
    (void)choice;
    if (run_stops_after(step->run, &step->visits, 1, 65536)) {
        step->stopped = 1;
    }
    if (step->stopped || (step->there && label > step->label)) {
        return step->stopped;
    }
    int less = !step->there || label < step->label;
    if (step->goal == NULL) {
        if (!less || sort_compare_long_rows(target, step->target, step->words) != 0) {
            return 0;
        }
    } else if (label == MODEL_NONE || !step->goal->labels[label] ||
               (!less && sort_compare_long_rows(target, step->target, step->words) >= 0)) {
        return 0;
    } else {
        memcpy(step->target, target, step->words * sizeof *target);
    }
    step->label = label;
    step->there = 1;
    return 0;
}

/*
 * The least transition from `source`, a vector. With a goal: the least of the goal's labels, then the least
 * target, which is written to `target`. Without a goal: the least label of the transitions to `target`.
 */
static int least_step(const struct trace_path *path, const struct trace_goal *goal, const uint64_t *source,
                      uint64_t *target, uint32_t *label) {
    const struct model_view model = model_view_of(path->header);
    const uint32_t words = path->header->words;
    struct transition_search step = {.goal = goal, .target = target, .words = words, .run = path->run};
    uint64_t count = 2 * (uint64_t)words + path->header->work_words;
    uint64_t *scratch = memory_allocate_array(path->run->memory, count, sizeof *scratch);
    if (scratch == NULL) {
        return error_memory(path->error, "to rebuild the trace");
    }
    const struct successors_source from = {
        &model, source, scratch, scratch + 2 * words, successors_have_tables(path->header, 1, 0), 0};
    successors_all(&from, words, visit_step, &step);
    memory_free(path->run->memory, scratch, count * sizeof *scratch);
    if (step.stopped) {
        return error_set(path->error, ERROR_INTERRUPTED, TRACE_INTERRUPTED);
    }
    if (!step.there) {
        return error_set(path->error, ERROR_LIMIT, "a state on the way has no transition onwards");
    }
    *label = step.label;
    return 0;
}

int trace_path_push_predecessor(struct trace_path *path, const uint64_t *vector) {
    uint32_t label;
    return least_step(path, NULL, vector, trace_path_first(path), &label) != 0 ||
                   push_state(path, vector, label) != 0
               ? -1
               : 0;
}

/* --- the whole path --- */

uint64_t trace_length(const struct exploration *exploration, const struct trace_goal *goal) {
    const struct explore_result *result = &exploration->result;
    uint32_t labels = result->label_level == NULL ? 0 : model_header(exploration->model)->labels;
    uint64_t level = UINT64_MAX;
    switch (goal->kind) {
    case TRACE_TO_DEADLOCK:
        return result->deadlock_level;
    case TRACE_TO_ERROR:
        return result->error_level;
    case TRACE_TO_FAULT:
        return result->fault_level;
    case TRACE_TO_STATE:
        return goal->level;
    case TRACE_TO_LABEL:
        for (uint32_t i = 0; i < labels; i++) {
            if (goal->labels[i] && result->label_level[i] < level) {
                level = result->label_level[i];
            }
        }
        break;
    }
    return level == UINT64_MAX ? UINT64_MAX : level + 1;
}

struct path_rebuild {
    struct trace_path *path;
    const struct trace_engine *engine;
    void *context;     /* the engine's */
    uint64_t *vectors; /* two vectors: the result of a pass */
};

/* Does a pass that must find something: returns the number of vectors that it found, or -1. */
static int search_level(struct path_rebuild *rebuild, enum trace_pass pass, uint64_t level) {
    int found = rebuild->engine->search(rebuild->context, pass, level, rebuild->vectors);
    if (found > 0) {
        trace_path_tell(rebuild->path, level);
    }
    return found == 0 ? trace_path_is_broken(rebuild->path, level) : found;
}

/* The first of the initial states in which the observer is in an error state; there is one. */
static const uint64_t *least_wrong_initial(const struct trace_path *path) {
    const struct model_view model = model_view_of(path->header);
    uint64_t i = 0;
    while (i + 1 < model.header->initial_count &&
           !model_is_error(&model, model.initial + i * model.header->words)) {
        i++;
    }
    return model.initial + i * model.header->words;
}

/*
 * Pushes the end of the path, in the level where the search found the goal; *level becomes the level of the
 * path's first state.
 */
static int push_end(struct path_rebuild *rebuild, uint64_t *level) {
    struct trace_path *path = rebuild->path;
    uint64_t length = trace_length(path->exploration, path->goal);
    uint64_t *found = rebuild->vectors, *other = found + path->header->words;
    uint32_t label;
    *level = length;
    if (length == UINT64_MAX) {
        return error_set(path->error, ERROR_LIMIT, "the search did not find the goal of the trace");
    }
    if (path->goal->kind == TRACE_TO_STATE) {
        return push_state(path, path->goal->vector, MODEL_NONE);
    }
    if (path->goal->kind == TRACE_TO_DEADLOCK || path->goal->kind == TRACE_TO_FAULT) {
        enum trace_pass pass = path->goal->kind == TRACE_TO_DEADLOCK ? TRACE_PASS_DEADLOCK : TRACE_PASS_FAULT;
        if (search_level(rebuild, pass, length) < 0) {
            return -1;
        }
        if (path->goal->observer != NULL && path->header->observer_states > 0) {
            const struct model_view model = model_view_of(path->header);
            *path->goal->observer = (uint32_t)model_field(model.component + model.header->components, found);
        }
        return push_state(path, found, MODEL_NONE);
    }
    if (length == 0) { /* the observer begins in an error state */
        return push_state(path, least_wrong_initial(path), MODEL_NONE);
    }
    if (path->goal->kind == TRACE_TO_ERROR) {
        int count = search_level(rebuild, TRACE_PASS_ERROR, length - 1);
        *level = count == 2 ? length - 1 : length;
        return count < 0 || push_state(path, found, MODEL_NONE) != 0 ||
                       (count == 2 && trace_path_push_predecessor(path, other) != 0)
                   ? -1
                   : 0;
    }
    *level = length - 1;
    return search_level(rebuild, TRACE_PASS_LABEL, length - 1) < 0 ||
                   least_step(path, path->goal, found, other, &label) != 0 ||
                   push_state(path, other, MODEL_NONE) != 0 || push_state(path, found, label) != 0
               ? -1
               : 0;
}

static int find_path(struct path_rebuild *rebuild) {
    uint64_t level, low;
    if (push_end(rebuild, &level) != 0) {
        return -1;
    }
    for (; level > 0; level = low) {
        low = rebuild->engine->walk == NULL ? level : rebuild->engine->walk(rebuild->context, level);
        if (low == UINT64_MAX) {
            return -1;
        }
        if (low == level && (search_level(rebuild, TRACE_PASS_PREDECESSOR, --low) < 0 ||
                             trace_path_push_predecessor(rebuild->path, rebuild->vectors) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* Writes the path as a trace, first state first; moves of the observer alone are omitted. Where the observer
 * has a ROOT state, the model begins in the state after it. */
static int write_path(const struct trace_path *path, struct trace *trace) {
    const struct model_view model = model_view_of(path->header);
    const uint64_t length = path->length - (model.header->root_count > 0 && path->length > 1);
    const struct network *network = model_network(path->exploration->model);
    struct memory *memory = path->run->memory;
    uint32_t components = model.header->components;
    uint32_t *state = memory_allocate_array(memory, components, sizeof *state);
    int failed = state == NULL;
    trace->components = components;
    for (uint64_t i = length; i-- > 0 && !failed;) {
        /* The label stored with a state belongs to the step from it. */
        int first = i + 1 == length;
        uint32_t label = first ? MODEL_NONE : path->labels[i + 1];
        const uint64_t *vector = path->vectors + i * model.header->words;
        for (uint32_t c = 0; c < components; c++) {
            state[c] = model_field(model.component + c, vector);
        }
        if (first || label != MODEL_NONE) {
            failed = trace_append(memory, trace, first ? NULL : network->labels[label].text, state) != 0;
        }
    }
    memory_free(memory, state, components * sizeof *state);
    return failed ? error_memory(path->error, "for the trace") : 0;
}

int trace_path_rebuild(struct trace_path *path, const struct trace_engine *engine, void *context,
                       struct trace *trace) {
    struct memory *memory = path->run->memory;
    uint64_t bytes = 2 * (uint64_t)path->header->words * sizeof(uint64_t);
    struct path_rebuild rebuild = {path, engine, context, memory_allocate(memory, bytes)};
    int failed = rebuild.vectors == NULL ? error_memory(path->error, "to rebuild the trace")
                                         : find_path(&rebuild) != 0 || write_path(path, trace) != 0;
    memory_free(memory, rebuild.vectors, bytes);
    memory_free(memory, path->vectors, path->vector_capacity * sizeof *path->vectors);
    memory_free(memory, path->labels, path->label_capacity * sizeof *path->labels);
    if (failed) {
        trace_free(memory, trace);
    }
    return failed ? -1 : 0;
}
