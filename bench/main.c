/*
 * make bench: what this machine's memory can do and how near the tool comes, in one run. Rates are medians;
 * only ratios of one run mean anything on a shared machine. Usage: heddle-bench EXAMPLES, a folder with the
 * generated example models; or heddle-bench graph NET.exp, for the trace and the graph of it on a GPU.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"

struct subject {
    const char *name, *file;
};

static void print_reads(void) {
    static const uint64_t sizes[] = {64, 256, 1024};
    printf("Prefetched random 8-byte reads, M/s per thread\n");
    printf("  %-12s %10s %10s\n", "table MiB", "1 thread", "2 threads");
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        printf("  %-12llu %10.1f %10.1f\n", (unsigned long long)sizes[i],
               bench_read_rate(sizes[i] << 20, 1) / 1e6, bench_read_rate(sizes[i] << 20, 2) / 1e6);
    }
}

static void print_puts(void) {
    static const unsigned duplications[] = {1, 4, 10, 100};
    printf("\nFind-or-put of 32 M keys into a growing table, one thread\n");
    printf("  %-12s %10s\n", "duplication", "M/s");
    for (unsigned i = 0; i < sizeof duplications / sizeof *duplications; i++) {
        printf("  %-12u %10.1f\n", duplications[i], bench_put_rate(1 << 25, duplications[i]) / 1e6);
    }
}

static void print_explorations(const char *examples) {
    static const struct subject subjects[] = {
        {"ring 12", "ring-12/ring.exp"},
        {"counters 7 of 10", "counters-7-10/counters.exp"},
    };
    printf("\nExploration against the read rate of a table of the same size\n");
    printf("  %-18s %10s %10s %8s %10s %8s %8s %8s\n", "network", "Mtrans/s", "reads M/s", "ratio",
           "2 threads", "speedup", "B/state", "all kept");
    for (unsigned i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", examples, subjects[i].file);
        struct bench_exploration one = bench_explore(path, 1, 0, BENCH_REPEATS);
        struct bench_exploration two = bench_explore(path, 2, 0, BENCH_REPEATS);
        struct bench_exploration kept = bench_explore(path, 1, 1, 1);
        double reads = bench_read_rate(one.table_bytes, 1) / 1e6;
        double rate = (double)one.transitions / one.seconds / 1e6;
        printf("  %-18s %10.1f %10.1f %8.2f %10.1f %8.2f %8.1f %8.1f\n", subjects[i].name, rate, reads,
               rate / reads, (double)two.transitions / two.seconds / 1e6, one.seconds / two.seconds,
               one.bytes_a_state, kept.bytes_a_state);
    }
}

static void print_large(const char *examples) {
    static const struct subject subjects[] = {
        {"ring 13", "ring-13/ring.exp"},
        {"gas station 9", "gas_station-9/gas_station.exp"},
    };
    printf("\nLarge examples, 2 threads\n");
    printf("  %-18s %12s %13s %10s %10s\n", "network", "states", "transitions", "deadlocks", "Mtrans/s");
    for (unsigned i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", examples, subjects[i].file);
        struct bench_exploration found = bench_explore(path, 2, 0, 1);
        printf("  %-18s %12llu %13llu %10llu %10.1f\n", subjects[i].name, (unsigned long long)found.states,
               (unsigned long long)found.transitions, (unsigned long long)found.deadlocks,
               (double)found.transitions / found.seconds / 1e6);
    }
}

static void print_aut(const char *examples) {
    char path[1024];
    double written, read, megabytes;
    snprintf(path, sizeof path, "%s/ring-11/ring.exp", examples);
    bench_aut(path, &written, &read, &megabytes);
    printf("\nAUT file of %.0f MB (ring 11): written at %.0f MB/s, read at %.0f MB/s\n", megabytes, written,
           read);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "graph") == 0) {
        bench_graph(argv[2]);
        return 0;
    }
    if (argc != 2 || access(argv[1], R_OK) != 0) {
        fprintf(stderr, "usage: heddle-bench EXAMPLES | graph NET.exp\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    print_reads();
    print_puts();
    print_explorations(argv[1]);
    print_large(argv[1]);
    print_aut(argv[1]);
    return 0;
}
