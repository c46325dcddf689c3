/* Networks whose counts are known, as text; the gas station is in gas_station.c. */
#include "bench/network_shape.h"

#include <stdio.h>

#include "base/error.h"
#include "bench/network_file.h"

/* --- token ring --- */

/* 0, 1, 2 are idle; 3 and 4 have the token. */
static int write_ring_node(const char *folder, const char *name, unsigned start, struct error *error) {
    FILE *file = network_file_open(folder, name, error);
    if (file == NULL) {
        return -1;
    }
    fprintf(file, "des (%u, 5, 5)\n(0, a, 1)\n(1, b, 2)\n(2, receive, 3)\n(3, c, 4)\n(4, send, 0)\n", start);
    return network_file_close(file, error);
}

static void write_ring_vectors(FILE *file, uint32_t nodes) {
    static const char *const alone[] = {"a", "b", "c"};
    char result[32];
    for (uint32_t i = 0; i < nodes; i++) {
        for (unsigned k = 0; k < 3; k++) {
            struct network_move move = {i, alone[k]};
            snprintf(result, sizeof result, "%s_%u", alone[k], i);
            network_file_vector(file, nodes, &move, 1, result);
            fputs(",\n", file);
        }
        struct network_move pass[] = {{i, "send"}, {(i + 1) % nodes, "receive"}};
        snprintf(result, sizeof result, "pass_%u", i);
        network_file_vector(file, nodes, pass, 2, result);
        fputs(i + 1 < nodes ? ",\n" : "\n", file);
    }
}

static int write_ring(uint32_t nodes, const char *folder, struct error *error) {
    if (write_ring_node(folder, "first.aut", 3, error) != 0 ||
        write_ring_node(folder, "node.aut", 0, error) != 0) {
        return -1;
    }
    FILE *file = network_file_open(folder, NETWORK_SHAPE_FILE, error);
    if (file == NULL) {
        return -1;
    }
    fputs("par using\n", file);
    write_ring_vectors(file, nodes);
    fputs("in\n    first.aut\n", file);
    for (uint32_t i = 1; i < nodes; i++) {
        fputs("||  node.aut\n", file);
    }
    fputs("end par\n", file);
    return network_file_close(file, error);
}

/* --- cycles --- */

static uint32_t group_of(const struct network_shape *shape, uint32_t component) {
    return shape->spread ? component % shape->groups : component / shape->members;
}

static uint32_t length_of(const struct network_shape *shape, uint32_t group) {
    return shape->lengths != NULL ? shape->lengths[group] : shape->size;
}

static int write_cycle(const char *folder, uint32_t group, uint32_t length, struct error *error) {
    char name[64];
    snprintf(name, sizeof name, "cycle_%u.aut", group);
    FILE *file = network_file_open(folder, name, error);
    if (file == NULL) {
        return -1;
    }
    fprintf(file, "des (0, %u, %u)\n", length, length);
    for (uint32_t i = 0; i < length; i++) {
        fprintf(file, "(%u, tick, %u)\n", i, (i + 1) % length);
    }
    return network_file_close(file, error);
}

static void write_cycle_vector(FILE *file, const struct network_shape *shape, uint32_t group) {
    uint32_t components = shape->groups * shape->members;
    for (uint32_t i = 0; i < components; i++) {
        fprintf(file, "%s%s", i > 0 ? " * " : "    ", group_of(shape, i) == group ? "tick" : "_");
    }
    fprintf(file, " -> tick_%u%s\n", group, group + 1 < shape->groups ? "," : "");
}

static int write_cycles(const struct network_shape *shape, const char *folder, struct error *error) {
    for (uint32_t group = 0; group < shape->groups; group++) {
        if (write_cycle(folder, group, length_of(shape, group), error) != 0) {
            return -1;
        }
    }
    FILE *file = network_file_open(folder, NETWORK_SHAPE_FILE, error);
    if (file == NULL) {
        return -1;
    }
    if (shape->groups * shape->members == 1) {
        fputs("cycle_0.aut\n", file);
        return network_file_close(file, error);
    }
    fputs("par using\n", file);
    for (uint32_t group = 0; group < shape->groups; group++) {
        write_cycle_vector(file, shape, group);
    }
    fputs("in\n", file);
    for (uint32_t i = 0; i < shape->groups * shape->members; i++) {
        fprintf(file, "%s cycle_%u.aut\n", i == 0 ? "   " : "|| ", group_of(shape, i));
    }
    fputs("end par\n", file);
    return network_file_close(file, error);
}

int network_shape_write(const struct network_shape *shape, const char *folder, struct error *error) {
    switch (shape->kind) {
    case NETWORK_RING:
        return write_ring(shape->size, folder, error);
    case NETWORK_GAS_STATION:
        return network_file_gas_station(shape->size, folder, error);
    default:
        return write_cycles(shape, folder, error);
    }
}

/* --- counts --- */

static uint64_t power(uint64_t base, uint32_t exponent) {
    uint64_t result = 1;
    for (uint32_t i = 0; i < exponent; i++) {
        result *= base;
    }
    return result;
}

struct network_counts network_shape_counts(const struct network_shape *shape) {
    struct network_counts counts = {1, 0, 0, 0};
    uint64_t n = shape->size;
    switch (shape->kind) {
    case NETWORK_RING:
        counts.states = 2 * n * power(3, shape->size - 1);
        counts.transitions = 4 * n * n * power(3, shape->size - 2);
        counts.levels = 6 * n - 4;
        break;
    case NETWORK_GAS_STATION:
        counts.states = power(3, shape->size - 2) * (8 * n * n * n + 12 * n * n + 22 * n + 9);
        counts.transitions =
            power(3, shape->size - 2) * (16 * n * n * n * n + 24 * n * n * n + 80 * n * n + 42 * n) / 3;
        counts.deadlocks = n * n * (n - 1) * power(2, shape->size - 2);
        break;
    case NETWORK_CYCLES:
        counts.levels = 1;
        for (uint32_t group = 0; group < shape->groups; group++) {
            counts.states *= length_of(shape, group);
            counts.levels += length_of(shape, group) - 1;
        }
        counts.transitions = shape->groups * counts.states;
    }
    return counts;
}
