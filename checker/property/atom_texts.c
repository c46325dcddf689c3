/* The atoms of a formula of linear time as they are written (atom_texts.h). */
#include "checker/property/atom_texts.h"

#include "base/text/text_buffer.h"
#include "checker/property/property.h"
#include "specs/syntax/formula_own.h"
#include "specs/syntax/ltl_tree.h"

#define MOST_TEXT 4000u /* bytes of an atom that are shown */

/* What an atom is written as, where it occurs first: but `any` is the opposite of `deadlock`, and a formula
 * need not have been read. */
static int write_atom_text(const struct property *property, const struct ltl_atom *atom,
                           const struct ltl_tree_node *node, struct memory *memory,
                           struct text_buffer *text) {
    const char *name = atom->predicate != NULL      ? atom->predicate->name
                       : atom->action == NULL       ? "deadlock"
                       : atom->action->text == NULL ? "i"
                                                    : atom->action->text;
    return node->extent.begin < node->extent.end && (atom->action != NULL || atom->predicate != NULL)
               ? formula_own_text(property->formula, node->extent, MOST_TEXT, memory, text)
               : text_buffer_add(memory, text, name);
}

int atom_texts_write(const struct property *property, struct memory *memory, struct text_buffer *text) {
    const struct ltl_tree *tree = formula_ltl(property->formula);
    int failed = 0;
    for (uint64_t n = 0; n < tree->node.count && !failed; n++) {
        const struct ltl_tree_node *node = &tree->node.data[n];
        if (node->kind == LTL_TREE_ATOM && text[node->left].length == 0) {
            failed =
                write_atom_text(property, &tree->atom.data[node->left], node, memory, &text[node->left]) != 0;
        }
    }
    return failed ? -1 : 0;
}
