/* Random states with numbers. */
#include "tests/random/random_measured.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/testing.h"

static const uint32_t distributions[][4] = {
    {60},         {30, 30},     {20, 40}, {15, 45},    {20, 20, 20}, {10, 20, 30},     {6, 54},
    {12, 18, 30}, {15, 15, 30}, {1, 59},  {6, 24, 30}, {10, 10, 40}, {15, 15, 15, 15}, {24, 36}};

const char *random_measured_name(uint32_t name) {
    static const char *const names[MEASURED_NAMES] = {"a", "b", NULL};
    return names[name];
}

static int is_rates(enum measured_move kind) {
    return kind == MEASURED_RATE || kind == MEASURED_RACE;
}

static void draw_move(uint64_t *random, const struct drawn_measured *drawn, struct drawn_move *move) {
    const uint32_t *units = distributions[random_draw(random, LENGTH(distributions))];
    const uint32_t first = random_draw(random, drawn->states);
    move->length = 0;
    while (move->length < 4 && units[move->length] > 0) {
        move->length++;
    }
    if (move->kind == MEASURED_STEP || move->length > drawn->states) {
        move->length = 1;
        units = distributions[0];
    }
    for (uint32_t i = 0; i < move->length; i++) {
        move->targets[i] = (first + i) % drawn->states;
        move->units[i] = is_rates(move->kind) ? 6 * (1 + random_draw(random, 5)) : units[i];
    }
}

/* In a network, a state has one distribution and one sum of rates of each name at most. */
static int is_taken(const struct drawn_state *state, const struct drawn_move *move) {
    for (uint32_t i = 0; i < state->length && move->kind != MEASURED_STEP && move->kind != MEASURED_DRAW;
         i++) {
        if (state->moves[i].kind == move->kind && state->moves[i].name == move->name) {
            return 1;
        }
    }
    return 0;
}

static void draw_state(uint64_t *random, struct drawn_measured *drawn, struct drawn_state *state,
                       uint32_t names) {
    static const enum measured_move of_networks[] = {MEASURED_STEP, MEASURED_PROB, MEASURED_RATE};
    const int is_network = drawn->kind == MEASURED_STEP;
    const int is_chain = drawn->kind == MEASURED_CHAIN || drawn->kind == MEASURED_RACE;
    const uint32_t moves = is_chain ? random_draw(random, 8) > 0 : random_draw(random, MEASURED_ROW);
    state->label = is_network ? 0 : random_draw(random, 4) == 0;
    for (uint32_t i = 0; i < moves; i++) {
        struct drawn_move *move = &state->moves[state->length];
        move->kind = is_network ? of_networks[random_draw(random, 3)] : drawn->kind;
        move->name = is_chain ? MEASURED_NAMES - 1 : random_draw(random, names);
        if (move->kind == MEASURED_STEP && random_measured_name(move->name) == NULL) {
            move->name = 0;
        }
        if (!is_taken(state, move)) {
            draw_move(random, drawn, move);
            state->length++;
        }
    }
}

void random_measured_make(uint64_t *random, struct drawn_measured *drawn) {
    static const enum measured_move kinds[] = {MEASURED_STEP, MEASURED_STEP, MEASURED_DRAW, MEASURED_CHAIN,
                                               MEASURED_RACE};
    const uint32_t names = 1 + random_draw(random, MEASURED_NAMES);
    memset(drawn, 0, sizeof *drawn);
    drawn->kind = kinds[random_draw(random, LENGTH(kinds))];
    drawn->states = 2 + random_draw(random, 7);
    for (uint32_t s = 0; s < drawn->states; s++) {
        draw_state(random, drawn, &drawn->state[s], names);
    }
    drawn->initial = random_draw(random, drawn->states);
}

void random_measured_add_rewards(uint64_t *random, struct drawn_measured *drawn) {
    drawn->has_rewards = 1;
    for (uint32_t s = 0; s < drawn->states; s++) {
        drawn->state[s].reward = random_draw(random, 3) == 0 ? random_draw(random, 3) : 0;
        for (uint32_t name = 0; name < MEASURED_NAMES; name++) {
            drawn->state[s].earns[name] = random_draw(random, 3) == 0 ? random_draw(random, 3) : 0;
        }
    }
}

/* --- changes --- */

static uint32_t place_of(const struct drawn_move *move, uint32_t target) {
    uint32_t i = 0;
    while (i < move->length && move->targets[i] != target) {
        i++;
    }
    return i;
}

/* Leads what the move gives to `from` to its copy, all of it or a part. */
static void lead_to_copy(uint64_t *random, struct drawn_move *move, uint32_t from, uint32_t copy) {
    const uint32_t at = place_of(move, from);
    if (at == move->length || random_draw(random, 3) == 0) {
        return;
    }
    if (move->kind == MEASURED_STEP || move->units[at] < 2 || move->length == MEASURED_DRAWS ||
        random_draw(random, 2) == 0) {
        move->targets[at] = copy;
        return;
    }
    const uint32_t part = 1 + random_draw(random, move->units[at] - 1);
    move->units[at] -= part;
    move->targets[move->length] = copy;
    move->units[move->length++] = part;
}

static void renumber(uint64_t *random, struct drawn_measured *drawn) {
    uint32_t place[MEASURED_STATES];
    struct drawn_measured before = *drawn;
    for (uint32_t s = 0; s < drawn->states; s++) {
        place[s] = s;
    }
    random_shuffle(random, place, drawn->states);
    for (uint32_t s = 0; s < drawn->states; s++) {
        struct drawn_state *state = &drawn->state[place[s]];
        *state = before.state[s];
        for (uint32_t i = 0; i < state->length; i++) {
            for (uint32_t j = 0; j < state->moves[i].length; j++) {
                state->moves[i].targets[j] = place[state->moves[i].targets[j]];
            }
        }
    }
    drawn->initial = place[before.initial];
}

void random_measured_unfold(uint64_t *random, struct drawn_measured *drawn) {
    for (uint32_t copies = 1 + random_draw(random, MEASURED_STATES - drawn->states); copies > 0; copies--) {
        const uint32_t from = random_draw(random, drawn->states), copy = drawn->states++;
        drawn->state[copy] = drawn->state[from];
        for (uint32_t s = 0; s < drawn->states; s++) {
            for (uint32_t i = 0; i < drawn->state[s].length; i++) {
                lead_to_copy(random, &drawn->state[s].moves[i], from, copy);
            }
        }
        /* a choice that occurs twice is one */
        struct drawn_state *state = &drawn->state[copy];
        if (drawn->kind == MEASURED_DRAW && state->length > 0 && state->length < MEASURED_ROW) {
            state->moves[state->length] = state->moves[random_draw(random, state->length)];
            state->length++;
        }
    }
    renumber(random, drawn);
}

static void change_numbers(uint64_t *random, struct drawn_move *move) {
    const uint32_t one = random_draw(random, move->length), other = random_draw(random, move->length);
    if (is_rates(move->kind)) {
        move->units[one] += 1 + random_draw(random, 3);
    } else if (move->units[one] > 1 && one != other) {
        move->units[one]--;
        move->units[other]++;
    }
}

void random_measured_change(uint64_t *random, struct drawn_measured *drawn) {
    struct drawn_state *state = &drawn->state[random_draw(random, drawn->states)];
    struct drawn_move *move = state->length == 0 ? NULL : &state->moves[random_draw(random, state->length)];
    if (drawn->has_rewards && random_draw(random, 3) == 0) {
        *(random_draw(random, 2) == 0 ? &state->reward
                                      : &state->earns[random_draw(random, MEASURED_NAMES)]) ^= 1;
        return;
    }
    if (move == NULL || random_draw(random, 6) == 0) {
        state->label = drawn->kind == MEASURED_STEP ? 0 : !state->label;
        return;
    }
    const uint32_t target = random_draw(random, drawn->states);
    switch (random_draw(random, 4)) {
    case 0:
    case 1:
        change_numbers(random, move);
        break;
    case 2:
        if (place_of(move, target) == move->length) {
            move->targets[random_draw(random, move->length)] = target;
        }
        break;
    default:
        *move = state->moves[--state->length];
        break;
    }
}

/* --- files --- */

static void write_number(uint64_t *random, uint32_t units, FILE *file) {
    if (MEASURED_UNITS % 60 == 0 && units % 3 == 0 && random_draw(random, 2) == 0) {
        fprintf(file, "%g", units / (double)MEASURED_UNITS);
    } else {
        fprintf(file, "%u/%u", units, MEASURED_UNITS);
    }
}

static void write_aut(uint64_t *random, const struct drawn_measured *drawn, FILE *file) {
    uint32_t lines = 0;
    for (uint32_t s = 0; s < drawn->states; s++) {
        for (uint32_t i = 0; i < drawn->state[s].length; i++) {
            lines += drawn->state[s].moves[i].length;
        }
    }
    fprintf(file, "des (%u, %u, %u)\n", drawn->initial, lines, drawn->states);
    for (uint32_t s = 0; s < drawn->states; s++) {
        for (uint32_t i = 0; i < drawn->state[s].length; i++) {
            const struct drawn_move *move = &drawn->state[s].moves[i];
            const char *name = random_measured_name(move->name);
            for (uint32_t j = 0; j < move->length; j++) {
                fprintf(file, "(%u, \"%s", s, name == NULL ? "" : name);
                if (move->kind != MEASURED_STEP) {
                    fprintf(file, "%s%s ", name == NULL ? "" : "; ", measured_move_name(move->kind));
                    write_number(random, move->units[j], file);
                }
                fprintf(file, "\", %u)\n", move->targets[j]);
            }
        }
    }
}

static void write_drn(uint64_t *random, const struct drawn_measured *drawn, FILE *file) {
    uint32_t choices = 0;
    for (uint32_t s = 0; s < drawn->states; s++) {
        choices += drawn->state[s].length;
    }
    fprintf(file, "@type: %s\n@parameters\n\n@reward_models\n\n@nr_states\n%u\n@nr_choices\n%u\n@model\n",
            drawn->kind == MEASURED_DRAW    ? "MDP"
            : drawn->kind == MEASURED_CHAIN ? "DTMC"
                                            : "CTMC",
            drawn->states, choices);
    for (uint32_t s = 0; s < drawn->states; s++) {
        const struct drawn_state *state = &drawn->state[s];
        fprintf(file, "state %u%s%s%s\n", s, drawn->kind == MEASURED_RACE ? " !1" : "",
                s == drawn->initial ? " init" : "", state->label ? " good" : "");
        for (uint32_t i = 0; i < state->length; i++) {
            const struct drawn_move *move = &state->moves[i];
            const char *name = random_measured_name(move->name);
            if (name == NULL) {
                fprintf(file, "\taction %u\n", i);
            } else {
                fprintf(file, "\taction %s\n", name);
            }
            for (uint32_t target = 0; target < drawn->states; target++) {
                const uint32_t at = place_of(move, target);
                if (at < move->length) {
                    fprintf(file, "\t\t%u : ", target);
                    write_number(random, move->units[at], file);
                    fprintf(file, "\n");
                }
            }
        }
    }
}

void random_measured_write(uint64_t *random, const struct drawn_measured *drawn, FILE *file) {
    if (drawn->kind == MEASURED_STEP) {
        write_aut(random, drawn, file);
    } else {
        write_drn(random, drawn, file);
    }
}

static void write_command(uint64_t *random, const struct drawn_move *move, uint32_t state, FILE *file) {
    const char *name = random_measured_name(move->name);
    fprintf(file, "  [%s] s=%u -> ", name == NULL ? "" : name, state);
    for (uint32_t i = 0; i < move->length; i++) {
        fprintf(file, "%s", i == 0 ? "" : " + ");
        write_number(random, move->units[i], file);
        fprintf(file, " : (s'=%u)", move->targets[i]);
    }
    fprintf(file, ";\n");
}

static void write_rewards(const struct drawn_measured *drawn, FILE *file) {
    fprintf(file, "rewards \"r\"\n");
    for (uint32_t s = 0; s < drawn->states; s++) {
        fprintf(file, "  s=%u : %u/3;\n", s, drawn->state[s].reward);
        for (uint32_t name = 0; name < MEASURED_NAMES; name++) {
            const char *text = random_measured_name(name);
            fprintf(file, "  [%s] s=%u : %u/3;\n", text == NULL ? "" : text, s, drawn->state[s].earns[name]);
        }
    }
    fprintf(file, "endrewards\n");
}

void random_measured_write_prism(uint64_t *random, const struct drawn_measured *drawn, FILE *file) {
    fprintf(file, "%s\nmodule m\n  s : [0..%u] init %u;\n",
            drawn->kind == MEASURED_DRAW    ? "mdp"
            : drawn->kind == MEASURED_CHAIN ? "dtmc"
                                            : "ctmc",
            drawn->states - 1, drawn->initial);
    for (uint32_t s = 0; s < drawn->states; s++) {
        for (uint32_t i = 0; i < drawn->state[s].length; i++) {
            write_command(random, &drawn->state[s].moves[i], s, file);
        }
    }
    fprintf(file, "  [a] false -> true;\n  [b] false -> true;\nendmodule\nlabel \"good\" = false");
    for (uint32_t s = 0; s < drawn->states; s++) {
        if (drawn->state[s].label) {
            fprintf(file, " | s=%u", s);
        }
    }
    fprintf(file, ";\n");
    write_rewards(drawn, file);
}
