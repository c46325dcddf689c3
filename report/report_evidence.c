/*
 * Evidence in a report. A trace has only the processes that take part in each step, not whole states, so that
 * the page grows with the number of moves and not with that of processes. A strategy has the same form as in
 * files, but is cut after its first nodes.
 */
#include <jansson.h>

#include "base/error.h"
#include "base/text/json_text.h"
#include "base/run.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/evidence_put.h"
#include "checker/evidence/formula_evidence.h"
#include "frontend/exp/walk/semantics.h"
#include "checker/evidence/trace_transition.h"
#include "explorer/trace/trace.h"
#include "report/report_internal.h"

/* most nodes of a strategy, because nobody reads more; and most numbers in their states */
#define MOST_NODES 2000u
#define MOST_NUMBERS 4000000u

struct writer {
    output *output;
    struct error *error;
};

static int put_text(const struct writer *writer, const char *text) {
    return output_text(writer->output, text, writer->error);
}

static int put_move(const struct writer *writer, int first, uint32_t component, uint32_t to) {
    return put_text(writer, first ? "" : ",") || output_number(writer->output, component, writer->error) ||
           put_text(writer, ",") || output_number(writer->output, to, writer->error);
}

/* Writes the processes that take part and their new local states, COMPONENT,STATE,..; if it is unknown
 * which processes take part, those that changed. */
static int put_moves(const struct writer *writer, const struct trace *trace, semantics *semantics,
                     uint64_t step) {
    const uint32_t *from = trace_state(trace, step), *to = trace_state(trace, step + 1);
    const struct semantics_transition *transition = trace_transition(trace, semantics, step);
    int failed = 0, first = 1;
    for (uint32_t i = 0; transition != NULL && i < transition->move_count && !failed; i++) {
        failed = put_move(writer, i == 0, transition->moves[i].component, transition->moves[i].to);
    }
    for (uint32_t i = 0; transition == NULL && i < trace->components && !failed; i++) {
        if (from[i] != to[i]) {
            failed = put_move(writer, first, i, to[i]);
            first = 0;
        }
    }
    return failed;
}

static int put_trace(const struct writer *writer, const struct report_result *result, semantics *semantics,
                     const struct run *run) {
    const struct trace *trace = result->trace;
    int failed =
        put_text(writer, "{\"kind\": \"trace\", \"initial\": ") ||
        evidence_put_state(writer->output, trace_state(trace, 0), trace->components, writer->error) ||
        put_text(writer, ", \"steps\": [");
    for (uint64_t step = 0; step < trace->steps && !failed; step++) {
        failed = put_text(writer, step == 0 ? "\n{" : ",\n{") ||
                 evidence_put_key(writer->output, "label", json_bytes(run->memory, trace->labels[step]),
                                  writer->error) ||
                 put_text(writer, ", \"moves\": [") || put_moves(writer, trace, semantics, step) ||
                 put_text(writer, "]}");
    }
    return failed || put_text(writer, "], \"lasso\": ") ||
           (trace->lasso == TRACE_NO_LASSO ? put_text(writer, "null")
                                           : output_number(writer->output, trace->lasso, writer->error)) ||
           put_text(writer, ", \"game\": ") ||
           put_text(writer, result->strategy != NULL ? "true" : "false") ||
           put_text(writer, ", \"holds\": ") || put_text(writer, result->holds ? "true}" : "false}");
}

static int put_strategy(const struct writer *writer, const struct report_result *result,
                        const struct run *run) {
    const struct strategy *strategy = result->strategy;
    uint64_t most = MOST_NUMBERS / (strategy->components + 1) + 1;
    return put_text(writer, "{\"kind\": \"parity\"") ||
           formula_evidence_put(writer->output, strategy, result->property,
                                most < MOST_NODES ? most : MOST_NODES, run, writer->error) ||
           put_text(writer, "}");
}

int report_put_evidence(output *output, const struct report_result *result,
                        const struct evidence_subject *subject, const struct run *run, struct error *error) {
    struct writer writer = {output, error};
    int failed = result->trace != NULL      ? put_trace(&writer, result, subject->semantics, run)
                 : result->strategy != NULL ? put_strategy(&writer, result, run)
                                            : put_text(&writer, "null");
    return failed ? -1 : 0;
}
