/* The benchmarks, their parts, and about how long these take. */
#include "bench/parts.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"

const struct benchmark benchmarks[] = {
    {"hashtable", bench_hashtable, bench_hashtable_parts, 0},
    {"explore", bench_explore, bench_explore_parts, 0},
    {"graph", bench_graph, bench_graph_parts, 0},
    {"games", bench_games, bench_games_parts, 0},
    {"scc", bench_scc, bench_scc_parts, 0},
    {"mec", bench_mec, bench_mec_parts, 0},
    {"parity", bench_parity, bench_parity_parts, 0},
    {"cpu", bench_cpu, bench_cpu_parts, 1},
};

const unsigned benchmark_count = LENGTH(benchmarks);

const struct benchmark *benchmark_find(const char *name) {
    for (unsigned i = 0; i < LENGTH(benchmarks); i++) {
        if (strcmp(name, benchmarks[i].name) == 0) {
            return &benchmarks[i];
        }
    }
    return NULL;
}

/* Expected seconds by bench_size, on two cores and on one GPU; parts not listed take about a second. */
static const struct {
    const char *benchmark, *part;
    double seconds[BENCH_SIZES];
} usual[] = {
    {"hashtable", "insertions", {12, 100, 5, 60}},
    {"hashtable", "buckets", {5, 30, 2, 30}},
    {"explore", "ring", {1, 5, 2, 20}},
    {"explore", "gas_station", {1, 3, 2, 20}},
    {"explore", "counters", {1, 3, 2, 60}},
    {"explore", "layouts", {2, 25, 2, 30}},
    {"explore", "deep", {0.5, 0.5, 1, 20}},
    {"graph", "ring", {0.2, 1, 1, 20}},
    {"games", "formulas", {0.2, 2, 1, 20}},
    {"scc", "published", {1, 120, 10, 120}},
    {"scc", "meshes", {1, 30, 10, 90}},
    {"scc", "power_law", {0.4, 12, 5, 60}},
    {"scc", "options", {1, 80, 5, 60}},
    {"mec", "networks", {0.2, 50, 5, 60}},
    {"mec", "options", {0.2, 40, 5, 30}},
    {"mec", "large", {60, 600, 60, 120}},
    {"parity", "games", {1, 200, 3, 600}},
    {"parity", "large", {60, 600, 30, 900}},
    {"parity", "spm-queues", {3, 170, 3, 300}},
    {"parity", "spm-kernels", {0.1, 0.1, 5, 600}},
    {"parity", "spm-together", {1, 45, 3, 200}},
    {"parity", "spm-shortcuts", {1, 30, 5, 200}},
    {"parity", "spm-orders", {1, 80, 5, 300}},
    {"cpu", "memory", {2, 10, 2, 10}},
    {"cpu", "puts", {1, 10, 1, 10}},
    {"cpu", "search", {2, 10, 2, 10}},
    {"cpu", "aut", {0.4, 3, 0.4, 3}},
};

static double seconds_of(const char *benchmark, const char *part, unsigned size) {
    for (unsigned i = 0; i < LENGTH(usual); i++) {
        if (strcmp(usual[i].benchmark, benchmark) == 0 && strcmp(usual[i].part, part) == 0) {
            return usual[i].seconds[size];
        }
    }
    return 1;
}

/* Parts that are worth their time on a GPU only. */
static int is_for_gpu(const char *part) {
    return strcmp(part, "large") == 0;
}

/* --- choosing --- */

/* Whether item, `length` bytes of a list, names the part: 2 with its benchmark, 1 the benchmark alone, 0 not.
 */
static int names(const char *item, size_t length, const struct benchmark *benchmark, const char *part) {
    size_t prefix = strlen(benchmark->name);
    if (length < prefix || strncmp(item, benchmark->name, prefix) != 0) {
        return 0;
    }
    if (length == prefix) {
        return 1;
    }
    return item[prefix] == '/' && length - prefix - 1 == strlen(part) &&
                   strncmp(item + prefix + 1, part, strlen(part)) == 0
               ? 2
               : 0;
}

/* The best match of the part among the items of the list. */
static int is_named(const char *only, const struct benchmark *benchmark, const char *part) {
    int best = 0;
    for (const char *item = only; item != NULL; item = strchr(item, ',')) {
        item += *item == ',';
        int named = names(item, strcspn(item, ","), benchmark, part);
        best = named > best ? named : best;
    }
    return best;
}

/* Whether the item names any part at all. */
static int is_known(const char *item, size_t length) {
    for (unsigned i = 0; i < LENGTH(benchmarks); i++) {
        for (const char *const *part = benchmarks[i].parts; *part != NULL; part++) {
            if (names(item, length, &benchmarks[i], *part) != 0) {
                return 1;
            }
        }
    }
    return 0;
}

/* The parts of the benchmark that the item begins with, or the benchmarks. */
static int refuse(const char *item, size_t length, struct error *error) {
    char list[512] = "";
    size_t used = 0;
    for (unsigned i = 0; i < LENGTH(benchmarks); i++) {
        size_t prefix = strlen(benchmarks[i].name);
        if (length > prefix && item[prefix] == '/' && strncmp(item, benchmarks[i].name, prefix) == 0) {
            used = 0;
            for (const char *const *part = benchmarks[i].parts; *part != NULL; part++) {
                used += (size_t)snprintf(list + used, sizeof list - used, "%s%s/%s", used > 0 ? ", " : "",
                                         benchmarks[i].name, *part);
            }
            break;
        }
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used > 0 ? ", " : "",
                                 benchmarks[i].name);
    }
    return error_set(error, ERROR_USAGE, "--only: there is no '%.*s', but %s",
                     (int)(length < 100 ? length : 100), item, list);
}

int bench_parts_choose(const char *only, unsigned size, struct bench_part *parts, struct error *error) {
    int count = 0;
    for (const char *item = only; item != NULL; item = strchr(item, ',')) {
        item += *item == ',';
        size_t length = strcspn(item, ",");
        if (!is_known(item, length)) {
            return refuse(item, length, error);
        }
    }
    for (unsigned i = 0; i < LENGTH(benchmarks); i++) {
        for (const char *const *part = benchmarks[i].parts; *part != NULL; part++) {
            int named = only == NULL ? 1 : is_named(only, &benchmarks[i], *part);
            int fits = named == 2 || !is_for_gpu(*part) || size + 1 == BENCH_SIZES;
            if (named != 0 && fits && (unsigned)count < BENCH_MOST_PARTS) {
                parts[count++] =
                    (struct bench_part){&benchmarks[i], *part, seconds_of(benchmarks[i].name, *part, size)};
            }
        }
    }
    return count;
}
