/*
 * heddle bench auto: what the choice between CPU and GPU costs. The command is run as a program, on the CPU,
 * on the GPU and with --device auto, and the whole of each process is timed: reading, starting the driver,
 * ending.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/array.h"
#include "base/error.h"
#include "base/installed.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/median.h"
#include "bench/network_file.h"
#include "bench/network_shape.h"
#include "bench/subject.h"
#include "explorer/backend.h"

#define TIMES 5u         /* runs of a command */
#define LONG_SECONDS 3.0 /* what takes longer is not repeated */
#define MOST_WORDS 16u

extern char **environ;

enum choice { ON_CPU, ON_CUDA, ON_AUTO, CHOICES };

static const char *const choice_names[CHOICES] = {"cpu", "cuda", "auto"};

struct line {
    const char *network, *job;
    uint64_t states;
    double seconds[CHOICES], excess, ratio;
};

static const struct statistic_row columns[] = {
    COLUMN("network", "network", TEXT, network),
    COLUMN("job", "job", TEXT, job),
    COLUMN("states", "states", COUNT, states),
    COLUMN("cpu_seconds", "cpu", SECONDS, seconds[ON_CPU]),
    COLUMN("cuda_seconds", "cuda", SECONDS, seconds[ON_CUDA]),
    COLUMN("auto_seconds", "auto", SECONDS, seconds[ON_AUTO]),
    COLUMN("excess_seconds", "excess", SECONDS, excess),
    COLUMN("ratio", "ratio", NUMBER, ratio),
};

/* --- networks --- */

/*
 * A network of this benchmark: a shape, or an odometer of `digits` digits of `base` values beside `cells`
 * cells that are set once: base^digits + cells levels of at most 2^cells states.
 */
struct auto_network {
    const char *name;
    struct network_shape shape;
    uint32_t digits, base, cells;
};

static uint64_t odometer_states(const struct auto_network *network) {
    uint64_t states = (uint64_t)1 << network->cells;
    for (uint32_t i = 0; i < network->digits; i++) {
        states *= network->base;
    }
    return states;
}

static void write_digit(struct network_writer *writer, uint32_t base, const char *name, int carries) {
    network_file(writer, name);
    network_write(writer, "des (0, %u, %u)\n", base - !carries, base);
    for (uint32_t i = 0; i + 1 < base; i++) {
        network_write(writer, "(%u, up, %u)\n", i, i + 1);
    }
    network_write(writer, carries ? "(%u, carry, 0)\n" : "", base - 1);
}

static int write_odometer(const struct auto_network *network, const char *folder, struct error *error) {
    struct network_writer writer = {.folder = folder, .error = error};
    write_digit(&writer, network->base, "digit.aut", 1);
    write_digit(&writer, network->base, "last.aut", 0);
    network_text(&writer, "cell.aut", "des (0, 1, 2)\n(0, set, 1)\n");
    network_begin(&writer, network->digits + network->cells);
    for (uint32_t i = 0; i < network->digits; i++) {
        char carries[64] = "", *at = carries;
        for (uint32_t j = 0; j < i; j++) {
            at += snprintf(at, sizeof carries - (size_t)(at - carries), "%u carry ", j);
        }
        network_vector(&writer, "%s%u up -> tick", carries, i);
    }
    for (uint32_t i = 0; i < network->cells; i++) {
        network_vector(&writer, "%u set -> set_%u", network->digits + i, i);
    }
    network_processes(&writer, network->digits - 1, "digit.aut");
    network_processes(&writer, 1, "last.aut");
    network_processes(&writer, network->cells, "cell.aut");
    return network_end(&writer);
}

/* --- running the command --- */

/* Runs heddle with the words and the device; its standard output is thrown away. 0, or -1 with *error. */
static int run_program(const char *const *words, enum choice choice, double *seconds, struct error *error) {
    char path[INSTALLED_PATH];
    const char *program = installed_find("heddle", path);
    const char *arguments[MOST_WORDS] = {"heddle"};
    unsigned count = 1;
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    for (; words[count - 1] != NULL; count++) {
        arguments[count] = words[count - 1];
    }
    arguments[count++] = "--quiet";
    arguments[count++] = "--device";
    arguments[count++] = choice_names[choice];
    arguments[count] = NULL;
    if (program == NULL) {
        return error_set(error, ERROR_IO, "there is no heddle beside heddle-bench, and this part runs it");
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    double begun = run_clock();
    int failed = posix_spawn(&child, program, &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        return error_set(error, ERROR_IO, "%s cannot be run: %s", program, strerror(failed));
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return error_set(error, ERROR_IO, "the end of a program was missed: %s", strerror(errno));
        }
    }
    *seconds = run_clock() - begun;
    return WIFEXITED(status) && WEXITSTATUS(status) < 2
               ? 0
               : error_set(error, ERROR_INTERRUPTED, "heddle %s --device %s ended early", words[0],
                           choice_names[choice]);
}

/* The medians of all choices, which take turns. */
static int measure(struct bench *bench, const char *const *words, double seconds[CHOICES]) {
    double all[CHOICES][TIMES];
    unsigned counts[CHOICES] = {0};
    for (unsigned i = 0; i < TIMES; i++) {
        for (int choice = 0; choice < CHOICES; choice++) {
            if ((choice == ON_CUDA && !bench->backend->on_device) ||
                (i > 0 && all[choice][0] > LONG_SECONDS)) {
                continue;
            }
            if (run_should_stop(bench->run)) {
                return error_set(bench->error, ERROR_INTERRUPTED, "interrupted");
            }
            run_tell(bench->run, "measuring", i, TIMES, "runs");
            if (run_program(words, choice, &all[choice][i], bench->error) != 0) {
                return -1;
            }
            counts[choice]++;
        }
    }
    for (int choice = 0; choice < CHOICES; choice++) {
        seconds[choice] = counts[choice] > 0 ? bench_median(all[choice], counts[choice]) : -1;
    }
    return 0;
}

static int measure_job(struct bench *bench, const char *const *words, struct line *line) {
    double *seconds = line->seconds;
    if (measure(bench, words, seconds) != 0) {
        return -1;
    }
    double best =
        seconds[ON_CUDA] >= 0 && seconds[ON_CUDA] < seconds[ON_CPU] ? seconds[ON_CUDA] : seconds[ON_CPU];
    line->excess = seconds[ON_AUTO] > best ? seconds[ON_AUTO] - best : 0;
    line->ratio = seconds[ON_AUTO] / best;
    return bench_line(bench, line);
}

/* --- tables --- */

/* A job: its name, and the words of the command, in which NULL stands for the network. */
struct auto_job {
    const char *name;
    unsigned count;
    const char *words[8];
};

static int run_jobs(struct bench *bench, const struct auto_network *network, const char *folder,
                    const struct auto_job *jobs, unsigned count) {
    char path[SUBJECT_FOLDER + sizeof NETWORK_SHAPE_FILE + 1];
    struct line line = {.network = network->name,
                        .states = network->digits != 0 ? odometer_states(network)
                                                       : network_shape_counts(&network->shape).states};
    snprintf(path, sizeof path, "%s/%s", folder, NETWORK_SHAPE_FILE);
    for (unsigned i = 0; i < count; i++) {
        const char *words[8 + 1] = {NULL};
        for (unsigned w = 0; w < jobs[i].count; w++) {
            words[w] = jobs[i].words[w] != NULL ? jobs[i].words[w] : path;
        }
        line.job = jobs[i].name;
        if (measure_job(bench, words, &line) != 0) {
            return -1;
        }
    }
    return 0;
}

static int bench_networks(struct bench *bench, const struct auto_network *networks, unsigned count,
                          const struct auto_job *jobs, unsigned job_count) {
    int failed = 0;
    for (unsigned i = 0; i < count && !failed; i++) {
        char folder[SUBJECT_FOLDER];
        if (subject_folder_create(folder, bench->error) != 0) {
            return -1;
        }
        failed =
            (networks[i].digits != 0 ? write_odometer(&networks[i], folder, bench->error)
                                     : network_shape_write(&networks[i].shape, folder, bench->error)) != 0 ||
            run_jobs(bench, &networks[i], folder, jobs, job_count) != 0;
        subject_folder_remove(folder);
    }
    return failed ? -1 : 0;
}

#define RING(nodes)                                                                                          \
    { "ring " #nodes, {.kind = NETWORK_RING, .size = nodes}, 0, 0, 0 }
#define GAS(customers)                                                                                       \
    { "gas station " #customers, {.kind = NETWORK_GAS_STATION, .size = customers}, 0, 0, 0 }
#define COUNTERS(count, length)                                                                              \
    {                                                                                                        \
#count " counters of " #length,                                                                      \
            {.kind = NETWORK_CYCLES, .size = length, .groups = count, .members = 1 }, 0, 0, 0                \
    }
#define ODOMETER(digits, base, cells)                                                                        \
    { "odometer " #digits ", " #base ", " #cells, {0}, digits, base, cells }

#define TITLE(jobs)                                                                                          \
    "Whole processes with --device cpu, cuda and auto" jobs                                                  \
    ": medians of five, which take turns. `excess`:\n"                                                       \
    "what auto takes above the better of the other two; `ratio`: auto divided by the better."

static int bench_searches(struct bench *bench) {
    static const struct auto_network networks[] = {
        RING(7),       GAS(4),          COUNTERS(4, 10), ODOMETER(3, 10, 3),
        RING(9),       GAS(6),          COUNTERS(5, 10), ODOMETER(4, 10, 3),
        RING(11),      GAS(7),          COUNTERS(20, 2), ODOMETER(5, 10, 3),
        RING(12),      GAS(8),          COUNTERS(22, 2), ODOMETER(5, 13, 3),
        RING(13),      GAS(9),          COUNTERS(7, 11), RING(15),
        GAS(10),       COUNTERS(8, 10), RING(16),        GAS(11),
        COUNTERS(9, 9)};
    static const unsigned most[BENCH_SIZES] = {8, 16, 16, LENGTH(networks)};
    static const struct auto_job jobs[] = {{"explore", 2, {"explore", NULL}}};
    static const struct bench_table table = {"auto_searches", TITLE(""), columns, LENGTH(columns)};
    return bench_begin(bench, &table) != 0 ||
                   bench_networks(bench, networks, most[bench_size(bench)], jobs, LENGTH(jobs)) != 0
               ? -1
               : 0;
}

static int bench_jobs(struct bench *bench) {
    static const struct auto_network networks[] = {
        RING(9), GAS(6), ODOMETER(4, 10, 3), RING(11), COUNTERS(20, 2), RING(12), GAS(8), RING(13), GAS(9)};
    static const unsigned most[BENCH_SIZES] = {3, 5, 5, LENGTH(networks)};
    static const struct auto_job jobs[] = {
        {"two properties", 5, {"check", "--deadlock", "-f", "[true*] <true> true", NULL}},
        {"formula", 4, {"check", "-f", "nu X . mu Y . (<true> X or <true> Y)", NULL}},
        {"scc", 2, {"scc", NULL}},
        {"mec", 2, {"mec", NULL}}};
    static const struct bench_table table = {"auto_jobs", TITLE(", several jobs"), columns, LENGTH(columns)};
    return bench_begin(bench, &table) != 0 ||
                   bench_networks(bench, networks, most[bench_size(bench)], jobs, LENGTH(jobs)) != 0
               ? -1
               : 0;
}

const struct benchmark bench_auto = {
    "auto",
    {{"searches", bench_searches, {3, 120, 30, 200}, 0}, {"jobs", bench_jobs, {5, 60, 30, 120}, 0}},
    0};
