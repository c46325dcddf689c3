/* Truth of temporal formulas on words (oracle_ltl.h): what a word says of later positions is found by going
 * through all of them. */
#include "tests/oracle/oracle_ltl.h"

static unsigned after(const struct oracle_word *word, unsigned position) {
    return position + 1 < word->length ? position + 1 : word->loop;
}

/* Whether from a position on, `right` holds at some position and `left` at all before it; every later
 * position is among the next `length`. */
static int is_until(const struct oracle_word *word, unsigned position, uint64_t left, uint64_t right) {
    for (unsigned steps = 0; steps <= word->length; steps++) {
        if (right >> position & 1) {
            return 1;
        }
        if (!(left >> position & 1)) {
            return 0;
        }
        position = after(word, position);
    }
    return 0;
}

uint64_t oracle_ltl_until(const struct oracle_word *word, uint64_t left, uint64_t right) {
    uint64_t holds = 0;
    for (unsigned i = 0; i < word->length; i++) {
        holds |= (uint64_t)is_until(word, i, left, right) << i;
    }
    return holds;
}

uint64_t oracle_ltl_next(const struct oracle_word *word, uint64_t of) {
    uint64_t holds = 0;
    for (unsigned i = 0; i < word->length; i++) {
        holds |= (of >> after(word, i) & 1) << i;
    }
    return holds;
}

uint64_t oracle_ltl_holds(const struct oracle_ltl *formula, const struct oracle_word *word) {
    const uint64_t all = UINT64_MAX >> (64 - word->length);
    uint64_t a = formula->left == 0 ? 0 : oracle_ltl_holds(formula->left, word);
    uint64_t b = formula->right == 0 ? 0 : oracle_ltl_holds(formula->right, word);
    uint64_t holds = 0;
    switch (formula->kind) {
    case ORACLE_TRUE:
        return all;
    case ORACLE_FALSE:
        return 0;
    case ORACLE_ATOM:
        for (unsigned i = 0; i < word->length; i++) {
            holds |= (uint64_t)(word->letter[i] >> formula->atom & 1) << i;
        }
        return holds;
    case ORACLE_NOT:
        return all & ~a;
    case ORACLE_AND:
        return a & b;
    case ORACLE_OR:
        return a | b;
    case ORACLE_IMPLIES:
        return (all & ~a) | b;
    case ORACLE_EQUIVALENT:
        return all & ~(a ^ b);
    case ORACLE_XOR:
        return a ^ b;
    case ORACLE_NEXT:
        return oracle_ltl_next(word, a);
    case ORACLE_FINALLY:
        return oracle_ltl_until(word, all, a);
    case ORACLE_GLOBALLY:
        return all & ~oracle_ltl_until(word, all, all & ~a);
    case ORACLE_UNTIL:
        return oracle_ltl_until(word, a, b);
    case ORACLE_WEAK_UNTIL:
        return oracle_ltl_until(word, a, b) | (all & ~oracle_ltl_until(word, all, all & ~a));
    case ORACLE_RELEASE:
        return all & ~oracle_ltl_until(word, all & ~a, all & ~b);
    default: /* a M b */
        return oracle_ltl_until(word, b, a & b);
    }
}

int oracle_ltl_is_run(const struct oracle_word *word, struct oracle_atoms atoms) {
    int is_run = 1;
    for (unsigned i = 0; i < word->length; i++) {
        if (word->letter[i] & atoms.ends) {
            is_run &= (word->letter[i] & ~atoms.predicates) == atoms.ends &&
                      (word->letter[after(word, i)] & atoms.ends) != 0;
        }
    }
    return is_run;
}

static int is_step(const struct oracle_word *word, unsigned position, struct oracle_atoms atoms) {
    const uint32_t letter = word->letter[position], next = word->letter[after(word, position)];
    return (letter & ~atoms.predicates) == 0 && ((letter ^ next) & atoms.predicates) == 0;
}

/* Makes the part that repeats as short as it can be, and lets it begin as early as it can. */
static void shorten(struct oracle_word *word) {
    for (unsigned period = 1; period <= word->length - word->loop; period++) {
        unsigned i = word->loop;
        while (i + period < word->length && word->letter[i] == word->letter[i + period]) {
            i++;
        }
        if (i + period == word->length && (word->length - word->loop) % period == 0) {
            word->length = word->loop + period;
            break;
        }
    }
    while (word->loop > 0 && word->letter[word->loop - 1] == word->letter[word->length - 1]) {
        word->loop--; /* the letters after it are those of the rotated part */
        word->length--;
    }
}

struct oracle_word oracle_ltl_without_steps(const struct oracle_word *word, struct oracle_atoms atoms) {
    struct oracle_word rest = {.length = 0};
    int goes_on = 1; /* from the loop on there are only steps */
    for (unsigned i = word->loop; i < word->length; i++) {
        goes_on &= is_step(word, i, atoms);
    }
    for (unsigned i = 0; i < word->length; i++) {
        if (i == word->loop) {
            rest.loop = rest.length;
        }
        if (!is_step(word, i, atoms) || (goes_on && i == word->loop)) {
            rest.letter[rest.length++] = word->letter[i];
        }
    }
    shorten(&rest);
    for (unsigned i = rest.length; i < 64; i++) {
        rest.letter[i] = 0;
    }
    return rest;
}
