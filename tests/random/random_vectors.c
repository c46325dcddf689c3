/* Random networks of loosely coupled processes. */
#include "tests/random/random_vectors.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/folder.h"
#include "tests/support/testing.h"

#define MOST_PROCESSES 6u
#define MOST_LABELS 4u
#define MOST_IDLE 70u
#define NOBODY UINT32_MAX

struct text {
    char data[65536];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(text->data + text->length, sizeof text->data - text->length, format, arguments);
    va_end(arguments);
    CU_ASSERT_FATAL(written >= 0 && text->length + (size_t)written < sizeof text->data);
    text->length += (size_t)written;
}

/* Mostly a cycle of the states, as programs have it, with a few moves across; some ways end. */
static void write_process(struct test_folder *folder, uint32_t number, uint32_t labels, uint64_t *random) {
    struct text text = {.length = 0}, moves = {.length = 0};
    uint32_t states = 1 + random_draw(random, 5), count = 0;
    char name[32];
    for (uint32_t s = 0; s < states; s++) {
        uint32_t more = random_draw(random, 8) == 0 ? 0 : 1 + (random_draw(random, 3) == 0);
        for (; more > 0; more--, count++) {
            uint32_t to = random_draw(random, 3) != 0 ? (s + 1) % states : random_draw(random, states);
            add(&moves, "(%u, l%u, %u)\n", s, random_draw(random, labels), to);
        }
    }
    add(&text, "des (%u, %u, %u)\n%s", random_draw(random, 8) == 0 ? random_draw(random, states) : 0, count,
        states, moves.data);
    snprintf(name, sizeof name, "c%u.aut", number);
    test_folder_write(folder, name, text.data);
}

/* Where the processes stand among others that do nothing. */
struct places {
    uint32_t processes, all;
    uint32_t process_at[MOST_PROCESSES + MOST_IDLE]; /* NOBODY: one that does nothing */
};

/* One network in eight has more processes than a word has bits. */
static void draw_places(struct places *places, uint32_t processes, uint64_t *random) {
    uint32_t idle = random_draw(random, 8) == 0 ? MOST_IDLE - random_draw(random, 10) : 0, next = 0;
    places->processes = processes;
    places->all = processes + idle;
    for (uint32_t at = 0; at < places->all; at++) {
        int is_here = random_draw(random, places->all - at) < processes - next;
        places->process_at[at] = is_here ? next++ : NOBODY;
    }
}

/* The vectors of a label of one process, mostly alone, else with others. */
static void write_vector(struct text *text, const struct places *places, uint32_t leader, uint32_t label,
                         uint64_t *random) {
    static const uint32_t numbers[] = {0, 0, 0, 0, 0, 1, 1, 1, 2, 3};
    uint32_t joined = 1u << leader, others = numbers[random_draw(random, 10)];
    for (; others > 0; others--) {
        joined |= 1u << random_draw(random, places->processes);
    }
    for (uint32_t at = 0; at < places->all; at++) {
        uint32_t p = places->process_at[at];
        add(text, "%s", at == 0 ? "    " : " * ");
        if (p == leader) {
            add(text, "l%u", label);
        } else if (p != NOBODY && (joined >> p & 1)) {
            add(text, "l%u", random_draw(random, MOST_LABELS));
        } else {
            add(text, "_");
        }
    }
    if (random_draw(random, 4) == 0) {
        add(text, " -> i");
    } else {
        add(text, " -> r%u", random_draw(random, 6));
    }
}

const char *random_vectors_write(struct test_folder *folder, uint64_t *random) {
    static struct text text;
    uint32_t processes = 2 + random_draw(random, MOST_PROCESSES - 1), labels = 2 + random_draw(random, 3);
    struct places places;
    draw_places(&places, processes, random);
    text.length = 0;
    add(&text, "par using\n");
    for (uint32_t p = 0; p < processes; p++) {
        write_process(folder, p, labels, random);
        for (uint32_t l = 0; l < labels; l++) {
            uint32_t vectors = random_draw(random, 6) == 0 ? 0 : 1 + (random_draw(random, 5) == 0);
            for (; vectors > 0; vectors--) {
                add(&text, "%s", text.data[text.length - 2] == 'g' ? "" : ",\n");
                write_vector(&text, &places, p, l, random);
            }
        }
    }
    if (text.data[text.length - 2] == 'g') {
        write_vector(&text, &places, 0, 0, random);
    }
    add(&text, "\nin\n");
    for (uint32_t at = 0; at < places.all; at++) {
        uint32_t p = places.process_at[at];
        add(&text, "%s    ", at == 0 ? "" : "||\n");
        if (p == NOBODY) {
            add(&text, "idle.aut\n");
        } else {
            add(&text, "c%u.aut\n", p);
        }
    }
    add(&text, "end par\n");
    test_folder_write(folder, "idle.aut", "des (0, 0, 1)\n");
    return test_folder_write(folder, "main.exp", text.data);
}
