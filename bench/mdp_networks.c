/* Randomised algorithms, as text. */
#include "bench/mdp_networks.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "bench/network_file.h"

#define ZEROCONF_PROBES 4u /* of an address */
#define TEXT 48

/* A component's file: what is said in `text`. */
static int write_text(const char *folder, const char *name, const char *text, struct error *error) {
    FILE *file = network_file_open(folder, name, error);
    if (file == NULL) {
        return -1;
    }
    fputs(text, file);
    return network_file_close(file, error);
}

/* A network that is being written: vectors, then the components. */
struct vectors {
    FILE *file;
    uint32_t components, count;
};

static int begin_network(struct vectors *vectors, uint32_t components, const char *folder,
                         struct error *error) {
    *vectors = (struct vectors){network_file_open(folder, NETWORK_SHAPE_FILE, error), components, 0};
    if (vectors->file == NULL) {
        return -1;
    }
    fputs("par using\n", vectors->file);
    return 0;
}

static void add_vector(struct vectors *vectors, const struct network_move *moves, uint32_t count,
                       const char *result, uint32_t number) {
    char text[2 * TEXT];
    snprintf(text, sizeof text, "%.40s_%u", result, number);
    fputs(vectors->count++ > 0 ? ",\n" : "", vectors->file);
    network_file_vector(vectors->file, vectors->components, moves, count, text);
}

/* A vector in which the component moves alone; the label ends with the number of the process. */
static void add_alone(struct vectors *vectors, uint32_t component, const char *label, uint32_t number) {
    struct network_move move = {component, label};
    add_vector(vectors, &move, 1, label, number);
}

/* A vector in which the first `processes` components move together. */
static void add_together(struct vectors *vectors, uint32_t processes, const char *label) {
    fputs(vectors->count++ > 0 ? ",\n    " : "    ", vectors->file);
    for (uint32_t i = 0; i < vectors->components; i++) {
        fprintf(vectors->file, "%s%s", i > 0 ? " * " : "", i < processes ? label : "_");
    }
    fprintf(vectors->file, " -> %s", label);
}

static void add_components(struct vectors *vectors, uint32_t times, const char *name, int first) {
    for (uint32_t i = 0; i < times; i++) {
        fprintf(vectors->file, "%s%s\n", first && i == 0 ? "\nin\n    " : "||  ", name);
    }
}

static int end_network(struct vectors *vectors, struct error *error) {
    fputs("end par\n", vectors->file);
    return network_file_close(vectors->file, error);
}

/* --- philosophers: 0 thinks, 1 draws, 2 and 3 want the left or right fork, 4 and 5 have it, 6 eats --- */

static const char philosopher[] = "des (0, 10, 7)\n"
                                  "(0, hungry, 1)\n"
                                  "(1, prob 0.5, 2)\n"
                                  "(1, prob 0.5, 3)\n"
                                  "(2, take_left, 4)\n"
                                  "(3, take_right, 5)\n"
                                  "(4, take_right, 6)\n"
                                  "(4, give_left, 1)\n"
                                  "(5, take_left, 6)\n"
                                  "(5, give_right, 1)\n"
                                  "(6, finish, 0)\n";
static const char philosopher_fork[] = "des (0, 3, 2)\n(0, take, 1)\n(1, busy, 1)\n(1, drop, 0)\n";

/* Philosopher i is component 2i, the fork to his left 2i + 1, that to his right the next one's. */
static int write_philosophers(uint32_t size, const char *folder, struct error *error) {
    struct vectors vectors;
    if (write_text(folder, "philosopher.aut", philosopher, error) != 0 ||
        write_text(folder, "fork.aut", philosopher_fork, error) != 0 ||
        begin_network(&vectors, 2 * size, folder, error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < size; i++) {
        uint32_t self = 2 * i, left = self + 1, right = (self + 3) % (2 * size);
        struct network_move take_left[] = {{self, "take_left"}, {left, "take"}};
        struct network_move take_right[] = {{self, "take_right"}, {right, "take"}};
        struct network_move give_left[] = {{self, "give_left"}, {left, "drop"}, {right, "busy"}};
        struct network_move give_right[] = {{self, "give_right"}, {right, "drop"}, {left, "busy"}};
        struct network_move finish[] = {{self, "finish"}, {left, "drop"}, {right, "drop"}};
        add_alone(&vectors, self, "hungry", i);
        add_vector(&vectors, take_left, 2, "take_left", i);
        add_vector(&vectors, take_right, 2, "take_right", i);
        add_vector(&vectors, give_left, 3, "give_left", i);
        add_vector(&vectors, give_right, 3, "give_right", i);
        add_vector(&vectors, finish, 3, "finish", i);
    }
    for (uint32_t i = 0; i < size; i++) {
        add_components(&vectors, 1, "philosopher.aut", i == 0);
        add_components(&vectors, 1, "fork.aut", 0);
    }
    return end_network(&vectors, error);
}

/* --- shared coin: 0 flips, 1 and 2 move the counter, 3 looks at it, 4 and 5 have decided --- */

static const char coin_process[] = "des (0, 9, 6)\n"
                                   "(0, prob 0.5, 1)\n"
                                   "(0, prob 0.5, 2)\n"
                                   "(1, up, 3)\n"
                                   "(2, down, 3)\n"
                                   "(3, low, 4)\n"
                                   "(3, high, 5)\n"
                                   "(3, middle, 0)\n"
                                   "(4, done, 4)\n"
                                   "(5, done, 5)\n";

static int write_coin_counter(uint32_t size, uint32_t bound, const char *folder, struct error *error) {
    FILE *file = network_file_open(folder, "counter.aut", error);
    if (file == NULL) {
        return -1;
    }
    uint32_t most = 2 * (bound + 1) * size;
    fprintf(file, "des (%u, %u, %u)\n", most / 2, 3 * most + 1, most + 1);
    for (uint32_t value = 0; value <= most; value++) {
        fprintf(file, "(%u, %s, %u)\n", value,
                value <= size          ? "low"
                : value + size >= most ? "high"
                                       : "middle",
                value);
        if (value < most) {
            fprintf(file, "(%u, up, %u)\n(%u, down, %u)\n", value, value + 1, value + 1, value);
        }
    }
    return network_file_close(file, error);
}

static int write_coin(uint32_t size, uint32_t bound, const char *folder, struct error *error) {
    static const char *const labels[] = {"up", "down", "low", "high", "middle"};
    struct vectors vectors;
    if (write_text(folder, "process.aut", coin_process, error) != 0 ||
        write_coin_counter(size, bound, folder, error) != 0 ||
        begin_network(&vectors, size + 1, folder, error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < size; i++) {
        for (unsigned k = 0; k < sizeof labels / sizeof *labels; k++) {
            struct network_move moves[] = {{i, labels[k]}, {size, labels[k]}};
            add_vector(&vectors, moves, 2, labels[k], i);
        }
    }
    add_together(&vectors, size, "done");
    add_components(&vectors, size, "process.aut", 1);
    add_components(&vectors, 1, "counter.aut", 0);
    return end_network(&vectors, error);
}

/* --- leader: 0 draws, 1 and 2 send 0 or 1, 3 and 4 wait, 5 is passive, then those who pass on, the leader
 * --- */

static uint32_t leader_passes(uint32_t bit, uint32_t hops) {
    return 6 + 2 * (hops - 1) + bit;
}

static int write_leader_node(uint32_t size, const char *folder, struct error *error) {
    FILE *file = network_file_open(folder, "node.aut", error);
    if (file == NULL) {
        return -1;
    }
    uint32_t leader = leader_passes(0, size);
    fprintf(file, "des (0, %u, %u)\n", 5 + 4 * size + 4 * (size - 1), leader + 1);
    fputs("(0, prob 0.5, 1)\n(0, prob 0.5, 2)\n(1, put_0_1, 3)\n(2, put_1_1, 4)\n", file);
    for (uint32_t hops = 1; hops <= size; hops++) {
        int own = hops == size; /* the message came round: no other node competes */
        for (uint32_t bit = 0; bit < 2; bit++) {
            fprintf(file, "(3, get_%u_%u, %u)\n", bit, hops, own ? leader : bit == 0 ? 0 : 5);
            fprintf(file, "(4, get_%u_%u, %u)\n", bit, hops, own ? leader : 0);
            if (!own) {
                uint32_t passes = leader_passes(bit, hops);
                fprintf(file, "(5, get_%u_%u, %u)\n(%u, put_%u_%u, 5)\n", bit, hops, passes, passes, bit,
                        hops + 1);
            }
        }
    }
    fprintf(file, "(%u, leader, %u)\n", leader, leader);
    return network_file_close(file, error);
}

/* A message on its way: its bit, and how often it was sent. */
static int write_leader_channel(uint32_t size, const char *folder, struct error *error) {
    FILE *file = network_file_open(folder, "channel.aut", error);
    if (file == NULL) {
        return -1;
    }
    fprintf(file, "des (0, %u, %u)\n", 4 * size, 2 * size + 1);
    for (uint32_t message = 0; message < 2 * size; message++) {
        fprintf(file, "(0, put_%u_%u, %u)\n(%u, get_%u_%u, 0)\n", message % 2, message / 2 + 1, message + 1,
                message + 1, message % 2, message / 2 + 1);
    }
    return network_file_close(file, error);
}

/* Node i is component 2i, the channel from it to the next 2i + 1. */
static int write_leader(uint32_t size, const char *folder, struct error *error) {
    struct vectors vectors;
    char label[TEXT];
    if (write_leader_node(size, folder, error) != 0 || write_leader_channel(size, folder, error) != 0 ||
        begin_network(&vectors, 2 * size, folder, error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < size; i++) {
        for (uint32_t message = 0; message < 2 * size; message++) {
            for (unsigned get = 0; get < 2; get++) {
                snprintf(label, sizeof label, "%s_%u_%u", get ? "get" : "put", message % 2, message / 2 + 1);
                struct network_move moves[] = {{2 * i, label},
                                               {(2 * i + (get ? 2 * size - 1 : 1)) % (2 * size), label}};
                add_vector(&vectors, moves, 2, label, i);
            }
        }
        add_alone(&vectors, 2 * i, "leader", i);
    }
    for (uint32_t i = 0; i < size; i++) {
        add_components(&vectors, 1, "node.aut", i == 0);
        add_components(&vectors, 1, "channel.aut", 0);
    }
    return end_network(&vectors, error);
}

/* --- test and set: 0 idle, 1 tries, 2 is in, 3 to 5 wait, 6 is out again, 7 has retired --- */

static const char test_and_set_process[] = "des (0, 12, 8)\n"
                                           "(0, try, 1)\n"
                                           "(1, enter, 2)\n"
                                           "(1, fail, 3)\n"
                                           "(3, prob 0.5, 1)\n"
                                           "(3, prob 0.25, 4)\n"
                                           "(3, prob 0.25, 5)\n"
                                           "(4, wait, 1)\n"
                                           "(5, wait, 4)\n"
                                           "(2, leave, 6)\n"
                                           "(6, again, 0)\n"
                                           "(6, retire, 7)\n"
                                           "(7, rest, 7)\n";
static const char test_and_set_bit[] = "des (0, 3, 2)\n(0, enter, 1)\n(1, fail, 1)\n(1, leave, 0)\n";

static int write_test_and_set(uint32_t size, const char *folder, struct error *error) {
    static const char *const alone[] = {"try", "wait", "again", "retire"};
    static const char *const shared[] = {"enter", "fail", "leave"};
    struct vectors vectors;
    if (write_text(folder, "process.aut", test_and_set_process, error) != 0 ||
        write_text(folder, "bit.aut", test_and_set_bit, error) != 0 ||
        begin_network(&vectors, size + 1, folder, error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < size; i++) {
        for (unsigned k = 0; k < sizeof alone / sizeof *alone; k++) {
            add_alone(&vectors, i, alone[k], i);
        }
        for (unsigned k = 0; k < sizeof shared / sizeof *shared; k++) {
            struct network_move moves[] = {{i, shared[k]}, {size, shared[k]}};
            add_vector(&vectors, moves, 2, shared[k], i);
        }
    }
    add_together(&vectors, size, "rest");
    add_components(&vectors, size, "process.aut", 1);
    add_components(&vectors, 1, "bit.aut", 0);
    return end_network(&vectors, error);
}

/* --- zeroconf: 2s before probe s % 4 of address s / 4, 2s + 1 when it is sent; then done, and given up ---
 */

static int write_zeroconf_host(uint32_t addresses, const char *folder, struct error *error) {
    FILE *file = network_file_open(folder, "host.aut", error);
    if (file == NULL) {
        return -1;
    }
    uint32_t probes = addresses * ZEROCONF_PROBES, done = 2 * probes, given_up = done + 1;
    fprintf(file, "des (0, %u, %u)\n", 3 * probes, given_up + 1);
    for (uint32_t probe = 0; probe < probes; probe++) {
        int last = (probe + 1) % ZEROCONF_PROBES == 0;
        uint32_t next = (probe / ZEROCONF_PROBES + 1) * ZEROCONF_PROBES; /* of another address */
        fprintf(file, "(%u, probe, %u)\n", 2 * probe, 2 * probe + 1);
        fprintf(file, "(%u, prob 0.9, %u)\n", 2 * probe + 1, last ? done : 2 * (probe + 1));
        fprintf(file, "(%u, prob 0.1, %u)\n", 2 * probe + 1, next < probes ? 2 * next : given_up);
    }
    return network_file_close(file, error);
}

/* It runs for as many probes as all hosts can send. */
static int write_zeroconf_clock(uint32_t ticks, const char *folder, struct error *error) {
    FILE *file = network_file_open(folder, "clock.aut", error);
    if (file == NULL) {
        return -1;
    }
    fprintf(file, "des (0, %u, %u)\n", ticks, ticks + 1);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        fprintf(file, "(%u, tick, %u)\n", tick, tick + 1);
    }
    return network_file_close(file, error);
}

static int write_zeroconf(uint32_t size, uint32_t addresses, const char *folder, struct error *error) {
    struct vectors vectors;
    if (write_zeroconf_host(addresses, folder, error) != 0 ||
        write_zeroconf_clock(size * addresses * ZEROCONF_PROBES, folder, error) != 0 ||
        begin_network(&vectors, size + 1, folder, error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < size; i++) {
        struct network_move moves[] = {{i, "probe"}, {size, "tick"}};
        add_vector(&vectors, moves, 2, "probe", i);
    }
    add_components(&vectors, size, "host.aut", 1);
    add_components(&vectors, 1, "clock.aut", 0);
    return end_network(&vectors, error);
}

int mdp_network_write(const struct mdp_network *network, const char *folder, struct error *error) {
    switch (network->kind) {
    case MDP_PHILOSOPHERS:
        return write_philosophers(network->size, folder, error);
    case MDP_COIN:
        return write_coin(network->size, network->bound, folder, error);
    case MDP_LEADER:
        return write_leader(network->size, folder, error);
    case MDP_TEST_AND_SET:
        return write_test_and_set(network->size, folder, error);
    default:
        return write_zeroconf(network->size, network->bound, folder, error);
    }
}

/* --- counts --- */

struct network_counts mdp_network_counts(const struct mdp_network *network) {
    static const struct {
        struct mdp_network network;
        struct network_counts counts;
    } known[] = {
        {{MDP_PHILOSOPHERS, 4, 0}, {1746, 7524, 0, 0}},
        {{MDP_PHILOSOPHERS, 7, 0}, {471582, 3556413, 0, 0}},
        {{MDP_PHILOSOPHERS, 8, 0}, {3048354, 26273160, 0, 0}},
        {{MDP_PHILOSOPHERS, 9, 0}, {19704870, 191061423, 0, 0}},
        {{MDP_COIN, 2, 1}, {144, 252, 0, 0}},
        {{MDP_COIN, 5, 3}, {250496, 1039120, 0, 0}},
        {{MDP_COIN, 6, 3}, {1817344, 9036096, 0, 0}},
        {{MDP_COIN, 7, 3}, {12778496, 74137280, 0, 0}},
        {{MDP_COIN, 8, 3}, {87887872, 583015424, 0, 0}},
        {{MDP_LEADER, 3, 0}, {812, 1737, 0, 0}},
        {{MDP_LEADER, 5, 0}, {149640, 494605, 0, 0}},
        {{MDP_LEADER, 6, 0}, {2113569, 8226312, 0, 0}},
        {{MDP_LEADER, 7, 0}, {30330186, 135881928, 0, 0}},
        {{MDP_TEST_AND_SET, 3, 0}, {463, 1714, 0, 0}},
        {{MDP_TEST_AND_SET, 6, 0}, {217762, 1649401, 0, 0}},
        {{MDP_TEST_AND_SET, 7, 0}, {1644899, 14562962, 0, 0}},
        {{MDP_TEST_AND_SET, 8, 0}, {12346584, 125091057, 0, 0}},
        {{MDP_TEST_AND_SET, 9, 0}, {92217133, 1052192710, 0, 0}},
        {{MDP_ZEROCONF, 2, 2}, {1548, 3792, 44, 0}},
        {{MDP_ZEROCONF, 4, 2}, {898128, 4572288, 336, 0}},
        {{MDP_ZEROCONF, 4, 3}, {6714032, 36114624, 560, 0}},
        {{MDP_ZEROCONF, 4, 4}, {27748624, 153368832, 784, 0}},
    };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].network.kind == network->kind && known[i].network.size == network->size &&
            known[i].network.bound == network->bound) {
            return known[i].counts;
        }
    }
    return (struct network_counts){0, 0, 0, 0};
}
