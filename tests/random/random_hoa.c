/* Random automata of the Hanoi format, and how they are written (random_hoa.h). */
#include "tests/random/random_hoa.h"

#include <string.h>

#include "tests/random/random_ltl.h"
#include "tests/support/testing.h"

/* --- conditions --- */

static const struct oracle_hoa_condition *make(arena *arena, struct oracle_hoa_condition condition) {
    struct oracle_hoa_condition *made = test_present(arena_allocate(arena, sizeof *made));
    *made = condition;
    return made;
}

static const struct oracle_hoa_condition *literal(arena *arena, enum oracle_hoa_kind kind, unsigned set,
                                                  int is_outside) {
    return make(arena, (struct oracle_hoa_condition){.kind = kind, .set = set, .is_outside = is_outside});
}

static const struct oracle_hoa_condition *join(arena *arena, enum oracle_hoa_kind kind,
                                               const struct oracle_hoa_condition *left,
                                               const struct oracle_hoa_condition *right) {
    return make(arena, (struct oracle_hoa_condition){.kind = kind, .left = left, .right = right});
}

static const struct oracle_hoa_condition *draw_tree(uint64_t *random, arena *arena, unsigned sets,
                                                    unsigned leaves) {
    if (leaves == 1) {
        const int is_constant = sets == 0 || random_draw(random, 12) == 0;
        return is_constant ? literal(arena, (enum oracle_hoa_kind)random_draw(random, 2), 0, 0)
                           : literal(arena, random_draw(random, 2) ? ORACLE_HOA_FIN : ORACLE_HOA_INF,
                                     random_draw(random, sets), random_draw(random, 4) == 0);
    }
    const unsigned left = 1 + random_draw(random, leaves - 1);
    return join(arena, random_draw(random, 2) ? ORACLE_HOA_AND : ORACLE_HOA_OR,
                draw_tree(random, arena, sets, left), draw_tree(random, arena, sets, leaves - left));
}

/* Of parity: the least set that is met decides. */
static const struct oracle_hoa_condition *make_parity(arena *arena, unsigned sets, int odd) {
    const struct oracle_hoa_condition *made = literal(arena, (enum oracle_hoa_kind)(odd != 0), 0, 0);
    for (unsigned set = sets; set-- > 0;) {
        const int accepts = set % 2 == (odd ? 1u : 0u);
        made = join(arena, accepts ? ORACLE_HOA_OR : ORACLE_HOA_AND,
                    literal(arena, accepts ? ORACLE_HOA_INF : ORACLE_HOA_FIN, set, 0), made);
    }
    return made;
}

/* Of Rabin, or of Streett: pairs. */
static const struct oracle_hoa_condition *make_pairs(arena *arena, unsigned sets, int is_streett) {
    const struct oracle_hoa_condition *made = NULL;
    for (unsigned set = 0; set + 1 < sets; set += 2) {
        const struct oracle_hoa_condition *pair =
            join(arena, is_streett ? ORACLE_HOA_OR : ORACLE_HOA_AND, literal(arena, ORACLE_HOA_FIN, set, 0),
                 literal(arena, ORACLE_HOA_INF, set + 1, 0));
        made = made == NULL ? pair : join(arena, is_streett ? ORACLE_HOA_AND : ORACLE_HOA_OR, made, pair);
    }
    return made != NULL ? made : literal(arena, is_streett ? ORACLE_HOA_TRUE : ORACLE_HOA_FALSE, 0, 0);
}

const struct oracle_hoa_condition *random_hoa_streett(uint64_t *random, arena *arena, unsigned sets) {
    const struct oracle_hoa_condition *made = NULL;
    for (unsigned set = 0; set + 1 < sets; set += 2) {
        const int is_shared = random_draw(random, 8) == 0;
        const struct oracle_hoa_condition *pair =
            join(arena, ORACLE_HOA_OR,
                 literal(arena, ORACLE_HOA_FIN, is_shared ? random_draw(random, sets) : set, is_shared),
                 literal(arena, ORACLE_HOA_INF, set + 1, 0));
        made = made == NULL ? pair : join(arena, ORACLE_HOA_AND, made, pair);
    }
    return test_present((void *)made);
}

const struct oracle_hoa_condition *random_hoa_condition(uint64_t *random, arena *arena, unsigned sets) {
    switch (random_draw(random, 6)) {
    case 0:
        return make_parity(arena, sets, (int)random_draw(random, 2));
    case 1:
        return make_pairs(arena, sets, (int)random_draw(random, 2));
    default:
        return draw_tree(random, arena, sets, 1 + random_draw(random, 6));
    }
}

/* --- automata --- */

static void add_edge(struct oracle_hoa *automaton, struct oracle_hoa_edge edge) {
    automaton->edge[automaton->edges++] = edge;
}

/* A part of the sets, as bits. */
static unsigned draw_sets(uint64_t *random, unsigned sets) {
    const unsigned drawn = random_draw(random, 1u << sets);
    return random_draw(random, 3) == 0 ? drawn : drawn & random_draw(random, 1u << sets);
}

/* Edges of a state; to be deterministic, their letters are parts of all. */
static void draw_edges(uint64_t *random, struct random_hoa *made, unsigned state) {
    struct oracle_hoa *automaton = &made->automaton;
    const unsigned letters = 1u << automaton->atoms,
                   count = random_draw(random, 8) == 0 ? 0 : 1 + random_draw(random, 4);
    const uint32_t all = (uint32_t)((1ull << letters) - 1),
                   shared = (uint32_t)(random_next(random) | random_next(random)) & all;
    uint32_t left = all;
    if (made->labels[state] == RANDOM_HOA_IMPLICIT) {
        for (unsigned l = 0; l < letters; l++) {
            add_edge(automaton,
                     (struct oracle_hoa_edge){state, random_draw(random, automaton->states), 1u << l,
                                              random_draw(random, 1u << automaton->sets)});
        }
        return;
    }
    for (unsigned i = 0; i < count && (i == 0 || !made->is_deterministic || left != 0); i++) {
        struct oracle_hoa_edge edge = {state, random_draw(random, automaton->states), shared,
                                       draw_sets(random, automaton->sets)};
        if (made->labels[state] == RANDOM_HOA_EDGE_LABELS) {
            edge.letters = random_draw(random, 4) == 0 ? all : (uint32_t)random_next(random) & all;
            edge.letters |= i == 0 ? shared : 0;
            edge.letters &= made->is_deterministic ? left : all;
        } else if (made->is_deterministic && i > 0) {
            return;
        }
        left &= ~edge.letters;
        add_edge(automaton, edge);
    }
}

void random_hoa(uint64_t *random, arena *arena, struct random_hoa *made) {
    struct oracle_hoa *automaton = &made->automaton;
    memset(made, 0, sizeof *made);
    automaton->atoms = random_draw(random, 8) == 0 ? 0 : 1 + random_draw(random, ORACLE_HOA_ATOMS);
    automaton->states = random_draw(random, 8) == 0 ? 1 : 2 + random_draw(random, ORACLE_HOA_STATES - 1);
    automaton->sets = random_draw(random, 8) == 0 ? 0 : 1 + random_draw(random, ORACLE_HOA_SETS);
    automaton->acceptance = random_hoa_condition(random, arena, automaton->sets);
    made->is_deterministic = random_draw(random, 3) == 0;
    automaton->initial = 1u << random_draw(random, automaton->states);
    if (!made->is_deterministic && random_draw(random, 3) == 0) {
        automaton->initial = random_draw(random, 1u << automaton->states);
    }
    for (unsigned s = 0; s < automaton->states; s++) {
        made->labels[s] = (enum random_hoa_labels)random_draw(random, 3);
        draw_edges(random, made, s);
    }
}

struct oracle_word random_hoa_word(uint64_t *random, const struct oracle_hoa *automaton) {
    return random_ltl_word(random, automaton->atoms);
}

/* --- writing --- */

#define ADD(...) text_append(text, size, __VA_ARGS__)

static const char *blank(uint64_t *random) {
    static const char *const blanks[] = {
        " ", " ", "\n", "  ", "\t", "\r\n", " /* x */", " /*a/*b*/c*/", " /*--END--*/ ", " /***/\n"};
    return blanks[random_draw(random, sizeof blanks / sizeof *blanks)];
}

/* A letter: all its atoms, or their aliases. */
static void write_letter(uint64_t *random, unsigned atoms, unsigned letter, char *text, size_t size) {
    for (unsigned a = 0; a < atoms; a++) {
        ADD("%s%s", a > 0 ? "&" : "", letter >> a & 1 ? "" : "!");
        if (random_draw(random, 3) == 0) {
            ADD("@p%u", a);
        } else {
            ADD("%u", a);
        }
    }
    ADD("%s", atoms == 0 ? "t" : "");
}

/* A disjunction of letters, or the negation of one. */
static void write_label(uint64_t *random, unsigned atoms, uint32_t letters, char *text, size_t size) {
    const uint32_t all = (uint32_t)((1ull << (1u << atoms)) - 1);
    const int is_negated = random_draw(random, 4) == 0;
    unsigned count = 0;
    ADD("[%s", blank(random));
    if (letters == all && random_draw(random, 2)) {
        ADD("t]");
        return;
    }
    letters = is_negated ? all & ~letters : letters;
    ADD("%s", is_negated ? "!(" : "");
    for (unsigned l = 0; l < 1u << atoms; l++) {
        if (letters >> l & 1) {
            ADD("%s", count++ > 0 ? " | " : "");
            if (random_draw(random, 6) == 0) {
                ADD("(");
                write_letter(random, atoms, l, text, size);
                ADD(")");
            } else {
                write_letter(random, atoms, l, text, size);
            }
        }
    }
    ADD("%s%s%s]", count == 0 ? "f" : "", is_negated ? ")" : "", blank(random));
}

static void write_sets(uint64_t *random, unsigned sets, char *text, size_t size) {
    if (sets == 0 && random_draw(random, 4) != 0) {
        return;
    }
    ADD("%s{", blank(random));
    for (unsigned s = 0; s < 32; s++) {
        if (sets >> s & 1) {
            ADD("%s%u", blank(random), s);
        }
    }
    ADD(" }");
}

void random_hoa_write_condition(uint64_t *random, const struct oracle_hoa_condition *condition, char *text,
                                size_t size) {
    if (condition->kind == ORACLE_HOA_TRUE || condition->kind == ORACLE_HOA_FALSE) {
        ADD("%s", condition->kind == ORACLE_HOA_TRUE ? "t" : "f");
    } else if (condition->left == NULL) {
        ADD("%s(%s%u%s)", condition->kind == ORACLE_HOA_FIN ? "Fin" : "Inf", condition->is_outside ? "!" : "",
            condition->set, blank(random));
    } else {
        /* Without parentheses where they are not needed: & binds more tightly. */
        const int is_and = condition->kind == ORACLE_HOA_AND;
        for (int side = 0; side < 2; side++) {
            const struct oracle_hoa_condition *part = side == 0 ? condition->left : condition->right;
            const int needs = (is_and && part->kind == ORACLE_HOA_OR) || random_draw(random, 4) == 0;
            ADD("%s%s", side == 0 ? "" : is_and ? "&" : " | ", needs ? "(" : "");
            random_hoa_write_condition(random, part, text, size);
            ADD("%s", needs ? ")" : "");
        }
    }
}

/* A header of the file, by number. */
enum { HEADERS = 10 };
static void write_header(uint64_t *random, const struct random_hoa *made, unsigned which, char *text,
                         size_t size) {
    static const char *const names[] = {"\"a\"", "\"b c\"", "\"d\\\"\\\\\""};
    const struct oracle_hoa *automaton = &made->automaton;
    const int wants = random_draw(random, 2) != 0;
    ADD("%s", blank(random));
    if (which == 0 && wants) {
        ADD("States:%s%u", blank(random), automaton->states);
    } else if (which == 1) {
        for (unsigned s = 0; s < automaton->states; s++) {
            if (automaton->initial >> s & 1) {
                ADD("Start: %u%s", s, blank(random));
            }
        }
    } else if (which == 2 && (wants || automaton->atoms > 0)) {
        ADD("AP: %u", automaton->atoms);
        for (unsigned a = 0; a < automaton->atoms; a++) {
            ADD("%s%s", blank(random), names[a]);
        }
    } else if (which == 3) {
        ADD("Acceptance: %u ", automaton->sets);
        random_hoa_write_condition(random, automaton->acceptance, text, size);
    } else if (which == 4 && wants) {
        ADD("acc-name: something 3 t even");
    } else if (which == 5 && wants) {
        ADD("name: \"States: 7 --END-- /* \\\\\"");
    } else if (which == 6 && wants) {
        ADD("tool: \"x\"%s", random_draw(random, 2) ? " \"1.0\"" : "");
    } else if (which == 7 && wants) {
        ADD("properties: trans-labels explicit-labels properties: a-b_c");
    } else if (which == 8 && wants) {
        ADD("other-header: 1 \"x\" t word");
    } else if (which == 9) {
        for (unsigned a = 0; a < automaton->atoms; a++) {
            ADD("Alias: @p%u %u%s", a, a, blank(random));
        }
    }
}

static void write_state(uint64_t *random, const struct random_hoa *made, unsigned state, char *text,
                        size_t size) {
    const struct oracle_hoa *automaton = &made->automaton;
    unsigned common = random_draw(random, 2) ? (1u << automaton->sets) - 1 : 0, edges = 0;
    uint32_t letters = 0;
    for (unsigned i = 0; i < automaton->edges; i++) {
        if (automaton->edge[i].source == state) {
            common &= automaton->edge[i].sets;
            letters = automaton->edge[i].letters;
            edges++;
        }
    }
    ADD("State:%s", blank(random));
    if (made->labels[state] == RANDOM_HOA_STATE_LABEL) {
        write_label(random, automaton->atoms, letters, text, size);
    }
    ADD(" %u", state);
    if (random_draw(random, 3) == 0) {
        ADD("%s\"{1} [0]\"", blank(random));
    }
    write_sets(random, edges == 0 ? 0 : common, text, size);
    for (unsigned i = 0; i < automaton->edges; i++) {
        const struct oracle_hoa_edge *edge = &automaton->edge[i];
        if (edge->source == state) {
            ADD("%s", blank(random));
            if (made->labels[state] == RANDOM_HOA_EDGE_LABELS) {
                write_label(random, automaton->atoms, edge->letters, text, size);
            }
            ADD(" %u", edge->target);
            write_sets(random, edge->sets & ~(random_draw(random, 2) ? common : 0), text, size);
        }
    }
    ADD("\n");
}

void random_hoa_write(uint64_t *random, const struct random_hoa *made, char *text, size_t size) {
    uint32_t header[HEADERS], state[ORACLE_HOA_STATES];
    *text = '\0';
    for (unsigned i = 0; i < HEADERS; i++) {
        header[i] = i;
    }
    for (unsigned s = 0; s < made->automaton.states; s++) {
        state[s] = s;
    }
    random_shuffle(random, header, HEADERS);
    if (random_draw(random, 2)) {
        random_shuffle(random, state, made->automaton.states);
    }
    if (random_draw(random, 8) == 0) {
        ADD("HOA: v1 States: 2 Start: 1 Acceptance: 1 Inf(0 --ABORT--%s", blank(random));
    }
    ADD("HOA:%sv1", blank(random));
    for (unsigned i = 0; i < HEADERS; i++) {
        write_header(random, made, header[i], text, size);
    }
    ADD("%s--BODY--%s", blank(random), blank(random));
    for (unsigned s = 0; s < made->automaton.states; s++) {
        write_state(random, made, state[s], text, size);
    }
    ADD("--END--%s", blank(random));
}
