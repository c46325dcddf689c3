/* The full-screen mode of `heddle simulate`: what keys do. Steps are those of the session; commands are
 * carried out as if they were typed as lines, and what they print is shown. */
#include "cli/simulate/screen.h"

#include "base/error.h"

#ifdef HEDDLE_FULL_SCREEN
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text/text_stream.h"
#include "cli/common.h"
#include "cli/simulate/screen_internal.h"

static const char help[] = "Up, Down, Page Up, Page Down, Home, End   select in the marked list\n"
                           "Tab, Shift-Tab       mark the next list: processes, transitions, steps\n"
                           "Enter                take the selected transition, or go to the selected step\n"
                           "Backspace, Left, u   undo a step\n"
                           "Right                one step forward: undone, of a trace, around its loop\n"
                           "r                    take a random step\n"
                           "/, n, N              search in the list; next, previous match\n"
                           "g                    go to a step by its number, or to a label\n"
                           ":, a digit           type a command; Tab completes it\n"
                           "s                    save the steps\n"
                           "Ctrl-L               draw again\n"
                           "q                    leave the full screen\n"
                           "\n"
                           "*  the last step changed the state of this process\n"
                           "0 -> 1  what the selected transition would do\n"
                           ">  the current step; the transition that is the next known step\n"
                           "|  steps of a loop\n"
                           "\n"
                           "Commands:\n";

/* --- commands --- */

/* The last line of a text that ends with the end of a line. */
static const char *last_line(char *text) {
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '\n') {
        text[length - 1] = '\0';
    }
    char *end = strrchr(text, '\n');
    return end == NULL ? text : end + 1;
}

/* Shows what a command printed: a line, or everything if it moved nowhere. */
static int show_output(struct screen *screen, char *text, int moved, struct error *error) {
    const char *last = strchr(text, '\n');
    if (!moved && last != NULL && last[1] != '\0') {
        return screen_show_text(screen, text, error);
    }
    const char *explanation = moved ? simulate_explanation(screen->session) : NULL;
    screen_say(screen, 0, explanation != NULL ? explanation : last_line(text));
    return 0;
}

/* An error of a command is a message, unless it ends the session. */
static int show_error(struct screen *screen, struct error *error) {
    char text[2048];
    if (error->code == ERROR_INTERRUPTED && job_resume() != 0) {
        return -1;
    }
    screen_say(screen, 1, error_describe(error, text, sizeof text));
    return 0;
}

/* Carries out a line of the session. Returns 0, or -1 with *error filled. */
static int obey(struct screen *screen, const char *line, struct error *error) {
    struct simulate_session *session = screen->session;
    FILE *out = session->out;
    char *copy = strdup(line);
    struct text_stream text = {0};
    uint64_t position = walk_position(session->walk);
    int failed = copy == NULL || text_stream_open(&text, &session->job->memory) != 0
                     ? error_memory(error, "for the command")
                     : 0;
    if (!failed) {
        session->out = text.stream;
        screen_enter_model(screen);
        screen_allow_stop(1);
        failed = simulate_line(session, copy, error);
        screen_allow_stop(0);
        screen_leave_model(screen);
        session->out = out;
        failed = text_stream_close(&text) != 0 && !failed ? error_memory(error, "for the command") : failed;
    }
    screen->ended = session->ended;
    int result = failed
                     ? show_error(screen, error)
                     : show_output(screen, text.text.data, position != walk_position(session->walk), error);
    free(copy);
    text_stream_free(&text);
    return result;
}

/* Asks for the rest of a command that begins with `command`. */
static int obey_typed(struct screen *screen, const char *prompt, const char *command, const char *begun,
                      struct error *error) {
    struct memory *memory = &screen->session->job->memory;
    struct text_buffer line = {0}, whole = {0};
    int result = text_buffer_add(memory, &line, begun) != 0
                     ? error_memory(error, "for the command")
                     : screen_ask(screen, prompt, &line, *command == '\0', NULL, error);
    if (result > 0 && line.length > 0) {
        result =
            text_buffer_add(memory, &whole, command) != 0 || text_buffer_add(memory, &whole, line.data) != 0
                ? error_memory(error, "for the command")
                : 0;
        screen_say(screen, 0, "working; Ctrl-C interrupts");
        struct error ignored;
        screen_draw(screen, 0, &ignored);
        refresh();
        screen_say(screen, 0, "");
        result = result == 0 ? obey(screen, whole.data, error) : result;
    }
    text_buffer_free(memory, &line);
    text_buffer_free(memory, &whole);
    return result < 0 ? -1 : 0;
}

static int show_help(struct screen *screen, struct error *error) {
    FILE *out = screen->session->out;
    char line[] = "help";
    struct text_stream text;
    int failed = text_stream_open(&text, &screen->session->job->memory) != 0;
    if (!failed) {
        fputs(help, text.stream);
        screen->session->out = text.stream;
        failed = simulate_line(screen->session, line, error);
        screen->session->out = out;
        failed = text_stream_close(&text) != 0 || failed;
    }
    int result =
        failed ? error_memory(error, "for the help") : screen_show_text(screen, text.text.data, error);
    text_stream_free(&text);
    return result;
}

/* --- searching --- */

static void search_typed(struct screen *screen, const char *line) {
    screen->searched.length = 0;
    if (text_buffer_add(&screen->session->job->memory, &screen->searched, line) == 0) {
        int found = screen_search(screen, 0, 1);
        screen_say(screen, !found && *line != '\0', found || *line == '\0' ? "" : "not found");
    }
}

static int search_again(struct screen *screen, int backwards) {
    if (screen->searched.length == 0) {
        screen_say(screen, 1, "type / to search first");
    } else if (!screen_search(screen, backwards, 0)) {
        screen_say(screen, 1, "not found");
    }
    return 0;
}

static int search(struct screen *screen, struct error *error) {
    struct text_buffer line = {0};
    int result = screen_ask(screen, "/", &line, 0, search_typed, error);
    text_buffer_free(&screen->session->job->memory, &line);
    return result < 0 ? -1 : 0;
}

/* --- keys --- */

static int take_selected(struct screen *screen, struct error *error) {
    const struct simulate_session *session = screen->session;
    const struct list_view *view = &screen->views[screen->focus];
    char line[64];
    if (screen->focus == PANE_STEPS) {
        const struct trace *trace = walk_whole(session->walk);
        uint64_t step = view->selected > trace->steps ? trace->lasso : view->selected;
        snprintf(line, sizeof line, "goto %llu", (unsigned long long)step);
        return obey(screen, line, error);
    }
    uint64_t selected = screen->views[PANE_TRANSITIONS].selected;
    if (screen->views[PANE_TRANSITIONS].count == 0) {
        return 0;
    }
    snprintf(line, sizeof line, "%llu", (unsigned long long)selected + 1);
    return obey(screen, selected == screen->next ? "next" : line, error);
}

/* Moves in the focused list. Returns 0 if the key does not do that. */
static int move_selection(struct screen *screen, wint_t key) {
    struct list_view *view = &screen->views[screen->focus];
    int64_t page = view->rows > 1 ? (int64_t)view->rows - 1 : 1;
    switch (key) {
    case KEY_UP:
        list_view_move(view, -1);
        return 1;
    case KEY_DOWN:
        list_view_move(view, 1);
        return 1;
    case KEY_PPAGE:
        list_view_move(view, -page);
        return 1;
    case KEY_NPAGE:
        list_view_move(view, page);
        return 1;
    case KEY_HOME:
        list_view_select(view, 0);
        return 1;
    case KEY_END:
        list_view_select(view, UINT64_MAX);
        return 1;
    default:
        return 0;
    }
}

static int obey_function_key(struct screen *screen, wint_t key, struct error *error) {
    switch (key) {
    case KEY_ENTER:
        return take_selected(screen, error);
    case KEY_BACKSPACE:
    case KEY_LEFT:
        return obey(screen, "undo", error);
    case KEY_RIGHT:
        return obey(screen, "next", error);
    case KEY_BTAB:
        screen->focus = (screen->focus + PANES - 1) % PANES;
        return 0;
    default:
        move_selection(screen, key);
        return 0;
    }
}

static int obey_character(struct screen *screen, wint_t key, struct error *error) {
    switch (key) {
    case '\r':
    case '\n':
        return take_selected(screen, error);
    case 8:
    case 127:
    case 'u':
        return obey(screen, "undo", error);
    case 'r':
        return obey(screen, "random", error);
    case '\t':
        screen->focus = (screen->focus + 1) % PANES;
        return 0;
    case '/':
        return search(screen, error);
    case 'n':
    case 'N':
        return search_again(screen, key == 'N');
    case 'g':
        return obey_typed(screen, "go to step or label: ", "goto ", "", error);
    case 's':
        return obey_typed(screen, "save to: ", "save ", "", error);
    case ':':
        return obey_typed(screen, ":", "", "", error);
    case '?':
        return show_help(screen, error);
    case 'q':
        screen->ended = 1;
        return 0;
    default:
        if (key >= '0' && key <= '9') {
            return obey_typed(screen, ":", "", (const char[]){(char)key, '\0'}, error);
        }
        return 0;
    }
}

static int obey_keys(struct screen *screen, struct error *error) {
    uint64_t shown = UINT64_MAX; /* the step whose state was shown last */
    while (!screen->ended) {
        wint_t key;
        int is_function;
        uint64_t position = walk_position(screen->session->walk);
        if (screen_draw(screen, position != shown, error) != 0 && show_error(screen, error) != 0) {
            return -1;
        }
        refresh();
        shown = position;
        int got = screen_get_key(screen, &key, &is_function, error);
        if (got < 0) {
            return error->code == ERROR_INTERRUPTED && job_resume() == 0 ? 0 : -1;
        }
        if (got > 0) {
            screen_say(screen, 0, "");
            if ((is_function ? obey_function_key : obey_character)(screen, key, error) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

int screen_run(struct simulate_session *session, struct error *error) {
    struct screen screen = {.session = session, .focus = PANE_TRANSITIONS};
    struct memory *memory = &session->job->memory;
    session->full_screen = 1;
    int failed = screen_open(&screen, error) != 0 || obey_keys(&screen, error) != 0;
    session->full_screen = 0;
    screen_close(&screen);
    text_buffer_free(memory, &screen.message);
    text_buffer_free(memory, &screen.searched);
    text_buffer_free(memory, &screen.item);
    text_buffer_free(memory, &screen.shown);
    return failed ? -1 : 0;
}

#else

int screen_run(struct simulate_session *session, struct error *error) {
    (void)session;
    return error_set(error, ERROR_INPUT, "this build has no full-screen mode: it was built without ncurses");
}

#endif
