/*
 * Graphs that others have measured, or of the same kinds (Alabandi, Sands, Biros, Burtscher 2023,
 * Tables 1 to 3): grids and random graphs, meshes of flows, power laws; and state spaces.
 */
#include "bench/scc_families.h"

#include "base/array.h"

#define LATTICE(x, y, z) .kind = FAMILY_LATTICE, .size = {x, y, z}
#define CLOSED LATTICE_CLOSED
#define FLIPPED LATTICE_FLIPPED
#define NO_NETWORK                                                                                           \
    { {0}, NETWORK_RING, 0 }

/* clang-format off */
const struct scc_family scc_families[] = {
    {"published", "ring", {.kind = FAMILY_LATTICE}, {{6, 8, 9, 11}, NETWORK_RING, 0}, 0.00124},
    {"published", "ring", {.kind = FAMILY_LATTICE}, {{7, 10, 11, 13}, NETWORK_RING, 0}, 0.0080},
    {"published", "grid", {LATTICE(256, 256, 256)}, NO_NETWORK, 0.0039},
    {"published", "grid, back", {LATTICE(256, 256, 256), .mutual = 0.02, .seed = 1}, NO_NETWORK, 0.0043},
    {"published", "random", {.kind = FAMILY_RANDOM, .vertices = 16000000, .degree = 5, .seed = 2}, NO_NETWORK, 0.016},
    {"published", "torus", {LATTICE(256, 256, 256), .ends = {CLOSED, CLOSED, CLOSED}}, NO_NETWORK, 0.0042},
    {"published", "4-cycles", {.kind = FAMILY_CYCLES, .cycles = 1000000, .length = 4}, NO_NETWORK, 0.0019},
    {"published", "1000-cycles", {.kind = FAMILY_CYCLES, .cycles = 4000, .length = 1000}, NO_NETWORK, 0.016},
    {"meshes", "beam", {LATTICE(256, 32, 32)}, NO_NETWORK, 0.00047},
    {"meshes", "star", {LATTICE(1280, 256, 1)}, NO_NETWORK, 0.00047},
    {"meshes", "toroid", {LATTICE(192, 128, 64), .ends = {CLOSED}, .mutual = 0.01, .turned = 1, .seed = 3}, NO_NETWORK, 0.0092},
    {"meshes", "klein", {LATTICE(4096, 2048, 1), .ends = {CLOSED, FLIPPED}}, NO_NETWORK, 0.0081},
    {"meshes", "moebius", {LATTICE(4096, 1024, 1), .ends = {FLIPPED}, .mutual = 0.05, .turned = 1, .seed = 4}, NO_NETWORK, 0.23},
    {"meshes", "twist", {LATTICE(384, 128, 128), .ends = {FLIPPED, CLOSED, CLOSED}}, NO_NETWORK, 0.00137},
    {"power_law", "r-mat, 4", {.kind = FAMILY_POWER_LAW, .scale = 22, .degree = 4, .seed = 5}, NO_NETWORK, 0.0084},
    {"power_law", "r-mat, 16", {.kind = FAMILY_POWER_LAW, .scale = 22, .degree = 16, .seed = 6}, NO_NETWORK, 0.025},
    {"states", "gas station", {.kind = FAMILY_LATTICE}, {{4, 6, 7, 8}, NETWORK_GAS_STATION, 0}, 0.0057},
    {"states", "lamport", {.kind = FAMILY_LATTICE}, {{3, 4, 4, 5}, NETWORK_LAMPORT, 0}, 0.0057},
    {"states", "filter", {.kind = FAMILY_LATTICE}, {{3, 4, 4, 5}, NETWORK_FILTER, 0}, 0.0084},
    {"states", "szymanski", {.kind = FAMILY_LATTICE}, {{3, 4, 5, 6}, NETWORK_SZYMANSKI, 0}, 0.024},
    {"states", "tokens 3", {.kind = FAMILY_LATTICE}, {{30, 60, 100, 300}, NETWORK_TOKENS, 3}, 0.0148},
    {"states", "tables 4", {.kind = FAMILY_LATTICE}, {{10, 20, 40, 60}, NETWORK_TABLES, 4}, 0.017},
    {"shapes", "r-mat, 8", {.kind = FAMILY_POWER_LAW, .scale = 21, .degree = 8, .seed = 7}, NO_NETWORK, 0.0088},
    {"shapes", "solid ring", {.kind = FAMILY_SOLID_RING, .size = {384, 96, 96}, .wrong = 0.001, .seed = 8}, NO_NETWORK, 0.39},
    {"shapes", "layers", {LATTICE(256, 256, 200), .ends = {CLOSED, CLOSED}}, NO_NETWORK, 0.055},
    {"shapes", "columns", {LATTICE(256, 256, 200), .ends = {LATTICE_OPEN, LATTICE_OPEN, CLOSED}}, NO_NETWORK, 0.044},
    {"shapes", "chords", {.kind = FAMILY_CHORDS, .cycles = 80000, .length = 50, .seed = 9}, NO_NETWORK, 0.0039},
};
/* clang-format on */

const unsigned scc_family_count = LENGTH(scc_families);

struct scc_family scc_family_sized(const struct scc_family *family, unsigned size) {
    /* The powers of two by which sizes are divided: along each dimension; of all vertices. */
    static const unsigned along[] = {3, 1, 1, 0}, in_all[] = {9, 3, 3, 0};
    struct scc_family sized = *family;
    struct graph_family *graph = &sized.family;
    for (unsigned i = 0; i < 3; i++) {
        graph->size[i] = graph->size[i] >> along[size] > 0 ? graph->size[i] >> along[size] : 1;
    }
    graph->cycles = graph->cycles >> in_all[size] > 0 ? graph->cycles >> in_all[size] : 1;
    graph->vertices >>= in_all[size];
    graph->scale -= in_all[size];
    sized.published = size == 3 ? family->published : 0;
    return sized;
}
