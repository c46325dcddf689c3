/* Of random PRISM models: labels, rewards, initial states, and how modules are composed. */
#include "tests/random/random_prism_internal.h"

void drawing_put_rewards(struct drawing *drawing) {
    unsigned structures = drawing_draw(drawing, 3);
    for (unsigned i = 0; i < structures; i++) {
        unsigned items = 1 + drawing_draw(drawing, 3);
        int is_named = i == 0 || drawing->random->for_storm || drawing_draw(drawing, 2);
        if (is_named) {
            drawing_put(drawing, "rewards \"r%u\"\n", i);
        } else {
            drawing_note(drawing, RANDOM_PRISM_unnamed_reward);
            drawing_put(drawing, "rewards\n");
        }
        for (unsigned j = 0; j < items; j++) {
            unsigned kind = drawing_draw(drawing, 3);
            drawing_note(drawing, kind == 0   ? RANDOM_PRISM_state_reward
                                  : kind == 1 ? RANDOM_PRISM_unlabelled_reward
                                              : RANDOM_PRISM_action_reward);
            if (kind == 2) {
                drawing_put(drawing, "\t[a%u] ", drawing_draw(drawing, drawing->action_count));
            } else {
                drawing_put(drawing, kind == 1 ? "\t[] " : "\t");
            }
            drawing_put_bool(drawing, 2, IMPLIES);
            drawing_put(drawing, " : max(0, ");
            drawing_put_double(drawing, 2, CONDITIONAL);
            drawing_put(drawing, ");\n");
        }
        drawing_put(drawing, "endrewards\n\n");
    }
}

void drawing_put_labels(struct drawing *drawing) {
    unsigned labels = drawing_draw(drawing, 3);
    for (unsigned i = 0; i < labels; i++) {
        drawing_note(drawing, RANDOM_PRISM_label);
        drawing_put(drawing, "label \"l%u\" = ", i);
        drawing_put_bool(drawing, 2, CONDITIONAL);
        drawing_put(drawing, ";\n");
    }
}

static void put_operand(struct drawing *drawing, unsigned module, int is_copy) {
    unsigned action = drawing_draw(drawing, drawing->action_count);
    drawing_put(drawing, is_copy ? "copy" : "m%u", module);
    switch (drawing_draw(drawing, 6)) {
    case 0:
        drawing_note(drawing, RANDOM_PRISM_hidden);
        drawing_put(drawing, "/{a%u}", action);
        return;
    case 1:
        drawing_note(drawing, RANDOM_PRISM_renamed_action);
        drawing_put(drawing, "{a%u<-b%u}", action, drawing_draw(drawing, 2));
        return;
    default:
        return;
    }
}

/* Modules one after the other, with an operator before each but the first; parentheses around what is before
 * it. */
void drawing_put_system(struct drawing *drawing, int has_copy) {
    unsigned operands = drawing->module_count + (unsigned)has_copy;
    int named = drawing_draw(drawing, 3) == 0;
    drawing_note(drawing, RANDOM_PRISM_system);
    drawing_put(drawing, "system (");
    for (unsigned i = 2; i < operands; i++) {
        drawing_put(drawing, "(");
    }
    for (unsigned i = 0; i < operands; i++) {
        switch (i == 0 ? 3 : drawing_draw(drawing, 3)) {
        case 0:
            drawing_put(drawing, " || ");
            break;
        case 1:
            drawing_note(drawing, RANDOM_PRISM_interleaved);
            drawing_put(drawing, " ||| ");
            break;
        case 2:
            drawing_note(drawing, RANDOM_PRISM_synchronised);
            drawing_put(drawing, " |[a%u]| ", drawing_draw(drawing, drawing->action_count));
            break;
        }
        if (i == 0 && named) {
            drawing_note(drawing, RANDOM_PRISM_named_system);
            drawing_put(drawing, "\"first\"");
        } else {
            put_operand(drawing, i, i == drawing->module_count);
        }
        drawing_put(drawing, i > 0 && i + 1 < operands ? ")" : "");
    }
    drawing_put(drawing, ") %s all endsystem\n", drawing_draw(drawing, 2) ? "||" : "|||");
    if (named) {
        drawing_put(drawing, "system \"first\" m0 endsystem\n");
    }
}

void drawing_put_initial(struct drawing *drawing) {
    drawing_note(drawing, RANDOM_PRISM_init);
    drawing_put(drawing, "init ");
    drawing_put_bool(drawing, 2, CONDITIONAL);
    drawing_put(drawing, " endinit\n");
}
