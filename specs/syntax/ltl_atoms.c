/* The atoms of a formula of linear time once its data are written out (ltl_tree.h). */
#include "base/error.h"
#include "base/memory.h"
#include "specs/syntax/ltl_tree.h"

/* formula_root is a conjunction of all events and predicates in their order, and so is what was made of it.
 */
int ltl_atoms_find(const formula_text *text, struct memory *memory, struct ltl_atom **atoms,
                   struct error *error) {
    const struct ltl_tree *tree = formula_ltl(text);
    const struct formula *part = formula_root(text);
    struct ltl_atom *made = memory_allocate_array(memory, tree->atom.count, sizeof *made);
    *atoms = made;
    if (made == NULL) {
        return error_memory(error, "for the atoms of the formula");
    }
    for (uint64_t a = tree->atom.count; a-- > 0;) {
        made[a] = tree->atom.data[a];
        if (made[a].predicate != NULL && made[a].predicate->kind != FORMULA_PREDICATE) {
            made[a].predicate = NULL; /* {"deadlock"}: a state without transitions is the end of a run */
        }
        if ((tree->atom.data[a].action == NULL && tree->atom.data[a].predicate == NULL) ||
            !formula_is_expanded(text)) {
            continue;
        }
        const struct formula *own = part != NULL && part->kind == FORMULA_AND ? part->right : part;
        part = part != NULL && part->kind == FORMULA_AND ? part->left : NULL;
        if (made[a].action != NULL) {
            if (own == NULL || own->kind != FORMULA_DIAMOND || own->regular->kind != REGULAR_ACTION) {
                return error_set(
                    error, ERROR_LIMIT,
                    "the data of an event cannot be written out: write the labels that it stands "
                    "for");
            }
            made[a].action = own->regular->action;
        }
    }
    return 0;
}

void ltl_atoms_free(const formula_text *text, struct memory *memory, struct ltl_atom *atoms) {
    memory_free(memory, atoms, formula_ltl(text)->atom.count * sizeof *atoms);
}
