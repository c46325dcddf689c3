/* The actions of the parser of the Hanoi format for the header, and for labels. Headers may come in any
 * order, so some numbers are checked at the end of it. */
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "specs/ltl/hoa_syntax.h"

static const char *const header_names[HOA_HEADERS] = {
    "States:", "AP:", "Acceptance:", "acc-name:", "tool:", "name:"};

int hoa_version(struct hoa_syntax *syntax, struct hoa_text version) {
    syntax->draft.has_begun = 1;
    return strcmp(version.text, "v1") == 0
               ? 0
               : hoa_syntax_error(syntax, version.where,
                                  "'%.40s' is another version of the format: v1 is read", version.text);
}

int hoa_once(struct hoa_syntax *syntax, enum hoa_header header, struct hoa_place where) {
    if (syntax->draft.header[header].line != 0) {
        return hoa_syntax_error(syntax, where, "a second '%s': the first one is in line %u",
                                header_names[header], syntax->draft.header[header].line);
    }
    syntax->draft.header[header] = where;
    return 0;
}

int hoa_set_states(struct hoa_syntax *syntax, struct hoa_number count) {
    syntax->draft.state_count = count;
    return count.value > HOA_MOST_STATES
               ? hoa_syntax_limit(syntax, count.where, "an automaton of more than %u states", HOA_MOST_STATES)
               : 0;
}

int hoa_add_start(struct hoa_syntax *syntax, struct hoa_number state) {
    return GROWING_ADD(syntax->memory, syntax->draft.start, state) != 0 ? hoa_syntax_memory(syntax) : 0;
}

int hoa_set_name(struct hoa_syntax *syntax, struct hoa_text name) {
    syntax->hoa->name = arena_copy(syntax->hoa->texts, name.text, name.length);
    return syntax->hoa->name == NULL ? hoa_syntax_memory(syntax) : 0;
}

int hoa_skip_header(struct hoa_syntax *syntax, struct hoa_text name) {
    return *name.text >= 'A' && *name.text <= 'Z'
               ? hoa_syntax_error(syntax, name.where,
                                  "'%.40s' is not read: a header with a capital letter changes the meaning",
                                  name.text)
               : 0;
}

int hoa_refuse_alternation(struct hoa_syntax *syntax, struct hoa_place where) {
    return hoa_syntax_error(
        syntax, where, "alternating automata are not read: '&' asks for runs from several states at once");
}

/* --- atoms and aliases --- */

int hoa_add_atom(struct hoa_syntax *syntax, struct hoa_text text) {
    const uint64_t hash = hash_bytes(text.text, text.length, 1);
    const uint32_t number = (uint32_t)syntax->draft.atom.count;
    if (number == syntax->draft.atom_count.value) {
        return hoa_syntax_error(syntax, text.where, "a text more than the %u that 'AP:' says", number);
    }
    if (number == HOA_MOST_ATOMS) {
        return hoa_syntax_limit(syntax, text.where, "an automaton of more than %u atoms", HOA_MOST_ATOMS);
    }
    for (struct index_walk walk = index_find(&syntax->draft.by_text, hash); index_next(&walk);) {
        if (strcmp(syntax->draft.atom.data[walk.number].text, text.text) == 0) {
            return hoa_syntax_error(syntax, text.where, "two atoms have this text");
        }
    }
    return GROWING_ADD(syntax->memory, syntax->draft.atom, text) != 0 ||
                   index_add(&syntax->draft.by_text, syntax->memory, hash, number) != 0
               ? hoa_syntax_memory(syntax)
               : 0;
}

int hoa_end_atoms(struct hoa_syntax *syntax) {
    return syntax->draft.atom.count < syntax->draft.atom_count.value
               ? hoa_syntax_error(syntax, syntax->draft.atom_count.where,
                                  "%u atoms, but the texts of %lu follow", syntax->draft.atom_count.value,
                                  syntax->draft.atom.count)
               : 0;
}

static int check_atom(struct hoa_syntax *syntax, struct hoa_number atom) {
    return atom.value >= syntax->draft.atom.count
               ? hoa_syntax_error(syntax, atom.where, "there is no atom %u: 'AP:' has %lu, from 0 on",
                                  atom.value, syntax->draft.atom.count)
               : 0;
}

int hoa_label_atom(struct hoa_syntax *syntax, struct hoa_number atom, bdd *label) {
    const int is_known = syntax->draft.in_body || syntax->draft.header[HOA_ATOMS].line != 0;
    if ((is_known || atom.value >= HOA_MOST_ATOMS) && check_atom(syntax, atom) != 0) {
        return -1;
    }
    if (!is_known && GROWING_ADD(syntax->memory, syntax->draft.used_atom, atom) != 0) {
        return hoa_syntax_memory(syntax);
    }
    *label = bdd_variable(syntax->pool, atom.value);
    return 0;
}

static const struct hoa_alias *find_alias(const struct hoa_syntax *syntax, struct hoa_text name) {
    const uint64_t hash = hash_bytes(name.text, name.length, 1);
    for (struct index_walk walk = index_find(&syntax->draft.by_alias, hash); index_next(&walk);) {
        if (strcmp(syntax->draft.alias.data[walk.number].name, name.text) == 0) {
            return &syntax->draft.alias.data[walk.number];
        }
    }
    return NULL;
}

int hoa_add_alias(struct hoa_syntax *syntax, struct hoa_text name, bdd label) {
    const struct hoa_alias alias = {name.text, label};
    const uint64_t hash = hash_bytes(name.text, name.length, 1);
    if (find_alias(syntax, name) != NULL) {
        return hoa_syntax_error(syntax, name.where, "a second alias '%.40s'", name.text);
    }
    return GROWING_ADD(syntax->memory, syntax->draft.alias, alias) != 0 ||
                   index_add(&syntax->draft.by_alias, syntax->memory, hash,
                             (uint32_t)syntax->draft.alias.count - 1) != 0
               ? hoa_syntax_memory(syntax)
               : 0;
}

int hoa_label_alias(struct hoa_syntax *syntax, struct hoa_text name, bdd *label) {
    const struct hoa_alias *alias = find_alias(syntax, name);
    if (alias == NULL) {
        return hoa_syntax_error(syntax, name.where, "there is no alias '%.40s' before this place", name.text);
    }
    *label = alias->label;
    return 0;
}

/* --- acceptance --- */

int hoa_set_sets(struct hoa_syntax *syntax, struct hoa_number count) {
    syntax->hoa->sets = count.value;
    return count.value > HOA_MOST_SETS
               ? hoa_syntax_limit(syntax, count.where, "an automaton of more than %u acceptance sets",
                                  HOA_MOST_SETS)
               : 0;
}

static int add_term(struct hoa_syntax *syntax, struct hoa_term term) {
    return GROWING_ADD(syntax->memory, syntax->hoa->term, term) != 0 ? hoa_syntax_memory(syntax) : 0;
}

int hoa_add_term(struct hoa_syntax *syntax, enum hoa_term_kind kind) {
    return add_term(syntax, (struct hoa_term){.kind = kind});
}

int hoa_add_set(struct hoa_syntax *syntax, struct hoa_text kind, int is_outside, struct hoa_number set) {
    const int is_fin = strcmp(kind.text, "Fin") == 0;
    if (!is_fin && strcmp(kind.text, "Inf") != 0) {
        return hoa_syntax_error(syntax, kind.where,
                                "'%.40s' is not read: an acceptance is made of Fin and Inf", kind.text);
    }
    if (set.value >= syntax->hoa->sets) {
        return hoa_syntax_error(syntax, set.where,
                                "there is no acceptance set %u: 'Acceptance:' has %u, from 0 on", set.value,
                                syntax->hoa->sets);
    }
    return add_term(syntax, (struct hoa_term){is_fin ? HOA_FIN : HOA_INF, set.value, is_outside});
}

/* --- the end --- */

/* Texts of atoms, for as long as the automaton. */
static int keep_atoms(struct hoa_syntax *syntax) {
    struct hoa *hoa = syntax->hoa;
    hoa->atoms = (uint32_t)syntax->draft.atom.count;
    hoa->atom = arena_allocate(hoa->texts, (syntax->draft.atom.count + 1) * sizeof *hoa->atom);
    for (uint32_t a = 0; a < hoa->atoms && hoa->atom != NULL; a++) {
        hoa->atom[a] =
            arena_copy(hoa->texts, syntax->draft.atom.data[a].text, syntax->draft.atom.data[a].length);
    }
    return arena_failed(hoa->texts) ? hoa_syntax_memory(syntax) : 0;
}

static int make_acceptance(struct hoa_syntax *syntax) {
    struct hoa *hoa = syntax->hoa;
    hoa->words = bitset_words(2 * (uint64_t)hoa->sets + 1);
    syntax->draft.words = bitset_words((uint64_t)hoa->sets + 1);
    syntax->draft.own = arena_allocate(syntax->draft.arena, syntax->draft.words * sizeof *syntax->draft.own);
    syntax->draft.sets =
        arena_allocate(syntax->draft.arena, syntax->draft.words * sizeof *syntax->draft.sets);
    if (syntax->draft.own == NULL || syntax->draft.sets == NULL) {
        return hoa_syntax_memory(syntax);
    }
    const int made = hoa_normalise(hoa);
    const char *name = syntax->draft.acceptance_name;
    if (made == 0) {
        return hoa_syntax_error(
            syntax, syntax->draft.condition,
            "this acceptance%s%.40s%s is not read: it has more than %u conjunctions in disjunctive "
            "normal form, and is no condition of Streett of at most %u pairs",
            name != NULL ? " (" : "", name != NULL ? name : "", name != NULL ? ")" : "",
            HOA_MOST_CONJUNCTIONS, HOA_MOST_PAIRS);
    }
    return made < 0 ? -1 : 0;
}

int hoa_end_header(struct hoa_syntax *syntax, struct hoa_place where) {
    syntax->draft.in_body = 1;
    if (syntax->draft.header[HOA_ACCEPTANCE].line == 0) {
        return hoa_syntax_error(syntax, where, "the header 'Acceptance:' is missing before this place");
    }
    for (uint64_t i = 0; i < syntax->draft.used_atom.count; i++) {
        if (check_atom(syntax, syntax->draft.used_atom.data[i]) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < syntax->draft.start.count; i++) {
        if (hoa_name_state(syntax, syntax->draft.start.data[i]) != 0) {
            return -1;
        }
    }
    return keep_atoms(syntax) != 0 || make_acceptance(syntax) != 0 ? -1 : 0;
}
