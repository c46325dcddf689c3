/* Writes traces as tables, with the processes that take part in each step. */
#include "checker/evidence/trace_table.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/text.h"
#include "base/text/text_buffer.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/run_fairness.h"
#include "checker/evidence/run_letters.h"
#include "checker/evidence/trace_step.h"
#include "checker/property/property.h"
#include "checker/strategy/strategy.h"
#include "checker/strategy/strategy_lane.h"
#include "frontend/walk/walker.h"
#include "model/trace.h"

/* A longer label has a line of its own; a longer name shifts the columns of its own line only. */
#define WIDEST 40
#define WIDEST_SUBFORMULA 54
#define WIDEST_ATOM 16
#define MOST_ATOMS 8u /* most atoms that have a column */
#define MOST_CONDITIONS                                                                                      \
    8u /* most conditions of fairness for a reason, in a table that leaves out steps, too */
#define ASK_STEPS 256u
#define MOST_PROCESSES 12u /* most lines of a step in a table that leaves out steps, too */

struct printed_table {
    const struct trace *trace;
    const struct trace_table *shown;
    uint32_t most_lines;              /* of a step */
    uint64_t head, tail;              /* steps [0, head) and [tail, steps) are shown */
    const uint32_t *monitor;          /* shown->monitor, if it changes */
    const struct strategy_lane *lane; /* shown->lane, if it changes */
    uint32_t atom[MOST_ATOMS];        /* of shown->letters, those that have a column */
    uint32_t atoms, atoms_left_out;
    size_t step_width, label_width, monitor_width, component_width, state_width;
    trace_writer writer;
    void *context;
    int failed;
};

/* A line: a process that takes part in a step. */
struct trace_line {
    uint64_t step;
    uint32_t component; /* NONE: no process */
    const char *label;  /* of the step, in its first line; NULL in the others */
    const char *own;    /* the label of the process, or in the first line of all processes; NULL: not shown */
};

#define NONE UINT32_MAX

static void put_text(struct printed_table *table, const char *text) {
    if (!table->failed) {
        table->failed = table->writer(table->context, text, strlen(text)) != 0;
    }
}

static void put_blanks(struct printed_table *table, size_t count) {
    for (; count > 0; count--) {
        put_text(table, " ");
    }
}

/* Writes a label or a name, which may contain any bytes, in printable form. Returns the number of
 * characters. */
static size_t put_shown(struct printed_table *table, const char *text) {
    char escape[TEXT_ESCAPE];
    const char *piece;
    size_t length, sum = 0;
    while (!table->failed && (piece = text_shown_piece(&text, &length, escape)) != NULL) {
        table->failed = table->writer(table->context, piece, length) != 0;
        sum += text_piece_width(piece, length);
    }
    return sum;
}

/* Writes a text in printable form; of one that is wider than `most` columns the beginning, "...", and the
 * end. */
static void put_cut(struct printed_table *table, const char *text, size_t most) {
    size_t whole = text_shown_width(text), width = 0, before;
    size_t dots = strlen("..."), head = whole > most ? (most - dots) * 2 / 3 : whole;
    size_t tail = whole > most ? most - dots - head : 0;
    int is_cut = 0;
    while (*text != '\0' && !table->failed) {
        char escape[TEXT_ESCAPE];
        size_t length = text_printable_character(text), bytes = length == 0 ? TEXT_ESCAPE - 1 : length;
        const char *piece = length == 0 ? text_escape(*text, escape) : text;
        before = width;
        width += text_piece_width(piece, bytes);
        if (width <= head || before >= whole - tail) {
            table->failed = table->writer(table->context, piece, bytes) != 0;
        } else if (!is_cut) {
            put_text(table, "...");
            is_cut = 1;
        }
        text += length == 0 ? 1 : length;
    }
}

static void put_left(struct printed_table *table, const char *text, size_t width) {
    size_t shown = put_shown(table, text);
    put_blanks(table, shown < width ? width - shown : 0);
}

static void put_right(struct printed_table *table, const char *text, size_t width) {
    size_t length = text_shown_width(text);
    put_blanks(table, length < width ? width - length : 0);
    put_shown(table, text);
}

static size_t print_number(uint64_t number, char digits[WALKER_STATE_TEXT]) {
    return (size_t)snprintf(digits, WALKER_STATE_TEXT, "%llu", (unsigned long long)number);
}

static void put_number(struct printed_table *table, uint64_t number, size_t width) {
    char digits[WALKER_STATE_TEXT];
    print_number(number, digits);
    put_right(table, digits, width);
}

/* What the column of components is called. */
static const char *component_head(const struct trace_table *shown) {
    return walker_has_variables(shown->subject->walker) ? "variable" : "process";
}

static void put_local_state(struct printed_table *table, uint32_t component, uint32_t state) {
    char number[WALKER_STATE_TEXT];
    put_text(table, "  ");
    put_right(table, walker_state_text(table->shown->subject->walker, component, state, number),
              table->state_width);
}

/* --- widths --- */

static void widen(size_t *width, size_t length) {
    length = length < WIDEST ? length : WIDEST;
    *width = length > *width ? length : *width;
}

/* The first step after `step` that is shown. */
static uint64_t next_shown(const struct printed_table *table, uint64_t step) {
    return step + 1 == table->head ? table->tail : step + 1;
}

/* "i (crash)" in the first line of a step, "(crash)" in the others. */
static size_t label_width(const struct trace_line *line) {
    size_t own = line->own == NULL ? 0 : text_shown_width(line->own) + strlen("()");
    return line->label == NULL ? own : text_shown_width(line->label) + (own == 0 ? 0 : 1) + own;
}

static size_t monitor_text(const struct printed_table *table, uint64_t step,
                           char text[2 * WALKER_STATE_TEXT]) {
    uint32_t from = table->monitor[step], to = table->monitor[step + 1];
    text[0] = '\0';
    return from == to ? 0 : (size_t)snprintf(text, 2 * WALKER_STATE_TEXT, "%u -> %u", from, to);
}

static void measure_line(struct printed_table *table, const struct trace_line *line) {
    char text[2 * WALKER_STATE_TEXT];
    const struct evidence_subject *subject = table->shown->subject;
    widen(&table->label_width, label_width(line));
    if (table->monitor != NULL && line->label != NULL) {
        widen(&table->monitor_width, monitor_text(table, line->step, text));
    }
    if (line->component != NONE) {
        uint32_t from = trace_state(table->trace, line->step)[line->component];
        uint32_t to = trace_state(table->trace, line->step + 1)[line->component];
        const char *shown = walker_state_text(subject->walker, line->component, from, text);
        widen(&table->component_width, text_shown_width(subject->components[line->component]));
        widen(&table->state_width, text_shown_width(shown));
        shown = walker_state_text(subject->walker, line->component, to, text);
        widen(&table->state_width, text_shown_width(shown));
    }
}

/* --- atoms --- */

static size_t atom_width(const struct printed_table *table, uint32_t column) {
    const size_t width = text_shown_width(table->shown->letters->text[table->atom[column]].data);
    return width < WIDEST_ATOM ? width : WIDEST_ATOM;
}

/* If there are many atoms, those that change have columns. */
static void choose_atoms(struct printed_table *table) {
    const struct run_letters *letters = table->shown->letters;
    const uint32_t atoms = letters == NULL || !letters->is_known ? 0 : letters->atoms;
    for (uint32_t a = 0; a < atoms && table->atoms < MOST_ATOMS; a++) {
        if (atoms <= MOST_ATOMS || run_letters_change(letters, a)) {
            table->atom[table->atoms++] = a;
        }
    }
    table->atoms_left_out = atoms - table->atoms;
}

static void put_atom_heads(struct printed_table *table) {
    for (uint32_t k = 0; k < table->atoms; k++) {
        const char *text = table->shown->letters->text[table->atom[k]].data;
        put_text(table, "  ");
        put_cut(table, text, WIDEST_ATOM);
        if (k + 1 < table->atoms) { /* one that is cut may be narrower */
            const size_t whole = text_shown_width(text);
            put_blanks(table, whole < atom_width(table, k) ? atom_width(table, k) - whole : 0);
        }
    }
}

/* `position`: of the run. */
static void put_atoms(struct printed_table *table, uint64_t position) {
    static const char *const signs[] = {
        [RUN_LETTER_FALSE] = ".", [RUN_LETTER_TRUE] = "*", [RUN_LETTER_UNKNOWN] = "?"};
    for (uint32_t k = 0; k < table->atoms; k++) {
        put_blanks(table, k == 0 ? 2 : 2 + atom_width(table, k - 1) - 1);
        put_text(table, signs[run_letters_at(table->shown->letters, position, table->atom[k])]);
    }
}

/* The widths of the columns between those of labels and atoms, and of all before the atoms. */
static size_t middle_width(const struct printed_table *table) {
    return 2 + table->component_width + 2 * (2 + table->state_width);
}

static size_t width_before_atoms(const struct printed_table *table) {
    return table->step_width + 2 + table->label_width + middle_width(table);
}

/* The end of the run is a position like a step, and so is what is known after a trace that goes on somehow.
 */
static void put_last_position(struct printed_table *table) {
    const struct run_letters *letters = table->shown->letters;
    const char *text = letters != NULL && letters->ends ? "-- here the run ends, for ever --"
                                                        : "-- violated, however the run goes on --";
    size_t width = table->step_width + 2 + strlen(text), before = width_before_atoms(table);
    if (letters == NULL || !(letters->ends || letters->is_open)) {
        return;
    }
    put_blanks(table, table->step_width + 2);
    put_text(table, text);
    if (table->atoms > 0) {
        put_text(table, width > before ? "\n" : "");
        put_blanks(table, width > before ? before : before - width);
        put_atoms(table, letters->positions - 1);
    }
    put_text(table, "\n");
}

static void put_left_out(struct printed_table *table) {
    if (table->atoms_left_out > 0) {
        put_number(table, table->atoms_left_out, 0);
        put_text(table, table->atoms_left_out == 1 ? " atom is" : " atoms are");
        put_text(table, " not shown (--json has all)\n");
    }
}

/* Says why the cycle is fair. */
static void put_fairness(struct printed_table *table) {
    const struct text_buffer *lines = table->shown->fairness;
    const char *before = "fair: ";
    for (unsigned k = 0; lines != NULL && k < RUN_REASONS; k++) {
        if (lines[k].length > 0) {
            put_text(table, before);
            put_shown(table, lines[k].data);
            put_text(table, "\n");
            before = "      ";
        }
    }
}

/* --- lines --- */

static void put_label(struct printed_table *table, const struct trace_line *line) {
    if (line->label == NULL) {
        put_blanks(table, table->step_width + 2);
    } else {
        put_number(table, line->step + 1, table->step_width);
        put_text(table, "  ");
        put_shown(table, line->label);
    }
    if (line->own != NULL) {
        put_text(table, line->label == NULL ? "(" : " (");
        put_shown(table, line->own);
        put_text(table, ")");
    }
}

static void put_line(struct printed_table *table, const struct trace_line *line) {
    char text[2 * WALKER_STATE_TEXT] = "";
    size_t width = label_width(line);
    if (table->monitor != NULL && line->label != NULL) {
        monitor_text(table, line->step, text);
    }
    const int has_atoms = table->atoms > 0 && line->label != NULL;
    put_label(table, line);
    if (line->component == NONE && text[0] == '\0' && !has_atoms) {
        put_text(table, "\n");
        return;
    }
    if (width > table->label_width) {
        put_text(table, "\n");
        put_blanks(table, table->step_width + 2);
        width = 0;
    }
    put_blanks(table, table->label_width - width);
    if (table->monitor != NULL) {
        put_text(table, "  ");
        put_left(table, text, line->component == NONE ? 0 : table->monitor_width);
    }
    if (line->component != NONE) {
        put_text(table, "  ");
        put_left(table, table->shown->subject->components[line->component], table->component_width);
        put_local_state(table, line->component, trace_state(table->trace, line->step)[line->component]);
        put_local_state(table, line->component, trace_state(table->trace, line->step + 1)[line->component]);
    } else if (has_atoms) {
        put_blanks(table, middle_width(table));
    }
    if (has_atoms) {
        put_atoms(table, line->step);
    }
    put_text(table, "\n");
}

/* The own label that the line of a move shows if not all processes have the same: one that differs from the
 * transition's; after a first line that shows one, any. Or NULL. */
static const char *own_label(const walker *walker, const struct walker_transition *transition,
                             uint32_t move) {
    const char *first = walker_own_label(walker, transition, &transition->moves[0]);
    const char *own = walker_own_label(walker, transition, &transition->moves[move]);
    return own == NULL && first != NULL ? transition->label : own;
}

/* Calls `take` for each line of a step, at most table->most_lines; returns how many are left out. */
static uint32_t visit_lines(struct printed_table *table, uint64_t step,
                            void (*take)(struct printed_table *table, const struct trace_line *line)) {
    const uint32_t *from = trace_state(table->trace, step), *to = trace_state(table->trace, step + 1);
    walker *walker = table->shown->subject->walker;
    const struct walker_transition *transition = trace_transition(table->trace, walker, step);
    struct trace_line line = {.step = step, .component = NONE, .label = table->trace->labels[step]};
    const char *common = transition == NULL ? NULL : trace_common_label(walker, transition);
    uint32_t lines = 0;
    table->failed |= step % ASK_STEPS == 0 && table->shown->run != NULL && run_should_stop(table->shown->run);
    for (uint32_t i = 0; transition != NULL && i < transition->move_count && !table->failed; i++) {
        line.component = transition->moves[i].component;
        line.own = common == NULL ? own_label(walker, transition, i) : i == 0 ? common : NULL;
        if (lines++ < table->most_lines) {
            take(table, &line);
        }
        line.label = NULL;
    }
    for (uint32_t i = 0; transition == NULL && i < table->trace->components && !table->failed; i++) {
        if (from[i] != to[i]) {
            line.component = i;
            if (lines++ < table->most_lines) {
                take(table, &line);
            }
            line.label = NULL;
        }
    }
    if (lines == 0) { /* no process changes its state */
        take(table, &line);
    }
    return lines > table->most_lines ? lines - table->most_lines : 0;
}

static void put_header(struct printed_table *table) {
    put_right(table, "step", table->step_width);
    put_text(table, "  ");
    put_left(table, "label", table->label_width);
    if (table->monitor != NULL) {
        put_text(table, "  ");
        put_left(table, "monitor", table->monitor_width);
    }
    put_text(table, "  ");
    put_left(table, component_head(table->shown), table->component_width);
    put_text(table, "  ");
    put_right(table, "from", table->state_width);
    put_text(table, "  ");
    put_right(table, "to", table->state_width);
    put_atom_heads(table);
    put_text(table, "\n");
}

/* --- the table --- */

static int is_lasso(const struct trace *trace) {
    return trace->lasso < trace->steps; /* TRACE_NO_LASSO is greater */
}

/* Says that the middle is left out, and whether the cycle begins there. */
static void put_elision(struct printed_table *table) {
    uint64_t left_out = table->tail - table->head, lasso = table->trace->lasso;
    put_text(table, "... ");
    put_number(table, left_out, 0);
    put_text(table, left_out == 1 ? " step" : " steps");
    if (is_lasso(table->trace) && lasso >= table->head && lasso < table->tail) {
        put_text(table, "; the cycle begins after step ");
        put_number(table, lasso, 0);
    }
    put_text(table, " ...\n");
}

/* Says which subformula is left before a step, if another one was left before the last step. */
static void put_remaining(struct printed_table *table, uint64_t step) {
    const struct strategy_lane *lane = table->lane;
    if (lane == NULL ||
        (step > 0 && strcmp(strategy_lane_text(lane, step - 1), strategy_lane_text(lane, step)) == 0)) {
        return;
    }
    put_blanks(table, table->step_width + 2);
    put_text(table, lane->holds ? "-- to be shown: " : "-- to be refuted: ");
    put_cut(table, strategy_lane_text(lane, step), WIDEST_SUBFORMULA);
    put_text(table, " --\n");
}

/* Marks where the cycle of a lasso begins. */
static void put_mark(struct printed_table *table) {
    uint64_t length = table->trace->steps - table->trace->lasso;
    put_blanks(table, table->step_width + 2);
    put_text(table, "-- here the cycle of ");
    put_number(table, length, 0);
    put_text(table, length == 1 ? " step begins --\n" : " steps begins --\n");
}

static void put_end(struct printed_table *table) {
    const struct trace *trace = table->trace;
    if (is_lasso(trace)) {
        put_text(table,
                 trace->lasso == 0 ? "and back to the initial state" : "and back to the state after step ");
        if (trace->lasso > 0) {
            put_number(table, trace->lasso, 0);
        }
        put_text(table, ", for ever\n");
    }
    put_last_position(table);
    put_fairness(table);
    put_left_out(table);
}

/* Says how many processes of a step are left out. */
static void put_more(struct printed_table *table, uint32_t processes) {
    if (processes > 0) {
        size_t monitor = table->monitor == NULL ? 0 : table->monitor_width + 2;
        put_blanks(table, table->step_width + 2 + table->label_width + 2 + monitor);
        put_text(table, "and ");
        put_number(table, processes, 0);
        put_text(table, " more ");
        put_text(table, component_head(table->shown));
        put_text(table, processes == 1                                        ? "\n"
                        : walker_has_variables(table->shown->subject->walker) ? "s\n"
                                                                              : "es\n");
    }
}

static void put_steps(struct printed_table *table) {
    for (uint64_t step = 0; step < table->trace->steps && !table->failed; step++) {
        if (step == table->head) {
            put_elision(table);
            step = table->tail;
        }
        if (step < table->trace->steps) {
            if (step == table->trace->lasso) {
                put_mark(table);
            }
            put_remaining(table, step);
            put_more(table, visit_lines(table, step, put_line));
        }
    }
}

/* The states of the monitor, unless they are all the same. */
static const uint32_t *find_monitor(const struct trace_table *shown) {
    for (uint64_t step = 0; shown->monitor != NULL && step < shown->trace->steps; step++) {
        if (shown->monitor[step] != shown->monitor[step + 1]) {
            return shown->monitor;
        }
    }
    return NULL;
}

/* The subformulas, unless all steps are taken from the same. */
static const struct strategy_lane *find_lane(const struct trace_table *shown) {
    const struct strategy_lane *lane = shown->lane;
    for (uint64_t step = 1; lane != NULL && step < shown->trace->steps; step++) {
        if (strcmp(strategy_lane_text(lane, step - 1), strategy_lane_text(lane, step)) != 0) {
            return lane;
        }
    }
    return NULL;
}

int trace_write_table(const struct trace_table *shown, trace_writer writer, void *context) {
    char digits[WALKER_STATE_TEXT];
    uint64_t steps = shown->trace->steps, most = shown->most_steps, half = steps > most ? most / 2 : 0;
    struct printed_table table = {.trace = shown->trace,
                                  .shown = shown,
                                  .head = steps > most ? most - half : steps,
                                  .tail = steps - half,
                                  .most_lines = most == UINT64_MAX ? UINT32_MAX : MOST_PROCESSES,
                                  .monitor = find_monitor(shown),
                                  .lane = find_lane(shown),
                                  .step_width = strlen("step"),
                                  .label_width = strlen("label"),
                                  .monitor_width = strlen("monitor"),
                                  .component_width = strlen(component_head(shown)),
                                  .state_width = strlen("from"),
                                  .writer = writer,
                                  .context = context};
    widen(&table.step_width, print_number(steps, digits));
    for (uint64_t step = table.head == 0 ? table.tail : 0; step < steps && !table.failed;
         step = next_shown(&table, step)) {
        visit_lines(&table, step, measure_line);
    }
    choose_atoms(&table);
    put_header(&table);
    put_steps(&table);
    put_end(&table);
    return table.failed ? -1 : 0;
}

static int write_stream(void *context, const char *text, size_t length) {
    return fwrite(text, 1, length, context) == length ? 0 : -1;
}

int trace_print(const struct trace_table *shown, FILE *stream) {
    return trace_write_table(shown, write_stream, stream);
}

int trace_write_claim(const struct evidence_claim *claim, uint64_t most_steps, struct memory *memory,
                      trace_writer writer, void *context) {
    const struct strategy *strategy = claim->strategy;
    struct trace_table table = {.trace = strategy == NULL ? claim->trace : &strategy->trace,
                                .subject = claim->subject,
                                .most_steps = most_steps};
    struct strategy_lane lane = {0};
    struct run_letters letters = {0};
    struct text_buffer fairness[RUN_REASONS] = {{0}};
    uint32_t *monitor = NULL;
    int failed;
    if (strategy == NULL) {
        failed = trace_monitor(claim->property, table.trace, memory, &monitor) != 0 ||
                 run_letters_make(claim, memory, &letters) != 0 ||
                 run_fairness_explain(claim, most_steps == UINT64_MAX ? UINT64_MAX : MOST_CONDITIONS, memory,
                                      fairness) != 0;
        table.letters = &letters;
        table.fairness = fairness;
    } else {
        failed = strategy_lane_make(strategy, claim->property->formula, memory, &lane);
        table.lane = &lane;
    }
    table.monitor = monitor;
    int status = failed != 0 ? 1 : trace_write_table(&table, writer, context);
    strategy_lane_free(memory, &lane);
    run_letters_free(memory, &letters);
    for (unsigned k = 0; k < RUN_REASONS; k++) {
        text_buffer_free(memory, &fairness[k]);
    }
    memory_free(memory, monitor, (table.trace->steps + 1) * sizeof *monitor);
    return status;
}

int trace_print_claim(const struct evidence_claim *claim, uint64_t most_steps, struct memory *memory,
                      FILE *stream) {
    return trace_write_claim(claim, most_steps, memory, write_stream, stream);
}
