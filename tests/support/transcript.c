/* Transcripts as suites. */
#include "tests/support/transcript.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/page_run.h"
#include "tests/support/testing.h"

static const char *path_of(const char *name, char *path) {
    snprintf(path, PATH_BYTES, "tests/transcripts/%s.md", name);
    return path;
}

int transcript_exists(const char *name) {
    char path[PATH_BYTES];
    return access(path_of(name, path), R_OK) == 0;
}

static void put_link(const struct page *page, const char *name, const char *target) {
    char path[PATH_BYTES + 16];
    snprintf(path, sizeof path, "%s/%s", page->folder, name);
    CU_ASSERT_EQUAL_FATAL(symlink(target, path), 0);
}

/* The test's name is the transcript's. */
static void run_transcript(void) {
    char path[PATH_BYTES], root[PATH_BYTES];
    struct page page = {.kind = PAGE_TRANSCRIPT, .path = path_of(CU_get_current_test()->pName, path)};
    command_path("transcript", page.folder);
    CU_ASSERT_EQUAL_FATAL(mkdir(page.folder, 0777), 0);
    put_link(&page, "examples", getenv("EXAMPLES"));
    put_link(&page, "source", test_present(getcwd(root, sizeof root)));
    page_run(&page);
    printf("\n  %u commands ", page.commands);
    CU_ASSERT(page.commands > 0);
}

void transcript_add(const char *name) {
    command_suite("transcript", name, run_transcript, NULL);
}
