/* From formulas and words of tests to those of a store, and to automata (ltl_build.h). */
#include "tests/support/ltl_build.h"

#include <stdlib.h>

#include "tests/support/testing.h"

ltl ltl_build(struct ltl_store *store, const struct oracle_ltl *of) {
    const ltl a = of->left == NULL ? LTL_FALSE : ltl_build(store, of->left);
    const ltl b = of->right == NULL ? LTL_FALSE : ltl_build(store, of->right);
    switch (of->kind) {
    case ORACLE_TRUE:
        return LTL_TRUE;
    case ORACLE_FALSE:
        return LTL_FALSE;
    case ORACLE_ATOM:
        return ltl_atom(store, of->atom, 0);
    case ORACLE_NOT:
        return ltl_negate(store, a);
    case ORACLE_AND:
        return ltl_and(store, a, b);
    case ORACLE_OR:
        return ltl_or(store, a, b);
    case ORACLE_IMPLIES:
        return ltl_or(store, ltl_negate(store, a), b);
    case ORACLE_EQUIVALENT:
        return ltl_or(store, ltl_and(store, a, b),
                      ltl_and(store, ltl_negate(store, a), ltl_negate(store, b)));
    case ORACLE_XOR:
        return ltl_or(store, ltl_and(store, ltl_negate(store, a), b),
                      ltl_and(store, a, ltl_negate(store, b)));
    case ORACLE_NEXT:
        return ltl_next(store, a);
    case ORACLE_FINALLY:
        return ltl_binary(store, LTL_UNTIL, LTL_TRUE, a);
    case ORACLE_GLOBALLY:
        return ltl_binary(store, LTL_RELEASE, LTL_FALSE, a);
    case ORACLE_UNTIL:
        return ltl_binary(store, LTL_UNTIL, a, b);
    case ORACLE_WEAK_UNTIL:
        return ltl_binary(store, LTL_RELEASE, b, ltl_or(store, a, b));
    case ORACLE_RELEASE:
        return ltl_binary(store, LTL_RELEASE, a, b);
    default:
        return ltl_binary(store, LTL_UNTIL, b, ltl_and(store, a, b));
    }
}

/* An automaton of exactly one word. */
static void automaton_of_word(struct tgba *automaton, struct bdd_pool *pool, const struct oracle_word *word,
                              unsigned atoms) {
    tgba_init(automaton, pool);
    for (unsigned i = 0; i < word->length; i++) {
        bdd letter = BDD_TRUE;
        for (unsigned a = 0; a < atoms; a++) {
            const bdd atom = bdd_variable(pool, a);
            letter = bdd_and(pool, letter, word->letter[i] >> a & 1 ? atom : bdd_not(pool, atom));
        }
        tgba_add_edge(automaton, (struct tgba_edge){i + 1 < word->length ? i + 1 : word->loop, letter, 0});
        tgba_end_state(automaton);
    }
}

int ltl_accepts(const struct tgba *automaton, const struct oracle_word *word, unsigned atoms) {
    struct tgba one;
    struct tgba_word found;
    automaton_of_word(&one, automaton->pool, word, atoms);
    const int accepted = tgba_common_word(automaton, &one, atoms, &found);
    tgba_word_free(&found);
    tgba_free(&one);
    return accepted;
}

void ltl_put(const struct oracle_ltl *of, const char *const *atom, FILE *out) {
    static const char *const signs[] = {"true",  "false", "",   "!",  " && ", " || ", " -> ", " <-> ",
                                        " xor ", "X ",    "F ", "G ", " U ",  " W ",  " R ",  " M "};
    if (of->kind == ORACLE_ATOM) {
        fputs(atom[of->atom], out);
    } else if (of->left == NULL || of->right == NULL) {
        fputs(signs[of->kind], out);
        if (of->left != NULL) {
            ltl_put(of->left, atom, out);
        }
    } else {
        fputs("(", out);
        ltl_put(of->left, atom, out);
        fputs(signs[of->kind], out);
        ltl_put(of->right, atom, out);
        fputs(")", out);
    }
}

/* Positions by the sets of what holds there, as bits. */
int ltl_holds_on(const struct ltl_store *store, ltl formula, const struct oracle_word *word) {
    const uint64_t all = UINT64_MAX >> (64 - word->length);
    uint64_t *holds = test_allocate(store->node.count, sizeof *holds);
    for (ltl f = LTL_TRUE; f <= formula; f++) {
        const struct ltl_node *node = ltl_at(store, f);
        const struct oracle_ltl atom = {.kind = ORACLE_ATOM, .atom = node->left};
        uint64_t value = node->kind == LTL_OR ? 0 : all;
        for (uint32_t i = 0; (node->kind == LTL_AND || node->kind == LTL_OR) && i < node->right; i++) {
            const uint64_t one = holds[ltl_operand(store, f, i)];
            value = node->kind == LTL_AND ? value & one : value | one;
        }
        if (node->kind == LTL_ATOM || node->kind == LTL_NOT_ATOM) {
            value = oracle_ltl_holds(&atom, word) ^ (node->kind == LTL_ATOM ? 0 : all);
        } else if (node->kind == LTL_NEXT) {
            value = oracle_ltl_next(word, holds[node->left]);
        } else if (node->kind == LTL_UNTIL) {
            value = oracle_ltl_until(word, holds[node->left], holds[node->right]);
        } else if (node->kind == LTL_RELEASE) {
            value = all & ~oracle_ltl_until(word, all & ~holds[node->left], all & ~holds[node->right]);
        }
        holds[f] = value;
    }
    const int result = (int)(holds[formula] & 1);
    free(holds);
    return result;
}
