/* The texts of the lists in full-screen mode: processes, transitions, steps. */
#ifdef HEDDLE_FULL_SCREEN
#include <stdarg.h>
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "base/text/text.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/trace_step.h"
#include "cli/common.h"
#include "cli/simulate/screen_internal.h"

#define MOVES_SHOWN 8u

static struct memory *memory_of(const struct screen *screen) {
    return &screen->session->job->memory;
}

/* --- adding to the item's text; what does not fit into memory is missing --- */

static void add_text(struct screen *screen, const char *text) {
    text_buffer_add(memory_of(screen), &screen->item, text);
}

static void add_number(struct screen *screen, const char *format, unsigned long long number) {
    char text[64];
    snprintf(text, sizeof text, format, number);
    add_text(screen, text);
}

/* Adds the number, with as many columns as the largest number of the list needs. */
static void add_place(struct screen *screen, uint64_t number, uint64_t largest) {
    char text[64];
    int columns = snprintf(text, sizeof text, "%llu", (unsigned long long)largest);
    snprintf(text, sizeof text, "%*llu  ", columns, (unsigned long long)number);
    add_text(screen, text);
}

/* Adds blanks up to the column, counted from the beginning of the item. */
static void add_blanks(struct screen *screen, size_t column) {
    for (size_t at = screen->item.data == NULL ? 0 : text_shown_width(screen->item.data); at < column; at++) {
        add_text(screen, " ");
    }
}

static int get_choices(struct screen *screen, const struct walker_transition **choices, uint64_t *count,
                       struct error *error) {
    screen_enter_model(screen);
    int failed = walk_choices(screen->session->walk, choices, count, error);
    screen_leave_model(screen);
    return failed;
}

/* --- processes --- */

int screen_has_changed(const struct screen *screen, uint32_t process) {
    const walk *walk = screen->session->walk;
    uint64_t position = walk_position(walk);
    return position > 0 && trace_state(walk_whole(walk), position - 1)[process] != walk_state(walk)[process];
}

/* The selected transition, or NULL. */
static const struct walker_transition *selected_transition(const struct screen *screen) {
    const struct walker_transition *choices;
    uint64_t count, selected = screen->views[PANE_TRANSITIONS].selected;
    struct error ignored;
    return walk_choices(screen->session->walk, &choices, &count, &ignored) == 0 && selected < count
               ? &choices[selected]
               : NULL;
}

int screen_moves_to(const struct screen *screen, uint32_t process, uint32_t *state) {
    screen_enter_model(screen);
    const struct walker_transition *transition = selected_transition(screen);
    screen_leave_model(screen);
    for (uint32_t i = 0; transition != NULL && i < transition->move_count; i++) {
        if (transition->moves[i].component == process) {
            *state = transition->moves[i].to;
            return 1;
        }
    }
    return 0;
}

static void add_local(struct screen *screen, const char *before, uint32_t component, uint32_t state) {
    char text[WALKER_STATE_TEXT];
    add_text(screen, before);
    add_text(screen, walker_state_text(screen->session->walker, component, state, text));
}

static void add_process(struct screen *screen, uint32_t process) {
    const struct evidence_subject *subject = screen->session->subject;
    uint32_t to;
    add_text(screen, screen_has_changed(screen, process) ? "*" : " ");
    add_text(screen, subject->components[process]);
    add_local(screen, "  ", process, walk_state(screen->session->walk)[process]);
    if (screen_moves_to(screen, process, &to)) {
        add_local(screen, " -> ", process, to);
    }
}

/* --- transitions --- */

static void add_transition(struct screen *screen, uint64_t index) {
    const struct simulate_session *session = screen->session;
    const struct walker_transition *choices;
    uint64_t count;
    struct error ignored;
    if (get_choices(screen, &choices, &count, &ignored) != 0 || index >= count) {
        return;
    }
    const struct walker_transition *transition = &choices[index];
    add_text(screen, index == screen->next ? ">" : " ");
    add_place(screen, index + 1, count);
    add_text(screen, transition->label);
    trace_local_text(session->subject, transition, memory_of(screen), &screen->item);
    add_blanks(screen, (size_t)screen->places[PANE_TRANSITIONS].columns * 2 / 5);
    for (uint32_t i = 0; i < transition->move_count && i < MOVES_SHOWN; i++) {
        const struct walker_move *move = &transition->moves[i];
        add_text(screen, i == 0 ? "  " : ", ");
        add_text(screen, session->subject->components[move->component]);
        add_local(screen, " ", move->component, walk_state(session->walk)[move->component]);
        add_local(screen, " -> ", move->component, move->to);
    }
    if (transition->move_count > MOVES_SHOWN) {
        add_number(screen, ", and %llu more", transition->move_count - MOVES_SHOWN);
    }
}

/* --- steps: the initial state, a row for each step, and one for the way back of a loop --- */

static void add_step(struct screen *screen, uint64_t item) {
    const struct simulate_session *session = screen->session;
    const struct trace *trace = walk_whole(session->walk);
    int in_loop = simulate_has_loop(session) && item > trace->lasso;
    add_text(screen, item == walk_position(session->walk) ? ">" : " ");
    add_text(screen, in_loop ? "|" : " ");
    if (item > trace->steps) {
        add_number(screen, "back to the state after step %llu", trace->lasso);
        return;
    }
    add_place(screen, item, trace->steps);
    if (item == 0) {
        add_text(screen, "(initial state)");
        return;
    }
    add_text(screen, trace->labels[item - 1]);
    screen_enter_model(screen);
    const struct walker_transition *transition = trace_transition(trace, session->walker, item - 1);
    if (transition != NULL) {
        trace_local_text(session->subject, transition, memory_of(screen), &screen->item);
    }
    screen_leave_model(screen);
}

/* --- all of them --- */

int screen_count(struct screen *screen, enum pane pane, uint64_t *count, struct error *error) {
    const struct walker_transition *choices;
    switch (pane) {
    case PANE_PROCESSES:
        *count = screen->session->subject->component_count;
        return 0;
    case PANE_TRANSITIONS:
        *count = 0;
        return get_choices(screen, &choices, count, error);
    default:
        *count = walk_length(screen->session->walk) + 1 + (uint64_t)simulate_has_loop(screen->session);
        return 0;
    }
}

const char *screen_item(struct screen *screen, enum pane pane, uint64_t item) {
    screen->item.length = 0;
    if (pane == PANE_PROCESSES) {
        add_process(screen, (uint32_t)item);
    } else if (pane == PANE_TRANSITIONS) {
        add_transition(screen, item);
    } else {
        add_step(screen, item);
    }
    return screen->item.length > 0 ? screen->item.data : "";
}

/* Whether an item of the focused pane contains, as it is shown, the text that was searched for. A search that
 * is to stop ends at the item that it has come to. */
static int contains(const void *context, uint64_t item) {
    struct screen *screen = (struct screen *)context;
    if (run_should_stop(&screen->session->job->run)) {
        return 1;
    }
    char escape[TEXT_ESCAPE];
    const char *text = screen_item(screen, screen->focus, item), *piece;
    size_t length;
    screen->shown.length = 0;
    while ((piece = text_shown_piece(&text, &length, escape)) != NULL) {
        text_buffer_append(memory_of(screen), &screen->shown, piece, length);
    }
    return screen->shown.length > 0 && strcasestr(screen->shown.data, screen->searched.data) != NULL;
}

int screen_search(struct screen *screen, int backwards, int at_selected) {
    return screen->searched.length > 0 &&
           list_view_search(&screen->views[screen->focus], contains, screen, backwards, at_selected);
}

#endif
