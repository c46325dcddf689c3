/*
 * The terminal in full-screen mode (ncurses): taken over and given back, texts of any bytes, keys. The thread
 * has a locale with UTF-8 meanwhile; patterns match bytes, so code of the model runs in the locale of before.
 */
#ifdef HEDDLE_FULL_SCREEN
#include "cli/simulate/screen_internal.h"

#include <langinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wctype.h>
#undef columns /* a macro of term.h */

#include "base/array.h"
#include "base/run.h"
#include "base/text/text.h"
#include "cli/common.h"
#include "cli/simulate/line_reader.h"
#include "cli/terminal.h"

#define CELL_CHARACTERS 6 /* a character and its combining marks */
#define ESCAPE_MILLISECONDS 50
#define KEY_CONTROL_L 12

/* --- opening and closing --- */

/* A locale with UTF-8: output is in UTF-8 elsewhere, too. */
static void open_locale(struct screen *screen) {
    screen->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (screen->locale == (locale_t)0) {
        screen->locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    }
    if (screen->locale == (locale_t)0) {
        screen->locale = newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
    }
    screen->locale_before = uselocale(screen->locale);
    screen->wide = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Appends a capability of the terminal, without its delays. */
static void add_capability(char *end, size_t size, const char *name) {
    const char *text = tigetstr(name);
    size_t length = strlen(end);
    for (; text != NULL && text != (const char *)-1 && *text != '\0' && length + 1 < size; text++) {
        if (text[0] == '$' && text[1] == '<') {
            text = strchr(text, '>') != NULL ? strchr(text, '>') : text;
        } else {
            end[length++] = *text;
        }
    }
    end[length] = '\0';
}

/* A signal that ends the program leaves the screen as endwin does. */
static void guard_terminal(const struct screen *screen) {
    char end[256] = "";
    static const char *const names[] = {"sgr0", "cnorm", "rmkx", "rmcup"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        add_capability(end, sizeof end, names[i]);
    }
    terminal_guard(fileno(screen->session->out), end);
}

static void open_colours(struct screen *screen) {
    static const short colours[STYLES] = {-1, COLOR_CYAN, COLOR_YELLOW, COLOR_MAGENTA, -1, COLOR_RED};
    screen->has_colour = job_use_colour(fileno(screen->session->out)) && has_colors() &&
                         start_color() == OK && use_default_colors() == OK;
    for (short i = 0; i < STYLES && screen->has_colour; i++) {
        if (colours[i] >= 0) {
            init_pair(i, colours[i], -1);
        }
    }
}

/* --- signals --- */

/* After Ctrl-Z, the terminal shows the shell's screen: the next refresh() shows ours again. */
static void leave_after_stop(void) {
    if (terminal_has_changed()) {
        endwin();
    }
}

void screen_allow_stop(int allow) {
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    pthread_sigmask(allow ? SIG_UNBLOCK : SIG_BLOCK, &stop, NULL);
    if (!allow) {
        leave_after_stop();
    }
}

/* Opens curses, which would lose a Ctrl-Z while it draws, and therefore gets to know that SIGTSTP is ignored.
 * It takes over SIGWINCH only when it is opened for the first time. */
static SCREEN *open_curses(FILE *out) {
    static struct sigaction of_curses;
    static int known;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, stop;
    sigaction(SIGTSTP, &ignore, &stop);
    SCREEN *curses = newterm(NULL, out, stdin);
    sigaction(SIGTSTP, &stop, NULL);
    sigaction(SIGWINCH, known ? &of_curses : NULL, known ? NULL : &of_curses);
    known = 1;
    return curses;
}

int screen_open(struct screen *screen, struct error *error) {
    FILE *out = screen->session->out;
    const char *kind = getenv("TERM");
    sigaction(SIGWINCH, NULL, &screen->resize_before);
    if (!isatty(STDIN_FILENO) || out == NULL || !isatty(fileno(out))) {
        return error_set(error, ERROR_INPUT, "the full-screen mode needs a terminal for input and output");
    }
    fflush(out);
    terminal_guard(fileno(out), "");
    screen->terminal_before = cur_term;
    open_locale(screen);
    screen->curses = open_curses(out);
    if (screen->curses == NULL || tigetstr("cup") == NULL || tigetstr("cup") == (char *)-1) {
        return error_set(error, ERROR_INPUT,
                         "the terminal '%.60s' (TERM) cannot show a full screen: use the commands instead",
                         kind == NULL ? "" : kind);
    }
    guard_terminal(screen);
    terminal_watch(0);
    screen_allow_stop(0);
    screen->watches = 1;
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MILLISECONDS);
    curs_set(0);
    open_colours(screen);
    return 0;
}

void screen_close(struct screen *screen) {
    if (screen->watches) {
        terminal_unwatch();
        screen_allow_stop(1);
    }
    if (screen->curses != NULL) {
        endwin();
        terminal_guard(fileno(screen->session->out), "");
        delscreen(screen->curses);
        set_curterm(screen->terminal_before);
    }
    sigaction(SIGWINCH, &screen->resize_before, NULL);
    if (screen->locale != (locale_t)0) {
        uselocale(screen->locale_before);
        freelocale(screen->locale);
    }
}

void screen_enter_model(const struct screen *screen) {
    uselocale(screen->locale_before);
}

void screen_leave_model(const struct screen *screen) {
    uselocale(screen->locale);
}

/* --- texts --- */

/* The length in bytes of the character that the terminal can show at the beginning of the text, else 0. */
static unsigned shown_character(const struct screen *screen, const char *text) {
    unsigned length = text_printable_character(text);
    return length > 1 && (!screen->wide || !iswprint((wint_t)text_code(text, length))) ? 0 : length;
}

/* Takes a character with its combining marks from the text, or a byte that has to be escaped. Returns the
 * number of wide characters in `cell`; *columns is their width. */
static int take_cell(const struct screen *screen, const char **text, wchar_t *cell, int *columns) {
    unsigned length = shown_character(screen, *text);
    int count = 0;
    if (length == 0) {
        char escape[TEXT_ESCAPE];
        text_escape(*(*text)++, escape);
        for (; escape[count] != '\0'; count++) {
            cell[count] = (wchar_t)escape[count];
        }
        *columns = count;
        return count;
    }
    *columns = (int)text_piece_width(*text, length);
    do {
        cell[count++] = (wchar_t)text_code(*text, length);
        *text += length;
        length = shown_character(screen, *text);
    } while (count < CELL_CHARACTERS && length > 1 && text_piece_width(*text, length) == 0);
    return count;
}

int screen_put(const struct screen *screen, int row, int column, int columns, const char *text) {
    wchar_t cell[CELL_CHARACTERS];
    int used = 0, width;
    while (*text != '\0') {
        const char *before = text;
        int count = take_cell(screen, &text, cell, &width);
        int room = columns - used - (*text != '\0'); /* the last column shows that there is more */
        if (width > room) {
            text = before;
            break;
        }
        mvaddnwstr(row, column + used, cell, count);
        used += width;
    }
    if (*text != '\0' && used < columns) {
        mvaddnwstr(row, column + used, screen->wide ? L"\u2026" : L">", 1);
        used++;
    }
    for (int blank = used; blank < columns; blank++) {
        mvaddch(row, column + blank, ' ');
    }
    return used;
}

void screen_style(const struct screen *screen, enum style style, int reverse) {
    static const attr_t plain[STYLES] = {A_NORMAL, A_BOLD, A_BOLD, A_NORMAL, A_NORMAL, A_BOLD};
    attr_t attributes = plain[style] | (reverse ? A_REVERSE : A_NORMAL);
    if (screen->has_colour) {
        attributes |= style == STYLE_FAINT ? A_DIM : A_NORMAL;
    }
    attr_set(attributes, screen->has_colour && style != STYLE_FAINT ? (short)style : 0, NULL);
}

/* --- keys --- */

int screen_get_key(const struct screen *screen, wint_t *key, int *is_function, struct error *error) {
    sigset_t resized, before;
    sigemptyset(&resized);
    sigaddset(&resized, SIGWINCH);
    pthread_sigmask(SIG_BLOCK, &resized, &before); /* up to the wait, which it would not end otherwise */
    int got = wget_wch(stdscr, key), ready = 1;
    if (got == ERR) {
        ready = line_reader_wait(&screen->session->job->run, STDIN_FILENO, "<stdin>", error);
        leave_after_stop();
        got = ready < 0 ? ERR : wget_wch(stdscr, key);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (ready == 2 && got == ERR) {
        return error_in(error, ERROR_IO, "<stdin>", "the terminal is gone");
    }
    *is_function = got == KEY_CODE_YES;
    if (got == OK && *key == KEY_CONTROL_L) {
        clearok(curscr, TRUE);
    }
    int ignored = got == ERR || *key == (wint_t)(*is_function ? KEY_RESIZE : KEY_CONTROL_L);
    return ready < 0 ? -1 : !ignored;
}

#endif
