/*
 * README.md, examples/README.md and docs/ *.md: every command that they show is run, and what it prints is
 * what they say. Each page is run in a folder of its own that looks like the source tree; its blocks run from
 * the first to the last. tests/support/manual_page.h says how blocks are marked, and what may differ.
 */
#include <CUnit/CUnit.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/command.h"
#include "tests/support/manual_page.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* One page while it runs. */
struct page {
    const char *path;
    char folder[PATH_BYTES];
    int status; /* the exit status of the command before */
    unsigned commands;
};

/* Runs a shell's command in a folder, with heddle in the path; `process` gets both outputs as one. */
static void run_shell(const char *folder, int status_before, const char *command, struct process *process) {
    static const char *const script = "cd \"$1\" || exit 99\n"
                                      "PATH=$(dirname \"$2\"):$PATH; export PATH; unset HEDDLE EXAMPLES\n"
                                      "exec 2>&1\n"
                                      "(exit \"$3\"); eval \"$4\"";
    char out[PATH_BYTES], err[PATH_BYTES], status[16];
    snprintf(status, sizeof status, "%d", status_before);
    const char *argv[] = {"/bin/sh", "-c", script, "sh", folder, getenv("HEDDLE"), status, command, NULL};
    command_path("out", out);
    command_path("err", err);
    process_finish(process_start(argv, out, err), out, err, process);
}

/* A folder like the source tree: links to all but examples, a copy, and build, where commands may write. */
static void begin_page(struct page *page, const char *path, unsigned number) {
    struct process process;
    char name[16], command[8 * PATH_BYTES], root[PATH_BYTES];
    snprintf(name, sizeof name, "page-%u", number);
    *page = (struct page){.path = path};
    command_path(name, page->folder);
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "mkdir -p '%s/build' && cp -R examples '%s' && ln -s '%s' '%s/build/examples' && "
             "for entry in *; do [ -e '%s'/$entry ] || ln -s '%s'/$entry '%s'; done",
             page->folder, page->folder, getenv("EXAMPLES"), page->folder, page->folder, root, page->folder);
    run_shell(root, 0, command, &process);
    CU_ASSERT_EQUAL_FATAL(process.code, 0);
    process_free(&process);
}

static void fail_at(const struct page *page, unsigned line, const char *what) {
    printf("\n  %s:%u: %s", page->path, line, what);
    CU_FAIL("the page says something else");
}

/*
 * If the page shows no output of a command, the command must succeed; but heddle may find a violation or stay
 * undecided.
 */
static int is_accident(const struct process *process, const struct manual_step *step) {
    int verdict = manual_begins(step->command, "$ heddle ") && (process->code == 1 || process->code == 3);
    return process->signal != 0 || (step->expected.size == 0 && process->code != 0 && !verdict);
}

static void run_step(struct page *page, const struct manual_step *step) {
    struct process process;
    char *command = manual_command(step);
    CU_ASSERT_PTR_NOT_NULL_FATAL(command);
    run_shell(page->folder, page->status, command, &process);
    page->status = process.code;
    page->commands++;
    if (is_accident(&process, step) ||
        (step->expected.size > 0 && !manual_matches(step->expected, process.out))) {
        printf("\n  %s:%u: %s  shown:\n%.*s\n  printed (status %d):\n%s", page->path, step->line, command,
               (int)step->expected.size, step->expected.text, process.code, process.out);
        CU_FAIL("a command does something else than the page says");
    }
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

static void run_page(struct page *page, const char *text) {
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

static void find_pages(glob_t *pages) {
    CU_ASSERT_EQUAL_FATAL(glob("README.md", 0, NULL, pages), 0);
    CU_ASSERT_EQUAL_FATAL(glob("examples/README.md", GLOB_APPEND, NULL, pages), 0);
    CU_ASSERT_EQUAL_FATAL(glob("docs/*.md", GLOB_APPEND, NULL, pages), 0);
}

static void test_pages(void) {
    glob_t pages;
    unsigned commands = 0;
    find_pages(&pages);
    for (size_t i = 0; i < pages.gl_pathc; i++) {
        struct page page;
        size_t size;
        char *text = process_read_file(pages.gl_pathv[i], &size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        begin_page(&page, pages.gl_pathv[i], (unsigned)i);
        run_page(&page, text);
        commands += page.commands;
        free(text);
    }
    printf("\n  %u commands ", commands);
    CU_ASSERT(commands >= 150);
    globfree(&pages);
}

/* A link to another file of the tree leads there; the part after # is not looked at. */
static void check_link(const char *page, const char *target, size_t length) {
    char path[2 * PATH_BYTES];
    const char *slash = strrchr(page, '/');
    size_t folder = slash != NULL ? (size_t)(slash - page) + 1 : 0;
    snprintf(path, sizeof path, "%.*s%.*s", (int)folder, page, (int)length, target);
    if (length > 0 && access(path, R_OK) != 0) {
        printf("\n  %s: %.*s", page, (int)length, target);
        CU_FAIL("a link leads nowhere");
    }
}

static void test_links(void) {
    glob_t pages;
    unsigned links = 0;
    find_pages(&pages);
    for (size_t i = 0; i < pages.gl_pathc; i++) {
        size_t size;
        char *text = process_read_file(pages.gl_pathv[i], &size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        for (char *link = strstr(text, "]("); link != NULL; link = strstr(link + 2, "](")) {
            if (strncmp(link + 2, "http", 4) != 0) {
                check_link(pages.gl_pathv[i], link + 2, strcspn(link + 2, "#)\n"));
                links++;
            }
        }
        free(text);
    }
    CU_ASSERT(links >= 50);
    globfree(&pages);
}

static void check_match(const char *expected, const char *printed, int matches) {
    if (manual_matches((struct manual_text){expected, strlen(expected)}, printed) != matches) {
        printf("\n  shown:\n%s\n  printed:\n%s", expected, printed);
        CU_FAIL("it is judged wrongly");
    }
}

/* What the comparison lets pass, and what it does not. */
static void test_comparison(void) {
    check_match("states   8\n", "states 8\n", 1);
    check_match("states   8\n", "states 9\n", 0);
    check_match("states   8\n", "states 8\nlevels 6\n", 0);
    check_match("states   8\nlevels 6\n", "states 8\n", 0);
    check_match("...\nlevels 6\n", "states 8\nlevels 6\n", 1);
    check_match("...\nlevels 6\n", "states 8\nlevels 6\ndeadlocks 0\n", 0);
    check_match("a\n...\nb\n...\nc\n", "a\nb\nx\nb\ny\nc\n", 1);
    check_match("a\n...\nb\n", "a\n", 0);
    check_match("at least 1 000 ...\n", "at least 1 000 013\n", 1);
    check_match("x ... z\n", "x y y z\n", 1);
    check_match("x ... z\n", "x y y\n", 0);
    check_match("time 0.001 s\n", "time 12 s\n", 1);
    check_match("time 0.001 s\n", "time 12 steps\n", 0);
    check_match("time 0.001 s\n", "time soon\n", 0);
    check_match("speed 2.78 M states/s\n", "speed 300 k states/s\n", 1);
    check_match("states 8\nspeed 2 k states/s\n 20 k transitions/s\n", "states 8\n", 1);
    check_match("speed is all\n", "", 0);
    check_match("states 8\n", "states 8\nvacuity time 0.1 s\nevidence time 0.2 s\nGPU start 1.5 s\n", 1);
    check_match("graph time 0.1 s\nstates 8\n", "states 8\n", 1);
    check_match("states 8\n", "states 8\nsearch time 0.1 s\n", 0);
    check_match("states 8\n", "states 8\nvacuity time lost\n", 0);
    check_match("memory 643 KiB\n", "memory 1.2 MiB\n", 1);
    check_match("memory 643 KiB\n", "memories 1.2 MiB\n", 0);
    check_match("\"seconds\": 0.1,\n\"states\": 8,\n", "\"seconds\": 7e-6,\n\"states\": 8,\n", 1);
    check_match("\"seconds\": 0.1,\n\"states\": 8,\n", "\"seconds\": 7e-6,\n\"states\": 9,\n", 0);
    check_match("", "anything\n", 0);
}

static void test_commands(void) {
    struct process process;
    size_t size;
    char *page = process_read_file("docs/commands.md", &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(page);
    command_run(&process, "--markdown");
    command_expect(&process, 0, NULL);
    if (strcmp(page, process.out) != 0) {
        CU_FAIL("docs/commands.md is not what the options tables say: `make docs` makes it again");
    }
    process_free(&process);
    free(page);
}

void suite_manual(void) {
    if (!command_available() || access("docs/commands.md", R_OK) != 0) {
        test_skip("manual", "HEDDLE or EXAMPLES is not set, or this is not the root of the source tree");
        return;
    }
    suite_add("the manual", command_open, command_close, "what counts as the same output", test_comparison,
              "docs/commands.md is up to date", test_commands, "links lead to files", test_links,
              "every command that is shown does what is shown", test_pages, NULL);
}
