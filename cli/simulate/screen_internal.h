#ifndef HEDDLE_CLI_SIMULATE_SCREEN_INTERNAL_H
#define HEDDLE_CLI_SIMULATE_SCREEN_INTERNAL_H

/* Shared by the files of the full-screen mode. Only they include curses.h. */
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text/text_buffer.h"
#include "checker/simulate/list_view.h"
#include "cli/simulate/simulate_session.h"

enum pane { PANE_PROCESSES, PANE_TRANSITIONS, PANE_STEPS, PANES };

/* Styles of texts, in colour where the terminal has colours. */
enum style { STYLE_PLAIN, STYLE_HEADING, STYLE_CHANGED, STYLE_LOOP, STYLE_FAINT, STYLE_ALERT, STYLES };

struct pane_place {
    int column, columns; /* 0 columns: the pane is not shown */
    int row, rows;       /* of the list, below the heading */
};

struct screen {
    struct simulate_session *session;
    SCREEN *curses;
    void *terminal_before;          /* the TERMINAL of libraries that were there before */
    struct sigaction resize_before; /* what SIGWINCH did */
    int watches;                    /* for Ctrl-Z */
    locale_t locale;                /* of the thread while this is not model code */
    locale_t locale_before;
    int wide;       /* the locale has characters beyond ASCII */
    int has_colour; /* or bold, underlined and reverse texts only */
    struct list_view views[PANES];
    struct pane_place places[PANES];
    enum pane focus;
    uint64_t next;              /* the transition that is the next known step, or UINT64_MAX */
    struct text_buffer message; /* shown in the line above the last */
    int is_alert;               /* the message is an error */
    struct text_buffer searched, item, shown;
    int ended;
};

/* --- screen_terminal.c: terminal, characters, keys --- */

/* Takes over the terminal. Returns 0, or -1 with *error filled; screen_close must follow in any case. */
int screen_open(struct screen *screen, struct error *error);
void screen_close(struct screen *screen);
/* Whether Ctrl-Z may stop the program now. From screen_open on, it may only while it waits for a key. */
void screen_allow_stop(int allow);
/* Model code runs in the locale of the rest of the program, between these two. */
void screen_enter_model(const struct screen *screen);
void screen_leave_model(const struct screen *screen);
/* Writes the text as people see it, cut to the columns, and blanks after it. Returns the columns of the text.
 */
int screen_put(const struct screen *screen, int row, int column, int columns, const char *text);
void screen_style(const struct screen *screen, enum style style, int reverse);
/* Waits for a key. Returns 1: *key is a character, or KEY_.. of curses if *is_function; 0: everything is to
 * be drawn again, after Ctrl-L or in another size; or -1 with *error filled. */
int screen_get_key(const struct screen *screen, wint_t *key, int *is_function, struct error *error);

/* --- screen_items.c: what the lists show --- */

/* The number of items in the pane's list. Returns 0, or -1 with *error filled. */
int screen_count(struct screen *screen, enum pane pane, uint64_t *count, struct error *error);
/* The item's text, valid until the next call; "" if memory runs out. */
const char *screen_item(struct screen *screen, enum pane pane, uint64_t item);
/* Whether the selected transition moves the process, and to which state. */
int screen_moves_to(const struct screen *screen, uint32_t process, uint32_t *state);
/* Whether the last step changed the state of the process. */
int screen_has_changed(const struct screen *screen, uint32_t process);
/* Selects the next item of the focused pane that contains the text that was searched for. */
int screen_search(struct screen *screen, int backwards, int at_selected);

/* --- screen_draw.c --- */

/* Draws everything, for the next refresh(); after a step, new_state selects what belongs to the new state.
 * Returns 0, or -1 with *error filled. */
int screen_draw(struct screen *screen, int new_state, struct error *error);
/* Replaces the message; it is cut at its first line. */
void screen_say(struct screen *screen, int is_alert, const char *text);

/* --- screen_prompt.c --- */

/* Asks for a line, which begins as `line`: 1, 0 if the user gave up, or -1 with *error filled. completes: the
 * Tab key completes commands. typed: called after each key, for searches; or NULL. */
int screen_ask(struct screen *screen, const char *prompt, struct text_buffer *line, int completes,
               void (*typed)(struct screen *screen, const char *line), struct error *error);
/* Shows a text of several lines until a key is pressed. Returns 0, or -1 with *error filled. */
int screen_show_text(struct screen *screen, const char *text, struct error *error);

#endif
