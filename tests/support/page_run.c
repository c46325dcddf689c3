/* Runs the commands of a page, and compares what they do with what it says. */
#include "tests/support/page_run.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/manual_page.h"
#include "tests/support/testing.h"

/* Shells, which get a folder, $HEDDLE, the exit status of the command before, and a command. */
static const char *const manual_shell[] = {
    "/bin/sh", "-c",
    "cd \"$1\" || exit 99\n"
    "PATH=$(dirname \"$2\"):$PATH; export PATH; unset HEDDLE EXAMPLES\n"
    "exec 2>&1\n"
    "(exit \"$3\"); eval \"$4\"",
    "sh", NULL};
/* A pipeline fails if a part of it does. */
static const char *const transcript_shell[] = {"/bin/bash", "-c",
                                               ". tests/transcripts/functions.sh; cd \"$1\" || exit 99\n"
                                               "PATH=${2%/*}:$PATH; unset HEDDLE EXAMPLES; set -o pipefail\n"
                                               "[ ! -f functions.sh ] || . ./functions.sh\n"
                                               "eval \"$4\"",
                                               "bash", NULL};

static void run_in(const char *const *shell, const char *folder, int status_before, const char *command,
                   struct process *process) {
    char out[PATH_BYTES], err[PATH_BYTES], status[16];
    snprintf(status, sizeof status, "%d", status_before);
    const char *argv[] = {shell[0],         shell[1], shell[2], shell[3], folder,
                          getenv("HEDDLE"), status,   command,  NULL};
    command_path("out", out);
    command_path("err", err);
    process_finish(process_start(argv, out, err), out, err, process);
}

void page_run_shell(const char *folder, const char *command, struct process *process) {
    run_in(manual_shell, folder, 0, command, process);
}

static void fail_at(const struct page *page, unsigned line, const char *what) {
    printf("\n  %s:%u: %s", page->path, line, what);
    CU_FAIL("the page says something else");
}

/* "`heddle COMMAND --help` lists the options" follows each message about the command line. */
static int is_hint(const char *line, int length) {
    static const char hint[] = "--help` lists the options";
    int tail = (int)sizeof hint - 1;
    return strncmp(line, "`heddle ", 8) == 0 && length > tail &&
           memcmp(line + length - tail, hint, tail) == 0;
}

/* What a transcript shows of a process: standard output, then standard error, each line after "! ". The
 * caller frees it. */
static char *transcript_of(const struct process *process) {
    char *text;
    size_t size;
    FILE *file = test_present(open_memstream(&text, &size));
    fputs(process->out, file);
    if (process->out_size > 0 && process->out[process->out_size - 1] != '\n') {
        fputc('\n', file);
    }
    for (const char *line = process->err; *line != '\0';) {
        int length = (int)strcspn(line, "\n");
        if (!is_hint(line, length)) {
            fprintf(file, "! %.*s\n", length, line);
        }
        line += length + (line[length] == '\n');
    }
    fclose(file);
    return text;
}

/* Where a manual shows no output of a command, the command must succeed; but heddle may find a violation or
 * stay undecided. */
static int manual_is_right(const struct manual_step *step, const struct process *process) {
    int verdict = manual_begins(step->command, "$ heddle ") && (process->code == 1 || process->code == 3);
    return process->signal == 0 && (step->expected.size > 0 ? manual_matches(step->expected, process->out)
                                                            : process->code == 0 || verdict);
}

static int transcript_is_right(const struct manual_step *step, const struct process *process,
                               const char *shown) {
    return process->signal == 0 && process->code == step->status && manual_matches(step->expected, shown);
}

/* Puts the page up to this step, its command, and what that did. */
static void accept(struct page *page, const struct manual_step *step, const struct process *process,
                   const char *shown) {
    const char *begin = step->command.text;
    while (begin > page->copied && begin[-1] != '\n') {
        begin--;
    }
    fwrite(page->copied, 1, (size_t)(begin - page->copied), page->accepted);
    if (page->kind == PAGE_TRANSCRIPT && process->code > 0) {
        fprintf(page->accepted, "%d", process->code);
    }
    fwrite(step->command.text, 1, step->command.size, page->accepted);
    fputs(shown, page->accepted);
    page->copied = step->expected.text + step->expected.size;
}

static void run_step(struct page *page, const struct manual_step *step) {
    int is_manual = page->kind == PAGE_MANUAL;
    struct process process;
    char *command = test_present(manual_command(step));
    run_in(is_manual ? manual_shell : transcript_shell, page->folder, page->status, command, &process);
    page->status = process.code;
    page->commands++;
    char *shown = is_manual ? strdup(process.out) : transcript_of(&process);
    int right = is_manual ? manual_is_right(step, &process) : transcript_is_right(step, &process, shown);
    if (!right && page->accepted != NULL && process.signal == 0) {
        accept(page, step, &process, shown);
    } else if (!right) {
        printf("\n  %s:%u: %s  shown:\n%.*s\n  printed (status %d, signal %d):\n%s", page->path, step->line,
               command, (int)step->expected.size, step->expected.text, process.code, process.signal, shown);
        CU_FAIL("a command does something else than the page says");
    }
    free(shown);
    process_free(&process);
    free(command);
}

static void run_console(struct page *page, const struct manual_block *block) {
    struct manual_text rest = block->body;
    struct manual_step step;
    unsigned line = block->line + 1;
    int found;
    while ((found = manual_next_step(&rest, &line, &step)) > 0) {
        run_step(page, &step);
    }
    if (found < 0) {
        fail_at(page, line, "a console block begins with `$ COMMAND`");
    }
}

static void write_block(const struct page *page, const struct manual_block *block) {
    char path[2 * PATH_BYTES];
    snprintf(path, sizeof path, "%s/%.*s", page->folder, (int)block->info.size, block->info.text);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fwrite(block->body.text, 1, block->body.size, file);
    fclose(file);
}

static void skip_block(const struct page *page, const struct manual_block *block) {
    printf("\n  not run: %s:%u:%.*s", page->path, block->line, (int)block->info.size - 5,
           block->info.text + 5);
}

static void run_blocks(struct page *page, const char *text) {
    struct manual_cursor cursor = {text, 1};
    struct manual_block block;
    int found;
    while ((found = manual_next_block(&cursor, &block)) > 0) {
        if (!manual_is(block.language, "console")) {
            if (block.info.size > 0) {
                write_block(page, &block);
            }
        } else if (manual_begins(block.info, "skip: ")) {
            skip_block(page, &block);
        } else if (block.info.size > 0) {
            fail_at(page, block.line, "only `skip: WHY` may follow ```console");
        } else {
            run_console(page, &block);
        }
    }
    if (found < 0) {
        fail_at(page, block.line, "this block does not end, or its fence does not begin the line");
    }
    const char *unfenced = strstr(text, "\n    $ ");
    if (unfenced != NULL) {
        printf("\n  %s: %.60s", page->path, unfenced + 1);
        CU_FAIL("a command is shown outside of a ```console block");
    }
}

/* Writes the page again if something in it was not right. */
static void end_accepting(struct page *page, char *text, char **accepted) {
    fputs(page->copied, page->accepted);
    fclose(page->accepted);
    if (strcmp(text, *accepted) != 0) {
        FILE *file = test_present(fopen(page->path, "w"));
        fputs(*accepted, file);
        fclose(file);
        printf("\n  %s is written again", page->path);
    }
    free(*accepted);
}

void page_run(struct page *page) {
    size_t size;
    char *accepted = NULL, *text = process_read_file(page->path, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    page->copied = text;
    page->accepted = getenv("HEDDLE_ACCEPT") != NULL ? open_memstream(&accepted, &size) : NULL;
    run_blocks(page, text);
    if (page->accepted != NULL) {
        end_accepting(page, text, &accepted);
    }
    free(text);
}
