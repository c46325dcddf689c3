/* Line editing with libedit, through its wide interface, with one byte in each wide character: heddle runs
 * in the C locale, in which libedit would refuse bytes that are not ASCII. It shows such bytes as \U+00C3. */
#include "cli/simulate/line_editor.h"

#ifdef HEDDLE_LINE_EDITING
#include <histedit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "cli/simulate/line_reader.h"

#define HISTORY_LINES 1000
#define PROMPT_LENGTH 31

struct line_editor {
    const struct run *run;
    EditLine *edit;
    HistoryW *history;
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

/* Reads a byte of standard input. Returns 1, 0 at its end, or -1 with the editor's error. */
static int get_byte(EditLine *edit, wchar_t *wide) {
    line_editor *editor;
    unsigned char byte;
    el_wget(edit, EL_CLIENTDATA, &editor);
    int got = line_reader_get(editor->run, STDIN_FILENO, "<stdin>", &byte, 1, editor->error);
    *wide = byte;
    return got;
}

static int is_able(FILE *out) {
    const char *terminal = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(fileno(out)) && terminal != NULL && *terminal != '\0' &&
           strcmp(terminal, "dumb") != 0;
}

line_editor *line_editor_create(const struct run *run, FILE *out) {
    HistEventW event;
    line_editor *editor = is_able(out) ? memory_allocate(run->memory, sizeof *editor) : NULL;
    if (editor == NULL) {
        return NULL;
    }
    memset(editor, 0, sizeof *editor);
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
    for (unsigned byte = 0x80; byte <= 0xff;
         byte++) { /* these bytes are parts of UTF-8 characters, not keys with Meta */
        wchar_t key[8];
        swprintf(key, LENGTH(key), L"\\%o", byte);
        el_wset(editor->edit, EL_BIND, key, L"ed-insert", NULL);
    }
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
    const wchar_t *typed = el_wgets(editor->edit, &length);
    if (typed == NULL || length <= 0) {
        return error->code == ERROR_NONE ? 0 : -1;
    }
    if (MEMORY_GROW(editor->run->memory, &editor->line, &editor->capacity, (uint64_t)length + 1) != 0) {
        return error_memory(error, "to read a line");
    }
    if (typed[0] != L'\n') {
        history_w(editor->history, &event, H_ENTER, typed);
    }
    for (int at = 0; at < length; at++) {
        editor->line[at] = (char)typed[at];
    }
    length -= typed[length - 1] == L'\n';
    editor->line[length] = '\0';
    *line = editor->line;
    return 1;
}

#else

line_editor *line_editor_create(const struct run *run, FILE *out) {
    (void)run, (void)out;
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
