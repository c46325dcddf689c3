/* Random networks: labels and component files. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tests/random/random_internal.h"

/* Gates differ in their first letters, so that "a.*" and "b.*" never match the same label. */
void random_pool(struct generator *generator) {
    static const char *const usual[] = {"a", "b", "c", "d"};
    static const char *const offers[] = {"", "", " !1", " !2", " !1 !2", "(1)", "?1"};
    uint32_t gates = 2 + random_below(generator, 3);
    for (uint32_t g = 0; g < gates; g++) {
        strcpy(generator->gates[generator->gate_count++], usual[g]);
    }
    if (random_chance(generator, 6)) {
        strcpy(generator->gates[random_below(generator, gates)],
               random_chance(generator, 50) ? "stop" : "Hide");
        random_count(generator, RANDOM_KEYWORD_LABEL);
    }
    for (uint32_t g = 0; g < gates; g++) {
        uint32_t labels = 1 + random_below(generator, 2);
        for (uint32_t l = 0; l < labels; l++) {
            const char *offer = offers[random_below(generator, 7)];
            char *label = generator->labels[generator->label_count++];
            snprintf(label, TEXT_MAX, "%.64s%s", generator->gates[g], offer);
            if (*offer != '\0') {
                random_count(generator, RANDOM_OFFERS);
            }
            if (generator->out->options.internal_count > 0 &&
                strcmp(label, generator->out->options.internal[0]) == 0) {
                strcat(label, " !3"); /* an internal name has no place in lists and vectors */
            }
        }
    }
    if (random_chance(generator, 25)) {
        generator->with_exit = 1;
        random_count(generator, RANDOM_EXIT);
    }
    if (random_chance(generator, 20)) {
        generator->with_stochastic = 1;
        random_count(generator, RANDOM_STOCHASTIC);
    }
}

static void component_label(struct generator *generator, char label[TEXT_MAX]) {
    static const char *const stochastic[] = {"prob 0.5", "prob 1/2", "rate 2.5", "a; prob 0.5",
                                             "b !1; rate 3"};
    uint32_t draw = random_below(generator, 100);
    if (generator->with_stochastic && draw < 25) {
        strcpy(label, stochastic[random_below(generator, 5)]);
    } else if (generator->with_exit && draw < 33) {
        strcpy(label, random_chance(generator, 70) ? "exit" : "exit !1");
    } else if (draw < 41) {
        strcpy(label, "i");
    } else if (draw < 43) {
        strcpy(label, "tau");
    } else if (draw < 45 && generator->out->options.internal_count > 0) {
        strcpy(label, generator->out->options.internal[0]);
    } else {
        strcpy(label, random_label(generator));
    }
}

static void write_move(struct generator *generator, FILE *file, uint32_t from, const char *label,
                       uint32_t to) {
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "%s", label);
    if (generator->out->options.ignore_case && random_chance(generator, 30)) {
        for (char *at = text; *at != '\0'; at++) {
            *at = (char)toupper((unsigned char)*at);
        }
    }
    const char *format = random_chance(generator, 80) ? "(%u, \"%s\", %u)\n" : "(%u,%s,%u)\n";
    if (fprintf(file, format, from, text, to) < 0) {
        generator->failed = 1;
    }
}

static FILE *open_component(struct generator *generator, uint32_t initial, uint32_t moves, uint32_t states) {
    char path[768];
    snprintf(path, sizeof path, "%s/c%u.aut", generator->directory, generator->component_count);
    FILE *file = fopen(path, "w");
    if (file == NULL || fprintf(file, "des (%u, %u, %u)\n", initial, moves, states) < 0) {
        generator->failed = 1;
    }
    return file;
}

static uint32_t close_component(struct generator *generator, FILE *file, uint32_t states) {
    if (file != NULL && fclose(file) != 0) {
        generator->failed = 1;
    }
    uint32_t bits = 0;
    while (1u << bits < states) {
        bits++;
    }
    generator->components[generator->component_count] = (struct random_file){.bits = bits, .states = states};
    return generator->component_count++;
}

/*
 * Each state but the first is entered from an earlier one, mostly the one before; most can be left; half as
 * many moves again lead anywhere.
 */
static uint32_t new_component(struct generator *generator, uint32_t states) {
    uint32_t from[40];
    uint32_t to[40];
    uint32_t moves = 0;
    for (uint32_t s = 1; s < states; s++) {
        from[moves] = random_chance(generator, 60) ? s - 1 : random_below(generator, s);
        to[moves++] = s;
    }
    for (uint32_t s = 0; s < states; s++) {
        int leaves = 0;
        for (uint32_t m = 0; m < moves; m++) {
            leaves |= from[m] == s;
        }
        if (!leaves && random_chance(generator, 85)) {
            from[moves] = s;
            to[moves++] = random_below(generator, states);
        }
    }
    for (uint32_t extra = random_below(generator, states + 1); extra > 0; extra--) {
        from[moves] = random_below(generator, states);
        to[moves++] = random_below(generator, states);
    }
    uint32_t initial = random_chance(generator, 90) ? 0 : random_below(generator, states);
    FILE *file = open_component(generator, initial, moves, states);
    for (uint32_t m = 0; file != NULL && m < moves; m++) {
        char label[TEXT_MAX];
        component_label(generator, label);
        write_move(generator, file, from[m], label, to[m]);
    }
    return close_component(generator, file, states);
}

uint32_t random_component(struct generator *generator, uint32_t states, int may_reuse) {
    if (may_reuse && generator->component_count > 0 &&
        (random_chance(generator, 40) || generator->component_count == FILES_MAX)) {
        uint32_t component = random_below(generator, generator->component_count);
        if (generator->components[component].states <= states || generator->component_count == FILES_MAX) {
            random_count(generator, RANDOM_COMPONENT_AGAIN);
            return component;
        }
    }
    uint32_t least = states > 2 ? (2 * states + 2) / 3 : states;
    return new_component(generator, least + random_below(generator, states - least + 1));
}

uint32_t random_ring(struct generator *generator, uint32_t rounds, uint32_t choices) {
    uint32_t round = generator->label_count;
    uint32_t states = rounds * round;
    FILE *file = open_component(generator, 0, states + choices, states);
    for (uint32_t m = 0; file != NULL && m < states + choices; m++) {
        uint32_t s = m < states ? m : random_below(generator, states);
        uint32_t ahead = m < states ? 0 : random_below(generator, rounds);
        write_move(generator, file, s, generator->labels[s % round], (s + 1 + ahead * round) % states);
    }
    return close_component(generator, file, states);
}

uint32_t random_source(struct generator *generator, const char *label, uint32_t times) {
    FILE *file = open_component(generator, 0, times, times + 1);
    for (uint32_t s = 0; file != NULL && s < times; s++) {
        write_move(generator, file, s, label, s + 1);
    }
    return close_component(generator, file, times + 1);
}

uint32_t random_relay(struct generator *generator, const char *left, const char *free, const char *right) {
    FILE *file = open_component(generator, 0, 4, 3);
    if (file != NULL) {
        write_move(generator, file, 0, left, 1);
        write_move(generator, file, 1, free, 2);
        write_move(generator, file, 1, right, 0);
        write_move(generator, file, 2, right, 0);
    }
    return close_component(generator, file, 3);
}

void random_file_name(struct generator *generator, unsigned bare_percent, const char *letter,
                      const char *ending, uint32_t number) {
    char name[32];
    int bare = random_chance(generator, bare_percent);
    if (bare) {
        random_count(generator, RANDOM_NO_EXTENSION);
    }
    snprintf(name, sizeof name, "%s%u%s", letter, number, bare ? "" : ending);
    random_exact_name(generator, name);
}

void random_component_name(struct generator *generator, uint32_t component) {
    random_file_name(generator, 10, "c", ".aut", component);
    generator->bits += generator->components[component].bits;
}
