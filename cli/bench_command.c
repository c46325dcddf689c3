/* The options of heddle bench. */
#include "cli/bench_command.h"

#include "base/array.h"
#include "base/options/options.h"
#include "base/options/options_text.h"

static const struct option_row rows[] = {
    {"quick", 0, OPTION_FLAG, offsetof(struct bench_options, quick), NULL, 0, 0,
     "small sizes, for a first look"},
    {"only", 0, OPTION_TEXT, offsetof(struct bench_options, only), "LIST", 0, 0,
     "only these parts, separated by commas: of hashtable insertions or buckets; of explore ring, "
     "gas_station, counters, layouts, vectors, deep, shared or prism; of graph ring; of games formulas; of "
     "scc "
     "published, meshes, power_law, shapes, states or options; of mec networks, options, large, prism or "
     "graphs; of "
     "parity games, large, spm-queues, spm-kernels, spm-together, spm-shortcuts or spm-orders; of auto "
     "searches or jobs; of cpu memory, puts, search or aut; of all, benchmarks and parts as "
     "scc,explore/ring"},
    {"output", 'o', OPTION_TEXT, offsetof(struct bench_options, folder), "DIR", 0, 0,
     "write to the folder DIR: a page (index.html) with all tables and figures, each table as CSV and as "
     "JSON, and each figure as SVG; those of an earlier run in DIR are replaced or removed. Needs Python 3; "
     "figures need its matplotlib"},
    {"csv", 0, OPTION_TEXT, offsetof(struct bench_options, csv), "FILE", 0, 0,
     "also write the tables to FILE (.csv), each with a heading and followed by an empty line; - writes only "
     "these to standard output. Needs Python 3"},
    {"before", 0, OPTION_TEXT, offsetof(struct bench_options, before), "OLD.json", 0, 0,
     "compare times with those of an earlier run, which --json printed to OLD.json: a table at the end has "
     "the geometric mean of now / before for each table, and the time that grew most. Needs Python 3"},
    ENGINE_ROWS(struct bench_options),
    JOB_ROWS(struct bench_options, "print no tables and no progress"),
};

static const struct option_argument arguments[] = {
    {"csv", COMPLETION_FILES, "csv"},
    {"before", COMPLETION_FILES, "json"},
    {NULL, COMPLETION_FILES, NULL},
};

static const struct options_term benchmarks[] = {
    {"hashtable",
     "find-or-put into the hash table alone, for several bucket sizes and duplication rates, and "
     "bucket sizes in the search"},
    {"explore", "token rings and gas stations of growing size, counters, layouts of the state vector, long "
                "vectors, deep and narrow networks, processes that share variables, PRISM models; on a GPU "
                "also a search hand-coded for the ring"},
    {"graph", "building the graph after a search"},
    {"games", "formulas as parity games, generated and solved"},
    {"scc", "strongly connected components of many kinds of graphs, by every algorithm and option"},
    {"mec", "maximal end components of networks, PRISM models and graphs"},
    {"parity", "parity games by every solver, and small progress measures with all options"},
    {"auto", "what --device auto costs, for whole processes"},
    {"cpu", "the memory bandwidth of this machine, and how near the search on the CPU comes to it"},
    {"all", "all of these, and tables with the published numbers, which need Python 3; --timeout is divided "
            "among the parts"},
};

static int take_benchmark(unsigned index, struct options_term *term) {
    if (index >= LENGTH(benchmarks)) {
        return 0;
    }
    *term = benchmarks[index];
    return 1;
}

const struct options_command bench_command = {
    .name = "bench",
    .operands = "all|hashtable|explore|graph|games|scc|mec|parity|auto|cpu",
    .summary = "repeat the published experiments on this machine",
    .description =
        "Repeats published experiments. --device auto uses a GPU if there is one (except for cpu); without "
        "one, sizes are smaller. Several GPUs are refused. Times are medians of several runs, counts are "
        "checked, and the program generates the networks. The exit status is 1 if a count is wrong, and 3 if "
        "the memory was not enough for a search.",
    .term_heading = "Benchmarks",
    .term = take_benchmark,
    .arguments = arguments,
    .options = OPTIONS_TABLE(rows),
};
