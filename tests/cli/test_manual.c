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
#include "tests/support/page_run.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* A folder like the source tree: links to all but examples, a copy, and build, where commands may write. */
static void begin_page(struct page *page, const char *path, unsigned number) {
    struct process process;
    char name[16], command[8 * PATH_BYTES], root[PATH_BYTES];
    snprintf(name, sizeof name, "page-%u", number);
    *page = (struct page){.kind = PAGE_MANUAL, .path = path};
    command_path(name, page->folder);
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "mkdir -p '%s/build' && cp -R examples '%s' && ln -s '%s' '%s/build/examples' && "
             "for entry in *; do [ -e '%s'/$entry ] || ln -s '%s'/$entry '%s'; done",
             page->folder, page->folder, getenv("EXAMPLES"), page->folder, page->folder, root, page->folder);
    page_run_shell(root, command, &process);
    CU_ASSERT_EQUAL_FATAL(process.code, 0);
    process_free(&process);
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
        begin_page(&page, pages.gl_pathv[i], (unsigned)i);
        page_run(&page);
        commands += page.commands;
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
    check_match("! states 8\n! speed 2 k states/s\n", "! states 8\n! vacuity time 0.1 s\n", 1);
    check_match("! states 8\n! is # s\n", "! states 8\n", 0);
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
