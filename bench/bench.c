/* What all benchmarks share. */
#include "bench/bench.h"

#include <stdarg.h>
#include <string.h>

#include "explorer/backend.h"

int bench_wants(const struct bench *bench, const char *part) {
    return bench->only == NULL || strcmp(bench->only, part) == 0;
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
