/* Judges files of evidence as `heddle verify` does. */
#include "tests/support/evidence_judge.h"

#include "base/error.h"
#include "base/run.h"
#include "model/lts.h"
#include "frontend/formats/aut.h"
#include "frontend/formats/mdp_read.h"

/* --- inputs --- */

/* Reads the first input, or the second one of two. */
static int read_input(const struct evidence *evidence, int second, const struct run *run,
                      struct evidence_inputs *inputs, struct error *error) {
    const struct mdp_read_options how = {.label_path = evidence->label_file,
                                         .keep = evidence->kind == EVIDENCE_COMPARISON ||
                                                 evidence->kind == EVIDENCE_DIFFERENCE};
    switch (evidence->input) {
    case EVIDENCE_NETWORK:
        inputs->tree[second] = language_read(evidence->network, &evidence->options, run, error);
        return inputs->tree[second] == NULL ? -1 : 0;
    case EVIDENCE_GRAPH:
        inputs->labels = label_table_create(run->memory, 0, NULL, 0);
        if (inputs->labels == NULL) {
            return error_memory(error, "for labels");
        }
        inputs->graph = aut_read(evidence->network, inputs->labels, run, error);
        return inputs->graph == NULL ? -1 : 0;
    default:
        inputs->mdp[second] = mdp_read_as(evidence->network, &how, run, error);
        return inputs->mdp[second] == NULL ? -1 : 0;
    }
}

int evidence_inputs_read(const struct evidence *evidence, const struct run *run,
                         struct evidence_inputs *inputs, struct error *error) {
    *inputs = (struct evidence_inputs){.graph = NULL};
    return read_input(evidence, 0, run, inputs, error) != 0 ||
                   (evidence->second != NULL && read_input(evidence->second, 1, run, inputs, error) != 0)
               ? -1
               : 0;
}

void evidence_inputs_free(struct evidence_inputs *inputs, const struct run *run) {
    for (int k = 0; k < 2; k++) {
        language_free(inputs->tree[k]);
        mdp_free(inputs->mdp[k]);
    }
    lts_free(run->memory, inputs->graph);
    label_table_free(inputs->labels);
}

struct verify_input evidence_inputs_view(const struct evidence_inputs *inputs) {
    return (struct verify_input){.tree = inputs->tree[0],
                                 .graph = inputs->graph,
                                 .labels = inputs->labels,
                                 .mdp = inputs->mdp[0],
                                 .second = inputs->tree[1],
                                 .second_mdp = inputs->mdp[1]};
}

/* --- pieces --- */

/* Judges a piece that has been read: 1, 0 or -1. *says: whether the verdict has a reason. */
static int judge_piece(evidence_reader *reader, const struct evidence *evidence, const struct run *run,
                       const struct evidence_witness *witness, int *says, struct error *error) {
    struct evidence_inputs inputs;
    struct verification verification = {0};
    int verdict = -1;
    if (evidence_inputs_read(evidence, run, &inputs, error) == 0) {
        const struct verify_input view = evidence_inputs_view(&inputs);
        verdict = verify_evidence(reader, evidence, &view, run, &verification, error) != 0
                      ? -1
                      : verification.confirmed;
        verdict = verdict >= 0 && evidence_finish(reader, error) != 0 ? -1 : verdict;
        *says = verdict < 0 || verification.reason[0] != '\0';
    }
    if (verdict == 1 && witness != NULL) {
        witness->confirmed(evidence, &verification, witness->context);
    }
    verification_free(&verification, run);
    evidence_inputs_free(&inputs, run);
    return verdict;
}

static int exit_status(enum error_code code) {
    switch (code) {
    case ERROR_INPUT:
    case ERROR_USAGE:
    case ERROR_IO:
        return 2;
    case ERROR_MEMORY:
    case ERROR_FULL:
    case ERROR_LIMIT:
    case ERROR_INTERRUPTED:
        return 3;
    default:
        return -1;
    }
}

static int judge_all(evidence_reader *reader, const struct run *run, const struct evidence_witness *witness,
                     struct error *error) {
    const struct evidence *evidence;
    int refuted = 0, says = 1, status = evidence_read(reader, &evidence, error);
    while (status == 1) {
        const int verdict = judge_piece(reader, evidence, run, witness, &says, error);
        if (!says) {
            return -1;
        }
        refuted |= verdict == 0;
        status = verdict < 0 ? -1 : evidence_read(reader, &evidence, error);
    }
    return status == 0 ? refuted : error->text[0] == '\0' ? -1 : exit_status(error->code);
}

int evidence_judge(const char *path, const struct run *run, const struct evidence_witness *witness,
                   struct error *error) {
    *error = (struct error){.code = ERROR_NONE};
    evidence_reader *reader = evidence_open(path, run, error);
    const int aut = reader == NULL ? -1 : evidence_is_aut(reader, error);
    const int status = aut == 0  ? judge_all(reader, run, witness, error)
                       : aut > 0 ? 2
                                 : exit_status(error->code);
    evidence_close(reader);
    return status;
}
