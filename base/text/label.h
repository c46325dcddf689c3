#ifndef HEDDLE_BASE_TEXT_LABEL_H
#define HEDDLE_BASE_TEXT_LABEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct memory;

/*
 * Labels are strings, interned once: ids are dense, from 0, in the order of interning, and never change. Id 0
 * is the internal action under any of its names ("i", "tau" or an added name). A label's gate is its longest
 * prefix without blank, '!', '?', '(' or ';'; the rest are its offers. Stochastic labels are "prob P", "rate
 * R", "L; prob P", "L; rate R" with P, R a decimal number or a fraction.
 */
enum label_kind { LABEL_PLAIN = 0, LABEL_INTERNAL, LABEL_PROB, LABEL_RATE };

#define LABEL_NONE UINT32_MAX
#define LABEL_INTERNAL_ID 0u

typedef struct label_table label_table;

/*
 * ignore_case: every text is folded to upper case before it is interned (the internal action stays "i").
 * internal: `internal_count` more names of the internal action, which are copied. NULL when memory runs out.
 */
label_table *label_table_create(struct memory *memory, int ignore_case, const char *const *internal,
                                uint32_t internal_count);
void label_table_free(label_table *table);

/*
 * The id of the text, which is added if new; LABEL_NONE when memory runs out (or beyond 2^32-2 labels). The
 * text has no NUL inside.
 */
uint32_t label_intern(label_table *table, const char *text, size_t length);
/* The id of the text if it is known, else LABEL_NONE. */
uint32_t label_find(const label_table *table, const char *text, size_t length);
uint32_t label_count(const label_table *table);

/* NUL-terminated; owned by the table, stable until it is freed. */
const char *label_text(const label_table *table, uint32_t label);
uint32_t label_length(const label_table *table, uint32_t label);
/* The length of the gate in bytes; it is a prefix of the text. */
uint32_t label_gate_length(const label_table *table, uint32_t label);
enum label_kind label_kind(const label_table *table, uint32_t label);
/* Whether the gate is `exit` (successful termination; case is ignored if the table ignores it). */
int label_is_exit(const label_table *table, uint32_t label);

/*
 * Whether the text looks as if it should be stochastic, but is plain: it ends in `prob` or `rate`, in letters
 * of any case, and a text that begins as a number does, or with nan or inf: "prob 0,5", "L; rate -1", "Rate
 * 2", "prob=1/3"; or in a semicolon and that word, whatever follows: "L; prob", "L; rate x". A
 * semicolon at the end does not count: "prob 1;". *word: "prob" or "rate".
 */
int label_text_is_slip(const label_table *table, const char *text, size_t length, const char **word);
/* What a warning says of such a text. */
#define LABEL_SLIP_TEXT 300
void label_slip_describe(const char *text, const char *word, char described[LABEL_SLIP_TEXT]);

/* The same properties of a text that need not be in a table. */
size_t label_text_gate_length(const char *text, size_t length);
enum label_kind label_text_kind(const label_table *table, const char *text, size_t length);
/* The length of L in "L; prob P" and "L; rate R", without blanks after it; 0 for any other text. */
size_t label_text_action_length(const label_table *table, const char *text, size_t length);
/* Whether the L of such a text is a name of the internal action. */
int label_text_action_is_internal(const label_table *table, const char *text, size_t length);
/* Of such a text, or one without L: where P or R begins; *action: the length of L, as above. */
size_t label_text_number(const char *text, size_t length, size_t *action);
/* The number itself, of a text that has one, as the nearest double. */
double label_text_value(const char *text, size_t length);
int label_table_ignores_case(const label_table *table);

#ifdef __cplusplus
}
#endif
#endif
