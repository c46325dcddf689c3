/* Random PRISM models of loosely coupled modules (random_modules.h). */
#include "tests/random/random_modules.h"

#include <stdio.h>

#include "tests/support/folder.h"
#include "tests/support/testing.h"

#define MODULES_MOST 4u
#define ACTIONS 6u

struct drawing {
    FILE *file;
    uint64_t *random;
    uint32_t modules, globals;
    uint32_t most[MODULES_MOST]; /* the greatest value of each module's variable */
    int is_ctmc;
};

static uint32_t draw(struct drawing *drawing, uint32_t below) {
    return (uint32_t)random_draw(drawing->random, below);
}

/* One more condition of a guard, by variables of other modules or of none. */
static void write_condition(struct drawing *drawing, uint32_t module) {
    const uint32_t other = draw(drawing, drawing->modules), value = draw(drawing, drawing->most[other] + 1);
    /* of the other module's variable, and perhaps the own one */
    switch (draw(drawing, drawing->globals != 0 ? 8 : 5)) {
    case 0:
        fprintf(drawing->file, " & s%u=%u", other, value);
        break;
    case 1:
        fprintf(drawing->file, " & s%u!=%u", other, value);
        break;
    case 2:
        fprintf(drawing->file, " & (s%u>=%u | s%u=%u)", other, value, module,
                draw(drawing, drawing->most[module] + 1));
        break;
    case 3:
        fprintf(drawing->file, " & !(s%u<=%u & s%u!=%u)", other, value, module,
                draw(drawing, drawing->most[module] + 1));
        break;
    case 5:
        fprintf(drawing->file, " & g<%u", 1 + draw(drawing, 2));
        break;
    case 6:
        fprintf(drawing->file, " & g=%u", draw(drawing, 3));
        break;
    case 7:
        fprintf(drawing->file, " & g+s%u>%u", other, draw(drawing, 3));
        break;
    default:
        fprintf(drawing->file, " & true");
    }
}

static void write_update(struct drawing *drawing, uint32_t module, uint32_t from, int labelled) {
    const uint32_t most = drawing->most[module], other = draw(drawing, drawing->modules);
    switch (draw(drawing, 7)) {
    case 0:
        if (draw(drawing, 2) == 0) {
            fprintf(drawing->file, "true");
            return;
        }
        fprintf(drawing->file, "(s%u'=%u)", module, most);
        break;
    case 1:
        fprintf(drawing->file, "(s%u'=min(s%u+1,%u))", module, module, most);
        break;
    case 2:
        fprintf(drawing->file, "(s%u'=min(s%u,%u))", module, draw(drawing, 3) == 0 ? other : module, most);
        break;
    case 3:
    case 4:
        fprintf(drawing->file, "(s%u'=s%u%s)", module, module, from < most ? "+1" : "");
        break;
    default:
        fprintf(drawing->file, "(s%u'=%u)", module, draw(drawing, most + 1));
    }
    if (drawing->globals != 0 && !labelled && draw(drawing, 3) == 0) {
        fprintf(drawing->file, draw(drawing, 2) ? " & (g'=%u)" : " & (g'=min(g+%u,2))", draw(drawing, 3));
    }
}

/* The command of number `place` in the module. */
static void write_command(struct drawing *drawing, uint32_t module, uint32_t place) {
    const uint32_t from = place < drawing->most[module] ? place : draw(drawing, drawing->most[module] + 1);
    const int labelled = draw(drawing, 2) != 0;
    if (labelled) {
        /* of its own, or of a neighbour, too */
        fprintf(drawing->file, "  [r%u] ", (module + (draw(drawing, 4) == 0)) % ACTIONS);
    } else {
        fprintf(drawing->file, "  [] ");
    }
    fprintf(drawing->file, "s%u=%u", module, from);
    if (draw(drawing, 6) == 0) {
        write_condition(drawing, module);
    }
    fprintf(drawing->file, " -> ");
    if (drawing->is_ctmc && draw(drawing, 3) == 0) {
        /* nothing happens where it is 0 */
        fprintf(drawing->file, "s%u : ", draw(drawing, 2) ? module : draw(drawing, drawing->modules));
        write_update(drawing, module, from, labelled);
    } else if (draw(drawing, 4) == 0) {
        fprintf(drawing->file, "0.5 : ");
        write_update(drawing, module, from, labelled);
        /* a weight that is no constant, but never wrong */
        fprintf(drawing->file, drawing->is_ctmc && draw(drawing, 2) ? " + s%u : " : " + 0.5 : ",
                draw(drawing, drawing->modules));
        write_update(drawing, module, from, labelled);
    } else {
        write_update(drawing, module, from, labelled);
    }
    fprintf(drawing->file, ";\n");
}

const char *random_modules_write(const struct test_folder *folder, uint64_t *random) {
    static const char *const kinds[] = {"mdp", "dtmc", "ctmc", "ctmc"};
    static char path[300];
    struct drawing drawing = {.random = random, .modules = 2 + (uint32_t)random_draw(random, 3)};
    const uint32_t kind = draw(&drawing, 4);
    snprintf(path, sizeof path, "%s/modules.prism", folder->path);
    drawing.file = test_present(fopen(path, "w"));
    drawing.globals = draw(&drawing, 3) == 0;
    drawing.is_ctmc = kind >= 2;
    fprintf(drawing.file, "%s\n", kinds[kind]);
    if (drawing.globals != 0) {
        fprintf(drawing.file, "global g : [0..2];\n");
    }
    for (uint32_t i = 0; i < drawing.modules; i++) {
        drawing.most[i] = 1 + draw(&drawing, 3);
    }
    for (uint32_t i = 0; i < drawing.modules; i++) {
        fprintf(drawing.file, "module m%u\n  s%u : [0..%u];\n", i, i, drawing.most[i]);
        for (uint32_t k = 0, count = 2 + draw(&drawing, 4); k < count; k++) {
            write_command(&drawing, i, k);
        }
        fprintf(drawing.file, "endmodule\n");
    }
    fclose(drawing.file);
    return path;
}
