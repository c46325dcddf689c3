/* Writes the gas station: an operator, two pumps, and customers that prepay and get change. */
#include <stdio.h>

#include "bench/network_file.h"
#include "bench/network_shape.h"

#define PUMPS 2u

/* idle 0; want 1, 2; paid 3, 4; go 5, 6; done 7. */
static int write_customer(const char *folder, struct error *error) {
    FILE *file = network_file_open(folder, "customer.aut", error);
    if (file == NULL) {
        return -1;
    }
    fputs("des (0, 9, 8)\n", file);
    for (unsigned p = 1; p <= PUMPS; p++) {
        fprintf(file, "(0, choose_%u, %u)\n(%u, prepay_%u, %u)\n(%u, go_%u, %u)\n(%u, pump_%u, 7)\n", p, p, p,
                p, 2 + p, 2 + p, p, 4 + p, 4 + p, p);
    }
    fputs("(7, change, 0)\n", file);
    return network_file_close(file, error);
}

/* off 0; on for customer c: c; stopped: customers + c. */
static int write_pump(uint32_t customers, const char *folder, struct error *error) {
    FILE *file = network_file_open(folder, "pump.aut", error);
    if (file == NULL) {
        return -1;
    }
    fprintf(file, "des (0, %u, %u)\n", 3 * customers, 2 * customers + 1);
    for (uint32_t c = 1; c <= customers; c++) {
        fprintf(file, "(0, activate_%u, %u)\n(%u, pump_%u, %u)\n(%u, charge_%u, 0)\n", c, c, c, c,
                customers + c, customers + c, c);
    }
    return network_file_close(file, error);
}

/* idle 0; then for each customer and pump: prepaid, recorded, limited, active, charged. */
static int write_operator(uint32_t customers, const char *folder, struct error *error) {
    FILE *file = network_file_open(folder, "operator.aut", error);
    if (file == NULL) {
        return -1;
    }
    fprintf(file, "des (0, %u, %u)\n", 14 * customers, 10 * customers + 1);
    for (uint32_t c = 1; c <= customers; c++) {
        for (unsigned p = 1; p <= PUMPS; p++) {
            uint32_t first = 1 + 5 * (PUMPS * (c - 1) + p - 1);
            fprintf(file, "(0, prepay_%u_%u, %u)\n(%u, record_%u_%u, %u)\n", c, p, first, first, c, p,
                    first + 1);
            fprintf(file, "(%u, limit_%u_%u, %u)\n(%u, activate_%u_%u, %u)\n", first + 1, c, p, first + 2,
                    first + 2, c, p, first + 3);
            fprintf(file, "(%u, go_%u_%u, 0)\n(0, charge_%u_%u, %u)\n(%u, change_%u, 0)\n", first + 3, c, p,
                    c, p, first + 4, first + 4, c);
        }
    }
    return network_file_close(file, error);
}

/* What moves together with the operator; a vector names a move by verb, customer and pump. */
struct step {
    const char *verb;
    enum { NOBODY, CUSTOMER, PUMP } partner;
};

static void write_step(FILE *file, uint32_t customers, const struct step *step, uint32_t c, unsigned p) {
    char result[48], label[48];
    struct network_move moves[] = {{0, result}, {step->partner == PUMP ? p : PUMPS + c, label}};
    snprintf(result, sizeof result, "%s_%u_%u", step->verb, c, p);
    snprintf(label, sizeof label, "%s_%u", step->verb, step->partner == PUMP ? c : p);
    network_file_vector(file, customers + 1 + PUMPS, moves, step->partner == NOBODY ? 1 : 2, result);
    fputs(",\n", file);
}

/* The operator has no part in choosing and pumping. */
static void write_without_operator(FILE *file, uint32_t customers, uint32_t c, unsigned p) {
    char by_pump[48], by_customer[48], result[48];
    struct network_move choose = {PUMPS + c, by_customer};
    struct network_move pump[] = {{p, by_pump}, {PUMPS + c, by_customer}};
    snprintf(by_customer, sizeof by_customer, "choose_%u", p);
    snprintf(result, sizeof result, "choose_%u_%u", c, p);
    network_file_vector(file, customers + 1 + PUMPS, &choose, 1, result);
    fputs(",\n", file);
    snprintf(by_pump, sizeof by_pump, "pump_%u", c);
    snprintf(by_customer, sizeof by_customer, "pump_%u", p);
    snprintf(result, sizeof result, "pump_%u_%u", c, p);
    network_file_vector(file, customers + 1 + PUMPS, pump, 2, result);
    fputs(",\n", file);
}

static void write_vectors(FILE *file, uint32_t customers) {
    static const struct step steps[] = {{"prepay", CUSTOMER}, {"record", NOBODY}, {"limit", NOBODY},
                                        {"activate", PUMP},   {"go", CUSTOMER},   {"charge", PUMP}};
    for (uint32_t c = 1; c <= customers; c++) {
        for (unsigned p = 1; p <= PUMPS; p++) {
            write_without_operator(file, customers, c, p);
            for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
                write_step(file, customers, &steps[i], c, p);
            }
        }
        char result[48];
        struct network_move change[] = {{0, result}, {PUMPS + c, "change"}};
        snprintf(result, sizeof result, "change_%u", c);
        network_file_vector(file, customers + 1 + PUMPS, change, 2, result);
        fputs(c < customers ? ",\n" : "\n", file);
    }
}

int network_file_gas_station(uint32_t customers, const char *folder, struct error *error) {
    if (write_customer(folder, error) != 0 || write_pump(customers, folder, error) != 0 ||
        write_operator(customers, folder, error) != 0) {
        return -1;
    }
    FILE *file = network_file_open(folder, NETWORK_SHAPE_FILE, error);
    if (file == NULL) {
        return -1;
    }
    fputs("par using\n", file);
    write_vectors(file, customers);
    fputs("in\n    operator.aut\n||  pump.aut\n||  pump.aut\n", file);
    for (uint32_t c = 0; c < customers; c++) {
        fputs("||  customer.aut\n", file);
    }
    fputs("end par\n", file);
    return network_file_close(file, error);
}
