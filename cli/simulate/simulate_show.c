/* The output of `heddle simulate`: states, choices, steps. */
#include <stdarg.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "base/text/text.h"
#include "base/text/text_buffer.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/trace_step.h"
#include "cli/common.h"
#include "cli/simulate/simulate_session.h"

#define COLUMNS 100
#define FEW_COMPONENTS 16
#define CHOICES_SHOWN 30
#define MOVES_SHOWN 8
#define STEPS_SHOWN 20
#define WIDEST_LABEL 40

/* Items separated by commas, on as many lines as they need. */
struct list {
    FILE *out;
    int indent, column;
    uint64_t items;
};

static void list_add(struct list *list, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void list_add(struct list *list, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    int length = (int)text_shown_width(text);
    if (list->items > 0) {
        int fits = list->column + 2 + length <= COLUMNS;
        fprintf(list->out, fits ? ", " : ",\n%*s", list->indent, "");
        list->column = fits ? list->column + 2 : list->indent;
    }
    text_print(text, 0, list->out);
    list->column += length;
    list->items++;
}

static struct list list_begin(FILE *out, int column) {
    return (struct list){.out = out, .indent = column, .column = column};
}

static int digits_of(uint64_t number) {
    return snprintf(NULL, 0, "%llu", (unsigned long long)number);
}

void simulate_say(const struct simulate_session *session, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (session->out != NULL) {
        text_print_line(session->out, format, arguments);
    }
    va_end(arguments);
}

static void list_add_local(struct list *list, const struct simulate_session *session, uint32_t component,
                           uint32_t local) {
    char text[WALKER_STATE_TEXT];
    list_add(list, walker_has_variables(session->walker) ? "%s=%s" : "%s %s",
             session->subject->components[component],
             walker_state_text(session->walker, component, local, text));
}

int simulate_show_initial(const struct simulate_session *session, int all, struct error *error) {
    uint64_t count;
    uint32_t components = session->subject->component_count;
    const uint32_t *state = walker_initial(session->walker, &count);
    uint64_t shown = all || count <= CHOICES_SHOWN ? count : CHOICES_SHOWN;
    if (session->out == NULL) {
        return 0;
    }
    fprintf(session->out, "%llu initial state%s\n", (unsigned long long)count,
            count == 1 ? "" : "s; `initial K` begins in the K-th");
    for (uint64_t i = 0; i < shown; i++, state += components) {
        if (simulate_should_stop(session, error) != 0) {
            return -1;
        }
        int column = fprintf(session->out, "  %*llu  ", digits_of(shown), (unsigned long long)i + 1);
        struct list list = list_begin(session->out, column);
        for (uint32_t k = 0; k < components; k++) {
            list_add_local(&list, session, k, state[k]);
        }
        fputc('\n', session->out);
    }
    if (shown < count) {
        fprintf(session->out, "  ... and %llu more (`initial` lists them)\n",
                (unsigned long long)(count - shown));
    }
    return 0;
}

void simulate_show_state(const struct simulate_session *session, int everything) {
    FILE *out = session->out;
    if (out == NULL) {
        return;
    }
    uint32_t components = session->subject->component_count;
    const struct trace *trace = walk_whole(session->walk);
    uint64_t position = walk_position(session->walk);
    const uint32_t *state = walk_state(session->walk);
    const uint32_t *before = position > 0 ? trace_state(trace, position - 1) : state;
    int all = everything || components <= FEW_COMPONENTS;
    struct list list = list_begin(out, 7);
    fputs("state  ", out);
    for (uint32_t i = 0; i < components; i++) {
        if (all || state[i] != before[i]) {
            list_add_local(&list, session, i, state[i]);
        }
    }
    if (list.items < components) {
        fprintf(out, "%s%llu more %s as before (`state` shows all)", list.items > 0 ? ", and " : "",
                (unsigned long long)(components - list.items),
                walker_has_variables(session->walker) ? "variables" : "processes");
    }
    fputc('\n', out);
}

/* Adds "x 1 -> 3". */
static void list_add_move(struct list *list, const struct simulate_session *session, uint32_t component,
                          const uint32_t states[2]) {
    char from[WALKER_STATE_TEXT], to[WALKER_STATE_TEXT];
    list_add(list, "%s %s -> %s", session->subject->components[component],
             walker_state_text(session->walker, component, states[0], from),
             walker_state_text(session->walker, component, states[1], to));
}

static void show_moves(const struct simulate_session *session, const struct walker_transition *transition,
                       int column) {
    const uint32_t *state = walk_state(session->walk);
    struct list list = list_begin(session->out, column);
    uint32_t shown = transition->move_count > MOVES_SHOWN + 1 ? MOVES_SHOWN : transition->move_count;
    for (uint32_t i = 0; i < shown; i++) {
        const struct walker_move *move = &transition->moves[i];
        list_add_move(&list, session, move->component, (const uint32_t[]){state[move->component], move->to});
    }
    if (shown < transition->move_count) {
        list_add(&list, "and %u more", transition->move_count - shown);
    }
    if (transition->move_count == 0) {
        fputs("(the state stays)", session->out);
    }
}

/* Writes the label of a transition (NULL: it is unknown) or step, with the processes' own labels, to the
 * empty or used buffer. Without memory, only the label is returned, and the job says so. */
static const char *label_text_of(const struct simulate_session *session,
                                 const struct walker_transition *transition, const char *label,
                                 struct text_buffer *buffer) {
    struct memory *memory = &session->job->memory;
    buffer->length = 0;
    if (text_buffer_add(memory, buffer, label) != 0 ||
        (transition != NULL && trace_local_text(session->subject, transition, memory, buffer) != 0)) {
        job_lack_memory(session->job, "for the labels of processes");
        return label;
    }
    return buffer->data;
}

#define CHOICE_TEXT 64

/* "choice 2: 0.25": of models with data, the number of the choice and the probability or rate. Returns its
 * length; of a network it is empty. */
static int choice_text_of(const struct walker_transition *transition, char text[CHOICE_TEXT]) {
    text[0] = '\0';
    return transition->choice == WALKER_NO_CHOICE
               ? 0
               : snprintf(text, CHOICE_TEXT, "choice %llu: %.10g", (unsigned long long)transition->choice + 1,
                          transition->weight);
}

int simulate_show_choices(const struct simulate_session *session, int all, struct error *error) {
    FILE *out = session->out;
    const struct walker_transition *choices;
    uint64_t count;
    if (out == NULL) {
        return 0;
    }
    if (walk_choices(session->walk, &choices, &count, error) != 0) {
        return -1;
    }
    if (count == 0) {
        fputs("deadlock: no transition is possible here\n", out);
    }
    uint64_t shown = all || count <= CHOICES_SHOWN ? count : CHOICES_SHOWN;
    size_t width = 0;
    int choice_width = 0;
    struct text_buffer buffer = {0};
    for (uint64_t i = 0; i < shown; i++) {
        char choice[CHOICE_TEXT];
        size_t length = text_shown_width(label_text_of(session, &choices[i], choices[i].label, &buffer));
        int choice_length = choice_text_of(&choices[i], choice);
        width = length > width ? length : width;
        choice_width = choice_length > choice_width ? choice_length : choice_width;
    }
    int label_width = (int)(width < WIDEST_LABEL ? width : WIDEST_LABEL), number_width = digits_of(shown);
    int failed = 0;
    for (uint64_t i = 0; i < shown && !failed; i++) {
        failed = simulate_should_stop(session, error) != 0;
        fprintf(out, "  %*llu  ", number_width, (unsigned long long)i + 1);
        char choice[CHOICE_TEXT];
        text_print(label_text_of(session, &choices[i], choices[i].label, &buffer), (size_t)label_width, out);
        if (choice_text_of(&choices[i], choice) > 0) {
            fprintf(out, "  %-*s", choice_width, choice);
        }
        fputs("  ", out);
        show_moves(session, &choices[i],
                   2 + number_width + 2 + label_width + (choice_width == 0 ? 0 : 2 + choice_width) + 2);
        fputc('\n', out);
    }
    if (shown < count) {
        fprintf(out, "  ... and %llu more (`all` lists them)\n", (unsigned long long)(count - shown));
    }
    text_buffer_free(&session->job->memory, &buffer);
    return failed ? -1 : 0;
}

int simulate_show_error(const struct simulate_session *session, const struct error *error) {
    char text[2048];
    if (error->code != ERROR_INPUT || error->line == 0) {
        return -1;
    }
    simulate_say(session, "%s", error_describe(error, text, sizeof text));
    return 0;
}

int simulate_end_walk(const struct simulate_session *session, const struct error *error) {
    if (session->out == NULL) {
        return -1; /* nobody would see it */
    }
    /* What follows in an interactive session shows the state, and the error. */
    return session->interactive && error->code == ERROR_INPUT && error->line > 0
               ? 0
               : simulate_show_error(session, error);
}

void simulate_show_explanation(const struct simulate_session *session) {
    const char *explanation = simulate_explanation(session);
    if (explanation != NULL) {
        simulate_say(session, "%s", explanation);
    }
}

int simulate_show_here(const struct simulate_session *session, int everything, struct error *error) {
    uint64_t position = walk_position(session->walk), length = walk_length(session->walk);
    simulate_show_state(session, everything);
    if (simulate_show_owed(session, error) != 0) {
        return -1;
    }
    if (simulate_show_choices(session, 0, error) != 0 && simulate_show_error(session, error) != 0) {
        return -1;
    }
    uint64_t following =
        position == length && simulate_has_loop(session) ? walk_whole(session->walk)->lasso : position;
    if (following < length && session->out != NULL) {
        fputs("next: ", session->out);
        text_print(walk_whole(session->walk)->labels[following], 0, session->out);
        fprintf(session->out, " (step %llu of %llu%s)\n", (unsigned long long)following + 1,
                (unsigned long long)length, following < position ? ", again" : "");
    }
    simulate_show_explanation(session);
    return 0;
}

static void show_step(const struct simulate_session *session, uint64_t step) {
    const struct trace *trace = walk_whole(session->walk);
    const uint32_t *from = trace_state(trace, step), *to = trace_state(trace, step + 1);
    uint64_t moved = 0;
    struct text_buffer buffer = {0};
    const char *label = label_text_of(session, trace_transition(trace, session->subject->walker, step),
                                      trace->labels[step], &buffer);
    int column =
        fprintf(session->out, "step %llu: ", (unsigned long long)step + 1) + (int)text_shown_width(label) + 2;
    text_print(label, 0, session->out);
    text_buffer_free(&session->job->memory, &buffer);
    fputs("  ", session->out);
    struct list list = list_begin(session->out, column < COLUMNS / 2 ? column : COLUMNS / 4);
    list.column = column;
    for (uint32_t i = 0; i < session->subject->component_count; i++) {
        if (from[i] != to[i] && moved++ < MOVES_SHOWN) {
            list_add_move(&list, session, i, (const uint32_t[]){from[i], to[i]});
        }
    }
    if (moved > MOVES_SHOWN) {
        list_add(&list, "and %llu more", (unsigned long long)(moved - MOVES_SHOWN));
    }
    fputs(moved == 0 ? "(the state stays)\n" : "\n", session->out);
}

int simulate_should_stop(const struct simulate_session *session, struct error *error) {
    return run_ask(&session->job->run, error, "interrupted");
}

int simulate_show_steps(const struct simulate_session *session, uint64_t from, uint64_t to,
                        struct error *error) {
    if (session->out == NULL) {
        return 0;
    }
    uint64_t head = to, tail = to;
    if (session->interactive && to - from > STEPS_SHOWN) {
        head = from + STEPS_SHOWN / 2;
        tail = to - STEPS_SHOWN / 2;
    }
    for (uint64_t step = from; step < to; step++) {
        if (step == head && head < tail) {
            fprintf(session->out, "... %llu step%s ...\n", (unsigned long long)(tail - head),
                    tail - head == 1 ? "" : "s");
            step = tail;
        }
        if (step == walk_whole(session->walk)->lasso && simulate_has_loop(session)) {
            fprintf(session->out, "-- the loop begins here, in the state after step %llu --\n",
                    (unsigned long long)step);
        }
        if (simulate_should_stop(session, error) != 0) {
            return -1;
        }
        show_step(session, step);
        /* What is owed at the end is shown next. */
        const int is_shown_next = (session->interactive || session->full_screen) && step + 1 == to;
        if (!is_shown_next && simulate_show_owed_changes(session, step, error) != 0) {
            return -1;
        }
    }
    return 0;
}
