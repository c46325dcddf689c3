/*
 * Cassee, Neele, Wijs 2017, Table 2: CADP's generator on one core, and GPUexplore 2.0 on two GPUs. The models
 * are not public, so each is compared with the network of about as many states that we explored.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "bench/comparison.h"
#include "bench/record.h"

#define NAME 64

static const struct {
    const char *model;
    uint64_t states;
    double generator, maxwell, pascal; /* seconds */
} models[] = {
    {"acs", 4764, 4.17, 0.05, 0.06},
    {"odp", 91394, 3.26, 0.08, 0.05},
    {"1394", 198692, 2.81, 0.20, 0.15},
    {"acs.1", 200317, 5.30, 0.18, 0.14},
    {"transit", 3763192, 34.36, 0.77, 0.48},
    {"wafer_stepper.1", 3772753, 22.95, 1.01, 0.51},
    {"odp.1", 7699456, 65.50, 1.34, 0.66},
    {"1394.1", 10138812, 82.71, 1.42, 0.83},
    {"asyn3", 15688570, 358.58, 3.15, 1.98},
    {"lamport8", 62669317, 1048.13, 5.81, 3.11},
    {"des", 64498297, 477.43, 12.34, 6.65},
    {"szymanski5", 79518740, 1516.71, 7.48, 3.90},
    {"peterson7", 142471098, 3741.87, 31.60, 15.74},
    {"lann6", 144151629, 2751.15, 10.57, 5.39},
    {"lann7", 160025986, 3396.19, 16.67, 8.41},
    {"asyn3.1", 190208728, 4546.84, 31.03, 15.37},
};

struct line {
    const char *model, *network;
    char name[NAME]; /* what `network` points to */
    uint64_t states, our_states;
    double rough[2]; /* the same, for people */
    double generator, maxwell, pascal, pascal_rate, our_seconds, our_rate, times;
};

#define AT(member) offsetof(struct line, member)

static const struct statistic_row columns[] = {
    {"model", "published", NULL, STATISTIC_TEXT, AT(model)},
    {"states", NULL, NULL, STATISTIC_COUNT, AT(states)},
    {NULL, "states", NULL, STATISTIC_RATE, AT(rough[0])},
    {"generator_seconds", "generator", NULL, STATISTIC_SECONDS, AT(generator)},
    {"maxwell_seconds", "TXM s", NULL, STATISTIC_NUMBER, AT(maxwell)},
    {"pascal_seconds", "TXP s", NULL, STATISTIC_NUMBER, AT(pascal)},
    {"pascal_states_per_second", "states/s", NULL, STATISTIC_RATE, AT(pascal_rate)},
    {"our_network", "our network", NULL, STATISTIC_TEXT, AT(network)},
    {"our_states", NULL, NULL, STATISTIC_COUNT, AT(our_states)},
    {NULL, "states", NULL, STATISTIC_RATE, AT(rough[1])},
    {"our_seconds", NULL, NULL, STATISTIC_SECONDS, AT(our_seconds)},
    {"our_states_per_second", "states/s", NULL, STATISTIC_RATE, AT(our_rate)},
    {"times_pascal", "times", NULL, STATISTIC_NUMBER, AT(times)},
};

/* The tables of heddle bench explore that have networks, and the column that names them. */
static const struct {
    const char *table, *key, *prefix;
} sources[] = {
    {"ring", "nodes", "ring "}, {"gas_station", "customers", "gas station "}, {"counters", "network", ""}};

/* Whether the row's network is nearer in size than the one that the line has. */
static void take(const struct record_table *table, uint64_t row, unsigned source, struct line *line) {
    double states = record_number(table, row, "states"), seconds = record_number(table, row, "seconds");
    if (!(seconds > 0) || record_value(table, row, "outcome") != NULL) {
        return; /* cut short */
    }
    double before = line->our_states == STATISTIC_ABSENT
                        ? INFINITY
                        : fabs(log((double)line->our_states / (double)line->states));
    if (fabs(log(states / (double)line->states)) < before) {
        snprintf(line->name, NAME, "%s%s", sources[source].prefix,
                 record_value(table, row, sources[source].key));
        line->network = line->name;
        line->our_states = (uint64_t)states;
        line->rough[1] = states;
        line->our_seconds = seconds;
        line->our_rate = states / seconds;
        line->times = line->our_rate / line->pascal_rate;
    }
}

static int show(struct bench *bench, const struct record *record, unsigned model) {
    struct line line = {.model = models[model].model,
                        .states = models[model].states,
                        .rough = {(double)models[model].states, -1},
                        .generator = models[model].generator,
                        .maxwell = models[model].maxwell,
                        .pascal = models[model].pascal,
                        .pascal_rate = (double)models[model].states / models[model].pascal,
                        .our_states = STATISTIC_ABSENT,
                        .our_seconds = -1,
                        .our_rate = -1,
                        .times = -1};
    for (unsigned i = 0; i < LENGTH(sources); i++) {
        const struct record_table *table = record_find(record, "explore", sources[i].table);
        for (uint64_t row = 0; table != NULL && row < table->row_count; row++) {
            take(table, row, i, &line);
        }
    }
    return bench_line(bench, &line);
}

int comparison_gpuexplore(struct bench *bench, const struct record *record) {
    static const struct bench_table table = {"gpuexplore",
                                             "Other models (Cassee, Neele, Wijs 2017, Table 2): seconds of "
                                             "CADP's generator (GEN) and of GPUexplore\n"
                                             "2.0 on a Titan X of the Maxwell (TXM) and of the Pascal "
                                             "architecture (TXP), with its states a second.\n"
                                             "ours: these models are not here; of the networks above, the "
                                             "one nearest in states. times: our states\n"
                                             "a second over those of TXP.",
                                             columns, LENGTH(columns)};
    int has_source = 0;
    for (unsigned i = 0; i < LENGTH(sources); i++) {
        has_source = has_source || record_find(record, "explore", sources[i].table) != NULL;
    }
    if (!has_source) {
        return 0;
    }
    if (bench_begin(bench, &table) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < LENGTH(models); i++) {
        if (show(bench, record, i) != 0) {
            return -1;
        }
    }
    bench_note(
        bench,
        "Published: TXP is 183.91 times as fast as the generator and 1.73 times as fast as TXM on average.");
    return 0;
}
