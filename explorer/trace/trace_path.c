/* The path of a trace, and its conversion from vectors to local states and label texts. */
#include "explorer/trace/trace_path.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/successors_core.h"
#include "explorer/trace/trace_rebuild.h"
#include "explorer/model/network.h"
#include "explorer/search/explore.h"

#define ASK_VISITS 65536u /* transitions of one state between two checks of the stop flag and the clock */

int trace_path_push(struct trace_path *path, const model *model, const uint64_t *vector, uint32_t label,
                    const struct run *run, struct error *error) {
    uint32_t words = model_header(model)->words;
    if (MEMORY_GROW(run->memory, &path->vectors, &path->vector_capacity, (path->length + 1) * words) != 0 ||
        MEMORY_GROW(run->memory, &path->labels, &path->label_capacity, path->length + 1) != 0) {
        return error_memory(error, "for the trace");
    }
    memcpy(path->vectors + path->length * words, vector, words * sizeof *vector);
    path->labels[path->length++] = label;
    return 0;
}

int trace_path_write(const struct trace_path *path, const model *model, const struct run *run,
                     struct trace *trace, struct error *error) {
    const struct model_view view = model_view_of(model_image(model));
    const struct network *network = model_network(model);
    uint32_t components = view.header->components;
    uint32_t *state = memory_allocate_array(run->memory, components, sizeof *state);
    int failed = state == NULL;
    trace->components = components;
    for (uint64_t i = path->length; i-- > 0 && !failed;) {
        /* The label stored with a state belongs to the step from it. */
        int first = i + 1 == path->length;
        uint32_t label = first ? MODEL_NONE : path->labels[i + 1];
        const uint64_t *vector = path->vectors + i * view.header->words;
        for (uint32_t c = 0; c < components; c++) {
            state[c] = model_field(view.component + c, vector);
        }
        if (first || label != MODEL_NONE) {
            failed = trace_append(run->memory, trace, first ? NULL : network->labels[label].text, state) != 0;
        }
    }
    memory_free(run->memory, state, components * sizeof *state);
    return failed ? error_memory(error, "for the trace") : 0;
}

void trace_path_free(struct trace_path *path, const struct run *run) {
    memory_free(run->memory, path->vectors, path->vector_capacity * sizeof *path->vectors);
    memory_free(run->memory, path->labels, path->label_capacity * sizeof *path->labels);
    *path = (struct trace_path){0};
}

/* --- one step --- */

struct step {
    const struct trace_goal *goal; /* NULL: find a transition to the target */
    uint64_t *target;
    uint32_t words, label;
    int there, stopped;
    uint64_t visits;
    const struct run *run;
};

static int compare_vectors(const uint64_t *a, const uint64_t *b, uint32_t words) {
    for (uint32_t w = 0; w < words; w++) {
        if (a[w] != b[w]) {
            return a[w] < b[w] ? -1 : 1;
        }
    }
    return 0;
}

static int visit_step(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct step *step = context;
    (void)choice;
    if (++step->visits % ASK_VISITS == 0 && run_should_stop(step->run)) {
        step->stopped = 1;
    }
    if (step->stopped || (step->there && label > step->label)) {
        return step->stopped;
    }
    int less = !step->there || label < step->label;
    if (step->goal == NULL) {
        if (!less || compare_vectors(target, step->target, step->words) != 0) {
            return 0;
        }
    } else if (label == MODEL_NONE || !step->goal->labels[label] ||
               (!less && compare_vectors(target, step->target, step->words) >= 0)) {
        return 0;
    } else {
        memcpy(step->target, target, step->words * sizeof *target);
    }
    step->label = label;
    step->there = 1;
    return 0;
}

int trace_path_step(const model *model, const struct trace_goal *goal, const uint64_t *source,
                    uint64_t *target, uint32_t *label, const struct run *run, struct error *error) {
    const struct model_view view = model_view_of(model_image(model));
    uint32_t words = view.header->words;
    struct step step = {.goal = goal, .target = target, .words = words, .run = run};
    uint64_t count = 2 * (uint64_t)words + view.header->guard_words;
    uint64_t *scratch = memory_allocate_array(run->memory, count, sizeof *scratch);
    if (scratch == NULL) {
        return error_memory(error, "to rebuild the trace");
    }
    const struct successors_source from = {&view, source, scratch, scratch + 2 * words};
    successors_all(&from, words, visit_step, &step);
    memory_free(run->memory, scratch, count * sizeof *scratch);
    if (step.stopped) {
        return error_set(error, ERROR_INTERRUPTED, "stopped while the trace was rebuilt");
    }
    if (!step.there) {
        return error_set(error, ERROR_LIMIT, "a state on the way has no transition onwards");
    }
    *label = step.label;
    return 0;
}

uint64_t trace_length(const struct exploration *exploration, const struct trace_goal *goal) {
    uint32_t labels = exploration->result.label_level == NULL ? 0 : model_header(exploration->model)->labels;
    uint64_t level = UINT64_MAX;
    switch (goal->kind) {
    case TRACE_TO_DEADLOCK:
        return exploration->result.deadlock_level;
    case TRACE_TO_ERROR:
        return exploration->result.error_level;
    case TRACE_TO_LABEL:
        for (uint32_t i = 0; i < labels; i++) {
            if (goal->labels[i] && exploration->result.label_level[i] < level) {
                level = exploration->result.label_level[i];
            }
        }
        break;
    }
    return level == UINT64_MAX ? UINT64_MAX : level + 1;
}
