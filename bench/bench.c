/* What all benchmarks share. */
#include "bench/bench.h"

#include <stdarg.h>

#include "base/error.h"
#include "base/run.h"
#include "bench/median.h"
#include "explorer/backend.h"

void bench_clear(const struct statistic_row *columns, unsigned column_count, void *values) {
    for (unsigned i = 0; i < column_count; i++) {
        statistic_set_absent(&columns[i], values);
    }
}

static int stopped(const struct run *run, struct error *error) {
    return run_should_stop(run) ? error_set(error, ERROR_INTERRUPTED, "interrupted") : 0;
}

int bench_repeat(const struct run *run, int (*once)(void *context, double *seconds, struct error *error),
                 void *context, double *seconds, struct error *error) {
    double all[BENCH_REPEATS];
    for (unsigned i = 0; i < BENCH_REPEATS; i++) {
        run_tell(run, "measuring", i, BENCH_REPEATS, "runs");
        if (stopped(run, error) != 0 || once(context, &all[i], error) != 0) {
            return -1;
        }
    }
    *seconds = bench_median(all, BENCH_REPEATS);
    return stopped(run, error);
}

int bench_begin(struct bench *bench, const struct bench_table *table) {
    return bench->sink.table(bench->sink.context, table);
}

int bench_line(struct bench *bench, const void *values) {
    return bench->sink.line(bench->sink.context, values);
}

unsigned bench_size(const struct bench *bench) {
    return 2 * (bench->backend->on_device != 0) + !bench->quick;
}

void bench_note(struct bench *bench, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    bench->sink.note(bench->sink.context, text);
}

int bench_pass_memory(struct bench *bench, const char *what, int failed) {
    if (failed == 0 || bench->error->code != ERROR_MEMORY) {
        return failed;
    }
    bench->stopped++;
    bench_note(bench, "%s: %s", what, bench->error->text);
    bench->error->code = ERROR_NONE;
    return 0;
}
