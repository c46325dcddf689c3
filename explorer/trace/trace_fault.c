/* The path to an error of a model with data, in the text of the error. */
#include "explorer/trace/trace_fault.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "explorer/model/network.h"
#include "model/trace.h"

#define STEP_TEXT 400
#define ENOUGH_TEXT 120 /* room for the end of the text */

/* Appends to the error's text as much as fits. */
static void add_text(struct error *error, const char *text) {
    size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, "%s", text);
}

/* "[a] x=1 y=2": the label and the variables that the step changes. */
static void show_step(const struct network *network, const struct trace *trace, uint64_t step, char *text) {
    const uint32_t *from = trace_state(trace, step), *to = trace_state(trace, step + 1);
    size_t used = (size_t)snprintf(text, STEP_TEXT, "%s[%.100s]", step == 0 ? "" : ", ", trace->labels[step]);
    for (uint32_t i = 0; i < network->component_count && used + 120 < STEP_TEXT; i++) {
        char value[40];
        if (from[i] != to[i]) {
            network->show_value(network, i, to[i], value, sizeof value);
            used += (size_t)snprintf(text + used, STEP_TEXT - used, " %.60s=%s", network->components[i].name,
                                     value);
        }
    }
}

void trace_fault_path(const struct network *network, const struct trace *trace, struct error *error) {
    char text[STEP_TEXT];
    if (trace->steps == 0) {
        add_text(error, "; it is an initial state");
        return;
    }
    snprintf(text, sizeof text,
             "; the shortest path there has %llu step%s: ", (unsigned long long)trace->steps,
             trace->steps == 1 ? "" : "s");
    add_text(error, text);
    for (uint64_t i = 0; i < trace->steps; i++) {
        show_step(network, trace, i, text);
        if (strlen(error->text) + strlen(text) + ENOUGH_TEXT > sizeof error->text) {
            add_text(error, ", ..");
            return;
        }
        add_text(error, text);
    }
}
