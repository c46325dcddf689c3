/* Line editing with libedit, through its wide interface, with one byte in each wide character: heddle runs
 * in the C locale, in which libedit would refuse bytes that are not ASCII. It shows such bytes as \U+00C3. */
#include "cli/simulate/line_editor.h"

#ifdef HEDDLE_LINE_EDITING
#include <histedit.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/text.h"
#include "cli/common.h"
#include "cli/simulate/line_history.h"
#include "cli/simulate/line_reader.h"
#include "cli/simulate/simulate_complete.h"
#include "cli/simulate/simulate_session.h"
#include "cli/terminal.h"

#define HISTORY_LINES 1000
#define PROMPT_LENGTH 31
#define COMPLETIONS_LISTED 100u
#define LIST_COLUMNS 80u

struct line_editor {
    struct simulate_session *session;
    const struct run *run;
    EditLine *edit;
    HistoryW *history;
    struct line_history file;
    wchar_t prompt[PROMPT_LENGTH + 1];
    struct error *error; /* the error of the line that is being read */
    char *line;
    uint64_t capacity;
};

static wchar_t *get_prompt(EditLine *edit) {
    line_editor *editor;
    el_wget(edit, EL_CLIENTDATA, &editor);
    return editor->prompt;
}

/* Draws the line again after the program was stopped, or in another size. */
static void redraw(EditLine *edit) {
    el_resize(edit);
    el_wset(edit, EL_REFRESH);
}

/* Waits for a byte of standard input. Signals that ask for another drawing come only while it waits, so that
 * none goes unnoticed. Returns like line_reader_wait. */
static int wait_for_byte(line_editor *editor) {
    sigset_t held, before;
    sigemptyset(&held);
    sigaddset(&held, SIGTSTP);
    sigaddset(&held, SIGWINCH);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    if (terminal_has_changed()) {
        redraw(editor->edit);
    }
    int ready = line_reader_wait(editor->run, STDIN_FILENO, "<stdin>", editor->error);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ready;
}

/* Reads a byte of standard input. Returns 1, 0 at its end, or -1 with the editor's error. */
static int get_byte(EditLine *edit, wchar_t *wide) {
    line_editor *editor;
    unsigned char byte;
    int ready;
    el_wget(edit, EL_CLIENTDATA, &editor);
    do {
        ready = wait_for_byte(editor);
    } while (ready == 0);
    int got = ready < 0 ? -1 : line_reader_get(editor->run, STDIN_FILENO, "<stdin>", &byte, 1, editor->error);
    *wide = byte;
    return got;
}

static int is_able(FILE *out) {
    const char *terminal = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(fileno(out)) && terminal != NULL && *terminal != '\0' &&
           strcmp(terminal, "dumb") != 0;
}

/* --- completion --- */

/* Widens bytes, as the editor shows them. The caller frees the text with memory_free_sized. */
static wchar_t *widen(const line_editor *editor, const char *text, size_t length) {
    wchar_t *wide = memory_reallocate_sized(editor->run->memory, NULL, (length + 1) * sizeof *wide);
    for (size_t i = 0; wide != NULL && i < length; i++) {
        wide[i] = (unsigned char)text[i];
    }
    if (wide != NULL) {
        wide[length] = L'\0';
    }
    return wide;
}

/* The bytes of the line before the cursor. The caller frees them with memory_free_sized. */
static char *line_before_cursor(const line_editor *editor) {
    const LineInfoW *info = el_wline(editor->edit);
    size_t length = (size_t)(info->cursor - info->buffer);
    char *line = memory_reallocate_sized(editor->run->memory, NULL, length + 1);
    for (size_t i = 0; line != NULL && i < length; i++) {
        line[i] = (char)info->buffer[i];
    }
    if (line != NULL) {
        line[length] = '\0';
    }
    return line;
}

/* Lists the texts below the line, in columns. */
static void list_completions(const line_editor *editor, const struct completions *completions) {
    FILE *out = editor->session->out;
    size_t widest = 0, column = 0;
    uint64_t shown =
        completions->texts.count > COMPLETIONS_LISTED ? COMPLETIONS_LISTED : completions->texts.count;
    for (uint64_t i = 0; i < shown; i++) {
        size_t width = text_shown_width(completions->texts.data[i]);
        widest = width > widest ? width : widest;
    }
    for (uint64_t i = 0; i < shown; i++) {
        fputs(column == 0 ? "\n" : "  ", out);
        text_print(completions->texts.data[i], widest, out);
        column = column + 2 * (widest + 2) > LIST_COLUMNS ? 0 : column + widest + 2;
    }
    if (shown < completions->texts.count) {
        fprintf(out, "\n... and %llu more", (unsigned long long)(completions->texts.count - shown));
    }
    fputc('\n', out);
    fflush(out);
}

/* Replaces the line before the cursor, from byte `begin` to its `length`, by the first bytes of the text. */
static int replace(line_editor *editor, size_t begin, size_t length, const char *text, size_t size) {
    wchar_t *wide = widen(editor, text, size);
    if (wide == NULL) {
        return CC_ERROR;
    }
    el_deletestr(editor->edit, (int)(length - begin));
    int failed = el_winsertstr(editor->edit, wide) != 0;
    memory_free_sized(editor->run->memory, wide);
    return failed ? CC_ERROR : CC_REFRESH;
}

static unsigned char complete_line(EditLine *edit, wint_t key) {
    line_editor *editor;
    struct completions completions;
    int result = CC_ERROR;
    (void)key;
    el_wget(edit, EL_CLIENTDATA, &editor);
    char *line = line_before_cursor(editor);
    if (line == NULL) {
        return CC_ERROR;
    }
    size_t length = strlen(line);
    simulate_complete(editor->session, line, &completions);
    size_t common = completions_common(&completions);
    if (completions.texts.count == 1 || completions.begin + common > length) {
        result = replace(editor, completions.begin, length, completions.texts.data[0], common);
    } else if (completions.texts.count > 0) {
        list_completions(editor, &completions);
        result = CC_REDISPLAY;
    }
    completions_free(editor->session, &completions);
    memory_free_sized(editor->run->memory, line);
    return (unsigned char)result;
}

/* --- the editor --- */

/* Enters the lines of earlier sessions. */
static void recall_history(line_editor *editor) {
    HistEventW event;
    line_history_open(&editor->file, editor->run->memory);
    for (uint64_t at = 0; at < editor->file.length;) {
        size_t length = strlen(editor->file.bytes + at);
        wchar_t *wide = length > 0 ? widen(editor, editor->file.bytes + at, length) : NULL;
        if (wide != NULL) {
            history_w(editor->history, &event, H_ENTER, wide);
            memory_free_sized(editor->run->memory, wide);
        }
        at += length + 1;
    }
}

static void bind_keys(line_editor *editor) {
    el_wset(editor->edit, EL_ADDFN, L"heddle-complete", L"Complete a command, a label or a file",
            complete_line);
    el_wset(editor->edit, EL_BIND, L"^I", L"heddle-complete", NULL);
    el_wset(editor->edit, EL_BIND, L"^R", L"em-inc-search-prev", NULL);
    for (unsigned byte = 0x80; byte <= 0xff;
         byte++) { /* these bytes are parts of UTF-8 characters, not keys with Meta */
        wchar_t key[8];
        swprintf(key, LENGTH(key), L"\\%o", byte);
        el_wset(editor->edit, EL_BIND, key, L"ed-insert", NULL);
    }
}

line_editor *line_editor_create(struct simulate_session *session) {
    HistEventW event;
    const struct run *run = &session->job->run;
    FILE *out = session->out;
    line_editor *editor = is_able(out) ? memory_allocate_zeroed(run->memory, sizeof *editor) : NULL;
    if (editor == NULL) {
        return NULL;
    }
    terminal_guard(fileno(out), "");
    editor->session = session;
    editor->run = run;
    editor->edit = el_init("heddle", stdin, out, stderr);
    editor->history = history_winit();
    if (editor->edit == NULL || editor->history == NULL) {
        line_editor_free(editor);
        return NULL;
    }
    history_w(editor->history, &event, H_SETSIZE, HISTORY_LINES);
    history_w(editor->history, &event, H_SETUNIQUE, 1);
    el_wset(editor->edit, EL_CLIENTDATA, editor);
    el_wset(editor->edit, EL_PROMPT, get_prompt);
    el_wset(editor->edit, EL_GETCFN, get_byte);
    el_wset(editor->edit, EL_EDITOR, L"emacs");
    el_wset(editor->edit, EL_HIST, history_w, editor->history);
    bind_keys(editor);
    recall_history(editor);
    return editor;
}

void line_editor_free(line_editor *editor) {
    if (editor == NULL) {
        return;
    }
    if (editor->history != NULL) {
        history_wend(editor->history);
    }
    if (editor->edit != NULL) {
        el_end(editor->edit);
    }
    line_history_close(&editor->file);
    memory_free(editor->run->memory, editor->line, editor->capacity);
    memory_free(editor->run->memory, editor, sizeof *editor);
}

int line_editor_next(line_editor *editor, const char *prompt, char **line, struct error *error) {
    int length = 0;
    size_t i = 0;
    HistEventW event;
    for (; i < PROMPT_LENGTH && prompt[i] != '\0'; i++) {
        editor->prompt[i] = (unsigned char)prompt[i];
    }
    editor->prompt[i] = L'\0';
    editor->error = error;
    error->code = ERROR_NONE;
    el_wset(editor->edit, EL_PREP_TERM,
            1); /* before the prompt, because keys may follow as soon as the prompt is visible */
    terminal_watch(1);
    const wchar_t *typed = el_wgets(editor->edit, &length);
    terminal_unwatch();
    if (typed == NULL || length <= 0) {
        return error->code == ERROR_NONE ? 0 : -1;
    }
    if (MEMORY_GROW(editor->run->memory, &editor->line, &editor->capacity, (uint64_t)length + 1) != 0) {
        return error_memory(error, "to read a line");
    }
    for (int at = 0; at < length; at++) {
        editor->line[at] = (char)typed[at];
    }
    length -= typed[length - 1] == L'\n';
    editor->line[length] = '\0';
    if (length > 0) {
        history_w(editor->history, &event, H_ENTER, typed);
        line_history_add(&editor->file, editor->line);
    }
    *line = editor->line;
    return 1;
}

#else

line_editor *line_editor_create(struct simulate_session *session) {
    (void)session;
    return NULL;
}

void line_editor_free(line_editor *editor) {
    (void)editor;
}

int line_editor_next(line_editor *editor, const char *prompt, char **line, struct error *error) {
    (void)editor, (void)prompt, (void)line, (void)error;
    return 0;
}

#endif
