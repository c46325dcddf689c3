/* Published and measured times of other tools. */
#include "bench/published.h"

#include <stddef.h>
#include <string.h>

#include "base/array.h"

#define FIRST_SIZE 2u

static const struct published_time ring[] = {{0.027, -1},    {0.047, -1},  {0.067, -1},    {0.086, -1},
                                             {0.113, -1},    {0.180, -1},  {0.275, -1},    {0.488, -1},
                                             {1.087, -1},    {6.394, -1},  {8.345, 0.027}, {8.138, -1},
                                             {22.060, 0.35}, {68.233, -1}, {215.889, 8.9}};

static const struct published_time gas_station[] = {{0.016, -1},    {0.023, -1},  {0.035, -1},    {0.062, -1},
                                                    {0.209, -1},    {0.718, -1},  {1.235, -1},    {3.093, -1},
                                                    {11.229, 0.85}, {44.534, -1}, {178.817, 20.9}};

const struct published_time *published_time_of(enum network_kind kind, uint32_t size) {
    const struct published_time *times = kind == NETWORK_RING ? ring : gas_station;
    uint32_t count = kind == NETWORK_RING ? LENGTH(ring) : LENGTH(gas_station);
    if (kind == NETWORK_CYCLES || size < FIRST_SIZE || size - FIRST_SIZE >= count) {
        return NULL;
    }
    return &times[size - FIRST_SIZE];
}

/* --- Oink --- */

static const struct {
    const char *game;
    int shuffled; /* 1, 0, or -1 where it makes no difference */
    struct published_solving times;
} games[] = {
    {"prop(1000,1000)", 0, {0.031, 0.024, 0.052, 8.4}},
    {"prop(1000,1000)", 1, {0.15, 0.11, -1, 47}},
    {"prop(10,100000)", 0, {0.030, 0.023, 0.053, PUBLISHED_OVER}},
    {"prop(2,500000)", 0, {0.021, 0.019, 0.042, PUBLISHED_OVER}},
    {"prop(2,500000)", 1, {0.21, 0.18, -1, PUBLISHED_OVER}},
    {"tprop(20)", 0, {0.029, 0.017, 0.047, 1.8}},
    {"tprop(20)", 1, {0.19, 0.20, -1, 22}},
    {"jurd(3,10000)", 0, {17, 4.8, 6.1, 28}},
    {"jurd(10,3500)", 0, {21, 2.1, 2.7, 52}},
    {"rand(1M,1-4,2)", -1, {0.18, 0.11, 0.24, 8.1}},
    {"rand(1M,1-2,4)", -1, {0.29, 0.18, 0.42, 9.1}},
    {"rand(100k,1-2,n)", -1, {0.051, 0.036, 0.064, -1}},
    {"rand(1M,1-2,n)", -1, {PUBLISHED_OVER, 41, PUBLISHED_OVER, -1}},
    {"hanoi(13)", 0, {0.071, 0.050, -1, PUBLISHED_OVER}},
    {"core(300)", 0, {-1, 5.2, 0.0005, -1}},
    {"robust(40)", 0, {-1, 0.037, 0.0040, -1}},
    {"delayed(40)", 0, {-1, -1, 0.0001, -1}},
    {"recovered(80)", 0, {-1, -1, 0.0001, -1}},
    {"mcnaughton(200)", 0, {-1, -1, 0.0001, -1}},
    {"symmetric(50)", 0, {-1, 0.017, 0.0003, -1}},
    {"distracted(30)", 0, {-1, -1, 0.00005, -1}},
    {"two(14)", 0, {0.29, 0.012, -1, -1}},
    {"plain two(14)", 0, {0.22, 0.18, 0.0010, -1}},
};

const struct published_solving *published_solving_of(const char *game, int shuffled) {
    for (size_t i = 0; i < LENGTH(games); i++) {
        if (strcmp(games[i].game, game) == 0 && (games[i].shuffled < 0 || games[i].shuffled == shuffled)) {
            return &games[i].times;
        }
    }
    return NULL;
}
