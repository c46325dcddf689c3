/*
 * Alabandi, Sands, Biros, Burtscher 2023: the graphs of Tables 1 to 3 with the times of Tables 5 to 7, beside
 * our graphs of the same kinds (bench/scc_families.h).
 */
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "bench/comparison.h"
#include "bench/record.h"

#define UNKNOWN (-1.0)

struct published {
    const char *set, *graph;
    uint64_t vertices;
    double edges;
    uint64_t least_components, most_components;
    double ecl[2], gpu_scc[2], ispan[2]; /* seconds: on a Titan V and an A100; iSpan on a Ryzen and a Xeon */
    const char *table, *ours;            /* of heddle bench scc; NULL where there is none */
};

/* clang-format off */
static const struct published graphs[] = {
    {"small", "beam-hex", 262144, 769e3, 262144, 262144, {.0050, .0046}, {.0045, .0045}, {30.3428, 30.6924}, "meshes", "beam"},
    {"small", "star", 327680, 654e3, 327680, 327680, {.0098, .0097}, {.0182, .0184}, {55.3353, 46.1174}, "meshes", "star"},
    {"small", "torch-hex", 264064, 782e3, 263213, 263519, {.0071, .0085}, {.0798, .0901}, {28.6770, 25.9285}, NULL, NULL},
    {"small", "torch-tet", 515360, 1008e3, 513410, 514425, {.0162, .0133}, {.2566, .2939}, {67.6585, 65.3902}, NULL, NULL},
    {"small", "toroid-hex", 196608, 581e3, 189045, 193745, {.0040, .0046}, {.0420, .0446}, {17.4289, 17.9157}, NULL, NULL},
    {"small", "toroid-wedge", 196608, 486e3, 189981, 193467, {.0037, .0041}, {.0644, .0729}, {15.9983, 17.4253}, NULL, NULL},
    {"large", "klein-bottle", 8388608, 19e6, 1, 75750, {.2643, .1564}, {.8206, .6456}, {.2524, .2270}, "meshes", "klein"},
    {"large", "mobius-strip", 4194304, 11e6, 758836, 4194304, {.7370, .3629}, {3.8899, 2.2751}, {2393.3987, 1873.7461}, "meshes", "moebius"},
    {"large", "torch-hex", 2112512, 6e6, 2109019, 2110311, {.0696, .0376}, {.7043, .4908}, {2417.4928, 1827.9724}, NULL, NULL},
    {"large", "torch-tet", 4122880, 6e6, 4113688, 4117636, {.2772, .1186}, {2.4901, 1.6397}, {3977.6657, 3746.2860}, NULL, NULL},
    {"large", "toroid-hex", 1572864, 5e6, 1535516, 1561334, {.0345, .0200}, {.3108, .2524}, {1569.6603, 1210.2917}, "meshes", "toroid"},
    {"large", "toroid-wedge", 1572864, 4e6, 1542117, 1560181, {.0328, .0189}, {.6850, .5095}, {1364.8796, UNKNOWN}, NULL, NULL},
    {"large", "twist-hex", 6291456, 19e6, 1, 1, {.1252, .0586}, {.1224, .1114}, {.2203, .1134}, "meshes", "twist"},
    {"power", "cage14", 1505785, 27130349, 1, 1, {.0099, .0046}, {.0071, .0092}, {.0362, .0273}, NULL, NULL},
    {"power", "circuit5M", 5558326, 59524291, 647, 647, {.0803, .1077}, {.1131, .1301}, {.0946, .0480}, NULL, NULL},
    {"power", "com-Youtube", 1134890, 2987624, 1134890, 1134890, {.0035, .0024}, {.0475, .0574}, {.0459, .0388}, NULL, NULL},
    {"power", "flickr", 820878, 9837214, 277277, 277277, {.0093, .0079}, {.0100, .0131}, {.0124, .0078}, NULL, NULL},
    {"power", "Freescale1", 3428755, 18920347, 1061, 1061, {.0095, .0043}, {.0204, .0248}, {.0843, .0450}, NULL, NULL},
    {"power", "Freescale2", 2999349, 23042677, 55085, 55085, {.0096, .0061}, {.0145, .0193}, {UNKNOWN, UNKNOWN}, NULL, NULL},
    {"power", "soc-LiveJournal1", 4847571, 68993773, 971232, 971232, {.0827, .0254}, {.0443, .0296}, {.1123, .0540}, NULL, NULL},
    {"power", "web-Google", 916428, 5105039, 412479, 412479, {.0084, .0040}, {.0188, .0216}, {.0499, .0287}, NULL, NULL},
    {"power", "wiki-Talk", 2394385, 5021410, 2281879, 2281879, {.0132, .0090}, {.0126, .0165}, {.0091, .0059}, NULL, NULL},
    {"power", "wikipedia", 3148440, 39383235, 1040035, 1040035, {.9163, .2167}, {.0861, .0807}, {.0642, .0334}, NULL, NULL},
};
/* clang-format on */

struct line {
    const char *set, *graph, *ours;
    uint64_t vertices, least, most, our_vertices, our_components;
    double edges, ecl[2], gpu_scc[2], ispan[2], our_edges, our_ecl, our_auto;
    /* Million vertices a second. */
    double ecl_rate[2], gpu_scc_rate[2], ispan_rate[2], our_ecl_rate, our_auto_rate;
};

#define AT(member) offsetof(struct line, member)

static const struct statistic_row columns[] = {
    {"set", "set", NULL, STATISTIC_CELL, AT(set)},
    {"graph", "mesh or graph", NULL, STATISTIC_TEXT, AT(graph)},
    {"vertices", NULL, NULL, STATISTIC_COUNT, AT(vertices)},
    {"edges", NULL, NULL, STATISTIC_RATE, AT(edges)},
    {"least_components", NULL, NULL, STATISTIC_COUNT, AT(least)},
    {"most_components", NULL, NULL, STATISTIC_COUNT, AT(most)},
    {"ecl_titan_v_seconds", NULL, NULL, STATISTIC_SECONDS, AT(ecl[0])},
    {"ecl_a100_seconds", "ECL s", NULL, STATISTIC_SECONDS, AT(ecl[1])},
    {"gpu_scc_titan_v_seconds", NULL, NULL, STATISTIC_SECONDS, AT(gpu_scc[0])},
    {"gpu_scc_a100_seconds", NULL, NULL, STATISTIC_SECONDS, AT(gpu_scc[1])},
    {"ispan_ryzen_seconds", NULL, NULL, STATISTIC_SECONDS, AT(ispan[0])},
    {"ispan_xeon_seconds", NULL, NULL, STATISTIC_SECONDS, AT(ispan[1])},
    {"ecl_titan_v_rate", NULL, NULL, STATISTIC_NUMBER, AT(ecl_rate[0])},
    {"ecl_a100_rate", "ECL", NULL, STATISTIC_NUMBER, AT(ecl_rate[1])},
    {"gpu_scc_titan_v_rate", NULL, NULL, STATISTIC_NUMBER, AT(gpu_scc_rate[0])},
    {"gpu_scc_a100_rate", "GPUSCC", NULL, STATISTIC_NUMBER, AT(gpu_scc_rate[1])},
    {"ispan_ryzen_rate", NULL, NULL, STATISTIC_NUMBER, AT(ispan_rate[0])},
    {"ispan_xeon_rate", "iSpan", NULL, STATISTIC_NUMBER, AT(ispan_rate[1])},
    {"our_graph", "our graph", NULL, STATISTIC_TEXT, AT(ours)},
    {"our_vertices", NULL, NULL, STATISTIC_COUNT, AT(our_vertices)},
    {"our_edges", NULL, NULL, STATISTIC_RATE, AT(our_edges)},
    {"our_components", NULL, NULL, STATISTIC_COUNT, AT(our_components)},
    {"our_ecl_seconds", "ecl s", NULL, STATISTIC_SECONDS, AT(our_ecl)},
    {"our_auto_seconds", NULL, NULL, STATISTIC_SECONDS, AT(our_auto)},
    {"our_ecl_rate", "ecl", NULL, STATISTIC_NUMBER, AT(our_ecl_rate)},
    {"our_auto_rate", "auto", NULL, STATISTIC_NUMBER, AT(our_auto_rate)},
};

static double rate(uint64_t vertices, double seconds) {
    return seconds > 0 ? (double)vertices / seconds / 1e6 : UNKNOWN;
}

static struct line line_of(const struct published *graph) {
    struct line line = {.set = graph->set,
                        .graph = graph->graph,
                        .vertices = graph->vertices,
                        .edges = graph->edges,
                        .least = graph->least_components,
                        .most = graph->most_components,
                        .our_vertices = STATISTIC_ABSENT,
                        .our_components = STATISTIC_ABSENT,
                        .our_edges = UNKNOWN,
                        .our_ecl = UNKNOWN,
                        .our_auto = UNKNOWN,
                        .our_ecl_rate = UNKNOWN,
                        .our_auto_rate = UNKNOWN};
    for (unsigned i = 0; i < 2; i++) {
        line.ecl[i] = graph->ecl[i];
        line.gpu_scc[i] = graph->gpu_scc[i];
        line.ispan[i] = graph->ispan[i];
        line.ecl_rate[i] = rate(graph->vertices, graph->ecl[i]);
        line.gpu_scc_rate[i] = rate(graph->vertices, graph->gpu_scc[i]);
        line.ispan_rate[i] = rate(graph->vertices, graph->ispan[i]);
    }
    return line;
}

static uint64_t count_or_absent(double number) {
    return isnan(number) ? STATISTIC_ABSENT : (uint64_t)number;
}

static double or_unknown(double number) {
    return isnan(number) ? UNKNOWN : number;
}

/* Our graph in its natural numbers. */
static void take(const struct record_table *table, uint64_t row, struct line *line) {
    line->ours = record_value(table, row, "graph");
    line->our_vertices = count_or_absent(record_number(table, row, "vertices"));
    line->our_edges = or_unknown(record_number(table, row, "edges"));
    line->our_components = count_or_absent(record_number(table, row, "components"));
    line->our_ecl = or_unknown(record_number(table, row, "ecl_seconds"));
    line->our_auto = or_unknown(record_number(table, row, "auto_seconds"));
    line->our_ecl_rate = rate(line->our_vertices, line->our_ecl);
    line->our_auto_rate = rate(line->our_vertices, line->our_auto);
}

static int is_natural(const struct record_table *table, uint64_t row) {
    return record_number(table, row, "scrambled") == 0;
}

static int show_published(struct bench *bench, const struct record *record) {
    for (unsigned i = 0; i < LENGTH(graphs); i++) {
        struct line line = line_of(&graphs[i]);
        const struct record_table *table =
            graphs[i].ours != NULL ? record_find(record, "scc", graphs[i].table) : NULL;
        for (uint64_t row = 0; table != NULL && row < table->row_count; row++) {
            const char *name = record_value(table, row, "graph");
            if (is_natural(table, row) && name != NULL && strcmp(name, graphs[i].ours) == 0) {
                take(table, row, &line);
            }
        }
        if (bench_line(bench, &line) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Our power-law graphs, which have no counterpart among the published ones. */
static int show_ours(struct bench *bench, const struct record_table *table) {
    static const struct published none = {.set = "power",
                                          .vertices = STATISTIC_ABSENT,
                                          .edges = UNKNOWN,
                                          .least_components = STATISTIC_ABSENT,
                                          .most_components = STATISTIC_ABSENT,
                                          .ecl = {UNKNOWN, UNKNOWN},
                                          .gpu_scc = {UNKNOWN, UNKNOWN},
                                          .ispan = {UNKNOWN, UNKNOWN}};
    for (uint64_t row = 0; table != NULL && row < table->row_count; row++) {
        struct line line = line_of(&none);
        take(table, row, &line);
        if (is_natural(table, row) && bench_line(bench, &line) != 0) {
            return -1;
        }
    }
    return 0;
}

int comparison_ecl(struct bench *bench, const struct record *record) {
    static const struct bench_table shown = {
        "ecl",
        "Strongly connected components of meshes and of graphs whose degrees follow a power law (Alabandi, "
        "Sands,\n"
        "Biros, Burtscher 2023, Tables 1 to 3 and 5 to 7), in seconds and in million vertices a second "
        "(their Figures\n"
        "5 to 13): ECL-SCC and GPU-SCC on an A100, iSpan on two Xeons. ours: a graph of the same kind "
        "(theirs are\n"
        "means over several), in natural numbers. JSON and CSV have the other machines, sizes, components.",
        columns, LENGTH(columns)};
    const struct record_table *meshes = record_find(record, "scc", "meshes"),
                              *power_law = record_find(record, "scc", "power_law");
    if (meshes == NULL && power_law == NULL) {
        return 0;
    }
    return bench_begin(bench, &shown) != 0 || show_published(bench, record) != 0 ||
                   show_ours(bench, power_law) != 0
               ? -1
               : 0;
}
