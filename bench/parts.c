/* The benchmarks, and which of their parts run. */
#include "bench/parts.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"

const struct benchmark *const benchmarks[] = {&bench_hashtable, &bench_explore, &bench_graph,
                                              &bench_games,     &bench_scc,     &bench_mec,
                                              &bench_parity,    &bench_auto,    &bench_cpu};

#define LIST 256

/* Appends a name to a list. */
static void add_name(char list[LIST], const char *name) {
    size_t used = strlen(list);
    snprintf(list + used, LIST - used, "%s%s", used > 0 ? ", " : "", name);
}

static int is_text(const char *item, size_t length, const char *text) {
    return strlen(text) == length && strncmp(item, text, length) == 0;
}

static const struct benchmark *find_benchmark(const char *name, size_t length, struct error *error) {
    char list[LIST] = "";
    for (unsigned i = 0; i < LENGTH(benchmarks); i++) {
        if (is_text(name, length, benchmarks[i]->name)) {
            return benchmarks[i];
        }
        add_name(list, benchmarks[i]->name);
    }
    error_set(error, ERROR_USAGE, "there is no benchmark '%.*s'; there are %s, and all",
              (int)(length < 200 ? length : 200), name, list);
    return NULL;
}

const struct benchmark *benchmark_find(const char *name, struct error *error) {
    return find_benchmark(name, strlen(name), error);
}

/* An item of the list: all parts of a benchmark, or one. */
struct choice {
    const struct benchmark *benchmark;
    const struct bench_part *part; /* NULL: all */
};

/* 0, or -1 with *error filled. */
static int read_item(const struct benchmark *benchmark, const char *item, struct choice *choice,
                     struct error *error) {
    size_t length = strcspn(item, ","), prefix = strcspn(item, ",/");
    char list[LIST] = "";
    *choice = (struct choice){benchmark, NULL};
    if (benchmark == NULL) {
        choice->benchmark = find_benchmark(item, prefix, error);
        if (choice->benchmark == NULL || prefix == length) {
            return choice->benchmark == NULL ? -1 : 0;
        }
        item += prefix + 1;
        length -= prefix + 1;
    }
    for (const struct bench_part *part = choice->benchmark->parts; part->name != NULL; part++) {
        if (is_text(item, length, part->name)) {
            choice->part = part;
            return 0;
        }
        add_name(list, part->name);
    }
    return error_set(error, ERROR_USAGE, "--only: %s has no part '%.*s'; it has %s", choice->benchmark->name,
                     (int)(length < 200 ? length : 200), item, list);
}

/* Whether the part runs. */
static int is_chosen(const struct choice *choices, unsigned count, const struct benchmark *benchmark,
                     const struct bench_part *part, unsigned size) {
    int chosen = 0;
    for (unsigned i = 0; i < count; i++) {
        int is_all = choices[i].benchmark == benchmark && choices[i].part == NULL;
        chosen |= choices[i].part == part || (is_all && (!part->large || size + 1 == BENCH_SIZES));
    }
    return chosen;
}

int bench_parts_choose(const struct benchmark *benchmark, const char *only, unsigned size,
                       struct bench_choice *parts, struct error *error) {
    struct choice choices[BENCH_MOST_PARTS];
    unsigned items = 0;
    int count = 0;
    for (unsigned i = 0; only == NULL && i < LENGTH(benchmarks); i++) {
        choices[items++] = (struct choice){benchmark != NULL ? benchmark : benchmarks[i], NULL};
    }
    for (const char *item = only; item != NULL; item = strchr(item, ',')) {
        item += *item == ',';
        if (items == BENCH_MOST_PARTS) {
            return error_set(error, ERROR_USAGE, "--only: more than %u items", BENCH_MOST_PARTS);
        }
        if (read_item(benchmark, item, &choices[items++], error) != 0) {
            return -1;
        }
    }
    for (unsigned i = 0; i < LENGTH(benchmarks); i++) {
        for (const struct bench_part *part = benchmarks[i]->parts; part->name != NULL; part++) {
            if (is_chosen(choices, items, benchmarks[i], part, size)) {
                double seconds = part->seconds[size];
                parts[count++] = (struct bench_choice){benchmarks[i], part, seconds > 0 ? seconds : 1};
            }
        }
    }
    return count;
}
