/* heddle bench all: runs every part of every benchmark; a part that fails does not stop the others. */
#include "bench/all.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/quantity.h"
#include "base/run.h"
#include "explorer/backend.h"

#define SAID 512

struct part_line {
    const char *benchmark, *part, *outcome;
    char said[SAID];
    double seconds;
    uint64_t tables, wrong;
};

static const struct statistic_row columns[] = {
    COLUMN_OF(part_line, "benchmark", "benchmark", TEXT, benchmark),
    COLUMN_OF(part_line, "part", "part", TEXT, part),
    COLUMN_OF(part_line, "seconds", "seconds", SECONDS, seconds),
    COLUMN_OF(part_line, "tables", "tables", COUNT, tables),
    COLUMN_OF(part_line, "wrong", "wrong", COUNT, wrong),
    COLUMN_OF(part_line, "outcome", "outcome", TEXT, outcome),
};

struct all_work {
    struct bench *bench;
    struct bench_all *all;
    struct recorder recorder;
    struct run run; /* the run of the current part, with a deadline of its own */
    double done;    /* expected seconds of the parts so far, */
    double taken;   /* and the seconds that they really took */
    struct part_line lines[BENCH_MOST_PARTS];
};

const char *bench_all_scale(unsigned size) {
    static const char *const scales[BENCH_SIZES] = {
        "Sizes: a look (--quick) without a GPU; the published ones are larger.",
        "Sizes: scaled down to a machine without a GPU; the published ones are larger.",
        "Sizes: a look (--quick); the published ones are larger.", NULL};
    return scales[size];
}

static const char *closing_of(const struct all_work *work, const struct bench_choice *choice) {
    if (choice->benchmark->of_cpu) {
        return work->bench->quick ? "Sizes: a look (--quick)." : NULL;
    }
    return bench_all_scale(bench_size(work->bench));
}

/* --- time --- */

static double expected_from(const struct bench_all *all, unsigned index) {
    double seconds = 0;
    for (; index < all->count; index++) {
        seconds += all->parts[index].seconds;
    }
    return seconds;
}

/* Scales expected seconds to this machine, by the time that the parts so far took. */
static double scaled(const struct all_work *work, double expected) {
    return work->done >= 5 ? expected * work->taken / work->done : expected;
}

/* "12 s", "3 min" or "1.5 h": a rough duration, in QUANTITY_TEXT bytes. */
static const char *describe_roughly(double seconds, char *buffer) {
    if (seconds < 90) {
        snprintf(buffer, QUANTITY_TEXT, "%.0f s", seconds < 1 ? 1 : seconds);
    } else if (seconds < 5400) {
        snprintf(buffer, QUANTITY_TEXT, "%.0f min", seconds / 60);
    } else {
        snprintf(buffer, QUANTITY_TEXT, "%.1f h", seconds / 3600);
    }
    return buffer;
}

static void say_begin(struct all_work *work, unsigned index) {
    const struct bench_all *all = work->all;
    const struct bench_choice *choice = &all->parts[index];
    char text[SAID], own[QUANTITY_TEXT], rest[QUANTITY_TEXT];
    int is_last = index + 1 == all->count;
    describe_roughly(scaled(work, expected_from(all, index + 1)), rest);
    snprintf(text, sizeof text, "part %u of %u, %s/%s: about %s%s%s%s", index + 1, all->count,
             choice->benchmark->name, choice->part->name,
             describe_roughly(scaled(work, choice->seconds), own), is_last ? "" : ", and ",
             is_last ? "" : rest, is_last ? "" : " for the rest");
    all->say(all->context, text);
}

/* The part's share of the remaining time. */
static double deadline_of(const struct all_work *work, unsigned index) {
    double last = work->bench->run->deadline, now = run_clock();
    double share = work->all->parts[index].seconds / expected_from(work->all, index);
    return last <= 0 ? 0 : last <= now ? last : now + (last - now) * share;
}

/* --- parts --- */

static int is_stopped(const struct run *run) {
    return run->stop != NULL && __atomic_load_n(run->stop, __ATOMIC_RELAXED) != 0;
}

/* Records the outcome of a part that failed. */
static void note_failure(struct all_work *work, struct part_line *line, const struct error *error) {
    struct bench_all *all = work->all;
    char text[2 * SAID], seconds[QUANTITY_TEXT];
    quantity_seconds(line->seconds, seconds);
    if (error->code == ERROR_INTERRUPTED) {
        all->cut++;
        snprintf(line->said, SAID, "cut short after %s%s", seconds,
                 is_stopped(work->bench->run) ? ": interrupted" : ", its share of --timeout");
    } else if (error->code == ERROR_MEMORY || error->code == ERROR_FULL || error->code == ERROR_LIMIT) {
        all->cut++;
        snprintf(line->said, SAID, "cut short after %s: %.300s", seconds, error->text);
    } else {
        all->failed++;
        error_describe(error, text, sizeof text);
        snprintf(line->said, SAID, "failed: %.400s", text);
    }
    line->outcome = line->said;
}

/* A part in which some rows ran out of memory has not failed, but the table says so. */
static void note_success(struct all_work *work, struct part_line *line, uint64_t stopped) {
    line->outcome = "done";
    if (stopped > 0) {
        work->all->cut++;
        line->outcome = "cut short in places: memory ran out";
    }
    if (line->wrong > 0) {
        line->outcome = "done, but there are results that are not what must be";
    }
}

static void say_outcome(struct all_work *work, const struct part_line *line) {
    char text[2 * SAID];
    if (strcmp(line->outcome, "done") != 0) {
        snprintf(text, sizeof text, "%s/%s: %s", line->benchmark, line->part, line->outcome);
        work->all->say(work->all->context, text);
        if (work->recorder.table != NULL) {
            bench_note(work->bench, "%s", text);
        }
    }
}

/* Runs the part's benchmark, with a run of its own and the recorder as its sink. */
static void run_part(struct all_work *work, unsigned index) {
    struct bench *bench = work->bench;
    const struct bench_choice *choice = &work->all->parts[index];
    struct part_line *line = &work->lines[index];
    uint64_t tables = json_array_size(work->all->record->tables), wrong = bench->wrong,
             stopped = bench->stopped;
    struct bench own = *bench;
    double begun = run_clock();
    work->run = *bench->run;
    work->run.deadline = deadline_of(work, index);
    work->recorder.benchmark = choice->benchmark->name;
    work->recorder.part = choice->part->name;
    work->recorder.closing = closing_of(work, choice);
    own.run = &work->run;
    own.part = choice->part->name;
    own.backend = choice->benchmark->of_cpu ? backend_find("cpu") : bench->backend;
    int failed = choice->part->run(&own);
    bench->wrong = own.wrong;
    bench->stopped = own.stopped;
    if (!choice->benchmark->of_cpu && own.device[0] != '\0') {
        memcpy(bench->device, own.device, sizeof bench->device);
    }
    line->seconds = run_clock() - begun;
    line->tables = json_array_size(work->all->record->tables) - tables;
    line->wrong = bench->wrong - wrong;
    failed != 0 ? note_failure(work, line, bench->error) : note_success(work, line, bench->stopped - stopped);
    bench->error->code = ERROR_NONE;
    say_outcome(work, line);
    recorder_close(&work->recorder);
}

static void run_parts(struct all_work *work) {
    struct bench_all *all = work->all;
    for (unsigned i = 0; i < all->count; i++) {
        struct part_line *line = &work->lines[i];
        bench_clear(columns, LENGTH(columns), line);
        line->benchmark = all->parts[i].benchmark->name;
        line->part = all->parts[i].part->name;
        line->outcome = "not begun";
        if (run_should_stop(work->bench->run)) {
            all->left_out++;
            continue;
        }
        say_begin(work, i);
        run_part(work, i);
        work->done += all->parts[i].seconds;
        work->taken += line->seconds;
    }
}

static int show_parts(struct all_work *work) {
    static const struct bench_table table = {
        "parts", "What was run, how long it took, and what became of it.", columns, LENGTH(columns)};
    int failed = bench_begin(work->bench, &table);
    for (unsigned i = 0; i < work->all->count && failed == 0; i++) {
        failed = bench_line(work->bench, &work->lines[i]);
    }
    return failed;
}

int bench_all_run(struct bench *bench, struct bench_all *all) {
    struct bench_sink shown = bench->sink;
    struct all_work work = {
        .bench = bench,
        .all = all,
        .recorder = {.record = all->record, .next = shown},
    };
    bench->sink = recorder_sink(&work.recorder);
    run_parts(&work);
    work.recorder.benchmark = "all";
    work.recorder.part = work.recorder.closing = NULL;
    int failed = show_parts(&work);
    bench->sink = shown;
    return failed;
}
