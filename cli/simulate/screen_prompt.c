/* Lines that are typed, and texts that are shown, over the full screen. */
#ifdef HEDDLE_FULL_SCREEN
#include <string.h>

#include "base/memory.h"
#include "base/text/text.h"
#include "cli/common.h"
#include "cli/simulate/screen_internal.h"
#include "cli/simulate/simulate_complete.h"

#define KEY_ESCAPE 27
#define KEY_CONTROL_U 21
#define KEY_CONTROL_H 8
#define KEY_DELETE_BYTE 127

/* --- a line --- */

/* Shows the end of the line, with the cursor after it. */
static void draw_line(const struct screen *screen, const char *prompt, const char *line) {
    int width = (int)strlen(prompt);
    while (*line != '\0' && (int)text_shown_width(line) + width + 1 > COLS) {
        unsigned length = text_character(line);
        line += length > 0 ? length : 1;
    }
    screen_style(screen, STYLE_HEADING, 0);
    screen_put(screen, LINES - 1, 0, COLS, prompt);
    screen_style(screen, STYLE_PLAIN, 0);
    int used = screen_put(screen, LINES - 1, width, COLS - width, line);
    mvaddch(LINES - 1, width + used < COLS ? width + used : COLS - 1, A_REVERSE | ' ');
    refresh();
}

/* Removes the last character. */
static void erase_last(struct text_buffer *line) {
    while (line->length > 0) {
        char last = line->data[--line->length];
        line->data[line->length] = '\0';
        if (((unsigned char)last & 0xc0) != 0x80) {
            return;
        }
    }
}

/* Appends the character as UTF-8. */
static void type_character(struct memory *memory, struct text_buffer *line, uint32_t code) {
    char bytes[4];
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code >>= 6) {
        bytes[i] = (char)(0x80 | (code & 0x3f));
    }
    bytes[0] = (char)(first[length] | code);
    text_buffer_append(memory, line, bytes, length);
}

/* Completes the line as far as that is clear; the message lists the rest. */
static void complete(struct screen *screen, struct text_buffer *line) {
    struct completions completions;
    struct memory *memory = &screen->session->job->memory;
    struct text_buffer list = {0};
    screen_enter_model(screen);
    simulate_complete(screen->session, line->length > 0 ? line->data : "", &completions);
    screen_leave_model(screen);
    size_t common = completions_common(&completions);
    if (completions.texts.count == 1 || completions.begin + common > line->length) {
        line->length = completions.begin;
        text_buffer_append(memory, line, completions.texts.data[0], common);
    }
    for (uint64_t i = 0; completions.texts.count > 1 && i < completions.texts.count && list.length < 1024;
         i++) {
        text_buffer_add(memory, &list, completions.texts.data[i]);
        text_buffer_add(memory, &list, "  ");
    }
    screen_say(screen, 0, list.length > 0 ? list.data : "");
    text_buffer_free(memory, &list);
    completions_free(screen->session, &completions);
}

/* Changes the line. Returns 1 if it is finished, 0 if the user gives up, -1 if there is more to come. */
static int type_key(struct screen *screen, struct text_buffer *line, wint_t key, int is_function,
                    int completes) {
    if (is_function ? key == KEY_BACKSPACE : key == KEY_CONTROL_H || key == KEY_DELETE_BYTE) {
        if (line->length == 0) {
            return 0;
        }
        erase_last(line);
    } else if (is_function) {
        return key == KEY_ENTER ? 1 : -1;
    } else if (key == '\n' || key == '\r') {
        return 1;
    } else if (key == KEY_ESCAPE) {
        return 0;
    } else if (key == KEY_CONTROL_U) {
        line->length = 0;
        text_buffer_add(&screen->session->job->memory, line, "");
    } else if (key == '\t' && completes) {
        complete(screen, line);
    } else if (key >= ' ') {
        type_character(&screen->session->job->memory, line, (uint32_t)key);
    }
    return -1;
}

int screen_ask(struct screen *screen, const char *prompt, struct text_buffer *line, int completes,
               void (*typed)(struct screen *screen, const char *line), struct error *error) {
    for (;;) {
        wint_t key;
        struct error ignored;
        int is_function;
        screen_draw(screen, 0, &ignored);
        draw_line(screen, prompt, line->length > 0 ? line->data : "");
        int got = screen_get_key(screen, &key, &is_function, error);
        if (got < 0) {
            return error->code == ERROR_INTERRUPTED && job_resume() == 0 ? 0 : -1;
        }
        int done = got > 0 ? type_key(screen, line, key, is_function, completes) : -1;
        if (done >= 0) {
            return done;
        }
        if (typed != NULL) {
            typed(screen, line->length > 0 ? line->data : "");
        }
    }
}

/* --- a text --- */

/* The bytes of the text's first row: up to the end of its line, or as many words as fit. */
static size_t row_length(const char *text) {
    size_t end = strcspn(text, "\n"), length = 0, words = 0;
    int columns = 0;
    while (length < end) {
        unsigned bytes = text_printable_character(text + length);
        columns += bytes > 0 ? (int)text_piece_width(text + length, bytes) : TEXT_ESCAPE - 1;
        if (columns > COLS && length > 0) {
            return words > 0 ? words : length;
        }
        length += bytes > 0 ? bytes : 1;
        words = text[length - 1] == ' ' ? length : words;
    }
    return length;
}

/* Moves to the next row of the text. */
static const char *next_row(const char *text) {
    text += row_length(text);
    return text + (*text == '\n');
}

static uint64_t count_rows(const char *text) {
    uint64_t rows = 0;
    for (; *text != '\0'; rows++) {
        text = next_row(text);
    }
    return rows;
}

static void draw_text(struct screen *screen, const char *text, const struct list_view *view) {
    erase();
    for (uint64_t row = 0; *text != '\0'; row++, text = next_row(text)) {
        if (row >= view->top && row - view->top < view->rows) {
            screen->item.length = 0;
            text_buffer_append(&screen->session->job->memory, &screen->item, text, row_length(text));
            screen_style(screen, STYLE_PLAIN, 0);
            screen_put(screen, (int)(row - view->top), 0, COLS,
                       screen->item.length > 0 ? screen->item.data : "");
        }
    }
    screen_style(screen, STYLE_PLAIN, 1);
    screen_put(screen, LINES - 1, 0, COLS,
               view->count > view->rows ? "arrow keys scroll, any other key goes back" : "any key goes back");
    refresh();
}

/* Scrolls the text. Returns 0 if the key is not one that scrolls. */
static int scroll_text(struct list_view *view, wint_t key) {
    uint64_t most = view->count > view->rows ? view->count - view->rows : 0, top = view->top;
    switch (key) {
    case KEY_UP:
        top -= top > 0;
        break;
    case KEY_DOWN:
        top++;
        break;
    case KEY_PPAGE:
        top = top > view->rows ? top - view->rows : 0;
        break;
    case KEY_NPAGE:
        top += view->rows;
        break;
    default:
        return 0;
    }
    view->top = top > most ? most : top;
    return 1;
}

int screen_show_text(struct screen *screen, const char *text, struct error *error) {
    struct list_view view = {0};
    wint_t key = 0;
    int is_function = 0, got = 0;
    do {
        view.rows = LINES > 1 ? (uint64_t)LINES - 1 : 1;
        view.count = count_rows(text);
        draw_text(screen, text, &view);
        got = screen_get_key(screen, &key, &is_function, error);
    } while (got == 0 || (got > 0 && is_function && scroll_text(&view, key)));
    return got < 0 && (error->code != ERROR_INTERRUPTED || job_resume() != 0) ? -1 : 0;
}

#endif
