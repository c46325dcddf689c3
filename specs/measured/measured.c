/* Formulas of states whose moves have numbers: names, numbers and memory. */
#include "specs/measured/measured.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

static const char *const moves[MEASURED_MOVES] = {"step", "prob", "rate", "choice", "chain", "race"};

const char *measured_move_name(enum measured_move move) {
    return moves[move];
}

int measured_move_find(const char *name) {
    for (int move = 0; move < MEASURED_MOVES; move++) {
        if (strcmp(moves[move], name) == 0) {
            return move;
        }
    }
    return -1;
}

void measured_formula_free(struct measured_formula *formula, struct memory *memory) {
    GROWING_FREE(memory, formula->nodes);
    GROWING_FREE(memory, formula->references);
    GROWING_FREE(memory, formula->bounds);
    GROWING_FREE(memory, formula->earnings);
    arena_free(formula->arena);
    memset(formula, 0, sizeof *formula);
}

const char *measured_rewards_text(const char *name, uint32_t unnamed, char *buffer) {
    if (*name != '\0' || unnamed == 0) {
        return name;
    }
    snprintf(buffer, MEASURED_REWARDS_TEXT, "#%lu", unnamed + 1ul);
    return buffer;
}

int measured_is_number(const char *text, struct fraction number) {
    struct fraction read;
    return fraction_parse(text, strlen(text), &read) == 0 && fraction_compare(read, number) == 0;
}

/* Numbers that are too long for fractions are doubles of 17 digits. */
int measured_is_value(const char *text, double value) {
    const struct fraction own = fraction_of_double(value);
    return own.denominator == 0 ? strtod(text, NULL) == value : measured_is_number(text, own);
}
