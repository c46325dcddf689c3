/* Randomised algorithms, as text. */
#include "bench/mdp_networks.h"

#include "base/array.h"
#include "bench/network_file.h"

#define ZEROCONF_PROBES 4u /* probes of one address */

/* The first processes move together. */
static int is_first(const void *processes, uint32_t i) {
    return i < *(const uint32_t *)processes;
}

/* A vector of process i and another one, both by the label; the result ends with the number of process i. */
static void add_pair(struct network_writer *writer, uint32_t i, uint32_t other, const char *label) {
    network_vector(writer, "%u %s %u %s -> %s_%u", i, label, other, label, label, i);
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

static void alternate_processes(struct network_writer *writer, uint32_t size, const char *even,
                                const char *odd) {
    for (uint32_t i = 0; i < size; i++) {
        network_processes(writer, 1, even);
        network_processes(writer, 1, odd);
    }
}

/* Philosopher i is process 2i, the fork to his left 2i + 1, that to his right the next one's. */
static void write_philosophers(struct network_writer *writer, uint32_t size) {
    network_text(writer, "philosopher.aut", philosopher);
    network_text(writer, "fork.aut", philosopher_fork);
    network_begin(writer, 2 * size);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t self = 2 * i, left = self + 1, right = (self + 3) % (2 * size);
        network_vector(writer, "%u hungry -> hungry_%u", self, i);
        network_vector(writer, "%u take_left %u take -> take_left_%u", self, left, i);
        network_vector(writer, "%u take_right %u take -> take_right_%u", self, right, i);
        network_vector(writer, "%u give_left %u drop %u busy -> give_left_%u", self, left, right, i);
        network_vector(writer, "%u give_right %u drop %u busy -> give_right_%u", self, right, left, i);
        network_vector(writer, "%u finish %u drop %u drop -> finish_%u", self, left, right, i);
    }
    alternate_processes(writer, size, "philosopher.aut", "fork.aut");
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

static void write_coin_counter(struct network_writer *writer, uint32_t size, uint32_t bound) {
    uint32_t most = 2 * (bound + 1) * size;
    network_file(writer, "counter.aut");
    network_write(writer, "des (%u, %u, %u)\n", most / 2, 3 * most + 1, most + 1);
    for (uint32_t value = 0; value <= most; value++) {
        network_write(writer, "(%u, %s, %u)\n", value,
                      value <= size          ? "low"
                      : value + size >= most ? "high"
                                             : "middle",
                      value);
        if (value < most) {
            network_write(writer, "(%u, up, %u)\n(%u, down, %u)\n", value, value + 1, value + 1, value);
        }
    }
}

static void write_coin(struct network_writer *writer, uint32_t size, uint32_t bound) {
    static const char *const labels[] = {"up", "down", "low", "high", "middle"};
    network_text(writer, "process.aut", coin_process);
    write_coin_counter(writer, size, bound);
    network_begin(writer, size + 1);
    for (uint32_t i = 0; i < size; i++) {
        for (unsigned k = 0; k < LENGTH(labels); k++) {
            add_pair(writer, i, size, labels[k]);
        }
    }
    network_vector_together(writer, is_first, &size, "done", "done");
    network_processes(writer, size, "process.aut");
    network_processes(writer, 1, "counter.aut");
}

/* --- leader: 0 draws, 1 and 2 send 0 or 1, 3 and 4 wait, 5 is passive, then those that pass a message on,
 * then the leader --- */

static uint32_t leader_passes(uint32_t bit, uint32_t hops) {
    return 6 + 2 * (hops - 1) + bit;
}

static void write_leader_node(struct network_writer *writer, uint32_t size) {
    uint32_t leader = leader_passes(0, size);
    network_file(writer, "node.aut");
    network_write(writer, "des (0, %u, %u)\n", 5 + 4 * size + 4 * (size - 1), leader + 1);
    network_write(writer, "(0, prob 0.5, 1)\n(0, prob 0.5, 2)\n(1, put_0_1, 3)\n(2, put_1_1, 4)\n");
    for (uint32_t hops = 1; hops <= size; hops++) {
        int own = hops == size; /* the message came round: no other node competes */
        for (uint32_t bit = 0; bit < 2; bit++) {
            uint32_t passes = leader_passes(bit, hops);
            network_write(writer, "(3, get_%u_%u, %u)\n", bit, hops, own ? leader : bit == 0 ? 0 : 5);
            network_write(writer, "(4, get_%u_%u, %u)\n", bit, hops, own ? leader : 0);
            if (!own) {
                network_write(writer, "(5, get_%u_%u, %u)\n(%u, put_%u_%u, 5)\n", bit, hops, passes, passes,
                              bit, hops + 1);
            }
        }
    }
    network_write(writer, "(%u, leader, %u)\n", leader, leader);
}

/* A message on its way: its bit, and how often it was sent. */
static void write_leader_channel(struct network_writer *writer, uint32_t size) {
    network_file(writer, "channel.aut");
    network_write(writer, "des (0, %u, %u)\n", 4 * size, 2 * size + 1);
    for (uint32_t message = 0; message < 2 * size; message++) {
        network_write(writer, "(0, put_%u_%u, %u)\n(%u, get_%u_%u, 0)\n", message % 2, message / 2 + 1,
                      message + 1, message + 1, message % 2, message / 2 + 1);
    }
}

/* Node i is process 2i, the channel from it to the next 2i + 1. */
static void write_leader(struct network_writer *writer, uint32_t size) {
    static const char *const verbs[] = {"put", "get"};
    write_leader_node(writer, size);
    write_leader_channel(writer, size);
    network_begin(writer, 2 * size);
    for (uint32_t i = 0; i < size; i++) {
        for (uint32_t message = 0; message < 2 * size; message++) {
            uint32_t bit = message % 2, hops = message / 2 + 1;
            for (unsigned get = 0; get < 2; get++) {
                uint32_t channel = (2 * i + (get ? 2 * size - 1 : 1)) % (2 * size);
                network_vector(writer, "%u %s_%u_%u %u %s_%u_%u -> %s_%u_%u_%u", 2 * i, verbs[get], bit, hops,
                               channel, verbs[get], bit, hops, verbs[get], bit, hops, i);
            }
        }
        network_vector(writer, "%u leader -> leader_%u", 2 * i, i);
    }
    alternate_processes(writer, size, "node.aut", "channel.aut");
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

static void write_test_and_set(struct network_writer *writer, uint32_t size) {
    static const char *const alone[] = {"try", "wait", "again", "retire"};
    static const char *const shared[] = {"enter", "fail", "leave"};
    network_text(writer, "process.aut", test_and_set_process);
    network_text(writer, "bit.aut", test_and_set_bit);
    network_begin(writer, size + 1);
    for (uint32_t i = 0; i < size; i++) {
        for (unsigned k = 0; k < LENGTH(alone); k++) {
            network_vector(writer, "%u %s -> %s_%u", i, alone[k], alone[k], i);
        }
        for (unsigned k = 0; k < LENGTH(shared); k++) {
            add_pair(writer, i, size, shared[k]);
        }
    }
    network_vector_together(writer, is_first, &size, "rest", "rest");
    network_processes(writer, size, "process.aut");
    network_processes(writer, 1, "bit.aut");
}

/* --- zeroconf: 2s before probe s % 4 of address s / 4, 2s + 1 when it is sent; then done, given up --- */

static void write_zeroconf_host(struct network_writer *writer, uint32_t addresses) {
    uint32_t probes = addresses * ZEROCONF_PROBES, done = 2 * probes, given_up = done + 1;
    network_file(writer, "host.aut");
    network_write(writer, "des (0, %u, %u)\n", 3 * probes, given_up + 1);
    for (uint32_t probe = 0; probe < probes; probe++) {
        int last = (probe + 1) % ZEROCONF_PROBES == 0;
        uint32_t next = (probe / ZEROCONF_PROBES + 1) * ZEROCONF_PROBES; /* of the next address */
        network_write(writer, "(%u, probe, %u)\n", 2 * probe, 2 * probe + 1);
        network_write(writer, "(%u, prob 0.9, %u)\n", 2 * probe + 1, last ? done : 2 * (probe + 1));
        network_write(writer, "(%u, prob 0.1, %u)\n", 2 * probe + 1, next < probes ? 2 * next : given_up);
    }
}

/* The clock runs for as many probes as all hosts can send. */
static void write_zeroconf(struct network_writer *writer, uint32_t size, uint32_t addresses) {
    uint32_t ticks = size * addresses * ZEROCONF_PROBES;
    write_zeroconf_host(writer, addresses);
    network_file(writer, "clock.aut");
    network_write(writer, "des (0, %u, %u)\n", ticks, ticks + 1);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        network_write(writer, "(%u, tick, %u)\n", tick, tick + 1);
    }
    network_begin(writer, size + 1);
    for (uint32_t i = 0; i < size; i++) {
        network_vector(writer, "%u probe %u tick -> probe_%u", i, size, i);
    }
    network_processes(writer, size, "host.aut");
    network_processes(writer, 1, "clock.aut");
}

int mdp_network_write(const struct mdp_network *network, const char *folder, struct error *error) {
    struct network_writer writer = {.folder = folder, .error = error};
    switch (network->kind) {
    case MDP_PHILOSOPHERS:
        write_philosophers(&writer, network->size);
        break;
    case MDP_COIN:
        write_coin(&writer, network->size, network->bound);
        break;
    case MDP_LEADER:
        write_leader(&writer, network->size);
        break;
    case MDP_TEST_AND_SET:
        write_test_and_set(&writer, network->size);
        break;
    default:
        write_zeroconf(&writer, network->size, network->bound);
    }
    return network_end(&writer);
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
    for (unsigned i = 0; i < LENGTH(known); i++) {
        if (known[i].network.kind == network->kind && known[i].network.size == network->size &&
            known[i].network.bound == network->bound) {
            return known[i].counts;
        }
    }
    return (struct network_counts){0, 0, 0, 0};
}
