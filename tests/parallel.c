/* Suites side by side, with the output of each kept together. */
#include "tests/parallel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/run.h"

struct child {
    pid_t pid; /* 0: none */
    const char *name;
    FILE *output;
    double begun;
    struct suite_counts *counts; /* shared with it */
};

/* It fills a GPU's memory, where there is one. */
static int needs_all(const char *name) {
    return strcmp(name, "table_stress") == 0;
}

struct summary {
    struct suite_counts counts;
    const char **failed; /* names of suites */
    unsigned failures;
};

static void start_suite(struct child *child, void (*run)(const char *name, struct suite_counts *counts)) {
    child->begun = run_clock();
    child->output = tmpfile();
    memset(child->counts, 0, sizeof *child->counts);
    fflush(NULL);
    child->pid = child->output == NULL ? -1 : fork();
    if (child->pid < 0) {
        perror("cannot start a suite");
        exit(2);
    }
    if (child->pid == 0) {
        dup2(fileno(child->output), STDOUT_FILENO);
        dup2(fileno(child->output), STDERR_FILENO);
        run(child->name, child->counts);
        fflush(NULL);
        _exit(child->counts->failed != 0 || child->counts->run + child->counts->skipped == 0);
    }
}

/* Copies the output of a suite; if it passed, only the lines about skipped tests. */
static void show_output(FILE *output, int failed) {
    char line[4096];
    rewind(output);
    while (fgets(line, sizeof line, output) != NULL) {
        const char *skip = strstr(line, "SKIP ");
        if (failed) {
            fputs(line, stdout);
        } else if (skip != NULL) {
            printf("      %s", skip);
        }
    }
}

static void end_suite(struct child *child, int status, struct summary *summary) {
    const struct suite_counts *counts = child->counts;
    int failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    printf("%-6s%-22s %4u passed %8.1f s\n", failed ? "FAILED" : "ok", child->name,
           counts->run - counts->failed, run_clock() - child->begun);
    show_output(child->output, failed);
    if (WIFSIGNALED(status)) {
        printf("signal %d ended suite %s\n", WTERMSIG(status), child->name);
    }
    summary->counts.run += counts->run;
    summary->counts.failed += counts->failed;
    summary->counts.skipped += counts->skipped;
    if (failed) {
        summary->failed[summary->failures++] = child->name;
    }
    fclose(child->output);
    child->pid = 0;
}

static struct child *child_of(struct child *children, unsigned jobs, pid_t pid) {
    for (unsigned i = 0; i < jobs; i++) {
        if (children[i].pid == pid) {
            return &children[i];
        }
    }
    return NULL;
}

int parallel_suites(const char *const *names, unsigned count, unsigned jobs,
                    void (*run)(const char *name, struct suite_counts *counts)) {
    struct child *children = calloc(jobs, sizeof *children);
    struct summary summary = {.failed = calloc(count, sizeof *summary.failed)};
    struct suite_counts *shared =
        mmap(NULL, jobs * sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (children == NULL || summary.failed == NULL || shared == MAP_FAILED) {
        perror("tests");
        return 2;
    }
    double begun = run_clock();
    unsigned next = 0, running = 0;
    int alone = 0;
    while (next < count || running > 0) {
        struct child *idle = child_of(children, jobs, 0);
        if (next < count && idle != NULL && (running == 0 || !(alone || needs_all(names[next])))) {
            alone = needs_all(names[next]);
            idle->name = names[next++];
            idle->counts = &shared[idle - children];
            start_suite(idle, run);
            running++;
            continue;
        }
        int status;
        struct child *ended = child_of(children, jobs, wait(&status));
        if (ended != NULL) {
            end_suite(ended, status, &summary);
            running--;
        }
    }
    printf("\n%u passed, %u failed, %u skipped, in %.0f s\n", summary.counts.run - summary.counts.failed,
           summary.counts.failed, summary.counts.skipped, run_clock() - begun);
    for (unsigned i = 0; i < summary.failures; i++) {
        printf("%s%s%s", i == 0 ? "failed: " : " ", summary.failed[i], i + 1 == summary.failures ? "\n" : "");
    }
    int status = summary.counts.run == 0 ? 2 : summary.failures != 0;
    munmap(shared, jobs * sizeof *shared);
    free(summary.failed);
    free(children);
    return status;
}
