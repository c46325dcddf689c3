/* Networks whose counts are known, as text. */
#include "bench/network_shape.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "bench/network_file.h"
#include "bench/shared_shape.h"

/* --- token ring --- */

/* 0, 1, 2 are idle; 3 and 4 have the token. */
static void write_ring(struct network_writer *writer, uint32_t nodes) {
    static const char node[] =
        "des (%u, 5, 5)\n(0, a, 1)\n(1, b, 2)\n(2, receive, 3)\n(3, c, 4)\n(4, send, 0)\n";
    network_file(writer, "first.aut");
    network_write(writer, node, 3u);
    network_file(writer, "node.aut");
    network_write(writer, node, 0u);
    network_begin(writer, nodes);
    for (uint32_t i = 0; i < nodes; i++) {
        for (char label = 'a'; label <= 'c'; label++) {
            network_vector(writer, "%u %c -> %c_%u", i, label, label, i);
        }
        network_vector(writer, "%u send %u receive -> pass_%u", i, (i + 1) % nodes, i);
    }
    network_processes(writer, 1, "first.aut");
    network_processes(writer, nodes - 1, "node.aut");
}

/* --- gas station: an operator, two pumps, and customers that prepay and get change --- */

#define PUMPS 2u

/* idle 0; want 1, 2; paid 3, 4; go 5, 6; done 7. */
static void write_customer(struct network_writer *writer) {
    network_file(writer, "customer.aut");
    network_write(writer, "des (0, 9, 8)\n");
    for (unsigned p = 1; p <= PUMPS; p++) {
        network_write(writer, "(0, choose_%u, %u)\n(%u, prepay_%u, %u)\n(%u, go_%u, %u)\n(%u, pump_%u, 7)\n",
                      p, p, p, p, 2 + p, 2 + p, p, 4 + p, 4 + p, p);
    }
    network_write(writer, "(7, change, 0)\n");
}

/* off 0; on for customer c: c; stopped: customers + c. */
static void write_pump(struct network_writer *writer, uint32_t customers) {
    network_file(writer, "pump.aut");
    network_write(writer, "des (0, %u, %u)\n", 3 * customers, 2 * customers + 1);
    for (uint32_t c = 1; c <= customers; c++) {
        network_write(writer, "(0, activate_%u, %u)\n(%u, pump_%u, %u)\n(%u, charge_%u, 0)\n", c, c, c, c,
                      customers + c, customers + c, c);
    }
}

/* idle 0; then for each customer and pump: prepaid, recorded, limited, active, charged. */
static void write_operator(struct network_writer *writer, uint32_t customers) {
    network_file(writer, "operator.aut");
    network_write(writer, "des (0, %u, %u)\n", 14 * customers, 10 * customers + 1);
    for (uint32_t c = 1; c <= customers; c++) {
        for (unsigned p = 1; p <= PUMPS; p++) {
            uint32_t first = 1 + 5 * (PUMPS * (c - 1) + p - 1);
            network_write(writer, "(0, prepay_%u_%u, %u)\n(%u, record_%u_%u, %u)\n", c, p, first, first, c, p,
                          first + 1);
            network_write(writer, "(%u, limit_%u_%u, %u)\n(%u, activate_%u_%u, %u)\n", first + 1, c, p,
                          first + 2, first + 2, c, p, first + 3);
            network_write(writer, "(%u, go_%u_%u, 0)\n(0, charge_%u_%u, %u)\n(%u, change_%u, 0)\n", first + 3,
                          c, p, c, p, first + 4, first + 4, c);
        }
    }
}

/* The operator is process 0, pump p is p, customer c is PUMPS + c. The operator has no part in choosing and
 * pumping. */
static void write_gas_station(struct network_writer *writer, uint32_t customers) {
    static const struct {
        const char *verb;
        enum { ALONE, WITH_CUSTOMER, WITH_PUMP } partner;
    } steps[] = {{"prepay", WITH_CUSTOMER}, {"record", ALONE},     {"limit", ALONE},
                 {"activate", WITH_PUMP},   {"go", WITH_CUSTOMER}, {"charge", WITH_PUMP}};
    write_customer(writer);
    write_pump(writer, customers);
    write_operator(writer, customers);
    network_begin(writer, 1 + PUMPS + customers);
    for (uint32_t c = 1; c <= customers; c++) {
        for (unsigned p = 1; p <= PUMPS; p++) {
            network_vector(writer, "%u choose_%u -> choose_%u_%u", PUMPS + c, p, c, p);
            network_vector(writer, "%u pump_%u %u pump_%u -> pump_%u_%u", p, c, PUMPS + c, p, c, p);
            for (unsigned i = 0; i < LENGTH(steps); i++) {
                const char *verb = steps[i].verb;
                int is_pump = steps[i].partner == WITH_PUMP;
                if (steps[i].partner == ALONE) {
                    network_vector(writer, "0 %s_%u_%u -> %s_%u_%u", verb, c, p, verb, c, p);
                } else {
                    network_vector(writer, "0 %s_%u_%u %u %s_%u -> %s_%u_%u", verb, c, p,
                                   is_pump ? p : PUMPS + c, verb, is_pump ? c : p, verb, c, p);
                }
            }
        }
        network_vector(writer, "0 change_%u %u change -> change_%u", c, PUMPS + c, c);
    }
    network_processes(writer, 1, "operator.aut");
    network_processes(writer, PUMPS, "pump.aut");
    network_processes(writer, customers, "customer.aut");
}

/* --- cycles --- */

static uint32_t group_of(const struct network_shape *shape, uint32_t process) {
    return shape->spread ? process % shape->groups : process / shape->members;
}

static uint32_t length_of(const struct network_shape *shape, uint32_t group) {
    return shape->lengths != NULL ? shape->lengths[group] : shape->size;
}

struct group {
    const struct network_shape *shape;
    uint32_t number;
};

static int is_of_group(const void *context, uint32_t process) {
    const struct group *group = context;
    return group_of(group->shape, process) == group->number;
}

static void write_cycles(struct network_writer *writer, const struct network_shape *shape) {
    uint32_t processes = shape->groups * shape->members;
    char name[64];
    for (uint32_t group = 0; group < shape->groups; group++) {
        uint32_t length = length_of(shape, group);
        snprintf(name, sizeof name, "cycle_%u.aut", group);
        network_file(writer, name);
        network_write(writer, "des (0, %u, %u)\n", length, length);
        for (uint32_t i = 0; i < length; i++) {
            network_write(writer, "(%u, tick, %u)\n", i, (i + 1) % length);
        }
    }
    if (processes == 1) {
        network_text(writer, NETWORK_SHAPE_FILE, "cycle_0.aut\n");
        return;
    }
    network_begin(writer, processes);
    for (uint32_t number = 0; number < shape->groups; number++) {
        struct group group = {shape, number};
        snprintf(name, sizeof name, "tick_%u", number);
        network_vector_together(writer, is_of_group, &group, "tick", name);
    }
    for (uint32_t i = 0; i < processes; i++) {
        snprintf(name, sizeof name, "cycle_%u.aut", group_of(shape, i));
        network_processes(writer, 1, name);
    }
}

/* --- philosophers and tokens --- */

/* 0 thinks, 1 has the left fork, 2 and 3 both, 4 the right one. Philosopher i is process 2i, the fork to his
 * left 2i + 1, that to his right the next one's. */
static void write_philosophers(struct network_writer *writer, uint32_t size) {
    static const struct {
        const char *verb, *fork;
        uint32_t side; /* from the philosopher to the fork */
    } steps[] = {
        {"take_left", "take", 1}, {"take_right", "take", 3}, {"put_left", "put", 1}, {"put_right", "put", 3}};
    network_text(writer, "philosopher.aut",
                 "des (0, 5, 5)\n(0, take_left, 1)\n(1, take_right, 2)\n(2, eat, 3)\n(3, put_left, 4)\n"
                 "(4, put_right, 0)\n");
    network_text(writer, "fork.aut", "des (0, 2, 2)\n(0, take, 1)\n(1, put, 0)\n");
    network_begin(writer, 2 * size);
    for (uint32_t i = 0; i < size; i++) {
        network_vector(writer, "%u eat -> eat_%u", 2 * i, i);
        for (unsigned k = 0; k < LENGTH(steps); k++) {
            network_vector(writer, "%u %s %u %s -> %s_%u", 2 * i, steps[k].verb,
                           (2 * i + steps[k].side) % (2 * size), steps[k].fork, steps[k].verb, i);
        }
    }
    for (uint32_t i = 0; i < size; i++) {
        network_processes(writer, 1, "philosopher.aut");
        network_processes(writer, 1, "fork.aut");
    }
}

static void write_tokens(struct network_writer *writer, uint32_t places, uint32_t tokens) {
    static const char place[] = "des (%u, 2, 2)\n(0, receive, 1)\n(1, send, 0)\n";
    network_file(writer, "full.aut");
    network_write(writer, place, 1u);
    network_file(writer, "empty.aut");
    network_write(writer, place, 0u);
    network_begin(writer, places);
    for (uint32_t i = 0; i < places; i++) {
        network_vector(writer, "%u send %u receive -> pass_%u", i, (i + 1) % places, i);
    }
    network_processes(writer, tokens, "full.aut");
    network_processes(writer, places - tokens, "empty.aut");
}

int network_shape_write(const struct network_shape *shape, const char *folder, struct error *error) {
    struct network_writer writer = {.folder = folder, .error = error};
    switch (shape->kind) {
    case NETWORK_RING:
        write_ring(&writer, shape->size);
        break;
    case NETWORK_GAS_STATION:
        write_gas_station(&writer, shape->size);
        break;
    case NETWORK_PHILOSOPHERS:
        write_philosophers(&writer, shape->size);
        break;
    case NETWORK_TOKENS:
        write_tokens(&writer, shape->size, shape->groups);
        break;
    case NETWORK_CYCLES:
        write_cycles(&writer, shape);
        break;
    default:
        shared_shape_write(shape, &writer);
    }
    return network_end(&writer);
}

/* --- counts --- */

static uint64_t power(uint64_t base, uint32_t exponent) {
    uint64_t result = 1;
    for (uint32_t i = 0; i < exponent; i++) {
        result *= base;
    }
    return result;
}

static uint64_t binomial(uint64_t n, uint64_t k) {
    uint64_t result = 1;
    for (uint64_t i = 1; i <= k; i++) {
        result = result * (n - k + i) / i;
    }
    return result;
}

/*
 * Goes round the table with a matrix: entry [a][b] counts the states of a philosopher with b = 1 if he has
 * the right fork, where a = 1 if the one before him has his. Of what fits together, only the state in which
 * all have the right fork alone is not reached.
 */
static struct network_counts philosophers_counts(uint32_t size) {
    uint64_t power[2][2] = {{1, 0}, {0, 1}}, before[2][2] = {{0}};
    for (uint32_t i = 0; i + 1 < size; i++) {
        memcpy(before, power, sizeof before);
        for (unsigned a = 0; a < 2; a++) {
            power[a][0] = 2 * before[a][0] + before[a][1];
            power[a][1] = 3 * before[a][0] + before[a][1];
        }
    }
    /* thinking, or with the left fork, beside a free fork; with both, in two states, or the right one */
    uint64_t moves = power[0][0] + before[0][0] + before[1][0] + 3 * power[1][0] + power[1][1];
    return (struct network_counts){.states =
                                       2 * power[0][0] + 3 * power[1][0] + power[0][1] + power[1][1] - 1,
                                   .transitions = size * (moves - 1),
                                   .deadlocks = 1};
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
    case NETWORK_PHILOSOPHERS:
        counts = philosophers_counts(shape->size);
        break;
    case NETWORK_TOKENS:
        counts.states = binomial(n, shape->groups);
        counts.transitions = n * binomial(n - 2, shape->groups - 1);
        break;
    case NETWORK_CYCLES:
        counts.levels = 1;
        for (uint32_t group = 0; group < shape->groups; group++) {
            counts.states *= length_of(shape, group);
            counts.levels += length_of(shape, group) - 1;
        }
        counts.transitions = shape->groups * counts.states;
        break;
    default:
        counts = shared_shape_counts(shape);
    }
    return counts;
}
