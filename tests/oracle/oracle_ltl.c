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
