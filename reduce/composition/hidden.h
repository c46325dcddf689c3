#ifndef HEDDLE_REDUCE_COMPOSITION_HIDDEN_H
#define HEDDLE_REDUCE_COMPOSITION_HIDDEN_H

#include <stdint.h>

struct error;
struct memory;
struct network;

/*
 * The network with some labels hidden: hidden[label] is non-zero for those that become `i`. For networks of
 * tables; it shares tables and texts with the network, which must outlive it. NULL with *error filled
 * (ERROR_MEMORY).
 */
struct network *network_hide(const struct network *network, const uint8_t *hidden, struct memory *memory,
                             struct error *error);

#endif
