/* Random formulas of linear temporal logic, and words (random_ltl.h). */
#include "tests/random/random_ltl.h"

#include "base/array.h"
#include "tests/support/testing.h"

const struct oracle_ltl *random_ltl(uint64_t *random, arena *arena, unsigned operators, unsigned atoms) {
    static const enum oracle_ltl_kind unary[] = {ORACLE_NOT, ORACLE_NEXT, ORACLE_FINALLY, ORACLE_GLOBALLY};
    static const enum oracle_ltl_kind binary[] = {
        ORACLE_AND,     ORACLE_OR,         ORACLE_IMPLIES,    ORACLE_UNTIL,  ORACLE_UNTIL,
        ORACLE_RELEASE, ORACLE_UNTIL,      ORACLE_WEAK_UNTIL, ORACLE_AND,    ORACLE_STRONG_RELEASE,
        ORACLE_XOR,     ORACLE_EQUIVALENT, ORACLE_OR,         ORACLE_RELEASE};
    struct oracle_ltl *made = test_present(arena_allocate(arena, sizeof *made));
    if (operators == 0) {
        made->kind =
            random_draw(random, 12) == 0 ? (enum oracle_ltl_kind)random_draw(random, 2) : ORACLE_ATOM;
        made->atom = random_draw(random, atoms);
        return made;
    }
    if (operators == 1 || random_draw(random, 5) < 2) {
        made->kind = unary[random_draw(random, LENGTH(unary))];
        made->left = random_ltl(random, arena, operators - 1, atoms);
        return made;
    }
    const unsigned left = random_draw(random, operators);
    made->kind = binary[random_draw(random, LENGTH(binary))];
    made->left = random_ltl(random, arena, left, atoms);
    made->right = random_ltl(random, arena, operators - 1 - left, atoms);
    return made;
}

struct oracle_word random_ltl_word(uint64_t *random, unsigned atoms) {
    struct oracle_word word = {.length = 1 + random_draw(random, 7)};
    word.loop = random_draw(random, word.length);
    for (unsigned i = 0; i < word.length; i++) {
        word.letter[i] = random_draw(random, 1u << atoms);
    }
    return word;
}
