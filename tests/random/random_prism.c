/* Random PRISM models: declarations, and commands that mostly keep to the ranges. */
#include "tests/random/random_prism.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/random/random_prism_internal.h"
#include "tests/support/testing.h"

const char *random_prism_name(enum random_prism_construct construct) {
    static const char *const names[] = {
#define ONE(name) #name,
        RANDOM_PRISM_CONSTRUCTS(ONE)
#undef ONE
    };
    return names[construct];
}

/* --- declarations --- */

static void add_variable(struct drawing *drawing, int module) {
    struct drawn_variable *one = &drawing->variables[drawing->variable_count];
    snprintf(one->name, sizeof one->name, "%c%u", module < 0 ? 'g' : 'x', drawing->variable_count++);
    one->module = module;
    one->is_bool = drawing_draw(drawing, 4) == 0;
    one->is_wide = drawing->has_limits && !one->is_bool && drawing_draw(drawing, 3) == 0;
    if (one->is_wide) {
        static const int bounds[][2] = {
            {0, INT_MAX}, {INT_MIN, INT_MAX}, {INT_MIN, INT_MIN + 3}, {INT_MAX - 3, INT_MAX}, {46339, 46343}};
        const int *chosen = bounds[drawing_draw(drawing, 5)];
        one->low = chosen[0];
        one->high = chosen[1];
        return;
    }
    one->low = one->is_bool ? 0 : (int)drawing_draw(drawing, 3) - 1;
    /* Storm goes wrong where a variable of one value is assigned. */
    one->high = one->is_bool ? 1 : one->low + (int)drawing_draw(drawing, 5);
    one->high += !one->is_bool && one->high == one->low && drawing->random->for_storm;
}

/* A value of the variable, of a wide one mostly at its ends. */
static int draw_constant(struct drawing *drawing, const struct drawn_variable *one) {
    if (one->is_wide) {
        int more = (int)drawing_draw(drawing, 2);
        return drawing_draw(drawing, 2) ? one->low + more : one->high - more;
    }
    return one->low + (int)drawing_draw(drawing, (uint32_t)(one->high - one->low) + 1);
}

static void put_declaration(struct drawing *drawing, const struct drawn_variable *one, int with_init) {
    if (one->is_bool) {
        drawing_note(drawing, RANDOM_PRISM_bool_variable);
        drawing_put(drawing, "%s : bool", one->name);
    } else {
        drawing_put(drawing, "%s : [", one->name);
        drawing_put_number(drawing, one->low);
        drawing_put(drawing, "..");
        drawing_put_number(drawing, one->high);
        drawing_put(drawing, "]");
    }
    if (one->low < 0) {
        drawing_note(drawing, RANDOM_PRISM_negative_range);
    }
    if (one->low == one->high) {
        drawing_note(drawing, RANDOM_PRISM_one_value);
    }
    if (one->is_wide) {
        drawing_note(drawing, RANDOM_PRISM_wide_range);
    }
    if (with_init && drawing_draw(drawing, 2)) {
        int value = draw_constant(drawing, one);
        drawing_put(drawing, " init ");
        if (one->is_bool) {
            drawing_put(drawing, "%s", value ? "true" : "false");
        } else {
            drawing_put_number(drawing, value);
        }
    }
    drawing_put(drawing, ";\n");
}

/* Another variable whose values are all in the range, or NULL. */
static const struct drawn_variable *draw_source(struct drawing *drawing, const struct drawn_variable *one) {
    unsigned from = drawing_draw(drawing, drawing->variable_count);
    for (unsigned i = 0; i < drawing->variable_count; i++) {
        const struct drawn_variable *other = &drawing->variables[(from + i) % drawing->variable_count];
        if (other != one && !other->is_bool && other->low >= one->low && other->high <= one->high) {
            return other;
        }
    }
    return NULL;
}

/* A value that is in the range, or, rarely, may be beyond it. */
static void put_value(struct drawing *drawing, const struct drawn_variable *one) {
    const struct drawn_variable *source;
    if (one->is_bool) {
        drawing_put_bool(drawing, drawing_draw(drawing, 3), CONDITIONAL);
        return;
    }
    unsigned choice =
        drawing_draw(drawing, 25) == 0 && !drawing->random->for_storm ? 5 : drawing_draw(drawing, 5);
    switch (one->is_wide && choice > 1 ? 0 : choice) {
    case 0:
        drawing_put_number(drawing, draw_constant(drawing, one));
        return;
    case 1:
        source = draw_source(drawing, one);
        if (source == NULL) {
            drawing_put_number(drawing, draw_constant(drawing, one));
            return;
        }
        drawing_note(drawing, RANDOM_PRISM_copy);
        drawing_put(drawing, "%s", source->name);
        return;
    case 2:
        drawing_put(drawing, "min(%d, max(%d, ", one->high, one->low);
        drawing_put_int(drawing, 2, CONDITIONAL);
        drawing_put(drawing, "))");
        return;
    case 3:
        drawing_put(drawing, "%s<%d ? %s+1 : %d", one->name, one->high, one->name, one->low);
        return;
    case 4:
        drawing_put_dividend(drawing, 2);
        drawing_put(drawing, ", %d)%s%d", one->high - one->low + 1, one->low < 0 ? "" : "+", one->low);
        return;
    default:
        drawing_put_int(drawing, 1, CONDITIONAL);
    }
}

static void put_step(struct drawing *drawing) {
    drawing_put(drawing, "(%s'=%s%s%d)", drawing->stepped->name, drawing->stepped->name,
                drawing->step_by < 0 ? "" : "+", drawing->step_by);
}

/* One of at most two branches that lead to different states, in all states or in most. */
static void put_plain_update(struct drawing *drawing, unsigned branch) {
    const struct drawn_variable *one = drawing->stepped, *source;
    if (one == NULL || (branch > 0 && (drawing->plain == PLAIN_STEP || drawing->plain == PLAIN_CONSTANT))) {
        drawing_put(drawing, "true");
        return;
    }
    switch (drawing->plain) {
    case PLAIN_CONSTANTS:
        drawing_put(drawing, "(%s'=%d)", one->name, branch == 0 ? one->low : one->high);
        return;
    case PLAIN_CONSTANT:
        drawing_put(drawing, "(%s'=%d)", one->name, draw_constant(drawing, one));
        return;
    case PLAIN_STEP_OR_CONSTANT:
        if (branch > 0) {
            drawing_put(drawing, "(%s'=%d)", one->name, draw_constant(drawing, one));
            return;
        }
        break;
    case PLAIN_STEP_OR_COPY:
        source = draw_source(drawing, one);
        if (branch > 0 && source != NULL) {
            drawing_put(drawing, "(%s'=%s)", one->name, source->name);
            return;
        }
        break;
    case PLAIN_STEP:
        break;
    }
    put_step(drawing);
}

/* Assigns some of the module's variables, and perhaps a global one. */
static void put_assignments(struct drawing *drawing, int module, int may_write_global, unsigned branch) {
    unsigned written = 0;
    if (drawing->is_plain) {
        put_plain_update(drawing, branch);
        return;
    }
    for (unsigned i = 0; i < drawing->variable_count; i++) {
        const struct drawn_variable *one = &drawing->variables[i];
        if ((one->module == module || (one->module < 0 && may_write_global)) && drawing_draw(drawing, 2)) {
            drawing_put(drawing, "%s(%s'=", written++ == 0 ? "" : " & ", one->name);
            if (one == drawing->stepped) {
                drawing_note(drawing, RANDOM_PRISM_sum);
                drawing_put(drawing, "%s%s%d", one->name, drawing->step_by < 0 ? "" : "+", drawing->step_by);
            } else {
                put_value(drawing, one);
            }
            drawing_put(drawing, ")");
        }
    }
    if (written == 0) {
        drawing_note(drawing, RANDOM_PRISM_self_loop);
        drawing_put(drawing, "true");
    }
}

/* The same, and flips the mark of the module. */
static void put_update(struct drawing *drawing, int module, int may_write_global, unsigned branch) {
    const size_t begin = drawing->used;
    put_assignments(drawing, module, may_write_global, branch);
    if (drawing->random->marked) {
        const int is_empty = strcmp(drawing->text + begin, "true") == 0;
        drawing->used = is_empty ? begin : drawing->used;
        drawing_put(drawing, "%s(t_m%d'=!t_m%d)", is_empty ? "" : " & ", module, module);
    }
}

static void put_updates(struct drawing *drawing, int module, int may_write_global) {
    unsigned count = drawing_draw(drawing, drawing->is_plain ? 3 : 4), weights[3];
    static const char *const rates[] = {"1.5", "two", "half+0.25", "3", "0.1"};
    if (count == 0) {
        put_update(drawing, module, may_write_global, 0);
        return;
    }
    if (count == 2 && drawing->kind != 2 && drawing_draw(drawing, 2)) {
        drawing_put(drawing, "half : ");
        put_update(drawing, module, may_write_global, 0);
        drawing_put(drawing, " + 1-half : ");
        put_update(drawing, module, may_write_global, 1);
        return;
    }
    unsigned total = 0;
    for (unsigned i = 0; i < count; i++) {
        weights[i] = i == 0 ? 1 + drawing_draw(drawing, 3) : drawing_draw(drawing, 4);
        total += weights[i];
        if (weights[i] == 0) {
            drawing_note(drawing, RANDOM_PRISM_zero_weight);
        }
    }
    for (unsigned i = 0; i < count; i++) {
        drawing_put(drawing, "%s", i == 0 ? "" : " + ");
        if (drawing->kind == 2 && weights[i] > 0) {
            drawing_put(drawing, "%s : ", rates[drawing_draw(drawing, 5)]);
        } else {
            drawing_put(drawing, "%u/%u : ", weights[i], total);
        }
        put_update(drawing, module, may_write_global, i);
    }
}

/* Chooses a variable that the command steps, and writes the conditions that allow it, or fix its value. */
static void put_stepped(struct drawing *drawing, int module) {
    unsigned from = drawing_draw(drawing, drawing->variable_count);
    drawing->stepped = NULL;
    for (unsigned i = 0; i < drawing->variable_count && drawing->stepped == NULL; i++) {
        const struct drawn_variable *one = &drawing->variables[(from + i) % drawing->variable_count];
        drawing->stepped =
            one->module == module && !one->is_bool && !one->is_wide && one->high > one->low ? one : NULL;
    }
    if (drawing->stepped == NULL) {
        return;
    }
    drawing->step_by = drawing_draw(drawing, 3) ? 1 : -1;
    drawing->plain = drawing_draw(drawing, 3) == 0 ? drawing->odd
                     : drawing_draw(drawing, 2)    ? PLAIN_STEP
                                                   : PLAIN_CONSTANTS;
    if (drawing->is_plain && (drawing->plain == PLAIN_CONSTANT || drawing->plain == PLAIN_STEP_OR_CONSTANT)) {
        drawing_put(drawing, "%s%s%d & ", drawing->stepped->name,
                    drawing_draw(drawing, 2) ? "=" : "!=", draw_constant(drawing, drawing->stepped));
    }
    if (drawing->step_by > 0) {
        drawing_put(drawing, "%s<%d & ", drawing->stepped->name, drawing->stepped->high);
    } else {
        drawing_put(drawing, "%s>%d & ", drawing->stepped->name, drawing->stepped->low);
    }
}

static void put_guard(struct drawing *drawing, int module) {
    drawing->stepped = NULL;
    switch (drawing->is_plain ? 0 : drawing_draw(drawing, 6)) {
    case 0:
    case 1:
        put_stepped(drawing, module);
        if (drawing_draw(drawing, 2)) {
            drawing_put_tests(drawing);
        } else {
            drawing_put(drawing, "true");
        }
        return;
    case 2:
        drawing_put_tests(drawing);
        return;
    default:
        drawing_put_bool(drawing, drawing_draw(drawing, 3), IMPLIES);
    }
}

/* Notes the actions that commands of several modules have. */
static void note_action(struct drawing *drawing, unsigned action, int module) {
    drawing_note(drawing, RANDOM_PRISM_action);
    if (drawing->user[action] != 0 && drawing->user[action] != module + 1) {
        drawing_note(drawing, RANDOM_PRISM_shared_action);
    }
    drawing->user[action] = module + 1;
}

static void put_command(struct drawing *drawing, int module) {
    unsigned action = drawing_draw(drawing, drawing->action_count + (drawing->only_labelled ? 0 : 2));
    int labelled = action < drawing->action_count;
    /* With an action, module 0 alone writes globals. */
    int writes = !labelled || module == 0;
    if (labelled) {
        note_action(drawing, action, module);
        drawing_put(drawing, "\t[a%u] ", action);
        if (writes && drawing->variables[0].module < 0) {
            drawing_note(drawing, RANDOM_PRISM_global_in_action);
        }
    } else {
        drawing_put(drawing, "\t[] ");
    }
    put_guard(drawing, module);
    drawing_put(drawing, " -> ");
    put_updates(drawing, module, writes);
    drawing->stepped = NULL;
    drawing_put(drawing, ";\n");
}

static void put_module(struct drawing *drawing, int module, int with_init) {
    drawing_put(drawing, "module m%d\n", module);
    for (unsigned i = 0; i < drawing->variable_count; i++) {
        if (drawing->variables[i].module == module) {
            drawing_put(drawing, "\t");
            put_declaration(drawing, &drawing->variables[i], with_init);
        }
    }
    if (drawing->random->marked) {
        drawing_put(drawing, "\tt_m%d : bool;\n", module);
    }
    unsigned commands = 2 + drawing_draw(drawing, 5);
    for (unsigned i = 0; i < commands; i++) {
        put_command(drawing, module);
    }
    drawing_put(drawing, "endmodule\n\n");
}

/* A copy of module 1 (which writes no globals with an action); its variables, with `r` before their names. */
static void put_renamed(struct drawing *drawing) {
    unsigned count = 0;
    drawing_note(drawing, RANDOM_PRISM_renamed);
    drawing_put(drawing, "module copy = m1 [ ");
    for (unsigned i = 0; i < drawing->variable_count; i++) {
        if (drawing->variables[i].module == 1) {
            drawing_put(drawing, "%s%s=r%s", count++ == 0 ? "" : ", ", drawing->variables[i].name,
                        drawing->variables[i].name);
        }
    }
    if (drawing->random->marked) {
        drawing_put(drawing, ", t_m1=t_copy");
    }
    if (drawing_draw(drawing, 2)) {
        drawing_note(drawing, RANDOM_PRISM_renamed_module_action);
        drawing_put(drawing, ", a0=a1");
    }
    if (drawing_draw(drawing, 2) && !drawing->random->for_storm) {
        drawing_note(drawing, RANDOM_PRISM_renamed_function);
        drawing_put(drawing, ", min=max");
    }
    if (drawing->has_given && drawing_draw(drawing, 2) && !drawing->random->for_storm) {
        drawing_note(drawing, RANDOM_PRISM_renamed_constant);
        drawing_put(drawing, ", given=two");
    }
    drawing_put(drawing, " ] endmodule\n\n");
}

static void put_formulas(struct drawing *drawing) {
    unsigned count = drawing_draw(drawing, 4);
    for (unsigned i = 0; i < count; i++) {
        int is_double = (int)drawing_draw(drawing, 2);
        drawing_note(drawing, RANDOM_PRISM_formula);
        drawing_put(drawing, "formula f%u = ", i);
        if (is_double) {
            drawing_put_double(drawing, 2, CONDITIONAL);
        } else {
            drawing_put_bool(drawing, 2, CONDITIONAL);
        }
        drawing_put(drawing, ";\n");
        drawing->is_double_formula[i] = is_double;
        drawing->formula_count = i + 1;
    }
}

char *random_prism_model(struct random_prism *random, uint64_t seed, char *given) {
    static const char *const kinds[] = {"dtmc",      "mdp", "ctmc", "probabilistic", "nondeterministic",
                                        "stochastic"};
    struct drawing drawing = {.random = random, .state = seed, .readable = 1};
    drawing.kind = (int)drawing_draw(&drawing, 3);
    drawing.module_count = 2 + drawing_draw(&drawing, 2);
    drawing.action_count = 1 + drawing_draw(&drawing, 3);
    drawing.has_given = drawing_draw(&drawing, 3) == 0;
    unsigned globals = drawing_draw(&drawing, 2);
    int with_init = drawing_draw(&drawing, 4) == 0, with_copy = drawing_draw(&drawing, 3) == 0;
    int with_system = drawing_draw(&drawing, 3) == 0 && !random->for_storm;
    int with_synonym = drawing_draw(&drawing, 4) == 0 && !random->for_storm;
    drawing.only_labelled = drawing_draw(&drawing, 6) == 0;
    drawing.has_limits = drawing_draw(&drawing, 5) == 0 && !with_init && !random->for_storm;
    drawing.is_plain = drawing_draw(&drawing, 3) == 0;
    drawing.odd = (enum plain_branches)drawing_draw(&drawing, PLAIN_STEP_OR_COPY + 1);
    drawing.seen[RANDOM_PRISM_synonym] = with_synonym != 0;
    drawing.seen[RANDOM_PRISM_plain] = drawing.is_plain != 0;
    drawing.seen[RANDOM_PRISM_only_labelled] = drawing.only_labelled != 0;
    drawing_note(&drawing, drawing.kind == 0   ? RANDOM_PRISM_dtmc
                           : drawing.kind == 1 ? RANDOM_PRISM_mdp
                                               : RANDOM_PRISM_ctmc);
    drawing_note(&drawing, RANDOM_PRISM_constant);
    drawing_put(&drawing, "%s\n\n%s", kinds[drawing.kind + (with_synonym ? 3 : 0)],
                random->for_storm ? "const int two = 2;\nconst double half = 1/two;\n"
                                  : "const double half = 1/two;\nconst two = 2;\n");
    *given = '\0';
    if (drawing.has_given) {
        drawing_note(&drawing, RANDOM_PRISM_given);
        drawing_note(&drawing, RANDOM_PRISM_given_bool);
        drawing_note(&drawing, RANDOM_PRISM_given_double);
        drawing_put(&drawing, "const int given;\nconst bool flag;\nconst double scale;\n");
        snprintf(given, 64, "given=%u,flag=%s,scale=%s", drawing_draw(&drawing, 4),
                 drawing_draw(&drawing, 2) ? "true" : "false", drawing_draw(&drawing, 2) ? "0.75" : "1.5");
    }
    for (unsigned i = 0; i < globals; i++) {
        drawing_note(&drawing, RANDOM_PRISM_global);
        add_variable(&drawing, -1);
    }
    for (unsigned i = 0; i < drawing.module_count; i++) {
        unsigned count = 1 + drawing_draw(&drawing, 2);
        for (unsigned j = 0; j < count; j++) {
            add_variable(&drawing, (int)i);
        }
    }
    put_formulas(&drawing);
    for (unsigned i = 0; i < globals; i++) {
        drawing_put(&drawing, "global ");
        put_declaration(&drawing, &drawing.variables[i], !with_init);
    }
    drawing_put(&drawing, "\n");
    /* Every action occurs, for rewards and systems. */
    drawing_put(&drawing, random->marked ? "module all\n\tt_all : bool;\n" : "module all\n");
    for (unsigned i = 0; i < drawing.action_count; i++) {
        drawing_put(&drawing, "\t[a%u] ", i);
        if (drawing.only_labelled) {
            drawing_put_tests(&drawing);
        } else {
            drawing_put(&drawing, "true");
        }
        drawing_put(&drawing, random->marked ? " -> (t_all'=!t_all);\n" : " -> true;\n");
    }
    drawing_put(&drawing, "endmodule\n\n");
    for (unsigned i = 0; i < drawing.module_count; i++) {
        put_module(&drawing, (int)i, !with_init);
    }
    if (with_copy) {
        put_renamed(&drawing);
    }
    drawing_put_labels(&drawing);
    drawing_put_rewards(&drawing);
    if (with_init) {
        drawing_put_initial(&drawing);
    }
    if (with_system) {
        drawing_put_system(&drawing, with_copy);
    }
    for (unsigned i = 0; i < RANDOM_PRISM_COUNT; i++) {
        random->drawn[i] += drawing.seen[i];
    }
    return drawing.text;
}
