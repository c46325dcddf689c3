/*
 * Games on which solvers count: small, with few edges, and exponentially many steps for some of them. The
 * pieces of a counter, its bits, are in order; `next` and `previous` are those of higher and lower priority.
 */
#include "bench/game_writer.h"

static enum player parity_of(uint64_t number) {
    return number % 2 == 0 ? PLAYER_EVEN : PLAYER_ODD;
}

/*
 * The robust family (Benerecetti, Dell'Erba, Mogavero, Robust Exponential Worst Cases for Divide-et-Impera
 * Algorithms, 2017): the core family, in which any two pieces are connected besides. The last vertices of
 * both lead to a connector of the lowest priority and back; there are two connectors, one for each, where
 * these vertices have different owners. So whatever part is removed, the rest is strongly connected.
 */
/* Connectors from a piece to the next `count` ones. */
static uint64_t connectors_to(uint64_t count) {
    return count + (count + 1) / 2;
}

/* All connectors of `count` + 1 pieces. */
static uint64_t connectors_among(uint64_t count) {
    return count * (count + 1) / 2 + (count + 1) * (count + 1) / 4;
}

/* The connector of two pieces that is next to `piece`. */
static uint64_t connector_of(uint64_t last, uint64_t piece, uint64_t other) {
    uint64_t first = piece < other ? piece : other, apart = piece < other ? other - piece : piece - other;
    return 3 * (last + 1) + connectors_among(last) - connectors_among(last - first) +
           connectors_to(apart - 1) + (apart % 2 == 1 && piece > other);
}

static void write_connectors(uint64_t last, uint64_t piece, struct game_writer *writer) {
    for (uint64_t other = piece + 1; other <= last; other++) {
        int is_alone = (other - piece) % 2 == 0;
        put_vertex(writer, parity_of(piece), 0);
        put_edge(writer, 3 * piece + 2);
        put_edge(writer, is_alone ? 3 * other + 2 : writer->vertex);
        if (!is_alone) {
            put_vertex(writer, parity_of(other), 0);
            put_edge(writer, writer->vertex - 2);
            put_edge(writer, 3 * other + 2);
        }
    }
}

/*
 * The core family (by the same authors), of 2 length + 1 pieces: a head of a priority above all others, and
 * two vertices that lead to each other, of which the one of the other player can stay or go on to the next
 * head, and the other can go back to the previous head.
 */
static void write_pieces(uint64_t last, int is_robust, struct game_writer *writer) {
    for (uint64_t piece = 0; piece <= last; piece++) {
        uint64_t head = 3 * piece, ours = head + 1, theirs = head + 2;
        put_vertex(writer, parity_of(piece), (uint32_t)(last + 1 + piece));
        put_edge(writer, ours);
        put_vertex(writer, parity_of(piece), (uint32_t)piece);
        put_edge(writer, theirs);
        if (piece > 0) {
            put_edge(writer, head - 3);
        }
        put_vertex(writer, parity_of(piece + 1), (uint32_t)piece);
        put_edge(writer, ours);
        put_edge(writer, theirs);
        if (piece < last) {
            put_edge(writer, head + 3);
        }
        for (uint64_t other = 0; other <= last && is_robust; other++) {
            if (other != piece) {
                put_edge(writer, connector_of(last, piece, other));
            }
        }
    }
}

static void write_core(uint64_t bits, struct game_writer *writer) {
    write_pieces(2 * bits, 0, writer);
}

static void write_robust(uint64_t bits, struct game_writer *writer) {
    write_pieces(2 * bits, 1, writer);
    for (uint64_t piece = 0; piece <= 2 * bits; piece++) {
        write_connectors(2 * bits, piece, writer);
    }
}

/* A counter for delayed promotion (van Dijk 2018), of length + 1 pieces: two rings of two vertices that share
 * one, and an entry. */
static void write_delayed(uint64_t bits, struct game_writer *writer) {
    for (uint64_t piece = 0; piece <= bits; piece++) {
        uint64_t first = 4 * piece;
        put_vertex(writer, parity_of(piece + 1), (uint32_t)piece);
        put_edge(writer, first + 1);
        put_vertex(writer, parity_of(piece + 1), (uint32_t)piece);
        put_edge(writer, first);
        put_edge(writer, first + 2);
        if (piece < bits) {
            put_edge(writer, first + 7);
        }
        put_vertex(writer, parity_of(piece), (uint32_t)piece);
        put_edge(writer, first + 1);
        if (piece > 0) {
            put_edge(writer, first - 1);
        }
        put_vertex(writer, parity_of(piece), (uint32_t)piece + 3);
        put_edge(writer, first + 2);
    }
}

/* A counter for region recovery (van Dijk 2018), of length pieces in a circle: a ring of a low priority,
 * which falls from piece to piece, and one of a high priority, which rises. */
static void write_recovered(uint64_t bits, struct game_writer *writer) {
    for (uint64_t piece = 0; piece < bits; piece++) {
        uint64_t first = 4 * piece, next = piece + 1 == bits ? 0 : first + 4;
        enum player owner = parity_of(bits + piece);
        for (unsigned vertex = 0; vertex < 4; vertex++) {
            int is_high = vertex >= 2;
            put_vertex(writer, owner, (uint32_t)(is_high ? bits + 1 + piece : bits - 1 - piece));
            put_edge(writer, first + (vertex ^ 1u));
            put_edge(writer, is_high ? next + vertex - 2 : first + vertex + 2);
        }
    }
}

/* A counter for McNaughton's algorithm, of length + 1 pieces (as Oink's generators have it): a chain of heads
 * of rising priorities, each with two vertices of the lowest ones. */
static void write_mcnaughton(uint64_t bits, struct game_writer *writer) {
    for (uint64_t piece = 0; piece <= bits; piece++) {
        uint64_t first = 3 * piece;
        uint32_t low = (uint32_t)(1 - piece % 2);
        put_vertex(writer, parity_of(piece), (uint32_t)piece + 2);
        put_edge(writer, first + 1);
        if (piece < bits) {
            put_edge(writer, first + 3);
        }
        put_vertex(writer, parity_of(piece), low);
        put_edge(writer, first + 2);
        if (piece < bits) {
            put_edge(writer, first + 3);
        }
        put_vertex(writer, parity_of(piece + 1), low);
        put_edge(writer, first + 1);
        if (piece > 0) {
            put_edge(writer, first - 1);
        }
    }
}

/*
 * A counter for symmetric strategy improvement (by Maat, as Oink's generators have it), of length pieces of
 * ten vertices, five for each player, and two vertices at the end. In a piece, a head of a high priority
 * leads to a triangle of which two vertices can go back to the first head; the third one, and another vertex,
 * lead on to the next piece.
 */
static void write_symmetric(uint64_t bits, struct game_writer *writer) {
    /* Of each vertex of a piece: its priority, and up to three successors; 10 and 11 are the heads of the
     * next piece, 20 and 21 those of the first one. */
    static const struct {
        enum player owner;
        uint32_t priority;
        unsigned successors, to[3];
    } piece[] = {{PLAYER_EVEN, 0, 1, {2}},        {PLAYER_ODD, 1, 1, {8}},
                 {PLAYER_EVEN, 1, 3, {3, 4, 20}}, {PLAYER_ODD, 4, 2, {10, 4}},
                 {PLAYER_EVEN, 3, 3, {2, 5, 20}}, {PLAYER_ODD, 6, 2, {11, 2}},
                 {PLAYER_ODD, 8, 3, {8, 7, 21}},  {PLAYER_EVEN, 11, 2, {10, 8}},
                 {PLAYER_ODD, 10, 3, {9, 6, 21}}, {PLAYER_EVEN, 13, 2, {11, 6}}};
    uint32_t high = 16 * (uint32_t)bits + 15;
    for (uint32_t bit = 0; bit < bits; bit++) {
        for (unsigned i = 0; i < 10; i++) {
            put_vertex(writer, piece[i].owner, piece[i].priority + (i < 2 ? high + 2 * bit : 14 * bit));
            for (unsigned j = 0; j < piece[i].successors; j++) {
                unsigned to = piece[i].to[j];
                put_edge(writer, to >= 20 ? to - 20 : 10 * (uint64_t)bit + to);
            }
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        put_vertex(writer, i == 0 ? PLAYER_EVEN : PLAYER_ODD, 1 + i);
        put_edge(writer, writer->vertex - 1);
        put_edge(writer, i);
    }
}

/* One tangle with `length` ways out that look good and are not: Even's way leads to a high even priority,
 * from there into a tangle of Odd's, and back through an odd priority that is higher. */
static void write_distracted(uint64_t bits, struct game_writer *writer) {
    put_vertex(writer, PLAYER_ODD, 0);
    put_edge(writer, 0);
    for (uint64_t piece = 0; piece < bits; piece++) {
        put_edge(writer, 5 * piece + 1);
    }
    for (uint64_t piece = 0; piece < bits; piece++) {
        uint64_t first = 5 * piece + 1;
        uint32_t high = (uint32_t)(2 * (bits + piece + 1));
        put_vertex(writer, PLAYER_EVEN, (uint32_t)(2 * (bits - piece)));
        put_edge(writer, 0);
        put_edge(writer, first + 1);
        put_vertex(writer, PLAYER_EVEN, high);
        put_edge(writer, first + 2);
        put_vertex(writer, PLAYER_ODD, 1);
        put_edge(writer, first + 3);
        put_vertex(writer, PLAYER_EVEN, 1);
        put_edge(writer, first + 2);
        put_edge(writer, first + 4);
        put_vertex(writer, PLAYER_EVEN, high + 1);
        put_edge(writer, first);
    }
}

/*
 * Two counters of `length` bits that distract each other (van Dijk, A Parity Game Tale of Two Counters, 2019;
 * with chains of vertices at all bits). A bit of a player has a top of a high priority, which leads to the
 * input of the bit before; an input; and a tangle's vertex, which leads to the top, and to a chain for the
 * bit itself and one for each later bit. A chain asks at each earlier bit, in turn, which counter's input to
 * take or whether to go on; its end leads back to the tangle, or to the input of the other counter's later
 * bit.
 */
static uint64_t bit_size(uint64_t bits, uint64_t bit) {
    return 3 + (3 * bit + 1) * (bits - bit);
}

static uint64_t two_counters_size(uint64_t bits, uint64_t before) {
    uint64_t sum = 0;
    for (uint64_t bit = 0; bit < before; bit++) {
        sum += 2 * bit_size(bits, bit);
    }
    return sum;
}

static uint64_t input_of(uint64_t bits, uint64_t bit, enum player player) {
    return two_counters_size(bits, bit) + (player == PLAYER_ODD ? bit_size(bits, bit) : 0) + 1;
}

/* Writes three vertices: a player chooses which of two inputs the other one may take instead of going on. */
static void put_choice(struct game_writer *writer, enum player player, uint32_t priority, uint64_t input,
                       uint64_t second_input) {
    enum player other = player == PLAYER_EVEN ? PLAYER_ODD : PLAYER_EVEN;
    uint64_t first = writer->vertex;
    put_vertex(writer, player, priority);
    put_edge(writer, first + 1);
    put_edge(writer, first + 2);
    put_vertex(writer, other, priority);
    put_edge(writer, first + 3);
    put_edge(writer, input);
    put_vertex(writer, other, priority);
    put_edge(writer, first + 3);
    put_edge(writer, second_input);
}

static void write_chain(uint64_t bits, uint64_t bit, uint64_t number, enum player player,
                        struct game_writer *writer) {
    enum player other = player == PLAYER_EVEN ? PLAYER_ODD : PLAYER_EVEN;
    uint32_t low = 2 + (uint32_t)player;
    for (uint64_t earlier = 0; earlier < bit; earlier++) {
        put_choice(writer, player, low - 1, input_of(bits, earlier, player), input_of(bits, earlier, other));
    }
    put_vertex(writer, player, low + 2 * (uint32_t)(number + 1));
    put_edge(writer, input_of(bits, bit, player) + 1);
    if (number > 0) {
        put_edge(writer, input_of(bits, bit + number, other));
    }
}

static void write_bit(uint64_t bits, uint64_t bit, enum player player, struct game_writer *writer) {
    enum player other = player == PLAYER_EVEN ? PLAYER_ODD : PLAYER_EVEN;
    uint32_t top = (uint32_t)((bits + 9) * bits - 2 * bit) - (uint32_t)player;
    uint64_t first = writer->vertex;
    put_vertex(writer, player, top);
    put_edge(writer, input_of(bits, bit == 0 ? bits - 1 : bit - 1, player));
    put_vertex(writer, other, top - 2 * (uint32_t)bits - 1);
    put_edge(writer, first + 2);
    put_vertex(writer, other, 2 + (uint32_t)player);
    put_edge(writer, first);
    for (uint64_t chain = 0; chain < bits - bit; chain++) {
        put_edge(writer, first + 3 + chain * (3 * bit + 1));
    }
    for (uint64_t chain = 0; chain < bits - bit; chain++) {
        write_chain(bits, bit, chain, player, writer);
    }
}

static void write_two(uint64_t bits, struct game_writer *writer) {
    for (uint64_t bit = 0; bit < bits; bit++) {
        write_bit(bits, bit, PLAYER_EVEN, writer);
        write_bit(bits, bit, PLAYER_ODD, writer);
    }
}

/*
 * The same with one chain for a bit, whose end leads back to the tangle and to the inputs of the other
 * counter's later bits: promotion counts, and tangle learning does where it does not look into open regions.
 */
static uint64_t plain_bit(uint64_t bit, enum player player) {
    return bit * (3 * bit + 5) + (player == PLAYER_ODD ? 3 * bit + 4 : 0);
}

static void write_plain_bit(uint64_t bits, uint64_t bit, enum player player, struct game_writer *writer) {
    enum player other = player == PLAYER_EVEN ? PLAYER_ODD : PLAYER_EVEN;
    uint32_t later = (uint32_t)(bits - 1 - bit), lowest = 1 - (uint32_t)player;
    uint64_t first = writer->vertex;
    put_vertex(writer, player, 2 * ((uint32_t)bits + 2 + later) + (uint32_t)player);
    put_edge(writer, plain_bit(bit == 0 ? bits - 1 : bit - 1, player) + 1);
    put_vertex(writer, other, 2 * later + 3 + (uint32_t)player);
    put_edge(writer, first + 2);
    put_vertex(writer, other, lowest + 1);
    put_edge(writer, first);
    put_edge(writer, first + 3);
    for (uint64_t earlier = 0; earlier < bit; earlier++) {
        put_choice(writer, player, lowest, plain_bit(earlier, player) + 1, plain_bit(earlier, other) + 1);
    }
    put_vertex(writer, player, lowest);
    put_edge(writer, first + 2);
    for (uint64_t rival = bit + (player == PLAYER_EVEN); rival < bits; rival++) {
        put_edge(writer, plain_bit(rival, other) + 1);
    }
}

static void write_plain_two(uint64_t bits, struct game_writer *writer) {
    for (uint64_t bit = 0; bit < bits; bit++) {
        write_plain_bit(bits, bit, PLAYER_EVEN, writer);
        write_plain_bit(bits, bit, PLAYER_ODD, writer);
    }
}

uint64_t counter_family_vertices(const struct game_family *family) {
    uint64_t bits = family->length;
    switch (family->kind) {
    case GAME_FAMILY_COUNTER_CORE:
        return 3 * (2 * bits + 1);
    case GAME_FAMILY_COUNTER_ROBUST:
        return 3 * (2 * bits + 1) + connectors_among(2 * bits);
    case GAME_FAMILY_COUNTER_SYMMETRIC:
        return 10 * bits + 2;
    case GAME_FAMILY_COUNTER_DELAYED:
        return 4 * (bits + 1);
    case GAME_FAMILY_COUNTER_RECOVERED:
        return 4 * bits;
    case GAME_FAMILY_COUNTER_MCNAUGHTON:
        return 3 * (bits + 1);
    case GAME_FAMILY_DISTRACTED:
        return 5 * bits + 1;
    case GAME_FAMILY_PLAIN_TWO_COUNTERS:
        return plain_bit(bits, PLAYER_EVEN);
    default:
        return two_counters_size(bits, bits);
    }
}

uint64_t counter_family_edges(const struct game_family *family) {
    uint64_t bits = family->length;
    return 3 * counter_family_vertices(family) + (bits + 1) * (bits + 2);
}

void counter_family_write(const struct game_family *family, struct game_writer *writer) {
    static void (*const writers[])(uint64_t, struct game_writer *) = {
        [GAME_FAMILY_COUNTER_CORE - GAME_FAMILY_COUNTER_CORE] = write_core,
        [GAME_FAMILY_COUNTER_ROBUST - GAME_FAMILY_COUNTER_CORE] = write_robust,
        [GAME_FAMILY_COUNTER_SYMMETRIC - GAME_FAMILY_COUNTER_CORE] = write_symmetric,
        [GAME_FAMILY_COUNTER_DELAYED - GAME_FAMILY_COUNTER_CORE] = write_delayed,
        [GAME_FAMILY_COUNTER_RECOVERED - GAME_FAMILY_COUNTER_CORE] = write_recovered,
        [GAME_FAMILY_COUNTER_MCNAUGHTON - GAME_FAMILY_COUNTER_CORE] = write_mcnaughton,
        [GAME_FAMILY_DISTRACTED - GAME_FAMILY_COUNTER_CORE] = write_distracted,
        [GAME_FAMILY_TWO_COUNTERS - GAME_FAMILY_COUNTER_CORE] = write_two,
        [GAME_FAMILY_PLAIN_TWO_COUNTERS - GAME_FAMILY_COUNTER_CORE] = write_plain_two};
    writers[family->kind - GAME_FAMILY_COUNTER_CORE](family->length, writer);
}
