#ifndef HEDDLE_REPORT_PLOT_SVG_TEXT_H
#define HEDDLE_REPORT_PLOT_SVG_TEXT_H

#include <stddef.h>

typedef struct output output;
struct error;

/*
 * The text as XML has it between tags and in attributes: &, <, > and quotes escaped, control characters (but
 * for tabs and ends of lines) and bytes that are no UTF-8 as "\x1b", and what else XML 1.0 does not allow as
 * U+FFFD. Of more than `most` characters the first are written, with an ellipsis for the last. 0, or -1 with
 * *error filled by the output.
 */
int svg_text_write(output *output, const char *text, size_t most, struct error *error);

#endif
