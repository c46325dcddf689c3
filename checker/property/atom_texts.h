#ifndef HEDDLE_CHECKER_PROPERTY_ATOM_TEXTS_H
#define HEDDLE_CHECKER_PROPERTY_ATOM_TEXTS_H

struct memory;
struct property;
struct text_buffer;

/* Writes each atom of a formula of linear time as the user wrote it, to text[atom], which are empty. 0, or -1
 * when memory runs out. */
int atom_texts_write(const struct property *property, struct memory *memory, struct text_buffer *text);

#endif
