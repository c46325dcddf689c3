/*
 * Wijs, Katoen, Bosnacki 2016, Table 2: the graphs of PRISM models that they decompose, beside our networks
 * of the same algorithms (bench/mdp_networks.h).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "bench/comparison.h"
#include "bench/record.h"

static const struct {
    const char *model;
    double vertices, edges, average_out;
    uint64_t most_out;
    double components; /* SCCs */
    const char *ours;  /* how the name of such a network of ours begins; NULL where there is none */
} models[] = {
    {"wlan.2500", 12.6e6, 28.1e6, 2.23, 129, 12.5e6, NULL},
    {"phil.7", 11.0e6, 98.5e6, 8.97, 14, 1, "phil-"},
    {"diningcrypt.10", 42.9e6, 279.4e6, 6.51, 20, 42.9e6, NULL},
    {"test-and-set.7", 51.4e6, 468.5e6, 9.12, 17, 4672, "tas-"},
    {"leader.7", 68.7e6, 280.5e6, 4.08, 14, 42.2e6, "leader-"},
    {"phil_lss.5.10", 72.9e6, 425.6e6, 5.84, 10, 1, NULL},
    {"coin.8.3", 87.9e6, 583.0e6, 6.63, 16, 5.4e6, "coin-"},
    {"mutual.7.13", 76.2e6, 653.7e6, 8.58, 14, 1, NULL},
    {"zeroconf_dl", 118.6e6, 273.5e6, 2.31, 10, 118.6e6, "zero-"},
    {"firewire_dl", 129.3e6, 293.6e6, 2.27, 5, 129.3e6, NULL},
};

struct line {
    const char *model, *ours;
    double vertices, edges, average_out, components;
    double our_vertices, our_edges, our_average_out, our_components, our_mecs, times_tarjan;
    uint64_t most_out;
};

#define AT(member) offsetof(struct line, member)

static const struct statistic_row columns[] = {
    {"model", "published", NULL, STATISTIC_TEXT, AT(model)},
    {"vertices", "states", NULL, STATISTIC_RATE, AT(vertices)},
    {"edges", "edges", NULL, STATISTIC_RATE, AT(edges)},
    {"average_out", "out", NULL, STATISTIC_NUMBER, AT(average_out)},
    {"most_out", "max", NULL, STATISTIC_COUNT, AT(most_out)},
    {"components", "SCCs", NULL, STATISTIC_RATE, AT(components)},
    {"our_network", "our network", NULL, STATISTIC_TEXT, AT(ours)},
    {"our_vertices", "states", NULL, STATISTIC_RATE, AT(our_vertices)},
    {"our_edges", "edges", NULL, STATISTIC_RATE, AT(our_edges)},
    {"our_average_out", NULL, NULL, STATISTIC_NUMBER, AT(our_average_out)},
    {"our_components", "SCCs", NULL, STATISTIC_RATE, AT(our_components)},
    {"our_mecs", "MECs", NULL, STATISTIC_RATE, AT(our_mecs)},
    {"times_tarjan", NULL, NULL, STATISTIC_NUMBER, AT(times_tarjan)},
};

static double or_absent(double number) {
    return isnan(number) ? -1 : number;
}

/* The largest network of the table that is of this kind. */
static void take(const struct record_table *table, const char *kind, struct line *line) {
    for (uint64_t row = 0; table != NULL && row < table->row_count; row++) {
        const char *name = record_value(table, row, "network");
        double vertices = record_number(table, row, "states"), edges = record_number(table, row, "edges");
        if (name != NULL && strncmp(name, kind, strlen(kind)) == 0 && vertices > line->our_vertices) {
            line->ours = name;
            line->our_vertices = vertices;
            line->our_edges = edges;
            line->our_average_out = edges / vertices;
            line->our_components = or_absent(record_number(table, row, "sccs"));
            line->our_mecs = or_absent(record_number(table, row, "mecs"));
            line->times_tarjan = or_absent(record_number(table, row, "times_tarjan"));
        }
    }
}

int comparison_decomposition(struct bench *bench, const struct record *record) {
    static const struct bench_table shown = {"decomposition",
                                             "Models that are decomposed (Wijs, Katoen, Bosnacki 2016, Table "
                                             "2): average and maximal out-degree, strongly\n"
                                             "connected components. ours: our network of the same algorithm, "
                                             "the largest that was decomposed; a network\n"
                                             "counts states in its own way, but coin-8-3 is coin.8.3. How "
                                             "long it took is published in figures alone.",
                                             columns, LENGTH(columns)};
    const struct record_table *networks = record_find(record, "mec", "networks"),
                              *large = record_find(record, "mec", "large");
    if (networks == NULL && large == NULL) {
        return 0;
    }
    if (bench_begin(bench, &shown) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < LENGTH(models); i++) {
        struct line line = {models[i].model,
                            NULL,
                            models[i].vertices,
                            models[i].edges,
                            models[i].average_out,
                            models[i].components,
                            -1,
                            -1,
                            -1,
                            -1,
                            -1,
                            -1,
                            models[i].most_out};
        if (models[i].ours != NULL) {
            take(networks, models[i].ours, &line);
            take(large, models[i].ours, &line);
        }
        if (bench_line(bench, &line) != 0) {
            return -1;
        }
    }
    return 0;
}
