/* Inputs that take commands long, each in another phase (slow_inputs.h). */
#include "tests/support/slow_inputs.h"

#include <stdint.h>
#include <stdio.h>

#include "tests/support/command.h"
#include "tests/support/testing.h"

static FILE *open_input(const char *name) {
    char path[PATH_BYTES];
    return test_present(fopen(command_path(name, path), "w"));
}

/* A path through all states, and other transitions at random. */
static void put_graph(const char *name, unsigned states, unsigned each, unsigned labels) {
    uint64_t random = 1;
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n", states * each, states);
    for (unsigned s = 0; s < states; s++) {
        for (unsigned k = 0; k < each; k++) {
            unsigned target = k == 0 && s + 1 < states ? s + 1 : random_draw(&random, states);
            fprintf(file, "(%u,a%u,%u)\n", s, random_draw(&random, labels), target);
        }
    }
    fclose(file);
}

/* Counters: independent rings; or paths, of which the second waits for the first, the fourth for the third,
 * .. */
static void put_counters(const char *network, unsigned count, unsigned size, int by_priority) {
    FILE *file = open_input(network);
    for (unsigned k = 0; by_priority && k + 1 < count; k += 2) {
        fprintf(file, "%sc%u > c%u", k == 0 ? "prio " : ", ", k, k + 1);
    }
    fputs(by_priority ? " in " : "", file);
    for (unsigned k = 0; k < count; k++) {
        char name[24];
        snprintf(name, sizeof name, "c%u_%u.aut", size, k);
        fprintf(file, "%s\"%s\"", k == 0 ? "" : " ||| ", name);
        FILE *counter = open_input(name);
        fprintf(counter, "des (0,%u,%u)\n", size - (unsigned)by_priority, size);
        for (unsigned i = 0; i < size - (unsigned)by_priority; i++) {
            fprintf(counter, "(%u,c%u,%u)\n", i, k, (i + 1) % size);
        }
        fclose(counter);
    }
    fputs(by_priority ? " end prio\n" : "\n", file);
    fclose(file);
}

/* One state with many transitions; by one label, or by one each. */
static void put_star(const char *name, unsigned rays, int differ) {
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n", rays, rays + 1);
    for (unsigned i = 0; i < rays; i++) {
        fprintf(file, "(0,b%u,%u)\n", differ ? i : 0, i + 1);
    }
    fclose(file);
}

/* (a|b)*a(a|b)^n, whose deterministic graph has 2^n states. */
static void put_subsets(const char *name, unsigned n) {
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n(0,a,0)\n(0,b,0)\n(0,a,1)\n", 2 * n + 1, n + 1);
    for (unsigned i = 1; i < n; i++) {
        fprintf(file, "(%u,a,%u)\n(%u,b,%u)\n", i, i + 1, i, i + 1);
    }
    fclose(file);
}

/* A path of internal steps; each state has a transition elsewhere with one of many labels. */
static void put_internal(const char *name, unsigned states) {
    uint64_t random = 1;
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n", 2 * states, states + 1);
    for (unsigned s = 0; s < states; s++) {
        fprintf(file, "(%u,i,%u)\n(%u,a%u,%u)\n", s, s + 1, s, s % 700, random_draw(&random, states));
    }
    fclose(file);
}

static void put_path(const char *name, unsigned steps) {
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n", steps, steps + 1);
    for (unsigned s = 0; s < steps; s++) {
        fprintf(file, "(%u,a,%u)\n", s, s + 1);
    }
    fclose(file);
}

static void put_game(const char *name, unsigned vertices, unsigned priorities) {
    uint64_t random = 1;
    FILE *file = open_input(name);
    fprintf(file, "parity %u;\n", vertices - 1);
    for (unsigned v = 0; v < vertices; v++) {
        fprintf(file, "%u %u %u %u,%u,%u;\n", v, random_draw(&random, priorities), random_draw(&random, 2),
                random_draw(&random, vertices), random_draw(&random, vertices),
                random_draw(&random, vertices));
    }
    fclose(file);
}

/* Modules that do one action together, each in `ways` ways: ways^modules choices of the first state. */
static void put_choices(const char *name, unsigned modules, unsigned ways) {
    FILE *file = open_input(name);
    fputs("mdp\n", file);
    for (unsigned m = 0; m < modules; m++) {
        fprintf(file, "module m%u\n x%u:[0..%u];\n", m, m, ways - 1);
        for (unsigned k = 0; k < ways; k++) {
            fprintf(file, " [a] x%u=0 -> (x%u'=%u);\n", m, m, k);
        }
        fputs("endmodule\n", file);
    }
    fclose(file);
}

static void put_commands(const char *name, unsigned commands) {
    FILE *file = open_input(name);
    fprintf(file, "mdp\nmodule m\n x:[0..%u];\n", commands);
    for (unsigned k = 0; k < commands; k++) {
        fprintf(file, " [a%u] x=%u -> 0.5:(x'=%u) + 0.5:(x'=0);\n", k, k, k + 1);
    }
    fputs("endmodule\n", file);
    fclose(file);
}

static void put_modules(const char *name, unsigned modules) {
    FILE *file = open_input(name);
    fputs("mdp\n", file);
    for (unsigned k = 0; k < modules; k++) {
        fprintf(file, "module m%u\n x%u : bool;\n [a%u] true -> (x%u'=!x%u);\nendmodule\n", k, k, k, k, k);
    }
    fclose(file);
}

static void put_names(const char *name, unsigned steps) {
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n", steps, steps + 1);
    for (unsigned s = 0; s < steps; s++) {
        fprintf(file, "(%u,\"L%u !x%u\",%u)\n", s, s, 7 * s, s + 1);
    }
    fclose(file);
}

/* Many states; few are goals. */
static void put_mdp(const char *name, unsigned states) {
    uint64_t random = 1;
    FILE *file = open_input(name);
    fprintf(file, "%u %u %u\n", states, 2 * states, 4 * states);
    for (unsigned s = 0; s < states; s++) {
        for (unsigned c = 0; c < 2; c++) {
            unsigned target = random_draw(&random, states - 1);
            fprintf(file, "%u %u %u 0.5\n%u %u %u 0.5\n", s, c, target, s, c, target + 1);
        }
    }
    fclose(file);
}

/* A ring with a label for each state. */
static void put_actions(const char *name, unsigned states) {
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,%u)\n", states, states);
    for (unsigned s = 0; s < states; s++) {
        fprintf(file, "(%u,\"a(%u)\",%u)\n", s, s, (s + 1) % states);
    }
    fclose(file);
}

static void put_properties(const char *name, unsigned count) {
    FILE *file = open_input(name);
    for (unsigned i = 0; i < count; i++) {
        fprintf(file, "property p%u: never \"a%u\";\n", i, i);
    }
    fclose(file);
}

static void put_conjuncts(const char *name, unsigned count, const char *sign) {
    FILE *file = open_input(name);
    for (unsigned i = 0; i < count; i++) {
        fprintf(file, "%s[true* . \"a%u\"] false", i == 0 ? "" : sign, i);
    }
    fclose(file);
}

static void put_json(const char *name, const char *before, unsigned count) {
    FILE *file = open_input(name);
    fputs(before, file);
    for (unsigned i = 0; i < count; i++) {
        fprintf(file, "%s{\"a\":[%u,%u]}", i == 0 ? "" : ",", i, i);
    }
    fputs("]}\n", file);
    fclose(file);
}

static void put_script(const char *name, unsigned lines) {
    FILE *file = open_input(name);
    for (unsigned i = 0; i < lines; i++) {
        fputs("random 1\n", file);
    }
    fclose(file);
}

/* Processes that are joined by two labels. */
static void put_processes(const char *network, unsigned count, unsigned states) {
    FILE *file = open_input(network);
    for (unsigned k = 0; k < count; k++) {
        char name[24];
        snprintf(name, sizeof name, "random%u.aut", k);
        put_graph(name, states + k, 3, 30);
        fprintf(file, "%s\"%s\"", k == 0 ? "" : " |[ a1, a2 ]| ", name);
    }
    fclose(file);
}

/* Labels that take long to compare with SLOW, each a tenth of a second or so. */
#define SLOW "\\(a*\\)\\(a*\\)\\(a*\\)\\(a*\\)\\1\\2\\3\\4d"

static void put_words(const char *name, unsigned count) {
    static const char word[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,1)\n", count);
    for (unsigned i = 0; i < count; i++) {
        fprintf(file, "(0,\"%s%c%u\",0)\n", word, "bc"[i % 2], i);
    }
    fclose(file);
}

static void put_slow_patterns(void) {
    put_words("words.aut", 100);
    put_words("few_words.aut", 25);
    command_put_file("hide.exp", "total hide \"" SLOW "\" in words.aut end hide\n");
    command_put_file("few_words.exp", "total hide \"" SLOW "\" in few_words.aut end hide\n");
    command_put_file("rename.exp", "total rename \"" SLOW "\" -> \"e\" in words.aut end rename\n");
    command_put_file("cut.exp", "partial cut \"" SLOW "\" in words.aut end cut\n");
    command_put_file("first.exp", "prio \"" SLOW "\" > \"c.*\" in words.aut end prio\n");
    command_put_file("slow.suite", "property slow: [true* . '" SLOW "'] false;\n");
    command_put_file("goto.txt", "goto '" SLOW "'\n");
}

static void put_loops(const char *name, unsigned count) {
    FILE *file = open_input(name);
    fprintf(file, "des (0,%u,1)\n", count);
    for (unsigned i = 0; i < count; i++) {
        fprintf(file, "(0,\"lab%u(%u)\",0)\n", i, i);
    }
    fclose(file);
}

/* Many patterns; between two of them, `sign`. */
static void put_patterns(const char *name, unsigned count, const char *before, const char *sign,
                         const char *after) {
    FILE *file = open_input(name);
    for (unsigned i = 0; i < count; i++) {
        fprintf(file, "%s'.*x.*y%u'", i == 0 ? before : sign, i);
    }
    fprintf(file, "%s\n", after);
    fclose(file);
}

/* --- all of them --- */

/* A deterministic automaton of pairs of Rabin, of which there is a copy for each. */
static void put_pairs(const char *name, unsigned states, unsigned pairs) {
    FILE *file = open_input(name);
    fprintf(file, "HOA: v1\nStates: %u\nStart: 0\nAP: 1 \"a\"\nAcceptance: %u f", states, 2 * pairs);
    for (unsigned pair = 0; pair < pairs; pair++) {
        fprintf(file, " | Fin(%u) & Inf(%u)", 2 * pair, 2 * pair + 1);
    }
    fprintf(file, "\n--BODY--\n");
    for (unsigned s = 0; s < states; s++) {
        fprintf(file, "State: %u {%u}\n%u %u {%u}\n", s, s * 7 % (2 * pairs), (s + 1) % states,
                s * 31 % states, s % (2 * pairs));
    }
    fprintf(file, "--END--\n");
    fclose(file);
}

static void put_texts(void) {
    command_put_file("names.exp",
                     "total rename \"L\\([0-9]*\\) !\\(.*\\)\" -> \"M\\2 !\\1\" in names.aut end rename\n");
    command_put_file("word.aut",
                     "des (0,1,2)\n(0,\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\",1)\n");
    command_put_file("word.exp", "total hide \"\\(a\\|aa\\)*\\(a\\|aa\\)*\\1\\2c\" in word.aut end hide\n");
    command_put_file("initial.prism",
                     "mdp\nmodule m\n x:[0..255];\n y:[0..255];\n z:[0..255];\n u:[0..255];\n"
                     " [a] x<15 -> (x'=x+1);\nendmodule\n"
                     "init x*x+y*y+z*z+u*u=7000000 endinit\n");
    command_put_file("several.prism",
                     "mdp\nmodule m\n x:[0..999];\n y:[0..29];\n [a] true -> (x'=0);\n"
                     " [b] x>0 -> (x'=x-1)&(y'=mod(y+1,30));\nendmodule\ninit true endinit\n");
    command_put_file("chain.prism", "ctmc\nmodule m\n x:[0..2000000];\n [] x<2000000 -> 2:(x'=x+1);\n"
                                    " [] x>0 -> 1:(x'=x-1);\nendmodule\n");
    command_put_file("eventually.ltl",
                     "F a && F b && F c && F d && F e && F f && F g && F h && F j && F k && F l &&\n"
                     "F m && F n && F o && F p && F q && F r && F s && F t && F u && F v\n");
    command_put_file("again.ltl",
                     "G F a <-> G F b <-> G F c <-> G F d <-> G F e <-> G F f <-> G F g <-> G F h\n");
    command_put_file("data.mcf", "forall x,y,z,u:Nat . val(x<200 && y<200 && z<200 && u<200) => "
                                 "[true*.a(x+y+z)]<true*.b(u)>true\n");
    command_put_file("pairs.mcf", "forall x,y:Nat . [true*.a(x).a(y)]<true*.a(x+1)>true\n");
    command_put_file("list.mcf", "nu X(l:List(Nat)=[]) . forall x:Nat . [a(x)]X(l<|x)\n");
    command_put_file("data.aut", "des (0,2,2)\n(0,\"a(1)\",1)\n(1,\"b(2)\",0)\n");
    command_put_file("monitor.aut", "des (0,3,3)\n(0,a1,1)\n(1,a2,2)\n(2,ERROR,2)\n");
    command_put_file("mdp.lab", "0=\"init\" 1=\"goal\"\n0: 0\n5: 1\n299999: 1\n");
}

void slow_inputs_few(void) {
    put_texts();
    put_graph("tiny.aut", 2000, 4, 8);
    put_internal("internal.aut", 2500);
    put_choices("choices.prism", 24, 2);
    put_choices("fewer.prism", 20, 2);
    put_choices("many.prism", 7, 10);
    put_commands("commands.prism", 40000);
    put_modules("modules.prism", 80000);
    put_actions("actions.aut", 200000);
    put_slow_patterns();
    put_loops("loops.aut", 60000);
    put_patterns("and.mcl", 3000, "[true* . ", "] false and [true* . ", "] false");
    put_patterns("sequence.mcl", 3000, "[", " . ", "] false");
    put_properties("many.suite", 50000);
    put_json("earlier.json", "{\"command\":\"check\",\"properties\":[],\"more\":[", 700000);
}

void slow_inputs_others(void) {
    put_graph("big.aut", 300000, 4, 8);
    put_graph("mid.aut", 40000, 4, 8);
    put_counters("net.exp", 8, 12, 0);
    put_counters("small.exp", 6, 8, 0);
    put_counters("prio.exp", 8, 25, 1);
    put_processes("random.exp", 4, 3000);
    put_star("star.aut", 300000, 1);
    put_subsets("sets.aut", 22);
    put_subsets("sets2.aut", 23);
    put_path("path.aut", 200000);
    put_path("path2.aut", 199999);
    put_path("long.aut", 2000000);
    put_game("game.pg", 1000000, 40);
    put_game("weak.pg", 1500000, 1);
    put_pairs("wide.hoa", 3000, 64);
    put_pairs("large.hoa", 300000, 2);
    put_names("names.aut", 200000);
    put_mdp("mdp.tra", 300000);
    put_conjuncts("many.mcl", 200000, " and ");
    put_conjuncts("many.mcf", 200000, " && ");
    put_json("bench.json", "{\"command\":\"bench\",\"tables\":[],\"more\":[", 700000);
    put_script("script.txt", 2000000);
}
