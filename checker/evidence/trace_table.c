/* Writes traces as tables, with the processes that take part in each step. */
#include "checker/evidence/trace_table.h"

#include <string.h>

#include "base/error.h"
#include "base/text/text.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/trace_step.h"
#include "frontend/exp/walk/semantics.h"
#include "explorer/trace/trace.h"

/* A longer label or name shifts the columns of its own line only. */
#define WIDEST 40

struct table {
    const struct trace *trace;
    const struct evidence_subject *subject;
    uint64_t head, tail; /* steps [0, head) and [tail, steps) are shown */
    size_t step_width, label_width, component_width, state_width;
    trace_writer writer;
    void *context;
    int failed;
};

static void put(struct table *table, const char *text) {
    if (!table->failed) {
        table->failed = table->writer(table->context, text, strlen(text)) != 0;
    }
}

static void put_blanks(struct table *table, size_t count) {
    for (; count > 0; count--) {
        put(table, " ");
    }
}

/* Writes a label or a name, which may contain any bytes, in printable form. Returns the number of
 * characters. */
static size_t put_shown(struct table *table, const char *text) {
    char escape[TEXT_ESCAPE];
    const char *piece;
    size_t length, sum = 0;
    while (!table->failed && (piece = text_shown_piece(&text, &length, escape)) != NULL) {
        table->failed = table->writer(table->context, piece, length) != 0;
        sum += text_piece_width(piece, length);
    }
    return sum;
}

static void put_left(struct table *table, const char *text, size_t width) {
    size_t shown = put_shown(table, text);
    put_blanks(table, shown < width ? width - shown : 0);
}

static void put_right(struct table *table, const char *text, size_t width) {
    size_t length = strlen(text);
    put_blanks(table, length < width ? width - length : 0);
    put(table, text);
}

#define DIGITS 24 /* room for a number */

static size_t print_number(uint64_t number, char digits[DIGITS]) {
    return (size_t)snprintf(digits, DIGITS, "%llu", (unsigned long long)number);
}

static void put_number(struct table *table, uint64_t number, size_t width) {
    char digits[DIGITS];
    print_number(number, digits);
    put_right(table, digits, width);
}

static void widen(size_t *width, size_t length) {
    length = length < WIDEST ? length : WIDEST;
    *width = length > *width ? length : *width;
}

/* The first step after `step` that is shown. */
static uint64_t next_shown(const struct table *table, uint64_t step) {
    return step + 1 == table->head ? table->tail : step + 1;
}

static void measure_step(struct table *table, uint64_t step) {
    const uint32_t *from = trace_state(table->trace, step), *to = trace_state(table->trace, step + 1);
    char digits[DIGITS];
    widen(&table->label_width, text_shown_width(table->trace->labels[step]));
    for (uint32_t i = 0; i < table->trace->components; i++) {
        if (from[i] != to[i] || table->subject->semantics != NULL) {
            widen(&table->component_width, text_shown_width(table->subject->components[i]));
            widen(&table->state_width, print_number(from[i] > to[i] ? from[i] : to[i], digits));
        }
    }
}

/* Writes a process's line after the step's number; the first line of a step has the label. */
static void put_component(struct table *table, uint64_t step, uint32_t component, int first) {
    const uint32_t *from = trace_state(table->trace, step), *to = trace_state(table->trace, step + 1);
    if (first) {
        put_left(table, table->trace->labels[step], table->label_width);
    } else {
        put_blanks(table, table->step_width + 2 + table->label_width);
    }
    put(table, "  ");
    put_left(table, table->subject->components[component], table->component_width);
    put(table, "  ");
    put_number(table, from[component], table->state_width);
    put(table, "  ");
    put_number(table, to[component], table->state_width);
    put(table, "\n");
}

static void put_step(struct table *table, uint64_t step) {
    const uint32_t *from = trace_state(table->trace, step), *to = trace_state(table->trace, step + 1);
    const struct semantics_transition *transition =
        trace_transition(table->trace, table->subject->semantics, step);
    uint32_t lines = 0;
    put_number(table, step + 1, table->step_width);
    put(table, "  ");
    for (uint32_t i = 0; transition != NULL && i < transition->move_count && !table->failed; i++) {
        put_component(table, step, transition->moves[i].component, lines++ == 0);
    }
    for (uint32_t i = 0; transition == NULL && i < table->trace->components && !table->failed; i++) {
        if (from[i] != to[i]) {
            put_component(table, step, i, lines++ == 0);
        }
    }
    if (lines == 0) { /* no process changes its state */
        put_shown(table, table->trace->labels[step]);
        put(table, "\n");
    }
}

static void put_header(struct table *table) {
    put_right(table, "step", table->step_width);
    put(table, "  ");
    put_left(table, "label", table->label_width);
    put(table, "  ");
    put_left(table, "process", table->component_width);
    put(table, "  ");
    put_right(table, "from", table->state_width);
    put(table, "  ");
    put_right(table, "to", table->state_width);
    put(table, "\n");
}

int trace_write_table(const struct trace *trace, const struct evidence_subject *subject, uint64_t most_steps,
                      trace_writer writer, void *context) {
    char digits[DIGITS];
    uint64_t steps = trace->steps, half = steps > most_steps ? most_steps / 2 : 0;
    struct table table = {.trace = trace,
                          .subject = subject,
                          .head = steps > most_steps ? most_steps - half : steps,
                          .tail = steps - half,
                          .step_width = strlen("step"),
                          .label_width = strlen("label"),
                          .component_width = strlen("process"),
                          .state_width = strlen("from"),
                          .writer = writer,
                          .context = context};
    widen(&table.step_width, print_number(steps, digits));
    for (uint64_t step = table.head == 0 ? table.tail : 0; step < steps; step = next_shown(&table, step)) {
        measure_step(&table, step);
    }
    put_header(&table);
    for (uint64_t step = 0; step < steps && !table.failed; step++) {
        if (step == table.head) {
            put(&table, "... ");
            put_number(&table, table.tail - step, 0);
            put(&table, table.tail - step == 1 ? " step ...\n" : " steps ...\n");
            step = table.tail;
        }
        if (step < steps) {
            put_step(&table, step);
        }
    }
    if (steps > 0 && trace->lasso == 0) {
        put(&table, "and back to the initial state\n");
    } else if (steps > 0 && trace->lasso != TRACE_NO_LASSO) {
        put(&table, "and back to the state after step ");
        put_number(&table, trace->lasso, 0);
        put(&table, "\n");
    }
    return table.failed ? -1 : 0;
}

static int write_stream(void *context, const char *text, size_t length) {
    return fwrite(text, 1, length, context) == length ? 0 : -1;
}

int trace_print(const struct trace *trace, const struct evidence_subject *subject, uint64_t most_steps,
                FILE *stream) {
    return trace_write_table(trace, subject, most_steps, write_stream, stream);
}
