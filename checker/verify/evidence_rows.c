/* Reads evidence of components and schedulers state by state, and evidence of formulas node by node. */
#include "checker/verify/evidence_rows.h"

#include "base/error.h"
#include "base/memory.h"
#include "checker/verify/evidence_scan.h"

/* Consumes the byte if it is the next one; otherwise reports an error. */
static int expect(evidence_reader *reader, int byte, const char *what) {
    int found = evidence_skip_blanks(reader);
    if (found != byte) {
        return evidence_unexpected(reader, found, what);
    }
    evidence_take(reader);
    return 0;
}

static int scan_null(evidence_reader *reader) {
    for (const char *rest = "null"; *rest != '\0'; rest++) {
        int byte = evidence_peek(reader);
        if (byte != *rest) {
            return evidence_unexpected(reader, byte, "null");
        }
        evidence_take(reader);
    }
    return 0;
}

/* Scans a number, or null if `or_null`. */
static int scan_value(evidence_reader *reader, int or_null, const char *what, uint32_t *value) {
    if (or_null && evidence_skip_blanks(reader) == 'n') {
        *value = EVIDENCE_NULL;
        return scan_null(reader);
    }
    if (evidence_scan_number(reader, what, value) != 0) {
        return -1;
    }
    return *value == EVIDENCE_NULL ? evidence_fail(reader, "a number beyond 4294967294") : 0;
}

static int scan_next(evidence_reader *reader, int or_null, const char *what, uint32_t *value) {
    return expect(reader, ',', "','") != 0 ? -1 : scan_value(reader, or_null, what, value);
}

static int add_number(evidence_reader *reader, struct evidence_choices *choices, uint32_t number) {
    if (choices->count == choices->capacity &&
        MEMORY_GROW(choices->memory, &choices->numbers, &choices->capacity, choices->count + 1) != 0) {
        return error_memory(reader->error, "for the choices of the evidence");
    }
    choices->numbers[choices->count++] = number;
    return 0;
}

static int scan_label(evidence_reader *reader, uint32_t *label) {
    if (scan_value(reader, 1, "the number of a label, or null", label) != 0) {
        return -1;
    }
    return *label != EVIDENCE_NULL && *label >= reader->evidence.label_count
               ? evidence_fail(reader, "there is no label of this number")
               : 0;
}

/* Scans [ITEM, ..]; *count: the number of items. */
static int scan_list(evidence_reader *reader, const char *what,
                     int (*scan_item)(evidence_reader *reader, struct evidence_choices *choices),
                     struct evidence_choices *choices, uint64_t *count) {
    *count = 0;
    if (expect(reader, '[', what) != 0) {
        return -1;
    }
    if (evidence_skip_blanks(reader) != ']') {
        do {
            if (((*count)++ > 0 && expect(reader, ',', "','") != 0) || scan_item(reader, choices) != 0) {
                return -1;
            }
        } while (evidence_skip_blanks(reader) == ',');
    }
    return expect(reader, ']', "',' or ']'");
}

/* [LABEL, TARGET, ..] */
static int scan_choice(evidence_reader *reader, struct evidence_choices *choices) {
    uint32_t label, target, targets = 0;
    if (expect(reader, '[', "a choice") != 0 || scan_label(reader, &label) != 0) {
        return -1;
    }
    uint64_t begin = choices->count;
    if (add_number(reader, choices, label) != 0 || add_number(reader, choices, 0) != 0) {
        return -1;
    }
    do {
        if (scan_next(reader, 0, "the number of a state", &target) != 0 ||
            add_number(reader, choices, target) != 0) {
            return -1;
        }
        if (++targets == EVIDENCE_NULL) {
            return evidence_fail(reader, "too many targets");
        }
    } while (evidence_skip_blanks(reader) == ',');
    choices->numbers[begin + 1] = targets;
    return expect(reader, ']', "',' or ']'");
}

static int scan_trees(evidence_reader *reader, struct evidence_row *row) {
    return scan_next(reader, 0, "the forward parent", &row->forward) != 0 ||
                   scan_next(reader, 0, "its depth", &row->forward_depth) != 0 ||
                   scan_next(reader, 0, "the backward parent", &row->backward) != 0 ||
                   scan_next(reader, 0, "its depth", &row->backward_depth) != 0
               ? -1
               : 0;
}

/* COMPONENT, RANK, FORWARD, DEPTH, BACKWARD, DEPTH */
static int scan_scc(evidence_reader *reader, struct evidence_row *row) {
    return scan_next(reader, 0, "the component", &row->component) != 0 ||
                   scan_next(reader, 0, "the rank", &row->rank) != 0 || scan_trees(reader, row) != 0
               ? -1
               : 0;
}

/* null, RANK, CUT; or COMPONENT, RANK, CUT, FORWARD, DEPTH, BACKWARD, DEPTH, CHOICES */
static int scan_mec(evidence_reader *reader, struct evidence_row *row, struct evidence_choices *choices) {
    uint64_t count;
    if (scan_next(reader, 1, "the component, or null", &row->component) != 0 ||
        scan_next(reader, 0, "the rank", &row->rank) != 0 ||
        scan_next(reader, 0, "the cut", &row->cut) != 0) {
        return -1;
    }
    if (row->component == EVIDENCE_NULL) {
        row->forward = row->backward = EVIDENCE_NULL;
        return 0;
    }
    if (scan_trees(reader, row) != 0 || expect(reader, ',', "','") != 0 ||
        scan_list(reader, "a list of choices", scan_choice, choices, &count) != 0) {
        return -1;
    }
    row->choice_count = (uint32_t)count;
    return count >= EVIDENCE_NULL ? evidence_fail(reader, "too many choices") : 0;
}

/* null, TIME; RANK, null; or RANK, CHOICE */
static int scan_scheduler(evidence_reader *reader, struct evidence_row *row,
                          struct evidence_choices *choices) {
    if (scan_next(reader, 1, "the rank, or null", &row->rank) != 0) {
        return -1;
    }
    if (row->rank == EVIDENCE_NULL) {
        return scan_next(reader, 0, "when it fell", &row->cut);
    }
    if (expect(reader, ',', "','") != 0) {
        return -1;
    }
    if (evidence_skip_blanks(reader) == 'n') {
        return scan_null(reader);
    }
    row->choice_count = 1;
    return scan_choice(reader, choices);
}

int evidence_read_row(evidence_reader *reader, uint32_t *tuple, uint32_t length, struct evidence_row *row,
                      struct evidence_choices *choices, struct error *error) {
    reader->error = error;
    *row = (struct evidence_row){.choices = choices->count};
    int status = evidence_scan_line(reader);
    if (status != 1) {
        return status;
    }
    if (reader->evidence.input != EVIDENCE_NETWORK && reader->evidence.kind != EVIDENCE_COMPARISON &&
        !reader->evidence.goal.is_formula) {
        status = scan_value(reader, 0, "the number of a state", tuple);
    } else {
        status = expect(reader, '[', "a tuple") != 0 ? -1 : evidence_scan_tuple(reader, tuple, length);
    }
    if (status == 0 && reader->evidence.kind == EVIDENCE_COMPARISON) {
        status = scan_next(reader, 0, "the class", &row->component);
    } else if (status == 0) {
        status = reader->evidence.kind == EVIDENCE_SCC   ? scan_scc(reader, row)
                 : reader->evidence.kind == EVIDENCE_MEC ? scan_mec(reader, row, choices)
                                                         : scan_scheduler(reader, row, choices);
    }
    return status != 0 || expect(reader, ']', "the end of the state, ']'") != 0 ? -1 : 1;
}

/* [LABEL, TARGET] */
static int scan_move(evidence_reader *reader, struct evidence_choices *moves) {
    uint32_t label, target;
    return expect(reader, '[', "a move") != 0 || scan_label(reader, &label) != 0 ||
                   scan_next(reader, 0, "the number of a node", &target) != 0 ||
                   expect(reader, ']', "']'") != 0 || add_number(reader, moves, label) != 0 ||
                   add_number(reader, moves, target) != 0
               ? -1
               : 0;
}

int evidence_read_node(evidence_reader *reader, uint32_t *tuple, uint32_t length, struct evidence_node *node,
                       struct evidence_choices *moves, struct error *error) {
    reader->error = error;
    *node = (struct evidence_node){.moves = moves->count};
    int status = evidence_scan_line(reader);
    if (status != 1) {
        return status;
    }
    return expect(reader, '[', "a tuple") != 0 || evidence_scan_tuple(reader, tuple, length - 1) != 0 ||
                   scan_next(reader, 0, "the number of a subformula", &tuple[length - 1]) != 0 ||
                   scan_next(reader, 0, "the owner", &node->owner) != 0 ||
                   scan_next(reader, 0, "the priority", &node->priority) != 0 ||
                   expect(reader, ',', "','") != 0 ||
                   scan_list(reader, "a list of moves", scan_move, moves, &node->move_count) != 0 ||
                   expect(reader, ']', "the end of the node, ']'") != 0
               ? -1
               : 1;
}
