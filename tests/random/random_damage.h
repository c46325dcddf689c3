#ifndef HEDDLE_TESTS_RANDOM_RANDOM_DAMAGE_H
#define HEDDLE_TESTS_RANDOM_RANDOM_DAMAGE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Damages a file of JSON values by structure. A member or an element, somewhere in it, is removed, doubled,
 * renamed, swapped, made long or empty, nested deeply, replaced by a value of another kind or by a text that
 * is no value, or taken from the other file. A number becomes one at the edge of a range; a string, other
 * bytes. Half of the damage is mild: values are taken from elsewhere where they are of the same type, numbers
 * change by one, and mostly after the first value. Both files are arrays of their values, from the first on.
 */
void random_damage(uint64_t *random, json_t *file, const json_t *other);
/*
 * The values as text, a line for each. What no JSON value can stand for, such as a member that is there twice
 * or 1e400, is written as it was meant. The caller frees the text.
 */
char *random_damage_text(const json_t *file, size_t *length);
/* Damages a text by bytes: cuts it, or changes, removes or doubles a few. Returns its new length, of at most
 * length + 8, for which there is room. */
size_t random_damage_bytes(uint64_t *random, char *text, size_t length);

#endif
