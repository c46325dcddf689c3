#ifndef HEDDLE_BASE_TEXT_H
#define HEDDLE_BASE_TEXT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the text has this end and something before it; the second takes upper and lower case for the same.
 */
int text_ends_with(const char *text, const char *end);
int text_ends_with_any_case(const char *text, const char *end);

/* Bytes of the well-formed UTF-8 character that the text begins with, 0 when it begins with none. */
unsigned text_character(const char *text);

#ifdef __cplusplus
}
#endif
#endif
