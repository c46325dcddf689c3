#ifndef HEDDLE_SPECS_LTL_HOA_SYNTAX_H
#define HEDDLE_SPECS_LTL_HOA_SYNTAX_H

#include "base/index.h"
#include "base/text/scanner_room.h"
#include "specs/ltl/hoa.h"

/* What scanner, parser and the rest of the reader of the Hanoi format share; internal to the reader. */

/* Where something stands in the file; 1-based, line 0: nowhere. */
struct hoa_place {
    uint32_t line, column;
};

struct hoa_number {
    uint32_t value;
    struct hoa_place where;
};

/* Without quotes and backslashes; in the scanner's arena. */
struct hoa_text {
    const char *text;
    uint32_t length;
    struct hoa_place where;
};

/* Headers that a file has once. HOA_STATE_COUNT is `States:`. */
enum hoa_header {
    HOA_STATE_COUNT,
    HOA_ATOMS,
    HOA_ACCEPTANCE,
    HOA_ACCEPTANCE_NAME,
    HOA_TOOL,
    HOA_NAME,
    HOA_HEADERS
};

struct hoa_alias {
    const char *name;
    bdd label;
};

/* How the edges of a state have their labels. */
enum hoa_labels { HOA_LABELS_OPEN, HOA_LABELS_OF_STATE, HOA_LABELS_OF_EDGES, HOA_LABELS_IMPLICIT };

struct hoa_read_edge {
    uint32_t source, target;
    bdd guard;
};

struct hoa_read_state {
    struct hoa_place named, described; /* where it is first */
    int is_initial;
};

/* What was read of an automaton. */
struct hoa_draft {
    arena *arena; /* words, texts and sets */
    int has_begun;
    /* header */
    struct hoa_place header[HOA_HEADERS]; /* of those that were read */
    struct hoa_number state_count, atom_count;
    struct hoa_place condition;  /* the formula of the acceptance */
    const char *acceptance_name; /* or NULL */
    GROWING(struct hoa_number) start;
    GROWING(struct hoa_text) atom;
    GROWING(struct hoa_number) used_atom; /* in aliases before the number of atoms is known */
    GROWING(struct hoa_alias) alias;
    struct index by_text; /* finds atoms */
    struct index by_alias;
    /* body */
    int in_body;
    GROWING(struct hoa_read_state) state;
    GROWING(struct hoa_read_edge) edge;
    GROWING(uint64_t) member; /* [edges * words]: sets of the file */
    uint64_t words;           /* of a set of the file's sets */
    struct hoa_number source; /* the state whose edges are read */
    enum hoa_labels labels;   /* of its edges */
    bdd label;                /* of the state */
    uint64_t implicit;        /* edges without labels so far */
    uint64_t *own, *sets;     /* the state's sets; those that are read, the edge's, too */
};

struct hoa_syntax {
    struct scanner_room room;
    struct bdd_pool *pool;
    struct memory *memory;
    struct hoa *hoa;
    const char *path; /* for positions */
    int failed;       /* the pool's error is filled */
    /* scanner */
    const char *line_start, *end;
    uint32_t line;
    const char *token; /* the last token as written */
    size_t token_length;
    struct hoa_place where; /* of it */
    uint64_t tokens;
    uint64_t comments; /* open ones */
    struct hoa_place comment;
    int is_aborted;           /* --ABORT-- was read: the parser is to begin again */
    struct hoa_place aborted; /* where it was read last */
    /* parser */
    struct hoa_draft draft;
};

/* Parses `length` bytes at `text`, which has room for two more bytes and is changed. 0, or -1 with the error
 * reported. */
int hoa_syntax_parse(struct hoa_syntax *syntax, char *text, uint64_t length);
/* Begins with an automaton, and forgets what was read before. 0, or -1 with the error reported. */
int hoa_syntax_begin(struct hoa_syntax *syntax);

/* Report an error and return -1. Later calls keep the first one. */
int hoa_syntax_error(struct hoa_syntax *syntax, struct hoa_place where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int hoa_syntax_limit(struct hoa_syntax *syntax, struct hoa_place where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int hoa_syntax_memory(struct hoa_syntax *syntax);
/* Reports the last token as unexpected; expected: what could be there. */
void hoa_syntax_unexpected(struct hoa_syntax *syntax, const char *expected);

/* --- actions of the parser: each returns 0, or -1 with the error reported --- */

/* The header (hoa_header.c). */
int hoa_version(struct hoa_syntax *syntax, struct hoa_text version);
int hoa_once(struct hoa_syntax *syntax, enum hoa_header header, struct hoa_place where);
int hoa_set_states(struct hoa_syntax *syntax, struct hoa_number count);
int hoa_add_start(struct hoa_syntax *syntax, struct hoa_number state);
int hoa_add_atom(struct hoa_syntax *syntax, struct hoa_text text);
int hoa_end_atoms(struct hoa_syntax *syntax);
int hoa_add_alias(struct hoa_syntax *syntax, struct hoa_text name, bdd label);
int hoa_set_sets(struct hoa_syntax *syntax, struct hoa_number count);
int hoa_add_term(struct hoa_syntax *syntax, enum hoa_term_kind kind);
int hoa_add_set(struct hoa_syntax *syntax, struct hoa_text kind, int is_outside, struct hoa_number set);
int hoa_set_name(struct hoa_syntax *syntax, struct hoa_text name);
int hoa_skip_header(struct hoa_syntax *syntax, struct hoa_text name);
int hoa_refuse_alternation(struct hoa_syntax *syntax, struct hoa_place where);
int hoa_end_header(struct hoa_syntax *syntax, struct hoa_place where);

/* Labels: an atom, and what an alias stands for. */
int hoa_label_atom(struct hoa_syntax *syntax, struct hoa_number atom, bdd *label);
int hoa_label_alias(struct hoa_syntax *syntax, struct hoa_text name, bdd *label);

/* The body (hoa_body.c). label: NULL if there is none. hoa_name_state checks a number that names a state. */
int hoa_name_state(struct hoa_syntax *syntax, struct hoa_number state);
int hoa_begin_state(struct hoa_syntax *syntax, const bdd *label, struct hoa_number state);
int hoa_end_state_sets(struct hoa_syntax *syntax);
int hoa_add_to_sets(struct hoa_syntax *syntax, struct hoa_number set);
int hoa_begin_edge(struct hoa_syntax *syntax, const bdd *label, struct hoa_number target);
int hoa_end_edge(struct hoa_syntax *syntax);
int hoa_end_edges(struct hoa_syntax *syntax);
int hoa_end_body(struct hoa_syntax *syntax);

#endif
