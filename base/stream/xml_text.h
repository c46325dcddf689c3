#ifndef HEDDLE_BASE_STREAM_XML_TEXT_H
#define HEDDLE_BASE_STREAM_XML_TEXT_H

#include <stddef.h>

typedef struct output output;
struct error;

/*
 * Writes a text as XML, for use between tags and in attributes. &, <, > and quotes are escaped; control
 * characters, except tabs and line ends, and bytes that are not UTF-8 are written as "\x1b"; other characters
 * that XML 1.0 does not allow become U+FFFD. If the text has more than `most` characters, it is cut to that
 * number, the last of which is an ellipsis. Returns 0, or -1 with *error filled by the output.
 */
int xml_text_write(output *output, const char *text, size_t most, struct error *error);

#endif
