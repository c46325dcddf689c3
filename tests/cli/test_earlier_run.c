/* Results of earlier runs, damaged by structure, for --report-base and for bench --before: they are read, or
 * refused with a message. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/random/random_damage.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define BASES 60u
#define BENCHES 3u

struct earlier {
    json_t *file; /* what the earlier run printed, as an array of one value */
    char path[PATH_BYTES], model[PATH_BYTES], page[PATH_BYTES];
    uint64_t mismatches, taken, refused;
};

/* Keeps what a command printed; the process is freed. */
static void keep_output(struct earlier *earlier, struct process *process) {
    earlier->file = json_array();
    CU_ASSERT_EQUAL_FATAL(json_array_append_new(earlier->file, command_json(process->out)), 0);
    process_free(process);
}

static void write_damaged(struct earlier *earlier, uint64_t seed) {
    json_t *file = json_deep_copy(earlier->file);
    for (uint32_t times = 1 + random_draw(&seed, 2); times > 0; times--) {
        random_damage(&seed, file, earlier->file);
    }
    size_t length;
    char *text = random_damage_text(file, &length);
    FILE *stream = fopen(earlier->path, "wb");
    CU_ASSERT_FATAL(stream != NULL && fwrite(text, 1, length, stream) == length && fclose(stream) == 0);
    free(text);
    json_decref(file);
}

/* Counts how the command ended, and frees the process; `done`: the exit status if the file was read. */
static void judge(struct earlier *earlier, uint64_t seed, struct process *process, int done) {
    const int refused = process->code == 2 && process->err[0] != '\0';
    if (process->code != done && !refused) {
        earlier->mismatches++;
        printf("\n  seed %llu: exit %d, signal %d, %s", (unsigned long long)seed, process->code,
               process->signal, process->err);
    }
    earlier->taken += process->code == done;
    earlier->refused += (uint64_t)refused;
    process_free(process);
}

static void judge_base(uint64_t seed, void *context) {
    struct earlier *earlier = context;
    struct process process;
    write_damaged(earlier, seed);
    remove(earlier->page);
    command_run(&process, "check", "-q", "--deadlock", "--never=a", "--report", earlier->page,
                "--report-base", earlier->path, earlier->model);
    if (command_has_file("page.html") != (process.code == 1)) {
        earlier->mismatches++;
        printf("\n  seed %llu: a page of exit %d", (unsigned long long)seed, process.code);
    }
    judge(earlier, seed, &process, 1);
}

static void judge_before(uint64_t seed, void *context) {
    struct earlier *earlier = context;
    struct process process;
    write_damaged(earlier, seed);
    command_run(&process, "bench", "scc", "--quick", "--device=cpu", "--only", "power_law", "--before",
                earlier->path);
    judge(earlier, seed, &process, 0);
}

static void judge_all(struct earlier *earlier, uint64_t cases,
                      void (*judge_one)(uint64_t seed, void *context)) {
    judge_seeds(cases, 1, judge_one, earlier, &earlier->mismatches);
    report_counts("read", earlier->taken, "refused", earlier->refused, NULL);
    json_decref(earlier->file);
}

static void test_base(void) {
    struct earlier earlier = {.file = NULL};
    struct process process;
    command_put_file("x.aut", "des (0, 3, 3)\n(0, a, 1)\n(1, b, 0)\n(1, c, 2)\n");
    command_path("x.aut", earlier.model);
    command_path("page.html", earlier.page);
    command_path("earlier.json", earlier.path);
    command_run(&process, "check", "--json", "--deadlock", "--never=a", "--never=d", earlier.model);
    CU_ASSERT_EQUAL(process.code, 1);
    keep_output(&earlier, &process);
    judge_all(&earlier, BASES, judge_base);
}

static void test_before(void) {
    struct earlier earlier = {.file = NULL};
    struct process process;
    command_path("earlier.json", earlier.path);
    command_run(&process, "bench", "scc", "--quick", "--json", "--device=cpu", "--only", "power_law");
    CU_ASSERT_EQUAL(process.code, 0);
    keep_output(&earlier, &process);
    judge_all(&earlier, BENCHES, judge_before);
}

void suite_earlier_run(void) {
    command_suite("results of earlier runs, damaged", "--report-base", test_base, "bench --before",
                  test_before, NULL);
}
