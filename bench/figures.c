/* All figures: the tables that they are drawn from, and what has been published. */
#include "bench/figure.h"

#include "base/array.h"

#define LOST "The values of the published figure are not in the paper's text; these are ours alone. "
#define NATURAL .conditions = {{"scrambled", "no"}}
#define GAMES                                                                                                \
    .x = "game", .mark = "numbers", .marked = "shuffled", .x_title = "game (* vertices numbered at random)"
#define MILLISECONDS .y_title = "milliseconds", .y_logarithmic = 1
#define RATES .y_title = "million vertices a second", .y_logarithmic = 1
#define PUBLISHED 1

#define GROWTH(name, said, of, key, axis)                                                                    \
    {                                                                                                        \
        .file = name, .title = said, .benchmark = "explore", .table = of, .kind = FIGURE_LINES, .x = key,    \
        .x_title = axis, .y_title = "seconds", .y_logarithmic = 1,                                           \
        .series = {{"seconds", "ours"},                                                                      \
                   {"published_seconds", "GPUexplore 2.0 (published)", PUBLISHED},                           \
                   {"published_seconds_h200", "the same, on an H200", PUBLISHED}},                           \
        .remark = "Table 1 as a figure: ours is the search alone, theirs the total time on another machine." \
    }

#define INSERTED(words, bucket, probing)                                                                     \
    {                                                                                                        \
        {"words", words}, {"bucket_integers", bucket}, {                                                     \
            "probing", probing                                                                               \
        }                                                                                                    \
    }

#define RELATIVE(bucket, label)                                                                              \
    {                                                                                                        \
        "relative", label, .conditions = { {"bucket_integers", bucket} }                                     \
    }

/* The series that the paper's Figures 5 to 13 have. */
#define ECL(name, said, of)                                                                                  \
    {                                                                                                        \
        .file = name, .title = said, .benchmark = "published", .table = "ecl", .kind = FIGURE_BARS,          \
        .x = "graph", .x_title = "mesh or graph", RATES, .conditions = {{"set", of}},                        \
        .series = {{"our_auto_rate", "ours, auto"},                                                          \
                   {"our_ecl_rate", "ours, ecl"},                                                            \
                   {"ecl_a100_rate", "ECL A100", PUBLISHED},                                                 \
                   {"ecl_titan_v_rate", "ECL Titan V", PUBLISHED},                                           \
                   {"gpu_scc_a100_rate", "GPU-SCC A100", PUBLISHED},                                         \
                   {"ispan_xeon_rate", "iSpan Xeon", PUBLISHED}},                                            \
        .remark =                                                                                            \
            "Published rates are vertices over published seconds (Tables 5 to 7); ours are of a graph "      \
            "of the same kind, often of another size, which CSV and JSON have."                              \
    }

#define ORDERS(name, said, of)                                                                               \
    {                                                                                                        \
        .file = name, .title = said, .benchmark = "parity", .table = of, .kind = FIGURE_BARS, GAMES,         \
        MILLISECONDS,                                                                                        \
        .series = {{"input_ms", "as given"},    {"reversed_ms", "reversed"}, {"degree_ms", "degree"},        \
                   {"priority_ms", "priority"}, {"bfs_ms", "BFS"},           {"dfs_ms", "DFS"}},             \
        .remark = LOST "The text says that breadth-first and depth-first orders are over 10 times slower."   \
    }

/* clang-format off */
const struct figure figures[] = {
    GROWTH("scalability-table-1-ring", "Token rings (Cassee et al. 2017, Table 1)", "ring", "nodes", "nodes"),
    GROWTH("scalability-table-1-gas-station", "Gas stations (Cassee et al. 2017, Table 1)", "gas_station", "customers", "customers"),
    {.file = "scalability-table-2", .title = "States a second (Cassee et al. 2017, Table 2)",
     .benchmark = "published", .table = "gpuexplore", .kind = FIGURE_BARS, .x = "model", .x_title = "model",
     .y_title = "states a second", .y_logarithmic = 1,
     .series = {{"our_states_per_second", "ours, on the network nearest in states"},
                {"pascal_states_per_second", "GPUexplore 2.0, Titan X (Pascal)", PUBLISHED}},
     .remark = "The models are not here: ours is the network that the table names, theirs the model's states over the "
               "published seconds."},
    {.file = "scalability-figure-6", .title = "The hash table alone (Cassee et al. 2017, Figure 6)",
     .benchmark = "hashtable", .table = "insertions", .kind = FIGURE_LINES, .x = "duplication",
     .x_title = "how often each key occurs (integers a bucket, a key by a group of lanes or a thread)",
     .y_title = "seconds", .x_logarithmic = 1,
     .series = {{"seconds", "32, group", .conditions = INSERTED("1", "32", "group")},
                {"seconds", "4, group", .conditions = INSERTED("1", "4", "group")},
                {"seconds", "32, thread", .conditions = INSERTED("1", "32", "thread")},
                {"seconds", "4, thread", .conditions = INSERTED("1", "4", "thread")},
                {"seconds", "8, thread", .conditions = INSERTED("1", "8", "thread")},
                {"seconds", "16, thread", .conditions = INSERTED("1", "16", "thread")}},
     .remark = LOST "The text says that buckets of 4 integers are slower than buckets of 32 where keys occur a few times, faster "
               "from 21 on, and up to 3 times as fast. Keys are of one word here."},
    {.file = "scalability-figure-7", .title = "Bucket sizes inside the search (Cassee et al. 2017, Figure 7)",
     .benchmark = "hashtable", .table = "buckets", .kind = FIGURE_BARS, .x = "network", .x_title = "network",
     .y_title = "time relative to buckets of 32",
     .series = {RELATIVE("4", "4 integers"), RELATIVE("8", "8"), RELATIVE("16", "16"), RELATIVE("32", "32")},
     .remark = LOST "The text reports a small gain with 4 integers for two models, and up to 30 % more time for the others."},
    {.file = "decomposition-figure-6",
     .title = "SCCs by Tarjan and by the best configuration (Wijs et al. 2016, Figure 6)", .benchmark = "scc",
     .table = "published", .kind = FIGURE_BARS, .x = "graph", .x_title = "graph", .y_title = "seconds",
     .y_logarithmic = 1, NATURAL,
     .series = {{"tarjan_seconds", "Tarjan, one core"}, {"fbt_seconds", "fbt"}, {"auto_seconds", "auto"},
                {"published_seconds", "ECL-SCC 1.0 on an H200", PUBLISHED}},
     .remark = LOST "The text reports about 30 times Tarjan's speed where there is one component, and 15 times in most "
               "cases. The graphs are those of the table, not PRISM's."},
    {.file = "decomposition-figure-7", .title = "Options of SCC decomposition (Wijs et al. 2016, Figure 7)",
     .benchmark = "scc", .table = "options", .kind = FIGURE_BARS, .x = "graph", .x_title = "graph", MILLISECONDS,
     .series = {{"f01_ms", "F0,1"}, {"f07_ms", "F0,7"}, {"f31_ms", "F3,1"}, {"f37_ms", "F3,7"},
                {"f07_no_hybrid_ms", "F0,7-nh"}, {"f07_single_pivots_ms", "F0,7-sp"}, {"b07_ms", "B0,7"}},
     .remark = LOST "The text says that restructured input (F0,7) helps much, that caches (F3,1 and F3,7) mostly cost time, "
               "and that the hybrid search makes little difference."},
    {.file = "decomposition-figure-8",
     .title = "MECs by Tarjan and by the best configuration (Wijs et al. 2016, Figure 8)", .benchmark = "mec",
     .table = "networks", .kind = FIGURE_BARS, .x = "network", .x_title = "network", .y_title = "seconds",
     .y_logarithmic = 1,
     .series = {{"tarjan_seconds", "Tarjan, one core"}, {"fbt_seconds", "fbt"}, {"auto_seconds", "auto"}},
     .remark = LOST "The text reports up to 79 times the speed of one core."},
    {.file = "decomposition-figure-9", .title = "Pivots in MEC decomposition (Wijs et al. 2016, Figure 9)",
     .benchmark = "mec", .table = "options", .kind = FIGURE_BARS, .x = "network", .x_title = "network", MILLISECONDS,
     .series = {{"f07_ms", "F0,7"}, {"f07_single_pivots_ms", "F0,7-sp"}, {"f07_j_ms", "F0,7-j"},
                {"f07_single_pivots_j_ms", "F0,7-sp-j"}, {"b07_ms", "B0,7"}, {"b07_j_ms", "B0,7-j"}},
     .remark = LOST "Published are small differences: warp aggregation mostly helps, pivots from the set J and BFBT "
               "mostly do not."},
    ECL("ecl-figures-5-to-7", "Small meshes (Alabandi et al. 2023, Figures 5 to 7)", "small"),
    ECL("ecl-figures-8-to-10", "Large meshes (Alabandi et al. 2023, Figures 8 to 10)", "large"),
    ECL("ecl-figures-11-to-13", "Power laws (Alabandi et al. 2023, Figures 11 to 13)", "power"),
    {.file = "ecl-figure-14", .title = "Options of ECL-SCC (Alabandi et al. 2023, Figure 14)", .benchmark = "scc",
     .table = "options", .kind = FIGURE_BARS, .x = "graph", .x_title = "graph", MILLISECONDS,
     .series = {{"ecl_ms", "all"}, {"ecl_no_compression_ms", "no path compression"},
                {"ecl_synchronous_ms", "synchronous"}},
     .remark = LOST "The text says that path compression and asynchronous work help on all graphs."},
    {.file = "measures-figure-8.3", .title = "Strategies on the host, one side (Bootsma 2013, Figure 8.3)",
     .benchmark = "parity", .table = "spm-queues", .kind = FIGURE_BARS, GAMES, MILLISECONDS,
     .series = {{"fifo_one_ms", "queue"}, {"stack_one_ms", "stack"}, {"random_one_ms", "drawn at random"}},
     .remark = LOST "What is published of it is among the conclusions."},
    {.file = "measures-figure-8.4", .title = "One side and both in turn, on the host (Bootsma 2013, Figure 8.4)",
     .benchmark = "parity", .table = "spm-queues", .kind = FIGURE_BARS, GAMES, MILLISECONDS,
     .series = {{"fifo_one_ms", "queue, one"}, {"fifo_both_ms", "queue, both"}, {"stack_one_ms", "stack, one"},
                {"stack_both_ms", "stack, both"}},
     .remark = LOST "What is published of it is among the conclusions."},
    {.file = "measures-figure-8.5a", .title = "Queue and stack, one side (Bootsma 2013, Figure 8.5a)",
     .benchmark = "parity", .table = "spm-queues", .kind = FIGURE_PAIRS, .x = "game",
     .x_title = "queue, milliseconds", .y_title = "stack, milliseconds", .x_logarithmic = 1, .y_logarithmic = 1,
     .series = {{"fifo_one_ms", "queue"}, {"stack_one_ms", "stack"}},
     .remark = LOST "A game above the line is solved faster with the queue."},
    {.file = "measures-figure-8.5b", .title = "Queue and stack, both sides in turn (Bootsma 2013, Figure 8.5b)",
     .benchmark = "parity", .table = "spm-queues", .kind = FIGURE_PAIRS, .x = "game",
     .x_title = "queue, milliseconds", .y_title = "stack, milliseconds", .x_logarithmic = 1, .y_logarithmic = 1,
     .series = {{"fifo_both_ms", "queue"}, {"stack_both_ms", "stack"}},
     .remark = LOST "A game above the line is solved faster with the queue."},
    {.file = "measures-figure-8.6",
     .title = "Rounds between two explicit queues, split kernels (Bootsma 2013, Figure 8.6)", .benchmark = "parity",
     .table = "spm-intervals", .kind = FIGURE_ROWS, .x = "game", .x_title = "rounds", MILLISECONDS,
     .x_logarithmic = 1, .conditions = {{"numbers", "natural"}},
     .series = {{"split_1_ms", "1", .at = 1}, {"split_8_ms", "8", .at = 8}, {"split_32_ms", "32", .at = 32},
                {"split_128_ms", "128", .at = 128}},
     .remark = LOST "The text says that 32 to 128 rounds are best. Here, lifting and making queues are not timed apart."},
    {.file = "measures-figure-8.7", .title = "Strategies on a GPU (Bootsma 2013, Figure 8.7)", .benchmark = "parity",
     .table = "spm-kernels", .kind = FIGURE_BARS, GAMES, MILLISECONDS,
     .series = {{"explicit_split_one_ms", "explicit, one"}, {"implicit_split_one_ms", "implicit, one"},
                {"explicit_split_both_ms", "explicit, both"}, {"implicit_split_both_ms", "implicit, both"}},
     .remark = LOST "What is published of it is among the conclusions."},
    {.file = "measures-figure-8.10", .title = "Host and GPU (Bootsma 2013, Figures 8.9 and 8.10)",
     .benchmark = "parity", .table = "spm-together", .kind = FIGURE_BARS, GAMES, MILLISECONDS,
     .series = {{"cpu_one_ms", "host, one"}, {"cpu_both_ms", "host, both"}, {"cuda_one_ms", "GPU, one"},
                {"cuda_both_ms", "GPU, both"}, {"together_ms", "together"}},
     .remark = LOST "What is published of it is among the conclusions."},
    {.file = "measures-figure-8.11", .title = "Lifts a second (Bootsma 2013, Figure 8.11)", .benchmark = "parity",
     .table = "spm-together", .kind = FIGURE_BARS, GAMES, .y_title = "lifts a second", .y_logarithmic = 1,
     .series = {{"cpu_one_lifts_per_second", "host"}, {"cuda_one_lifts_per_second", "GPU"}},
     .remark = LOST "The text says that the GPU lifts over 20 times as many a second."},
    {.file = "measures-figure-8.12", .title = "Shortcuts (Bootsma 2013, Figures 8.12 and 8.13)",
     .benchmark = "parity", .table = "spm-shortcuts", .kind = FIGURE_BARS, GAMES, MILLISECONDS,
     .series = {{"cpu_0_ms", "host, none"}, {"cpu_1_ms", "one level"}, {"cpu_2_ms", "two"},
                {"cuda_0_ms", "GPU, none"}, {"cuda_1_ms", "one level"}, {"cuda_2_ms", "two"}},
     .remark = LOST "What is published of it is among the conclusions. Times have preprocessing in them."},
    ORDERS("measures-figure-8.14-host", "Orders of vertices, on the host (Bootsma 2013, Figure 8.14)", "spm-orders-cpu"),
    ORDERS("measures-figure-8.14-gpu", "Orders of vertices, on a GPU (Bootsma 2013, Figure 8.14)", "spm-orders-cuda"),
    {.file = "measures-figure-8.15",
     .title = "Small progress measures and other solvers (after Bootsma 2013, Figure 8.15)", .benchmark = "parity",
     .table = "games", .kind = FIGURE_BARS, GAMES, MILLISECONDS,
     .series = {{"cpu_spm_ms", "ours, host"}, {"cuda_spm_ms", "ours, GPU"}, {"cpu_promotion_ms", "our promotion"},
                {"oink_spm_ms", "Oink's measures", PUBLISHED}, {"oink_promotion_ms", "its promotion", PUBLISHED}},
     .remark = LOST "In place of the thesis's tools stands what Oink took for the same games at full size, measured "
               "elsewhere."},
};
/* clang-format on */

const unsigned figure_count = LENGTH(figures);
