#ifndef HEDDLE_TESTS_MARKUP_H
#define HEDDLE_TESTS_MARKUP_H

/*
 * Whether XML, or HTML written like it, is whole: every element that begins ends, in order; attributes are
 * quoted; no bare < or & in texts. Elements that HTML never ends (meta) and declarations are passed over.
 */
int markup_is_whole(const char *text);

/* How often `part` occurs in the text. */
unsigned markup_count(const char *text, const char *part);

#endif
