/*
 * Evidence in a report. A trace has only the processes that take part in each step, not whole states, so that
 * the page grows with the number of moves and not with that of processes. A strategy has the same form as in
 * files, but is cut after its first nodes.
 */
#include <jansson.h>

#include "base/text/json_text.h"
#include "base/error.h"
#include "base/run.h"
#include "base/text/text_buffer.h"
#include "checker/evidence/formula_evidence.h"
#include "frontend/walk/walker.h"
#include "checker/evidence/run_fairness.h"
#include "checker/evidence/run_letters.h"
#include "checker/evidence/trace_step.h"
#include "model/trace.h"
#include "report/report_internal.h"

/* most nodes of a strategy, because nobody reads more; and most numbers in their states */
#define MOST_NODES 2000u
#define MOST_NUMBERS 4000000u
#define MOST_LINES 100u      /* of a step */
#define MOST_CONDITIONS 100u /* of fairness, for a reason */

static void put_move(struct evidence_writer *writer, int first, uint32_t component, uint32_t to) {
    evidence_put_number(writer, first ? "" : ",", component);
    evidence_put_number(writer, ",", to);
}

/* , "lines": [7, 12] of the commands that happen. */
static void put_lines(struct evidence_writer *writer, const struct evidence_subject *subject,
                      const struct walker_transition *transition) {
    uint64_t lines[MOST_LINES];
    uint32_t count = transition == NULL ? 0 : walker_lines(subject->walker, transition, lines, MOST_LINES);
    for (uint32_t i = 0; i < count && i < MOST_LINES; i++) {
        evidence_put_number(writer, i == 0 ? ", \"lines\": [" : ",", lines[i]);
    }
    evidence_put_text(writer, count == 0 ? "" : "]");
}

/* Writes the processes that take part and their new local states, COMPONENT,STATE,..; if it is unknown
 * which processes take part, those that changed. Then their own labels, if they differ from that of the
 * step. */
static void put_moves(struct evidence_writer *writer, const struct trace *trace,
                      const struct evidence_subject *subject, uint64_t step) {
    const uint32_t *from = trace_state(trace, step), *to = trace_state(trace, step + 1);
    const struct walker_transition *transition = trace_transition(trace, subject->walker, step);
    int first = 1;
    evidence_put_text(writer, ", \"moves\": [");
    for (uint32_t i = 0; transition != NULL && i < transition->move_count; i++) {
        put_move(writer, i == 0, transition->moves[i].component, transition->moves[i].to);
    }
    for (uint32_t i = 0; transition == NULL && i < trace->components; i++) {
        if (from[i] != to[i]) {
            put_move(writer, first, i, to[i]);
            first = 0;
        }
    }
    evidence_put_text(writer, "]");
    evidence_put_local(writer, subject, transition);
    put_lines(writer, subject, transition);
    evidence_put_text(writer, "}");
}

static uint64_t most_nodes(const struct strategy *strategy) {
    uint64_t most = MOST_NUMBERS / (strategy->components + 1) + 1;
    return most < MOST_NODES ? most : MOST_NODES;
}

static void put_strategy(struct evidence_writer *writer, const struct report_result *result) {
    struct evidence_claim claim = {.property = result->property, .strategy = result->strategy};
    formula_evidence_put(writer, &claim, most_nodes(result->strategy));
}

/* , "atoms": {..}, "ends": true of a property of linear time. */
static void put_letters(struct evidence_writer *writer, const struct evidence_claim *claim) {
    struct memory *memory = writer->run->memory;
    struct run_letters letters;
    if (run_letters_make(claim, memory, &letters) != 0) {
        writer->failed = writer->failed || error_memory(writer->error, "for the steps of the trace");
    }
    if (letters.is_known) {
        evidence_put_json(writer, ", \"atoms\": ", run_letters_json(&letters, memory));
        evidence_put_json(writer, ", \"ends\": ", json_boolean(letters.ends));
    }
    run_letters_free(memory, &letters);
}

/* , "fair": [..]: why the cycle is fair. */
static void put_fairness(struct evidence_writer *writer, const struct evidence_claim *claim) {
    struct memory *memory = writer->run->memory;
    struct text_buffer texts[RUN_REASONS] = {{0}};
    unsigned count = 0;
    if (run_fairness_explain(claim, MOST_CONDITIONS, memory, texts) != 0) {
        writer->failed = writer->failed || error_memory(writer->error, "for the steps of the trace");
    }
    for (unsigned k = 0; k < RUN_REASONS; k++) {
        if (texts[k].length > 0) {
            evidence_put_json(writer, count++ == 0 ? ", \"fair\": [" : ", ",
                              json_text(memory, texts[k].data));
        }
        text_buffer_free(memory, &texts[k]);
    }
    evidence_put_text(writer, count == 0 ? "" : "]");
}

/* Writes a trace; one in a game has its whole strategy beside it, unless that is large. */
static void put_trace(struct evidence_writer *writer, const struct report_result *result,
                      const struct evidence_subject *subject) {
    const struct trace *trace = result->trace;
    evidence_put_text(writer, "{\"kind\": \"trace\", \"initial\": ");
    evidence_put_state(writer, trace_state(trace, 0), trace->components);
    evidence_put_text(writer, ", \"steps\": [");
    for (uint64_t step = 0; step < trace->steps && !writer->failed; step++) {
        evidence_put_json(writer, step == 0 ? "\n{\"label\": " : ",\n{\"label\": ",
                          json_bytes(writer->run->memory, trace->labels[step]));
        put_moves(writer, trace, subject, step);
        evidence_writer_report(writer, step + 1, trace->steps, "steps");
    }
    evidence_writer_require(writer, subject);
    evidence_put_json(writer, "], \"lasso\": ",
                      trace->lasso == TRACE_NO_LASSO ? json_null() : json_integer((json_int_t)trace->lasso));
    const struct evidence_claim claim = {
        .subject = subject, .property = result->property, .trace = trace, .strategy = result->strategy};
    evidence_put_observer(writer, ", \"observer\": ", &claim);
    put_letters(writer, &claim);
    put_fairness(writer, &claim);
    evidence_put_json(writer, ", \"game\": ", json_boolean(result->strategy != NULL));
    if (result->strategy != NULL && result->strategy->explanation != NULL) {
        evidence_put_json(writer, ", \"explanation\": ", json_incref(result->strategy->explanation));
    }
    if (result->strategy != NULL && result->strategy->shape != STRATEGY_GRAPH &&
        result->strategy->nodes <= most_nodes(result->strategy)) {
        put_strategy(writer, result);
    } else {
        evidence_put_json(writer, ", \"holds\": ", json_boolean(result->holds));
    }
    evidence_put_text(writer, "}");
}

/* The path up to the first choice of the loser, in the form of a trace, then the strategy. */
static void put_parity(struct evidence_writer *writer, const struct report_result *result,
                       const struct evidence_subject *subject) {
    evidence_put_text(writer, "{\"kind\": \"parity\", \"path\": ");
    put_trace(writer, result, subject);
    put_strategy(writer, result);
    evidence_put_text(writer, "}");
}

void report_put_evidence(struct evidence_writer *writer, const struct report_result *result,
                         const struct evidence_subject *subject) {
    if (result->strategy != NULL && result->strategy->shape == STRATEGY_GRAPH) {
        put_parity(writer, result, subject);
    } else if (result->trace != NULL) {
        put_trace(writer, result, subject);
    } else {
        evidence_put_text(writer, "null");
    }
}
