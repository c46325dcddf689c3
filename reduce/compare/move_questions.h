#ifndef HEDDLE_REDUCE_COMPARE_MOVE_QUESTIONS_H
#define HEDDLE_REDUCE_COMPARE_MOVE_QUESTIONS_H

/* For the files that make distinguishing formulas of moves. Functions return 0, or -1 with *asking->error
 * filled.
 */
#include "base/index.h"
#include "reduce/compare/move_rounds.h"
#include "reduce/compare/move_views.h"
#include "reduce/lump/moves.h"

#define QUESTION_NONE UINT32_MAX
#define QUESTION_NOT 0x80000000u /* flag of a reference to a question: its negation */

/* What is to be made a node of: what the block `has` satisfies and the block `lacks` does not. */
struct move_question {
    uint32_t has, lacks, round;
    uint32_t property, value; /* round 0; has, lacks are not used */
    uint64_t begin, count;    /* of its bounds */
    uint32_t form;            /* of the move that `has` has .. */
    uint64_t move;            /* .. among the moves of its member */
    uint32_t node, negation;  /* that are made of it; QUESTION_NONE */
};

/* A bound: what the move gives to the states with all of F, at least or at most. */
struct move_bound {
    uint32_t block; /* B */
    int at_most;
    uint64_t begin, count; /* of the references of F */
};

struct move_questions {
    const struct moves *moves;
    const struct run *run;
    struct error *error;
    move_rounds *rounds;
    struct measured_formula *formula;
    struct move_views views;
    GROWING(struct move_question) questions;
    GROWING(struct move_bound) bounds;
    GROWING(uint32_t) references; /* questions, perhaps with QUESTION_NOT */
    GROWING(uint32_t) own;        /* of a bound that is being made: the blocks that F must leave out */
    struct index index;           /* of questions, by both blocks */
    GROWING(uint32_t *) truths;   /* by node: bitmap over states */
    uint32_t nothing;             /* the node `true`, or QUESTION_NONE */
    uint64_t work;
};

/* Counts units of work: states or draws at which nodes are evaluated, and moves that are compared. -1, too,
 * where these are too many, or the run must stop. */
int question_work(struct move_questions *asking, uint64_t units);
/* A reference to the question what the first block has and the second one has not. */
int question_refer(struct move_questions *asking, uint32_t has, uint32_t lacks, uint32_t *reference);
/* Finds the bounds of the question of this number, which may ask others. */
int question_answer(struct move_questions *asking, uint32_t number);

#endif
