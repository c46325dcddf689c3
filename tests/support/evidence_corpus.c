/* True evidence of every kind. */
#include "tests/support/evidence_corpus.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define MOST_WORDS 16

static const struct {
    const char *name, *text;
} models[] = {
    /* networks */
    {"c.aut", "des (0,6,4)\n(0,\"send !1\",1)\n(1,ack,0)\n(1,i,2)\n(2,retry,1)\n(0,halt,3)\n(2,i,2)\n"},
    {"n.exp",
     "hide ack in \"c.aut\" end hide |[halt]| total rename \"send !1\" -> \"put\" in \"c.aut\" end rename\n"},
    {"o.aut", "des (0,4,3)\n(0,a,1)\n(1,b,2)\n(2,a,1)\n(2,b,0)\n"},
    {"q.aut", "des (0,6,5)\n(0,a,1)\n(1,b,2)\n(2,a,3)\n(2,b,4)\n(3,b,2)\n(4,a,1)\n"},
    {"r.aut", "des (0,5,4)\n(0,a,1)\n(1,i,2)\n(2,b,3)\n(3,a,1)\n(3,b,0)\n"},
    {"s.aut", "des (0,4,3)\n(0,a,1)\n(0,a,2)\n(1,b,0)\n(2,i,2)\n"},
    {"monitor.aut", "des (0,3,3)\n(0,retry,1)\n(1,retry,2)\n(2,ERROR,2)\n"},
    {"again.hoa",
     "HOA: v1\nStart: 0\nAP: 1 \"p\"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[!0] 0\n[0] 0 {0}\n"
     "--END--\n"},
    {"chance.exp", "\"chance.aut\" ||| \"o.aut\"\n"},
    {"chance.aut", "des (0,5,4)\n(0,\"go; prob 0.5\",1)\n(0,\"go; prob 0.5\",2)\n(1,won,3)\n(2,again,0)\n"
                   "(3,\"rate 2\",0)\n"},
    /* models with data */
    {"p.prism",
     "mdp\nconst int N;\nmodule m\n x : [0..N];\n b : bool;\n [up] x<N -> 0.5:(x'=x+1) + 0.5:(x'=0);\n"
     " [flip] x=N -> (b'=!b);\n [down] x>0 -> (x'=x-1);\nendmodule\nlabel \"top\" = x=N & b;\n"
     "rewards \"cost\"\n [up] true : 2;\n b : 1;\nendrewards\n"},
    {"d.prism",
     "dtmc\nmodule m\n s : [0..2];\n [] s=0 -> 0.25:(s'=1) + 0.75:(s'=2);\n [] s>0 -> (s'=0);\nendmodule\n"
     "label \"odd\" = s=1;\nrewards \"r\"\n s=2 : 3;\nendrewards\n"},
    {"e.prism",
     "dtmc\nmodule m\n s : [0..3];\n [] s=0 -> 0.25:(s'=1) + 0.5:(s'=2) + 0.25:(s'=3);\n [] s>0 -> (s'=0);\n"
     "endmodule\nlabel \"odd\" = s=1;\nrewards \"r\"\n s>1 : 3;\nendrewards\n"},
    {"f.prism",
     "dtmc\nmodule m\n s : [0..2];\n [] s=0 -> 0.5:(s'=1) + 0.5:(s'=2);\n [] s>0 -> (s'=0);\nendmodule\n"
     "label \"odd\" = s=1;\nrewards \"r\"\n s=2 : 3;\nendrewards\n"},
    {"g.prism", "mdp\nmodule m\n s : [0..1];\n [a] s=0 -> (s'=1);\n [b] s=1 -> (s'=0);\nendmodule\n"
                "rewards \"r\"\n [a] true : 1;\nendrewards\n"},
    {"h.prism", "mdp\nmodule m\n s : [0..1];\n [a] s=0 -> (s'=1);\n [b] s=1 -> (s'=0);\nendmodule\n"
                "rewards \"r\"\n [a] true : 2;\nendrewards\n"},
    {"later.prism",
     "dtmc\nmodule m\n s : [0..3];\n [] true -> (s'=mod(s+1,4));\nendmodule\nlabel \"odd\" = s=3;\n"},
    {"latest.prism",
     "dtmc\nmodule m\n s : [0..4];\n [] true -> (s'=mod(s+1,5));\nendmodule\nlabel \"odd\" = s=4;\n"},
    {"t.prism", "ctmc\nmodule m\n s : [0..2];\n [w] s<2 -> 3:(s'=s+1);\n [] s=2 -> 1.5:(s'=0);\nendmodule\n"},
    {"np.exp", "\"w.prism\" |[ack]| \"c.aut\"\n"},
    {"w.prism", "mdp\nmodule m\n x : [0..2];\n [ack] x<2 -> (x'=x+1);\n [own] x=2 -> (x'=0);\nendmodule\n"},
    /* models in files */
    {"m.tra", "3 4 5\n0 0 1 0.5 a\n0 0 2 0.5 a\n1 0 1 1 b\n2 0 0 1 c\n2 1 2 1 b\n"},
    {"m.lab", "0=\"init\" 1=\"won\"\n0: 0\n1: 1\n"},
};

/* Words: "@": the evidence; a name of a model or piece: its path. Empty words end a row. */
static const struct {
    const char *name;
    const char *words[MOST_WORDS];
} commands[] = {
    {"deadlock.json", {"check", "--deadlock", "--trace", "@", "n.exp"}},
    {"never.json", {"check", "--never", "retry", "--trace", "@", "n.exp"}},
    {"pattern.json", {"check", "--never", "'re.*'", "--trace", "@", "n.exp"}},
    {"monitor.json", {"check", "--monitor", "monitor.aut", "--trace", "@", "n.exp"}},
    {"error_state.json",
     {"check", "--monitor", "monitor.aut", "--error-state", "1", "--trace", "@", "n.exp"}},
    {"livelock.json", {"check", "--livelock", "--trace", "@", "n.exp"}},
    {"starvation.json", {"check", "--starvation", "put", "--trace", "@", "n.exp"}},
    {"fair.json", {"check", "--fair-cycle", "put,'re.*'", "--trace", "@", "n.exp"}},
    {"path.json", {"check", "-f", "[true* . \"retry\" . \"retry\"] false", "--trace", "@", "n.exp"}},
    {"partial.json", {"check", "--partial-order", "--deadlock", "--trace", "@", "n.exp"}},
    {"compose.json", {"check", "--compose", "--deadlock", "--trace", "@", "n.exp"}},
    {"reached.json", {"check", "-f", "<true* . \"halt\"> true", "--trace", "@", "n.exp"}},
    {"witness.json", {"check", "--witness", "-f", "<true* . \"halt\"> true", "--trace", "@", "n.exp"}},
    {"lasso.json", {"check", "-f", "mu X . (<true> true and [not \"halt\"] X)", "--trace", "@", "c.aut"}},
    {"ends.json", {"check", "-f", "[true*] <true* . \"send !1\"> true", "--trace", "@", "c.aut"}},
    {"parity.json", {"check", "-f", "nu X . mu Y . (<true> X or [true] Y)", "--certificate", "@", "n.exp"}},
    {"buechi.json",
     {"check", "-f", "nu X . mu Y . ((<\"halt\"> true or <true> Y) and [\"retry\"] X)", "--certificate", "@",
      "c.aut"}},
    {"mcf.json", {"check", "--dialect", "mcf", "-f", "[true*]<true*.halt>true", "--trace", "@", "c.aut"}},
    {"ctl.json", {"check", "--ctl", "AG EF <\"send !1\"> true", "--trace", "@", "c.aut"}},
    {"ltl.json", {"check", "--ltl", "G F \"halt\"", "--trace", "@", "n.exp"}},
    {"ltl_fair.json",
     {"check", "--fairness", "weak", "--fair-labels", "strong:retry", "--ltl", "F G !\"retry\"", "--trace",
      "@", "n.exp"}},
    {"ltl_state.json", {"check", "--ltl", "G ({x<2} || X {b})", "--const", "N=2", "--trace", "@", "p.prism"}},
    {"automaton.json", {"check", "--automaton", "again.hoa", "--ap", "p=retry", "--trace", "@", "n.exp"}},
    {"closed.json",
     {"check", "--deadlock", "--never", "none", "--never", "'x.*'", "--certificate", "@", "o.aut"}},
    {"watched.json", {"check", "--monitor", "monitor.aut", "--certificate", "@", "o.aut"}},
    {"runs.json", {"check", "--ltl", "G (a -> F b) && G (any || X a)", "--certificate", "@", "r.aut"}},
    {"runs_fair.json",
     {"check", "--fairness", "weak", "--fair-labels", "strong:halt,strong:ack,weak:each:'re.*'", "--ltl",
      "F \"halt\"", "--certificate", "@", "c.aut"}},
    {"runs_process.json",
     {"check", "--fairness", "strong", "--ltl", "F (\"halt\" || \"put\")", "--certificate", "@", "n.exp"}},
    {"runs_state.json",
     {"check", "--ltl", "G ({x<3} && ({x=0} -> {b} R {x<3}))", "--const", "N=2", "--certificate", "@",
      "p.prism"}},
    {"scc.json", {"scc", "--evidence", "@", "n.exp"}},
    {"scc_graph.json", {"scc", "--evidence", "@", "c.aut"}},
    {"scc_model.json", {"scc", "--evidence", "@", "m.tra"}},
    {"mec.json", {"mec", "--evidence", "@", "chance.exp"}},
    {"mec_rates.json", {"mec", "--no-maximal-progress", "--evidence", "@", "chance.exp"}},
    {"mec_model.json", {"mec", "--evidence", "@", "m.tra"}},
    {"mec_labels.json", {"mec", "--labels", "m.lab", "--evidence", "@", "m.tra"}},
    {"mec_prism.json", {"mec", "--const", "N=3", "--evidence", "@", "p.prism"}},
    {"reaches.json", {"check", "--almost-surely", "won", "--scheduler", "@", "chance.exp"}},
    {"reaches_like.json",
     {"check", "--almost-surely", "'f.*'", "--const", "N=2", "--scheduler", "@", "p.prism"}},
    {"reaches_not.json", {"check", "--almost-surely", "none", "--scheduler", "@", "chance.exp"}},
    {"again.json", {"check", "--almost-surely-repeatedly", "won", "--scheduler", "@", "chance.aut"}},
    {"visits.json", {"check", "--state-label", "--almost-surely", "won", "--scheduler", "@", "m.tra"}},
    {"visits_prism.json",
     {"check", "--state-label", "--almost-surely", "top", "--const", "N=2", "--scheduler", "@", "p.prism"}},
    {"strong.json", {"compare", "-e", "strong", "--evidence", "@", "o.aut", "q.aut"}},
    {"branching.json", {"compare", "-e", "branching", "--evidence", "@", "o.aut", "r.aut"}},
    {"divbranching.json",
     {"compare", "-e", "divbranching", "--hide", "b", "--evidence", "@", "o.aut", "q.aut"}},
    {"weak.json", {"compare", "-e", "weak", "--hide", "'b.*'", "--evidence", "@", "o.aut", "r.aut"}},
    {"trace_equal.json", {"compare", "-e", "trace", "--evidence", "@", "o.aut", "q.aut"}},
    {"weaktrace.json",
     {"compare", "-e", "weaktrace", "--hide-all-but", "a", "--evidence", "@", "o.aut", "r.aut"}},
    {"simulation.json", {"compare", "--preorder", "simulation", "--evidence", "@", "o.aut", "q.aut"}},
    {"trace_included.json", {"compare", "--preorder", "trace", "--evidence", "@", "o.aut", "q.aut"}},
    {"weaktrace_included.json", {"compare", "--preorder", "weaktrace", "--evidence", "@", "o.aut", "r.aut"}},
    {"differ.json", {"compare", "-e", "strong", "--evidence", "@", "o.aut", "s.aut"}},
    {"differ_trace.json", {"compare", "-e", "trace", "--evidence", "@", "o.aut", "s.aut"}},
    {"lumped.json", {"compare", "-e", "probabilistic", "--evidence", "@", "d.prism", "e.prism"}},
    {"lumped_model.json", {"compare", "-e", "probabilistic", "--evidence", "@", "m.tra", "m.tra"}},
    {"lumped_rates.json", {"compare", "-e", "probabilistic", "--evidence", "@", "t.prism", "t.prism"}},
    {"differ_numbers.json", {"compare", "-e", "probabilistic", "--evidence", "@", "d.prism", "f.prism"}},
    {"differ_later.json",
     {"compare", "-e", "probabilistic", "--evidence", "@", "later.prism", "latest.prism"}},
    {"differ_rewards.json", {"compare", "-e", "probabilistic", "--evidence", "@", "g.prism", "h.prism"}},
    {"differ_chance.json", {"compare", "-e", "probabilistic", "--evidence", "@", "chance.exp", "chance.aut"}},
    {"values.json", {"check", "--never", "flip", "--const", "N=3", "--trace", "@", "p.prism"}},
    {"values_closed.json", {"check", "--deadlock", "--const", "N=3", "--certificate", "@", "p.prism"}},
    {"values_formula.json",
     {"check", "-f", "[true*] <true*> {x=2}", "--const", "N=2", "--certificate", "@", "p.prism"}},
    {"rows.json", {"check", "--never", "own", "--trace", "@", "np.exp"}},
    {"rows_formula.json", {"check", "-f", "[true*] <true* . \"own\"> true", "--trace", "@", "np.exp"}},
    {"rows_closed.json", {"check", "--never", "none", "--certificate", "@", "np.exp"}},
};

/* The certificate of o.aut, packed by hand. */
static const char packed[] =
    "{\"heddle_evidence\": 2, \"kind\": \"certificate\", \"inputs\": {\"network\": \"%s\"}, "
    "\"components\": [\"o\"], \"properties\": [{\"kind\": \"deadlock\"}], \"states\": 3, "
    "\"packed\": [%s]}\n%c%c%c\n";

/* --- the files --- */

/* Loads the values of a file, and what follows those of text. */
static void load(struct evidence_corpus *corpus, const char *name) {
    char path[PATH_BYTES];
    size_t size, at = 0;
    char *bytes = process_read_file(command_path(name, path), &size);
    json_t *file = json_array(), *value;
    json_error_t error;
    CU_ASSERT_FATAL(bytes != NULL && corpus->count < EVIDENCE_CORPUS_MOST);
    while (at < size && json_object_get(json_array_get(file, 0), "packed") == NULL) {
        value = json_loadb(bytes + at, size - at, JSON_DISABLE_EOF_CHECK, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(value);
        json_array_append_new(file, value);
        at += (size_t)error.position;
        at += bytes[at] == '\n';
    }
    memmove(bytes, bytes + at, size - at);
    corpus->all[corpus->count].name = name;
    corpus->all[corpus->count].file = file;
    corpus->all[corpus->count].tail = bytes;
    corpus->all[corpus->count++].tail_bytes = size - at;
}

static void make(struct evidence_corpus *corpus, unsigned number) {
    char paths[MOST_WORDS][PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES];
    const char *argv[MOST_WORDS + 6] = {getenv("HEDDLE")};
    struct process process;
    int count = 1;
    for (int k = 0; k < MOST_WORDS && commands[number].words[k] != NULL; k++) {
        const char *word = commands[number].words[k];
        const int is_own = strcmp(word, "@") == 0;
        argv[count++] = is_own || command_has_file(word)
                            ? command_path(is_own ? commands[number].name : word, paths[k])
                            : word;
        if (k == 0) {
            argv[count++] = "--quiet";
            argv[count++] = "--threads=1";
        }
    }
    process_finish(process_start(argv, command_path("out", out), command_path("err", err)), out, err,
                   &process);
    if ((process.code != 0 && process.code != 1) || !command_has_file(commands[number].name)) {
        printf("\n  no evidence '%s': exit %d, %s", commands[number].name, process.code, process.err);
        CU_FAIL("no evidence");
    } else {
        load(corpus, commands[number].name);
    }
    process_free(&process);
}

static void make_packed(struct evidence_corpus *corpus) {
    char path[PATH_BYTES], network[PATH_BYTES];
    FILE *file = fopen(command_path("packed.json", path), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fprintf(file, packed, command_path("o.aut", network), "2", 0, 1, 2);
    fclose(file);
    load(corpus, "packed.json");
}

void evidence_corpus_make(struct evidence_corpus *corpus) {
    *corpus = (struct evidence_corpus){.count = 0};
    for (size_t k = 0; k < LENGTH(models); k++) {
        command_put_file(models[k].name, models[k].text);
    }
    for (size_t k = 0; k < LENGTH(commands); k++) {
        make(corpus, (unsigned)k);
    }
    make_packed(corpus);
}

void evidence_corpus_free(struct evidence_corpus *corpus) {
    for (unsigned k = 0; k < corpus->count; k++) {
        json_decref(corpus->all[k].file);
        free(corpus->all[k].tail);
    }
    corpus->count = 0;
}
