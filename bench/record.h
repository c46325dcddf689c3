#ifndef HEDDLE_BENCH_RECORD_H
#define HEDDLE_BENCH_RECORD_H

#include "bench/bench.h"

struct json_t;
struct memory;

/* Keeps tables of results as JSON. */

/* A column (a row of base/options/statistics.h) of a line's values as people read it, "" if it does not
 * apply: in `buffer` (CELL_TEXT bytes), or one of the texts that the values point to. */
#define CELL_TEXT 64
const char *cell_describe(const struct statistic_row *column, const void *values, char *buffer);

struct record {
    struct memory *memory; /* for what becomes JSON */
    struct json_t *tables; /* an array, as docs/formats/bench.schema.json says */
    /* For each table what people read: {"columns": [[key, label, whether it is a text], ..], "cells": [[text,
     * ..], ..]}, in which keys and labels may be null. */
    struct json_t *shown;
};

void record_create(struct record *record, struct memory *memory);
void record_free(struct record *record);

/*
 * A sink that keeps results and passes them on to another one (`next`). The caller sets the benchmark and the
 * part before they begin.
 */
struct recorder {
    struct record *record;
    const char *benchmark, *part;
    const char *closing;             /* a remark at the end of every table; NULL for none */
    const struct bench_table *table; /* has begun, and has not got it yet; NULL for none */
    struct bench_sink next;
};

struct bench_sink recorder_sink(struct recorder *recorder);
/* Ends a part: its last table gets the closing remark. */
void recorder_close(struct recorder *recorder);

#endif
