/* Finds what the processes do in a step of a trace, with the labels that they have of their own. */
#include "checker/evidence/trace_step.h"

#include <jansson.h>
#include <string.h>

#include "base/memory.h"
#include "base/text/json_text.h"
#include "base/text/text_buffer.h"
#include "checker/evidence/evidence.h"
#include "checker/property/monitor_run.h"
#include "checker/property/property.h"
#include "checker/strategy/strategy_lane.h"
#include "model/trace.h"
#include "frontend/walk/walker.h"

static int leads_to(const struct trace *trace, const struct walker_transition *transition, uint64_t step) {
    const uint32_t *from = trace_state(trace, step), *to = trace_state(trace, step + 1);
    uint32_t at = 0;
    for (uint32_t i = 0; i < trace->components; i++) {
        int moves = at < transition->move_count && transition->moves[at].component == i;
        if ((moves ? transition->moves[at].to : from[i]) != to[i]) {
            return 0;
        }
        at += (uint32_t)moves;
    }
    return strcmp(transition->label, trace->labels[step]) == 0;
}

const struct walker_transition *trace_transition(const struct trace *trace, walker *walker, uint64_t step) {
    const struct walker_transition *transitions;
    struct error error;
    uint64_t count;
    if (walker == NULL ||
        walker_transitions(walker, trace_state(trace, step), &transitions, &count, &error) != 0) {
        return NULL;
    }
    const struct walker_transition *found = NULL;
    uint32_t way = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (leads_to(trace, &transitions[i], step)) {
            way += found != NULL && !walker_same_way(found, &transitions[i]);
            found = &transitions[i];
            if (way == trace_way(trace, step)) {
                break;
            }
        }
    }
    return found;
}

/* --- own labels --- */

const char *trace_common_label(const walker *walker, const struct walker_transition *transition) {
    const char *common = NULL;
    for (uint32_t i = 0; i < transition->move_count; i++) {
        const char *own = walker_own_label(walker, transition, &transition->moves[i]);
        if (own == NULL || (i > 0 && own != common)) {
            return NULL;
        }
        common = own;
    }
    return common;
}

json_t *trace_local_json(const struct evidence_subject *subject, const struct walker_transition *transition,
                         trace_text_maker *make, struct memory *memory) {
    json_t *list = NULL;
    for (uint32_t i = 0; transition != NULL && i < transition->move_count; i++) {
        const struct walker_move *move = &transition->moves[i];
        const char *own = walker_own_label(subject->walker, transition, move);
        if (own == NULL) {
            continue;
        }
        json_t *item = json_pack("{s:o, s:o}", "process", make(memory, subject->components[move->component]),
                                 "label", make(memory, own));
        list = list == NULL ? json_array() : list;
        if (json_array_append_new(list, item) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list == NULL ? json_null() : list;
}

json_t *trace_locals_json(const struct evidence_subject *subject, const struct trace *trace,
                          trace_text_maker *make, struct memory *memory) {
    json_t *list = json_array();
    int some = 0;
    for (uint64_t step = 0; step < trace->steps; step++) {
        json_t *local =
            trace_local_json(subject, trace_transition(trace, subject->walker, step), make, memory);
        some |= json_is_array(local);
        if (json_array_append_new(list, local) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    if (!some) {
        json_decref(list);
        return json_null();
    }
    return list;
}

/* --- monitors --- */

int trace_monitor(const struct property *property, const struct trace *trace, struct memory *memory,
                  uint32_t **states) {
    const struct monitor_path path = {trace->labels, trace->steps};
    uint64_t bytes = (trace->steps + 1) * sizeof **states;
    *states = NULL;
    if (property == NULL || property->monitor == NULL) {
        return 0;
    }
    *states = memory_allocate(memory, bytes);
    int found = *states == NULL ? -1 : monitor_run(property->monitor, &path, memory, *states);
    if (found != 1) {
        memory_free(memory, *states, bytes);
        *states = NULL;
    }
    return found < 0 ? -1 : 0;
}

/* The list of the monitor's states; null if there is no monitor. */
static json_t *monitor_json(const struct evidence_claim *claim, struct memory *memory) {
    uint32_t *states;
    uint64_t count = claim->trace->steps + 1;
    if (trace_monitor(claim->property, claim->trace, memory, &states) != 0) {
        return NULL;
    }
    json_t *list = states == NULL ? json_null() : json_array();
    int failed = 0;
    for (uint64_t k = 0; states != NULL && k < count && !failed; k++) {
        failed = json_array_append_new(list, json_integer(states[k])) != 0;
    }
    memory_free(memory, states, count * sizeof *states);
    return failed ? (json_decref(list), NULL) : list;
}

/* The list of the texts of a lane; null if all are the same. */
static json_t *lane_json(const struct strategy_lane *lane, struct memory *memory) {
    json_t *list = json_array();
    int failed = list == NULL, changes = 0;
    for (uint64_t k = 0; k < lane->states && !failed; k++) {
        const char *text = strategy_lane_text(lane, k);
        changes |= strcmp(text, strategy_lane_text(lane, 0)) != 0;
        failed = json_array_append_new(list, json_text(memory, text)) != 0;
    }
    if (failed || !changes) {
        json_decref(list);
        return failed ? NULL : json_null();
    }
    return list;
}

json_t *trace_observer_json(const struct evidence_claim *claim, struct memory *memory) {
    struct strategy_lane lane = {0};
    if (claim->strategy == NULL) {
        return monitor_json(claim, memory);
    }
    json_t *list = strategy_lane_make(claim->strategy, claim->property->formula, memory, &lane) != 0
                       ? NULL
                       : lane_json(&lane, memory);
    strategy_lane_free(memory, &lane);
    return list;
}

/* --- text --- */

int trace_local_text(const struct evidence_subject *subject, const struct walker_transition *transition,
                     struct memory *memory, struct text_buffer *text) {
    const char *before = " (", *common = trace_common_label(subject->walker, transition);
    uint32_t count = common != NULL ? 1 : transition->move_count;
    for (uint32_t i = 0; i < count; i++) {
        const struct walker_move *move = &transition->moves[i];
        const char *own = walker_own_label(subject->walker, transition, move);
        if (own == NULL) {
            continue;
        }
        if (text_buffer_add(memory, text, before) != 0 ||
            (common == NULL && (text_buffer_add(memory, text, subject->components[move->component]) != 0 ||
                                text_buffer_add(memory, text, ": ") != 0)) ||
            text_buffer_add(memory, text, own) != 0) {
            return -1;
        }
        before = ", ";
    }
    return strcmp(before, ", ") == 0 ? text_buffer_add(memory, text, ")") : 0;
}
